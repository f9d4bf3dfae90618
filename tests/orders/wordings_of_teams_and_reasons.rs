//! How people write when nobody tells them how: teams in the place of people, reasons beside orders, what is forbidden,
//! words that lean on what stands before them. And what beside each stays refused.
#![expect(clippy::unwrap_used, reason = "tests stop where something is wrong")]

use grail_referee::perception::view::View;

use super::readings::{all_read, all_refused, checked_by, read};
use super::view::seat_of_writers;

/// What is hinted of one order.
fn hints(order: &str) -> Vec<String> {
    let (who, sentence) = order.split_once(": ").unwrap();
    let checked = checked_by(who, sentence, &seat_of_writers());
    checked.diagnostics.into_iter().filter(|said| said.code == "H102").map(|said| said.message).collect()
}

#[test]
fn a_team_is_told_by_its_master_where_the_seat_knows_who_that_is() {
    all_read(&[
        ("Saber: Hit the Blue Servant with Cut.", "Saber: Use Cut on Tokiomi's Servant."),
        ("Rin: Fire Gandr at Blue's Servant.", "Rin: Use Gandr on Tokiomi's Servant."),
        ("Rin: Use Gandr on Green's Master.", "Rin: Use Gandr on Illya."),
        ("Saber: If Blue's people attack us, use Guard.", "Saber: If Tokiomi's team attacks my team, use Guard."),
        ("Saber: If anyone from Blue attacks Rin, use Guard.", "Saber: If Tokiomi's team attacks Rin, use Guard."),
        ("Saber: Excalibur on everyone except Green.", "Saber: Use Excalibur on every opponent except Illya's team."),
        ("Rin: Ally with the Blue team.", "Rin: Ally with \"Blue\"."),
        ("Rin: Tell Blue: \"Truce?\"", "Rin: Tell \"Blue\": \"Truce?\"."),
    ]);
    all_refused(&["Saber: Cut Blue's Servants.", "Saber: Cut Blue's friend."]);
}

#[test]
fn a_team_of_which_the_seat_knows_nobody_is_nobody() {
    let mut unknown = seat_of_writers();
    unknown.known.iter_mut().for_each(|known| known.team = None);
    let mut absent = seat_of_writers();
    absent.known.retain(|known| known.name != "Tokiomi" && known.name != "Lancer");
    for order in ["Saber: Hit the Blue Servant with Cut.", "Saber: If Blue attacks us, use Guard."] {
        let said = |view: &View| {
            let (who, sentence) = order.split_once(": ").unwrap();
            let found = checked_by(who, sentence, view);
            found.diagnostics.iter().map(|said| said.message.clone()).collect::<Vec<_>>()
        };
        assert!(read(order, &unknown).starts_with("refused"), "{order}");
        assert_eq!(said(&unknown), said(&absent), "{order}");
    }
}

#[test]
fn a_reason_beside_an_order_is_a_note() {
    all_read(&[
        ("Saber: Consume a civilian, as I need the Mana.", "Saber: Consume a civilian."),
        ("Saber: Consume a civilian because we need the Mana.", "Saber: Consume a civilian."),
        ("Rin: Use the Mana Detector so that we know where the fields are.", "Rin: Use item Mana Detector."),
        ("Saber: It should be a quiet night, so go into Spirit Form.", "Saber: Enter Spirit Form."),
        ("Saber: I'd rather not fight tonight, so enter Spirit Form.", "Saber: Enter Spirit Form."),
        ("Saber: Cancel Calm; I don't want it active any longer.", "Saber: Cancel Calm."),
        ("Saber: Since I don't trust him, use Guard.", "Saber: Use Guard."),
    ]);
    assert_eq!(
        hints("Saber: Consume a civilian, as I need the Mana."),
        ["taken as a note, no part of the order; the GM can read it: `I need the Mana`"]
    );
}

#[test]
fn no_condition_and_no_order_is_lost_as_a_reason() {
    all_refused(&[
        "Saber: Use Guard, since Lancer attacked me.",
        "Saber: Use Guard because Lancer is here.",
        "Saber: Use Guard as Lancer leaves.",
        "Saber: Use Guard, as he runs away.",
        "Saber: Lancer is here, so use Guard.",
        "Saber: I attack Lancer, so use Guard.",
        "Saber: Use Guard so that I can use Surge on Lancer.",
        "Saber: Use Guard because I want Surge next.",
        "Saber: Use Guard, because otherwise I lose.",
        "Rin: Use Jewel Light so that Saber survives.",
        "Saber: Use Guard because I have 20 Mana.",
    ]);
}

