//! A skill in the format of the rulebook (R102–R125), with its effects compiled.

use crate::language::condition::{Condition, Predicate, Property, Resource, Who, Written};
use crate::language::effect::{
    Clause, Costing, Counted, Effect, Immediate, Modifier, Operation, Ranked, Sentence, SkillFilter, SkillSort,
    Standing, Verb,
};
use crate::language::effect_text::canonical;
use crate::vocabulary::cost::Cost;
use crate::vocabulary::damage::Damage;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::progression::Progression;
use crate::vocabulary::rank::{Rank, RankLetter};
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::switches::MaxDistance;
use crate::vocabulary::target::TargetKind;

/// Where on the sheet a skill stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// `abilities`: always on (R102).
    Ability,
    /// `basic_attack` (R097–R099).
    BasicAttack,
    /// `skills`.
    Skill,
    /// `noble_phantasms`: using one counts as an activated Noble Phantasm.
    NoblePhantasm,
    /// `story_skills`: not usable until a story update gives it (R315).
    StorySkill,
    /// A Command Spell of the common library (R156).
    CommandSpell,
    /// An item of the common library (R337).
    Item,
    /// A service of a location (R328–R333).
    Service,
}

/// An additional payment that a use may include (families 35, 44).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtraPayment {
    /// The amount; with `in_steps`, the amount of one step.
    pub amount: Exact,
    /// The resource.
    pub resource: Resource,
    /// Whether any number of steps may be paid.
    pub is_in_steps: bool,
    /// The most that may be paid; `None` where only the payer's supply limits it.
    pub at_most: Option<Exact>,
}

impl ExtraPayment {
    /// Whether an amount of a resource is a valid payment.
    pub fn accepts(self, amount: Exact, what: Resource) -> bool {
        let is_valid_amount =
            if self.is_in_steps { amount.is_whole_steps_of(self.amount) } else { amount == self.amount };
        what == self.resource && is_valid_amount && self.at_most.is_none_or(|most| amount <= most)
    }
}

/// A skill, ability, Noble Phantasm, Command Spell or item.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct Skill {
    /// Its place on the sheet.
    pub role: Role,
    /// Its name; it can be called by either name of a progression.
    pub name: Progression<String>,
    pub rank: Progression<Rank>,
    /// Its type, which decides the phase (A056).
    pub kind: Progression<SkillType>,
    /// Its type in the author's words. Any `Anti-…` is an attack type (R216).
    pub kind_words: Progression<String>,
    /// Max Number of Targets (R119).
    pub max_targets: u32,
    /// Type of Target (R120).
    pub targets: Vec<TargetKind>,
    /// Its Damage field. [`Skill::is_attack`] says whether the skill is an attack (R100, A263).
    pub damage: Option<Progression<Damage>>,
    pub cost: Progression<Cost>,
    /// What must hold beforehand (R124).
    pub requirements: Vec<Condition<Written>>,
    /// Flavour, never executed.
    pub description: String,
    /// The effects, in the order of the sheet, with the author's words.
    pub effects: Vec<EffectLine>,
    /// A phase that overrides the type's.
    pub phase: Option<Phase>,
    /// Whether it is an area skill; `None` where the sheet does not say (A149).
    pub area: Option<bool>,
    /// Its range in moves, or anywhere; `None` where the sheet does not say (R356).
    pub range: Option<MaxDistance>,
    /// Whether the general low-Health penalty applies; `None` where the sheet does not say (A001).
    pub low_health_penalty: Option<bool>,
    /// What an onlooker sees.
    pub onlooker_text: Option<String>,
    /// Price in Combat Points, for an item.
    pub price: Option<Exact>,
    /// The facility that sells an item: `advanced-hospital`, `super-mall` (R338, R339).
    pub sold_at: Option<String>,
    /// Which set of story skills it comes with: 1 or 2 (R315, R316); `None` for other skills.
    pub story_set: Option<u32>,
}

