//! What events say beyond their kind: what was paid, what became of an order and why, how somebody
//! travelled, what the GM set.

use serde::{Deserialize, Serialize};

use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::rule_id::RuleId;
use crate::vocabulary::status::Status;
use crate::war::ruled_skills::RuledSkill;
use crate::war::setup::SkillRef;

use super::{EventId, OrderRef};

/// A sentence that works on so many attacks, and has worked on one more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CountedUse {
    /// Whose attacks, or on whom.
    pub on: CharacterId,
    /// The ability or skill.
    pub skill: SkillRef,
    /// The sentence's place among its effects.
    pub line: u16,
    /// Who has the ability or used the skill.
    pub whose: CharacterId,
}

/// What a use was paid with (R122).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct Paid {
    /// Action Points.
    pub ap: u32,
    /// Support Points.
    pub sp: u32,
    pub turn_action: bool,
    pub move_action: bool,
    /// The whole Turn.
    pub full_turn: bool,
    pub mana: Exact,
    pub health: Exact,
    /// Combat Points.
    pub cp: Exact,
}

impl Paid {
    /// Both together.
    pub fn and(&self, other: &Paid) -> Paid {
        Paid {
            ap: self.ap.saturating_add(other.ap),
            sp: self.sp.saturating_add(other.sp),
            turn_action: self.turn_action || other.turn_action,
            move_action: self.move_action || other.move_action,
            full_turn: self.full_turn || other.full_turn,
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

/// What became of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub enum Outcome {
    /// Carried out; which branch, from 1.
    Done { branch: u16 },
    /// Carried out less often than ordered.
    DonePartly {
        branch: u16,
        /// How often it was done.
        times: u32,
        /// Why it was not done as often as ordered.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Reason>,
    },
    /// Not carried out.
    NotDone {
        /// Why, in words that leak nothing.
        why: Reason,
    },
}

/// Why something ordered did not happen, as its own player may read it (I22, I23).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// No condition held when it was read.
    ConditionNotMet,
    /// What it waited for did not happen.
    NeverTriggered,
    /// It rests on what the character cannot know (R199–R201, A236).
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
    NotEnoughMana,
    /// Not enough Health.
    NotEnoughHealth,
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
    /// By its own sentence: paid for, and nothing came of it (A143).
    FailedByItself,
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
    /// The place is not next door (R273).
    NotAdjacent,
    /// It had scouted already.
    ScoutedAlready,
    /// No Command Spell left.
    NoCommandSpell,
    /// The Servant was in another location (R162).
    ServantElsewhere,
    /// The item was not held.
    ItemNotHeld,
    /// Nothing such was in force.
    NothingInForce,
    /// It may not be ended early (R366).
    CannotBeEnded,
    /// The Turn was spent on something else (R088).
    FullTurn,
    /// Its limit of use was reached.
    UsedUp,
    /// The skill offers no such payment or choice.
    NotOffered,
    /// The location offers no such thing (R337).
    NotOfferedHere,
    /// An effect kept it from acting.
    Prevented,
    /// The Logic Game's log does not let it stand (R386–R397).
    NotStated,
    /// An effect forbids it (family 15).
    Barred,
    /// An effect holds it where it is, or keeps it out (R371).
    Held,
    /// No place was named to go to.
    PlaceMissing,
    /// The other side of a contract did not say yes where both were (A160).
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
    /// Nothing carries it out where it stands: the kind of order belongs to another phase, or the skill is passive.
    #[serde(rename = "not_yet")]
    NotCarriedOutHere,
    /// The War was over.
    WarOver,
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
    /// What it lasts by holds no longer.
    NoLongerHolds,
    /// Its user left the location to which it was confined (R357).
    UserLeft,
    /// What it was to last until has been done.
    UntilDone,
    /// A skill cancelled it (family 29).
    Dispelled,
    /// It kept off as many as it could.
    UsedUp,
    /// What was charged was released (R217, A065).
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
    /// A Command Spell (R189, R190).
    Commanded,
    /// Forced because the Master could not pay (R150).
    Forced,
    /// The effect of a skill or item.
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
    /// A normal move made at once by an item or a Command Spell (R349).
    Warp,
    /// A normal move made at once, out of a battle (R185).
    Escape,
    /// Pushed out of the way of a Reality Marble: no move of one's own (R294, A220).
    Pushed,
}

/// Of what somebody died.
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
    /// It was made to, unable to protect its dead Master (R154, A161).
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
    /// Why somebody stood between.
    Stood(Stance),
}

