//! Sentence patterns for what happened, which a campaign may replace (`templates/sentences.txt`).
//!
//! A pattern is a sentence with holes: `{Actor} struck at {objects|somebody}[ with {skill}].` Its heading says which
//! act it tells and what must be known; the first heading that fits is used. What may be unknown has alternative
//! words behind a bar, or stands in brackets that are left out with it. A pattern in which a hole might stay empty is
//! rejected when the file is read. If a heading has several patterns, a page uses them in turn and counts on that
//! page alone, so the choice reveals nothing to the reader.

use std::collections::BTreeMap;

use super::consequence::Consequence;
use super::event_line::EventLine;
use super::markup::Mark;

/// The content of a hole for one deed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Filling<'a> {
    /// The reader did not learn it, or it is not so.
    Nothing,
    /// It is so.
    Yes,
    /// Words.
    Words(&'a str),
    /// A number.
    Number(u32),
}

macro_rules! holes {
    ($($hole:ident $name:literal $mark:expr, |$deed:ident| $of_deed:expr, |$result:ident| $of_result:expr;)*) => {
        /// A hole in a pattern.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Hole { $($hole),* }

        impl Hole {
            fn named(name: &str) -> Option<Hole> {
                match name { $($name => Some(Hole::$hole),)* _ => None }
            }

            const fn name(self) -> &'static str {
                match self { $(Hole::$hole => $name),* }
            }

            pub(super) const fn mark(self) -> Option<Mark> {
                match self { $(Hole::$hole => $mark),* }
            }

            fn fill_from_deed<'a>(self, deed: &'a EventLine) -> Filling<'a> {
                match self { $(Hole::$hole => { let $deed = deed; let _ = $deed; $of_deed }),* }
            }

            fn fill_from_result<'a>(self, result: &'a Consequence) -> Filling<'a> {
                match self { $(Hole::$hole => { let $result = result; let _ = $result; $of_result }),* }
            }

            const ALL: &'static [Hole] = &[$(Hole::$hole),*];
        }
    };
}

const NOTHING: Filling<'static> = Filling::Nothing;

