//! Checks what a condition of a sheet asks about the past. Only this Turn is known, so `has attacked` must add `this
//! Turn`, and a condition of something that is done in a later Turn must say which Turn it means.

use super::ambiguity::{add_rewrite_note, replace_if_understood, replace_part};
use super::{Node, child, has_child, nonsense_error};
use crate::language::conditions;
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{Counted, DamageSpan, HitSpan, Sentence, Trigger};
use crate::language::parser::Rule;

/// Whether a text is understood.
pub(super) type IsUnderstood<'r> = &'r dyn Fn(&str) -> bool;

/// Rejects `If an ally has died`, `unless the user has been damaged`: that includes Turns long past, which are not
/// known.
pub(super) fn check_tenses(sentence: &Node<'_>, is_understood: IsUnderstood<'_>) -> Result<(), Vec<Diagnostic>> {
    const STATE_RULES: [Rule; 5] =
        [Rule::verb_phrase, Rule::count_are, Rule::there_are, Rule::my_number, Rule::measured];
    let this_pair = || std::iter::once(sentence.clone());
    let question_rules = [Rule::effect_if, Rule::only_usable, Rule::requirement_one, Rule::requirement];
    for question in this_pair().chain(sentence.descendants(question_rules)).filter(|p| can_ask_this_turn(p)) {
        let names_turn = has_child(&question, Rule::w_this_turn) || has_child(&question, Rule::w_that_turn);
        if !names_turn && let Some(perfect) = question.descendants([Rule::verb_phrase]).find(is_perfect) {
            return Err(diagnose_unbounded_past(sentence, &question, &perfect, is_understood));
        }
    }
    if let Some(past) = conditions::find_past_state(this_pair().chain(sentence.descendants(STATE_RULES))) {
        return Err(diagnose_past_state(sentence, &past, is_understood));
    }
    match this_pair().chain(sentence.descendants([Rule::post_filter])).find(is_perfect_group) {
        Some(group) => Err(diagnose_perfect_filter(sentence, &group, is_understood)),
        None => check_which_turn(sentence, is_understood),
    }
}

/// Whether a pair asks something to which `this Turn` can be added.
fn can_ask_this_turn(pair: &Node<'_>) -> bool {
    match pair.as_rule() {
        Rule::effect_if | Rule::only_usable | Rule::requirement_one => true,
        Rule::requirement => child(pair, Rule::if_clause).is_some(),
        _ => false,
    }
}

/// Whether a verb is in the present perfect: it says what happened, or what was.
fn is_perfect(phrase: &Node<'_>) -> bool {
    if phrase.as_rule() != Rule::verb_phrase {
        return false;
    }
    // `has not attacked last Turn`, `has received more than 50 damage in this battle` say since when.
    if phrase.contains_any([Rule::last_turn, Rule::fought_before, Rule::damaged_before, Rule::damage_span]) {
        return false;
    }
    let is_have_perfect =
        child(phrase, Rule::have).is_some() && (has_child(phrase, Rule::k_been) || has_child(phrase, Rule::act_phrase));
    is_have_perfect || child(phrase, Rule::be).is_some_and(|be| says_been(&be))
}

/// Whether a form of `be` is `has been` or `have been`.
fn says_been(be: &Node<'_>) -> bool {
    let mut words = be.as_str().split_whitespace();
    let first = words.next().unwrap_or_default().to_ascii_lowercase();
    ["has", "have", "had"].contains(&first.as_str())
        && words.next().is_some_and(|word| word.eq_ignore_ascii_case("been"))
}

/// Whether a filter is in the perfect: `opponents who have been damaged by the user`.
fn is_perfect_group(pair: &Node<'_>) -> bool {
    let is_been = |p: Node<'_>| p.as_rule() == Rule::k_been || (p.as_rule() == Rule::k_be && says_been(&p));
    pair.as_rule() == Rule::post_filter && has_child(pair, Rule::k_who) && pair.clone().into_inner().any(is_been)
}

/// Diagnoses a question about every Turn, and offers the one about this Turn.
fn diagnose_unbounded_past(
    sentence: &Node<'_>,
    asked: &Node<'_>,
    phrase: &Node<'_>,
    reads: IsUnderstood<'_>,
) -> Vec<Diagnostic> {
    let end = asked.clone().into_inner().filter(|p| matches!(p.as_rule(), Rule::if_clause | Rule::condition)).last();
    let is_denied = phrase.contains_any([Rule::k_not, Rule::k_have_not, Rule::k_be_not]);
    if speaks_of_death(phrase) {
        let state = replace_part(sentence, phrase, if is_denied { "is not dead" } else { "is dead" });
        let faults = nonsense_error(phrase, "this Turn, or in any Turn?");
        let faults = add_rewrite_note(faults, "in any Turn", state.filter(|said| reads(said)));
        return add_rewrite_note(faults, "this Turn", end.and_then(|end| rewrite_for_this_turn(sentence, &end, reads)));
    }
    if !is_event(phrase) {
        let faults = nonsense_error(phrase, "only what is so now is asked, not what has been so");
        let be = child(phrase, Rule::be).or_else(|| child(phrase, Rule::have));
        let be = be.and_then(|in_present| replace_part(sentence, &in_present, if is_denied { "is not" } else { "is" }));
        return add_rewrite_note(faults, "of now", be.filter(|said| reads(said)));
    }
    let faults = nonsense_error(phrase, "since when? only what happened this Turn is asked");
    add_rewrite_note(faults, "of this Turn", end.and_then(|end| rewrite_for_this_turn(sentence, &end, reads)))
}

