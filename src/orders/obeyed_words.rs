//! The words of "Obey me!": whether they are an order that its Servant can carry out, who speaks in them, and which
//! orders of the Servant's own they forbid (R171, A138).
//!
//! The Night reads the words as the Servant's own seat might have written them. But the Master speaks: `me` in them is
//! the Master. Words that are no order are the GM's to weigh, and the player is told so before the letter is sent.

use super::canonical_names::same_name;
use super::{CheckedFile, Checker, check_with};
use crate::language::codes;
use crate::language::condition::{Who, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{ActionKind, Order, SpellObject};
use crate::language::order_text;
use crate::language::prepare::split::begins_order;
use crate::language::span::{Source, Span};
use crate::perception::view::{OwnCharacter, View};

/// The words of a command, with those concerned.
struct SpokenCommand<'a> {
    master: &'a OwnCharacter,
    servant: &'a OwnCharacter,
    text: &'a str,
    /// Whether they stand in quotes, so that it is clear where they end.
    is_quoted: bool,
    span: Span,
}

/// Reads words as orders of a Servant; `None` if they do not read without faults. Commands that keep a Servant from
/// something (`Do nothing`, `Stay`) are no orders beside its own, what somebody else is to do is no order of its, and
/// the GM decides whom `everyone except Lancer` means (R171, A138).
pub(crate) fn read_as_orders(servant: &str, words: &str, view: &View) -> Option<Vec<Order<Written>>> {
    let checked = check_words(servant, words, view);
    let is_others = checked.plan.iter().any(|order| !same_name(&order.actor.text, servant));
    let is_ambiguous = checked.diagnostics.iter().any(|diagnostic| diagnostic.code == codes::STRIKES_ONE);
    let is_readable = !checked.has_errors() && !checked.plan.is_empty() && !is_others && !is_ambiguous;
    (is_readable && !keeps_still(&checked)).then_some(checked.plan)
}

fn check_words(servant: &str, words: &str, view: &View) -> CheckedFile {
    check_with(&Source::new("a command", format!("{servant}:\n  {words}\n")), view, false)
}

fn keeps_still(checked: &CheckedFile) -> bool {
    checked.plan.iter().flat_map(|order| order.body.actions()).any(|action| action.kind == ActionKind::Stay)
}

/// Whether words only keep a Servant from something: `Never attack Illya`, `Stay`.
fn is_prohibition(servant: &str, words: &str, view: &View) -> bool {
    let checked = check_words(servant, words, view);
    let is_kept = checked.plan.is_empty() && checked.diagnostics.iter().any(|note| note.code == codes::NOTE);
    !checked.has_errors() && (is_kept || keeps_still(&checked))
}

