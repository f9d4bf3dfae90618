//! What authors of ordinary sheets write: classes of wordings, each with neighbours that stay refused.

use grail_referee::language::effects::read_passage;
use grail_referee::sheet::effect_sentences::parse_item_entry;
use grail_referee::sheet::statuses::parse_heading;

use super::other_wordings::assert_read_back;

fn assert_refused(texts: &[&str]) {
    let read: Vec<&&str> = texts.iter().filter(|text| read_passage(text).is_ok()).collect();
    assert!(read.is_empty(), "{read:#?}");
}

#[test]
fn a_description_may_end_in_what_it_inflicts() {
    assert_read_back(&[
        ("The opponent is smashed over the head with a heavy mace, inflicting Stun 1.", "The target receives Stun 1."),
        (
            "A venom-coated dagger is thrown at the opponent, inflicting Poison 3/10.",
            "The target receives Poison 3/10.",
        ),
        (
            "Flames cover the entire battlefield, inflicting Poison 2/8 on every target hit.",
            "The target receives Poison 2/8.",
        ),
        (
            "A heavy mace is swung at the opponent, inflicting Stun 1 if the target has LCK ranked C or lower.",
            "The target receives Stun 1 if the target has LCK ranked C or lower.",
        ),
        ("A heavy mace is swung at the opponent, causing the target to lose 20 Mana.", "The target loses 20 Mana."),
        (
            "A wave of frost washes over the opponent, lowering the target's AGI by one rank for 2 Turns.",
            "The target's AGI is lowered by 1 rank for 2 Turns.",
        ),
        (
            "The opponent is stabbed three times in a row, and each stab is considered a separate attack.",
            "This skill hits 3 times.",
        ),
    ]);
    // Whom it strikes, when, how often and whether at all is never a description.
    assert_refused(&[
        "Opponents are struck by hail, inflicting Stun 1.",
        "Masters are struck by lightning, inflicting Stun 1.",
        "The user is pierced by thorns, inflicting Stun 1.",
        "An ally of the user throws a dagger, inflicting Stun 1.",
        "A heavy mace is swung at all opponents, inflicting Stun 1.",
        "A heavy mace is swung twice, inflicting Stun 1.",
        "A dagger is sometimes thrown, inflicting Stun 1.",
        "Each time a foe attacks, a dagger is thrown, inflicting Stun 1.",
        "When a foe attacks a dagger is thrown, inflicting Stun 1.",
        "If the target is Evil, a heavy mace is swung, inflicting Stun 1.",
        "A heavy mace is swung at the opponent, not inflicting Stun 1.",
        "A heavy mace is swung at the opponent, inflicting 20 Special damage.",
        "The opponent is stabbed once, and each stab is considered a separate attack.",
        "All opponents are stabbed three times, and each stab is considered a separate attack.",
    ]);
}

#[test]
fn hits_on_the_same_target_are_counted() {
    let told = "Damage inflicted increases by 10% for each time this skill hit the target in this battle, up to 50%.";
    assert_read_back(&[
        (
            "Damage inflicted increases by 10% for each time this attack has already hit the same target during this \
             battle, to a maximum of 50%.",
            told,
        ),
        (
            "Damage inflicted increases by 10% for each time this skill has previously hit the same target in this \
             battle, up to 50%.",
            told,
        ),
    ]);
    assert_refused(&["Damage inflicted increases by 10% for each time this attack has already hit this Turn."]);
}

#[test]
fn whom_a_skill_can_target_is_asked_before_its_use() {
    assert_read_back(&[
        ("This skill can only target male Servants.", "This skill can only be used if the target is a male Servant."),
        ("It can only target familiars.", "This skill can only be used if the target is a familiar."),
        ("This skill can only be used on allies.", "This skill can only be used if the target is an ally."),
        ("This item can only be used by a Master.", "This skill can only be used if the user is a Master."),
    ]);
    assert_refused(&[
        "This skill can only target one character at a time each.",
        "This item can only be used by a Master of the enemy.",
    ]);
}

