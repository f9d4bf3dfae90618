//! One character's state.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::sheet::SheetKind;
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId, SeatId, TeamId};
use crate::vocabulary::rank::Rank;
use crate::vocabulary::status::Status;

use super::knowledge::Learned;
use super::setup::{SheetId, SkillRef};
use super::shields::Absorbed;

/// A Master, Servant or familiar as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct Character {
    /// The public handle.
    pub name: String,
    pub sheet: SheetId,
    pub kind: SheetKind,
    pub at: LocationId,
    /// Health; may be below 0 when dead (R014).
    pub health: Exact,
    /// Mana (R022–R026).
    pub mana: Exact,
    /// The most Health and Mana it can have, where effects change what its sheet says (family 41).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maxima: Option<Maxima>,
    /// Its death, if it is dead.
    pub death: Option<Death>,
    /// In Spirit Form (R246–R253).
    pub spirit_form: bool,
    /// The seat whose orders it follows while it has none of its own.
    pub seat: Option<SeatId>,
    /// A Servant's Master now.
    pub master: Option<CharacterId>,
    /// A Servant's first Master (R138).
    pub first_master: Option<CharacterId>,
    /// The Night in which a Servant without a Master lost it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub masterless_since: Option<u32>,
    /// The Turns in a row in which a Servant's Master could not pay for three and more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unpaid: Option<UnpaidContract>,
    /// Home Bases a Servant without a Master has taken, for the first Master who contracts it (R230, R231).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spoils: Vec<LocationId>,
    /// The Master whose death left a Servant without one, until it has another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bereft_of: Option<CharacterId>,
    /// A familiar's summoner.
    pub summoner: Option<CharacterId>,
    /// Combat Points, Command Spells and what else only Masters have.
    pub mastery: Option<MasterState>,
    /// Every status received and not yet over (R130).
    pub statuses: Vec<StatusOn>,
    /// Damage of blows that is still to come (family 6).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lingering: Vec<DelayedDamage>,
    /// Items held.
    pub items: Vec<SkillRef>,
    /// Uses of its skills that have a limit.
    #[serde(default)]
    pub uses: Vec<Uses>,
    /// What sentences have counted of it in the whole War: the sentence and whose it is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counted: Vec<(SkillRef, u16, CharacterId)>,
    /// What sentences have counted of it in the battle that is going on; out of battle in this Turn (A102).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counted_in_battle: Vec<(SkillRef, u16, CharacterId)>,
    /// When sentences that work once in so many Turns last worked for it: the sentence, whose it is, and the Night.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub worked: Vec<(SkillRef, u16, CharacterId, u32)>,
    /// Hits it took, by skill and type of damage (family 38).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hits: Vec<HitsTaken>,
    /// What shields have absorbed of damage to it (family 37).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absorbed: Vec<Absorbed>,
    /// Change of the AP the next Turn begins with (R080).
    pub ap_change: i32,
    /// The battle that is going on for it.
    pub battle: Battle,
    /// Whom it can recognise by handle.
    pub knows: BTreeSet<CharacterId>,
    /// Skills of others it has seen and heard named.
    pub heard: BTreeSet<SkillRef>,
    /// Whose death it has seen.
    pub seen_dead: BTreeSet<CharacterId>,
    /// Where it last saw whom.
    pub sightings: BTreeMap<CharacterId, Sighting>,
    /// The Night of its last attack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_attack: Option<u32>,
    /// What effects have told it of others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub learned: Vec<Learned>,
    /// Of Servants, what it has seen or been told last of whose they are.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub bonds: BTreeMap<CharacterId, SeenContract>,
    /// The Turn: set anew as each Turn begins.
    pub turn: Turn,
}

/// What somebody has seen or been told of a Servant's contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenContract {
    /// Whose it is; none where the tie was seen to break.
    pub master: Option<CharacterId>,
    /// The Night.
    pub night: u32,
}

/// Turns in a row in which a Servant's Master could not pay (R150, R151).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnpaidContract {
    /// The Night of the first.
    pub since: u32,
    /// The Night of the last.
    pub last: u32,
}

