//! Letters as some programs write them: each program of `PROGRAMS` writes each content of `CONTENTS` in each of its
//! shapes. What must come of a letter stands beside its content, and is the same whatever program wrote it.

use std::fmt::Write as _;

/// What is written: its lines below the token, and what must come of it.
pub(super) struct Content {
    pub(super) name: &'static str,
    token: &'static str,
    lines: &'static [&'static str],
    pub(super) wants: &'static [(&'static str, &'static str)],
}

const ORDERS: &str = "Saber: Scout Clock House. Use Rapid Cut on an opponent. / Iris: Stay.";

/// The contents, each with what must come of it.
pub(super) const CONTENTS: [Content; 9] = [
    Content {
        name: "orders",
        token: "red-lantern",
        lines: &["Saber:", "  Scout Clock House.", "  Use Rapid Cut on an opponent.", "Iris:", "  Stay."],
        wants: &[("want", "accepted"), ("plan", ORDERS), ("faults", "0")],
    },
    Content {
        name: "long-line",
        token: "red-lantern",
        lines: &[
            "Iris: If Lancer attacks Saber or Iris this Turn, move to the Market; otherwise, move to the Lantern Bridge.",
        ],
        wants: &[
            ("want", "accepted"),
            ("plan", "Iris: If Lancer attacks Saber or Iris, move to Market; otherwise, move to Lantern Bridge."),
            ("faults", "0"),
        ],
    },
    Content {
        name: "letters-of-other-tongues",
        token: "red-lantern",
        lines: &["Saber: Say: \u{201C}Für Ritter – nie!\u{201D}", "Iris: Stay."],
        wants: &[("want", "accepted"), ("plan", "Saber: Say: \"Für Ritter – nie!\". / Iris: Stay."), ("faults", "0")],
    },
    Content {
        name: "one-order-wrong",
        token: "red-lantern",
        lines: &["Saber:", "  Use Nonsense on Lancer.", "  Scout Market.", "Iris: Stay."],
        wants: &[
            ("want", "accepted"),
            ("plan", "Saber: Scout Market. / Iris: Stay."),
            ("faults", "1"),
            ("answer", "Nonsense"),
        ],
    },
    Content {
        name: "a-question-among-orders",
        token: "red-lantern",
        lines: &["May I look into the chapel at night?", "", "Saber: Stay.", "Iris: Stay."],
        wants: &[
            ("want", "accepted"),
            ("plan", "Saber: Stay. / Iris: Stay."),
            ("faults", "0"),
            ("answer", "May I look into the chapel at night?"),
        ],
    },
    Content {
        name: "a-reason-beside-a-request",
        token: "red-lantern",
        lines: &["Can I get an extension? My train is late.", "", "Saber: Stay.", "Iris: Stay."],
        wants: &[
            ("want", "accepted"),
            ("plan", "Saber: Stay. / Iris: Stay."),
            ("faults", "0"),
            ("answer", "  My train is late."),
        ],
    },
    Content {
        name: "a-request",
        token: "red-lantern",
        lines: &["When are orders due?"],
        wants: &[("want", "answered"), ("plan", ""), ("why", "it asks: how things stand")],
    },
    Content {
        name: "a-wrong-token",
        token: "red-lantren",
        lines: &["Saber: Stay."],
        wants: &[("want", "refused"), ("plan", ""), ("why", "its token is nobody's"), ("answer", "missing or wrong")],
    },
    Content {
        name: "a-question-without-token",
        token: "",
        lines: &["May a Servant walk alone at night?"],
        wants: &[("want", "set-aside"), ("plan", ""), ("why", "it has no token")],
    },
];

/// What the letter that is answered says: orders among it that are nobody's now.
const QUOTED: [&str; 5] = ["Night 1 begins.", "", "Saber: Move to Market.", "Iris: Move to Market.", "The Referee"];

