//! The place in the Turn at which a character acts by itself, in the words of others: `If Lancer is not here when Saber
//! gets to attack, …`, `If Archer attacks Rin before it is Saber's turn, …` for `when my turn comes`, `before my turn`
//! (R202).

use std::borrow::Cow;

use crate::language::conditions::SourceContext as _;
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{Action, NaturalTime};
use crate::language::orders::diagnose::order_error::OrderError;
use crate::language::orders::people::sentence_words::{SpannedToken, Token, tokenize};
use crate::language::orders::rewording::redundant_times::{is_done_as_all_move, natural_phase};
use crate::language::orders::{NameKind, OrderFileReader, ReadOrder, Written, codes};
use crate::language::span::Span;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::sex::Sex;

/// The grammar's words for one's own place.
const WHEN_IT_COMES: &str = "when my turn comes";

/// Words for one's own place in the Turn, within a sentence.
struct OwnTurn {
    start: usize,
    end: usize,
    /// The same in the grammar's words.
    canonical: &'static str,
    /// Whether it is the place of one's attacks.
    is_of_attacks: bool,
}

impl OrderFileReader<'_> {
    /// Reads one sentence with the grammar's words for the actor's own place in the Turn. `None` if it names no such
    /// place, or the place of attacks where it orders something else. Fails if all it orders is a move: all move at
    /// once (R274).
    pub(in crate::language::orders) fn read_own_turn(
        &self,
        span: Span,
        text: &str,
    ) -> Option<Result<ReadOrder, OrderError>> {
        let names = self.prepared.names;
        let own_turn = self.find_own_turn(text)?;
        let canonical = format!("{}{}{}", text.get(..own_turn.start)?, own_turn.canonical, text.get(own_turn.end..)?);
        let is_canonical = canonical.eq_ignore_ascii_case(text);
        let parsed = match is_canonical {
            true => self.parse_order_in_words(span, text, None).ok()?,
            false => match self.read_order_in_words(span, &canonical, Some(span)) {
                Ok(parsed) => parsed,
                Err(fault) if fault.has_code(codes::WHOSE_TIME) => return Some(Err(fault)),
                Err(_) => return None,
            },
        };
        let moves = |action: &Action<Written>| is_done_as_all_move(&action.kind, names);
        if own_turn.canonical != WHEN_IT_COMES && parsed.0.body.actions().all(moves) {
            let message = "before which turn? all move at one time, and not by turns";
            let fault = Diagnostic::error(codes::WHOSE_TIME, self.prepared.original_span(span), message);
            return Some(Err(fault.note("name the phase: `If C at the start of the Attacking Phase, A.`").into()));
        }
        if is_canonical {
            return None;
        }
        let is_attack = |action: &Action<Written>| {
            matches!(action.kind.natural_time(), NaturalTime::OfBasicAttack)
                || natural_phase(&action.kind, names) == Some(Phase::Attacking)
        };
        (!own_turn.is_of_attacks || parsed.0.body.actions().all(is_attack)).then_some(Ok(parsed))
    }

    /// A sentence with the actor's name in the place of `she` and `her` in the words for their own place.
    pub(in crate::language::orders) fn own_turn_by_name<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mark = self.actor.as_ref().and_then(|actor| self.prepared.names.mark_of(&actor.text));
        let (Some(own_turn), Some(mark)) = (self.find_own_turn(text), mark) else { return Cow::Borrowed(text) };
        let tokens = tokenize(text);
        let within = tokens.iter().filter(|(start, end, _)| *start >= own_turn.start && *end <= own_turn.end);
        let pronoun = within.filter_map(|(start, end, token)| match token {
            token if token.is(&["she", "he"]) => Some((*start, *end, "")),
            token if token.is(&["her", "his"]) => Some((*start, *end, "'s")),
            _ => None,
        });
        let replaced = |(start, end, ending): (usize, usize, &str)| {
            Some(format!("{}{mark}{ending}{}", text.get(..start)?, text.get(end..)?))
        };
        pronoun.take(1).find_map(replaced).map_or(Cow::Borrowed(text), Cow::Owned)
    }

    /// The words for the actor's own place in a sentence; `None` if it names no such place, or two.
    fn find_own_turn(&self, text: &str) -> Option<OwnTurn> {
        const LEADS: [&str; 6] = ["when ", "When ", "before ", "by the time ", "at ", "At "];
        if !LEADS.iter().any(|lead| text.contains(lead)) {
            return None;
        }
        let actor = self.actor.as_ref().map(|actor| actor.text.as_str());
        let is_actor = |mark: char| actor.is_some() && self.prepared.names.marked(mark) == actor;
        let tokens = tokenize(text);
        let may_lead = |at: &usize| tokens.get(*at).is_some_and(|token| token.2.is(&["when", "before", "by", "at"]));
        let mut found = (0..tokens.len()).filter(may_lead).filter_map(|at| {
            let own_sex = self.only_sex_before(tokens.get(..at)?);
            own_turn_at(&tokens, at, &Actor { is_actor: &is_actor, pronouns: own_sex.map(pronouns_of) })
        });
        let first = found.next();
        first.filter(|_| found.next().is_none())
    }

    /// The sex of the actor, if it is known and these words name nobody else whom `he` or `she` could mean.
    fn only_sex_before(&self, words: &[SpannedToken<'_>]) -> Option<Sex> {
        let names = self.prepared.names;
        let actor = &self.actor.as_ref()?.text;
        let sex = names.sex(actor)?;
        let may_be_meant = |mark: char| {
            let is_person = names.mark_is(mark, NameKind::Own) || names.mark_is(mark, NameKind::Character);
            let of_other = names.marked(mark).filter(|name| is_person && *name != actor);
            of_other.is_some_and(|name| names.sex(name).is_none_or(|other| other == sex))
        };
        let fits_other = words.iter().any(|(_, _, token)| matches!(token, Token::Mark(mark) if may_be_meant(*mark)));
        (!fits_other).then_some(sex)
    }
}

