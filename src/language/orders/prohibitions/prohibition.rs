//! Prohibitions: `Don't attack Illya.` is kept by default, because what is not ordered is not done. It becomes a note.
//!
//! A sentence is a prohibition only if no order of the letter does anything of the kind; if one does, the referee asks
//! what is meant. `Don't use Excalibur unless C` orders nothing where C holds, either: the note says how to order it. A
//! sentence with an exception or a number could order something and is refused.

use super::words::{LETTING_GO, LETTING_RUN, strip_any_prefix, strip_emphasis, without_gerund};
use crate::language::condition::{Who, Written};
use crate::language::conditions::SourceContext as _;
use crate::language::diagnostic::Diagnostic;
use crate::language::glyphs::is_mark;
use crate::language::order::{Action, ActionKind, Order, Target, Times};
use crate::language::order_text::action_kind_text;
use crate::language::orders::codes;
use crate::language::orders::diagnose::order_error;
use crate::language::orders::{FaultyOrder, NameBook, NameKind, OrderFileReader, Rule, matches_rule};
use crate::language::span::Span;

/// Words that begin a prohibition.
const PROHIBITION_LEADS: [&str; 52] = [
    "not a single ",
    "spend nothing on ",
    "spends nothing on ",
    "is to refrain from ",
    "shall refrain from ",
    "refrain from ",
    "is to make no further ",
    "make no further ",
    "save ",
    "hold on to ",
    "stay out of ",
    "keep out of ",
    "use no ",
    "make no ",
    "launch no ",
    "is not to ",
    "shall not ",
    "must not ",
    "must never ",
    "may never ",
    "shall never ",
    "will never ",
    "may not ",
    "should not ",
    "will not ",
    "won't ",
    "doesn't ",
    "does not ",
    "avoid ",
    "please no ",
    "no ",
    "i don't want to ",
    "don't want to ",
    "i don't ",
    "please don't ",
    "please do not ",
    "please never ",
    "don't ",
    "do not ",
    "never ",
    "i won't ",
    "i will not ",
    "i'm not going to ",
    "i am not going to ",
    "i'm not ",
    "we're not ",
    "we won't ",
    "we will not ",
    "we don't ",
    "we're not going to ",
    "we are not going to ",
    "just don't ",
];
/// Words with which a prohibition could order something.
const ORDERING_WORDS: [&str; 30] = [
    "after",
    "and",
    "before",
    "guard",
    "protect",
    "defend",
    "shield",
    "intercept",
    "but",
    "even",
    "except",
    "first",
    "if",
    "instead",
    "just",
    "more",
    "once",
    "only",
    "other",
    "otherwise",
    "rather",
    "save",
    "than",
    "then",
    "thrice",
    "times",
    "twice",
    "unless",
    "until",
    "when",
];

/// Joints between an order and a prohibition.
const JOINTS: [&str; 12] = [
    ", but ",
    " but ",
    ", and ",
    " and ",
    "; ",
    ", just ",
    ": just ",
    " - ",
    ", ",
    " rather than ",
    " instead of ",
    " without ",
];
/// Words before a character who is not a target: `Attack Lancer, not Archer`, `… rather than Archer`.
const CONTRAST_LEADS: [&str; 4] = ["not on ", "not ", "rather than ", "instead of "];

/// A sentence that forbids something.
#[derive(Debug)]
pub(in crate::language::orders) struct Prohibition {
    pub(in crate::language::orders) span: Span,
    /// The name of the block in which it stands.
    pub(in crate::language::orders) actor: String,
    /// The forbidden actions.
    pub(in crate::language::orders) kinds: Vec<ActionKind<Written>>,
    /// How many of them are allowed: `no more than one Command Spell`.
    pub(in crate::language::orders) allowed: usize,
    /// When it is forbidden: the word that begins the condition, and the condition as written, with marks for names.
    pub(in crate::language::orders) condition: Option<(&'static str, String)>,
    /// The number of the order that it is part of.
    pub(in crate::language::orders) order_number: Option<usize>,
    /// The error if it is no note after all.
    pub(in crate::language::orders) fault: Diagnostic,
}

impl OrderFileReader<'_> {
    fn block_name(&self) -> String {
        self.actor.as_ref().map(|actor| actor.text.clone()).unwrap_or_default()
    }

