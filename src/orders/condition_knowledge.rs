//! Checks what a condition may rely on (R196–R201, A236, A239).
//!
//! A condition about what somebody would do is an error. A number or attribute of others is a warning, whether or not
//! it is true: if the character does not know it when the condition is read, the whole order is dropped.

use super::{Checker, canonical_names, certain_conditions};
use crate::language::codes;
use crate::language::condition::{
    Act, Comparison, Condition, DamageSpan, DamageSum, Deed, Filter, Group, Level, Measured, Name, Predicate, Property,
    Resource, Side, SkillKind, Who, Written,
};
use crate::language::condition_text::resource_name;
use crate::language::number_words::says_exactly;
use crate::language::order::{Action, ActionKind, Branch, ContractStep, Order, SpellObject, Target};
use crate::language::order_text;
use crate::language::span::Span;
use crate::language::visit::Visit;
use crate::perception::view::{Fact, OwnCharacter};
use crate::sheet::SheetKind;

impl Checker<'_> {
    /// Checks everything that an order's conditions and descriptions rely on.
    pub(super) fn check_knowledge(&mut self, order: &Order<Written>, words: &str, actor: &OwnCharacter) {
        let says_exactly = says_exactly(words);
        let scouts = order.body.actions().any(|action| matches!(action.kind, ActionKind::Scout(_)));
        let (has_antecedent, denied, is_repeated, of_own_team) = (false, false, false, false);
        let mut condition_checker = ConditionChecker {
            checker: self,
            actor,
            span: order.span,
            has_antecedent,
            denied,
            is_repeated,
            says_exactly,
            scouts,
            after_move: order.after_move,
            of_own_team,
            asker: order.asker.as_ref(),
        };
        if let Some(event) = &order.body.read_at.awaited {
            condition_checker.visit_condition(event);
        }
        for (index, branch) in order.body.branches.iter().enumerate() {
            let found = condition_checker.has_antecedent;
            for guard in &branch.guards {
                condition_checker.is_repeated =
                    order.body.branches.iter().take(index).any(|earlier| asks_same(earlier, guard));
                condition_checker.visit_condition(guard);
            }
            condition_checker.reject_own_place(branch);
            for action in &branch.actions {
                condition_checker.check_action(action);
            }
            condition_checker.has_antecedent = found;
        }
        self.reject_damage_of_several(order);
    }

    /// `If Lancer and Illya have dealt more damage to me than Archer, …`: rejects what could be of each or of both.
    fn reject_damage_of_several(&mut self, order: &Order<Written>) {
        let asked: Vec<&Predicate<Written>> = order.body.conditions().flat_map(Condition::statements).collect();
        let is_beside = |one: &Predicate<Written>, other: &Predicate<Written>| match (one, other) {
            (
                Predicate::DealtMore { by, to, than },
                Predicate::DealtMore { by: other, to: to_other, than: than_other },
            ) => by != other && to == to_other && than == than_other,
            _ => false,
        };
        if asked.iter().any(|one| asked.iter().any(|other| is_beside(one, other))) {
            self.push_error(codes::HOW_MANY, order.span, "more damage each of them, or all together?")
                .notes
                .push("of one: `If Archer has dealt more damage to me than Lancer, …`".to_owned());
        }
    }
}

struct ConditionChecker<'a, 'v> {
    checker: &'a mut Checker<'v>,
    actor: &'a OwnCharacter,
    span: Span,
    /// Whether an earlier condition has found somebody whom `that character` can mean.
    has_antecedent: bool,
    /// Whether the visitor is within a denial.
    denied: bool,
    /// Whether an earlier branch has asked the same, so that its warnings have been given.
    is_repeated: bool,
    /// Whether the order says that a number is exact.
    says_exactly: bool,
    /// Whether the order is a scouting: its result is not known before it.
    scouts: bool,
    /// Whether the order stands below a move of its actor, and is carried out at the destination.
    after_move: bool,
    /// Whether the visitor is within a group of allies, about whom everything is known (R200).
    of_own_team: bool,
    /// Who asks in the actor's place.
    asker: Option<&'a Name>,
}

