//! The visibility table (docs/who-learns-what.md): what each ACT reads off each sort of event (I02–I04, I13, I14, I22).
//!
//! It is data, `sheets/common/perception.yaml`, which a campaign may replace; [`read`] makes this table of it once.
//! Here it is only held: `perception::perceive` alone carries it out. What the table does not grant is not told.

pub mod read;

use crate::vocabulary::act::SeenAct;
use crate::vocabulary::rank::Acuity;

macro_rules! named {
    ($(#[$of:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$of])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum $name { $($(#[$doc])* $variant),+ }

        impl $name {
            /// All of them, in the order of the file.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// Its name in the file.
            pub const fn name(self) -> &'static str {
                match self { $($name::$variant => $text),+ }
            }

            /// The one of a name.
            pub fn named(name: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|one| one.name() == name)
            }
        }
    };
}

named! {
/// A row of the visibility table: a sort of event.
Row {
    // Attacks and what comes of them.
    /// Somebody attacks.
    Attack = "attack",
    /// A blow lands.
    Hit = "hit",
    /// A Master is spared because somebody stood between.
    Shielded = "shielded",
    /// What was used had no effect on somebody.
    Negated = "negated",
    /// An effect's damage, which is no attack.
    Damaged = "damaged",
    /// A newcomer finds a battle.
    BattleFound = "battle_found",
    /// A Noble Phantasm is loud.
    NoblePhantasm = "noble_phantasm",
    /// An attack from another location.
    LongRange = "long_range",
    /// A Surprise Attack.
    SurpriseAttack = "surprise_attack",
    // Skills, items, Command Spells.
    /// A skill that is no attack is used.
    Support = "support",
    /// A lasting effect begins.
    EffectBegan = "effect_began",
    /// A lasting effect ends.
    EffectEnded = "effect_ended",
    /// An effect restores somebody's Health or Mana.
    Restored = "restored",
    /// An effect takes somebody's Health or Mana.
    Lost = "lost",
    /// A status is received.
    StatusReceived = "status_received",
    /// A status that did nothing.
    StatusIgnored = "status_ignored",
    /// Poison at work on somebody.
    Poison = "poison",
    /// A familiar appears, seen as any arrival.
    Summoned = "summoned",
    /// A familiar disappears.
    Vanished = "vanished",
    /// A Command Spell works, for the two it concerns.
    SpellInUse = "command_spell_in_use",
    /// A Command Spell is spent.
    Spell = "command_spell",
    /// An item is used.
    Item = "item_used",
    /// A service of a location is used.
    Service = "service_used",
    /// An item is given to somebody.
    ItemGiven = "item_given",
    /// An item is dropped.
    ItemDropped = "item_dropped",
    /// An item is picked up.
    ItemTaken = "item_taken",
    /// An item lies where somebody comes or is.
    ItemsLying = "items_lying",
    // Coming, going and looking.
    /// Somebody leaves.
    Left = "left",
    /// Somebody arrives.
    Entered = "entered",
    /// A Servant enters Spirit Form.
    SpiritFormEntered = "spirit_form_entered",
    /// A Servant leaves Spirit Form.
    SpiritFormLeft = "spirit_form_left",
    /// A scout's findings.
    Scouted = "scouted",
    /// A scout is noticed by an ACT at least its own (I05), and by whom it noticed in turn (I17).
    ScoutDetected = "scout_detected",
    /// Whom a character sees about them.
    Sighted = "sighted",
    /// A character finds out who somebody is.
    Recognised = "recognised",
    /// What an effect tells of somebody.
    Learned = "learned",
    /// Where Mana gathers, sensed from afar by a Mana Detector.
    ManaSensed = "mana_sensed",
    // Places.
    /// A Bounded Field covers the place.
    Field = "field_sensed",
    /// The same, uneasy to be in at C if it does harm.
    HarmfulField = "harmful_field_sensed",
    /// A Reality Marble opens.
    MarbleOpened = "marble_opened",
    /// A scout finds a place sealed by a Reality Marble, and no more at any ACT (A197).
    MarbleFound = "marble_found",
    /// A Reality Marble ends.
    MarbleEnded = "marble_ended",
    /// Somebody entered a Home Base.
    Alert = "home_base_alert",
    /// A Home Base is gained with a kill, and where it is (I19).
    HomeTaken = "home_base_taken",
    /// Something is bought.
    Bought = "bought",
    /// A Master takes shelter with the IGM.
    Sheltered = "sheltered",
    /// What the IGM was paid.
    IgmPaid = "igm_paid",
    /// What the IGM told.
    Informed = "igm_informed",
    // Life, death and contracts.
    /// Somebody dies.
    Died = "died",
    /// A contract ends.
    Freed = "freed",
    /// A contract is made openly, between two of one mind beside each other.
    ContractMade = "contract_made",
    /// A contract passes from a dead Master to another.
    ContractTransferred = "contract_transferred",
    /// A Master has no Command Spells left, seen by the tie that breaks (R137).
    Disqualified = "disqualified",
    /// A civilian is killed.
    CivilianConsumed = "civilian_consumed",
    /// A dying Master is consumed.
    MasterConsumed = "master_consumed",
    // What is a character's own affair, or its team's (I22).
    /// The Action Points a Turn begins with.
    TurnBegan = "turn_began",
    /// Health and Mana regained at the Turn's beginning.
    Regenerated = "regenerated",
    /// An upkeep is paid.
    Upkeep = "upkeep",
    /// Mana is lost for a contract's sake.
    Drained = "drained",
    /// What became of an order, with a reason that gives nothing away (I22, I23).
    OrderOutcome = "order_outcome",
    /// A requirement failed.
    Refunded = "refunded",
    /// A status ends.
    StatusEnded = "status_ended",
    /// A move does not come about.
    MoveCancelled = "move_cancelled",
    /// Combat Points are gained.
    CombatPoints = "combat_points",
    /// Combat Points are lost.
    CombatPointsLost = "combat_points_lost",
    /// Combat Points are lost for idling inside a Reality Marble (R297).
    Idled = "marble_idled",
    /// Command Spells are regained, or lost, by an effect.
    SpellsChanged = "command_spells_changed",
    /// Skills are gained by a story update.
    StoryGained = "story_gained",
    /// How the War ended for a Master.
    Ending = "ending",
    /// The GM set something.
    Ruled = "ruled",
    /// Words of the GM's for some.
    Told = "told",
    // For everybody.
    /// Words of the GM's for everybody.
    Announced = "announced",
    /// The Seal of the IGM marks its prey, where `seal.public` says so (I10).
    Marked = "seal_marked",
    /// The hunt for them is over.
    HuntEnded = "seal_hunt_ended",
    /// A set of story updates appears.
    StoryTold = "story_told",
    /// The War is over.
    WarEnded = "war_ended",
}
}

