//! Rejects pronouns that the tree binds to somebody whom the words cannot mean (A260).
//!
//! The night binds `that character` to whoever a condition finds. `If Illya or Lancer attacks Rin, attack her` must
//! not strike Lancer, and `… if neither Lancer nor he is here` must not ask about Lancer twice.

use super::Checker;
use super::canonical_names::same_name;
use crate::language::codes;
use crate::language::condition::{Deed, Name, Predicate, Relation, Who, Written};
use crate::language::order::{ActionKind, Order};
use crate::language::visit::Visit;
use crate::sheet::SheetKind;
use crate::vocabulary::sex::Sex;

impl Checker<'_> {
    /// Rejects an order whose pronouns stand for somebody of the other sex, for two people at once, or for somebody
    /// other than the person whom the order itself names.
    pub(super) fn reject_unfit_pronouns(&mut self, order: &Order<Written>, words: &str) {
        let mut asked = AskedPeople::default();
        order.body.conditions().for_each(|condition| asked.visit_condition(condition));
        let pronouns = Pronouns::in_words(words);
        let said_once = |name: &&Name| words.to_lowercase().matches(&name.text.to_lowercase()).count() < 2;
        if asked.is_listed_twice || asked.acts_on_itself.iter().any(said_once) {
            let message = "one person stands twice in a condition, or does something to themselves";
            self.push_error(codes::WHOM, order.span, message).notes.push("write the name that is meant".to_owned());
            return;
        }
        let Some(word) = pronouns.any else { return };
        let aims: Vec<&Who<Written>> = order.body.actions().flat_map(|action| action.kind.people()).collect();
        let is_open = asked.says_that || aims.iter().any(|who| who.says_they());
        let is_unfit = |name: &&Name| pronouns.sex.is_some_and(|sex| self.sex(&name.text).is_some_and(|of| of != sex));
        // `Tokiomi or his Master`, of a Master: whose Master?
        let owners = if pronouns.owns { asked.owners.as_slice() } else { &[] };
        let owns_nobody = owners.iter().any(|(relation, name)| self.has_no_such_relation(*relation, name));
        // `If Illya or her Servant attacks Saber, Gandr her`: whose sex is not known cannot be ruled out.
        let unknown_sex = asked.has_theirs && pronouns.sex.is_some();
        let wrong_sex = (is_open && (unknown_sex || asked.subjects.iter().any(is_unfit)))
            || owners.iter().any(|(_, name)| is_unfit(name));
        // `Contract with Lancer if Illya is dead and he is here`: whom the order names is nobody whom it finds.
        let named: Vec<&str> =
            self.named_beside(order, words).into_iter().filter(|name| self.fits(name, &pronouns)).collect();
        let another = |of: &&Name| named.iter().any(|name| !same_name(name, &of.text));
        let two = asked.says_that && asked.subjects.iter().any(another);
        if wrong_sex || owns_nobody || two {
            let message = format!("whom does `{word}` mean here?");
            self.push_error(codes::WHOM, order.span, message).notes.push("write the name in its place".to_owned());
        }
    }

    /// Whether somebody is a Master, who has no Master, or a Servant, who has no Servant.
    fn has_no_such_relation(&self, relation: Relation, name: &Name) -> bool {
        matches!(
            (relation, self.kind_of(&name.text)),
            (Relation::Master, Some(SheetKind::Master)) | (Relation::Servant, Some(SheetKind::Servant))
        )
    }

    fn sex(&self, name: &str) -> Option<Sex> {
        let known = || self.view.known.iter().find(|known| same_name(&known.name, name)).and_then(|known| known.sex);
        self.view.own(name).and_then(|own| own.sex).or_else(known)
    }

    fn fits(&self, name: &str, pronouns: &Pronouns<'_>) -> bool {
        pronouns.sex.is_none_or(|sex| self.sex(name).is_none_or(|of| of == sex))
    }

    /// The characters that the order names outside its conditions: targets, the person told or allied with, and whoever
    /// goes along (`with Saber`).
    fn named_beside<'t>(&'t self, order: &'t Order<Written>, words: &'t str) -> Vec<&'t str> {
        let is_character = |name: &&str| self.view.character_names().any(|known| same_name(known, name));
        let actions = order.body.actions().flat_map(|action| {
            let told = match &action.kind {
                ActionKind::Tell { to, .. } | ActionKind::Pact(_, to) => Some(to.text.as_str()),
                _ => None,
            };
            let people = action.kind.people().into_iter().filter_map(|who| match who {
                Who::Named(name) => Some(name.text.as_str()),
                _ => None,
            });
            told.into_iter().chain(people)
        });
        let words: Vec<&str> = words.split_whitespace().collect();
        let along = words.windows(2).filter_map(|two| match two {
            [with, name] if with.eq_ignore_ascii_case("with") => {
                Some(name.trim_matches(|c: char| !c.is_alphanumeric()))
            }
            _ => None,
        });
        let along: Vec<&str> = along.collect();
        actions.chain(along).filter(is_character).collect()
    }
}

