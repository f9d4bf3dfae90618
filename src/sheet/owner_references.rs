//! Checks words that refer to the owner of this sheet, or to the ground of this skill: `this familiar`,
//! `in the Reality Marble`.
//!
//! On another kind of sheet `this familiar` would mean the user. In a skill that covers no ground `the Marble` would
//! mean any location. Both are rejected.

use crate::language::diagnostic::Diagnostic;
use crate::language::effects::{OwnWord, find_own_words};
use crate::language::span::Span;

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
}

const SHEET_OWNER_MESSAGE: &str =
    "is whose sheet this is: here it would be the user; say `the user`, `the target`, `the user's Master` or whom else";
const FAMILIAR_MESSAGE: &str = "is whose sheet this is: here it would be the user; write the sentence on the familiar's own sheet, or say `the user's familiars`";
const SOLE_TARGET_MESSAGE: &str =
    "is whom a skill with `max_targets: 1` is used on, and this is none: write `the targets`, or whom you mean";
const HOLDER_MESSAGE: &str = "has this item while nobody uses it, and this is done by its use: write `the user`, or make it an item of \
    `type: Passive`, which works while it is held";
const GROUND_MESSAGE: &str =
    "is what this skill would be, and it is none: put the sentence on that skill, or write `in this location`";
