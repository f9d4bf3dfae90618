//! Rewrites a sentence that names its actor as an imperative: `Saber uses Guard and then flees` becomes `use Guard and
//! then flee`, in the orders of Saber.

use std::borrow::Cow;

use crate::language::glyphs::is_mark;
use crate::language::orders::people::doers::can_only_mean_actor;
use crate::language::orders::people::sentence_words::{Token, tokenize};
use crate::language::orders::{NameKind, OrderFileReader};

/// Modal verbs between the actor and the action.
const MODALS: [&str; 8] =
    ["is to ", "shall ", "will ", "should ", "must ", "has to ", "is going to ", "would like to "];
/// Verbs behind a name that describe the character and order nothing.
const STATE_VERBS: [&str; 6] = ["has", "was", "does", "needs", "wants", "knows"];
/// Verbs with an irregular third person: `goes` of `go`.
const IRREGULAR_VERBS: [(&str, &str); 4] =
    [("goes", "go"), ("switches", "switch"), ("finishes", "finish"), ("hurries", "hurry")];
/// Verbs of orders in the third person, behind a name.
const ORDER_VERBS_IN_THIRD_PERSON: [&str; 57] = [
    "accepts", "asks", "attacks", "buys", "calls", "casts", "charges", "consumes", "cures", "drinks", "drops", "ends",
    "enters", "fires", "flees", "follows", "gets", "gives", "hands", "heads", "heals", "hits", "holds", "keeps",
    "leaves", "moves", "offers", "orders", "pays", "posts", "prepares", "puts", "requests", "reserves", "rests",
    "retreats", "returns", "runs", "saves", "scouts", "sends", "shoots", "shouts", "spends", "starts", "stays",
    "strikes", "swallows", "takes", "tells", "throws", "uses", "waits", "walks", "warns", "wears", "writes",
];

impl OrderFileReader<'_> {
    /// The sentence without the name of its actor: `Saber is to use Guard`, in the orders of Saber.
    pub(in crate::language::orders) fn strip_actor<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let head = self.actor.as_ref().map(|actor| actor.text.as_str());
        let is_actor = |c: char| is_mark(c) && head.is_some() && self.prepared.names.marked(c) == head;
        let Some(behind) = text.strip_prefix(is_actor).and_then(|rest| rest.strip_prefix(' ')) else {
            let is_skill = |c: char| self.prepared.names.mark_is(c, NameKind::Skill);
            return strip_actor_behind_condition(text, is_actor, is_skill).map_or(Cow::Borrowed(text), Cow::Owned);
        };
        // `Saber Surges Lancer`
        if behind.starts_with(|c: char| self.prepared.names.mark_is(c, NameKind::Skill)) {
            return Cow::Owned(to_imperative(behind));
        }
        let verb = behind.split(' ').next().unwrap_or_default();
        if verb.len() > 2 && verb.ends_with('s') && !STATE_VERBS.contains(&verb) && verb.chars().all(char::is_lowercase)
        {
            return Cow::Owned(to_imperative(behind));
        }
        let will =
            MODALS.iter().find(|modal| behind.get(..modal.len()).is_some_and(|of| of.eq_ignore_ascii_case(modal)));
        let rest = will.and_then(|modal| behind.get(modal.len()..));
        Cow::Borrowed(rest.filter(|rest| !rest.starts_with("not ") && !rest.starts_with("never ")).unwrap_or(text))
    }

    /// The sentence with the actor's name in place of `she`, behind a condition: `If Lancer is here, she uses Cut on
    /// him`.
    pub(in crate::language::orders) fn replace_subject_pronoun<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let tokens = tokenize(text);
        let names = self.prepared.names;
        let head = self.actor.as_ref().map(|actor| actor.text.as_str());
        let (Some(head), Some((_, _, first))) = (head, tokens.first()) else { return Cow::Borrowed(text) };
        let Some(mark) = names.mark_of(head).filter(|_| first.opens_condition()) else { return Cow::Borrowed(text) };
        let begins_deed = |token: Token<'_>| match token {
            Token::Mark(mark) => names.mark_is(mark, NameKind::Skill),
            Token::Word(word) => imperative_of(word).is_some(),
            Token::Stop(_) | Token::Quote(_) => false,
        };
        let found = tokens.windows(3).find_map(|three| match three {
            [(_, _, Token::Stop(',')), (start, end, Token::Word(word)), (_, _, next)] if begins_deed(*next) => {
                can_only_mean_actor(word, head, names, text, &self.said_before).then_some((*start, *end))
            }
            _ => None,
        });
        let parts = found.and_then(|(start, end)| Some((text.get(..start)?, text.get(end..)?)));
        parts.map_or(Cow::Borrowed(text), |(before, behind)| Cow::Owned(format!("{before}{mark}{behind}")))
    }
}

