//! Who is spoken of: somebody named or told by another, and groups with what their members must be.

use super::{Deed, Naming, Property};

/// Who a condition or an operation speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who<N: Naming> {
    /// `the user`; in orders `I`, `me`, `myself`.
    User,
    /// `the target`, `the targets` (effects only).
    Target,
    /// `the second target` (Command Spells only): whom the spell names besides its Servant.
    SecondTarget,
    /// `the attacker` (effects only).
    Attacker,
    /// `that character`: the one the condition found (orders only).
    Antecedent,
    /// A character by handle or alias.
    Named(N::Character),
    /// `X's Master`, `my team`: whoever is bound to somebody.
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
    /// `whoever Saber attacks`, `the opponent whom Saber attacked`: to whom somebody did it, found by an event of this
    /// Turn. The deed's object is a group.
    WhomDid(Box<Deed<N>>),
}

/// A bond by which somebody is told from somebody else.
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
    /// Whether it may be of several to one.
    pub const fn is_of_several(self) -> bool {
        match self {
            Relation::Familiars | Relation::Team => true,
            Relation::Master | Relation::Servant | Relation::Partner | Relation::Summoner => false,
        }
    }
}

impl<N: Naming> Who<N> {
    /// Whoever is bound to somebody.
    pub fn related(relation: Relation, of: Who<N>) -> Who<N> {
        Who::Related(relation, Box::new(of))
    }

    /// The group these words mean one, some or all of; `None` for words that name people.
    pub const fn group(&self) -> Option<&Group<N>> {
        match self {
            Who::Any(group) | Who::Every(group) | Who::UpTo(_, group) => Some(group),
            Who::User | Who::Target | Who::SecondTarget | Who::Attacker | Who::Antecedent => None,
            Who::Named(_) | Who::Related(..) | Who::OneOf(_) | Who::WhoDid(_) | Who::WhomDid(_) => None,
        }
    }

    /// These, where that they are Masterless need not be said: a contract is made with no other (R146).
    #[must_use]
    pub fn masterless_or_not(&self) -> Who<N> {
        let masterless =
            |filter: &Filter<N>| matches!(filter, Filter::Property(said) if **said == Property::Masterless);
        self.without(&masterless)
    }

    /// The place these words tell people by, and the words without it: of `an opponent in Harbor` Harbor and `an
    /// opponent`.
    pub fn told_by_place(&self) -> Option<(&N::Location, Who<N>)> {
        let filters = &self.group()?.filters;
        let place =
            filters.iter().find_map(|filter| if let Filter::In(place) = filter { Some(place) } else { None })?;
        Some((place, self.without(&|filter| matches!(filter, Filter::In(_)))))
    }

    /// These, without what is asked of each member of a group.
    fn without(&self, left_out: &impl Fn(&Filter<N>) -> bool) -> Who<N> {
        let wider = |group: &Group<N>| {
            let filters = group.filters.iter().filter(|filter| !left_out(filter)).cloned().collect();
            Group { side: group.side, filters }
        };
        match self {
            Who::Any(group) => Who::Any(wider(group)),
            Who::Every(group) => Who::Every(wider(group)),
            Who::UpTo(most, group) => Who::UpTo(*most, wider(group)),
            Who::OneOf(all) => Who::OneOf(all.iter().map(|who| who.without(left_out)).collect()),
            Who::User | Who::Target | Who::SecondTarget | Who::Attacker | Who::Antecedent => self.clone(),
            Who::Named(_) | Who::Related(..) | Who::WhoDid(_) | Who::WhomDid(_) => self.clone(),
        }
    }

    /// Whether these are whoever is in this location (R356): groups, and of no other place.
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
    /// `of the Saber or Lancer class`: whether it is any of several classes.
    pub fn is_of_classes(&self) -> bool {
        matches!(self, Filter::AnyOf(all) if all.iter().all(|of| matches!(of, Filter::Class(_))))
    }

    /// Whether it says where those are whom it lets pass, or are not.
    pub fn names_place(&self) -> bool {
        match self {
            Filter::Not(of) => of.names_place(),
            plain => matches!(plain, Filter::Here | Filter::Beside | Filter::In(_)),
        }
    }
}

impl<N: Naming> Group<N> {
    /// Anybody at all.
    pub const ANYBODY: Group<N> = Group { side: Side::Anyone, filters: Vec::new() };

    /// Whether this is anybody at all.
    pub fn is_anybody(&self) -> bool {
        self.side == Side::Anyone && self.filters.is_empty()
    }

    /// Whether it is a group of the dead: `each ally who is dead`.
    pub fn is_of_the_dead(&self) -> bool {
        let dead = |filter: &Filter<N>| matches!(filter, Filter::Property(said) if **said == Property::Dead);
        self.filters.iter().any(dead)
    }

    /// Whether it says where these are, or are not.
    pub fn names_place(&self) -> bool {
        self.filters.iter().any(Filter::names_place)
    }

    /// Whether these are of this location, whether it says so or names none (R356).
    pub fn is_local(&self) -> bool {
        self.filters.iter().all(|filter| matches!(filter, Filter::Here) || !filter.names_place())
    }
}

/// Which side a group is of, seen from the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Opponents, foes, enemies (R364).
    Opponents,
    /// The user's team but the user.
    Allies,
    /// Anybody.
    Anyone,
}

/// What a character must be to count.
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
    /// `Evil Servants`, as the first of a list of kinds: a describer before a list is of its first member (A259).
    AllOf(Vec<Filter<N>>),
    /// A word of the alignment: `Evil`, `Lawful`.
    Alignment(String),
    /// A word of the sex: `female`.
    Sex(String),
    /// A class: `Saber-class`.
    Class(String),
    /// Without Flight.
    Flightless,
    /// `detected`: whom the user has before their eyes, and nothing hides.
    Detected,
    /// `other`, `another`, `else`: not the user.
    Other,
    /// `in this location`, `here`, `inside`: where a skill was used or what it was used on, for an ability where its
    /// owner is; in orders where one is.
    Here,
    /// `in the user's location`: where the user is, wherever they go.
    Beside,
    /// `in L`.
    In(N::Location),
    /// A statement about each: `with LCK ranked A or higher`, `in Spirit Form`.
    Property(Box<Property>),
    /// `who are not in battle`, `who are not Servants`.
    Not(Box<Filter<N>>),
    /// `except Archer and me`: none of these.
    Except(Vec<Who<N>>),
}
