//! Parses what a player asks for by mail, in ordinary words or by a subject of one word.
//!
//! A line of a letter is a request if all of it says so and nothing in it could be an order; it is removed before
//! orders are parsed. A sentence that asks, among others that do not, is a request too. A single word counts as the
//! subject, or if the letter says nothing else.

mod dates;
mod phrases;
mod prose;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::vocabulary::text::collapse_whitespace;

use super::letter::LetterText;
use super::sender::looks_like_token;

pub use phrases::WITHDRAWAL_VERBS;

/// A request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Request {
    /// The players' guide, and the list of requests.
    Help,
    /// The night, its deadline, and whether there are orders.
    Status,
    /// The player's own orders that hold.
    Orders,
    /// The last update once more.
    Update,
    /// The packet for the next orders once more.
    Packet,
    /// The sheets of the player's own characters.
    Sheet,
    /// Withdraws orders: a character's, or all.
    Withdraw(Option<String>),
    /// Withdraws orders by their numbers in the plan, each once.
    WithdrawOrders(Vec<usize>),
    /// The night should not be played before its deadline.
    Wait,
    /// The night may be played as far as the seat is concerned.
    Ready,
    /// More time, as written.
    Extension(String),
    /// Nobody need wait for the seat on these days, the first and the last included (`2026-12-24`).
    Away {
        /// The first day.
        from: String,
        /// The last day.
        to: String,
    },
    /// The player is back: the seat is waited for again.
    Back,
    /// Words for other players.
    Press(Press),
    /// Whether letters should have an HTML part too.
    Html(bool),
    /// Letters should go to this address.
    Address(String),
    /// A code that was mailed to confirm a change of address.
    Confirm(String),
}

impl Request {
    /// Whether it only asks for information that may be sent at any time, and changes nothing.
    pub const fn is_read_only(&self) -> bool {
        match self {
            Request::Help | Request::Status | Request::Orders | Request::Update | Request::Packet | Request::Sheet => {
                true
            }
            Request::Withdraw(_)
            | Request::WithdrawOrders(_)
            | Request::Wait
            | Request::Ready
            | Request::Extension(_)
            | Request::Away { .. }
            | Request::Back
            | Request::Press(_)
            | Request::Html(_)
            | Request::Address(_)
            | Request::Confirm(_) => false,
        }
    }
}

/// Words for other players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Press {
    /// The team it is for, as written; `None` means everybody.
    pub to: Option<String>,
    /// Whether its writer stays anonymous.
    #[serde(rename = "anonymous")]
    pub is_anonymous: bool,
    /// The words.
    pub text: String,
}

/// The requests in a letter, and its texts without them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParsedRequests {
    /// The requests in their order, each once.
    pub requests: Vec<Request>,
    /// Words to the GM that could not be orders, in their order.
    pub gm_words: Vec<String>,
    /// The texts, in which each line that is a request is blank.
    pub texts: Vec<LetterText>,
}

impl ParsedRequests {
    fn add(&mut self, request: Request) {
        if !self.requests.contains(&request) {
            self.requests.push(request);
        }
    }

    /// Adds the rest of a text, without the sentences that ask for something or speak of their writer's own absence.
    fn add_text(
        &mut self,
        original: &LetterText,
        mut left: String,
        (characters, today): (&[String], Date),
        is_allowed: fn(&Request) -> bool,
    ) {
        let mut removed = Vec::new();
        for (range, prose) in prose::find_prose(&left, characters, today) {
            match prose {
                prose::Prose::Asks(request) | prose::Prose::AsksAndTells(request, _) if !is_allowed(&request) => {
                    continue;
                }
                prose::Prose::Asks(request) => self.add(request),
                prose::Prose::AsksAndTells(request, said) => {
                    self.add(request);
                    self.gm_words.push(said);
                }
                prose::Prose::Tells(said) => self.gm_words.push(said),
            }
            removed.push(range);
        }
        // Line breaks stay; the rest of a line begins where the line began.
        for range in removed.into_iter().rev() {
            let (before, behind) =
                (left.get(..range.start).unwrap_or_default(), left.get(range.end..).unwrap_or_default());
            let first = before.is_empty() || before.ends_with('\n');
            let blanks = if first { behind.len() - behind.trim_start_matches([' ', '\t']).len() } else { 0 };
            let lines: String = left.get(range.clone()).unwrap_or_default().chars().filter(|c| *c == '\n').collect();
            left.replace_range(range.start..range.end + blanks, &lines);
        }
        self.texts.push(LetterText { text: left, ..original.clone() });
    }
}