/// Whether a branch asks the same as a guard or its denial: an `otherwise` repeats the condition of its `if`.
fn asks_same(branch: &Branch<Written>, guard: &Condition<Written>) -> bool {
    let strip_denial = |condition: &Condition<Written>| {
        if let Condition::Not(inner) = condition { (**inner).clone() } else { condition.clone() }
    };
    branch.guards.iter().any(|other| strip_denial(other) == strip_denial(guard))
}

impl ConditionChecker<'_, '_> {
    fn check_action(&mut self, action: &Action<Written>) {
        self.span = action.span;
        if let Some(event) = &action.delay.awaited {
            self.visit_condition(event);
        }
        // No condition has found the people whom a target names: `attack Archer or his Master`.
        let has_antecedent = self.has_antecedent;
        for target in action.kind.targets() {
            if let Target::Character(who) = target {
                self.check_target(who, has_antecedent);
            }
        }
        for who in people_beside_targets(&action.kind) {
            self.check_target(&who, has_antecedent);
        }
        if let ActionKind::Command { servant, object, .. } = &action.kind {
            self.visit_who(servant);
            if let SpellObject::Character(who) = object {
                self.visit_who(who);
            }
            // Whom a spell names, no condition has found.
            self.has_antecedent = has_antecedent;
        }
    }
}

