//! Loads the sentences of the effect language in a file: on a sheet or in a ruling.

use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{Clause, Operation};
use crate::language::effects::{self, PassageSentence};
use crate::language::fields::ParseResult;
use crate::language::span::Span;

use super::code;
use super::item_heading::{ItemHeading, extract_heading};
use super::owner_names::{OwnerNames, SheetNames};
use super::reader::{Diagnostics, code as reader_code};
use super::skill::EffectLine;
use super::stated_fields::{PlacedFields, StatedFields, extract_fields};
use super::unsupported::why_unsupported;
use super::yaml::{Node, Scalar};
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
    /// The fields stated among them.
    pub stated: PlacedFields,
    /// The name and price of an item before them (R337), with their span.
    pub heading: Option<(ItemHeading, Span)>,
}

/// Parses the entries of a skill. `passive`: the skill is always on and inflicts no damage of its own.
pub(super) fn parse_entries(
    nodes: &[Node],
    (is_item, passive): (bool, bool),
    names: &SheetNames,
    diagnostics: &Diagnostics,
) -> ParsedEntries {
    let mut entries = ParsedEntries::default();
    for node in nodes {
        let Some(mut entry) = expect_sentence(node, diagnostics) else { continue };
        if entries.lines.is_empty()
            && let Some((heading, span)) = extract_heading(&mut entry.text, is_item)
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
        let ((stated, span), parsed) = parse_fields_and_sentences(&mut entry.text, passive);
        entries.stated.add(stated, entry.source_span(span), diagnostics);
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

/// An entry that was parsed: the fields it states, and its sentences.
pub type ParsedEntry = (StatedFields, ParseResult<Vec<PassageSentence>>);

/// Parses an entry as the `effects` of an item are parsed, which its name and price may precede.
pub fn parse_item_entry(text: &str, passive: bool) -> (Option<ItemHeading>, ParsedEntry) {
    let mut text = text.to_owned();
    let heading = extract_heading(&mut text, true).map(|(heading, _)| heading);
    (heading, parse_entry(&text, passive))
}

/// Parses an entry as the `effects` of a skill are parsed. `passive`: the skill is always on.
pub fn parse_entry(text: &str, passive: bool) -> ParsedEntry {
    let ((stated, _), passages) = parse_fields_and_sentences(&mut text.to_owned(), passive);
    (stated, passages)
}

/// Parses an entry of the sheet of a Master or Servant, which may call its owner by class and name.
pub fn parse_owned_entry(owner: (Option<&str>, &str), text: &str, passive: bool) -> ParsedEntry {
    let names = OwnerNames::new(owner.0, &[Some(&owner.1.to_owned())]);
    parse_entry(names.say_user(text).as_deref().unwrap_or(text), passive)
}

/// Parses an entry. Returns the fields it states, with their place, and its other sentences. Changes `text` to the
/// words that were parsed.
fn parse_fields_and_sentences(
    text: &mut String,
    passive: bool,
) -> ((StatedFields, Span), ParseResult<Vec<PassageSentence>>) {
    let stated = extract_fields(text);
    if !stated.0.is_empty() && text.trim().is_empty() {
        return (stated, Ok(Vec::new()));
    }
    if passive {
        *text = complete_passive_sentence(text);
    } else if let Some(named) = effects::name_opponent(text)
        && effects::read_if_understood(text).is_none()
        && effects::read_if_understood(&named).is_some()
    {
        *text = named;
    }
    if passive && let Some(joined) = join_duration(text) {
        *text = joined;
    }
    let users_damage = passive.then(|| attribute_damage_to_user(text)).flatten();
    (stated, users_damage.map_or_else(|| effects::read_passage(text), Ok))
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
    if prefix_length == 0 && !lacks_owner {
        return owned;
    }
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

/// Joins `When the user kills a Servant, their STR increases by 1 subrank. Lasts indefinitely.` of a passive skill.
/// What is always on has no time of its own, so it is that of what is waited for. `None` where there is no such pair.
fn join_duration(text: &str) -> Option<String> {
    const TRIGGERS: [&str; 6] = ["when ", "whenever ", "each time ", "every time ", "the first time ", "once per "];
    let sentences = effects::split_sentences(text);
    let [(_, waits), (_, lasts)] = sentences.as_slice() else { return None };
    let lower = waits.trim_start().to_lowercase();
    let long = lasts.trim().trim_end_matches('.').strip_prefix("Lasts ")?;
    let says_until = ["until ", "for ", "indefinitely"].iter().any(|word| long.starts_with(word));
    let long = if says_until { long.to_owned() } else { format!("for {long}") };
    let joined = format!("{} {long}.", waits.trim_end().trim_end_matches('.'));
    let is_waited_for = TRIGGERS.iter().any(|trigger| lower.starts_with(trigger));
    (is_waited_for && effects::read_if_understood(text).is_none() && effects::read_if_understood(&joined).is_some())
        .then_some(joined)
}

/// Reads `Damage inflicted on Masters increases by 50%` of a passive skill as the user's damage, because an ability
/// inflicts none of its own. `None` where the entry has no such sentence, or cannot be read so.
fn attribute_damage_to_user(text: &str) -> Option<Vec<PassageSentence>> {
    let is_skill_damage = |passages: &[PassageSentence]| {
        let sentences = passages.iter().flat_map(|passage| passage.effect.sentences());
        sentences.into_iter().any(|reworded| matches!(reworded.operation, Operation::Clause(Clause::SkillDamage(_))))
    };
    if !text.contains("amage inflicted ")
        || !effects::read_if_understood(text).is_some_and(|passages| is_skill_damage(&passages))
    {
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
