//! Sentences that add something to the one before them: `The caster gains half of the Mana lost this way.`
//!
//! The sentence before is changed, printed and read again, so that it says everything by itself.

use super::passages::PassageSentence;
use super::{corrections, kept_points, parse_known, time_limits};
use crate::language::condition::{Comparison, Resource, Who};
use crate::language::effect::{
    Amount, AttackFilter, Change, Duration, Effect, Modifier, Operation, Ranked, Sentence, SkillFilter, SkillSort,
    Standing, Verb,
};
use crate::language::effect_text::canonical;
use crate::vocabulary::exact::Exact;

/// Splits a text in which a second sentence is joined to the first: `…, and the caster gains half of the Mana lost this
/// way`, `…, except for the caster`. Returns the text of the first and the words of the second.
pub(super) fn split_joined_addition(text: &str) -> Option<(&str, String)> {
    let lower = text.to_lowercase();
    let trimmed = lower.trim_end().trim_end_matches('.');
    for except in [", except for ", ", except ", ", aside from ", ", apart from ", ", other than ", ", excluding "] {
        for (whom, adds) in [
            ("the caster", "The user is not affected."),
            ("the user", "The user is not affected."),
            ("the caster's team", "The user's team is not affected."),
            ("the user's team", "The user's team is not affected."),
            ("the caster and the caster's master", "The user and the user's Master are not affected."),
            ("the caster and their master", "The user and the user's Master are not affected."),
            ("the user and the user's master", "The user and the user's Master are not affected."),
            ("the user and their master", "The user and the user's Master are not affected."),
        ] {
            if let Some(head) = trimmed.strip_suffix(whom).and_then(|head| head.strip_suffix(except)) {
                return Some((text.get(..head.len())?, adds.to_owned()));
            }
        }
    }
    if let Some(split) = kept_points::split_kept(text) {
        return Some(split);
    }
    for joint in [", and the ", " and the "] {
        for (at, _) in lower.match_indices(joint) {
            let begins = at + joint.len() - "the ".len();
            let (head, rest) = (text.get(..at)?, text.get(begins..)?);
            if parse_gain_of_loss(rest).is_some() || name_intercepted_attacks(rest).is_some() {
                return Some((head, rest.to_owned()));
            }
        }
    }
    None
}

/// The sentence before with the addition of this one, or both sentences; `None` if this one adds nothing.
pub(super) fn merge_with_sentence_before(before: &PassageSentence, piece: &str) -> Option<Vec<PassageSentence>> {
    if let Some((share, what)) = parse_gain_of_loss(piece) {
        let mut effect = before.effect.clone();
        turn_loss_into_drain(&mut effect, share, what)?;
        return Some(vec![read_canonical(&effect)?]);
    }
    if let Some(more) = add_low_health_bonus(before, piece).or_else(|| add_health_requirement(before, piece)) {
        return Some(more);
    }
    if let Some(more) = apply_rank_exception(before, piece)
        .or_else(|| corrections::spare_special_damage(before, piece))
        .or_else(|| corrections::merge_otherwise(before, piece))
        .or_else(|| corrections::relocate_without_move_action(before, piece))
        .or_else(|| corrections::apply_exception(before, piece))
        .or_else(|| corrections::regenerate_meanwhile(before, piece))
        .or_else(|| kept_points::keep_least(before, piece))
        .or_else(|| time_limits::apply_time_limit(before, piece))
    {
        return Some(more);
    }
    let text = name_intercepted_attacks(piece)?;
    let (sentence, intercepts) = single_sentence(&before.effect)?;
    if !matches!(intercepts.modifier(), Some(Modifier::Intercepts { interceptor: Who::User })) {
        return None;
    }
    let Effect::Sentence(mut more) = parse_known(&text).ok()?? else { return None };
    let (Operation::Standing(standing), Operation::Standing(first)) = (&mut more.operation, intercepts) else {
        return None;
    };
    let fits = standing.who == Who::User && standing.attacks.is_intercepted && standing.quota.is_none();
    if !fits
        || more.trigger.is_some()
        || more.duration.is_some()
        || more.ending_deed.is_some()
        || sentence.trigger.is_some()
    {
        return None;
    }
    standing.quota = first.quota;
    (more.duration, more.ending_deed) = (sentence.duration, sentence.ending_deed.clone());
    let first = PassageSentence { text: before.text.clone(), effect: before.effect.clone() };
    Some(vec![first, read_canonical(&Effect::Sentence(more))?])
}

