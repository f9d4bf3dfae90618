//! Conditions of sheets, read on the position as it truly is.
//!
//! Players' conditionals are read elsewhere, on what their characters perceived.

use crate::language::condition::{
    Bound, Condition, Level, Measured, Predicate, Relation, Resource, Trait, Who, Written,
};
use crate::language::effect::Operation;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::phase::Round;
use crate::vocabulary::rank::{Acuity, Letter, Rank};
use crate::vocabulary::stat::Stat;

use super::bargain::Bargain;
use super::force::{Class, Line};
use super::groups::in_group;
use super::{War, deeds};

/// Of whom a sentence speaks: who uses the skill, and the target at hand.
#[derive(Clone, Copy, Debug)]
pub struct Speech<'a> {
    /// `the user`.
    pub user: CharacterId,
    /// `the target`.
    pub target: Option<CharacterId>,
    /// `the attacker`.
    pub attacker: Option<CharacterId>,
    /// `this location`, where it is not simply where the user is: where what is in force was used (R356).
    pub here: Option<LocationId>,
    /// `they`, `that character`: whoever did what a sentence waited for, else whoever it is about to work on.
    pub that: Option<CharacterId>,
    /// What was paid and chosen in the use at hand.
    pub bargain: &'a Bargain,
    /// The number of the event by which the skill is being used whose words are read: what happened this Turn happened
    /// before it.
    pub of_use: Option<u32>,
    /// The sentence in force whose words are read: what it changes it reads as it would be without such sentences, or a
    /// rank could hang on itself.
    pub sentence: Option<Line>,
}

impl Speech<'static> {
    /// A use of a skill in which nothing is paid additionally or chosen: `this location` is where its user is.
    #[must_use]
    pub const fn of(user: CharacterId, target: Option<CharacterId>, attacker: Option<CharacterId>) -> Self {
        Speech { user, target, attacker, here: None, that: None, bargain: &Bargain::NONE, of_use: None, sentence: None }
    }
}

impl Speech<'_> {
    /// `this location`.
    #[must_use]
    pub fn here(&self, war: &War) -> LocationId {
        self.here.unwrap_or_else(|| war.character(self.user).at)
    }

    /// What the sentence changes whose words these are.
    fn changes(&self, war: &War) -> Option<Class> {
        match &war.rule(self.sentence?)?.operation {
            Operation::Standing(standing) => Some(Class::of(&standing.modifier)),
            Operation::Immediate(_) | Operation::Clause(_) => None,
        }
    }

    /// A rank as these words read it.
    pub(super) fn rank(&self, war: &War, who: CharacterId, stat: Stat) -> Rank {
        let written = || war.sheet(who).stats.ranked(stat).unwrap_or(Rank::plain(Letter::E));
        if matches!(self.changes(war), Some(Class::Stats | Class::Flight)) { written() } else { war.rank(who, stat) }
    }

    /// How acute senses are as these words read them.
    fn acuity(&self, war: &War, who: CharacterId) -> Acuity {
        let written = matches!(self.changes(war), Some(Class::Stats | Class::Flight));
        if written { war.sheet(who).stats.act } else { war.acuity(who) }
    }

    /// Whether somebody flies as these words read it.
    #[must_use]
    pub fn flies(&self, war: &War, who: CharacterId) -> bool {
        match self.changes(war) {
            Some(Class::Flight) => war.flies_by_itself(who),
            _ => war.flight(who).is_some(),
        }
    }

    /// Whether one sees another as these words read it.
    pub(super) fn sees(&self, war: &War, observer: CharacterId, other: CharacterId) -> bool {
        match self.changes(war) {
            Some(Class::Stats | Class::Flight | Class::Detection | Class::Senses) => {
                war.character(observer).at == war.character(other).at && war.character(other).is_alive()
            }
            _ => war.is_in_sight(observer, other),
        }
    }
}

/// Whether a condition of a sheet holds.
///
/// What a sheet cannot speak of (an order of its own that failed) does not hold.
#[must_use]
pub fn holds(war: &War, condition: &Condition<Written>, speech: Speech<'_>) -> bool {
    match condition {
        Condition::All(all) => all.iter().all(|c| holds(war, c, speech)),
        Condition::AnyOf(any) => any.iter().any(|c| holds(war, c, speech)),
        Condition::Not(inner) => !holds(war, inner, speech),
        Condition::Is(predicate) => predicate_holds(war, predicate, speech),
    }
}

