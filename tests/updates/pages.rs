//! Pages: what stands on them, and what does not.

use std::collections::BTreeMap;

use grail_referee::event::detail::{DeathCause, Outcome, Paid, Reason, Travel};
use grail_referee::event::kind::{
    Combat, Contracts, Course, Effects, Knowledge, Movement, Referee, Resources, Statuses,
};
use grail_referee::event::{Cause, OrderRef};
use grail_referee::perception::perceived::SeenAct;
use grail_referee::perception::public::build_public_report;
use grail_referee::perception::report::build_reports;
use grail_referee::updates::event_line::EventLine;
use grail_referee::updates::markup::MarkedText;
use grail_referee::updates::narrator::Narrator;
use grail_referee::updates::page::{AcceptedOrder, PersonalPage, personal_page, public_page};
use grail_referee::updates::render::{SHIPPED_TEMPLATES, Templates};
use grail_referee::updates::sentences::Sentences;
use grail_referee::updates::value_words;
use grail_referee::vocabulary::exact::Exact;
use grail_referee::vocabulary::phase::Phase;
use grail_referee::vocabulary::rank::{Rank, RankLetter};
use grail_referee::vocabulary::status::Status;
use grail_referee::war::character::Death;
use grail_referee::war::setup::{SheetId, SkillRef};

use super::stage::{Night, introduce_all, place, put, skill, war};

/// Every page of a Night by seat, and `public`.
pub(crate) fn pages(night: &Night) -> BTreeMap<String, String> {
    let templates = Templates::new(BTreeMap::new()).unwrap();
    let reports = build_reports(&night.before, &night.war, &night.events);
    let mut pages: BTreeMap<String, String> = reports
        .iter()
        .map(|report| {
            let order = OrderRef { seat: report.seat, number: 1 };
            let ordered = [AcceptedOrder {
                order,
                actor: "Saber".to_owned(),
                text: "Attack Caster.".to_owned(),
                branches: Vec::new(),
                stays: false,
                stops: false,
            }];
            let orders = if report.lexicon.seat == "Red" { &ordered[..] } else { &[] };
            let page = personal_page(report, orders, Some("on Friday"));
            (report.lexicon.seat.clone(), templates.render_personal_text(&page).unwrap())
        })
        .collect();
    let page = public_page(&build_public_report(&night.before, &night.war, &night.events), Some("on Friday"));
    pages.insert("public".to_owned(), templates.render_public_text(&page).unwrap());
    pages
}

/// `28-alliances-and-updates/distant-team-and-public.yaml`, told by hand.
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
    let pages = pages(&night);
    for word in ["Heron Stroke", "40.75"] {
        assert!(pages["Red"].contains(word), "{}", pages["Red"]);
    }
    for word in ["Morcant", "259.25"] {
        assert!(!pages["Red"].contains(word), "{}", pages["Red"]);
    }
    for word in ["259.25", "40.75"] {
        assert!(pages["Blue"].contains(word), "{}", pages["Blue"]);
    }
    for word in ["Heron Stroke", "Aoife", "B+"] {
        assert!(!pages["Blue"].contains(word), "{}", pages["Blue"]);
    }
    for reader in ["Green", "public"] {
        for word in ["Heron Stroke", "Saber", "Caster", "Aoife", "Morcant", "40.75"] {
            assert!(!pages[reader].contains(word), "{}", pages[reader]);
        }
    }
}

