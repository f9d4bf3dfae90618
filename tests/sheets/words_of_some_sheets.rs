//! `This familiar` and `the Marble` are read only where they can be meant.

use grail_referee::language::span::Source;
use grail_referee::sheet::load_sheet::{Defaults, load};

/// What is wrong with a sheet of this kind whose one skill, of these lines, has this sentence.
fn faults(kind: &str, skill: &str, sentence: &str) -> Vec<String> {
    let text = format!(
        "kind: {kind}\nname: Ring\nhealth: 100\nskills: [{{ name: Veil, rank: C, cost: 1 AP, {skill}, effects: ['{sentence}'] }}]\n"
    );
    match load(&Source::new("sheet", text.as_str()), Defaults::Scenario) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.into_iter().map(|fault| fault.message).collect(),
    }
}

const SUPPORT: &str = "type: Support, max_targets: 1, targets: \"[Self]\"";
const MARBLE: &str = "type: Reality Marble, duration: 2 Turns, max_targets: Unlimited, targets: \"[Enemy, location]\"";

/// The kind of the sheet, its skill, a sentence, and the words refused, if any.
const CASES: &[(&str, &str, &str, Option<&str>)] = &[
    ("servant", SUPPORT, "This Servant restores 10 Health.", None),
    ("familiar", SUPPORT, "This familiar restores 10 Health.", None),
    ("master", SUPPORT, "This Master restores 10 Health.", None),
    ("servant", SUPPORT, "This familiar restores 10 Health.", Some("`this familiar`")),
    ("master", SUPPORT, "This Servant restores 10 Health.", Some("`this Servant`")),
    ("familiar", SUPPORT, "This Master restores 10 Health.", Some("`this Master`")),
    ("servant", SUPPORT, "GM: this familiar sings in the Marble.", None),
    ("servant", SUPPORT, "The user gains the \"This familiar\" status.", None),
    ("servant", MARBLE, "All opponents in the Reality Marble lose 10 Mana.", None),
    ("servant", SUPPORT, "All opponents in the Reality Marble lose 10 Mana.", Some("`Reality Marble`")),
    ("servant", SUPPORT, "All opponents in this location lose 10 Mana.", None),
];

/// The faults of an item of a shelf, of this type.
fn item(kind: &str, sentence: &str) -> Vec<String> {
    let text = format!(
        "kind: library\nname: Shelf\nskills: [{{ name: Charm, role: item, type: {kind}, targets: \"[Self]\", effects: ['{sentence}'] }}]\n"
    );
    match load(&Source::new("sheet", text.as_str()), Defaults::Scenario) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.into_iter().map(|fault| fault.message).collect(),
    }
}

#[test]
fn the_holder_of_an_item_is_no_user_of_it() {
    let holder = "The holder is immune to Stun.";
    assert_eq!(item("Passive", holder), Vec::<String>::new());
    assert_eq!(item("Support", "The user is immune to Stun."), Vec::<String>::new());
    let faults = item("Support", holder);
    assert!(faults.len() == 1 && faults[0].contains("type: Passive"), "{faults:?}");
}

#[test]
fn words_of_a_sheet_and_of_a_ground_are_read_only_there() {
    for (kind, skill, sentence, refused) in CASES {
        let faults = faults(kind, skill, sentence);
        let about: Vec<&String> =
            faults.iter().filter(|fault| fault.contains("is whose") || fault.contains("would be")).collect();
        match refused {
            None => assert!(about.is_empty(), "{kind}: {sentence}: {faults:?}"),
            Some(words) => assert!(
                about.len() == 1 && about[0].to_lowercase().starts_with(&words.to_lowercase()),
                "{kind}: {sentence}: {faults:?}"
            ),
        }
    }
}
