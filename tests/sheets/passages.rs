//! Several sentences in one entry: what they are read as, and where they leave open what belongs to what.

use grail_referee::language::effect_text::canonical;
use grail_referee::language::effects::read_passage;

fn read(text: &str) -> Vec<String> {
    match read_passage(text) {
        Ok(passages) => passages.into_iter().flat_map(|one| one.effect.lines()).map(|line| canonical(&line)).collect(),
        Err(faults) => panic!("{text}: {faults:?}"),
    }
}

fn refused(text: &str) -> String {
    match read_passage(text) {
        Ok(_) => panic!("{text}: read as {:?}", read(text)),
        Err(faults) => {
            assert!(faults.iter().all(|fault| text.get(fault.span.range()).is_some()), "{text}: {faults:?}");
            faults.into_iter().map(|fault| fault.message).collect::<Vec<_>>().join(" · ")
        }
    }
}

#[test]
fn each_sentence_is_read_as_it_would_be_alone() {
    let told = [
        "The user's AGI is raised by 2 ranks. Lasts 3 Turns.",
        "The target loses 20 Mana. The user restores 20 Mana.",
        "The target loses 20 Mana; the user restores 20 Mana.",
        "Lasts 2 Turns; this skill cannot be used again for 4 Turns.",
        "The target restores 20 Health. GM: The target must answer. Twice.",
    ];
    for text in told {
        let (first, second) = text.split_once(['.', ';']).unwrap();
        let alone = [first, second].map(|piece| read(&format!("{}.", piece.trim().trim_end_matches('.'))));
        assert_eq!(read(text), alone.concat(), "{text}");
    }
}

#[test]
fn what_speaks_of_the_sentence_before_becomes_part_of_it() {
    let told = [
        (
            "Restores 50 Health to the target. If the target is a Master, restores 30 Health instead.",
            "If the target is a Master, the target restores 30 Health; otherwise, the target restores 50 Health.",
        ),
        (
            "Restores 50 Health to the target. If the target is a Master, restores 30 instead.",
            "If the target is a Master, the target restores 30 Health; otherwise, the target restores 50 Health.",
        ),
        (
            "When the user is attacked, the user restores 5 Health. If the user is in Spirit Form, the user instead restores 10 Health.",
            "When the user is attacked, if the user is in Spirit Form, the user restores 10 Health; otherwise, the user restores 5 Health.",
        ),
        (
            "When the user is attacked, the user restores 5 Health. This effect can only occur once per Turn.",
            "Once per Turn, when the user is attacked, the user restores 5 Health.",
        ),
        (
            "Magical damage the user receives decreases by 20%. This effect is negated if the user is in Spirit Form.",
            "Magical damage the user receives decreases by 20% unless the user is in Spirit Form.",
        ),
    ];
    for (text, whole) in told {
        assert_eq!(read(text), read(whole), "{text}");
    }
}

#[test]
fn what_is_left_open_is_refused() {
    let told = [
        ("When the user is attacked, the user restores 5 Health. The user's STR rises by 1 rank.", "at the moment"),
        ("The target's STR is lowered by 1 rank for 2 Turns. The target's END is lowered by 1 rank.", "as long as"),
        ("The user's STR is raised by 1 rank. Upkeep: 10 Mana per Turn.", "a field of the skill"),
        (
            "Restores 50 Health to the target. If the target is a Master, restores 10% instead.",
            "goes with the sentence",
        ),
        ("The target loses 20 Mana. The user restores 20 Mana. They cannot act this Turn.", "nobody was spoken of"),
        // One fault alone: what hangs on a sentence that is not understood is not told too.
        ("The user frobs. If the target is a Master, the user restores 30 Health instead.", "but not `frobs`"),
    ];
    for (text, why) in told {
        let message = refused(text);
        assert!(message.contains(why) && !message.contains(" · "), "{text}: {message}");
    }
}