impl Checker<'_> {
    /// Checks the words of "Obey me!", and puts the Master's name in the place of `me`.
    pub(super) fn check_obeyed_words(&mut self, order: &mut Order<Written>, words: &str, actor: &OwnCharacter) {
        let view = self.view;
        for action in order.body.actions_mut() {
            let ActionKind::Command { servant, spell, object: SpellObject::Text(text) } = &mut action.kind else {
                continue;
            };
            let Some(servant) = find_commanded(servant, actor, view).filter(|_| same_name(&spell.text, "Obey me!"))
            else {
                continue;
            };
            let is_quoted = stands_in_quotes(words, text);
            let spoken = SpokenCommand { master: actor, servant, text, is_quoted, span: action.span };
            match self.bind_spoken(&spoken) {
                Ok(bound) => {
                    let spoken = SpokenCommand { text: &bound, ..spoken };
                    self.report_unreadable(&spoken);
                    *text = bound;
                }
                Err(fault) => self.push_diagnostic(*fault),
            }
        }
    }

    /// The words with the Master's name in the place of `me`. Words that may be the Master's own order are an error.
    fn bind_spoken(&self, spoken: &SpokenCommand<'_>) -> Result<String, Box<Diagnostic>> {
        let (master, servant) = (&spoken.master.name, &spoken.servant.name);
        if let Some(part) = parts_behind_joints(spoken.text).find(|part| self.may_be_masters(part, spoken)) {
            let quoted = format!("Command {servant} \"Obey me!\": \"{}\".", spoken.text);
            let message = format!("who does `{}`: `{servant}`, by the words of the spell, or `{master}`?", part.trim());
            return Err(Box::new(
                Diagnostic::error(codes::WHOM, spoken.span, message)
                    .note(format!("`{servant}`: put all words of the spell in quotes, `{quoted}`"))
                    .note(format!("`{master}`: end the words before it, and write it as an order of its own")),
            ));
        }
        put_speaker(spoken.text, master).ok_or_else(|| {
            let message =
                format!("who is `I` in these words? `{master}` speaks them, and `{servant}` is to carry them out");
            Box::new(
                Diagnostic::error(codes::WHOM, spoken.span, message)
                    .note(format!("write the name: `{master}` or `{servant}`"))
                    .note(format!("what `{master}` does is no order for `{servant}`: write it on a line of its own")),
            )
        })
    }

    /// Whether a part of unquoted words begins another order, which could be the Master's own.
    fn may_be_masters(&self, part: &str, spoken: &SpokenCommand<'_>) -> bool {
        let begins_with = |name: &str| {
            part.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
                && !part.get(name.len()..).is_some_and(|rest| rest.starts_with(char::is_alphanumeric))
        };
        let names = |who: &'_ OwnCharacter| {
            who.skills.iter().flat_map(|card| &card.names).chain(&who.items).any(|name| begins_with(name))
        };
        !spoken.is_quoted && (begins_order(part) || (names(spoken.master) && !names(spoken.servant)))
    }

    /// Says what comes of words that are no order: nobody they name, or what the GM is asked.
    fn report_unreadable(&mut self, spoken: &SpokenCommand<'_>) {
        let (servant, text, view) = (&spoken.servant.name, spoken.text, self.view);
        if read_as_orders(servant, text, view).is_some() {
            return;
        }
        if is_prohibition(servant, text, view) {
            let message = format!(
                "the GM sees to it that `{servant}` keeps to this: the program does not, and asks the GM (A138)"
            );
            self.push_warning(codes::LEFT_TO_GM, spoken.span, message)
                .notes
                .push(format!("order `{servant}` nothing that these words forbid"));
            return;
        }
        let checked = check_words(servant, text, view);
        let first = checked.diagnostics.iter().find(|diagnostic| diagnostic.is_error());
        if let Some(nobody) = first.filter(|diagnostic| diagnostic.code == codes::NOBODY_MEANT) {
            let message = format!("in the words of the spell: {}", nobody.message);
            self.push_error(codes::NOBODY_MEANT, spoken.span, message)
                .notes
                .push("the words are read by themselves: write the name in them".to_owned());
            return;
        }
        let message =
            format!("the program does not carry out these words: the GM is asked what `{servant}` does by them (A138)");
        let reason = first.map(|error| format!("as an order of `{servant}`: {}", error.message));
        let notes = &mut self.push_warning(codes::LEFT_TO_GM, spoken.span, message).notes;
        notes.extend(reason);
        notes.push(format!("write in the quotes what `{servant}` could be ordered: `Attack TARGET.`"));
    }

    /// Rejects orders of a Servant that the words of a Command Spell in the same letter forbid.
    pub(super) fn reject_forbidden_by_command(&mut self, orders: &[Order<Written>]) {
        for order in orders.iter().filter(|order| !order.body.is_conditional()) {
            let Some(actor) = self.view.own(&order.actor.text) else { continue };
            let commands = order.body.actions().filter(|action| action.delay.is_none());
            for action in commands {
                let ActionKind::Command { servant, spell, object: SpellObject::Text(text) } = &action.kind else {
                    continue;
                };
                let servant = find_commanded(servant, actor, self.view);
                if let Some(servant) = servant.filter(|_| same_name(&spell.text, "Obey me!")) {
                    self.reject_forbidden_orders(orders, order.number, servant, text);
                }
            }
        }
    }

    fn reject_forbidden_orders(
        &mut self,
        orders: &[Order<Written>],
        number: usize,
        servant: &OwnCharacter,
        text: &str,
    ) {
        if self.faulty.contains(&number) || !is_prohibition(&servant.name, text, self.view) {
            return;
        }
        let is_own = |order: &&Order<Written>| same_name(&order.actor.text, &servant.name);
        for own in orders.iter().filter(is_own) {
            if self.faulty.contains(&own.number) || !is_forbidden(own, servant, text, self.view) {
                continue;
            }
            let message = format!("order {number} is a Command Spell that forbids this: `{text}` (R171)");
            if own.body.is_conditional() {
                self.push_warning(codes::LEFT_TO_GM, own.span, message)
                    .notes
                    .push("if it comes up, it is for the GM to say whether it is done".to_owned());
            } else {
                self.push_error(codes::FORBIDDEN_BY_COMMAND, own.span, message)
                    .notes
                    .push("take one of the two out".to_owned());
                self.faulty.push(own.number);
            }
        }
    }
}

