//! The Night in a few lines: the important events, where the reader's own characters are and who is with them, and
//! what threatens them.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::event::detail::EndReason;
use crate::perception::last_wounds::{last_wounds, wounds_before_recovering};
use crate::perception::lexicon::Lexicon;
use crate::perception::own_state::OwnState;
use crate::perception::perceived::{Figure, Perceived, SeenAct, Why, Wound};
use crate::perception::report::Report;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::status::Status;

use super::markup::MarkedText;
use super::value_words;

/// The Night in a few lines.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct InShort {
    /// The important events, a sentence each. Empty until the narrator fills it in.
    pub happened: Vec<MarkedText>,
    /// The locations of the reader's own characters now.
    pub places: Vec<PlaceNow>,
    /// Threats and reminders, a sentence each.
    pub threats: Vec<String>,
}

/// A location of the reader's own characters at the end of the Night.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlaceNow {
    /// The place.
    #[serde(rename = "place")]
    pub location: String,
    /// The reader's own characters there, as one phrase.
    pub own: String,
    /// Who else is visible there, each with the wounds they last showed tonight; `none` if nobody is.
    pub others: Option<String>,
}

/// The summary as far as it is known before the narrator finds the words.
pub fn summarize_night(report: &Report) -> InShort {
    InShort { happened: Vec::new(), places: locations_now(report), threats: list_threats(report) }
}

/// The locations of the reader's own characters, in the order of the characters.
fn locations_now(report: &Report) -> Vec<PlaceNow> {
    let wounds = (last_wounds(&report.scenes), wounds_before_recovering(&report.scenes));
    let mut by_location: Vec<(LocationId, Vec<&OwnState>)> = Vec::new();
    for own in report.own_states.iter().filter(|own| own.is_alive) {
        match by_location.iter_mut().find(|(at, _)| *at == own.location) {
            Some((_, there)) => there.push(own),
            None => by_location.push((own.location, vec![own])),
        }
    }
    let build_location = |(at, there): (LocationId, Vec<&OwnState>)| {
        let names: Vec<&str> = there.iter().map(|own| own.name.as_str()).collect();
        // Of several observers, the one who identifies the most characters is used.
        let identified_count =
            |company: &&Vec<Figure>| company.iter().filter(|figure| figure.identity().is_some()).count();
        let company = there.iter().filter_map(|own| own.others_beside.as_ref()).max_by_key(identified_count);
        PlaceNow {
            location: report.lexicon.location_name(at).to_owned(),
            own: value_words::join_with_and(&names).unwrap_or_default(),
            others: company.and_then(|company| describe_company(company, &wounds, report)),
        }
    };
    by_location.into_iter().map(build_location).collect()
}

/// The characters at a location, each with the wounds they last showed; those not identified are counted.
fn describe_company(
    company: &[Figure],
    (wounds, before_recovering): &(BTreeMap<CharacterId, Wound>, BTreeMap<CharacterId, Wound>),
    report: &Report,
) -> Option<String> {
    let lexicon = &report.lexicon;
    let (identified, kinds): (Vec<Figure>, Vec<Figure>) = company.iter().partition(|f| f.identity().is_some());
    let looks = |figure: &Figure| {
        let describe_wound = |wounds_by_id: &BTreeMap<CharacterId, Wound>| {
            figure
                .identity()
                .and_then(|who| wounds_by_id.get(&who))
                .and_then(|wound| value_words::brief_wound_words(*wound))
        };
        describe_wound(wounds)
            .or_else(|| describe_wound(before_recovering).map(|looks| format!("{looks} before recovering")))
            .or_else(|| describe_earlier_wound(figure.identity()?, report))
    };
    let looks: Vec<Option<String>> = identified.iter().map(looks).collect();
    // Among names with a note, a name without one would read as though it shared the note.
    let has_notes = looks.iter().any(Option::is_some);
    let name_with_look = |(figure, looks): (&Figure, Option<String>)| {
        let note = looks.or_else(|| has_notes.then(|| "Health not seen".to_owned()));
        let name = lexicon.name_with_look(*figure);
        match note {
            Some(note) => value_words::append_note(name, &note),
            None => name,
        }
    };
    let mut names: Vec<String> = identified.iter().zip(looks).map(name_with_look).collect();
    names.extend(value_words::figures_phrase(&kinds, lexicon));
    value_words::join_with_and(&names)
}

/// How hurt somebody looked when last seen so, on an earlier Night: `unhurt on Night 2`.
fn describe_earlier_wound(who: CharacterId, report: &Report) -> Option<String> {
    let (night, wound) = report.dossiers.get(&who)?.wound?;
    let looks = value_words::brief_wound_words(wound)?;
    Some(format!("{looks} on Night {night}"))
}

