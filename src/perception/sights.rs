//! Who perceives an event as it happens, and from where.
//!
//! Decided once, at emission, on the position before the event: what follows (conditionals, reports)
//! reads what is stored here. The dead perceive nothing but their own death. What each learns is
//! [`super::perceive`]'s business.

use crate::event::detail::Change;
use crate::event::kind::EventKind;
use crate::event::{Role, Sight};
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::war::War;

use super::figure::eyes;

/// Who perceives an event, in order of observer.
///
/// `war` is the position before the event is applied. `place` is where it happens: for [`EventKind::Hit`],
/// [`EventKind::Damaged`], [`EventKind::Afflicted`], [`EventKind::Shielded`] and [`EventKind::StatusReceived`] where it strikes, for [`EventKind::SkillUsed`],
/// [`EventKind::EffectBegan`] and [`EventKind::EffectEnded`] where its user is, for [`EventKind::Left`] the place left, for
/// [`EventKind::Entered`] the place entered, for [`EventKind::Scouted`] the place scouted.
#[must_use]
pub fn sights(war: &War, kind: &EventKind, place: Option<LocationId>) -> Vec<Sight> {
    let mut seen = Seen { war, place, sights: Vec::new() };
    match kind {
        EventKind::Granted { who, .. }
        | EventKind::Regenerated { who, .. }
        | EventKind::UpkeepPaid { who, .. }
        | EventKind::Drained { who, .. }
        | EventKind::StatusesRan { who }
        | EventKind::StatusEnded { who, .. }
        | EventKind::AfflictionEnded { who, .. }
        | EventKind::MoveCancelled { who, .. }
        | EventKind::JoinedBattle { who, .. }
        | EventKind::BattleCounted { who, .. }
        | EventKind::ArrivedLate { who }
        | EventKind::Surprised { who, .. }
        | EventKind::SurpriseFailed { user: who, .. }
        | EventKind::ApBooked { who, .. }
        | EventKind::Survived { who, .. }
        | EventKind::ItemSpent { who, .. }
        | EventKind::Refunded { user: who, .. }
        | EventKind::CombatPoints { master: who, .. }
        | EventKind::CombatPointsGiven { master: who, .. }
        | EventKind::CombatPointsLost { master: who, .. }
        | EventKind::IdleInMarble { master: who, .. }
        | EventKind::SpellsChanged { master: who, .. }
        | EventKind::ReportRaised { who, .. }
        | EventKind::ManaSensed { who, .. }
        | EventKind::HomeTaken { owner: who, .. }
        | EventKind::Recognised { observer: who, .. }
        | EventKind::Learned { observer: who, .. }
        | EventKind::SkillHeard { observer: who, .. }
        | EventKind::Sighted { observer: who, .. }
        | EventKind::IgmPaid { who, .. }
        | EventKind::Informed { who, .. }
        | EventKind::SealPrize { master: who, .. }
        | EventKind::StoryGained { who, .. }
        | EventKind::SpoilsTaken { who, .. }
        | EventKind::PuzzleAnswered { who, .. }
        | EventKind::PartsEnded { user: who, .. } => seen.add(*who, Role::Own, false),
        // The dead are told too: it is all over (R409).
        EventKind::EndingReached { master, .. } => seen.push(*master, Role::Told, false),
        EventKind::CivilianConsumed { who, .. }
        | EventKind::MasterConsumed { who, .. }
        | EventKind::Sheltered { who } => {
            seen.add(*who, Role::Own, false);
            seen.present(false);
        }
        EventKind::Marked { marks, public, .. } => {
            let told = war.living().filter(|who| *public || marks.contains(who));
            told.for_each(|who| seen.add(who, Role::Told, false));
        }
        EventKind::HuntEnded { public, .. } => {
            let told = war.living().filter(|who| *public || war.is_marked(*who));
            told.for_each(|who| seen.add(who, Role::Told, false));
        }
        EventKind::StoryTold { .. } => war.living().for_each(|who| seen.add(who, Role::Told, false)),
        // The answer to an order is for its player: a character's death does not keep it (I22).
        EventKind::OrderOutcome { actor, .. } => seen.push(*actor, Role::Own, false),
        EventKind::Sealed { user, taken, .. } => seen.deed(*user, taken, End::Near),
        EventKind::Scouted { scout, .. } | EventKind::FoundSealed { scout, .. } => seen.add(*scout, Role::Scout, false),
        EventKind::Summoned { by, .. } => {
            seen.add(*by, Role::Own, false);
            seen.present(false);
        }
        EventKind::Vanished { who, .. } => {
            seen.add(*who, Role::Own, false);
            war.character(*who).summoner.into_iter().for_each(|by| seen.add(by, Role::Own, false));
            seen.present(false);
        }
        EventKind::FieldSensed { by, at, .. } => by.iter().for_each(|who| {
            let role = if war.character(*who).at == *at { Role::Present } else { Role::Scout };
            seen.add(*who, role, false);
        }),
        EventKind::ItemsNoticed { by, .. } => by.iter().for_each(|who| seen.add(*who, Role::Present, false)),
        EventKind::BattleFound { who, .. } => seen.add(*who, Role::Present, false),
        // The scout is not told: it would read its finders' ACT off it (I23).
        EventKind::ScoutDetected { by, .. } => by.iter().for_each(|who| seen.add(*who, Role::Present, false)),
        EventKind::SkillUsed { user, targets, .. } => seen.deed(*user, targets, End::Near),
        EventKind::EffectBegan { active, .. } => seen.deed(active.user, &active.targets, End::Near),
        // What was set off is known where it works: nobody follows it from afar (I23).
        EventKind::EffectEnded { targets, set_off: Some(_), .. } => {
            targets.iter().for_each(|who| seen.add(*who, Role::Victim, false));
        }
        EventKind::EffectEnded { user, targets, .. } => seen.deed(*user, targets, End::Near),
        EventKind::Hit { attacker, target, taker, .. } => seen.deed(*attacker, &[*taker, *target], End::Far),
        EventKind::Shielded { who, by, attacker, .. } => seen.deed(*attacker, &[*who, *by], End::Far),
        EventKind::Afflicted { active } => seen.deed(active.user, &active.targets, End::Far),
        EventKind::StatusReceived { who, by, .. }
        | EventKind::Negated { who, by, .. }
        | EventKind::Restored { who, by, .. }
        | EventKind::Lost { who, by, .. } => seen.deed(*by, &[*who], End::Far),
        EventKind::StatusIgnored { who, by, .. } | EventKind::AfflictionIgnored { who, by, .. } => {
            seen.add(*who, Role::Victim, false);
            seen.add(*by, Role::Own, false);
        }
        // Whoever did it learns of it where they are, and nothing from elsewhere (I23).
        EventKind::Damaged { who, by, .. } => {
            let there = Some(war.character(*by).at) == place;
            if there && by != who {
                seen.add(*by, Role::Own, false);
            }
            seen.add(*who, Role::Victim, !there);
            seen.present(!there);
        }
        EventKind::PoisonTicked { who, .. } => {
            seen.add(*who, Role::Victim, false);
            seen.present(false);
        }
        EventKind::SpiritForm { who, .. } | EventKind::Left { who, .. } | EventKind::Entered { who, .. } => {
            seen.add(*who, Role::Own, false);
            seen.present(false);
        }
        EventKind::Died { who, killers, .. } => {
            seen.add(*who, Role::Own, false);
            let elsewhere = |id: &&CharacterId| Some(war.character(**id).at) != place;
            killers.iter().filter(elsewhere).for_each(|id| seen.add(*id, Role::Present, true));
            seen.present(false);
        }
        EventKind::Freed { servant, master, .. } | EventKind::Contracted { servant, master, .. } => {
            seen.add(*servant, Role::Own, false);
            seen.add(*master, Role::Own, false);
            seen.present(false);
        }
        EventKind::SpellSpent { master, servant, .. } => {
            seen.add(*master, Role::Own, false);
            seen.add(*servant, Role::Victim, false);
            seen.present(false);
        }
        EventKind::Disqualified { master } => {
            seen.add(*master, Role::Own, false);
            seen.present(false);
        }
        EventKind::Bought { who, .. } => {
            seen.add(*who, Role::Own, false);
            seen.present(false);
        }
        EventKind::ItemPassed { from, to, .. } => {
            from.iter().chain(to).for_each(|who| seen.add(*who, Role::Own, false));
            seen.present(false);
        }
        EventKind::Alert { owner, .. } => seen.add(*owner, Role::Told, false),
        EventKind::Told { to, .. } => to.iter().for_each(|who| seen.push(*who, Role::Told, false)),
        // The reason is for those who are told it; that something of theirs was set, its owners notice.
        EventKind::Ruled { changes, told, .. } => {
            told.iter().for_each(|who| seen.push(*who, Role::Told, false));
            changes.iter().filter_map(Change::who).for_each(|who| seen.add(who, Role::Own, false));
        }
        EventKind::WarEnded { .. } => war.ids().for_each(|who| seen.add(who, Role::Told, false)),
        EventKind::TurnBegan { .. }
        | EventKind::Aliased { .. }
        | EventKind::LogicGame { .. }
        | EventKind::TurnEnded { .. }
        | EventKind::SetOff { .. }
        | EventKind::GuardsNamed { .. }
        | EventKind::PactDeclared { .. }
        | EventKind::Fault { .. } => {}
    }
    seen.hide(kind);
    seen.sights.sort_unstable_by_key(|s| s.observer);
    seen.sights
}

