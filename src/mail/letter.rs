//! Parses a letter: who wrote it, what it answers, what its author says in it.
//!
//! Hostile mail costs bounded time and memory: a letter that is too large or nested too deeply is not parsed, and what
//! is not text is named but not opened. Nothing here is trusted: the sender is only what the letter claims.

pub mod farewell;
mod flowed;
pub mod greeting;
mod html;
mod own_lines;

use crate::vocabulary::text::collapse_whitespace;
pub(in crate::mail) use html::extract_text as html_to_text;
use mail_parser::{Address, HeaderValue, Message, MessageParser, MessagePart, MimeHeaders as _, PartType};

/// The most bytes of a letter that is parsed.
pub const MAX_LETTER_LENGTH: usize = 10 * 1024 * 1024;
/// The most bytes of text of one part that is parsed.
pub const MAX_PART_LENGTH: usize = 256 * 1024;
/// The most parts, counted by the header words that announce them.
const MAX_PARTS: usize = 200;
/// The deepest nesting of parts and letters that is followed.
const MAX_DEPTH: usize = 12;

/// The parts of a letter that the program needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Letter {
    /// Its `Message-ID` without the angle brackets.
    pub message_id: Option<String>,
    /// The ids of its thread, oldest first.
    pub references: Vec<String>,
    /// The ids of the letters it answers.
    pub answers: Vec<String>,
    /// The decoded subject; empty if there is none.
    pub subject: String,
    /// The address that it claims to be from, in lower case.
    pub from: Option<String>,
    /// The name beside that address; empty if there is none.
    pub from_name: String,
    /// When the last server received it, in seconds since 1970, as that server says.
    pub received: Option<i64>,
    /// The receiving server's verdict on its sender.
    pub verdict: SenderVerdict,
    /// Why it must not be answered.
    pub unanswerable: Option<Unanswerable>,
    /// What its author wrote: the body, then attached texts, then letters forwarded as a whole.
    pub texts: Vec<LetterText>,
    /// The attachments that were not parsed, by name or type.
    pub unread: Vec<String>,
}

/// A text of a letter, without quotations, signatures and footers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LetterText {
    /// Its place in the letter: `the letter`, `orders.txt`.
    pub part: String,
    /// The words.
    pub text: String,
    /// The text below the line that begins a signature.
    pub signature: String,
    /// The text from a line on that introduces a quotation, if no mark shows where the quotation ends; the whole text
    /// if nothing in it is its author's own.
    pub quoted: String,
}

/// The receiving server's verdict on a sender (`Authentication-Results`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SenderVerdict {
    /// It says nothing.
    #[default]
    None,
    /// The sender's domain vouches for the letter; the results as given.
    Vouched(String),
    /// Neither vouched for nor disowned; the results as given.
    Unclear(String),
    /// The sender's domain disowns the letter; the results as given.
    Disowned(String),
}

/// Why a letter is never answered: an answer could start a loop or go to nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unanswerable {
    /// A server says that a letter could not be delivered.
    Bounce,
    /// A program wrote it.
    Automatic,
    /// It came by a list.
    List,
    /// It names no sender.
    NoSender,
}

impl Unanswerable {
    /// The reason in words.
    pub const fn words(self) -> &'static str {
        match self {
            Unanswerable::Bounce => "a server returns a letter that could not be delivered",
            Unanswerable::Automatic => "a program wrote it",
            Unanswerable::List => "it came by a mailing list",
            Unanswerable::NoSender => "it names no sender",
        }
    }
}

/// Why a letter was not parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnparsedReason {
    /// It has more bytes than [`MAX_LETTER_LENGTH`].
    TooLong,
    /// More parts than any letter needs.
    TooManyParts,
    /// It is not a letter.
    NoLetter,
}

