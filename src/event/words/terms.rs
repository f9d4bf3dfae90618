//! Words for the values in events: numbers, costs, ways of travel, reasons.

use crate::event::detail::{Drain, EndReason, Outcome, Paid, Reason, Travel};
use crate::event::number_receipts::ApSource;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::stat::Stat;
use crate::war::knowledge::Fact;

use super::join;

/// A fact about somebody, in words; a location only as `the location`.
pub fn fact_words(fact: &Fact) -> String {
    match fact {
        Fact::Location(_) => "the location".to_owned(),
        Fact::Health(number) => format!("{number} Health"),
        Fact::Mana(number) => format!("{number} Mana"),
        Fact::Stats(main, act) => {
            let ranks = Stat::MAIN.iter().zip(main).map(|(stat, rank)| format!("{stat} {rank}"));
            format!("{}, ACT {}", join(ranks), act.name())
        }
        Fact::Class(class) => format!("the class {class}"),
        Fact::TrueName(name) => format!("the true name {name}"),
    }
}

pub(in crate::event) fn or_nothing(parts: &[String]) -> String {
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
}

pub(in crate::event) fn or_none(text: String) -> String {
    if text.is_empty() { "none".to_owned() } else { text }
}

pub(in crate::event) fn health_and_mana_words(health: Exact, mana: Exact) -> String {
    let mut parts = Vec::new();
    if !health.is_zero() || mana.is_zero() {
        parts.push(format!("{health} Health"));
    }
    if !mana.is_zero() {
        parts.push(format!("{mana} Mana"));
    }
    parts.join(", ")
}

pub(in crate::event) fn paid_words(paid: Paid) -> String {
    let mut parts = Vec::new();
    if paid.takes_full_turn {
        parts.push("a Full Turn".to_owned());
    }
    for (points, unit) in [(paid.ap, "AP"), (paid.sp, "SP")] {
        if points > 0 {
            parts.push(format!("{points} {unit}"));
        }
    }
    if paid.takes_turn_action {
        parts.push("the Turn Action".to_owned());
    }
    if paid.takes_move_action {
        parts.push("the Move Action".to_owned());
    }
    for (amount, unit) in [(paid.mana, "Mana"), (paid.health, "Health"), (paid.cp, "CP")] {
        if !amount.is_zero() {
            parts.push(format!("{amount} {unit}"));
        }
    }
    or_nothing(&parts)
}

pub(in crate::event) fn until_words(until: crate::war::active_skill::Until) -> String {
    match until {
        crate::war::active_skill::Until::Night(night) => format!("until the end of Night {night}"),
        crate::war::active_skill::Until::Open => "with no end of its own".to_owned(),
    }
}

pub(in crate::event) const fn ap_source_words(source: ApSource) -> &'static str {
    match source {
        ApSource::Sheet => "sheet",
        ApSource::Pending => "pending",
        ApSource::Effects => "effects",
        ApSource::Agility => "AGI",
        ApSource::Stun => "Stun",
    }
}

pub(in crate::event) const fn drain_words(why: Drain) -> &'static str {
    match why {
        Drain::ManyServants => "three or more Servants",
        Drain::Masterless => "no Master",
        Drain::UnpaidMaster => "the Master could not pay for three Servants",
    }
}

pub(in crate::event) const fn travel_words(how: Travel) -> &'static str {
    match how {
        Travel::Move => "on foot",
        Travel::Retreat => "in retreat",
        Travel::Skill => "by a skill",
        Travel::Warp => "at once",
        Travel::Escape => "at once, in flight",
        Travel::Pushed => "pushed out",
    }
}

pub(in crate::event) const fn end_reason_words(why: EndReason) -> &'static str {
    match why {
        EndReason::Time => "its time is over",
        EndReason::Unpaid => "its upkeep was not paid",
        EndReason::Cancelled => "its user ended it",
        EndReason::UserDied => "its user died",
        EndReason::SpiritForm => "its user entered Spirit Form",
        EndReason::UntilDone => "what it was to last until has been done",
        EndReason::UserLeft => "its user left the place",
        EndReason::NoLongerHolds => "what it lasts by holds no longer",
        EndReason::Dispelled => "it was cancelled",
        EndReason::Released => "it was charged, and is released",
        EndReason::UsedUp => "it has kept off all it could",
        EndReason::UsedAgain => "it was used once more, and the oldest ends",
        EndReason::WouldKill => "an intercepted attack would have killed its user",
        EndReason::Collapsed => "two Reality Marbles met",
        EndReason::NobodyLeft => "nobody it works on is left",
    }
}

