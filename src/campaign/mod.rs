//! The campaign: a folder with a War, its nights and what players mailed.
//!
//! | module | holds |
//! | --- | --- |
//! | [`folder`], `open_folder`, [`error`] | paths; opening a campaign; errors |
//! | [`lock`], [`transaction`], `disk` | one run at a time; changing several files or none; steps that change files |
//! | `night_files`, [`order_files`], [`stray_files`] | writing a night or nothing; orders; files that nothing reads |
//! | [`templates`], [`random`] | the campaign's templates; what nobody can guess |
//! | [`game`] | all that knows this game |
//!
//! All modules except [`game`] know only seats, nights, order texts and pages and nothing of Servants, so that another
//! game by mail could use them unchanged.
//!
//! Only this module, `mail`, `scenario` and `cli` touch files.

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