impl UnparsedReason {
    /// The reason in words.
    pub const fn words(self) -> &'static str {
        match self {
            UnparsedReason::TooLong => "it is larger than a letter of orders may be",
            UnparsedReason::TooManyParts => "it has more parts within parts than a letter of orders may have",
            UnparsedReason::NoLetter => "it cannot be read as a letter",
        }
    }
}

/// Parses a letter.
///
/// # Errors
/// [`UnparsedReason`] for what is not a letter, or would cost too much.
pub fn parse_letter(raw: &[u8]) -> Result<Letter, UnparsedReason> {
    if raw.len() > MAX_LETTER_LENGTH {
        return Err(UnparsedReason::TooLong);
    }
    if count_announced_parts(raw) > MAX_PARTS {
        return Err(UnparsedReason::TooManyParts);
    }
    // A panic of the library in one letter must not block all others.
    let parsed = std::panic::catch_unwind(|| MessageParser::default().parse(raw));
    let message = parsed.ok().flatten().filter(|m| !m.headers().is_empty()).ok_or(UnparsedReason::NoLetter)?;
    let mut letter = parse_head(&message);
    let mut reading =
        LetterReading { letter: &mut letter, attached: Vec::new(), forwarded: Vec::new(), body: String::new() };
    reading.read_part(&message, 0, 0);
    let LetterReading { attached, forwarded, body, .. } = reading;
    let body = own_lines::from_text("the letter", &body);
    letter.texts = std::iter::once(body).chain(attached).chain(forwarded).collect();
    letter.texts.retain(|text| [&text.text, &text.signature, &text.quoted].iter().any(|part| !part.trim().is_empty()));
    Ok(letter)
}

/// Makes a letter of a bare text, such as orders pasted from a forum.
pub fn from_bare_text(source: &str, raw: &[u8]) -> Letter {
    let text = own_lines::from_text(source, &String::from_utf8_lossy(raw));
    Letter { texts: vec![text], ..Letter::default() }
}

/// Whether a file is a letter rather than a bare text: it has at least two known header lines at its beginning.
pub fn is_letter(raw: &[u8]) -> bool {
    let known =
        ["from", "to", "subject", "date", "message-id", "received", "return-path", "mime-version", "delivered-to"];
    let head = raw.get(..raw.len().min(64 * 1024)).unwrap_or_default();
    let text = String::from_utf8_lossy(head);
    let names = text.lines().take_while(|line| !line.trim().is_empty()).filter_map(|line| line.split_once(':'));
    let found = names.filter(|(name, _)| known.iter().any(|k| name.eq_ignore_ascii_case(k))).count();
    found >= 2
}

/// The number of parts that a letter announces: each has a boundary or is itself a letter.
fn count_announced_parts(raw: &[u8]) -> usize {
    // A letter with pictures is long: most bytes begin none of these words.
    let begins_part = |(at, byte): &(usize, &u8)| {
        let word: &[u8] = match byte {
            b'b' | b'B' => b"boundary",
            b'm' | b'M' => b"message/",
            b'\n' => b"\nContent-Type:",
            _ => return false,
        };
        raw.get(*at..at + word.len()).is_some_and(|found| found.eq_ignore_ascii_case(word))
    };
    raw.iter().enumerate().filter(begins_part).count()
}

/// Parses the header lines.
fn parse_head(message: &Message<'_>) -> Letter {
    let from = first_address(message.from()).or_else(|| first_address(message.sender()));
    let mut letter = Letter {
        message_id: message.message_id().map(str::to_owned).filter(|id| is_id(id)),
        references: parse_ids(message.references()),
        answers: parse_ids(message.in_reply_to()),
        subject: collapse_whitespace(message.subject().unwrap_or_default()),
        from,
        from_name: message
            .from()
            .and_then(|address| address.first()?.name())
            .map(collapse_whitespace)
            .unwrap_or_default(),
        received: message.received().and_then(|r| r.date()).map(|date| date.to_timestamp()),
        verdict: parse_verdict(message),
        ..Letter::default()
    };
    letter.unanswerable = find_unanswerable_reason(message, &letter);
    letter
}

