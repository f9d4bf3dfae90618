//! Statuses under headings of their own: what they are read as, and what is refused with a reason.

use grail_referee::language::span::Source;
use grail_referee::sheet::effect_sentences::parse_entry;
use grail_referee::sheet::load_sheet::{Defaults, load};
use grail_referee::sheet::statuses::parse_heading;

fn canonical(text: &str) -> String {
    parse_heading(text)
        .and_then(|status| status.canonical_words())
        .unwrap_or_else(|faults| panic!("{text}: {faults:#?}"))
}

#[test]
fn a_heading_is_read_as_what_the_status_does() {
    for (text, said) in [
        (
            "Burn: The victim receives 8 Special damage at the end of each Turn for three Turns, and their END is one subrank lower.",
            "\"Burn\" for 3 Turns: at the end of each Turn, that character receives 8 Special damage; that character's END is lowered by 1 subrank",
        ),
        (
            "Blind - The victim's ACT is treated as E. They cannot use Noble Phantasms. Lasts two Turns. Marked as \"Blind T\".",
            "\"Blind\" for 2 Turns: that character's ACT becomes E; that character cannot use Noble Phantasms",
        ),
        (
            "Bleeding T/D \u{2013} The victim receives D Special damage at the end of each Turn. Lasts T Turns.",
            "\"Bleeding\": at the end of each Turn, that character receives D Special damage",
        ),
        (
            "Frozen 4: The victim cannot move or flee.",
            "\"Frozen\" for 4 Turns: that character cannot move; that character cannot flee",
        ),
    ] {
        assert_eq!(canonical(text), said, "{text}");
    }
}

#[test]
fn what_a_status_cannot_do_is_refused() {
    for text in [
        "Burn",
        "Burn:",
        "The victim is burnt: The victim receives 8 Special damage at the end of each Turn.",
        "Burn: The victim receives 8 Special damage at the end of each Turn. Removed if the victim does not attack.",
        "Burn: The victim receives 8 Special damage at the end of each Turn. Lasts 2 Turns. Lasts 3 Turns.",
        "Burn 2: The victim receives 8 Special damage at the end of each Turn. Lasts 3 Turns.",
        "Burn T/D: The victim receives 8 Special damage at the end of each Turn.",
        "Burn T/D: The victim's STR is treated as D.",
        "Silence: The victim cannot use skills that cost Mana until the end of the next Turn.",
        "Hex: If the victim has LCK ranked C or lower, their STR is lowered by 1 rank.",
        "Fear: The user restores 5 Health at the end of each Turn.",
        "Fear: The victim cannot attack the target.",
        "GM: The victim cannot move.",
        "Doom: GM:",
        "Daze: The victim loses 10 Mana.",
    ] {
        assert!(
            parse_heading(text).is_err(),
            "{text}: {:?}",
            parse_heading(text).map(|status| status.canonical_words())
        );
    }
}

/// The faults of a Servant whose skill says something of its statuses.
fn faults(statuses: &str, effect: &str) -> Vec<String> {
    let sheet = format!(
        "kind: servant\nname: Saber\nstatuses: ['{statuses}']\nskills: [{{ name: S, rank: C, type: Support, max_targets: 1, targets: '[Any]', cost: 0 SP, effects: ['{effect}'] }}]\n"
    );
    let found = load(&Source::new("sheet.yaml", sheet), Defaults::Scenario).err().unwrap_or_default();
    found.into_iter().filter(|fault| fault.is_error()).map(|fault| fault.message).collect()
}

#[test]
fn a_status_is_inflicted_by_its_name_with_all_that_its_heading_leaves_open() {
    let burn = "Burn: The victim receives 8 Special damage at the end of each Turn.";
    let bleed = "Bleed T/D: The victim receives D Special damage at the end of each Turn.";
    let timed = "Burn: The victim receives 8 Special damage at the end of each Turn. Lasts 2 Turns.";
    for (status, effect) in [
        (burn, "The target receives \"Burn\" for 2 Turns."),
        (burn, "The target is afflicted with Burn 2."),
        (bleed, "The target is inflicted with Bleed 2/10."),
        (timed, "The target receives \"Burn\"."),
        (timed, "The target receives \"Burn\" for 5 Turns. The user loses 5 Health."),
        (timed, "The target receives \"Scald\" for 2 Turns: they cannot flee."),
    ] {
        assert_eq!(faults(status, effect), [""; 0], "{effect}");
    }
    for (status, effect) in [
        (burn, "The target receives \"Burn\"."),
        (burn, "The target receives \"Burn\" 2/10."),
        (bleed, "The target receives \"Bleed\" for 2 Turns."),
        (timed, "The target receives \"Burn\" and loses 10 Mana."),
        (timed, "The target receives \"Burn\" if they are Evil."),
        (timed, "The target receives \"Scald\"."),
        (timed, "The target receives Burning."),
    ] {
        assert_ne!(faults(status, effect), [""; 0], "{effect}");
    }
}

/// What stands behind a semicolon in a status is the status's, whatever follows behind the full stop.
#[test]
fn a_semicolon_does_not_end_a_status() {
    let text = "The target receives \"Burn\" for 2 Turns: at the end of each Turn they receive 8 Special damage; their END is lowered by 1 subrank. The user loses 5 Health.";
    let sentences = parse_entry(text, false).1.unwrap();
    assert_eq!(sentences.len(), 2);
    assert!(sentences[0].text.contains("END"), "{}", sentences[0].text);
}
