//! Orders read, bound to a View and checked.
//!
//! | file | holds |
//! | --- | --- |
//! | `accepted`, `reference`, `phrases`, `wordings_of_whole_orders`, `letters` | orders that stand, by kind, by verb, as players write them, in whole letters |
//! | `refused` | orders that are refused, each with its exact diagnostic and the words it marks |
//! | `ambiguous_conditions`, `ambiguous_targets` | words that leave open whom or how many: in conditions; of targets and actors |
//! | `scope_of_additions`, `words_of_two_sentences` | what adds, replaces, stands behind an `otherwise` or names a time beside a condition |
//! | `misread`, `judged_misreadings`, `leaning_sentences`, `read_as_more`, `whom_and_who`, `how_many_and_who`, `lost_orders` | orders that could be carried out otherwise than they say, or be lost by a habit of writing |
//! | `asked_once` | what is asked once, or of one of several, and is not meant so |
//! | `grouping`, `negations`, `forbidden`, `otherwise`, `chains` | `and` and `or`; what is denied; what is not to be done; branches; reactions to reactions |
//! | `everyday` | what players write every day beside an order, and so many uses of a skill |
//! | `remarks`, `other_cases` | remarks beside an order; the other case, the rest of the AP and Command Spells in players' words |
//! | `endings_and_gifts` | the end of the Turn, a target and no other, gifts that are used, what nobody is to do |
//! | `refusal_classes`, `first_try`, `fresh_writers` | what blind writers were refused for, class by class |
//! | `wordings_of_short_conditions` | what players write at the first try, and what stays refused beside it |
//! | `wordings_of_spells_and_labels` | Command Spells, words to others, labels, branches and what is forbidden, in players' words |
//! | `endings_and_pronouns` | times, counts and remarks behind an order; pronouns that two people fit |
//! | `words_kept` | words that the tree of an order must not lose |
//! | `wordings_of_teams_and_reasons` | teams in the place of people, reasons beside orders, in players' words |
//! | `wordings` | tables of what players write and how it is read, by themes (`wordings/*.tsv`) |
//! | `other_wordings` | what the table of wordings says, and that it passes no word over |
//! | `words_left_out`, `written_out` | what a sentence leaves out, since it or the one above says it; pronouns, and verbs that stand for others |
//! | `pronoun_sex` | pronouns whose sex, or whose other person, tells whom they cannot mean |
//! | `commands_and_company` | the words of "Obey me!"; who is taken along; points and cases that two orders share |
//! | `counted` | how often something happens, and how many do it; two who are known; purchases for others |
//! | `whole_turn` | orders beside each other: what a Turn allows |
//! | `logic`, `guide` | the Logic Game; every example of the help |
//! | `points_and_lists` | AP that are left or numbered, until somebody dies, lists with a head, `nothing else` |
//! | `offered_sentences`, `guidance` | what a refusal offers, and that it works; which part of an order is understood |
//! | `places_and_exceptions` | `here` above a move, moves together, exceptions and an `otherwise` of two conditions |
//! | `halves_in_two_sentences`, `both_first_and_left` | two sentences that are one order; both of two, the first or the one who is left |
//! | `kept_until_then` | what is kept until something happens, what comes first, the start of the Instant Phase |
//! | `uses_of_gifts`, `each_of_several_times` | what is given and used; what is answered each time, so often at most |
//! | `more_damage` | who of two has dealt more damage |
//! | `one_case_together` | a move together in one case of several, or beside what its writer alone does |
//! | `people_between_verbs` | people in a row between two verbs |
//! | `blind` | orders by people who had seen nothing but the rulebook |
//! | `limits`, `answer_size`, `secrets` | no text panics or takes long; an answer is bounded; nothing hidden is told |
//! | `view`, `readings` | the seats' Views that the others use; what is read of many orders |

mod accepted;
mod ambiguous_conditions;
mod ambiguous_targets;
mod answer_size;
mod asked_as_a_phase_begins;
mod asked_as_it_happens;
mod asked_once;
mod asked_too_early;
mod blind;
mod both_first_and_left;
mod chains;
mod commands_and_company;
mod company;
mod counted;
mod deeds_in_phases;
mod denials;
mod done_behind_what;
mod each_of_several_times;
mod endings_and_gifts;
mod endings_and_pronouns;
mod everyday;
mod first_try;
mod forbidden;
mod fresh_writers;
mod grouping;
mod guidance;
mod guide;
mod halves_in_two_sentences;
mod how_many_and_who;
mod judged_misreadings;
mod kept_until_then;
mod leaning_sentences;
mod left_undone;
mod letters;
mod limits;
mod logic;
mod lost_orders;
mod misread;
mod more_damage;
mod negations;
mod nobody_but;
mod offered_sentences;
mod one_case_together;
mod other_cases;
mod other_wordings;
mod otherwise;
mod own_people;
mod people_between_verbs;
mod phrases;
mod places_and_exceptions;
mod points_and_lists;
mod pronoun_sex;
mod questions_and_second_halves;
mod read_as_more;
mod readings;
mod reference;
mod refusal_classes;
mod refused;
mod remarks;
mod scope_of_additions;
mod second_sentences;
mod secrets;
mod short_answers;
mod short_second_halves;
mod skills_as_subjects;
mod strikers;
mod uses_of_gifts;
mod view;
mod whole_turn;
mod whom_and_who;
mod whose_deeds;
mod wordings;
mod wordings_of_short_conditions;
mod wordings_of_spells_and_labels;
mod wordings_of_teams_and_reasons;
mod wordings_of_whole_orders;
mod words_for_nobody;
mod words_kept;
mod words_left_out;
mod words_of_two_sentences;
mod written_out;

use grail_referee::language::order_text;
use grail_referee::language::span::Source;
use grail_referee::orders::{CheckedFile, check};

/// Checks a text for the Red seat.
fn checked(text: &str) -> CheckedFile {
    check(&Source::new("red.txt", text), &view::view())
}

/// `number actor: canonical words` of every order of the plan.
fn plan(checked: &CheckedFile) -> Vec<String> {
    checked.plan.iter().map(|o| format!("{}: {}", o.actor.text, order_text::order_sentence(o))).collect()
}

/// `code message`, the note or suggestion behind it.
fn said(checked: &CheckedFile) -> Vec<String> {
    checked
        .diagnostics
        .iter()
        .map(|d| {
            let suggestion = d.suggestion.as_ref().map_or(String::new(), |s| format!(" [{s}]"));
            format!("{} {}{suggestion}", d.code, d.message)
        })
        .collect()
}

/// Asserts that each text is refused with its code.
fn assert_refused(cases: &[(&str, &str)], checked: impl Fn(&str) -> CheckedFile) {
    let is_refused = |text: &str, code: &str| said(&checked(text)).iter().any(|line| line.starts_with(code));
    let done: Vec<_> = cases.iter().filter(|(text, code)| !is_refused(text, code)).collect();
    let answers: Vec<_> = done.iter().map(|(text, _)| (plan(&checked(text)), said(&checked(text)))).collect();
    assert!(done.is_empty(), "{done:#?} {answers:#?}");
}

/// The stretches of the text that the diagnostics mark.
fn marked<'t>(checked: &CheckedFile, text: &'t str) -> Vec<&'t str> {
    checked.diagnostics.iter().map(|d| text.get(d.span.range()).unwrap_or("?")).collect()
}
