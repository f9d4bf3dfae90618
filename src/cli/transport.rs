//! Makes the transport that `war.yaml` sets, and finds its password.
#![expect(
    clippy::disallowed_methods,
    reason = "the password comes from the environment or a file outside the campaign"
)]

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::campaign::error::{AtPath as _, CampaignError, Result};
use crate::campaign::folder::read_text;
use crate::campaign::game::mail_file::{self, MailSettings, PASSWORD_VARIABLE, Tls};
use crate::mail::transport::smtp::{Server, Smtp};
use crate::mail::transport::{Maildir, Sendmail, Transport};

/// The default mail program.
const SENDMAIL: &str = "/usr/sbin/sendmail";
/// How long a server may take for an answer.
const SERVER_TIMEOUT: Duration = Duration::from_secs(60);

/// Makes the transport for outgoing letters.
pub(super) fn make_transport(mail: &MailSettings, root: &Path) -> Result<Box<dyn Transport>> {
    Ok(match mail.transport {
        mail_file::TransportSettings::None => {
            return Err(CampaignError::Mail {
                text: "no way is set for letters to go out: write `mail: { by: smtp, … }` into war.yaml, or `by: sendmail`, or `by: maildir`".to_owned(),
            });
        }
        mail_file::TransportSettings::Maildir => {
            Box::new(Maildir::at(root.join(mail.maildir.as_deref().unwrap_or("sent"))))
        }
        mail_file::TransportSettings::Sendmail => Box::new(Sendmail::new(mail.sendmail.as_deref().unwrap_or(SENDMAIL))),
        mail_file::TransportSettings::Smtp => {
            let certificate = match &mail.certificate {
                Some(path) => Some(fs::read(root.join(path)).at("read", &root.join(path))?),
                None => None,
            };
            let login = match &mail.user {
                Some(user) => Some((user.clone(), read_password(mail, root)?)),
                None => None,
            };
            Box::new(Smtp::new(Server {
                name: mail.server.clone().unwrap_or_default(),
                port: mail.port,
                tls: if mail.server.is_some() { mail.tls } else { Tls::None },
                certificate,
                login,
                patience: SERVER_TIMEOUT,
            }))
        }
    })
}

/// Reads the password from a file outside the campaign, or from the environment.
fn read_password(mail: &MailSettings, root: &Path) -> Result<String> {
    if let Some(path) = &mail.password_file {
        let path = Path::new(path);
        let inside = |root: &Path| {
            fs::canonicalize(path).is_ok_and(|path| fs::canonicalize(root).is_ok_and(|root| path.starts_with(root)))
        };
        if inside(root) {
            return Err(CampaignError::Mail {
                text: format!(
                    "`{}` lies in the campaign: a password must not, for campaigns are copied and shared",
                    path.display()
                ),
            });
        }
        return Ok(read_text(path)?.trim_end_matches(['\r', '\n']).to_owned());
    }
    let name = mail.password_env.as_deref().unwrap_or(PASSWORD_VARIABLE);
    std::env::var(name).map_err(|_| CampaignError::Mail {
        text: format!(
            "the password is looked for in the environment as `{name}`, and is not there: `export {name}=…`, or name a file \
             outside the campaign as `password_file` under `mail:` in war.yaml"
        ),
    })
}
