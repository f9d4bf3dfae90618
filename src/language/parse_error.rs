//! What a grammar expected where it refused a text, in words for people.
//!
//! Only this module turns a parser's error into text. Rules that stand for a word (`w_raises`, `k_percent`,
//! `hits_word`) are shown as the word; the others by a short name.

use pest::error::{Error, ErrorVariant, InputLocation};

use super::diagnostic::nearest;
use super::parser::Rule;
use super::span::Span;

/// Where and why a text was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ParseError {
    /// The word that could not be read; empty at the end of the text.
    pub(crate) span: Span,
    /// What would have been read there: sorted, without repetitions.
    pub(crate) expected: Vec<String>,
    /// Whether the parser gave up, because the text took too many steps.
    pub(crate) has_given_up: bool,
}

impl ParseError {
    /// Makes it from a parser's error and the text that was parsed.
    pub(crate) fn of(error: &Error<Rule>, text: &str) -> ParseError {
        let position = match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at.min(text.len()),
        };
        let at = word_at(text, position);
        match &error.variant {
            ErrorVariant::CustomError { .. } => ParseError { span: at, expected: Vec::new(), has_given_up: true },
            ErrorVariant::ParsingError { positives, .. } => {
                let mut expected: Vec<String> = positives.iter().filter_map(|rule| describe_rule(*rule)).collect();
                expected.sort_unstable();
                expected.dedup();
                ParseError { span: at, expected, has_given_up: false }
            }
        }
    }

    /// `expected `if`, `unless` or a number`; `None` if nothing or more than eight things were expected.
    pub(crate) fn expectation(&self) -> Option<String> {
        let (last, rest) = self.expected.split_last()?;
        if self.expected.len() > 8 {
            return None;
        }
        Some(if rest.is_empty() {
            format!("expected {last}")
        } else {
            format!("expected {} or {last}", rest.join(", "))
        })
    }

    /// Returns the expected word nearest to what was written; `None` if none is near.
    pub(crate) fn suggestion(&self, text: &str) -> Option<String> {
        let written = text.get(self.span.range())?;
        // The words stand between backquotes, so they are every second piece.
        let words = self.expected.iter().flat_map(|e| e.split('`').skip(1).step_by(2));
        nearest(written, words).map(str::to_owned)
    }
}

/// Returns the word at a place or behind the white space there; it ends at white space or punctuation.
fn word_at(text: &str, position: usize) -> Span {
    let start = (0..=position).rev().find(|p| text.is_char_boundary(*p)).unwrap_or(0);
    let rest = text.get(start..).unwrap_or("");
    let blank = rest.len() - rest.trim_start().len();
    let from = start + blank;
    let word = text.get(from..).unwrap_or("");
    let length = word
        .char_indices()
        .find(|(index, c)| *index > 0 && (c.is_whitespace() || matches!(c, '.' | ',' | ';' | ':' | '"' | '[' | ']')))
        .map_or(word.len(), |(index, _)| index);
    Span::new(from, from + length)
}

/// The word of a rule whose name is not its word.
const fn irregular_word(rule: Rule) -> Option<&'static str> {
    match rule {
        Rule::k_percent => Some("%"),
        Rule::k_and_also => Some("and"),
        Rule::k_poss | Rule::poss => Some("'s"),
        Rule::k_be | Rule::be => Some("is"),
        Rule::k_have | Rule::have => Some("has"),
        Rule::k_character_one => Some("character"),
        Rule::w_gain_plain => Some("gains"),
        Rule::w_damage_verb => Some("damage"),
        Rule::w_hit_verb | Rule::w_hit => Some("hit"),
        Rule::w_acts_alone => Some("act"),
        Rule::k_targets_many => Some("targets"),
        Rule::k_an => Some("a"),
        Rule::k_additional => Some("more"),
        Rule::k_command_spell => Some("Command Spell"),
        Rule::w_rises => Some("increases"),
        Rule::w_falls => Some("decreases"),
        Rule::w_turns => Some("Turns"),
        Rule::w_subrank => Some("subranks"),
        Rule::w_rank => Some("ranks"),
        _ => None,
    }
}