fn predicate_holds(war: &War, predicate: &Predicate<Written>, speech: Speech<'_>) -> bool {
    match predicate {
        Predicate::Has(who, Trait::Dead) => {
            meant_in_death(war, who, speech).into_iter().any(|id| !war.character(id).is_alive())
        }
        Predicate::Has(who, statement) => any_of(war, who, speech, |id| trait_holds(war, statement, speech, id)),
        Predicate::Among(who, group) => any_of(war, who, speech, |id| in_group(war, group, speech, id)),
        Predicate::IsIn(who, place) => {
            let place = match place {
                Some(name) => war.setup.location_named(&name.text),
                None => Some(speech.here(war)),
            };
            any_of(war, who, speech, |id| Some(war.character(id).at) == place)
        }
        Predicate::IsWith(who, whom) => {
            let places: Vec<LocationId> = meant(war, whom, speech).into_iter().map(|id| war.character(id).at).collect();
            any_of(war, who, speech, |id| places.contains(&war.character(id).at))
        }
        Predicate::Count(bound, limit, group, place) => {
            let at = match place {
                Some(name) => war.setup.location_named(&name.text),
                None => Some(speech.here(war)).filter(|_| group.is_local()),
            };
            let there = |id: CharacterId| at.is_none_or(|at| war.character(id).at == at);
            let found = war.living().filter(|id| there(*id) && in_group(war, group, speech, *id)).count();
            bound.holds(&found, &(*limit as usize))
        }
        Predicate::Active(skill, on) => war.active.iter().any(|active| {
            let own = on.is_none() && active.user == speech.user && active.is_skill();
            let on_whom = on.as_ref().is_some_and(|who| any_of(war, who, speech, |id| active.targets.contains(&id)));
            (own || on_whom) && war.skill(active.skill).is_called(&skill.text)
        }),
        Predicate::Holds(who, item) => {
            any_of(war, who, speech, |id| war.character(id).items.iter().any(|i| war.skill(*i).is_called(&item.text)))
        }
        Predicate::Night(bound, night) => bound.holds(&war.night, night),
        Predicate::Pays(..) | Predicate::Chooses(_) => speech.bargain.answers(predicate) == Some(true),
        Predicate::Detects(observers, others) => {
            let others = meant(war, others, speech);
            any_of(war, observers, speech, |id| others.iter().any(|other| speech.sees(war, id, *other)))
        }
        Predicate::MoveCancelled(who) => any_of(war, who, speech, |id| war.character(id).turn.move_cancelled),
        Predicate::OwnSkillFailed(skill) => {
            war.character(speech.user).turn.failed.iter().any(|failed| war.skill(*failed).is_called(&skill.text))
        }
        Predicate::Did(deed) => war.deeds.iter().enumerate().any(|(place, done)| {
            let itself = !deed.first && speech.of_use.is_some() && done.of_use == speech.of_use;
            !itself && deeds::is(war, done, deed, speech) && (!deed.first || deeds::was_first(&war.deeds, place))
        }),
        Predicate::SecondRound => war.round == Some(Round::Second),
        Predicate::Would(_) => false,
    }
}

/// Whether a statement holds of anyone the words mean.
fn any_of(war: &War, who: &Who<Written>, speech: Speech<'_>, test: impl Fn(CharacterId) -> bool) -> bool {
    meant(war, who, speech).into_iter().any(test)
}

/// Whom the words of a sheet mean, seen from a use of a skill.
#[must_use]
pub fn meant(war: &War, who: &Who<Written>, speech: Speech<'_>) -> Vec<CharacterId> {
    match who {
        Who::User => vec![speech.user],
        Who::Target => speech.target.into_iter().collect(),
        Who::Named(name) => war.called(speech.user, &name.text),
        Who::Related(relation, of) => related(war, *relation, &meant(war, of, speech)),
        Who::OneOf(list) => list.iter().flat_map(|w| meant(war, w, speech)).collect(),
        Who::Any(group) | Who::Every(group) | Who::UpTo(_, group) => {
            war.living().filter(|id| in_group(war, group, speech, *id)).collect()
        }
        Who::Attacker => speech.attacker.into_iter().collect(),
        Who::That => speech.that.into_iter().collect(),
        Who::SecondTarget | Who::WhoDid(_) => Vec::new(),
    }
}

/// Whoever is bound to any of these.
fn related(war: &War, relation: Relation, of: &[CharacterId]) -> Vec<CharacterId> {
    let each = of.iter().copied();
    let master = |id: CharacterId| war.master_or_last(id);
    match relation {
        Relation::Master => each.filter_map(master).collect(),
        Relation::Servant => each.flat_map(|id| war.servants_or_last(id)).collect(),
        Relation::Partner => {
            each.flat_map(|id| master(id).into_iter().chain(war.servants_or_last(id)).collect::<Vec<_>>()).collect()
        }
        Relation::Summoner => each.filter_map(|id| war.character(id).summoner).collect(),
        Relation::Familiars => {
            war.living().filter(|id| war.character(*id).summoner.is_some_and(|s| of.contains(&s))).collect()
        }
        Relation::Team => war.living().filter(|id| of.iter().any(|o| war.of_one_side(*o, *id))).collect(),
    }
}

/// Whom words mean that speak of death: those it has come to among them, by the bonds they had as it came.
#[must_use]
pub fn meant_in_death(war: &War, who: &Who<Written>, speech: Speech<'_>) -> Vec<CharacterId> {
    let fallen = war.ids().filter(|id| war.character(*id).death.as_ref().is_some_and(|death| !death.vanished));
    let lost = fallen.filter(|id| has_fallen(war, who, speech, *id));
    meant(war, who, speech).into_iter().chain(lost).collect()
}

