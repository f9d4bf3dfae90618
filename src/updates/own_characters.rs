//! The reader's own characters on a page: what they have, how it changed, what they may do next (I22).
//!
//! Numbers here are the reader's own and exact. What a character may do next Turn follows from its own state alone.
//! Nothing that hidden facts decide (an AGI bonus, who else comes) is predicted.

use serde::Serialize;

use crate::perception::own_state::{MasterlessLoss, OwnAbility, OwnEffect, OwnState, Prevented, UsableSkill};
use crate::perception::report::{Report, Ware};
use crate::perception::view::KnownLocation;
use crate::sheet::SheetKind;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::switches::MaxDistance;
use crate::vocabulary::target::TargetKind;
use crate::vocabulary::text::capitalise;

use super::markup::with_full_stop;
use super::next_turn_options::{
    describe_allowed_actions, describe_forbidden_actions, first_turn_advice, order_template,
};
use super::summary::describe_fighting;
use super::value_words;

/// A character of the seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct OwnLine {
    /// The handle.
    pub name: String,
    /// Master, Servant or familiar.
    pub kind: &'static str,
    #[serde(rename = "alive")]
    pub is_alive: bool,
    /// Whether it disappeared rather than died: a familiar.
    #[serde(rename = "vanished")]
    pub has_vanished: bool,
    pub at: String,
    /// Health now.
    pub health: String,
    /// Maximum Health.
    pub max_health: String,
    /// Health at the start of the Night, if it was different.
    pub health_before: Option<String>,
    /// Health now in hundredths of the maximum.
    pub health_percent: u8,
    /// Mana now.
    pub mana: String,
    /// Maximum Mana.
    pub max_mana: String,
    /// Mana at the start of the Night, if it was different.
    pub mana_before: Option<String>,
    /// Mana now in hundredths of the maximum.
    pub mana_percent: u8,
    /// The AP it begins the next Turn with, before an AGI bonus; `none` for Masters, the dead, and once the War is
    /// over.
    pub ap: Option<u32>,
    /// Whether an AGI bonus may be added to the AP.
    pub ap_may_grow: bool,
    #[serde(rename = "spirit_form")]
    pub is_in_spirit_form: bool,
    /// Turns in its current battle.
    pub turns_in_battle: u32,
    /// Whether it may scout the next day.
    pub may_scout: bool,
    /// Whether it is without a Master.
    #[serde(rename = "masterless")]
    pub is_masterless: bool,
    /// Statuses with the Turns left.
    pub statuses: Vec<String>,
    pub effects: Vec<EffectInForce>,
    /// The main six stats as they are now and ACT as the sheet has it, as one phrase.
    pub ranks: String,
    /// The skills that it can be ordered to use.
    pub skills: Vec<SkillLine>,
    /// Its passive skills.
    pub abilities: Vec<SkillLine>,
    /// The Command Spells that a Master may spend.
    pub spells: Vec<SkillLine>,
    /// Whether any of these three has something in it.
    pub has_skills: bool,
    /// Items held.
    pub items: Vec<String>,
    /// The Master, for a Servant with one.
    pub serves: Option<String>,
    /// For a Master, the Servants they have contracts with.
    pub servants: Vec<String>,
    /// The number of those Servants.
    pub servant_count: usize,
    /// Whether it is a disqualified Master.
    #[serde(rename = "disqualified")]
    pub is_disqualified: bool,
    /// The Servants that shield this Master before others do, as one phrase.
    pub guards: Option<String>,
    /// For a Master, the teams with which they have declared an alliance.
    pub allies: Vec<String>,
    /// For a Master, the teams with which they have declared a ceasefire.
    pub ceasefires: Vec<String>,
    /// Most of the above in sentences, as far as there is anything to say.
    pub notes: Vec<String>,
    /// Combat Points, for a Master.
    pub cp: Option<String>,
    /// Combat Points at the start of the Night, if they were different.
    pub cp_before: Option<String>,
    /// Command Spells left, for a Master.
    pub command_spells: Option<u32>,
    /// Home Bases owned.
    pub homes: Vec<String>,
    /// The number of Home Bases owned.
    pub home_count: usize,
    /// Command Spells at the start of the Night, if they were different.
    pub command_spells_before: Option<u32>,
    /// The damage it dealt and took tonight, in words.
    pub fought: Option<String>,
    /// What it may do next Turn.
    pub may: Vec<String>,
    /// What it may not do, and why.
    pub may_not: Vec<String>,
    /// What the first Turn of a battle allows, if the next Turn would be one (R254, R256, R271).
    pub first_turn: Option<String>,
    /// The orders to start from: what it can pay for, where it may go, a line each.
    pub form: Vec<String>,
    /// Who is beside it, as one phrase; `none` if its player does not read what it sees.
    pub company: Option<String>,
}

