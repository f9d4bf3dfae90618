//! The names that a seat can write without quotes, and what it knows of those who bear them.

use super::canonical_names::{SERVICES, required_spell_object};
use crate::language::name_book::{NameBook, NameKind};
use crate::perception::view::{KnownLocation, OwnCharacter, SkillCard, View};
use crate::sheet::SheetKind;
use crate::vocabulary::phase::Phase;

/// The names a seat may write without quotes.
pub fn name_book(view: &View) -> NameBook {
    let mut names = NameBook::new();
    view.own.iter().for_each(|own| add_own_character(&mut names, own));
    view.known.iter().for_each(|known| names.add(&known.name, NameKind::Character));
    add_locations(&mut names, &view.locations);
    add_common_names(&mut names, view);
    names.add_shortenings();
    for card in &view.items {
        card.price.into_iter().for_each(|price| card.names.iter().for_each(|name| names.set_price(name, price)));
    }
    add_what_is_known_of_people(&mut names, view);
    if let [home] = view.homes.as_slice() {
        names.set_home(home);
    }
    names
}

/// Adds a character of the seat: the name, the skills with their points and phases, the items, and the partners.
fn add_own_character(names: &mut NameBook, own: &OwnCharacter) {
    names.add(&own.name, NameKind::Own);
    for card in &own.skills {
        for name in &card.names {
            names.add(name, NameKind::Skill);
            names.set_points(name, card.cost.ap, card.cost.sp);
            if card.damage.is_none() {
                names.set_harmless(name);
            }
            if card.is_basic_attack {
                names.set_basic_attack(name);
            }
        }
    }
    for (name, phase) in own.skills.iter().flat_map(named_phases) {
        names.set_phase(name, phase);
    }
    own.items.iter().for_each(|name| names.add(name, NameKind::Item));
    names.set_items(&own.name, &own.items);
    own.active.iter().for_each(|name| names.add(name, NameKind::Skill));
    own.master.iter().chain(&own.servants).for_each(|name| names.add(name, NameKind::Character));
}

/// Each name of a skill or an item, with the phase of its use; empty if it has no phase.
fn named_phases(card: &SkillCard) -> impl Iterator<Item = (&String, Phase)> {
    card.names.iter().zip(card.phase.iter().copied().cycle())
}

/// Adds the locations, each also by its facility if no other location has the same.
fn add_locations(names: &mut NameBook, locations: &[KnownLocation]) {
    locations.iter().for_each(|location| names.add(&location.name, NameKind::Location));
    for location in locations {
        let is_unique_facility = |facility: &&String| {
            locations.iter().filter(|other| other.facility.as_ref() == Some(*facility)).count() == 1
        };
        // `Visit the Fancy Mansion` means the facility, not its location.
        if let Some(facility) =
            location.facility.as_ref().filter(is_unique_facility).filter(|facility| !facility.ends_with("mansion"))
        {
            names.add_alias(&facility.replace('-', " "), &location.name, NameKind::Location);
            if facility == "igm-office" {
                names.add_alias("IGM's office", &location.name, NameKind::Location);
                names.add_alias("office of the IGM", &location.name, NameKind::Location);
            }
        }
    }
}

/// Adds the names that are not of one character: skills seen, Command Spells, items, teams, services.
fn add_common_names(names: &mut NameBook, view: &View) {
    view.seen_skills.iter().for_each(|name| names.add(name, NameKind::Skill));
    for (cards, kind) in [(&view.command_spells, NameKind::CommandSpell), (&view.items, NameKind::Item)] {
        cards.iter().flat_map(|card| &card.names).for_each(|name| names.add(name, kind));
    }
    for (name, phase) in view.items.iter().flat_map(named_phases) {
        names.set_phase(name, phase);
    }
    view.teams.iter().for_each(|name| names.add(name, NameKind::Team));
    SERVICES.iter().for_each(|name| names.add(name, NameKind::Service));
    // With or without the exclamation mark.
    for name in view.command_spells.iter().flat_map(|card| &card.names) {
        names.add_alias(name.trim_end_matches('!'), name, NameKind::CommandSpell);
        names.set_spell_form(name, required_spell_object(view, name).form());
    }
}

/// Adds each person's sex and team, who of the seat is alive, and who the opponents are if the view shows that.
fn add_what_is_known_of_people(names: &mut NameBook, view: &View) {
    let own = view.own.iter().map(|own| (&own.name, own.sex));
    let known = view.known.iter().map(|known| (&known.name, known.sex));
    own.chain(known).filter_map(|(name, sex)| Some((name, sex?))).for_each(|(name, sex)| names.set_sex(name, sex));
    names.set_living(view.own.iter().filter(|own| own.is_alive).map(|own| own.name.clone()).collect());
    // The view may not show everybody's kind, and does not show who is an ally.
    let all_kinds_known = view.known.iter().all(|known| known.is_dead || known.kind.is_some());
    if all_kinds_known && view.own.iter().all(|own| own.allies.is_empty() && own.ceasefires.is_empty()) {
        let living = |kind: SheetKind| {
            let known = view.known.iter().filter(move |known| !known.is_dead && known.kind == Some(kind));
            known.map(|known| known.name.clone()).collect()
        };
        names.set_opponents(living(SheetKind::Master), living(SheetKind::Servant));
    }
    for known in &view.known {
        known.team.iter().for_each(|team| names.set_team_of(&known.name, team));
    }
}
