//! Whom words mean: somebody named or described, and groups with the filters on their members.

use super::{Deed, Naming, Property};

/// Whom a condition or an operation is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who<N: Naming> {
    /// `the user`; in orders `I`, `me`, `myself`.
    User,
    /// `the target`, `the targets` (effects only).
    Target,
    /// `the second target` (Command Spells only): the spell's object besides its Servant.
    SecondTarget,
    /// `the attacker` (effects only).
    Attacker,
    /// `that character`: the one that the condition found (orders only).
    Antecedent,
    /// A character by handle or alias.
    Named(N::Character),
    /// `X's Master`, `my team`: whoever has this relation to somebody.
    Related(Relation, Box<Who<N>>),
    /// `Archer or Lancer`.
    OneOf(Vec<Who<N>>),
    /// Any one of a group: `an opponent`, `anyone`, `whoever …`.
    Any(Group<N>),
    /// All of a group: `every opponent`, `characters in this location`.
    Every(Group<N>),
    /// `up to N opponents`.
    UpTo(u32, Group<N>),
    /// `the opponent who attacked me first`, `whoever attacked Rin`: found by an event of this Turn.
    WhoDid(Box<Deed<N>>),
    /// `whoever Saber attacks`, `the opponent whom Saber attacked`: the object of a deed, found by an event of this
    /// Turn. The deed's own object is a group.
    WhomDid(Box<Deed<N>>),
}

/// A relation of one character to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `X's Master`, `my Master`.
    Master,
    /// `X's Servant`, `my Servant`.
    Servant,
    /// `X's contracted partner`, `my partner`.
    Partner,
    /// `X's familiars`.
    Familiars,
    /// `X's summoner`, `my summoner`: whoever summoned a familiar.
    Summoner,
    /// `my team`, `the user's team`: every member.
    Team,
}

impl Relation {
    /// Whether several can have this relation to one character.
    pub const fn is_of_several(self) -> bool {
        match self {
            Relation::Familiars | Relation::Team => true,
            Relation::Master | Relation::Servant | Relation::Partner | Relation::Summoner => false,
        }
    }
}

impl<N: Naming> Who<N> {
    /// Makes a [`Who::Related`].
    pub fn related(relation: Relation, of: Who<N>) -> Who<N> {
        Who::Related(relation, Box::new(of))
    }

    /// The group of which one, some or all are meant; `None` for words that name people.
    pub const fn group(&self) -> Option<&Group<N>> {
        match self {
            Who::Any(group) | Who::Every(group) | Who::UpTo(_, group) => Some(group),
            Who::User | Who::Target | Who::SecondTarget | Who::Attacker | Who::Antecedent => None,
            Who::Named(_) | Who::Related(..) | Who::OneOf(_) | Who::WhoDid(_) | Who::WhomDid(_) => None,
        }
    }

    /// Those whom `a character except Lancer` leaves out by name.
    pub fn excepted_by_name(&self) -> impl Iterator<Item = &Who<N>> {
        let group = if let Who::Any(group) = self { Some(group) } else { None };
        let exceptions = group.into_iter().flat_map(|group| &group.filters).filter_map(|filter| match filter {
            Filter::Except(people) => Some(people),
            _ => None,
        });
        exceptions.flatten().filter(|who| matches!(who, Who::Named(_)))
    }

    /// Returns the same people without the filter `Masterless`: contracts are made with no others, so it need not be
    /// said (R146).
    #[must_use]
    pub fn without_masterless_filter(&self) -> Who<N> {
        let masterless =
            |filter: &Filter<N>| matches!(filter, Filter::Property(said) if **said == Property::Masterless);
        self.without_filters(&masterless)
    }

    /// The location that describes these people, and the same people without it: of `an opponent in Harbor`, Harbor and
    /// `an opponent`. `None` if no location does.
    pub fn split_location(&self) -> Option<(&N::Location, Who<N>)> {
        let filters = &self.group()?.filters;
        let location =
            filters.iter().find_map(|filter| if let Filter::In(location) = filter { Some(location) } else { None })?;
        Some((location, self.without_filters(&|filter| matches!(filter, Filter::In(_)))))
    }

