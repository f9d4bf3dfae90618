//! Tests of the trees that conditions are read as.

use super::*;
use crate::language::parser;

fn read_condition(text: &str) -> Condition<Written> {
    match parser::read(Rule::whole_condition, text) {
        Ok(mut pairs) => build_condition(pairs.next().unwrap(), 0),
        Err(error) => panic!("`{text}`: {error}"),
    }
}

fn debug_without_spans(text: &str) -> String {
    let debug = format!("{:?}", read_condition(text));
    // Names without their places.
    let mut out = String::new();
    let mut rest = debug.as_str();
    while let Some((before, after)) = rest.split_once("Name { text: ") {
        out.push_str(before);
        let (name, tail) = after.split_once(", span").unwrap();
        out.push_str(name);
        rest = tail.split_once("} }").unwrap().1;
    }
    out + rest
}

#[test]
fn every_statement_reads() {
    for text in [
        "the user has 30% or less of their maximum Health",
        "the target has LCK ranked A or higher",
        "\"Rain Manipulation\" is active",
        "\"Rain Manipulation\" must be active",
        "the user has 50% or less of their maximum Mana",
        "I am attacked",
        "nobody attacked us",
        "no opponent has attacked me",
        "Caster is dead",
        "X enters this location and attacks my team",
        "a character enters this location and attacks my team",
        "Saber attacks Caster's Master first",
        "Archer or Lancer attacks me",
        "two or more opponents are here",
        "there are two or more enemy Servants here",
        "at least 2 opponents are in Park",
        "it is Night 3 or later",
        "it is Night 3",
        "it is the second combat round",
        "an opponent makes an action",
        "an opponent acts",
        "Saber uses Excalibur on Rin",
        "Saber uses \"Sword of and\" on Rin",
        "Saber uses a Magical attack",
        "Saber uses a Surprise Attack skill",
        "Saber uses a Noble Phantasm",
        "Rin uses a Command Spell",
        "Saber has less than 50 Health",
        "I have less than 50 Health",
        "my Health is 100 or less",
        "my Master has 30% or less of their maximum Mana",
        "Saber's Health is below 50%",
        "Saber's AGI is B+ or higher",
        "my move was cancelled",
        "Saber's move is cancelled",
        "Teleport fails",
        "Teleport was not used",
        "Saber would use a Long-ranged skill",
        "Saber will attack",
        "I detect Assassin",
        "I have a Teleporter",
        "Rin holds \"Focus Band\"",
        "Saber is in Spirit Form",
        "Saber isn't in Spirit Form",
        "Saber is not here and (Rin is here or Lancer has left this location)",
        "not (Saber is dead)",
        "Saber is affected by Poison",
        "Saber is Stunned",
        "the target is affected by a negative status effect",
        "the user is in battle",
        "the user was damaged by the user",
        "\"Mist\" is active on Rider",
        "Excalibur was used by Saber",
        "the user pays 8 additional Mana",
        "whoever attacked Rin is dead",
        "I have 2 or more Command Spells",
        "I have no Command Spells",
        "my Master is dead",
        "the opponent who attacked me first is here",
        "Saber didn't attack me",
        "Saber has not attacked us, and Rin is alive",
        "they have 10% or less of their maximum Health",
        "everyone is dead",
        "all opponents are dead",
        "Saber flees or Rin is dead",
        "the user's Master is in the user's location",
        "the user remains in this location",
        "Saber entered the Church",
        "Saber comes here",
        "Saber leaves",
        "Saber takes damage",
        "anyone else is here",
        "Saber has full Health",
        "Saber has Flight",
    ] {
        let parsed = read_condition(text);
        assert_ne!(parsed, never(), "{text}");
    }
}

