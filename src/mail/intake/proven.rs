//! Establishes the seat of a letter, and decides about a letter that is certainly a seat's.

use std::collections::BTreeSet;

use crate::campaign::error::Result;
use crate::mail::clock;
use crate::mail::inbox::{CharacterWords, LetterOutcome, WordsStanding};
use crate::mail::letter::farewell::without_farewell;
use crate::mail::letter::greeting::without_greeting;
use crate::mail::letter::{Letter, LetterText, Unanswerable};
use crate::mail::mailed_war::{CharacterOrders, MailedWar};
use crate::mail::reply::RequestReply;
use crate::mail::requests::ParsedRequests;
use crate::mail::sender::{Correspondent, Proof, SenderClaim, SenderDoubt, prove_sender, strip_tokens};

use crate::vocabulary::text::bare_words;

use super::after_war::decide_after_war;
use super::decisions::{
    Decision, add_reason, describe_unvouched_sender, first_lines_twice, make_character_words, refuse, set_aside,
    set_aside_because, sort_by_position, take_fitting_remarks, to_sentence, words_by_standing,
};
use super::token_guesses::render_too_many_offers;
use super::{Intake, MAX_REMARKS, SeatProof, TOO_LATE};

/// How to ask for something, for writers who are not understood.
const HOW_TO_ASK: &str = "If the night need not wait for you, write `I am ready.` in a line of its own; `help` in one says what else may be asked.";

