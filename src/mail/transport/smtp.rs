//! Hands letters to an SMTP server step by step. Nothing has gone out before the letter's data; from its first byte on,
//! only the server's answer tells what happened.
//!
//! One connection serves many letters. Nothing is sent unencrypted if encryption was asked for, and no password is sent
//! unencrypted except to the same machine.

use std::io::ErrorKind;
use std::time::Duration;

use lettre::Address;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{Certificate, SmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt, Rset};
use lettre::transport::smtp::extension::ClientId;

use crate::campaign::error::Result;
use crate::campaign::game::mail_file::Tls;

use super::{BeforeSending, Delivery, OutgoingLetter, Transport};

/// The settings for reaching a server.
#[derive(Clone)]
pub struct Server {
    /// Its name.
    pub name: String,
    /// Its port, if not the usual one.
    pub port: Option<u16>,
    /// How the connection is encrypted.
    pub tls: Tls,
    /// A certificate to trust in addition to the known ones, in PEM.
    pub certificate: Option<Vec<u8>>,
    /// The user name and the password.
    pub login: Option<(String, String)>,
    /// The timeout for an answer.
    pub patience: Duration,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Server({}, {:?}, {:?})", self.name, self.port, self.tls)
    }
}

/// A server, with its open connection.
pub struct Smtp {
    server: Server,
    connection: Option<SmtpConnection>,
}

impl std::fmt::Debug for Smtp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.server.fmt(f)
    }
}

/// An error before anything could have gone out.
enum Refusal {
    NotNow(String),
    Never(String),
}

impl Refusal {
    /// The result for one letter.
    fn into_letter_delivery(self) -> Delivery {
        match self {
            Refusal::NotNow(why) => Delivery::TemporarilyRefused(why),
            Refusal::Never(why) => Delivery::PermanentlyRefused(why),
        }
    }

    /// The result for the connection: the error affects every letter.
    fn into_closed_delivery(self) -> Delivery {
        match self {
            Refusal::NotNow(why) => Delivery::Closed { reason: why, passes: true },
            Refusal::Never(why) => Delivery::Closed { reason: why, passes: false },
        }
    }
}

impl Smtp {
    /// A server as a transport; the connection is made with the first letter.
    pub fn new(server: Server) -> Smtp {
        Smtp { server, connection: None }
    }

    fn connect(&self) -> std::result::Result<SmtpConnection, Refusal> {
        let server = &self.server;
        let is_local = ["localhost", "127.0.0.1", "::1"].contains(&server.name.as_str());
        if server.tls == Tls::None && server.login.is_some() && !is_local {
            return Err(Refusal::Never("a password is sent over an encrypted way alone: set `tls`".to_owned()));
        }
        let parameters = || -> std::result::Result<TlsParameters, Refusal> {
            let mut builder = TlsParameters::builder(server.name.clone());
            if let Some(pem) = &server.certificate {
                let certificate = Certificate::from_pem(pem)
                    .map_err(|e| Refusal::Never(format!("the certificate cannot be used: {e}")))?;
                builder = builder.add_root_certificate(certificate);
            }
            builder.build().map_err(|e| Refusal::Never(describe_error(&e)))
        };
        let port = server.port.unwrap_or(match server.tls {
            Tls::Starttls => 587,
            Tls::Implicit => 465,
            Tls::None => 25,
        });
        let hello = ClientId::default();
        let implicit = if server.tls == Tls::Implicit { Some(parameters()?) } else { None };
        let address = (server.name.as_str(), port);
        let mut connection = SmtpConnection::connect(address, Some(server.patience), &hello, implicit.as_ref(), None)
            .map_err(classify_connection_error)?;
        if server.tls == Tls::Starttls {
            if !connection.can_starttls() {
                connection.abort();
                return Err(Refusal::Never("the server offers no encryption: see `tls` in war.yaml".to_owned()));
            }
            connection.starttls(&parameters()?, &hello).map_err(classify_connection_error)?;
        }
        if let Some((user, password)) = &server.login {
            let credentials = Credentials::new(user.clone(), password.clone());
            connection.auth(&[Mechanism::Plain, Mechanism::Login], &credentials).map_err(
                |e| match classify_early_error(e) {
                    Refusal::NotNow(why) => Refusal::NotNow(why),
                    Refusal::Never(why) => Refusal::Never(format!("the server does not let `{user}` in: {why}")),
                },
            )?;
        }
        Ok(connection)
    }

