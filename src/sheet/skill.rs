//! A skill in the format of the rulebook (R102–R125), with its effects compiled.

use crate::language::condition::{Condition, Predicate, Property, Resource, Who, Written};
use crate::language::effect::{
    Clause, Costing, Counted, Effect, Immediate, Modifier, Operation, Ranked, Sentence, Skills, Sort, Standing, Verb,
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

/// Something that may be paid additionally in a use (families 35, 44).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payment {
    /// How much; in steps, how much a step is.
    pub amount: Exact,
    /// Of what.
    pub what: Resource,
    /// Any number of steps may be paid.
    pub in_steps: bool,
    /// How much at most; `None` is as much as there is.
    pub at_most: Option<Exact>,
}

impl Payment {
    /// Whether this is paid by so much.
    pub fn is_paid_by(self, amount: Exact, what: Resource) -> bool {
        let fits = if self.in_steps { amount.is_whole_steps_of(self.amount) } else { amount == self.amount };
        what == self.what && fits && self.at_most.is_none_or(|most| amount <= most)
    }
}

/// A skill, ability, Noble Phantasm, Command Spell or item.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct Skill {
    /// Where it stands.
    pub role: Role,
    /// Its name; either name of a progression calls it.
    pub name: Progression<String>,
    pub rank: Progression<Rank>,
    /// Its type, which decides the phase (A056).
    pub kind: Progression<SkillType>,
    /// Its type in the author's words: any `Anti-…` is an attack type (R216).
    pub kind_words: Progression<String>,
    /// Max Number of Targets (R119).
    pub max_targets: u32,
    /// Type of Target (R120).
    pub targets: Vec<TargetKind>,
    /// What it inflicts by its Damage field; whether it is an attack, [`Skill::is_attack`] says (R100, A263).
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
    /// Whether it is an area skill, if the sheet says (A149).
    pub area: Option<bool>,
    /// How far it reaches, if the sheet says (R356): moves, or anywhere.
    pub range: Option<MaxDistance>,
    /// Whether the general low-Health penalty applies, if the sheet says (A001).
    pub low_health_penalty: Option<bool>,
    /// What an onlooker sees.
    pub seen: Option<String>,
    /// Price in Combat Points, for an item.
    pub price: Option<Exact>,
    /// The facility that sells an item: `advanced-hospital`, `super-mall` (R338, R339).
    pub sold_at: Option<String>,
    /// Which set of story skills it comes with: 1 or 2 (R315, R316); `None` for other skills.
    pub story_set: Option<u32>,
}

/// Whether words mean one of a skill's choices: what the sheet calls it, or what it comes to.
pub fn is_choice(words: &str, name: &str, means: &str) -> bool {
    let loose =
        |text: &str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    let words = loose(words);
    !words.is_empty() && (words == loose(name) || words == loose(means))
}

/// A sentence of the sheet with its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EffectLine {
    /// The author's words.
    pub text: String,
    /// What they mean.
    pub effect: Effect,
    /// Said in one sentence with the line before it, of the same moment.
    pub joined: bool,
}

impl EffectLine {
    /// The lines of a sentence: one for each thing that it says.
    pub fn of(text: &str, effect: Effect) -> impl Iterator<Item = EffectLine> {
        let lines = effect.lines().into_iter().enumerate();
        lines.map(move |(place, effect)| EffectLine { text: text.to_owned(), effect, joined: place > 0 })
    }

    /// The one sentence that it is; `None` for a choice, for several and for what the GM decides.
    pub const fn sentence(&self) -> Option<&Sentence> {
        match &self.effect {
            Effect::Sentence(sentence) => Some(sentence),
            Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => None,
        }
    }

    /// Where the sentence that a line is of begins among the lines of its skill.
    pub fn start_of_sentence(lines: &[EffectLine], line: usize) -> usize {
        (0..=line).rev().find(|at| lines.get(*at).is_some_and(|line| !line.joined)).unwrap_or(line)
    }
}