holes! {
    Actor "actor" Some(Mark::Name), |d| fill_string(&d.actor), |_r| NOTHING;
    Objects "objects" Some(Mark::Name), |d| fill_string(&d.objects), |_r| NOTHING;
    OnSelf "on_self" None, |d| fill_flag(d.is_on_self), |_r| NOTHING;
    ThereAlready "there_already" None, |d| fill_flag(d.is_target_there_already), |_r| NOTHING;
    Interceptor "interceptor" Some(Mark::Name), |d| fill_string(&d.interceptor), |_r| NOTHING;
    Skill "skill" Some(Mark::Skill), |d| fill_string(&d.skill), |_r| NOTHING;
    Rank "rank" None, |d| fill_text(d.rank), |_r| NOTHING;
    Noble "noble" None, |d| fill_flag(d.is_noble_phantasm), |_r| NOTHING;
    Manner "manner" None, |d| fill_text(d.manner), |_r| NOTHING;
    Damage "damage" Some(Mark::Number), |d| fill_text(d.damage), |r| fill_string(&r.damage);
    SkillType "skill_type" None, |d| fill_text(d.skill_type), |_r| NOTHING;
    Area "area" None, |d| fill_flag(d.is_area), |_r| NOTHING;
    Afar "afar" None, |d| fill_flag(d.is_afar), |_r| NOTHING;
    Times "times" None, |d| fill_string(&d.times), |_r| NOTHING;
    Words "words" Some(Mark::Quote), |d| fill_string(&d.words), |_r| NOTHING;
    Place "place" None, |d| fill_string(&d.location), |_r| NOTHING;
    Far "far" None, |d| fill_string(&d.far), |_r| NOTHING;
    Travel "travel" None, |d| fill_text(d.travel), |_r| NOTHING;
    Reason "reason" None, |d| fill_text(d.reason), |_r| NOTHING;
    Amount "amount" Some(Mark::Number), |d| fill_string(&d.amount), |_r| NOTHING;
    MadeOf "made_of" None, |d| fill_string(&d.made_of), |_r| NOTHING;
    Paid "paid" Some(Mark::Number), |d| fill_string(&d.paid), |_r| NOTHING;
    Because "because" None, |_d| NOTHING, |r| fill_string(&r.because);
    Printed "printed" Some(Mark::Number), |_d| NOTHING, |r| fill_string(&r.printed);
    Alarm "alarm" None, |d| fill_flag(d.raises_alarm), |_r| NOTHING;
    ByDay "by_day" None, |d| fill_flag(d.is_by_day), |_r| NOTHING;
    Left "left" Some(Mark::Number), |d| fill_string(&d.left), |r| fill_string(&r.left);
    Force "force" None, |_d| NOTHING, |r| fill_text(r.force);
    Wound "wound" None, |d| fill_string(&d.wound), |r| fill_string(&r.wound);
    Their "their" None, |d| fill_text(d.possessive), |_r| NOTHING;
    Status "status" None, |d| fill_string(&d.status), |_r| NOTHING;
    Count "count" Some(Mark::Number), |d| fill_number(d.count), |_r| NOTHING;
    Phase "phase" None, |d| fill_text(d.phase), |_r| NOTHING;
    Unseen "unseen" None, |d| fill_flag(d.is_unseen), |_r| NOTHING;
    Plural "s" None, |d| fill_plural(d.count), |_r| NOTHING;
    Until "until" Some(Mark::Number), |d| fill_number(d.until), |_r| NOTHING;
    Works "works" None, |d| fill_string(&d.works), |_r| NOTHING;
    Does "does" None, |d| fill_string(&d.does), |_r| NOTHING;
    Items "items" Some(Mark::Skill), |d| fill_string(&d.items), |_r| NOTHING;
    Places "places" None, |d| fill_string(&d.locations), |_r| NOTHING;
    Fallen "fallen" Some(Mark::Name), |d| fill_string(&d.fallen), |_r| NOTHING;
    Alias "alias" Some(Mark::Name), |d| fill_string(&d.alias), |_r| NOTHING;
    Who "who" Some(Mark::Name), |_d| NOTHING, |r| Filling::Words(&r.who);
    ForWhom "for_whom" Some(Mark::Name), |_d| NOTHING, |r| fill_string(&r.for_whom);
    Direction "direction" None, |d| fill_string(&d.direction), |_r| NOTHING;
    Stance "stance" None, |_d| NOTHING, |r| fill_text(r.stance);
    Also "also" Some(Mark::Name), |_d| NOTHING, |r| fill_string(&r.also);
    Hits "hits" Some(Mark::Number), |_d| NOTHING, |r| fill_number(r.hits);
    Kind "kind" None, |_d| NOTHING, |r| fill_text(r.kind);
    Total "total" Some(Mark::Number), |_d| NOTHING, |r| fill_string(&r.total);
    Statuses "statuses" None, |_d| NOTHING, |r| fill_string(&r.statuses);
    Unmoved "unmoved" None, |_d| NOTHING, |r| fill_string(&r.unmoved);
    Cured "cured" None, |_d| NOTHING, |r| fill_string(&r.cured);
    Restored "restored" Some(Mark::Number), |_d| NOTHING, |r| fill_string(&r.restored);
    Lost "lost" Some(Mark::Number), |_d| NOTHING, |r| fill_string(&r.lost);
    SparedBy "spared_by" Some(Mark::Name), |_d| NOTHING, |r| fill_string(&r.spared_by);
    First "first" None, |_d| NOTHING, |r| fill_flag(r.is_first);
    Hurt "hurt" None, |_d| NOTHING, |r| fill_flag(r.is_hurt);
}

fn fill_string(words: &Option<String>) -> Filling<'_> {
    words.as_deref().map_or(Filling::Nothing, Filling::Words)
}

fn fill_text(text: Option<&'static str>) -> Filling<'static> {
    text.map_or(Filling::Nothing, Filling::Words)
}

fn fill_number(number: Option<u32>) -> Filling<'static> {
    number.map_or(Filling::Nothing, Filling::Number)
}

fn fill_plural(count: Option<u32>) -> Filling<'static> {
    Filling::Words(if count == Some(1) { "" } else { "s" })
}

const fn fill_flag(is_set: bool) -> Filling<'static> {
    if is_set { Filling::Yes } else { Filling::Nothing }
}

/// What a pattern tells: a deed, or one consequence of it for somebody.
#[derive(Clone, Copy)]
pub(super) enum PatternSubject<'a> {
    Deed { deed: &'a EventLine, quoted: bool },
    Result(&'a Consequence),
}

impl<'a> PatternSubject<'a> {
    pub(super) fn fill(self, hole: Hole) -> Filling<'a> {
        match self {
            PatternSubject::Deed { quoted: true, .. } if hole == Hole::Words => Filling::Nothing,
            PatternSubject::Deed { deed: line, .. } => hole.fill_from_deed(line),
            PatternSubject::Result(result) => hole.fill_from_result(result),
        }
    }
}

