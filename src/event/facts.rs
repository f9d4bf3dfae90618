//! What is asked of every kind of event, said once: whom and what it concerns, where it happens, who perceives it and
//! as what, and what there is to be learned of it.
//!
//! Each family lays its kinds out beneath its list; perception keeps back what an observer is not granted.

use std::borrow::Cow;

use crate::sheet::visibility_table::Row;
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId, TeamId};
use crate::vocabulary::status::{Status, StatusKind};
use crate::war::War;
use crate::war::active_skill::ActiveSkill;
use crate::war::ending::EndingKind as Ending;
use crate::war::knowledge::Fact;
use crate::war::setup::SkillRef;

use super::detail::{Outcome, Paid, Travel, Why};
use super::number_receipts::Receipt;
use super::{OrderRef, Vantage};

/// An event laid out field by field, before anything is kept back from an observer.
#[derive(Clone, Debug, Default)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct Facts<'a> {
    // Whom and what it concerns.
    /// Who did it, or whose affair it is.
    pub actor: Option<CharacterId>,
    /// To whom it was done, or whom it concerns.
    pub objects: Cow<'a, [CharacterId]>,
    /// Who stood between.
    pub interceptor: Option<CharacterId>,
    /// Others it speaks of, to the GM alone.
    pub also: Cow<'a, [CharacterId]>,
    /// Where it happens, on the position before it; `None` for what has no place.
    pub place: Option<LocationId>,

    // Who perceives it, and what follows from that.
    /// The row of the visibility table it is read by; `None` for what nobody perceives.
    pub row: Option<Row>,
    /// Who perceives it; of several vantages the first stands.
    pub observers: [Observers<'a>; 3],
    /// Whose presence it would give away to those who do not detect them (family 18).
    pub reveals: Reveals,
    /// It is noticed though whoever did it is not.
    pub noticed_if_actor_hidden: bool,
    /// It is noticed though somebody it was done to is not.
    pub noticed_if_object_hidden: bool,
    /// Set off by an effect, it is perceived where it strikes alone (I23).
    pub only_where_it_strikes: bool,
    /// Who learns names, skills and whereabouts from it.
    pub teaches: Teaches,
    /// It is told with the use of a skill that it follows from.
    pub told_with_use: bool,
    /// An observer follows it at its place, wherever they are.
    pub looked_at: bool,
    /// What it shows of a contract.
    pub contract_shown: Option<ContractShown>,
    /// As which deeds sheets' sentences know it.
    pub deeds: RecordedAs,
    /// How much the GM's prose makes of it.
    pub prominence: Prominence,

    // What there is to be learned of it.
    /// Whose body it was done to: whose Health it changed.
    pub body: Option<CharacterId>,
    /// The interceptor takes the blow (not merely shields).
    pub body_takes: bool,
    pub skill: Option<SkillRef>,
    /// The skill in its upgraded form.
    pub upgraded: bool,
    /// The skill itself is used: what its sheet says of it can be seen.
    pub is_use: bool,
    /// An attack (R100).
    pub is_attack: bool,
    /// An area skill (A149).
    pub is_area: bool,
    /// It concerns Noble Phantasms, without naming one.
    pub noble: bool,
    /// Its actor does it.
    pub is_action: bool,
    /// The event's place is where somebody acts, not where it strikes.
    pub at_actor: bool,
    /// Its objects merely are there.
    pub passer_by: bool,
    /// Its words are for those alone who are told them.
    pub for_the_told: bool,
    pub damage: Option<DamageType>,
    /// How a blow's damage came about.
    pub blow: Option<&'a Receipt>,
    /// A number: damage, Health, Combat Points.
    pub amount: Option<Exact>,
    /// A second number: Mana, where the first is Health.
    pub second_amount: Option<Exact>,
    pub paid: Option<Paid>,
    pub status: Option<Status>,
    pub ailment: Option<StatusKind>,
    /// A status of a sheet's own: its skill and sentence, and whether it is over.
    pub affliction: Option<(SkillRef, u16, bool)>,
    /// Items, or skills gained.
    pub items: &'a [SkillRef],
    /// Places told of.
    pub places: &'a [LocationId],
    pub travel: Option<Travel>,
    /// Another place: where it came from, went or was aimed.
    pub far: Option<LocationId>,
    pub reason: Option<Why>,
    pub order: Option<OrderRef>,
    /// What became of the order.
    pub outcome: Option<Outcome>,
    /// A small number: Command Spells left, AP, Turns.
    pub count: Option<u32>,
    /// The winner of the War.
    pub winner: Option<TeamId>,
    pub words: Words<'a>,
}

