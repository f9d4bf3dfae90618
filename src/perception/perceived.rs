//! The output of perception: the only thing an update or a condition may look at.
//!
//! A [`Perceived`] is an event reduced to what one observer learned of it. Every field is filled only where the
//! observer's vantage and ACT allow it (docs/who-learns-what.md), so a field that is not filled cannot reach a page.

use crate::event::detail::{Outcome, Paid, Travel};
pub use crate::event::detail::{Stance, Why};
use crate::event::{EventId, OrderRef, Vantage};
use crate::sheet::SheetKind;
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId, TeamId};
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rank::{Acuity, RankLetter};
pub use crate::vocabulary::seen_act::SeenAct;
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::status::{Status, StatusKind};
pub use crate::vocabulary::wound::Wound;
use crate::war::setup::SkillRef;

/// What one observer learned of one event.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct Perceived {
    /// The event, for cross-reference inside the engine; never shown.
    pub event: EventId,
    /// The event it followed from, which lets one deed be told in one paragraph; never shown.
    pub parent: Option<EventId>,
    /// Its batch: events of one batch happen at once.
    pub batch: u32,
    /// The part of the Turn.
    pub phase: Phase,
    /// Who perceived it.
    pub observer: CharacterId,
    /// The observer's part: doer, victim, bystander, scout, or somebody who was told.
    pub vantage: Vantage,
    /// The observer's ACT when it happened.
    pub acuity: Acuity,
    /// Whether the other end of the deed was in another location.
    pub is_afar: bool,
    /// Where it happened.
    pub location: Option<LocationId>,
    /// The sort of act.
    pub act: SeenAct,
    /// Who did it.
    pub actor: Option<Figure>,
    /// To whom it was done, or whom it concerns.
    pub objects: Vec<Figure>,
    /// Who stood between attacker and target.
    pub interceptor: Option<Figure>,
    /// The skill, if its name is known.
    pub skill: Option<SkillRef>,
    /// Whether the skill was in its upgraded form.
    pub is_upgraded: bool,
    pub is_noble_phantasm: bool,
    /// The letter of the Noble Phantasm's rank.
    pub rank: Option<RankLetter>,
    /// Whether it is an attack (R100).
    pub is_attack: bool,
    /// Whether it is an area skill (A149).
    pub is_area_skill: bool,
    /// Whether it only brings somebody of the observer's own to the observer, and they are there already.
    pub is_target_there_already: bool,
    /// What sort of attack it looked like.
    pub manner: Option<Manner>,
    pub damage: Option<DamageType>,
    pub skill_type: Option<SkillType>,
    /// An exact number: damage, Health or Mana restored or lost, Combat Points.
    pub amount: Option<Exact>,
    /// The damage of a hit on the reader's own sheet, before anything changed it.
    pub printed: Option<Exact>,
    /// A second exact number (Mana beside Health).
    pub second_amount: Option<Exact>,
    /// What a use cost (own uses only).
    pub paid: Option<Paid>,
    /// The Health left to the observer itself, 0 when it fell; never anybody else's.
    pub health_left: Option<Exact>,
    /// The same, in hundredths of the maximum.
    pub left_percent: Option<u8>,
    /// Whether a hit was stronger or weaker than it looked.
    pub force: Option<Force>,
    /// How badly hurt somebody looks.
    pub wound: Option<Wound>,
    /// How badly hurt each of several characters looks, for whoever finds a battle.
    pub wounds: Vec<(Figure, Wound)>,
    /// A status, with its Turns and damage.
    pub status: Option<Status>,
    /// A status, by kind only.
    pub ailment: Option<StatusKind>,
    /// How heavy a status is.
    pub severity: Option<StatusSeverity>,
    /// The damage of a status each Turn, to the nearest five.
    pub rough_damage: Option<u32>,
    /// A status defined by a sheet.
    pub affliction: Option<PerceivedAffliction>,
    /// Items found lying about.
    pub items: Vec<SkillRef>,
    /// Home Bases and other locations that the observer is told of.
    pub known_locations: Vec<LocationId>,
    pub travel: Option<Travel>,
    /// The location that somebody came from or went to.
    pub other_location: Option<LocationId>,
    /// The neighbouring location on the way to a shot's origin, when the origin itself is not known.
    pub direction: Option<LocationId>,
    /// Why something did not happen, or why it ended (own orders and effects only).
    pub reason: Option<Why>,
    /// One of the seat's own orders.
    pub order: Option<OrderRef>,
    /// The outcome of that order.
    pub outcome: Option<Outcome>,
    /// A small number: Command Spells left, AP, Turns.
    pub count: Option<u32>,
    /// The winner of the War.
    pub winner: Option<TeamId>,
    /// Text: what an onlooker sees of a skill, or a ruling's reason.
    pub words: Option<String>,
    /// The order that caused it, if the observer is the doer.
    pub by_order: Option<OrderRef>,
    /// What a lasting effect does, sentence by sentence, for whoever has its sheet. `the user` and `the target` stand
    /// as on the sheet.
    pub effect_sentences: Vec<String>,
    /// What the reader's own side changed in the number, and what [`Perceived::spells_of_others`] tells.
    pub changed_by: Vec<NumberChange>,
    /// What Command Spells of others, in force since an earlier Night, changed in the number, each with its user. The
    /// reader is told only of those that they see end tonight: these were in force all the Night.
    pub spells_of_others: Vec<(CharacterId, NumberChange)>,
    /// For a battle that was found: those of the reader's own who had died there tonight.
    pub fallen: Vec<CharacterId>,
}

