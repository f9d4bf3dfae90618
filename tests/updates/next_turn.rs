//! What a page says of the Turn to come: the battle, what a Servant without a Master loses, what can be paid, what is
//! known of whom tonight brought nothing new.

use grail_referee::event::detail::{DeathCause, FreedReason};
use grail_referee::event::kind::{Combat, Contracts, Resources};
use grail_referee::language::condition::Resource;
use grail_referee::perception::report::build_reports;
use grail_referee::updates::dossiers::DossierLine;
use grail_referee::updates::own_characters::OwnLine;
use grail_referee::updates::page::{PersonalPage, personal_page};
use grail_referee::vocabulary::exact::Exact;
use grail_referee::vocabulary::phase::Phase;
use grail_referee::war::War;

use super::pages::told;
use super::stage::{CAST, Night, introduce_all, place, put, skill, war, war_of, who};

fn own<'p>(page: &'p PersonalPage, name: &str) -> &'p OwnLine {
    page.own.iter().find(|own| own.name == name).unwrap()
}

fn known<'p>(page: &'p PersonalPage, name: &str) -> &'p DossierLine {
    page.known.iter().find(|known| known.name == name).unwrap()
}

/// A War in which Caster has lost Tokiomi, with so much Mana left.
fn bereft(mana: i64) -> War {
    let mut war = war();
    introduce_all(&mut war);
    let (caster, tokiomi) = (who(&war, "Caster"), who(&war, "Tokiomi"));
    let mut night = Night::of(war);
    let park = place(&night.war, "Park");
    night.emit(Combat::Died { who: tokiomi, killers: Vec::new(), of: DeathCause::Wounds }, None, Some(park));
    let freed = Contracts::Freed { servant: caster, master: tokiomi, why: FreedReason::MasterDied };
    night.emit(freed, None, Some(park));
    night.war.characters[caster.index()].mana = Exact::whole(mana);
    night.war
}

/// R144, A164: 200 → 120 → 40 → dead, from the Turn behind Night 2 on.
#[test]
fn a_servant_without_a_master_is_told_what_it_loses_and_when_it_dies() {
    for (mana, night) in [(200, 5), (150, 4), (80, 3)] {
        let page = told(&Night::of(bereft(mana)), "Blue", &[]);
        let threat = page.short.threats.iter().find(|threat| threat.contains("has no Master")).unwrap();
        assert!(
            threat.starts_with("Caster has no Master: 80 Mana are lost in each Initial Phase, and none comes back")
        );
        assert!(
            threat.contains(&format!("at 0, on Night {night} as things stand and sooner where Mana is spent")),
            "{threat}"
        );
        assert!(
            threat.contains(
                "\"Contract with Caster\" by a Master beside Caster; that Master may have a Servant already."
            ),
            "{threat}"
        );
        assert!(threat.contains("\"Consume a civilian\" takes the whole Turn"), "{threat}");
        assert!(threat.contains("acts, fights and moves as before"), "{threat}");
    }
}

/// Which Turn of a battle the next one is, for each as they count it; and that it would be the first (R254, R271).
#[test]
fn a_page_says_which_turn_of_the_battle_comes_next() {
    let mut war = war();
    introduce_all(&mut war);
    let mut night = Night::of(war.clone());
    night.look_around();
    let page = told(&night, "Red", &[]);
    assert_eq!(
        page.short.threats,
        ["At Park a battle next Turn would be the first Turn of it for Rin and Saber, which nobody leaves."]
    );
    assert!(own(&page, "Saber").first_turn.as_deref().unwrap().contains("either 1 AP or 1 SP goes into skills"));
    assert!(own(&page, "Saber").may.contains(&"stay".to_owned()));
    for (name, turns) in [("Rin", 2), ("Saber", 3)] {
        let id = who(&war, name);
        war.characters[id.index()].battle.turns = turns;
    }
    let page = told(&Night::of(war), "Red", &[]);
    let battle =
        |turn: &str, who: &str| format!("The battle at Park goes on: next Turn is the {turn} of it for {who}.");
    assert_eq!(page.short.threats, [battle("3rd", "Rin"), battle("4th", "Saber")]);
    assert_eq!(own(&page, "Saber").first_turn, None);
}