impl Intake<'_> {
    pub(super) fn decide_letter(
        &self,
        letter: &mut Letter,
        mode: SeatProof,
        arrived: i64,
        raw: &[u8],
    ) -> Result<Decision> {
        if letter.unanswerable == Some(Unanswerable::Bounce) {
            return Ok(self.decide_bounce(letter, raw));
        }
        if let Some(decision) = self.decide_gm(letter, mode, arrived) {
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
        if let SeatProof::GmSays(seat) | SeatProof::Posted { seat, .. } = mode {
            let (person, line) = self.find_writer(letter, seat, mode);
            return self.decide_proven(
                Decision { person, seat: Some(seat), line, ..Decision::default() },
                letter,
                mode,
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
                    None => self.decide_proven(decision, letter, mode, arrived),
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
    fn find_writer(&self, letter: &Letter, seat: usize, mode: SeatProof) -> (Option<usize>, Option<String>) {
        let people = || self.mailed_war.people.iter().enumerate().filter(|(_, person)| person.seat == seat);
        let player = people().map(|(number, _)| number).next();
        if !matches!(mode, SeatProof::GmSays(_)) {
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

    /// Decides about a letter that is certainly a seat's.
    fn decide_proven(
        &self,
        mut decision: Decision,
        letter: &Letter,
        mode: SeatProof,
        arrived: i64,
    ) -> Result<Decision> {
        let Some((seat, seat_record)) = decision.seat.and_then(|seat| Some((seat, self.mailed_war.seats.get(seat)?)))
        else {
            return Ok(decision);
        };
        let mut receipt = self.new_receipt(Some(seat), decision.person, "refused", letter);
        let player = decision
            .person
            .and_then(|person| self.mailed_war.people.get(person))
            .and_then(|writer| writer.name.as_deref());
        let names: Vec<&str> = player.into_iter().chain([letter.from_name.as_str()]).collect();
        let is_name = self.mailed_war.name_predicate(seat);
        let gm = self.gm_names();
        let own_words = |text: &str| {
            let text = strip_tokens(text, decision.line.as_deref());
            without_farewell(&without_greeting(&text, &gm, &is_name), &names, &is_name)
        };
        let texts = letter.texts.iter();
        let texts: Vec<LetterText> = texts
            .map(|t| LetterText { text: own_words(&t.text), signature: own_words(&t.signature), ..t.clone() })
            .collect();
        if mode == SeatProof::Letter && contains_update(&texts) {
            receipt.why.push(
                "It holds an update of mine, and no mark shows where that begins or ends. Write your orders in a letter \
                 of their own, or above a quotation whose lines begin with `>`."
                    .to_owned(),
            );
            (decision.set_aside_text, receipt.kept) = first_lines_twice(&texts);
            return Ok(set_aside(decision, receipt, "it holds an update, and no mark shows which words are its own"));
        }
        let ParsedRequests { requests, gm_words: gm_notes, texts } = self.find_requests(letter, &texts, mode, seat);
        if let Some(night) = self.mailed_war.end_night {
            let reading = self.mailed_war.parse_orders(seat, &texts);
            return Ok(decide_after_war(decision, receipt, night, (&requests, &gm_notes), (&reading, &texts)));
        }
        let reading = self.mailed_war.parse_orders(seat, &texts);
        if !reading.misdirected.is_empty() {
            let refusals: BTreeSet<&String> = reading.misdirected.iter().collect();
            let played = reading.for_night.filter(|night| (1..self.mailed_war.night).contains(night));
            if let (SeatProof::Letter, 1, Some(night)) = (mode, refusals.len(), played) {
                let next = self.mailed_war.night;
                receipt.why.push(format!(
                    "It is for night {night}, which is played. If it is meant for night {next}, send it again with `Night: {next}`."
                ));
                (decision.set_aside_text, receipt.kept) = first_lines_twice(&letter.texts);
                decision.for_night = played;
                return Ok(set_aside(decision, receipt, &format!("it is for night {night}, which is played")));
            }
            let why: Vec<String> = refusals.into_iter().map(|why| to_sentence(why)).collect();
            return Ok(refuse(decision, receipt, why.join(" "), why));
        }
        (decision.error_count, receipt.faults) = (reading.errors, reading.errors);
        decision.remarks.clone_from(&reading.remarks);
        decision.notes = sort_by_position(gm_notes.iter().chain(&reading.notes), &letter.texts);
        receipt.says.extend(reading.unwithdrawn.iter().map(|written| {
            let written = written.trim_end_matches('.');
            let played = (1..self.mailed_war.night).rev().find(|night| names_night(written, *night));
            RequestReply::Said(match played {
                Some(night) => format!("Nothing was withdrawn by `{written}`: night {night} is played."),
                None => format!(
                    "Nothing was withdrawn by `{written}`. Name an order by its number in the plan (`withdraw 3`), a \
                     character (`withdraw Saber's orders`), or all (`withdraw all my orders`)."
                ),
            })
        }));
        receipt.notes = decision.notes.iter().take(MAX_REMARKS).cloned().collect();
        let room = MailedWar::max_reply_bytes(letter.texts.iter().map(|text| text.text.len()).sum());
        receipt.remarks = take_fitting_remarks(reading.remarks.clone(), room);
        receipt.further = reading.remarks.len() - receipt.remarks.len();
        let limit = self.context.deadline.as_ref().filter(|_| mode.is_timed());
        let written = if let SeatProof::Posted { written, .. } = mode { written } else { arrived };
        let missed_deadline = limit.filter(|due| written > due.timestamp().as_second() + self.context.grace);
        if let (false, Some(due)) = (reading.is_empty(), missed_deadline) {
            receipt.why.push(format!("It came after the deadline, {}.", clock::render_deadline(due)));
            receipt.due = None;
            (decision.set_aside_text, receipt.kept) = first_lines_twice(&texts);
            return Ok(set_aside(decision, receipt, TOO_LATE));
        }
        if let (false, SeatProof::Posted { doubt, .. }) = (reading.is_empty(), mode)
            && !doubt.is_empty()
        {
            (decision.set_aside_text, receipt.kept) = first_lines_twice(&texts);
            return Ok(set_aside(decision, receipt, doubt));
        }
        let is_before_update = self.context.opened.is_some_and(|opened| arrived < opened);
        let is_night_unclear = mode == SeatProof::Letter && is_before_update && reading.for_night.is_none();
        if is_night_unclear && !reading.is_empty() {
            let last = self.mailed_war.night.saturating_sub(1);
            receipt.why.push(format!("It came before night {last} was told, and does not say for which night it is."));
            (decision.set_aside_text, receipt.kept) = first_lines_twice(&texts);
            return Ok(set_aside(decision, receipt, "it came before the last night was told, and names no night"));
        }
        if missed_deadline.is_none() {
            decision.orders = words_by_standing(&reading, &seat_record.name);
        }
        for (mate, orders) in &reading.mates {
            let Some(mate) = self.mailed_war.seats.get(*mate) else { continue };
            receipt.partners.extend(orders.iter().map(|block| block.character.clone()));
            let partner = |block: &CharacterOrders| CharacterWords {
                is_by_partner: true,
                ..make_character_words(&mate.name, block, WordsStanding::Holds)
            };
            decision.orders.extend(orders.iter().map(partner));
        }
        self.hide_own_token(&mut decision, seat);
        let has_orders = decision.orders.iter().any(|words| words.standing == WordsStanding::Holds);
        let requests =
            if is_night_unclear { self.drop_requests_of_unclear_night(requests, &mut receipt) } else { requests };
        let requests =
            self.grant_withdrawals(requests, missed_deadline, (seat, letter, arrived), &mut decision, &mut receipt)?;
        let changing_standings = [WordsStanding::Withdrawn, WordsStanding::Cut];
        let changes = has_orders || decision.orders.iter().any(|words| changing_standings.contains(&words.standing));
        let (text, replaced_characters) =
            self.preview_order_file(&decision.orders, changes, (arrived, letter.message_id.clone()), seat)?;
        (receipt.plan, receipt.missing) = self.mailed_war.render_plan_within(seat, &text, room);
        receipt.plan = receipt.plan.trim_end().to_owned();
        self.note_still_planned(&mut receipt, &decision);
        let has_no_orders = |name: &String| receipt.missing.contains(name);
        (receipt.vain, receipt.unchanged) = reading.characters_without_orders().into_iter().partition(has_no_orders);
        let answered = self.answer_requests(requests, &mut decision, &mut receipt);
        let has_no_address =
            decision.person.and_then(|n| self.mailed_war.people.get(n)).is_none_or(Correspondent::has_no_address);
        let is_unreachable = matches!(mode, SeatProof::Posted { .. }) && has_no_address && !receipt.says.is_empty();
        let replies = receipt.as_of(&self.moment()).replies;
        if is_unreachable {
            decision.notes.push(format!("it asks: {}", answered.join(", ")));
            decision.remarks.extend(replies.iter().map(|reply| format!("for you to tell them: {reply}")));
        }
        if reading.is_empty() && !answered.is_empty() {
            receipt.outcome = "answered".to_owned();
            if reading.errors == 0 {
                // An answered letter need not be told that it has no orders.
                decision.remarks.retain(|remark| is_unreachable && replies.iter().any(|reply| remark.ends_with(reply)));
                (receipt.remarks, receipt.further) = (Vec::new(), 0);
            }
            decision.outcome = Some(if is_unreachable { LetterOutcome::SetAside } else { LetterOutcome::Answered });
            decision.reason = format!("it asks: {}", answered.join(", "));
            decision.receipt = Some(receipt);
            return Ok(decision);
        }
        if reading.is_empty() {
            receipt.why.push("There are no orders in it: orders begin with a character's name and a colon.".to_owned());
            receipt.why.push(HOW_TO_ASK.to_owned());
            let quoted = letter.texts.iter().any(|text| !text.quoted.trim().is_empty());
            receipt.why.extend(quoted.then(|| "What it quotes is not read: write your orders above that.".to_owned()));
            return Ok(set_aside(decision, receipt, "it has no orders"));
        }
        if !has_orders && !answered.is_empty() {
            receipt.outcome = "answered".to_owned();
            receipt.why.push("None of its orders could be accepted.".to_owned());
            decision.outcome = Some(if is_unreachable { LetterOutcome::SetAside } else { LetterOutcome::Answered });
            decision.reason = format!("it asks: {}; none of its orders is without an error", answered.join(", "));
            decision.receipt = Some(receipt);
            return Ok(decision);
        }
        if !has_orders {
            let reasons = vec!["None of its orders could be accepted.".to_owned(), HOW_TO_ASK.to_owned()];
            return Ok(refuse(decision, receipt, "none of its orders is without an error".to_owned(), reasons));
        }
        receipt.outcome = "accepted".to_owned();
        decision.outcome = Some(LetterOutcome::Accepted);
        decision.reason = describe_unvouched_sender(letter);
        if !replaced_characters.is_empty() {
            let names = replaced_characters.join(" and ");
            add_reason(&mut decision.reason, &format!("newer orders hold for {names} in place of its own"));
            receipt
                .says
                .push(RequestReply::Said(format!("For {names} newer orders hold, in place of those in this letter.")));
        }
        decision.receipt = Some(receipt);
        Ok(decision)
    }
}

/// Whether a sentence names a night.
fn names_night(text: &str, night: u32) -> bool {
    let words = bare_words(text);
    words.windows(2).any(|pair| matches!(pair, [word, number] if word == "night" && *number == night.to_string()))
}

/// The headings of an update's sections.
const UPDATE_HEADINGS: [&str; 6] = [
    "IN SHORT",
    "YOUR ORDERS",
    "WHAT HAPPENED",
    "YOUR CHARACTERS",
    "THE MAP AS YOU KNOW IT",
    "WHAT YOU KNOW OF OTHERS",
];

/// Whether the words of a letter include an update of the referee's: at least three of its headings.
fn contains_update(texts: &[LetterText]) -> bool {
    let lines: BTreeSet<String> =
        texts.iter().flat_map(|text| text.text.lines()).map(|line| line.trim().to_uppercase()).collect();
    UPDATE_HEADINGS.iter().filter(|part| lines.contains(**part)).count() >= 3
}
