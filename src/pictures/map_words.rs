//! The map in words: where roads lead from each location, and who was there. It serves pages without drawings and
//! screen readers.

use super::map::{MapMove, MapPlace, MapView};

impl MapView {
    /// Fills in the words of each location from what is on the map.
    #[must_use]
    pub fn with_words(mut self) -> MapView {
        let exits: Vec<String> = (0..self.places.len()).map(|place| self.describe_exits(place)).collect();
        let words: Vec<Vec<String>> =
            self.places.iter().enumerate().map(|(number, place)| self.describe_place(number, place)).collect();
        for (place, (exits, words)) in self.places.iter_mut().zip(exits.into_iter().zip(words)) {
            place.told = place.may_go || place.home || !words.is_empty();
            (place.exits, place.words) = (exits, words);
        }
        self
    }

    /// What the drawing shows, for screen readers.
    pub fn description(&self) -> String {
        let sentences = self.places.iter().filter(|place| !place.words.is_empty());
        let sentences: Vec<String> =
            sentences.map(|place| format!("{}: {}", place.name, place.words.join(" "))).collect();
        if sentences.is_empty() { "Nobody is known to be anywhere.".to_owned() } else { sentences.join(" ") }
    }

    fn describe_exits(&self, place: usize) -> String {
        let describe_road = |road: &super::chart::Road| {
            let to = [(road.from, road.to), (road.to, road.from)].into_iter().find(|(from, _)| *from == place)?.1;
            let name = &self.places.get(to)?.name;
            Some(road.bridge.as_ref().map_or_else(|| name.clone(), |bridge| format!("{name} (by {bridge})")))
        };
        let mut descriptions: Vec<String> = self.chart.roads.iter().filter_map(describe_road).collect();
        descriptions.sort();
        join_with_and(&descriptions)
    }

    fn describe_place(&self, number: usize, place: &MapPlace) -> Vec<String> {
        let with_nights = |seen: &[(String, u32)]| -> Vec<String> {
            seen.iter().map(|(name, night)| format!("{name} (Night {night})")).collect()
        };
        let (earlier, earlier_by_day) = (with_nights(&place.earlier), with_nights(&place.earlier_by_day));
        let lists = [
            ("Yours here", &place.own),
            ("Seen here", &place.seen),
            ("Seen here by day", &place.by_day),
            ("Last seen here", &earlier),
            ("Last seen here by day", &earlier_by_day),
            ("Died here", &place.died),
        ];
        let mut words: Vec<String> = lists
            .into_iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(what, names)| format!("{what}: {}.", join_with_and(names)))
            .collect();
        let alarms = [(place.alarm, "night", &place.seen), (place.alarm_by_day, "day", &place.by_day)];
        for (_, when, _) in alarms.into_iter().filter(|(alarm, _, seen)| *alarm && seen.is_empty()) {
            words.push(format!("Alarm of your Home Base: somebody came in by {when}."));
        }
        let mut arrivals: Vec<(&MapMove, Vec<String>)> = Vec::new();
        for moved in self.moves.iter().filter(|moved| moved.to == number) {
            match arrivals.iter_mut().find(|(arrival, _)| (arrival.from, arrival.how) == (moved.from, moved.how)) {
                Some((_, names)) => names.push(moved.who.clone()),
                None => arrivals.push((moved, vec![moved.who.clone()])),
            }
        }
        words.extend(arrivals.into_iter().map(|(moved, names)| {
            let from = self.places.get(moved.from).map_or("", |place| &place.name);
            let how = moved.how.map(|how| format!(" {how}")).unwrap_or_default();
            let is_named_here = |name: &String| place.own.contains(name) || place.seen.contains(name);
            let (way_words, names) = (
                if names.iter().any(is_named_here) { "Came from" } else { "Left for here from" },
                join_with_and(&names),
            );
            format!("{way_words} {from}{how}: {names}.")
        }));
        words
    }
}

/// For example `A, B and C`.
fn join_with_and(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}
