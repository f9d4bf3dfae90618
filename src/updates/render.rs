//! Renders pages in their forms, by templates that a campaign may replace file by file.
//!
//! A template sees one page's data and nothing else. Naming something that the page does not have is an error with
//! its position, never an empty string. An endless loop runs out of fuel. The template's name gives its form
//! (`personal.html.j2`), and all data from the page is escaped for that form.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, LazyLock};

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, Error, UndefinedBehavior, Value, context};
use serde::Serialize;

use crate::perception::perceived::SeenAct;
use crate::pictures::map_view::MapView;
use crate::vocabulary::text::capitalise;

use super::event_line::EventLine;
use super::markup::{self, Form};
use super::narrator::Narrator;
use super::page::{PersonalPage, PublicPage};
use super::sentences::Sentences;
use super::strangers::introduce_strangers;
use super::value_words::join_with_and;
use super::wrap::wrap;

/// The templates that come with the program, by name.
pub const SHIPPED_TEMPLATES: [(&str, &str); 21] = [
    (SENTENCES, include_str!("../../templates/sentences.txt")),
    (LOGIC, include_str!("../../templates/logic.txt.j2")),
    ("logic.html.j2", include_str!("../../templates/logic.html.j2")),
    ("logic.bbcode.j2", include_str!("../../templates/logic.bbcode.j2")),
    ("logic.gamefaqs.j2", include_str!("../../templates/logic.gamefaqs.j2")),
    (PERSONAL, include_str!("../../templates/personal.txt.j2")),
    (PUBLIC, include_str!("../../templates/public.txt.j2")),
    ("frame.html.j2", include_str!("../../templates/frame.html.j2")),
    ("personal.html.j2", include_str!("../../templates/personal.html.j2")),
    ("public.html.j2", include_str!("../../templates/public.html.j2")),
    ("personal.part.html.j2", include_str!("../../templates/personal.part.html.j2")),
    ("public.part.html.j2", include_str!("../../templates/public.part.html.j2")),
    ("style.html.j2", include_str!("../../templates/style.html.j2")),
    ("gauges.html.j2", include_str!("../../templates/gauges.html.j2")),
    ("drawing.html.j2", include_str!("../../templates/drawing.html.j2")),
    ("book.html.j2", include_str!("../../templates/book.html.j2")),
    ("board.j2", include_str!("../../templates/board.j2")),
    ("personal.bbcode.j2", include_str!("../../templates/personal.bbcode.j2")),
    ("public.bbcode.j2", include_str!("../../templates/public.bbcode.j2")),
    ("personal.gamefaqs.j2", include_str!("../../templates/personal.gamefaqs.j2")),
    ("public.gamefaqs.j2", include_str!("../../templates/public.gamefaqs.j2")),
];

/// The sentence patterns, see [`super::sentences`].
pub const SENTENCES: &str = "sentences.txt";
/// The Logic Game's log, which the public update includes.
pub const LOGIC: &str = "logic.txt.j2";
/// A seat's update.
pub const PERSONAL: &str = "personal.txt.j2";
/// The public update.
pub const PUBLIC: &str = "public.txt.j2";

/// The number of steps a page may take; a page of a long Night takes some ten thousand.
const FUEL: u64 = 20_000_000;

