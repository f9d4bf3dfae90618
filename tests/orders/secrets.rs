//! Noninterference before the night: what a seat is given and told does not depend on anything
//! that it cannot know (R196–R201, I23).
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

use proptest::prelude::*;

use crate::updates::stage::{CAST, place, put, skill, war_with, who};
use grail_referee::language::span::Source;
use grail_referee::orders::check;
use grail_referee::orders::order_receipt::render_receipt;
use grail_referee::perception::view::View;
use grail_referee::perception::view_of::build_view;
use grail_referee::vocabulary::exact::Exact;
use grail_referee::vocabulary::ids::CharacterId;
use grail_referee::vocabulary::status::Status;
use grail_referee::war::War;
use grail_referee::war::active_skill::{ActiveSkill, TriggerPeople, Until};
use grail_referee::war::character::{Death, ReceivedStatus, Sighting};

/// Everything about Blue and Green that Red, alone in the Park, cannot know.
#[derive(Clone, Debug)]
struct Hidden {
    stats: &'static str,
    identity: &'static str,
    skill: &'static str,
    effect: &'static str,
    master: &'static str,
    at: &'static str,
    health: i64,
    mana: i64,
    cp: i64,
    spells: u32,
    spirit_form: bool,
    stunned: bool,
    dead: bool,
    fought: bool,
    active: bool,
    knows_red: bool,
    seen_red: bool,
}

fn hidden() -> impl Strategy<Value = Hidden> {
    let words = (
        prop::sample::select(vec!["STR: E", "STR: A+, AGI: EX, NP: EX", "ACT: EX, LCK: A"]),
        prop::sample::select(vec!["Morcant the Grey", "Merlin", "Saber"]),
        prop::sample::select(vec!["Dark Wave", "River Oath of Another", "Excalibur"]),
        prop::sample::select(vec!["The target's AGI is lowered by 2 ranks.", "The user's STR is raised by 1 rank."]),
        prop::sample::select(vec!["Kirei", "Zouken", "Bazett"]),
        prop::sample::select(vec!["Bridge", "School"]),
    );
    let numbers = (1..300_i64, 0..200_i64, 0..999_i64, 0..4_u32);
    (words, numbers, any::<[bool; 7]>()).prop_map(|(words, (health, mana, cp, spells), flags)| {
        let (stats, identity, skill, effect, master, at) = words;
        let [spirit_form, stunned, dead, fought, active, knows_red, seen_red] = flags;
        Hidden {
            stats,
            identity,
            skill,
            effect,
            master,
            at,
            health,
            mana,
            cp,
            spells,
            spirit_form,
            stunned,
            dead,
            fought,
            active,
            knows_red,
            seen_red,
        }
    })
}

