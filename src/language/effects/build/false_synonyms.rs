//! Rejects words that resemble something a tree can say but differ: a `spell` is not any skill, whoever `targets` need
//! not attack, whoever `leaves battle` need not flee. A full sentence is offered for each meaning.

use super::ambiguity::{add_rewrite_note, replace_part};
use super::lost_words::{canonical_if_lossless, effect_from_sentences};
use super::tenses::IsUnderstood;
use super::{Node, child, has_child, nonsense_error};
use crate::language::conditions;
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::Sentence;
use crate::language::effect_text::canonical;
use crate::language::parser::Rule;

/// A sentence, and a function that tells whether a changed sentence is understood.
#[derive(Clone, Copy)]
struct TrialText<'s, 'i> {
    sentence: &'s Node<'i>,
    is_understood: IsUnderstood<'s>,
}

impl TrialText<'_, '_> {
    /// The sentence with other words in place of one part, if it is understood.
    fn replace_if_understood(self, part: &Node<'_>, words: &str) -> Option<String> {
        replace_part(self.sentence, part, words).filter(|said| (self.is_understood)(said))
    }
}

/// A check of one part of a sentence.
type SynonymCheck = fn(TrialText<'_, '_>, &Node<'_>) -> Result<(), Vec<Diagnostic>>;

/// The checks by the rule of the part, in this order.
const CHECKS: [(Rule, SynonymCheck); 10] = [
    (Rule::k_skill, reject_spell),
    (Rule::attacks, reject_targets),
    (Rule::taunted, reject_targets),
    (Rule::up_to, reject_up_to),
    (Rule::v_flee, reject_leaves_battle),
    (Rule::about, reject_seen_by_nobody),
    (Rule::about, reject_reflexive),
    (Rule::about, reject_two_predicates),
    (Rule::if_clause, reject_wounded),
    (Rule::requirement_one, reject_wounded),
];

/// Rejects single words that would be taken for something else.
pub(super) fn check_words(sentence: &Node<'_>, is_understood: IsUnderstood<'_>) -> Result<(), Vec<Diagnostic>> {
    let text = TrialText { sentence, is_understood };
    for part in std::iter::once(sentence.clone()).chain(sentence.descendants(CHECKS.map(|(rule, _)| rule))) {
        for (rule, check) in CHECKS {
            if rule == part.as_rule() {
                check(text, &part)?;
            }
        }
    }
    Ok(())
}

/// Rejects `When the target uses a spell`: a spell is a skill that costs Mana (A046), and no deed tells those from
/// others. `This spell` is the skill itself.
fn reject_spell(text: TrialText<'_, '_>, word: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    // In a description of skills, a spell is a skill that costs Mana (A046).
    if is_in_skill_sort(text.sentence, word) {
        return Ok(());
    }
    let word_text = lowercase_text(word);
    let is_this_skill = word_before(text.sentence, word).is_some_and(|word| word == "this");
    let (why, is_spell) = match word_text.as_str() {
        _ if is_this_skill => return Ok(()),
        "spell" | "spells" => ("a spell is a skill that costs Mana (A046): what a skill costs is not asked here", true),
        "ability" | "abilities" => ("abilities are always on, and nobody uses them (R102)", false),
        _ => return Ok(()),
    };
    let is_plural = word_text.ends_with('s');
    let faults = nonsense_error(word, why);
    let magical = is_spell
        .then(|| text.replace_if_understood(word, if is_plural { "magical skills" } else { "magical skill" }))
        .flatten();
    let faults = add_rewrite_note(faults, "of magical ones", magical);
    Err(add_rewrite_note(
        faults,
        "of all skills",
        text.replace_if_understood(word, if is_plural { "skills" } else { "skill" }),
    ))
}

/// Whether a word for a spell stands where skills are described by sort: `The target cannot use spells`.
fn is_in_skill_sort(sentence: &Node<'_>, word: &Node<'_>) -> bool {
    let at = word.as_span();
    let is_around = |p: &Node<'_>| p.as_span().start <= at.start && at.end <= p.as_span().end;
    let mut sorts = sentence.descendants([Rule::skills_of]);
    lowercase_text(word).starts_with("spell") && sorts.any(|sort| is_around(&sort) && has_child(&sort, Rule::k_skill))
}

/// The word before another, in lower case.
fn word_before(sentence: &Node<'_>, word: &Node<'_>) -> Option<String> {
    let before = sentence.as_str().get(..word.as_span().start.checked_sub(sentence.as_span().start)?)?;
    before.split_whitespace().last().map(str::to_lowercase)
}

/// Rejects `When an ally targets the user`: whoever heals the user targets them too.
fn reject_targets(text: TrialText<'_, '_>, said: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let Some(word) = said.clone().into_inner().find(|p| p.as_rule() == Rule::v_attack) else { return Ok(()) };
    if lowercase_text(&word).starts_with("fight") || lowercase_text(&word) == "fought" {
        let attacks = match lowercase_text(&word).as_str() {
            "fights" => "attacks",
            "fighting" => "attacking",
            "fought" => "attacked",
            _ => "attack",
        };
        let why = "who is only attacked fights too: of attacks alone, or of battle (`is in battle`)?";
        return Err(add_rewrite_note(
            nonsense_error(&word, why),
            "of attacks",
            text.replace_if_understood(&word, attacks),
        ));
    }
    if !lowercase_text(&word).starts_with("target") {
        return Ok(());
    }
    // Whoever is called the attacker attacks, and so does whoever uses a physical attack.
    let is_attack = child(said, Rule::use_kind).is_some_and(|kind| has_child(&kind, Rule::k_attack));
    if is_attack || text.sentence.contains_any([Rule::the_attacker]) {
        return Ok(());
    }
    let attack = lowercase_text(&word).replacen("target", "attack", 1);
    let faults = nonsense_error(&word, "a skill that is no attack targets too, and only attacks are seen here (R100)");
    Err(add_rewrite_note(faults, "of attacks", text.replace_if_understood(&word, &attack)))
}

/// Rejects `When the user leaves battle`: the battle may also have ended.
fn reject_leaves_battle(text: TrialText<'_, '_>, word: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let word_text = lowercase_text(word);
    if !word_text.contains("battle") {
        return Ok(());
    }
    let flees = match word_text.split_whitespace().next() {
        Some("leaves") => "flees",
        Some("leave") => "flee",
        _ => "fled",
    };
    let why = "by flight, or as the battle ends? the end of a battle sets nothing off: ask `if … is not in battle`";
    Err(add_rewrite_note(nonsense_error(word, why), "by flight", text.replace_if_understood(word, flees)))
}

/// `If up to 2 opponents are here`: does that include none, and exclude three?
fn reject_up_to(text: TrialText<'_, '_>, who: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let faults =
        nonsense_error(who, "none of them as well, and no more? one of them would be enough to the tree: count them");
    let group = lowercase_text(who).replacen("up to", "at most", 1);
    Err(add_rewrite_note(faults, "no more than that", text.replace_if_understood(who, &group)))
}

/// Rejects `If the user is detected`: by whom?
fn reject_seen_by_nobody(text: TrialText<'_, '_>, about: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let mut inner = about.clone().into_inner();
    let (Some(subject), Some(said)) = (inner.next(), inner.last()) else { return Ok(()) };
    let Some(word) = said.descendants([Rule::seen]).find(|p| !has_child(p, Rule::k_by)) else { return Ok(()) };
    let seen_by = |whom: &str| text.replace_if_understood(&word, &format!("{} by {whom}", lowercase_text(&word)));
    let faults = add_rewrite_note(nonsense_error(&word, "by whom?"), "by opponents", seen_by("an opponent"));
    let is_user = lowercase_text(&subject) == "the user";
    Err(add_rewrite_note(faults, "by the user", if is_user { None } else { seen_by("the user") }))
}

/// Rejects `If an opponent attacks himself`: to the tree that is the user.
fn reject_reflexive(text: TrialText<'_, '_>, about: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let mut inner = about.clone().into_inner();
    let Some(subject) = inner.next().filter(|subject| lowercase_text(subject) != "the user") else { return Ok(()) };
    let mut within = inner.flatten().filter(|p| matches!(p.as_rule(), Rule::k_me));
    let Some(word) = within.find(|p| lowercase_text(p).ends_with("self")) else { return Ok(()) };
    let why =
        format!("`{}` cannot be asked of `{}`: whom is this done to?", lowercase_text(&word), subject.as_str().trim());
    Err(add_rewrite_note(nonsense_error(&word, &why), "to the user", text.replace_if_understood(&word, "the user")))
}

/// Rejects `If an opponent is in battle and attacked the user`: where the subject is found by search, the two are not
/// asked of one and the same character.
fn reject_two_predicates(text: TrialText<'_, '_>, about: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let mut inner = about.clone().into_inner();
    let (Some(subject), Some(said)) = (inner.next(), inner.last()) else { return Ok(()) };
    let is_found = subject.contains_any([Rule::some, Rule::every, Rule::up_to]);
    let mut within = std::iter::once(said.clone()).chain(said.into_inner().flatten());
    let Some(second) = within.find_map(|p| find_second_predicate(&p)).filter(|_| is_found) else { return Ok(()) };
    let why = "whether one and the same character is both cannot be asked: say it of one each, or describe them by one";
    let be = if second.as_rule() == Rule::verb_phrase { "" } else { "is " };
    let each = format!("{} {be}{}", subject.as_str().trim(), second.as_str().trim_end());
    Err(add_rewrite_note(nonsense_error(&second, why), "of one each", text.replace_if_understood(&second, &each)))
}

/// The second of the things said of one subject, joined by `and`.
fn find_second_predicate<'i>(said: &Node<'i>) -> Option<Node<'i>> {
    let inner = said.clone().into_inner();
    match said.as_rule() {
        Rule::said_all => inner.filter(|p| p.as_rule() == Rule::verb_phrase).nth(1),
        Rule::each_being => inner.filter(|p| !matches!(p.as_rule(), Rule::k_both | Rule::k_and_also)).last(),
        _ => None,
    }
}

