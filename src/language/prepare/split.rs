//! Splits a prepared text into header lines, blocks and sentences.

use super::Prepared;
use super::block_labels::{is_name_with_words, label_of};
use super::label_meaning::says;
use super::leaning;
use crate::language::codes;
use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::glyphs::{BREAK, UNCLOSED, is_mark};
use crate::language::name_book::NameKind;
use crate::language::parser::{Rule, matches_rule};
use crate::language::span::Span;

/// A piece of an order file; its spans are in the prepared text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OrderPiece {
    /// `Night: 3`.
    Header {
        /// The word before the colon.
        key: Span,
        /// The rest of the line.
        value: Span,
    },
    /// The head of a block: `Saber:`. A label is one too: `Daytime:`.
    Block(Span),
    /// One order, without its full stop.
    Sentence(Span),
}

/// The most characters before the colon of a block's head.
const MAX_HEAD_LENGTH: usize = 80;

/// Splits a prepared text into pieces, in order.
pub(crate) fn split(prepared: &Prepared<'_>, diagnostics: &mut Vec<Diagnostic>) -> Vec<OrderPiece> {
    let mut splitter = Splitter { prepared, text: &prepared.text, diagnostics };
    let mut pieces = Vec::new();
    let mut at = 0;
    loop {
        at = splitter.skip_blank(at);
        if at >= splitter.text.len() {
            return pieces;
        }
        let (piece, end) = match splitter.head(at, true) {
            Some(found) => found,
            None => {
                let (end, next) = splitter.sentence_end(at);
                (OrderPiece::Sentence(Span::new(at, end)), next)
            }
        };
        if !matches!(piece, OrderPiece::Sentence(span) if span.start == span.end) {
            pieces.push(piece);
        }
        at = end.max(at + 1);
        while !splitter.text.is_char_boundary(at) {
            at += 1;
        }
    }
}

/// Whether a text begins with the verb of an order: a known one, or one that no order has.
pub(crate) fn begins_order(text: &str) -> bool {
    matches_rule(Rule::order_verb, text) || matches_rule(Rule::o_no_such, text)
}

/// Whether a message could end, and an order begin, after one of some conjunctions: `… come in peace, and I attack
/// Caster`, `… is not Merlin, and in blue that …`.
pub(crate) fn order_behind(said: &str, joints: &[&str], begins: impl Fn(&str) -> bool) -> bool {
    const LEADS: [&str; 7] = ["", "and ", "then ", "i ", "i'll ", "i will ", "we "];
    let lower = said.to_ascii_lowercase();
    joints.iter().any(|joint| {
        lower.match_indices(joint).any(|(at, of)| {
            let rest = said.get(at + of.len()..).unwrap_or_default().trim_start();
            let low = rest.to_ascii_lowercase();
            let behind = |lead: &str| low.starts_with(lead).then(|| rest.get(lead.len()..)).flatten();
            let states =
                ["in red", "in blue", "red ", "red:", "blue ", "blue:"].iter().any(|word| low.starts_with(word));
            // `…, and to Tobias that …`: another message.
            let words: Vec<&str> = low.trim_start_matches("and ").split_whitespace().take(4).collect();
            let addressed = words.iter().skip(1).any(|word| *word == "that")
                && words.first().is_some_and(|first| *first == "to" || (*first != "i" && names_somebody(rest)));
            states || addressed || LEADS.into_iter().any(|lead| behind(lead).is_some_and(&begins))
        })
    })
}

/// Whether a text begins like a name, or with a name's mark.
fn names_somebody(text: &str) -> bool {
    text.trim_start_matches("and ").starts_with(|c: char| c.is_uppercase() || !c.is_ascii())
}

/// Whether a sentence can begin with this text.
pub(crate) fn begins_sentence(text: &str) -> bool {
    matches_rule(Rule::sentence_start, text)
}

