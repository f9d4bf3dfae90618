//! A negation or an exclusion is never lost (A255): written into any place of any order it is refused, or the plan
//! reads back differently and says it.

use grail_referee::language::codes;
use grail_referee::language::diagnostic::Diagnostic;
use grail_referee::language::name_book::NameBook;
use grail_referee::language::order_text;
use grail_referee::language::orders::parse;
use grail_referee::language::span::Source;
use grail_referee::orders::{check, name_book};
use grail_referee::perception::view::View;

use super::view::view;
use super::{checked, marked, plan, said};

/// Orders with every kind of slot, those of Rin with her name before them.
const BASES: &[&str] = &[
    // Who and what an order is directed at.
    "Attack Lancer.",
    "Attack Lancer 2 times.",
    "Attack an opponent.",
    "Attack anyone.",
    "Use Excalibur on every enemy Servant.",
    "Attack Caster's Master.",
    "Attack my Servant.",
    "Attack Lancer or Caster.",
    "Attack the opponent who attacked me first.",
    "Attack whoever attacks Rin.",
    "Attack Lancer with Rapid Cut.",
    "Attack Caster and then attack Archer.",
    "Use Rapid Cut on Lancer 2 times.",
    "Use Chain Slash on Lancer and Caster.",
    "Use Excalibur on up to 3 opponents.",
    "Use Excalibur on every opponent in this location.",
    "Use Excalibur on every opponent with LCK ranked C or lower.",
    "Use Excalibur on every opponent who is not in Spirit Form.",
    "Use Excalibur on Archer, paying 20 additional Mana.",
    "Use Parry on Archer, choosing \"left\".",
    "Use Excalibur on Archer and Rider, pushing everybody else to Shinto.",
    "Use Teleport on Rin to Church.",
    "Use Mist on this location.",
    "Use Rain Manipulation.",
    "Delay Teleport on Rin to Church to the end of the Attacking Phase.",
    // Places, forms, what is in force.
    "Scout the Church.",
    "Move to Bridge.",
    "Flee to Bridge.",
    "Stay.",
    "Stay here.",
    "Enter Spirit Form.",
    "Leave Spirit Form.",
    "Cancel Rain Manipulation.",
    "Stop paying for Rain Manipulation.",
    "Push everybody else to Bridge.",
    // Command Spells.
    "Rin: Command Saber \"Survive at all costs!\".",
    "Rin: Command my Servant \"Defend X!\" for Illya.",
    "Rin: Command Saber \"Flee this battle now!\" to Bridge.",
    "Rin: Command Saber \"Obey me!\": \"Attack Illya.\"",
    "Rin: Use a Command Spell on Saber: \"Summon!\".",
    "Rin: Release \"Defend X!\".",
    // Items, services, civilians.
    "Buy 2 Focus Band.",
    "Buy a Focus Band.",
    "Use item Teleporter on me and Rin to Bridge.",
    "Use the Magic Glasses.",
    "Give Magic Glasses to Rin.",
    "Drop Magic Glasses.",
    "Pick up Splint.",
    "Rin: Ask the IGM for information, offering 150 CP.",
    "Rin: Request True Healing for Saber.",
    "Rin: Request Instant Teleport for Rin to Bridge.",
    "Rin: Request Memory Erase, offering 150 CP.",
    "Rin: Take shelter.",
    "Visit.",
    "Consume a civilian.",
    "Consume Illya.",
    // Contracts and teams.
    "Rin: Contract with Rider.",
    "Rin: Offer Rider a contract.",
    "Accept a contract with Illya.",
    "Rin: Break the contract with Saber.",
    "Rin: Re-establish the contract with Saber.",
    "Rin: Accept a transfer to Lancer.",
    "Refuse a transfer to Illya.",
    "Rin: Force a contract on Lancer.",
    "Rin: Protect me with Saber, then Caster.",
    "Rin: Ally with Blue.",
    "Rin: Ceasefire with Green.",
    "Rin: End the alliance with Blue.",
    // Words.
    "Rin: Tell Illya: \"Truce?\".",
    "Rin: Say: \"Come out!\".",
    "Rin: Red: \"My Servant killed a civilian.\".",
    "Rin: Blue to Blue: \"Your Servant set the fire.\".",
    "Rin: Answer 3 in red: \"It was at home.\".",
    "Rin: Counter 3 in blue: \"It was Archer.\".",
    "Rin: Correct 1: \"My Servant killed one.\".",
    "Rin: Puzzle answer: \"Zelretch\".",
    "Rin: My partner posts for Saber.",
    // Conditions.
    "If Caster is here, attack Lancer.",
    "Attack Lancer if Caster is here.",
    "Unless Caster is here, attack Lancer.",
    "Attack Lancer unless Caster is here.",
    "If Caster is here, attack Lancer; otherwise, stay.",
    "If Lancer attacks me, use Parry on Lancer.",
    "If anyone attacks me, use Parry on that character.",
    "If an opponent attacks an ally first, attack that character.",
    "If Lancer or Caster attacks my Master, use Parry on Lancer.",
    "If I am attacked by an opponent, use Parry on Lancer.",
    "If two or more enemy Servants are here and Rin is here, attack Lancer.",
    "If there are 2 or more opponents here, attack Lancer.",
    "If at least 2 opponents are in Park, attack Lancer.",
    "If I have 100 or less Health, stay.",
    "If my Health is more than 50, stay.",
    "If Saber has 30% or less of their maximum Mana, stay.",
    "If Lancer uses Gae Bolg on Rin, use Parry on Lancer.",
    "If Rain Manipulation is active on me, stay.",
    "If I hold a Teleporter, stay.",
    "If I detect Lancer, attack Lancer.",
    "If Lancer attacks me at least 2 times, attack Lancer.",
    "If 2 or more opponents attack me, attack Lancer.",
    "After Archer's second attack on Rin, attack Lancer.",
    "If Lancer is a Servant, attack Lancer.",
    "If Lancer enters this location and attacks me, attack Lancer.",
    "If Lancer is in the same location as Rin, attack Lancer.",
    "If Lancer has AGI ranked B or higher, attack Lancer.",
    "If Lancer is affected by Poison or Stun, attack Lancer.",
    "If it is Night 3 or later, stay.",
    "If it is the second combat round, attack Lancer.",
    "If my move was cancelled, stay.",
    "If Zabaniya fails, attack Archer.",
    "If Mist was used, attack Archer.",
    "If (Lancer is here or Caster is here) and Rin is here, stay.",
    "If Lancer kills an opponent, stay.",
    "If whoever attacked me is here, attack Lancer.",
    "If an opponent who is in Spirit Form is here, attack Lancer.",
    "If Lancer moves to Bridge, stay.",
    // Delays.
    "When Lancer attacks me, use Parry on Lancer.",
    "After an opponent acts, use Roar in the Support Phase or later.",
    "Attack Lancer when Caster dies.",
    "Attack Lancer at the end of the Attacking Phase.",
    "Attack Lancer in the second round.",
    "Attack Lancer as though I had AGI C++.",
    "Wait until Caster acts, then attack Lancer.",
    "In the second round, if Rin is here, attack Caster.",
];