/// Finds the requests in the texts of a letter; `characters` are those that the seat orders for.
pub fn find_requests(texts: &[LetterText], characters: &[String], today: Date) -> ParsedRequests {
    let count_lines = |text: &LetterText| text.text.lines().filter(|line| says_something(line)).count();
    let is_alone = texts.iter().map(count_lines).sum::<usize>() == 1;
    let mut parsed = ParsedRequests::default();
    for text in texts {
        let lines: Vec<&str> = text.text.lines().collect();
        let (mut kept_lines, mut number) = (Vec::new(), 0);
        while let Some(line) = lines.get(number) {
            number += 1;
            if let Some((head, first)) = phrases::parse_press_heading(line) {
                let (text, taken) = collect_press_words(first, lines.get(number..).unwrap_or_default(), characters);
                number += taken;
                kept_lines.extend(std::iter::repeat_n(String::new(), taken + 1));
                parsed.add(Request::Press(Press { text, ..head }));
            } else if let Some(request) = phrases::parse_request(line, characters, today, is_alone) {
                parsed.add(request);
                kept_lines.push(String::new());
            } else {
                kept_lines.push((*line).to_owned());
            }
        }
        parsed.add_text(text, kept_lines.join("\n") + "\n", (characters, today), |_| true);
    }
    parsed
}

/// Finds the requests in a forum post, which everybody reads among other talk. A single word is not a request there,
/// press needs no request, and an address is not changed on a forum.
pub fn find_requests_in_post(texts: &[LetterText], characters: &[String], today: Date) -> ParsedRequests {
    let mut parsed = ParsedRequests::default();
    for text in texts {
        let mut kept_lines = Vec::new();
        for line in text.text.lines() {
            match phrases::parse_request(line, characters, today, false).filter(may_be_posted) {
                Some(request) => {
                    parsed.add(request);
                    kept_lines.push("");
                }
                None => kept_lines.push(line),
            }
        }
        parsed.add_text(text, kept_lines.join("\n") + "\n", (characters, today), may_be_posted);
    }
    parsed
}

const fn may_be_posted(request: &Request) -> bool {
    match request {
        Request::Press(_) | Request::Address(_) | Request::Confirm(_) => false,
        Request::Help
        | Request::Status
        | Request::Orders
        | Request::Update
        | Request::Packet
        | Request::Sheet
        | Request::Withdraw(_)
        | Request::WithdrawOrders(_)
        | Request::Wait
        | Request::Ready
        | Request::Extension(_)
        | Request::Away { .. }
        | Request::Back
        | Request::Html(_) => true,
    }
}

/// Finds the request in a subject; `None` for an answer's subject, and for one that says anything else.
pub fn find_request_in_subject(subject: &str, characters: &[String], today: Date) -> Option<Request> {
    let words: Vec<&str> = subject.split_whitespace().filter(|word| !looks_like_token(word)).collect();
    let plain_subject = words.join(" ");
    // The subject `Orders` only says what the letter contains.
    phrases::parse_request(&plain_subject, characters, today, true)
        .filter(|found| *found != Request::Orders || words.len() > 1)
}

/// Collects the words of press up to the next blank line, or to a line that begins somebody's orders. The second part
/// is the number of lines taken.
fn collect_press_words(first: &str, lines: &[&str], characters: &[String]) -> (String, usize) {
    let begins_orders = |line: &str| {
        let plain_line = line.trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        characters.iter().any(|name| plain_line.starts_with(&name.to_lowercase())) || line.trim_end().ends_with(':')
    };
    let ends_press = |line: &&&str| !says_something(line) || begins_orders(line);
    let taken = lines.iter().position(|line| ends_press(&line)).unwrap_or(lines.len());
    let all = std::iter::once(first).chain(lines.iter().take(taken).copied());
    let words: Vec<&str> = all.map(str::trim).filter(|line| !line.is_empty()).collect();
    (words.join("\n"), taken)
}

fn says_something(line: &str) -> bool {
    line.chars().any(char::is_alphanumeric)
}

