//! Loads the sentences of the effect language in a file: on a sheet or in a ruling.

use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{Clause, Operation};
use crate::language::effects::{self, PassageSentence};
use crate::language::fields::{self, ParseResult};
use crate::language::span::Span;

use super::code;
use super::item_heading::{ItemHeading, extract_heading};
use super::owner_names::{OwnerNames, SheetNames};
use super::reader::{Diagnostics, code as reader_code};
use super::skill::EffectLine;
use super::unsupported::why_unsupported;
use super::yaml::{Node, Scalar};
use crate::vocabulary::cost::{Cost, Upkeep};
use crate::vocabulary::stat::Stat;
use crate::vocabulary::text::capitalise;

/// Parses sentences, and reports each one that is not understood or that the engine cannot carry out.
pub fn load_sentences(nodes: &[Node], diagnostics: &Diagnostics) -> Vec<(EffectLine, Scalar)> {
    let parsed_sentences = parse_sentences(nodes, diagnostics);
    for (line, at) in &parsed_sentences {
        reject_unsupported(line, at, diagnostics);
    }
    parsed_sentences
}

/// The parsed entries of a skill's `effects`.
#[derive(Default)]
pub(super) struct ParsedEntries {
    /// Its sentences, each with the entry it belongs to.
    pub lines: Vec<(EffectLine, Scalar)>,
    /// The upkeep stated among them (R123), with its span.
    pub upkeep: Option<(Upkeep, Span)>,
    /// The name and price of an item before them (R337), with their span.
    pub heading: Option<(ItemHeading, Span)>,
}

/// Parses the entries of a skill. `passive`: the skill is always on and inflicts no damage of its own.
pub(super) fn parse_entries(
    nodes: &[Node],
    passive: bool,
    names: &SheetNames,
    diagnostics: &Diagnostics,
) -> ParsedEntries {
    let mut entries = ParsedEntries::default();
    for node in nodes {
        let Some(mut entry) = expect_sentence(node, diagnostics) else { continue };
        if entries.lines.is_empty()
            && let Some((heading, span)) = extract_heading(&mut entry.text)
        {
            entries.heading = Some((heading, entry.source_span(span)));
        }
        if let Some(said) = names.owner.say_user(&entry.text) {
            entry = entry.with_other_text(said);
        }
        match names.statuses.expand_statuses(&entry.text) {
            Ok(span) => entry.text = span,
            Err(found) => {
                diagnostics.report_in_scalar(&entry, found);
                continue;
            }
        }
        let (upkeep, parsed) = parse_upkeep_and_sentences(&mut entry.text, passive);
        if let Some((upkeep, span)) = upkeep {
            let place = entry.source_span(span);
            if entries.upkeep.replace((upkeep, place)).is_some() {
                diagnostics.report(Diagnostic::error(code::MISPLACED_EFFECT, place, "a second upkeep"));
            }
        }
        match parsed {
            Ok(passages) => {
                warn_of_descriptions(&entry, diagnostics);
                entries.lines.extend(effect_lines(passages).map(|line| (line, entry.clone())));
            }
            Err(found) => diagnostics.report_in_scalar(&entry, found),
        }
    }
    entries
}

/// Parses an entry as the `effects` of an item are parsed, which its name and price may precede.
pub fn parse_item_entry(text: &str, passive: bool) -> (Option<ItemHeading>, ParseResult<Vec<PassageSentence>>) {
    let mut text = text.to_owned();
    let heading = extract_heading(&mut text).map(|(heading, _)| heading);
    (heading, parse_entry(&text, passive).1)
}

/// Parses an entry as the `effects` of a skill are parsed. Returns the upkeep it states, and its sentences. `passive`:
/// the skill is always on.
pub fn parse_entry(text: &str, passive: bool) -> (Option<Upkeep>, ParseResult<Vec<PassageSentence>>) {
    let (upkeep, passages) = parse_upkeep_and_sentences(&mut text.to_owned(), passive);
    (upkeep.map(|(upkeep, _)| upkeep), passages)
}

/// Parses an entry of the sheet of a Master or Servant, which may call its owner by class and name.
pub fn parse_owned_entry(
    owner: (Option<&str>, &str),
    text: &str,
    passive: bool,
) -> (Option<Upkeep>, ParseResult<Vec<PassageSentence>>) {
    let names = OwnerNames::new(owner.0, &[Some(&owner.1.to_owned())]);
    parse_entry(names.say_user(text).as_deref().unwrap_or(text), passive)
}