/// What only Masters have (R084, R156, R279).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MasterState {
    /// Combat Points (R279–R287).
    pub cp: Exact,
    /// Command Spells left (R156).
    pub command_spells: u32,
    /// Not disqualified (R137).
    pub qualified: bool,
    /// Contracted Servants, in contract order.
    pub servants: Vec<CharacterId>,
    /// Home Bases owned (R221, R229).
    pub homes: Vec<LocationId>,
    /// Sheltered by the IGM: out of the War (R336).
    pub sheltered: bool,
    /// The answer given to the closing puzzle (R402).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
    /// Which Servants shield them before the others, in order (A116).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guards: Vec<CharacterId>,
    /// The teams they have declared to be no foes of theirs (R364, A155).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pacts: Vec<Pact>,
}

/// A team that a Master has declared to be no foe of theirs; it binds and protects nobody (R376, A155).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pact {
    /// The team.
    pub with: TeamId,
    /// What was declared.
    pub kind: PactKind,
}

/// What can be declared of another team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PactKind {
    /// An alliance.
    Alliance,
    /// A ceasefire.
    Ceasefire,
}

/// The most of each that somebody can have.
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
    /// Who gets the credit (A082).
    pub killers: Vec<CharacterId>,
    /// Whose Servant it was as it died.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub master: Option<CharacterId>,
    /// It did not die: a familiar, it disappeared.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub vanished: bool,
    /// A Servant has consumed the body (R303).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub consumed: bool,
}

/// How often a skill with a limit of use was used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Uses {
    /// The skill.
    pub skill: SkillRef,
    /// On whom, of a limit that is of each target; `None` is on whomever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<CharacterId>,
    /// The Night of the last use.
    pub last: u32,
    /// Uses in that Night.
    pub then: u32,
    /// Uses in all.
    pub in_all: u32,
    /// The last Night before that with a use; 0 for none.
    pub before: u32,
    /// Uses since its user's battle began; out of battle, since the Turn did (A102).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_battle: Option<u32>,
}

/// The hits of a skill that a character took (R101).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HitsTaken {
    /// The skill that hit.
    pub skill: SkillRef,
    /// The type of its damage.
    pub kind: DamageType,
    /// This Turn.
    pub in_turn: u32,
    /// Since its battle began; out of battle, since the Turn did (A102).
    pub in_battle: u32,
    /// Since the War began.
    pub in_war: u32,
}

/// A status a character has received.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatusOn {
    /// The status, its Turns those left.
    pub status: Status,
    /// Who inflicted it (A080).
    pub by: Option<CharacterId>,
    /// The Night it was inflicted; it works from the next (A075).
    pub since: u32,
}

/// Damage of a blow that is still to come, a share in each of the next Instant Phases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct DelayedDamage {
    /// Whose blow it was.
    pub by: CharacterId,
    pub skill: SkillRef,
    pub kind: DamageType,
    /// How much is still to come.
    pub left: Exact,
    /// In how many Turns.
    pub turns: u32,
    /// The Night of the blow.
    pub since: u32,
}

impl DelayedDamage {
    /// The next share: equal ones, cut to four decimals, and the last takes the rest.
    pub fn share(&self) -> Exact {
        if self.turns <= 1 { self.left } else { self.left.share_of(self.turns) }
    }
}

/// Where somebody was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct Sighting {
    pub at: LocationId,
    pub night: u32,
    /// By day, as who scouts and whom they see: where they are at night is not said by that (R233, R235).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_day: bool,
}

/// Damage received and inflicted, of attacks, effects and statuses (family 38).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DamageSum {
    /// Points received.
    pub taken: Exact,
    /// Points inflicted.
    pub dealt: Exact,
}

impl DamageSum {
    /// None at all.
    pub const NONE: DamageSum = DamageSum { taken: Exact::ZERO, dealt: Exact::ZERO };

    fn is_none(&self) -> bool {
        *self == DamageSum::NONE
    }
}

impl Default for DamageSum {
    fn default() -> Self {
        DamageSum::NONE
    }
}

/// The battle going on for a character as a Turn ends (A102).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battle {
    /// The damage of its Turns before this one.
    #[serde(default, skip_serializing_if = "DamageSum::is_none")]
    pub damage: DamageSum,
    /// Turns of its own in it; 0 is no battle.
    pub turns: u32,
    /// Whom it is in battle with.
    pub opponents: BTreeSet<CharacterId>,
}

