//! What happens between phases: the GM's rulings for the moment, and what is noticed as a phase begins (R008, R354,
//! I02).

use crate::event::Cause;
use crate::night::effects::apply_skill::{apply_use, carry_out_answer, carry_out_ruling};
use crate::night::effects::bounded_fields;
use crate::night::rulings::{Question, RulingMoment};
use crate::night::state::Night;
use crate::perception::learning;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rule_id::RuleId;

use super::phase_loop::{carry_out_each_turn, settle_consequences};

/// Begins a phase.
pub(crate) fn begin_phase(night: &mut Night<'_>, phase: Phase) {
    night.enter_phase(phase);
    apply_rulings_at(night, RulingMoment::Before(phase));
    for kind in learning::learn_from_looking(&night.war) {
        night.emit(kind, None, Cause::Rule, None, &[RuleId::I(2)]);
    }
    bounded_fields::sense_fields(night);
    if phase == Phase::DailyMove {
        bounded_fields::notice_items(night);
    }
    night.begin_round();
    // In the Initial and the Instant Phase this belongs to their one batch (A067, A085).
    if !matches!(phase, Phase::Initial | Phase::Instant) {
        carry_out_each_turn(night, phase);
    }
}

/// Carries out the GM's rulings of a moment.
pub(crate) fn apply_rulings_at(night: &mut Night<'_>, moment: RulingMoment) {
    let rulings = night.questions.rulings();
    let mut has_applied = false;
    for (ruling, number) in rulings.entries.iter().zip(1u16..) {
        if let Some(ruling_text) = night.apply_ruling(number, ruling, moment) {
            carry_out_ruling(night, &ruling_text);
            has_applied = true;
        }
    }
    // Nobody dies before the Turn begins: deaths are settled as it begins.
    if has_applied && moment != RulingMoment::Start {
        settle_consequences(night);
    }
}

/// Applies, as the first thing in the Turn, the sentences that were ruled before it began. Then asks the GM about
/// abilities with a sentence for the GM.
pub(crate) fn apply_deferred_rulings(night: &mut Night<'_>) {
    for sentences in night.questions.begin_turn() {
        apply_use(night, &sentences);
    }
    for (owner, skill) in night.find_unexplained_abilities() {
        let answer = night.ask_of_ability(owner, skill);
        carry_out_answer(night, answer);
    }
}

/// Obeys commands of earlier Nights, or asks the GM about them, from the start of the Turn (R171, R172, A138).
pub(crate) fn obey_earlier_commands(night: &mut Night<'_>) {
    for (servant, command) in night.obey_earlier_commands() {
        let answer = night.ask_of_command(Question::Obeyed { servant }, servant, &command, None);
        carry_out_answer(night, answer);
    }
}
