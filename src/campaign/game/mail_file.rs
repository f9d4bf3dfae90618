//! The `mail:` settings of `war.yaml`: the sender, the transport, when orders are late (docs/mail.md).
//!
//! A password is never in this file: it comes from the environment, or from a file outside the campaign.

use jiff::civil::Date;

use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::fields::ParseResult;
use crate::language::span::Span;
use crate::sheet::reader::MapReader;

use super::code;

/// How letters are sent and when orders are late.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MailSettings {
    /// The sender: `The Referee <gm@example.org>`.
    pub sender: Option<String>,
    /// The address for answers, if it is not `from`.
    pub reply_to: Option<String>,
    /// The transport for outgoing letters.
    pub transport: TransportSettings,
    /// The SMTP server's name.
    pub server: Option<String>,
    /// Its port; each kind of encryption has its usual one.
    pub port: Option<u16>,
    /// How the connection to it is encrypted.
    pub tls: Tls,
    /// The path of a certificate to trust in addition to the known ones.
    pub certificate: Option<String>,
    /// The user name there.
    pub user: Option<String>,
    /// The environment variable that has the password; [`PASSWORD_VARIABLE`] if none is named.
    pub password_env: Option<String>,
    /// The file that has the password; it must be outside the campaign.
    pub password_file: Option<String>,
    /// The program that accepts letters, for [`TransportSettings::Sendmail`].
    pub sendmail: Option<String>,
    /// The Maildir for outgoing letters, for [`TransportSettings::Maildir`]; relative to the campaign.
    pub maildir: Option<String>,
    /// The Maildir of incoming letters; relative to the campaign.
    pub inbox: Option<String>,
    /// Who gets the public update.
    pub public: Readers,
    /// How long after the deadline orders are still accepted: `30 minutes`.
    pub grace: Option<String>,
    /// How long before the deadline silent players are reminded: `4 hours`.
    pub remind: Option<String>,
    /// The most silent teams with which `grail night` still plays; half of the teams if it is not set.
    pub silence: Option<u32>,
    /// The most answers that one address gets within a day.
    pub answers: Option<u32>,
    /// Who grants more time.
    pub extension: ExtensionRule,
    /// The length of an extension: `24 hours`.
    pub extension_length: Option<String>,
    /// The days of the week for deadlines, from 1 for Monday to 7; every day if empty.
    pub days: Vec<i8>,
    /// Ranges of days without a deadline, the last day included.
    pub holidays: Vec<(Date, Date)>,
    /// Whether a clock's command plays the night as soon as nobody is waited for.
    pub plays_when_ready: bool,
    /// The kinds of press that players may send.
    pub press: PressRules,
}

/// Who grants an extension that a player asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExtensionRule {
    /// The GM.
    #[default]
    Gm,
    /// The program, once a night, to whoever asks first.
    Anybody,
    /// The program, once a night, when more than half of the awaited seats have asked.
    Half,
}

/// The kinds of press that are allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PressRules {
    /// To everybody.
    pub allows_public: bool,
    /// To one team.
    pub allows_teams: bool,
    /// Without its writer's name.
    pub allows_anonymous: bool,
}

/// The environment variable of the password if `password_env` is not set.
pub const PASSWORD_VARIABLE: &str = "GRAIL_MAIL_PASSWORD";

/// The kind of transport.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TransportSettings {
    /// None yet: letters stay in the campaign.
    #[default]
    None,
    /// To a server.
    Smtp,
    /// To the system's own mail program.
    Sendmail,
    /// Into a Maildir.
    Maildir,
}

/// How the connection to a server is encrypted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tls {
    /// It starts unencrypted and is encrypted before anything is sent (port 587).
    #[default]
    Starttls,
    /// From the start (port 465).
    Implicit,
    /// Not encrypted: for a server on the same machine (port 25).
    None,
}

/// Who gets the public update.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Readers {
    /// Every player.
    #[default]
    Players,
    /// Nobody, by mail.
    Nobody,
    /// These addresses.
    List(Vec<String>),
}

