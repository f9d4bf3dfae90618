//! A Night as everybody may read it (R380–R385, A244, A245).
//!
//! The viewpoint is the focus Master's: what they perceived with their own senses, at most at ACT D, without skill
//! names, numbers or true names. From the focus Master's death on it is the secondary focus Master's. With neither
//! alive, the public learns only that there was fighting and that Noble Phantasms were used.

use std::collections::BTreeSet;

use crate::event::apply::apply;
use crate::event::kind::{Combat, Course, Effects, EventKind, Igm, Referee, Resources};
use crate::event::{Event, Observation, Vantage};
use crate::sheet::SheetKind;
use crate::sheet::skill::Role as SkillRole;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rank::Acuity;
use crate::war::War;

use super::figure::{identify, sight_key};
use super::lexicon::Lexicon;
use super::logic_view::{LogicView, build_logic_view};
use super::perceive::perceive_for_public;
use super::perceived::{Figure, Perceived, SeenAct, Wound};

/// A Night as everybody may read it.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct PublicReport {
    pub night: u32,
    /// The names of the Masters whose viewpoint it is, in order; empty when no focus Master is left.
    pub focus: Vec<String>,
    /// What they saw, phase by phase.
    pub phases: Vec<(Phase, Vec<Perceived>)>,
    /// The number of locations with fighting that no focus Master was left to see.
    pub battles: usize,
    /// The number of Noble Phantasms used that no focus Master was left to see.
    pub noble_phantasms: usize,
    /// The names of the locations where civilians were killed (R301, R385).
    pub civilians: Vec<String>,
    /// The Masters whose teams the Seal marked (I10).
    pub marks: Vec<String>,
    pub is_hunt_over: bool,
    /// The set of story updates that appeared (R314, R316).
    pub story: Option<u32>,
    /// The characters that the public updates name for the first time tonight, with their kinds.
    pub first_seen: Vec<(String, SheetKind)>,
    /// The Masters and Servants named in the report.
    pub named_characters: Vec<CharacterId>,
    /// The characters whose death a focus Master has seen, with the Night.
    pub fallen: Vec<(String, u32)>,
    /// The number of deaths that they saw of characters they could not name.
    pub unidentified_deaths: usize,
    /// The number of Masters and Servants at the start of the War, which is public.
    pub starting_characters: usize,
    /// Whether the War is over, and who won; `None` while it goes on.
    pub war_end: Option<WarEnd>,
    /// The Logic Game's log.
    pub logic: LogicView,
    /// The names the report may use.
    pub lexicon: Lexicon,
}

/// Returns the public's report of a Night.
pub fn build_public_report(war_before: &War, war_after: &War, events: &[Event]) -> PublicReport {
    let mut war = war_before.clone();
    let mut seen: Vec<Perceived> = Vec::new();
    let mut focus: Vec<CharacterId> = find_focus_master(war_before).into_iter().collect();
    let mut battles: BTreeSet<LocationId> = BTreeSet::new();
    let mut noble_phantasms = 0;
    let (mut civilians, mut marks, mut is_hunt_over, mut story) = (Vec::new(), Vec::new(), false, None);
    for event in events {
        let viewer = find_focus_master(&war);
        apply(&mut war, event);
        if let EventKind::Resources(Resources::CivilianConsumed { at, .. }) = &event.kind {
            civilians.push(war.setup.location(*at).name.clone());
        } else if let EventKind::Igm(Igm::Marked { masters, is_public: true, .. }) = &event.kind {
            marks = masters.iter().map(|id| war.character(*id).name.clone()).collect();
        } else if let EventKind::Igm(Igm::HuntEnded { is_public: true, .. }) = &event.kind {
            is_hunt_over = true;
        } else if let EventKind::Course(Course::StoryTold { set }) = &event.kind {
            story = Some(*set);
        }
        // Announcements to everybody are public even with no focus Master left (R378).
        let is_announcement = matches!(event.kind, EventKind::Referee(Referee::Told { is_public: true, .. }));
        let any_observer = event
            .observations
            .first()
            .map(|observation| observation.observer)
            .filter(|_| is_announcement && viewer.is_none());
        let Some(viewer) = viewer.or(any_observer) else {
            if let EventKind::Effects(Effects::SkillUsed { skill, is_attack, .. }) = &event.kind {
                battles.extend(event.location.filter(|_| *is_attack));
                noble_phantasms += usize::from(war.skill(*skill).role == SkillRole::NoblePhantasm);
            }
            continue;
        };
        if !focus.contains(&viewer) && any_observer.is_none() {
            focus.push(viewer);
        }
        let observation = event
            .observations
            .iter()
            .find(|observation| observation.observer == viewer)
            .and_then(|s| reduce_to_onlooker(event, s));
        seen.extend(
            observation.and_then(|observation| perceive_for_public(&war, event, &observation)).filter(is_public),
        );
    }
    civilians.sort_unstable();
    let phases = arrange_by_phase(war_after, seen);
    let mut lexicon = Lexicon::public(war_after);
    for perceived in phases.iter().flat_map(|(_, seen)| seen) {
        lexicon.add_perceived(war_after, perceived);
    }
    let (fallen, unidentified) = list_seen_deaths(war_after);
    PublicReport {
        night: war_after.night,
        first_seen: list_first_seen(war_before, war_after, &focus, &phases),
        named_characters: list_named_characters(war_after, &phases),
        fallen,
        unidentified_deaths: unidentified,
        starting_characters: war_after.ids().filter(|id| is_master_or_servant(war_after, *id)).count(),
        focus: focus.iter().map(|id| war_after.character(*id).name.clone()).collect(),
        phases,
        battles: battles.len(),
        noble_phantasms,
        civilians,
        marks,
        is_hunt_over,
        story,
        war_end: find_war_end(war_after),
        logic: build_logic_view(war_after, None),
        lexicon,
    }
}

