//! Builds the [`View`] of a seat: its own state, the map, the names it knows.
//!
//! Of others it holds only what somebody of the seat has learned (recognised handles, aliases of strangers, where
//! they were last seen, who was seen to die) and the public roster of Servants.

use std::collections::BTreeSet;

use crate::language::condition::Resource;
use crate::language::effect::{Clause, Effect, Modifier, Operation, Sentence, Standing};
use crate::sheet::SheetKind;
use crate::sheet::skill::{ExtraPayment, Role, Skill};
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::ids::{CharacterId, SeatId};
use crate::vocabulary::rank::Acuity;
use crate::vocabulary::sex::Sex;
use crate::vocabulary::stat::Stat;
use crate::vocabulary::status::StatusKind;
use crate::vocabulary::switches::IfEvent;
use crate::war::War;
use crate::war::bargain::Bargain;
use crate::war::character::{PactKind, Sighting};
use crate::war::evaluate::EvalContext;
use crate::war::knowledge::Fact;
use crate::war::setup::{SheetId, SkillRef};

use super::figure::reports_sights_to_seat;
use super::look::look_at;
use super::view::{KnownCharacter, KnownLocation, OwnCharacter, PaymentCard, SkillCard, View};

/// Returns what a seat may know when it writes its orders for the coming Night.
pub fn build_view(war: &War, seat: SeatId) -> View {
    let setup = &war.setup;
    let seat_setup = setup.seats.get(seat.index());
    let own: Vec<CharacterId> = war.seat_characters(seat).collect();
    let library_skills = |sheet: SheetId| setup.sheets.get(sheet.index()).map_or(&[][..], |s| &s.skills[..]);
    View {
        war: setup.title.clone(),
        night: war.night + 1,
        seat: seat_setup.map(|s| s.name.clone()).unwrap_or_default(),
        team: seat_setup.and_then(|s| setup.teams.get(s.team.index())).map(|t| t.name.clone()).unwrap_or_default(),
        token: None,
        teams: setup.teams.iter().map(|t| t.name.clone()).collect(),
        own: own.iter().map(|id| build_own_character(war, *id)).collect(),
        homes: list_home_names(war, &own),
        known: list_known_characters(war, seat, &own).into_iter().map(|(_, known)| known).collect(),
        locations: list_known_locations(war),
        command_spells: library_skills(SheetId::SPELLS).iter().map(|s| build_skill_card(s, false)).collect(),
        items: library_skills(SheetId::ITEMS)
            .iter()
            .filter(|s| s.role == Role::Item)
            .map(|s| build_skill_card(s, false))
            .collect(),
        seen_skills: list_seen_skills(war, &own),
        if_is_asked: setup.switches.if_event == IfEvent::Asked,
        logic: super::logic_view::build_logic_view(war, Some(seat)),
    }
}

/// The Home Bases of a seat's living Masters, each once.
fn list_home_names(war: &War, own: &[CharacterId]) -> Vec<String> {
    let masters = own.iter().map(|id| war.character(*id)).filter(|character| character.is_alive());
    let homes: BTreeSet<_> =
        masters.filter_map(|master| master.mastery.as_ref()).flat_map(|m| m.homes.clone()).collect();
    homes.into_iter().map(|location| war.setup.location(location).name.clone()).collect()
}

/// The AP that a character's next Turn would begin with, before an AGI bonus that depends on hidden facts (R077,
/// R080, R128, A034).
pub fn ap_before_bonus(war: &War, id: CharacterId) -> u32 {
    let character = war.character(id);
    if !matches!(character.kind, SheetKind::Servant | SheetKind::Familiar) {
        return 0;
    }
    let is_stunned = war.has_working_status(id, StatusKind::Stun);
    let change = character.ap_change.saturating_add(war.points_each_turn(id, Resource::ActionPoints));
    war.sheet(id).ap.saturating_add_signed(change).saturating_sub(u32::from(is_stunned))
}

/// The name of a skill in its present form.
pub fn skill_name(war: &War, user: CharacterId, skill: SkillRef) -> String {
    war.skill(skill).name.value(war.is_upgraded(user, skill)).clone()
}