struct Splitter<'a> {
    prepared: &'a Prepared<'a>,
    text: &'a str,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl<'a> Splitter<'a> {
    fn rest(&self, at: usize) -> &'a str {
        self.text.get(at..).unwrap_or("")
    }

    fn char_at(&self, at: usize) -> Option<char> {
        self.rest(at).chars().next()
    }

    fn skip_blank(&self, at: usize) -> usize {
        let rest = self.rest(at);
        let blank = |c: char| c.is_whitespace() || matches!(c, BREAK | '.' | ';' | ',');
        at + rest.len() - rest.trim_start_matches(blank).len()
    }

    fn skip_space(&self, at: usize) -> usize {
        let rest = self.rest(at);
        at + rest.len() - rest.trim_start().len()
    }

    /// Returns the header line or block head that begins at `at`, and where the text continues; `None` if there is
    /// none. `fresh` is set where a sentence could begin as well. Otherwise the head must be at the start of a line,
    /// and fewer forms are accepted.
    fn head(&mut self, at: usize, fresh: bool) -> Option<(OrderPiece, usize)> {
        let first = self.char_at(at)?;
        let after_name = if is_mark(first) {
            at + first.len_utf8()
        } else if first == '"' {
            at + self.rest(at + 1).find('"')? + 2
        } else if first.is_alphanumeric() {
            return self.written_head(at, fresh);
        } else {
            return None;
        };
        let name = Span::new(at, after_name);
        let line = self.rest(after_name).split(['\n', BREAK]).next().unwrap_or("");
        let lead = line.len() - line.trim_start().len();
        let after = line.trim_start();
        let own = is_mark(first) && self.prepared.names.mark_is(first, NameKind::Own);
        if let Some(rest) = after.strip_prefix(':') {
            // `Jewel Light: Saber.` names a skill and its target, `Mall: buy a Splint.` a location.
            if is_mark(first) && self.is_no_somebody(first) && !rest.trim().is_empty() {
                return None;
            }
            let speech = rest.trim_start().starts_with('"');
            return (fresh || !speech).then_some((OrderPiece::Block(name), after_name + lead + 1));
        }
        if !own || !self.starts_line(at) {
            return None;
        }
        if let Some((behind, _)) = line.split_once(':').filter(|(behind, _)| is_name_with_words("", behind)) {
            let end = after_name + behind.len();
            if says_more(behind) {
                self.lost_in_a_heading(Span::new(at, end));
            } else {
                self.arrow(Span::new(at, end), first);
            }
            return Some((OrderPiece::Block(name), end + 1));
        }
        let arrow = ["->", "=>", "-", "--"].into_iter().find(|arrow| {
            after.strip_prefix(arrow).is_some_and(|rest| rest.starts_with(char::is_whitespace) || rest.is_empty())
        });
        match arrow {
            Some(arrow) => {
                let sign = Span::new(after_name + lead, after_name + lead + arrow.len());
                self.arrow(sign, first);
                Some((OrderPiece::Block(name), sign.end))
            }
            None if after.is_empty() && fresh => {
                self.arrow(name, first);
                Some((OrderPiece::Block(name), after_name + lead))
            }
            None => None,
        }
    }

    /// Reports what a heading says beside its name, as in `Saber (second round):`, because its orders would not contain
    /// it.
    fn lost_in_a_heading(&mut self, heading: Span) {
        use crate::language::conditions::SourceContext;
        let span = self.prepared.original_span(heading);
        let message = "a heading names whose orders follow; when they are done stands in each of them";
        self.diagnostics.push(
            Diagnostic::error(codes::LABEL, span, message)
                .note("write `Saber:`, and `In the second round, attack Lancer.`"),
        );
    }

    fn arrow(&mut self, sign: Span, mark: char) {
        use crate::language::conditions::SourceContext;
        let name = self.prepared.names.marked(mark).unwrap_or_default();
        let span = self.prepared.original_span(sign);
        self.diagnostics.push(
            Diagnostic::warning(codes::ARROW, span, "a block begins with a name and a colon")
                .suggest(Some(format!("{name}:"))),
        );
    }

    /// Returns a head with an unknown name: letters up to a colon on the same line.
    fn written_head(&mut self, at: usize, fresh: bool) -> Option<(OrderPiece, usize)> {
        if let Some(label) = self.label_without_colon(at) {
            return Some(label);
        }
        let mut end = None;
        for (i, c) in self.rest(at).char_indices().take(MAX_HEAD_LENGTH) {
            match c {
                ':' => {
                    end = Some(i);
                    break;
                }
                c if c.is_alphanumeric() || is_mark(c) || matches!(c, ' ' | '\'' | '-' | '_') => {}
                _ => return None,
            }
        }
        let end = end?;
        let name = self.rest(at).get(..end)?.trim_end();
        let span = Span::new(at, at + name.len());
        let after = at + end + 1;
        let line = self.rest(after).split(['\n', BREAK]).next().unwrap_or("");
        let is_key = ["war", "night", "team", "seat", "token"].iter().any(|key| name.eq_ignore_ascii_case(key));
        // `Night: attack Lancer.` is a label with an order.
        let orders = || begins_order(line.trim_start()) || line.trim().contains(' ');
        if is_key && !(name.eq_ignore_ascii_case("night") && orders()) {
            let lead = line.len() - line.trim_start().len();
            let value = Span::new(after + lead, after + lead + line.trim().len());
            return Some((OrderPiece::Header { key: span, value }, after + line.len()));
        }
        if let Some((from, mark)) = self.one_own(name)
            && let (Some(before), Some(behind)) = (name.get(..from), name.get(from + mark.len_utf8()..))
            && is_name_with_words(before, behind)
        {
            self.arrow(span, mark);
            return Some((OrderPiece::Block(Span::new(at + from, at + from + mark.len_utf8())), after));
        }
        let speech = line.trim_start().starts_with('"');
        // `Support Phase: Calm.` says when the order comes, `IGM: True Healing for Saber.` where it is done.
        if says_when(name, line) || (names_source(name) && !line.trim().is_empty()) {
            return None;
        }
        if label_of(name).is_some() {
            return (!speech).then_some((OrderPiece::Block(span), after));
        }
        let lonely = line.trim().is_empty();
        // `Target priority for Surge: Lancer, else Archer.` is an order.
        let of_targets = name.get(..7).is_some_and(|word| word.eq_ignore_ascii_case("target "));
        if of_targets && !lonely && name.chars().any(|c| is_mark(c) && self.is_no_somebody(c)) {
            return None;
        }
        // `Everything on Lancer: Surge, Cut.` is one too.
        if !lonely && matches_rule(Rule::all_on_head, name) {
            return None;
        }
        // With a name like an own one, the full stop before it may be missing.
        let nearly_own = || nearest(name, self.prepared.names.of_kind(NameKind::Own)).is_some();
        let words = name.split(' ').filter(|w| !w.is_empty()).count();
        (words <= 4 && !speech && !begins_sentence(name) && (fresh || lonely || nearly_own()))
            .then_some((OrderPiece::Block(span), after))
    }

    /// Returns a label that ends in another sign than a colon: `AP) Attack Lancer`, `Support Phase - Guard`.
    fn label_without_colon(&self, at: usize) -> Option<(OrderPiece, usize)> {
        let line = self.starts_line(at).then(|| self.rest(at))?.split(['\n', BREAK]).next().unwrap_or("");
        let end = line.find([')', ':', '"']).into_iter().chain(line.find(" - ")).min()?;
        let name = line.get(..end)?.trim_end();
        let sign = line.get(end..)?;
        let length = match sign.chars().next()? {
            ')' if sign.get(1..).is_some_and(|behind| behind.starts_with(' ')) => 1,
            ' ' => 3,
            _ => return None,
        };
        // In `Turn 1 - Attacking Phase: …` the label ends at the colon.
        let whole = line.split_once(':').is_some_and(|(label, _)| says(label).is_some());
        // `Night 3 - Saber:` begins Saber's block.
        let heads = || {
            let behind = sign.get(length..)?.split_once(':')?.0.trim();
            self.one_own(behind).filter(|(from, mark)| *from == 0 && behind.len() == mark.len_utf8())
        };
        let whole = whole || heads().is_some();
        let plain = name.len() <= MAX_HEAD_LENGTH && !name.contains(is_mark) && says(name).is_some();
        let follows = !sign.get(length..)?.trim().is_empty();
        (plain && !whole && follows).then(|| (OrderPiece::Block(Span::new(at, at + name.len())), at + end + length))
    }

    /// Returns the only mark of a text and its place, if it is the mark of an own character.
    fn one_own(&self, text: &str) -> Option<(usize, char)> {
        let mut marks = text.char_indices().filter(|(_, c)| is_mark(*c));
        let found = marks.next().filter(|(_, mark)| self.prepared.names.mark_is(*mark, NameKind::Own))?;
        marks.next().is_none().then_some(found)
    }

    /// Whether a mark is that of a thing or location, and of nobody.
    fn is_no_somebody(&self, mark: char) -> bool {
        let is = |kind| self.prepared.names.mark_is(mark, kind);
        let thing = [NameKind::Skill, NameKind::Item, NameKind::Service, NameKind::Location].into_iter().any(is);
        thing && ![NameKind::Own, NameKind::Character, NameKind::Team].into_iter().any(is)
    }

    fn starts_line(&self, at: usize) -> bool {
        let before = self.text.get(..at).unwrap_or("").trim_end_matches(' ');
        before.is_empty() || before.ends_with(['\n', BREAK])
    }

    /// Returns where the sentence that begins at `at` ends, and where the text continues.
    fn sentence_end(&mut self, at: usize) -> (usize, usize) {
        let mut byte = at;
        while let Some(c) = self.char_at(byte) {
            let next = byte + c.len_utf8();
            if self.prepared.is_quoted(byte) {
                if c == '"' && self.closes_sentence(byte) {
                    return (next, next);
                }
            } else {
                match c {
                    BREAK => return (self.trimmed(at, byte), next),
                    '.' | '!' if self.is_gap(next) && !self.continues_order(at, next) => return (byte, next),
                    // A question is no order, unless it asks a character to do something, or asks a condition.
                    '?' if self.is_gap(next) && !self.asks_condition(at, next) => return (next, next),
                    '\n' => {
                        let line = self.skip_space(next);
                        let begins = || self.rest(line).split(['\n', BREAK]).next()?.split_once(':');
                        let says_when = begins().is_some_and(|(name, behind)| says_when(name, behind));
                        if says_when || self.head_begins(line) {
                            return (self.trimmed(at, byte), line);
                        }
                    }
                    _ => {}
                }
            }
            byte = next;
        }
        (self.trimmed(at, byte), byte)
    }

    /// Whether a full stop within quotes ends the order, because a new one begins: `Say: "Hello." Move to Bridge.`
    fn closes_sentence(&self, quote: usize) -> bool {
        let stopped = self.text.get(..quote).is_some_and(|before| before.ends_with(['.', '!', '?']));
        let rest = self.rest(quote + 1);
        let next = rest.trim_start();
        // `"Flee this battle now!" To the Bridge.` is one order.
        let cried = self.text.get(..quote).and_then(|before| self.text.get(before.rfind('"')?..=quote));
        let goes_on = next.starts_with("To ")
            || next.starts_with("Command Spell") && self.has_article_before(quote)
            || cried.is_some_and(|cried| leaning::takes_its_place(next, cried));
        stopped && rest.len() > next.len() && next.starts_with(char::is_uppercase) && !goes_on && begins_sentence(next)
    }

    /// `the "Withstand it!" Command Spell`: whether the quote that ends here has an article before it.
    fn has_article_before(&self, quote: usize) -> bool {
        let quoted = self.text.get(..quote).unwrap_or_default();
        let before = quoted.rfind('"').and_then(|opening| quoted.get(..opening)).unwrap_or_default();
        let word = before.trim_end().rsplit(' ').next().unwrap_or_default();
        ["the", "a", "my", "our"].iter().any(|article| word.eq_ignore_ascii_case(article))
    }

    fn head_begins(&mut self, at: usize) -> bool {
        let diagnostics = self.diagnostics.len();
        let found = self.head(at, false).is_some();
        self.diagnostics.truncate(diagnostics);
        found
    }

    fn is_gap(&self, at: usize) -> bool {
        self.char_at(at).is_none_or(|c| c.is_whitespace() || c == BREAK)
    }

    fn trimmed(&self, from: usize, to: usize) -> usize {
        from + self.text.get(from..to).unwrap_or("").trim_end().len()
    }

    /// Whether a question is the condition of what stands behind it on its line.
    fn asks_condition(&self, from: usize, after: usize) -> bool {
        let behind = self.rest(after).split(['\n', BREAK]).next().unwrap_or_default().trim();
        leaning::asks_condition(self.text.get(from..after).unwrap_or_default(), behind)
    }

    /// Whether the text after a full stop belongs to the same order: `… . Otherwise, …`, `… . If not, …`.
    fn continues_order(&self, from: usize, after: usize) -> bool {
        let before = self.text.get(from..after).unwrap_or_default();
        let word = self.rest(after).trim_start();
        let begins = |w: &str| word.get(..w.len()).is_some_and(|start| start.eq_ignore_ascii_case(w));
        let ends = |w: &str| !word.get(w.len()..).is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
        // `Attack Lancer, i.e. use Cut on him`: no sentence ends there.
        [" i.e.", " e.g."].into_iter().any(|short| before.to_ascii_lowercase().ends_with(short))
            || begins("if not,")
            || begins("if not:")
            || begins("but if not,")
            || ["otherwise", "else", "failing that", "in any other case", "in all other cases", "in that case"]
                .into_iter()
                .any(|w| begins(w) && ends(w))
            || (leaning::ANSWERS.into_iter().any(begins) && leaning::holds_back(before))
            || leaning::leans(word, before)
            || leaning::takes_its_place(word, before)
            || leaning::waits_for(before, word)
            || begins("if ") && leaning::keeps_for(before, word)
            || changes(word)
    }
}

