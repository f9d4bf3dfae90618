//! Sentences behind an order that say what is not done: `Otherwise I keep it.`, `If he never attacks, I don't use it.`
//!
//! If the order has a condition and the sentence covers the opposite case, it states the default and becomes a note. As
//! with every prohibition, no other order of the letter may do what it denies.

use super::prohibition::{Prohibition, may_break_prohibition, needs_an_order};
use super::words::strip_any_prefix;
use super::words::{plain_use, strip_emphasis};
use crate::language::condition::{Act, Condition, Deed, Name, Predicate, Side, Who, Written};
use crate::language::conditions::SourceContext as _;
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{Action, ActionKind, Times};
use crate::language::orders::rewording::imperative::with_bare_verb;
use crate::language::orders::rewording::redundant_times::strip_end;
use crate::language::orders::{NameBook, NameKind, Order, OrderFileReader, ReadOrder, codes};
use crate::language::span::Span;
use crate::vocabulary::phase::Phase;

/// Words that introduce what is done if a condition does not hold.
const OTHERWISE_LEADS: [&str; 18] = [
    "until then, ",
    "until then ",
    "till then, ",
    "till then ",
    "before that, ",
    "before then, ",
    "otherwise, ",
    "otherwise ",
    "if not, ",
    "if not ",
    "else ",
    "else, ",
    "failing that, ",
    "failing that ",
    "in any other case, ",
    "in any other case ",
    "in all other cases, ",
    "in all other cases ",
];
/// Subjects of such a sentence.
const SUBJECTS: [&str; 10] = ["i'll ", "i will ", "i ", "we'll ", "we ", "she'll ", "she ", "he'll ", "he ", "then "];
/// Words that say that nothing is done.
const DOES_NOTHING: [&str; 43] = [
    "let him go",
    "let her go",
    "let them go",
    "neither do i",
    "nor do i",
    "it stays in my pocket",
    "they stay in my pocket",
    "it stays with me",
    "leave him alone",
    "leave her alone",
    "leave them alone",
    "leave him be",
    "leave her be",
    "leave them be",
    "leave it at that",
    "don't",
    "do not",
    "won't",
    "doesn't",
    "nothing",
    "do nothing",
    "does nothing",
    "do nothing else",
    "don't do anything",
    "don't do it",
    "don't use it",
    "don't use them",
    "don't bother",
    "don't waste it",
    "don't waste them",
    "not",
    "not at all",
    "none",
    "no spell",
    "no action",
    "skip it",
    "forget it",
    "leave it",
    "it isn't used",
    "it is not used",
    "it's not used",
    "it stays unused",
    "hold",
];
/// Words for holding back until something happens.
const HOLD_PHRASES: [&str; 13] = [
    "hold back this Turn",
    "hold back tonight",
    "hold back",
    "hold your fire",
    "hold my fire",
    "hold fire",
    "do nothing at all",
    "do nothing",
    "don't do anything",
    "don't attack anyone",
    "don't attack anybody",
    "don't attack",
    "don't shoot",
];
/// Words that introduce what is done then.
const THEN_JOINTS: [&str; 12] = [
    ". If they do, ",
    ". If somebody does, ",
    ". If someone does, ",
    ". If that happens, ",
    ", in which case ",
    "; in which case ",
    ". In that case, ",
    ". In that case ",
    "; in that case, ",
    "; in that case ",
    ". Then ",
    "; then ",
];
/// Verbs for keeping a thing, or for saving what an action costs.
const KEEPING_VERBS: [&str; 5] = ["keep ", "save ", "hold on to ", "hang on to ", "hold "];
/// Things that can be kept.
const KEPT_THINGS: [&str; 16] = [
    "all command spells",
    "all my command spells",
    "my command spells",
    "the command spells",
    "it",
    "them",
    "the spell",
    "my spell",
    "the command spell",
    "my command spell",
    "my action",
    "the action",
    "my turn action",
    "the turn action",
    "my ap",
    "the ap",
];
/// Words that deny a deed.
const DENIALS: [&str; 8] = ["don't ", "do not ", "won't ", "will not ", "doesn't ", "does not ", "never ", "no "];
/// The deed of the order above, in generic words.
const GENERIC_DEEDS: [&str; 10] =
    ["use it", "use them", "fire it", "fire", "cast it", "shoot", "attack", "attack anyone", "attack at all", "do it"];
