//! Entries of several sentences: `The user's AGI is raised by 2 ranks. Lasts 3 Turns.`
//!
//! Each is read as it would be alone. A sentence about the one before it is merged into that one: `This effect occurs
//! only once per Turn.`, `If the target is a Master, restores 30 Health instead.` If a sentence may share the moment or
//! the duration of an earlier one, the entry is refused.

use super::continued::{apart, as_long, continued, halves, hold_apart, removed_and_kept_off, says_a_rule_of};
use super::description::{Piece, pieces};
use super::open_words::lost_in_wording;
use super::said_in_one::said_in_one;
use super::spoken::{Spoken, leads_with_pronoun, with_owner};
use super::{LONGEST_SENTENCE, code, explain_unknown, leaning, parse_known, unclear_piece};
use crate::language::condition::{Condition, Filter, Group, Predicate, Side, Who, Written};
use crate::language::conditions;
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{Amount, Effect, Sentence, Verb};
use crate::language::effect_text::canonical;
use crate::language::fields::Read;
use crate::language::parser::{Rule, tree};
use crate::language::span::Span;
use crate::language::wordings;

/// A sentence of a passage.
pub struct PassageSentence {
    /// A text that says it alone.
    pub text: String,
    /// The effect of that text.
    pub effect: Effect,
}

/// Reads an entry of a sheet: one sentence or several.
pub fn passage(text: &str) -> Read<Vec<PassageSentence>> {
    let said = sentences_within(text)?;
    leaning::behind_a_time(text, said.iter().map(|one| &one.effect))?;
    Ok(said)
}

fn sentences_within(text: &str) -> Read<Vec<PassageSentence>> {
    if let Ok(Some(effect)) = parse_known(text) {
        return Ok(vec![PassageSentence { text: text.trim().to_owned(), effect }]);
    }
    let pieces = pieces(text);
    if pieces.len() < 2 {
        let whole = || only_sentence(text)?.map_or_else(|| Err(explain_unknown(text)), |one| Ok(vec![one]));
        if let Some(two) = two_of(text) {
            return Ok(two);
        }
        let Some((head, adds)) = apart(text).filter(|_| !is_understood(text)) else { return whole() };
        let before = known_sentence(head)?;
        return match before.map(|one| next(&[], Some(one), &adds, true)) {
            Some(Ok(more)) => Ok(more),
            Some(Err(_)) | None => whole(),
        };
    }
    let (mut read, mut faults) = (Vec::new(), Vec::new());
    let mut spoken = Spoken::default();
    for Piece { at, text: piece, describes } in pieces {
        if describes {
            spoken.hear(piece);
            continue;
        }
        let bound = spoken.bind(piece).filter(|bound| is_understood(bound));
        let leads = leads_with_pronoun(piece);
        let bound = bound.filter(|_| leads || !is_understood(piece));
        let unclear_whom = leads && bound.is_none() && spoken.of_others() && is_understood(piece);
        spoken.hear(piece);
        if unclear_whom {
            let why = "whom does the word mean, whoever was spoken of before it or whoever is named behind it?";
            let said = |fault: Diagnostic| Diagnostic { span: fault.span.shifted(at), ..fault }.note("write who it is");
            faults.extend(unclear_piece(piece, why).into_iter().map(said));
            continue;
        }
        let piece = bound.as_deref().unwrap_or(piece);
        let (mut before, mut piece) = (if faults.is_empty() { read.pop() } else { None }, piece);
        let parted = apart(piece).filter(|_| faults.is_empty() && !is_understood(piece));
        if let Some((head, adds)) = &parted
            && let Ok(more) = next(&read, before.take(), head, true)
        {
            read.extend(more);
            (before, piece) = (read.pop(), adds);
        }
        match next(&read, before, piece, faults.is_empty()) {
            Ok(more) => {
                read.extend(more);
                // The text with the name in place of `they` may not be grammatical, so the canonical text is used.
                if let Some(last) = read.last_mut().filter(|_| bound.is_some()) {
                    last.text = canonical(&last.effect);
                }
            }
            Err(found) => {
                faults.extend(found.into_iter().map(|fault| Diagnostic { span: fault.span.shifted(at), ..fault }))
            }
        }
    }
    if faults.is_empty() { Ok(read) } else { Err(faults) }
}