    /// Reads a sentence as a prohibition, if it does nothing else except give a reason.
    pub(in crate::language::orders) fn read_prohibition(&self, span: Span, fault: &Diagnostic) -> Option<Prohibition> {
        let text = self.text(span);
        order_error::check_size(text).ok()?;
        if self.is_empty_order(text) {
            let (actor, fault) = (self.block_name(), fault.clone());
            return Some(Prohibition {
                span,
                actor,
                kinds: Vec::new(),
                allowed: 0,
                condition: None,
                order_number: None,
                fault,
            });
        }
        let kept_by_default =
            self.read_saving_as_prohibition(span, fault).or_else(|| self.read_upkeep_as_prohibition(span, fault));
        if kept_by_default.is_some() {
            return kept_by_default;
        }
        let without_note = self.split_asides(text).into_iter().map(|aside| aside.order);
        std::iter::once(text.to_owned()).chain(without_note).find_map(|text| self.parse_prohibition(span, &text, fault))
    }

    /// `Cut Lancer, but leave Archer alone`: splits a sentence into the order and the prohibition, if neither has a
    /// condition that could apply to both.
    pub(in crate::language::orders) fn split_order_and_prohibition(&self, span: Span) -> Option<(Span, Span)> {
        let text = self.text(span);
        let joints = JOINTS.iter().flat_map(|joint| text.match_indices(joint));
        joints.filter(|(at, _)| !self.prepared.is_quoted(span.start + at)).find_map(|(at, joint)| {
            let first = Span::new(span.start, span.start + at);
            // `rather than Archer` is a prohibition with its joint.
            let keeps_joint = joint == " without " || CONTRAST_LEADS.contains(&joint.trim_start());
            let lead_length = if keeps_joint { 1 } else { joint.len() };
            let rest = Span::new(span.start + at + lead_length, span.end);
            // `… if Saber attacks him and not Archer`: the contrast is part of the condition.
            let begins_with_contrast = CONTRAST_LEADS.iter().any(|lead| self.text(rest).starts_with(lead));
            let is_plain_attack = || {
                let is_aimed = |kind: &ActionKind<Written>| {
                    matches!(kind, ActionKind::Attack { .. } | ActionKind::Use { .. } | ActionKind::UseItem { .. })
                };
                self.read_order(first).is_ok_and(|(order, ..)| {
                    !order.body.is_conditional() && order.body.actions().all(|action| is_aimed(&action.kind))
                })
            };
            let may_go_on_condition = starts_with_no(self.text(rest)) && ends_in_condition(self.text(first));
            let can_split = (!begins_with_contrast || is_plain_attack())
                && !may_go_on_condition
                && (self.are_order_and_prohibition(first, rest)
                    || self.ends_denial(joint, self.text(rest)) && self.are_order_and_prohibition(rest, first));
            can_split.then_some((first, rest))
        })
    }

    /// Whether a denial ends at a joint, so that what stands behind it is ordered. In `Don't use Guard and Parry` and
    /// `No Guard, Parry` it may be forbidden too.
    fn ends_denial(&self, joint: &str, behind: &str) -> bool {
        const ORDERS: [&str; 8] = ["i ", "we ", "stay", "remain", "just ", "only ", "instead ", "if "];
        let names = self.prepared.names;
        let (is_subject, is_thing) = behind.chars().next().map_or((false, false), |mark| {
            let is_thing = names.mark_is(mark, NameKind::Skill) || names.mark_is(mark, NameKind::Item);
            (names.mark_is(mark, NameKind::Own), is_thing)
        });
        match joint {
            " and " | ", and " => is_subject || strip_any_prefix(behind, &ORDERS).is_some(),
            ", " => !is_thing,
            _ => true,
        }
    }