/// Words that limit an order to one time.
const ONLY_ONCE: [&str; 26] = [
    "only the first time",
    "just the first time",
    "the first time only",
    "only the first time though",
    "only one time",
    "just one time",
    "use it once only",
    "use it only once",
    "use it just once",
    "only use it once",
    "cast it only once",
    "do it once only",
    "do it only once",
    "do it just once",
    "do this only once",
    "only do it once",
    "once only",
    "just once",
    "only once",
    "only once though",
    "only once, though",
    "just the once",
    "just the one",
    "just one",
    "once is enough",
    "one is enough",
];
/// Conditions that deny what was asked just before, of whomever it was asked.
const IMPERSONAL_DENIALS: [&str; 12] = [
    "it never gets that bad",
    "it doesn't get that bad",
    "it never comes to that",
    "it never gets that far",
    "it never gets there",
    "it never happens",
    "that never happens",
    "that doesn't happen",
    "that hasn't happened",
    "that has not happened",
    "it doesn't happen",
    "it doesn't come to that",
];
/// Conditions that deny what was asked just before, of somebody.
const DENYING_CONDITIONS: [&str; 23] = [
    "he doesn't",
    "he does not",
    "she doesn't",
    "she does not",
    "they don't",
    "they do not",
    "it doesn't",
    "he isn't",
    "she isn't",
    "they aren't",
    "he hasn't",
    "she hasn't",
    "they haven't",
    "he never does",
    "she never does",
    "nobody does",
    "nobody has",
    "no one does",
    "no one has",
    "none does",
    "none has",
    "i don't",
    "i'm not",
];

