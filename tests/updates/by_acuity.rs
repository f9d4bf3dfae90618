//! The table of perception, event by event: what each ACT reads off it (docs/who-learns-what.md).

use std::fmt::Write as _;
use std::sync::Arc;

use grail_referee::event::detail::{DeathCause, SpiritReason, Travel};
use grail_referee::event::kind::{Combat, Contracts, EventKind, Knowledge, Movement, Resources, Statuses};
use grail_referee::event::{Event, EventId, Observation, Vantage};
use grail_referee::language::span::Source;
use grail_referee::perception::perceive::perceive;
use grail_referee::perception::perceived::{Figure, Perceived, SeenAct};
use grail_referee::sheet::SheetKind;
use grail_referee::sheet::common::PERCEPTION;
use grail_referee::sheet::visibility_table::read::parse_table;
use grail_referee::updates::value_words;
use grail_referee::vocabulary::damage::DamageType;
use grail_referee::vocabulary::exact::Exact;
use grail_referee::vocabulary::rank::Acuity;
use grail_referee::vocabulary::status::Status;
use grail_referee::war::War;
use grail_referee::war::setup::{SheetId, SkillRef};

use super::stage::{self, Night, introduce_all, place, put, skill};

/// A War told by the shipped table with one line in the place of another.
fn told_by(line: &str, other: &str) -> War {
    let mut war = war();
    let text = PERCEPTION.replace(line, other);
    assert_ne!(text, PERCEPTION, "{line}");
    let table = parse_table(&Source::new("perception.yaml", text)).expect("the table is sound");
    Arc::make_mut(&mut war.setup).visibility_table = Arc::new(table);
    war
}

#[test]
fn an_edited_table_is_what_is_told() {
    let war = told_by("[for_whom, manner, skill_if_called]", "[for_whom, manner, skill, amount]");
    let mut night = Night::of(war);
    let (_, hit) = night.attack("Saber", "Heron Stroke", "Caster", ten());
    let told = by_acuity(&night, hit, Vantage::Present, false);
    let lines: Vec<&str> = told.lines().collect();
    assert!(!lines[2].contains("Heron Stroke") && !lines[2].contains("amount"), "{told}");
    assert!(
        lines[3].starts_with("C: ") && lines[3].contains("with Heron Stroke") && lines[3].contains("amount=30"),
        "{told}"
    );
    // What only a body's own may read stays its own, whatever the table says.
    let war = told_by("[for_whom, manner, skill_if_called]", "[for_whom, manner, left]");
    let mut night = Night::of(war);
    let (_, hit) = night.attack("Saber", "Heron Stroke", "Caster", ten());
    assert!(!by_acuity(&night, hit, Vantage::Present, false).contains("left="));
}

/// The cast at the Park, without the Rider's keen eyes.
fn war() -> War {
    let mut war = stage::war();
    put(&mut war, "Rider", "School");
    war
}

fn name(war: &War, figure: Figure) -> String {
    match figure {
        Figure::Known(id) => war.character(id).name.clone(),
        Figure::Stranger(id) => format!("?{}", war.character(id).name),
        Figure::OfKind(SheetKind::Master) => "a Master".to_owned(),
        Figure::OfKind(SheetKind::Servant) => "a Servant".to_owned(),
        Figure::OfKind(SheetKind::Familiar | SheetKind::Library) => "a familiar".to_owned(),
        Figure::Someone => "someone".to_owned(),
    }
}

