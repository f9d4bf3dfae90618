//! What a sentence asks for before it works: the deeds it waits for, what must be so, whom it means.

use std::sync::Arc;

use grail_referee::event::detail::StateChange;
use grail_referee::language::condition::{
    Act, Comparison, Deed, Filter, Group, Measured, Predicate, Property, Resource, SkillKind, Who as Any, Written,
};
use grail_referee::language::effect::Who;
use grail_referee::sheet::Sheet;
use grail_referee::vocabulary::exact::Exact;
use grail_referee::vocabulary::ids::CharacterId;
use grail_referee::vocabulary::rank::{Acuity, Rank, RankLetter};
use grail_referee::vocabulary::skill_type::SkillType;
use grail_referee::vocabulary::stat::Stat;
use grail_referee::vocabulary::status::Status;
use grail_referee::war::setup::{Setup, SheetId};

use super::cast;

use super::stage::{Stage, ranked_so};

impl Stage {
    pub(super) fn suit_deed(&mut self, deed: &Deed<Written>) {
        self.suit_groups(&deed.who);
        let whom = self.all_who_could_be_meant(&deed.who);
        match &deed.act {
            Act::Kills(whom) => {
                let wounded = whom.as_ref().map_or(vec![self.people.foe], |whom| self.all_who_could_be_meant(whom));
                self.changes.extend(wounded.into_iter().map(|id| StateChange::Health(id, Exact::ONE)));
            }
            Act::Dies => {
                // One of them is enough, and one who leaves somebody to strike back at.
                let dying = whom.iter().copied().find(|id| *id == self.people.foe).or(whom.first().copied());
                let wounds = dying.map(|id| StateChange::Health(id, Exact::ONE));
                if self.late { self.last.extend(wounds) } else { self.changes.extend(wounds) }
            }
            Act::Leaves(_) | Act::Flees => {
                let goes = if self.manner.fights.1 { "Flee to Yard." } else { "Move to Yard." };
                self.also.extend(whom.into_iter().map(|id| (id, goes.to_owned())));
            }
            Act::EntersSpiritForm => {
                self.also.extend(whom.into_iter().map(|id| (id, "Enter Spirit Form.".to_owned())));
            }
            Act::LeavesSpiritForm => {
                self.changes.extend(whom.iter().map(|id| StateChange::SpiritForm(*id, true)));
                self.also.extend(whom.into_iter().map(|id| (id, "Leave Spirit Form.".to_owned())));
            }
            Act::UsesKind(kind) => {
                if *kind == SkillKind::Type(SkillType::SurpriseAttack) {
                    self.props.push("Prop Ambush".to_owned());
                }
            }
            Act::Attacks(_)
            | Act::AttacksWith(..)
            | Act::Hits(..)
            | Act::Damages(..)
            | Act::Uses(..)
            | Act::UsesNoblePhantasm
            | Act::UsesCommandSpell
            | Act::Enters(_)
            | Act::Acts
            | Act::IsAttacked
            | Act::IsDamaged
            | Act::Intercepts => {}
        }
    }

    pub(super) fn suit_predicate(&mut self, predicate: &Predicate<Written>) {
        match predicate {
            Predicate::Has(who, what) | Predicate::Becomes(who, what) => {
                self.all_who_could_be_meant(who).into_iter().for_each(|id| self.suit_trait(id, what))
            }
            Predicate::Among(who, group) => {
                self.all_who_could_be_meant(who).into_iter().for_each(|id| self.suit_group(group, Some(id)));
            }
            Predicate::Did(deed) | Predicate::DidOften(_, _, _, deed) => self.suit_deed(deed),
            Predicate::Count(_, _, group, _) => self.suit_group(group, None),
            Predicate::Active(name, _) => self.before.push(name.text.clone()),
            Predicate::Night(_, night) => self.first.push(StateChange::Night(*night)),
            Predicate::Pays(amount, what) => {
                let what = match what {
                    Resource::Health => "Health",
                    Resource::Mana => "Mana",
                    Resource::CombatPoints => "CP",
                    Resource::ActionPoints => "AP",
                    Resource::SupportPoints => "SP",
                    Resource::CommandSpells => "Command Spells",
                };
                self.tail = format!(", paying {amount} additional {what}");
            }
            Predicate::Ranks(compared) => {
                for id in self.all_who_could_be_meant(&compared.who) {
                    self.rank(id, compared.stat, Rank::plain(RankLetter::EX));
                }
            }
            Predicate::Chooses(words) => self.tail = format!(", choosing \"{words}\""),
            Predicate::Holds(who, item) => {
                let held = self.war.setup.find_skill(SheetId::ITEMS, &item.text);
                let whom = self.all_who_could_be_meant(who);
                self.changes
                    .extend(held.iter().flat_map(|item| whom.iter().map(|id| StateChange::Items(*id, vec![*item]))));
            }
            Predicate::IsIn(who, None) | Predicate::IsWith(who, _) => {
                let goes = if self.manner.fights.0 { "Flee to Yard." } else { "Move to Yard." };
                self.also.extend(self.all_who_could_be_meant(who).into_iter().map(|id| (id, goes.to_owned())));
            }
            Predicate::IsIn(_, Some(_))
            | Predicate::Detects(..)
            | Predicate::SecondRound
            | Predicate::MoveCancelled(_)
            | Predicate::OwnSkillFailed(_)
            | Predicate::UseInflicts(..)
            | Predicate::UseTargets(..)
            | Predicate::IsOne(..)
            | Predicate::Sheet(_)
            | Predicate::InLastTurn(..)
            | Predicate::HadDamage(..)
            | Predicate::DealtMore { .. }
            | Predicate::Would(_) => {}
        }
    }

