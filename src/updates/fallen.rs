//! What the deaths of a Night change in the lines told of it.

use crate::event::detail::FreedReason;
use crate::perception::lexicon::Lexicon;
use crate::perception::perceived::{Figure, Perceived, SeenAct, Why};
use crate::perception::scene::Scene;

use super::event_line::EventLine;
use super::value_words;

/// The characters that the reader saw die and could point at.
pub(super) fn list_fallen(scenes: &[Scene]) -> Vec<Figure> {
    scenes
        .iter()
        .flat_map(|scene| scene.event_groups.iter().flatten())
        .filter(|part| part.act == SeenAct::Died)
        .flat_map(|part| part.objects.iter().copied())
        .filter(|figure| figure.identity().is_some())
        .collect()
}

/// Adjusts the line of a Servant that lost its Master. A reader who saw the Master die needs no reason; any other
/// learns of the death by this line alone.
pub(super) fn adjust_lost_master(mut line: EventLine, fallen: &[Figure], lexicon: &Lexicon) -> EventLine {
    let bereaved = line.reason == Some(value_words::why_words(Why::Freed(FreedReason::MasterDied)));
    if line.tells(SeenAct::Freed) && bereaved {
        let saw_death = fallen.iter().any(|figure| line.actor.as_deref() == Some(lexicon.figure_name(*figure)));
        line.is_unseen = !saw_death;
        line.reason = line.reason.filter(|_| !saw_death);
    }
    line
}

/// Leaves out how long an effect would have been in force on somebody who died tonight.
pub(super) fn omit_duration_on_fallen(mut line: EventLine, fallen: &[Figure], lexicon: &Lexicon) -> EventLine {
    let affected = line.objects.as_deref().or(line.actor.as_deref());
    if fallen.iter().any(|figure| affected == Some(lexicon.figure_name(*figure))) {
        line.until = None;
        line.lasts = false;
    }
    line
}

/// Whether an effect worked only on characters that died, so that its end needs no mention.
pub(super) fn is_ended_by_death(ended: &Perceived, fallen: &[Figure]) -> bool {
    let affected = if ended.objects.is_empty() { ended.actor.as_slice() } else { &ended.objects };
    !affected.is_empty() && affected.iter().all(|figure| fallen.contains(figure))
}
