//! What authors say of one attack again and again: whom it spares, what of it does more, what it is not lessened by.

use super::families::refused;
use super::other_wordings::assert_read_back;

/// Every sentence of an entry says the same as the first, which is how it is printed back.
fn same(sentences: &[&str]) {
    let first = sentences[0];
    let each: Vec<(&str, &str)> = sentences.iter().map(|sentence| (*sentence, first)).collect();
    assert_read_back(&each);
}

#[test]
fn attacks_and_harm_that_leave_so_much_health() {
    same(&[
        "This attack cannot reduce the target's Health below 1.",
        "The damage inflicted by this attack cannot reduce the target's Health below 1.",
        "This attack is unable to bring the target's Health below 1.",
        "If this attack would kill the target, they survive it with 1 Health instead.",
    ]);
    same(&["The user receives 15 Special damage but keeps at least 1 Health."]);
    assert!(refused("This attack cannot reduce the target's Health below 0.").contains("below 1 Health dies"));
    assert!(refused("The user receives 15 Special damage but keeps at least 1 Mana.").contains("something else"));
}

#[test]
fn what_does_not_lessen_an_attack() {
    same(&[
        "This attack suffers no penalty for low Health.",
        "The damage of this attack is not reduced if the user has low Health.",
        "The penalty for having 1/3 or less of one's maximum Health does not apply to this skill.",
        "This skill is not affected by the penalty for having 1/3 or less of maximum Health.",
    ]);
    same(&[
        "This damage cannot be reduced by skills of the target.",
        "Skills of the target that decrease damage received have no effect on this attack.",
    ]);
    same(&[
        "Skills cannot reduce this damage by a percentage.",
        "Skill effects that would reduce damage by a percentage do not affect this attack.",
    ]);
    same(&[
        "This damage cannot be reduced by Flight.",
        "The reduction of damage granted by Flight does not apply to this attack.",
        "If the target has Flight, they are treated as Flightless when damage for this attack is calculated.",
    ]);
}

#[test]
fn one_hit_of_several() {
    same(&["Damage inflicted increases by 50% if this is the second hit.", "The second hit inflicts 50% more damage."]);
    same(&["The target receives Stun 1 if this is the last hit.", "The final blow also inflicts Stun 1."]);
    assert!(
        refused("The target's END is lowered by 1 rank for 2 Turns if this is the second hit.")
            .contains("the last hit")
    );
    assert!(
        refused("The user's STR is raised by 1 rank if this is the last hit.").contains("known when it has struck")
    );
}

#[test]
fn who_takes_an_attack_for_a_master() {
    same(&[
        "Damage inflicted increases by 30% if this attack is intercepted for a Master.",
        "A Servant who protects their Master from this attack receives 30% more damage from it.",
        "If a Servant intercepts this attack for their Master, that Servant receives 30% more damage.",
    ]);
    same(&["This attack cannot be intercepted by familiars.", "This attack cannot be intercepted by a familiar."]);
    same(&[
        "This attack cannot be intercepted by characters with AGI lower than the user's.",
        "Characters with AGI lower than the user's cannot intercept this attack.",
    ]);
}

#[test]
fn turns_that_are_counted() {
    same(&[
        "Damage inflicted increases by 10% for each Turn the user has been in this battle before this one, up to 50%.",
        "Damage inflicted increases by 10% for each previous Turn of the current battle, up to 50%.",
        "Damage inflicted increases by 10% for each Turn this battle has lasted before the current one, to a maximum of 50%.",
    ]);
    same(&[
        "Damage inflicted increases by 5 for each Turn in a row before this one in which this skill was used on the target.",
        "Damage inflicted increases by 5 for each consecutive Turn in which this skill was used on the same target.",
    ]);
    same(&[
        "Damage inflicted increases by 10% for each earlier Turn in which this skill hit the target.",
        "Damage inflicted increases by 10% for each previous Turn in which this skill hit the same target.",
    ]);
    same(&[
        "Damage inflicted increases by 10 for each Support skill of the user in force.",
        "Damage inflicted increases by 10 for every Support skill of the user's that is currently active.",
    ]);
}

#[test]
fn types_of_an_attack_and_stats_compared() {
    same(&[
        "This attack's damage becomes Magical if the user's MAE is higher than the user's STR.",
        "This attack inflicts Magical damage instead of Physical damage if the user's MAE is higher than their STR.",
    ]);
    same(&[
        "Half of the damage is Physical and half is Magical.",
        "Half of the damage inflicted is Physical and the other half is Magical.",
        "The base damage of this skill is split evenly between Physical and Magical damage.",
    ]);
    assert!(refused("Half of the damage is Physical and half is Physical.").contains("two halves of one type"));
    same(&[
        "Damage inflicted increases by 20% if the target's LCK is at least 2 ranks lower than the user's LCK.",
        "Damage inflicted increases by 20% if the target's LCK is at least two full ranks below the user's.",
    ]);
}

#[test]
fn all_mana_and_others_there() {
    same(&[
        "The user pays all of their Mana but 10, and base damage becomes 50% of it.",
        "All of the user's Mana except for 10 is consumed, and base damage is equal to half of the amount consumed.",
    ]);
    same(&[
        "All opponents in the target's location except the target receive 10 Special damage.",
        "All other opponents in the target's location receive 10 Special damage.",
        "Every other enemy in the target's location receives 10 Special damage.",
    ]);
    same(&[
        "The active Bounded Field in the target's location is cancelled.",
        "Any Bounded Field in the target's location is destroyed.",
    ]);
}
