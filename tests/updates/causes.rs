//! What a page says of why a number is what it is, and of what one thing set off another.

use std::collections::BTreeMap;

use grail_referee::event::detail::{Paid, Travel};
use grail_referee::event::kind::{Contracts, Effects, Knowledge, Movement};
use grail_referee::perception::perceived::{Force, Manner};
use grail_referee::updates::page::PersonalPage;
use grail_referee::updates::value_words;
use grail_referee::vocabulary::exact::Exact;
use grail_referee::vocabulary::ids::CharacterId;
use grail_referee::vocabulary::phase::Phase;
use grail_referee::war::active_skill::{ActivePart, ActiveSkill, TriggerPeople, Until};
use grail_referee::war::bargain::Bargain;
use grail_referee::war::setup::{SheetId, SkillRef};

use super::pages::{pages, told};
use super::stage::{CAST, Night, introduce_all, place, put, skill, war, war_of};

/// Every line of what happened.
fn story(page: &PersonalPage) -> Vec<String> {
    let scenes = page.phases.iter().flat_map(|phase| &phase.scenes);
    scenes.flat_map(|scene| &scene.deeds).map(|deed| deed.text.text().to_owned()).collect()
}

#[test]
fn the_damage_on_the_sheet_stands_beside_what_came_of_it_for_its_owner_alone() {
    let mut war = war();
    introduce_all(&mut war);
    let mut night = Night::of(war);
    night.attack("Saber", "Heron Stroke", "Caster", Exact::new(4075, 2));
    let pages = pages(&night);
    let red = &pages["Red"];
    assert!(red.contains("Caster took 40.75 Physical damage (25 before STR, END and all else)"), "{red}");
    for reader in ["Blue", "Green", "public"] {
        assert!(!pages[reader].contains(" before STR"), "{}", pages[reader]);
    }
    // Where nothing changed it there is nothing to say.
    let mut night = Night::of(night.before.clone());
    night.attack("Saber", "Heron Stroke", "Caster", Exact::whole(25));
    assert!(!super::pages::pages(&night)["Red"].contains(" before STR"));
}

#[test]
fn what_the_ranks_made_of_a_blow_names_a_stat_and_no_rank() {
    for (force, manner, words) in [
        (Force::Lesser, Some(Manner::Blow), "END took some of it"),
        (Force::Greater, Some(Manner::Spell), "more than MAR could stop"),
        (Force::Greater, None, "more than could be stopped"),
    ] {
        assert_eq!(value_words::force_words(force, manner), words);
    }
}

/// What is seen of a blow is seen of whoever took it; a kind stands in the place of a name.
#[test]
fn the_words_of_a_blow_speak_of_whoever_took_it() {
    let cast = CAST.replace(
        "damage: 25 Physical, cost: 1 AP }\nskills:",
        "damage: 25 Physical, cost: 1 AP, seen: The opponent is struck flat. }\nskills:",
    );
    let mut war = war_of(&cast);
    introduce_all(&mut war);
    let mut night = Night::of(war);
    let used = night.used("Saber", "Heron Stroke", &["Tokiomi"]);
    night.hit(used, "Saber", "Heron Stroke", "Tokiomi", "Caster", Exact::whole(25));
    let red = story(&told(&night, "Red", &[]));
    assert!(
        red.iter().any(|line| line.contains("Caster is struck flat. Caster, shielding Tokiomi, took 25")),
        "{red:?}"
    );
    assert_eq!(value_words::replace_user_and_target("The target falls.", None, Some("a Servant")), "A Servant falls.");
}

/// A Command Spell is everybody's to read: who hears it named is told what it does, in its sheet's words (R156); of a
/// skill of anybody else's sheet, what it bears on and no more (R010).
#[test]
fn a_command_spell_heard_named_is_told_by_its_sheet() {
    let told_of = |skill: SkillRef, seat: &str| {
        let mut war = war();
        introduce_all(&mut war);
        let mut night = Night::of(war);
        night.phase = Phase::Instant;
        let active = in_force(&night, skill);
        let place = Some(active.location);
        let used = night.emit(used(&active), None, place);
        if skill.sheet == SheetId::SPELLS {
            let (master, servant) = (active.user, night.id("Saber"));
            night.emit(Contracts::SpellSpent { master, servant, spell: skill, left: 2 }, Some(used), place);
        }
        night.emit(Effects::EffectBegan { active, renews: false }, Some(used), place);
        story(&told(&night, seat, &[])).join("\n")
    };
    let war = war();
    let (spell, oath) = (SkillRef { sheet: SheetId::SPELLS, skill_index: 0 }, skill(&war, "Saber", "River Oath"));
    // Rider's ACT is EX, Caster's D.
    let told = told_of(spell, "Green");
    assert!(told.contains("Rin's STR is raised by 1 rank") && !told.contains("for 3 Turns"), "{told}");
    assert!(!told_of(spell, "Blue").contains("STR"));
    let told = told_of(oath, "Green");
    assert!(told.contains("ranks") && !told.contains("STR"), "{told}");
}