/// The two sentences that a text joins; `None` unless there is exactly one way to split it.
fn two_of(text: &str) -> Option<Vec<PassageSentence>> {
    if text.len() > LONGEST_SENTENCE || only_sentence(text).is_ok_and(|one| one.is_some()) {
        return None;
    }
    if let Some((head, rest)) = removed_and_kept_off(text) {
        return Some(vec![known_sentence(&head).ok()??, known_sentence(&rest).ok()??]);
    }
    let mut ways: Vec<[PassageSentence; 2]> = Vec::new();
    for (head, rest) in halves(text) {
        let led = head.split(", ").next().is_some_and(|lead| rest.starts_with(&format!("{lead}, ")));
        let mut spoken = Spoken::default();
        spoken.hear(&head);
        let bound = spoken.bind(&rest).unwrap_or_default();
        let Ok(Some(first)) = known_sentence(&head) else { continue };
        let Some(second) = [&rest, &bound].into_iter().find_map(|said| known_sentence(said).ok().flatten()) else {
            continue;
        };
        if hold_apart(&first, &second, led)
            && ways.iter().all(|[one, two]| one.effect != first.effect || two.effect != second.effect)
        {
            ways.push([first, second]);
        }
    }
    let one = ways.pop().filter(|_| ways.is_empty())?;
    Some(one.into_iter().collect())
}

/// Reads an entry of a sheet; `None` if it is not understood, without an explanation.
#[must_use]
pub fn understood(text: &str) -> Option<Vec<PassageSentence>> {
    if pieces(text).len() < 2
        && let Ok(Some(one)) = only_sentence(text)
    {
        Some(vec![one])
    } else if pieces(text).len() < 2 {
        two_of(text).or_else(|| apart(text).and_then(|_| passage(text).ok()))
    } else {
        passage(text).ok()
    }
}

/// Whether a sentence is understood alone.
pub(super) fn is_understood(text: &str) -> bool {
    known_sentence(text.trim().trim_end_matches(';')).is_ok_and(|one| one.is_some())
}

/// Reads one sentence, also through the table of wordings; fails if it is not understood.
fn sentence(text: &str) -> Read<PassageSentence> {
    known_sentence(text)?.map_or_else(|| Err(explain_unknown(text)), Ok)
}

/// Reads the only sentence of an entry. `LCK becomes EX for 2 Turns` is about the user.
fn only_sentence(text: &str) -> Read<Option<PassageSentence>> {
    match known_sentence(text)? {
        Some(one) => Ok(Some(one)),
        None => with_owner(text, "the user").map_or(Ok(None), |owned| known_sentence(&owned)),
    }
}

/// Reads one sentence, also through the table of wordings; `None` if it matches nothing.
pub(super) fn known_sentence(text: &str) -> Read<Option<PassageSentence>> {
    if let Some(one) = said_in_one(text) {
        return Ok(Some(one));
    }
    let faults = match parse_known(text) {
        Ok(Some(effect)) => return Ok(Some(PassageSentence { text: text.trim().to_owned(), effect })),
        Ok(None) => Vec::new(),
        Err(faults) => faults,
    };
    // A sentence that the grammar knows and rejects stays rejected in other words.
    if faults.iter().any(|fault| fault.code != code::UNKNOWN) {
        return Err(faults);
    }
    let mut ways: Vec<PassageSentence> = Vec::new();
    let mut lost = None;
    for way in wordings::of_effect(text) {
        let Ok(Some(effect)) = parse_known(&way) else { continue };
        match lost_in_wording(&effect, text) {
            Some(fault) => lost = lost.or(Some(fault)),
            None if ways.iter().all(|known| known.effect != effect) => {
                ways.push(PassageSentence { text: text.trim().to_owned(), effect });
            }
            None => {}
        }
    }
    let faults = if ways.is_empty() { faults.into_iter().chain(lost).collect() } else { faults };
    match ways.as_slice() {
        [] if faults.is_empty() => Ok(None),
        [] => Err(faults),
        [_] => Ok(ways.pop()),
        [one, other, ..] => {
            let message = "this can be read in two ways, and nothing says which";
            let ways = format!("write `{}` or `{}`", canonical(&one.effect), canonical(&other.effect));
            Err(vec![Diagnostic::error(code::NONSENSE, Span::new(0, text.len()), message).note(ways)])
        }
    }
}

