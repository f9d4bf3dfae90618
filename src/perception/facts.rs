//! An event laid out field by field, before anything is kept back from an observer.
//!
//! For [`super::perceive`] alone: nothing of it goes further than the ladder grants.

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::event::OrderRef;
use crate::event::detail::{Change, Outcome, Paid, Travel};
use crate::event::kind::EventKind;
use crate::event::receipt::Receipt;
use crate::event::words::fact_words;
use crate::language::effect::Affliction;
use crate::sheet::skill::Role as SkillRole;
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId, TeamId};
use crate::vocabulary::rank::Letter;
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::status::{Status, StatusKind};
use crate::vocabulary::target::TargetKind;
use crate::war::War;
use crate::war::knowledge::Fact;
use crate::war::setup::SkillRef;

use super::perceived::{Force, Why};
use super::works::works;

/// Handles as a list.
fn named(war: &War, who: &[CharacterId]) -> String {
    who.iter().map(|id| war.character(*id).name.as_str()).collect::<Vec<_>>().join(", ")
}

/// An event laid out by field, before anything is kept back.
#[derive(Default)]
pub(super) struct Facts<'a> {
    pub(super) actor: Option<CharacterId>,
    pub(super) objects: Cow<'a, [CharacterId]>,
    pub(super) interceptor: Option<CharacterId>,
    /// The interceptor takes the blow (not merely shields).
    pub(super) body_takes: bool,
    /// Whose body it was done to, where there is one.
    pub(super) body: Option<CharacterId>,
    pub(super) skill: Option<SkillRef>,
    pub(super) upgraded: bool,
    pub(super) attack: bool,
    pub(super) area: bool,
    pub(super) noble: bool,
    pub(super) rank: Option<Letter>,
    /// The row of Noble Phantasms comes on top.
    pub(super) overlaid: bool,
    pub(super) surprise: bool,
    /// Its actor does it.
    pub(super) deed: bool,
    /// The event's place is where somebody acts.
    pub(super) near: bool,
    /// It is aimed at a place, not at somebody (R412).
    pub(super) on_place: bool,
    /// Its objects merely are there.
    pub(super) passer_by: bool,
    /// Its words are for those alone who are told them.
    pub(super) for_the_told: bool,
    pub(super) damage: Option<DamageType>,
    pub(super) skill_type: Option<SkillType>,
    pub(super) amount: Option<Exact>,
    /// What the ranks made of a blow.
    pub(super) force: Option<Force>,
    pub(super) second_amount: Option<Exact>,
    pub(super) paid: Option<Paid>,
    pub(super) status: Option<Status>,
    pub(super) ailment: Option<StatusKind>,
    /// A status of a sheet's own, with its Turns.
    pub(super) affliction: Option<(&'a Affliction, u32)>,
    pub(super) items: &'a [SkillRef],
    pub(super) places: Cow<'a, [LocationId]>,
    pub(super) travel: Option<Travel>,
    pub(super) far: Option<LocationId>,
    pub(super) reason: Option<Why>,
    pub(super) order: Option<OrderRef>,
    pub(super) outcome: Option<Outcome>,
    pub(super) count: Option<u32>,
    pub(super) winner: Option<TeamId>,
    pub(super) words: Option<Cow<'a, str>>,
    /// What the sheet says of the skill, where nothing is said for onlookers.
    pub(super) on_sheet: Option<&'a str>,
}

impl<'a> Facts<'a> {
    /// Whose Health it changed.
    pub(super) const fn struck(&self) -> Option<CharacterId> {
        self.body
    }

    pub(super) fn is_body(&self, who: CharacterId) -> bool {
        self.body == Some(who)
    }

    fn by(actor: CharacterId) -> Self {
        Facts { actor: Some(actor), deed: true, ..Facts::default() }
    }

    fn on(mut self, who: &'a CharacterId) -> Self {
        self.objects = Cow::Borrowed(std::slice::from_ref(who));
        self
    }

    /// On a body, whose own numbers it then is.
    fn on_body(mut self, who: &'a CharacterId) -> Self {
        self.body = Some(*who);
        self.on(who)
    }

    fn with_skill(mut self, war: &'a War, reference: SkillRef) -> Self {
        let skill = war.skill(reference);
        self.skill = Some(reference);
        self.noble = skill.role == SkillRole::NoblePhantasm;
        self.rank = Some(skill.rank.at(self.upgraded).letter).filter(|_| self.noble);
        self.surprise = skill.kind.values().any(|k| *k == SkillType::SurpriseAttack);
        self.skill_type = Some(skill.kind.base);
        self.on_place = skill.targets.contains(&TargetKind::Location);
        self
    }

    fn with_numbers(mut self, health: Exact, mana: Exact) -> Self {
        self.amount = Some(health);
        self.second_amount = Some(mana);
        self
    }

