//! Quotas: sentences that work on a number of attacks (`the user's next attack …`), and how the hits of a batch use
//! them up.
//!
//! A sentence counts once per hit, however many characters the hit strikes. One that gives attacks more hits counts
//! once per use (R101).

use crate::event::detail::CountedUse;
use crate::language::effect::{Modifier, Operation, Quota, Standing};
use crate::vocabulary::ids::CharacterId;
use crate::war::War;
use crate::war::in_force::ActiveEffect;

/// A sentence with a quota, and the character whose attacks it counts, or on whom it counts attacks.
pub(crate) type CountedAttack = (ActiveEffect, CharacterId);

/// What the computed hits of a batch use up.
pub(super) struct Quotas {
    /// Used up by all hits but the one being computed.
    spent: Vec<CountedAttack>,
    /// Used up by the hit being computed.
    of_hit: Vec<CountedAttack>,
    /// Sentences that give more hits, with the use that has counted them.
    of_uses: Vec<(usize, CountedAttack)>,
    /// Interceptions that have ended.
    ended_interceptions: Vec<ActiveEffect>,
}

impl Quotas {
    /// Starts before the first hit; `ended` are the interceptions that ended before the batch.
    pub(super) fn new(ended: &[ActiveEffect]) -> Quotas {
        Quotas { spent: Vec::new(), of_hit: Vec::new(), of_uses: Vec::new(), ended_interceptions: ended.to_vec() }
    }

    /// Returns what earlier hits have used up, once for each time.
    pub(super) fn spent(&self) -> &[CountedAttack] {
        &self.spent
    }

    /// Returns the interceptions that have ended.
    pub(super) fn ended(&self) -> &[ActiveEffect] {
        &self.ended_interceptions
    }

    /// Notes the sentences that count the hit being computed, on one of those it strikes.
    pub(super) fn note_counted(&mut self, counted: &[CountedAttack]) {
        let newly_counted: Vec<CountedAttack> =
            counted.iter().filter(|attack| !self.of_hit.contains(attack)).copied().collect();
        self.of_hit.extend(newly_counted);
    }

    /// Ends the hit being computed, once it is computed on all that it strikes.
    pub(super) fn end_hit(&mut self, war: &War, use_index: usize) {
        let mut of_hit = std::mem::take(&mut self.of_hit);
        of_hit.retain(|attack| !self.of_uses.contains(&(use_index, *attack)));
        self.of_uses.extend(of_hit.iter().filter(|attack| adds_hits(war, attack.0)).map(|one| (use_index, *one)));
        self.spent.extend(of_hit);
        self.ended_interceptions.extend(find_used_up(war, &self.spent));
    }
}

/// What the landed hits of a batch have counted: the use, the hit (0 for what counts once per use), the sentence.
#[derive(Default)]
pub(super) struct CountedHits(Vec<(usize, u32, CountedAttack)>);

impl CountedHits {
    /// Returns those sentences that the hit has not yet counted on another of its targets. Sentences that give
    /// more hits are counted only if no earlier batch had hits of this use.
    pub(super) fn count(
        &mut self,
        war: &War,
        use_index: usize,
        hit: u32,
        counted: &[CountedAttack],
        is_first: bool,
    ) -> Vec<CountedUse> {
        let key_of = |attack: CountedAttack| (use_index, if adds_hits(war, attack.0) { 0 } else { hit }, attack);
        let is_new =
            |attack: &CountedAttack| !self.0.contains(&key_of(*attack)) && (is_first || !adds_hits(war, attack.0));
        let new: Vec<CountedAttack> = counted.iter().copied().filter(is_new).collect();
        self.0.extend(new.iter().copied().map(key_of));
        new.into_iter().map(|(effect, on)| CountedUse::of(effect, on)).collect()
    }
}

/// Whether a sentence gives attacks more hits.
fn adds_hits(war: &War, effect: ActiveEffect) -> bool {
    let modifier = war.sentence(effect).and_then(|sentence| sentence.operation.modifier());
    matches!(modifier, Some(Modifier::MoreHits(_)))
}

/// Returns the sentences whose quota is empty after the attacks of this batch.
fn find_used_up(war: &War, spent: &[CountedAttack]) -> Vec<ActiveEffect> {
    let is_used_up = |(effect, on): &&CountedAttack| {
        let times_spent = spent.iter().filter(|entry| *entry == &(*effect, *on)).count();
        quota_of(war, *effect).is_some_and(|quota| war.attacks_left_of(*effect, *on, quota) as usize <= times_spent)
    };
    spent.iter().filter(is_used_up).map(|(effect, _)| *effect).collect()
}

/// Returns how many attacks a sentence intercepts; `None` if it intercepts none, or all.
pub(super) fn quota_of(war: &War, effect: ActiveEffect) -> Option<Quota> {
    match &war.sentence(effect)?.operation {
        Operation::Standing(Standing { modifier: Modifier::Intercepts { .. }, quota, .. }) => *quota,
        Operation::Standing(_) | Operation::Immediate(_) | Operation::Clause(_) => None,
    }
}
