//! The position a sentence has work to do in, read off its tree: its trigger, its condition, its operation.

use std::sync::Arc;

use grail_referee::event::detail::StateChange;
use grail_referee::language::condition::{Comparison, Condition, Group, Relation, Resource, Side, Who as Any};
use grail_referee::language::effect::{
    Amount, Cancelled, Clause, Counted, Destination, Duration, Effect, Forbidden, Hiding, Immediate, Limit, Measure,
    Modifier, Operation, RankLimit, Ranked, Sentence, SkillFilter, SkillSort, Standing, Trigger, Verb, Who,
};
use grail_referee::sheet::SheetKind;
use grail_referee::sheet::skill::{Role, Skill};
use grail_referee::vocabulary::exact::Exact;
use grail_referee::vocabulary::ids::{CharacterId, LocationId};
use grail_referee::vocabulary::rank::{Acuity, Rank, RankLetter};
use grail_referee::vocabulary::skill_type::SkillType;
use grail_referee::vocabulary::stat::Stat;
use grail_referee::vocabulary::target::TargetKind;
use grail_referee::war::War;
use grail_referee::war::in_force::InForce;
use grail_referee::war::setup::{Setup, SkillRef};

use super::super::wars;
use super::cast::{self, People};

/// How a skill is staged: when there is a fight, whom it is used on, who stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Manner {
    /// Whether there is a fight in the first Night, and in those behind it.
    pub(super) fights: (bool, bool),
    /// On a partner what would be used on an opponent, and the other way round.
    pub(super) turned: bool,
    /// The owner stands there without a partner, the opponents' Master without a guard.
    pub(super) alone: bool,
}

impl Manner {
    /// All manners, the most telling first.
    pub(super) fn all() -> impl Iterator<Item = Manner> {
        let fights = [(true, true), (false, false), (true, false), (false, true)];
        let ways = [(false, false), (true, false), (false, true), (true, true)];
        ways.into_iter().flat_map(move |way| fights.map(|fights| Manner { fights, turned: way.0, alone: way.1 }))
    }
}

/// A position made for one sentence.
#[derive(Clone)]
pub(super) struct Stage {
    /// The position before the first Night.
    pub(super) war: War,
    /// Who is who.
    pub(super) people: People,
    /// What is staged.
    pub(super) skill: SkillRef,
    pub(super) manner: Manner,
    /// On whom it is used.
    pub(super) target: CharacterId,
    /// How many Nights are played.
    pub(super) nights: usize,
    /// Used every Night, not in the first alone.
    pub(super) again: bool,
    /// How often it is ordered in a Night.
    pub(super) times: u32,
    /// One blow falls, on them, and no other.
    pub(super) blow: Option<CharacterId>,
    /// Used before the skill itself.
    pub(super) before: Vec<String>,
    /// Its payment and choice.
    pub(super) tail: String,
    /// What is so as each Night begins, after what is always so.
    pub(super) changes: Vec<StateChange>,
    /// What is ordered besides: by whom, what.
    pub(super) also: Vec<(CharacterId, String)>,
    /// Props of the opponents beside their attacks.
    pub(super) props: Vec<String>,
    /// What is so in the first Night alone.
    pub(super) first: Vec<StateChange>,
    /// What is so in the last Night alone.
    pub(super) last: Vec<StateChange>,
    /// It is seen only once its time is over.
    pub(super) late: bool,
    /// Nobody has fought before.
    fresh: bool,
}

/// A rank that lies as a bound asks.
pub(super) fn ranked_so(bound: Comparison, rank: Rank) -> Rank {
    match bound {
        Comparison::Below => rank.raised_ranks(-1),
        Comparison::Above => rank.raised_ranks(1),
        Comparison::AtMost | Comparison::Exactly | Comparison::AtLeast => rank,
    }
}

pub(super) fn place(war: &War, name: &str) -> LocationId {
    war.setup.location_named(name).expect("the place is there")
}

