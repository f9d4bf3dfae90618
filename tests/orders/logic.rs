//! Statements of the Logic Game in order files.

use super::{checked, plan, said};

fn codes(text: &str) -> Vec<&'static str> {
    checked(text).diagnostics.iter().map(|d| d.code).collect()
}

#[test]
fn what_is_stated_needs_no_character_above_it() {
    let found = checked("Red: \"Saber is alive.\"\n\nSaber: Attack Archer.");
    assert_eq!(plan(&found)[0], "Rin: Red: \"Saber is alive.\".", "{:?}", said(&found));
    assert_eq!(plan(&found).len(), 2);
}

#[test]
fn the_tags_of_gamefaqs_are_red_and_blue() {
    for (text, orders) in [
        ("<em><b><i>Saber is alive.</i></b></em>", &["Rin: Red: \"Saber is alive.\"."][..]),
        ("< EM >< b >< i >Saber is \"alive\".< /em > < /b > < /i >", &["Rin: Red: \"Saber is \"alive\".\"."]),
        ("<em><b><b>It was Archer.\nI think.</b></b></em>", &["Rin: Blue: \"It was Archer. I think.\"."]),
        ("Rin: Blue to Blue: <em><b><b>It was Archer.</b></b></em>", &["Rin: Blue to \"Blue\": \"It was Archer.\"."]),
        ("Answer 3 in red: <em><b><i>No.</i></b></em>", &["Rin: Answer 3 in red: \"No.\"."]),
        (
            "Saber: Attack Archer.\n<em><b><i>One.</i></b></em> <em><b><b>Two.</b></b></em>\nSaber: Stay.",
            &["Saber: Attack Archer.", "Saber: Red: \"One.\".", "Saber: Blue: \"Two.\".", "Saber: Stay."],
        ),
    ] {
        let found = checked(text);
        assert_eq!(plan(&found), orders, "{text}\n{:?}", said(&found));
        assert!(!found.has_errors(), "{text}\n{:?}", said(&found));
    }
}

#[test]
fn words_beside_coloured_text_are_passed_over_and_orders_are_not() {
    let found = checked("You are wrong, because <em><b><i>Saber was here.</i></b></em> as all could see.");
    assert_eq!(plan(&found), ["Rin: Red: \"Saber was here.\"."]);
    assert_eq!(found.diagnostics.iter().map(|d| d.code).collect::<Vec<_>>(), ["W105", "W105"]);
    // An order on that line is an order; one with a fault is an error.
    let found = checked("Saber: Attack Archer. <em><b><i>Saber was here.</i></b></em>");
    assert_eq!(plan(&found), ["Saber: Attack Archer.", "Saber: Red: \"Saber was here.\"."]);
    assert_eq!(codes("Saber: Attack Archr. <em><b><i>Saber was here.</i></b></em>"), ["E202"]);
    // Beyond the line nothing is passed over.
    assert_eq!(codes("Saber: Frobnicate.\n\n<em><b><i>Saber was here.</i></b></em>"), ["E112"]);
    assert!(codes("<em><b><i>Saber was here.").contains(&"E104"));
}

#[test]
fn a_statement_waits_for_nothing_and_stands_alone() {
    assert_eq!(codes("Rin: If Archer is here, red: \"So.\""), ["E331"]);
    assert_eq!(codes("Rin: Red: \"So.\" at the end of the Attacking Phase."), ["E331"]);
    assert_eq!(codes(&format!("Rin: Red: \"{}\"", "so ".repeat(400))), ["E331"]);
}

#[test]
fn a_reply_is_to_a_statement_that_stands() {
    for (text, code) in [
        ("Answer 9 in red: \"No.\"", "E332"),
        ("Answer 2 in red: \"No.\"", "E333"),
        ("Counter 1 in blue: \"No.\"", "E333"),
        ("Correct 2: \"No.\"", "E333"),
    ] {
        assert_eq!(codes(text), [code], "{text}");
    }
    for text in ["Answer 3 in red: \"No.\"", "Counter 3 in blue: \"No.\"", "Correct 1: \"No.\""] {
        assert_eq!(codes(text), [""; 0], "{text}");
    }
}

#[test]
fn a_blue_asks_somebody_else_whom_everybody_can_tell() {
    for (text, code) in
        [("Blue to Red: \"So.\"", "E331"), ("Blue to Saber: \"So.\"", "E331"), ("Blue to Gilgamesh: \"So.\"", "E207")]
    {
        assert_eq!(codes(text), [code], "{text}");
    }
    assert_eq!(codes("Red: \"Archer will die tomorrow.\""), ["W331"]);
}