/// What made somebody stand between a blow and another (R173, R178, R258).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stance {
    /// Nobody's word: a Servant before its Master (R258).
    Unbidden,
    /// A Command Spell (R173, R179).
    Spell,
    /// A sentence of a skill (R073).
    Skill,
}

impl Stance {
    /// The rule by which each stands in the log: an event of a blow cites the one that put somebody between.
    const RULES: [(RuleId, Stance); 4] = [
        (RuleId::R(258), Stance::Unbidden),
        (RuleId::R(173), Stance::Spell),
        (RuleId::R(179), Stance::Spell),
        (RuleId::R(73), Stance::Skill),
    ];

    /// What an event's rules say put somebody between; `None` where they name none of these.
    pub fn cited_in(rules: &[RuleId]) -> Option<Stance> {
        rules.iter().find_map(|rule| Self::RULES.iter().find(|(of, _)| of == rule).map(|(_, stance)| *stance))
    }
}

/// One thing the GM set.
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
    /// All statuses, in place of those it has.
    Statuses(CharacterId, Vec<Status>),
    /// All items, in place of those it has.
    Items(CharacterId, Vec<SkillRef>),
    /// Skills active on itself, in place of those it has.
    Active(CharacterId, Vec<SkillRef>),
    /// The battle going on.
    Battle(CharacterId, u32, Vec<CharacterId>),
    /// Whether it was in battle in the Turn last begun (R234, R243).
    InBattle(CharacterId, bool),
    /// Whom it knows by handle.
    Known(CharacterId, Vec<CharacterId>),
    /// Alive again, or dead.
    Alive(CharacterId, bool),
    /// AP change of the next Turn.
    ApChange(CharacterId, i32),
    /// The Master of a Servant; `None` is Masterless.
    Master(CharacterId, Option<CharacterId>),
    /// Whether a Master is qualified.
    Qualified(CharacterId, bool),
    /// Items lying at a location, in place of those there.
    Dropped(LocationId, Vec<SkillRef>),
    /// The Bounded Field active at a location and whose it is, in place of the one there.
    Field(LocationId, Option<(CharacterId, SkillRef)>),
    /// The Night last begun.
    Night(u32),
    /// The marks of the hunt that is on; none is no hunt.
    Marks(Vec<CharacterId>),
    /// What has been declared in red (R320), in place of what was.
    Red(Vec<String>),
    /// Health given or taken: never above the maximum (A023).
    HealthBy(CharacterId, Exact),
    /// Mana given or taken: never above the maximum (A023).
    ManaBy(CharacterId, Exact),
    /// Combat Points given or taken: never below 0 (A183).
    CpBy(CharacterId, Exact),
    /// Command Spells given or taken: never below 0.
    CommandSpellsBy(CharacterId, i32),
    /// A status beside those it has.
    StatusAdded(CharacterId, Status),
    /// An item beside those it holds.
    ItemAdded(CharacterId, SkillRef),
    /// An item beside those lying at a location.
    DroppedAdded(LocationId, SkillRef),
    /// Sentences of the effect language that hold of somebody from now on, or happen at once.
    Sentences(Box<RuledSkill>),
}

/// What sort of word the GM spoke.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Things are so, or come on top.
    Set,
    /// An answer to a question of this key.
    Decided(String),
    /// An order is not carried out.
    Forbidden(OrderRef),
    /// A skill, item or Command Spell is not used by somebody.
    ForbiddenSkill(CharacterId, SkillRef),
    /// An order is carried out in spite of the rules.
    Allowed(OrderRef),
    /// What came of an order is taken back.
    Undone {
        /// The event pointed at, as numbered without the undoing.
        event: EventId,
        /// The order behind it.
        order: OrderRef,
    },
}

impl StateChange {
    /// Whom it concerns, if it concerns a character.
    pub const fn who(&self) -> Option<CharacterId> {
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
            // What comes of sentences follows as events of its own, each perceived for itself.
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