/// The War with these facts.
fn war_where(facts: &Hidden) -> War {
    let wave = format!(
        "skills: [{{ name: {}, rank: B, type: Support, max_targets: 1, targets: \"[Any]\", cost: 1 SP, effects: [\"{}\"] }}]",
        facts.skill, facts.effect
    );
    // What it costs hangs on what Red cannot know.
    let price = r#"cost: "1 AP, 40 Mana", effects: ['This skill costs 9 less Mana if "Rider" has 100 or less Health.', "This skill costs 3 less Mana for each character affected by Stun."] }"#;
    let cast = CAST
        .replace("damage: 25 Long-ranged, cost: 1 AP }", &format!("damage: 25 Long-ranged, {price}"))
        .replace("stats: { END: E, ACT: D } }", &format!("stats: {{ {} }}, {wave} }}", facts.stats))
        .replace("Morcant the Grey", facts.identity)
        .replace("name: Kirei", &format!("name: {}", facts.master));
    let mut war = war_with(&cast, "Rin", facts.master);
    for name in ["Tokiomi", "Caster", facts.master, "Rider"] {
        put(&mut war, name, facts.at);
        let red: Vec<CharacterId> = ["Rin", "Saber"].map(|red| who(&war, red)).to_vec();
        let sighting = Sighting { at: place(&war, "Park"), night: 0, was_by_day: false };
        let wave = (name == "Caster").then(|| skill(&war, "Caster", facts.skill));
        let glasses = skill(&war, "Saber", "River Oath");
        let id = who(&war, name);
        let character = &mut war.characters[id.index()];
        character.health = Exact::whole(facts.health);
        character.mana = Exact::whole(facts.mana);
        character.is_in_spirit_form = facts.spirit_form;
        character.turn.was_in_battle = facts.fought;
        character.battle.turns = u32::from(facts.fought);
        character.ap_change = i32::from(facts.fought);
        if facts.stunned {
            let status = Status::Stun { turns: 2 };
            character.statuses.push(ReceivedStatus { status, by: None, since: 0 });
            character.items.push(glasses);
        }
        if let Some(mastery) = &mut character.mastery {
            mastery.cp = Exact::whole(facts.cp);
            mastery.command_spells = facts.spells;
        }
        if facts.knows_red {
            character.knows.extend(&red);
            character.heard.insert(glasses);
        }
        if facts.seen_red {
            character.sightings.extend(red.iter().map(|id| (*id, sighting)));
        }
        if facts.dead {
            character.death =
                Some(Death { night: 0, killers: Vec::new(), master: None, has_vanished: false, is_consumed: false });
        }
        if let (true, Some(skill)) = (facts.active, wave) {
            war.active_skills.push(ActiveSkill {
                set_off: None,
                set_off_by: TriggerPeople::default(),
                status: None,
                skill,
                user: id,
                targets: vec![id],
                second: None,
                location: place(&war, facts.at),
                is_afar: false,
                since: 0,
                began: 0,
                upkeep: None,
                is_self_only: true,
                is_upgraded: false,
                parts: Vec::new(),
                idle: std::collections::BTreeMap::new(),
                bargain: grail_referee::war::bargain::Bargain::NONE,
                until: Until::Open,
                words: None,
            });
        }
    }
    war
}

fn red(war: &War) -> View {
    build_view(war, war.setup.seat_named("Red").unwrap())
}

/// Orders that try to find out.
const PROBES: &str = "Saber:
  Attack Kirei.
  Attack Zouken and Tokiomi.
  If Zouken is dead, attack Caster.
  If Caster is dead, attack Rider; otherwise, attack Caster.
  If Caster has less than 50 Health, attack Caster.
  If Caster has AGI ranked B or higher, use Dark Wave on Caster.
  If Caster uses Dark Wave, attack Caster.
  If Excalibur is active, stay.
  If Caster is in Spirit Form or Caster is affected by Stun, attack Caster.
  If Caster's Master has 3 Command Spells, attack Caster's Master.
  If Rider is in School, move to Bridge.
  If Merlin is here, attack Merlin.
  Attack Stranger-1.
  Attack every opponent.
Rin:
  Move to School.
  Use Gandr on Bazett.
Kirei:
  Stay.
Zouken:
  Stay.
";

