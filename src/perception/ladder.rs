//! The ladder of REFERENCE "Who learns what", as data: what each ACT reads off each kind of event.
//!
//! One row a group of events. `seen` are the columns N/A, E, D, C, B, A, EX for somebody in the same
//! location; each adds to those before it and may say what the event looks like from there on. `own` is
//! for whoever did it or whose own resources it concerns (I14, I22), `victim` what the body it was done
//! to feels beyond what its eyes tell (I13). It is long because it is one table: its rows are read side by side.

use crate::vocabulary::rank::Acuity;

use super::perceived::Act;

/// Something an observer can be granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Field {
    /// That somebody did it.
    ActorThere,
    /// What kind of character did it.
    ActorKind,
    /// Who did it, if a Servant.
    ActorByClass,
    /// Who did it.
    Actor,
    /// That it was done to somebody.
    ObjectsThere,
    /// What kind of characters it was done to.
    ObjectsKind,
    /// To whom it was done.
    Objects,
    /// Who stood between.
    Interceptor,
    /// For whom somebody stood between.
    ForWhom,
    /// What it looks like, in the sheet's words.
    Words,
    /// What sort of attack it looks like.
    Manner,
    /// The skill, if it was called by name or the observer has heard it named before.
    SkillIfCalled,
    /// The skill.
    Skill,
    /// That it is a Noble Phantasm.
    NoblePhantasm,
    /// One target or many.
    Area,
    /// The type of damage.
    Damage,
    /// The type of the skill.
    SkillType,
    /// The number.
    Amount,
    /// Own Health left.
    Left,
    /// How badly hurt somebody looks.
    Wound,
    /// A status that shows: one staggers.
    AilmentIfVisible,
    /// A status by name.
    Ailment,
    /// How many Turns, how many are left.
    Count,
    /// A status with its numbers.
    Status,
    /// How somebody travelled.
    Travel,
    /// Whence or whither a skill took somebody (R418).
    FarPlaceBySkill,
    /// Whence or whither.
    FarPlace,
    /// Why.
    Reason,
    /// Items lying about (R354).
    Items,
    /// What only its owner reads: an order and its outcome, places, the winner.
    Private,
}

/// A set of fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fields(u32);

impl Fields {
    /// Nothing.
    pub const NONE: Fields = Fields(0);

    /// These.
    #[must_use]
    pub const fn of(list: &[Field]) -> Fields {
        let (mut bits, mut i) = (0, 0);
        while i < list.len() {
            bits |= 1 << list[i] as u8;
            i += 1;
        }
        Fields(bits)
    }

    /// Both.
    #[must_use]
    pub const fn and(self, other: Fields) -> Fields {
        Fields(self.0 | other.0)
    }

    /// Without these.
    #[must_use]
    pub const fn without(self, other: Fields) -> Fields {
        Fields(self.0 & !other.0)
    }

    /// Whether a field is granted.
    #[must_use]
    pub const fn has(self, field: Field) -> bool {
        self.0 & (1 << field as u8) != 0
    }
}

/// What the event looks like, and what of it is granted. Without an act it is not noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What it looks like.
    pub act: Option<Act>,
    /// What is granted.
    pub fields: Fields,
}

/// One row of the ladder.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The row's heading in REFERENCE.
    pub name: &'static str,
    /// Whoever did it, or whose own it is.
    pub own: Cell,
    /// The body it was done to.
    pub victim: Cell,
    /// Somebody in the same location, by ACT from N/A to EX.
    pub seen: [Cell; 7],
}

impl Row {
    /// What an onlooker of an ACT is granted: the columns up to theirs.
    #[must_use]
    pub fn seen_at(&self, acuity: Acuity) -> Cell {
        let mut sum = UNSEEN;
        for cell in self.seen.iter().take(acuity as usize + 1) {
            sum = Cell { act: cell.act.or(sum.act), fields: sum.fields.and(cell.fields) };
        }
        sum
    }
}

const UNSEEN: Cell = Cell { act: None, fields: Fields::NONE };
const NOBODY: [Cell; 7] = [UNSEEN; 7];

/// The event is noticed, looks like `act`, and these fields are granted.
const fn as_(act: Act, fields: &[Field]) -> Cell {
    Cell { act: Some(act), fields: Fields::of(fields) }
}

