//! Words that come near what a sentence can say and are not the same: each is refused, and what is offered in its place
//! is understood and keeps every other word; what can be done as written is.

use grail_referee::language::effect_text::canonical;
use grail_referee::language::effects::{parse, parse_requirements};
use grail_referee::language::span::Source;
use grail_referee::sheet::load_sheet::{Defaults, load};

use super::offered;

fn read(sentence: &str) -> String {
    let effect = parse(sentence).unwrap_or_else(|faults| panic!("`{sentence}`: {faults:#?}"));
    let said = canonical(&effect);
    assert_eq!(parse(&said).map(|effect| canonical(&effect)).ok().as_ref(), Some(&said), "{sentence}");
    said
}

/// A sentence that is refused, and what is offered for it.
type Refused<'t> = (&'t str, &'t [&'t str]);

const FALSE_SYNONYMS: &[Refused<'_>] = &[
    // A046: a spell is a skill that costs Mana; an event tells no cost.
    (
        "When an opponent uses a spell, the user restores 5 Mana.",
        &[
            "When an opponent uses a magical skill, the user restores 5 Mana.",
            "When an opponent uses a skill, the user restores 5 Mana.",
        ],
    ),
    ("The target cannot use abilities for 2 Turns.", &["The target cannot use skills for 2 Turns."]),
    // R100: what targets need not attack.
    (
        "When an ally targets the user, the user restores 5 Mana.",
        &["When an ally attacks the user, the user restores 5 Mana."],
    ),
    ("The target can only target the user for 2 Turns.", &["The target can only attack the user for 2 Turns."]),
    // Whose Master? An enemy's would do.
    ("If the target is female and Evil or a Master, damage increases by 50%.", &[]),
    ("The target loses 10 Mana if they are Evil and a Servant or a Master.", &[]),
    ("When the opponent dies, the user restores 10 Mana.", &["When an opponent dies, the user restores 10 Mana."]),
    ("The user restores 10 Mana if the ally is here.", &["The user restores 10 Mana if an ally is here."]),
    (
        "When the Master is attacked, the user restores 10 Mana.",
        &[
            "When the user's Master is attacked, the user restores 10 Mana.",
            "When a Master is attacked, the user restores 10 Mana.",
        ],
    ),
    (
        "The user's STR is raised by 1 rank if the Servant is in the same location as the user.",
        &[
            "The user's STR is raised by 1 rank if the user's Servant is in the same location as the user.",
            "The user's STR is raised by 1 rank if a Servant is in the same location as the user.",
        ],
    ),
    // Who did the very deed that is waited for.
    (
        "When an opponent dies, the user restores 10 Mana if the user killed it.",
        &["When the user kills an opponent, the user restores 10 Mana."],
    ),
    (
        "When an opponent is damaged, the user restores 5 Mana if an ally damaged them.",
        &["When an ally damages an opponent, the user restores 5 Mana."],
    ),
    ("When a Servant dies, the user restores 10 Mana unless the user killed them.", &[]),
    (
        "When an opponent uses a skill, the user restores 10 Mana if they used a Noble Phantasm.",
        &["When an opponent uses a Noble Phantasm, the user restores 10 Mana."],
    ),
    (
        "When an opponent leaves, the user restores 10 Mana if that opponent fled.",
        &["When an opponent flees, the user restores 10 Mana."],
    ),
    // In that Turn, or by then?
    (
        "The target loses 20 Health at the end of the next Turn unless the user dies.",
        &["At the end of the next Turn, the target loses 20 Health unless the user is dead."],
    ),
    // A familiar has one summoner.
    (
        "While this familiar is in the same location as its summoner, the summoner's AGI is raised by 1 rank.",
        &["The user's summoner's AGI is raised by 1 rank if the user is in the same location as the user's summoner."],
    ),
    // A battle ends without a flight, too.
    // The skill's name, or theirs?
    ("When an opponent uses a skill, the user learns its name.", &[]),
    ("When the user leaves battle, they restore 5 Mana.", &["When the user flees, they restore 5 Mana."]),
    // Seen by whom?
    (
        "The user takes 50% more damage if the user is detected.",
        &["The user takes 50% more damage if the user is detected by an opponent."],
    ),
    (
        "The user's STR is raised by 1 rank if the target is seen.",
        &[
            "The user's STR is raised by 1 rank if the target is seen by an opponent.",
            "The user's STR is raised by 1 rank if the target is seen by the user.",
        ],
    ),
    ("Damage increases by 50% if the user detects the target first.", &[]),
    // A state and an event.
    (
        "The user's STR is raised by 1 rank if the user is wounded.",
        &[
            "The user's STR is raised by 1 rank if the user was damaged.",
            "The user's STR is raised by 1 rank if the user has less than 100% of their maximum Health.",
        ],
    ),
    (
        "If the user is not injured, the user's STR is raised by 1 rank.",
        &[
            "If the user was not damaged, the user's STR is raised by 1 rank.",
            "If the user has full Health, the user's STR is raised by 1 rank.",
        ],
    ),
    // What was so is not known.
    (
        "At the end of each Turn, if the user was in Spirit Form this Turn, they restore 10 Mana.",
        &["At the end of each Turn, if the user is in Spirit Form, they restore 10 Mana."],
    ),
    (
        "At the end of each Turn, the user restores 10 Mana if the user had 100 or less Health this Turn.",
        &["At the end of each Turn, the user restores 10 Mana if the user has 100 or less Health."],
    ),
    (
        "If \"Iron Guard\" was active this Turn, the user restores 10 Mana.",
        &["If \"Iron Guard\" is active, the user restores 10 Mana."],
    ),
    (
        "When the user is hit, the user restores 10 Health if their Health was above 100.",
        &["When the user is hit, the user restores 10 Health if their Health is above 100."],
    ),
    // Than each of them.
    (
        "The user restores 10 Mana if the user has more Health than any opponent.",
        &[
            "The user restores 10 Mana if an opponent has Health lower than the user's.",
            "The user restores 10 Mana if exactly 0 opponents with Health no lower than the user's are here.",
        ],
    ),
    // Of one of several, or of all?
    (
        "The user restores 10 Mana if opponents in this location are Evil.",
        &["The user restores 10 Mana if an opponent in this location is an Evil character."],
    ),
    (
        "The user's STR is raised by 1 rank if up to 2 opponents are here.",
        &["The user's STR is raised by 1 rank if at most 2 opponents are here."],
    ),
    ("The user's STR is raised by 1 rank if an opponent is not dead.", &[]),
    // Whose, and who?
    (
        "The user's STR is raised by 1 rank if an opponent attacks himself.",
        &["The user's STR is raised by 1 rank if an opponent attacks the user."],
    ),
    (
        "The user's STR is raised by 1 rank if an opponent attacks their own Master.",
        &["The user's STR is raised by 1 rank if an opponent attacks the user's Master this Turn."],
    ),
    (
        "The target loses 10 Mana if the user was attacked by their Master this Turn.",
        &["The target loses 10 Mana if the user's Master attacks the user this Turn."],
    ),
    ("The user's STR is raised by 1 rank if an opponent or their Master attacked the user this Turn.", &[]),
    (
        "When the user's Master dies, she restores 20 Mana.",
        &["When the user's Master dies, the user restores 20 Mana."],
    ),
    ("When an opponent attacks, she restores 5 Mana.", &["When an opponent attacks, the user restores 5 Mana."]),
    ("She restores 10 Mana if the target is Evil.", &["The user restores 10 Mana if the target is an Evil character."]),
    (
        "The target loses 10 Mana if they attacked her this Turn.",
        &["The target loses 10 Mana if the target attacks the user this Turn."],
    ),
    ("If the user has less Health than the target, they restore 10 Mana.", &[]),
    // How long, and of what?
    ("At the end of each Turn, the user restores 10 Mana if the user is in battle for 2 Turns.", &[]),
    ("The target gains 1 AP while they are in battle.", &[]),
    ("The target restores up to half of their maximum Health.", &[]),
    ("The user intercepts attacks that target the user's Master and takes half damage.", &[]),
    (
        "The target receives 5 additional Special damage.",
        &["The target receives 5 Special damage.", "Special damage the target receives increases by 5."],
    ),
    ("The user restores 10 Mana if it is Night 1.5 or later.", &[]),
    ("The target is cured of Poison or Stun.", &[]),
    ("The user deals 10% more damage to Evil Servants and takes 10% less damage.", &[]),
    ("The user restores 10 Mana if an opponent is fighting the user.", &[]),
    ("If the user's familiars are dead, the user restores 10 Mana.", &[]),
    (
        "The user restores 10 Mana if an opponent entered this location and attacked the user this Turn.",
        &[
            "The user restores 10 Mana if an opponent entered this location and an opponent attacked the user this Turn.",
        ],
    ),
    (
        "The user restores 10 Mana if the user has more Health than opponents in this location.",
        &["The user restores 10 Mana if an opponent in this location has Health lower than the user's."],
    ),
];