/// A test in a heading or a bracket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PatternTest {
    /// The hole is filled, or the flag is set.
    Known(Hole),
    /// The hole is empty, or the flag is not set.
    Unknown(Hole),
    /// The hole holds this word.
    Is(Hole, String),
    /// The hole holds another word.
    IsNot(Hole, String),
}

impl PatternTest {
    pub(super) fn holds(&self, subject: PatternSubject<'_>) -> bool {
        match self {
            PatternTest::Known(hole) => subject.fill(*hole) != Filling::Nothing,
            PatternTest::Unknown(hole) => subject.fill(*hole) == Filling::Nothing,
            PatternTest::Is(hole, wanted) => holds_word(subject.fill(*hole), wanted) == Some(true),
            PatternTest::IsNot(hole, unwanted) => holds_word(subject.fill(*hole), unwanted) == Some(false),
        }
    }

    /// The hole that cannot be empty when this test holds.
    const fn guaranteed_hole(&self) -> Option<Hole> {
        match self {
            PatternTest::Known(hole) | PatternTest::Is(hole, _) | PatternTest::IsNot(hole, _) => Some(*hole),
            PatternTest::Unknown(_) => None,
        }
    }
}

/// Whether a hole holds this word or number; `None` if it holds neither.
fn holds_word(filling: Filling<'_>, wanted: &str) -> Option<bool> {
    match filling {
        Filling::Words(words) => Some(words == wanted),
        Filling::Number(number) => Some(number.to_string() == wanted),
        Filling::Nothing | Filling::Yes => None,
    }
}

/// A piece of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PatternPart {
    Text(String),
    Hole { hole: Hole, capital: bool, otherwise: Option<String> },
    Bracket { tests: Vec<PatternTest>, parts: Vec<PatternPart> },
}

/// A heading with its patterns.
#[derive(Clone, Debug)]
pub(super) struct PatternBlock {
    /// Its index in the file, for counting its uses on a page.
    pub(super) number: usize,
    pub(super) tests: Vec<PatternTest>,
    pub(super) patterns: Vec<Vec<PatternPart>>,
}

/// A fault in a file of sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentenceError {
    /// The line, counted from 1; `None` if something is missing from the file.
    pub line: Option<usize>,
    /// What is wrong.
    pub message: String,
}

/// The sentences of a campaign.
#[derive(Clone, Debug)]
pub struct Sentences {
    pub(super) blocks: BTreeMap<String, Vec<PatternBlock>>,
    /// The number of headings.
    pub(super) count: usize,
}

/// The consequences of a deed, in the order in which they are told. `RESULT_PREFIX` prefixes their full headings,
/// `BRIEF_PREFIX` those in an order's answer.
pub(super) const RESULT_HEADINGS: [&str; 8] =
    ["struck", "spared", "negated", "received", "unmoved", "cured", "restored", "lost"];
pub(super) const RESULT_PREFIX: &str = "result ";

/// Prefixes of optional headings: `BRIEF_PREFIX` for an order's answer, `SHORT_PREFIX` for the Night's summary.
pub(super) const BRIEF_PREFIX: &str = "brief ";
pub(super) const SHORT_PREFIX: &str = "short ";

/// Acts without a sentence: they stand elsewhere on a page, or their consequences tell them.
pub const ACTS_WITHOUT_SENTENCE: [&str; 4] = ["sighted", "order_outcome", "war_ended", "came_of_it"];

/// The required headings: every act, and every consequence that an act can have.
fn required_headings() -> impl Iterator<Item = String> {
    let acts = crate::perception::perceived::SeenAct::ALL.iter().copied().map(super::value_words::act_word);
    let acts = acts.filter(|act| *act != "used" && !ACTS_WITHOUT_SENTENCE.contains(act)).chain(["attack", "use"]);
    acts.map(str::to_owned)
        .chain(RESULT_HEADINGS.map(|name| format!("{RESULT_PREFIX}{name}")))
        .chain(["until".to_owned()])
}

/// Whether a heading is optional: an act or a consequence, in brief or in short.
fn is_optional_heading(name: &str, known: &[String]) -> bool {
    let act = name.strip_prefix(BRIEF_PREFIX).or_else(|| name.strip_prefix(SHORT_PREFIX));
    let result = name.strip_prefix(BRIEF_PREFIX).is_some_and(|result| RESULT_HEADINGS.contains(&result));
    result || act.is_some_and(|act| known.iter().any(|known| known == act))
}

