//! Parses what the GM writes to the program by mail: answers to letters, rulings, a later deadline.
//!
//! Nothing is done at once: the program mails back what would happen, and does it when the GM answers that letter with
//! `confirm`.

use serde::{Deserialize, Serialize};

use super::letter::LetterText;
use super::letter::farewell::without_farewell;

/// One command in a letter of the GM's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GmCommand {
    /// Answers a letter, by its number.
    Answer {
        /// The letter's number.
        letter: usize,
        /// The answer.
        text: String,
    },
    /// Puts a letter aside.
    Aside(usize),
    /// Accepts a letter's orders.
    Accept {
        /// The letter's number.
        letter: usize,
        /// The seat that the orders are of, if the letter does not prove it.
        seat: Option<String>,
    },
    /// Entries for the `rulings.yaml` of the next night.
    Rulings(String),
    /// Gives all players this much more time.
    Extend(String),
    /// Moves the deadline to this moment.
    Deadline(String),
    /// Pauses the night.
    Pause,
    /// Resumes the paused night.
    Resume,
    /// Sends a letter once more that may have gone out, or was refused.
    Again(String),
    /// Marks a letter that may have gone out as done with.
    Settle(String),
    /// Confirms another letter of the GM's: by its id, or the letter that this one answers.
    Confirm(Option<String>),
    /// The GM's signature below an answer, which is not part of the answer.
    Signed(String),
    /// A line that is not a command.
    Unread(String),
}

/// Parses the commands in a letter of the GM's; `names` are the GM's names.
pub fn parse_commands(texts: &[LetterText], names: &[&str]) -> Vec<GmCommand> {
    let mut found = Vec::new();
    for text in texts {
        let mut open = OpenBlock::Nothing;
        for line in text.text.lines() {
            // Mail programs indent lines with no-break spaces.
            let line = &line.replace('\u{A0}', " ");
            if let Some(numbers) = parse_aside(line) {
                open = OpenBlock::Nothing;
                found.extend(numbers.into_iter().map(GmCommand::Aside));
            } else if let Some(word) = parse_command(line) {
                open = if matches!(word, GmCommand::Answer { .. }) { OpenBlock::Answer } else { OpenBlock::Nothing };
                found.push(word);
            } else if begins_ruling(line) && !matches!(open, OpenBlock::Rulings { .. }) {
                let indent = line.len() - line.trim_start().len();
                open = OpenBlock::Rulings { indent, is_lost: false };
                // All rulings of a letter form one command, wherever they are in it: they hold together or not at all.
                let rulings_index = found.iter().position(|word| matches!(word, GmCommand::Rulings(_)));
                let rulings = match rulings_index.map(|at| found.remove(at)) {
                    Some(GmCommand::Rulings(text)) => text,
                    _ => String::new(),
                };
                found.push(GmCommand::Rulings(format!("{rulings}{}\n", line.trim())));
            } else if open == OpenBlock::Answer && end_signed_answer(&mut found, line, names) {
                open = OpenBlock::Signature;
            } else {
                continue_block(&mut found, &mut open, line);
            }
        }
    }
    for word in &mut found {
        if let GmCommand::Answer { text, .. } = word {
            *text = text.trim().to_owned();
        }
    }
    found
}

/// The block that the next lines belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OpenBlock {
    Nothing,
    Answer,
    /// The GM's signature below an answer.
    Signature,
    /// `indent` is the indentation of the first entry; `lost` is whether a line below it has lost its indentation.
    Rulings {
        indent: usize,
        is_lost: bool,
    },
}

