//! Prints effects as one canonical sentence.
//!
//! The sentence parses to the same tree: `parse(canonical(t)) == t` for every tree that a sheet can yield. `grail sheet
//! explain` shows it beside the author's words.

use std::fmt;

use crate::vocabulary::exact::Exact;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::text::capitalise;

use super::condition::{Condition, Deed, Level, Predicate, Relation, Resource, Who, Written};
use super::condition_text::{Voice, resource_name};
use super::effect::{
    Affliction, Change, Clause, Counted, DamageSpan, Duration, Effect, HitSource, HitSpan, Measure, Often, Operation,
    Quota, Sentence, Standing, Stock, Trigger, Verb,
};

mod clause;
mod immediate;
mod outline;
mod restrictions;
mod standing;

pub use outline::{SentenceOutline, outline_sentence};

/// The canonical sentence of an effect.
pub fn canonical(effect: &Effect) -> String {
    match effect {
        Effect::Gm(text) => format!("GM: {text}"),
        Effect::Sentence(sentence) => {
            let text = sentence_text(sentence);
            // A question to the GM keeps the ending of its author.
            let stop = if text.ends_with('.') { "" } else { "." };
            capitalise(&format!("{text}{stop}"))
        }
        Effect::Several(sentences) => {
            let sentences: Vec<String> = sentences.iter().map(sentence_text).collect();
            format!("Each of these: {}.", sentences.join("; and "))
        }
        Effect::Choice(options) => {
            let options: Vec<String> = options
                .iter()
                .map(|sentences| match sentences.as_slice() {
                    [one] => sentence_text(one),
                    several => {
                        let things: Vec<String> = several.iter().map(sentence_text).collect();
                        format!("each of these: {}", things.join("; and "))
                    }
                })
                .collect();
            format!("Choose one: {}.", options.join("; or "))
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&canonical(self))
    }
}

fn sentence_text(sentence: &Sentence) -> String {
    let mut text = match (&sentence.operation, &sentence.condition) {
        // `Lasts while …` ends only with its condition.
        (Operation::Clause(Clause::Lasts(Duration::Indefinitely)), Some(Condition::Not(_))) => "lasts".to_owned(),
        (Operation::Clause(Clause::Lasts(Duration::Indefinitely)), Some(condition)) => {
            return format!("lasts while {}", condition_text(condition));
        }
        (Operation::Clause(Clause::OnlyUsable), Some(Condition::Not(_))) => "this skill cannot be used".to_owned(),
        (Operation::Clause(Clause::OnlyUsable), Some(_)) => "this skill can only be used".to_owned(),
        (operation, _) => operation_text(operation),
    };
    // Words after a status would be read as part of what it does, and words after the GM's words as part of those.
    let of_status = matches!(sentence.operation.verb(), Some(Verb::InflictNamed(_) | Verb::AskGm(_)));
    // The time of waiting stands before the trigger. After an operation that happens once it would be read as its
    // duration.
    let waits = sentence.duration.filter(|_| sentence.is_awaited_once() && !of_status);
    let time = match waits {
        Some(_) => outline::time_text(&Sentence { duration: None, ..sentence.clone() }),
        None => outline::time_text(sentence),
    };
    if !of_status {
        text.push_str(&time);
    }
    match &sentence.condition {
        Some(Condition::Not(condition)) if of_status => {
            text.insert_str(0, &format!("unless {}, ", condition_text(condition)));
        }
        Some(condition) if of_status => text.insert_str(0, &format!("if {}, ", condition_text(condition))),
        // `Cannot be used if …` is itself a denial.
        Some(Condition::Not(condition)) if matches!(sentence.operation, Operation::Clause(Clause::OnlyUsable)) => {
            text.push_str(&format!(" if {}", asked_text(sentence, condition)));
        }
        // With a duration of its own: `if` for a condition that is read at the use, `while` for one that is read again.
        Some(condition) if is_read_anew(sentence) => {
            text.push_str(&format!(" while {}", asked_text(sentence, condition)))
        }
        Some(Condition::Not(condition)) => text.push_str(&format!(" unless {}", asked_text(sentence, condition))),
        Some(condition) => text.push_str(&format!(" if {}", asked_text(sentence, condition))),
        None => {}
    }
    // AP are recorded one Turn before they are available.
    if let (Some(Trigger::Once(turns, Phase::TurnStart)), Some(Verb::ApNextTurn { .. })) =
        (&sentence.trigger, sentence.operation.verb())
    {
        text = text.replacen(" at the beginning of the next Turn", "", 1);
        text.insert_str(0, &format!("in {} Turns, ", turns + 1));
    } else if let Some(trigger) = &sentence.trigger {
        text.insert_str(0, &trigger_text(trigger, sentence.condition.is_some()));
    }
    if let Some(duration) = waits {
        text.insert_str(0, &format!("{}, ", outline::duration_text(duration).trim_start()));
    }
    if of_status && !time.is_empty() {
        text.insert_str(0, &format!("{}, ", time.trim_start()));
    }
    text
}