#[test]
fn what_is_near_is_not_the_same() {
    let mut faults = Vec::new();
    for (sentence, expected) in FALSE_SYNONYMS {
        if let Ok(effect) = parse(sentence) {
            faults.push(format!("`{sentence}` is taken for `{}`", canonical(&effect)));
            continue;
        }
        let said = offered(sentence);
        if !expected.iter().all(|line| said.iter().any(|said| said == line)) {
            faults.push(format!("`{sentence}`: {said:#?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn what_can_be_done_as_written_is() {
    for (sentence, told) in [
        // A188: who starves is killed by nobody.
        (
            "When an opponent is killed, the user restores 5 Mana.",
            "When anyone kills an opponent, the user restores 5 Mana.",
        ),
        (
            "The user takes 50% more damage if the user is detected by an opponent.",
            "Damage the user receives increases by 50% if an opponent detects the user.",
        ),
        (
            "While the user is not detected by an opponent, the user's AGI is raised by 1 rank.",
            "The user's AGI is raised by 1 rank unless an opponent detects the user.",
        ),
        // Whoever stands before it in a list.
        (
            "The target cannot use Noble Phantasms until the user or their Master dies.",
            "The target cannot use Noble Phantasms until the user or the user's Master dies.",
        ),
        (
            "The target loses 10 Mana if the user and their Master are in battle.",
            "The target loses 10 Mana if the user is in battle and the user's Master is in battle.",
        ),
        (
            "The user's STR is raised by 1 rank until the target or their Master dies.",
            "The user's STR is raised by 1 rank until the target or the target's Master dies.",
        ),
        // Nobody else is spoken of.
        (
            "The user restores 10 Mana while she is in battle each Turn.",
            "Each Turn, the user restores 10 Mana if the user is in battle.",
        ),
        ("When the user is attacked, she restores 5 Health.", "When the user is attacked, the user restores 5 Health."),
        // This spell is the skill.
        ("This spell hits 2 more times.", "This skill hits 2 more times."),
        (
            "Whenever the user is wounded, the user restores 5 Health.",
            "When the user is damaged, the user restores 5 Health.",
        ),
        ("The user restores 10 Mana if opponents are here.", "The user restores 10 Mana if an opponent is here."),
    ] {
        assert_eq!(read(sentence), told, "{sentence}");
    }
}

#[test]
fn a_requirement_is_no_less_strict_than_a_sentence() {
    for asked in [
        "All opponents must be Evil.",
        "Everyone in this location must be in battle.",
        "Every opponent attacked the user.",
        "Not all opponents must be Evil.",
        "The user has more Health than all opponents.",
        "The user used another skill this Turn.",
        "An opponent attacks another opponent.",
        "An opponent did not act.",
        "The user remained in this location.",
        "The user has a status effect.",
        "The user was never hit.",
        "The target was in battle this Turn.",
        "The target is wounded.",
        "The user is detected.",
        "The target used a spell this Turn.",
        "The user attacked first.",
        "Another opponent is here.",
        "All opponents in this location must have 100 or less Health.",
        "The Master is in the same location as the user.",
    ] {
        assert!(parse_requirements(asked).is_err(), "`{asked}` is taken for {:?}", parse_requirements(asked));
    }
    for asked in [
        "The user must be in battle.",
        "The user used a skill this Turn.",
        "There are exactly 0 opponents who are not in battle.",
        "The user was not hit this Turn.",
        "\"Rain Manipulation\" must be active.",
        "The target is an Evil Servant.",
    ] {
        assert!(parse_requirements(asked).is_ok(), "{asked}: {:?}", parse_requirements(asked));
    }
}

const ABILITY: &str = "abilities:\n  - {name: Z, rank: C, ";
const ATTACK: &str = "skills:\n  - {name: Z, rank: C, type: Anti-Personnel, max_targets: 1, targets: \"[Any]\", damage: 20 Physical, cost: 1 AP, ";
const SUPPORT: &str = "skills:\n  - {name: Z, rank: C, type: Support, max_targets: 1, targets: \"[Any]\", cost: 1 SP, ";
const FIELD: &str =
    "skills:\n  - {name: Z, rank: C, type: Bounded Field, max_targets: 1, targets: \"[Location]\", cost: 1 SP, ";
const OWN: &str = "skills:\n  - {name: Z, rank: C, type: Support, max_targets: 1, targets: \"[Self]\", cost: 1 SP, ";

/// What is said of the sentences of a skill: the code and the notes.
fn warned(skill: &str, sentences: &str) -> Vec<(String, Vec<String>)> {
    let said: Vec<String> = sentences.split(" / ").map(|one| format!("\"{one}\"")).collect();
    let text = format!("kind: servant\nname: Saber\n{skill}effects: [{}]}}\n", said.join(", "));
    let loaded = load(&Source::new("sheet.yaml", text.clone()), Defaults::Scenario);
    let loaded = loaded.unwrap_or_else(|faults| panic!("{text}: {faults:#?}"));
    loaded.warnings.into_iter().map(|fault| (fault.code.to_owned(), fault.notes)).collect()
}

#[test]
fn what_is_otherwise_than_it_looks_is_told() {
    for (skill, sentences, code, told) in [
        // What waits each time never ends in what is always on.
        (ABILITY, "At the end of each Turn, the user restores 10 Mana for 2 Turns.", "W241", true),
        (ABILITY, "When the user is attacked, the user's STR is raised by 1 rank for 2 Turns.", "W241", false),
        // The user is always where the user is.
        (ABILITY, "The user's Master takes 10% less damage while the user is here.", "W242", true),
        (ABILITY, "The user gains 1 AP on the first Turn of each battle.", "W242", true),
        (
            ABILITY,
            "The user's Master takes 10% less damage while the user is in the same location as the user's Master.",
            "W242",
            false,
        ),
        // What is in force asks it of each attack.
        (OWN, "The user's next attack inflicts 50% more damage if the target is Evil.", "W246", false),
        (ABILITY, "The user's skills cost 5 less Mana if the target is Evil.", "W246", false),
        (OWN, "The user restores 10 Health if the target is Evil.", "W246", true),
        // Phases that have passed.
        (SUPPORT, "At the Instant Phase of each Turn, the target loses 10 Health for 2 Turns.", "W247", true),
        (SUPPORT, "At the end of each Turn, the target loses 10 Health for 2 Turns.", "W247", false),
        // Its own Stun: behind it this is refused.
        (
            ATTACK,
            "The target loses 10 Mana if they are not already Stunned. / The target is Stunned for 2 Turns.",
            "W247",
            false,
        ),
        // What lasts asks anew.
        (OWN, "If an opponent died this Turn, the user's STR is raised by 1 rank. / Lasts 3 Turns.", "W252", true),
        (OWN, "If an opponent died this Turn, the user's STR is raised by 1 rank for 3 Turns.", "W252", false),
        (OWN, "If the user is in battle, the user's STR is raised by 1 rank. / Lasts 3 Turns.", "W252", false),
        // How `and` and `or` group; once, or as long as the field lies?
        (
            ATTACK,
            "Damage increases by 50% if the user is in battle and the target is Evil or the target is a Master.",
            "W255",
            true,
        ),
        (
            ATTACK,
            "Damage increases by 50% if the user is in battle and (the target is Evil or the target is a Master).",
            "W255",
            false,
        ),
        (FIELD, "At the end of the Turn, opponents inside lose 10 Mana.", "W256", true),
        (FIELD, "At the end of each Turn, opponents inside lose 10 Mana.", "W256", false),
        // R369: one's own side.
        (SUPPORT, "All Servants except the user lose 10 Health.", "W253", true),
        (SUPPORT, "All opponents in this location lose 10 Health.", "W253", false),
        (ATTACK, "Damage inflicted increases by 20% if the target is an Evil Servant.", "W295", false),
    ] {
        let said = warned(skill, sentences);
        assert_eq!(said.iter().any(|(found, _)| found == code), told, "{sentences}: {said:?}");
    }
}
