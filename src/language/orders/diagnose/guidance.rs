//! What of a sentence is understood by itself, and how the rest of it is written.
//!
//! An error says where reading stopped. This adds which part could stay as it is, and forms for the part that could
//! not, in the sentence's own names. They are examples: what was meant is never guessed.

use super::advice::fill_placeholders;
use super::order_forms::{FormRow, Part, SPELL, find_row};
use crate::language::condition::{Name, Who, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::name_book::{NameBook, NameKind};
use crate::language::order::{ActionKind, Order};
use crate::language::order_text::order_sentence;
use crate::language::orders::{OrderFileReader, codes};
use crate::language::span::Span;
use crate::language::visit::Visit;
use crate::vocabulary::text::capitalise;

/// How many beginnings or ends of a sentence are tried.
const MAX_TRIES: usize = 6;
/// The longest sentence of which parts are tried, in bytes.
const MAX_LENGTH: usize = 400;
/// The most forms that one error offers.
const MAX_FORMS: usize = 2;

/// Where a sentence may be cut into parts.
const JOINTS: [&str; 17] = [
    ", ", "; ", ": ", " - ", " and ", " then ", " but ", " or ", " unless ", " if ", " when ", " once ", " until ",
    " after ", " before ", " except ", " with ",
];

/// Words that begin a condition or a time.
const OPENINGS: [&str; 21] = [
    "if ",
    "unless ",
    "when ",
    "whenever ",
    "while ",
    "until ",
    "till ",
    "once ",
    "provided ",
    "should ",
    "in case ",
    "as long as ",
    "as soon as ",
    "the moment ",
    "the instant ",
    "after ",
    "with ",
    "without ",
    "whoever's ",
    "whichever ",
    "in which case ",
];

/// How something begins that may be only said.
const REMARK_LEADS: [&str; 16] = [
    "i", "we", "he", "she", "it", "they", "that", "this", "there", "nothing", "just to", "so", "to", "no", "for", "as",
];

/// What may stand between two parts of a sentence.
const SEPARATORS: [char; 5] = [',', ';', ':', ' ', '-'];

/// What of a sentence is understood.
struct Understood {
    /// The part in canonical words: an order, or a condition before one.
    read: String,
    /// Whether it is a condition, of which it is not understood what is to be done then.
    is_condition: bool,
    /// The part that is not understood.
    unread: String,
}

impl OrderFileReader<'_> {
    /// Adds to the error of a sentence that could not be read which part of it is understood, and forms for the rest.
    /// An error that already says what to write stays as it is.
    pub(in crate::language::orders) fn with_guidance(&self, mut fault: Diagnostic, span: Span) -> Diagnostic {
        let is_general = [codes::NOT_UNDERSTOOD, codes::OTHER_VERB].contains(&fault.code);
        let says_what_to_write = fault.notes.iter().any(|note| *note != GENERAL_VERBS) || fault.suggestion.is_some();
        let text = self.text(span);
        if !is_general || says_what_to_write || text.len() > MAX_LENGTH {
            return fault;
        }
        let understood = self.find_understood(span);
        let unread = understood.as_ref().map_or(text, |understood| &understood.unread);
        let forms = self.forms_for(unread, understood.as_ref());
        if !forms.is_empty() || understood.is_some() {
            fault.notes.retain(|note| note != GENERAL_VERBS);
        }
        let note = understood.as_ref().map(|Understood { read, is_condition, unread }| {
            let not = if *is_condition { "not what is to be done then" } else { "not" };
            let unread = self.prepared.in_names(unread.trim_matches(SEPARATORS).trim_end_matches('.'));
            format!("understood: `{read}` · {not}: `{unread}`")
        });
        let fault =
            note.into_iter().chain(self.remark_note(unread, understood.is_some())).fold(fault, Diagnostic::note);
        forms.into_iter().fold(fault, |fault, row| {
            let forms = fill_placeholders(row.forms, (unread, 0), self.prepared, self.actor_name());
            let heading = if row.forms.starts_with("what is ") { "" } else { heading(row.part) };
            fault.note(format!("{heading}{forms} (grail orders help {})", row.topic))
        })
    }

    /// What to do with words that may be no order at all: `I know Lancer will take it.`
    fn remark_note(&self, words: &str, is_part: bool) -> Option<String> {
        let words = words.trim_matches(SEPARATORS).trim_end_matches(['.', '!', ' ']);
        let names = self.prepared.names;
        let things = [NameKind::Skill, NameKind::Item, NameKind::Location, NameKind::CommandSpell, NameKind::Service];
        let says_order = |c: char| c.is_ascii_digit() || c == '"' || things.iter().any(|kind| names.mark_is(c, *kind));
        let lower = words.to_lowercase();
        let is_said = |lead: &&str| lower.strip_prefix(*lead).is_some_and(|rest| rest.starts_with([' ', '\'']));
        if words.contains(says_order) || !REMARK_LEADS.iter().any(is_said) {
            return None;
        }
        let words = names.in_names(words);
        Some(match is_part {
            true => format!("if `{words}` is only said, leave it out"),
            false => format!("if this is only said and no order, leave it out, or put `#` before it: `# {words}`"),
        })
    }

    fn actor_name(&self) -> Option<&str> {
        self.actor.as_ref().map(|actor| actor.text.as_str())
    }

    /// The rows of forms for words that were not understood.
    fn forms_for(&self, unread: &str, understood: Option<&Understood>) -> Vec<&'static FormRow> {
        let lower = self.without_quoted_words(unread).to_lowercase();
        let lower = lower.trim_start_matches(SEPARATORS);
        // A reason needs no form: it is left out.
        if understood.is_some() && ["so ", "because ", "since ", "for "].iter().any(|reason| lower.starts_with(reason))
        {
            return Vec::new();
        }
        let opening = OPENINGS
            .iter()
            .filter_map(|word| match lower.starts_with(word) {
                true => Some((0, word)),
                false => Some((lower.find(&format!(" {word}"))?, word)),
            })
            .min_by_key(|(at, _)| *at);
        let is_order_known = understood.is_some_and(|understood| !understood.is_condition);
        let parts: &[Part] = match (opening, is_order_known) {
            (Some((0, _)), true) => &[Part::Asked, Part::When, Part::Other],
            (Some(_), true) => &[Part::Asked, Part::Other, Part::When, Part::Whom],
            (None, true) => &[Part::Other, Part::When, Part::Whom, Part::Done],
            (Some(_), false) => &[Part::Asked, Part::Done, Part::Whom],
            (None, false) => &[Part::Done, Part::Other, Part::Whom, Part::When],
        };
        // What is asked ends where the order begins.
        let asked = opening.and_then(|(at, _)| lower.get(at..)).unwrap_or(lower);
        let asked = asked.split([',', ';', ':']).next().unwrap_or(asked);
        let rows = parts.iter().filter_map(|part| {
            let words = if *part == Part::Asked { asked } else { lower };
            find_row(*part, words, self.prepared.names)
        });
        rows.take(MAX_FORMS).collect()
    }

    /// Words without what stands in quotes: a message is no order. The words of a Command Spell leave a trace.
    fn without_quoted_words(&self, words: &str) -> String {
        let is_spell = |quoted: &str| self.prepared.names.is(quoted, NameKind::CommandSpell);
        let parts = words.split('"').enumerate().map(|(place, part)| match place % 2 {
            0 => part.to_owned(),
            _ if is_spell(part) => format!(" {SPELL} {} ", part.trim_end_matches('!')),
            _ => " ".to_owned(),
        });
        parts.collect()
    }

    /// Finds the longest part of a sentence that is understood by itself.
    fn find_understood(&self, span: Span) -> Option<Understood> {
        let text = self.text(span).trim_end_matches(['.', '!', '?', ' ']);
        let cuts = cuts_of(text);
        if opens_with_condition(text)
            && let Some(found) = self.find_understood_half(span, text, &cuts)
        {
            return Some(found);
        }
        let beginning = cuts.iter().rev().take(MAX_TRIES).find_map(|at| {
            let (start, rest) = text.split_at_checked(*at).filter(|(start, _)| !asks_of_second_part(start))?;
            self.read_part(span, start).map(|read| Understood::order(read, rest))
        });
        beginning.or_else(|| {
            cuts.iter().take(MAX_TRIES).find_map(|at| {
                let (before, end) = text.split_at_checked(*at)?;
                let joint = JOINTS.iter().find(|joint| starts_with_ignoring_case(end, joint))?;
                let end = end.get(joint.len()..)?.trim_start();
                // What follows by `then` may hang on what stands before it.
                let follows = [" with ", " then "].contains(joint) || starts_with_ignoring_case(end, "then ");
                let read = (!follows).then(|| self.read_part(span, end)).flatten()?;
                Some(Understood::order(read, before))
            })
        })
    }

    /// `If C, A`: the half that is understood.
    fn find_understood_half(&self, span: Span, text: &str, cuts: &[usize]) -> Option<Understood> {
        let commas = cuts.iter().filter(|at| text.get(**at..).is_some_and(|rest| rest.starts_with([',', ':'])));
        commas.take(MAX_TRIES / 2).find_map(|at| {
            let (condition, rest) = text.split_at_checked(*at)?;
            let rest = rest.trim_start_matches([',', ':', ' ']);
            if let Some(read) = self.read_condition(span, condition) {
                return Some(Understood { read, is_condition: true, unread: rest.to_owned() });
            }
            let read = self.read_part(span, rest.strip_prefix("then ").unwrap_or(rest))?;
            Some(Understood::order(read, condition))
        })
    }

    /// The canonical words of a condition or a time that stands before an order: `If Lancer is here, …`.
    fn read_condition(&self, span: Span, condition: &str) -> Option<String> {
        let order = self.read_known(span, &format!("{condition}, stay"))?;
        let sentence = order_sentence(&order);
        match sentence.strip_prefix("Stay ").and_then(|time| time.strip_suffix('.')) {
            Some(time) => Some(format!("{}, …", capitalise(time))),
            None => sentence.strip_suffix(", stay.").map(|condition| format!("{condition}, …")),
        }
    }

    /// The canonical words of a part that is an order by itself; `None` if it is none.
    fn read_part(&self, span: Span, part: &str) -> Option<String> {
        let order = self.read_known(span, part.trim_matches(SEPARATORS))?;
        let stays = order.body.actions().all(|action| matches!(action.kind, ActionKind::Stay));
        (!stays).then(|| order_sentence(&order))
    }

    /// Reads a part as an order. It counts only if it names nobody and nothing that the seat does not know, and says
    /// itself whom it means.
    fn read_known(&self, span: Span, part: &str) -> Option<Order<Written>> {
        let (order, ..) = self.read_order_in_words(span, part, Some(span)).ok()?;
        let mut names = KnownNames { names: self.prepared.names, all_known: true, refers_back: false };
        for condition in order.body.conditions() {
            names.visit_condition(condition);
        }
        for action in order.body.actions() {
            names.visit_action_kind(&action.kind);
        }
        (names.all_known && (!names.refers_back || order.body.is_conditional())).then_some(order)
    }
}

