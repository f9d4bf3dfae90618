//! Diagnoses sentences that parse but make no sense, and names without quotes.

use crate::language::condition::{
    Act, Comparison, Condition, Deed, Filter, Group, Level, Name, Predicate, Property, Resource, SheetFact, Who,
    Written,
};
use crate::language::condition_text::resource_name;
use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::effect::{
    Affliction, AttackQuality, Cancelled, Clause, Counted, DamageSpan, Duration, Effect, Hiding, Immediate, Modifier,
    Operation, Sentence, Standing, Trigger, Verb,
};
use crate::language::effect_text::canonical;
use crate::language::number_words::says_exactly;
use crate::language::span::Span;
use crate::language::visit::{Visit, VisitEffect};
use crate::vocabulary::exact::Exact;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::stat::Stat;

use super::code;
use super::open_questions::{find_open_questions, find_unclear_tail};

/// Why no sentence changes NP.
const NP_STAYS: &str =
    "NP is no stat that effects change: nothing is reckoned with it (R064); name what is stronger by it";

/// Why something that is done once has no duration.
const AT_ONCE: &str = "this happens at once, so it cannot have a duration: what goes on is a status, `… receives \"Glow\" for 2 Turns: they restore 5 Health each Turn`";

/// When the damage that a use inflicted is known.
const OF_WHICH_DAMAGE: &str = "what this attack inflicts is known when it has struck: ask it of what is done at once, or of what holds for a time that is said, as in `… for 2 Turns if this attack inflicts 30 or more damage`";

/// Why no sentence asks at the beginning of a Turn what was done in that Turn.
const TOO_EARLY: &str = "as the Turn begins nothing has been done in it yet (R210): ask at its end";

/// All faults of an effect that was parsed.
pub(super) fn diagnose_effect(effect: &Effect, text: &str) -> Vec<Diagnostic> {
    match effect {
        Effect::Gm(ruling) if ruling.is_empty() => {
            vec![nonsense_error(text, "nothing for the GM to decide behind `GM:`")]
        }
        Effect::Gm(_) => Vec::new(),
        Effect::Sentence(sentence) => diagnose_sentence(sentence, text),
        Effect::Choice(options) => {
            options.iter().flatten().flat_map(|option| diagnose_sentence(option, text)).collect()
        }
        Effect::Several(sentences) => {
            let faults = sentences.iter().flat_map(|one| diagnose_sentence(one, text));
            faults.chain(find_unclear_tail(sentences, text)).collect()
        }
    }
}

fn diagnose_sentence(sentence: &Sentence, text: &str) -> Vec<Diagnostic> {
    let mut diagnostics: Vec<Diagnostic> =
        find_clash(sentence).into_iter().map(|why| nonsense_error(text, why)).collect();
    if let Some(fault) = diagnostics.last_mut().filter(|_| asks_about_deeds(sentence))
        && let Some(until) = rewrite_with_until(text)
    {
        fault.notes.push(format!("write `{until}`"));
    }
    let mut finder =
        FaultFinder { text, they_is_bound: true, has_attacker: has_attacker(sentence), diagnostics: Vec::new() };
    sentence
        .trigger
        .iter()
        .filter_map(Trigger::deed)
        .chain(&sentence.ending_deed)
        .for_each(|deed| finder.visit_deed(deed));
    sentence.condition.iter().for_each(|condition| finder.visit_condition(condition));
    finder.visit_operation(&sentence.operation);
    diagnostics.append(&mut finder.diagnostics);
    diagnostics.extend(diagnose_early_question(sentence, text));
    diagnostics.extend(find_open_questions(sentence, text));
    if let Some(Verb::InflictNamed(status)) = sentence.operation.verb() {
        diagnostics.extend(status.effects.iter().filter_map(|one| diagnose_early_question(one, text)));
        let comes_too_late = |one: &Sentence| {
            matches!(one.trigger, Some(Trigger::EachTurn(_)))
                && matches!(one.operation.verb(), Some(Verb::ApNextTurn { .. }))
        };
        if status.effects.iter().any(comes_too_late) {
            diagnostics.push(nonsense_error(
                text,
                "at each Turn the AP of the next: write `they lose 1 AP each Turn`, or `gain`",
            ));
        }
    }
    diagnostics
}

