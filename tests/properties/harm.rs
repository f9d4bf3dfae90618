//! Harm in the Damage field and the same harm as a sentence on the target come to the same (R100, A078, A263): the same
//! victims, the same who stands between, the same battles, Combat Points and refusals.

use std::fmt::Write as _;

use grail_referee::event::detail::{Outcome, StateChange};
use grail_referee::event::kind::{Combat, EventKind, Referee};
use grail_referee::language::span::Source;
use grail_referee::night::rulings::Rulings;
use grail_referee::night::{Resolution, SeatPlan, resolve};
use grail_referee::perception::view_of::build_view;
use grail_referee::sheet::Sheet;
use grail_referee::sheet::load_sheet::{Defaults, load};
use grail_referee::war::War;

use super::dice::Dice;
use super::nights::{read, seats};
use super::writer::{Bounds, orders};
use super::{each, wars};

/// Something that is inflicted: in the Damage field, and said of somebody.
#[derive(Clone, Copy)]
struct Harm {
    field: &'static str,
    sentences: &'static [&'static str],
    /// It has a status in it, which the field gives again with each hit.
    status: bool,
}

const HARMS: [Harm; 7] = [
    Harm { field: "24 Physical", sentences: &["receives 24 Physical damage"], status: false },
    Harm { field: "18 Magical", sentences: &["receives 18 Magical damage"], status: false },
    Harm { field: "16 Ranged", sentences: &["receives 16 Ranged damage"], status: false },
    Harm { field: "14 Long-ranged", sentences: &["receives 14 Long-ranged damage"], status: false },
    Harm { field: "21 Special", sentences: &["receives 21 Special damage"], status: false },
    Harm { field: "Poison 2/15", sentences: &["receives Poison 2/15"], status: true },
    Harm {
        field: "19 Magical, Poison 2/8",
        sentences: &["receives 19 Magical damage", "receives Poison 2/8"],
        status: true,
    },
];

/// What else may be said of the skill.
const CLAUSES: [&str; 7] = [
    "This attack cannot be intercepted.",
    "This skill may damage Masters.",
    "This skill hits twice.",
    "This attack cannot be negated.",
    "The target loses 5 Mana.",
    "The user restores 4 Health.",
    "This skill can be used once per Turn.",
];

/// What may weigh on it, of whoever uses it or is struck.
const ABILITIES: [&str; 8] = [
    "The user gains Flight ranked C.",
    "Damage the user receives decreases by 10%.",
    "Damage the user inflicts increases by 5.",
    "Attacks ranked C or lower that target the user are negated if the user has 100 or less Health.",
    "When the user is attacked, the attacker receives 3 Special damage.",
    "The user's first attack each Turn inflicts 10 more damage.",
    "The user's attacks inflict Stun 1.",
    "The user intercepts attacks that target allies.",
];

/// The skill in both forms.
fn forms(dice: &mut Dice) -> [String; 2] {
    let harm = dice.one(&HARMS).expect("there are some");
    let kind = dice.pick(&["Anti-Personnel", "Support", "Instant", "Prepared", "Surprise Attack", "Anti-Army"]);
    let cost = dice.pick(&["1 AP", "1 SP", "0 AP", "2 AP", "1 AP, 20 Mana"]);
    let most = dice.one(&[1, 1, 2, 3]).expect("there are some");
    let targets = dice.pick(&["[Any]", "[Enemy]", "[Master]"]);
    let mut clauses: Vec<&str> = CLAUSES.iter().copied().filter(|_| dice.chance(15)).collect();
    if harm.status {
        clauses.retain(|clause| !clause.contains("hits"));
    }
    [false, true].map(|said| {
        let mut skill = format!(
            "{{ name: Harm, rank: C, type: {kind}, max_targets: {most}, targets: \"{targets}\", cost: \"{cost}\""
        );
        let mut lines: Vec<String> = clauses.iter().map(|clause| format!("\"{clause}\"")).collect();
        if said {
            lines.splice(0..0, harm.sentences.iter().map(|said| format!("\"The target {said}.\"")));
        } else {
            let _ = write!(skill, ", damage: \"{}\"", harm.field);
        }
        let _ = write!(skill, ", effects: [{}] }}", lines.join(", "));
        skill
    })
}

/// A Servant's sheet with a skill more.
fn with(sheet: &Sheet, skill: &str, abilities: &[&str]) -> Sheet {
    let mut all = String::from("kind: servant\nname: Props\n");
    if !abilities.is_empty() {
        let lines: Vec<String> = abilities.iter().map(|line| format!("\"{line}\"")).collect();
        let _ = writeln!(all, "abilities: [{{ name: Prop, rank: C, effects: [{}] }}]", lines.join(", "));
    }
    let _ = writeln!(all, "skills:\n  - {skill}");
    let loaded = load(&Source::new("props", all), Defaults::Scenario);
    let props = loaded.unwrap_or_else(|faults| panic!("{skill}: {faults:?}")).sheets.remove(0);
    let mut sheet = sheet.clone();
    sheet.skills.extend(props.skills);
    sheet
}

