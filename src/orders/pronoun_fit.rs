//! Rejects pronouns that the tree binds to somebody whom the words cannot mean (A260).
//!
//! The night binds `that character` to whoever a condition finds. `If Illya or Lancer attacks Rin, attack her` must
//! not strike Lancer, and `… if neither Lancer nor he is here` must not ask about Lancer twice.

use super::Checker;
use super::canonical_names::same_name;
use super::phrases::{has_any_word, parts_outside_quotes};
use crate::language::codes;
use crate::language::condition::{Condition, Deed, Name, Predicate, Relation, Who, Written};
use crate::language::order::{ActionKind, Order};
use crate::language::visit::Visit;
use crate::sheet::SheetKind;
use crate::vocabulary::sex::Sex;

impl Checker<'_> {
    /// Rejects an order whose pronouns stand for somebody of the other sex, for two people at once, or for somebody
    /// other than the person whom the order itself names.
    pub(super) fn reject_unfit_pronouns(&mut self, order: &Order<Written>, words: &str) {
        let mut people = AskedPeople::default();
        order.body.conditions().for_each(|condition| people.visit_condition(condition));
        let pronouns = Pronouns::in_words(words);
        let occurs_once = |name: &&Name| words.to_lowercase().matches(&name.text.to_lowercase()).count() < 2;
        if people.is_listed_twice || people.self_actors.iter().any(occurs_once) {
            let message = "one person stands twice in a condition, or does something to themselves";
            self.push_error(codes::WHOM, order.span, message).notes.push("write the name that is meant".to_owned());
            return;
        }
        let Some(word) = pronouns.first_pronoun else { return };
        let aims: Vec<&Who<Written>> = order.body.actions().flat_map(|action| action.kind.people()).collect();
        let is_open = people.has_antecedent || aims.iter().any(|who| who.says_they());
        let is_of_wrong_sex = |name: &&Name| {
            pronouns.sex.is_some_and(|sex| self.find_sex(&name.text).is_some_and(|actual| actual != sex))
        };
        // `Tokiomi or his Master`, of a Master: whose Master?
        let owners = if pronouns.has_possessive { people.owners.as_slice() } else { &[] };
        let owns_nobody = owners.iter().any(|(relation, name)| self.has_no_such_relation(*relation, name));
        // `If Illya or her Servant attacks Saber, Gandr her`: whose sex is not known cannot be ruled out.
        let unknown_sex = people.has_related && pronouns.sex.is_some();
        let has_wrong_sex = (is_open && (unknown_sex || people.subjects.iter().any(is_of_wrong_sex)))
            || owners.iter().any(|(_, name)| is_of_wrong_sex(name));
        // `Contract with Lancer if Illya is dead and he is here`: `he` could be either of the two.
        let named: Vec<&str> = self
            .names_outside_conditions(order, words)
            .into_iter()
            .filter(|name| self.fits_pronouns(name, &pronouns))
            .collect();
        let is_another = |subject: &&Name| named.iter().any(|name| !same_name(name, &subject.text));
        let means_two = people.has_antecedent && people.subjects.iter().any(is_another);
        if has_wrong_sex || owns_nobody || means_two {
            let message = format!("whom does `{word}` mean here?");
            self.push_error(codes::WHOM, order.span, message).notes.push("write the name in its place".to_owned());
        }
    }

    /// Whether somebody is a Master, who has no Master, or a Servant, who has no Servant.
    pub(super) fn has_no_such_relation(&self, relation: Relation, name: &Name) -> bool {
        matches!(
            (relation, self.kind_of(&name.text)),
            (Relation::Master, Some(SheetKind::Master)) | (Relation::Servant, Some(SheetKind::Servant))
        )
    }

    pub(super) fn find_sex(&self, name: &str) -> Option<Sex> {
        let known = || self.view.known.iter().find(|known| same_name(&known.name, name)).and_then(|known| known.sex);
        self.view.own(name).and_then(|own| own.sex).or_else(known)
    }

    pub(super) fn fits_pronouns(&self, name: &str, pronouns: &Pronouns<'_>) -> bool {
        pronouns.sex.is_none_or(|sex| self.find_sex(name).is_none_or(|actual| actual == sex))
    }

    /// The characters whom an order names outside its conditions and before its last pronoun, and who fit its pronouns.
    pub(super) fn names_before_last_pronoun(&self, order: &Order<Written>, words: &str) -> Vec<String> {
        let pronouns = Pronouns::in_words(words);
        let words = words.to_lowercase();
        let last_pronoun = PRONOUNS.iter().filter_map(|pronoun| find_last_word(&words, pronoun)).max();
        let before = words.get(..last_pronoun.unwrap_or_default()).unwrap_or_default();
        let named = self.names_outside_conditions(order, &words).into_iter();
        let is_candidate = |name: &&str| self.fits_pronouns(name, &pronouns) && before.contains(&name.to_lowercase());
        named.filter(is_candidate).map(str::to_owned).collect()
    }

    /// The characters that the order names outside its conditions: targets, the person told or allied with, and whoever
    /// goes along (`with Saber`).
    fn names_outside_conditions<'t>(&'t self, order: &'t Order<Written>, words: &'t str) -> Vec<&'t str> {
        let is_character = |name: &&str| self.view.character_names().any(|known| same_name(known, name));
        let actions = order.body.actions().flat_map(|action| {
            let recipient = match &action.kind {
                ActionKind::Tell { to, .. } | ActionKind::Pact(_, to) => Some(to.text.as_str()),
                _ => None,
            };
            let people = action.kind.people().into_iter().filter_map(|who| match who {
                Who::Named(name) => Some(name.text.as_str()),
                _ => None,
            });
            recipient.into_iter().chain(people)
        });
        let words: Vec<&str> = words.split_whitespace().collect();
        let along = words.windows(2).filter_map(|pair| match pair {
            [with, name] if with.eq_ignore_ascii_case("with") => {
                Some(name.trim_matches(|c: char| !c.is_alphanumeric()))
            }
            _ => None,
        });
        let along: Vec<&str> = along.collect();
        actions.chain(along).filter(is_character).collect()
    }
}