/// Whether words mean one of a skill's choices: its name on the sheet, or its effect. Only letters and digits are
/// compared, in any letter case.
pub fn is_choice(words: &str, name: &str, effect_words: &str) -> bool {
    let normalise =
        |text: &str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    let words = normalise(words);
    !words.is_empty() && (words == normalise(name) || words == normalise(effect_words))
}

/// A sentence of the sheet with its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EffectLine {
    /// The author's words.
    pub text: String,
    /// What they mean.
    pub effect: Effect,
    /// Whether it belongs to the same sentence as the line before it, and happens at the same moment.
    pub continues_sentence: bool,
}

impl EffectLine {
    /// The lines of a sentence: one for each effect in it.
    pub fn split_effect(text: &str, effect: Effect) -> impl Iterator<Item = EffectLine> {
        let lines = effect.lines().into_iter().enumerate();
        lines.map(move |(index, effect)| EffectLine { text: text.to_owned(), effect, continues_sentence: index > 0 })
    }

    /// Its sentence; `None` for a choice, for several sentences and for what the GM decides.
    pub const fn sentence(&self) -> Option<&Sentence> {
        match &self.effect {
            Effect::Sentence(sentence) => Some(sentence),
            Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => None,
        }
    }

    /// The index of the first line of the sentence that a line belongs to.
    pub fn start_of_sentence(lines: &[EffectLine], line: usize) -> usize {
        (0..=line).rev().find(|at| lines.get(*at).is_some_and(|line| !line.continues_sentence)).unwrap_or(line)
    }
}

impl Skill {
    /// A skill that is on no sheet: no cost, one kind of target, and no effects yet.
    pub fn new_plain(name: &str, rank: RankLetter, kind: SkillType, target: TargetKind) -> Skill {
        Skill {
            role: Role::Skill,
            name: Progression::fixed(name.to_owned()),
            rank: Progression::fixed(Rank::plain(rank)),
            kind: Progression::fixed(kind),
            kind_words: Progression::fixed(kind.to_string()),
            max_targets: 1,
            targets: vec![target],
            damage: None,
            cost: Progression::fixed(Cost::default()),
            requirements: Vec::new(),
            description: String::new(),
            effects: Vec::new(),
            phase: None,
            area: None,
            range: None,
            low_health_penalty: None,
            onlooker_text: None,
            price: None,
            sold_at: None,
            story_set: None,
        }
    }

    /// Whether the skill has this name, in any letter case.
    pub fn is_called(&self, name: &str) -> bool {
        self.name.values().any(|own| own.eq_ignore_ascii_case(name))
    }

    /// The clauses about its own use, each with the condition it depends on.
    pub fn clauses(&self) -> impl Iterator<Item = (&Clause, Option<&Condition<Written>>)> {
        self.effects.iter().filter_map(|line| match &line.effect {
            Effect::Sentence(Sentence { operation: Operation::Clause(clause), condition, .. }) => {
                Some((clause, condition.as_ref()))
            }
            Effect::Sentence(_) | Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => None,
        })
    }

    /// Whether one of its sentences is exactly this clause, without a condition.
    pub fn has_unconditional_clause(&self, clause: &Clause) -> bool {
        self.clauses().any(|(own, only_if)| own == clause && only_if.is_none())
    }

    /// How often it can be in force on one target, if it says so beside once.
    pub fn most_in_force(&self) -> Option<u32> {
        self.clauses().find_map(|(clause, _)| if let Clause::StacksUpTo(most) = clause { Some(*most) } else { None })
    }

    /// Whether one of its sentences counts the earlier Turns in which it hit its target, or in which it was used on
    /// them.
    pub fn counts_earlier_turns(&self, of_hits: bool) -> bool {
        let mut sentences = self.effects.iter().flat_map(|line| line.effect.sentences());
        sentences.any(|sentence| {
            matches!(sentence.operation.counted(), Some(Counted::EarlierTurns { hit, .. }) if *hit == of_hits)
        })
    }

