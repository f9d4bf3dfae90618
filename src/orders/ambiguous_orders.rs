//! Orders with an ambiguous meaning: one of several or all of them, whom a pronoun means, which orders are called off.

use super::action_checks::is_attack;
use super::ambiguous_words::{
    find_addition_word, find_elliptic_none, find_pronoun_beside_name, find_single_use_of_rest, find_skill_deed,
    find_spell_ordinal, find_then_after_stop, find_uncounted_plural, has_elliptic_denial,
};
use super::canonical_names::find_skill_card;
use super::plan::describe_companions;
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
fn have_different_names(as_said: &Who<Written>, named: &Who<Written>) -> bool {
    match (as_said, named) {
        (Who::Named(said), Who::Named(named)) => !canonical_names::same_name(&said.text, &named.text),
        _ => false,
    }
}

impl Checker<'_> {
    /// `Attack Archer. Use Surge on him if Lancer attacks me`: rejects a pronoun that could mean the person above or
    /// the person in the condition. `in_names` is the reading of the order with names.
    pub(super) fn reject_second_antecedent(&mut self, order: &Order<Written>, in_names: &Order<Written>) {
        let conditions = order.body.conditions().flat_map(Condition::statements);
        let subjects: Vec<&Name> = conditions
            .filter_map(|statement| match statement.subject() {
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
        let is_different = |(as_said, named): (Target<Written>, Target<Written>)| match (as_said, named) {
            (Target::Character(Who::Antecedent), Target::Character(Who::Named(name))) => {
                !subjects.is_empty()
                    && !subjects.iter().any(|subject| canonical_names::same_name(&subject.text, &name.text))
            }
            (Target::Character(said), Target::Character(named)) => have_different_names(&said, &named),
            _ => false,
        };
        let (as_said, named) = (targets(order), targets(in_names));
        // `Attack Archer. When he attacks Rin, use Surge on Lancer`: `he` is not Lancer.
        let people = |order: &Order<Written>| -> Vec<Who<Written>> {
            let statements = order.body.conditions().flat_map(Condition::statements);
            let people_in = |statement: &Predicate<Written>| {
                let deed = statement.deed();
                let object = deed.as_ref().and_then(|deed| deed.object()).cloned();
                [statement.subject().cloned().or_else(|| deed.map(|deed| deed.who.clone())), object]
            };
            statements.flat_map(people_in).flatten().collect()
        };
        let (asked, asked_in_names) = (people(order), people(in_names));
        let asks_another = asked.len() == asked_in_names.len()
            && asked.iter().zip(&asked_in_names).any(|(as_said, named)| have_different_names(as_said, named));
        if asks_another || as_said.len() == named.len() && as_said.into_iter().zip(named).any(is_different) {
            let message = "whom does the word mean, whom the order above names or whom the condition names?";
            self.push_error(codes::WHOM, order.span, message).notes.push("write the name in its place".to_owned());
        }
    }

    /// `Move to Church and use Excalibur on everyone there`: rejects a location for a skill that is used where its user
    /// is.
    pub(super) fn reject_use_elsewhere(&mut self, order: &Order<Written>, words: &str, actor: &OwnCharacter) {
        let says_there = words.to_lowercase().split(|c: char| !c.is_alphabetic()).any(|word| word == "there");
        let is_placeless_use = |action: &&Action<Written>| match &action.kind {
            ActionKind::Use { skill, destination: Some(_), .. } => find_skill_card(actor, &skill.text)
                .is_some_and(|card| card.damage.is_some() && !card.targets.contains(&TargetKind::Location)),
            _ => false,
        };
        if let Some(use_action) = order.body.actions().find(is_placeless_use).filter(|_| says_there) {
            self.push_error(
                codes::HERE_OR_THERE,
                use_action.span,
                "there, behind the move? it would be used here, before it",
            )
            .notes
            .push("go there first, and write below: `If I am in Church, use Excalibur on every opponent.`".to_owned());
        }
    }

    /// `If Archer attacks Rin and is here, A; if he isn't, B`: rejects a denial that could be of either statement.
    pub(super) fn reject_ambiguous_denial(&mut self, order: &Order<Written>, words: &str) {
        let strikes_doer = order.body.actions().flat_map(|action| action.kind.people()).any(is_found_by_deed);
        if strikes_doer && order.body.conditions().any(asks_about_found) && has_elliptic_verb(words) {
            self.push_error(
                codes::WHOM,
                order.span,
                "what is not done: the deed of whoever is struck, or one to them?",
            )
            .notes
            .push("write it whole: `Attack whoever attacks Rin, unless Archer attacks Rin.`".to_owned());
        }
        let [first, _, ..] = order.body.branches.as_slice() else { return };
        let has_several_statements = first.guards.iter().map(|guard| guard.statements().len()).sum::<usize>() > 1;
        if has_several_statements && has_elliptic_denial(words) {
            self.push_error(codes::WHOM, order.span, "if not what? the condition before it says several things")
                .notes
                .push("write `If C, A; otherwise, B.`, or say again what is not so".to_owned());
        }
    }

    /// `Teleport Rin to Bridge, I stay here`: rejects a stay beside a skill or Command Spell that takes its user along
    /// (R119, R182).
    pub(super) fn reject_stay_when_taken(&mut self, order: &Order<Written>, actor: &OwnCharacter) {
        let has_stay =
            order.body.actions().any(|action| action.kind == ActionKind::Stay) && order.body.branches.len() == 1;
        let is_skill_use =
            |action: &&Action<Written>| matches!(action.kind, ActionKind::Use { .. } | ActionKind::Command { .. });
        let taking = order
            .body
            .actions()
            .filter(is_skill_use)
            .find(|a| !describe_companions(&a.kind, actor, self.view).is_empty());
        if let Some(taken) = taking.filter(|_| has_stay) {
            let message = format!("`{}` goes along, and does not stay", actor.name);
            self.push_error(codes::WRONG_TARGET_KIND, taken.span, message)
                .notes
                .push("this moves its user too (R119, R182)".to_owned());
        }
    }

    /// `Give Saber the Splint if C, the Potion otherwise`: rejects a second item that could be given (or dropped) or
    /// used.
    pub(super) fn reject_give_or_use(&mut self, order: &Order<Written>, words: &str) {
        const USED: [&str; 9] = ["use", "drink", "wear", "take", "put on", "swallow", "eat", "apply", "activate"];
        let has_gift =
            order.body.actions().any(|action| matches!(action.kind, ActionKind::Give { .. } | ActionKind::Drop(_)));
        let item_use = order.body.actions().find(|action| matches!(action.kind, ActionKind::UseItem { .. }));
        let words = words.to_lowercase();
        // `Give Archer everything you've got` may mean attacks.
        let gift = order.body.actions().find(|action| match &action.kind {
            ActionKind::Give { to: Who::Named(name), .. } => {
                !self.view.own.iter().any(|own| canonical_names::same_name(&own.name, &name.text))
            }
            _ => false,
        });
        if let Some(away) = gift.filter(|_| words.contains("everything")) {
            self.push_error(codes::NOT_UNDERSTOOD, away.span, "are items given, or blows?")
                .notes
                .push("write `Give every item to Archer.` or `Attack Archer as often as possible.`".to_owned());
        }
        if let Some(item_use) = item_use.filter(|_| has_gift && !USED.iter().any(|verb| words.contains(verb))) {
            self.push_error(
                codes::NOT_UNDERSTOOD,
                item_use.span,
                "is this used, or is done with it what is done with the other?",
            )
            .notes
            .push("write it whole: `If C, give Splint to Saber; otherwise, give Charged Potion to Saber.`".to_owned());
        }
    }

    /// `If an opponent is here, use Whirlwind on that opponent`, `Use Whirlwind on anyone but Lancer`: rejects `that`
    /// and `any` for a skill with several targets.
    pub(super) fn reject_one_or_all(&mut self, order: &Order<Written>, words: &str, actor: &OwnCharacter) {
        for (branch, action) in order.body.branches.iter().flat_map(|b| b.actions.iter().map(move |a| (b, a))) {
            let words = words.to_lowercase();
            let group = group_found_by_state(branch).filter(|_| strikes_several_targets(action, actor));
            let group = group.or_else(|| group_of_use(action, actor).filter(|_| says_any_target(&words)));
            let Some(group) = group else { continue };
            let target = |who: Who<Written>| order_text::target_text(&Target::Character(who));
            let (one, all) = (target(Who::Any(group.clone())), target(Who::Every(group.clone())));
            let message = "one of them, or all of them?";
            let diagnostic = self.push_error(codes::WHOM, action.span, message);
            diagnostic.notes.push(format!("write `on {one}` or `on {all}`"));
        }
    }

    /// `on every enemy Servant and every enemy Master except Saber`: rejects an exception that could apply to the last
    /// group alone or to all of them.
    pub(super) fn reject_partial_exception(&mut self, order: &Order<Written>) {
        let mut fault_span = order.body.actions().find_map(|action| {
            let described_targets = action.kind.targets().iter().filter_map(|target| match target {
                Target::Character(who) => Some(who),
                Target::Location(_) | Target::Here => None,
            });
            let described_targets: Vec<_> = described_targets.collect();
            let excepts_partially = described_targets.iter().any(|who| who.mentions(&mentions_partial_exception));
            (excepts_partially || has_partial_exception(&described_targets)).then_some(action.span)
        });
        let moments = order.body.actions().filter_map(|action| action.delay.awaited.as_ref());
        let statements = order.body.conditions().chain(moments).flat_map(Condition::statements);
        let mut people = statements.flat_map(|statement| {
            statement.subject().into_iter().chain(statement.deed().and_then(|deed| deed.object()))
        });
        fault_span =
            fault_span.or_else(|| people.any(|who| who.mentions(&mentions_partial_exception)).then_some(order.span));
        if let Some(span) = fault_span {
            self.push_error(codes::WHOM, span, "is the exception of all of these, or of the last alone?").notes.push(
                "of all: `every enemy Servant or Master except Saber`; of the one alone, name that group first"
                    .to_owned(),
            );
        }
    }

    /// Rejects a skill in the plural that would be used once (`use my Cuts on him`), and one use that would be many.
    pub(super) fn reject_uncounted_plural(&mut self, order: &Order<Written>, words: &str) {
        if let Some(plural) = find_uncounted_plural(order, words) {
            self.push_error(codes::HOW_MANY, order.span, format!("`{plural}`: how many?"))
                .notes
                .push("write how often: `… 2 times`, `… as often as possible`".to_owned());
        }
        if let Some(skill) = find_single_use_of_rest(order, words) {
            let message = format!("`{skill}`: once, or as often as the AP that are left allow?");
            self.push_error(codes::HOW_MANY, order.span, message)
                .notes
                .push("once: leave the AP out; else: `… as often as possible`".to_owned());
        }
    }

    /// Rejects words of a condition whose tree would mean somebody else: `if Caster or he attacks`, `or herself is
    /// attacked`, `when my Servants die`, `if I am seen`.
    pub(super) fn reject_misread_words(&mut self, order: &Order<Written>, words: &str) {
        let has_command = order.body.actions().any(|action| matches!(action.kind, ActionKind::Command { .. }));
        let spells_left = self.view.own(&order.actor.text).map_or(0, |own| own.command_spells);
        if let Some(which) = find_spell_ordinal(words, spells_left).filter(|_| has_command) {
            let message = format!("`{which}`? {spells_left} Command Spells are left, and one is like another");
            self.push_error(codes::HOW_MANY, order.span, message)
                .notes
                .push("leave the word out, or write `if I have 1 Command Spell`".to_owned());
        }
        let actor = self.view.own(&order.actor.text);
        let is_blow = |action: &Action<Written>| actor.is_some_and(|actor| is_attack(&action.kind, actor));
        // `Attack both Servants` can only mean the enemy's.
        let phrases: &[&str] = match order.body.actions().all(is_blow) {
            true => &[" our servants", " my servants"],
            false => &[" our servants", " my servants", " both servants"],
        };
        if phrases.iter().any(|phrase| words.to_lowercase().contains(phrase))
            && order_text::order_sentence(order).to_lowercase().contains("enemy servant")
        {
            self.push_error(codes::WHOM, order.span, "one's own Servants, or the enemy's?")
                .notes
                .push("write their names".to_owned());
        }
        if !order.body.is_conditional() {
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
        if let Some(stop) = find_then_after_stop(order, words) {
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
        let is_plural_own = |text: &str| {
            let text = format!(" {}", text.to_lowercase());
            [" my servants", " our servants"].iter().any(|phrase| text.contains(phrase))
        };
        if is_plural_own(words) && !is_plural_own(&order_text::order_sentence(order)) {
            self.push_error(codes::HOW_MANY, order.span, "one of your Servants, or all of them?")
                .notes
                .push("write `my Servant` for any one of them, or their names with `and`".to_owned());
        }
        if let Some(word) = find_elliptic_none(words) {
            self.push_error(codes::WHOM, order.span, format!("`{word}` of whom?"))
                .notes
                .push("write of whom: `if no enemy Master is here`".to_owned());
        }
        let waits =
            order.body.read_at.awaited.iter().chain(order.body.actions().filter_map(|a| a.delay.awaited.as_ref()));
        let awaits_other_event =
            waits.flat_map(Condition::statements).any(|statement| statement.deed().is_some_and(|deed| !deed.is_first));
        let guards = || order.body.branches.iter().flat_map(|branch| &branch.guards).flat_map(Condition::statements);
        if awaits_other_event && guards().any(|statement| statement.deed().is_some_and(|deed| deed.is_first)) {
            self.push_error(codes::WHOM, order.span, "first of all, or before what the order waits for?")
                .notes
                .push("leave `first` out: what has happened by then is what is asked".to_owned());
        }
        if guards().any(|statement| statement.deed().is_some_and(|deed| deed.is_first && deed.object().is_some())) {
            let message = "`first` asks whether it has happened by then, whatever else happened before (A237)";
            self.push_warning(codes::FIRST_BY_THEN, order.span, message);
        }
        if guards().any(|statement| lacks_observer(statement, self.view)) {
            self.push_error(codes::WHOM, order.span, "seen by whom?")
                .notes
                .push("write who is to see it: `if an opponent detects me`".to_owned());
        }
    }

    /// `If Lancer and an opponent are here`: rejects a name beside a group that includes it, because one person would
    /// fulfil both.
    pub(super) fn reject_name_within_group(&mut self, order: &Order<Written>) {
        for (name, group) in order.body.conditions().flat_map(names_beside_groups) {
            let is_own = self.view.own(&name.text).is_some();
            let is_possible_member = match group.side {
                Side::Opponents => !is_own,
                Side::Allies => is_own,
                Side::Anyone => true,
            };
            if is_possible_member && self.could_be_of_kind(&name.text, group) {
                let words = order_text::target_text(&Target::Character(Who::Any(group.clone())));
                let message = format!("`{}` could be `{words}` too: is somebody else asked for?", name.text);
                self.push_error(codes::WHOM, order.span, message)
                    .notes
                    .push(format!("write `{words} except {}`, or the name alone", condition_text::name(&name.text)));
            }
        }
    }

    /// Whether a character may be of a kind that a group asks for, as far as the seat knows.
    pub(super) fn could_be_of_kind(&self, name: &str, group: &Group<Written>) -> bool {
        let own = self.view.own(name).map(|own| own.kind);
        let known = self.view.known.iter().find(|known| canonical_names::same_name(&known.name, name));
        let Some(kind) = own.or(known.and_then(|known| known.kind)) else { return true };
        group.filters.iter().all(|filter| admits_kind(filter, kind))
    }

    /// `Attack Lancer. If Archer is here, do nothing.` · `Move to Market. Don't move if Lancer is here.`: rejects an
    /// order to do nothing that seems to call another order off.
    pub(super) fn reject_calling_off(&mut self, orders: &[&Order<Written>], words: impl Fn(&Order<Written>) -> String) {
        let is_idle = |order: &Order<Written>| order.body.actions().all(|action| action.kind == ActionKind::Stay);
        let mentions_nothing = |order: &Order<Written>| {
            let lowercase = words(order).to_lowercase();
            let says_staying = ["stay", "remain", "move", "leave"].iter().any(|word| lowercase.contains(word));
            !says_staying || ["nothing", "anything"].iter().any(|word| lowercase.contains(word))
        };
        if orders.iter().all(|order| is_idle(order)) {
            return;
        }
        let moves = |order: &Order<Written>| order.body.actions().any(|action| goes_elsewhere(&action.kind));
        let stays = |order: &Order<Written>| order.body.actions().any(|action| action.kind == ActionKind::Stay);
        for order in orders.iter().filter(|order| stays(order) && order.body.is_conditional()) {
            let says_nothing = words(order).to_lowercase().contains("nothing");
            let does_something = |other: &&Order<Written>| other.number != order.number && !is_idle(other);
            let message =
                if is_idle(order) && mentions_nothing(order) || says_nothing && orders.iter().any(does_something) {
                    "`do nothing` calls no other order off: those stand whether or not this is so"
                } else if orders.iter().any(|other| other.number != order.number && moves(other)) {
                    "whoever stays calls no move off: it stands whether or not this is so"
                } else {
                    continue;
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
    kind.facts().destination.is_some()
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
        Filter::Except(_) | Filter::With(_) => true,
    }
}

/// Each pair of a name and a group about which a conjunction makes the same statement.
fn names_beside_groups(condition: &Condition<Written>) -> Vec<(&Name, &Group<Written>)> {
    let parts = match condition {
        Condition::All(parts) => parts,
        Condition::AnyOf(parts) => return parts.iter().flat_map(names_beside_groups).collect(),
        Condition::Not(inner) => return names_beside_groups(inner),
        Condition::Is(_) => return Vec::new(),
    };
    let statements = || parts.iter().filter_map(|part| if let Condition::Is(said) = part { Some(said) } else { None });
    let mut found: Vec<_> = parts.iter().flat_map(names_beside_groups).collect();
    for named in statements() {
        let Some(Who::Named(name)) = named.subject() else { continue };
        for grouped in statements() {
            let Some(Who::Any(group)) = grouped.subject() else { continue };
            let has_exception = group.filters.iter().any(|filter| matches!(filter, Filter::Except(_)));
            if !has_exception && differ_only_in_subject(named, grouped) {
                found.push((name, group));
            }
        }
    }
    found
}

/// Whether two statements are the same apart from their subjects.
fn differ_only_in_subject(one: &Predicate<Written>, other: &Predicate<Written>) -> bool {
    let without_subject = |statement: &Predicate<Written>| {
        let mut anonymous = statement.clone();
        if let Some(who) = anonymous.subject_mut() {
            *who = Who::User;
        }
        anonymous
    };
    without_subject(one) == without_subject(other)
}

/// Whether `I am seen` has no observer: nobody sees themselves or their own.
fn lacks_observer(statement: &Predicate<Written>, view: &View) -> bool {
    fn is_own(who: &Who<Written>, view: &View) -> bool {
        let is_named_own = matches!(who, Who::Named(name) if view.own(&name.text).is_some());
        let is_relative_of_own =
            matches!(who, Who::Related(relation, of) if *relation != Relation::Familiars && is_own(of, view));
        *who == Who::User || is_named_own || is_relative_of_own
    }
    matches!(statement, Predicate::Detects(Who::User, whom) if is_own(whom, view))
}

/// Whether words name anybody as a target: `on anyone here`, `hit any enemy with Excalibur`; `any one` and `any of
/// them` are one.
fn says_any_target(words: &str) -> bool {
    const LEADS: [&str; 7] = ["on", "against", "at", "hit", "strike", "attack", "target"];
    let words: Vec<&str> = words.split_whitespace().collect();
    words.windows(2).enumerate().any(|(at, pair)| {
        let [lead, any] = pair else { return false };
        let is_any = *any == "any" && words.get(at + 2).is_none_or(|next| !["one", "of"].contains(next));
        LEADS.contains(lead) && (is_any || ["anyone", "anybody"].iter().any(|word| any.starts_with(word)))
    })
}

/// The group in which the conditions of a branch find somebody by a state, not by a deed.
fn group_found_by_state(branch: &Branch<Written>) -> Option<&Group<Written>> {
    let statements = branch.guards.iter().flat_map(Condition::statements);
    statements.filter(|statement| statement.deed().is_none()).find_map(|said| match said {
        Predicate::IsIn(Who::Any(group), _)
        | Predicate::Has(Who::Any(group), _)
        | Predicate::Among(Who::Any(group), _) => Some(group),
        _ => None,
    })
}

/// Whether somebody is found by a deed: `whoever attacks Rin`.
fn is_found_by_deed(who: &Who<Written>) -> bool {
    who.mentions(&|who| matches!(who, Who::WhoDid(_) | Who::WhomDid(_)))
}

/// Whether a condition asks whether something is done to somebody who is found by a deed.
fn asks_about_found(condition: &Condition<Written>) -> bool {
    let mut statements = condition.statements().into_iter();
    statements.any(|said| said.deed().and_then(|deed| deed.object()).is_some_and(is_found_by_deed))
}

/// Whether words end in a verb without its object: `unless Archer does`.
fn has_elliptic_verb(words: &str) -> bool {
    let last = words.trim_end_matches(|c: char| !c.is_alphanumeric()).rsplit(' ').next().unwrap_or_default();
    ["does", "do", "did", "has", "doesn't", "didn't", "hasn't"].iter().any(|verb| verb.eq_ignore_ascii_case(last))
}

/// The group of which a skill with several targets strikes one, as its order is read.
fn group_of_use<'o>(action: &'o Action<Written>, actor: &OwnCharacter) -> Option<&'o Group<Written>> {
    let ActionKind::Use { skill, targets, .. } = &action.kind else { return None };
    let takes_several = find_skill_card(actor, &skill.text).is_some_and(|card| card.max_targets > 1);
    match targets.as_slice() {
        [Target::Character(Who::Any(group))] if takes_several => Some(group),
        _ => None,
    }
}

/// Whether an action takes several targets and aims at those whom its condition finds.
fn strikes_several_targets(action: &Action<Written>, actor: &OwnCharacter) -> bool {
    let ActionKind::Use { skill, targets, .. } = &action.kind else { return false };
    let takes_several = find_skill_card(actor, &skill.text).is_some_and(|card| card.max_targets > 1);
    takes_several && targets.iter().any(|target| matches!(target, Target::Character(Who::Antecedent)))
}

/// Whether the last of several groups has an exception that another of them does not have.
fn has_partial_exception(descriptions: &[&Who<Written>]) -> bool {
    let excepted: Vec<_> = descriptions.iter().filter_map(|who| find_exceptions(who)).collect();
    excepted.last().is_some_and(|last| !last.is_empty() && excepted.iter().any(|exceptions| exceptions != last))
}

fn mentions_partial_exception(who: &Who<Written>) -> bool {
    matches!(who, Who::OneOf(all) if has_partial_exception(&all.iter().collect::<Vec<_>>()))
}

/// The exceptions of a group; `None` if the words are no group.
fn find_exceptions(who: &Who<Written>) -> Option<&[Who<Written>]> {
    let (Who::Any(group) | Who::Every(group) | Who::UpTo(_, group)) = who else { return None };
    let exceptions = group.filters.iter().find_map(|filter| match filter {
        Filter::Except(these) => Some(these.as_slice()),
        _ => None,
    });
    Some(exceptions.unwrap_or_default())
}
