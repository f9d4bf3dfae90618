//! What plain authors write, class by class: each wording, and the canonical sentences it is read as.

use grail_referee::language::effect_text::canonical;
use grail_referee::sheet::effect_sentences::parse_entry;

/// Each entry of a sheet, and how it is read back.
const SAID: &[(&str, &[&str])] = &[
    (
        "The user cannot be detected by scouting characters until they attack.",
        &["The user cannot be detected by scouting characters until they attack."],
    ),
    (
        "Opponents in the location of the user have their LCK decreased by 1 rank.",
        &["All opponents in the user's location's LCK is lowered by 1 rank."],
    ),
    (
        "While the user is in the location of their Master, the user's STR increases by 1 rank.",
        &["The user's STR is raised by 1 rank if the user is in the same location as the user's Master."],
    ),
    ("Dispels a Bounded Field in the area.", &["The active Bounded Field in this location is cancelled."]),
    (
        "Restores 20 Health to the target, or 40 if the target is a Servant.",
        &[
            "The target restores 40 Health if the target is a Servant.",
            "The target restores 20 Health unless the target is a Servant.",
        ],
    ),
    (
        "The holder detects all Servants within their location.",
        &["The user detects all hidden Servants in this location."],
    ),
    (
        "The user cannot be scouted this Turn.",
        &["The user cannot be detected by scouting characters until the end of the Turn."],
    ),
    (
        "The caster's Servant may move one additional location this Turn.",
        &["The user's Servant may move 2 locations until the end of the Turn."],
    ),
    ("The target's regeneration values become 0 for three Turns.", &["The target cannot regenerate for 3 Turns."]),
    (
        "The user takes 50% less damage until the beginning of the next Turn.",
        &["Damage the user receives decreases by 50% until the end of the Turn."],
    ),
    (
        "This familiar tells its summoner when an opponent enters its location.",
        &["When an opponent enters this location, the user's summoner is alerted."],
    ),
    (
        "The user's stats cannot be decreased by enemy skills.",
        &["The user's stats cannot be lowered by skills of opponents."],
    ),
    ("The user gains 20% damage reduction.", &["Damage the user receives decreases by 20%."]),
    (
        "The user has 20% damage resistance against magical attacks.",
        &["Damage the user receives from magical attacks decreases by 20%."],
    ),
    ("Increases the user's damage by 20%.", &["Damage the user inflicts increases by 20%."]),
    ("The user's damage increases by 20% against Masters.", &["Damage the user inflicts on Masters increases by 20%."]),
    ("The target loses 20 Mana, which the user gains.", &["The user drains 20 Mana from the target."]),
    (
        "Upon killing a Servant, the user restores 50 Health.",
        &["When the user kills a Servant, the user restores 50 Health."],
    ),
    ("After being attacked, the user restores 5 Health.", &["When the user is attacked, the user restores 5 Health."]),
    (
        "Upon entering Spirit Form, the user restores 5 Health.",
        &["When the user enters Spirit Form, the user restores 5 Health."],
    ),
    (
        "For the whole battle, the user's AGI is raised by 1 rank.",
        &["The user's AGI is raised by 1 rank until the end of the battle."],
    ),
    (
        "The user's AGI is raised by 1 rank throughout the battle.",
        &["The user's AGI is raised by 1 rank until the end of the battle."],
    ),
    (
        "The target's attacks are weakened by 20% for 2 Turns.",
        &["Damage the target inflicts with attacks decreases by 20% for 2 Turns."],
    ),
    (
        "Deals 20 more damage to Stunned targets.",
        &["Damage inflicted increases by 20 if the target is a character affected by Stun."],
    ),
    (
        "Deals double damage to targets at full Health.",
        &["Damage inflicted increases by 100% if the target is a character with 100% or more of their maximum Health."],
    ),
    (
        "Inflicts double damage against characters with Divinity.",
        &["Damage inflicted increases by 100% if the target is a character with the ability \"Divinity\"."],
    ),
    ("The user loses 20 Health when using this skill.", &["The user loses 20 Health."]),
    ("On a hit, the target loses 10 Mana.", &["The target loses 10 Mana."]),
    ("Ignores 1 rank of END.", &["The target's END is treated as 1 rank lower for this attack."]),
    (
        "Opponents who enter take 20 Magical damage.",
        &["When an opponent enters this location, that character receives 20 Magical damage."],
    ),
    ("The user can't be surprised.", &["Surprise Attacks that target the user fail."]),
    ("The user's Mana costs are reduced by 10%.", &["The user's skills cost 10% less Mana."]),
    (
        "Enemies' Mana costs are increased by 5 inside the field.",
        &["All opponents in this location's skills cost 5 more Mana."],
    ),
    (
        "The user's skills cost half as much Mana inside the field.",
        &["The user's skills cost 50% less Mana if the user is here."],
    ),
    (
        "Attacks aimed at the summoner are intercepted by this familiar.",
        &["The user intercepts attacks that target the user's summoner."],
    ),
    ("The target isn't affected by Poison for 2 Turns.", &["The target is immune to Poison for 2 Turns."]),
    (
        "At the end of a Turn in which the user did not attack, the user restores 10 Mana.",
        &["At the end of each Turn, the user restores 10 Mana unless the user attacks this Turn."],
    ),
    (
        "Damage is increased by 10% for each negative status on the target.",
        &["Damage inflicted increases by 10% for each negative status effect on the target."],
    ),
    (
        "The target loses 1 SP at the beginning of the next Turn.",
        &["The target loses 1 SP each Turn for the next Turn."],
    ),
    (
        "The target loses 1 AP and 1 SP at the beginning of the next Turn.",
        &[
            "The target loses 1 AP at the beginning of the next Turn.",
            "The target loses 1 SP each Turn for the next Turn.",
        ],
    ),
    ("Any healing the user receives is reduced by half.", &["Health the user restores decreases by 50%."]),
    (
        "Inflicts Poison 3/10 on the target, or Poison 5/10 if the target is a Master.",
        &[
            "The target receives Poison 5/10 if the target is a Master.",
            "The target receives Poison 3/10 unless the target is a Master.",
        ],
    ),
    (
        "The target restores 30 Health, or 50 if the target is a Master.",
        &[
            "The target restores 50 Health if the target is a Master.",
            "The target restores 30 Health unless the target is a Master.",
        ],
    ),
    (
        "Damage inflicted increases by 20%, or by 40% if the target is a Master.",
        &[
            "Damage inflicted increases by 40% if the target is a Master.",
            "Damage inflicted increases by 20% unless the target is a Master.",
        ],
    ),
    ("If the target is a familiar, it is destroyed outright.", &["The target dies if the target is a familiar."]),
    (
        "The user is immune to all damage other than Special damage.",
        &["The user receives no physical or ranged or long-ranged or magical damage."],
    ),
    (
        "All allies in this location, the user included, restore 10 Health.",
        &["The user and all allies in this location restore 10 Health."],
    ),
    (
        "The user is told of anyone who enters, and what class they are.",
        &["When anyone enters this location, the user learns that character's location and class."],
    ),
    (
        "Reduces the target's END by two ranks for this attack.",
        &["The target's END is treated as 2 ranks lower for this attack."],
    ),
    ("The target's END is halved for this attack.", &["This attack ignores 50% of the target's END."]),
    (
        "This attack treats the target's END as two ranks lower.",
        &["The target's END is treated as 2 ranks lower for this attack."],
    ),
    (
        "The target's AGI drops one rank until the end of the next Turn.",
        &["The target's AGI is lowered by 1 rank for 2 Turns."],
    ),
    (
        "The target takes 15% more damage from all sources for 2 Turns.",
        &["Damage the target receives increases by 15% for 2 Turns."],
    ),
    ("The user ignores the next attack that targets them.", &["The next attack that targets the user is negated."]),
    (
        "The next time the user is attacked, the damage is halved.",
        &["Damage the user receives from the next attack decreases by 50%."],
    ),
    (
        "The user restores 20 Health now and 20 Health at the end of the next Turn.",
        &["The user restores 20 Health.", "At the end of the next Turn, the user restores 20 Health."],
    ),
    ("The user becomes invisible until they attack.", &["The user's presence is hidden until they attack."]),
    (
        "The user loses only 5% of their maximum Mana per Turn without a Master.",
        &["The user loses only 5% of their maximum Mana each Night for lacking a Master if the user is Masterless."],
    ),
    ("The user's maximum Health is 50 higher.", &["The user's maximum Health increases by 50."]),
    ("The user starts the War with 20 additional maximum Mana.", &["The user's maximum Mana increases by 20."]),
    ("The user's Basic Attack costs no AP once per Turn.", &["The user's first basic attack each Turn costs no AP."]),
    ("The user's Basic Attack deals Magical damage.", &["The user's basic attacks become Magical."]),
    (
        "Characters in this location cannot use Spirit Form.",
        &["All characters in this location cannot enter Spirit Form."],
    ),
    (
        "Ranged attacks have no effect in this location.",
        &["Ranged attacks that target all characters in this location are negated."],
    ),
    (
        "Anyone who attacks in this location takes 10 Special damage.",
        &["When anyone in this location attacks, that character receives 10 Special damage."],
    ),
    (
        "Any opponent who uses a Noble Phantasm in this location loses 20 Mana.",
        &["When an opponent in this location uses a Noble Phantasm, that character loses 20 Mana."],
    ),
    (
        "An opponent who attacks the user loses 5 Mana.",
        &["When an opponent attacks the user, that character loses 5 Mana."],
    ),
    ("Whoever attacks the user loses 5 Mana.", &["When anyone attacks the user, that character loses 5 Mana."]),
    (
        "When an ally is attacked, the user intercepts the attack.",
        &["The user intercepts attacks that target all allies in this location."],
    ),
    ("The user has an additional AP each Turn.", &["The user gains 1 AP each Turn."]),
    (
        "Once per Turn, the user negates a Magical attack ranked C or lower.",
        &["The first magical attack ranked C or lower that targets the user each Turn is negated."],
    ),
    ("The target and the user both lose 10 Health.", &["The target and the user lose 10 Health."]),
    ("This attack always strikes last.", &["This skill occurs after all other actions of its phase."]),
    ("Must not have attacked last Turn.", &["This skill cannot be used if the user attacked in the previous Turn."]),
    (
        "The target is pushed into an adjacent location.",
        &["The target is pushed to an adjacent location of the user's choice."],
    ),
    ("Summons two \"Wolf\" familiars that last for three Turns.", &["Summons 2 \"Wolf\" familiars.", "Lasts 3 Turns."]),
    (
        "Neither the user nor their Master can be targeted this Turn.",
        &["The user and the user's Master cannot be targeted by characters until the end of the Turn."],
    ),
    (
        "Damage inflicted increases by 10% for each time this skill has already been used in the current battle, up to 50%.",
        &[
            "Damage inflicted increases by 10% for each time this skill has already been used in this battle, up to 50%.",
        ],
    ),
    (
        "The target cannot move during the Movement Phase of this Turn if this attack inflicts damage.",
        &[
            "The target cannot move until the end of the Turn if this attack inflicts more than 0 damage.",
            "The target cannot flee until the end of the Turn if this attack inflicts more than 0 damage.",
        ],
    ),
    (
        "The target's STR and END each decrease by one full rank for 2 Turns. This does not stack with itself.",
        &["The target's STR and END are lowered by 1 rank for 2 Turns.", "Does not stack with itself."],
    ),
    (
        "If the target is a Master, inflicts 20 additional Special damage.",
        &["The target receives 20 Special damage if the target is a Master."],
    ),
    (
        "Each target whose LCK is ranked lower than the user's is also Stunned for 2 Turns.",
        &["The target receives Stun 2 if the target has LCK lower than the user's."],
    ),
    ("The user swaps their STR and MAE for 3 Turns.", &["The user's STR and MAE are exchanged for 3 Turns."]),
    (
        "Until the end of the Turn, any opponent that attacks the user with a physical attack receives 25% of the damage they inflicted.",
        &[
            "25% of the damage the user receives from physical attacks of opponents is reflected to the attacker until the end of the Turn.",
        ],
    ),
    (
        "The user negates one attack that targets them this Turn. This skill can only be used once every 3 Turns.",
        &[
            "The next attack that targets the user is negated until the end of the Turn.",
            "This skill cannot be used again for 3 Turns.",
        ],
    ),
    (
        "The user acts as though their AGI were EX for the rest of the Turn.",
        &["The user's AGI is treated as EX for the order of actions until the end of the Turn."],
    ),
    (
        "If the user would be the target of a Surprise Attack this Turn, that Surprise Attack fails.",
        &["Surprise Attacks that target the user fail until the end of the Turn."],
    ),
    (
        "Negates all damage from magical attacks ranked C or lower.",
        &["The user receives no damage from magical attacks ranked C or lower."],
    ),
    (
        "The user survives the first fatal attack they receive in the War with 1 Health.",
        &[
            "Once during the War, when an attack would reduce the user's Health to 0 or less, the user survives with 1 Health.",
        ],
    ),
    (
        "Without a Master, the user only loses 10% of their maximum Mana each Night.",
        &["The user loses only 10% of their maximum Mana each Night for lacking a Master if the user is Masterless."],
    ),
    (
        "At the end of each Turn in which the user was in battle, they restore 10 Mana.",
        &["At the end of each Turn, the user restores 10 Mana if the user is in battle."],
    ),
    (
        "The damage of this attack increases by 1 for each 2 additional Mana the user chooses to spend on it, up to 60 additional Mana.",
        &["Damage inflicted increases by 1 for each 2 of up to 60 additional Mana the user pays."],
    ),
    ("Flight has no effect in this location.", &["All characters in this location lose Flight."]),
    (
        "This location cannot be scouted by anyone with ACT ranked B or lower.",
        &["All characters with ACT ranked B or lower cannot scout this location."],
    ),
    (
        "Damage the caster receives this Turn decreases by 40%, unless it is Special damage.",
        &[
            "Physical or ranged or long-ranged or magical damage the user receives decreases by 40% until the end of the Turn.",
        ],
    ),
    (
        "When this familiar is destroyed, it inflicts 20 Magical damage on the opponent that destroyed it.",
        &["When an opponent kills the user, the attacker receives 20 Magical damage."],
    ),
    ("Pulls the target into the user's location.", &["The target is brought to the user's location."]),
    (
        "Reveals the class of every Servant in this location.",
        &["The user learns all Servants in this location's class."],
    ),
    (
        "The user may spend 20 Mana to double the damage.",
        &["Damage inflicted increases by 100% if the user pays 20 additional Mana."],
    ),
    (
        "Choose one: the user restores 30 Health or 30 Mana.",
        &[
            "The user restores 30 Health if the user chooses \"1\".",
            "The user restores 30 Mana if the user chooses \"2\".",
        ],
    ),
    (
        "Single use. Restores 50 Health to the holder.",
        &["This skill can be used once during the War.", "The user restores 50 Health."],
    ),
    (
        "Immune to spells of rank D and below.",
        &["Skills that cost Mana of others ranked D or lower have no effect on the user."],
    ),
    (
        "The user turns invisible for 2 Turns or until they attack.",
        &["The user cannot be detected for 2 Turns or until the user attacks."],
    ),
    ("The target's next attack has its damage halved.", &["The target's next attack inflicts 50% less damage."]),
    (
        "Enemies inside have all their stats lowered by 1 rank.",
        &["All stats of all opponents in this location are lowered by 1 rank."],
    ),
    (
        "Explodes when killed, dealing 20 Special damage to everyone here.",
        &["When anyone kills the user, all characters in this location receive 20 Special damage."],
    ),
    (
        "Prevents the target from entering Spirit Form for 2 Turns.",
        &["The target cannot enter Spirit Form for 2 Turns."],
    ),
    (
        "The target must attack the user this Turn if they attack at all.",
        &["The target can only attack the user until the end of the Turn."],
    ),
    ("The effects of this skill end if the user attacks.", &["When the user attacks, this skill ends."]),
    (
        "The user's Mana costs are 10% lower while their Master is in the same location.",
        &["The user's skills cost 10% less Mana if the user's Master is in the same location as the user."],
    ),
    (
        "At night 5 and later, all of the user's stats rise by one subrank.",
        &["All stats of the user are raised by 1 subrank if it is Night 5 or later."],
    ),
    (
        "The user gains 1 AP each Turn while below 25% Health.",
        &["The user gains 1 AP each Turn if the user has less than 25% of their maximum Health."],
    ),
    (
        "Magical skills ranked D or lower cannot be used in this location.",
        &["All characters in this location cannot use skills that inflict magical damage ranked D or lower."],
    ),
    (
        "While holding this item, the holder takes 10% less magical damage.",
        &["Magical damage the user receives decreases by 10%."],
    ),
    (
        "The user's Health becomes full, and all negative status effects on them are removed.",
        &["The user restores 100% of their maximum Health.", "All negative status effects are removed from the user."],
    ),
    (
        "The holder restores 30 Mana. Can be used once.",
        &["The user restores 30 Mana.", "This skill can be used once during the War."],
    ),
    (
        "The user's STR, END and AGI become A for 2 Turns.",
        &[
            "The user's STR becomes A for 2 Turns.",
            "The user's END becomes A for 2 Turns.",
            "The user's AGI becomes A for 2 Turns.",
        ],
    ),
    (
        "The user is told who enters this location.",
        &["When anyone enters this location, the user learns that character's name and location."],
    ),
    ("Cuts the contract between the target and their Master.", &["The target's contract is broken."]),
    (
        "Kills the target instantly if their LCK is ranked D or lower.",
        &["The target dies if the target has LCK ranked D or lower."],
    ),
    ("Nullifies all damage to the user this Turn.", &["The user receives no damage until the end of the Turn."]),
    ("Can damage Masters even if their Servant is in the same location as them.", &["This skill may damage Masters."]),
    (
        "If the user receives a fatal attack during this Turn, they survive with 1 Health instead.",
        &[
            "When an attack would reduce the user's Health to 0 or less, the user survives with 1 Health until the end of the Turn.",
        ],
    ),
    (
        "Damage inflicted by the user increases by 20% if they are battling two or more opponents.",
        &[
            "Damage the user inflicts increases by 20% if 2 or more opponents in battle are here and the user is in battle.",
        ],
    ),
    (
        "The target's Health cannot be restored in any way. Lasts five Turns.",
        &["The target cannot restore Health.", "Lasts 5 Turns."],
    ),
    (
        "All damage received by the user and their Master from attacks ranked A or lower is reduced to 0. Lasts two Turns.",
        &["The user and the user's Master receive no damage from attacks ranked A or lower.", "Lasts 2 Turns."],
    ),
    ("This attack circumvents all effects that would reduce its damage.", &["This damage cannot be reduced."]),
    (
        "Magical damage inflicted by anyone inside increases by 25%.",
        &["Magical damage all characters in this location inflict increases by 25%."],
    ),
    ("Opponents inside cannot move to another location.", &["All opponents in this location cannot move."]),
    (
        "Everyone inside has their MAR decreased by 1 rank, aside from the caster.",
        &["All characters in this location other than the user's MAR is lowered by 1 rank."],
    ),
    (
        "The target Master cannot cast spells during the next Turn.",
        &[
            "At the beginning of the next Turn, the target cannot use skills that cost Mana until the end of the Turn if the target is a Master.",
        ],
    ),
    (
        "The caster learns the location of one Servant of their choice.",
        &["The user learns the target's location if the target is a Servant."],
    ),
    (
        "The caster cannot be detected by scouting until the end of the next Turn.",
        &["The user cannot be detected by scouting characters for 2 Turns."],
    ),
    ("The caster and their Servant swap locations.", &["The user and the user's Servant change places."]),
    (
        "The target receives Stun 1. Has no effect if the target has MAR ranked B or higher.",
        &["The target receives Stun 1 unless the target has MAR ranked B or higher."],
    ),
    (
        "All familiars in the area with 30 or less Health are destroyed.",
        &["All familiars in this location with 30 or less Health die."],
    ),
    (
        "A barrier is formed around the caster that absorbs up to 50 damage. Disappears at the end of the next Turn.",
        &["The next 50 damage the user receives is absorbed for 2 Turns."],
    ),
    (
        "The user's Basic Attack inflicts Poison 2/5 in addition to its normal effects. Lasts three Turns.",
        &["The user's basic attacks inflict Poison 2/5.", "Lasts 3 Turns."],
    ),
    (
        "All stats of the user increase by 1 rank. Lasts three Turns, after which the user receives Stun 2.",
        &["All stats of the user are raised by 1 rank.", "Lasts 3 Turns.", "After 3 Turns, the user receives Stun 2."],
    ),
    (
        "While the user is in the same location as their Master, that Master's Mana regeneration increases by 5.",
        &[
            "The user's Master's Mana regeneration increases by 5 if the user is in the same location as the user's Master.",
        ],
    ),
    (
        "While this familiar is in the same location as its summoner, the summoner's attacks inflict 10% more damage.",
        &[
            "Damage the user's summoner inflicts with attacks increases by 10% if the user is in the same location as the user's summoner.",
        ],
    ),
    (
        "If the user has been damaged during this Turn, this attack inflicts 20 more damage.",
        &["Damage inflicted increases by 20 if the user is damaged this Turn."],
    ),
    (
        "If the target is killed by this attack, the user's STR increases by 1 subrank permanently.",
        &["When the user kills the target, the user's STR is raised by 1 subrank indefinitely."],
    ),
    (
        "Opponents cannot detect the caster's team inside this field.",
        &["The user's team cannot be detected by opponents in this location."],
    ),
    ("Skills of opponents inside cost 10 more Mana.", &["All opponents in this location's skills cost 10 more Mana."]),
    ("No one inside can regenerate.", &["All characters in this location cannot regenerate."]),
    ("All familiars of the target are destroyed.", &["The target's familiars die."]),
    (
        "The user will always be alerted when an enemy enters their location.",
        &["When an opponent enters this location, the user is alerted."],
    ),
    (
        "The caster is alerted when a character enters or leaves the area, and learns that character's identity.",
        &[
            "When anyone enters this location, the user is alerted.",
            "When anyone enters this location, the user learns that character's name.",
            "When anyone leaves this location, the user is alerted.",
            "When anyone leaves this location, the user learns that character's name.",
        ],
    ),
    (
        "When an opponent enters or leaves this location, the user restores 5 Health.",
        &[
            "When an opponent enters this location, the user restores 5 Health.",
            "When an opponent leaves this location, the user restores 5 Health.",
        ],
    ),
    (
        "The target's AGI decreases by 1 rank. Disappears after 3 Turns.",
        &["The target's AGI is lowered by 1 rank for 3 Turns."],
    ),
    (
        "The user is told when someone enters this location.",
        &["When anyone enters this location, the user is alerted."],
    ),
];