impl Visit<'_, Written> for ConditionChecker<'_, '_> {
    fn visit_condition(&mut self, condition: &Condition<Written>) {
        let (had_antecedent, denied) = (self.has_antecedent, self.denied);
        self.denied ^= matches!(condition, Condition::Not(_));
        self.walk_condition(condition);
        self.denied = denied;
        // A denial has not found the people it is about.
        if let Condition::Not(inner) = condition {
            self.has_antecedent = had_antecedent || names_one(inner);
        }
    }

    fn visit_predicate(&mut self, statement: &Predicate<Written>) {
        if let Some(why) = certain_conditions::explain_certainty(statement, self.denied, self.actor, self.checker.view)
            && !self.is_repeated
        {
            self.checker.push_warning(codes::CERTAIN_NUMBER, self.span, why);
        }
        self.walk_predicate(statement);
        match statement {
            Predicate::Would(who) => {
                let span = first_name_span(who).unwrap_or(self.span);
                self.checker
                    .push_error(
                        codes::WOULD,
                        span,
                        "a condition cannot rest on what somebody would do: it is not yet done (R198)",
                    )
                    .notes
                    .push("ask what has happened: `If X attacks me, …`, `When X uses …, …`".to_owned());
            }
            Predicate::Has(who, said) | Predicate::Becomes(who, said) => self.check_attribute(who, said),
            Predicate::Pays(..)
            | Predicate::Chooses(_)
            | Predicate::UseTargets(..)
            | Predicate::Ranks(_)
            | Predicate::Sheet(_) => {
                self.checker.push_error(
                    codes::SHEET_WORDS,
                    self.span,
                    "only a sheet may ask what its user pays or chooses, or whom they aim at",
                );
            }
            Predicate::UseInflicts(..) => {
                self.checker.push_error(
                    codes::SHEET_WORDS,
                    self.span,
                    "only a sheet may ask what its own attack inflicts",
                );
            }
            Predicate::InLastTurn(..) => {
                let fault = self.checker.push_error(
                    codes::SHEET_WORDS,
                    self.span,
                    "only a sheet may ask who moved, or of the Turn before",
                );
                fault.notes.push("leave it out: what was before tonight stands in your update".to_owned());
            }
            // One's own numbers are known; a battle's sum and what others took are not told (R200).
            Predicate::HadDamage(who, DamageSum { is_received: true, within: DamageSpan::Turn, .. })
                if self.is_own(who) => {}
            Predicate::HadDamage(..) => {
                self.checker
                    .push_error(
                        codes::SHEET_WORDS,
                        self.span,
                        "an order asks only how much damage one of your own received this Turn",
                    )
                    .notes
                    .push("write `If I received 50 or more damage this Turn, …`".to_owned());
            }
            // Who struck somebody else so much is not told.
            Predicate::DealtMore { by, to, than }
                if (self.is_actor(to) || self.is_asker(to)) && !self.is_own(by) && !self.is_own(than) => {}
            Predicate::DealtMore { .. } => {
                self.checker
                    .push_error(
                        codes::SHEET_WORDS,
                        self.span,
                        "an order asks only which of two others has dealt more damage to whoever acts",
                    )
                    .notes
                    .push("write `If Archer has dealt more damage to me than Lancer, …`".to_owned());
            }
            Predicate::IsIn(who, Some(at)) if !self.is_own(who) => self.warn_of_unseen_location(&Who::User, at),
            Predicate::Detects(by, whom) => match whom.split_location() {
                Some((at, _)) => self.warn_of_unseen_location(by, at),
                None => self.reject_ambiguous_sighting(by, whom),
            },
            Predicate::Count(.., of, Some(at)) if of.side != Side::Allies => {
                self.warn_of_unseen_location(&Who::User, at)
            }
            Predicate::Among(..)
            | Predicate::Did(_)
            | Predicate::DidOften(..)
            | Predicate::IsIn(..)
            | Predicate::IsWith(..)
            | Predicate::IsOne(..) => {}
            Predicate::Active(_, Some(on)) if !self.is_own(on) => {
                self.warn_of_earlier_effects(first_name_span(on).unwrap_or(self.span))
            }
            Predicate::Holds(who, item) if !self.is_own(who) && self.is_item(item) => {
                let span = first_name_span(who).unwrap_or(self.span);
                let message = "what others have with them is not known as a rule (R199)";
                self.checker.push_warning(codes::HIDDEN_ATTRIBUTE, span, message).notes.push(DROPPED.to_owned());
            }
            Predicate::Count(Comparison::Exactly, number, ..) if !self.says_exactly && *number > 0 => {
                let message = format!("exactly {number}, or at least {number}?");
                let note = format!("write `{number} or more …`, or `exactly {number} …`");
                self.checker.push_error(codes::HOW_MANY, self.span, message).notes.push(note);
            }
            Predicate::Count(comparison, number, of, _)
                if (*number > 1 || *comparison == Comparison::Above) && self.counts_own_side(of) =>
            {
                let least = *number + u32::from(*comparison == Comparison::Above);
                let message = match certain_conditions::includes_own_kind(of, self.actor.kind) {
                    true => format!("`{}` is not counted, others of your own are", self.actor.name),
                    false => "others of your own are counted too".to_owned(),
                };
                self.checker
                    .push_warning(codes::COUNTS_OTHERS, self.span, message)
                    .notes
                    .push(format!("of the others write `{least} or more opponents`"));
            }
            Predicate::Count(..) | Predicate::Active(..) | Predicate::Holds(..) => {}
            Predicate::Night(..) | Predicate::SecondRound => {}
            Predicate::MoveCancelled(_) | Predicate::OwnSkillFailed(_) => {}
        }
    }

    fn visit_deed(&mut self, deed: &Deed<Written>) {
        // `Lancer attacks him`: `him` is not Lancer.
        if deed.object() == Some(&Who::Antecedent) && !self.has_antecedent && deed.who != Who::Antecedent {
            self.visit_who(&Who::Antecedent);
        }
        self.walk_deed(deed);
        let (Act::UsesKind(kind) | Act::AttacksWith(kind, _) | Act::Hits(Some(kind), _) | Act::Damages(Some(kind), _)) =
            &deed.act
        else {
            return;
        };
        let span = first_name_span(&deed.who).unwrap_or(self.span);
        let message = match kind {
            SkillKind::Costing(_) => "what a skill costs nobody sees: only a sheet may ask it (R199)",
            SkillKind::BasicAttack => "only a sheet may ask whether it was a Basic Attack",
            SkillKind::Damage(_) | SkillKind::Type(_) | SkillKind::NoblePhantasm | SkillKind::Any => {
                let message = "the kind of a skill is known only once it has been seen (R199)";
                self.checker.push_warning(codes::HIDDEN_ATTRIBUTE, span, message).notes.push(DROPPED.to_owned());
                return;
            }
        };
        let diagnostic = self.checker.push_error(codes::SHEET_WORDS, span, message);
        diagnostic.notes.push("write `uses a skill`, `uses a Magical attack`, or the name of the skill".to_owned());
    }

    fn visit_group(&mut self, group: &Group<Written>) {
        let outer = std::mem::replace(&mut self.of_own_team, group.side == Side::Allies);
        self.walk_group(group);
        self.of_own_team = outer;
    }

    fn visit_filter(&mut self, filter: &Filter<Written>) {
        let is_unseen = |property: &Property| {
            matches!(
                property,
                Property::Ranked(..)
                    | Property::Has(..)
                    | Property::BesideUser(..)
                    | Property::Masterless
                    | Property::AtHome
                    | Property::HasFlight
                    | Property::HasAbility(_)
                    | Property::InFirstTurnOfBattle
                    | Property::InTurnOfBattle { .. }
            )
        };
        let unseen = matches!(filter, Filter::Alignment(_) | Filter::Flightless)
            || matches!(filter, Filter::Property(said) if is_unseen(said));
        if unseen && !self.of_own_team {
            let message = "who is such a one is seen of nobody: among others this finds no one (R199)";
            self.checker.push_warning(codes::HIDDEN_ATTRIBUTE, self.span, message);
        }
        let is_affected = |property: &Property| {
            matches!(property, Property::AffectedBy(_) | Property::AffectedByNamed(_) | Property::AffectedByAnyStatus)
        };
        if !self.of_own_team && matches!(filter, Filter::Property(said) if is_affected(said)) {
            self.warn_of_earlier_effects(self.span);
        }
        // `them` cannot mean the people that a group excludes.
        let had_antecedent = self.has_antecedent;
        self.walk_filter(filter);
        self.has_antecedent = had_antecedent;
    }

    /// Checks that words for a person can mean somebody in an order.
    fn visit_who(&mut self, who: &Who<Written>) {
        match who {
            Who::Target | Who::SecondTarget | Who::Attacker => {
                let words = if *who == Who::Attacker { "the attacker" } else { "the target" };
                self.checker
                    .push_error(codes::SHEET_WORDS, self.span, format!("`{words}` means somebody on a sheet only"))
                    .notes
                    .push("write a name, or `whoever attacked me`".to_owned());
            }
            Who::Antecedent if !self.has_antecedent => {
                self.checker
                    .push_error(
                        codes::NOBODY_MEANT,
                        self.span,
                        "nobody stands before this whom `that character` could mean",
                    )
                    .notes
                    .push("write the name; `he`, `she` and `they` are whom a condition before it found".to_owned());
            }
            told => self.walk_who(told),
        }
        self.has_antecedent |= matches!(
            who,
            Who::OneOf(_) | Who::WhoDid(_) | Who::WhomDid(_) | Who::Named(_) | Who::Any(_) | Who::UpTo(..)
        );
    }
}

