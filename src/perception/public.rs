//! A Night as everybody may read it (R380–R385, A244, A245).
//!
//! The viewpoint is the focus Master's: what they perceived with their own senses, at most at ACT D, and
//! never a skill's name, a number or a true name. From the moment they are dead it is the secondary focus
//! Master's; with neither only that there was fighting and that Noble Phantasms were used.

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

use super::figure::{figure, sight_key};
use super::lexicon::Lexicon;
use super::logic_view::{LogicView, log};
use super::perceive::perceive_plainly;
use super::perceived::{Figure, Perceived, SeenAct, Wound};

/// A Night as everybody may read it.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct PublicReport {
    pub night: u32,
    /// Through whose eyes, in order; empty when no focus Master is left.
    pub focus: Vec<String>,
    /// What they saw, phase by phase.
    pub phases: Vec<(Phase, Vec<Perceived>)>,
    /// At how many places there was fighting that no focus Master was left to see.
    pub battles: usize,
    /// How many Noble Phantasms were used that no focus Master was left to see.
    pub noble_phantasms: usize,
    /// Where civilians were killed, a name each (R301, R385).
    pub civilians: Vec<String>,
    /// The Masters whose teams the Seal marked (I10).
    pub marks: Vec<String>,
    pub hunt_over: bool,
    /// The set of story updates that appeared (R314, R316).
    pub story: Option<u32>,
    /// Whom the public updates name tonight for the first time, with the kind.
    pub first_seen: Vec<(String, SheetKind)>,
    /// Who is named on it, of Masters and Servants.
    pub named: Vec<CharacterId>,
    /// Whose death a focus Master has seen, with the Night.
    pub fallen: Vec<(String, u32)>,
    /// Deaths they have seen of people they could not name.
    pub nameless: usize,
    /// How many Masters and Servants began the War, which is no secret.
    pub cast: usize,
    /// Whether the War is over, and who won.
    pub ended: Option<WarEnd>,
    /// The Logic Game's log.
    pub logic: LogicView,
    /// The names the report may use.
    pub lexicon: Lexicon,
}

/// The public's report of a Night.
pub fn public_report(before: &War, after: &War, events: &[Event]) -> PublicReport {
    let mut war = before.clone();
    let mut seen: Vec<Perceived> = Vec::new();
    let mut focus: Vec<CharacterId> = viewpoint(before).into_iter().collect();
    let mut battles: BTreeSet<LocationId> = BTreeSet::new();
    let mut noble_phantasms = 0;
    let (mut civilians, mut marks, mut hunt_over, mut story) = (Vec::new(), Vec::new(), false, None);
    for event in events {
        let eyes = viewpoint(&war);
        apply(&mut war, event);
        if let EventKind::Resources(Resources::CivilianConsumed { at, .. }) = &event.kind {
            civilians.push(war.setup.location(*at).name.clone());
        } else if let EventKind::Igm(Igm::Marked { masters, public: true, .. }) = &event.kind {
            marks = masters.iter().map(|id| war.character(*id).name.clone()).collect();
        } else if let EventKind::Igm(Igm::HuntEnded { public: true, .. }) = &event.kind {
            hunt_over = true;
        } else if let EventKind::Course(Course::StoryTold { set }) = &event.kind {
            story = Some(*set);
        }
        // What is said to everybody needs nobody's eyes (R378).
        let announced = matches!(event.kind, EventKind::Referee(Referee::Told { public: true, .. }));
        let anybody = event.observations.first().map(|s| s.observer).filter(|_| announced && eyes.is_none());
        let Some(eyes) = eyes.or(anybody) else {
            if let EventKind::Effects(Effects::SkillUsed { skill, attack, .. }) = &event.kind {
                battles.extend(event.place.filter(|_| *attack));
                noble_phantasms += usize::from(war.skill(*skill).role == SkillRole::NoblePhantasm);
            }
            continue;
        };
        if !focus.contains(&eyes) && anybody.is_none() {
            focus.push(eyes);
        }
        let observation = event.observations.iter().find(|s| s.observer == eyes).and_then(|s| as_onlooker(event, s));
        seen.extend(observation.and_then(|observation| perceive_plainly(&war, event, &observation)).filter(is_public));
    }
    civilians.sort_unstable();
    let phases = arrange_by_phase(after, seen);
    let mut lexicon = Lexicon::public(after);
    for perceived in phases.iter().flat_map(|(_, seen)| seen) {
        lexicon.add(after, perceived);
    }
    let (fallen, nameless) = fallen(after);
    PublicReport {
        night: after.night,
        first_seen: first_seen(before, after, &focus, &phases),
        named: named(after, &phases),
        fallen,
        nameless,
        cast: after.ids().filter(|id| is_player(after, *id)).count(),
        focus: focus.iter().map(|id| after.character(*id).name.clone()).collect(),
        phases,
        battles: battles.len(),
        noble_phantasms,
        civilians,
        marks,
        hunt_over,
        story,
        ended: war_end(after),
        logic: log(after, None),
        lexicon,
    }
}