/// Whether an order does not stand beside words that keep its actor from something.
fn is_forbidden(order: &Order<Written>, servant: &OwnCharacter, text: &str, view: &View) -> bool {
    let words = text.trim_end_matches(['.', '!', ' ']);
    let both = check_words(&servant.name, &format!("{words}.\n  {}", order_text::order_sentence(order)), view);
    let beside_stay = || both.diagnostics.iter().any(|diagnostic| diagnostic.code == codes::STAYS_AND_GOES);
    both.has_errors() || beside_stay()
}

/// The seat's own Servant whom a Command Spell is for.
fn find_commanded<'v>(servant: &Who<Written>, master: &OwnCharacter, view: &'v View) -> Option<&'v OwnCharacter> {
    match servant {
        Who::Named(name) => view.own(&name.text),
        _ => master.servants.first().filter(|_| master.servants.len() == 1).and_then(|name| view.own(name)),
    }
}

/// Whether the words of a spell stand in quotes in an order. Words that are not found there are canonical, and do.
fn stands_in_quotes(written: &str, text: &str) -> bool {
    let (written, text) = (written.to_lowercase(), text.to_lowercase());
    let core = text.trim_start_matches("do not ").trim_start_matches("never ");
    let Some(at) = written.rfind(core) else { return true };
    let before = written.get(..at).unwrap_or_default();
    let opened = before.matches('\u{201C}').count() > before.matches('\u{201D}').count();
    opened || before.matches('"').count() % 2 == 1
}

/// The text behind each word or mark that may join one order to another.
fn parts_behind_joints(text: &str) -> impl Iterator<Item = &str> {
    const JOINTS: [&str; 7] = ["; ", ", ", " and ", " then ", ". ", "! ", " but "];
    JOINTS.into_iter().flat_map(move |joint| {
        text.match_indices(joint).filter_map(move |(at, _)| text.get(at + joint.len()..)).map(str::trim_start)
    })
}

/// Words with the speaker's name in the place of `me`, `my`, `I have`; `None` where `I` does something.
fn put_speaker(text: &str, speaker: &str) -> Option<String> {
    let mut out = String::new();
    let mut words = text.split_inclusive(|c: char| !c.is_alphanumeric() && c != '\'' && c != '\u{2019}').peekable();
    while let Some(piece) = words.next() {
        let word = piece.trim_end_matches(|c: char| !c.is_alphanumeric());
        let behind = piece.get(word.len()..).unwrap_or_default();
        let lower = word.to_lowercase().replace('\u{2019}', "'");
        let bound = match lower.as_str() {
            "me" | "myself" => speaker.to_owned(),
            "my" => format!("{speaker}'s"),
            "i'm" => format!("{speaker} is"),
            "i" => {
                let next = words.peek().map(|next| next.trim_end_matches(|c: char| !c.is_alphanumeric()));
                let verb = match next.map(str::to_lowercase).as_deref() {
                    Some("have") => "has",
                    Some("am") => "is",
                    Some("was") => "was",
                    _ => return None,
                };
                let behind_verb = words.next().and_then(|verb| verb.chars().last()).filter(|c| !c.is_alphanumeric());
                out.push_str(&format!("{speaker} {verb}"));
                out.extend(behind_verb);
                continue;
            }
            "i'll" | "i've" | "i'd" | "mine" => return None,
            _ => {
                out.push_str(piece);
                continue;
            }
        };
        out.push_str(&bound);
        out.push_str(behind);
    }
    Some(out)
}
