//! `If C, A; otherwise, B`: one of the two is chosen, where the first of them comes up, and that one is done.

use grail_referee::language::span::Source;

use super::{checked, said};
use crate::scenarios::run;

/// What Saber may do to nobody but herself: the words, the phase as it is counted, the Mana it takes.
const DEEDS: [(&str, u32, u32); 5] =
    [("use Spark", 1, 1), ("use Ward", 2, 2), ("use Stance", 3, 4), ("use Calm", 4, 8), ("move to Bridge", 5, 0)];

/// With what Lancer attacks Archer, and in which phase.
const EVENTS: [(&str, u32); 4] = [("Dart", 1), ("Fume", 2), ("Thrust", 3), ("Lunge", 4)];

fn night(order: &str, event: &str, mana: u32, at: &str) -> String {
    let skill = |name: &str, kind: &str, mana: u32| {
        format!(
            "      - {{ name: {name}, rank: C, type: {kind}, max_targets: 1, targets: \"[Self]\", cost: {mana} Mana }}\n"
        )
    };
    let strikes = |name: &str, kind: &str| {
        format!(
            "      - {{ name: {name}, rank: C, type: {kind}, max_targets: 1, targets: \"[Any]\", damage: 1 Special, cost: 0 AP }}\n"
        )
    };
    let own =
        [("Spark", "Instant", 1), ("Ward", "Support", 2), ("Stance", "Anti-Personnel", 4), ("Calm", "Prepared", 8)];
    let own: String = own.into_iter().map(|(name, kind, mana)| skill(name, kind, mana)).collect();
    let theirs = [("Dart", "Instant"), ("Fume", "Support"), ("Thrust", "Anti-Personnel"), ("Lunge", "Prepared")];
    let theirs: String = theirs.into_iter().map(|(name, kind)| strikes(name, kind)).collect();
    format!(
        "scenario: one of two\nmap: {{ Park: [Bridge], Bridge: [Park] }}\nteams:\n  \
         Red: {{ master: Rin, servants: [Saber], home: Bridge }}\n  \
         Blue: {{ master: Tokiomi, servants: [Lancer], home: Bridge }}\n  \
         Green: {{ master: Kirei, servants: [Archer], home: Bridge }}\nsheets:\n  \
         - {{ kind: master, name: Rin }}\n  - {{ kind: master, name: Tokiomi }}\n  - {{ kind: master, name: Kirei }}\n  \
         - {{ kind: servant, name: Archer }}\n  \
         - kind: servant\n    name: Saber\n    stats: {{ AGI: A }}\n    skills:\n{own}  \
         - kind: servant\n    name: Lancer\n    stats: {{ AGI: D }}\n    skills:\n{theirs}\
         start:\n  Saber: {{ at: Park, mana: 100 }}\n  Lancer: {{ at: Park }}\n  Archer: {{ at: Park }}\n\
         nights:\n  - orders:\n      Red: \"Saber: {order}\"\n      Blue: \"Lancer: Use {event} on Archer.\"\n    \
         expect: {{ Saber: {{ mana: {}, at: {at} }} }}\n",
        100 - mana
    )
}

#[test]
fn of_two_one_is_chosen_and_done() {
    for (a, of_a, mana_a) in DEEDS {
        for (b, of_b, mana_b) in DEEDS {
            if of_a == of_b {
                continue;
            }
            for (event, happens) in EVENTS {
                for (joint, denied) in
                    [("If Lancer has attacked Archer", false), ("Unless Lancer has attacked Archer", true)]
                {
                    // Asked at the first place of the two, on what has happened by then.
                    let so = (happens < of_a.min(of_b)) != denied;
                    let (deed, mana) = if so { (a, mana_a) } else { (b, mana_b) };
                    let at = if deed.starts_with("move") { "Bridge" } else { "Park" };
                    let order = format!("{joint}, {a}; otherwise, {b}.");
                    let text = night(&order, event, mana, at);
                    let report = run(&Source::new("scenario.yaml", text.as_str()));
                    assert!(report.passes(), "{order} ({event}): {deed} was to be done\n{text}");
                }
            }
        }
    }
}

#[test]
fn the_plan_says_where_both_are_asked() {
    use grail_referee::orders::plan;
    for (order, asked) in [
        ("If Caster is here, move to Bridge; otherwise, use Parry on Caster.", "asked in the Instant Phase"),
        ("If Caster is here, attack Caster; otherwise, move to Bridge.", "asked in the Attacking Phase"),
        (
            "If Caster is here, attack Caster in the 2nd round; otherwise, move to Bridge.",
            "asked in the Movement Phase",
        ),
        ("If Caster is here, use Great Ritual; otherwise, attack Archer.", "asked in the Attacking Phase"),
    ] {
        let found = checked(&format!("Saber: {order}"));
        let steps = &plan::build_plan(&found, &super::view::view())[0].steps;
        assert_eq!(steps.len(), 2, "{order}: {:?}", said(&found));
        assert!(steps.iter().all(|step| step.asked == asked), "{order}: {steps:?}");
    }
}
