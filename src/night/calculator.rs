//! `grail calc`: the Night's own damage function, called on numbers that are known or half known.
//!
//! A [`Duel`] is a War with an attacker and a target. The given facts about them are written into it, and `damage` is
//! called on it as the Night calls it for a hit. An unknown rank lies between two ranks, and every rank that can matter
//! is tried (R089–R094, R018, R044–R047).

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::event::number_receipts::Receipt;
use crate::night::actions::begin_use::count_hits;
use crate::night::hits::apply_landings::formula_rule;
use crate::night::hits::damage_formula::compute_hit_damage;
use crate::night::hits::hit::Hit;
use crate::sheet::skill::{EffectLine, Role, Skill};
use crate::sheet::{Sheet, SheetKind, common};
use crate::vocabulary::damage::{Damage, DamageType};
use crate::vocabulary::exact::{Exact, LostDigits};
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::progression::Progression;
use crate::vocabulary::rank::{Rank, RankLetter};
use crate::vocabulary::rule_id::RuleId;
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::stat::Stat;
use crate::vocabulary::switches::Switches;
use crate::vocabulary::target::TargetKind;
use crate::war::War;
use crate::war::active_skill::ActiveSkill;
use crate::war::evaluate::EvalContext;
use crate::war::hit_facts::HitFacts;
use crate::war::new_war::{Faults, PlannedLocation, PlannedTeam, WarPlan, build_war};
use crate::war::setup::{SheetId, SkillRef, UsedSkill};

/// The maximum number of positions tried for one answer.
pub const MAX_TRIED: usize = 200_000;

/// One of the two characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Party {
    /// The character that strikes.
    Attacker,
    /// The character that is struck.
    Target,
}

/// A range of ranks, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankRange {
    /// The lowest it can be.
    pub least: Rank,
    /// The highest it can be.
    pub most: Rank,
}

impl RankRange {
    /// The range of a known rank.
    pub const fn known(rank: Rank) -> RankRange {
        RankRange { least: rank, most: rank }
    }

    /// The range of an unknown rank: E--- to EX+++ (A016).
    pub const fn unknown() -> RankRange {
        RankRange {
            least: Rank { letter: RankLetter::E, subranks: -3 },
            most: Rank { letter: RankLetter::EX, subranks: 3 },
        }
    }

    /// Returns every rank of up to three subranks in the range, lowest first.
    fn all_ranks(self) -> Vec<Rank> {
        let all =
            RankLetter::ALL.into_iter().flat_map(|letter| (-3..=3).map(move |subranks| Rank { letter, subranks }));
        let mut ranks: Vec<Rank> =
            all.chain([self.least, self.most]).filter(|rank| (self.least..=self.most).contains(rank)).collect();
        ranks.sort();
        ranks.dedup();
        ranks
    }

    fn extremes(self) -> Vec<Rank> {
        if self.least == self.most { vec![self.least] } else { vec![self.least, self.most] }
    }
}

/// A question: who strikes whom with which skill, and what is unknown about them.
#[derive(Clone, Debug)]
pub struct Duel {
    war: War,
    attacker: CharacterId,
    target: CharacterId,
    skill: SkillRef,
    is_upgraded: bool,
    ranks: BTreeMap<(Party, Stat), RankRange>,
    any_health: Vec<Party>,
}

/// The least and the most damage possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamageRange {
    /// The least damage.
    pub least: Estimate,
    /// The most damage.
    pub most: Estimate,
    /// How many positions were tried.
    pub tried: usize,
}

/// The damage on one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The receipt of the first hit.
    pub receipt: Receipt,
    /// How often the skill hits (R101).
    pub hits: u32,
    /// The damage of all hits.
    pub total: Exact,
    /// The values assumed for what is unknown.
    pub assumptions: Vec<(Party, Assumption)>,
}

/// A value assumed for something unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assumption {
    /// A rank.
    Rank(Stat, Rank),
    /// Health.
    Health(Exact),
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// More than [`MAX_TRIED`] positions would have to be tried.
    TooMany,
    /// A product needs more digits than an exact decimal holds.
    LostDigits,
}

impl From<LostDigits> for NoAnswer {
    fn from(_: LostDigits) -> NoAnswer {
        NoAnswer::LostDigits
    }
}

