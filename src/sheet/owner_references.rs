//! Checks words that refer to the owner of this sheet, or to the ground of this skill: `this familiar`,
//! `in the Reality Marble`.
//!
//! The location that a skill is used on is one only for a skill used on locations: `in the target location`.
//!
//! On another kind of sheet `this familiar` would mean the user. In a skill that covers no ground `the Marble` would
//! mean any location. Both are rejected.

use crate::language::diagnostic::Diagnostic;
use crate::language::effects::{OwnWord, find_own_words};
use crate::language::span::Span;
use crate::vocabulary::target::TargetKind;

use super::reader::Diagnostics;
use super::skill::{Role, Skill};
use super::{SheetKind, code};

/// Rejects words of a sentence or requirement that do not fit its sheet or its skill.
pub(super) fn reject_own_words(kind: SheetKind, skill: &Skill, text: &str, span: Span, diagnostics: &Diagnostics) {
    let ground = skill.covers_ground(false) || skill.covers_ground(true);
    for (word, written) in find_own_words(text) {
        let (is_allowed, message) = match word {
            OwnWord::Servant => (kind == SheetKind::Servant, SHEET_OWNER_MESSAGE),
            OwnWord::Master => (kind == SheetKind::Master, SHEET_OWNER_MESSAGE),
            OwnWord::Familiar => (kind == SheetKind::Familiar, FAMILIAR_MESSAGE),
            OwnWord::Holder => (skill.role != Role::Item || skill.is_passive(), HOLDER_MESSAGE),
            OwnWord::Ground => (ground, GROUND_MESSAGE),
            OwnWord::SoleTarget => (skill.max_targets == 1 && !skill.is_passive(), SOLE_TARGET_MESSAGE),
        };
        if !is_allowed {
            diagnostics.report(Diagnostic::error(code::MISPLACED_EFFECT, span, format!("`{written}` {message}")));
        }
    }
    // Such a skill works where its user is, and may be used on somebody elsewhere.
    let reaches_elsewhere = skill.range.is_some() && !skill.targets.contains(&TargetKind::Location);
    let lower = text.to_lowercase();
    if let Some(written) = ["target location", "target area"].into_iter().find(|of| lower.contains(of))
        && reaches_elsewhere
    {
        let message = format!("`{written}` {TARGET_LOCATION_MESSAGE}");
        diagnostics.report(Diagnostic::error(code::MISPLACED_EFFECT, span, message));
    }
}

const TARGET_LOCATION_MESSAGE: &str = "is what a skill with `targets: \"[Location]\"` is used on, and this is used on \
    characters, also from afar: write `the target's location`, or `this location`, where its user is";

const SHEET_OWNER_MESSAGE: &str =
    "is whose sheet this is: here it would be the user; say `the user`, `the target`, `the user's Master` or whom else";
const FAMILIAR_MESSAGE: &str = "is whose sheet this is: here it would be the user; write the sentence on the familiar's own sheet, or say `the user's familiars`";
const SOLE_TARGET_MESSAGE: &str =
    "is whom a skill with `max_targets: 1` is used on, and this is none: write `the targets`, or whom you mean";
const HOLDER_MESSAGE: &str = "has this item while nobody uses it, and this is done by its use: write `the user`, or make it an item of \
    `type: Passive`, which works while it is held";
const GROUND_MESSAGE: &str =
    "is what this skill would be, and it is none: put the sentence on that skill, or write `in this location`";
