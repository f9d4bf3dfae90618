//! The visibility table (docs/who-learns-what.md): what each ACT perceives of each kind of event (I02–I04, I13, I14,
//! I22).
//!
//! It is data: a campaign may replace `sheets/common/perception.yaml`. [`read`] parses it once. This module only holds
//! the table, and `perception::perceive` alone applies it. What the table does not grant is not told.

pub mod read;

use crate::vocabulary::rank::Acuity;
use crate::vocabulary::seen_act::SeenAct;

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

            /// The variant with a name.
            pub fn named(name: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|one| one.name() == name)
            }
        }
    };
}

named! {
/// A row of the visibility table: a kind of event.
Row {
    // Attacks and their results.
    /// Somebody attacks.
    Attack = "attack",
    /// A blow lands.
    Hit = "hit",
    /// A Master is spared because somebody intercepts.
    Shielded = "shielded",
    /// A use has no effect on somebody.
    Negated = "negated",
    /// An effect that is not an attack damages somebody.
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
    /// A skill is used that is not an attack.
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
    /// A status has no effect.
    StatusIgnored = "status_ignored",
    /// Poison damages somebody.
    Poison = "poison",
    /// A familiar appears. It is seen like any arrival.
    Summoned = "summoned",
    /// A familiar disappears.
    Vanished = "vanished",
    /// A Command Spell works. This row is for the two it concerns.
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
    /// An item lies in a location where somebody is or arrives.
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
    /// A scout is noticed by somebody whose ACT is at least its own (I05), and learns who noticed it (I17).
    ScoutDetected = "scout_detected",
    /// A character sees who is around them.
    Sighted = "sighted",
    /// A character finds out who somebody is.
    Recognised = "recognised",
    /// An effect reveals something about somebody.
    Learned = "learned",
    /// A Mana Detector senses from afar where Mana gathers.
    ManaSensed = "mana_sensed",
    // Places.
    /// A Bounded Field covers the place.
    Field = "field_sensed",
    /// The same for a Bounded Field that does harm: at C it feels uneasy.
    HarmfulField = "harmful_field_sensed",
    /// A Reality Marble opens.
    MarbleOpened = "marble_opened",
    /// A scout finds a location sealed by a Reality Marble, and learns nothing more at any ACT (A197).
    MarbleFound = "marble_found",
    /// A Reality Marble ends.
    MarbleEnded = "marble_ended",
    /// Somebody entered a Home Base.
    Alert = "home_base_alert",
    /// A Home Base is gained by a kill; its new owner learns where it is (I19).
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
    /// A contract is made openly, between two willing characters in the same location.
    ContractMade = "contract_made",
    /// A contract passes from a dead Master to another.
    ContractTransferred = "contract_transferred",
    /// A Master has no Command Spells left, and feels the bond break (R137).
    Disqualified = "disqualified",
    /// A civilian is killed.
    CivilianConsumed = "civilian_consumed",
    /// A dying Master is consumed.
    MasterConsumed = "master_consumed",
    // Private events of a character or its team (I22).
    /// A Turn begins with its Action Points.
    TurnBegan = "turn_began",
    /// Health and Mana are regenerated at the beginning of the Turn.
    Regenerated = "regenerated",
    /// An upkeep is paid.
    Upkeep = "upkeep",
    /// A contract costs Mana.
    Drained = "drained",
    /// The outcome of an order, with a reason that reveals nothing secret (I22, I23).
    OrderOutcome = "order_outcome",
    /// A requirement failed.
    Refunded = "refunded",
    /// A status ends.
    StatusEnded = "status_ended",
    /// A move does not take place.
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
    /// The GM sets something.
    Ruled = "ruled",
    /// The GM tells something to some characters.
    Told = "told",
    // For everybody.
    /// The GM tells something to everybody.
    Announced = "announced",
    /// The Seal of the IGM marks its target, where `seal.public` says so (I10).
    Marked = "seal_marked",
    /// The hunt for a marked character ends.
    HuntEnded = "seal_hunt_ended",
    /// A set of story updates appears.
    StoryTold = "story_told",
    /// The War is over.
    WarEnded = "war_ended",
}
}

impl Row {
    /// Whether the row withholds who made an attack.
    pub const fn hides_author(self) -> bool {
        matches!(self, Row::LongRange | Row::SurpriseAttack)
    }

    /// Whether the row only adds fields to other rows. Such a row does not say what the event looks like.
    pub const fn only_adds(self) -> bool {
        matches!(self, Row::NoblePhantasm | Row::LongRange | Row::SurpriseAttack)
    }
}