/// A Night with something of everything: Red and Blue fight at the Park, Kirei watches.
fn busy_night() -> Night {
    let mut war = war();
    put(&mut war, "Rider", "School");
    let mut night = Night::of(war);
    let park = place(&night.war, "Park");
    let bridge = place(&night.war, "Bridge");
    night.phase = Phase::TurnStart;
    night.look_around();
    for (name, ap) in [("Saber", 4), ("Caster", 3)] {
        let who = night.id(name);
        let luck = Rank::plain(RankLetter::C);
        let granted =
            Resources::Granted { who, ap, sp: 1, turn_action: false, move_action: true, luck, terms: Vec::new() };
        night.emit(granted, None, None);
    }
    night.phase = Phase::Instant;
    let (rin, saber, caster) = (night.id("Rin"), night.id("Saber"), night.id("Caster"));
    let spell = SkillRef { sheet: SheetId::SPELLS, skill_index: 0 };
    let used = Effects::SkillUsed {
        user: rin,
        skill: spell,
        targets: vec![saber],
        location: None,
        paid: Paid::default(),
        is_upgraded: false,
        is_attack: false,
        is_area: false,
        counts: false,
        payer: None,
        counted: Vec::new(),
    };
    let used = night.emit(used, None, Some(park));
    night.emit(Contracts::SpellSpent { master: rin, servant: saber, spell, left: 2 }, Some(used), Some(park));
    night.phase = Phase::Support;
    night.used("Saber", "River Oath", &["Saber"]);
    night.phase = Phase::Attacking;
    for _ in 0..3 {
        night.attack("Saber", "Heron Stroke", "Caster", Exact::new(4075, 2));
    }
    let used = night.used("Saber", "Ford of Kings", &["Caster", "Tokiomi"]);
    night.hit(used, "Saber", "Ford of Kings", "Caster", "Caster", Exact::whole(60));
    let skill = skill(&night.war, "Saber", "Ford of Kings");
    let spared = Combat::Shielded { who: night.id("Tokiomi"), by: caster, attacker: saber, skill };
    night.emit(spared, Some(used), Some(park));
    let poison = Status::Poison { turns: 3, damage: Exact::whole(20) };
    night.emit(Statuses::StatusReceived { who: caster, status: poison, by: saber, skill }, Some(used), Some(park));
    night.attack("Rin", "Gandr", "Caster", Exact::whole(120));
    let died = Combat::Died { who: caster, killers: vec![rin], of: DeathCause::Wounds };
    let died = night.emit(died, None, Some(park));
    let freed = Resources::CombatPointsLost { master: night.id("Tokiomi"), amount: Exact::whole(5) };
    night.emit(freed, Some(died), None);
    night.phase = Phase::Movement;
    let tokiomi = night.id("Tokiomi");
    night.emit(Movement::Left { who: tokiomi, from: park, to: bridge, how: Travel::Retreat }, None, Some(park));
    night.emit(Movement::Entered { who: tokiomi, at: bridge, from: park, how: Travel::Retreat }, None, Some(bridge));
    night.emit(Knowledge::Alert { owner: rin, at: park }, None, Some(park));
    night.phase = Phase::TurnEnd;
    night.emit(Resources::CombatPoints { master: rin, amount: Exact::new(30225, 2), terms: Vec::new() }, None, None);
    let red = night.war.setup.seat_named("Red").unwrap();
    let blue = night.war.setup.seat_named("Blue").unwrap();
    for (seat, actor, outcome) in [
        (red, saber, Outcome::DonePartly { branch: 1, times: 3, why: Some(Reason::NotEnoughAp) }),
        (blue, caster, Outcome::NotDone { why: Reason::TargetNotAvailable }),
    ] {
        night.emit(Referee::OrderOutcome { order: OrderRef { seat, number: 1 }, actor, outcome }, None, None);
    }
    night.emit(Course::TurnEnded { night: 1 }, None, None);
    night
}

#[test]
fn a_busy_night_reads_like_this() {
    let pages = pages(&busy_night());
    let all: String = pages.iter().map(|(name, page)| format!("===== {name} =====\n{page}\n")).collect();
    insta::assert_snapshot!(all);
}

#[test]
fn a_campaign_may_say_it_otherwise() {
    let night = busy_night();
    let own = BTreeMap::from([("public.txt.j2".to_owned(), "Night {{ night }}, {{ focus }}".to_owned())]);
    let page = public_page(&build_public_report(&night.before, &night.war, &night.events), None);
    assert_eq!(Templates::new(own).unwrap().render_public_text(&page).unwrap(), "Night 1, Kirei");
}