/// Rewrites `Lasts 2 Turns unless the user is damaged` as its author may mean it: `… or until the user is damaged`.
/// `None` if that is not understood.
pub(crate) fn rewrite_with_until(text: &str) -> Option<String> {
    let at = text.to_ascii_lowercase().find(" unless ")?;
    let (before, behind) = (text.get(..at)?.trim_end_matches(','), text.get(at + " unless ".len()..)?);
    let rewritten = format!("{before} or until {behind}");
    let says_how_long = before.to_lowercase().contains("turn");
    (says_how_long && super::parse(&rewritten).is_ok()).then_some(rewritten)
}

/// A visitor that looks for questions about what was done this Turn.
struct DeedOfTurnFinder(bool);

impl Visit<'_, Written> for DeedOfTurnFinder {
    fn visit_predicate(&mut self, predicate: &Predicate<Written>) {
        let is_done = matches!(
            predicate,
            Predicate::Did(_) | Predicate::MoveCancelled(_) | Predicate::Has(_, Property::DamagedByUser)
        );
        self.0 |= is_done;
        self.walk_predicate(predicate);
    }

    fn visit_filter(&mut self, filter: &Filter<Written>) {
        self.0 |= matches!(filter, Filter::Property(property) if **property == Property::DamagedByUser);
        self.walk_filter(filter);
    }
}

impl VisitEffect<'_> for DeedOfTurnFinder {
    fn visit_affliction(&mut self, _: &Affliction) {}

    fn visit_counted(&mut self, counted: &Counted) {
        self.0 |= matches!(counted, Counted::Damage { within: DamageSpan::Turn, .. });
        self.walk_counted(counted);
    }
}

/// Diagnoses a question about deeds of this Turn that is asked when the Turn begins: the answer would always be the
/// same (R210).
fn diagnose_early_question(sentence: &Sentence, text: &str) -> Option<Diagnostic> {
    let is_early = |phase: Phase| matches!(phase, Phase::TurnStart | Phase::DailyMove | Phase::Initial);
    let points = match &sentence.operation {
        Operation::Standing(Standing { who, modifier: Modifier::EachTurn { resource, amount, each }, .. }) => {
            Some((who, *resource, *amount, each))
        }
        _ => None,
    };
    // The end of the Turn before is the latest moment that fits.
    let later = match &sentence.trigger {
        Some(Trigger::EachTurn(phase)) if is_early(*phase) => Trigger::EachTurn(Phase::TurnEnd),
        Some(Trigger::Once(turns, phase)) if is_early(*phase) => Trigger::Once(turns.saturating_sub(1), Phase::TurnEnd),
        None if points.is_some() && !sentence.at_use => Trigger::EachTurn(Phase::TurnEnd),
        _ => return None,
    };
    let mut finder = DeedOfTurnFinder(false);
    sentence.condition.iter().for_each(|condition| finder.visit_condition(condition));
    finder.visit_operation(&sentence.operation);
    if !finder.0 {
        return None;
    }
    let mut instead = Sentence { trigger: Some(later), ..sentence.clone() };
    if let Some((who, what, amount, each)) = points {
        if what != Resource::ActionPoints {
            return Some(nonsense_error(text, TOO_EARLY));
        }
        let verb = Verb::ApNextTurn { amount, each: each.clone() };
        instead.operation = Operation::Immediate(Immediate { who: who.clone(), verb });
    }
    Some(nonsense_error(text, TOO_EARLY).note(format!("write `{}`", canonical(&Effect::Sentence(instead)))))
}

/// All faults of a condition that was parsed.
pub(super) fn diagnose_condition(condition: &Condition<Written>, text: &str) -> Vec<Diagnostic> {
    let mut finder = FaultFinder { text, they_is_bound: false, has_attacker: true, diagnostics: Vec::new() };
    finder.visit_condition(condition);
    finder.diagnostics
}

pub(super) fn nonsense_error(text: &str, why: &str) -> Diagnostic {
    Diagnostic::error(code::NONSENSE, Span::new(0, text.trim_end().len()), why)
}

