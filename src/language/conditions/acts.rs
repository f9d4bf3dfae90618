//! Builds statements from the deeds of a condition, active and passive.

use super::people::everybody;
use super::values::{self, damage_type, named_phase, resource};
use super::{ConditionReader, any_of, deed_condition, denials, has_pair, negated_if, never, simple_condition};
use crate::language::condition::{
    Act, Comparison, Condition, Deed, LastTurn, Predicate, Relation, SkillKind, Who, Written,
};
use crate::language::pairs::Pair;
use crate::language::parser::Rule;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::phase::Phase;

impl ConditionReader<'_> {
    /// `"Excalibur" is used on Rin by Saber`.
    pub(super) fn build_passive_use(&self, pair: Pair<'_, Rule>, skill: Who<Written>) -> Condition<Written> {
        let Who::Named(skill) = skill else { return never() };
        let nobody = denials::has_denying_objects(&pair);
        let mut by = Who::Any(everybody());
        let mut on = None;
        let mut of_user = false;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::k_by => of_user = true,
                Rule::object if of_user => by = self.build_who(part),
                Rule::object => on = Some(self.build_who(part)),
                _ => {}
            }
        }
        negated_if(nobody, deed_condition(by, Act::Uses(skill, on)))
    }

    /// A statement from an `act_phrase` about somebody. Some acts are states, or deeds of somebody else.
    pub(super) fn build_act_statement(&self, pair: Pair<'_, Rule>, who: Who<Written>) -> Condition<Written> {
        let is_first = has_pair(&pair.clone().into_inner(), Rule::k_first);
        let Some(act) = pair.into_inner().next() else { return never() };
        let rule = act.as_rule();
        let nobody = denials::has_denying_objects(&act);
        match (rule, who) {
            // `receives physical damage`: is damaged by a hit of that type.
            (Rule::hurt, who) if act.clone().into_inner().any(|p| p.as_rule() == Rule::damage_word) => {
                let kind = act.into_inner().find(|p| p.as_rule() == Rule::damage_word).map(|p| damage_type(&p));
                let done = Act::Damages(kind.map(SkillKind::Damage), Some(who));
                simple_condition(Predicate::Did(Deed { is_first, ..Deed::new(Who::Any(everybody()), done) }))
            }
            // `receives a physical attack`: is attacked with one.
            (Rule::struck_by, who) => {
                let kind = act.clone().into_inner().find(|p| p.as_rule() == Rule::use_kind).and_then(values::used_kind);
                let attacks = |kind| Act::AttacksWith(kind, Some(who));
                let done = |kind| Deed { is_first, ..Deed::new(Who::Any(everybody()), attacks(kind)) };
                kind.map_or_else(never, |kind| simple_condition(Predicate::Did(done(kind))))
            }
            // `receives damage from an opponent`: is damaged by that opponent.
            (Rule::hurt_by, who) => {
                let inner = act.clone().into_inner();
                let kind = inner.clone().find(|p| p.as_rule() == Rule::use_kind).and_then(values::used_kind);
                let doer = inner.clone().find(|p| p.as_rule() == Rule::object).map(|p| self.build_who(p));
                let doer = doer.unwrap_or_else(|| Who::Any(everybody()));
                let done = Deed { is_first, ..Deed::new(doer, Act::Damages(kind, Some(who))) };
                negated_if(nobody, simple_condition(Predicate::Did(done)))
            }
            (Rule::stays, who) => {
                let same_place = act.clone().into_inner().find(|p| p.as_rule() == Rule::same_place);
                if let Some(same_place) = same_place {
                    let whom = same_place.into_inner().find(|p| p.as_rule() == Rule::object);
                    return simple_condition(Predicate::IsWith(who, self.companion(whom)));
                }
                let location =
                    act.into_inner().find(|p| p.as_rule() == Rule::where_).and_then(|p| self.build_location(p));
                simple_condition(Predicate::IsIn(who, location))
            }
            (Rule::holds, who) => simple_condition(Predicate::Holds(who, self.build_name(act))),
            (Rule::detects, who) => act.into_inner().find(|p| p.as_rule() == Rule::object).map_or_else(never, |p| {
                negated_if(nobody, simple_condition(Predicate::Detects(who, self.build_who(p))))
            }),
            (Rule::pays, _) => {
                let inner = act.into_inner();
                let resource = inner.clone().find(|p| p.as_rule() == Rule::resource).and_then(resource);
                let number = inner.clone().find(|p| p.as_rule() == Rule::written_number);
                let number = number.map_or(Exact::ZERO, |p| values::exact_number(p.as_str()));
                resource.map_or_else(never, |r| simple_condition(Predicate::Pays(number, r)))
            }
            (Rule::chooses, _) => {
                let choice = act.into_inner().find(|p| p.as_rule() == Rule::quoted_name);
                choice.map_or_else(never, |p| simple_condition(Predicate::Chooses(self.build_name(p).text)))
            }
            (Rule::last_turn, who) => {
                let done = match (act.contains_any([Rule::v_move]), act.contains_any([Rule::k_this])) {
                    (true, true) => LastTurn::MovedNow,
                    (true, false) => LastTurn::Moved,
                    (false, _) => LastTurn::Attacked,
                };
                simple_condition(Predicate::InLastTurn(who, done))
            }
            (Rule::had_damage, who) => {
                values::damage_sum(&act).map_or_else(never, |sum| simple_condition(Predicate::HadDamage(who, sum)))
            }
            (Rule::dealt_more, who) => {
                let is_of_battle = act.clone().into_inner().flatten().any(|p| p.as_rule() == Rule::k_battle);
                let mut people = act.into_inner().filter(|p| p.as_rule() == Rule::object).map(|p| self.build_who(p));
                let is_one = |who: &Who<Written>| matches!(who, Who::User | Who::Named(_) | Who::Related(..));
                match (people.next(), people.next()) {
                    (Some(to), Some(than))
                        if !self.context.is_sheet() && !is_of_battle && [&who, &to, &than].into_iter().all(is_one) =>
                    {
                        simple_condition(Predicate::DealtMore { by: who, to, than })
                    }
                    _ => never(),
                }
            }
            (Rule::takes_hit, who) => deed_condition(Who::Any(everybody()), Act::Hits(None, Some(who))),
            (Rule::dies_by, who) => {
                let ours = act.into_inner().any(|p| matches!(p.as_rule(), Rule::k_us | Rule::k_our));
                let doer = if ours { Who::related(Relation::Team, Who::User) } else { Who::User };
                deed_condition(doer, Act::Kills(Some(who)))
            }
            (Rule::fails, Who::Named(skill)) => simple_condition(Predicate::OwnSkillFailed(skill)),
            // `uses Gandr or Jewel Light`
            (Rule::uses, who) if act.clone().into_inner().filter(|p| values::is_name(p.as_rule())).count() > 1 => {
                let build_object =
                    || act.clone().into_inner().find(|p| p.as_rule() == Rule::object).map(|p| self.build_who(p));
                let skills = act.clone().into_inner().filter(|p| values::is_name(p.as_rule()));
                let each = skills.map(|skill| {
                    let act = Act::Uses(self.build_name(skill), build_object());
                    simple_condition(Predicate::Did(Deed { is_first, ..Deed::new(who.clone(), act) }))
                });
                negated_if(nobody, any_of(each))
            }
            (_, who) => {
                let done = self
                    .build_act(&act)
                    .map(|act| simple_condition(Predicate::Did(Deed { is_first, ..Deed::new(who, act) })));
                negated_if(nobody, done.unwrap_or_else(never))
            }
        }
    }

    /// `on arrival at the Church`: the character who acts enters it.
    pub(crate) fn build_arrival(&self, pair: Pair<'_, Rule>) -> Condition<Written> {
        let place = pair.into_inner().find(|p| p.as_rule() == Rule::place).map(|p| self.build_name(p));
        deed_condition(Who::User, Act::Enters(place))
    }

    /// `arriving at the Mall`: a deed of the character who acts. `None` if there is no `act_phrase`.
    pub(crate) fn build_gerund(&self, pair: Pair<'_, Rule>) -> Option<Condition<Written>> {
        pair.into_inner().find(|p| p.as_rule() == Rule::act_phrase).map(|act| self.build_act_statement(act, Who::User))
    }

    /// `for Lancer to act`; `None` if a part is missing.
    pub(crate) fn build_awaited_deed(&self, pair: Pair<'_, Rule>) -> Option<Condition<Written>> {
        let who = pair.clone().into_inner().find(|p| p.as_rule() == Rule::who_one).map(|p| self.build_who(p))?;
        pair.into_inner().find(|p| p.as_rule() == Rule::act_phrase).map(|act| self.build_act_statement(act, who))
    }

    /// `Rin's Gandr`, `Lancer's first attack`: the use of the skill, the attack. `None` if a part is missing.
    pub(crate) fn build_named_event(&self, pair: Pair<'_, Rule>) -> Option<Condition<Written>> {
        let who = pair.clone().into_inner().find(|p| p.as_rule() == Rule::who_one).map(|p| self.build_who(p))?;
        let mut what = pair
            .clone()
            .into_inner()
            .filter(|p| matches!(p.as_rule(), Rule::k_attack | Rule::k_action) || values::is_name(p.as_rule()));
        let act = match what.next()? {
            attack if attack.as_rule() == Rule::k_attack => {
                let whom = pair.clone().into_inner().find(|p| p.as_rule() == Rule::object);
                Act::Attacks(whom.map(|p| self.build_who(p)))
            }
            action if action.as_rule() == Rule::k_action => Act::Acts,
            skill => Act::Uses(self.build_name(skill), None),
        };
        let said = deed_condition(who, act);
        Some(match pair.into_inner().find(|p| p.as_rule() == Rule::nth_word) {
            Some(word) => self.build_repeated(said, Comparison::AtLeast, super::ordinal_number(&word)),
            None => said,
        })
    }

    /// Builds the act of a pair; `None` for what is no event of a Turn.
    pub(super) fn build_act(&self, pair: &Pair<'_, Rule>) -> Option<Act<Written>> {
        let rule = pair.as_rule();
        let inner = pair.clone().into_inner();
        let object =
            || inner.clone().find(|p| p.as_rule() == Rule::object).map(|p| self.every_as_any(self.build_who(p)));
        let location = || self.build_location(pair.clone());
        Some(match rule {
            Rule::attacks => match inner.clone().find(|p| p.as_rule() == Rule::use_kind) {
                Some(kind) => Act::AttacksWith(values::used_kind(kind)?, object()),
                None => Act::Attacks(object()),
            },
            Rule::damages => {
                let kind = inner.clone().find(|p| p.as_rule() == Rule::use_kind).and_then(values::used_kind);
                if has_pair(&inner, Rule::v_hit) { Act::Hits(kind, object()) } else { Act::Damages(kind, object()) }
            }
            Rule::kills => Act::Kills(object()),
            Rule::uses => {
                let what = inner.clone().find(|p| !matches!(p.as_rule(), Rule::v_use | Rule::k_the))?;
                match what.as_rule() {
                    Rule::use_spell => Act::UsesCommandSpell,
                    Rule::use_phantasm => Act::UsesNoblePhantasm,
                    Rule::use_kind => Act::UsesKind(values::used_kind(what)?),
                    Rule::use_costly => Act::UsesKind(values::costly_kind(what)?),
                    _ => Act::Uses(self.build_name(what), object()),
                }
            }
            Rule::enter_spirit => Act::EntersSpiritForm,
            Rule::leave_spirit => Act::LeavesSpiritForm,
            Rule::enters => Act::Enters(location()),
            Rule::leaves => Act::Leaves(location()),
            Rule::acts => Act::Acts,
            Rule::dies => Act::Dies,
            Rule::flees => Act::Flees,
            Rule::intercepts => Act::Intercepts,
            Rule::hurt => Act::IsDamaged,
            _ => return None,
        })
    }
}

/// The phase in which a deed is to be done, named behind it: `attacks Rin in the Attacking Phase`.
pub(super) fn phase_of_deed(pair: &Pair<'_, Rule>) -> Option<Phase> {
    pair.descendants([Rule::phase_of_deed]).next().and_then(named_phase)
}

/// Asks for a deed in this phase. A state is in no phase: of one, the result never holds.
pub(super) fn with_phase(mut said: Condition<Written>, during: Option<Phase>) -> Condition<Written> {
    if during.is_none() {
        return said;
    }
    for statement in said.statements_mut() {
        match statement {
            Predicate::Did(deed) | Predicate::DidOften(_, _, _, deed) => deed.during = during,
            _ => return never(),
        }
    }
    said
}