impl Stage {
    /// A stage for a sentence of a skill.
    pub(super) fn new(war: &War, people: People, skill: SkillRef, line: usize, manner: Manner) -> Stage {
        let own = war.skill(skill).clone();
        let has = |kind: TargetKind| own.targets.contains(&kind);
        let of_team = has(TargetKind::ContractedPartner) || has(TargetKind::Ally) || own.role == Role::CommandSpell;
        let on_foe = (own.does_harm() || has(TargetKind::Enemy)) != manner.turned;
        let target = match own.role {
            Role::CommandSpell => people.champion,
            _ if of_team => people.friend,
            _ if on_foe => people.foe,
            _ => people.friend,
        };
        let mut stage = Stage {
            war: war.clone(),
            people,
            skill,
            manner,
            target,
            nights: 2,
            again: false,
            times: 1,
            blow: None,
            before: Vec::new(),
            tail: String::new(),
            changes: Vec::new(),
            also: Vec::new(),
            props: Vec::new(),
            first: Vec::new(),
            last: Vec::new(),
            late: false,
            fresh: false,
        };
        // What must not be so is not so of itself.
        let affirmed = own.requirements.iter().filter(|condition| !matches!(condition, Condition::Not(_)));
        for predicate in affirmed.flat_map(Condition::statements) {
            stage.suit_predicate(predicate);
        }
        stage.suit_role(&own);
        match own.effects.get(line).map(|line| &line.effect) {
            Some(Effect::Sentence(rule)) => stage.suit(&own, rule),
            _ => stage.again = true,
        }
        stage.war.in_force = InForce::build(&stage.war);
        stage
    }

    fn suit_role(&mut self, own: &Skill) {
        let owner = self.people.owner;
        // Nobody notices it in time (R111).
        if own.kind.base == SkillType::SurpriseAttack {
            self.fresh = true;
            self.side(Side::Opponents).into_iter().for_each(|id| self.sheet(id, |sheet| sheet.stats.act = Acuity::E));
        }
        match own.role {
            Role::Item => self.changes.push(StateChange::Items(owner, vec![self.skill; 3])),
            Role::Service if own.sold_at.as_deref() == Some("fancy-mansion") => {
                let yard = place(&self.war, "Yard");
                self.changes.push(StateChange::At(owner, yard));
            }
            Role::Ability
            | Role::BasicAttack
            | Role::Skill
            | Role::NoblePhantasm
            | Role::StorySkill
            | Role::CommandSpell
            | Role::Service => {}
        }
    }

    /// Makes the position suit a sentence.
    fn suit(&mut self, own: &Skill, rule: &Sentence) {
        if let Some(condition) = &rule.condition {
            condition.statements().into_iter().for_each(|predicate| self.suit_predicate(predicate));
        }
        match &rule.trigger {
            Some(Trigger::When(deed) | Trigger::Limited(_, deed)) => self.suit_deed(deed),
            Some(Trigger::Once(turns, _)) => self.nights = self.nights.max(*turns as usize + 1),
            Some(Trigger::EachTurn(_)) | None => {}
        }
        let lasting = match (rule.duration, &rule.operation) {
            (_, Operation::Clause(Clause::Lasts(duration))) => Some(*duration),
            (duration, _) => duration,
        };
        if let Some(Duration::Turns(turns)) = lasting {
            self.nights = self.nights.max(turns as usize + 1);
        }
        match &rule.operation {
            Operation::Immediate(immediate) => self.suit_immediate(immediate),
            Operation::Clause(clause) => self.suit_clause(own, clause),
            Operation::Standing(standing) => self.suit_standing(standing),
        }
    }