/// The first reason why the parts of a sentence do not fit together; `None` if they do.
fn find_clash(sentence: &Sentence) -> Option<&'static str> {
    if let Some(why) = find_count_clash(sentence) {
        return Some(why);
    }
    find_operation_clash(sentence).or_else(|| find_time_clash(sentence))
}

/// Why an operation does not fit the other parts of its sentence.
fn find_operation_clash(sentence: &Sentence) -> Option<&'static str> {
    match &sentence.operation {
        Operation::Standing(Standing { modifier: Modifier::Hidden { when: Hiding::FromScouts, .. }, .. })
            if asks_about_deeds(sentence) =>
        {
            Some("scouts come by day, before anything of this Turn is done (R211): what was done says nothing then")
        }
        Operation::Clause(Clause::BecomesKind(_)) if asks_beyond_states(sentence) => Some(KNOWN_BEFOREHAND),
        Operation::Standing(Standing {
            quota: Some(_),
            modifier: Modifier::OfAttacks(AttackQuality::BecomesKind(_)),
            ..
        }) => Some("so many attacks alone become nothing else: say it of all of a sort, `for 1 Turn`"),
        Operation::Standing(Standing { modifier: Modifier::OfAttacks(AttackQuality::BecomesKind(_)), .. })
            if !sentence.at_use && asks_beyond_user(sentence) =>
        {
            Some(KNOWN_BEFOREHAND)
        }
        Operation::Clause(Clause::Lasts(_)) if sentence.duration.is_some() => Some("a second duration"),
        Operation::Clause(Clause::Fails { .. }) if sentence.condition.is_none() => {
            Some("when? write `This skill fails if …`")
        }
        Operation::Clause(Clause::Lasts(Duration::Turns(_) | Duration::ThisTurn | Duration::Battle))
            if asks_about_deeds(sentence) =>
        {
            Some("until when? how long, and what ends it, is said by `Lasts 3 Turns or until …`")
        }
        Operation::Standing(_) if sentence.at_use && denies_deeds(sentence) => {
            Some("until when? how long, and what ends it, is said by `for 3 Turns or until …`")
        }
        Operation::Immediate(Immediate { verb: Verb::ApNextTurn { .. }, .. })
            if sentence.duration == Some(Duration::ThisTurn) =>
        {
            Some("this Turn's AP have been given: write `at the beginning of the next Turn`")
        }
        Operation::Standing(Standing { modifier, .. })
            if modifier.is_of_turn_points() && sentence.duration == Some(Duration::ThisTurn) =>
        {
            Some("this Turn's points have been given: write `for the next Turn`, or for how many")
        }
        Operation::Clause(Clause::SpendsAll { .. }) if sentence.condition.is_some() => {
            Some("all Mana is paid with each use, or never")
        }
        Operation::Standing(_) if asks_of_an_early_hit(sentence) => {
            Some("what lasts comes into force when all hits have landed: ask it of the last hit")
        }
        Operation::Clause(Clause::OnlyUsable) if sentence.condition.is_none() => {
            Some("only when? write what must hold: `Can only be used if …`")
        }
        Operation::Clause(Clause::Limited(_) | Clause::LimitedOnTarget(_)) if sentence.condition.is_some() => {
            Some("is it the limit that hangs on this, or the use? write `Can only be used if …`, and the limit alone")
        }
        Operation::Clause(Clause::DoesNotStack | Clause::StacksUpTo(_) | Clause::OneAtATime)
            if sentence.duration.is_some() || sentence.condition.is_some() =>
        {
            Some("a skill stacks with itself or it does not, always")
        }
        Operation::Immediate(Immediate { verb: Verb::Uses { .. }, .. })
            if sentence.trigger.as_ref().and_then(Trigger::deed).is_none() =>
        {
            Some("a skill uses no other skill: say what the user answers with it")
        }
        Operation::Immediate(Immediate { verb: Verb::AskGm(_), .. }) if sentence.trigger.is_none() => {
            Some("a sentence for the GM begins with `GM:`, or with what it waits for: `When …, GM: …`")
        }
        Operation::Immediate(_)
            if matches!(sentence.trigger, Some(Trigger::Once(..))) && sentence.duration.is_some() =>
        {
            Some("when in that Turn? it is done once: write `at the beginning of the next Turn`, or `at the end`")
        }
        Operation::Immediate(Immediate { verb: Verb::Cancel(Cancelled::This), .. })
            if sentence.trigger.as_ref().and_then(Trigger::deed).is_none() =>
        {
            Some("when does it end? write `Lasts until …`, or `When …, this skill ends`")
        }
        // A rank that depends on ranks would depend on itself.
        Operation::Standing(Standing {
            modifier: Modifier::RaiseRanks { each: Some(each), .. } | Modifier::RaiseSubranks { each: Some(each), .. },
            ..
        }) if is_counted_by_ranks(each) => {
            Some("a rank that is counted by ranks could hang on itself: count something else")
        }
        Operation::Standing(Standing { modifier: Modifier::RaiseSubranks { stats, .. }, .. })
            if stats.contains(&Stat::ACT) =>
        {
            Some("ACT can never have subranks (R062)")
        }
        Operation::Standing(Standing { modifier: Modifier::SetRank { stat: Stat::ACT, rank, .. }, .. })
            if rank.subranks != 0 =>
        {
            Some("ACT can never have subranks (R062)")
        }
        // NP says how strong a Noble Phantasm is as a whole; nothing is calculated with it (R064, R065).
        Operation::Standing(Standing {
            modifier: Modifier::RaiseRanks { stats, .. } | Modifier::RaiseSubranks { stats, .. },
            ..
        }) if stats.contains(&Stat::NP) => Some(NP_STAYS),
        Operation::Standing(Standing { modifier: Modifier::SetRank { stat: Stat::NP, .. }, .. }) => Some(NP_STAYS),
        _ => None,
    }
}