    /// The Health that its attack always leaves, if it says so.
    pub fn least_left(&self) -> Option<Exact> {
        self.clauses().find_map(|(clause, only_if)| {
            if let (Clause::SparesTarget(least), None) = (clause, only_if) { Some(*least) } else { None }
        })
    }

    /// Whether it has a damage clause conditioned on its user's own Health (A001).
    pub fn depends_on_own_health(&self) -> bool {
        let own = |predicate: &Predicate<Written>| {
            matches!(predicate, Predicate::Has(Who::User, Property::Has(Resource::Health, ..)))
        };
        let asks_about_own = |only_if: &Condition<Written>| only_if.statements().into_iter().any(own);
        self.clauses().any(|(c, only_if)| matches!(c, Clause::SkillDamage(_)) && only_if.is_some_and(asks_about_own))
    }

    /// Whether its uses must be counted: for a limit, or for what a use does.
    pub fn counts_uses(&self) -> bool {
        let limits = |clause: &Clause| matches!(clause, Clause::Limited(_) | Clause::LimitedOnTarget(_));
        self.clauses().any(|(clause, _)| limits(clause) || clause.counted_use_span().is_some())
            || self.counts_earlier_turns(false)
    }

    /// The predicates in the conditions of its sentences and in its requirements.
    fn condition_predicates(&self) -> impl Iterator<Item = &Predicate<Written>> {
        let effect_conditions = self.effects.iter().filter_map(|line| match &line.effect {
            Effect::Sentence(sentence) => sentence.condition.as_ref(),
            Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => None,
        });
        effect_conditions.chain(&self.requirements).flat_map(Condition::statements)
    }

    /// Whether one of its sentences asks how many targets a use has.
    pub fn asks_how_many_targets(&self) -> bool {
        self.condition_predicates().any(|predicate| matches!(predicate, Predicate::UseTargets(..)))
    }

    /// The additional payments that it accepts, in the order of the sheet: first those of a fixed amount (family 35),
    /// then those of any number of steps (family 44).
    pub fn payments(&self) -> Vec<ExtraPayment> {
        let mut payments = Vec::new();
        for predicate in self.condition_predicates() {
            if let Predicate::Pays(amount, resource) = predicate {
                let payment = ExtraPayment { amount: *amount, resource: *resource, is_in_steps: false, at_most: None };
                payments.extend(Some(payment).filter(|payment| !payments.contains(payment)));
            }
        }
        payments.extend(self.payments_in_steps());
        payments
    }

    fn payments_in_steps(&self) -> impl Iterator<Item = ExtraPayment> {
        let sentences = self.effects.iter().filter_map(|line| match &line.effect {
            Effect::Sentence(sentence) => Some(sentence),
            Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => None,
        });
        sentences.filter_map(|sentence| {
            let Some(Counted::Paid { resource, step, most }) = sentence.operation.counted() else { return None };
            // A payment beyond the growth limit of the sentence would buy nothing.
            let growth_limit = match &sentence.operation {
                Operation::Clause(Clause::SkillDamage(measure)) => measure.most_counted(),
                Operation::Clause(_) | Operation::Immediate(_) | Operation::Standing(_) => None,
            };
            let growth_limit = growth_limit.and_then(|many| step.times(Exact::from(many)).ok());
            let at_most = most.iter().chain(&growth_limit).copied().min();
            Some(ExtraPayment { amount: *step, resource: *resource, is_in_steps: true, at_most })
        })
    }

    /// Whether it can be used with this additional payment.
    pub fn takes_payment(&self, amount: Exact, resource: Resource) -> bool {
        self.payments().into_iter().any(|payment| payment.accepts(amount, resource))
    }

    /// The choices of its user (family 35), in the order of the sheet: the name on the sheet, and what the choice does.
    pub fn choices(&self) -> Vec<(String, String)> {
        let mut choices: Vec<(String, String)> = Vec::new();
        for predicate in self.condition_predicates() {
            if let Predicate::Chooses(choice) = predicate
                && !choices.iter().any(|(name, _)| name.eq_ignore_ascii_case(choice))
            {
                choices.push((choice.clone(), self.choice_in_words(choice)));
            }
        }
        choices
    }

