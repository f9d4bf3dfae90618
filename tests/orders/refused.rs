//! Orders that are refused, each with its exact diagnostic and the words it marks.

use super::{checked, marked, plan, said};

/// Saber's order (or a whole text with `:` behind the first word), the stretch marked, what is said.
const REFUSED: &[(&str, &str, &str)] = &[
    ("Use Rapd Cut on Caster.", "Rapd Cut", "E204 `Saber` has no skill `Rapd Cut` [Rapid Cut]"),
    ("Use Rapid Cut on Castr.", "Castr", "E202 no character `Castr` is known [Caster]"),
    ("Scout the Chruch.", "Chruch", "E203 no location `Chruch` is known [Church]"),
    ("Move to Harbor.", "Harbor", "E311 `Harbor` is not one move away from `Park`"),
    ("Move to Park.", "Park", "E311 `Saber` is in `Park` already"),
    ("Move to Caster.", "Caster", "E213 `Caster` is a character; a location must stand here"),
    ("Gae Bolg Caster.", "Gae Bolg", "E204 `Saber` has no skill `Gae Bolg`"),
    ("Kill Caster with Rapid Cut.", "Kill", "E112 `Kill` is no verb of an order"),
    ("Scuot Church.", "Scuot", "E112 `Scuot` is no verb of an order [Scout]"),
    ("Use Rapid Cut on.", "", "E105 the order breaks off here: a target expected"),
    ("Use on Caster.", "on", "E105 `on` is not understood here: a skill expected"),
    ("Attack.", "", "E105 the order breaks off here: a target expected"),
    ("Attack Lancer and Lancer.", "Lancer", "E304 `Lancer` is a target of this use already"),
    (
        "Use Rapid Cut on Lancer and Caster twice.",
        "Use Rapid Cut on Lancer and Caster twice",
        "E303 `Rapid Cut` has at most 1 target; 2 are given",
    ),
    ("Use Rapid Cut.", "Use Rapid Cut", "E305 `Rapid Cut` needs a target of the kind [Any]"),
    (
        "Use Teleport to Church.",
        "Use Teleport to Church",
        "E305 `Teleport` needs a target of the kind [Contracted Partner]",
    ),
    ("Use Teleport on Rin.", "Use Teleport on Rin", "E305 `Teleport` needs a target of the kind [Location]"),
    ("Use Riding.", "Riding", "E302 `Riding` is always on and cannot be ordered (R108)"),
    ("Use Gandr on Caster.", "Gandr", "E204 `Saber` has no skill `Gandr`; it is `Rin`'s"),
    (
        "Use Survive at all costs on Rin.",
        "Use Survive at all costs on Rin",
        "E313 `Saber` is no Master and has no Command Spells",
    ),
    ("Use Heal on Illya.", "Illya", "E319 `Illya` cannot be a target of `Heal`"),
    ("Use Excalibur on me.", "Use Excalibur on me", "E319 `me` cannot be a target of `Excalibur`"),
    ("Use Rapid Cut on Church.", "Church", "E319 `Church` cannot be a target of `Rapid Cut`"),
    (
        "If Lancer would use Gae Bolg, attack Lancer.",
        "Lancer",
        "E301 a condition cannot rest on what somebody would do: it is not yet done (R198)",
    ),
    (
        "If Lancer will attack me, attack Lancer.",
        "Lancer",
        "E301 a condition cannot rest on what somebody would do: it is not yet done (R198)",
    ),
    ("If the target is dead, stay.", "If the target is dead, stay", "E215 `the target` means somebody on a sheet only"),
    (
        "If they attack me, stay.",
        "If they attack me, stay",
        "E214 nobody stands before this whom `that character` could mean",
    ),
    (
        "If there is an opponent here other than Lancer, attack them.",
        "attack them",
        "E214 nobody stands before this whom `that character` could mean",
    ),
    ("If Lancer uses Excalibar, stay.", "Excalibar", "E204 no skill `Excalibar` is known [Excalibur]"),
    ("If Caster is dead use.", "", "E105 the order breaks off here: a skill expected"),
    ("If Caster, stay.", "", "E105 the order breaks off here: `or` expected"),
    (
        "If Caster is dead, attack Archer if Lancer is here; otherwise, stay.",
        "if Lancer is here",
        "E107 an `if` stands both before and behind this order",
    ),
    ("Attack Archer; otherwise, stay.", "otherwise", "E108 there is no `if` that this `otherwise` could belong to"),
    (
        "Attack Caster in the Support Phase.",
        "Attack Caster in the Support Phase",
        "E306 this is earlier than the action's own place, the Attacking Phase",
    ),
    (
        "Attack Caster in the Movement Phase.",
        "Attack Caster in the Movement Phase",
        "E308 nothing can be delayed into the Movement Phase (A057)",
    ),
    (
        "Attack Caster at the start of the Attacking Phase.",
        "Attack Caster at the start of the Attacking Phase",
        "E306 this is earlier than the action's own place, the Attacking Phase",
    ),
    (
        "Scout Church at the end of the Support Phase.",
        "Scout Church at the end of the Support Phase",
        "E307 scouting cannot be delayed (A058)",
    ),
    (
        "Move to Bridge in the second round.",
        "Move to Bridge in the second round",
        "E307 a move cannot be delayed (A058)",
    ),
    (
        "When Archer attacks Rin in the second round, use Parry on Archer.",
        "in the second round",
        "E117 `in the second round` could be said of the event before it or of the order",
    ),
    (
        "Use Parry on Archer if Archer attacks Rin in the Support Phase.",
        "Archer attacks Rin in the Support Phase",
        "E117 it is unclear whether this time is of the condition or of the order",
    ),
    (
        "Move to Bridge in the Support Phase.",
        "Move to Bridge in the Support Phase",
        "E307 a move cannot be delayed (A058)",
    ),
    (
        "At the end of the Attacking Phase, attack Caster in the Prepared Effect Phase.",
        "attack Caster in the Prepared Effect Phase",
        "E115 two delays that cannot both hold for one action",
    ),
    (
        "Use Great Ritual and then move to Bridge.",
        "move to Bridge",
        "E309 `Great Ritual` takes the whole Turn: nothing but scouting goes with it (R088)",
    ),
    ("Gold: \"I win\".", "Gold: \"I win\"", "E312 gold text is the GM's alone (R400)"),
    (
        "Use Parry on Lancer, paying 9 additional Mana.",
        "Use Parry on Lancer, paying 9 additional Mana",
        "E320 `Parry` is not used by paying 9 additional Mana",
    ),
    (
        "Use Parry on Lancer, choosing \"right\".",
        "Use Parry on Lancer, choosing \"right\"",
        "E320 `right` cannot be chosen here",
    ),
    ("Give Splint to Rin.", "Splint", "E314 `Saber` does not hold `Splint`"),
    ("Use item Splint.", "Splint", "E314 `Saber` does not hold `Splint`"),
    ("Command Saber \"Summon!\".", "Command Saber \"Summon!\"", "E313 `Saber` is no Master and has no Command Spells"),
    ("Say: \"hello", "\"", "E104 this quote is not closed"),
    ("Rin:\nAttack Caster.", "Attack Caster", "E317 `Rin` has no basic attack"),
    ("Rin:\nCommand Lancer \"Summon!\".", "Lancer", "E318 `Lancer` is no Servant of `Rin`"),
    ("Rin:\nCommand Saber \"Jump!\".", "\"Jump!\"", "E206 no Command Spell `Jump!` is known"),
    ("Rin:\nCommand Saber \"Obey me!\".", "\"Obey me!\"", "E316 `Obey me!` needs the words of the order"),
    (
        "Rin:\nCommand Saber \"Survive at all costs!\" for Rin.",
        "\"Survive at all costs!\"",
        "E316 `Survive at all costs!` is given nothing but its Servant",
    ),
    (
        "Rin:\nCommand Saber \"Leave Spirit Form!\" at the end of the Support Phase.",
        "Command Saber \"Leave Spirit Form!\" at the end of the Support Phase",
        "E307 `Leave Spirit Form!` cannot be delayed (A058)",
    ),
    (
        "Rin:\nCommand Saber \"Flee this battle now!\" to Harbor.",
        "Harbor",
        "E311 `Harbor` is not one move away from `Park`",
    ),
    ("Rin:\nEnter Spirit Form.", "Enter Spirit Form", "E313 `Rin` is no Servant and has no Spirit Form"),
    ("Sabre:\nStay.", "Sabre", "E201 `Sabre` is no character of this seat [Saber]"),
    ("Lancer:\nStay.", "Lancer", "E201 `Lancer` is no character of this seat"),
    (
        "Saber uses Rapid Cut on Caster and Rin uses Gandr on him.",
        "Rin uses Gandr on him",
        "E110 what `Rin` does is an order of its own, and a word here could be of both",
    ),
    ("Attack Caster 50 times.", "Attack Caster 50 times", "E105 `50 times` is out of reach"),
    ("Attack Caster twice 3 times.", "3 times", "E116 this part of the order stands twice"),
    ("Use Rapid Cut on Caster if", "", "E105 the order breaks off here: a condition expected"),
    ("Saber uses", "", "E105 the order breaks off here: a skill expected"),
    ("xyzzy", "xyzzy", "E112 `xyzzy` is no verb of an order"),
    ("Rest with a Full Turn skill and use Pills.", "Rest", "E112 `Rest` is no verb of an order"),
    (
        "I offer Rider a contract.",
        "I offer Rider a contract",
        "E313 `Saber` is no Master, and has no contract to offer",
    ),
    (
        "Rin:\nAccept a contract with Illya.",
        "Accept a contract with Illya",
        "E313 `Rin` is no Servant: this order is one's",
    ),
    ("Ally with Green.", "Ally with Green", "E313 `Saber` is no Master: this order is one's [Rin: Ally with Green.]"),
    (
        "Accept a ceasefire with Green.",
        "Accept a ceasefire with Green",
        "E313 `Saber` is no Master: this order is one's [Rin: Ceasefire with Green.]",
    ),
    // What hangs on who writes it is not handed on.
    ("Protect me with Saber.", "Protect me with Saber", "E313 `Saber` is no Master: this order is one's"),
    ("Rin:\nContract with Illya.", "Illya", "E319 `Illya` is no Servant"),
    ("Accept a transfer to Caster.", "Caster", "E319 `Caster` is no Master"),
    ("Rin:\nProtect me with Saber, then Saber.", "Saber", "E304 `Saber` is named already"),
    ("Rin:\nAlly with Caster.", "Caster", "E319 `Caster` is neither a team nor a Master"),
    ("Rin:\nCeasefire with Rin.", "Rin", "E319 `Rin` is your own team"),
];

