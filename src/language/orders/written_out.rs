//! Writes out words that stand for people: names in the place of `he`, `her`, `both of them`.
//!
//! A sentence with an ambiguous pronoun is read again with names, if only one person can be meant. That is the person
//! named before the word, in the same sentence or else in the one before, but
//!
//! - not the doer for its object: in `Lancer attacks her` she is not Lancer;
//! - not one's own side for an attack, nor anybody said to be gone, nor the person whom `her` means for `him`;
//! - nobody at all if somebody without a name could be meant as well: `anyone`, `an opponent`, whoever struck.
//!
//! A word means the same person as just before, if nobody else was named since.

use super::pronoun_words::{
    BEGINS_ORDER, BEHIND_BOTH, BEHIND_HER, BLOWS, GOING, GONE, Gender, Role, STRUCK, UNNAMED_PEOPLE, is_pronoun,
    parse_pronoun,
};
use super::said_again::write_out_verbs;
use super::sentence_words::{
    Answer, CONDITION_WORDS, SpannedToken, Token, condition_subject, is_affirmed, is_one_of, leading_doer,
    parse_short_answer, tokens,
};
use super::{NameBook, NameKind};
use crate::language::glyphs::is_mark;
use crate::language::prepare::split::begins_order;

/// What is known after a sentence about the people whom words can stand for.
#[derive(Clone, Debug, Default)]
pub(super) struct MentionContext {
    /// The people who were named, with repetitions, in order.
    people: Vec<Person>,
    /// The people whom `he`, `she` and `they` stood for.
    meant: [Option<char>; 3],
    /// The number of people named when each of these pronouns was last read.
    people_when_meant: [usize; 3],
    /// Whether the sentence has a condition.
    has_condition: bool,
    /// Whether an attack was ordered, here or before.
    blow: bool,
    /// The verb phrase of its condition, if it asks only one thing.
    asked: Option<String>,
    /// The subject of its condition, if that is one person by name.
    asked_of: Option<char>,
}

/// A sentence with names in the place of its pronouns, and the context for the next one.
#[derive(Debug)]
pub(super) struct ResolvedSentence {
    pub(super) text: String,
    /// Whether something was written out.
    pub(super) changed: bool,
    /// Whether a pronoun may mean somebody of this sentence or of the one before. In `Attack Lancer. If Illya is here,
    /// attack her again`, Illya was not struck before.
    pub(super) is_doubtful: bool,
    /// Whether a pronoun fits nobody: `she` where only men were named, or `he` where only women were.
    pub(super) is_of_nobody: bool,
    pub(super) spoken: MentionContext,
}

/// A person in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Person {
    /// A named person, by their mark.
    Named(char),
    /// `anyone`, `an opponent`, `Lancer's Master`.
    Unnamed,
}

/// The state of the clause that is being read.
#[derive(Clone, Debug, Default)]
struct Clause {
    /// Whether it is a statement or condition, not an order.
    is_statement: bool,
    /// Its subject.
    subject: Vec<Person>,
    /// Whether nothing of it has been read.
    fresh: bool,
    /// Whether its verb has been read.
    verb: bool,
    /// Whether it orders an attack.
    blow: bool,
    /// Whether it contains a denial.
    denies: bool,
}

