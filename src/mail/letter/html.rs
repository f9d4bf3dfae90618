//! Extracts the text of an HTML letter: blocks become lines, and quotations get their `>`.
//!
//! The page is scanned once from start to end; nothing of it is ever shown or run.

use mail_parser::decoders::html::add_html_token;

use crate::mail::html_tag::find_tag_end;

/// The class of the `div` in which Yahoo and AOL quote.
const QUOTING_DIV: &str = "yahoo_quoted";

/// Returns the text of a page: blocks become lines, and quotations get `>` before them.
pub(in crate::mail) fn extract_text(page: &str) -> String {
    let mut writer =
        PlainTextWriter { out: String::new(), line: String::new(), quotes: 0, pending_text: String::new(), pre: 0 };
    // The number of open `div`s, and the one at which a quotation without a `blockquote` began.
    let (mut open, mut quote_depth) = (0_usize, None);
    // The name of the element whose content is skipped.
    let mut skipped: Option<&str> = None;
    let mut rest = page;
    while !rest.is_empty() {
        let Some(start) = rest.find('<') else {
            if skipped.is_none() {
                writer.push_text(rest);
            }
            break;
        };
        let (before, tag) = rest.split_at(start);
        if skipped.is_none() {
            writer.push_text(before);
        }
        if let Some(comment) = tag.strip_prefix("<!--") {
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
            continue;
        }
        let body = tag.get(1..).unwrap_or_default();
        if !body.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')) {
            if skipped.is_none() {
                writer.push_text("<");
            }
            rest = body;
            continue;
        }
        let end = find_tag_end(body);
        let inner = body.get(..end).unwrap_or(body);
        rest = body.get(end + 1..).unwrap_or("");
        let closing = inner.starts_with('/');
        let name: String = inner.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
        let name = name.to_ascii_lowercase();
        if let Some(skipped_name) = skipped {
            if closing && name == skipped_name {
                skipped = None;
            }
            continue;
        }
        skipped = ["style", "script", "head", "title"]
            .into_iter()
            .find(|element| !closing && name == *element && !inner.ends_with('/'));
        if name == "div" && !closing {
            open += 1;
            if quote_depth.is_none() && inner.contains(QUOTING_DIV) {
                quote_depth = Some(open);
                writer.handle_tag("blockquote", false);
            }
        }
        writer.handle_tag(&name, closing);
        if name == "div" && closing {
            if quote_depth == Some(open) {
                quote_depth = None;
                writer.handle_tag("blockquote", true);
            }
            open = open.saturating_sub(1);
        }
    }
    writer.finish()
}

struct PlainTextWriter {
    out: String,
    line: String,
    quotes: usize,
    /// Characters since the last tag, with entities not yet decoded.
    pending_text: String,
    pre: usize,
}

impl PlainTextWriter {
    fn push_text(&mut self, text: &str) {
        if self.pre > 0 {
            for (number, line) in text.split('\n').enumerate() {
                if number > 0 {
                    self.break_line();
                }
                self.pending_text.push_str(line.trim_end_matches('\r'));
            }
        } else {
            for c in text.chars() {
                // A no-break space is kept.
                self.pending_text.push(if c.is_ascii_whitespace() { ' ' } else { c });
            }
        }
    }

    fn handle_tag(&mut self, name: &str, closing: bool) {
        match name {
            "br" | "hr" => self.break_line(),
            "blockquote" => {
                self.end_line();
                self.quotes = if closing { self.quotes.saturating_sub(1) } else { self.quotes + 1 };
            }
            "p" | "ul" | "ol" | "table" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.end_line();
                self.blank_line();
            }
            "li" if !closing => {
                self.end_line();
                self.pending_text.push_str("- ");
            }
            "pre" => {
                self.end_line();
                self.pre = if closing { self.pre.saturating_sub(1) } else { self.pre + 1 };
            }
            "div" | "tr" | "li" | "body" | "section" | "article" | "header" | "footer" => self.end_line(),
            "td" | "th" if closing => self.pending_text.push(' '),
            _ => {}
        }
    }

    /// Adds the held text to the line, with its entities decoded.
    fn flush_held(&mut self) {
        let held = std::mem::take(&mut self.pending_text);
        for (number, word) in held.split(' ').enumerate() {
            if number > 0 && (self.pre > 0 || (!self.line.is_empty() && !self.line.ends_with(' '))) {
                self.line.push(' ');
            }
            decode_entities(word, &mut self.line);
        }
    }

    fn break_line(&mut self) {
        self.flush_held();
        let line = std::mem::take(&mut self.line);
        if self.quotes > 0 {
            self.out.extend(std::iter::repeat_n('>', self.quotes));
            self.out.push(' ');
        }
        // `-- ` begins a signature and keeps its space.
        self.out.push_str(if line.trim() == "--" { "-- " } else { line.trim_end_matches(' ') });
        self.out.push('\n');
    }

    fn end_line(&mut self) {
        self.flush_held();
        if !self.line.trim_matches(' ').is_empty() {
            self.break_line();
        }
        self.line.clear();
    }

    fn blank_line(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") && self.quotes == 0 {
            self.out.push('\n');
        }
    }

    fn finish(mut self) -> String {
        self.end_line();
        let words = self.out.trim_end_matches('\n').len();
        self.out.truncate(words);
        if words > 0 {
            self.out.push('\n');
        }
        self.out
    }
}

