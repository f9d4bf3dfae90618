//! Withdraws orders by number. The numbers are those of the plan that the writer was last sent, whatever has been
//! withdrawn since. If a number could mean two orders, nothing is withdrawn, and the answer says why.

use crate::campaign::error::Result;
use crate::mail::inbox::{self, CharacterWords, LetterOutcome, LetterRecord, WordsStanding};
use crate::mail::kept_letters;
use crate::mail::letter::Letter;
use crate::mail::letter_templates::OrderReceipt;
use crate::mail::reply::RequestReply;
use crate::mail::requests::Request;

use super::Intake;
use super::decisions::Decision;

/// The plan that the numbers in a letter refer to.
enum NumberedPlan {
    /// The plan after this many entries of the night's log.
    AfterEntries(usize),
    /// The plan is not known; the text is the reason.
    Unknown(&'static str),
}

impl Intake<'_> {
    /// Returns the remaining orders of each character who loses one by these numbers. If anything is in doubt, nothing
    /// is withdrawn, and the receipt says why.
    pub(super) fn withdraw_by_number(
        &self,
        numbers: &[usize],
        (seat, letter, arrived): (usize, &Letter, i64),
        beside_others: bool,
        decision: &mut Decision,
        receipt: &mut OrderReceipt,
    ) -> Result<Vec<CharacterWords>> {
        let Some(seat_record) = self.mailed_war.seats.get(seat) else { return Ok(Vec::new()) };
        let number_words: Vec<String> = numbers.iter().map(usize::to_string).collect();
        let number_words =
            format!("{} {}", if number_words.len() == 1 { "order" } else { "orders" }, number_words.join(" and "));
        let mut refuse = |why: &str| {
            receipt.says.push(RequestReply::Said(format!(
                "You asked to withdraw {number_words}. Nothing was withdrawn: {why}"
            )));
            Ok(Vec::new())
        };
        if beside_others {
            return refuse("your letter withdraws other orders too; send the one without the other.");
        }
        if inbox::read_handwritten_file(&self.night, &self.entries, &seat_record.name, &seat_record.characters)?
            .is_some()
        {
            decision.notes.push(format!("asks to withdraw {number_words}, among orders that you wrote by hand"));
            return refuse("the GM wrote your orders in, and will read what you ask.");
        }
        let entry_count = match self.find_numbered_plan(decision, &seat_record.name, letter, arrived) {
            NumberedPlan::AfterEntries(entry_count) => entry_count,
            NumberedPlan::Unknown(why) => return refuse(why),
        };
        let render_file = |entries: &[LetterRecord]| {
            inbox::render_order_file(entries, &seat_record.name, &seat_record.characters, self.mailed_war.night)
                .unwrap_or_default()
        };
        let (then, now) =
            (render_file(self.entries.get(..entry_count).unwrap_or_default()), render_file(&self.entries));
        let current_numbers = match self.mailed_war.map_order_numbers(seat, (&then, &now), numbers) {
            Ok(meant) => meant,
            Err(why) => return refuse(&why),
        };
        let held = inbox::collect_holding_orders(&self.entries, &seat_record.name, &seat_record.characters);
        match self.mailed_war.remove_orders(seat, &now, &held, &current_numbers) {
            Err(why) => refuse(&why),
            Ok((gone, left)) => {
                let is_ordered_anew = |name: &str| {
                    let is_new_order = |words: &CharacterWords| words.character == name && words.standing.holds();
                    decision.orders.iter().any(is_new_order)
                };
                for (number, (actor, words)) in numbers.iter().zip(gone) {
                    receipt.says.push(RequestReply::Said(match is_ordered_anew(&actor) {
                        true => format!(
                            "Order {number} of the plan that you had, \"{words}\" for {actor}, holds no longer. What this \
                             letter orders for {actor} holds: to withdraw any of that, write again by the numbers below."
                        ),
                        false => format!("Order {number} is withdrawn: {actor}: {words}"),
                    }));
                }
                decision.requests.push(Request::WithdrawOrders(numbers.to_vec()));
                let mut remaining: Vec<CharacterWords> =
                    left.into_iter().filter(|words| !is_ordered_anew(&words.character)).collect();
                // Other words of theirs that were not understood stay visible.
                let is_withdrawn = |name: &str| {
                    remaining.iter().any(|words| words.standing == WordsStanding::Withdrawn && words.character == name)
                };
                let unread = inbox::collect_unread_words(&self.entries, &seat_record.name, &seat_record.characters);
                let others: Vec<_> = unread.into_iter().filter(|words| is_withdrawn(&words.character)).collect();
                remaining.extend(others);
                Ok(remaining)
            }
        }
    }