/// Replaces the pronouns of a sentence by names. `before` is the context from the sentences before.
pub(super) fn replace_pronouns(
    text: &str,
    names: &NameBook,
    actor: Option<&str>,
    before: &MentionContext,
) -> ResolvedSentence {
    let tokens = tokens(text);
    let mut writer = PronounWriter {
        names,
        partner: actor.and_then(|actor| names.fellow(actor)).and_then(|fellow| names.mark_of(fellow)),
        before,
        context: MentionContext {
            has_condition: tokens.iter().any(|(_, _, token)| token.opens_condition()),
            blow: before.blow,
            ..MentionContext::default()
        },
        clause: Clause { fresh: true, ..Clause::default() },
        struck: false,
        has_he_and_she: [Gender::He, Gender::She]
            .iter()
            .all(|of| tokens.iter().any(|(_, _, token)| is_pronoun(*token, *of))),
        groups_actor: false,
        joined: false,
        is_open: false,
        gone: Vec::new(),
        commands: text.contains('"'),
        otherwise: false,
        doer: leading_doer(&tokens),
        struck_now: None,
        is_doubtful: false,
        is_of_nobody: false,
    };
    let mut out = String::new();
    let mut copied = 0;
    let mut at = 0;
    while at < tokens.len() {
        let rest = tokens.get(at..).unwrap_or_default();
        let step = writer.read_token(rest, text);
        if let (Some(put), Some((start, _, _)), Some((_, end, _))) =
            (&step.replacement, rest.first(), rest.get(step.taken.saturating_sub(1)))
        {
            out.push_str(text.get(copied..*start).unwrap_or_default());
            out.push_str(put);
            copied = *end;
        }
        at += step.taken.max(1);
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    let mut spoken = std::mem::take(&mut writer.context);
    if spoken.people.is_empty() {
        spoken = MentionContext { asked: None, asked_of: None, ..before.clone() };
    }
    // If one word is ambiguous, the others are not certain either.
    let out = if writer.is_open { text.to_owned() } else { out };
    let (said, asked) = write_out_verbs(&out, before.asked.as_deref());
    // `Attack Archer if he is here. Attack Lancer if he isn't`: the verb comes from the sentence before, and `he` may
    // too.
    let elsewhere = |mark: &char| !before.people.contains(&Person::Named(*mark));
    let told_before = said != out && !out.is_empty() && asked.is_some() && asked == before.asked;
    writer.is_doubtful |= told_before && spoken.meant.iter().flatten().any(elsewhere);
    spoken.asked = asked;
    spoken.asked_of =
        condition_subject(&self::tokens(&said)).filter(|_| spoken.asked.as_deref().is_some_and(is_affirmed));
    let (is_doubtful, is_of_nobody) = (writer.is_doubtful, writer.is_of_nobody);
    ResolvedSentence { changed: said != text, is_doubtful, is_of_nobody, text: said, spoken }
}

/// The number of tokens that a step takes, and the text in their place.
struct Step {
    taken: usize,
    replacement: Option<String>,
}

impl Step {
    const ONE: Step = Step { taken: 1, replacement: None };
}

struct PronounWriter<'a> {
    names: &'a NameBook,
    /// The seat's other character, whom `my Master` or `my Servant` means; `None` unless the seat has two.
    partner: Option<char>,
    before: &'a MentionContext,
    context: MentionContext,
    clause: Clause,
    /// Whether somebody was struck by an unnamed striker.
    struck: bool,
    /// Whether the sentence contains both `he` and `she`.
    has_he_and_she: bool,
    /// Whether the sentence treats the actor and another as one group.
    groups_actor: bool,
    /// Whether the last word was `and` or `or`.
    joined: bool,
    /// Whether a word is ambiguous.
    is_open: bool,
    /// The people who are said to be gone: nobody strikes them.
    gone: Vec<Person>,
    /// Whether the sentence may contain a Command Spell.
    commands: bool,
    /// Whether an `otherwise` is being read.
    otherwise: bool,
    /// The subject of the ordered action, if it stands before the verb: `Saber attacks her`.
    doer: Option<char>,
    /// The person whom the last pronoun stands for.
    struck_now: Option<char>,
    is_doubtful: bool,
    is_of_nobody: bool,
}

