//! Orders in the words of players: verbs, shorthand, what they say around an order.

use super::{checked, plan};

/// An order of Saber's (or, with a name before it, of Rin's), what is planned, what is said of it.
const ORDERS: &[(&str, &[&str], &[&str])] = &[
    ("If Caster is dead, hit Archer.", &["Saber: If Caster is dead, attack Archer."], &[]),
    ("Use Rapid Cut on Caster and then hit Archer.", &["Saber: Use Rapid Cut on Caster and then attack Archer."], &[]),
    ("Rapid Cut Caster.", &["Saber: Use Rapid Cut on Caster."], &[]),
    ("Saber Rapid Cut on Caster.", &["Saber: Use Rapid Cut on Caster."], &[]),
    ("Saber will hit Caster with Rapid Cut twice.", &["Saber: Use Rapid Cut on Caster 2 times."], &[]),
    ("Fire Excalibur at Caster.", &["Saber: Use Excalibur on Caster."], &[]),
    ("Use Rapid Cut Caster.", &["Saber: Use Rapid Cut on Caster."], &[]),
    ("Rapid Cut on Caster x2.", &["Saber: Use Rapid Cut on Caster 2 times."], &[]),
    ("2x Rapid Cut on Caster.", &["Saber: Use Rapid Cut on Caster 2 times."], &[]),
    ("Two Rapid Cuts on Caster.", &["Saber: Use Rapid Cut on Caster 2 times."], &[]),
    ("Rapid Cut → Caster", &["Saber: Use Rapid Cut on Caster."], &[]),
    ("Rapid Cut > Caster", &["Saber: Use Rapid Cut on Caster."], &[]),
    ("Strike Caster.", &["Saber: Attack Caster."], &[]),
    ("Shoot at Caster.", &["Saber: Attack Caster."], &[]),
    ("Go for Caster.", &["Saber: Attack Caster."], &[]),
    ("Attack Caster 3x.", &["Saber: Attack Caster 3 times."], &[]),
    ("Attack Caster with my basic attack.", &["Saber: Attack Caster."], &[]),
    ("My basic attack on Caster.", &["Saber: Attack Caster."], &[]),
    ("I'd like to use Rapid Cut on Caster, please.", &["Saber: Use Rapid Cut on Caster."], &[]),
    ("Please just attack Caster tonight.", &["Saber: Attack Caster."], &[]),
    ("Could you attack Caster?", &["Saber: Attack Caster."], &[]),
    ("Head to Bridge.", &["Saber: Move to Bridge."], &[]),
    ("Run to Bridge.", &["Saber: Move to Bridge."], &[]),
    ("I'm going to walk over to the Bridge.", &["Saber: Move to Bridge."], &[]),
    ("Run away to Bridge.", &["Saber: Flee to Bridge."], &[]),
    ("Fall back to the Bridge in the Movement Phase.", &["Saber: Flee to Bridge in the Movement Phase."], &["W308"]),
    ("Withdraw to Bridge.", &["Saber: Flee to Bridge."], &[]),
    ("Use Excalibur on everyone but Archer.", &["Saber: Use Excalibur on every opponent except Archer."], &[]),
    (
        "Use Excalibur on all enemies except Archer and Caster.",
        &["Saber: Use Excalibur on every opponent except Archer and Caster."],
        &[],
    ),
    ("Attack anyone but Caster.", &["Saber: Attack an opponent except Caster."], &[]),
    (
        "If nobody but Lancer is here, attack Lancer.",
        &["Saber: If Lancer is here and no character except Lancer is here, attack Lancer."],
        &["W359"],
    ),
    ("If Lancer and Caster are here, stay.", &["Saber: If Lancer is here and Caster is here, stay."], &[]),
    ("If both Lancer and Caster are here, stay.", &["Saber: If Lancer is here and Caster is here, stay."], &[]),
    (
        "If Lancer is dead or gone, attack Archer.",
        &["Saber: If Lancer is dead or Lancer is not here, attack Archer."],
        &[],
    ),
    (
        "If Lancer is neither dead nor in Spirit Form, attack Lancer.",
        &["Saber: If not (Lancer is dead or Lancer is in Spirit Form), attack Lancer."],
        &[],
    ),
    (
        "If Lancer is in Park or Church, attack Caster.",
        &["Saber: If Lancer is in Park or Lancer is in Church, attack Caster."],
        &["W373"],
    ),
    (
        "If Rin is poisoned or stunned, stay.",
        &["Saber: If Rin is affected by Poison or Rin is affected by Stun, stay."],
        &[],
    ),
    (
        "If Lancer, Archer or Caster attacks me, use Parry on Archer.",
        &["Saber: If Lancer or Archer or Caster attacks me, use Parry on Archer."],
        &[],
    ),
    ("If Lancer hits Rin, attack Lancer.", &["Saber: If Lancer hits Rin, attack Lancer."], &[]),
    ("If Lancer shows up, attack Lancer.", &["Saber: If Lancer enters this location, attack Lancer."], &[]),
    (
        "Once Rin's Health drops to 50 or less, use Parry on Lancer.",
        &["Saber: Use Parry on Lancer when Rin falls to 50 or less Health."],
        &[],
    ),
    (
        "As soon as Rin falls below 50 Health, use Parry on Lancer.",
        &["Saber: Use Parry on Lancer when Rin falls to less than 50 Health."],
        &[],
    ),
    (
        "The moment Lancer attacks Rin, use Parry on Lancer.",
        &["Saber: Use Parry on Lancer when Lancer attacks Rin."],
        &[],
    ),
    ("If my Health is at 50 or less, stay.", &["Saber: If I have 50 or less Health, stay."], &[]),
    ("If my Mana is <60, stay.", &["Saber: If I have less than 60 Mana, stay."], &[]),
    ("If I have 120+ Mana, stay.", &["Saber: If I have 120 or more Mana, stay."], &[]),
    ("If Rin is at or below 50 Health, stay.", &["Saber: If Rin has 50 or less Health, stay."], &[]),
    ("Should Lancer attack me, use Parry on Lancer.", &["Saber: If Lancer attacks me, use Parry on Lancer."], &[]),
    ("Provided that Rin is not here, attack Caster.", &["Saber: If Rin is not here, attack Caster."], &[]),
    ("Attack Lancer as long as Archer isn't here.", &["Saber: If Archer is not here, attack Lancer."], &[]),
    (
        "Attack Lancer unless Archer is here, in which case attack Archer.",
        &["Saber: If Archer is not here, attack Lancer; otherwise, attack Archer."],
        &[],
    ),
    (
        "Attack Lancer. If Lancer is in Spirit Form, attack Archer instead.",
        &["Saber: If Lancer is in Spirit Form, attack Archer; otherwise, attack Lancer."],
        &[],
    ),
    (
        "Attack Lancer; if Archer is here, attack Archer instead.",
        &["Saber: If Archer is here, attack Archer; otherwise, attack Lancer."],
        &[],
    ),
    (
        "If Rin is here, use Parry on Lancer, else on Archer.",
        &["Saber: If Rin is here, use Parry on Lancer; otherwise, use Parry on Archer."],
        &[],
    ),
    ("Attack Lancer at the Park.", &["Saber: If I am in Park, attack Lancer."], &[]),
    ("Stay at the Park.", &["Saber: If I am in Park, stay."], &[]),
    ("Use Mist here.", &["Saber: Use Mist on this location."], &[]),
    ("Attack Caster (I hope he is slow).", &["Saber: Attack Caster."], &["H102"]),
    ("Hold Parry on Lancer until Lancer attacks Rin.", &["Saber: Use Parry on Lancer when Lancer attacks Rin."], &[]),
    ("If Archer isn't there any more, attack Caster.", &["Saber: If Archer is not here, attack Caster."], &[]),
    (
        "If Archer is in Park and Caster is there, move to Bridge.",
        &["Saber: If Archer is in Park and Caster is in Park, move to Bridge."],
        &[],
    ),
    ("Attack Archer if Caster goes there.", &[], &["E105"]),
    ("Walk home to the Bridge.", &["Saber: Move to Bridge."], &[]),
    ("Teleport Rin home.", &["Saber: Use Teleport on Rin to Harbor."], &[]),
    (
        "Hold Rapid Cut until Archer acts, and then fire it at Caster.",
        &["Saber: Use Rapid Cut on Caster when Archer acts."],
        &[],
    ),
    ("Prepare Rapid Cut and hit Caster with it.", &["Saber: Use Rapid Cut on Caster."], &[]),
    ("Use the Rapid Cut skill on Caster.", &["Saber: Use Rapid Cut on Caster."], &[]),
    ("Rapid Cut strikes Caster.", &["Saber: Use Rapid Cut on Caster."], &[]),
    (
        "If Caster attacks me, hit her back with Rapid Cut.",
        &["Saber: If Caster attacks me, use Rapid Cut on that character."],
        &[],
    ),
    (
        "Use Rapid Cut on Caster if she is here, or on Archer if not.",
        &["Saber: If Caster is here, use Rapid Cut on Caster; otherwise, use Rapid Cut on Archer."],
        &[],
    ),
    (
        "Use Rapid Cut on Caster if she is here, and on Archer if she isn't.",
        &["Saber: If Caster is here, use Rapid Cut on Caster; otherwise, use Rapid Cut on Archer."],
        &[],
    ),
    ("Use Rapid Cut on Caster unless she is here, or on Archer if not.", &[], &["E362"]),
    ("If Caster is no longer here, use Roar.", &["Saber: If Caster is not here, use Roar."], &[]),
    (
        "If Rin has any negative status effect, use Roar.",
        &["Saber: If Rin is affected by a negative status effect, use Roar."],
        &[],
    ),
    (
        "If Archer is here at the end of the Attacking Phase, use Roar.",
        &["Saber: If Archer is here, use Roar at the end of the Attacking Phase."],
        &[],
    ),
    (
        "If Archer is here at the end of the Attacking Phase, use Roar; otherwise, use Parry on Archer.",
        &[
            "Saber: If Archer is here, use Roar at the end of the Attacking Phase; otherwise, use Parry on Archer at the end of the Attacking Phase.",
        ],
        &[],
    ),
    ("If Archer attacks me at the end of the Attacking Phase, use Roar.", &[], &["E117"]),
    ("Rin: Use \"You can't escape!\" on Caster.", &["Rin: Command Saber \"You can't escape!\" for Caster."], &[]),
    (
        "Rin: If Caster flees, use \"You can't escape!\" on her.",
        &["Rin: If Caster flees, command Saber \"You can't escape!\" for that character."],
        &["W379"],
    ),
    (
        "Rin: If Saber has less than 50 Health, use \"Survive at all costs!\" on her.",
        &["Rin: If Saber has less than 50 Health, command Saber \"Survive at all costs!\"."],
        &[],
    ),
    (
        "Rin: Use \"Flee this battle now!\" to Bridge.",
        &["Rin: Command Saber \"Flee this battle now!\" to Bridge."],
        &[],
    ),
    ("Rin: Spend a Command Spell on \"Withstand it!\" for Saber.", &["Rin: Command Saber \"Withstand it!\"."], &[]),
    ("Rin: Post in red that Saber is my Servant.", &["Rin: Red: \"Saber is my Servant\"."], &[]),
    ("Rin: In blue I claim: \"He is Lancer.\"", &["Rin: Blue: \"He is Lancer.\"."], &[]),
    ("Rin: Announce that we stay.", &["Rin: Say: \"we stay\"."], &[]),
    ("Rin: Send Blue this message: \"Truce?\"", &["Rin: Tell \"Blue\": \"Truce?\"."], &[]),
    ("Rin: Tell Blue that we stay.", &["Rin: Tell \"Blue\": \"we stay\"."], &[]),
    (
        "Rin: Use \"Flee this battle now!\" on Saber and take us both to Bridge.",
        &["Rin: Command Saber \"Flee this battle now!\" to Bridge."],
        &[],
    ),
    ("Rin: Accept the alliance with Green.", &["Rin: Ally with Green."], &[]),
    ("Rin: Saber, scout the Church.", &["Saber: Scout Church."], &[]),
    ("Rin: Have Saber scout the Church.", &["Saber: Scout Church."], &[]),
    ("Rin: CS: \"Withstand it!\" on Saber", &["Rin: Command Saber \"Withstand it!\"."], &[]),
    ("Rin: Use a Command Spell on Saber: \"Withstand it!\".", &["Rin: Command Saber \"Withstand it!\"."], &[]),
    (
        "Rin: \"Withstand it!\" on Saber if Saber has 50 or less Health.",
        &["Rin: If Saber has 50 or less Health, command Saber \"Withstand it!\"."],
        &[],
    ),
    ("Rin: Burn one Command Spell, \"Withstand it!\", on Saber.", &["Rin: Command Saber \"Withstand it!\"."], &[]),
    ("Heal Saber.", &["Saber: Use Heal on Saber."], &[]),
    ("Put Mist on the Park.", &["Saber: Use Mist on Park."], &[]),
    ("Don't move.", &["Saber: Stay."], &[]),
    ("Attack Caster in Attacking.", &["Saber: Attack Caster in the Attacking Phase."], &["W308"]),
    (
        "Attack Lancer, or Archer if Lancer is dead.",
        &["Saber: If Lancer is dead, attack Archer; otherwise, attack Lancer."],
        &[],
    ),
    (
        "Attack Lancer if he is here, else Archer.",
        &["Saber: If Lancer is here, attack Lancer; otherwise, attack Archer."],
        &[],
    ),
    (
        "Attack Lancer unless he is gone, then Archer.",
        &["Saber: If Lancer is here, attack Lancer; otherwise, attack Archer."],
        &[],
    ),
    ("Attack Lancer only if he attacks Rin.", &["Saber: If Lancer attacks Rin, attack Lancer."], &[]),
    ("Attack Lancer, but not if Archer is here.", &["Saber: If Archer is not here, attack Lancer."], &[]),
    ("Attack any enemy but not Lancer.", &["Saber: Attack an opponent except Lancer."], &[]),
    ("Attack Lancer up to 2 times.", &["Saber: Attack Lancer 2 times."], &[]),
    ("If Rin < 50 HP, stay.", &["Saber: If Rin has less than 50 Health, stay."], &[]),
    (
        "If Lancer's in Spirit Form or not here, attack Caster.",
        &["Saber: If Lancer is in Spirit Form or Lancer is not here, attack Caster."],
        &[],
    ),
    ("If Archer goes into Spirit Form, attack Caster.", &["Saber: If Archer enters Spirit Form, attack Caster."], &[]),
    ("Excalibur, all enemies.", &["Saber: Use Excalibur on every opponent."], &[]),
    (
        "Rapid Cut on Caster, 1x Parry on Archer.",
        &["Saber: Use Parry on Archer and then use Rapid Cut on Caster."],
        &["W361"],
    ),
    ("Shoot Rapid Cut at Caster.", &["Saber: Use Rapid Cut on Caster."], &[]),
    ("Rin: Move to Bridge with Saber.", &["Rin: Move to Bridge.", "Saber: Move to Bridge."], &[]),
    ("Rin: We move to Bridge.", &["Rin: Move to Bridge.", "Saber: Move to Bridge."], &[]),
    ("Using Rapid Cut, attack Archer.", &["Saber: Use Rapid Cut on Archer."], &[]),
    (
        "If Lancer is here, by means of Rapid Cut, attack Lancer.",
        &["Saber: If Lancer is here, use Rapid Cut on Lancer."],
        &[],
    ),
    (
        "Rin: If poisoned, move to Bridge with Saber.",
        &["Rin: If I am affected by Poison, move to Bridge.", "Saber: If Rin is affected by Poison, move to Bridge."],
        &[],
    ),
    ("Rin: Both move to Bridge.", &["Rin: Move to Bridge.", "Saber: Move to Bridge."], &[]),
    ("Rin: We both move to Bridge.", &["Rin: Move to Bridge.", "Saber: Move to Bridge."], &[]),
    (
        "Rin: We move to Bridge if I have less than 50 Health.",
        &[
            "Rin: If I have less than 50 Health, move to Bridge.",
            "Saber: If Rin has less than 50 Health, move to Bridge.",
        ],
        &[],
    ),
    (
        "Rin: Move to Bridge with Saber unless Lancer attacks my Servant.",
        &[
            "Rin: If Lancer does not attack my Servant, move to Bridge.",
            "Saber: If Lancer does not attack Rin's Servant, move to Bridge.",
        ],
        &[],
    ),
    (
        "Attack twice whoever attacks Rin.",
        &["Saber: If an opponent attacks Rin, attack 2 times the opponent who attacks Rin."],
        &[],
    ),
    (
        "Attack 2 times the opponent who attacks Rin.",
        &["Saber: If an opponent attacks Rin, attack 2 times the opponent who attacks Rin."],
        &[],
    ),
    ("Use Excalibur on any of the opponents.", &["Saber: Use Excalibur on an opponent."], &[]),
    ("Rin: Saber and I move to Bridge.", &["Rin: Move to Bridge.", "Saber: Move to Bridge."], &[]),
    ("Rin: Ally w/ Green.", &["Rin: Ally with Green."], &[]),
    ("Rin: Propose an alliance to Green.", &["Rin: Tell Green: \"I offer an alliance\"."], &[]),
    ("Rin: Make a ceasefire with Green.", &["Rin: Ceasefire with Green."], &[]),
    ("Rin: Break my alliance with Green.", &["Rin: End the alliance with Green."], &[]),
    ("Rin: Send a message to Illya: \"Truce?\"", &["Rin: Tell Illya: \"Truce?\"."], &[]),
    ("Rin: Post in public: \"Truce?\"", &["Rin: Say: \"Truce?\"."], &[]),
    ("Rin: In red: \"Rin is here.\"", &["Rin: Red: \"Rin is here.\"."], &[]),
    ("Rin: True Healing from the IGM for Saber.", &["Rin: Request True Healing for Saber."], &["W304", "W358"]),
];

