//! The details of events beyond their kind: what was paid, the outcome of an order and its reason, how somebody
//! travelled, what the GM set.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::rule_id::RuleId;
use crate::vocabulary::status::Status;
use crate::war::in_force::ActiveEffect;
use crate::war::ruled_skills::RuledSkill;
use crate::war::setup::SkillRef;

use super::{EventId, OrderRef};

/// Records that a sentence limited to a number of attacks has worked on one more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CountedUse {
    /// The character whose attacks it counts, or on whom it counts them.
    pub on: CharacterId,
    /// The ability or skill.
    pub skill: SkillRef,
    /// The sentence's index among the skill's effects.
    pub line: u16,
    /// The character that has the ability or used the skill.
    pub whose: CharacterId,
}

impl CountedUse {
    /// One more that a sentence counts on a character.
    pub const fn of(effect: ActiveEffect, on: CharacterId) -> CountedUse {
        CountedUse { on, skill: effect.skill, line: effect.line, whose: effect.user }
    }
}

/// What a use was paid with (R122).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct Paid {
    /// Action Points.
    pub ap: u32,
    /// Support Points.
    pub sp: u32,
    #[serde(rename = "turn_action")]
    pub takes_turn_action: bool,
    #[serde(rename = "move_action")]
    pub takes_move_action: bool,
    /// The whole Turn.
    #[serde(rename = "full_turn")]
    pub takes_full_turn: bool,
    pub mana: Exact,
    pub health: Exact,
    /// Combat Points.
    pub cp: Exact,
}

impl Paid {
    /// The sum of both payments.
    pub fn plus(&self, other: &Paid) -> Paid {
        Paid {
            ap: self.ap.saturating_add(other.ap),
            sp: self.sp.saturating_add(other.sp),
            takes_turn_action: self.takes_turn_action || other.takes_turn_action,
            takes_move_action: self.takes_move_action || other.takes_move_action,
            takes_full_turn: self.takes_full_turn || other.takes_full_turn,
            mana: self.mana + other.mana,
            health: self.health + other.health,
            cp: self.cp + other.cp,
        }
    }

    /// Whether nothing was paid.
    pub fn is_nothing(&self) -> bool {
        *self == Paid::default()
    }
}

/// Why Mana was drained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Drain {
    /// Three or more Servants (R149).
    ManyServants,
    /// No Master (R144).
    Masterless,
    /// The Master could not pay for three Servants (R151).
    UnpaidMaster,
}

/// The outcome of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub enum Outcome {
    /// It was carried out; `branch` is counted from 1.
    Done { branch: u16 },
    /// It was carried out less often than ordered.
    DonePartly {
        branch: u16,
        /// The number of times it was done.
        times: u32,
        /// Why it was not done as often as ordered.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Reason>,
    },
    /// It was not carried out.
    NotDone {
        /// Why, in words that reveal no secret.
        why: Reason,
    },
}