#[test]
fn what_is_forbidden_is_kept_to_by_itself() {
    for order in [
        "Saber: Don't attack Illya.",
        "Saber: Please don't use Excalibur tonight.",
        "Rin: Do not use any Command Spells.",
        "Saber: We won't attack Illya under any circumstances.",
        "Saber: Don't use Excalibur; we need the Mana.",
        "Saber: Don't attack Illya. Use Cut on Lancer.",
        "Saber: Don't use Excalibur. Use Surge on Lancer.",
    ] {
        assert!(
            !read(order, &seat_of_writers()).starts_with("refused"),
            "{order}: {}",
            read(order, &seat_of_writers())
        );
        assert!(hints(order).iter().any(|hint| hint.starts_with("kept to by itself")), "{order}");
    }
    // Beside an order that does it, or could, and where it could order something.
    all_refused(&[
        "Saber: Don't attack Illya. Use Excalibur on every opponent.",
        "Saber: Don't attack Illya. Use Cut on Illya.",
        "Saber: Don't attack Illya. Use Cut on Tokiomi's Servant.",
        "Saber: Don't use Excalibur. Use Excalibur on Lancer.",
        "Saber: Don't move to Bridge. Flee to Mall.",
        "Saber: Don't use Excalibur unless Archer uses a Noble Phantasm. Use Excalibur on Archer.",
        "Saber: Don't attack anyone but Lancer.",
        "Saber: Don't attack Lancer until Rin has acted.",
        "Saber: Don't protect Rin.",
        "Saber: Don't accept a contract with Illya.",
    ]);
}

#[test]
fn a_neighbour_or_a_blow_that_changes_an_order_is_told() {
    let view = seat_of_writers();
    let codes = |order: &str| {
        let checked = checked_by("Saber", order, &view);
        checked.diagnostics.into_iter().map(|said| said.code).collect::<Vec<_>>()
    };
    for (order, code) in [
        ("Use Blink to Bridge. Use Cut on Lancer.", "W375"),
        ("Use Cut on Lancer as often as possible. Use Surge on Archer.", "W303"),
        ("When Lancer attacks me, use Guard.", "W380"),
    ] {
        assert!(codes(order).contains(&code), "{order}: {:?}", codes(order));
    }
    for order in [
        "Use Blink to Bridge at the end of the Attacking Phase. Use Quick Hand on Lancer.",
        "Use Cut on Lancer. Use Surge on Archer as often as possible.",
        "When Lancer attacks me, use Parry.",
        "When Lancer attacks Rin, use Mend on Rin.",
        "Use Guard.",
    ] {
        assert_eq!(codes(order), Vec::<&str>::new(), "{order}");
    }
}

#[test]
fn the_hurt_who_are_healed_are_below_full_health() {
    all_read(&[
        (
            "Saber: Mend Rin if she's hurt, else Mend me.",
            "Saber: If Rin has less than 100% of their maximum Health, use Mend on Rin; otherwise, use Mend on me.",
        ),
        (
            "Rin: Use the Splint on myself if I'm wounded.",
            "Rin: If I have less than 100% of my maximum Health, use item Splint on me.",
        ),
        (
            "Rin: Use Jewel Light on Saber if she has lost any Health.",
            "Rin: If Saber has less than 100% of their maximum Health, use Jewel Light on Saber.",
        ),
    ]);
    all_refused(&[
        "Saber: If Rin is hurt, use Surge on Lancer.",
        "Saber: If Lancer is hurt, use Mend on Lancer.",
        "Rin: If Saber is hurt, stay.",
        "Rin: If Saber is hurt by Lancer and by Archer, use Jewel Light on Saber.",
    ]);
}

#[test]
fn words_lean_on_what_stands_before_them() {
    all_read(&[
        (
            "Saber: Use Surge on Archer and then use Cut on him.",
            "Saber: Use Surge on Archer and then use Cut on Archer.",
        ),
        (
            "Rin: Give the Splint to Saber and use Jewel Light on her.",
            "Rin: Give Splint to Saber and then use Jewel Light on Saber.",
        ),
        ("Rin: If nobody is at the Bridge, go there.", "Rin: If nobody is in Bridge, move to Bridge."),
        (
            "Saber: If Lancer attacks Rin, use Cut on whoever attacked.",
            "Saber: If Lancer attacks Rin, use Cut on that character.",
        ),
        (
            "Saber: If Lancer attacks Rin, use Guard. If he doesn't, use Calm.",
            "Saber: If Lancer attacks Rin, use Guard; otherwise, use Calm.",
        ),
        (
            "Saber: If Lancer is here, use Guard. Failing that, use Calm.",
            "Saber: If Lancer is here, use Guard; otherwise, use Calm.",
        ),
        (
            "Rin: Use Gandr on Tokiomi. If he isn't here, use it on Illya.",
            "Rin: If Tokiomi is not here, use Gandr on Illya; otherwise, use Gandr on Tokiomi.",
        ),
        (
            "Rin: If Saber has less than 50 Health, use \"Flee this battle now!\" and flee to the Bridge.",
            "Rin: If Saber has less than 50 Health, command my Servant \"Flee this battle now!\" to Bridge.",
        ),
        (
            "Rin: Use a Command Spell: \"Obey me! Do not attack Illya.\"",
            "Rin: Command my Servant \"Obey me!\": \"Do not attack Illya\".",
        ),
        ("Saber: Let's open with Quick Hand on Lancer.", "Saber: Use Quick Hand on Lancer."),
    ]);
    all_refused(&[
        "Saber: If Lancer is here, use Surge on Archer and then use Cut on him.",
        "Saber: If Lancer is here and Rin is hit, use Guard. If he doesn't, use Calm. If so, stay.",
        "Rin: If nobody is at the Bridge or at the Mall, go there.",
        "Saber: Let's attack Lancer.",
    ]);
}