/// The heading under which a deed is told.
pub(super) fn deed_heading(line: &EventLine) -> &'static str {
    match line.act {
        "used" if line.is_attack => "attack",
        "used" => "use",
        act => act,
    }
}

impl Sentences {
    /// Reads a file of sentences.
    ///
    /// # Errors
    /// The first line that is no pattern, a hole that might stay empty, or a missing heading.
    pub fn parse(text: &str) -> Result<Sentences, SentenceError> {
        let known: Vec<String> = required_headings().collect();
        let mut sentences = Sentences { blocks: BTreeMap::new(), count: 0 };
        let mut heading: Option<(String, usize)> = None;
        for (line, number) in text.lines().zip(1..) {
            let fault = |message: String| SentenceError { line: Some(number), message };
            let words = line.trim();
            if words.is_empty() || words.starts_with('#') {
                continue;
            }
            if line.starts_with([' ', '\t']) {
                let block = heading.as_ref().and_then(|(name, _)| sentences.blocks.get_mut(name)?.last_mut());
                let block = block.ok_or_else(|| fault("a sentence without a heading above it".to_owned()))?;
                let parts = parse_pattern(words).map_err(&fault)?;
                let promised: Vec<Hole> = block.tests.iter().filter_map(PatternTest::guaranteed_hole).collect();
                if let Some(hole) = find_possibly_empty_hole(&parts, &promised) {
                    let name = hole.name();
                    return Err(fault(format!(
                        "`{{{name}}}` may not be known here: ask for it in the heading, put it in brackets, \
                         or say what to write otherwise, `{{{name}|…}}`"
                    )));
                }
                block.patterns.push(parts);
                continue;
            }
            let (name, tests_text) = words.split_once(':').unwrap_or((words, ""));
            let name = name.trim().to_owned();
            if !known.contains(&name) && !is_optional_heading(&name, &known) {
                return Err(fault(format!("there is nothing called `{name}` to tell of")));
            }
            let tests = tests_text.split(',').map(str::trim).filter(|t| !t.is_empty());
            let tests = tests.map(parse_test).collect::<Result<Vec<PatternTest>, String>>().map_err(fault)?;
            let block = PatternBlock { number: sentences.count, tests, patterns: Vec::new() };
            sentences.count += 1;
            sentences.blocks.entry(name.clone()).or_default().push(block);
            heading = Some((name, number));
        }
        for name in known {
            let last = sentences.blocks.get(&name).and_then(|blocks| blocks.last());
            if !last.is_some_and(|block| block.tests.is_empty()) {
                let message =
                    format!("`{name}` has no sentence for whoever learned nothing more: its last heading asks nothing");
                return Err(SentenceError { line: None, message });
            }
        }
        let empty = sentences.blocks.iter().find(|(_, blocks)| blocks.iter().any(|b| b.patterns.is_empty()));
        if let Some((name, _)) = empty {
            let message = format!("a heading of `{name}` has no sentence under it");
            return Err(SentenceError { line: None, message });
        }
        Ok(sentences)
    }
}

/// The first hole that might stay empty. Inside a bracket, the bracket's tests count too.
fn find_possibly_empty_hole(parts: &[PatternPart], promised: &[Hole]) -> Option<Hole> {
    parts.iter().find_map(|part| match part {
        PatternPart::Text(_) | PatternPart::Hole { otherwise: Some(_), .. } => None,
        PatternPart::Hole { hole, .. } => {
            (!promised.contains(hole) && !matches!(hole, Hole::Plural | Hole::Who)).then_some(*hole)
        }
        PatternPart::Bracket { tests, parts } => {
            let inside: Vec<Hole> =
                promised.iter().copied().chain(tests.iter().filter_map(PatternTest::guaranteed_hole)).collect();
            find_possibly_empty_hole(parts, &inside)
        }
    })
}

/// Parses `skill`, `not skill` or `manner=blow`.
fn parse_test(text: &str) -> Result<PatternTest, String> {
    let hole = |name: &str| parse_hole(name.trim());
    if let Some((name, value)) = text.split_once("!=") {
        return Ok(PatternTest::IsNot(hole(name)?, value.trim().to_owned()));
    }
    if let Some((name, value)) = text.split_once('=') {
        return Ok(PatternTest::Is(hole(name)?, value.trim().to_owned()));
    }
    match text.strip_prefix("not ").or(text.strip_prefix('!')) {
        Some(name) => Ok(PatternTest::Unknown(hole(name)?)),
        None => Ok(PatternTest::Known(hole(text)?)),
    }
}

