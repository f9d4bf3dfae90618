//! Who may be struck at in the air all Turn, where the GM has it so (R265, A144): whoever attacks at any time in it.
//!
//! An attack that is ordered need not come about, and one that is not ordered may; what a flyer does is known only when
//! the Turn has been played. So it is played until what was supposed of everybody is what they did. Where no
//! supposition comes true, because a flyer exposed from the beginning no more gets to attack, it is exposed from its
//! attack on: nobody is struck for an attack that is never made. Where two would come true, because a flyer attacks
//! only if it is struck at, it is not exposed.

use std::collections::BTreeSet;

use crate::night::resolution::Resolution;
use crate::vocabulary::ids::CharacterId;

/// The Night as it goes when those are exposed from its beginning who attack in it.
pub(super) fn resolve_exposures(play: impl Fn(&BTreeSet<CharacterId>) -> Resolution) -> Resolution {
    let mut exposed = BTreeSet::new();
    let mut kept_from_it = BTreeSet::new();
    // Everybody is supposed to attack once at most, and given up once at most: this ends.
    loop {
        let played = play(&exposed);
        let war = &played.war;
        let attacked: BTreeSet<CharacterId> = war.ids().filter(|id| war.character(*id).turn.attacked).collect();
        if !exposed.is_subset(&attacked) {
            kept_from_it.extend(exposed.difference(&attacked));
            exposed.retain(|id| attacked.contains(id));
        } else if attacked.iter().all(|id| exposed.contains(id) || kept_from_it.contains(id)) {
            return played;
        } else {
            exposed.extend(attacked.difference(&kept_from_it));
        }
    }
}