    /// Whether its use accepts any words as a choice: one of its sentences is left to the GM, or makes somebody obey.
    pub fn accepts_any_choice(&self) -> bool {
        self.effects.iter().any(|line| match &line.effect {
            Effect::Gm(_) => true,
            Effect::Sentence(sentence) => matches!(sentence.operation.modifier(), Some(Modifier::Obeys)),
            Effect::Choice(_) | Effect::Several(_) => false,
        })
    }

    /// What a choice does: the sentences that depend on it, without that condition.
    fn choice_in_words(&self, choice: &str) -> String {
        let chosen = |c: &Condition<Written>| matches!(c, Condition::Is(Predicate::Chooses(name)) if name.eq_ignore_ascii_case(choice));
        let sentences = self.effects.iter().filter_map(|line| {
            let Effect::Sentence(sentence) = &line.effect else { return None };
            let condition = match sentence.condition.as_ref()? {
                only if chosen(only) => None,
                Condition::All(parts) if parts.iter().any(chosen) => {
                    let mut rest: Vec<Condition<Written>> = parts.iter().filter(|c| !chosen(c)).cloned().collect();
                    if rest.len() == 1 { rest.pop() } else { Some(Condition::All(rest)) }
                }
                _ => return None,
            };
            Some(canonical(&Effect::Sentence(Sentence { condition, ..sentence.clone() })))
        });
        sentences.collect::<Vec<_>>().join(" ")
    }

    /// The type that its sentences give it in a use (family 21). `holds` tells which conditions are met.
    pub fn type_in_use(&self, holds: impl Fn(&Condition<Written>) -> bool) -> Option<SkillType> {
        self.clauses().find_map(|(clause, only_if)| match clause {
            Clause::BecomesType(kind) if only_if.is_none_or(&holds) => Some(*kind),
            _ => None,
        })
    }

    /// Whether it belongs to a set of skills in its present form. A Command Spell never does, and an item only where
    /// the set means items (R160).
    pub fn matches_skills(&self, skills: &SkillFilter, upgraded: bool) -> bool {
        let kind = *self.kind.value(upgraded);
        let is_of_sort = match &skills.sort {
            SkillSort::Items => self.role == Role::Item,
            SkillSort::Any
            | SkillSort::Attacks
            | SkillSort::Inflicting(_)
            | SkillSort::SkillsInflicting(_)
            | SkillSort::Typed(_)
            | SkillSort::NoblePhantasms
            | SkillSort::BasicAttacks
            | SkillSort::ButBasicAttacks
            | SkillSort::AttacksButBasic
            | SkillSort::Named(_)
                if self.role == Role::CommandSpell =>
            {
                false
            }
            SkillSort::Named(name) => self.is_called(name),
            SkillSort::BasicAttacks => self.role == Role::BasicAttack,
            SkillSort::NoblePhantasms => self.role == Role::NoblePhantasm,
            SkillSort::Any
            | SkillSort::Attacks
            | SkillSort::Inflicting(_)
            | SkillSort::SkillsInflicting(_)
            | SkillSort::ButBasicAttacks
            | SkillSort::AttacksButBasic
            | SkillSort::Typed(_)
                if self.role == Role::Item =>
            {
                false
            }
            SkillSort::Any => true,
            SkillSort::ButBasicAttacks => self.role != Role::BasicAttack,
            SkillSort::Attacks => self.is_attack(),
            SkillSort::AttacksButBasic => self.is_attack() && self.role != Role::BasicAttack,
            SkillSort::Inflicting(kinds) | SkillSort::SkillsInflicting(kinds) => {
                kinds.iter().any(|damage_type| self.inflicts(*damage_type, upgraded))
            }
            SkillSort::Typed(of) => kind == *of,
        };
        is_of_sort
            && self.has_rank(skills.ranked, upgraded)
            && skills.costing.is_none_or(|costing| self.meets_cost(costing, upgraded))
    }