/// Why a sentence cannot have its trigger, its duration or its end.
fn find_time_clash(sentence: &Sentence) -> Option<&'static str> {
    let operation = &sentence.operation;
    if sentence.trigger.is_some() && sentence.condition.as_ref().is_some_and(Condition::is_about_skill_use) {
        return Some("what waits for something is no use of the skill: nothing is paid or chosen then");
    }
    let holds_from_use = matches!(operation, Operation::Standing(_)) && sentence.at_use;
    let is_of_a_hit = matches!(operation, Operation::Clause(clause) if clause.is_of_each_hit());
    if sentence.asks_of_its_hits() && is_of_a_hit {
        return None;
    }
    if sentence.asks_of_its_damage() && (sentence.trigger.is_some() || !(sentence.is_at_once() || holds_from_use)) {
        return Some(OF_WHICH_DAMAGE);
    }
    if sentence.trigger.is_some() && matches!(operation, Operation::Clause(_)) {
        return Some("this speaks of one use of the skill, so it waits for nothing");
    }
    // A standing for the next attack ends with that attack.
    let is_used_up = matches!(operation, Operation::Standing(standing) if standing.next_attack_count().is_some());
    let is_endless = sentence.duration.is_none() && sentence.ending_deed.is_none();
    if sentence.trigger.is_some() && matches!(operation, Operation::Standing(_)) && is_endless && !is_used_up {
        return Some("for how long, once it has begun? write `for 2 Turns` or `until the end of the Turn` behind it");
    }
    if sentence.ending_deed.is_some() && !sentence.is_in_force() {
        return Some("this happens at once, so it does not last until something");
    }
    match sentence.duration {
        Some(_) if sentence.is_at_once() => Some(AT_ONCE),
        Some(_) if matches!(operation, Operation::Clause(_)) => {
            Some("this speaks of one use of the skill, so it cannot have a duration")
        }
        _ => None,
    }
}

/// What the type of an attack cannot depend on: it must be known before the attack strikes.
const KNOWN_BEFOREHAND: &str =
    "of what type an attack is is known before it strikes: ask what somebody is or has, and not of deeds";

/// Whether a condition asks about a deed, about the use itself or about one of its hits.
fn asks_beyond_states(sentence: &Sentence) -> bool {
    let Some(condition) = &sentence.condition else { return false };
    let is_deed = |said: &Predicate<Written>| said.deed().is_some();
    condition.is_about_skill_use() || sentence.asks_of_its_damage() || condition.statements().into_iter().any(is_deed)
}

