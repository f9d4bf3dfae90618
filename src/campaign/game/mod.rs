//! The campaign of this game: its files, and how a night is played from them.
//!
//! | module | holds |
//! | --- | --- |
//! | [`war_file`], [`map_file`], [`mail_file`], [`story_file`] | what the GM writes |
//! | [`sheets`], [`common_sheets`], [`load_war`] | the sheets, the common sheets, loading a War from them |
//! | [`night_zero`], [`state_file`], [`event_file`], [`secret_keys`] | the start, the position, the log, the keys |
//! | [`night_inputs`], [`checked_orders`] | the inputs of a night, checked |
//! | [`play`], [`pages`], `parallel` | resolving a night, its pages, parallel work |
//! | [`replay`], [`reopen`] | checking all nights again, resolving a past night again |
//! | [`amend`] with [`amended_sheets`], [`ended_file`] | sheets amended during a War, a War that the GM ends |
//! | [`packet`], [`book`] | the file that a player checks orders with, the whole War as a page |
//! | [`coming_logic`], [`seat_edit`] | the coming night of the Logic Game, a change of a seat |

pub mod amend;
pub mod amended_sheets;
pub mod book;
pub mod checked_orders;
pub mod coming_logic;
pub mod common_sheets;
pub mod ended_file;
pub mod event_file;
pub mod load_war;
pub mod mail_file;
pub mod map_file;
pub mod night_inputs;
pub mod night_zero;
pub mod packet;
pub mod pages;
pub(crate) mod parallel;
pub mod play;
pub mod reopen;
pub mod replay;
pub mod seat_edit;
pub mod secret_keys;
pub mod sheets;
pub mod state_file;
pub mod story_file;
pub mod war_file;

/// The format of all files the engine writes.
pub const FORMAT: u32 = 1;

/// The engine's version.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");

/// The name of the public page, beside the seats' file names.
pub const PUBLIC: &str = "public";

/// The codes of faults in `war.yaml` and `map.yaml`.
pub mod code {
    crate::language::codes::codes! {
        /// The seed is no whole number.
        SEED = "E401";
        /// There is no such switch.
        SWITCH = "E402";
        /// The switch has no such value.
        SWITCH_VALUE = "E403";
        /// A seat that cannot be: without a name, or with characters that are not of its team.
        SEAT = "E404";
        /// Two things have one name.
        TWICE = "E405";
        /// There is no such location.
        LOCATION = "E406";
        /// A way between two locations is written in one direction only.
        ONE_WAY = "E407";
        /// There is no such facility.
        FACILITY = "E408";
        /// No character is called so.
        CHARACTER = "E409";
        /// There is no such sheet file.
        SHEET_FILE = "E410";
        /// The sheet is of the wrong kind: a Servant where a Master must stand.
        SHEET_KIND = "E411";
        /// A Home Base belongs to two teams (A174).
        HOME = "E412";
        /// The file is of a format that this version does not know.
        FORMAT = "E413";
        /// Something about the War as a whole cannot be.
        WAR = "E414";
        /// A map or a list of teams has nothing in it.
        EMPTY = "E415";
        /// A setting of the post cannot be.
        MAIL = "E416";
        /// A place on the map, or a point of a water, is not two whole numbers, or two places stand on one point.
        SPOT = "E420";
        /// A Master begins without a Servant, or with more than one (R001).
        SERVANTS = "W417";
        /// A token can be guessed.
        WEAK_TOKEN = "W418";
        /// A seed can be guessed.
        WEAK_SEED = "W419";
    }
}
