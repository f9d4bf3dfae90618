//! Ambiguous conditions, which leave open whom they mean, or how many. They are refused, because a wrong reading would
//! be worse.
//!
//! A statement of the tree holds if it is true of one of the people it is about. These words ask for more than that:
//! `every opponent is here`, `Lancer or Archer is not here`, `nobody else is here`.

use super::{Rule, joined_verbs, values};
use crate::language::pairs::Pair;

/// What is ambiguous, with an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ambiguity {
    /// `every opponent is here`: read as one of them, it would hold too soon.
    OneOrAll,
    /// `Lancer or Archer is not here`: neither of them, or one of them?
    ScopeOfDenial,
    /// `my team is here`: all of it, or one?
    WholeTeam,
    /// `Lancer is here and nobody else is here`: other than whom?
    OtherThanWhom,
    /// `Lancer attacks first`: before somebody else, or before others are attacked?
    First,
    /// `Rin is hurt`: damaged this Turn, or not in full Health?
    Hurt,
    /// `we are fighting Lancer`: in battle with him, or attacking him in this Turn?
    Fighting,
    /// `an enemy Servant is dead`: a dead character must be named.
    DeadOfAKind,
    /// `if poisoned`: who? In an order that names nobody else it is the character who acts.
    NoSubject,
    /// `If Lancer attacks himself`: an order reads this as the character who acts.
    Reflexive,
    /// `Attack any enemies`: one of them, or all?
    AnyOfSeveral,
    /// `Attack Lancer if Illya is here and use Guard`: who uses it?
    ConditionOrOrder,
    /// `If Archer attacks or kills Rin`: does he attack her, or anybody?
    SharedObject,
    /// `Attack Lancer or Archer and Illya`: which of them go together?
    OrAnd,
    /// `Attack the opponent who attacked me twice`: what is twice?
    HowOften,
}

/// Ambiguous words of a condition.
pub(crate) struct AmbiguousWords<'i> {
    pub(crate) words: Pair<'i, Rule>,
    /// What is ambiguous about them.
    pub(crate) ambiguity: Ambiguity,
}

/// Returns the ambiguous words of a sentence's pairs, in order.
pub(crate) fn find_ambiguities<'i>(
    sentence: impl Iterator<Item = Pair<'i, Rule>>,
) -> impl Iterator<Item = AmbiguousWords<'i>> {
    let (mut spoken_of, mut happens) = (false, false);
    sentence.filter_map(move |pair| {
        if pair.as_rule() == Rule::verb_phrase {
            happens = pair.first_child(Rule::be).is_some_and(|be| says_gets(&be));
        }
        let doubt = match pair.as_rule() {
            Rule::unsaid_of => Some(Ambiguity::NoSubject),
            Rule::np_one if is_any_of_several(&pair) => Some(Ambiguity::AnyOfSeveral),
            Rule::about if is_about_both_of_us(&pair) => Some(Ambiguity::OneOrAll),
            Rule::beside | Rule::outdone if find_comparison_with_any(&pair).is_some() => Some(Ambiguity::OneOrAll),
            Rule::about if says_himself(&pair) => Some(Ambiguity::Reflexive),
            Rule::about => ambiguity_of_statement(&pair),
            Rule::awaited | Rule::event_np if is_awaited_of_all(&pair) => Some(Ambiguity::OneOrAll),
            Rule::about_all if is_denied(&pair) => Some(Ambiguity::ScopeOfDenial),
            Rule::about_all if is_or_holds(&pair, is_all) => Some(Ambiguity::OneOrAll),
            // `is not here or dead`: neither, or not here, or dead?
            Rule::verb_phrase if denies_a_choice(&pair) => Some(Ambiguity::ScopeOfDenial),
            // `else` and `other` are ambiguous after a first statement: other than its subject, or other than the user?
            Rule::said => {
                spoken_of = true;
                joined_verbs::ambiguity_of_verbs(&pair)
            }
            Rule::damaged if !happens && says_hurt(&pair) => Some(Ambiguity::Hurt),
            Rule::doing if says_fighting(&pair) => Some(Ambiguity::Fighting),
            // `Both enemy Servants are here` is ambiguous; `both Lancer and Caster` names them.
            Rule::condition if says_both(&pair) => Some(Ambiguity::OneOrAll),
            // `Two opponents are not here`: two are away, or fewer than two are here?
            Rule::count_are if pair.clone().into_inner().any(|p| p.as_rule() == Rule::be && values::is_denied(p)) => {
                Some(Ambiguity::ScopeOfDenial)
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
            Rule::np if joins_by_and_and_or(&pair) => Some(Ambiguity::OrAnd),
            Rule::use_skill | Rule::use_thing | Rule::verb_clause if has_ambiguous_count(&pair) => {
                Some(Ambiguity::HowOften)
            }
            _ => None,
        };
        doubt.map(|doubt| AmbiguousWords { words: pair, ambiguity: doubt })
    })
}

