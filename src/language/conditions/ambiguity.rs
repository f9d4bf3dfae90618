//! Conditions that leave open whom they mean, or how many: they are refused, for a misreading costs more.
//!
//! The tree asks whether a statement holds of one of those it speaks of. Words that ask more than that would be read as
//! less: `every opponent is here`, `Lancer or Archer is not here`, `nobody else is here`.

use super::{Rule, joined_verbs, words};
use crate::language::pairs::Pair;

/// Why words leave something open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ambiguity {
    /// `every opponent is here`: asked of one, it would hold too soon.
    All,
    /// `Lancer or Archer is not here`: neither of them, or one of them?
    OneNot,
    /// `my team is here`: all of it, or one?
    WholeTeam,
    /// `Lancer is here and nobody else is here`: other than whom?
    OtherThanWhom,
    /// `Lancer attacks first`: before whom, or whom first?
    First,
    /// `Rin is hurt`: damaged this Turn, or not in full Health?
    Hurt,
    /// `we are fighting Lancer`: in battle with him, or a blow of this Turn?
    Fighting,
    /// `an enemy Servant is dead`: the dead are known by name.
    DeadOfAKind,
    /// `if poisoned`: of whom? In an order that names nobody else it is whoever acts.
    Unsaid,
    /// `If Lancer attacks himself`: an order reads this as whoever acts.
    Himself,
    /// `Attack any enemies`: one of them, or all?
    AnyOfSeveral,
    /// `Attack Lancer if Illya is here and use Guard`: who uses it?
    AnOrder,
    /// `If Archer attacks or kills Rin`: does he attack her, or anybody?
    SharedObject,
    /// `Attack Lancer or Archer and Illya`: which of them go together?
    OrAnd,
    /// `Attack the opponent who attacked me twice`: what is twice?
    HowOften,
}

/// Words of a condition that leave something open.
pub(crate) struct AmbiguousWords<'i> {
    pub(crate) words: Pair<'i, Rule>,
    /// What they leave open.
    pub(crate) doubt: Ambiguity,
}

/// The words of a sentence that leave open whom a condition means, or how many.
pub(crate) fn ambiguities<'i>(
    sentence: impl Iterator<Item = Pair<'i, Rule>>,
) -> impl Iterator<Item = AmbiguousWords<'i>> {
    let mut spoken_of = false;
    sentence.filter_map(move |pair| {
        let doubt = match pair.as_rule() {
            Rule::unsaid_of => Some(Ambiguity::Unsaid),
            Rule::np_one if is_any_of_several(&pair) => Some(Ambiguity::AnyOfSeveral),
            Rule::about if holds_both_of_us(&pair) => Some(Ambiguity::All),
            Rule::beside | Rule::outdone if than_any(&pair).is_some() => Some(Ambiguity::All),
            Rule::about if says_himself(&pair) => Some(Ambiguity::Himself),
            Rule::about => of_statement(&pair),
            Rule::about_all if is_denied(&pair) => Some(Ambiguity::OneNot),
            Rule::about_all if is_or_holds(&pair, is_all) => Some(Ambiguity::All),
            // `is not here or dead`: neither, or not here, or dead?
            Rule::verb_phrase if denies_a_choice(&pair) => Some(Ambiguity::OneNot),
            // Whoever a statement begins with is spoken of by then.
            Rule::said => {
                spoken_of = true;
                joined_verbs::doubt(&pair)
            }
            Rule::damaged if says_hurt(&pair) => Some(Ambiguity::Hurt),
            Rule::doing if says_fighting(&pair) => Some(Ambiguity::Fighting),
            // `Both enemy Servants are here`; `both Lancer and Caster` are named.
            Rule::condition if says_both(&pair) => Some(Ambiguity::All),
            // `Two opponents are not here`: two are away, or there are not two?
            Rule::count_are if pair.clone().into_inner().any(|p| p.as_rule() == Rule::be && words::is_denied(p)) => {
                Some(Ambiguity::OneNot)
            }
            Rule::some | Rule::every if is_another_of_a_side(&pair) => Some(Ambiguity::OtherThanWhom),
            Rule::k_else | Rule::k_other if spoken_of => Some(Ambiguity::OtherThanWhom),
            Rule::k_an if spoken_of && pair.as_str().trim().eq_ignore_ascii_case("another") => {
                Some(Ambiguity::OtherThanWhom)
            }
            Rule::act_phrase if is_first_of_nothing(&pair) => Some(Ambiguity::First),
            Rule::measured => {
                spoken_of = true;
                None
            }
            Rule::np if joins_both(&pair) => Some(Ambiguity::OrAnd),
            Rule::use_skill | Rule::use_thing | Rule::verb_clause if counts_either(&pair) => Some(Ambiguity::HowOften),
            _ => None,
        };
        doubt.map(|doubt| AmbiguousWords { words: pair, doubt })
    })
}

