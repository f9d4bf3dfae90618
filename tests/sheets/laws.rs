//! Laws of the effect language: over every sentence there is, and over generated ones.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

use grail_referee::language::condition::{Act, Filter, Group, Name, Who, Written};
use grail_referee::language::effect::{
    Counted, Effect, Forbidden, Immediate, Modifier, Operation, Sentence, Standing, Verb,
};
use grail_referee::language::effect_text::canonical;
use grail_referee::language::effects::{FORMS, parse};
use grail_referee::language::span::{Source, Span};
use grail_referee::language::visit::{VisitEffectMut, VisitMut};
use grail_referee::sheet::yaml;
use regex::Regex;

use super::{carried_out, shipped};

/// Every sentence of the sheets, the scenarios and the tests that is accepted, once, with its tree.
pub(super) fn corpus() -> &'static BTreeMap<String, Effect> {
    static CORPUS: LazyLock<BTreeMap<String, Effect>> = LazyLock::new(read_all);
    &CORPUS
}

fn read_all() -> BTreeMap<String, Effect> {
    let mut texts: BTreeSet<String> = shipped::sentences();
    texts.extend(FORMS.iter().map(|form| (*form).to_owned()));
    for text in carried_out::scenarios() {
        let mut lines = Vec::new();
        for document in yaml::parse(&Source::new("scenario.yaml", text.as_str())).unwrap_or_default() {
            carried_out::sentences(&document, &mut lines);
        }
        texts.extend(lines.into_iter().map(|(_, line)| line));
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let literal = Regex::new(r#""((?:[^"\\]|\\.)*)""#).unwrap();
    let mut files = vec![root.join("src/language/effects/tests.rs")];
    files.extend(std::fs::read_dir(root.join("tests/sheets")).unwrap().map(|entry| entry.unwrap().path()));
    for file in files.into_iter().filter(|file| file.extension().is_some_and(|e| e == "rs")) {
        let text = std::fs::read_to_string(file).unwrap();
        let said =
            literal.captures_iter(&text).map(|found| found[1].replace("\\\"", "\"").replace("\\u{2019}", "\u{2019}"));
        let is_sentence = |text: &String| text.ends_with('.') && text.starts_with(|c: char| c.is_ascii_uppercase());
        texts.extend(said.filter(|text| text.contains(' ') && is_sentence(text)));
    }
    let read = texts.into_iter().filter_map(|text| parse(&text).ok().map(|effect| (text, effect)));
    read.collect()
}

/// The rules of an effect, those of a status too.
fn rules(effect: &Effect) -> Vec<&Sentence> {
    let top: Vec<&Sentence> = match effect {
        Effect::Gm(_) => Vec::new(),
        Effect::Sentence(rule) => vec![rule],
        Effect::Choice(options) => options.iter().flatten().collect(),
        Effect::Several(rules) => rules.iter().collect(),
    };
    let statuses: Vec<&Sentence> = top
        .iter()
        .flat_map(|rule| match &rule.operation {
            Operation::Immediate(Immediate { verb: Verb::InflictNamed(status), .. }) => {
                status.effects.iter().collect::<Vec<_>>()
            }
            _ => Vec::new(),
        })
        .collect();
    top.into_iter().chain(statuses).collect()
}

/// Puts a name in the place of whoever is told by no name.
struct Rename;

impl VisitMut<'_, Written> for Rename {
    fn visit_who(&mut self, who: &mut Who<Written>) {
        match who {
            Who::User | Who::SecondTarget | Who::Attacker => {
                *who = Who::Named(Name { text: "Nobody".to_owned(), span: Span::new(0, 0) });
            }
            told => self.walk_who(told),
        }
    }
}

impl VisitEffectMut<'_> for Rename {}

#[test]
fn the_walk_over_a_sentence_reaches_everybody_in_it() {
    let left = Regex::new(r"\b(User|SecondTarget|Attacker)\b").unwrap();
    let mut missed = Vec::new();
    for (text, effect) in corpus() {
        for rule in rules(effect) {
            let unnamed = matches!(rule.operation.modifier(), Some(Modifier::Upgrade(_)))
                || rule.operation.verb().is_some_and(Verb::names_nobody);
            if unnamed {
                continue;
            }
            let mut renamed = rule.clone();
            Rename.visit_sentence(&mut renamed);
            let shown = format!("{renamed:?}");
            missed.extend(left.find(&shown).map(|who| format!("{} in `{text}`", who.as_str())));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn every_sentence_is_read_back_as_itself_and_no_two_trees_as_one() {
    let corpus = corpus();
    assert!(corpus.len() > 700, "{}", corpus.len());
    let mut printed: BTreeMap<String, &Effect> = BTreeMap::new();
    let mut faults = Vec::new();
    for (text, effect) in corpus {
        let words = canonical(effect);
        match parse(&words) {
            Ok(again) if again == *effect => {}
            Ok(again) => faults.push(format!("`{text}` as `{words}`, and that as `{}`", canonical(&again))),
            Err(why) => faults.push(format!("`{text}` as `{words}`, which is refused: {}", why[0].message)),
        }
        if printed.insert(words.clone(), effect).is_some_and(|other| other != effect) {
            faults.push(format!("two trees are read back as `{words}`"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Triggers in the active and in the passive: what is said, whom `they` means, and whether that is whoever did it.
const TRIGGERS: &[(&str, Option<&str>)] = &[
    ("an opponent attacks the user", None),
    ("an opponent damages the user with a physical attack", None),
    ("an opponent enters this location", None),
    ("the user is attacked by an opponent", Some("the user")),
    ("the user is attacked by a physical attack", Some("the user")),
    ("the user is hit by an attack", Some("the user")),
    ("the user is hit by an opponent", Some("the user")),
    ("the user is hit", Some("the user")),
    ("the user is attacked", Some("the user")),
    ("the user is damaged by an opponent", Some("the user")),
    ("the user is damaged by a magical attack", Some("the user")),
    ("the user receives physical damage", Some("the user")),
    ("the user uses a Noble Phantasm", Some("the user")),
    ("the target is damaged by an opponent", Some("the target")),
    ("the user's Master is attacked by an opponent", Some("the user's Master")),
    ("the user's Servant is damaged by a physical attack", Some("the user's Servant")),
];

/// What is done to them, `{}` standing for the pronoun in its place.
const DONE: &[(&str, &str)] = &[
    ("they restore 20 Health", "{} restores 20 Health"),
    ("they lose 10 Mana", "{} loses 10 Mana"),
    ("they receive Poison 2/3", "{} receives Poison 2/3"),
    ("he loses 10 Mana", "{} loses 10 Mana"),
    ("she restores 10 Mana", "{} restores 10 Mana"),
    ("their STR is raised by 1 rank for 2 Turns", "{}'s STR is raised by 1 rank for 2 Turns"),
    ("they cannot flee for 2 Turns", "{} cannot flee for 2 Turns"),
    ("they lose 1 AP at the beginning of the next Turn", "{} loses 1 AP at the beginning of the next Turn"),
    ("they restore 10 Health and 5 Mana", "{} restores 10 Health and 5 Mana"),
    ("they restore 10 Health and lose 5 Mana", "{} restores 10 Health and loses 5 Mana"),
];

#[test]
fn they_is_the_grammatical_subject() {
    let mut told = 0;
    for (trigger, subject) in TRIGGERS {
        for (done, named) in DONE {
            let sentence = format!("When {trigger}, {done}.");
            let Ok(read) = parse(&sentence) else { continue };
            told += 1;
            let whom = subject.unwrap_or("that character");
            let meant = parse(&format!("When {trigger}, {}.", named.replace("{}", whom)));
            assert_eq!(meant.as_ref(), Ok(&read), "`{sentence}` is read as `{read}`");
            // Behind what is done it is the same.
            if let Ok(behind) = parse(&format!("{done} when {trigger}.")) {
                assert_eq!(behind, read, "{sentence}");
            }
        }
    }
    assert!(told >= 120, "{told} of {} are accepted", TRIGGERS.len() * DONE.len());
    // In what must hold as well, or it is refused.
    for (trigger, subject) in TRIGGERS.iter().filter_map(|(trigger, subject)| Some((trigger, (*subject)?))) {
        let asked = |who: &str| format!("When {trigger}, {subject} restores 5 Mana if {who} 50 or less Health.");
        if let Ok(read) = parse(&asked("they have")) {
            assert_eq!(parse(&asked(&format!("{subject} has"))), Ok(read), "{trigger}");
        }
    }
    // Whoever is pointed at is whoever did it.
    for trigger in ["the user is attacked by an opponent", "the user is damaged by an opponent"] {
        let sentence = format!("When {trigger}, that opponent loses 10 Mana.");
        assert!(parse(&sentence).unwrap().to_string().ends_with("that character loses 10 Mana."), "{sentence}");
        assert!(parse(&format!("When {trigger}, they lose 5 Mana and that opponent loses 10 Mana.")).is_err());
    }
    assert!(parse("When an ally is attacked by an opponent, they lose 10 Mana.").is_err());
}

/// Somebody of whom something is asked before what is done, as a condition and as the same one named.
const ASKED: [(&str, &str); 7] = [
    ("the attacker is Evil", "the attacker"),
    ("the target is Evil", "the target"),
    ("the user is in Spirit Form", "the user"),
    ("the user's Master is in this location", "the user's Master"),
    ("an opponent has 50 or less Health", "an opponent"),
    ("the attacker is not the target's Master", "the attacker"),
    ("the attacker is Evil and an ally is in this location", "nobody"),
];

#[test]
fn they_behind_two_subjects_is_refused() {
    let mut refused = 0;
    for (trigger, subject) in TRIGGERS {
        for (asked, of) in ASKED {
            for (done, named) in DONE.iter().step_by(4) {
                for sentence in
                    [format!("When {trigger}, if {asked}, {done}."), format!("If {asked}, when {trigger}, {done}.")]
                {
                    let Ok(read) = parse(&sentence) else {
                        refused += 1;
                        continue;
                    };
                    // The same person does both, or what is done says no `they`.
                    let same = *subject == Some(of)
                        || trigger.starts_with(of)
                        || (of == "the attacker" && trigger.contains(" attacks"));
                    assert!(same || !named.contains("{}"), "`{sentence}` is read as `{read}`");
                }
            }
        }
    }
    assert!(refused >= 150, "{refused}");
}

#[test]
fn whoever_is_told_by_the_attacker_is_found_in_every_place() {
    let relations = ["summoner", "Master", "Servant", "contracted partner", "familiars", "team"];
    let (mut asked, mut missed) = (0, Vec::new());
    let forms = FORMS.iter().map(|form| form.to_lowercase()).filter(|form| !form.contains("attacker"));
    for (at, form) in forms.enumerate() {
        for whose in ["the user", "the target"] {
            for (place, _) in form.match_indices(whose) {
                // The one that was forgotten, and another.
                for relation in [relations[0], relations[1 + at % 5]] {
                    let who = format!("the attacker's {relation}");
                    let said = format!("{}{who}{}", &form[..place], &form[place + whose.len()..]);
                    let said = if said.starts_with("when") { said } else { format!("When the user dies, {said}") };
                    let Ok(effect) = parse(&said) else { continue };
                    for rule in rules(&effect) {
                        let speaks = format!("{:?}", rule.operation).contains("Attacker");
                        let found =
                            rule.operation.people().iter().any(|who| who.mentions(&|who| *who == Who::Attacker));
                        asked += usize::from(speaks);
                        if speaks != found {
                            missed.push(said.clone());
                        }
                    }
                }
            }
        }
    }
    assert!(asked > 100, "{asked}");
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// Whether a group says where its members are.
fn is_placed(group: &Group<Written>) -> bool {
    group.filters.iter().any(Filter::names_location)
}

/// Whether everybody of a group in these words is of a place.
fn is_all_placed(who: &Who<Written>) -> bool {
    !who.mentions(&|who| match who {
        Who::Any(group) | Who::Every(group) | Who::UpTo(_, group) => !is_placed(group),
        _ => false,
    })
}

#[test]
fn a_group_that_acts_or_is_counted_is_of_a_place() {
    let mut groups = 0;
    for (text, effect) in corpus() {
        for rule in rules(effect) {
            if let Some(Counted::Group(group)) = rule.operation.counted() {
                groups += 1;
                // The dead stand nowhere.
                assert!(is_placed(group) || group.is_of_the_dead(), "`{text}` counts everywhere");
            }
            let elsewhere = matches!(
                rule.operation,
                Operation::Standing(Standing {
                    modifier: Modifier::Forbids(Forbidden::Enter | Forbidden::Leave | Forbidden::Scout),
                    ..
                }) | Operation::Standing(Standing {
                    modifier: Modifier::Forbids(Forbidden::Target(_) | Forbidden::Attack(_)),
                    ..
                }) | Operation::Immediate(Immediate { verb: Verb::Learn { there: true, .. } | Verb::Uses { .. }, .. })
            );
            let on = rule.operation.who().filter(|_| !elsewhere);
            groups += usize::from(on.is_some_and(|who| format!("{who:?}").contains("Group")));
            assert!(on.is_none_or(is_all_placed), "`{text}` works everywhere");
        }
    }
    assert!(groups > 40, "{groups}");
    for each in ["opponent", "enemy", "ally", "Evil Servant", "familiar with Flight"] {
        for said in [
            format!("Damage inflicted increases by 10 for each {each}."),
            format!("Damage inflicted increases by 10 per {each}."),
            format!("The user gains 5 CP for each {each}."),
            format!("The target loses 5 Mana for each {each}."),
        ] {
            let read = parse(&said).unwrap().to_string();
            assert!(read.ends_with("in this location."), "{read}");
        }
    }
}

#[test]
fn a_describer_before_a_list_is_of_its_first_member() {
    let describers = ["Evil", "Saber-class", "Flightless", "Masterless", "non-Evil", "Lawful Good"];
    let lists =
        ["Servants or familiars", "Servants or Masters", "Servants, Masters or familiars", "Servants, or familiars"];
    for describer in describers {
        for list in lists {
            let said = format!("Damage the user inflicts on {describer} {list} increases by 10%.");
            let read = parse(&said).unwrap_or_else(|faults| panic!("{said}: {faults:?}"));
            let rest = list.strip_prefix("Servants").unwrap().replace(", or ", ", ").replace(" or ", ", ");
            let parted = format!("{describer} Servants{}", rest.replace(", ", ", or "));
            assert_eq!(read.to_string(), format!("Damage the user inflicts on {parted} increases by 10%."));
            // A place behind is of all, and so is whose they are.
            let said =
                format!("Damage the user inflicts on enemy {describer} {list} in this location increases by 10%.");
            let read = parse(&said).unwrap().to_string();
            assert_eq!(read, format!("Damage the user inflicts on enemy {parted} in this location increases by 10%."));
        }
    }
    let read = parse("Damage the user inflicts on Servants or familiars who are Evil increases by 10%.").unwrap();
    assert_eq!(read.to_string(), "Damage the user inflicts on Servants or familiars who are Evil increases by 10%.");
}

#[test]
fn points_for_so_many_turns_keep_their_number() {
    for what in ["AP", "SP"] {
        for turns in 1..=5 {
            let next = if turns == 1 { "the next Turn".to_owned() } else { format!("the next {turns} Turns") };
            let many = if turns == 1 { "1 Turn".to_owned() } else { format!("{turns} Turns") };
            let read = parse(&format!("The user gains 1 {what} each Turn for {many}.")).unwrap();
            assert_eq!(read.to_string(), format!("The user gains 1 {what} each Turn for {next}."));
            if what == "AP" {
                assert_eq!(parse(&format!("The user gains 1 AP for {many}.")).as_ref(), Ok(&read));
                let fall = parse(&format!("The user's AP increases by 1 for {many}."));
                assert_eq!(fall.as_ref(), Ok(&read));
            }
        }
    }
    for of_others in
        ["The user's STR is raised by 1 rank for the next 2 Turns.", "The target cannot flee for the next Turn."]
    {
        let fault = parse(of_others).unwrap_err().remove(0);
        assert!(fault.message.contains("is this Turn one of them"), "{of_others}");
        // Both readings, in the author's numbers.
        let first = of_others.replace("the next Turn", "1 Turn").replace("the next 2", "2");
        let later = first.replacen("The ", "At the beginning of the next Turn, the ", 1);
        for said in [first, later] {
            let said = parse(&said).unwrap().to_string();
            assert!(fault.notes.iter().any(|note| note.contains(&said)), "{of_others}: {said}: {:?}", fault.notes);
        }
    }
    for this_turn in
        ["The user gains 1 AP each Turn until the end of the Turn.", "The user gains 1 SP each Turn during this Turn."]
    {
        assert!(parse(this_turn).unwrap_err()[0].message.contains("have been given"), "{this_turn}");
    }
}

#[test]
fn skills_are_no_attacks_and_an_effect_is_no_skill() {
    for kind in ["magical", "physical", "ranged or magical", "special"] {
        for rest in ["that target the user are negated", "have no effect on the user"] {
            let of = |word: &str| parse(&format!("{kind} {word} {rest}.")).unwrap();
            assert_ne!(of("skills"), of("attacks"), "{kind}");
            assert!(of("skills").to_string().to_lowercase().starts_with("skills that inflict"), "{}", of("skills"));
        }
        let read = parse(&format!("The target cannot use {kind} skills for 1 Turn.")).unwrap().to_string();
        assert_eq!(read, format!("The target cannot use skills that inflict {kind} damage for 1 Turn."));
    }
    for kind in ["Instant", "Support", "Anti-Army", "Prepared"] {
        let why = parse(&format!("{kind} attacks that target the user are negated.")).unwrap_err();
        assert!(why[0].message.contains(&format!("write `{kind} skills`")), "{}", why[0].message);
    }
    for said in ["When the user is attacked, this effect ends.", "This effect is cancelled when the user is damaged."] {
        assert!(parse(said).unwrap_err()[0].message.contains("which effect"), "{said}");
    }
    let acts = |effect: &Effect| rules(effect).iter().filter_map(|rule| rule.trigger.as_ref()?.deed()).count();
    let ends = parse("When the user is attacked, this skill ends.").unwrap();
    assert_eq!(
        (
            acts(&ends),
            matches!(&ends, Effect::Sentence(Sentence { trigger: Some(t), .. }) if t.deed().is_some_and(|d| d.act == Act::IsAttacked))
        ),
        (1, true)
    );
}
