//! Who may contract whom, and who has declared a pact with whom (R138, R141, R146, R364). Also what a Masterless
//! Servant loses, and what reduces the loss: Independent Action (R143–R145, R151).

use crate::language::effect::{Change, Duration, Modifier};
use crate::sheet::SheetKind;
use crate::vocabulary::exact::{Exact, LostDigits};
use crate::vocabulary::ids::CharacterId;

use super::War;
use super::character::{Pact, PactKind};
use super::in_force::{ActiveEffect, ModifierKind};

impl War {
    /// Whether a Master can make a contract with any Masterless Servant: alive, in the War and qualified (R141, R146).
    pub fn can_contract(&self, master: CharacterId) -> bool {
        self.is_in_the_war(master)
            && self.character(master).mastery.as_ref().is_some_and(|m| m.is_qualified && m.command_spells > 0)
    }

    /// Whether a Master could have a contract with this Servant if it were Masterless. A qualified Master may have any;
    /// a disqualified one only a Servant whose first Master they were (R138, R141, R146).
    pub fn can_have(&self, master: CharacterId, servant: CharacterId) -> bool {
        self.can_contract(master)
            || (self.is_in_the_war(master) && self.character(servant).first_master == Some(master))
    }

    /// Whether a character is a Master who is alive and has not taken shelter (R336).
    fn is_in_the_war(&self, master: CharacterId) -> bool {
        let character = self.character(master);
        character.is_alive() && character.mastery.as_ref().is_some_and(|m| !m.is_sheltered)
    }

    /// Whether a Servant is alive and has no Master (R142).
    pub fn is_masterless(&self, who: CharacterId) -> bool {
        let character = self.character(who);
        character.kind == SheetKind::Servant && character.is_alive() && character.master.is_none()
    }

    /// Whether `a`'s Master has declared an alliance or a ceasefire with `b`'s team; the declaration of one side is
    /// enough (A155). A Masterless Servant has no team (A156).
    pub fn has_pact(&self, a: CharacterId, b: CharacterId) -> bool {
        self.find_pact(a, b).is_some()
    }

    /// Whether `a`'s Master has declared an alliance with `b`'s team.
    pub fn has_alliance(&self, a: CharacterId, b: CharacterId) -> bool {
        self.find_pact(a, b) == Some(PactKind::Alliance)
    }

    fn find_pact(&self, a: CharacterId, b: CharacterId) -> Option<PactKind> {
        let head_of = |id: CharacterId| self.master_of(id).or_else(|| self.master_or_last(id));
        let mastery = head_of(a).and_then(|m| self.character(m).mastery.as_ref())?;
        if mastery.pacts.is_empty() {
            return None;
        }
        let head = head_of(b)?;
        let is_with_team = |pact: &&Pact| self.setup.teams.get(pact.with.index()).is_some_and(|t| t.master == head);
        mastery.pacts.iter().find(is_with_team).map(|pact| pact.kind)
    }

    /// Returns the part of its maximum Mana that a Servant loses this Turn, the `in_a_row`-th without a Master or with
    /// one who cannot pay. It is 40% (R144, R151), less what effects take off.
    pub fn masterless_loss_share(&self, who: CharacterId, in_a_row: u32) -> Result<Exact, LostDigits> {
        let (mut factor, mut part) = (Exact::ONE, None);
        for (effect, standing) in self.standing_effects_on(ModifierKind::Masterless, who) {
            if !self.is_within_its_turns(effect, in_a_row) {
                continue;
            }
            match &standing.modifier {
                Modifier::NeedsNoMaster => return Ok(Exact::ZERO),
                Modifier::MasterlessLoss(Change::Percent(more)) => factor += *more,
                // Of several, the least applies.
                Modifier::MasterlessLossIs(only) => part = Some(part.map_or(*only, |least: Exact| least.min(*only))),
                _ => {}
            }
        }
        part.unwrap_or(Exact::percent(40)).times(factor.at_least_zero())
    }

    /// Whether a sentence about being Masterless still holds. For an ability, its Turns run from the loss of the
    /// Master; for a skill, from its use.
    fn is_within_its_turns(&self, effect: ActiveEffect, in_a_row: u32) -> bool {
        match self.sentence(effect).and_then(|sentence| sentence.duration) {
            _ if effect.active.is_some() => true,
            Some(Duration::Turns(turns)) => in_a_row <= turns,
            Some(Duration::ThisTurn) => in_a_row <= 1,
            Some(Duration::Battle | Duration::Indefinitely) | None => true,
        }
    }

    /// Returns how many Turns a Servant has begun without a Master, including this one; 0 while it has one.
    pub fn turns_masterless(&self, who: CharacterId) -> u32 {
        self.character(who).masterless_since.map_or(0, |since| self.night.saturating_sub(since))
    }

    /// Returns for how many successive Turns, including this one, a Servant's Master has been unable to pay (R150,
    /// R151).
    pub fn turns_unpaid(&self, who: CharacterId) -> u32 {
        let unpaid = self.character(who).unpaid.filter(|unpaid| unpaid.last + 1 == self.night);
        unpaid.map_or(1, |unpaid| self.night - unpaid.since + 1)
    }

    /// Whether a Servant regenerates although it has no Master (R143, R145).
    pub fn regenerates_masterless(&self, who: CharacterId) -> bool {
        self.standing_effects_on(ModifierKind::Masterless, who).any(|(effect, standing)| {
            let allows_regeneration = matches!(standing.modifier, Modifier::RegenerateMasterless);
            allows_regeneration && self.is_within_its_turns(effect, self.turns_masterless(who))
        })
    }
}