/// `after she gets hurt`: what happens, and no state.
fn says_gets(be: &Pair<'_, Rule>) -> bool {
    let word = be.as_str().trim_start().to_ascii_lowercase();
    word.split_whitespace().next().is_some_and(|verb| ["get", "gets"].contains(&verb))
}

fn says_fighting(doing: &Pair<'_, Rule>) -> bool {
    let words = doing.as_str().trim_start().to_ascii_lowercase();
    ["fighting", "battling"].iter().any(|word| words.starts_with(word))
}

/// Returns the words `every opponent`, `all enemies`, `everyone` or `than any …` within ambiguous words; `None` if
/// there are none.
pub(crate) fn find_words_for_all<'i>(words: &Pair<'i, Rule>) -> Option<Pair<'i, Rule>> {
    words.clone().into_inner().flatten().find(is_all).or_else(|| find_comparison_with_any(words))
}

/// `more Health than any opponent`: more than each of them, but the tree compares with one.
fn find_comparison_with_any<'i>(compared: &Pair<'i, Rule>) -> Option<Pair<'i, Rule>> {
    let of_any = |p: &Pair<'i, Rule>| match p.as_rule() {
        Rule::some => has_child(p, &[Rule::k_any, Rule::k_anyone]),
        rule => rule == Rule::every,
    };
    let who = compared.clone().into_inner().find(|p| p.as_rule() == Rule::who_one)?;
    who.into_inner().flatten().find(of_any)
}

/// Returns the words `opponents` or `the user's Servants` in a statement about a state that is no location: one of
/// them, or all? `None` for other statements.
pub(crate) fn find_state_of_several<'i>(about: &Pair<'i, Rule>) -> Option<Pair<'i, Rule>> {
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

/// Returns the first words that put a state in the past. They are read as the present (A253).
pub(crate) fn find_past_state<'i>(sentence: impl Iterator<Item = Pair<'i, Rule>>) -> Option<Pair<'i, Rule>> {
    sentence.into_iter().find(|pair| match pair.as_rule() {
        Rule::verb_phrase => {
            let inner = || pair.clone().into_inner();
            inner().any(|p| is_state(&p))
                && inner().any(|p| is_past_verb(&p) || matches!(p.as_rule(), Rule::act_phrase | Rule::k_been))
        }
        Rule::count_are | Rule::there_are | Rule::my_number => pair.clone().into_inner().any(|p| is_past_verb(&p)),
        Rule::measured => {
            let mut inner = pair.clone().into_inner();
            inner.any(|p| is_past_verb(&p)) && !pair.clone().into_inner().any(|p| p.as_rule() == Rule::k_move)
        }
        _ => false,
    })
}

