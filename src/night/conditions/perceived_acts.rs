//! Who did a deed that a condition or an order names, as far as the character perceived it (R196, R199, I24).

use crate::event::detail::Travel;
use crate::language::condition::{Act, Deed, Filter, Group, Side, SkillKind, Who};
use crate::night::bind::WarIds;
use crate::night::state::Night;
use crate::perception::perceived::{Figure, Perceived, SeenAct};
use crate::sheet::SheetKind;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};

use super::targeting::{BondEvidence, is_known_foe};

impl Night<'_> {
    /// Returns who did something this Turn, as far as a character perceived who it was, in the order of events. `If
    /// Saber attacks X first` asks whether Saber has done so by now, whomever else Saber has attacked (A237).
    pub(crate) fn find_doers(
        &self,
        actor: CharacterId,
        deed: &Deed<WarIds>,
        antecedents: &[CharacterId],
    ) -> Vec<CharacterId> {
        let mut doers: Vec<CharacterId> = Vec::new();
        for perceived in self.perceptions_of(actor) {
            for id in self.find_doers_in_event(actor, &perceived, deed, antecedents) {
                if self.is_meant(actor, &deed.who, id, antecedents) && !doers.contains(&id) {
                    doers.push(id);
                }
            }
        }
        doers
    }

    /// Returns to whom somebody did something this Turn, as far as a character perceived it; in the order of events,
    /// each once.
    pub(crate) fn find_objects_of_deed(
        &self,
        actor: CharacterId,
        deed: &Deed<WarIds>,
        antecedents: &[CharacterId],
    ) -> Vec<CharacterId> {
        let mut found: Vec<CharacterId> = Vec::new();
        let Some(whom) = deed.object() else { return found };
        for perceived in self.perceptions_of(actor) {
            let doers = self.find_doers_in_event(actor, &perceived, deed, antecedents);
            if !doers.into_iter().any(|id| self.is_meant(actor, &deed.who, id, antecedents)) {
                continue;
            }
            for id in perceived.objects.iter().filter_map(|figure| figure.identity()) {
                if self.is_meant(actor, whom, id, antecedents) && !found.contains(&id) {
                    found.push(id);
                }
            }
        }
        found
    }

    /// Returns how often something was done this Turn, as far as a character perceived who did it.
    pub(crate) fn count_times_seen(
        &self,
        actor: CharacterId,
        deed: &Deed<WarIds>,
        antecedents: &[CharacterId],
    ) -> usize {
        self.count_times_any_seen(actor, &[deed], antecedents)
    }

    /// Returns how often any of these deeds was done this Turn, as far as a character perceived who did it. What is two
    /// of them at once counts once.
    pub(super) fn count_times_any_seen(
        &self,
        actor: CharacterId,
        deeds: &[&Deed<WarIds>],
        antecedents: &[CharacterId],
    ) -> usize {
        let is_done = |seen: &Perceived, deed: &Deed<WarIds>| {
            let doers = self.find_doers_in_event(actor, seen, deed, antecedents);
            doers.into_iter().any(|id| self.is_meant(actor, &deed.who, id, antecedents))
        };
        self.perceptions_of(actor).filter(|seen| deeds.iter().any(|deed| is_done(seen, deed))).count()
    }

    /// Returns the damage that somebody has dealt to somebody this Turn, as far as a character perceived by whom.
    pub(super) fn sum_damage_seen(
        &self,
        actor: CharacterId,
        by: &Who<WarIds>,
        to: &Who<WarIds>,
        antecedents: &[CharacterId],
    ) -> Exact {
        let act = Act::Damages(None, Some(to.clone()));
        let deed = Deed { is_past: true, ..Deed::new(by.clone(), act) };
        let is_theirs = |seen: &Perceived| {
            let doers = self.find_doers_in_event(actor, seen, &deed, antecedents);
            doers.into_iter().any(|id| self.is_meant(actor, by, id, antecedents))
        };
        self.perceptions_of(actor).filter(is_theirs).filter_map(|seen| seen.amount).sum()
    }

    /// Sorts the characters found so that whoever did one of these deeds last comes first. Whoever did none comes last.
    pub(super) fn sort_latest_first(
        &self,
        actor: CharacterId,
        deeds: &[&Deed<WarIds>],
        mut found: Vec<CharacterId>,
    ) -> Vec<CharacterId> {
        let anybody: Vec<CharacterId> = self.war.ids().collect();
        let events: Vec<Perceived> = self.perceptions_of(actor).collect();
        let is_done_by = |seen: &Perceived, id: CharacterId| {
            deeds.iter().any(|deed| self.find_doers_in_event(actor, seen, deed, &anybody).contains(&id))
        };
        found.sort_by_key(|id| std::cmp::Reverse(events.iter().rposition(|seen| is_done_by(seen, *id))));
        found
    }

    /// Returns how many of a character's perceptions this Turn show a deed, whether or not they show who did it.
    pub(crate) fn count_signs(&self, actor: CharacterId, deed: &Deed<WarIds>, antecedents: &[CharacterId]) -> usize {
        let unseen =
            self.perceptions_of(actor).filter(|seen| self.is_done_by_unrecognised(actor, seen, deed, antecedents));
        self.count_times_seen(actor, deed, antecedents) + unseen.count()
    }

    /// Whether an unrecognised character did something: to the actor's team (`I am attacked`, `an opponent attacks
    /// me`), or as one of a kind before the actor's eyes (`an opponent enters this location`).
    pub(crate) fn was_done_by_unrecognised(
        &self,
        actor: CharacterId,
        deed: &Deed<WarIds>,
        antecedents: &[CharacterId],
    ) -> bool {
        self.perceptions_of(actor).any(|seen| self.is_done_by_unrecognised(actor, &seen, deed, antecedents))
    }

    fn is_done_by_unrecognised(
        &self,
        actor: CharacterId,
        seen: &Perceived,
        deed: &Deed<WarIds>,
        antecedents: &[CharacterId],
    ) -> bool {
        let Who::Any(group) = &deed.who else { return false };
        if !deed.may_be_in(seen.phase) {
            return false;
        }
        let here = self.basis().character(actor).at;
        let is_at = |location: &Option<LocationId>| seen.location == Some(location.unwrap_or(here));
        let is_of_group = || matches!(seen.actor, Some(Figure::OfKind(kind)) if can_belong_to_group(group, kind));
        let (whom, of_hits) = match &deed.act {
            Act::Attacks(whom) => (whom, false),
            Act::Damages(None, whom) => (whom, true),
            Act::Enters(location) => return seen.act == SeenAct::Entered && is_at(location) && is_of_group(),
            Act::Leaves(location) => return seen.act == SeenAct::Left && is_at(location) && is_of_group(),
            Act::EntersSpiritForm => return seen.act == SeenAct::EnteredSpiritForm && is_of_group(),
            Act::LeavesSpiritForm => return seen.act == SeenAct::LeftSpiritForm && is_of_group(),
            _ => return false,
        };
        let is_attack = (seen.act == SeenAct::Used && seen.is_attack) || seen.act == SeenAct::Fighting;
        (seen.act == SeenAct::Hit || (is_attack && !of_hits))
            && seen.actor.and_then(Figure::identity).is_none()
            && whom.as_ref().is_some_and(|whom| self.hits_any(actor, seen, whom, antecedents))
    }

    /// Whether the actor saw a deed that a condition asks about, but not the type of skill that the condition rests on
    /// (R199, I24).
    pub(crate) fn has_seen_without_type(
        &self,
        actor: CharacterId,
        deed: &Deed<WarIds>,
        antecedents: &[CharacterId],
    ) -> bool {
        let (Act::UsesKind(kind) | Act::AttacksWith(kind, _)) = &deed.act else { return false };
        self.perceptions_of(actor).any(|seen| {
            let is_kind_unseen = match kind {
                SkillKind::Damage(_) => seen.is_attack && seen.damage.is_none(),
                SkillKind::Type(_) => seen.skill_type.is_none(),
                // Nobody sees what a skill costs; no order may ask it.
                SkillKind::NoblePhantasm | SkillKind::Any | SkillKind::BasicAttack | SkillKind::Costing(_) => false,
            };
            let doer = seen.actor.and_then(Figure::identity);
            seen.act == SeenAct::Used
                && deed.may_be_in(seen.phase)
                && is_kind_unseen
                && doer.is_some_and(|id| self.is_meant(actor, &deed.who, id, antecedents))
        })
    }

    /// Whether words mean a certain character.
    pub(crate) fn is_meant(
        &self,
        actor: CharacterId,
        who: &Who<WarIds>,
        id: CharacterId,
        antecedents: &[CharacterId],
    ) -> bool {
        match who {
            Who::Named(person) => person.id == id && self.may_name(actor, *person),
            Who::OneOf(list) => list.iter().any(|member| self.is_meant(actor, member, id, antecedents)),
            Who::Any(group) | Who::Every(group) | Who::UpTo(_, group) => {
                // Whoever did it may have left or died since. Then only side and kind are checked.
                let is_own = self.war.were_on_one_side(actor, id);
                let is_on_side = match group.side {
                    Side::Opponents => is_known_foe(&self.war, actor, id) && !is_own,
                    Side::Allies => (is_own && id != actor) || self.is_allied(actor, group, id),
                    Side::Anyone => true,
                };
                let is_out_of_sight = !self.is_in_sight(actor, id);
                is_on_side
                    && if is_out_of_sight {
                        self.fits_group_by_kind(actor, group, id)
                    } else {
                        self.belongs_to_group(actor, group, id)
                    }
            }
            other => self.resolve_anywhere_by(actor, other, antecedents, BondEvidence::Known).contains(&id),
        }
    }

    /// Whether a character out of sight belongs to a group by its kind, as far as the actor can tell.
    pub(super) fn fits_group_by_kind(&self, actor: CharacterId, group: &Group<WarIds>, id: CharacterId) -> bool {
        let kind = self.basis().character(id).kind;
        group.filters.iter().all(|filter| match filter {
            Filter::Other => id != actor,
            Filter::Except(exceptions) => !exceptions.iter().any(|one| self.is_meant(actor, one, id, &[])),
            of_kind => fits_kind(of_kind, kind),
        })
    }

    fn hits_any(&self, actor: CharacterId, seen: &Perceived, who: &Who<WarIds>, antecedents: &[CharacterId]) -> bool {
        seen.objects.iter().filter_map(|f| f.identity()).any(|id| self.is_meant(actor, who, id, antecedents))
    }

    /// Returns who in a perceived event did the deed that a condition names.
    fn find_doers_in_event(
        &self,
        actor: CharacterId,
        seen: &Perceived,
        deed: &Deed<WarIds>,
        antecedents: &[CharacterId],
    ) -> Vec<CharacterId> {
        if !deed.may_be_in(seen.phase) {
            return Vec::new();
        }
        let actor_if = |matches: bool| {
            if matches { seen.actor.and_then(Figure::identity).into_iter().collect() } else { Vec::new() }
        };
        let objects = || seen.objects.iter().filter_map(|f| f.identity()).collect::<Vec<_>>();
        let here = self.basis().character(actor).at;
        let is_at = |location: &Option<LocationId>| seen.location == Some(location.unwrap_or(here));
        let is_attack = seen.act == SeenAct::Used && seen.is_attack;
        match &deed.act {
            Act::Attacks(None) => actor_if(is_attack),
            Act::Attacks(Some(whom)) => actor_if(is_attack && self.hits_any(actor, seen, whom, antecedents)),
            Act::AttacksWith(kind, whom) => {
                let hits_object = whom.as_ref().is_none_or(|whom| self.hits_any(actor, seen, whom, antecedents));
                actor_if(is_attack && hits_object && is_of_kind(seen, *kind))
            }
            Act::Hits(kind, whom) | Act::Damages(kind, whom) => {
                // The interceptor was hit, not the target.
                let is_taker = |whom| match seen.interceptor {
                    Some(taker) => taker.identity().is_some_and(|id| self.is_meant(actor, whom, id, antecedents)),
                    None => self.hits_any(actor, seen, whom, antecedents),
                };
                let is_right_kind = kind.is_none_or(|kind| is_of_kind(seen, kind));
                let has_effect = matches!(deed.act, Act::Hits(..)) || !is_without_effect(seen);
                actor_if(seen.act == SeenAct::Hit && has_effect && is_right_kind && whom.as_ref().is_none_or(is_taker))
            }
            Act::Kills(whom) => {
                let hits_object = whom.as_ref().is_none_or(|whom| self.hits_any(actor, seen, whom, antecedents));
                actor_if(seen.act == SeenAct::Died && hits_object)
            }
            Act::Uses(skill, whom) => {
                let is_named_skill = seen.skill.is_some_and(|s| self.war.skill(s).is_called(&skill.text));
                let hits_object = whom.as_ref().is_none_or(|whom| self.hits_any(actor, seen, whom, antecedents));
                actor_if(seen.act == SeenAct::Used && is_named_skill && hits_object)
            }
            Act::UsesKind(kind) => actor_if(seen.act == SeenAct::Used && is_of_kind(seen, *kind)),
            Act::UsesNoblePhantasm => actor_if(seen.act == SeenAct::Used && seen.is_noble_phantasm),
            Act::UsesCommandSpell => actor_if(seen.act == SeenAct::CommandSpell),
            // Somebody who was seen to leave for that location has entered it (A256).
            Act::Enters(Some(location)) if seen.act == SeenAct::Left && seen.other_location == Some(*location) => {
                actor_if(true)
            }
            Act::Enters(location) => actor_if(seen.act == SeenAct::Entered && is_at(location)),
            Act::Leaves(location) => actor_if(seen.act == SeenAct::Left && is_at(location)),
            Act::Acts => actor_if(matches!(
                seen.act,
                SeenAct::Used | SeenAct::EnteredSpiritForm | SeenAct::LeftSpiritForm | SeenAct::CommandSpell
            )),
            Act::Dies => {
                if seen.act == SeenAct::Died {
                    objects()
                } else {
                    Vec::new()
                }
            }
            Act::IsAttacked => {
                if is_attack || seen.act == SeenAct::Shielded {
                    objects()
                } else {
                    Vec::new()
                }
            }
            Act::IsDamaged => {
                // The interceptor was hit, not the target.
                match seen.interceptor {
                    _ if is_without_effect(seen) => Vec::new(),
                    _ if matches!(seen.act, SeenAct::Damaged | SeenAct::PoisonTicked) => objects(),
                    _ if seen.act != SeenAct::Hit => Vec::new(),
                    Some(taker) => taker.identity().into_iter().collect(),
                    None => objects(),
                }
            }
            Act::EntersSpiritForm => actor_if(seen.act == SeenAct::EnteredSpiritForm),
            Act::LeavesSpiritForm => actor_if(seen.act == SeenAct::LeftSpiritForm),
            Act::Flees => {
                actor_if(seen.act == SeenAct::Left && matches!(seen.travel, Some(Travel::Retreat | Travel::Escape)))
            }
            Act::Intercepts => seen.interceptor.and_then(Figure::identity).into_iter().collect(),
        }
    }
}

