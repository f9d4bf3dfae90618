//! Rejects words that say more than a tree can keep: `another` than somebody other than the user, `targeted` by
//! something that is no attack, `partners` of several, the first time of each of a group. Full sentences that say it
//! are offered.

use super::ambiguity::{PartCheck, add_rewrite_note, check_parts, replace_if_understood};
use super::{Node, child, has_child, nonsense_error};
use crate::language::condition::{Act, Comparison, Predicate, Side, Who};
use crate::language::conditions;
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{
    AttackFilter, Effect, Immediate, Modifier, Operation, Sentence, Standing, Trigger, Verb,
};
use crate::language::effect_text::canonical;
use crate::language::effects::parse;
use crate::language::parser::Rule;
use crate::vocabulary::text::capitalise;

/// The checks by the rule of the part.
const CHECKS: [(Rule, PartCheck); 9] = [
    (Rule::effect_one, reject_partners),
    (Rule::who_one, reject_partners),
    (Rule::attacked, reject_targeted),
    (Rule::by_attack, reject_targeted),
    (Rule::k_adverb, reject_words_for_past),
    (Rule::k_not, reject_words_for_past),
    (Rule::k_never, reject_words_for_past),
    (Rule::rank_bound, reject_bare_rank),
    (Rule::turn_long, reject_end_of_same_turn),
];

/// Rejects single words that would be lost, whatever the whole means.
pub(super) fn check_words(sentence: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    check_parts(sentence, &CHECKS)?;
    if sentence.descendants([Rule::k_an]).any(|word| lowercase_text(&word) == "another") {
        reject_another_thing(sentence)
    } else {
        Ok(())
    }
}

/// Rejects `If the target has ever been damaged`: conditions ask about this Turn.
fn reject_words_for_past(_: &Node<'_>, word: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let message = match lowercase_text(word).as_str() {
        "ever" => "only what happened this Turn is asked: leave out `ever`, or wait for it with `When …`",
        "never" => "only what happened this Turn is asked: write `not`",
        "just" => "how long ago? what happened this Turn is asked: leave out `just`",
        _ => return Ok(()),
    };
    Err(nonsense_error(word, message))
}

/// Rejects `the killer` where nobody is killed: an attacker is not yet a killer.
pub(super) fn reject_killer_without_death(sentence: &Node<'_>, sentences: &[Sentence]) -> Result<(), Vec<Diagnostic>> {
    let Some(word) = sentence.descendants([Rule::k_attacker]).find(|p| lowercase_text(p) == "killer") else {
        return Ok(());
    };
    let waits_for_death = |tree: &Sentence| {
        let deed = tree.trigger.as_ref().and_then(Trigger::deed);
        deed.is_some_and(|deed| matches!(deed.act, Act::Dies | Act::Kills(_)))
    };
    if sentences.iter().all(waits_for_death) {
        Ok(())
    } else {
        Err(nonsense_error(&word, "nobody is killed here: write `the attacker`"))
    }
}

/// `STR ranked EX`: with EX+ and EX-, which are ranked EX too (A013), or EX alone?
fn reject_bare_rank(sentence: &Node<'_>, bound: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let letter = bound.as_str().trim();
    if has_child(bound, Rule::lead_bound) || has_child(bound, Rule::tail_bound) || letter.ends_with(is_subrank) {
        return Ok(());
    }
    let message = format!("with {letter}+ and {letter}-, which are ranked {letter} too (A013), or {letter} alone?");
    let (low, high) = (format!("{letter}--- or higher"), format!("{letter}+++ or lower"));
    let stat = sentence
        .clone()
        .into_inner()
        .flatten()
        .find(|p| p.as_rule() == Rule::ranked && p.as_span().end == bound.as_span().end);
    let stat = stat.as_ref().and_then(|ranked| child(ranked, Rule::stat_word)).map_or("", |stat| stat.as_str().trim());
    let joined_bounds =
        |joint: &str| replace_if_understood(sentence, bound, &format!("{low} {joint} {stat} ranked {high}"));
    let before = sentence.as_str().get(..bound.as_span().start - sentence.as_span().start).unwrap_or_default();
    let is_plural = before.to_ascii_lowercase().rsplit(' ').skip(1).take(3).any(|word| word == "have");
    let including_subranks = match letter.to_ascii_uppercase().as_str() {
        "EX" => replace_if_understood(sentence, bound, &low),
        "E" => replace_if_understood(sentence, bound, &high),
        _ => joined_bounds(if is_plural { "and have" } else { "and has" }).or_else(|| joined_bounds("with")),
    };
    let faults = add_rewrite_note(nonsense_error(bound, &message), "of them all", including_subranks);
    Err(add_rewrite_note(
        faults,
        &format!("of {letter} alone"),
        replace_if_understood(sentence, bound, &format!("exactly {letter}")),
    ))
}

