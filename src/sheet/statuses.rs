//! Statuses that a sheet defines under headings of their own: `Burn: The victim receives 8 Special damage at the end of
//! each Turn. Lasts 2 Turns.` A sentence that inflicts one by name is expanded to include all of it (R126–R135, A075).

use crate::language::condition::{Group, Side, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{
    Affliction, Clause, Duration, Effect, Immediate, Operation, Sentence, Trigger, Verb, Who,
};
use crate::language::effect_text::affliction_text;
use crate::language::effects;
use crate::language::fields::ParseResult;
use crate::language::number_words::number_of_word_or_digits;
use crate::language::span::Span;
use crate::language::visit::{Visit, VisitEffect};
use crate::vocabulary::exact::Exact;

use super::code;
use super::reader::Diagnostics;
use super::yaml::Node;

/// A status that a sheet defines under a heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusHeading {
    /// Its name.
    pub name: String,
    /// How many Turns it works; `None` where the heading does not say.
    pub turns: Option<u32>,
    /// Its sentences, about `the target`. `D` stands for the amount given where it is inflicted.
    sentences: Vec<String>,
    /// Whether the amount is given where it is inflicted: `Bleeding T/D`.
    has_amount: bool,
    /// What the GM does of it: told to them where it is inflicted, because a status works without asking anybody.
    left_to_gm: Option<String>,
    /// A shorter name by which it is marked: `Bleed` of `Bleeding`.
    mark: Option<String>,
}

/// The statuses of a sheet.
#[derive(Debug, Default)]
pub(super) struct SheetStatuses(Vec<StatusHeading>);

impl SheetStatuses {
    /// Reads the texts under `statuses`.
    pub(super) fn read_statuses(nodes: &[Node], diagnostics: &Diagnostics) -> SheetStatuses {
        let mut all: Vec<StatusHeading> = Vec::new();
        for node in nodes {
            let Some(status) = diagnostics.read(node, parse_heading) else { continue };
            if all.iter().any(|known| known.name.eq_ignore_ascii_case(&status.name)) {
                let message = format!("a second status `{}`", status.name);
                diagnostics.report(Diagnostic::error(code::DUPLICATE_SKILL, node.span, message));
            } else {
                all.push(status);
            }
        }
        SheetStatuses(all)
    }

    /// Expands every sentence of a text that inflicts a status by name.
    pub(super) fn expand_statuses(&self, text: &str) -> ParseResult<String> {
        let mut expanded = text.to_owned();
        for status in &self.0 {
            status.reject_having(text)?;
            while let Some(more) = status.expand_statuses(&expanded)? {
                expanded = more;
            }
        }
        Ok(expanded)
    }
}

impl StatusHeading {
    /// The canonical words of the heading.
    pub fn canonical_words(&self) -> ParseResult<String> {
        let turns = self.turns.map_or(String::new(), |turns| format!(" for {}", turns_text(turns)));
        let placeholder = Exact::whole(7777);
        let effects = render_effects(&self.name, &self.sentences_with_amount(placeholder))?;
        let effects = if self.has_amount { effects.replace(&placeholder.to_string(), "D") } else { effects };
        let for_gm = self.left_to_gm.iter().map(|text| format!("GM: {text}"));
        let does: Vec<String> = Some(effects).filter(|effects| !effects.is_empty()).into_iter().chain(for_gm).collect();
        Ok(format!("\"{}\"{turns}: {}", self.name, does.join(". ")))
    }

    /// The text of an entry with the sentence from `at` on expanded: what the status does, and at the end, behind which
    /// nothing is read, what the GM does.
    fn expand_sentence(&self, text: &str, (at, length): (usize, usize), inflicted: &str, effects: &str) -> String {
        let before = text.get(..at).unwrap_or_default();
        let behind = text.get(at + length..).unwrap_or_default();
        match &self.left_to_gm {
            None => format!("{before}{inflicted}: {effects}.{behind}"),
            Some(for_gm) if effects.is_empty() => {
                format!("{}{behind} GM: {}: {for_gm}", before.trim_end(), inflicted.trim_start())
            }
            Some(for_gm) => format!("{before}{inflicted}: {effects}.{behind} GM: \"{}\": {for_gm}", self.name),
        }
    }

