//! Builds pages from what was perceived: the personal updates and the public update (R379).
//!
//! A page consists only of words and numbers from a [`crate::perception::report::Report`] or a
//! [`crate::perception::public::PublicReport`]. No event and no War is imported here (a test checks it), so no secret
//! can reach a page. The same page serves every form: text, HTML, BBCode, GameFAQs' markup and JSON.
//!
//! | module | holds |
//! | --- | --- |
//! | [`page`] | the data of a page |
//! | [`event_line`], `tally`, [`consequence`], [`value_words`] | a line that tells what happened; what a deed did to each, added up and in words; words for the engine's values |
//! | `fallen` | what the deaths of a Night change in the lines told of it |
//! | [`own_characters`] | the reader's own characters: numbers, effects, what they may do next |
//! | [`next_turn_options`] | what they may do next, and the orders to start from |
//! | [`logic_block`] | the Logic Game: its log, what the reader owes |
//! | [`dossiers`] | what the reader knows of everybody else |
//! | [`reader_map`] | the map with everybody the reader knows of |
//! | `legend` | what the words of a page mean |
//! | [`summary`], [`order_outcomes`] | the Night in a few lines; the outcome of the reader's orders |
//! | [`headline`] | the headline of the public page, and how the War stands |
//! | [`sentences`], [`narrator`] | patterns that a campaign may replace; the narrator that fills them in |
//! | [`strangers`] | introduces strangers by their look where a page first mentions them |
//! | [`gm_passages`] | the GM's own passages, which replace the program's or stand beside them |
//! | [`markup`] | the forms, and how text is escaped in each |
//! | [`render`], [`wrap`] | pages as text, by templates that a campaign may replace; lines wrapped to a mail's width |

pub mod consequence;
pub mod dossiers;
pub mod event_line;
mod fallen;
pub mod gm_passages;
pub mod headline;
mod legend;
pub mod logic_block;
pub mod markup;
pub mod narrator;
pub mod next_turn_options;
pub mod order_outcomes;
pub mod own_characters;
pub mod page;
pub mod reader_map;
pub mod render;
pub mod sentences;
pub mod strangers;
pub mod summary;
mod tally;
pub mod value_words;
pub mod wrap;
