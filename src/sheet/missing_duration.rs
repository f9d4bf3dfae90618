//! Warns of effects of a used skill that would last for the rest of the War, because no duration is given.
//!
//! Nothing is guessed silently: the sentence does what it says, and the warning asks its author which of the two
//! durations was meant.

use crate::language::condition::{Condition, Filter, Group, Predicate, Who, Written};
use crate::language::effect::{
    AttackFilter, Cancelled, Clause, Duration, Effect, Hiding, Immediate, Modifier, Operation, Sentence, Standing,
    Trigger, Verb,
};
use crate::language::effect_text::canonical;
use crate::language::effects::{parse, rewrite_with_until, says_while};

use super::skill::{Role, Skill};

/// The warning about a sentence without an end, and two ways to give it one in its author's words: until the end of the
/// Turn, and indefinitely. `None` where the sentence ends.
pub(super) fn warn_of_missing_end(
    skill: &Skill,
    sentence: &Sentence,
    text: &str,
) -> Option<(&'static str, [String; 2])> {
    let used = match skill.role {
        Role::BasicAttack | Role::Skill | Role::NoblePhantasm | Role::StorySkill => !skill.is_passive(),
        // What the rulebook itself defines ends as the rulebook says (A124, A128).
        Role::Ability | Role::CommandSpell | Role::Item | Role::Service => false,
    };
    // `While …` also gives a duration.
    let states_while = sentence.condition.is_some() && says_while(text);
    let own_time = sentence.duration.is_some() || sentence.ending_deed.is_some();
    if used && states_while && is_upgrade(sentence) && !own_time && !has_skill_wide_end(skill) {
        let message = "an upgrade whose time is not said is over with the Turn (A228), whatever `while` says";
        return Some((message, DURATIONS.map(|(words, time)| append_duration(text, sentence, words, time))));
    }
    if !used || !sentence.is_in_force() || states_while || has_end(skill, sentence) {
        return None;
    }
    if sentence.trigger.is_some() {
        let message = "no duration is said: once the skill is used, this waits for ever";
        return Some((message, ["Lasts until the end of the Turn.".to_owned(), "Lasts indefinitely.".to_owned()]));
    }
    let message = "this holds for ever once the skill was used, as no time is said";
    Some((message, DURATIONS.map(|(words, time)| append_duration(text, sentence, words, time))))
}

/// Why `The target loses 20 Mana during the Movement Phase` of a used skill without an end is unclear: in this Turn,
/// or in each from now on? `None` for other sentences.
pub(super) fn why_phase_is_unclear(
    skill: &Skill,
    sentence: &Sentence,
    text: &str,
) -> Option<(&'static str, [String; 2])> {
    let Some(Trigger::EachTurn(_)) = &sentence.trigger else { return None };
    let lower = text.to_lowercase();
    let says_each = ["each", "every", "per turn"].iter().any(|word| lower.contains(word));
    warn_of_missing_end(skill, sentence, text).filter(|_| lower.contains("phase") && !says_each)?;
    let each = format!("of each write `{} Lasts 3 Turns.`", canonical(&Effect::Sentence(sentence.clone())));
    let once = "of this Turn alone write `At the end of the Turn, …`, or what is done at once without the phase";
    Some(("the phase of this Turn, or of each Turn from now on?", [each, once.to_owned()]))
}

/// The possible meanings of `Lasts 2 Turns unless the user is in battle`, where no other sentence gives the duration
/// for the other case. `None` for other sentences.
pub(super) fn notes_on_conditional_duration(skill: &Skill, sentence: &Sentence, text: &str) -> Option<Vec<String>> {
    let Operation::Clause(Clause::Lasts(duration)) = sentence.operation else { return None };
    let own = sentence.condition.as_ref()?;
    if duration == Duration::Indefinitely || skill.cost.values().any(|cost| cost.upkeep.is_some()) {
        return None;
    }
    let is_contrary = |one: &Condition<Written>, other: &Condition<Written>| matches!(one, Condition::Not(inner) if **inner == *other);
    let mut others = skill.clauses().filter_map(|(clause, only_if)| match clause {
        Clause::Lasts(duration) => Some((*duration, only_if)),
        _ => None,
    });
    // A duration that always applies, or exactly where this one does not; what lasts `while …` has an end.
    let covers_other_case = others.any(|(duration, only_if)| {
        only_if.is_none_or(|other| {
            duration == Duration::Indefinitely || is_contrary(own, other) || is_contrary(other, own)
        })
    });
    if covers_other_case || skill.stays_until_ended(false) {
        return None;
    }
    let mut notes: Vec<String> =
        rewrite_with_until(text).into_iter().map(|reading| format!("if that ends it: `{reading}`")).collect();
    notes
        .push(format!("if it lasts otherwise then: `{}; otherwise, lasts 1 Turn.`", text.trim().trim_end_matches('.')));
    Some(notes)
}

/// Whether a sentence outlasts its skill: `The user's STR is raised by 1 rank for 4 Turns`. With a field, with its
/// familiars, or with an unpaid upkeep, everything that belongs to it ends.
pub(super) fn is_cut_short(skill: &Skill, sentence: &Sentence) -> bool {
    let has_upkeep = skill.cost.values().any(|cost| cost.upkeep.is_some());
    let ends_with_skill = has_upkeep || skill.stays_until_ended(false);
    let Some(own) = sentence.duration.filter(|_| sentence.is_in_force()) else { return false };
    // A triggered effect has its own duration, whenever that begins.
    if sentence.trigger.is_some() && matches!(sentence.operation, Operation::Standing(_)) {
        return false;
    }
    let turns = |time: Duration| match time {
        Duration::Turns(turns) => Some(turns),
        Duration::ThisTurn => Some(1),
        Duration::Battle | Duration::Indefinitely => None,
    };
    skill.clauses().any(|(clause, only_if)| match clause {
        Clause::Lasts(Duration::Indefinitely) => only_if.is_some() && own != Duration::ThisTurn,
        Clause::Lasts(skill_duration) => {
            ends_with_skill
                && turns(*skill_duration)
                    .is_some_and(|skill_duration| turns(own).is_none_or(|own| own > skill_duration))
        }
        _ => false,
    })
}

