//! What a use comes to: with what its damage is calculated, when it fails, how often it is made, on whom.

use grail_referee::language::span::Source;
use grail_referee::sheet::load_sheet::{Defaults, load};

use super::families::{refused, same};

/// What is wrong with a sheet whose one skill, of these lines, has this sentence.
fn faults(skill: &str, sentence: &str) -> Vec<String> {
    let text = format!(
        "kind: servant\nname: Ring\nskills: [{{ name: Veil, rank: C, cost: 1 AP, {skill}, effects: [\"{sentence}\"] }}]\n"
    );
    match load(&Source::new("sheet", text.as_str()), Defaults::Scenario) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.into_iter().map(|fault| fault.message).collect(),
    }
}

#[test]
fn what_is_said_of_a_use_fits_its_skill() {
    const BLOW: &str = "type: Anti-Personnel, max_targets: 1, targets: '[Any]', damage: 10 Physical";
    const SHOT: &str = "type: Anti-Personnel, max_targets: 1, targets: '[Any]', damage: 10 Ranged";
    const SWEEP: &str = "type: Anti-Army, max_targets: 3, targets: '[Any]', damage: 10 Physical";
    let half = "This attack ignores half of the target's END.";
    let one = "One opponent loses 20 Mana.";
    for (skill, sentence) in [(BLOW, half), (SWEEP, half), (BLOW, one), (SHOT, one)] {
        assert_eq!(faults(skill, sentence), Vec::<String>::new(), "{skill}: {sentence}");
    }
    for (skill, sentence, why) in [
        (SHOT, half, "no stats are compared for the damage of `Veil` (R090, R093)"),
        (
            SWEEP,
            one,
            "`One opponent` is whom a skill with `max_targets: 1` is used on, and this is none: write `the targets`, or whom you mean",
        ),
    ] {
        assert_eq!(faults(skill, sentence), [why], "{skill}: {sentence}");
    }
}

#[test]
fn the_stats_an_attack_is_calculated_with() {
    same(&[
        "This attack's damage is calculated with the higher of the user's STR and MAE.",
        "Damage is calculated with the higher of the user's STR and MAE.",
        "Use the higher of the user's STR and MAE when calculating the damage of this attack.",
        "This attack uses the higher of the user's STR and MAE.",
    ]);
    same(&[
        "This attack's damage is calculated with the user's MAE in place of STR.",
        "Damage is calculated with the user's MAE instead of their STR.",
        "The user's MAE is used in place of STR for this attack.",
        "This attack uses the user's MAE instead of STR.",
    ]);
    same(&["This attack's damage is calculated against the lower of the target's END and MAR."]);
    same(&["This attack's damage is calculated with the user's MAE."]);
    same(&[
        "Each of these: this attack's damage is calculated with the higher of the user's STR and MAE; and this attack's damage is calculated against the lower of the target's END and MAR.",
        "Use the higher of the user's STR and MAE when calculating the damage of this attack, and the lower of the target's END and MAR.",
    ]);
    same(&[
        "This attack ignores 50% of the target's MAR.",
        "This attack ignores half of the target's MAR.",
        "Only half of the target's MAR is considered when calculating damage.",
    ]);
    same(&["This attack ignores 70% of the target's END."]);
    assert_eq!(
        refused("Only 30% of the target's END counts for this attack."),
        "E242 how much of it does not count? write `This attack ignores 70% of the target's END`"
    );
    let value = "E242 no value of damage is known of this stat here (R028 to R031)";
    assert_eq!(refused("Damage is calculated with the user's ACT."), value);
    assert_eq!(refused("Damage is calculated against the target's STR."), value);
    let one = "E242 one stat, or `the higher of` the user's two, `the lower of` the target's two";
    assert_eq!(refused("Damage is calculated with the user's STR and MAE."), one);
    assert_eq!(refused("Damage is calculated with the higher of the user's STR."), one);
    assert_eq!(refused("Damage is calculated with the user's STR in place of STR."), "E242 in place of itself?");
    assert_eq!(
        refused("This attack ignores 100% of the target's END."),
        "E242 a part is more than nothing and less than the whole: write `ignores END`"
    );
}