    fn sentences_with_amount(&self, amount: Exact) -> Vec<String> {
        let with_amount =
            |sentence: &String| if self.has_amount { insert_amount(sentence, amount) } else { sentence.clone() };
        self.sentences.iter().map(with_amount).collect()
    }

    /// Rejects `if the target has "Mark"`: has is said of an item, and nobody holds a status.
    fn reject_having(&self, text: &str) -> ParseResult<()> {
        let plain = text.replace(['\u{201C}', '\u{201D}'], "\"");
        let name = format!("\"{}\"", self.name);
        // `is afflicted with "Mark"` says that it is a status.
        let says_having = |before: &str| {
            let mut words = before.split_whitespace().rev();
            let verb = words.next().filter(|word| ["has", "have", "having", "with"].contains(word))?;
            let is_of_status = words.next().is_some_and(|word| word.ends_with("flicted") || word == "affected");
            (!is_of_status).then(|| verb.to_owned())
        };
        let parts: Vec<&str> = plain.split(&name).collect();
        let Some(verb) = parts.split_last().and_then(|(_, before)| before.iter().find_map(|part| says_having(part)))
        else {
            return Ok(());
        };
        let message = format!("`{verb}` is said of an item, and `{}` is a status of this sheet", self.name);
        let fault = Diagnostic::error(code::MISPLACED_EFFECT, Span::new(0, text.len()), message);
        Err(vec![fault.note(format!("write `is affected by \"{}\"`", self.name))])
    }

    /// Expands the first sentence of a text that inflicts this status by name; `None` where there is none.
    fn expand_statuses(&self, text: &str) -> ParseResult<Option<String>> {
        const VERBS: [(&str, &str); 6] = [
            (" receives ", " receives "),
            (" receive ", " receive "),
            (" is inflicted with ", " receives "),
            (" are inflicted with ", " receive "),
            (" is afflicted with ", " receives "),
            (" are afflicted with ", " receive "),
        ];
        for (at, sentence) in effects::split_sentences(text) {
            let plain = sentence.replace(['\u{201C}', '\u{201D}'], "\"");
            let words = plain.trim_end().trim_end_matches('.').trim_end();
            for (verb, plainly) in VERBS {
                let Some((who, rest)) = words.split_once(verb) else { continue };
                let mut names = Some(&self.name).into_iter().chain(&self.mark);
                let Some(rest) = names.find_map(|name| strip_name(rest, name)) else { continue };
                let span = Span::new(at, at + sentence.len());
                let Some((turns, amount)) = parse_turns_and_amount(rest) else {
                    // The sentence itself says what the status does.
                    if rest.contains(':') {
                        continue;
                    }
                    let message =
                        format!("of `{}` only how long it lasts is told here, as a sentence of its own", self.name);
                    return Err(vec![Diagnostic::error(code::MISPLACED_EFFECT, span, message).note(format!(
                        "write `The target receives \"{}\" for 2 Turns.`; what else, before it",
                        self.name
                    ))]);
                };
                let fault = |message: String| vec![Diagnostic::error(code::MISPLACED_EFFECT, span, message)];
                let turns = match (turns, self.turns) {
                    (Some(turns), _) | (None, Some(turns)) => turns,
                    (None, None) => {
                        return Err(fault(format!("how long does `{}` last? write `for 2 Turns`", self.name)));
                    }
                };
                if self.has_amount != amount.is_some() {
                    let how =
                        if self.has_amount { "how much does it inflict? write `2/10`" } else { "it has no amount" };
                    return Err(fault(format!("of `{}`: {how}", self.name)));
                }
                let effects = render_effects(&self.name, &self.sentences_with_amount(amount.unwrap_or(Exact::ONE)))?;
                let inflicted = format!("{who}{plainly}\"{}\" for {}", self.name, turns_text(turns));
                return Ok(Some(self.expand_sentence(text, (at, sentence.len()), &inflicted, &effects)));
            }
        }
        Ok(None)
    }
}

