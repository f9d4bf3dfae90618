//! Evaluates conditions of sheets on the actual position: what holds, whom words mean, who belongs to a group, which
//! deeds words mean. All of it is one tree, and so one evaluator.
//!
//! `night::conditions` evaluates the conditions of players' orders, on what their characters perceived.

use std::collections::BTreeSet;

use crate::language::condition::{
    Act, Comparison, Condition, DamageSum, Deed, Filter, Group, LastTurn, Level, Measured, Name, Predicate, Property,
    RankComparison, Relation, Resource, Side, SkillKind, Who, Written,
};
use crate::language::effect::{Operation, SkillFilter, SkillSort};
use crate::sheet::SheetKind;
use crate::sheet::skill::Role;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::phase::Round;
use crate::vocabulary::rank::{Acuity, Rank, RankLetter};
use crate::vocabulary::stat::Stat;

use super::War;
use super::bargain::Bargain;
use super::history::{PastDeed, PastDeedKind, was_first};
use super::hit_facts::HitFacts;
use super::in_force::{ActiveEffect, ModifierKind};
use super::setup::UsedSkill;
use super::sheet_facts::{Asked, fact_holds};

/// The characters that the words of a sentence refer to: the user of the skill, the current target, and others.
#[derive(Clone, Copy, Debug)]
pub struct EvalContext<'a> {
    /// `the user`.
    pub user: CharacterId,
    /// `the target`.
    pub target: Option<CharacterId>,
    /// `the attacker`.
    pub attacker: Option<CharacterId>,
    /// `this location`, if it is not just the user's: where the skill in force was used (R356).
    pub this_location: Option<LocationId>,
    /// `they`, `that character`: whoever did what a sentence waited for, else whoever it is about to affect.
    pub antecedent: Option<CharacterId>,
    /// What was paid and chosen in this use.
    pub bargain: &'a Bargain,
    /// Where a sentence affects several characters: the words for them, and the one the condition is asked of now. A
    /// condition on `the user's Servants` is asked of each.
    pub each: Option<(&'a Who<Written>, CharacterId)>,
    /// Whether no battle can begin by this. Then, before a battle, no Turn counts as its first.
    pub is_peaceful: bool,
    /// The damage that this use inflicted on the current target, once its blows have landed.
    pub inflicted: Exact,
    /// The hit that is being computed; once the blows have landed, the hits that struck the current target.
    pub hits: HitFacts,
    /// The number of the event of the use whose words are evaluated. What happened this Turn happened before it.
    pub use_event: Option<u32>,
    /// The sentence in force whose words are evaluated. It reads the values it changes without sentences of its kind;
    /// otherwise a rank could depend on itself.
    pub sentence: Option<ActiveEffect>,
}

impl EvalContext<'static> {
    /// Returns the context of a use without payments or choices; `this location` is the user's.
    pub const fn of(user: CharacterId, target: Option<CharacterId>, attacker: Option<CharacterId>) -> Self {
        EvalContext {
            user,
            target,
            attacker,
            this_location: None,
            antecedent: None,
            each: None,
            is_peaceful: false,
            bargain: Bargain::NOTHING,
            inflicted: Exact::ZERO,
            hits: HitFacts::NONE,
            use_event: None,
            sentence: None,
        }
    }
}