#[test]
fn what_cannot_be_done_to_an_attack() {
    same(&[
        "Each of these: this attack cannot be intercepted; and this attack cannot be negated.",
        "This attack cannot be intercepted or negated.",
        "Cannot be intercepted, or negated.",
    ]);
    assert_eq!(
        refused("This attack cannot be intercepted or reduced."),
        "E242 its damage cannot: write `This damage cannot be reduced or negated`"
    );
}

#[test]
fn uses_that_fail() {
    same(&[
        "This skill fails if the target has LCK ranked A or higher.",
        "Fails if the target has LCK ranked A or higher.",
        "If the target has LCK ranked A or higher, this skill fails.",
        "This skill automatically fails if the target has LCK ranked A or higher.",
    ]);
    same(&["This skill fails unless the user is in battle.", "Fails unless the user is in battle."]);
    assert_eq!(refused("This skill fails."), "E242 when? write `This skill fails if …`");
    assert!(refused("This skill fails for 2 Turns if the target is a Master.").contains("cannot have a duration"));
}

#[test]
fn so_often_in_a_battle() {
    same(&[
        "This skill can be used once per battle.",
        "Can be used only once per battle.",
        "Can be used once in each battle.",
        "This skill can only be used once during a battle.",
    ]);
    same(&["This skill can be used 2 times per battle.", "Can be used twice per battle."]);
}

#[test]
fn a_rank_for_the_order_of_actions() {
    same(&[
        "The user's AGI is treated as EX for the order of actions until the end of the Turn.",
        "The user's AGI is considered to be EX this Turn for the purposes of Turn order.",
        "The user's AGI is treated as rank EX for the purpose of determining Turn order this Turn.",
    ]);
    assert_eq!(
        refused("The user's STR is treated as EX for the order of actions."),
        "E242 actions are ordered by AGI (R207): treat AGI as another rank"
    );
}

#[test]
fn health_that_stays_above_nothing() {
    same(&[
        "The user's Health cannot be reduced below 1 until the end of the Turn.",
        "The user's Health cannot fall below 1 this Turn.",
        "The user cannot be reduced below 1 Health this Turn.",
    ]);
    assert_eq!(
        refused("The user's Health cannot be reduced below 50 this Turn."),
        "E242 what keeps alive leaves 1 Health: write `below 1`"
    );
}

#[test]
fn one_target() {
    same(&["The target loses 20 Mana if the target is an opponent.", "A single opponent loses 20 Mana."]);
    same(&["The target restores 50 Health if the target is an ally.", "One ally restores 50 Health."]);
    same(&["The target cannot flee until the end of the Turn.", "One target cannot flee this Turn."]);
}

#[test]
fn who_is_kept_from_what() {
    same(&[
        "The target cannot use skills that cost Mana until the end of the Turn.",
        "The target is prevented from using skills that cost Mana this Turn.",
        "The target cannot use skills that consume Mana this Turn.",
        "The target cannot use skills with a Mana cost this Turn.",
    ]);
    same(&[
        "The target cannot use skills that cost 40 or more Mana for 2 Turns.",
        "The target is unable to use any skill with a Mana cost of 40 or more during this Turn and the next.",
    ]);
    same(&[
        "The target can only attack the user until the end of the Turn.",
        "All attacks made by the target this Turn must target the user.",
    ]);
}

#[test]
fn damage_thrown_back_and_taken_besides() {
    same(&[
        "50% of the damage the user receives from magical attacks is reflected to the attacker until the end of the Turn.",
        "The user reflects 50% of the damage they receive from magical attacks this Turn to the attacker as Special damage.",
    ]);
    same(&["The target receives 80 Special damage.", "Inflicts 80 Special damage on the target."]);
    same(&[
        "The user receives Special damage equal to 25% of the damage inflicted.",
        "The user receives 25% of the damage this attack inflicts as Special damage.",
    ]);
    same(&[
        "At the end of this Turn, the user receives Stun 1.",
        "Once this Turn ends, the user is Stunned for 1 Turn.",
    ]);
}
