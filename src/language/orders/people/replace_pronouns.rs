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

mod both;
mod candidates;
mod doer;

use doer::{begins_with_pronoun_that_acts, doer_by_skill};

use super::elliptic_verbs::write_out_verbs;
use super::pronoun_words::{
    AIMS, ATTACK_VERBS, BEFORE_NOUNS, GONE, Gender, LEAVING, MOVE_VERBS, ORDER_STARTS, PronounRole, STRUCK,
    UNNAMED_PEOPLE, is_possessive_her, is_pronoun, join_with_and, parse_pronoun,
};
use super::sentence_words::{
    CONDITION_WORDS, ShortAnswer, SpannedToken, Token, condition_subject, is_affirmative_text, is_one_of, leading_doer,
    parse_short_answer, tokenize,
};
use crate::language::glyphs::is_mark;
use crate::language::number_words::behind_count;
use crate::language::orders::{NameBook, NameKind};
use crate::language::prepare::split::begins_order;
use crate::vocabulary::sex::Sex;

/// What is known after a sentence about the people whom words can stand for.
#[derive(Clone, Debug, Default)]
pub(in crate::language::orders) struct MentionContext {
    /// The people who were named, with repetitions, in order.
    people: Vec<Mention>,
    /// The people whom `he`, `she` and `they` stood for.
    pronoun_marks: [Option<char>; 3],
    /// The number of people named when each of these pronouns was last read.
    people_when_meant: [usize; 3],
    /// Whether each of these pronouns was last read as the subject of a statement.
    meant_as_subject: [bool; 3],
    /// The people who were named in the sentence before that, unless this one names them again.
    people_before: Vec<Mention>,
    /// Whether each of these pronouns was last read in a statement, not in an order.
    meant_in_statement: [bool; 3],
    /// Whether each of these pronouns was last read in an order to attack.
    meant_in_attack: [bool; 3],
    /// Whether the sentence has a condition.
    has_condition: bool,
    /// Whether an attack was ordered, here or before.
    has_attack: bool,
    /// The verb phrase of its condition, if it asks only one thing.
    asked_verb_phrase: Option<String>,
    /// The subject of its condition, if that is one person by name.
    asked_subject: Option<char>,
}

/// A sentence with names in the place of its pronouns, and the context for the next one.
#[derive(Debug)]
pub(in crate::language::orders) struct ResolvedSentence {
    pub(in crate::language::orders) text: String,
    /// Whether something was written out.
    pub(in crate::language::orders) changed: bool,
    /// Whether a pronoun may mean somebody of this sentence or of the one before. In `Attack Lancer. If Illya is here,
    /// attack her again`, Illya was not struck before.
    pub(in crate::language::orders) is_doubtful: bool,
    /// Whether the subject of a statement may be either of two whom the sentences before name: `Attack Illya. Use Mend
    /// on Rin. If she attacks me, use Parry.`
    pub(in crate::language::orders) fits_two_before: bool,
    /// Whether a pronoun fits nobody: `she` where only men were named, or `he` where only women were.
    pub(in crate::language::orders) fits_nobody: bool,
    /// Whether `he`, `her` or `they` stays for somebody whom the words before it do not show.
    pub(in crate::language::orders) leaves_open: bool,
    pub(in crate::language::orders) context: MentionContext,
}

/// A person in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mention {
    /// A named person, by their mark.
    Named(char),
    /// `anyone`, `an opponent`, `Lancer's Master`.
    Unnamed,
}

/// The state of the clause that is being read.
#[derive(Clone, Debug, Default)]
struct ClauseState {
    /// Whether it is a statement or condition, not an order.
    is_statement: bool,
    /// Its subject.
    subject: Vec<Mention>,
    /// Whether nothing of it has been read.
    is_new: bool,
    /// Whether its verb has been read.
    has_verb: bool,
    /// Whether it orders an attack.
    is_attack_order: bool,
    /// Whether it orders a move, on which nobody but one's own side goes along.
    is_move: bool,
    /// Whether it contains a denial.
    is_denied: bool,
    /// The pronoun that is its subject, if it is one: `she attacks …`.
    subject_pronoun: Option<Gender>,
}

