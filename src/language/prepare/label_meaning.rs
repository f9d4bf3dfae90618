//! What a label says about the orders below it: `Support Phase`, `SP`, `Turn 1 - Attacking`, `Combat`.
//!
//! A label is understood only if each of its words is, and if it has only one meaning. `2nd AP` could be the second
//! Action Point or the second Attacking Phase, `1 AP` a price or a number.

/// What a label says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LabelSays {
    /// The phase, as orders name it.
    pub(crate) phase: Option<&'static str>,
    /// The start or the end of that phase: `At the end of the Attacking Phase`, `After the attacks`.
    pub(crate) edge: Option<PhaseEdge>,
    /// Whether it means the second combat round.
    pub(crate) is_second_round: bool,
    /// The number of the Night.
    pub(crate) night: Option<u32>,
    /// The day, on which characters only scout; or the night, in which nobody scouts.
    pub(crate) time: Option<TimeOfDay>,
    /// The verb for a name that stands alone after the label: `Movement: Bridge`.
    pub(crate) verb: Option<LabelVerb>,
}

/// What is done with a name that stands alone after a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LabelVerb {
    /// Going to the location.
    Move,
    /// Scouting the location.
    Scout,
    /// Attacking the character.
    Attack,
}

/// The moment of a phase that a label names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PhaseEdge {
    /// Before anybody has done anything in it.
    Start,
    /// When everybody has done what they do in it.
    End,
}

/// A time of the Turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TimeOfDay {
    /// The time for scouting.
    Day,
    /// The time for everything else.
    Night,
}