/// The War's end, which everybody is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WarEnd {
    /// The team that has won, if any.
    pub winner: Option<String>,
}

/// The end of a War that is over.
pub fn war_end(war: &War) -> Option<WarEnd> {
    let end = war.ended.as_ref()?;
    let winner = end.winner.and_then(|team| war.setup.teams.get(team.index())).map(|team| team.name.clone());
    Some(WarEnd { winner })
}

/// A Master or a Servant.
fn is_player(war: &War, who: CharacterId) -> bool {
    matches!(war.character(who).kind, SheetKind::Master | SheetKind::Servant)
}

/// Whom no public update has named before tonight's, as they stand on the page. Of Nights played before that was kept,
/// whom those through whose eyes the public sees had not seen, or could not name.
fn first_seen(
    before: &War,
    after: &War,
    focus: &[CharacterId],
    phases: &[(Phase, Vec<Perceived>)],
) -> Vec<(String, SheetKind)> {
    let is_new = |who: &CharacterId| {
        let met = |eyes: &CharacterId| {
            let named = matches!(figure(before, *eyes, Acuity::D, *who), Figure::Known(_));
            named && before.character(*eyes).sightings.contains_key(who)
        };
        match before.named_publicly.is_empty() {
            true => !focus.iter().any(met),
            false => !before.named_publicly.contains(who),
        }
    };
    let new = named(after, phases).into_iter().filter(is_new);
    new.map(|who| (after.character(who).name.clone(), after.character(who).kind)).collect()
}

/// The Masters and Servants who stand on the page by name, each once.
fn named(war: &War, phases: &[(Phase, Vec<Perceived>)]) -> Vec<CharacterId> {
    let mut all: Vec<CharacterId> = Vec::new();
    for seen in phases.iter().flat_map(|(_, seen)| seen) {
        for figure in seen.actor.iter().chain(&seen.objects).chain(&seen.interceptor) {
            let Figure::Known(who) = *figure else { continue };
            if is_player(war, who) && !all.contains(&who) {
                all.push(who);
            }
        }
    }
    all
}

/// Whose death somebody has seen through whose eyes the public saw then: by name and Night who is known to them, the
/// others counted.
fn fallen(war: &War) -> (Vec<(String, u32)>, usize) {
    let death = |id: CharacterId| war.characters.get(id.index()).and_then(|c| c.death.as_ref()).map(|d| d.night);
    let mut eyes: Vec<CharacterId> = war.setup.focus_primary.into_iter().collect();
    // The second one's eyes are the public's once the first is dead, and not before.
    let first_died = war.setup.focus_primary.map(death);
    let second = war.setup.focus_secondary.filter(|second| match (first_died, death(*second)) {
        (Some(Some(first)), Some(own)) => own > first,
        (Some(Some(_)) | None, None) => true,
        (Some(None), _) | (None, Some(_)) => false,
    });
    eyes.extend(second);
    let mut named: Vec<(String, u32)> = Vec::new();
    let mut counted: BTreeSet<CharacterId> = BTreeSet::new();
    let mut nameless = 0;
    for eyes in eyes {
        let seer = war.character(eyes);
        // Whoever cannot tell people apart cannot say who fell.
        let told_apart = |who: &CharacterId| war.acuity(eyes) >= Acuity::D || war.are_partners(eyes, *who);
        for who in seer.seen_dead.iter().copied().filter(|who| is_player(war, *who)).filter(told_apart) {
            let Some(night) = death(who).filter(|_| counted.insert(who)) else { continue };
            if matches!(figure(war, eyes, Acuity::D, who), Figure::Known(_)) || who == eyes {
                named.push((war.character(who).name.clone(), night));
            } else {
                nameless += 1;
            }
        }
        // Their own end everybody hears of: the public sees through other eyes from then on.
        if let Some(night) = death(eyes).filter(|_| counted.insert(eyes)) {
            named.push((seer.name.clone(), night));
        }
    }
    named.sort_by(|a, b| (a.1, &a.0).cmp(&(b.1, &b.0)));
    (named, nameless)
}

/// Whose eyes the public sees through now (R383; sheltered or disqualified they go on seeing, A244).
fn viewpoint(war: &War) -> Option<CharacterId> {
    let alive = |id: &CharacterId| war.characters.get(id.index()).is_some_and(|c| c.is_alive());
    war.setup.focus_primary.filter(alive).or(war.setup.focus_secondary.filter(alive))
}

