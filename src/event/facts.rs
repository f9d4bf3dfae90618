//! The facts of an event: whom and what it concerns, where it happens, who perceives it and how, and what there is to
//! learn from it.
//!
//! Each family of events states the facts of its kinds below its enum. Perception hides what an observer is not
//! granted.

use std::borrow::Cow;

use crate::sheet::visibility_table::Row;
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId, TeamId};
use crate::vocabulary::status::{Status, StatusKind};
use crate::war::War;
use crate::war::active_skill::ActiveSkill;
use crate::war::ending::EndingKind;
use crate::war::knowledge::Fact;
use crate::war::setup::SkillRef;

use super::detail::{Outcome, Paid, Travel, Why};
use super::number_receipts::Receipt;
use super::{OrderRef, Vantage};

/// The facts of an event, before anything is hidden from an observer.
#[derive(Clone, Debug, Default)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct Facts<'a> {
    // Whom and what it concerns.
    /// Who did it, or whom it concerns first.
    pub actor: Option<CharacterId>,
    /// To whom it was done, or whom else it concerns.
    pub objects: Cow<'a, [CharacterId]>,
    /// Who stood between attacker and target.
    pub interceptor: Option<CharacterId>,
    /// Other characters it mentions, to the GM alone.
    pub mentioned: Cow<'a, [CharacterId]>,
    /// The location where it happens, on the position before it; `None` for events without a location.
    pub location: Option<LocationId>,

    // Who perceives it, and what follows from that.
    /// The row of the visibility table that applies; `None` for events that nobody perceives.
    pub row: Option<Row>,
    /// Who perceives it; the first vantage given to an observer is kept.
    pub observers: [Observers<'a>; 3],
    /// Whose presence it would reveal to those who do not detect them (family 18).
    pub reveals: RevealedPresence,
    /// Whether observers notice it even when its actor is hidden from them.
    pub is_noticed_if_actor_hidden: bool,
    /// Whether observers notice it even when one of its objects is hidden from them.
    pub is_noticed_if_object_hidden: bool,
    /// Whether it is a reaction of an effect, perceived only where it strikes (I23).
    pub is_seen_only_where_it_strikes: bool,
    /// Who learns names, skills and whereabouts from it.
    pub learners: Learners,
    /// Whether it is told with the use of a skill that it follows from.
    pub is_told_with_use: bool,
    /// Whether observers follow it at its location, wherever they are.
    pub is_observed_at_location: bool,
    /// What it shows of a contract.
    pub contract_shown: Option<ContractShown>,
    /// The deeds that it counts as in sheets' sentences.
    pub recorded_as: RecordedAs,
    /// How important it is in the GM's prose.
    pub prominence: Prominence,

    // What there is to be learned of it.
    /// The character whose body, and so whose Health, it affected.
    pub affected_body: Option<CharacterId>,
    /// Whether the interceptor takes the hit rather than merely shielding.
    pub interceptor_takes_hit: bool,
    pub skill: Option<SkillRef>,
    /// Whether the skill was in its upgraded form.
    pub is_upgraded: bool,
    /// Whether it is the use of the skill itself, so that the sheet's text for onlookers applies.
    pub is_use: bool,
    /// Whether it is an attack (R100).
    pub is_attack: bool,
    /// Whether it is an area skill (A149).
    pub is_area: bool,
    /// Whether it concerns Noble Phantasms without naming one.
    pub is_about_noble_phantasms: bool,
    /// Whether its actor performs it.
    pub is_action: bool,
    /// Whether the event's location is where the actor is, rather than where it strikes.
    pub is_at_actor: bool,
    /// Whether its objects are merely present.
    pub are_objects_merely_present: bool,
    /// Whether its words are only for those to whom they are addressed.
    pub has_words_for_addressees_only: bool,
    pub damage: Option<DamageType>,
    /// How a hit's damage came about.
    pub blow: Option<&'a Receipt>,
    /// A number: damage, Health, Combat Points.
    pub amount: Option<Exact>,
    /// A second number: Mana, where the first is Health.
    pub second_amount: Option<Exact>,
    pub paid: Option<Paid>,
    pub status: Option<Status>,
    pub ailment: Option<StatusKind>,
    /// A status defined by a sheet: its skill, its sentence, and whether it is over.
    pub affliction: Option<(SkillRef, u16, bool)>,
    /// Items, or skills gained.
    pub items: &'a [SkillRef],
    /// Locations that the observer is told of.
    pub known_locations: &'a [LocationId],
    pub travel: Option<Travel>,
    /// A second location: where it came from, went to or was aimed at.
    pub other_location: Option<LocationId>,
    pub reason: Option<Why>,
    pub order: Option<OrderRef>,
    /// The outcome of the order.
    pub outcome: Option<Outcome>,
    /// A small number: Command Spells left, AP, Turns.
    pub count: Option<u32>,
    /// The winner of the War.
    pub winner: Option<TeamId>,
    pub words: Words<'a>,
}