/// Whether a text begins the effects of a status, which go on up to the full stop: `… "Burn" for 2 Turns: `.
fn opens_status(said: &str) -> bool {
    let lower = said.to_lowercase();
    let behind = |part: &str| part.strip_prefix('s').unwrap_or(part).trim_start().starts_with(':');
    lower.split("turn").skip(1).any(behind)
}

/// The sentences of a text, each with the byte offset of its start. They end at full stops and semicolons outside
/// quotes and brackets. A text for the GM runs to the end.
#[must_use]
pub fn sentences_of(text: &str) -> Vec<(usize, &str)> {
    let (mut pieces, mut start) = (Vec::new(), 0);
    let (mut quoted, mut depth) = (false, 0_u32);
    for (at, letter) in text.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            '\u{201C}' => quoted = true,
            '\u{201D}' => quoted = false,
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '.' | ';' if !quoted && depth == 0 => {
                let behind = text.get(at + 1..).unwrap_or_default();
                let first = behind.trim_start().chars().next();
                let parted = behind.starts_with(char::is_whitespace);
                let begins = first.is_some_and(|first| letter == ';' || first.is_uppercase() || first == '"');
                let said = text.get(start..=at).unwrap_or_default();
                let within_status = letter == ';' && opens_status(said);
                if parted && begins && !within_status && !said.contains("GM:") {
                    pieces.push((start, said));
                    start = at + 1;
                }
            }
            _ => {}
        }
    }
    pieces.push((start, text.get(start..).unwrap_or_default()));
    pieces.retain(|(_, piece)| piece.chars().any(char::is_alphanumeric));
    pieces
}

/// Reads the next sentence. `before` is the last of those read already. Returns `before`, perhaps changed, and the new
/// sentence.
fn next(
    read: &[PassageSentence],
    before: Option<PassageSentence>,
    piece: &str,
    known: bool,
) -> Read<Vec<PassageSentence>> {
    let as_long = before.as_ref().and_then(|one| as_long(one, piece));
    let piece = as_long.as_deref().unwrap_or(piece);
    let piece = piece.trim_end_matches(|letter: char| letter == ';' || letter.is_whitespace());
    if let Some(field) = field_of_the_skill(piece) {
        return Err(unclear_piece(
            piece,
            &format!("this is a field of the skill, not an effect: write it as its `{field}`"),
        ));
    }
    if before.as_ref().is_some_and(|one| says_a_rule_of(one, piece)) {
        return Ok(before.into_iter().collect());
    }
    if let Some(more) = before.as_ref().filter(|_| known).and_then(|one| continued(one, piece)) {
        return Ok(more);
    }
    if let Some(exempt) = exempt(piece) {
        return match before.map(|mut one| (spare(&mut one.effect, &exempt), one)) {
            Some((true, PassageSentence { effect, .. })) => {
                let text = canonical(&effect);
                // Read again, because the condition may be asked once or for as long as the sentence lasts.
                let effect = parse_known(&text)?.unwrap_or(effect);
                Ok(vec![PassageSentence { text, effect }])
            }
            None if !known => Ok(Vec::new()),
            _ => Err(unclear_piece(
                piece,
                "who is not affected by what? write `… other than the user's team` in the sentence itself",
            )),
        };
    }
    let Some(rewritten) = before.as_ref().map_or_else(|| said_of_another(piece, known), |one| both_ways(one, piece))
    else {
        // `The user also restores …`: a sentence beside the one before it.
        let beside = (known && before.is_some()).then(|| piece.replacen(" also ", " ", 1));
        let said = match sentence(piece) {
            Ok(one) => vec![one],
            Err(faults) => beside
                .and_then(|piece| sentence(&piece).ok())
                .map(|one| vec![one])
                .or_else(|| two_of(piece))
                .ok_or(faults)?,
        };
        for one in &said {
            before
                .iter()
                .chain(read)
                .try_for_each(|earlier| leaning::stands_alone(&earlier.effect, &one.effect, piece))?;
        }
        return Ok(before.into_iter().chain(said).collect());
    };
    let mut ways: Vec<PassageSentence> = Vec::new();
    for text in rewritten {
        if let Ok(Some(effect)) = parse_known(&text)
            && ways.iter().all(|way| way.effect != effect)
        {
            ways.push(PassageSentence { text, effect });
        }
    }
    match (ways.pop(), ways.is_empty()) {
        (Some(way), true) => Ok(vec![way]),
        (None, _) if !known => Ok(Vec::new()),
        _ => {
            Err(unclear_piece(piece, "how this goes with the sentence before it is not understood: write both as one"))
        }
    }
}

