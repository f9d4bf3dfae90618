//! The pages of a night: each seat's update and the public one, in every form.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use minijinja::Value;
use serde::Serialize;

use crate::campaign::error::{CampaignError, Result};
use crate::campaign::folder::file_name;
use crate::language::codes;
use crate::language::diagnostic::Diagnostic;
use crate::language::orders::FaultyOrder;
use crate::night::Resolution;
use crate::perception::public::build_public_report;
use crate::perception::report::{Report, collect_accounts};
use crate::perception::view_of::list_known_locations;
use crate::pictures::map_drawing::MapDrawing;
use crate::updates::gm_passages::{insert_personal_passages, insert_public_passages};
use crate::updates::logic_block;
use crate::updates::markup::Form;
use crate::updates::page::{AcceptedOrder, PersonalPage, PublicPage, personal_page, public_page};
use crate::updates::render::{TemplateError, Templates};
use crate::vocabulary::ids::{CharacterId, SeatId};
use crate::war::War;
use crate::war::dossier::Dossier;

use super::PUBLIC;
use super::checked_orders::CheckedOrders;
use super::parallel::{map_in_parallel, run_both};
use super::story_file::{self, Story, StoryDraft};

/// The inputs of pages: a night that was played, and the campaign's templates and story.
#[derive(Debug)]
pub struct PageMaker<'a> {
    /// The position before the night.
    pub war_before: &'a War,
    /// The position after the night, its events and open questions.
    pub resolution: &'a Resolution,
    /// What each seat ordered.
    pub orders: &'a [CheckedOrders],
    /// When the next orders are due.
    pub deadline: Option<&'a str>,
    /// The campaign's own templates, which replace the engine's of the same name.
    pub templates: BTreeMap<String, String>,
    /// The GM's own passages.
    pub story: &'a Story,
}

/// The pages of a night, before they are rendered in a form.
#[derive(Debug)]
pub struct Pages {
    templates: Templates,
    /// Each seat's page by file name, in the order of the seats; `None` for a seat that reads the public page instead.
    personal: Vec<(String, Option<PersonalPage>)>,
    public: PublicPage,
    /// Remarks to the GM on their own passages.
    pub remarks: Vec<String>,
    /// What each seat remembers of everybody else from now on, in the order of the seats.
    pub dossiers: Vec<BTreeMap<CharacterId, Dossier>>,
    /// The characters that the public update names.
    pub named_publicly: Vec<CharacterId>,
}

/// One page in one form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderedPage {
    /// A seat's file name, or [`PUBLIC`].
    pub name: String,
    /// Its form.
    pub form: Form,
    /// The page.
    pub text: String,
}

impl RenderedPage {
    /// Its path in the night's folder.
    pub fn file(&self) -> String {
        format!("updates/{}.{}", self.name, self.form.extension())
    }
}

/// The content of an HTML page, without its frame.
#[derive(Debug, Serialize)]
pub struct HtmlBody {
    /// Its reader.
    pub title: String,
    /// The HTML, ready to be put into another page.
    pub html: Value,
}

