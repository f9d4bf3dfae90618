//! Pages from what was perceived: personal updates, the public update (R379).
//!
//! A page is data made of nothing but words and numbers from a [`crate::perception::report::Report`] or a
//! [`crate::perception::public::PublicReport`]. No event and no War comes in here (a test holds it), so a secret has no
//! way onto a page. The same page is behind every form: text, HTML, BBCode, GameFAQs' markup and JSON.
//!
//! | module | holds |
//! | --- | --- |
//! | [`page`] | the data of a page |
//! | [`event_line`], [`consequence`], [`value_words`] | a line that tells what happened, with what came of it; words for the engine's values |
//! | [`own_characters`] | the reader's own characters: numbers, effects, what they may do next |
//! | [`next_turn`] | what they may do next, and what their orders may begin with |
//! | [`logic_block`] | the Logic Game: its log, what the reader owes |
//! | [`dossiers`] | what the reader knows of everybody else |
//! | [`map`] | the map with everybody the reader knows of |
//! | `legend` | what the words of a page mean |
//! | [`in_short`], [`orders_told`] | the Night in a few lines; what became of the reader's orders |
//! | [`shop_window`] | the headline of the public page, and how the War stands |
//! | [`sentences`], [`narrator`] | patterns a campaign may replace; a line told by them |
//! | [`strangers`] | strangers by what they look like, where a page speaks of them first |
//! | [`story`] | the GM's own passages, put in the place of the program's or beside them |
//! | [`markup`] | the forms, and how text is made safe in each |
//! | [`render`], [`wrap`] | pages as text, by templates a campaign may replace; in lines of a mail's width |

pub mod consequence;
pub mod dossiers;
pub mod event_line;
pub mod in_short;
mod legend;
pub mod logic_block;
pub mod map;
pub mod markup;
pub mod narrator;
pub mod next_turn;
pub mod orders_told;
pub mod own_characters;
pub mod page;
pub mod render;
pub mod sentences;
pub mod shop_window;
pub mod story;
pub mod strangers;
pub mod value_words;
pub mod wrap;
