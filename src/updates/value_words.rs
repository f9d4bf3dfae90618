//! The words of a page for the engine's values. None of them tells more than the value.

use std::collections::BTreeMap;
use std::fmt::Display;

use crate::event::detail::{
    ContractReason, DeathCause, EndReason, FreedReason, Outcome, Paid, Reason, SpiritReason, Travel,
};
use crate::language::number_words::word_of_number;
use crate::perception::lexicon::{Lexicon, kind_name};
use crate::perception::perceived::{
    ChangeKind, Figure, Force, Manner, NumberChange, SeenAct, Stance, StatusSeverity, Why, Wound,
};
use crate::sheet::SheetKind;
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::status::Status;
use crate::vocabulary::target::TargetKind;
use crate::vocabulary::text::capitalise;

/// The word for an act that heads its patterns (`attack: actor, skill`).
pub const fn act_word(act: SeenAct) -> &'static str {
    match act {
        // An announcement is told in the same words whoever it is for.
        SeenAct::Announced => SeenAct::Told.name(),
        other => other.name(),
    }
}

/// Why an order was not carried out, without revealing secrets (I22, I23).
pub const fn reason_words(reason: Reason) -> &'static str {
    match reason {
        Reason::ConditionNotMet => "its condition was not met",
        Reason::NeverTriggered => "what it waited for did not happen",
        Reason::IllegalCondition => "it rests on something that could not be known, and was dropped",
        Reason::TargetNotAvailable => "the target could not be reached",
        Reason::WrongTargets => "these are not targets the skill takes",
        Reason::RequirementNotMet => "a requirement was not met",
        Reason::FieldThere => "a Bounded Field was there already",
        Reason::MarbleThere => "it met another world, and both were gone",
        Reason::Sealed => "the way was sealed",
        Reason::NotEnoughAp => "there were not enough Action Points",
        Reason::NotEnoughSp => "there were not enough Support Points",
        Reason::NotEnoughMana(_) => "there was not enough Mana",
        Reason::NotEnoughHealth(_) => "there was not enough Health",
        Reason::NotEnoughCp => "there were not enough Combat Points",
        Reason::NoTurnAction => "the Turn Action was spent",
        Reason::NoMoveAction => "the Move Action was spent",
        Reason::FirstTurnLimit => "the first Turn of a battle allows no more",
        Reason::WasInBattle => "the battle of the Night before left no time for it",
        Reason::InBattle => "it cannot be done in battle",
        Reason::PulledIntoBattle => "a battle that had just begun could not be left yet",
        Reason::InSpiritForm => "it cannot be done in Spirit Form",
        Reason::NotInSpiritForm => "it takes Spirit Form",
        Reason::Dead => "whoever was to do it was no longer there",
        Reason::Surprised => "it was taken by surprise and could not act",
        Reason::FailedByItself | Reason::Foiled => "it failed; what it cost is spent",
        Reason::Noticed => "it was noticed in time; what it cost is spent",
        Reason::ArrivedLate => "it came too late for this round of the battle",
        Reason::FoughtAlready => "who fights in the first combat round has no part in the second",
        Reason::NotAdjacent => "there is no way there in one move",
        Reason::ScoutedAlready => "one scouting trip a day is all there is time for",
        Reason::NoCommandSpell => "no Command Spell was left",
        Reason::ServantElsewhere => "the Servant was elsewhere",
        Reason::ItemNotHeld => "the item was not at hand",
        Reason::NothingInForce => "nothing of the kind was in force",
        Reason::CannotBeEnded => "it cannot be ended early",
        Reason::FullTurn => "the whole Turn went to something else",
        Reason::UsedUp => "it cannot be used so often",
        Reason::NotOffered => "the skill offers no such payment or choice",
        Reason::NotOfferedHere => "nothing of the kind is to be had there",
        Reason::Prevented => "something kept it from happening",
        Reason::NotStated => "the Logic Game's log does not let it stand",
        Reason::Barred => "something forbade it",
        Reason::Held => "something held it back",
        Reason::PlaceMissing => "no place was named for it",
        Reason::NotAgreed => "it takes two in one place, and nobody answered it",
        Reason::Disqualified => "a disqualified Master makes no new contract",
        Reason::HasMaster => "it had a Master",
        Reason::NoContract => "there was no such contract",
        Reason::NotForced => "the Servant could not be forced",
        Reason::Forbidden => "the GM forbade it",
        Reason::OfferRefused => "the offer was not taken",
        Reason::NothingToTell => "there was nothing left to tell",
        Reason::Sheltered => "whoever takes shelter leaves the War",
        Reason::Charging => "it was being charged",
        Reason::NotCarriedOutHere => "this kind of order is not carried out yet",
        Reason::WarOver => "the War was over",
    }
}