/// These fields more.
const fn and(fields: &[Field]) -> Cell {
    Cell { act: None, fields: Fields::of(fields) }
}

/// A row that concerns its owner alone.
const fn private(name: &'static str, act: Act, fields: &[Field]) -> Row {
    Row { name, own: as_(act, fields), victim: as_(act, fields), seen: NOBODY }
}

use Field::{
    Actor, ActorByClass, ActorKind, ActorThere, Ailment, AilmentIfVisible, Amount, Area, Count, Damage, FarPlace,
    FarPlaceBySkill, ForWhom, Interceptor, Items, Left, Manner, NoblePhantasm, Objects, ObjectsKind, ObjectsThere,
    Private, Reason, Skill, SkillIfCalled, SkillType, Status, Travel, Words, Wound,
};

/// What tells who made an attack and with what: taken away where an attack comes from afar or by surprise.
pub const AUTHOR: Fields = Fields::of(&[
    ActorThere,
    ActorKind,
    ActorByClass,
    Actor,
    Words,
    Manner,
    SkillIfCalled,
    Skill,
    NoblePhantasm,
    Area,
    SkillType,
]);

/// `Attack made`.
pub const ATTACK: Row = Row {
    name: "Attack made",
    own: as_(Act::Used, &[Actor, Objects, Words, Manner, Skill, NoblePhantasm, Area, Damage, SkillType, FarPlace]),
    victim: as_(Act::Used, &[ActorThere]),
    seen: [
        /* N/A */ as_(Act::Fighting, &[]),
        /* E   */ as_(Act::Used, &[ActorThere, ObjectsThere]),
        /* D   */ and(&[Actor, Objects]),
        /* C   */ and(&[Manner, SkillIfCalled]),
        /* B   */ and(&[Area, Words]),
        /* A   */ and(&[Skill, Damage, SkillType, FarPlace]),
        /* EX  */ and(&[]),
    ],
};

/// `Noble Phantasm activated`: on top of the row of what it does.
pub const NOBLE: Row = Row {
    name: "Noble Phantasm activated",
    own: UNSEEN,
    victim: UNSEEN,
    seen: [
        /* N/A */ as_(Act::Uproar, &[]),
        /* E   */ and(&[]),
        /* D   */ as_(Act::Used, &[NoblePhantasm, Words, Actor]),
        /* C   */ and(&[SkillIfCalled]),
        /* B   */ and(&[]),
        /* A   */ and(&[Skill, SkillType]),
        /* EX  */ and(&[]),
    ],
};

/// `Attack made` and `Wound result on another`, hit by hit; with `Interception`.
pub const HIT: Row = Row {
    name: "Wound result on another",
    own: as_(
        Act::Hit,
        &[Actor, Objects, Interceptor, ForWhom, Manner, Skill, NoblePhantasm, Damage, SkillType, Amount, Wound],
    ),
    victim: as_(Act::Hit, &[ActorThere, Interceptor, ForWhom, Damage, Amount, Left]),
    seen: [
        /* N/A */ as_(Act::Fighting, &[]),
        /* E   */ as_(Act::Hit, &[ActorThere, ObjectsThere, Wound]),
        /* D   */ and(&[Actor, Objects, Interceptor]),
        /* C   */ and(&[ForWhom, Manner, SkillIfCalled]),
        /* B   */ and(&[]),
        /* A   */ and(&[Skill, Damage, SkillType]),
        /* EX  */ and(&[Amount]),
    ],
};

/// `Interception`: a Master is spared.
pub const SHIELDED: Row = Row {
    name: "Interception",
    own: as_(Act::Shielded, &[Actor, Objects, Interceptor, Skill]),
    victim: as_(Act::Shielded, &[Interceptor]),
    seen: [
        /* N/A */ and(&[]),
        /* E   */ and(&[]),
        /* D   */ as_(Act::Shielded, &[Interceptor]),
        /* C   */ and(&[Actor, Objects]),
        /* B   */ and(&[]),
        /* A   */ and(&[Skill]),
        /* EX  */ and(&[]),
    ],
};

