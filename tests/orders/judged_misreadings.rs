//! What two strangers found accepted and done otherwise: it is refused, or said, or done as it is written.

use super::{checked, plan, said};

/// Orders that could be meant in two ways, and the code that says so.
const OPEN: &[(&str, &str)] = &[
    // Of the time behind the order above, and asked before.
    ("Saber: Attack Lancer. If he is dead by then, use Roar.", "E117"),
    ("Saber: Attack Lancer. If I have less than 100 Health then, use Roar.", "E117"),
    ("Saber: Attack Archer. If Lancer is gone by then, use Roar.", "E117"),
    ("Saber: Attack Archer. If Lancer is still here afterwards, use Roar.", "E117"),
    ("Saber: Attack Lancer. If he is now dead, use Roar.", "E117"),
    // What a skill would do is nobody's deed.
    ("Rin: Use Gandr on Lancer unless it kills him.", "E362"),
    ("Rin: Use Gandr on Lancer, but only if it doesn't hit Archer.", "E362"),
    ("Saber: If Lancer is here, attack Lancer; then attack Archer.", "E362"),
    // In the case that `unless` leaves out, or behind the order?
    ("Saber: Attack Lancer unless Archer attacks me. Then attack Archer.", "E117"),
    ("Saber: Use Roar unless I have less than 50 Health. Then flee to Bridge.", "E117"),
    // On a condition too, or whatever is so?
    ("Saber: First, if Lancer is here, use Roar; then attack Archer.", "E362"),
    ("Saber: If Lancer is here, attack Lancer; otherwise, use Roar; then attack Archer.", "E362"),
    ("Saber: If Lancer is here, attack Lancer, otherwise use Roar, then attack Archer.", "E362"),
    // An alliance holds from the start of the Turn on.
    ("Rin: Move to Church. If Lancer is in Church, ally with Blue; otherwise, ally with Green.", "E117"),
    ("Rin: Scout Church. If Lancer is there, ally with Blue.", "E117"),
    // Chosen before the arrival.
    ("Saber: Move to Church. If Lancer is in Church, stay; otherwise, attack Caster.", "E117"),
    ("Saber: Move to Church. If Lancer is in Church, attack Lancer; otherwise, flee to Bridge.", "E117"),
    // A verb in the third person behind a condition.
    ("Saber: If Lancer attacks me, then attacks Archer, use Parry on Lancer.", "E362"),
    ("Saber: Use Parry on Lancer when Lancer attacks Rin then attacks Archer.", "E362"),
    // A pronoun that is joined to a name, or stands for somebody of its own.
    ("Saber: Attack Lancer if Caster or he attacks Rin.", "E362"),
    ("Saber: If Lancer attacks Rin or himself is attacked, attack Lancer.", "E362"),
    // Seen by whom?
    ("Saber: If I am seen, use Parry on Lancer.", "E362"),
    // Who acts second does not wait for who acts first.
    ("Saber: Attack Lancer, then Rin uses Gandr on Lancer.", "E110"),
    // A pronoun with two to choose from.
    ("Saber: Attack Lancer, or Archer if he is here.", "E362"),
    ("Saber: If Lancer attacks Caster, attack her.", "E362"),
    ("Saber: If Caster is attacked by Lancer, attack him.", "E362"),
    ("Saber: If Lancer and Archer are hit, use Excalibur on them.", "E362"),
    ("Saber: If Lancer attacks Caster, attack Archer if he is here.", "E362"),
    // At whose side?
    ("Saber: Attack with Lancer.", "E362"),
    ("Saber: Attack for Lancer.", "E362"),
    ("Saber: Use Excalibur on the enemy Servant Lancer.", "E362"),
    ("Saber: Move to Bridge together.", "E362"),
    ("Rin: Command Saber \"Defend X!\" against Lancer.", "E362"),
    // Other than whom?
    ("Saber: Attack Lancer. Use Excalibur on everybody else.", "E362"),
    ("Saber: Attack Lancer if no other enemy Servant is here.", "E362"),
    ("Saber: Attack Lancer. Use Parry on Archer. If Caster is here, attack Caster instead.", "E362"),
    ("Saber: If an enemy ally is here, stay.", "E362"),
    // One, or all of them?
    ("Saber: Use Excalibur on the Servants who attacked Rin.", "E361"),
    ("Saber: Use Parry on Lancer after my opponents have attacked.", "E361"),
    // How often who does it?
    ("Saber: Attack Lancer when he attacks me twice.", "E361"),
    ("Saber: Attack Lancer if he attacks Rin 2 times.", "E361"),
    ("Saber: If either of us has been hit at least twice, stay.", "E361"),
    ("Saber: If an enemy Servant attacks me twice, stay.", "E361"),
    ("Saber: If Lancer or Archer attacks me twice, stay.", "E361"),
    ("Saber: If Lancer is here twice, stay.", "E361"),
    ("Saber: If Lancer and Archer attack me twice, stay.", "E361"),
    ("Saber: If Lancer attacks Rin or me twice, stay.", "E361"),
    ("Saber: If nobody attacks me twice, stay.", "E361"),
    ("Saber: If anyone attacks me twice, stay.", "E361"),
    ("Saber: If Lancer dies twice, stay.", "E361"),
    ("Saber: If exactly 1 opponent attacks me, stay.", "E361"),
    ("Saber: If Lancer attacks me at most twice, stay.", "E361"),
    ("Saber: Use Parry on Lancer after Archer's attack on Rin.", "E362"),
    // Are there two, and which?
    ("Saber: If both enemy Servants are here, stay.", "E361"),
    ("Saber: If both enemy Servants are not here, stay.", "E361"),
    ("Saber: If either enemy Servant is dead, stay.", "E362"),
    ("Saber: If we are not in battle, stay.", "E361"),
    // This Turn, or ever?
    ("Saber: If Lancer has ever attacked me, attack Lancer.", "E117"),
    ("Saber: If Lancer has never attacked me, attack Archer.", "E117"),
    // Of whom, and how often?
    ("Saber: If Rin has half my Health or less, stay.", "E362"),
    ("Saber: Attack Lancer 2 times while I have 30 or more Mana.", "E362"),
    ("Saber: Attack Lancer as though Rin had AGI C.", "E105"),
    ("Saber: Attack whoever attacked both of us.", "E361"),
    ("Saber: Attack Lancer if Rin is here and Archer if I am not.", "E362"),
    ("Saber: Tell Blue that we come in peace, then attack Lancer.", "E105"),
    ("Saber: Use Excalibur on my enemy.", "E361"),
    ("Saber: Use Excalibur on both opponents.", "E361"),
    ("Saber: If Lancer attacks me, attack the enemy.", "E362"),
    ("Saber: Attack whoever attacks Rin and use Guard.", "E362"),
    ("Saber: Attack Lancer and Caster until they are dead.", "E361"),
    ("Saber: If Rin is here, attack Caster; otherwise, use Parry on her.", "E362"),
    ("Saber: If anyone is here, attack them; otherwise, stay.", "E362"),
    ("Saber: If no opponent is here, attack him.", "E362"),
    ("Saber: If I saw Archer at the Bridge, stay.", "E117"),
    ("Saber: Scout Bridge. Scout Church. If Archer is there, move to Church.", "E105"),
    // A bond holds until it is ended.
    ("Rin: Ceasefire with Blue tonight.", "E120"),
    ("Rin: Ally with Blue this Turn.", "E120"),
    // As the Instant Phase begins nobody has died.
    ("Saber: If Caster is dead, consume Caster.", "W342"),
    ("Saber: If Caster dies, consume Caster; otherwise, consume a civilian.", "W342"),
    // What a heading says is of no order.
    ("Orders for tomorrow:\n\nSaber:\nAttack Lancer.", "E118"),
    ("Cancelled orders:\nSaber: Attack Lancer.", "E118"),
    ("Saber (with Rin):\nMove to Bridge.", "E118"),
    ("Saber (twice):\nAttack Lancer.", "E118"),
    ("Orders for Night 9:\n\nSaber:\nAttack Lancer.", "E209"),
    ("Saber:\n[x] Attack Lancer\n[ ] Attack Archer", "W377"),
    // What is done, and what comes of it, is said.
    ("Saber: Attack Lancer. Then use Parry on Archer.", "E117"),
    ("Saber: Use Parry on Lancer until he dies, then attack Archer.", "W378"),
    ("Rin: If I have 300 or more CP, request True Healing for Saber; otherwise, Fast Healing.", "E362"),
    ("Saber: If Lancer attacks Rin, attack Lancer and then use Rain Manipulation.", "E117"),
    // What is seen of somebody is not what one does.
    ("Saber: If I see Lancer enter Spirit Form, attack Caster.", "E117"),
    ("Saber: If Rin sees Archer flee to the Bridge, flee to Church.", "E117"),
    ("Saber: If an opponent attacks me or he is here, attack Caster.", "E362"),
    ("Saber: While Lancer is here: attack Lancer. Attack Archer.", "W107"),
    ("Saber: Cancel Rain Manipulation at the end of the Support Phase.", "E366"),
    // Left out, or one who does it?
    ("Saber: Attack Archer if somebody other than Lancer and me has attacked him.", "E362"),
    ("Saber: Attack Archer if somebody other than Lancer or me has attacked him.", "E362"),
    ("Saber: If anyone except Lancer or Archer attacks me, use Parry on Archer.", "E362"),
    // One of them, or both?
    ("Rin: If both my Servants are here, stay.", "E361"),
    ("Rin: Unless my Servants are both in the Park, stay.", "E361"),
    ("Rin: If both my Servants die, flee to Bridge.", "E361"),
    ("Rin: If both my Servants are attacked, stay.", "E361"),
    ("Saber: If both his Servants have died, stay.", "E361"),
    ("Rin: If my Servants have 100 or more Health, stay.", "E361"),
    ("Saber: If my partners are attacked, attack Archer.", "E361"),
    ("Rin: Break the contract with my other Servant.", "E362"),
    // Left out too, or one more?
    ("Saber: Use Excalibur on everyone except my team and Caster.", "E362"),
    ("Saber: If anyone except my team and Caster attacks Rin, use Parry on Archer.", "E362"),
    // Is here, or does not leave? The first attack, or all?
    ("Saber: Move to Church only if Rin stays here.", "E117"),
    ("Saber: If Rin remains here, move to Church.", "E117"),
    ("Saber: Use Parry on Archer after Caster's attacks.", "E361"),
    // What is seen of nobody, and what was before this Night.
    ("Saber: If Archer is Masterless, attack Archer.", "W302"),
    ("Saber: If Archer does not have Flight, attack Archer.", "W302"),
    ("Saber: If Archer is not stunned, attack Archer.", "W302"),
    ("Saber: Attack every Evil opponent.", "W302"),
    // The spell comes before the flight.
    ("Rin: If Lancer flees, command Saber \"You can't escape!\" on Lancer.", "W379"),
    ("Rin: When an opponent leaves, command Saber \"You can't escape!\" on that opponent.", "W379"),
    ("Rin: Command Saber \"You can't escape!\" on whoever flees.", "W379"),
    ("Saber: Move to Church with Rin if nobody is in Church.", "W373"),
];

