//! Putting an end to what is in force (family 29).

use crate::event::detail::EndReason;
use crate::event::kind::Effects;
use crate::language::effect::Cancelled;
use crate::night::state::Night;
use crate::night::state::skill_use::AppliedSkill;
use crate::sheet::skill::Role;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rule_id::RuleId;
use crate::war::War;
use crate::war::active_skill::ActiveSkill;

/// Ends what a sentence cancels: what is in force on a character ends for that one alone. Command Spells are
/// circumvented by no skill (R160).
pub(super) fn cancel(night: &mut Night<'_>, working: &AppliedSkill, what: &Cancelled, who: CharacterId) {
    let war = night.basis();
    let ending: Vec<(ActiveSkill, Vec<CharacterId>)> = war
        .active_skills
        .iter()
        .filter(|active| *what == Cancelled::This || war.skill(active.skill).role != Role::CommandSpell)
        .filter_map(|active| ended_of(war, working, what, who, active).map(|on| (active.clone(), on)))
        .collect();
    for (active, targets) in ending {
        let (user, skill, at) = (active.user, active.skill, active.place);
        let (why, rules) = match what {
            Cancelled::This => (EndReason::UntilDone, [RuleId::R(125), RuleId::R(374)]),
            Cancelled::On(_) | Cancelled::Of(_) | Cancelled::Here(_) | Cancelled::Named(_) => {
                (EndReason::Dispelled, [RuleId::A(25), RuleId::R(366)])
            }
        };
        let ended = Effects::EffectEnded { user, skill, targets, why, at, set_off: active.set_off };
        // A field fades where it lies.
        let place = night.war.ground_of(&active);
        night.emit(ended, Some(working.used), working.cause, place, &rules);
    }
}

/// For whom a skill in force ends; `None` where it goes on.
fn ended_of(
    war: &War,
    working: &AppliedSkill,
    what: &Cancelled,
    who: CharacterId,
    active: &ActiveSkill,
) -> Option<Vec<CharacterId>> {
    let skill = war.skill(active.skill);
    match what {
        Cancelled::On(ranked) => {
            // What covers a place is on nobody.
            let on = active.targets.contains(&who)
                && war.ground_of(active).is_none()
                && skill.has_rank(*ranked, active.upgraded);
            on.then(|| vec![who])
        }
        Cancelled::Of(kind) => {
            let of_kind = kind.is_none_or(|kind| *skill.kind.at(active.upgraded) == kind);
            (active.user == who && active.is_skill() && of_kind).then(|| active.targets.clone())
        }
        Cancelled::Here(kind) => {
            let here = war.ground_of(active) == Some(working.place) && skill.kind.at(active.upgraded) == kind;
            here.then(|| active.targets.clone())
        }
        Cancelled::This => {
            let same = active.user == working.user && active.skill == working.skill && active.is_skill();
            // `Lasts until the target attacks`, on several: for the one who does.
            let one = working.antecedent.filter(|who| *who != active.user && active.targets.contains(who));
            let on = one.map_or_else(|| active.targets.clone(), |who| vec![who]);
            // `Lasts until the target is damaged`: for the one whose deed it was. `Lasts until the user attacks`: whoever
            // was attacked need not carry it.
            let carrying = working.targets.iter().copied().filter(|who| active.targets.contains(who));
            let whose: Vec<CharacterId> = carrying.collect();
            let all = whose.is_empty() || active.targets == working.targets;
            same.then_some(if all { on } else { whose })
        }
        Cancelled::Named(name) => {
            let reached = active.user == working.user || active.targets.iter().any(|t| working.targets.contains(t));
            (skill.is_called(name) && reached).then(|| active.targets.clone())
        }
    }
}
