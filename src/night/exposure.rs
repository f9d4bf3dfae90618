//! Which flyers can be struck all Turn, under the switch that exposes whoever attacks at any time in it (R265, A144).
//!
//! An order to attack may fail, and an attack may happen without an order, so the attacks of a flyer are known only
//! after the Turn. The Turn is therefore resolved again until the set of flyers assumed to attack equals the set that
//! attacks. If exposure from the start keeps a flyer from attacking, no assumption is consistent; the flyer is then
//! exposed only from its attack on. Nobody is struck for an attack that is never made. If a flyer attacks only when it
//! is struck, both assumptions are consistent; it is then not exposed.

use std::collections::BTreeSet;

use crate::night::resolution::Resolution;
use crate::vocabulary::ids::CharacterId;

/// Resolves the Night with the flyers exposed from its start who attack in it.
pub(super) fn resolve_exposures(play: impl Fn(&BTreeSet<CharacterId>) -> Resolution) -> Resolution {
    let mut exposed = BTreeSet::new();
    let mut dismissed = BTreeSet::new();
    // Each character is assumed to attack at most once, and dropped at most once, so the loop ends.
    loop {
        let resolution = play(&exposed);
        let war = &resolution.war;
        let attackers: BTreeSet<CharacterId> = war.ids().filter(|id| war.character(*id).turn.has_attacked).collect();
        if !exposed.is_subset(&attackers) {
            dismissed.extend(exposed.difference(&attackers));
            exposed.retain(|id| attackers.contains(id));
        } else if attackers.iter().all(|id| exposed.contains(id) || dismissed.contains(id)) {
            return resolution;
        } else {
            exposed.extend(attackers.difference(&dismissed));
        }
    }
}
