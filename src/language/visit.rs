//! The visitor of the trees of conditions, orders and effects: [`Visit`] reads them, [`VisitMut`] changes them.

use super::condition::{Act, Condition, Deed, Filter, Group, Naming, Predicate, Who, Written};
use super::effect::{
    Affliction, Amount, Clause, Counted, Destination, Forbidden, Immediate, Measure, Modifier, Operation, Sentence,
    Standing, Trigger, Verb,
};
use super::order::{ActionKind, SpellObject, Target};

/// Defines the traits of one kind. The one that reads and the one that changes differ by a `mut`.
macro_rules! visitor {
    ($Visit:ident, $VisitEffect:ident $(, $mut:tt)?) => {
        /// Visits conditions and orders, and everybody and everything they name.
        pub trait $Visit<'t, N: Naming> {
            /// Visits a condition.
            fn visit_condition(&mut self, condition: &'t $($mut)? Condition<N>) {
                self.walk_condition(condition);
            }

            /// Visits the parts of a condition.
            fn walk_condition(&mut self, condition: &'t $($mut)? Condition<N>) {
                match condition {
                    Condition::All(parts) | Condition::AnyOf(parts) => {
                        for part in parts {
                            self.visit_condition(part);
                        }
                    }
                    Condition::Not(part) => self.visit_condition(part),
                    Condition::Is(predicate) => self.visit_predicate(predicate),
                }
            }

            /// Visits one statement.
            fn visit_predicate(&mut self, predicate: &'t $($mut)? Predicate<N>) {
                self.walk_predicate(predicate);
            }

            /// Visits the people and things that a statement names.
            fn walk_predicate(&mut self, predicate: &'t $($mut)? Predicate<N>) {
                match predicate {
                    Predicate::Has(who, _)
                    | Predicate::Becomes(who, _)
                    | Predicate::MoveCancelled(who) | Predicate::InLastTurn(who, _) | Predicate::HadDamage(who, _)
                    | Predicate::Would(who) => {
                        self.visit_who(who);
                    }
                    Predicate::Among(who, group) => {
                        self.visit_who(who);
                        self.visit_group(group);
                    }
                    Predicate::Did(deed) | Predicate::DidOften(_, _, _, deed) => self.visit_deed(deed),
                    Predicate::IsIn(who, place) => {
                        self.visit_who(who);
                        if let Some(place) = place {
                            self.visit_location(place);
                        }
                    }
                    Predicate::DealtMore { by, to, than } => {
                        self.visit_who(by);
                        self.visit_who(to);
                        self.visit_who(than);
                    }
                    Predicate::IsWith(who, whom) | Predicate::IsOne(who, whom) | Predicate::Detects(who, whom) => {
                        self.visit_who(who);
                        self.visit_who(whom);
                    }
                    Predicate::Count(_, _, group, place) => {
                        self.visit_group(group);
                        if let Some(place) = place {
                            self.visit_location(place);
                        }
                    }
                    Predicate::Active(skill, on) => {
                        self.visit_skill(skill);
                        if let Some(on) = on {
                            self.visit_who(on);
                        }
                    }
                    Predicate::Holds(who, item) => {
                        self.visit_who(who);
                        self.visit_skill(item);
                    }
                    Predicate::OwnSkillFailed(skill) => self.visit_skill(skill),
                    Predicate::Night(..) | Predicate::SecondRound | Predicate::Pays(..) | Predicate::Chooses(_) => {}
                    Predicate::UseInflicts(..) | Predicate::UseTargets(..) | Predicate::Sheet(_) => {}
                    Predicate::Ranks(compared) => {
                        self.visit_who(& $($mut)? compared.who);
                        self.visit_who(& $($mut)? compared.other);
                    }
                }
            }

            /// Visits a deed.
            fn visit_deed(&mut self, deed: &'t $($mut)? Deed<N>) {
                self.walk_deed(deed);
            }

            /// Visits the subject of a deed, then its act.
            fn walk_deed(&mut self, deed: &'t $($mut)? Deed<N>) {
                self.visit_who(& $($mut)? deed.who);
                self.visit_act(& $($mut)? deed.act);
            }

            /// Visits an act.
            fn visit_act(&mut self, act: &'t $($mut)? Act<N>) {
                self.walk_act(act);
            }

            /// Visits the skill, the object and the location of an act.
            fn walk_act(&mut self, act: &'t $($mut)? Act<N>) {
                match act {
                    Act::Attacks(whom)
                    | Act::AttacksWith(_, whom)
                    | Act::Hits(_, whom)
                    | Act::Damages(_, whom)
                    | Act::Kills(whom) => {
                        if let Some(whom) = whom {
                            self.visit_who(whom);
                        }
                    }
                    Act::Uses(skill, whom) => {
                        self.visit_skill(skill);
                        if let Some(whom) = whom {
                            self.visit_who(whom);
                        }
                    }
                    Act::Enters(place) | Act::Leaves(place) => {
                        if let Some(place) = place {
                            self.visit_location(place);
                        }
                    }
                    Act::UsesKind(_) | Act::UsesNoblePhantasm | Act::UsesCommandSpell | Act::Acts => {}
                    Act::Dies | Act::IsAttacked | Act::IsDamaged | Act::Flees | Act::Intercepts => {}
                    Act::EntersSpiritForm | Act::LeavesSpiritForm => {}
                }
            }

            /// Visits people.
            fn visit_who(&mut self, who: &'t $($mut)? Who<N>) {
                self.walk_who(who);
            }

            /// Visits the people by whom others are described: of `the attacker's Master`, the attacker.
            fn walk_who(&mut self, who: &'t $($mut)? Who<N>) {
                match who {
                    Who::Named(name) => self.visit_character(name),
                    Who::Related(_, of) => self.visit_who(of),
                    Who::OneOf(all) => {
                        for one in all {
                            self.visit_who(one);
                        }
                    }
                    Who::Any(group) | Who::Every(group) | Who::UpTo(_, group) => self.visit_group(group),
                    Who::WhoDid(deed) | Who::WhomDid(deed) => self.visit_deed(deed),
                    Who::User | Who::Target | Who::SecondTarget | Who::Attacker | Who::Antecedent => {}
                }
            }

            /// Visits a group.
            fn visit_group(&mut self, group: &'t $($mut)? Group<N>) {
                self.walk_group(group);
            }

            /// Visits the filters of a group.
            fn walk_group(&mut self, group: &'t $($mut)? Group<N>) {
                for filter in & $($mut)? group.filters {
                    self.visit_filter(filter);
                }
            }

            /// Visits a filter of a group.
            fn visit_filter(&mut self, filter: &'t $($mut)? Filter<N>) {
                self.walk_filter(filter);
            }

            /// Visits the parts of a filter.
            fn walk_filter(&mut self, filter: &'t $($mut)? Filter<N>) {
                match filter {
                    Filter::AnyOf(all) | Filter::AllOf(all) => {
                        for one in all {
                            self.visit_filter(one);
                        }
                    }
                    Filter::Not(of) => self.visit_filter(of),
                    Filter::Except(these) => {
                        for one in these {
                            self.visit_who(one);
                        }
                    }
                    Filter::With(who) => self.visit_who(who),
                    Filter::In(place) => self.visit_location(place),
                    Filter::Servants | Filter::Masters | Filter::Familiars | Filter::Alignment(_) | Filter::Sex(_) => {}
                    Filter::Class(_) | Filter::Flightless | Filter::Detected | Filter::Other => {}
                    Filter::Here | Filter::Beside | Filter::Property(_) => {}
                }
            }

            /// Visits a kind of action.
            fn visit_action_kind(&mut self, kind: &'t $($mut)? ActionKind<N>) {
                self.walk_action_kind(kind);
            }

            /// Visits the skill, the people and the locations of an action, in the order written.
            fn walk_action_kind(&mut self, kind: &'t $($mut)? ActionKind<N>) {
                match kind {
                    ActionKind::Use { skill, targets, destination, push_to, .. } => {
                        self.visit_skill(skill);
                        for target in targets {
                            self.visit_target(target);
                        }
                        for location in [destination, push_to].into_iter().flatten() {
                            self.visit_location(location);
                        }
                    }
                    ActionKind::Attack { targets, .. } => {
                        for target in targets {
                            self.visit_target(target);
                        }
                    }
                    ActionKind::UseItem { item, targets, destination } => {
                        self.visit_skill(item);
                        for target in targets {
                            self.visit_target(target);
                        }
                        if let Some(location) = destination {
                            self.visit_location(location);                        }
                    }
                    ActionKind::Command { servant, spell, object } => {
                        self.visit_who(servant);
                        self.visit_skill(spell);
                        match object {
                            SpellObject::Character(who) => self.visit_who(who),
                            SpellObject::Location(place) => self.visit_location(place),
                            SpellObject::None | SpellObject::Text(_) => {}
                        }
                    }
                    ActionKind::Give { item, to } => {
                        self.visit_skill(item);
                        self.visit_who(to);
                    }
                    ActionKind::Request { service, beneficiary, to, .. } => {
                        self.visit_skill(service);
                        if let Some(who) = beneficiary {
                            self.visit_who(who);
                        }
                        if let Some(place) = to {
                            self.visit_location(place);
                        }
                    }
                    ActionKind::Consume(who) | ActionKind::Contract(_, who) => self.visit_who(who),
                    ActionKind::Protect(guards) => {
                        for guard in guards {
                            self.visit_who(guard);
                        }
                    }
                    ActionKind::Scout(place)
                    | ActionKind::Move(place)
                    | ActionKind::Flee(place)
                    | ActionKind::Push(place) => self.visit_location(place),
                    ActionKind::Release(skill)
                    | ActionKind::Cancel(skill)
                    | ActionKind::StopPaying(skill)
                    | ActionKind::Buy { item: skill, .. }
                    | ActionKind::Drop(skill)
                    | ActionKind::PickUp(skill) => self.visit_skill(skill),
                    ActionKind::PartnerPosts(name) => self.visit_character(name),
                    ActionKind::Stay | ActionKind::EnterSpiritForm | ActionKind::LeaveSpiritForm => {}
                    ActionKind::AskIgm(_) | ActionKind::TakeShelter | ActionKind::Visit => {}
                    // Teams are no characters, and messages are the player's own words.
                    ActionKind::ConsumeCivilian | ActionKind::Pact(..) | ActionKind::Tell { .. } => {}
                    ActionKind::Say(_) | ActionKind::Logic(_) | ActionKind::PuzzleAnswer(_) => {}
                }
            }

            /// Visits a target.
            fn visit_target(&mut self, target: &'t $($mut)? Target<N>) {
                match target {
                    Target::Character(who) => self.visit_who(who),
                    Target::Location(place) => self.visit_location(place),
                    Target::Here => {}
                }
            }

            /// Visits the name of a character.
            fn visit_character(&mut self, _name: &'t $($mut)? N::Character) {}

            /// Visits the name of a location.
            fn visit_location(&mut self, _name: &'t $($mut)? N::Location) {}

            /// Visits the name of a skill, an item or a Command Spell.
            fn visit_skill(&mut self, _name: &'t $($mut)? N::Skill) {}
        }

        /// Visits the sentences of sheets.
        pub trait $VisitEffect<'t>: $Visit<'t, Written> {
            /// Visits a sentence.
            fn visit_sentence(&mut self, sentence: &'t $($mut)? Sentence) {
                self.walk_sentence(sentence);
            }

            /// Visits the trigger, operation, condition and end of a sentence.
            fn walk_sentence(&mut self, sentence: &'t $($mut)? Sentence) {
                match & $($mut)? sentence.trigger {
                    Some(Trigger::When(deed) | Trigger::Limited(_, deed)) => self.visit_deed(deed),
                    Some(Trigger::EachTurn(_) | Trigger::Once(..)) | None => {}
                }
                self.visit_operation(& $($mut)? sentence.operation);
                if let Some(condition) = & $($mut)? sentence.condition {
                    self.visit_condition(condition);
                }
                if let Some(until) = & $($mut)? sentence.ending_deed {
                    self.visit_deed(until);
                }
            }

            /// Visits an operation.
            fn visit_operation(&mut self, operation: &'t $($mut)? Operation) {
                self.walk_operation(operation);
            }

            /// Visits the person an operation works on, and the people and things it names.
            fn walk_operation(&mut self, operation: &'t $($mut)? Operation) {
                match operation {
                    Operation::Immediate(immediate) => self.walk_immediate(immediate),
                    Operation::Clause(clause) => self.walk_clause(clause),
                    Operation::Standing(standing) => self.walk_standing(standing),
                }
            }

            /// Visits the person an immediate operation works on, then the people and things that its verb names.
            fn walk_immediate(&mut self, immediate: &'t $($mut)? Immediate) {
                let Immediate { who, verb } = immediate;
                if let Verb::Drain { drainer, amount, .. } = verb {
                    // Whoever drains comes before whoever is drained.
                    self.visit_who(drainer);
                    self.visit_who(who);
                    return self.visit_amount(amount);
                }
                if !verb.names_nobody() {
                    self.visit_who(who);
                }
                self.walk_verb(verb);
            }

            /// Visits the people and things that a verb names besides the person it works on.
            fn walk_verb(&mut self, verb: &'t $($mut)? Verb) {
                match verb {
                    Verb::Restore { amount, .. } | Verb::Lose { amount, .. } | Verb::Damage { amount, .. } => {
                        self.visit_amount(amount);
                    }
                    Verb::Drain { drainer, amount, .. } => {
                        self.visit_who(drainer);
                        self.visit_amount(amount);
                    }
                    Verb::ApNextTurn { each, .. } | Verb::CombatPoints { each, .. } => {
                        if let Some(each) = each {
                            self.visit_counted(each);
                        }
                    }
                    Verb::Uses { skill, targets, .. } => {
                        if let Some(skill) = skill {
                            self.visit_skill(skill);
                        }
                        if let Some(targets) = targets {
                            self.visit_who(targets);
                        }
                    }
                    Verb::Relocate { destination, .. } => match destination {
                        Destination::Of(whose) | Destination::HomeOf(whose) => self.visit_who(whose),
                        Destination::Target | Destination::Adjacent => {}
                    },
                    Verb::Learn { owner, .. } => self.visit_who(owner),
                    Verb::ChangePlaces { with } => self.visit_who(with),
                    Verb::InflictNamed(status) => self.visit_affliction(status),
                    Verb::Die | Verb::Inflict(_) | Verb::Cure(_) | Verb::CureNamed(_) => {}
                    Verb::EnterSpiritForm { .. } | Verb::LeaveSpiritForm | Verb::Alert | Verb::WholeReport(_) => {}
                    Verb::BreakContract | Verb::Refund(_) => {}
                    Verb::CommandSpells(_) | Verb::Cancel(_) | Verb::AskGm(_) | Verb::Summon { .. } => {}
                }
            }

            /// Visits what a clause counts.
            fn walk_clause(&mut self, clause: &'t $($mut)? Clause) {
                match clause {
                    Clause::SkillDamage(change) | Clause::Cost { change, .. } => self.visit_measure(change),
                    Clause::MoreHits { each, .. } => {
                        if let Some(each) = each {
                            self.visit_counted(each);
                        }
                    }
                    Clause::NotInterceptedBy(group) => self.visit_group(group),
                    Clause::FallsPerHit(_) | Clause::DividesDamage | Clause::BaseBecomes { .. } => {}
                    Clause::HalfAndHalf(..) | Clause::SpendsAll { .. } => {}
                    Clause::FallsPerTarget(_) | Clause::NoLowHealthPenalty | Clause::SparesTarget(_) => {}
                    Clause::NotReducedByTarget | Clause::NotReducedByPercentages | Clause::NotReducedByFlight => {}
                    Clause::Splits { .. } | Clause::Hits(_) | Clause::IgnoresStat(_) | Clause::TreatedLower { .. } => {}
                    Clause::IgnoresPart(..) | Clause::CalculatedWith { .. } | Clause::CalculatedAgainst(_) => {}
                    Clause::TreatedAs { .. } | Clause::NotReducedBySkills => {}
                    Clause::Fails { .. } | Clause::BecomesKind(_) | Clause::LimitedOnTarget(_) => {}
                    Clause::IgnoresFlight | Clause::CannotBeReduced | Clause::Limited(_) | Clause::OnlyUsable => {}
                    Clause::Charges(_) | Clause::NotIntercepted | Clause::NotNegated | Clause::DamagesMasters => {}
                    Clause::OccursFirst | Clause::OccursLast | Clause::EndsBeforeFatal | Clause::BecomesType(_) => {}
                    Clause::Lasts(_) | Clause::DoesNotStack | Clause::StacksUpTo(_) | Clause::OneAtATime => {}
                }
            }

            /// Visits the person of whom a standing operation holds, then the people and things it names.
            fn walk_standing(&mut self, standing: &'t $($mut)? Standing) {
                let Standing { who, attacks, modifier, .. } = standing;
                match modifier {
                    // The interceptor comes before whoever is protected.
                    Modifier::Intercepts { interceptor } => {
                        self.visit_who(interceptor);
                        self.visit_who(who);
                    }
                    // The words do not name whose skills are upgraded.
                    Modifier::Upgrade(_) => {}
                    modifier => {
                        self.visit_who(who);
                        self.walk_modifier(modifier);
                    }
                }
                self.visit_group(& $($mut)? attacks.others);
            }

            /// Visits the people and things that a modifier names besides the person of whom it holds.
            fn walk_modifier(&mut self, modifier: &'t $($mut)? Modifier) {
                match modifier {
                    Modifier::DamageDealt(change) | Modifier::DamageTaken(change) => self.visit_measure(change),
                    Modifier::Maximum { change, .. }
                    | Modifier::Regeneration { change, .. }
                    | Modifier::Costs { change, .. } => {
                        self.visit_measure(change);
                    }
                    Modifier::RaiseRanks { each, .. }
                    | Modifier::RaiseSubranks { each, .. }
                    | Modifier::EachTurn { each, .. } => {
                        if let Some(each) = each {
                            self.visit_counted(each);
                        }
                    }
                    Modifier::Absorbs { damage, .. } => self.visit_amount(damage),
                    Modifier::DetectsHidden(group) => self.visit_group(group),
                    Modifier::Hidden { from, .. } => self.visit_group(from),
                    Modifier::Forbids(what) => match what {
                        Forbidden::Attack(whom) | Forbidden::AttackOthers(whom) | Forbidden::Target(whom) => {
                            self.visit_who(whom);
                        }
                        Forbidden::Use(_) | Forbidden::UseOthers | Forbidden::Move | Forbidden::Flee => {}
                        Forbidden::MoveAction => {}
                        Forbidden::EnterSpiritForm | Forbidden::LeaveSpiritForm => {}
                        Forbidden::Leave | Forbidden::Enter | Forbidden::Scout | Forbidden::BeRelocated => {}
                    },
                    Modifier::Intercepts { interceptor: whom }
                    | Modifier::Shares { with: whom, .. }
                    | Modifier::StandsAside { sheltered: whom }
                    | Modifier::Pursues { whom } => self.visit_who(whom),
                    Modifier::DamageAtMost(_) | Modifier::Inflicts(_) | Modifier::MoreHits(_) | Modifier::OfAttacks(_) => {}
                    Modifier::Reflects(_) | Modifier::Negates | Modifier::ThrowsBack | Modifier::Survives { .. } => {}
                    Modifier::Foils(_) => {}
                    Modifier::GainsNone(_) | Modifier::NoAgilityBonus | Modifier::FirstTurnPoints(_) => {}
                    Modifier::CombatPointsFor(_) | Modifier::OfCivilian { .. } => {}
                    Modifier::HealthFloor | Modifier::ActsAs(_) | Modifier::ExchangedStats(..) => {}
                    // The words do not name whose familiars they are.
                    Modifier::AtMostExist(_) => {}
                    Modifier::Restoration { .. } | Modifier::CannotRestore(_) => {}
                    Modifier::RegenerateInBattle | Modifier::RegenerateWithTwoServants | Modifier::CannotRegenerate(_) => {}
                    Modifier::SetRank { .. } | Modifier::NotLowered { .. } | Modifier::Immune(_) | Modifier::ImmuneNamed(_) => {}
                    Modifier::CannotAct | Modifier::Obeys | Modifier::StatusLength { .. } => {}
                    Modifier::NoLowHealthPenalty | Modifier::Revealed => {}
                    Modifier::SensesMana | Modifier::DetectsSurprise => {}
                    Modifier::NeedsNoMaster
                    | Modifier::MasterlessLoss(_)
                    | Modifier::MasterlessLossIs(_)
                    | Modifier::RegenerateMasterless => {}
                    Modifier::Upgrade(_) | Modifier::Grant(_) | Modifier::MovesFar(_) => {}
                    Modifier::Flight(_) | Modifier::LosesFlight => {}
                }
            }

            /// Visits a status of a sheet's own.
            fn visit_affliction(&mut self, status: &'t $($mut)? Affliction) {
                self.walk_affliction(status);
            }

            /// Visits the effects of a status.
            fn walk_affliction(&mut self, status: &'t $($mut)? Affliction) {
                for sentence in & $($mut)? status.effects {
                    self.visit_sentence(sentence);
                }
            }

            /// Visits an amount: how much is restored, lost or inflicted.
            fn visit_amount(&mut self, amount: &'t $($mut)? Amount) {
                match amount {
                    Amount::Each(_, each) => self.visit_counted(each),
                    Amount::AtMost(amount, _) => self.visit_amount(amount),
                    Amount::Number(_) | Amount::OfMaximum(_) | Amount::OfCurrent(_) | Amount::OfDamage(_) => {}
                }
            }

            /// Visits a measure: by how much something changes.
            fn visit_measure(&mut self, measure: &'t $($mut)? Measure) {
                if let Some(each) = & $($mut)? measure.each {
                    self.visit_counted(each);
                }
            }

            /// Visits what is counted.
            fn visit_counted(&mut self, counted: &'t $($mut)? Counted) {
                self.walk_counted(counted);
            }

            /// Visits the people and the group that a count is about.
            fn walk_counted(&mut self, counted: &'t $($mut)? Counted) {
                match counted {
                    Counted::Statuses(who)
                    | Counted::Steps { who, .. }
                    | Counted::Damage { who, .. }
                    | Counted::HitsTaken { who, .. } => {
                        self.visit_who(who);
                    }
                    Counted::RanksAbove { who, over, .. } => {
                        self.visit_who(who);
                        self.visit_who(over);
                    }
                    Counted::Points { owner, .. } => {
                        if let Some(owner) = owner {
                            self.visit_who(owner);
                        }
                    }
                    Counted::Group(group) | Counted::GroupBeyondFirst(group) => self.visit_group(group),
                    Counted::Familiars | Counted::CommandSpells => {}
                    Counted::TurnsInForce | Counted::TurnsOfBattle | Counted::UsesOfThis { .. } => {}
                    Counted::EarlierTurnsOfBattle | Counted::EarlierTurns { .. } | Counted::SkillsInForce(_) => {}
                    Counted::OtherTargets | Counted::Hits | Counted::DamageOfUse | Counted::Paid { .. } => {}
                }
            }
        }
    };
}

visitor!(Visit, VisitEffect);
visitor!(VisitMut, VisitEffectMut, mut);

impl<N: Naming> ActionKind<N> {
    /// Returns the people that an action names, in the order written: its targets, and whom it is done for or with.
    pub fn people(&self) -> Vec<&Who<N>> {
        let mut named = PeopleNamed(Vec::new());
        named.visit_action_kind(self);
        named.0
    }
}

/// Collects people as they are named: of `Lancer's Master`, only the Master.
struct PeopleNamed<'t, N: Naming>(Vec<&'t Who<N>>);

impl<'t, N: Naming> Visit<'t, N> for PeopleNamed<'t, N> {
    fn visit_who(&mut self, who: &'t Who<N>) {
        self.0.push(who);
    }
}