/// Parses the settings.
pub(super) fn parse_mail_settings(mut map: MapReader<'_>) -> MailSettings {
    let settings = MailSettings {
        sender: map.text("from"),
        reply_to: map.text("reply_to"),
        transport: parse_choice(
            &mut map,
            "by",
            &[
                ("smtp", TransportSettings::Smtp),
                ("sendmail", TransportSettings::Sendmail),
                ("maildir", TransportSettings::Maildir),
            ],
        ),
        server: map.text("server"),
        port: map.read("port", parse_number),
        tls: parse_choice(
            &mut map,
            "tls",
            &[("starttls", Tls::Starttls), ("implicit", Tls::Implicit), ("none", Tls::None)],
        ),
        certificate: map.text("certificate"),
        user: map.text("user"),
        password_env: map.text("password_env"),
        password_file: map.text("password_file"),
        sendmail: map.text("sendmail"),
        maildir: map.text("maildir"),
        inbox: map.text("inbox"),
        public: parse_readers(map.texts("public")),
        grace: map.text("grace"),
        remind: map.text("remind"),
        silence: map.read("silence", parse_number),
        answers: map.read("answers", parse_number),
        extension: parse_choice(
            &mut map,
            "extension",
            &[("gm", ExtensionRule::Gm), ("anybody", ExtensionRule::Anybody), ("half", ExtensionRule::Half)],
        ),
        extension_length: map.text("extension_length"),
        days: parse_days(&mut map),
        holidays: parse_holidays(&mut map),
        plays_when_ready: parse_choice(&mut map, "when_ready", &[("true", true), ("false", false)]),
        press: parse_press(&mut map),
    };
    let missing_key = match settings.transport {
        TransportSettings::None | TransportSettings::Sendmail => None,
        TransportSettings::Smtp => settings.server.is_none().then_some("`by: smtp` needs `server`"),
        TransportSettings::Maildir => settings.maildir.is_none().then_some("`by: maildir` needs `maildir`, a folder"),
    };
    let missing_key = missing_key.or_else(|| {
        (settings.transport != TransportSettings::None && settings.sender.is_none())
            .then_some("letters need `from`, whom they are from")
    });
    if let Some(missing_key) = missing_key {
        map.faults().report(Diagnostic::error(code::MAIL, map.span(), missing_key));
    }
    map.finish();
    settings
}

fn parse_readers(texts: Vec<String>) -> Readers {
    match texts.as_slice() {
        [] => Readers::Players,
        [word] if word == "players" => Readers::Players,
        [word] if word == "nobody" => Readers::Nobody,
        _ => Readers::List(texts),
    }
}

/// Parses `days: [Monday, Thursday]`.
fn parse_days(map: &mut MapReader<'_>) -> Vec<i8> {
    const NAMES: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    let mut found = Vec::new();
    for text in map.texts("days") {
        let index = NAMES.iter().position(|name| *name == text.trim().to_lowercase());
        match index.and_then(|index| i8::try_from(index + 1).ok()) {
            Some(day) => found.push(day),
            None => {
                let fault = Diagnostic::error(code::MAIL, map.span(), format!("`{text}` is no day of the week"));
                map.faults().report(fault.suggest(nearest(&text.to_lowercase(), NAMES)));
            }
        }
    }
    found
}

/// Parses `holidays: [2026-12-24 to 2027-01-02, 2027-04-05]`.
fn parse_holidays(map: &mut MapReader<'_>) -> Vec<(Date, Date)> {
    let mut found = Vec::new();
    for text in map.texts("holidays") {
        let (from, to) = text.split_once(" to ").unwrap_or((&text, &text));
        match (from.trim().parse::<Date>(), to.trim().parse::<Date>()) {
            (Ok(from), Ok(to)) if from <= to => found.push((from, to)),
            _ => {
                let message = format!("`{text}` is no day and no stretch of days");
                let fault = Diagnostic::error(code::MAIL, map.span(), message);
                map.faults().report(fault.note("write `2026-12-24` or `2026-12-24 to 2027-01-02`"));
            }
        }
    }
    found
}

/// Parses `press: [public, teams, anonymous]`.
fn parse_press(map: &mut MapReader<'_>) -> PressRules {
    let mut rules = PressRules::default();
    for word in map.texts("press") {
        match word.as_str() {
            "public" => rules.allows_public = true,
            "teams" => rules.allows_teams = true,
            "anonymous" => rules.allows_anonymous = true,
            _ => {
                let fault = Diagnostic::error(code::MAIL, map.span(), format!("`press` cannot be `{word}`"));
                map.faults().report(fault.note("it is a list of public, teams, anonymous"));
            }
        }
    }
    rules
}

fn parse_number<T: std::str::FromStr>(text: &str) -> ParseResult<T> {
    let fault = || vec![Diagnostic::error(code::MAIL, Span::new(0, text.len()), format!("`{text}` is no number here"))];
    text.trim().parse().map_err(|_| fault())
}

fn parse_choice<T: Copy + Default>(map: &mut MapReader<'_>, key: &'static str, values: &[(&'static str, T)]) -> T {
    let found = map.read(key, |text| {
        let words = || values.iter().map(|(word, _)| *word);
        values.iter().find(|(word, _)| *word == text).map(|(_, value)| *value).ok_or_else(|| {
            let fault = Diagnostic::error(code::MAIL, Span::new(0, text.len()), format!("`{key}` cannot be `{text}`"));
            let near = nearest(text, words());
            vec![match near {
                Some(_) => fault.suggest(near),
                None => fault.note(format!("it is {}", words().collect::<Vec<_>>().join(", "))),
            }]
        })
    });
    found.unwrap_or_default()
}