/// What was used had no effect on somebody: the doer sees as much (I14), and the body it was aimed at.
pub const NEGATED: Row = Row {
    name: "Wound result on another",
    own: as_(Act::Negated, &[Actor, Objects, Skill]),
    victim: as_(Act::Negated, &[ActorThere, Objects]),
    seen: [
        /* N/A */ and(&[]),
        /* E   */ and(&[]),
        /* D   */ as_(Act::Negated, &[Actor, Objects]),
        /* C   */ and(&[SkillIfCalled]),
        /* B   */ and(&[]),
        /* A   */ and(&[Skill]),
        /* EX  */ and(&[]),
    ],
};

/// `Long-ranged hit`: what those it strikes learn of where it came from, in place of [`AUTHOR`].
pub const LONG_RANGE: Row = Row {
    name: "Long-ranged hit",
    own: UNSEEN,
    victim: UNSEEN,
    seen: [
        /* N/A */ and(&[]),
        /* E   */ and(&[]),
        /* D   */ and(&[]),
        /* C   */ and(&[Manner]),
        /* B   */ and(&[FarPlace]),
        /* A   */ and(&[ActorByClass]),
        /* EX  */ and(&[Actor]),
    ],
};

/// `Surprise Attack on oneself`: what its target learns of its author, in place of [`AUTHOR`].
pub const SURPRISE: Row = Row {
    name: "Surprise Attack on oneself",
    own: UNSEEN,
    victim: UNSEEN,
    seen: [
        /* N/A */ and(&[]),
        /* E   */ and(&[]),
        /* D   */ and(&[ActorKind]),
        /* C   */ and(&[Actor]),
        /* B   */ and(&[Manner]),
        /* A   */ and(&[Skill, SkillType]),
        /* EX  */ and(&[]),
    ],
};

/// `Support / buff / debuff`; a Bounded Field by the same steps (A: name and effect class).
pub const SUPPORT: Row = Row {
    name: "Support / buff / debuff",
    own: as_(Act::Used, &[Actor, Objects, Words, Skill, NoblePhantasm, Area, SkillType, FarPlace]),
    victim: as_(Act::Used, &[]),
    seen: [
        /* N/A */ and(&[]),
        /* E   */ and(&[]),
        /* D   */ as_(Act::Used, &[Actor]),
        /* C   */ and(&[Objects, Words, SkillIfCalled]),
        /* B   */ and(&[SkillType]),
        /* A   */ and(&[Skill, FarPlace]),
        /* EX  */ and(&[]),
    ],
};

/// `Item used / given / dropped`.
pub const ITEM: Row = Row {
    name: "Item used / given / dropped",
    own: as_(Act::Used, &[Actor, Objects, Words, Skill, SkillType, FarPlace]),
    victim: as_(Act::Used, &[Actor, Skill]),
    seen: [
        /* N/A */ and(&[]),
        /* E   */ and(&[]),
        /* D   */ as_(Act::Used, &[Actor, Words]),
        /* C   */ and(&[Skill]),
        /* B   */ and(&[Objects]),
        /* A   */ and(&[SkillType]),
        /* EX  */ and(&[]),
    ],
};

/// `Location effect used (Mall, IGM)`: a service, seen going in at D and told from another at B.
pub const SERVICE: Row = Row {
    name: "Location effect used (Mall, IGM)",
    own: as_(Act::Used, &[Actor, Objects, Words, Skill, SkillType, FarPlace]),
    victim: as_(Act::Used, &[Actor, Skill]),
    seen: [
        /* N/A */ and(&[]),
        /* E   */ and(&[]),
        /* D   */ as_(Act::Used, &[Actor]),
        /* C   */ and(&[]),
        /* B   */ and(&[Skill]),
        /* A   */ and(&[Objects, SkillType]),
        /* EX  */ and(&[]),
    ],
};

/// A Command Spell in use; onlookers read [`SPELL`] when it is spent.
pub const SPELL_IN_USE: Row = Row {
    name: "Command Spell used",
    own: as_(Act::Used, &[Actor, Objects, Words, Skill, SkillType, FarPlace]),
    victim: as_(Act::Used, &[Actor, Skill, SkillType]),
    seen: NOBODY,
};

