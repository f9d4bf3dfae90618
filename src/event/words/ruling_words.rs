//! A ruling in plain words: its kind, and what it set and added.

use crate::event::OrderRef;
use crate::event::detail::{StateChange, Verdict};
use crate::vocabulary::exact::Exact;

use super::terms::or_none;
use super::{HandleNames, list, or_nobody};

impl HandleNames<'_> {
    /// For example `the GM sets Saber's Health to 90: The roof came down.`
    pub(in crate::event) fn ruled(&self, verdict: &Verdict, changes: &[StateChange], reason: &str) -> String {
        let changes = list(changes.iter().map(|c| self.change(c)));
        let mut said = match verdict {
            Verdict::Set => format!("the GM sets {}", or_nothing_at_all(changes)),
            Verdict::Decided(key) if changes.is_empty() => format!("the GM decides {key}"),
            Verdict::Decided(key) => format!("the GM decides {key} and sets {changes}"),
            Verdict::Forbidden(order) => format!("the GM forbids {}", self.order(*order)),
            Verdict::ForbiddenSkill(who, skill) => {
                format!("the GM forbids {} to use {}", self.who(*who), self.skill(*skill))
            }
            Verdict::Allowed(order) => format!("the GM allows {}", self.order(*order)),
            Verdict::Undone { event, order } => {
                format!("the GM undoes event {} and so forbids {}", event.0, self.order(*order))
            }
        };
        if !reason.is_empty() {
            said.push_str(&format!(": {reason}"));
        }
        said
    }

    fn order(&self, order: OrderRef) -> String {
        let seat = self.war.setup.seats.get(order.seat.index()).map_or("?", |s| &s.name);
        format!("order {} of {seat}", order.number)
    }

    fn change(&self, change: &StateChange) -> String {
        match change {
            StateChange::Health(who, n) => format!("{}'s Health to {n}", self.who(*who)),
            StateChange::Mana(who, n) => format!("{}'s Mana to {n}", self.who(*who)),
            StateChange::At(who, at) => format!("{}'s location to {}", self.who(*who), self.place(*at)),
            StateChange::Cp(who, n) => format!("{}'s Combat Points to {n}", self.who(*who)),
            StateChange::CommandSpells(who, n) => format!("{}'s Command Spells to {n}", self.who(*who)),
            StateChange::SpiritForm(who, true) => format!("{} into Spirit Form", self.who(*who)),
            StateChange::SpiritForm(who, false) => format!("{} out of Spirit Form", self.who(*who)),
            StateChange::Statuses(who, s) => format!("{}'s statuses to {}", self.who(*who), or_none(list(s))),
            StateChange::Items(who, i) => format!("{}'s items to {}", self.who(*who), or_none(self.skills(i))),
            StateChange::Active(who, s) => format!("{}'s active skills to {}", self.who(*who), or_none(self.skills(s))),
            StateChange::Battle(who, turns, with) => {
                format!("{}'s battle to Turn {turns} with {}", self.who(*who), or_nobody(self.all(with)))
            }
            StateChange::InBattle(who, true) => format!("{} in battle", self.who(*who)),
            StateChange::InBattle(who, false) => format!("{} in no battle", self.who(*who)),
            StateChange::Known(who, known) => {
                format!("whom {} knows to {}", self.who(*who), or_nobody(self.all(known)))
            }
            StateChange::Alive(who, true) => format!("{} alive", self.who(*who)),
            StateChange::Alive(who, false) => format!("{} dead", self.who(*who)),
            StateChange::ApChange(who, n) => format!("{}'s AP change of the next Turn to {n:+}", self.who(*who)),
            StateChange::Master(who, Some(master)) => format!("{}'s Master to {}", self.who(*who), self.who(*master)),
            StateChange::Master(who, None) => format!("{} Masterless", self.who(*who)),
            StateChange::Qualified(who, true) => format!("{} qualified", self.who(*who)),
            StateChange::Qualified(who, false) => format!("{} disqualified", self.who(*who)),
            StateChange::Dropped(at, items) => {
                format!("items lying at {} to {}", self.place(*at), or_none(self.skills(items)))
            }
            StateChange::Field(at, Some((who, field))) => {
                format!("{}'s {} over {}", self.who(*who), self.skill(*field), self.place(*at))
            }
            StateChange::Field(at, None) => format!("no Bounded Field over {}", self.place(*at)),
            StateChange::Marks(marks) => format!("the Seal's marks to {}", or_nobody(self.all(marks))),
            StateChange::Red(red) => format!("what stands in red to {}", or_none(list(red))),
            StateChange::Night(night) => format!("the Night to {night}"),
            StateChange::HealthBy(who, n) => format!("{} {} Health", self.who(*who), signed(*n)),
            StateChange::ManaBy(who, n) => format!("{} {} Mana", self.who(*who), signed(*n)),
            StateChange::CpBy(who, n) => format!("{} {} Combat Points", self.who(*who), signed(*n)),
            StateChange::CommandSpellsBy(who, n) => format!("{} {n:+} Command Spells", self.who(*who)),
            StateChange::StatusAdded(who, status) => format!("{status} on {}", self.who(*who)),
            StateChange::ItemAdded(who, item) => format!("{} into {}'s hands", self.skill(*item), self.who(*who)),
            StateChange::DroppedAdded(at, item) => format!("{} down at {}", self.skill(*item), self.place(*at)),
            StateChange::Sentences(ruled) => {
                let sentences = ruled.skill.effects.iter().map(|line| format!("\"{}\"", line.text));
                format!("for {} {}", self.who(ruled.owner), or_nothing_at_all(list(sentences)))
            }
        }
    }
}

fn or_nothing_at_all(text: String) -> String {
    if text.is_empty() { "nothing".to_owned() } else { text }
}

fn signed(n: Exact) -> String {
    if n.is_negative() { format!("− {}", -n) } else { format!("+ {n}") }
}
