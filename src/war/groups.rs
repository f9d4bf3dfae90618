//! Who belongs to a group of which a sheet speaks: its side, its filters, and the wall of a Reality Marble.

use crate::language::condition::{Filter, Group, Side, Written};
use crate::sheet::Kind;
use crate::vocabulary::ids::CharacterId;

use super::War;
use super::truth::{self, Speech};

/// Whether a character belongs to a group, seen from the user.
#[must_use]
pub fn in_group(war: &War, group: &Group<Written>, speech: Speech<'_>, who: CharacterId) -> bool {
    let user = speech.user;
    let side = match group.side {
        Side::Opponents => war.foes(user, who),
        Side::Allies => who != user && war.of_one_side(user, who),
        Side::Anyone => true,
    };
    // No group of a sentence extends across the wall of a Reality Marble (R295, A133).
    side && !war.is_walled_off(speech.here(war), who) && group.filters.iter().all(|f| passes(war, f, speech, who))
}

/// Whether a character passes a filter, seen from the user.
#[must_use]
pub fn passes(war: &War, filter: &Filter<Written>, speech: Speech<'_>, who: CharacterId) -> bool {
    let character = war.character(who);
    match filter {
        Filter::Servants => character.kind == Kind::Servant,
        Filter::Masters => character.kind == Kind::Master,
        Filter::Familiars => character.kind == Kind::Familiar,
        Filter::AnyOf(list) => list.iter().any(|f| passes(war, f, speech, who)),
        Filter::AllOf(list) => list.iter().all(|f| passes(war, f, speech, who)),
        Filter::Alignment(word) => war
            .sheet(who)
            .alignment
            .as_ref()
            .is_some_and(|a| a.split_whitespace().any(|w| w.eq_ignore_ascii_case(word))),
        Filter::Class(class) => war.sheet(who).class.as_ref().is_some_and(|c| c.eq_ignore_ascii_case(class)),
        Filter::Detected => speech.sees(war, speech.user, who),
        Filter::Flightless => !speech.flies(war, who),
        Filter::Other => who != speech.user,
        Filter::Here => character.at == speech.here(war),
        Filter::Beside => character.at == war.character(speech.user).at,
        Filter::In(place) => war.setup.location_named(&place.text) == Some(character.at),
        Filter::Not(of) => !passes(war, of, speech, who),
        Filter::That(statement) => truth::trait_holds(war, statement, speech, who),
    }
}