fn says_fighting(doing: &Pair<'_, Rule>) -> bool {
    let words = doing.as_str().trim_start().to_ascii_lowercase();
    ["fighting", "battling"].iter().any(|word| words.starts_with(word))
}

/// The words `every opponent`, `all enemies`, `everyone` in what leaves open of how many it is said.
pub(crate) fn said_of_all<'i>(words: &Pair<'i, Rule>) -> Option<Pair<'i, Rule>> {
    words.clone().into_inner().flatten().find(is_all).or_else(|| than_any(words))
}

/// `more Health than any opponent`: than each of them, where the tree asks it of one.
fn than_any<'i>(compared: &Pair<'i, Rule>) -> Option<Pair<'i, Rule>> {
    let of_any = |p: &Pair<'i, Rule>| match p.as_rule() {
        Rule::some => holds(p, &[Rule::k_any, Rule::k_anyone]),
        rule => rule == Rule::every,
    };
    let who = compared.clone().into_inner().find(|p| p.as_rule() == Rule::who_one)?;
    who.into_inner().flatten().find(of_any)
}

/// The words `opponents`, `the user's Servants` where a state is said of them that is no place: of one, or of all?
pub(crate) fn state_of_several<'i>(about: &Pair<'i, Rule>) -> Option<Pair<'i, Rule>> {
    let mut inner = about.clone().into_inner();
    let subject = inner.next().filter(|p| p.as_rule() == Rule::subject)?;
    let said = inner.last()?;
    let within = || std::iter::once(said.clone()).chain(said.clone().into_inner().flatten());
    let in_place = |p: &Pair<'_, Rule>| matches!(p.as_rule(), Rule::where_ | Rule::same_place | Rule::in_places);
    let state = said.as_rule() == Rule::measured
        || within().any(|p| matches!(p.as_rule(), Rule::k_dead | Rule::k_alive))
        || within().any(|p| p.as_rule() == Rule::verb_phrase && p.into_inner().any(|p| is_state(&p) && !in_place(&p)));
    let one = subject.clone().into_inner().find(|p| p.as_rule() == Rule::who_one)?;
    let last = one.clone().into_inner().last()?;
    let mut kinds = std::iter::once(last.clone()).chain(last.clone().into_inner().flatten());
    let several = matches!(last.as_rule(), Rule::every | Rule::role)
        && !is_all(&last)
        && kinds.any(|p| {
            let word = p.as_str().split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
            matches!(p.as_rule(), Rule::kind | Rule::role) && (word.ends_with('s') || word == "people")
        });
    (state && several).then_some(one)
}

/// The words of a sentence that say of a state that it was: they are asked as if they said that it is (A253).
pub(crate) fn past_state<'i>(sentence: impl Iterator<Item = Pair<'i, Rule>>) -> Option<Pair<'i, Rule>> {
    sentence.into_iter().find(|pair| match pair.as_rule() {
        Rule::verb_phrase => {
            let inner = || pair.clone().into_inner();
            inner().any(|p| is_state(&p))
                && inner().any(|p| was(&p) || matches!(p.as_rule(), Rule::act_phrase | Rule::k_been))
        }
        Rule::count_are | Rule::there_are | Rule::my_number => pair.clone().into_inner().any(|p| was(&p)),
        Rule::measured => {
            let mut inner = pair.clone().into_inner();
            inner.any(|p| was(&p)) && !pair.clone().into_inner().any(|p| p.as_rule() == Rule::k_move)
        }
        _ => false,
    })
}