#[test]
fn what_could_be_meant_in_two_ways_is_told() {
    let found = |text: &str| said(&checked(text));
    let silent: Vec<String> = OPEN
        .iter()
        .filter(|(text, code)| !found(text).iter().any(|line| line.starts_with(code)))
        .map(|(text, code)| format!("{text}\n    {code} expected: {:?}, {:?}", found(text), plan(&checked(text))))
        .collect();
    assert!(silent.is_empty(), "{}", silent.join("\n"));
}

/// What is read so, and waits for what it names (A253).
#[test]
fn what_comes_to_be_is_waited_for() {
    for (text, words) in [
        ("Saber: If my Health falls to 80 or less, stay.", "Saber: If I fall to 80 or less Health, stay."),
        ("Saber: If I get poisoned, stay.", "Saber: If I become affected by Poison, stay."),
        ("Saber: If Rin gets below 50 Health, stay.", "Saber: If Rin falls to less than 50 Health, stay."),
        ("Saber: If Rin has fallen below 50 Health, stay.", "Saber: If Rin has less than 50 Health, stay."),
        ("Saber: If my HP < 50, stay.", "Saber: If I have less than 50 Health, stay."),
        (
            "Saber: Attack whoever attacks Rin.",
            "Saber: If an opponent attacks Rin, attack the opponent who attacks Rin.",
        ),
        ("Saber: Attack whoever attacked Rin.", "Saber: Attack the opponent who has attacked Rin."),
        ("Saber: If Lancer isn't dead, attack him.", "Saber: If Lancer is not dead, attack Lancer."),
        ("Saber: If I kill Lancer, attack his Master.", "Saber: If I kill Lancer, attack Lancer's Master."),
        (
            "Saber: If I have 100 or more Health and Lancer attacks me, attack him.",
            "Saber: If I have 100 or more Health and Lancer attacks me, attack Lancer.",
        ),
        (
            "Saber: Attack Lancer at the end of the Attacking Phase. If Archer is here, attack Archer instead.",
            "Saber: If Archer is here, attack Archer at the end of the Attacking Phase; otherwise, attack Lancer at the end of the Attacking Phase.",
        ),
        ("Saber: Attack Lancer with all my remaining AP.", "Saber: Attack Lancer as often as possible."),
        ("Saber: Attack Lancer until he is dead.", "Saber: Attack Lancer as often as possible."),
        (
            "Saber: If Archer is in Spirit Form or he is dead, stay.",
            "Saber: If Archer is in Spirit Form or Archer is dead, stay.",
        ),
        (
            "Rin: If Saber attacks me, break the contract with her.",
            "Rin: If Saber attacks me, break the contract with Saber.",
        ),
        ("Saber: Attack Lancer if I see him.", "Saber: If I detect Lancer, attack Lancer."),
        ("Saber: If \"Parry\" was not used, stay.", "Saber: If nobody uses \"Parry\", stay."),
    ] {
        let checked = checked(text);
        assert_eq!(plan(&checked), [words], "{text}\n{:?}", said(&checked));
    }
}

