//! A skill in use: paid for and directed at somebody, and then at work on whoever it reached.

use std::collections::BTreeMap;

use crate::event::detail::Paid;
use crate::event::{Cause, EventId};
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::war::bargain::Bargain;
use crate::war::counting::CountContext;
use crate::war::evaluate::EvalContext;
use crate::war::setup::{SkillRef, UsedSkill};

/// What a use of a skill did to each whom it struck.
pub(crate) type Inflicted = BTreeMap<CharacterId, Struck>;

/// What a use of a skill did to one whom it struck.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Struck {
    /// The damage of all hits.
    pub damage: Exact,
    /// How many hits landed.
    pub hits: u32,
}

impl Struck {
    /// One hit.
    pub(crate) const fn once(damage: Exact) -> Struck {
        Struck { damage, hits: 1 }
    }

    /// More of the same use.
    pub(crate) fn add(&mut self, more: Struck) {
        self.damage += more.damage;
        self.hits += more.hits;
    }
}

/// The blows of a use that fall on others than its targets (A263).
#[derive(Clone, Debug)]
pub(crate) struct BlowsOnOthers {
    /// Which sentences strike whom.
    pub lines: BTreeMap<CharacterId, Vec<u16>>,
    /// Whom the skill is used on: `the target` in its amounts.
    pub of_target: Vec<CharacterId>,
}

/// A skill in use: paid for, not yet struck.
#[derive(Clone, Debug)]
pub(crate) struct SkillUse {
    pub user: CharacterId,
    pub skill: SkillRef,
    pub upgraded: bool,
    /// Whom it is directed at.
    pub targets: Vec<CharacterId>,
    /// Of its blows on others than its targets (A263): then those are its targets here.
    pub others: Option<BlowsOnOthers>,
    /// The location it is used on, or that the order names.
    pub chosen: Option<LocationId>,
    pub push: Option<LocationId>,
    /// What was paid and chosen.
    pub bargain: Bargain,
    /// How often it hits each of its targets, in their order; 0 for a skill that strikes none of them.
    pub hits: Vec<u32>,
    /// Where it works: the location it was used on, else where its user is.
    pub place: LocationId,
    pub paid: Paid,
    /// What was chosen with it.
    pub words: Option<String>,
    pub used: EventId,
    pub cause: Cause,
}

impl SkillUse {
    /// How often it hits somebody.
    pub(crate) fn hits_on(&self, who: CharacterId) -> u32 {
        self.targets.iter().zip(&self.hits).find(|(target, _)| **target == who).map_or(0, |(_, hits)| *hits)
    }

    /// How often it hits whom it hits most often.
    pub(crate) fn most_hits(&self) -> u32 {
        self.hits.iter().copied().max().unwrap_or(0)
    }

    /// The skill in its user's hands.
    pub(crate) const fn used_skill(&self) -> UsedSkill {
        UsedSkill { user: self.user, skill: self.skill, upgraded: self.upgraded }
    }

    /// Of whom its words speak, at work on somebody.
    pub(crate) fn context_on(&self, who: CharacterId) -> EvalContext<'_> {
        EvalContext {
            here: Some(self.place),
            antecedent: Some(who),
            bargain: &self.bargain,
            of_use: Some(self.used.0),
            ..EvalContext::of(self.user, Some(who), Some(self.user))
        }
    }

    /// Where its sentences count and measure, as a blow of it falls on somebody.
    pub(crate) fn tally_on(&self, who: CharacterId) -> CountContext<'_> {
        let of_target = self.others.as_ref().map_or(&[][..], |others| &others.of_target);
        CountContext { of_target, ..CountContext::of(self.context_on(who), self.skill, who) }
    }

    /// The skill at work on whoever takes it.
    pub(crate) fn working(&self, targets: Vec<CharacterId>, inflicted: Inflicted) -> AppliedSkill {
        AppliedSkill {
            targets,
            chosen: self.chosen,
            push: self.push,
            inflicted,
            upgraded: self.upgraded,
            bargain: self.bargain.clone(),
            words: self.words.clone(),
            ..AppliedSkill::of(self.user, self.skill, self.place, self.used, self.cause)
        }
    }
}

/// A skill whose effects now happen.
#[derive(Clone, Debug)]
pub(crate) struct AppliedSkill {
    /// Who used it.
    pub user: CharacterId,
    pub skill: SkillRef,
    /// On whom its sentences about "the target" work: for an attack, whoever took the hits (A030).
    pub targets: Vec<CharacterId>,
    /// Whom a Command Spell names besides its Servant: the second target.
    pub second: Option<CharacterId>,
    /// The location it is used on, or that the order names.
    pub chosen: Option<LocationId>,
    pub push: Option<LocationId>,
    /// What each of them took from it.
    pub inflicted: Inflicted,
    /// Its blows have fallen as hits (A263).
    pub struck: bool,
    /// In its upgraded form.
    pub upgraded: bool,
    /// Where it works: the location it was used on, else where its user is.
    pub place: LocationId,
    /// The words it was given: an order, what was chosen.
    pub words: Option<String>,
    /// What was paid and chosen in this use.
    pub bargain: Bargain,
    /// The event of its use.
    pub used: EventId,
    /// The order behind it.
    pub cause: Cause,
    /// `The attacker`: of a skill used, its user.
    pub attacker: Option<CharacterId>,
    /// `That character`: who did what the sentence waited for.
    pub antecedent: Option<CharacterId>,
}

impl AppliedSkill {
    /// The skill in its user's hands.
    pub(crate) const fn used_skill(&self) -> UsedSkill {
        UsedSkill { user: self.user, skill: self.skill, upgraded: self.upgraded }
    }

    /// The damage of its use to one of its targets; without one, to all of them together.
    pub(in crate::night) fn inflicted_on(&self, target: Option<CharacterId>) -> Exact {
        let struck = self.inflicted.iter().filter(|(who, _)| target.is_none_or(|target| **who == target));
        struck.map(|(_, struck)| struck.damage).sum()
    }

    /// A skill at work on nobody in particular, without anything chosen.
    pub(crate) fn of(
        user: CharacterId,
        skill: SkillRef,
        place: LocationId,
        used: EventId,
        cause: Cause,
    ) -> AppliedSkill {
        AppliedSkill {
            user,
            skill,
            targets: Vec::new(),
            second: None,
            chosen: None,
            push: None,
            inflicted: Inflicted::new(),
            struck: false,
            upgraded: false,
            place,
            words: None,
            bargain: Bargain::NONE,
            used,
            cause,
            attacker: Some(user),
            antecedent: None,
        }
    }
}
