//! Resolves `the attacker` to whoever made the attack in the order's condition.
//!
//! In `If Lancer attacks Rin, use Surge on the attacker` it is Lancer. In `if Rin is attacked, attack the attacker` it
//! is whoever attacked her, as in `… attack whoever attacks Rin`, which does not wait for a second attack.

use crate::language::condition::{Act, Condition, Deed, Group, Predicate, Side, Who, Written};
use crate::language::order::Body;
use crate::language::visit::VisitMut;

/// Replaces `the attacker` by the one who made the attack, if an order asks about one attack only.
pub(in crate::language::orders) fn resolve_attackers(body: &mut Body<Written>) {
    let read_at = body.read_at.awaited.clone();
    for branch in &mut body.branches {
        for action in &mut branch.actions {
            let awaited = read_at.iter().chain(&action.delay.awaited);
            let conditions: Vec<&Condition<Written>> = branch.guards.iter().chain(awaited).collect();
            let certain: Vec<Deed<Written>> =
                conditions.iter().flat_map(|asked| certain_attacks(asked)).cloned().collect();
            let deeds = conditions.iter().flat_map(|asked| asked.statements()).filter_map(Predicate::deed);
            let attack_count = deeds.filter(|deed| is_attack(deed)).count();
            let mut resolver = AttackerResolver { attacks: if attack_count == 1 { certain } else { Vec::new() } };
            resolver.visit_action_kind(&mut action.kind);
        }
    }
}

/// Any opponent who did this before.
fn past_opponent_who(act: Act<Written>) -> Who<Written> {
    let who = Who::Any(Group { side: Side::Opponents, filters: Vec::new() });
    Who::WhoDid(Box::new(Deed { is_past: true, ..Deed::new(who, act) }))
}

/// The attacks that were made whenever a condition holds.
fn certain_attacks(condition: &Condition<Written>) -> Vec<&Deed<Written>> {
    match condition {
        Condition::Is(statement) => statement.deed().filter(|deed| is_attack(deed)).into_iter().collect(),
        Condition::All(parts) => parts.iter().flat_map(certain_attacks).collect(),
        Condition::AnyOf(_) | Condition::Not(_) => Vec::new(),
    }
}

fn is_attack(deed: &Deed<Written>) -> bool {
    matches!(
        deed.act,
        Act::Attacks(_) | Act::AttacksWith(..) | Act::Hits(..) | Act::Damages(..) | Act::IsAttacked | Act::IsDamaged
    )
}

struct AttackerResolver {
    /// The only attack in the conditions; empty if there are several.
    attacks: Vec<Deed<Written>>,
}

impl AttackerResolver {
    /// The person who made the attack.
    fn attacker(&self) -> Option<Who<Written>> {
        let [deed] = self.attacks.as_slice() else { return None };
        match (&deed.act, &deed.who) {
            (Act::IsAttacked, struck) => Some(past_opponent_who(Act::Attacks(Some(struck.clone())))),
            (Act::IsDamaged, struck) => Some(past_opponent_who(Act::Damages(None, Some(struck.clone())))),
            (_, Who::User | Who::Antecedent) => None,
            (_, named @ (Who::Named(_) | Who::Related(..))) => Some(named.clone()),
            (_, _) => Some(Who::Antecedent),
        }
    }

    /// Whether the attack in the conditions is on this person.
    fn is_attack_on(&self, whom: &Who<Written>) -> bool {
        self.attacks.iter().any(|deed| match &deed.act {
            Act::IsAttacked => deed.who == *whom,
            _ => deed.object() == Some(whom),
        })
    }
}

impl VisitMut<'_, Written> for AttackerResolver {
    fn visit_who(&mut self, who: &mut Who<Written>) {
        match who {
            Who::Attacker => {
                if let Some(attacker) = self.attacker() {
                    *who = attacker;
                }
            }
            Who::WhoDid(deed) if !deed.is_past && !deed.is_first => {
                let is_same_attack = matches!(&deed.act, Act::Attacks(Some(whom)) if self.is_attack_on(whom));
                if let Some(attacker) =
                    self.attacker().filter(|attacker| is_same_attack && *attacker != Who::Antecedent)
                {
                    *who = attacker;
                }
            }
            other => self.walk_who(other),
        }
    }
}
