//! The table: every kind of event × every ACT × who perceives it and how, as one snapshot.
//!
//! Saber does it to Caster (or to Tokiomi, their Master) at the Park; Kirei stands by, Rider is at the School. What
//! a kind does not show has no line; a kind that nobody at all perceives says so.
#![expect(clippy::disallowed_methods, reason = "the events kept are a file")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use grail_referee::event::detail::{Outcome, Paid, RulingVerdict, StateChange};
use grail_referee::event::kind::EventKind;
use grail_referee::event::number_receipts::RegenReceipt;
use grail_referee::event::{Cause, Event, EventId, Observation, Vantage};
use grail_referee::logic::step::LedgerStep;
use grail_referee::perception::observers::find_observers;
use grail_referee::perception::perceive::perceive;
use grail_referee::vocabulary::damage::DamageType;
use grail_referee::vocabulary::exact::Exact;
use grail_referee::vocabulary::ids::TeamId;
use grail_referee::vocabulary::phase::Phase;
use grail_referee::vocabulary::rank::{Acuity, Rank, RankLetter};
use grail_referee::vocabulary::status::{Status, StatusKind};
use grail_referee::war::War;
use grail_referee::war::active_skill::{ActiveSkill, TriggerPeople, Until};
use grail_referee::war::bargain::Bargain;
use grail_referee::war::knowledge::Fact;
use grail_referee::war::setup::{SheetId, SkillRef};

use crate::cli::repository;

use super::by_acuity::show;
use super::stage::{self, place, put, receipt, skill, who};