/// Words that deny or leave out, as they may stand before any word.
const BEFORE: &[&str] = &[
    "no",
    "nobody",
    "no one",
    "none",
    "none of",
    "not",
    "never",
    "neither",
    "nor",
    "except",
    "except for",
    "but",
    "but not",
    "other than",
    "unless",
    "without",
    "only",
    "at most",
    "at least",
    "no more than",
    "not more than",
    "anyone but",
    "all but",
    "everyone except",
    "anything but",
    "don't",
    "do not",
    "cannot",
    "instead of",
    "rather than",
    "nowhere",
    "nothing",
    "hardly",
    "barely",
    "up to",
    "fewer than",
    "less than",
    "not all",
    "not every",
    "no other",
];

/// What may stand in a word's place.
const INSTEAD: &[&str] = &[
    "no",
    "nobody",
    "no one",
    "none",
    "nothing",
    "nowhere",
    "neither",
    "never",
    "not",
    "no opponent",
    "no enemies",
    "nobody else",
    "neither Lancer nor Caster",
    "anyone but Caster",
    "no more than one opponent",
    "only one opponent",
];

/// What may stand behind any word.
const BEHIND: &[&str] = &[
    "except Caster",
    "but not Caster",
    "other than Caster",
    "without Caster",
    "not Caster",
    "unless Caster is dead",
    "never",
    "but nobody else",
    "and nobody else",
    "only",
    "alone",
    "at most",
    "at most once",
    "not",
    "except me",
    "and not Caster",
    "or nobody",
    "not more than once",
    "no more",
];