impl PageMaker<'_> {
    /// Tells the night to every reader.
    ///
    /// # Errors
    /// [`CampaignError::Template`] if a template or a sentence is not valid.
    pub fn make_pages(&self) -> Result<Pages> {
        let PageMaker { war_before, resolution, deadline, story, .. } = self;
        let (after, events) = (&resolution.war, &resolution.events);
        // The seats' perceptions are computed beside the public report and what every page needs.
        let (accounts, (templates, map_drawing, (mut public, public_names))) = run_both(
            || collect_accounts(war_before, after, events, 0..war_before.setup.seats.len()),
            || {
                let report = build_public_report(war_before, after, events);
                let map_drawing = MapDrawing::lay_out(&list_known_locations(after), &after.setup.water);
                (
                    Templates::new(self.templates.clone()),
                    map_drawing,
                    (public_page(&report, *deadline), report.named_characters),
                )
            },
        );
        let templates = templates.map_err(template_failure)?;
        templates.fill_in_public(&mut public);
        let misfits = insert_public_passages(&mut public, story.entries_of_page(PUBLIC));
        let seat_pages = map_in_parallel(accounts, |account| {
            let report = account.build_report(war_before, after);
            (self.make_seat_page(&report, &templates, &map_drawing, &public), report.dossiers)
        });
        let (mut personal, mut remarks, mut dossiers) = (Vec::new(), Vec::new(), Vec::new());
        for ((name, page, about), kept) in seat_pages {
            personal.push((name, page));
            remarks.extend(about);
            dossiers.push(kept);
        }
        remarks.extend(misfits.iter().map(|misfit| story_file::render_misfit(PUBLIC, misfit)));
        Ok(Pages { templates, personal, public, remarks, dossiers, named_publicly: public_names })
    }

    /// Makes a seat's page, with its file name and remarks to the GM on their own passages.
    fn make_seat_page(
        &self,
        report: &Report,
        templates: &Templates,
        map_drawing: &Arc<MapDrawing>,
        public: &PublicPage,
    ) -> (String, Option<PersonalPage>, Vec<String>) {
        let PageMaker { war_before, orders, deadline, story, .. } = self;
        let name = file_name(war_before.setup.seats.get(report.seat.index()).map_or("", |seat| &seat.name));
        let own = || orders.iter().filter(|o| o.seat == report.seat);
        // The dead may still play the Logic Game (A249), and they are told how the War ended too (R409).
        let has_words = own().next().is_some() || !logic_block::own_standing(&report.logic).is_empty();
        if is_out(war_before, report.seat) && !has_words && report.war_end.is_none() {
            return (name, None, Vec::new());
        }
        let ordered = own().flat_map(accepted_orders).collect::<Vec<_>>();
        let refused = own().flat_map(render_refusals).collect();
        let mut page =
            personal_page(report, &ordered, *deadline).with_map(map_drawing, report).with_refused_orders(refused);
        page = page.with_public_news(public);
        templates.fill_in_personal(&mut page);
        let misfits = insert_personal_passages(&mut page, story.entries_of_page(&name));
        let remarks = misfits.iter().map(|misfit| story_file::render_misfit(&name, misfit)).collect();
        (name, Some(page), remarks)
    }
}

impl Pages {
    /// Removes the refused orders of each seat, which are words for nobody else.
    pub fn leave_out_refusals(&mut self) {
        self.personal.iter_mut().flat_map(|(_, page)| page).for_each(|page| page.refused.clear());
    }

    /// Renders every page in some forms, the seats' first.
    ///
    /// # Errors
    /// [`CampaignError::Template`] when a template cannot be used.
    pub fn render_all(&self, forms: &[Form]) -> Result<Vec<RenderedPage>> {
        let public = OnceLock::new();
        let print = |(name, page): (&str, Option<&PersonalPage>)| {
            let texts = match page {
                Some(page) => self.templates.render_personal_forms(page, forms),
                None => public.get_or_init(|| self.templates.render_public_forms(&self.public, forms)).clone(),
            };
            let printed = |(form, text): (&Form, String)| RenderedPage { name: name.to_owned(), form: *form, text };
            Ok(forms.iter().zip(texts.map_err(template_failure)?).map(printed).collect::<Vec<_>>())
        };
        let personal = self.personal.iter().map(|(name, page)| (name.as_str(), page.as_ref()));
        let printed: Result<Vec<_>> =
            map_in_parallel(personal.chain([(PUBLIC, None)]).collect(), print).into_iter().collect();
        Ok(printed?.into_iter().flatten().collect())
    }

    /// Renders the contents of the HTML pages, without their frames: for a book.
    ///
    /// # Errors
    /// [`CampaignError::Template`] when a template cannot be used.
    pub fn render_bodies(&self) -> Result<Vec<HtmlBody>> {
        let public = self.templates.render_public_body(&self.public).map_err(template_failure)?;
        let mut bodies = vec![HtmlBody { title: "for everybody".to_owned(), html: public }];
        for (_, page) in &self.personal {
            if let Some(page) = page {
                let html = self.templates.render_personal_body(page).map_err(template_failure)?;
                bodies.push(HtmlBody { title: format!("for {}", page.seat), html });
            }
        }
        Ok(bodies)
    }