/// `If Lancer is here, Saber attacks him` as `If Lancer is here, attack him`; `None` for any other text.
fn strip_actor_behind_condition(
    text: &str,
    is_actor: impl Fn(char) -> bool,
    is_skill: impl Fn(char) -> bool,
) -> Option<String> {
    let tokens = tokenize(text);
    tokens.first().filter(|(_, _, first)| first.opens_condition())?;
    let comma = tokens.iter().position(|(_, _, token)| *token == Token::Stop(','))?;
    let (start, _, Token::Mark(subject)) = *tokens.get(comma + 1)? else { return None };
    let (verb_start, _, verb) = *tokens.get(comma + 2)?;
    let begins_deed = match verb {
        Token::Word(verb) => imperative_of(verb).is_some(),
        // `Saber Cuts him`
        Token::Mark(mark) => is_skill(mark),
        Token::Stop(_) | Token::Quote(_) => false,
    };
    (begins_deed && is_actor(subject)).then_some(())?;
    Some(format!("{}{}", text.get(..start)?, to_imperative(text.get(verb_start..)?)))
}

/// The imperative of a text: `move to the Mall and buy a Splint` for `moves to the Mall and buys a Splint`. Conditions
/// are left as they are: `attacks Lancer if he moves and attacks Rin`.
fn to_imperative(text: &str) -> String {
    let mut imperative = String::new();
    let (mut copied, mut begins_clause) = (0, true);
    for (start, end, token) in tokenize(text) {
        if token.opens_condition() || token.is(&["who", "that", "whichever"]) || matches!(token, Token::Quote(_)) {
            break;
        }
        if let Token::Word(word) = token
            && let Some(verb) = imperative_of(word).filter(|_| begins_clause)
        {
            imperative.push_str(text.get(copied..start).unwrap_or_default());
            imperative.push_str(verb);
            copied = end;
        }
        let is_joint = token.is(&["and", "then"]) || matches!(token, Token::Stop(','));
        begins_clause = is_joint || begins_clause && token.is(&["just", "only", "otherwise"]);
    }
    imperative.push_str(text.get(copied..).unwrap_or_default());
    imperative
}

/// The text with its first verb in the imperative: `keep it` for `keeps it`.
pub(in crate::language::orders) fn with_bare_verb(text: &str) -> Cow<'_, str> {
    let first = text.split(' ').next().unwrap_or_default();
    let rest = text.get(first.len()..).unwrap_or_default();
    imperative_of(first).map_or(Cow::Borrowed(text), |bare| Cow::Owned(format!("{bare}{rest}")))
}

/// The imperative of a verb in the third person; `None` for any other word.
pub(in crate::language::orders) fn imperative_of(word: &str) -> Option<&str> {
    match IRREGULAR_VERBS.iter().find(|(form, _)| *form == word) {
        Some((_, bare)) => Some(bare),
        None => ORDER_VERBS_IN_THIRD_PERSON.contains(&word).then(|| word.strip_suffix('s')).flatten(),
    }
}