/// What comes near one of them and says something else, or leaves something open.
const REFUSED: &[&str] = &[
    "The user restores 10 Health in each Turn in which they attack.",
    "The user is protected from the next attack.",
    "Restores an extra 5 Health each Turn.",
    "The user survives lethal damage once per battle with 1 Health.",
    "The user can negate one attack once per battle.",
    "The user gains 20% more damage.",
    "Upon being hit, the user restores 5 Health.",
    // What it is counted for is the use at hand.
    "The user restores 5 Health for each time this skill has already been used in this battle.",
    "The user's next attack inflicts Poison 2/10 if it inflicts damage.",
    "The user's STR and STR become A.",
    // Of what? And whatever becomes of it when its moment has passed is another thing than a state.
    "The user is alerted.",
    "When an opponent attacks the user, the user is alerted.",
    "If the user's Health falls below 50 during this Turn, they restore 50 Health.",
    // What it says of the use is no matter of the effect before it.
    "Damage inflicted increases by 20%. Has no effect if the target is a Master.",
    // Of which of the two?
    "Summons 2 \"Wolf\" familiars. Disappears after 3 Turns.",
    "While an opponent is in the same location as their Master, that Master's Mana regeneration increases by 5.",
    "The user gains +20% damage.",
];

#[test]
fn what_plain_authors_write_is_read() {
    for (entry, told) in SAID {
        let read = parse_entry(entry, false).1.unwrap_or_else(|faults| panic!("{entry}: {}", faults[0].message));
        let lines = read.into_iter().flat_map(|one| one.effect.lines());
        assert_eq!(lines.map(|line| canonical(&line)).collect::<Vec<_>>(), *told, "{entry}");
    }
}

/// What an ability negates, its owner does.
#[test]
fn an_ability_negates_what_targets_its_owner() {
    let said = |passive| parse_entry("Negates magical attacks ranked C or lower.", passive).1;
    let lines = said(true).unwrap().into_iter().flat_map(|one| one.effect.lines());
    let told: Vec<String> = lines.map(|line| canonical(&line)).collect();
    assert_eq!(told, ["Magical attacks ranked C or lower that target the user are negated."]);
    assert!(said(false).is_err());
}

#[test]
fn what_only_comes_near_is_refused() {
    for entry in REFUSED {
        assert!(parse_entry(entry, false).1.is_err(), "{entry}");
    }
}
