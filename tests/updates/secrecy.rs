//! Noninterference: two Nights that differ only in what a seat cannot know give it the same page, byte for byte.

use grail_referee::event::OrderRef;
use grail_referee::event::detail::{DeathCause, Outcome, Reason, Travel};
use grail_referee::event::kind::{Combat, Knowledge, Movement, Referee, Resources};
use grail_referee::perception::view::View;
use grail_referee::perception::view_of::build_view;
use grail_referee::vocabulary::exact::Exact;
use grail_referee::vocabulary::phase::Phase;
use grail_referee::war::War;

use super::pages::{pages, told};
use super::stage::{CAST, Night, introduce_all, place, put, skill, war, war_of};

/// Red and Blue at the Park, Green at the School, everybody known.
fn two_places() -> War {
    let mut war = war();
    introduce_all(&mut war);
    for name in ["Kirei", "Rider"] {
        put(&mut war, name, "School");
    }
    war
}

#[test]
fn nobody_elsewhere_can_tell_what_happened() {
    let quiet = pages(&Night::of(two_places()));
    let loud = {
        let mut night = Night::of(two_places());
        night.look_around();
        let red = night.war.setup.seat_named("Red").unwrap();
        let actor = night.id("Saber");
        let order = OrderRef { seat: red, number: 1 };
        night.emit(
            Referee::OrderOutcome { order, actor, outcome: Outcome::NotDone { why: Reason::NotEnoughAp } },
            None,
            None,
        );
        night.attack("Saber", "Ford of Kings", "Caster", Exact::whole(400));
        let at = place(&night.war, "Park");
        let died = Combat::Died { who: night.id("Caster"), killers: vec![actor], of: DeathCause::Wounds };
        night.emit(died, None, Some(at));
        night.emit(
            Resources::CombatPoints { master: night.id("Rin"), amount: Exact::whole(400), terms: Vec::new() },
            None,
            None,
        );
        pages(&night)
    };
    assert_eq!(quiet["Green"], loud["Green"]);
    assert_eq!(quiet["public"], loud["public"]);
    assert_ne!(quiet["Blue"], loud["Blue"]);
}

/// Blue (ACT D both) is attacked at the Park by people it does not know.
fn attacked(cast: &str) -> Night {
    let mut war = war_of(cast);
    put(&mut war, "Rider", "School");
    let mut night = Night::of(war);
    night.look_around();
    let (used, _) = night.attack("Saber", "Heron Stroke", "Caster", Exact::whole(30));
    let _ = used;
    night.attack("Saber", "Heron Stroke", "Caster", Exact::whole(30));
    night.phase = Phase::Prepared;
    night.attack("Saber", "Ford of Kings", "Caster", Exact::whole(60));
    night
}

#[test]
fn a_victim_of_act_d_cannot_tell_names_stats_or_looks_it_does_not_see() {
    let night = attacked(CAST);
    let page = pages(&night)["Blue"].clone();
    let known = blues_view(&night);
    assert!(page.contains("Stranger-1") && page.contains("The street is a river."), "{page}");
    for (is, would_be) in [
        ("Aoife of the Ford", "Boudica"),
        ("Rin of Nowhere", "Rin of Somewhere"),
        ("STR: B+, AGI: A, ACT: C", "STR: E, AGI: EX, ACT: EX"),
        ("A tall woman in a grey mail coat.", "A short woman in rags."),
        ("a long sword", "an axe"),
        ("Silent.", "Loud."),
        ("She salutes rivers.", "She salutes hills."),
        ("Lawful Good", "Chaotic Evil"),
        ("Far Arrow", "Farther Arrow"),
        ("Her coat turns to water.", "Her coat turns to fire."),
        ("name: Kirei", "name: Kirei, health: 20"),
    ] {
        assert!(CAST.contains(is), "{is}");
        let other = attacked(&CAST.replace(is, would_be));
        assert_eq!(page, pages(&other)["Blue"], "{is} / {would_be}");
        assert_eq!(known, blues_view(&other), "{is} / {would_be}");
    }
}

/// Somebody not recognised is told from others by what was seen of them, and by no more (I03, I04).
#[test]
fn a_stranger_has_the_look_that_was_seen() {
    let page = |cast: &str| pages(&attacked(cast))["Blue"].clone();
    let dim = page(CAST);
    assert!(dim.contains("the woman (Stranger-1"), "{dim}");
    assert!(!dim.contains("with a long sword (Stranger"), "{dim}");
    assert!(dim.contains("Struck: 30 Physical and 60 Magical at most so far."), "{dim}");
    let keen = page(&CAST.replace("stats: { END: E, ACT: D }", "stats: { END: E, ACT: C }"));
    assert!(keen.contains("the woman with a long sword (Stranger-"), "{keen}");
}

