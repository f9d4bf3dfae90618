//! What authors of whole legends wrote, class by class: each wording with its canonical sentences, and beside each
//! class the neighbours that stay refused.

use grail_referee::language::effect_text::canonical;
use grail_referee::sheet::effect_sentences::parse_entry;
use grail_referee::sheet::statuses::parse_heading;

/// The sentences of an entry, and the fields it states; `None` where it is refused. `passive`: it is an ability.
fn said(entry: &str, passive: bool) -> Option<String> {
    let (stated, read) = parse_entry(entry, passive);
    let lines = read.ok()?.into_iter().flat_map(|one| one.effect.lines());
    Some(lines.map(|line| canonical(&line)).chain(stated.words()).collect::<Vec<_>>().join(" | "))
}

/// Wordings of what is used, and how each is read back.
const USED: &[(&str, &str)] = &[
    // Who is struck, described as the one who does or suffers the rest.
    (
        "Any target damaged by this attack is Stunned for 1 Turn.",
        "The target receives Stun 1 if this attack inflicts more than 0 damage.",
    ),
    (
        "Each target damaged by this skill loses 10 Mana.",
        "The target loses 10 Mana if this attack inflicts more than 0 damage.",
    ),
    (
        "Targets with Flight lose that ability until the end of the next Turn.",
        "The target loses Flight for 2 Turns if the target has Flight.",
    ),
    (
        "A target with Flight loses it for two Turns if this attack damages it.",
        "The target loses Flight for 2 Turns if this attack inflicts more than 0 damage.",
    ),
    (
        "Targets with AGI ranked A or higher receive only half of this skill's damage.",
        "Damage inflicted decreases by 50% if the target is a character with AGI ranked A or higher.",
    ),
    (
        "When calculating the damage of this skill, each target's MAR is treated as though it were one full rank lower.",
        "The target's MAR is treated as 1 rank lower for this attack.",
    ),
    (
        "For each active negative status effect on the target, damage inflicted by this attack increases by 10%, to a \
         maximum of 50%.",
        "Damage inflicted increases by 10% for each negative status effect on the target, up to 50%.",
    ),
    // Whom a field leaves out, and the most it comes to.
    (
        "All characters inside this Bounded Field lose 10 Mana during the Initial Phase of each Turn, except the caster \
         and the caster's Master.",
        "Each Turn, all characters in this location except the user and their Master lose 10 Mana.",
    ),
    (
        "Opponents inside this Bounded Field lose 10 Mana each Turn. Masters are not affected.",
        "Each Turn, all opponents in this location who are not Masters lose 10 Mana.",
    ),
    (
        "The user's STR increases by one subrank for each opponent in this location beyond the first. This bonus cannot \
         exceed four subranks.",
        "The user's STR is raised by 1 subrank for each opponent in this location beyond the first, up to 4 subranks.",
    ),
    (
        "This attack inflicts 10% more damage for each Turn the user has been in this battle. This increase cannot exceed \
         50%.",
        "Damage inflicted increases by 10% for each Turn the user has been in this battle, up to 50%.",
    ),
    // What ends it, what it costs and how often.
    ("This skill is canceled if the user uses an attack.", "When the user attacks, this skill ends."),
    (
        "This skill's effect ends immediately if the user or their Master damages the target.",
        "When the user or the user's Master damages the target, this skill ends.",
    ),
    (
        "If the user is in battle when they use this skill, its Mana cost is doubled.",
        "This skill costs 100% more Mana if the user is in battle.",
    ),
    ("The caster loses 20 Health each time they use this skill.", "The user loses 20 Health."),
    (
        "Once this skill has been used, the user's maximum Mana decreases by 40 permanently.",
        "The user's maximum Mana decreases by 40 indefinitely.",
    ),
    (
        "This skill can be used a maximum of three times during the War.",
        "This skill can be used 3 times during the War.",
    ),
    (
        "This skill can target the same character only once during the War.",
        "This skill can be used once during the War on each target.",
    ),
    ("This skill has an upkeep cost of 10 Mana per Turn.", "Upkeep 10 Mana"),
    (
        "The caster must pay 12 Mana at the Initial Phase of each Turn to keep this Bounded Field active.",
        "Upkeep 12 Mana",
    ),
    // Whom a field and a ban are of.
    (
        "No character can enter Spirit Form inside this Bounded Field.",
        "All characters in this location cannot enter Spirit Form.",
    ),
    (
        "While the caster is inside this Bounded Field, none of the caster's enemies can leave its area.",
        "All opponents cannot leave this location if the user is here.",
    ),
    (
        "When a Servant dies inside this Bounded Field, every ally of the caster within it restores 20% of their maximum \
         Mana.",
        "When a Servant in this location dies, all allies in this location restore 20% of their maximum Mana.",
    ),
    (
        "All enemies of the caster inside this location lose 10 Mana at the Initial Phase of each Turn.",
        "Each Turn, all opponents in this location lose 10 Mana.",
    ),
    (
        "The target cannot use any attack against the user until the end of the Turn.",
        "The target cannot attack the user until the end of the Turn.",
    ),
    ("The target is unable to move until the end of the Turn.", "The target cannot move until the end of the Turn."),
    (
        "If an opponent makes a Physical attack against the user during this Turn, the user immediately counters with \
         their Basic Attack at no cost.",
        "Until the end of the Turn, when an opponent attacks the user with a Physical attack, the user uses their Basic \
         Attack on the attacker without cost.",
    ),
    (
        "The user and their contracted Master each restore 35 Health.",
        "The user and the user's Master restore 35 Health.",
    ),
    (
        "All damage received by the user this Turn decreases by 50%.",
        "Damage the user receives decreases by 50% until the end of the Turn.",
    ),
    (
        "Damage inflicted by the user's next attack this Turn increases by 40%.",
        "The user's next attack inflicts 40% more damage until the end of the Turn.",
    ),
    (
        "All of the user's negative status effects are removed.",
        "All negative status effects are removed from the user.",
    ),
    (
        "A barrier that absorbs up to 60 damage surrounds the target until the end of the next Turn.",
        "The next 60 damage the target receives is absorbed for 2 Turns.",
    ),
];