    /// Makes a group what its filters ask for: somebody, or all of its side.
    pub(super) fn suit_group(&mut self, group: &Group<Written>, only: Option<CharacterId>) {
        let members = only.map_or_else(|| self.side(group.side), |id| vec![id]);
        for filter in &group.filters {
            members.iter().for_each(|id| self.suit_filter(*id, filter));
        }
    }

    pub(super) fn suit_groups(&mut self, who: &Who) {
        match who {
            Any::Any(group) | Any::Every(group) | Any::UpTo(_, group) => self.suit_group(group, None),
            Any::Related(_, of) => self.suit_groups(of),
            Any::OneOf(list) => list.iter().for_each(|who| self.suit_groups(who)),
            Any::User | Any::Target | Any::SecondTarget | Any::Attacker => {}
            Any::Antecedent | Any::Named(_) | Any::WhoDid(_) | Any::WhomDid(_) => {}
        }
    }

    fn suit_filter(&mut self, who: CharacterId, filter: &Filter<Written>) {
        match filter {
            Filter::Alignment(word) => {
                let alignment = format!("Neutral {word}");
                self.sheet(who, |sheet| sheet.alignment = Some(alignment));
            }
            Filter::Sex(word) => {
                let sex = word.clone();
                self.sheet(who, |sheet| sheet.sex = Some(sex));
            }
            Filter::Class(class) => {
                let class = class.clone();
                self.sheet(who, |sheet| sheet.class = Some(class));
            }
            Filter::Property(what) => self.suit_trait(who, what),
            Filter::AnyOf(filters) => filters.iter().take(1).for_each(|filter| self.suit_filter(who, filter)),
            Filter::AllOf(filters) => filters.iter().for_each(|filter| self.suit_filter(who, filter)),
            // Nobody is made otherwise than they are.
            Filter::Not(_)
            | Filter::Servants
            | Filter::Masters
            | Filter::Familiars
            | Filter::Flightless
            | Filter::Detected
            | Filter::Other
            | Filter::Except(_)
            | Filter::Here
            | Filter::Beside
            | Filter::With(_)
            | Filter::In(_) => {}
        }
    }

    fn suit_trait(&mut self, who: CharacterId, what: &Property) {
        match what {
            Property::Ranked(stat, bound, rank) => {
                self.rank(who, *stat, ranked_so(*bound, *rank));
            }
            Property::Has(what, bound, level) => {
                let maximum = match what {
                    Resource::Health => self.war.sheet(who).health,
                    _ => self.war.sheet(who).mana,
                };
                let level = level.of(maximum).unwrap_or_default();
                let level = match bound {
                    Comparison::Below => level - Exact::ONE,
                    Comparison::Above => level + Exact::ONE,
                    Comparison::AtMost | Comparison::Exactly | Comparison::AtLeast => level,
                };
                match what {
                    Resource::Health => self.changes.push(StateChange::Health(who, level)),
                    Resource::Mana => self.changes.push(StateChange::Mana(who, level)),
                    Resource::CombatPoints
                    | Resource::CommandSpells
                    | Resource::ActionPoints
                    | Resource::SupportPoints => {}
                }
            }
            Property::InSpiritForm => self.changes.push(StateChange::SpiritForm(who, true)),
            Property::AffectedBy(_) | Property::AffectedByAnyStatus => self.ail(who),
            Property::AffectedByNamed(name) => self.props.push(name.clone()),
            Property::Dead => self.changes.push(StateChange::Alive(who, false)),
            Property::Masterless => self.changes.push(StateChange::Master(who, None)),
            Property::HasFlight => self.sheet(who, |sheet| sheet.skills.extend(cast::wings())),
            Property::AtHome | Property::HasAbility(_) => {}
            Property::BesideUser(Measured::Stat(stat), Comparison::Below | Comparison::AtMost) => {
                self.rank(who, *stat, Rank::plain(RankLetter::E));
            }
            Property::BesideUser(Measured::Number(Resource::Health), Comparison::Below | Comparison::AtMost) => {
                self.changes.push(StateChange::Health(who, Exact::ONE));
            }
            Property::BesideUser(..)
            | Property::InBattle
            | Property::InFirstTurnOfBattle
            | Property::InTurnOfBattle { .. }
            | Property::Alive
            | Property::DamagedByUser => {}
        }
    }

    pub(super) fn ail(&mut self, who: CharacterId) {
        let statuses = vec![Status::Poison { turns: 3, damage: Exact::ONE }, Status::Stun { turns: 2 }];
        self.changes.push(StateChange::Statuses(who, statuses));
    }

    pub(super) fn rank(&mut self, who: CharacterId, stat: Stat, rank: Rank) {
        self.sheet(who, |sheet| match Stat::MAIN.iter().position(|main| *main == stat) {
            Some(at) => sheet.stats.main_ranks[at] = rank,
            None if stat == Stat::ACT => {
                sheet.stats.act = Acuity::from_letter(rank.letter);
            }
            None => sheet.stats.np = Some(rank),
        });
    }

    /// Changes the sheet of somebody of the stage who is no part of the library; those who are stay as they are.
    pub(super) fn sheet(&mut self, who: CharacterId, change: impl FnOnce(&mut Sheet)) {
        let of_team = self.people.team().contains(&who);
        let setup: &mut Setup = Arc::make_mut(&mut self.war.setup);
        let place = self.war.characters[who.index()].sheet.index();
        if !of_team && let Some(sheet) = setup.sheets.get_mut(place) {
            change(sheet);
        }
    }
}
