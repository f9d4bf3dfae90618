//! Warns where a use does not do what its author may expect, because of a rule or of how something is counted.

use crate::language::condition::collectors::PeopleCollector;
use crate::language::condition::{Condition, Filter, Predicate, Property, Relation, Side, Who, Written};
use crate::language::effect::{
    Clause, Duration, Effect, Forbidden, Modifier, Operation, Quota, Sentence, Standing, Trigger, Verb,
};
use crate::language::effect_text::canonical;
use crate::language::effects::says_while;
use crate::language::visit::Visit;
use crate::vocabulary::phase::Phase;

use super::code;
use super::skill::{EffectLine, Role, Skill};

/// The code, what happens, and what to write instead.
type Warning = (&'static str, String, String);

/// The warnings about a sentence of a skill.
pub(super) fn warnings(skill: &Skill, sentence: &Sentence, text: &str) -> impl Iterator<Item = Warning> {
    let found = [
        warn_of_spirit_form_in_battle(skill, sentence),
        warn_of_shared_count(skill, sentence),
        warn_of_passing_condition(skill, sentence, text),
        warn_of_user_always_here(skill, sentence),
        warn_of_restore_before_maximum(skill, sentence),
        warn_of_spared_allies(skill, sentence),
        warn_of_missing_brackets(sentence, text),
        warn_of_single_turn_in_field(skill, sentence, text),
        warn_of_condition_next_turn(sentence, text),
        warn_of_any_target(skill, sentence),
    ];
    found.into_iter().flatten()
}

/// `If the user was attacked this Turn, the user's STR is raised by 1 rank. Lasts 3 Turns.`: a lasting effect evaluates
/// its condition at every moment, and what was done this Turn no longer holds in the next.
fn warn_of_passing_condition(skill: &Skill, sentence: &Sentence, text: &str) -> Option<Warning> {
    let is_standing = matches!(sentence.operation, Operation::Standing(_))
        && sentence.trigger.is_none()
        && sentence.duration.is_none();
    let said = sentence
        .condition
        .iter()
        .flat_map(Condition::statements)
        .any(|asks_about_deeds| asks_about_deeds.deed().is_some());
    let lasts = skill.clauses().find_map(|(clause, _)| match clause {
        Clause::Lasts(duration) => Some(*duration),
        _ => None,
    });
    if skill.is_passive() || !is_standing || !said || says_while(text) || lasts == Some(Duration::ThisTurn) {
        return None;
    }
    let has_upkeep = skill.cost.values().any(|cost| cost.upkeep.is_some());
    let turns = match lasts {
        Some(Duration::Turns(1)) => return None,
        Some(Duration::Turns(turns)) => turns,
        None if !has_upkeep => return None,
        Some(Duration::Indefinitely | Duration::ThisTurn | Duration::Battle) | None => 2,
    };
    let once_at_use = Sentence { duration: Some(Duration::Turns(turns)), at_use: true, ..sentence.clone() };
    Some((
        code::ASKED_ANEW,
        "this is asked at every moment, of that Turn alone: what was done in the Turn of its use is not so of the next"
            .to_owned(),
        format!("to ask it once, as the skill is used, say how long: `{}`", canonical(&Effect::Sentence(once_at_use))),
    ))
}

/// `The user gains 1 AP next Turn if the target is in battle`: the condition is evaluated when the AP are given (R080,
/// A035).
fn warn_of_condition_next_turn(sentence: &Sentence, text: &str) -> Option<Warning> {
    let lower = text.to_lowercase();
    let states_moment =
        lower.starts_with("at the beginning") || lower.contains(" while ") || lower.contains("each turn");
    let points = sentence.operation.modifier().is_some_and(Modifier::is_of_turn_points);
    let is_next_turn =
        points && sentence.duration == Some(Duration::Turns(1)) && sentence.trigger.is_none() && !sentence.at_use;
    (is_next_turn && sentence.condition.is_some() && !states_moment).then(|| {
        let at_use = canonical(&Effect::Sentence(Sentence { at_use: true, ..sentence.clone() }));
        (
            code::ASKED_ANEW,
            "this is asked as the next Turn begins, when the AP are given, not as the skill is used".to_owned(),
            format!("to ask it as the skill is used: `{at_use}`"),
        )
    })
}

/// `The user restores 20 Health unless the target dies`, on a skill with several targets: it is done once, if the
/// condition holds for any of them.
fn warn_of_any_target(skill: &Skill, sentence: &Sentence) -> Option<Warning> {
    let who = sentence.operation.who()?;
    let mentions_target = |who: &Who<Written>| who.mentions(&|who| *who == Who::Target);
    let speaks_of_struck =
        matches!(&sentence.operation, Operation::Standing(standing) if standing.is_about_struck_target());
    let condition = sentence.condition.as_ref()?;
    // A triggered sentence asks about whoever does the deed.
    let is_triggered = sentence.trigger.as_ref().and_then(Trigger::deed).is_some();
    let asks_about_target =
        PeopleCollector::of(|people| people.visit_condition(condition)).into_iter().any(mentions_target);
    (skill.max_targets > 1 && asks_about_target && !mentions_target(who) && !speaks_of_struck && !is_triggered).then(
        || {
            (
                code::COUNTED_TOGETHER,
                "of several targets this is done once, if it holds of any of them".to_owned(),
                "that is how it works; for each its own, give the skill one target".to_owned(),
            )
        },
    )
}

/// `If the target is Evil and in battle or the target is a Master`: `and` binds tighter (A240).
fn warn_of_missing_brackets(sentence: &Sentence, text: &str) -> Option<Warning> {
    let is_all = |condition: &Condition<Written>| matches!(condition, Condition::All(_));
    let mixed = match sentence.condition.as_ref()? {
        Condition::AnyOf(list) => list.iter().any(is_all),
        Condition::All(list) => list.iter().any(|part| matches!(part, Condition::AnyOf(_))),
        Condition::Not(_) | Condition::Is(_) => false,
    };
    (mixed && !text.contains('(')).then(|| {
        let reading = canonical(&Effect::Sentence(sentence.clone()));
        let message = "`and` and `or` stand beside each other without brackets: `and` binds closer (A240)".to_owned();
        (code::UNBRACKETED, message, format!("it is read as `{reading}`"))
    })
}

/// `At the end of the Turn, opponents inside lose 10 Mana`, on a field: it applies only in the Turn of its use (R113).
fn warn_of_single_turn_in_field(skill: &Skill, sentence: &Sentence, text: &str) -> Option<Warning> {
    let is_at_turn_end = matches!(sentence.trigger, Some(Trigger::Once(0, Phase::TurnEnd)));
    let states_turn = text.to_lowercase().contains("this turn");
    (skill.is_field(false) && is_at_turn_end && !states_turn).then(|| {
        let each_turn = Sentence { trigger: Some(Trigger::EachTurn(Phase::TurnEnd)), ..sentence.clone() };
        let message = "this is done once, at the end of the Turn in which the field is laid".to_owned();
        let note =
            format!("if it is to be done as long as the field lies: `{}`", canonical(&Effect::Sentence(each_turn)));
        (code::ONCE_IN_FIELD, message, note)
    })
}

/// `All Servants except the user lose 10 Health`: the author may think that the user's allies are struck.
fn warn_of_spared_allies(skill: &Skill, sentence: &Sentence) -> Option<Warning> {
    // `Servants and familiars except the user` is two groups.
    let roots = sentence.operation.who()?.roots();
    let mut groups = roots.into_iter().filter_map(Who::group).filter(|group| group.side == Side::Anyone);
    let team = |characters: &[Who<_>]| {
        characters.iter().any(|one| matches!(one, Who::Related(Relation::Team, of) if **of == Who::User))
    };
    let excludes_user = groups.any(|group| {
        group.filters.iter().any(|filter| match filter {
            Filter::Except(characters) => !team(characters),
            filter => *filter == Filter::Other,
        })
    });
    // A character who may not strike somebody is not struck: a protection spares nobody.
    let protects =
        matches!(sentence.operation.modifier(), Some(Modifier::Forbids(Forbidden::Target(_) | Forbidden::Attack(_))));
    (excludes_user && !protects && sentence.operation.does_harm() && !skill.is_field(false)).then(|| {
        (
            code::OWN_SPARED,
            "all of the user's own side are left out of this, not only those it names (R369)".to_owned(),
            "that is how it works; to have it said, write `opponents`; to strike allies too, name them: `allies`"
                .to_owned(),
        )
    })
}

/// `The target's maximum Health increases by 50 for 3 Turns. The target restores 50 Health.`: the immediate effect
/// comes first.
fn warn_of_restore_before_maximum(skill: &Skill, sentence: &Sentence) -> Option<Warning> {
    let Some(Verb::Restore { .. }) = sentence.operation.verb().filter(|_| sentence.trigger.is_none()) else {
        return None;
    };
    let raises_maximum = |sentence_before: &Sentence| {
        let Sentence { trigger: None, operation: Operation::Standing(standing), .. } = sentence_before else {
            return false;
        };
        matches!(&standing.modifier, Modifier::Maximum { change, .. } if !change.is_less())
    };
    skill.effects.iter().filter_map(EffectLine::sentence).any(raises_maximum).then(|| {
        let message = "what is restored is restored before the maximum rises, and what is above it is lost";
        (
            code::TOO_LATE,
            message.to_owned(),
            "leave one of the two to another skill, if it is to be the other way round".to_owned(),
        )
    })
}

/// `The user's Servant is immune to Poison while the user is here`, on a passive skill: the user is always where they
/// are.
fn warn_of_user_always_here(skill: &Skill, sentence: &Sentence) -> Option<Warning> {
    let is_here = |predicate: &&Predicate<_>| matches!(predicate, Predicate::IsIn(Who::User, None));
    let said = sentence.condition.iter().flat_map(Condition::statements).any(|asks_where| is_here(&asks_where));
    (said && skill.is_passive()).then(|| {
        (
            code::NEVER_HOLDS,
            "`here` is where the user is, so the user is always here".to_owned(),
            "say as whom: `while the user is in the same location as the user's Master`".to_owned(),
        )
    })
}

/// `The target is forced into Spirit Form`: only a Command Spell does so in battle (R189, R250, A094).
fn warn_of_spirit_form_in_battle(skill: &Skill, sentence: &Sentence) -> Option<Warning> {
    let enters_spirit_form = matches!(sentence.operation.verb(), Some(Verb::EnterSpiritForm { even_in_battle: false }))
        && skill.role != Role::CommandSpell;
    let is_about_battle = |predicate: &&Predicate<_>| matches!(predicate, Predicate::Has(_, Property::InBattle));
    let asks_about_battle =
        sentence.condition.iter().flat_map(Condition::statements).any(|predicate| is_about_battle(&predicate));
    (enters_spirit_form && !asks_about_battle).then(|| {
        (
            code::NOT_IN_BATTLE,
            "whoever is in battle does not enter Spirit Form by this (R250, A094)".to_owned(),
            "that is how it works; to have it said, write `unless the target is in battle` behind it, or if they are to `even while in battle`"
                .to_owned(),
        )
    })
}

/// `The next attack that targets the target is negated`, on a skill with several targets: one attack counts for all of
/// them.
fn warn_of_shared_count(skill: &Skill, sentence: &Sentence) -> Option<Warning> {
    let Operation::Standing(Standing { who, quota: Some(Quota::Next(count)), .. }) = &sentence.operation else {
        return None;
    };
    let targets = who.mentions(&|who| *who == Who::Target) && skill.max_targets > 1;
    let group =
        matches!(who, Who::Every(_) | Who::Related(Relation::Team | Relation::Servant | Relation::Familiars, _));
    ((targets || group) && sentence.trigger.is_none()).then(|| {
        let attacks = if *count == 1 { "attack is".to_owned() } else { format!("{count} attacks are") };
        (
            code::COUNTED_TOGETHER,
            format!("of several the next {attacks} counted for all of them together"),
            "for each its own, give the skill one target; what ends by a deed is of each: `until they are attacked`"
                .to_owned(),
        )
    })
}