/// A skill of the reader's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SkillLine {
    /// Its name.
    pub name: String,
    /// Its type and rank; `none` for a passive skill.
    pub kind: Option<String>,
    /// What a use costs; `none` for a passive skill.
    pub cost: Option<String>,
    /// What its owner lacks for it, or when it cannot be used: `5 Mana short`.
    pub short: Option<String>,
    /// Its damage, targets and range, and its sentences as the sheet has them.
    pub does: String,
}

/// An effect in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EffectInForce {
    /// The skill, if its name is known.
    pub skill: Option<String>,
    /// Whether the character itself used it.
    #[serde(rename = "by_self")]
    pub is_by_self: bool,
    /// The seat's characters it works on, as one phrase.
    pub on: Option<String>,
    /// The last Night it is in force.
    pub until: Option<u32>,
    /// Whether its end is known.
    #[serde(rename = "end_known")]
    pub has_known_end: bool,
    /// What it costs each Turn.
    pub upkeep: Option<String>,
    /// What it does, as one phrase, if the reader has its sheet.
    pub does: Option<String>,
}

/// Builds the entry for one of the reader's characters.
pub fn own_line(own: &OwnState, report: &Report) -> OwnLine {
    let lexicon = &report.lexicon;
    let mut statuses: Vec<String> = own.statuses.iter().map(|status| value_words::status_words(*status)).collect();
    statuses.extend(own.afflictions.iter().cloned());
    let is_playing = own.is_alive && report.war_end.is_none();
    let homes: Vec<&str> = own.homes.iter().map(|id| lexicon.location_name(*id)).collect();
    OwnLine {
        name: own.name.clone(),
        kind: value_words::kind_word(own.kind),
        is_alive: own.is_alive,
        has_vanished: own.has_vanished,
        at: lexicon.location_name(own.location).to_owned(),
        // Nobody is shown below 0, how much more a blow would have taken.
        health: own.health.max(Exact::ZERO).to_string(),
        max_health: own.max_health.to_string(),
        health_before: own.at_night_start.map(|b| b.health).filter(|b| *b != own.health).map(|b| b.to_string()),
        health_percent: own.health.hundredths_of(own.max_health),
        mana: own.mana.to_string(),
        max_mana: own.max_mana.to_string(),
        mana_before: own.at_night_start.map(|b| b.mana).filter(|b| *b != own.mana).map(|b| b.to_string()),
        mana_percent: own.mana.hundredths_of(own.max_mana),
        ap: (is_playing && own.kind != SheetKind::Master).then_some(own.ap),
        // An AGI bonus depends on the opponents' AGI, which the reader does not know.
        ap_may_grow: is_playing && own.kind == SheetKind::Servant && own.turns_in_battle > 0,
        is_in_spirit_form: own.is_in_spirit_form,
        turns_in_battle: own.turns_in_battle,
        may_scout: !own.was_in_battle,
        is_masterless: own.is_masterless,
        statuses: statuses.clone(),
        effects: own.effects.iter().map(effect_in_force).collect(),
        ranks: describe_ranks(own),
        skills: if is_playing {
            own.skills.iter().map(|skill| skill_line(skill, own.masterless_loss.as_ref())).collect()
        } else {
            Vec::new()
        },
        abilities: if is_playing { own.abilities.iter().map(ability_line).collect() } else { Vec::new() },
        spells: if is_playing { own.spells.iter().map(ability_line).collect() } else { Vec::new() },
        has_skills: is_playing && !(own.skills.is_empty() && own.abilities.is_empty() && own.spells.is_empty()),
        items: own.items.clone(),
        serves: own.master.clone(),
        servants: own.servants.clone(),
        servant_count: own.servants.len(),
        is_disqualified: own.is_disqualified,
        guards: (!own.guards.is_empty()).then(|| own.guards.join(", then ")),
        allies: own.allies.clone(),
        ceasefires: own.ceasefires.clone(),
        // For the dead, only that they are dead.
        notes: if own.is_alive { build_notes(own, &statuses, report) } else { Vec::new() },
        cp: own.cp.map(|cp| cp.to_string()),
        cp_before: own.at_night_start.and_then(|b| b.cp).filter(|b| Some(*b) != own.cp).map(|b| b.to_string()),
        command_spells: own.command_spells,
        command_spells_before: own
            .at_night_start
            .and_then(|b| b.command_spells)
            .filter(|b| Some(*b) != own.command_spells),
        fought: describe_fighting(own, report),
        homes: homes.iter().map(|home| (*home).to_owned()).collect(),
        home_count: homes.len(),
        may: if is_playing { describe_allowed_actions(own, report) } else { Vec::new() },
        may_not: if is_playing { describe_forbidden_actions(own) } else { Vec::new() },
        first_turn: first_turn_advice(own).filter(|_| is_playing),
        form: if is_playing { order_template(own, report) } else { Vec::new() },
        company: own.others_beside.as_ref().map(|company| {
            match (value_words::join_with_and(&own.own_beside), value_words::figures_phrase(company, lexicon)) {
                (Some(mates), Some(others)) => format!("{mates}; also {others}"),
                (None, Some(others)) => others,
                (Some(mates), None) => format!("{mates}, and nobody else to be seen"),
                (None, None) => "nobody else to be seen".to_owned(),
            }
        }),
    }
}

