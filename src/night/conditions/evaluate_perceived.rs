//! Evaluates a player's conditions on what the character has perceived when its action's turn comes (R194–R201,
//! A235–A241, I24). The book's examples are R429 and R430.

use std::collections::BTreeMap;

use crate::event::{Event, EventId, Observation, Vantage};
use crate::language::condition::{Condition, Group, Name, Predicate, Side, Tally, Who};
use crate::language::order::{Action, UsedThing};
use crate::night::actions::find_skill::basic_attack;
use crate::night::bind::WarIds;
use crate::night::state::Night;
use crate::night::state::task::Step;
use crate::perception::figure::{find_masters_seat, reports_sights_to_seat};
use crate::perception::merge::merge_perceived;
use crate::perception::perceive::perceive;
use crate::perception::perceived::{Figure, Perceived, SeenAct};
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::phase::Round;
use crate::war::War;

use super::perceived_acts::{can_belong_to_group, points_at};
use super::targeting::{BondEvidence, is_hidden, is_known_ally};

/// The value of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Truth {
    Yes,
    No,
    /// The condition rests on what the character cannot know (R199–R201).
    Illegal,
}

impl Truth {
    /// Returns the value of `self or other`. A true side outweighs an illegal one.
    fn or(self, other: Truth) -> Truth {
        match (self, other) {
            (Truth::Yes, _) | (_, Truth::Yes) => Truth::Yes,
            (Truth::Illegal, _) | (_, Truth::Illegal) => Truth::Illegal,
            (Truth::No, Truth::No) => Truth::No,
        }
    }
}

/// How much of what a partner perceived is on a player's page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// What the partner did and suffered.
    OwnDeeds,
    /// Also what the partner saw.
    Everything,
}

/// Returns how much of a partner's perceptions a character's player reads; `None` where another player alone reads them
/// (A256).
pub(super) fn find_reading(war: &War, who: CharacterId, partner: CharacterId) -> Option<Reading> {
    let seat = Some(war.seat_of(who)?);
    if war.seat_of(partner) == seat {
        return Some(if reports_sights_to_seat(war, partner) { Reading::Everything } else { Reading::OwnDeeds });
    }
    (find_masters_seat(war, partner) == seat).then_some(Reading::Everything)
}

impl From<bool> for Truth {
    fn from(value: bool) -> Truth {
        if value { Truth::Yes } else { Truth::No }
    }
}