fn answer(view: &View, text: &str) -> String {
    let source = Source::new("red.txt", text);
    render_receipt(&source, view, &check(&source, view))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn the_view_and_the_answer_do_not_depend_on_anything_hidden(a in hidden(), b in hidden()) {
        let (one, other) = (red(&war_where(&a)), red(&war_where(&b)));
        prop_assert_eq!(serde_json::to_string(&one).unwrap(), serde_json::to_string(&other).unwrap());
        prop_assert_eq!(answer(&one, PROBES), answer(&other, PROBES));
    }

    /// A hidden name and one that is nobody's are answered alike.
    #[test]
    fn an_answer_does_not_tell_whether_a_hidden_name_exists(facts in hidden(), letters in "[A-Z][b-z]{24}") {
        let view = red(&war_where(&facts));
        for (hidden, order) in [
            (facts.master, "Attack NAME."),
            (facts.master, "If NAME attacks me, attack NAME."),
            (facts.master, "If NAME is dead, stay."),
            ("Tokiomi", "Use Far Arrow on NAME and Caster."),
            ("Tokiomi", "If NAME has less than 50 Health, stay."),
            (facts.skill, "If Caster uses \"NAME\", stay."),
            (facts.skill, "Use \"NAME\" on Caster."),
            (facts.identity, "Attack \"NAME\"."),
        ] {
            // The own handle is no hidden name.
            if hidden == "Saber" {
                continue;
            }
            let said = |name: &str| {
                let text = answer(&view, &format!("Saber: {}", order.replace("NAME", name)));
                // A suggestion is a name the seat knows, near to what it wrote itself.
                let lines = text.lines().filter(|line| !line.contains("did you mean"));
                lines.map(|line| line.replace(name, "NAME")).collect::<Vec<_>>().join("\n")
            };
            // Of the same length, so that all that follows stands in the same columns.
            let nobody = letters.get(..hidden.len()).unwrap_or(&letters);
            prop_assert_eq!(said(hidden), said(nobody), "{}", order);
        }
    }
}

#[test]
fn what_is_learned_does_change_the_view() {
    let facts = Hidden {
        stats: "STR: E",
        identity: "Merlin",
        skill: "Dark Wave",
        effect: "The user's STR is raised by 1 rank.",
        master: "Zouken",
        at: "Bridge",
        health: 10,
        mana: 10,
        cp: 0,
        spells: 3,
        spirit_form: false,
        stunned: false,
        dead: true,
        fought: false,
        active: false,
        knows_red: false,
        seen_red: false,
    };
    let mut war = war_where(&facts);
    let before = serde_json::to_string(&red(&war)).unwrap();
    let (saber, zouken) = (who(&war, "Saber"), who(&war, "Zouken"));
    let wave = skill(&war, "Caster", "Dark Wave");
    let character = &mut war.characters[saber.index()];
    character.knows.insert(zouken);
    character.seen_dead.insert(zouken);
    character.heard.insert(wave);
    let after = serde_json::to_string(&red(&war)).unwrap();
    for word in ["Zouken", "Dark Wave", "\"dead\":true"] {
        assert!(!before.contains(word) && after.contains(word), "{word}\n{after}");
    }
    assert!(answer(&red(&war), "Saber: Attack Zouken.").contains("`Zouken` is dead"));
}

/// Who is called `Stranger-1` follows from a seed of 128 bits as a whole: a guess at a part of it, or at a hash of
/// 64 bits, says nothing of the order in which strangers get their names.
#[test]
fn the_order_of_strangers_hangs_on_every_bit_of_the_seed() {
    use grail_referee::perception::figure::alias_order_key;
    use grail_referee::vocabulary::seed::Seed;
    let mut war = war_with(CAST, "Rin", "Kirei");
    let (saber, strangers) = (who(&war, "Saber"), ["Tokiomi", "Kirei", "Rider", "Caster"].map(|name| who(&war, name)));
    let key = *b"sixteen bytes on";
    let mut orders = Vec::new();
    for bit in 0..=128 {
        let mut key = key;
        if bit < 128 {
            key[bit / 8] ^= 1 << (bit % 8);
        }
        std::sync::Arc::get_mut(&mut war.setup).unwrap().seed = Seed::Key(key);
        orders.push(strangers.map(|of| alias_order_key(&war, saber, of)));
    }
    // Each pair stands either way about as often, and no two seeds make the same numbers.
    for (a, b) in [(0, 1), (1, 2), (2, 3), (0, 3)] {
        let first = orders.iter().filter(|of| of[a] < of[b]).count();
        assert!((40..=89).contains(&first), "{first} of {}", orders.len());
    }
    let all: std::collections::BTreeSet<u64> = orders.iter().flatten().copied().collect();
    assert_eq!(all.len(), orders.len() * strangers.len());
}
