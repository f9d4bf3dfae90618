//! Words of an order that are ambiguous although its tree is not. Most functions find the first of their kind.

use super::Checker;
use super::leaning_orders::aims_at_others;
use super::phrases::{has_any_word, is_one_of, outside_quotes};
use crate::language::codes;
use crate::language::condition::Written;
use crate::language::order::{Action, ActionKind, Branch, Order, Times};

impl Checker<'_> {
    /// `Attack Lancer > Archer.`: rejects the sign between two who are struck, which may say whom first, or whom
    /// rather. Returns whether it was rejected.
    pub(super) fn reject_preference_sign(&mut self, order: &Order<Written>, words: &str) -> bool {
        const SIGNS: [char; 2] = ['>', '\u{2192}'];
        if !SIGNS.iter().any(|sign| words.contains(*sign)) {
            return false;
        }
        let words = outside_quotes(words).to_lowercase();
        let names: Vec<String> = self.view.character_names().map(str::to_lowercase).collect();
        let ends_in_name = |part: &str| names.iter().any(|name| part.trim_end().ends_with(name.as_str()));
        let begins_with_name = |part: &str| names.iter().any(|name| part.trim_start().starts_with(name.as_str()));
        let parts: Vec<&str> = words.split(SIGNS).collect();
        let joins_names = |pair: &[&str]| matches!(pair, [one, other] if ends_in_name(one) && begins_with_name(other));
        let is_open = parts.windows(2).any(joins_names) && aims_at_others(order);
        if is_open {
            let message = "one after the other, or the second only if the first is not there?";
            let diagnostic = self.push_error(codes::WHOM, order.span, message);
            diagnostic.notes.push("one after the other: `Attack Lancer and then attack Archer.`".to_owned());
            diagnostic
                .notes
                .push("one of them: `If Lancer is here, attack Lancer; otherwise, attack Archer.`".to_owned());
        }
        is_open
    }
}

/// The pronoun that `and`, `or` or `then` joins to a name (`Caster or he`, `Caster, then him`), or that is a subject of
/// its own (`herself is attacked`).
pub(super) fn find_pronoun_beside_name<'t>(words: &'t str, names: &[&str]) -> Option<&'t str> {
    const BE: [&str; 9] = ["is", "isn't", "are", "aren't", "was", "wasn't", "has", "hasn't", "have"];
    if !has_any_word(words, &["he", "she", "him", "himself", "herself", "themselves"]) {
        return None;
    }
    let words: Vec<&str> = words.split_whitespace().collect();
    let joined = words.windows(3).find_map(|window| {
        let [name, joint, pronoun] = window else { return None };
        let is_joined = is_one_of(name, names) && is_one_of(joint, &["and", "or"])
            || is_one_of(strip_punctuation(name), names) && is_one_of(joint, &["then"]);
        is_joined.then_some(strip_punctuation(pronoun)).filter(|word| is_one_of(word, &["he", "she", "him"]))
    });
    let find_standalone = || {
        words.windows(2).find_map(|pair| {
            let [one, verb] = pair else { return None };
            let found =
                is_one_of(one, &["himself", "herself", "themselves"]) && is_one_of(strip_punctuation(verb), &BE);
            found.then_some(strip_punctuation(one))
        })
    };
    joined.or_else(find_standalone)
}