/// Adds a line that begins no command to the open block.
fn continue_block(found: &mut Vec<GmCommand>, open: &mut OpenBlock, line: &str) {
    let indented;
    let line = match open {
        OpenBlock::Rulings { indent, is_lost } => {
            let gap = line.len() - line.trim_start().len();
            let line = line.get(gap.min(*indent)..).unwrap_or(line);
            // Mail programs strip indentation: a key of an entry gets its two spaces back, and a list item below such a
            // key its four.
            let key = line.split_once(':').is_some_and(|(key, _)| RULING_KEYS.contains(&key));
            *is_lost |= key;
            indented = match key {
                true => format!("  {line}"),
                false if *is_lost && line.starts_with("- ") && !begins_ruling(line) => format!("    {line}"),
                false => line.to_owned(),
            };
            indented.as_str()
        }
        OpenBlock::Nothing | OpenBlock::Answer | OpenBlock::Signature => line,
    };
    let is_inside_rulings = line.trim().is_empty() || line.starts_with([' ', '\t', '#', '-']);
    match (found.last_mut(), *open) {
        (Some(GmCommand::Answer { text, .. }), OpenBlock::Answer) => {
            text.push('\n');
            text.push_str(line.trim_end());
        }
        (Some(GmCommand::Signed(text)), OpenBlock::Signature) => {
            let gap = if line.trim().is_empty() { "" } else { " / " };
            *text += &format!("{gap}{}", line.trim());
        }
        (Some(GmCommand::Rulings(text)), OpenBlock::Rulings { .. }) if is_inside_rulings => {
            text.push_str(line.trim_end());
            text.push('\n');
        }
        _ => {
            *open = OpenBlock::Nothing;
            // The lines above the entries of a skeleton are comments.
            if line.chars().any(char::is_alphanumeric) && !line.trim_start().starts_with('#') {
                found.push(GmCommand::Unread(line.trim().to_owned()));
            }
        }
    }
}

/// Ends the open answer if a line signs it: removes the answer's farewell and begins the signature. Returns whether it
/// did.
fn end_signed_answer(found: &mut Vec<GmCommand>, line: &str, names: &[&str]) -> bool {
    let Some(GmCommand::Answer { text, .. }) = found.last_mut() else { return false };
    if text.trim().is_empty() || !is_signature(line.trim(), names) {
        return false;
    }
    let without_signature = without_farewell(text, names, |_| false);
    if !without_signature.trim().is_empty() {
        *text = without_signature;
    }
    found.push(GmCommand::Signed(line.trim().to_owned()));
    true
}

/// Whether a line is a signature: a farewell followed by a comma, or the GM's name, with or without a surname.
fn is_signature(line: &str, names: &[&str]) -> bool {
    let is_farewell =
        |text: &str, names: &[&str]| !text.is_empty() && without_farewell(text, names, |_| false).trim().is_empty();
    let is_name = |text: &str| is_farewell(text, names) && !is_farewell(text, &[]);
    let words: Vec<&str> = line.split_whitespace().collect();
    let has_surname = words.len() <= 3
        && words.first().is_some_and(|first| first.len() > 2 && is_name(first))
        && words.iter().all(|word| word.starts_with(char::is_uppercase))
        && line.chars().all(|c| c.is_alphanumeric() || " .'-".contains(c));
    is_name(line) || has_surname || (line.ends_with(',') && is_farewell(line, &[]))
}

/// The keys that an entry of rulings may have beside its first one.
const RULING_KEYS: [&str; 8] = ["set", "add", "at", "winner", "fulfilled", "effects", "reason", "tell"];
/// The most letters in one line that puts letters aside.
const MAX_SET_ASIDE: usize = 200;

/// Parses a line that puts letters aside: `aside 13`, `aside 4-7`, `put aside 25, 26 and 30`.
fn parse_aside(line: &str) -> Option<Vec<usize>> {
    let lower = line.trim().trim_end_matches('.').to_lowercase();
    let rest = lower.strip_prefix("put ").unwrap_or(&lower).strip_prefix("aside ")?;
    let mut found = Vec::new();
    for word in rest.split([',', ' ']).filter(|word| !word.is_empty() && *word != "and") {
        let number = |text: &str| text.trim_start_matches('#').parse::<usize>().ok();
        let (first, last) = word.split_once(['-', '\u{2013}']).unwrap_or((word, word));
        let (first, last) = (number(first)?, number(last)?);
        if last < first || last - first >= MAX_SET_ASIDE {
            return None;
        }
        found.extend(first..=last);
    }
    (!found.is_empty() && found.len() <= MAX_SET_ASIDE).then_some(found)
}

fn begins_ruling(line: &str) -> bool {
    let Some((key, _)) = line.trim_start().strip_prefix("- ").and_then(|rest| rest.split_once(':')) else {
        return false;
    };
    ["decide", "set", "add", "forbid", "allow", "undo"].contains(&key.trim())
}