/// Next Turn's threats to the seat's own characters, which come whatever the player orders.
fn list_threats(report: &Report) -> Vec<String> {
    let mut list: Vec<String> = Vec::new();
    if report.war_end.is_some() {
        return list;
    }
    let living = || report.own_states.iter().filter(|own| own.is_alive);
    // Each character counts their own Turns of a battle (A102). For one who has had none, the next Turn would be the
    // first.
    let has_company = |own: &&OwnState| own.others_beside.as_ref().is_some_and(|company| !company.is_empty());
    let mut battles: Vec<(LocationId, u32, Vec<&str>)> = Vec::new();
    for own in living().filter(|own| own.turns_in_battle > 0 || has_company(own)) {
        match battles.iter_mut().find(|(at, turns, _)| (*at, *turns) == (own.location, own.turns_in_battle)) {
            Some((.., who)) => who.push(&own.name),
            None => battles.push((own.location, own.turns_in_battle, vec![&own.name])),
        }
    }
    list.extend(battles.into_iter().map(|(at, turns, who)| {
        let others = value_words::join_with_and(&list_others_in_battle(at, report));
        let others = others.map(|others| format!(" (seen to fight in it too: {others})")).unwrap_or_default();
        let (at, who) = (report.lexicon.location_name(at), value_words::join_with_and(&who).unwrap_or_default());
        match turns {
            0 => format!("At {at} a battle next Turn would be the first Turn of it for {who}, which nobody leaves."),
            turns => {
                format!("The battle at {at} goes on{others}: next Turn is the {} of it for {who}.", ordinal(turns + 1))
            }
        }
    }));
    list.extend(report.own_states.iter().filter_map(|own| describe_lost_homes(own, report)));
    list.extend(list_ended_effects(report));
    for own in living() {
        add_character_threats(own, report.night, &mut list);
    }
    list.dedup();
    list
}