/// Appends a word with its entities decoded.
fn decode_entities(word: &str, out: &mut String) {
    let mut rest = word;
    while let Some(start) = rest.find('&') {
        let (before, from) = rest.split_at(start);
        out.push_str(before);
        let end = from.char_indices().take(12).find(|(_, c)| *c == ';').map(|(at, _)| at + 1);
        let entity = end.and_then(|end| from.get(..end));
        let known = entity.filter(|e| {
            e.len() > 2
                && e.get(1..e.len() - 1).is_some_and(|n| n.chars().all(|c| c.is_ascii_alphanumeric() || c == '#'))
        });
        match known {
            Some(entity) => {
                add_html_token(out, entity.as_bytes(), false);
                rest = from.get(entity.len()..).unwrap_or("");
            }
            None => {
                out.push('&');
                rest = from.get(1..).unwrap_or("");
            }
        }
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::extract_text;

    #[test]
    fn pages_of_mail_programs_become_lines() {
        let gmail = "<div dir=\"ltr\">Saber:<div>Scout the Church.</div><div><br></div><div>Rin: Stay.</div></div>\
                     <br><div class=\"gmail_quote\"><div>On Mon, GM &lt;gm@x.org&gt; wrote:<br></div>\
                     <blockquote>old <b>words</b><br>more</blockquote></div>";
        assert_eq!(
            extract_text(gmail),
            "Saber:\nScout the Church.\n\nRin: Stay.\n\nOn Mon, GM <gm@x.org> wrote:\n> old words\n> more\n"
        );
        let outlook = "<html><head><style>p { color: red }</style></head><body><p class=\"MsoNormal\">Saber:&nbsp;Stay.</p>\r\n<p>Rin:\r\n Stay.</p></body></html>";
        assert_eq!(extract_text(outlook), "Saber:\u{A0}Stay.\n\nRin: Stay.\n");
        let yahoo = "<div class=\"ydp1\"><div>Saber: Stay.</div></div><div id=\"yahoo_quoted_12\" class=\"yahoo_quoted\">\
                     <div style=\"x\"><div>On Wed, The GM &lt;gm@x.org&gt; wrote:</div><div>Iris: Go.</div></div></div><div>Rin: Stay.</div>";
        assert_eq!(extract_text(yahoo), "Saber: Stay.\n> On Wed, The GM <gm@x.org> wrote:\n> Iris: Go.\nRin: Stay.\n");
        assert_eq!(extract_text("<pre>Saber:\n  Stay.\n</pre>"), "Saber:\n  Stay.\n");
        assert_eq!(
            extract_text("<ul><li>Stay</li><li>Go &amp; see &bogus &#8220;x&#8221;</li></ul>"),
            "- Stay\n- Go & see &bogus \u{201C}x\u{201D}\n"
        );
        assert_eq!(extract_text("a < b <!-- c --> <script>x</script>d <a href=\"q>r\">e</a>"), "a < b d e\n");
    }

    #[test]
    fn a_page_that_never_ends_its_tags_ends() {
        assert_eq!(extract_text("Stay.<div class=\"x"), "Stay.\n");
        assert_eq!(extract_text("<blockquote><blockquote>x"), ">> x\n");
        assert_eq!(extract_text(""), "");
    }
}