/// The word that adds something to what stands before it: `Use Sweep on Lancer, and on Rider as well if Caster is
/// dead`, `if Rider is dead too, …`, `paying 10 more Mana if I have 100 or more`. Its condition could belong to the
/// addition alone.
pub(super) fn find_addition_word<'t>(order: &Order<Written>, words: &'t str) -> Option<&'t str> {
    const IF: [&str; 4] = ["if", "unless", "when", "only"];
    const PAYING: [&str; 6] = ["paying", "spending", "adding", "choosing", "offering", "pushing"];
    if !has_any_word(words, &["too", "also", "well", "and"]) && !has_any_word(words, &PAYING) {
        return None;
    }
    let words: Vec<&str> = words.split_whitespace().collect();
    let word_at = |at: usize| words.get(at).copied().unwrap_or_default();
    let has_several = order.body.actions().count() > 1
        || order.body.actions().any(|action| action.kind.targets().len() > 1 || takes_several_things(&action.kind));
    let stops_paying = order.body.actions().any(|action| matches!(action.kind, ActionKind::StopPaying(_)));
    (0..words.len()).find_map(|index| {
        let (word, next) = (word_at(index), word_at(index + 1));
        let before = index.checked_sub(1).map_or("", word_at);
        // `if Rider is dead too, …`.
        let is_trailing_too = is_one_of(strip_punctuation(word), &["too"]) && word.ends_with(',');
        let added =
            is_one_of(strip_punctuation(word), &["too", "also"]) || (is_one_of(word, &["well"]) && before == "as");
        // `…, and on Rider only if C`.
        let asked_before = words.iter().take(index).any(|word| is_one_of(strip_punctuation(word), &IF));
        let asked_behind = words.iter().skip(index).any(|word| is_one_of(word, &["if", "unless"]));
        let joins_addition = is_one_of(word, &["and"]) && before.ends_with(',') && is_one_of(next, &["on"]);
        let is_conditional_addition =
            (added && is_one_of(next, &IF)) || (joins_addition && !asked_before && asked_behind);
        // `Use Surge on Lancer, paying 10 more Mana if C`.
        let is_payment_word = is_one_of(word, &PAYING);
        let is_conditional_payment = is_payment_word && !stops_paying && !asked_before && asked_behind;
        (is_trailing_too || is_conditional_payment || has_several && is_conditional_addition)
            .then_some(strip_punctuation(word))
    })
}

/// Words before a skill's name that make it a thing: `my Cuts`, `with Cuts`.
const BEFORE_NOUN: [&str; 15] = [
    "my", "our", "her", "his", "their", "the", "these", "those", "some", "several", "more", "with", "use", "using",
    "put",
];

/// The plural of the name of a skill that an order uses once on one target: `My Cuts go to Lancer`, `Cuts on Lancer`.
pub(super) fn find_uncounted_plural<'t>(order: &Order<Written>, words: &'t str) -> Option<&'t str> {
    let is_used_once = |action: &Action<Written>| match &action.kind {
        ActionKind::Use { skill, targets, times: Times::ONCE, .. } if targets.len() < 2 => {
            Some(format!("{}s", skill.text))
        }
        _ => None,
    };
    let plurals: Vec<String> = order.body.actions().filter_map(is_used_once).collect();
    if plurals.is_empty() {
        return None;
    }
    let words: Vec<&str> = words.split_whitespace().collect();
    // `Saber cuts Archer` is a verb.
    let is_plural = |word: &str| plurals.iter().any(|one| one.eq_ignore_ascii_case(strip_punctuation(word)));
    let found = words.iter().enumerate().find_map(|(at, plural)| {
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        let behind = words.get(at + 1);
        let is_noun = before.is_some_and(|word| is_one_of(word, &BEFORE_NOUN))
            || behind.is_some_and(|word| is_one_of(word, &["on", "go", "against"]));
        (is_noun && is_plural(plural)).then_some(*plural)
    });
    found.filter(|_| !words.iter().any(|word| is_one_of(strip_punctuation(word), &["one", "once"])))
}

/// The one skill that an order uses as often as possible: `a Cut on Lancer with what is left`.
pub(super) fn find_single_use_of_rest<'t>(order: &Order<Written>, words: &'t str) -> Option<&'t str> {
    let used_often = order.body.actions().filter_map(|action| match &action.kind {
        ActionKind::Use { skill, times: Times::AsOftenAsPossible, .. } => Some(skill.text.as_str()),
        _ => None,
    });
    let words: Vec<&str> = words.split_whitespace().collect();
    let is_single = |pair: &&[&str], skill: &str| matches!(pair, [one, name] if is_one_of(one, &["a", "an", "one"]) && strip_punctuation(name).eq_ignore_ascii_case(skill));
    let pairs = || words.windows(2);
    used_often.into_iter().find_map(|skill| pairs().find(|pair| is_single(pair, skill))?.last().copied())
}

/// Whether an action may give, buy or drop several things at once.
fn takes_several_things(kind: &ActionKind<Written>) -> bool {
    matches!(kind, ActionKind::Buy { .. } | ActionKind::Drop(_) | ActionKind::Give { .. })
}

/// `An enemy Servant if none is here`: the word `none`, which stands for something mentioned before, not for nobody at
/// all.
pub(super) fn find_elliptic_none(words: &str) -> Option<&str> {
    const BE: [&str; 8] = ["is", "are", "isn't", "aren't", "has", "have", "was", "were"];
    if !has_any_word(words, &["none"]) {
        return None;
    }
    let words: Vec<&str> = words.split_whitespace().collect();
    words.windows(2).find_map(|pair| {
        let [none, verb] = pair else { return None };
        (is_one_of(none, &["none"]) && is_one_of(verb, &BE)).then_some(*none)
    })
}