/// More targets than any location holds: sheets write such a number when they mean all.
const UNLIMITED_TARGETS: u32 = 99;

/// The line for a skill: its price, what is lacking for it, and what it does by the sheet.
fn skill_line(skill: &UsableSkill, bereft: Option<&MasterlessLoss>) -> SkillLine {
    let kinds: Vec<&str> = skill.targets.iter().map(|kind| value_words::target_words(*kind)).collect();
    let target_words = value_words::join_with_or(&kinds).filter(|_| skill.targets != [TargetKind::SelfTarget]);
    let on = target_words.map(|target_words| match skill.max_targets {
        0 | 1 => format!("on {target_words}"),
        UNLIMITED_TARGETS.. => format!("on {target_words}, any number"),
        n => format!("on {target_words}, up to {n}"),
    });
    let range_words = skill.range.map(|range| match range {
        MaxDistance::Unlimited => "anywhere".to_owned(),
        MaxDistance::Moves(1) => "up to 1 location away".to_owned(),
        MaxDistance::Moves(n) => format!("up to {n} locations away"),
    });
    let damage = skill.damage.as_ref().map(ToString::to_string);
    let what = [damage, on, range_words].into_iter().flatten().collect::<Vec<_>>().join(", ");
    let needed = value_words::join_with_and(&skill.requirements).map(|needed| format!("Only if {needed}"));
    let sentences = Some(&what).filter(|what| !what.is_empty()).into_iter().chain(&needed).chain(&skill.does);
    SkillLine {
        name: skill.name.clone(),
        kind: Some(skill.type_and_rank.clone()),
        cost: Some(skill.cost.to_string()),
        short: describe_shortage(skill, bereft),
        does: join_sentences(sentences),
    }
}

