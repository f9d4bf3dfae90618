//! The forms of a page, and how text is escaped in each.
//!
//! A sentence is [`MarkedText`]: its text and, kept apart from it, the ranges that are names, skills or numbers. A
//! mark is never a character of the text, so nothing a sheet says can become one. All other text is escaped as its
//! form requires.

use std::borrow::Cow;
use std::fmt::{self, Write};
use std::sync::Arc;

use minijinja::value::{Object, ObjectRepr, Value};
use minijinja::{AutoEscape, Error, Output, State, escape_formatter};
use serde::{Serialize, Serializer};

use crate::vocabulary::text::capitalise;

/// An output form of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// Plain text, as mailed.
    Text,
    /// One self-contained page for a browser.
    Html,
    /// The markup of bulletin boards.
    Bbcode,
    /// The markup of GameFAQs' boards.
    Gamefaqs,
    /// The page's data, for programs.
    Json,
}

impl Form {
    /// All forms.
    pub const ALL: [Form; 5] = [Form::Text, Form::Html, Form::Bbcode, Form::Gamefaqs, Form::Json];

    /// Its name, on the command line and in file names.
    pub const fn name(self) -> &'static str {
        match self {
            Form::Text => "text",
            Form::Html => "html",
            Form::Bbcode => "bbcode",
            Form::Gamefaqs => "gamefaqs",
            Form::Json => "json",
        }
    }

    /// The extension of its files and templates: `red.txt`, `personal.txt.j2`.
    pub const fn extension(self) -> &'static str {
        match self {
            Form::Text => "txt",
            Form::Html => "html",
            Form::Bbcode => "bbcode",
            Form::Gamefaqs => "gamefaqs",
            Form::Json => "json",
        }
    }

    /// The form that a template produces, by the template's name.
    pub fn from_template_name(name: &str) -> Form {
        let name = name.strip_suffix(".j2").unwrap_or(name);
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        Form::ALL.into_iter().find(|form| form.extension() == extension).unwrap_or(Form::Text)
    }

    pub(super) fn auto_escape(self) -> AutoEscape {
        match self {
            Form::Text | Form::Json => AutoEscape::None,
            Form::Html => AutoEscape::Html,
            Form::Bbcode => AutoEscape::Custom(Cow::Borrowed("bbcode")),
            Form::Gamefaqs => AutoEscape::Custom(Cow::Borrowed("gamefaqs")),
        }
    }

    fn from_auto_escape(escaping: &AutoEscape) -> Form {
        match escaping {
            AutoEscape::Html => Form::Html,
            AutoEscape::Custom(name) if name == "bbcode" => Form::Bbcode,
            AutoEscape::Custom(name) if name == "gamefaqs" => Form::Gamefaqs,
            _ => Form::Text,
        }
    }

    /// Writes text so that this form shows it literally.
    pub fn escape(self, text: &str, out: &mut impl Write) -> fmt::Result {
        let opening = match self {
            Form::Text | Form::Json => return out.write_str(text),
            Form::Html => return escape_html(text, out),
            Form::Bbcode => '[',
            Form::Gamefaqs => '<',
        };
        // Boards share no escape sequence. A tag begins with its bracket and a letter, so an invisible word joiner
        // between the two prevents it.
        let mut rest = text;
        while let Some(index) = rest.find(opening) {
            let (before, from) = rest.split_at(index + opening.len_utf8());
            out.write_str(before)?;
            out.write_char(WORD_JOINER)?;
            rest = from;
        }
        out.write_str(rest)
    }
}

const WORD_JOINER: char = '\u{2060}';

fn escape_html(text: &str, out: &mut impl Write) -> fmt::Result {
    let mut rest = text;
    while let Some(index) = rest.find(['&', '<', '>', '"', '\'']) {
        let (before, from) = rest.split_at(index);
        out.write_str(before)?;
        out.write_str(match from.as_bytes().first() {
            Some(b'&') => "&amp;",
            Some(b'<') => "&lt;",
            Some(b'>') => "&gt;",
            Some(b'"') => "&quot;",
            _ => "&#39;",
        })?;
        rest = from.get(1..).unwrap_or_default();
    }
    out.write_str(rest)
}

/// What a range of a sentence is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// One or several characters' names.
    Name,
    /// A skill or an item.
    Skill,
    /// A number.
    Number,
    /// What a sheet says.
    Quote,
}

