//! Pictures of what a reader knows: the map, drawn and in words.
//!
//! Pictures get only names and integers that the reader may know. No War, event or report is imported here (a test
//! checks it), so a picture tells no more than its page. There are no floats either, so a drawing is byte for byte
//! the same on every machine.
//!
//! | module | holds |
//! | --- | --- |
//! | [`map_drawing`] | the locations of a War laid out as a drawing, once for all readers |
//! | [`layout`] | positions of locations, if `map.yaml` does not give them |
//! | [`labels`] | positions of names, off all roads and other names |
//! | [`map_view`] | the map as one reader knows it: who is where, who moved, where the reader's own may go |
//! | [`graph`] | a character's numbers, Night by Night |
//! | [`map_svg`], [`map_words`] | the map drawn; the map in words, for pages without drawings and for screen readers |

pub mod graph;
pub mod labels;
pub mod layout;
pub mod map_drawing;
pub mod map_svg;
pub mod map_view;
pub mod map_words;