/// Each way to split a text in two: `This attack cannot be intercepted, but damage inflicted on Masters decreases by
/// 50%`. Neither half says when, how long or on what condition. A clause at the head of the text is put before the
/// second half too.
pub(super) fn split_in_halves(text: &str) -> impl Iterator<Item = (String, String)> + '_ {
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
    let has_no_adverb = |part: &str| {
        let padded = format!(" {} ", part.to_lowercase())
            .replace(" even if their servant is present", "")
            .replace(" for low ", " of low ");
        !ADVERBS.iter().any(|word| padded.contains(word))
    };
    let joints = [", but ", ", and ", " but ", " and ", ": "];
    joints.into_iter().flat_map(move |joint| {
        text.match_indices(joint).filter_map(move |(at, _)| {
            let (head, rest) = (text.get(..at)?, text.get(at + joint.len()..)?.trim());
            let (lead, first) = split_leading_clause(head);
            let has_own_clause = ["if ", "while "].iter().any(|word| rest.starts_with(word));
            let behind = if has_own_clause && lead.is_empty() { split_leading_clause(rest).1 } else { rest };
            let has_no_comma = !first.contains(", ");
            let has_own_time = |behind: &str| SAME_DURATION.iter().any(|words| behind.contains(words));
            (has_no_comma && (has_own_time(behind) || has_no_adverb(first) && has_no_adverb(behind)))
                .then(|| (head.to_owned(), format!("{lead}{rest}")))
        })
    })
}

/// Splits `The user removes Stun and Poison from themselves and gains immunity to both for 2 Turns` into the removal
/// and the immunity.
pub(super) fn split_removal_and_immunity(text: &str) -> Option<(String, String)> {
    let (head, tail) =
        text.split_once(" and gains immunity to ").or_else(|| text.split_once(" and becomes immune to "))?;
    let rest = ["both ", "both", "them ", "them"].iter().find_map(|word| tail.strip_prefix(word))?;
    let (who, removed) = head.split_once(" removes ")?;
    let which = removed.strip_suffix(" from themselves")?;
    Some((head.to_owned(), format!("{who} is immune to {which} {}", rest.trim_start())))
}

/// Splits a text behind its leading clause: `While the user is in this location, `. The first part is empty if it has
/// none.
fn split_leading_clause(text: &str) -> (&str, &str) {
    const HEADS: [&str; 4] = ["while ", "as long as ", "so long as ", "if "];
    let lower = text.trim_start().to_lowercase();
    let Some((at, _)) = text.match_indices(", ").next().filter(|_| HEADS.iter().any(|head| lower.starts_with(head)))
    else {
        return ("", text);
    };
    text.split_at_checked(at + 2).unwrap_or(("", text))
}

/// Whether two sentences mean the same separately as joined: nothing in them is done at a moment that both could share.
/// `has_shared_clause` is `true` if they share a leading clause.
pub(super) fn are_independent(first: &PassageSentence, second: &PassageSentence, has_shared_clause: bool) -> bool {
    let holds_always = |one: &PassageSentence, clauses: bool| {
        one.effect.sentences().into_iter().all(|said| {
            let kind = match said.operation {
                Operation::Standing(_) => true,
                Operation::Clause(_) => clauses,
                Operation::Immediate(_) => !has_shared_clause && clauses,
            };
            kind && said.trigger.is_none() && said.duration.is_none() && said.ending_deed.is_none()
        })
    };
    let is_about_use = |one: &PassageSentence| {
        one.effect.sentences().iter().all(|said| matches!(said.operation, Operation::Clause(_)))
    };
    if has_shared_clause {
        holds_always(first, false) && holds_always(second, false)
    } else {
        (holds_always(first, false) && holds_always(second, false))
            || (is_about_use(first) && holds_always(second, true))
    }
}