/// Where it could not be told which blow came first, the bars of Health do not tell it (I04).
#[test]
fn bars_do_not_tell_the_order_of_blows() {
    let mut night = Night::of(two_places());
    night.look_around();
    for damage in [30, 50] {
        night.attack("Saber", "Heron Stroke", "Caster", Exact::whole(damage));
        night.attack("Rin", "Gandr", "Caster", Exact::whole(damage));
    }
    let page = told(&night, "Blue", &[]);
    let scene = page.phases.iter().flat_map(|phase| &phase.scenes).find(|scene| scene.is_confused).expect("a fight");
    let (sums, blows): (Vec<_>, Vec<_>) = scene.deeds.iter().partition(|deed| deed.act == "left_so");
    assert!(blows.len() > 1 && blows.iter().all(|deed| deed.gauges.is_empty()), "{blows:#?}");
    assert!(sums.iter().any(|deed| deed.gauges.len() == 1), "{sums:#?}");
}

fn blues_view(night: &Night) -> View {
    build_view(&night.war, night.war.setup.seat_named("Blue").unwrap())
}

#[test]
fn skill_names_below_act_c_are_no_mans() {
    let renamed = CAST.replace("Ford of Kings", "Abyss");
    let mut night = {
        let mut war = war_of(&renamed);
        put(&mut war, "Rider", "School");
        Night::of(war)
    };
    night.look_around();
    for _ in 0..2 {
        night.attack("Saber", "Heron Stroke", "Caster", Exact::whole(30));
    }
    night.phase = Phase::Prepared;
    night.attack("Saber", "Abyss", "Caster", Exact::whole(60));
    assert_eq!(pages(&attacked(CAST))["Blue"], pages(&night)["Blue"]);
}

/// Two strangers, met one after the other, act at once; the log lists them by handle.
fn two_strangers(rin: &str, kirei: &str) -> String {
    let cast =
        CAST.replace("name: Rin\n", &format!("name: {rin}\n")).replace("name: Kirei,", &format!("name: {kirei},"));
    let sheets = cast.replace("Rin of Nowhere", "X");
    let mut war = super::stage::war_with(&sheets, rin, kirei);
    for (name, at) in [("Saber", "School"), ("Rider", "School"), (kirei, "Bridge")] {
        put(&mut war, name, at);
    }
    let mut night = Night::of(war);
    night.look_around();
    let (who, from, to) = (night.id(kirei), place(&night.war, "Bridge"), place(&night.war, "Park"));
    night.phase = Phase::Support;
    night.emit(Movement::Left { who, from, to, how: Travel::Skill }, None, Some(from));
    night.emit(Movement::Entered { who, at: to, from, how: Travel::Skill }, None, Some(to));
    night.phase = Phase::Attacking;
    let mut attackers = [(rin, "Gandr"), (kirei, "Black Keys")];
    attackers.sort_unstable();
    for (name, skill) in attackers {
        let batch = night.batch;
        night.attack(name, skill, "Caster", Exact::whole(10));
        night.batch = batch;
    }
    // Both fall at once.
    let mut fallen = [rin, kirei];
    fallen.sort_unstable();
    for name in fallen {
        let died = Combat::Died { who: night.id(name), killers: Vec::new(), of: DeathCause::Wounds };
        night.emit(died, None, Some(to));
    }
    pages(&night)["Blue"].clone()
}

#[test]
fn the_order_of_lines_tells_nothing_of_handles() {
    let page = two_strangers("Rin", "Kirei");
    assert!(page.contains("Stranger-1") && page.contains("Stranger-2"), "{page}");
    assert_eq!(page, two_strangers("Aaron", "Zora"));
    assert_eq!(page, two_strangers("Zora", "Aaron"));
}