/// `Command Spell used`.
pub const SPELL: Row = Row {
    name: "Command Spell used",
    own: as_(Act::CommandSpell, &[Actor, Objects, Skill, Count]),
    victim: as_(Act::CommandSpell, &[Actor, Objects, Skill, Count]),
    seen: [
        /* N/A */ and(&[]),
        /* E   */ as_(Act::Flash, &[]),
        /* D   */ as_(Act::Used, &[Actor]),
        /* C   */ as_(Act::CommandSpell, &[]),
        /* B   */ and(&[Objects]),
        /* A   */ and(&[Skill]),
        /* EX  */ and(&[Count]),
    ],
};

/// `Status on another`.
pub const STATUS: Row = Row {
    name: "Status on another",
    own: as_(Act::StatusReceived, &[Actor, Objects, Skill, Ailment, Status]),
    victim: as_(Act::StatusReceived, &[ActorThere, Ailment, Status]),
    seen: [
        /* N/A */ and(&[]),
        /* E   */ and(&[]),
        /* D   */ as_(Act::StatusReceived, &[Actor, Objects, AilmentIfVisible]),
        /* C   */ and(&[Ailment]),
        /* B   */ and(&[]),
        /* A   */ and(&[Skill, Count]),
        /* EX  */ and(&[Status]),
    ],
};

/// A status that did nothing: its victim's and its author's affair.
pub const STATUS_IGNORED: Row = Row {
    name: "Status on another",
    own: as_(Act::StatusIgnored, &[Actor, Objects, Ailment]),
    victim: as_(Act::StatusIgnored, &[Ailment]),
    seen: NOBODY,
};

/// Poison at work on another.
pub const POISON: Row = Row {
    name: "Status on another",
    own: as_(Act::PoisonTicked, &[Objects, Amount, Left, Ailment]),
    victim: as_(Act::PoisonTicked, &[Objects, Amount, Left, Ailment]),
    seen: [
        /* N/A */ and(&[]),
        /* E   */ and(&[]),
        /* D   */ as_(Act::Lost, &[Objects, Wound]),
        /* C   */ as_(Act::PoisonTicked, &[Ailment]),
        /* B   */ and(&[]),
        /* A   */ and(&[]),
        /* EX  */ and(&[Amount]),
    ],
};

/// Health or Mana restored or lost by an effect, read off another.
pub const RESTORED: Row = change_of_another(Act::Restored);
/// See [`RESTORED`].
pub const LOST: Row = change_of_another(Act::Lost);

const fn change_of_another(act: Act) -> Row {
    Row {
        name: "Support / buff / debuff",
        own: as_(act, &[Actor, Objects, Skill]),
        victim: as_(act, &[Amount, Left]),
        seen: [
            /* N/A */ and(&[]),
            /* E   */ and(&[]),
            /* D   */ and(&[]),
            /* C   */ and(&[]),
            /* B   */ as_(act, &[Actor, Objects]),
            /* A   */ and(&[Skill]),
            /* EX  */ and(&[Amount]),
        ],
    }
}

/// An effect's damage, which is no attack: its wounds are seen as any, whose doing it is from B as of a
/// support, through what from A.
pub const DAMAGED: Row = Row {
    name: "Wound result on another",
    own: as_(Act::Damaged, &[Actor, Objects, Skill, Damage, Amount, Wound]),
    victim: as_(Act::Damaged, &[Objects, Damage, Amount, Left]),
    seen: [
        /* N/A */ and(&[]),
        /* E   */ as_(Act::Damaged, &[ObjectsThere, Wound]),
        /* D   */ and(&[Objects]),
        /* C   */ and(&[]),
        /* B   */ and(&[Actor]),
        /* A   */ and(&[Skill, Damage]),
        /* EX  */ and(&[Amount]),
    ],
};

/// `Wound result on another`, as a newcomer to a battle finds those who fight in it (I20).
pub const BATTLE_FOUND: Row = Row {
    name: "Wound result on another",
    own: UNSEEN,
    victim: UNSEEN,
    seen: [
        /* N/A */ as_(Act::BattleFound, &[ObjectsKind]),
        /* E   */ and(&[Wound]),
        /* D   */ and(&[Objects]),
        /* C   */ and(&[]),
        /* B   */ and(&[]),
        /* A   */ and(&[]),
        /* EX  */ and(&[]),
    ],
};

