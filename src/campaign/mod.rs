//! The campaign: a folder with a War, its nights and what players mailed.
//!
//! | module | holds |
//! | --- | --- |
//! | [`folder`], `open_folder`, [`error`] | where things are; opening them; what can go wrong with them |
//! | [`lock`], [`transaction`], `disk` | one run at a time; several files changed or none; every step that changes a file |
//! | `night_files`, [`order_files`], [`stray_files`] | a night or nothing of it; what came in; what lies where nothing reads it |
//! | [`templates`], [`random`] | how pages are laid out; what nobody can guess |
//! | [`game`] | all that knows this game |
//!
//! All but [`game`] deals in seats, nights, order texts and pages and knows nothing of Servants, so
//! that another game by mail could use it as it is.
//!
//! Files are touched only here, in `mail`, `scenario` and `cli`.

pub(crate) mod disk;
pub mod error;
pub mod folder;
pub mod game;
pub mod lock;
pub mod night_files;
mod open_folder;
pub mod order_files;
pub mod random;
pub mod stray_files;
pub mod templates;
pub mod transaction;
