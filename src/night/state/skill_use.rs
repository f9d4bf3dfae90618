//! A skill in use: paid for and directed at targets, and then applied to whoever it reached.

use std::collections::BTreeMap;

use crate::event::detail::Paid;
use crate::event::{Cause, EventId};
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::war::bargain::Bargain;
use crate::war::counts_and_measures::CountContext;
use crate::war::evaluate::EvalContext;
use crate::war::hit_facts::HitFacts;
use crate::war::setup::{SkillRef, UsedSkill};

/// What a use of a skill inflicted on each character it struck.
pub(crate) type Inflicted = BTreeMap<CharacterId, HitTotals>;

/// What a use of a skill inflicted on one character it struck.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct HitTotals {
    /// The damage of all hits.
    pub damage: Exact,
    /// How many hits landed.
    pub hits: u32,
    /// Which hits they were.
    pub facts: HitFacts,
}

impl HitTotals {
    /// Counts one hit.
    pub(crate) const fn once(damage: Exact, facts: HitFacts) -> HitTotals {
        HitTotals { damage, hits: 1, facts }
    }

    /// Adds further hits of the same use.
    pub(crate) fn add(&mut self, other: HitTotals) {
        self.damage += other.damage;
        self.hits += other.hits;
        self.facts.add(other.facts);
    }
}

/// The blows of a use on characters other than its targets (A263).
#[derive(Clone, Debug)]
pub(crate) struct BlowsOnOthers {
    /// The sentences that strike each character, by line.
    pub lines: BTreeMap<CharacterId, Vec<u16>>,
    /// The characters the skill is used on: `the target` in its amounts.
    pub use_targets: Vec<CharacterId>,
}

/// A skill in use: paid for, not yet applied.
#[derive(Clone, Debug)]
pub(crate) struct SkillUse {
    pub user: CharacterId,
    pub skill: SkillRef,
    pub is_upgraded: bool,
    /// The characters it is directed at.
    pub targets: Vec<CharacterId>,
    /// Set where this use stands for its blows on others (A263); the others are then its `targets`.
    pub blows_on_others: Option<BlowsOnOthers>,
    /// The location it is used on, or that the order names.
    pub chosen: Option<LocationId>,
    pub push: Option<LocationId>,
    /// What was paid and chosen.
    pub bargain: Bargain,
    /// How often it hits each of its targets, in their order; 0 for a skill that strikes none of them.
    pub hits: Vec<u32>,
    /// The location it works in: the one it was used on, else its user's.
    pub location: LocationId,
    pub paid: Paid,
    /// The words that the order gave it.
    pub order_text: Option<String>,
    pub use_event: EventId,
    pub cause: Cause,
}

impl SkillUse {
    /// Returns how often it hits a target; 0 for anybody else.
    pub(crate) fn hits_on(&self, who: CharacterId) -> u32 {
        self.targets.iter().zip(&self.hits).find(|(target, _)| **target == who).map_or(0, |(_, hits)| *hits)
    }

    /// Returns the highest number of hits on one target.
    pub(crate) fn most_hits(&self) -> u32 {
        self.hits.iter().copied().max().unwrap_or(0)
    }

    /// Returns the skill as its user uses it.
    pub(crate) const fn used_skill(&self) -> UsedSkill {
        UsedSkill { user: self.user, skill: self.skill, is_upgraded: self.is_upgraded, target: None }
    }

    /// Returns the context in which its words are read for somebody it affects.
    pub(crate) fn eval_context_on(&self, who: CharacterId) -> EvalContext<'_> {
        EvalContext {
            this_location: Some(self.location),
            antecedent: Some(who),
            bargain: &self.bargain,
            use_event: Some(self.use_event.0),
            ..EvalContext::of(self.user, Some(who), Some(self.user))
        }
    }

    /// Returns the context in which its sentences count and measure for somebody it strikes.
    pub(crate) fn count_context_on(&self, who: CharacterId) -> CountContext<'_> {
        let of_target = self.blows_on_others.as_ref().map_or(&[][..], |others| &others.use_targets);
        CountContext { of_target, ..CountContext::of(self.eval_context_on(who), self.skill, who) }
    }

    /// Returns the skill as applied to these characters.
    pub(crate) fn applied_to(&self, targets: Vec<CharacterId>, inflicted: Inflicted) -> AppliedSkill {
        AppliedSkill {
            targets,
            chosen: self.chosen,
            push: self.push,
            inflicted,
            is_upgraded: self.is_upgraded,
            bargain: self.bargain.clone(),
            order_text: self.order_text.clone(),
            ..AppliedSkill::new(self.user, self.skill, self.location, self.use_event, self.cause)
        }
    }
}

/// A skill whose effects are being applied.
#[derive(Clone, Debug)]
pub(crate) struct AppliedSkill {
    /// Who used it.
    pub user: CharacterId,
    pub skill: SkillRef,
    /// The characters that `the target` means in its sentences: for an attack, whoever took the hits (A030).
    pub targets: Vec<CharacterId>,
    /// The character that a Command Spell names besides its Servant: the second target.
    pub second: Option<CharacterId>,
    /// The location it is used on, or that the order names.
    pub chosen: Option<LocationId>,
    pub push: Option<LocationId>,
    /// What it inflicted on each of them.
    pub inflicted: Inflicted,
    /// Whether its blows have already landed as hits (A263).
    pub has_struck: bool,
    /// Whether the skill is in its upgraded form.
    pub is_upgraded: bool,
    /// The location it works in: the one it was used on, else its user's.
    pub location: LocationId,
    /// The words that the order gave it, such as a command or a choice.
    pub order_text: Option<String>,
    /// What was paid and chosen in this use.
    pub bargain: Bargain,
    /// The event of its use.
    pub use_event: EventId,
    /// The order or the effect behind it.
    pub cause: Cause,
    /// `The attacker`; for a skill used, its user.
    pub attacker: Option<CharacterId>,
    /// `That character`: whoever did what the sentence waited for.
    pub antecedent: Option<CharacterId>,
}

impl AppliedSkill {
    /// Returns the skill as its user uses it.
    pub(crate) const fn used_skill(&self) -> UsedSkill {
        UsedSkill { user: self.user, skill: self.skill, is_upgraded: self.is_upgraded, target: None }
    }

    /// Returns the damage of the use to one of its targets; without one, to all of them together.
    pub(in crate::night) fn inflicted_on(&self, target: Option<CharacterId>) -> Exact {
        let totals = self.inflicted.iter().filter(|(who, _)| target.is_none_or(|target| **who == target));
        totals.map(|(_, totals)| totals.damage).sum()
    }

    /// Returns which hits of the use struck one of its targets; without one, any of them.
    pub(in crate::night) fn hits_on(&self, target: Option<CharacterId>) -> HitFacts {
        let mut facts = HitFacts::NONE;
        let totals = self.inflicted.iter().filter(|(who, _)| target.is_none_or(|target| **who == target));
        totals.for_each(|(_, totals)| facts.add(totals.facts));
        facts
    }

    /// Returns a skill applied to nobody in particular, with no choices made.
    pub(crate) fn new(
        user: CharacterId,
        skill: SkillRef,
        location: LocationId,
        use_event: EventId,
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
            has_struck: false,
            is_upgraded: false,
            location,
            order_text: None,
            bargain: Bargain::NONE,
            use_event,
            cause,
            attacker: Some(user),
            antecedent: None,
        }
    }
}
