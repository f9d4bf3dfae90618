//! Prints groups: `enemy Servants with LCK ranked A or higher`.

use std::fmt::Write as _;

use super::{Voice, relation_name};
use crate::language::condition::{Filter, Group, Property, Relation, Side, Who, Written};

impl Voice {
    /// Prints a group, in the singular or plural.
    #[must_use]
    pub fn group(self, of: &Group<Written>, plural: bool) -> String {
        let mut words = Vec::new();
        let kinds = of.filters.iter().find_map(kind_nouns);
        let listed = has_several_kinds(of);
        if kinds.is_some() {
            match of.side {
                Side::Opponents => words.push("enemy".to_owned()),
                Side::Allies => words.push("allied".to_owned()),
                Side::Anyone => {}
            }
        }
        // A sheet says `other than the user` after the kind.
        if self == Voice::Order && of.filters.contains(&Filter::Other) {
            words.insert(0, "other".to_owned());
        }
        // Before a list an adjective would belong to its first member alone (A259), so it follows the list.
        words.extend(of.filters.iter().filter(|_| !listed).filter_map(adjective));
        words.push(match (kinds, of.side) {
            (Some(kinds), _) => kinds[usize::from(plural)].clone(),
            (None, Side::Opponents) => if plural { "opponents" } else { "opponent" }.to_owned(),
            (None, Side::Allies) => if plural { "allies" } else { "ally" }.to_owned(),
            (None, Side::Anyone) => if plural { "characters" } else { "character" }.to_owned(),
        });
        words.join(" ") + &self.filters_behind(of, plural)
    }

    /// The filters of a group, without the word for its kind: ` with ACT ranked B or higher`.
    pub(crate) fn filters_text(self, of: &Group<Written>) -> String {
        self.filters_behind(of, false)
    }

    /// The filters that stand after the word for a group's kind.
    pub(in crate::language) fn filters_behind(self, of: &Group<Written>, plural: bool) -> String {
        let mut out = String::new();
        let (be, were) = if plural { ("are", "were") } else { ("is", "was") };
        let listed = has_several_kinds(of);
        for filter in &of.filters {
            let words = match filter {
                Filter::Flightless if listed => "without Flight".to_owned(),
                _ if listed && adjective(filter).is_some() => {
                    format!("who {be} {}", self.denied_filter_words(filter, plural))
                }
                Filter::Not(of) => {
                    let past = **of == Filter::Property(Box::new(Property::DamagedByUser));
                    format!("who {} not {}", if past { were } else { be }, self.denied_filter_words(of, plural))
                }
                Filter::Except(these) => format!("except {}", self.joined_people(these)),
                Filter::AnyOf(classes) if filter.is_of_classes() => class_words(classes),
                Filter::Other if self != Voice::Order => "other than the user".to_owned(),
                Filter::Here => "in this location".to_owned(),
                Filter::Beside => "in the user's location".to_owned(),
                Filter::With(who) => format!("in {} location", self.possessive(who)),
                Filter::In(place) => format!("in {}", self.name(&place.text)),
                Filter::Property(said) => match &**said {
                    Property::Masterless => continue,
                    Property::InSpiritForm
                    | Property::InBattle
                    | Property::AtHome
                    | Property::InFirstTurnOfBattle
                    | Property::InTurnOfBattle { .. }
                    | Property::AffectedBy(_)
                    | Property::AffectedByNamed(_)
                    | Property::AffectedByAnyStatus => self.property_words(said, &Who::Antecedent),
                    Property::Dead | Property::Alive => {
                        format!("who {be} {}", self.property_words(said, &Who::Antecedent))
                    }
                    Property::DamagedByUser => format!("who {were} {}", self.property_words(said, &Who::Antecedent)),
                    Property::Ranked(..)
                    | Property::Has(..)
                    | Property::BesideUser(..)
                    | Property::HasFlight
                    | Property::HasAbility(_) => {
                        format!("with {}", self.property_words(said, &Who::Antecedent))
                    }
                },
                Filter::Servants
                | Filter::Masters
                | Filter::Familiars
                | Filter::AnyOf(_)
                | Filter::AllOf(_)
                | Filter::Alignment(_)
                | Filter::Sex(_)
                | Filter::Class(_)
                | Filter::Other
                | Filter::Detected
                | Filter::Flightless => continue,
            };
            let _ = write!(out, " {words}");
        }
        out
    }

    /// People joined by `and`: `Archer, Lancer and me`.
    fn joined_people(self, these: &[Who<Written>]) -> String {
        // In `except the user and the user's Master` the Master could be read as included.
        let own = these.first() == Some(&Who::User) && self == Voice::Sheet;
        let words = these.iter().map(|one| match one {
            Who::Related(relation, of) if own && **of == Who::User => format!("their {}", relation_name(*relation)),
            one => self.who(one),
        });
        let words: Vec<_> = words.collect();
        match words.as_slice() {
            [] => String::new(),
            [one] => one.clone(),
            [first @ .., last] => format!("{} and {last}", first.join(", ")),
        }
    }