/// The outcome of an order, and which of `branches` it took; none are given of an order that has only one.
pub fn outcome_words(outcome: Outcome, branches: &[String]) -> String {
    let branch = |n: u16| {
        let taken = branches.get(usize::from(n).saturating_sub(1));
        taken.map(|done| format!(": {done}")).unwrap_or_default()
    };
    match outcome {
        Outcome::Done { branch: n } => format!("done{}", branch(n)),
        Outcome::DonePartly { branch: n, times, why } => {
            let why = why.map(|why| format!("; {}", reason_with_numbers(why))).unwrap_or_default();
            format!("done {} only{}{why}", times_words(times), branch(n))
        }
        Outcome::NotDone { why } => format!("not done: {}", reason_with_numbers(why)),
    }
}

/// Why an order was not carried out, with how much its character lacked: `there was not enough Mana (90 needed, 50
/// left)`.
fn reason_with_numbers(why: Reason) -> String {
    let numbers = why.shortage().map(|shortage| format!(" ({shortage})")).unwrap_or_default();
    format!("{}{numbers}", reason_words(why))
}

/// Why something ended or happened.
pub const fn why_words(why: Why) -> &'static str {
    match why {
        Why::NotDone(why) => reason_words(why),
        Why::Ended(EndReason::Time) => "its time was over",
        Why::Ended(EndReason::Unpaid) => "it was not paid for",
        Why::Ended(EndReason::Cancelled) => "its user ended it",
        Why::Ended(EndReason::UserDied) => "its user died",
        Why::Ended(EndReason::SpiritForm) => "its user took on Spirit Form",
        Why::Ended(EndReason::Dispelled) => "something put an end to it",
        Why::Ended(EndReason::Released) => "it was charged, and was released",
        Why::Ended(EndReason::UsedUp) => "it had kept off all it could",
        Why::Ended(EndReason::UsedAgain) => "it was used once more, and the oldest ended",
        Why::Ended(EndReason::WouldKill) => "it would have cost a life",
        Why::Ended(EndReason::Collapsed) => "it met another world",
        Why::Ended(EndReason::NobodyLeft) => "nobody it worked on was left",
        Why::Ended(EndReason::UntilDone) => "what it was to last until was done",
        Why::Ended(EndReason::UserLeft) => "whoever used it had left",
        Why::Ended(EndReason::NoLongerHolds) => "what it rested on was gone",
        Why::Spirit(SpiritReason::Ordered) => "of their own will",
        Why::Spirit(SpiritReason::Commanded) => "at a Command Spell's word",
        Why::Spirit(SpiritReason::Forced) => "for want of Mana",
        Why::Spirit(SpiritReason::Skill) => "by the power of a skill",
        Why::Died(DeathCause::Wounds) => "of wounds",
        Why::Died(DeathCause::Mana) => "for want of Mana",
        Why::Died(DeathCause::Skill) => "by the power of a skill",
        Why::Freed(FreedReason::MasterDied) => "the Master was dead",
        Why::Freed(FreedReason::MasterDisqualified) => "the Master had no Command Spell left",
        Why::Freed(FreedReason::Released) => "the Master broke the contract",
        Why::Freed(FreedReason::Severed) => "a skill broke the contract",
        Why::Stood(Stance::OwnWill) => "unbidden",
        Why::Stood(Stance::Spell) => "by Command Spell",
        Why::Stood(Stance::Skill) => "by the power of a skill",
        Why::Contracted(ContractReason::Agreed) => "by agreement",
        Why::Contracted(ContractReason::Reestablished) => "once more",
        Why::Contracted(ContractReason::Transferred) => "over the dead Master, of the Servant's own will",
        Why::Contracted(ContractReason::Forced) => "over the dead Master, by force",
    }
}

