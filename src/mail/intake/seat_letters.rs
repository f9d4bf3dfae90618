//! Decides about a letter that is certainly a seat's.

use std::collections::BTreeSet;

use jiff::Zoned;

use crate::campaign::error::Result;
use crate::mail::clock;
use crate::mail::inbox::{CharacterWords, LetterOutcome, WordsStanding};
use crate::mail::letter::farewell::without_farewell;
use crate::mail::letter::greeting::without_greeting;
use crate::mail::letter::{Letter, LetterText};
use crate::mail::letter_templates::OrderReceipt;
use crate::mail::mailed_war::{CharacterOrders, LetterOrders, MailedWar};
use crate::mail::reply::RequestReply;
use crate::mail::requests::ParsedRequests;
use crate::mail::sender::{Correspondent, strip_tokens};

use crate::vocabulary::text::bare_words;

use super::after_war::decide_after_war;
use super::decisions::{
    Decision, add_reason, describe_unvouched_sender, first_lines_twice, make_character_words, refuse, set_aside,
    sort_by_position, take_fitting_remarks, to_sentence, words_by_standing,
};
use super::{Intake, MAX_REMARKS, SeatProof, TOO_LATE};

/// How to ask for something, for writers who are not understood.
const HOW_TO_ASK: &str = "If the night need not wait for you, write `I am ready.` in a line of its own; `help` in one says what else may be asked.";

/// A decision that is being made, and the receipt that tells the writer of it.
struct Draft {
    decision: Decision,
    receipt: OrderReceipt,
}

impl Draft {
    /// Sets the letter aside for the GM, with the first lines of its text.
    fn set_aside_with_text(mut self, texts: &[LetterText], why: &str) -> Decision {
        (self.decision.set_aside_text, self.receipt.kept) = first_lines_twice(texts);
        set_aside(self.decision, self.receipt, why)
    }
}

/// What came of the orders and requests of a letter.
struct LetterResult<'a> {
    reading: &'a LetterOrders,
    /// Whether any of its orders holds.
    has_orders: bool,
    /// What it asks for, in words.
    answered: Vec<&'static str>,
    /// The characters for whom newer orders hold in place of its own.
    replaced_characters: Vec<String>,
    /// Whether it is a forum post that is to be answered, and its writer has no address.
    is_unreachable: bool,
}

