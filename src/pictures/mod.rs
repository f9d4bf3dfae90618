//! Pictures of what a reader knows: the map, drawn and in words.
//!
//! What is drawn is handed in as names and whole numbers that the reader may know; no War, event or report comes in
//! here (a test holds it), so a picture tells no more than the page around it. No floats either: a drawing is the same
//! on every machine, byte for byte.
//!
//! | module | holds |
//! | --- | --- |
//! | [`chart`] | the places of a War laid out on paper, once for all readers |
//! | [`layout`] | where a place stands, if `map.yaml` does not say |
//! | [`labels`] | where names stand so that they lie on no road and on no other name |
//! | [`map`] | the map as one reader knows it: who is where, who moved, where one may go |
//! | [`graph`] | a number of somebody's, Night by Night |
//! | [`map_svg`], [`map_words`] | drawn; in words, for pages without drawings and for screen readers |

pub mod chart;
pub mod graph;
pub mod labels;
pub mod layout;
pub mod map;
pub mod map_svg;
pub mod map_words;