    pub(super) fn of(war: &'a War, kind: &'a EventKind) -> Facts<'a> {
        match kind {
            EventKind::Granted { who, ap, .. } => Facts { count: Some(*ap), ..Facts::by(*who) },
            EventKind::Scouted { scout, at, found, items } => Facts {
                objects: Cow::Borrowed(found),
                items,
                places: Cow::Owned(vec![*at]),
                passer_by: true,
                ..Facts::by(*scout)
            },
            EventKind::ScoutDetected { scout, watched, .. } => {
                Facts { objects: Cow::Borrowed(watched), passer_by: true, ..Facts::by(*scout) }
            }
            EventKind::Regenerated { who, health, mana, .. } => {
                Facts { body: Some(*who), ..Facts::by(*who) }.with_numbers(*health, *mana)
            }
            EventKind::UpkeepPaid { who, skill, mana, health } => {
                Facts::by(*who).with_skill(war, *skill).with_numbers(*health, *mana)
            }
            EventKind::Drained { who, mana, .. } => Facts::by(*who).with_numbers(Exact::ZERO, *mana),
            EventKind::OrderOutcome { order, actor, outcome } => {
                Facts { order: Some(*order), outcome: Some(*outcome), ..Facts::by(*actor) }
            }
            EventKind::SkillUsed { user, skill, targets, location, paid, upgraded, attack, area, .. } => {
                let sheet = war.skill(*skill);
                Facts {
                    objects: Cow::Borrowed(targets),
                    attack: *attack,
                    area: *area,
                    near: true,
                    damage: sheet.attack_type(*upgraded).filter(|_| *attack),
                    skill_type: Some(*sheet.kind.at(*upgraded)),
                    upgraded: *upgraded,
                    paid: Some(*paid).filter(|paid| !paid.is_nothing()),
                    far: *location,
                    words: sheet.seen.as_deref().map(Cow::Borrowed),
                    on_sheet: Some(sheet.description.as_str()).filter(|words| !words.is_empty()),
                    overlaid: true,
                    ..Facts { upgraded: *upgraded, ..Facts::by(*user) }.with_skill(war, *skill)
                }
            }
            EventKind::Refunded { user, skill, why, .. } => {
                Facts { reason: Some(Why::NotDone(*why)), ..Facts::by(*user).with_skill(war, *skill) }
            }
            EventKind::Hit { attacker, skill, target, taker, receipt, .. } => Facts {
                interceptor: (target != taker).then_some(*taker),
                body_takes: true,
                body: Some(*taker),
                attack: true,
                damage: Some(receipt.kind).filter(|_| !receipt.is_nothing()),
                amount: Some(receipt.amount).filter(|_| !receipt.is_nothing()),
                force: force(receipt),
                ..Facts::by(*attacker).on(target).with_skill(war, *skill)
            },
            EventKind::Shielded { who, by, attacker, skill } => {
                Facts { interceptor: Some(*by), attack: true, ..Facts::by(*attacker).on(who).with_skill(war, *skill) }
            }
            EventKind::Negated { who, by, skill, .. } => {
                Facts { attack: war.is_attack(*skill), ..Facts::by(*by).on(who).with_skill(war, *skill) }
            }
            EventKind::StatusReceived { who, status, by, skill } => Facts {
                status: Some(*status),
                ailment: Some(status.kind()),
                count: Some(status.turns()),
                attack: war.is_attack(*skill),
                ..Facts::by(*by).on_body(who).with_skill(war, *skill)
            },
            EventKind::StatusIgnored { who, status, by } => {
                Facts { ailment: Some(status.kind()), ..Facts::by(*by).on_body(who) }
            }
            EventKind::Afflicted { active } => {
                let Some((line, who)) = active.status.zip(active.targets.first()) else { return Facts::default() };
                let status = war.affliction(active.skill, line);
                Facts {
                    affliction: status.map(|status| (status, status.turns)),
                    count: status.map(|status| status.turns),
                    attack: war.is_attack(active.skill),
                    ..Facts::by(active.user).on_body(who).with_skill(war, active.skill)
                }
            }
            EventKind::AfflictionIgnored { who, by, skill, line } => {
                let status = war.affliction(*skill, *line);
                Facts { affliction: status.map(|status| (status, status.turns)), ..Facts::by(*by).on_body(who) }
            }
            EventKind::AfflictionEnded { who, skill, line, .. } => {
                Facts { affliction: war.affliction(*skill, *line).map(|status| (status, 0)), ..Facts::by(*who) }
            }
            EventKind::PoisonTicked { who, damage, .. } => {
                Facts { amount: Some(*damage), ailment: Some(StatusKind::Poison), ..Facts::default().on_body(who) }
            }
            EventKind::StatusEnded { who, kind, .. } => Facts { ailment: Some(*kind), ..Facts::by(*who) },
            EventKind::Restored { who, of, amount, skill, by } | EventKind::Lost { who, of, amount, skill, by } => {
                let (health, mana) = of.vitals(*amount);
                Facts::by(*by).on_body(who).with_skill(war, *skill).with_numbers(health, mana)
            }
            EventKind::Damaged { who, by, skill, receipt, .. } => Facts {
                damage: Some(receipt.kind),
                amount: Some(receipt.amount),
                ..Facts::by(*by).on_body(who).with_skill(war, *skill)
            },
            EventKind::EffectBegan { active, .. } => Facts {
                objects: Cow::Borrowed(&active.targets),
                near: true,
                upgraded: active.upgraded,
                count: match active.until {
                    crate::war::active::Until::Night(last) => Some(last),
                    crate::war::active::Until::Open => None,
                },
                words: works(war, active).map(Cow::Owned),
                ..Facts::by(active.user).with_skill(war, active.skill)
            },
            EventKind::Sealed { user, skill, taken, .. } => {
                Facts { objects: Cow::Borrowed(taken), ..Facts::by(*user).with_skill(war, *skill) }
            }
            EventKind::FoundSealed { .. } => Facts::default(),
            EventKind::IdleInMarble { master, rounds, cp, .. } => {
                let amount = Some(*cp).filter(|cp| !cp.is_zero());
                Facts { amount, count: Some(*rounds), ..Facts::by(*master) }
            }
            EventKind::Summoned { who, by, skill, .. } => Facts::by(*by).on(who).with_skill(war, *skill),
            EventKind::Vanished { who, .. } => Facts::by(*who),
            EventKind::BattleFound { fighters, .. } => {
                Facts { objects: Cow::Borrowed(fighters), passer_by: true, ..Facts::default() }
            }
            EventKind::FieldSensed { field, .. } => Facts::default().with_skill(war, *field),
            EventKind::EffectEnded { user, skill, targets, why, .. } => Facts {
                objects: Cow::Borrowed(targets),
                near: true,
                reason: Some(Why::Ended(*why)),
                ..Facts::by(*user).with_skill(war, *skill)
            },
            EventKind::SpiritForm { who, why, .. } => Facts { reason: Some(Why::Spirit(*why)), ..Facts::by(*who) },
            EventKind::Left { who, to, how, .. } => {
                Facts { travel: Some(*how), far: Some(*to), passer_by: true, ..Facts::by(*who) }
            }
            EventKind::Entered { who, from, how, .. } => {
                Facts { travel: Some(*how), far: Some(*from), passer_by: true, ..Facts::by(*who) }
            }
            EventKind::MoveCancelled { who, to, why } => {
                Facts { far: Some(*to), reason: Some(Why::NotDone(*why)), ..Facts::by(*who) }
            }
            EventKind::Died { who, killers, of } => Facts {
                actor: if let [killer] = killers.as_slice() { Some(*killer) } else { None },
                reason: Some(Why::Died(*of)),
                ..Facts::default().on(who)
            },
            EventKind::Freed { servant, master, why } => {
                Facts { reason: Some(Why::Freed(*why)), ..Facts::by(*master).on(servant) }
            }
            EventKind::Contracted { servant, master, how } => {
                Facts { reason: Some(Why::Contracted(*how)), ..Facts::by(*master).on(servant) }
            }
            EventKind::SpellSpent { master, servant, spell, left } => {
                Facts { count: Some(*left), ..Facts::by(*master).on(servant).with_skill(war, *spell) }
            }
            EventKind::Disqualified { master } => Facts::by(*master),
            EventKind::CombatPoints { master, amount, .. }
            | EventKind::CombatPointsGiven { master, amount, .. }
            | EventKind::CombatPointsLost { master, amount } => Facts { amount: Some(*amount), ..Facts::by(*master) },
            EventKind::ManaSensed { who, phantasms, at } => {
                Facts { noble: *phantasms, places: Cow::Borrowed(at), ..Facts::by(*who) }
            }
            EventKind::Bought { who, item, count, price, .. } => Facts {
                items: std::slice::from_ref(item),
                count: Some(*count),
                amount: Some(*price),
                ..Facts::by(*who)
            },
            EventKind::ItemPassed { item, from, to, .. } => Facts {
                actor: from.or(*to),
                deed: true,
                objects: Cow::Owned(from.and(*to).into_iter().collect()),
                items: std::slice::from_ref(item),
                ..Facts::default()
            },
            EventKind::ItemsNoticed { items, .. } => Facts { items, ..Facts::default() },
            EventKind::SpellsChanged { master, left, .. } => Facts { count: Some(*left), ..Facts::by(*master) },
            EventKind::Alert { owner, at } => Facts { places: Cow::Owned(vec![*at]), ..Facts::by(*owner) },
            EventKind::HomeTaken { owner, homes, .. } => Facts { places: Cow::Borrowed(homes), ..Facts::by(*owner) },
            EventKind::Recognised { observer, who } => Facts::by(*observer).on(who),
            EventKind::Learned { observer, of, fact, .. } => Facts {
                places: match fact {
                    Fact::Location(at) => Cow::Owned(vec![*at]),
                    _ => Cow::Borrowed(&[]),
                },
                words: match fact {
                    Fact::Location(_) => None,
                    fact => Some(Cow::Owned(fact_words(fact))),
                },
                ..Facts::by(*observer).on(of)
            },
            EventKind::Sighted { observer, seen } => Facts {
                objects: seen.iter().map(|(who, _)| *who).collect(),
                places: Cow::Owned(seen.first().map(|(_, at)| *at).into_iter().collect()),
                passer_by: true,
                ..Facts::by(*observer)
            },
            EventKind::Ruled { changes, reason, .. } => Facts {
                objects: changes.iter().filter_map(Change::who).collect(),
                words: Some(Cow::Borrowed(reason.as_str())).filter(|words| !words.is_empty()),
                for_the_told: true,
                ..Facts::default()
            },
            EventKind::Told { words, .. } => {
                Facts { words: Some(Cow::Borrowed(words)), for_the_told: true, ..Facts::default() }
            }
            EventKind::CivilianConsumed { who, mana, .. } => Facts::by(*who).with_numbers(Exact::ZERO, *mana),
            EventKind::MasterConsumed { who, master, health, mana } => {
                Facts::by(*who).on(master).with_numbers(*health, *mana)
            }
            EventKind::IgmPaid { who, sold, price, .. } => Facts {
                amount: Some(*price).filter(|price| !price.is_zero()),
                words: sold.as_ref().map(|piece| Cow::Borrowed(piece.words.as_str())),
                ..Facts::by(*who)
            },
            EventKind::Informed { who, words, .. } => Facts { words: Some(Cow::Borrowed(words)), ..Facts::by(*who) },
            EventKind::Sheltered { who } => Facts::by(*who),
            // Whose teams they are everybody reads by name, where it is told at all (I10).
            EventKind::Marked { masters, public, .. } => {
                Facts { words: public.then(|| Cow::Owned(named(war, masters))), for_the_told: true, ..Facts::default() }
            }
            EventKind::SealPrize { master, left } => Facts { count: Some(*left), ..Facts::by(*master) },
            EventKind::StoryTold { set } => Facts { count: Some(*set), ..Facts::default() },
            EventKind::StoryGained { who, skills } => Facts { items: skills, ..Facts::by(*who) },
            EventKind::EndingReached { master, ends } => {
                let ends: Vec<&str> = ends.iter().map(|end| end.name()).collect();
                Facts { words: Some(Cow::Owned(ends.join(" and a "))), ..Facts::by(*master) }
            }
            EventKind::WarEnded { winner } => Facts { winner: *winner, ..Facts::default() },
            EventKind::TurnBegan { .. }
            | EventKind::ReportRaised { .. }
            | EventKind::StatusesRan { .. }
            | EventKind::PartsEnded { .. }
            | EventKind::JoinedBattle { .. }
            | EventKind::ArrivedLate { .. }
            | EventKind::Surprised { .. }
            | EventKind::SurpriseFailed { .. }
            | EventKind::ApBooked { .. }
            | EventKind::SetOff { .. }
            | EventKind::Survived { .. }
            | EventKind::BattleCounted { .. }
            | EventKind::GuardsNamed { .. }
            | EventKind::PactDeclared { .. }
            | EventKind::ItemSpent { .. }
            | EventKind::Aliased { .. }
            | EventKind::SkillHeard { .. }
            | EventKind::LogicGame { .. }
            | EventKind::HuntEnded { .. }
            | EventKind::SpoilsTaken { .. }
            | EventKind::PuzzleAnswered { .. }
            | EventKind::TurnEnded { .. }
            | EventKind::Fault { .. } => Facts::default(),
        }
    }
}

/// What the ranks made of a blow (R034–R037, R100); nothing where the defence is passed by, where they are alike, or
/// where something else turned what they made of it.
fn force(receipt: &Receipt) -> Option<Force> {
    let ranks = receipt.stats.filter(|ranks| !ranks.ignored)?;
    match (ranks.attack_rank.cmp(&ranks.defence_rank), receipt.amount.cmp(&receipt.base)) {
        (Ordering::Greater, Ordering::Greater) => Some(Force::Greater),
        (Ordering::Less, Ordering::Less) => Some(Force::Lesser),
        (Ordering::Greater | Ordering::Less | Ordering::Equal, _) => None,
    }
}