/// `If the user is wounded`: damaged this Turn, or below full Health?
fn reject_wounded(text: TrialText<'_, '_>, asked: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let is_present = |phrase: &Node<'_>| {
        child(phrase, Rule::be).is_some_and(|be| {
            let word = lowercase_text(&be);
            !["was", "were", "has", "have", "had", "got", "gets", "get"].iter().any(|past| word.starts_with(past))
        })
    };
    let phrases = asked.descendants([Rule::verb_phrase]);
    let mut hurt = phrases.filter(is_present).filter_map(|phrase| Some((child(&phrase, Rule::damaged)?, phrase)));
    let Some((word, phrase)) = hurt.find(|(word, _)| conditions::says_hurt(word)) else { return Ok(()) };
    let is_denied = lowercase_text(&word).starts_with("un") != phrase.contains_any([Rule::k_not, Rule::k_be_not]);
    let is_plural = child(&phrase, Rule::be).is_some_and(|be| lowercase_text(&be).starts_with("are"));
    let (was, has) = if is_plural { ("were", "have") } else { ("was", "has") };
    let (event, state) = match is_denied {
        true => (format!("{was} not damaged"), format!("{has} full Health")),
        false => (format!("{was} damaged"), format!("{has} less than 100% of their maximum Health")),
    };
    let faults = nonsense_error(&word, "damaged this Turn, or below full Health?");
    let faults = add_rewrite_note(faults, "of this Turn", text.replace_if_understood(&phrase, &event));
    Err(add_rewrite_note(faults, "of now", text.replace_if_understood(&phrase, &state)))
}