/// Which end of a deed the event's location is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocationEnd {
    /// Where the actor is.
    Actor,
    /// Where it strikes.
    Target,
}

/// A group of observers of an event. The dead perceive nothing unless the variant says so.
#[derive(Clone, Copy, Debug, Default)]
pub enum Observers<'a> {
    /// Nobody.
    #[default]
    Nobody,
    /// One character.
    Single(CharacterId, Vantage),
    /// Several characters.
    Each(&'a [CharacterId], Vantage),
    /// Several characters, including the dead among them.
    EachEvenDead(&'a [CharacterId], Vantage),
    /// The objects of the event.
    AllObjects(Vantage),
    /// Everybody at its location.
    Present,
    /// Everybody still in the War is told.
    Everybody,
    /// Everybody is told, including those whom the IGM shelters.
    EverybodyEvenSheltered,
    /// Everybody marked by the Seal is told.
    Marked,
    /// The actor, the objects and the bystanders.
    Deed(LocationEnd),
    /// The victim, the bystanders, and the actor if at the same location; nothing is reported back from elsewhere
    /// (I23).
    Harm,
    /// Several characters: as present if they are at its location, else as scouts.
    Noticing(&'a [CharacterId]),
    /// Those of several characters who are elsewhere and see it from afar.
    FromAfar(&'a [CharacterId]),
}

/// Whose presence an event reveals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RevealedPresence {
    /// Nobody's presence.
    #[default]
    Nobody,
    /// The actor's.
    Actor,
    /// The actor's, the objects' and the interceptor's.
    All,
}

/// Who learns names, skills and whereabouts from perceiving an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Learners {
    /// Nobody, because it concerns only its owner.
    #[default]
    Nobody,
    /// Every observer except the actor.
    Others,
    /// Every observer.
    Everybody,
}

/// What an event reveals about a contract to those who see both parties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContractShown {
    /// Its object serves its actor.
    Shown,
    /// Its object has no Master.
    Broken,
}

/// The deeds as which sheets' sentences know an event (`crate::war::history`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RecordedAs {
    /// No deed: no sentence waits for it.
    #[default]
    None,
    /// A skill is used, possibly as an attack.
    Use,
    /// A hit lands.
    Hit {
        /// Whether it is a further hit of the skill, which counts as an attack of its own (R101).
        is_further_hit: bool,
        /// Whether the skill was in its upgraded form.
        is_upgraded: bool,
    },
    /// Somebody stands between, and no hit lands.
    Interception,
    /// Somebody is harmed without an attack.
    Harm,
    /// A Command Spell is used.
    Command,
    /// Somebody arrives.
    Arrival,
    /// Somebody leaves.
    Departure {
        /// Whether in retreat (R270).
        is_retreat: bool,
    },
    /// Somebody dies; the characters in `also` are the killers.
    Death,
    /// Spirit Form is entered.
    SpiritFormEntered,
    /// Spirit Form is left.
    SpiritFormLeft,
}

/// How important an event is in the GM's prose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Prominence {
    /// Happens every Turn.
    EveryTurn,
    /// Only keeps the books.
    Bookkeeping,
    /// Is news.
    #[default]
    News,
}