/// Returns what is ambiguous about the statement of an `about` pair; `None` if nothing is.
fn ambiguity_of_statement(about: &Pair<'_, Rule>) -> Option<Ambiguity> {
    let mut inner = about.clone().into_inner();
    let subject = inner.next()?;
    let said: Vec<_> = inner.collect();
    let within = || said.iter().flat_map(|p| std::iter::once(p.clone()).chain(p.clone().into_inner().flatten()));
    let phrases = || within().filter(|p| p.as_rule() == Rule::verb_phrase);
    if [&subject].into_iter().chain(&said).any(|p| is_or_holds(p, is_all)) {
        return Some(Ambiguity::OneOrAll);
    }
    let of_state = said.iter().any(|p| p.as_rule() == Rule::measured)
        || phrases().any(|phrase| phrase.into_inner().any(|p| is_state(&p)));
    if of_state && is_or_holds(&subject, is_whole_side) {
        return Some(Ambiguity::WholeTeam);
    }
    let denied = phrases().any(|phrase| {
        let denials = phrase.into_inner().filter(|p| match p.as_rule() {
            Rule::be | Rule::have | Rule::do_not => values::is_denied(p.clone()),
            Rule::has_trait => has_child(p, &[Rule::no_flight]),
            Rule::damaged => has_child(p, &[Rule::k_unhurt]),
            Rule::no_servant | Rule::no_servant_by => true,
            rule => matches!(rule, Rule::elsewhere | Rule::out_of | Rule::no_battle),
        });
        denials.count() % 2 == 1
    });
    if denied && is_one_of(&subject) {
        return Some(Ambiguity::ScopeOfDenial);
    }
    let of_the_dead = within().any(|p| p.as_rule() == Rule::k_dead) && is_of_a_kind(&subject);
    of_the_dead.then_some(Ambiguity::DeadOfAKind)
}

/// `Wait for everyone to act`, `wait for the enemies to attack`: whether what is awaited is a deed of all of them. The
/// first to do it would end the wait.
fn is_awaited_of_all(awaited: &Pair<'_, Rule>) -> bool {
    let of_several = |p: &Pair<'_, Rule>| matches!(p.as_rule(), Rule::every | Rule::my_team);
    let doer = awaited.clone().into_inner().next();
    doer.is_some_and(|doer| is_or_holds(&doer, of_several)) || is_or_holds(awaited, is_all)
}

/// Whether a statement is about `both of us`, or says `both` of a group. Read as one of them it would hold too soon.
fn is_about_both_of_us(about: &Pair<'_, Rule>) -> bool {
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

/// `another opponent`, `the other Servant`: opponents and allies are other than the user anyway, so other than whom?
fn is_another_of_a_side(pair: &Pair<'_, Rule>) -> bool {
    let words = pair.as_str().trim_start().to_ascii_lowercase();
    let within = || pair.clone().into_inner().flatten();
    let of_a_side =
        within().any(|p| matches!(p.as_rule(), Rule::k_opponent | Rule::k_enemy | Rule::k_ally | Rule::k_allied));
    (words.starts_with("another ") && of_a_side) || words.starts_with("the other ")
}

/// Whether somebody other than the character who acts does something to themselves.
fn says_himself(about: &Pair<'_, Rule>) -> bool {
    let mut inner = about.clone().into_inner();
    let own = inner.next().is_some_and(|subject| is_or_holds(&subject, |p| p.as_rule() == Rule::self_));
    let himself = |p: &Pair<'_, Rule>| {
        let word = p.as_str().trim().to_ascii_lowercase();
        p.as_rule() == Rule::self_ && matches!(word.as_str(), "himself" | "herself" | "itself" | "oneself" | "self")
    };
    !own && about.clone().into_inner().skip(1).any(|p| himself(&p) || p.into_inner().flatten().any(|p| himself(&p)))
}

