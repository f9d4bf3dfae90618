//! The state of a character.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::language::effect::HitSpan;
use crate::sheet::SheetKind;
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId, SeatId, TeamId};
use crate::vocabulary::rank::Rank;
use crate::vocabulary::status::Status;

use super::knowledge::Learned;
use super::setup::{SheetId, SkillRef};
use super::shields::Absorbed;

/// The state of a Master, Servant or familiar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct Character {
    /// The name by which others recognise it.
    pub name: String,
    pub sheet: SheetId,
    pub kind: SheetKind,
    pub at: LocationId,
    /// Health; may be below 0 when dead (R014).
    pub health: Exact,
    /// Mana (R022–R026).
    pub mana: Exact,
    /// Its maximum Health and Mana, where effects change those of its sheet (family 41).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maxima: Option<Maxima>,
    /// Its death, if it is dead.
    pub death: Option<Death>,
    /// Whether it is in Spirit Form (R246–R253).
    #[serde(rename = "spirit_form")]
    pub is_in_spirit_form: bool,
    /// The seat whose orders it follows while it has none of its own.
    pub seat: Option<SeatId>,
    /// A Servant's current Master.
    pub master: Option<CharacterId>,
    /// A Servant's first Master (R138).
    pub first_master: Option<CharacterId>,
    /// The Night in which a Masterless Servant lost its Master.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub masterless_since: Option<u32>,
    /// The successive Turns in which a Servant's Master could not pay for three or more Servants.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unpaid: Option<UnpaidContract>,
    /// Home Bases that a Masterless Servant holds for the first Master who contracts it (R230, R231).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spoils: Vec<LocationId>,
    /// The Master whose death left a Servant Masterless, until it has another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bereft_of: Option<CharacterId>,
    /// A familiar's summoner.
    pub summoner: Option<CharacterId>,
    /// Combat Points, Command Spells and other state of Masters; `None` for others.
    pub mastery: Option<MasterState>,
    /// Every status received and not yet over (R130).
    pub statuses: Vec<ReceivedStatus>,
    /// Delayed damage of blows (family 6).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lingering: Vec<DelayedDamage>,
    /// Items held.
    pub items: Vec<SkillRef>,
    /// Uses of its skills that have a limit of uses.
    #[serde(default)]
    pub uses: Vec<Uses>,
    /// Attacks counted against quotas in the whole War: the sentence, and whose it is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counted: Vec<(SkillRef, u16, CharacterId)>,
    /// Attacks counted against quotas in the current battle; out of battle, in this Turn (A102).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counted_in_battle: Vec<(SkillRef, u16, CharacterId)>,
    /// When sentences that work once in a number of Turns last worked for it: the sentence, whose it is, and the Night.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub worked: Vec<(SkillRef, u16, CharacterId, u32)>,
    /// The hits it took, by skill and type of damage (family 38).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hits: Vec<HitsTaken>,
    /// The damage to it that shields have absorbed (family 37).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absorbed: Vec<Absorbed>,
    /// The change to the AP with which the next Turn begins (R080).
    pub ap_change: i32,
    /// Its current battle.
    pub battle: Battle,
    /// The characters it can recognise by name.
    pub knows: BTreeSet<CharacterId>,
    /// Skills of others that it has seen used or heard named.
    pub heard: BTreeSet<SkillRef>,
    /// The characters whose death it has seen.
    pub seen_dead: BTreeSet<CharacterId>,
    /// Where it last saw each character.
    pub sightings: BTreeMap<CharacterId, Sighting>,
    /// The Night of its last attack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_attack: Option<u32>,
    /// What effects have told it about others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub learned: Vec<Learned>,
    /// For each Servant, what it last saw or was told of that Servant's contract.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub bonds: BTreeMap<CharacterId, SeenContract>,
    /// The state of the Turn; reset as each Turn begins.
    pub turn: Turn,
}

/// What a character has seen or been told of a Servant's contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenContract {
    /// The Servant's Master; `None` where the contract was seen to break.
    pub master: Option<CharacterId>,
    /// The Night.
    pub night: u32,
}

/// Successive Turns in which a Servant's Master could not pay (R150, R151).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnpaidContract {
    /// The Night of the first such Turn.
    pub since: u32,
    /// The Night of the last such Turn.
    pub last: u32,
}