impl Row {
    /// Whether the row stands in the place of what tells who made an attack.
    pub const fn hides_author(self) -> bool {
        matches!(self, Row::LongRange | Row::SurpriseAttack)
    }

    /// Whether the row only adds to others and says nothing of what the event looks like to those it concerns.
    pub const fn only_adds(self) -> bool {
        matches!(self, Row::NoblePhantasm | Row::LongRange | Row::SurpriseAttack)
    }
}

named! {
/// Something an observer can be granted.
Field {
    /// That somebody did it.
    ActorThere = "actor_there",
    /// What kind of character did it: a Master, a Servant, a familiar.
    ActorKind = "actor_kind",
    /// Who did it, if a Servant; else the kind.
    ActorByClass = "actor_if_servant",
    /// Who did it, as far as the reader can tell them: a name, an alias, a kind.
    Actor = "actor",
    /// That it was done to somebody.
    ObjectsThere = "objects_there",
    /// What kind of characters it was done to.
    ObjectsKind = "objects_kind",
    /// To whom it was done.
    Objects = "objects",
    /// Who stood between.
    Interceptor = "interceptor",
    /// For whom they stood between.
    ForWhom = "for_whom",
    /// What it looks like: the sheet's `seen`; the words, where somebody is told something.
    Words = "words",
    /// Whether a weapon or a light is all that is made out of an attack.
    Glimpse = "glimpse",
    /// What sort of attack it looks like: a blow, a shot, a spell, something strange.
    Manner = "manner",
    /// The skill, if it is called by name or the reader has heard it named before.
    SkillIfCalled = "skill_if_called",
    /// The skill by name.
    Skill = "skill",
    /// That it is a Noble Phantasm.
    NoblePhantasm = "noble",
    /// The letter of a Noble Phantasm's rank.
    RankClass = "rank_class",
    /// Whether it strikes many at once.
    Area = "area",
    /// The type of damage.
    Damage = "damage",
    /// The type of the skill.
    SkillType = "skill_type",
    /// The number; where it is a body's own, that body alone reads it in the row `victim`.
    Amount = "amount",
    /// What a use cost: Mana, Health, Combat Points.
    Paid = "paid",
    /// Of what a use cost the Mana alone, seen to leave its user.
    ManaDrop = "mana_drop",
    /// The Health left; ever only the reader's own.
    Left = "left",
    /// Of a blow that the ranks made more or less of it than it looked like.
    Force = "force",
    /// How badly hurt somebody looks, as finely as the reader's ACT allows.
    Wound = "wound",
    /// A status that shows (one who is stunned staggers).
    AilmentIfVisible = "ailment_if_visible",
    /// A status by name.
    Ailment = "ailment",
    /// Whether a status is a light or a heavy one.
    Severity = "severity",
    /// The damage of a status a Turn, to the nearest five.
    Roughly = "roughly",
    /// For how many Turns; how many are left.
    Count = "count",
    /// A status with its Turns and numbers.
    Status = "status",
    /// How somebody travelled.
    Travel = "travel",
    /// Where they came from or went, if a skill took them.
    FarPlaceBySkill = "far_by_skill",
    /// From which side a shot came: the next place on the way to where it was made.
    Direction = "direction",
    /// Where they came from or went; where a shot came from.
    FarPlace = "far",
    /// Why.
    Reason = "reason",
    /// Which items.
    Items = "items",
    /// An order with its outcome, places one is told of, the winner; never under `seen`.
    Private = "private",
}
}