    fn suit_clause(&mut self, own: &Skill, clause: &Clause) {
        match clause {
            Clause::Limited(limit) | Clause::LimitedOnTarget(limit) => {
                self.again = true;
                // A Master has one Turn Action each Turn, a Servant points enough.
                let one_a_turn = own.cost.base.takes_turn_action;
                match limit {
                    Limit::PerTurn(times) => self.times = times + 1,
                    Limit::PerWar(times)
                        if one_a_turn || own.has_unconditional_clause(&Clause::Limited(Limit::PerTurn(1))) =>
                    {
                        self.nights = *times as usize + 1;
                    }
                    Limit::PerWar(times) | Limit::PerBattle(times) => self.times = times + 1,
                    Limit::PerWeek | Limit::NotConsecutive | Limit::Rest(_) => {}
                }
            }
            Clause::Charges(turns) => {
                self.again = true;
                self.nights = *turns as usize + 1;
            }
            Clause::NotIntercepted | Clause::NotInterceptedBy(_) => {
                // Who stands before the squire does so from the Support Phase of the first Night on.
                self.target = self.people.squire;
                (self.again, self.nights) = (true, 3);
            }
            Clause::IgnoresFlight => self.sheet(self.people.foe, |sheet| sheet.skills.extend(cast::wings())),
            Clause::DamagesMasters => self.target = self.people.rival,
            Clause::SparesTarget(_) => self.changes.push(StateChange::Health(self.target, Exact::whole(5))),
            Clause::NoLowHealthPenalty => self.changes.push(StateChange::Health(self.people.owner, Exact::whole(20))),
            Clause::EndsBeforeFatal => {
                self.blow = Some(self.target);
                self.changes.push(StateChange::Health(self.people.owner, Exact::whole(20)));
            }
            Clause::DoesNotStack => (self.again, self.times) = (true, 2),
            Clause::StacksUpTo(most) => (self.again, self.times) = (true, *most + 1),
            Clause::OneAtATime => self.again = true,
            Clause::SkillDamage(Measure { each: Some(each), .. }) => self.suit_counted(each),
            Clause::MoreHits { each, .. } => each.iter().for_each(|each| self.suit_counted(each)),
            Clause::Splits { turns, .. } => self.nights = *turns as usize + 1,
            Clause::SkillDamage(_)
            | Clause::BaseBecomes { .. }
            | Clause::FallsPerHit(_)
            | Clause::DividesDamage
            | Clause::Hits(_)
            | Clause::IgnoresStat(_)
            | Clause::NotNegated
            | Clause::BecomesKind(_)
            | Clause::TreatedLower { .. }
            | Clause::TreatedAs { .. }
            | Clause::NotReducedBySkills
            | Clause::NotReducedByTarget
            | Clause::NotReducedByFlight
            | Clause::NotReducedByPercentages
            | Clause::FallsPerTarget(_)
            | Clause::HalfAndHalf(..)
            | Clause::SpendsAll { .. }
            | Clause::IgnoresPart(..)
            | Clause::CalculatedWith { .. }
            | Clause::CalculatedAgainst(_)
            | Clause::Fails { .. }
            | Clause::CannotBeReduced
            | Clause::OnlyUsable
            | Clause::Cost { .. }
            | Clause::OccursFirst
            | Clause::OccursLast
            | Clause::BecomesType(_) => {}
            Clause::Lasts(_) => {
                // What lasts so long is seen by what the other sentences do once it is over.
                self.late = true;
                let others: Vec<Sentence> = own
                    .effects
                    .iter()
                    .filter_map(|line| match &line.effect {
                        Effect::Sentence(rule) if rule.is_in_force() => Some(rule.clone()),
                        _ => None,
                    })
                    .collect();
                others.iter().for_each(|rule| self.suit(own, rule));
            }
        }
    }