#[test]
fn players_words_are_planned() {
    let mut failures = Vec::new();
    for (order, words, codes) in ORDERS {
        let text = if order.starts_with("Rin: ") { (*order).to_owned() } else { format!("Saber:\n{order}") };
        let checked = checked(&text);
        let said: Vec<_> = checked.diagnostics.iter().map(|d| d.code).collect();
        if plan(&checked) != *words || said != *codes {
            failures.push(format!("{order}\n    {:?}\n    {:?}", plan(&checked), super::said(&checked)));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Words that must be followed by every place where a number can stand in an order.
const COUNTED: &[&str] = &[
    "Attack Caster N times.",
    "Attack Caster Nx.",
    "Attack Caster x N.",
    "Attack Caster up to N times.",
    "Nx Rapid Cut on Caster.",
    "N Rapid Cuts on Caster.",
    "Rapid Cut on Caster N times.",
    "Rapid Cut Caster xN.",
    "Use Rapid Cut N times on Caster.",
    "Attack Caster with Rapid Cut N times.",
    "Attack Caster with N Rapid Cuts.",
    "Buy N Splints.",
    "Buy N Splints at the Bridge.",
    "Use Excalibur on up to N opponents.",
    "If N or more opponents are here, stay.",
    "If N+ opponents are here, stay.",
    "If my Health is at N or less, stay.",
    "If Rin drops to N Health, stay.",
    "If Rin < N HP, stay.",
    "Stay if my Mana is below N.",
];

#[test]
fn no_number_is_lost_wherever_it_stands() {
    let mut stood = 0;
    for order in COUNTED {
        for number in ["2", "3", "7"] {
            let text = order.replace('N', number);
            let checked = checked(&format!("Saber:\n{text}"));
            for words in plan(&checked) {
                stood += 1;
                assert!(words.contains(number), "{text}: {words}");
            }
        }
    }
    assert!(stood >= 45, "only {stood} stood");
}

/// Orders whose meaning is not plain: refused with this code, and nothing is planned.
const NOT_PLAIN: &[(&str, &str)] = &[
    ("If Rin is attacked, attack them.", "E362"),
    ("If Rin is here, attack him.", "E362"),
    ("If Rin is here and an opponent attacks Rin, attack him.", "E362"),
    ("Attack Lancer, but flee to Bridge if I have less than 50 Health.", "E362"),
    ("Attack Lancer, then use Parry on Archer if he attacks me.", "E362"),
    ("Rin uses Gandr on me.", "E362"),
    ("He moves to Bridge.", "E362"),
    ("Rin moves to Bridge, but I stay.", "E110"),
    ("We attack Lancer.", "E110"),
    ("Let's attack Lancer.", "E110"),
    ("If Lancer is not here or dead, attack Archer.", "E361"),
    ("If Rin is hurt, stay.", "E361"),
    ("Attack any enemies.", "E361"),
    ("Use Excalibur on some of the opponents.", "E361"),
    ("If we are both attacked, stay.", "E361"),
    ("If my opponents both attack Rin, stay.", "E361"),
    ("Attack Lancer or Archer if Lancer is gone.", "E362"),
    ("Attack Lancer or Archer unless Archer attacks me.", "E362"),
    ("Wait, attack Archer.", "E362"),
    ("Using Rapid Cut, use Parry on Archer.", "E120"),
    ("By means of Rapid Cut, stay.", "E120"),
    ("If Lancer attacks himself, attack Lancer.", "E362"),
    ("Give him the Splint.", "E214"),
    ("If Lancer attacks Rin, use Parry on Archer in the 2nd Instant Phase or give her the Splint.", "E105"),
    ("If an opponent attacks Rin, give her the Splint.", "E362"),
    ("Attack Caster if Rin is here and he attacks her.", "E362"),
    ("Attack another opponent.", "E362"),
    ("Attack the other Servant.", "E362"),
    ("Use Parry on Lancer if Lancer attacks me in the 2nd Attacking Phase.", "E117"),
    ("If our Health is 50 or less, stay.", "E105"),
    ("Attack Caster (last).", "E105"),
    ("I'm rapid cutting Caster.", "E112"),
    ("Both attack Archer.", "E110"),
    ("If Lancer and Archer attack me, use Parry on them.", "E303"),
    ("Can I attack Lancer?", "E105"),
    ("Attack Lancer?", "E105"),
    ("Magic Glasses if Lancer is here.", "E105"),
];

#[test]
fn so_many_things_are_given_and_dropped() {
    for (order, times) in [("Drop two Splints.", 2), ("Drop 3 Splints.", 3), ("Give Rin two Splints.", 2)] {
        let source = grail_referee::language::span::Source::new("red.txt", format!("Saber:\n{order}"));
        let names = grail_referee::orders::name_book(&super::view::view());
        let parsed = grail_referee::language::orders::parse(&source, &names);
        let done: usize = parsed.orders.iter().map(|order| order.body.actions().count()).sum();
        assert_eq!(done, times, "{order}: {:?}", parsed.diagnostics);
    }
}

#[test]
fn what_is_not_plain_is_refused() {
    for (order, code) in NOT_PLAIN {
        let checked = checked(&format!("Saber:\n{order}"));
        let said: Vec<_> = checked.diagnostics.iter().filter(|d| d.is_error()).map(|d| d.code).collect();
        assert!(
            plan(&checked).is_empty() && said.contains(code),
            "{order}: {:?} {:?}",
            plan(&checked),
            super::said(&checked)
        );
    }
}

/// What an order can begin with.
const HEADS: &[&str] = &[
    "Attack",
    "Attack Lancer",
    "Use Rapid Cut",
    "Rapid Cut",
    "Use Excalibur",
    "Use Mist",
    "Use Splint",
    "Use item Splint",
    "Heal",
    "Move",
    "Flee",
    "Stay",
    "Scout",
    "Buy Splint",
    "Give Splint",
    "Drop Splint",
    "Visit",
    "Take shelter",
    "Consume a civilian",
    "Enter Spirit Form",
    "Request True Healing",
    "Attack Lancer, or Archer if Lancer is dead,",
    "Attack Lancer if he is here, else Archer,",
];

/// What can stand behind it, each with the word of the plan it must come back as.
const PHRASES: &[(&str, &str)] = &[
    ("on Caster", "Caster"),
    ("at Illya", "Illya"),
    ("for Rin", "Rin"),
    ("with Rin", "Rin"),
    ("to Bridge", "Bridge"),
    ("in the Park", "Park"),
    ("at the Church", "Church"),
    ("2 times", "2"),
    ("paying 8 additional Mana", "8 additional"),
    ("with Rapid Cut", "Rapid Cut"),
    ("at the end of the Attacking Phase", "end of the Attacking"),
    ("if Archer is here", "Archer is here"),
];

#[test]
fn no_phrase_is_lost() {
    let mut stood = 0;
    let mut lost = Vec::new();
    let mut phrases: Vec<Vec<&(&str, &str)>> = PHRASES.iter().map(|one| vec![one]).collect();
    for one in PHRASES {
        phrases.extend(PHRASES.iter().filter(|other| one.0 != other.0).map(|other| vec![one, other]));
    }
    let share = crate::cases(7, 1);
    for (at, head) in HEADS.iter().enumerate() {
        for behind in phrases.iter().skip(at % share).step_by(share) {
            let words = behind.iter().map(|(words, _)| *words).collect::<Vec<_>>().join(" ");
            let order = format!("{head} {words}.");
            let checked = checked(&format!("Saber:\n{order}"));
            if checked.diagnostics.iter().any(grail_referee::language::diagnostic::Diagnostic::is_error) {
                continue;
            }
            stood += 1;
            let planned = plan(&checked).join(" | ");
            let twice = plan(&checked).len() > 1;
            let gone = behind.iter().find(|(_, key)| !(planned.contains(key) || *key == "2" && twice));
            // `If Archer is here with Rin` is of both.
            let both = planned.contains("is here and Rin is here");
            let joined = behind.len() > 1 && !both && (planned.contains("and Rin ") || planned.contains("and Rin."));
            if gone.is_some() || joined {
                lost.push(format!("{order}\n    {planned}"));
            }
        }
    }
    assert!(lost.is_empty(), "{} of {stood}\n{}", lost.len(), lost.join("\n"));
    assert!(stood >= 300 / share, "only {stood} stood");
}