    /// The question that `Don't use Guard and Parry` leaves open: is what stands behind `and` forbidden too, or
    /// ordered?
    pub(in crate::language::orders) fn find_joined_denial(&self, span: Span) -> Option<Diagnostic> {
        let text = self.text(span);
        let joints = [", and ", " and ", ", "].into_iter().flat_map(|joint| text.match_indices(joint));
        let rest = joints.filter(|(at, _)| !self.prepared.is_quoted(span.start + at)).find_map(|(at, joint)| {
            let first = Span::new(span.start, span.start + at);
            let rest = Span::new(span.start + at + joint.len(), span.end);
            let is_open = !self.ends_denial(joint, self.text(rest)) && self.are_order_and_prohibition(rest, first);
            is_open.then_some(rest)
        })?;
        let words = self.prepared.in_names(self.text(rest).trim_end_matches('.'));
        let message = format!("is `{words}` forbidden too, or ordered?");
        Some(
            Diagnostic::error(codes::NOT_UNDERSTOOD, self.prepared.original_span(rest), message)
                .note("forbidden too: write `or` in the place of `and`: `Don't A or B.`")
                .note("ordered: a sentence of its own: `Don't A. B.`"),
        )
    }

    /// Whether one span is an order and the other an unconditional prohibition of something that the order does not do.
    fn are_order_and_prohibition(&self, order: Span, forbids: Span) -> bool {
        let text = self.text(forbids);
        // A condition that begins the second half is not of the first.
        let is_own_condition = order.start < forbids.start && text.to_ascii_lowercase().starts_with("if ");
        if order.start < forbids.start && self.forbids_other_attacks(text) {
            return self.read_order(order).is_ok();
        }
        let placeholder = Diagnostic::hint(codes::NOTE, forbids, "");
        let forbidden = self.parse_prohibition(forbids, text, &placeholder);
        let is_one_half = |half: &Prohibition| is_own_condition || half.condition.is_none();
        let Some(forbidden) = forbidden.filter(is_one_half) else { return false };
        let Ok((order, ..)) = self.read_order(order) else { return false };
        let names = self.prepared.names;
        !forbidden.kinds.iter().any(|forbidden_kind| {
            order.body.actions().any(|action| may_break_prohibition(&action.kind, forbidden_kind, names))
        })
    }