/// One event of every kind, as the log has it: `@Saber` somebody, `#Park` a place, `$Heron Stroke` a skill of Saber's.
const SAMPLES: &str = r#"
{"what":"turn_began","night":1}
{"what":"granted","who":@Saber,"ap":3,"sp":1,"turn_action":false,"move_action":true,"luck":%luck,"terms":[]}
{"what":"scouted","scout":@Saber,"at":#Park,"found":[@Caster,@Kirei],"items":[$River Oath]}
{"what":"scout_detected","scout":@Saber,"by":[@Kirei]}
{"what":"regenerated","who":@Saber,"health":"10","mana":"5","health_receipt":%regen,"mana_receipt":%regen}
{"what":"upkeep_paid","who":@Saber,"skill":$River Oath,"mana":"10","health":"0"}
{"what":"drained","who":@Saber,"mana":"20","why":"masterless"}
{"what":"order_outcome","order":{"seat":~Red,"number":1},"actor":@Saber,"outcome":%outcome}
{"what":"skill_used","user":@Saber,"skill":$Heron Stroke,"targets":[@Caster],"location":null,"paid":%paid,"upgraded":false,"attack":true,"area":false,"counts":true,"payer":null}
{"what":"refunded","user":@Saber,"skill":$River Oath,"why":"requirement_not_met"}
{"what":"hit","attacker":@Saber,"skill":$Heron Stroke,"target":@Caster,"taker":@Caster,"hit":1,"upgraded":false,"receipt":%receipt}
{"what":"shielded","who":@Tokiomi,"by":@Caster,"attacker":@Saber,"skill":$Ford of Kings}
{"what":"negated","who":@Caster,"by":@Saber,"skill":$Heron Stroke,"through":$River Oath,"whose":@Caster,"counts":null}
{"what":"status_received","who":@Caster,"status":%poison,"by":@Saber,"skill":$Heron Stroke}
{"what":"status_ignored","who":@Caster,"status":%poison,"by":@Saber}
{"what":"afflicted","active":%bleeding}
{"what":"affliction_ignored","who":@Caster,"by":@Saber,"skill":$Barbed Spear,"line":0}
{"what":"affliction_ended","who":@Caster,"by":@Saber,"skill":$Barbed Spear,"line":0,"cured":true}
{"what":"poison_ticked","who":@Caster,"damage":"20","by":@Saber,"receipt":%receipt}
{"what":"status_ended","who":@Caster,"kind":%kind,"cured":true}
{"what":"statuses_ran","who":@Caster}
{"what":"restored","who":@Caster,"of":"Health","amount":"10","skill":$River Oath,"by":@Saber}
{"what":"lost","who":@Caster,"of":"Health","amount":"10","skill":$River Oath,"by":@Saber}
{"what":"maximum_changed","who":@Caster,"of":"Health","lost":"0","receipt":%regen}
{"what":"survived","who":@Caster,"health":"1","skill":$River Oath}
{"what":"damaged","who":@Caster,"by":@Saber,"skill":$River Oath,"receipt":%receipt}
{"what":"set_off","user":@Saber,"skill":$River Oath,"line":0}
{"what":"ap_booked","who":@Caster,"ap":-1,"skill":$River Oath,"by":@Saber}
{"what":"effect_began","active":%active,"renews":false}
{"what":"effect_ended","user":@Saber,"skill":$River Oath,"targets":[@Caster],"at":#Park,"why":"time"}
{"what":"parts_ended","user":@Saber,"skill":$River Oath,"targets":[@Caster],"at":#Park}
{"what":"summoned","who":@Caster,"name":"Caster","sheet":%sheet,"at":#Park,"by":@Saber,"skill":$River Oath}
{"what":"vanished","who":@Caster,"skill":$River Oath}
{"what":"items_noticed","by":[@Kirei],"at":#Park,"items":[$River Oath]}
{"what":"field_sensed","field":$River Oath,"at":#Park,"by":[@Kirei],"harmful":true}
{"what":"sealed","user":@Saber,"skill":$River Oath,"at":#Park,"taken":[@Caster],"out":[@Tokiomi]}
{"what":"found_sealed","scout":@Saber,"at":#Park}
{"what":"idle_in_marble","master":@Tokiomi,"user":@Saber,"skill":$River Oath,"rounds":1,"cp":"50"}
{"what":"spirit_form","who":@Saber,"entered":true,"sp":1,"why":"ordered"}
{"what":"left","who":@Saber,"from":#Park,"to":#Bridge,"how":"move"}
{"what":"entered","who":@Saber,"at":#Park,"from":#Bridge,"how":"move"}
{"what":"move_cancelled","who":@Saber,"to":#Bridge,"why":"pulled_into_battle"}
{"what":"joined_battle","who":@Saber,"with":[@Caster],"beside":false,"remote":false}
{"what":"arrived_late","who":@Saber}
{"what":"surprised","who":@Caster,"by":@Saber,"skill":$Backstab}
{"what":"surprise_failed","user":@Saber,"skill":$Backstab,"by":[@Caster]}
{"what":"battle_counted","who":@Saber,"turns":1,"with":[@Caster]}
{"what":"died","who":@Caster,"killers":[@Saber],"of":"wounds"}
{"what":"freed","servant":@Caster,"master":@Tokiomi,"why":"released"}
{"what":"contracted","servant":@Caster,"master":@Tokiomi,"how":"agreed"}
{"what":"guards_named","master":@Tokiomi,"guards":[@Caster]}
{"what":"pact_declared","master":@Tokiomi,"with":%team,"pact":null}
{"what":"spell_spent","master":@Tokiomi,"servant":@Caster,"spell":%spell,"left":2}
{"what":"spells_changed","master":@Tokiomi,"left":3,"before":2,"skill":$River Oath,"by":@Saber}
{"what":"disqualified","master":@Tokiomi}
{"what":"item_spent","who":@Saber,"item":$River Oath}
{"what":"combat_points","master":@Tokiomi,"amount":"40","terms":[]}
{"what":"bought","who":@Saber,"item":$River Oath,"count":2,"payer":@Rin,"price":"200"}
{"what":"item_passed","item":$River Oath,"from":@Saber,"to":@Caster,"at":#Park}
{"what":"combat_points_given","master":@Tokiomi,"amount":"40","skill":$River Oath}
{"what":"combat_points_lost","master":@Tokiomi,"amount":"40"}
{"what":"alert","owner":@Tokiomi,"at":#Park}
{"what":"home_taken","owner":@Tokiomi,"former":@Rin,"homes":[#Bridge]}
{"what":"recognised","observer":@Saber,"who":@Caster}
{"what":"aliased","seat":~Red,"who":@Caster}
{"what":"skill_heard","observer":@Caster,"skill":$Heron Stroke}
{"what":"learned","observer":@Saber,"of":@Caster,"fact":%fact,"skill":$River Oath}
{"what":"alerted","observer":@Saber,"at":#Park,"came":true}
{"what":"alerted","observer":@Saber,"at":#Park,"came":false}
{"what":"report_raised","who":@Saber,"act":%acuity,"skill":$River Oath}
{"what":"mana_sensed","who":@Saber,"phantasms":true,"at":[#Bridge]}
{"what":"sighted","observer":@Saber,"seen":[[@Caster,#Park]]}
{"what":"ruled","verdict":%verdict,"changes":[%change],"reason":"The roof came down.","told":[@Saber]}
{"what":"told","to":[@Caster],"words":"A raven came.","public":false}
{"what":"civilian_consumed","who":@Saber,"at":#Park,"mana":"20"}
{"what":"master_consumed","who":@Saber,"master":@Tokiomi,"health":"20","mana":"20"}
{"what":"igm_paid","who":@Saber,"sold":null,"payer":@Rin,"price":"150"}
{"what":"informed","who":@Saber,"seat":null,"piece":0,"words":"Caster hides."}
{"what":"sheltered","who":@Tokiomi}
{"what":"marked","marks":[@Caster],"masters":[@Tokiomi],"public":true}
{"what":"hunt_ended","killed":true,"public":true}
{"what":"seal_prize","master":@Tokiomi,"left":3}
{"what":"story_told","set":1}
{"what":"story_gained","who":@Tokiomi,"skills":[$River Oath]}
{"what":"spoils_taken","who":@Saber,"former":@Tokiomi,"homes":[#Bridge]}
{"what":"puzzle_answered","who":@Tokiomi,"words":"Zelretch"}
{"what":"ending_reached","master":@Tokiomi,"ends":[]}
{"what":"battle_found","who":@Kirei,"fighters":[@Saber,@Caster]}
{"what":"logic_game","step":%step}
{"what":"turn_ended","night":1}
{"what":"war_ended","winner":null}
{"what":"fault","text":"A bug."}
"#;

/// Fills a sample in and reads it.
fn read(war: &War, sample: &str) -> Result<EventKind, String> {
    let json = |value: &dyn erased::Json| value.json();
    let mut text = sample.to_owned();
    for name in ["Saber", "Caster", "Tokiomi", "Rin", "Kirei", "Rider"] {
        text = text.replace(&format!("@{name}"), &json(&who(war, name)));
    }
    for name in ["Park", "Bridge"] {
        text = text.replace(&format!("#{name}"), &json(&place(war, name)));
    }
    for name in ["Heron Stroke", "River Oath", "Ford of Kings", "Backstab", "Barbed Spear"] {
        text = text.replace(&format!("${name}"), &json(&skill(war, "Saber", name)));
    }
    let oath = ActiveSkill {
        skill: skill(war, "Saber", "River Oath"),
        user: who(war, "Saber"),
        targets: vec![who(war, "Caster")],
        second: None,
        location: place(war, "Park"),
        is_afar: false,
        since: 1,
        began: 0,
        upkeep: None,
        is_self_only: false,
        is_upgraded: false,
        parts: Vec::new(),
        until: Until::Night(3),
        words: None,
        set_off: None,
        set_off_by: TriggerPeople::default(),
        status: None,
        bargain: Bargain::NONE,
        idle: BTreeMap::new(),
    };
    let caster = who(war, "Caster");
    // A status of a sheet's own is what a skill's sentence says.
    let bleeding = ActiveSkill { skill: skill(war, "Saber", "Barbed Spear"), status: Some(0), ..oath.clone() };
    let spell = SkillRef { sheet: SheetId::SPELLS, skill_index: 0 };
    for (hole, value) in [
        ("%active", json(&oath)),
        ("%bleeding", json(&bleeding)),
        ("%paid", json(&Paid::default())),
        ("%receipt", json(&receipt(DamageType::Physical, Exact::whole(30)))),
        ("%regen", json(&RegenReceipt::default())),
        ("%luck", json(&Rank::plain(RankLetter::C))),
        ("%outcome", json(&Outcome::Done { branch: 1 })),
        ("%poison", json(&Status::Poison { turns: 3, damage: Exact::whole(20) })),
        ("%kind", json(&StatusKind::Poison)),
        ("%fact", json(&Fact::Health(Exact::whole(90)))),
        ("%acuity", json(&Acuity::EX)),
        ("%verdict", json(&RulingVerdict::Set)),
        ("%change", json(&StateChange::Health(caster, Exact::whole(90)))),
        ("%step", json(&LedgerStep::SetAside { statement: 1, reason: "It says nothing.".to_owned() })),
        ("%spell", json(&spell)),
        ("%sheet", json(&war.character(caster).sheet)),
        ("%team", json(&TeamId(0))),
        ("~Red", json(&war.setup.seat_named("Red").unwrap())),
    ] {
        text = text.replace(hole, &value);
    }
    serde_json::from_str(&text).map_err(|e| format!("{e}: {text}"))
}

/// Anything that can be written, behind one name.
mod erased {
    pub(super) trait Json {
        fn json(&self) -> String;
    }

    impl<T: serde::Serialize> Json for T {
        fn json(&self) -> String {
            serde_json::to_string(self).unwrap()
        }
    }
}

/// The names of all kinds, from the engine itself.
fn kinds() -> Vec<String> {
    let error = serde_json::from_str::<EventKind>("{\"what\":\"?\"}").unwrap_err().to_string();
    let (_, list) = error.split_once("expected one of ").unwrap();
    list.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn every_kind_of_event_is_written_as_version_0_1_0_wrote_it() {
    let path = repository().join("tests/kept/kinds.jsonl");
    let mut unsampled = kinds();
    let all = unsampled.len();
    for line in fs::read_to_string(path).unwrap().lines() {
        let kind: EventKind = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!(serde_json::to_string(&kind).unwrap(), line);
        unsampled.retain(|name| !line.starts_with(&format!("{{\"what\":\"{name}\"")));
    }
    // Kinds that came later have none.
    assert_eq!(all - unsampled.len(), 89, "without a line: {unsampled:?}");
}

#[test]
fn a_kind_of_event_without_its_fields_is_refused_for_that() {
    let error = serde_json::from_str::<EventKind>("{\"what\":\"alert\",\"at\":\"x\"}").unwrap_err().to_string();
    assert!(error.contains("owner") || error.contains("`x`"), "{error}");
}

#[test]
fn every_kind_of_event_at_every_act_for_everybody() {
    let skills = "skills:\n  - { name: Far Arrow";
    let own = concat!(
        "skills:\n  - { name: Barbed Spear, rank: C, type: Anti-Personnel, max_targets: 1, targets: \"[Any]\", ",
        "damage: 10 Physical, cost: 1 AP, effects: ['The target receives \"Bleeding\" for 2 Turns: at the Instant ",
        "Phase of each Turn, that character receives 8 Special damage.'] }\n  - { name: Far Arrow",
    );
    assert!(stage::CAST.contains(skills));
    let mut war = stage::war_of(&stage::CAST.replace(skills, own));
    put(&mut war, "Rider", "School");
    let (samples, faults): (Vec<_>, Vec<_>) =
        SAMPLES.trim().lines().map(|line| read(&war, line)).partition(Result::is_ok);
    let faults: Vec<String> = faults.into_iter().filter_map(Result::err).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let mut out = String::new();
    let mut sampled = Vec::new();
    for kind in samples.into_iter().flatten() {
        let name = serde_json::to_value(&kind).unwrap()["what"].as_str().unwrap().to_owned();
        let _ = write!(out, "{name}\n{}", table(&war, &kind));
        sampled.push(name);
    }
    let missing: Vec<String> = kinds().into_iter().filter(|kind| !sampled.contains(kind)).collect();
    assert!(missing.is_empty(), "no sample of {missing:?}");
    insta::assert_snapshot!(out);
}

/// Who perceives an event, by role, and what each ACT makes of it; ranks that read the same together.
fn table(war: &War, kind: &EventKind) -> String {
    let park = place(war, "Park");
    let seen = find_observers(war, kind, Some(park));
    let elsewhere = seen.iter().any(|sight| sight.observer == who(war, "Rider"));
    let event = Event {
        id: EventId(1),
        phase: Phase::Attacking,
        batch: 1,
        parent: None,
        cause: Cause::Rule,
        rules: Vec::new(),
        location: Some(park),
        kind: kind.clone(),
        observations: Vec::new(),
    };
    let mut out = String::new();
    for (role, heading) in [
        (Vantage::Own, "doer"),
        (Vantage::Victim, "victim"),
        (Vantage::Present, "present"),
        (Vantage::Scout, "scouting"),
        (Vantage::Told, "told"),
    ] {
        let third = who(war, "Kirei");
        let of_role = |sight: &&Observation| sight.vantage == role && sight.observer != who(war, "Rider");
        // A third team's eyes, where they see it; a scout at the place sees what those there see.
        let sight = seen.iter().filter(of_role).max_by_key(|sight| sight.observer == third);
        let Some(sight) = sight else { continue };
        let mut lines: Vec<(String, String)> = Vec::new();
        for acuity in Acuity::ALL {
            let text = show(war, perceive(war, &event, &Observation { acuity, ..sight.clone() }));
            match lines.last_mut() {
                Some((ranks, same)) if *same == text => {
                    let first = ranks.split('–').next().unwrap_or_default().to_owned();
                    *ranks = format!("{first}–{}", acuity.name());
                }
                _ => lines.push((acuity.name().to_owned(), text)),
            }
        }
        for (ranks, text) in lines {
            let _ = writeln!(out, "  {heading} {ranks}: {text}");
        }
    }
    if seen.is_empty() {
        out.push_str("  nobody\n");
    }
    if elsewhere {
        out.push_str("  elsewhere: told as well\n");
    }
    out
}