    /// Finds the plan that the numbers in a letter refer to: the one in the last answer that had gone out to its writer
    /// when it came. Before the first answer, it is the writer's one letter that had orders.
    fn find_numbered_plan(&self, decision: &Decision, seat: &str, letter: &Letter, arrived: i64) -> NumberedPlan {
        const ANEW: &str =
            "your letter came before you were told how your orders are numbered now. Write again by the numbers below.";
        const OLDER: &str = "your letter answers an older plan than the one that you were sent last, and the numbers of the two \
                             differ. Write again by the numbers below.";
        const TWICE: &str = "you wrote the same before, and that was done. If another order is to go, write again by the \
                             numbers below, as an answer to this letter.";
        let is_of = |entry: &LetterRecord| entry.seat.as_deref() == Some(seat);
        let person = self.index_in_seat(decision.person);
        let plan = |id: &String| {
            let (entry, at) = self.context.answered.get(id)?;
            let index = self.entries.iter().position(|one| one.id == *entry)?;
            let shown = self.entries.get(index).filter(|one| is_of(one) && one.person == person)?;
            let receipt = shown.answer.as_ref()?.receipt.as_ref()?;
            (!receipt.plan.is_empty() && *at <= arrived).then_some((*at, index + 1))
        };
        let last = self.context.answered.keys().filter_map(plan).max();
        let thread = letter.answers.iter().chain(letter.references.iter().rev());
        let answers = thread.filter_map(plan).next();
        let content_hash = kept_letters::hash_content(letter);
        let is_same = |entry: &LetterRecord| {
            let is_by_number = |request: &Request| matches!(request, Request::WithdrawOrders(_));
            is_of(entry) && entry.says == content_hash && entry.asked.iter().any(is_by_number)
        };
        let has_orders = |entry: &LetterRecord| {
            let own = |words: &CharacterWords| {
                words.seat == seat && !words.is_by_partner && words.standing == WordsStanding::Holds
            };
            entry.outcome == LetterOutcome::Accepted && entry.orders.iter().any(own)
        };
        let has_newer_orders = |entry_count: usize| self.entries.iter().skip(entry_count).any(has_orders);
        let entry_count = match (last, answers) {
            (Some((_, last)), Some((_, answered))) if last != answered => {
                let count_changes = |entry_count: usize| {
                    self.entries.iter().take(entry_count).filter(|entry| entry.changes_orders_of(seat)).count()
                };
                if count_changes(last) != count_changes(answered) {
                    return NumberedPlan::Unknown(OLDER);
                }
                last
            }
            (Some((_, last)), None) if self.entries.iter().take(last).any(is_same) => {
                return NumberedPlan::Unknown(TWICE);
            }
            (Some((_, last)), _) => last,
            (None, _) if !decision.orders.is_empty() => return NumberedPlan::Unknown(ANEW),
            (None, _) => self.entries.iter().position(has_orders).map_or(self.entries.len(), |first| first + 1),
        };
        if has_newer_orders(entry_count) {
            NumberedPlan::Unknown(ANEW)
        } else {
            NumberedPlan::AfterEntries(entry_count)
        }
    }
}
