//! Mail: reads orders from letters, and sends letters to players, each once.
//!
//! | module, for incoming letters | holds |
//! | --- | --- |
//! | [`letter`], [`thread`] | a letter parsed; a forum thread parsed |
//! | [`sources`], [`kept_letters`] | letters where mail lands; letters kept as they came |
//! | [`inbox`], [`filed_letters`], `inherited_orders` | the outcome of each letter; all letters numbered, and which await the GM; what passes to a seat's next player |
//! | [`sender`], [`backoff`] | whose a letter is; the delay after wrong tokens |
//! | [`requests`], [`lasting_requests`], `talk_to_gm` | requests beside orders; those that still hold; words to the GM among orders |
//! | [`gm_letters`] | the GM's commands by mail |
//! | [`intake`] | the decision about each letter |
//!
//! | module, for outgoing letters | holds |
//! | --- | --- |
//! | [`outbox`], [`dispatch`], [`transport`] | each letter with its state; sending each once; handing one over |
//! | [`compose`], [`html_letter`], `html_tag`, [`letter_pictures`] | a letter as a MIME message; its HTML part; the end of an HTML tag; drawings as pictures |
//! | [`letter_templates`], [`reply`] | the wording of letters; the replies to requests |
//!
//! | module, for both | holds |
//! | --- | --- |
//! | [`append_log`] | the logs of both directions |
//! | [`clock`] | when orders are due |
//! | [`mailed_war`] | the questions that depend on the game |
//!
//! The modules know only seats, nights and texts; whatever depends on the game they ask of [`mailed_war`].

pub mod append_log;
pub mod backoff;
pub mod clock;
pub mod compose;
pub mod dispatch;
pub mod filed_letters;
pub mod gm_letters;
pub mod html_letter;
mod html_tag;
pub mod inbox;
mod inherited_orders;
pub mod intake;
pub mod kept_letters;
pub mod lasting_requests;
pub mod letter;
pub mod letter_pictures;
pub mod letter_templates;
pub mod mailed_war;
pub mod outbox;
pub mod reply;
pub mod requests;
pub mod sender;
pub mod sources;
mod talk_to_gm;
pub mod thread;
pub mod transport;