impl Duel {
    /// Puts two characters with full Health in a War of their own. `skill` is an index on the attacker's sheet.
    pub fn between(attacker: Sheet, target: Sheet, skill: usize, switches: Switches) -> Result<Duel, Faults> {
        let (spells, items) = common::command_spells_and_items();
        let names = [attacker.name.clone(), target.name.clone()];
        let kinds = [attacker.kind, target.kind];
        let plan = WarPlan {
            title: "calc".to_owned(),
            switches,
            locations: vec![PlannedLocation { name: "here".to_owned(), ..PlannedLocation::default() }],
            teams: vec![team_of_one("attacker", attacker), team_of_one("target", target)],
            spells: Some(spells),
            items: Some(items),
            allows_shared_homes: true,
            ..WarPlan::default()
        };
        let mut war = build_war(plan)?;
        let [Some(one), Some(other)] = names.map(|name| war.character_named(&name)) else {
            return Err(vec!["the two cannot be told apart".to_owned()]);
        };
        for (who, kind) in [one, other].into_iter().zip(kinds) {
            war.character_mut(who).kind = kind;
        }
        let skill_index = u16::try_from(skill).unwrap_or(u16::MAX);
        let skill = SkillRef { sheet: war.character(one).sheet, skill_index };
        Ok(Duel::in_war(war, one, other, skill))
    }

    /// Puts two characters of a War as it stands in one location.
    pub fn in_war(mut war: War, attacker: CharacterId, target: CharacterId, skill: SkillRef) -> Duel {
        war.character_mut(target).at = war.character(attacker).at;
        let is_upgraded = war.is_upgraded(attacker, skill);
        Duel { war, attacker, target, skill, is_upgraded, ranks: BTreeMap::new(), any_health: Vec::new() }
    }

    /// Returns the War of the question, for the names in a receipt.
    pub fn war(&self) -> &War {
        &self.war
    }

    /// Returns the id of one of the two.
    pub fn who(&self, party: Party) -> CharacterId {
        match party {
            Party::Attacker => self.attacker,
            Party::Target => self.target,
        }
    }

    /// Returns the name of the skill, in the form it is used in.
    pub fn skill_name(&self) -> &str {
        self.war.skill(self.skill).name.value(self.is_upgraded)
    }

    /// Uses the skill in its upgraded form (R427).
    pub fn upgrade(&mut self) {
        self.is_upgraded = true;
    }

    /// Sets what is known of a rank on the sheet.
    pub fn set_rank(&mut self, party: Party, stat: Stat, range: RankRange) {
        self.ranks.insert((party, stat), range);
    }

    /// Sets Health, and the maximum if it is given (R018).
    pub fn set_health(&mut self, party: Party, health: Exact, maximum: Option<Exact>) {
        self.any_health.retain(|other| *other != party);
        if let Some(maximum) = maximum {
            self.sheet_mut(party).health = maximum;
        }
        let who = self.who(party);
        self.war.character_mut(who).health = health;
    }

    /// Marks Health as unknown: anything from 1 to the maximum.
    pub fn mark_health_unknown(&mut self, party: Party) {
        self.any_health.push(party);
    }

    /// Returns the sheet of a character, for changes.
    pub fn sheet_mut(&mut self, party: Party) -> &mut Sheet {
        let index = self.war.character(self.who(party)).sheet.index();
        &mut Arc::make_mut(&mut self.war.setup).sheets[index]
    }

    /// Makes a character a Master, a Servant or a familiar.
    pub fn set_kind(&mut self, party: Party, kind: SheetKind) {
        let who = self.who(party);
        self.war.character_mut(who).kind = kind;
    }

    /// Gives a character an ability with these sentences.
    pub fn add_ability(&mut self, party: Party, sentences: Vec<EffectLine>) {
        let mut ability = plain_attack("given effect", None);
        ability.role = Role::Ability;
        ability.kind = Progression::fixed(SkillType::Passive);
        ability.effects = sentences;
        self.sheet_mut(party).skills.push(ability);
        self.war.reindex();
    }

