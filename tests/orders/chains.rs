//! Reactions to reactions: each order fires once, so that every chain ends (A064); one too long to
//! be followed at once is reported.

use grail_referee::language::span::Source;
use grail_referee::scenario::run;

/// Two who answer every blow of the other with a blow of their own, so many times each.
fn duel(answers: usize, expect: &str) -> String {
    let jab = r#"skills: [{ name: Jab, rank: C, type: Anti-Personnel, max_targets: 1, targets: "[Any]", damage: 1 Special, cost: 0 Mana }]"#;
    let orders = |name: &str, other: &str| {
        let answer = format!("          When {other} attacks me, use Jab on {other}.\n");
        format!("        {name}:\n{}", answer.repeat(answers))
    };
    format!(
        "scenario: A duel\nrules: [A064]\nmap: {{ Park: [Bridge], Bridge: [Park] }}\nteams:
  Red: {{ master: Rin, servants: [Saber], home: Bridge }}
  Blue: {{ master: Tokiomi, servants: [Caster], home: Bridge }}\nsheets:
  - {{ kind: master, name: Rin }}
  - {{ kind: master, name: Tokiomi }}
  - {{ kind: servant, name: Saber, health: 900, stats: {{ AGI: A }}, {jab} }}
  - {{ kind: servant, name: Caster, health: 900, {jab} }}\nstart:
  Saber: {{ at: Park }}
  Caster: {{ at: Park }}\nnights:
  - orders:
      Red: |\n{}      Blue: |\n{}          Use Jab on Saber.\n    expect: {expect}\n",
        orders("Saber", "Caster"),
        orders("Caster", "Saber")
    )
}

fn failure(answers: usize, expect: &str) -> Option<String> {
    let source = Source::new("duel.yaml", duel(answers, expect));
    let report = run(&source);
    (!report.passes()).then(|| report.render(&source))
}

#[test]
fn every_order_of_a_chain_fires_once() {
    // The first blow is Caster's; each of the answers on either side takes one Health.
    assert_eq!(failure(3, "{ Saber: { health: 896 }, Caster: { health: 897 }, log: { lacks: [chain] } }"), None);
}

#[test]
fn a_chain_too_long_is_reported_and_ends_with_every_order_done_once() {
    let expect = "{ Saber: { health: 839 }, Caster: { health: 840 }, log: { contains: [a chain of more than] } }";
    assert_eq!(failure(60, expect), None);
}
