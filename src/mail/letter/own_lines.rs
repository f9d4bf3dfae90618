//! Extracts the lines of a letter that are its author's own.
//!
//! Removed are quoted lines with their introductions, signatures, the letter below an answer, and footers of mail
//! programs. If the author adds nothing to a forwarded letter, the forwarded letter counts. If a line introduces a
//! quotation and no mark shows where the quotation ends (Yahoo, AOL), the author's own lines end at that line.

use super::LetterText;
use crate::language::prepare::introduces;

/// Splits a text of a letter into the author's own lines, the signature and the quotation.
pub(super) fn from_text(source: impl Into<String>, text: &str) -> LetterText {
    let lines: Vec<&str> = text.trim_start_matches('\u{FEFF}').lines().collect();
    let (own, below) = split_at_forwarded(&lines);
    let (own, quoted) = split_at_unmarked_quote(own);
    let mut kept = split_own_lines(own);
    if kept.0.trim().is_empty()
        && let Some(below) = below
    {
        kept = split_own_lines(below);
    }
    let marked = lines.iter().any(|line| line.trim_start().starts_with('>'));
    let has_no_own_words = kept.0.trim().is_empty() && kept.1.trim().is_empty();
    let quoted = if has_no_own_words && (marked || !quoted.is_empty()) { text.to_owned() } else { quoted.join("\n") };
    LetterText { part: source.into(), text: kept.0, signature: kept.1, quoted }
}

