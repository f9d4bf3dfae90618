//! The `mail:` settings of `war.yaml`: from whom, by which way, when orders are late (docs/mail.md).
//!
//! A password never stands here: it comes from the environment, or from a file outside the campaign.
//! May import [`crate::sheet`]'s YAML reader.

use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::fields::Read;
use crate::language::span::Span;
use crate::sheet::reader::MapReader;

use super::code;

/// How letters go out and when orders are late.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MailSettings {
    /// Whom letters are from: `The Referee <gm@example.org>`.
    pub from: Option<String>,
    /// Where answers go, if not to `from`.
    pub reply_to: Option<String>,
    /// By which way letters go out.
    pub by: TransportSettings,
    /// The SMTP server's name.
    pub server: Option<String>,
    /// Its port; each way of encryption has its usual one.
    pub port: Option<u16>,
    /// How the way to it is encrypted.
    pub tls: Tls,
    /// A certificate to trust beside the known ones, as a path.
    pub certificate: Option<String>,
    /// Who logs in there.
    pub user: Option<String>,
    /// The variable of the environment that holds the password; [`PASSWORD_VARIABLE`] where none is named.
    pub password_env: Option<String>,
    /// The file that holds the password: outside the campaign.
    pub password_file: Option<String>,
    /// The program that takes letters, for [`TransportSettings::Sendmail`].
    pub sendmail: Option<String>,
    /// The Maildir that letters are put into, for [`TransportSettings::Maildir`]; relative to the campaign.
    pub maildir: Option<String>,
    /// The Maildir that letters come in by; relative to the campaign.
    pub inbox: Option<String>,
    /// Who gets the public update.
    pub public: Readers,
    /// How long after the deadline orders are still taken: `30 minutes`.
    pub grace: Option<String>,
    /// How long before the deadline the silent are reminded: `4 hours`.
    pub remind: Option<String>,
    /// The most silent teams with which `grail night` still plays; half of them where none is named.
    pub silence: Option<u32>,
    /// The most answers that one address gets within a day.
    pub answers: Option<u32>,
}

/// The variable that holds the password where `password_env` names none.
pub const PASSWORD_VARIABLE: &str = "GRAIL_MAIL_PASSWORD";

/// A way for letters to go out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TransportSettings {
    /// No way yet: they lie in the campaign.
    #[default]
    None,
    /// To a server.
    Smtp,
    /// To the system's own mail program.
    Sendmail,
    /// Into a Maildir.
    Maildir,
}

/// How the way to a server is encrypted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tls {
    /// Begun in the clear and encrypted before anything is said (port 587).
    #[default]
    Starttls,
    /// From the start (port 465).
    Implicit,
    /// Not at all: for a server on the same machine (port 25).
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

/// Reads the settings.
pub(super) fn read(mut map: MapReader<'_>) -> MailSettings {
    let settings = MailSettings {
        from: map.text("from"),
        reply_to: map.text("reply_to"),
        by: one_of(
            &mut map,
            "by",
            &[
                ("smtp", TransportSettings::Smtp),
                ("sendmail", TransportSettings::Sendmail),
                ("maildir", TransportSettings::Maildir),
            ],
        ),
        server: map.text("server"),
        port: map.read("port", number),
        tls: one_of(&mut map, "tls", &[("starttls", Tls::Starttls), ("implicit", Tls::Implicit), ("none", Tls::None)]),
        certificate: map.text("certificate"),
        user: map.text("user"),
        password_env: map.text("password_env"),
        password_file: map.text("password_file"),
        sendmail: map.text("sendmail"),
        maildir: map.text("maildir"),
        inbox: map.text("inbox"),
        public: readers(map.texts("public")),
        grace: map.text("grace"),
        remind: map.text("remind"),
        silence: map.read("silence", number),
        answers: map.read("answers", number),
    };
    let needs = match settings.by {
        TransportSettings::None | TransportSettings::Sendmail => None,
        TransportSettings::Smtp => settings.server.is_none().then_some("`by: smtp` needs `server`"),
        TransportSettings::Maildir => settings.maildir.is_none().then_some("`by: maildir` needs `maildir`, a folder"),
    };
    let needs = needs.or_else(|| {
        (settings.by != TransportSettings::None && settings.from.is_none())
            .then_some("letters need `from`, whom they are from")
    });
    if let Some(needs) = needs {
        map.faults().report(Diagnostic::error(code::MAIL, map.span(), needs));
    }
    map.finish();
    settings
}

fn readers(texts: Vec<String>) -> Readers {
    match texts.as_slice() {
        [] => Readers::Players,
        [word] if word == "players" => Readers::Players,
        [word] if word == "nobody" => Readers::Nobody,
        _ => Readers::List(texts),
    }
}

fn number<T: std::str::FromStr>(text: &str) -> Read<T> {
    let fault = || vec![Diagnostic::error(code::MAIL, Span::new(0, text.len()), format!("`{text}` is no number here"))];
    text.trim().parse().map_err(|_| fault())
}

fn one_of<T: Copy + Default>(map: &mut MapReader<'_>, key: &'static str, values: &[(&'static str, T)]) -> T {
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
