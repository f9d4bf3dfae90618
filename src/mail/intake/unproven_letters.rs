//! Letters that prove no seat, or whose sender is in doubt.

use crate::mail::inbox::LetterOutcome;
use crate::mail::letter::farewell::without_farewell;
use crate::mail::letter::greeting::without_greeting;
use crate::mail::letter::{Letter, LetterText, SenderVerdict};
use crate::mail::letter_templates::OrderReceipt;
use crate::mail::sender::SenderDoubt;

use super::Intake;
use super::decisions::Decision;
use super::decisions::{first_lines_twice, meaningful_lines};

/// The answer to a letter without a right token; it is the same whatever is wrong with the token.
pub(super) const TOKEN_MISSING_OR_WRONG: &str = "Its token is missing or wrong. Send it again with a line `Token: …` and the token that the GM gave you; \
if you have it no more, ask the GM for another.";

/// The answer to a letter that has no words of its writer's own.
pub(super) const ALL_IS_QUOTED: &str = "All of it stands in a quotation of another letter, of which nothing is read: send it again with \
your token and what you have to say above the quotation, in lines of your own.";

/// Whether a letter has no words of its writer's own.
pub(super) fn is_all_quoted(letter: &Letter) -> bool {
    let own = |text: &LetterText| text.text.trim().is_empty() && text.signature.trim().is_empty();
    !letter.texts.is_empty() && letter.texts.iter().all(own)
}

impl Intake<'_> {
    pub(super) fn refuse_token(&self, why: &str) -> Decision {
        let receipt = OrderReceipt {
            war: self.mailed_war.title.clone(),
            night: self.mailed_war.night,
            outcome: "refused".to_owned(),
            why: vec![TOKEN_MISSING_OR_WRONG.to_owned()],
            ..OrderReceipt::default()
        };
        Decision {
            outcome: Some(LetterOutcome::Refused),
            reason: why.to_owned(),
            receipt: Some(receipt),
            ..Decision::default()
        }
    }

    /// Decides about a letter without a token from a player's address: its words are for the GM and order nothing. A
    /// list of offered words is refused, and so is a letter that its domain disowns.
    pub(super) fn decide_without_token(&self, letter: &Letter, further: usize) -> Decision {
        let mut decision = self.refuse_token("it has no token, and claims to be from a player's address");
        let own = self
            .mailed_war
            .people
            .iter()
            .filter(|person| letter.from.as_deref().is_some_and(|address| person.has_address(address)));
        let names: Vec<&str> =
            own.filter_map(|writer| writer.name.as_deref()).chain([letter.from_name.as_str()]).collect();
        let gm = self.gm_names();
        let without_courtesies = |text: &LetterText| {
            let greeted = without_greeting(&text.text, &gm, |_| false);
            LetterText { text: without_farewell(&greeted, &names, |_| false), ..text.clone() }
        };
        let bare_letter = Letter { texts: letter.texts.iter().map(without_courtesies).collect(), ..letter.clone() };
        decision.notes = meaningful_lines(&bare_letter);
        // Of a list of offered words, only lines of several words are kept.
        decision.notes.retain(|note| further == 0 || note.contains(' '));
        if further > 0 || matches!(letter.verdict, SenderVerdict::Disowned(_)) {
            return decision;
        }
        decision.outcome = Some(LetterOutcome::SetAside);
        let is_quoted = is_all_quoted(letter);
        if is_quoted {
            decision.reason.push_str("; all of it stands in a quotation");
        }
        if let Some(receipt) = &mut decision.receipt {
            receipt.outcome = "set-aside".to_owned();
            if is_quoted {
                receipt.why = vec![ALL_IS_QUOTED.to_owned()];
            }
            receipt.why.push("The GM will read what it says all the same; orders are taken, and requests are answered, with a token alone.".to_owned());
        }
        decision
    }

    pub(super) fn decide_doubtful(&self, mut decision: Decision, doubt: SenderDoubt, letter: &Letter) -> Decision {
        let (why, reply) = match doubt {
            SenderDoubt::OtherAddress => (
                "its token is right, but its sender's address is not the player's",
                "It came from an address that is not yours, with your token in it. If it is yours, tell the GM.",
            ),
            SenderDoubt::Disowned => ("its token is right, but the domain it claims to be from disowns it", ""),
            SenderDoubt::Guessed => (
                "its token is right, but it comes behind many wrong ones",
                "Letters with wrong tokens have come in your name. So that nobody guesses yours, this one waits for the GM. \
                 Write your orders as an answer to this letter, or to any other that I sent you: those hold at once.",
            ),
        };
        decision.outcome = Some(LetterOutcome::SetAside);
        decision.reason = why.to_owned();
        decision.is_doubted = true;
        let mut receipt = self.new_receipt(decision.seat, decision.person, "set-aside", letter);
        receipt.why.extend((!reply.is_empty()).then(|| reply.to_owned()));
        (decision.set_aside_text, receipt.kept) = first_lines_twice(&letter.texts);
        decision.receipt = Some(receipt);
        decision
    }
}
