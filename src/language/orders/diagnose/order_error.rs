//! Explains why a sentence could not be read: translates pest's expectations into a player's words, and recognises
//! common mistakes.

use std::cell::OnceCell;

use pest::error::{Error, ErrorVariant, InputLocation};

use super::advice::{fill_placeholders, find_advice, find_early_advice, find_next_turn};
use super::guidance::GENERAL_VERBS;
use super::unknowable::find_unknowable;
use crate::language::conditions::SourceContext;
use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::orders::{MAX_NESTING, MAX_ORDER_CHARS, NameKind, Rule, codes, matches_rule};
use crate::language::parser::read;
use crate::language::prepare::Prepared;
use crate::language::span::Span;
use crate::language::spelling::{Misspelling, find_misspelling};

/// Why a sentence could not be read as an order.
pub(in crate::language::orders) enum OrderError {
    /// The grammar does not match the sentence.
    Unparsed(UnparsedWords),
    /// The grammar matches the sentence, but it breaks a rule of the language.
    Rejected(Box<Diagnostic>),
    /// The grammar matches the sentence, but the book has no such order. Other words may still make it one.
    Unsupported(Box<Diagnostic>),
    /// The sentence is too long or too deeply nested: the code, the message, and the byte offset within the sentence.
    Limit(&'static str, String, usize),
}

/// Words that the grammar does not match: a sentence, or a rewording of it. Why they are refused is found out when it
/// is first asked, as most rewordings are only tried.
pub(in crate::language::orders) struct UnparsedWords {
    words: String,
    /// The grammar's error.
    refusal: OnceCell<Option<Box<Error<Rule>>>>,
}

impl UnparsedWords {
    pub(in crate::language::orders) fn new(words: &str) -> UnparsedWords {
        UnparsedWords { words: words.to_owned(), refusal: OnceCell::new() }
    }

    fn refusal(&self) -> Option<&Error<Rule>> {
        self.refusal.get_or_init(|| read(Rule::order_line, &self.words).err()).as_deref()
    }
}

impl From<Diagnostic> for OrderError {
    fn from(diagnostic: Diagnostic) -> OrderError {
        OrderError::Rejected(Box::new(diagnostic))
    }
}

/// The error for an order that has no actor.
pub(in crate::language::orders) fn no_actor_error(span: Span) -> Diagnostic {
    Diagnostic::error(codes::NO_ACTOR, span, "nobody is named to carry this out")
        .note("begin a block with a name and a colon: `Saber:`")
}

/// Checks that a sentence is short and flat enough to be parsed.
pub(in crate::language::orders) fn check_size(text: &str) -> Result<(), OrderError> {
    let (mut depth, mut deepest, mut at, mut quoted, mut unquoted_count) = (0_usize, 0, 0, false, 0);
    for (i, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '(' if !quoted => {
                depth += 1;
                if depth > deepest {
                    (deepest, at) = (depth, i);
                }
            }
            ')' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        unquoted_count += usize::from(!quoted);
    }
    if unquoted_count > MAX_ORDER_CHARS {
        let message = format!("an order has at most {MAX_ORDER_CHARS} characters; this has {unquoted_count}");
        return Err(OrderError::Limit(codes::ORDER_TOO_LONG, message, 0));
    }
    let words = text.split_ascii_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let is_nesting_word =
        |word: &&str| ["if", "unless", "not", "otherwise"].iter().any(|nesting| nesting.eq_ignore_ascii_case(word));
    let ifs = words.filter(is_nesting_word).count();
    if deepest > MAX_NESTING || ifs > 4 * MAX_NESTING {
        let message = format!("conditions are nested more than {MAX_NESTING} deep");
        return Err(OrderError::Limit(codes::TOO_COMPLEX, message, at));
    }
    Ok(())
}

impl OrderError {
    /// Whether the error has this code.
    pub(in crate::language::orders) fn has_code(&self, code: &str) -> bool {
        matches!(self, OrderError::Rejected(fault) if fault.code == code)
    }

