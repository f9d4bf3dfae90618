//! Bounces: letters in which a server returns one of the program's letters, with the addressee and the reason.

use crate::mail::inbox::LetterOutcome;
use crate::mail::letter::{Letter, Unanswerable};

use super::Intake;
use super::decisions::Decision;
use super::decisions::add_reason;

/// The most characters of a server's reason that are kept.
const MAX_REASON_LENGTH: usize = 160;

/// The reason that is noted for a letter that a server has not delivered yet.
pub const DELIVERY_DELAYED: &str = "a server has not delivered a letter yet, and goes on trying";

impl Intake<'_> {
    /// Sets a bounce aside and notes which letter it returns, to whom, why, and whether delivery is only delayed.
    pub(super) fn decide_bounce(&self, letter: &Letter, raw: &[u8]) -> Decision {
        let mut text = String::from_utf8_lossy(raw).into_owned();
        // The decoded parts are searched too.
        letter.texts.iter().for_each(|part| text.extend(["\n", &part.text]));
        let field = |name: &str| field_values(&text, name).next().map(str::to_owned);
        let is_delayed = field("Action").is_some_and(|action| action.eq_ignore_ascii_case("delayed"));
        let mut why = match is_delayed {
            true => DELIVERY_DELAYED.to_owned(),
            false => Unanswerable::Bounce.words().to_owned(),
        };
        let is_part = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"');
        let returned_letter = text.split(is_part).find_map(|word| self.context.sent_letters.get(word));
        match returned_letter {
            Some((_, words)) => why.push_str(&format!(": {words}")),
            None => {
                let addressees = self.find_addressees(&text);
                if !addressees.is_empty() {
                    why.push_str(&format!(": to {}", addressees.join(", ")));
                }
            }
        }
        if let Some(reason) = field("Diagnostic-Code") {
            let explanation = reason.split_once(';').map_or(reason.as_str(), |(_, explanation)| explanation).trim();
            add_reason(
                &mut why,
                &explanation.chars().filter(|c| !c.is_control()).take(MAX_REASON_LENGTH).collect::<String>(),
            );
        }
        Decision {
            outcome: Some(LetterOutcome::SetAside),
            reason: why,
            returned: returned_letter.filter(|_| !is_delayed).map(|(name, _)| name.clone()),
            ..Decision::default()
        }
    }

    /// The addresses in a bounce that are players' addresses, each with its seat.
    fn find_addressees(&self, text: &str) -> Vec<String> {
        let bare_address = |word: &str| {
            let is_delimiter =
                |c: char| c.is_whitespace() || matches!(c, '<' | '>' | ':' | ';' | ',' | '.' | '(' | ')' | '"');
            word.trim_matches(is_delimiter).to_lowercase()
        };
        let addresses: Vec<String> = ["Final-Recipient", "Original-Recipient", "X-Failed-Recipients"]
            .iter()
            .flat_map(|name| field_values(text, name))
            .map(|value| bare_address(value.rsplit(';').next().unwrap_or_default()))
            .collect();
        let all_addresses = || text.split_whitespace().filter(|word| word.contains('@')).map(bare_address).collect();
        let addresses = if addresses.is_empty() { all_addresses() } else { addresses };
        let mut found: Vec<String> = Vec::new();
        for person in &self.mailed_war.people {
            let Some(seat) = self.mailed_war.seats.get(person.seat) else { continue };
            if let Some(to) = addresses.iter().find(|address| person.has_address(address)) {
                found.push(format!("{to} of {}", seat.name));
            }
        }
        found.sort();
        found.dedup();
        found
    }
}

/// The values of a field anywhere in a text.
fn field_values<'t>(text: &'t str, name: &str) -> impl Iterator<Item = &'t str> {
    text.lines().filter_map(move |line| {
        let (key, value) = line.trim_start_matches(['>', ' ']).split_once(':')?;
        key.trim().eq_ignore_ascii_case(name).then(|| value.trim())
    })
}