/// `The target receives 5 additional Special damage`: an increase of damage that is already Special, or 5 more of it
/// besides?
pub(super) fn reject_additional(sentence: &Node<'_>, said: &[Sentence]) -> Result<(), Vec<Diagnostic>> {
    let is_additional = |more: &Node<'_>| {
        let has_number = child(more, Rule::quantity).is_some_and(|number| has_child(&number, Rule::written_number));
        has_number && has_child(more, Rule::k_additional)
    };
    let mut damage =
        sentence.descendants([Rule::damage_dealt, Rule::damage_taken]).filter(|p| has_child(p, Rule::damage_kinds));
    let Some(more) = damage.find_map(|p| child(&p, Rule::more_or_less).filter(is_additional)) else { return Ok(()) };
    let number = child(&more, Rule::quantity).map_or(String::new(), |number| number.as_str().trim().to_owned());
    let faults = nonsense_error(&more, "so much more of what is of that type already, or so much of it besides?");
    let faults =
        add_rewrite_note(faults, "besides", replace_part(sentence, &more, &number).and_then(canonical_if_lossless));
    Err(add_rewrite_note(
        faults,
        "of what is of that type",
        canonical_if_lossless(canonical(&effect_from_sentences(said))),
    ))
}

fn lowercase_text(pair: &Node<'_>) -> String {
    pair.as_str().trim().to_lowercase().replace('\u{2019}', "'")
}