impl Mark {
    /// The tags around it in a form.
    const fn tags(self, form: Form) -> (&'static str, &'static str) {
        match (form, self) {
            (Form::Text | Form::Json, _) | (Form::Bbcode | Form::Gamefaqs, Mark::Number) => ("", ""),
            (Form::Html, Mark::Name) => ("<b>", "</b>"),
            (Form::Html, Mark::Skill) => ("<i>", "</i>"),
            (Form::Html, Mark::Number) => ("<span class=\"n\">", "</span>"),
            (Form::Html, Mark::Quote) => ("<span class=\"q\">", "</span>"),
            (Form::Bbcode, Mark::Name) => ("[b]", "[/b]"),
            (Form::Bbcode, Mark::Skill | Mark::Quote) => ("[i]", "[/i]"),
            (Form::Gamefaqs, Mark::Name) => ("<b>", "</b>"),
            (Form::Gamefaqs, Mark::Skill | Mark::Quote) => ("<i>", "</i>"),
        }
    }
}

/// A passage of text with marked ranges.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MarkedText(Arc<MarkedPassage>);

#[derive(Debug, Default, PartialEq, Eq)]
struct MarkedPassage {
    text: String,
    /// The start and end of each range in bytes, in order and without overlap.
    marks: Vec<(usize, usize, Mark)>,
}

impl MarkedText {
    /// Text without marks.
    pub fn plain(text: impl Into<String>) -> MarkedText {
        MarkedText(Arc::new(MarkedPassage { text: text.into(), marks: Vec::new() }))
    }

    /// The text alone.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// Replaces some of its names by what `replacement` returns for them. A possessive name stays.
    #[must_use]
    pub fn replace_names(&self, mut replacement: impl FnMut(&str) -> Option<String>) -> MarkedText {
        let MarkedPassage { text, marks } = &*self.0;
        let part = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
        let mut builder = TextBuilder::default();
        let mut written_to = 0;
        for (from, to, mark) in marks {
            let before = part(written_to, *from);
            builder.push_text(before);
            let is_possessive = part(*to, text.len()).starts_with('\'');
            let renamed = if *mark == Mark::Name && !is_possessive { replacement(part(*from, *to)) } else { None };
            let begins_sentence = *from == 0 || ends_like_sentence(part(0, *from));
            match renamed {
                Some(renamed) if begins_sentence => builder.push_marked(*mark, &capitalise(&renamed)),
                Some(renamed) => builder.push_marked(*mark, &renamed),
                None => builder.push_marked(*mark, part(*from, *to)),
            }
            written_to = *to;
        }
        builder.push_text(part(written_to, text.len()));
        builder.finish()
    }

    /// Writes it in a form.
    pub fn write(&self, form: Form, out: &mut impl Write) -> fmt::Result {
        let MarkedPassage { text, marks } = &*self.0;
        let mut written_to = 0;
        for (from, to, mark) in marks {
            let (opening, closing) = mark.tags(form);
            form.escape(text.get(written_to..*from).unwrap_or_default(), out)?;
            out.write_str(opening)?;
            form.escape(text.get(*from..*to).unwrap_or_default(), out)?;
            out.write_str(closing)?;
            written_to = *to;
        }
        form.escape(text.get(written_to..).unwrap_or_default(), out)
    }
}

impl Object for MarkedText {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    fn is_true(self: &Arc<Self>) -> bool {
        !self.text().is_empty()
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// In a template it stays an object; elsewhere it serializes as its text.
impl Serialize for MarkedText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if minijinja::value::serializing_for_value() {
            Value::from_object(self.clone()).serialize(serializer)
        } else {
            serializer.serialize_str(self.text())
        }
    }
}

/// Builds a passage piece by piece.
#[derive(Debug, Default)]
pub struct TextBuilder {
    passage: MarkedPassage,
}

/// Whether a text ends like a sentence, in quotes or not.
fn ends_like_sentence(text: &str) -> bool {
    text.trim_end().trim_end_matches(['”', '"', '’', '\'']).ends_with(['.', '!', '?', '…'])
}

/// The text with a full stop, unless it already ends like a sentence.
pub fn with_full_stop(text: &str) -> String {
    let text = text.trim_end();
    if ends_like_sentence(text) { text.to_owned() } else { format!("{text}.") }
}