/// `Their damage instead increases by 25% in that state`, after a sentence that spares the user the penalty for low
/// Health.
fn add_low_health_bonus(before: &PassageSentence, piece: &str) -> Option<Vec<PassageSentence>> {
    let (_, Operation::Standing(Standing { who: Who::User, modifier: Modifier::NoLowHealthPenalty, .. })) =
        single_sentence(&before.effect)?
    else {
        return None;
    };
    let text = piece.trim().trim_end_matches('.').to_lowercase();
    let by = ["their damage instead increases by ", "the user's damage instead increases by "]
        .iter()
        .find_map(|head| text.strip_prefix(head)?.strip_suffix("% in that state"))?;
    let by: i64 = by.parse().ok().filter(|by| *by > 0)?;
    let more =
        format!("Damage the user inflicts increases by {by}% if the user has 1/3 or less of their maximum Health.");
    let first = PassageSentence { text: before.text.clone(), effect: before.effect.clone() };
    Some(vec![first, PassageSentence { effect: parse_known(&more).ok()??, text: more }])
}

/// `Cannot be used if the user would be reduced to 0 Health or less`, after a sentence by which the user loses Health.
fn add_health_requirement(before: &PassageSentence, piece: &str) -> Option<Vec<PassageSentence>> {
    const SAID: [&str; 4] = [
        "cannot be used if the user would be reduced to 0 health or less",
        "cannot be used if this would kill the user",
        "cannot be used if doing so would kill the user",
        "this skill cannot be used if the user would be reduced to 0 health or less",
    ];
    if !SAID.contains(&piece.trim().trim_end_matches('.').to_lowercase().as_str()) {
        return None;
    }
    let mut lost_amounts = before.effect.sentences().into_iter().filter_map(|one| match &one.operation {
        Operation::Immediate(immediate)
            if immediate.who == Who::User && one.trigger.is_none() && one.condition.is_none() =>
        {
            match &immediate.verb {
                Verb::Lose { resource: Resource::Health, amount: Amount::Number(amount), keeps: None } => Some(*amount),
                _ => None,
            }
        }
        Operation::Immediate(_) | Operation::Standing(_) | Operation::Clause(_) => None,
    });
    let (Some(amount), None) = (lost_amounts.next(), lost_amounts.next()) else { return None };
    let more = format!("This skill can only be used if the user has more than {amount} Health.");
    let first = PassageSentence { text: before.text.clone(), effect: before.effect.clone() };
    Some(vec![first, PassageSentence { effect: parse_known(&more).ok()??, text: more }])
}