impl EvalContext<'_> {
    /// Returns `this location`.
    pub fn here(&self, war: &War) -> LocationId {
        self.this_location.unwrap_or_else(|| war.character(self.user).at)
    }

    /// Returns the kind of modifier of the sentence whose words are evaluated.
    fn modifier_kind_changed(&self, war: &War) -> Option<ModifierKind> {
        match &war.sentence(self.sentence?)?.operation {
            Operation::Standing(standing) => Some(ModifierKind::of(&standing.modifier)),
            Operation::Immediate(_) | Operation::Clause(_) => None,
        }
    }

    /// Returns a rank as these words read it.
    pub(super) fn rank(&self, war: &War, who: CharacterId, stat: Stat) -> Rank {
        let sheet_rank = || war.sheet(who).stats.rank_of(stat).unwrap_or(Rank::plain(RankLetter::E));
        if matches!(self.modifier_kind_changed(war), Some(ModifierKind::Stats | ModifierKind::Flight)) {
            sheet_rank()
        } else {
            war.rank(who, stat)
        }
    }

    /// Returns somebody's ACT as these words read it.
    fn acuity(&self, war: &War, who: CharacterId) -> Acuity {
        let reads_sheet = matches!(self.modifier_kind_changed(war), Some(ModifierKind::Stats | ModifierKind::Flight));
        if reads_sheet { war.sheet(who).stats.act } else { war.acuity(who) }
    }

    /// Whether somebody flies, as these words read it.
    pub fn flies(&self, war: &War, who: CharacterId) -> bool {
        match self.modifier_kind_changed(war) {
            Some(ModifierKind::Flight) => war.has_unconditional_flight(who),
            _ => war.flight_rank(who).is_some(),
        }
    }

    /// Whether one character sees another, as these words read it.
    pub(super) fn sees(&self, war: &War, observer: CharacterId, other: CharacterId) -> bool {
        match self.modifier_kind_changed(war) {
            Some(ModifierKind::Stats | ModifierKind::Flight | ModifierKind::Detection | ModifierKind::Senses) => {
                war.character(observer).at == war.character(other).at && war.character(other).is_alive()
            }
            _ => war.is_in_sight(observer, other),
        }
    }
}

/// Whether a condition of a sheet holds.
///
/// What only an order can ask (such as `Would` and `DidOften`) does not hold.
pub fn condition_holds(war: &War, condition: &Condition<Written>, context: EvalContext<'_>) -> bool {
    match condition {
        Condition::All(parts) => parts.iter().all(|c| condition_holds(war, c, context)),
        Condition::AnyOf(parts) => parts.iter().any(|c| condition_holds(war, c, context)),
        Condition::Not(inner) => !condition_holds(war, inner, context),
        Condition::Is(predicate) => predicate_holds(war, predicate, context),
    }
}

fn predicate_holds(war: &War, predicate: &Predicate<Written>, context: EvalContext<'_>) -> bool {
    match predicate {
        Predicate::Has(who, Property::Dead) => {
            characters_meant_in_death(war, who, context).into_iter().any(|id| !war.character(id).is_alive())
        }
        Predicate::Has(who, statement) | Predicate::Becomes(who, statement) => {
            holds_for_any(war, who, context, |id| property_holds(war, statement, context, id))
        }
        Predicate::Among(who, group) => holds_for_any(war, who, context, |id| in_group(war, group, context, id)),
        Predicate::IsIn(who, location_name) => {
            let location = match location_name {
                Some(name) => war.setup.location_named(&name.text),
                None => Some(context.here(war)),
            };
            holds_for_any(war, who, context, |id| Some(war.character(id).at) == location)
        }
        Predicate::IsWith(who, whom) => {
            let locations: Vec<LocationId> =
                characters_meant(war, whom, context).into_iter().map(|id| war.character(id).at).collect();
            holds_for_any(war, who, context, |id| locations.contains(&war.character(id).at))
        }
        Predicate::IsOne(who, whom) => {
            let people = characters_meant(war, whom, context);
            holds_for_any(war, who, context, |id| people.contains(&id))
        }
        Predicate::Count(bound, limit, group, location_name) => {
            let location = match location_name {
                Some(name) => war.setup.location_named(&name.text),
                None => Some(context.here(war)).filter(|_| group.is_local()),
            };
            let is_there = |id: CharacterId| location.is_none_or(|location| war.character(id).at == location);
            let count = war.living().filter(|id| is_there(*id) && in_group(war, group, context, *id)).count();
            bound.holds(&count, &(*limit as usize))
        }
        Predicate::Active(skill, on) => war.active_skills.iter().any(|active| {
            let is_own = on.is_none() && active.user == context.user && active.is_skill();
            let is_on_whom =
                on.as_ref().is_some_and(|who| holds_for_any(war, who, context, |id| active.targets.contains(&id)));
            (is_own || is_on_whom) && war.skill(active.skill).is_called(&skill.text)
        }),
        Predicate::Holds(who, item) => holds_for_any(war, who, context, |id| {
            war.character(id).items.iter().any(|i| war.skill(*i).is_called(&item.text))
        }),
        Predicate::Night(bound, night) => bound.holds(&war.night, night),
        Predicate::Pays(..) | Predicate::Chooses(_) => context.bargain.truth_of_statement(predicate) == Some(true),
        Predicate::UseInflicts(bound, damage) => bound.holds(&context.inflicted, damage),
        Predicate::UseTargets(bound, number) => bound.holds(&context.bargain.targets, number),
        Predicate::Ranks(compared) => ranks_compare(war, compared, context),
        Predicate::Sheet(fact) => {
            let EvalContext { user, target, hits, .. } = context;
            fact_holds(war, *fact, &Asked { user, target, here: context.here(war), hits })
        }
        Predicate::InLastTurn(who, what) => holds_for_any(war, who, context, |id| {
            let turn = &war.character(id).turn;
            match what {
                LastTurn::Attacked => turn.attacked_last_turn,
                LastTurn::Moved => turn.moved_last_turn,
                LastTurn::Fought => turn.fought_last_turn,
                LastTurn::Damaged => turn.damaged_last_turn,
                LastTurn::MovedNow => turn.has_moved,
            }
        }),
        Predicate::HadDamage(who, DamageSum { is_received, within, bound, amount }) => {
            holds_for_any(war, who, context, |id| bound.holds(&war.damage_of(id, *is_received, *within), amount))
        }
        // Only an order asks it (`orders::condition_knowledge`).
        Predicate::DealtMore { .. } => false,
        Predicate::Detects(observers, others) => {
            let others = characters_meant(war, others, context);
            holds_for_any(war, observers, context, |id| others.iter().any(|other| context.sees(war, id, *other)))
        }
        Predicate::MoveCancelled(who) => {
            holds_for_any(war, who, context, |id| war.character(id).turn.had_move_cancelled)
        }
        Predicate::OwnSkillFailed(skill) => {
            war.character(context.user).turn.failed.iter().any(|failed| war.skill(*failed).is_called(&skill.text))
        }
        Predicate::Did(deed) => war.past_deeds.iter().enumerate().any(|(index, past_deed)| {
            let is_current_deed = !deed.is_first
                && (belongs_to_current_use(war, past_deed, context) || is_use_in_progress(war, past_deed));
            !is_current_deed
                && matches_deed(war, past_deed, deed, context)
                && (!deed.is_first || was_first(&war.past_deeds, index))
        }),
        Predicate::SecondRound => war.round == Some(Round::Second),
        // No sheet can say either of them.
        Predicate::Would(_) | Predicate::DidOften(..) => false,
    }
}