/// Whether a condition asks about anybody but the user, about a deed or about the use itself.
fn asks_beyond_user(sentence: &Sentence) -> bool {
    let Some(condition) = &sentence.condition else { return false };
    let is_about_user =
        |said: &Predicate<Written>| said.deed().is_none() && said.subject().is_none_or(|who| *who == Who::User);
    let compares_with_user = |said: &Predicate<Written>| {
        matches!(said, Predicate::Has(_, Property::BesideUser(..)) | Predicate::Ranks(_) | Predicate::Sheet(_))
    };
    condition.is_about_skill_use()
        || !condition.statements().into_iter().all(|said| is_about_user(said) && !compares_with_user(said))
}

/// Whether a condition asks whether this is a hit of some number.
fn asks_of_an_early_hit(sentence: &Sentence) -> bool {
    let statements = sentence.condition.iter().flat_map(Condition::statements);
    statements.into_iter().any(|said| matches!(said, Predicate::Sheet(SheetFact::NthHit(_))))
}

/// Whether a condition asks about a deed.
fn asks_about_deeds(sentence: &Sentence) -> bool {
    let statements = sentence.condition.iter().flat_map(Condition::statements);
    statements.into_iter().any(|predicate| matches!(predicate, Predicate::Did(_)))
}

/// Whether a condition asks that a deed was not done.
pub(super) fn denies_deeds(sentence: &Sentence) -> bool {
    matches!(sentence.condition, Some(Condition::Not(_))) && asks_about_deeds(sentence)
}

/// Why something cannot be counted in this sentence: targets, uses, payments, damage and hits belong to a use.
fn find_count_clash(sentence: &Sentence) -> Option<&'static str> {
    let is_skill_damage = matches!(sentence.operation, Operation::Clause(Clause::SkillDamage(_)));
    match sentence.operation.counted()? {
        Counted::OtherTargets if !is_skill_damage => Some(
            "targets are counted for the damage of the use alone: `Damage decreases by 20% for each target beyond the first`",
        ),
        Counted::UsesOfThis { .. }
            if !is_skill_damage
                && !matches!(sentence.operation, Operation::Clause(Clause::MoreHits { .. } | Clause::Cost { .. })) =>
        {
            Some(
                "earlier uses are counted for the use at hand: `Damage increases by 5 for each time this skill has already been used in this battle`",
            )
        }
        Counted::Paid { .. } if !is_skill_damage && !sentence.is_at_once() => {
            Some("what is paid for a use changes that use alone: its damage, or what is done at once")
        }
        Counted::DamageOfUse if sentence.trigger.is_some() => {
            Some("the damage of which use? say it of the skill's own use, waiting for nothing")
        }
        Counted::Hits if !sentence.is_at_once() => Some(
            "the hits of a use are counted when they have struck: `The target loses 5 Mana per hit`, waiting for nothing",
        ),
        _ => None,
    }
}

/// A visitor that looks for comparisons of ranks.
struct RankFinder(bool);

impl Visit<'_, Written> for RankFinder {
    fn visit_filter(&mut self, filter: &Filter<Written>) {
        if let Filter::Property(property) = filter {
            self.0 |= matches!(**property, Property::Ranked(..) | Property::BesideUser(..));
        }
        self.walk_filter(filter);
    }
}

impl VisitEffect<'_> for RankFinder {}

/// Whether a count depends on ranks.
fn is_counted_by_ranks(each: &Counted) -> bool {
    let mut ranks = RankFinder(matches!(each, Counted::RanksAbove { .. }));
    ranks.visit_counted(each);
    ranks.0
}

/// Whether a sentence has an attacker: in the use of its skill, or in the deed it waits for.
fn has_attacker(sentence: &Sentence) -> bool {
    match &sentence.trigger {
        // For something done at once, only the user could be the attacker.
        None => !matches!(sentence.operation, Operation::Immediate(_)),
        Some(Trigger::EachTurn(_) | Trigger::Once(..)) => false,
        Some(Trigger::When(deed) | Trigger::Limited(_, deed)) => matches!(
            deed.act,
            Act::Attacks(_)
                | Act::AttacksWith(..)
                | Act::Hits(..)
                | Act::Damages(..)
                | Act::Kills(_)
                | Act::IsAttacked
                | Act::IsDamaged
                | Act::Dies
                | Act::Intercepts
        ),
    }
}