fn words(order: &str) -> Vec<&str> {
    order.trim_end_matches('.').split(' ').collect()
}

/// Every order with one word put in.
fn written(base: &str) -> Vec<(String, String)> {
    let (head, order) = base.strip_prefix("Rin: ").map_or(("Saber: ", base), |order| ("Rin: ", order));
    let words = words(order);
    let mut out = Vec::new();
    // Within quotes the words are not the order's.
    let quoted = |at: usize| words[..at].iter().map(|w| w.matches('"').count()).sum::<usize>() % 2 == 1;
    for at in 0..=words.len() {
        if quoted(at) {
            continue;
        }
        let (before, behind) = (words[..at].join(" "), words[at..].join(" "));
        let mut put = |word: &str, behind: &str| {
            let text = format!("{before} {word} {behind}");
            out.push((word.to_owned(), format!("{head}{}.", text.split_whitespace().collect::<Vec<_>>().join(" "))));
        };
        if at < words.len() {
            BEFORE.iter().for_each(|word| put(word, &behind));
            if !words[at].contains('"') {
                let rest = words[at + 1..].join(" ");
                INSTEAD.iter().for_each(|word| put(word, &rest));
            }
        }
        if at > 0 {
            BEHIND.iter().for_each(|word| put(word, &behind));
        }
    }
    out
}

/// What a plan says of an order, if it stands: without an error but for a kind that no Night carries out.
fn stands(text: &str, view: &View, names: &NameBook) -> Option<String> {
    let source = Source::new("red.txt", text);
    let parsed = parse(&source, names);
    if parsed.diagnostics.iter().any(Diagnostic::is_error) {
        return None;
    }
    let checked = check(&source, view);
    if checked.diagnostics.iter().any(|d| d.is_error() && d.code != codes::NOT_CARRIED_OUT) {
        return None;
    }
    Some(checked.plan.iter().chain(&checked.refused).map(order_text::order_sentence).collect::<Vec<_>>().join(" "))
}

/// Words of a plan that deny, leave out or bound.
const DENIALS: &[&str] = &[
    " not ",
    " except ",
    "nobody",
    " no ",
    "neither ",
    " nor ",
    " fails",
    "less than",
    "or less",
    "fewer",
    "or lower",
    "more than",
    "or more",
    "exactly",
    "earlier",
    "later",
    "up to",
];

fn denials(plan: &str) -> usize {
    let plan = plan.to_lowercase();
    DENIALS.iter().map(|word| plan.matches(word).count()).sum()
}

/// Whether a word says here what the order says without it.
fn is_said_already(word: &str, text: &str) -> bool {
    let text = text.to_lowercase();
    let follows = |next: &[&str]| next.iter().any(|next| text.contains(&format!("{word} {next}")));
    match word {
        // `only if` is `if`, `only when` is `when`; `only 2` is exactly 2, as `there are 2` is read.
        "only" => follows(&["if", "when", "2 opponents"]),
        // `but if`, `but when`: no exclusion, the order goes on.
        "but" => follows(&["if", "unless", "when", "at", "in", "as", "then"]),
        // `who is never in Spirit Form` in place of `not`.
        "never" | "not" => text.contains("who is never in") || text.contains("who is not in"),
        _ => false,
    }
}