/// Whether a deed belongs to the current use, or does not precede the deed that triggers a sentence. `When the user is
/// hit, … if the user was not hit this Turn` asks what came before that hit and its attack.
fn belongs_to_current_use(war: &War, past_deed: &PastDeed, context: EvalContext<'_>) -> bool {
    let Some(event) = context.use_event else { return false };
    match war.past_deeds.iter().find(|deed| deed.event == Some(event)) {
        Some(trigger) if !is_use_or_attack(trigger) => {
            let is_of_trigger_use = past_deed.use_event.is_some()
                && past_deed.use_event == trigger.use_event
                && is_use_or_attack(past_deed);
            is_of_trigger_use || past_deed.event.is_some_and(|own| own >= event)
        }
        Some(_) | None => past_deed.use_event == Some(event),
    }
}

/// Whether a deed is the use of a skill or the making of an attack.
const fn is_use_or_attack(past_deed: &PastDeed) -> bool {
    matches!(past_deed.kind, PastDeedKind::Used | PastDeedKind::Attacked | PastDeedKind::WasAttacked)
}

/// Whether a deed is the use of a skill in progress: an attack in progress has not been made yet, but its hits that
/// have landed count (R101).
fn is_use_in_progress(war: &War, past_deed: &PastDeed) -> bool {
    is_use_or_attack(past_deed) && war.in_use.is_some() && past_deed.use_event == war.in_use
}

/// Whether a stat stands to another as a sentence says. A stat of N/A has no rank to compare.
fn ranks_compare(war: &War, compared: &RankComparison<Written>, context: EvalContext<'_>) -> bool {
    let RankComparison { who, stat, by, other, other_stat } = compared;
    let ranks_of = |who: &Who<Written>, stat: Stat| -> Vec<Rank> {
        let is_ranked = |id: &CharacterId| war.sheet(*id).stats.rank_of(stat).is_some();
        let people = characters_meant(war, who, context).into_iter().filter(is_ranked);
        people.map(|id| context.rank(war, id, stat)).collect()
    };
    let others = ranks_of(other, *other_stat);
    let gap = war.setup.switches.rank_gap;
    ranks_of(who, *stat).into_iter().any(|rank| others.iter().any(|other| by.holds(rank, *other, gap)))
}

