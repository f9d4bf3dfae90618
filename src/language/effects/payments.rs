//! A payment that one sentence offers and the next one counts: `The user may pay up to 40 additional Mana. The base
//! damage increases by 1 for every 2 additional Mana paid.` Both are read as the one sentence that says this.

use super::passages::split_sentences;

/// What the first sentence offers: up to so many points of a resource, beside the cost.
struct Offer<'t> {
    most: &'t str,
    resource: &'static str,
}

/// The entry with its offer and what is done for it as one sentence; `None` if it has no such two sentences.
pub(super) fn join_offer(text: &str) -> Option<String> {
    let sentences = split_sentences(text);
    let joined = sentences.windows(2).find_map(|pair| {
        let [(at, offer), (next, use_of_it)] = pair else { return None };
        let offered = offer.trim().trim_end_matches('.').to_lowercase();
        let said = use_of_it.trim().trim_end_matches('.');
        let whole = say_in_one(&parse_offer(&offered)?, said)?;
        Some((*at, next + use_of_it.len(), whole))
    });
    let (start, end, whole) = joined?;
    Some(format!("{}{whole}{}", text.get(..start)?, text.get(end..)?))
}

/// `The user may pay up to 40 additional Mana`, `Up to 50 Health may be sacrificed`.
fn parse_offer(said: &str) -> Option<Offer<'_>> {
    const PAYS: [&str; 10] = [
        "may pay ",
        "can pay ",
        "may spend ",
        "can spend ",
        "may sacrifice ",
        "can sacrifice ",
        "may give ",
        "can give ",
        "may give up ",
        "can give up ",
    ];
    const IS_PAID: [&str; 3] = [" may be sacrificed", " may be paid", " can be sacrificed"];
    let said = ["when using this skill, ", "when using this attack, "]
        .iter()
        .find_map(|head| said.strip_prefix(head))
        .unwrap_or(said);
    let said = [" when using this skill", " when using this attack", " when it is used", " upon use"]
        .iter()
        .find_map(|tail| said.strip_suffix(tail))
        .unwrap_or(said);
    let behind = ["the user ", "the caster "].iter().find_map(|who| said.strip_prefix(who));
    let amount = match behind {
        Some(behind) => PAYS.iter().find_map(|pays| behind.strip_prefix(pays)?.strip_prefix("up to "))?,
        None => IS_PAID.iter().find_map(|paid| said.strip_suffix(paid)?.strip_prefix("up to "))?,
    };
    let (most, what) = amount.split_once(' ')?;
    let what = ["of their ", "of the user's ", "additional ", "more ", "extra "]
        .iter()
        .find_map(|word| what.strip_prefix(word))
        .unwrap_or(what);
    let resource = match what {
        "mana" => "Mana",
        "health" => "Health",
        _ => return None,
    };
    most.parse::<u32>().ok().filter(|most| *most > 0)?;
    Some(Offer { most, resource })
}

/// The sentence that says what is done for a payment: damage, or what somebody restores.
fn say_in_one(offer: &Offer<'_>, said: &str) -> Option<String> {
    let Offer { most, resource } = offer;
    if let Some((by, step)) = parse_damage(&said.to_lowercase(), resource) {
        return Some(format!(
            "Damage inflicted increases by {by} for every {step} of up to {most} additional {resource} the user pays."
        ));
    }
    let (who, restored, part) = parse_restoration(said, resource)?;
    Some(format!("{who} restores {part} {restored} for every 1 of up to {most} additional {resource} the user pays."))
}

/// `The base damage of this skill increases by 1 for every 2 additional Mana paid`: the damage and the step.
fn parse_damage(said: &str, resource: &str) -> Option<(String, String)> {
    const HEADS: [&str; 5] = [
        "the base damage of this skill increases by ",
        "the base damage of this attack increases by ",
        "the base damage increases by ",
        "base damage increases by ",
        "damage inflicted increases by ",
    ];
    let rest = HEADS.iter().find_map(|head| said.strip_prefix(head))?;
    let (by, step) = rest.split_once(" for every ").or_else(|| rest.split_once(" for each "))?;
    let paid = format!(" {} paid", resource.to_lowercase());
    let step = step.strip_suffix(&paid)?;
    let step = ["additional", "more", "extra"].iter().find_map(|word| step.strip_suffix(word)).unwrap_or(step).trim();
    [by.trim_end_matches('%'), step]
        .iter()
        .all(|number| number.parse::<u32>().is_ok())
        .then(|| (by.to_owned(), step.to_owned()))
}

/// `Their contracted partner restores twice that amount`, `The user restores Mana equal to half the amount sacrificed`:
/// who restores, what, and how much for each point.
fn parse_restoration(said: &str, paid: &'static str) -> Option<(&'static str, &'static str, &'static str)> {
    const WHO: [(&str, &str); 5] = [
        ("the user restores ", "The user"),
        ("the caster restores ", "The user"),
        ("the target restores ", "The target"),
        ("their contracted partner restores ", "The user's contracted partner"),
        ("the user's contracted partner restores ", "The user's contracted partner"),
    ];
    let lower = said.to_lowercase();
    let (rest, who) = WHO.iter().find_map(|(words, who)| Some((lower.strip_prefix(words)?, *who)))?;
    let (restored, rest) = match rest.split_once(" equal to ") {
        Some(("mana", rest)) => ("Mana", rest),
        Some(("health", rest)) => ("Health", rest),
        Some(_) => return None,
        None => (paid, rest),
    };
    const AMOUNTS: [&str; 6] = [
        "that amount",
        "the amount",
        "the amount paid",
        "the amount sacrificed",
        "the amount given",
        "the same amount",
    ];
    let (part, rest) = [("half of ", "0.5"), ("half ", "0.5"), ("twice ", "2"), ("", "1")]
        .iter()
        .find_map(|(words, part)| Some((*part, rest.strip_prefix(words)?)))?;
    AMOUNTS.contains(&rest).then_some((who, restored, part))
}