/// Whether the words, or those behind them, name the Turn already: `has attacked during this Turn`.
fn already_names_turn(sentence: &Node<'_>, asked: &Node<'_>) -> bool {
    let told = asked.as_str().trim_end().to_ascii_lowercase();
    let behind = sentence.as_str().get(asked.as_span().end - sentence.as_span().start..).unwrap_or_default();
    let behind = behind.trim_start().to_ascii_lowercase();
    let behind = behind.strip_prefix("during ").unwrap_or(&behind);
    ["this turn", "that turn"].iter().any(|turn| told.ends_with(turn) || behind.starts_with(turn))
}

/// The sentence that asks about its own Turn, if it is understood.
fn rewrite_for_this_turn(sentence: &Node<'_>, asked: &Node<'_>, is_understood: IsUnderstood<'_>) -> Option<String> {
    // To name it again would lead here again.
    if already_names_turn(sentence, asked) {
        return None;
    }
    let words = asked.as_str().trim_end();
    let rewritten = ["this Turn", "that Turn"]
        .into_iter()
        .filter_map(|turn| replace_part(sentence, asked, &format!("{words} {turn}")));
    rewritten.into_iter().find(|said| is_understood(said))
}

/// `If the user was in Spirit Form this Turn`: diagnoses it, for the answer would be what is so now, and not what was.
fn diagnose_past_state(sentence: &Node<'_>, phrase: &Node<'_>, is_understood: IsUnderstood<'_>) -> Vec<Diagnostic> {
    let faults = nonsense_error(phrase, "only what is so as it is asked is known, not what was so before");
    let mut verbs = phrase.clone().into_inner().filter(|p| matches!(p.as_rule(), Rule::be | Rule::have | Rule::do_not));
    let Some(verb) = verbs.next() else { return faults };
    let words = verb.as_str().trim_end().to_ascii_lowercase();
    let present_forms = [("were", "are"), ("was", "is"), ("had", "has"), ("did", "does")];
    let now = present_forms.iter().find_map(|(past, present)| Some(format!("{present}{}", words.strip_prefix(past)?)));
    // With a verb in the present, the words for the time mean now.
    let this_turn = sentence.clone().into_inner().flatten().find(|p| {
        matches!(p.as_rule(), Rule::w_this_turn | Rule::w_that_turn) && p.as_span().start >= phrase.as_span().end
    });
    let rewritten = now.and_then(|now| {
        let start = sentence.as_span().start;
        let cut = |from: usize, to: usize| sentence.as_str().get(from - start..to - start);
        let behind = this_turn.as_ref().map_or(phrase.as_span().end, |turn| turn.as_span().end);
        let kept = cut(verb.as_span().start + words.len(), phrase.as_span().end)?.trim_end();
        let rest = cut(behind, sentence.as_span().end)?;
        let joint = if rest.starts_with([',', '.', ';', ' ']) || rest.is_empty() { "" } else { " " };
        Some(format!("{}{now}{kept}{joint}{rest}", cut(start, verb.as_span().start)?))
    });
    add_rewrite_note(faults, "of now", rewritten.filter(|phrase| is_understood(phrase)))
}

/// Whether a phrase speaks of a death: `has died`, `has been killed`. From then on they are dead.
fn speaks_of_death(phrase: &Node<'_>) -> bool {
    phrase.contains_any([Rule::dies, Rule::killed])
}

/// Whether a phrase says that something happened, and not that something was so.
fn is_event(phrase: &Node<'_>) -> bool {
    const EVENTS: [Rule; 10] = [
        Rule::act_phrase,
        Rule::by_attack,
        Rule::attacked,
        Rule::by_damage,
        Rule::damaged,
        Rule::by_killing,
        Rule::killed,
        Rule::used,
        Rule::doing,
        Rule::by_user,
    ];
    phrase.contains_any(EVENTS)
}

/// `opponents who have been damaged by the user`: diagnoses it, and offers the wording for this Turn.
fn diagnose_perfect_filter(sentence: &Node<'_>, filter: &Node<'_>, is_understood: IsUnderstood<'_>) -> Vec<Diagnostic> {
    let is_event = has_child(filter, Rule::be_trait) && filter.contains_any([Rule::by_user]);
    let is_denied = filter.clone().into_inner().any(|p| matches!(p.as_rule(), Rule::k_not | Rule::k_have_not));
    let verb = match (is_event, is_denied) {
        (true, false) => "were",
        (true, true) => "were not",
        (false, false) => "are",
        (false, true) => "are not",
    };
    let rewritten = filter.as_str().to_ascii_lowercase().rfind("been ").and_then(|at| filter.as_str().get(at + 5..));
    let rewritten =
        rewritten.and_then(|rest| replace_part(sentence, filter, &format!("who {verb} {}", rest.trim_end())));
    let (why, what) = if is_event {
        ("since when? only what happened this Turn is asked", "of this Turn")
    } else {
        ("only what is so now is asked, not what has been so", "of now")
    };
    add_rewrite_note(nonsense_error(filter, why), what, rewritten.filter(|filter| is_understood(filter)))
}