/// Whether a statement holds for any character that the words mean.
fn holds_for_any(war: &War, who: &Who<Written>, context: EvalContext<'_>, test: impl Fn(CharacterId) -> bool) -> bool {
    characters_meant(war, who, context).into_iter().any(test)
}

/// Whether a condition on these words is asked of each character they mean: of several by a bond. A team is asked as
/// one.
pub fn is_asked_of_each(who: &Who<Written>) -> bool {
    matches!(who, Who::Related(Relation::Servant | Relation::Partner | Relation::Familiars, _))
}

/// Returns the characters that the words of a sheet mean in this context.
pub fn characters_meant(war: &War, who: &Who<Written>, context: EvalContext<'_>) -> Vec<CharacterId> {
    if let Some((_, current)) = context.each.filter(|(each, _)| *each == who) {
        return vec![current];
    }
    match who {
        Who::User => vec![context.user],
        Who::Target => context.target.into_iter().collect(),
        Who::Named(name) => war.characters_called(context.user, &name.text),
        Who::Related(relation, of) => find_related(war, *relation, &characters_meant(war, of, context)),
        Who::OneOf(list) => list.iter().flat_map(|member| characters_meant(war, member, context)).collect(),
        Who::Any(group) | Who::Every(group) | Who::UpTo(_, group) => {
            war.living().filter(|id| in_group(war, group, context, *id)).collect()
        }
        Who::Attacker => context.attacker.into_iter().collect(),
        Who::Antecedent => context.antecedent.into_iter().collect(),
        Who::SecondTarget | Who::WhoDid(_) | Who::WhomDid(_) => Vec::new(),
    }
}

/// Returns everybody in this relation to any of these, each once.
fn find_related(war: &War, relation: Relation, people: &[CharacterId]) -> Vec<CharacterId> {
    let people_iter = people.iter().copied();
    let master_of = |id: CharacterId| war.master_or_last(id);
    let mut seen = BTreeSet::new();
    let mut relatives: Vec<CharacterId> = match relation {
        Relation::Master => people_iter.filter_map(master_of).collect(),
        Relation::Servant => people_iter.flat_map(|id| war.servants_or_last(id)).collect(),
        Relation::Partner => people_iter
            .flat_map(|id| master_of(id).into_iter().chain(war.servants_or_last(id)).collect::<Vec<_>>())
            .collect(),
        Relation::Summoner => people_iter.filter_map(|id| war.character(id).summoner).collect(),
        Relation::Familiars => {
            war.living().filter(|id| war.character(*id).summoner.is_some_and(|s| people.contains(&s))).collect()
        }
        Relation::Team => {
            war.living().filter(|id| people.iter().any(|person| war.were_on_one_side(*person, *id))).collect()
        }
    };
    relatives.retain(|id| seen.insert(*id));
    relatives
}

/// Returns the characters that words mean where they are about death. The dead are included, by the bonds they had when
/// they died.
pub fn characters_meant_in_death(war: &War, who: &Who<Written>, context: EvalContext<'_>) -> Vec<CharacterId> {
    let fallen = war.ids().filter(|id| war.character(*id).death.as_ref().is_some_and(|death| !death.has_vanished));
    let meant_dead = fallen.filter(|id| means_dead(war, who, context, *id));
    characters_meant(war, who, context).into_iter().chain(meant_dead).collect()
}

/// Whether words mean a dead character by a bond they had, or as a member of a group.
fn means_dead(war: &War, who: &Who<Written>, context: EvalContext<'_>, dead: CharacterId) -> bool {
    let is_bereft = |id: CharacterId| war.character(id).bereft_of == Some(dead);
    let was_servant = |id: CharacterId| war.is_master_of(id, dead);
    let is_bound = |relation: Relation, id: CharacterId| match relation {
        Relation::Master => is_bereft(id),
        Relation::Servant => was_servant(id),
        Relation::Partner => is_bereft(id) || was_servant(id),
        Relation::Familiars => war.character(dead).summoner == Some(id),
        Relation::Team => war.were_on_one_side(id, dead),
        Relation::Summoner => false,
    };
    match who {
        Who::Related(relation, of) => {
            characters_meant_in_death(war, of, context).into_iter().any(|id| is_bound(*relation, id))
        }
        Who::OneOf(list) => list.iter().any(|who| means_dead(war, who, context, dead)),
        who => who.group().is_some_and(|group| in_group(war, group, context, dead)),
    }
}