/// What the statement of an `about` pair leaves open.
fn of_statement(about: &Pair<'_, Rule>) -> Option<Ambiguity> {
    let mut inner = about.clone().into_inner();
    let subject = inner.next()?;
    let said: Vec<_> = inner.collect();
    let within = || said.iter().flat_map(|p| std::iter::once(p.clone()).chain(p.clone().into_inner().flatten()));
    let phrases = || within().filter(|p| p.as_rule() == Rule::verb_phrase);
    if [&subject].into_iter().chain(&said).any(|p| is_or_holds(p, is_all)) {
        return Some(Ambiguity::All);
    }
    let of_state = said.iter().any(|p| p.as_rule() == Rule::measured)
        || phrases().any(|phrase| phrase.into_inner().any(|p| is_state(&p)));
    if of_state && is_or_holds(&subject, is_whole) {
        return Some(Ambiguity::WholeTeam);
    }
    let denied = phrases().any(|phrase| {
        let denials = phrase.into_inner().filter(|p| match p.as_rule() {
            Rule::be | Rule::have | Rule::do_not => words::is_denied(p.clone()),
            rule => matches!(rule, Rule::elsewhere | Rule::out_of | Rule::no_battle),
        });
        denials.count() % 2 == 1
    });
    if denied && is_one_of(&subject) {
        return Some(Ambiguity::OneNot);
    }
    let of_the_dead = within().any(|p| p.as_rule() == Rule::k_dead) && is_of_a_kind(&subject);
    of_the_dead.then_some(Ambiguity::DeadOfAKind)
}

/// Whether a statement is about `both of us`, or says `both` of a group: what is so of both is not so of one.
fn holds_both_of_us(about: &Pair<'_, Rule>) -> bool {
    let says_both = |p: &Pair<'_, Rule>| {
        let words = p.as_str().to_ascii_lowercase();
        words.contains("both") || words.contains("two")
    };
    let of_team = |p: &Pair<'_, Rule>| p.as_rule() == Rule::my_team;
    let of_group = |p: &Pair<'_, Rule>| matches!(p.as_rule(), Rule::my_team | Rule::group);
    let mut within = about.clone().into_inner().flatten();
    let adverb = within.any(|p| p.as_rule() == Rule::k_adverb && says_both(&p));
    let mut within = std::iter::once(about.clone()).chain(about.clone().into_inner().flatten());
    within.any(|p| (of_team(&p) && says_both(&p)) || (adverb && of_group(&p)))
}

/// `another opponent`, `the other Servant`: opponents and allies are others anyhow, so other than whom?
fn is_another_of_a_side(pair: &Pair<'_, Rule>) -> bool {
    let words = pair.as_str().trim_start().to_ascii_lowercase();
    let within = || pair.clone().into_inner().flatten();
    let of_a_side =
        within().any(|p| matches!(p.as_rule(), Rule::k_opponent | Rule::k_enemy | Rule::k_ally | Rule::k_allied));
    (words.starts_with("another ") && of_a_side) || words.starts_with("the other ")
}

/// Whether somebody but whoever acts does something to themselves.
fn says_himself(about: &Pair<'_, Rule>) -> bool {
    let mut inner = about.clone().into_inner();
    let own = inner.next().is_some_and(|subject| is_or_holds(&subject, |p| p.as_rule() == Rule::self_));
    let himself = |p: &Pair<'_, Rule>| {
        let word = p.as_str().trim().to_ascii_lowercase();
        p.as_rule() == Rule::self_ && matches!(word.as_str(), "himself" | "herself" | "itself" | "oneself" | "self")
    };
    !own && about.clone().into_inner().skip(1).any(|p| himself(&p) || p.into_inner().flatten().any(|p| himself(&p)))
}