/// What a Night did to everybody, whatever it was told by.
fn come_to(night: &Resolution) -> Vec<String> {
    let war = &night.war;
    let mut told: Vec<String> = war
        .ids()
        .map(|id| {
            let who = war.character(id);
            let statuses: Vec<String> = who.statuses.iter().map(|s| format!("{} by {:?}", s.status, s.by)).collect();
            format!(
                "{}: {} Health, {} Mana, {:?}, statuses {statuses:?}, in battle {} with {:?} for {}, pinned {}, first round {}, \
                 fought {:?}, attacked {}, cp {:?}, alive {}",
                who.name,
                who.health,
                who.mana,
                who.at,
                who.turn.was_in_battle,
                who.battle.opponents,
                who.battle.turns,
                who.turn.is_pinned,
                who.turn.was_in_first_round,
                who.turn.fought,
                who.turn.has_attacked,
                who.mastery.as_ref().map(|m| m.cp),
                who.is_alive(),
            )
        })
        .collect();
    for event in &night.events {
        match &event.kind {
            EventKind::Combat(Combat::Hit { attacker, target, taker, receipt, .. }) => {
                told.push(format!("{attacker:?} strikes {taker:?} for {target:?}: {}", receipt.amount));
            }
            EventKind::Combat(Combat::Shielded { who, by, attacker, .. }) => {
                told.push(format!("{by:?} spares {who:?} {attacker:?}"))
            }
            EventKind::Combat(Combat::Negated { who, by, .. }) => told.push(format!("negated for {who:?} of {by:?}")),
            EventKind::Referee(Referee::OrderOutcome { order, outcome, .. }) => {
                let outcome = match outcome {
                    Outcome::Done { .. } => "done".to_owned(),
                    other => format!("{other:?}"),
                };
                told.push(format!("{order:?}: {outcome}"));
            }
            _ => {}
        }
    }
    told
}

#[test]
fn harm_in_the_field_and_in_a_sentence_come_to_the_same() {
    let (mut hits, mut between, mut refused) = (0, 0, 0);
    each("harm_in_the_field_and_in_a_sentence_come_to_the_same", 15, 40, |seed| {
        let mut dice = Dice::of(seed);
        let mut plan = wars::small(&mut dice);
        let [field, said] = forms(&mut dice);
        let abilities: Vec<&str> = ABILITIES.iter().copied().filter(|_| dice.chance(20)).collect();
        let mut double = plan.clone();
        for (one, other) in plan.teams.iter_mut().zip(&mut double.teams) {
            let own: Vec<&str> = abilities.iter().copied().filter(|_| dice.chance(50)).collect();
            for (one, other) in one.servants.iter_mut().zip(&mut other.servants) {
                (*one, *other) = (with(one, &field, &own), with(other, &said, &own));
            }
        }
        let mut pair: [War; 2] = [wars::war(&plan), wars::war(&double)];
        let place = dice.below(pair[0].setup.locations.len());
        let alike = dice.fork();
        for war in &mut pair {
            wars::equip(war, &mut alike.clone());
            // Most of them at one place, some badly wounded.
            let mut alike = alike.clone();
            let at = grail_referee::vocabulary::ids::LocationId::at(place);
            let mut changes = Vec::new();
            for who in war.ids() {
                if alike.chance(80) {
                    changes.push(StateChange::At(who, at));
                }
            }
            wars::set(war, changes);
        }
        for _ in 0..2 {
            let mut nights = Vec::new();
            let mut written = Vec::new();
            let alike = dice.fork();
            for war in &pair {
                let mut alike = alike.clone();
                let mut plans: Vec<SeatPlan> = Vec::new();
                for seat in seats(&pair[0]) {
                    // Written for the one and read in both: what is legal is the same.
                    let mut text = String::new();
                    for who in pair[0].seat_characters(seat) {
                        let foes: Vec<_> = pair[0].living().filter(|id| pair[0].are_foes(who, *id)).collect();
                        if pair[0].character(who).kind == grail_referee::sheet::SheetKind::Servant && !foes.is_empty() {
                            let on = pair[0].character(alike.one(&foes).expect("there are some")).name.clone();
                            let _ = writeln!(text, "{}: Use Harm on {on}.", pair[0].character(who).name);
                        }
                    }
                    text.push_str(&orders(&build_view(&pair[0], seat), &mut alike, &Bounds::default()));
                    plans.push(read(war, seat, &text).0);
                    written.push(text);
                }
                nights.push(resolve(war, &plans, &Rulings::default()));
            }
            let [one, other] = nights.as_slice() else { return };
            let (a, b) = (come_to(one), come_to(other));
            if a != b {
                let lines: Vec<_> = a.iter().zip(&b).filter(|(x, y)| x != y).collect();
                panic!("seed {seed}: {lines:#?}\n{field}\n{said}\n{abilities:?}\n{}", written.join("\n"));
            }
            for event in &one.events {
                match &event.kind {
                    EventKind::Combat(Combat::Hit { target, taker, .. }) => {
                        hits += 1;
                        between += u32::from(target != taker);
                    }
                    EventKind::Referee(Referee::OrderOutcome { outcome: Outcome::Done { .. }, .. }) => {}
                    EventKind::Referee(Referee::OrderOutcome { .. }) => refused += 1,
                    _ => {}
                }
            }
            pair = [one.war.clone(), other.war.clone()];
            if pair.iter().any(|war| war.ended.is_some()) {
                return;
            }
        }
    });
    println!("{hits} hits, {between} of them taken by others, {refused} orders refused");
    assert!(hits > 0 && between > 0 && refused > 0, "little comes of these orders");
}