impl TextBuilder {
    /// Adds text. White space becomes one space, and none stands before punctuation or at the beginning. A full stop
    /// after text that already ends like a sentence is left out.
    pub fn push_text(&mut self, text: &str) {
        let out = &mut self.passage.text;
        let text = text.strip_prefix('.').filter(|_| ends_like_sentence(out)).unwrap_or(text);
        let mut space = false;
        for c in text.chars() {
            if c.is_whitespace() {
                space = true;
                continue;
            }
            if c.is_control() {
                continue;
            }
            if matches!(c, '.' | ',' | ';' | ':' | ')' | '!' | '?') {
                out.truncate(out.trim_end_matches(' ').len());
            } else if space && !out.is_empty() && !out.ends_with([' ', '(']) {
                out.push(' ');
            }
            space = false;
            out.push(c);
        }
        if space && !out.is_empty() && !out.ends_with(' ') {
            out.push(' ');
        }
    }

    /// Adds marked text.
    pub fn push_marked(&mut self, mark: Mark, text: &str) {
        let from = self.passage.text.len();
        self.push_text(text.trim());
        let to = self.passage.text.len();
        if from < to {
            self.passage.marks.push((from, to, mark));
        }
    }

    /// Returns the passage.
    #[must_use]
    pub fn finish(mut self) -> MarkedText {
        let text = &mut self.passage.text;
        text.truncate(text.trim_end_matches(' ').len());
        MarkedText(Arc::new(self.passage))
    }
}

/// Writes a template's value in the template's form.
pub(super) fn format(out: &mut Output<'_>, state: &mut State<'_, '_>, value: &Value) -> Result<(), Error> {
    let form = Form::from_auto_escape(state.auto_escape());
    let write_failure = |_| Error::new(minijinja::ErrorKind::WriteFailure, "the page could not be written");
    if let Some(marked) = value.downcast_object_ref::<MarkedText>() {
        return marked.write(form, out).map_err(write_failure);
    }
    match (form, value.as_str()) {
        (Form::Text | Form::Json, Some(text)) => out.write_str(text).map_err(write_failure),
        (Form::Bbcode | Form::Gamefaqs, Some(text)) if value.is_safe() => out.write_str(text).map_err(write_failure),
        (Form::Bbcode | Form::Gamefaqs, Some(text)) => form.escape(text, out).map_err(write_failure),
        // The template engine has already rejected what must not be undefined; what is left is the missing branch of
        // an `… if …`.
        (Form::Bbcode | Form::Gamefaqs, None) if value.is_undefined() => Ok(()),
        (Form::Bbcode | Form::Gamefaqs, None) => form.escape(&value.to_string(), out).map_err(write_failure),
        (Form::Text | Form::Html | Form::Json, _) => escape_formatter(out, state, value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_form(form: Form, text: &MarkedText) -> String {
        let mut out = String::new();
        text.write(form, &mut out).unwrap();
        out
    }

    #[test]
    fn a_hostile_name_is_text_in_every_form() {
        let mut builder = TextBuilder::default();
        builder.push_marked(Mark::Name, "<script>[b]\"&'");
        builder.push_text(" fell .");
        let text = builder.finish();
        assert_eq!(in_form(Form::Text, &text), "<script>[b]\"&' fell.");
        assert_eq!(in_form(Form::Html, &text), "<b>&lt;script&gt;[b]&quot;&amp;&#39;</b> fell.");
        assert_eq!(in_form(Form::Bbcode, &text), "[b]<script>[\u{2060}b]\"&'[/b] fell.");
        assert_eq!(in_form(Form::Gamefaqs, &text), "<b><\u{2060}script>[b]\"&'</b> fell.");
    }

    #[test]
    fn a_template_s_form_is_its_name_s() {
        assert_eq!(Form::from_template_name("personal.html.j2"), Form::Html);
        assert_eq!(Form::from_template_name("public.gamefaqs.j2"), Form::Gamefaqs);
        assert_eq!(Form::from_template_name("own.part.j2"), Form::Text);
    }

    #[test]
    fn spaces_are_one_and_none_before_a_stop() {
        let mut builder = TextBuilder::default();
        builder.push_text("  Saber \n struck , twice\n. ");
        assert_eq!(builder.finish().text(), "Saber struck, twice.");
    }
}