    /// Puts a skill of the character, a Command Spell on it, or an item it holds in force. Returns `false` when none
    /// has that name. A skill without [Self] among its targets affects the other character.
    pub fn put_in_force(&mut self, party: Party, name: &str) -> bool {
        let (own, other) = match party {
            Party::Attacker => (self.attacker, self.target),
            Party::Target => (self.target, self.attacker),
        };
        let sheets = [self.war.character(own).sheet, SheetId::SPELLS, SheetId::ITEMS];
        let Some(skill) = sheets.into_iter().find_map(|sheet| self.war.setup.find_skill(sheet, name)) else {
            return false;
        };
        let written = self.war.skill(skill);
        let affects_other = skill.sheet == sheets[0] && !written.targets.contains(&TargetKind::SelfTarget);
        let user = if written.role == Role::CommandSpell { self.war.master_of(own).unwrap_or(own) } else { own };
        let active = ActiveSkill {
            targets: vec![if affects_other { other } else { own }],
            location: self.war.character(own).at,
            is_upgraded: self.war.is_upgraded(own, skill),
            parts: self.war.all_parts(skill),
            ..self.war.new_active(user, skill)
        };
        self.war.active_skills.push(active);
        self.war.reindex();
        self.is_upgraded |= self.war.is_upgraded(self.attacker, self.skill);
        true
    }

    /// Returns the range of damage that the unknown values allow.
    pub fn answer(&self) -> Result<DamageRange, NoAnswer> {
        let unknowns = self.list_open_values();
        let mut tried: usize = 1;
        for (_, values) in &unknowns {
            tried = tried.saturating_mul(values.len());
        }
        if tried > MAX_TRIED {
            return Err(NoAnswer::TooMany);
        }
        let mut duel = self.clone();
        duel.war.reindex();
        let mut extremes: Option<(Estimate, Estimate)> = None;
        for combination in 0..tried {
            let mut rest = combination;
            let mut assumptions = Vec::new();
            for (party, values) in &unknowns {
                let Some(value) = values.get(rest % values.len()) else { continue };
                rest /= values.len();
                duel.assume(*party, *value);
                if values.len() > 1 {
                    assumptions.push((*party, *value));
                }
            }
            let outcome = duel.estimate(assumptions)?;
            extremes = Some(match extremes {
                None => (outcome.clone(), outcome),
                Some((least, most)) if outcome.total < least.total => (outcome, most),
                Some((least, most)) if outcome.total > most.total => (least, outcome),
                Some(extremes) => extremes,
            });
        }
        let (least, most) = extremes.ok_or(NoAnswer::TooMany)?;
        Ok(DamageRange { least, most, tried })
    }

    /// Returns the facts about the two, each with the values that can matter. Damage rises with the attacking stat and
    /// the attacker's luck, and falls with the target's (R089, R092, R044). The ends of a range are therefore enough,
    /// unless a sentence names that stat.
    fn list_open_values(&self) -> Vec<(Party, Vec<Assumption>)> {
        let sentences = self.relevant_sentences();
        let is_mentioned = |words: &[&str]| words.iter().any(|word| sentences.contains(word));
        let mut unknowns = Vec::new();
        for ((party, stat), range) in &self.ranks {
            let is_named = is_mentioned(&[stat.name(), "all stats", "All stats"]);
            let ranks = if is_named {
                range.all_ranks()
            } else if self.stat_matters(*party, *stat) {
                range.extremes()
            } else {
                continue;
            };
            unknowns.push((*party, ranks.into_iter().map(|rank| Assumption::Rank(*stat, rank)).collect()));
        }
        for party in &self.any_health {
            let maximum = self.war.sheet(self.who(*party)).health;
            let points = if is_mentioned(&["Health"]) { (1..maximum.floor()).collect() } else { vec![1] };
            let points = points.into_iter().map(Exact::whole).chain([maximum]);
            unknowns.push((*party, points.map(Assumption::Health).collect()));
        }
        unknowns
    }

    /// Whether a stat enters the formula (R089, R092) or the luck of a hit (R044–R047).
    fn stat_matters(&self, party: Party, stat: Stat) -> bool {
        let kind = self.war.skill(self.skill).attack_type(self.is_upgraded);
        match (kind, party, stat) {
            (Some(DamageType::Physical), Party::Attacker, Stat::STR)
            | (Some(DamageType::Physical), Party::Target, Stat::END)
            | (Some(DamageType::Magical), Party::Attacker, Stat::MAE)
            | (Some(DamageType::Magical), Party::Target, Stat::MAR) => true,
            (Some(kind), _, Stat::LCK) => kind != DamageType::Special,
            _ => false,
        }
    }

