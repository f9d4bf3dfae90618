//! What only the GM can decide: the error itself offers the line to write, and that line is understood.

use grail_referee::language::effect::Effect;
use grail_referee::language::effects::read_passage;

/// The line for the GM that the faults of an entry offer.
fn offered(entry: &str) -> Option<String> {
    let faults = read_passage(entry).err()?;
    let notes = faults.iter().flat_map(|fault| &fault.notes);
    let line = notes.filter_map(|note| note.split_once("write `GM: ")).find_map(|(_, line)| line.strip_suffix('`'));
    line.map(str::to_owned)
}

/// Looks, stories, copies and rides: nothing that the engine carries out.
const FOR_THE_GM: [&str; 4] = [
    "The user takes the appearance of another character.",
    "The target must answer one question truthfully.",
    "The user copies the last Support skill of an opponent.",
    "While riding a mount, the user may trample an opponent.",
];

#[test]
fn the_line_that_is_offered_is_read_as_it_stands() {
    for entry in FOR_THE_GM {
        let line = offered(entry).unwrap_or_else(|| panic!("no line for the GM: {entry}"));
        assert_eq!(line, entry);
        let read = read_passage(&format!("GM: {line}")).unwrap_or_else(|faults| panic!("{entry}: {faults:?}"));
        let [one] = read.as_slice() else { panic!("{entry}: {} sentences", read.len()) };
        assert_eq!(one.effect, Effect::Gm(line));
    }
}

#[test]
fn what_is_worded_badly_is_no_matter_for_the_gm() {
    for entry in ["The target's STR goes blue.", "The user restores many Health.", "The target's copier cannot act."] {
        assert!(read_passage(entry).is_err(), "{entry}");
        assert_eq!(offered(entry), None, "{entry}");
    }
}
