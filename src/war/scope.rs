//! Whom a sentence in force means: people by their bonds, groups by where they are (R116, R356, R369, A093).

use crate::language::condition::{Group, Relation, Side, Written};
use crate::language::effect::{Forbidden, Modifier, Operation, Who};
use crate::vocabulary::ids::{CharacterId, LocationId};

use super::War;
use super::active_skill::ActiveSkill;
use super::evaluate::in_group;
use super::in_force::ActiveEffect;
use super::setup::UsedSkill;

/// What somebody is in a sentence.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SentenceRole {
    /// Whom it works on: harm to a group leaves the user's own team out (R369).
    WorkedOn,
    /// Whom it only speaks of, wherever they are: `cannot attack Servants` (R356).
    Named,
}

impl War {
    /// The one character whom a sentence that speaks of `who` can mean, as long as it is in force; `None` where that
    /// may be several or depends on how things stand. [`War::covers`] decides whether it does mean them.
    pub(super) fn only_meant(&self, effect: ActiveEffect, who: &Who) -> Option<CharacterId> {
        let only_target = |active: &ActiveSkill| match active.targets[..] {
            [only] => Some(only),
            _ => None,
        };
        let active = self.active_of(effect);
        let own = *who == Who::User && active.is_none_or(ActiveSkill::is_skill);
        if own {
            return Some(effect.user);
        }
        active.filter(|_| matches!(who, Who::User | Who::Target)).and_then(only_target)
    }

    /// Whether a sentence that speaks of `who` works on this character.
    pub fn covers(&self, effect: ActiveEffect, who: &Who, on: CharacterId) -> bool {
        self.includes(effect, who, on, SentenceRole::WorkedOn)
    }

    fn includes(&self, effect: ActiveEffect, who: &Who, on: CharacterId, part: SentenceRole) -> bool {
        let user = effect.user;
        // No skill of somebody else reaches into Spirit Form through the ground (A093).
        if on != user
            && self.character(on).spirit_form
            && self.active_of(effect).is_some_and(|active| self.ground_of(active).is_some())
        {
            return false;
        }
        // A Marble is a place of its own, and works on nobody elsewhere (R116, R356).
        if self.in_force.has_marbles()
            && self
                .active_of(effect)
                .is_some_and(|active| self.is_marble(active) && self.character(on).at != active.place)
        {
            return false;
        }
        if self.active_of(effect).is_some_and(|active| active.spares(effect.line, on)) {
            return false;
        }
        if let Some(active) = self.active_of(effect).filter(|a| !a.is_skill()) {
            // Whom it was set off upon, who has the status; groups are read anew each time.
            return match (who, who.group()) {
                (Who::OneOf(list), _) if list.iter().any(|one| one.group().is_some()) => {
                    list.iter().any(|w| self.includes(effect, w, on, part))
                }
                (_, Some(group)) => self.is_of_group(effect, group, on, part),
                (_, None) => active.targets.contains(&on),
            };
        }
        self.is_meant(effect, who, on, part)
    }

    /// Whether a sentence in force means this character besides whom it is on: `they cannot attack the user`. A status
    /// and what was set off are on others, and `the user` in them is whose they are. Nobody is harmed by being meant,
    /// so the user's own team is among a group too.
    pub fn means(&self, effect: ActiveEffect, who: &Who, other: CharacterId) -> bool {
        match self.active_of(effect) {
            Some(active) if !active.is_skill() => self.is_meant(effect, who, other, SentenceRole::Named),
            _ => self.includes(effect, who, other, SentenceRole::Named),
        }
    }

    fn is_meant(&self, effect: ActiveEffect, who: &Who, on: CharacterId, part: SentenceRole) -> bool {
        let user = effect.user;
        match who {
            Who::User => on == user,
            Who::Target => self.active_of(effect).is_some_and(|a| a.targets.contains(&on)),
            Who::Antecedent | Who::Attacker => {
                self.active_of(effect).is_some_and(|active| !active.is_skill() && active.targets.contains(&on))
            }
            Who::SecondTarget => self.active_of(effect).is_some_and(|a| a.second == Some(on)),
            Who::Related(relation, of) => self.is_bound(effect, of, |other| self.is_related(*relation, on, other)),
            Who::Named(name) => self.is_called(user, &name.text, on),
            Who::OneOf(list) => list.iter().any(|w| self.is_meant(effect, w, on, part)),
            Who::Every(group) | Who::Any(group) | Who::UpTo(_, group) => self.is_of_group(effect, group, on, part),
            Who::WhoDid(_) | Who::WhomDid(_) => false,
        }
    }