impl ConditionChecker<'_, '_> {
    /// `Use the Glasses if I am still here`: rejects a condition that asks only whether its author is where they are.
    fn reject_own_place(&mut self, branch: &Branch<Written>) {
        let asked: Vec<_> = branch.guards.iter().flat_map(Condition::statements).collect();
        if let [Predicate::IsIn(who, None)] = asked.as_slice()
            && self.is_actor(who)
        {
            let message = "`here` is wherever this character is as it is asked: this is always so";
            let note = "name the location: `if I am at the Park`".to_owned();
            self.checker.push_error(codes::NO_CONDITION, self.span, message).notes.push(note);
        }
    }

    /// Whether a group may have members of the seat's own.
    fn counts_own_side(&self, of: &Group<Written>) -> bool {
        self.checker.view.own.iter().any(|own| certain_conditions::includes_own_kind(of, own.kind))
    }

    /// Whether somebody is the character whose order this is.
    fn is_actor(&self, who: &Who<Written>) -> bool {
        match who {
            Who::User => true,
            Who::Named(name) => canonical_names::same_name(&name.text, &self.actor.name),
            _ => false,
        }
    }

    /// Whether somebody is the character who asks the conditions of a move together.
    fn is_asker(&self, who: &Who<Written>) -> bool {
        let is_named =
            |asker: &Name| matches!(who, Who::Named(name) if canonical_names::same_name(&name.text, &asker.text));
        self.asker.is_some_and(is_named)
    }