/// Wordings of abilities and of what an item does for its holder, and how each is read back.
const OWNED: &[(&str, &str)] = &[
    (
        "Upon death, the user inflicts 50 Special damage on the character that killed them.",
        "When anyone kills the user, the attacker receives 50 Special damage.",
    ),
    (
        "The first time during the War that the user receives a fatal blow, he survives with 1 Health instead.",
        "Once during the War, when an attack would reduce the user's Health to 0 or less, the user survives with 1 Health.",
    ),
    (
        "The user survives the first fatal blow they receive in each battle with 1 Health if their LCK is ranked C or \
         higher.",
        "Once per battle, when an attack would reduce the user's Health to 0 or less, the user survives with 1 Health if \
         the user has LCK ranked C or higher.",
    ),
    (
        "If the user is Masterless, he loses only 20% of his maximum Mana each Night instead of 40%.",
        "The user loses only 20% of their maximum Mana each Night for lacking a Master if the user is Masterless.",
    ),
    (
        "For each enemy beyond the first in the user's location, his STR increases by one subrank.",
        "The user's STR is raised by 1 subrank for each opponent in this location beyond the first.",
    ),
    (
        "Whenever the user flees from a battle, all negative status effects on the user are removed.",
        "When the user flees, all negative status effects are removed from the user.",
    ),
    (
        "At the beginning of each Turn, the user gains 1 additional AP if the user's Health is at its maximum.",
        "The user gains 1 AP each Turn if the user has 100% or more of their maximum Health.",
    ),
    (
        "The user's presence cannot be detected by characters with ACT ranked C or lower.",
        "The user cannot be detected by characters with ACT ranked C or lower.",
    ),
    (
        "All non-Special damage the user receives is reduced by 20%.",
        "Physical or ranged or long-ranged or magical damage the user receives decreases by 20%.",
    ),
    (
        "The holder's Mana regeneration increases by 8 while they hold this item.",
        "The user's Mana regeneration increases by 8.",
    ),
];

