//! Sentences as authors write them, class by class, each with how it is read back; beside them what stays refused.

use grail_referee::language::effect_text::canonical;
use grail_referee::language::effects::read_passage;

/// The canonical lines of an entry.
fn read(text: &str) -> Result<String, String> {
    let said = read_passage(text)
        .map_err(|faults| faults.iter().map(|fault| fault.message.clone()).collect::<Vec<_>>().join(" | "))?;
    let lines = said.into_iter().flat_map(|one| one.effect.lines());
    Ok(lines.map(|line| canonical(&line)).collect::<Vec<_>>().join(" | "))
}

/// Each wording, and how it is read back.
const SAID: &[(&str, &str)] = &[
    (
        "While scouting, the user will not be detected by any character with ACT ranked B or lower.",
        "The user cannot be detected by characters with ACT ranked B or lower while scouting.",
    ),
    ("The barrier disappears once depleted or after four Turns, whichever comes first.", "Lasts 4 Turns."),
    (
        "Each Turn this skill remains active, the caster's regeneration values increase by 5, to a maximum of 20.",
        "The user's regeneration increases by 5 for each Turn this skill is in force, up to 20.",
    ),
    (
        "The user's order within every phase of this Turn is treated as though they had AGI ranked EX.",
        "The user's AGI is treated as EX for the order of actions until the end of the Turn.",
    ),
    ("The user pays half of their current Mana.", "The user loses 50% of their current Mana."),
    (
        "If successful, the target also cannot use skills during the following Turn.",
        "At the beginning of the next Turn, the target cannot use skills until the end of the Turn.",
    ),
    (
        "If the user did not use any attack during the previous Turn, damage inflicted by this attack increases by 40%.",
        "Damage inflicted increases by 40% unless the user attacked in the previous Turn.",
    ),
    (
        "The target is unable to leave their current location while the user is also there.",
        "The target cannot leave this location.",
    ),
    (
        "The user receives 25% of the damage this attack inflicts as recoil, which counts as Special damage.",
        "The user receives Special damage equal to 25% of the damage inflicted.",
    ),
    (
        "Restores 50 Mana to the user, or 30 if the user is a Servant.",
        "The user restores 30 Mana if the user is a Servant. | The user restores 50 Mana unless the user is a Servant.",
    ),
    (
        "Reduces the damage of the next attack that hits the holder by 60, to a minimum of 0.",
        "Damage the user receives from the next attack decreases by 60.",
    ),
    ("Should it die, its summoner loses 15 Mana.", "When the user dies, the user's summoner loses 15 Mana."),
    (
        "Explodes, inflicting 30 Ranged damage on every enemy in its location.",
        "All opponents in this location receive 30 Ranged damage.",
    ),
    (
        "While the user is in the same location as their Master, the damage they inflict increases by 10%.",
        "Damage the user inflicts increases by 10% if the user is in the same location as the user's Master.",
    ),
    ("If the target is a familiar, it is killed immediately.", "The target dies if the target is a familiar."),
    (
        "Damage inflicted on Servants of the Saber, Lancer, and Archer classes increases by 15%.",
        "Damage inflicted increases by 15% if the target is a Servant of the Saber, Lancer or Archer class.",
    ),
    (
        "While the user is in the same location as their Master, their Master receives 50% less damage from all sources other than Special damage.",
        "Damage the user's Master receives decreases by 50% if the user is in the same location as the user's Master.",
    ),
    ("Sacrifice 40 Health to restore 60 Mana.", "The user loses 40 Health. | The user restores 60 Mana."),
    (
        "Negates one skill ranked B or lower that targets the user this Turn.",
        "The next skill ranked B or lower that targets the user is negated until the end of the Turn.",
    ),
    (
        "The first attack that would hit the user's Master this Turn hits the user instead.",
        "The user intercepts the next attack that targets the user's Master until the end of the Turn.",
    ),
    (
        "Half of all damage received this Turn is reflected back to its source as Special damage after it is applied.",
        "50% of the damage the user receives is reflected to the attacker until the end of the Turn.",
    ),
    (
        "All opponents inside have their stats lowered by one rank, while the user and their allies gain one rank in STR.",
        "All stats of all opponents in this location are lowered by 1 rank. | The user and all allies in this location's STR is raised by 1 rank.",
    ),
    ("The user's skills have no Mana cost inside this world.", "The user's skills cost no Mana if the user is here."),
    (
        "When this familiar dies, all opponents in its location receive 25 Special damage.",
        "When the user dies, all opponents in this location receive 25 Special damage.",
    ),
    (
        "The user inflicts 30% more damage to opponents with the Saber, Lancer or Archer class.",
        "Damage the user inflicts on opponents of the Saber, Lancer or Archer class increases by 30%.",
    ),
    (
        "The user's Basic Attack may be used one time each Turn without consuming AP.",
        "The user's first basic attack each Turn costs no AP.",
    ),
    (
        "The target cannot flee during the Turn in which they are hit, nor the next.",
        "The target cannot flee for 2 Turns.",
    ),
    ("Lasts as long as the upkeep is paid.", "Lasts indefinitely."),
    ("The opponents' LCK falls to E.", "All opponents in this location's LCK is lowered to E."),
    (
        "Ends after four Turns, or when the user's Mana falls below 30.",
        "Lasts 4 Turns. | Lasts unless the user has less than 30 Mana.",
    ),
    (
        "When destroyed, it explodes for 15 Special damage to whoever destroyed it.",
        "When anyone kills the user, the attacker receives 15 Special damage.",
    ),
    ("While held, the holder's MAR is one rank higher.", "The user's MAR is raised by 1 rank."),
    (
        "Once per battle, a blow that would reduce the user's Health to 0 or less leaves them with 15 Health instead.",
        "Once per battle, when an attack would reduce the user's Health to 0 or less, the user survives with 15 Health.",
    ),
    (
        "As long as the user's Master is in the same location, the Mana cost of all the user's skills decreases by 20%.",
        "The user's skills cost 20% less Mana if the user's Master is in the same location as the user.",
    ),
    (
        "The first time each Turn that the user is targeted by a Ranged or Long-ranged attack, that attack deals no damage to them.",
        "The user receives no damage from the first ranged or long-ranged attack each Turn.",
    ),
    (
        "Opponents in the user's location cannot enter Spirit Form or flee while their AGI is lower than the user's.",
        "All opponents in the user's location with AGI lower than the user's cannot enter Spirit Form. | All opponents in the user's location with AGI lower than the user's cannot flee.",
    ),
    (
        "Using it reduces the user's own AGI by one rank until the end of the following Turn.",
        "The user's AGI is lowered by 1 rank for 2 Turns.",
    ),
    (
        "One ally's STR increases by one rank and their END by two subranks for 3 Turns.",
        "The target's STR is raised by 1 rank for 3 Turns if the target is an ally. | The target's END is raised by 2 subranks for 3 Turns if the target is an ally.",
    ),
    (
        "Forces all opponents with ACT ranked C or lower to attack the user this Turn, if they attack at all.",
        "All opponents with ACT ranked C or lower in this location can only attack the user until the end of the Turn.",
    ),
    (
        "If they lose their contract, they lose only 10% of their maximum Mana each Night instead of 40%.",
        "The user loses only 10% of their maximum Mana each Night for lacking a Master if the user is Masterless.",
    ),
    (
        "Surprise Attacks that target them or their Master always fail.",
        "Surprise Attacks that target the user and the user's Master fail.",
    ),
    (
        "As long as the user is in the same location as their Master, both of them receive 10% less damage from all attacks.",
        "Damage the user and the user's Master receive from attacks decreases by 10% if the user is in the same location as the user's Master.",
    ),
    (
        "A target with LCK ranked A or higher receives only half the damage.",
        "Damage inflicted decreases by 50% if the target is a character with LCK ranked A or higher.",
    ),
    (
        "No one inside can leave the location while the caster is there, and all enemies lose one rank of AGI.",
        "All characters in this location cannot leave this location. | All opponents in this location's AGI is lowered by 1 rank.",
    ),
    ("While it is held, the holder's LCK increases by one full rank.", "The user's LCK is raised by 1 rank."),
    (
        "One opponent loses 20 Mana. Cannot affect opponents with LCK ranked A or higher.",
        "The target loses 20 Mana if the target is an opponent and the target is not an opponent with LCK ranked A or higher.",
    ),
    (
        "The target's STR is lowered by 1 rank for 2 Turns. Masters are not affected.",
        "The target's STR is lowered by 1 rank for 2 Turns while the target is not a Master.",
    ),
    (
        "Restores the user's Health by 50% of the damage inflicted. Has no additional effect against familiars.",
        "The user restores Health equal to 50% of the damage inflicted unless the target is a familiar.",
    ),
    (
        "The user's END is raised by 1 rank. This ability fails while they are Stunned.",
        "The user's END is raised by 1 rank unless the user is affected by Stun.",
    ),
    (
        "The user swings a greatsword down on the target with all their might. The target's END is lowered by one full rank until the end of the next Turn.",
        "The target's END is lowered by 1 rank for 2 Turns.",
    ),
    (
        "The user drains the life of the target with their bite. The user restores Health equal to half the damage inflicted.",
        "The user restores Health equal to 50% of the damage inflicted.",
    ),
    (
        "The user taunts an opponent into losing their temper. For 2 Turns, the target can only attack the user.",
        "The target can only attack the user for 2 Turns.",
    ),
    (
        "Poison is removed from the user, and the user loses 20 Mana.",
        "Poison is removed from the user. | The user loses 20 Mana.",
    ),
    (
        "Opponents' AGI is lowered by 1 rank while in battle.",
        "All opponents in battle in this location's AGI is lowered by 1 rank.",
    ),
    (
        "Opponents' AGI is lowered by 1 rank while they are not in battle.",
        "All opponents who are not in battle in this location's AGI is lowered by 1 rank.",
    ),
    (
        "The user removes Stun and Poison from themselves and gains immunity to both for 2 Turns.",
        "Stun is removed from the user. | Poison is removed from the user. | The user is immune to Stun for 2 Turns. | The user is immune to Poison for 2 Turns.",
    ),
    (
        "When the target is in Spirit Form, damage inflicted increases by 20%.",
        "Damage inflicted increases by 20% if the target is in Spirit Form.",
    ),
    (
        "Until the end of this Turn, the user intercepts every attack that targets the selected ally. Damage the user receives from attacks intercepted this way decreases by 25%.",
        "The user intercepts attacks that target the target until the end of the Turn. | Damage the user receives from intercepted attacks decreases by 25% until the end of the Turn.",
    ),
    (
        "The user intercepts the next attack directed at the character they're contracted with during this Turn. Damage received from that attack decreases by 40%.",
        "The user intercepts the next attack that targets the user's contracted partner until the end of the Turn. | Damage the user receives from the next intercepted attack decreases by 40% until the end of the Turn.",
    ),
    (
        "The user intercepts all attacks that target their Master this Turn, and the damage they receive from those attacks decreases by 20%.",
        "The user intercepts attacks that target the user's Master until the end of the Turn. | Damage the user receives from intercepted attacks decreases by 20% until the end of the Turn.",
    ),
    (
        "All characters in this location other than the caster's team lose 10 Mana at the Initial Phase of each Turn. The caster gains half of the Mana lost this way.",
        "Each Turn, the user drains 10 Mana from all characters in this location except the user's team, keeping 50% of it.",
    ),
    (
        "All characters inside lose 10 Mana at the beginning of each Turn. The caster gains half of the Mana lost this way.",
        "At the beginning of each Turn, the user drains 10 Mana from all characters in this location, keeping 50% of it.",
    ),
    (
        "Everyone in the area other than the caster loses 10 Mana at the Initial Phase of each Turn; the caster gains half of all Mana lost this way.",
        "Each Turn, the user drains 10 Mana from all characters other than the user in this location, keeping 50% of it.",
    ),
    (
        "At the Initial Phase of each Turn, everyone in this location with MAR ranked D or lower loses 10 Mana, and the caster gains half of the total amount lost.",
        "Each Turn, the user drains 10 Mana from all characters in this location with MAR ranked D or lower, keeping 50% of it.",
    ),
    (
        "At the Initial Phase of each Turn, all opponents in the area lose 10 Health and 10 Mana, and the caster gains the Mana lost this way.",
        "Each Turn, all opponents in this location lose 10 Health. | Each Turn, the user drains 10 Mana from all opponents in this location.",
    ),
    (
        "Masters inside receive 5 Special damage each Turn, except for the caster.",
        "Each Turn, all Masters other than the user in this location receive 5 Special damage.",
    ),
    (
        "The user makes the most of their good fortune. For 2 Turns, LCK becomes EX.",
        "The user's LCK becomes EX for 2 Turns.",
    ),
    ("LCK becomes EX for 2 Turns.", "The user's LCK becomes EX for 2 Turns."),
    ("STR and END increase by one rank.", "The user's STR and END are raised by 1 rank."),
    (
        "The target is Stunned for 2 Turns. STR and END increase by one rank for 2 Turns.",
        "The target receives Stun 2. | The target's STR and END are raised by 1 rank for 2 Turns.",
    ),
    (
        "While the caster is within this location, their MAE increases by one rank.",
        "The user's MAE is raised by 1 rank if the user is here.",
    ),
    (
        "This familiar intercepts all attacks that target its summoner while in the same location.",
        "The user intercepts attacks that target the user's summoner if the user's summoner is in the same location as the user.",
    ),
    ("Can only be used outside of battle.", "This skill cannot be used if the user is in battle."),
    (
        "Can strike a Master even if their Servant is present, but damage inflicted on Masters decreases by 50%.",
        "This skill may damage Masters. | Damage inflicted decreases by 50% if the target is a Master.",
    ),
    (
        "While the user has 100 or less Health, their STR and AGI each gain 2 positive subranks and they ignore the damage penalty for low Health.",
        "The user's STR and AGI are raised by 2 subranks if the user has 100 or less Health. | The user suffers no penalty for low Health if the user has 100 or less Health.",
    ),
    (
        "Without a Master, the user loses only 10% of their maximum Mana each Night and still regenerates normally.",
        "The user loses only 10% of their maximum Mana each Night for lacking a Master if the user is Masterless. | The user regenerates without a Master if the user is Masterless.",
    ),
    (
        "The user's six main stats increase by one subrank during each Turn their Master is in the same location.",
        "All stats of the user are raised by 1 subrank if the user's Master is in the same location as the user.",
    ),
    (
        "All of the user's stats except LCK decrease by one rank during Turns in which their Master is not in the same location.",
        "All stats of the user except LCK are lowered by 1 rank unless the user's Master is in the same location as the user.",
    ),
    (
        "The caster creates a barrier that absorbs the next 70 points of damage the caster would receive, Special damage excluded. The barrier disappears once depleted or after four Turns, whichever comes first.",
        "The next 70 physical or ranged or long-ranged or magical damage the user receives is absorbed. | Lasts 4 Turns.",
    ),
    (
        "Until the end of the Turn, skills that cost 2 AP or more cost 1 AP less for the user. Can be used once per battle.",
        "The user's skills that cost 2 or more AP cost 1 less AP until the end of the Turn. | This skill can be used once per battle.",
    ),
    (
        "Noble Phantasms cost twice as much Mana inside this world, aside from the user's own.",
        "All characters other than the user in this location's Noble Phantasms cost 100% more Mana.",
    ),
    (
        "All Noble Phantasms activated within this location cost 30 more Mana.",
        "All characters in this location's Noble Phantasms cost 30 more Mana.",
    ),
    (
        "The caster is alerted whenever someone enters the area and learns their name and class.",
        "When anyone enters this location, the user learns that character's location, name and class.",
    ),
    (
        "No character can enter Spirit Form within this location, and those already in it are forced out. Lasts indefinitely.",
        "All characters in this location cannot enter Spirit Form. | All characters in Spirit Form in this location leave Spirit Form. | Lasts indefinitely.",
    ),
    (
        "If the target has not acted yet this Turn, they are Stunned for two Turns.",
        "The target receives Stun 2 unless the target acts this Turn.",
    ),
    (
        "All negative status effects on the caster and the character they're contracted with are removed if both are in the same location.",
        "All negative status effects are removed from the user and the user's contracted partner if the user is in the same location as the user's contracted partner.",
    ),
    (
        "Negates one skill ranked B or lower that targets the user this Turn. The cost of the negated skill is still paid.",
        "The next skill ranked B or lower that targets the user is negated until the end of the Turn.",
    ),
    (
        "The user's order within every phase of this Turn is treated as though they had AGI ranked EX. No AP is gained from this effect.",
        "The user's AGI is treated as EX for the order of actions until the end of the Turn.",
    ),
    (
        "The user's presence inspires those who fight at their side. All allies in the same location inflict 10% more damage.",
        "Damage all allies in this location inflict increases by 10%.",
    ),
    (
        "The caster sends part of their own life to their Servant. The caster loses 20 Health, and their Servant gains 40 Mana.",
        "The user loses 20 Health. | The user's Servant restores 40 Mana.",
    ),
    (
        "Inside, the user's attacks hit 2 more times and the opponents' LCK falls to E.",
        "The user's attacks hit 2 more times if the user is here. | All opponents in this location's LCK is lowered to E.",
    ),
];