    fn suit_immediate(&mut self, immediate: &Immediate) {
        self.suit_groups(&immediate.who);
        let whom = self.all_who_could_be_meant(&immediate.who);
        match &immediate.verb {
            Verb::Restore { resource: Resource::Mana, .. } | Verb::Drain { resource: Resource::Mana, .. } => {
                for id in whom {
                    let left = self.war.sheet(id).mana.times(Exact::percent(70)).unwrap_or_default();
                    self.changes.push(StateChange::Mana(id, left));
                }
            }
            Verb::Cure(_) => whom.into_iter().for_each(|id| self.ail(id)),
            Verb::CureNamed(name) => self.props.push(name.clone()),
            Verb::LeaveSpiritForm => {
                self.changes.extend(whom.into_iter().map(|id| StateChange::SpiritForm(id, true)));
            }
            Verb::Cancel(Cancelled::On(_, limit)) => {
                self.again = true;
                if let Some(RankLimit::Ranked(ranked)) = limit {
                    self.rank_props(*ranked);
                }
                self.also.extend(whom.into_iter().map(|id| (id, "Use Prop Ward.".to_owned())));
            }
            Verb::Cancel(Cancelled::Of(_) | Cancelled::Here(..) | Cancelled::Around(..)) => {
                self.again = true;
                self.also.extend(whom.into_iter().map(|id| (id, "Use Prop Ground on Lane.".to_owned())));
            }
            Verb::CombatPoints { each: Some(each), .. }
            | Verb::ApNextTurn { each: Some(each), .. }
            | Verb::Damage { amount: Amount::Each(_, each), .. } => {
                self.suit_counted(each);
            }
            Verb::Relocate { destination: Destination::Of(_), .. } | Verb::ChangePlaces { .. } => {
                let lane = place(&self.war, "Lane");
                self.changes.extend(whom.into_iter().map(|id| StateChange::At(id, lane)));
            }
            Verb::Summon { .. } | Verb::Cancel(Cancelled::This) => self.again = true,
            Verb::Restore { .. }
            | Verb::Lose { .. }
            | Verb::Drain { .. }
            | Verb::AskGm(_)
            | Verb::Damage { .. }
            | Verb::Uses { .. }
            | Verb::Refund(_)
            | Verb::Die
            | Verb::BreakContract
            | Verb::Inflict(_)
            | Verb::InflictNamed(_)
            | Verb::EnterSpiritForm { .. }
            | Verb::Relocate {
                destination: Destination::Target | Destination::Adjacent | Destination::HomeOf(_),
                ..
            }
            | Verb::Learn { .. }
            | Verb::Alert
            | Verb::WholeReport(_)
            | Verb::CombatPoints { .. }
            | Verb::CommandSpells(_)
            | Verb::Cancel(Cancelled::Named(_))
            | Verb::ApNextTurn { .. } => {}
        }
    }