/// Whether words mean somebody who is dead by a bond they had, or as one of a group.
fn has_fallen(war: &War, who: &Who<Written>, speech: Speech<'_>, dead: CharacterId) -> bool {
    let mourned = |id: CharacterId| war.character(id).bereft_of == Some(dead);
    let served = |id: CharacterId| war.is_master_of(id, dead);
    let bound = |relation: Relation, id: CharacterId| match relation {
        Relation::Master => mourned(id),
        Relation::Servant => served(id),
        Relation::Partner => mourned(id) || served(id),
        Relation::Familiars => war.character(dead).summoner == Some(id),
        Relation::Team => war.of_one_side(id, dead),
        Relation::Summoner => false,
    };
    match who {
        Who::Related(relation, of) => meant_in_death(war, of, speech).into_iter().any(|id| bound(*relation, id)),
        Who::OneOf(list) => list.iter().any(|who| has_fallen(war, who, speech, dead)),
        who => who.group().is_some_and(|group| in_group(war, group, speech, dead)),
    }
}

/// Whether a statement is true of a character.
#[must_use]
pub fn trait_holds(war: &War, statement: &Trait, speech: Speech<'_>, who: CharacterId) -> bool {
    let character = war.character(who);
    match statement {
        Trait::Ranked(Stat::ACT, bound, rank) => bound.holds(&speech.acuity(war, who), &Acuity::of(rank.letter)),
        // Subranks count: A+ is "A or higher" (R425), A- is not. What is N/A has no rank to compare.
        Trait::Ranked(stat, bound, rank) => {
            war.sheet(who).stats.ranked(*stat).is_some() && bound.holds(&speech.rank(war, who, *stat), rank)
        }
        Trait::Has(resource, bound, level) => number_holds(war, who, *resource, *bound, *level),
        Trait::BesideUser(Measured::Number(what), bound) => {
            bound.holds(&number_of(war, who, *what), &number_of(war, speech.user, *what))
        }
        Trait::BesideUser(Measured::Stat(Stat::ACT), bound) => {
            bound.holds(&speech.acuity(war, who), &speech.acuity(war, speech.user))
        }
        Trait::BesideUser(Measured::Stat(stat), bound) => {
            let both = [who, speech.user].into_iter().all(|id| war.sheet(id).stats.ranked(*stat).is_some());
            both && bound.holds(&speech.rank(war, who, *stat), &speech.rank(war, speech.user, *stat))
        }
        Trait::InSpiritForm => character.spirit_form,
        Trait::AffectedBy(kind) => character.statuses.iter().any(|s| s.status.kind() == *kind),
        Trait::AffectedByNamed(name) => war.afflictions_on(who).any(|(_, of)| of.name.eq_ignore_ascii_case(name)),
        Trait::AffectedByAnyStatus => !character.statuses.is_empty() || war.afflictions_on(who).next().is_some(),
        Trait::InBattle => character.battle.turns > 0 || character.turn.in_battle,
        Trait::InFirstTurnOfBattle => character.in_first_turn(),
        Trait::Dead => !character.is_alive(),
        Trait::Alive => character.is_alive(),
        Trait::DamagedByUser => character.turn.fought.contains(&speech.user),
        Trait::Masterless => character.kind == crate::sheet::Kind::Servant && character.master.is_none(),
        Trait::HasFlight => speech.flies(war, who),
    }
}

/// What a character has of something; of Combat Points and Command Spells what their Master has.
fn number_of(war: &War, who: CharacterId, resource: Resource) -> Exact {
    let character = war.character(who);
    match resource {
        Resource::Health => character.health,
        Resource::Mana => character.mana,
        Resource::CombatPoints => war.master_of(who).map_or(Exact::ZERO, |m| war.character(m).cp()),
        Resource::CommandSpells => {
            let mastery = war.master_of(who).and_then(|m| war.character(m).mastery.as_ref());
            Exact::from(mastery.map_or(0, |m| m.command_spells))
        }
        Resource::ActionPoints => Exact::from(character.turn.ap),
        Resource::SupportPoints => Exact::from(character.turn.sp),
    }
}

/// Whether a number of a character lies as a sheet asks; percentages include the edge (R424).
#[must_use]
pub fn number_holds(war: &War, who: CharacterId, resource: Resource, bound: Bound, level: Level) -> bool {
    let maximum = match resource {
        Resource::Health => war.sheet(who).health,
        Resource::Mana => war.sheet(who).mana,
        _ => Exact::ZERO,
    };
    let limit = match level {
        Level::Number(n) => Some(n),
        Level::OfMaximum(part) => maximum.times(part).ok(),
    };
    limit.is_some_and(|limit| bound.holds(&number_of(war, who, resource), &limit))
}
