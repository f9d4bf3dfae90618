//! Loads the sentences of the effect language in a file: on a sheet or in a ruling.

use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{Clause, Operation};
use crate::language::effects::{self, PassageSentence};
use crate::language::fields::{self, Read};
use crate::language::span::Span;

use super::code;
use super::reader::{Diagnostics, code as reader_code};
use super::skill::EffectLine;
use super::statuses::Statuses;
use super::unsupported::cannot_run;
use super::yaml::{Node, Scalar};
use crate::vocabulary::cost::{Cost, Upkeep};
use crate::vocabulary::stat::Stat;
use crate::vocabulary::text::capitalised;

/// Parses sentences, and reports each one that is not understood or that the engine cannot carry out.
pub fn sentences(nodes: &[Node], faults: &Diagnostics) -> Vec<(EffectLine, Scalar)> {
    let read = parse_sentences(nodes, faults);
    for (line, at) in &read {
        check_runs(line, at, faults);
    }
    read
}

/// The parsed entries of a skill's `effects`.
#[derive(Default)]
pub(super) struct Entries {
    /// Its sentences, each with the entry it belongs to.
    pub lines: Vec<(EffectLine, Scalar)>,
    /// The upkeep stated among them (R123), with its span.
    pub upkeep: Option<(Upkeep, Span)>,
}

/// Parses the entries of a skill. `passive`: the skill is always on and inflicts no damage of its own.
pub(super) fn entries(nodes: &[Node], passive: bool, statuses: &Statuses, faults: &Diagnostics) -> Entries {
    let mut read = Entries::default();
    for node in nodes {
        let Some(mut entry) = entry(node, faults) else { continue };
        match statuses.told_in(&entry.text) {
            Ok(told) => entry.text = told,
            Err(found) => {
                faults.report_in(&entry, found);
                continue;
            }
        }
        let (upkeep, said) = said_of(&mut entry.text, passive);
        if let Some((upkeep, told)) = upkeep {
            let place = entry.place(told);
            if read.upkeep.replace((upkeep, place)).is_some() {
                faults.report(Diagnostic::error(code::MISPLACED_EFFECT, place, "a second upkeep"));
            }
        }
        match said {
            Ok(passages) => {
                warn_described(&entry, faults);
                read.lines.extend(lines(passages).map(|line| (line, entry.clone())));
            }
            Err(found) => faults.report_in(&entry, found),
        }
    }
    read
}

/// Parses an entry as the `effects` of a skill are parsed. Returns the upkeep it states, and its sentences. `passive`:
/// the skill is always on.
pub fn as_entry(text: &str, passive: bool) -> (Option<Upkeep>, Read<Vec<PassageSentence>>) {
    let (upkeep, said) = said_of(&mut text.to_owned(), passive);
    (upkeep.map(|(upkeep, _)| upkeep), said)
}

/// Parses an entry. Returns its upkeep, if it states one, and its other sentences. Changes `text` to the words that
/// were parsed.
fn said_of(text: &mut String, passive: bool) -> (Option<(Upkeep, Span)>, Read<Vec<PassageSentence>>) {
    let upkeep = cut_upkeep(text);
    if upkeep.is_some() && text.trim().is_empty() {
        return (upkeep, Ok(Vec::new()));
    }
    if passive {
        *text = of_its_owner(text);
    }
    let users = passive.then(|| of_the_user(text)).flatten();
    (upkeep, users.map_or_else(|| effects::passage(text), Ok))
}

/// The limits of use that a requirement states: `Can only be used once per battle.` `None` if it states anything else.
pub(super) fn limits(node: &Node) -> Option<Vec<(EffectLine, Scalar)>> {
    let scalar = node.scalar()?;
    let told = effects::understood(&scalar.text)?;
    let is_limit = |passage: &PassageSentence| {
        let said = passage.effect.sentences();
        !said.is_empty()
            && said.iter().all(|of| {
                of.trigger.is_none()
                    && matches!(of.operation, Operation::Clause(Clause::Limited(_) | Clause::OnlyUsable))
            })
    };
    let whole = !told.is_empty() && told.iter().all(is_limit);
    whole.then(|| lines(told).map(|line| (line, scalar.clone())).collect())
}

/// Warns of sentences in an entry that only describe and do nothing.
fn warn_described(entry: &Scalar, faults: &Diagnostics) {
    for span in effects::described(&entry.text) {
        let words = entry.text.get(span.range()).unwrap_or_default();
        faults.report(
            Diagnostic::warning(code::DESCRIBES, entry.place(span), format!("`{words}` describes, and does nothing"))
                .note("it may stand in `description`; what the GM is to settle is written `GM: …`"),
        );
    }
}

fn entry(node: &Node, faults: &Diagnostics) -> Option<Scalar> {
    let entry = node.sentence();
    if entry.is_none() {
        let message = format!("{} where a sentence is expected", node.kind_name());
        faults.report(Diagnostic::error(reader_code::WRONG_KIND, node.span, message));
    }
    entry
}