/// Which end of a deed the event's place is: where somebody acts, or where it strikes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceOf {
    /// Where somebody acts.
    Near,
    /// Where it strikes.
    Far,
}

/// Some of those who perceive an event. The dead perceive nothing, unless it says so.
#[derive(Clone, Copy, Debug, Default)]
pub enum Observers<'a> {
    /// Nobody.
    #[default]
    Nobody,
    /// One character.
    One(CharacterId, Vantage),
    /// Several.
    Each(&'a [CharacterId], Vantage),
    /// Several, the dead among them.
    EvenDead(&'a [CharacterId], Vantage),
    /// Those it was done to.
    Objects(Vantage),
    /// Everybody at its place.
    Present,
    /// Everybody who is still in the War is told.
    Everybody,
    /// Everybody is told, those too whom the IGM shelters.
    EvenSheltered,
    /// Everybody whom the Seal has marked is told.
    Marked,
    /// Whoever did it, those it was done to, and who stands by.
    Deed(PlaceOf),
    /// Whom it harmed, who stands by, and whoever did it where they are there: nothing comes back from elsewhere (I23).
    Harm,
    /// Several: as present where they are at its place, else as scouts.
    Noticing(&'a [CharacterId]),
    /// Those of several who are elsewhere see it from afar.
    FromAfar(&'a [CharacterId]),
}

/// Whose presence an event would give away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reveals {
    /// Nobody's.
    #[default]
    Nobody,
    /// That of whoever did it.
    Actor,
    /// That of whoever did it, of those it was done to and who stood between.
    Both,
}

/// Who learns names, skills and whereabouts from having perceived an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Teaches {
    /// Nobody: it concerns its owner alone.
    #[default]
    Nobody,
    /// Whoever perceived it as somebody else's.
    Others,
    /// Whoever perceived it.
    Everybody,
}

/// What an event shows of a contract to those who see both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContractShown {
    /// That its object serves its actor.
    Shown,
    /// That its object has no Master.
    Broken,
}

/// As which deeds sheets' sentences know an event (`crate::war::history`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RecordedAs {
    /// As none: no sentence waits for it.
    #[default]
    None,
    /// A skill is used, maybe as an attack.
    Use,
    /// A blow lands.
    Blow {
        /// A further hit of its skill: an attack of its own (R101).
        again: bool,
        /// With the skill in its upgraded form.
        upgraded: bool,
    },
    /// Somebody stands between, and nothing lands.
    Interception,
    /// Somebody is harmed, and nobody attacks.
    Harm,
    /// A Command Spell is used.
    Command,
    /// Somebody comes.
    Arrival,
    /// Somebody goes.
    Departure {
        /// In retreat (R270).
        fled: bool,
    },
    /// Somebody dies; the others it speaks of killed them.
    Death,
    /// Spirit Form is entered.
    SpiritFormEntered,
    /// Spirit Form is left.
    SpiritFormLeft,
}

/// How much the GM's prose makes of an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Prominence {
    /// It comes with every Turn.
    EveryTurn,
    /// It keeps the books.
    Bookkeeping,
    /// It is news.
    #[default]
    News,
}