/// How a letter stands to others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// It begins a thread.
    New,
    /// With the signature that its writer has set, or the program sets.
    Signed,
    /// It answers, and what is answered stands below.
    Above,
    /// It answers, and what is answered stands above.
    Below,
}

/// What a program is given to write.
struct Written {
    /// The writer's own lines.
    own: Vec<String>,
    shape: Shape,
}

impl Written {
    fn quotes(&self) -> bool {
        matches!(self.shape, Shape::Above | Shape::Below)
    }

    /// The text with a signature, a quotation with its head, above or below.
    fn text(&self, signature: &str, head: &str, quote: &str) -> Vec<String> {
        let mut own = self.own.clone();
        if self.shape == Shape::Signed {
            own.extend(signature.lines().map(str::to_owned));
        }
        let quoted =
            || head.lines().map(str::to_owned).chain(QUOTED.map(|line| format!("{quote}{line}").trim_end().to_owned()));
        match self.shape {
            Shape::New | Shape::Signed => own,
            Shape::Above => own.into_iter().chain([String::new()]).chain(quoted()).collect(),
            Shape::Below => quoted().chain([String::new()]).chain(own).collect(),
        }
    }

    /// The same as a page: `line` writes one of the writer's lines, `quoted` what is answered.
    fn html(&self, line: fn(&str) -> String, signature: &str, quoted: &str) -> String {
        let own: String = self.own.iter().map(|text| line(&escaped(text))).collect();
        match self.shape {
            Shape::New => own,
            Shape::Signed => format!("{own}{signature}"),
            Shape::Above => format!("{own}{quoted}"),
            Shape::Below => format!("{quoted}{own}"),
        }
    }
}

/// A program: its headers, its shapes, and how it writes all from `MIME-Version` on.
pub(super) struct Program {
    pub(super) name: &'static str,
    headers: &'static str,
    /// What it puts before the subject of an answer, by the tongue that it speaks.
    re: &'static [&'static str],
    pub(super) shapes: &'static [Shape],
    body: fn(&Written) -> String,
}

const ALL: &[Shape] = &[Shape::New, Shape::Signed, Shape::Above, Shape::Below];
const TOP: &[Shape] = &[Shape::New, Shape::Signed, Shape::Above];

/// A letter of a program.
pub(super) fn letter(program: &Program, content: &Content, shape: Shape, number: usize) -> Vec<u8> {
    let token = (!content.token.is_empty()).then(|| format!("Token: {}", content.token));
    let own = token.into_iter().chain(content.lines.iter().map(|line| (*line).to_owned())).collect();
    let written = Written { own, shape };
    let (re, thread) = if written.quotes() {
        (
            program.re[number % program.re.len()],
            "In-Reply-To: <1.gm@example.org>\r\nReferences: <0.gm@example.org>\r\n <1.gm@example.org>\r\n",
        )
    } else {
        ("", "")
    };
    let body = (program.body)(&written).replace("\r\n", "\n").replace('\n', "\r\n");
    let headers = program.headers.replace('\n', "\r\n");
    format!(
        "Return-Path: <alice@example.org>\r\nFrom: Alice <alice@example.org>\r\nTo: The Referee <gm@example.org>\r\n\
         Subject: {re}The War of the Two Lanterns\r\nDate: Sat, 21 Nov 2026 20:00:00 +0000\r\n\
         Message-ID: <{number}.{}@example.org>\r\n{thread}{headers}\r\n{body}",
        program.name
    )
    .into_bytes()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace("  ", "&nbsp; ")
}

/// Text as quoted-printable, broken softly at 76.
fn quoted_printable(text: &str) -> String {
    coded(text.lines().map(|line| line.as_bytes().to_vec()))
}

/// The same of Windows-1252.
fn quoted_printable_of_windows(text: &str) -> String {
    let byte = |c: char| match c {
        '\u{2013}' => 0x96,
        '\u{201C}' => 0x93,
        '\u{201D}' => 0x94,
        c => u8::try_from(u32::from(c)).unwrap(),
    };
    coded(text.lines().map(|line| line.chars().map(byte).collect()))
}