const fn is_subrank(letter: char) -> bool {
    matches!(letter, '+' | '-' | '\u{2212}' | '\u{2013}')
}

/// Rejects `At the end of the Turn, … until the end of the Turn`: what comes at the end of a Turn holds from the next
/// Turn on.
fn reject_end_of_same_turn(sentence: &Node<'_>, time: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let comes_at_end = |p: &Node<'_>| {
        let edge = child(p, Rule::turn_edge).is_some_and(|edge| has_child(&edge, Rule::k_end));
        let after = child(p, Rule::later_by).is_some_and(|by| has_child(&by, Rule::w_after));
        edge || after || (p.as_rule() == Rule::effect_later && has_child(p, Rule::k_end))
    };
    if !sentence.descendants([Rule::effect_trigger, Rule::effect_later, Rule::at_phase]).any(|p| comes_at_end(&p)) {
        return Ok(());
    }
    let faults = nonsense_error(time, "it comes as a Turn ends: for how many Turns behind that?");
    Err(add_rewrite_note(faults, "for the next", replace_if_understood(sentence, time, "for 1 Turn")))
}

/// `The user's next attack inflicts 20% more damage, and the target is Stunned`: now, or when that attack strikes?
pub(super) fn diagnose_clause_after_quota(
    sentence: &Node<'_>,
    second: &Node<'_>,
    first: &Standing,
    operations: &[Operation],
) -> Vec<Diagnostic> {
    let faults = nonsense_error(
        second,
        "when this: at once, or as that attack hits? make it a sentence of its own, with what it waits for",
    );
    let with_attack = match operations {
        [Operation::Immediate(Immediate { verb: Verb::Inflict(status), who: Who::Target })]
            if first.attacks == AttackFilter::ALL && matches!(first.modifier, Modifier::DamageDealt(_)) =>
        {
            let with_attack = Standing { modifier: Modifier::Inflicts(*status), ..first.clone() };
            canonical_if_lossless(canonical(&effect_from_sentences(&[Sentence {
                trigger: None,
                operation: Operation::Standing(with_attack),
                condition: None,
                duration: None,
                ending_deed: None,
                at_use: false,
            }])))
        }
        _ => None,
    };
    let faults = add_rewrite_note(faults, "with that attack", with_attack);
    let as_trigger = rewrite_as_attack_trigger(sentence, second);
    let faults = add_rewrite_note(faults, "with each attack, of an ability", as_trigger);
    let has_trigger = sentence.clone().into_inner().any(|p| p.as_rule() == Rule::effect_trigger);
    let second_alone = capitalise(text_from(sentence, second).trim());
    add_rewrite_note(faults, "at once", (!has_trigger).then_some(second_alone).and_then(canonical_if_lossless))
}

/// The text of a sentence from one of its parts on.
fn text_from<'i>(sentence: &Node<'i>, part: &Node<'i>) -> &'i str {
    sentence.as_str().get(part.as_span().start - sentence.as_span().start..).unwrap_or_default()
}

/// The sentence with `When the user attacks`: in an ability, the target is then whom the user attacks.
fn rewrite_as_attack_trigger(sentence: &Node<'_>, second: &Node<'_>) -> Option<String> {
    let rest = text_from(sentence, second);
    let is_about_user =
        sentence.as_str().to_lowercase().contains("user's ") && rest.to_lowercase().starts_with("the target");
    is_about_user.then(|| format!("When the user attacks, {}", rest.trim())).and_then(canonical_if_lossless)
}

/// `When the user uses another skill`: another than which? For something counted it means one more.
fn reject_another_thing(pair: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    const COUNTING_RULES: [Rule; 10] = [
        Rule::ap_next_turn,
        Rule::so_much,
        Rule::summon,
        Rule::payment,
        Rule::pays,
        Rule::step,
        Rule::signed_step,
        Rule::points_told,
        Rule::more_hits,
        Rule::adjacent_place,
    ];
    const PEOPLE_RULES: [Rule; 3] = [Rule::some, Rule::there_are, Rule::among];
    let parent_rule = pair.as_rule();
    for part in pair.clone().into_inner() {
        let is_another = part.as_rule() == Rule::k_an && lowercase_text(&part) == "another";
        if is_another
            && !COUNTING_RULES.contains(&parent_rule)
            && !(PEOPLE_RULES.contains(&parent_rule) && has_child(pair, Rule::group))
        {
            return Err(nonsense_error(&part, "another than which? write `a`, or name it"));
        }
        reject_another_thing(&part)?;
    }
    Ok(())
}