/// Whether a hit was seen to take no Health: it damages nobody (A004).
fn is_without_effect(seen: &Perceived) -> bool {
    seen.amount.is_some_and(|amount| amount <= Exact::ZERO)
}

/// Whether a skill was seen to be of a kind (R199).
fn is_of_kind(seen: &Perceived, kind: SkillKind) -> bool {
    match kind {
        SkillKind::Damage(kind) => seen.damage.is_some_and(|d| d.matches_filter(kind)),
        SkillKind::Type(kind) => seen.skill_type == Some(kind),
        SkillKind::NoblePhantasm => seen.is_noble_phantasm,
        SkillKind::Any => true,
        SkillKind::BasicAttack | SkillKind::Costing(_) => false,
    }
}

/// Whether a figure is a certain character, as far as the observer recognised it.
pub(crate) fn points_at(figure: Option<Figure>, id: CharacterId) -> bool {
    figure.and_then(Figure::identity) == Some(id)
}

/// Whether a figure of which only the kind was seen belongs to a group. The own team is recognised at any ACT; of
/// others nothing but the kind shows.
pub(super) fn can_belong_to_group(group: &Group<WarIds>, kind: SheetKind) -> bool {
    group.side != Side::Allies && group.filters.iter().all(|filter| fits_kind(filter, kind))
}

/// Whether a filter accepts a character of which only the kind is seen.
fn fits_kind(filter: &Filter<WarIds>, kind: SheetKind) -> bool {
    match filter {
        Filter::Servants => kind == SheetKind::Servant,
        Filter::Masters => kind == SheetKind::Master,
        Filter::Familiars => kind == SheetKind::Familiar,
        Filter::AnyOf(list) => list.iter().any(|inner| fits_kind(inner, kind)),
        Filter::AllOf(list) => list.iter().all(|inner| fits_kind(inner, kind)),
        Filter::Not(of) => {
            matches!(**of, Filter::Servants | Filter::Masters | Filter::Familiars) && !fits_kind(of, kind)
        }
        Filter::Other | Filter::Detected | Filter::Except(_) => true,
        Filter::Class(_)
        | Filter::Here
        | Filter::Beside
        | Filter::With(_)
        | Filter::In(_)
        | Filter::Property(_)
        | Filter::Alignment(_)
        | Filter::Sex(_)
        | Filter::Flightless => false,
    }
}
