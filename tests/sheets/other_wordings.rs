//! The table `grammar/wordings/effects.txt`: what is said in other words than the grammar's, and what stays refused.

use grail_referee::language::effect_text::canonical;
use grail_referee::language::effects::{find_described_spans, read_passage};

/// Each wording, and how it is read back.
const SAID: &[(&str, &str)] = &[
    (
        "If the user has not been damaged during the previous Turn, their AGI increases by one positive subrank.",
        "The user's AGI is raised by 1 subrank unless the user was damaged in the previous Turn.",
    ),
    (
        "When the user would be killed by an attack, they survive with half of their maximum Health.",
        "When an attack would reduce the user's Health to 0 or less, the user survives with 50% of their maximum Health.",
    ),
    (
        "Damage inflicted increases by 10% for each time this skill has already been used on the same target during this battle.",
        "Damage inflicted increases by 10% for each time this skill has already been used on the target in this battle.",
    ),
    (
        "The user restores 30 Health. Using this item is considered a Support action that consumes no SP.",
        "The user restores 30 Health.",
    ),
    (
        "The next attack the caster's Servant makes this Turn cannot be evaded.",
        "The user's Servant's next attack cannot be negated until the end of the Turn.",
    ),
    (
        "The next attack skill the target uses this Turn costs 1 less AP, to a minimum of 1.",
        "The target's next attack costs 1 less AP, to a minimum of 1 until the end of the Turn.",
    ),
    (
        "The caster's Servant restores 30 Health, or 45 Health if the caster was not in battle during the previous Turn.",
        "Each of these: the user's Servant restores 45 Health unless the user was in battle in the previous Turn; and the user's Servant restores 30 Health if the user was in battle in the previous Turn.",
    ),
    (
        "Inflicts 15 Magical damage on the target, which increases to 30 if the target is a Master.",
        "Each of these: the target receives 30 Magical damage if the target is a Master; and the target receives 15 Magical damage unless the target is a Master.",
    ),
    (
        "If the target has 20% or less of their maximum Health, the target dies. This does not work on a target with LCK ranked A or higher.",
        "The target dies if the target has 20% or less of their maximum Health and the target is not a character with LCK ranked A or higher.",
    ),
    (
        "The user's Health Regeneration doubles while they are in their Master's Home Base.",
        "The user's Health regeneration increases by 100% if the user is in their Home Base.",
    ),
    (
        "The user receives 10% less damage from all attacks other than Special.",
        "Damage the user receives from physical or ranged or long-ranged or magical attacks decreases by 10%.",
    ),
    (
        "Can be used up to twice per Turn, but the second use has to be on a different target than the first.",
        "Each of these: this skill can be used 2 times per Turn; and this skill can be used once per Turn on each target.",
    ),
    (
        "The user's STR is raised by 1 rank while the user was in battle in the previous Turn.",
        "The user's STR is raised by 1 rank if the user was in battle in the previous Turn.",
    ),
    (
        "The target restores 5 Health if the target has not been in battle during the previous Turn.",
        "The target restores 5 Health unless the target was in battle in the previous Turn.",
    ),
    (
        "The target's Health is completely restored. Each additional use of this skill in the same Turn costs 10 more Mana than the previous one.",
        "The target restores 100% of their maximum Health. | This skill costs 10 more Mana for each time this skill has already been used this Turn.",
    ),
    (
        "The next Noble Phantasm the target uses this Turn has no Mana cost.",
        "The target's next Noble Phantasm costs no Mana until the end of the Turn.",
    ),
    (
        "If the target's Health is 20% or less of their maximum Health, they are killed instantly; otherwise, they receive 60 Special damage.",
        "Each of these: the target dies if the target has 20% or less of their maximum Health; and the target receives 60 Special damage unless the target has 20% or less of their maximum Health.",
    ),
    (
        "This attack can't be evaded, intercepted or negated.",
        "Each of these: this attack cannot be intercepted; and this attack cannot be negated.",
    ),
    (
        "Each Turn, the first attack that hits the user inflicts 30% less damage.",
        "Damage the user receives from the first attack each Turn decreases by 30%.",
    ),
    (
        "The user receives 15% more damage from physical attacks, and 15% less from Long-ranged ones.",
        "Each of these: damage the user receives from physical attacks increases by 15%; and damage the user receives from long-ranged attacks decreases by 15%.",
    ),
    (
        "The target gains 1 additional AP next Turn, but will have 1 less AP on the Turn after that.",
        "Each of these: the target gains 1 AP at the beginning of the next Turn; and in 2 Turns, the target loses 1 AP.",
    ),
    (
        "20% of the damage the user receives from an attack is returned to the attacker as Special damage. This doesn't apply to Special damage.",
        "20% of the damage the user receives from physical or ranged or long-ranged or magical attacks is reflected to the attacker.",
    ),
    (
        "The user and their Master move to an adjacent location of the user's choice. This does not consume their Move Actions.",
        "The user and the user's Master are pushed to an adjacent location of the user's choice.",
    ),
    (
        "As long as this Master is in the same location as their Servant, that Servant's skills cost 5 less Mana, to a minimum of 5.",
        "The user's Servant's skills cost 5 less Mana, to a minimum of 5 if the user is in the same location as the user's Servant.",
    ),
    (
        "The base damage of this skill increases by 10 for each attack that hit the user this Turn.",
        "Damage inflicted increases by 10 for each attack that hit the user this Turn.",
    ),
    (
        "Every time an enemy Master dies, this character restores 25 Mana and gains 200 CP.",
        "Each of these: when an enemy Master dies, the user restores 25 Mana; and when an enemy Master dies, the user gains 200 CP.",
    ),
    (
        "Damage inflicted by one ally's next attack increases by 20 before stats are applied.",
        "The target's next attack inflicts 20 more damage if the target is an ally.",
    ),
    (
        "At the moment of activation and at each Initial Phase afterwards, every opponent in the location with MAR ranked D or lower is Stunned for 1 Turn.",
        "Each of these: all opponents in this location with MAR ranked D or lower receive Stun 1; and each Turn, all opponents in this location with MAR ranked D or lower receive Stun 1.",
    ),
    (
        "The Marble collapses after four Turns or when the user's Health reaches 1/3 of its maximum.",
        "Each of these: lasts 4 Turns; and lasts unless the user has 1/3 or less of their maximum Health.",
    ),
    (
        "Wounds from this attack do not heal by regeneration for three Turns.",
        "The target cannot regenerate Health for 3 Turns if this attack inflicts more than 0 damage.",
    ),
    (
        "For each 10 Mana the user chooses to pay beyond the normal cost, up to 50 Mana, this attack inflicts 6 more base damage.",
        "Damage inflicted increases by 6 for each 10 of up to 50 additional Mana the user pays.",
    ),
    (
        "The user sacrifices 30 Health, and for the remainder of the battle all damage they inflict increases by 20%.",
        "Each of these: the user loses 30 Health; and damage the user inflicts increases by 20% until the end of the battle.",
    ),
    (
        "At the beginning of each Turn of battle, the user restores 8 Health, unless they are Poisoned.",
        "At the beginning of each Turn, the user restores 8 Health if the user is in battle and the user is not affected by Poison.",
    ),
    (
        "The user does 20% more damage to Servants of the Saber, Lancer, and Archer classes, but 10% less to everyone else.",
        "Each of these: damage the user inflicts on Servants of the Saber, Lancer or Archer class increases by 20%; and damage the user inflicts on characters who are not of the Saber, Lancer or Archer class decreases by 10%.",
    ),
    (
        "This skill inflicts double damage on familiars and characters with Flight.",
        "Each of these: damage inflicted increases by 100% if the target is a familiar; and damage inflicted increases by 100% if the target is a character with Flight who is not a familiar.",
    ),
    (
        "Everyone in this location other than the caster and their contracted partner loses 5 Health at the Initial Phase of each Turn.",
        "Each Turn, all characters in this location except the user and their contracted partner lose 5 Health.",
    ),
    (
        "All Noble Phantasms activated within this location cost 30 more Mana. The caster's own team is also affected.",
        "All characters in this location's Noble Phantasms cost 30 more Mana.",
    ),
    (
        "The user restores Health equal to 30% of the damage inflicted by this attack. No Health is restored if the target is a familiar.",
        "The user restores Health equal to 30% of the damage inflicted unless the target is a familiar.",
    ),
    (
        "Doubles the damage of the user's next attack. If that attack is not made by the end of the next Turn, this effect disappears.",
        "The user's next attack inflicts 100% more damage for 2 Turns.",
    ),
    (
        "Physical attacks targeting the user inflict 25% less damage. This effect does not apply to ranged attacks.",
        "Damage the user receives from physical attacks decreases by 25%.",
    ),
    (
        "The user cannot be targeted by Surprise Attacks made by characters with AGI ranked lower than their own.",
        "The user cannot be targeted by Surprise Attacks of characters with AGI lower than the user's.",
    ),
    (
        "Basic Attacks made by the holder inflict 5 additional damage and are considered Magical.",
        "Each of these: damage the user inflicts with basic attacks increases by 5; and the user's basic attacks become Magical.",
    ),
    (
        "Opponents' AGI is lowered by 1 subrank for as long as they remain poisoned.",
        "All opponents affected by Poison in this location's AGI is lowered by 1 subrank.",
    ),
    (
        "The user does not suffer the damage penalty for having 1/3 or less of their maximum Health; their damage instead increases by 25% in that state.",
        "The user suffers no penalty for low Health. | Damage the user inflicts increases by 25% if the user has 1/3 or less of their maximum Health.",
    ),
    (
        "Sacrifice 40 Health to restore 60 Mana. Cannot be used if the user would be reduced to 0 Health or less.",
        "Each of these: the user loses 40 Health; and the user restores 60 Mana. | This skill can only be used if the user has more than 40 Health.",
    ),
    (
        "All of the user's physical attacks ignore one full rank of the target's END.",
        "The user's physical attacks ignore 1 rank of the target's END.",
    ),
    (
        "The user may spend up to 30 more Mana on this attack. Every 10 Mana spent adds 8 base damage.",
        "Damage inflicted increases by 8 for each 10 of up to 30 additional Mana the user pays.",
    ),
    (
        "Deals 10 additional damage for every 20 Mana the user pays beyond the base cost, up to 60 additional damage.",
        "Damage inflicted increases by 10 for each 20 additional Mana the user pays, up to 60.",
    ),
    (
        "The user transfers up to 30 of their Mana to the target.",
        "The target restores 1 Mana for each 1 of up to 30 additional Mana the user pays.",
    ),
    (
        "The caster transfers up to 30 Mana to their Servant.",
        "The user's Servant restores 1 Mana for each 1 of up to 30 additional Mana the user pays.",
    ),
    (
        "At the Instant Phase of every third Turn of battle, the user restores 10 Health.",
        "At the Instant Phase of each Turn, the user restores 10 Health if the user is in every third Turn of battle.",
    ),
    (
        "The user gains 1 additional AP at the beginning of every third Turn of battle.",
        "The user gains 1 AP each Turn if the user is in every third Turn of battle.",
    ),
    (
        "The Mana costs of the user's skills decrease by 5, to a minimum of 1.",
        "The user's skills cost 5 less Mana, to a minimum of 1.",
    ),
    (
        "Each hit after the first inflicts 20% less damage than the one before it.",
        "Each hit after the first inflicts 20% less damage than the one before.",
    ),
    ("Damage is divided evenly among all targets.", "Damage is divided equally among the targets."),
    (
        "The user's STR and END increase by one full rank each, but the user cannot use any Support skill other than entering and leaving Spirit Form.",
        "The user's STR and END are raised by 1 rank. | The user cannot use Support skills.",
    ),
    (
        "The first time each Turn that the user is targeted by a ranged attack, that attack deals no damage to them. This ability fails while they are Stunned.",
        "The user receives no damage from the first ranged attack each Turn unless the user is affected by Stun.",
    ),
    (
        "The user takes no damage from the next magical attack.",
        "The user receives no damage from the next magical attack.",
    ),
    (
        "Magical damage the user receives decreases by 20%. This effect is negated if the attacking skill's rank is A or higher.",
        "Magical damage the user receives from skills ranked lower than A decreases by 20%.",
    ),
    (
        "Magical damage the user receives from skills ranked B or lower is reduced by 40%; against skills ranked higher than B, the reduction is only 15%.",
        "Magical damage the user receives from skills ranked B or lower decreases by 40%. | Magical damage the user receives from skills ranked higher than B decreases by 15%.",
    ),
    (
        "The target's AGI is lowered by 1 rank for 3 Turns. If the target has Flight, it is also cancelled for the same duration.",
        "The target's AGI is lowered by 1 rank for 3 Turns. | The target loses Flight for 3 Turns if the target has Flight.",
    ),
    (
        "This skill cannot be used if the user has already attacked during this Turn.",
        "This skill cannot be used if the user attacks this Turn.",
    ),
    (
        "The user hides their presence completely. They cannot be detected by characters with ACT ranked B or lower unless they attacked this Turn.",
        "The user cannot be detected by characters with ACT ranked B or lower unless the user attacks this Turn.",
    ),
    (
        "The user loses 20 Health upon using this skill, and cannot use it if doing so would kill them.",
        "Each of these: the user loses 20 Health; and this skill can only be used if the user has more than 20 Health.",
    ),
    ("Destroys any Bounded Field in the target location.", "The active Bounded Field in this location is cancelled."),
    (
        "If this attack reduces the target's Health to 50 or less, the target is Stunned for 2 Turns.",
        "The target receives Stun 2 if this attack inflicts more than 0 damage and the target has 50 or less Health.",
    ),
    (
        "Whenever the user is damaged by a physical attack, 20% of that damage is also inflicted on the attacker as Special damage.",
        "20% of the damage the user receives from physical attacks is reflected to the attacker.",
    ),
    (
        "10% of any physical damage the user receives is returned to the attacker as Special damage.",
        "10% of the damage the user receives from physical attacks is reflected to the attacker.",
    ),
    (
        "Damage received from magical attacks of rank C or lower is reduced to 0.",
        "The user receives no damage from magical attacks ranked C or lower.",
    ),
    (
        "Once per battle, when the user would be killed by an attack, they are left with 5 Health instead.",
        "Once per battle, when an attack would reduce the user's Health to 0 or less, the user survives with 5 Health.",
    ),
    (
        "The first time the user would be killed by an attack each battle, they survive with 1 Health instead.",
        "Once per battle, when an attack would reduce the user's Health to 0 or less, the user survives with 1 Health.",
    ),
    (
        "The caster creates a barrier that absorbs the next 70 damage the caster would receive.",
        "The next 70 damage the user receives is absorbed.",
    ),
    ("Lasts until it is broken or 3 Turns have passed.", "Lasts 3 Turns."),
    ("Upon use, the user restores 20 Mana.", "The user restores 20 Mana."),
    (
        "For the rest of the Turn, damage the user receives decreases by 20%.",
        "Damage the user receives decreases by 20% until the end of the Turn.",
    ),
    (
        "The target cannot use their Move Action this Turn.",
        "The target cannot use their Move Action until the end of the Turn.",
    ),
    ("The user can move up to two locations with a single Move Action.", "The user may move 2 locations."),
    (
        "The user intercepts every attack aimed at the chosen ally until the end of the Turn.",
        "The user intercepts attacks that target the target until the end of the Turn.",
    ),
    (
        "Anyone in the target area with ACT ranked B or higher will learn where the shot came from.",
        "Everyone in the target location with ACT ranked B or higher learns the user's location.",
    ),
    (
        "At the beginning of each Attacking Phase, every opponent inside receives 20 Ranged damage.",
        "At the Attacking Phase of each Turn, all opponents in this location receive 20 Ranged damage.",
    ),
    (
        "If any damage is inflicted, the target receives Poison 3/15.",
        "The target receives Poison 3/15 if this attack inflicts more than 0 damage.",
    ),
    (
        "If this attack kills a Master, the user's team gains 100 CP.",
        "When the user kills the target, the user's team gains 100 CP if the target is a Master.",
    ),
    (
        "Every target's AGI decreases by one full rank for 2 Turns.",
        "The target's AGI is lowered by 1 rank for 2 Turns.",
    ),
    (
        "The wearer receives 10% less damage from magical attacks.",
        "Damage the user receives from magical attacks decreases by 10%.",
    ),
    (
        "Magical attacks aimed at the user deal 20% less damage.",
        "Damage the user receives from magical attacks decreases by 20%.",
    ),
    ("Ranged attacks deal half damage to the user.", "Damage the user receives from ranged attacks decreases by 50%."),
    (
        "The user takes half damage from physical attacks.",
        "Damage the user receives from physical attacks decreases by 50%.",
    ),
    ("The user takes only half physical damage.", "Physical damage the user receives decreases by 50%."),
    ("Damage done to the user is halved.", "Damage the user receives decreases by 50%."),
    (
        "Damage dealt to the user by magical attacks is reduced by 10%.",
        "Damage the user receives from magical attacks decreases by 10%.",
    ),
    ("The user deals twice as much damage to Masters.", "Damage the user inflicts on Masters increases by 100%."),
    (
        "The user's magical attacks deal half the damage.",
        "Magical damage the user inflicts with attacks decreases by 50%.",
    ),
    (
        "The user's physical attacks are 15% stronger.",
        "Physical damage the user inflicts with attacks increases by 15%.",
    ),
    (
        "The damage of the user's ranged attacks goes up by 5.",
        "Ranged damage the user inflicts with attacks increases by 5.",
    ),
    ("Doubles the damage of the user's next attack.", "The user's next attack inflicts 100% more damage."),
    (
        "Attacks made inside deal 25% more damage.",
        "Damage all characters in this location inflict with attacks increases by 25%.",
    ),
    (
        "The user's END is two subranks higher while in battle.",
        "The user's END is raised by 2 subranks if the user is in battle.",
    ),
    ("The target's AGI drops to E for 2 Turns.", "The target's AGI is lowered to E for 2 Turns."),
    (
        "The target's six main stats fall by one subrank for the rest of the battle.",
        "All stats of the target are lowered by 1 subrank until the end of the battle.",
    ),
    (
        "The user has one rank more in STR until the battle ends.",
        "The user's STR is raised by 1 rank until the end of the battle.",
    ),
    ("The user knows the target's Health and Mana.", "The user learns the target's Health and Mana."),
    ("The user finds out where the target is.", "The user learns the target's location."),
    (
        "Enemies with ACT ranked C or lower do not notice the user.",
        "The user cannot be detected by opponents with ACT ranked C or lower.",
    ),
    ("The target takes 10 poison damage each Turn for 3 Turns.", "The target receives Poison 3/10."),
    ("Cleanses the target of all negative status effects.", "All negative status effects are removed from the target."),
    ("Cures the target's negative status effects.", "All negative status effects are removed from the target."),
    ("The user is healed for 20.", "The user restores 20 Health."),
    ("The user heals for 10% of their maximum Health.", "The user restores 10% of their maximum Health."),
    (
        "The user is healed for half of the damage dealt.",
        "The user restores Health equal to 50% of the damage inflicted.",
    ),
    ("Steals 20 Mana from the target.", "The user drains 20 Mana from the target."),
    ("The user transfers 30 Mana to the target.", "The target drains 30 Mana from the user."),
    ("The target loses 25 Mana, and the user gains the same amount.", "The user drains 25 Mana from the target."),
    (
        "The user sacrifices 30 Health to gain 1 AP next Turn.",
        "Each of these: the user loses 30 Health; and the user gains 1 AP at the beginning of the next Turn.",
    ),
    ("The target has 1 less AP on their next Turn.", "The target loses 1 AP at the beginning of the next Turn."),
    ("The user has 1 extra AP each Turn.", "The user gains 1 AP each Turn."),
    (
        "The target skips their next Turn.",
        "At the beginning of the next Turn, the target cannot act until the end of the Turn.",
    ),
    ("The target is unable to flee for 2 Turns.", "The target cannot flee for 2 Turns."),
    ("Stops the target from using Noble Phantasms for 2 Turns.", "The target cannot use Noble Phantasms for 2 Turns."),
    (
        "Noble Phantasms cannot be used by the target this Turn.",
        "The target cannot use Noble Phantasms until the end of the Turn.",
    ),
    ("The target is teleported to the user's Home Base.", "The target is relocated to the user's Home Base."),
    (
        "The user gains the Flight ability at rank C until the battle ends.",
        "The user gains Flight ranked C until the end of the battle.",
    ),
    ("The user has rank B Flight.", "The user gains Flight ranked B."),
    ("This attack cannot be dodged.", "This attack cannot be negated."),
    (
        "This attack cannot be evaded, blocked or intercepted.",
        "Each of these: this attack cannot be intercepted; and this attack cannot be negated.",
    ),
    ("The user dodges the next attack aimed at them.", "The next attack that targets the user is negated."),
    (
        "The user guards their Master from ranged attacks.",
        "The user intercepts ranged attacks that target the user's Master.",
    ),
    (
        "The user takes all attacks aimed at their Master instead.",
        "The user intercepts attacks that target the user's Master.",
    ),
    ("Dispels the Bounded Field in this location.", "The active Bounded Field in this location is cancelled."),
    ("The user's skills cost half as much Mana.", "The user's skills cost 50% less Mana."),
    ("The user's Noble Phantasms cost 10 Mana less.", "The user's Noble Phantasms cost 10 less Mana."),
    ("Cannot be used on successive Turns.", "This skill cannot be used on two consecutive Turns."),
    ("Twice per battle.", "This skill can be used 2 times per battle."),
    (
        "Each time the user slays a Servant, they recover 20 Mana.",
        "When the user kills a Servant, the user restores 20 Mana.",
    ),
    (
        "For as long as the user is in Spirit Form, they regain 5 Mana at the start of every Turn.",
        "At the beginning of each Turn, the user restores 5 Mana if the user is in Spirit Form.",
    ),
    (
        "During battle, the user's STR is one rank higher.",
        "The user's STR is raised by 1 rank if the user is in battle.",
    ),
    (
        "Whenever the user is struck by ranged attacks, the attacker takes 5 Special damage.",
        "When anyone attacks the user with a Ranged attack, the attacker receives 5 Special damage.",
    ),
    ("Healing on the target is halved for 3 Turns.", "Health the target restores decreases by 50% for 3 Turns."),
    ("The target cannot recover Health for 2 Turns.", "The target cannot restore Health for 2 Turns."),
    ("The target regenerates 10 Mana per Turn.", "Each Turn, the target restores 10 Mana."),
    ("The user also restores 10 Mana.", "The user restores 10 Mana."),
    ("Opponents in the area lose 10 Mana.", "All opponents in this location lose 10 Mana."),
    ("The user takes 20 Special damage as recoil.", "The user receives 20 Special damage."),
];