/// State that only Masters have (R084, R156, R279).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MasterState {
    /// Combat Points (R279–R287).
    pub cp: Exact,
    /// Command Spells left (R156).
    pub command_spells: u32,
    /// Whether they are not disqualified (R137).
    #[serde(rename = "qualified")]
    pub is_qualified: bool,
    /// Contracted Servants, in contract order.
    pub servants: Vec<CharacterId>,
    /// Home Bases owned (R221, R229).
    pub homes: Vec<LocationId>,
    /// Whether the IGM shelters them: they are out of the War (R336).
    #[serde(rename = "sheltered")]
    pub is_sheltered: bool,
    /// Their answer to the closing puzzle (R402).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
    /// The Servants that intercept for them before the others, in order (A116).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guards: Vec<CharacterId>,
    /// The teams with which they have declared an alliance or a ceasefire (R364, A155).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pacts: Vec<Pact>,
}

/// An alliance or a ceasefire that a Master has declared; it binds and protects nobody (R376, A155).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pact {
    /// The team.
    pub with: TeamId,
    /// What was declared.
    pub kind: PactKind,
}

/// What a Master can declare about another team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PactKind {
    /// An alliance.
    Alliance,
    /// A ceasefire.
    Ceasefire,
}

/// A character's maximum Health and Mana.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct Maxima {
    pub health: Exact,
    pub mana: Exact,
}

/// A death (R014).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Death {
    /// The Night.
    pub night: u32,
    /// Who is credited with the kill (A082).
    pub killers: Vec<CharacterId>,
    /// A Servant's Master when it died.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub master: Option<CharacterId>,
    /// Whether it disappeared, as a familiar does, instead of dying.
    #[serde(rename = "vanished", default, skip_serializing_if = "std::ops::Not::not")]
    pub has_vanished: bool,
    /// Whether a Servant has consumed the body (R303).
    #[serde(rename = "consumed", default, skip_serializing_if = "std::ops::Not::not")]
    pub is_consumed: bool,
}

/// The uses of a skill with a limit of uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Uses {
    /// The skill.
    pub skill: SkillRef,
    /// The target, for uses that are counted on each target; `None` for all uses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<CharacterId>,
    /// The Night of the last use.
    pub last: u32,
    /// The number of uses in that Night.
    pub then: u32,
    /// The number of uses in the War.
    pub in_all: u32,
    /// The last earlier Night with a use; 0 for none.
    pub before: u32,
    /// The uses since its user's battle began; out of battle, since the Turn began (A102).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_battle: Option<u32>,
    /// The Turns in which it was used, if one of its sentences counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns: Option<TurnRun>,
}

/// The Turns in which something was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnRun {
    /// The last of them.
    pub last: u32,
    /// How many of them follow one another up to the last.
    pub in_a_row: u32,
    /// Those since the battle of whoever it was done to began; out of battle, since the Turn began (A102).
    pub in_battle: u32,
    /// All of them.
    pub in_war: u32,
}

impl TurnRun {
    /// Returns the Turns with this one added.
    pub fn with(known: Option<TurnRun>, night: u32) -> TurnRun {
        match known {
            Some(known) if known.last == night => known,
            Some(known) => TurnRun {
                last: night,
                in_a_row: if known.last + 1 == night { known.in_a_row + 1 } else { 1 },
                in_battle: known.in_battle + 1,
                in_war: known.in_war + 1,
            },
            None => TurnRun { last: night, in_a_row: 1, in_battle: 1, in_war: 1 },
        }
    }

    /// Returns how many of them were before this Turn.
    pub fn earlier(self, night: u32, in_a_row: bool, within: HitSpan) -> u32 {
        let is_now = u32::from(self.last == night);
        let row = if self.last + 1 >= night { self.in_a_row } else { 0 };
        let all = match within {
            HitSpan::Turn => is_now,
            HitSpan::Battle => self.in_battle,
            HitSpan::War => self.in_war,
        };
        if in_a_row { row.min(all) - is_now } else { all - is_now }
    }
}

impl Uses {
    /// Forgets the uses of the battle.
    pub fn end_battle(&mut self) {
        self.in_battle = None;
        self.turns.iter_mut().for_each(|turns| turns.in_battle = 0);
    }
}

/// The hits of a skill that a character took (R101).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HitsTaken {
    /// The skill that hit.
    pub skill: SkillRef,
    /// The type of its damage.
    pub kind: DamageType,
    /// The hits this Turn.
    pub in_turn: u32,
    /// The hits since its battle began; out of battle, since the Turn began (A102).
    pub in_battle: u32,
    /// The hits since the War began.
    pub in_war: u32,
    /// The Turns in which it hit, if one of its sentences counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns: Option<TurnRun>,
}

impl HitsTaken {
    /// Forgets the hits of the battle.
    pub fn end_battle(&mut self) {
        self.in_battle = 0;
        self.turns.iter_mut().for_each(|turns| turns.in_battle = 0);
    }
}

