//! A seat's View made by hand: Rin and Saber of the Red team, in the Park. And the View of the blind writers' seat.
#![expect(clippy::unwrap_used, reason = "tests stop where something is wrong")]

use grail_referee::campaign::game::packet::Packet;
use grail_referee::language::condition::Resource;
use grail_referee::logic::Colour;
use grail_referee::perception::logic_view::{LogicView, StatementView};
use grail_referee::perception::view::{KnownCharacter, KnownLocation, OwnCharacter, PaymentCard, SkillCard, View};
use grail_referee::sheet::SheetKind;
use grail_referee::vocabulary::cost::{Cost, Upkeep};
use grail_referee::vocabulary::damage::{Damage, DamageType};
use grail_referee::vocabulary::exact::Exact;
use grail_referee::vocabulary::points::FirstTurnPoints;
use grail_referee::vocabulary::rank::{Rank, RankLetter};
use grail_referee::vocabulary::skill_type::SkillType;
use grail_referee::vocabulary::target::TargetKind;

use crate::cli::repository;

/// The View of the seat that blind writers were told of.
pub(crate) fn seat_of_writers() -> View {
    Packet::read_packet(&repository().join("tests/orders/blind/packet.yaml")).unwrap().view
}

pub(crate) fn n(whole: i64) -> Exact {
    Exact::whole(whole)
}

/// A skill with its names, type, targets and cost.
pub(crate) fn card(names: &[&str], kind: SkillType, max: u32, targets: &[TargetKind], cost: Cost) -> SkillCard {
    let attack = kind.phase(true) != kind.phase(false) || kind.name().starts_with("Anti");
    SkillCard {
        names: names.iter().map(|n| (*n).to_owned()).collect(),
        is_passive: kind == SkillType::Passive,
        is_basic_attack: false,
        is_noble_phantasm: false,
        kind,
        phase: kind.phase(false),
        max_targets: max,
        targets: targets.to_vec(),
        occurs_first: names == ["Leave Spirit Form!"],
        damage: attack.then(|| Damage { base: n(25), kind: Some(DamageType::Physical), hits: 1, riders: Vec::new() }),
        reaches_elsewhere: false,
        cost,
        cost_changed_by: Vec::new(),
        price: None,
        sold_at: None,
        payments: Vec::new(),
        choices: Vec::new(),
        takes_any_words: false,
    }
}

/// The same with so much additional Mana to be paid, and something to choose.
pub(crate) fn offering(mut card: SkillCard, mana: i64, choices: &[&str]) -> SkillCard {
    card.payments =
        vec![PaymentCard { amount: n(mana), what: Resource::Mana, phase: None, is_in_steps: false, at_most: None }];
    card.choices = choices.iter().map(|name| ((*name).to_owned(), String::new())).collect();
    card
}

pub(crate) fn ap(ap: u32, mana: i64) -> Cost {
    Cost { ap, mana: n(mana), ..Cost::default() }
}

pub(crate) fn sp(sp: u32, mana: i64) -> Cost {
    Cost { sp, mana: n(mana), ..Cost::default() }
}

fn own(name: &str, kind: SheetKind) -> OwnCharacter {
    let servant = kind == SheetKind::Servant;
    OwnCharacter {
        name: name.to_owned(),
        kind,
        sex: None,
        is_alive: true,
        at: "Park".to_owned(),
        health: n(if servant { 300 } else { 150 }),
        max_health: n(if servant { 300 } else { 150 }),
        mana: n(if servant { 200 } else { 75 }),
        max_mana: n(if servant { 200 } else { 75 }),
        agi: Rank::plain(RankLetter::B),
        ap: if servant { 3 } else { 0 },
        is_in_spirit_form: false,
        turns_in_battle: 1,
        first_turn: FirstTurnPoints::One,
        was_in_battle: false,
        master: servant.then(|| "Rin".to_owned()),
        servants: if servant { Vec::new() } else { vec!["Saber".to_owned()] },
        command_spells: if servant { 0 } else { 3 },
        is_disqualified: false,
        first_servants: Vec::new(),
        guards: Vec::new(),
        allies: Vec::new(),
        ceasefires: Vec::new(),
        cp: n(if servant { 0 } else { 160 }),
        items: Vec::new(),
        active: Vec::new(),
        stride: 1,
        skills: Vec::new(),
    }
}

/// Rin and Saber in the Park; everybody else known by the public roster.
fn statement(number: u32, colour: Colour, by: &str) -> StatementView {
    StatementView {
        number,
        night: 2,
        colour,
        by: by.to_owned(),
        is_own: by == "Alice",
        to: None,
        answers: None,
        counters: None,
        with: Vec::new(),
        text: "Words.".to_owned(),
        correction: None,
        set_aside: None,
        is_guaranteed: colour == Colour::Red,
        duty: None,
    }
}

