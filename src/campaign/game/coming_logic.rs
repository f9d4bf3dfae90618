//! The Logic Game between two nights: the ledger, the new entries, and what will follow.

use crate::campaign::error::{CampaignError, Result};
use crate::campaign::folder::{NightFolder, read_text_if_there};
use crate::language::span::Source;
use crate::logic::step::LedgerStep;
use crate::night::logic::{LogicInput, build_logic_inputs};
use crate::war::War;

use super::night_inputs;
use super::play::Game;

/// The Logic Game as the coming night will process it.
#[derive(Debug)]
pub struct ComingLogic {
    /// The folder of that night.
    pub night: NightFolder,
    /// The position with its ledger before overdue answers are called in.
    pub war: War,
    /// The position after that.
    pub war_after: War,
    /// What would happen, in order.
    pub steps: Vec<LedgerStep>,
    /// The text of `logic.yaml`.
    pub text: String,
    /// The number of its entries.
    pub entries: usize,
}

impl ComingLogic {
    /// Why an entry of `logic.yaml` would have no effect; `None` if it has one.
    pub fn reason_without_effect(&self, number: usize) -> Option<&str> {
        self.steps.iter().find_map(|step| match step {
            LedgerStep::Moot { entry, why } if usize::from(*entry) == number => Some(why.as_str()),
            _ => None,
        })
    }
}

impl Game {
    /// Computes the Logic Game of the coming night, from its orders and its `logic.yaml` followed by `more`.
    ///
    /// # Errors
    /// What prevents the night from being played: order files of no seat, faults in the GM's files, a War that is over.
    pub fn coming_logic(&self, more: &str) -> Result<ComingLogic> {
        let last = self.folder.last_resolved_night()?.number;
        let before = self.war_before(last + 1)?;
        if let Some(ended) = &before.ended {
            return Err(CampaignError::Over { night: ended.night });
        }
        let night = self.folder.night(last + 1);
        let path = night.logic_file();
        let mut text = read_text_if_there(&path)?.unwrap_or_default();
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(more);
        let logic = night_inputs::parse_logic(&before, Source::new(path.display().to_string(), text.clone()))?;
        let entries = logic.len();
        let (_, plans, rulings) = self.read_inputs(&before, &night, logic)?;
        let mut war = before;
        war.night = night.number;
        let inputs = build_logic_inputs(&war, &plans, &rulings);
        let steps: Vec<LedgerStep> = inputs
            .into_iter()
            .filter_map(|input| if let LogicInput::Step { step, .. } = input { Some(*step) } else { None })
            .collect();
        let number = war.night;
        let called_in = steps.iter().position(|step| matches!(step, LedgerStep::Failed { .. })).unwrap_or(steps.len());
        let (before, last) = steps.split_at(called_in);
        before.iter().for_each(|step| war.logic.apply(step, number));
        let mut war_after = war.clone();
        last.iter().for_each(|step| war_after.logic.apply(step, number));
        Ok(ComingLogic { night, war, war_after, steps, text, entries })
    }
}