#[test]
fn refusals_say_what_is_wrong_and_where() {
    refuse(REFUSED);
}

#[test]
fn a_misspelt_word_of_the_language_is_named_with_the_right_one() {
    refuse(&[
        ("Whn Archer attacks Rin, stay.", "Whn", "E105 `Whn` is not understood here [When]"),
        ("If Archer entres this location, stay.", "entres", "E105 `entres` is not understood here [enters]"),
        ("If I have less then 50 Health, stay.", "then", "E105 `then` is not understood here [than]"),
        ("If there are two opponents her, stay.", "her", "E105 `her` is not understood here [here]"),
        ("Leave Spirit From.", "From", "E105 `From` is not understood here [Form]"),
        ("Attack Caster to times.", "to", "E105 `to` is not understood here [two]"),
        (
            "Attack Caster at the end of the Atacking Phase.",
            "Atacking",
            "E105 `Atacking` is not understood here [Attacking]",
        ),
        // Of two slips the first, for the second is behind it.
        ("If Archer attaks Rin, attack Archer tree tims.", "attaks", "E105 `attaks` is not understood here [attacks]"),
        ("If Master is attacked, stay.", "Master", "E105 `Master` is not understood here: a condition expected"),
    ]);
}

#[test]
fn that_opponent_is_whoever_was_spoken_of_as_one() {
    let checked = checked("Saber:\nIf an opponent attacks me, attack that opponent.");
    assert_eq!(said(&checked), Vec::<String>::new());
    assert_eq!(plan(&checked), ["Saber: If an opponent attacks me, attack that character."]);
    refuse(&[(
        "If a Servant attacks Rin, attack that Master.",
        "Master",
        "E105 which Master? nobody was spoken of so before",
    )]);
}

