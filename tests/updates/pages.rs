//! Pages: what stands on them, and what does not.

use std::collections::BTreeMap;

use grail_referee::event::OrderRef;
use grail_referee::event::kind::{EventKind, Outcome, Reason};
use grail_referee::perception::public::public_report;
use grail_referee::perception::report::reports;
use grail_referee::updates::page::{personal, public};
use grail_referee::updates::render::Templates;
use grail_referee::vocabulary::exact::Exact;

use super::stage::{Night, introduce_all, put, war};

/// Every page of a Night by seat, and `public`.
pub(crate) fn pages(night: &Night) -> BTreeMap<String, String> {
    let templates = Templates::new(BTreeMap::new()).unwrap();
    let reports = reports(&night.before, &night.war, &night.events);
    let mut pages: BTreeMap<String, String> = reports
        .iter()
        .map(|report| {
            let order = OrderRef { seat: report.seat, number: 1 };
            let page = personal(report, &[(order, "Saber: Attack Caster.".to_owned())], Some("on Friday"));
            (report.lexicon.seat.clone(), templates.personal(&page).unwrap())
        })
        .collect();
    let page = public(&public_report(&night.before, &night.war, &night.events), Some("on Friday"));
    pages.insert("public".to_owned(), templates.public(&page).unwrap());
    pages
}

/// `12-secrets.yaml`, told by hand.
#[test]
fn a_distant_team_and_the_public_read_nothing_of_an_attack() {
    let mut war = war();
    introduce_all(&mut war);
    for (name, at) in [("Rin", "Bridge"), ("Kirei", "School"), ("Rider", "School")] {
        put(&mut war, name, at);
    }
    let mut night = Night::of(war);
    night.look_around();
    night.attack("Saber", "Heron Stroke", "Caster", Exact::new(4075, 2));
    let order = OrderRef { seat: night.war.setup.seat_named("Red").unwrap(), number: 1 };
    let outcome = EventKind::OrderOutcome { order, actor: night.id("Saber"), outcome: Outcome::Done { branch: 1 } };
    night.emit(outcome, None, None);
    let pages = pages(&night);
    for (seat, page) in &pages {
        println!("===== {seat}\n{page}");
    }
    for word in ["Heron Stroke", "40.75"] {
        assert!(pages["Red"].contains(word));
    }
    for word in ["259.25", "40.75"] {
        assert!(pages["Blue"].contains(word));
    }
    for word in ["Heron Stroke", "Saber:", "Caster", "Aoife", "Morcant", "40.75"] {
        assert!(!pages["public"].contains(word), "{word}");
    }
    let _ = Reason::Dead;
}