impl OrderFileReader<'_> {
    /// `If C, use X. Otherwise I keep it.`, `If C, use X; if he doesn't, I keep it.`: returns the order, and the
    /// sentence behind it as a prohibition.
    pub(in crate::language::orders) fn split_otherwise_prohibition(
        &self,
        span: Span,
    ) -> Option<(ReadOrder, Prohibition)> {
        let text = self.text(span);
        let otherwise = [". ", "; ", ", "].iter().find_map(|stop| {
            text.match_indices(stop).filter(|(at, _)| !self.prepared.is_quoted(span.start + at)).find_map(
                |(at, stop)| {
                    let behind = text.get(at + stop.len()..)?;
                    Some((at, None, strip_any_prefix(behind, &OTHERWISE_LEADS)?))
                },
            )
        });
        let denied = || {
            let (at, stop) = text.rmatch_indices("; if ").next()?;
            let (condition, words) = text.get(at + stop.len()..)?.split_once(", ")?;
            (!self.prepared.is_quoted(span.start + at)).then_some((at, Some(condition), words))
        };
        let (at, condition, words) = otherwise.or_else(denied)?;
        let first = Span::new(span.start, span.start + at);
        let parsed = self
            .read_order(first)
            .ok()
            .filter(|(order, companions, _)| companions.is_empty() && order.body.is_conditional())?;
        let rest = Span::new(first.end, span.end);
        if condition.is_some_and(|condition| !self.covers_other_cases(rest, condition, &parsed.0)) {
            return None;
        }
        let forbidden = self.parse_denial(rest, words, &parsed.0)?;
        Some((parsed, forbidden))
    }

    /// `No Excalibur unless C; then use it on B.`: returns the use with the guard C, and a prohibition of any other.
    fn read_no_skill_unless(&self, span: Span) -> Option<(ReadOrder, Prohibition)> {
        const USES: [&str; 6] = ["use it ", "fire it ", "cast it ", "throw it ", "only then ", ""];
        let rest = strip_any_prefix(self.text(span), &["no "])?;
        let names = self.prepared.names;
        let mark = rest.chars().next().filter(|mark| names.mark_is(*mark, NameKind::Skill))?;
        let rest = rest.get(mark.len_utf8()..)?.strip_prefix(" unless ")?;
        let (condition, done) = THEN_JOINTS.iter().find_map(|joint| rest.split_once(joint))?;
        let use_of_it = format!("if {condition}, use {mark} {}", strip_any_prefix(done, &USES)?);
        let parsed = self.read_order_in_words(span, &use_of_it, Some(span)).ok()?;
        let (order, companions, _) = &parsed;
        let skill = Name { text: names.marked(mark)?.to_owned(), span: self.prepared.original_span(span) };
        let forbidden = self.prohibition_of_order(span, order, vec![plain_use(skill)]);
        let is_one_use = companions.is_empty() && order.body.is_conditional() && order.body.actions().count() == 1;
        is_one_use.then_some((parsed, forbidden))
    }

    /// `Hold your fire unless C. Then B.`: returns B with the guard C, and a prohibition of everything like it.
    pub(in crate::language::orders) fn read_hold_unless(&self, span: Span) -> Option<(ReadOrder, Prohibition)> {
        if let Some(found) = self.read_no_skill_unless(span) {
            return Some(found);
        }
        let text = self.text(span);
        let hold_phrase = HOLD_PHRASES
            .iter()
            .find(|hold_phrase| text.get(..hold_phrase.len()).is_some_and(|of| of.eq_ignore_ascii_case(hold_phrase)))?;
        let rest = text.get(hold_phrase.len()..)?.strip_prefix(" unless ")?;
        let (condition, done) = THEN_JOINTS.iter().find_map(|joint| rest.split_once(joint))?;
        let parsed = self.read_order_in_words(span, &format!("if {condition}, {done}"), Some(span)).ok()?;
        let (order, companions, _) = &parsed;
        if !companions.is_empty() || !order.body.is_conditional() {
            return None;
        }
        let anything = Name { text: String::new(), span: self.prepared.original_span(span) };
        let mut kinds = vec![ActionKind::Attack { targets: Vec::new(), times: Times::ONCE }];
        if hold_phrase.contains("nothing") || hold_phrase.contains("anything") {
            kinds.push(plain_use(anything.clone()));
            kinds.push(ActionKind::Move(anything));
            kinds.push(ActionKind::EnterSpiritForm);
        }
        let forbidden = self.prohibition_of_order(span, order, kinds);
        Some((parsed, forbidden))
    }

    /// `Give Saber the Splint, and I keep everything else.`: returns the order, and that no other gives or commands.
    pub(in crate::language::orders) fn read_with_rest_kept(&self, span: Span) -> Option<(ReadOrder, Prohibition)> {
        const JOINTS: [&str; 4] = [", and ", " and ", ", but ", "; "];
        let text = self.text(span);
        let (at, kept) = JOINTS.iter().find_map(|joint| {
            let (order, rest) = text.rsplit_once(joint)?;
            let rest = strip_any_prefix(rest, &SUBJECTS).unwrap_or(rest).trim_end_matches(['.', '!', ' ']);
            Some((order.len(), strip_any_prefix(rest, &["keep ", "keeps ", "save ", "saves "])?.to_lowercase()))
        })?;
        if self.prepared.is_quoted(span.start + at) {
            return None;
        }
        let things = ["everything else", "all my other items", "my other items", "the other items"];
        let spells = ["the other two command spells", "the other command spells", "my other command spells"];
        let first = Span::new(span.start, span.start + at);
        let parsed = self.read_order(first).ok().filter(|(.., along, _)| along.is_empty())?;
        let kinds: Vec<ActionKind<Written>> = parsed.0.body.actions().map(|action| action.kind.clone()).collect();
        let gives = |kind: &ActionKind<Written>| matches!(kind, ActionKind::Give { .. } | ActionKind::Drop(_));
        let commands = |kind: &ActionKind<Written>| matches!(kind, ActionKind::Command { .. });
        let fits = (things.contains(&kept.as_str()) && kinds.iter().all(gives))
            || (spells.contains(&kept.as_str()) && kinds.iter().all(commands));
        let forbidden = self.prohibition_of_order(Span::new(first.end, span.end), &parsed.0, kinds);
        fits.then_some((parsed, forbidden))
    }

    /// Reads a sentence that orders nothing although it could be read as an order: `Attack nobody.`, `Use it only
    /// once.`, `If nobody attacks her, do nothing.`
    pub(in crate::language::orders) fn read_empty_order(&self, span: Span) -> Option<Prohibition> {
        let text = self.text(span);
        let stripped = strip_emphasis(text.trim_end_matches(['.', '!']));
        let attacks_nobody = ["attack nobody", "attack no one", "attack no-one"]
            .iter()
            .any(|phrase| phrase.eq_ignore_ascii_case(stripped));
        if attacks_nobody && !self.parsed.orders.is_empty() {
            let fault = Diagnostic::error(
                codes::NOT_UNDERSTOOD,
                self.prepared.original_span(span),
                "nobody is no target, and another order of the letter attacks",
            );
            let forbidden = self.parse_prohibition(span, "don't attack", &fault)?;
            let mut actions = self.parsed.orders.iter().flat_map(|order| order.body.actions());
            let breaks = |forbidden_kind: &ActionKind<Written>, done: &ActionKind<Written>| {
                may_break_prohibition(done, forbidden_kind, self.prepared.names)
            };
            let is_broken = actions.any(|action| forbidden.kinds.iter().any(|no| breaks(no, &action.kind)));
            return (!is_broken).then_some(forbidden);
        }
        let ends_with = |words: &str| {
            let at = stripped.len().checked_sub(words.len()).filter(|at| *at > 0);
            at.and_then(|at| stripped.get(at..)).is_some_and(|end| end.eq_ignore_ascii_case(words))
        };
        let once = ONLY_ONCE.iter().any(|says_once| says_once.eq_ignore_ascii_case(stripped));
        let does_nothing = text.get(..3).is_some_and(|word| word.eq_ignore_ascii_case("if "))
            && DOES_NOTHING.iter().any(|of| ends_with(of));
        (once || does_nothing).then(|| self.read_prohibition_of_other_cases(span)).flatten()
    }

    /// The prohibition of a sentence behind an order, if it covers the cases that the order does not.
    pub(in crate::language::orders) fn read_prohibition_of_other_cases(&self, span: Span) -> Option<Prohibition> {
        let above = self.parsed.orders.last().filter(|above| self.order_above == Some(above.span))?;
        let text = self.text(span);
        if ONLY_ONCE.iter().any(|once| once.eq_ignore_ascii_case(strip_emphasis(text.trim_end_matches(['.', '!'])))) {
            let kinds: Vec<ActionKind<Written>> = above.body.actions().map(|action| action.kind.clone()).collect();
            return kinds
                .iter()
                .all(|kind| needs_an_order(kind) && is_done_once(kind))
                .then(|| self.prohibition_of_order(span, above, kinds));
        }
        let (condition, consequence) = match text.get(..3).filter(|word| word.eq_ignore_ascii_case("if ")) {
            Some(_) => text.get(3..)?.split_once(", ").map(|(condition, said)| (Some(condition), said))?,
            None => (None, strip_any_prefix(text, &OTHERWISE_LEADS)?),
        };
        let is_remaining_case = condition.is_none_or(|condition| self.covers_other_cases(span, condition, above));
        (above.body.is_conditional() && is_remaining_case)
            .then(|| self.parse_denial(span, consequence, above))
            .flatten()
    }

    /// The prohibition if these words say that nothing of what the order does is done.
    fn parse_denial(&self, span: Span, said: &str, order: &Order<Written>) -> Option<Prohibition> {
        let mut said = said.trim_end_matches(['.', '!', ' ']).to_owned();
        for end in [" tonight", " this turn", " at all", " then", " either", " to myself", " for myself"] {
            said = said.strip_suffix(end).unwrap_or(&said).to_owned();
        }
        let said = strip_any_prefix(&said, &SUBJECTS).unwrap_or(&said);
        let said = &with_bare_verb(said);
        let is_said = |word: &&str| word.eq_ignore_ascii_case(said);
        let kinds: Vec<ActionKind<Written>> = order.body.actions().map(|action| action.kind.clone()).collect();
        let names = self.prepared.names;
        let is_ordered_thing = |rest: &str| {
            let mut letters = rest.chars();
            let thing = letters.next().and_then(|mark| names.marked(mark));
            let whom = letters.as_str().trim();
            thing.is_some_and(|thing| {
                ["", "him", "her", "them", "it"].contains(&whom) && kinds.iter().any(|kind| uses_thing(kind, thing))
            })
        };
        let says_kept = || {
            strip_any_prefix(said, &KEEPING_VERBS)
                .is_some_and(|rest| KEPT_THINGS.contains(&rest.to_lowercase().as_str()) || is_ordered_thing(rest))
        };
        let says_denied = || {
            strip_any_prefix(said, &DENIALS).is_some_and(|rest| {
                is_ordered_thing(rest)
                    || GENERIC_DEEDS.contains(&rest.to_lowercase().as_str())
                        && (!rest.starts_with("attack") || kinds.iter().all(|kind| may_be_attack(kind, names)))
            })
        };
        let is_denial = DOES_NOTHING.iter().any(is_said) || says_kept() || says_denied();
        if kinds.is_empty() || !kinds.iter().all(needs_an_order) || !is_denial {
            return None;
        }
        // `I don't attack` forbids attacks on anybody; `I don't` forbids only what the order does.
        let names_attack = said.to_lowercase().contains("attack");
        let attack = || vec![ActionKind::Attack { targets: Vec::new(), times: Times::ONCE }];
        Some(self.prohibition_of_order(span, order, if names_attack { attack() } else { kinds }))
    }

    /// The prohibition of what an order does, in all other cases.
    fn prohibition_of_order(&self, span: Span, order: &Order<Written>, kinds: Vec<ActionKind<Written>>) -> Prohibition {
        let fault = Diagnostic::error(
            codes::NOT_UNDERSTOOD,
            self.prepared.original_span(span),
            "this says that something is not done, and another order of the letter does it",
        )
        .note("put the condition at what is done: `If C, A.`");
        Prohibition {
            span,
            actor: order.actor.text.clone(),
            kinds,
            allowed: 0,
            condition: None,
            order_number: Some(order.number),
            fault,
        }
    }

    /// Whether a condition covers exactly the cases that an order leaves: `If he doesn't`, `if nobody attacks`.
    pub(in crate::language::orders) fn covers_other_cases(
        &self,
        span: Span,
        condition: &str,
        order: &Order<Written>,
    ) -> bool {
        let mut asked = order.body.conditions();
        let (Some(asked), None) = (asked.next(), asked.next()) else { return false };
        let Condition::Is(asked) = asked else { return false };
        let of_now = [" this turn", " tonight"];
        let said = of_now.iter().find_map(|end| strip_end(condition, end)).unwrap_or(condition);
        if IMPERSONAL_DENIALS.iter().any(|words| words.eq_ignore_ascii_case(said)) {
            return true;
        }
        let is_use = matches!(asked, Predicate::Did(deed) if matches!(deed.act, Act::Uses(..)))
            && said.strip_suffix(" use it").is_some_and(|denies| DENYING_CONDITIONS.contains(&denies));
        if is_use || DENYING_CONDITIONS.iter().any(|words| words.eq_ignore_ascii_case(said)) {
            let is_first_person = condition.get(..1).is_some_and(|i| i.eq_ignore_ascii_case("i"))
                && condition.get(1..2).is_some_and(|next| next != "t");
            return (subject_or_doer(asked) == Some(&Who::User)) == is_first_person;
        }
        let Ok((parsed, ..)) = self.parse_order_in_words(span, &format!("if {condition}, stay"), Some(span)) else {
            return false;
        };
        let mut guards = parsed.body.conditions();
        match (guards.next(), guards.next()) {
            (Some(Condition::Not(inner)), None) => match &**inner {
                Condition::Is(statement) => statement == asked || is_wider(statement, asked, self.prepared.names),
                Condition::All(_) | Condition::AnyOf(_) | Condition::Not(_) => false,
            },
            _ => false,
        }
    }
}