fn first_address(addresses: Option<&Address<'_>>) -> Option<String> {
    let address = addresses?.iter().find_map(|a| a.address.as_deref())?.trim().to_lowercase();
    let plain = address.chars().all(|c| !c.is_whitespace() && !c.is_control());
    (plain && address.len() <= 254 && address.contains('@')).then_some(address)
}

/// Whether an id can be written into a header line of the program's letters.
fn is_id(id: &str) -> bool {
    !id.is_empty() && id.len() <= 500 && id.chars().all(|c| c.is_ascii_graphic() && !matches!(c, '<' | '>'))
}

fn parse_ids(value: &HeaderValue<'_>) -> Vec<String> {
    let all: Vec<&str> = match value {
        HeaderValue::Text(id) => vec![id.as_ref()],
        HeaderValue::TextList(ids) => ids.iter().map(AsRef::as_ref).collect(),
        _ => Vec::new(),
    };
    // The beginning and the end of a thread are enough to keep it together.
    let all: Vec<String> = all.into_iter().filter(|id| is_id(id)).map(str::to_owned).collect();
    match all.len() {
        0..=12 => all,
        n => all.iter().take(1).chain(all.iter().skip(n - 11)).cloned().collect(),
    }
}

/// The raw values of the header lines with a name.
fn header_lines<'m>(message: &'m Message<'_>, name: &'m str) -> impl Iterator<Item = &'m str> {
    message.headers_raw().filter(move |(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
}

fn parse_verdict(message: &Message<'_>) -> SenderVerdict {
    // The topmost line is the last server's; the lines below may be the sender's own invention.
    let Some(line) = header_lines(message, "Authentication-Results").next() else { return SenderVerdict::None };
    let found: Vec<String> = ["dmarc", "dkim", "spf"]
        .iter()
        .filter_map(|method| {
            let lower_line = line.to_lowercase();
            let (_, rest) = lower_line.split_once(&format!("{method}="))?;
            let word: String = rest.chars().take_while(char::is_ascii_alphanumeric).take(20).collect();
            Some(format!("{method}={word}"))
        })
        .collect();
    let results = found.join(" ");
    let has = |what: &str| found.iter().any(|f| f == what);
    if has("dmarc=fail") || (!found.iter().any(|f| f.starts_with("dmarc=")) && has("spf=fail") && !has("dkim=pass")) {
        SenderVerdict::Disowned(results)
    } else if has("dmarc=pass") || has("dkim=pass") {
        SenderVerdict::Vouched(results)
    } else if results.is_empty() {
        SenderVerdict::None
    } else {
        SenderVerdict::Unclear(results)
    }
}

fn find_unanswerable_reason(message: &Message<'_>, letter: &Letter) -> Option<Unanswerable> {
    let header_contains = |name, words: &[&str]| {
        header_lines(message, name).any(|line| words.iter().any(|word| line.to_lowercase().contains(word)))
    };
    let has_header = |name| header_lines(message, name).next().is_some();
    let report = message.content_type().is_some_and(|c| c.ctype() == "multipart" && c.subtype() == Some("report"));
    let is_from_daemon = letter
        .from
        .as_deref()
        .is_some_and(|from| ["mailer-daemon@", "postmaster@"].iter().any(|name| from.starts_with(name)));
    if report || is_from_daemon || header_lines(message, "Return-Path").any(|path| path == "<>") {
        return Some(Unanswerable::Bounce);
    }
    let is_automatic = header_lines(message, "Auto-Submitted").any(|line| !line.to_lowercase().starts_with("no"));
    let is_from_robot = letter.from.as_deref().is_some_and(|from| {
        ["noreply@", "no-reply@", "donotreply@", "do-not-reply@"].iter().any(|name| from.starts_with(name))
    });
    let replies = [
        "automatic reply:",
        "auto-reply:",
        "autoreply:",
        "out of office",
        "automatische antwort:",
        "abwesenheitsnotiz",
        "réponse automatique",
    ];
    let subject = letter.subject.to_lowercase();
    if is_automatic
        || is_from_robot
        || replies.iter().any(|reply| subject.starts_with(reply))
        || ["X-Autoreply", "X-Autorespond", "X-Autoresponse", "X-Auto-Response-From"].into_iter().any(has_header)
        || header_contains("X-Auto-Response-Suppress", &["all", "autoreply", "oof"])
        || header_contains("Precedence", &["auto_reply", "bulk", "junk"])
    {
        return Some(Unanswerable::Automatic);
    }
    if ["List-Id", "List-Post", "List-Unsubscribe"].into_iter().any(has_header)
        || header_contains("Precedence", &["list"])
    {
        return Some(Unanswerable::List);
    }
    letter.from.is_none().then_some(Unanswerable::NoSender)
}

/// The state of a walk over a letter's parts.
struct LetterReading<'a> {
    letter: &'a mut Letter,
    body: String,
    attached: Vec<LetterText>,
    forwarded: Vec<LetterText>,
}