    /// Announces a letter up to its data: sender, receiver, and the server's permission to send.
    fn announce_letter(&mut self, outgoing: &OutgoingLetter) -> std::result::Result<SmtpConnection, Delivery> {
        let address = |text: &str| {
            text.parse::<Address>().map_err(|e| Delivery::PermanentlyRefused(format!("`{text}` is no address: {e}")))
        };
        let (from, to) = (address(&outgoing.from)?, address(&outgoing.to)?);
        let reused =
            self.connection.take().and_then(|mut connection| connection.command(Rset).is_ok().then_some(connection));
        let mut connection = match reused {
            Some(open) => open,
            None => self.connect().map_err(Refusal::into_closed_delivery)?,
        };
        let announced = connection
            .command(Mail::new(Some(from), Vec::new()))
            .and_then(|_| connection.command(Rcpt::new(to, Vec::new())))
            .and_then(|_| connection.command(Data));
        match announced {
            Ok(_) => Ok(connection),
            Err(error) => {
                // A server that answered can accept the next letter.
                if error.status().is_some() {
                    self.connection = Some(connection);
                }
                Err(classify_early_error(error).into_letter_delivery())
            }
        }
    }
}

impl Transport for Smtp {
    fn hand_over(&mut self, outgoing: &OutgoingLetter, before_sending: BeforeSending<'_>) -> Result<Delivery> {
        let mut connection = match self.announce_letter(outgoing) {
            Ok(open) => open,
            Err(delivery) => return Ok(delivery),
        };
        before_sending()?;
        Ok(match connection.message(&outgoing.bytes) {
            Ok(answer) => {
                self.connection = Some(connection);
                Delivery::Accepted(answer.first_line().unwrap_or_default().to_owned())
            }
            Err(error) if error.is_permanent() => {
                self.connection = Some(connection);
                Delivery::PermanentlyRefused(describe_error(&error))
            }
            Err(error) if error.is_transient() => {
                self.connection = Some(connection);
                Delivery::TemporarilyRefused(describe_error(&error))
            }
            Err(error) => Delivery::Unsure(describe_error(&error)),
        })
    }
}

impl Drop for Smtp {
    fn drop(&mut self) {
        if let Some(connection) = &mut self.connection {
            // An error at the goodbye changes nothing.
            let _ = connection.quit();
        }
    }
}

/// Classifies an error before the letter's data: a server's final word is permanent, all else is temporary.
fn classify_early_error(error: Error) -> Refusal {
    if error.is_permanent() || error.is_client() {
        Refusal::Never(describe_error(&error))
    } else {
        Refusal::NotNow(describe_error(&error))
    }
}

/// Signs in the error of a failed connection, and the remedy for each (`docs/mail.md`).
const REMEDIES: [(&str, &str); 6] = [
    (
        "UnknownIssuer",
        "nobody who is known vouches for the server's certificate; if it is the server's own, name it in war.yaml as `certificate` under `mail:`",
    ),
    (
        "CaUsedAsEndEntity",
        "the certificate is made to vouch for others, not for a server: make one with `-addext basicConstraints=critical,CA:FALSE`",
    ),
    ("not valid for name", "write `server` in war.yaml as the certificate names it"),
    ("InvalidContentType", "the server does not encrypt from the first byte on this port: `tls: starttls`?"),
    (NO_ANSWER, "`port` and `tls` go together: 587 with `starttls`, 465 with `implicit`"),
    ("incomplete response", "`port` and `tls` go together: 587 with `starttls`, 465 with `implicit`"),
];

/// The error text if a server does not answer in time.
const NO_ANSWER: &str = "no answer came in time";

/// Classifies an error of making the connection, and adds its remedy.
fn classify_connection_error(error: Error) -> Refusal {
    let add_remedy = |why: String| match REMEDIES.iter().find(|(sign, _)| why.contains(sign)) {
        Some((_, remedy)) => format!("{why}: {remedy}"),
        None => why,
    };
    match classify_early_error(error) {
        Refusal::NotNow(why) => Refusal::NotNow(add_remedy(why)),
        Refusal::Never(why) => Refusal::Never(add_remedy(why)),
    }
}

/// Renders an error with its causes.
fn describe_error(error: &Error) -> String {
    let is_timeout = |cause: &(dyn std::error::Error + 'static)| {
        let kind = cause.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
        matches!(kind, Some(ErrorKind::WouldBlock | ErrorKind::TimedOut))
    };
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(inner) = cause {
        if is_timeout(inner) {
            return NO_ANSWER.to_owned();
        }
        cause = inner.source();
    }
    describe_causes(error)
}

fn describe_causes(error: &Error) -> String {
    let mut out = error.to_string();
    let mut inner = std::error::Error::source(error);
    while let Some(error) = inner {
        let text = error.to_string();
        if !out.contains(&text) {
            out.push_str(": ");
            out.push_str(&text);
        }
        inner = error.source();
    }
    out
}