/// Who does something in an event, and to whom: those whose presence it would give away.
fn ends(kind: &EventKind) -> (Option<CharacterId>, Vec<CharacterId>) {
    match kind {
        EventKind::SkillUsed { user, targets, .. } | EventKind::EffectEnded { user, targets, .. } => {
            (Some(*user), targets.clone())
        }
        EventKind::EffectBegan { active, .. } => (Some(active.user), active.targets.clone()),
        EventKind::Hit { attacker, target, taker, .. } => (Some(*attacker), vec![*taker, *target]),
        EventKind::Shielded { who, by, attacker, .. } => (Some(*attacker), vec![*who, *by]),
        EventKind::StatusReceived { who, by, .. }
        | EventKind::Restored { who, by, .. }
        | EventKind::Damaged { who, by, .. }
        | EventKind::Negated { who, by, .. }
        | EventKind::Lost { who, by, .. } => (Some(*by), vec![*who]),
        EventKind::Afflicted { active } => (Some(active.user), active.targets.clone()),
        EventKind::PoisonTicked { who, .. } => (None, vec![*who]),
        EventKind::SpiritForm { who, .. } | EventKind::Left { who, .. } | EventKind::Entered { who, .. } => {
            (Some(*who), Vec::new())
        }
        EventKind::SpellSpent { master, servant, .. } | EventKind::Contracted { master, servant, .. } => {
            (Some(*master), vec![*servant])
        }
        EventKind::Sealed { user, taken, .. } => (Some(*user), taken.clone()),
        EventKind::Bought { who, .. }
        | EventKind::CivilianConsumed { who, .. }
        | EventKind::MasterConsumed { who, .. }
        | EventKind::Sheltered { who } => (Some(*who), Vec::new()),
        EventKind::ItemPassed { from, to, .. } => (from.or(*to), from.and(*to).into_iter().collect()),
        _ => (None, Vec::new()),
    }
}

