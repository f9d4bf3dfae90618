//! Tests of fields in the rulebook's notation, and of the messages for faulty ones.

use proptest::prelude::*;

use super::*;

fn message<T: std::fmt::Debug>(result: ParseResult<T>) -> String {
    let faults = result.unwrap_err();
    faults
        .iter()
        .map(|f| {
            let suggestion = f.suggestion.as_ref().map_or(String::new(), |s| format!(" (did you mean {s})"));
            format!("{}-{} {}: {}{suggestion}", f.span.start, f.span.end, f.code, f.message)
        })
        .collect::<Vec<_>>()
        .join(" | ")
}

fn written<T: std::fmt::Display>(value: Progression<T>) -> String {
    match value.upgraded {
        Some(upgraded) => format!("{} -> {upgraded}", value.base),
        None => value.base.to_string(),
    }
}

#[test]
fn ranks_are_read_with_any_dash_and_with_an_arrow() {
    assert_eq!(rank(" B+ ").unwrap().to_string(), "B+");
    for (text, read) in [
        ("C\u{2212}", "C-"),
        ("B+ -> B+++", "B+ -> B+++"),
        ("D-->D+", "D- -> D+"),
        ("D -> ex\u{2013}", "D -> EX-"),
        ("A\u{2192}A+", "A -> A+"),
    ] {
        assert_eq!(written(ranks(text).unwrap()), read, "{text}");
    }
    assert_eq!(message(rank("F")), "0-1 E251: `F` is no rank");
    assert_eq!(message(rank("B+-")), "2-3 E251: `B+-` is no rank");
    assert_eq!(message(ranks("B -> G")), "5-6 E251: `B -> G` is no rank");
    assert_eq!(message(rank("")), "0-0 E251: `` is no rank");
}

#[test]
fn act_has_no_subranks_and_may_be_not_available() {
    assert_eq!(acuity("A").unwrap(), Acuity::A);
    assert_eq!(acuity("n/a").unwrap(), Acuity::None);
    assert_eq!(rank_or_none("N/A").unwrap(), None);
    assert_eq!(message(acuity("A+")), "0-2 E260: ACT can never have subranks (did you mean A)");
}

#[test]
fn numbers_are_exact() {
    assert_eq!(number("2.50").unwrap().to_string(), "2.5");
    assert_eq!(number("\u{2212}3").unwrap().to_string(), "-3");
    assert_eq!(whole("4").unwrap(), 4);
    assert_eq!(message(number("1e3")), "0-3 E252: `1e3` is no number");
    assert_eq!(message(number("300 Health")), "4-10 E252: `300 Health` is no number");
    assert_eq!(message(whole("1.5")), "0-3 E252: `1.5` is no whole number from 0 on");
    assert_eq!(message(number("1.1234567")), "0-9 E252: `1.1234567`: more than 6 decimals");
}

#[test]
fn damage_has_a_type_hits_and_statuses() {
    for text in [
        "25 Physical",
        "3 Physical, 2 hits",
        "30 Magical, Stun 1",
        "10 Long-ranged",
        "40 Special",
        "25 Physical -> 50 Physical, Stun 1",
        "0 Magical, Poison 3/20",
        "7.5 Ranged, 2 hits, Stun 1, Poison 2/5",
    ] {
        assert_eq!(written(damages(text).unwrap()), text);
    }
    assert_eq!(written(damages("10 long\u{2011}Ranged and Stun 2").unwrap()), "10 Long-ranged, Stun 2");
    assert_eq!(message(damages("25 Phisical")), "3-11 E255: `Phisical` is no damage type (did you mean Physical)");
    assert_eq!(
        message(damages("25 Physical, Pioson 3/20")),
        "13-24 E255: `Pioson 3/20` is neither a number of hits nor a status (did you mean Poison 3/20)"
    );
    assert_eq!(message(damages("Physical")), "0-8 E255: `Physical` is no damage");
    assert_eq!(message(damages("25 Physical, 0 hits")), "13-19 E255: hits are from 1 to 100");
    assert_eq!(message(damages("0 Physical")), "0-10 E255: 0 damage without a status is none");
}