named! {
/// A fact that an observer can learn.
Field {
    /// That somebody acted.
    ActorThere = "actor_there",
    /// What kind of character acted: a Master, a Servant, a familiar.
    ActorKind = "actor_kind",
    /// Who acted, if a Servant; otherwise the kind.
    ActorByClass = "actor_if_servant",
    /// Who acted, as far as the reader can tell: a name, an alias, a kind.
    Actor = "actor",
    /// That somebody was affected.
    ObjectsThere = "objects_there",
    /// What kinds of characters were affected.
    ObjectsKind = "objects_kind",
    /// Who was affected.
    Objects = "objects",
    /// Who intercepted.
    Interceptor = "interceptor",
    /// Whom the interceptor protected.
    ForWhom = "for_whom",
    /// What it looks like: the sheet's `seen`. Where somebody is told something, the words.
    Words = "words",
    /// That only a weapon or a light is seen of an attack.
    Glimpse = "glimpse",
    /// What kind of attack it looks like: a blow, a shot, a spell, something strange.
    Manner = "manner",
    /// The skill, if its name is called out or the reader has heard it before.
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
    /// The number. Where it concerns a character's own body, only that character reads it, in the row `victim`.
    Amount = "amount",
    /// What a use cost: Mana, Health, Combat Points.
    Paid = "paid",
    /// The Mana that a use cost, seen to leave its user.
    ManaDrop = "mana_drop",
    /// The Health left; only ever the reader's own.
    Left = "left",
    /// That the ranks made a blow stronger or weaker than it looked.
    Force = "force",
    /// How badly hurt somebody looks, in the detail that the reader's ACT allows.
    Wound = "wound",
    /// A status that shows (one who is stunned staggers).
    AilmentIfVisible = "ailment_if_visible",
    /// A status by name.
    Ailment = "ailment",
    /// Whether a status is light or heavy.
    Severity = "severity",
    /// The damage of a status per Turn, to the nearest five.
    Roughly = "roughly",
    /// The number of Turns, or of Turns left.
    Count = "count",
    /// A status with its Turns and numbers.
    Status = "status",
    /// How somebody travelled.
    Travel = "travel",
    /// Where somebody came from or went, if a skill moved them.
    FarPlaceBySkill = "far_by_skill",
    /// The direction of a shot: the next location on the way to its origin.
    Direction = "direction",
    /// Where somebody came from or went, or where a shot came from.
    FarPlace = "far",
    /// The reason.
    Reason = "reason",
    /// Which items.
    Items = "items",
    /// Private facts: an order with its outcome, a location the reader is told of, the winner. Never granted under
    /// `seen`.
    Private = "private",
}
}

/// A set of fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fields(u64);

impl Fields {
    /// No fields.
    pub const NONE: Fields = Fields(0);

    /// The fields that reveal who made an attack, and with what.
    pub const AUTHOR: Fields = Fields::from_fields(&[
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

    /// The set of the listed fields.
    pub const fn from_fields(list: &[Field]) -> Fields {
        let (mut bits, mut i) = (0_u64, 0);
        while i < list.len() {
            bits |= 1_u64 << list[i] as u8;
            i += 1;
        }
        Fields(bits)
    }

    /// The union with another set.
    #[must_use]
    pub const fn union(self, other: Fields) -> Fields {
        Fields(self.0 | other.0)
    }

    /// The set without the fields of another.
    #[must_use]
    pub const fn difference(self, other: Fields) -> Fields {
        Fields(self.0 & !other.0)
    }

    /// The intersection with another set.
    #[must_use]
    pub const fn intersection(self, those: Fields) -> Fields {
        Fields(self.0 & those.0)
    }

    /// Whether the set contains a field.
    pub const fn has(self, field: Field) -> bool {
        self.0 & (1_u64 << field as u8) != 0
    }
}

/// What an event looks like to a reader, and what the reader learns. Without an act the event goes unnoticed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// What it looks like.
    pub act: Option<SeenAct>,
    /// What the reader learns.
    pub fields: Fields,
}

/// What a row grants to each reader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VisibilityRow {
    /// For whoever acted, or whose own affair it is (I14, I22).
    pub own_cell: Cell,
    /// For the victim, beyond what they see as an onlooker (I13).
    pub victim: Cell,
    /// The fields of the event's own row that are withheld from those whom this row informs. Only rows that hide the
    /// author have any.
    pub hides: Fields,
    /// For onlookers in the same location, by ACT from N/A to EX. Each ACT includes what the lower ones learn.
    onlooker_cells: [Cell; 7],
}

impl VisibilityRow {
    /// What the row grants to an onlooker with an ACT.
    pub const fn seen_at(&self, acuity: Acuity) -> Cell {
        self.onlooker_cells[acuity as usize]
    }
}

/// All rows. By default nobody learns anything.
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
