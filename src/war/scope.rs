//! Which characters a sentence in force means: people by their bonds, groups by where they are (R116, R356, R369,
//! A093).

use crate::language::condition::{Group, Relation, Side, Written};
use crate::language::effect::{Forbidden, Modifier, Operation, Who};
use crate::vocabulary::ids::{CharacterId, LocationId};

use super::War;
use super::active_skill::ActiveSkill;
use super::evaluate::in_group;
use super::in_force::ActiveEffect;
use super::setup::UsedSkill;

/// The role of a character in a sentence.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SentenceRole {
    /// The sentence affects them. Harm to a group leaves out the user's own team (R369).
    Affected,
    /// The sentence only names them, wherever they are: `cannot attack Servants` (R356).
    Named,
}

impl War {
    /// Returns the only character that a sentence on `who` can mean while it is in force; `None` where it may be
    /// several, or where it depends on the position. [`War::covers`] decides whether it does mean them.
    pub(super) fn only_possible_character(&self, effect: ActiveEffect, who: &Who) -> Option<CharacterId> {
        let only_target = |active: &ActiveSkill| match active.targets[..] {
            [only] => Some(only),
            _ => None,
        };
        let active = self.active_of(effect);
        let is_own = *who == Who::User && active.is_none_or(ActiveSkill::is_skill);
        if is_own {
            return Some(effect.user);
        }
        active.filter(|_| matches!(who, Who::User | Who::Target)).and_then(only_target)
    }

    /// Whether a sentence on `who` affects this character.
    pub fn covers(&self, effect: ActiveEffect, who: &Who, on: CharacterId) -> bool {
        self.affects_or_names(effect, who, on, SentenceRole::Affected)
    }

    fn affects_or_names(&self, effect: ActiveEffect, who: &Who, on: CharacterId, role: SentenceRole) -> bool {
        let user = effect.user;
        // No skill of somebody else that covers the ground affects a character in Spirit Form (A093).
        if on != user
            && self.character(on).is_in_spirit_form
            && self.active_of(effect).is_some_and(|active| self.ground_covered(active).is_some())
        {
            return false;
        }
        // A Marble is a location of its own, and affects nobody elsewhere (R116, R356).
        if self.in_force.has_marbles()
            && self
                .active_of(effect)
                .is_some_and(|active| self.is_marble(active) && self.character(on).at != active.location)
        {
            return false;
        }
        if self.active_of(effect).is_some_and(|active| active.spares(effect.line, on)) {
            return false;
        }
        if let Some(active) = self.active_of(effect).filter(|a| !a.is_skill()) {
            // It means those it was put on, or whoever has the status. Groups are read anew each time.
            return match (who, who.group()) {
                (Who::OneOf(list), _) if list.iter().any(|one| one.group().is_some()) => {
                    list.iter().any(|member| self.affects_or_names(effect, member, on, role))
                }
                (_, Some(group)) => self.means_member(effect, group, on, role),
                (_, None) => active.targets.contains(&on),
            };
        }
        self.is_meant(effect, who, on, role)
    }

    /// Whether a sentence in force names this character besides those it is on: `they cannot attack the user`. A status
    /// and a triggered sentence are on others; `the user` in them is the one they come from. Being named does no harm,
    /// so a group includes the user's own team.
    pub fn can_name(&self, effect: ActiveEffect, who: &Who, other: CharacterId) -> bool {
        match self.active_of(effect) {
            Some(active) if !active.is_skill() => self.is_meant(effect, who, other, SentenceRole::Named),
            _ => self.affects_or_names(effect, who, other, SentenceRole::Named),
        }
    }

    fn is_meant(&self, effect: ActiveEffect, who: &Who, on: CharacterId, role: SentenceRole) -> bool {
        let user = effect.user;
        match who {
            Who::User => on == user,
            Who::Target => self.active_of(effect).is_some_and(|a| a.targets.contains(&on)),
            Who::Antecedent | Who::Attacker => {
                self.active_of(effect).is_some_and(|active| !active.is_skill() && active.targets.contains(&on))
            }
            Who::SecondTarget => self.active_of(effect).is_some_and(|a| a.second == Some(on)),
            Who::Related(relation, of) => self.any_meant(effect, of, |other| self.is_related(*relation, on, other)),
            Who::Named(name) => self.is_called(user, &name.text, on),
            Who::OneOf(list) => list.iter().any(|member| self.is_meant(effect, member, on, role)),
            Who::Every(group) | Who::Any(group) | Who::UpTo(_, group) => self.means_member(effect, group, on, role),
            Who::WhoDid(_) | Who::WhomDid(_) => false,
        }
    }

