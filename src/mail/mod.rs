//! Mail: reads orders from letters, and sends letters to players, each once.
//!
//! Incoming: [`letter`] parses a letter, [`sources`] finds letters where mail lands, [`kept_letters`] keeps each as it
//! came, and [`inbox`] records its outcome. [`filed`] numbers all letters and knows which await the GM; `former_words`
//! selects what passes to a seat's next player. [`sender`] establishes whose a letter is, and [`backoff`] slows down
//! guesses. [`requests`] parses requests beside orders, `talk` finds words to the GM among orders, [`thread`] parses a
//! forum thread, [`wishes`] collects the requests that still hold, [`gm_letters`] parses the GM's commands, and
//! [`intake`] decides.
//!
//! Outgoing: [`outbox`] keeps each letter with its state, [`compose`] writes it, [`html_letter`] makes its HTML part
//! (`html_tag` finds the end of a tag), and [`letter_pictures`] renders the drawings in it. [`transport`] hands a
//! letter over, and [`dispatch`] does so once for each letter. The logs of both directions are files of [`append_log`].
//! [`clock`] knows when orders are due; [`letter_templates`] and [`reply`] have the wording.
//!
//! The modules know only seats, nights and texts; whatever depends on the game they ask of [`referee`].

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
