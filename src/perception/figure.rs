//! Decides how an observer identifies a character: by name, as a stranger, or only by kind (I03, R053–R061).

use crate::perception::perceived::Figure;
use crate::sheet::SheetKind;
use crate::vocabulary::ids::{CharacterId, SeatId};
use crate::vocabulary::keyed_hash::keyed_hash;
use crate::vocabulary::rank::Acuity;
use crate::vocabulary::seed::Seed;
use crate::war::War;

/// How an observer identifies a character that does something before their eyes.
///
/// - The observer's own team is always known; so is a mark of the Seal in the observer's location (A191).
/// - ACT A and EX know a Servant's class and a Master's handle on sight (R060, R061).
/// - ACT B to D know whom their seat recognises; anybody else is a stranger with an alias.
/// - ACT E tells strangers and familiars apart only by kind (R056).
/// - ACT N/A sees only kinds, except for characters that a team-mate with a real ACT knows (R055, A232).
pub fn identify(war: &War, observer: CharacterId, acuity: Acuity, who: CharacterId) -> Figure {
    if is_own(war, observer, who) {
        return Figure::Known(who);
    }
    let kind = war.character(who).kind;
    if perceives_numbers_only(war, observer) {
        return Figure::OfKind(kind);
    }
    if is_mark_beside(war, observer, who) {
        return Figure::Known(who);
    }
    match acuity {
        Acuity::None if is_known_to_sighted_partner(war, observer, who) => Figure::Known(who),
        Acuity::E if kind != SheetKind::Familiar && is_recognised(war, observer, who) => Figure::Known(who),
        Acuity::None | Acuity::E => Figure::OfKind(kind),
        Acuity::D | Acuity::C | Acuity::B if !is_recognised(war, observer, who) => Figure::Stranger(who),
        Acuity::D | Acuity::C | Acuity::B | Acuity::A | Acuity::EX => Figure::Known(who),
    }
}

/// Whether an observer perceives only numbers and kinds: a familiar whose sheet says that it transmits numbers (R075,
/// I07).
fn perceives_numbers_only(war: &War, observer: CharacterId) -> bool {
    let mentions_numbers = |text: &String| text.to_lowercase().contains("number");
    war.character(observer).kind == SheetKind::Familiar
        && war.sheet(observer).transmits.as_ref().is_some_and(mentions_numbers)
}

/// The ACT at which an observer's reader learns what it sees.
pub fn sight_acuity(war: &War, observer: CharacterId) -> Acuity {
    if perceives_numbers_only(war, observer) { Acuity::None } else { war.acuity(observer) }
}

/// Whether somebody is a mark of the Seal in the observer's location, which everybody recognises (R312, A191).
pub fn is_mark_beside(war: &War, observer: CharacterId, who: CharacterId) -> bool {
    war.is_marked(who) && war.character(observer).at == war.character(who).at
}

/// How an observer identifies a character that is merely present: below ACT B a Servant in Spirit Form is seen only
/// by kind.
pub fn identify_bystander(war: &War, observer: CharacterId, acuity: Acuity, who: CharacterId) -> Figure {
    let is_dim = war.character(who).is_in_spirit_form && acuity < Acuity::B && !is_mark_beside(war, observer, who);
    if is_dim && !is_own(war, observer, who) {
        return Figure::OfKind(war.character(who).kind);
    }
    identify(war, observer, acuity, who)
}

/// The living characters beside an observer, without those of its own seat, as the observer identifies them. The
/// order depends only on what the observer sees.
pub fn figures_beside(war: &War, observer: CharacterId) -> Vec<Figure> {
    let acuity = sight_acuity(war, observer);
    let seat = war.seat_of(observer);
    let mut figures: Vec<Figure> = war
        .present(war.character(observer).at)
        .filter(|who| *who != observer && (seat.is_none() || war.seat_of(*who) != seat))
        .filter(|who| !war.is_hidden_from(*who, observer, false))
        .map(|who| identify_bystander(war, observer, acuity, who))
        .collect();
    sort_by_sight(war, observer, &mut figures);
    figures
}

/// Sorts figures so that their order reveals nothing beyond their names: handles by name, strangers by alias and then
/// by a keyed hash, kinds last.
pub fn sort_by_sight(war: &War, observer: CharacterId, figures: &mut [Figure]) {
    if figures.len() > 1 {
        figures.sort_by_key(|figure| sight_key(war, observer, *figure));
    }
}