    fn suit_standing(&mut self, standing: &Standing) {
        let Standing { who, attacks, modifier, .. } = standing;
        self.suit_groups(who);
        let whom = self.all_who_could_be_meant(who);
        match modifier {
            Modifier::DamageDealt(_) | Modifier::DamageTaken(_) => {
                self.suit_group(&attacks.others, None);
                attacks.skill_filter.iter().for_each(|skills| self.suit_skills(skills));
            }
            Modifier::Reflects(_) => self.suit_group(&attacks.others, None),
            Modifier::Hidden { from, when } => {
                let eyes = Group { side: Side::Opponents, filters: from.filters.clone() };
                self.suit_group(&eyes, None);
                self.nights = 4;
                if *when == Hiding::Scouting {
                    // Whose ACT is higher than all that the sentence hides them from must lose it first.
                    self.also.push((self.people.friend, format!("Use Prop Dull on {}.", self.names(&whom))));
                    self.also.extend(whom.iter().map(|id| (*id, "Scout Lane.".to_owned())));
                }
            }
            Modifier::Revealed => {
                self.also.extend(whom.into_iter().map(|id| (id, "Use Prop Veil.".to_owned())));
            }
            Modifier::ImmuneNamed(name) => self.props.push(name.clone()),
            Modifier::OfCivilian { .. } => {
                self.also.extend(whom.into_iter().map(|id| (id, "Consume a civilian.".to_owned())));
            }
            Modifier::NoLowHealthPenalty => {
                for id in whom {
                    let health = self.war.sheet(id).health.times(Exact::percent(30)).unwrap_or_default();
                    self.changes.push(StateChange::Health(id, health));
                }
            }
            Modifier::RaiseRanks { stats, amount: by, .. } | Modifier::RaiseSubranks { stats, amount: by, .. } => {
                if stats.contains(&Stat::AGI) {
                    self.overtake(&whom, by.signum());
                }
            }
            Modifier::SetRank { stat: Stat::AGI, rank, .. } => {
                let own = whom.first().and_then(|id| self.war.sheet(*id).stats.main_rank(Stat::AGI));
                self.overtake(&whom, if own.is_some_and(|own| own < *rank) { 1 } else { -1 });
            }
            Modifier::AtMostExist(_) | Modifier::StatusLength { .. } => {}
            Modifier::ExchangedStats(one, _) => {
                whom.into_iter().for_each(|id| self.rank(id, *one, Rank::plain(RankLetter::EX)));
            }
            Modifier::ActsAs(rank) => {
                let own = whom.first().and_then(|id| self.war.sheet(*id).stats.main_rank(Stat::AGI));
                self.overtake(&whom, if own.is_some_and(|own| own < *rank) { 1 } else { -1 });
            }
            Modifier::HealthFloor => {
                self.blow = whom.first().copied();
                let health = Exact::whole(20);
                self.changes.extend(whom.into_iter().map(|id| StateChange::Health(id, health)));
            }
            Modifier::SetRank { .. } => {}
            Modifier::MovesFar(_) => {
                self.also.extend(whom.into_iter().map(|id| (id, "Move to Far.".to_owned())));
            }
            Modifier::Survives { to, .. } => {
                self.blow = whom.first().copied();
                let health = Exact::whole(25) + *to - Exact::ONE;
                self.changes.extend(whom.into_iter().map(|id| StateChange::Health(id, health)));
            }
            Modifier::NeedsNoMaster | Modifier::MasterlessLoss(_) | Modifier::RegenerateMasterless => {
                self.changes.extend(whom.into_iter().map(|id| StateChange::Master(id, None)));
            }
            Modifier::Negates | Modifier::ThrowsBack => self.suit_skills(attacks.skills()),
            Modifier::Foils(skills) => self.suit_skills(skills),
            Modifier::DetectsSurprise => self.suit_surprise(),
            Modifier::Forbids(what) => self.suit_forbidden(what, &whom),
            Modifier::Pursues { whom: hunted } => {
                self.also
                    .extend(self.all_who_could_be_meant(hunted).into_iter().map(|id| (id, "Flee to Lane.".to_owned())));
            }
            Modifier::SensesMana => {
                self.also.push((self.people.foe, "Use Prop Ground on Lane.".to_owned()));
            }
            Modifier::Upgrade(name) => {
                let owner = self.people.owner;
                self.also.push((owner, format!("Use {name} on {}.", self.name(self.people.foe))));
            }
            Modifier::Grant(skill) => {
                let foe = self.name(self.people.foe).to_owned();
                self.also.extend(whom.into_iter().map(|id| (id, format!("Use {skill} on {foe}."))));
            }
            Modifier::DamageAtMost(_) | Modifier::Absorbs { .. } | Modifier::Shares { .. } => {
                self.blow = whom.first().copied()
            }
            Modifier::OfAttacks(_)
            | Modifier::DetectsHidden(_)
            | Modifier::LosesFlight
            | Modifier::Inflicts(_)
            | Modifier::Costs { .. }
            | Modifier::MoreHits(_)
            | Modifier::Regeneration { .. }
            | Modifier::RegenerateInBattle
            | Modifier::RegenerateWithTwoServants
            | Modifier::Maximum { .. }
            | Modifier::Restoration { .. }
            | Modifier::CannotRestore(_)
            | Modifier::CannotRegenerate(_)
            | Modifier::Immune(_)
            | Modifier::NotLowered { .. }
            | Modifier::EachTurn { .. }
            | Modifier::GainsNone(_)
            | Modifier::NoAgilityBonus
            | Modifier::FirstTurnPoints(_)
            | Modifier::CombatPointsFor(_)
            | Modifier::CannotAct
            | Modifier::Obeys
            | Modifier::Flight(_)
            | Modifier::Intercepts { .. }
            | Modifier::StandsAside { .. }
            | Modifier::MasterlessLossIs(_) => {}
        }
    }

    fn suit_forbidden(&mut self, what: &Forbidden, whom: &[CharacterId]) {
        let goes = if self.manner.fights.1 { "Flee to Yard." } else { "Move to Yard." };
        match what {
            Forbidden::Use(skills) => self.suit_skills(skills),
            Forbidden::Attack(_)
            | Forbidden::AttackOthers(_)
            | Forbidden::Target(_)
            | Forbidden::UseOthers
            | Forbidden::Scout
            | Forbidden::Enter => {}
            Forbidden::EnterSpiritForm => {
                self.also.extend(whom.iter().map(|id| (*id, "Enter Spirit Form.".to_owned())));
            }
            Forbidden::LeaveSpiritForm => {
                self.changes.extend(whom.iter().map(|id| StateChange::SpiritForm(*id, true)));
                self.also.extend(whom.iter().map(|id| (*id, "Leave Spirit Form.".to_owned())));
            }
            Forbidden::Move | Forbidden::Flee | Forbidden::MoveAction | Forbidden::Leave => {
                self.also.extend(whom.iter().map(|id| (*id, goes.to_owned())));
            }
            Forbidden::BeRelocated => {
                let shoved = format!("Use Prop Shove on {}, pushing them to Lane.", self.name(self.people.owner));
                self.also.push((self.people.foe, shoved));
            }
        }
    }

