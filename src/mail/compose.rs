//! Composes a letter as a MIME message: text, page, attachments and the headers of its thread.
//!
//! No text of a player and no title can add a header line: lettre encodes what does not fit.

use std::time::{Duration, SystemTime};

use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, Message, MultiPart, SinglePart};

use crate::campaign::error::{CampaignError, Result};
use crate::vocabulary::text::collapse_whitespace;

use super::html_letter::{content_id, page_to_letter_html};

/// The parts of a letter to compose.
#[derive(Clone, Debug, Default)]
pub struct LetterContent {
    /// The sender: `The Referee <gm@example.org>`.
    pub from: String,
    /// The address for answers, if it is not the sender's.
    pub reply_to: Option<String>,
    /// The receiver's address.
    pub to: String,
    /// The receiver's name.
    pub to_name: Option<String>,
    /// The subject, in one line.
    pub subject: String,
    /// The plain text.
    pub text: String,
    /// The text as an HTML page.
    pub html: Option<String>,
    /// The page's drawings as PNG, in order; a drawing without a picture is left out.
    pub pictures: Vec<Vec<u8>>,
    /// Attached files: the name and the text of each.
    pub attached: Vec<(String, String)>,
    /// Its message id, without the angle brackets.
    pub id: String,
    /// The message id of the letter that it answers.
    pub answers: Option<String>,
    /// The message ids of its thread, oldest first.
    pub references: Vec<String>,
    /// Whether it answers a letter; otherwise the program sends it unasked.
    pub is_answer: bool,
    /// Its date, in seconds since 1970.
    pub sent_at: i64,
}

/// Makes a message id out of `unique`, which must be unlike that of any other letter and impossible to guess. `from`
/// lends its domain.
pub fn message_id(from: &str, unique: &str) -> String {
    let domain = from.parse::<Mailbox>().map_or_else(|_| "localhost".to_owned(), |m| m.email.domain().to_owned());
    format!("grail.{unique}@{domain}")
}

/// The bare address out of `Name <address>`, in lower case; `None` if it cannot be parsed.
pub fn parse_address(mailbox: &str) -> Option<String> {
    mailbox.parse::<Mailbox>().ok().map(|m| m.email.to_string().to_lowercase())
}

/// Composes the bytes of a letter.
///
/// # Errors
/// [`CampaignError::Address`] for an address that cannot be parsed; an internal error if lettre refuses the letter.
pub fn compose(draft: &LetterContent) -> Result<Vec<u8>> {
    let from = parse_mailbox(&draft.from)?;
    let mut to = parse_mailbox(&draft.to)?;
    if to.name.is_none() {
        to.name = draft.to_name.as_deref().map(in_one_line);
    }
    let angled = |id: &String| format!("<{id}>");
    let date = SystemTime::UNIX_EPOCH + Duration::from_secs(u64::try_from(draft.sent_at).unwrap_or(0));
    let mut builder = Message::builder()
        .from(from)
        .to(to)
        .subject(in_one_line(&draft.subject))
        .message_id(Some(angled(&draft.id)))
        .date(date);
    if let Some(reply_to) = &draft.reply_to {
        builder = builder.reply_to(parse_mailbox(reply_to)?);
    }
    if let Some(answers) = &draft.answers {
        builder = builder.in_reply_to(angled(answers));
    }
    if !draft.references.is_empty() {
        builder = builder.references(draft.references.iter().map(angled).collect::<Vec<_>>().join(" "));
    }
    let plain = SinglePart::plain(draft.text.clone());
    let internal_error =
        |e: lettre::error::Error| CampaignError::internal(format!("a letter could not be written: {e}"));
    let alternative = draft.html.as_ref().map(|page| alternative_body(draft, page));
    let body = match (alternative, draft.attached.as_slice()) {
        (None, []) => None,
        (Some(alternative), []) => Some(alternative),
        (alternative, files) => {
            let mixed = match alternative {
                Some(alternative) => MultiPart::mixed().multipart(alternative),
                None => MultiPart::mixed().singlepart(plain.clone()),
            };
            Some(files.iter().fold(mixed, |mixed, (name, text)| {
                // Attached as text, because mail programs display text.
                let kind = if name.ends_with(".html") { ContentType::TEXT_HTML } else { ContentType::TEXT_PLAIN };
                mixed.singlepart(Attachment::new(name.clone()).body(text.clone(), kind))
            }))
        }
    };
    let mut message = match body {
        Some(body) => builder.multipart(body).map_err(internal_error)?,
        None => builder.singlepart(plain).map_err(internal_error)?,
    };
    let submitted = if draft.is_answer { "auto-replied" } else { "auto-generated" };
    for (name, value) in [("Auto-Submitted", submitted), ("X-Auto-Response-Suppress", "All")] {
        if let Ok(name) = HeaderName::new_from_ascii(name.to_owned()) {
            message.headers_mut().insert_raw(HeaderValue::new(name, value.to_owned()));
        }
    }
    Ok(message.formatted())
}