/// Whether the words before a colon name a source or a cost, which the sentence after it implies.
fn names_source(words: &str) -> bool {
    ["igm", "at the igm", "at the igm office", "full turn", "public", "buy"]
        .iter()
        .any(|of| words.eq_ignore_ascii_case(of))
}

/// Whether the words before a colon say when the order after it comes.
fn says_when(words: &str, behind: &str) -> bool {
    words.len() <= MAX_HEAD_LENGTH && !behind.trim().is_empty() && matches_rule(Rule::phase_label, &format!("{words}:"))
}

/// Whether a text begins with a sentence that changes the one before it: `If C, B instead.`
fn changes(text: &str) -> bool {
    let begins = |word: &str| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    let sentence = text.split(['.', BREAK, '\n']).next().unwrap_or_default();
    // `… on Archer instead!`, but not the `!` of a quoted Command Spell.
    let called = sentence.split_once("instead!").and_then(|(before, _)| sentence.get(..before.len() + "instead".len()));
    let sentence = called.unwrap_or(sentence).trim_end();
    let end = sentence.len().checked_sub("instead".len()).and_then(|at| sentence.get(at..));
    ["if ", "but if ", "and if "].into_iter().any(begins)
        && end.is_some_and(|word| word.eq_ignore_ascii_case("instead"))
}