impl Skill {
    /// A skill that stands on no sheet: free of cost, of one target kind, with nothing to it yet.
    pub fn bare(name: &str, rank: RankLetter, kind: SkillType, target: TargetKind) -> Skill {
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
            seen: None,
            price: None,
            sold_at: None,
            story_set: None,
        }
    }

    /// Whether the skill goes by this name, in any letter case.
    pub fn is_called(&self, name: &str) -> bool {
        self.name.values().any(|own| own.eq_ignore_ascii_case(name))
    }

    /// What its sentences say of its own use, each with the condition it hangs on.
    pub fn clauses(&self) -> impl Iterator<Item = (&Clause, Option<&Condition<Written>>)> {
        self.effects.iter().filter_map(|line| match &line.effect {
            Effect::Sentence(Sentence { operation: Operation::Clause(clause), condition, .. }) => {
                Some((clause, condition.as_ref()))
            }
            Effect::Sentence(_) | Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => None,
        })
    }

    /// Whether one of its sentences says just this, without a condition.
    pub fn says(&self, clause: &Clause) -> bool {
        self.clauses().any(|(own, only_if)| own == clause && only_if.is_none())
    }

    /// Whether it has a damage clause conditioned on its user's own Health (A001).
    pub fn speaks_of_own_health(&self) -> bool {
        let own =
            |said: &Predicate<Written>| matches!(said, Predicate::Has(Who::User, Property::Has(Resource::Health, ..)));
        let on_own = |only_if: &Condition<Written>| only_if.statements().into_iter().any(own);
        self.clauses().any(|(c, only_if)| matches!(c, Clause::SkillDamage(_)) && only_if.is_some_and(on_own))
    }

    /// Whether its uses are counted: for a limit, or for what a use does.
    pub fn counts_uses(&self) -> bool {
        let limits = |clause: &Clause| matches!(clause, Clause::Limited(_) | Clause::LimitedOnTarget(_));
        self.clauses().any(|(clause, _)| limits(clause) || clause.counts_uses().is_some())
    }

    /// What its sentences and requirements rest on.
    fn conditions_asked(&self) -> impl Iterator<Item = &Predicate<Written>> {
        let of_effects = self.effects.iter().filter_map(|line| match &line.effect {
            Effect::Sentence(sentence) => sentence.condition.as_ref(),
            Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => None,
        });
        of_effects.chain(&self.requirements).flat_map(Condition::statements)
    }

    /// The additional payments it can be used with: of so much (family 35), in the order of the sheet, and behind them
    /// as one likes (family 44).
    pub fn payments(&self) -> Vec<Payment> {
        let mut payments = Vec::new();
        for predicate in self.conditions_asked() {
            if let Predicate::Pays(amount, what) = predicate {
                let payment = Payment { amount: *amount, what: *what, in_steps: false, at_most: None };
                payments.extend(Some(payment).filter(|payment| !payments.contains(payment)));
            }
        }
        payments.extend(self.payments_in_steps());
        payments
    }

    fn payments_in_steps(&self) -> impl Iterator<Item = Payment> {
        let sentences = self.effects.iter().filter_map(|line| match &line.effect {
            Effect::Sentence(sentence) => Some(sentence),
            Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => None,
        });
        sentences.filter_map(|sentence| {
            let Some(Counted::Paid { what, step, most }) = sentence.operation.counted() else { return None };
            // What is paid beyond where the sentence stops growing would be for nothing.
            let grows = match &sentence.operation {
                Operation::Clause(Clause::SkillDamage(measure)) => measure.most_counted(),
                Operation::Clause(_) | Operation::Immediate(_) | Operation::Standing(_) => None,
            };
            let grows = grows.and_then(|many| step.times(Exact::from(many)).ok());
            let at_most = most.iter().chain(&grows).copied().min();
            Some(Payment { amount: *step, what: *what, in_steps: true, at_most })
        })
    }

    /// Whether it can be used with this additional payment.
    pub fn takes_payment(&self, amount: Exact, what: Resource) -> bool {
        self.payments().into_iter().any(|payment| payment.is_paid_by(amount, what))
    }

    /// What its user chooses among (family 35), in the order of the sheet: as the sheet calls it, with what it
    /// comes to.
    pub fn choices(&self) -> Vec<(String, String)> {
        let mut choices: Vec<(String, String)> = Vec::new();
        for predicate in self.conditions_asked() {
            if let Predicate::Chooses(choice) = predicate
                && !choices.iter().any(|(name, _)| name.eq_ignore_ascii_case(choice))
            {
                choices.push((choice.clone(), self.choice_in_words(choice)));
            }
        }
        choices
    }

    /// Whether any words may be chosen in its use: a sentence of it is the GM's to weigh, or makes somebody obey.
    pub fn takes_any_words(&self) -> bool {
        self.effects.iter().any(|line| match &line.effect {
            Effect::Gm(_) => true,
            Effect::Sentence(sentence) => matches!(sentence.operation.modifier(), Some(Modifier::Obeys)),
            Effect::Choice(_) | Effect::Several(_) => false,
        })
    }

    /// What a choice comes to: the sentences that hang on it alone, without it.
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

    /// The type its sentences give it in a use of which this tells what holds (family 21).
    pub fn type_by(&self, holds: impl Fn(&Condition<Written>) -> bool) -> Option<SkillType> {
        self.clauses().find_map(|(clause, only_if)| match clause {
            Clause::BecomesType(kind) if only_if.is_none_or(&holds) => Some(*kind),
            _ => None,
        })
    }

    /// Whether a sentence about skills of a sort speaks of this one in its present form. Command Spells and
    /// items are no skills to it (R160).
    pub fn is_among(&self, skills: &Skills, upgraded: bool) -> bool {
        let kind = *self.kind.at(upgraded);
        let sort = match &skills.sort {
            Sort::Items => self.role == Role::Item,
            Sort::Any
            | Sort::Attacks
            | Sort::Inflicting(_)
            | Sort::SkillsInflicting(_)
            | Sort::Typed(_)
            | Sort::NoblePhantasms
            | Sort::BasicAttacks
            | Sort::Named(_)
                if self.role == Role::CommandSpell =>
            {
                false
            }
            Sort::Named(name) => self.is_called(name),
            Sort::BasicAttacks => self.role == Role::BasicAttack,
            Sort::NoblePhantasms => self.role == Role::NoblePhantasm,
            Sort::Any | Sort::Attacks | Sort::Inflicting(_) | Sort::SkillsInflicting(_) | Sort::Typed(_)
                if self.role == Role::Item =>
            {
                false
            }
            Sort::Any => true,
            Sort::Attacks => self.is_attack(),
            Sort::Inflicting(kinds) | Sort::SkillsInflicting(kinds) => {
                kinds.iter().any(|of| self.inflicts(*of, upgraded))
            }
            Sort::Typed(of) => kind == *of,
        };
        sort && self.has_rank(skills.ranked, upgraded) && skills.costing.is_none_or(|of| self.costs(of, upgraded))
    }

    /// Whether its cost as the sheet has it lies as a sentence asks.
    fn costs(&self, of: Costing, upgraded: bool) -> bool {
        let cost = self.cost.at(upgraded);
        let amount = match of.what {
            Resource::Mana => cost.mana,
            Resource::Health => cost.health,
            Resource::CombatPoints => cost.cp,
            Resource::ActionPoints => Exact::from(cost.ap),
            Resource::SupportPoints => Exact::from(cost.sp),
            Resource::CommandSpells => Exact::ZERO,
        };
        of.bound.holds(&amount, &of.amount)
    }

    /// What its sheet says it does, in the author's words; a sentence that means two things stands once.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences: Vec<String> = self.effects.iter().map(|line| line.text.clone()).collect();
        sentences.dedup();
        sentences
    }

    /// Whether its rank in its present form lies as a sentence asks; subranks count (A025, R425).
    pub fn has_rank(&self, ranked: Option<Ranked>, upgraded: bool) -> bool {
        ranked.is_none_or(|Ranked(bound, rank)| bound.holds(self.rank.at(upgraded), &rank))
    }

    /// Whether it is always on and no action (R102, R108).
    pub fn is_passive(&self) -> bool {
        self.role == Role::Ability || self.kind.base == SkillType::Passive
    }

    /// Whether it is in force without a sentence that lasts: what it makes stays until it is ended (R368).
    pub fn stays_by_itself(&self, upgraded: bool) -> bool {
        self.lies_on_ground(upgraded) || self.summons().next().is_some()
    }

    /// What its sentences summon: the name of a familiar's sheet, how many at a time at most.
    pub fn summons(&self) -> impl Iterator<Item = (&str, Option<u32>)> {
        self.effects.iter().filter_map(|line| match &line.effect {
            Effect::Sentence(Sentence {
                operation: Operation::Immediate(Immediate { verb: Verb::Summon { familiar, at_most, .. }, .. }),
                ..
            }) => Some((familiar.as_str(), *at_most)),
            Effect::Sentence(_) | Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => None,
        })
    }

    /// The names of skills that its sentences grant.
    pub fn grants(&self) -> impl Iterator<Item = &str> {
        self.effects.iter().filter_map(|line| match &line.effect {
            Effect::Sentence(Sentence {
                operation: Operation::Standing(Standing { modifier: Modifier::Grant(skill), .. }),
                ..
            }) => Some(skill.as_str()),
            Effect::Sentence(_) | Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => None,
        })
    }

    /// Whether a sentence of it does somebody harm.
    pub fn does_harm(&self) -> bool {
        self.is_attack()
            || self.effects.iter().any(|line| match &line.effect {
                Effect::Sentence(sentence) => sentence.operation.does_harm(),
                Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => false,
            })
    }

    /// Whether it is a Bounded Field in its present form (R113).
    pub fn is_field(&self, upgraded: bool) -> bool {
        *self.kind.at(upgraded) == SkillType::BoundedField
    }

    /// Whether it is a Reality Marble in its present form (R116).
    pub fn is_marble(&self, upgraded: bool) -> bool {
        *self.kind.at(upgraded) == SkillType::RealityMarble
    }

    /// Whether it covers the ground of a location while it is in force: a Bounded Field, a Reality Marble.
    pub fn lies_on_ground(&self, upgraded: bool) -> bool {
        self.is_field(upgraded) || self.is_marble(upgraded)
    }

    /// The phase in which it is used in its present form; `None` for a Passive.
    pub fn natural_phase(&self, upgraded: bool) -> Option<Phase> {
        self.phase.or_else(|| self.kind.at(upgraded).phase(self.damage.is_some()))
    }
}