    /// Whether the table of wordings may still match the sentence: some words are left over, or a word could mean
    /// either of two alternatives (`Cut Lancer, or Archer if he is gone`).
    pub(in crate::language::orders) fn may_be_reworded(&self, text: &str) -> bool {
        match self {
            OrderError::Rejected(fault) => {
                let left_over = [codes::NOT_OF_THIS_ORDER, codes::TWICE_THE_SAME, codes::SHEET_WORDS, codes::TWO_IFS];
                // `Go to the Mall and buy a Splint once I'm there`: nobody goes once they are there.
                let is_there = || text.trim_end_matches(['.', '!']).to_ascii_lowercase().ends_with(" there");
                left_over.contains(&fault.code)
                    || (fault.code == codes::WHOM && text.contains(" or "))
                    || (fault.code == codes::TWO_ACTORS && text.contains("!\" on ") && text.contains(" both "))
                    || (fault.code == codes::TWO_ACTORS && text.contains("!\"") && text.contains(" we "))
                    || (fault.code == codes::WHOSE_TIME && is_there())
            }
            _ => false,
        }
    }

    /// The byte offset at which the grammar stopped, if it could not match the whole sentence.
    pub(in crate::language::orders) fn failure_offset(&self) -> Option<usize> {
        match self {
            OrderError::Unparsed(words) => words.refusal().map(error_offset),
            OrderError::Rejected(_) | OrderError::Unsupported(_) | OrderError::Limit(..) => None,
        }
    }

    /// Turns the error into a diagnostic for the player.
    pub(in crate::language::orders) fn into_diagnostic(self, prepared: &Prepared<'_>, sentence: Span) -> Diagnostic {
        match self {
            OrderError::Rejected(diagnostic) | OrderError::Unsupported(diagnostic) => *diagnostic,
            OrderError::Limit(code, message, at) => {
                let span = prepared.original_span(Span::new(sentence.start + at, sentence.start + at + 1));
                Diagnostic::error(code, span, message).note("write it as several orders")
            }
            OrderError::Unparsed(words) => match words.refusal() {
                Some(error) => diagnose_unread(error, prepared, sentence),
                None => {
                    let span = prepared.original_span(sentence);
                    Diagnostic::error(codes::NOT_UNDERSTOOD, span, "this order is not understood")
                }
            },
        }
    }
}

fn error_offset(error: &Error<Rule>) -> usize {
    match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    }
}

/// A sentence that the grammar could not match, with the place where it stopped.
struct FailedSentence<'a> {
    prepared: &'a Prepared<'a>,
    sentence: Span,
    text: &'a str,
    /// The byte offset at which the grammar stopped.
    offset: usize,
}

