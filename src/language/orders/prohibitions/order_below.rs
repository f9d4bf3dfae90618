//! Orders below a prohibition on a condition, which may lean on it: `Don't attack Lancer if he attacks Rin. Then attack
//! Archer.` · `Don't attack Lancer if Archer is here. If he isn't, attack him.`

use crate::language::conditions::SourceContext as _;
use crate::language::diagnostic::Diagnostic;
use crate::language::orders::people::sentence_words::{Token, tokenize};
use crate::language::orders::{NameKind, OrderFileReader, codes};
use crate::language::span::Span;
use crate::vocabulary::sex::Sex;

impl OrderFileReader<'_> {
    /// The error for an order that leans on the prohibition just above it; `None` if it stands by itself.
    pub(in crate::language::orders) fn find_lean_on_prohibition(&self, span: Span) -> Option<Diagnostic> {
        let above = self.forbidden.last().filter(|above| above.condition.is_some() && above.order_number.is_none())?;
        self.sentences.last().filter(|(last, _)| *last == above.span)?;
        let text = self.text(span);
        let error = |code, message| Diagnostic::error(code, self.prepared.original_span(span), message);
        const LEADS: [&str; 5] = ["then ", "then, ", "in that case", "in which case", "so "];
        if LEADS.iter().any(|lead| text.get(..lead.len()).is_some_and(|start| start.eq_ignore_ascii_case(lead))) {
            let message = "where what is forbidden above is so, or whatever is so?";
            return Some(error(codes::WHOSE_TIME, message).note("where it is so: `If C, A.`; else leave the word out"));
        }
        let sex_of = |token: &Token<'_>| match (token.is(&["he", "him"]), token.is(&["she", "her"])) {
            (true, _) => Some(Sex::Male),
            (_, true) => Some(Sex::Female),
            _ => None,
        };
        let sex = tokenize(text).iter().find_map(|(_, _, token)| sex_of(token))?;
        let names = self.prepared.names;
        let fits = |mark: &char| {
            let is_person = names.mark_is(*mark, NameKind::Character) || names.mark_is(*mark, NameKind::Own);
            let known = names.marked(*mark).and_then(|name| names.sex(name));
            is_person && known.is_none_or(|known| known == sex)
        };
        let mut people: Vec<char> = self.text(above.span).chars().filter(fits).collect();
        people.sort_unstable();
        people.dedup();
        let message = "whom does the word mean? two whom the sentence before names could be meant";
        (people.len() > 1).then(|| error(codes::WHOM, message).note("write the name in its place"))
    }
}
