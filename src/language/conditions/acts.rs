//! What somebody did, or has done to them: acts of a condition → statements.

use super::people::anyone;
use super::words::{self, damage_type, resource};
use super::{Reader, any_of, denied, did, has, is, negated_if, never};
use crate::language::condition::{
    Act, Comparison, Condition, Deed, LastTurn, Predicate, Relation, SkillKind, Who, Written,
};
use crate::language::pairs::Pair;
use crate::language::parser::Rule;
use crate::vocabulary::exact::Exact;

impl Reader<'_> {
    /// `"Excalibur" is used on Rin by Saber`.
    pub(super) fn passive_use(&self, pair: Pair<'_, Rule>, skill: Who<Written>) -> Condition<Written> {
        let Who::Named(skill) = skill else { return never() };
        let nobody = denied::objects_deny(&pair);
        let mut by = Who::Any(anyone());
        let mut on = None;
        let mut of_user = false;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::k_by => of_user = true,
                Rule::object if of_user => by = self.who(part),
                Rule::object => on = Some(self.who(part)),
                _ => {}
            }
        }
        negated_if(nobody, did(by, Act::Uses(skill, on)))
    }

    /// An `act_phrase` said of somebody; some acts are states or another's deed.
    pub(super) fn act_of(&self, pair: Pair<'_, Rule>, who: Who<Written>) -> Condition<Written> {
        let first = has(&pair.clone().into_inner(), Rule::k_first);
        let Some(act) = pair.into_inner().next() else { return never() };
        let rule = act.as_rule();
        let nobody = denied::objects_deny(&act);
        match (rule, who) {
            // `receives physical damage`: by a hit of that kind.
            (Rule::hurt, who) if act.clone().into_inner().any(|p| p.as_rule() == Rule::damage_word) => {
                let kind = act.into_inner().find(|p| p.as_rule() == Rule::damage_word).map(|p| damage_type(&p));
                let done = Act::Damages(kind.map(SkillKind::Damage), Some(who));
                is(Predicate::Did(Deed { who: Who::Any(anyone()), act: done, first, past: false }))
            }
            // `receives a physical attack`: is attacked by one.
            (Rule::struck_by, who) => {
                let kind = act.clone().into_inner().find(|p| p.as_rule() == Rule::use_kind).and_then(words::used_kind);
                let done =
                    |kind| Deed { who: Who::Any(anyone()), act: Act::AttacksWith(kind, Some(who)), first, past: false };
                kind.map_or_else(never, |kind| is(Predicate::Did(done(kind))))
            }
            // `receives damage from an opponent`: is damaged by them.
            (Rule::hurt_by, who) => {
                let inner = act.clone().into_inner();
                let kind = inner.clone().find(|p| p.as_rule() == Rule::use_kind).and_then(words::used_kind);
                let by = inner.clone().find(|p| p.as_rule() == Rule::object).map(|p| self.who(p));
                let by = by.unwrap_or_else(|| Who::Any(anyone()));
                let done = Deed { who: by, act: Act::Damages(kind, Some(who)), first, past: false };
                negated_if(nobody, is(Predicate::Did(done)))
            }
            (Rule::stays, who) => {
                let with = act.clone().into_inner().find(|p| p.as_rule() == Rule::same_place);
                if let Some(with) = with {
                    let whom = with.into_inner().find(|p| p.as_rule() == Rule::object);
                    return is(Predicate::IsWith(who, self.as_whom(whom)));
                }
                let place = act.into_inner().find(|p| p.as_rule() == Rule::where_).and_then(|p| self.where_(p));
                is(Predicate::IsIn(who, place))
            }
            (Rule::holds, who) => is(Predicate::Holds(who, self.name(act))),
            (Rule::detects, who) => act
                .into_inner()
                .find(|p| p.as_rule() == Rule::object)
                .map_or_else(never, |p| negated_if(nobody, is(Predicate::Detects(who, self.who(p))))),
            (Rule::pays, _) => {
                let inner = act.into_inner();
                let resource = inner.clone().find(|p| p.as_rule() == Rule::resource).and_then(resource);
                let number = inner.clone().find(|p| p.as_rule() == Rule::written_number);
                let number = number.map_or(Exact::ZERO, |p| words::exact(p.as_str()));
                resource.map_or_else(never, |r| is(Predicate::Pays(number, r)))
            }
            (Rule::chooses, _) => {
                let choice = act.into_inner().find(|p| p.as_rule() == Rule::quoted_name);
                choice.map_or_else(never, |p| is(Predicate::Chooses(self.name(p).text)))
            }
            (Rule::last_turn, who) => {
                let done = match (act.holds([Rule::v_move]), act.holds([Rule::k_this])) {
                    (true, true) => LastTurn::MovedNow,
                    (true, false) => LastTurn::Moved,
                    (false, _) => LastTurn::Attacked,
                };
                is(Predicate::InLastTurn(who, done))
            }
            (Rule::had_damage, who) => {
                words::damage_sum(&act).map_or_else(never, |sum| is(Predicate::HadDamage(who, sum)))
            }
            (Rule::takes_hit, who) => did(Who::Any(anyone()), Act::Hits(None, Some(who))),
            (Rule::dies_by, who) => {
                let ours = act.into_inner().any(|p| matches!(p.as_rule(), Rule::k_us | Rule::k_our));
                let by = if ours { Who::related(Relation::Team, Who::User) } else { Who::User };
                did(by, Act::Kills(Some(who)))
            }
            (Rule::fails, Who::Named(skill)) => is(Predicate::OwnSkillFailed(skill)),
            // `uses Gandr or Jewel Light`
            (Rule::uses, who) if act.clone().into_inner().filter(|p| words::is_name(p.as_rule())).count() > 1 => {
                let on = || act.clone().into_inner().find(|p| p.as_rule() == Rule::object).map(|p| self.who(p));
                let skills = act.clone().into_inner().filter(|p| words::is_name(p.as_rule()));
                let each = skills.map(|skill| {
                    let act = Act::Uses(self.name(skill), on());
                    is(Predicate::Did(Deed { who: who.clone(), act, first, past: false }))
                });
                negated_if(nobody, any_of(each))
            }
            (_, who) => {
                let done = self.act(&act).map(|act| is(Predicate::Did(Deed { who, act, first, past: false })));
                negated_if(nobody, done.unwrap_or_else(never))
            }
        }
    }

    /// `on arrival at the Church`: of whoever acts.
    pub(crate) fn arrival(&self, pair: Pair<'_, Rule>) -> Condition<Written> {
        let place = pair.into_inner().find(|p| p.as_rule() == Rule::place).map(|p| self.name(p));
        did(Who::User, Act::Enters(place))
    }

    /// `arriving at the Mall`: of whoever acts.
    pub(crate) fn gerund(&self, pair: Pair<'_, Rule>) -> Option<Condition<Written>> {
        pair.into_inner().find(|p| p.as_rule() == Rule::act_phrase).map(|act| self.act_of(act, Who::User))
    }

    /// `for Lancer to act`.
    pub(crate) fn awaited(&self, pair: Pair<'_, Rule>) -> Option<Condition<Written>> {
        let who = pair.clone().into_inner().find(|p| p.as_rule() == Rule::who_one).map(|p| self.who(p))?;
        pair.into_inner().find(|p| p.as_rule() == Rule::act_phrase).map(|act| self.act_of(act, who))
    }

    /// `Rin's Gandr`, `Lancer's first attack`: that they use it, that they attack.
    pub(crate) fn event_of(&self, pair: Pair<'_, Rule>) -> Option<Condition<Written>> {
        let who = pair.clone().into_inner().find(|p| p.as_rule() == Rule::who_one).map(|p| self.who(p))?;
        let mut what = pair
            .clone()
            .into_inner()
            .filter(|p| matches!(p.as_rule(), Rule::k_attack | Rule::k_action) || words::is_name(p.as_rule()));
        let act = match what.next()? {
            attack if attack.as_rule() == Rule::k_attack => {
                let whom = pair.clone().into_inner().find(|p| p.as_rule() == Rule::object);
                Act::Attacks(whom.map(|p| self.who(p)))
            }
            action if action.as_rule() == Rule::k_action => Act::Acts,
            skill => Act::Uses(self.name(skill), None),
        };
        let said = did(who, act);
        Some(match pair.into_inner().find(|p| p.as_rule() == Rule::nth_word) {
            Some(word) => self.done_so_often(said, Comparison::AtLeast, super::nth(&word)),
            None => said,
        })
    }

    /// What was done, for acts that are events of a Turn.
    pub(super) fn act(&self, pair: &Pair<'_, Rule>) -> Option<Act<Written>> {
        let rule = pair.as_rule();
        let inner = pair.clone().into_inner();
        let object = || inner.clone().find(|p| p.as_rule() == Rule::object).map(|p| self.one_of(self.who(p)));
        let place = || self.where_(pair.clone());
        Some(match rule {
            Rule::attacks => match inner.clone().find(|p| p.as_rule() == Rule::use_kind) {
                Some(kind) => Act::AttacksWith(words::used_kind(kind)?, object()),
                None => Act::Attacks(object()),
            },
            Rule::damages => {
                let kind = inner.clone().find(|p| p.as_rule() == Rule::use_kind).and_then(words::used_kind);
                if has(&inner, Rule::v_hit) { Act::Hits(kind, object()) } else { Act::Damages(kind, object()) }
            }
            Rule::kills => Act::Kills(object()),
            Rule::uses => {
                let what = inner.clone().find(|p| !matches!(p.as_rule(), Rule::v_use | Rule::k_the))?;
                match what.as_rule() {
                    Rule::use_spell => Act::UsesCommandSpell,
                    Rule::use_phantasm => Act::UsesNoblePhantasm,
                    Rule::use_kind => Act::UsesKind(words::used_kind(what)?),
                    Rule::use_costly => Act::UsesKind(words::costly_kind(what)?),
                    _ => Act::Uses(self.name(what), object()),
                }
            }
            Rule::enter_spirit => Act::EntersSpiritForm,
            Rule::leave_spirit => Act::LeavesSpiritForm,
            Rule::enters => Act::Enters(place()),
            Rule::leaves => Act::Leaves(place()),
            Rule::acts => Act::Acts,
            Rule::dies => Act::Dies,
            Rule::flees => Act::Flees,
            Rule::intercepts => Act::Intercepts,
            Rule::hurt => Act::IsDamaged,
            _ => return None,
        })
    }
}
