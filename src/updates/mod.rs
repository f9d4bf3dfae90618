//! Pages from what was perceived: personal updates, the public update.
//!
//! A page is data made of nothing but words and numbers from a [`crate::perception::report::Report`] or a
//! [`crate::perception::public::PublicReport`] ([`page`]); templates ([`render`]) make it text. No event and no
//! War comes in here, so a secret has no way onto a page. May import [`crate::perception`] and vocabulary.

pub mod deed;
pub mod logic;
pub mod page;
pub mod render;
pub mod words;