/// Every field that was granted, in a fixed order.
pub(super) fn show(war: &War, seen: Option<Perceived>) -> String {
    let Some(p) = seen else { return "-".to_owned() };
    let mut out = format!("{:?}", p.act);
    let names = |list: &[Figure]| list.iter().map(|f| name(war, *f)).collect::<Vec<_>>().join("+");
    if let Some(actor) = p.actor {
        let _ = write!(out, " by {}", name(war, actor));
    }
    if !p.objects.is_empty() {
        let _ = write!(out, " on {}", names(&p.objects));
    }
    if let Some(interceptor) = p.interceptor {
        let _ = write!(out, " taken by {}", name(war, interceptor));
    }
    if let Some(skill) = p.skill {
        let _ = write!(out, " with {}", war.skill(skill).name.base);
    }
    let mut field = |label: &str, text: Option<String>| {
        if let Some(text) = text {
            let _ = write!(out, " {label}={text}");
        }
    };
    field("np", p.is_noble_phantasm.then(String::new));
    field("rank", p.rank.map(|letter| letter.name().to_owned()));
    field("area", p.is_area_skill.then(String::new));
    field("manner", p.manner.map(|m| format!("{m:?}")));
    field("damage", p.damage.map(|d| d.to_string()));
    field("type", p.skill_type.map(|t| t.to_string()));
    field("amount", p.amount.map(|a| a.to_string()));
    field("left", p.health_left.map(|a| a.to_string()));
    field("wound", p.wound.map(|w| format!("{w:?}")));
    field("force", p.force.map(|f| format!("{f:?}")));
    field("severity", p.severity.map(|s| format!("{s:?}")));
    field("roughly", p.rough_damage.map(|r| r.to_string()));
    field("ailment", p.ailment.map(|a| format!("{a:?}")));
    field("status", p.status.map(|s| s.to_string()));
    field("affliction", p.affliction.map(|a| a.full_text.unwrap_or(a.name)));
    field("paid", p.paid.and_then(|paid| value_words::paid_words(&paid)));
    field("travel", p.travel.map(|t| format!("{t:?}")));
    field("far", p.other_location.map(|l| war.setup.location(l).name.clone()));
    field("side", p.direction.map(|l| war.setup.location(l).name.clone()));
    field("count", p.count.map(|c| c.to_string()));
    field("why", p.reason.map(|w| format!("{w:?}")));
    field("items", (!p.items.is_empty()).then(|| p.items.len().to_string()));
    field("places", (!p.known_locations.is_empty()).then(|| p.known_locations.len().to_string()));
    field("words", p.words);
    out
}

/// What Kirei, of a third team, makes of an event at each ACT, a line each.
fn by_acuity(night: &Night, event: EventId, role: Vantage, afar: bool) -> String {
    seen_by(night, "Kirei", event, role, afar)
}

fn seen_by(night: &Night, observer: &str, event: EventId, role: Vantage, afar: bool) -> String {
    let observer = night.id(observer);
    let lines = Acuity::ALL.into_iter().map(|acuity| {
        let sight = Observation {
            observer,
            vantage: role,
            acuity,
            is_afar: afar,
            is_actor_hidden: false,
            is_object_hidden: false,
            unseen: Vec::new(),
        };
        format!("{acuity:?}: {}\n", show(&night.war, perceive(&night.war, night.event(event), &sight)))
    });
    lines.collect()
}

fn ten() -> Exact {
    Exact::whole(30)
}