/// The words of an event.
#[derive(Clone, Copy, Debug, Default)]
pub enum Words<'a> {
    /// None.
    #[default]
    None,
    /// This text.
    Text(&'a str),
    /// A summary of what an effect concerns.
    EffectSummary(&'a ActiveSkill),
    /// The names of these characters.
    Names(&'a [CharacterId]),
    /// The ways the War ended for somebody.
    Endings(&'a [EndingKind]),
    /// A fact learned about somebody.
    Fact(&'a Fact),
}

impl<'a> Facts<'a> {
    /// The facts of something a character does, in its location.
    pub(super) fn of_actor(war: &War, actor: CharacterId) -> Self {
        Facts { actor: Some(actor), is_action: true, location: Some(war.character(actor).at), ..Facts::default() }
    }

    /// Sets one object.
    pub(super) fn with_object(self, who: &'a CharacterId) -> Self {
        self.with_objects(std::slice::from_ref(who))
    }

    /// Sets several objects.
    pub(super) fn with_objects(self, objects: &'a [CharacterId]) -> Self {
        Facts { objects: Cow::Borrowed(objects), ..self }
    }

    /// Sets one object whose body is affected, and its location.
    pub(super) fn with_body(self, war: &War, who: &'a CharacterId) -> Self {
        Facts { affected_body: Some(*who), ..self.with_object(who).at_location_of(war, *who) }
    }

    /// Adds one character that only the GM reads of.
    pub(super) fn mentioning(self, who: &'a CharacterId) -> Self {
        self.mentioning_each(std::slice::from_ref(who))
    }

    /// Adds several characters that only the GM reads of.
    pub(super) fn mentioning_each(self, who: &'a [CharacterId]) -> Self {
        Facts { mentioned: Cow::Borrowed(who), ..self }
    }

    /// Sets the location to that of a character.
    pub(super) fn at_location_of(self, war: &War, who: CharacterId) -> Self {
        self.at_location(war.character(who).at)
    }

    /// Sets the location.
    pub(super) fn at_location(self, location: LocationId) -> Self {
        Facts { location: Some(location), ..self }
    }

    /// Removes the location.
    pub(super) fn without_location(self) -> Self {
        Facts { location: None, ..self }
    }

    /// Sets the skill.
    pub(super) fn with_skill(self, skill: SkillRef) -> Self {
        Facts { skill: Some(skill), ..self }
    }

    /// Sets the amounts of Health and Mana.
    pub(super) fn with_amounts(self, health: Exact, mana: Exact) -> Self {
        Facts { amount: Some(health), second_amount: Some(mana), ..self }
    }

    /// Sets the row of the visibility table.
    pub(super) fn with_row(self, row: Row) -> Self {
        Facts { row: Some(row), ..self }
    }

    /// Sets the only observers.
    pub(super) fn with_observers(self, observers: Observers<'a>) -> Self {
        Facts { observers: [observers, Observers::Nobody, Observers::Nobody], ..self }
    }

    /// Makes the actor the only observer.
    pub(super) fn observed_by_actor(self) -> Self {
        let observers = self.actor.map_or(Observers::Nobody, |actor| Observers::Single(actor, Vantage::Own));
        self.with_observers(observers)
    }

    /// Makes the actor and the bystanders the observers.
    pub(super) fn observed_by_actor_and_bystanders(self) -> Self {
        let facts = self.observed_by_actor();
        Facts { observers: [facts.observers[0], Observers::Present, Observers::Nobody], ..facts }
    }

    /// Marks a consequence of a use, where it strikes. Everybody there perceives it, whoever did it.
    pub(super) fn consequence_of_use(self) -> Self {
        let learners = Learners::Everybody;
        Facts {
            reveals: RevealedPresence::All,
            is_noticed_if_actor_hidden: true,
            learners,
            is_told_with_use: true,
            ..self.with_observers(Observers::Deed(LocationEnd::Target))
        }
    }

    /// The characters it mentions.
    pub fn characters_mentioned(&self) -> impl Iterator<Item = CharacterId> {
        let objects = if self.are_objects_merely_present && self.actor.is_none() { &[] } else { &*self.objects };
        self.actor
            .into_iter()
            .chain(objects.iter().copied())
            .chain(self.interceptor)
            .chain(self.mentioned.iter().copied())
    }
}