#[test]
fn what_a_judge_found_is_asked_and_not_guessed() {
    for (text, code) in [
        // A heading above a block says what its orders are for.
        ("Plan A:\nSaber: attack Lancer.\nPlan B:\nSaber: attack Archer.", "E118"),
        ("Withdrawn:\nSaber: attack Archer.", "E118"),
        ("Fallback:\nSaber: attack Archer.", "E118"),
        ("Round 1:\nSaber: attack Archer.", "E118"),
        // What is forbidden and done by another name.
        ("Saber: Don't use Excalibur. Use my Noble Phantasm on Lancer.", "E105"),
        ("Rin: Don't consume anybody. Consume a civilian.", "E105"),
        // What `do nothing` calls off.
        ("Saber: Attack Lancer. If Archer is here, do nothing.", "E364"),
        ("Saber: Do nothing if Archer is here. Attack Lancer.", "E364"),
        ("Saber: If I have 3 AP, attack Lancer 3 times.", "E361"),
        // Once more than before.
        ("Saber: Attack Lancer if Archer attacks Rin again.", "E112"),
        ("Saber: Attack Lancer in the first Attacking Phase.", "E105"),
        ("Saber: If an opponent is here, use Chain Slash on that opponent.", "E362"),
    ] {
        let checked = checked(text);
        assert!(said(&checked).iter().any(|line| line.starts_with(code)), "{text}\n{:?}", said(&checked));
    }
    for (text, words) in [
        ("Saber: If Archer is here, do nothing.", "Saber: If Archer is here, stay."),
        ("Saber: Attack Lancer again.", "Saber: Attack Lancer."),
        (
            "Saber: If an opponent is here, attack that opponent.",
            "Saber: If an opponent is here, attack that character.",
        ),
        (
            "Saber: If an opponent attacks Rin, use Chain Slash on that opponent.",
            "Saber: If an opponent attacks Rin, use Chain Slash on that character.",
        ),
    ] {
        let checked = checked(text);
        assert_eq!(plan(&checked), [words], "{text}\n{:?}", said(&checked));
    }
}

