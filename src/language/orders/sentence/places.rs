//! Resolves `there` in a condition: the one location that the order names.

use crate::language::condition::{Act, Condition, Name, Predicate, Written};
use crate::language::conditions::THERE;
use crate::language::diagnostic::Diagnostic;
use crate::language::orders::{ConditionReader, NameBook, NameKind, Rule, codes};
use crate::language::pairs::Pairs;
use crate::language::span::Span;

/// The locations that a sentence names, each once.
pub(in crate::language::orders) fn named_locations(
    sentence: &Pairs<'_, Rule>,
    reader: &ConditionReader<'_>,
    names: &NameBook,
) -> Vec<Name> {
    let mut found: Vec<Name> = Vec::new();
    let home = sentence.clone().flatten().find(|p| p.as_rule() == Rule::o_home);
    found
        .extend(home.zip(names.home()).map(|(p, home)| Name { text: home.to_owned(), span: reader.original_span(&p) }));
    for pair in sentence.clone().flatten().filter(|p| matches!(p.as_rule(), Rule::mark | Rule::quoted_name)) {
        let name = reader.build_name(pair);
        if names.is(&name.text, NameKind::Location) && !found.iter().any(|location| location.text == name.text) {
            found.push(name);
        }
    }
    found
}

/// Puts the location in the place of `there`. Fails with the span of `there` unless exactly one location is named
/// before it.
pub(in crate::language::orders) fn resolve_there(
    condition: &mut Condition<Written>,
    locations: &[Name],
) -> Result<(), Span> {
    for statement in condition.statements_mut() {
        let location = match statement {
            Predicate::IsIn(_, location) | Predicate::Count(_, _, _, location) => location,
            Predicate::Did(deed) | Predicate::DidOften(_, _, _, deed) => match &mut deed.act {
                Act::Enters(location) | Act::Leaves(location) => location,
                _ => continue,
            },
            _ => continue,
        };
        let Some(there) = location.as_mut().filter(|name| name.text == THERE) else { continue };
        // The location must be named before the word.
        let named: Vec<&Name> = locations.iter().filter(|name| name.span.start < there.span.start).collect();
        match named.as_slice() {
            [only] => there.text.clone_from(&only.text),
            _ => return Err(there.span),
        }
    }
    Ok(())
}

/// The error for a `there` that could mean several locations or none.
pub(in crate::language::orders) fn unknown_location_error(there: Span) -> Diagnostic {
    Diagnostic::error(codes::NOT_UNDERSTOOD, there, "where? the order names no place, or several")
        .note("write the place: `in Park`, or `here`")
}
