use std::collections::BTreeSet;

use grail_wordings::{Row, WordingTable};

use super::{EFFECTS, ORDERS};

#[test]
fn every_line_of_the_tables_is_a_row() {
    assert_eq!(ORDERS.broken_lines(), Vec::<String>::new());
    assert_eq!(EFFECTS.broken_lines(), Vec::<String>::new());
}

#[test]
fn no_symbol_and_no_row_stands_twice() {
    let mut twice = Vec::new();
    for text in
        [include_str!("../../../grammar/wordings/orders.txt"), include_str!("../../../grammar/wordings/effects.txt")]
    {
        let (mut symbols, mut rows, mut under) = (BTreeSet::new(), BTreeSet::new(), "");
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let is_new = match line.strip_prefix('[').and_then(|head| head.strip_suffix(']')) {
                Some(head) => {
                    under = head.split(':').next().unwrap_or_default();
                    symbols.insert(under)
                }
                None => rows.insert((under, line)),
            };
            twice.extend((!is_new).then_some(line));
        }
    }
    assert_eq!(twice, Vec::<&str>::new());
}

#[test]
fn words_are_cut_as_people_see_them() {
    let rows = "[text:]\nthe user 's {quoted} , long-ranged : 1/3 of 2.5 => {quoted}\n[quoted: any]\n";
    let table = WordingTable::parse(rows, &|_| false);
    let text = "The user's \u{201C}Rain, Song\u{201D}, long-ranged: 1/3 of 2.5.";
    assert_eq!(table.rewordings(text, &|_, _| false), ["\u{201C}Rain, Song\u{201D}"]);
}

/// Words that a row may not lose, with the words that may replace them.
// What an attack ignores is not taken off; what spares does so in place of a death, and until then.
const KEPT: &[(&str, &[&str])] = &[
    (
        "not",
        &[
            "inflicted less than",
            "this attack ignores",
            "not",
            "cannot",
            "unless",
            "every opponent",
            "no ",
            "otherwise",
            "without",
            "negated",
            "immune",
            "lose Flight",
            "{ if {",
            // What is gone if it is not used lasts until then.
            "lasts until the end of",
        ],
    ),
    (
        "no",
        &[
            "skill can be used {",
            "can use 1 AP and 1 SP",
            "this attack ignores Flight",
            "no ",
            "nobody",
            "not",
            "negated",
            "cannot",
            "100% less",
            "without a Servant",
            "without a Master",
            "lose Flight",
            "stop paying",
        ],
    ),
    (
        "only",
        &[
            "additional Mana the user pays",
            "Mana for each 1 additional",
            "if this is",
            "for this attack",
            "Health below {",
            "Health below 1",
            "exactly 1 target",
            "only",
            "no opponent other than",
            "no enemy Servant other than",
            "no enemy Master other than",
            "if {",
            "when {",
            "after {",
            "At most {",
            "50%",
            "can be used",
            "first Turn",
            // Only those ranked A or higher notice them: nobody who is ranked lower does.
            "with ACT ranked lower than {",
        ],
    ),
    // All damage but Special damage is of one of four types.
    // Except by those ranked A or higher: by those ranked lower.
    (
        "except",
        &[
            "all of their Mana but",
            "except",
            "other than",
            "and not (",
            "physical or ranged or long-ranged or magical",
            "with ACT ranked lower than {",
            "without Flight",
            // The field of a Home Base is none of those (R224).
            "the active Bounded Field in this location",
        ],
    ),
    (
        "but",
        &[
            "can use 1 AP and 1 SP",
            "and the user's basic attacks inflict",
            "Each of these",
            "but",
            "except",
            "other than",
            "otherwise",
            "unless",
            "only",
            "when",
            "if",
            // An effect that is taken back later.
            "in 2 Turns",
            "or until",
            "every opponent",
            "no opponent",
            " not ",
        ],
    ),
    ("half", &["half", "50%", "halved"]),
    ("double", &["double", "100%"]),
    // `Parry first, Guard next`
    ("next", &["this skill ends", "next", "and then use"]),
    // Without a Master, Turns are counted from the loss of the Master. What waits for something is done at the first.
    (
        "first",
        &[
            "this skill ends",
            "first",
            "next",
            "then",
            "Once per",
            "Once during the War",
            "without a Master for",
            "when {",
            "if the user has not attacked this Turn",
        ],
    ),
    ("last", &["last"]),
    (
        "other",
        &[
            "and half is",
            "other",
            "except",
            "opponents",
            "physical or ranged or long-ranged or magical",
            "without Flight",
            "the active Bounded Field in this location",
        ],
    ),
    // An effect reveals hidden characters too.
    (
        "even",
        &[
            "act without a Master",
            "suffers no penalty for low Health",
            "this attack ignores Flight",
            "cannot be reduced by skills",
            "enters Spirit Form",
            "even",
            "learns their location and class",
        ],
    ),
    // What becomes Special is Special instead, and what hits twice does so instead of once. Of two orders the second
    // may ask that what the first waits for has not happened.
    (
        "instead",
        &[
            "increase by",
            "in place of",
            "Health below {",
            "Health below 1",
            "the target dies",
            "otherwise",
            "intercepts",
            "survives",
            "they survive",
            "suffers no penalty for low Health",
            "instead",
            "loses only",
            "become",
            "does not {",
            "hits 2 times",
            // A status that breaks an item is not received.
            "would receive is negated",
        ],
    ),
    // All damage but Special damage is of one of four types.
    (
        "unless",
        &[
            "is not",
            "unless",
            "otherwise",
            "stop paying",
            "and not (",
            "physical, ranged, long-ranged or magical",
            // What is gone unless it is used lasts until then.
            "lasts until the end of",
        ],
    ),
    // A shield that takes so much damage is there until it has.
    (
        "until",
        &[
            "at AGI {",
            "during the following",
            "Health below {",
            "until",
            "after",
            "lasts",
            "stop paying",
            "gains a shield of {",
        ],
    ),
    (
        "less",
        &[
            "this attack ignores Flight",
            "less",
            "fewer",
            "decreases",
            "lowered",
            "loses",
            "cost",
            "suffers no penalty for low Health",
        ],
    ),
    // Who is immune receives no more.
    (
        "more",
        &[
            "use { on { and then use { on {",
            "skill can be used {",
            "can use 1 AP and 1 SP",
            "increase by",
            "more",
            "at least",
            "increases",
            "raised",
            "gains",
            "receive",
            "than",
            "is immune to",
        ],
    ),
];

#[test]
fn no_row_loses_a_word_of_quantity_order_or_denial() {
    let mut lost = Vec::new();
    for table in [&*ORDERS, &*EFFECTS] {
        for row in table.rows().filter(Row::has_slot) {
            let said = row.replacement();
            for (word, kept) in KEPT {
                if row.has_word(word) && !kept.iter().any(|same| said.contains(same)) {
                    lost.push(format!("{said}: {word}"));
                }
            }
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}