/// Parses an entry. Returns its upkeep, if it states one, and its other sentences. Changes `text` to the words that
/// were parsed.
fn parse_upkeep_and_sentences(
    text: &mut String,
    passive: bool,
) -> (Option<(Upkeep, Span)>, ParseResult<Vec<PassageSentence>>) {
    let upkeep = extract_upkeep(text);
    if upkeep.is_some() && text.trim().is_empty() {
        return (upkeep, Ok(Vec::new()));
    }
    if passive {
        *text = complete_passive_sentence(text);
    }
    let users_damage = passive.then(|| attribute_damage_to_user(text)).flatten();
    (upkeep, users_damage.map_or_else(|| effects::read_passage(text), Ok))
}

/// The limits of use that a requirement states: `Can only be used once per battle.` `None` if it states anything else.
pub(super) fn parse_limits(node: &Node) -> Option<Vec<(EffectLine, Scalar)>> {
    let scalar = node.render_scalar()?;
    let passages = effects::read_if_understood(&scalar.text)?;
    let is_limit = |passage: &PassageSentence| {
        let sentences = passage.effect.sentences();
        !sentences.is_empty()
            && sentences.iter().all(|sentence| {
                sentence.trigger.is_none()
                    && matches!(sentence.operation, Operation::Clause(Clause::Limited(_) | Clause::OnlyUsable))
            })
    };
    let only_limits = !passages.is_empty() && passages.iter().all(is_limit);
    only_limits.then(|| effect_lines(passages).map(|line| (line, scalar.clone())).collect())
}

/// Warns of sentences in an entry that only describe and do nothing.
fn warn_of_descriptions(entry: &Scalar, diagnostics: &Diagnostics) {
    for span in effects::find_described_spans(&entry.text) {
        let words = entry.text.get(span.range()).unwrap_or_default();
        diagnostics.report(
            Diagnostic::warning(
                code::DESCRIBES,
                entry.source_span(span),
                format!("`{words}` describes, and does nothing"),
            )
            .note("it may stand in `description`; what the GM is to settle is written `GM: …`"),
        );
    }
}

fn expect_sentence(node: &Node, diagnostics: &Diagnostics) -> Option<Scalar> {
    let entry = node.sentence();
    if entry.is_none() {
        let message = format!("{} where a sentence is expected", node.kind_name());
        diagnostics.report(Diagnostic::error(reader_code::WRONG_KIND, node.span, message));
    }
    entry
}

fn effect_lines(passages: Vec<PassageSentence>) -> impl Iterator<Item = EffectLine> {
    passages.into_iter().flat_map(|passage| EffectLine::split_effect(&passage.text, passage.effect).collect::<Vec<_>>())
}

/// Removes `Upkeep: 10 Mana per Turn.` from an entry. Blanks take its place, so that later spans stay correct.
fn extract_upkeep(text: &mut String) -> Option<(Upkeep, Span)> {
    let found = effects::split_sentences(text).into_iter().find_map(|(at, sentence)| {
        let upkeep = parse_upkeep(sentence)?;
        let start = at + (sentence.len() - sentence.trim_start().len());
        Some((upkeep, Span::new(start, at + sentence.len())))
    });
    let (upkeep, span) = found?;
    text.replace_range(span.start..span.end, &" ".repeat(span.end - span.start));
    Some((upkeep, span))
}

/// The upkeep that a sentence states; `None` if it states anything else.
fn parse_upkeep(sentence: &str) -> Option<Upkeep> {
    const HEADS: [&str; 8] = [
        "the upkeep is ",
        "upkeep is ",
        "upkeep of ",
        "upkeep: ",
        "upkeep ",
        "this skill has an upkeep cost of ",
        "this skill has an upkeep of ",
        "the upkeep cost is ",
    ];
    const TAILS: [&str; 6] = [
        " at the initial phase of each turn",
        " in the initial phase of each turn",
        " during the initial phase of each turn",
        " per turn",
        " each turn",
        " every turn",
    ];
    const PAYERS: [&str; 5] =
        ["costs ", "the caster must pay ", "the user must pay ", "the caster pays ", "the user pays "];
    const PURPOSES: [&str; 8] = [
        " in upkeep",
        " to maintain",
        " as upkeep",
        " to keep this bounded field active",
        " to keep this field active",
        " to keep this skill active",
        " to keep it active",
        " to maintain it",
    ];
    let text = sentence.trim().trim_end_matches('.').to_lowercase();
    let spelt_out = PAYERS.into_iter().find_map(|payer| text.strip_prefix(payer)).and_then(|cost| {
        let cost = PURPOSES.into_iter().find_map(|purpose| cost.strip_suffix(purpose))?;
        TAILS.into_iter().find_map(|tail| cost.strip_suffix(tail))
    });
    let amount = spelt_out.or_else(|| {
        let amount = HEADS.into_iter().find_map(|head| text.strip_prefix(head))?;
        Some(TAILS.into_iter().find_map(|tail| amount.strip_suffix(tail)).unwrap_or(amount))
    })?;
    let cost = fields::costs(&format!("Upkeep {amount}")).ok()?.base;
    let upkeep = cost.upkeep?;
    (cost == Cost { upkeep: Some(upkeep), ..Cost::default() }).then_some(upkeep)
}

