//! The legend: what the words on a page mean, a sentence each, only for words on that page.

use crate::perception::last_wounds::shown_wounds;
use crate::perception::perceived::{ChangeKind, Perceived, SeenAct, Wound};
use crate::perception::report::Report;
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::skill_type::SkillType;

use super::value_words;

/// The order of a Turn (R210, R219).
const PHASES: &str = "The phases of a Turn, in order: Daily Move, Initial (Mana comes back or is lost, Upkeep is paid), \
                      Instant, Support, Attacking, Prepared Effect, Movement; then Instant to Prepared Effect once more, \
                      for whoever came into a battle by the Movement Phase. Whoever was in battle in the first of these \
                      two rounds does nothing in the second, whatever AP is left, but can be struck. In Support, Attacking and \
                      Prepared Effect the higher AGI acts first, and of two alike the higher LCK.";

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
    sentences.extend(describe_printed_damage(report));
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
    let own_abilities = || report.own_states.iter().flat_map(|own| &own.abilities).flat_map(|ability| &ability.does);
    if own_sentences().any(|sentence| sentence.contains("cannot leave")) {
        sentences.push(
            "Whoever cannot leave a place is held there only while the user of the skill is in that place too."
                .to_owned(),
        );
    }
    if own_sentences().chain(own_abilities()).any(|sentence| sentence.contains("gains Flight")) {
        sentences.push(
            "Whoever has Flight takes 15% less Physical and 10% less Magical damage from an opponent without it; from one \
             whose Flight is of a lower rank, 15% less Physical damage."
                .to_owned(),
        );
    }
    let has_own_type = |kind: SkillType| {
        let mut skills = report.own_states.iter().filter(|own| own.is_alive).flat_map(|own| &own.skills);
        skills.any(|skill| skill.type_and_rank.contains(kind.name()))
    };
    if has_own_type(SkillType::Prepared) {
        sentences.push("Prepared: occurs in the Prepared Effect Phase of the same Turn.".to_owned());
    }
    if has_own_type(SkillType::BoundedField) {
        sentences.push(
            "One Bounded Field can be active at a place, whoever cast it; the field of a Home Base, \
             which tells that somebody comes in, is not counted."
                .to_owned(),
        );
    }
    if own_sentences().any(|sentence| sentence.contains("Poison ")) {
        sentences.push("Poison 2/10: 10 damage in the Instant Phase of each of the next 2 Turns.".to_owned());
    }
    if report.night < 2 {
        sentences.push(STATS.to_owned());
    }
    sentences.push("A Turn is a Night. “For 2 Turns”: on the Night of use and on the next.".to_owned());
    let is_by_day = |part: &Perceived| matches!(part.act, SeenAct::Scouted | SeenAct::ScoutNoticed);
    if parts().any(is_by_day) {
        sentences.push("Whoever looks about by day returns before night to where they came from.".to_owned());
    }
    sentences
}

/// What the damage on a sheet is, where a blow did another: ranks enter into Physical and Magical damage alone
/// (R089–R093).
fn describe_printed_damage(report: &Report) -> Option<String> {
    let parts = report.scenes.iter().flat_map(|scene| scene.event_groups.iter().flatten());
    let kinds: Vec<Option<DamageType>> =
        parts.filter(|part| part.printed.is_some() && part.amount != part.printed).map(|part| part.damage).collect();
    let has_ranks = |kind: &Option<DamageType>| matches!(kind, Some(DamageType::Physical | DamageType::Magical));
    let mut words: Vec<String> =
        kinds.iter().map(|kind| format!("“{}”", value_words::printed_damage_words("…", *kind))).collect();
    words.sort();
    words.dedup();
    let words = value_words::join_with_and(&words)?;
    let rest = match (kinds.iter().any(has_ranks), kinds.iter().all(has_ranks)) {
        (true, true) => "the ranks of both, and what either has in force, made the rest of it",
        (true, false) => {
            "what either has in force made the rest of it, and for Physical and Magical damage the ranks of both; no rank \
             enters into other damage"
        }
        (false, _) => "no rank enters into it, and what either has in force made the rest of it",
    };
    Some(format!("{words}: what the sheet has; {rest}."))
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