/// What a Turn gives and remembers of one character.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// Action Points left.
    pub ap: u32,
    /// Support Points left.
    pub sp: u32,
    /// The Turn Action is left (R084).
    pub turn_action: bool,
    /// The Move Action is left (R085).
    pub move_action: bool,
    /// AP and SP spent on skills this Turn (R254, A037).
    pub points_spent: u32,
    /// AP and SP spent on skills since contact (A037).
    pub points_since_contact: u32,
    /// LCK as the Turn began (A008).
    pub luck: Rank,
    /// Was in battle in the previous Turn (R234, R243).
    pub fought_last: bool,
    /// Has been in battle this Turn (R244).
    pub in_battle: bool,
    /// Was in battle in the first combat round (A105); not by what befell it where it had come too late (R262).
    pub first_round: bool,
    /// In battle by more than a hit from another location (A099).
    pub pinned: bool,
    /// Whom it has fought this Turn.
    pub fought: BTreeSet<CharacterId>,
    /// The damage of this Turn.
    #[serde(default, skip_serializing_if = "DamageSum::is_none")]
    pub damage: DamageSum,
    /// Has used an attack this Turn (R265, A144).
    pub attacked: bool,
    /// Used an attack in the Turn before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub attacked_last: bool,
    /// Moved or fled in the Turn before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub moved_last: bool,
    /// Is kept from acting by a Surprise Attack (R110).
    pub surprised: bool,
    /// Was brought by a skill to where a battle was going on (R261, A109).
    pub late: bool,
    /// Has moved or fled this Turn.
    pub moved: bool,
    /// Has done anything but scout this Turn (R088).
    pub acted: bool,
    /// Uses a Full Turn skill this Turn (R088).
    pub full_turn: bool,
    /// Has scouted this Turn (R235).
    pub scouted: bool,
    /// Partners as the Turn began (R285).
    pub partners: BTreeSet<CharacterId>,
    /// Where it has noticed a Bounded Field.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub sensed: BTreeSet<LocationId>,
    /// How many items it has bought at the Advanced Hospital this Turn (R338).
    #[serde(default, skip_serializing_if = "is_none_bought")]
    pub bought: u32,
    /// Has dealt with the IGM this Turn (R318).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dealt: bool,
    /// Its battle was over before the Turn was: a Reality Marble pushed it out (A220).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub released: bool,
    /// A move of it was cancelled this Turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub move_cancelled: bool,
    /// Attacks of this Turn that a sentence has counted, by it or on it: the sentence and whose it is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counted: Vec<(SkillRef, u16, CharacterId)>,
    /// Skills it used in vain this Turn: a requirement did not hold, a Surprise Attack was noticed.
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
            turn_action: false,
            move_action: false,
            points_spent: 0,
            points_since_contact: 0,
            luck: Rank::plain(crate::vocabulary::rank::RankLetter::E),
            fought_last: false,
            in_battle: false,
            first_round: false,
            pinned: false,
            fought: BTreeSet::new(),
            damage: DamageSum::NONE,
            attacked: false,
            attacked_last: false,
            moved_last: false,
            surprised: false,
            late: false,
            moved: false,
            acted: false,
            full_turn: false,
            scouted: false,
            partners: BTreeSet::new(),
            sensed: BTreeSet::new(),
            bought: 0,
            dealt: false,
            released: false,
            move_cancelled: false,
            counted: Vec::new(),
            failed: BTreeSet::new(),
        }
    }
}

impl Character {
    /// It took a hit of a skill.
    pub fn note_hit(&mut self, skill: SkillRef, kind: DamageType) {
        let known = self.hits.iter_mut().find(|hits| hits.skill == skill && hits.kind == kind);
        if let Some(hits) = known {
            hits.in_turn += 1;
            hits.in_battle += 1;
            hits.in_war += 1;
        } else {
            self.hits.push(HitsTaken { skill, kind, in_turn: 1, in_battle: 1, in_war: 1 });
        }
    }

    /// Whether it lives.
    pub fn is_alive(&self) -> bool {
        self.death.is_none()
    }

    /// Combat Points of a Master; 0 for anyone else.
    pub fn cp(&self) -> Exact {
        self.mastery.as_ref().map_or(Exact::ZERO, |m| m.cp)
    }

    /// Whether this is its first Turn of battle, or it is in none (R254, A097).
    pub fn in_first_turn(&self) -> bool {
        self.battle.turns == 0
    }
}