/// The War's end, of which everybody is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WarEnd {
    /// The winning team, if any.
    pub winner: Option<String>,
}

/// The end of a War; `None` while it goes on.
pub fn find_war_end(war: &War) -> Option<WarEnd> {
    war.ended.as_ref().map(|_| WarEnd { winner: war.winner().map(|team| team.name.clone()) })
}

/// Whether a character is a Master or a Servant.
fn is_master_or_servant(war: &War, who: CharacterId) -> bool {
    matches!(war.character(who).kind, SheetKind::Master | SheetKind::Servant)
}

/// The characters on the page that no earlier public update has named. When no such record was kept, those whom the
/// focus Masters had not yet seen or could not name.
fn list_first_seen(
    war_before: &War,
    war_after: &War,
    focus: &[CharacterId],
    phases: &[(Phase, Vec<Perceived>)],
) -> Vec<(String, SheetKind)> {
    let is_new = |who: &CharacterId| {
        let has_met = |viewer: &CharacterId| {
            let is_named = matches!(identify(war_before, *viewer, Acuity::D, *who), Figure::Known(_));
            is_named && war_before.character(*viewer).sightings.contains_key(who)
        };
        match war_before.named_publicly.is_empty() {
            true => !focus.iter().any(has_met),
            false => !war_before.named_publicly.contains(who),
        }
    };
    let new_characters = list_named_characters(war_after, phases).into_iter().filter(is_new);
    new_characters.map(|who| (war_after.character(who).name.clone(), war_after.character(who).kind)).collect()
}

/// The Masters and Servants named on the page, each once.
fn list_named_characters(war: &War, phases: &[(Phase, Vec<Perceived>)]) -> Vec<CharacterId> {
    let mut named: Vec<CharacterId> = Vec::new();
    for seen in phases.iter().flat_map(|(_, perceived)| perceived) {
        for figure in seen.actor.iter().chain(&seen.objects).chain(&seen.interceptor) {
            let Figure::Known(who) = *figure else { continue };
            if is_master_or_servant(war, who) && !named.contains(&who) {
                named.push(who);
            }
        }
    }
    named
}

/// The deaths that the focus Masters saw while the public saw through them: the name and Night of each character they
/// recognise, and the number of the others.
fn list_seen_deaths(war: &War) -> (Vec<(String, u32)>, usize) {
    let night_of_death =
        |id: CharacterId| war.characters.get(id.index()).and_then(|c| c.death.as_ref()).map(|d| d.night);
    let mut viewers: Vec<CharacterId> = war.setup.focus_primary.into_iter().collect();
    // The public sees through the secondary focus Master only once the primary is dead.
    let first_death = war.setup.focus_primary.map(night_of_death);
    let second = war.setup.focus_secondary.filter(|secondary| match (first_death, night_of_death(*secondary)) {
        (Some(Some(first)), Some(own)) => own > first,
        (Some(Some(_)) | None, None) => true,
        (Some(None), _) | (None, Some(_)) => false,
    });
    viewers.extend(second);
    let mut named: Vec<(String, u32)> = Vec::new();
    let mut counted: BTreeSet<CharacterId> = BTreeSet::new();
    let mut nameless = 0;
    for viewer in viewers {
        let viewer_state = war.character(viewer);
        // An observer who cannot tell people apart cannot say who died.
        let is_told_apart = |who: &CharacterId| war.acuity(viewer) >= Acuity::D || war.are_partners(viewer, *who);
        for who in
            viewer_state.seen_dead.iter().copied().filter(|who| is_master_or_servant(war, *who)).filter(is_told_apart)
        {
            let Some(night) = night_of_death(who).filter(|_| counted.insert(who)) else { continue };
            if matches!(identify(war, viewer, Acuity::D, who), Figure::Known(_)) || who == viewer {
                named.push((war.character(who).name.clone(), night));
            } else {
                nameless += 1;
            }
        }
        // Everybody hears of a focus Master's own death: the public changes its viewpoint then.
        if let Some(night) = night_of_death(viewer).filter(|_| counted.insert(viewer)) {
            named.push((viewer_state.name.clone(), night));
        }
    }
    named.sort_by(|a, b| (a.1, &a.0).cmp(&(b.1, &b.0)));
    (named, nameless)
}