#[test]
fn no_negation_is_lost_wherever_it_is_written() {
    let view = view();
    let names = name_book(&view);
    let mut failures = Vec::new();
    let mut stood = 0;
    let mut place = 0_usize;
    for base in BASES {
        let text = if base.starts_with("Rin: ") { (*base).to_owned() } else { format!("Saber: {base}") };
        let own = stands(&text, &view, &names).unwrap_or_else(|| panic!("{base} is refused"));
        for (word, text) in written(base) {
            place += 1;
            // A prime step: every word meets every kind of order somewhere.
            if !place.is_multiple_of(crate::cases(53, 17)) {
                continue;
            }
            let Some(plan) = stands(&text, &view, &names) else { continue };
            stood += 1;
            // Where nothing is ordered any more, it was a note.
            let said = plan.is_empty() || plan != own && (denials(&plan) > 0 || denials(&own) > 0);
            if !said && !is_said_already(&word, &text) {
                failures.push(format!("`{word}`: {text}\n    {plan}"));
            }
        }
    }
    assert!(stood > crate::cases(7, 20), "only {stood} of {place} stood");
    assert!(failures.is_empty(), "{} of {stood}\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn nobody_is_no_target_and_stay_is_offered() {
    for target in
        ["nobody", "no one", "none", "nobody else", "no opponent", "no enemies", "no enemy Servant", "no Master here"]
    {
        for order in
            ["Attack X.", "If Caster is here, attack X.", "Use Excalibur on Lancer and X.", "Give Magic Glasses to X."]
        {
            let text = format!("Saber: {}", order.replace('X', target));
            let found = checked(&text);
            assert_eq!(said(&found), ["E351 nobody is no target: an order names somebody (A255) [Stay.]"], "{text}");
            assert_eq!(marked(&found, &text), [target], "{text}");
            assert!(found.plan.is_empty());
        }
    }
    // Whom a deed in a condition is done to may be nobody, where that denies the whole; elsewhere it says nothing.
    let stands = [
        ("If Lancer attacks nobody, stay", "If Lancer does not attack anyone, stay."),
        ("If I detect no opponent, stay", "If I do not detect an opponent, stay."),
        ("If Rain Manipulation is active on nobody, stay", "If \"Rain Manipulation\" is not active on anyone, stay."),
        ("If Mist was used by nobody, stay", "If nobody uses \"Mist\", stay."),
        ("If neither Lancer nor Caster is here, stay", "If neither Lancer nor Caster is here, stay."),
        ("Unless two or more opponents are here, stay", "If not (2 or more opponents are here), stay."),
    ];
    for (order, plan_of) in stands {
        let found = checked(&format!("Saber: {order}."));
        assert_eq!(plan(&found), [format!("Saber: {plan_of}")], "{order}: {:?}", said(&found));
    }
    let refused = [
        ("Attack whoever attacks nobody", "E352"),
        ("If Lancer or nobody is here, stay", "E352"),
        ("If nobody's Master is here, stay", "E352"),
        ("If Lancer is in the same location as nobody, stay", "E352"),
        ("If nobody does not attack me, stay", "E353"),
        ("If no opponent fails, stay", "E353"),
        ("If no opponent was used, stay", "E353"),
        ("If at least two or more opponents are here, stay", "E105"),
        ("If I have at most 100 or more Health, stay", "E105"),
        ("Attack Lancer only unless Caster is here", "E105"),
        ("Visit the Church", "E105"),
        ("Attack Lancer as though Caster had AGI C", "E105"),
        ("Use Excalibur on Archer, pushing nobody else to Shinto", "E105"),
        ("Use Excalibur on Archer, pushing Caster to Shinto", "E105"),
    ];
    for (order, code) in refused {
        let found = checked(&format!("Saber: {order}."));
        assert_eq!(found.diagnostics.iter().map(|d| d.code).collect::<Vec<_>>(), [code], "{order}: {:?}", said(&found));
    }
}