/// The focus Master's sight as a bystander's of at most ACT D: not even their own deeds stand in detail.
/// What came at them from elsewhere they still see from its far end alone, and what they did elsewhere
/// they see no end of.
fn as_onlooker(event: &Event, observation: &Observation) -> Option<Observation> {
    let vantage = match (observation.vantage, observation.afar, &event.kind) {
        (Vantage::Victim, true, _) => Vantage::Victim,
        (Vantage::Own, true, EventKind::Effects(Effects::SkillUsed { .. })) => Vantage::Present,
        (Vantage::Own, true, _) => return None,
        (Vantage::Told, _, EventKind::Referee(Referee::Told { .. })) => Vantage::Told,
        (Vantage::Own | Vantage::Victim | Vantage::Present | Vantage::Scout | Vantage::Told, ..) => Vantage::Present,
    };
    // That a blow of theirs met somebody unseen is theirs alone to know (A257).
    let met_unseen = if let EventKind::Combat(Combat::Hit { taker, .. }) = &event.kind {
        observation.unseen.contains(taker)
    } else {
        !matches!(event.kind, EventKind::Effects(Effects::SkillUsed { .. })) && !observation.unseen.is_empty()
    };
    if met_unseen && vantage == Vantage::Present {
        return None;
    }
    Some(Observation { vantage, acuity: observation.acuity.min(Acuity::D), ..observation.clone() })
}

/// Kinds of acts a public update tells.
const fn is_public(perceived: &Perceived) -> bool {
    match perceived.act {
        SeenAct::Used => perceived.attack || perceived.noble_phantasm,
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
        // Shorter than a private update (R381): of blows that fell here no more than who was badly hurt by the end.
        SeenAct::Hit => perceived.afar || matches!(perceived.wound, Some(Wound::Heavy(true))),
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
        // These stand on the page by themselves, whoever sees (R301, R385, I10).
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

/// Takes away what the public never reads: by name each field that may stay, so that a new one does not.
fn cut_for_public(war: &War, seen: Perceived) -> Perceived {
    let stranger_to_kind = |figure: Figure| match figure {
        Figure::Stranger(id) => Figure::OfKind(war.character(id).kind),
        other => other,
    };
    let bare = Perceived { place: None, ..seen.bare() };
    Perceived {
        afar: seen.afar,
        actor: seen.actor.map(stranger_to_kind),
        objects: seen.objects.into_iter().map(stranger_to_kind).collect(),
        interceptor: seen.interceptor.map(stranger_to_kind),
        noble_phantasm: seen.noble_phantasm,
        attack: seen.attack,
        wound: seen.wound,
        ailment: seen.ailment,
        affliction: seen.affliction,
        words: seen
            .words
            .filter(|_| seen.noble_phantasm || seen.act == SeenAct::Announced)
            .filter(|words| seen.act == SeenAct::Announced || keeps_names(war, words)),
        ..bare
    }
}

/// Whether what a sheet lets onlookers see names nobody's true name.
fn keeps_names(war: &War, words: &str) -> bool {
    let words = words.to_lowercase();
    !war.setup.sheets.iter().filter_map(|s| s.true_name.as_ref()).any(|name| words.contains(&name.to_lowercase()))
}

/// By phase; within one in the order of what was seen, wounds and deaths last, each sight once.
fn arrange_by_phase(war: &War, seen: Vec<Perceived>) -> Vec<(Phase, Vec<Perceived>)> {
    let mut phases: Vec<(Phase, Vec<Perceived>)> = Vec::new();
    for perceived in seen {
        match phases.last_mut() {
            Some((phase, list)) if *phase == perceived.phase => list.push(perceived),
            _ => phases.push((perceived.phase, vec![perceived])),
        }
    }
    for (_, list) in &mut phases {
        last_wounds(list);
        *list = std::mem::take(list).into_iter().map(|seen| cut_for_public(war, seen)).collect();
        list.sort_by_cached_key(|p| {
            let key = |f: Figure| sight_key(war, p.observer, f);
            let objects: Vec<(u8, u64)> = p.objects.iter().map(|f| key(*f)).collect();
            (
                p.act == SeenAct::Died,
                p.act == SeenAct::Hit,
                p.actor.map_or((9, 0), key),
                objects,
                p.act,
                p.words.clone(),
            )
        });
        list.dedup_by(|a, b| (a.act, a.actor, &a.objects, &a.words) == (b.act, b.actor, &b.objects, &b.words));
    }
    phases
}

/// Of those struck in a phase only how they looked in the end; of the dead, their death.
fn last_wounds(list: &mut Vec<Perceived>) {
    let body = |p: &Perceived| p.interceptor.or(p.objects.first().copied());
    for hit in list.iter_mut().filter(|p| p.act == SeenAct::Hit) {
        hit.objects = body(hit).into_iter().collect();
        (hit.actor, hit.interceptor) = (None, None);
    }
    let mut later: Vec<Figure> =
        list.iter().filter(|p| p.act == SeenAct::Died).flat_map(|p| p.objects.clone()).collect();
    let mut kept: Vec<Perceived> = Vec::with_capacity(list.len());
    for seen in list.drain(..).rev() {
        let told_apart = body(&seen).filter(|f| seen.act == SeenAct::Hit && f.pointed_at().is_some());
        if told_apart.is_some_and(|figure| later.contains(&figure)) {
            continue;
        }
        later.extend(told_apart);
        kept.push(seen);
    }
    kept.reverse();
    *list = kept;
}
