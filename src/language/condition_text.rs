//! Prints conditions as canonical words, which parse to the same tree.

mod denials;
mod facts;
mod groups;
mod last_turn;
mod several;

use super::condition::{
    Act, Comparison, Condition, Costing, DamageSpan, DamageSum, Deed, Filter, Group, Level, Measured, Predicate,
    Property, Relation, Resource, Side, SkillKind, Tally, Who, Written,
};
use super::conditions::{ConditionReader, SheetText};
use super::parser::{Rule, matches_rule, parse_pairs};
use crate::vocabulary::exact::Exact;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rank::Rank;

use facts::fact_text;
use groups::{one_of, with_article};
use several::names_several;

/// Who speaks: a sheet about `the user`, or an order about `me`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voice {
    /// `the user has …`.
    Sheet,
    /// A sheet that speaks of attacks: `the attack's target has …`.
    Attacks,
    /// `I have …`.
    Order,
}

/// A name, in quotes if it needs them.
pub fn name(text: &str) -> String {
    let bare = parse_pairs(Rule::whole_who, text).and_then(|mut pairs| pairs.next()).is_some_and(|pair| {
        let shift = SheetText(0);
        matches!(ConditionReader { context: &shift }.build_who(pair), Who::Named(found) if found.text == text)
    });
    if bare && !matches_rule(Rule::reserved_name, text) { text.to_owned() } else { quoted(text) }
}

/// A name or text in quotes.
pub fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

/// The word for a resource.
pub const fn resource_name(of: Resource) -> &'static str {
    match of {
        Resource::Health => "Health",
        Resource::Mana => "Mana",
        Resource::CombatPoints => "CP",
        Resource::CommandSpells => "Command Spells",
        Resource::ActionPoints => "AP",
        Resource::SupportPoints => "SP",
    }
}

/// A rank with a comparison: `C or lower`.
pub(super) fn bounded_rank(bound: Comparison, rank: Rank) -> String {
    with_comparison(bound, &rank.to_string(), ["lower than", "or lower"], ["higher than", "or higher"])
}

fn with_comparison(bound: Comparison, of: &str, less: [&str; 2], more: [&str; 2]) -> String {
    match bound {
        Comparison::Below => format!("{} {of}", less[0]),
        Comparison::AtMost => format!("{of} {}", less[1]),
        Comparison::Exactly => format!("exactly {of}"),
        Comparison::AtLeast => format!("{of} {}", more[1]),
        Comparison::Above => format!("{} {of}", more[0]),
    }
}

pub(super) fn bounded_number(bound: Comparison, of: &str) -> String {
    with_comparison(bound, of, ["less than", "or less"], ["more than", "or more"])
}

/// Between parts that all hold.
const AND: &str = " and ";

/// The ordinals that words can name, from the second on.
const ORDINALS: [&str; 4] = ["second", "third", "fourth", "fifth"];

impl Voice {
    /// A name. A sheet always has it in quotes, because a misspelt word would otherwise be taken for a name.
    fn name(self, text: &str) -> String {
        match self {
            Voice::Sheet | Voice::Attacks => quoted(text),
            Voice::Order => name(text),
        }
    }

    /// Prints a condition.
    #[must_use]
    pub fn condition(self, of: &Condition<Written>) -> String {
        match of {
            Condition::All(all) => self.join_conditions(all, AND),
            Condition::AnyOf(all) => self.join_conditions(all, " or "),
            Condition::Not(inner) => match &**inner {
                Condition::Is(said) => self.denial(said, &[]),
                other => format!("not ({})", self.condition(other)),
            },
            Condition::Is(said) => self.predicate(said, false),
        }
    }

    /// Parts with a conjunction between them; a list within a list stands in brackets (A240).
    fn join_conditions(self, all: &[Condition<Written>], by: &str) -> String {
        let parts = all.iter().map(|part| match part {
            Condition::All(_) | Condition::AnyOf(_) => format!("({})", self.condition(part)),
            // An `or` between names must not be read as an `or` between conditions.
            Condition::Is(said) if names_several(said) => format!("({})", self.condition(part)),
            Condition::Not(inner) => match &**inner {
                Condition::Is(said) if names_several(said) => format!("({})", self.condition(part)),
                Condition::Is(said) if by == AND => self.denial(said, all),
                Condition::All(_) | Condition::AnyOf(_) | Condition::Not(_) | Condition::Is(_) => self.condition(part),
            },
            Condition::Is(_) => self.condition(part),
        });
        parts.collect::<Vec<_>>().join(by)
    }