/// The word that says which spell: `my last Command Spell`, by a Master whose next spell is another one. `left` is the
/// number of spells left.
pub(super) fn find_spell_ordinal(words: &str, left: u32) -> Option<&str> {
    const WHICH: [&str; 7] = ["first", "second", "third", "fourth", "last", "final", "remaining"];
    let excluded: &[&str] = match left {
        3 => &["first"],
        2 => &["second"],
        1 => &["third", "last", "final", "remaining"],
        _ => &[],
    };
    if !has_any_word(words, &["command"]) {
        return None;
    }
    let words: Vec<&str> = words.split_whitespace().collect();
    words.windows(3).find_map(|window| {
        let [number, command, spell] = window else { return None };
        let is_spell = is_one_of(command, &["command"]) && spell.to_lowercase().starts_with("spell");
        (is_spell && is_one_of(number, &WHICH) && !is_one_of(number, excluded)).then_some(*number)
    })
}

/// `Gandr Lancer unless it kills him`: the `it` that means a skill. What a skill would do is no deed of anybody, so no
/// condition can ask about it (R198).
pub(super) fn find_skill_deed(words: &str) -> Option<&str> {
    const HELPS: [&str; 7] = ["does", "doesn't", "did", "didn't", "will", "would", "won't"];
    const DEEDS: [&str; 18] = [
        "hits", "hit", "kills", "kill", "strikes", "strike", "damages", "damage", "attacks", "attack", "harms", "harm",
        "hurts", "hurt", "wounds", "wound", "stuns", "stun",
    ];
    if !has_any_word(words, &["it"]) {
        return None;
    }
    let words: Vec<&str> = words.split_whitespace().map(strip_punctuation).collect();
    words.iter().enumerate().filter(|(_, word)| is_one_of(word, &["it"])).find_map(|(at, word)| {
        let mut rest =
            words.iter().skip(at + 1).skip_while(|word| is_one_of(word, &HELPS) || is_one_of(word, &["not"]));
        rest.next().is_some_and(|verb| is_one_of(verb, &DEEDS)).then_some(*word)
    })
}

/// The words after which an action could depend on the condition or not: `If C, A; then B`, `if C, A; otherwise, B,
/// then D`.
pub(super) fn find_then_after_stop(order: &Order<Written>, words: &str) -> Option<&'static str> {
    const STOPS: [&str; 4] = ["; then ", "; then, ", "; and then ", "; and "];
    const BEHIND_ELSE: [&str; 3] = [", then ", ", then, ", ", and then "];
    const ELSE: [&str; 3] = ["otherwise", "else", "if not"];
    let words = words.to_lowercase();
    let has_several_actions = |branch: &Branch<Written>| branch.actions.len() > 1;
    if !order.body.branches.iter().any(has_several_actions) {
        return None;
    }
    let stop = STOPS.into_iter().find(|stop| words.contains(stop));
    let find_after_else = || {
        let rest = ELSE.iter().find_map(|word| Some(words.split_once(word)?.1))?;
        BEHIND_ELSE.into_iter().find(|stop| rest.contains(stop))
    };
    let last_branch = order.body.branches.last().filter(|_| order.body.branches.len() > 1);
    stop.or_else(|| last_branch.is_some_and(has_several_actions).then(find_after_else).flatten()).map(str::trim_end)
}

/// A word without the punctuation around it.
fn strip_punctuation(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric() && c != '\'')
}

/// Whether an auxiliary alone denies what was asked before: `if he isn't, …`.
pub(super) fn has_elliptic_denial(words: &str) -> bool {
    const DENIED: [&str; 7] = ["is", "are", "am", "does", "do", "has", "did"];
    let words: Vec<String> = words.split_whitespace().map(|word| word.to_lowercase()).collect();
    (0..words.len()).any(|at| {
        let [condition, _, verb, rest @ ..] = words.get(at..).unwrap_or_default() else { return false };
        let (last, denied) = match rest.first() {
            Some(not) if not.trim_end_matches([',', ';', '.']) == "not" => (not, Some(verb.as_str())),
            _ => (verb, verb.trim_end_matches([',', ';', '.']).strip_suffix("n't")),
        };
        condition == "if" && last.ends_with([',', ';', '.']) && denied.is_some_and(|verb| DENIED.contains(&verb))
    })
}