    /// Returns the same people without the filters for which the closure returns `true`.
    fn without_filters(&self, left_out: &impl Fn(&Filter<N>) -> bool) -> Who<N> {
        let wider = |group: &Group<N>| {
            let filters = group.filters.iter().filter(|filter| !left_out(filter)).cloned().collect();
            Group { side: group.side, filters }
        };
        match self {
            Who::Any(group) => Who::Any(wider(group)),
            Who::Every(group) => Who::Every(wider(group)),
            Who::UpTo(most, group) => Who::UpTo(*most, wider(group)),
            Who::OneOf(all) => Who::OneOf(all.iter().map(|who| who.without_filters(left_out)).collect()),
            Who::User | Who::Target | Who::SecondTarget | Who::Attacker | Who::Antecedent => self.clone(),
            Who::Named(_) | Who::Related(..) | Who::WhoDid(_) | Who::WhomDid(_) => self.clone(),
        }
    }

    /// Whether these are groups of this location, and of no other (R356).
    pub fn is_local(&self) -> bool {
        match self {
            Who::OneOf(all) => all.iter().all(Who::is_local),
            one => one.group().is_some_and(Group::is_local),
        }
    }
}

/// A group of characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group<N: Naming> {
    /// Opponents, allies or anybody, as seen from the user.
    pub side: Side,
    /// Only those of whom all of these hold.
    pub filters: Vec<Filter<N>>,
}

impl<N: Naming> Filter<N> {
    /// Whether it is `of the Saber or Lancer class`: any of several classes.
    pub fn is_of_classes(&self) -> bool {
        matches!(self, Filter::AnyOf(all) if all.iter().all(|of| matches!(of, Filter::Class(_))))
    }

    /// Whether it says where its members are, or where they are not.
    pub fn names_location(&self) -> bool {
        match self {
            Filter::Not(of) => of.names_location(),
            plain => matches!(plain, Filter::Here | Filter::Beside | Filter::In(_) | Filter::With(_)),
        }
    }
}

impl<N: Naming> Group<N> {
    /// Everybody.
    pub const ANYBODY: Group<N> = Group { side: Side::Anyone, filters: Vec::new() };

    /// Whether it has no limits.
    pub fn is_anybody(&self) -> bool {
        self.side == Side::Anyone && self.filters.is_empty()
    }

    /// Whether it is a group of the dead: `each ally who is dead`.
    pub fn is_of_the_dead(&self) -> bool {
        let dead = |filter: &Filter<N>| matches!(filter, Filter::Property(said) if **said == Property::Dead);
        self.filters.iter().any(dead)
    }

    /// Whether it says where its members are, or where they are not.
    pub fn names_location(&self) -> bool {
        self.filters.iter().any(Filter::names_location)
    }

    /// Whether its members are in this location: it says so, or names no location (R356).
    pub fn is_local(&self) -> bool {
        self.filters.iter().all(|filter| matches!(filter, Filter::Here) || !filter.names_location())
    }
}

/// The side of a group, seen from the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Opponents, foes, enemies (R364).
    Opponents,
    /// The user's partners; in the conditions of orders, declared allies too (R364, A155).
    Allies,
    /// Anybody.
    Anyone,
}

/// A condition that members of a group satisfy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filter<N: Naming> {
    /// Servants.
    Servants,
    /// Masters.
    Masters,
    /// Familiars.
    Familiars,
    /// `Servants or familiars`: any of these.
    AnyOf(Vec<Filter<N>>),
    /// `Evil Servants`, as the first of a list of kinds: an adjective before a list belongs to its first member (A259).
    AllOf(Vec<Filter<N>>),
    /// A word of the alignment: `Evil`, `Lawful`.
    Alignment(String),
    /// A word of the sex: `female`.
    Sex(String),
    /// A class: `Saber-class`.
    Class(String),
    /// Without Flight.
    Flightless,
    /// `detected`: the user perceives them, and nothing hides them.
    Detected,
    /// `other`, `another`, `else`: not the user.
    Other,
    /// `in this location`, `here`, `inside`. For a skill: where it was used, or what it was used on. For an ability:
    /// where its owner is. In orders: where the character is.
    Here,
    /// `in the user's location`: where the user is at that time.
    Beside,
    /// `in the target's location` (effects only).
    With(Box<Who<N>>),
    /// `in L`.
    In(N::Location),
    /// A property of each member: `with LCK ranked A or higher`, `in Spirit Form`.
    Property(Box<Property>),
    /// `who are not in battle`, `who are not Servants`.
    Not(Box<Filter<N>>),
    /// `except Archer and me`: none of these.
    Except(Vec<Who<N>>),
}