/// How somebody travelled.
pub const fn travel_words(travel: Travel) -> &'static str {
    match travel {
        Travel::Move => "on foot",
        Travel::Retreat => "in retreat",
        Travel::Skill => "by a skill",
        Travel::Warp => "in a flash",
        Travel::Escape => "in a flash, in retreat",
        Travel::Pushed => "against their will",
    }
}

/// The word that a pattern tests for what an attack looked like (`manner=blow`).
pub const fn manner_word(manner: Manner) -> &'static str {
    match manner {
        Manner::UnclearWeapon => "weapon",
        Manner::UnclearLight => "light",
        Manner::Blow => "blow",
        Manner::Shot => "shot",
        Manner::Spell => "spell",
        Manner::Strange => "strange",
    }
}

/// What the ranks did to a hit (R034–R037): only which stat was higher, never a rank.
pub const fn force_words(force: Force, manner: Option<Manner>) -> &'static str {
    match (force, manner) {
        (Force::Greater, Some(Manner::Blow)) => "more than END could stop",
        (Force::Greater, Some(Manner::Spell)) => "more than MAR could stop",
        (Force::Greater, _) => "more than could be stopped",
        (Force::Lesser, Some(Manner::Blow)) => "END took some of it",
        (Force::Lesser, Some(Manner::Spell)) => "MAR took some of it",
        (Force::Lesser, _) => "some of it was stopped",
    }
}

/// The damage of one hit on the reader's own sheet, if the result was different: `25 before STR, END and all else`.
pub fn printed_damage_words(printed: impl Display, kind: Option<DamageType>) -> String {
    match kind {
        Some(DamageType::Physical) => format!("{printed} before STR, END and all else"),
        Some(DamageType::Magical) => format!("{printed} before MAE, MAR and all else"),
        Some(DamageType::Ranged | DamageType::LongRanged | DamageType::Special) | None => {
            format!("{printed} on the sheet")
        }
    }
}

/// The word for how heavy a status is, put before its name.
pub const fn severity_word(severity: StatusSeverity) -> &'static str {
    match severity {
        StatusSeverity::Light => "light ",
        StatusSeverity::Heavy => "heavy ",
    }
}

/// How badly hurt somebody looks, with the pronoun for whose Health it is; `None` if nothing can be said.
pub fn wound_words(wound: Wound, possessive: &str) -> Option<String> {
    Some(match wound {
        Wound::Fallen(true) => "on the ground".to_owned(),
        Wound::Fallen(false) => return None,
        Wound::Hurt(true) => "hurt".to_owned(),
        Wound::Hurt(false) => "unhurt".to_owned(),
        Wound::Heavy(true) => "badly hurt".to_owned(),
        Wound::Heavy(false) => "not badly hurt".to_owned(),
        Wound::Tenths(10) | Wound::Percent(100) => "hardly hurt".to_owned(),
        Wound::Quarters(4) => format!("with most of {possessive} Health"),
        Wound::Quarters(3) => format!("with three quarters of {possessive} Health at most"),
        Wound::Quarters(2) => format!("with half of {possessive} Health at most"),
        Wound::Quarters(_) => format!("with a quarter of {possessive} Health at most"),
        Wound::Tenths(1) => format!("with a tenth of {possessive} Health at most"),
        Wound::Tenths(n) => format!("with {n} tenths of {possessive} Health at most"),
        Wound::Percent(n) => format!("with about {n}% of {possessive} Health"),
    })
}

/// How badly hurt somebody looks, in a word or two; `None` if nothing can be said.
pub fn brief_wound_words(wound: Wound) -> Option<String> {
    Some(match wound {
        Wound::Tenths(10) | Wound::Percent(100) => "hardly hurt".to_owned(),
        Wound::Quarters(4) => "most Health left".to_owned(),
        Wound::Quarters(3) => "three quarters of Health at most".to_owned(),
        Wound::Quarters(2) => "half of Health at most".to_owned(),
        Wound::Quarters(_) => "a quarter of Health at most".to_owned(),
        Wound::Tenths(1) => "a tenth of Health at most".to_owned(),
        Wound::Tenths(n) => format!("{n} tenths of Health at most"),
        Wound::Percent(n) => format!("about {n}% Health"),
        Wound::Fallen(_) | Wound::Hurt(_) | Wound::Heavy(_) => return wound_words(wound, "their"),
    })
}