/// Parses a heading and the sentences after it.
pub fn parse_heading(text: &str) -> ParseResult<StatusHeading> {
    let fault = |message: &str| vec![Diagnostic::error(code::MISPLACED_EFFECT, Span::new(0, text.len()), message)];
    let form = "a status has a name and what it does: `Burn: The victim receives 8 Special damage at the end of each Turn. Lasts 2 Turns.`";
    let parted = [":", " \u{2013} ", " \u{2014} ", " - "].into_iter().filter_map(|mark| text.split_once(mark));
    let (head, body) = parted.min_by_key(|(head, _)| head.len()).ok_or_else(|| fault(form))?;
    let mut words: Vec<&str> = head.trim().trim_matches(['"', '\u{201C}', '\u{201D}']).split_whitespace().collect();
    let last = words.last().copied().unwrap_or_default();
    let (said, for_gm) = body.split_once("GM:").unwrap_or((body, ""));
    // As the rulebook does, a note behind it may say that it is marked with its Turns and an amount.
    let has_amount = last == "T/D" || effects::split_sentences(text).iter().any(|(_, note)| marks_amount(note));
    let counted = last == "T";
    let turns = last.parse::<u32>().ok().filter(|turns| *turns > 0);
    if last == "T/D" || counted || turns.is_some() {
        words.pop();
    }
    let name = words.join(" ").trim_matches('"').to_owned();
    let is_no_name = |word: &&str| ["gm", "victim", "target", "user"].contains(&word.to_lowercase().as_str());
    if name.is_empty() || words.len() > 4 || name.contains('"') || words.iter().any(is_no_name) {
        return Err(fault(form));
    }
    let mut body = StatusBody { turns, is_counted: has_amount || counted, ..StatusBody::default() };
    body.read(said, &name, false).map_err(fault)?;
    body.read(for_gm, &name, true).map_err(fault)?;
    let StatusBody { mut turns, sentences, left_to_gm, mark, .. } = body;
    if sentences.is_empty() && left_to_gm.is_empty() {
        return Err(fault(form));
    }
    let sentences =
        if has_amount { sentences.iter().map(|sentence| say_amount(sentence)).collect() } else { sentences };
    let left_to_gm = (!left_to_gm.is_empty()).then(|| left_to_gm.join(" "));
    let (sentences, turns_in_text) = extract_turns(sentences);
    turns = match (turns, turns_in_text) {
        (Some(_), Some(_)) => return Err(fault("how long it lasts, said twice")),
        (one, other) => one.or(other),
    };
    if (has_amount || counted) && turns.is_some() {
        return Err(fault("how long it lasts is told where it is inflicted (`T`), and here: say it once"));
    }
    let status = StatusHeading { name, turns, sentences, has_amount, left_to_gm, mark };
    if has_amount && status.sentences_with_amount(Exact::ONE) == status.sentences {
        return Err(fault("what is the amount `D` of?"));
    }
    render_effects(&status.name, &status.sentences_with_amount(Exact::ONE))?;
    Ok(status)
}

/// What the sentences of a status say.
#[derive(Default)]
struct StatusBody<'t> {
    turns: Option<u32>,
    /// Whether the Turns are told where it is inflicted.
    is_counted: bool,
    sentences: Vec<String>,
    left_to_gm: Vec<&'t str>,
    mark: Option<String>,
}

