//! A mail server for tests: it speaks SMTP, does at each stage what its script says, and keeps what it took.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

/// What the server does at a stage.
#[derive(Clone, Debug)]
pub(super) enum Act {
    /// What a server does.
    Ok,
    /// It answers this.
    Say(&'static str),
    /// It ends the connection.
    Cut,
    /// It takes the letter and ends the connection without an answer.
    TakeAndCut,
    /// It does not answer until the connection ends.
    Hang,
}

/// What the server was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Taken {
    pub(super) from: String,
    pub(super) to: String,
    pub(super) raw: String,
}

/// A server on a port of its own.
pub(super) struct Server {
    pub(super) port: u16,
    taken: Arc<Mutex<Vec<Taken>>>,
    stages: Mutex<mpsc::Receiver<String>>,
}

/// What a connection reads and writes: in the clear or through TLS.
pub(super) trait Stream: Read + Write + Send {}
impl<T: Read + Write + Send> Stream for T {}

/// How a connection becomes an encrypted one.
pub(super) type Encrypt = Arc<dyn Fn(TcpStream) -> Box<dyn Stream> + Send + Sync>;

/// What the server can do beside taking letters.
#[derive(Clone, Default)]
pub(super) struct Skills {
    pub(super) encrypt: Option<Encrypt>,
    /// From the first byte, not by STARTTLS.
    pub(super) implicit: bool,
    /// What must be said behind `AUTH`.
    pub(super) auth: Option<String>,
}

/// Encryption with a certificate of the tests', and its key.
pub(super) fn tls(certificate: &[u8], key: &[u8]) -> Encrypt {
    use rustls::pki_types::pem::PemObject as _;
    use rustls::pki_types::{CertificateDer, PrivateKeyDer};
    let certificate = CertificateDer::from_pem_slice(certificate).unwrap();
    let key = PrivateKeyDer::from_pem_slice(key).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let config = Arc::new(config.with_no_client_auth().with_single_cert(vec![certificate], key).unwrap());
    Arc::new(move |stream| {
        let connection = rustls::ServerConnection::new(config.clone()).unwrap();
        Box::new(rustls::StreamOwned::new(connection, stream))
    })
}

/// The number of times each stage was reached.
type Counts = BTreeMap<String, usize>;
type Script = Arc<dyn Fn(&str, usize) -> Act + Send + Sync>;

impl Server {
    /// A server that does at the n-th time (from 1) of a stage what the script says.
    pub(super) fn new(script: impl Fn(&str, usize) -> Act + Send + Sync + 'static) -> Server {
        Server::with(Skills::default(), script)
    }

    pub(super) fn with(skills: Skills, script: impl Fn(&str, usize) -> Act + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let taken = Arc::new(Mutex::new(Vec::new()));
        let (reached, stages) = mpsc::channel();
        let (script, counts): (Script, _) = (Arc::new(script), Arc::new(Mutex::new(Counts::new())));
        let kept = taken.clone();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(stream) = stream else { return };
                let session = Session {
                    script: script.clone(),
                    counts: counts.clone(),
                    taken: kept.clone(),
                    reached: reached.clone(),
                    skills: skills.clone(),
                };
                thread::spawn(move || session.serve(stream));
            }
        });
        Server { port, taken, stages: Mutex::new(stages) }
    }

    /// A server without surprises.
    pub(super) fn plain() -> Server {
        Server::new(|_, _| Act::Ok)
    }

    /// What was taken so far.
    pub(super) fn taken(&self) -> Vec<Taken> {
        self.taken.lock().unwrap().clone()
    }

    /// Forgets what was taken so far.
    pub(super) fn forget(&self) {
        self.taken.lock().unwrap().clear();
    }

    /// Waits until a stage was reached for the n-th time: `RCPT 2`.
    pub(super) fn wait_for(&self, stage: &str) {
        let stages = self.stages.lock().unwrap();
        while stages.recv_timeout(Duration::from_secs(60)).unwrap_or_else(|_| panic!("{stage} is not reached")) != stage
        {
        }
    }
}

struct Session {
    script: Script,
    counts: Arc<Mutex<Counts>>,
    taken: Arc<Mutex<Vec<Taken>>>,
    reached: mpsc::Sender<String>,
    skills: Skills,
}