/// `Move to the Church. If Lancer is there, attack him; otherwise, stay`: removes the final `stay` of an order that is
/// carried out after the Movement Phase. It does nothing there, and its place is no time to ask (A253).
pub(in crate::language::orders) fn drop_final_stay(order: &mut Order<Written>) {
    drop_idle_first_case(order);
    let is_after_movement = |phase: Phase| phase > Phase::Movement;
    let is_late = |action: &Action<Written>| {
        let delay = order.body.delay_of(action);
        order.after_move || delay.is_second_round || delay.phase.is_some_and(is_after_movement)
    };
    let [before @ .., last] = order.body.branches.as_slice() else { return };
    let stays = |action: &Action<Written>| action.kind == ActionKind::Stay;
    let only_stays = !last.actions.is_empty() && last.actions.iter().all(stays);
    if only_stays
        && !before.is_empty()
        && before.iter().flat_map(|branch| &branch.actions).all(|action| !stays(action) && is_late(action))
    {
        order.body.branches.pop();
    }
}

/// `Do nothing unless Archer attacks me; in that case attack him.`: removes a first case that only stays until
/// something happens, so that the order waits for it (A253).
fn drop_idle_first_case(order: &mut Order<Written>) {
    let [idle, _] = order.body.branches.as_slice() else { return };
    let stays = !idle.actions.is_empty()
        && idle.actions.iter().all(|action| action.kind == ActionKind::Stay && action.delay.is_none());
    let awaits = match idle.guards.as_slice() {
        [Condition::Not(event)] => event.waits_for_event(),
        _ => false,
    };
    if stays && awaits && order.body.names_no_time() {
        order.body.branches.remove(0);
    }
}