/// The Master through whose eyes the public sees now (R383). Sheltered or disqualified, they still count (A244).
fn find_focus_master(war: &War) -> Option<CharacterId> {
    let is_alive = |id: &CharacterId| war.characters.get(id.index()).is_some_and(|c| c.is_alive());
    war.setup.focus_primary.filter(is_alive).or(war.setup.focus_secondary.filter(is_alive))
}

/// Reduces a focus Master's observation to a bystander's of at most ACT D, so that not even their own deeds appear in
/// detail. An attack on them from elsewhere they still see from its far end; of what they did elsewhere they see
/// nothing, except that they used a skill.
fn reduce_to_onlooker(event: &Event, observation: &Observation) -> Option<Observation> {
    let vantage = match (observation.vantage, observation.is_afar, &event.kind) {
        (Vantage::Victim, true, _) => Vantage::Victim,
        (Vantage::Own, true, EventKind::Effects(Effects::SkillUsed { .. })) => Vantage::Present,
        (Vantage::Own, true, _) => return None,
        (Vantage::Told, _, EventKind::Referee(Referee::Told { .. })) => Vantage::Told,
        (Vantage::Own | Vantage::Victim | Vantage::Present | Vantage::Scout | Vantage::Told, ..) => Vantage::Present,
    };
    // Only the attacker may know that its hit met somebody unseen (A257).
    let has_met_unseen = if let EventKind::Combat(Combat::Hit { taker, .. }) = &event.kind {
        observation.unseen.contains(taker)
    } else {
        !matches!(event.kind, EventKind::Effects(Effects::SkillUsed { .. })) && !observation.unseen.is_empty()
    };
    if has_met_unseen && vantage == Vantage::Present {
        return None;
    }
    Some(Observation { vantage, acuity: observation.acuity.min(Acuity::D), ..observation.clone() })
}

/// Whether a public update tells of this act.
const fn is_public(perceived: &Perceived) -> bool {
    match perceived.act {
        SeenAct::Used => perceived.is_attack || perceived.is_noble_phantasm,
        SeenAct::Fighting
        | SeenAct::Uproar
        | SeenAct::Flash
        | SeenAct::Left
        | SeenAct::Entered
        | SeenAct::Summoned
        | SeenAct::Vanished
        | SeenAct::Died
        | SeenAct::PeopleVanished
        | SeenAct::CommandSpell
        | SeenAct::Announced
        | SeenAct::EnteredSpiritForm
        | SeenAct::LeftSpiritForm => true,
        // The public update is shorter than a private one (R381): of hits that fell here, it tells only who ended up
        // badly hurt.
        SeenAct::Hit => perceived.is_afar || matches!(perceived.wound, Some(Wound::Heavy(true))),
        SeenAct::TurnBegan
        | SeenAct::Scouted
        | SeenAct::BattleFound
        | SeenAct::ScoutNoticed
        | SeenAct::Sighted
        | SeenAct::Regenerated
        | SeenAct::UpkeepPaid
        | SeenAct::Drained
        | SeenAct::OrderOutcome
        | SeenAct::Refunded
        | SeenAct::Shielded
        | SeenAct::Negated
        | SeenAct::StatusReceived
        | SeenAct::StatusIgnored
        | SeenAct::PoisonTicked
        | SeenAct::StatusEnded
        | SeenAct::Restored
        | SeenAct::Lost
        | SeenAct::Unease
        | SeenAct::FieldSensed
        | SeenAct::MarbleOpened
        | SeenAct::TakenIn
        | SeenAct::PlaceSealed
        | SeenAct::MarbleEnded
        | SeenAct::Idled
        | SeenAct::Damaged
        | SeenAct::EffectBegan
        | SeenAct::EffectEnded
        | SeenAct::MoveCancelled
        | SeenAct::Freed
        | SeenAct::Contracted
        | SeenAct::Disqualified
        | SeenAct::CombatPoints
        | SeenAct::CombatPointsLost
        | SeenAct::SpellsChanged
        | SeenAct::Alert
        | SeenAct::HomeTaken
        | SeenAct::Recognised
        | SeenAct::Learned
        | SeenAct::ManaSensed
        | SeenAct::Bought
        | SeenAct::ItemGiven
        | SeenAct::LeftSo
        | SeenAct::ItemDropped
        | SeenAct::ItemTaken
        | SeenAct::ItemsNoticed
        // These have their own lines on the page, whoever sees them (R301, R385, I10).
        | SeenAct::CivilianConsumed
        | SeenAct::Cry
        | SeenAct::Marked
        | SeenAct::HuntEnded
        | SeenAct::StoryTold
        | SeenAct::MasterConsumed
        | SeenAct::IgmPaid
        | SeenAct::Informed
        | SeenAct::Sheltered
        | SeenAct::StoryGained
        | SeenAct::Ending
        | SeenAct::Ruled
        | SeenAct::Told
        | SeenAct::WarEnded => false,
    }
}

