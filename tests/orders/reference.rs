//! Twenty-five sentences that together use every kind of order and every form of condition and delay, and illegal
//! ones, as order files.
//!
//! What this version's night does not carry out is read all the same and said to be so (E390).

use super::{checked, plan, said};

/// The orders of a file, the orders of its plan, the codes of what is said.
const FILES: &[(&str, &[&str], &[&str])] = &[
    // 1. Archer scouts by day and stays unless attacked.
    (
        "Saber: Scout the Church. Stay unless we were attacked.",
        &["Saber: Scout Church.", "Saber: If my team is not attacked, stay."],
        &[],
    ),
    // 2. Twice; the second on the familiar if Lancer is dead.
    (
        "Saber:\nUse Rapid Cut on Lancer.\nIf Lancer is dead, use Rapid Cut on Caster's Wolf; otherwise, use Rapid Cut on Lancer.",
        &[
            "Saber: Use Rapid Cut on Lancer.",
            "Saber: If Lancer is dead, use Rapid Cut on \"Caster's Wolf\"; otherwise, use Rapid Cut on Lancer.",
        ],
        &[],
    ),
    // 3. The rulebook's own conditional.
    (
        "Saber: If Archer attacks Caster's Master first, use Rapid Cut on Caster; otherwise, use Rapid Cut on Archer.",
        &[
            "Saber: If Archer attacks Caster's Master first, use Rapid Cut on Caster; otherwise, use Rapid Cut on Archer.",
        ],
        &["W382"],
    ),
    // 4. A newcomer, in the second round.
    (
        "Saber: If anyone enters the Park and attacks my team, use Excalibur on all enemies here in the 2nd Attacking Phase.",
        &[
            "Saber: If anyone enters Park and that character attacks my team, use Excalibur on every opponent in this location in the 2nd Attacking Phase.",
        ],
        &[],
    ),
    // 5. Teleport at the end of the Attacking Phase, if both are still here.
    (
        "Saber casts Teleport on herself and Rin to Harbor, delayed to the end of the Attacking Phase, if I am still here and Rin is still here.",
        &[
            "Saber: If I am here and Rin is here, use Teleport on me and Rin to Harbor at the end of the Attacking Phase.",
        ],
        &[],
    ),
    // 6. As though with AGI C++, and a Prepared skill.
    (
        "Saber: Attack Rider as though I had AGI C++. Use Bellerophon on Rider.",
        &["Saber: Attack Rider at AGI C++.", "Saber: Use Bellerophon on Rider."],
        &["W307"],
    ),
    // 7. A reaction, in the Support Phase or later.
    (
        "Saber:\nAfter an opponent makes an action, use Roar in the Support Phase or later.",
        &["Saber: Use Roar in the Support Phase when an opponent acts."],
        &[],
    ),
    // 8. A Surprise Attack, and what follows it.
    (
        "Saber:\nUse Zabaniya on Archer.\nIf Zabaniya fails, retreat to Bridge; otherwise, stay.",
        &["Saber: Use Zabaniya on Archer.", "Saber: If \"Zabaniya\" fails, flee to Bridge; otherwise, stay."],
        &[],
    ),
    // 9. A field, a familiar instead, an upkeep refused, an effect cancelled.
    (
        "Saber:\n- Cast Mist on Park\n- If \"Mist\" was not used, use Rain Manipulation\n- Stop paying for Rain Manipulation\n- Cancel Mist",
        &[
            "Saber: Use Mist on Park.",
            "Saber: If nobody uses \"Mist\", use Rain Manipulation.",
            "Saber: Stop paying for Rain Manipulation.",
            "Saber: Cancel Mist.",
        ],
        &["W311"],
    ),
    // 10. Pushing everybody else away.
    (
        "Saber: Use Excalibur on Archer and Rider, pushing everybody else to Shinto.",
        &["Saber: Use Excalibur on Archer and Rider, pushing whoever is pushed to Shinto."],
        &[],
    ),
    // 11. A Full Turn and a scouting.
    ("Saber: Use Great Ritual. Scout the Bridge.", &["Saber: Use Great Ritual.", "Saber: Scout Bridge."], &[]),
    // 12. and 13. Command Spells on conditions.
    (
        "Rin:\nIf Rider is here, command Saber \"Kill them no matter what!\".\nIf Caster is here, command Saber \"Withstand it!\".",
        &[
            "Rin: If Rider is here, command Saber \"Kill them no matter what!\".",
            "Rin: If Caster is here, command Saber \"Withstand it!\".",
        ],
        &[],
    ),
    (
        "Rin: If Saber has 50 or less Health, command Saber \"Take on Spirit Form!\"; otherwise, if Saber has 100 or less Health, command Saber \"Survive at all costs!\".",
        &[
            "Rin: If Saber has 50 or less Health, command Saber \"Take on Spirit Form!\"; otherwise, if Saber has 100 or less Health, command Saber \"Survive at all costs!\".",
        ],
        &[],
    ),
    // 14. Flee, or hold somebody.
    (
        "Rin: If two or more enemy Servants are here, command Saber \"Flee this battle now!\" to Bridge; otherwise, command Saber \"You can't escape!\" on Rider.",
        &[
            "Rin: If 2 or more enemy Servants are here, command Saber \"Flee this battle now!\" to Bridge; otherwise, command Saber \"You can't escape!\" for Rider.",
        ],
        &[],
    ),
    // 15. and 16. Standing spells.
    (
        "Rin:\nCommand Saber \"Defend X!\" for Archer's Master.\nRelease \"Defend X!\" if Archer attacked us.",
        &[
            "Rin: Command Saber \"Defend X!\" for Archer's Master.",
            "Rin: If Archer has attacked my team, release \"Defend X!\".",
        ],
        &["W342"],
    ),
    (
        "Rin:\nCommand Saber \"Get behind me!\".\nCommand Saber \"Obey me!\": \"Never attack the girl.\"\nProtect me with Saber, then Caster.",
        &[
            "Rin: Command Saber \"Get behind me!\".",
            "Rin: Command Saber \"Obey me!\": \"Never attack the girl.\".",
            "Rin: Protect me with Saber, then Caster.",
        ],
        &["W384", "W317"],
    ),
    // 17. Out of Spirit Form, or here.
    (
        "Rin: If Saber is in Spirit Form, when we are attacked, command Saber \"Leave Spirit Form!\". If Saber is elsewhere, command Saber \"Summon!\".",
        &["Rin: If Saber is not here, command Saber \"Summon!\"."],
        &["E307"],
    ),
    // 18. Leaving Spirit Form as soon as somebody enters.
    (
        "Saber: As soon as somebody enters, leave Spirit Form.",
        &["Saber: Leave Spirit Form when anyone enters this location."],
        &["W310"],
    ),
    // 19. Home, or by the Teleporter.
    (
        "Saber: Move to Bridge. If my move was cancelled, use the Teleporter on me and Rin to Harbor.",
        &["Saber: Move to Bridge.", "Saber: If my move is cancelled, use item Teleporter on me and Rin to Harbor."],
        &["W342"],
    ),
    // 20. and 21. Buying, giving, dropping.
    (
        "Saber: Buy a Focus Band. Use Magic Glasses. Give Focus Band to Rin. Drop Splint. Pick up Splint. Buy Status-curing Pills. Visit.",
        &[
            "Saber: Buy Focus Band.",
            "Saber: Use item Magic Glasses.",
            "Saber: Give Focus Band to Rin.",
            "Saber: Drop Splint.",
            "Saber: Pick up Splint.",
            "Saber: Buy Status-curing Pills.",
            "Saber: Visit.",
        ],
        // In the Park there is no Fancy Mansion (R372).
        &["W358"],
    ),
    // 22. At the IGM.
    (
        "Rin: Ask the IGM for information, offering \"Lancer's skill is Gae Bolg\". Request Memory Erase, offering 150 CP. Request True Healing for Saber. Request Instant Teleport to Bridge. Take shelter.",
        &[
            "Rin: Ask the IGM for information, offering \"Lancer's skill is Gae Bolg\".",
            "Rin: Request Memory Erase, offering 150 CP.",
            "Rin: Request True Healing for Saber.",
            "Rin: Request Instant Teleport to Bridge.",
            "Rin: Take shelter.",
        ],
        // 450 CP in all, of 160.
        &["W304"],
    ),
    // 23. Consuming.
    (
        "Saber: If Illya is dead, consume Illya; otherwise, consume a civilian.",
        &["Saber: If Illya is dead, consume Illya; otherwise, consume a civilian."],
        // A Master is consumed as they die (R303): asked beforehand, nobody is dead.
        &["W342"],
    ),
    // 24. Contracts.
    (
        "Rin: Offer Rider a contract. Accept a transfer to Lancer. Force a contract on Lancer if Lancer is in Spirit Form. Break the contract with Saber. Re-establish the contract with Saber.",
        &[
            "Rin: Contract with Rider.",
            "Rin: Accept a transfer to Lancer.",
            "Rin: If Lancer is in Spirit Form, force a contract on Lancer.",
            "Rin: Break the contract with Saber.",
            "Rin: Re-establish the contract with Saber.",
        ],
        &[],
    ),
    // 25. Alliances and words.
    (
        "Rin: Ceasefire with Green. Tell Illya: \"Truce?\" Red: \"My Servant killed no civilians.\" Blue to Blue: \"Your Servant set the fire.\" My partner posts for Saber. Puzzle answer: \"Zelretch\"",
        &[
            "Rin: Ceasefire with Green.",
            "Rin: Tell Illya: \"Truce?\".",
            "Rin: Red: \"My Servant killed no civilians.\".",
            "Rin: Blue to \"Blue\": \"Your Servant set the fire.\".",
            "Rin: Puzzle answer: \"Zelretch\".",
        ],
        &["E390"],
    ),
];

