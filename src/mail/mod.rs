//! The post: taking orders out of letters, and letters to players, each sent once.
//!
//! In: [`letter`] takes a letter apart, [`sources`] finds letters where mail lands, [`kept_letters`] keeps
//! each as it came and [`inbox`] what came of it, [`filed`] numbers them all and knows what awaits the GM,
//! `former_words` what of them is not the next player's, [`sender`] says whose it is, [`backoff`] who has guessed,
//! [`requests`] reads what is asked for beside orders, `talk` what among orders is said to the GM, [`thread`] takes a
//! thread of a board apart, [`wishes`] what the letters so far ask to hold, [`gm_letters`] what the GM rules by mail,
//! [`intake`] decides. Out: [`outbox`] keeps each letter with how far it got, [`compose`] writes it, [`html_letter`]
//! its HTML part (`html_tag` ends a tag where HTML is read), [`letter_pictures`] what that shows of drawings,
//! [`transport`] hands it over, [`dispatch`] does so once; both boxes are files of [`append_log`]. [`clock`] knows when
//! orders are due, [`letter_templates`] and [`reply`] what is said.
//!
//! All of it deals in seats, nights and texts; what it must ask this game it asks [`referee`].

pub mod append_log;
pub mod backoff;
pub mod clock;
pub mod compose;
pub mod dispatch;
pub mod filed;
mod former_words;
pub mod gm_letters;
pub mod html_letter;
mod html_tag;
pub mod inbox;
pub mod intake;
pub mod kept_letters;
pub mod letter;
pub mod letter_pictures;
pub mod letter_templates;
pub mod outbox;
pub mod referee;
pub mod reply;
pub mod requests;
pub mod sender;
pub mod sources;
mod talk;
pub mod thread;
pub mod transport;
pub mod wishes;