/// Where a word stands for the last time in a text.
fn find_last_word(text: &str, word: &str) -> Option<usize> {
    let is_letter_at = |at: usize| text.get(at..).is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
    let ends_in_letter = |at: usize| text.get(..at).is_some_and(|start| start.ends_with(char::is_alphanumeric));
    text.rmatch_indices(word).map(|(at, _)| at).find(|at| !ends_in_letter(*at) && !is_letter_at(at + word.len()))
}

const PRONOUNS: [&str; 9] = ["he", "him", "his", "she", "her", "hers", "they", "them", "their"];

/// Pronouns that own somebody, and whom they own.
pub(super) const OWNERS: [&str; 3] = ["his", "her", "their"];
pub(super) const RELATIONS: [&str; 5] = ["Master", "Servant", "partner", "familiar", "team"];

/// The pronouns of the third person in an order.
pub(super) struct Pronouns<'t> {
    /// The first one, as written; `None` if there is none.
    pub(super) first_pronoun: Option<&'t str>,
    /// Their sex, if all of them are of one.
    pub(super) sex: Option<Sex>,
    /// Whether one of them owns somebody: `her Servant`.
    pub(super) has_possessive: bool,
}

impl Pronouns<'_> {
    /// The pronouns outside quotations.
    pub(super) fn in_words(words: &str) -> Pronouns<'_> {
        if !has_any_word(words, &PRONOUNS) {
            return Pronouns { first_pronoun: None, sex: None, has_possessive: false };
        }
        let unquoted = parts_outside_quotes(words).flat_map(str::split_whitespace);
        let plain: Vec<&str> = unquoted.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric())).collect();
        let is_in = |word: &str, list: &[&str]| {
            let start = word.split(['\'', '\u{2019}']).next().unwrap_or_default();
            list.iter().any(|known| start.eq_ignore_ascii_case(known))
        };
        let find_pronoun = |list: &[&str]| plain.iter().copied().find(|word| is_in(word, list));
        let (he, she, they) = (
            find_pronoun(&["he", "him", "his"]),
            find_pronoun(&["she", "her", "hers"]),
            find_pronoun(&["they", "them", "their"]),
        );
        let sex = match (he, she, they) {
            (Some(_), None, None) => Some(Sex::Male),
            (None, Some(_), None) => Some(Sex::Female),
            _ => None,
        };
        let has_possessive = plain
            .windows(2)
            .any(|pair| matches!(pair, [owner, theirs] if is_in(owner, &OWNERS) && is_in(theirs, &RELATIONS)));
        Pronouns { first_pronoun: he.or(she).or(they), sex, has_possessive }
    }
}