fn lines(passages: Vec<PassageSentence>) -> impl Iterator<Item = EffectLine> {
    passages.into_iter().flat_map(|one| EffectLine::of(&one.text, one.effect).collect::<Vec<_>>())
}

/// Removes `Upkeep: 10 Mana per Turn.` from an entry. Blanks take its place, so that later spans stay correct.
fn cut_upkeep(text: &mut String) -> Option<(Upkeep, Span)> {
    let told = effects::sentences_of(text).into_iter().find_map(|(at, sentence)| {
        let upkeep = upkeep_of(sentence)?;
        let start = at + (sentence.len() - sentence.trim_start().len());
        Some((upkeep, Span::new(start, at + sentence.len())))
    });
    let (upkeep, span) = told?;
    text.replace_range(span.start..span.end, &" ".repeat(span.end - span.start));
    Some((upkeep, span))
}

/// The upkeep that a sentence states; `None` if it states anything else.
fn upkeep_of(sentence: &str) -> Option<Upkeep> {
    const HEADS: [&str; 5] = ["the upkeep is ", "upkeep is ", "upkeep of ", "upkeep: ", "upkeep "];
    const TAILS: [&str; 3] = [" per turn", " each turn", " every turn"];
    let said = sentence.trim().trim_end_matches('.').to_lowercase();
    let amount = HEADS.into_iter().find_map(|head| said.strip_prefix(head))?;
    let amount = TAILS.into_iter().find_map(|tail| amount.strip_suffix(tail)).unwrap_or(amount);
    let cost = fields::costs(&format!("Upkeep {amount}")).ok()?.base;
    let upkeep = cost.upkeep?;
    (cost == Cost { upkeep: Some(upkeep), ..Cost::default() }).then_some(upkeep)
}

/// Completes `STR and END increase by 1 rank` or `While held, …` of a passive skill: it applies to the owner, as long
/// as they have it. Blanks keep later spans correct.
fn of_its_owner(text: &str) -> String {
    const HELD: [&str; 8] = [
        "while held, ",
        "while carried, ",
        "while worn, ",
        "while equipped, ",
        "while it is held, ",
        "while it is carried, ",
        "while it is worn, ",
        "as long as it is held, ",
    ];
    let lower = text.to_lowercase();
    let held = HELD.into_iter().find(|head| lower.starts_with(head)).map_or(0, str::len);
    let said = text.get(held..).unwrap_or_default();
    let owned = if held == 0 { text.to_owned() } else { format!("{}{}", " ".repeat(held), capitalised(said)) };
    let first = said.split_whitespace().next().unwrap_or_default();
    let negates = matches!(first, "Negates" | "Nullifies");
    let of_nobody = negates || Stat::ALL.iter().any(|stat| stat.name() == first);
    if effects::understood(&owned).is_some() || !of_nobody {
        return if effects::understood(text).is_some() { text.to_owned() } else { owned };
    }
    let named = if negates {
        format!("The user {}", said.trim_start().replacen('N', "n", 1))
    } else {
        format!("The user's {said}")
    };
    if effects::understood(&named).is_some() && effects::described(&named).is_empty() { named } else { text.to_owned() }
}

/// Reads `Damage inflicted on Masters increases by 50%` of a passive skill as the user's damage, because an ability
/// inflicts none of its own. `None` where the entry has no such sentence, or cannot be read so.
fn of_the_user(text: &str) -> Option<Vec<PassageSentence>> {
    let own = |passages: &[PassageSentence]| {
        let sentences = passages.iter().flat_map(|passage| passage.effect.sentences());
        sentences.into_iter().any(|said| matches!(said.operation, Operation::Clause(Clause::SkillDamage(_))))
    };
    if !effects::understood(text).is_some_and(|passages| own(&passages)) {
        return None;
    }
    let said = text.replace("Damage inflicted ", "Damage the user inflicts ");
    let said = said.replace("damage inflicted ", "damage the user inflicts ");
    effects::understood(&said).filter(|passages| !own(passages))
}

/// Parses sentences, and reports each one that is not understood.
fn parse_sentences(nodes: &[Node], faults: &Diagnostics) -> Vec<(EffectLine, Scalar)> {
    let mut read = Vec::new();
    for node in nodes {
        let Some(sentence) = entry(node, faults) else { continue };
        match effects::passage(&sentence.text) {
            Ok(passages) => {
                warn_described(&sentence, faults);
                read.extend(lines(passages).map(|line| (line, sentence.clone())));
            }
            Err(found) => faults.report_in(&sentence, found),
        }
    }
    read
}

/// Reports a sentence that the engine cannot carry out.
pub(super) fn check_runs(line: &EffectLine, at: &Scalar, faults: &Diagnostics) {
    if let Some(why) = cannot_run(&line.effect) {
        let message = format!("understood, but this cannot be carried out: {why}");
        faults.report(Diagnostic::error(code::NOT_YET, at.place(Span::new(0, at.text.len())), message));
    }
}