#[test]
fn what_happens_is_waited_for_in_whatever_words() {
    for text in [
        "Saber: In the event of Rin's death, attack Lancer.",
        "Saber: Attack Lancer in case of Rin's death.",
        "Saber: If Rin dies for good, attack Lancer.",
    ] {
        let checked = checked(text);
        assert_eq!(plan(&checked), ["Saber: If Rin dies, attack Lancer."], "{text}\n{:?}", said(&checked));
    }
    for text in ["Saber: Upon Rin's death, attack Lancer.", "Saber: Attack Lancer after Rin's death."] {
        let checked = checked(text);
        assert_eq!(plan(&checked), ["Saber: Attack Lancer when Rin dies."], "{text}\n{:?}", said(&checked));
    }
}

#[test]
fn what_is_left_open_is_told() {
    for (text, code) in [
        ("Saber: If two opponents are here, stay.", Some("E361")),
        ("Saber: If there are 2 enemy Servants here, stay.", Some("E361")),
        ("Saber: If exactly two opponents are here, stay.", None),
        ("Saber: If two or more opponents are here, stay.", None),
        ("Saber: If no opponent is here, stay.", None),
        // Nobody has died as the Instant Phase begins.
        ("Saber: If nobody dies, use Parry on Lancer.", Some("W341")),
        ("Saber: Unless Lancer dies, use Parry on Caster.", Some("W341")),
        ("Saber: At the end of the Attacking Phase, if nobody dies, attack Lancer.", None),
        // Who is somebody's Servant has a Master.
        ("Rin: Contract with Kirei's Servant.", Some("W317")),
        ("Rin: Contract with somebody else's Servant.", Some("W317")),
        ("Rin: Contract with a Servant with AGI A or higher.", Some("W302")),
        ("Rin: Contract with a Masterless Servant.", None),
        ("Rin: Give Splint to a Masterless Servant.", Some("W302")),
    ] {
        let said = said(&checked(text));
        match code {
            Some(code) => assert!(said.iter().any(|line| line.starts_with(code)), "{text}\n{said:?}"),
            None => assert!(said.is_empty(), "{text}\n{said:?}"),
        }
    }
}