#[test]
fn the_sentences_of_the_reference_are_read() {
    let mut failures = Vec::new();
    for (text, orders, codes) in FILES {
        let checked = checked(text);
        let found: Vec<_> = checked.diagnostics.iter().map(|d| d.code).collect();
        if plan(&checked) != *orders || found != *codes {
            failures.push(format!("{text}\n    {:#?}\n    {:?}", plan(&checked), said(&checked)));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn the_illegal_samples_of_the_reference_are_found() {
    for (text, code) in [
        ("Saber: If Archer would use a Long-ranged skill, stay.", "E301"),
        ("Saber: If Archer uses a Magical attack, use Parry on Archer.", "W302"),
        ("Saber: If Archer has less than 50 Health, attack Archer.", "W301"),
        ("Saber: Attack Lancer and Lancer.", "E304"),
        ("Saber: Use Great Ritual. Use Magic Glasses.", "E309"),
        ("Saber: Move to Harbor.", "E311"),
        ("Saber: After Archer flees, attack Archer in the Movement Phase.", "E308"),
        ("Rin: Gold: \"I win.\"", "E312"),
        ("Rin: Command Saber \"Leave Spirit Form!\" at the end of the Support Phase.", "E307"),
    ] {
        let checked = checked(text);
        let codes: Vec<_> = checked.diagnostics.iter().map(|d| d.code).collect();
        assert_eq!(codes, [code], "{text}\n{:?}", said(&checked));
    }
    let check_in = |text: &str, change: fn(&mut grail_referee::perception::view::OwnCharacter)| {
        let mut view = super::view::view();
        change(&mut view.own[1]);
        let source = grail_referee::language::span::Source::new("red.txt", text);
        let checked = grail_referee::orders::check(&source, &view);
        checked.diagnostics.iter().map(|d| d.code).collect::<Vec<_>>()
    };
    assert_eq!(check_in("Saber: Use Excalibur on Archer.", |saber| saber.turns_in_battle = 0), ["W305"]);
    assert_eq!(check_in("Saber: Scout Bridge.", |saber| saber.was_in_battle = true), ["W306"]);
    assert_eq!(check_in("Saber: Flee to Bridge.", |saber| saber.turns_in_battle = 0), ["W313"]);
    assert_eq!(check_in("Saber: Attack Archer.", |saber| saber.is_in_spirit_form = true), ["W310"]);
}

#[test]
fn a_master_is_warned_of_a_second_turn_action_and_not_of_what_takes_none() {
    use grail_referee::vocabulary::cost::Cost;
    let check = |cost: Cost| {
        let mut view = super::view::view();
        let rin =
            view.own.iter_mut().find(|own| own.kind == grail_referee::sheet::SheetKind::Master).expect("the Master");
        let name = rin.name.clone();
        let mut card = rin.skills.iter().find(|card| !card.is_passive).cloned().expect("a skill");
        (card.names, card.cost, card.max_targets) = (vec!["Sigh".to_owned()], cost, 1);
        card.targets = vec![grail_referee::vocabulary::target::TargetKind::SelfTarget];
        rin.skills.push(card);
        let text = format!("{name}: Use Sigh. Use Sigh.");
        let source = grail_referee::language::span::Source::new("red.txt", text);
        let checked = grail_referee::orders::check(&source, &view);
        checked.diagnostics.iter().map(|d| d.code).collect::<Vec<_>>()
    };
    assert_eq!(check(Cost { takes_turn_action: true, ..Cost::default() }), ["W312"]);
    // Nothing but what it says: no Turn Action (A044).
    assert_eq!(check(Cost::default()), [""; 0]);
}