/// A lasting effect begins: noticed from B; named from A, with what it bears on and for about how long.
pub const EFFECT_BEGAN: Row = Row {
    name: "Support / buff / debuff",
    own: as_(Act::EffectBegan, &[Actor, Objects, Skill, Count]),
    victim: as_(Act::EffectBegan, &[]),
    seen: [
        /* N/A */ and(&[]),
        /* E   */ and(&[]),
        /* D   */ and(&[]),
        /* C   */ and(&[]),
        /* B   */ as_(Act::EffectBegan, &[Actor, Objects]),
        /* A   */ and(&[Skill, Words]),
        /* EX  */ and(&[Count]),
    ],
};

/// A lasting effect ends: noticed from A.
pub const EFFECT_ENDED: Row = Row {
    name: "Support / buff / debuff",
    own: as_(Act::EffectEnded, &[Actor, Objects, Skill, Reason]),
    victim: as_(Act::EffectEnded, &[]),
    seen: [
        /* N/A */ and(&[]),
        /* E   */ and(&[]),
        /* D   */ and(&[]),
        /* C   */ and(&[]),
        /* B   */ and(&[]),
        /* A   */ as_(Act::EffectEnded, &[Actor, Objects, Skill]),
        /* EX  */ and(&[]),
    ],
};

/// `Reality Marble`: who stands by sees people vanish; who was taken in knows as much, and with whom.
pub const SEALED: Row = Row {
    name: "Reality Marble",
    own: as_(Act::MarbleOpened, &[Actor, Objects, Skill]),
    victim: as_(Act::TakenIn, &[Objects]),
    seen: [
        /* N/A */ as_(Act::PeopleVanished, &[]),
        /* E   */ and(&[]),
        /* D   */ and(&[]),
        /* C   */ as_(Act::PlaceSealed, &[]),
        /* B   */ and(&[Objects]),
        /* A   */ and(&[Actor]),
        /* EX  */ and(&[Skill]),
    ],
};

/// `Reality Marble`, found by a scout: sealed, and no more at any ACT (A197).
pub const FOUND_SEALED: Row = Row {
    name: "Reality Marble",
    own: as_(Act::PlaceSealed, &[]),
    victim: UNSEEN,
    seen: [as_(Act::PlaceSealed, &[]), UNSEEN, UNSEEN, UNSEEN, UNSEEN, UNSEEN, UNSEEN],
};

/// `Reality Marble`, gone: whoever was inside sees the place again.
pub const UNSEALED: Row = Row {
    name: "Reality Marble",
    own: as_(Act::EffectEnded, &[Actor, Skill, Reason]),
    victim: as_(Act::MarbleEnded, &[]),
    seen: [
        /* N/A */ as_(Act::MarbleEnded, &[]),
        /* E   */ and(&[]),
        /* D   */ and(&[]),
        /* C   */ and(&[]),
        /* B   */ and(&[]),
        /* A   */ and(&[Actor]),
        /* EX  */ and(&[Skill]),
    ],
};

/// A familiar appears, as any arrival; who called it, as any deed.
pub const SUMMONED: Row = Row {
    name: "Arrival / departure",
    own: as_(Act::Summoned, &[Actor, Objects, Skill]),
    victim: UNSEEN,
    seen: [
        /* N/A */ as_(Act::Summoned, &[ObjectsKind]),
        /* E   */ and(&[]),
        /* D   */ and(&[Actor, Objects]),
        /* C   */ and(&[SkillIfCalled]),
        /* B   */ and(&[]),
        /* A   */ and(&[Skill]),
        /* EX  */ and(&[]),
    ],
};

/// A familiar disappears.
pub const VANISHED: Row = Row {
    name: "Arrival / departure",
    own: as_(Act::Vanished, &[Actor]),
    victim: UNSEEN,
    seen: [
        /* N/A */ as_(Act::Vanished, &[ActorKind]),
        /* E   */ and(&[]),
        /* D   */ and(&[Actor]),
        /* C   */ and(&[]),
        /* B   */ and(&[]),
        /* A   */ and(&[]),
        /* EX  */ and(&[]),
    ],
};

/// `Bounded Field active`: nobody below ACT B can say what it is; its visible effects are the sentences' own.
pub const FIELD: Row = field(UNSEEN);
/// The same, uneasy to be in if it does harm.
pub const HARMFUL_FIELD: Row = field(as_(Act::Unease, &[]));

