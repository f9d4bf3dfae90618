//! The dossiers of a page, one for each other character that the reader knows of: who they are, what they look like,
//! where they were seen, how hurt they last looked, what they can do, what the Logic Game says of them.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::event::words::fact_words;
use crate::perception::dossiers::{BlowReduction, BlowSeen, Dossier, KnownDeath, ReducedBlow, Sighting, SkillSeen};
use crate::perception::last_wounds::wounds_before_recovering;
use crate::perception::lexicon::Lexicon;
use crate::perception::logic_view::StatementView;
use crate::perception::look::Look;
use crate::perception::report::{KnownPerson, Report};
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::rank::RankLetter;
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::wound::Wound;

use super::reader_map::was_only_seen_leaving;
use super::value_words;

/// What a seat knows of a character outside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DossierLine {
    /// Handle or alias.
    pub name: String,
    /// The same with the look of a stranger: `the woman with a long halberd (Stranger-2)`.
    pub introduced: String,
    /// Master, Servant or familiar.
    pub kind: Option<&'static str>,
    /// The Master that a Servant was last seen to serve.
    pub master: Option<String>,
    /// Whether they are dead, as far as the reader knows.
    #[serde(rename = "dead")]
    pub is_dead: bool,
    /// When, where and by whom they were killed, as one phrase: `Night 3, at Lighthouse, killed by Avenger`.
    pub fell: Option<String>,
    /// Where they were last seen.
    pub at: Option<String>,
    /// The Night of that sighting.
    pub night: Option<u32>,
    /// Whether that was by day, before the Night's moves.
    #[serde(rename = "by_day")]
    pub was_by_day: bool,
    /// Whether they were only seen to leave for that location, and by nobody there.
    pub left_for: bool,
    /// What they look like, as one phrase; `none` when that stands elsewhere on the page, or when tonight brought
    /// nothing new of them.
    pub look: Option<String>,
    /// Where they were seen on earlier Nights, as one phrase; only for those seen tonight.
    pub seen: Option<String>,
    /// Where they were last seen on each Night, the earliest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sightings: Vec<SightingLine>,
    /// How hurt they last looked, as one phrase.
    pub health: Option<String>,
    /// The skills they were seen to use, as one phrase.
    pub skills: Option<String>,
    /// The same skills one by one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skills_seen: Vec<SkillLine>,
    /// The strongest hits by skills that could not be named, as one phrase; `none` for the dead.
    pub blows: Option<String>,
    /// What effects have revealed of them, and the numbers of the red and blue statements about them; a sentence
    /// each.
    pub facts: Vec<String>,
}

/// Where somebody was seen on a Night.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SightingLine {
    /// The location.
    pub place: String,
    /// The Night.
    pub night: u32,
    /// Whether it was by day, before the Night's moves.
    #[serde(rename = "by_day", skip_serializing_if = "std::ops::Not::not")]
    pub was_by_day: bool,
}

/// A skill that somebody was seen to use; what was not recognised is absent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SkillLine {
    /// Its name.
    pub name: String,
    /// Whether it is a Noble Phantasm.
    #[serde(rename = "noble", skip_serializing_if = "std::ops::Not::not")]
    pub is_noble_phantasm: bool,
    /// The letter of the Noble Phantasm's rank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<&'static str>,
    /// Its type: `Anti-Personnel`.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// The type of its damage.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damage: Option<&'static str>,
    /// The strongest hit so far, as a phrase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<String>,
}

impl SkillLine {
    /// For example `Maul (Anti-Personnel, Physical, so far up to 51.084)`.
    fn describe(&self) -> String {
        let rank = self.rank.map(|rank| format!(" ranked {rank}")).unwrap_or_default();
        let noble = self.is_noble_phantasm.then(|| format!("Noble Phantasm{rank}"));
        let types = self.kind.into_iter().chain(self.damage).map(str::to_owned);
        let most = self.most.as_ref().map(|most| format!("so far up to {most}"));
        let details: Vec<String> = noble.into_iter().chain(types).chain(most).collect();
        if details.is_empty() { self.name.clone() } else { format!("{} ({})", self.name, details.join(", ")) }
    }
}

/// The dossiers of a report, in its order. A character of which only the name on the roster is known has none.
pub fn dossier_lines(report: &Report) -> Vec<DossierLine> {
    let recovering = wounds_before_recovering(&report.scenes);
    report.known_people.iter().filter_map(|person| dossier_line(person, report, &recovering)).collect()
}

