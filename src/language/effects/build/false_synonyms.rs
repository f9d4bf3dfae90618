//! Words that come near what a tree can say but differ: a `spell` is not any skill, whoever `targets` need not attack,
//! whoever `leaves battle` need not flee. They are refused, with full sentences for each meaning.

use super::ambiguity::{sentence_with_replaced, with_note};
use super::lost_words::{effect_of, read_back};
use super::tenses::Reads;
use super::{Node, child, has, nonsense};
use crate::language::conditions;
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::Sentence;
use crate::language::effect_text::canonical;
use crate::language::parser::Rule;

/// A sentence, and a function that tells whether a changed sentence is understood.
#[derive(Clone, Copy)]
struct TrialText<'s, 'i> {
    sentence: &'s Node<'i>,
    reads: Reads<'s>,
}

impl TrialText<'_, '_> {
    /// The sentence with other words in place of one part, if it is understood.
    fn with(self, part: &Node<'_>, words: &str) -> Option<String> {
        sentence_with_replaced(self.sentence, part, words).filter(|said| (self.reads)(said))
    }
}

/// A check of one part of a sentence.
type PartCheck = fn(TrialText<'_, '_>, &Node<'_>) -> Result<(), Vec<Diagnostic>>;

/// The checks by the rule of the part, in this order.
const CHECKS: [(Rule, PartCheck); 10] = [
    (Rule::k_skill, spell),
    (Rule::attacks, targets),
    (Rule::taunted, targets),
    (Rule::up_to, up_to),
    (Rule::v_flee, leaves_battle),
    (Rule::about, seen),
    (Rule::about, reflexive),
    (Rule::about, same_one),
    (Rule::if_clause, wounded),
    (Rule::requirement_one, wounded),
];

/// Rejects single words that would be taken for something else.
pub(super) fn words(sentence: &Node<'_>, reads: Reads<'_>) -> Result<(), Vec<Diagnostic>> {
    let text = TrialText { sentence, reads };
    for part in std::iter::once(sentence.clone()).chain(sentence.within(CHECKS.map(|(rule, _)| rule))) {
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
fn spell(text: TrialText<'_, '_>, word: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    // Where skills are described by sort, a spell is one that costs Mana (A046).
    if is_of_sort(text.sentence, word) {
        return Ok(());
    }
    let said = lower(word);
    let own = before(text.sentence, word).is_some_and(|word| word == "this");
    let (why, spell) = match said.as_str() {
        _ if own => return Ok(()),
        "spell" | "spells" => ("a spell is a skill that costs Mana (A046): what a skill costs is not asked here", true),
        "ability" | "abilities" => ("abilities are always on, and nobody uses them (R102)", false),
        _ => return Ok(()),
    };
    let plural = said.ends_with('s');
    let faults = nonsense(word, why);
    let magical = spell.then(|| text.with(word, if plural { "magical skills" } else { "magical skill" })).flatten();
    let faults = with_note(faults, "of magical ones", magical);
    Err(with_note(faults, "of all skills", text.with(word, if plural { "skills" } else { "skill" })))
}

/// Whether a word for a spell stands where skills are described by sort: `The target cannot use spells`.
fn is_of_sort(sentence: &Node<'_>, word: &Node<'_>) -> bool {
    let at = word.as_span();
    let around = |p: &Node<'_>| p.as_span().start <= at.start && at.end <= p.as_span().end;
    let mut sorts = sentence.within([Rule::skills_of]);
    lower(word).starts_with("spell") && sorts.any(|sort| around(&sort) && has(&sort, Rule::k_skill))
}

/// The word before another, in lower case.
fn before(sentence: &Node<'_>, word: &Node<'_>) -> Option<String> {
    let before = sentence.as_str().get(..word.as_span().start.checked_sub(sentence.as_span().start)?)?;
    before.split_whitespace().last().map(str::to_lowercase)
}

/// Rejects `When an ally targets the user`: whoever heals the user targets them too.
fn targets(text: TrialText<'_, '_>, said: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let Some(word) = said.clone().into_inner().find(|p| p.as_rule() == Rule::v_attack) else { return Ok(()) };
    if lower(&word).starts_with("fight") || lower(&word) == "fought" {
        let attacks = match lower(&word).as_str() {
            "fights" => "attacks",
            "fighting" => "attacking",
            "fought" => "attacked",
            _ => "attack",
        };
        let why = "who is only attacked fights too: of attacks alone, or of battle (`is in battle`)?";
        return Err(with_note(nonsense(&word, why), "of attacks", text.with(&word, attacks)));
    }
    if !lower(&word).starts_with("target") {
        return Ok(());
    }
    // Whoever is called the attacker attacks, and so does whoever uses a physical attack.
    let of_attack = child(said, Rule::use_kind).is_some_and(|kind| has(&kind, Rule::k_attack));
    if of_attack || text.sentence.holds([Rule::the_attacker]) {
        return Ok(());
    }
    let attack = lower(&word).replacen("target", "attack", 1);
    let faults = nonsense(&word, "a skill that is no attack targets too, and only attacks are seen here (R100)");
    Err(with_note(faults, "of attacks", text.with(&word, &attack)))
}

/// Rejects `When the user leaves battle`: the battle may also have ended.
fn leaves_battle(text: TrialText<'_, '_>, word: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let said = lower(word);
    if !said.contains("battle") {
        return Ok(());
    }
    let flees = match said.split_whitespace().next() {
        Some("leaves") => "flees",
        Some("leave") => "flee",
        _ => "fled",
    };
    let why = "by flight, or as the battle ends? the end of a battle sets nothing off: ask `if … is not in battle`";
    Err(with_note(nonsense(word, why), "by flight", text.with(word, flees)))
}

/// `If up to 2 opponents are here`: does that include none, and exclude three?
fn up_to(text: TrialText<'_, '_>, who: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let faults =
        nonsense(who, "none of them as well, and no more? one of them would be enough to the tree: count them");
    let group = lower(who).replacen("up to", "at most", 1);
    Err(with_note(faults, "no more than that", text.with(who, &group)))
}

/// Rejects `If the user is detected`: by whom?
fn seen(text: TrialText<'_, '_>, about: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let mut inner = about.clone().into_inner();
    let (Some(subject), Some(said)) = (inner.next(), inner.last()) else { return Ok(()) };
    let Some(word) = said.within([Rule::seen]).find(|p| !has(p, Rule::k_by)) else { return Ok(()) };
    let by = |whom: &str| text.with(&word, &format!("{} by {whom}", lower(&word)));
    let faults = with_note(nonsense(&word, "by whom?"), "by opponents", by("an opponent"));
    let user = lower(&subject) == "the user";
    Err(with_note(faults, "by the user", if user { None } else { by("the user") }))
}

/// Rejects `If an opponent attacks himself`: to the tree that is the user.
fn reflexive(text: TrialText<'_, '_>, about: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let mut inner = about.clone().into_inner();
    let Some(subject) = inner.next().filter(|subject| lower(subject) != "the user") else { return Ok(()) };
    let mut within = inner.flatten().filter(|p| matches!(p.as_rule(), Rule::k_me));
    let Some(word) = within.find(|p| lower(p).ends_with("self")) else { return Ok(()) };
    let why = format!("`{}` cannot be asked of `{}`: whom is this done to?", lower(&word), subject.as_str().trim());
    Err(with_note(nonsense(&word, &why), "to the user", text.with(&word, "the user")))
}

/// Rejects `If an opponent is in battle and attacked the user`: where the subject is found by search, the two are not
/// asked of one and the same character.
fn same_one(text: TrialText<'_, '_>, about: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let mut inner = about.clone().into_inner();
    let (Some(subject), Some(said)) = (inner.next(), inner.last()) else { return Ok(()) };
    let is_found = subject.holds([Rule::some, Rule::every, Rule::up_to]);
    let mut within = std::iter::once(said.clone()).chain(said.into_inner().flatten());
    let Some(second) = within.find_map(|p| second_thing(&p)).filter(|_| is_found) else { return Ok(()) };
    let why = "whether one and the same character is both cannot be asked: say it of one each, or describe them by one";
    let be = if second.as_rule() == Rule::verb_phrase { "" } else { "is " };
    let each = format!("{} {be}{}", subject.as_str().trim(), second.as_str().trim_end());
    Err(with_note(nonsense(&second, why), "of one each", text.with(&second, &each)))
}

/// The second of the things said of one subject, joined by `and`.
fn second_thing<'i>(said: &Node<'i>) -> Option<Node<'i>> {
    let inner = said.clone().into_inner();
    match said.as_rule() {
        Rule::said_all => inner.filter(|p| p.as_rule() == Rule::verb_phrase).nth(1),
        Rule::each_being => inner.filter(|p| !matches!(p.as_rule(), Rule::k_both | Rule::k_and_also)).last(),
        _ => None,
    }
}

/// `If the user is wounded`: damaged this Turn, or below full Health?
fn wounded(text: TrialText<'_, '_>, asked: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let now = |phrase: &Node<'_>| {
        child(phrase, Rule::be).is_some_and(|be| {
            let word = lower(&be);
            !["was", "were", "has", "have", "had", "got", "gets", "get"].iter().any(|past| word.starts_with(past))
        })
    };
    let phrases = asked.within([Rule::verb_phrase]);
    let mut hurt = phrases.filter(now).filter_map(|phrase| Some((child(&phrase, Rule::damaged)?, phrase)));
    let Some((word, phrase)) = hurt.find(|(word, _)| conditions::says_hurt(word)) else { return Ok(()) };
    let denied = lower(&word).starts_with("un") != phrase.holds([Rule::k_not, Rule::k_be_not]);
    let several = child(&phrase, Rule::be).is_some_and(|be| lower(&be).starts_with("are"));
    let (was, has) = if several { ("were", "have") } else { ("was", "has") };
    let (event, state) = match denied {
        true => (format!("{was} not damaged"), format!("{has} full Health")),
        false => (format!("{was} damaged"), format!("{has} less than 100% of their maximum Health")),
    };
    let faults = nonsense(&word, "damaged this Turn, or below full Health?");
    let faults = with_note(faults, "of this Turn", text.with(&phrase, &event));
    Err(with_note(faults, "of now", text.with(&phrase, &state)))
}

/// `The target receives 5 additional Special damage`: an increase of damage that is already Special, or 5 more of it
/// besides?
pub(super) fn additional(sentence: &Node<'_>, said: &[Sentence]) -> Result<(), Vec<Diagnostic>> {
    let more = |more: &Node<'_>| {
        let number = child(more, Rule::quantity).is_some_and(|number| has(&number, Rule::written_number));
        number && has(more, Rule::k_additional)
    };
    let mut damage = sentence.within([Rule::damage_dealt, Rule::damage_taken]).filter(|p| has(p, Rule::damage_kinds));
    let Some(more) = damage.find_map(|p| child(&p, Rule::more_or_less).filter(more)) else { return Ok(()) };
    let number = child(&more, Rule::quantity).map_or(String::new(), |number| number.as_str().trim().to_owned());
    let faults = nonsense(&more, "so much more of what is of that type already, or so much of it besides?");
    let faults = with_note(faults, "besides", sentence_with_replaced(sentence, &more, &number).and_then(read_back));
    Err(with_note(faults, "of what is of that type", read_back(canonical(&effect_of(said)))))
}

fn lower(pair: &Node<'_>) -> String {
    pair.as_str().trim().to_lowercase().replace('\u{2019}', "'")
}
