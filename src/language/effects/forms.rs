//! Known forms of sentences, which are suggested to the author of an unknown one.

use std::collections::BTreeSet;
use std::sync::LazyLock;

/// One sentence of each form. A test checks that each is understood.
pub const FORMS: [&str; 280] = [
    "Damage inflicted increases by 50% if the user has 30% or less of their maximum Health.",
    "Damage inflicted decreases by 15% if the target has LCK ranked A or higher.",
    "Damage increases by 10 for each familiar the user has.",
    "Physical damage the user inflicts on Evil Servants or familiars increases by 10%.",
    "Damage the user inflicts decreases by 50% for 2 Turns.",
    "The user's magical attacks inflict 20% more damage for 2 Turns.",
    "Damage the user receives from physical attacks decreases by 20%.",
    "Damage the target receives decreases by 50% for 2 Turns.",
    "Damage received from Servants with LCK ranked B or lower is reduced by 5.",
    "This skill hits 3 times.",
    "This skill hits two more times if the user has 50% or less of their maximum Mana.",
    "The target restores 50 Health.",
    "The target restores 20 Mana.",
    "The user restores 10% of their maximum Mana.",
    "The target loses 20 Mana.",
    "The target loses 20 Mana but keeps at least 1.",
    "The user loses 10% of their maximum Health.",
    "The user's regeneration increases by 5.",
    "The user's Health regeneration increases by 125% for 2 Turns.",
    "The user's Mana regeneration increases by 5.",
    "The user regenerates while in battle.",
    "The user regenerates with two Servants.",
    "The target cannot regenerate for 2 Turns.",
    "The target's STR is raised by 1 rank for 3 Turns.",
    "The target's STR is lowered by 1 rank for 3 Turns.",
    "The target's AGI is lowered by 1 rank for 2 Turns.",
    "The user's END is raised by 2 subranks.",
    "All stats of the target are lowered by 2 subranks.",
    "All stats of the target are raised by 1 subrank for 3 Turns.",
    "The user's AGI becomes A+ while the user has 30% or less of their maximum Health.",
    "The target receives Poison 3/20.",
    "The target receives Stun 2.",
    "The target is Stunned for 2 Turns.",
    "All negative status effects are removed from the target.",
    "The target is cured of Poison.",
    "The target receives \"Bleeding\" for 2 Turns: at the Instant Phase they receive 8 Special damage.",
    "Upgrades \"Power Blow\".",
    "This skill becomes Instant type if the user pays 8 additional Mana.",
    "Summons 3 \"Wolf\" familiars.",
    "The familiars disappear after 3 Turns.",
    "The target gains the skill \"Wind Step\" for 2 Turns.",
    "The user gains Flight ranked C.",
    "Lasts 3 Turns.",
    "Lasts until the end of the Turn.",
    "Lasts indefinitely.",
    "Lasts while the user remains in this location.",
    "Does not stack with itself.",
    "Stacks with itself up to 3 times.",
    "This attack cannot reduce the target's Health below 1.",
    "The user receives 15 Special damage but keeps at least 1 Health.",
    "This attack suffers no penalty for low Health.",
    "This damage cannot be reduced by skills of the target.",
    "This damage cannot be reduced by Flight.",
    "The target cannot use their Move Action until the end of the Turn.",
    "Skills cannot reduce this damage by a percentage.",
    "This attack cannot be intercepted by familiars.",
    "Each target after the first receives 15% less damage than the one before.",
    "Half of the damage is Physical and half is Magical.",
    "The user pays all of their Mana but 10, and base damage becomes 50% of it.",
    "Damage inflicted increases by 10 for each Turn the user has been in this battle before this one, up to 50.",
    "Damage inflicted increases by 5 for each Turn in a row before this one in which this skill was used on the target, up to 20.",
    "Damage inflicted increases by 5 for each earlier Turn of this battle in which this skill hit the target, up to 20.",
    "Damage inflicted increases by 10 for each Support skill of the user in force.",
    "The target receives Stun 1 if this is the last hit.",
    "Damage inflicted increases by 50% if this attack is intercepted for a Master.",
    "Damage inflicted increases by 20% if the user's MAE is higher than the user's STR.",
    "All opponents in the target's location except the target receive 10 Special damage.",
    "The active Bounded Field in the target's location is cancelled.",
    "When the user kills the target, the target's Master receives Special damage equal to the damage beyond the target's Health.",
    "Damage inflicted increases by 20% if a Bounded Field is active in the target's location.",
    "The user's contracted partner restores 20 Health.",
    "Opponents in this location lose 20 Mana.",
    "The user's STR is raised by 1 rank unless the user is in Spirit Form.",
    "The user's MAR is raised by 1 rank while \"Rain Manipulation\" is active.",
    "The user is immune to Poison.",
    "The user is immune to negative status effects for 3 Turns.",
    "The user cannot be Stunned.",
    "The user restores Health equal to 50% of the damage inflicted.",
    "The target loses Mana equal to the damage inflicted.",
    "The target loses 1 AP at the beginning of the next Turn.",
    "The user gains 1 SP each Turn.",
    "The target cannot act during this Turn.",
    "This attack's damage becomes Special if the user has 50% or less of their maximum Health.",
    "The user's basic attacks become Magical for 2 Turns.",
    "The user cannot be targeted by ranged attacks until the end of the Turn.",
    "This attack ignores END.",
    "The target's MAR is treated as 1 rank lower for this attack.",
    "Damage inflicted cannot be reduced.",
    "Damage inflicted cannot be reduced by skills.",
    "The target's END is treated as E for this attack.",
    "The target enters Spirit Form.",
    "The user enters Spirit Form even while in battle.",
    "The target leaves Spirit Form.",
    "The target is brought to the user's location.",
    "This skill can be used once per Turn.",
    "This skill can be used 3 times during the War.",
    "This skill cannot be used on two consecutive Turns.",
    "This skill cannot be used again for 3 Turns.",
    "This attack cannot be intercepted.",
    "This skill may damage Masters.",
    "When an attack would reduce the user's Health to between -10 and 0, the user survives with 1 Health.",
    "This skill occurs before all other actions of its phase.",
    "The target obeys the order given with this skill.",
    "The user suffers no penalty for low Health.",
    "The user perceives the whole Night with ACT EX.",
    "The user detects where all Bounded Fields and activated Noble Phantasms are.",
    "Surprise Attacks that target the user fail.",
    "The user cannot be detected by characters with ACT ranked B or lower while scouting.",
    "The user's presence is hidden until they attack.",
    "The user's presence cannot be hidden.",
    "The user learns the target's location.",
    "The user's stats cannot be lowered by skills of opponents.",
    "When an opponent enters this location, the user is alerted.",
    "The user learns the target's Health and Mana.",
    "The user learns the target's true name.",
    "Anyone in the user's location with ACT ranked B or higher learns the target location.",
    "The user's Master gains 50 CP.",
    "The user's Master restores 1 Command Spell.",
    "The user can act without a Master for 2 Turns.",
    "The user loses no Mana for lacking a Master.",
    "The Mana the user loses for lacking a Master decreases by 50%.",
    "The user regenerates without a Master.",
    "The user may pay 8 additional Mana; if they do, damage inflicted increases by 25%.",
    "Choose one: the target loses 25 Mana, or the target receives Poison 2/15.",
    "When the user is attacked, the attacker receives 8 Special damage.",
    "When an opponent enters this location, they lose 10 Mana.",
    "When the user dies, the attacker receives 40 Special damage.",
    "The first time each Turn the user is damaged, the user restores 5 Health.",
    "When the user is damaged, the user's STR is raised by 1 rank for 2 Turns.",
    "Characters in this location receive 10 Magical damage at the Instant Phase of each Turn.",
    "The target dies if they have 10% or less of their maximum Health.",
    "When the user is attacked, the user uses \"Counter Slash\" on the attacker.",
    "50% of the damage received is reflected to the attacker.",
    "50% of the damage the user receives from the next attack is reflected to the attacker.",
    "Damage the user receives from attacks from other locations decreases by 50%.",
    "The user is immune to \"Burning\".",
    "Negative status effects the user receives last 1 Turn less, to a minimum of 1 Turn.",
    "The user restores 20 Health if the user is in their Home Base.",
    "Half of the damage is inflicted at once and the rest over the next 2 Turns.",
    "The user restores 2 Mana for each opponent in this location.",
    "Magical attacks ranked C or lower that target the user are negated.",
    "Skills ranked D or lower have no effect on the user.",
    "The next attack that targets the user is negated.",
    "The next attack that targets the user is negated and the damage is reflected to the attacker.",
    "The target cannot use magical skills for 1 Turn.",
    "The target cannot use skills other than basic attacks for 2 Turns.",
    "Opponents cannot use skills ranked B or lower in this location.",
    "The target cannot use Noble Phantasms for 1 Turn.",
    "The target cannot enter Spirit Form.",
    "The target cannot attack the user.",
    "Opponents cannot enter this location.",
    "The next negative status effect the user would receive is negated.",
    "Opponents cannot leave this location while the user is in it.",
    "The target cannot move for 2 Turns.",
    "The user and the user's contracted partner are relocated to the target location.",
    "The user's attacks hit 2 more times.",
    "The target is pushed to an adjacent location of the user's choice.",
    "The user may move 2 locations.",
    "The user intercepts attacks that target the user's Master.",
    "All active effects on the target ranked C or lower are cancelled.",
    "The target's active Bounded Field is cancelled.",
    "\"Mist\" is cancelled.",
    "Damage inflicted increases by 20% if the target is a Master.",
    "Damage inflicted increases by 5% for each 10 Health the user is missing.",
    "The user's basic attacks inflict 10 more damage.",
    "The user's physical attacks inflict Stun 1.",
    "The user restores 30 Health and 20 Mana.",
    "The user is immune to Poison and Stun.",
    "Opponents who enter this location receive 10 Special damage.",
    "The user drains 20 Mana from the target.",
    "This skill costs 10 less Mana.",
    "This skill costs 10 more Mana for each time this skill has already been used this Turn.",
    "The user's skills cost 5 less Mana.",
    "The user's next Noble Phantasm costs 20 less Mana.",
    "This skill can only be used if the user is in battle.",
    "This skill charges for 1 Turn.",
    "The user survives a fatal attack with 1 Health.",
    "The user's next attack inflicts 50% more damage.",
    "Damage the user receives from the first attack each Turn decreases by 50%.",
    "The user receives at most 50 damage from attacks ranked C or lower.",
    "The user receives no damage from attacks ranked D or lower.",
    "The user's physical attacks ignore END.",
    "This attack cannot be negated.",
    "The user's STR is raised by 1 rank for each familiar the user has.",
    "The user's STR is raised by 1 subrank for each opponent in this location, up to 3 subranks.",
    "The user's team's regeneration increases by 10 if they are in this location.",
    "Damage inflicted increases by 10 for each Turn the user has been in this battle, up to 50.",
    "The target can only attack the user for 1 Turn.",
    "The target cannot act next Turn.",
    "At the end of the next Turn, the user loses 10 Health.",
    "Twice per Turn, when the user is attacked, the user restores 5 Health.",
    "When the user kills an opponent, the user restores 20 Health.",
    "Lasts until the user is damaged.",
    "The user detects hidden characters.",
    "The target loses Flight for 2 Turns.",
    "Opponents cannot target the user's Master.",
    "The user intercepts the next attack that targets the user's Master.",
    "Damage decreases by 20% for each target beyond the first.",
    "The target loses 5 Mana for each hit.",
    "The target receives Special damage equal to 10% of their maximum Health.",
    "Damage inflicted increases by 10% of the user's maximum Mana.",
    "Damage the user receives decreases by 5 for each familiar the user has.",
    "The user's END is raised by 1 rank until the user is attacked.",
    "If the target is in battle, the target loses 20 Mana; otherwise, the target loses 5 Mana.",
    "The target is Stunned for 2 Turns and loses 20 Mana.",
    "Once during the War, when the user is attacked, the user restores 50 Health.",
    "Once per battle, when the user is attacked, the user restores 20 Health.",
    "The user's first attack each battle inflicts 100% more damage.",
    "If this attack inflicts 30 or more damage, the target is Stunned for 2 Turns.",
    "The target's END is lowered by 1 rank for 2 Turns if this attack inflicts any damage.",
    "Damage inflicted increases by 40% if the user did not attack in the previous Turn.",
    "The user restores 20 Health if the user was not in battle in the previous Turn.",
    "The user's AGI is raised by 1 subrank if the user was not damaged in the previous Turn.",
    "Damage inflicted increases by 20% if the target has LCK lower than the user's.",
    "The target cannot be healed for 2 Turns.",
    "In 2 Turns, the target loses 20 Mana.",
    "The next 40 damage the target receives is absorbed.",
    "The user restores Health equal to 10% of the damage the user received this Turn.",
    "The user's maximum Health increases by 50 for 2 Turns.",
    "The target's maximum Health decreases by the damage inflicted for 3 Turns.",
    "All stats of the user except LCK are raised by 1 rank for 2 Turns.",
    "The target cannot use skills that cost 20 or more Mana for 2 Turns.",
    "The user's first skill that costs Mana each Turn costs 5 less Mana.",
    "The user's STR is raised by 1 rank until the end of the battle.",
    "The user's stats cannot be lowered for 2 Turns.",
    "The target's contract is broken.",
    "This attack's damage is calculated with the higher of the user's STR and MAE.",
    "This attack's damage is calculated against the lower of the target's END and MAR.",
    "This attack ignores 50% of the target's MAR.",
    "This skill fails if the target has LCK ranked A or higher.",
    "This skill can be used once per battle.",
    "The user's AGI is treated as EX for the order of actions for 2 Turns.",
    "The user's Health cannot be reduced below 1 until the end of the Turn.",
    "This attack's damage is calculated with the user's MAE in place of STR.",
    "Damage inflicted increases by 5 for every 10 of up to 30 additional Mana the user pays.",
    "The target restores 1 Mana for every 1 of up to 30 additional Mana the user pays.",
    "The user's physical attacks ignore 1 rank of the target's END.",
    "Each hit after the first inflicts 10 less damage than the one before.",
    "Damage is divided equally among the targets.",
    "The user's skills cost 5 less Mana, to a minimum of 1.",
    "At the Instant Phase of each Turn, the user restores 10 Health if the user is in every third Turn of battle.",
    "All active positive effects on the target are cancelled.",
    "All active stat increases on the target are cancelled.",
    "All active effects with an upkeep on the target are cancelled.",
    "This skill can be used once per battle on each target.",
    "This skill cannot be used on the same target on two consecutive Turns.",
    "This skill fails if the user received more than 50 damage this Turn.",
    "When the user kills the target, the user is refunded 50% of this skill's Mana cost.",
    "When the user is attacked, the user uses their Basic Attack on the attacker without cost.",
    "Damage the user receives decreases by 10% for each time the attack's skill hit the user in this battle, up to 50%.",
    "Damage inflicted increases by 5 for each time this skill has already been used in this battle.",
    "Damage inflicted increases by 5 for each time this skill has already been used on the target in this battle.",
    "The user's MAR is raised by 1 subrank for each magical attack that hit the user in this battle, up to 3 subranks.",
    "Damage the user receives decreases by 5% for each opponent in this location beyond the first.",
    "The user's STR and MAE are exchanged for 2 Turns.",
    "The user and the target change places.",
    "Once every 3 Turns, when the user is attacked, the user restores 20 Health.",
    "All opponents cannot scout this location.",
    "Damage inflicted increases by 50% if the target has the ability \"Divinity\".",
    "This skill works on only one target at a time.",
    "At most 3 of these familiars can exist at a time.",
    "Once during the War, when an attack would kill the user, the user survives with 25% of their maximum Health.",
    "Once every 5 Turns, when an attack would reduce the user's Health to 0 or less, the user survives with 1 Health.",
    "Opponents cannot enter or leave this location.",
    "GM: The target must answer one question truthfully.",
    "This attack's damage is calculated with the user's AGI in place of STR.",
    "This attack's base damage becomes 60 if the target is a Master.",
    "The target receives Special damage equal to 10% of their maximum Health, up to 30.",
    "50% of the damage the target receives is received by the user instead for 2 Turns.",
    "When the user's Health would fall to 0 or less, the user survives with 1 Health.",
    "The target's next Support skill fails.",
    "The user gains no AP for the next Turn.",
    "The target gains no SP for the next 2 Turns.",
    "Opponents in this location gain no AP for higher AGI.",
    "The user can use 1 AP and 1 SP in the first Turn of battle.",
    "Combat Points for damage the user inflicts increase by 50%.",
    "Consuming a civilian restores 20% of the user's maximum Mana instead of 10%.",
    "Consuming a civilian also restores 15 Health to the user.",
    "The target cannot use attacks other than basic attacks for 2 Turns.",
    "All active Support skill effects on the target are cancelled.",
];