fn diagnose_unread(error: &Error<Rule>, prepared: &Prepared<'_>, sentence: Span) -> Diagnostic {
    let text = prepared.text.get(sentence.range()).unwrap_or("");
    let mut offset = error_offset(error).min(text.len());
    while offset < text.len() && text.get(offset..).is_some_and(|rest| rest.starts_with(char::is_whitespace)) {
        offset += 1;
    }
    let failed = FailedSentence { prepared, sentence, text, offset };
    let ErrorVariant::ParsingError { positives, .. } = &error.variant else {
        return Diagnostic::error(
            codes::TOO_COMPLEX,
            failed.span_of_word(offset),
            "this order is too involved to be read",
        )
        .note("write it as several orders");
    };
    let expected = expectations(positives);
    if let Some(guess) = failed.names_joined_by_and_error() {
        return guess;
    }
    if let Some((message, note)) = find_next_turn(failed.text) {
        return Diagnostic::error(codes::NOT_UNDERSTOOD, failed.span_of_word(offset), message).note(note);
    }
    if let Some((message, note)) = find_early_advice(failed.text) {
        let note = failed.fill_note(note, 0);
        return Diagnostic::error(codes::NOT_UNDERSTOOD, failed.span_of_word(offset), message).note(note);
    }
    if failed.is_after_condition_word()
        && let (before, word) = (text.get(..offset).unwrap_or_default(), failed.word_at(offset))
        && let Some((message, note)) =
            find_unknowable(before, word, text.get(offset + word.len()..).unwrap_or_default())
    {
        return Diagnostic::error(codes::NOT_UNDERSTOOD, failed.span_of_word(offset), message)
            .note(failed.fill_note(note, offset));
    }
    if failed.is_after_condition_word()
        && let Some(skill) = failed.skill_as_verb()
    {
        let message = format!("`{skill}` is used by somebody: it is no verb of what happens");
        let note = failed.fill_note("write `When {own} uses {skill}, …`, `If {foe} uses {skill} on {own}, …`", 0);
        return Diagnostic::error(codes::NOT_UNDERSTOOD, failed.span_of_word(offset), message).note(note);
    }
    let typo = find_misspelling(Rule::order_line, text, offset);
    if let Some(guess) =
        failed.diagnose_foreign_verb(&expected).filter(|guess| guess.suggestion.is_some() || typo.is_none())
    {
        return guess;
    }
    if typo.is_none()
        && let Some((message, note)) = find_advice(failed.text)
    {
        let note = failed.fill_note(note, 0);
        return Diagnostic::error(codes::NOT_UNDERSTOOD, failed.span_of_word(offset), message).note(note);
    }
    if let Some(Misspelling { span: at, word }) = typo {
        let message = format!("`{}` is not understood here", failed.displayed_word(at.start));
        return Diagnostic::error(codes::NOT_UNDERSTOOD, failed.span_of_word(at.start), message).suggest(Some(word));
    }
    let found = failed.displayed_word(offset);
    let message = match (found.is_empty(), expected.is_empty()) {
        (true, true) => "the order breaks off here".to_owned(),
        (true, false) => format!("the order breaks off here: {} expected", join_with_or(&expected)),
        (false, true) => format!("`{found}` is not understood here"),
        (false, false) => format!("`{found}` is not understood here: {} expected", join_with_or(&expected)),
    };
    let mut diagnostic = Diagnostic::error(codes::NOT_UNDERSTOOD, failed.span_of_word(offset), message);
    if text.get(offset..).is_some_and(|rest| rest.starts_with(';'))
        || text.get(..offset).is_some_and(|before| before.trim_end().ends_with(';'))
    {
        diagnostic = diagnostic.note("`;` stands before `otherwise` alone; an order ends with a full stop");
    }
    let lower = found.to_ascii_lowercase();
    if let Some((_, note)) = FOREIGN_VERBS.iter().find(|(guess, _)| *guess == lower) {
        diagnostic = diagnostic.note(*note);
    }
    match lower.as_str() {
        "don't" | "dont" | "do" | "never" | "not" => {
            diagnostic =
                diagnostic.note("what is not ordered is not done: leave it out, or write `If C, stay; otherwise, A.`");
        }
        "and" if text.get(..offset).is_some_and(|before| before.contains(" or ")) => {
            diagnostic = diagnostic.note(BRACKETS);
        }
        "instead" => diagnostic = diagnostic.note("of two orders one is done so: `If C, A; otherwise, B.`"),
        _ => {}
    }
    if let Some(spell) = failed.find_unquoted_spell() {
        let form = prepared.names.form_of_spell(spell);
        diagnostic = diagnostic.note(format!("a Command Spell is used so: `Command SERVANT \"{spell}\"{form}`"));
    }
    diagnostic
}

