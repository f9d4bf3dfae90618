//! What one of the reader's own characters may do next Turn, by what its own state allows, and the orders to start
//! from.

use crate::perception::own_state::{MasterlessLoss, OwnState, UsableSkill};
use crate::perception::report::Report;
use crate::sheet::SheetKind;

use super::map::reachable_places;
use super::value_words;

/// What a character may do next Turn.
pub(super) fn describe_allowed_actions(own: &OwnState, report: &Report) -> Vec<String> {
    let mut actions = Vec::new();
    let at = report.lexicon.location_name(own.at);
    let fighting = own.turns_in_battle > 0;
    match own.kind {
        SheetKind::Master => actions.push("use a skill with the Turn Action".to_owned()),
        SheetKind::Servant | SheetKind::Familiar if own.spirit_form => {
            actions.push("leave Spirit Form for 1 SP".to_owned())
        }
        // The bonus depends on the opponents' AGI, which the reader does not know (R039 to R042).
        SheetKind::Servant if fighting => actions
            .push(format!("spend {} AP (1 more if AGI is more than two ranks above each opponent's) and 1 SP", own.ap)),
        SheetKind::Servant | SheetKind::Familiar => actions.push(format!("spend {} AP and 1 SP", own.ap)),
        SheetKind::Library => {}
    }
    if !own.was_in_battle {
        actions.push("scout one location by day".to_owned());
    }
    if let Some(ways) = describe_destinations(own, report) {
        actions.push("stay".to_owned());
        // Fleeing comes last, after the Turn's fighting, and takes the one move (R269, R270, A096).
        actions.push(if fighting {
            format!("leave the battle for {ways} (in the Movement Phase, after this Turn's attacks; whoever else stays does not hinder it)")
        } else {
            format!("move to {ways}")
        });
    }
    if own.command_spells.is_some_and(|left| left > 0) && !own.servants.is_empty() {
        actions.push("command a Servant with a Command Spell".to_owned());
    }
    let facility = report.places.iter().find(|p| p.name == at).and_then(|p| p.facility.as_deref());
    if let Some(facility) = facility.filter(|_| !fighting) {
        actions.push(format!("make use of the {}", value_words::facility_name(facility)));
    }
    actions
}

/// The locations to which a character may go, as one phrase. For a longer move, only the neighbours are named.
fn describe_destinations(own: &OwnState, report: &Report) -> Option<String> {
    let open = reachable_places(own, report);
    let at = report.lexicon.location_name(own.at);
    let neighbours = report.places.iter().find(|p| p.name == at).map(|p| p.adjacent.as_slice()).unwrap_or_default();
    let next = value_words::join_with_or(neighbours).filter(|_| !open.is_empty())?;
    Some(match own.move_range {
        0 | 1 => next,
        stride => format!("{next}, or to any place up to {stride} locations away"),
    })
}

/// What a character may not do next Turn, by its own state.
pub(super) fn describe_forbidden_actions(own: &OwnState) -> Vec<String> {
    // R211, R243.
    let scout = own.was_in_battle.then(|| "scout or regenerate (there was a battle tonight)".to_owned());
    let spirit = own.spirit_form.then(|| "use a skill while in Spirit Form".to_owned());
    scout.into_iter().chain(spirit).collect()
}

/// What the first Turn of a battle allows, for a character not in a battle now (R254, R256, R271).
pub(super) const fn first_turn_advice(own: &OwnState) -> Option<&'static str> {
    if own.turns_in_battle > 0 {
        return None;
    }
    match own.kind {
        SheetKind::Servant => Some(
            "If a battle begins next Turn, that is its first Turn: either 1 AP or 1 SP goes into skills, and nobody leaves \
             it that Turn, whatever move was ordered.",
        ),
        SheetKind::Master => Some(
            "If a battle begins next Turn, that is its first Turn: no Turn Action for who has moved, and nobody leaves it \
             that Turn, whatever move was ordered.",
        ),
        SheetKind::Familiar | SheetKind::Library => None,
    }
}

/// The orders to start a character's order file from: comments that say what it can pay for and where it may go, and
/// one order that is valid as it stands.
pub(super) fn order_template(own: &OwnState, report: &Report) -> Vec<String> {
    let can_pay =
        |skill: &&UsableSkill| skill.short_of_mana.is_zero() && skill.short_of_ap == 0 && !skill.needs_partner;
    // Skill names may contain commas, so they are joined by semicolons.
    let skill_names = |first: bool| {
        let skills = own.skills.iter().filter(can_pay).filter(|skill| skill.too_costly_for_first_turn != first);
        skills.map(|skill| skill_with_cost(skill, own.kind)).collect::<Vec<_>>().join("; ")
    };
    let (payable, later) = (skill_names(true), skill_names(false));
    let with = match own.kind {
        SheetKind::Master => "1 Turn Action".to_owned(),
        SheetKind::Servant | SheetKind::Familiar | SheetKind::Library => format!("{} AP, 1 SP", own.ap),
    };
    let twice_note = if own.kind == SheetKind::Master { "" } else { " (twice: \"… 2 times\")" };
    let affordable = if payable.is_empty() { "nothing" } else { &payable };
    let mana = match own.masterless_loss {
        Some(MasterlessLoss { mana, .. }) => {
            format!("{} Mana ({mana} of {} are lost first)", own.mana - mana, own.mana)
        }
        None => format!("{} Mana", own.mana),
    };
    let mut form = comment_lines(&format!("{with}, {mana} for \"Use … on …\"{twice_note}: {affordable}."));
    if !later.is_empty() {
        form.extend(comment_lines(&format!("The same, but not in a battle's first Turn: {later}.")));
    }
    if let (Some(left), [servant, ..]) = (own.command_spells.filter(|left| *left > 0), own.servants.as_slice()) {
        form.extend(comment_lines(&format!("{left} Command Spells: \"Command {servant} …\".")));
    }
    if own.masterless {
        form.extend(comment_lines("For a contract: \"Accept a contract with …\"; it takes that Master's order too."));
    }
    if !own.was_in_battle {
        form.extend(comment_lines("By day: \"Scout …\"."));
    }
    form.extend(comment_lines("On a condition: \"If … is here, …; otherwise, …\"."));
    if let Some(ways) = describe_destinations(own, report) {
        let verb = if own.turns_in_battle > 0 { "Flee" } else { "Move" };
        form.extend(comment_lines(&format!("In place of \"Stay.\", one move: \"{verb} to …\": {ways}.")));
        form.push("Stay.".to_owned());
    }
    form
}

/// For example `Hound Pack (2 AP, 40 Mana)`. A Master's skills all take the one Turn Action, which is left out.
fn skill_with_cost(skill: &UsableSkill, kind: SheetKind) -> String {
    let cost = skill.cost.to_string();
    let cost = match kind {
        SheetKind::Master => cost.trim_start_matches("1 Turn Action").trim_start_matches(", "),
        SheetKind::Servant | SheetKind::Familiar | SheetKind::Library => &cost,
    };
    if cost.is_empty() { skill.name.clone() } else { format!("{} ({cost})", skill.name) }
}

/// A comment of an order file, in lines short enough that no mail program or phone breaks them: a line broken off
/// would be read as an order.
fn comment_lines(text: &str) -> Vec<String> {
    const WIDE: usize = 42;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut().filter(|line| line.chars().count() + word.chars().count() < WIDE) {
            Some(line) => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(format!("# {word}")),
        }
    }
    lines
}