/// Replaces the pronouns of a sentence by names. `before` is the context from the sentences before.
pub(in crate::language::orders) fn replace_pronouns(
    text: &str,
    names: &NameBook,
    actor: Option<&str>,
    before: &MentionContext,
) -> ResolvedSentence {
    let tokens = tokenize(text);
    let mut writer = PronounWriter {
        names,
        partner: actor.and_then(|actor| names.fellow(actor)).and_then(|fellow| names.mark_of(fellow)),
        actor_sex: actor.and_then(|actor| names.sex(actor)),
        before,
        context: MentionContext {
            has_condition: tokens.iter().any(|(_, _, token)| token.opens_condition()),
            has_attack: before.has_attack,
            ..MentionContext::default()
        },
        clause: ClauseState { is_new: true, ..ClauseState::default() },
        has_unnamed_striker: false,
        has_named_relation: false,
        has_pronoun_object: false,
        has_he_and_she: [Gender::He, Gender::She]
            .iter()
            .all(|of| tokens.iter().any(|(_, _, token)| is_pronoun(*token, *of))),
        groups_actor: false,
        follows_joint: false,
        follows_aim: false,
        follows_of: false,
        just_named: None,
        listed_beside: None,
        is_ambiguous: false,
        gone: Vec::new(),
        has_command_spell: text.contains('"'),
        in_otherwise: false,
        has_alternatives: false,
        doer: leading_doer(&tokens)
            .filter(|mark| !names.mark_is(*mark, NameKind::Skill))
            .or_else(|| doer_by_skill(&tokens, names)),
        last_meant: None,
        is_doubtful: false,
        fits_two_before: false,
        is_of_nobody: false,
        leaves_open: false,
    };
    let mut out = String::new();
    let mut copied = 0;
    let mut at = 0;
    while at < tokens.len() {
        let rest = tokens.get(at..).unwrap_or_default();
        let step = writer.read_token(rest, text);
        writer.note_list(rest);
        if let (Some(replacement), Some((start, _, _)), Some((_, end, _))) =
            (&step.replacement, rest.first(), rest.get(step.token_count.saturating_sub(1)))
        {
            out.push_str(text.get(copied..*start).unwrap_or_default());
            out.push_str(replacement);
            copied = *end;
        }
        at += step.token_count.max(1);
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    let mut spoken = std::mem::take(&mut writer.context);
    if spoken.people.is_empty() {
        spoken = MentionContext { asked_verb_phrase: None, asked_subject: None, ..before.clone() };
    } else {
        let is_named_again = |person: &Mention| spoken.people.contains(person);
        spoken.people_before = before.people.iter().copied().filter(|person| !is_named_again(person)).collect();
    }
    // If one word is ambiguous, the others are not certain either.
    let out = if writer.is_ambiguous { text.to_owned() } else { out };
    let (text_with_verbs, asked) = write_out_verbs(&out, before.asked_verb_phrase.as_deref());
    // `Attack Archer if he is here. Attack Lancer if he isn't`: the verb comes from the sentence before, and `he` may
    // too.
    let is_new_person = |mark: &char| !before.people.contains(&Mention::Named(*mark));
    let repeats_phrase_before =
        text_with_verbs != out && !out.is_empty() && asked.is_some() && asked == before.asked_verb_phrase;
    writer.is_doubtful |= repeats_phrase_before && spoken.pronoun_marks.iter().flatten().any(is_new_person);
    spoken.asked_verb_phrase = asked;
    spoken.asked_subject = condition_subject(&tokenize(&text_with_verbs))
        .filter(|_| spoken.asked_verb_phrase.as_deref().is_some_and(is_affirmative_text));
    let (is_doubtful, is_of_nobody) = (writer.is_doubtful, writer.is_of_nobody);
    let fits_two_before = writer.fits_two_before;
    ResolvedSentence {
        fits_two_before,
        changed: text_with_verbs != text,
        is_doubtful,
        fits_nobody: is_of_nobody,
        leaves_open: writer.leaves_open,
        text: text_with_verbs,
        context: spoken,
    }
}

/// The number of tokens that a step takes, and the text in their place.
struct Replacement {
    token_count: usize,
    replacement: Option<String>,
}

impl Replacement {
    const ONE: Replacement = Replacement { token_count: 1, replacement: None };
}

struct PronounWriter<'a> {
    names: &'a NameBook,
    /// The seat's other character, whom `my Master` or `my Servant` means; `None` unless the seat has two.
    partner: Option<char>,
    /// The sex of the character below whose name the order stands.
    actor_sex: Option<Sex>,
    before: &'a MentionContext,
    context: MentionContext,
    clause: ClauseState,
    /// Whether somebody was struck by an unnamed striker.
    has_unnamed_striker: bool,
    /// Whether `my` was read before `Master` or `Servant`, and the person recorded.
    has_named_relation: bool,
    /// Whether a pronoun was read as the object of an order.
    has_pronoun_object: bool,
    /// Whether the sentence contains both `he` and `she`.
    has_he_and_she: bool,
    /// Whether the sentence treats the actor and another as one group.
    groups_actor: bool,
    /// Whether the last word was `and` or `or`.
    follows_joint: bool,
    /// Whether the last word aims at somebody: `on`, `at`, `attacks`.
    follows_aim: bool,
    /// Whether the last word was `of`: who `all of them` are, may be said behind it.
    follows_of: bool,
    /// The person named just before, while nothing but a comma followed.
    just_named: Option<char>,
    /// The person who stands in one list with the next word: `Archer and he`. The word means somebody else.
    listed_beside: Option<char>,
    /// Whether a word is ambiguous.
    is_ambiguous: bool,
    /// The people who are said to be gone: nobody strikes them.
    gone: Vec<Mention>,
    /// Whether the sentence may contain a Command Spell.
    has_command_spell: bool,
    /// Whether an `otherwise` is being read.
    in_otherwise: bool,
    /// Whether the condition has an `or`.
    has_alternatives: bool,
    /// The subject of the ordered action, if it stands before the verb: `Saber attacks her`.
    doer: Option<char>,
    /// The person whom the last pronoun stands for.
    last_meant: Option<char>,
    is_doubtful: bool,
    is_of_nobody: bool,
    /// Whether a pronoun stays for somebody whom the words before it do not show.
    leaves_open: bool,
    /// Whether the subject of a statement may be either of two whom the sentences before name.
    fits_two_before: bool,
}