/// Why an order was not carried out, as its own player may read it (I22, I23).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// No condition held when it was evaluated.
    ConditionNotMet,
    /// The event it waited for did not happen.
    NeverTriggered,
    /// It depends on something that the character cannot know (R199–R201, A236).
    IllegalCondition,
    /// The target could not be attacked or reached.
    TargetNotAvailable,
    /// More targets than the skill takes, or a kind missing (R119, R120).
    WrongTargets,
    /// A requirement did not hold (R124).
    RequirementNotMet,
    /// A Bounded Field was there already (R115).
    FieldThere,
    /// It was cast inside another Reality Marble, and both are gone (R118).
    MarbleThere,
    /// The wall of a Reality Marble stands before it (R292, R295).
    Sealed,
    /// Not enough AP.
    NotEnoughAp,
    /// Not enough SP.
    NotEnoughSp,
    /// Not enough Mana.
    NotEnoughMana(Shortage),
    /// Not enough Health.
    NotEnoughHealth(Shortage),
    /// Not enough Combat Points.
    NotEnoughCp,
    /// The Turn Action was gone.
    NoTurnAction,
    /// The Move Action was gone.
    NoMoveAction,
    /// The limit of the first Turn of battle (R254, R256).
    FirstTurnLimit,
    /// It was in battle last Turn (R234).
    WasInBattle,
    /// It is in battle (R250, R271).
    InBattle,
    /// A Surprise Attack keeps it from acting (R110).
    Surprised,
    /// Its Surprise Attack was noticed in time (R111).
    Noticed,
    /// It failed by its own sentence: it was paid for, and nothing happened (A143).
    FailedByItself,
    /// An effect in force made it fail: it was paid for, and nothing happened (A143).
    Foiled,
    /// Its first Turn of battle (R271, R272).
    PulledIntoBattle,
    /// It was in Spirit Form.
    InSpiritForm,
    /// It was not in Spirit Form.
    NotInSpiritForm,
    /// It was dead.
    Dead,
    /// It arrived too late for this round (A109).
    ArrivedLate,
    /// It had fought in the first round (R220).
    FoughtAlready,
    /// The location is not adjacent (R273).
    NotAdjacent,
    /// It had scouted already.
    ScoutedAlready,
    /// No Command Spell left.
    NoCommandSpell,
    /// The Servant was in another location (R162).
    ServantElsewhere,
    /// The item was not held.
    ItemNotHeld,
    /// No matching effect was in force.
    NothingInForce,
    /// It may not be ended early (R366).
    CannotBeEnded,
    /// The Turn was spent on something else (R088).
    FullTurn,
    /// Its limit of use was reached.
    UsedUp,
    /// The skill offers no payment or choice of this kind.
    NotOffered,
    /// The location offers nothing of this kind (R337).
    NotOfferedHere,
    /// An effect kept it from acting.
    Prevented,
    /// The Logic Game's log does not let it stand (R386–R397).
    NotStated,
    /// An effect forbids it (family 15).
    Barred,
    /// An effect holds it in its location, or keeps it out of another (R371).
    Held,
    /// No destination was named.
    PlaceMissing,
    /// The other side of a contract did not agree in the same location (A160).
    NotAgreed,
    /// A disqualified Master makes no new contract (R141).
    Disqualified,
    /// It has a Master (A171).
    HasMaster,
    /// There was no contract with them.
    NoContract,
    /// The Servant could not be forced into a contract (R154, A161).
    NotForced,
    /// The GM forbade it.
    Forbidden,
    /// The IGM did not take what was offered (R320, A200).
    OfferRefused,
    /// The IGM had nothing left to tell (A200).
    NothingToTell,
    /// It is out of the War, sheltered by the IGM (R336).
    Sheltered,
    /// It is being charged (R217, A065).
    Charging,
    /// Nothing carries it out at this point: the order's kind belongs to another phase, or the skill is passive.
    #[serde(rename = "not_yet")]
    NotCarriedOutHere,
    /// The War was over.
    WarOver,
}

impl Reason {
    /// How much of its own Mana or Health the character lacked.
    pub const fn shortage(self) -> Option<Shortage> {
        if let Reason::NotEnoughMana(shortage) | Reason::NotEnoughHealth(shortage) = self {
            Some(shortage)
        } else {
            None
        }
    }
}

/// What a use costs, and what its user had left of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct Shortage {
    pub needed: Exact,
    pub left: Exact,
}

impl fmt::Display for Shortage {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} needed, {} left", self.needed, self.left)
    }
}

/// Why an effect ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// Its time was over (R374).
    Time,
    /// It was not paid for (R365, A085).
    Unpaid,
    /// Its user ended it (R365, R368).
    Cancelled,
    /// Its user died (R359).
    UserDied,
    /// Its user entered Spirit Form (R361).
    SpiritForm,
    /// Nobody it works on is left.
    NobodyLeft,
    /// The condition it depends on no longer holds.
    NoLongerHolds,
    /// Its user left the location to which it was confined (R357).
    UserLeft,
    /// The event that was to end it has happened.
    UntilDone,
    /// A skill cancelled it (family 29).
    Dispelled,
    /// It absorbed or negated as much as it could.
    UsedUp,
    /// It was used once more where it was in force as often as it can be: the oldest ends (A136).
    UsedAgain,
    /// What it charged was released (R217, A065).
    Released,
    /// An intercepted attack would have killed its user (R180, A125).
    WouldKill,
    /// Two Reality Marbles met (R118).
    Collapsed,
}