impl PronounWriter<'_> {
    fn read_token(&mut self, rest: &[SpannedToken<'_>], text: &str) -> Step {
        let Some((_, end, token)) = rest.first().copied() else { return Step::ONE };
        let word = |at: usize| match rest.get(at) {
            Some((_, _, Token::Word(word))) => *word,
            _ => "",
        };
        match token {
            Token::Stop(_) => {
                self.begin_clause(text.get(end..).unwrap_or_default(), false);
                Step::ONE
            }
            Token::Quote(said) => {
                // A Command Spell that is not in the name book may name another person: `Defend Caster!`.
                let known = self.names.is(said, NameKind::CommandSpell);
                if !known && !said.chars().next().is_some_and(is_mark) {
                    self.record_person(Person::Unnamed, false);
                }
                self.begin_verb();
                Step::ONE
            }
            Token::Mark(mark) => {
                self.read_name(mark, is_one_of(word(1), &["'s"]));
                Step::ONE
            }
            Token::Word(said) => {
                if let Some(step) = self.read_both(rest) {
                    return step;
                }
                // `again` means another attack on the same target.
                if is_one_of(said, &["again"]) && self.context.blow && !self.clause.is_statement {
                    let known = |mark: char| self.before.people.contains(&Person::Named(mark));
                    self.is_doubtful |= self.before.blow && self.struck_now.is_some_and(|mark| !known(mark));
                }
                if is_one_of(said, &["again"]) && self.context.blow && !self.clause.is_statement && !self.clause.fresh {
                    return Step { taken: 1, replacement: Some(String::new()) };
                }
                if let Some((gender, role, spent)) = parse_pronoun(said, word(1)) {
                    // `If Lancer has attacked Archer, A. If he hasn't, B`: the denial is about Lancer.
                    let denied = self.context.people.is_empty() && parse_short_answer(rest) == Some(Answer::No);
                    let fits =
                        |mark: &char| self.clause.is_statement && self.may_be_of_sex(Person::Named(*mark), gender);
                    if let Some(mark) = self.before.asked_of.filter(|mark| denied && fits(mark)) {
                        self.clause.fresh = false;
                        self.context.people.push(Person::Named(mark));
                        return Step { taken: 1, replacement: Some(format!("{mark}{spent}")) };
                    }
                    // `her sword` is somebody's, perhaps the actor's.
                    let owned = is_one_of(said, &["her"])
                        && match rest.get(1) {
                            Some((_, _, Token::Word(word))) => !is_one_of(word, BEHIND_HER),
                            Some((_, _, Token::Mark(_) | Token::Quote(_))) => true,
                            Some((_, _, Token::Stop(_))) | None => false,
                        };
                    self.is_of_nobody |= !owned && self.names_only_other_sex(gender, role);
                    return self.read_pronoun(gender, role, spent);
                }
                self.read_word(said, word(1), text.get(end..).unwrap_or_default());
                self.joined = is_one_of(said, &["and", "or"]);
                Step::ONE
            }
        }
    }

    /// Reads a name: a person's, or that of a skill for an attack.
    fn read_name(&mut self, mark: char, owns: bool) {
        let is = |kind| self.names.mark_is(mark, kind);
        if is(NameKind::Own) || is(NameKind::Character) {
            return self.record_person(Person::Named(mark), owns);
        }
        if is(NameKind::Skill) && !self.clause.is_statement {
            let harmless = self.names.marked(mark).is_some_and(|name| self.names.does_no_harm(name));
            self.clause.blow |= !harmless;
            self.context.blow |= !harmless;
        }
        self.begin_verb();
    }

    /// Records a named person. With `owns`, as in `Lancer's Health`, they are the possessor and not the subject.
    fn record_person(&mut self, person: Person, owns: bool) {
        if self.clause.is_statement && !self.clause.verb && !owns {
            self.clause.subject.push(person);
        }
        self.clause.fresh = false;
        self.context.people.push(person);
    }

    /// Whether the clause is relative: `whoever I attack`.
    fn is_relative(&self) -> bool {
        self.clause.subject.as_slice() == [Person::Unnamed]
    }

    fn begin_verb(&mut self) {
        self.clause.fresh = false;
        self.clause.verb = true;
    }

    /// Begins a clause. It keeps the subject of the clause before, until another is named.
    fn begin_clause(&mut self, rest: &str, joined: bool) {
        let rest = rest.trim_start();
        let starts = |word: &str| {
            rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
                && !rest.get(word.len()..).is_some_and(|behind| behind.starts_with(char::is_alphanumeric))
        };
        if ["and", "or", "but", "then"].iter().any(|word| starts(word)) {
            return;
        }
        let skill = rest.chars().next().is_some_and(|c| is_mark(c) && self.names.mark_is(c, NameKind::Skill));
        // `have Saber attack him`.
        let orders = begins_order(rest) || skill || ["have", "let", "make", "get"].iter().any(|word| starts(word));
        // `Lancer and Archer attack Rin`: the subject is not complete yet.
        if joined && self.clause.is_statement && !self.clause.verb {
            return;
        }
        let tells = self.clause.is_statement && !orders;
        let named = rest.chars().next().is_some_and(|c| is_mark(c) && !skill)
            || ["he", "she", "they", "i", "we", "my"].iter().any(|word| starts(word));
        let subject = match tells && !named {
            true => std::mem::take(&mut self.clause.subject),
            false => Vec::new(),
        };
        self.clause = Clause { is_statement: tells, subject, fresh: true, verb: !named && tells, ..Clause::default() };
    }

    fn read_word(&mut self, said: &str, next: &str, rest: &str) {
        let is = |words: &[&str]| is_one_of(said, words);
        if is(CONDITION_WORDS) || (is(&["as"]) && is_one_of(next, &["soon", "long"])) {
            self.clause = Clause { is_statement: true, fresh: true, denies: is(&["unless"]), ..Clause::default() };
        } else if is(&["and", "or", "but", "then", "otherwise", "else"]) {
            // In an `otherwise`, what was asked does not hold.
            if is(&["otherwise", "else"]) {
                self.otherwise = true;
                self.gone.clear();
            }
            self.begin_clause(rest, is(&["and", "or"]));
        } else if is(&["who", "whoever", "whichever", "whom", "which"]) || (is(&["that"]) && self.clause.verb) {
            self.record_person(Person::Unnamed, false);
            self.clause =
                Clause { is_statement: true, subject: vec![Person::Unnamed], verb: true, ..Clause::default() };
        } else if is(&["my", "our"]) && is_one_of(next, &["master", "servant", "partner"]) {
            self.clause.fresh = false;
            match self.partner {
                Some(mark) => self.record_person(Person::Named(mark), false),
                None => self.record_person(Person::Unnamed, false),
            }
        } else if is(&["master", "servant", "partner"]) {
            // For `my Master` the name was recorded at `my`.
            if self.context.people.last().copied() != self.partner.map(Person::Named) {
                self.record_person(Person::Unnamed, false);
            }
        } else if is(UNNAMED_PEOPLE) {
            self.record_person(Person::Unnamed, false);
        } else if is(STRUCK) {
            self.struck |= next != "by" && self.clause.is_statement;
            self.begin_verb();
        } else if self.clause.is_statement
            && self.clause.verb
            && !self.joined
            && is(BEGINS_ORDER)
            && !self.is_relative()
        {
            // `If Lancer attacks Archer I attack him`: no comma separates the condition from the order.
            self.clause = Clause { fresh: true, ..Clause::default() };
        } else if is(&["i", "me", "myself", "we", "us"]) {
            // `Rin or I`, `me and Rin`, `us`.
            self.groups_actor |= self.joined || is(&["we", "us"]) || is_one_of(next, &["and", "or"]);
            self.clause.fresh = false;
        } else if !(self.clause.fresh && is(&["both", "either", "neither", "all", "not", "only", "the"])) {
            self.clause.denies ^= is(&["not"]) || said.to_ascii_lowercase().ends_with("n't");
            let going = is(GOING) && !next.eq_ignore_ascii_case("spirit") && !self.commands;
            if self.clause.is_statement && (if self.clause.denies { is(&["here"]) } else { going || is(GONE) }) {
                self.gone.extend(self.clause.subject.iter().copied());
            }
            let plain = said.strip_suffix('s').unwrap_or(said);
            let blow = !self.clause.is_statement && (is(BLOWS) || is_one_of(plain, BLOWS));
            self.clause.blow |= blow;
            self.context.blow |= blow;
            self.begin_verb();
        }
    }

    /// Resolves `both`, `both of them`, `them both`, `all three` to the people named last, if their number fits.
    fn read_both(&mut self, rest: &[SpannedToken<'_>]) -> Option<Step> {
        let word = |at: usize| match rest.get(at) {
            Some((_, _, Token::Word(word))) => word.to_ascii_lowercase(),
            _ => String::new(),
        };
        let (first, second, third) = (word(0), word(1), word(2));
        let (count, mut taken) = match (first.as_str(), second.as_str()) {
            ("both" | "neither", _) => (2, 1),
            ("all", "three") => (3, 2),
            ("them", "both") => (2, 2),
            _ => return None,
        };
        if first != "them" && (word(taken).as_str(), word(taken + 1).as_str()) == ("of", "them") {
            taken += 2;
        }
        // `both Lancer and Archer`, `both my Master and I`, `both of us` are complete by themselves.
        let behind = rest.get(taken).map(|(_, _, token)| *token);
        let ends = match behind {
            None | Some(Token::Stop(_)) => true,
            Some(Token::Word(word)) => is_one_of(word, BEHIND_BOTH),
            Some(Token::Mark(_) | Token::Quote(_)) => false,
        };
        if !ends || third.is_empty() && second == "of" {
            return None;
        }
        if self.clause.is_statement && self.clause.verb {
            return None;
        }
        let people = if self.context.people.is_empty() { &self.before.people } else { &self.context.people };
        let marks = marks_if_all_named(&deduplicated(people))?;
        if marks.len() != count {
            return None;
        }
        self.clause.fresh = false;
        let put = match (first.as_str(), marks.as_slice()) {
            ("neither", [one, other]) => format!("neither {one} nor {other}"),
            _ => join_with_and(&marks),
        };
        Some(Step { taken, replacement: Some(put) })
    }

    /// Replaces a pronoun by a name, if it stands for one person only.
    fn read_pronoun(&mut self, gender: Gender, role: Role, spent: &str) -> Step {
        let found = self.find_antecedents(gender, role);
        // `If Lancer is dead, attack Archer; otherwise, attack him.`
        let several = || self.find_candidates(&self.context.people, gender, role).len() > 1;
        let open = self.otherwise && !self.clause.is_statement && role == Role::Object && several();
        // `When she attacks Rin, attack Lancer`: after a sentence about two women, `she` is nobody named later.
        let ahead = found.is_none()
            && self.clause.is_statement
            && self.find_candidates(&self.context.people, gender, role).is_empty()
            && !self.find_candidates(&self.before.people, gender, role).is_empty();
        self.is_doubtful |= open || ahead;
        self.clause.fresh = false;
        let Some(people) = found else {
            self.is_open = true;
            if role == Role::Subject {
                self.clause.subject = vec![Person::Unnamed];
            }
            return Step::ONE;
        };
        if role == Role::Subject && self.clause.is_statement {
            self.clause.subject = people.iter().copied().map(Person::Named).collect();
        }
        self.struck_now = people.first().copied();
        if let [one] = people.as_slice() {
            if let Some(meant) = self.context.meant.get_mut(gender as usize) {
                *meant = Some(*one);
            }
            self.context.people.push(Person::Named(*one));
            if let Some(since) = self.context.people_when_meant.get_mut(gender as usize) {
                *since = self.context.people.len();
            }
        }
        let behind = match role {
            Role::Possessor => "'s",
            Role::Subject | Role::Object => spent,
        };
        Step { taken: 1, replacement: Some(format!("{}{behind}", join_with_and(&people))) }
    }

    /// The people for whom a pronoun stands; `None` if it is ambiguous.
    fn find_antecedents(&self, gender: Gender, role: Role) -> Option<Vec<char>> {
        let here = self.context.people.as_slice();
        if let Some(last) = self.last_antecedent(&self.context, gender, role) {
            return last.map(|last| vec![last]);
        }
        let fits = self.find_candidates(here, gender, role);
        if role == Role::Object && self.clause.blow && self.struck {
            return None;
        }
        // One of `she` and `he` is somebody of the sentence before, and it is unclear which.
        if self.has_he_and_she && !fits.is_empty() && deduplicated(here).len() < 2 && !self.before.people.is_empty() {
            return None;
        }
        match fits.as_slice() {
            [Person::Named(one)] if gender != Gender::They || !self.groups_actor => Some(vec![*one]),
            [] => self.find_antecedents_before(gender, role),
            // `they are attacked` does not say whether both must be.
            [_, _, ..]
                if gender == Gender::They
                    && !self.groups_actor
                    && fits == deduplicated(here)
                    && role == Role::Object =>
            {
                marks_if_all_named(&fits)
            }
            _ => None,
        }
    }

    /// The person for whom a pronoun stood last; `Some(None)` if somebody else whom it could mean was named since.
    fn last_antecedent(&self, context: &MentionContext, gender: Gender, role: Role) -> Option<Option<char>> {
        let last = context.meant.get(gender as usize).copied().flatten()?;
        if !self.can_be_antecedent(Person::Named(last), gender, role) {
            return None;
        }
        let since = context.people_when_meant.get(gender as usize).copied().unwrap_or_default();
        let named_since = context.people.get(since..).unwrap_or_default();
        let another = |person: &Person| *person != Person::Named(last) && self.can_be_antecedent(*person, gender, role);
        Some((!named_since.iter().any(another)).then_some(last))
    }

    /// The people of the sentence before for whom a pronoun stands; `None` if it is ambiguous.
    fn find_antecedents_before(&self, gender: Gender, role: Role) -> Option<Vec<char>> {
        // `When Lancer attacks Rin, use Parry. Attack him.`: only then, or in any case?
        if self.before.has_condition && !self.context.has_condition {
            return None;
        }
        if let Some(last) = self.last_antecedent(self.before, gender, role) {
            return last.map(|last| vec![last]);
        }
        let fits = self.find_candidates(&self.before.people, gender, role);
        match fits.as_slice() {
            [Person::Named(one)] => Some(vec![*one]),
            several if gender == Gender::They && several.len() > 1 && role == Role::Object => {
                marks_if_all_named(several)
            }
            _ => None,
        }
    }

    /// The people for whom a pronoun could stand, each once.
    fn find_candidates(&self, people: &[Person], gender: Gender, role: Role) -> Vec<Person> {
        let mut fits = deduplicated(people);
        fits.retain(|person| self.can_be_antecedent(*person, gender, role));
        fits
    }

    /// Whether a sentence names people for whom a pronoun could stand, but all are of the other sex.
    fn names_only_other_sex(&self, gender: Gender, role: Role) -> bool {
        let fits = self.find_candidates(&self.context.people, Gender::They, role);
        gender != Gender::They && !fits.is_empty() && !fits.iter().any(|person| self.may_be_of_sex(*person, gender))
    }

    /// Whether a person is of a pronoun's sex, or of unknown sex.
    fn may_be_of_sex(&self, person: Person, gender: Gender) -> bool {
        let known = match person {
            Person::Named(mark) => self.names.marked(mark).and_then(|name| self.names.sex(name)),
            Person::Unnamed => None,
        };
        gender.fits_sex(known)
    }

    /// Whether a pronoun could stand for a person.
    fn can_be_antecedent(&self, person: Person, gender: Gender, role: Role) -> bool {
        if role == Role::Object && self.clause.is_statement && self.clause.subject.contains(&person) {
            return false;
        }
        if role == Role::Object && !self.clause.is_statement && self.gone.contains(&person) {
            return false;
        }
        let Person::Named(mark) = person else { return true };
        if role == Role::Object && !self.clause.is_statement && self.doer == Some(mark) {
            return false;
        }
        let own = self.names.mark_is(mark, NameKind::Own) || self.partner == Some(mark);
        if role == Role::Object && !self.clause.is_statement && self.clause.blow && own {
            return false;
        }
        let other = match gender {
            Gender::He => Gender::She,
            Gender::She => Gender::He,
            Gender::They => return true,
        };
        if !self.may_be_of_sex(person, gender) {
            return false;
        }
        let called = |spoken: &MentionContext| spoken.meant.get(other as usize).copied().flatten() == Some(mark);
        !called(&self.context) && !called(self.before)
    }
}

/// These people, each once.
fn deduplicated(people: &[Person]) -> Vec<Person> {
    let mut once: Vec<Person> = Vec::new();
    for person in people {
        if !once.contains(person) {
            once.push(*person);
        }
    }
    once
}

/// The marks of the people; `None` if one of them is unnamed.
fn marks_if_all_named(people: &[Person]) -> Option<Vec<char>> {
    people
        .iter()
        .map(|person| match person {
            Person::Named(mark) => Some(*mark),
            Person::Unnamed => None,
        })
        .collect()
}

/// `Lancer, Archer and Illya`: the marks as a list in words.
fn join_with_and(marks: &[char]) -> String {
    match marks {
        [] => String::new(),
        [one] => one.to_string(),
        [before @ .., last] => {
            let before: Vec<String> = before.iter().map(char::to_string).collect();
            format!("{} and {last}", before.join(", "))
        }
    }
}