/// `she`, `her`
const fn pronouns_of(sex: Sex) -> [&'static str; 2] {
    match sex {
        Sex::Female => ["she", "her"],
        Sex::Male => ["he", "his"],
    }
}

/// Who acts, in the words of a sentence.
struct Actor<'a, F> {
    /// Whether a mark is their name.
    is_actor: &'a F,
    /// The pronouns that mean them alone, as subject and possessor.
    pronouns: Option<[&'static str; 2]>,
}

/// Reads the words for the actor's own place that begin with a token.
fn own_turn_at(tokens: &[SpannedToken<'_>], at: usize, actor: &Actor<'_, impl Fn(char) -> bool>) -> Option<OwnTurn> {
    let mut words = Words { tokens, at, actor };
    let start = tokens.get(at)?.0;
    let lead = words.lead()?;
    let is_of_attacks = words.place(lead)?;
    let end = tokens.get(words.at.checked_sub(1)?)?.1;
    let is_in_phase = words.all(&["in", "the"]) && words.one(&["attacking"]);
    // `before I attack Lancer` is about one attack.
    if !is_in_phase && !matches!(words.token(0), None | Some(Token::Stop(_))) {
        return None;
    }
    let canonical = match lead {
        "before" => "before my turn",
        "by the time" => "by the time my turn comes",
        _ => WHEN_IT_COMES,
    };
    Some(OwnTurn { start, end, canonical, is_of_attacks })
}

/// The words from one place of a sentence on.
struct Words<'t, F> {
    tokens: &'t [SpannedToken<'t>],
    at: usize,
    actor: &'t Actor<'t, F>,
}

impl<F: Fn(char) -> bool> Words<'_, F> {
    fn token(&self, ahead: usize) -> Option<Token<'_>> {
        self.tokens.get(self.at + ahead).map(|(_, _, token)| *token)
    }

    /// Goes over one of these words.
    fn one(&mut self, words: &[&str]) -> bool {
        let is_next = self.token(0).is_some_and(|token| token.is(words));
        self.at += usize::from(is_next);
        is_next
    }

    /// Goes over these words in sequence.
    fn all(&mut self, words: &[&str]) -> bool {
        let mut ahead = words.iter().enumerate();
        let are_next = ahead.all(|(at, word)| self.token(at).is_some_and(|token| token.is(&[word])));
        self.at += if are_next { words.len() } else { 0 };
        are_next
    }

    fn lead(&mut self) -> Option<&'static str> {
        if self.all(&["by", "the", "time"]) {
            return Some("by the time");
        }
        ["when", "before", "at"].into_iter().find(|lead| self.one(&[lead]))
    }

    fn is_named(&self) -> bool {
        matches!(self.token(0), Some(Token::Mark(mark)) if (self.actor.is_actor)(mark))
    }

    /// `I`, `Saber`, `she`
    fn subject(&mut self) -> bool {
        let is_possessive = self.token(1).is_some_and(|token| token.is(&["'s"]));
        let pronoun = self.actor.pronouns.map_or("I", |[subject, _]| subject);
        let is_subject =
            self.token(0).is_some_and(|token| token.is(&["I", pronoun])) || self.is_named() && !is_possessive;
        self.at += usize::from(is_subject);
        is_subject
    }

    /// `my`, `Saber's`, `her`
    fn possessor(&mut self) -> bool {
        if self.is_named() && self.token(1).is_some_and(|token| token.is(&["'s"])) {
            self.at += 2;
            return true;
        }
        let pronoun = self.actor.pronouns.map_or("my", |[_, possessor]| possessor);
        self.one(&["my", pronoun])
    }

    /// Whether the place of one's attacks is named, behind a lead; `None` if no place is.
    fn place(&mut self, lead: &str) -> Option<bool> {
        const STRIKES: [&str; 4] = ["attack", "attacks", "strike", "strikes"];
        const ACTS: [&str; 2] = ["act", "acts"];
        let is_clause = lead == "when" || lead == "before" || lead == "by the time";
        if is_clause && self.subject() {
            if self.one(&["get", "gets"]) && !self.one(&["to"]) {
                return None;
            }
            return self.one(&STRIKES).then_some(true).or_else(|| self.one(&ACTS).then_some(false));
        }
        let says_it_is = is_clause
            && (self.one(&["it's"])
                || self.all(&["it", "'s"])
                || self.all(&["it", "is"])
                || self.all(&["it", "comes", "to"]));
        if !self.possessor() {
            return None;
        }
        let is_own = self.one(&["normal", "usual", "regular", "own"]);
        let is_turn = self.one(&["turn"]);
        let is_place = is_turn || lead == "at" && is_own && self.one(&["time", "place", "point", "moment"]);
        is_place.then_some(())?;
        let mut is_of_attacks = false;
        if is_turn && self.one(&["to"]) {
            is_of_attacks = self.one(&STRIKES);
            (is_of_attacks || self.one(&ACTS)).then_some(())?;
        }
        let comes = is_turn && !says_it_is && self.one(&["comes", "arrives"]);
        if comes {
            self.one(&["up", "round", "around"]);
        }
        // `when my turn` alone is no clause.
        (comes || says_it_is || lead == "at" || lead == "before").then_some(is_of_attacks)
    }
}