/// Applies an exception by rank to a sentence about received damage. `This effect is negated if the attacking skill's
/// rank is A or higher` limits it to the other ranks. `If the attack's rank is C+ or lower, the user receives no damage
/// from it instead` and `Against skills ranked higher than B, the reduction is only 15%` add a sentence for those
/// ranks.
fn apply_rank_exception(before: &PassageSentence, piece: &str) -> Option<Vec<PassageSentence>> {
    let (sentence, Operation::Standing(standing)) = single_sentence(&before.effect)? else { return None };
    if sentence.trigger.is_some() || standing.quota.is_some() {
        return None;
    }
    let text = piece.trim().trim_end_matches('.').to_lowercase();
    let with_rank = |ranked: Ranked, modifier: Modifier| {
        let sort = standing.attacks.skill_filter.as_ref().map_or(SkillSort::Any, |with| with.sort.clone());
        let costing = standing.attacks.skill_filter.as_ref().and_then(|with| with.costing);
        let attacks = AttackFilter {
            skill_filter: Some(SkillFilter { sort, ranked: Some(ranked), costing }),
            ..standing.attacks.clone()
        };
        let operation = Operation::Standing(Standing { attacks, modifier, ..standing.clone() });
        read_canonical(&Effect::Sentence(Sentence { operation, ..sentence.clone() }))
    };
    let rank_before = standing.attacks.skill_filter.as_ref().and_then(|with| with.ranked);
    let Modifier::DamageTaken(change) = &standing.modifier else { return None };
    if let Some(rank) = [
        "this effect is negated if ",
        "this ability is negated if ",
        "this effect does not apply if ",
        "this does not apply if ",
        "this has no effect if ",
    ]
    .iter()
    .find_map(|head| parse_attack_rank(text.strip_prefix(head)?))
    .or_else(|| parse_spared_rank(&text))
    {
        return rank_before
            .is_none()
            .then(|| Some(vec![with_rank(opposite_rank(rank)?, standing.modifier.clone())?]))?;
    }
    if let Some((rank, rest)) = text.strip_prefix("if ").and_then(|rest| rest.split_once(", ")) {
        let rank = parse_attack_rank(rank)?;
        let nothing = ["the user receives no damage from it instead", "it inflicts no damage on the user instead"];
        let fits = rank_before.is_none() && change.is_less() && standing.who == Who::User && nothing.contains(&rest);
        let first = PassageSentence { text: before.text.clone(), effect: before.effect.clone() };
        return fits.then(|| Some(vec![first, with_rank(rank, Modifier::DamageAtMost(Exact::ZERO))?]))?;
    }
    let (rank, rest) = text.strip_prefix("against skills ranked ")?.split_once(", the reduction is only ")?;
    let rank = parse_rank(rank)?;
    let percent: i64 = rest.strip_suffix('%')?.parse().ok().filter(|percent| (1..100).contains(percent))?;
    let fits = rank_before.and_then(opposite_rank) == Some(rank) && change.is_less() && change.each.is_none();
    let less = Modifier::DamageTaken(Change::Percent(Exact::percent(-percent)).into());
    let first = PassageSentence { text: before.text.clone(), effect: before.effect.clone() };
    fits.then(|| Some(vec![first, with_rank(rank, less)?]))?
}

/// The rank in `the attacking skill's rank is A or higher`.
fn parse_attack_rank(said: &str) -> Option<Ranked> {
    const SUBJECTS: [&str; 6] = [
        "the attacking skill's rank is ",
        "the attack's rank is ",
        "the skill's rank is ",
        "the attacking skill is ranked ",
        "the attack is ranked ",
        "the skill is ranked ",
    ];
    SUBJECTS.iter().find_map(|head| parse_rank(said.strip_prefix(head)?))
}

/// The rank in `Does not affect attacks of rank A or higher`.
fn parse_spared_rank(said: &str) -> Option<Ranked> {
    const HEADS: [&str; 5] = [
        "does not affect attacks ",
        "this does not affect attacks ",
        "this effect does not affect attacks ",
        "does not apply to attacks ",
        "this does not apply to attacks ",
    ];
    let rest = HEADS.iter().find_map(|head| said.strip_prefix(head))?;
    ["of rank ", "ranked "].iter().find_map(|word| parse_rank(rest.strip_prefix(word)?))
}

/// Parses `A or higher`, as behind `ranked`.
fn parse_rank(said: &str) -> Option<Ranked> {
    let effect = parse_known(&format!("The user receives no damage from attacks ranked {said}.")).ok()??;
    let (_, Operation::Standing(standing)) = single_sentence(&effect)? else { return None };
    standing.attacks.skill_filter.as_ref()?.ranked
}

/// All other ranks; `None` for `exactly`.
const fn opposite_rank(Ranked(bound, rank): Ranked) -> Option<Ranked> {
    let other = match bound {
        Comparison::Below => Comparison::AtLeast,
        Comparison::AtMost => Comparison::Above,
        Comparison::AtLeast => Comparison::Below,
        Comparison::Above => Comparison::AtMost,
        Comparison::Exactly => return None,
    };
    Some(Ranked(other, rank))
}

