//! What hangs on the damage of the attack itself, what is counted of a battle, and what was done in the Turn before.

use grail_referee::language::effect_text::canonical;
use grail_referee::language::effects::{find_described_spans, read_passage};

use super::families::{refused, same};

#[test]
fn family_46_what_this_attack_inflicts() {
    same(&[
        "The target receives Stun 2 if this attack inflicts 30 or more damage.",
        "If this attack inflicts 30 or more damage, the target is Stunned for 2 Turns.",
        "If this attack deals at least 30 damage to the target, the target receives Stun 2.",
        "If the damage inflicted is 30 or more, the target receives Stun 2.",
    ]);
    same(&[
        "The user restores 10 Health if this attack inflicts more than 0 damage.",
        "If this attack inflicts any damage, the user restores 10 Health.",
        "If this skill deals damage, the user restores 10 Health.",
    ]);
    same(&[
        "The user loses 10 Health if this attack inflicts exactly 0 damage.",
        "The user loses 10 Health if this attack inflicts no damage.",
    ]);
    same(&[
        "The target's END is lowered by 1 rank for 2 Turns unless this attack inflicts more than 20 damage.",
        "The target's END is lowered by 1 rank for 2 Turns if this attack does not inflict more than 20 damage.",
        "Unless this attack inflicts more than 20 damage, the target's END is lowered by 1 rank for 2 Turns.",
    ]);
    // As long as what holds has no time, nobody knows of which use; nor does what waits for something.
    for open in [
        "The target's END is lowered by 1 rank if this attack inflicts 30 or more damage.",
        "When the user is attacked, the user restores 5 Health if this attack inflicts 30 or more damage.",
        "Damage inflicted increases by 10% if this attack inflicts 30 or more damage.",
        "The user's STR is raised by 1 rank for 2 Turns while this attack inflicts 30 or more damage.",
    ] {
        assert!(refused(open).starts_with("E242 what this attack inflicts is known when it has struck"), "{open}");
    }
    assert!(refused("If this attack inflicts 30 damage, the target is Stunned for 2 Turns.").starts_with("E241"));
}

#[test]
fn family_23_so_often_in_a_battle() {
    same(&[
        "When the user is attacked for the first time each battle, the user restores 5 Health.",
        "Once per battle, when the user is attacked, the user restores 5 Health.",
        "The first time each battle the user is attacked, the user restores 5 Health.",
    ]);
    same(&[
        "2 times per battle, when the user is attacked, the user restores 5 Health if the user has 50 or less Health.",
        "Twice per battle, when the user is attacked, the user restores 5 Health if the user has 50 or less Health.",
    ]);
    same(&[
        "The user's first attack each battle inflicts 100% more damage.",
        "The user's first attack in each battle inflicts double damage.",
    ]);
    same(&["The first 2 attacks that target the user each battle are negated."]);
    same(&[
        "Once per battle, when an attack would reduce the user's Health to 0 or less, the user survives with 1 Health.",
        "When an attack would kill the user, they survive with 1 Health once per battle.",
    ]);
    assert!(refused("The first 20 damage the user receives each battle is absorbed.").starts_with("E242"));
    assert!(refused("The user's first skill each battle costs 5 less Mana.").starts_with("E242"));
    let open =
        "When the user is attacked for the first time each battle, the user restores 5 Health if the target is Evil.";
    assert!(refused(open).starts_with("E242 the first time at all"));
}

#[test]
fn family_1_the_turn_before() {
    same(&[
        "Damage inflicted increases by 40% unless the user attacked in the previous Turn.",
        "Damage inflicted increases by 40% if the user did not attack during the previous Turn.",
        "If the user has not attacked last Turn, damage inflicted increases by 40%.",
    ]);
    same(&["The user restores 5 Mana if the target moved in the previous Turn."]);
    same(&[
        "Damage inflicted increases by 40% unless the user moved this Turn.",
        "Damage inflicted increases by 40% if the user did not move this Turn.",
        "If the user has not moved this Turn, damage inflicted increases by 40%.",
    ]);
    assert!(
        refused("Damage increases by 40% if the user did not attack the target in the previous Turn.")
            .starts_with("E24")
    );
}