fn dossier_line(
    person: &KnownPerson,
    report: &Report,
    recovering: &BTreeMap<CharacterId, Wound>,
) -> Option<DossierLine> {
    let (known, lexicon, empty) = (&person.knowledge, &report.lexicon, Dossier::default());
    let dossier = person.character.and_then(|who| report.dossiers.get(&who)).unwrap_or(&empty);
    if known.last_seen.is_none() && !known.is_dead && known.learned.is_empty() && dossier.is_empty() {
        return None;
    }
    // For a character that tonight brought nothing new of, one line is enough.
    let seen_tonight = !known.is_dead && known.last_seen.as_ref().is_some_and(|(_, night)| *night == report.night);
    let met_tonight = report.people.iter().any(|met_person| Some(met_person.character) == person.character);
    let learned = known.learned.iter().map(|(fact, night)| format!("{}, as of Night {night}", fact_words(fact)));
    let skills_seen: Vec<SkillLine> = dossier.skills.iter().filter_map(|seen| skill_line(seen, report)).collect();
    Some(DossierLine {
        name: known.name.clone(),
        introduced: lexicon.prepend_look(person.character, &known.name),
        kind: known.kind.map(value_words::kind_word),
        master: known.master.clone(),
        is_dead: known.is_dead,
        fell: dossier.fell.filter(|_| known.is_dead).map(|fell| describe_death(fell, lexicon)),
        at: known.last_seen.as_ref().map(|(at, _)| at.clone()),
        night: known.last_seen.as_ref().map(|(_, night)| *night),
        was_by_day: known.was_by_day,
        left_for: was_only_seen_leaving(person, report),
        // A stranger's look is left out if it is only the sex, which already stands before the alias.
        look: person
            .look
            .as_ref()
            .filter(|look| {
                seen_tonight
                    && !met_tonight
                    && (known.is_recognised || look.appearance.is_some() || look.weapon.is_some())
            })
            .and_then(|look| describe_look(look, &known.name)),
        seen: earlier_locations(&dossier.seen, report.night, lexicon).filter(|_| seen_tonight),
        sightings: dossier.seen.iter().map(|sighting| sighting_line(sighting, lexicon)).collect(),
        health: dossier
            .wound
            .filter(|_| !known.is_dead)
            .and_then(|(night, wound)| {
                let night_words = if night == report.night { "tonight".to_owned() } else { format!("Night {night}") };
                value_words::brief_wound_words(wound).map(|looks| format!("{looks} ({night_words})"))
            })
            .or_else(|| {
                let before = recovering.get(&person.character.filter(|_| !known.is_dead)?)?;
                value_words::brief_wound_words(*before).map(|looks| format!("{looks} before recovering (tonight)"))
            }),
        skills: (!skills_seen.is_empty())
            .then(|| skills_seen.iter().map(SkillLine::describe).collect::<Vec<_>>().join("; ")),
        skills_seen,
        blows: describe_anonymous_hits(&dossier.blows, report).filter(|_| !known.is_dead),
        facts: learned.chain(list_statements_naming(&known.name, &report.logic.statements)).collect(),
    })
}

/// For example `A broad deaf man in a leather apron (class Archer; armed with a bronze bombard)`. A class that is
/// also the name is not repeated.
fn describe_look(look: &Look, name: &str) -> Option<String> {
    let hand = look.weapon.as_ref().map(|weapon| format!("armed with {}", weapon.trim_end_matches('.')));
    let class = look.class.as_ref().filter(|class| *class != name).map(|class| format!("class {class}"));
    let details: Vec<String> = class.into_iter().chain(hand).collect();
    let details = (!details.is_empty()).then(|| details.join("; "));
    match (look.appearance.as_ref().map(|text| text.trim_end_matches('.')), &look.sex, details) {
        (Some(appearance), _, Some(about)) => Some(format!("{appearance} ({about})")),
        (Some(appearance), _, None) => Some(appearance.to_owned()),
        (None, sex, about) => {
            let parts: Vec<String> = sex.iter().map(|sex| sex.to_lowercase()).chain(about).collect();
            (!parts.is_empty()).then(|| parts.join("; "))
        }
    }
}

/// For example `Night 3, Attacking Phase, at Lighthouse, killed by Avenger`; says so when nobody could tell how or by
/// whom.
fn describe_death(death: KnownDeath, lexicon: &Lexicon) -> String {
    let phase = death.phase.map(|phase| format!(", {}", phase.name())).unwrap_or_default();
    let at = death.at.map(|at| format!(", at {}", lexicon.location_name(at))).unwrap_or_default();
    let by = match death.by {
        Some(by) => format!(", killed by {}", lexicon.character_name(by)),
        None if death.was_unseen => "; how and where: nobody of yours saw it".to_owned(),
        None if death.is_killer_unknown => "; whose blow it was could not be told".to_owned(),
        None => String::new(),
    };
    format!("Night {}{phase}{at}{by}", death.night)
}

