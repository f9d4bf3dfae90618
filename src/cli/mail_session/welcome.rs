//! The first letter to each player: who they are, how orders are written, where everything is.

use std::sync::Arc;

use crate::campaign::error::{CampaignError, Result};
use crate::campaign::folder::file_name;
use crate::campaign::game::ENGINE;
use crate::campaign::game::mail_file::PressRules;
use crate::campaign::game::packet::make_packet;
use crate::mail::clock;
use crate::mail::compose::LetterContent;
use crate::mail::letter_templates::{WELCOME, Welcome};
use crate::mail::outbox::LetterKind;
use crate::perception::report::build_report;
use crate::perception::view_of::list_known_locations;
use crate::pictures::map_drawing::MapDrawing;
use crate::updates::markup::Form;
use crate::updates::page::personal_page;
use crate::updates::render::{TemplateError, Templates};
use crate::vocabulary::ids::SeatId;
use crate::war::War;

use super::super::ui::Ui;
use super::draft_answers::GUIDE;
use super::{MailSession, NamedDraft};

impl MailSession {
    /// Warns of players by mail who have no token: nothing that they write can be accepted.
    pub(in crate::cli) fn warn_of_missing_tokens(&self, ui: &Ui) {
        for person in
            self.mailed_war.people.iter().filter(|candidate| candidate.email.is_some() && candidate.token.is_none())
        {
            let Some(seat) = self.mailed_war.seats.get(person.seat) else { continue };
            let root = self.game.folder.root().display();
            ui.warning(&format!(
                "{} of {} has no token, and no letter of theirs can be taken: `grail seat {root} {} --new-token` draws one",
                person.name.as_deref().unwrap_or("whoever"),
                seat.name,
                seat.name
            ));
        }
    }

    /// Makes the letters that begin a War, one to each player with an address. Tokens are given another way.
    pub(in crate::cli) fn make_welcome_letters(&self) -> Result<Vec<NamedDraft>> {
        let from = self.sender()?;
        let war = self.game.war_before(1)?;
        let due = self.due(false)?.filter(|_| self.mailed_war.night == 1).as_ref().map(clock::render_deadline);
        let map_drawing = Arc::new(MapDrawing::lay_out(&list_known_locations(&war), &war.setup.water));
        let mut letters = Vec::new();
        for (number, seat) in self.mailed_war.seats.iter().enumerate() {
            let packet = make_packet(&war, SeatId::at(number), None, &self.game);
            let (page, html) =
                render_first_page(self.templates.page_templates(), &war, &map_drawing, SeatId::at(number))?;
            let own = packet.view.own.iter().map(|own| own.name.clone()).collect::<Vec<_>>();
            let mut files = vec![(format!("{}-packet-night-1.yaml", file_name(&seat.name)), packet.render()?)];
            files.extend(packet.sheets.iter().map(|(who, text)| (format!("{}.yaml", file_name(who)), text.clone())));
            files.push((format!("{}-night-0.html", file_name(&seat.name)), html));
            files.push(("orders-in-two-pages.txt".to_owned(), GUIDE.to_owned()));
            let people = self.mailed_war.people.iter().filter(|person| person.seat == number);
            for (index, person) in people.enumerate() {
                let Some(to) = &person.email else { continue };
                let name = format!("welcome-{}{}", file_name(&seat.name), if index > 0 { "-substitute" } else { "" });
                let words = Welcome {
                    war: self.mailed_war.title.clone(),
                    player: person.name.clone().unwrap_or_default(),
                    seat: seat.name.clone(),
                    team: seat.team.clone(),
                    characters: own.clone(),
                    page: page.clone(),
                    attached: files.iter().map(|(name, _)| name.clone()).collect(),
                    engine: ENGINE,
                    due: due.clone(),
                    press: render_press_examples(self.file.mail.press),
                };
                let draft = LetterContent {
                    subject: format!("{}: welcome, {}", self.mailed_war.title, seat.name),
                    text: self.templates.render(WELCOME, &words)?,
                    attached: files.clone(),
                    to: to.clone(),
                    to_name: person.name.clone(),
                    ..self.blank_letter(from, 0, &name)
                };
                letters.push((name, LetterKind::Welcome, Some(seat.name.clone()), draft));
            }
        }
        Ok(letters)
    }
}

/// Renders a seat's page before the first night, as text and as HTML: its characters with all their abilities, and the
/// map.
fn render_first_page(
    templates: &Templates,
    war: &War,
    map_drawing: &Arc<MapDrawing>,
    seat: SeatId,
) -> Result<(String, String)> {
    let report = build_report(war, war, &[], seat);
    let mut page = personal_page(&report, &[], None).with_map(map_drawing, &report);
    templates.fill_in_personal(&mut page);
    let failed = |error: TemplateError| CampaignError::Template { text: error.to_string() };
    let print = |form| templates.render_personal_forms(&page, &[form]).map_err(failed).map(|texts| texts.concat());
    Ok((print(Form::Text)?.trim_end().to_owned(), print(Form::Html)?))
}

/// Renders examples of the kinds of press that this War allows; empty if none.
pub(super) fn render_press_examples(rules: PressRules) -> String {
    let mut examples = Vec::new();
    if rules.allows_public {
        examples.push("Press to all: …");
    }
    if rules.allows_teams {
        examples.push("Press to TEAM: …");
    }
    if rules.allows_anonymous && rules.allows_public {
        examples.push("Anonymous press to all: …");
    }
    if rules.allows_anonymous && rules.allows_teams && !rules.allows_public {
        examples.push("Anonymous press to TEAM: …");
    }
    let named: Vec<String> = examples.iter().map(|example| format!("`{example}`")).collect();
    named.join(" or ")
}