/// With `bond.shares_perception` a Master reads what their Servant saw elsewhere; without, what it did and felt.
#[test]
fn the_bond_shares_what_a_servant_saw() {
    let told = |shares: bool| {
        let mut war = war();
        introduce_all(&mut war);
        for name in ["Kirei", "Rin"] {
            put(&mut war, name, "School");
        }
        std::sync::Arc::get_mut(&mut war.setup).unwrap().switches.bond_shares_perception = shares;
        let mut night = Night::of(war);
        night.attack("Saber", "Heron Stroke", "Caster", Exact::whole(30));
        let pages = pages(&night);
        (pages["Green"].contains("Caster"), pages["Red"].contains("Heron Stroke"), pages["Blue"].contains("took 30"))
    };
    assert_eq!(told(true), (true, true, true));
    assert_eq!(told(false), (false, true, true));
}

/// A stranger keeps the alias until somebody of ACT A or better tells who they are; then the page says so.
#[test]
fn a_stranger_is_recognised_once() {
    let mut war = war();
    for (name, at) in [("Rider", "School"), ("Caster", "Bridge"), ("Tokiomi", "Bridge"), ("Rin", "Bridge")] {
        put(&mut war, name, at);
    }
    let mut met = Night::of(war);
    met.look_around();
    // The Night after: Saber has stood on a page as Stranger-1.
    let mut night = Night::of(met.war);
    let (who, from, to) = (night.id("Rider"), place(&night.war, "School"), place(&night.war, "Park"));
    night.phase = Phase::Movement;
    night.emit(Movement::Left { who, from, to, how: Travel::Skill }, None, Some(from));
    night.emit(Movement::Entered { who, at: to, from, how: Travel::Skill }, None, Some(to));
    night.look_around();
    let page = pages(&night)["Green"].clone();
    // At the page's head, and in its place.
    assert_eq!(page.matches("Stranger-1 was Saber").count(), 2, "{page}");
    assert_eq!(page.matches("Stranger-1").count(), 2, "{page}");
    assert!(page.contains("Stranger-1 was Saber: Rider was sure of it."), "{page}");
}

/// What a page tells of the Night, without the reader's own skills behind it.
fn happened(page: &str) -> &str {
    page.split_once("YOUR CHARACTERS").map_or(page, |(before, _)| before)
}

#[test]
fn a_field_is_known_to_those_who_can_sense_it_where_it_lies() {
    // Everybody but Green is at the Park, where somebody of Green's raised a field; Rin's and Tokiomi's teams differ in
    // ACT.
    let pages_with = |name: Option<&str>| {
        let mut night = Night::of(two_places());
        night.look_around();
        if let Some(name) = name {
            let (at, caster) = (place(&night.war, "Park"), night.id("Rider"));
            let field = skill(&night.war, "Saber", name);
            let by: Vec<_> = night.war.present(at).filter(|who| *who != caster).collect();
            night.emit(Knowledge::FieldSensed { field, at, by, harmful: true }, None, Some(at));
        }
        pages(&night)
    };
    let (none, some) = (pages_with(None), pages_with(Some("River Oath")));
    // Red has eyes of ACT C, Blue of ACT D at most; Green and the public are elsewhere.
    assert!(some["Red"].contains("Something about the place felt wrong."), "{}", some["Red"]);
    assert!(!happened(&some["Red"]).contains("River Oath"));
    assert_eq!(none["Blue"], some["Blue"]);
    assert_eq!(none["Green"], some["Green"]);
    assert_eq!(none["public"], some["public"]);
}

/// A blow of Saber's at the Park that comes to nothing.
fn negated() -> Night {
    let mut night = Night::of(two_places());
    night.look_around();
    let (saber, caster) = (night.id("Saber"), night.id("Caster"));
    let stroke = skill(&night.war, "Saber", "Heron Stroke");
    let through = skill(&night.war, "Saber", "River Oath");
    let at = place(&night.war, "Park");
    let kind = Combat::Negated { who: caster, by: saber, skill: stroke, through, whose: caster, counts: None };
    night.emit(kind, None, Some(at));
    night
}

#[test]
fn what_came_to_nothing_is_seen_where_it_was_aimed_and_never_why() {
    let read = pages(&negated());
    let mut still = Night::of(two_places());
    still.look_around();
    let quiet = pages(&still);
    // Who is elsewhere, and everybody in public, reads what they would read without it.
    assert_eq!(read["Green"], quiet["Green"]);
    assert_eq!(read["public"], quiet["public"]);
    assert!(read["Red"].contains("had no effect"), "{}", read["Red"]);
    assert!(read["Blue"].contains("had no effect"), "{}", read["Blue"]);
    // Through what it was negated no page tells.
    assert!(read.values().all(|page| !happened(page).contains("River Oath")));
}
