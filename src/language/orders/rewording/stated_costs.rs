//! Costs stated beside an action: `Surge, 1 AP, on Lancer` · `Support Phase, 1 SP: Guard` · `Spend 2 AP on Excalibur
//! against Lancer`.
//!
//! A correct cost adds nothing. A wrong cost may mean a number of uses, or the player may expect another price, so the
//! sentence is refused.

use crate::language::condition::Written;
use crate::language::order::{ActionKind, Times};
use crate::language::orders::{OrderFileReader, ReadOrder};
use crate::language::span::Span;

/// The kinds of points as written, with their index in a pair of AP and SP.
const POINT_KINDS: [(&str, usize); 6] =
    [("ap", 0), ("action points", 0), ("action point", 0), ("sp", 1), ("support points", 1), ("support point", 1)];
/// Words before a cost that stands behind an action.
const WORDS_BEFORE_COST: [&str; 9] =
    [" at a cost of ", " at the cost of ", ", costing ", " costing ", " (", ", ", " for ", " using ", " with "];
/// Words behind such a cost.
const WORDS_AFTER_COST: [&str; 6] = [" in total)", " in total", " total", " each)", ")", ""];
/// Verbs of spending, before a cost and its purpose.
const SPENDING_VERBS: [&str; 6] = ["spend ", "use ", "allocate ", "put ", "devote ", ""];

/// A text without its stated costs, and their sums as AP and SP.
struct StatedCosts {
    text: String,
    points: [u32; 2],
}

impl OrderFileReader<'_> {
    /// Reads one sentence without its stated cost, if that is what the actions cost.
    pub(in crate::language::orders) fn read_without_cost(&self, span: Span, text: &str) -> Option<ReadOrder> {
        let StatedCosts { text, points } = strip_costs(text)?;
        let parsed = self.read_order_in_words(span, &text, Some(span)).ok()?;
        let costs = |kind: &ActionKind<Written>| self.points_of(kind);
        let is_correct = parsed.0.body.branches.iter().all(|branch| {
            let sum = branch.actions.iter().try_fold([0_u32; 2], |[ap, sp], action| {
                let [more_ap, more_sp] = costs(&action.kind)?;
                Some([ap.checked_add(more_ap)?, sp.checked_add(more_sp)?])
            });
            sum == Some(points)
        });
        is_correct.then_some(parsed)
    }

    /// The AP and SP that an action costs; `None` if they are not known.
    fn points_of(&self, kind: &ActionKind<Written>) -> Option<[u32; 2]> {
        match kind {
            ActionKind::Use { skill, times: Times::Exactly(times), paying: None, .. } => {
                let [ap, sp] = self.prepared.names.points_of(&skill.text)?;
                Some([ap.checked_mul(*times)?, sp.checked_mul(*times)?])
            }
            // A basic attack costs one (R097).
            ActionKind::Attack { times: Times::Exactly(times), .. } => Some([*times, 0]),
            ActionKind::EnterSpiritForm | ActionKind::LeaveSpiritForm => Some([0, 1]),
            _ => None,
        }
    }
}

/// Removes the costs from a text; `None` if it states none.
fn strip_costs(text: &str) -> Option<StatedCosts> {
    let mut priced = StatedCosts { text: text.to_owned(), points: [0; 2] };
    let mut found = false;
    for _ in 0..4 {
        let Some((start, end, amount, kind)) = find_cost(&priced.text) else { break };
        found = true;
        let sum = priced.points.get_mut(kind)?;
        *sum = sum.checked_add(amount)?;
        let (before, behind) = (priced.text.get(..start)?, priced.text.get(end..)?);
        priced.text = if before.is_empty() { behind.to_owned() } else { format!("{before}{behind}") };
    }
    found.then_some(priced)
}