#[test]
fn with_both_focus_masters_dead_the_public_hears_of_battles_alone() {
    let mut night = busy_night();
    let dead = Death { night: 0, killers: Vec::new(), master: None, has_vanished: false, is_consumed: false };
    for name in ["Kirei", "Rin"] {
        let id = night.id(name);
        night.before.characters[id.index()].death = Some(dead.clone());
    }
    let page = public_page(&build_public_report(&night.before, &night.war, &night.events), None);
    let text = Templates::new(BTreeMap::new()).unwrap().render_public_text(&page).unwrap();
    insta::assert_snapshot!(text, @r"
    The War of the Test
    Night 1: A Night of battle

    There was fighting in one place.

    A Noble Phantasm was used.
    ");
}

/// The public sees no further than the focus Master's own eyes, and no better than ACT D.
#[test]
fn the_public_does_not_know_who_shot_from_elsewhere() {
    let mut war = war();
    introduce_all(&mut war);
    put(&mut war, "Rider", "School");
    put(&mut war, "Saber", "Bridge");
    let mut night = Night::of(war);
    night.attack("Saber", "Far Arrow", "Kirei", Exact::whole(25));
    let public = pages(&night)["public"].clone();
    assert!(public.contains("Somebody attacked Kirei from a distance."), "{public}");
    assert!(!public.contains("Saber") && !public.contains("Bridge"), "{public}");
    // Its own shots the focus does not see land.
    let mut night = Night::of(night.before.clone());
    put(&mut night.war, "Caster", "Bridge");
    put(&mut night.before, "Caster", "Bridge");
    night.attack("Kirei", "Black Keys", "Caster", Exact::whole(25));
    let public = pages(&night)["public"].clone();
    assert!(public.contains("Kirei attacked somebody out of sight") && !public.contains("Caster"), "{public}");
}

/// What strikes a place out of sight tells its author kinds and damage, not who was there (I14, R412).
#[test]
fn a_place_struck_from_afar_keeps_its_faces() {
    let cast = super::stage::CAST.replace(
        "  - { name: Backstab",
        "  - { name: Shelling, rank: C, type: Anti-Location, max_targets: 1, targets: \"[Location]\", damage: 10 Long-ranged, cost: 1 AP }\n  - { name: Backstab",
    );
    let mut war = super::stage::war_of(&cast);
    introduce_all(&mut war);
    for (name, at) in [("Saber", "Bridge"), ("Rider", "School"), ("Rin", "School")] {
        put(&mut war, name, at);
    }
    let mut night = Night::of(war);
    let used = night.used("Saber", "Shelling", &["Caster", "Tokiomi", "Kirei"]);
    for target in ["Caster", "Kirei"] {
        night.hit(used, "Saber", "Shelling", target, target, Exact::whole(10));
    }
    let page = pages(&night)["Red"].clone();
    assert!(page.contains("Saber struck from a distance with Shelling at 2 Masters and a Servant."), "{page}");
    assert!(page.contains("A Servant took 10 Long-ranged damage."), "{page}");
    assert!(!page.contains("Kirei") && !page.contains("Tokiomi"), "{page}");
}

/// However little was learned, there is a sentence for it.
#[test]
fn every_act_has_a_sentence_for_those_who_learned_nothing_more() {
    let sentences = Sentences::parse(SHIPPED_TEMPLATES[0].1).unwrap();
    for act in SeenAct::ALL.iter().copied() {
        for attack in [false, true] {
            let deed = EventLine { act: value_words::act_word(act), is_attack: attack, ..EventLine::default() };
            let elsewhere = matches!(act, SeenAct::Sighted | SeenAct::OrderOutcome | SeenAct::WarEnded);
            // Every way to say it, by saying it often.
            let mut narrator = Narrator::new(&sentences, 1);
            for _ in 0..4 {
                let told = narrator.describe(&deed);
                let text = told.text();
                assert_eq!(text.is_empty(), elsewhere, "{act:?}: {text}");
                assert!(!text.contains("none") && !text.contains("  ") && !text.contains(" ."), "{act:?}: {text}");
            }
        }
    }
}

/// The page's data of a seat, told.
pub(super) fn told(night: &Night, seat: &str, orders: &[AcceptedOrder]) -> PersonalPage {
    let reports = build_reports(&night.before, &night.war, &night.events);
    let report = reports.iter().find(|report| report.lexicon.seat == seat).unwrap();
    let mut page = personal_page(report, orders, None);
    Templates::new(BTreeMap::new()).unwrap().fill_in_personal(&mut page);
    page
}

#[test]
fn a_night_in_short_tells_what_matters_and_what_it_cost() {
    let page = told(&busy_night(), "Blue", &[]);
    let happened: Vec<&str> = page.short.happened.iter().map(MarkedText::text).collect();
    let death = "Caster died at Park in the Attacking Phase; whose blow it was could not be told.";
    assert_eq!(happened, [death, "The woman (Stranger-1) unleashed a Noble Phantasm on Caster and Tokiomi."]);
    let caster = page.own.iter().find(|own| own.name == "Caster").unwrap();
    assert_eq!(caster.fought.as_deref(), Some("Took 302.25 damage (Stranger-1 182.25, Stranger-2 120)."));
    let [place] = page.short.places.as_slice() else { panic!("{:?}", page.short.places) };
    assert_eq!((place.location.as_str(), place.own.as_str(), &place.others), ("Bridge", "Tokiomi", &None));
}

/// What came of an own deed stands behind the order it was done by; others' deeds, and a seat's own that no order of
/// this number did, do not.
#[test]
fn an_order_is_answered_by_what_came_of_it() {
    let mut war = war();
    introduce_all(&mut war);
    let mut night = Night::of(war);
    let red = night.war.setup.seat_named("Red").unwrap();
    let order = |number| OrderRef { seat: red, number };
    let ordered = |number: u16, text: &str| AcceptedOrder {
        order: order(number),
        actor: "Saber".to_owned(),
        text: text.to_owned(),
        branches: Vec::new(),
        stays: text == "Stay.",
        stops: text.starts_with("Stop"),
    };
    night.cause = Cause::Order(order(1));
    night.attack("Saber", "Heron Stroke", "Caster", Exact::whole(30));
    night.cause = Cause::Rule;
    let actor = night.id("Saber");
    for (number, outcome) in [
        (1, Outcome::Done { branch: 1 }),
        (2, Outcome::Done { branch: 1 }),
        (3, Outcome::NotDone { why: Reason::NotEnoughAp }),
        (4, Outcome::Done { branch: 1 }),
    ] {
        night.emit(Referee::OrderOutcome { order: order(number), actor, outcome }, None, None);
    }
    let orders =
        [ordered(1, "Attack Caster."), ordered(2, "Stay."), ordered(3, "Attack Caster."), ordered(4, "Stop paying.")];
    let page = told(&night, "Red", &orders);
    let results: Vec<&str> = page.orders.iter().map(|order| order.result.as_str()).collect();
    assert_eq!(results[0], "Caster took 30 damage and was left with most of his Health.");
    let others = ["stayed at Park", "not done: there were not enough Action Points", "nothing was paid, and it ended"];
    assert_eq!(results[1..], others);
}