    /// Whose AGI changes comes before somebody then who comes before them else, or the other way round.
    fn overtake(&mut self, whom: &[CharacterId], by: i8) {
        let agility = |id: CharacterId| self.war.sheet(id).stats.main_rank(Stat::AGI);
        let team = self.people.team();
        match whom.iter().find(|id| team.contains(id)) {
            Some(own) => {
                if let Some(rank) = agility(*own) {
                    self.rank(self.people.foe, Stat::AGI, rank.raised_subranks(by));
                }
            }
            None => {
                if let Some(rank) = agility(self.people.owner) {
                    whom.iter().for_each(|id| self.rank(*id, Stat::AGI, rank.raised_subranks(-by)));
                }
            }
        }
    }

    fn suit_skills(&mut self, skills: &SkillFilter) {
        if skills.sort == SkillSort::Typed(SkillType::SurpriseAttack) {
            self.suit_surprise();
        }
        skills.ranked.iter().for_each(|ranked| self.rank_props(*ranked));
    }

    fn suit_surprise(&mut self) {
        self.props.push("Prop Ambush".to_owned());
        self.fresh = true;
        self.rank(self.people.foe, Stat::ACT, Rank::plain(RankLetter::EX));
    }

    /// Gives the props a rank that a sentence speaks of.
    fn rank_props(&mut self, Ranked(bound, rank): Ranked) {
        let rank = ranked_so(bound, rank);
        let setup: &mut Setup = Arc::make_mut(&mut self.war.setup);
        let props = setup.sheets.iter_mut().flat_map(|sheet| &mut sheet.skills);
        props.filter(|skill| skill.name.base.starts_with("Prop ")).for_each(|prop| prop.rank.base = rank);
    }

    fn suit_counted(&mut self, each: &Counted) {
        match each {
            Counted::Group(group) | Counted::GroupBeyondFirst(group) => self.suit_group(group, None),
            Counted::Statuses(who) => self.all_who_could_be_meant(who).into_iter().for_each(|id| self.ail(id)),
            Counted::RanksAbove { stat, who, .. } => {
                for id in self.all_who_could_be_meant(who) {
                    self.rank(id, *stat, Rank::plain(RankLetter::EX));
                }
            }
            Counted::Familiars
            | Counted::CommandSpells
            | Counted::TurnsInForce
            | Counted::TurnsOfBattle
            | Counted::EarlierTurnsOfBattle
            | Counted::EarlierTurns { .. }
            | Counted::SkillsInForce(_)
            | Counted::OtherTargets
            | Counted::Paid { .. }
            | Counted::Hits
            | Counted::Damage { .. }
            | Counted::HitsTaken { .. }
            | Counted::UsesOfThis { .. }
            | Counted::DamageOfUse
            | Counted::Points { .. }
            | Counted::Steps { .. } => {}
        }
    }

    pub(super) fn side(&self, side: Side) -> Vec<CharacterId> {
        let People { foe, rival, squire, comer, stranger, .. } = self.people;
        match side {
            Side::Opponents => vec![foe, rival, squire, comer, stranger],
            Side::Allies => self.people.team().into_iter().filter(|id| *id != self.people.owner).collect(),
            Side::Anyone => self.people.team().into_iter().chain([foe, rival, squire, comer, stranger]).collect(),
        }
    }