impl Night<'_> {
    /// Yields what a character perceived this Turn before this batch, and what its player reads of its partners: what
    /// they did and suffered, wherever they are (A239, I01). Perceptions of one event are merged as on the page, so the
    /// player knows what the merged entry says (R196, A256, I15).
    pub(crate) fn perceptions_of(&self, who: CharacterId) -> impl Iterator<Item = Perceived> {
        let war = self.basis();
        let perceive_event =
            |(event, observation): (&Event, &Observation)| Some((event.id, perceive(&self.war, event, observation)?));
        let mut known: BTreeMap<EventId, Perceived> = self.perceived_events(who).filter_map(perceive_event).collect();
        for partner in war.ids().filter(|id| *id != who && war.were_on_one_side(who, *id)) {
            let Some(reading) = find_reading(war, who, partner) else { continue };
            for (event, observation) in self.perceived_events(partner) {
                let is_own_part = matches!(observation.vantage, Vantage::Own | Vantage::Victim);
                let own_perception = known.get_mut(&event.id);
                if !is_own_part && (own_perception.is_none() || reading == Reading::OwnDeeds) {
                    continue;
                }
                let Some(partner_perception) = perceive(&self.war, event, observation) else { continue };
                match own_perception {
                    Some(own_perception) => {
                        let (observer, vantage) = (own_perception.observer, own_perception.vantage);
                        merge_perceived(own_perception, partner_perception);
                        (own_perception.observer, own_perception.vantage) = (observer, vantage);
                    }
                    None => {
                        known.insert(event.id, partner_perception);
                    }
                }
            }
        }
        known.into_values()
    }

    /// Whether what a step waits for has happened; true when it waits for nothing.
    pub(crate) fn has_been_triggered(&mut self, step: Step) -> bool {
        let Some(asking) = self.find_asking_task(step) else { return false };
        let actions = asking.order.body.branches.get(step.branch).map(|branch| &branch.actions);
        let Some(action) = actions.and_then(|actions| actions.get(step.action)) else { return false };
        let delay = self.delay_of(asking, action);
        let Some(condition) = &delay.awaited else { return true };
        let mut found = Vec::new();
        let truth = self.evaluate(asking.order.actor.id, condition, &asking.antecedents, &mut found);
        if truth == Truth::Yes {
            let found = self.sort_found_by_latest(step, found);
            self.agenda.note_found(step, found);
        }
        truth == Truth::Yes && self.has_happened_often_enough(step)
    }

    /// Evaluates a condition. Every part is evaluated, so that an illegal one is found wherever it stands. `found`
    /// collects the characters that `that character` can mean.
    pub(super) fn evaluate(
        &self,
        actor: CharacterId,
        condition: &Condition<WarIds>,
        antecedents: &[CharacterId],
        found: &mut Vec<CharacterId>,
    ) -> Truth {
        match condition {
            Condition::All(list) => {
                let mut truths = Vec::new();
                // In `X enters and attacks my team`, each later part is about the characters found so far. It keeps
                // those for whom it holds too.
                let mut found_so_far: Vec<CharacterId> = Vec::new();
                for part in list {
                    let mut newly_found = Vec::new();
                    let antecedents_so_far = if found_so_far.is_empty() { antecedents } else { &found_so_far };
                    // `… and that Servant has not attacked us` keeps, of the characters found, those for whom it is not
                    // true.
                    if let Some(inner) = negated_antecedent_statement(part).filter(|_| !found_so_far.is_empty()) {
                        let (truth, remaining) = self.retain_unsatisfied(actor, inner, &found_so_far);
                        truths.push(truth);
                        found_so_far = remaining;
                        continue;
                    }
                    truths.push(self.evaluate(actor, part, antecedents_so_far, &mut newly_found));
                    match newly_found.is_empty() || newly_found.iter().any(|id| !found_so_far.contains(id)) {
                        true => found_so_far.extend(newly_found),
                        false => found_so_far = newly_found,
                    }
                }
                found.extend(found_so_far);
                if truths.contains(&Truth::Illegal) { Truth::Illegal } else { (!truths.contains(&Truth::No)).into() }
            }
            Condition::AnyOf(list) => {
                let truths: Vec<Truth> = list.iter().map(|c| self.evaluate(actor, c, antecedents, found)).collect();
                if truths.contains(&Truth::Illegal) { Truth::Illegal } else { truths.contains(&Truth::Yes).into() }
            }
            Condition::Not(inner) => match self.evaluate(actor, inner, antecedents, &mut Vec::new()) {
                Truth::Yes => Truth::No,
                Truth::No => Truth::Yes,
                Truth::Illegal => Truth::Illegal,
            },
            // `That character` never means the actor itself.
            Condition::Is(predicate) if predicate.subject() == Some(&Who::User) => {
                self.evaluate_predicate(actor, predicate, antecedents, &mut Vec::new())
            }
            Condition::Is(predicate) => self.evaluate_predicate(actor, predicate, antecedents, found),
        }
    }

    /// Returns whether any of the characters found earlier does not satisfy a predicate, and which.
    fn retain_unsatisfied(
        &self,
        actor: CharacterId,
        predicate: &Condition<WarIds>,
        found: &[CharacterId],
    ) -> (Truth, Vec<CharacterId>) {
        let evaluate_for = |id: &CharacterId| self.evaluate(actor, predicate, &[*id], &mut Vec::new());
        let (mut remaining, mut illegal) = (Vec::new(), false);
        for id in found {
            match evaluate_for(id) {
                Truth::No => remaining.push(*id),
                Truth::Illegal => illegal = true,
                Truth::Yes => {}
            }
        }
        let truth = if illegal { Truth::Illegal } else { (!remaining.is_empty()).into() };
        (truth, remaining)
    }

    fn evaluate_predicate(
        &self,
        actor: CharacterId,
        predicate: &Predicate<WarIds>,
        antecedents: &[CharacterId],
        found: &mut Vec<CharacterId>,
    ) -> Truth {
        let war = self.basis();
        match predicate {
            Predicate::Has(who, statement) | Predicate::Becomes(who, statement) => {
                self.evaluate_statement(actor, who, statement, antecedents, found)
            }
            Predicate::Did(deed) | Predicate::DidOften(_, _, _, deed) => {
                let doers = self.find_doers(actor, deed, antecedents);
                let did = match predicate {
                    Predicate::DidOften(Tally::Times, bound, count, _) => {
                        bound.holds(&self.count_signs(actor, deed, antecedents), &(*count as usize))
                    }
                    Predicate::DidOften(Tally::People, bound, count, _) => {
                        bound.holds(&doers.len(), &(*count as usize))
                    }
                    _ => !doers.is_empty() || self.was_done_by_unrecognised(actor, deed, antecedents),
                };
                found.extend(doers);
                if !did && self.has_seen_without_type(actor, deed, antecedents) { Truth::Illegal } else { did.into() }
            }
            Predicate::Among(who, group) => self.evaluate_membership(actor, who, antecedents, group, found),
            Predicate::IsIn(who, location) => self.evaluate_location(actor, who, antecedents, *location, found),
            Predicate::IsWith(who, whom) => {
                let locations: Vec<LocationId> =
                    self.find_seen(actor, whom, antecedents).into_iter().map(|id| war.character(id).at).collect();
                let mut seen = self.find_seen(actor, who, antecedents);
                seen.retain(|id| locations.contains(&war.character(*id).at));
                let is_there = !seen.is_empty();
                found.extend(seen);
                is_there.into()
            }
            Predicate::Count(bound, limit, group, location) => {
                match self.count_members(actor, group, *location, antecedents) {
                    Some(members) => bound.holds(&members, &(*limit as usize)).into(),
                    None => Truth::Illegal,
                }
            }
            Predicate::Active(skill, on) => self.evaluate_active(actor, skill, on.as_ref(), antecedents),
            Predicate::Holds(who, item) => {
                let people = self.resolve_all_known(actor, who, antecedents);
                if people.iter().any(|id| !war.were_on_one_side(actor, *id)) {
                    return Truth::Illegal;
                }
                let is_holder =
                    |id: &CharacterId| war.character(*id).items.iter().any(|i| war.skill(*i).is_called(&item.text));
                people.iter().any(is_holder).into()
            }
            Predicate::Detects(observer, other) => {
                let observers = self.resolve_all_known(actor, observer, antecedents);
                if observers.iter().any(|id| !war.were_on_one_side(actor, *id)) {
                    return Truth::Illegal;
                }
                // `I detect an opponent in Harbor` is asked from there or from the actor's own location, as by a scout
                // of Harbor.
                if let Some((location, other)) = other.split_location() {
                    let mut truth = Truth::No;
                    for observer in observers {
                        truth = truth.or(self.evaluate_location(observer, &other, antecedents, Some(*location), found));
                    }
                    return truth;
                }
                let others = self.resolve_all_known(actor, other, antecedents);
                let is_detected_by = |b: CharacterId, subject: CharacterId| {
                    self.is_in_sight(b, subject) && self.recognises_as_meant(b, other, subject)
                };
                let mut seen = others;
                seen.retain(|other| observers.iter().any(|observer| is_detected_by(*observer, *other)));
                let is_detected = !seen.is_empty();
                found.extend(seen);
                is_detected.into()
            }
            Predicate::Night(bound, night) => bound.holds(&war.night, night).into(),
            Predicate::SecondRound => (self.phase.round() == Some(Round::Second)).into(),
            Predicate::MoveCancelled(who) => {
                let people = self.resolve_all_known(actor, who, antecedents);
                let is_cancelled_move =
                    |p: &Perceived| p.act == SeenAct::MoveCancelled && people.iter().any(|id| points_at(p.actor, *id));
                self.perceptions_of(actor).any(|p| is_cancelled_move(&p)).into()
            }
            Predicate::OwnSkillFailed(skill) => self.has_own_skill_failed(actor, skill).into(),
            Predicate::DealtMore { by, to, than } => {
                let dealt = |by: &Who<WarIds>| self.sum_damage_seen(actor, by, to, antecedents);
                (dealt(by) > dealt(than)).into()
            }
            Predicate::HadDamage(who, sum) => self.evaluate_damage_sum(actor, who, *sum, antecedents),
            Predicate::Pays(..)
            | Predicate::Chooses(_)
            | Predicate::UseInflicts(..)
            | Predicate::UseTargets(..)
            | Predicate::IsOne(..)
            | Predicate::Ranks(_)
            | Predicate::Sheet(_)
            | Predicate::InLastTurn(..) => Truth::No,
            Predicate::Would(_) => Truth::Illegal,
        }
    }

    /// Whether somebody that the words can mean belongs to a group.
    fn evaluate_membership(
        &self,
        actor: CharacterId,
        who: &Who<WarIds>,
        antecedents: &[CharacterId],
        group: &Group<WarIds>,
        found: &mut Vec<CharacterId>,
    ) -> Truth {
        let mut truth = Truth::No;
        for id in self.resolve_all_known(actor, who, antecedents) {
            let own = self.basis().were_on_one_side(actor, id);
            // Skips a character whom the page shows only as one of a kind, which no name means (A256).
            if !own && !self.recognises_as_meant(actor, who, id) {
                continue;
            }
            // Of others, only what can be seen is known (R199).
            if !own && group.filters.iter().any(is_hidden) {
                return Truth::Illegal;
            }
            if self.belongs_to_group(actor, group, id) {
                found.push(id);
                truth = Truth::Yes;
            }
        }
        truth
    }

    /// Whether somebody that the words can mean is at a location; the actor's own if none is named.
    fn evaluate_location(
        &self,
        actor: CharacterId,
        who: &Who<WarIds>,
        antecedents: &[CharacterId],
        location: Option<LocationId>,
        found: &mut Vec<CharacterId>,
    ) -> Truth {
        let war = self.basis();
        let here = war.character(actor).at;
        let location = location.unwrap_or(here);
        let mut seen = self.find_seen(actor, who, antecedents);
        seen.retain(|id| war.character(*id).at == location);
        if location != here && seen.is_empty() && !self.knows_where(actor, who) {
            return self.evaluate_scouted(actor, location, who, antecedents, found);
        }
        let is_there = !seen.is_empty();
        found.extend(seen);
        is_there.into()
    }

    /// Returns how many characters of a group there are, at a location if one is named; `None` for a location of which
    /// the actor knows nothing.
    fn count_members(
        &self,
        actor: CharacterId,
        group: &Group<WarIds>,
        place: Option<LocationId>,
        antecedents: &[CharacterId],
    ) -> Option<usize> {
        let war = self.basis();
        let here = war.character(actor).at;
        Some(match place.filter(|place| *place != here) {
            None => war.living().filter(|id| *id != actor && self.belongs_to_group(actor, group, *id)).count(),
            Some(location) if group.side == Side::Allies => {
                let is_own_partner = |id: &CharacterId| *id != actor && war.are_partners(actor, *id);
                let is_at_location = |id: &CharacterId| war.character(*id).at == location;
                war.living()
                    .filter(is_own_partner)
                    .filter(is_at_location)
                    .filter(|id| self.fits_group_by_kind(actor, group, *id))
                    .count()
            }
            Some(location) => {
                let any_member = Who::Any(group.clone());
                let figures = self.scouted_at(actor, location)?;
                figures
                    .into_iter()
                    .filter(|figure| self.can_mean_figure(actor, *figure, &any_member, antecedents))
                    .count()
            }
        })
    }

    /// Whether a character knows where all are that the words mean, or that they are dead.
    fn knows_where(&self, actor: CharacterId, who: &Who<WarIds>) -> bool {
        match who {
            Who::Named(person) => {
                let is_partner = self.basis().are_partners(actor, person.id);
                is_partner || self.knows_dead(actor, person.id) || self.is_in_sight(actor, person.id)
            }
            Who::OneOf(list) => list.iter().all(|who| self.knows_where(actor, who)),
            Who::Any(group) | Who::Every(group) | Who::UpTo(_, group) => group.side == Side::Allies,
            Who::Related(_, of) => **of == Who::User,
            Who::User | Who::Antecedent | Who::Target | Who::SecondTarget | Who::Attacker => true,
            Who::WhoDid(_) | Who::WhomDid(_) => false,
        }
    }

    /// Whether a character saw somebody where it scouted this Turn. It knows nothing of a location where it neither is
    /// nor has scouted (R196, R197, I24).
    fn evaluate_scouted(
        &self,
        actor: CharacterId,
        location: LocationId,
        who: &Who<WarIds>,
        antecedents: &[CharacterId],
        found: &mut Vec<CharacterId>,
    ) -> Truth {
        let Some(figures) = self.scouted_at(actor, location) else { return Truth::Illegal };
        let meant_figures: Vec<Figure> =
            figures.into_iter().filter(|figure| self.can_mean_figure(actor, *figure, who, antecedents)).collect();
        found.extend(meant_figures.iter().filter_map(|figure| figure.identity()));
        (!meant_figures.is_empty()).into()
    }

    /// Returns the figures that a character saw at a location it scouted this Turn and that are not in sight now;
    /// `None` where it did not scout there.
    fn scouted_at(&self, actor: CharacterId, location: LocationId) -> Option<Vec<Figure>> {
        let is_own_scouting =
            |p: &Perceived| p.act == SeenAct::Scouted && p.observer == actor && p.location == Some(location);
        let last_scouting = self.perceptions_of(actor).filter(is_own_scouting).last()?;
        let is_in_sight_now = |figure: &Figure| figure.identity().is_some_and(|id| self.is_in_sight(actor, id));
        Some(last_scouting.objects.into_iter().filter(|figure| !is_in_sight_now(figure)).collect())
    }

    /// Whether the words can mean a figure seen elsewhere. Perhaps only the kind of that figure was seen.
    fn can_mean_figure(
        &self,
        actor: CharacterId,
        figure: Figure,
        who: &Who<WarIds>,
        antecedents: &[CharacterId],
    ) -> bool {
        match (figure.identity(), figure, who) {
            (Some(id), ..) => self.is_meant(actor, who, id, antecedents),
            (None, Figure::OfKind(kind), Who::Any(group) | Who::Every(group)) => can_belong_to_group(group, kind),
            (None, ..) => false,
        }
    }

    /// Returns those that the words can mean and whose location is known: the actor's team, and characters that it sees
    /// and recognises.
    fn find_seen(&self, actor: CharacterId, who: &Who<WarIds>, antecedents: &[CharacterId]) -> Vec<CharacterId> {
        let war = self.basis();
        let here = war.character(actor).at;
        let is_seen = |id: &CharacterId| {
            let is_in_view = || war.character(*id).at == here && !war.is_hidden_from(*id, actor, false);
            let is_known = war.are_partners(actor, *id) || (is_in_view() && self.recognises_as_meant(actor, who, *id));
            war.character(*id).is_alive() && is_known
        };
        self.resolve_all_known_with_allies(actor, who, antecedents).into_iter().filter(is_seen).collect()
    }

    /// Returns everybody that the words of an order can mean. It is used where one of them is enough.
    pub(crate) fn resolve_all(
        &self,
        actor: CharacterId,
        who: &Who<WarIds>,
        antecedents: &[CharacterId],
    ) -> Vec<CharacterId> {
        self.resolve_all_by(actor, who, antecedents, BondEvidence::Supposed)
    }

    /// Returns everybody that the words of a condition can mean. A condition knows no more than the page (A256).
    pub(super) fn resolve_all_known(
        &self,
        actor: CharacterId,
        who: &Who<WarIds>,
        antecedents: &[CharacterId],
    ) -> Vec<CharacterId> {
        self.resolve_all_by(actor, who, antecedents, BondEvidence::Known)
    }

    /// Returns everybody that the words of a condition can mean, with declared allies of the team. It is used for
    /// conditions on what can be seen.
    pub(super) fn resolve_all_known_with_allies(
        &self,
        actor: CharacterId,
        who: &Who<WarIds>,
        antecedents: &[CharacterId],
    ) -> Vec<CharacterId> {
        let mut people = self.resolve_all_known(actor, who, antecedents);
        let mut add_allies = |who: &Who<WarIds>| {
            if let Who::Any(group) | Who::Every(group) = who {
                let is_allied_member =
                    |id: &CharacterId| self.is_allied(actor, group, *id) && self.belongs_to_group(actor, group, *id);
                people.extend(self.basis().living().filter(is_allied_member));
            }
        };
        match who {
            Who::OneOf(list) => list.iter().for_each(add_allies),
            one => add_allies(one),
        }
        people
    }

    /// Whether a character belongs to a group as a condition means it. Allies include those with whom the actor's team
    /// has declared an alliance (R364, A155).
    pub(super) fn belongs_to_group(&self, actor: CharacterId, group: &Group<WarIds>, id: CharacterId) -> bool {
        if self.is_allied(actor, group, id) {
            return self.in_group(actor, &Group { side: Side::Anyone, ..group.clone() }, id);
        }
        self.in_group(actor, group, id)
    }

    /// Whether a group is of allies, and a character is an ally by a declaration of the actor's team.
    pub(super) fn is_allied(&self, actor: CharacterId, group: &Group<WarIds>, id: CharacterId) -> bool {
        group.side == Side::Allies && is_known_ally(self.basis(), actor, id)
    }

    fn resolve_all_by(
        &self,
        actor: CharacterId,
        who: &Who<WarIds>,
        antecedents: &[CharacterId],
        evidence: BondEvidence,
    ) -> Vec<CharacterId> {
        match who {
            Who::OneOf(list) => {
                list.iter().flat_map(|member| self.resolve_all_by(actor, member, antecedents, evidence)).collect()
            }
            Who::Any(group) | Who::Every(group) => self.group_members(actor, group),
            other => self.resolve_in_sight(actor, other, antecedents, evidence),
        }
    }

    /// Whether a skill is in force: exactly known for the team's own skills; for others, seen to begin and not to end
    /// this Turn.
    fn evaluate_active(
        &self,
        actor: CharacterId,
        skill: &Name,
        on: Option<&Who<WarIds>>,
        antecedents: &[CharacterId],
    ) -> Truth {
        let war = self.basis();
        let holders = on.map(|who| self.resolve_all_known(actor, who, antecedents));
        let is_on_holder =
            |targets: &[CharacterId]| holders.as_ref().is_none_or(|h| h.iter().any(|id| targets.contains(id)));
        let is_known_active = war.active_skills.iter().any(|a| {
            // The name of an effect that others placed on the team is known only where it was heard (A256).
            let has_heard_name =
                || war.ids().any(|mate| war.are_partners(actor, mate) && war.character(mate).heard.contains(&a.skill));
            let concerns_team = war.were_on_one_side(actor, a.user)
                || (a.targets.iter().any(|t| war.are_partners(actor, *t)) && has_heard_name());
            concerns_team && war.skill(a.skill).is_called(&skill.text) && is_on_holder(&a.targets)
        });
        // An effect that was seen to end is over.
        let mut seen: Vec<Option<CharacterId>> = Vec::new();
        for p in self.perceptions_of(actor).filter(|p| p.skill.is_some_and(|s| war.skill(s).is_called(&skill.text))) {
            let user = p.actor.and_then(Figure::identity);
            match p.act {
                SeenAct::EffectBegan
                    if is_on_holder(&p.objects.iter().filter_map(|f| f.identity()).collect::<Vec<_>>()) =>
                {
                    seen.push(user);
                }
                SeenAct::EffectEnded => seen.retain(|other| *other != user),
                _ => {}
            }
        }
        (is_known_active || !seen.is_empty()).into()
    }

    /// Whether the actor has an order to use a skill whose turn has come and which was not carried out.
    fn has_own_skill_failed(&self, actor: CharacterId, skill: &Name) -> bool {
        // An order that asks this does not count itself.
        let asks_about_skill = |condition: &Condition<WarIds>| {
            let is_about_skill = |statement: &&Predicate<WarIds>| matches!(statement, Predicate::OwnSkillFailed(of) if of.text == skill.text);
            condition.statements().iter().any(is_about_skill)
        };
        let tasks = self.agenda.tasks().iter().filter(|task| !task.order.body.conditions().any(asks_about_skill));
        let uses_skill = |action: &Action<WarIds>| match action.kind.facts().uses {
            Some(UsedThing::Skill(used)) => used.text.eq_ignore_ascii_case(&skill.text),
            Some(UsedThing::BasicAttack) => {
                basic_attack(&self.war, actor).is_some_and(|f| self.war.skill(f.skill).is_called(&skill.text))
            }
            Some(UsedThing::Item(_) | UsedThing::Spell(_)) | None => false,
        };
        tasks.filter(|task| task.order.actor.id == actor).any(|task| match task.branch {
            None => task.last_reason.is_some() && task.order.body.actions().any(uses_skill),
            // Another action of the same order was done.
            Some(_) => task.failed_actions.iter().any(|(branch, action)| {
                let branch = task.order.body.branches.get(*branch);
                branch.and_then(|branch| branch.actions.get(*action)).is_some_and(uses_skill)
            }),
        })
    }
}

/// Returns the negated part of `not …`, if its subject is `that character`.
fn negated_antecedent_statement(condition: &Condition<WarIds>) -> Option<&Condition<WarIds>> {
    let Condition::Not(said) = condition else { return None };
    let is_about_antecedent = |predicate: &&Predicate<WarIds>| predicate.subject() == Some(&Who::Antecedent);
    matches!(&**said, Condition::Is(predicate) if is_about_antecedent(&predicate)).then_some(&**said)
}