/// A status a character has received.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReceivedStatus {
    /// The status, with its remaining Turns.
    pub status: Status,
    /// Who inflicted it (A080).
    pub by: Option<CharacterId>,
    /// The Night it was inflicted; it takes effect from the next (A075).
    pub since: u32,
}

/// Delayed damage of a blow: a share in each of the next Instant Phases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct DelayedDamage {
    /// The character that struck the blow.
    pub by: CharacterId,
    pub skill: SkillRef,
    pub kind: DamageType,
    /// The remaining damage.
    pub left: Exact,
    /// The number of remaining Turns.
    pub turns: u32,
    /// The Night of the blow.
    pub since: u32,
}

impl DelayedDamage {
    /// Returns the next share. Shares are equal, cut to four decimals; the last takes the rest.
    pub fn share(&self) -> Exact {
        if self.turns <= 1 { self.left } else { self.left.truncated_quotient(self.turns) }
    }
}

/// A sighting of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct Sighting {
    pub at: LocationId,
    pub night: u32,
    /// Whether it was by day, in scouting. It then says nothing about where they are at night (R233, R235).
    #[serde(rename = "by_day", default, skip_serializing_if = "std::ops::Not::not")]
    pub was_by_day: bool,
}

/// Damage received and inflicted by attacks, effects and statuses (family 38).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DamageTotals {
    /// Points received.
    pub taken: Exact,
    /// Points inflicted.
    pub dealt: Exact,
}

impl DamageTotals {
    /// No damage.
    pub const NONE: DamageTotals = DamageTotals { taken: Exact::ZERO, dealt: Exact::ZERO };

    fn is_none(&self) -> bool {
        *self == DamageTotals::NONE
    }
}

impl Default for DamageTotals {
    fn default() -> Self {
        DamageTotals::NONE
    }
}

/// A character's current battle, as of the end of the last Turn (A102).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battle {
    /// The damage in its earlier Turns.
    #[serde(default, skip_serializing_if = "DamageTotals::is_none")]
    pub damage: DamageTotals,
    /// The number of the character's Turns in it; 0 means no battle.
    pub turns: u32,
    /// The characters it is in battle with.
    pub opponents: BTreeSet<CharacterId>,
}

const fn is_zero(points: &u32) -> bool {
    *points == 0
}

/// What a character has and has done in this Turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// Action Points left.
    pub ap: u32,
    /// Support Points left.
    pub sp: u32,
    /// Whether the Turn Action is left (R084).
    #[serde(rename = "turn_action")]
    pub has_turn_action: bool,
    /// Whether the Move Action is left (R085).
    #[serde(rename = "move_action")]
    pub has_move_action: bool,
    /// AP and SP spent on skills this Turn (R254, A037).
    pub points_spent: u32,
    /// AP and SP spent on skills since contact (A037).
    pub points_since_contact: u32,
    /// The SP among those that were spent (R254).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub sp_spent: u32,
    /// The SP among those that were spent since contact (A037).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub sp_since_contact: u32,
    /// LCK as the Turn began (A008).
    pub luck: Rank,
    /// Whether it was in battle in the previous Turn (R234, R243).
    #[serde(rename = "fought_last")]
    pub fought_last_turn: bool,
    /// Whether it has been in battle this Turn (R244).
    #[serde(rename = "in_battle")]
    pub was_in_battle: bool,
    /// Whether it was in battle in the first combat round (A105). Attacks on a character that arrived too late do not
    /// count (R262).
    #[serde(rename = "first_round")]
    pub was_in_first_round: bool,
    /// Whether it is in battle by more than a hit from another location (A099).
    #[serde(rename = "pinned")]
    pub is_pinned: bool,
    /// The characters it has fought this Turn.
    pub fought: BTreeSet<CharacterId>,
    /// The damage of this Turn.
    #[serde(default, skip_serializing_if = "DamageTotals::is_none")]
    pub damage: DamageTotals,
    /// Whether it has used an attack this Turn (R265, A144).
    #[serde(rename = "attacked")]
    pub has_attacked: bool,
    /// Whether it used an attack in the previous Turn.
    #[serde(rename = "attacked_last", default, skip_serializing_if = "std::ops::Not::not")]
    pub attacked_last_turn: bool,
    /// Whether it took damage in the previous Turn.
    #[serde(rename = "damaged_last", default, skip_serializing_if = "std::ops::Not::not")]
    pub damaged_last_turn: bool,
    /// Whether it moved or fled in the previous Turn.
    #[serde(rename = "moved_last", default, skip_serializing_if = "std::ops::Not::not")]
    pub moved_last_turn: bool,
    /// Whether a Surprise Attack keeps it from acting (R110).
    #[serde(rename = "surprised")]
    pub is_surprised: bool,
    /// Whether a skill moved it to a location with a battle in progress (R261, A109).
    #[serde(rename = "late")]
    pub came_late: bool,
    /// Whether it has moved or fled this Turn.
    #[serde(rename = "moved")]
    pub has_moved: bool,
    /// Whether it has done anything but scout this Turn (R088).
    #[serde(rename = "acted")]
    pub has_acted: bool,
    /// Whether it uses a Full Turn skill this Turn (R088).
    #[serde(rename = "full_turn")]
    pub uses_full_turn: bool,
    /// Whether it has scouted this Turn (R235).
    #[serde(rename = "scouted")]
    pub has_scouted: bool,
    /// Its partners as the Turn began (R285).
    pub partners: BTreeSet<CharacterId>,
    /// The locations where it has noticed a Bounded Field.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub sensed: BTreeSet<LocationId>,
    /// How many items it has bought at the Advanced Hospital this Turn (R338).
    #[serde(default, skip_serializing_if = "is_none_bought")]
    pub bought: u32,
    /// Whether it has dealt with the IGM this Turn (R318).
    #[serde(rename = "dealt", default, skip_serializing_if = "std::ops::Not::not")]
    pub has_dealt_with_igm: bool,
    /// Whether its battle ended before the Turn did, because a Reality Marble pushed it out (A220).
    #[serde(rename = "released", default, skip_serializing_if = "std::ops::Not::not")]
    pub has_left_battle: bool,
    /// Whether a move of it was cancelled this Turn.
    #[serde(rename = "move_cancelled", default, skip_serializing_if = "std::ops::Not::not")]
    pub had_move_cancelled: bool,
    /// Attacks by it or on it that quotas have counted this Turn: the sentence, and whose it is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counted: Vec<(SkillRef, u16, CharacterId)>,
    /// Skills that it used without success this Turn: a requirement did not hold, or a Surprise Attack was noticed.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub failed: BTreeSet<SkillRef>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_none_bought(bought: &u32) -> bool {
    *bought == 0
}