impl PronounWriter<'_> {
    fn read_token(&mut self, rest: &[SpannedToken<'_>], text: &str) -> Replacement {
        let Some((_, end, token)) = rest.first().copied() else { return Replacement::ONE };
        let word = |at: usize| match rest.get(at) {
            Some((_, _, Token::Word(word))) => *word,
            _ => "",
        };
        match token {
            Token::Stop(_) => {
                self.begin_clause(text.get(end..).unwrap_or_default(), false);
                Replacement::ONE
            }
            Token::Quote(said) => {
                // A Command Spell that is not in the name book may name another person: `Defend Caster!`.
                let is_known_spell = self.names.is(said, NameKind::CommandSpell);
                if !is_known_spell && !said.chars().next().is_some_and(is_mark) {
                    self.mention_person(Mention::Unnamed, false);
                }
                self.begin_verb();
                Replacement::ONE
            }
            Token::Mark(mark) => {
                self.read_name(mark, is_one_of(word(1), &["'s"]));
                Replacement::ONE
            }
            Token::Word(word_text) => {
                if let Some(step) = self.read_both(rest) {
                    return step;
                }
                // `again` means another attack on the same target.
                if is_one_of(word_text, &["again"]) && self.context.has_attack && !self.clause.is_statement {
                    let is_new = |person: &Mention| !self.before.people.contains(person);
                    let means_new = match self.last_meant {
                        Some(mark) => is_new(&Mention::Named(mark)),
                        None => self.has_pronoun_object && self.context.people.iter().any(is_new),
                    };
                    self.is_doubtful |= self.before.has_attack && means_new;
                }
                if is_one_of(word_text, &["again"])
                    && self.context.has_attack
                    && !self.clause.is_statement
                    && !self.clause.is_new
                {
                    return Replacement { token_count: 1, replacement: Some(String::new()) };
                }
                // `make her attack Lancer`: a verb. `After her attack on Lancer`: hers.
                let is_verb_behind =
                    is_one_of(word(1), &["attack", "target"]) && matches!(rest.get(2), Some((_, _, Token::Mark(_))));
                let next = if is_verb_behind { "" } else { word(1) };
                if let Some((gender, role, contained_verb)) = parse_pronoun(word_text, next) {
                    // `If Archer attacks me and he doesn't`: somebody else does not.
                    self.is_doubtful |= self.follows_joint
                        && role == PronounRole::Subject
                        && parse_short_answer(rest) == Some(ShortAnswer::No);
                    // `If Lancer has attacked Archer, A. If he hasn't, B`: the denial is about Lancer.
                    let is_short_denial =
                        self.context.people.is_empty() && parse_short_answer(rest) == Some(ShortAnswer::No);
                    let fits =
                        |mark: &char| self.clause.is_statement && self.may_be_of_sex(Mention::Named(*mark), gender);
                    if let Some(mark) = self.before.asked_subject.filter(|mark| is_short_denial && fits(mark)) {
                        self.clause.is_new = false;
                        self.context.people.push(Mention::Named(mark));
                        return Replacement { token_count: 1, replacement: Some(format!("{mark}{contained_verb}")) };
                    }
                    // `her sword` is somebody's, perhaps the actor's.
                    let is_possessive =
                        !is_verb_behind && is_possessive_her(word_text, rest.get(1).map(|(_, _, token)| *token));
                    // `Saber uses her Splint once she has …`: what is the doer's own needs no name.
                    let is_doers = |mark: &char| self.may_be_of_sex(Mention::Named(*mark), gender);
                    if is_possessive && !self.clause.is_statement && self.doer.as_ref().is_some_and(is_doers) {
                        return Replacement::ONE;
                    }
                    self.is_of_nobody |= !is_possessive && self.names_only_other_sex(gender, role);
                    self.has_pronoun_object |= role == PronounRole::Object && !self.clause.is_statement;
                    let left_open = self.leaves_open;
                    let step = self.read_pronoun(gender, role, contained_verb);
                    self.leaves_open &= !is_possessive || left_open;
                    return step;
                }
                self.read_word(word_text, word(1), text.get(end..).unwrap_or_default());
                self.follows_joint = is_one_of(word_text, &["and", "or"]);
                let verb = word_text.strip_suffix('s').unwrap_or(word_text);
                self.follows_of = is_one_of(word_text, &["of"]);
                self.follows_aim = is_one_of(word_text, AIMS) || is_one_of(verb, ATTACK_VERBS);
                Replacement::ONE
            }
        }
    }

    /// Remembers whether the next word stands in one list with a name: `If Archer and he attack me`, `Attack Archer,
    /// then him`. In `If Lancer attacks Archer and he flees`, `and` begins a clause.
    fn note_list(&mut self, rest: &[SpannedToken<'_>]) {
        let token = |at: usize| rest.get(at).map(|(_, _, token)| *token);
        let word = |at: usize| match token(at) {
            Some(Token::Word(word)) => word,
            _ => "",
        };
        let named = self.just_named.take();
        self.listed_beside = None;
        match token(0) {
            Some(Token::Mark(mark)) if !is_one_of(word(1), &["'s"]) => self.just_named = Some(mark),
            Some(Token::Stop(',')) => self.just_named = named,
            Some(Token::Word(joint)) => {
                let is_joint = is_one_of(joint, &["and", "or", "nor"])
                    || (is_one_of(joint, &["then"]) && !self.clause.is_statement);
                let role = parse_pronoun(word(1), word(2)).map(|(_, role, _)| role);
                let is_listed = match role {
                    Some(PronounRole::Subject) => {
                        self.clause.is_statement && !self.clause.has_verb && !self.clause.is_new
                    }
                    Some(PronounRole::Object) => !is_possessive_her(word(1), token(2)),
                    Some(PronounRole::Possessor) | None => false,
                };
                self.listed_beside = named.filter(|_| is_joint && is_listed);
                // In `Archer or him`, the word's own reading would be Archer again.
                self.is_doubtful |= self.listed_beside.is_some() && !is_one_of(joint, &["and"]);
                // `Archer and then him`.
                self.just_named = named.filter(|_| is_joint && role.is_none() && is_one_of(word(1), &["then"]));
            }
            Some(Token::Stop(_) | Token::Mark(_) | Token::Quote(_)) | None => {}
        }
    }

    /// Reads a name: a person's, or that of a skill for an attack.
    fn read_name(&mut self, mark: char, owns: bool) {
        let is = |kind| self.names.mark_is(mark, kind);
        if is(NameKind::Own) || is(NameKind::Character) {
            return self.mention_person(Mention::Named(mark), owns);
        }
        if is(NameKind::Skill) && !self.clause.is_statement {
            let harmless = self.names.marked(mark).is_some_and(|name| self.names.does_no_harm(name));
            self.clause.is_attack_order |= !harmless;
            self.context.has_attack |= !harmless;
        }
        self.begin_verb();
    }

    /// Records a named person. With `owns`, as in `Lancer's Health`, they are the possessor and not the subject.
    fn mention_person(&mut self, person: Mention, owns: bool) {
        if self.clause.is_statement && !self.clause.has_verb && !owns {
            self.clause.subject.push(person);
        }
        self.clause.is_new = false;
        self.context.people.push(person);
    }

    /// Whether the clause is relative: `whoever I attack`.
    fn is_relative(&self) -> bool {
        self.clause.subject.as_slice() == [Mention::Unnamed]
    }

    fn begin_verb(&mut self) {
        self.clause.is_new = false;
        self.clause.has_verb = true;
    }

    /// Begins a clause. It keeps the subject of the clause before, until another is named.
    fn begin_clause(&mut self, rest: &str, joined: bool) {
        let rest = rest.trim_start();
        let starts_with = |word: &str| {
            rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
                && !rest.get(word.len()..).is_some_and(|behind| behind.starts_with(char::is_alphanumeric))
        };
        if ["and", "or", "but", "then"].iter().any(|word| starts_with(word)) {
            return;
        }
        // `Surge on him`, `three Cuts on him`.
        let counted = behind_count(rest);
        let begins_with_skill =
            counted.chars().next().is_some_and(|c| is_mark(c) && self.names.mark_is(c, NameKind::Skill));
        let own_doer = if joined { None } else { self.own_doer_of(rest) };
        self.doer = own_doer.or(self.doer);
        // `have Saber attack him`.
        let begins_an_order = begins_order(rest)
            || begins_with_skill
            || own_doer.is_some()
            || !joined && begins_with_pronoun_that_acts(rest)
            || ["have", "let", "make", "get"].iter().any(|word| starts_with(word));
        // `Lancer and Archer attack Rin`: the subject is not complete yet.
        if joined && self.clause.is_statement && !self.clause.has_verb {
            return;
        }
        let is_statement = self.clause.is_statement && !begins_an_order;
        let has_own_subject = rest.chars().next().is_some_and(|c| is_mark(c) && !begins_with_skill)
            || ["he", "she", "they", "i", "we", "my"].iter().any(|word| starts_with(word));
        let subject = match is_statement && !has_own_subject {
            true => std::mem::take(&mut self.clause.subject),
            false => Vec::new(),
        };
        self.clause = ClauseState {
            is_statement,
            subject,
            is_new: true,
            has_verb: !has_own_subject && is_statement,
            ..ClauseState::default()
        };
    }

    fn read_word(&mut self, said: &str, next: &str, rest: &str) {
        let is_any = |words: &[&str]| is_one_of(said, words);
        if is_any(CONDITION_WORDS) || (is_any(&["as"]) && is_one_of(next, &["soon", "long"])) {
            self.clause = ClauseState {
                is_statement: true,
                is_new: true,
                is_denied: is_any(&["unless"]),
                ..ClauseState::default()
            };
        } else if is_any(&["and", "or", "but", "then", "otherwise", "else"]) {
            self.has_alternatives |= self.clause.is_statement && is_any(&["or"]);
            // In an `otherwise`, what was asked does not hold.
            if is_any(&["otherwise", "else"]) {
                self.in_otherwise = true;
                self.gone.clear();
            }
            self.begin_clause(rest, is_any(&["and", "or"]));
        } else if is_any(&["which"]) && is_one_of(next, &["case"]) {
            // `unless C, in which case B`.
            self.gone.clear();
            self.clause = ClauseState { is_new: true, ..ClauseState::default() };
        } else if is_any(&["who", "whoever", "whichever", "whom", "which"])
            || (is_any(&["that"]) && self.clause.has_verb)
        {
            self.mention_person(Mention::Unnamed, false);
            self.clause = ClauseState {
                is_statement: true,
                subject: vec![Mention::Unnamed],
                has_verb: true,
                ..ClauseState::default()
            };
        } else if is_any(&["my", "our"]) && is_one_of(next, &["master", "servant", "partner"]) {
            self.clause.is_new = false;
            self.has_named_relation = true;
            match self.partner {
                Some(mark) => self.mention_person(Mention::Named(mark), false),
                None => self.mention_person(Mention::Unnamed, false),
            }
        } else if is_any(&["master", "servant", "partner"]) {
            if !std::mem::take(&mut self.has_named_relation) {
                self.mention_person(Mention::Unnamed, false);
            }
        } else if is_any(UNNAMED_PEOPLE) {
            self.mention_person(Mention::Unnamed, false);
        } else if is_any(STRUCK) {
            self.has_unnamed_striker |= next != "by" && self.clause.is_statement;
            self.begin_verb();
        } else if self.clause.is_statement
            && self.clause.has_verb
            && !self.follows_joint
            && is_any(ORDER_STARTS)
            && !self.is_relative()
        {
            // `If Lancer attacks Archer I attack him`: no comma separates the condition from the order.
            self.clause = ClauseState { is_new: true, ..ClauseState::default() };
        } else if is_any(&["i", "me", "myself", "we", "us"]) {
            // `Rin or I`, `me and Rin`, `us`.
            self.groups_actor |= self.follows_joint || is_any(&["we", "us"]) || is_one_of(next, &["and", "or"]);
            self.clause.is_new = false;
        } else if !(self.clause.is_new && is_any(BEFORE_NOUNS)) {
            self.clause.is_denied ^= is_any(&["not"]) || said.to_ascii_lowercase().ends_with("n't");
            let is_leaving = is_any(LEAVING) && !next.eq_ignore_ascii_case("spirit") && !self.has_command_spell;
            if self.clause.is_statement
                && (if self.clause.is_denied { is_any(&["here"]) } else { is_leaving || is_any(GONE) })
            {
                self.gone.extend(self.clause.subject.iter().copied());
            }
            let base_verb = said.strip_suffix('s').unwrap_or(said);
            let is_attack = !self.clause.is_statement && (is_any(ATTACK_VERBS) || is_one_of(base_verb, ATTACK_VERBS));
            self.clause.is_attack_order |= is_attack;
            self.clause.is_move |= !self.clause.is_statement && is_any(MOVE_VERBS);
            self.context.has_attack |= is_attack;
            self.begin_verb();
        }
    }

    /// Replaces a pronoun by a name, if it stands for one person only.
    fn read_pronoun(&mut self, gender: Gender, role: PronounRole, spent: &str) -> Replacement {
        let found = self.find_antecedents(gender, role);
        let is_unclear_doer = found.as_ref().is_some_and(|found| self.may_be_actor_or_partner(found, gender, role));
        let found = found.filter(|_| !is_unclear_doer && !self.may_be_own_or_others(gender, role));
        self.fits_two_before |= role == PronounRole::Subject && self.may_be_of_earlier(found.as_deref(), gender);
        self.is_doubtful |= self.may_contradict(found.as_deref()) || self.may_help_other(gender, role);
        // `Gandr Illya. Use Mend on Saber if she attacks her`: which of them does, and to whom?
        self.is_doubtful |= role == PronounRole::Object && self.clause.subject_pronoun == Some(gender);
        if role == PronounRole::Subject && self.clause.is_statement && gender != Gender::They {
            self.clause.subject_pronoun = Some(gender);
            // `Saber flees if an enemy is here and she is hit`: who acts, or the other?
            self.is_doubtful |= self.may_be_doer_or_other(found.as_deref(), gender);
        }
        // `If Lancer is dead, attack Archer; otherwise, attack him.`
        let has_several = || self.find_candidates(&self.context.people, gender, role).len() > 1;
        let is_unclear_otherwise =
            self.in_otherwise && !self.clause.is_statement && role != PronounRole::Subject && has_several();
        // `When she attacks Rin, attack Lancer`: after a sentence about two women, `she` is nobody named later.
        let refers_to_sentence_before = found.is_none()
            && self.clause.is_statement
            && self.find_candidates(&self.context.people, gender, role).is_empty()
            && !self.find_candidates(&self.before.people, gender, role).is_empty();
        self.is_doubtful |= is_unclear_otherwise || refers_to_sentence_before;
        self.clause.is_new = false;
        let Some(people) = found else {
            self.is_ambiguous = true;
            self.leaves_open |= self.is_of_nobody_named(gender, role);
            if role == PronounRole::Subject {
                self.clause.subject = vec![Mention::Unnamed];
            }
            return Replacement::ONE;
        };
        if role == PronounRole::Subject && self.clause.is_statement {
            self.clause.subject = people.iter().copied().map(Mention::Named).collect();
        }
        self.last_meant = people.first().copied();
        if let [mark] = people.as_slice() {
            if let Some(meant) = self.context.pronoun_marks.get_mut(gender as usize) {
                *meant = Some(*mark);
            }
            self.context.people.push(Mention::Named(*mark));
            if let Some(since) = self.context.people_when_meant.get_mut(gender as usize) {
                *since = self.context.people.len();
            }
            if let Some(meant_as_subject) = self.context.meant_as_subject.get_mut(gender as usize) {
                *meant_as_subject = role == PronounRole::Subject && self.clause.is_statement;
            }
            if let Some(meant_in_statement) = self.context.meant_in_statement.get_mut(gender as usize) {
                *meant_in_statement = self.clause.is_statement;
            }
            if let Some(meant_in_attack) = self.context.meant_in_attack.get_mut(gender as usize) {
                *meant_in_attack = self.clause.is_attack_order;
            }
        }
        let suffix = match role {
            PronounRole::Possessor => "'s",
            PronounRole::Subject | PronounRole::Object => spent,
        };
        Replacement { token_count: 1, replacement: Some(format!("{}{suffix}", join_with_and(&people))) }
    }
}