pub(in crate::event) fn outcome_words(outcome: Outcome) -> String {
    match outcome {
        Outcome::Done { branch: 1 } => "done".to_owned(),
        Outcome::Done { branch } => format!("done (branch {branch})"),
        Outcome::DonePartly { branch, times, why } => {
            let count = if times == 1 { "once".to_owned() } else { format!("{times} times") };
            let branch_words = if branch == 1 { String::new() } else { format!(" (branch {branch})") };
            let why = why.map(|why| format!(": {}", reason_with_numbers(why))).unwrap_or_default();
            format!("done {count} only{branch_words}{why}")
        }
        Outcome::NotDone { why } => format!("not done: {}", reason_with_numbers(why)),
    }
}

/// Why an order was not carried out, with how much was lacking.
fn reason_with_numbers(why: Reason) -> String {
    let numbers = why.shortage().map(|shortage| format!(" ({shortage})")).unwrap_or_default();
    format!("{}{numbers}", reason_words(why))
}

/// Why an order was not carried out, in words.
pub(in crate::event) const fn reason_words(why: Reason) -> &'static str {
    match why {
        Reason::ConditionNotMet => "no condition held",
        Reason::NeverTriggered => "what it waited for did not happen",
        Reason::IllegalCondition => "its condition rests on what the character cannot know",
        Reason::TargetNotAvailable => "the target could not be reached",
        Reason::WrongTargets => "the targets do not fit the skill",
        Reason::RequirementNotMet => "a requirement did not hold",
        Reason::FieldThere => "a Bounded Field was there already",
        Reason::MarbleThere => "it was cast inside another Reality Marble, and both are gone",
        Reason::Sealed => "a Reality Marble seals the way",
        Reason::NotEnoughAp => "not enough AP",
        Reason::NotEnoughSp => "not enough SP",
        Reason::NotEnoughMana(_) => "not enough Mana",
        Reason::NotEnoughHealth(_) => "not enough Health",
        Reason::NotEnoughCp => "not enough Combat Points",
        Reason::NoTurnAction => "the Turn Action was gone",
        Reason::NoMoveAction => "the Move Action was gone",
        Reason::FirstTurnLimit => "the limit of the first Turn of battle",
        Reason::WasInBattle => "in battle last Turn",
        Reason::InBattle => "in battle",
        Reason::PulledIntoBattle => "pulled into a battle",
        Reason::InSpiritForm => "in Spirit Form",
        Reason::NotInSpiritForm => "not in Spirit Form",
        Reason::Dead => "dead",
        Reason::Surprised => "was surprised and could not act",
        Reason::FailedByItself => "it failed, as its own sentence says; its cost is spent",
        Reason::Foiled => "an effect made it fail; its cost is spent",
        Reason::Noticed => "the Surprise Attack was noticed; its cost is spent",
        Reason::ArrivedLate => "arrived too late for this round",
        Reason::FoughtAlready => "had fought in the first round",
        Reason::NotAdjacent => "not next door",
        Reason::ScoutedAlready => "had scouted already",
        Reason::NoCommandSpell => "no Command Spell left",
        Reason::ServantElsewhere => "the Servant was in another location",
        Reason::ItemNotHeld => "the item was not held",
        Reason::NothingInForce => "nothing such was in force",
        Reason::CannotBeEnded => "it may not be ended early",
        Reason::FullTurn => "the Turn was spent on something else",
        Reason::UsedUp => "its limit of use was reached",
        Reason::NotOffered => "the skill offers no such payment or choice",
        Reason::NotOfferedHere => "nothing of the kind is to be had there",
        Reason::Prevented => "an effect prevented it",
        Reason::NotStated => "the Logic Game's log does not let it stand",
        Reason::Barred => "an effect forbids it",
        Reason::Held => "an effect holds it back",
        Reason::PlaceMissing => "no place was named to go to",
        Reason::NotAgreed => "the other side did not agree there",
        Reason::Disqualified => "a disqualified Master",
        Reason::HasMaster => "contracted already",
        Reason::NoContract => "no contract with them",
        Reason::NotForced => "the Servant could not be forced",
        Reason::Forbidden => "the GM forbade it",
        Reason::OfferRefused => "the IGM did not take the offer",
        Reason::NothingToTell => "the IGM had nothing left to tell",
        Reason::Sheltered => "sheltered, and out of the War",
        Reason::Charging => "it is being charged",
        Reason::NotCarriedOutHere => "orders of this kind are not carried out yet",
        Reason::WarOver => "the War was over",
    }
}