impl<'t> StatusBody<'t> {
    /// Reads sentences; `ruled`: those that the GM rules on.
    fn read(&mut self, said: &'t str, name: &str, ruled: bool) -> Result<(), &'static str> {
        for (_, sentence) in effects::split_sentences(said) {
            let sentence = sentence.trim();
            if let Some(mark) = parse_mark(sentence, name) {
                self.mark = Some(mark);
                continue;
            }
            match parse_duration(sentence) {
                Some(_) if self.turns.is_some() => return Err("how long it lasts, said twice"),
                Some(lasting) => self.turns = Some(lasting),
                None if sentence.is_empty() => {}
                None if sentence.trim_end_matches('.') == "Lasts T Turns" && self.is_counted => {}
                None if ruled => self.left_to_gm.push(sentence),
                None => self.sentences.extend(rewrite_victim_as_target(sentence)?),
            }
        }
        Ok(())
    }
}

/// Renders the effects of a status in canonical words, and checks that these words parse as the same effects.
fn render_effects(name: &str, written: &[String]) -> ParseResult<String> {
    let refused = |why: &str| vec![Diagnostic::error(code::MISPLACED_EFFECT, Span::new(0, 0), why.to_owned())];
    let at_its_place = |diagnostics: Vec<Diagnostic>| {
        let without_span = |fault: Diagnostic| Diagnostic { span: Span::new(0, 0), ..fault };
        diagnostics.into_iter().map(without_span).collect::<Vec<_>>()
    };
    if written.is_empty() {
        return Ok(String::new());
    }
    let mut effects_of = Vec::new();
    let read = written
        .iter()
        .map(|text| effects::read_passage(text))
        .collect::<ParseResult<Vec<_>>>()
        .map_err(at_its_place)?;
    for passage in read.into_iter().flatten() {
        if !names_whose_side(&passage.text) && speaks_of_side(&passage.effect) {
            return Err(vec![whose_side()]);
        }
        let sentences = match passage.effect {
            Effect::Sentence(one) => vec![one],
            Effect::Several(all) => all,
            Effect::Gm(_) | Effect::Choice(_) => {
                return Err(refused("a status does what it says: nothing is chosen or ruled in it"));
            }
        };
        for mut sentence in sentences {
            let is_unconditional =
                sentence.condition.is_none() && sentence.duration.is_none() && sentence.ending_deed.is_none();
            if !is_unconditional {
                return Err(refused("what a status does holds as long as it lasts: no condition, no time of its own"));
            }
            let deed = match &mut sentence.trigger {
                Some(Trigger::When(deed)) => Some(&mut deed.who),
                _ => None,
            };
            for who in sentence.operation.people_mut().into_iter().chain(deed) {
                if *who == Who::Target {
                    *who = Who::Antecedent;
                }
            }
            effects_of.push(sentence);
        }
    }
    let affliction = Affliction { name: name.to_owned(), turns: 2, effects: effects_of };
    let words = affliction_text(&affliction);
    let whole_sentence =
        effects::parse(&format!("The target receives \"{name}\" for 2 Turns: {words}")).map_err(at_its_place)?;
    let Effect::Sentence(Sentence {
        operation: Operation::Immediate(Immediate { verb: Verb::InflictNamed(read), .. }),
        ..
    }) = whole_sentence
    else {
        return Err(refused("a status works on whoever has it"));
    };
    if read == affliction { Ok(words) } else { Err(refused("a status does not do this to whoever has it")) }
}

/// `The victim cannot attack opponents`: the victim's, or those of whoever inflicted the status?
fn whose_side() -> Diagnostic {
    let message = "whose opponents or allies: the victim's, or those of whoever inflicted the status?";
    Diagnostic::error(code::MISPLACED_EFFECT, Span::new(0, 0), message.to_owned())
        .note("of whoever inflicted it: write `the user's opponents`, `the user's allies`")
        .note("of the victim: name whom it is, as in `Servants` or `characters`, or leave it to the GM: `GM: …`")
}

/// Whether a text says whose opponents or allies it means.
fn names_whose_side(text: &str) -> bool {
    const OWNED: [&str; 4] = ["the user's opponent", "the user's all", "the user's enem", "of the user"];
    let lower = text.to_lowercase();
    OWNED.iter().any(|words| lower.contains(words))
}

/// Whether an effect speaks of a side, which is one side to the user and another to the victim.
fn speaks_of_side(effect: &Effect) -> bool {
    let mut found = SideVisitor { speaks_of_side: false };
    effect.sentences().into_iter().for_each(|sentence| found.visit_sentence(sentence));
    found.speaks_of_side
}

/// Finds out whether an effect speaks of opponents or allies.
struct SideVisitor {
    speaks_of_side: bool,
}

impl<'t> Visit<'t, Written> for SideVisitor {
    fn visit_group(&mut self, group: &'t Group<Written>) {
        self.speaks_of_side |= group.side != Side::Anyone;
        self.walk_group(group);
    }
}

impl<'t> VisitEffect<'t> for SideVisitor {}

/// Rewrites a sentence about the victim to be about the target. Splits it in two where it is plain when each part
/// happens.
fn rewrite_victim_as_target(sentence: &str) -> Result<Vec<String>, &'static str> {
    let lower = sentence.to_lowercase();
    if lower.contains("victim") && ["the target", "a target", "their target"].iter().any(|who| lower.contains(who)) {
        return Err("the victim and the target: who of the two has the status?");
    }
    if lower.contains("this turn") || lower.contains("next turn") || lower.contains("following turn") {
        return Err("a status works from the Turn after that in which it is received (A075): write `Lasts 2 Turns.`");
    }
    let mut reworded = sentence.trim_end_matches([';', '.']).to_owned();
    for (word, plain) in [("The victim", "The target"), ("the victim", "the target"), ("a victim", "the target")] {
        reworded = reworded.replace(word, plain);
    }
    for (word, plain) in [("They ", "The target "), ("Their ", "The target's ")] {
        reworded = reworded.strip_prefix(word).map_or_else(|| reworded.clone(), |rest| format!("{plain}{rest}"));
    }
    let tails = [
        " until this status is cured",
        " until it is cured",
        " until cured",
        " for as long as the status lasts",
        " as long as the status lasts",
        " while the status lasts",
        " for as long as this status lasts",
        " as long as this status lasts",
        " while this status lasts",
        " while this status is active",
    ];
    let is_lasting = tails.into_iter().any(|tail| reworded.contains(tail));
    for tail in tails {
        reworded = reworded.replace(tail, "");
    }
    // `At the end of each Turn, they lose 8 Health, and their END falls`: does END fall then too, or as long as it
    // lasts?
    let has_time_clause = ["at ", "when", "while "].into_iter().any(|lead| lower.starts_with(lead));
    let parts = reworded.split_once(", and their ").filter(|_| is_lasting || !has_time_clause);
    Ok(match parts {
        Some((first, second)) => vec![format!("{first}."), format!("The target's {second}.")],
        None => vec![reworded + "."],
    })
}