    /// Whom words of a sentence mean on this stage.
    pub(super) fn all_who_could_be_meant(&self, who: &Who) -> Vec<CharacterId> {
        let People { owner, lord, champion, foe, .. } = self.people;
        match who {
            Any::User => vec![owner],
            Any::Target => vec![self.target],
            Any::SecondTarget | Any::Attacker => vec![foe],
            Any::Related(Relation::Master, of) => self
                .all_who_could_be_meant(of)
                .into_iter()
                .filter_map(|id| self.war.master_of(id))
                .filter(|id| *id != owner)
                .collect(),
            Any::Related(Relation::Servant, of) => {
                self.all_who_could_be_meant(of).into_iter().filter(|id| *id == lord).map(|_| champion).collect()
            }
            Any::Related(Relation::Partner, of) if **of == Any::User => vec![self.people.friend],
            Any::Related(Relation::Partner, of) => self.all_who_could_be_meant(of),
            Any::Related(Relation::Familiars, of) => self
                .all_who_could_be_meant(of)
                .into_iter()
                .flat_map(|id| self.war.familiars_of(id).collect::<Vec<_>>())
                .collect(),
            Any::Related(Relation::Summoner, _) => vec![self.people.friend],
            Any::Related(Relation::Team, _) => self.people.team(),
            Any::OneOf(list) => list.iter().flat_map(|who| self.all_who_could_be_meant(who)).collect(),
            Any::Any(group) | Any::Every(group) | Any::UpTo(_, group) => self.side(group.side),
            Any::Antecedent | Any::Named(_) | Any::WhoDid(_) | Any::WhomDid(_) => Vec::new(),
        }
    }

    pub(super) fn name(&self, who: CharacterId) -> &str {
        &self.war.character(who).name
    }

    pub(super) fn names(&self, list: &[CharacterId]) -> String {
        list.iter().map(|id| self.name(*id)).collect::<Vec<_>>().join(" and ")
    }

    /// Makes a Night begin as the stage wants it.
    pub(super) fn set(&self, war: &mut War, night: usize) {
        let [square, lane, far] = ["Square", "Lane", "Far"].map(|name| place(war, name));
        let People { owner, comer, friend, .. } = self.people;
        let fights = self.fights(night);
        let everybody: Vec<CharacterId> = war.living().collect();
        let beside: Vec<CharacterId> = everybody.iter().copied().filter(|id| war.are_partners(owner, *id)).collect();
        let mut foes = self.people.foes(self.manner.alone);
        foes.retain(|id| everybody.contains(id));
        let mut changes = if night == 0 { self.first.clone() } else { Vec::new() };
        for who in &everybody {
            let near = if beside.contains(who) {
                let summoned =
                    war.character(*who).kind == SheetKind::Familiar || war.character(owner).summoner == Some(*who);
                *who == owner || !self.manner.alone || summoned || (*who == friend && self.target == friend)
            } else {
                foes.contains(who)
            };
            changes.push(StateChange::Known(*who, everybody.iter().copied().filter(|id| id != who).collect()));
            let far = if *who == comer { lane } else { far };
            changes.push(StateChange::At(*who, if near { square } else { far }));
            let sheet = war.sheet(*who);
            let part = |of: Exact| of.times(Exact::percent(60)).unwrap_or(of);
            changes.push(StateChange::Health(*who, part(sheet.health)));
            let pays = *who == owner && (night == 0 || self.again);
            changes.push(StateChange::Mana(*who, if pays { sheet.mana } else { part(sheet.mana) }));
            changes.push(StateChange::SpiritForm(*who, false));
            if war.character(*who).kind == SheetKind::Master {
                changes.push(StateChange::Cp(*who, Exact::whole(700)));
                changes.push(StateChange::CommandSpells(*who, 3));
            }
            let turns = if fights && near && !self.fresh { 2 } else { 0 };
            let against = if beside.contains(who) { &foes } else { &beside };
            changes.push(StateChange::Battle(*who, turns, if turns == 0 { Vec::new() } else { against.clone() }));
        }
        let living = |change: &&StateChange| change.character().is_none_or(|who| war.character(who).is_alive());
        let last = self.last.iter().filter(|_| night + 1 == self.nights);
        changes.extend(self.changes.iter().chain(last).filter(living).cloned());
        wars::set(war, changes);
        war.in_force = InForce::build(war);
    }

    /// Whether there is a fight in a Night.
    pub(super) const fn fights(&self, night: usize) -> bool {
        if night == 0 { self.manner.fights.0 } else { self.manner.fights.1 }
    }
}
