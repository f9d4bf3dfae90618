//! What a sentence adds to the one before it: `The caster gains half of the Mana lost this way.`
//!
//! The sentence before is changed, read back and read anew, so that it says all of it alone.

use super::parse_known;
use super::passages::PassageSentence;
use crate::language::condition::{Resource, Who};
use crate::language::effect::{Amount, Effect, Modifier, Operation, Sentence, Verb};
use crate::language::effect_text::canonical;
use crate::vocabulary::exact::Exact;

/// Where a second sentence begins that is joined to the first: `…, and the caster gains half of the Mana lost this way`,
/// `…, except for the caster`. What stands before it, and what it says of that.
pub(super) fn apart(text: &str) -> Option<(&str, String)> {
    let lower = text.to_lowercase();
    let trimmed = lower.trim_end().trim_end_matches('.');
    for (said, adds) in [
        (", except for the caster", "The user is not affected."),
        (", except the caster", "The user is not affected."),
        (", except for the user", "The user is not affected."),
        (", except the user", "The user is not affected."),
        (", except for the caster's team", "The user's team is not affected."),
        (", except for the user's team", "The user's team is not affected."),
    ] {
        if trimmed.ends_with(said) {
            return Some((text.get(..trimmed.len() - said.len())?, adds.to_owned()));
        }
    }
    for joint in [", and the ", " and the "] {
        for (at, _) in lower.match_indices(joint) {
            let begins = at + joint.len() - "the ".len();
            let (head, rest) = (text.get(..at)?, text.get(begins..)?);
            if gained(rest).is_some() || intercepted(rest).is_some() {
                return Some((head, rest.to_owned()));
            }
        }
    }
    None
}

/// The sentence before with what this one adds to it, or both; `None` where it adds nothing.
pub(super) fn continued(before: &PassageSentence, piece: &str) -> Option<Vec<PassageSentence>> {
    if let Some((share, what)) = gained(piece) {
        let mut effect = before.effect.clone();
        drained(&mut effect, share, what)?;
        return Some(vec![anew(&effect)?]);
    }
    let text = intercepted(piece)?;
    let (sentence, intercepts) = only(&before.effect)?;
    if !matches!(intercepts.modifier(), Some(Modifier::Intercepts { by: Who::User })) {
        return None;
    }
    let Effect::Sentence(mut more) = parse_known(&text).ok()?? else { return None };
    let (Operation::Standing(said), Operation::Standing(first)) = (&mut more.operation, intercepts) else {
        return None;
    };
    let fits = said.who == Who::User && said.attacks.intercepted && said.quota.is_none();
    if !fits || more.trigger.is_some() || more.duration.is_some() || more.until.is_some() || sentence.trigger.is_some()
    {
        return None;
    }
    said.quota = first.quota;
    (more.duration, more.until) = (sentence.duration, sentence.until.clone());
    let first = PassageSentence { text: before.text.clone(), effect: before.effect.clone() };
    Some(vec![first, anew(&Effect::Sentence(more))?])
}

/// `The cost of the negated skill is still paid`: what is so by the rules of what the sentence before says.
pub(super) fn says_a_rule_of(before: &PassageSentence, piece: &str) -> bool {
    let said = piece.trim().trim_end_matches('.').to_lowercase();
    let of_it: &[&str] = match only(&before.effect).and_then(|(_, operation)| operation.modifier()) {
        Some(Modifier::Negates) => &[
            "the cost of the negated skill is still paid",
            "the costs of the negated skill are still paid",
            "all costs of the negated skill are still paid",
            "the caster of that skill still pays its costs",
            "the user of that skill still pays its cost",
            "its cost is still paid",
        ],
        Some(Modifier::ActsAs(_)) => {
            &["no ap is gained from this effect", "no ap is gained from this", "this grants no ap"]
        }
        _ => &[],
    };
    of_it.contains(&said.as_str())
}

/// `This attack cannot be intercepted, but damage inflicted on Masters decreases by 50%`: two sentences, of which neither
/// says when, how long or on what condition, but the second what stands at its own head.
pub(super) fn halves(text: &str) -> impl Iterator<Item = (String, String)> + '_ {
    const ADVERBS: [&str; 16] = [
        " once ",
        " twice ",
        " if ",
        " while ",
        " unless ",
        " until ",
        " for ",
        " during ",
        " when ",
        " whenever ",
        " as long ",
        " so long ",
        " this turn",
        " next turn",
        " each turn",
        " at the ",
    ];
    let plain = |part: &str| {
        let said = format!(" {} ", part.to_lowercase())
            .replace(" even if their servant is present", "")
            .replace(" for low ", " of low ");
        !ADVERBS.iter().any(|word| said.contains(word))
    };
    let joints = [", but ", ", and ", " but ", " and ", ": "];
    joints.into_iter().flat_map(move |joint| {
        text.match_indices(joint).filter_map(move |(at, _)| {
            let (head, rest) = (text.get(..at)?, text.get(at + joint.len()..)?.trim());
            let (lead, first) = led(head);
            let own = ["if ", "while "].iter().any(|word| rest.starts_with(word));
            let behind = if own && lead.is_empty() { led(rest).1 } else { rest };
            let bare = !first.contains(", ");
            (bare && plain(first) && plain(behind)).then(|| (head.to_owned(), format!("{lead}{rest}")))
        })
    })
}

