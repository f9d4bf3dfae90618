//! What effects tell about others (family 19). What is told about the location of a use is told before anybody is moved
//! there, so bystanders see where they go (R418).

use crate::event::kind::Knowledge;
use crate::language::condition::Who;
use crate::language::effect::{Effect, Immediate, Lesson, Operation, Sentence, Verb};
use crate::night::state::Night;
use crate::night::state::skill_use::AppliedSkill;
use crate::sheet::SheetKind;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rule_id::RuleId;
use crate::vocabulary::stat::Stat;
use crate::war::evaluate::{EvalContext, characters_meant, condition_holds, in_group};
use crate::war::knowledge::Fact;

/// Whether a verb tells about the location that the skill is used on.
pub(super) fn tells_of_location(verb: &Verb) -> bool {
    matches!(verb, Verb::Learn { there, lessons, .. } if *there || lessons.contains(&Lesson::TargetLocation))
}

/// Tells what the skill tells about the location it is used on.
pub(super) fn tell_locations(night: &mut Night<'_>, applied: &AppliedSkill) {
    for line in 0..night.war.skill(applied.skill).effects.len() {
        let Some(sentence) = night.war.skill(applied.skill).effects.get(line) else { continue };
        let Effect::Sentence(Sentence { trigger: None, operation: Operation::Immediate(immediate), condition, .. }) =
            sentence.effect.clone()
        else {
            continue;
        };
        let Immediate { who, verb: Verb::Learn { there, lessons, owner: subject } } = &immediate else {
            continue;
        };
        let target = applied.targets.first().copied();
        let context =
            EvalContext { bargain: &applied.bargain, ..EvalContext::of(applied.user, target, Some(applied.user)) };
        if !tells_of_location(&immediate.verb)
            || condition.as_ref().is_some_and(|condition| !condition_holds(&night.war, condition, context))
        {
            continue;
        }
        let learners = match who {
            Who::Every(group) if *there => {
                let Some(location) = applied.chosen else { continue };
                night.war.present(location).filter(|id| in_group(&night.war, group, context, *id)).collect()
            }
            who => characters_meant(&night.war, who, context),
        };
        let subjects = characters_meant(&night.war, subject, context);
        for learner in learners.into_iter().filter(|id| night.war.character(*id).is_alive()).collect::<Vec<_>>() {
            for subject in &subjects {
                teach(night, applied, learner, *subject, lessons);
            }
        }
    }
}

/// Tells a character facts about another.
pub(super) fn teach(
    night: &mut Night<'_>,
    applied: &AppliedSkill,
    observer: CharacterId,
    subject: CharacterId,
    what: &[Lesson],
) {
    for lesson in what {
        let (character, sheet) = (night.war.character(subject), night.war.sheet(subject));
        let fact = match lesson {
            Lesson::Location => Some(Fact::Location(character.at)),
            Lesson::TargetLocation => applied.chosen.map(Fact::Location),
            Lesson::Health => Some(Fact::Health(character.health)),
            Lesson::Mana => Some(Fact::Mana(character.mana)),
            Lesson::Stats => {
                let main = Stat::MAIN.iter().map(|stat| night.war.rank(subject, *stat)).collect();
                Some(Fact::Stats(main, night.war.acuity(subject)))
            }
            Lesson::Class => sheet.class.clone().map(Fact::Class),
            Lesson::TrueName => sheet.true_name.clone().map(Fact::TrueName),
            Lesson::Name => None,
        };
        let (parent, cause) = (Some(applied.use_event), applied.cause);
        // A Servant is known by its class.
        let is_name = *lesson == Lesson::Name || (*lesson == Lesson::Class && character.kind == SheetKind::Servant);
        if is_name && observer != subject && !night.war.character(observer).knows.contains(&subject) {
            night.emit(Knowledge::Recognised { observer, who: subject }, parent, cause, None, &[RuleId::R(125)]);
        }
        if let Some(fact) = fact.filter(|_| observer != subject) {
            let learned_event = Knowledge::Learned { observer, of: subject, fact, skill: applied.skill };
            night.emit(learned_event, parent, cause, None, &[RuleId::R(125), RuleId::A(239)]);
        }
    }
}

/// Tells a character that somebody came to where the skill works, or went from there, and no more: not of themselves.
pub(super) fn alert(night: &mut Night<'_>, applied: &AppliedSkill, observer: CharacterId) {
    let Some(who) = applied.antecedent.filter(|who| *who != observer) else { return };
    let at = applied.location;
    let came = night.war.character(who).at == at;
    let alerted_event = Knowledge::Alerted { observer, at, came };
    night.emit(alerted_event, Some(applied.use_event), applied.cause, None, &[RuleId::R(125)]);
}