/// The people whom a sentence exempts from the sentence before it.
#[derive(Clone, PartialEq, Eq)]
enum Exempt {
    User,
    Team,
    /// `Opponents with AGI ranked A or higher are not affected`: this group.
    These(Group<Written>),
    /// Nobody: `Affects everyone inside it.`
    Nobody,
}

/// The people whom `The user's team is not affected` exempts; `None` for any other sentence.
fn exempt(piece: &str) -> Option<Exempt> {
    const WHOM: [(&str, Exempt); 6] = [
        ("the user's team ", Exempt::Team),
        ("the caster's team ", Exempt::Team),
        ("the user and their team ", Exempt::Team),
        ("the caster and their team ", Exempt::Team),
        ("the user ", Exempt::User),
        ("the caster ", Exempt::User),
    ];
    const SAID: [&str; 10] = [
        "is not affected",
        "are not affected",
        "is unaffected",
        "are unaffected",
        "is not affected by this",
        "is not affected by this effect",
        "are not affected by this effect",
        "is immune to this effect",
        "are immune to this effect",
        "is immune to this",
    ];
    const NOBODY: [&str; 3] =
        ["affects everyone inside it", "affects everyone inside", "affects everyone in this location"];
    let piece = piece.trim().trim_end_matches('.');
    if NOBODY.iter().any(|said| piece.eq_ignore_ascii_case(said)) {
        return Some(Exempt::Nobody);
    }
    let of_words = WHOM.iter().find_map(|(words, whom)| Some((without(piece, words)?, whom.clone())));
    if let Some((rest, whom)) = of_words {
        return SAID.iter().any(|said| rest.eq_ignore_ascii_case(said)).then_some(whom);
    }
    let lower = piece.to_lowercase();
    let behind = SAID.iter().chain(&["are immune", "is immune"]).find_map(|said| {
        let end = lower.strip_suffix(said)?.trim_end().len();
        piece.get(..end)
    });
    let words = behind.or_else(|| HEADS.iter().find_map(|head| without(piece, head)))?;
    let words = ["any ", "all "].iter().find_map(|all| without(words, all)).unwrap_or(words);
    tree(Rule::whole_group, words)
        .and_then(|mut pairs| pairs.next())
        .map(|group| Exempt::These(conditions::group(group, 0)))
}

/// Words before the people whom a sentence exempts.
const HEADS: [&str; 6] = [
    "cannot affect ",
    "does not affect ",
    "has no effect on ",
    "has no effect against ",
    "has no additional effect against ",
    "has no additional effect on ",
];

/// Exempts people from an effect. Returns whether they could be exempted: the effect must apply to everybody.
fn spare(effect: &mut Effect, whom: &Exempt) -> bool {
    if let Exempt::These(group) = whom {
        return spare_these(effect, group);
    }
    let Effect::Sentence(Sentence { operation, .. }) = effect else { return false };
    let mut people = operation.people_mut();
    let [Who::Every(group)] = people.as_mut_slice() else { return false };
    let open = group.side == Side::Anyone && !group.filters.contains(&Filter::Other);
    match whom {
        Exempt::User if open => group.filters.push(Filter::Other),
        Exempt::Team if open => group.side = Side::Opponents,
        Exempt::Team => return group.side == Side::Opponents,
        Exempt::User | Exempt::Nobody | Exempt::These(_) => {}
    }
    open
}