impl Session {
    /// What is to be done at a stage; hanging ends with the connection.
    fn act(&self, stage: &str) -> Act {
        let count = {
            let mut counts = self.counts.lock().unwrap();
            let count = counts.entry(stage.to_owned()).or_insert(0);
            *count += 1;
            *count
        };
        let act = (self.script)(stage, count);
        let _ = self.reached.send(format!("{stage} {count}"));
        act
    }

    fn serve(&self, stream: TcpStream) {
        let raw = stream.try_clone().unwrap();
        let mut encrypted = self.skills.implicit;
        let stream: Box<dyn Stream> = match &self.skills.encrypt {
            Some(encrypt) if encrypted => encrypt(stream),
            _ => Box::new(stream),
        };
        let mut line = BufReader::new(stream);
        let (mut from, mut to) = (String::new(), String::new());
        let mut stage = "connect".to_owned();
        let mut words = String::new();
        loop {
            let done = match self.act(&stage) {
                Act::Cut | Act::TakeAndCut => return,
                Act::Hang => {
                    let mut rest = Vec::new();
                    let _ = line.read_to_end(&mut rest);
                    return;
                }
                Act::Say(answer) => say(&mut line, answer),
                Act::Ok => match stage.as_str() {
                    "connect" => say(&mut line, "220 test"),
                    "EHLO" => {
                        let tls = self.skills.encrypt.is_some() && !encrypted;
                        let auth = self.skills.auth.is_some();
                        say(
                            &mut line,
                            &format!(
                                "250-test{}{}\r\n250 8BITMIME",
                                if tls { "\r\n250-STARTTLS" } else { "" },
                                if auth { "\r\n250-AUTH PLAIN" } else { "" }
                            ),
                        )
                    }
                    "STARTTLS" => {
                        if !say(&mut line, "220 go") {
                            return;
                        }
                        let Some(encrypt) = &self.skills.encrypt else { return };
                        line = BufReader::new(encrypt(raw.try_clone().unwrap()));
                        encrypted = true;
                        true
                    }
                    "AUTH" => {
                        let right = self.skills.auth.as_deref() == Some(words.trim());
                        say(&mut line, if right { "235 welcome" } else { "535 no" })
                    }
                    "DATA" => {
                        if !say(&mut line, "354 go on") {
                            return;
                        }
                        let Some(raw) = message(&mut line) else { return };
                        match self.act("message") {
                            Act::Ok => {
                                self.take(&from, &to, raw);
                                say(&mut line, "250 taken as 1")
                            }
                            Act::TakeAndCut => {
                                self.take(&from, &to, raw);
                                return;
                            }
                            Act::Cut => return,
                            Act::Say(answer) => say(&mut line, answer),
                            Act::Hang => {
                                let _ = line.read_to_end(&mut Vec::new());
                                return;
                            }
                        }
                    }
                    "QUIT" => {
                        say(&mut line, "221 bye");
                        return;
                    }
                    "MAIL" => {
                        from = address(&words);
                        say(&mut line, "250 ok")
                    }
                    "RCPT" => {
                        to = address(&words);
                        say(&mut line, "250 ok")
                    }
                    _ => say(&mut line, "250 ok"),
                },
            };
            words.clear();
            if !done || line.read_line(&mut words).unwrap_or(0) == 0 {
                return;
            }
            let (verb, rest) = words.split_at(words.find(' ').unwrap_or(words.trim_end().len()));
            stage = verb.to_uppercase();
            words = rest.to_owned();
        }
    }

    fn take(&self, from: &str, to: &str, raw: String) {
        self.taken.lock().unwrap().push(Taken { from: from.to_owned(), to: to.to_owned(), raw });
    }
}

fn say(line: &mut BufReader<Box<dyn Stream>>, answer: &str) -> bool {
    let stream = line.get_mut();
    stream.write_all(format!("{answer}\r\n").as_bytes()).and_then(|()| stream.flush()).is_ok()
}

/// The letter up to its lone full stop; none where the connection ended before.
fn message(line: &mut BufReader<Box<dyn Stream>>) -> Option<String> {
    let mut out = String::new();
    loop {
        let mut one = String::new();
        if line.read_line(&mut one).ok()? == 0 {
            return None;
        }
        if one == ".\r\n" {
            return Some(out);
        }
        out.push_str(one.strip_prefix('.').unwrap_or(&one));
    }
}

fn address(words: &str) -> String {
    words
        .split_once('<')
        .and_then(|(_, rest)| rest.split_once('>'))
        .map_or(String::new(), |(address, _)| address.to_owned())
}