#[test]
fn an_attack_on_another() {
    let mut night = Night::of(war());
    let (used, hit) = night.attack("Saber", "Heron Stroke", "Caster", ten());
    insta::assert_snapshot!(by_acuity(&night, used, Vantage::Present, false), @r"
    None: Fighting
    E: Used by someone on someone
    D: Used by ?Saber on ?Caster manner=UnclearWeapon
    C: Used by ?Saber on ?Caster manner=Blow
    B: Used by ?Saber on ?Caster manner=Blow
    A: Used by Saber on Caster with Heron Stroke manner=Blow damage=Physical type=Anti-Personnel
    EX: Used by Saber on Caster with Heron Stroke manner=Blow damage=Physical type=Anti-Personnel
    ");
    insta::assert_snapshot!(by_acuity(&night, hit, Vantage::Present, false), @r"
    None: Fighting
    E: Hit by someone on someone wound=Hurt(true)
    D: Hit by ?Saber on ?Caster wound=Heavy(false)
    C: Hit by ?Saber on ?Caster manner=Blow wound=Quarters(4)
    B: Hit by ?Saber on ?Caster manner=Blow wound=Tenths(9)
    A: Hit by Saber on Caster with Heron Stroke manner=Blow damage=Physical type=Anti-Personnel wound=Percent(90)
    EX: Hit by Saber on Caster with Heron Stroke manner=Blow damage=Physical type=Anti-Personnel amount=30 wound=Percent(90)
    ");
    // Attacker (I14) and victim (I13).
    insta::assert_snapshot!(seen_by(&night, "Saber", hit, Vantage::Own, false), @r"
    None: Hit by Saber on a Servant with Heron Stroke manner=Blow damage=Physical type=Anti-Personnel amount=30 wound=Fallen(false)
    E: Hit by Saber on a Servant with Heron Stroke manner=Blow damage=Physical type=Anti-Personnel amount=30 wound=Hurt(true)
    D: Hit by Saber on ?Caster with Heron Stroke manner=Blow damage=Physical type=Anti-Personnel amount=30 wound=Heavy(false)
    C: Hit by Saber on ?Caster with Heron Stroke manner=Blow damage=Physical type=Anti-Personnel amount=30 wound=Quarters(4)
    B: Hit by Saber on ?Caster with Heron Stroke manner=Blow damage=Physical type=Anti-Personnel amount=30 wound=Tenths(9)
    A: Hit by Saber on Caster with Heron Stroke manner=Blow damage=Physical type=Anti-Personnel amount=30 wound=Percent(90)
    EX: Hit by Saber on Caster with Heron Stroke manner=Blow damage=Physical type=Anti-Personnel amount=30 wound=Percent(90)
    ");
    insta::assert_snapshot!(seen_by(&night, "Caster", used, Vantage::Victim, false), @r"
    None: Used by someone on Caster
    E: Used by someone on Caster
    D: Used by ?Saber on Caster manner=UnclearWeapon
    C: Used by ?Saber on Caster manner=Blow
    B: Used by ?Saber on Caster manner=Blow
    A: Used by Saber on Caster with Heron Stroke manner=Blow damage=Physical type=Anti-Personnel
    EX: Used by Saber on Caster with Heron Stroke manner=Blow damage=Physical type=Anti-Personnel
    ");
    insta::assert_snapshot!(seen_by(&night, "Caster", hit, Vantage::Victim, false), @r"
    None: Hit by someone on Caster damage=Physical amount=30 left=270
    E: Hit by someone on Caster damage=Physical amount=30 left=270 wound=Hurt(true)
    D: Hit by ?Saber on Caster damage=Physical amount=30 left=270 wound=Heavy(false)
    C: Hit by ?Saber on Caster manner=Blow damage=Physical amount=30 left=270 wound=Quarters(4)
    B: Hit by ?Saber on Caster manner=Blow damage=Physical amount=30 left=270 wound=Tenths(9)
    A: Hit by Saber on Caster with Heron Stroke manner=Blow damage=Physical type=Anti-Personnel amount=30 left=270 wound=Percent(90)
    EX: Hit by Saber on Caster with Heron Stroke manner=Blow damage=Physical type=Anti-Personnel amount=30 left=270 wound=Percent(90)
    ");
}

#[test]
fn handles_where_everybody_is_known() {
    let mut war = war();
    introduce_all(&mut war);
    let mut night = Night::of(war);
    let (used, _) = night.attack("Saber", "Heron Stroke", "Caster", ten());
    insta::assert_snapshot!(by_acuity(&night, used, Vantage::Present, false), @r"
    None: Fighting
    E: Used by someone on someone
    D: Used by Saber on Caster manner=UnclearWeapon
    C: Used by Saber on Caster manner=Blow
    B: Used by Saber on Caster manner=Blow
    A: Used by Saber on Caster with Heron Stroke manner=Blow damage=Physical type=Anti-Personnel
    EX: Used by Saber on Caster with Heron Stroke manner=Blow damage=Physical type=Anti-Personnel
    ");
}

#[test]
fn an_interception() {
    let mut night = Night::of(war());
    let used = night.used("Saber", "Heron Stroke", &["Tokiomi"]);
    let hit = night.hit(used, "Saber", "Heron Stroke", "Tokiomi", "Caster", ten());
    insta::assert_snapshot!(by_acuity(&night, hit, Vantage::Present, false), @r"
    None: Fighting
    E: Hit by someone on someone wound=Hurt(true)
    D: Hit by ?Saber on ?Caster wound=Heavy(false)
    C: Hit by ?Saber on ?Tokiomi taken by ?Caster manner=Blow wound=Quarters(4)
    B: Hit by ?Saber on ?Tokiomi taken by ?Caster manner=Blow wound=Tenths(9)
    A: Hit by Saber on Tokiomi taken by Caster with Heron Stroke manner=Blow damage=Physical type=Anti-Personnel wound=Percent(90)
    EX: Hit by Saber on Tokiomi taken by Caster with Heron Stroke manner=Blow damage=Physical type=Anti-Personnel amount=30 wound=Percent(90)
    ");
    insta::assert_snapshot!(seen_by(&night, "Tokiomi", hit, Vantage::Victim, false), @r"
    None: Hit by someone on Tokiomi taken by Caster damage=Physical
    E: Hit by someone on Tokiomi taken by Caster damage=Physical wound=Hurt(true)
    D: Hit by ?Saber on Tokiomi taken by Caster damage=Physical wound=Heavy(false)
    C: Hit by ?Saber on Tokiomi taken by Caster manner=Blow damage=Physical wound=Quarters(4)
    B: Hit by ?Saber on Tokiomi taken by Caster manner=Blow damage=Physical wound=Tenths(9)
    A: Hit by Saber on Tokiomi taken by Caster with Heron Stroke manner=Blow damage=Physical type=Anti-Personnel wound=Percent(90)
    EX: Hit by Saber on Tokiomi taken by Caster with Heron Stroke manner=Blow damage=Physical type=Anti-Personnel wound=Percent(90)
    ");
    let shielded = Combat::Shielded {
        who: night.id("Tokiomi"),
        by: night.id("Caster"),
        attacker: night.id("Saber"),
        skill: skill(&night.war, "Saber", "Heron Stroke"),
    };
    let at = place(&night.war, "Park");
    let shielded = night.emit(shielded, Some(used), Some(at));
    insta::assert_snapshot!(by_acuity(&night, shielded, Vantage::Present, false), @r"
    None: -
    E: -
    D: Shielded taken by ?Caster
    C: Shielded by ?Saber on ?Tokiomi taken by ?Caster
    B: Shielded by ?Saber on ?Tokiomi taken by ?Caster
    A: Shielded by Saber on Tokiomi taken by Caster with Heron Stroke type=Anti-Personnel
    EX: Shielded by Saber on Tokiomi taken by Caster with Heron Stroke type=Anti-Personnel
    ");
}

#[test]
fn a_shot_from_elsewhere() {
    let mut war = war();
    put(&mut war, "Saber", "Bridge");
    let mut night = Night::of(war);
    let (used, hit) = night.attack("Saber", "Far Arrow", "Caster", ten());
    insta::assert_snapshot!(seen_by(&night, "Caster", used, Vantage::Victim, true), @r"
    None: Used by someone on Caster
    E: Used by someone on Caster
    D: Used by someone on Caster side=Bridge
    C: Used by someone on Caster manner=Shot side=Bridge
    B: Used by someone on Caster manner=Shot far=Bridge
    A: Used by Saber on Caster manner=Shot damage=Long-ranged far=Bridge
    EX: Used by Saber on Caster manner=Shot damage=Long-ranged far=Bridge
    ");
    insta::assert_snapshot!(seen_by(&night, "Caster", hit, Vantage::Victim, true), @r"
    None: Hit by someone on Caster damage=Long-ranged amount=30 left=270
    E: Hit by someone on Caster damage=Long-ranged amount=30 left=270 wound=Hurt(true)
    D: Hit by someone on Caster damage=Long-ranged amount=30 left=270 wound=Heavy(false) side=Bridge
    C: Hit by someone on Caster manner=Shot damage=Long-ranged amount=30 left=270 wound=Quarters(4) side=Bridge
    B: Hit by someone on Caster manner=Shot damage=Long-ranged amount=30 left=270 wound=Tenths(9) far=Bridge
    A: Hit by Saber on Caster manner=Shot damage=Long-ranged amount=30 left=270 wound=Percent(90) far=Bridge
    EX: Hit by Saber on Caster manner=Shot damage=Long-ranged amount=30 left=270 wound=Percent(90) far=Bridge
    ");
    insta::assert_snapshot!(by_acuity(&night, hit, Vantage::Present, true), @r"
    None: Fighting
    E: Hit on someone wound=Hurt(true)
    D: Hit on ?Caster wound=Heavy(false) side=Bridge
    C: Hit on ?Caster manner=Shot wound=Quarters(4) side=Bridge
    B: Hit on ?Caster manner=Shot wound=Tenths(9) far=Bridge
    A: Hit by Saber on Caster manner=Shot wound=Percent(90) far=Bridge
    EX: Hit by Saber on Caster manner=Shot wound=Percent(90) far=Bridge
    ");
    // Beside the archer: at whom, nobody sees.
    insta::assert_snapshot!(by_acuity(&night, used, Vantage::Present, true), @r"
    None: Fighting
    E: Used by someone
    D: Used by ?Saber manner=UnclearWeapon
    C: Used by ?Saber manner=Shot
    B: Used by ?Saber manner=Shot
    A: Used by Saber with Far Arrow manner=Shot damage=Long-ranged type=Anti-Personnel
    EX: Used by Saber with Far Arrow manner=Shot damage=Long-ranged type=Anti-Personnel
    ");
}

#[test]
fn a_surprise_attack() {
    let mut night = Night::of(war());
    let (used, hit) = night.attack("Saber", "Backstab", "Caster", ten());
    insta::assert_snapshot!(seen_by(&night, "Caster", used, Vantage::Victim, false), @r"
    None: Used by someone on Caster
    E: Used by someone on Caster
    D: Used by a Servant on Caster
    C: Used by ?Saber on Caster
    B: Used by ?Saber on Caster manner=Blow
    A: Used by Saber on Caster with Backstab manner=Blow damage=Physical type=Surprise Attack
    EX: Used by Saber on Caster with Backstab manner=Blow damage=Physical type=Surprise Attack
    ");
    insta::assert_snapshot!(seen_by(&night, "Caster", hit, Vantage::Victim, false), @r"
    None: Hit by someone on Caster damage=Physical amount=30 left=270
    E: Hit by someone on Caster damage=Physical amount=30 left=270 wound=Hurt(true)
    D: Hit by a Servant on Caster damage=Physical amount=30 left=270 wound=Heavy(false)
    C: Hit by ?Saber on Caster damage=Physical amount=30 left=270 wound=Quarters(4)
    B: Hit by ?Saber on Caster manner=Blow damage=Physical amount=30 left=270 wound=Tenths(9)
    A: Hit by Saber on Caster with Backstab manner=Blow damage=Physical type=Surprise Attack amount=30 left=270 wound=Percent(90)
    EX: Hit by Saber on Caster with Backstab manner=Blow damage=Physical type=Surprise Attack amount=30 left=270 wound=Percent(90)
    ");
}

#[test]
fn support_and_noble_phantasms() {
    let mut night = Night::of(war());
    let oath = night.used("Saber", "River Oath", &["Saber"]);
    insta::assert_snapshot!(by_acuity(&night, oath, Vantage::Present, false), @r"
    None: -
    E: -
    D: Used by ?Saber
    C: Used by ?Saber on ?Saber words=Her coat turns to water.
    B: Used by ?Saber on ?Saber type=Support words=Her coat turns to water.
    A: Used by Saber on Saber with River Oath type=Support words=Her coat turns to water.
    EX: Used by Saber on Saber with River Oath type=Support words=Her coat turns to water.
    ");
    let ford = night.used("Saber", "Ford of Kings", &["Caster", "Tokiomi"]);
    insta::assert_snapshot!(by_acuity(&night, ford, Vantage::Present, false), @r"
    None: Fighting
    E: Used by someone on someone
    D: Used by ?Saber on ?Caster+?Tokiomi np= manner=UnclearLight words=The street is a river.
    C: Used by ?Saber on ?Caster+?Tokiomi np= manner=Spell words=The street is a river.
    B: Used by ?Saber on ?Caster+?Tokiomi np= rank=A area= manner=Spell words=The street is a river.
    A: Used by Saber on Caster+Tokiomi with Ford of Kings np= rank=A area= manner=Spell damage=Magical type=Anti-Army words=The street is a river.
    EX: Used by Saber on Caster+Tokiomi with Ford of Kings np= rank=A area= manner=Spell damage=Magical type=Anti-Army words=The street is a river.
    ");
    // Its sheet says that it is called by name: not below C.
    let song = night.used("Saber", "Spear Song", &["Caster"]);
    insta::assert_snapshot!(by_acuity(&night, song, Vantage::Present, false), @r"
    None: Fighting
    E: Used by someone on someone
    D: Used by ?Saber on ?Caster np= manner=UnclearLight
    C: Used by ?Saber on ?Caster with Spear Song np= manner=Spell damage=Magical type=Anti-Army words=She cries: Spear Song!
    B: Used by ?Saber on ?Caster with Spear Song np= rank=A manner=Spell damage=Magical type=Anti-Army words=She cries: Spear Song!
    A: Used by Saber on Caster with Spear Song np= rank=A manner=Spell damage=Magical type=Anti-Army words=She cries: Spear Song!
    EX: Used by Saber on Caster with Spear Song np= rank=A manner=Spell damage=Magical type=Anti-Army words=She cries: Spear Song!
    ");
}

#[test]
fn a_status() {
    let mut night = Night::of(war());
    let used = night.used("Saber", "Heron Stroke", &["Caster"]);
    let at = place(&night.war, "Park");
    let (who, by) = (night.id("Caster"), night.id("Saber"));
    let skill = skill(&night.war, "Saber", "Heron Stroke");
    let poison = Status::Poison { turns: 3, damage: ten() };
    let poisoned = night.emit(Statuses::StatusReceived { who, status: poison, by, skill }, Some(used), Some(at));
    let stunned = Status::Stun { turns: 2 };
    let stunned = night.emit(Statuses::StatusReceived { who, status: stunned, by, skill }, Some(used), Some(at));
    insta::assert_snapshot!(by_acuity(&night, poisoned, Vantage::Present, false), @r"
    None: -
    E: -
    D: -
    C: StatusReceived by ?Saber on ?Caster ailment=Poison
    B: StatusReceived by ?Saber on ?Caster severity=Heavy ailment=Poison
    A: StatusReceived by Saber on Caster with Heron Stroke type=Anti-Personnel severity=Heavy roughly=30 ailment=Poison count=3
    EX: StatusReceived by Saber on Caster with Heron Stroke type=Anti-Personnel severity=Heavy roughly=30 ailment=Poison status=Poison 3/30 count=3
    ");
    insta::assert_snapshot!(by_acuity(&night, stunned, Vantage::Present, false), @r"
    None: -
    E: -
    D: StatusReceived by ?Saber on ?Caster ailment=Stun
    C: StatusReceived by ?Saber on ?Caster ailment=Stun
    B: StatusReceived by ?Saber on ?Caster severity=Heavy ailment=Stun
    A: StatusReceived by Saber on Caster with Heron Stroke type=Anti-Personnel severity=Heavy ailment=Stun count=2
    EX: StatusReceived by Saber on Caster with Heron Stroke type=Anti-Personnel severity=Heavy ailment=Stun status=Stun 2 count=2
    ");
    insta::assert_snapshot!(seen_by(&night, "Caster", poisoned, Vantage::Victim, false), @r"
    None: StatusReceived by someone on Caster ailment=Poison status=Poison 3/30
    E: StatusReceived by someone on Caster ailment=Poison status=Poison 3/30
    D: StatusReceived by ?Saber on Caster ailment=Poison status=Poison 3/30
    C: StatusReceived by ?Saber on Caster ailment=Poison status=Poison 3/30
    B: StatusReceived by ?Saber on Caster severity=Heavy ailment=Poison status=Poison 3/30
    A: StatusReceived by Saber on Caster with Heron Stroke type=Anti-Personnel severity=Heavy roughly=30 ailment=Poison status=Poison 3/30 count=3
    EX: StatusReceived by Saber on Caster with Heron Stroke type=Anti-Personnel severity=Heavy roughly=30 ailment=Poison status=Poison 3/30 count=3
    ");
}

#[test]
fn travel_and_spirit_form() {
    let mut night = Night::of(war());
    let (who, from, to) = (night.id("Saber"), place(&night.war, "Park"), place(&night.war, "Bridge"));
    let walked = night.emit(Movement::Left { who, from, to, how: Travel::Move }, None, Some(from));
    let folded = night.emit(Movement::Left { who, from, to, how: Travel::Skill }, None, Some(from));
    insta::assert_snapshot!(by_acuity(&night, walked, Vantage::Present, false), @r"
    None: Left by a Servant
    E: Left by a Servant
    D: Left by ?Saber
    C: Left by ?Saber travel=Move
    B: Left by ?Saber travel=Move
    A: Left by Saber travel=Move far=Bridge
    EX: Left by Saber travel=Move far=Bridge
    ");
    insta::assert_snapshot!(by_acuity(&night, folded, Vantage::Present, false), @r"
    None: Left by a Servant
    E: Left by a Servant
    D: Left by ?Saber
    C: Left by ?Saber travel=Skill
    B: Left by ?Saber travel=Skill far=Bridge
    A: Left by Saber travel=Skill far=Bridge
    EX: Left by Saber travel=Skill far=Bridge
    ");
    let dim = Movement::SpiritForm { who, entered: true, sp: 1, why: SpiritReason::Ordered };
    let dim = night.emit(dim, None, Some(from));
    insta::assert_snapshot!(by_acuity(&night, dim, Vantage::Present, false), @r"
    None: -
    E: -
    D: -
    C: EnteredSpiritForm by a Servant
    B: EnteredSpiritForm by ?Saber
    A: EnteredSpiritForm by Saber
    EX: EnteredSpiritForm by Saber
    ");
}

#[test]
fn a_command_spell() {
    let mut night = Night::of(war());
    let (master, servant) = (night.id("Rin"), night.id("Saber"));
    let spell = SkillRef { sheet: SheetId::SPELLS, skill_index: 0 };
    let at = place(&night.war, "Park");
    let spent = night.emit(Contracts::SpellSpent { master, servant, spell, left: 2 }, None, Some(at));
    let acts = Acuity::ALL.map(|acuity| {
        let sight = Observation {
            observer: night.id("Kirei"),
            vantage: Vantage::Present,
            acuity,
            is_afar: false,
            is_actor_hidden: false,
            is_object_hidden: false,
            unseen: Vec::new(),
        };
        perceive(&night.war, night.event(spent), &sight).map(|p| (p.act, p.objects.len(), p.skill.is_some(), p.count))
    });
    assert_eq!(
        acts,
        [
            None,
            Some((SeenAct::Flash, 0, false, None)),
            Some((SeenAct::Used, 0, false, None)),
            Some((SeenAct::CommandSpell, 0, false, None)),
            Some((SeenAct::CommandSpell, 1, false, None)),
            Some((SeenAct::CommandSpell, 1, true, None)),
            Some((SeenAct::CommandSpell, 1, true, Some(2))),
        ]
    );
}

#[test]
fn what_has_no_effect() {
    let mut night = Night::of(war());
    let (who, by) = (night.id("Caster"), night.id("Saber"));
    let (used, through) = (skill(&night.war, "Saber", "Heron Stroke"), skill(&night.war, "Saber", "River Oath"));
    let at = place(&night.war, "Park");
    let kind = Combat::Negated { who, by, skill: used, through, whose: who, counts: None };
    let event = night.emit(kind, None, Some(at));
    insta::assert_snapshot!(by_acuity(&night, event, Vantage::Present, false), @r"
    None: -
    E: -
    D: Negated by ?Saber on ?Caster
    C: Negated by ?Saber on ?Caster
    B: Negated by ?Saber on ?Caster
    A: Negated by Saber on Caster with Heron Stroke type=Anti-Personnel
    EX: Negated by Saber on Caster with Heron Stroke type=Anti-Personnel
    ");
}

#[test]
fn a_death() {
    let mut night = Night::of(war());
    let (who, killer) = (night.id("Caster"), night.id("Saber"));
    let at = place(&night.war, "Park");
    let died = Combat::Died { who, killers: vec![killer], of: DeathCause::Wounds };
    let died = night.emit(died, None, Some(at));
    insta::assert_snapshot!(by_acuity(&night, died, Vantage::Present, false), @r"
    None: Died on a Servant
    E: Died on a Servant
    D: Died on ?Caster
    C: Died on ?Caster
    B: Died on ?Caster why=Died(Wounds)
    A: Died by Saber on Caster why=Died(Wounds)
    EX: Died by Saber on Caster why=Died(Wounds)
    ");
}

#[test]
fn what_concerns_its_owner_alone_is_seen_by_nobody_else() {
    let mut night = Night::of(war());
    let (who, at) = (night.id("Saber"), place(&night.war, "Park"));
    let own = [
        EventKind::Resources(Resources::Drained {
            who,
            mana: ten(),
            why: grail_referee::event::detail::Drain::Masterless,
        }),
        EventKind::Resources(Resources::CombatPoints { master: night.id("Rin"), amount: ten(), terms: Vec::new() }),
        EventKind::Knowledge(Knowledge::Alert { owner: night.id("Rin"), at }),
        EventKind::Statuses(Statuses::StatusesRan { who }),
    ];
    for kind in own {
        let event = night.emit(kind, None, Some(at));
        let observations: &[Observation] = &night.event(event).observations;
        assert_eq!(observations.len(), 1, "{observations:?}");
        assert_eq!(by_acuity(&night, event, Vantage::Present, false), told_of_nothing());
    }
}

fn told_of_nothing() -> String {
    Acuity::ALL.iter().map(|a| format!("{a:?}: -\n")).collect()
}

/// Role by role, who perceives what.
#[test]
fn observations_follow_place_life_and_part() {
    let mut war = war();
    put(&mut war, "Kirei", "School");
    put(&mut war, "Rider", "Bridge");
    let mut night = Night::of(war);
    let (used, hit) = night.attack("Rider", "Strike", "Caster", ten());
    let roles = |event: &Event| -> Vec<String> {
        let sight = |s: &Observation| {
            let afar = if s.is_afar { " afar" } else { "" };
            format!("{} {:?}{afar}", night.war.character(s.observer).name, s.vantage)
        };
        event.observations.iter().map(sight).collect()
    };
    assert_eq!(roles(night.event(used)), ["Caster Victim afar", "Rider Own afar"]);
    assert_eq!(
        roles(night.event(hit)),
        ["Caster Victim afar", "Rider Own afar", "Rin Present afar", "Saber Present afar", "Tokiomi Present afar"]
    );
}

#[test]
fn an_effects_damage() {
    let mut night = Night::of(war());
    let damaged = |by: &str, night: &mut Night, at: &str| {
        let kind = Combat::Damaged {
            who: night.id("Caster"),
            by: night.id(by),
            skill: skill(&night.war, "Saber", "Heron Stroke"),
            lingering: None,
            receipt: stage::receipt(DamageType::Special, ten()),
        };
        let place = Some(place(&night.war, at));
        night.emit(kind, None, place)
    };
    let id = damaged("Saber", &mut night, "Park");
    insta::assert_snapshot!(by_acuity(&night, id, Vantage::Present, false), @r"
    None: -
    E: Damaged on someone wound=Hurt(true)
    D: Damaged on ?Caster wound=Heavy(false)
    C: Damaged on ?Caster wound=Quarters(4)
    B: Damaged by ?Saber on ?Caster wound=Tenths(9)
    A: Damaged by Saber on Caster with Heron Stroke manner=Strange damage=Special type=Anti-Personnel wound=Percent(90)
    EX: Damaged by Saber on Caster with Heron Stroke manner=Strange damage=Special type=Anti-Personnel amount=30 wound=Percent(90)
    ");
    // Who is elsewhere is not told, not even whose effect it is; nor do those hurt tell whose it is (I23).
    let mut far = war();
    put(&mut far, "Saber", "School");
    let mut night = Night::of(far);
    let id = damaged("Saber", &mut night, "Park");
    assert!(night.event(id).observations.iter().all(|sight| sight.observer != night.id("Saber")));
    for role in [Vantage::Present, Vantage::Victim] {
        let seen = seen_by(&night, if role == Vantage::Victim { "Caster" } else { "Kirei" }, id, role, true);
        assert!(!seen.contains("Saber") && !seen.contains("Heron"), "{seen}");
    }
}