/// `At the end of the next Turn, if the user was damaged this Turn, …`: rejects it, for it may mean the Turn of the
/// use or the later one.
fn check_which_turn(sentence: &Node<'_>, is_understood: IsUnderstood<'_>) -> Result<(), Vec<Diagnostic>> {
    let happens_later = sentence.contains_any([Rule::effect_next, Rule::later_by])
        || sentence.descendants([Rule::effect_later]).any(|p| has_child(&p, Rule::next_long));
    let has_trigger =
        || sentence.contains_any([Rule::effect_trigger, Rule::when_behind, Rule::effect_each, Rule::effect_later]);
    let is_of_turn = |p: &Node<'_>| has_child(p, Rule::k_turn);
    if let Some(span) = sentence.descendants([Rule::damage_span]).find(is_of_turn).filter(|_| happens_later) {
        return Err(nonsense_error(&span, "the Turn of its use, or that later one? of damage neither is known then"));
    }
    for condition_part in sentence.descendants([Rule::effect_if]) {
        if let Some(turn) = child(&condition_part, Rule::w_this_turn).filter(|_| happens_later) {
            let faults =
                nonsense_error(&turn, "the Turn of its use, or that later one? only that one can be asked then");
            return Err(add_rewrite_note(
                faults,
                "of the later one",
                replace_if_understood(sentence, &turn, "that Turn").filter(|said| is_understood(said)),
            ));
        }
        if let Some(turn) = child(&condition_part, Rule::w_that_turn).filter(|_| !happens_later && !has_trigger()) {
            let rewritten = replace_if_understood(sentence, &turn, "this Turn").filter(|said| is_understood(said));
            return Err(add_rewrite_note(nonsense_error(&turn, "which Turn?"), "of this one", rewritten));
        }
    }
    Ok(())
}

/// Rejects `for each attack that hits them`: since when, or of what is still to come? And `this Turn` of what is
/// counted in a later Turn.
pub(super) fn check_counted_hits(sentence: &Node<'_>, sentences: &[Sentence]) -> Result<(), Vec<Diagnostic>> {
    let is_later = |one: &Sentence| matches!(one.trigger, Some(Trigger::Once(1.., _)));
    let counts_turn = |one: &Sentence| {
        matches!(
            one.operation.counted(),
            Some(Counted::HitsTaken { within: HitSpan::Turn, .. } | Counted::Damage { within: DamageSpan::Turn, .. })
        )
    };
    if sentences.iter().any(|one| is_later(one) && counts_turn(one)) {
        let faults =
            nonsense_error(sentence, "the Turn of its use, or that later one? what is counted must be told apart");
        let of_use = "of the Turn of its use: let it come as that Turn ends, `At the end of the Turn, …`";
        let of_later = "of the later one: `At the end of each Turn, …`, and `Lasts 2 Turns.` behind it";
        return Err(faults.into_iter().map(|fault| fault.note(of_use).note(of_later)).collect());
    }
    let is_present = |counted: &Node<'_>| {
        let verb = child(counted, Rule::v_hit).map_or_else(String::new, |verb| verb.as_str().to_ascii_lowercase());
        ["hits", "lands", "connects"].iter().any(|present| verb.starts_with(present))
    };
    let is_at_use = sentences.iter().any(|one| one.is_at_once() || one.at_use);
    for counted in sentence.descendants([Rule::hits_taken]).filter(is_present) {
        let span = child(&counted, Rule::hit_span).map(|span| span.as_str().trim().to_ascii_lowercase());
        let in_past = counted.as_str().trim_end().replacen("hits", "hit", 1);
        let with_span = |span: &str| replace_if_understood(sentence, &counted, &format!("{in_past}{span}"));
        match span {
            None => {
                let mut faults = nonsense_error(&counted, "since when? only what has hit by then is counted");
                for (what, span) in [
                    ("of this Turn", " this Turn"),
                    ("of the battle", " in this battle"),
                    ("of the War", " during the War"),
                ] {
                    faults = add_rewrite_note(faults, what, with_span(span));
                }
                return Err(faults);
            }
            Some(span) if span.contains("turn") && is_at_use => {
                let why = "this is counted once, as the skill is used: what hits later in the Turn does not count";
                let faults = add_rewrite_note(nonsense_error(&counted, why), "of what has hit by then", with_span(""));
                let note = "of the whole Turn: let it come as the Turn ends, `At the end of the Turn, …`";
                return Err(faults.into_iter().map(|fault| fault.note(note)).collect());
            }
            Some(_) => {}
        }
    }
    Ok(())
}