/// `The user removes Stun and Poison from themselves and gains immunity to both for 2 Turns`: what is removed at once, and
/// what holds for that time.
pub(super) fn removed_and_kept_off(text: &str) -> Option<(String, String)> {
    let (head, tail) =
        text.split_once(" and gains immunity to ").or_else(|| text.split_once(" and becomes immune to "))?;
    let rest = ["both ", "both", "them ", "them"].iter().find_map(|word| tail.strip_prefix(word))?;
    let (who, removed) = head.split_once(" removes ")?;
    let which = removed.strip_suffix(" from themselves")?;
    Some((head.to_owned(), format!("{who} is immune to {which} {}", rest.trim_start())))
}

/// `While the user is in this location, `: what stands at the head of a sentence, and what behind it.
fn led(text: &str) -> (&str, &str) {
    const HEADS: [&str; 4] = ["while ", "as long as ", "so long as ", "if "];
    let lower = text.trim_start().to_lowercase();
    let Some((at, _)) = text.match_indices(", ").next().filter(|_| HEADS.iter().any(|head| lower.starts_with(head)))
    else {
        return ("", text);
    };
    text.split_at_checked(at + 2).unwrap_or(("", text))
}

/// Whether two sentences hold side by side, as one said them: nothing is done at a moment of which both could be.
pub(super) fn hold_apart(first: &PassageSentence, second: &PassageSentence, led: bool) -> bool {
    let of = |one: &PassageSentence, clauses: bool| {
        one.effect.sentences().into_iter().all(|said| {
            let kind = match said.operation {
                Operation::Standing(_) => true,
                Operation::Clause(_) => clauses,
                Operation::Immediate(_) => !led && clauses,
            };
            kind && said.trigger.is_none() && said.duration.is_none() && said.until.is_none()
        })
    };
    let of_use = |one: &PassageSentence| {
        one.effect.sentences().iter().all(|said| matches!(said.operation, Operation::Clause(_)))
    };
    if led {
        of(first, false) && of(second, false)
    } else {
        (of(first, false) && of(second, false)) || (of_use(first) && of(second, true))
    }
}

/// An effect as its canonical words say it.
fn anew(effect: &Effect) -> Option<PassageSentence> {
    let text = canonical(effect);
    let read = parse_known(&text).ok()??;
    (read == *effect).then_some(PassageSentence { text, effect: read })
}

fn only(effect: &Effect) -> Option<(&Sentence, &Operation)> {
    if let Effect::Sentence(one) = effect { Some((one, &one.operation)) } else { None }
}

/// What is lost is drained by the user, who keeps a part of it.
fn drained(effect: &mut Effect, share: Exact, what: Option<Resource>) -> Option<()> {
    let sentences = match effect {
        Effect::Sentence(one) => std::slice::from_mut(one),
        Effect::Several(several) => several.as_mut_slice(),
        Effect::Gm(_) | Effect::Choice(_) => return None,
    };
    let mut losses = sentences.iter_mut().filter_map(|one| match &mut one.operation {
        Operation::Immediate(of) => match &of.verb {
            Verb::Lose { what: lost, amount: Amount::Number(amount) } if what.is_none_or(|what| what == *lost) => {
                let (lost, amount) = (*lost, *amount);
                Some((of, lost, amount))
            }
            _ => None,
        },
        Operation::Standing(_) | Operation::Clause(_) => None,
    });
    let (Some((of, lost, amount)), None) = (losses.next(), losses.next()) else { return None };
    of.verb = Verb::Drain { by: Who::User, what: lost, amount: Amount::Number(amount), share };
    Some(())
}

/// `The caster gains half of the Mana lost this way`: what part of which.
fn gained(piece: &str) -> Option<(Exact, Option<Resource>)> {
    let lower = piece.trim().trim_end_matches('.').to_lowercase();
    let rest = ["the caster ", "the user "].iter().find_map(|who| lower.strip_prefix(who))?;
    let rest = ["gains ", "restores ", "recovers ", "receives "].iter().find_map(|verb| rest.strip_prefix(verb))?;
    let (share, rest) = if let Some(rest) = rest.strip_prefix("half of ").or_else(|| rest.strip_prefix("half ")) {
        (Exact::percent(50), rest)
    } else if let Some((number, rest)) = rest.split_once("% of ") {
        let number: i64 = number.parse().ok().filter(|number| (1..=100).contains(number))?;
        (Exact::percent(number), rest)
    } else {
        (Exact::ONE, rest)
    };
    let rest =
        ["all of the ", "all the ", "all ", "the "].iter().find_map(|all| rest.strip_prefix(all)).unwrap_or(rest);
    let rest = rest.strip_prefix("total ").unwrap_or(rest);
    Some((
        share,
        match rest {
            "mana lost this way" | "mana lost" => Some(Resource::Mana),
            "health lost this way" | "health lost" => Some(Resource::Health),
            "amount lost" | "amount lost this way" => None,
            _ => return None,
        },
    ))
}

/// `Damage the user receives from attacks intercepted this way decreases by 25%`: in the words of the language.
fn intercepted(piece: &str) -> Option<String> {
    const THESE: [&str; 6] = [
        "attacks intercepted this way",
        "attacks they intercept this way",
        "those attacks",
        "these attacks",
        "that attack",
        "the intercepted attack",
    ];
    let words = THESE.iter().find(|words| piece.contains(**words))?;
    let rest = piece.trim().replacen(words, "intercepted attacks", 1);
    let rest = rest.replacen("the damage they receive", "damage the user receives", 1);
    let rest = rest.replacen("Damage received from", "Damage the user receives from", 1);
    Some(rest)
}