/// The Health that a wound leaves, in hundredths and in a word or two; `None` if the observer could not tell.
pub fn health_left_after_wound(wound: Wound) -> Option<(u8, String)> {
    Some(match wound {
        Wound::Fallen(true) => (0, "down".to_owned()),
        Wound::Quarters(n) => (25 * n, format!("{}% at most", 25 * n)),
        Wound::Tenths(n) => (10 * n, format!("{}% at most", 10 * n)),
        Wound::Percent(n) => (n, format!("about {n}%")),
        Wound::Fallen(false) | Wound::Hurt(_) | Wound::Heavy(_) => return None,
    })
}

/// A character's kind.
pub const fn kind_word(kind: SheetKind) -> &'static str {
    match kind {
        SheetKind::Master => "Master",
        SheetKind::Servant => "Servant",
        SheetKind::Familiar => "familiar",
        SheetKind::Library => "",
    }
}

/// The kind of target of a skill.
pub const fn target_words(kind: TargetKind) -> &'static str {
    match kind {
        TargetKind::SelfTarget => "the user",
        TargetKind::Any => "anyone",
        TargetKind::Ally => "an ally",
        TargetKind::Enemy => "an enemy",
        TargetKind::ContractedPartner => "a contracted partner",
        TargetKind::Master => "a Master",
        TargetKind::Servant => "a Servant",
        TargetKind::Familiar => "a familiar",
        TargetKind::Location => "a location",
    }
}

/// For example `once`, `twice`, `three times`.
pub fn times_words(times: u32) -> String {
    match times {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => word_of_number(n).map_or_else(|| format!("{n} times"), |word| format!("{word} times")),
    }
}

/// For example `a`, `a and b`, `a, b and c`; `None` if empty.
pub fn join_with_and<S: AsRef<str>>(items: &[S]) -> Option<String> {
    let (last, rest) = items.split_last()?;
    if rest.is_empty() {
        return Some(last.as_ref().to_owned());
    }
    let rest: Vec<&str> = rest.iter().map(AsRef::as_ref).collect();
    Some(format!("{} and {}", rest.join(", "), last.as_ref()))
}

/// For example `a`, `a or b`, `a, b or c`; `None` if empty.
pub fn join_with_or<S: AsRef<str>>(items: &[S]) -> Option<String> {
    let (last, rest) = items.split_last()?;
    let rest: Vec<&str> = rest.iter().map(AsRef::as_ref).collect();
    Some(if rest.is_empty() { last.as_ref().to_owned() } else { format!("{} or {}", rest.join(", "), last.as_ref()) })
}

/// The name of a facility: `super-mall` becomes the Super Mall.
pub fn facility_name(name: &str) -> String {
    let word = |word: &str| if word == "igm" { "IGM".to_owned() } else { capitalise(word) };
    name.split('-').map(word).collect::<Vec<_>>().join(" ")
}

/// Figures as one phrase: each by name, those known only by kind counted.
pub fn figures_phrase(figures: &[Figure], lexicon: &Lexicon) -> Option<String> {
    join_figures(figures, |figure| lexicon.figure_name(figure).to_owned())
}

/// Each figure's name, for programs; empty for fewer than two, whose phrase is the name.
pub fn names_of_several(figures: &[Figure], lexicon: &Lexicon) -> Vec<String> {
    if figures.len() < 2 {
        return Vec::new();
    }
    figures.iter().map(|figure| lexicon.figure_name(*figure).to_owned()).collect()
}

/// The same phrase for a first mention: strangers with their look.
pub fn figures_with_looks(figures: &[Figure], lexicon: &Lexicon) -> Option<String> {
    join_figures(figures, |figure| lexicon.name_with_look(figure))
}

