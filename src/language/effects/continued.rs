//! Sentences that add something to the one before them: `The caster gains half of the Mana lost this way.`
//!
//! The sentence before is changed, printed and read again, so that it says everything by itself.

use super::parse_known;
use super::passages::PassageSentence;
use crate::language::condition::{Comparison, Filter, Resource, Side, Who};
use crate::language::effect::{
    Amount, AttackFilter, Change, Clause, Counted, Duration, Effect, Forbidden, HitSpan, Immediate, Modifier,
    Operation, Ranked, RelocationKind, Sentence, Skills, Sort, Standing, Trigger, Verb,
};
use crate::language::effect_text::canonical;
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::phase::Phase;

/// Splits a text in which a second sentence is joined to the first: `…, and the caster gains half of the Mana lost this
/// way`, `…, except for the caster`. Returns the text of the first and the words of the second.
pub(super) fn apart(text: &str) -> Option<(&str, String)> {
    let lower = text.to_lowercase();
    let trimmed = lower.trim_end().trim_end_matches('.');
    for except in [", except for ", ", except ", ", aside from ", ", apart from ", ", other than ", ", excluding "] {
        for (whom, adds) in [
            ("the caster", "The user is not affected."),
            ("the user", "The user is not affected."),
            ("the caster's team", "The user's team is not affected."),
            ("the user's team", "The user's team is not affected."),
        ] {
            if let Some(head) = trimmed.strip_suffix(whom).and_then(|head| head.strip_suffix(except)) {
                return Some((text.get(..head.len())?, adds.to_owned()));
            }
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

/// The sentence before with the addition of this one, or both sentences; `None` if this one adds nothing.
pub(super) fn continued(before: &PassageSentence, piece: &str) -> Option<Vec<PassageSentence>> {
    if let Some((share, what)) = gained(piece) {
        let mut effect = before.effect.clone();
        drained(&mut effect, share, what)?;
        return Some(vec![anew(&effect)?]);
    }
    if let Some(more) = in_that_state(before, piece).or_else(|| not_to_death(before, piece)) {
        return Some(more);
    }
    if let Some(more) = by_rank(before, piece).or_else(|| not_if(before, piece)).or_else(|| in_time(before, piece)) {
        return Some(more);
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

/// Whether a sentence only says what the rules say anyway about the sentence before: `The cost of the negated skill is
/// still paid`.
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
        // Command Spells are no skills (R160).
        Some(Modifier::Forbids(Forbidden::Use(_))) => &[
            "command spells are not affected",
            "command spells are not affected by this",
            "this does not affect command spells",
        ],
        Some(Modifier::ActsAs(_)) => {
            &["no ap is gained from this effect", "no ap is gained from this", "this grants no ap"]
        }
        _ => &[],
    };
    of_it.contains(&said.as_str())
        || of_what_is_counted(before, &said)
        || of_a_use(before, &said)
        || of_other_kinds(before, &said)
        || of_everybody(before, &said)
}

/// Whether a sentence says `This bonus is lost when they leave battle` after one that counts within a battle.
fn of_what_is_counted(before: &PassageSentence, said: &str) -> bool {
    const GAINED: [&str; 6] = [
        "this bonus is lost",
        "the bonus is lost",
        "all subranks gained this way are lost",
        "these subranks are lost",
        "this is lost",
        "this resets",
    ];
    const THEN: [&str; 8] = [
        " when they leave battle",
        " when the battle ends",
        " when the user leaves battle",
        " at the end of the battle",
        " at the end of battle",
        " the moment the user is no longer in battle",
        " when the user is no longer in battle",
        " once the battle is over",
    ];
    let in_battle = matches!(
        only(&before.effect).and_then(|(_, operation)| operation.counted()),
        Some(
            Counted::TurnsOfBattle
                | Counted::HitsTaken { within: HitSpan::Battle, .. }
                | Counted::UsesOfThis(HitSpan::Battle)
        )
    );
    // Familiars are opponents and allies too.
    if said == "familiars count" || said == "familiars are counted too" {
        return match only(&before.effect).and_then(|(_, operation)| operation.counted()) {
            Some(Counted::Group(group) | Counted::GroupBeyondFirst(group)) => {
                group.filters.iter().all(|of| *of == Filter::Here)
            }
            _ => false,
        };
    }
    in_battle && GAINED.iter().any(|head| said.strip_prefix(head).is_some_and(|rest| THEN.contains(&rest)))
}

/// Whether a sentence says what applies to every such use: `The Mana is not refunded` after a use that fails, `Neither
/// of their Move Actions is consumed` after a relocation.
fn of_a_use(before: &PassageSentence, said: &str) -> bool {
    let of_it: &[&str] = match only(&before.effect).map(|(_, operation)| operation) {
        Some(Operation::Clause(Clause::Fails { refunded: None })) => &[
            "the mana is not refunded",
            "its mana is not refunded",
            "its mana cost is not refunded",
            "its cost is not refunded",
            "its costs are not refunded",
            "the costs are not refunded",
        ],
        Some(Operation::Immediate(Immediate {
            verb: Verb::ChangePlaces { .. } | Verb::Relocate { way: RelocationKind::Carried, .. },
            ..
        })) => &[
            "neither of their move actions is consumed",
            "this does not consume a move action",
            "this does not consume their move actions",
            "this does not consume the user's move action",
            "this consumes no move action",
            "this is not considered moving and does not consume the user's move action",
        ],
        // A skill on its user alone is ended by a Free Action (R367, R368).
        Some(Operation::Standing(Standing { who: Who::User, modifier: Modifier::Exchanged(..), .. })) => {
            &["switching back costs nothing"]
        }
        _ => &[],
    };
    of_it.contains(&said)
}

/// Whether a sentence says `The caster's own team is also affected` after one about all characters there.
fn of_everybody(before: &PassageSentence, said: &str) -> bool {
    const SAID: [&str; 3] =
        ["the caster's own team is also affected", "the user's team is also affected", "this includes the user's team"];
    let everybody = |one: &&Sentence| {
        let group = one.operation.who().and_then(Who::group);
        group.is_some_and(|group| group.side == Side::Anyone && group.filters.iter().all(|of| *of == Filter::Here))
    };
    SAID.contains(&said) && before.effect.sentences().iter().all(everybody)
}

/// Each way to split a text in two: `This attack cannot be intercepted, but damage inflicted on Masters decreases by
/// 50%`. Neither half says when, how long or on what condition. A clause at the head of the text is put before the
/// second half too.
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

/// Splits `The user removes Stun and Poison from themselves and gains immunity to both for 2 Turns` into the removal
/// and the immunity.
pub(super) fn removed_and_kept_off(text: &str) -> Option<(String, String)> {
    let (head, tail) =
        text.split_once(" and gains immunity to ").or_else(|| text.split_once(" and becomes immune to "))?;
    let rest = ["both ", "both", "them ", "them"].iter().find_map(|word| tail.strip_prefix(word))?;
    let (who, removed) = head.split_once(" removes ")?;
    let which = removed.strip_suffix(" from themselves")?;
    Some((head.to_owned(), format!("{who} is immune to {which} {}", rest.trim_start())))
}

/// Splits a text behind its leading clause: `While the user is in this location, `. The first part is empty if it has
/// none.
fn led(text: &str) -> (&str, &str) {
    const HEADS: [&str; 4] = ["while ", "as long as ", "so long as ", "if "];
    let lower = text.trim_start().to_lowercase();
    let Some((at, _)) = text.match_indices(", ").next().filter(|_| HEADS.iter().any(|head| lower.starts_with(head)))
    else {
        return ("", text);
    };
    text.split_at_checked(at + 2).unwrap_or(("", text))
}

/// Whether two sentences mean the same separately as joined: nothing in them is done at a moment that both could share.
/// `led` is `true` if they share a leading clause.
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

/// `Their damage instead increases by 25% in that state`, after a sentence that spares the user the penalty for low
/// Health.
fn in_that_state(before: &PassageSentence, piece: &str) -> Option<Vec<PassageSentence>> {
    let (_, Operation::Standing(Standing { who: Who::User, modifier: Modifier::NoLowHealthPenalty, .. })) =
        only(&before.effect)?
    else {
        return None;
    };
    let said = piece.trim().trim_end_matches('.').to_lowercase();
    let by = ["their damage instead increases by ", "the user's damage instead increases by "]
        .iter()
        .find_map(|head| said.strip_prefix(head)?.strip_suffix("% in that state"))?;
    let by: i64 = by.parse().ok().filter(|by| *by > 0)?;
    let more =
        format!("Damage the user inflicts increases by {by}% if the user has 1/3 or less of their maximum Health.");
    let first = PassageSentence { text: before.text.clone(), effect: before.effect.clone() };
    Some(vec![first, PassageSentence { effect: parse_known(&more).ok()??, text: more }])
}

/// `Cannot be used if the user would be reduced to 0 Health or less`, after a sentence by which the user loses Health.
fn not_to_death(before: &PassageSentence, piece: &str) -> Option<Vec<PassageSentence>> {
    const SAID: [&str; 4] = [
        "cannot be used if the user would be reduced to 0 health or less",
        "cannot be used if this would kill the user",
        "cannot be used if doing so would kill the user",
        "this skill cannot be used if the user would be reduced to 0 health or less",
    ];
    if !SAID.contains(&piece.trim().trim_end_matches('.').to_lowercase().as_str()) {
        return None;
    }
    let mut given = before.effect.sentences().into_iter().filter_map(|one| match &one.operation {
        Operation::Immediate(of) if of.who == Who::User && one.trigger.is_none() && one.condition.is_none() => {
            match &of.verb {
                Verb::Lose { what: Resource::Health, amount: Amount::Number(amount) } => Some(*amount),
                _ => None,
            }
        }
        Operation::Immediate(_) | Operation::Standing(_) | Operation::Clause(_) => None,
    });
    let (Some(amount), None) = (given.next(), given.next()) else { return None };
    let more = format!("This skill can only be used if the user has more than {amount} Health.");
    let first = PassageSentence { text: before.text.clone(), effect: before.effect.clone() };
    Some(vec![first, PassageSentence { effect: parse_known(&more).ok()??, text: more }])
}

/// Applies an exception by rank to a sentence about received damage. `This effect is negated if the attacking skill's
/// rank is A or higher` limits it to the other ranks. `If the attack's rank is C+ or lower, the user receives no damage
/// from it instead` and `Against skills ranked higher than B, the reduction is only 15%` add a sentence for those
/// ranks.
fn by_rank(before: &PassageSentence, piece: &str) -> Option<Vec<PassageSentence>> {
    let (sentence, Operation::Standing(standing)) = only(&before.effect)? else { return None };
    if sentence.trigger.is_some() || standing.quota.is_some() {
        return None;
    }
    let said = piece.trim().trim_end_matches('.').to_lowercase();
    let with = |ranked: Ranked, modifier: Modifier| {
        let sort = standing.attacks.with.as_ref().map_or(Sort::Any, |with| with.sort.clone());
        let costing = standing.attacks.with.as_ref().and_then(|with| with.costing);
        let attacks =
            AttackFilter { with: Some(Skills { sort, ranked: Some(ranked), costing }), ..standing.attacks.clone() };
        let operation = Operation::Standing(Standing { attacks, modifier, ..standing.clone() });
        anew(&Effect::Sentence(Sentence { operation, ..sentence.clone() }))
    };
    let told = standing.attacks.with.as_ref().and_then(|with| with.ranked);
    let Modifier::DamageTaken(change) = &standing.modifier else { return None };
    if let Some(rank) = [
        "this effect is negated if ",
        "this ability is negated if ",
        "this effect does not apply if ",
        "this does not apply if ",
        "this has no effect if ",
    ]
    .iter()
    .find_map(|head| of_its_rank(said.strip_prefix(head)?))
    {
        return told.is_none().then(|| Some(vec![with(opposite(rank)?, standing.modifier.clone())?]))?;
    }
    if let Some((rank, rest)) = said.strip_prefix("if ").and_then(|rest| rest.split_once(", ")) {
        let rank = of_its_rank(rank)?;
        let nothing = ["the user receives no damage from it instead", "it inflicts no damage on the user instead"];
        let fits = told.is_none() && change.is_less() && standing.who == Who::User && nothing.contains(&rest);
        let first = PassageSentence { text: before.text.clone(), effect: before.effect.clone() };
        return fits.then(|| Some(vec![first, with(rank, Modifier::DamageAtMost(Exact::ZERO))?]))?;
    }
    let (rank, rest) = said.strip_prefix("against skills ranked ")?.split_once(", the reduction is only ")?;
    let rank = rank_of(rank)?;
    let percent: i64 = rest.strip_suffix('%')?.parse().ok().filter(|percent| (1..100).contains(percent))?;
    let fits = told.and_then(opposite) == Some(rank) && change.is_less() && change.each.is_none();
    let less = Modifier::DamageTaken(Change::Percent(Exact::percent(-percent)).into());
    let first = PassageSentence { text: before.text.clone(), effect: before.effect.clone() };
    fits.then(|| Some(vec![first, with(rank, less)?]))?
}

/// The rank in `the attacking skill's rank is A or higher`.
fn of_its_rank(said: &str) -> Option<Ranked> {
    const OF_IT: [&str; 6] = [
        "the attacking skill's rank is ",
        "the attack's rank is ",
        "the skill's rank is ",
        "the attacking skill is ranked ",
        "the attack is ranked ",
        "the skill is ranked ",
    ];
    OF_IT.iter().find_map(|head| rank_of(said.strip_prefix(head)?))
}

/// Parses `A or higher`, as behind `ranked`.
fn rank_of(said: &str) -> Option<Ranked> {
    let effect = parse_known(&format!("The user receives no damage from attacks ranked {said}.")).ok()??;
    let (_, Operation::Standing(standing)) = only(&effect)? else { return None };
    standing.attacks.with.as_ref()?.ranked
}

/// All other ranks; `None` for `exactly`.
const fn opposite(Ranked(bound, rank): Ranked) -> Option<Ranked> {
    let other = match bound {
        Comparison::Below => Comparison::AtLeast,
        Comparison::AtMost => Comparison::Above,
        Comparison::AtLeast => Comparison::Below,
        Comparison::Above => Comparison::AtMost,
        Comparison::Exactly => return None,
    };
    Some(Ranked(other, rank))
}

/// `No Health is restored if the target is a familiar`: adds the exception to the sentence before.
fn not_if(before: &PassageSentence, piece: &str) -> Option<Vec<PassageSentence>> {
    let said = piece.trim().trim_end_matches('.');
    let (sentence, operation) = only(&before.effect)?;
    const NOTHING: [&str; 4] =
        ["Has no effect if ", "This has no effect if ", "This effect does not apply if ", "This does not apply if "];
    if let Some(state) = NOTHING.iter().find_map(|words| said.strip_prefix(words)) {
        return unless(sentence, state).filter(|_| !matches!(operation, Operation::Clause(_)));
    }
    let (what, state) = said.strip_prefix("No ")?.split_once(" is restored if ")?;
    let restored = match operation.verb()? {
        Verb::Restore { what: Resource::Health, .. } => "Health",
        Verb::Restore { what: Resource::Mana, .. } => "Mana",
        _ => return None,
    };
    unless(sentence, state).filter(|_| restored == what)
}

/// The sentence with `unless STATE`; `None` if it has a condition or a trigger already.
fn unless(sentence: &Sentence, state: &str) -> Option<Vec<PassageSentence>> {
    if sentence.condition.is_some() || sentence.trigger.is_some() {
        return None;
    }
    let asked = parse_known(&format!("The user restores 5 Health unless {state}.")).ok()??;
    let condition = only(&asked)?.0.condition.clone();
    Some(vec![anew(&Effect::Sentence(Sentence { condition, ..sentence.clone() }))?])
}

/// `If that attack is not made by the end of the next Turn, this effect disappears`: gives the sentence before this
/// duration.
fn in_time(before: &PassageSentence, piece: &str) -> Option<Vec<PassageSentence>> {
    let said = piece.trim().trim_end_matches('.').to_lowercase();
    let turns = match said.as_str() {
        "if that attack is not made by the end of the next turn, this effect disappears"
        | "if that attack is not made by the end of the next turn, this effect ends" => 2,
        "if that attack is not made by the end of the turn, this effect disappears"
        | "if that attack is not made by the end of this turn, this effect disappears" => 1,
        _ => 0,
    };
    let (sentence, Operation::Standing(standing)) = only(&before.effect)? else { return None };
    let (fits, turns) =
        if turns > 0 { (standing.next() == Some(1), turns) } else { (sentence.trigger.is_none(), ends_after(&said)?) };
    let fits = fits && sentence.duration.is_none() && sentence.until.is_none();
    let duration = Some(if turns == 1 { Duration::ThisTurn } else { Duration::Turns(turns) });
    fits.then(|| Some(vec![anew(&Effect::Sentence(Sentence { duration, ..sentence.clone() }))?]))?
}

/// The number of Turns in `Disappears at the end of the next Turn`, `This effect ends after 3 Turns`.
fn ends_after(said: &str) -> Option<u32> {
    const OF_IT: [&str; 8] =
        ["", "it ", "this ", "this effect ", "the effect ", "the barrier ", "the shield ", "this barrier "];
    const ENDS: [&str; 5] = ["disappears ", "vanishes ", "ends ", "fades ", "wears off "];
    let time = OF_IT.iter().find_map(|of| {
        let ends = said.strip_prefix(of)?;
        ENDS.iter().find_map(|ends_so| ends.strip_prefix(ends_so))
    })?;
    let asked = parse_known(&format!("The user restores 5 Health {time}.")).ok()??;
    match only(&asked)?.0.trigger {
        Some(Trigger::Once(later, Phase::TurnEnd)) => Some(later + 1),
        _ => None,
    }
}

/// Whether a sentence says `This effect does not apply to long-ranged attacks` after one about ranged attacks only.
fn of_other_kinds(before: &PassageSentence, said: &str) -> bool {
    let Some((_, Operation::Standing(standing))) = only(&before.effect) else { return false };
    let kinds = match &standing.attacks {
        AttackFilter { with: Some(Skills { sort: Sort::Inflicting(kinds), .. }), .. } => kinds,
        AttackFilter { kinds, .. } => kinds,
    };
    let named = said
        .strip_prefix("this effect does not apply to ")
        .or_else(|| said.strip_prefix("this does not apply to "))
        .and_then(|rest| rest.strip_suffix(" attacks").or_else(|| rest.strip_suffix(" damage")));
    let spared = named.and_then(|word| match word {
        "physical" => Some(DamageType::Physical),
        "ranged" => Some(DamageType::Ranged),
        "long-ranged" => Some(DamageType::LongRanged),
        "magical" => Some(DamageType::Magical),
        "special" => Some(DamageType::Special),
        _ => None,
    });
    spared.is_some_and(|spared| !kinds.is_empty() && !kinds.iter().any(|kind| spared.matches_filter(*kind)))
}

/// Replaces `for the same duration` by the duration of the sentence before.
pub(super) fn as_long(before: &PassageSentence, piece: &str) -> Option<String> {
    const SAME: [&str; 3] = ["for the same duration", "for the same number of Turns", "for the same time"];
    let words = SAME.iter().find(|words| piece.contains(**words))?;
    let times: Vec<Option<Duration>> = before.effect.sentences().iter().map(|one| one.duration).collect();
    let long = match times.first()? {
        Some(Duration::Turns(turns)) if times.iter().all(|time| time == &times[0]) => *turns,
        _ => return None,
    };
    Some(piece.replacen(words, &format!("for {long} Turn{}", if long == 1 { "" } else { "s" }), 1))
}

/// The effect with its canonical text; `None` if that text does not read as the same effect.
fn anew(effect: &Effect) -> Option<PassageSentence> {
    let text = canonical(effect);
    let read = parse_known(&text).ok()??;
    (read == *effect).then_some(PassageSentence { text, effect: read })
}

fn only(effect: &Effect) -> Option<(&Sentence, &Operation)> {
    if let Effect::Sentence(one) = effect { Some((one, &one.operation)) } else { None }
}

/// Turns the only loss of an effect into a drain by the user, who restores a part of it.
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

/// The part and the resource in `The caster gains half of the Mana lost this way`.
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

/// Rewrites `Damage the user receives from attacks intercepted this way decreases by 25%` in the words of the language.
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
