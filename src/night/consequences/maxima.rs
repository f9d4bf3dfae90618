//! Everybody's maximum Health and Mana, settled after each batch (family 41, A023).
//!
//! A rise of the maximum restores nothing by itself. A fall takes what lies above it; that is no damage.

use crate::event::Cause;
use crate::event::kind::Resources;
use crate::event::number_receipts::{RegenReceipt, TermSource};
use crate::language::condition::Resource;
use crate::night::state::Night;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rule_id::RuleId;
use crate::war::in_force::ModifierKind;
use crate::war::maxima;

/// Settles how effects change everybody's maxima now.
pub(crate) fn settle_maxima(night: &mut Night<'_>) {
    let may_change = |who: &CharacterId| {
        !night.war.in_force.has_none(ModifierKind::Maxima) || night.war.character(*who).maxima.is_some()
    };
    let people: Vec<CharacterId> = night.war.living().filter(may_change).collect();
    for who in people {
        settle_maximum(night, who, Resource::Health);
        settle_maximum(night, who, Resource::Mana);
    }
}

fn settle_maximum(night: &mut Night<'_>, who: CharacterId, resource: Resource) {
    let sheet = night.war.sheet(who);
    let base = if resource == Resource::Mana { sheet.mana } else { sheet.health };
    let Some(changes) = night.report_on_error(night.war.maximum_changes(who, resource)) else { return };
    let Some(amount) = night.report_on_error(maxima::apply_changes(base, changes.iter().map(|(_, change)| *change)))
    else {
        return;
    };
    let (current, before) = night.war.current_and_maximum(who, resource);
    if amount == before {
        return;
    }
    let mut receipt = RegenReceipt { base, amount, ..RegenReceipt::default() };
    for (effect, change) in changes {
        receipt.add(change, TermSource::Skill { skill: effect.skill, user: effect.user });
    }
    // Counts only the loss from this fall: the GM may have given more than the maximum.
    let lost = (current.min(before) - amount).at_least_zero();
    let maximum_changed = Resources::MaximumChanged { who, of: resource, lost, receipt };
    night.emit(maximum_changed, None, Cause::Rule, None, &[RuleId::R(125), RuleId::A(23)]);
}
