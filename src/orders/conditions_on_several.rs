//! Conditions about several people, or at a time that their words leave open: about a team, an enemy Master's Servant,
//! whoever kills, `by then`, `once the fighting is over`.

use super::Checker;
use super::action_checks::planned_phase;
use crate::language::codes;
use crate::language::condition::collectors::asserted_statements;
use crate::language::condition::{Act, Condition, Predicate, Property, Relation, Side, Who, Written};
use crate::language::order::{Action, ActionKind, Order, Target};

impl Checker<'_> {
    /// Rejects conditions about several people, and gifts to anybody, where the tree would mean one of them.
    pub(super) fn reject_ambiguous_several(&mut self, order: &Order<Written>) {
        self.reject_relative_of_group(order);
        let gives_to_anybody = |action: &Action<Written>| match &action.kind {
            ActionKind::Give { to, .. } => to.group().is_some_and(|group| group.side == Side::Anyone),
            _ => false,
        };
        if order.body.actions().any(gives_to_anybody) {
            self.push_error(codes::WHOM, order.span, "to whom? anybody may be an opponent")
                .notes
                .push("write the name, or `an ally`".to_owned());
        }
        let guards = || order.body.branches.iter().flat_map(|branch| &branch.guards).flat_map(Condition::statements);
        let subjects_of_states =
            || guards().filter(|statement| statement.deed().is_none()).filter_map(Predicate::subject);
        if subjects_of_states().any(|who| matches!(who, Who::Related(Relation::Team, _))) {
            self.push_error(codes::HOW_MANY, order.span, "is this so of all of that team, or of one of them?")
                .notes
                .push("name them: `If Lancer is here, …`, `If Lancer is here or Illya is here, …`".to_owned());
        }
        if subjects_of_states().any(|who| matches!(who, Who::WhoDid(deed) if !deed.is_past)) {
            self.push_error(
                codes::WHOM,
                order.span,
                "is it asked once that has happened, or of what has happened by now?",
            )
            .notes
            .push("write `If a Master attacks Rin, …`, or `whoever has attacked Rin`".to_owned());
        }
        // `Teleport us to the Bridge after we've attacked.`
        let moments = order.body.actions().filter_map(|action| action.delay.awaited.as_ref());
        let deeds = moments.flat_map(Condition::statements).filter_map(Predicate::deed);
        let is_joint_movement = |act: &Act<Written>| matches!(act, Act::Enters(_) | Act::Leaves(_) | Act::Flees);
        if deeds
            .into_iter()
            .any(|deed| matches!(deed.who, Who::Related(Relation::Team, _)) && !is_joint_movement(&deed.act))
        {
            self.push_error(codes::HOW_MANY, order.span, "after the first of them, or after all?")
                .notes
                .push("name whoever does it: `after Lancer attacks`".to_owned());
        }
        // The seat learns everything that happens to its own characters.
        let is_foreign = |whom: &Who<Written>| match whom {
            Who::Named(name) => self.view.own(&name.text).is_none(),
            whom => *whom != Who::User && !matches!(whom, Who::Related(_, of) if **of == Who::User),
        };
        let asks_for_any_killer = |statement: &&Predicate<Written>| {
            statement.deed().is_some_and(|deed| match &deed.act {
                Act::Kills(Some(whom)) => deed.who.group().is_some() && is_foreign(whom),
                _ => false,
            })
        };
        if guards().any(|statement| asks_for_any_killer(&statement)) {
            self.push_error(codes::WHOM, order.span, "that somebody dies is seen, by whose hand seldom (A256)")
                .notes
                .push("write `If Archer dies, …`, or `If Archer is dead, …`".to_owned());
        }
    }

    /// Rejects conditions whose words name another time than the tree has.
    pub(super) fn reject_ambiguous_time(&mut self, order: &Order<Written>, words: &str) {
        let out_of_battle = |condition: &Condition<Written>| matches!(condition, Condition::Not(inner) if **inner == Condition::Is(Predicate::Has(Who::User, Property::InBattle)));
        let moments = || order.body.actions().filter_map(|action| action.delay.awaited.as_ref());
        if moments().chain(&order.body.read_at.awaited).any(out_of_battle) {
            self.push_error(codes::WHOSE_TIME, order.span, "before a battle too, or only once it is over?").notes.push(
                "write `If I am not in battle, …`, which is asked at the order's place, or name a later Phase"
                    .to_owned(),
            );
        }
        if !order.body.is_conditional() {
            return;
        }
        let actor = self.view.own(&order.actor.text);
        let lowercase = words.to_lowercase();
        let phase_of = |action: &Action<Written>| actor.map(|actor| planned_phase(&action.kind, actor));
        let mut actions = order.body.actions();
        let first = actions.next().and_then(phase_of);
        let has_several_times = actions.any(|action| phase_of(action) != first)
            || order.body.actions().any(|action| !action.delay.is_none());
        if lowercase.contains("in which case")
            && [" too", " as well", " also "].iter().any(|word| lowercase.contains(word))
        {
            self.push_error(codes::HOW_MANY, order.span, "in place of what stands before, or beside it?")
                .notes
                .push("write an order for each: `A. If C, B.`".to_owned());
        }
        if lowercase.contains(" by then") && order.body.chooses_once() && has_several_times {
            self.push_error(
                codes::WHOSE_TIME,
                order.span,
                "by when? beside an `otherwise` it is asked where the first of both comes up",
            )
            .notes
            .push("write an order for each: `At the end of the Attacking Phase, if C, A.`".to_owned());
        }
        // `C and either A or B`: `and` binds closer, which would separate A from B.
        let mixes_and_into_or = |condition: &Condition<Written>| match condition {
            Condition::AnyOf(parts) => parts.iter().any(|part| matches!(part, Condition::All(_))),
            Condition::All(_) | Condition::Not(_) | Condition::Is(_) => false,
        };
        if lowercase.contains("and either ") && order.body.conditions().any(mixes_and_into_or) {
            self.push_error(codes::HOW_MANY, order.span, "what is joined by `or` here?")
                .notes
                .push("put brackets where they belong: `If C and (A or B), …`".to_owned());
        }
    }

    /// Rejects `an enemy Master's Servant` and `an enemy Servant is here and that Servant's Master is not`, which leave
    /// open whose is meant. An order asks about somebody's Master or Servant by name.
    fn reject_relative_of_group(&mut self, order: &Order<Written>) {
        let belongs_to_group = |who: &Who<Written>| match who {
            Who::Related(Relation::Master | Relation::Servant | Relation::Partner, of) => of.group().is_some(),
            _ => false,
        };
        let belongs_to_antecedent = |who: &Who<Written>| matches!(who, Who::Related(_, of) if **of == Who::Antecedent);
        let moments = order.body.actions().filter_map(|action| action.delay.awaited.as_ref());
        let conditions: Vec<_> = order.body.conditions().chain(moments).chain(&order.body.read_at.awaited).collect();
        let mentions = |statement: &Predicate<Written>, matches_who: &dyn Fn(&Who<Written>) -> bool| {
            statement
                .subject()
                .into_iter()
                .chain(statement.deed().and_then(|deed| deed.object()))
                .any(|who| who.mentions(&matches_who))
        };
        let statements = || conditions.iter().flat_map(|condition| condition.statements());
        let targets = order.body.actions().flat_map(|action| action.kind.targets());
        let targets_group_relative = targets.into_iter().any(|target| match target {
            Target::Character(who) => who.mentions(&belongs_to_group),
            Target::Location(_) | Target::Here => false,
        });
        let finds_group = statements().any(|statement| statement.subject().and_then(Who::group).is_some());
        let denies_relative = finds_group
            && conditions.iter().any(|condition| {
                let asserted_statements = asserted_statements(condition);
                statements().any(|statement| {
                    mentions(statement, &belongs_to_antecedent) && !asserted_statements.contains(&statement)
                })
            });
        if targets_group_relative
            || denies_relative
            || statements().any(|statement| mentions(statement, &belongs_to_group))
        {
            self.push_error(codes::WHOM, order.span, "whose Master or Servant? of several it could be any one's")
                .notes
                .push("write it of one by name: `If Lancer is here and Lancer's Master is not here, …`".to_owned());
        }
    }
}