fn parse_hole(name: &str) -> Result<Hole, String> {
    Hole::named(name).ok_or_else(|| {
        let near = Hole::ALL.iter().map(|h| h.name()).filter(|n| strsim::jaro(n, name) > 0.7);
        let near = near.max_by_key(|n| strsim::generic_damerau_levenshtein(n.as_bytes(), name.as_bytes()) == 1);
        let hint = near.map(|n| format!(" (did you mean `{n}`?)")).unwrap_or_default();
        format!("nothing is called `{name}`{hint}")
    })
}

fn parse_pattern(text: &str) -> Result<Vec<PatternPart>, String> {
    let mut rest = text;
    let parts = parse_parts(&mut rest, 0)?;
    Ok(parts)
}

/// Reads parts up to the end, or inside brackets up to the closing one.
fn parse_parts(rest: &mut &str, depth: u32) -> Result<Vec<PatternPart>, String> {
    let mut parts = Vec::new();
    while let Some(index) = rest.find(['{', '[', ']', '}']) {
        let (before, from) = rest.split_at(index);
        if !before.is_empty() {
            parts.push(PatternPart::Text(before.to_owned()));
        }
        let (sign, after) = from.split_at(1);
        *rest = after;
        match sign {
            "{" => {
                let (inside, after) = rest.split_once('}').ok_or("`{` is not closed")?;
                *rest = after;
                parts.push(parse_hole_part(inside)?);
            }
            "[" => {
                if depth > 8 {
                    return Err("brackets stand too deep in brackets".to_owned());
                }
                parts.push(parse_bracket(rest, depth)?);
            }
            "]" if depth > 0 => return Ok(parts),
            other => return Err(format!("`{other}` closes nothing")),
        }
    }
    if depth > 0 {
        return Err("`[` is not closed".to_owned());
    }
    if !rest.is_empty() {
        parts.push(PatternPart::Text((*rest).to_owned()));
    }
    *rest = "";
    Ok(parts)
}

fn parse_hole_part(inside: &str) -> Result<PatternPart, String> {
    let (name, otherwise) = match inside.split_once('|') {
        Some((name, otherwise)) => (name, Some(otherwise.to_owned())),
        None => (inside, None),
    };
    let capital = name.starts_with(|c: char| c.is_ascii_uppercase());
    Ok(PatternPart::Hole { hole: parse_hole(&name.to_ascii_lowercase())?, capital, otherwise })
}

/// Reads `[noble? the Noble Phantasm]` or `[ with {skill}]`, which are left out unless their tests hold and their
/// holes are filled.
fn parse_bracket(rest: &mut &str, depth: u32) -> Result<PatternPart, String> {
    let test_end = rest.find(['?', '{', '[', ']']).filter(|index| rest[*index..].starts_with('?'));
    let asked = test_end.map(|index| rest.split_at(index)).and_then(|(words, after)| {
        let names =
            words.split(',').map(|name| parse_test(name.trim())).collect::<Result<Vec<PatternTest>, String>>().ok()?;
        Some((names, &after[1..]))
    });
    let mut tests = Vec::new();
    if let Some((asked, after)) = asked {
        tests = asked;
        *rest = after;
    }
    let parts = parse_parts(rest, depth + 1)?;
    // A hole inside without alternative words adds a test for itself.
    for part in &parts {
        if let PatternPart::Hole { hole, otherwise: None, .. } = part
            && !matches!(hole, Hole::Plural | Hole::Who)
        {
            tests.push(PatternTest::Known(*hole));
        }
    }
    Ok(PatternPart::Bracket { tests, parts })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> SentenceError {
        Sentences::parse(text).map(|_| ()).unwrap_err()
    }

    #[test]
    fn a_hole_that_may_stay_empty_is_refused() {
        let found = error("attack\n  {Actor} attacked.\n");
        assert_eq!(found.line, Some(2));
        assert!(found.message.contains("may not be known here"), "{found:?}");
    }

    #[test]
    fn faults_are_told_with_their_line() {
        for (text, line, message) in [
            ("atack\n  x.\n", Some(1), "nothing called `atack`"),
            ("attack\n  {actr|x}.\n", Some(2), "did you mean `actor`?"),
            ("attack\n  [{skill}.\n", Some(2), "`[` is not closed"),
            ("attack\n  x}.\n", Some(2), "closes nothing"),
            ("  x.\n", Some(1), "without a heading"),
            ("attack: skill\n  x.\n", None, "learned nothing more"),
        ] {
            let found = error(text);
            assert_eq!(found.line, line, "{text}: {found:?}");
            assert!(found.message.contains(message), "{text}: {found:?}");
        }
    }
}