    /// Whether its cost on the sheet meets a condition on costs.
    fn meets_cost(&self, costing: Costing, upgraded: bool) -> bool {
        let cost = self.cost.value(upgraded);
        let amount = match costing.resource {
            Resource::Mana => cost.mana,
            Resource::Health => cost.health,
            Resource::CombatPoints => cost.cp,
            Resource::ActionPoints => Exact::from(cost.ap),
            Resource::SupportPoints => Exact::from(cost.sp),
            Resource::CommandSpells => Exact::ZERO,
        };
        costing.bound.holds(&amount, &costing.amount)
    }

    /// The sentences on its sheet, in the author's words. A sentence with several effects appears once.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences: Vec<String> = self.effects.iter().map(|line| line.text.clone()).collect();
        sentences.dedup();
        sentences
    }

    /// Whether its rank in its present form meets a condition on ranks; subranks count (A025, R425). Without a
    /// condition it does.
    pub fn has_rank(&self, ranked: Option<Ranked>, upgraded: bool) -> bool {
        ranked.is_none_or(|Ranked(bound, rank)| bound.holds(self.rank.value(upgraded), &rank))
    }

    /// Whether it is always on and not an action (R102, R108).
    pub fn is_passive(&self) -> bool {
        self.role == Role::Ability || self.kind.base == SkillType::Passive
    }

    /// Whether what it creates stays until it is ended, even without a lasting sentence (R368).
    pub fn stays_until_ended(&self, upgraded: bool) -> bool {
        self.covers_ground(upgraded) || self.summoned_familiars().next().is_some()
    }

    /// What its sentences summon: the name of a familiar's sheet, and how many may exist at a time.
    pub fn summoned_familiars(&self) -> impl Iterator<Item = (&str, Option<u32>)> {
        self.effects.iter().filter_map(|line| match &line.effect {
            Effect::Sentence(Sentence {
                operation: Operation::Immediate(Immediate { verb: Verb::Summon { familiar, at_most, .. }, .. }),
                ..
            }) => Some((familiar.as_str(), *at_most)),
            Effect::Sentence(_) | Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => None,
        })
    }

    /// The names of the skills that its sentences grant.
    pub fn granted_skills(&self) -> impl Iterator<Item = &str> {
        self.effects.iter().filter_map(|line| match &line.effect {
            Effect::Sentence(Sentence {
                operation: Operation::Standing(Standing { modifier: Modifier::Grant(skill), .. }),
                ..
            }) => Some(skill.as_str()),
            Effect::Sentence(_) | Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => None,
        })
    }

    /// Whether it is an attack, or one of its sentences does harm.
    pub fn does_harm(&self) -> bool {
        self.is_attack()
            || self.effects.iter().any(|line| match &line.effect {
                Effect::Sentence(sentence) => sentence.operation.does_harm(),
                Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => false,
            })
    }

    /// Whether it is a Bounded Field in its present form (R113).
    pub fn is_field(&self, upgraded: bool) -> bool {
        *self.kind.value(upgraded) == SkillType::BoundedField
    }

    /// Whether it is a Reality Marble in its present form (R116).
    pub fn is_marble(&self, upgraded: bool) -> bool {
        *self.kind.value(upgraded) == SkillType::RealityMarble
    }

    /// Whether it covers the ground of a location while it is in force: a Bounded Field or a Reality Marble.
    pub fn covers_ground(&self, upgraded: bool) -> bool {
        self.is_field(upgraded) || self.is_marble(upgraded)
    }

    /// The phase in which it is used in its present form; `None` for a Passive.
    pub fn natural_phase(&self, upgraded: bool) -> Option<Phase> {
        self.phase.or_else(|| self.kind.value(upgraded).phase(self.damage.is_some()))
    }
}