fn coded(lines: impl Iterator<Item = Vec<u8>>) -> String {
    let mut out = String::new();
    for line in lines {
        let mut width = 0;
        for (at, byte) in line.iter().enumerate() {
            let last = at + 1 == line.len();
            let one = match byte {
                b'=' | 0..=31 | 127.. => format!("={byte:02X}"),
                b' ' if last => "=20".to_owned(),
                byte => char::from(*byte).to_string(),
            };
            if width + one.len() > 75 {
                out.push_str("=\n");
                width = 0;
            }
            width += one.len();
            out.push_str(&one);
        }
        out.push('\n');
    }
    out
}

fn base64(text: &str) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for part in text.as_bytes().chunks(3) {
        let all = part.iter().fold(0_u32, |all, byte| all << 8 | u32::from(*byte)) << (8 * (3 - part.len()));
        for digit in 0..4 {
            let place = (all >> (18 - 6 * digit)) & 63;
            out.push(if digit <= part.len() { char::from(DIGITS[place as usize]) } else { '=' });
        }
        if out.lines().last().is_some_and(|line| line.len() >= 76) {
            out.push('\n');
        }
    }
    out + "\n"
}

/// Lines no longer than so many characters, broken at spaces as programs do that wrap what they send.
fn wrapped(lines: &[String], width: usize, soft: &str) -> String {
    let mut out = String::new();
    for line in lines {
        let indent = line.len() - line.trim_start().len();
        let mut rest = line.as_str();
        while rest.chars().count() > width {
            let end = rest.char_indices().nth(width).map_or(rest.len(), |(at, _)| at);
            let Some(cut) = rest[..end].rfind(' ').filter(|cut| *cut > indent) else { break };
            let _ = writeln!(out, "{}{soft}", &rest[..cut]);
            rest = &rest[cut + 1..];
        }
        out.push_str(rest);
        out.push('\n');
    }
    out
}

/// Two forms of one text under a boundary, each with its own headers.
fn alternative(boundary: &str, plain: &str, text: &str, page: &str, html: &str) -> String {
    format!(
        "MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=\"{boundary}\"\n\n--{boundary}\n{plain}\n\n{text}\n\
         --{boundary}\n{page}\n\n{html}\n--{boundary}--\n"
    )
}

fn page_of_quoted(line: &str) -> String {
    QUOTED.map(|text| line.replace('%', text)).concat()
}