fn build_own_character(war: &War, id: CharacterId) -> OwnCharacter {
    let character = war.character(id);
    let sheet = war.sheet(id);
    let name_of = |id: &CharacterId| war.character(*id).name.clone();
    let own_cards = sheet
        .skills
        .iter()
        .zip(0u16..)
        .filter(|(skill, _)| war.is_unlocked(skill))
        .map(|(_, skill_index)| build_own_skill_card(war, id, SkillRef { sheet: character.sheet, skill_index }));
    let mut skills: Vec<SkillCard> = own_cards.collect();
    // Includes what it has been granted and what its own seat may grant it tonight; the night decides whether it has
    // been (family 22).
    for granted in war.granted_skills(id).into_iter().chain(find_grantable_skills(war, id)) {
        let skill = war.skill(granted);
        if !skills.iter().any(|known| skill.name.values().any(|name| known.is_called(name))) {
            skills.push(build_own_skill_card(war, id, granted));
        }
    }
    OwnCharacter {
        name: character.name.clone(),
        kind: character.kind,
        sex: sheet.sex.as_deref().and_then(Sex::parse),
        is_alive: character.is_alive(),
        at: war.setup.location(character.at).name.clone(),
        health: character.health,
        max_health: war.maximum(id, Resource::Health),
        mana: character.mana,
        max_mana: war.maximum(id, Resource::Mana),
        agi: war.rank(id, Stat::AGI),
        ap: ap_before_bonus(war, id),
        is_in_spirit_form: character.is_in_spirit_form,
        turns_in_battle: character.battle.turns,
        first_turn: war.first_turn_points(id),
        was_in_battle: character.turn.was_in_battle,
        master: character.master.as_ref().map(name_of),
        servants: war.servants_of(id).iter().map(name_of).collect(),
        command_spells: character.mastery.as_ref().map_or(0, |m| m.command_spells),
        is_disqualified: is_disqualified(war, id),
        first_servants: if is_disqualified(war, id) {
            war.ids().filter(|other| war.character(*other).first_master == Some(id)).map(|s| name_of(&s)).collect()
        } else {
            Vec::new()
        },
        guards: find_guards(war, id).iter().map(name_of).collect(),
        allies: list_teams_with_pact(war, id, PactKind::Alliance),
        ceasefires: list_teams_with_pact(war, id, PactKind::Ceasefire),
        cp: character.cp(),
        items: character.items.iter().map(|item| war.skill(*item).name.base.clone()).collect(),
        active: war
            .active_skills
            .iter()
            .filter(|a| a.user == id && a.is_skill())
            .map(|a| skill_name(war, id, a.skill))
            .collect(),
        stride: war.move_range(id).max(possible_move_range(war, id)),
        skills,
    }
}

/// Whether a character is a disqualified Master (R137).
pub(super) fn is_disqualified(war: &War, id: CharacterId) -> bool {
    war.character(id).mastery.as_ref().is_some_and(|m| !m.is_qualified)
}

/// The Servants that shield a Master before others do, of those that are still the Master's (A116).
pub(super) fn find_guards(war: &War, id: CharacterId) -> Vec<CharacterId> {
    let named = war.character(id).mastery.iter().flat_map(|m| &m.guards).copied();
    named.filter(|guard| war.servants_of(id).contains(guard)).collect()
}

/// The teams with which a Master has declared a pact of this kind (R364).
pub(super) fn list_teams_with_pact(war: &War, id: CharacterId, kind: PactKind) -> Vec<String> {
    let pacts = war.character(id).mastery.iter().flat_map(|m| &m.pacts).filter(|pact| pact.kind == kind);
    let mut teams: Vec<String> =
        pacts.filter_map(|pact| war.setup.teams.get(pact.with.index())).map(|team| team.name.clone()).collect();
    teams.sort();
    teams
}

/// The skills that a character may be granted by characters of its own seat.
fn find_grantable_skills(war: &War, id: CharacterId) -> Vec<SkillRef> {
    let Some(seat) = war.seat_of(id) else { return Vec::new() };
    let granted = war.seat_characters(seat).flat_map(|giver| {
        let sheet = war.character(giver).sheet;
        let names = war.sheet(giver).skills.iter().flat_map(|skill| skill.granted_skills());
        names.filter_map(move |name| war.setup.find_skill(sheet, name))
    });
    granted.collect()
}

/// The most locations that a move could cover with a skill that somebody of the team has.
fn possible_move_range(war: &War, id: CharacterId) -> u32 {
    let team = war.living().filter(|other| war.are_partners(id, *other));
    let effects = team.flat_map(|other| &war.sheet(other).skills).flat_map(|skill| &skill.effects);
    let ranges = effects.filter_map(|line| match &line.effect {
        Effect::Sentence(Sentence {
            operation: Operation::Standing(Standing { modifier: Modifier::MovesFar(locations), .. }),
            ..
        }) => Some(*locations),
        Effect::Sentence(_) | Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => None,
    });
    ranges.max().unwrap_or(1)
}