/// What keeps its owner from using a skill next Turn, by their own state.
fn describe_shortage(skill: &UsableSkill, bereft: Option<&MasterlessLoss>) -> Option<String> {
    let mana = (!skill.short_of_mana.is_zero()).then(|| {
        let first = bereft.map(|bereft| format!(", as {} are lost first", bereft.mana)).unwrap_or_default();
        format!("{} Mana short{first}", skill.short_of_mana)
    });
    let ap_note = (skill.short_of_ap > 0).then(|| format!("{} AP short", skill.short_of_ap));
    let cp_note = (!skill.short_of_cp.is_zero()).then(|| format!("{} CP short", skill.short_of_cp));
    let partner_note = skill.needs_partner.then(|| "needs a contract".to_owned());
    let upkeep = skill.cannot_afford_upkeep.then(|| "what it leaves does not cover its Upkeep".to_owned());
    let last_mana_note =
        skill.takes_last_mana.then(|| "takes the last Mana, and a Servant without Mana dies".to_owned());
    let first_turn_note =
        skill.too_costly_for_first_turn.then(|| "not in a battle's first Turn, as next Turn would be".to_owned());
    let notes: Vec<String> =
        [mana, ap_note, cp_note, partner_note, last_mana_note, first_turn_note, upkeep].into_iter().flatten().collect();
    (!notes.is_empty()).then(|| notes.join("; "))
}

fn ability_line(ability: &OwnAbility) -> SkillLine {
    SkillLine { name: ability.name.clone(), kind: None, cost: None, short: None, does: join_sentences(&ability.does) }
}

fn join_sentences<'s>(all: impl IntoIterator<Item = &'s String>) -> String {
    let mut joined = String::new();
    for sentence in all {
        joined.push_str(if joined.is_empty() { "" } else { " " });
        joined.push_str(&capitalise(&with_full_stop(sentence)));
    }
    joined
}

/// For example `STR B, END C (sheet: D), …`.
fn describe_ranks(own: &OwnState) -> String {
    let with_written = |(name, now): &(&str, String)| {
        let written = own.ranks.iter().find(|(stat, ..)| stat.name() == *name);
        let written = written.map(|(.., written)| format!(" (sheet: {written})")).unwrap_or_default();
        format!("{name} {now}{written}")
    };
    own.stats.iter().map(with_written).collect::<Vec<_>>().join(", ")
}

fn effect_in_force(effect: &OwnEffect) -> EffectInForce {
    EffectInForce {
        skill: effect.skill.clone(),
        is_by_self: effect.is_by_self,
        on: value_words::join_with_and(&effect.affected),
        until: effect.last_night,
        has_known_end: effect.is_end_known,
        upkeep: effect.upkeep.map(|u| u.to_string()),
        does: describe_effect(effect),
    }
}

