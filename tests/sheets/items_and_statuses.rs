//! Items, statuses and fields as authors of ordinary sheets write them, class by class, with neighbours that stay
//! refused.

use grail_referee::language::effect_text::canonical;
use grail_referee::language::effects::read_passage;
use grail_referee::language::span::Source;
use grail_referee::sheet::effect_sentences::{parse_entry, parse_item_entry};
use grail_referee::sheet::load_sheet::{Defaults, load};
use grail_referee::sheet::statuses::parse_heading;

use super::other_wordings::assert_read_back;

fn assert_refused(texts: &[&str]) {
    let read: Vec<&&str> = texts.iter().filter(|text| read_passage(text).is_ok()).collect();
    assert!(read.is_empty(), "{read:#?}");
}

/// An entry of an item as it is read back, with the fields it states.
fn item(entry: &str) -> Option<String> {
    let (heading, (stated, said)) = parse_item_entry(entry, false);
    let lines = said.ok()?.into_iter().flat_map(|one| one.effect.lines());
    let name = heading.map(|heading| heading.words());
    Some(
        name.into_iter()
            .chain(lines.map(|line| canonical(&line)))
            .chain(stated.words())
            .collect::<Vec<_>>()
            .join(" | "),
    )
}

/// An entry of an attack as it is read back, with the fields it states.
fn attack(entry: &str, passive: bool) -> Option<String> {
    let (stated, said) = parse_entry(entry, passive);
    let lines = said.ok()?.into_iter().flat_map(|one| one.effect.lines());
    Some(lines.map(|line| canonical(&line)).chain(stated.words()).collect::<Vec<_>>().join(" | "))
}

/// The errors of a sheet with this entry among the skills or items.
fn faults(kind: &str, entry: &str) -> Vec<String> {
    let sheet = format!("kind: {kind}\nname: Saber\nskills: [{entry}]\n");
    let found = load(&Source::new("sheet.yaml", sheet), Defaults::Scenario).err().unwrap_or_default();
    found.into_iter().filter(|fault| fault.is_error()).map(|fault| fault.message).collect()
}

#[test]
fn an_item_is_gone_when_it_has_worked() {
    assert_read_back(&[
        (
            "The first time the holder would be afflicted with a negative status effect, this item breaks and that status effect is not received.",
            "The next negative status effect the user would receive is negated.",
        ),
        (
            "When the holder would receive a negative status effect, that effect is negated and this item disappears.",
            "The next negative status effect the user would receive is negated.",
        ),
        (
            "If the holder would be inflicted with Poison, this item is destroyed instead.",
            "The next Poison the user would receive is negated.",
        ),
        (
            "Damage the holder receives from the next attack decreases by 50%, after which this item disappears.",
            "Damage the user receives from the next attack decreases by 50%.",
        ),
        (
            "The first attack that targets the holder is negated, and this item breaks.",
            "The next attack that targets the user is negated.",
        ),
        (
            "The next attack that targets the holder is negated. This item then disappears.",
            "The next attack that targets the user is negated.",
        ),
        ("This item breaks when the holder is damaged.", "When the user is damaged, this skill ends."),
        ("When the holder dies, this item is destroyed.", "When the user dies, this skill ends."),
    ]);
    assert_refused(&[
        // What goes on working cannot be gone with it.
        "Damage the holder receives decreases by 50%, after which this item disappears.",
        "The holder's STR is raised by 1 rank. This item then disappears.",
        "The user restores 50 Health, after which the target's item disappears.",
        "Damage the holder receives from the next attack decreases by 50%, after which this item does not disappear.",
        "If the holder would be inflicted with Poison, another item is destroyed instead.",
        "If the holder would not be inflicted with Poison, this item is destroyed instead.",
        "The first attack that targets the holder is negated.",
        "This item breaks when the holder is damaged twice.",
    ]);
}

