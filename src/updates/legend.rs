//! The legend: what the words on a page mean, a sentence each, only for words on that page.

use crate::perception::last_wounds::shown_wounds;
use crate::perception::perceived::{ChangeKind, Perceived, SeenAct, Wound};
use crate::perception::report::Report;
use crate::vocabulary::phase::Phase;

use super::value_words;

/// The order of a Turn (R210, R219).
const PHASES: &str = "The phases of a Turn, in order: Daily Move, Initial (Mana comes back or is lost, Upkeep is paid), \
                      Instant, Support, Attacking, Prepared Effect, Movement; then Instant to Prepared Effect once more, \
                      for whoever came into a battle by the Movement Phase. In Support, Attacking and Prepared Effect \
                      the higher AGI acts first, and of two alike the higher LCK.";

/// What the letters of a sheet stand for (R066, R077, R078).
const STATS: &str = "STR: might; END: endurance; MAE and MAR: magical attack and resistance; AGI: agility; LCK: luck; \
                     ACT: how much a character notices. AP: points for attacks; SP: the point for support.";

/// The sentences for a seat's page.
pub(super) fn page_legend(report: &Report) -> Vec<String> {
    let mut sentences = vec![PHASES.to_owned()];
    let parts = || report.scenes.iter().flat_map(|scene| scene.event_groups.iter().flatten());
    if parts().any(|part| part.interceptor.is_some()) {
        sentences.push(
            "Shielding: whoever shields takes the blow in place of another, with their own END or MAR against it. A Servant \
             does so for its Master with no order, as long as both are in one place and it is able to."
                .to_owned(),
        );
    }
    let changed = |is_kind: fn(&ChangeKind) -> bool| {
        parts().flat_map(|part| &part.changed_by).any(|change| is_kind(&change.change))
    };
    if changed(|change| matches!(change, ChangeKind::Percent(_))) {
        let how = if report.adds_percentages {
            "The percentages named beside a blow are added up, and then applied to what the ranks left"
        } else {
            "The percentages named beside a blow are applied one after the other to what the ranks left"
        };
        sentences.push(format!(
            "{how}. Others may have more in force, which the page does not know. Whoever strikes with a third of their \
             Health or less does 25% less."
        ));
    }
    let mut before: Vec<String> = parts()
        .filter(|part| part.printed.is_some() && part.amount != part.printed)
        .map(|part| format!("“{}”", value_words::printed_damage_words("…", part.damage)))
        .collect();
    before.sort();
    before.dedup();
    if let Some(before) = value_words::join_with_and(&before) {
        sentences.push(format!(
            "{before}: what the sheet has; the ranks of both, and what either has in force, made the rest of it."
        ));
    }
    sentences.extend(wound_legend(report.scenes.iter().flat_map(shown_wounds)));
    if report.known_people.iter().any(|person| person.knowledge.master.is_some()) {
        sentences.push(
            "“X's Servant”: a tie that was seen, by a contract, a Command Spell of X's, or a blow taken for X."
                .to_owned(),
        );
    }
    for (name, does) in &report.spells_heard {
        sentences.push(format!("“{name}”: {}", does.join(" ")));
    }
    let own_sentences = || report.own_states.iter().flat_map(|own| &own.skills).flat_map(|skill| &skill.does);
    if own_sentences().any(|sentence| sentence.contains("Poison ")) {
        sentences.push("Poison 2/10: 10 damage in the Instant Phase of each of the next 2 Turns.".to_owned());
    }
    if report.night < 2 {
        sentences.push(STATS.to_owned());
    }
    sentences.push("A Turn is a Night. “For 2 Turns”: on the Night of use and on the next.".to_owned());
    let is_by_day = |part: &Perceived| matches!(part.act, SeenAct::Scouted | SeenAct::ScoutNoticed);
    if parts().any(|part| part.act == SeenAct::Alert && part.phase == Phase::DailyMove) {
        sentences.push(
            "Whoever looks about by day is seen only by a character there whose ACT is as high or higher.".to_owned(),
        );
    }
    if parts().any(is_by_day) {
        sentences.push("Whoever looks about by day returns before night to where they came from.".to_owned());
    }
    sentences
}

/// The meanings of the words for how hurt somebody looks, for those that were used.
pub(super) fn wound_legend(looks: impl Iterator<Item = Wound>) -> Vec<String> {
    let mut kinds = [false; 5];
    for wound in looks {
        let kind = match wound {
            Wound::Fallen(_) | Wound::Percent(100) | Wound::Hurt(false) => continue,
            Wound::Hurt(true) => 0,
            Wound::Heavy(_) => 1,
            Wound::Quarters(_) => 2,
            Wound::Tenths(_) => 3,
            Wound::Percent(_) => 4,
        };
        if let Some(kind) = kinds.get_mut(kind) {
            *kind = true;
        }
    }
    let words = [
        "Hurt: some Health is lost.",
        "Badly hurt: at most half of Health is left; not badly hurt: more than half.",
        "A quarter of Health, half, three quarters “at most”: more than the quarter below it.",
        "Tenths of Health “at most”: more than the tenth below.",
        "“About N%” of Health: to the nearest 5%; for eyes of ACT EX, to the nearest 1%.",
    ];
    words.into_iter().zip(kinds).filter(|(_, is_used)| *is_used).map(|(words, _)| words.to_owned()).collect()
}
