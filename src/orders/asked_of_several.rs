//! Conditions about several people, or at a time that their words leave open: about a team, an enemy Master's Servant,
//! whoever kills, `by then`, `once the fighting is over`.

use super::Checker;
use super::action_checks::planned_phase;
use crate::language::codes;
use crate::language::condition::collectors::asserted;
use crate::language::condition::{Act, Condition, Predicate, Property, Relation, Side, Who, Written};
use crate::language::order::{Action, ActionKind, Order, Target};

impl Checker<'_> {
    /// Rejects conditions about several people, and gifts to anybody, where the tree would mean one of them.
    pub(super) fn reject_ambiguous_several(&mut self, order: &Order<Written>) {
        self.reject_relative_of_group(order);
        let given_away = |action: &Action<Written>| match &action.kind {
            ActionKind::Give { to, .. } => to.group().is_some_and(|group| group.side == Side::Anyone),
            _ => false,
        };
        if order.body.actions().any(given_away) {
            self.push_error(codes::WHOM, order.span, "to whom? anybody may be an opponent")
                .notes
                .push("write the name, or `an ally`".to_owned());
        }
        let guards = || order.body.branches.iter().flat_map(|branch| &branch.guards).flat_map(Condition::statements);
        let states = || guards().filter(|said| said.deed().is_none()).filter_map(Predicate::subject);
        if states().any(|who| matches!(who, Who::Related(Relation::Team, _))) {
            self.push_error(codes::HOW_MANY, order.span, "is this so of all of that team, or of one of them?")
                .notes
                .push("name them: `If Lancer is here, …`, `If Lancer is here or Illya is here, …`".to_owned());
        }
        if states().any(|who| matches!(who, Who::WhoDid(deed) if !deed.past)) {
            self.push_error(
                codes::WHOM,
                order.span,
                "is it asked once that has happened, or of what has happened by now?",
            )
            .notes
            .push("write `If a Master attacks Rin, …`, or `whoever has attacked Rin`".to_owned());
        }
        // `Teleport us to the Bridge after we've attacked.`
        let moments = order.body.actions().filter_map(|action| action.delay.after.as_ref());
        let deeds = moments.flat_map(Condition::statements).filter_map(Predicate::deed);
        let together = |act: &Act<Written>| matches!(act, Act::Enters(_) | Act::Leaves(_) | Act::Flees);
        if deeds.into_iter().any(|deed| matches!(deed.who, Who::Related(Relation::Team, _)) && !together(&deed.act)) {
            self.push_error(codes::HOW_MANY, order.span, "after the first of them, or after all?")
                .notes
                .push("name whoever does it: `after Lancer attacks`".to_owned());
        }
        // The seat learns everything that happens to its own characters.
        let other = |whom: &Who<Written>| match whom {
            Who::Named(name) => self.view.own(&name.text).is_none(),
            whom => *whom != Who::User && !matches!(whom, Who::Related(_, of) if **of == Who::User),
        };
        let killed_by_anybody = |said: &&Predicate<Written>| {
            said.deed().is_some_and(|deed| match &deed.act {
                Act::Kills(Some(whom)) => deed.who.group().is_some() && other(whom),
                _ => false,
            })
        };
        if guards().any(|said| killed_by_anybody(&said)) {
            self.push_error(codes::WHOM, order.span, "that somebody dies is seen, by whose hand seldom (A256)")
                .notes
                .push("write `If Archer dies, …`, or `If Archer is dead, …`".to_owned());
        }
    }

    /// Rejects conditions whose words name another time than the tree has.
    pub(super) fn reject_ambiguous_time(&mut self, order: &Order<Written>, words: &str) {
        let out_of_battle = |event: &Condition<Written>| matches!(event, Condition::Not(asked) if **asked == Condition::Is(Predicate::Has(Who::User, Property::InBattle)));
        let moments = || order.body.actions().filter_map(|action| action.delay.after.as_ref());
        if moments().chain(&order.body.read_at.after).any(out_of_battle) {
            self.push_error(codes::WHOSE_TIME, order.span, "before a battle too, or only once it is over?").notes.push(
                "write `If I am not in battle, …`, which is asked at the order's place, or name a later Phase"
                    .to_owned(),
            );
        }
        if !order.body.hangs() {
            return;
        }
        let actor = self.view.own(&order.actor.text);
        let said = words.to_lowercase();
        let places = |action: &Action<Written>| actor.map(|actor| planned_phase(&action.kind, actor));
        let mut actions = order.body.actions();
        let first = actions.next().and_then(places);
        let at_two_times =
            actions.any(|action| places(action) != first) || order.body.actions().any(|action| !action.delay.is_none());
        if said.contains("in which case") && [" too", " as well", " also "].iter().any(|word| said.contains(word)) {
            self.push_error(codes::HOW_MANY, order.span, "in place of what stands before, or beside it?")
                .notes
                .push("write an order for each: `A. If C, B.`".to_owned());
        }
        if said.contains(" by then") && order.body.chooses_once() && at_two_times {
            self.push_error(
                codes::WHOSE_TIME,
                order.span,
                "by when? beside an `otherwise` it is asked where the first of both comes up",
            )
            .notes
            .push("write an order for each: `At the end of the Attacking Phase, if C, A.`".to_owned());
        }
        // `C and either A or B`: `and` binds closer, which would separate A from B.
        let parted = |asked: &Condition<Written>| match asked {
            Condition::AnyOf(parts) => parts.iter().any(|part| matches!(part, Condition::All(_))),
            Condition::All(_) | Condition::Not(_) | Condition::Is(_) => false,
        };
        if said.contains("and either ") && order.body.conditions().any(parted) {
            self.push_error(codes::HOW_MANY, order.span, "what is joined by `or` here?")
                .notes
                .push("put brackets where they belong: `If C and (A or B), …`".to_owned());
        }
    }

    /// Rejects `an enemy Master's Servant` and `an enemy Servant is here and that Servant's Master is not`, which leave
    /// open whose is meant. An order asks about somebody's Master or Servant by name.
    fn reject_relative_of_group(&mut self, order: &Order<Written>) {
        let of_group = |who: &Who<Written>| match who {
            Who::Related(Relation::Master | Relation::Servant | Relation::Partner, of) => of.group().is_some(),
            _ => false,
        };
        let of_found = |who: &Who<Written>| matches!(who, Who::Related(_, of) if **of == Who::Antecedent);
        let moments = order.body.actions().filter_map(|action| action.delay.after.as_ref());
        let conditions: Vec<_> = order.body.conditions().chain(moments).chain(&order.body.read_at.after).collect();
        let spoken_of = |said: &Predicate<Written>, is: &dyn Fn(&Who<Written>) -> bool| {
            said.subject().into_iter().chain(said.deed().and_then(|deed| deed.object())).any(|who| who.mentions(&is))
        };
        let statements = || conditions.iter().flat_map(|asked| asked.statements());
        let aimed = order.body.actions().flat_map(|action| action.kind.targets());
        let at_group = aimed.into_iter().any(|target| match target {
            Target::Character(who) => who.mentions(&of_group),
            Target::Location(_) | Target::Here => false,
        });
        let found_in_a_group = statements().any(|said| said.subject().and_then(Who::group).is_some());
        let denied = found_in_a_group
            && conditions.iter().any(|asked| {
                let asserted = asserted(asked);
                statements().any(|said| spoken_of(said, &of_found) && !asserted.contains(&said))
            });
        if at_group || denied || statements().any(|said| spoken_of(said, &of_group)) {
            self.push_error(codes::WHOM, order.span, "whose Master or Servant? of several it could be any one's")
                .notes
                .push("write it of one by name: `If Lancer is here and Lancer's Master is not here, …`".to_owned());
        }
    }
}