/// Its use.
fn used(active: &ActiveSkill) -> Effects {
    Effects::SkillUsed {
        user: active.user,
        skill: active.skill,
        targets: active.targets.clone(),
        location: None,
        paid: Paid::default(),
        is_upgraded: false,
        is_attack: false,
        is_area: false,
        counts: false,
        payer: None,
        counted: Vec::new(),
    }
}

/// A skill in force on Saber, by Rin or, of Saber's own sheet, by Saber.
fn in_force(night: &Night, skill: SkillRef) -> ActiveSkill {
    let by = if skill.sheet == SheetId::SPELLS { "Rin" } else { "Saber" };
    let line = ActivePart::until(0, Until::Night(3));
    ActiveSkill {
        skill,
        user: night.id(by),
        targets: vec![night.id("Saber")],
        second: None,
        location: place(&night.war, "Park"),
        is_afar: false,
        since: 1,
        began: 0,
        upkeep: None,
        is_self_only: false,
        is_upgraded: false,
        parts: vec![line],
        until: Until::Night(3),
        words: None,
        set_off: None,
        set_off_by: TriggerPeople::default(),
        status: None,
        bargain: Bargain::NONE,
        idle: BTreeMap::new(),
    }
}

/// Somebody comes to the Park, where Rin's Home Base is, and the alarm follows.
fn comes(night: &mut Night, name: &str) {
    let (who, rin) = (night.id(name), night.id("Rin"));
    let (park, bridge) = (place(&night.war, "Park"), place(&night.war, "Bridge"));
    let entered = Movement::Entered { who, at: park, from: bridge, how: Travel::Move };
    let entered = night.emit(entered, None, Some(park));
    night.emit(Knowledge::Alert { owner: rin, at: park }, Some(entered), Some(park));
}

/// The Night in which Kirei comes, and with him whom the alarm may be for as well.
fn a_visit(hidden: Option<&str>) -> PersonalPage {
    let mut war = war();
    introduce_all(&mut war);
    for name in ["Kirei", "Rider"] {
        put(&mut war, name, "Bridge");
    }
    let mut night = Night::of(war);
    night.phase = Phase::Movement;
    comes(&mut night, "Kirei");
    if let Some(name) = hidden {
        // Nobody sees them, and the alarm rings.
        let (who, rin): (CharacterId, CharacterId) = (night.id(name), night.id("Rin"));
        let (park, bridge) = (place(&night.war, "Park"), place(&night.war, "Bridge"));
        let entered = Movement::Entered { who, at: park, from: bridge, how: Travel::Move };
        let entered = night.emit(entered, None, Some(park));
        for sight in &mut night.events[entered.0 as usize - 1..] {
            sight.observations.clear();
        }
        night.emit(Knowledge::Alert { owner: rin, at: park }, Some(entered), Some(park));
    }
    told(&night, "Red", &[])
}

/// The alarm and the arrival that set it off are one line, and there is no second alarm: it tells no number (A173).
#[test]
fn an_alarm_is_told_with_the_arrival_that_set_it_off() {
    let page = a_visit(None);
    let alarm = "The Home Base at Park gave the alarm: Kirei arrived on foot.";
    assert_eq!(story(&page), [alarm]);
    assert_eq!(page.short.happened[0].text(), "Kirei came into your Home Base at Park.");
    assert_eq!(story(&a_visit(Some("Rider"))), [alarm]);
}

/// Where nobody was seen to come it tells as little as ever.
#[test]
fn an_alarm_alone_says_that_somebody_came() {
    let mut war = war();
    put(&mut war, "Rin", "School");
    put(&mut war, "Saber", "School");
    let mut night = Night::of(war);
    night.phase = Phase::Movement;
    comes(&mut night, "Kirei");
    let page = told(&night, "Red", &[]);
    assert_eq!(story(&page), ["The Home Base at Park gave the alarm: somebody had come in."]);
    assert_eq!(page.short.happened[0].text(), "Somebody came into your Home Base at Park.");
}
