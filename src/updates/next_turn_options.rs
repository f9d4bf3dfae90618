//! What one of the reader's own characters may do next Turn, by what its own state allows, and the orders to start
//! from.

use crate::perception::own_state::{MasterlessLoss, OwnState, UsableSkill};
use crate::perception::report::Report;
use crate::sheet::SheetKind;
use crate::vocabulary::points::FirstTurnPoints;
use crate::vocabulary::target::TargetKind;

use super::reader_map::reachable_locations;
use super::value_words;

/// What a character may do next Turn.
pub(super) fn describe_allowed_actions(own: &OwnState, report: &Report) -> Vec<String> {
    let mut actions = Vec::new();
    let at = report.lexicon.location_name(own.location);
    let fighting = own.turns_in_battle > 0;
    match own.kind {
        SheetKind::Master => actions.push("use a skill with the Turn Action".to_owned()),
        SheetKind::Servant | SheetKind::Familiar if own.is_in_spirit_form => {
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
            format!("flee from the battle to {ways} (in the Movement Phase, after this Turn's attacks; nobody can hinder it without a skill)")
        } else {
            format!("move to {ways}")
        });
    }
    if own.command_spells.is_some_and(|left| left > 0) && !own.servants.is_empty() {
        actions.push("command a Servant with a Command Spell".to_owned());
    }
    // R146.
    if own.is_masterless {
        actions.push("accept a contract with a Master here, in the Support Phase".to_owned());
    }
    if own.can_seek_servant() {
        actions.push("make a contract with a Servant here who has no Master, in the Support Phase".to_owned());
    }
    // R334 to R336.
    if own.kind == SheetKind::Master && own.servants.is_empty() {
        let office = report.locations.iter().find(|place| place.facility.as_deref() == Some("igm-office"));
        actions.extend(office.map(|office| format!("take shelter at {}, and leave the War for good", office.name)));
    }
    let facility = report.locations.iter().find(|p| p.name == at).and_then(|p| p.facility.as_deref());
    if let Some(facility) = facility.filter(|_| !fighting) {
        actions.push(format!("make use of the {}", value_words::facility_name(facility)));
    }
    actions
}

/// The locations to which a character may go, as one phrase. For a longer move, only the neighbours are named.
fn describe_destinations(own: &OwnState, report: &Report) -> Option<String> {
    let open = reachable_locations(own, report);
    let at = report.lexicon.location_name(own.location);
    let neighbours = report.locations.iter().find(|p| p.name == at).map(|p| p.adjacent.as_slice()).unwrap_or_default();
    let next = value_words::join_with_or(neighbours).filter(|_| !open.is_empty())?;
    Some(match own.move_range {
        0 | 1 => next,
        stride => format!("{next}, or to any place up to {stride} locations away"),
    })
}

/// What a character may not do next Turn, by its own state.
pub(super) fn describe_forbidden_actions(own: &OwnState) -> Vec<String> {
    // R143, R211, R243.
    let regenerates_masterless = own.masterless_loss.is_none_or(|loss| loss.regenerates);
    let battle = if own.is_masterless && !regenerates_masterless {
        let scout = own.was_in_battle.then(|| format!("scout ({})", describe_battle_tonight(own)));
        vec![Some("regenerate (without a Master)".to_owned()), scout]
    } else {
        vec![own.was_in_battle.then(|| format!("scout or regenerate ({})", describe_battle_tonight(own)))]
    };
    let spirit = own.is_in_spirit_form.then(|| "use a skill while in Spirit Form".to_owned());
    battle.into_iter().flatten().chain(spirit).collect()
}

/// Why a character counts as having been in battle tonight (R244, R245).
const fn describe_battle_tonight(own: &OwnState) -> &'static str {
    if own.turns_in_battle > 0 {
        return "in battle tonight";
    }
    match own.kind {
        SheetKind::Master => {
            "in battle tonight, and no longer; a shot from afar counts as battle, also for a Master beside the Servant"
        }
        SheetKind::Servant | SheetKind::Familiar | SheetKind::Library => {
            "in battle tonight, and no longer; a shot from afar counts as battle"
        }
    }
}

/// What the first Turn of a battle allows, for a character not in a battle now (R254, R256, R271).
pub(super) fn first_turn_advice(own: &OwnState) -> Option<String> {
    if own.turns_in_battle > 0 {
        return None;
    }
    let name = &own.name;
    let allowed = match own.kind {
        SheetKind::Servant => match own.first_turn {
            FirstTurnPoints::One => "either 1 AP or 1 SP goes into skills",
            FirstTurnPoints::OneOfEach => "1 AP and 1 SP go into skills",
            FirstTurnPoints::All => "all AP and SP may go into skills",
        },
        SheetKind::Master => "no Turn Action for who has moved",
        SheetKind::Familiar | SheetKind::Library => return None,
    };
    Some(format!(
        "No battle of {name}'s goes on. An attack next Turn by {name}, from afar too, or on {name} begins one, and that is \
         its first Turn: {allowed}, and nobody leaves it that Turn, whatever move was ordered."
    ))
}