#[test]
fn what_is_told_of_legends_is_read() {
    let all = USED.iter().map(|one| (one, false)).chain(OWNED.iter().map(|one| (one, true)));
    let wrong: Vec<String> = all
        .filter_map(|((entry, read), passive)| {
            let found = said(entry, passive);
            (found.as_deref() != Some(*read)).then(|| format!("{entry}: {found:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_only_sounds_alike_stays_refused() {
    let wrong: Vec<String> = [
        "No target damaged by this attack is Stunned for 1 Turn.",
        "Any target not damaged by this attack is Stunned for 1 Turn.",
        "Any target damaged by this attack or by an ally is Stunned for 1 Turn.",
        "Targets without Flight lose that ability for 2 Turns.",
        "Targets with Flight do not lose that ability for 2 Turns.",
        "Targets with AGI ranked A or higher receive more than half of this skill's damage.",
        "Targets with AGI ranked A or higher receive only half of this skill's damage next Turn.",
        "When calculating the damage of this skill, the target's MAR is treated as though it were one rank higher.",
        "For each negative status effect on the target, damage inflicted by this attack increases by 10%, to a minimum of \
         50%.",
        "This skill is canceled unless the user uses an attack.",
        "This skill is canceled if the user uses no attack.",
        // Whose cost?
        "If the target uses a Noble Phantasm, its Mana cost is doubled.",
        "If the user is in battle when he uses this skill, its Mana cost is doubled for 3 Turns.",
        "The user loses 20 Health each time they do not use this skill.",
        "The target loses 20 Health each time they use this skill.",
        "Once this skill has been used three times, the user's maximum Mana decreases by 40 permanently.",
        "This skill can be used a maximum of three times during the War on each target.",
        "The caster must pay 12 Mana each battle to keep this Bounded Field active.",
        "While the user is inside this Bounded Field, not all of his enemies can leave its area.",
        "While the user is inside this Bounded Field, none of his allies can leave its area.",
        "The target cannot use any attack except Basic Attacks against the user until the end of the Turn.",
        "If an opponent makes two Physical attacks against the user during this Turn, the user counters with their Basic \
         Attack at no cost.",
        "All allies in the user's location, excluding the target, are cured of Poison.",
        "If the user is Masterless, he loses only 20% of his maximum Mana each Night instead of 30%.",
        "The user survives the second fatal blow they receive in each battle with 1 Health.",
        // Theirs, or those enemies'?
        "For each enemy beyond the first in the user's location, their STR increases by one subrank.",
        "The user's presence cannot be detected by allies.",
        // It is gone once it is used.
        "The holder's Mana regeneration increases by 8 for 3 Turns while they hold this item.",
        "The holder's Mana regeneration increases by 8 while they do not hold this item.",
        "The target is not unable to move until the end of the Turn.",
        "All of the user's negative status effects but Poison are removed.",
        // Bonus of what?
        "This bonus cannot exceed four subranks.",
        "The user's STR is raised by 1 subrank. This bonus cannot exceed four subranks.",
        "Opponents inside this Bounded Field lose 10 Mana each Turn. Evil Masters are not affected.",
        "Opponents inside this Bounded Field lose 10 Mana each Turn. Only Masters are not affected.",
        // By the whole field, with what its other entries do.
        "Opponents inside this Bounded Field lose 10 Mana each Turn. Masters are not affected by this Bounded Field.",
        // By which of the two?
        "The target loses 10 Mana. The target's AGI is lowered by 1 rank for 2 Turns. Opponents with AGI ranked A or \
         higher are not affected.",
    ]
    .into_iter()
    .filter_map(|entry| said(entry, false).map(|found| format!("{entry}: {found}")))
    .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_status_says_that_it_works_as_long_as_it_lasts() {
    let words = |text: &str| parse_heading(text).and_then(|status| status.canonical_words());
    let said = words("Seal: The victim cannot use skills that cost more than 20 Mana while this status is active.");
    assert_eq!(said.unwrap(), "\"Seal\": that character cannot use skills that cost more than 20 Mana");
    for text in [
        "Seal: The victim cannot use skills that cost more than 20 Mana unless this status is active.",
        "Seal: The victim cannot use skills that cost more than 20 Mana while the user is active.",
    ] {
        assert!(words(text).is_err(), "{text}");
    }
}

/// What is denied behind `whose` is not read as if it were affirmed.
#[test]
fn a_denial_behind_whose_is_not_lost() {
    for (affirmed, denied) in [
        ("whose MAR is ranked A or higher", "whose MAR is not ranked A or higher"),
        ("whose MAR is A or higher", "whose MAR isn't A or higher"),
        ("whose AGI is higher than the user's", "whose AGI is not higher than the user's"),
        ("whose Health is below 50", "whose Health is not below 50"),
        ("whose Health is below 50", "whose Health is no longer below 50"),
    ] {
        for form in
            ["Opponents in this location {} lose 10 Mana each Turn.", "The user cannot be targeted by opponents {}."]
        {
            let (affirmed, denied) = (form.replace("{}", affirmed), form.replace("{}", denied));
            assert!(said(&affirmed, false).is_some(), "{affirmed}");
            assert_eq!(said(&denied, false), None, "{denied}");
        }
    }
}