/// Asserts that each wording is read back as the canonical sentences beside it.
pub(super) fn assert_read_back(wordings: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (text, told) in wordings {
        let read = match read_passage(text) {
            Ok(read) => read.iter().map(|one| canonical(&one.effect)).collect::<Vec<_>>().join(" | "),
            Err(faults) => format!("{faults:?}"),
        };
        if read != *told {
            wrong.push(format!("{text}\n    {read}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_said_in_other_words_is_read() {
    assert_read_back(SAID);
}

#[test]
fn what_the_grammar_refuses_is_refused_in_other_words() {
    for text in [
        "The target's END is two ranks lower for the next two Turns.",
        // Words that say something are never passed over.
        "The user dodges the next attack aimed at them without cost.",
        "The user's STR is almost one rank higher.",
        "The user's STR is one rank higher unless it rains.",
        "Magical attacks aimed at the user usually deal 20% less damage.",
        "The user is healed for 20 or 30.",
        "The target skips their next two Turns.",
        "Steals 20 Mana from the target, twice.",
        // What is paid is of the use.
        "The user's STR is raised by 1 rank for every 10 additional Mana the user pays.",
        "The user gives up to 30 Mana to opponents in this location.",
        // Than the first, or than the one before it?
        "Each hit past the first inflicts 5 less base damage.",
        "The user's skills cost 5 more Mana, to a minimum of 1.",
        // Long-ranged attacks are ranged ones.
        "Ranged attacks targeting the user inflict 25% less damage. This effect does not apply to long-ranged attacks.",
        // Nothing is restored there.
        "The target loses 20 Mana. No Mana is restored if the target is a familiar.",
        // What is no next attack is not waited for.
        "The user's STR is raised by 1 rank. If that attack is not made by the end of the next Turn, this effect disappears.",
        "Opponents in this location lose 20 Mana. The caster's own team is also affected.",
        // Several statuses of one kind would count once.
        "Base damage increases by 10 for each different negative status effect the user is suffering from.",
        // Whose base damage?
        "Its base damage increases by 15.",
        // Does an attack with Special damage use it up?
        "The next attack that targets the user is negated. Special damage is not affected.",
        // `Its` is whoever's was spoken of before.
        "The user's Basic Attack becomes Magical, and its base damage increases by 10.",
        // Of somebody else's maximum or Home Base; not every target has a Master; which statuses, and for how long?
        "The user survives a fatal attack with 50% of the target's maximum Health.",
        "The user survives a fatal attack with 150% of their maximum Health.",
        "While the user is in the target's Home Base, they restore 10 Mana each Turn.",
        "While the target has a Master, the target gains 1 AP each Turn.",
        "Status effects the user receives last one Turn less.",
        "Negative status effects the user receives last one Turn.",
        // Otherwise than what?
        "The target receives 30 Special damage. Otherwise, the target loses 20 Mana.",
        // The target's own move takes its Move Action, or not: nobody moves here.
        "The target loses 20 Mana. This does not consume their Move Actions.",
    ] {
        assert!(read_passage(text).is_err(), "{text}: {:?}", read_passage(text).map(|read| canonical(&read[0].effect)));
    }
}

#[test]
fn what_describes_is_passed_over_and_told() {
    for (text, told, words) in [
        (
            "A spear is thrust through the opponent's heart. This attack ignores the target's END.",
            "This attack ignores END.",
            vec!["A spear is thrust through the opponent's heart."],
        ),
        (
            "The user steels their soul. They are immune to Poison.",
            "The user is immune to Poison.",
            vec!["The user steels their soul."],
        ),
        (
            "The target loses 20 Mana. Cold mist rises around them.",
            "The target loses 20 Mana.",
            vec!["Cold mist rises around them."],
        ),
    ] {
        let read: Vec<_> = read_passage(text).unwrap().iter().map(|one| canonical(&one.effect)).collect();
        assert_eq!(read, [told]);
        let found: Vec<_> = find_described_spans(text).iter().map(|span| &text[span.range()]).collect();
        assert_eq!(found, words);
    }
}

#[test]
fn what_could_say_something_is_never_passed_over() {
    for beside in [
        "The user hides their presence.",
        "Three arrows are shot.",
        "Every foe trembles.",
        "The foe cannot breathe.",
        "The user's mind is shielded.",
        "The wound does not close.",
        "The enemy is frozen until dawn.",
        "The user strikes only Evil foes.",
        "The user borrows 10 wings.",
        "The sword glows: \"Dawn\".",
    ] {
        for text in [format!("{beside} The target loses 20 Mana."), format!("The target loses 20 Mana. {beside}")] {
            assert!(read_passage(&text).is_err(), "{text}");
            assert!(find_described_spans(&text).is_empty(), "{text}");
        }
    }
    // Words that describe are no effect by themselves, and of two who could be meant nobody is.
    assert!(read_passage("A spear is thrust through the opponent's heart.").is_err());
    assert!(read_passage("A cold wind howls. The moon is red.").is_err());
    assert!(read_passage("The user glares at the target. They are immune to Poison.").is_err());
}
