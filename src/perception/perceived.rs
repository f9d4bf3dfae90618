//! What leaves perception: the only thing an update or a condition may look at.
//!
//! A [`Perceived`] is an event cut down to what one observer learned of it. Every field is
//! filled only where the observer's vantage and ACT give it (docs/who-learns-what.md); a field
//! nobody filled cannot reach a page.

use crate::event::detail::{Outcome, Paid, Travel};
pub use crate::event::detail::{Stance, Why};
use crate::event::{EventId, OrderRef, Vantage};
use crate::sheet::SheetKind;
pub use crate::vocabulary::act::SeenAct;
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId, TeamId};
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rank::{Acuity, RankLetter};
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::status::{Status, StatusKind};
pub use crate::vocabulary::wound::Wound;
use crate::war::setup::SkillRef;

/// What one observer learned of one event.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct Perceived {
    /// The event; for cross-reference inside the engine, never shown.
    pub event: EventId,
    /// The event it followed from; for telling one deed in one paragraph, never shown.
    pub parent: Option<EventId>,
    /// Its batch: what happened at once.
    pub batch: u32,
    /// The part of the Turn.
    pub phase: Phase,
    /// Who perceived it.
    pub observer: CharacterId,
    /// In what part: doer, victim, bystander, scout, or somebody who was told.
    pub vantage: Vantage,
    /// Their ACT when it happened.
    pub acuity: Acuity,
    /// The other end of the deed was in another location.
    pub afar: bool,
    /// Where it happened.
    pub place: Option<LocationId>,
    /// What sort of thing it was.
    pub act: SeenAct,
    /// Who did it.
    pub actor: Option<Figure>,
    /// To whom, or whom it concerns.
    pub objects: Vec<Figure>,
    /// Who stood between.
    pub interceptor: Option<Figure>,
    /// The skill by name.
    pub skill: Option<SkillRef>,
    /// The skill in its upgraded form.
    pub upgraded: bool,
    pub noble_phantasm: bool,
    /// The letter of its rank, where it is one.
    pub rank: Option<RankLetter>,
    /// An attack (R100).
    pub attack: bool,
    /// An area skill (A149).
    pub area: bool,
    /// What sort of attack it looked like.
    pub manner: Option<Manner>,
    pub damage: Option<DamageType>,
    pub skill_type: Option<SkillType>,
    /// An exact number: damage, Health or Mana restored or lost, Combat Points.
    pub amount: Option<Exact>,
    /// The damage of a blow as the reader's own sheet has it, before anything changed it.
    pub printed: Option<Exact>,
    /// A second exact number (Mana beside Health).
    pub second_amount: Option<Exact>,
    /// What a use cost (own uses only).
    pub paid: Option<Paid>,
    /// Health left of the observer's own (never of others), 0 when it fell.
    pub left: Option<Exact>,
    /// The same in hundredths of its maximum.
    pub left_percent: Option<u8>,
    /// A blow's force beside what it looked like.
    pub force: Option<Force>,
    /// How badly hurt somebody looks.
    pub wound: Option<Wound>,
    /// How badly hurt each of several looks, to whoever comes upon a battle.
    pub wounds: Vec<(Figure, Wound)>,
    /// A status with its Turns and damage.
    pub status: Option<Status>,
    /// A status by name.
    pub ailment: Option<StatusKind>,
    /// How heavy a status is.
    pub severity: Option<StatusSeverity>,
    /// The damage of a status a Turn, to the nearest five.
    pub roughly: Option<u32>,
    /// A status of a sheet's own.
    pub affliction: Option<Named>,
    /// Items found lying about.
    pub items: Vec<SkillRef>,
    /// Home Bases and other places the observer is told of.
    pub places: Vec<LocationId>,
    pub travel: Option<Travel>,
    /// Where somebody came from or went.
    pub other_place: Option<LocationId>,
    /// From which side a shot came, where no more is known of its origin.
    pub direction: Option<LocationId>,
    /// Why something did not happen or ended (own orders and effects only).
    pub reason: Option<Why>,
    /// An own order.
    pub order: Option<OrderRef>,
    /// What became of an own order.
    pub outcome: Option<Outcome>,
    /// A small number: Command Spells left, AP, Turns.
    pub count: Option<u32>,
    /// The winner of the War.
    pub winner: Option<TeamId>,
    /// Words: what an onlooker sees of a skill, a ruling's reason.
    pub words: Option<String>,
    /// The order it came of, where the observer did it.
    pub by_order: Option<OrderRef>,
    /// What a lasting effect does, sentence by sentence, for whoever has its sheet before them; `the user` and `the
    /// target` stand in them as on the sheet.
    pub does: Vec<String>,
    /// What of the reader's own side made a number another.
    pub changed_by: Vec<NumberChange>,
}

