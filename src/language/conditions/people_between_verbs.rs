//! People in a row between the verbs of two statements: with which verb does each belong? `If Lancer attacks me or
//! Archer and Illya attack Rin`.
//!
//! A comma before `and` or `or`, the number of the second verb and the case of the pronouns decide. If they allow one
//! way only and the grammar took another, brackets are put into the sentence. Otherwise it is refused, with the ways.

use super::{Rule, ambiguity, values};
use crate::language::pairs::{Pair, Pairs};
use crate::language::span::Span;

/// Whether a person or a verb is singular.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Number {
    Singular,
    /// `we`, `they`, and `I`, which takes the same verb.
    Plural,
    Unknown,
}

/// Whether a person can be an object, a subject, or both.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Case {
    Subject,
    Object,
    Unknown,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Connective {
    And,
    Or,
}

/// What stands between two people of a row.
#[derive(Clone, Copy)]
struct Joint {
    has_comma: bool,
    connective: Option<Connective>,
}

struct Person<'i> {
    words: &'i str,
    number: Number,
    case: Case,
}

/// Two statements with a row of people between their verbs.
struct Row<'i> {
    people: Vec<Person<'i>>,
    /// The joint behind each person but the last.
    joints: Vec<Joint>,
    /// How many of the people the grammar took as objects of the first verb.
    object_count: usize,
    /// Whether each of several objects can be said in a statement of its own.
    may_repeat_first: bool,
    verb_number: Number,
    /// The words before the first person: `Lancer attacks`.
    before: &'i str,
    /// The words behind the last person: `attack Rin`.
    behind: &'i str,
    span: Span,
}

/// What is to be done about a row of people between two verbs.
pub(crate) enum PeopleBetweenVerbs {
    /// Read the sentence in these words, which have brackets.
    Bracketed(String),
    /// The row is ambiguous: its place, and the ways to write it with brackets.
    Ambiguous(Span, Vec<String>),
}

/// Returns what is to be done about the first row of people that the grammar may have divided wrongly; `None` if there
/// is no such row.
pub(crate) fn find_people_between_verbs(sentence: &Pairs<'_, Rule>, text: &str) -> Option<PeopleBetweenVerbs> {
    let is_statement = |p: &Pair<'_, Rule>| matches!(p.as_rule(), Rule::about | Rule::about_all);
    let statements: Vec<_> = sentence.clone().flatten().filter(is_statement).collect();
    statements.windows(2).find_map(|two| match two {
        [first, second] => match Row::between(first, second, text) {
            Some(row) => row.judge(text),
            None => find_disagreement(first, second, text),
        },
        _ => None,
    })
}

/// `Lancer attacks me twice, or Rin, and Archer is here`: two people behind a statement with one verb in the singular.
fn find_disagreement(first: &Pair<'_, Rule>, second: &Pair<'_, Rule>, text: &str) -> Option<PeopleBetweenVerbs> {
    let last = second.clone().into_inner().filter(|p| p.as_rule() == Rule::who_one).last()?;
    let (first_span, second_span) = (trimmed_span(first), trimmed_span(second));
    let joint = text.get(first_span.end..second_span.start).and_then(Joint::read)?;
    let behind = text.get(trimmed_span(&last).end..second_span.end)?;
    let disagrees = second.as_rule() == Rule::about_all
        && joint.connective.is_some()
        && first.contains_any([Rule::object])
        && verb_number(second, behind) == Number::Singular;
    let whole = Span::new(first_span.start, second_span.end);
    disagrees.then(|| PeopleBetweenVerbs::Ambiguous(whole, Vec::new()))
}