#[test]
fn what_each_use_does_is_done_by_the_use() {
    assert_read_back(&[
        ("The user receives 15 Special damage each time this skill is used.", "The user receives 15 Special damage."),
        ("The user loses 10 Health whenever this skill is used.", "The user loses 10 Health."),
        ("The moment this skill is cast, the target restores 60 Health.", "The target restores 60 Health."),
        (
            "Each time the user casts this skill, its Mana cost increases by 10.",
            "This skill costs 10 more Mana for each time this skill has already been used during the War.",
        ),
    ]);
    assert_refused(&[
        "The user loses 10 Health whenever this skill is used, but no more than 30.",
        "The user's STR is raised by 1 rank each time this skill is used.",
        "Each time the target casts this skill, its Mana cost increases by 10.",
    ]);
}

#[test]
fn a_servant_of_a_class_is_called_by_it() {
    assert_read_back(&[
        (
            "Damage inflicted increases by 50% if the target is a Saber, Lancer, or Archer.",
            "Damage inflicted increases by 50% if the target is a character of the Saber, Lancer or Archer class.",
        ),
        (
            "Damage inflicted increases by 50% if the target is a Saber or a Lancer.",
            "Damage inflicted increases by 50% if the target is a character of the Saber or Lancer class.",
        ),
        ("The user cannot attack women.", "The user cannot attack female characters."),
    ]);
    assert_refused(&[
        "Damage inflicted increases by 50% if the target is a saber.",
        "Damage inflicted increases by 50% if the target is a Dragon.",
    ]);
}

#[test]
fn spirit_form_in_battle_is_entered_only_where_it_is_said() {
    let told = "The user enters Spirit Form even while in battle.";
    assert_read_back(&[
        ("The user enters Spirit Form, even if they are in battle.", told),
        ("The user enters Spirit Form even while in battle.", told),
        ("The user enters Spirit Form.", "The user enters Spirit Form."),
    ]);
    assert_refused(&[
        "The target enters Spirit Form, even if the user is in battle.",
        "The user leaves Spirit Form even if they are in battle.",
    ]);
}

#[test]
fn all_skills_but_basic_attacks_can_be_forbidden() {
    let told = "The target cannot use skills other than basic attacks for 2 Turns.";
    assert_read_back(&[
        ("The target cannot use any skills other than their Basic Attack for 2 Turns.", told),
        ("The target is unable to use skills except basic attacks for 2 Turns.", told),
    ]);
    assert_refused(&[
        "The target cannot use skills other than \"Rapid Cut\".",
        "The user can use skills other than their Basic Attack.",
    ]);
}

#[test]
fn the_name_and_price_of_an_item_may_stand_before_what_it_does() {
    let (heading, (_, said)) = parse_item_entry("Healing Herb (150 CP) \u{2013} The user restores 30 Health.", false);
    assert_eq!(heading.map(|heading| heading.words()).as_deref(), Some("Healing Herb (150 CP)"));
    assert_eq!(said.map(|said| said.len()).ok(), Some(1));
    for other in ["Splint (200 Mana) - The user restores 30 Health.", "Splint (200 CP) The user restores 30 Health."] {
        let (heading, (_, said)) = parse_item_entry(other, false);
        assert!(heading.is_none() && said.is_err(), "{other}");
    }
}

#[test]
fn a_status_may_last_until_it_is_cured() {
    let words = |text: &str| parse_heading(text).and_then(|status| status.canonical_words());
    assert_eq!(
        words("Bleeding \u{2013} The victim's Health regeneration becomes 0 until this status is cured.")
            .ok()
            .as_deref(),
        Some("\"Bleeding\": that character cannot regenerate Health")
    );
    assert!(words("Frail: The victim's END is lowered by 1 rank until the user dies.").is_err());
}

#[test]
fn how_often_a_sentence_works_needs_no_subject_and_a_limit_of_use_stays_one() {
    assert_read_back(&[
        (
            "When the user is attacked, the user restores 5 Health. Can only occur once per battle.",
            "When the user is attacked for the first time each battle, the user restores 5 Health.",
        ),
        (
            "If the user's Health would fall to between -30 and 0 inclusive due to an attack, they survive with 1 Health. \
             Can only occur once per battle.",
            "Once per battle, when an attack would reduce the user's Health to between -30 and 0, the user survives with 1 \
             Health.",
        ),
        (
            "The target loses 20 Mana. Can be activated only once during the War.",
            "The target loses 20 Mana. | This skill can be used once during the War.",
        ),
    ]);
}