/// A set of fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fields(u64);

impl Fields {
    /// Nothing.
    pub const NONE: Fields = Fields(0);

    /// What tells who made an attack and with what.
    pub const AUTHOR: Fields = Fields::of(&[
        Field::ActorThere,
        Field::ActorKind,
        Field::ActorByClass,
        Field::Actor,
        Field::Words,
        Field::Glimpse,
        Field::Manner,
        Field::SkillIfCalled,
        Field::Skill,
        Field::NoblePhantasm,
        Field::RankClass,
        Field::ManaDrop,
        Field::Area,
        Field::SkillType,
    ]);

    /// These.
    pub const fn of(list: &[Field]) -> Fields {
        let (mut bits, mut i) = (0_u64, 0);
        while i < list.len() {
            bits |= 1_u64 << list[i] as u8;
            i += 1;
        }
        Fields(bits)
    }

    /// With these too.
    #[must_use]
    pub const fn with(self, other: Fields) -> Fields {
        Fields(self.0 | other.0)
    }

    /// Without these.
    #[must_use]
    pub const fn without(self, other: Fields) -> Fields {
        Fields(self.0 & !other.0)
    }

    /// Of these only those.
    #[must_use]
    pub const fn only(self, those: Fields) -> Fields {
        Fields(self.0 & those.0)
    }

    /// Whether a field is granted.
    pub const fn has(self, field: Field) -> bool {
        self.0 & (1_u64 << field as u8) != 0
    }
}

/// What the event looks like, and what of it is granted. Without an act it is not noticed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// What it looks like.
    pub act: Option<SeenAct>,
    /// What is granted.
    pub fields: Fields,
}

/// What a row grants, to whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VisibilityRow {
    /// Whoever did it, or whose own it is (I14, I22).
    pub own: Cell,
    /// The body it was done to, beyond what its eyes tell it (I13).
    pub victim: Cell,
    /// What the event's own row does not tell whom this row tells of it; of a row that only adds to others.
    pub hides: Fields,
    /// Somebody in the same location, by ACT from N/A to EX, each with what those below it learn.
    seen: [Cell; 7],
}

impl VisibilityRow {
    /// What an onlooker of an ACT is granted.
    pub const fn seen_at(&self, acuity: Acuity) -> Cell {
        self.seen[acuity as usize]
    }
}

/// All rows. The default grants nobody anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VisibilityTable {
    /// In the order of [`Row::ALL`].
    rows: Vec<VisibilityRow>,
}

impl VisibilityTable {
    /// What a row grants.
    pub fn row(&self, row: Row) -> VisibilityRow {
        self.rows.get(row as usize).copied().unwrap_or_default()
    }
}
