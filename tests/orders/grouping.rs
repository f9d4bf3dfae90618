//! How `and` and `or` group is always to be seen in the plan, and reads back as it is (A240).

use proptest::prelude::*;

use grail_referee::language::condition::{Condition, Written};
use grail_referee::language::order_text;
use grail_referee::language::orders::parse;
use grail_referee::language::span::Source;
use grail_referee::orders::name_book;

use super::view::view;
use super::{checked, plan, said};

/// Statements that a condition may be made of.
const STATEMENTS: &[&str] = &[
    "Lancer is here",
    "Caster is dead",
    "Archer attacks Rin",
    "I have 50 or less Health",
    "2 or more opponents are here",
    "Lancer or Caster attacks me",
    "anyone enters this location",
    "it is Night 3 or later",
    "\"Rain Manipulation\" is active",
    "my move is cancelled",
];

fn read(text: &str) -> Option<Condition<Written>> {
    let parsed = parse(&Source::new("red.txt", format!("Saber: If {text}, stay.")), &name_book(&view()));
    let [order] = parsed.orders.as_slice() else { return None };
    order.body.branches.first()?.guards.first().filter(|_| parsed.diagnostics.is_empty()).cloned()
}

/// A tree as it stands once read: no list within a list of its kind, no denial of a denial.
fn tree() -> impl Strategy<Value = Condition<Written>> {
    let leaf = prop::sample::select(STATEMENTS).prop_filter_map("a statement is read", read);
    leaf.prop_recursive(4, 12, 3, |inner| {
        (0..3_u8, prop::collection::vec(inner, 2..4)).prop_map(|(kind, parts)| match kind {
            0 => Condition::All(
                parts.into_iter().flat_map(|p| if let Condition::All(all) = p { all } else { vec![p] }).collect(),
            ),
            1 => Condition::AnyOf(
                parts.into_iter().flat_map(|p| if let Condition::AnyOf(all) = p { all } else { vec![p] }).collect(),
            ),
            _ => match parts.into_iter().next() {
                Some(Condition::Not(inner)) => *inner,
                other => Condition::Not(Box::new(other.unwrap_or(Condition::AnyOf(Vec::new())))),
            },
        })
    })
}

/// Every `and` list within an `or` list, and the other way round, stands in brackets.
fn bracketed(of: &Condition<Written>, text: &str) -> bool {
    let parts = match of {
        Condition::All(parts) | Condition::AnyOf(parts) => parts,
        Condition::Not(inner) => return bracketed(inner, text),
        Condition::Is(_) => return true,
    };
    parts.iter().all(|part| {
        let inner = order_text::guard_text(part);
        let shown = match part {
            Condition::All(_) | Condition::AnyOf(_) => text.contains(&format!("({inner})")),
            Condition::Not(_) | Condition::Is(_) => true,
        };
        shown && bracketed(part, text)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn a_printed_condition_reads_back_as_the_same_tree_with_its_brackets(tree in tree()) {
        let text = order_text::guard_text(&tree);
        prop_assert!(bracketed(&tree, &text), "{text}");
        // Without a warning too: it is never an unbracketed mixture.
        prop_assert_eq!(read(&text), Some(tree), "{}", text);
    }
}

#[test]
fn an_unbracketed_mixture_is_a_warning_and_and_binds_closer() {
    let cases = [
        ("Lancer is here or Caster is here and Rin is here", "Lancer is here or (Caster is here and Rin is here)"),
        ("Lancer is here and Rin is here or Caster is here", "(Lancer is here and Rin is here) or Caster is here"),
        ("Lancer attacks me or dies and Rin is here", "Lancer attacks me or (Lancer dies and Rin is here)"),
        ("Rin is here and Lancer attacks me or dies", "(Rin is here and Lancer attacks me) or Lancer dies"),
        (
            "Lancer attacks me or enters this location and dies",
            "Lancer attacks me or (Lancer enters this location and Lancer dies)",
        ),
    ];
    for (written, shown) in cases {
        let found = checked(&format!("Saber: If {written}, stay."));
        assert_eq!(plan(&found), [format!("Saber: If {shown}, stay.")]);
        assert_eq!(
            found.diagnostics.iter().map(|d| d.code).filter(|code| *code != "W342").collect::<Vec<_>>(),
            ["W351"],
            "{written}: {:?}",
            said(&found)
        );
        let again = checked(&format!("Saber: If {shown}, stay."));
        assert_eq!(plan(&again), plan(&found), "{shown}");
        assert!(again.diagnostics.iter().all(|d| d.code == "W342"), "{shown}: {:?}", said(&again));
    }
}
