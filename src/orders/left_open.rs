//! Orders with an ambiguous meaning: one of several or all of them, whom a pronoun means, which orders are called off.

use super::action_checks::is_attack;
use super::canonical_names::card;
use super::plan::describe_companions;
use super::words_left_open::{
    denies_what_was_asked, find_addition_word, find_none, find_other_spell, find_pronoun_beside_name, find_skill_deed,
    find_then_behind_stop,
};
use super::{Checker, canonical_names};
use crate::language::codes;
use crate::language::condition::{Condition, Filter, Group, Name, Predicate, Relation, Side, Who, Written};
use crate::language::condition_text;
use crate::language::order::{Action, ActionKind, Branch, Order, Target};
use crate::language::order_text;
use crate::perception::view::{OwnCharacter, View};
use crate::sheet::SheetKind;
use crate::vocabulary::target::TargetKind;

/// Whether both are named and have different names.
fn have_different_names(said: &Who<Written>, named: &Who<Written>) -> bool {
    match (said, named) {
        (Who::Named(said), Who::Named(named)) => !canonical_names::same_name(&said.text, &named.text),
        _ => false,
    }
}

impl Checker<'_> {
    /// `Attack Archer. Use Surge on him if Lancer attacks me`: rejects a pronoun that could mean the person above or
    /// the person in the condition. `in_names` is the reading of the order with names.
    pub(super) fn reject_second_antecedent(&mut self, order: &Order<Written>, in_names: &Order<Written>) {
        let conditions = order.body.conditions().flat_map(Condition::statements);
        let found: Vec<&Name> = conditions
            .filter_map(|said| match said.subject() {
                Some(Who::Named(name)) => Some(name),
                _ => None,
            })
            .collect();
        let targets = |order: &Order<Written>| -> Vec<Target<Written>> {
            let whom = |action: &Action<Written>| match &action.kind {
                ActionKind::Give { to, .. } => vec![Target::Character(to.clone())],
                kind => kind.targets().to_vec(),
            };
            order.body.actions().flat_map(whom).collect()
        };
        let differs = |(said, named): (Target<Written>, Target<Written>)| match (said, named) {
            (Target::Character(Who::Antecedent), Target::Character(Who::Named(name))) => {
                !found.is_empty() && !found.iter().any(|of| canonical_names::same_name(&of.text, &name.text))
            }
            (Target::Character(said), Target::Character(named)) => have_different_names(&said, &named),
            _ => false,
        };
        let (said, named) = (targets(order), targets(in_names));
        // `Attack Archer. When he attacks Rin, use Surge on Lancer`: `he` is not Lancer.
        let people = |order: &Order<Written>| -> Vec<Who<Written>> {
            let statements = order.body.conditions().flat_map(Condition::statements);
            let both = |said: &Predicate<Written>| {
                let deed = said.deed();
                let object = deed.as_ref().and_then(|deed| deed.object()).cloned();
                [said.subject().cloned().or_else(|| deed.map(|deed| deed.who.clone())), object]
            };
            statements.flat_map(both).flatten().collect()
        };
        let (asked, asked_in_names) = (people(order), people(in_names));
        let asks_another = asked.len() == asked_in_names.len()
            && asked.iter().zip(&asked_in_names).any(|(said, named)| have_different_names(said, named));
        if asks_another || said.len() == named.len() && said.into_iter().zip(named).any(differs) {
            let message = "whom does the word mean, whom the order above names or whom the condition names?";
            self.push_error(codes::WHOM, order.span, message).notes.push("write the name in its place".to_owned());
        }
    }

    /// `Move to Church and use Excalibur on everyone there`: rejects a location for a skill that is used where its user
    /// is.
    pub(super) fn reject_use_elsewhere(&mut self, order: &Order<Written>, words: &str, actor: &OwnCharacter) {
        let there = words.to_lowercase().split(|c: char| !c.is_alphabetic()).any(|word| word == "there");
        let placeless = |action: &&Action<Written>| match &action.kind {
            ActionKind::Use { skill, to: Some(_), .. } => card(actor, &skill.text)
                .is_some_and(|card| card.damage.is_some() && !card.targets.contains(&TargetKind::Location)),
            _ => false,
        };
        if let Some(used) = order.body.actions().find(placeless).filter(|_| there) {
            self.push_error(
                codes::HERE_OR_THERE,
                used.span,
                "there, behind the move? it would be used here, before it",
            )
            .notes
            .push("go there first, and write below: `If I am in Church, use Excalibur on every opponent.`".to_owned());
        }
    }

    /// `If Archer attacks Rin and is here, A; if he isn't, B`: rejects a denial that could be of either statement.
    pub(super) fn reject_ambiguous_denial(&mut self, order: &Order<Written>, words: &str) {
        let [first, _, ..] = order.body.branches.as_slice() else { return };
        let several = first.guards.iter().map(|guard| guard.statements().len()).sum::<usize>() > 1;
        if several && denies_what_was_asked(words) {
            self.push_error(codes::WHOM, order.span, "if not what? the condition before it says several things")
                .notes
                .push("write `If C, A; otherwise, B.`, or say again what is not so".to_owned());
        }
    }

    /// `Teleport Rin to Bridge, I stay here`: rejects a stay beside a skill that takes its user along (R119).
    pub(super) fn reject_stay_when_taken(&mut self, order: &Order<Written>, actor: &OwnCharacter) {
        let stays =
            order.body.actions().any(|action| action.kind == ActionKind::Stay) && order.body.branches.len() == 1;
        let skill = |action: &&Action<Written>| matches!(action.kind, ActionKind::Use { .. });
        let taken =
            order.body.actions().filter(skill).find(|a| !describe_companions(&a.kind, actor, self.view).is_empty());
        if let Some(taken) = taken.filter(|_| stays) {
            let message = format!("`{}` goes along, and does not stay", actor.name);
            self.push_error(codes::WRONG_TARGET_KIND, taken.span, message)
                .notes
                .push("this skill moves its user too (R119)".to_owned());
        }
    }

    /// `Give Saber the Splint if C, the Potion otherwise`: rejects a second item that could be given (or dropped) or
    /// used.
    pub(super) fn reject_give_or_use(&mut self, order: &Order<Written>, words: &str) {
        const USED: [&str; 9] = ["use", "drink", "wear", "take", "put on", "swallow", "eat", "apply", "activate"];
        let gives =
            order.body.actions().any(|action| matches!(action.kind, ActionKind::Give { .. } | ActionKind::Drop(_)));
        let used = order.body.actions().find(|action| matches!(action.kind, ActionKind::UseItem { .. }));
        let words = words.to_lowercase();
        // `Give Archer everything you've got` may mean attacks.
        let away = order.body.actions().find(|action| match &action.kind {
            ActionKind::Give { to: Who::Named(name), .. } => {
                !self.view.own.iter().any(|own| canonical_names::same_name(&own.name, &name.text))
            }
            _ => false,
        });
        if let Some(away) = away.filter(|_| words.contains("everything")) {
            self.push_error(codes::NOT_UNDERSTOOD, away.span, "are items given, or blows?")
                .notes
                .push("write `Give every item to Archer.` or `Attack Archer as often as possible.`".to_owned());
        }
        if let Some(used) = used.filter(|_| gives && !USED.iter().any(|verb| words.contains(verb))) {
            self.push_error(
                codes::NOT_UNDERSTOOD,
                used.span,
                "is this used, or is done with it what is done with the other?",
            )
            .notes
            .push("write it whole: `If C, give Splint to Saber; otherwise, give Charged Potion to Saber.`".to_owned());
        }
    }

    /// `If an opponent is here, use Whirlwind on that opponent`: rejects `that` for a skill with several targets.
    pub(super) fn reject_one_or_all(&mut self, order: &Order<Written>, actor: &OwnCharacter) {
        for (branch, action) in order.body.branches.iter().flat_map(|b| b.actions.iter().map(move |a| (b, a))) {
            let Some(group) = found_by_state(branch).filter(|_| strikes_several(action, actor)) else { continue };
            let words = |who: Who<Written>| order_text::target(&Target::Character(who));
            let (one, all) = (words(Who::Any(group.clone())), words(Who::Every(group.clone())));
            let message = "one of those of whom the condition holds, or all of them?";
            let fault = self.push_error(codes::WHOM, action.span, message);
            fault.notes.push(format!("write `on {one}` or `on {all}`"));
        }
    }

    /// `on every enemy Servant and every enemy Master except Saber`: rejects an exception that could apply to the last
    /// group alone or to all of them.
    pub(super) fn reject_partial_exception(&mut self, order: &Order<Written>) {
        let mut fault = order.body.actions().find_map(|action| {
            let aimed = action.kind.targets().iter().filter_map(|target| match target {
                Target::Character(who) => Some(who),
                Target::Location(_) | Target::Here => None,
            });
            let aimed: Vec<_> = aimed.collect();
            let within = aimed.iter().any(|who| who.mentions(&excepts_in_part));
            (within || has_partial_exception(&aimed)).then_some(action.span)
        });
        let moments = order.body.actions().filter_map(|action| action.delay.after.as_ref());
        let said = order.body.conditions().chain(moments).flat_map(Condition::statements);
        let mut asked =
            said.flat_map(|said| said.subject().into_iter().chain(said.deed().and_then(|deed| deed.object())));
        fault = fault.or_else(|| asked.any(|who| who.mentions(&excepts_in_part)).then_some(order.span));
        if let Some(span) = fault {
            self.push_error(codes::WHOM, span, "is the exception of all of these, or of the last alone?").notes.push(
                "of all: `every enemy Servant or Master except Saber`; of the one alone, name that group first"
                    .to_owned(),
            );
        }
    }

    /// Rejects words of a condition whose tree would mean somebody else: `if Caster or he attacks`, `or herself is
    /// attacked`, `when my Servants die`, `if I am seen`.
    pub(super) fn reject_misread_words(&mut self, order: &Order<Written>, words: &str) {
        let commands = order.body.actions().any(|action| matches!(action.kind, ActionKind::Command { .. }));
        let left = self.view.own(&order.actor.text).map_or(0, |own| own.command_spells);
        if let Some(which) = find_other_spell(words, left).filter(|_| commands) {
            let message = format!("`{which}`? {left} Command Spells are left, and one is like another");
            self.push_error(codes::HOW_MANY, order.span, message)
                .notes
                .push("leave the word out, or write `if I have 1 Command Spell`".to_owned());
        }
        let canonical = order_text::order(order).to_lowercase();
        let actor = self.view.own(&order.actor.text);
        let is_blow = |action: &Action<Written>| actor.is_some_and(|actor| is_attack(&action.kind, actor));
        // `Attack both Servants` can only mean the enemy's.
        let ours: &[&str] = match order.body.actions().all(is_blow) {
            true => &[" our servants", " my servants"],
            false => &[" our servants", " my servants", " both servants"],
        };
        if ours.iter().any(|of| words.to_lowercase().contains(of)) && canonical.contains("enemy servant") {
            self.push_error(codes::WHOM, order.span, "one's own Servants, or the enemy's?")
                .notes
                .push("write their names".to_owned());
        }
        if !order.body.hangs() {
            return;
        }
        if let Some(word) = find_addition_word(order, words) {
            let message = format!("`{word}`: does everything hang on this condition, or what is added alone?");
            self.push_error(codes::WHOM, order.span, message)
                .notes
                .push("write two orders: `A. If C, B.`; or put the condition first, `If C, A and then B.`".to_owned());
        }
        if let Some(word) = find_skill_deed(words) {
            let message =
                format!("`{word}`: somebody, or what the skill would do? what has not happened cannot be asked");
            self.push_error(codes::WHOM, order.span, message)
                .notes
                .push("of somebody write the name: `if Lancer attacks Rin`".to_owned());
        }
        if let Some(stop) = find_then_behind_stop(order, words) {
            self.push_error(
                codes::WHOM,
                order.span,
                format!("`{stop}`: does what stands behind this hang on the condition too?"),
            )
            .notes
            .push("write `If C, A and then B.`, or two orders: `If C, A. Then B.`".to_owned());
        }
        let names: Vec<&str> = self.view.character_names().filter_map(|name| name.split(' ').next_back()).collect();
        if let Some(pronoun) = find_pronoun_beside_name(words, &names) {
            let message = format!("whom does `{pronoun}` mean here?");
            self.push_error(codes::WHOM, order.span, message).notes.push("write the name again".to_owned());
        }
        let plural = |text: &str| {
            let text = format!(" {}", text.to_lowercase());
            [" my servants", " our servants"].iter().any(|of| text.contains(of))
        };
        if plural(words) && !plural(&order_text::order(order)) {
            self.push_error(codes::HOW_MANY, order.span, "one of your Servants, or all of them?")
                .notes
                .push("write `my Servant` for any one of them, or their names with `and`".to_owned());
        }
        if let Some(word) = find_none(words) {
            self.push_error(codes::WHOM, order.span, format!("`{word}` of whom?"))
                .notes
                .push("write of whom: `if no enemy Master is here`".to_owned());
        }
        let waits = order.body.read_at.after.iter().chain(order.body.actions().filter_map(|a| a.delay.after.as_ref()));
        let other_events =
            waits.flat_map(Condition::statements).any(|said| said.deed().is_some_and(|deed| !deed.first));
        let guards = || order.body.branches.iter().flat_map(|branch| &branch.guards).flat_map(Condition::statements);
        if other_events && guards().any(|said| said.deed().is_some_and(|deed| deed.first)) {
            self.push_error(codes::WHOM, order.span, "first of all, or before what the order waits for?")
                .notes
                .push("leave `first` out: what has happened by then is what is asked".to_owned());
        }
        if guards().any(|said| said.deed().is_some_and(|deed| deed.first && deed.object().is_some())) {
            let message = "`first` asks whether it has happened by then, whatever else happened before (A237)";
            self.push_warning(codes::FIRST_BY_THEN, order.span, message);
        }
        if guards().any(|said| lacks_observer(said, self.view)) {
            self.push_error(codes::WHOM, order.span, "seen by whom?")
                .notes
                .push("write who is to see it: `if an opponent detects me`".to_owned());
        }
    }

    /// `If Lancer and an opponent are here`: rejects a name beside a group that includes it, because one person would
    /// fulfil both.
    pub(super) fn reject_name_within_group(&mut self, order: &Order<Written>) {
        for (name, group) in order.body.conditions().flat_map(named_beside_a_group) {
            let of_ours = self.view.own(&name.text).is_some();
            let could_be = match group.side {
                Side::Opponents => !of_ours,
                Side::Allies => of_ours,
                Side::Anyone => true,
            };
            if could_be && self.could_be_of_kind(&name.text, group) {
                let words = order_text::target(&Target::Character(Who::Any(group.clone())));
                let message = format!("`{}` could be `{words}` too: is somebody else asked for?", name.text);
                self.push_error(codes::WHOM, order.span, message)
                    .notes
                    .push(format!("write `{words} except {}`, or the name alone", condition_text::name(&name.text)));
            }
        }
    }

    /// Whether a character may be of a kind that a group asks for, as far as the seat knows.
    fn could_be_of_kind(&self, name: &str, group: &Group<Written>) -> bool {
        let own = self.view.own(name).map(|own| own.kind);
        let known = self.view.known.iter().find(|known| canonical_names::same_name(&known.name, name));
        let Some(kind) = own.or(known.and_then(|known| known.kind)) else { return true };
        group.filters.iter().all(|filter| admits_kind(filter, kind))
    }

    /// `Attack Lancer. If Archer is here, do nothing.` · `Move to Market. Don't move if Lancer is here.`: rejects an
    /// order to do nothing that seems to call another order off.
    pub(super) fn reject_calling_off(&mut self, orders: &[&Order<Written>], words: impl Fn(&Order<Written>) -> String) {
        let idle = |order: &Order<Written>| order.body.actions().all(|action| action.kind == ActionKind::Stay);
        let says_nothing = |order: &Order<Written>| {
            let said = words(order).to_lowercase();
            ["nothing", "anything"].iter().any(|word| said.contains(word))
        };
        if orders.iter().all(|order| idle(order)) {
            return;
        }
        let moves = orders.iter().flat_map(|order| order.body.actions()).any(|action| goes_elsewhere(&action.kind));
        for order in orders.iter().filter(|order| idle(order) && order.body.hangs()) {
            let message = match says_nothing(order) {
                true => "`do nothing` calls no other order off: those stand whether or not this is so",
                false if moves => "whoever stays calls no move off: it stands whether or not this is so",
                false => continue,
            };
            self.push_error(codes::UNCHANGED_BY_NOTHING, order.span, message)
                .notes
                .push("put the condition at what is not to be done then: `Unless C, attack …`".to_owned());
            self.faulty.push(order.number);
        }
    }
}