impl FailedSentence<'_> {
    /// The span in the letter of the word at a byte offset of the sentence.
    fn span_of_word(&self, at: usize) -> Span {
        let end = at + self.word_at(at).len();
        let span = Span::new(self.sentence.start + at, self.sentence.start + end);
        if end > at {
            return self.prepared.original_span(span);
        }
        // At the end of the sentence, point behind its last character.
        let last = self.text.chars().next_back().map_or(0, char::len_utf8);
        let full_span = self.prepared.original_span(Span::new(span.start.saturating_sub(last), span.start));
        Span::new(full_span.end, full_span.end)
    }

    fn word_at(&self, at: usize) -> &str {
        let rest = self.text.get(at..).unwrap_or("");
        let Some(first) = rest.chars().next() else { return "" };
        if first == '"' {
            return rest.get(1..).and_then(|r| r.find('"')).and_then(|end| rest.get(..end + 2)).unwrap_or("\"");
        }
        let is_word_char = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '-' | '_');
        let end = if is_word_char(first) {
            rest.find(|c: char| !is_word_char(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        rest.get(..end).unwrap_or("")
    }

    /// Fills a note with names from the sentence; names just before `at` come first.
    fn fill_note(&self, note: &str, at: usize) -> String {
        fill_placeholders(note, (self.text, at), self.prepared, None)
    }

    /// The skill that stands where the grammar expects a verb: `after Saber teleports us`.
    fn skill_as_verb(&self) -> Option<&str> {
        let mark = self.word_at(self.offset).chars().next()?;
        let is_skill = self.prepared.names.mark_is(mark, NameKind::Skill);
        let behind_somebody = self.text.get(..self.offset)?.trim_end().chars().next_back().is_some_and(|c| {
            self.prepared.names.mark_is(c, NameKind::Character) || self.prepared.names.mark_is(c, NameKind::Own)
        });
        if is_skill && behind_somebody { self.prepared.name_of_mark(mark) } else { None }
    }

    fn displayed_word(&self, at: usize) -> String {
        let word = self.word_at(at);
        let mark = word.chars().next().and_then(|c| self.prepared.name_of_mark(c));
        mark.unwrap_or(word).to_owned()
    }

    /// Whether a word that begins a condition stands before the place where the grammar stopped.
    fn is_after_condition_word(&self) -> bool {
        let before = self.text.get(..self.offset).unwrap_or_default().to_ascii_lowercase();
        let mut words = before.split(|c: char| !c.is_alphabetic());
        words.any(|word| {
            matches!(
                word,
                "if" | "unless"
                    | "when"
                    | "once"
                    | "until"
                    | "after"
                    | "as"
                    | "provided"
                    | "whoever"
                    | "whichever"
                    | "whose"
            )
        })
    }

    /// The Command Spell whose words appear in the sentence without quotes.
    fn find_unquoted_spell(&self) -> Option<&str> {
        let letters_of =
            |text: &str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
        let sentence = letters_of(self.text);
        self.prepared.names.of_kind(NameKind::CommandSpell).find(|name| {
            let name = letters_of(name);
            name.len() > 5 && sentence.contains(&name)
        })
    }

    /// `Saber and Lancer are here`: the error for names joined by `and` in a condition.
    fn names_joined_by_and_error(&self) -> Option<Diagnostic> {
        let before = self.text.get(..self.offset)?.trim_end();
        let first_word = self.text.split_whitespace().next()?;
        let opens_condition =
            ["if", "when", "after", "unless", "as"].iter().any(|w| first_word.eq_ignore_ascii_case(w));
        // The grammar stops at `and` behind a name, or at the name behind that `and`.
        let (lead, and_at) = match self.word_at(self.offset) {
            "and" => (before, self.offset),
            _ => {
                let last = before.chars().next_back().filter(|c| self.prepared.name_of_mark(*c).is_some())?;
                let lead = before.strip_suffix(last)?.trim_end().strip_suffix("and")?;
                (lead.trim_end(), lead.len())
            }
        };
        let name = lead.chars().next_back().filter(|c| self.prepared.name_of_mark(*c).is_some())?;
        let second = self.text.get(and_at..)?.strip_prefix("and")?.trim_start().chars().next()?;
        let (first, second) = (self.prepared.name_of_mark(name)?, self.prepared.name_of_mark(second)?);
        opens_condition.then(|| {
            Diagnostic::error(codes::AND_BETWEEN_NAMES, self.span_of_word(and_at), "in a condition, `and` joins conditions, not names")
                .note(format!("write `{first} or {second}` for either; for both, say it of each: `{first} is here and {second} is here`"))
        })
    }

    /// The error for a verb that orders do not have, if a verb was expected.
    fn diagnose_foreign_verb(&self, expected: &[&'static str]) -> Option<Diagnostic> {
        match expected.contains(&A_VERB) {
            true => self.suspected_verb_offset().map(|at| self.foreign_verb_error(at)),
            false => None,
        }
    }

    /// The offset of the word that was probably meant as a verb. Among the plain words at or just before the place
    /// where the grammar stopped, it is the first that [`FOREIGN_VERBS`] has, else the first word.
    fn suspected_verb_offset(&self) -> Option<usize> {
        let letters = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '-' | '_' | ' ' | '\n');
        let before = self.text.get(..self.offset)?;
        let from = before
            .rfind(|c: char| !letters(c))
            .map_or(0, |i| i + before.get(i..).and_then(|r| r.chars().next()).map_or(1, char::len_utf8));
        let end = self.offset
            + self
                .text
                .get(self.offset..)?
                .find(|c: char| !letters(c) || c == ' ')
                .unwrap_or(self.text.len() - self.offset);
        let mut words = Vec::new();
        let mut at = from;
        for word in self.text.get(from..end)?.split([' ', '\n']) {
            if !word.is_empty() {
                match matches_rule(Rule::stop_word, word) || word.starts_with('\'') {
                    true if at < self.offset => words.clear(),
                    true => {}
                    false => words.push((at, word)),
                }
            }
            at += word.len() + 1;
        }
        let known = words.iter().find(|(_, w)| FOREIGN_VERBS.iter().any(|(v, _)| v.eq_ignore_ascii_case(w)));
        known.or(words.first()).map(|(at, _)| *at)
    }

    fn foreign_verb_error(&self, at: usize) -> Diagnostic {
        let word = self.word_at(at);
        let lower = word.to_ascii_lowercase();
        let suggestion = nearest(word, VERBS.iter().copied()).map(str::to_owned);
        let diagnostic =
            Diagnostic::error(codes::OTHER_VERB, self.span_of_word(at), format!("`{word}` is no verb of an order"));
        if let Some((_, note)) = FOREIGN_VERBS.iter().find(|(guess, _)| lower.trim_end_matches('s') == *guess) {
            return diagnostic.note(*note).suggest(suggestion);
        }
        diagnostic.note(GENERAL_VERBS).suggest(suggestion)
    }
}

/// Verbs that orders do not have, with what to write instead.
const FOREIGN_VERBS: &[(&str, &str)] = &[
    (
        "kill",
        "an attack is made so often as is said: `Attack Lancer 3 times.`; a Master can command \"Kill them no matter what!\"",
    ),
    (
        "follow",
        "a move goes to a location that is named: `Move to Bridge.`; a Master can command \"You can't escape!\"",
    ),
    ("chase", "a move goes to a location that is named: `Move to Bridge.`; a Master can command \"You can't escape!\""),
    ("intercept", "a Servant shields its Master by itself; `Protect me with Saber.` says who does"),
    ("shield", "a Servant shields its Master by itself; `Protect me with Saber.` says who does"),
    ("guard", "a Servant shields its Master by itself; `Protect me with Saber.` says who does"),
    ("defend", "a Servant shields its Master by itself; `Protect me with Saber.` says who does"),
    ("dodge", "what turns an attack aside is a skill: `When Lancer attacks me, use SKILL.`"),
    ("block", "what turns an attack aside is a skill: `When Lancer attacks me, use SKILL.`"),
    ("keep", "an upkeep is paid by itself; `Stop paying for SKILL.` ends it"),
    ("maintain", "an upkeep is paid by itself; `Stop paying for SKILL.` ends it"),
    (
        "pay",
        "an upkeep is paid by itself; a price is paid with the order: `Ask the IGM for information, offering 150 CP.`",
    ),
    ("trade", "each side gives what is its own: `Give ITEM to CHARACTER.`"),
    ("swap", "each side gives what is its own: `Give ITEM to CHARACTER.`"),
    ("heal", "healing is a skill or an item: `Use SKILL on CHARACTER.`"),
    ("repeat", "an order is carried out once a Turn; write `2 times`, or one line for each time"),
    (
        "treat",
        "who is no opponent is said by `Ally with TEAM.` or `Ceasefire with TEAM.`; who is left out, by `except`",
    ),
    ("ignore", "what is not ordered is not done: leave it out"),
    ("avoid", "what is not ordered is not done: leave it out"),
];

/// The note for `or` and `and` without brackets.
const BRACKETS: &str = "put brackets round what belongs together: `If (C or D) and E, A.`";

/// The verbs of orders, for suggestions.
const VERBS: [&str; 32] = [
    "Scout",
    "Use",
    "Cast",
    "Attack",
    "Move",
    "Go",
    "Flee",
    "Retreat",
    "Stay",
    "Enter",
    "Leave",
    "Command",
    "Release",
    "Cancel",
    "Stop paying",
    "Buy",
    "Give",
    "Drop",
    "Pick up",
    "Ask",
    "Request",
    "Visit",
    "Consume",
    "Contract",
    "Accept",
    "Break",
    "Refuse",
    "Force",
    "Protect",
    "Tell",
    "Say",
    "Delay",
];

const A_VERB: &str = "a verb such as `Use` or `Attack`";

/// What a grammar rule is called in messages; `None` for rules that the player need not know of.
fn symbol(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::order_body | Rule::order_action | Rule::plain_order | Rule::doer => A_VERB,
        Rule::d_scout | Rule::d_use | Rule::d_attack | Rule::d_move | Rule::d_stay => A_VERB,
        Rule::use_skill | Rule::own_skill | Rule::own_up_to | Rule::use_thing | Rule::verb_clause => A_VERB,
        Rule::skill_name | Rule::free_name | Rule::free_word | Rule::thing | Rule::things => "a skill",
        Rule::item_name => "an item",
        Rule::spell | Rule::spell_words => "a Command Spell in quotes",
        Rule::place | Rule::sure_place => "a location",
        Rule::np | Rule::np_one | Rule::this_place | Rule::bare_np | Rule::known_np => "a target",
        Rule::on_aims | Rule::on_np => "`on` and targets",
        Rule::to_place => "`to` and a location",
        Rule::so_often => "`2 times`",
        Rule::k_to => "`to`",
        Rule::k_on | Rule::k_against => "`on`",
        Rule::k_with => "`with`",
        Rule::tail_delay | Rule::moment | Rule::lead_delay | Rule::late_order => "a delay",
        Rule::a_phase | Rule::phase_or_round | Rule::phase_word => "a phase",
        Rule::tail_if | Rule::k_if => "`if`",
        Rule::otherwise | Rule::o_otherwise => "`otherwise`",
        Rule::condition | Rule::all_of | Rule::not_c | Rule::about => "a condition",
        Rule::object | Rule::subject | Rule::who_one | Rule::who => "a character",
        Rule::team_name => "a team",
        Rule::name | Rule::mark | Rule::bare_name | Rule::bare_word | Rule::quoted_name => "a name",
        Rule::verb_phrase | Rule::said | Rule::be | Rule::have => "what they do (`attacks`, `uses`, `is`, `has`, …)",
        Rule::resource | Rule::level => "a number of Health or Mana",
        Rule::rank_bound | Rule::written_rank => "a rank such as `B+`",
        Rule::written_number | Rule::count | Rule::how_many => "a number",
        Rule::k_and | Rule::next_action => "`and`",
        Rule::k_or => "`or`",
        Rule::o_then => "`then`",
        Rule::o_contract => "`contract`",
        Rule::o_information => "`information`",
        Rule::offering => "what is offered",
        Rule::EOI => "the end of the order",
        _ => return None,
    })
}

fn expectations(positives: &[Rule]) -> Vec<&'static str> {
    let mut found = Vec::new();
    for symbol in positives.iter().filter_map(|r| symbol(*r)) {
        if !found.contains(&symbol) {
            found.push(symbol);
        }
    }
    found.truncate(5);
    found
}

fn join_with_or(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
