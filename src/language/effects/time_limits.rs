//! Sentences that say how long the one before them lasts: `Disappears at the end of the next Turn.`

use super::continuations::{read_canonical, single_sentence};
use super::parse_known;
use super::passages::PassageSentence;
use crate::language::effect::{Clause, Duration, Effect, Operation, Sentence, Trigger};
use crate::vocabulary::phase::Phase;

/// `If that attack is not made by the end of the next Turn, this effect disappears`: gives the sentence before this
/// duration.
pub(super) fn apply_time_limit(before: &PassageSentence, piece: &str) -> Option<Vec<PassageSentence>> {
    let text = piece.trim().trim_end_matches('.').to_lowercase();
    let turns = match text.as_str() {
        "if that attack is not made by the end of the next turn, this effect disappears"
        | "if that attack is not made by the end of the next turn, this effect ends" => 2,
        "if that attack is not made by the end of the turn, this effect disappears"
        | "if that attack is not made by the end of this turn, this effect disappears" => 1,
        other => parse_unused_turns(other).unwrap_or(0),
    };
    let (sentence, Operation::Standing(standing)) = single_sentence(&before.effect)? else { return None };
    let (fits, turns) = if turns > 0 {
        (standing.next_attack_count() == Some(1), turns)
    } else {
        (sentence.trigger.is_none(), parse_ending_turns(&text)?)
    };
    let fits = fits && sentence.duration.is_none() && sentence.ending_deed.is_none();
    let duration = Some(if turns == 1 { Duration::ThisTurn } else { Duration::Turns(turns) });
    fits.then(|| Some(vec![read_canonical(&Effect::Sentence(Sentence { duration, ..sentence.clone() }))?]))?
}

/// The number of Turns in `This bonus is lost if it is not used within 3 Turns`.
fn parse_unused_turns(said: &str) -> Option<u32> {
    const LOST: [&str; 4] = [
        "this bonus is lost if it is not used within ",
        "this bonus is lost if not used within ",
        "this is lost if it is not used within ",
        "this effect ends if it is not used within ",
    ];
    let time = LOST.iter().find_map(|lost| said.strip_prefix(lost))?;
    match single_sentence(&parse_known(&format!("Lasts {time}.")).ok()??)?.1 {
        Operation::Clause(Clause::Lasts(Duration::Turns(turns))) => Some(*turns),
        _ => None,
    }
}

/// The number of Turns in `Disappears at the end of the next Turn`, `This effect ends after 3 Turns`.
fn parse_ending_turns(said: &str) -> Option<u32> {
    const OF_IT: [&str; 8] =
        ["", "it ", "this ", "this effect ", "the effect ", "the barrier ", "the shield ", "this barrier "];
    const ENDS: [&str; 5] = ["disappears ", "vanishes ", "ends ", "fades ", "wears off "];
    let time = OF_IT.iter().find_map(|of| {
        let ends = said.strip_prefix(of)?;
        ENDS.iter().find_map(|ends_so| ends.strip_prefix(ends_so))
    })?;
    let asked = parse_known(&format!("The user restores 5 Health {time}.")).ok()??;
    match single_sentence(&asked)?.0.trigger {
        Some(Trigger::Once(later, Phase::TurnEnd)) => Some(later + 1),
        _ => None,
    }
}