/// The order form names what can be paid, in comments, and one order that holds as it stands.
#[test]
fn the_order_form_names_what_can_be_paid() {
    let cast = CAST.replace(
        "damage: 60 Magical, cost: 3 AP, seen: The",
        "damage: 60 Magical, cost: \"1 AP, 300 Mana\", seen: The",
    );
    let page = told(&Night::of(war_of(&cast)), "Red", &[]);
    let form = own(&page, "Saber").form.join("\n");
    assert!(form.lines().all(|line| line == "Stay." || line.starts_with("# ") && line.chars().count() < 60), "{form}");
    assert!(form.contains("Heron Stroke") && form.ends_with("\nStay."), "{form}");
    assert!(!form.contains("Ford of Kings"), "{form}");
    let dear = own(&page, "Saber").skills.iter().find(|skill| skill.name == "Ford of Kings").unwrap();
    assert_eq!(dear.short.as_deref(), Some("100 Mana short"));
}

/// A Master whose Servant was seen to lose them by death is dead, whoever saw it (R142).
#[test]
fn a_master_known_to_have_died_is_not_last_seen_alive() {
    let mut war = war();
    introduce_all(&mut war);
    put(&mut war, "Tokiomi", "School");
    let mut night = Night::of(war);
    night.phase = Phase::Prepared;
    let (caster, tokiomi) = (night.id("Caster"), night.id("Tokiomi"));
    let park = place(&night.war, "Park");
    night.emit(Contracts::Freed { servant: caster, master: tokiomi, why: FreedReason::MasterDied }, None, Some(park));
    let page = told(&night, "Green", &[]);
    let master = known(&page, "Tokiomi");
    assert!(master.is_dead, "{master:?}");
    assert_eq!(master.fell.as_deref(), Some("Night 1, Prepared Effect Phase; how and where: nobody of yours saw it"));
    // A death that was seen says where and by whom, on later Nights as well.
    let mut night = Night::of(night.before.clone());
    let (rin, caster) = (night.id("Rin"), night.id("Caster"));
    night.emit(Combat::Died { who: caster, killers: vec![rin], of: DeathCause::Wounds }, None, Some(park));
    let seat = night.war.setup.seat_named("Green").unwrap();
    let reports = build_reports(&night.before, &night.war, &night.events);
    let mut later = night.war.clone();
    later.seats[seat.index()].dossiers = reports[seat.index()].dossiers.clone();
    let page = personal_page(&reports[seat.index()], &[], None);
    assert_eq!(known(&page, "Caster").fell.as_deref(), Some("Night 1, Attacking Phase, at Park, killed by Rin"));
    let page = told(&Night::of(later), "Green", &[]);
    assert_eq!(known(&page, "Caster").fell.as_deref(), Some("Night 1, Attacking Phase, at Park, killed by Rin"));
}

/// Who was seen to recover by nobody can tell how much looks as hurt as before that, and is not unhurt.
#[test]
fn whoever_recovered_is_told_as_they_looked_before_it() {
    let cast = CAST.replace("stats: { ACT: EX }", "stats: { ACT: B }");
    let mut war = war_of(&cast);
    introduce_all(&mut war);
    let mut night = Night::of(war);
    let used = night.attack("Saber", "Heron Stroke", "Caster", Exact::whole(150)).0;
    let (caster, skill) = (night.id("Caster"), skill(&night.war, "Saber", "River Oath"));
    let park = place(&night.war, "Park");
    let (of, amount) = (Resource::Health, Exact::whole(40));
    night.emit(Resources::Restored { who: caster, of, amount, skill, by: caster }, Some(used), Some(park));
    let page = told(&night, "Green", &[]);
    let looked = known(&page, "Caster").health.clone().unwrap();
    assert_eq!(looked, "5 tenths of Health at most before recovering (tonight)");
    assert!(page.short.places[0].others.as_deref().unwrap().contains("Health at most before recovering"));
}