/// What an entry is read as, and what of it is told to describe.
fn read(entry: &str) -> (Result<String, String>, Vec<&str>) {
    let told = find_described_spans(entry).into_iter().map(|span| entry.get(span.range()).unwrap()).collect();
    let said = read_passage(entry).map_err(|faults| faults[0].code.to_string()).map(|all| {
        all.into_iter().flat_map(|one| one.effect.lines()).map(|line| canonical(&line)).collect::<Vec<_>>().join(" | ")
    });
    (said, told)
}

#[test]
fn a_sentence_that_leads_in_is_told_and_does_nothing() {
    let known = [
        ("The user fights best when cornered.", "The user restores 20 Health."),
        ("A crystal ball.", "The user learns the target's Health."),
        ("The user casts their spells with very little waste.", "The user's skills cost 5 less Mana."),
        ("A reckless charge at the enemy lines.", "The user receives 20 Special damage."),
        ("An endless field of swords under a red sky.", "All opponents in this location lose 10 Mana."),
    ];
    for (leads, done) in known {
        let entry = format!("{leads} {done}");
        assert_eq!(read(&entry), (Ok(done.to_owned()), vec![leads]), "{entry}");
        // Alone it is no effect, and behind one it could be meant.
        assert!(read_passage(leads).is_err(), "{leads}");
        assert!(read_passage(&format!("{done} {leads}")).is_err(), "{leads}");
    }
    // What could say what is done is refused, wherever it stands.
    for leads in [
        "The user's mind cannot be shaken.",
        "The user attacks every opponent with a great sword.",
        "Three arrows are shot in quick succession.",
        "The user protects their Master with a wall of stone.",
        "The target of the spell is sent to a distant place.",
        "The user rests until the danger is over and gone.",
        "The user drains the life of the target with their bite.",
        "The spell only works on those with a weak heart.",
        "The user may use the bow twice.",
        "The user's attakcs grow stronger by a great deal of strengh and damge.",
    ] {
        let entry = format!("{leads} The user restores 20 Health.");
        assert_eq!(read(&entry).1, Vec::<&str>::new(), "{entry}");
        assert!(read_passage(&entry).is_err(), "{entry}");
    }
    let colon = "The blade is cursed by the dead: the target loses 20 Mana and cannot flee this Turn.";
    assert_eq!(read(colon).1, ["The blade is cursed by the dead:"]);
}

#[test]
fn they_of_a_second_sentence_is_the_one_who_was_spoken_of() {
    let said = [
        ("The user kneels in the dust. They restore 20 Health.", "The user restores 20 Health."),
        (
            "The target loses 20 Mana. They cannot flee this Turn.",
            "The target loses 20 Mana. | The target cannot flee until the end of the Turn.",
        ),
        (
            "The user hums an old tune. Damage they inflict on familiars increases by 50%.",
            "Damage the user inflicts on familiars increases by 50%.",
        ),
        (
            "The user hums an old tune. Their STR is raised by 1 rank while they are in battle.",
            "The user's STR is raised by 1 rank if the user is in battle.",
        ),
        (
            "The user steels themselves for battle. STR and END increase by one rank for 2 Turns.",
            "The user's STR and END are raised by 1 rank for 2 Turns.",
        ),
    ];
    for (entry, meant) in said {
        assert_eq!(read(entry).0, Ok(meant.to_owned()), "{entry}");
    }
    for open in [
        "The target is cursed by an old opponent. They lose 10 Mana.",
        "The user stares at the target. They lose 10 Mana.",
        "A cold wind blows over the land. They lose 10 Mana.",
        "The user hums an old tune. When the target attacks, they lose 10 Mana and their STR is lowered.",
        "A cold wind blows over the land. STR increases by one rank for 2 Turns.",
    ] {
        assert!(read_passage(open).is_err(), "{open}: {:?}", read(open));
    }
}