/// The pronouns of the third person in an order.
struct Pronouns<'t> {
    /// The first one, as written; `None` if there is none.
    any: Option<&'t str>,
    /// Their sex, if all of them are of one.
    sex: Option<Sex>,
    /// Whether one of them owns somebody: `her Servant`.
    owns: bool,
}

impl Pronouns<'_> {
    /// The pronouns outside quotations.
    fn in_words(words: &str) -> Pronouns<'_> {
        let unquoted = words.split(['"', '\u{201C}', '\u{201D}']).step_by(2).flat_map(str::split_whitespace);
        let plain: Vec<&str> = unquoted.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric())).collect();
        let is = |word: &str, of: &[&str]| {
            let start = word.split(['\'', '\u{2019}']).next().unwrap_or_default();
            of.iter().any(|known| start.eq_ignore_ascii_case(known))
        };
        let of = |list: &[&str]| plain.iter().copied().find(|word| is(word, list));
        let (he, she, they) = (of(&["he", "him", "his"]), of(&["she", "her", "hers"]), of(&["they", "them", "their"]));
        let sex = match (he, she, they) {
            (Some(_), None, None) => Some(Sex::Male),
            (None, Some(_), None) => Some(Sex::Female),
            _ => None,
        };
        let owns = plain.windows(2).any(|two| {
            matches!(two, [owner, theirs] if is(owner, &["his", "her", "their"])
                && is(theirs, &["Master", "Servant", "partner", "familiar", "team"]))
        });
        Pronouns { any: he.or(she).or(they), sex, owns }
    }
}

/// The people of whom the conditions of an order ask.
#[derive(Default)]
struct AskedPeople<'t> {
    /// The named subjects: whoever is meant by `that character` is one of them.
    subjects: Vec<&'t Name>,
    /// Whether one of several subjects is a person's Master or Servant, whose sex the tree does not say.
    has_theirs: bool,
    /// Those by whom others are told, and how: of `Archer's Servant` Archer.
    owners: Vec<(Relation, &'t Name)>,
    /// Whether somebody is `that character`.
    says_that: bool,
    /// Whether a list has a name twice, or `that character` beside a name.
    is_listed_twice: bool,
    /// Those who do something to themselves.
    acts_on_itself: Vec<&'t Name>,
}

impl<'t> Visit<'t, Written> for AskedPeople<'t> {
    fn visit_predicate(&mut self, predicate: &'t Predicate<Written>) {
        let subjects = predicate.subject().map(members).unwrap_or_default();
        self.subjects.extend(subjects.iter().flat_map(names));
        self.has_theirs |= subjects.len() > 1 && subjects.iter().any(|who| matches!(who, Who::Related(..)));
        self.walk_predicate(predicate);
    }

    fn visit_deed(&mut self, deed: &'t Deed<Written>) {
        let struck = deed.object().map(names).unwrap_or_default();
        let itself = |doer: &&Name| struck.iter().any(|whom| same_name(&doer.text, &whom.text));
        self.acts_on_itself.extend(names(&deed.who).into_iter().filter(itself));
        self.walk_deed(deed);
    }

    fn visit_who(&mut self, who: &'t Who<Written>) {
        match who {
            Who::Antecedent => self.says_that = true,
            Who::Related(relation, of) => {
                if let Who::Named(name) = &**of {
                    self.owners.push((*relation, name));
                }
            }
            Who::OneOf(list) => {
                let named = names(who);
                let again = |(at, name): (usize, &&Name)| {
                    named.iter().take(at).any(|before| same_name(&before.text, &name.text))
                };
                self.is_listed_twice |= named.iter().enumerate().any(again) || list.contains(&Who::Antecedent);
            }
            _ => {}
        }
        self.walk_who(who);
    }
}

/// The people named by words, each of a list.
fn names(who: &Who<Written>) -> Vec<&Name> {
    members(who).iter().filter_map(|one| if let Who::Named(name) = one { Some(name) } else { None }).collect()
}

/// The members of a list; somebody alone is one.
const fn members(who: &Who<Written>) -> &[Who<Written>] {
    match who {
        Who::OneOf(list) => list.as_slice(),
        _ => std::slice::from_ref(who),
    }
}