/// What there is to say of a character beyond its numbers, a sentence each.
fn build_notes(own: &OwnState, statuses: &[String], report: &Report) -> Vec<String> {
    let servants = value_words::join_with_and(&own.servants);
    let contracts = match (own.is_disqualified, servants) {
        (true, Some(servants)) => Some(format!("Disqualified; contracted with {servants}.")),
        (true, None) => Some("Disqualified.".to_owned()),
        (false, Some(servants)) if own.servants.len() > 1 => Some(format!("Servants: {servants}.")),
        (false, None) if own.can_seek_servant() => {
            let then = "nobody shields them, and there is nobody to command; may make a contract with a Servant beside \
                        them who has no Master (\"Contract with …\", in the Support Phase; the Servant must order it too)";
            let spells = own.command_spells.filter(|left| *left > 0);
            let still = spells.map(|left| format!(" With {left} left of the Command Spells still a Master."));
            Some(format!("Without a Servant: {then}.{}", still.unwrap_or_default()))
        }
        (false, _) => None,
    };
    let guards = (!own.guards.is_empty()).then(|| own.guards.join(", then "));
    let hunted = own.hunted_until.map(|night| {
        format!("Marked by the Seal of the IGM: whoever kills a mark gains by it, until the end of Night {night}.")
    });
    let sentence = |words: &str, names: Option<String>| names.map(|of| format!("{words} {of}."));
    let kept: Vec<String> = own.prevented.iter().map(|from| prevention_words(*from).to_owned()).collect();
    let before = [
        own.is_masterless.then(|| "Without a Master.".to_owned()),
        sentence("Serves", own.master.clone().filter(|_| own.serves_another_master)),
        contracts,
        sentence("Shielded by", guards),
        sentence("Allied with", value_words::join_with_and(&own.allies)),
        sentence("In ceasefire with", value_words::join_with_and(&own.ceasefires)),
        hunted,
        sentence("Suffers from", value_words::join_with_and(statuses)),
        sentence("Kept from", value_words::join_with_and(&kept)),
    ];
    let effects = own.effects.iter().map(|effect| describe_effect_in_force(effect, &own.name));
    let has_no_effects = own.effects.is_empty() && statuses.is_empty() && kept.is_empty();
    let no_effects_note =
        has_no_effects.then(|| format!("Nothing is in force on {}: no status, and no skill that was used.", own.name));
    let items = sentence("Holds", value_words::join_with_and(&own.items));
    // R258, A030.
    let shield = (own.kind == SheetKind::Master && !own.servants.is_empty()).then(|| {
        let name = &own.name;
        format!(
            "An attack meant for {name} strikes a contracted Servant beside {name} that is able to take it: that needs no \
             order, and ends where they are apart."
        )
    });
    // R021, R143, R147, R148, R212, R225, R226.
    let at_home = match own.kind {
        SheetKind::Master if own.homes.is_empty() => "",
        SheetKind::Master => "; 5 more of each in the Home Base",
        SheetKind::Servant => "; 5 more of each in the Home Base with their Master",
        SheetKind::Familiar | SheetKind::Library => "",
    };
    let (health, mana) = own.regeneration;
    let regains = value_words::health_and_mana(Some(health), Some(mana)).filter(|_| !own.is_masterless);
    let regains = regains.map(|what| {
        format!(
            "Regenerates {what} (by the sheet, before abilities and effects{at_home}) as a Turn begins, but not after \
             a Turn of battle, nor where a rule or an effect forbids it."
        )
    });
    let mortal = (own.kind == SheetKind::Servant).then(|| format!("At 0 Mana {} dies.", own.name));
    let endings = own
        .endings
        .iter()
        .map(|(kind, condition)| format!("{kind}, if this holds as the War ends: {}", with_full_stop(condition)));
    let points = own.cp.map(|_| describe_points(report));
    let unspent = describe_unspent(own);
    before
        .into_iter()
        .flatten()
        .chain(effects)
        .chain(no_effects_note)
        .chain(items)
        .chain(unspent)
        .chain(regains)
        .chain(mortal)
        .chain(shield)
        .chain(endings)
        .chain(points)
        .collect()
}

/// The points of a Turn of battle that were left unspent (R077, R084). Nothing is said of a battle's first Turn,
/// which allows no more.
fn describe_unspent(own: &OwnState) -> Option<String> {
    if !own.was_in_battle || own.turns_in_battle < 2 {
        return None;
    }
    let points = |left: u32, unit: &str| (left > 0).then(|| format!("{left} {unit}"));
    let unspent: Vec<String> = match own.kind {
        SheetKind::Servant => {
            [points(own.ap_unspent, "AP"), points(own.sp_unspent, "SP")].into_iter().flatten().collect()
        }
        SheetKind::Master => own.has_turn_action.then(|| "the Turn Action".to_owned()).into_iter().collect(),
        SheetKind::Familiar | SheetKind::Library => Vec::new(),
    };
    value_words::join_with_and(&unspent).map(|unspent_words| format!("Not used tonight, and gone: {unspent_words}."))
}

/// What Combat Points are for and when they are lost (R280, R306, R287).
fn describe_points(report: &Report) -> String {
    let places: Vec<&str> = shops(report).map(|place| place.name.as_str()).collect();
    let on_first = if lists_all_prices(report) { "" } else { " (the list: on the page of Night 1)" };
    let buy = value_words::join_with_and(&places)
        .map(|shop_list| format!("Combat Points buy items and services at {shop_list}{on_first}. "))
        .unwrap_or_default();
    let next_seal_night = (report.night / 7 + 1) * 7;
    let seal_note = "the team with the fewest Combat Points is marked by the Seal, which sets a prize on it, and all Masters lose \
         their Combat Points";
    format!("{buy}At the end of Night {next_seal_night} {seal_note}.")
}