/// Whether a property holds for a character.
pub fn property_holds(war: &War, property: &Property, context: EvalContext<'_>, who: CharacterId) -> bool {
    let character = war.character(who);
    match property {
        Property::Ranked(Stat::ACT, bound, rank) => {
            bound.holds(&context.acuity(war, who), &Acuity::from_letter(rank.letter))
        }
        // Subranks count: A+ is "A or higher" (R425), A- is not. A stat of N/A has no rank to compare.
        Property::Ranked(stat, bound, rank) => {
            war.sheet(who).stats.rank_of(*stat).is_some() && bound.holds(&context.rank(war, who, *stat), rank)
        }
        Property::Has(resource, bound, level) => amount_satisfies(war, who, *resource, *bound, *level),
        Property::BesideUser(Measured::Number(what), bound) => {
            bound.holds(&number_of(war, who, *what), &number_of(war, context.user, *what))
        }
        Property::BesideUser(Measured::Missing(what), bound) => {
            bound.holds(&amount_lost(war, who, *what), &amount_lost(war, context.user, *what))
        }
        Property::BesideUser(Measured::Stat(Stat::ACT), bound) => {
            bound.holds(&context.acuity(war, who), &context.acuity(war, context.user))
        }
        Property::BesideUser(Measured::Stat(stat), bound) => {
            let are_both_ranked =
                [who, context.user].into_iter().all(|id| war.sheet(id).stats.rank_of(*stat).is_some());
            are_both_ranked && bound.holds(&context.rank(war, who, *stat), &context.rank(war, context.user, *stat))
        }
        Property::InSpiritForm => character.is_in_spirit_form,
        Property::AffectedBy(kind) => character.statuses.iter().any(|s| s.status.kind() == *kind),
        Property::AffectedByNamed(name) => {
            war.afflictions_on(who).any(|(_, affliction)| affliction.name.eq_ignore_ascii_case(name))
        }
        Property::AffectedByAnyStatus => {
            !character.statuses.is_empty() || war.negative_afflictions_on(who).next().is_some()
        }
        Property::InBattle => character.battle.turns > 0 || character.turn.was_in_battle,
        Property::InFirstTurnOfBattle => {
            character.is_in_first_turn_or_none()
                && (character.turn.was_in_battle || may_begin_a_battle(war, context, who))
        }
        Property::InTurnOfBattle { nth, every } => {
            let battle_turn = character.battle.turns + 1;
            character.battle.turns > 0 && (battle_turn == *nth || (*every && battle_turn.is_multiple_of(*nth)))
        }
        Property::Dead => !character.is_alive(),
        Property::Alive => character.is_alive(),
        // What this use itself strikes does not count as damaged before it.
        Property::DamagedByUser => war.past_deeds.iter().any(|past_deed| {
            let is_of_this_use = context.use_event.is_some() && past_deed.use_event == context.use_event;
            past_deed.kind == PastDeedKind::Hurt
                && (past_deed.who, past_deed.other) == (context.user, Some(who))
                && !is_of_this_use
        }),
        Property::Masterless => character.kind == SheetKind::Servant && character.master.is_none(),
        Property::AtHome => {
            let master = war.master_of(who).and_then(|master| war.character(master).mastery.as_ref());
            master.is_some_and(|mastery| mastery.homes.contains(&character.at))
        }
        Property::HasFlight => context.flies(war, who),
        Property::HasAbility(name) => {
            let is_own_skill = war.setup.find_skill(character.sheet, name).is_some();
            is_own_skill || war.granted_skills(who).into_iter().any(|skill| war.skill(skill).is_called(name))
        }
    }
}

/// Whether this may be the first Turn of a battle that has not begun. A use may begin a battle. For a standing
/// sentence, an opponent must be beside them, or a blow in progress.
fn may_begin_a_battle(war: &War, context: EvalContext<'_>, who: CharacterId) -> bool {
    let is_standing = context.sentence.is_some() && context.attacker.is_none();
    let has_opponent_beside = || war.present(war.character(who).at).any(|other| war.are_opponents(who, other));
    !context.is_peaceful && (!is_standing || has_opponent_beside())
}

