//! Orders whose conditions are asked as a phase or the Turn begins, once, for all their cases (A253).

use super::readings::{all_read, all_refused};

#[test]
fn a_written_start_is_when_all_cases_are_asked() {
    all_read(&[
        (
            "Saber: If Lancer is here when the Attacking Phase starts, Cut him three times; otherwise Surge Archer at the end of the phase.",
            "Saber: At the start of the Attacking Phase, if Lancer is here, use Cut on that character 3 times; otherwise, use Surge on Archer at the end of the Attacking Phase.",
        ),
        (
            "Saber: As the Attacking Phase begins, if both Lancer and Archer are here, use Excalibur on Lancer and Archer; otherwise, Cut Lancer.",
            "Saber: At the start of the Attacking Phase, if Lancer is here and Archer is here, use Excalibur on Lancer and Archer; otherwise, use Cut on Lancer.",
        ),
        (
            "Saber: Mend Rin if she has less than 75 Health when the Support Phase starts; otherwise Mend me.",
            "Saber: At the start of the Support Phase, if Rin has less than 75 Health, use Mend on Rin; otherwise, use Mend on me.",
        ),
        (
            "Saber: If Lancer is here at the start of the Attacking Phase, use Mend on Rin and then use Cut on Lancer.",
            "Saber: At the start of the Attacking Phase, if Lancer is here, use Mend on Rin and then use Cut on Lancer.",
        ),
        (
            "Saber: If Lancer is here when the Attacking Phase starts, Cut him. If he isn't, Cut Archer.",
            "Saber: At the start of the Attacking Phase, if Lancer is here, use Cut on that character; otherwise, use Cut on Archer.",
        ),
        (
            "Saber: Cut Lancer three times unless he is in Spirit Form at the start of the Attacking Phase.",
            "Saber: At the start of the Attacking Phase, if Lancer is not in Spirit Form, use Cut on Lancer 3 times.",
        ),
        (
            "Rin: If Saber is Stunned at the start of the Turn, command Saber \"Withstand it!\".",
            "Rin: At the start of the Turn, if Saber is affected by Stun, command Saber \"Withstand it!\".",
        ),
        (
            "Saber: If I have less than 100 Health when the Night starts, use Mend on me.",
            "Saber: At the start of the Turn, if I have less than 100 Health, use Mend on me.",
        ),
        (
            "Saber: If Lancer has attacked me by the start of the Prepared Effect Phase, use Final Strike on Lancer; otherwise, use Final Strike on Archer.",
            "Saber: At the start of the Prepared Effect Phase, if Lancer has attacked me, use Final Strike on Lancer; otherwise, use Final Strike on Archer.",
        ),
        (
            "Saber: If Lancer has attacked me before the Prepared Effect Phase, use Final Strike on Lancer.",
            "Saber: At the start of the Prepared Effect Phase, if Lancer has attacked me, use Final Strike on Lancer.",
        ),
        (
            "Saber: If Lancer is here at the start of the second round, Cut him.",
            "Saber: At the start of the 2nd Instant Phase, if Lancer is here, use Cut on that character in the 2nd round.",
        ),
        (
            "Saber: Move to the Bridge. If Lancer is here when the Attacking Phase starts, Cut him; otherwise, Guard.",
            "Saber: Move to Bridge. | Saber: At the start of the Attacking Phase, if Lancer is here, use Cut on that character; otherwise, use Guard.",
        ),
    ]);
}