#[test]
fn an_item_that_is_held_may_count_and_end() {
    let held = |effect: &str| format!("{{ name: Doll, role: item, type: Passive, price: 5, effects: ['{effect}'] }}");
    let used = |effect: &str| format!("{{ name: Doll, role: item, price: 5, effects: ['{effect}'] }}");
    for effect in [
        "The next attack that targets the holder is negated.",
        "The next negative status effect the holder would receive is negated.",
        "This item breaks when the holder is damaged.",
    ] {
        assert_eq!(faults("library", &held(effect)), [""; 0], "{effect}");
    }
    // What is used is gone then; and what is held works on its holder.
    for entry in [
        used("This item breaks when the holder is damaged."),
        held("The next attack that targets an ally is negated."),
        held("The next 40 damage the holder receives is absorbed."),
        held("The holder restores 20 Health."),
    ] {
        assert_ne!(faults("library", &entry), [""; 0], "{entry}");
    }
}

#[test]
fn what_the_use_of_an_item_takes_may_be_a_sentence() {
    for (entry, said) in [
        (
            "Talisman (300 CP) – Damage the user receives decreases by 20% until the end of the Turn. Using this item is considered an Instant action that consumes no SP.",
            "Talisman (300 CP) | Damage the user receives decreases by 20% until the end of the Turn. | Type Instant, Cost none",
        ),
        (
            "Mana Drop (250 CP) – The user restores 35 Mana. Using this item is considered a Support action that consumes 1 SP.",
            "Mana Drop (250 CP) | The user restores 35 Mana. | Type Support, Cost 1 SP",
        ),
        (
            "The target receives 10 Ranged damage. Using this item consumes 1 AP, or a Turn Action if the user is a Master.",
            "The target receives 10 Ranged damage. | Cost 1 AP",
        ),
        (
            "Silver Charm – The holder gains 1 positive subrank to END and MAR.",
            "Silver Charm | The user's END and MAR are raised by 1 subrank.",
        ),
    ] {
        assert_eq!(item(entry).as_deref(), Some(said), "{entry}");
    }
    for entry in [
        "The user restores 35 Mana. Using this item is considered a normal move.",
        "The user restores 35 Mana. Using this item is considered a Support action that consumes 1 SP and 1 AP.",
        "The user restores 35 Mana. Using this item is considered a Support action that consumes any amount of SP.",
        "The user restores 35 Mana. Using this item is not considered a Support action.",
        "The user restores 35 Mana. Using this item consumes 1 SP if the user is a Servant.",
        "silver charm – The holder gains 1 positive subrank to END and MAR.",
    ] {
        assert_eq!(item(entry), None, "{entry}");
    }
    let entry = |fields: &str| {
        format!(
            "{{ name: Herb, role: item, price: 5, {fields}effects: ['The user restores 5 Mana. Using this item is considered an Instant action that consumes 1 SP.'] }}"
        )
    };
    for (fields, holds) in
        [("", true), ("type: Instant, cost: 1 SP, ", true), ("type: Support, ", false), ("cost: 2 SP, ", false)]
    {
        assert_eq!(faults("library", &entry(fields)).is_empty(), holds, "{fields}");
    }
}

#[test]
fn the_damage_of_each_hit_and_the_range_may_be_sentences() {
    for (entry, said) in [
        (
            "This attack strikes the target twice, and each hit inflicts 15 Physical damage.",
            "This skill hits 2 times. | Damage 15 Physical",
        ),
        (
            "The target is struck three times in quick succession. Each hit inflicts 12 Physical damage and is considered a separate attack.",
            "This skill hits 3 times. | Damage 12 Physical",
        ),
        (
            "The target loses 5 Mana. This skill can target any location up to two areas away.",
            "The target loses 5 Mana. | Range 2",
        ),
        ("This attack ignores END. This attack can target an adjacent location.", "This attack ignores END. | Range 1"),
    ] {
        assert_eq!(attack(entry, false).as_deref(), Some(said), "{entry}");
    }
    for entry in [
        "This attack strikes the target twice, and each hit after the first inflicts 15 Physical damage.",
        "This attack strikes the target twice, and each hit inflicts 15 more Physical damage.",
        "This attack strikes the target twice, and each hit inflicts 15 damage.",
        "This attack ignores END. This attack can only target an adjacent location.",
        "This attack ignores END. This attack cannot target an adjacent location.",
        "This attack ignores END. This attack can target an adjacent location, but inflicts 20% less damage there.",
        "This attack ignores END. This attack can target any location at least two areas away.",
    ] {
        assert_eq!(attack(entry, false), None, "{entry}");
    }
    let entry = |damage: &str| {
        format!(
            "{{ name: S, rank: C, type: Anti-Personnel, max_targets: 1, targets: '[Any]', {damage}cost: 1 AP, effects: ['This attack strikes the target twice, and each hit inflicts 15 Physical damage.'] }}"
        )
    };
    for (damage, holds) in
        [("", true), ("damage: 15 Physical, ", true), ("damage: 20 Physical, ", false), ("damage: 15 Magical, ", false)]
    {
        assert_eq!(faults("servant", &entry(damage)).is_empty(), holds, "{damage}");
    }
}

