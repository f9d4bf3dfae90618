//! Checks AP that an order numbers against those that the letter spends: `the third AP is a Surge on Lancer`, `the
//! other two AP are Cuts on Archer`, `with all three AP`, `and nothing else with my AP` (R076, R077).

use super::Checker;
use super::action_checks::basic_attack;
use super::canonical_names::find_skill_card;
use super::phrases::{has_words, outside_quotes};
use crate::language::codes;
use crate::language::condition::Written;
use crate::language::order::{Action, ActionKind, Order, Times};
use crate::language::orders::says_points_are_kept;
use crate::perception::view::OwnCharacter;
use crate::sheet::SheetKind;

/// What words say of AP by a number.
enum NamedPoints {
    /// `the third AP`: so many are spent up to it, with it.
    UpTo(u32),
    /// `the other two AP`: with them all are spent.
    Rest(u32),
    /// `all three AP`: there are so many.
    All(u32),
}

/// Words for a place in a row.
const ORDINALS: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];
/// Words for a number.
const NUMBERS: [&str; 5] = ["one", "two", "three", "four", "five"];
/// Words for those that nothing before spends.
const REMAINING: [&str; 3] = ["other", "last", "remaining"];

impl Checker<'_> {
    /// Rejects an order that numbers AP otherwise than the letter spends them.
    pub(super) fn reject_misnumbered_points(&mut self, orders: &[&Order<Written>], actor: &OwnCharacter) {
        if actor.kind != SheetKind::Servant {
            return;
        }
        let mut spent: Option<u32> = Some(0);
        let mut surely_spent: Option<u32> = Some(0);
        for order in orders {
            let own = most_points(order, actor);
            let before = surely_spent;
            if !order.body.is_conditional() {
                surely_spent = before.zip(own).map(|(before, own)| before.saturating_add(own));
            }
            spent = spent.zip(own).map(|(before, own)| before.saturating_add(own));
            let words = outside_quotes(self.words_of(order)).to_lowercase();
            let fault = match find_named_points(&words) {
                // `keeps her third AP`: so many but one are spent.
                Some(NamedPoints::UpTo(number))
                    if says_points_are_kept(&words) && spent.is_some_and(|spent| spent < number) =>
                {
                    continue;
                }
                Some(NamedPoints::UpTo(number)) if spent != Some(number) => "the orders up to here spend",
                Some(NamedPoints::Rest(number)) if spent != Some(actor.ap) || own < Some(number) => {
                    "the orders up to here spend"
                }
                Some(NamedPoints::All(number))
                    if number != actor.ap
                        || own.is_some_and(|own| own != number)
                        || before != Some(0) && !order.body.is_conditional() =>
                {
                    "the orders up to here spend"
                }
                Some(_) | None => continue,
            };
            let known = spent.map_or_else(|| "as many AP as possible".to_owned(), |spent| format!("{spent} AP"));
            let message = format!("which AP is this? {fault} {known}, and `{}` has {}", actor.name, actor.ap);
            self.push_error(codes::HOW_MANY, order.span, message)
                .notes
                .push("say of each skill how often it is used: `Use SKILL on CHARACTER 2 times.`".to_owned());
            self.faulty.push(order.number);
        }
        self.reject_beside_nothing_else(orders, actor);
    }

    /// `Final Strike on Lancer, and nothing else with my AP.`: rejects every other order that spends AP. `Surge Lancer,
    /// and nothing else.`: rejects every blow and skill below it.
    fn reject_beside_nothing_else(&mut self, orders: &[&Order<Written>], actor: &OwnCharacter) {
        let of_points = |words: &str| {
            ["nothing else with my ap", "nothing else with her ap", "nothing else with his ap"]
                .iter()
                .any(|phrase| has_words(words, phrase))
        };
        let uses = |order: &Order<Written>| {
            order.body.actions().any(|of| matches!(of.kind, ActionKind::Use { .. } | ActionKind::Attack { .. }))
        };
        let alone = orders.iter().find_map(|order| {
            let words = outside_quotes(self.words_of(order)).to_lowercase();
            let of_all = ends_with_nothing_else(&words) && !order.body.is_conditional() && uses(order);
            (of_points(&words) || of_all).then_some((order.number, of_points(&words)))
        });
        let Some((alone, of_points)) = alone else { return };
        let is_more = |order: &&&Order<Written>| match of_points {
            true => order.number != alone && most_points(order, actor) != Some(0),
            false => order.number > alone && uses(order),
        };
        for order in orders.iter().filter(is_more) {
            let message = "another order says that nothing else is done";
            self.push_error(codes::NOT_UNDERSTOOD, order.span, message)
                .notes
                .push("leave out one of the two: what is not ordered is not done".to_owned());
            self.faulty.push(order.number);
        }
    }
}

/// The most AP that an order spends, whichever of its cases comes true; `None` if it spends as many as it can.
fn most_points(order: &Order<Written>, actor: &OwnCharacter) -> Option<u32> {
    let of_branch = |actions: &[Action<Written>]| {
        actions.iter().try_fold(0_u32, |sum, action| Some(sum.saturating_add(points_of(action, actor)?)))
    };
    order.body.branches.iter().try_fold(0, |most: u32, branch| Some(most.max(of_branch(&branch.actions)?)))
}

/// The AP that an action costs; `None` if it is done as often as possible.
fn points_of(action: &Action<Written>, actor: &OwnCharacter) -> Option<u32> {
    let (card, times) = match &action.kind {
        ActionKind::Use { skill, times, .. } => (find_skill_card(actor, &skill.text), *times),
        ActionKind::Attack { times, .. } => (basic_attack(actor), *times),
        _ => return Some(0),
    };
    let cost = card.map_or(0, |card| card.cost.ap);
    match times {
        Times::Exactly(times) => Some(cost.saturating_mul(times)),
        Times::AsOftenAsPossible if cost == 0 => Some(0),
        Times::AsOftenAsPossible => None,
    }
}

/// The AP that these words number.
fn find_named_points(words: &str) -> Option<NamedPoints> {
    let words: Vec<&str> = words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.windows(3).find_map(|three| {
        let [before, number, behind] = three else { return None };
        // `Keep one AP for A, spend the other two on B.`
        let is_of_points = *behind == "ap" || (*behind == "on" && *before == "other" && words.contains(&"ap"));
        if !is_of_points {
            return None;
        }
        match (REMAINING.contains(before), number_of(number)) {
            (true, Some(number)) => Some(NamedPoints::Rest(number)),
            (false, Some(number)) if *before == "all" => Some(NamedPoints::All(number)),
            (_, _) => position_of(&ORDINALS, number).map(NamedPoints::UpTo),
        }
    })
}

/// The number that a word says.
fn number_of(word: &str) -> Option<u32> {
    word.parse().ok().or_else(|| position_of(&NUMBERS, word))
}

/// The place of a word among these, from one on.
fn position_of(words: &[&str], word: &str) -> Option<u32> {
    words.iter().position(|known| *known == word).and_then(|at| u32::try_from(at + 1).ok())
}

/// Whether an order ends with `nothing else`.
fn ends_with_nothing_else(words: &str) -> bool {
    let words = words.trim_end_matches(['.', '!', ' ']);
    let words = [" this turn", " tonight"].iter().find_map(|time| words.strip_suffix(time)).unwrap_or(words);
    [" nothing else", " nothing more", " then nothing"].iter().any(|end| words.ends_with(end))
}
