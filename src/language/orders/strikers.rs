//! `the attacker` behind an attack that the order asks of: whoever made it.
//!
//! `If Lancer attacks Rin, use Surge on the attacker` is for Lancer; `if Rin is attacked, attack the attacker` for
//! whoever attacked her, and so is `… attack whoever attacks Rin`, which waits for no second attack.

use crate::language::condition::{Act, Condition, Deed, Group, Predicate, Side, Who, Written};
use crate::language::order::Body;
use crate::language::visit::VisitMut;

/// Puts whoever made it in the place of `the attacker` where an order asks of one attack alone.
pub(super) fn name_strikers(body: &mut Body<Written>) {
    let read_at = body.read_at.after.clone();
    for branch in &mut body.branches {
        for action in &mut branch.actions {
            let moments = read_at.iter().chain(&action.delay.after);
            let asked: Vec<&Condition<Written>> = branch.guards.iter().chain(moments).collect();
            let told: Vec<Deed<Written>> = asked.iter().flat_map(|asked| certain(asked)).cloned().collect();
            let spoken_of = asked.iter().flat_map(|asked| asked.statements()).filter_map(Predicate::deed);
            let attacks = spoken_of.filter(|deed| is_attack(deed)).count();
            let mut strikers = Strikers { told: if attacks == 1 { told } else { Vec::new() } };
            strikers.visit_action_kind(&mut action.kind);
        }
    }
}

/// Whichever opponent did this before.
fn whoever(act: Act<Written>) -> Who<Written> {
    let who = Who::Any(Group { side: Side::Opponents, filters: Vec::new() });
    Who::WhoDid(Box::new(Deed { who, act, first: false, past: true }))
}

/// The attacks of a condition that were made whenever it holds.
fn certain(condition: &Condition<Written>) -> Vec<&Deed<Written>> {
    match condition {
        Condition::Is(said) => said.deed().filter(|deed| is_attack(deed)).into_iter().collect(),
        Condition::All(parts) => parts.iter().flat_map(certain).collect(),
        Condition::AnyOf(_) | Condition::Not(_) => Vec::new(),
    }
}

fn is_attack(deed: &Deed<Written>) -> bool {
    matches!(
        deed.act,
        Act::Attacks(_) | Act::AttacksWith(..) | Act::Hits(..) | Act::Damages(..) | Act::IsAttacked | Act::IsDamaged
    )
}

struct Strikers {
    /// The one attack that is asked of; none where there are several.
    told: Vec<Deed<Written>>,
}

impl Strikers {
    /// Whoever made the attack.
    fn attacker(&self) -> Option<Who<Written>> {
        let [deed] = self.told.as_slice() else { return None };
        match (&deed.act, &deed.who) {
            (Act::IsAttacked, struck) => Some(whoever(Act::Attacks(Some(struck.clone())))),
            (Act::IsDamaged, struck) => Some(whoever(Act::Damages(None, Some(struck.clone())))),
            (_, Who::User | Who::Antecedent) => None,
            (_, named @ (Who::Named(_) | Who::Related(..))) => Some(named.clone()),
            (_, _) => Some(Who::Antecedent),
        }
    }

    /// Whether the attack that is asked of is one on these.
    fn was_on(&self, whom: &Who<Written>) -> bool {
        self.told.iter().any(|deed| match &deed.act {
            Act::IsAttacked => deed.who == *whom,
            _ => deed.object() == Some(whom),
        })
    }
}

impl VisitMut<'_, Written> for Strikers {
    fn visit_who(&mut self, who: &mut Who<Written>) {
        match who {
            Who::Attacker => {
                if let Some(attacker) = self.attacker() {
                    *who = attacker;
                }
            }
            Who::WhoDid(deed) if !deed.past && !deed.first => {
                let the_same = matches!(&deed.act, Act::Attacks(Some(whom)) if self.was_on(whom));
                if let Some(attacker) = self.attacker().filter(|one| the_same && *one != Who::Antecedent) {
                    *who = attacker;
                }
            }
            told => self.walk_who(told),
        }
    }
}