/// What one part of a label says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LabelPart {
    Nothing,
    Phase(&'static str),
    Edge(PhaseEdge, &'static str),
    SecondPhase(&'static str),
    SecondRound,
    Night(u32),
    Time(TimeOfDay),
    Moving,
}

/// Words that say nothing.
const FILLERS: [&str; 14] =
    ["the", "my", "our", "for", "in", "at", "during", "of", "order", "orders", "action", "actions", "part", "plan"];
/// Words that label orders but say nothing about when they are done.
const BARE: [&str; 18] = [
    "battle",
    "combat",
    "defence",
    "defense",
    "fight",
    "fighting",
    "instructions",
    "item",
    "items",
    "main",
    "purchases",
    "shopping",
    "skill",
    "skills",
    "today",
    "turn",
    "ta",
    "spells",
];
/// Words that only separate orders, if they stand alone.
const SEQUENCE: [&str; 4] = ["first", "firstly", "then", "finally"];
/// Words before a number of the player's own numbering.
const NUMBERED: [&str; 5] = ["action", "order", "step", "ap", "attack"];

/// Returns what a label says; `None` if a word is not understood, or the words contradict each other.
pub(crate) fn says(label: &str) -> Option<LabelSays> {
    let words: Vec<String> = label
        .split(|c: char| c.is_whitespace() || matches!(c, '-' | ',' | '/'))
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    // `Turn Action` or `Actions` alone is a label.
    if words.iter().all(|word| FILLERS.contains(word)) {
        let alone = words.iter().any(|word| matches!(*word, "order" | "orders" | "action" | "actions" | "plan"));
        return alone.then(LabelSays::default);
    }
    if let [word] = words.as_slice()
        && SEQUENCE.contains(word)
    {
        return Some(LabelSays::default());
    }
    let mut said = LabelSays::default();
    let mut parts = 0;
    while !words.is_empty() {
        let (part, length) = part(&words)?;
        words.drain(..length);
        match part {
            LabelPart::Nothing => {}
            LabelPart::Phase(phase) => {
                set(&mut said.phase, phase)?;
                if phase == ATTACKING {
                    said.verb = Some(LabelVerb::Attack);
                }
            }
            LabelPart::Edge(edge, phase) => {
                set(&mut said.phase, phase)?;
                set(&mut said.edge, edge)?;
            }
            LabelPart::SecondPhase(phase) => {
                set(&mut said.phase, phase)?;
                said.is_second_round = true;
            }
            LabelPart::SecondRound => said.is_second_round = true,
            LabelPart::Night(night) => set(&mut said.night, night)?,
            LabelPart::Time(time) => set(&mut said.time, time)?,
            LabelPart::Moving => said.verb = Some(LabelVerb::Move),
        }
        parts += 1;
    }
    let day = said.time == Some(TimeOfDay::Day);
    let moves = said.verb == Some(LabelVerb::Move);
    let clash = ((day || moves) && (said.phase.is_some() || said.is_second_round)) || (day && moves);
    if day {
        said.verb = Some(LabelVerb::Scout);
    }
    (parts > 0 && !clash).then_some(said)
}

fn set<T: PartialEq + Copy>(slot: &mut Option<T>, value: T) -> Option<()> {
    match slot.replace(value) {
        Some(known) if known != value => None,
        _ => Some(()),
    }
}

/// Returns the first part of a label, and its length in words; `None` if it is not understood.
fn part(words: &[&str]) -> Option<(LabelPart, usize)> {
    let at = |i: usize| words.get(i).copied().unwrap_or_default();
    let number = |i: usize| at(i).trim_start_matches('#').parse::<u32>().ok();
    let first = at(0);
    if NUMBERED.contains(&first) && number(1).is_some() {
        return Some((LabelPart::Nothing, 2));
    }
    if matches!(first, "night" | "turn")
        && let Some(night) = number(1)
    {
        return Some((LabelPart::Night(night), 2));
    }
    if matches!(first, "round") {
        return match number(1)? {
            2 => Some((LabelPart::SecondRound, 2)),
            _ => None,
        };
    }
    let nth = match first {
        "2nd" | "second" => Some(2),
        "1st" | "first" => Some(1),
        _ => None,
    };
    if let Some(nth) = nth {
        let combat = usize::from(at(1) == "combat");
        if at(1 + combat) == "round" {
            // No order is only for the first round.
            return (nth == 2).then_some((LabelPart::SecondRound, 2 + combat));
        }
        if let Some((phase, length)) = phase(words.get(1..)?)
            && !is_of_points(at(1))
            && (nth == 1 || length > 1 || !matches!(at(1), "attack" | "attacks"))
        {
            return (nth == 2)
                .then(|| second(phase))
                .flatten()
                .map(|phase| (LabelPart::SecondPhase(phase), 1 + length));
        }
    }
    if let Some((edge, phase, length)) = edge(words) {
        return Some((LabelPart::Edge(edge, phase), length));
    }
    if at(0) == "daily" && at(1) == "move" {
        return Some((LabelPart::Time(TimeOfDay::Day), if at(2) == "phase" { 3 } else { 2 }));
    }
    if first == "ma" {
        return Some((LabelPart::Moving, 1));
    }
    if matches!(first, "move" | "moving" | "moves") {
        return Some((LabelPart::Moving, if matches!(at(1), "phase") { 2 } else { 1 }));
    }
    if let Some((phase, length)) = phase(words) {
        return Some((if phase == MOVEMENT { LabelPart::Moving } else { LabelPart::Phase(phase) }, length));
    }
    match first {
        "day" | "daytime" | "morning" | "scouting" => Some((LabelPart::Time(TimeOfDay::Day), 1)),
        "night" | "nighttime" | "tonight" | "evening" => Some((LabelPart::Time(TimeOfDay::Night), 1)),
        word if BARE.contains(&word) => {
            let action = usize::from(word == "turn" && at(1) == "action");
            Some((LabelPart::Nothing, 1 + action))
        }
        word if FILLERS.contains(&word) => Some((LabelPart::Nothing, 1)),
        _ => None,
    }
}

/// Returns the moment at the start of the words, its phase, and its length in words: `end of the Support Phase`,
/// `after all attacks`. `None` if there is none.
fn edge(words: &[&str]) -> Option<(PhaseEdge, &'static str, usize)> {
    let (edge, before) = match words {
        ["very", "end", "of", ..] => (PhaseEdge::End, 3),
        ["end", "of", ..] => (PhaseEdge::End, 2),
        ["start" | "beginning", "of", ..] => (PhaseEdge::Start, 2),
        ["after", "all", ..] => (PhaseEdge::End, 2),
        ["after", ..] => (PhaseEdge::End, 1),
        _ => return None,
    };
    let before = before + usize::from(words.get(before) == Some(&"the"));
    let (phase, length) = phase(words.get(before..)?)?;
    // Moves are made at once: their phase has no moments.
    (phase != MOVEMENT).then_some((edge, phase, before + length))
}

const MOVEMENT: &str = "Movement Phase";
const ATTACKING: &str = "Attacking Phase";

/// Returns the phase at the start of the words, and its length in words; `None` if there is none.
fn phase(words: &[&str]) -> Option<(&'static str, usize)> {
    let at = |i: usize| words.get(i).copied().unwrap_or_default();
    let (phase, length) = match at(0) {
        "instant" | "instants" | "inst" => ("Instant Phase", 1),
        "support" | "supports" => ("Support Phase", 1),
        "attacking" | "attack" | "attacks" | "atk" => (ATTACKING, 1),
        "prepared" if matches!(at(1), "effect" | "effects") => ("Prepared Effect Phase", 2),
        "prepared" | "prep" => ("Prepared Effect Phase", 1),
        "movement" => (MOVEMENT, 1),
        "ip" => return Some(("Instant Phase", 1)),
        "sp" => return Some(("Support Phase", 1)),
        "ap" => return Some((ATTACKING, 1)),
        "pep" | "pp" => return Some(("Prepared Effect Phase", 1)),
        "mp" => return Some((MOVEMENT, 1)),
        _ => return None,
    };
    Some((phase, length + usize::from(matches!(at(length), "phase" | "ph"))))
}

/// Whether an abbreviation also means points.
fn is_of_points(word: &str) -> bool {
    matches!(word, "ap" | "sp" | "mp")
}

fn second(phase: &'static str) -> Option<&'static str> {
    Some(match phase {
        "Instant Phase" => "2nd Instant Phase",
        "Support Phase" => "2nd Support Phase",
        ATTACKING => "2nd Attacking Phase",
        "Prepared Effect Phase" => "2nd Prepared Effect Phase",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_understood_whole_or_not_at_all() {
        let phase = |label: &str| says(label).and_then(|said| said.phase);
        for (label, said) in [
            ("Support Phase", "Support Phase"),
            ("SP", "Support Phase"),
            ("Attacking", "Attacking Phase"),
            ("Turn 1 - Attacking Phase", "Attacking Phase"),
            ("2nd Instant", "2nd Instant Phase"),
            ("PEP", "Prepared Effect Phase"),
        ] {
            assert_eq!(phase(label), Some(said), "{label}");
        }
        for (label, edge, of) in [
            ("At the end of the Attacking Phase", PhaseEdge::End, "Attacking Phase"),
            ("After the attacks", PhaseEdge::End, "Attacking Phase"),
            ("After all attacks", PhaseEdge::End, "Attacking Phase"),
            ("Start of the Support Phase", PhaseEdge::Start, "Support Phase"),
        ] {
            assert_eq!(says(label).map(|said| (said.phase, said.edge)), Some((Some(of), Some(edge))), "{label}");
        }
        for label in ["Combat", "Main", "Action 1", "AP 2", "Turn Action", "Orders", "First", "My orders"] {
            assert_eq!(says(label), Some(LabelSays::default()), "{label}");
        }
        for label in [
            "1 AP",
            "2nd AP",
            "2 SP",
            "Plan 2",
            "Backup",
            "Next Turn",
            "Lancer",
            "Tomorrow",
            "Default",
            "If",
            "Daily",
            "Attack Support",
            "Round 1",
            "Round 3",
            "1st Attacking Phase",
            "",
            "2nd Movement Phase",
            "End of the Movement Phase",
            "End of the Turn",
            "After Lancer",
            "Priority 1",
            "Last",
            "Second attack",
        ] {
            assert_eq!(says(label), None, "{label}");
        }
        assert_eq!(says("Night 3").and_then(|said| said.night), Some(3));
        assert_eq!(says("Movement").and_then(|said| said.verb), Some(LabelVerb::Move));
        assert_eq!(says("Daily Move").and_then(|said| said.verb), Some(LabelVerb::Scout));
        assert!(says("Round 2").is_some_and(|said| said.is_second_round));
    }
}