/// The words of all forms, each once, and each form as indices into them.
struct NormalizedForms {
    words: Vec<String>,
    forms: [Vec<usize>; FORMS.len()],
}

static NORMALIZED_FORMS: LazyLock<NormalizedForms> = LazyLock::new(|| {
    let forms = FORMS.map(normalize);
    let words: BTreeSet<&String> = forms.iter().flatten().collect();
    let words: Vec<String> = words.into_iter().cloned().collect();
    let index_of = |word: &String| words.partition_point(|known| known < word);
    let forms = forms.each_ref().map(|form| form.iter().map(index_of).collect());
    NormalizedForms { words, forms }
});

/// The known form that is most similar to a sentence. If none is similar enough, one that begins with the same two
/// words.
pub(super) fn nearest_form(text: &str) -> Option<&'static str> {
    let NormalizedForms { words, forms } = &*NORMALIZED_FORMS;
    let normalized = normalize(text);
    let changes: Vec<Vec<usize>> =
        normalized.iter().map(|own_word| words.iter().map(|word| change_cost(own_word, word)).collect()).collect();
    let all = FORMS.into_iter().zip(forms).map(|(form, indices)| (form, likeness(&changes, indices), indices));
    let all: Vec<_> = all.collect();
    let begins = |indices: &[usize]| {
        let start = normalized.get(..2)?;
        let same = start.iter().zip(indices).filter(|(own, index)| words.get(**index) == Some(own)).count();
        Some(same == 2)
    };
    let best = |is_candidate: &dyn Fn(usize, &[usize]) -> bool| {
        // Among equals, the first in the order of the families.
        let all = all.iter().rev().filter(|(_, likeness, indices)| is_candidate(*likeness, indices));
        all.max_by_key(|(_, likeness, _)| *likeness).map(|(form, ..)| *form)
    };
    best(&|likeness, _| likeness >= 500).or_else(|| best(&|_, indices| begins(indices) == Some(true)))
}

