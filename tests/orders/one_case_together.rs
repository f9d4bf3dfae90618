//! A move together in one case of several, or beside something else that its writer alone does (R196, R273).

use super::readings::{all_read, all_refused, checked_of_writers};
use super::view::seat_of_writers;
use grail_referee::orders::plan::build_plan;

#[test]
fn whoever_is_named_in_one_case_goes_along_in_that_case() {
    all_read(&[
        (
            "Saber: If Lancer is here, use Surge on Lancer 3 times; otherwise, if Archer is here, use Surge on Archer 3 times; otherwise, move to Church with Rin.",
            "Saber: If Lancer is here, use Surge on Lancer 3 times; otherwise, if Archer is here, use Surge on Archer 3 times; otherwise, move to Church. | Rin: If Lancer is not here and Archer is not here, move to Church.",
        ),
        (
            "Rin: If no opponent is here, move to Bridge with Saber; otherwise, use Gandr on Lancer.",
            "Rin: If no opponent is here, move to Bridge; otherwise, use Gandr on Lancer. | Saber: If no opponent is here, move to Bridge.",
        ),
        (
            "Saber: Move to Church with Rin if Lancer is dead, otherwise attack Lancer.",
            "Saber: If Lancer is dead, move to Church; otherwise, attack Lancer. | Rin: If Lancer is dead, move to Church.",
        ),
        (
            "Saber: If Lancer is here, use Surge on Lancer; otherwise, move to Church together with Rin.",
            "Saber: If Lancer is here, use Surge on Lancer; otherwise, move to Church. | Rin: If Lancer is not here, move to Church.",
        ),
        (
            "Saber: If Lancer is here, flee to Church with Rin; otherwise, if Archer is here, use Guard; otherwise, flee to Mall with Rin.",
            "Saber: If Lancer is here, flee to Church; otherwise, if Archer is here, use Guard; otherwise, flee to Mall. | Rin: If Lancer is here, flee to Church; otherwise, if Archer is not here, flee to Mall.",
        ),
        (
            "Saber: If Lancer is here, use Guard; otherwise, if Archer is here, stay; otherwise, move to Church with Rin.",
            "Saber: If Lancer is here, use Guard; otherwise, if Archer is here, stay; otherwise, move to Church. | Rin: If Lancer is not here and Archer is not here, move to Church.",
        ),
        (
            "Saber: If I have less than 50 Health, use Mend on me; otherwise, move to Church with Rin.",
            "Saber: If I have less than 50 Health, use Mend on me; otherwise, move to Church. | Rin: If Saber does not have less than 50 Health, move to Church.",
        ),
        (
            "Saber: If Lancer is here, attack Lancer; otherwise, Rin and I move to Church.",
            "Saber: If Lancer is here, attack Lancer; otherwise, move to Church. | Rin: If Lancer is not here, move to Church.",
        ),
        (
            "Rin: If Lancer is dead, Saber moves to Church with Rin; otherwise, Saber attacks Lancer.",
            "Saber: If Lancer is dead, move to Church; otherwise, attack Lancer. | Rin: If Lancer is dead, move to Church.",
        ),
    ]);
}

#[test]
fn whoever_goes_along_has_no_part_in_what_is_done_beside_the_move() {
    all_read(&[
        (
            "Saber: If Lancer is not here, use Mend on me and then move to Bridge with Rin.",
            "Saber: If Lancer is not here, use Mend on me and then move to Bridge. | Rin: If Lancer is not here, move to Bridge.",
        ),
        (
            "Saber: If no opponent is here, use Guard and move to Bridge with Rin; otherwise, attack Lancer.",
            "Saber: If no opponent is here, use Guard and then move to Bridge; otherwise, attack Lancer. | Rin: If no opponent is here, move to Bridge.",
        ),
    ]);
}

#[test]
fn where_another_case_moves_somebody_it_is_not_said_who_goes() {
    all_refused(&[
        "Saber: If Lancer is here, move to Church with Rin; otherwise, move to Bridge.",
        "Saber: If Lancer is here, use Guard; otherwise, if Archer is here, flee to Church with Rin; otherwise, flee to Mall.",
        "Rin: If Lancer is here, use the Teleporter on me to the Mall; otherwise, move to Church with Saber.",
        "Rin: If Lancer is here, use the Teleporter on me and Saber to the Mall; otherwise, move to Church with Saber.",
        "Rin: If Lancer is here, command Saber \"Flee this battle now!\" to Church; otherwise, move to Church with Saber.",
        "Saber: If Lancer is here, use Blink to Mall; otherwise, move to Church with Rin.",
        "Saber: If Lancer is here, use Blink to Mall and then move to Church with Rin; otherwise, use Guard.",
        "Saber: Move to the Church with Rin if she is here, otherwise to the Bridge.",
        // Who does the rest?
        "Rin: If Lancer is here, Saber and I flee to Church; otherwise, use Gandr on Archer.",
        "Saber: If Lancer is here, we flee to Church; otherwise, I attack Archer.",
        "Saber: If Lancer is here, attack him; otherwise, we move to Church.",
        "Saber: If Lancer is here, Rin and I move to Church and use Guard.",
        "Saber: If Lancer is here, let's move to Church with Rin; otherwise, attack Archer.",
        // Nobody goes along with what is no move.
        "Saber: If Lancer is here, attack Lancer with Rin; otherwise, move to Church.",
        // One of an opponent's does not go by this order.
        "Saber: If Lancer is here, attack Lancer; otherwise, move to Church with Archer.",
    ]);
}

/// When the conditions of an order are asked, as the plan says it.
fn asked(order: &str) -> Vec<String> {
    let checked = checked_of_writers(order);
    let plan = build_plan(&checked, &seat_of_writers());
    plan.iter().flat_map(|planned| &planned.steps).map(|step| format!("{}: {}", step.words, step.asked)).collect()
}

#[test]
fn the_plan_says_where_it_is_asked_for_both() {
    assert_eq!(
        asked("Saber: If Lancer is here, use Surge on Lancer; otherwise, move to Church with Rin."),
        [
            "use Surge on Lancer: asked in the Attacking Phase",
            "move to Church: asked in the Attacking Phase",
            "move to Church: asked in the Attacking Phase by Saber",
        ]
    );
    assert_eq!(
        asked("Saber: If Lancer is not here, use Mend on me and then move to Bridge with Rin."),
        [
            "use Mend on me: asked in the Support Phase",
            "move to Bridge: asked in the Movement Phase",
            "move to Bridge: asked in the Movement Phase by Saber",
        ]
    );
    let alone = asked("Saber: If Lancer is here, use Surge on Lancer; otherwise, move to Church.").pop().unwrap();
    assert_eq!(alone, "move to Church: asked in the Attacking Phase");
}