/// Parses a line that is one command.
fn parse_command(line: &str) -> Option<GmCommand> {
    let line = line.trim();
    if let Some(moment) = parse_deadline_moment(line) {
        return Some(GmCommand::Deadline(moment.to_owned()));
    }
    let (head, rest) = match line.split_once(':') {
        Some((head, rest)) => (head, Some(rest.trim())),
        None => (line.trim_end_matches('.'), None),
    };
    let lower = head.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let number = |word: &str| word.trim_start_matches('#').parse::<usize>().ok();
    match (words.as_slice(), rest) {
        (["answer", n], Some(text)) => Some(GmCommand::Answer { letter: number(n)?, text: text.to_owned() }),
        (["accept", n], None) => Some(GmCommand::Accept { letter: number(n)?, seat: None }),
        (["accept", n, "as", ..], None) => {
            let at = lower.find(" as ")? + 4;
            Some(GmCommand::Accept { letter: number(n)?, seat: head.get(at..).map(|seat| seat.trim().to_owned()) })
        }
        (["extend", "by", ..] | ["extend", _, ..], None) => {
            let length = head.split_whitespace().skip(1).filter(|word| !word.eq_ignore_ascii_case("by"));
            Some(GmCommand::Extend(length.collect::<Vec<_>>().join(" ")))
        }
        (["pause"], None) => Some(GmCommand::Pause),
        (["resume"], None) => Some(GmCommand::Resume),
        (["again", letter], None) => Some(GmCommand::Again((*letter).to_owned())),
        (["settle", letter], None) => Some(GmCommand::Settle((*letter).to_owned())),
        (["confirm"] | ["confirmed"] | ["yes"], None) => Some(GmCommand::Confirm(None)),
        (["confirm", id], None) => Some(GmCommand::Confirm(Some((*id).to_owned()))),
        _ => None,
    }
}

/// The text after `deadline` if it looks like a moment: a date in digits and a time, whose colon separates nothing.
fn parse_deadline_moment(line: &str) -> Option<&str> {
    let (word, moment) = line.split_at_checked("deadline".len())?;
    let moment = moment.trim_start_matches(':').trim().trim_end_matches('.');
    let is_day = moment.starts_with(|c: char| c.is_ascii_digit()) && moment.contains('-');
    (word.eq_ignore_ascii_case("deadline") && is_day).then_some(moment)
}

/// Whether the commands of a letter include one that is done once it is confirmed.
pub fn has_actions(commands: &[GmCommand]) -> bool {
    commands.iter().any(|word| !matches!(word, GmCommand::Unread(_) | GmCommand::Confirm(_) | GmCommand::Signed(_)))
}

/// Whether a letter of the GM's confirms another one; a bare `confirm` beside other commands does not.
pub fn is_confirmation(commands: &[GmCommand]) -> bool {
    match commands.iter().find_map(|word| if let GmCommand::Confirm(id) = word { Some(id) } else { None }) {
        None => false,
        Some(Some(_)) => true,
        Some(None) => !has_actions(commands),
    }
}

/// Renders a command in a few words, for the report of what was not done.
pub fn summarize_command(word: &GmCommand) -> String {
    let first = |text: &str| text.lines().next().unwrap_or_default().trim().to_owned();
    match word {
        GmCommand::Answer { letter, text } => format!("answer {letter}: {}", first(text)),
        GmCommand::Aside(letter) => format!("aside {letter}"),
        GmCommand::Accept { letter, seat: None } => format!("accept {letter}"),
        GmCommand::Accept { letter, seat: Some(seat) } => format!("accept {letter} as {seat}"),
        GmCommand::Rulings(text) => first(text),
        GmCommand::Extend(length) => format!("extend {length}"),
        GmCommand::Deadline(moment) => format!("deadline {moment}"),
        GmCommand::Pause => "pause".to_owned(),
        GmCommand::Resume => "resume".to_owned(),
        GmCommand::Again(letter) => format!("again {letter}"),
        GmCommand::Settle(letter) => format!("settle {letter}"),
        GmCommand::Confirm(None) => "confirm".to_owned(),
        GmCommand::Confirm(Some(id)) => format!("confirm {id}"),
        GmCommand::Signed(line) | GmCommand::Unread(line) => first(line),
    }
}