    /// The subject of a sentence, and whether its verb is plural.
    fn subject(self, of: &Who<Written>) -> (String, bool) {
        match of {
            Who::User if self == Voice::Order => ("I".to_owned(), true),
            Who::Related(Relation::Familiars, _) => (self.who(of), true),
            Who::OneOf(all) => {
                let parts: Vec<_> = all.iter().map(|w| self.subject(w).0).collect();
                (parts.join(" or "), false)
            }
            _ => (self.who(of), false),
        }
    }

    /// Prints people as the object of a verb.
    #[must_use]
    pub fn who(self, of: &Who<Written>) -> String {
        match of {
            Who::User if self == Voice::Order => "me".to_owned(),
            Who::User => "the user".to_owned(),
            Who::Target if self == Voice::Attacks => "the attack's target".to_owned(),
            Who::Target => "the target".to_owned(),
            Who::SecondTarget => "the second target".to_owned(),
            Who::Attacker => "the attacker".to_owned(),
            Who::Antecedent => "that character".to_owned(),
            Who::Named(of) => self.name(&of.text),
            Who::Related(relation, of) => format!("{} {}", self.possessive(of), relation_name(*relation)),
            Who::OneOf(all) => all.iter().map(|w| self.who(w)).collect::<Vec<_>>().join(" or "),
            Who::Any(of) if is_everybody(of) => format!("anyone{}", self.filters_behind(of, false)),
            Who::Any(of) => with_article(&self.group(of, false)),
            Who::Every(of) if is_everybody(of) => format!("everyone{}", self.filters_behind(of, false)),
            Who::Every(of) => format!("every {}", self.group(of, false)),
            Who::UpTo(count, of) => format!("up to {count} {}", self.group(of, true)),
            Who::WhomDid(done) => {
                let has = if done.is_past { "has attacked" } else { "attacks" };
                format!("the opponent whom {} {has}", self.who(&done.who))
            }
            Who::WhoDid(done) => {
                let has_done = |base: &str, third: &str| match done.is_past {
                    true => format!("has {}", participle(base)),
                    false => third.to_owned(),
                };
                let act = self.act(done, &has_done);
                match &done.who {
                    Who::Any(of) if of.side != Side::Anyone || !of.filters.is_empty() => {
                        format!("the {} who {act}", self.group(of, false))
                    }
                    _ => format!("whoever {act}"),
                }
            }
        }
    }

    fn possessive(self, of: &Who<Written>) -> String {
        match of {
            Who::User if self == Voice::Order => "my".to_owned(),
            other => format!("{}'s", self.who(other)),
        }
    }

    /// A property without its verb.
    fn property_words(self, said: &Property, of: &Who<Written>) -> String {
        match said {
            Property::Ranked(stat, bound, rank) => format!("{stat} ranked {}", bounded_rank(*bound, *rank)),
            Property::Has(what, bound, Level::Number(of)) => {
                format!("{} {}", bounded_number(*bound, &of.to_string()), resource_name(*what))
            }
            Property::Has(what, bound, Level::OfMaximum(factor)) => {
                let percent = factor.times(Exact::whole(100)).unwrap_or(Exact::ZERO);
                let whose = if *of == Who::User && self == Voice::Order { "my" } else { "their" };
                format!(
                    "{} of {whose} maximum {}",
                    bounded_number(*bound, &format!("{percent}%")),
                    resource_name(*what)
                )
            }
            Property::Has(what, bound, Level::Share(parts)) => {
                let whose = if *of == Who::User && self == Voice::Order { "my" } else { "their" };
                format!("{} of {whose} maximum {}", bounded_number(*bound, &format!("1/{parts}")), resource_name(*what))
            }
            Property::BesideUser(what, bound) => {
                let what = match what {
                    Measured::Stat(stat) => stat.name().to_owned(),
                    Measured::Number(what) => resource_name(*what).to_owned(),
                    Measured::Missing(what) => format!("missing {}", resource_name(*what)),
                };
                let than = match bound {
                    Comparison::Below => "lower than",
                    Comparison::AtMost => "no higher than",
                    Comparison::Exactly => "equal to",
                    Comparison::AtLeast => "no lower than",
                    Comparison::Above => "higher than",
                };
                format!("{what} {than} {}", if self == Voice::Order { "mine" } else { "the user's" })
            }
            Property::InSpiritForm => "in Spirit Form".to_owned(),
            Property::AffectedBy(kind) => format!("affected by {}", kind.name()),
            Property::AffectedByNamed(name) => format!("affected by {}", quoted(name)),
            Property::AffectedByAnyStatus => "affected by a negative status effect".to_owned(),
            Property::InBattle => "in battle".to_owned(),
            Property::InFirstTurnOfBattle => "in the first Turn of battle".to_owned(),
            Property::InTurnOfBattle { nth, every } => {
                format!(
                    "in {} {} Turn of battle",
                    if *every { "every" } else { "the" },
                    ORDINALS[(*nth).clamp(2, 5) as usize - 2]
                )
            }
            Property::Dead => "dead".to_owned(),
            Property::Alive => "alive".to_owned(),
            Property::DamagedByUser if self == Voice::Order => "damaged by me".to_owned(),
            Property::DamagedByUser => "damaged by the user".to_owned(),
            Property::Masterless => "Masterless".to_owned(),
            Property::AtHome => "in their Home Base".to_owned(),
            Property::HasFlight => "Flight".to_owned(),
            Property::HasAbility(name) => format!("the ability {}", quoted(name)),
        }
    }