/// Words for the duration of the sentence before.
const SAME_DURATION: [&str; 3] = ["for the same duration", "for the same number of Turns", "for the same time"];

/// Replaces `for the same duration` by the duration of the sentence before.
pub(super) fn copy_duration(before: &PassageSentence, piece: &str) -> Option<String> {
    let words = SAME_DURATION.iter().find(|words| piece.contains(**words))?;
    let durations: Vec<Option<Duration>> = before.effect.sentences().iter().map(|one| one.duration).collect();
    let long = match durations.first()? {
        Some(Duration::Turns(turns)) if durations.iter().all(|time| time == &durations[0]) => *turns,
        _ => return None,
    };
    Some(piece.replacen(words, &format!("for {long} Turn{}", if long == 1 { "" } else { "s" }), 1))
}

/// The effect with its canonical text; `None` if that text does not read as the same effect.
pub(super) fn read_canonical(effect: &Effect) -> Option<PassageSentence> {
    let text = canonical(effect);
    let parsed = parse_known(&text).ok()??;
    (parsed == *effect).then_some(PassageSentence { text, effect: parsed })
}

pub(super) fn single_sentence(effect: &Effect) -> Option<(&Sentence, &Operation)> {
    if let Effect::Sentence(one) = effect { Some((one, &one.operation)) } else { None }
}

/// Turns the only loss of an effect into a drain by the user, who restores a part of it.
fn turn_loss_into_drain(effect: &mut Effect, share: Exact, what: Option<Resource>) -> Option<()> {
    let sentences = effect.plain_sentences_mut()?;
    let mut losses = sentences.iter_mut().filter_map(|one| match &mut one.operation {
        Operation::Immediate(immediate) => match &immediate.verb {
            Verb::Lose { resource: lost, amount: Amount::Number(amount), keeps: None }
                if what.is_none_or(|what| what == *lost) =>
            {
                let (lost, amount) = (*lost, *amount);
                Some((immediate, lost, amount))
            }
            _ => None,
        },
        Operation::Standing(_) | Operation::Clause(_) => None,
    });
    let (Some((of, lost, amount)), None) = (losses.next(), losses.next()) else { return None };
    of.verb = Verb::Drain { drainer: Who::User, resource: lost, amount: Amount::Number(amount), share };
    Some(())
}

/// The part and the resource in `The caster gains half of the Mana lost this way`.
fn parse_gain_of_loss(piece: &str) -> Option<(Exact, Option<Resource>)> {
    let lower = piece.trim().trim_end_matches('.').to_lowercase();
    let rest = ["the caster ", "the user "].iter().find_map(|who| lower.strip_prefix(who))?;
    let rest = ["gains ", "restores ", "recovers ", "receives "].iter().find_map(|verb| rest.strip_prefix(verb))?;
    let (equal_in, rest) = [("mana equal to ", Resource::Mana), ("health equal to ", Resource::Health)]
        .into_iter()
        .find_map(|(words, what)| Some((Some(what), rest.strip_prefix(words)?)))
        .unwrap_or((None, rest));
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
            "amount lost" | "amount lost this way" if equal_in.is_some() => equal_in,
            "amount of mana lost" | "mana lost" if equal_in == Some(Resource::Mana) => equal_in,
            "amount of health lost" | "health lost" if equal_in == Some(Resource::Health) => equal_in,
            _ if equal_in.is_some() => return None,
            "mana lost this way" | "mana lost" | "same amount of mana" => Some(Resource::Mana),
            "health lost this way" | "health lost" | "same amount of health" => Some(Resource::Health),
            "amount lost" | "amount lost this way" | "same amount" => None,
            _ => return None,
        },
    ))
}

/// Rewrites `Damage the user receives from attacks intercepted this way decreases by 25%` in the words of the language.
fn name_intercepted_attacks(piece: &str) -> Option<String> {
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
