//! Answers a player's requests: each is answered in the same letter, granted or with the reason why not.

use jiff::Zoned;

use crate::campaign::error::Result;
use crate::campaign::game::mail_file::ExtensionRule;
use crate::mail::clock;
use crate::mail::inbox::{self, CharacterWords, Enclosure, WordsStanding};
use crate::mail::lasting_requests;
use crate::mail::letter::{Letter, LetterText};
use crate::mail::letter_templates::OrderReceipt;
use crate::mail::reply::RequestReply;
use crate::mail::requests::{
    ParsedRequests, Press, Request, WITHDRAWAL_VERBS, find_request_in_subject, find_requests, find_requests_in_post,
};
use crate::vocabulary::text::{bare_words, collapse_whitespace, shorten};

use super::decisions::Decision;
use super::{Intake, SeatProof};

/// The list of requests, in the words in which they may be written.
const WHAT_MAY_BE_ASKED: &str = "\
You may write, in a line of its own or as the subject: help; status; my orders; my update again; my packet;
my sheet; withdraw all my orders, withdraw Saber's orders, withdraw 3 (one order, by its number in the plan);
wait for me, I am ready; can I get an extension; I am away from 24 December to 2 January, I am back; plain text
only; my new address is …. Whatever else you write is kept for the GM. Here is how orders are written.";