/// A skill with its present form and cost for this owner.
fn build_own_skill_card(war: &War, id: CharacterId, skill: SkillRef) -> SkillCard {
    let upgraded = war.is_upgraded(id, skill);
    let cost = war.cost_known(skill, upgraded, EvalContext::of(id, None, Some(id)));
    SkillCard { cost, cost_changed_by: war.cost_changers(id, skill), ..build_skill_card(war.skill(skill), upgraded) }
}

fn build_skill_card(skill: &Skill, upgraded: bool) -> SkillCard {
    SkillCard {
        names: skill.name.values().cloned().collect(),
        is_passive: skill.is_passive(),
        is_basic_attack: skill.role == Role::BasicAttack,
        is_noble_phantasm: skill.role == Role::NoblePhantasm,
        kind: *skill.kind.value(upgraded),
        phase: skill.natural_phase(upgraded),
        max_targets: skill.max_targets,
        targets: skill.targets.clone(),
        damage: skill.damage.as_ref().map(|d| d.value(upgraded).clone()),
        reaches_elsewhere: skill.range.is_some() || skill.attack_type(upgraded) == Some(DamageType::LongRanged),
        cost: skill.cost.value(upgraded).clone(),
        cost_changed_by: Vec::new(),
        price: skill.price,
        sold_at: skill.sold_at.clone(),
        occurs_first: skill.has_unconditional_clause(&Clause::OccursFirst),
        payments: build_payment_cards(skill),
        choices: skill.choices(),
        takes_any_words: skill.accepts_any_choice(),
    }
}

/// The additional payments that a skill allows, each with the phase it moves the skill to.
fn build_payment_cards(skill: &Skill) -> Vec<PaymentCard> {
    let build_card = |payment: ExtraPayment| {
        let ExtraPayment { amount, resource, is_in_steps, at_most } = payment;
        let bargain = Bargain { paid: Some((amount, resource)), ..Bargain::NONE };
        let kind = skill
            .type_in_use(|only_if| bargain.truth_of_condition(only_if) == Some(true))
            .filter(|_| skill.phase.is_none());
        let phase = kind.and_then(|kind| kind.phase(skill.damage.is_some()));
        PaymentCard { amount, what: resource, phase: phase.filter(|_| !is_in_steps), is_in_steps, at_most }
    };
    skill.payments().into_iter().map(build_card).collect()
}

/// The map, which is public.
pub fn list_known_locations(war: &War) -> Vec<KnownLocation> {
    let setup = &war.setup;
    let build_location = |location: &crate::war::setup::Location| KnownLocation {
        name: location.name.clone(),
        adjacent: location.adjacent.iter().map(|id| setup.location(*id).name.clone()).collect(),
        facility: location.facility.map(|f| f.name().to_owned()),
        at: location.spot,
        bridges: location
            .bridges
            .iter()
            .map(|(to, bridge)| (setup.location(*to).name.clone(), bridge.clone()))
            .collect(),
    };
    setup.locations.iter().map(build_location).collect()
}