const fn field(uneasy: Cell) -> Row {
    Row {
        name: "Bounded Field active",
        own: UNSEEN,
        victim: UNSEEN,
        seen: [
            /* N/A */ and(&[]),
            /* E   */ and(&[]),
            /* D   */ and(&[]),
            /* C   */ uneasy,
            /* B   */ as_(Act::FieldSensed, &[]),
            /* A   */ and(&[Skill, SkillType]),
            /* EX  */ and(&[]),
        ],
    }
}

/// `Spirit Form`, entered.
pub const SPIRIT_IN: Row = spirit_form(Act::EnteredSpiritForm);
/// `Spirit Form`, left.
pub const SPIRIT_OUT: Row = spirit_form(Act::LeftSpiritForm);

const fn spirit_form(act: Act) -> Row {
    Row {
        name: "Spirit Form",
        own: as_(act, &[Actor, Reason]),
        victim: as_(act, &[Actor, Reason]),
        seen: [
            /* N/A */ and(&[]),
            /* E   */ and(&[]),
            /* D   */ and(&[]),
            /* C   */ as_(act, &[ActorKind]),
            /* B   */ and(&[Actor]),
            /* A   */ and(&[]),
            /* EX  */ and(&[]),
        ],
    }
}

/// `Arrival / departure`, away.
pub const LEFT: Row = travel(Act::Left);
/// `Arrival / departure`, here.
pub const ENTERED: Row = travel(Act::Entered);

const fn travel(act: Act) -> Row {
    Row {
        name: "Arrival / departure",
        own: as_(act, &[Actor, Travel, FarPlace]),
        victim: as_(act, &[Actor, Travel, FarPlace]),
        seen: [
            /* N/A */ as_(act, &[ActorKind]),
            /* E   */ and(&[]),
            /* D   */ and(&[Actor]),
            /* C   */ and(&[Travel]),
            /* B   */ and(&[FarPlaceBySkill]),
            /* A   */ and(&[FarPlace]),
            /* EX  */ and(&[]),
        ],
    }
}

/// `Death`.
pub const DIED: Row = Row {
    name: "Death",
    own: as_(Act::Died, &[Objects, Reason]),
    victim: as_(Act::Died, &[Objects, Reason]),
    seen: [
        /* N/A */ as_(Act::Died, &[ObjectsKind]),
        /* E   */ and(&[]),
        /* D   */ and(&[Objects]),
        /* C   */ and(&[]),
        /* B   */ and(&[Reason]),
        // Who gets the credit, later than REFERENCE's C: in a batch it would tell whose share was largest (I23).
        /* A   */
        and(&[Actor]),
        /* EX  */ and(&[]),
    ],
};

/// `Contract made / broken`.
pub const FREED: Row = contract(Act::Freed, UNSEEN);
/// A contract made openly, two beside each other and of one mind.
pub const AGREED: Row = contract(Act::Contracted, as_(Act::Contracted, &[Actor, Objects]));
/// A contract that passes from a dead Master to another.
pub const TRANSFERRED: Row = contract(Act::Contracted, UNSEEN);
/// A Master without Command Spells (R137), seen by the tie that breaks.
pub const DISQUALIFIED: Row = contract(Act::Disqualified, UNSEEN);

/// The tie that is made or broken is felt from B; what is done openly is seen at C.
const fn contract(act: Act, openly: Cell) -> Row {
    Row {
        name: "Contract made / broken",
        own: as_(act, &[Actor, Objects, Reason]),
        victim: as_(act, &[Actor, Objects, Reason]),
        seen: [
            /* N/A */ and(&[]),
            /* E   */ and(&[]),
            /* D   */ and(&[]),
            /* C   */ openly,
            /* B   */ as_(act, &[Actor, Objects]),
            /* A   */ and(&[Reason]),
            /* EX  */ and(&[]),
        ],
    }
}