/// Exempts a group from what is done to the target: `Cannot affect opponents with LCK ranked A or higher`. Returns
/// whether that was possible.
fn spare_these(effect: &mut Effect, group: &Group<Written>) -> bool {
    let sentences = match effect {
        Effect::Sentence(one) => std::slice::from_mut(one),
        Effect::Several(several) => several.as_mut_slice(),
        Effect::Gm(_) | Effect::Choice(_) => return false,
    };
    let of_target = |one: &Sentence| {
        let damage =
            one.operation.verb().is_some_and(|verb| matches!(verb, Verb::Restore { amount: Amount::OfDamage(_), .. }));
        one.operation.who() == Some(&Who::Target) || damage
    };
    if group.names_place() || !sentences.iter().all(of_target) {
        return false;
    }
    for one in sentences {
        let spared = Condition::Not(Box::new(Condition::Is(Predicate::Among(Who::Target, group.clone()))));
        one.condition = Some(match one.condition.take() {
            Some(Condition::All(mut parts)) => {
                parts.push(spared);
                Condition::All(parts)
            }
            Some(other) => Condition::All(vec![other, spared]),
            None => spared,
        });
    }
    true
}

/// No readings for a sentence about the one before it, if that one was not understood: one error is enough. `None` for
/// any other sentence.
fn said_of_another(piece: &str, known: bool) -> Option<Vec<String>> {
    let of_another = rewritten("", piece).is_some();
    (!known && of_another).then(Vec::new)
}

/// The field of the skill that a sentence should have been written in.
fn field_of_the_skill(piece: &str) -> Option<&'static str> {
    let lower = piece.trim_start().to_lowercase();
    let mut words = lower.split_whitespace();
    let number = words.next().is_some_and(|word| word.chars().all(|c| c.is_ascii_digit()));
    let kinds = ["physical", "ranged", "long-ranged", "magical", "special"];
    if number
        && words.next().is_some_and(|word| kinds.contains(&word.trim_end_matches([',', '.', ';'])))
        && words.next().is_none()
    {
        return Some("damage");
    }
    let fields = [
        ("upkeep", "cost: …, Upkeep 10 Mana"),
        ("the upkeep", "cost: …, Upkeep 10 Mana"),
        ("cost:", "cost"),
        ("requirement", "requirements"),
        ("range:", "range"),
    ];
    fields.into_iter().find(|(word, _)| lower.starts_with(word)).map(|(_, field)| field)
}

/// Merges two sentences, in the words of the first or, if those are not the language's own, in its canonical text.
fn both_ways(before: &PassageSentence, piece: &str) -> Option<Vec<String>> {
    let mut ways = rewritten(&before.text, piece)?;
    if !ways.iter().any(|way| parse_known(way).is_ok_and(|one| one.is_some())) {
        ways.extend(rewritten(&canonical(&before.effect), piece).into_iter().flatten());
    }
    Some(ways)
}

/// Merges two sentences in each way they may be meant; `None` if the second is not about the first.
fn rewritten(before: &str, piece: &str) -> Option<Vec<String>> {
    let before = before.trim().trim_end_matches('.');
    let piece = piece.trim().trim_end_matches('.');
    if let Some(condition) = undone(piece).filter(|_| !speaks_of_all(piece)) {
        return Some(vec![format!("{before} unless {condition}.")]);
    }
    if let Some(often) = how_often(piece) {
        return Some(vec![format!("{often}, {}.", lowered(before))]);
    }
    instead(before, piece)
}

/// Subjects that mean the sentence before.
const OF_IT: [&str; 9] = [
    "this effect ",
    "this ability ",
    "this skill ",
    "this passive ",
    "this bonus ",
    "this reduction ",
    "this penalty ",
    "the effect ",
    "this ",
];

/// Whether a sentence is about the whole skill and not the sentence before: `This skill fails if …`.
fn speaks_of_all(piece: &str) -> bool {
    without(piece, "this skill ").is_some()
}

/// The condition that undoes the sentence before: `This effect is negated if the attack is ranked A or higher`.
fn undone(piece: &str) -> Option<&str> {
    const VERBS: [&str; 11] = [
        "is negated ",
        "does not apply ",
        "does not occur ",
        "does not work ",
        "does not activate ",
        "has no effect ",
        "is ignored ",
        "is suppressed ",
        "is lost ",
        "fails ",
        "does nothing ",
    ];
    const WHEN: [&str; 7] =
        ["if ", "while ", "when ", "as long as ", "so long as ", "during any turn in which ", "in any turn in which "];
    let rest = OF_IT.iter().find_map(|word| without(piece, word))?;
    let rest = VERBS.iter().find_map(|word| without(rest, word))?;
    WHEN.iter().find_map(|word| without(rest, word))
}