/// Splits lines before an unmarked quotation; the second part begins with its introduction.
fn split_at_unmarked_quote<'l>(lines: &'l [&'l str]) -> (&'l [&'l str], &'l [&'l str]) {
    let begins_quote = |number: &usize| {
        let length = introduction_length(lines.get(*number..).unwrap_or_default());
        let lines_after = length.and_then(|length| lines.get(number + length..));
        let next = lines_after.map(|behind| behind.iter().find(|line| !line.trim().is_empty()));
        next.is_some_and(|next| next.is_none_or(|line| !line.trim_start().starts_with('>')))
    };
    let at = (0..lines.len()).find(begins_quote).unwrap_or(lines.len());
    lines.split_at(at)
}

/// The number of lines, at most three, of an introduction that names a writer with an address:
/// `On Monday, 9 November, The GM` / `<gm@example.org> wrote:`. `None` if there is none.
fn introduction_length(lines: &[&str]) -> Option<usize> {
    let first = lines.first()?.trim();
    let dated = first.to_lowercase().starts_with("in a message dated ");
    if !dated && !begins_introduction(first) {
        return None;
    }
    let address =
        |line: &&str| line.split('<').skip(1).any(|rest| rest.split('>').next().unwrap_or_default().contains('@'));
    let introduction = lines.iter().take(3).take_while(|line| !line.trim().is_empty());
    let length = introduction.clone().position(|line| line.trim_end().ends_with(':'))? + 1;
    (dated || introduction.take(length).any(address)).then_some(length)
}

/// The lines above a letter that is answered or forwarded, and the lines of that letter without its head.
fn split_at_forwarded<'l>(lines: &'l [&'l str]) -> (&'l [&'l str], Option<&'l [&'l str]>) {
    for (number, line) in lines.iter().enumerate() {
        let bare = line.trim();
        let following = lines.get(number + 1..).unwrap_or_default();
        let head = following.iter().position(|line| !line.trim().is_empty()).and_then(|first| following.get(first..));
        // A ruled line separates parts of the author's own text, unless the head of a letter follows it.
        let marker = is_forward_marker(bare) || (is_drawn(bare) && head.is_some_and(begins_letter_head));
        if !marker && !begins_letter_head(lines.get(number..).unwrap_or_default()) {
            continue;
        }
        let below = lines.get(number + usize::from(marker)..).unwrap_or_default();
        let head = below.iter().take_while(|l| l.trim().is_empty() || is_head_line(l) || l.starts_with(' ')).count();
        return (lines.get(..number).unwrap_or_default(), below.get(head..));
    }
    (lines, None)
}

fn is_forward_marker(bare: &str) -> bool {
    let lower = bare.to_lowercase();
    let dashed = bare.starts_with("---") && bare.ends_with("---");
    let words = [
        "forwarded message",
        "original message",
        "weitergeleitete nachricht",
        "message transf",
        "mensaje reenviado",
        "ursprüngliche nachricht",
        "forwarded by",
    ];
    (dashed && words.iter().any(|w| lower.contains(w)))
        || lower == "begin forwarded message:"
        || (lower.starts_with("-----original message"))
}

/// Whether a line is a ruled line of underscores.
fn is_drawn(bare: &str) -> bool {
    bare.len() >= 20 && bare.chars().all(|c| c == '_')
}

/// Whether the head of a letter begins here: at least three of its lines.
fn begins_letter_head(lines: &[&str]) -> bool {
    let mut names: Vec<&str> = Vec::new();
    // Outlook writes a blank line after each paragraph.
    for line in lines.iter().take(12).filter(|line| !line.trim().is_empty()).take(6) {
        match head_name(line) {
            Some(name) if !names.contains(&name) => names.push(name),
            Some(_) => {}
            None => break,
        }
    }
    names.len() >= 3 && names.contains(&"from")
}

fn is_head_line(line: &str) -> bool {
    head_name(line).is_some()
}

/// The English name of a line of a letter's head.
fn head_name(line: &str) -> Option<&'static str> {
    const NAMES: [(&str, &str); 16] = [
        ("from", "from"),
        ("von", "from"),
        ("de", "from"),
        ("sent", "date"),
        ("gesendet", "date"),
        ("envoyé", "date"),
        ("enviado", "date"),
        ("date", "date"),
        ("datum", "date"),
        ("to", "to"),
        ("an", "to"),
        ("para", "to"),
        ("cc", "cc"),
        ("reply-to", "reply"),
        ("subject", "subject"),
        ("betreff", "subject"),
    ];
    let line = line.trim().trim_start_matches('*');
    let (name, _) = line.split_once(':')?;
    let name = name.trim().trim_end_matches('*').to_lowercase();
    NAMES.iter().find(|(written, _)| *written == name).map(|(_, name)| *name)
}

fn split_own_lines(lines: &[&str]) -> (String, String) {
    let mut keep = vec![true; lines.len()];
    let mut end = lines.len();
    for (number, line) in lines.iter().enumerate() {
        let bare = line.trim_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}' || c == '\u{200B}');
        if *line == "-- " || bare == "--" {
            end = number;
            break;
        }
        if bare.starts_with('>') {
            drop_line(&mut keep, number);
            drop_introduction(lines, number, &mut keep);
        } else if is_footer(bare) {
            drop_line(&mut keep, number);
        }
    }
    for number in end + 1..lines.len() {
        if lines.get(number).is_some_and(|line| line.trim_start().starts_with('>')) {
            drop_line(&mut keep, number);
            drop_introduction(lines, number, &mut keep);
        }
    }
    let below = lines.iter().zip(&keep).skip(end + 1).filter(|(_, keep)| **keep).map(|(line, _)| *line);
    let below = below.fold(String::new(), |all, line| all + line + "\n");
    let mut out = String::new();
    for (line, keep) in lines.iter().zip(keep).take(end) {
        // A removed line becomes a blank one, so that no order continues across it.
        out.push_str(if keep { line.trim_end() } else { "" });
        out.push('\n');
    }
    (out, below)
}

fn drop_line(keep: &mut [bool], number: usize) {
    if let Some(keep) = keep.get_mut(number) {
        *keep = false;
    }
}

/// Drops the lines above a quotation that introduce it: `On Monday, the GM` / `<gm@…> wrote:`.
fn drop_introduction(lines: &[&str], quote_index: usize, keep: &mut [bool]) {
    let Some(last) = (0..quote_index).rev().find(|n| !lines.get(*n).is_none_or(|l| l.trim().is_empty())) else {
        return;
    };
    let line_at = |n: usize| lines.get(n).map_or("", |l| l.trim());
    if quote_index - last > 3 || !line_at(last).ends_with(':') || line_at(last).starts_with('>') {
        return;
    }
    for first in (last.saturating_sub(2)..=last).rev() {
        if line_at(first).is_empty() {
            return;
        }
        if begins_introduction(line_at(first)) {
            (first..=last).for_each(|n| drop_line(keep, n));
            return;
        }
    }
    // `Orders for Saber:` above an answer to oneself is the author's own.
    if introduces(line_at(last)) {
        drop_line(keep, last);
    }
}

fn begins_introduction(line: &str) -> bool {
    const WORDS: [&str; 12] =
        ["On ", "Am ", "Le ", "El ", "Il ", "Op ", "Den ", "Em ", "W dniu ", "Dne ", "Quoting ", "At "];
    let dated = line.chars().filter(char::is_ascii_digit).count() >= 3;
    (WORDS.iter().any(|w| line.starts_with(w)) || line.starts_with(|c: char| c.is_ascii_digit()))
        && (dated || line.starts_with("Quoting "))
}

fn is_footer(bare: &str) -> bool {
    const STARTS: [&str; 10] = [
        "sent from my ",
        "sent from mail for ",
        "sent from yahoo mail",
        "sent from outlook for ",
        "sent from proton mail",
        "sent with proton mail",
        "sent via ",
        "get outlook for ",
        "von meinem iphone gesendet",
        "envoyé de mon iphone",
    ];
    let lower = bare.to_lowercase();
    STARTS.iter().any(|start| lower.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::from_text;

    fn own_lines(text: &str) -> Vec<String> {
        from_text("", text).text.lines().map(str::to_owned).filter(|l| !l.is_empty()).collect()
    }

    #[test]
    fn quotations_and_who_wrote_them_go() {
        assert_eq!(
            own_lines("Saber: Stay.\n\nOn Mon, 3 Nov 2025 at 21:00, The GM\n<gm@example.org> wrote:\n\n> Night 2\n"),
            ["Saber: Stay."]
        );
        assert_eq!(own_lines("> Orders?\n\nSaber:\n> and more\nStay.\n"), ["Saber:", "Stay."]);
        assert_eq!(own_lines("Am 3.11.2025 um 21:00 schrieb GM:\n> x\nRin: Stay."), ["Rin: Stay."]);
    }

    #[test]
    fn a_letter_below_goes_unless_it_is_all_there_is() {
        let outlook = "Saber: Stay.\n\n________________________________\nFrom: GM\nSent: Monday\nTo: Al\nSubject: Night 2\n\nSaber: Go.\n";
        assert_eq!(own_lines(outlook), ["Saber: Stay."]);
        let spaced = "Saber: Stay.\n\nFrom: GM\n\nSent: Monday\n\nTo: Al\n\nSubject: Night 2\n\nSaber: Go.\n";
        assert_eq!(own_lines(spaced), ["Saber: Stay."]);
        assert_eq!(own_lines("Saber: Stay.\nFrom: GM\nDate: Monday\nSubject: x\n\nRin: Go."), ["Saber: Stay."]);
        let forwarded = "---------- Forwarded message ---------\nFrom: Al <al@x.org>\nDate: Mon\nSubject: o\nTo: <gm@x.org>\n\n\nSaber: Go.\n";
        assert_eq!(own_lines(forwarded), ["Saber: Go."]);
    }

    #[test]
    fn a_line_drawn_by_the_author_and_a_head_above_a_quotation_stay() {
        let drawn = "_".repeat(30);
        assert_eq!(
            own_lines(&format!("Saber: Stay.\n{drawn}\nIris: Go.")),
            ["Saber: Stay.", drawn.as_str(), "Iris: Go."]
        );
        assert_eq!(own_lines("Orders for Saber:\n> Night 2\nStay."), ["Orders for Saber:", "Stay."]);
        assert_eq!(own_lines("The GM <gm@x.org> wrote:\n> Night 2\nSaber: Stay."), ["Saber: Stay."]);
        assert_eq!(from_text("", "Saber: Stay.\n-- \nIris: Go.\n> quoted\n").signature, "Iris: Go.\n");
    }

    #[test]
    fn words_of_others_without_a_mark_are_nobody_s_orders() {
        let update = "\n \n Dear Al,\n\n Saber:\n 1. Attack Lancer.\n Iris: Stay.\n";
        for head in [
            "    On Wednesday, December 9, 2026 at 11:45:01 PM GMT, The GM <gm@x.org> wrote:  ",
            "  On Wed, Dec 9, 2026 at 11:45 PM, The GM<gm@x.org> wrote:   ",
            "On Wed, Dec 9, 2026 at 11:45 PM, The Grand Master of all Wars\n<gm@x.org> wrote:",
            "Am Mittwoch, 9. Dezember 2026 um 23:45:01 MEZ hat The GM <gm@x.org> Folgendes geschrieben:",
            "Le mercredi 9 décembre 2026 à 23:45:01 UTC+1, The GM <gm@x.org> a écrit :",
            "In a message dated 12/9/2026 11:45:01 PM GMT Standard Time, gm@x.org writes:",
        ] {
            let found = from_text("", &format!("Saber: Stay.\n\n{head}{update}"));
            assert_eq!(found.text.trim(), "Saber: Stay.", "{head}");
            assert!(found.quoted.contains("Attack Lancer") && found.quoted.trim_start().starts_with(head.trim_start()));
            // If nothing precedes the forwarded letter, the text has no orders.
            let alone = from_text("", &format!("{head}{update}"));
            assert!(alone.text.trim().is_empty() && alone.quoted.contains("Attack Lancer"), "{head}");
        }
        assert_eq!(from_text("", "\n\nSent from my iPhone\n").quoted, "");
        // A quotation with marks ends with the last mark.
        assert_eq!(
            own_lines("On Mon, 3 Nov 2025, The GM <gm@x.org> wrote:\n> Night 2\nSaber: Stay."),
            ["Saber: Stay."]
        );
        for said in
            ["On night 123 I wrote to bob@x.org:", "On 3 December 2026 do this:", "At <the Bridge>, 100 Health:"]
        {
            assert_eq!(own_lines(&format!("{said}\nSaber: Stay.")), [said, "Saber: Stay."]);
        }
    }

    #[test]
    fn signatures_and_footers_go() {
        assert_eq!(own_lines("Saber: Stay.\n-- \nRin: Go."), ["Saber: Stay."]);
        let below = from_text(
            "",
            "Saber: Stay.\n--\nIda\n\nOn Tue, 3 Nov 2026 at 9:00, The GM <gm@x.org> wrote:\n\n> Night 2\n",
        );
        assert_eq!((below.text.trim(), below.signature.trim()), ("Saber: Stay.", "Ida"));
        assert_eq!(own_lines("Saber: Stay.\n\nSent from my iPhone\nRin: Go."), ["Saber: Stay.", "Rin: Go."]);
    }
}