/// Words that come with an event.
#[derive(Clone, Copy, Debug, Default)]
pub enum Words<'a> {
    /// None.
    #[default]
    None,
    /// These.
    Text(&'a str),
    /// What an effect bears on.
    Bearing(&'a ActiveSkill),
    /// The names of these.
    Names(&'a [CharacterId]),
    /// How the War ended for somebody.
    Endings(&'a [Ending]),
    /// What was learned of somebody.
    Fact(&'a Fact),
}

impl<'a> Facts<'a> {
    /// Of what somebody does, or what is their affair, where they are.
    pub(super) fn by(war: &War, actor: CharacterId) -> Self {
        Facts { actor: Some(actor), is_action: true, place: Some(war.character(actor).at), ..Facts::default() }
    }

    /// Done to one.
    pub(super) fn on(self, who: &'a CharacterId) -> Self {
        self.on_each(std::slice::from_ref(who))
    }

    /// Done to several.
    pub(super) fn on_each(self, objects: &'a [CharacterId]) -> Self {
        Facts { objects: Cow::Borrowed(objects), ..self }
    }

    /// Done to a body, whose own numbers it then is, where that is.
    pub(super) fn on_body(self, war: &War, who: &'a CharacterId) -> Self {
        Facts { body: Some(*who), ..self.on(who).beside(war, *who) }
    }

    /// Speaks of one more to the GM.
    pub(super) fn and(self, who: &'a CharacterId) -> Self {
        self.and_each(std::slice::from_ref(who))
    }

    /// Speaks of several more to the GM.
    pub(super) fn and_each(self, who: &'a [CharacterId]) -> Self {
        Facts { also: Cow::Borrowed(who), ..self }
    }

    /// Happens where somebody is.
    pub(super) fn beside(self, war: &War, who: CharacterId) -> Self {
        self.at(war.character(who).at)
    }

    /// Happens at a place.
    pub(super) fn at(self, place: LocationId) -> Self {
        Facts { place: Some(place), ..self }
    }

    /// Has no place.
    pub(super) fn nowhere(self) -> Self {
        Facts { place: None, ..self }
    }

    /// By means of a skill.
    pub(super) fn with(self, skill: SkillRef) -> Self {
        Facts { skill: Some(skill), ..self }
    }

    /// Health and Mana.
    pub(super) fn numbers(self, health: Exact, mana: Exact) -> Self {
        Facts { amount: Some(health), second_amount: Some(mana), ..self }
    }

    /// Read by a row of the visibility table.
    pub(super) fn row(self, row: Row) -> Self {
        Facts { row: Some(row), ..self }
    }

    /// Perceived by these and nobody else.
    pub(super) fn seen_by(self, observers: Observers<'a>) -> Self {
        Facts { observers: [observers, Observers::Nobody, Observers::Nobody], ..self }
    }

    /// Its actor's own affair.
    pub(super) fn own(self) -> Self {
        let own = self.actor.map_or(Observers::Nobody, |actor| Observers::One(actor, Vantage::Own));
        self.seen_by(own)
    }

    /// Its actor's own affair, and seen by who stands by.
    pub(super) fn open(self) -> Self {
        let own = self.own();
        Facts { observers: [own.observers[0], Observers::Present, Observers::Nobody], ..own }
    }

    /// What comes of a use, where it strikes: everybody there perceives it, whoever did it.
    pub(super) fn strikes(self) -> Self {
        let teaches = Teaches::Everybody;
        Facts {
            reveals: Reveals::Both,
            noticed_if_actor_hidden: true,
            teaches,
            told_with_use: true,
            ..self.seen_by(Observers::Deed(PlaceOf::Far))
        }
    }

    /// Whom it speaks of.
    pub fn about(&self) -> impl Iterator<Item = CharacterId> {
        let objects = if self.passer_by && self.actor.is_none() { &[] } else { &*self.objects };
        self.actor.into_iter().chain(objects.iter().copied()).chain(self.interceptor).chain(self.also.iter().copied())
    }
}