impl Intake<'_> {
    /// The requests in a letter, and its texts without them. A letter that the GM imports for a seat has no requests.
    pub(super) fn find_requests(
        &self,
        letter: &Letter,
        texts: &[LetterText],
        proof: SeatProof,
        seat: usize,
    ) -> ParsedRequests {
        let nothing = || ParsedRequests { texts: texts.to_vec(), ..ParsedRequests::default() };
        let Some(record) = self.mailed_war.seats.get(seat) else { return nothing() };
        match proof {
            SeatProof::Letter => {}
            SeatProof::Posted { .. } => {
                return find_requests_in_post(texts, &record.characters, self.context.today);
            }
            SeatProof::GmSays(_) => return nothing(),
        }
        let texts: Vec<LetterText> = texts
            .iter()
            .map(|text| LetterText { text: strip_current_night(&text.text, self.mailed_war.night), ..text.clone() })
            .collect();
        let mut parsed = find_requests(&texts, &record.characters, self.context.today);
        if let Some(request) = find_request_in_subject(&letter.subject, &record.characters, self.context.today)
            && (parsed.requests.is_empty() || (request.is_read_only() && !parsed.requests.contains(&request)))
            && self.mailed_war.parse_orders(seat, &parsed.texts).is_empty()
        {
            parsed.requests.insert(0, request);
        }
        parsed
    }

    /// Whether a letter from an address that is not the player's confirms the change to that address.
    pub(super) fn confirms_address(&self, letter: &Letter, seat: usize) -> bool {
        let Some(record) = self.mailed_war.seats.get(seat) else { return false };
        let parsed = find_requests(&letter.texts, &[], self.context.today);
        parsed.requests.iter().any(|request| {
            let Request::Confirm(code) = request else { return false };
            let known = self.context.codes.get(code);
            known.is_some_and(|(sent_name, to)| *sent_name == record.name && to.is_some() && *to == letter.from)
        })
    }

    /// Returns the requests that do not depend on the night. The letter came before the last night was told and names
    /// no night, so the others are not granted, and their writer is told.
    pub(super) fn drop_requests_of_unclear_night(
        &self,
        requests: Vec<Request>,
        receipt: &mut OrderReceipt,
    ) -> Vec<Request> {
        let (night_requests, other_requests): (Vec<_>, Vec<_>) =
            requests.into_iter().partition(|request| match request {
                Request::Ready
                | Request::Wait
                | Request::Extension(_)
                | Request::Withdraw(_)
                | Request::WithdrawOrders(_) => true,
                Request::Help
                | Request::Status
                | Request::Orders
                | Request::Update
                | Request::Packet
                | Request::Sheet
                | Request::Away { .. }
                | Request::Back
                | Request::Press(_)
                | Request::Html(_)
                | Request::Address(_)
                | Request::Confirm(_) => false,
            });
        let this_night = self.mailed_war.night;
        if !night_requests.is_empty() {
            let descriptions: Vec<&str> = night_requests.iter().map(describe_request).collect();
            receipt.says.push(RequestReply::Said(format!(
                "You asked {}: that came before night {} was told, and does not say for which night it is. Nothing was \
                 changed; if you mean night {this_night}, write it again.",
                descriptions.join(" and "),
                this_night.saturating_sub(1),
            )));
        }
        other_requests
    }

    /// Withdraws orders if the request came in time, and returns the other requests.
    pub(super) fn grant_withdrawals(
        &self,
        requests: Vec<Request>,
        missed_deadline: Option<&Zoned>,
        (seat, letter, arrived): (usize, &Letter, i64),
        decision: &mut Decision,
        receipt: &mut OrderReceipt,
    ) -> Result<Vec<Request>> {
        let mut numbers: Vec<usize> = Vec::new();
        let mut other_requests = Vec::new();
        let mut withdrawn = Vec::new();
        for request in requests {
            let by_number = match &request {
                Request::Withdraw(_) => None,
                Request::WithdrawOrders(of) => Some(of),
                _ => {
                    other_requests.push(request);
                    continue;
                }
            };
            if let Some(due) = missed_deadline {
                let words = clock::render_deadline(due);
                let reply = format!("Nothing was withdrawn: your letter came after the deadline, {words}.");
                receipt.says.push(RequestReply::Said(reply));
                decision.notes.push(match &request {
                    Request::Withdraw(Some(name)) => {
                        format!("asks to withdraw the orders of {name}, after the deadline")
                    }
                    Request::WithdrawOrders(of) => {
                        let numbers: Vec<String> = of.iter().map(usize::to_string).collect();
                        format!("asks to withdraw orders by number ({}), after the deadline", numbers.join(", "))
                    }
                    _ => "asks to withdraw all orders, after the deadline".to_owned(),
                });
                continue;
            }
            if let Some(plan_numbers) = by_number {
                // All numbers in one letter refer to one plan.
                numbers.extend(
                    plan_numbers.iter().filter(|number| !numbers.contains(number)).copied().collect::<Vec<_>>(),
                );
                continue;
            }
            let Request::Withdraw(character) = &request else { continue };
            let night = self.mailed_war.night;
            receipt.says.push(RequestReply::Said(match (self.has_ordered(seat, character.as_deref())?, character) {
                (true, Some(name)) => format!("What you ordered for {name} is withdrawn."),
                (true, None) => format!("All that you ordered for night {night} is withdrawn."),
                (false, _) => {
                    let addressee_note = character.as_ref().map(|name| format!(" for {name}")).unwrap_or_default();
                    let last = match night {
                        0 | 1 => String::new(),
                        next => format!(" Night {} is played: of it nothing can be withdrawn.", next - 1),
                    };
                    format!("You have no orders for night {night}{addressee_note} that could be withdrawn.{last}")
                }
            }));
            withdrawn.push(CharacterWords {
                seat: receipt.seat.clone(),
                character: character.clone().unwrap_or_default(),
                text: String::new(),
                is_by_partner: false,
                standing: WordsStanding::Withdrawn,
            });
            decision.requests.push(request);
        }
        if !numbers.is_empty() {
            let remaining_words =
                self.withdraw_by_number(&numbers, (seat, letter, arrived), !withdrawn.is_empty(), decision, receipt)?;
            withdrawn.extend(remaining_words);
        }
        // The orders of the same letter count after its withdrawals.
        decision.orders.splice(0..0, withdrawn);
        Ok(other_requests)
    }

    /// Whether a seat has orders for the night: for a character, or for anybody if that is `None`.
    fn has_ordered(&self, seat: usize, character: Option<&str>) -> Result<bool> {
        let Some(mailed_seat) = self.mailed_war.seats.get(seat) else { return Ok(false) };
        if inbox::read_handwritten_file(&self.night, &self.entries, &mailed_seat.name, &mailed_seat.characters)?
            .is_some()
        {
            return Ok(true);
        }
        Ok(inbox::has_words(&self.entries, &mailed_seat.name, &mailed_seat.characters, character))
    }

    /// Tells the writer which characters are still in the plan after a withdrawal, by an order for another character.
    pub(super) fn note_still_planned(&self, receipt: &mut OrderReceipt, decision: &Decision) {
        let is_ordered_anew =
            |name: &String| decision.orders.iter().any(|words| words.character == *name && words.standing.holds());
        for request in &decision.requests {
            let Request::Withdraw(Some(name)) = request else { continue };
            let names_character =
                |line: &str| bare_words(line).contains(&name.to_lowercase()) && !line.contains("not accepted: ");
            if !is_ordered_anew(name) && receipt.plan.lines().any(names_character) {
                receipt.says.push(RequestReply::Said(format!(
                    "{name} is still in your plan, by what you ordered for somebody else: that stands, as it is below."
                )));
            }
        }
    }

    /// Answers each request. Returns the requests in words, including those granted before.
    pub(super) fn answer_requests(
        &self,
        requests: Vec<Request>,
        decision: &mut Decision,
        receipt: &mut OrderReceipt,
    ) -> Vec<&'static str> {
        let mut words: Vec<&'static str> = decision.requests.iter().map(describe_request).collect();
        if words.is_empty() && !receipt.says.is_empty() {
            words.push("to withdraw orders");
        }
        // A player who is away and wants the night to wait asks for something that only the GM can grant.
        let asks_to_wait = requests.contains(&Request::Wait);
        for request in requests {
            words.push(describe_request(&request));
            if let (Request::Away { from, to }, true) = (&request, asks_to_wait) {
                decision.notes.push(format!("away from {from} to {to}, and asks to be waited for"));
                receipt.says.push(RequestReply::Said(format!(
                    "You are away from {from} to {to}, and would have the night wait for you: the GM reads that, and decides. \
                     Until you hear of it the deadline stands. If nobody need wait for you on these days, write so: \
                     `I am away from {from} to {to}.`"
                )));
                continue;
            }
            let (reply, enclosed, keeps) = self.answer_request(&request, receipt, decision);
            receipt.says.extend(reply);
            decision.enclosed.extend(enclosed);
            if keeps {
                decision.requests.push(request);
            }
        }
        words.dedup();
        words
    }

    /// The answer to a request, its enclosure, and whether it is granted or under way.
    fn answer_request(
        &self,
        request: &Request,
        receipt: &OrderReceipt,
        decision: &mut Decision,
    ) -> (Option<RequestReply>, Option<Enclosure>, bool) {
        let enclosing = |enclosed| (None, Some(enclosed), true);
        let with_words = |text: String| (Some(RequestReply::Said(text)), None, true);
        let with_reply = |reply: RequestReply| (Some(reply), None, true);
        let if_granted = |(text, keeps): (String, bool)| (Some(RequestReply::Said(text)), None, keeps);
        match request {
            Request::Help => {
                let press = match (self.context.press.allows_public, self.context.press.allows_teams) {
                    (true, true) => "Words for others: `Press to all: …`, `Press to TEAM: …`. ",
                    (true, false) => "Words for others: `Press to all: …`. ",
                    (false, true) => "Words for others: `Press to TEAM: …`. ",
                    (false, false) => "",
                };
                (Some(RequestReply::Said(format!("{press}{WHAT_MAY_BE_ASKED}"))), Some(Enclosure::Guide), true)
            }
            Request::Status => with_reply(self.answer_status(receipt)),
            Request::Orders => with_reply(RequestReply::Orders(!receipt.plan.is_empty())),
            Request::Update => enclosing(Enclosure::Update),
            Request::Packet => enclosing(Enclosure::Packet),
            Request::Sheet => enclosing(Enclosure::Sheets),
            // Handled before.
            Request::Withdraw(_) | Request::WithdrawOrders(_) => (None, None, false),
            Request::Wait => with_reply(RequestReply::Wait),
            Request::Ready => with_reply(RequestReply::Ready),
            Request::Extension(asked) => with_reply(RequestReply::Extension(self.answer_extension(asked, decision))),
            Request::Away { from, to } => with_words(format!(
                "From {from} to {to} nobody waits for {}; what you order holds all the same.",
                receipt.seat
            )),
            Request::Back => with_words(format!("{} is waited for again.", receipt.seat)),
            Request::Press(press) => if_granted(self.answer_press(press)),
            Request::Html(true) => with_words("From now on letters come as pages too.".to_owned()),
            Request::Html(false) => with_words("From now on letters come as plain text alone.".to_owned()),
            Request::Address(to) => if_granted(self.answer_address_change(to, decision)),
            Request::Confirm(code) => {
                let known = self.context.codes.get(code).is_some_and(|(seat, _)| *seat == receipt.seat);
                let all = self.all_entries();
                let other =
                    self.context.codes.iter().find(|(other, (seat, _))| *other != code && *seat == receipt.seat);
                let both = other.is_some_and(|(other, _)| lasting_requests::has_confirmed(&all, &receipt.seat, other));
                let reply = if known && both {
                    "Both addresses have confirmed it: from now on letters go to the new one."
                } else if known {
                    "This confirms your change of address; it holds once the other address has confirmed it too."
                } else {
                    "There is no change of address that this code confirms."
                };
                if_granted((reply.to_owned(), known))
            }
        }
    }

    /// The status of a seat, which tells nothing about others.
    fn answer_status(&self, receipt: &OrderReceipt) -> RequestReply {
        let mut more = vec![match receipt.missing.as_slice() {
            [] => "All your characters have orders.".to_owned(),
            missing => format!("Without orders of yours: {}.", missing.join(", ")),
        }];
        match lasting_requests::is_ready(&self.entries, &receipt.seat) {
            Some(true) => more.push("You said that you are ready.".to_owned()),
            Some(false) => more.push("You said that you are to be waited for.".to_owned()),
            None => {}
        }
        if let Some((from, to)) = lasting_requests::absence(
            &lasting_requests::drop_former_requests(self.all_entries(), &self.context.handed),
            &receipt.seat,
        ) {
            more.push(format!("You are away from {from} to {to}."));
        }
        RequestReply::Status { war: self.mailed_war.title.clone(), more }
    }

    fn answer_extension(&self, asked: &str, decision: &mut Decision) -> String {
        if self.context.deadline.is_none() {
            decision.notes.push(asked.to_owned());
            return "The GM will read that you ask for more time.".to_owned();
        }
        let reply = match self.context.extension {
            // The rule grants time only once, so a further request goes to the GM.
            ExtensionRule::Anybody | ExtensionRule::Half if self.context.has_granted_time => {
                decision.notes.push(asked.to_owned());
                "More time was granted this night already, as players asked for it. The GM is asked for more; until you \
                 hear of it the deadline stands."
            }
            ExtensionRule::Gm => {
                decision.notes.push(asked.to_owned());
                "The GM is asked for more time; until you hear of it the deadline stands."
            }
            ExtensionRule::Anybody => {
                "You have asked for more time. It is granted once a night; if it is, everybody is told."
            }
            ExtensionRule::Half => {
                "You have asked for more time. It is granted once more than half of the players ask; then everybody is told."
            }
        };
        reply.to_owned()
    }

    fn answer_press(&self, press: &Press) -> (String, bool) {
        let rules = self.context.press;
        let refusal = |why: &str| (format!("Your words were passed on to nobody: {why}"), false);
        if press.text.trim().is_empty() {
            return refusal("there are none. Write them behind the colon, or in the lines below it.");
        }
        if press.is_anonymous && !rules.allows_anonymous {
            return refusal("in this War press bears its writer's name.");
        }
        match &press.to {
            None if !rules.allows_public => refusal("in this War there is no press to all."),
            Some(_) if !rules.allows_teams => refusal("in this War there is no press to a team."),
            None => (render_press_reply("everybody", press), true),
            Some(team) => match self.mailed_war.seats.iter().find(|seat| seat.team.eq_ignore_ascii_case(team)) {
                Some(seat) => (render_press_reply(&seat.team, press), true),
                None => {
                    let mut teams: Vec<&str> = self.mailed_war.seats.iter().map(|seat| seat.team.as_str()).collect();
                    teams.sort_unstable();
                    teams.dedup();
                    refusal(&format!("there is no team `{team}`. The teams are {}.", teams.join(", ")))
                }
            },
        }
    }

    fn answer_address_change(&self, to: &str, decision: &Decision) -> (String, bool) {
        let refusal = |why: &str| (format!("Your address is not changed: {why}"), false);
        let person = decision.person.and_then(|person| self.mailed_war.people.get(person));
        if self.index_in_seat(decision.person) > 0 {
            return refusal("you stand in for somebody; ask the GM.");
        }
        if person.is_some_and(|person| person.has_address(to)) {
            return refusal("it is yours already.");
        }
        // Whether it is another player's address is not revealed: that address is asked for the token.
        let own = self.context.referee_addresses.iter().any(|own| own.eq_ignore_ascii_case(to));
        let code = || self.context.codes.values().any(|(_, asked)| asked.as_deref() == Some(to));
        if own {
            return refusal("no letters of yours can go there.");
        }
        let again_note = if code() { " once more" } else { "" };
        let reply = format!(
            "A letter goes to {to}{again_note}. Confirm the change from there and from here, each by answering with your token \
             and the line that its letter names."
        );
        (reply, true)
    }
}