    fn predicate(self, said: &Predicate<Written>, deny: bool) -> String {
        let not = if deny { " not" } else { "" };
        match said {
            Predicate::Has(
                of,
                property @ (Property::Ranked(..)
                | Property::Has(..)
                | Property::BesideUser(..)
                | Property::HasFlight
                | Property::HasAbility(_)),
            ) => {
                let property_phrase = self.property_words(property, of);
                self.verb_sentence(of, deny, |verb| format!("{} {property_phrase}", verb("have", "has")))
            }
            Predicate::Has(of, property) => self.is_sentence(of, deny, &self.property_words(property, of)),
            Predicate::Becomes(of, property @ Property::Has(..)) => {
                let property_phrase = self.property_words(property, of);
                self.verb_sentence(of, deny, |verb| format!("{} to {property_phrase}", verb("fall", "falls")))
            }
            Predicate::Becomes(of, property) => {
                let property_phrase = self.property_words(property, of);
                self.verb_sentence(of, deny, |verb| format!("{} {property_phrase}", verb("become", "becomes")))
            }
            Predicate::DidOften(tally, bound, count, done) => self.did_often(*tally, *bound, *count, done, deny),
            Predicate::Did(Deed {
                who,
                act: act @ (Act::IsAttacked | Act::IsDamaged),
                is_first: _,
                is_past,
                during,
            }) => {
                let word = if *act == Act::IsAttacked { "attacked" } else { "damaged" };
                if *is_past {
                    let (subject, plural, deny) = self.subject_with_denial(who, deny);
                    let have = self.auxiliary_have(who, plural, deny);
                    let (already, this_turn) = self.past_adverbs();
                    format!("{subject} {have}{already} been {word}{}{this_turn}", phase_of_deed(*during))
                } else {
                    self.is_sentence(who, deny, word) + &phase_of_deed(*during)
                }
            }
            Predicate::Did(done) => {
                let (subject, plural, deny) = self.subject_with_denial(&done.who, deny);
                let (already, this_turn) = self.past_adverbs();
                let verb = |base: &str, third: &str| match done.is_past {
                    true => format!("{}{already} {}", self.auxiliary_have(&done.who, plural, deny), participle(base)),
                    false => finite_verb(base, third, plural, deny),
                };
                format!("{subject} {}{}", self.act(done, &verb), if done.is_past { this_turn } else { "" })
            }
            Predicate::Among(of, group) => self.is_sentence(of, deny, &with_article(&self.group(group, false))),
            Predicate::IsIn(of, None) => self.is_sentence(of, deny, "here"),
            Predicate::IsIn(of, Some(place)) => self.is_sentence(of, deny, &format!("in {}", self.name(&place.text))),
            Predicate::IsWith(of, Who::Antecedent) => self.is_sentence(of, deny, "in the same location"),
            Predicate::IsWith(of, whom) => {
                self.is_sentence(of, deny, &format!("in the same location as {}", self.who(whom)))
            }
            Predicate::IsOne(of, whom) => self.is_sentence(of, deny, &one_of(whom, &self.who(whom))),
            Predicate::Count(bound, count, of, place) => {
                let count =
                    with_comparison(*bound, &count.to_string(), ["fewer than", "or fewer"], ["more than", "or more"]);
                let here = of.filters.iter().find_map(|filter| match filter {
                    Filter::Beside => Some("in the user's location".to_owned()),
                    Filter::With(who) => Some(format!("in {} location", self.possessive(who))),
                    _ => None,
                });
                let here = here.unwrap_or_else(|| "here".to_owned());
                let phrase = place.as_ref().map_or(here, |p| format!("in {}", self.name(&p.text)));
                let mut of = of.clone();
                of.filters.retain(|filter| !matches!(filter, Filter::Beside | Filter::With(_)));
                let is_one = count == "exactly 1";
                let sentence =
                    format!("{count} {} {} {phrase}", self.group(&of, !is_one), if is_one { "is" } else { "are" });
                // `2 or more are not here` could be about some of them.
                if deny { format!("not ({sentence})") } else { sentence }
            }
            Predicate::Active(skill, None) => format!("{} is{not} active", quoted(&skill.text)),
            Predicate::Active(skill, Some(of)) => {
                format!("{} is{not} active on {}", quoted(&skill.text), self.who(of))
            }
            Predicate::Holds(of, item) => {
                let item = self.name(&item.text);
                self.verb_sentence(of, deny, |verb| format!("{} {item}", verb("hold", "holds")))
            }
            Predicate::Detects(of, whom) => {
                let whom = self.who(whom);
                self.verb_sentence(of, deny, |verb| format!("{} {whom}", verb("detect", "detects")))
            }
            Predicate::Night(bound, night) => {
                let night = format!("Night {night}");
                match bound {
                    Comparison::Exactly => format!("it is{not} {night}"),
                    bound => {
                        let of =
                            with_comparison(*bound, &night, ["earlier than", "or earlier"], ["later than", "or later"]);
                        format!("it is{not} {of}")
                    }
                }
            }
            Predicate::SecondRound => format!("it is{not} the second combat round"),
            Predicate::MoveCancelled(of) => format!("{} move is{not} cancelled", self.possessive(of)),
            Predicate::OwnSkillFailed(skill) => {
                let verb = if deny { "does not fail" } else { "fails" };
                format!("{} {verb}", quoted(&skill.text))
            }
            Predicate::Pays(amount, resource) => {
                let verb = if deny { "does not pay" } else { "pays" };
                format!("the user {verb} {amount} additional {}", resource_name(*resource))
            }
            Predicate::Chooses(choice) => {
                let verb = if deny { "does not choose" } else { "chooses" };
                format!("the user {verb} {}", quoted(choice))
            }
            Predicate::UseInflicts(bound, damage) => {
                let damage = format!("{} damage", bounded_number(*bound, &damage.to_string()));
                if deny {
                    format!("not (this attack inflicts {damage})")
                } else {
                    format!("this attack inflicts {damage}")
                }
            }
            Predicate::UseTargets(bound, number) => {
                let noun = if *bound == Comparison::Exactly && *number == 1 { "target" } else { "targets" };
                let targets = format!("this skill has {} {noun}", bounded_number(*bound, &number.to_string()));
                if deny { format!("not ({targets})") } else { targets }
            }
            Predicate::Ranks(compared) => self.ranks_text(compared, deny),
            Predicate::Sheet(fact) => fact_text(*fact, deny),
            Predicate::InLastTurn(of, what) => self.last_turn_text(of, *what, deny),
            Predicate::HadDamage(of, DamageSum { is_received, within, bound, amount }) => {
                let (subject, _, deny) = self.subject_with_denial(of, deny);
                let verb = match (is_received, deny) {
                    (true, false) => "received",
                    (false, false) => "inflicted",
                    (true, true) => "did not receive",
                    (false, true) => "did not inflict",
                };
                let when = match within {
                    DamageSpan::Turn => "this Turn",
                    DamageSpan::Battle => "in this battle",
                };
                format!("{subject} {verb} {} damage {when}", bounded_number(*bound, &amount.to_string()))
            }
            Predicate::DealtMore { by, to, than } => {
                let (subject, _, deny) = self.subject_with_denial(by, deny);
                let verb = if deny { "has not dealt" } else { "has dealt" };
                format!("{subject} {verb} more damage to {} than {}", self.who(to), self.who(than))
            }
            Predicate::Would(of) => format!("{} would{not} act", self.subject(of).0),
        }
    }