impl Understood {
    /// An order, and what stands beside it.
    fn order(read: String, unread: &str) -> Understood {
        Understood { read, is_condition: false, unread: unread.to_owned() }
    }
}

/// Whether an order's names are names that the seat knows, each of its kind.
struct KnownNames<'n> {
    names: &'n NameBook,
    all_known: bool,
    /// Whether it says `that character`.
    refers_back: bool,
}

impl KnownNames<'_> {
    fn require(&mut self, name: &Name, kinds: &[NameKind]) {
        self.all_known &= kinds.iter().any(|kind| self.names.is(&name.text, *kind));
    }
}

impl<'t> Visit<'t, Written> for KnownNames<'_> {
    fn visit_who(&mut self, who: &'t Who<Written>) {
        self.refers_back |= matches!(who, Who::Antecedent);
        self.walk_who(who);
    }

    fn visit_character(&mut self, name: &'t Name) {
        self.require(name, &[NameKind::Own, NameKind::Character]);
    }

    fn visit_location(&mut self, name: &'t Name) {
        self.require(name, &[NameKind::Location]);
    }

    fn visit_skill(&mut self, name: &'t Name) {
        self.require(name, &[NameKind::Skill, NameKind::Item, NameKind::CommandSpell, NameKind::Service]);
    }
}