/// Whether the words are `any enemies` or `some of the opponents`, as an object.
pub(crate) fn is_any_of_several(np: &Pair<'_, Rule>) -> bool {
    let mut within = np.clone().into_inner().flatten();
    let Some(some) = within.find(|p| p.as_rule() == Rule::some && has_child(p, &[Rule::k_any])) else { return false };
    let plural = |p: &Pair<'_, Rule>| {
        let first = p.as_str().split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
        first.ends_with('s')
    };
    let any_of_them = some.as_str().to_ascii_lowercase().starts_with("any of ");
    !any_of_them && some.into_inner().flatten().any(|p| p.as_rule() == Rule::kind && plural(&p))
}

/// Whether `twice` ends an object such as `whoever attacked me twice`: is the deed counted, or the order repeated?
fn has_ambiguous_count(clause: &Pair<'_, Rule>) -> bool {
    let parts: Vec<_> = clause.clone().into_inner().collect();
    let ends_in_deed = |p: &Pair<'_, Rule>| {
        let end = p.as_str().trim_end().len() + p.as_span().start;
        let mut within = p.clone().into_inner().flatten();
        let is_deed = |w: &Pair<'_, Rule>| matches!(w.as_rule(), Rule::act_phrase | Rule::act_plain);
        within.any(|w| is_deed(&w) && w.as_str().trim_end().len() + w.as_span().start == end)
    };
    parts.windows(2).any(|pair| match pair {
        [whom, often] => often.as_rule() == Rule::so_often && ends_in_deed(whom),
        _ => false,
    })
}

/// Whether the objects of an order are joined by both `and` and `or`.
fn joins_by_and_and_or(np: &Pair<'_, Rule>) -> bool {
    let ones: Vec<_> = np.clone().into_inner().filter(|p| p.as_rule() == Rule::np_one).collect();
    let says_or = |one: &Pair<'_, Rule>| {
        let object = one.clone().into_inner().find(|p| p.as_rule() == Rule::object);
        object.is_some_and(|object| has_child(&object, &[Rule::k_or]))
    };
    ones.len() > 1 && ones.iter().any(says_or)
}

/// Whether a choice of several states is denied.
fn denies_a_choice(phrase: &Pair<'_, Rule>) -> bool {
    let mut inner = phrase.clone().into_inner();
    let denied = inner.clone().any(|p| p.as_rule() == Rule::be && values::is_denied(p));
    denied && inner.any(|p| matches!(p.as_rule(), Rule::beings | Rule::each_being))
}

/// Whether the word is `hurt` or the like, which can mean a state or an event.
pub(crate) fn says_hurt(damaged: &Pair<'_, Rule>) -> bool {
    ["hurt", "unhurt", "wounded", "injured", "uninjured"]
        .iter()
        .any(|word| damaged.as_str().trim().eq_ignore_ascii_case(word))
}

/// Whether a statement is about a state, and not about an event.
pub(super) fn is_of_state(said: &Pair<'_, Rule>) -> bool {
    is_or_holds(said, |p| {
        let state = |p: Pair<'_, Rule>| is_state(&p) || has_child(&p, &[Rule::k_dead, Rule::k_alive]);
        p.as_rule() == Rule::measured || (p.as_rule() == Rule::verb_phrase && p.clone().into_inner().any(state))
    })
}

/// Whether anything is denied within a statement.
pub(super) fn is_denied(statement: &Pair<'_, Rule>) -> bool {
    is_or_holds(statement, |p| match p.as_rule() {
        Rule::be | Rule::have | Rule::do_not => values::is_denied(p.clone()),
        rule => matches!(rule, Rule::elsewhere | Rule::out_of | Rule::no_battle | Rule::not_being),
    })
}

/// Whether a condition begins with `both` without naming two people: it is about a group, or `and` joins nothing.
fn says_both(condition: &Pair<'_, Rule>) -> bool {
    let within = || condition.clone().into_inner().flatten();
    let both = within().next().filter(|p| p.as_rule() == Rule::k_either);
    let both = both.is_some_and(|p| p.as_str().trim().eq_ignore_ascii_case("both"));
    let subject = within().find(|p| p.as_rule() == Rule::subject);
    let one = within().filter(|p| p.as_rule() == Rule::not_c).count() == 1
        && !within().any(|p| p.as_rule() == Rule::about_all);
    both && (one || subject.is_some_and(|subject| is_or_holds(&subject, |p| p.as_rule() == Rule::group)))
}