/// Returns how much of their current maximum Health or Mana a character lacks; 0 for anything without a maximum.
fn amount_lost(war: &War, who: CharacterId, resource: Resource) -> Exact {
    match resource {
        Resource::Health | Resource::Mana => war.maximum(who, resource) - number_of(war, who, resource),
        Resource::CombatPoints | Resource::CommandSpells | Resource::ActionPoints | Resource::SupportPoints => {
            Exact::ZERO
        }
    }
}

/// Returns the amount of a resource that a character has; for Combat Points and Command Spells, what their Master has.
fn number_of(war: &War, who: CharacterId, resource: Resource) -> Exact {
    let character = war.character(who);
    match resource {
        Resource::Health => character.health,
        Resource::Mana => character.mana,
        Resource::CombatPoints => war.master_of(who).map_or(Exact::ZERO, |m| war.character(m).cp()),
        Resource::CommandSpells => {
            let mastery = war.master_of(who).and_then(|m| war.character(m).mastery.as_ref());
            Exact::from(mastery.map_or(0, |m| m.command_spells))
        }
        Resource::ActionPoints => Exact::from(character.turn.ap),
        Resource::SupportPoints => Exact::from(character.turn.sp),
    }
}

/// Whether an amount of a character satisfies a comparison; percentages include the limit (R424).
pub fn amount_satisfies(war: &War, who: CharacterId, resource: Resource, bound: Comparison, level: Level) -> bool {
    let maximum = match resource {
        Resource::Health | Resource::Mana => war.maximum(who, resource),
        Resource::ActionPoints | Resource::SupportPoints | Resource::CombatPoints | Resource::CommandSpells => {
            Exact::ZERO
        }
    };
    level.of(maximum).is_some_and(|limit| bound.holds(&number_of(war, who, resource), &limit))
}

/// Whether a character belongs to a group as the user sees it. No group of a sentence extends across the wall of a
/// Reality Marble (R295, A133).
pub fn in_group(war: &War, group: &Group<Written>, context: EvalContext<'_>, who: CharacterId) -> bool {
    !war.is_walled_off(context.here(war), who) && belongs_to(war, group, context, who)
}

/// Whether a character belongs to a group as the user sees it, regardless of walls.
pub fn belongs_to(war: &War, group: &Group<Written>, context: EvalContext<'_>, who: CharacterId) -> bool {
    let user = context.user;
    let is_on_side = match group.side {
        Side::Opponents => war.are_foes(user, who),
        Side::Allies => who != user && war.were_on_one_side(user, who),
        Side::Anyone => true,
    };
    is_on_side && group.filters.iter().all(|f| passes_filter(war, f, context, who))
}

/// Whether a character passes a filter as the user sees it.
pub fn passes_filter(war: &War, filter: &Filter<Written>, context: EvalContext<'_>, who: CharacterId) -> bool {
    let character = war.character(who);
    match filter {
        Filter::Servants => character.kind == SheetKind::Servant,
        Filter::Masters => character.kind == SheetKind::Master,
        Filter::Familiars => character.kind == SheetKind::Familiar,
        Filter::AnyOf(list) => list.iter().any(|f| passes_filter(war, f, context, who)),
        Filter::AllOf(list) => list.iter().all(|f| passes_filter(war, f, context, who)),
        Filter::Alignment(word) => war.sheet(who).alignment.as_ref().is_some_and(|alignment| {
            alignment.split_whitespace().any(|word_there| word_there.eq_ignore_ascii_case(word))
        }),
        Filter::Sex(word) => war.sheet(who).sex.as_ref().is_some_and(|sex| sex.trim().eq_ignore_ascii_case(word)),
        Filter::Class(class) => {
            war.sheet(who).class.as_ref().is_some_and(|known_class| known_class.eq_ignore_ascii_case(class))
        }
        Filter::Detected => context.sees(war, context.user, who),
        Filter::Flightless => !context.flies(war, who),
        Filter::Other => who != context.user,
        Filter::Here => character.at == context.here(war),
        Filter::Beside => character.at == war.character(context.user).at,
        Filter::With(whom) => {
            characters_meant(war, whom, context).into_iter().any(|id| war.character(id).at == character.at)
        }
        Filter::In(location) => war.setup.location_named(&location.text) == Some(character.at),
        Filter::Not(of) => !passes_filter(war, of, context, who),
        Filter::Except(exceptions) => !exceptions.iter().any(|one| means_character(war, one, context, who, false)),
        Filter::Property(statement) => property_holds(war, statement, context, who),
    }
}