/// Returns where a sentence begins in a piece that changes the one before it; `None` if there is none.
pub(crate) fn changing_sentence_start(piece: &str) -> Option<usize> {
    let stops = piece.match_indices('.').map(|(at, _)| at + 1);
    stops.into_iter().find_map(|at| {
        let rest = piece.get(at..)?;
        let next = rest.trim_start();
        (changes(next) || leaning::leans(next, piece.get(..at)?)).then_some(at + rest.len() - rest.trim_start().len())
    })
}

/// Whether a sentence contains a quote that is never closed.
pub(crate) fn has_unclosed(sentence: &str) -> bool {
    sentence.contains(UNCLOSED)
}

/// Whether the words of a heading say when, whether, how often or with whom something is done.
pub(crate) fn says_more(words: &str) -> bool {
    const WORDS: [&str; 70] = [
        "if",
        "unless",
        "when",
        "while",
        "after",
        "before",
        "until",
        "once",
        "only",
        "round",
        "phase",
        "second",
        "first",
        "not",
        "instead",
        "delayed",
        "with",
        "and",
        "twice",
        "thrice",
        "times",
        "tomorrow",
        "yesterday",
        "next",
        "last",
        "later",
        "old",
        "previous",
        "cancelled",
        "canceled",
        "void",
        "draft",
        "nothing",
        "alternative",
        "alternatively",
        "alternatives",
        "backup",
        "contingency",
        "deleted",
        "discarded",
        "else",
        "emergency",
        "example",
        "examples",
        "except",
        "fallback",
        "idea",
        "ideas",
        "ignore",
        "ignored",
        "maybe",
        "never",
        "obsolete",
        "option",
        "optional",
        "options",
        "otherwise",
        "perhaps",
        "possibly",
        "proposal",
        "question",
        "questions",
        "rejected",
        "retracted",
        "suggestion",
        "superseded",
        "tentative",
        "withdrawn",
        "without",
        "worst",
    ];
    let lower = words.to_ascii_lowercase();
    let all: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let said = |word: &&str| WORDS.contains(word) || word.contains(|c: char| c.is_ascii_digit());
    // `Plan B` is one of several plans.
    let lettered = matches!(all.as_slice(), [.., "plan" | "case" | "version" | "set", letter] if letter.len() == 1);
    words.contains(is_mark) || lettered || all.iter().any(said)
}