/// Removes `for three Turns` from sentences, and returns the number. Two such times leave the sentences unchanged.
fn extract_turns(sentences: Vec<String>) -> (Vec<String>, Option<u32>) {
    let mut found = None;
    let mut is_repeated = false;
    let cut_turns = |text: &String, found: &mut Option<u32>, is_repeated: &mut bool| {
        let words: Vec<&str> = text.split(' ').collect();
        let at = words.windows(3).position(|three| {
            three.first() == Some(&"for")
                && three.get(2).is_some_and(|word| word.trim_end_matches(['.', ',']).starts_with("Turn"))
        });
        let Some(at) = at else { return text.clone() };
        let turns = words.get(at + 1).and_then(|word| number_of_word_or_digits(word));
        let behind = words.get(at + 2).map(|word| word.trim_start_matches("Turns").trim_start_matches("Turn"));
        let Some((turns, behind)) = turns.zip(behind) else { return text.clone() };
        *is_repeated |= found.replace(turns).is_some();
        let head = words.get(..at).unwrap_or_default().join(" ");
        let rest = words.get(at + 3..).unwrap_or_default().join(" ");
        if rest.is_empty() { format!("{head}{behind}") } else { format!("{head}{behind} {rest}") }
    };
    let all = sentences.iter().map(|text| cut_turns(text, &mut found, &mut is_repeated)).collect();
    if is_repeated { (sentences, None) } else { (all, found) }
}

/// The number of Turns in `Lasts 2 Turns.`
fn parse_duration(sentence: &str) -> Option<u32> {
    let passages = effects::read_if_understood(sentence)?;
    let [passage] = passages.as_slice() else { return None };
    let sentences = passage.effect.sentences();
    let [sentence] = sentences.as_slice() else { return None };
    match &sentence.operation {
        Operation::Clause(Clause::Lasts(Duration::Turns(turns))) if sentence.condition.is_none() => Some(*turns),
        Operation::Immediate(_) | Operation::Clause(_) | Operation::Standing(_) => None,
    }
}

