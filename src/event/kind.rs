//! Every kind of event: one list, and long because it is all that can happen.

use serde::{Deserialize, Serialize};

use crate::language::condition::Resource;
use crate::logic::step::Step;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId, SeatId, TeamId};
use crate::vocabulary::rank::{Acuity, Rank};
use crate::vocabulary::status::{Status, StatusKind};
use crate::war::active::Active;
use crate::war::character::PactKind;
use crate::war::ending::End;
use crate::war::igm::Piece;
use crate::war::knowledge::Fact;
use crate::war::setup::{SheetId, SkillRef};

use super::OrderRef;
use super::detail::{
    Change, ContractReason, Counted, DeathCause, Drain, EndReason, FreedReason, Outcome, Paid, Reason, SpiritReason,
    Travel, Verdict,
};
use super::receipt::{ApTerm, CpTerm, Receipt, RegenReceipt};

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum EventKind {
    /// A Turn began (R077, R210).
    TurnBegan {
        /// The Night.
        night: u32,
    },
    /// A character received what a Turn gives (R077, R078, R084, R085, A033).
    Granted {
        /// Who.
        who: CharacterId,
        /// AP in all.
        ap: u32,
        /// SP.
        sp: u32,
        /// A Turn Action.
        turn_action: bool,
        /// A Move Action.
        move_action: bool,
        /// LCK as the Turn begins (A008).
        luck: Rank,
        /// How the AP came about.
        terms: Vec<ApTerm>,
    },
    /// A scout looked at a location and returned (R235, R236).
    Scouted {
        /// Who.
        scout: CharacterId,
        /// Where.
        at: LocationId,
        /// Whom they found, in order of handle.
        found: Vec<CharacterId>,
        /// Items they found lying there.
        items: Vec<SkillRef>,
    },
    /// A scout was detected (R237, R238).
    ScoutDetected {
        /// The scout.
        scout: CharacterId,
        /// Who detected them.
        by: Vec<CharacterId>,
        /// Whom of those at home there the scout had before its eyes.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        watched: Vec<CharacterId>,
    },
    /// Regeneration (R242, R243).
    Regenerated {
        /// Who.
        who: CharacterId,
        /// Health restored after the cap.
        health: Exact,
        /// Mana restored after the cap.
        mana: Exact,
        /// How the Health came about.
        health_receipt: RegenReceipt,
        /// How the Mana came about.
        mana_receipt: RegenReceipt,
    },
    /// An upkeep was paid (R123, R212).
    UpkeepPaid {
        /// Who.
        who: CharacterId,
        /// For what.
        skill: SkillRef,
        /// Mana.
        mana: Exact,
        /// Health.
        health: Exact,
    },
    /// Mana lost for a contract's sake (R144, R149).
    Drained {
        /// Who.
        who: CharacterId,
        /// How much.
        mana: Exact,
        /// Why.
        why: Drain,
    },
    /// What became of an order.
    OrderOutcome {
        /// Which.
        order: OrderRef,
        /// Whose.
        actor: CharacterId,
        /// What became of it.
        outcome: Outcome,
    },
    /// A skill, Command Spell or item was used; what it does follows as events of its own.
    SkillUsed {
        /// Who.
        user: CharacterId,
        /// What.
        skill: SkillRef,
        /// On whom; for a location attack everyone it reaches.
        targets: Vec<CharacterId>,
        /// At which location, for a skill that takes one.
        location: Option<LocationId>,
        /// What was paid.
        paid: Paid,
        /// In its upgraded form.
        upgraded: bool,
        /// It can inflict damage (R100).
        attack: bool,
        /// It counts as an area skill (A149).
        area: bool,
        /// It counts against the first Turn's limit (R254).
        counts: bool,
        /// Which Master's CP were spent, if any.
        payer: Option<CharacterId>,
    },
    /// Its requirements failed, or a Bounded Field was there already: what had been paid is given back (R115, R124).
    Refunded {
        /// Who.
        user: CharacterId,
        /// What.
        skill: SkillRef,
        /// Why.
        why: Reason,
        /// What is given back; nothing where nothing had been paid yet.
        #[serde(default)]
        paid: Paid,
    },
    /// One hit of an attack (R089–R101).
    Hit {
        /// Who attacks.
        attacker: CharacterId,
        /// With what.
        skill: SkillRef,
        /// Whom the attack was directed at.
        target: CharacterId,
        /// Who takes it: the target, or who intercepts (R258).
        taker: CharacterId,
        /// Which hit of the skill, from 1.
        hit: u32,
        /// With the skill in its upgraded form.
        upgraded: bool,
        /// How the damage came about.
        receipt: Receipt,
        /// Sentences that count attacks and counted this one.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        counted: Vec<Counted>,
    },
    /// A Master was spared because their Servant shields them (A117).
    Shielded {
        /// Who.
        who: CharacterId,
        /// By whom.
        by: CharacterId,
        /// From whom.
        attacker: CharacterId,
        /// From what.
        skill: SkillRef,
    },
    /// What somebody else used had no effect on a character, because an effect in force negates it (A026).
    Negated {
        /// On whom.
        who: CharacterId,
        /// Who used it.
        by: CharacterId,
        /// What.
        skill: SkillRef,
        /// Through which effect in force.
        through: SkillRef,
        /// Whose effect that is.
        whose: CharacterId,
        /// Its sentence, where that keeps off so many and no more.
        counts: Option<u16>,
    },
    /// A status was received (R130).
    StatusReceived {
        /// Who.
        who: CharacterId,
        /// What.
        status: Status,
        /// From whom.
        by: CharacterId,
        /// Through what.
        skill: SkillRef,
    },
    /// A status had no effect (R129).
    StatusIgnored {
        /// Who.
        who: CharacterId,
        /// What.
        status: Status,
        /// From whom.
        by: CharacterId,
    },
    /// A status of a sheet's own was received (R130).
    Afflicted {
        /// The status in force, on one target.
        active: Active,
    },
    /// It had no effect (A137).
    AfflictionIgnored {
        /// Who.
        who: CharacterId,
        /// From whom.
        by: CharacterId,
        /// Through what.
        skill: SkillRef,
        /// Which of its sentences.
        line: u16,
    },
    /// It ended.
    AfflictionEnded {
        /// Who.
        who: CharacterId,
        /// From whom.
        by: CharacterId,
        /// Through what.
        skill: SkillRef,
        /// Which of its sentences.
        line: u16,
        /// By a cure (R135), not by time.
        cured: bool,
    },
    /// Poison ticked (R127).
    PoisonTicked {
        /// Who.
        who: CharacterId,
        /// Special damage.
        damage: Exact,
        /// Its author (A080).
        by: Option<CharacterId>,
        /// How the damage came about.
        receipt: Receipt,
    },
    /// A status ended.
    StatusEnded {
        /// Who.
        who: CharacterId,
        /// Which kind.
        kind: StatusKind,
        /// By a cure (R135), not by time.
        cured: bool,
    },
    /// Statuses ran one Turn down (R127, R128).
    StatusesRan {
        /// Whose.
        who: CharacterId,
    },
    /// Health or Mana was restored by an effect.
    Restored {
        /// Who.
        who: CharacterId,
        /// Of which.
        of: Resource,
        /// How much, after the cap (A023).
        amount: Exact,
        /// Through what.
        skill: SkillRef,
        /// By whom.
        by: CharacterId,
    },
    /// Health or Mana was lost by an effect that is no attack.
    Lost {
        /// Who.
        who: CharacterId,
        /// Of which.
        of: Resource,
        /// How much.
        amount: Exact,
        /// Through what.
        skill: SkillRef,
        /// By whom.
        by: CharacterId,
    },
    /// A fatal blow was survived (R344).
    Survived {
        /// Who.
        who: CharacterId,
        /// The Health left.
        health: Exact,
        /// Through what.
        skill: SkillRef,
        /// The sentence, if it saves so often and no more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        counts: Option<Counted>,
    },
    /// An effect's damage, which is no attack (R125): credited to its user.
    Damaged {
        /// Who takes it.
        who: CharacterId,
        /// By whose skill.
        by: CharacterId,
        /// Through what.
        skill: SkillRef,
        /// Of damage that was still to come: its place among the victim's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lingering: Option<u16>,
        /// How the damage came about.
        receipt: Receipt,
    },
    /// What a sentence waited for has happened, and it is carried out.
    SetOff {
        /// Who has the ability or used the skill.
        user: CharacterId,
        /// Which.
        skill: SkillRef,
        /// The sentence's place among its effects.
        line: u16,
    },
    /// AP were taken from or given to the next Turn (R080, A035).
    ApBooked {
        /// Who.
        who: CharacterId,
        /// Signed points.
        ap: i32,
        /// Through what.
        skill: SkillRef,
        /// By whom.
        by: CharacterId,
    },
    /// A skill's effects began to hold.
    EffectBegan {
        /// The skill in force.
        active: Active,
        /// It replaces the same skill in force (R165, A136).
        renews: bool,
    },
    /// A skill's effects, or some of them, ended.
    EffectEnded {
        /// Whose skill.
        user: CharacterId,
        /// Which.
        skill: SkillRef,
        /// On whom.
        targets: Vec<CharacterId>,
        /// Where it was used; for a Bounded Field what it covered.
        at: LocationId,
        /// The sentence that was set off, if it is one's that ends.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        set_off: Option<u16>,
        /// Why.
        why: EndReason,
    },
    /// Some sentences of a skill ended while others go on.
    PartsEnded {
        /// Whose skill.
        user: CharacterId,
        /// Which.
        skill: SkillRef,
        /// On whom.
        targets: Vec<CharacterId>,
        /// Where it was used.
        at: LocationId,
        /// The sentence that a deed has ended; `None` of those whose time is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        line: Option<u16>,
        /// The target for whom alone it has ended; `None` is all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        whose: Option<CharacterId>,
    },
    /// A familiar was summoned (R072, R083).
    Summoned {
        /// The familiar.
        who: CharacterId,
        /// Its name.
        name: String,
        /// Its sheet.
        sheet: SheetId,
        /// Where it appeared.
        at: LocationId,
        /// By whom.
        by: CharacterId,
        /// Through what.
        skill: SkillRef,
    },
    /// A familiar disappeared, its summoning at an end (R359).
    Vanished {
        /// The familiar.
        who: CharacterId,
        /// Through what it had been summoned.
        skill: SkillRef,
    },
    /// Characters noticed that a Bounded Field covers the place they are at (R291).
    FieldSensed {
        /// Which.
        field: SkillRef,
        /// What it covers.
        at: LocationId,
        /// Who noticed.
        by: Vec<CharacterId>,
        /// It does harm.
        harmful: bool,
    },
    /// A Reality Marble closed over a location (R116, R292–R294).
    Sealed {
        /// Whose.
        user: CharacterId,
        /// Which.
        skill: SkillRef,
        /// What it covers.
        at: LocationId,
        /// Who is inside beside its user.
        taken: Vec<CharacterId>,
        /// Who is pushed out.
        out: Vec<CharacterId>,
    },
    /// A scout found a location sealed, and nothing more (A197).
    FoundSealed {
        /// Who.
        scout: CharacterId,
        /// Where.
        at: LocationId,
    },
    /// A team inside a Reality Marble was in no battle as the Turn ended, or is again (R297).
    IdleInMarble {
        /// Its Master.
        master: CharacterId,
        /// Whose Marble.
        user: CharacterId,
        /// Which.
        skill: SkillRef,
        /// How many rounds in a row now; 0 where the count begins anew.
        rounds: u32,
        /// The Combat Points lost.
        cp: Exact,
    },
    /// A Servant entered or left Spirit Form (R246–R253).
    SpiritForm {
        /// Who.
        who: CharacterId,
        /// Entered, not left.
        entered: bool,
        /// SP paid.
        sp: u32,
        /// Why.
        why: SpiritReason,
    },
    /// A character left a location.
    Left {
        /// Who.
        who: CharacterId,
        /// From where.
        from: LocationId,
        /// Where to.
        to: LocationId,
        /// How.
        how: Travel,
    },
    /// A character arrived at a location.
    Entered {
        /// Who.
        who: CharacterId,
        /// Where.
        at: LocationId,
        /// From where.
        from: LocationId,
        /// How.
        how: Travel,
    },
    /// A move did not happen (R272, A100).
    MoveCancelled {
        /// Who.
        who: CharacterId,
        /// Where to.
        to: LocationId,
        /// Why.
        why: Reason,
    },
    /// A character is in battle (R244, R245).
    JoinedBattle {
        /// Who.
        who: CharacterId,
        /// With whom.
        with: Vec<CharacterId>,
        /// Only because their Servant or familiar is (R245).
        beside: bool,
        /// Only by a hit from another location (A099).
        remote: bool,
    },
    /// A character was brought by a skill to where a battle was going on (R261, A109).
    ArrivedLate {
        /// Who.
        who: CharacterId,
    },
    /// A newcomer finds a battle going on: who fights in it, and nothing of how it went (R261, I12, I20).
    BattleFound {
        /// The newcomer.
        who: CharacterId,
        /// Those in battle whom they detect.
        fighters: Vec<CharacterId>,
    },
    /// A Surprise Attack keeps an opponent from acting for the rest of the Turn (R110, A140, A142).
    Surprised {
        /// Who.
        who: CharacterId,
        /// By whom.
        by: CharacterId,
        /// With what.
        skill: SkillRef,
    },
    /// A Surprise Attack was noticed in time: its cost is spent for nothing (R111, A143).
    SurpriseFailed {
        /// Who attacked.
        user: CharacterId,
        /// With what.
        skill: SkillRef,
        /// Which targets noticed.
        by: Vec<CharacterId>,
    },
    /// A battle goes on for a character as the Turn ends, or is over (A102).
    BattleCounted {
        /// Who.
        who: CharacterId,
        /// Its own Turns in it; 0 when it is over.
        turns: u32,
        /// With whom it goes on.
        with: Vec<CharacterId>,
    },
    /// A character died (R014, R022).
    Died {
        /// Who.
        who: CharacterId,
        /// Who gets the credit; empty for nobody (A082).
        killers: Vec<CharacterId>,
        /// Of what.
        of: DeathCause,
    },
    /// A Servant lost its Master (R142).
    Freed {
        /// The Servant.
        servant: CharacterId,
        /// Its Master until now.
        master: CharacterId,
        /// Why.
        why: FreedReason,
    },
    /// A Servant without a Master has one again (R138, R146, R152).
    Contracted {
        /// The Servant.
        servant: CharacterId,
        /// Its Master from now on.
        master: CharacterId,
        /// How it came about.
        how: ContractReason,
    },
    /// A Master said which Servants shield them before the others (A116).
    GuardsNamed {
        /// The Master.
        master: CharacterId,
        /// Which, in order.
        guards: Vec<CharacterId>,
    },
    /// A Master declared an alliance or a ceasefire with a team, or its end (R364, A155).
    PactDeclared {
        /// The Master.
        master: CharacterId,
        /// The team.
        with: TeamId,
        /// What they are in from now on; `None` is nothing.
        pact: Option<PactKind>,
    },
    /// A Command Spell was spent (R156).
    SpellSpent {
        /// The Master.
        master: CharacterId,
        /// The Servant it works on.
        servant: CharacterId,
        /// The spell.
        spell: SkillRef,
        /// How many are left.
        left: u32,
    },
    /// A Master regained or lost Command Spells by an effect.
    SpellsChanged {
        /// The Master.
        master: CharacterId,
        /// How many they have now.
        left: u32,
        /// How many they had.
        before: u32,
        /// Through what.
        skill: SkillRef,
        /// By whom.
        by: CharacterId,
    },
    /// A Master has no Command Spells left (R137).
    Disqualified {
        /// Who.
        master: CharacterId,
    },
    /// An item was used and disappeared (R340).
    ItemSpent {
        /// Who.
        who: CharacterId,
        /// What.
        item: SkillRef,
    },
    /// Combat Points of the Turn (R279).
    CombatPoints {
        /// The Master.
        master: CharacterId,
        /// How many.
        amount: Exact,
        /// How they came about.
        terms: Vec<CpTerm>,
    },
    /// Items were bought (R337).
    Bought {
        /// By whom.
        who: CharacterId,
        /// What.
        item: SkillRef,
        /// How many.
        count: u32,
        /// Whose Combat Points paid (R281).
        payer: CharacterId,
        /// How many in all.
        price: Exact,
    },
    /// An item was given, dropped or picked up (R352–R354).
    ItemPassed {
        /// What.
        item: SkillRef,
        /// Who had it; `None`: it lay there.
        from: Option<CharacterId>,
        /// Who has it now; `None`: it lies there.
        to: Option<CharacterId>,
        /// Where.
        at: LocationId,
    },
    /// Characters noticed what lies where they have come, or begin the Turn (R354).
    ItemsNoticed {
        /// Who.
        by: Vec<CharacterId>,
        /// Where.
        at: LocationId,
        /// What lies there.
        items: Vec<SkillRef>,
    },
    /// A Servant consumed a civilian for a Full Turn (R298, R299).
    CivilianConsumed {
        /// Who.
        who: CharacterId,
        /// Where.
        at: LocationId,
        /// Mana restored after the cap.
        mana: Exact,
    },
    /// A Servant consumed a dying Master (R303).
    MasterConsumed {
        /// Who.
        who: CharacterId,
        /// Whom.
        master: CharacterId,
        /// Health restored after the cap.
        health: Exact,
        /// Mana restored after the cap.
        mana: Exact,
    },
    /// The IGM was paid, in Combat Points or with a piece of information (R318).
    IgmPaid {
        /// By whom.
        who: CharacterId,
        /// The piece it took.
        sold: Option<Piece>,
        /// Whose Combat Points paid.
        payer: Option<CharacterId>,
        /// How many.
        price: Exact,
    },
    /// The IGM told a piece of information (R325).
    Informed {
        /// Whom.
        who: CharacterId,
        /// The player's seat.
        seat: Option<SeatId>,
        /// Its place in the IGM's store.
        piece: u16,
        /// Its words.
        words: String,
    },
    /// A Master took shelter with the IGM and is out of the War (R334–R336).
    Sheltered {
        /// Who.
        who: CharacterId,
    },
    /// The Seal of the IGM marked its prey (R305–R307).
    Marked {
        /// The Masters of the last teams.
        masters: Vec<CharacterId>,
        /// Everybody marked.
        marks: Vec<CharacterId>,
        /// Everybody is told whose teams they are (I10).
        public: bool,
    },
    /// The hunt is over (R311).
    HuntEnded {
        /// A mark was killed; otherwise its Nights have passed, or no mark is left.
        killed: bool,
        /// Everybody is told.
        public: bool,
    },
    /// A Master gained a Command Spell for the first mark killed, and is a Master again if they were none
    /// (R308, R309).
    SealPrize {
        /// Who.
        master: CharacterId,
        /// How many they have now.
        left: u32,
    },
    /// Story updates appeared (R314, R316).
    StoryTold {
        /// Which set, from 1.
        set: u32,
    },
    /// A Master gained skills by a story update (R315).
    StoryGained {
        /// Who.
        who: CharacterId,
        /// Which skills.
        skills: Vec<SkillRef>,
    },
    /// A Servant without a Master took Home Bases, for the first Master who contracts it (R230, R231).
    SpoilsTaken {
        /// The Servant.
        who: CharacterId,
        /// Their former owner.
        former: CharacterId,
        /// Which.
        homes: Vec<LocationId>,
    },
    /// An answer to the closing puzzle was given (R402).
    PuzzleAnswered {
        /// By whom.
        who: CharacterId,
        /// The answer.
        words: String,
    },
    /// How the War ended for a Master (R401).
    EndingReached {
        /// Who.
        master: CharacterId,
        /// All that is told of it, the best first.
        ends: Vec<End>,
    },
    /// Combat Points given by an effect.
    CombatPointsGiven {
        /// The Master.
        master: CharacterId,
        /// How many.
        amount: Exact,
        /// Through what.
        skill: SkillRef,
    },
    /// Combat Points disappeared (R284, R287).
    CombatPointsLost {
        /// The Master.
        master: CharacterId,
        /// How many.
        amount: Exact,
    },
    /// Somebody entered a Home Base (R222, R223).
    Alert {
        /// Its owner.
        owner: CharacterId,
        /// The Home Base.
        at: LocationId,
    },
    /// Home Bases changed hands (R229).
    HomeTaken {
        /// The new owner.
        owner: CharacterId,
        /// Their former owner.
        former: CharacterId,
        /// Which.
        homes: Vec<LocationId>,
    },
    /// A character came to know who somebody is (R060, I19).
    Recognised {
        /// Who knows now.
        observer: CharacterId,
        /// Whom.
        who: CharacterId,
    },
    /// A seat met somebody it cannot name, and calls them an alias.
    Aliased {
        /// The seat.
        seat: SeatId,
        /// Whom.
        who: CharacterId,
    },
    /// A character heard a skill of somebody else named (A239).
    SkillHeard {
        /// Who.
        observer: CharacterId,
        /// What.
        skill: SkillRef,
    },
    /// An effect told a character something of another.
    Learned {
        /// Who knows now.
        observer: CharacterId,
        /// Of whom.
        of: CharacterId,
        /// What.
        fact: Fact,
        /// Through what.
        skill: SkillRef,
    },
    /// A character reads the whole Night as with an ACT (R350, A215).
    ReportRaised {
        /// Who.
        who: CharacterId,
        /// How acutely.
        act: Acuity,
        /// Through what.
        skill: SkillRef,
    },
    /// What a character sensed of Mana this Turn (R351).
    ManaSensed {
        /// Who.
        who: CharacterId,
        /// Of Noble Phantasms; else of Bounded Fields, Home Bases' among them.
        phantasms: bool,
        /// Where, in order; not whose.
        at: Vec<LocationId>,
    },
    /// Where a character has seen others this Night.
    Sighted {
        /// Who saw.
        observer: CharacterId,
        /// Whom and where.
        seen: Vec<(CharacterId, LocationId)>,
    },
    /// The GM's word (R008), from `rulings.yaml`.
    Ruled {
        /// What sort of word.
        verdict: Verdict,
        /// What was set or added.
        changes: Vec<Change>,
        /// The GM's reason, which nobody reads who is not told.
        reason: String,
        /// Who is told the reason.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        told: Vec<CharacterId>,
    },
    /// Somebody is told something, in the words of the GM or of a player (R377, R378).
    Told {
        /// Who.
        to: Vec<CharacterId>,
        /// The words.
        words: String,
        /// Everybody is, and the public page too.
        public: bool,
    },
    /// Something of the Logic Game (R386–R400); its log is public, but for what is the GM's alone.
    LogicGame {
        /// What.
        step: Step,
    },
    /// What was left of AP and SP vanished, durations ran (R081, R374).
    TurnEnded {
        /// The Night.
        night: u32,
    },
    /// The War ended (R005, A070).
    WarEnded {
        /// The winner, if anybody won.
        winner: Option<TeamId>,
    },
    /// The engine met something it should not have; the GM is told.
    Fault {
        /// What.
        text: String,
    },
}