/// `any enemies`, `some of the opponents` as whom something is done to.
pub(crate) fn is_any_of_several(np: &Pair<'_, Rule>) -> bool {
    let mut within = np.clone().into_inner().flatten();
    let Some(some) = within.find(|p| p.as_rule() == Rule::some && holds(p, &[Rule::k_any])) else { return false };
    let plural = |p: &Pair<'_, Rule>| {
        let first = p.as_str().split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
        first.ends_with('s')
    };
    let any_of_them = some.as_str().to_ascii_lowercase().starts_with("any of ");
    !any_of_them && some.into_inner().flatten().any(|p| p.as_rule() == Rule::kind && plural(&p))
}

/// `whoever attacked me twice` at the end of whom an order names: how often they did, or how often it is done?
fn counts_either(clause: &Pair<'_, Rule>) -> bool {
    let parts: Vec<_> = clause.clone().into_inner().collect();
    let ends_in_deed = |p: &Pair<'_, Rule>| {
        let end = p.as_str().trim_end().len() + p.as_span().start;
        let mut within = p.clone().into_inner().flatten();
        within.any(|w| w.as_rule() == Rule::act_phrase && w.as_str().trim_end().len() + w.as_span().start == end)
    };
    parts.windows(2).any(|pair| match pair {
        [whom, often] => often.as_rule() == Rule::so_often && ends_in_deed(whom),
        _ => false,
    })
}

/// Whether whom an order names is joined by `and` and `or` both.
fn joins_both(np: &Pair<'_, Rule>) -> bool {
    let ones: Vec<_> = np.clone().into_inner().filter(|p| p.as_rule() == Rule::np_one).collect();
    let says_or = |one: &Pair<'_, Rule>| {
        let object = one.clone().into_inner().find(|p| p.as_rule() == Rule::object);
        object.is_some_and(|object| holds(&object, &[Rule::k_or]))
    };
    ones.len() > 1 && ones.iter().any(says_or)
}

/// Whether one of several things is denied of somebody.
fn denies_a_choice(phrase: &Pair<'_, Rule>) -> bool {
    let mut inner = phrase.clone().into_inner();
    let denied = inner.clone().any(|p| p.as_rule() == Rule::be && words::is_denied(p));
    denied && inner.any(|p| matches!(p.as_rule(), Rule::beings | Rule::each_being))
}

/// Whether it is said of somebody that they are hurt, which can be a state.
pub(crate) fn says_hurt(damaged: &Pair<'_, Rule>) -> bool {
    ["hurt", "unhurt", "wounded", "injured", "uninjured"]
        .iter()
        .any(|word| damaged.as_str().trim().eq_ignore_ascii_case(word))
}

/// Whether what is said of somebody is so, and is nothing that happens.
pub(super) fn is_of_state(said: &Pair<'_, Rule>) -> bool {
    is_or_holds(said, |p| {
        let state = |p: Pair<'_, Rule>| is_state(&p) || holds(&p, &[Rule::k_dead, Rule::k_alive]);
        p.as_rule() == Rule::measured || (p.as_rule() == Rule::verb_phrase && p.clone().into_inner().any(state))
    })
}

/// Whether anything is denied within a statement.
fn is_denied(statement: &Pair<'_, Rule>) -> bool {
    is_or_holds(statement, |p| match p.as_rule() {
        Rule::be | Rule::have | Rule::do_not => words::is_denied(p.clone()),
        rule => matches!(rule, Rule::elsewhere | Rule::out_of | Rule::no_battle | Rule::not_being),
    })
}

/// Whether a condition begins with `both` and does not name them: of a group, or of nothing that `and` joins.
fn says_both(condition: &Pair<'_, Rule>) -> bool {
    let within = || condition.clone().into_inner().flatten();
    let both = within().next().filter(|p| p.as_rule() == Rule::k_either);
    let both = both.is_some_and(|p| p.as_str().trim().eq_ignore_ascii_case("both"));
    let subject = within().find(|p| p.as_rule() == Rule::subject);
    let one = within().filter(|p| p.as_rule() == Rule::not_c).count() == 1
        && !within().any(|p| p.as_rule() == Rule::about_all);
    both && (one || subject.is_some_and(|subject| is_or_holds(&subject, |p| p.as_rule() == Rule::group)))
}