#[test]
fn a_start_beside_another_time_or_an_event_is_refused() {
    all_refused(&[
        // Nothing comes before what it hangs on.
        "Saber: If Lancer is here when the Attacking Phase starts, use Guard in the Support Phase.",
        "Saber: If Lancer is here when the Attacking Phase starts, Cut him; otherwise, Mend Rin in the Support Phase.",
        // One time for all cases.
        "Saber: If Lancer is here when the Attacking Phase starts, Cut him; otherwise, if Archer is here when the Prepared Effect Phase starts, Cut Archer.",
        "Saber: If Lancer is here when the Attacking Phase starts and Archer is not here, Cut him.",
        "Saber: If I have less than 100 Health at the start of the Turn and Lancer is here, use Guard.",
        "Saber: When Lancer attacks me, if I have less than 100 Health at the start of the Turn, Cut Lancer.",
        // What is yet to happen is awaited, or named as what has happened.
        "Saber: If Lancer attacks me when the Attacking Phase starts, Cut him.",
        "Saber: If Lancer is here when the Attacking Phase starts, Cut him; otherwise, if Archer attacks me, Cut Archer.",
        "Saber: If Lancer attacks me before the Prepared Effect Phase, use Final Strike on Lancer.",
        "Saber: If Lancer leaves the Park before the Attacking Phase, use Guard.",
        "Saber: If Lancer is here before the Attacking Phase, Cut him.",
        // A time that goes on.
        "Saber: If Lancer is here from the start of the Attacking Phase, Cut him.",
        "Saber: From the start of the Attacking Phase, if Lancer is here, Cut him.",
        "Saber: If Lancer is here until the start of the Attacking Phase, use Mend on me.",
        // Without a condition it is a time of what is done.
        "Saber: As the Attacking Phase begins, Cut Lancer.",
        "Saber: At the end of the phase, Cut Archer.",
        "Saber: If Lancer is here, Cut him; otherwise, at the end of the phase, Surge Archer.",
        "Saber: If Lancer is here when the Turn starts, Cut him; otherwise, at the end of the phase, Surge Archer.",
        "Saber: If Lancer is here when the Attacking Phase starts, tell Blue: \"Hello\".",
    ]);
}

/// The phase is over before anything of the order has its place: the time can be of the asking alone.
#[test]
fn the_end_of_a_phase_before_the_order_s_own_place_is_when_it_is_asked() {
    let flee =
        "Rin: At the end of the Attacking Phase, if Saber has less than 150 Health, flee to Bridge; otherwise, stay.";
    let both = format!(
        "{flee} | Saber: At the end of the Attacking Phase, if Saber has less than 150 Health, flee to Bridge; otherwise, stay."
    );
    all_read(&[
        (
            "Rin: If Saber has less than 150 Health at the end of the Attacking Phase, flee to Bridge with Saber; otherwise, stay.",
            both.as_str(),
        ),
        (
            "Rin: If Saber has less than 150 Health at the end of the Attacking Phase, flee to Bridge; otherwise, stay.",
            flee,
        ),
        (
            "Rin: At the end of the Attacking Phase, if Saber has less than 150 Health, flee to Bridge; otherwise, stay.",
            flee,
        ),
        (
            "Saber: Withdraw to the Bridge if my Health is 100 or less at the end of the Attacking Phase.",
            "Saber: At the end of the Attacking Phase, if I have 100 or less Health, flee to Bridge.",
        ),
        (
            "Rin: If Saber is below 100 Health at the end of the Attacking Phase, use the Teleporter on Saber and me to the Bridge.",
            "Rin: At the end of the Attacking Phase, if Saber has less than 100 Health, use item Teleporter on Saber and me to Bridge.",
        ),
        (
            "Saber: If Lancer is here at the end of the Attacking Phase, use Final Strike on Lancer.",
            "Saber: At the end of the Attacking Phase, if Lancer is here, use Final Strike on Lancer.",
        ),
        // What can be done then is put off to it, as it was.
        (
            "Saber: If Lancer is here at the end of the Attacking Phase, use Cut on Lancer.",
            "Saber: If Lancer is here, use Cut on Lancer at the end of the Attacking Phase.",
        ),
    ]);
}

#[test]
fn an_end_that_is_of_what_is_done_or_of_one_case_stays_refused() {
    all_refused(&[
        "Saber: If Lancer is here, flee to Bridge at the end of the Attacking Phase.",
        "Saber: Flee to Bridge at the end of the Attacking Phase.",
        "Saber: At the end of the Attacking Phase, flee to Bridge.",
        // One case could be done then.
        "Saber: If Lancer is here at the end of the Attacking Phase, use Cut on Lancer; otherwise, flee to Bridge.",
        // The other case has another time.
        "Saber: If Lancer is here at the end of the Attacking Phase, flee to Bridge; otherwise, if Archer is here at the end of the Support Phase, flee to Church.",
        // Awaited, or asked then?
        "Saber: If Lancer attacks me at the end of the Attacking Phase, flee to Bridge.",
        // A time that goes on.
        "Saber: If Lancer is here until the end of the Attacking Phase, flee to Bridge.",
    ]);
}