/// Why Spirit Form was entered or left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpiritReason {
    /// Ordered (R252, R253).
    Ordered,
    /// By a Command Spell (R189, R190).
    Commanded,
    /// Forced because the Master could not pay (R150).
    Forced,
    /// By the effect of a skill or item.
    Skill,
}

/// How somebody travelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Travel {
    /// On foot (R273).
    Move,
    /// A retreat from battle (R270, R271).
    Retreat,
    /// By a skill.
    Skill,
    /// A normal move made immediately, by an item or a Command Spell (R349).
    Warp,
    /// A normal move made immediately, out of a battle (R185).
    Escape,
    /// Pushed out by a Reality Marble, which is no move of its own (R294, A220).
    Pushed,
}

/// Why somebody died.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeathCause {
    /// Wounds (R014).
    Wounds,
    /// Mana at 0 (R022).
    Mana,
    /// An effect that kills.
    Skill,
}

/// Why a Servant lost its Master.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FreedReason {
    /// The Master died (R142).
    MasterDied,
    /// The Master was disqualified (R137).
    MasterDisqualified,
    /// The Master broke the contract (R142, A159).
    Released,
    /// A skill broke the contract (family 43).
    Severed,
}

/// How a contract came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ContractReason {
    /// Offered and accepted (R146, A160).
    Agreed,
    /// A disqualified Master and their first Servant found together again (R138).
    Reestablished,
    /// The Servant of a killed Master went over to the Master of the killing team (R152, R153).
    Transferred,
    /// The Servant, unable to protect its dead Master, was forced into it (R154, A161).
    Forced,
}

/// Why something did not happen or ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// An order or a move was not carried out.
    NotDone(Reason),
    /// An effect ended.
    Ended(EndReason),
    /// Spirit Form was entered or left.
    Spirit(SpiritReason),
    /// Somebody died.
    Died(DeathCause),
    /// A Servant lost its Master.
    Freed(FreedReason),
    /// A Servant has a Master again.
    Contracted(ContractReason),
    /// Somebody stood between.
    Stood(Stance),
}

/// What made somebody stand between an attacker and a target (R173, R178, R258).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stance {
    /// Its own will: a Servant before its Master (R258).
    OwnWill,
    /// A Command Spell (R173, R179).
    Spell,
    /// A sentence of a skill (R073).
    Skill,
}

impl Stance {
    /// The rules that an interception's event cites, each with the stance it stands for.
    const RULES: [(RuleId, Stance); 4] = [
        (RuleId::R(258), Stance::OwnWill),
        (RuleId::R(173), Stance::Spell),
        (RuleId::R(179), Stance::Spell),
        (RuleId::R(73), Stance::Skill),
    ];

    /// The stance that an event's rules cite; `None` if they cite none.
    pub fn find_cited(rules: &[RuleId]) -> Option<Stance> {
        rules.iter().find_map(|rule| Self::RULES.iter().find(|(cited, _)| cited == rule).map(|(_, stance)| *stance))
    }
}