/// The first stated cost of a text: the start and end of its span, the number of points, and the index of their kind.
fn find_cost(text: &str) -> Option<(usize, usize, u32, usize)> {
    let lower = text.to_ascii_lowercase();
    for (at, c) in lower.char_indices().filter(|(at, c)| {
        c.is_ascii_alphanumeric() && !lower.get(..*at).is_some_and(|before| before.ends_with(char::is_alphanumeric))
    }) {
        let _: char = c;
        let rest = lower.get(at..)?;
        let Some((amount, behind)) = parse_number(rest) else { continue };
        let Some((name, kind)) = POINT_KINDS
            .iter()
            .find(|(name, _)| behind.strip_prefix(name).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric)))
        else {
            continue;
        };
        let end = at + (rest.len() - behind.len()) + name.len();
        let before = lower.get(..at)?;
        // `Spend 2 AP on Excalibur …`, `1 AP for Surge on Lancer`.
        for verb in SPENDING_VERBS {
            let lead = before.strip_suffix(verb).filter(|lead| lead.is_empty() || lead.ends_with([' ', ',']));
            if let Some(lead) = lead
                && (lead.is_empty() || lead.ends_with(", ") || lead.ends_with(": ") || lead.ends_with("and "))
                && let Some(on) = [" on ", " for ", " to ", " into "]
                    .iter()
                    .find(|on| lower.get(end..).is_some_and(|rest| rest.starts_with(**on)))
            {
                return Some((lead.len(), end + on.len(), amount, *kind));
            }
        }
        for lead in WORDS_BEFORE_COST {
            let Some(start) = before.strip_suffix(lead).map(str::len) else { continue };
            for tail in WORDS_AFTER_COST {
                let brackets_match = tail.ends_with(')') == (lead == " (");
                let ends_phrase = |rest: &str| rest.is_empty() || rest.starts_with([',', ':', ';', ' ']);
                if brackets_match
                    && start > 0
                    && lower.get(end..).and_then(|rest| rest.strip_prefix(tail)).is_some_and(ends_phrase)
                {
                    return Some((start, end + tail.len(), amount, *kind));
                }
            }
        }
    }
    None
}

/// The number at the start of a text, and the rest.
fn parse_number(text: &str) -> Option<(u32, &str)> {
    const WORDS: [&str; 6] = ["one ", "two ", "three ", "four ", "five ", "six "];
    if let Some((at, word)) = WORDS.iter().enumerate().find(|(_, word)| text.starts_with(**word)) {
        return Some((u32::try_from(at + 1).ok()?, text.get(word.len()..)?));
    }
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    let behind = text.get(digits..)?;
    (digits > 0).then(|| Some((text.get(..digits)?.parse().ok()?, behind.strip_prefix(' ').unwrap_or(behind))))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_is_taken_out_where_it_stands_for_itself() {
        for (text, without, points) in [
            ("Surge, 1 AP, on Lancer", "Surge, on Lancer", [1, 0]),
            ("Cut x2 on Archer, 2 AP in total", "Cut x2 on Archer", [2, 0]),
            ("Support Phase, 1 SP: Guard", "Support Phase: Guard", [0, 1]),
            ("Spend 2 AP on Excalibur against Lancer", "Excalibur against Lancer", [2, 0]),
            ("1 AP for Surge on Lancer, 1 AP for Surge on Archer", "Surge on Lancer, Surge on Archer", [2, 0]),
            ("Enter Spirit Form at a cost of 1 SP", "Enter Spirit Form", [0, 1]),
            ("Surge (1 AP) on Lancer", "Surge on Lancer", [1, 0]),
        ] {
            let found = strip_costs(text).map(|priced| (priced.text, priced.points));
            assert_eq!(found, Some((without.to_owned(), points)), "{text}");
        }
        for text in ["Cut Lancer", "Keep 1 AP", "Save 2 AP for Excalibur", "if I have 2 AP left, Cut Lancer"] {
            assert!(strip_costs(text).is_none(), "{text}");
        }
    }
}