/// Why a template could not be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateError {
    /// The template.
    pub template: String,
    /// The line, counted from 1, if known.
    pub line: Option<usize>,
    /// What is wrong with it, without any data of a page.
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
    fn from_render_error(template: &str, error: &Error) -> TemplateError {
        // The innermost error has the position, because a page includes other files.
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

/// The templates and sentences of a campaign, ready for use.
#[derive(Clone, Debug)]
pub struct Templates {
    environment: Arc<Environment<'static>>,
    sentences: Arc<Sentences>,
}

/// The program's own templates, parsed once for all campaigns without overrides.
static SHIPPED_ONLY: LazyLock<Result<Templates, TemplateError>> = LazyLock::new(|| Templates::parse(BTreeMap::new()));

impl Templates {
    /// Loads the shipped templates with `overrides`, by name, in place of them. Other names in `overrides` can be
    /// included and imported by these.
    ///
    /// # Errors
    /// [`TemplateError`] for the first template that does not parse.
    pub fn new(overrides: BTreeMap<String, String>) -> Result<Templates, TemplateError> {
        if overrides.is_empty() { SHIPPED_ONLY.clone() } else { Templates::parse(overrides) }
    }

    fn parse(mut overrides: BTreeMap<String, String>) -> Result<Templates, TemplateError> {
        let shipped_text = |name: &str| SHIPPED_TEMPLATES.iter().find(|(n, _)| *n == name).map_or("", |(_, text)| text);
        let own = overrides.remove(SENTENCES);
        let sentences = Sentences::parse(own.as_deref().unwrap_or(shipped_text(SENTENCES)))
            .map_err(|e| TemplateError { template: SENTENCES.to_owned(), line: e.line, message: e.message })?;
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        // The debug text of an error would list a page's data, which may be a player's secret.
        environment.set_debug(false);
        environment.set_fuel(Some(FUEL));
        let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
        environment.set_syntax(syntax.map_err(|e| TemplateError::from_render_error("", &e))?);
        environment.set_auto_escape_callback(|name| Form::from_template_name(name).auto_escape());
        environment.set_formatter(markup::format);
        environment.add_filter("cap", |text: &str| capitalise(text));
        environment.add_filter("stop", |text: &str| markup::with_full_stop(text));
        environment.add_filter("listed", |items: Vec<String>| join_with_and(&items).unwrap_or_default());
        // The program's own templates are valid, so they are parsed when first asked for: a page of text needs three
        // of them.
        environment.set_loader(|name| {
            let own = SHIPPED_TEMPLATES.iter().find(|(shipped, _)| *shipped == name && *shipped != SENTENCES);
            Ok(own.map(|(_, source)| (*source).to_owned()))
        });
        for (name, source) in overrides {
            environment
                .add_template_owned(name.clone(), source)
                .map_err(|e| TemplateError::from_render_error(&name, &e))?;
        }
        Ok(Templates { environment: Arc::new(environment), sentences: Arc::new(sentences) })
    }

    /// Fills in the words on a seat's page.
    pub fn fill_in_personal(&self, page: &mut PersonalPage) {
        let mut order_narrator = Narrator::new(&self.sentences, page.night);
        for order in &mut page.orders {
            order.append_results(|line| order_narrator.describe_order_result(line).text().to_owned());
        }
        let mut narrator = Narrator::new(&self.sentences, page.night);
        let mut short = Vec::new();
        for phase in &mut page.phases {
            for scene in &mut phase.scenes {
                for (line, number) in scene.deeds.iter_mut().zip(1..) {
                    line.text = narrator.describe(line);
                    line.slot = format!("{}, {}, {number}", phase.name, scene.location);
                    let summary = narrator.summarize(line);
                    if !summary.text().is_empty() && !short.iter().any(|(_, known)| *known == summary) {
                        short.push((summary_rank(line.act), summary));
                    }
                }
                scene.deeds.retain(has_text);
            }
        }
        short.sort_by_key(|(weight, _)| *weight);
        page.short.happened = short.into_iter().map(|(_, summary)| summary).collect();
        introduce_strangers(page);
    }

    /// Fills in the words on the public page.
    pub fn fill_in_public(&self, page: &mut PublicPage) {
        let mut narrator = Narrator::new(&self.sentences, page.night);
        for phase in &mut page.phases {
            for (line, number) in phase.deeds.iter_mut().zip(1..) {
                line.text = narrator.describe(line);
                line.slot = format!("{}, {number}", phase.name);
            }
            phase.deeds.retain(has_text);
        }
    }

    /// Fills in the words of deeds that are on no seat's page, such as those of a book.
    pub fn fill_in_deeds<'d>(&self, night: u32, deeds: impl Iterator<Item = &'d mut EventLine>) {
        let mut narrator = Narrator::new(&self.sentences, night);
        for line in deeds {
            line.text = narrator.describe(line);
        }
    }

    /// Renders a seat's update in some forms, from a page whose words are filled in ([`Templates::fill_in_personal`]).
    ///
    /// # Errors
    /// [`TemplateError`] when a template asks for something that the page does not have, or does not terminate.
    pub fn render_personal_forms(&self, page: &PersonalPage, forms: &[Form]) -> Result<Vec<String>, TemplateError> {
        let drawing = page.map.as_ref().filter(|_| forms.contains(&Form::Html)).map(MapView::svg);
        self.render_forms("personal", page, drawing, forms)
    }

    /// Renders the public update in some forms, from a page whose words are filled in ([`Templates::fill_in_public`]).
    pub fn render_public_forms(&self, page: &PublicPage, forms: &[Form]) -> Result<Vec<String>, TemplateError> {
        self.render_forms("public", page, None, forms)
    }

    /// Renders a seat's update as text, from a page whose words are not filled in.
    pub fn render_personal_text(&self, page: &PersonalPage) -> Result<String, TemplateError> {
        let mut page = page.clone();
        self.fill_in_personal(&mut page);
        self.render(PERSONAL, &page)
    }

    /// Renders the public update as text, from a page whose words are not filled in.
    pub fn render_public_text(&self, page: &PublicPage) -> Result<String, TemplateError> {
        let mut page = page.clone();
        self.fill_in_public(&mut page);
        self.render(PUBLIC, &page)
    }

    /// Renders the HTML page of a seat without its frame.
    pub fn render_personal_body(&self, page: &PersonalPage) -> Result<Value, TemplateError> {
        let drawing = page.map.as_ref().map(MapView::svg);
        self.render_body("personal.part.html.j2", page, drawing)
    }

    /// Renders the public HTML page without its frame.
    pub fn render_public_body(&self, page: &PublicPage) -> Result<Value, TemplateError> {
        self.render_body("public.part.html.j2", page, None)
    }

    fn render_body<T: Serialize>(&self, name: &str, page: &T, drawing: Option<String>) -> Result<Value, TemplateError> {
        let drawing = Value::from_safe_string(drawing.unwrap_or_default());
        let page = Value::from(Serde(page));
        self.render_value(name, context! { drawing, ..page }).map(Value::from_safe_string)
    }

    fn render_forms<T: Serialize>(
        &self,
        kind: &str,
        page: &T,
        drawing: Option<String>,
        forms: &[Form],
    ) -> Result<Vec<String>, TemplateError> {
        // The page is converted to a template value once, for all forms.
        let value = Value::from(Serde(page));
        let drawing = Value::from_safe_string(drawing.unwrap_or_default());
        let in_form = |form: &Form| match form {
            Form::Json => serde_json::to_string_pretty(page).map(|text| text + "\n").map_err(|e| TemplateError {
                template: kind.to_owned(),
                line: None,
                message: format!("a page could not be written: {e}"),
            }),
            Form::Html => {
                let data = context! { drawing => drawing.clone(), ..value.clone() };
                self.render_value(&format!("{kind}.html.j2"), data).map(|text| text + "\n")
            }
            Form::Text => {
                self.render_value(&format!("{kind}.{}.j2", form.extension()), value.clone()).map(|text| wrap(&text))
            }
            Form::Bbcode | Form::Gamefaqs => {
                self.render_value(&format!("{kind}.{}.j2", form.extension()), value.clone())
            }
        };
        forms.iter().map(in_form).collect()
    }

    /// Renders any data by a template of the campaign.
    pub fn render<T: Serialize>(&self, name: &str, data: &T) -> Result<String, TemplateError> {
        self.render_value(name, Value::from(Serde(data)))
    }

    fn render_value(&self, name: &str, value: Value) -> Result<String, TemplateError> {
        let template = self.environment.get_template(name).map_err(|e| TemplateError::from_render_error(name, &e))?;
        template.render(value).map_err(|e| TemplateError::from_render_error(name, &e))
    }
}