/// Whether the condition of a sentence with a duration of its own is read again as long as the sentence is in force.
fn is_read_anew(sentence: &Sentence) -> bool {
    let timed = sentence.duration.is_some() || sentence.ending_deed.is_some();
    timed && sentence.trigger.is_none() && !sentence.at_use && matches!(sentence.operation, Operation::Standing(_))
}

/// A condition after an operation. If it is about deeds, with the Turn in which they are done: `this Turn`, or `that
/// Turn` where the operation is delayed to a later one.
fn asked_text(sentence: &Sentence, condition: &Condition<Written>) -> String {
    let later = matches!(sentence.trigger, Some(Trigger::Once(1.., _)));
    let happens = condition.statements().into_iter().any(|said| said.deed().is_some());
    // In the past tense a deed names its Turn itself.
    let is_of_this_turn = matches!(condition.statements().last(), Some(Predicate::Did(deed)) if !deed.is_past);
    let turn = match later {
        true if happens => " that Turn",
        false if is_of_this_turn => " this Turn",
        true | false => "",
    };
    let voice = match &sentence.operation {
        Operation::Standing(standing) if !sentence.at_use && sentence.trigger.is_none() => voice_of(standing),
        Operation::Standing(_) | Operation::Immediate(_) | Operation::Clause(_) => Voice::Sheet,
    };
    // Said of a team, it is checked for each member.
    let of_team = matches!(sentence.operation.who(), Some(Who::Related(Relation::Team, _)));
    if of_team && *condition == Condition::Is(Predicate::IsIn(Who::Antecedent, None)) {
        return "they are in this location".to_owned();
    }
    format!("{}{turn}", voice.condition(condition))
}

/// A trigger in words. The flag says whether the sentence has a condition too.
fn trigger_text(trigger: &Trigger, hangs: bool) -> String {
    match trigger {
        Trigger::EachTurn(Phase::TurnStart) => "at the beginning of each Turn, ".to_owned(),
        Trigger::EachTurn(Phase::Initial) => "each Turn, ".to_owned(),
        Trigger::EachTurn(Phase::TurnEnd) => "at the end of each Turn, ".to_owned(),
        Trigger::EachTurn(phase) => format!("at the {phase} of each Turn, "),
        Trigger::When(deed) => format!("when {}, ", deed_text(deed)),
        Trigger::Limited(Often::WorkingEachTurn(n), deed) => {
            format!("{} per Turn, when {}, ", often_text(*n), deed_text(deed))
        }
        Trigger::Limited(Often::EveryTurns(n), deed) => format!("once every {}, when {}, ", turns(*n), deed_text(deed)),
        Trigger::Limited(Often::InBattle(n), deed) if hangs => {
            format!("{} per battle, when {}, ", often_text(*n), deed_text(deed))
        }
        Trigger::Limited(Often::InWar(n), deed) if hangs => {
            format!("{} during the War, when {}, ", often_text(*n), deed_text(deed))
        }
        Trigger::Limited(often, deed) => {
            let (n, within) = match often {
                Often::EachTurn(n) | Often::WorkingEachTurn(n) => (*n, "each Turn"),
                Often::InBattle(n) => (*n, "each battle"),
                Often::InWar(n) | Often::EveryTurns(n) => (*n, "during the War"),
            };
            // A trigger about anybody of a group counts for the whole group.
            let mut people = [Some(&deed.who), deed.object()].into_iter().flatten();
            if people.any(|who| who.mentions(&|who| who.group().is_some())) {
                // With a condition, `once per Turn` would count only times with an effect.
                if hangs && n == 1 {
                    return format!("the first time {within} {}, ", deed_text(deed));
                }
                if !hangs {
                    let within = match often {
                        Often::EachTurn(_) | Often::WorkingEachTurn(_) => "per Turn",
                        Often::InBattle(_) => "per battle",
                        Often::InWar(_) | Often::EveryTurns(_) => within,
                    };
                    return format!("{} {within}, when {}, ", often_text(n), deed_text(deed));
                }
            }
            let often = if n == 1 { "time".to_owned() } else { format!("{n} times") };
            format!("when {} for the first {often} {within}, ", deed_text(deed))
        }
        Trigger::Once(turns, Phase::TurnStart) if *turns > 1 => format!("in {turns} Turns, "),
        Trigger::Once(turns, Phase::TurnEnd) if *turns > 1 => format!("after {} Turns, ", turns + 1),
        Trigger::Once(turns, phase) => {
            let at = match phase {
                Phase::TurnStart => "beginning".to_owned(),
                Phase::TurnEnd => "end".to_owned(),
                phase => phase.to_string(),
            };
            format!("at the {at} of {} Turn, ", if *turns == 0 { "this" } else { "the next" })
        }
    }
}