#[test]
fn costs_are_sums_of_what_the_book_counts_in() {
    for text in [
        "1 AP",
        "1 SP, 25 Mana, 1 Move Action",
        "Full Turn",
        "1 Turn Action, 10 Mana",
        "20 Health",
        "50 CP",
        "2 AP, 50 Mana, Upkeep 10 Mana",
        "Upkeep 10 Mana, Upkeep 5 Health",
        "none",
    ] {
        assert_eq!(written(costs(text).unwrap()), text);
    }
    assert_eq!(written(costs("1 AP, 0 Mana -> 2 AP, 35 Mana").unwrap()), "1 AP -> 2 AP, 35 Mana");
    assert_eq!(written(costs("Turn Action and 10 Mana upkeep").unwrap()), "1 Turn Action, Upkeep 10 Mana");
    assert_eq!(written(costs("50 Combat Points").unwrap()), "50 CP");
    assert_eq!(message(costs("1 AP, 20 Man")), "6-12 E256: `20 Man` is no cost (did you mean Mana)");
    assert_eq!(message(costs("1 AP, 2 AP")), "6-10 E256: the AP is given twice");
    assert_eq!(message(costs("1.5 AP")), "0-6 E256: `1.5 AP`: points are whole numbers");
    assert_eq!(message(costs("2 Move Action")), "0-13 E256: `2 Move Action`: there is one a Turn");
    assert_eq!(message(costs("AP")), "0-2 E256: `AP`: it needs a number");
}

#[test]
fn targets_are_bracketed_words_of_the_book() {
    assert_eq!(
        targets("[Self] [contracted  partner], [Location]").unwrap(),
        [TargetKind::SelfTarget, TargetKind::ContractedPartner, TargetKind::Location]
    );
    assert_eq!(message(targets("[Anny]")), "0-6 E257: `[Anny]` is no target (did you mean [Any])");
    assert_eq!(message(targets("Any")), "0-3 E257: `Any` is no list of targets (did you mean \"[Any]\")");
    assert_eq!(message(damages("Physical 30")), "0-11 E255: `Physical 30` is no damage (did you mean 30 Physical)");
    // Turning the words round must end, even if neither order is damage.
    assert!(damages("3 4").is_err());
    assert_eq!(message(targets("[Any] [Any]")), "6-11 E257: `[Any]` is listed twice");
}

#[test]
fn types_phases_and_statuses_go_by_their_names() {
    assert_eq!(skill_types("Anti\u{2013}personnel -> Instant").unwrap().upgraded, Some(SkillType::Instant));
    assert_eq!(skill_types("Anti-World").unwrap().base, SkillType::AntiOther);
    assert_eq!(skill_types("Anti-Fortress").unwrap().base, SkillType::AntiFortress);
    assert_eq!(skill_types("surprise attack").unwrap().base, SkillType::SurpriseAttack);
    assert_eq!(message(skill_types("Suport")), "0-6 E254: `Suport` is no skill type (did you mean Support)");
    assert_eq!(phase("attacking").unwrap(), Phase::Attacking);
    assert_eq!(phase("Second Prepared Effects Phase").unwrap(), Phase::Prepared2);
    assert_eq!(message(phase("Suport Phase")), "0-12 E258: `Suport Phase` is no phase (did you mean Support Phase)");
    assert_eq!(status("poison 3/20").unwrap().to_string(), "Poison 3/20");
    assert_eq!(message(status("Stun")), "4-4 E259: `Stun` is no status");
}

#[test]
fn names_may_have_an_arrow() {
    assert_eq!(names("Rapid  Cut").unwrap(), Progression::fixed("Rapid Cut".to_owned()));
    assert_eq!(names("Sword-Dance -> Chain").unwrap().upgraded.as_deref(), Some("Chain"));
    assert!(names("").is_err() && names("A -> ").is_err() && names(" -> B").is_err());
}

proptest! {
    #[test]
    fn no_text_makes_a_field_panic(text in "\\PC{0,60}|[-+A-E0-9 ,./%>\\[\\]a-zé\u{2013}]{0,60}") {
        let _ = (rank(&text), ranks(&text), acuity(&text), number(&text), whole(&text), names(&text));
        let _ = (skill_types(&text), damages(&text), costs(&text), targets(&text), phase(&text), status(&text));
    }

    #[test]
    fn a_damage_reads_back_as_written(base in 1u32..500, kind in 0usize..5, hits in 1u32..9, stun in 0u32..4) {
        let riders = if stun == 0 { Vec::new() } else { vec![Status::Stun { turns: stun }] };
        let damage = Damage { base: Exact::from(base), kind: Some(DamageType::ALL[kind]), hits, riders };
        prop_assert_eq!(damages(&damage.to_string()).unwrap().base, damage);
    }
}
