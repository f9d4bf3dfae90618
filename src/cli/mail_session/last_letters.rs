//! The last letters of a War that the GM ends. They say what `ended.yaml` says when they are sent, and are not sent
//! without it.

use crate::campaign::error::Result;
use crate::campaign::folder::file_name;
use crate::campaign::game::book::book;
use crate::campaign::game::ended_file::{EndedFile, WarVerdict};
use crate::campaign::transaction::Transaction;
use crate::mail::clock;
use crate::mail::compose::LetterContent;
use crate::mail::outbox::{LetterKind, Outbox, QueuedLetter};

use super::MailSession;

/// The prefix of the names of the last letters.
pub(super) const THE_END: &str = "the-end-";

/// Renders how a War ended, in a sentence.
pub(in crate::cli) fn render_ending(file: &EndedFile) -> String {
    let night = file.night;
    match (file.how, &file.winner) {
        (WarVerdict::Winner, Some(team)) => format!("The War ends with night {night}: {team} has won."),
        (WarVerdict::Draw, _) => format!("The War ends with night {night}, as a draw."),
        (WarVerdict::Abandoned | WarVerdict::Winner, _) => {
            format!("The War ends with night {night}: it is played no further.")
        }
    }
}

impl MailSession {
    /// Whether a letter says that the War is over, but the GM has taken the end back.
    pub(in crate::cli) fn is_taken_back(&self, letter: &QueuedLetter) -> bool {
        letter.name.starts_with(THE_END) && self.game.end_file.is_none()
    }

    /// Whether a last letter is still to be sent.
    pub(in crate::cli) fn has_waiting_last_letters(&self) -> Result<bool> {
        let outbox = Outbox::open(&self.game.folder.night(self.mailed_war.night))?;
        Ok(outbox.letters().iter().any(|letter| letter.name.starts_with(THE_END) && self.is_due(letter)))
    }

    /// The number of readers who were mailed the end of a War that goes on.
    pub(in crate::cli) fn count_misinformed_of_end(&self) -> Result<usize> {
        let outbox = Outbox::open(&self.game.folder.night(self.mailed_war.night))?;
        let is_misinformed = |letter: &&QueuedLetter| self.is_taken_back(letter) && letter.was_handed_over();
        let mut readers: Vec<&str> =
            outbox.letters().iter().filter(is_misinformed).map(|letter| letter.about.to.as_str()).collect();
        readers.sort_unstable();
        readers.dedup();
        Ok(readers.len())
    }

    /// Drafts a last letter with the book to every player of a War that is ended. A waiting letter of an earlier end is
    /// rewritten; a reader of an earlier last letter gets another one.
    pub(in crate::cli) fn draft_last_letters(&self, change: &mut Transaction, book_html: &str) -> Result<()> {
        if self.file.mail.sender.is_none() {
            return Ok(());
        }
        let mut outbox = Outbox::open(&self.game.folder.night(self.mailed_war.night))?;
        for person in &self.mailed_war.people {
            let (Some(to), Some(seat)) = (&person.email, self.mailed_war.seats.get(person.seat)) else { continue };
            let names = (1..).map(|number| match number {
                1 => format!("{THE_END}{}", file_name(to)),
                number => format!("{THE_END}{number}-{}", file_name(to)),
            });
            let is_unsent = |name: &String| outbox.letter(name).is_none_or(|letter| letter.state.is_due());
            let Some(name) = names.into_iter().find(is_unsent) else { continue };
            let Some(draft) = self.make_last_letter(&outbox, &name, to, book_html)? else { continue };
            let kind_and_seat = (LetterKind::Notice, Some(seat.name.as_str()));
            self.write_letter(change, &mut outbox, &name, kind_and_seat, &draft, self.deadline_facts()?)?;
        }
        Ok(())
    }

    /// Makes the last letter to an address, as it would be sent now; `None` if the War goes on.
    fn make_last_letter(
        &self,
        outbox: &Outbox,
        name: &str,
        to: &str,
        book_html: &str,
    ) -> Result<Option<LetterContent>> {
        let Some(ended) = &self.game.end_file else { return Ok(None) };
        let person = self.mailed_war.people.iter().find(|person| person.email.as_deref() == Some(to));
        let earlier_letter = |letter: &&QueuedLetter| {
            letter.name.starts_with(THE_END) && letter.name != name && letter.about.to == to && letter.was_handed_over()
        };
        let earlier_letter = outbox.letters().iter().find(earlier_letter);
        let earlier_letter =
            earlier_letter.map(|_| "What you were mailed of its end before holds no longer.".to_owned());
        let thanks = "The book of the War is attached: every sheet, every update and the whole log.".to_owned();
        let words: Vec<String> = std::iter::once(render_ending(ended)).chain(earlier_letter).chain([thanks]).collect();
        let mut draft = self.make_notice(to, person.and_then(|person| person.name.clone()), name, &words)?;
        draft.subject = format!("{}: the end", self.mailed_war.title);
        draft.attached.push(("the-book-of-the-war.html".to_owned(), book_html.to_owned()));
        Ok(Some(draft))
    }

    /// Makes a waiting last letter again, as it would be sent now.
    pub(super) fn remake_last_letter(&self, outbox: &Outbox, letter: &QueuedLetter) -> Result<Option<LetterContent>> {
        match self.game.end_file {
            None => Ok(None),
            Some(_) => self.make_last_letter(outbox, &letter.name, &letter.about.to, &book(&self.game)?),
        }
    }

    /// The night that accepts orders with its deadline, or how the War ended, as one text: the facts that letters may
    /// state.
    pub(in crate::cli) fn render_facts(&self, due: Option<&jiff::Zoned>) -> String {
        let facts = clock::deadline_key(self.mailed_war.night, due);
        match (&self.game.end_file, self.mailed_war.end_night) {
            (Some(ended), _) => format!("{facts}, {}", render_ending(ended)),
            (None, Some(night)) => format!("{facts}, ended on night {night}"),
            (None, None) => facts,
        }
    }
}