/// Whether an action takes somebody to another location.
fn goes_elsewhere(kind: &ActionKind<Written>) -> bool {
    kind.facts().to.is_some()
}

/// Whether a filter admits a character of a kind, as far as the kind decides it.
fn admits_kind(filter: &Filter<Written>, kind: SheetKind) -> bool {
    match filter {
        Filter::Servants => kind == SheetKind::Servant,
        Filter::Masters => kind == SheetKind::Master,
        Filter::Familiars => kind == SheetKind::Familiar,
        Filter::AnyOf(all) => all.iter().any(|filter| admits_kind(filter, kind)),
        Filter::AllOf(all) => all.iter().all(|filter| admits_kind(filter, kind)),
        Filter::Not(of) => match &**of {
            of @ (Filter::Servants | Filter::Masters | Filter::Familiars) => !admits_kind(of, kind),
            _ => true,
        },
        Filter::Alignment(_) | Filter::Sex(_) | Filter::Class(_) | Filter::Flightless | Filter::Detected => true,
        Filter::Other | Filter::Here | Filter::Beside | Filter::In(_) | Filter::Property(_) => true,
        Filter::Except(_) => true,
    }
}

/// Each pair of a name and a group about which a conjunction makes the same statement.
fn named_beside_a_group(asked: &Condition<Written>) -> Vec<(&Name, &Group<Written>)> {
    let parts = match asked {
        Condition::All(parts) => parts,
        Condition::AnyOf(parts) => return parts.iter().flat_map(named_beside_a_group).collect(),
        Condition::Not(inner) => return named_beside_a_group(inner),
        Condition::Is(_) => return Vec::new(),
    };
    let said = || parts.iter().filter_map(|part| if let Condition::Is(said) = part { Some(said) } else { None });
    let mut found: Vec<_> = parts.iter().flat_map(named_beside_a_group).collect();
    for one in said() {
        let Some(Who::Named(name)) = one.subject() else { continue };
        for other in said() {
            let Some(Who::Any(group)) = other.subject() else { continue };
            let left_out = group.filters.iter().any(|filter| matches!(filter, Filter::Except(_)));
            if !left_out && differ_only_in_subject(one, other) {
                found.push((name, group));
            }
        }
    }
    found
}