/// The body with both forms: the plain text, and the page with its pictures.
fn alternative_body(draft: &LetterContent, page: &str) -> MultiPart {
    let html = page_to_letter_html(page, draft.pictures.len());
    if draft.pictures.is_empty() {
        return MultiPart::alternative_plain_html(draft.text.clone(), html);
    }
    let png = ContentType::parse("image/png").unwrap_or(ContentType::TEXT_PLAIN);
    let related = draft.pictures.iter().enumerate().fold(
        MultiPart::related().singlepart(SinglePart::html(html)),
        |related, (number, picture)| {
            related.singlepart(Attachment::new_inline(content_id(number)).body(picture.clone(), png.clone()))
        },
    );
    MultiPart::alternative().singlepart(SinglePart::plain(draft.text.clone())).multipart(related)
}

fn parse_mailbox(text: &str) -> Result<Mailbox> {
    in_one_line(text).parse().map_err(|_| CampaignError::Address { text: text.to_owned() })
}

/// The text in one line of at most 200 characters, without control characters.
fn in_one_line(text: &str) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    collapse_whitespace(&clean).chars().take(200).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::letter;

    fn draft() -> LetterContent {
        LetterContent {
            from: "The Referee <gm@example.org>".to_owned(),
            to: "al@example.org".to_owned(),
            to_name: Some("Al \"the\r\nBcc: eve@example.org\" Ox".to_owned()),
            subject: "The War\r\nBcc: eve@example.org".to_owned(),
            text: "Grüße,\n.\nFrom here.\n".to_owned(),
            html: Some("<p>Grüße</p>".to_owned()),
            attached: vec![("red.yaml".to_owned(), "a: 1\n".to_owned())],
            id: "x@example.org".to_owned(),
            answers: Some("y@example.org".to_owned()),
            references: vec!["z@example.org".to_owned(), "y@example.org".to_owned()],
            ..LetterContent::default()
        }
    }

    #[test]
    fn no_name_and_no_subject_adds_a_header_line() {
        let text = String::from_utf8(compose(&draft()).unwrap()).unwrap();
        assert!(text.is_ascii() && !text.lines().any(|line| line.starts_with("Bcc")), "{text}");
        assert!(text.contains("References: <z@example.org> <y@example.org>\r\n"), "{text}");
        assert!(text.contains("Auto-Submitted: auto-generated\r\n"), "{text}");
    }

    #[test]
    fn what_is_written_can_be_taken_apart_again() {
        let letter = letter::parse_letter(&compose(&draft()).unwrap()).unwrap();
        assert_eq!(letter.message_id.as_deref(), Some("x@example.org"));
        assert_eq!(letter.references, ["z@example.org", "y@example.org"]);
        assert!(letter.texts.iter().any(|t| t.text.starts_with("Grüße,\n.\nFrom here.")), "{letter:?}");
        assert!(letter.texts.iter().any(|t| t.part == "red.yaml"), "{letter:?}");
        assert!(letter.unanswerable.is_some(), "a letter of ours is never answered by us");
    }

    #[test]
    fn an_address_that_is_none_is_named() {
        let invalid = LetterContent { to: "al example.org; rm -rf /".to_owned(), ..draft() };
        assert!(matches!(compose(&invalid), Err(CampaignError::Address { .. })));
        assert_eq!(parse_address("The Referee <GM@Example.org>").as_deref(), Some("gm@example.org"));
    }
}
