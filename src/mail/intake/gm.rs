//! Decides about the GM's own letters.

use crate::mail::backoff::{Failures, failures_of_address};
use crate::mail::gm_letters::{GmCommand, has_actions, parse_commands, render_confirm_reminder};
use crate::mail::inbox::LetterOutcome;
use crate::mail::letter::farewell::without_farewell;
use crate::mail::letter::greeting::without_greeting;
use crate::mail::letter::{Letter, LetterText};
use crate::mail::sender::{SenderClaim, prove_sender, strip_tokens};

use super::decisions::Decision;
use super::decisions::set_aside_because;
use super::unproven_letters::TOKEN_MISSING_OR_WRONG;
use super::{Intake, SeatProof};

impl Intake<'_> {
    /// Decides about a letter that the GM wrote: one from the GM's address with the GM's own token. `None` for any
    /// other.
    pub(super) fn decide_gm(&self, letter: &Letter, proof: SeatProof, arrived: i64) -> Option<Decision> {
        let gm = self.context.gm.as_ref().filter(|_| proof == SeatProof::Letter && letter.unanswerable.is_none())?;
        let from = letter.from.as_deref().filter(|from| gm.has_address(from))?;
        let found = prove_sender(letter, std::slice::from_ref(gm));
        let SenderClaim::Proven { doubt: None, .. } = found.claim else {
            // A GM who also plays may write as a player; nobody else writes from that address.
            let is_player_address = self.mailed_war.people.iter().any(|person| person.has_address(from));
            return (!is_player_address && found.claim == SenderClaim::NoToken).then(|| {
                let refused = self.refuse_token("it is from the GM's address, and has no token");
                Decision { guesses: found.wrong, ..self.explain_to_gm(letter, refused) }
            });
        };
        let thread: Vec<&String> = letter.answers.iter().chain(&letter.references).collect();
        let known = thread.iter().any(|id| self.context.sent_to.get(*id).is_some_and(|to| gm.has_address(to)));
        let all = self.all_entries();
        let slowed_until =
            failures_of_address(all.iter(), arrived, from).and_then(|found| Failures::waits_until(&found));
        if gm.has_weak_token && !known && slowed_until.is_some_and(|until| arrived < until) {
            return Some(set_aside_because("it has the GM's token, but comes behind many wrong ones"));
        }
        let bare =
            |text: &LetterText| LetterText { text: strip_tokens(&text.text, found.line.as_deref()), ..text.clone() };
        let texts: Vec<LetterText> = letter.texts.iter().map(bare).collect();
        let names: Vec<&str> = gm.name.as_deref().into_iter().chain([letter.from_name.as_str()]).collect();
        let mut gm = parse_commands(&texts, &names);
        gm.retain(|word| !is_courtesy(word, &names, &self.mailed_war.title));
        // A bare `confirm` confirms the letter that is answered. Other commands beside it are reported as not done; if
        // no letter can be meant, the program mails back what they would do.
        if let Some(index) = gm.iter().position(|word| matches!(word, GmCommand::Confirm(_))) {
            let echo = thread.iter().rev().find_map(|id| self.context.echoes.get(*id).cloned());
            let confirmed_id = match gm.remove(index) {
                GmCommand::Confirm(Some(id)) => Some(id),
                _ => echo,
            };
            gm.insert(0, GmCommand::Confirm(confirmed_id));
        }
        let why = match gm.as_slice() {
            [] => "the GM's own letter, which says nothing".to_owned(),
            [GmCommand::Confirm(Some(id)), ..] => format!("the GM confirms letter {id}"),
            [GmCommand::Confirm(None)] => "the GM confirms, and no letter that could be meant".to_owned(),
            _ => "the GM's own letter: what would come of it is mailed back".to_owned(),
        };
        Some(Decision { outcome: Some(LetterOutcome::Answered), reason: why, gm, ..Decision::default() })
    }

    /// Rewrites the answer to an unproven letter that goes to the GM's own address: it lists the letters that wait for
    /// the GM's `confirm`, and what to send.
    pub(super) fn explain_to_gm(&self, letter: &Letter, mut decision: Decision) -> Decision {
        let Some(gm) = &self.context.gm else { return decision };
        let (true, Some(receipt)) =
            (letter.from.as_deref().is_some_and(|from| gm.has_address(from)), &mut decision.receipt)
        else {
            return decision;
        };
        receipt.why.retain(|why| why != TOKEN_MISSING_OR_WRONG);
        let mut explanation = String::from(
            "Nothing of it is done. It has not the GM's token: what the GM writes counts with a line `Token: …` alone.",
        );
        if gm.token.is_none() {
            explanation.push_str(" War.yaml has no token of yours: `grail seat WAR GM --new-token` draws one.");
        }
        receipt.why.insert(0, explanation);
        receipt.why.extend(self.context.unconfirmed.iter().map(|(id, subject)| render_confirm_reminder(id, subject)));
        // Letters of the same import wait too.
        let new = self.entries.iter().filter(|entry| entry.taken == self.context.now && has_actions(&entry.gm));
        let known = |id: &String| self.context.unconfirmed.iter().any(|(known, _)| known == id);
        receipt.why.extend(
            new.filter(|entry| !known(&entry.id)).map(|entry| render_confirm_reminder(&entry.id, &entry.subject)),
        );
        decision
    }
}

/// Whether a line is only a greeting or a farewell; `names` are the GM's own.
fn is_courtesy(word: &GmCommand, names: &[&str], title: &str) -> bool {
    let GmCommand::Unread(line) = word else { return false };
    let greeted = without_greeting(line, &[title, "Grail"], |_| false);
    let without_signature = without_farewell(line, names, |_| false);
    greeted.trim().is_empty() || without_signature.trim().is_empty()
}
