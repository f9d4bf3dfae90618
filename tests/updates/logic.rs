//! The Logic Game's log in every form.

use std::collections::BTreeMap;

use grail_referee::logic::step::LedgerStep;
use grail_referee::logic::{Addressee, Author, Colour, Statement};
use grail_referee::perception::public::build_public_report;
use grail_referee::updates::markup::Form;
use grail_referee::updates::page::public_page;
use grail_referee::updates::render::Templates;
use grail_referee::vocabulary::ids::SeatId;
use grail_referee::war::War;

use super::stage::war;

fn state(war: &mut War, colour: Colour, author: Author, text: &str) {
    let mut statement = Statement {
        number: war.logic.next_number(),
        night: war.night,
        colour,
        author,
        text: text.to_owned(),
        to: None,
        reply: None,
        with: Vec::new(),
        is_posted: false,
        correction: None,
        set_aside: None,
        duty: None,
    };
    if colour == Colour::Blue {
        statement.to = Some(Addressee { name: "Tokiomi".to_owned(), person: war.setup.seat_named("Blue").unwrap() });
    }
    statement.duty = war.logic.duty_created_by(&statement);
    let night = war.night;
    war.logic.apply(&LedgerStep::Stated(statement), night);
}

/// The public page of a War in which three things were said, one with a form's own signs in it.
fn pages() -> BTreeMap<&'static str, String> {
    let mut war = war();
    let red: SeatId = war.setup.seat_named("Red").unwrap();
    state(&mut war, Colour::Red, Author::Person(red), "Saber <b>was</b> [i]here[/i] & \"alive\".");
    state(&mut war, Colour::Blue, Author::Person(red), "Caster set the fire.");
    state(&mut war, Colour::Gold, Author::Gm, "There was a fire.");
    let page = public_page(&build_public_report(&war, &war, &[]), None);
    let templates = Templates::new(BTreeMap::new()).unwrap();
    let texts = templates.render_public_forms(&page, &Form::ALL).unwrap();
    Form::ALL.iter().map(|form| form.name()).zip(texts).collect()
}

#[test]
fn each_form_has_each_colour_in_its_own_way() {
    let pages = pages();
    for (form, marks) in [
        ("text", ["1 [RED] Red: ", "2 [BLUE] Red, to Tokiomi: \"Caster set the fire.\"", "3 [GOLD] the GM: "]),
        (
            "html",
            [
                "<span class=\"red\">“Saber &lt;b&gt;was&lt;",
                "<span class=\"blue\">“Caster set the fire.”</span>",
                "<span class=\"gold\">“There was a fire.”</span>",
            ],
        ),
        (
            "bbcode",
            [
                "[color=red][b]Saber",
                "[color=blue][b]Caster set the fire.[/b][/color]",
                "[color=gold][b]There was a fire.[/b][/color]",
            ],
        ),
        (
            "gamefaqs",
            ["<em><b><i>Saber", "<em><b><b>Caster set the fire.</b></b></em>", "<b>GOLD: There was a fire.</b>"],
        ),
        ("json", ["\"colour\":\"red\"", "\"colour\":\"blue\"", "\"colour\":\"gold\""]),
    ] {
        let page = &pages[form];
        let plain = page.replace("\": ", "\":");
        for mark in marks {
            assert!(page.contains(mark) || plain.contains(mark), "{form} has no {mark}:\n{page}");
        }
        assert!(page.contains("Tokiomi owes Red an answer to 2, by the update of Night"), "{form}:\n{page}");
    }
    assert!(!pages["html"].contains("<b>was</b>"));
    assert!(!pages["bbcode"].contains("[i]here"));
    assert!(!pages["gamefaqs"].contains("<b>was"));
}

#[test]
fn whoever_said_nothing_reads_nothing_of_the_game() {
    let war = war();
    let page = public_page(&build_public_report(&war, &war, &[]), None);
    let templates = Templates::new(BTreeMap::new()).unwrap();
    for text in templates.render_public_forms(&page, &[Form::Text, Form::Html, Form::Bbcode, Form::Gamefaqs]).unwrap() {
        assert!(!text.to_lowercase().contains("logic game"), "{text}");
    }
}