/// Removes what the public never reads. It lists each field that may stay, so a new field is left out by default.
fn cut_for_public(war: &War, seen: Perceived) -> Perceived {
    let stranger_to_kind = |figure: Figure| match figure {
        Figure::Stranger(id) => Figure::OfKind(war.character(id).kind),
        other => other,
    };
    let without_details = Perceived { location: None, ..seen.without_details() };
    Perceived {
        is_afar: seen.is_afar,
        actor: seen.actor.map(stranger_to_kind),
        objects: seen.objects.into_iter().map(stranger_to_kind).collect(),
        interceptor: seen.interceptor.map(stranger_to_kind),
        is_noble_phantasm: seen.is_noble_phantasm,
        is_attack: seen.is_attack,
        wound: seen.wound,
        ailment: seen.ailment,
        affliction: seen.affliction,
        words: seen
            .words
            .filter(|_| seen.is_noble_phantasm || seen.act == SeenAct::Announced)
            .filter(|words| seen.act == SeenAct::Announced || hides_true_names(war, words)),
        ..without_details
    }
}

/// Whether the onlookers' words of a sheet contain no true name.
fn hides_true_names(war: &War, words: &str) -> bool {
    let lowercase = words.to_lowercase();
    !war.setup.sheets.iter().filter_map(|s| s.true_name.as_ref()).any(|name| lowercase.contains(&name.to_lowercase()))
}

/// Arranges what was seen by phase. Within a phase, the order follows from what was seen, with wounds and deaths last
/// and without duplicates.
fn arrange_by_phase(war: &War, seen: Vec<Perceived>) -> Vec<(Phase, Vec<Perceived>)> {
    let mut phases: Vec<(Phase, Vec<Perceived>)> = Vec::new();
    for perceived in seen {
        match phases.last_mut() {
            Some((phase, list)) if *phase == perceived.phase => list.push(perceived),
            _ => phases.push((perceived.phase, vec![perceived])),
        }
    }
    for (_, list) in &mut phases {
        keep_last_wounds(list);
        *list = std::mem::take(list).into_iter().map(|seen| cut_for_public(war, seen)).collect();
        list.sort_by_cached_key(|perceived| {
            let figure_key = |figure: Figure| sight_key(war, perceived.observer, figure);
            let objects: Vec<(u8, u64)> = perceived.objects.iter().map(|f| figure_key(*f)).collect();
            (
                perceived.act == SeenAct::Died,
                perceived.act == SeenAct::Hit,
                perceived.actor.map_or((9, 0), figure_key),
                objects,
                perceived.act,
                perceived.words.clone(),
            )
        });
        list.dedup_by(|a, b| (a.act, a.actor, &a.objects, &a.words) == (b.act, b.actor, &b.objects, &b.words));
    }
    phases
}

/// Keeps, of those struck in a phase, only how they looked in the end; of the dead, only their death.
fn keep_last_wounds(list: &mut Vec<Perceived>) {
    let body_of = |perceived: &Perceived| perceived.interceptor.or(perceived.objects.first().copied());
    for hit in list.iter_mut().filter(|perceived| perceived.act == SeenAct::Hit) {
        hit.objects = body_of(hit).into_iter().collect();
        (hit.actor, hit.interceptor) = (None, None);
    }
    let mut settled: Vec<Figure> =
        list.iter().filter(|p| p.act == SeenAct::Died).flat_map(|p| p.objects.clone()).collect();
    let mut kept: Vec<Perceived> = Vec::with_capacity(list.len());
    for perceived in list.drain(..).rev() {
        let identified_body = body_of(&perceived).filter(|f| perceived.act == SeenAct::Hit && f.identity().is_some());
        if identified_body.is_some_and(|figure| settled.contains(&figure)) {
            continue;
        }
        settled.extend(identified_body);
        kept.push(perceived);
    }
    kept.reverse();
    *list = kept;
}