    /// Returns every sentence that could affect the answer: those of the skill, of abilities, and of skills in force.
    fn relevant_sentences(&self) -> String {
        let war = &self.war;
        let skill = war.skill(self.skill);
        let of_the_two = [self.attacker, self.target].map(|who| war.sheet(who));
        let passive = of_the_two.into_iter().flat_map(|sheet| &sheet.skills).filter(|skill| skill.is_passive());
        let active = war.active_skills.iter().map(|active| war.skill(active.skill));
        let lines = std::iter::once(skill).chain(passive).chain(active).flat_map(|skill| &skill.effects);
        lines.map(|line| line.effect.to_string() + "\n").collect()
    }

    fn assume(&mut self, party: Party, value: Assumption) {
        match value {
            Assumption::Rank(stat, rank) => self.sheet_mut(party).stats.set_main_rank(stat, rank),
            Assumption::Health(health) => {
                let who = self.who(party);
                self.war.character_mut(who).health = health;
            }
        }
    }

    fn estimate(&mut self, assumptions: Vec<(Party, Assumption)>) -> Result<Estimate, NoAnswer> {
        for who in [self.attacker, self.target] {
            // A Turn begins with this position (A008).
            self.war.character_mut(who).turn.luck = self.war.rank(who, Stat::LCK);
        }
        let war = &self.war;
        let skill_form = UsedSkill {
            user: self.attacker,
            skill: self.skill,
            is_upgraded: self.is_upgraded,
            target: Some(self.target),
        };
        let context = EvalContext::of(self.attacker, Some(self.target), Some(self.attacker));
        let hits = count_hits(war, skill_form, context);
        let first_hit = Hit {
            facts: HitFacts::of(1, hits, false, false),
            targets_before: 0,
            is_half: false,
            attacker: self.attacker,
            skill: self.skill,
            is_upgraded: self.is_upgraded,
            taker: self.target,
            is_intercepted: false,
            targets: 1,
            hit: 1,
            use_event: None,
        };
        let receipt = compute_hit_damage(war, first_hit)?;
        let mut total = receipt.amount;
        for hit in 2..=hits {
            let facts = HitFacts::of(hit, hits, false, false);
            total += compute_hit_damage(war, Hit { hit, facts, ..first_hit })?.amount;
        }
        Ok(Estimate { receipt, hits, total, assumptions })
    }
}

impl Estimate {
    /// Returns the rule of the formula that the number rests on.
    pub fn formula_rule(&self) -> RuleId {
        formula_rule(self.receipt.kind)
    }
}

/// Returns an attack that is on no sheet.
pub fn plain_attack(name: &str, damage: Option<Damage>) -> Skill {
    let plain_skill = Skill::new_plain(name, RankLetter::C, SkillType::AntiPersonnel, TargetKind::Any);
    Skill { damage: damage.map(Progression::fixed), ..plain_skill }
}

/// Adds an attack to a character's sheet.
pub fn add_attack(war: &mut War, who: CharacterId, damage: Damage) -> SkillRef {
    let sheet = war.character(who).sheet;
    let skills = &mut Arc::make_mut(&mut war.setup).sheets[sheet.index()].skills;
    skills.push(plain_attack(&damage.to_string(), Some(damage)));
    SkillRef { sheet, skill_index: u16::try_from(skills.len() - 1).unwrap_or(u16::MAX) }
}

/// Returns the sheet of an unknown Servant, with 300 Health (R015) and ranks of C.
pub fn unknown_sheet(name: &str) -> Sheet {
    let mut sheet = Sheet::empty_library(name);
    sheet.kind = SheetKind::Servant;
    sheet.health = Exact::whole(300);
    sheet.mana = Exact::whole(200);
    sheet.stats.main_ranks = [Rank::plain(RankLetter::C); 6];
    sheet
}

/// Returns a team of one. A Servant or a familiar gets a Master that plays no part.
fn team_of_one(name: &str, mut sheet: Sheet) -> PlannedTeam {
    let home = "here".to_owned();
    let seats = vec![(name.to_owned(), Vec::new())];
    // Familiars that it might summon play no part.
    sheet.familiars.clear();
    if sheet.kind == SheetKind::Master {
        return PlannedTeam { name: name.to_owned(), master: sheet, servants: Vec::new(), home, seats };
    }
    sheet.kind = SheetKind::Servant;
    let mut master = unknown_sheet(&format!("the Master of {}", sheet.name));
    master.kind = SheetKind::Master;
    PlannedTeam { name: name.to_owned(), master, servants: vec![sheet], home, seats }
}