    /// Whether a sentence in force on a group means this character: one of the group within its range.
    fn means_member(&self, effect: ActiveEffect, group: &Group<Written>, on: CharacterId, role: SentenceRole) -> bool {
        // Those who may not enter are outside.
        let may_not_enter = self
            .sentence(effect)
            .is_some_and(|sentence| matches!(sentence.operation.modifier(), Some(Modifier::Forbids(Forbidden::Enter))));
        let is_upgraded = self.active_of(effect).is_some_and(|active| active.is_upgraded);
        let is_harm = role == SentenceRole::Affected
            && self.sentence(effect).is_some_and(|sentence| sentence.operation.does_harm());
        // A ban on attacking somebody protects them and does no harm, so it leaves out nobody.
        let is_protection = self.sentence(effect).is_some_and(|sentence| {
            matches!(
                sentence.operation.modifier(),
                Some(Modifier::Forbids(Forbidden::Target(_) | Forbidden::Attack(_)))
            )
        });
        let skill_form = UsedSkill { user: effect.user, skill: effect.skill, is_upgraded, target: None };
        let is_spared = is_harm && !is_protection && self.leaves_out_own_team(group, skill_form, on);
        // Those whom a sentence only names, and those against whom it protects, may be anywhere (R356).
        let wards_off = self.sentence(effect).is_some_and(
            |sentence| matches!(&sentence.operation, Operation::Standing(standing) if standing.wards_off_group()),
        );
        // So may whoever scouts.
        let forbids_scouting = self
            .sentence(effect)
            .is_some_and(|sentence| matches!(sentence.operation.modifier(), Some(Modifier::Forbids(Forbidden::Scout))));
        let is_anywhere = !group.names_location() && (role == SentenceRole::Named || wards_off || forbids_scouting);
        let is_left_behind = !is_anywhere
            && group.is_local()
            && self.active_of(effect).is_some_and(|active| self.is_left_behind(active));
        let is_in_range = is_anywhere || may_not_enter || self.is_in_range(group, self.this_location_of(effect), on);
        !is_spared
            && !is_left_behind
            && is_in_range
            && in_group(self, group, self.context_of_effect(effect, None, None), on)
    }

    /// Whether harm to a group leaves out this character. A team is immune to its own members' effects on everybody
    /// around, unless the words name team members, or a Bounded Field causes it (R369, R370).
    pub fn leaves_out_own_team(&self, group: &Group<Written>, skill_form: UsedSkill, on: CharacterId) -> bool {
        group.side == Side::Anyone
            && !self.skill(skill_form.skill).is_field(skill_form.is_upgraded)
            && self.were_on_one_side(skill_form.user, on)
    }

    /// Whether a group that an effect names includes somebody's location: it means those where the effect is, unless it
    /// names a location itself (R356).
    pub fn is_in_range(&self, group: &Group<Written>, from: LocationId, who: CharacterId) -> bool {
        group.names_location() || self.character(who).at == from
    }

    /// Whether one character is in this relation to another: their Master, on their team, and so on.
    fn is_related(&self, relation: Relation, one: CharacterId, other: CharacterId) -> bool {
        match relation {
            Relation::Master => self.is_master_of(one, other),
            Relation::Servant => self.is_servant_of(one, other),
            Relation::Partner => self.is_servant_of(one, other) || self.is_master_of(one, other),
            Relation::Summoner => self.character(other).summoner == Some(one),
            Relation::Familiars => self.character(one).summoner == Some(other),
            Relation::Team => self.were_on_one_side(other, one),
        }
    }

    /// Whether the test holds for any character that a sentence means.
    fn any_meant(&self, effect: ActiveEffect, who: &Who, test: impl Fn(CharacterId) -> bool) -> bool {
        match who {
            Who::User => test(effect.user),
            _ => self.ids().any(|other| test(other) && self.covers(effect, who, other)),
        }
    }
}