/// Whether two statements are the same apart from their subjects.
fn differ_only_in_subject(one: &Predicate<Written>, other: &Predicate<Written>) -> bool {
    let of_nobody = |said: &Predicate<Written>| {
        let mut said = said.clone();
        if let Some(who) = said.subject_mut() {
            *who = Who::User;
        }
        said
    };
    of_nobody(one) == of_nobody(other)
}

/// Whether `I am seen` has no observer: nobody sees themselves or their own.
fn lacks_observer(statement: &Predicate<Written>, view: &View) -> bool {
    fn is_own(who: &Who<Written>, view: &View) -> bool {
        let named = matches!(who, Who::Named(name) if view.own(&name.text).is_some());
        let bound = matches!(who, Who::Related(relation, of) if *relation != Relation::Familiars && is_own(of, view));
        *who == Who::User || named || bound
    }
    matches!(statement, Predicate::Detects(Who::User, whom) if is_own(whom, view))
}

/// The group in which the conditions of a branch find somebody by a state, not by a deed.
fn found_by_state(branch: &Branch<Written>) -> Option<&Group<Written>> {
    let said = branch.guards.iter().flat_map(Condition::statements);
    said.filter(|said| said.deed().is_none()).find_map(|said| match said {
        Predicate::IsIn(Who::Any(group), _)
        | Predicate::Has(Who::Any(group), _)
        | Predicate::Among(Who::Any(group), _) => Some(group),
        _ => None,
    })
}