impl LetterReading<'_> {
    fn read_part(&mut self, message: &Message<'_>, number: usize, depth: usize) {
        let Some(part) = message.parts.get(number) else { return };
        if depth > MAX_DEPTH {
            self.letter.unread.push("parts within parts".to_owned());
            return;
        }
        match &part.body {
            PartType::Multipart(children) => {
                let children: Vec<usize> = children.iter().map(|id| *id as usize).collect();
                if is_subtype(part, "alternative") {
                    self.read_best_alternative(message, &children, depth);
                } else {
                    children
                        .into_iter()
                        .filter(|id| *id != number)
                        .for_each(|id| self.read_part(message, id, depth + 1));
                }
            }
            PartType::Text(text) => self.read_text(part, text, false),
            PartType::Html(text) => self.read_text(part, text, true),
            PartType::Binary(bytes) | PartType::InlineBinary(bytes) => self.read_binary(part, bytes),
            PartType::Message(inner) => self.read_forwarded(inner, depth),
        }
    }

    /// Reads the plain form of several forms of one text, unless it is empty.
    fn read_best_alternative(&mut self, message: &Message<'_>, children: &[usize], depth: usize) {
        let kind = |id: &usize| message.parts.get(*id).map(|part| &part.body);
        let plain = children.iter().find(
            |id| matches!(kind(id), Some(PartType::Text(text)) if !text.trim().is_empty() && !is_placeholder(text)),
        );
        let html = children.iter().find(|id| matches!(kind(id), Some(PartType::Html(_))));
        let nested = children.iter().find(|id| matches!(kind(id), Some(PartType::Multipart(_))));
        if let Some(id) = plain.or(html).or(nested).or(children.first()) {
            self.read_part(message, *id, depth + 1);
        }
        // Attachments inside the richer form are read too.
        if let (Some(_), Some(id)) = (plain, nested) {
            let before = self.body.len();
            self.read_part(message, *id, depth + 1);
            self.body.truncate(before);
        }
    }

    fn read_text(&mut self, part: &MessagePart<'_>, text: &str, html: bool) {
        if text.len() > MAX_PART_LENGTH {
            self.letter.unread.push(part_name(part));
            return;
        }
        // A part whose type cannot be parsed is treated as text.
        let kind = part.content_type().filter(|c| c.ctype().eq_ignore_ascii_case("text"));
        let subtype = kind.and_then(|c| c.subtype()).unwrap_or("plain");
        if !html && !matches!(subtype, "plain" | "markdown" | "x-markdown" | "enriched") && !has_text_name(part) {
            self.letter.unread.push(part_name(part));
            return;
        }
        // It is called a text but is a zip file or a picture.
        if is_attached(part) && text.contains('\0') {
            self.letter.unread.push(part_name(part));
            return;
        }
        let words = if html {
            html::extract_text(text)
        } else {
            let flowed = part
                .content_type()
                .and_then(|c| c.attribute("format"))
                .is_some_and(|f| f.eq_ignore_ascii_case("flowed"));
            let delsp =
                part.content_type().and_then(|c| c.attribute("delsp")).is_some_and(|d| d.eq_ignore_ascii_case("yes"));
            let text = text.replace("\r\n", "\n").replace('\r', "\n");
            if flowed { flowed::join_flowed_lines(&text, delsp) } else { text }
        };
        if is_attached(part) {
            self.attached.push(own_lines::from_text(part_name(part), &words));
        } else {
            if !self.body.is_empty() {
                self.body.push_str("\n\n");
            }
            self.body.push_str(&words);
        }
    }

    /// Reads a binary part as text if its content is text: many programs attach texts so.
    fn read_binary(&mut self, part: &MessagePart<'_>, bytes: &[u8]) {
        // The type is missing, or it names parts that cannot be told apart.
        let kindless = part.content_type().is_none_or(|c| c.subtype().is_none() || c.ctype() == "multipart");
        let octets = kindless || is_subtype(part, "octet-stream");
        let text = std::str::from_utf8(bytes).ok().filter(|text| {
            let odd = text.chars().filter(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t')).count();
            octets && bytes.len() <= MAX_PART_LENGTH && odd == 0
        });
        match text {
            Some(text) if kindless && !is_attached(part) => {
                self.body.push_str(&text.replace("\r\n", "\n"));
            }
            Some(text) => {
                self.attached.push(own_lines::from_text(part_name(part), &text.replace("\r\n", "\n")));
            }
            None => self.letter.unread.push(part_name(part)),
        }
    }

    fn read_forwarded(&mut self, inner: &Message<'_>, depth: usize) {
        let mut letter = Letter::default();
        let mut reading =
            LetterReading { letter: &mut letter, attached: Vec::new(), forwarded: Vec::new(), body: String::new() };
        if depth < MAX_DEPTH {
            reading.read_part(inner, 0, depth + 1);
        }
        let LetterReading { body, attached, forwarded, .. } = reading;
        self.forwarded.push(own_lines::from_text("the forwarded letter", &body));
        self.forwarded.extend(attached.into_iter().chain(forwarded));
        self.letter.unread.append(&mut letter.unread);
    }
}