#[test]
fn statements_mean_what_they_say() {
    for (text, tree) in [
        (
            "I am attacked",
            "Is(Did(Deed { who: User, act: IsAttacked, is_first: false, is_past: false, during: None }))",
        ),
        (
            "nobody attacked us",
            "Not(Is(Did(Deed { who: Any(Group { side: Anyone, filters: [] }), act: Attacks(Some(Related(Team, User))), is_first: false, is_past: false, during: None })))",
        ),
        (
            "X enters this location and attacks my team",
            "All([Is(Did(Deed { who: Named(\"X\"), act: Enters(None), is_first: false, is_past: false, during: None })), Is(Did(Deed { who: Named(\"X\"), act: Attacks(Some(Related(Team, User))), is_first: false, is_past: false, during: None }))])",
        ),
        (
            "anyone enters Park and attacks me",
            "All([Is(Did(Deed { who: Any(Group { side: Anyone, filters: [] }), act: Enters(Some(\"Park\")), is_first: false, is_past: false, during: None })), Is(Did(Deed { who: Antecedent, act: Attacks(Some(User)), is_first: false, is_past: false, during: None }))])",
        ),
        (
            "Saber attacks Caster's Master first",
            "Is(Did(Deed { who: Named(\"Saber\"), act: Attacks(Some(Related(Master, Named(\"Caster\")))), is_first: true, is_past: false, during: None }))",
        ),
        (
            "Saber attacks Rin or Caster dies",
            "AnyOf([Is(Did(Deed { who: Named(\"Saber\"), act: Attacks(Some(Named(\"Rin\"))), is_first: false, is_past: false, during: None })), Is(Did(Deed { who: Named(\"Caster\"), act: Dies, is_first: false, is_past: false, during: None }))])",
        ),
        ("two or more opponents are here", "Is(Count(AtLeast, 2, Group { side: Opponents, filters: [] }, None))"),
        (
            "there are no enemy Servants in Park",
            "Is(Count(Exactly, 0, Group { side: Opponents, filters: [Servants] }, Some(\"Park\")))",
        ),
        ("the user has 30% or less of their maximum Health", "Is(Has(User, Has(Health, AtMost, OfMaximum(0.3))))"),
        ("the target has LCK ranked A or higher", "Is(Has(Target, Ranked(LCK, AtLeast, A)))"),
        ("it is not Night 3 or later", "Not(Is(Night(AtLeast, 3)))"),
        ("Teleport fails", "Is(OwnSkillFailed(\"Teleport\"))"),
        (
            "Teleport was not used",
            "Not(Is(Did(Deed { who: Any(Group { side: Anyone, filters: [] }), act: Uses(\"Teleport\", None), is_first: false, is_past: false, during: None })))",
        ),
        (
            "Saber is dead or Rin is dead and I am here",
            "AnyOf([Is(Has(Named(\"Saber\"), Dead)), All([Is(Has(Named(\"Rin\"), Dead)), Is(IsIn(User, None))])])",
        ),
        (
            "Saber was attacked by Lancer",
            "Is(Did(Deed { who: Named(\"Lancer\"), act: Attacks(Some(Named(\"Saber\"))), is_first: false, is_past: false, during: None }))",
        ),
        ("Saber is elsewhere", "Not(Is(IsIn(Named(\"Saber\"), None)))"),
        ("my Health is not 100 or less", "Not(Is(Has(User, Has(Health, AtMost, Number(100)))))"),
    ] {
        assert_eq!(debug_without_spans(text), tree, "{text}");
    }
}

#[test]
fn groups_keep_their_filters() {
    for (text, tree) in [
        (
            "Evil Servants or familiars",
            "Group { side: Anyone, filters: [AnyOf([AllOf([Alignment(\"Evil\"), Servants]), Familiars])] }",
        ),
        ("Saber-class Servants", "Group { side: Anyone, filters: [Class(\"Saber\"), Servants] }"),
        ("Flightless opponents", "Group { side: Opponents, filters: [Flightless] }"),
        ("opponents in this location", "Group { side: Opponents, filters: [Here] }"),
        ("enemy Servants in Spirit Form", "Group { side: Opponents, filters: [Servants, Property(InSpiritForm)] }"),
        ("characters affected by Poison", "Group { side: Anyone, filters: [Property(AffectedBy(Poison))] }"),
        ("opponents who were damaged by the user", "Group { side: Opponents, filters: [Property(DamagedByUser)] }"),
        (
            "Servants with LCK ranked A or higher",
            "Group { side: Anyone, filters: [Servants, Property(Ranked(LCK, AtLeast, A))] }",
        ),
        (
            "opponents with 30% or less of their maximum Health in battle",
            "Group { side: Opponents, filters: [Property(Has(Health, AtMost, OfMaximum(0.3))), Property(InBattle)] }",
        ),
        ("opponents inside", "Group { side: Opponents, filters: [Here] }"),
    ] {
        let mut pairs = parser::read(Rule::whole_group, text).unwrap_or_else(|e| panic!("`{text}`: {e}"));
        assert_eq!(format!("{:?}", build_group(pairs.next().unwrap(), 0)), tree, "{text}");
    }
}

#[test]
fn people_are_found() {
    for (text, tree) in [
        ("the user", "User"),
        ("the user's contracted partner", "Related(Partner, User)"),
        ("my Master", "Related(Master, User)"),
        ("Caster's Master's Servant", "Related(Servant, Related(Master, Named(\"Caster\")))"),
        ("up to 3 opponents", "UpTo(3, Group { side: Opponents, filters: [] })"),
        (
            "the opponent who attacked me first",
            "WhoDid(Deed { who: Any(Group { side: Opponents, filters: [] }), act: Attacks(Some(User)), is_first: true, is_past: false, during: None })",
        ),
        (
            "whoever attacked Rin",
            "WhoDid(Deed { who: Any(Group { side: Anyone, filters: [] }), act: Attacks(Some(Named(\"Rin\"))), is_first: false, is_past: false, during: None })",
        ),
        ("every opponent", "Every(Group { side: Opponents, filters: [] })"),
        ("an opponent", "Any(Group { side: Opponents, filters: [] })"),
        ("Archer or Lancer", "OneOf([Named(\"Archer\"), Named(\"Lancer\")])"),
        ("us", "Related(Team, User)"),
        ("“Rin Tohsaka”", "Named(\"Rin Tohsaka\")"),
        ("'Caster's Wolf'", "Named(\"Caster's Wolf\")"),
    ] {
        let mut pairs = parser::read(Rule::whole_who, text).unwrap_or_else(|e| panic!("`{text}`: {e}"));
        let mut debug = format!("{:?}", ConditionReader { context: &SheetText(0) }.build_who(pairs.next().unwrap()));
        while let Some(at) = debug.find("Name { text: ") {
            let end = debug[at..].find("} }").unwrap() + at + 3;
            let name = debug[at + 13..].split(", span").next().unwrap().to_owned();
            debug.replace_range(at..end, &name);
        }
        assert_eq!(debug, tree, "{text}");
    }
}
