//! Trees, spans and rejected constructs of hand-written YAML.

use proptest::prelude::*;

use super::*;

fn read(text: &str) -> Node {
    let mut documents = parse(&Source::new("test.yaml", text)).unwrap();
    assert_eq!(documents.len(), 1);
    documents.remove(0)
}

fn faults(text: &str) -> Vec<String> {
    let source = Source::new("test.yaml", text);
    let faults = parse(&source).unwrap_err();
    faults
        .iter()
        .map(|f| {
            let (line, column) = source.line_column(f.span.start);
            format!("{line}:{column} {} {}", f.code, f.message)
        })
        .collect()
}

#[test]
fn a_value_knows_its_place_and_keeps_its_digits() {
    let text = "name: Saber\nhealth: 300.50\nskills:\n  - { name: Éclair, cost: 1 AP }\n  - name: \"Two\"\n";
    let node = read(text);
    let shown = |node: &Node| text[node.span.range()].to_owned();
    assert_eq!(node.get("health").unwrap().text(), Some("300.50"));
    assert_eq!(shown(node.get("health").unwrap()), "300.50");
    let skills = node.get("skills").unwrap().items().unwrap();
    assert_eq!(shown(&skills[0]), "{ name: Éclair, cost: 1 AP }");
    assert_eq!(shown(skills[0].get("cost").unwrap()), "1 AP");
    assert_eq!(shown(&skills[1]), "name: \"Two\"");
    assert!(!skills[1].get("name").unwrap().render_scalar().unwrap().is_unquoted);
}

#[test]
fn the_words_of_a_scalar_are_found_in_the_source() {
    for text in [
        "k: one target two",
        "k: \"one target two\"",
        "k: 'one target two'",
        "k: 'it''s a target two'",
        "k: \"a \\\"quoted\\\" target é\"",
        "k: one\n  target\n  two\n",
        "k: >\n  one\n  target two\n",
        "k: |\n  one\n  target two\n",
        "k: été target two",
    ] {
        let node = read(text);
        let scalar = node.get("k").unwrap().render_scalar().unwrap().clone();
        let start = scalar.text.find("target").unwrap();
        let span = scalar.source_span(Span::new(start, start + 6));
        assert_eq!(&text[span.range()], "target", "{text}");
    }
}

#[test]
fn a_sentence_with_a_colon_is_read_back() {
    let text = "- GM: The target must answer.\n- The target receives \"Bleeding\" for 2 Turns: at once.\n- GM:\n";
    let node = read(text);
    let sentences: Vec<Scalar> = node.items().unwrap().iter().map(|n| n.sentence().unwrap()).collect();
    assert_eq!(sentences[0].text, "GM: The target must answer.");
    assert_eq!(sentences[1].text, "The target receives \"Bleeding\" for 2 Turns: at once.");
    assert_eq!(sentences[2].text, "GM:");
    let start = sentences[0].text.find("target").unwrap();
    assert_eq!(&text[sentences[0].source_span(Span::new(start, start + 6)).range()], "target");
    assert_eq!(&text[sentences[0].source_span(Span::new(0, 2)).range()], "GM");
}

#[test]
fn several_documents_are_several_trees() {
    let documents = parse(&Source::new("s.yaml", "a: 1\n---\na: 2\n---\n- 3\n")).unwrap();
    assert_eq!(documents.len(), 3);
    assert_eq!(documents[1].get("a").unwrap().text(), Some("2"));
}

#[test]
fn what_could_hide_something_is_refused() {
    assert_eq!(faults("a: 1\nb: 2\na: 3\n"), ["3:1 E267 `a` is given twice"]);
    assert_eq!(
        faults("a: &x 1\nb: *x\n"),
        ["1:4 E264 an anchor: write the value again where it is needed", "2:4 E264 an alias: write the value again"]
    );
    assert_eq!(faults("a: !!str 1\n"), ["1:4 E265 a tag: values are read by what they are for"]);
    assert_eq!(faults("<<: { a: 1 }\n"), ["1:1 E266 a merge key: write the keys out"]);
    assert_eq!(faults("? [a, b]\n: 1\n"), ["1:3 E268 a key must be a text"]);
    assert_eq!(faults(&"- ".repeat(70)), ["1:129 E263 lists and maps nest more than 64 deep"]);
    assert_eq!(
        faults(&format!("a: {}", "x".repeat(MAX_TEXT_LENGTH))),
        ["1:1 E262 the file has 1048579 bytes: at most 1048576 are read"]
    );
    assert!(faults("a: [1, 2\nb: 3\n")[0].contains("E261 not YAML"));
    assert!(faults("- \"Power Blow\" is upgraded.\n")[0].contains("E261 not YAML"));
}

#[test]
fn hostile_texts_are_cheap() {
    for text in ["[".repeat(100_000), "{".repeat(100_000), "- ".repeat(100_000), "? ".repeat(100_000), "a: ".repeat(99)]
    {
        assert!(parse(&Source::new("bomb.yaml", text)).is_err());
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC{0,80}|[-a?:\\[\\]{}&*!|>'\"%@#, \n\t]{0,80}") {
        let _ = parse(&Source::new("any.yaml", text));
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        let _ = parse(&Source::new("any.yaml", String::from_utf8_lossy(&bytes)));
    }

    #[test]
    fn places_lie_inside_the_text(text in "[a-c:é'\"\\\\ \n>|-]{0,40}") {
        let source = Source::new("any.yaml", text.clone());
        for node in parse(&source).unwrap_or_default() {
            if let Some(scalar) = node.sentence() {
                for byte in 0..=scalar.text.len() {
                    let place = scalar.source_span(Span::new(byte, scalar.text.len()));
                    prop_assert!(place.start <= place.end && place.end <= text.len() + 1);
                }
            }
        }
    }
}

#[test]
fn a_written_scalar_reads_as_itself_wherever_it_stands() {
    let hostile = [
        "Oath: of Silence",
        "Oath of \"Silence\"",
        "it's",
        "# one",
        "- dash",
        "*star",
        "&and",
        "!bang",
        "|pipe",
        ">fold",
        "%per",
        "@at",
        "`tick`",
        "yes",
        "No",
        "null",
        "~",
        "12",
        "1e3",
        "0x1f",
        "-",
        "?",
        "? key",
        "[list]",
        "{map}",
        "a, b",
        "a: b",
        "a #b",
        "end:",
        " lead",
        "trail ",
        "\u{C9}vora",
        "\u{8056}\u{676F}",
        "tab\there",
        "line\nbreak",
        "back\\slash",
        "",
        "true",
        "2026-11-22",
        "<<",
        "a]b",
        "a}b",
        "=",
        "\u{1F600}",
        "Knight's Oath",
        "instant/Saber/Oath of Silence/1",
    ];
    for text in hostile {
        let written = as_scalar(text);
        for form in [
            format!("- decide: {written}\n"),
            format!("- {{ decide: {written}, order: 3 }}\n"),
            format!("[{{ decide: {written} }}]"),
        ] {
            let parsed = parse(&Source::new("x", form.clone())).unwrap_or_else(|faults| panic!("{form}: {faults:?}"));
            let node = parsed[0].items().unwrap()[0].get("decide").unwrap();
            assert_eq!(node.text(), Some(text), "{form}");
        }
    }
}
