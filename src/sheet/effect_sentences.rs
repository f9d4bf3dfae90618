//! Sentences of the effect language within a file: on a sheet, in a ruling.

use crate::language::diagnostic::Diagnostic;
use crate::language::effects;
use crate::language::span::Span;

use super::code;
use super::reader::{Diagnostics, code as reader_code};
use super::skill::EffectLine;
use super::unsupported::cannot_run;
use super::yaml::{Node, Scalar};

/// Reads sentences, each understood and one that the engine carries out, or reported where it stands.
#[must_use]
pub fn sentences(nodes: &[Node], faults: &Diagnostics) -> Vec<(EffectLine, Scalar)> {
    let read = parsed(nodes, faults);
    for (line, at) in &read {
        runs(line, at, faults);
    }
    read
}

/// Reads sentences, each understood, or reported where it stands.
pub(super) fn parsed(nodes: &[Node], faults: &Diagnostics) -> Vec<(EffectLine, Scalar)> {
    let mut lines = Vec::new();
    for node in nodes {
        let Some(sentence) = node.sentence() else {
            let message = format!("{} where a sentence is expected", node.kind_name());
            faults.report(Diagnostic::error(reader_code::WRONG_KIND, node.span, message));
            continue;
        };
        match effects::passage(&sentence.text) {
            Ok(passages) => {
                let read =
                    passages.into_iter().flat_map(|one| EffectLine::of(&one.text, one.effect).collect::<Vec<_>>());
                lines.extend(read.map(|line| (line, sentence.clone())));
            }
            Err(found) => faults.report_in(&sentence, found),
        }
    }
    lines
}

/// Reports a sentence that the engine cannot carry out.
pub(super) fn runs(line: &EffectLine, at: &Scalar, faults: &Diagnostics) {
    if let Some(why) = cannot_run(&line.effect) {
        let message = format!("understood, but this cannot be carried out: {why}");
        faults.report(Diagnostic::error(code::NOT_YET, at.place(Span::new(0, at.text.len())), message));
    }
}