    fn is_item(&self, name: &Name) -> bool {
        let mut names = self.checker.view.items.iter().flat_map(|card| &card.names);
        names.any(|known| canonical_names::same_name(known, &name.text))
    }

    /// Warns of a condition about another location. It is known only if it was scouted this Turn (R196, R197), or if
    /// the character has gone there.
    fn warn_of_unseen_location(&mut self, by: &Who<Written>, at: &Name) {
        let Some(observer) = self.observer(by) else { return };
        let (observer, here) = (observer.name.clone(), canonical_names::same_name(&at.text, &observer.at));
        let is_there = |location: &String| canonical_names::same_name(location, &at.text);
        let goes_there =
            self.after_move && self.checker.moves.iter().any(|(who, location)| *who == observer && is_there(location));
        if !here && !goes_there && (self.scouts || !self.scouted_locations(&observer).iter().any(is_there)) {
            let message = format!("`{observer}` knows who is at another place only by scouting it (R197)");
            self.checker.push_warning(codes::PLACE_NOT_SEEN, at.span, message).notes.push(DROPPED.to_owned());
        }
    }

    /// `Scout Harbor. If I detect Lancer, …`: rejects a sighting that could be there or here.
    fn reject_ambiguous_sighting(&mut self, by: &Who<Written>, whom: &Who<Written>) {
        let Some(observer) = self.observer(by) else { return };
        let Some(location) = self.scouted_locations(&observer.name).first().cloned() else { return };
        let whom = order_text::target_text(&Target::Character(whom.clone()));
        self.checker
            .push_error(codes::HERE_OR_THERE, self.span, format!("seen here, or seen at {location}, which is scouted?"))
            .notes
            .push(format!("write `{whom} is here` or `{whom} is at {location}`"));
    }

    /// The character who sees, if it is one of the seat's own.
    fn observer(&self, by: &Who<Written>) -> Option<&OwnCharacter> {
        match by {
            Who::User => Some(self.actor),
            Who::Named(name) => self.checker.view.own(&name.text),
            Who::Target | Who::SecondTarget | Who::Attacker | Who::Antecedent => None,
            Who::Any(_)
            | Who::Every(_)
            | Who::UpTo(..)
            | Who::OneOf(_)
            | Who::Related(..)
            | Who::WhoDid(_)
            | Who::WhomDid(_) => None,
        }
    }

    /// The locations that a character scouts by these orders.
    fn scouted_locations(&self, observer: &str) -> Vec<String> {
        let scouted = self.checker.scouts.iter().filter(|(who, _)| who == observer);
        scouted.map(|(_, location)| location.clone()).collect()
    }