/// Completes `STR and END increase by 1 rank` or `While held, …` of a passive skill: it applies to the owner, as long
/// as they have it. Blanks keep later spans correct.
fn complete_passive_sentence(text: &str) -> String {
    const HELD: [&str; 10] = [
        "while held, ",
        "while carried, ",
        "while worn, ",
        "while equipped, ",
        "while it is held, ",
        "while this item is held, ",
        "while this item is carried, ",
        "while it is carried, ",
        "while it is worn, ",
        "as long as it is held, ",
    ];
    let lower = text.to_lowercase();
    let prefix_length = HELD.into_iter().find(|head| lower.starts_with(head)).map_or(0, str::len);
    let rest = text.get(prefix_length..).unwrap_or_default();
    let owned =
        if prefix_length == 0 { text.to_owned() } else { format!("{}{}", " ".repeat(prefix_length), capitalise(rest)) };
    let first = rest.split_whitespace().next().unwrap_or_default();
    let is_negation = matches!(first, "Negates" | "Nullifies");
    let lacks_owner = is_negation || Stat::ALL.iter().any(|stat| stat.name() == first);
    if effects::read_if_understood(&owned).is_some() || !lacks_owner {
        return if effects::read_if_understood(text).is_some() { text.to_owned() } else { owned };
    }
    let completed = if is_negation {
        format!("The user {}", rest.trim_start().replacen('N', "n", 1))
    } else {
        format!("The user's {rest}")
    };
    if effects::read_if_understood(&completed).is_some() && effects::find_described_spans(&completed).is_empty() {
        completed
    } else {
        text.to_owned()
    }
}

/// Reads `Damage inflicted on Masters increases by 50%` of a passive skill as the user's damage, because an ability
/// inflicts none of its own. `None` where the entry has no such sentence, or cannot be read so.
fn attribute_damage_to_user(text: &str) -> Option<Vec<PassageSentence>> {
    let is_skill_damage = |passages: &[PassageSentence]| {
        let sentences = passages.iter().flat_map(|passage| passage.effect.sentences());
        sentences.into_iter().any(|reworded| matches!(reworded.operation, Operation::Clause(Clause::SkillDamage(_))))
    };
    if !effects::read_if_understood(text).is_some_and(|passages| is_skill_damage(&passages)) {
        return None;
    }
    let reworded = text.replace("Damage inflicted ", "Damage the user inflicts ");
    let reworded = reworded.replace("damage inflicted ", "damage the user inflicts ");
    effects::read_if_understood(&reworded).filter(|passages| !is_skill_damage(passages))
}

/// Parses sentences, and reports each one that is not understood.
fn parse_sentences(nodes: &[Node], diagnostics: &Diagnostics) -> Vec<(EffectLine, Scalar)> {
    let mut parsed_sentences = Vec::new();
    for node in nodes {
        let Some(sentence) = expect_sentence(node, diagnostics) else { continue };
        match effects::read_passage(&sentence.text) {
            Ok(passages) => {
                warn_of_descriptions(&sentence, diagnostics);
                parsed_sentences.extend(effect_lines(passages).map(|line| (line, sentence.clone())));
            }
            Err(found) => diagnostics.report_in_scalar(&sentence, found),
        }
    }
    parsed_sentences
}

/// Reports a sentence that the engine cannot carry out.
pub(super) fn reject_unsupported(line: &EffectLine, scalar: &Scalar, diagnostics: &Diagnostics) {
    if let Some(why) = why_unsupported(&line.effect) {
        let message = format!("understood, but this cannot be carried out: {why}");
        diagnostics.report(Diagnostic::error(
            code::NOT_YET,
            scalar.source_span(Span::new(0, scalar.text.len())),
            message,
        ));
    }
}