/// For example `Foundry (Nights 1 and 2), Lighthouse (Night 4, by day)`, for the Nights before the last sighting.
fn earlier_locations(seen: &[Sighting], tonight: u32, lexicon: &Lexicon) -> Option<String> {
    let last = seen.last()?;
    let earlier = seen.iter().filter(|sighting| sighting.night < last.night.min(tonight));
    let mut locations: Vec<(LocationId, Vec<(u32, bool)>)> = Vec::new();
    for sighting in earlier {
        let when = (sighting.night, sighting.was_by_day);
        match locations.iter_mut().find(|(at, _)| *at == sighting.at) {
            Some((_, nights)) => nights.push(when),
            None => locations.push((sighting.at, vec![when])),
        }
    }
    let words = |(at, nights): &(LocationId, Vec<(u32, bool)>)| {
        let by_day = nights.iter().any(|(_, by_day)| *by_day);
        let night = |(night, by_day): &(u32, bool)| match by_day {
            true => format!("Night {night} by day"),
            false if nights.len() > 1 && nights.iter().all(|(_, by_day)| !by_day) => night.to_string(),
            false => format!("Night {night}"),
        };
        let s = if nights.len() > 1 && !by_day { "Nights " } else { "" };
        let nights: Vec<String> = nights.iter().map(night).collect();
        format!("{} ({s}{})", lexicon.location_name(*at), value_words::join_with_and(&nights).unwrap_or_default())
    };
    value_words::join_with_and(&locations.iter().map(words).collect::<Vec<_>>())
}

fn sighting_line(sighting: &Sighting, lexicon: &Lexicon) -> SightingLine {
    SightingLine {
        place: lexicon.location_name(sighting.at).to_owned(),
        night: sighting.night,
        was_by_day: sighting.was_by_day,
    }
}

fn skill_line(seen: &SkillSeen, report: &Report) -> Option<SkillLine> {
    Some(SkillLine {
        name: report.lexicon.skill_name(seen.skill, seen.is_upgraded)?.to_owned(),
        is_noble_phantasm: seen.is_noble_phantasm,
        rank: seen.rank.map(RankLetter::name),
        kind: seen.kind.map(SkillType::name),
        damage: seen.damage.map(DamageType::name),
        most: describe_strongest_hit(seen.most, seen.lessened.as_ref(), report),
    })
}

/// For example `27.06 Magical and 9.45 Physical at most so far`.
fn describe_anonymous_hits(seen: &[BlowSeen], report: &Report) -> Option<String> {
    let describe_blow = |seen_blow: &BlowSeen| {
        let kind = seen_blow.damage.map(|kind| format!(" {kind}")).unwrap_or_default();
        let most = seen_blow.most.map(|most| format!("{most}{kind}"));
        let lessened = seen_blow.lessened.as_ref().filter(|blow| seen_blow.most.is_none_or(|most| most < blow.damage));
        let lessened = lessened.map(|blow| format!("{}{kind} ({})", blow.damage, describe_reductions(blow, report)));
        lessened.or(most)
    };
    value_words::join_with_and(&seen.iter().filter_map(describe_blow).collect::<Vec<_>>())
        .map(|all| format!("{all} at most so far"))
}

/// The largest hit seen: `51.084`. If the largest was one that the reader's own side reduced, what reduced it
/// follows: `44.1 with 50% less by Survive at all costs!, which has ended`.
fn describe_strongest_hit(most: Option<Exact>, lessened: Option<&ReducedBlow>, report: &Report) -> Option<String> {
    let stronger = lessened.filter(|blow| most.is_none_or(|most| most < blow.damage));
    let lessened = stronger.map(|blow| format!("{} {}", blow.damage, describe_reductions(blow, report)));
    lessened.or(most.map(|most| most.to_string()))
}

/// For example `with 50% less by Survive at all costs!, which has ended`.
fn describe_reductions(blow: &ReducedBlow, report: &Report) -> String {
    let is_in_force = |name: &str| {
        let effects =
            report.own_states.iter().flat_map(|own| &own.effects).filter_map(|effect| effect.skill.as_deref());
        let abilities = report.own_states.iter().flat_map(|own| &own.abilities).map(|ability| ability.name.as_str());
        effects.chain(abilities).any(|known| known == name)
    };
    let describe_reduction = |reduction: &BlowReduction| {
        let name = report.lexicon.skill_name(reduction.skill, false)?;
        let part = reduction.part.and_then(|part| part.times(Exact::whole(100)).ok());
        let less = part.map_or("less".to_owned(), |part| format!("{part}% less"));
        let ended_note = if is_in_force(name) { "" } else { ", which has ended" };
        Some(format!("{less} by {name}{ended_note}"))
    };
    let all: Vec<String> = blow.by.iter().filter_map(describe_reduction).collect();
    format!("with {}", value_words::join_with_and(&all).unwrap_or_else(|| "something taken off".to_owned()))
}

/// The statements of the Logic Game's log that name a character, without the reader's own.
fn list_statements_naming(name: &str, statements: &[StatementView]) -> Option<String> {
    let names = |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '-').any(|word| word == name);
    let is_about_them =
        |statement: &&StatementView| !statement.is_own && statement.set_aside.is_none() && names(&statement.text);
    let numbers: Vec<String> = statements
        .iter()
        .filter(is_about_them)
        .map(|statement| format!("{} ({}, {})", statement.number, statement.colour.name(), statement.by))
        .collect();
    value_words::join_with_and(&numbers).map(|numbers| format!("spoken of in the Logic Game: {numbers}"))
}