    /// `Lancer attacks me at least 2 times`, `2 or more opponents attack me`.
    fn did_often(self, tally: Tally, bound: Comparison, count: u32, done: &Deed<Written>, deny: bool) -> String {
        let said = match (tally, &done.who) {
            (Tally::People, Who::Any(of)) => {
                let count =
                    with_comparison(bound, &count.to_string(), ["fewer than", "or fewer"], ["more than", "or more"]);
                let verb = |base: &str, _: &str| match done.is_past {
                    true => format!("have {}", participle(base)),
                    false => base.to_owned(),
                };
                format!("{count} {} {}", self.group(of, true), self.act(done, &verb))
            }
            (Tally::Times | Tally::People, _) => {
                let once = match (&done.who, &done.act) {
                    // A hit by anybody: `I am hit`.
                    (Who::Any(of), Act::Hits(None, Some(whom))) if is_everybody(of) && of.filters.is_empty() => {
                        let (subject, plural, _) = self.subject_with_denial(whom, false);
                        match done.is_past {
                            true => format!("{subject} {} been hit", self.auxiliary_have(whom, plural, false)),
                            false => self.is_sentence(whom, false, "hit"),
                        }
                    }
                    _ => self.predicate(&Predicate::Did(done.clone()), false),
                };
                let times = if count == 1 { "time" } else { "times" };
                let bound = match bound {
                    Comparison::Below => "fewer than",
                    Comparison::AtMost => "at most",
                    Comparison::Exactly => "exactly",
                    Comparison::AtLeast => "at least",
                    Comparison::Above => "more than",
                };
                format!("{once} {bound} {count} {times}")
            }
        };
        if deny { format!("not ({said})") } else { said }
    }