/// The orders to start a character's order file from: comments that say what it can pay for and where it may go, and
/// one order that is valid as it stands.
pub(super) fn order_template(own: &OwnState, report: &Report) -> Vec<String> {
    let can_pay = |skill: &&UsableSkill| {
        let has_points = skill.short_of_mana.is_zero() && skill.short_of_ap == 0 && skill.short_of_cp.is_zero();
        has_points && !skill.needs_partner && !skill.takes_last_mana && !is_barred_by_first_turn(skill)
    };
    let with = match own.kind {
        SheetKind::Master => "1 Turn Action".to_owned(),
        SheetKind::Servant if own.turns_in_battle == 0 && own.first_turn.is_the_rule() => {
            format!("{} AP, 1 SP (a battle's first Turn: one point)", own.ap)
        }
        SheetKind::Servant | SheetKind::Familiar | SheetKind::Library => format!("{} AP, 1 SP", own.ap),
    };
    let mana = match own.masterless_loss {
        Some(MasterlessLoss { mana, .. }) => {
            format!("{} Mana ({mana} of {} are lost first; at 0 {} dies)", own.mana - mana, own.mana, own.name)
        }
        None if own.kind == SheetKind::Servant => format!("{} Mana (at 0 {} dies)", own.mana, own.name),
        None => format!("{} Mana", own.mana),
    };
    let mut form = comment_lines(&format!("{with}, {mana}. What can be paid:"));
    let payable: Vec<&UsableSkill> = own.skills.iter().filter(can_pay).collect();
    form.extend(payable.iter().flat_map(|skill| use_lines(skill, own.kind)));
    if payable.is_empty() {
        form.push("# nothing".to_owned());
    } else if own.kind != SheetKind::Master {
        form.extend(comment_lines("Several times: \"Use … on … 2 times\"."));
    }
    let barred: Vec<&str> =
        own.skills.iter().filter(|skill| is_barred_by_first_turn(skill)).map(|skill| skill.name.as_str()).collect();
    if let Some(barred) = value_words::join_with_and(&barred) {
        form.extend(comment_lines(&format!("Not next Turn, which would be a battle's first: {barred}.")));
    }
    if let (Some(left), [servant, ..]) = (own.command_spells.filter(|left| *left > 0), own.servants.as_slice()) {
        form.extend(comment_lines(&format!("{left} Command Spells: \"Command {servant} …\".")));
    }
    if own.is_masterless {
        form.extend(comment_lines("For a contract: \"Accept a contract with …\"; that Master must order it too."));
        form.extend(comment_lines("For Mana, with the whole Turn: \"Consume a civilian\"."));
    }
    if own.can_seek_servant() {
        form.extend(comment_lines("For a contract: \"Contract with …\"; that Servant must order it too."));
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

/// Whether a skill cannot be used next Turn: it is an attack, an attack begins a battle, and it costs more than the
/// first Turn of a battle allows (R244, R254).
const fn is_barred_by_first_turn(skill: &UsableSkill) -> bool {
    skill.too_costly_for_first_turn && skill.damage.is_some()
}

/// For example `# Use Hound Pack on … (2 AP, 40 Mana)`; what it costs stands on a line of its own if one is too short.
/// A Master's skills all take the one Turn Action, which is left out.
fn use_lines(skill: &UsableSkill, kind: SheetKind) -> Vec<String> {
    let cost = skill.cost.to_string();
    let cost = match kind {
        SheetKind::Master => cost.trim_start_matches("1 Turn Action").trim_start_matches(", "),
        SheetKind::Servant | SheetKind::Familiar | SheetKind::Library => &cost,
    };
    let first_turn = skill.too_costly_for_first_turn.then_some("not in a battle's first Turn, as next Turn would be");
    let upkeep = skill.cannot_afford_upkeep.then_some("its Upkeep cannot be paid then");
    let notes: Vec<&str> =
        Some(cost).filter(|cost| !cost.is_empty()).into_iter().chain(first_turn).chain(upkeep).collect();
    let target = if skill.targets == [TargetKind::SelfTarget] { "" } else { " on …" };
    let order = format!("# Use {}{target}", skill.name);
    if notes.is_empty() {
        return vec![order];
    }
    let note = format!("({})", notes.join("; "));
    if order.chars().count() + 1 + note.chars().count() <= COMMENT_WIDTH {
        vec![format!("{order} {note}")]
    } else {
        std::iter::once(order).chain(comment_lines(&note)).collect()
    }
}

/// The maximum length of a comment line in an order file, in characters.
const COMMENT_WIDTH: usize = 42;

/// A comment of an order file, in lines short enough that no mail program or phone breaks them: a line broken off
/// would be read as an order.
fn comment_lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = "#".to_owned();
    let mut length = 1;
    for word in text.split(' ') {
        let word_length = word.chars().count();
        if length > 1 && length + word_length >= COMMENT_WIDTH {
            lines.push(std::mem::replace(&mut line, "#".to_owned()));
            length = 1;
        }
        line.push(' ');
        line.push_str(word);
        length += 1 + word_length;
    }
    lines.push(line);
    lines
}