/// Whether every doer of the narrow statement also makes the wide one true: `anyone attacks` for `Lancer attacks Rin`.
fn is_wider(wide: &Predicate<Written>, narrow: &Predicate<Written>, names: &NameBook) -> bool {
    let (Predicate::Did(wide), Predicate::Did(narrow)) = (wide, narrow) else { return false };
    let is_enemy = match &narrow.who {
        Who::Named(name) => !names.is(&name.text, NameKind::Own),
        Who::Any(group) => group.side == Side::Opponents,
        _ => false,
    };
    let fits_doer = match &wide.who {
        Who::Any(group) if group.filters.is_empty() => match group.side {
            Side::Anyone => true,
            Side::Opponents => is_enemy,
            Side::Allies => false,
        },
        // If the deed has another object, the pronoun could mean either person.
        Who::Antecedent => matches!(narrow.object(), None | Some(Who::User)),
        who => *who == narrow.who,
    };
    let object_of = |deed: &Deed<Written>| deed.object().cloned();
    let same_act = std::mem::discriminant(&wide.act) == std::mem::discriminant(&narrow.act)
        && !matches!(wide.act, Act::AttacksWith(..) | Act::Hits(..) | Act::Damages(..) | Act::Uses(..));
    let fits_object = match object_of(wide) {
        None | Some(Who::Antecedent) => true,
        one => one == object_of(narrow),
    };
    let is_passive =
        matches!((&wide.act, &narrow.act), (Act::IsAttacked, Act::Attacks(Some(whom))) if wide.who == *whom);
    (fits_doer && same_act && fits_object) || is_passive
}

/// The subject of a statement, or its doer.
fn subject_or_doer(statement: &Predicate<Written>) -> Option<&Who<Written>> {
    statement.subject().or_else(|| statement.deed().map(|deed| &deed.who))
}

/// Whether an action is done once, or gets one thing.
fn is_done_once(kind: &ActionKind<Written>) -> bool {
    !matches!(kind, ActionKind::Buy { count: 2.., .. }) && kind.facts().times == Times::ONCE
}

/// Whether an action may be an attack.
fn may_be_attack(kind: &ActionKind<Written>, names: &NameBook) -> bool {
    match kind {
        ActionKind::Attack { .. } => true,
        ActionKind::Use { skill, .. } => names.is(&skill.text, NameKind::Skill) && !names.does_no_harm(&skill.text),
        _ => false,
    }
}

/// Whether an action uses the skill or item of this name.
fn uses_thing(kind: &ActionKind<Written>, thing: &str) -> bool {
    match kind {
        ActionKind::Use { skill, .. } | ActionKind::UseItem { item: skill, .. } => {
            skill.text.eq_ignore_ascii_case(thing)
        }
        _ => false,
    }
}