impl<'i> Row<'i> {
    /// The row of people between two statements. Of one object and one subject each is where it belongs.
    fn between(first: &Pair<'i, Rule>, second: &Pair<'i, Rule>, text: &'i str) -> Option<Row<'i>> {
        let first_end = first.as_span().start + first.as_str().trim_end().len();
        let ends_first = |p: &Pair<'i, Rule>| p.as_span().start + p.as_str().trim_end().len() == first_end;
        let object = first.descendants([Rule::object]).filter(ends_first).last()?;
        let subject = match second.as_rule() {
            Rule::about => second.clone().into_inner().next()?,
            _ => second.clone(),
        };
        if subject.first_child(Rule::k_neither).is_some() {
            return None;
        }
        let objects = || object.clone().into_inner().filter(|p| p.as_rule() == Rule::who_one);
        let subjects = subject.into_inner().filter(|p| p.as_rule() == Rule::who_one);
        let pairs: Vec<_> = objects().chain(subjects).collect();
        let spans: Vec<_> = pairs.iter().map(trimmed_span).collect();
        let joints = spans.windows(2).map(|two| match two {
            [one, next] => Joint::read(text.get(one.end..next.start)?),
            _ => None,
        });
        let joints = joints.collect::<Option<Vec<_>>>().filter(|joints| joints.len() > 1)?;
        let (start, end) = (spans.first()?.start, spans.last()?.end);
        let second_end = trimmed_span(second).end;
        let behind = text.get(end..second_end)?;
        Some(Row {
            people: pairs.iter().map(Person::read).collect(),
            joints,
            object_count: objects().count(),
            may_repeat_first: is_of_one(first) && !ambiguity::is_denied(first),
            verb_number: verb_number(second, behind),
            before: text.get(first.as_span().start..start)?.trim_end(),
            behind,
            span: Span::new(first.as_span().start, second_end),
        })
    }

    /// Returns what is to be done about the row; `None` if the grammar read it in the only way.
    fn judge(&self, text: &str) -> Option<PeopleBetweenVerbs> {
        let counts = 1..self.people.len();
        let possible: Vec<usize> = counts.clone().filter(|count| self.is_possible(*count)).collect();
        if possible == [self.object_count] {
            return None;
        }
        if let [count] = possible.as_slice()
            && let Some(bracketed) = self.write_in_brackets(*count)
        {
            let (before, behind) = (text.get(..self.span.start)?, text.get(self.span.end..)?);
            return Some(PeopleBetweenVerbs::Bracketed(format!("{before}{bracketed}{behind}")));
        }
        let ways = if possible.is_empty() { counts.collect() } else { possible };
        let ways = ways.into_iter().filter_map(|count| self.write_in_brackets(count)).collect();
        Some(PeopleBetweenVerbs::Ambiguous(self.span, ways))
    }

    /// Whether the first people of the row, so many, can be the objects of the first verb, and the others the subjects
    /// of the second.
    fn is_possible(&self, object_count: usize) -> bool {
        let (objects, subjects) = self.people.split_at(object_count);
        let Some((of_objects, of_subjects)) = self.split_joints(object_count) else { return false };
        let closing: Vec<usize> = (1..self.people.len()).filter(|count| self.is_closed_by_comma(*count)).collect();
        let agrees = match (subjects.len(), common_connective(of_subjects)) {
            (1, _) | (_, Some(Connective::Or)) => subjects.last().is_some_and(|last| last.takes(self.verb_number)),
            (_, Some(Connective::And)) => self.verb_number != Number::Singular,
            // `Rin or Archer and Illya`: `and` and `or` in one row.
            (_, None) => true,
        };
        agrees
            && (closing.len() != 1 || closing == [object_count])
            && [of_objects, of_subjects].iter().all(|joints| joints.last().is_none_or(|last| last.connective.is_some()))
            && objects.iter().all(|person| person.case != Case::Subject)
            && subjects.iter().all(|person| person.case != Case::Object)
    }

    /// The joints among the objects and those among the subjects; `None` if nothing joins the two statements.
    fn split_joints(&self, object_count: usize) -> Option<(&[Joint], &[Joint])> {
        let (of_objects, rest) = self.joints.split_at_checked(object_count.checked_sub(1)?)?;
        let (between, of_subjects) = rest.split_first()?;
        between.connective.map(|_| (of_objects, of_subjects))
    }

    /// Whether a comma and `and` or `or` stand behind the first people, so many.
    fn is_closed_by_comma(&self, count: usize) -> bool {
        self.joints.get(count - 1).is_some_and(|joint| joint.has_comma && joint.connective.is_some())
    }

    /// Writes both statements in brackets, with the first people, so many, as objects: `(Lancer attacks me) or (Archer
    /// and Illya attack Rin)`.
    fn write_in_brackets(&self, object_count: usize) -> Option<String> {
        let (objects, subjects) = self.people.split_at(object_count);
        let (of_objects, of_subjects) = self.split_joints(object_count)?;
        let words = |people: &[Person<'i>]| people.iter().map(|person| person.words).collect::<Vec<_>>();
        let first = match (objects.len(), common_connective(of_objects)) {
            (1, _) | (_, Some(Connective::Or)) => format!("{} {}", self.before, words(objects).join(" or ")),
            (_, Some(Connective::And)) if self.may_repeat_first => {
                let statements = words(objects).into_iter().map(|object| format!("{} {object}", self.before));
                statements.collect::<Vec<_>>().join(" and ")
            }
            (_, Some(Connective::And) | None) => return None,
        };
        let subjects = match (subjects.len(), common_connective(of_subjects)) {
            (1, _) | (_, Some(Connective::And)) => words(subjects).join(" and "),
            (_, Some(Connective::Or)) => words(subjects).join(" or "),
            (_, None) => return None,
        };
        let between = match self.joints.get(object_count - 1)?.connective? {
            Connective::And => "and",
            Connective::Or => "or",
        };
        Some(format!("({first}) {between} ({subjects}{})", self.behind))
    }
}

impl Joint {
    /// Reads the words between two people; `None` if they are more than a comma and `and` or `or`.
    fn read(words: &str) -> Option<Joint> {
        let words = words.trim();
        let rest = words.strip_prefix(',').unwrap_or(words).trim_start();
        let connective = match rest.to_ascii_lowercase().as_str() {
            "and" | "&" => Some(Connective::And),
            "or" => Some(Connective::Or),
            "" => None,
            _ => return None,
        };
        Some(Joint { has_comma: rest.len() < words.len(), connective })
    }
}

impl<'i> Person<'i> {
    fn read(who: &Pair<'i, Rule>) -> Person<'i> {
        let words = who.as_str().trim_end();
        let (number, case) = match words.to_ascii_lowercase().as_str() {
            "i" | "we" | "they" => (Number::Plural, Case::Subject),
            "he" | "she" => (Number::Singular, Case::Subject),
            "me" | "him" | "us" | "them" => (Number::Unknown, Case::Object),
            _ if is_of_one(who) => (Number::Singular, Case::Unknown),
            _ => (Number::Unknown, Case::Unknown),
        };
        Person { words, number, case }
    }

    /// Whether the person can be the subject of a verb of this number.
    fn takes(&self, verb: Number) -> bool {
        self.number == verb || self.number == Number::Unknown || verb == Number::Unknown
    }
}

fn trimmed_span(pair: &Pair<'_, Rule>) -> Span {
    let start = pair.as_span().start;
    Span::new(start, start + pair.as_str().trim_end().len())
}

/// Whether the first person of a statement, or of a person's words, is one who is named, or `I`.
fn is_of_one(words: &Pair<'_, Rule>) -> bool {
    const SEVERAL: [Rule; 8] = [
        Rule::of_team,
        Rule::my_team,
        Rule::up_to,
        Rule::nobody,
        Rule::whoever,
        Rule::who_did,
        Rule::every,
        Rule::some,
    ];
    let one = match words.as_rule() {
        Rule::who_one => Some(words.clone()),
        Rule::about => words
            .clone()
            .into_inner()
            .next()
            .filter(|subject| subject.clone().into_inner().filter(|p| p.as_rule() == Rule::who_one).count() == 1),
        _ => None,
    };
    one.is_some_and(|one| !one.contains_any(SEVERAL) && !one.contains_any([Rule::group, Rule::k_team]))
}

/// The connective of a row; `None` if there are two different ones, or none.
fn common_connective(joints: &[Joint]) -> Option<Connective> {
    let mut connectives = joints.iter().filter_map(|joint| joint.connective);
    let first = connectives.next()?;
    connectives.all(|other| other == first).then_some(first)
}

/// The number of a statement's verb, which begins the words behind its subject.
fn verb_number(statement: &Pair<'_, Rule>, behind: &str) -> Number {
    const BEFORE_VERB: [&str; 7] = ["still", "already", "ever", "also", "now", "currently", "just"];
    const SINGULAR: [&str; 10] = ["is", "isn't", "has", "hasn't", "does", "doesn't", "was", "wasn't", "'s", "gets"];
    const PLURAL: [&str; 10] = ["both", "are", "aren't", "have", "haven't", "do", "don't", "were", "weren't", "am"];
    const UNKNOWN: [&str; 8] = ["hit", "got", "never", "had", "did", "didn't", "will", "would"];
    let behind = behind.to_ascii_lowercase().replace('\u{2019}', "'");
    let verb = behind.split_whitespace().find(|word| !BEFORE_VERB.contains(word)).unwrap_or_default();
    let is_past = |statement: &Pair<'_, Rule>| {
        statement.descendants([Rule::act_phrase]).next().is_some_and(|act| values::is_past_form(&act))
    };
    match verb {
        _ if SINGULAR.contains(&verb) => Number::Singular,
        _ if PLURAL.contains(&verb) || ["'re", "'ve", "'m"].contains(&verb) => Number::Plural,
        _ if UNKNOWN.contains(&verb) || !verb.starts_with(char::is_alphabetic) => Number::Unknown,
        _ if verb.ends_with('s') => Number::Singular,
        _ if is_past(statement) => Number::Unknown,
        _ => Number::Plural,
    }
}