/// The rank of an act in the Night's summary: deaths, their consequences, the rest, and last arrivals.
fn summary_rank(act: &str) -> u8 {
    match SeenAct::from_name(act) {
        Some(SeenAct::Died) => 0,
        Some(SeenAct::Freed | SeenAct::Contracted | SeenAct::Disqualified | SeenAct::HomeTaken) => 1,
        Some(SeenAct::Alert | SeenAct::Entered | SeenAct::ScoutNoticed) => 3,
        _ => 2,
    }
}

fn has_text(line: &EventLine) -> bool {
    !line.text.text().is_empty()
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
    fn broken_sentences_are_named_with_their_line() {
        let own = BTreeMap::from([(SENTENCES.to_owned(), "attack\n  {Actor} struck.\n".to_owned())]);
        let error = Templates::new(own).unwrap_err();
        assert_eq!((error.template.as_str(), error.line), (SENTENCES, Some(2)));
    }

    #[test]
    fn an_endless_template_ends() {
        let text = "{% for a in range(9999) %}{% for b in range(9999) %}x{% endfor %}{% endfor %}".to_owned();
        let templates = Templates::new(BTreeMap::from([(PUBLIC.to_owned(), text)])).unwrap();
        assert!(templates.render(PUBLIC, &()).unwrap_err().message.contains("fuel"));
    }

    #[test]
    fn all_that_comes_from_a_page_is_made_safe_for_its_form() {
        let hostile = BTreeMap::from([("name", "<b>[b]&\"")]);
        for (form, safe) in [
            ("txt", "<b>[b]&\""),
            ("html", "&lt;b&gt;[b]&amp;&quot;"),
            ("bbcode", "<b>[\u{2060}b]&\""),
            ("gamefaqs", "<\u{2060}b>[b]&\""),
        ] {
            let name = format!("own.{form}.j2");
            let templates = Templates::new(BTreeMap::from([(name.clone(), "{{ name }}".to_owned())])).unwrap();
            assert_eq!(templates.render(&name, &hostile).unwrap(), safe, "{form}");
        }
    }
}