    /// The character who is not a target in `not Archer`, `rather than Archer`, behind an order in the same sentence.
    fn find_contrasted_character<'t>(&self, span: Span, text: &'t str) -> Option<&'t str> {
        let before = self.prepared.text.get(..span.start)?.trim_end_matches(' ').chars().next_back()?;
        if matches!(before, '.' | '!' | '?' | ':' | ';' | '\n') {
            return None;
        }
        let target = strip_any_prefix(text, &CONTRAST_LEADS)?;
        let mut letters = target.chars();
        let (mark, alone) = (letters.next()?, letters.next().is_none());
        let names = self.prepared.names;
        (alone && (names.mark_is(mark, NameKind::Own) || names.mark_is(mark, NameKind::Character))).then_some(target)
    }

    /// `Nothing.`, `No other attacks.`: whether the text orders nothing and forbids nothing by itself.
    fn is_empty_order(&self, text: &str) -> bool {
        const NOTHING: [&str; 19] = [
            "none",
            "nothing",
            "no order",
            "no orders",
            "no action",
            "no actions",
            "pass",
            "n/a",
            "nobody",
            "command spell: none",
            "command spells: none",
            "command spell: no",
            "command spells: no",
            "nothing else",
            "nothing else from me",
            "nothing more",
            "nothing more from me",
            "do nothing else",
            "do nothing more",
        ];
        let text = strip_emphasis(text.trim());
        NOTHING.iter().any(|words| text.eq_ignore_ascii_case(words)) || self.forbids_other_attacks(text)
    }

    /// `No other attacks`, `Have Saber make no other attack`: whether all but the attacks before it are forbidden.
    fn forbids_other_attacks(&self, text: &str) -> bool {
        let text = strip_emphasis(text.trim());
        let head = self.actor.as_ref().map(|actor| actor.text.as_str());
        let is_actor = |c: char| head.is_some() && self.prepared.names.marked(c) == head;
        let text = strip_any_prefix(text, &["have "]).unwrap_or(text);
        let text = text.strip_prefix(is_actor).map_or(text, str::trim_start);
        let text = strip_any_prefix(text, &["i ", "she ", "he "]).unwrap_or(text);
        let text = strip_any_prefix(text, &["makes ", "make "]).unwrap_or(text);
        let rest = strip_any_prefix(text, &["no other ", "no further ", "no more "]);
        rest.is_some_and(|rest| ["attack", "attacks"].iter().any(|noun| rest.eq_ignore_ascii_case(noun)))
    }

    pub(in crate::language::orders) fn parse_prohibition(
        &self,
        span: Span,
        text: &str,
        fault: &Diagnostic,
    ) -> Option<Prohibition> {
        if let Some(list) = self.parse_list_of_prohibitions(span, text, fault) {
            return Some(list);
        }
        if let Some(limit) = self.parse_limit_of_spells(span, text, fault) {
            return Some(limit);
        }
        let (text, condition) = split_condition(strip_even_if(text));
        // `Saber is not to …` in Saber's own block.
        let head = self.actor.as_ref().map(|actor| actor.text.as_str());
        let is_block_actor = |c: char| self.prepared.names.marked(c).is_some_and(|name| head == Some(name));
        let text = text.strip_prefix(is_block_actor).map_or(text, str::trim_start);
        let text =
            ["she ", "he ", "they ", "I ", "we "].iter().find_map(|word| text.strip_prefix(word)).unwrap_or(text);
        let contrasted = || self.find_contrasted_character(span, text).map(|whom| format!("don't attack {whom}"));
        let nothing_on = || {
            let whom = strip_emphasis(strip_any_prefix(text, &["nothing on ", "nothing at ", "nothing against "])?);
            // Of one's own side it could be of what helps, too.
            let is_foe = |mark: char| is_mark(mark) && !self.prepared.names.mark_is(mark, NameKind::Own);
            let is_of_foes = whom.contains(is_foe) && !whom.contains(|c| is_mark(c) && !is_foe(c));
            is_of_foes.then(|| format!("don't attack {whom}"))
        };
        let spared = self.forbid_spared(text).or_else(contrasted).or_else(nothing_on);
        // `Attack nobody unless C`; alone it is answered with what `Stay` does.
        let nobody = || {
            let rest = strip_any_prefix(text, &["attack nobody", "attack no one"]).filter(|rest| rest.is_empty());
            rest.filter(|_| self.text(span).to_ascii_lowercase().contains(" unless "))
        };
        let text = spared.as_deref().or(nobody().map(|_| "don't attack")).unwrap_or(text);
        let buys_nothing = strip_emphasis(text).eq_ignore_ascii_case("buy nothing");
        let text = if buys_nothing { "don't buy anything" } else { text };
        let text = strip_any_prefix(text, &LETTING_GO).unwrap_or(text);
        let lets_run = LETTING_RUN.iter().any(|words| strip_emphasis(text).eq_ignore_ascii_case(words));
        let text = if lets_run { "don't follow" } else { text };
        let gerund = without_gerund(text);
        let text = gerund.as_deref().unwrap_or(text);
        let lead = PROHIBITION_LEADS
            .iter()
            .find(|lead| text.get(..lead.len()).is_some_and(|start| start.eq_ignore_ascii_case(lead)))?;
        let rest = strip_emphasis(text.get(lead.len()..)?);
        // `No attacks from me.`, `No moving for me.`
        let by_name = || rest.strip_suffix(is_block_actor)?.strip_suffix(" from ");
        let by_pronoun = [" from me", " for me"].iter().find_map(|end| rest.strip_suffix(end));
        let rest = match by_pronoun.or_else(by_name) {
            Some(deed) if lead.ends_with("no ") => strip_emphasis(deed),
            Some(_) | None => rest,
        };
        let words = || rest.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
        let may_order =
            |word: String| ORDERING_WORDS.contains(&word.as_str()) || word.contains(|c: char| c.is_ascii_digit());
        if words().any(may_order) || rest.contains([';', ':', '"', ',']) {
            return None;
        }
        let kinds = self.parse_forbidden_actions(span, lead, rest)?;
        (!kinds.is_empty()).then(|| Prohibition {
            span,
            actor: self.block_name(),
            kinds,
            allowed: 0,
            condition: condition.map(|(word, words)| (word, words.to_owned())),
            order_number: None,
            fault: fault.clone(),
        })
    }

    /// `Surge Lancer. Nothing else. Guard.`: a blow or a skill that stands below these words of the same character.
    fn first_order_below_nothing_else(&self, span: Span, actor: &str) -> Option<String> {
        const LEADS: [&str; 4] = ["nothing else", "nothing more", "do nothing else", "do nothing more"];
        let of_attacks = self.forbids_other_attacks(self.text(span));
        if !of_attacks {
            strip_any_prefix(self.text(span), &LEADS)?;
        }
        let end = self.prepared.original_span(span).end;
        let below = self.parsed.orders.iter().filter(|order| order.actor.text == actor && order.span.start >= end);
        let names = self.prepared.names;
        let any_attack = ActionKind::Attack { targets: Vec::new(), times: Times::ONCE };
        let uses = |of: &&Action<Written>| match of_attacks {
            true => may_break_prohibition(&of.kind, &any_attack, names),
            false => matches!(of.kind, ActionKind::Use { .. } | ActionKind::Attack { .. }),
        };
        below.flat_map(|order| order.body.actions()).find(uses).map(|action| action_kind_text(&action.kind))
    }

    /// Reports each prohibition: as a note if it is kept by default, as its error if an order does what it forbids.
    pub(in crate::language::orders) fn report_prohibitions(&mut self) {
        for Prohibition { span, actor, kinds, allowed, condition: when, order_number, fault } in
            std::mem::take(&mut self.forbidden)
        {
            // A prohibition beside an order applies only to that order's actor.
            let is_of_actor = |order: &&Order<Written>| order_number.is_none() || order.actor.text == actor;
            let others =
                || self.parsed.orders.iter().filter(is_of_actor).filter(|order| Some(order.number) != order_number);
            let actions = || others().flat_map(|order| order.body.actions());
            let names = self.prepared.names;
            let is_broken_by = |action: &&Action<Written>| {
                kinds.iter().any(|forbidden_kind| may_break_prohibition(&action.kind, forbidden_kind, names))
            };
            let broken_by = actions().filter(is_broken_by).nth(allowed).map(|action| action_kind_text(&action.kind));
            let broken_by = broken_by.or_else(|| self.first_order_below_nothing_else(span, &actor));
            if let Some(done) = broken_by {
                self.count += 1;
                self.parsed.unread.push(FaultyOrder {
                    number: self.count,
                    actor,
                    span: self.prepared.original_span(span),
                    is_move: false,
                });
                let message = format!("another order may do what this forbids: `{done}`");
                let fault = Diagnostic::error(fault.code, self.prepared.original_span(span), message);
                self.push_diagnostic(fault.note(
                    "say in that order what it leaves out: `… except NAME`, `If C, …`, `Unless C, …`; and leave this out",
                ));
                continue;
            }
            if order_number.is_some() {
                continue;
            }
            let condition = when.map(|(_, words)| self.prepared.in_names(&words));
            let message = format!("kept to by itself: what is not ordered is not done (`{}`)", self.excerpt(span));
            let note = Diagnostic::hint(codes::NOTE, self.prepared.original_span(span), message);
            self.push_diagnostic(match condition {
                Some(condition) => note.note(format!(
                    "no order does it, whether or not it is so that {condition}: to have it done, order it: `If C, A.`"
                )),
                None => note,
            });
        }
    }
}