impl Default for Turn {
    fn default() -> Self {
        Turn {
            ap: 0,
            sp: 0,
            has_turn_action: false,
            has_move_action: false,
            points_spent: 0,
            points_since_contact: 0,
            sp_spent: 0,
            sp_since_contact: 0,
            luck: Rank::plain(crate::vocabulary::rank::RankLetter::E),
            fought_last_turn: false,
            was_in_battle: false,
            was_in_first_round: false,
            is_pinned: false,
            fought: BTreeSet::new(),
            damage: DamageTotals::NONE,
            has_attacked: false,
            attacked_last_turn: false,
            damaged_last_turn: false,
            moved_last_turn: false,
            is_surprised: false,
            came_late: false,
            has_moved: false,
            has_acted: false,
            uses_full_turn: false,
            has_scouted: false,
            partners: BTreeSet::new(),
            sensed: BTreeSet::new(),
            bought: 0,
            has_dealt_with_igm: false,
            has_left_battle: false,
            had_move_cancelled: false,
            counted: Vec::new(),
            failed: BTreeSet::new(),
        }
    }
}

impl Character {
    /// Counts a hit of a skill that it took; in this Night, if one of the skill's sentences counts Turns.
    pub fn note_hit(&mut self, skill: SkillRef, kind: DamageType, counted_in: Option<u32>) {
        let known = self.hits.iter_mut().find(|hits| hits.skill == skill && hits.kind == kind);
        if let Some(hits) = known {
            hits.in_turn += 1;
            hits.in_battle += 1;
            hits.in_war += 1;
            hits.turns = counted_in.map(|night| TurnRun::with(hits.turns, night));
        } else {
            let turns = counted_in.map(|night| TurnRun::with(None, night));
            self.hits.push(HitsTaken { skill, kind, in_turn: 1, in_battle: 1, in_war: 1, turns });
        }
    }

    /// Whether it is alive.
    pub fn is_alive(&self) -> bool {
        self.death.is_none()
    }

    /// Returns the Combat Points of a Master; 0 for anyone else.
    pub fn cp(&self) -> Exact {
        self.mastery.as_ref().map_or(Exact::ZERO, |m| m.cp)
    }

    /// Whether it is in its first Turn of battle, or in no battle (R254, A097).
    pub fn is_in_first_turn_or_none(&self) -> bool {
        self.battle.turns == 0
    }
}