/// The programs.
pub(super) const PROGRAMS: [Program; 14] = [
    Program {
        name: "gmail-web",
        headers: "X-Gm-Message-State: AOJu0Yx\nX-Google-Smtp-Source: AGHT+IE",
        re: &["Re: "],
        shapes: ALL,
        body: |w| {
            let head = "On Sat, Nov 21, 2026 at 8:00\u{202F}PM The Referee <gm@example.org> wrote:\n";
            let text = wrapped(&w.text("\n-- \nAlice\nhttps://alice.example.org", head, "> "), 78, "");
            let html = w.html(
                |line| if line.is_empty() { "<div><br></div>".to_owned() } else { format!("<div>{line}</div>") },
                "<br clear=\"all\"><div><br></div><span class=\"gmail_signature_prefix\">-- </span><br><div dir=\"ltr\" class=\"gmail_signature\">Alice</div>",
                &format!(
                    "<br><div class=\"gmail_quote\"><div dir=\"ltr\" class=\"gmail_attr\">{head}<br></div><blockquote class=\"gmail_quote\" style=\"margin:0px\">{}</blockquote></div>",
                    page_of_quoted("%<br>")
                ),
            );
            alternative(
                "000000000000a1b2c3",
                "Content-Type: text/plain; charset=\"UTF-8\"\nContent-Transfer-Encoding: quoted-printable",
                &quoted_printable(&text),
                "Content-Type: text/html; charset=\"UTF-8\"\nContent-Transfer-Encoding: quoted-printable",
                &quoted_printable(&format!("<div dir=\"ltr\">{html}</div>")),
            )
        },
    },
    Program {
        name: "gmail-android",
        headers: "X-Received: by 2002:a05:6402",
        re: &["Re: "],
        shapes: TOP,
        body: |w| {
            let head = "On Sat, 21 Nov 2026, 20:00 The Referee, <gm@example.org> wrote:\n";
            let text = w.text("", head, "> ").join("\n");
            let html = w.html(
                |line| format!("<p dir=\"ltr\">{line}</p>\n"),
                "",
                &format!(
                    "<br><div class=\"gmail_quote\"><div dir=\"ltr\">{head}</div><blockquote>{}</blockquote></div>",
                    page_of_quoted("%<br>")
                ),
            );
            alternative(
                "0000000000001f",
                "Content-Type: text/plain; charset=\"UTF-8\"\nContent-Transfer-Encoding: base64",
                &base64(&text),
                "Content-Type: text/html; charset=\"UTF-8\"\nContent-Transfer-Encoding: base64",
                &base64(&html),
            )
        },
    },
    Program {
        name: "outlook-desktop",
        headers: "Thread-Topic: The War\nThread-Index: AdsYx0==\nX-MS-Has-Attach:\nX-Mailer: Microsoft Outlook 16.0\nContent-Language: en-gb",
        re: &["RE: ", "AW: ", "RV: ", "SV: ", "Antw: "],
        shapes: TOP,
        body: |w| {
            let head = "From: The Referee <gm@example.org> \nSent: 21 November 2026 20:00\nTo: Alice <alice@example.org>\nSubject: The War\n";
            // A paragraph each, but for the head of what is answered.
            let text = w
                .text("\nKind regards\n\nAlice\n", head, "")
                .join("\n\n")
                .replace(&head.replace('\n', "\n\n"), &format!("{head}\n"));
            let html = w.html(
                |line| format!("<p class=MsoNormal>{line}<o:p></o:p></p>\n"),
                "<p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>Kind regards<o:p></o:p></p><p class=MsoNormal>Alice<o:p></o:p></p>",
                &format!(
                    "<div style='border:none;border-top:solid #E1E1E1 1.0pt'><p class=MsoNormal><b>From:</b> The Referee<br><b>Sent:</b> 21 November 2026 20:00<br><b>To:</b> Alice<br><b>Subject:</b> The War<o:p></o:p></p></div>{}",
                    page_of_quoted("<p class=MsoNormal>%<o:p></o:p></p>")
                ),
            );
            alternative(
                "----=_NextPart_000_0012_01DA1",
                "Content-Type: text/plain;\n\tcharset=\"Windows-1252\"\nContent-Transfer-Encoding: quoted-printable",
                &quoted_printable_of_windows(&text),
                "Content-Type: text/html;\n\tcharset=\"Windows-1252\"\nContent-Transfer-Encoding: quoted-printable",
                &quoted_printable_of_windows(&format!(
                    "<html xmlns:o=\"urn:schemas-microsoft-com:office:office\"><head><style><!-- p.MsoNormal {{margin:0cm;}} --></style></head><body lang=EN-GB><div class=WordSection1>{html}</div></body></html>"
                )),
            )
        },
    },
    Program {
        name: "outlook-rich-text",
        headers: "X-MS-TNEF-Correlator: <1@example.org>\nX-Mailer: Microsoft Outlook 16.0",
        re: &["AW: ", "WG: AW: "],
        shapes: TOP,
        body: |w| {
            let head = "-----Ursprüngliche Nachricht-----\nVon: The Referee [mailto:gm@example.org] \nGesendet: Samstag, 21. November 2026 20:00\nAn: Alice\nBetreff: The War\n";
            let text = w.text("\nMit freundlichen Grüßen\nAlice", head, "").join("\n");
            format!(
                "MIME-Version: 1.0\nContent-Type: multipart/mixed;\n\tboundary=\"----=_NextPart_000_0001\"\n\nThis is a multipart message in MIME format.\n\n------=_NextPart_000_0001\n\
                 Content-Type: text/plain;\n\tcharset=\"iso-8859-1\"\nContent-Transfer-Encoding: quoted-printable\n\n{}\n------=_NextPart_000_0001\n\
                 Content-Type: application/ms-tnef;\n\tname=\"winmail.dat\"\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment;\n\tfilename=\"winmail.dat\"\n\neJ8+IgAAAAAAAQaQCAAEAAAAAAABAAEAAQ==\n\n------=_NextPart_000_0001--\n",
                quoted_printable_of_windows(&text)
            )
        },
    },
    Program {
        name: "outlook-web",
        headers: "Accept-Language: en-GB, en-US\nX-MS-Exchange-MessageSentRepresentingType: 1\nX-Originating-IP: [192.0.2.7]",
        re: &["Re: ", "RE: ", "=?utf-8?B?5Zue5aSNOiA=?= ", "=?utf-8?Q?RE=C2=A0:_?= "],
        shapes: TOP,
        body: |w| {
            let head = "________________________________\nFrom: The Referee <gm@example.org>\nSent: Saturday, November 21, 2026 8:00 PM\nTo: Alice <alice@example.org>\nSubject: The War\n";
            let text = w.text("\nAlice", head, "").join("\n");
            let html = w.html(
                |line| format!("<div class=\"elementToProof\" style=\"font-family: Aptos\">{}</div>\n", if line.is_empty() { "<br>" } else { line }),
                "<div class=\"elementToProof\" id=\"Signature\">Alice</div>",
                &format!(
                    "<div id=\"appendonsend\"></div><hr style=\"display:inline-block;width:98%\" tabindex=\"-1\"><div id=\"divRplyFwdMsg\" dir=\"ltr\"><b>From:</b> The Referee<br><b>Sent:</b> Saturday<br><b>To:</b> Alice<br><b>Subject:</b> The War</div>{}",
                    page_of_quoted("<div>%</div>")
                ),
            );
            alternative(
                "_000_AM0PR04MB1",
                "Content-Type: text/plain; charset=\"utf-8\"\nContent-Transfer-Encoding: base64",
                &base64(&text),
                "Content-Type: text/html; charset=\"utf-8\"\nContent-Transfer-Encoding: base64",
                &base64(&format!("<html><head></head><body dir=\"ltr\">{html}</body></html>")),
            )
        },
    },
    Program {
        name: "outlook-ios",
        headers: "X-MS-Has-Attach: no\nMSIP_Labels:",
        re: &["Re: "],
        shapes: TOP,
        body: |w| {
            let head = "________________________________\nFrom: The Referee <gm@example.org>\nSent: Saturday, November 21, 2026 8:00:00 PM\nTo: Alice <alice@example.org>\nSubject: The War\n";
            let text = w.text("\nGet Outlook for iOS<https://aka.ms/o0ukef>", head, "").join("\n");
            format!(
                "Content-Type: text/plain; charset=\"utf-8\"\nContent-Transfer-Encoding: quoted-printable\nMIME-Version: 1.0\n\n{}",
                quoted_printable(&text)
            )
        },
    },
    Program {
        name: "apple-mail",
        headers: "X-Mailer: Apple Mail (2.3774.600.62)",
        re: &["Re: ", "Aw: ", "R: ", "Rif: "],
        shapes: ALL,
        body: |w| {
            let head = "> On 21 Nov 2026, at 20:00, The Referee <gm@example.org> wrote:\n> ";
            let text = w.text("\n--\nAlice", head, "> ").join("\n");
            format!(
                "Content-Type: text/plain;\n\tcharset=utf-8\nContent-Transfer-Encoding: quoted-printable\nMime-Version: 1.0 (Mac OS X Mail 16.0 \\(3774.600.62\\))\n\n{}",
                quoted_printable(&text)
            )
        },
    },
    Program {
        name: "iphone",
        headers: "X-Mailer: iPhone Mail (21F90)",
        re: &["Re: ", "Aw: ", "Ynt: ", "Vs: "],
        shapes: TOP,
        body: |w| {
            let head = "\n> On Nov 21, 2026, at 8:00\u{202F}PM, The Referee <gm@example.org> wrote:\n> ";
            let text = w.text("\nSent from my iPhone", head, "> \u{FEFF}").join("\n");
            let html = w.html(
                |line| format!("<div>{}</div>", if line.is_empty() { "<br>" } else { line }),
                "<div><br></div><div>Sent from my iPhone</div>",
                &format!("<div dir=\"ltr\"></div><div dir=\"ltr\"><br><blockquote type=\"cite\">On Nov 21, 2026, at 8:00 PM, The Referee &lt;gm@example.org&gt; wrote:<br><br></blockquote></div><blockquote type=\"cite\"><div dir=\"ltr\">{}</div></blockquote>", page_of_quoted("%<br>")),
            );
            alternative(
                "Apple-Mail-7F1A",
                "Content-Type: text/plain;\n\tcharset=utf-8\nContent-Transfer-Encoding: quoted-printable",
                &quoted_printable(&text),
                "Content-Type: text/html;\n\tcharset=utf-8\nContent-Transfer-Encoding: quoted-printable",
                &quoted_printable(&format!("<html><head></head><body dir=\"auto\">{html}</body></html>")),
            )
        },
    },
    Program {
        name: "thunderbird-flowed",
        headers: "User-Agent: Mozilla Thunderbird\nContent-Language: en-GB",
        re: &["Re: ", "Re: Re: "],
        shapes: ALL,
        body: |w| {
            let head = "On 21/11/2026 20:00, The Referee wrote:";
            // What begins with a space gets another; what goes on ends in one.
            let stuffed = |line: String| if line.starts_with(' ') { format!(" {line}") } else { line };
            let lines: Vec<String> = w.text("\n-- \nAlice", head, "> ").into_iter().map(stuffed).collect();
            format!(
                "MIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8; format=flowed\nContent-Transfer-Encoding: 8bit\n\n{}",
                wrapped(&lines, 72, " ")
            )
        },
    },
    Program {
        name: "thunderbird-html",
        headers: "User-Agent: Mozilla Thunderbird\nContent-Language: de-DE",
        re: &["Re: ", "Re: AW: Re: "],
        shapes: ALL,
        body: |w| {
            let head = "Am 21.11.26 um 20:00 schrieb The Referee:";
            let html = w.html(
                |line| if line.is_empty() { "<p><br>\n</p>".to_owned() } else { format!("{line}<br>\n") },
                "<div class=\"moz-signature\">-- <br>Alice</div>",
                &format!("<div class=\"moz-cite-prefix\">{head}<br></div><blockquote type=\"cite\" cite=\"mid:1.gm@example.org\">{}</blockquote>", page_of_quoted("%<br>")),
            );
            format!(
                "MIME-Version: 1.0\nContent-Type: text/html; charset=UTF-8\nContent-Transfer-Encoding: 8bit\n\n<!DOCTYPE html>\n<html>\n<head>\n<meta http-equiv=\"Content-Type\" content=\"text/html; charset=UTF-8\">\n</head>\n<body text=\"#000000\" bgcolor=\"#f9f9fa\">\n{html}</body>\n</html>\n"
            )
        },
    },
    Program {
        name: "yahoo-web",
        headers: "X-Mailer: WebService/1.1.22941 YMailNovation",
        re: &["Re: "],
        shapes: TOP,
        body: |w| {
            let head =
                "    On Saturday, November 21, 2026 at 08:00:00 PM GMT, The Referee <gm@example.org> wrote:  \n ";
            let text = w.text("\nAlice", head, " > ").join("\n");
            let html = w.html(
                |line| format!("<div dir=\"ltr\" data-setdir=\"false\">{}</div>", if line.is_empty() { "<br>" } else { line }),
                "<div class=\"signature\">Alice</div>",
                &format!("<div id=\"yahoo_quoted_1\" class=\"yahoo_quoted\"><div>On Saturday, November 21, 2026 at 08:00:00 PM GMT, The Referee &lt;gm@example.org&gt; wrote: </div>{}</div>", page_of_quoted("<div>%</div>")),
            );
            alternative(
                "----=_Part_17_1",
                "Content-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: quoted-printable",
                &quoted_printable(&text),
                "Content-Type: text/html; charset=UTF-8\nContent-Transfer-Encoding: quoted-printable",
                &quoted_printable(&format!(
                    "<html><head></head><body><div class=\"ydp1yahoo-style-wrap\">{html}</div></body></html>"
                )),
            )
        },
    },
    Program {
        name: "samsung-html-alone",
        headers: "X-Mailer: Samsung Email 6.1.90\nImportance: Normal",
        re: &["Re: ", "Odp: ", "=?utf-8?Q?V=C3=A1=3A_?= "],
        shapes: TOP,
        body: |w| {
            let html = w.html(
                |line| format!("<div dir=\"auto\">{}</div>", if line.is_empty() { "<br>" } else { line }),
                "<div><br></div><div id=\"composer_signature\" dir=\"auto\"><div style=\"font-size:12px\">Sent from my Galaxy</div></div>",
                &format!("<div><br></div><div align=\"left\" dir=\"auto\" style=\"font-size:100%\"><div>-------- Original message --------</div><div>From: The Referee &lt;gm@example.org&gt; </div><div>Date: 21/11/2026  20:00  (GMT+00:00) </div><div>To: Alice </div><div>Subject: The War </div><div><br></div></div>{}", page_of_quoted("<div>%</div>")),
            );
            format!(
                "MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: base64\n\n{}",
                base64(&format!("<html><head></head><body dir=\"auto\">{html}</body></html>"))
            )
        },
    },
    Program {
        name: "proton",
        headers: "Feedback-ID: 1:user:proton\nX-Pm-Message-ID: 1a2b",
        re: &["Re: "],
        shapes: TOP,
        body: |w| {
            let head = "On Saturday, November 21st, 2026 at 8:00 PM, The Referee <gm@example.org> wrote:\n";
            let text = w.text("\nSent with Proton Mail secure email.", head, "> ").join("\n");
            let html = w.html(
                |line| format!("<div style=\"font-family: Arial\">{}</div>", if line.is_empty() { "<br>" } else { line }),
                "<div class=\"protonmail_signature_block-proton\">Sent with <a href=\"https://proton.me/\">Proton Mail</a> secure email.</div>",
                &format!("<div class=\"protonmail_quote\">{head}<br><blockquote class=\"protonmail_quote\" type=\"cite\">{}</blockquote></div>", page_of_quoted("%<br>")),
            );
            alternative(
                "b1=_x",
                "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64",
                &base64(&text),
                "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: base64",
                &base64(&html),
            )
        },
    },
    Program {
        name: "mutt",
        headers: "User-Agent: Mutt/2.2.12 (2023-09-09)\nContent-Disposition: inline",
        re: &["Re: ", "Re[2]: "],
        shapes: ALL,
        body: |w| {
            let head = "On Sat, Nov 21, 2026 at 08:00:00PM +0000, The Referee wrote:";
            let text = w.text("\n-- \nAlice", head, "> ").join("\n");
            format!(
                "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n{text}\n"
            )
        },
    },
];
