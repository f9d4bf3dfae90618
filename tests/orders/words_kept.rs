//! Words that the tree of an order must not lose: whom `them` means, whose item it is, because of whom something
//! happens, what a delay hangs on.

use super::{assert_refused, checked, plan, said};

/// Orders that would be done otherwise than they say, and the code that refuses each.
const REFUSED: &[(&str, &str)] = &[
    // Whoever does it, or whoever it is done to?
    ("Saber: If Lancer attacks Archer, attack that person.", "E362"),
    ("Saber: When Archer is attacked by Lancer, attack that person.", "E362"),
    ("Saber: If Lancer attacks Caster's team, attack them.", "E362"),
    ("Saber: If Archer is attacked by Caster's team, attack them.", "E362"),
    ("Saber: If Archer attacks Lancer or Caster, use Excalibur on them.", "E362"),
    ("Saber: If Caster's team attacks Rin, attack their Servant.", "E362"),
    ("Saber: If Rin attacks a Master, attack their Servant.", "E362"),
    ("Saber: Attack Lancer. If Caster's team attacks Rin, attack them.", "E362"),
    ("Saber: If Lancer kills Archer, attack that person's Master.", "E362"),
    ("Saber: If Archer attacks Lancer or Caster, attack that one.", "E362"),
    ("Rin: If Saber attacks Caster's team, use Gandr on their Master.", "E362"),
    // The one or the other of two names?
    ("Saber: Attack Lancer, or Archer if that one is here.", "E362"),
    ("Saber: Use Excalibur on Lancer, or on Archer if that one attacks Rin.", "E362"),
    // Nobody, or several, whom an awaited deed could mean.
    ("Saber: If Archer or Lancer is here, use Roar when he attacks me.", "E362"),
    ("Saber: If an opponent is here, use Roar when that opponent attacks me.", "E362"),
    // Whether it is done at all, or when?
    ("Saber: Delay Roar to the end of the Attacking Phase unless my Health is below 100.", "E117"),
    ("Saber: Hold Roar until Lancer attacks unless my Health is below 100.", "E117"),
    ("Saber: If my Health is above 200, delay Roar until Lancer attacks.", "E117"),
    // A condition asks of an event, not of its cause.
    ("Saber: Use Roar when my Health drops below 200 because of Lancer.", "E117"),
    // How often they did it, or how often one does?
    ("Saber: Attack the first opponent to attack me twice.", "E361"),
    // One use of a skill for many, or one for each?
    ("Saber: Use Excalibur on Lancer and Archer once each.", "E361"),
    // Exactly as high, or at least?
    ("Saber: If Rin's Health isn't as high as mine, use Roar.", "E361"),
    // One's own battle, or everybody's?
    ("Saber: If there is no battle here, use Roar.", "E362"),
    ("Saber: Attack an opponent who is in battle with me.", "E362"),
    // The message's own words, or a condition or order behind it?
    ("Rin: Tell Illya we want a truce if Lancer attacks us.", "E105"),
    ("Rin: Tell Illya we want a truce unless she attacks Saber.", "E105"),
    ("Rin: Tell Illya: we want a truce, if she is here.", "E105"),
    ("Rin: Tell Illya that Lancer is dead if he is dead.", "E105"),
    ("Rin: Tell Illya that Lancer is dead, when he dies.", "E105"),
    ("Rin: Tell Illya that Lancer is dead only if he is dead.", "E105"),
    ("Rin: If Lancer is here, tell Illya that we need help. Else use Jewel Light on Saber.", "E105"),
    ("Rin: If Lancer is dead, tell Illya that he is. Otherwise, Gandr Lancer.", "E105"),
    ("Rin: Tell Illya that we want a truce and Gandr Lancer.", "E105"),
    ("Rin: Tell Illya that Lancer is dead but Gandr Archer.", "E105"),
    ("Rin: Tell Illya that we won and summon Saber.", "E105"),
    ("Rin: Tell Illya that we want a truce: Gandr Lancer.", "E105"),
    ("Saber: Tell Illya that we won and finish Lancer.", "E105"),
    ("Saber: Tell Illya that we won and first attack Lancer.", "E105"),
    ("Rin: Announce that Red wants peace if Lancer dies.", "E105"),
    // Used, picked up, or carried along?
    ("Saber: Take the Magic Glasses with me.", "E105"),
    ("Saber: Take the Magic Glasses.", "E105"),
    ("Saber: Carry the Magic Glasses.", "E105"),
    ("Rin: Take the Charged Potion with me.", "E105"),
    // One of them, or all?
    ("Saber: Use Excalibur on anyone but Lancer.", "E362"),
    // Whom the order waits for, of two whom it names.
    ("Saber: If Lancer is here, attack Archer when he attacks me.", "E362"),
    // The Servant herself, whom a spell cannot have defended by herself, and a Master who goes along.
    ("Rin: Command Saber \"Defend X!\" for Saber.", "E316"),
    ("Rin: Command Saber \"Flee this battle now!\" to Bridge and stay here.", "E319"),
    // Saber's Master is not Saber.
    ("Rin: If Saber's Master has 100 or less Health, use Jewel Light on her.", "E362"),
    ("Saber: If Rin's Servant is here, use Heal on her.", "E362"),
    ("Saber: Use Heal on Rin's Servant if she has 100 or less Health.", "E214"),
    // A denial behind a condition is a part of it.
    ("Rin: Command Saber \"Survive at all costs!\" if I hold a Splint and no Pills.", "E105"),
    ("Saber: Attack Lancer unless Rin holds a Splint and no Teleporter.", "E105"),
    ("Saber: Attack Lancer if Archer is here and no Master.", "E105"),
    ("Saber: Attack Lancer if a Servant attacks Rin and no Master.", "E105"),
    // A Master, or is Archer one?
    ("Saber: Attack Lancer if Archer is here and a Master.", "E105"),
    ("Saber: Attack Lancer if Archer is here or a Master.", "E105"),
    // No order and no time is lost in what an order is done in spite of, or for.
    ("Saber: Use Guard even if I have full Health and attack Lancer.", "E362"),
    ("Saber: Attack Lancer whether or not Archer is here and use Guard.", "E105"),
    ("Saber: Attack Lancer even if Archer is here or attack Archer.", "E105"),
    ("Saber: Attack Lancer even if he is in Spirit Form twice.", "E105"),
    ("Saber: Attack Lancer in order to kill him at the end of the Attacking Phase.", "E116"),
    ("Rin: Announce in red that Lancer is dead if he is.", "E105"),
    ("Rin: If Lancer is here, say that we are here. Else Gandr Archer.", "E105"),
    // Somebody else's things.
    ("Saber: Drop his Magic Glasses.", "E362"),
    ("Saber: Give their Magic Glasses to Rin.", "E362"),
    ("Rin: Buy her a Focus Band.", "E362"),
];