    /// `X is [not] words`.
    fn is_sentence(self, of: &Who<Written>, deny: bool, words: &str) -> String {
        let (subject, plural, deny) = self.subject_with_denial(of, deny);
        let be = match of {
            Who::User if self == Voice::Order => "am",
            _ if plural => "are",
            _ => "is",
        };
        format!("{subject} {be}{} {words}", if deny { " not" } else { "" })
    }

    /// A subject and its verb: `X has …`, `X does not have …`.
    fn verb_sentence(
        self,
        of: &Who<Written>,
        deny: bool,
        words: impl Fn(&dyn Fn(&str, &str) -> String) -> String,
    ) -> String {
        let (subject, plural, deny) = self.subject_with_denial(of, deny);
        format!("{subject} {}", words(&|base, third| finite_verb(base, third, plural, deny)))
    }

    /// `has`, `have not`: the helper before a participle.
    fn auxiliary_have(self, of: &Who<Written>, plural: bool, deny: bool) -> &'static str {
        let have = plural || (*of == Who::User && self == Voice::Order);
        match (have, deny) {
            (true, false) => "have",
            (true, true) => "have not",
            (false, false) => "has",
            (false, true) => "has not",
        }
    }

    /// The words around a past verb. On a sheet the deed came before the one that its sentence waits for.
    const fn past_adverbs(self) -> (&'static str, &'static str) {
        match self {
            Voice::Sheet | Voice::Attacks => (" already", " this Turn"),
            Voice::Order => ("", ""),
        }
    }

    /// The object of a deed, with a space before it; empty if there is none.
    fn object(self, whom: &Option<Who<Written>>) -> String {
        whom.as_ref().map_or(String::new(), |whom| format!(" {}", self.who(whom)))
    }

    /// What somebody does. The closure puts a verb in the form needed, from its base form and its third person.
    fn act(self, done: &Deed<Written>, v: &dyn Fn(&str, &str) -> String) -> String {
        let location_phrase = |of: &Option<super::condition::Name>| {
            of.as_ref().map_or("this location".to_owned(), |p| self.name(&p.text))
        };
        let words = match &done.act {
            Act::Attacks(None) => v("attack", "attacks"),
            Act::Attacks(Some(whom)) => format!("{} {}", v("attack", "attacks"), self.who(whom)),
            Act::AttacksWith(kind, None) => format!("{} with {}", v("attack", "attacks"), skill_kind_text(*kind)),
            Act::AttacksWith(kind, Some(whom)) => {
                format!("{} {} with {}", v("attack", "attacks"), self.who(whom), skill_kind_text(*kind))
            }
            Act::Hits(kind, whom) | Act::Damages(kind, whom) => {
                let with = kind.map_or(String::new(), |kind| format!(" with {}", skill_kind_text(kind)));
                let verb = if matches!(done.act, Act::Hits(..)) { v("hit", "hits") } else { v("damage", "damages") };
                format!("{verb}{}{with}", self.object(whom))
            }
            Act::Kills(whom) => format!("{}{}", v("kill", "kills"), self.object(whom)),
            Act::Uses(skill, None) => format!("{} {}", v("use", "uses"), quoted(&skill.text)),
            Act::Uses(skill, Some(on)) => {
                format!("{} {} on {}", v("use", "uses"), quoted(&skill.text), self.who(on))
            }
            Act::UsesKind(kind) => format!("{} {}", v("use", "uses"), skill_kind_text(*kind)),
            Act::UsesNoblePhantasm => format!("{} a Noble Phantasm", v("use", "uses")),
            Act::UsesCommandSpell => format!("{} a Command Spell", v("use", "uses")),
            Act::Enters(of) => format!("{} {}", v("enter", "enters"), location_phrase(of)),
            Act::Leaves(of) => format!("{} {}", v("leave", "leaves"), location_phrase(of)),
            Act::Acts => v("act", "acts"),
            Act::Dies => v("die", "dies"),
            Act::IsAttacked => format!("{} attacked", v("be", "is")),
            Act::IsDamaged => format!("{} damage", v("take", "takes")),
            Act::EntersSpiritForm => format!("{} Spirit Form", v("enter", "enters")),
            Act::LeavesSpiritForm => format!("{} Spirit Form", v("leave", "leaves")),
            Act::Flees => v("flee", "flees"),
            Act::Intercepts => format!("{} an attack", v("intercept", "intercepts")),
        };
        let words = if done.is_first { words + " first" } else { words };
        words + &phase_of_deed(done.during)
    }
}