/// The locations that sell something.
fn shops(report: &Report) -> impl Iterator<Item = &KnownLocation> {
    let sells_wares = |place: &&KnownLocation| {
        let facility_here = place.facility.as_deref();
        report.wares.iter().any(|ware| facility_here == Some(&ware.facility))
    };
    report.locations.iter().filter(sells_wares)
}

/// Whether the page lists what every shop sells, and not only the shop in which one of the reader's own stands.
const fn lists_all_prices(report: &Report) -> bool {
    report.night < 2
}

/// A location that sells something for Combat Points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShopLine {
    /// The location.
    #[serde(rename = "place")]
    pub location: String,
    /// What it sells, each with its price.
    pub wares: Vec<SkillLine>,
}

/// What can be bought with Combat Points, for a seat with a living Master: of every shop on the first Night, later of
/// the shop where one of the seat's own stands.
pub(super) fn shop_lines(report: &Report) -> Vec<ShopLine> {
    if report.war_end.is_some() || !report.own_states.iter().any(|own| own.is_alive && own.cp.is_some()) {
        return Vec::new();
    }
    let is_listed = |place: &&KnownLocation| {
        let is_here = |own: &OwnState| own.is_alive && report.lexicon.location_name(own.location) == place.name;
        lists_all_prices(report) || report.own_states.iter().any(is_here)
    };
    let build_shop = |place: &KnownLocation| {
        let wares = report.wares.iter().filter(|ware| place.facility.as_deref() == Some(&ware.facility));
        ShopLine { location: place.name.clone(), wares: wares.map(ware_line).collect() }
    };
    shops(report).filter(is_listed).map(build_shop).collect()
}

fn ware_line(ware: &Ware) -> SkillLine {
    SkillLine {
        name: ware.name.clone(),
        kind: None,
        cost: Some(ware.price.to_string()),
        short: None,
        does: join_sentences(&ware.does),
    }
}

/// What an effect prevents a character from doing, in words.
const fn prevention_words(from: Prevented) -> &'static str {
    match from {
        Prevented::Act => "acting",
        Prevented::Regenerate => "regenerating",
        Prevented::RegenerateHealth => "regenerating Health",
        Prevented::RegenerateMana => "regenerating Mana",
        Prevented::Leave => "leaving this location while whoever holds it there is in it",
        Prevented::Move => "moving",
        Prevented::Flee => "fleeing",
    }
}

/// For example `In force: Mist on Rin, until the end of Night 4, 10 Mana each Turn.`
fn describe_effect_in_force(effect: &OwnEffect, name: &str) -> String {
    let mut text = format!("In force: {}", effect.skill.as_deref().unwrap_or("an effect of somebody else's"));
    if let Some(on) = value_words::join_with_and(&effect.affected).filter(|on| on != name) {
        text.push_str(&format!(" on {on}"));
    }
    match effect.last_night {
        Some(night) => text.push_str(&format!(", until the end of Night {night}")),
        None if effect.is_end_known => text.push_str(", no end of its own"),
        None => {}
    }
    if let Some(upkeep) = effect.upkeep {
        text.push_str(&format!(", {upkeep}"));
    }
    if let Some(effect_words) = describe_effect(effect) {
        text.push_str(&format!(": {}", value_words::uncapitalise_opening(&effect_words)));
    }
    text + "."
}

/// What an effect does, as one phrase with the names of those it means.
fn describe_effect(effect: &OwnEffect) -> Option<String> {
    let with_names = |sentence: &String| {
        value_words::replace_user_and_target(sentence, effect.user.as_deref(), effect.target.as_deref())
    };
    value_words::join_sentences(&effect.does.iter().map(with_names).collect::<Vec<_>>())
}
