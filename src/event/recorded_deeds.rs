//! The deeds that an event counts as in sheets' sentences (`crate::war::history`).

use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::phase::Phase;
use crate::war::War;
use crate::war::history::{PastDeed, PastDeedKind};

use super::facts::{Facts, RecordedAs};
use super::kind::EventKind;

/// Passes each deed of an event to `record`, without its events and its phase. `war` is the position before the event.
pub fn for_each_deed(war: &War, kind: &EventKind, mut record: impl FnMut(PastDeed)) {
    let facts = kind.facts(war);
    let Facts { skill, is_upgraded, .. } = facts;
    let at = |who: CharacterId| Some(war.character(who).at);
    let bare_deed = |who, what| PastDeed {
        who,
        kind: what,
        other: None,
        skill: None,
        is_upgraded: false,
        location: at(who),
        phase: Phase::TurnStart,
        use_event: None,
        event: None,
    };
    let (actor, object) = (facts.actor, facts.objects.first().copied());
    let hurts = facts.amount.is_some_and(|amount| amount > Exact::ZERO);
    match facts.recorded_as {
        RecordedAs::None => {}
        RecordedAs::Use => {
            let Some(user) = actor else { return };
            let use_deed = PastDeed { skill, is_upgraded, ..bare_deed(user, PastDeedKind::Used) };
            for other in each_or_nobody(&facts.objects) {
                record(PastDeed { other, ..use_deed });
            }
            for target in facts.objects.iter().filter(|t| facts.is_attack && **t != user) {
                record_attack(use_deed, *target, at(*target), &mut record);
            }
        }
        RecordedAs::Hit { is_further_hit, is_upgraded } => {
            let (Some(attacker), Some(target), Some(taker)) = (actor, object, facts.affected_body) else { return };
            let build_deed = |who, what| PastDeed { skill, is_upgraded, ..bare_deed(who, what) };
            // Each hit is an attack of its own (R101); the first was recorded with the use.
            if is_further_hit && attacker != target {
                record_attack(build_deed(attacker, PastDeedKind::Attacked), target, at(target), &mut record);
            }
            let done_by_attacker = |what| PastDeed { other: Some(taker), ..build_deed(attacker, what) };
            let done_to_taker = |what| PastDeed { other: Some(attacker), ..build_deed(taker, what) };
            hit_deeds(hurts, attacker != taker, taker != target).for_each(|(to_taker, what)| {
                record(if to_taker { done_to_taker(what) } else { done_by_attacker(what) });
            });
        }
        RecordedAs::Interception => {
            let Some(by) = facts.interceptor else { return };
            record(PastDeed { other: actor, skill, ..bare_deed(by, PastDeedKind::Intercepted) });
        }
        RecordedAs::Harm => {
            let Some(who) = facts.affected_body else { return };
            if !hurts {
                return;
            }
            record(bare_deed(who, PastDeedKind::WasDamaged));
            for user in facts.actor.iter().chain(&*facts.mentioned) {
                record(PastDeed { other: Some(who), skill, ..bare_deed(*user, PastDeedKind::Hurt) });
            }
        }
        RecordedAs::Command => {
            let Some(master) = actor else { return };
            record(PastDeed { other: object, skill, ..bare_deed(master, PastDeedKind::Commanded) });
        }
        RecordedAs::Arrival => {
            let Some(who) = actor else { return };
            record(PastDeed { location: facts.location, ..bare_deed(who, PastDeedKind::Entered) });
        }
        RecordedAs::Departure { is_retreat } => {
            let Some(who) = actor else { return };
            let left = PastDeed { location: facts.location, ..bare_deed(who, PastDeedKind::Left) };
            record(left);
            if is_retreat {
                record(PastDeed { kind: PastDeedKind::Fled, ..left });
            }
        }
        RecordedAs::Death => {
            let Some(who) = object else { return };
            for other in each_or_nobody(&facts.mentioned) {
                record(PastDeed { other, ..bare_deed(who, PastDeedKind::Died) });
            }
            for killer in &*facts.mentioned {
                record(PastDeed { other: Some(who), ..bare_deed(*killer, PastDeedKind::Killed) });
            }
        }
        RecordedAs::SpiritFormEntered => {
            let Some(who) = actor else { return };
            record(bare_deed(who, PastDeedKind::EnteredSpiritForm));
        }
        RecordedAs::SpiritFormLeft => {
            actor.into_iter().for_each(|who| record(bare_deed(who, PastDeedKind::LeftSpiritForm)))
        }
    }
}

/// Each of these, or a single `None` if there are none.
fn each_or_nobody(who: &[CharacterId]) -> impl Iterator<Item = Option<CharacterId>> {
    let nobody = who.is_empty().then_some(None);
    who.iter().copied().map(Some).chain(nobody)
}

/// The deeds of a hit, each with whether it is a deed of the taker. A hit for 0 does not damage the one it strikes
/// (A004).
fn hit_deeds(hurts: bool, other_target: bool, intercepted: bool) -> impl Iterator<Item = (bool, PastDeedKind)> {
    let deeds = [
        (hurts, true, PastDeedKind::WasDamaged),
        (other_target, false, PastDeedKind::Hit),
        (other_target && hurts, false, PastDeedKind::Damaged),
        (hurts, false, PastDeedKind::Hurt),
        (intercepted, true, PastDeedKind::Intercepted),
    ];
    deeds.into_iter().filter(|(applies, ..)| *applies).map(|(_, to_taker, what)| (to_taker, what))
}

/// Records an attack, as a deed of the attacker and of the target.
fn record_attack(
    by: PastDeed,
    target: CharacterId,
    location: Option<crate::vocabulary::ids::LocationId>,
    tell: &mut impl FnMut(PastDeed),
) {
    tell(PastDeed { kind: PastDeedKind::Attacked, other: Some(target), ..by });
    tell(PastDeed { kind: PastDeedKind::WasAttacked, who: target, other: Some(by.who), location, ..by });
}