/// A visitor that collects what a sheet may not say.
struct FaultFinder<'t> {
    text: &'t str,
    /// Whether `they` has been bound to one person.
    they_is_bound: bool,
    /// Whether the sentence has an attacker.
    has_attacker: bool,
    diagnostics: Vec<Diagnostic>,
}

/// The sentences of a status are checked when they are read themselves.
impl VisitEffect<'_> for FaultFinder<'_> {
    fn visit_affliction(&mut self, _: &Affliction) {}
}

impl Visit<'_, Written> for FaultFinder<'_> {
    fn visit_deed(&mut self, deed: &Deed<Written>) {
        let is_other = |who: &Who<Written>| who.group().is_some_and(|group| group.filters.contains(&Filter::Other));
        if deed.who == Who::User && self.text.to_lowercase().contains(" else") && deed.mentions(&is_other) {
            self.report(
                "else than whom? nobody does this to themselves: write `anyone`, or `anyone but …` with the name",
            );
        }
        self.walk_deed(deed);
    }

    fn visit_condition(&mut self, condition: &Condition<Written>) {
        if let Condition::All(parts) | Condition::AnyOf(parts) = condition
            && parts.is_empty()
        {
            self.report("the condition cannot be told to hold or not");
        }
        self.walk_condition(condition);
    }

    fn visit_predicate(&mut self, predicate: &Predicate<Written>) {
        match predicate {
            Predicate::Pays(_, Resource::CommandSpells) => self.report("no skill is paid for with Command Spells"),
            Predicate::Would(_) => self.report("nobody can react to what somebody would do (R198)"),
            Predicate::Has(_, Property::Has(unit, Comparison::Exactly, amount))
                if *amount != Level::Number(Exact::ZERO) && !says_exactly(self.text) =>
            {
                let unit = resource_name(*unit);
                let fault = nonsense_error(self.text, "exactly so much, or at least that?")
                    .note(format!("write `N or more {unit}`, `N or less {unit}` or `exactly N {unit}`"));
                self.diagnostics.push(fault);
            }
            other => self.walk_predicate(other),
        }
    }

    fn visit_group(&mut self, group: &Group<Written>) {
        let is_but_target = group.filters.contains(&Filter::Except(vec![Who::Target]));
        if is_but_target && !group.filters.contains(&Filter::With(Box::new(Who::Target))) {
            self.report("others than the target, where? write `in the target's location except the target`");
        }
        self.walk_group(group);
    }

    fn visit_who(&mut self, who: &Who<Written>) {
        if *who == Who::Attacker && !self.has_attacker {
            self.report("nobody attacks in what this waits for: write `When the user is attacked, …`");
        }
        if *who == Who::Antecedent && !self.they_is_bound {
            self.report("`they` could be anybody: write `the user` or `the target`");
        }
        self.walk_who(who);
    }

    fn visit_character(&mut self, name: &Name) {
        self.check_name(name);
    }

    fn visit_location(&mut self, name: &Name) {
        self.check_name(name);
    }

    fn visit_skill(&mut self, name: &Name) {
        self.check_name(name);
    }
}

impl FaultFinder<'_> {
    /// Reports a name without quotes: it is more often a misspelling than a name.
    fn check_name(&mut self, name: &Name) {
        let written = self.text.get(name.span.range()).unwrap_or("").trim_start();
        if written.starts_with(['"', '\'', '\u{201C}', '\u{201E}', '\u{AB}', '\u{2018}']) {
            return;
        }
        let fault =
            Diagnostic::error(code::NAME, name.span, format!("`{}` is nobody and nothing a sheet knows", name.text))
                .note(format!("if it is a name, put it in quotes: \"{}\"", name.text))
                .suggest(nearest(&name.text, ["the user", "the target", "the targets", "the attacker"]));
        self.diagnostics.push(fault);
    }

    fn report(&mut self, why: &str) {
        self.diagnostics.push(nonsense_error(self.text, why));
    }
}
