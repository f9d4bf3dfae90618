//! Establishes the seat of a letter.

use crate::campaign::error::Result;
use crate::mail::letter::{Letter, Unanswerable};
use crate::mail::sender::{Correspondent, Proof, SenderClaim, SenderDoubt, prove_sender};

use super::decisions::{Decision, set_aside_because};
use super::token_guesses::render_too_many_offers;
use super::{Intake, SeatProof};

impl Intake<'_> {
    pub(super) fn decide_letter(
        &self,
        letter: &mut Letter,
        proof: SeatProof,
        arrived: i64,
        raw: &[u8],
    ) -> Result<Decision> {
        if letter.unanswerable == Some(Unanswerable::Bounce) {
            return Ok(self.decide_bounce(letter, raw));
        }
        if let Some(decision) = self.decide_gm(letter, proof, arrived) {
            return Ok(decision);
        }
        if letter
            .from
            .as_ref()
            .is_some_and(|from| self.context.referee_addresses.iter().any(|own| own.eq_ignore_ascii_case(from)))
        {
            letter.unanswerable = Some(Unanswerable::Automatic);
            return Ok(set_aside_because("it is from the referee's own address"));
        }
        if let SeatProof::GmSays(seat) | SeatProof::Posted { seat, .. } = proof {
            let (person, line) = self.find_writer(letter, seat, proof);
            return self.decide_proven(
                Decision { person, seat: Some(seat), line, ..Decision::default() },
                letter,
                proof,
                arrived,
            );
        }
        let Proof { claim, wrong, further, line } = prove_sender(letter, &self.mailed_war.people);
        let with_guesses =
            |decision: Decision| Decision { guesses: wrong, note: render_too_many_offers(further), ..decision };
        match claim {
            SenderClaim::Proven { person, doubt, others } => {
                let Some(seat) = self.mailed_war.people.get(person).map(|person| person.seat) else {
                    return Ok(set_aside_because("its seat is not known"));
                };
                let note = self.render_token_notes(&others, wrong);
                let decision = Decision {
                    person: Some(person),
                    seat: Some(seat),
                    guesses: wrong,
                    line,
                    note,
                    ..Decision::default()
                };
                let confirms_address = doubt == Some(SenderDoubt::OtherAddress) && self.confirms_address(letter, seat);
                let doubt_after_guesses =
                    || self.is_too_soon(letter, person, seat, arrived).then_some(SenderDoubt::Guessed);
                match doubt.filter(|_| !confirms_address).or_else(doubt_after_guesses) {
                    Some(doubt) => Ok(self.decide_doubtful(decision, doubt, letter)),
                    None => self.decide_proven(decision, letter, proof, arrived),
                }
            }
            // A letter that no player wrote is refused without a reason.
            SenderClaim::WrongToken | SenderClaim::NoToken | SenderClaim::Stranger if letter.unanswerable.is_some() => {
                Ok(with_guesses(set_aside_because(letter.unanswerable.map_or("", Unanswerable::words))))
            }
            SenderClaim::WrongToken => {
                Ok(with_guesses(self.explain_to_gm(letter, self.refuse_token("its token is nobody's"))))
            }
            SenderClaim::NoToken => {
                Ok(with_guesses(self.explain_to_gm(letter, self.decide_without_token(letter, further))))
            }
            SenderClaim::Stranger => {
                let decision = set_aside_because(match wrong {
                    0 => "it has no token, and its sender is no player",
                    _ => "what it has for a token is nobody's, and its sender is no player",
                });
                // If somebody has no address, a stranger's word may be a guess at their token.
                let somebody_lacks_address = self.mailed_war.people.iter().any(Correspondent::has_no_address);
                Ok(if somebody_lacks_address { with_guesses(decision) } else { decision })
            }
        }
    }

    /// Finds who of a seat wrote a letter whose seat the GM or a forum names, and the token line that shows it. It is
    /// the player if nothing shows who wrote it.
    fn find_writer(&self, letter: &Letter, seat: usize, proof: SeatProof) -> (Option<usize>, Option<String>) {
        let people = || self.mailed_war.people.iter().enumerate().filter(|(_, person)| person.seat == seat);
        let player = people().map(|(number, _)| number).next();
        if !matches!(proof, SeatProof::GmSays(_)) {
            return (player, None);
        }
        let Proof { claim, line: token_line, .. } = prove_sender(letter, &self.mailed_war.people);
        let proven = match claim {
            SenderClaim::Proven { person, .. } => people().map(|(number, _)| number).find(|number| *number == person),
            SenderClaim::WrongToken | SenderClaim::NoToken | SenderClaim::Stranger => None,
        };
        let from = letter.from.as_deref().unwrap_or_default();
        let find_by_address = || people().find(|(_, person)| person.has_address(from)).map(|(number, _)| number);
        (proven.or_else(find_by_address).or(player), token_line.filter(|_| proven.is_some()))
    }
}