/// Everybody for whom the seat has a name: by handle in order of name, then strangers in the order met. The id is
/// given only for characters that the seat has met under that name; a name that it merely heard it cannot assign.
pub(super) fn list_known_characters(
    war: &War,
    seat: SeatId,
    own: &[CharacterId],
) -> Vec<(Option<CharacterId>, KnownCharacter)> {
    let observers = characters_with_readable_sights(war, own);
    let find_sighting = |who: CharacterId| find_last_sighting(war, &observers, who);
    let find_master_name = |servant: CharacterId| {
        let contracts = observers.iter().filter_map(|observer| war.character(*observer).bonds.get(&servant).copied());
        contracts.max_by_key(|contract| contract.night).and_then(|tie| war.name_for(seat, tie.master?))
    };
    let build_known = |who: CharacterId, name: String, is_recognised: bool, met: bool| {
        let is_partner = is_recognised && own.iter().any(|own_character| war.are_partners(*own_character, who));
        let sighting = if is_partner {
            Some(Sighting { at: war.character(who).at, night: war.night, was_by_day: false })
        } else {
            find_sighting(who).filter(|_| met)
        };
        KnownCharacter {
            name,
            kind: Some(war.character(who).kind),
            sex: if met { find_seen_sex(war, seat, who) } else { None },
            is_recognised,
            last_seen: sighting.map(|s| (war.setup.location(s.at).name.clone(), s.night)),
            was_by_day: sighting.is_some_and(|s| s.was_by_day),
            is_dead: met && observers.iter().any(|observer| has_seen_death(war, *observer, who)),
            master: if met { find_master_name(who) } else { None },
            team: war.setup.teams.iter().find(|team| is_recognised && team.master == who).map(|team| team.name.clone()),
            learned: list_learned_facts(war, own, who),
        }
    };
    let strangers = war.seats.get(seat.index()).map_or(&[][..], |m| &m.strangers);
    let mut by_handle: Vec<(Option<CharacterId>, KnownCharacter)> = war
        .ids()
        .filter(|who| war.seat_of(*who) != Some(seat))
        .filter_map(|who| {
            let character = war.character(who);
            let recognised = war.recognises(seat, who);
            // The classes of a War's Servants are public, though not who bears which. It is also public whose teams
            // are marked (I10).
            let is_hunted_openly =
                war.setup.switches.seal_public && character.kind == SheetKind::Master && war.is_marked(who);
            (recognised || character.kind == SheetKind::Servant || is_hunted_openly)
                .then(|| (recognised.then_some(who), build_known(who, character.name.clone(), recognised, recognised)))
        })
        .collect();
    by_handle.sort_by(|(_, a), (_, b)| a.name.cmp(&b.name));
    let met_strangers = strangers
        .iter()
        .filter(|who| !war.recognises(seat, **who))
        .filter_map(|who| war.name_for(seat, *who).map(|name| (Some(*who), build_known(*who, name, false, true))));
    by_handle.into_iter().chain(met_strangers).collect()
}

/// The sex, as far as the seat's best ACT that saw the character could tell (I03).
fn find_seen_sex(war: &War, seat: SeatId, who: CharacterId) -> Option<Sex> {
    let acuity = war.seats.get(seat.index())?.dossiers.get(&who)?.acuity?;
    look_at(war, who, acuity).sex.as_deref().and_then(Sex::parse)
}

/// The seat's characters whose sights its player reads; what another merely saw the player may not read (I15).
fn characters_with_readable_sights(war: &War, own: &[CharacterId]) -> Vec<CharacterId> {
    own.iter().copied().filter(|observer| reports_sights_to_seat(war, *observer)).collect()
}

fn find_last_sighting(war: &War, observers: &[CharacterId], who: CharacterId) -> Option<Sighting> {
    observers
        .iter()
        .filter_map(|observer| war.character(*observer).sightings.get(&who).copied())
        .max_by_key(|sighting| (sighting.night, !sighting.was_by_day))
}

/// Where the seat's characters last saw everybody else.
pub(super) fn find_last_sightings(war: &War, own: &[CharacterId]) -> Vec<(CharacterId, Sighting)> {
    let observers = characters_with_readable_sights(war, own);
    let others = war.ids().filter(|who| !own.contains(who));
    others.filter_map(|who| Some((who, find_last_sighting(war, &observers, who)?))).collect()
}

/// What effects have revealed to the seat's characters about somebody, the latest of each kind.
fn list_learned_facts(war: &War, own: &[CharacterId], subject: CharacterId) -> Vec<(Fact, u32)> {
    let mut facts: Vec<(Fact, u32)> = Vec::new();
    for told in own.iter().flat_map(|id| &war.character(*id).learned).filter(|lesson| lesson.of == subject) {
        match facts.iter_mut().find(|(fact, _)| fact.is_same_kind(&told.fact)) {
            Some(known) if known.1 < told.night => *known = (told.fact.clone(), told.night),
            Some(_) => {}
            None => facts.push((told.fact.clone(), told.night)),
        }
    }
    facts
}

/// Whether a character saw somebody's death and could tell whose it was.
fn has_seen_death(war: &War, observer: CharacterId, who: CharacterId) -> bool {
    war.character(observer).seen_dead.contains(&who)
        && (war.acuity(observer) >= Acuity::D || war.are_partners(observer, who))
}

/// Names of others' skills that somebody of the seat has heard, in order.
pub(super) fn list_seen_skills(war: &War, own: &[CharacterId]) -> Vec<String> {
    let sheets: Vec<SheetId> = own.iter().map(|id| war.character(*id).sheet).collect();
    let mut names: Vec<String> = own
        .iter()
        .flat_map(|id| &war.character(*id).heard)
        .filter(|skill| !sheets.contains(&skill.sheet))
        .map(|skill| war.skill(*skill).name.base.clone())
        .collect();
    names.sort();
    names.dedup();
    names
}