/// `Character present`, as a scout finds them (I17); how much each is told apart is the figure's.
pub const SCOUTED: Row = Row {
    name: "Character present",
    // Not its items: whoever scouts reads them off with their own eyes, and ACT N/A notices none (I03, A208).
    own: as_(Act::Scouted, &[Actor, Objects]),
    victim: UNSEEN,
    seen: [
        /* N/A */ as_(Act::Scouted, &[Actor, Objects]),
        /* E   */ and(&[Items]),
        /* D   */ and(&[]),
        /* C   */ and(&[]),
        /* B   */ and(&[]),
        /* A   */ and(&[]),
        /* EX  */ and(&[]),
    ],
};

/// `Character present`, as those beside them see them.
pub const SIGHTED: Row =
    Row { name: "Character present", own: as_(Act::Sighted, &[Objects, Private]), victim: UNSEEN, seen: NOBODY };

/// `Scout detected`.
pub const SCOUT_DETECTED: Row = Row {
    name: "Scout detected",
    own: UNSEEN,
    victim: UNSEEN,
    seen: [
        /* N/A */ and(&[]),
        /* E   */ as_(Act::ScoutNoticed, &[ActorKind]),
        /* D   */ and(&[Actor]),
        /* C   */ and(&[]),
        /* B   */ and(&[]),
        /* A   */ and(&[]),
        /* EX  */ and(&[]),
    ],
};

/// What a Turn gives.
pub const GRANTED: Row = private("Own team", Act::TurnBegan, &[Actor, Count]);
/// Regeneration.
pub const REGENERATED: Row = private("Own team", Act::Regenerated, &[Actor, Amount, Left]);
/// Upkeep.
pub const UPKEEP: Row = private("Own team", Act::UpkeepPaid, &[Actor, Amount, Skill]);
/// Mana lost for a contract's sake.
pub const DRAINED: Row = private("Own team", Act::Drained, &[Actor, Amount]);
/// What became of an order.
pub const OUTCOME: Row = private("Own team", Act::OrderOutcome, &[Actor, Private]);
/// A requirement failed.
pub const REFUNDED: Row = private("Own team", Act::Refunded, &[Actor, Skill, Reason]);
/// A status ended.
pub const STATUS_ENDED: Row = private("Own team", Act::StatusEnded, &[Actor, Ailment]);
/// A move was cancelled.
pub const MOVE_CANCELLED: Row = private("Own team", Act::MoveCancelled, &[Actor, FarPlace, Reason]);
/// Combat Points gained.
pub const COMBAT_POINTS: Row = private("Own team", Act::CombatPoints, &[Actor, Amount]);
/// Combat Points lost.
pub const COMBAT_POINTS_LOST: Row = private("Own team", Act::CombatPointsLost, &[Actor, Amount]);
/// Combat Points lost for idling inside a Reality Marble (R297).
pub const IDLED: Row = private("Own team", Act::Idled, &[Actor, Amount, Count]);
/// Command Spells regained or lost by an effect.
pub const SPELLS_CHANGED: Row = private("Own team", Act::SpellsChanged, &[Actor, Count]);
/// Where Mana gathers, sensed from afar (I08): the places, nobody's name.
pub const MANA_SENSED: Row = private("Own team", Act::ManaSensed, &[Actor, Private, NoblePhantasm]);
/// `Location effect used (Mall, IGM)`: what was bought from B, never for how much.
pub const BOUGHT: Row = Row {
    name: "Location effect used (Mall, IGM)",
    own: as_(Act::Bought, &[Actor, Items, Count, Amount]),
    victim: UNSEEN,
    seen: [
        /* N/A */ and(&[]),
        /* E   */ and(&[]),
        /* D   */ as_(Act::Bought, &[Actor]),
        /* C   */ and(&[]),
        /* B   */ and(&[Items]),
        /* A   */ and(&[Count]),
        /* EX  */ and(&[]),
    ],
};

/// `Item used / given / dropped`: given.
pub const ITEM_GIVEN: Row = item_passed(Act::ItemGiven, Acuity::D);
/// Dropped: noticed by any ranked ACT (R354, I05).
pub const ITEM_DROPPED: Row = item_passed(Act::ItemDropped, Acuity::E);
/// Picked up.
pub const ITEM_TAKEN: Row = item_passed(Act::ItemTaken, Acuity::D);

