//! The campaign: a folder with a War, its nights and what players mailed.
//!
//! The files here deal in seats, nights, order texts and pages and know nothing of Servants, so
//! that another game by mail could use them as they are: where things are ([`folder`]), one run
//! at a time ([`lock`]), all of a night or nothing ([`mod@night_files`]), all of a change of several files or nothing
//! ([`transaction`]), what came in ([`order_files`]), how pages are laid out ([`templates`]), what nobody can guess ([`random`]), and what can go wrong ([`error`]). All that knows this game is in [`game`].
//!
//! May import everything above it but `mail`, `scenario` and `cli`; only here and in those are
//! files touched.

pub(crate) mod disk;
pub mod error;
pub mod folder;
pub mod game;
pub mod lock;
pub mod night_files;
pub mod order_files;
pub mod random;
pub mod stray_files;
pub mod templates;
pub mod transaction;
