//! One observer's eyes on one event: whom it makes out, and as whom.

use super::figure::{identify, identify_bystander, is_own, sight_key, sort_by_sight};
use super::perceived::{Figure, Wound};
use super::wound::wound_at;
use crate::event::detail::Travel;
use crate::event::facts::Facts;
use crate::event::{Event, Observation, Vantage};
use crate::sheet::SheetKind;
use crate::sheet::skill::Skill;
use crate::sheet::visibility_table::{Field, Fields, Row};
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::rank::Acuity;
use crate::war::War;
use crate::war::setup::SkillRef;

/// One observer's eyes on one event.
pub(super) struct ObserverSight<'a> {
    pub war: &'a War,
    pub observer: CharacterId,
    pub acuity: Acuity,
    pub granted: Fields,
    pub is_passer_by: bool,
    /// The deed struck a location out of sight: the user learns only that it hit, and which kind of character (I14).
    pub is_out_of_sight: bool,
}

impl ObserverSight<'_> {
    pub(super) fn identify(&self, who: CharacterId) -> Figure {
        if self.is_out_of_sight && !is_own(self.war, self.observer, who) {
            Figure::OfKind(self.war.character(who).kind)
        } else if self.is_passer_by {
            identify_bystander(self.war, self.observer, self.acuity, who)
        } else {
            identify(self.war, self.observer, self.acuity, who)
        }
    }

    pub(super) fn actor(&self, who: Option<CharacterId>) -> Option<Figure> {
        let who = who?;
        let kind = self.war.character(who).kind;
        if who == self.observer {
            Some(Figure::Known(who))
        } else if self.granted.has(Field::Actor)
            || (self.is_told_of_actor() && self.war.are_partners(self.observer, who))
        {
            Some(self.identify(who))
        } else if self.granted.has(Field::ActorByClass) {
            Some(if kind == SheetKind::Servant { Figure::Known(who) } else { Figure::OfKind(kind) })
        } else if self.granted.has(Field::ActorKind) {
            Some(Figure::OfKind(kind))
        } else {
            self.granted.has(Field::ActorThere).then_some(Figure::Someone)
        }
    }

    /// Whether anything at all is told about the actor. If so, a member of the observer's own team is recognised.
    fn is_told_of_actor(&self) -> bool {
        [Field::ActorThere, Field::ActorKind, Field::ActorByClass].into_iter().any(|f| self.granted.has(f))
    }

    fn is_told_of_objects(&self) -> bool {
        [Field::ObjectsThere, Field::ObjectsKind].into_iter().any(|f| self.granted.has(f))
    }

    /// The characters it was done to, as far as the observer is told of them.
    pub(super) fn objects_of(&self, row: Row, facts: &Facts<'_>) -> Vec<Figure> {
        let is_own = |id: &CharacterId| is_own(self.war, self.observer, *id);
        if row == Row::ScoutDetected {
            // A watched character is named only if the reader sees it there as well.
            let is_seen = |id: &CharacterId| is_own(id) || !self.war.is_hidden_from(*id, self.observer, false);
            let watched_objects =
                facts.objects.iter().copied().filter(|id| self.granted.has(Field::Objects) && is_seen(id));
            self.objects(&watched_objects.collect::<Vec<_>>())
        } else if self.is_out_of_sight && facts.is_at_actor && !facts.is_attack {
            // A deed that is no attack reports nothing back from out of sight, not even that somebody was there
            // (I23).
            self.objects(&facts.objects.iter().copied().filter(is_own).collect::<Vec<_>>())
        } else if facts.interceptor.is_some() && !self.granted.has(Field::ForWhom) && facts.interceptor_takes_hit {
            self.objects(facts.interceptor.as_slice())
        } else {
            self.objects(&facts.objects)
        }
    }

    /// Returns the other location of an event, and else the direction it came from. For those struck from afar, and
    /// for bystanders beside them, the other location is where the deed was done.
    pub(super) fn other_location(
        &self,
        event: &Event,
        facts: &Facts<'_>,
        observation: &Observation,
    ) -> (Option<LocationId>, Option<LocationId>) {
        let origin = match observation.vantage {
            Vantage::Victim if observation.is_afar && facts.is_at_actor => event.location,
            Vantage::Victim | Vantage::Present if observation.is_afar && !facts.is_at_actor && facts.is_attack => {
                facts.actor.map(|who| self.war.character(who).at)
            }
            Vantage::Own | Vantage::Told | Vantage::Victim | Vantage::Present | Vantage::Scout => None,
        };
        let is_by_skill = matches!(facts.travel, Some(Travel::Skill | Travel::Warp | Travel::Escape | Travel::Pushed));
        let is_shown = self.granted.has(Field::FarPlace) || (self.granted.has(Field::FarPlaceBySkill) && is_by_skill);
        let shown_location = origin.or(facts.other_location).filter(|_| is_shown);
        let here = self.war.character(self.observer).at;
        let direction_origin = origin.filter(|_| shown_location.is_none() && self.granted.has(Field::Direction));
        (shown_location, direction_origin.and_then(|origin| self.war.setup.next_step(here, origin)))
    }

    fn objects(&self, list: &[CharacterId]) -> Vec<Figure> {
        let mut figures = Vec::with_capacity(list.len());
        for who in list {
            let figures_seen = if *who == self.observer {
                Some(Figure::Known(*who))
            } else if self.granted.has(Field::Objects)
                || (self.is_told_of_objects() && self.war.are_partners(self.observer, *who))
            {
                Some(self.identify(*who))
            } else if self.granted.has(Field::ObjectsKind) {
                Some(Figure::OfKind(self.war.character(*who).kind))
            } else {
                self.granted.has(Field::ObjectsThere).then_some(Figure::Someone)
            };
            // The number of unidentified figures is not told.
            figures.extend(figures_seen.filter(|figure| *figure != Figure::Someone || !figures.contains(figure)));
        }
        sort_by_sight(self.war, self.observer, &mut figures);
        figures
    }

    /// How badly hurt each of these characters looks, in an order that reveals nothing else.
    pub(super) fn wounds(&self, list: &[CharacterId]) -> Vec<(Figure, Wound)> {
        let look_at_wound = |who: &CharacterId| {
            let figure = self.objects(std::slice::from_ref(who)).pop()?;
            Some((figure, wound_at(self.war, *who, self.acuity)))
        };
        let mut wounds: Vec<(Figure, Wound)> = list.iter().filter_map(look_at_wound).collect();
        wounds.sort_by_key(|(figure, wound)| (sight_key(self.war, self.observer, *figure), *wound));
        wounds
    }

    /// Whether the observer is told the skill's name.
    pub(super) fn knows_skill(&self, skill: SkillRef) -> bool {
        let can_name = || {
            let sheet = self.war.skill(skill);
            self.has_heard(skill)
                || sheet.onlooker_text.as_deref().is_some_and(|words| contains_skill_name(words, sheet))
        };
        self.granted.has(Field::Skill) || (self.granted.has(Field::SkillIfCalled) && can_name())
    }

    /// Whether the observer has heard the skill named before.
    fn has_heard(&self, skill: SkillRef) -> bool {
        self.war.skill_known_as(skill).is_some_and(|known| self.war.character(self.observer).heard.contains(&known))
    }

    /// Whether the observer may read these words. Words that name a skill are kept from whoever may not know the
    /// skill.
    pub(super) fn may_read(&self, words: &str, skill: Option<SkillRef>, known: Option<SkillRef>) -> bool {
        known.is_some() || skill.is_none_or(|s| !contains_skill_name(words, self.war.skill(s)))
    }
}

/// Whether a text contains one of a skill's names.
fn contains_skill_name(text: &str, skill: &Skill) -> bool {
    let text = text.to_lowercase();
    skill.name.values().any(|name| text.contains(&name.to_lowercase()))
}