    /// Checks a number or rank: it is known for one's own characters and hidden for others (R199, R200).
    fn check_attribute(&mut self, who: &Who<Written>, property: &Property) {
        if let Property::Has(
            unit @ (Resource::Health
            | Resource::Mana
            | Resource::CombatPoints
            | Resource::ActionPoints
            | Resource::SupportPoints
            | Resource::CommandSpells),
            Comparison::Exactly,
            level,
        ) = property
            && !self.says_exactly
            && !matches!(level, Level::Number(number) if number.is_zero())
        {
            let unit = resource_name(*unit);
            let message = format!("exactly so much {unit}, or at least so much?");
            let note = format!("write `exactly N {unit}`, `N or more {unit}` or `N or less {unit}`");
            let span = first_name_span(who).unwrap_or(self.span);
            self.checker.push_error(codes::HOW_MANY, span, message).notes.push(note);
        }
        let master_only = matches!(property, Property::Has(Resource::CombatPoints | Resource::CommandSpells, ..));
        if master_only && self.observer(who).is_some_and(|own| own.kind != SheetKind::Master) {
            let message = "a Servant has none: Combat Points and Command Spells are a Master's (R282)";
            let span = first_name_span(who).unwrap_or(self.span);
            self.checker.push_error(codes::NO_CONDITION, span, message).notes.push("name the Master".to_owned());
        }
        if self.is_own(who) {
            return;
        }
        let span = first_name_span(who).unwrap_or(self.span);
        match property {
            Property::Has(..) | Property::BesideUser(Measured::Number(_) | Measured::Missing(_), _) => {
                self.checker
                    .push_warning(codes::HIDDEN_NUMBER, span, "the numbers of others are not known as a rule (R200)")
                    .notes
                    .push(DROPPED.to_owned());
            }
            // What an effect has revealed is known (R199).
            Property::Ranked(..) | Property::BesideUser(Measured::Stat(_), _) if self.has_learned_stats(who) => {}
            Property::Ranked(..) | Property::BesideUser(Measured::Stat(_), _) => {
                self.checker
                    .push_warning(codes::HIDDEN_ATTRIBUTE, span, "the ranks of others are not known as a rule (R199)")
                    .notes
                    .push(DROPPED.to_owned());
            }
            Property::Masterless
            | Property::AtHome
            | Property::HasFlight
            | Property::HasAbility(_)
            | Property::InFirstTurnOfBattle
            | Property::InTurnOfBattle { .. } => {
                let message = "this is seen of nobody, so it is known of one's own team alone (R199)";
                self.checker.push_warning(codes::HIDDEN_ATTRIBUTE, span, message).notes.push(DROPPED.to_owned());
            }
            Property::AffectedBy(_) | Property::AffectedByNamed(_) | Property::AffectedByAnyStatus => {
                self.warn_of_earlier_effects(span);
            }
            Property::InSpiritForm
            | Property::InBattle
            | Property::Dead
            | Property::Alive
            | Property::DamagedByUser => {}
        }
    }

    /// Warns that the effects on others are known only if they were seen to begin in this Night (R196, A256).
    fn warn_of_earlier_effects(&mut self, span: Span) {
        let message =
            "of others this asks only what is seen to be inflicted this Night: what they had before is taken as over";
        self.checker
            .push_warning(codes::HIDDEN_ATTRIBUTE, span, message)
            .notes
            .push("whether it still works is your own guess: order it with or without".to_owned());
    }

    /// Whether an effect has revealed somebody's ranks to the seat.
    fn has_learned_stats(&self, who: &Who<Written>) -> bool {
        let Who::Named(name) = who else { return false };
        let known = self.checker.view.known.iter().find(|known| canonical_names::same_name(&known.name, &name.text));
        known.is_some_and(|known| known.learned.iter().any(|(fact, _)| matches!(fact, Fact::Stats(..))))
    }