/// Whether a sentence ends: by its own words, by those of its skill, or by its nature.
fn has_end(skill: &Skill, sentence: &Sentence) -> bool {
    let ends_itself = match (&sentence.trigger, &sentence.operation) {
        // It gives the duration of what it triggers, not how long it waits.
        (Some(_), Operation::Standing(_)) => false,
        (_, _) => sentence.duration.is_some() || sentence.ending_deed.is_some(),
    };
    let ends_by_nature = match &sentence.operation {
        // An upgrade holds to the end of the Turn (A228); an effect on the next attacks is used up; `until they attack`
        // is an end.
        Operation::Standing(standing) => {
            let is_hidden = matches!(
                standing.modifier,
                Modifier::Hidden { when: Hiding::UntilAttack | Hiding::FromScoutsUntilAttack, .. }
            );
            sentence.trigger.is_none() && (is_upgrade(sentence) || is_hidden || standing.can_be_used_up())
        }
        Operation::Immediate(Immediate { verb: Verb::Cancel(Cancelled::This), .. }) => true,
        Operation::Immediate(_) | Operation::Clause(_) => false,
    };
    // Waiting for the kill of an attack ends with the attack; a point in time comes once.
    let is_single_wait =
        (skill.is_attack() && sentence.waits_for_a_kill()) || matches!(sentence.trigger, Some(Trigger::Once(..)));
    // Fields, Marbles and effects confined to a location end as the rulebook says (R357, R115, R117). On an attack the
    // sentence may mean its own damage, not the ground.
    let is_of_ground = sentence.is_confined() && !(skill.is_attack() && changes_damage(sentence));
    ends_itself
        || ends_by_nature
        || is_single_wait
        || has_skill_wide_end(skill)
        || skill.stays_until_ended(false)
        || is_of_ground
}

/// Whether a sentence or an upkeep of a skill ends the whole skill.
fn has_skill_wide_end(skill: &Skill) -> bool {
    skill.clauses().any(|(clause, _)| matches!(clause, Clause::Lasts(_)))
        || skill.cost.values().any(|cost| cost.upkeep.is_some())
        || skill.effects.iter().any(|line| ends_skill(&line.effect))
}

/// Whether a sentence gives a skill its upgraded form (R427).
const fn is_upgrade(sentence: &Sentence) -> bool {
    matches!(sentence.operation.modifier(), Some(Modifier::Upgrade(_)))
}

/// The sentence that limits to this attack what a sentence says of all damage that somebody receives. `None` where
/// there is no such sentence.
pub(super) fn limit_to_this_attack(skill: &Skill, sentence: &Sentence) -> Option<String> {
    let Operation::Standing(Standing { who, attacks, modifier: Modifier::DamageTaken(change), .. }) =
        &sentence.operation
    else {
        return None;
    };
    if !skill.is_attack() || *attacks != AttackFilter::ALL || sentence.trigger.is_some() {
        return None;
    }
    let mut conditions: Vec<Condition<Written>> = sentence.condition.iter().cloned().collect();
    match who {
        Who::Target => {}
        Who::Every(group) => {
            let filters = group.filters.iter().filter(|filter| !matches!(filter, Filter::Here | Filter::Beside));
            let group = Group { side: group.side, filters: filters.cloned().collect() };
            conditions.insert(0, Condition::Is(Predicate::Among(Who::Target, group)));
        }
        _ => return None,
    }
    let condition = match conditions.len() {
        0 | 1 => conditions.pop(),
        _ => Some(Condition::All(conditions)),
    };
    let operation = Operation::Clause(Clause::SkillDamage(change.clone()));
    let words = canonical(&Effect::Sentence(Sentence { operation, condition, ..sentence.clone() }));
    parse(&words).is_ok().then_some(words)
}

/// Whether the sentence changes the damage that somebody receives.
const fn changes_damage(sentence: &Sentence) -> bool {
    matches!(sentence.operation.modifier(), Some(Modifier::DamageTaken(_) | Modifier::DamageAtMost(_)))
}

/// Whether a sentence ends its skill: `When the user is attacked, this skill ends`.
fn ends_skill(effect: &Effect) -> bool {
    match effect {
        Effect::Sentence(sentence) => matches!(sentence.operation.verb(), Some(Verb::Cancel(Cancelled::This))),
        Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => false,
    }
}

/// The two durations that may be meant.
const DURATIONS: [(&str, Duration); 2] =
    [("until the end of the Turn", Duration::ThisTurn), ("indefinitely", Duration::Indefinitely)];

/// The author's sentence with a duration appended; the canonical sentence where the author's would be parsed
/// differently.
fn append_duration(text: &str, sentence: &Sentence, words: &str, time: Duration) -> String {
    let text_with_time = format!("{} {words}.", text.trim().trim_end_matches('.'));
    let timed = |effect: &Effect| match effect {
        Effect::Sentence(read) => read.operation == sentence.operation && read.duration.is_some(),
        Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => false,
    };
    match parse(&text_with_time) {
        Ok(effect) if timed(&effect) => text_with_time,
        Ok(_) | Err(_) => canonical(&Effect::Sentence(Sentence { duration: Some(time), ..sentence.clone() })),
    }
}