/// How often the sentence before works: `This effect can only occur once per Turn`.
fn how_often(piece: &str) -> Option<&str> {
    const VERBS: [&str; 12] = [
        "occur ",
        "occurs ",
        "happen ",
        "happens ",
        "activate ",
        "activates ",
        "trigger ",
        "triggers ",
        "be triggered ",
        "be activated ",
        "take effect ",
        "takes effect ",
    ];
    let rest = OF_IT.iter().find_map(|word| without(piece, word))?;
    let rest = ["can ", "may "].iter().find_map(|word| without(rest, word)).unwrap_or(rest);
    let (rest, only) = without(rest, "only ").map_or((rest, false), |rest| (rest, true));
    let rest = VERBS.iter().find_map(|word| without(rest, word))?;
    let (rest, only_behind) = without(rest, "only ").map_or((rest, false), |rest| (rest, true));
    (only || only_behind || rest.contains("once")).then_some(rest)
}

/// Merges `If the target is a Master, restores 30 Health instead` with the sentence before, which becomes the
/// `otherwise`.
fn instead(before: &str, piece: &str) -> Option<Vec<String>> {
    let told = ["if ", "unless "].iter().any(|word| without(piece, word).is_some());
    if !told {
        return None;
    }
    let (head, tail) = parted(piece, "instead")?;
    let rest = format!("{} {}", head.trim_end().trim_end_matches(','), tail.trim_start().trim_start_matches(','));
    let mut ways = Vec::new();
    for (condition, action) in at_commas(rest.trim()) {
        for action in [Some(action.to_owned()), with_its_number(before, action)].into_iter().flatten() {
            let condition = lowered(condition);
            ways.push(format!("{condition}, {action}; otherwise, {}.", lowered(before)));
            let triggered = |(trigger, done)| format!("{trigger}, {condition}, {action}; otherwise, {done}.");
            ways.extend(at_commas(before).map(triggered));
        }
    }
    Some(ways)
}

/// The sentence before with another number: `restores 30 Health` after `Restores 50 Health to the target`.
fn with_its_number(before: &str, action: &str) -> Option<String> {
    let is_number = |word: &str| word.trim_end_matches('%').parse::<u32>().is_ok();
    let action: Vec<&str> = action.split_whitespace().filter(|word| !["they", "it"].contains(word)).collect();
    let (verb, number) = (action.first()?, action.get(1).filter(|word| is_number(word))?);
    let words: Vec<&str> = before.split_whitespace().collect();
    let at = words.windows(2).position(|pair| pair[0].eq_ignore_ascii_case(verb) && is_number(pair[1]))?;
    let same = action.iter().skip(2).zip(words.iter().skip(at + 2)).all(|(one, other)| one.eq_ignore_ascii_case(other));
    let percent = |word: &str| word.ends_with('%');
    let fits = same && action.len() - 2 <= words.len() - at - 2 && percent(number) == percent(words[at + 1]);
    fits.then(|| {
        let mut words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        words[at + 1] = (*number).to_owned();
        words[0] = lowered(&words[0]);
        words.join(" ")
    })
}

/// A text split at each of its commas outside quotes.
fn at_commas(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let commas = text.match_indices(", ").filter(|(at, _)| text[..*at].matches('"').count().is_multiple_of(2));
    commas.map(|(at, comma)| (&text[..at], &text[at + comma.len()..]))
}

/// The text before a word, and the text behind it.
fn parted<'t>(text: &'t str, word: &str) -> Option<(&'t str, &'t str)> {
    let at = text.to_ascii_lowercase().find(word)?;
    Some((text.get(..at)?, text.get(at + word.len()..)?))
}

/// The text without the words it begins with; `None` if it does not begin with them.
fn without<'t>(text: &'t str, words: &str) -> Option<&'t str> {
    let head = text.get(..words.len())?;
    head.eq_ignore_ascii_case(words).then(|| text[words.len()..].trim_start())
}

/// The text with its first letter in lower case, unless its first word is an abbreviation.
fn lowered(text: &str) -> String {
    let mut letters = text.chars();
    match (letters.next(), text.chars().nth(1)) {
        (Some(first), Some(second)) if second.is_lowercase() => first.to_lowercase().chain(letters).collect(),
        _ => text.to_owned(),
    }
}
