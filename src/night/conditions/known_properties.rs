//! What a character knows of a character's state: exactly for its own team; for others, what was seen or what an effect
//! told (R199-R201).

use crate::language::condition::{Comparison, DamageSum, Level, Measured, Property, Resource, Side, Who};
use crate::night::bind::WarIds;
use crate::night::state::Night;
use crate::perception::figure::{identify, sight_acuity};
use crate::perception::perceived::SeenAct;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rank::{Acuity, Rank};
use crate::vocabulary::stat::Stat;
use crate::vocabulary::status::StatusKind;
use crate::war::evaluate;

use super::evaluate_perceived::{Truth, find_reading};
use super::perceived_acts::points_at;

impl Night<'_> {
    /// Evaluates a statement about somebody: exactly for the actor's own team; for others, by what can be seen.
    pub(super) fn evaluate_statement(
        &self,
        actor: CharacterId,
        who: &Who<WarIds>,
        statement: &Property,
        antecedents: &[CharacterId],
        found: &mut Vec<CharacterId>,
    ) -> Truth {
        let war = self.basis();
        // The dead are never in sight; an order names them.
        let people = match statement {
            Property::InSpiritForm | Property::InBattle => self.resolve_all_known_with_allies(actor, who, antecedents),
            _ => self.resolve_all_known(actor, who, antecedents),
        };
        let mut result = Truth::No;
        let mut is_known_of_others = false;
        for id in people {
            let is_own = war.were_on_one_side(actor, id);
            let truth = self.evaluate_property(actor, who, id, statement);
            is_known_of_others |= !is_own && truth != Truth::Illegal;
            match truth {
                Truth::Yes => {
                    found.push(id);
                    result = if result == Truth::Illegal { Truth::Illegal } else { Truth::Yes };
                }
                Truth::Illegal => result = Truth::Illegal,
                Truth::No => {}
            }
        }
        // The words mean nobody in sight. A number of somebody outside the team still cannot be known.
        if result == Truth::No && !is_known_of_others && self.asks_hidden_property(actor, who, statement) {
            Truth::Illegal
        } else {
            result
        }
    }

    /// Compares the damage that somebody received this Turn with a sum: of the actor's own team alone (R199, R200).
    pub(super) fn evaluate_damage_sum(
        &self,
        actor: CharacterId,
        who: &Who<WarIds>,
        sum: DamageSum,
        antecedents: &[CharacterId],
    ) -> Truth {
        let war = self.basis();
        let people = self.resolve_all_known(actor, who, antecedents);
        if people.is_empty() || people.iter().any(|id| !war.were_on_one_side(actor, *id)) {
            return Truth::Illegal;
        }
        let DamageSum { is_received, within, bound, amount } = sum;
        people.iter().any(|id| bound.holds(&war.damage_of(*id, is_received, within), &amount)).into()
    }

    /// Whether a statement holds for a member of the actor's team, of whom all is known (R199, R200).
    pub(super) fn holds_for_own(&self, actor: CharacterId, own: CharacterId, statement: &Property) -> bool {
        self.evaluate_property(actor, &Who::Antecedent, own, statement) == Truth::Yes
    }

    /// Evaluates a statement about a character that the words can mean.
    fn evaluate_property(&self, actor: CharacterId, who: &Who<WarIds>, id: CharacterId, statement: &Property) -> Truth {
        let war = self.basis();
        let is_own = war.were_on_one_side(actor, id);
        let is_known_dead = || self.knows_dead(actor, id);
        match statement {
            Property::Dead => is_known_dead().into(),
            Property::Alive => (!is_known_dead()).into(),
            Property::Has(resource, bound, level) if is_own => self
                .own_number(id, *resource)
                .zip(self.level_as_number(id, *resource, *level))
                .map_or(Truth::No, |(v, l)| bound.holds(&v, &l).into()),
            // The dead no longer fight.
            Property::InBattle | Property::InSpiritForm if !war.character(id).is_alive() => Truth::No,
            _ if is_own => {
                evaluate::property_holds(war, statement, evaluate::EvalContext::of(actor, None, None), id).into()
            }
            Property::InSpiritForm => {
                let is_seen = self.is_in_sight(actor, id) && self.recognises_as_meant(actor, who, id);
                (is_seen && war.character(id).is_in_spirit_form).into()
            }
            Property::InBattle => {
                let is_seen = self.is_in_sight(actor, id) && self.recognises_as_meant(actor, who, id);
                (is_seen && self.is_seen_in_battle(actor, id)).into()
            }
            Property::AffectedBy(kind) => self.has_seen_status(actor, id, Some(*kind)).into(),
            Property::AffectedByNamed(name) => self.has_seen_affliction(actor, id, name).into(),
            Property::AffectedByAnyStatus => self.has_seen_status(actor, id, None).into(),
            Property::DamagedByUser => self.has_seen_own_hit(actor, id).into(),
            // What an effect told of them is known (R199, R200).
            Property::Has(resource, bound, level) => self.learned_number(actor, id, *resource, *bound, *level),
            // An effect that tells somebody's stats tells the main six and ACT.
            Property::Ranked(Stat::NP, ..) | Property::BesideUser(Measured::Stat(Stat::NP), _) => Truth::Illegal,
            Property::Ranked(stat, bound, rank) => {
                self.learned_rank(actor, id, *stat, *bound, *rank, Acuity::from_letter(rank.letter))
            }
            Property::BesideUser(Measured::Number(what), bound) => match self.own_number(actor, *what) {
                Some(limit) => self.learned_number(actor, id, *what, *bound, Level::Number(limit)),
                None => Truth::Illegal,
            },
            Property::BesideUser(Measured::Missing(_), _) => Truth::Illegal,
            Property::BesideUser(Measured::Stat(stat), bound) => {
                self.learned_rank(actor, id, *stat, *bound, war.rank(actor, *stat), war.acuity(actor))
            }
            Property::Masterless
            | Property::AtHome
            | Property::HasFlight
            | Property::HasAbility(_)
            | Property::InFirstTurnOfBattle
            | Property::InTurnOfBattle { .. } => Truth::Illegal,
        }
    }

    /// Whether a character in sight is seen to be in battle. They fight this Turn, or their battle from the Turn before
    /// includes the actor or a partner whose fights the player reads (A094, A102, A256).
    pub(super) fn is_seen_in_battle(&self, actor: CharacterId, id: CharacterId) -> bool {
        let war = self.basis();
        let character = war.character(id);
        let reads_fights_of = |foe: CharacterId| {
            foe == actor || (war.were_on_one_side(actor, foe) && find_reading(war, actor, foe).is_some())
        };
        character.turn.was_in_battle || character.battle.opponents.iter().any(|foe| reads_fights_of(*foe))
    }

    /// Compares somebody's stat with a rank, or their ACT with an acuity, by what an effect told. Illegal if none told
    /// it.
    fn learned_rank(
        &self,
        actor: CharacterId,
        id: CharacterId,
        stat: Stat,
        bound: Comparison,
        rank: Rank,
        act: Acuity,
    ) -> Truth {
        let Some((main, learned_act)) = self.basis().learned_stats(actor, id) else { return Truth::Illegal };
        match Stat::MAIN.iter().position(|s| *s == stat).and_then(|index| main.get(index)) {
            Some(learned) => bound.holds(learned, &rank).into(),
            None => bound.holds(&learned_act, &act).into(),
        }
    }

    /// Whether a statement is about a number or attribute of somebody outside the team (R199, R200).
    fn asks_hidden_property(&self, actor: CharacterId, who: &Who<WarIds>, statement: &Property) -> bool {
        let is_hidden = matches!(
            statement,
            Property::Has(..)
                | Property::Ranked(..)
                | Property::BesideUser(..)
                | Property::Masterless
                | Property::AtHome
                | Property::HasFlight
                | Property::HasAbility(_)
        );
        let is_outsider = match who {
            Who::Named(person) => !self.war.were_on_one_side(actor, person.id),
            // The numbers of the actor's own team are known (R200).
            Who::Any(group) | Who::Every(group) | Who::UpTo(_, group) => group.side != Side::Allies,
            Who::WhoDid(_) | Who::WhomDid(_) => true,
            Who::OneOf(list) => return list.iter().any(|member| self.asks_hidden_property(actor, member, statement)),
            Who::Related(_, of) => return self.asks_hidden_property(actor, of, statement),
            Who::User | Who::Antecedent | Who::Target | Who::SecondTarget | Who::Attacker => false,
        };
        is_hidden && is_outsider
    }

    /// Compares a number of somebody else with a limit, if an effect told it this Night.
    fn learned_number(
        &self,
        actor: CharacterId,
        of: CharacterId,
        resource: Resource,
        bound: Comparison,
        level: Level,
    ) -> Truth {
        match self.basis().learned_number(actor, of, resource).zip(self.level_as_number(of, resource, level)) {
            // A part of a maximum stays hidden: no effect told the maximum.
            Some((number, limit)) if matches!(level, Level::Number(_)) => bound.holds(&number, &limit).into(),
            _ => Truth::Illegal,
        }
    }

    fn own_number(&self, who: CharacterId, resource: Resource) -> Option<Exact> {
        let war = self.basis();
        let character = war.character(who);
        Some(match resource {
            Resource::Health => character.health,
            Resource::Mana => character.mana,
            Resource::CombatPoints => war.character(war.master_of(who)?).cp(),
            Resource::CommandSpells => Exact::from(war.character(war.master_of(who)?).mastery.as_ref()?.command_spells),
            Resource::ActionPoints => Exact::from(character.turn.ap),
            Resource::SupportPoints => Exact::from(character.turn.sp),
        })
    }

    fn level_as_number(&self, who: CharacterId, resource: Resource, level: Level) -> Option<Exact> {
        match (level, resource) {
            (Level::Number(n), _) => Some(n),
            (level, Resource::Health | Resource::Mana) => level.of(self.basis().maximum(who, resource)),
            (Level::OfMaximum(_) | Level::Share(_), _) => None,
        }
    }

    /// Whether a character has seen somebody die, or a member of its team has. A partner's death is known at any
    /// distance, as their Health is.
    pub(super) fn knows_dead(&self, actor: CharacterId, who: CharacterId) -> bool {
        let war = self.basis();
        if !war.character(who).is_alive() && war.were_on_one_side(actor, who) {
            return true;
        }
        let saw_death = |mate: CharacterId| {
            let is_identified = || identify(war, mate, sight_acuity(war, mate), who).identity().is_some();
            war.character(mate).seen_dead.contains(&who) && is_identified()
        };
        war.ids().filter(|id| war.are_partners(actor, *id)).any(saw_death)
    }

    /// Whether a character hit somebody this Turn and could tell whom.
    pub(super) fn has_seen_own_hit(&self, actor: CharacterId, who: CharacterId) -> bool {
        self.perceptions_of(actor).any(|p| {
            let is_taker = match p.interceptor {
                Some(taker) => points_at(Some(taker), who),
                None => p.objects.iter().any(|f| points_at(Some(*f), who)),
            };
            p.act == SeenAct::Hit && points_at(p.actor, actor) && is_taker
        })
    }

    pub(super) fn has_seen_status(&self, actor: CharacterId, who: CharacterId, kind: Option<StatusKind>) -> bool {
        self.perceptions_of(actor).any(|p| {
            p.act == SeenAct::StatusReceived
                && p.objects.iter().any(|f| points_at(Some(*f), who))
                && (p.ailment.is_some_and(|ailment| kind.is_none_or(|k| ailment == k))
                    || (kind.is_none() && p.affliction.is_some()))
        })
    }

    pub(super) fn has_seen_affliction(&self, actor: CharacterId, who: CharacterId, name: &str) -> bool {
        self.perceptions_of(actor).any(|p| {
            p.act == SeenAct::StatusReceived
                && p.objects.iter().any(|f| points_at(Some(*f), who))
                && p.affliction.is_some_and(|affliction| affliction.name.eq_ignore_ascii_case(name))
        })
    }
}
