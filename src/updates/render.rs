//! Pages as text, by templates a campaign may replace file by file.
//!
//! A template sees one page's data and nothing else. What it names and the page has not is an error with
//! its place, never an empty spot; an endless loop runs out of fuel.

use std::collections::BTreeMap;
use std::fmt;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, Error, UndefinedBehavior, Value};
use serde::Serialize;

use super::page::{PersonalPage, PublicPage};

/// The templates that come with the engine, by name.
pub const SHIPPED: [(&str, &str); 4] = [
    (EVENTS, include_str!("../../templates/events.txt.j2")),
    (LOGIC, include_str!("../../templates/logic.txt.j2")),
    (PERSONAL, include_str!("../../templates/personal.txt.j2")),
    (PUBLIC, include_str!("../../templates/public.txt.j2")),
];

/// Sentences for what happened; the other two import it.
pub const EVENTS: &str = "events.txt.j2";
/// The Logic Game's log, which the public update takes in.
pub const LOGIC: &str = "logic.txt.j2";
/// A seat's update.
pub const PERSONAL: &str = "personal.txt.j2";
/// The public update.
pub const PUBLIC: &str = "public.txt.j2";

/// Steps a page may take; a page of a long Night takes some hundred thousand.
const FUEL: u64 = 20_000_000;

/// Why a template could not be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateError {
    /// The template.
    pub template: String,
    /// The line, if known, from 1.
    pub line: Option<usize>,
    /// What is wrong with it. Holds no data of a page.
    pub message: String,
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "template `{}`, line {line}: {}", self.template, self.message),
            None => write!(f, "template `{}`: {}", self.template, self.message),
        }
    }
}

impl std::error::Error for TemplateError {}

impl TemplateError {
    fn of(template: &str, error: &Error) -> TemplateError {
        // The innermost error knows the place: a page imports its sentences from another file.
        let mut inner = error;
        while let Some(source) = std::error::Error::source(inner).and_then(|s| s.downcast_ref::<Error>()) {
            inner = source;
        }
        let kind = inner.kind().to_string();
        TemplateError {
            template: inner.name().unwrap_or(template).to_owned(),
            line: inner.line(),
            message: inner.detail().map_or(kind.clone(), |detail| format!("{kind}: {detail}")),
        }
    }
}

/// The templates of a campaign, compiled.
#[derive(Debug)]
pub struct Templates {
    environment: Environment<'static>,
}

impl Templates {
    /// The shipped templates, with `overrides` by name in place of them; other names in `overrides` can be
    /// included and imported by these.
    ///
    /// # Errors
    /// [`TemplateError`] for the first template that is no template.
    pub fn new(overrides: BTreeMap<String, String>) -> Result<Templates, TemplateError> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        // The debug text of an error lists a page's data, which is some player's secret.
        environment.set_debug(false);
        environment.set_fuel(Some(FUEL));
        let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
        environment.set_syntax(syntax.map_err(|e| TemplateError::of("", &e))?);
        environment.add_filter("cap", |text: &str| cap(text));
        environment.add_filter("paragraph", |text: &str| paragraph(text));
        for (name, source) in SHIPPED.into_iter().filter(|(name, _)| !overrides.contains_key(*name)) {
            environment.add_template(name, source).map_err(|e| TemplateError::of(name, &e))?;
        }
        for (name, source) in overrides {
            environment.add_template_owned(name.clone(), source).map_err(|e| TemplateError::of(&name, &e))?;
        }
        Ok(Templates { environment })
    }

    /// A seat's update as text.
    ///
    /// # Errors
    /// [`TemplateError`] when the template asks for what the page has not, or does not come to an end.
    pub fn personal(&self, page: &PersonalPage) -> Result<String, TemplateError> {
        self.render(PERSONAL, page)
    }

    /// The public update as text.
    ///
    /// # Errors
    /// As [`Templates::personal`].
    pub fn public(&self, page: &PublicPage) -> Result<String, TemplateError> {
        self.render(PUBLIC, page)
    }

    /// Any data by any template of the campaign's.
    ///
    /// # Errors
    /// As [`Templates::personal`], or when there is no such template.
    pub fn render<T: Serialize>(&self, name: &str, data: &T) -> Result<String, TemplateError> {
        let text = self
            .environment
            .get_template(name)
            .and_then(|template| template.render(Value::from(Serde(data))))
            .map_err(|e| TemplateError::of(name, &e))?;
        Ok(text)
    }
}

/// The text with its first letter large, as a sentence begins.
fn cap(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// The text in one line: white space folded, none before a stop or a comma.
fn paragraph(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() && !word.starts_with(['.', ',', ';', ':', ')']) {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_template_is_named_with_its_line() {
        let broken = |text: &str| Templates::new(BTreeMap::from([(PUBLIC.to_owned(), text.to_owned())]));
        let error = broken("one\n{% if %}").unwrap_err();
        assert_eq!((error.template.as_str(), error.line), (PUBLIC, Some(2)));
        let templates = broken("one\ntwo {{ nigth }}").unwrap();
        let error = templates.render(PUBLIC, &BTreeMap::from([("night", 3)])).unwrap_err();
        assert_eq!((error.template.as_str(), error.line), (PUBLIC, Some(2)));
        assert!(error.message.contains("undefined"), "{error}");
    }

    #[test]
    fn an_endless_template_ends() {
        let text = "{% for a in range(9999) %}{% for b in range(9999) %}x{% endfor %}{% endfor %}".to_owned();
        let templates = Templates::new(BTreeMap::from([(PUBLIC.to_owned(), text)])).unwrap();
        assert!(templates.render(PUBLIC, &()).unwrap_err().message.contains("fuel"));
    }

    #[test]
    fn a_paragraph_is_one_line() {
        assert_eq!(paragraph("  Saber \n struck , twice\n. "), "Saber struck, twice.");
        assert_eq!(cap("ein"), "Ein");
    }
}