/// A number of times: `once`, `3 times`.
fn often_text(n: u32) -> String {
    if n == 1 { "once".to_owned() } else { times(n, "") }
}

/// A deed in the wording of a sheet: `the user is attacked`.
pub fn deed_text(deed: &Deed<Written>) -> String {
    condition_text(&Condition::Is(Predicate::Did(deed.clone())))
}

/// What a status of a sheet's own does: `that character's AGI is lowered by 1 rank`.
pub fn affliction_text(status: &Affliction) -> String {
    let of = |sentence: &Sentence| {
        let trigger = sentence
            .trigger
            .as_ref()
            .map_or(String::new(), |trigger| trigger_text(trigger, sentence.condition.is_some()));
        trigger + &operation_text(&sentence.operation)
    };
    status.effects.iter().map(of).collect::<Vec<_>>().join("; ")
}

fn operation_text(operation: &Operation) -> String {
    match operation {
        Operation::Immediate(immediate) => immediate::immediate_text(immediate),
        Operation::Clause(clause) => clause::clause_text(clause),
        Operation::Standing(standing) => standing::standing_text(standing),
    }
}

/// Whom an operation works on; a list means each of them.
fn subject(who: &Who<Written>) -> String {
    subject_by(Voice::Sheet, who)
}

fn subject_by(voice: Voice, who: &Who<Written>) -> String {
    match who {
        Who::OneOf(all) => all.iter().map(|who| subject_by(voice, who)).collect::<Vec<_>>().join(" and "),
        Who::Every(group) => format!("all {}", voice.group(group, true)),
        other => voice.who(other),
    }
}

/// Somebody, with the voice in which they are named.
type Spoken<'a> = (&'a Who<Written>, Voice);

/// The voice for a standing operation. Where it is about attacks, `the target` is the target of each attack.
fn voice_of(standing: &Standing) -> Voice {
    if standing.is_about_struck_target() { Voice::Attacks } else { Voice::Sheet }
}

/// A condition in the wording of a sheet: `the user has 100 or less Health`.
pub fn condition_text(condition: &Condition<Written>) -> String {
    Voice::Sheet.condition(condition)
}

/// `the user's`, `opponents'`.
fn possessive(who: &str) -> String {
    format!("{who}{}", if who.ends_with(['s', 'S']) { "'" } else { "'s" })
}

fn conjugated(who: &Who<Written>, verb: &str, plural_verb: &str, rest: &str) -> String {
    format!("{} {} {rest}", subject(who), if is_plural(who) { plural_verb } else { verb })
}

const fn be(who: &Who<Written>) -> &'static str {
    if is_plural(who) { "are" } else { "is" }
}

const fn is_plural(who: &Who<Written>) -> bool {
    matches!(who, Who::Related(Relation::Familiars, _) | Who::OneOf(_) | Who::Every(_) | Who::UpTo(..))
}

/// `, to a minimum of 1`.
fn least_text(least: Option<Exact>) -> String {
    least.map_or(String::new(), |least| format!(", to a minimum of {least}"))
}

/// A change of a cost: `10 less`, `20% more`.
fn dear_text(change: Change) -> String {
    let (amount, unit) = match change {
        Change::Percent(factor) => (hundredfold(factor), "%"),
        Change::Flat(number) => (number, ""),
    };
    if change == Change::Percent(Exact::percent(-100)) {
        return "no".to_owned();
    }
    if amount.is_negative() { format!("{}{unit} less", -amount) } else { format!("{amount}{unit} more") }
}

fn change_text(change: Change) -> String {
    let (amount, unit) = match change {
        Change::Percent(factor) => (hundredfold(factor), "%"),
        Change::Flat(number) => (number, ""),
    };
    if amount.is_negative() {
        format!("decreases by {}{unit}", -amount)
    } else {
        format!("increases by {amount}{unit}")
    }
}