/// What may stand behind the mark of a status in the note that says how it is written on a sheet.
const NOTATIONS: [(&str, &str); 4] = [
    ("T", ""),
    ("T", ", where T is the number of Turns the status lasts for"),
    ("T/D", ""),
    (
        "T/D",
        ", where T is the number of Turns the status lasts for and D is the amount of Special damage it inflicts each Turn",
    ),
];

/// The name by which a sentence says that the status is marked on a sheet, if it says nothing else: `Marked as
/// "Burn T".` It may be shorter: `Will be marked as "Bleed T"` of Bleeding.
fn parse_mark(sentence: &str, name: &str) -> Option<String> {
    let said = sentence.trim_end_matches('.').replace(['\u{201C}', '\u{201D}'], "\"");
    let heads = ["Marked as \"", "Will be marked as \"", "It is marked as \""];
    let (mark, behind) = heads.into_iter().find_map(|head| said.strip_prefix(head))?.split_once('"')?;
    let (short, counted) = mark.rsplit_once(' ')?;
    let behind = behind.replacen(" or something similar to that format", "", 1);
    let is_of_name = short.len() > 2 && name.to_lowercase().starts_with(&short.to_lowercase());
    (is_of_name && NOTATIONS.contains(&(counted, &behind))).then(|| short.to_owned())
}

/// Whether a sentence says that a status is marked with its Turns and an amount: `Will be marked as "Burn T/D"`.
fn marks_amount(sentence: &str) -> bool {
    sentence.contains("arked as") && sentence.replace('\u{201D}', "\"").contains(" T/D\"")
}

/// `The target receives Special damage` of a status that is marked with an amount: `D Special damage`.
fn say_amount(sentence: &str) -> String {
    let without = ["receives Special damage", "takes Special damage", "suffers Special damage"];
    let said = without.into_iter().find(|said| sentence.contains(said) && !sentence.contains("damage equal to"));
    said.map_or_else(|| sentence.to_owned(), |said| sentence.replacen(said, &said.replace("Special", "D Special"), 1))
}

/// The words after the name of an inflicted status; `None` where the text does not start with that name.
fn strip_name<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let (quoted, text) = text.strip_prefix('"').map_or((false, text), |rest| (true, rest));
    let (head, rest) = text.split_at_checked(name.len())?;
    let rest = if quoted { rest.strip_prefix('"')? } else { rest };
    let ends_there = rest.chars().next().is_none_or(|letter| !letter.is_alphanumeric());
    (head.eq_ignore_ascii_case(name) && ends_there).then(|| rest.trim())
}

/// Parses the duration and the amount after a status: `for 2 Turns`, `3/10`, `3` or nothing.
fn parse_turns_and_amount(rest: &str) -> Option<(Option<u32>, Option<Exact>)> {
    if rest.is_empty() {
        return Some((None, None));
    }
    if let Some((turns, amount)) = rest.split_once('/') {
        return Some((Some(number_of_word_or_digits(turns)?), Some(amount.parse().ok()?)));
    }
    if let Some(turns) = parse_turns(rest) {
        return Some((Some(turns), None));
    }
    let turn_count = rest
        .strip_prefix("for ")?
        .strip_suffix(" Turns")
        .or_else(|| rest.strip_prefix("for ")?.strip_suffix(" Turn"))?;
    Some((Some(parse_turns(turn_count)?), None))
}

/// A number of Turns, in digits or a word.
fn parse_turns(word: &str) -> Option<u32> {
    number_of_word_or_digits(word).filter(|turns| *turns > 0)
}

/// Replaces `D` in a sentence with an amount.
fn insert_amount(sentence: &str, amount: Exact) -> String {
    const KINDS: [&str; 4] = ["Physical", "Magical", "Ranged", "Special"];
    KINDS.iter().fold(sentence.to_owned(), |sentence_so_far, kind| {
        sentence_so_far.replace(&format!(" D {kind} damage"), &format!(" {amount} {kind} damage"))
    })
}

fn turns_text(turns: u32) -> String {
    if turns == 1 { "1 Turn".to_owned() } else { format!("{turns} Turns") }
}