    /// The words after `who is not`.
    fn denied_filter_words(self, of: &Filter<Written>, plural: bool) -> String {
        match of {
            Filter::Here => "in this location".to_owned(),
            Filter::Beside => "in the user's location".to_owned(),
            Filter::With(who) => format!("in {} location", self.possessive(who)),
            Filter::In(place) => format!("in {}", self.name(&place.text)),
            Filter::Property(said) => self.property_words(said, &Who::Antecedent),
            Filter::Alignment(word) | Filter::Sex(word) => word.clone(),
            Filter::Class(word) => format!("{word}-class"),
            Filter::Flightless => "Flightless".to_owned(),
            Filter::Detected => "detected".to_owned(),
            Filter::Other => "other".to_owned(),
            Filter::Except(these) => format!("anyone except {}", self.joined_people(these)),
            Filter::Not(of) => self.denied_filter_words(of, plural),
            Filter::AnyOf(classes) if of.is_of_classes() => class_words(classes),
            Filter::Servants | Filter::Masters | Filter::Familiars | Filter::AnyOf(_) | Filter::AllOf(_) => {
                let [one, all] = kind_nouns(of).unwrap_or_default();
                if plural { all } else { with_article(&one) }
            }
        }
    }
}

/// Words with their indefinite article: `an opponent`, `another Servant`.
pub(super) fn with_article(words: &str) -> String {
    if let Some(rest) = words.strip_prefix("other ") {
        return format!("another {rest}");
    }
    let vowel = words.chars().next().is_some_and(|c| "aeiouAEIOU".contains(c));
    format!("{} {words}", if vowel { "an" } else { "a" })
}

/// The words of a kind, singular and plural; `None` for other filters.
fn kind_nouns(filter: &Filter<Written>) -> Option<[String; 2]> {
    Some(match filter {
        Filter::Servants => ["Servant".to_owned(), "Servants".to_owned()],
        Filter::Masters => ["Master".to_owned(), "Masters".to_owned()],
        Filter::Familiars => ["familiar".to_owned(), "familiars".to_owned()],
        Filter::AnyOf(_) if filter.is_of_classes() => return None,
        Filter::AnyOf(all) => {
            let words: Vec<_> = all.iter().filter_map(kind_nouns).collect();
            // A comma keeps an adjective of the first kind from the others (A259).
            let or = if all.iter().any(|of| matches!(of, Filter::AllOf(_))) { ", or " } else { " or " };
            let joined = |i: usize| words.iter().map(|w| w[i].clone()).collect::<Vec<_>>().join(or);
            [joined(0), joined(1)]
        }
        Filter::AllOf(all) => {
            let denied = |filter: &Filter<Written>| match filter {
                Filter::Not(of) => adjective(of).map(|word| format!("non-{word}")),
                other => adjective(other),
            };
            let before: Vec<String> = all.iter().filter_map(denied).collect();
            let kinds = all.iter().find_map(kind_nouns)?;
            kinds.map(|kind| before.iter().chain([&kind]).cloned().collect::<Vec<_>>().join(" "))
        }
        Filter::Alignment(_)
        | Filter::Sex(_)
        | Filter::Class(_)
        | Filter::Flightless
        | Filter::Detected
        | Filter::Other
        | Filter::Here
        | Filter::Beside
        | Filter::With(_)
        | Filter::In(_)
        | Filter::Property(_)
        | Filter::Except(_)
        | Filter::Not(_) => return None,
    })
}

/// `of the Saber, Lancer or Archer class`.
fn class_words(classes: &[Filter<Written>]) -> String {
    let name = |of: &Filter<Written>| if let Filter::Class(name) = of { name.clone() } else { String::new() };
    let names: Vec<_> = classes.iter().map(name).collect();
    let (last, first) = names.split_last().map_or(("", &[][..]), |(last, first)| (last.as_str(), first));
    format!("of the {} or {last} class", first.join(", "))
}

/// Somebody who may be one of several: `one of the user's familiars`.
pub(super) fn one_of(who: &Who<Written>, text: &str) -> String {
    match who {
        Who::Related(Relation::Familiars | Relation::Team, _) => format!("one of {text}"),
        _ => text.to_owned(),
    }
}

/// Whether a group has several kinds: `Servants or familiars`.
fn has_several_kinds(of: &Group<Written>) -> bool {
    of.filters.iter().any(|filter| matches!(filter, Filter::AnyOf(_)) && !filter.is_of_classes())
}

/// The adjective before a kind: `Evil`, `Saber-class`, `Masterless`; `None` for other filters.
fn adjective(filter: &Filter<Written>) -> Option<String> {
    Some(match filter {
        Filter::Alignment(word) | Filter::Sex(word) => word.clone(),
        Filter::Class(word) => format!("{word}-class"),
        Filter::Flightless => "Flightless".to_owned(),
        Filter::Detected => "detected".to_owned(),
        Filter::Property(said) if **said == Property::Masterless => "Masterless".to_owned(),
        Filter::Property(_)
        | Filter::Not(_)
        | Filter::Except(_)
        | Filter::Servants
        | Filter::Masters
        | Filter::Familiars
        | Filter::AnyOf(_)
        | Filter::AllOf(_)
        | Filter::Other
        | Filter::Here
        | Filter::Beside
        | Filter::With(_)
        | Filter::In(_) => return None,
    })
}