/// Whether a deed is one that words of a sheet mean.
pub fn matches_deed(war: &War, past_deed: &PastDeed, deed: &Deed<Written>, context: EvalContext) -> bool {
    if !deed.may_be_in(past_deed.phase)
        || !PastDeedKind::of(&deed.act).contains(&past_deed.kind)
        || !means_character(war, &deed.who, context, past_deed.who, past_deed.kind == PastDeedKind::Died)
    {
        return false;
    }
    let is_done_to = |whom: &Option<Who<Written>>| {
        whom.as_ref().is_none_or(|whom| {
            past_deed
                .other
                .is_some_and(|other| means_character(war, whom, context, other, past_deed.kind == PastDeedKind::Killed))
        })
    };
    let is_done_at = |location: &Option<Name>| {
        past_deed.location
            == match location {
                Some(name) => war.setup.location_named(&name.text),
                None => Some(context.here(war)),
            }
    };
    let skill = past_deed.skill.map(|skill| war.skill(skill));
    match &deed.act {
        Act::Attacks(whom) | Act::Hits(None, whom) | Act::Damages(None, whom) | Act::Kills(whom) => is_done_to(whom),
        Act::Hits(Some(kind), whom) | Act::Damages(Some(kind), whom) => {
            is_of_kind(war, past_deed, *kind) && is_done_to(whom)
        }
        Act::AttacksWith(kind, whom) => is_of_kind(war, past_deed, *kind) && is_done_to(whom),
        Act::Uses(name, whom) => skill.is_some_and(|s| s.is_called(&name.text)) && is_done_to(whom),
        Act::UsesKind(kind) => is_of_kind(war, past_deed, *kind),
        Act::UsesNoblePhantasm => skill.is_some_and(|s| s.role == Role::NoblePhantasm),
        Act::Enters(location) | Act::Leaves(location) => is_done_at(location),
        Act::UsesCommandSpell
        | Act::Acts
        | Act::Dies
        | Act::IsAttacked
        | Act::IsDamaged
        | Act::EntersSpiritForm
        | Act::LeavesSpiritForm
        | Act::Flees
        | Act::Intercepts => true,
    }
}

/// Whether a deed was done with a skill of a kind.
fn is_of_kind(war: &War, past_deed: &PastDeed, kind: SkillKind) -> bool {
    let Some(used) = past_deed.skill else { return false };
    let skill = war.skill(used);
    match kind {
        SkillKind::Damage(kind) => war.currently_inflicts(
            UsedSkill { user: past_deed.who, skill: used, is_upgraded: past_deed.is_upgraded, target: past_deed.other },
            kind,
        ),
        SkillKind::Type(kind) => *skill.kind.value(past_deed.is_upgraded) == kind,
        SkillKind::NoblePhantasm => skill.role == Role::NoblePhantasm,
        SkillKind::BasicAttack => skill.role == Role::BasicAttack,
        SkillKind::Any => true,
        SkillKind::Costing(costing) => {
            let skills = SkillFilter { sort: SkillSort::Any, ranked: None, costing: Some(costing) };
            skill.matches_skills(&skills, past_deed.is_upgraded)
        }
    }
}

/// Whether words mean a certain character, dead or alive. Whoever died in the deed counts by the bonds they had then.
fn means_character(war: &War, who: &Who<Written>, context: EvalContext, id: CharacterId, died_in_deed: bool) -> bool {
    if died_in_deed {
        return characters_meant_in_death(war, who, context).contains(&id);
    }
    match who {
        Who::User => context.user == id,
        Who::OneOf(list) => list.iter().any(|who| means_character(war, who, context, id, false)),
        Who::Any(group) | Who::Every(group) | Who::UpTo(_, group) => in_group(war, group, context, id),
        others => characters_meant(war, others, context).contains(&id),
    }
}
