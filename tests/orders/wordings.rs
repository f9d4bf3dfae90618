//! What the table `grammar/wordings/orders.txt` says, by themes: `wordings/*.tsv` has the character, the order and its
//! plan, or `refused` for a neighbour that nobody may guess at.
//!
//! `GRAIL_DOCS=renew cargo test --test integration orders::wordings` writes the plans anew; look at each that changed.

use super::readings::reading;
use super::view::seat_of_writers;
use crate::kept_readings;

#[test]
fn what_the_table_says_keeps_its_reading_and_its_neighbours_stay_refused() {
    let view = seat_of_writers();
    kept_readings::hold("tests/orders/wordings", |character, order| reading(character, order, &view));
}