/// The words of a line in lower case, without punctuation at their ends.
fn split_words(line: &str) -> Vec<String> {
    let plain = collapse_whitespace(line).to_lowercase().replace(['\u{2019}', '`'], "'");
    let trim = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    plain.split(' ').map(trim).filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn today() -> Date {
        Date::constant(2026, 11, 24)
    }

    fn one(line: &str) -> Option<Request> {
        phrases::parse_request(line, &["Saber".to_owned(), "Iris".to_owned()], today(), false)
    }

    #[test]
    fn ordinary_words_ask() {
        let away = |from: &str, to: &str| Request::Away { from: from.to_owned(), to: to.to_owned() };
        for (line, wanted) in [
            ("Please send me the players' guide.", Request::Help),
            ("Could you send me my last update again?", Request::Update),
            ("I lost my packet", Request::Packet),
            ("And I lost my last update.", Request::Update),
            ("Can I have my sheet, please?", Request::Sheet),
            ("What are my orders?", Request::Orders),
            ("Did you get my orders?", Request::Orders),
            ("When is the deadline?", Request::Status),
            ("Please withdraw all my orders.", Request::Withdraw(None)),
            ("Cancel Saber's orders", Request::Withdraw(Some("Saber".to_owned()))),
            ("withdraw the orders of Iris", Request::Withdraw(Some("Iris".to_owned()))),
            ("withdraw 3", Request::WithdrawOrders(vec![3])),
            ("Please withdraw my third order.", Request::WithdrawOrders(vec![3])),
            ("Could you cancel order no. 12?", Request::WithdrawOrders(vec![12])),
            ("I would like to withdraw my orders 2 and 4.", Request::WithdrawOrders(vec![2, 4])),
            ("Please wait for me!", Request::Wait),
            ("I'm ready.", Request::Ready),
            ("Can I get an extension?", Request::Extension("Can I get an extension?".to_owned())),
            ("I need one more day, please", Request::Extension("I need one more day, please".to_owned())),
            ("I am away from 3 to 8 December.", away("2026-12-03", "2026-12-08")),
            ("Vacation: 2026-12-24 to 2027-01-02", away("2026-12-24", "2027-01-02")),
            ("I'll be on holiday from December 30 until January 2", away("2026-12-30", "2027-01-02")),
            ("I am back.", Request::Back),
            ("Please stop sending me HTML", Request::Html(false)),
            ("Plain text only, please", Request::Html(false)),
            ("My new address is Al@Example.net", Request::Address("al@example.net".to_owned())),
            ("confirm 0a1b2c3d4e5f", Request::Confirm("0a1b2c3d4e5f".to_owned())),
        ] {
            assert_eq!(one(line), Some(wanted), "{line}");
        }
    }

    #[test]
    fn orders_and_talk_are_no_requests() {
        for line in [
            "Stay.",
            "Withdraw Saber.",
            "Withdraw 3 Bridge.",
            "Retract 3.",
            "Withdraw my last order.",
            "Withdraw Saber's third order.",
            "Withdraw 0",
            "Withdraw to the Bridge.",
            "Wait for Archer to act, then attack Archer.",
            "Show the sheet to Lancer.",
            "Saber: Ready the blade.",
            "Send my update to Bob.",
            "If I need more time, flee to the Bridge.",
            "Help Iris.",
            "Extend the barrier.",
            "She is away from 3 to 8 Health.",
            "I sent my orders to Blue.",
            "My new address is secret",
            "help",
        ] {
            assert_eq!(one(line), None, "{line}");
        }
    }

    #[test]
    fn one_word_asks_where_nothing_else_is_said() {
        let letter = |text: &str| [LetterText { text: text.to_owned(), ..LetterText::default() }];
        let parse = |text: &str| find_requests(&letter(text), &["Saber".to_owned()], today());
        assert_eq!(parse("\nSheet!\n").requests, [Request::Sheet]);
        let both = parse("Sheet\nSaber: Stay.\n");
        assert!(both.requests.is_empty() && both.texts[0].text.starts_with("Sheet\n"));
        let subject = |text: &str| find_request_in_subject(text, &["Saber".to_owned()], today());
        assert_eq!(subject("status k7qm-2vxd-yhtr-w4cp"), Some(Request::Status));
        assert_eq!(subject("Withdraw Saber"), Some(Request::Withdraw(Some("Saber".to_owned()))));
        assert_eq!([subject("Orders"), subject("Re: status"), subject("Night 3")], [None, None, None]);
    }

    #[test]
    fn a_post_asks_in_whole_sentences_and_for_what_anybody_may_read() {
        let text =
            "Ready\nWhat are my orders?\nPress to Blue: Hello.\nMy new address is al@example.net\nSaber: Stay.\n";
        let letter = [LetterText { text: text.to_owned(), ..LetterText::default() }];
        let parsed = find_requests_in_post(&letter, &["Saber".to_owned()], today());
        assert_eq!(parsed.requests, [Request::Orders]);
        assert_eq!(parsed.texts[0].text, text.replace("What are my orders?", ""));
        let one = [LetterText { text: "ready\n".to_owned(), ..LetterText::default() }];
        assert!(find_requests_in_post(&one, &[], today()).requests.is_empty());
    }

    #[test]
    fn press_ends_where_orders_begin() {
        let letter = [LetterText {
            text: "Press to Blue: Shall we talk?\nAt the Bridge.\nSaber:\n Stay.\n\nAnonymous press to all:\nBeware.\n\nIris: Stay.\n"
                .to_owned(),
            ..LetterText::default()
        }];
        let parsed = find_requests(&letter, &["Saber".to_owned(), "Iris".to_owned()], today());
        let press = |to: Option<&str>, is_anonymous, text: &str| {
            Request::Press(Press { to: to.map(str::to_owned), is_anonymous, text: text.to_owned() })
        };
        let wanted = [press(Some("Blue"), false, "Shall we talk?\nAt the Bridge."), press(None, true, "Beware.")];
        assert_eq!(parsed.requests, wanted);
        assert_eq!(parsed.texts[0].text, "\n\nSaber:\n Stay.\n\n\n\n\nIris: Stay.\n");
    }
}