/// `The user's partners`: the Servants of one Master are partners too (A156), but the relation covers only the
/// contract.
fn reject_partners(sentence: &Node<'_>, person: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let Some(word) = person.descendants([Rule::k_partner]).find(|p| lowercase_text(p) == "partners") else {
        return Ok(());
    };
    let all = if person.as_rule() == Rule::effect_one { "all allies" } else { "an ally" };
    let faults = nonsense_error(person, "all of a team are partners (A156): the contracted one, or all of them?");
    let is_user = lowercase_text(person) == "the user's partners";
    let team = is_user.then(|| replace_if_understood(sentence, person, all)).flatten();
    let faults = add_rewrite_note(faults, "of all of them", team.and_then(canonical_if_lossless));
    Err(add_rewrite_note(
        faults,
        "of the contracted one",
        replace_if_understood(sentence, &word, "contracted partner").and_then(canonical_if_lossless),
    ))
}

/// Rejects `When the user is targeted by a skill`: triggers and conditions only know attacks (R100).
fn reject_targeted(sentence: &Node<'_>, phrase: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let Some(word) = child(phrase, Rule::k_attacked).filter(|word| lowercase_text(word).ends_with("targeted")) else {
        return Ok(());
    };
    // Whoever is called the attacker does attack.
    let names_attacker = sentence.contains_any([Rule::the_attacker]);
    let names_attack = child(phrase, Rule::use_kind)
        .is_some_and(|kind| has_child(&kind, Rule::damage_word) && has_child(&kind, Rule::k_attack));
    if names_attack || names_attacker {
        return Ok(());
    }
    let faults = nonsense_error(&word, "a skill that is no attack targets too, and only attacks are seen here (R100)");
    Err(add_rewrite_note(
        faults,
        "of attacks",
        replace_if_understood(sentence, &word, "attacked").and_then(canonical_if_lossless),
    ))
}

/// `Another`, `other`, `else` mean: than the user, unless somebody else was named before. Opponents and allies are
/// never the user, so `another opponent` is another than somebody else.
pub(super) fn reject_unclear_other(sentence: &Node<'_>, sentences: &[Sentence]) -> Result<(), Vec<Diagnostic>> {
    let Some((word, describes_side)) = find_unclear_other(sentence, sentences.iter().any(is_of_use)) else {
        return Ok(());
    };
    let canonical_text = canonical_if_lossless(canonical(&effect_from_sentences(sentences)));
    if describes_side {
        let faults = nonsense_error(&word, "other than whom? opponents and allies are never the user");
        let faults = add_rewrite_note(faults, "if it may be any of them", canonical_text);
        return Err(add_rewrite_note(
            faults,
            "if there must be two, the target among them",
            rewrite_as_count(sentences),
        ));
    }
    let faults = nonsense_error(&word, "other than whom? the user, or whoever is spoken of besides");
    Err(add_rewrite_note(faults, "if other than the user is meant", canonical_text))
}

/// `An opponent attacks another opponent`, as a requirement of a skill: the skill has a target too, so `another` is
/// unclear.
pub(super) fn reject_other_in_requirement(asked: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    match find_unclear_other(asked, true) {
        Some((word, _)) => Err(nonsense_error(&word, "other than whom? the user, or whoever is spoken of besides")),
        None => Ok(()),
    }
}