    /// Whether somebody is on the character's own team, by name or by description.
    fn is_own(&self, who: &Who<Written>) -> bool {
        match who {
            Who::User => true,
            Who::Named(name) => {
                self.checker.view.own(&name.text).is_some()
                    || self
                        .actor
                        .master
                        .iter()
                        .chain(&self.actor.servants)
                        .any(|n| canonical_names::same_name(n, &name.text))
            }
            Who::Related(_, of) => self.is_own(of),
            Who::OneOf(all) => all.iter().all(|member| self.is_own(member)),
            Who::Target | Who::SecondTarget | Who::Attacker | Who::Antecedent | Who::WhoDid(_) | Who::WhomDid(_) => {
                false
            }
            Who::Any(group) | Who::Every(group) | Who::UpTo(_, group) => group.side == Side::Allies,
        }
    }

    /// Visits a target: `that character` in it is somebody whom a condition found, and no other target.
    fn check_target(&mut self, who: &Who<Written>, found: bool) {
        match who {
            Who::OneOf(all) => all.iter().for_each(|who| self.check_target(who, found)),
            one => self.visit_who(one),
        }
        self.has_antecedent = found;
    }
}

/// The people with whom or for whom an action without targets is done.
fn people_beside_targets(kind: &ActionKind<Written>) -> Vec<Who<Written>> {
    match kind {
        ActionKind::Contract(ContractStep::Make | ContractStep::Reestablish | ContractStep::Force, with) => {
            vec![with.without_masterless_filter()]
        }
        ActionKind::Contract(_, with) => vec![with.clone()],
        ActionKind::Protect(with) => with.clone(),
        ActionKind::Give { to, .. } => vec![to.clone()],
        ActionKind::Consume(whom) => vec![whom.clone()],
        ActionKind::Request { beneficiary, .. } => beneficiary.iter().cloned().collect(),
        // These have targets or name nobody. A Command Spell's Servant and object are visited separately.
        ActionKind::Use { .. } | ActionKind::Attack { .. } | ActionKind::UseItem { .. } => Vec::new(),
        ActionKind::Command { .. } => Vec::new(),
        ActionKind::Scout(_) | ActionKind::Move(_) | ActionKind::Flee(_) | ActionKind::Stay => Vec::new(),
        ActionKind::EnterSpiritForm | ActionKind::LeaveSpiritForm => Vec::new(),
        ActionKind::Release(_) | ActionKind::Cancel(_) | ActionKind::StopPaying(_) => Vec::new(),
        ActionKind::Buy { .. } | ActionKind::Drop(_) | ActionKind::PickUp(_) => Vec::new(),
        ActionKind::AskIgm(_) | ActionKind::TakeShelter | ActionKind::Visit => Vec::new(),
        ActionKind::ConsumeCivilian | ActionKind::Pact(..) => Vec::new(),
        ActionKind::Tell { .. } | ActionKind::Say(_) | ActionKind::Logic(_) => Vec::new(),
        ActionKind::PartnerPosts(_) | ActionKind::PuzzleAnswer(_) | ActionKind::Push(_) => Vec::new(),
    }
}

/// Whether a condition names somebody, whom `they` may mean even within a denial.
fn names_one(condition: &Condition<Written>) -> bool {
    let object_name =
        |statement: &Predicate<Written>| statement.deed().and_then(Deed::object).and_then(first_name_span);
    let names_somebody = |statement: &Predicate<Written>| {
        statement.subject().and_then(first_name_span).or_else(|| object_name(statement)).is_some()
    };
    condition.statements().into_iter().filter(|statement| !matches!(statement, Predicate::Would(_))).any(names_somebody)
}

const DROPPED: &str = "if it is not known when the condition is read, the whole order is dropped (A236)";

/// The span of the first name in a description.
fn first_name_span(who: &Who<Written>) -> Option<Span> {
    who.roots().into_iter().find_map(|root| if let Who::Named(name) = root { Some(name.span) } else { None })
}