/// The sort key of a figure in an observer's eyes.
pub fn sight_key(war: &War, observer: CharacterId, figure: Figure) -> (u8, u64) {
    match figure {
        Figure::Known(id) => (0, name_order_key(war, id)),
        Figure::Stranger(id) => {
            let seat = war.seat_of(observer);
            let strangers = seat.and_then(|s| war.seats.get(s.index())).map_or(&[][..], |m| &m.strangers);
            match strangers.iter().position(|s| *s == id) {
                Some(index) => (1, index as u64),
                None => (2, alias_order_key(war, observer, id)),
            }
        }
        Figure::OfKind(kind) => (3, kind as u64),
        Figure::Someone => (4, 0),
    }
}

/// A sort key for a handle, in order of name. The War lists familiars in the order they were summoned, so they are
/// sorted here.
fn name_order_key(war: &War, who: CharacterId) -> u64 {
    let character = war.character(who);
    if character.kind != SheetKind::Familiar {
        return u64::from(who.0);
    }
    let before = war.characters.iter().filter(|c| c.kind == SheetKind::Familiar && c.name < character.name).count();
    u64::from(u16::MAX) + before as u64
}

/// The key that orders strangers met at the same moment before they get aliases. It is a hash of the War's seed, the
/// seat and the handle, so it reveals neither names nor the order of files.
pub fn alias_order_key(war: &War, observer: CharacterId, who: CharacterId) -> u64 {
    let seat = war.seat_of(observer).and_then(|s| war.setup.seats.get(s.index()));
    let seat = seat.map_or("", |s| s.name.as_str());
    let who = war.character(who).name.as_bytes();
    let number = match war.setup.seed {
        Seed::Number(number) => number,
        Seed::Key(key) => {
            let [a, b, c, d, e, f, g, h, ..] = keyed_hash(&key, &[b"meeting", seat.as_bytes(), who]);
            return u64::from_le_bytes([a, b, c, d, e, f, g, h]);
        }
    };
    let bytes = number.to_le_bytes().into_iter().chain(seat.bytes()).chain([0]);
    // FNV-1a, then a finisher that spreads the hashes of names with a common prefix.
    let hash = bytes
        .chain(who.iter().copied())
        .fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
    let hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

/// Whether a seat reads what its character merely saw. It does not when the character is a Servant played by its
/// Master's player and the bond does not share perception (I15, switch `bond.shares_perception`).
pub fn reports_sights_to_seat(war: &War, observer: CharacterId) -> bool {
    let character = war.character(observer);
    // A familiar reports to its summoner (R074), so the summoner's rule applies to it.
    let reporter =
        if character.kind == SheetKind::Familiar { character.summoner.unwrap_or(observer) } else { observer };
    war.setup.switches.bond_shares_perception
        || war.character(reporter).kind != SheetKind::Servant
        || war.setup.own_seat(reporter).is_some()
}

/// The Master's seat, when the character is played by another seat: that seat also reads what the character perceived
/// (I15, switch `bond.shares_perception`). No Servant's player reads what the Master perceived.
pub fn find_masters_seat(war: &War, observer: CharacterId) -> Option<SeatId> {
    if !war.setup.switches.bond_shares_perception || war.character(observer).kind == SheetKind::Master {
        return None;
    }
    let masters_seat = war.seat_of(war.master_of(observer)?);
    masters_seat.filter(|seat| war.seat_of(observer) != Some(*seat))
}

/// Whether a character belongs to the observer's team or seat. The seat counts even after death, when the contract is
/// gone.
pub fn is_own(war: &War, observer: CharacterId, who: CharacterId) -> bool {
    let has_same_seat = || war.seat_of(observer).is_some_and(|seat| war.seat_of(who) == Some(seat));
    war.are_partners(observer, who) || has_same_seat()
}

/// Whether an observer, or any character of its seat, recognises this character.
pub fn is_recognised(war: &War, observer: CharacterId, who: CharacterId) -> bool {
    war.character(observer).knows.contains(&who) || war.seat_of(observer).is_some_and(|seat| war.recognises(seat, who))
}

/// Whether a team-mate of the observer with a real ACT has met this character (A232).
fn is_known_to_sighted_partner(war: &War, observer: CharacterId, who: CharacterId) -> bool {
    war.ids().any(|mate| {
        war.character(mate).knows.contains(&who) && war.are_partners(observer, mate) && war.acuity(mate) != Acuity::None
    })
}