/// The first `another`, `other` or `else` that does not say than whom; and whether it describes opponents or allies.
fn find_unclear_other<'i>(sentence: &Node<'i>, of_use: bool) -> Option<(Node<'i>, bool)> {
    if !sentence.descendants([Rule::k_other, Rule::k_else, Rule::k_an]).any(|word| is_other(&word)) {
        return None;
    }
    let all: Vec<Node<'i>> = sentence.clone().into_inner().flatten().collect();
    let people: Vec<&Node<'i>> = all.iter().filter(|p| is_person(p)).collect();
    let is_target = |p: &&Node<'i>| matches!(p.as_rule(), Rule::the_target | Rule::every_target);
    all.iter().filter(|word| is_other(word)).find_map(|word| {
        let at = word.as_span();
        let encloses_word = |p: &&&Node<'i>| p.as_span().start <= at.start && at.end <= p.as_span().end;
        let person_start = people.iter().filter(encloses_word).map(|p| p.as_span().start).max().unwrap_or(at.start);
        let person_start = person_start.min(at.start);
        // Whoever it describes stands behind `another`.
        let group = all.iter().find(|p| p.as_rule() == Rule::group && p.as_span().end > at.start);
        let side = group.map(|group| conditions::build_group(group.clone(), 0).side);
        let describes_side = lowercase_text(word) != "else" && side.is_some_and(|side| side != Side::Anyone);
        // `Other opponents in the target's location`: than the target.
        if describes_side && group.is_some_and(|group| group.contains_any([Rule::at_target])) {
            return None;
        }
        // `When another ally is damaged`: nobody else was named.
        let is_trigger = |p: &Node<'_>| matches!(p.as_rule(), Rule::effect_trigger | Rule::when_behind);
        let opens_trigger =
            lowercase_text(word) == "another" && all.iter().any(|p| is_trigger(p) && encloses_word(&&p));
        let names_somebody_before =
            people.iter().any(|p| p.as_span().end <= person_start && lowercase_text(p) != "the user");
        let names_target =
            all.iter().filter(is_target).any(|p| p.as_span().end <= person_start || p.as_span().start >= at.end);
        let is_in_condition = of_use && all.iter().any(|p| p.as_rule() == Rule::if_clause && encloses_word(&&p));
        let is_counted = of_use && all.iter().any(|p| p.as_rule() == Rule::per_each && encloses_word(&&p));
        ((describes_side && !opens_trigger) || names_somebody_before || names_target || is_in_condition || is_counted)
            .then(|| (word.clone(), describes_side))
    })
}

/// Whether a pair names somebody.
fn is_person(pair: &Node<'_>) -> bool {
    matches!(pair.as_rule(), Rule::effect_one | Rule::who_one | Rule::group)
        && !["they", "them"].contains(&lowercase_text(pair).as_str())
}

/// Whether a word is `another`, `other` or `else`; `other than the user` says than whom.
fn is_other(pair: &Node<'_>) -> bool {
    match pair.as_rule() {
        Rule::k_other | Rule::k_else => true,
        Rule::k_an => lowercase_text(pair) == "another",
        _ => false,
    }
}

/// Whether a sentence concerns a use of its skill, which has a target even if the sentence names none.
const fn is_of_use(sentence: &Sentence) -> bool {
    matches!(sentence.operation, Operation::Clause(_))
}

/// Rewrites `If another opponent is here` as `if two or more are`, where the target is one of them.
fn rewrite_as_count(sentences: &[Sentence]) -> Option<String> {
    let mut sentences = sentences.to_vec();
    let mut changed = false;
    for sentence in &mut sentences {
        for statement in sentence.condition.iter_mut().flat_map(|condition| condition.statements_mut()) {
            if let Predicate::IsIn(Who::Any(group), location) = statement
                && group.side != Side::Anyone
            {
                *statement = Predicate::Count(Comparison::AtLeast, 2, group.clone(), location.take());
                changed = true;
            }
        }
    }
    canonical_if_lossless(canonical(&effect_from_sentences(&sentences))).filter(|_| changed)
}

/// `When an opponent attacks for the first time each Turn`: the first time of each opponent, or of all of them?
pub(super) fn reject_first_of_each(sentence: &Node<'_>, sentences: &[Sentence]) -> Result<(), Vec<Diagnostic>> {
    if !sentence.contains_any([Rule::first_time]) {
        return Ok(());
    }
    let names_group =
        |p: &Node<'_>| child(p, Rule::about).is_some_and(|about| about.contains_any([Rule::some, Rule::every]));
    let all = || sentence.clone().into_inner().flatten();
    let Some(first) = all().filter(names_group).find_map(|waited| child(&waited, Rule::first_time)) else {
        return Ok(());
    };
    let faults = nonsense_error(&first, "the first time of each of them, or of all of them together?");
    Err(add_rewrite_note(
        faults,
        "if one of all is enough",
        canonical_if_lossless(canonical(&effect_from_sentences(sentences))),
    ))
}

pub(super) fn effect_from_sentences(sentences: &[Sentence]) -> Effect {
    match sentences {
        [one] => Effect::Sentence(one.clone()),
        several => Effect::Several(several.to_vec()),
    }
}

/// The canonical text of a sentence, if it is understood; `None` as well if it has a word that would be lost in it.
pub(super) fn canonical_if_lossless(text: String) -> Option<String> {
    const LOST_WORDS: [&str; 6] = ["another", "other", "else", "for the first", "targeted", "partners"];
    let words = format!(" {} ", text.replace("other than", "").replace(['.', ',', ';', '\''], " "));
    if LOST_WORDS.iter().any(|word| words.contains(&format!(" {word} "))) {
        return None;
    }
    parse(&text).ok().map(|effect| canonical(&effect))
}

fn lowercase_text(pair: &Node<'_>) -> String {
    pair.as_str().trim().to_lowercase().replace('\u{2019}', "'")
}