#[test]
fn a_status_may_be_marked_with_an_amount_and_leave_something_to_the_gm() {
    for (text, said) in [
        (
            "Burn – At the Initial Phase of a Turn, the victim receives Special damage, and their END decreases by 1 subrank for as long as the status lasts. Will be marked as \"Burn T/D\".",
            "\"Burn\": each Turn, that character receives D Special damage; that character's END is lowered by 1 subrank",
        ),
        (
            "Bleeding – The victim receives 8 Special damage each time they use an attack. Will be marked as \"Bleed T\", where T is the number of Turns the status lasts for.",
            "\"Bleeding\": when that character attacks, that character receives 8 Special damage",
        ),
        (
            "Confusion – GM: Each time the victim attacks, somebody chosen at random is hit. Lasts one Turn.",
            "\"Confusion\" for 1 Turn: GM: Each time the victim attacks, somebody chosen at random is hit.",
        ),
        (
            "Frozen – The victim cannot flee. GM: Any damage from fire removes this status.",
            "\"Frozen\": that character cannot flee. GM: Any damage from fire removes this status.",
        ),
    ] {
        let read = parse_heading(text).and_then(|status| status.canonical_words()).ok();
        assert_eq!(read.as_deref(), Some(said), "{text}");
    }
    for text in [
        "Burn – At the Initial Phase of a Turn, the victim receives Special damage.",
        "Burn – The victim cannot flee. Will be marked as \"Burn T/D\".",
        "Bleeding – The victim cannot flee. Will be marked as \"Stun T\".",
        "Confusion – GM: The victim is confused. Lasts one Turn. Lasts 2 Turns.",
    ] {
        let read = parse_heading(text).and_then(|status| status.canonical_words());
        assert!(read.is_err(), "{text}: {read:?}");
    }
}

/// What the GM does of a status is told where it is inflicted, by its name or its mark.
#[test]
fn a_status_that_leaves_something_to_the_gm_is_inflicted_with_it() {
    let errors = |status: &str, effect: &str| {
        let sheet = format!(
            "kind: servant\nname: Saber\nstatuses: ['{status}']\nskills: [{{ name: S, rank: C, type: Support, max_targets: 1, targets: '[Any]', cost: 0 SP, effects: ['{effect}'] }}]\n"
        );
        let loaded = load(&Source::new("sheet.yaml", sheet), Defaults::Scenario).map(|loaded| {
            let effects = loaded.sheets.into_iter().flat_map(|sheet| sheet.skills).flat_map(|skill| skill.effects);
            effects.map(|line| canonical(&line.effect)).collect::<Vec<_>>().join(" | ")
        });
        loaded.map_err(|found| {
            found.into_iter().filter(|fault| fault.is_error()).map(|fault| fault.message).collect::<Vec<_>>()
        })
    };
    let bound = "Binding: The victim cannot flee. GM: Fire ends it. Marked as \"Bind T\".";
    assert_eq!(
        errors(bound, "The target is inflicted with Bind 2. The user loses 5 Health.").as_deref(),
        Ok(
            "The target receives \"Binding\" for 2 Turns: that character cannot flee. | The user loses 5 Health. | GM: \"Binding\": Fire ends it."
        )
    );
    let confused = "Confusion: GM: A random target is hit. Lasts one Turn.";
    assert_eq!(
        errors(confused, "The target receives \"Confusion\".").as_deref(),
        Ok("GM: The target receives \"Confusion\" for 1 Turn: A random target is hit.")
    );
}