    /// Whether a sentence in force that speaks of a group means this character of it: who is in its range.
    fn is_of_group(&self, effect: ActiveEffect, group: &Group<Written>, on: CharacterId, part: SentenceRole) -> bool {
        // Who may not enter is outside.
        let outside = self
            .sentence(effect)
            .is_some_and(|sentence| matches!(sentence.operation.modifier(), Some(Modifier::Forbids(Forbidden::Enter))));
        let upgraded = self.active_of(effect).is_some_and(|active| active.upgraded);
        let harms = part == SentenceRole::WorkedOn
            && self.sentence(effect).is_some_and(|sentence| sentence.operation.does_harm());
        // Who may not strike somebody is not struck: a protection spares nobody.
        let protects = self.sentence(effect).is_some_and(|sentence| {
            matches!(
                sentence.operation.modifier(),
                Some(Modifier::Forbids(Forbidden::Target(_) | Forbidden::Attack(_)))
            )
        });
        let used = UsedSkill { user: effect.user, skill: effect.skill, upgraded };
        let spared = harms && !protects && self.spares_own(group, used, on);
        // Whom a sentence only names, and against whom it protects, may be anywhere (R356).
        let wards = self.sentence(effect).is_some_and(
            |sentence| matches!(&sentence.operation, Operation::Standing(standing) if standing.wards_off()),
        );
        // So may whoever scouts.
        let scouts = self
            .sentence(effect)
            .is_some_and(|sentence| matches!(sentence.operation.modifier(), Some(Modifier::Forbids(Forbidden::Scout))));
        let anywhere = !group.names_place() && (part == SentenceRole::Named || wards || scouts);
        let left = !anywhere && group.is_local() && self.active_of(effect).is_some_and(|active| self.is_left(active));
        let in_range = anywhere || outside || self.is_in_range(group, self.this_location_of(effect), on);
        !spared && !left && in_range && in_group(self, group, self.context_of(effect, None, None), on)
    }

    /// Whether harm to a group leaves this character out of it: a team is immune to what its own members do to all
    /// about them, unless the words are of its members, or it is a Bounded Field that does it (R369, R370).
    pub fn spares_own(&self, group: &Group<Written>, used: UsedSkill, on: CharacterId) -> bool {
        group.side == Side::Anyone
            && !self.skill(used.skill).is_field(used.upgraded)
            && self.were_on_one_side(used.user, on)
    }

    /// Whether a group of which an effect speaks reaches somebody: it is of those where the effect is, unless it names
    /// a place itself (R356).
    pub fn is_in_range(&self, group: &Group<Written>, from: LocationId, who: CharacterId) -> bool {
        group.names_place() || self.character(who).at == from
    }

    /// Whether one is bound to another: is their Master, of their team.
    fn is_related(&self, relation: Relation, one: CharacterId, to: CharacterId) -> bool {
        match relation {
            Relation::Master => self.is_master_of(one, to),
            Relation::Servant => self.is_servant_of(one, to),
            Relation::Partner => self.is_servant_of(one, to) || self.is_master_of(one, to),
            Relation::Summoner => self.character(to).summoner == Some(one),
            Relation::Familiars => self.character(one).summoner == Some(to),
            Relation::Team => self.were_on_one_side(to, one),
        }
    }

    /// Whether somebody stands in a bond to one whom a sentence means.
    fn is_bound(&self, effect: ActiveEffect, of: &Who, bound: impl Fn(CharacterId) -> bool) -> bool {
        match of {
            Who::User => bound(effect.user),
            _ => self.ids().any(|other| bound(other) && self.covers(effect, of, other)),
        }
    }
}
