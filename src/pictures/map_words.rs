//! The map in words: who was at each location. It serves pages without drawings and screen readers.

use super::map_view::{MapMove, MapPlace, MapView};

impl MapView {
    /// Fills in the words of each location from what is on the map.
    #[must_use]
    pub fn with_words(mut self) -> MapView {
        let words: Vec<Vec<String>> =
            self.places.iter().enumerate().map(|(number, location)| self.describe_location(number, location)).collect();
        for (location, words) in self.places.iter_mut().zip(words) {
            location.is_told = location.may_go || location.is_home || !words.is_empty();
            location.words = words;
        }
        self
    }

    /// What the drawing shows, for screen readers.
    pub fn description(&self) -> String {
        let sentences = self.places.iter().filter(|location| !location.words.is_empty());
        let sentences: Vec<String> =
            sentences.map(|location| format!("{}: {}", location.name, location.words.join(" "))).collect();
        if sentences.is_empty() { "Nobody is known to be anywhere.".to_owned() } else { sentences.join(" ") }
    }

    fn describe_location(&self, number: usize, location: &MapPlace) -> Vec<String> {
        let with_nights = |seen: &[(String, u32)]| -> Vec<String> {
            seen.iter().map(|(name, night)| format!("{name} (Night {night})")).collect()
        };
        let (earlier, earlier_by_day) = (with_nights(&location.earlier), with_nights(&location.earlier_by_day));
        let lists = [
            ("Yours here", &location.own),
            ("Seen here", &location.seen),
            ("Seen here by day", &location.by_day),
            ("Last seen here", &earlier),
            ("Last seen here by day", &earlier_by_day),
            ("Died here", &location.died),
        ];
        let mut words: Vec<String> = lists
            .into_iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(what, names)| format!("{what}: {}.", join_with_and(names)))
            .collect();
        let alarms =
            [(location.has_alarm, "night", &location.seen), (location.has_alarm_by_day, "day", &location.by_day)];
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
            let from = self.places.get(moved.from).map_or("", |location| &location.name);
            let how = moved.how.map(|how| format!(" {how}")).unwrap_or_default();
            let is_named_here = |name: &String| location.own.contains(name) || location.seen.contains(name);
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
pub(super) fn join_with_and(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}