fn join_figures(figures: &[Figure], name: impl Fn(Figure) -> String) -> Option<String> {
    let mut words: Vec<String> = Vec::new();
    let mut kinds: BTreeMap<SheetKind, u32> = BTreeMap::new();
    for figure in figures {
        match figure {
            Figure::OfKind(kind) => *kinds.entry(*kind).or_default() += 1,
            Figure::Known(_) | Figure::Stranger(_) | Figure::Someone => words.push(name(*figure)),
        }
    }
    words.extend(kinds.into_iter().map(|(sheet_kind, count)| match count {
        1 => kind_name(sheet_kind).to_owned(),
        n => format!("{n} {}s", kind_word(sheet_kind)),
    }));
    join_with_and(&words)
}

/// The fighters found, each with how hurt they look.
pub fn fighters_with_wounds(wounds: &[(Figure, Wound)], lexicon: &Lexicon) -> Option<String> {
    let with_wound = |(figure, seen): &(Figure, Wound)| match wound_words(*seen, lexicon.possessive_pronoun(&[*figure]))
    {
        Some(looks) => append_note(lexicon.name_with_look(*figure), &looks),
        None => lexicon.name_with_look(*figure),
    };
    join_with_and(&wounds.iter().map(with_wound).collect::<Vec<_>>())
}

/// Appends a note to a name, in one pair of brackets: `the woman (Stranger-2, badly hurt)`.
pub fn append_note(name: String, note: &str) -> String {
    match name.strip_suffix(')') {
        Some(open) => format!("{open}, {note})"),
        None => format!("{name} ({note})"),
    }
}

/// Numbers in a row: `40.75 and 40.75`; three or more equal ones as `8 × 3`.
pub fn join_amounts(amounts: &[Exact]) -> Option<String> {
    let first = amounts.first()?;
    if amounts.len() > 2 && amounts.iter().all(|a| a == first) {
        return Some(format!("{} × {first}", amounts.len()));
    }
    let texts: Vec<String> = amounts.iter().map(Exact::to_string).collect();
    join_with_and(&texts)
}

/// What a use cost beyond actions: `20 Mana and 10 Health`; `None` if nothing.
pub fn paid_words(paid: &Paid) -> Option<String> {
    let parts = [(paid.mana, "Mana"), (paid.health, "Health"), (paid.cp, "Combat Points")];
    let parts: Vec<String> =
        parts.into_iter().filter(|(n, _)| *n != Exact::ZERO).map(|(n, unit)| format!("{n} {unit}")).collect();
    join_with_and(&parts)
}

/// For example `50 Health and 20 Mana`; zeros are left out.
pub fn health_and_mana(health: Option<Exact>, mana: Option<Exact>) -> Option<String> {
    let part = |amount: Option<Exact>, unit: &str| amount.filter(|a| !a.is_zero()).map(|a| format!("{a} {unit}"));
    let parts: Vec<String> = [part(health, "Health"), part(mana, "Mana")].into_iter().flatten().collect();
    join_with_and(&parts)
}

/// A status with what it does: `Poison 3/20 (20 damage in the Instant Phase of each of the next 3 Turns)` (R134).
pub fn status_words(status: Status) -> String {
    let (turns, effect) = match status {
        Status::Poison { turns, damage } => (turns, format!("{damage} damage in the Instant Phase of")),
        Status::Stun { turns } => (turns, "1 AP less in".to_owned()),
    };
    let turn_words = if turns == 1 { "the next Turn".to_owned() } else { format!("each of the next {turns} Turns") };
    format!("{status} ({effect} {turn_words})")
}

/// What changed a number: `50% less by Survive at all costs!`; `None` if its name is not known. It never says
/// `halved`: percentages are added (R423), and others that the reader may not know of may be among them.
pub fn number_change_words(change: NumberChange, lexicon: &Lexicon) -> Option<String> {
    let skill = match change.skill {
        Some(skill) => lexicon.skill_name(skill, false)?,
        None => "low Health (a third or less)",
    };
    let more_or_less = |amount: Exact| if amount.is_negative() { (-amount, "less") } else { (amount, "more") };
    Some(match change.change {
        ChangeKind::Percent(by) => {
            let (by, comparison) = more_or_less(by);
            let by = by.times(Exact::whole(100)).unwrap_or(by);
            format!("{by}% {comparison} by {skill}")
        }
        ChangeKind::Flat(by) => {
            let (by, comparison) = more_or_less(by);
            format!("{by} {comparison} by {skill}")
        }
        ChangeKind::AtMost(most) => format!("no more than {most} by {skill}"),
        ChangeKind::Absorbed(amount) => format!("{amount} absorbed by {skill}"),
    })
}