#[test]
fn a_line_below_a_misspelt_one_is_an_order_of_its_own() {
    let checked = checked("Saber:\nWhen Archer attaks Rin, attack Archer\nWhenn Caster is here, attack Caster.\nStay.");
    let missing = "W101 a full stop is missing here";
    let (first, second) =
        ("E105 `attaks` is not understood here [attacks]", "E105 `Whenn` is not understood here [When]");
    assert_eq!(said(&checked), [first, missing, second]);
    assert_eq!(plan(&checked), ["Saber: Stay."]);
}

/// Each order must be refused with this message and no other, these words marked.
pub(super) fn refuse(orders: &[(&str, &str, &str)]) {
    let mut failures = Vec::new();
    for (order, mark, message) in orders {
        let text = if order.contains(":\n") || order.starts_with("Rin:") {
            (*order).to_owned()
        } else {
            format!("Saber:\n{order}")
        };
        let checked = checked(&text);
        if said(&checked) != [*message] || marked(&checked, &text) != [*mark] || !plan(&checked).is_empty() {
            let found: Vec<_> = said(&checked).into_iter().zip(marked(&checked, &text)).collect();
            failures.push(format!("{order}\n    {found:?}\n    {:?}", plan(&checked)));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn headers_must_match() {
    for (header, message) in [
        ("Night: 4", "E209 these orders are for Night 4; orders are taken for Night 3"),
        ("Night: soon", "E109 `soon` is no number of a Night"),
        ("War: Other", "E208 these orders are for the War `Other`; this is `The War of the Nine Bridges`"),
        ("Team: Blue", "E210 these orders are of `Blue`; this seat is `Alice`"),
        ("Token: tin", "E211 this token is not the seat's"),
    ] {
        let checked = checked(&format!("{header}\n\nSaber:\nStay.\n"));
        assert_eq!(said(&checked), [message]);
        assert_eq!(plan(&checked), ["Saber: Stay."]);
        assert_eq!(checked.is_misdirected(), !message.starts_with("E109"));
    }
}

#[test]
fn one_bad_order_costs_itself_alone() {
    for (text, message, left) in [
        ("Scout Church. Scout Bridge.", "E310 a second scouting: one a day (R235)", "Scout Church."),
        (
            "Use Great Ritual. Attack Caster.",
            "E309 `Great Ritual` takes the whole Turn: nothing but scouting goes with it (R088)",
            "Use Great Ritual.",
        ),
        (
            "Use Roar. Use Great Ritual.",
            "E309 `Great Ritual` takes the whole Turn, and another action stands before it (R088)",
            "Use Roar.",
        ),
        ("Kick at will. Attack Caster.", "E112 `Kick` is no verb of an order", "Attack Caster."),
        ("Say: \"hello\n\nAttack Caster.", "E104 this quote is not closed", "Attack Caster."),
    ] {
        let checked = checked(&format!("Saber:\n{text}"));
        assert_eq!(said(&checked), [message]);
        assert_eq!(plan(&checked), [format!("Saber: {left}")]);
    }
}

#[test]
fn blocks_begun_in_another_way_are_read_with_a_warning() {
    for text in ["Saber ->\nStay.", "Saber => Stay.", "Saber - Stay.", "Saber\nStay."] {
        let checked = checked(text);
        assert_eq!(said(&checked), ["W103 a block begins with a name and a colon [Saber:]"], "{text}");
        assert_eq!(plan(&checked), ["Saber: Stay."]);
    }
}

#[test]
fn an_empty_letter_says_so() {
    let checked = checked("> Saber: Stay.\n");
    assert_eq!(said(&checked), ["H101 there are no orders in this text"]);
}

#[test]
fn what_is_said_does_not_tell_whether_a_hidden_name_exists() {
    // `Avenger` is in the War, unknown to this seat; `Nobody` is not in it.
    let said_of = |name: &str| said(&checked(&format!("Saber:\nAttack {name}.")))[0].replace(name, "NAME");
    assert_eq!(said_of("Avenger"), said_of("Nobodyy"));
}

#[test]
fn a_dead_character_gives_no_orders() {
    let mut view = super::view::view();
    view.own[1].is_alive = false;
    let source = grail_referee::language::span::Source::new("red.txt", "Saber:\nStay. Stay.");
    let checked = grail_referee::orders::check(&source, &view);
    assert_eq!(said(&checked), ["E212 `Saber` is dead"]);
}