const fn item_passed(act: Act, from: Acuity) -> Row {
    let mut seen = [UNSEEN; 7];
    seen[from as usize] = as_(act, &[ActorKind]);
    seen[Acuity::D as usize] = as_(act, &[Actor, Objects]);
    seen[Acuity::C as usize] = and(&[Items]);
    if matches!(from, Acuity::E) {
        seen[Acuity::E as usize] = as_(act, &[ActorKind, Items]);
    }
    Row { name: "Item used / given / dropped", own: as_(act, &[Actor, Objects, Items]), victim: UNSEEN, seen }
}

/// A Home Base's alert: nothing of the intruder (R223).
pub const ALERT: Row = private("Own team", Act::Alert, &[Actor, Private]);
/// Home Bases gained (I19).
pub const HOME_TAKEN: Row = private("Own team", Act::HomeTaken, &[Actor, Private]);
/// Somebody was recognised.
pub const RECOGNISED: Row = private("Own team", Act::Recognised, &[Actor, Objects]);
/// What an effect tells of others: to whom it tells it, and nobody else.
pub const LEARNED: Row = private("Own team", Act::Learned, &[Actor, Objects, Private, Words]);
/// The GM set something.
pub const RULED: Row = private("Own team", Act::Ruled, &[Actor, Words]);
/// Words of the GM's for some.
pub const TOLD: Row = private("Own team", Act::Told, &[Words]);
/// Words of the GM's for everybody.
pub const ANNOUNCED: Row = private("Everybody", Act::Announced, &[Words]);
/// `Civilian consumed`: a cry, a killing, the killer.
pub const CIVILIAN_CONSUMED: Row = Row {
    name: "Civilian consumed",
    own: as_(Act::CivilianConsumed, &[Actor, Amount]),
    victim: UNSEEN,
    seen: [
        /* N/A */ and(&[]),
        /* E   */ and(&[]),
        /* D   */ as_(Act::Cry, &[]),
        /* C   */ as_(Act::CivilianConsumed, &[]),
        /* B   */ and(&[Actor]),
        /* A   */ and(&[]),
        /* EX  */ and(&[Amount]),
    ],
};

/// A dying Master is consumed: whose body it is shows, by whom as with a civilian.
pub const MASTER_CONSUMED: Row = Row {
    name: "Civilian consumed",
    own: as_(Act::MasterConsumed, &[Actor, Objects, Amount]),
    victim: UNSEEN,
    seen: [
        /* N/A */ and(&[]),
        /* E   */ and(&[]),
        /* D   */ as_(Act::MasterConsumed, &[Objects]),
        /* C   */ and(&[]),
        /* B   */ and(&[Actor]),
        /* A   */ and(&[]),
        /* EX  */ and(&[Amount]),
    ],
};

/// What the IGM was paid: nobody else learns who sold or bought (I11).
pub const IGM_PAID: Row = private("Location effect used (Mall, IGM)", Act::IgmPaid, &[Actor, Words, Amount]);
/// What the IGM told.
pub const INFORMED: Row = private("Location effect used (Mall, IGM)", Act::Informed, &[Actor, Words]);
/// Shelter taken: seen going in.
pub const SHELTERED: Row = Row {
    name: "Location effect used (Mall, IGM)",
    own: as_(Act::Sheltered, &[Actor]),
    victim: UNSEEN,
    seen: [
        /* N/A */ and(&[]),
        /* E   */ and(&[]),
        /* D   */ as_(Act::Sheltered, &[Actor]),
        /* C   */ and(&[]),
        /* B   */ and(&[]),
        /* A   */ and(&[]),
        /* EX  */ and(&[]),
    ],
};
/// The Seal's marks (I10).
pub const MARKED: Row = private("Everybody", Act::Marked, &[Words]);
/// The hunt is over.
pub const HUNT_ENDED: Row = private("Everybody", Act::HuntEnded, &[]);
/// Story updates.
pub const STORY_TOLD: Row = private("Everybody", Act::StoryTold, &[Count]);
/// Skills gained by them.
pub const STORY_GAINED: Row = private("Own team", Act::StoryGained, &[Actor, Items]);
/// How the War ended for a Master.
pub const ENDING: Row = private("Own team", Act::Ending, &[Actor, Words]);
/// The War ended.
pub const WAR_ENDED: Row = private("Everybody", Act::WarEnded, &[Private]);