/// The others beside the seat's own at a location who were seen to attack or to be attacked there tonight.
fn list_others_in_battle(location: LocationId, report: &Report) -> Vec<String> {
    let scenes_there = report.scenes.iter().filter(|scene| scene.location == location);
    let attacks: Vec<&Perceived> =
        scenes_there.flat_map(|scene| scene.event_groups.iter().flatten()).filter(|part| part.is_attack).collect();
    let fought = |figure: &Figure| {
        let is_in = |part: &&Perceived| {
            part.actor == Some(*figure) || part.interceptor == Some(*figure) || part.objects.contains(figure)
        };
        figure.identity().is_some() && attacks.iter().any(is_in)
    };
    let mut names: Vec<String> = Vec::new();
    for own in report.own_states.iter().filter(|own| own.is_alive && own.location == location) {
        for figure in own.others_beside.iter().flatten().filter(|figure| fought(figure)) {
            let name = report.lexicon.figure_name(*figure).to_owned();
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// What a seat loses with the Home Bases of a Master who died tonight (R222, R225, R229).
fn describe_lost_homes(own: &OwnState, report: &Report) -> Option<String> {
    let locations: Vec<String> = own.lost_homes.iter().map(|at| report.lexicon.location_name(*at).to_owned()).collect();
    let locations = value_words::join_with_and(&locations)?;
    Some(format!("With {}'s death {locations} is no Home Base of yours any more: it gives no alarm to you.", own.name))
}

/// The effects of the reader's own that ended tonight, each with what it no longer does; without effects on the dead
/// and effects that are in force again.
fn list_ended_effects(report: &Report) -> Vec<String> {
    let living = |figure: &Figure| match figure.identity() {
        Some(who) => report.own_states.iter().find(|own| own.id == who && own.is_alive),
        None => None,
    };
    let mut list: Vec<String> = Vec::new();
    for part in report.scenes.iter().flat_map(|scene| scene.event_groups.iter().flatten()) {
        let Some(skill) = part.skill.and_then(|skill| report.lexicon.skill_name(skill, part.is_upgraded)) else {
            continue;
        };
        if part.act != SeenAct::EffectEnded || part.effect_sentences.is_empty() {
            continue;
        }
        let owners: Vec<&OwnState> = part.objects.iter().filter_map(living).collect();
        let is_in_force_again = owners.iter().any(|own| own.effects.iter().any(|e| e.skill.as_deref() == Some(skill)));
        if owners.is_empty() || is_in_force_again {
            continue;
        }
        let names: Vec<&str> = owners.iter().map(|own| own.name.as_str()).collect();
        let (user, target) = (part.actor.map(|figure| report.lexicon.figure_name(figure)), names.first().copied());
        let effects: Vec<String> = part
            .effect_sentences
            .iter()
            .map(|sentence| value_words::replace_user_and_target(sentence, user, target))
            .collect();
        let (on, does) = (value_words::join_with_and(&names), value_words::join_sentences(&effects));
        let (on, does) = (on.unwrap_or_default(), value_words::uncapitalise_opening(&does.unwrap_or_default()));
        let unpaid = if part.reason == Some(Why::Ended(EndReason::Unpaid)) { ", unpaid" } else { "" };
        let line = format!("“{skill}” on {on} has ended{unpaid}; no longer: {does}.");
        if !list.contains(&line) {
            list.push(line);
        }
    }
    list
}

fn add_character_threats(own: &OwnState, night: u32, list: &mut Vec<String>) {
    let name = &own.name;
    let poison: Exact = own
        .statuses
        .iter()
        .filter_map(|status| match status {
            Status::Poison { damage, .. } => Some(*damage),
            Status::Stun { .. } => None,
        })
        .sum();
    if !poison.is_zero() {
        list.push(format!("Poison is about to take {poison} Health from {name}."));
    }
    for effect in &own.effects {
        let Some(skill) = &effect.skill else { continue };
        // A Master's spell on a Servant is in force for both, but is told once.
        let on = value_words::join_with_and(&effect.affected).filter(|on| on != name || !effect.is_by_self);
        let on = on.map(|on| format!(" on {on}")).unwrap_or_default();
        if effect.last_night == Some(night + 1) {
            let line = format!("“{skill}”{on} lasts through Night {}.", night + 1);
            if !list.contains(&line) {
                list.push(line);
            }
        }
        if let Some(upkeep) = effect.upkeep {
            list.push(format!("{name} keeps up {skill}: {upkeep}."));
        }
    }
    if own.is_masterless {
        list.push(describe_masterlessness(own, night));
    }
    if own.can_seek_servant() {
        list.push(format!("{name} has no Servant: nobody shields {name}."));
    }
    if own.command_spells == Some(1) {
        list.push(format!(
            "{name} has one Command Spell left: without any, {name} is disqualified as a Master, and every contract of \
             theirs breaks at once."
        ));
    }
}

/// What being masterless does to a Servant as `night` ends, and what ends it (R143, R144, R146, A164).
fn describe_masterlessness(own: &OwnState, night: u32) -> String {
    let name = &own.name;
    let Some(bereft) = own.masterless_loss else { return format!("{name} has no Master, and loses no Mana by it.") };
    let comes_back = if bereft.regenerates { "" } else { ", and none comes back" };
    let dies = bereft.dies.map(|dies| {
        let too_late = match dies.saturating_sub(1) {
            last if last > night => format!("the last Support Phase before that is Night {last}'s"),
            _ => "before that Night's Support Phase".to_owned(),
        };
        format!("; at 0, on Night {dies} as things stand and sooner where Mana is spent, {name} dies: {too_late}")
    });
    let (mana, dies) = (bereft.mana, dies.unwrap_or_default());
    // A contract takes both orders, in the Support Phase (R146).
    let helps = format!("\"Accept a contract with …\" by {name}, \"Contract with {name}\" by a Master beside {name}");
    let but = match own.skills.iter().any(|skill| skill.needs_partner) {
        true => ", but for skills that need a contract",
        false => "",
    };
    format!(
        "{name} has no Master: {mana} Mana are lost in each Initial Phase{comes_back}{dies}. What helps is a contract, made in \
         the Support Phase in one place: {helps}; that Master may have a Servant already. \"Consume a civilian\" takes the whole \
         Turn and restores a tenth of maximum Mana. Else {name} acts, fights and moves as before{but}."
    )
}

/// For example `1st`, `2nd`, `3rd`, `4th`.
fn ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// The damage that one of the reader's own dealt and took tonight, and the Health it regained, as far as its player
/// knows the numbers; `None` if there was none.
pub fn describe_fighting(own: &OwnState, report: &Report) -> Option<String> {
    let (dealt, taken) = damage_dealt_and_taken(own, report);
    let dealt = dealt.in_words("to", &report.lexicon).map(|all| format!("Dealt {all}."));
    let taken = taken.in_words("from", &report.lexicon).map(|all| format!("Took {all}."));
    let regained =
        Some(health_regained(own, report)).filter(|all| !all.is_zero()).map(|all| format!("Regained {all} Health."));
    let amounts: Vec<String> = [dealt, taken, regained].into_iter().flatten().collect();
    (!amounts.is_empty()).then(|| amounts.join(" "))
}

/// The Health that one of the reader's own got back tonight.
fn health_regained(own: &OwnState, report: &Report) -> Exact {
    let parts = report.scenes.iter().flat_map(|scene| scene.event_groups.iter().flatten());
    let given = parts.filter(|part| {
        let whose = if part.act == SeenAct::Regenerated { part.actor } else { part.objects.first().copied() };
        matches!(part.act, SeenAct::Restored | SeenAct::Regenerated) && whose == Some(Figure::Known(own.id))
    });
    given.filter_map(|part| part.amount).sum()
}

/// What Combat Points were earned for (R279), with the remainder, if any: `38.5 for damage dealt and 26.447 for half
/// of the damage taken`.
pub(super) fn describe_points_earned(amount: Exact, report: &Report) -> Option<String> {
    let all = report.own_states.iter().map(|own| damage_dealt_and_taken(own, report));
    let (dealt, taken) =
        all.fold((Exact::ZERO, Exact::ZERO), |(d, t), (more, damage_taken)| (d + more.sum(), t + damage_taken.sum()));
    let half = taken.times(Exact::percent(50)).ok()?;
    let part = |points: Exact, what: &str| (!points.is_zero()).then(|| format!("{points} for {what}"));
    // The page has no number for some of it: the reader's Poison, effects, hits that nobody identified.
    let rest = amount - dealt - half;
    let rest = part(rest, "what else came of yours (Poison, effects)");
    let parts = [part(dealt, "damage dealt"), part(half, "half of the damage taken"), rest];
    value_words::join_with_and(&parts.into_iter().flatten().collect::<Vec<_>>()).filter(|_| dealt + half <= amount)
}

fn damage_dealt_and_taken(own: &OwnState, report: &Report) -> (DamageShares, DamageShares) {
    let (mut dealt, mut taken) = (DamageShares::default(), DamageShares::default());
    for part in report.scenes.iter().flat_map(|scene| scene.event_groups.iter().flatten()) {
        let Some(amount) = part.amount.filter(|amount| is_damage(part) && !amount.is_zero()) else { continue };
        let body = part.interceptor.or(part.objects.first().copied());
        if part.actor == Some(Figure::Known(own.id)) && part.act != SeenAct::PoisonTicked {
            dealt.add(body.unwrap_or(Figure::Someone), amount);
        }
        if body == Some(Figure::Known(own.id)) {
            taken.add(part.actor.filter(|_| part.act != SeenAct::PoisonTicked).unwrap_or(Figure::Someone), amount);
        }
    }
    (dealt, taken)
}

const fn is_damage(part: &Perceived) -> bool {
    matches!(part.act, SeenAct::Hit | SeenAct::Damaged | SeenAct::PoisonTicked)
}

/// Damage by its source or target, each with the number of hits.
#[derive(Default)]
struct DamageShares(Vec<(Figure, Exact, u32)>);

impl DamageShares {
    fn add(&mut self, who: Figure, amount: Exact) {
        match self.0.iter_mut().find(|(known, ..)| *known == who) {
            Some((_, sum, blows)) => {
                *sum += amount;
                *blows += 1;
            }
            None => self.0.push((who, amount, 1)),
        }
    }

    fn sum(&self) -> Exact {
        self.0.iter().map(|(_, amount, _)| *amount).sum()
    }

    /// For example `48.5 damage (Berserker 38.5, Hedda 10)`, or `10 damage from Hedda`.
    fn in_words(&self, preposition: &str, lexicon: &Lexicon) -> Option<String> {
        let all = self.sum();
        let name = |figure: Figure, blows: u32| match figure {
            Figure::Someone => "others".to_owned(),
            // Nobody could tell whether two hits struck one character or two.
            Figure::OfKind(kind) if blows > 1 => format!("{}s not told apart", value_words::kind_word(kind)),
            Figure::Known(_) | Figure::Stranger(_) | Figure::OfKind(_) => lexicon.figure_name(figure).to_owned(),
        };
        match self.0.as_slice() {
            [] => None,
            [(Figure::Someone, ..)] => Some(format!("{all} damage")),
            [(one, _, blows)] => Some(format!("{all} damage {preposition} {}", name(*one, *blows))),
            several => {
                let (others, named): (Vec<_>, Vec<_>) = several.iter().partition(|(who, ..)| *who == Figure::Someone);
                let share = |(who, amount, blows): &(Figure, Exact, u32)| format!("{} {amount}", name(*who, *blows));
                let shares: Vec<String> = named.into_iter().chain(others).map(share).collect();
                Some(format!("{all} damage ({})", shares.join(", ")))
            }
        }
    }
}