/// Renders the reminder that a letter of the GM's waits for its `confirm`.
pub fn render_confirm_reminder(id: &str, subject: &str) -> String {
    let subject = if subject.is_empty() { String::new() } else { format!(" \"{subject}\"") };
    format!(
        "Your letter{subject} waits to be confirmed. If that was meant, send these two lines:\n\n  Token: …\n  confirm {id}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commands_of(text: &str) -> Vec<GmCommand> {
        parse_commands(&[LetterText { text: text.to_owned(), ..LetterText::default() }], &["Kat", "Kat Miller"])
    }

    #[test]
    fn each_line_says_one_thing_and_answers_and_rulings_go_on() {
        let letter = "\nAnswer 12: Yes, she may.\n\nUntil Sunday.\naside 13\nAccept 14 as Old Guard\nExtend by 24 hours\n\
                      # Saber used it\n- decide: instant/Saber/Oath/1\n  effects: no effect\n  reason: A test.\n- set: { Rin: { cp: 120 } }\n  reason: b\n\nCheers!\nagain update-red\nDeadline 2026-12-03 23:00\ndeadline: 2026-12-03T23:00.\nresume\nconfirm 0a1b\nyes\n";
        let wanted = [
            GmCommand::Answer { letter: 12, text: "Yes, she may.\n\nUntil Sunday.".to_owned() },
            GmCommand::Aside(13),
            GmCommand::Accept { letter: 14, seat: Some("Old Guard".to_owned()) },
            GmCommand::Extend("24 hours".to_owned()),
            GmCommand::Rulings(
                "- decide: instant/Saber/Oath/1\n  effects: no effect\n  reason: A test.\n- set: { Rin: { cp: 120 } }\n  reason: b\n\n"
                    .to_owned(),
            ),
            GmCommand::Unread("Cheers!".to_owned()),
            GmCommand::Again("update-red".to_owned()),
            GmCommand::Deadline("2026-12-03 23:00".to_owned()),
            GmCommand::Deadline("2026-12-03T23:00".to_owned()),
            GmCommand::Resume,
            GmCommand::Confirm(Some("0a1b".to_owned())),
            GmCommand::Confirm(None),
        ];
        assert_eq!(commands_of(letter), wanted);
    }

    #[test]
    fn an_answer_ends_where_it_is_signed() {
        for end in ["Kat", "- Kat Miller", "Kat Smith\nSince 1999", "Kind regards,\nThe GM", "Thanks!\nKat"] {
            let [GmCommand::Answer { text, .. }, GmCommand::Signed(_), GmCommand::Aside(2)] =
                &commands_of(&format!("answer 1: Yes.\n\nShe may.\n\n{end}\naside 2"))[..]
            else {
                panic!("{end}")
            };
            assert_eq!(text, "Yes.\n\nShe may.", "{end}");
        }
        for text in
            ["Yes.\n\nThanks!\n\nKat is away.", "Greetings,\n\nshe may.", "Regards to Kat.\nKat knows, he said."]
        {
            assert_eq!(
                commands_of(&format!("answer 1: {text}")),
                [GmCommand::Answer { letter: 1, text: text.to_owned() }]
            );
        }
    }

    #[test]
    fn rulings_may_stand_off_the_edge() {
        let plain = "- decide: x\n  effects: no effect\n  reason: y\n- set: { Rin: { cp: 1 } }\n  reason: z\n";
        let shifted: String = plain.lines().map(|line| format!("    {line}\n")).collect();
        let wanted = [GmCommand::Rulings(plain.to_owned())];
        assert_eq!((commands_of(plain), commands_of(&shifted)), (wanted.to_vec(), wanted.to_vec()));
    }

    #[test]
    fn rulings_whose_blanks_were_taken_away_are_read_and_several_letters_put_aside_at_once() {
        let plain = "- decide: x\n  effects:\n    - The target loses 20 Health.\n  reason: y\n- set: { Rin: { cp: 1 } }\n  reason: z\n";
        let flat: String = plain.lines().map(|line| format!("{}\n", line.trim_start())).collect();
        assert_eq!(commands_of(&flat), [GmCommand::Rulings(plain.to_owned())]);
        let aside_commands =
            |numbers: &[usize]| numbers.iter().map(|number| GmCommand::Aside(*number)).collect::<Vec<_>>();
        assert_eq!(
            commands_of("aside 4-7\nput aside 25, 26 and #30.\naside 9"),
            aside_commands(&[4, 5, 6, 7, 25, 26, 30, 9])
        );
        assert!(
            commands_of("aside 7-4\naside the point\naside 1-9999")
                .iter()
                .all(|word| matches!(word, GmCommand::Unread(_)))
        );
    }

    #[test]
    fn what_is_no_command_is_told() {
        let unread = |text: &str| commands_of(text).iter().all(|word| matches!(word, GmCommand::Unread(_)));
        assert!(
            unread("Answer twelve: no.\nAccept the truth.\nThe set: is fine\nDeadlines pass.\nDeadline 12 please")
                && commands_of("\n# a remark\n").is_empty()
        );
    }
}