impl Intake<'_> {
    /// Decides about a letter that is certainly a seat's: first what sets the whole letter aside, then its orders, then
    /// its requests, which may withdraw orders, and last the plan that results.
    pub(super) fn decide_proven(
        &self,
        decision: Decision,
        letter: &Letter,
        proof: SeatProof,
        arrived: i64,
    ) -> Result<Decision> {
        let Some((seat, seat_record)) = decision.seat.and_then(|seat| Some((seat, self.mailed_war.seats.get(seat)?)))
        else {
            return Ok(decision);
        };
        let receipt = self.new_receipt(Some(seat), decision.person, "refused", letter);
        let texts = self.own_words(letter, seat, &decision);
        let mut draft = Draft { decision, receipt };
        if proof == SeatProof::Letter && contains_update(&texts) {
            draft.receipt.why.push(
                "It holds an update of mine, and no mark shows where that begins or ends. Write your orders in a letter \
                 of their own, or above a quotation whose lines begin with `>`."
                    .to_owned(),
            );
            let why = "it holds an update, and no mark shows which words are its own";
            return Ok(draft.set_aside_with_text(&texts, why));
        }
        let ParsedRequests { requests, gm_words: gm_notes, texts } = self.find_requests(letter, &texts, proof, seat);
        let reading = self.mailed_war.parse_orders(seat, &texts);
        if let Some(night) = self.mailed_war.end_night {
            let Draft { decision, receipt } = draft;
            return Ok(decide_after_war(decision, receipt, night, (&requests, &gm_notes), (&reading, &texts)));
        }
        if !reading.misdirected.is_empty() {
            return Ok(self.decide_misdirected(draft, &reading, letter, proof));
        }
        self.note_reading(&mut draft, &reading, &gm_notes, letter);
        let missed_deadline = self.find_missed_deadline(proof, arrived);
        let is_before_update = self.context.opened.is_some_and(|opened| arrived < opened);
        let is_night_unclear = proof == SeatProof::Letter && is_before_update && reading.for_night.is_none();
        if !reading.is_empty()
            && let Some(why) = self.find_obstacle(&mut draft.receipt, missed_deadline, proof, is_night_unclear)
        {
            return Ok(draft.set_aside_with_text(&texts, why));
        }
        if missed_deadline.is_none() {
            draft.decision.orders = words_by_standing(&reading, &seat_record.name);
        }
        self.add_partner_orders(&mut draft, &reading);
        // Before the withdrawals, which look at the words of the orders.
        self.hide_own_token(&mut draft.decision, seat);
        let has_orders = draft.decision.orders.iter().any(|words| words.standing == WordsStanding::Holds);
        let requests =
            if is_night_unclear { self.drop_requests_of_unclear_night(requests, &mut draft.receipt) } else { requests };
        let Draft { decision, receipt } = &mut draft;
        let requests = self.grant_withdrawals(requests, missed_deadline, (seat, letter, arrived), decision, receipt)?;
        let replaced_characters = self.add_plan(&mut draft, &reading, has_orders, (seat, letter, arrived))?;
        let answered = self.answer_requests(requests, &mut draft.decision, &mut draft.receipt);
        let is_unreachable = self.is_unreachable(&draft, proof);
        Ok(self.conclude(
            draft,
            letter,
            LetterResult { reading: &reading, has_orders, answered, replaced_characters, is_unreachable },
        ))
    }

    /// The texts of a letter without its tokens, greeting and farewell.
    fn own_words(&self, letter: &Letter, seat: usize, decision: &Decision) -> Vec<LetterText> {
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
        texts
            .map(|t| LetterText { text: own_words(&t.text), signature: own_words(&t.signature), ..t.clone() })
            .collect()
    }

    /// Decides about a letter for another War, Night or team.
    fn decide_misdirected(
        &self,
        mut draft: Draft,
        reading: &LetterOrders,
        letter: &Letter,
        proof: SeatProof,
    ) -> Decision {
        let refusals: BTreeSet<&String> = reading.misdirected.iter().collect();
        let played = reading.for_night.filter(|night| (1..self.mailed_war.night).contains(night));
        if let (SeatProof::Letter, 1, Some(night)) = (proof, refusals.len(), played) {
            let next = self.mailed_war.night;
            draft.receipt.why.push(format!(
                "It is for night {night}, which is played. If it is meant for night {next}, send it again with `Night: {next}`."
            ));
            draft.decision.for_night = played;
            return draft.set_aside_with_text(&letter.texts, &format!("it is for night {night}, which is played"));
        }
        let why: Vec<String> = refusals.into_iter().map(|why| to_sentence(why)).collect();
        refuse(draft.decision, draft.receipt, why.join(" "), why)
    }

    /// Notes what was read: errors and remarks, words for the GM, and withdrawals that do not say what they withdraw.
    fn note_reading(&self, draft: &mut Draft, reading: &LetterOrders, gm_notes: &[String], letter: &Letter) {
        let Draft { decision, receipt } = draft;
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
        receipt.remarks = take_fitting_remarks(reading.remarks.clone(), reply_room(letter));
        receipt.further = reading.remarks.len() - receipt.remarks.len();
    }

    /// The deadline, if it applies and the letter was written after it and its grace.
    fn find_missed_deadline(&self, proof: SeatProof, arrived: i64) -> Option<&Zoned> {
        let written_at = if let SeatProof::Posted { written, .. } = proof { written } else { arrived };
        let deadline = self.context.deadline.as_ref().filter(|_| proof.is_timed());
        deadline.filter(|due| written_at > due.timestamp().as_second() + self.context.grace)
    }

    /// Why the orders of a letter cannot be used now, for the GM; the receipt gets the words for the writer.
    fn find_obstacle(
        &self,
        receipt: &mut OrderReceipt,
        missed_deadline: Option<&Zoned>,
        proof: SeatProof,
        is_night_unclear: bool,
    ) -> Option<&'static str> {
        if let Some(due) = missed_deadline {
            receipt.why.push(format!("It came after the deadline, {}.", clock::render_deadline(due)));
            receipt.due = None;
            return Some(TOO_LATE);
        }
        if let SeatProof::Posted { doubt, .. } = proof
            && !doubt.is_empty()
        {
            return Some(doubt);
        }
        if !is_night_unclear {
            return None;
        }
        let last = self.mailed_war.night.saturating_sub(1);
        receipt.why.push(format!("It came before night {last} was told, and does not say for which night it is."));
        Some("it came before the last night was told, and names no night")
    }

    /// Adds the orders for characters of other players of the team (A233).
    fn add_partner_orders(&self, draft: &mut Draft, reading: &LetterOrders) {
        for (mate, orders) in &reading.mates {
            let Some(mate) = self.mailed_war.seats.get(*mate) else { continue };
            draft.receipt.partners.extend(orders.iter().map(|block| block.character.clone()));
            let partner = |block: &CharacterOrders| CharacterWords {
                is_by_partner: true,
                ..make_character_words(&mate.name, block, WordsStanding::Holds)
            };
            draft.decision.orders.extend(orders.iter().map(partner));
        }
    }

    /// Adds the plan of the orders that hold after this letter. Returns the characters for whom newer orders hold.
    fn add_plan(
        &self,
        draft: &mut Draft,
        reading: &LetterOrders,
        has_orders: bool,
        (seat, letter, arrived): (usize, &Letter, i64),
    ) -> Result<Vec<String>> {
        let Draft { decision, receipt } = draft;
        let changing_standings = [WordsStanding::Withdrawn, WordsStanding::Cut];
        let changes = has_orders || decision.orders.iter().any(|words| changing_standings.contains(&words.standing));
        let (text, replaced_characters) =
            self.preview_order_file(&decision.orders, changes, (arrived, letter.message_id.clone()), seat)?;
        (receipt.plan, receipt.missing) = self.mailed_war.render_plan_within(seat, &text, reply_room(letter));
        receipt.plan = receipt.plan.trim_end().to_owned();
        self.note_still_planned(receipt, decision);
        let has_no_orders = |name: &String| receipt.missing.contains(name);
        (receipt.vain, receipt.unchanged) = reading.characters_without_orders().into_iter().partition(has_no_orders);
        Ok(replaced_characters)
    }

    /// Whether a letter is a forum post that is to be answered, and its writer has no address.
    fn is_unreachable(&self, draft: &Draft, proof: SeatProof) -> bool {
        let writer = draft.decision.person.and_then(|person| self.mailed_war.people.get(person));
        let has_no_address = writer.is_none_or(Correspondent::has_no_address);
        matches!(proof, SeatProof::Posted { .. }) && has_no_address && !draft.receipt.says.is_empty()
    }

    /// Concludes a decision: answered, set aside, refused or accepted.
    fn conclude(&self, draft: Draft, letter: &Letter, result: LetterResult<'_>) -> Decision {
        let Draft { mut decision, mut receipt } = draft;
        let LetterResult { reading, has_orders, answered, replaced_characters, is_unreachable } = result;
        let asks = format!("it asks: {}", answered.join(", "));
        let replies = receipt.as_of(&self.moment()).replies;
        if is_unreachable {
            decision.notes.push(asks.clone());
            decision.remarks.extend(replies.iter().map(|reply| format!("for you to tell them: {reply}")));
        }
        let outcome_of_answer = if is_unreachable { LetterOutcome::SetAside } else { LetterOutcome::Answered };
        match (reading.is_empty(), has_orders, answered.is_empty()) {
            (true, _, false) => {
                receipt.outcome = "answered".to_owned();
                if reading.errors == 0 {
                    // An answered letter need not be told that it has no orders.
                    let is_own_reply = |remark: &String| replies.iter().any(|reply| remark.ends_with(reply));
                    decision.remarks.retain(|remark| is_unreachable && is_own_reply(remark));
                    (receipt.remarks, receipt.further) = (Vec::new(), 0);
                }
                decision.outcome = Some(outcome_of_answer);
                decision.reason = asks;
            }
            (true, _, true) => {
                let quoted = letter.texts.iter().any(|text| !text.quoted.trim().is_empty());
                let no_orders = "There are no orders in it: orders begin with a character's name and a colon.";
                let above_quotation = "What it quotes is not read: write your orders above that.";
                let why = [no_orders, HOW_TO_ASK].into_iter().chain(quoted.then_some(above_quotation));
                receipt.why.extend(why.map(str::to_owned));
                return set_aside(decision, receipt, "it has no orders");
            }
            (false, false, false) => {
                receipt.outcome = "answered".to_owned();
                receipt.why.push("None of its orders could be accepted.".to_owned());
                decision.outcome = Some(outcome_of_answer);
                decision.reason = format!("{asks}; none of its orders is without an error");
            }
            (false, false, true) => {
                let reasons = vec!["None of its orders could be accepted.".to_owned(), HOW_TO_ASK.to_owned()];
                return refuse(decision, receipt, "none of its orders is without an error".to_owned(), reasons);
            }
            (false, true, _) => {
                receipt.outcome = "accepted".to_owned();
                decision.outcome = Some(LetterOutcome::Accepted);
                decision.reason = describe_unvouched_sender(letter);
                if !replaced_characters.is_empty() {
                    let names = replaced_characters.join(" and ");
                    add_reason(&mut decision.reason, &format!("newer orders hold for {names} in place of its own"));
                    receipt.says.push(RequestReply::Said(format!(
                        "For {names} newer orders hold, in place of those in this letter."
                    )));
                }
            }
        }
        decision.receipt = Some(receipt);
        decision
    }
}

/// The most bytes that the answer to a letter may have.
fn reply_room(letter: &Letter) -> usize {
    MailedWar::max_reply_bytes(letter.texts.iter().map(|text| text.text.len()).sum())
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