/// Returns how messages name a rule; `None` for a rule that would tell an author nothing.
fn describe_rule(rule: Rule) -> Option<String> {
    if let Some(word) = irregular_word(rule) {
        return Some(format!("`{word}`"));
    }
    let name = format!("{rule:?}");
    let prefixed = ["w_", "k_", "kw_", "v_"].into_iter().find_map(|prefix| name.strip_prefix(prefix));
    let grouped = matches!(rule, Rule::stat_word | Rule::damage_word | Rule::status_word | Rule::skill_type_word);
    if let Some(word) = prefixed.or_else(|| name.strip_suffix("_word").filter(|_| !grouped)) {
        return Some(format!("`{}`", word.replace('_', " ")));
    }
    Some(
        match rule {
            Rule::EOI => "the end",
            Rule::effect | Rule::requirement | Rule::aside => return None,
            Rule::number | Rule::signed | Rule::written_number | Rule::so_much => "a number",
            Rule::integer | Rule::count => "a whole number",
            Rule::quantity | Rule::more_or_less => "a number or a percentage",
            Rule::percent => "a percentage",
            Rule::rank | Rule::written_rank | Rule::rank_bound => "a rank",
            Rule::stat_word | Rule::which_stats => {
                "a stat (`STR`, `END`, `MAE`, `MAR`, `AGI`, `LCK`, `ACT`, `all stats`)"
            }
            Rule::quoted_name | Rule::name => "a name in quotes",
            Rule::arrow => "`->`",
            Rule::damage_word | Rule::damage_kinds => {
                "a damage type (`Physical`, `Ranged`, `Long-ranged`, `Magical`, `Special`)"
            }
            Rule::vital | Rule::vitals => "`Health` or `Mana`",
            Rule::resource => "`Health`, `Mana`, `CP`, `AP`, `SP`",
            Rule::status_word => "`Poison` or `Stun`",
            Rule::that_kind => "`that character`",
            Rule::pre_filter => "a word such as `Evil` or `Saber-class`",
            Rule::post_filter => "which of them (`in this location`, `with STR ranked B or higher`, …)",
            Rule::turn_edge => "`the beginning` or `the end`",
            Rule::when_behind => "`when`",
            Rule::lesson | Rule::lessons => {
                "what is learned (`Health`, `Mana`, `location`, `stats`, `true name`, `class`)"
            }
            Rule::first_of_battle | Rule::in_first_turn => "`the first Turn of battle`",
            Rule::per_each | Rule::for_each => "`for each …` or `per hit`",
            Rule::but_user => "`other than the user`",
            Rule::role => "`Master`, `Servant`, `contracted partner`, `familiars` or `team`",
            Rule::effect_who | Rule::effect_one | Rule::who_one | Rule::subject | Rule::object => {
                "somebody (`the user`, `the target`, `the attacker`, `opponents`, …)"
            }
            Rule::group => "a group such as `Servants in this location`",
            Rule::kind => "`Servants`, `Masters`, `familiars`, `opponents`, `allies` or `characters`",
            Rule::change => "`increases by` or `decreases by`",
            Rule::step => "how many `ranks` or `subranks`",
            Rule::amount_of => "how much `Health` or `Mana`",
            Rule::effect_each | Rule::effect_later | Rule::effect_next => {
                "a time (`at the end of each Turn`, `next Turn`)"
            }
            Rule::attack_quota => "`next`",
            Rule::each_such_turn => "`each Turn`",
            Rule::effect_if | Rule::effect_while | Rule::own_time | Rule::if_clause => {
                "a condition (`if`, `while`, `unless`)"
            }
            Rule::condition | Rule::statement | Rule::about => "a condition",
            Rule::joined | Rule::join_comma => "`and`",
            Rule::among => "a kind such as `a Master`",
            Rule::struck => "whom it falls on, such as `on Masters`",
            Rule::struck_targets => "`targets`",
            Rule::no_more_than => "`up to`",
            Rule::with_skills => "`with`",
            Rule::times_as_much => "`double` or `half`",
            Rule::dear => "how much `more` or `less`",
            Rule::cost_word => "`Mana`, `Health`, `CP`, `AP`, `SP`",
            Rule::signed_step => "how many `ranks` or `subranks`",
            Rule::points_told => "how many `AP` or `SP`",
            Rule::each_thing => "a sentence",
            Rule::until_end_of => "`until the user leaves this location` or `until the user dies`",
            Rule::verb_phrase | Rule::said | Rule::said_all => "a verb",
            Rule::gm_text => "what the GM decides",
            Rule::effect_duration => "a duration such as `for 2 Turns`",
            Rule::status => "a status such as `Poison 3/20`",
            Rule::target_kind => "a target such as `[Any]`",
            Rule::word | Rule::type_words | Rule::phase_words | Rule::plain_name => "a word",
            Rule::not_available => "`N/A`",
            // The name of a rule is no word for an author.
            _ => return None,
        }
        .to_owned(),
    )
}