/// Removes the name of the current night from the lines that withdraw something.
fn strip_current_night(text: &str, night: u32) -> String {
    let is_withdrawal = |line: &str| {
        let words = bare_words(line);
        WITHDRAWAL_VERBS.iter().any(|word| words.iter().any(|own| own == word))
    };
    let strip_night = |line: &str| {
        let lower = line.to_ascii_lowercase();
        let night_phrases = ["for", "of"]
            .iter()
            .flat_map(|preposition| ["", "the "].map(|the| format!(" {preposition} {the}night {night}")));
        let found = night_phrases.into_iter().find_map(|phrase| Some((lower.find(&phrase)?, phrase.len())));
        let ends_number = |end: usize| !lower.get(end..).unwrap_or_default().starts_with(|c: char| c.is_ascii_digit());
        match found.filter(|(at, length)| ends_number(at + length)) {
            Some((at, length)) => [line.get(..at), line.get(at + length..)].into_iter().flatten().collect::<String>(),
            None => line.to_owned(),
        }
    };
    text.split_inclusive('\n')
        .map(|line| if is_withdrawal(line) { strip_night(line) } else { line.to_owned() })
        .collect()
}

/// The most characters of press that its answer quotes.
const MAX_PRESS_LENGTH: usize = 60;

/// Renders the answer to press that is passed on: its words, its addressee, and whether it bears the writer's name.
fn render_press_reply(to: &str, press: &Press) -> String {
    let unnamed = if press.is_anonymous { ", without your name" } else { "" };
    format!(
        "Your words are passed on to {to}{unnamed}: \"{}\"",
        shorten(&collapse_whitespace(&press.text), MAX_PRESS_LENGTH)
    )
}

/// Describes a request in a few words, for the GM.
const fn describe_request(request: &Request) -> &'static str {
    match request {
        Request::Help => "help",
        Request::Status => "how things stand",
        Request::Orders => "its orders",
        Request::Update => "the last update",
        Request::Packet => "the packet",
        Request::Sheet => "its sheets",
        Request::Withdraw(_) | Request::WithdrawOrders(_) => "to withdraw orders",
        Request::Wait => "to be waited for",
        Request::Ready => "to go on",
        Request::Extension(_) => "for more time",
        Request::Away { .. } => "not to be waited for",
        Request::Back => "to be waited for again",
        Request::Press(_) => "to pass words on",
        Request::Html(_) => "for letters of another form",
        Request::Address(_) => "to change an address",
        Request::Confirm(_) => "to confirm an address",
    }
}