#[test]
fn a_second_purchase_hangs_on_its_own_condition() {
    for (text, second) in [
        ("Rin: Buy 2 Splints and, if at least 1000 CP remain, a Focus Band.", "buy Focus Band."),
        ("Rin: Buy a Splint and, if at least 1000 CP then remain, a second one.", "buy Splint."),
        ("Rin: Buy a Splint, plus a Focus Band if at least 1000 CP are left.", "buy Focus Band."),
    ] {
        let checked = checked(text);
        let plan = plan(&checked);
        assert_eq!(plan.len(), 2, "{text}\n{plan:?} {:?}", said(&checked));
        assert!(plan[0].starts_with("Rin: Buy ") && !plan[0].contains("if"), "{text}\n{plan:?}");
        assert_eq!(plan[1], format!("Rin: If I have 1000 or more CP, {second}"), "{text}");
    }
    // `Remain` is what is left, and no order.
    let left = checked("Rin: If at least 1000 CP remain, buy a Focus Band.");
    assert_eq!(plan(&left), ["Rin: If I have 1000 or more CP, buy Focus Band."], "{:?}", said(&left));
}

#[test]
fn nobody_is_left_out_of_a_reality_marble_in_whatever_words() {
    let mut view = super::view::view();
    let card = view.own.iter_mut().flat_map(|own| &mut own.skills).find(|card| card.names[0] == "Chain Slash").unwrap();
    card.kind = grail_referee::vocabulary::skill_type::SkillType::RealityMarble;
    let check = |text: &str| {
        let source = grail_referee::language::span::Source::new("letter", format!("Saber: {text}"));
        said(&grail_referee::orders::check(&source, &view))
    };
    for whom in ["everyone except Lancer", "everybody but Lancer", "all but Lancer", "every opponent except Lancer"] {
        let said = check(&format!("Use Chain Slash on {whom}."));
        assert!(said.iter().any(|line| line.starts_with("E319")), "{whom}: {said:?}");
    }
    for whom in ["an opponent", "up to 2 opponents"] {
        let said = check(&format!("Use Chain Slash on {whom}."));
        assert!(said.iter().any(|line| line.starts_with("W372")), "{whom}: {said:?}");
    }
}

#[test]
fn whom_a_skill_is_for_first_is_said_with_its_name() {
    let one = "If Archer is here and Archer is not in Spirit Form, use Parry on Archer; otherwise,";
    let two = "if Lancer is here and Lancer is not in Spirit Form, use Parry on Lancer; otherwise,";
    for (text, words) in [
        ("Target priority for Parry: Archer, else Lancer.", format!("Saber: {one} use Parry on Lancer.")),
        ("Target order for Parry: Archer, then Lancer.", format!("Saber: {one} use Parry on Lancer.")),
        (
            "Target priority for Parry: Archer, else Lancer, else Caster.",
            format!("Saber: {one} {two} use Parry on Caster."),
        ),
    ] {
        let checked = checked(&format!("Saber: {text}"));
        assert_eq!(plan(&checked), [words], "{text}\n{:?}", said(&checked));
    }
    // Of which skill?
    let open = checked("Saber: Target priority: Archer, Lancer.");
    assert!(plan(&open).is_empty() && open.diagnostics.iter().any(|said| said.is_error()), "{:?}", plan(&open));
}