/// One change that the GM set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StateChange {
    /// Health.
    Health(CharacterId, Exact),
    /// Mana.
    Mana(CharacterId, Exact),
    /// Location.
    At(CharacterId, LocationId),
    /// Combat Points.
    Cp(CharacterId, Exact),
    /// Command Spells.
    CommandSpells(CharacterId, u32),
    /// Spirit Form.
    SpiritForm(CharacterId, bool),
    /// All its statuses, replacing those it has.
    Statuses(CharacterId, Vec<Status>),
    /// All its items, replacing those it has.
    Items(CharacterId, Vec<SkillRef>),
    /// The skills active on itself, replacing those it has.
    Active(CharacterId, Vec<SkillRef>),
    /// Its current battle: its Turns in it, and its opponents.
    Battle(CharacterId, u32, Vec<CharacterId>),
    /// Whether it was in battle in the Turn that began last (R234, R243).
    InBattle(CharacterId, bool),
    /// The characters it knows by handle.
    Known(CharacterId, Vec<CharacterId>),
    /// Alive again, or dead.
    Alive(CharacterId, bool),
    /// AP change of the next Turn.
    ApChange(CharacterId, i32),
    /// The Master of a Servant; `None` for Masterless.
    Master(CharacterId, Option<CharacterId>),
    /// Whether a Master is qualified.
    Qualified(CharacterId, bool),
    /// The items lying at a location, replacing those there.
    Dropped(LocationId, Vec<SkillRef>),
    /// The Bounded Field active at a location with its owner, replacing the one there.
    Field(LocationId, Option<(CharacterId, SkillRef)>),
    /// The Night that began last.
    Night(u32),
    /// The marks of the current hunt; without marks there is no hunt.
    Marks(Vec<CharacterId>),
    /// What has been declared in red (R320), replacing what was.
    Red(Vec<String>),
    /// A signed change of Health, capped at the maximum (A023).
    HealthBy(CharacterId, Exact),
    /// A signed change of Mana, capped at the maximum (A023).
    ManaBy(CharacterId, Exact),
    /// A signed change of Combat Points, with 0 as the minimum (A183).
    CpBy(CharacterId, Exact),
    /// A signed change of Command Spells, with 0 as the minimum.
    CommandSpellsBy(CharacterId, i32),
    /// An additional status.
    StatusAdded(CharacterId, Status),
    /// An additional item.
    ItemAdded(CharacterId, SkillRef),
    /// An additional item lying at a location.
    DroppedAdded(LocationId, SkillRef),
    /// Sentences of the effect language that apply to somebody from now on, or happen at once.
    Sentences(Box<RuledSkill>),
}

/// The kind of a ruling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RulingVerdict {
    /// State is set or changed.
    Set,
    /// The question with this key is answered.
    Decided(String),
    /// An order is not carried out.
    Forbidden(OrderRef),
    /// A character may not use a skill, item or Command Spell.
    ForbiddenSkill(CharacterId, SkillRef),
    /// An order is carried out despite the rules.
    Allowed(OrderRef),
    /// The consequences of an order are undone.
    Undone {
        /// The event to undo, by its number before the undoing.
        event: EventId,
        /// The order that caused it.
        order: OrderRef,
    },
}

impl StateChange {
    /// The character it concerns, if any.
    pub const fn character(&self) -> Option<CharacterId> {
        match self {
            StateChange::Health(who, _)
            | StateChange::Mana(who, _)
            | StateChange::At(who, _)
            | StateChange::Cp(who, _)
            | StateChange::CommandSpells(who, _)
            | StateChange::SpiritForm(who, _)
            | StateChange::Statuses(who, _)
            | StateChange::Items(who, _)
            | StateChange::Active(who, _)
            | StateChange::Battle(who, ..)
            | StateChange::InBattle(who, _)
            | StateChange::Known(who, _)
            | StateChange::Alive(who, _)
            | StateChange::ApChange(who, _)
            | StateChange::Master(who, _)
            | StateChange::Qualified(who, _)
            | StateChange::HealthBy(who, _)
            | StateChange::ManaBy(who, _)
            | StateChange::CpBy(who, _)
            | StateChange::CommandSpellsBy(who, _)
            | StateChange::StatusAdded(who, _)
            | StateChange::ItemAdded(who, _) => Some(*who),
            // The consequences of sentences follow as events of their own, each with its own observers.
            StateChange::Sentences(_)
            | StateChange::Dropped(..)
            | StateChange::DroppedAdded(..)
            | StateChange::Field(..)
            | StateChange::Marks(_)
            | StateChange::Red(_)
            | StateChange::Night(_) => None,
        }
    }
}