pub(crate) fn view() -> View {
    use TargetKind as T;
    let mut saber = own("Saber", SheetKind::Servant);
    saber.items = vec!["Teleporter".to_owned(), "Magic Glasses".to_owned()];
    saber.active = vec!["Rain Manipulation".to_owned()];
    let mut rapid = card(&["Rapid Cut"], SkillType::AntiPersonnel, 1, &[T::Any], ap(1, 0));
    rapid.is_basic_attack = true;
    saber.skills = vec![
        rapid,
        card(&["Chain Slash", "Dancing Slashes"], SkillType::AntiPersonnel, 2, &[T::Any], ap(1, 20)),
        offering(card(&["Parry"], SkillType::Instant, 1, &[T::Any], ap(1, 0)), 8, &["left"]),
        offering(card(&["Excalibur"], SkillType::AntiArmy, 5, &[T::Enemy], ap(2, 80)), 20, &[]),
        card(
            &["Teleport"],
            SkillType::Support,
            3,
            &[T::SelfTarget, T::ContractedPartner, T::Location],
            Cost { takes_move_action: true, ..sp(1, 25) },
        ),
        card(&["Mist"], SkillType::BoundedField, 1, &[T::Location], sp(1, 30)),
        card(
            &["Rain Manipulation"],
            SkillType::Support,
            1,
            &[T::SelfTarget],
            Cost { upkeep: Some(Upkeep { mana: n(10), health: n(0) }), ..sp(1, 10) },
        ),
        card(
            &["Great Ritual"],
            SkillType::Prepared,
            1,
            &[T::SelfTarget],
            Cost { takes_full_turn: true, ..Cost::default() },
        ),
        card(&["Bellerophon"], SkillType::Prepared, 1, &[T::Enemy], ap(1, 200)),
        card(&["Riding"], SkillType::Passive, 0, &[T::SelfTarget], Cost::default()),
        card(&["Zabaniya"], SkillType::SurpriseAttack, 1, &[T::Enemy], ap(1, 30)),
        card(&["Roar"], SkillType::Instant, 1, &[T::SelfTarget], ap(1, 0)),
        card(&["Heal"], SkillType::Support, 1, &[T::Servant], sp(1, 10)),
        card(&["Sword of and"], SkillType::AntiPersonnel, 1, &[T::Any], ap(1, 0)),
    ];
    let mut rin = own("Rin", SheetKind::Master);
    rin.skills = vec![
        card(
            &["Gandr"],
            SkillType::AntiPersonnel,
            1,
            &[T::Any],
            Cost { takes_turn_action: true, mana: n(10), ..Cost::default() },
        ),
        card(&["Jewel Light"], SkillType::Support, 1, &[T::Ally], Cost { takes_turn_action: true, ..Cost::default() }),
    ];
    let known = |name: &str, kind: Option<SheetKind>| KnownCharacter {
        learned: Vec::new(),
        name: name.to_owned(),
        kind,
        sex: None,
        is_recognised: true,
        last_seen: None,
        was_by_day: false,
        is_dead: name == "Berserker",
        master: None,
        team: (name == "Illya").then(|| "Green".to_owned()),
    };
    let servant = Some(SheetKind::Servant);
    let place = |name: &str, adjacent: &[&str]| KnownLocation {
        name: name.to_owned(),
        adjacent: adjacent.iter().map(|n| (*n).to_owned()).collect(),
        ..KnownLocation::default()
    };
    let spell = |name: &str| {
        let targets: &[T] = match name {
            "Defend X!" | "You can't escape!" => &[T::Servant, T::Any],
            "Flee this battle now!" => &[T::Servant, T::Location],
            _ => &[T::Servant],
        };
        card(&[name], SkillType::Instant, 2, targets, Cost::default())
    };
    View {
        war: "The War of the Nine Bridges".to_owned(),
        night: 3,
        seat: "Alice".to_owned(),
        team: "Red".to_owned(),
        token: Some("copper-lantern".to_owned()),
        teams: vec!["Red".to_owned(), "Blue".to_owned(), "Green".to_owned()],
        own: vec![rin, saber],
        homes: vec!["Harbor".to_owned()],
        known: vec![
            known("Archer", servant),
            known("Lancer", servant),
            known("Caster", servant),
            known("Rider", servant),
            known("Assassin", servant),
            known("Berserker", servant),
            known("Illya", Some(SheetKind::Master)),
            known("Stranger-1", None),
            known("Caster's Wolf", Some(SheetKind::Familiar)),
        ],
        locations: vec![
            place("Park", &["Bridge", "Church"]),
            place("Bridge", &["Park", "Harbor"]),
            place("Church", &["Park"]),
            place("Harbor", &["Bridge"]),
            place("Temple", &[]),
            place("Docks", &[]),
            place("Shinto", &[]),
        ],
        command_spells: [
            "Kill them no matter what!",
            "Survive at all costs!",
            "Withstand it!",
            "Obey me!",
            "Defend X!",
            "Get behind me!",
            "Flee this battle now!",
            "You can't escape!",
            "Take on Spirit Form!",
            "Leave Spirit Form!",
            "Summon!",
        ]
        .iter()
        .map(|name| spell(name))
        .collect(),
        items: [
            "Teleporter",
            "Magic Glasses",
            "Focus Band",
            "Splint",
            "Status-curing Pills",
            "Charged Potion",
            "Mana Detector",
        ]
        .iter()
        .map(|name| card(&[name], SkillType::Support, 1, &[T::SelfTarget], Cost::default()))
        .collect(),
        if_is_asked: false,
        seen_skills: vec!["Gae Bolg".to_owned(), "Lightning Storm".to_owned()],
        logic: LogicView {
            statements: vec![
                statement(1, Colour::Red, "Alice"),
                statement(2, Colour::Red, "Bob"),
                statement(3, Colour::Blue, "Bob"),
            ],
            ..LogicView::default()
        },
    }
}