    /// Renders a draft of `story.yaml`: one page's slots, or all pages'.
    pub fn render_story_draft(&self, page_name: Option<&str>) -> Result<String> {
        let mut draft = StoryDraft::new(self.public.night);
        let is_wanted = |name: &str| page_name.is_none_or(|only| only == name);
        if is_wanted(PUBLIC) {
            draft.add_public_page(&self.public)?;
        }
        for (name, page) in self.personal.iter().filter(|(name, _)| is_wanted(name)) {
            if let Some(page) = page {
                draft.add_personal_page(name, page)?;
            }
        }
        Ok(draft.into_text())
    }
}

/// Whether no character of a seat was alive when the night began: its player reads the public page.
fn is_out(war_before: &War, seat: SeatId) -> bool {
    let mut own = war_before.seat_characters(seat).peekable();
    own.peek().is_some() && own.all(|id| !war_before.character(id).is_alive())
}

/// Removes the refused orders from a text page: their section, up to the next blank line.
pub fn without_refusals(page: &str) -> String {
    let mut is_inside = false;
    let is_kept = |line: &&str| {
        is_inside = line.starts_with("NOT ACCEPTED") || (is_inside && !line.trim().is_empty());
        !is_inside
    };
    page.split_inclusive('\n').filter(is_kept).collect()
}

/// A seat's orders as accepted.
fn accepted_orders(orders: &CheckedOrders) -> impl Iterator<Item = AcceptedOrder> {
    orders.plan.orders.iter().map(|order| AcceptedOrder::new(orders.seat, order))
}

/// The most characters of a faulty line that a page shows.
const MAX_QUOTE_LENGTH: usize = 100;

/// Renders the errors in a seat's orders: the player's own words, the error, and the suggestion.
pub fn render_refusals(orders: &CheckedOrders) -> impl Iterator<Item = String> {
    orders.diagnostics.iter().filter(|d| Diagnostic::is_error(d)).map(|fault| {
        // The player's own words are quoted: a line number would be that of the file, not of the letter.
        let (line, _) = orders.source.line_column(fault.span.start);
        let words: Vec<&str> = orders.source.line(line).split_whitespace().collect();
        let words = crate::vocabulary::text::shorten(&words.join(" "), MAX_QUOTE_LENGTH);
        let suggestion = fault.suggestion.as_ref().map(|s| format!(" (did you mean `{s}`?)")).unwrap_or_default();
        // For an unknown heading, the notes name the lines below it.
        let is_nobodys = matches!(fault.code, codes::UNKNOWN_ACTOR | codes::DEAD_ACTOR);
        let notes: String = fault.notes.iter().filter(|_| is_nobodys).map(|note| format!("; {note}")).collect();
        // The number of the order in the plan, and for the letter that withdraws it.
        let is_in_order =
            |order: &&FaultyOrder| order.span.start <= fault.span.start && fault.span.end <= order.span.end;
        let number = orders.faulty.iter().find(is_in_order).map(|order| format!("Order {}, ", order.number));
        format!("{}\"{words}\": {}{suggestion}{notes}", number.unwrap_or_default(), fault.message)
    })
}

fn template_failure(error: TemplateError) -> CampaignError {
    CampaignError::Template { text: error.to_string() }
}

/// Removes the deadline of a night's orders from a page: the GM may move it, and the page may be rewritten.
pub fn without_due(page: &str, night: u32) -> String {
    let head = format!("Orders for Night {night} are ");
    let mut out = String::with_capacity(page.len());
    let mut rest = page;
    while let Some((before, behind)) = rest.split_once(&head) {
        out.extend([before, &head]);
        rest = behind.get(behind.find(['\n', '<']).unwrap_or(behind.len())..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}
