//! The campaign of this game: what its files say and how a night is played from them.
//!
//! [`war_file`] and [`map_file`] read what the GM writes, [`sheets`] finds the sheets, [`load`]
//! makes a War of all three, [`amend`] mends a sheet once it runs, [`logic`] shows what is coming in the Logic Game, [`frozen`] keeps what `grail start` saw, [`keys`] what nothing mailed can be computed without, [`state_file`] and
//! [`event_file`] are the engine's own, [`play`] resolves a night
//! from [`checked`] orders and [`replay`] proves it.

pub mod amend;
pub mod book;
pub mod checked;
pub mod event_file;
pub mod frozen;
pub mod keys;
pub mod load;
pub mod logic;
pub mod mail_file;
pub mod map_file;
pub mod packet;
pub mod pages;
pub mod play;
pub mod reading;
pub mod reopen;
pub mod replay;
pub mod seat_edit;
pub mod sheets;
pub mod shelf;
mod side_by_side;
pub mod state_file;
pub mod story;
pub mod war_file;

/// The format of all files the engine writes.
pub const FORMAT: u32 = 1;

/// The engine's version.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");

/// The name of the page for everybody, beside the seats' file names.
pub const PUBLIC: &str = "public";

/// The codes of faults in `war.yaml` and `map.yaml`.
pub mod code {
    /// The seed is no whole number.
    pub const SEED: &str = "E401";
    /// There is no such switch.
    pub const SWITCH: &str = "E402";
    /// The switch has no such value.
    pub const SWITCH_VALUE: &str = "E403";
    /// A seat that cannot be.
    pub const SEAT: &str = "E404";
    /// Two of one name.
    pub const TWICE: &str = "E405";
    /// There is no such location.
    pub const LOCATION: &str = "E406";
    /// A way in one direction only.
    pub const ONE_WAY: &str = "E407";
    /// There is no such facility.
    pub const FACILITY: &str = "E408";
    /// Nobody is called so.
    pub const CHARACTER: &str = "E409";
    /// There is no such sheet file.
    pub const SHEET_FILE: &str = "E410";
    /// The sheet is of the wrong kind.
    pub const SHEET_KIND: &str = "E411";
    /// A Home Base of two teams (A174).
    pub const HOME: &str = "E412";
    /// A format the engine does not know.
    pub const FORMAT: &str = "E413";
    /// What only the War as a whole shows.
    pub const WAR: &str = "E414";
    /// A setting of the post that cannot be.
    pub const MAIL: &str = "E416";
    /// A Master that begins without a Servant, or with more than one (R001).
    pub const SERVANTS: &str = "W417";
    /// A token that can be guessed.
    pub const WEAK_TOKEN: &str = "W418";
    /// A seed that can be guessed.
    pub const WEAK_SEED: &str = "W419";
    /// A map or a list of teams with nothing in it.
    pub const EMPTY: &str = "E415";
}