/// `increases by 5 for each familiar the user has, up to 25`.
fn measure_text(measure: &Measure, by: Voice) -> String {
    let up = if measure.is_less() { "decreases" } else { "increases" };
    if let (Change::Flat(part), Some(Counted::Points { owner, resource, stock })) = (measure.amount, &measure.each) {
        let part = if measure.is_less() { -part } else { part };
        return format!(
            "{up} by {}{}",
            points_text(part, owner.as_ref().map(|whose| (whose, by)), *resource, *stock),
            most_text(measure)
        );
    }
    if let (Change::Flat(part), Some(Counted::Damage { who, taken, within, step: None })) =
        (measure.amount, &measure.each)
    {
        let part = if measure.is_less() { -part } else { part };
        return format!("{up} by {}{}", happened_text(part, (who, by), *taken, *within), most_text(measure));
    }
    if let (Change::Flat(part), Some(Counted::DamageOfUse)) = (measure.amount, &measure.each) {
        let part = if measure.is_less() { -part } else { part };
        let all = part == Exact::ONE;
        let part = if all { String::new() } else { format!("{}% of ", hundredfold(part)) };
        return format!("{up} by {part}the damage inflicted{}", most_text(measure));
    }
    change_text(measure.amount) + &each_of_text(measure, by)
}

/// `10% of the damage the user received this Turn`.
fn happened_text(part: Exact, who: Spoken<'_>, taken: bool, within: DamageSpan) -> String {
    let part = if part == Exact::ONE { String::new() } else { format!("{}% of ", hundredfold(part)) };
    format!("{part}the {}", damage_text(who, taken, within))
}

/// `damage the user received in this battle`.
fn damage_text((who, by): Spoken<'_>, taken: bool, within: DamageSpan) -> String {
    let did = if taken { "received" } else { "inflicted" };
    let within = match within {
        DamageSpan::Turn => "this Turn",
        DamageSpan::Battle => "in this battle",
    };
    format!("damage {} {did} {within}", subject_by(by, who))
}

/// ` for each familiar the user has, up to 25`.
fn each_of_text(measure: &Measure, by: Voice) -> String {
    measure.each.as_ref().map_or(String::new(), |each| each_text(each, by)) + &most_text(measure)
}

fn most_text(measure: &Measure) -> String {
    measure.at_most.map_or(String::new(), |most| match measure.amount {
        Change::Percent(_) => format!(", up to {}%", hundredfold(most)),
        Change::Flat(_) => format!(", up to {most}"),
    })
}

/// `10% of the user's maximum Mana`.
fn points_text(part: Exact, whose: Option<Spoken<'_>>, what: Resource, of: Stock) -> String {
    let whose = whose.map_or("their".to_owned(), |(whose, by)| possessive(&subject_by(by, whose)));
    if of == Stock::Beyond {
        let part = if part == Exact::ONE { String::new() } else { format!("{}% of ", hundredfold(part)) };
        return format!("{part}the damage beyond {whose} {}", resource_name(what));
    }
    let which = match of {
        Stock::Maximum => "maximum",
        Stock::Current => "current",
        Stock::Missing | Stock::Beyond => "missing",
    };
    format!("{}% of {whose} {which} {}", hundredfold(part), resource_name(what))
}

/// A factor as a percentage. The product fits, because a sheet cannot write a factor with that many digits.
fn hundredfold(factor: Exact) -> Exact {
    factor.times(Exact::whole(100)).unwrap_or(factor)
}

const fn hit_span_text(within: HitSpan) -> &'static str {
    match within {
        HitSpan::Turn => "this Turn",
        HitSpan::Battle => "in this battle",
        HitSpan::War => "during the War",
    }
}