/// Whether a text is the placeholder that some programs send beside the HTML form.
fn is_placeholder(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    text.len() < 200
        && text.contains("html")
        && (text.contains("view") || text.contains("support") || text.contains("client"))
}

fn is_subtype(part: &MessagePart<'_>, wanted: &str) -> bool {
    part.content_type().and_then(|c| c.subtype()).is_some_and(|s| s.eq_ignore_ascii_case(wanted))
}

fn is_attached(part: &MessagePart<'_>) -> bool {
    part.content_disposition().is_some_and(|d| d.is_attachment()) || part.attachment_name().is_some()
}

fn has_text_name(part: &MessagePart<'_>) -> bool {
    part.attachment_name().is_some_and(|name| {
        let name = name.to_lowercase();
        [".txt", ".md", ".text"].iter().any(|end| name.ends_with(end))
    })
}

/// A part's file name or type, fit for one line.
fn part_name(part: &MessagePart<'_>) -> String {
    let kind = || {
        part.content_type()
            .map_or("a part without a kind".to_owned(), |c| format!("{}/{}", c.ctype(), c.subtype().unwrap_or("")))
    };
    let name = part.attachment_name().map_or_else(kind, str::to_owned);
    name.chars().filter(|c| !c.is_control()).take(80).collect()
}

/// The value of a header line in a letter of the program's own, for tests.
pub fn header_value(raw: &[u8], name: &str) -> Option<String> {
    let message = MessageParser::default().parse_headers(raw)?;
    header_lines(&message, name).next().map(str::to_owned)
}