/// One change to a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberChange {
    /// The ability, skill, Command Spell or item; `None` for low Health (R018).
    pub skill: Option<SkillRef>,
    /// How it changed the number.
    pub change: ChangeKind,
}

/// How a number was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// A relative change, as a signed factor.
    Percent(Exact),
    /// An absolute change, signed.
    Flat(Exact),
    /// No more than this amount came through.
    AtMost(Exact),
    /// This amount was absorbed.
    Absorbed(Exact),
}

impl Perceived {
    /// A copy that keeps the moment, the observer and the sort of act, and nothing else.
    pub const fn without_details(&self) -> Perceived {
        Perceived {
            event: self.event,
            parent: self.parent,
            batch: self.batch,
            phase: self.phase,
            observer: self.observer,
            vantage: self.vantage,
            acuity: self.acuity,
            is_afar: false,
            location: self.location,
            act: self.act,
            actor: None,
            objects: Vec::new(),
            interceptor: None,
            skill: None,
            is_upgraded: false,
            is_noble_phantasm: false,
            rank: None,
            is_attack: false,
            is_area_skill: false,
            is_target_there_already: false,
            manner: None,
            damage: None,
            skill_type: None,
            amount: None,
            printed: None,
            second_amount: None,
            paid: None,
            health_left: None,
            left_percent: None,
            force: None,
            wound: None,
            wounds: Vec::new(),
            status: None,
            ailment: None,
            severity: None,
            rough_damage: None,
            affliction: None,
            items: Vec::new(),
            known_locations: Vec::new(),
            travel: None,
            other_location: None,
            direction: None,
            reason: None,
            order: None,
            outcome: None,
            count: None,
            winner: None,
            words: None,
            by_order: None,
            effect_sentences: Vec::new(),
            changed_by: Vec::new(),
            spells_of_others: Vec::new(),
            fallen: Vec::new(),
        }
    }
}

/// A status defined by a sheet, as far as it was made out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerceivedAffliction {
    /// Its name on the sheet.
    pub name: String,
    /// The name with its Turns and what it does.
    pub full_text: Option<String>,
}

/// A character as an observer identifies it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// Recognised, by handle.
    Known(CharacterId),
    /// Seen but not recognised: goes by an alias and a look.
    Stranger(CharacterId),
    /// Only the kind is known.
    OfKind(SheetKind),
    /// Nothing is known.
    Someone,
}

impl Figure {
    /// The character, if the observer could tell it from others.
    #[must_use]
    pub const fn identity(self) -> Option<CharacterId> {
        match self {
            Figure::Known(id) | Figure::Stranger(id) => Some(id),
            Figure::OfKind(_) | Figure::Someone => None,
        }
    }
}

/// How the ranks changed a hit (R034–R037): whether it was stronger or weaker than it looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Force {
    /// The attacker's rank is above the defender's.
    Greater,
    /// The attacker's rank is below the defender's.
    Lesser,
}

/// How heavy a status looks to observers who see no numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusSeverity {
    /// Anything less.
    Light,
    /// Stun of two Turns or more; Poison that does 50 damage or more in all.
    Heavy,
}

/// What sort of attack something looks like to observers who cannot tell its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Manner {
    /// A weapon or the bare hand; no more is made out.
    UnclearWeapon,
    /// A light; no more is made out.
    UnclearLight,
    /// A strike with a weapon or the bare hand.
    Blow,
    /// A shot or throw.
    Shot,
    /// Magic.
    Spell,
    /// Something else.
    Strange,
}