/// What is open, or what no effect can do.
const REFUSED: &[&str] = &[
    "The user drains the life of the target with their bite. The target's STR is lowered by 1 rank for 2 Turns.",
    "The user taunts an opponent into losing their temper. The user restores 20 Health.",
    "The user drains the life of every enemy in the area. The user restores 20 Health.",
    "A beam of light is fired, damaging every enemy in the area. The target loses 20 Mana.",
    "While the user is in the same location as the target, the damage they inflict increases by 10%.",
    "If there are two or more enemies in the same location as the user, their END increases by one rank for 2 Turns.",
    "When the user is in battle, the user restores 20 Health.",
    "When the target is in Spirit Form, the user's STR is raised by 1 rank for 3 Turns.",
    "All opponents lose 1 AP next Turn. The user's allies are not affected by fire.",
    "The user's STR is raised by 1 rank for 2 Turns. Masters are not affected.",
    "The user drains the life of the target with their bite. The user restores 20 Health.",
    "When the user is attacked by a familiar, its summoner loses 10 Health.",
    "If the target is Evil, LCK becomes EX for 2 Turns.",
    "The target loses 20 Mana. The user restores 10 Health. The caster gains half of the Mana lost this way.",
    "The user intercepts attacks that target the user's Master. Damage the target receives from those attacks decreases by 25%.",
    "When the user is attacked, the user restores 5 Health and the user is immune to Poison.",
    "The user's STR is raised by 1 rank for 2 Turns and they ignore the damage penalty for low Health.",
    "If the user has less Health than the target, they restore 10 Mana.",
    "The target of the spell is sent to a distant place. The user restores 20 Health.",
    "The user's STR is raised by 1 rank. No AP is gained from this effect.",
];

#[test]
fn what_authors_write_is_read_as_they_mean_it() {
    let wrong: Vec<_> = SAID.iter().filter(|(text, told)| read(text).as_deref() != Ok(*told)).collect();
    let wrong: Vec<_> = wrong.into_iter().map(|(text, told)| format!("{text}\n  {told}\n  {:?}", read(text))).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_read_back_is_read_as_the_same() {
    for (_, told) in SAID {
        for line in told.split(" | ") {
            assert_eq!(read(line).as_deref(), Ok(line), "{line}");
        }
    }
}

#[test]
fn what_leaves_something_open_is_refused() {
    for text in REFUSED {
        assert!(read(text).is_err(), "`{text}`: {:?}", read(text));
    }
}