/// The words of a sentence in lower case, with placeholders for its numbers and names.
fn normalize(text: &str) -> Vec<String> {
    let mut quoted = false;
    let mut words = Vec::new();
    for word in text.split_whitespace().take(60) {
        let quotes = word.matches(['"', '\u{201C}', '\u{201D}']).count();
        let inside = quoted || quotes > 0;
        quoted ^= quotes % 2 == 1;
        if inside {
            words.push("\"".to_owned());
        } else if word.starts_with(|c: char| c.is_ascii_digit()) {
            words.push(if word.contains('%') { "%".to_owned() } else { "1".to_owned() });
        } else {
            words.push(word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase());
        }
    }
    words
}

/// The cost of changing one word into another: 0 if equal, 1 for a misspelling, 2 otherwise.
fn change_cost(from: &str, to: &str) -> usize {
    match from {
        _ if from == to => 0,
        _ if from.len().abs_diff(to.len()) <= 4 && strsim::damerau_levenshtein(from, to) <= 2 => 1,
        _ => 2,
    }
}

/// The similarity of a sentence and a form, in thousandths: the edit distance by words, in which a misspelling costs
/// half. `changes` has the cost of changing each word of the sentence into each word of the forms.
fn likeness(changes: &[Vec<usize>], form: &[usize]) -> usize {
    let longest = changes.len().max(form.len()).max(1);
    let mut row: Vec<usize> = (0..=form.len()).map(|n| 2 * n).collect();
    for (i, changes) in changes.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], 2 * (i + 1));
        for (j, index) in form.iter().enumerate() {
            let best = (diagonal + changes[*index]).min(row[j] + 2).min(row[j + 1] + 2);
            diagonal = std::mem::replace(&mut row[j + 1], best);
        }
    }
    1000 - (1000 * row[form.len()]) / (2 * longest).max(1)
}