/// What is near these and done as it is written, with its plan.
const PLANNED: &[(&str, &str)] = &[
    ("Saber: If Lancer attacks Rin, attack them.", "Saber: If Lancer attacks Rin, attack that character."),
    ("Saber: If Lancer attacks me, attack them.", "Saber: If Lancer attacks me, attack that character."),
    (
        "Saber: If an opponent attacks Rin, attack their Master.",
        "Saber: If an opponent attacks Rin, attack that character's Master.",
    ),
    (
        "Saber: If Lancer is here, use Roar when he attacks me.",
        "Saber: If Lancer is here, use Roar when Lancer attacks me.",
    ),
    (
        "Saber: If Archer is here, use Roar when Lancer attacks him.",
        "Saber: If Archer is here, use Roar when Lancer attacks Archer.",
    ),
    ("Saber: Delay Roar to the end of the Attacking Phase.", "Saber: Use Roar at the end of the Attacking Phase."),
    ("Saber: Attack Lancer and Archer once each.", "Saber: Attack Lancer and then attack Archer."),
    ("Saber: Use Excalibur on Lancer and Archer.", "Saber: Use Excalibur on Lancer and Archer."),
    ("Rin: Tell Illya that we want a truce.", "Rin: Tell Illya: \"we want a truce\"."),
    ("Rin: If Lancer is dead, tell Illya that he is dead.", "Rin: If Lancer is dead, tell Illya: \"he is dead\"."),
    ("Saber: Use Excalibur on an opponent.", "Saber: Use Excalibur on an opponent."),
    (
        "Saber: If Lancer is here, when he attacks me, attack Archer.",
        "Saber: If Lancer is here, attack Archer when Lancer attacks me.",
    ),
    ("Saber: Drop my Magic Glasses.", "Saber: Drop Magic Glasses."),
    ("Saber: Saber drops her Magic Glasses.", "Saber: Drop Magic Glasses."),
];

#[test]
fn what_the_tree_would_lose_is_refused() {
    assert_refused(REFUSED, checked);
}

#[test]
fn what_is_near_it_is_done_as_it_is_written() {
    let other: Vec<_> = PLANNED
        .iter()
        .filter(|(text, words)| plan(&checked(text)) != [*words])
        .map(|(text, _)| (text, plan(&checked(text)), said(&checked(text))))
        .collect();
    assert!(other.is_empty(), "{other:#?}");
}