/// ` in the Attacking Phase`; empty where none is named.
fn phase_of_deed(during: Option<Phase>) -> String {
    during.map_or_else(String::new, |phase| format!(" in the {phase}"))
}

fn finite_verb(base: &str, third: &str, plural: bool, deny: bool) -> String {
    match (plural, deny) {
        (true, false) => base.to_owned(),
        (false, false) => third.to_owned(),
        (true, true) => format!("do not {base}"),
        (false, true) => format!("does not {base}"),
    }
}

/// The past participle of a verb.
fn participle(base: &str) -> String {
    match base {
        "take" => "taken".to_owned(),
        "leave" => "left".to_owned(),
        "flee" => "fled".to_owned(),
        "hit" => "hit".to_owned(),
        base if base.ends_with('e') => format!("{base}d"),
        base => format!("{base}ed"),
    }
}

const fn relation_name(relation: Relation) -> &'static str {
    match relation {
        Relation::Master => "Master",
        Relation::Servant => "Servant",
        Relation::Partner => "contracted partner",
        Relation::Familiars => "familiars",
        Relation::Summoner => "summoner",
        Relation::Team => "team",
    }
}

/// `a Physical attack`, `an Instant skill`.
fn skill_kind_text(kind: SkillKind) -> String {
    match kind {
        SkillKind::Damage(kind) => format!("a {kind} attack"),
        SkillKind::Type(kind) => format!("{} skill", with_article(kind.name())),
        SkillKind::NoblePhantasm => "a Noble Phantasm".to_owned(),
        SkillKind::Any => "a skill".to_owned(),
        SkillKind::BasicAttack => "their Basic Attack".to_owned(),
        SkillKind::Costing(Costing { resource, bound: Comparison::Above, amount }) if amount.is_zero() => {
            format!("a skill that costs {}", resource_name(resource))
        }
        SkillKind::Costing(Costing { resource, bound, amount }) => {
            format!("a skill that costs {} {}", bounded_number(bound, &amount.to_string()), resource_name(resource))
        }
    }
}

/// Whether a group is everybody, and all its filters stand after the word `anyone`.
fn is_everybody(of: &Group<Written>) -> bool {
    of.side == Side::Anyone
        && of.filters.iter().all(|f| match f {
            Filter::Here | Filter::Beside | Filter::In(_) => true,
            Filter::Property(said) => **said != Property::Masterless,
            _ => false,
        })
}