/// ` for each opponent in this location`.
fn each_text(each: &Counted, by: Voice) -> String {
    let what = match each {
        Counted::Familiars => "familiar the user has".to_owned(),
        Counted::Group(group) => Voice::Sheet.group(group, false),
        Counted::GroupBeyondFirst(group) => format!("{} beyond the first", Voice::Sheet.group(group, false)),
        Counted::HitsTaken { who, by: of, within } => {
            let what = match of {
                HitSource::Kinds(kinds) if kinds.is_empty() => "attack that".to_owned(),
                HitSource::Kinds(kinds) => {
                    let kinds: Vec<String> = kinds.iter().map(|kind| kind.name().to_lowercase()).collect();
                    format!("{} attack that", kinds.join(" or "))
                }
                HitSource::SameSkill => "time the attack's skill".to_owned(),
                HitSource::ThisSkill => "time this skill".to_owned(),
            };
            format!("{what} hit {} {}", subject_by(by, who), hit_span_text(*within))
        }
        Counted::UsesOfThis { within, on_target } => {
            let on = if *on_target { "on the target " } else { "" };
            format!("time this skill has already been used {on}{}", hit_span_text(*within))
        }
        Counted::CommandSpells => "Command Spell the user's Master has left".to_owned(),
        Counted::TurnsInForce => "Turn this skill is in force".to_owned(),
        Counted::TurnsOfBattle => "Turn the user has been in this battle".to_owned(),
        Counted::EarlierTurnsOfBattle => "Turn the user has been in this battle before this one".to_owned(),
        Counted::EarlierTurns { hit, in_a_row, within } => {
            let which = if *in_a_row { "Turn in a row before this one" } else { "earlier Turn" };
            let span = if *within == HitSpan::Battle { " of this battle" } else { "" };
            let what = if *hit { "this skill hit the target" } else { "this skill was used on the target" };
            format!("{which}{span} in which {what}")
        }
        Counted::SkillsInForce(kind) => {
            let kind = kind.map_or(String::new(), |kind| format!("{kind} "));
            format!("{kind}skill of the user in force")
        }
        Counted::Statuses(who) => format!("negative status effect on {}", subject_by(by, who)),
        Counted::Steps { who, resource, step, missing } => {
            let step = match step {
                Level::Number(number) => format!("{number} {}", resource_name(*resource)),
                Level::OfMaximum(factor) => {
                    format!("{}% of their maximum {}", hundredfold(*factor), resource_name(*resource))
                }
                Level::Share(parts) => format!("1/{parts} of their maximum {}", resource_name(*resource)),
            };
            format!("{step} {} {}", subject_by(by, who), if *missing { "is missing" } else { "has" })
        }
        Counted::Damage { who, taken, within, step } => {
            let step = step.map_or(String::new(), |step| format!("{step} "));
            format!("{step}{}", damage_text((who, by), *taken, *within))
        }
        // Never printed this way: `measure_text` prints it.
        Counted::DamageOfUse => "damage inflicted".to_owned(),
        Counted::Paid { resource, step, most } => {
            let most = most.map_or(String::new(), |most| format!(" of up to {most}"));
            format!("{step}{most} additional {} the user pays", resource_name(*resource))
        }
        Counted::OtherTargets => "target beyond the first".to_owned(),
        Counted::Hits => "hit".to_owned(),
        Counted::Points { owner, resource, stock } => {
            points_text(Exact::ONE, owner.as_ref().map(|whose| (whose, by)), *resource, *stock)
        }
        Counted::RanksAbove { stat, who, over } => {
            format!("rank of {stat} {} has above {}", subject_by(by, who), subject_by(by, over))
        }
    };
    format!(" for each {what}")
}

/// How many attacks, before the noun: `next`, `first 2`.
fn quota_words(quota: Quota) -> String {
    let (which, n) = match quota {
        Quota::Next(n) => ("next", n),
        Quota::FirstEachTurn(n) | Quota::FirstInBattle(n) | Quota::FirstInWar(n) => ("first", n),
        Quota::OnceEvery(_) => ("first", 1),
    };
    if n == 1 { which.to_owned() } else { format!("{which} {n}") }
}

/// In which time, after the noun: ` each Turn`.
const fn quota_turn(quota: Quota) -> &'static str {
    match quota {
        Quota::Next(_) => "",
        Quota::FirstEachTurn(_) => " each Turn",
        Quota::FirstInBattle(_) => " each battle",
        Quota::FirstInWar(_) => " during the War",
        // Only used of surviving, which prints its number itself.
        Quota::OnceEvery(_) => "",
    }
}

/// Whether it is a single attack.
const fn is_single(quota: Quota) -> bool {
    match quota {
        Quota::Next(n) | Quota::FirstEachTurn(n) | Quota::FirstInBattle(n) | Quota::FirstInWar(n) => n == 1,
        Quota::OnceEvery(_) => true,
    }
}

fn turns(n: u32) -> String {
    format!("{n} Turn{}", if n == 1 { "" } else { "s" })
}

fn times(n: u32, more: &str) -> String {
    format!("{n} {more}time{}", if n == 1 { "" } else { "s" })
}