/// Whether an event is noticed though whoever did it is not: a blow, and what it does to somebody.
const fn strikes(kind: &EventKind) -> bool {
    matches!(
        kind,
        EventKind::SkillUsed { attack: true, .. }
            | EventKind::Hit { .. }
            | EventKind::Shielded { .. }
            | EventKind::StatusReceived { .. }
            | EventKind::Restored { .. }
            | EventKind::Lost { .. }
            | EventKind::Damaged { .. }
            | EventKind::Negated { .. }
            | EventKind::Afflicted { .. }
            | EventKind::Sealed { .. }
    )
}

/// What an answer of an effect does is perceived where it strikes and by those it strikes: whose effect it is
/// learns nothing of it from elsewhere (I23).
pub fn keep_to_the_place(war: &War, kind: &EventKind, sights: &mut Vec<Sight>) {
    let struck: &[CharacterId] = match kind {
        EventKind::EffectBegan { active, .. } | EventKind::Afflicted { active } => &active.targets,
        EventKind::StatusReceived { who, .. }
        | EventKind::StatusIgnored { who, .. }
        | EventKind::AfflictionIgnored { who, .. }
        | EventKind::Restored { who, .. }
        | EventKind::Lost { who, .. } => std::slice::from_ref(who),
        _ => return,
    };
    let there = |id: CharacterId| struck.iter().any(|who| war.character(*who).at == war.character(id).at);
    sights.retain(|sight| there(sight.observer));
}