/// The note on a word that is no verb of an order.
pub(super) const GENERAL_VERBS: &str = "an order begins with a verb (Attack, Use, Move to, Flee to, Scout, Stay, Command, Buy, Give, Ask, Tell, …) or a skill's name";

const fn heading(part: Part) -> &'static str {
    match part {
        Part::Asked => "a condition is written so: ",
        Part::Other => "another case is written so: ",
        Part::When => "a time is written so: ",
        Part::Whom => "targets are written so: ",
        Part::Done => "such an order is written so: ",
    }
}

fn opens_with_condition(text: &str) -> bool {
    let lower = text.to_lowercase();
    OPENINGS.iter().any(|word| lower.starts_with(word))
}

/// `Surge on Archer, and if he is dead`: whether a beginning ends in the condition of what would follow.
fn asks_of_second_part(start: &str) -> bool {
    const CONDITIONS_BEHIND: [&str; 8] =
        [" and if ", " but if ", ", if ", " or if ", " and when ", ", when ", " and unless ", ", unless "];
    let lower = start.to_lowercase();
    CONDITIONS_BEHIND.iter().any(|opening| lower.contains(opening))
}

/// The places outside quotation marks at which a sentence may be cut.
fn cuts_of(text: &str) -> Vec<usize> {
    let mut cuts = Vec::new();
    let mut is_quoted = false;
    for (at, c) in text.char_indices() {
        if c == '"' {
            is_quoted = !is_quoted;
        }
        let rest = text.get(at..).unwrap_or_default();
        if !is_quoted && at > 0 && JOINTS.iter().any(|joint| starts_with_ignoring_case(rest, joint)) {
            cuts.push(at);
        }
    }
    cuts
}

fn starts_with_ignoring_case(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|of| of.eq_ignore_ascii_case(start))
}
