//! A ruling in plain words: its kind, and what it set and added.

use crate::event::OrderRef;
use crate::event::detail::{RulingVerdict, StateChange};
use crate::vocabulary::exact::Exact;

use super::terms::or_none;
use super::{HandleNames, join, or_nobody};

impl HandleNames<'_> {
    /// For example `the GM sets Saber's Health to 90: The roof came down.`
    pub(in crate::event) fn describe_ruling(
        &self,
        verdict: &RulingVerdict,
        changes: &[StateChange],
        reason: &str,
    ) -> String {
        let changes = join(changes.iter().map(|c| self.describe_change(c)));
        let mut text = match verdict {
            RulingVerdict::Set => format!("the GM sets {}", or_nothing_at_all(changes)),
            RulingVerdict::Decided(key) if changes.is_empty() => format!("the GM decides {key}"),
            RulingVerdict::Decided(key) => format!("the GM decides {key} and sets {changes}"),
            RulingVerdict::Forbidden(order) => format!("the GM forbids {}", self.describe_order(*order)),
            RulingVerdict::ForbiddenSkill(who, skill) => {
                format!("the GM forbids {} to use {}", self.character(*who), self.skill(*skill))
            }
            RulingVerdict::Allowed(order) => format!("the GM allows {}", self.describe_order(*order)),
            RulingVerdict::Undone { event, order } => {
                format!("the GM undoes event {} and so forbids {}", event.0, self.describe_order(*order))
            }
        };
        if !reason.is_empty() {
            text.push_str(&format!(": {reason}"));
        }
        text
    }

    fn describe_order(&self, order: OrderRef) -> String {
        let seat = self.war.setup.seats.get(order.seat.index()).map_or("?", |s| &s.name);
        format!("order {} of {seat}", order.number)
    }

    fn describe_change(&self, change: &StateChange) -> String {
        match change {
            StateChange::Health(who, n) => format!("{}'s Health to {n}", self.character(*who)),
            StateChange::Mana(who, n) => format!("{}'s Mana to {n}", self.character(*who)),
            StateChange::At(who, at) => format!("{}'s location to {}", self.character(*who), self.location_name(*at)),
            StateChange::Cp(who, n) => format!("{}'s Combat Points to {n}", self.character(*who)),
            StateChange::CommandSpells(who, n) => format!("{}'s Command Spells to {n}", self.character(*who)),
            StateChange::SpiritForm(who, true) => format!("{} into Spirit Form", self.character(*who)),
            StateChange::SpiritForm(who, false) => format!("{} out of Spirit Form", self.character(*who)),
            StateChange::Statuses(who, s) => format!("{}'s statuses to {}", self.character(*who), or_none(join(s))),
            StateChange::Items(who, i) => format!("{}'s items to {}", self.character(*who), or_none(self.skills(i))),
            StateChange::Active(who, s) => {
                format!("{}'s active skills to {}", self.character(*who), or_none(self.skills(s)))
            }
            StateChange::Battle(who, turns, with) => {
                format!("{}'s battle to Turn {turns} with {}", self.character(*who), or_nobody(self.characters(with)))
            }
            StateChange::InBattle(who, true) => format!("{} in battle", self.character(*who)),
            StateChange::InBattle(who, false) => format!("{} in no battle", self.character(*who)),
            StateChange::Known(who, known) => {
                format!("whom {} knows to {}", self.character(*who), or_nobody(self.characters(known)))
            }
            StateChange::Alive(who, true) => format!("{} alive", self.character(*who)),
            StateChange::Alive(who, false) => format!("{} dead", self.character(*who)),
            StateChange::ApChange(who, n) => format!("{}'s AP change of the next Turn to {n:+}", self.character(*who)),
            StateChange::Master(who, Some(master)) => {
                format!("{}'s Master to {}", self.character(*who), self.character(*master))
            }
            StateChange::Master(who, None) => format!("{} Masterless", self.character(*who)),
            StateChange::Qualified(who, true) => format!("{} qualified", self.character(*who)),
            StateChange::Qualified(who, false) => format!("{} disqualified", self.character(*who)),
            StateChange::Dropped(at, items) => {
                format!("items lying at {} to {}", self.location_name(*at), or_none(self.skills(items)))
            }
            StateChange::Field(at, Some((who, field))) => {
                format!("{}'s {} over {}", self.character(*who), self.skill(*field), self.location_name(*at))
            }
            StateChange::Field(at, None) => format!("no Bounded Field over {}", self.location_name(*at)),
            StateChange::Marks(marks) => format!("the Seal's marks to {}", or_nobody(self.characters(marks))),
            StateChange::Red(red) => format!("what stands in red to {}", or_none(join(red))),
            StateChange::Night(night) => format!("the Night to {night}"),
            StateChange::HealthBy(who, n) => format!("{} {} Health", self.character(*who), with_sign(*n)),
            StateChange::ManaBy(who, n) => format!("{} {} Mana", self.character(*who), with_sign(*n)),
            StateChange::CpBy(who, n) => format!("{} {} Combat Points", self.character(*who), with_sign(*n)),
            StateChange::CommandSpellsBy(who, n) => format!("{} {n:+} Command Spells", self.character(*who)),
            StateChange::StatusAdded(who, status) => format!("{status} on {}", self.character(*who)),
            StateChange::ItemAdded(who, item) => format!("{} into {}'s hands", self.skill(*item), self.character(*who)),
            StateChange::DroppedAdded(at, item) => format!("{} down at {}", self.skill(*item), self.location_name(*at)),
            StateChange::Sentences(ruled) => {
                let sentences = ruled.skill.effects.iter().map(|line| format!("\"{}\"", line.text));
                format!("for {} {}", self.character(ruled.owner), or_nothing_at_all(join(sentences)))
            }
        }
    }
}

fn or_nothing_at_all(text: String) -> String {
    if text.is_empty() { "nothing".to_owned() } else { text }
}

fn with_sign(n: Exact) -> String {
    if n.is_negative() { format!("− {}", -n) } else { format!("+ {n}") }
}