/// `Never attack Illya, even if she is alone`: a case that is forbidden too forbids no less.
fn strip_even_if(text: &str) -> &str {
    let Some((forbidden, even_if)) = text.rsplit_once(" even if ") else { return text };
    let says_more = even_if.contains([',', ';', ':', '"'])
        || even_if.split(' ').any(|word| ["but", "unless", "then", "instead", "and", "except"].contains(&word));
    let forbidden = forbidden.strip_suffix(" not").unwrap_or(forbidden);
    if says_more { text } else { forbidden.trim_end_matches(',') }
}

/// Whether a text begins with `no`.
fn starts_with_no(text: &str) -> bool {
    text.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("no "))
}

/// Whether a text has a condition behind its order.
fn ends_in_condition(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    [" if ", " unless ", " when ", " while ", " once ", " after "].iter().any(|word| text.contains(word))
}

/// Separates a prohibition from the condition before or behind it: `If C, don't …`, `Once C, don't …`, `No … unless C`.
fn split_condition(text: &str) -> (&str, Option<(&'static str, &str)>) {
    // An order asks about this Turn anyway.
    let turn_suffixes = [" this Turn", " this Night", " tonight"];
    let is_condition = |words: &&str| {
        let condition = turn_suffixes.iter().find_map(|suffix| words.strip_suffix(suffix)).unwrap_or(words);
        matches_rule(Rule::whole_plain_condition, condition)
    };
    const LEADS: [(&str, &str); 5] =
        [("if ", "if"), ("when ", "when"), ("once ", "when"), ("as soon as ", "when"), ("after ", "when")];
    for (lead, word) in LEADS {
        if let Some((condition, rest)) = strip_any_prefix(text, &[lead]).and_then(|rest| rest.split_once(", "))
            && is_condition(&condition)
        {
            return (rest.strip_prefix("then ").unwrap_or(rest), Some((word, condition)));
        }
    }
    for word in [" unless ", " if ", " while ", " as long as ", " so long as "] {
        if let Some((rest, condition)) = text.split_once(word)
            && is_condition(&condition)
        {
            return (rest.trim_end_matches(','), Some((word.trim(), condition)));
        }
    }
    // What the exception asks cannot be read, and nothing is done in it either.
    match text.split_once(" unless ") {
        Some((rest, exception)) if is_plain_exception(exception) => {
            (rest.trim_end_matches(','), Some(("unless", exception)))
        }
        _ => (text, None),
    }
}

/// Whether an exception names nothing that could be ordered in it: `Saber is about to die`.
fn is_plain_exception(exception: &str) -> bool {
    let joins = [" and ", " then ", " but ", " or ", " if ", " when "];
    let has_stop = exception.contains([',', ';', ':', '"', '(', '.', '!', '?']);
    !has_stop && !joins.iter().any(|joint| exception.contains(joint))
}

/// Whether an action of this kind is never done without an order.
pub(in crate::language::orders) fn needs_an_order(kind: &ActionKind<Written>) -> bool {
    matches!(
        kind,
        ActionKind::Scout(_)
            | ActionKind::Use { .. }
            | ActionKind::Attack { .. }
            | ActionKind::UseItem { .. }
            | ActionKind::Move(_)
            | ActionKind::Flee(_)
            | ActionKind::EnterSpiritForm
            | ActionKind::LeaveSpiritForm
            | ActionKind::Command { .. }
            | ActionKind::Buy { .. }
            | ActionKind::Give { .. }
            | ActionKind::Drop(_)
            | ActionKind::ConsumeCivilian
            | ActionKind::Consume(_)
    )
}

/// Whether an action may be of the forbidden kind; `true` in doubt.
pub(in crate::language::orders) fn may_break_prohibition(
    kind: &ActionKind<Written>,
    forbidden_kind: &ActionKind<Written>,
    names: &NameBook,
) -> bool {
    let is_move =
        |kind: &ActionKind<Written>| kind.facts().destination.is_some() || matches!(kind, ActionKind::Command { .. });
    let may_harm = |kind: &ActionKind<Written>| match kind {
        ActionKind::Use { skill, .. } | ActionKind::UseItem { item: skill, .. } => {
            let item = names.is(&skill.text, NameKind::Item) && !names.is(&skill.text, NameKind::Skill);
            !(item || names.does_no_harm(&skill.text))
        }
        kind => matches!(kind, ActionKind::Attack { .. } | ActionKind::Command { .. }),
    };
    // An item that is given away is not kept; `everything` could include it.
    let gives_away = |thing: &str| match kind {
        ActionKind::Give { item, .. } | ActionKind::Drop(item) => {
            item.text.eq_ignore_ascii_case(thing) || !names.is(&item.text, NameKind::Item)
        }
        _ => false,
    };
    match forbidden_kind {
        ActionKind::Use { skill, .. } | ActionKind::UseItem { item: skill, .. } if gives_away(&skill.text) => true,
        ActionKind::Attack { times: Times::AsOftenAsPossible, .. } => kind.facts().times == Times::AsOftenAsPossible,
        ActionKind::Attack { .. } => may_harm(kind) && !has_other_targets(kind, forbidden_kind),
        // `No Noble Phantasm`, `no items`: any skill or item could be one.
        ActionKind::Use { skill, .. } if !names.is(&skill.text, NameKind::Skill) => matches!(
            kind,
            ActionKind::Use { .. }
                | ActionKind::UseItem { .. }
                | ActionKind::Attack { .. }
                | ActionKind::Command { .. }
        ),
        ActionKind::Use { skill, .. } => match kind {
            // `My Noble Phantasm` could be this skill.
            ActionKind::Use { skill: other, .. } => {
                other.text.eq_ignore_ascii_case(&skill.text) || !names.is(&other.text, NameKind::Skill)
            }
            ActionKind::Attack { .. } => names.is_basic_attack(&skill.text),
            _ => matches!(kind, ActionKind::Command { .. }),
        },
        ActionKind::Move(_) | ActionKind::Flee(_) => is_move(kind),
        ActionKind::EnterSpiritForm | ActionKind::LeaveSpiritForm => {
            kind == forbidden_kind || matches!(kind, ActionKind::Command { .. })
        }
        ActionKind::ConsumeCivilian | ActionKind::Consume(_) => {
            matches!(kind, ActionKind::ConsumeCivilian | ActionKind::Consume(_))
        }
        _ => std::mem::discriminant(kind) == std::mem::discriminant(forbidden_kind),
    }
}

/// Whether both actions name all their targets and have no target in common.
fn has_other_targets(kind: &ActionKind<Written>, forbidden_kind: &ActionKind<Written>) -> bool {
    let named_targets = |kind: &ActionKind<Written>| -> Option<Vec<String>> {
        let name = |target: &Target<Written>| match target {
            Target::Character(Who::Named(name)) => Some(name.text.to_lowercase()),
            Target::Character(Who::User) => Some(String::new()),
            _ => None,
        };
        let all = kind.targets();
        (!all.is_empty()).then(|| all.iter().map(name).collect()).flatten()
    };
    match (named_targets(kind), named_targets(forbidden_kind)) {
        (Some(done), Some(no)) => !done.iter().any(|one| no.contains(one)),
        _ => false,
    }
}