/// Whether a pair or one of its descendants passes a test.
pub(super) fn is_or_holds(pair: &Pair<'_, Rule>, test: fn(&Pair<'_, Rule>) -> bool) -> bool {
    test(pair) || pair.clone().into_inner().flatten().any(|p| test(&p))
}

fn has_child(pair: &Pair<'_, Rule>, rules: &[Rule]) -> bool {
    pair.clone().into_inner().any(|p| rules.contains(&p.as_rule()))
}

/// Whether the words are `every opponent`, `all enemies`, `everyone`.
pub(super) fn is_all(pair: &Pair<'_, Rule>) -> bool {
    pair.as_rule() == Rule::every && has_child(pair, &[Rule::k_every, Rule::k_all, Rule::k_everyone, Rule::k_both])
}

/// Whether the words are `my team`, `we`, `my Servants`, `the opponents`.
fn is_whole_side(pair: &Pair<'_, Rule>) -> bool {
    let all_of_mine = || has_child(pair, &[Rule::k_my, Rule::k_our, Rule::k_the, Rule::the_user]);
    let plural = || pair.as_str().trim_end().ends_with(['s', 'S']);
    pair.as_rule() == Rule::my_team || (pair.as_rule() == Rule::every && all_of_mine() && plural())
}

/// Whether the subject is one of several: `Lancer or Archer`, `an opponent`, `anyone`. A denial could be of one or of
/// all.
fn is_one_of(subject: &Pair<'_, Rule>) -> bool {
    let persons = subject.clone().into_inner().filter(|p| p.as_rule() == Rule::who_one).count();
    let neither = has_child(subject, &[Rule::k_neither]);
    !neither && (persons > 1 || is_or_holds(subject, |p| p.as_rule() == Rule::some))
}

/// Whether somebody is described and not named: by a kind, a group, `my Servant`.
fn is_of_a_kind(subject: &Pair<'_, Rule>) -> bool {
    const KINDS: [Rule; 7] =
        [Rule::nobody, Rule::group, Rule::some, Rule::my_role, Rule::their_role, Rule::role, Rule::my_team];
    is_or_holds(subject, |p| KINDS.contains(&p.as_rule()))
}

/// Whether `first` refers to nothing: `attacks first` without an object, and `sees Lancer first`, which is no event.
fn is_first_of_nothing(act: &Pair<'_, Rule>) -> bool {
    let whom = |p: &Pair<'_, Rule>| p.as_rule() == Rule::object;
    let of_state = has_child(act, &[Rule::detects, Rule::stays, Rule::holds]);
    has_child(act, &[Rule::k_first]) && (of_state || !act.clone().into_inner().flatten().any(|p| whom(&p)))
}

/// Whether a pair describes what somebody is or has, and not an event.
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
        // Seeing somebody is a state too.
        Rule::seen => true,
        Rule::act_phrase => has_child(pair, &[Rule::detects, Rule::stays, Rule::holds]) && values::is_past_form(pair),
        Rule::be_trait => !has_child(pair, &[Rule::k_dead, Rule::k_alive, Rule::by_user]),
        _ => false,
    }
}

/// Whether a verb is in the past: `was`, `were`, `had`, `did not`.
fn is_past_verb(pair: &Pair<'_, Rule>) -> bool {
    let text = pair.as_str().to_ascii_lowercase();
    let verb = matches!(pair.as_rule(), Rule::be | Rule::have | Rule::do_not);
    let past = ["was", "were", "had", "did"].iter().any(|word| text.starts_with(word));
    verb && (past || text.trim_end().ends_with("been"))
}
