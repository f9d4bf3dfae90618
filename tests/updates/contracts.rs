//! What a contract changes of who reads what: the old player, the new one, those who stand by.

use grail_referee::event::detail::{ContractReason, DeathCause, FreedReason};
use grail_referee::event::kind::{Combat, Contracts};
use grail_referee::perception::view_of::build_view;
use grail_referee::vocabulary::exact::Exact;
use grail_referee::vocabulary::ids::SeatId;

use super::pages::pages;
use super::stage::{Night, place, war};

/// Rin's team, strangers to Blue, kills Tokiomi at the Park; Caster goes over to Rin and is struck once more.
fn gone_over() -> Night {
    let mut night = Night::of(war());
    night.look_around();
    let (rin, tokiomi, caster) = (night.id("Rin"), night.id("Tokiomi"), night.id("Caster"));
    let at = Some(place(&night.war, "Park"));
    let died = Combat::Died { who: tokiomi, killers: vec![night.id("Saber")], of: DeathCause::Wounds };
    let died = night.emit(died, None, at);
    let freed = Contracts::Freed { servant: caster, master: tokiomi, why: FreedReason::MasterDied };
    night.emit(freed, Some(died), at);
    let how = ContractReason::Transferred;
    night.emit(Contracts::Contracted { servant: caster, master: rin, how }, Some(died), at);
    night.phase = grail_referee::vocabulary::phase::Phase::Prepared;
    night.attack("Rider", "Strike", "Caster", Exact::whole(33));
    night
}

fn seat(night: &Night, name: &str) -> SeatId {
    night.war.setup.seat_named(name).unwrap()
}

#[test]
fn the_old_player_reads_the_last_of_a_servant_and_no_name_they_did_not_know() {
    let night = gone_over();
    let page = &pages(&night)["Blue"];
    assert!(page.contains("Caster served the woman (Stranger-"), "{page}");
    assert!(!page.contains("Rin") && !page.contains("33"), "{page}");
    let own: Vec<_> = build_view(&night.war, seat(&night, "Blue")).own.into_iter().map(|own| own.name).collect();
    assert_eq!(own, ["Tokiomi"]);
}

#[test]
fn the_new_player_reads_all_from_then_on_and_orders_for_the_servant() {
    let night = gone_over();
    let page = &pages(&night)["Red"];
    assert!(page.contains("Caster served Rin from then on") && page.contains("Caster took 33"), "{page}");
    assert!(page.contains("Serves Rin.") && page.contains("Servants: Saber and Caster."), "{page}");
    let view = build_view(&night.war, seat(&night, "Red"));
    let caster = view.own("Caster").unwrap();
    assert_eq!((caster.master.as_deref(), caster.ap), (Some("Rin"), 3));
    assert_eq!(view.own("Rin").unwrap().servants, ["Saber", "Caster"]);
}

#[test]
fn what_a_servant_has_learned_stays_with_it_and_what_its_old_seat_knew_does_not_come() {
    let mut night = gone_over();
    // Tokiomi knew Kirei; Caster has met Rider.
    let (tokiomi, kirei, rider) = (night.id("Tokiomi"), night.id("Kirei"), night.id("Rider"));
    let caster = night.id("Caster");
    night.war.characters[tokiomi.index()].knows.insert(kirei);
    night.war.characters[caster.index()].knows.insert(rider);
    let red = seat(&night, "Red");
    assert!(night.war.recognises(red, rider));
    assert!(!night.war.recognises(red, kirei));
}