/// Something that made a number another than it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberChange {
    /// The ability, skill, Command Spell or item; `none` of low Health (R018).
    pub skill: Option<SkillRef>,
    /// What it did to the number.
    pub change: Changed,
}

/// What became of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// So much more, or less, as a signed factor.
    Percent(Exact),
    /// So much more, or less.
    Flat(Exact),
    /// No more than this came through.
    AtMost(Exact),
    /// So much was absorbed.
    Absorbed(Exact),
}

impl Perceived {
    /// The same thing at the same moment and by the same observer, and nothing learned of it but what sort it was.
    pub const fn bare(&self) -> Perceived {
        Perceived {
            event: self.event,
            parent: self.parent,
            batch: self.batch,
            phase: self.phase,
            observer: self.observer,
            vantage: self.vantage,
            acuity: self.acuity,
            afar: false,
            place: self.place,
            act: self.act,
            actor: None,
            objects: Vec::new(),
            interceptor: None,
            skill: None,
            upgraded: false,
            noble_phantasm: false,
            rank: None,
            attack: false,
            area: false,
            manner: None,
            damage: None,
            skill_type: None,
            amount: None,
            printed: None,
            second_amount: None,
            paid: None,
            left: None,
            left_percent: None,
            force: None,
            wound: None,
            wounds: Vec::new(),
            status: None,
            ailment: None,
            severity: None,
            roughly: None,
            affliction: None,
            items: Vec::new(),
            places: Vec::new(),
            travel: None,
            other_place: None,
            direction: None,
            reason: None,
            order: None,
            outcome: None,
            count: None,
            winner: None,
            words: None,
            by_order: None,
            does: Vec::new(),
            changed_by: Vec::new(),
        }
    }
}

/// A status of a sheet's own, as far as it was made out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// What its author calls it.
    pub name: String,
    /// With its Turns and what it does.
    pub whole: Option<String>,
}

/// Somebody as an observer perceives them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// Recognised: has a handle.
    Known(CharacterId),
    /// Seen, not recognised: has an alias and a look.
    Stranger(CharacterId),
    /// Somebody of a kind; nothing else.
    OfKind(SheetKind),
    /// Somebody.
    Someone,
}

impl Figure {
    /// The character, if the observer could point at them.
    #[must_use]
    pub const fn pointed_at(self) -> Option<CharacterId> {
        match self {
            Figure::Known(id) | Figure::Stranger(id) => Some(id),
            Figure::OfKind(_) | Figure::Someone => None,
        }
    }
}

/// What the ranks made of a blow (R034–R037): more or less than it looked like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Force {
    /// The attacker's rank is above that of whoever took it.
    Greater,
    /// It is below.
    Lesser,
}

/// How heavy a status is, to eyes that cannot count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusSeverity {
    /// Anything less.
    Light,
    /// Stun of two Turns or more; Poison that does 50 damage or more in all.
    Heavy,
}

/// What sort of attack something looks like to eyes that cannot tell its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Manner {
    /// A weapon or the bare hand, and no more made out.
    Weapon,
    /// A light, and no more made out.
    Light,
    /// With a weapon or the bare hand.
    Blow,
    /// A shot or throw.
    Shot,
    /// Magic.
    Spell,
    /// Something else.
    Strange,
}