/// The people that the conditions of an order ask about.
#[derive(Default)]
pub(super) struct AskedPeople<'t> {
    /// The named subjects: whoever is meant by `that character` is one of them.
    pub(super) subjects: Vec<&'t Name>,
    /// Whether one of several subjects is a person's Master or Servant, whose sex the tree does not say.
    has_related: bool,
    /// The people by whose relation others are named, with that relation: Archer in `Archer's Servant`.
    owners: Vec<(Relation, &'t Name)>,
    /// Whether somebody is `that character`.
    has_antecedent: bool,
    /// Whether a list has a name or a statement twice, or `that character` beside a name.
    is_listed_twice: bool,
    /// Those who do something to themselves.
    self_actors: Vec<&'t Name>,
}

impl<'t> Visit<'t, Written> for AskedPeople<'t> {
    fn visit_condition(&mut self, condition: &'t Condition<Written>) {
        if let Condition::All(parts) | Condition::AnyOf(parts) = condition {
            self.is_listed_twice |= parts.iter().enumerate().any(|(at, part)| parts[..at].contains(part));
        }
        self.walk_condition(condition);
    }

    fn visit_predicate(&mut self, predicate: &'t Predicate<Written>) {
        let subjects = predicate.subject().map(members).unwrap_or_default();
        self.subjects.extend(subjects.iter().flat_map(names));
        self.has_related |= subjects.len() > 1 && subjects.iter().any(|who| matches!(who, Who::Related(..)));
        self.walk_predicate(predicate);
    }

    fn visit_deed(&mut self, deed: &'t Deed<Written>) {
        let objects = deed.object().map(names).unwrap_or_default();
        let acts_on_itself = |doer: &&Name| objects.iter().any(|whom| same_name(&doer.text, &whom.text));
        self.self_actors.extend(names(&deed.who).into_iter().filter(acts_on_itself));
        self.walk_deed(deed);
    }

    fn visit_who(&mut self, who: &'t Who<Written>) {
        match who {
            Who::Antecedent => self.has_antecedent = true,
            Who::Related(relation, of) => {
                if let Who::Named(name) = &**of {
                    self.owners.push((*relation, name));
                }
            }
            Who::OneOf(list) => {
                let listed = names(who);
                let is_repeated = |(at, name): (usize, &&Name)| {
                    listed.iter().take(at).any(|before| same_name(&before.text, &name.text))
                };
                self.is_listed_twice |= listed.iter().enumerate().any(is_repeated) || list.contains(&Who::Antecedent);
            }
            _ => {}
        }
        self.walk_who(who);
    }
}

/// The people named by words, each of a list.
fn names(who: &Who<Written>) -> Vec<&Name> {
    members(who).iter().filter_map(|member| if let Who::Named(name) = member { Some(name) } else { None }).collect()
}

/// The members of a list; somebody alone is one.
const fn members(who: &Who<Written>) -> &[Who<Written>] {
    match who {
        Who::OneOf(list) => list.as_slice(),
        _ => std::slice::from_ref(who),
    }
}
