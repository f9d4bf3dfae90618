use super::parse_chart::words;
use super::pattern::Step;
use super::table::Said;
use super::{EFFECTS, ORDERS};

#[test]
fn every_line_of_the_tables_is_a_row() {
    assert_eq!(ORDERS.broken, Vec::<String>::new());
    assert_eq!(EFFECTS.broken, Vec::<String>::new());
}

#[test]
fn words_are_cut_as_people_see_them() {
    let cut: Vec<_> =
        words("The user's \u{201C}Rain Song\u{201D}, long-ranged: 1/3 of 2.5.").into_iter().map(|w| w.lower).collect();
    assert_eq!(cut, ["the", "user", "'s", "\u{201C}rain song\u{201D}", ",", "long-ranged", ":", "1/3", "of", "2.5"]);
}

/// Words that a row may not lose, with the words that may replace them.
const KEPT: &[(&str, &[&str])] = &[
    (
        "not",
        &[
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
        ],
    ),
    (
        "no",
        &["no ", "nobody", "not", "negated", "cannot", "100% less", "without a Servant", "lose Flight", "stop paying"],
    ),
    (
        "only",
        &[
            "only",
            "no opponent other than",
            "no enemy Servant other than",
            "no enemy Master other than",
            "if {",
            "when {",
            "after {",
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
            "except",
            "other than",
            "and not (",
            "physical or ranged or long-ranged or magical",
            "with ACT ranked lower than {",
            "without Flight",
        ],
    ),
    (
        "but",
        &[
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
    ("next", &["next"]),
    // Without a Master, Turns are counted from the loss of the Master. What waits for something is done at the first.
    (
        "first",
        &[
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
    ("other", &["other", "opponents", "physical or ranged or long-ranged or magical", "without Flight"]),
    // An effect reveals hidden characters too.
    ("even", &["even", "learns their location and class"]),
    // What becomes Special is Special instead. Of two orders the second may ask that what the first waits for has not
    // happened.
    ("instead", &["otherwise", "intercepts", "survives", "instead", "loses only", "become", "does not {"]),
    // All damage but Special damage is of one of four types.
    (
        "unless",
        &["is not", "unless", "otherwise", "stop paying", "and not (", "physical, ranged, long-ranged or magical"],
    ),
    ("until", &["until", "after", "lasts", "stop paying"]),
    ("less", &["less", "fewer", "decreases", "lowered", "loses", "cost"]),
    ("more", &["more", "at least", "increases", "raised", "gains", "receive", "than"]),
];

fn shown(said: &Said) -> String {
    match said {
        Said::Text(text) => text.clone(),
        Said::Slot(_) => "{".to_owned(),
    }
}

#[test]
fn no_row_loses_a_word_of_quantity_order_or_denial() {
    let mut lost = Vec::new();
    for table in [&*ORDERS, &*EFFECTS] {
        for row in table.symbols.iter().flat_map(|symbol| &symbol.rows) {
            let said: String = row.replacement.iter().map(shown).collect();
            for (word, kept) in KEPT {
                let is_written = table.word_ids.get(*word).is_some_and(|word| row.pattern.words().contains(word));
                let has_slot = row.pattern.steps.iter().any(|step| matches!(step, Step::Slot { .. }));
                if is_written && has_slot && !kept.iter().any(|same| said.contains(same)) {
                    lost.push(format!("{:?} => {said}: {word}", row.pattern.steps));
                }
            }
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}