/// Replaces `the user` and `the target` in a sentence of a sheet with names.
pub fn replace_user_and_target(sentence: &str, user: Option<&str>, target: Option<&str>) -> String {
    replace_people(sentence, &[("the user", user), ("the target", target)])
}

/// Replaces in what a sheet says a use looks like `the opponent` with the target's name as well.
pub fn replace_people_seen(words: &str, user: Option<&str>, target: Option<&str>) -> String {
    replace_people(
        words,
        &[("the user", user), ("the target", target), ("the opponent", target), ("an opponent", target)],
    )
}

fn replace_people(words: &str, called: &[(&str, Option<&str>)]) -> String {
    let mut out = String::with_capacity(words.len());
    let mut rest = words;
    while !rest.is_empty() {
        let starts_word = !out.ends_with(|c: char| c.is_alphanumeric());
        let hit = called.iter().find_map(|(call, name)| {
            let head = rest.get(..call.len()).filter(|head| starts_word && head.eq_ignore_ascii_case(call))?;
            let after = rest.get(head.len()..)?;
            (!after.starts_with(|c: char| c.is_alphanumeric())).then_some(((*name)?, after))
        });
        if let Some((name, after)) = hit {
            let begins_sentence = rest.starts_with(char::is_uppercase);
            out.push_str(&if begins_sentence { capitalise(name) } else { name.to_owned() });
            rest = after;
            continue;
        }
        let mut letters = rest.chars();
        out.extend(letters.next());
        rest = letters.as_str();
    }
    out
}

/// Joins sentences into one phrase: `Saber's END is raised by 1 rank; damage Saber receives decreases by 50%`.
pub fn join_sentences(sentences: &[String]) -> Option<String> {
    let (first, others) = sentences.split_first()?;
    let mut phrase = first.clone();
    for sentence in others {
        phrase.push_str("; ");
        phrase.push_str(&uncapitalise_opening(sentence));
    }
    Some(phrase)
}

/// A sentence as it stands inside another: with a small first letter, except for names and words in capitals.
pub fn uncapitalise_opening(sentence: &str) -> String {
    const BEGINNINGS: [&str; 9] =
        ["Damage ", "All ", "Each ", "When ", "The ", "At ", "Attacks ", "Upgrades ", "Opponents "];
    if !BEGINNINGS.iter().any(|word| sentence.starts_with(word)) {
        return sentence.to_owned();
    }
    let mut letters = sentence.chars();
    letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_for_whom_a_sheet_means() {
        for (words, named) in [
            ("The user sits up with her partner.", "Maren sits up with her partner."),
            ("Damage the target receives decreases by 50%", "Damage Saber receives decreases by 50%"),
            ("The target's END; the second target's too", "Saber's END; the second target's too"),
            ("The opponent is struck; the users' guild", "Saber is struck; the users' guild"),
            ("Bathe the target", "Bathe Saber"),
        ] {
            assert_eq!(replace_people_seen(words, Some("Maren"), Some("Saber")), named);
        }
        // In an effect, an opponent is not the target.
        let sentence = "When an opponent attacks the user, the target's END is raised";
        let named = "When an opponent attacks Maren, Saber's END is raised";
        assert_eq!(replace_user_and_target(sentence, Some("Maren"), Some("Saber")), named);
        assert_eq!(
            replace_user_and_target("The user strikes the target.", None, Some("Saber")),
            "The user strikes Saber."
        );
    }

    #[test]
    fn sentences_make_one_phrase() {
        let both = ["Saber's END is raised", "Damage Saber receives decreases"].map(str::to_owned);
        assert_eq!(join_sentences(&both).unwrap(), "Saber's END is raised; damage Saber receives decreases");
    }
}