/// Whether a pair is such, or holds one.
pub(super) fn is_or_holds(pair: &Pair<'_, Rule>, test: fn(&Pair<'_, Rule>) -> bool) -> bool {
    test(pair) || pair.clone().into_inner().flatten().any(|p| test(&p))
}

fn holds(pair: &Pair<'_, Rule>, rules: &[Rule]) -> bool {
    pair.clone().into_inner().any(|p| rules.contains(&p.as_rule()))
}

/// `every opponent`, `all enemies`, `everyone`.
pub(super) fn is_all(pair: &Pair<'_, Rule>) -> bool {
    pair.as_rule() == Rule::every && holds(pair, &[Rule::k_every, Rule::k_all, Rule::k_everyone, Rule::k_both])
}

/// `my team`, `we`, `my Servants`, `the opponents`.
fn is_whole(pair: &Pair<'_, Rule>) -> bool {
    let all_of_mine = || holds(pair, &[Rule::k_my, Rule::k_our, Rule::k_the, Rule::the_user]);
    let plural = || pair.as_str().trim_end().ends_with(['s', 'S']);
    pair.as_rule() == Rule::my_team || (pair.as_rule() == Rule::every && all_of_mine() && plural())
}

/// `Lancer or Archer`, `an opponent`, `anyone`: what is denied of them is denied of one, or of all?
fn is_one_of(subject: &Pair<'_, Rule>) -> bool {
    let persons = subject.clone().into_inner().filter(|p| p.as_rule() == Rule::who_one).count();
    let neither = holds(subject, &[Rule::k_neither]);
    !neither && (persons > 1 || is_or_holds(subject, |p| p.as_rule() == Rule::some))
}

/// Somebody told by what they are or whose, not by name: a kind, a group, `my Servant`.
fn is_of_a_kind(subject: &Pair<'_, Rule>) -> bool {
    const KINDS: [Rule; 7] =
        [Rule::nobody, Rule::group, Rule::some, Rule::my_role, Rule::their_role, Rule::role, Rule::my_team];
    is_or_holds(subject, |p| KINDS.contains(&p.as_rule()))
}

/// `attacks first`, where it does not say whom, and `sees Lancer first`, which is no event: of what does it come first?
fn is_first_of_nothing(act: &Pair<'_, Rule>) -> bool {
    let whom = |p: &Pair<'_, Rule>| p.as_rule() == Rule::object;
    let of_state = holds(act, &[Rule::detects, Rule::stays, Rule::holds]);
    holds(act, &[Rule::k_first]) && (of_state || !act.clone().into_inner().flatten().any(|p| whom(&p)))
}

/// Whether a pair says what somebody is or has, and not what happened.
fn is_state(pair: &Pair<'_, Rule>) -> bool {
    match pair.as_rule() {
        Rule::beings | Rule::each_being => pair.clone().into_inner().any(|p| is_state(&p)),
        Rule::where_
        | Rule::our_ally
        | Rule::no_servant
        | Rule::no_servant_by
        | Rule::among
        | Rule::among_these
        | Rule::same_place
        | Rule::elsewhere
        | Rule::out_of
        | Rule::no_battle
        | Rule::down_to
        | Rule::holding
        | Rule::has_trait
        | Rule::outdone
        | Rule::ailments
        | Rule::at_level
        | Rule::measures
        | Rule::active => true,
        // Whom somebody sees is so at a moment too.
        Rule::seen => true,
        Rule::act_phrase => holds(pair, &[Rule::detects, Rule::stays, Rule::holds]) && words::is_past_form(pair),
        Rule::be_trait => !holds(pair, &[Rule::k_dead, Rule::k_alive, Rule::by_user]),
        _ => false,
    }
}

/// `was`, `were`, `had`, `did not`.
fn was(pair: &Pair<'_, Rule>) -> bool {
    let text = pair.as_str().to_ascii_lowercase();
    let verb = matches!(pair.as_rule(), Rule::be | Rule::have | Rule::do_not);
    let past = ["was", "were", "had", "did"].iter().any(|word| text.starts_with(word));
    verb && (past || text.trim_end().ends_with("been"))
}