/// Which end of a deed the event's place is: where somebody acts, or where it strikes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Near,
    Far,
}

struct Seen<'a> {
    war: &'a War,
    place: Option<LocationId>,
    sights: Vec<Sight>,
}

impl Seen<'_> {
    /// A living observer; the first role given stands.
    fn add(&mut self, observer: CharacterId, role: Role, afar: bool) {
        if self.war.character(observer).is_alive() {
            self.push(observer, role, afar);
        }
    }

    fn push(&mut self, observer: CharacterId, role: Role, afar: bool) {
        if !self.sights.iter().any(|s| s.observer == observer) {
            let acuity = eyes(self.war, observer);
            self.sights.push(Sight {
                observer,
                role,
                acuity,
                afar,
                hidden_author: false,
                hidden_object: false,
                unseen: Vec::new(),
            });
        }
    }

    /// Who is hidden from an onlooker (family 18) is kept out of what they see: what a hidden presence merely does
    /// they do not notice at all, of a blow not whose it was. Of a blow on somebody hidden whoever stands by learns
    /// nothing, only whoever struck that it met somebody (A257).
    fn hide(&mut self, kind: &EventKind) {
        let war = self.war;
        let (author, objects) = ends(kind);
        self.sights.retain_mut(|sight| {
            let hidden = |who: &CharacterId| *who != sight.observer && war.hides(*who, sight.observer, false);
            let by_hidden = author.iter().any(hidden);
            let unseen: Vec<CharacterId> = objects.iter().filter(|who| hidden(who)).copied().collect();
            let on_hidden = match kind {
                // Whoever was struck is seen to be, whomever it was meant for.
                EventKind::Hit { taker, .. } => unseen.contains(taker),
                EventKind::SkillUsed { .. } | EventKind::Sealed { .. } => false,
                _ => !unseen.is_empty(),
            };
            sight.hidden_author = by_hidden;
            sight.hidden_object = !unseen.is_empty();
            sight.unseen = unseen;
            let unnoticed = (by_hidden && !strikes(kind)) || on_hidden;
            sight.role != Role::Present || !unnoticed
        });
    }

    /// Everybody living at the place.
    fn present(&mut self, afar: bool) {
        let Some(place) = self.place else { return };
        let war = self.war;
        war.present(place).for_each(|who| self.add(who, Role::Present, afar));
    }

    /// Somebody does something to others: the doer, those it is done to, those who stand by.
    fn deed(&mut self, actor: CharacterId, objects: &[CharacterId], end: End) {
        let war = self.war;
        let elsewhere = |id: CharacterId| self.place.is_some_and(|place| war.character(id).at != place);
        let actor_elsewhere = elsewhere(actor);
        let object_elsewhere = objects.iter().any(|id| elsewhere(*id));
        let each: Vec<bool> = objects.iter().map(|id| elsewhere(*id)).collect();
        let afar = match end {
            End::Near => object_elsewhere,
            End::Far => actor_elsewhere,
        };
        self.add(actor, Role::Own, afar);
        for (object, object_elsewhere) in objects.iter().zip(each) {
            let afar = match end {
                End::Near => object_elsewhere,
                End::Far => actor_elsewhere,
            };
            self.add(*object, Role::Victim, afar);
        }
        self.present(afar);
    }
}
