//! Words about an upkeep that nothing pays, and about uses of an item that nobody gets, are refused.

use grail_referee::language::span::Source;
use grail_referee::sheet::load_sheet::{Defaults, load};

/// The faults of a sheet's text.
fn faults(text: &str) -> Vec<String> {
    match load(&Source::new("sheet", text), Defaults::Scenario) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.into_iter().map(|fault| fault.message).collect(),
    }
}

/// The faults of a Support skill of this cost with this sentence.
fn skill(cost: &str, sentence: &str) -> Vec<String> {
    faults(&format!(
        "kind: servant\nname: Ring\nhealth: 100\nskills: [{{ name: Veil, rank: C, type: Support, max_targets: 1, targets: \"[Self]\", cost: \"{cost}\", effects: ['{sentence}'] }}]\n"
    ))
}

/// The faults of an item with this sentence.
fn item(sentence: &str) -> Vec<String> {
    faults(&format!(
        "kind: library\nname: Shelf\nskills: [{{ name: Charm, role: item, type: Support, targets: \"[Self]\", effects: ['The user restores 5 Mana.', '{sentence}'] }}]\n"
    ))
}

#[test]
fn what_lasts_while_an_upkeep_is_paid_has_one() {
    for sentence in [
        "The user gains Flight ranked C for as long as the upkeep is paid.",
        "The user gains Flight ranked C while its upkeep is paid.",
        "The user gains Flight ranked C as long as the caster pays the upkeep.",
        "The user gains Flight ranked C. Lasts as long as the upkeep is paid.",
    ] {
        assert_eq!(skill("1 SP, Upkeep 5 Mana", sentence), Vec::<String>::new(), "{sentence}");
        assert_eq!(skill("1 SP", sentence), ["`Veil` has no upkeep that could be paid"], "{sentence}");
    }
    assert_eq!(skill("1 SP", "The user gains Flight ranked C indefinitely."), Vec::<String>::new());
    let of_others = "All active effects with an upkeep on the user are cancelled.";
    assert_eq!(skill("1 SP", of_others), Vec::<String>::new(), "the upkeep of other skills");
    let told_here = "Upkeep: 5 Mana per Turn. The user gains Flight ranked C for as long as the upkeep is paid.";
    assert_eq!(skill("1 SP", told_here), Vec::<String>::new(), "the upkeep is told beside it");
}

#[test]
fn no_item_is_used_twice() {
    for sentence in ["This item can be used 3 times.", "Can be used twice per Turn.", "Can be used 2 times per battle."]
    {
        assert_eq!(item(sentence), ["`Charm` is an item, and gone once it is used (R340)"], "{sentence}");
    }
    assert_eq!(item("Can be used once per Turn."), Vec::<String>::new());
    assert_eq!(skill("1 SP", "The user restores 5 Mana. Can be used 3 times during the War."), Vec::<String>::new());
}
