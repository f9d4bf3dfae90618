//! What is said of a label within a block (`Daytime: scout the Market.`): the block goes on.

use super::{File, codes};
use crate::language::conditions::Places as _;
use crate::language::diagnostic::Diagnostic;
use crate::language::prepare::heads::{Label, is_of_the_day};
use crate::language::prepare::split::says_more;
use crate::language::span::Span;
use crate::vocabulary::text::capitalised;

impl File<'_> {
    /// A heading of nobody below which nothing stands: what it says of the orders is in none of them.
    pub(super) fn title(&mut self) {
        let Some((title, read)) = self.titled.take() else { return };
        let words = self.text(title);
        let night =
            words.to_ascii_lowercase().split_whitespace().collect::<Vec<_>>().windows(2).find_map(|pair| match pair {
                ["night", number] => number.parse().ok(),
                _ => None,
            });
        if self.read.len() != read {
            return;
        }
        match night {
            Some(night)
                if self.parsed.header.night.is_none()
                    && !says_more(&words.replace(|c: char| c.is_ascii_digit(), "")) =>
            {
                self.parsed.header.night = Some((night, self.prepared.place(title)));
            }
            _ if says_more(words) => {
                self.say(codes::heading(self.prepared.place(title), &self.shown(title)));
            }
            _ => {}
        }
    }

    /// Says that a label is no name, whose orders go on, and how to say what it may have meant.
    /// `reads` where an order follows it.
    pub(super) fn labelled(&mut self, name: Span, label: Label, sentence: Span, reads: bool) {
        let (word, actor) = (self.named(name), self.actor.as_ref().map_or("", |actor| actor.text.as_str()));
        if label == Label::Remark && !reads {
            let place = self.prepared.place(Span::new(name.start, sentence.end));
            let message = format!("`{word}:` begins no block and no order follows it: these words are passed over");
            let fault = Diagnostic::error(codes::LABEL, place, message)
                .note("an order stands without a word before it; `#` before a remark keeps it out of the orders")
                .suggest(Some(format!("# {word}: …")));
            return self.say(self.with_lines(fault, sentence));
        }
        let message = format!("`{word}` is no character: what follows is read as an order of `{actor}`");
        let note = if label == Label::Remark {
            format!("leave `{word}:` out; `#` before a remark keeps it out of the orders")
        } else if is_of_the_day(&word) {
            format!("leave `{word}:` out: scouting is by day wherever it stands, everything else by night")
        } else {
            format!(
                "leave `{word}:` out: the order itself says when it comes, as `… in the 2nd Attacking Phase.`, `When C, …`"
            )
        };
        let order = capitalised(&self.shown(sentence));
        let diagnostic = Diagnostic::error(codes::LABEL, self.prepared.place(name), message).note(note);
        self.say(diagnostic.suggest(reads.then(|| format!("{order}."))));
    }
}