/// Whether an action takes several targets and aims at those whom its condition finds.
fn strikes_several(action: &Action<Written>, actor: &OwnCharacter) -> bool {
    let ActionKind::Use { skill, targets, .. } = &action.kind else { return false };
    let several = card(actor, &skill.text).is_some_and(|card| card.max_targets > 1);
    several && targets.iter().any(|target| matches!(target, Target::Character(Who::Antecedent)))
}

/// Whether the last of several groups has an exception that another of them does not have.
fn has_partial_exception(these: &[&Who<Written>]) -> bool {
    let excepted: Vec<_> = these.iter().filter_map(|who| exceptions_of(who)).collect();
    excepted.last().is_some_and(|last| !last.is_empty() && excepted.iter().any(|of| of != last))
}

fn excepts_in_part(who: &Who<Written>) -> bool {
    matches!(who, Who::OneOf(all) if has_partial_exception(&all.iter().collect::<Vec<_>>()))
}

/// The exceptions of a group; `None` if the words are no group.
fn exceptions_of(who: &Who<Written>) -> Option<&[Who<Written>]> {
    let (Who::Any(group) | Who::Every(group) | Who::UpTo(_, group)) = who else { return None };
    let these = group.filters.iter().find_map(|filter| match filter {
        Filter::Except(these) => Some(these.as_slice()),
        _ => None,
    });
    Some(these.unwrap_or_default())
}
