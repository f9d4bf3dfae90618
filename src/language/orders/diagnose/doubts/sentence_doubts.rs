//! Doubts that only the whole sentence shows: who does a verb, whom `other` leaves out, whose maximum a fraction means.

use super::{Doubt, contains_pair, is_another, starts_with_any};
use crate::language::codes;
use crate::language::conditions::shares_object_of_next;
use crate::language::pairs::Pair;
use crate::language::parser::Rule;
use crate::language::prepare::split::begins_order;

type Phrase<'i> = Pair<'i, Rule>;

/// The first words that are ambiguous only in the whole sentence.
pub(in crate::language::orders) fn first_doubt<'i>(all: &[Phrase<'i>]) -> Option<(Phrase<'i>, Doubt)> {
    let at =
        |found: Option<(usize, Doubt)>| found.and_then(|(pair_at, doubt)| Some((all.get(pair_at)?.clone(), doubt)));
    at(find_subjectless_verb(all))
        .or_else(|| at(find_pronoun_in_alternative(all)))
        .or_else(|| at(find_unclear_other(all)))
        .or_else(|| at(find_unclear_exception(all)))
        .or_else(|| at(find_several_own_people(all)))
        .or_else(|| at(find_unclear_fraction(all)))
        .or_else(|| at(find_repeated_while(all)))
        .or_else(|| at(find_stays_condition(all)))
        .or_else(|| at(find_plural_attack_event(all)))
        .or_else(|| at(find_my_other_servant(all)))
        .or_else(|| at(find_pronoun_after_command(all)))
        .or_else(|| at(find_wait_for_either(all)))
        .or_else(|| at(find_delay_of_last_target(all)))
        .or_else(|| at(find_choice_beside_and(all)))
        .or_else(|| at(find_object_of_two_statements(all)))
}

const fn whom_doubt(message: &'static str, note: &'static str) -> Doubt {
    Doubt { code: codes::WHOM, message, note }
}

/// `If Lancer hits me, then hits Archer, Parry`: a verb in the third person behind a condition, without a subject.
fn find_subjectless_verb(all: &[Phrase<'_>]) -> Option<(usize, Doubt)> {
    let is_condition = |p: &&Phrase<'_>| matches!(p.as_rule(), Rule::condition | Rule::unsaid_of | Rule::on_event);
    let from = all.iter().filter(is_condition).map(|p| p.as_span().start).min()?;
    let whole = all.first()?;
    // `Saber uses Mend on Rin if Rin is hurt, and otherwise uses Guard`: whoever acts in the other case does so here.
    let follows_otherwise = |p: &Phrase<'_>| {
        let before = whole.as_str().get(..p.as_span().start.saturating_sub(whole.as_span().start)).unwrap_or_default();
        before.trim_end_matches([' ', ',']).to_ascii_lowercase().ends_with("otherwise")
    };
    let has_doer = |p: &Phrase<'_>| p.clone().into_inner().any(|p| p.as_rule() == Rule::doer);
    let mut behind =
        all.iter().enumerate().filter(|(_, p)| p.as_rule() == Rule::order_action && p.as_span().start > from);
    // `If Lancer is here, Rin buys a Splint and gives it to Saber`: who acts first acts on.
    let (at, _) = behind
        .find(|(_, p)| has_doer(p) || is_in_third_person(p.as_str()) && !follows_otherwise(p))
        .filter(|(_, p)| !has_doer(p))?;
    let note = "of an order write `Attack Archer`; of an event, `if Lancer hits me and hits Archer`";
    Some((at, whom_doubt("who does this, whoever the condition speaks of or whoever acts?", note)))
}

fn is_in_third_person(words: &str) -> bool {
    let verb = words.trim_start().split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    ["s", "es"].iter().any(|ending| {
        let base = verb.strip_suffix(ending);
        base.is_some_and(|base| base.len() > 1 && !base.ends_with('s') && begins_order(base))
    })
}

/// `Command Saber "Obey me!": "Protect Tobias" if he is here`: the Servant, or the person in the quoted words?
fn find_pronoun_after_command(all: &[Phrase<'_>]) -> Option<(usize, Doubt)> {
    let quotes_order =
        |p: &&Phrase<'_>| p.as_rule() == Rule::spell_object && contains_pair(p, |p| p.as_rule() == Rule::quoted_name);
    let end_of_command = all.iter().find(quotes_order).map(|p| p.as_span().end)?;
    let at = all.iter().position(|p| {
        p.as_rule() == Rule::condition
            && p.as_span().start >= end_of_command
            && contains_pair(p, |p| matches!(p.as_rule(), Rule::k_they | Rule::k_their | Rule::that_one))
    })?;
    Some((
        at,
        whom_doubt(
            "whom does the word mean, the Servant or whom the order for them names?",
            "write the name in its place",
        ),
    ))
}

/// `Wait for Archer to attack Rin or Lancer to flee, then use Guard`: the second is awaited too, and is no order.
fn find_wait_for_either(all: &[Phrase<'_>]) -> Option<(usize, Doubt)> {
    let at = all
        .iter()
        .position(|p| p.as_rule() == Rule::wait_until && contains_pair(p, |p| p.as_rule() == Rule::awaited))?;
    let is_for_either = all.first().is_some_and(|whole| is_wait_for_either(whole.as_str()));
    let note = "write an order for each: `When Archer attacks Rin, …`, `When Lancer flees, …`";
    is_for_either.then_some((at, whom_doubt("is the second of these waited for too, or done?", note)))
}

/// Whether a sentence says `Wait for A to X or B to Y` before its order.
fn is_wait_for_either(sentence: &str) -> bool {
    let words = sentence.to_ascii_lowercase();
    let Some((_, behind)) = words.split_once("wait for ") else { return false };
    let awaited = [", then ", " then ", ", and then ", "; "].iter().filter_map(|end| behind.find(end)).min();
    let awaited = behind.get(..awaited.unwrap_or(behind.len())).unwrap_or_default();
    awaited.split_once(" or ").is_some_and(|(first, second)| first.contains(" to ") && second.contains(" to "))
}

/// `If Lancer is gone, or in Spirit Form and Archer is here`: does the `and` join the last two, or all?
fn find_choice_beside_and(all: &[Phrase<'_>]) -> Option<(usize, Doubt)> {
    let joins_several = |p: &&Phrase<'_>| p.as_rule() == Rule::all_of && p.first_child(Rule::k_and).is_some();
    let joined = || all.iter().filter(joins_several).flat_map(|p| p.clone().into_inner());
    let ends: Vec<usize> = joined().map(|p| p.as_span().start + p.as_str().trim_end().len()).collect();
    let at = all.iter().position(|p| {
        p.as_rule() == Rule::beings
            && p.as_str().contains(',')
            && ends.contains(&(p.as_span().start + p.as_str().trim_end().len()))
    })?;
    let note = "write brackets: `If Lancer is gone or (Lancer is in Spirit Form and Archer is here), …`, \
                `If (Lancer is gone or in Spirit Form) and Archer is here, …`";
    Some((at, Doubt { code: codes::WHOM, message: "does `and` join the last two, or all?", note }))
}

/// `If Lancer attacked or Archer hit Rin`: does Lancer attack her, or anybody?
fn find_object_of_two_statements(all: &[Phrase<'_>]) -> Option<(usize, Doubt)> {
    let whole = all.first()?;
    let statements = || all.iter().enumerate().filter(|(_, p)| p.as_rule() == Rule::about);
    let (at, _) = statements().zip(statements().skip(1)).map(|((at, first), (_, second))| (at, (first, second))).find(
        |(_, (first, second))| {
            let start = first.as_span().start + first.as_str().trim_end().len() - whole.as_span().start;
            let end = second.as_span().start - whole.as_span().start;
            let between = whole.as_str().get(start..end).unwrap_or_default().trim();
            ["and", "or"].iter().any(|word| between.eq_ignore_ascii_case(word)) && shares_object_of_next(first, second)
        },
    )?;
    let note = "repeat it: `If Lancer attacked Rin or Archer hit Rin, …`, or put a comma behind the first";
    Some((at, whom_doubt("to which of the two verbs does what stands behind them belong?", note)))
}

/// `Attack Lancer, or Archer if he is here`: which of the two?
fn find_pronoun_in_alternative(all: &[Phrase<'_>]) -> Option<(usize, Doubt)> {
    let at = all.iter().position(|p| {
        let asks_pronoun = |p: &Phrase<'_>| {
            p.as_rule() == Rule::condition && contains_pair(p, |p| matches!(p.as_rule(), Rule::k_they | Rule::k_their))
        };
        p.as_rule() == Rule::other_np && p.clone().into_inner().any(|p| asks_pronoun(&p))
    })?;
    Some((
        at,
        whom_doubt("whom does the word mean, of the two?", "write the name: `…, or Archer if Lancer is not here`"),
    ))
}

/// `Attack Lancer if no other Servant is here`: other than Lancer, or than the actor?
fn find_unclear_other(all: &[Phrase<'_>]) -> Option<(usize, Doubt)> {
    all.first().filter(|whole| whole.text_may_have([Rule::k_other, Rule::k_an, Rule::k_else]))?;
    let names_somebody = all.iter().any(|p| {
        matches!(p.as_rule(), Rule::np | Rule::bare_np | Rule::about) && contains_pair(p, |p| p.as_rule() == Rule::name)
    });
    let names_side = |p: &Phrase<'_>| matches!(p.as_rule(), Rule::k_opponent | Rule::k_enemy);
    let at = all.iter().position(|p| {
        let is_condition = matches!(p.as_rule(), Rule::condition | Rule::unsaid_of);
        let is_other = |p: &Phrase<'_>| is_another(p) || p.as_rule() == Rule::k_else;
        is_condition
            && p.clone().into_inner().flatten().any(|p| {
                let is_group = matches!(
                    p.as_rule(),
                    Rule::some | Rule::every | Rule::nobody | Rule::group | Rule::count_are | Rule::there_are
                );
                is_group && contains_pair(&p, is_other) && (names_somebody || contains_pair(&p, names_side))
            })
    })?;
    Some((
        at,
        whom_doubt("other than whom?", "write `no enemy Servant except Lancer`, or count them: `2 or more opponents`"),
    ))
}

/// `If somebody other than Lancer and me attacks him`: is `me` left out too, or an attacker? `Everyone except my team
/// and Caster`: is Caster left out too, or another target?
fn find_unclear_exception(all: &[Phrase<'_>]) -> Option<(usize, Doubt)> {
    all.first().filter(|whole| whole.text_may_have([Rule::but_these, Rule::but_team]))?;
    let is_exception = |p: &Phrase<'_>| matches!(p.as_rule(), Rule::but_these | Rule::but_team);
    let has_exception_before_last = |p: &Phrase<'_>, of: Rule| {
        let mut people = p.clone().into_inner().filter(|p| p.as_rule() == of).collect::<Vec<_>>();
        people.pop();
        people.iter().any(|one| contains_pair(one, is_exception))
    };
    let of_condition = all.iter().position(|p| {
        matches!(p.as_rule(), Rule::subject | Rule::about_all) && has_exception_before_last(p, Rule::who_one)
    });
    if let Some(at) = of_condition {
        let note = "say it of whom it befalls: `If Rin is attacked by somebody other than Lancer and me, …`, or name who does it";
        return Some((at, whom_doubt("is whoever stands behind left out too, or do they do it?", note)));
    }
    // `Every Servant except Lancer, and Tokiomi`: of two, the comma may end the exception.
    let has_comma_before_second = |p: &Phrase<'_>| {
        let names =
            p.clone().into_inner().filter(|p| !matches!(p.as_rule(), Rule::k_but | Rule::k_and_also | Rule::k_or));
        p.as_rule() == Rule::but_these && p.as_str().contains(',') && names.count() == 2
    };
    let at = all.iter().position(|p| {
        let repeats_lead =
            p.clone().into_inner().any(|p| matches!(p.as_rule(), Rule::k_on | Rule::k_against | Rule::o_versus));
        let is_unclear_list = !repeats_lead && has_exception_before_last(p, Rule::np_one);
        p.as_rule() == Rule::np && is_unclear_list || has_comma_before_second(p)
    })?;
    let note = "left out too: name each with `except`; as well: `… except Caster and on Archer`";
    Some((at, whom_doubt("is whoever stands behind left out too, or one more?", note)))
}

/// `Surge Lancer twice, and Archer once in the second round`, `Attack Lancer, and Archer at the end`: do both wait?
fn find_delay_of_last_target(all: &[Phrase<'_>]) -> Option<(usize, Doubt)> {
    let is_parted = |p: &Phrase<'_>| {
        let targets = p.clone().into_inner().filter(|p| p.as_rule() == Rule::np_one).count();
        p.as_rule() == Rule::shares || p.as_rule() == Rule::np && targets == 2 && p.as_str().contains(',')
    };
    let is_delay = |p: &Phrase<'_>| matches!(p.as_rule(), Rule::moment | Rule::tail_delay);
    let is_unclear = |p: &Phrase<'_>| {
        let parts: Vec<_> = p.clone().into_inner().flatten().collect();
        let end = parts.iter().find(|p| is_parted(p)).map(|p| p.as_span().start + p.as_str().trim_end().len());
        let is_delayed = |end: usize| parts.iter().any(|p| is_delay(p) && p.as_span().start >= end);
        end.is_some_and(is_delayed)
    };
    let at = all.iter().position(|p| p.as_rule() == Rule::order_action && is_unclear(p))?;
    let message = "does everything before it wait for this, or the last alone?";
    let note = "put it first, `At the end of the Attacking Phase, A.`, or write two orders";
    Some((at, Doubt { code: codes::WHOSE_TIME, message, note }))
}

/// `Only if Rider stays here`: is he here then, or does he not leave?
fn find_stays_condition(all: &[Phrase<'_>]) -> Option<(usize, Doubt)> {
    all.first().filter(|whole| whole.text_may_have([Rule::stays]))?;
    let at = all.iter().position(|p| {
        let is_if = p.clone().into_inner().any(|p| matches!(p.as_rule(), Rule::k_if | Rule::k_unless | Rule::k_only));
        let condition = p.clone().into_inner().find(|p| p.as_rule() == Rule::condition);
        is_if && condition.is_some_and(|condition| contains_pair(&condition, |p| p.as_rule() == Rule::stays))
    })?;
    let note = "write `if Rider is here`, which is asked at the order's place, or `if Rider has not moved`";
    let message = "is here by then, or does not leave later? what is still to come cannot be asked";
    Some((at, Doubt { code: codes::WHOSE_TIME, message, note }))
}

/// `After Berserker's attacks`: after the first of them, or after all?
fn find_plural_attack_event(all: &[Phrase<'_>]) -> Option<(usize, Doubt)> {
    all.first().filter(|whole| whole.text_may_have([Rule::k_attack]))?;
    let at = all.iter().position(|p| {
        let noun = p.clone().into_inner().find(|p| p.as_rule() == Rule::k_attack);
        let is_plural = noun.is_some_and(|noun| noun.as_str().trim().to_lowercase().ends_with('s'));
        // `Saber has made her attacks`
        let has_owner = || p.clone().into_inner().any(|p| matches!(p.as_rule(), Rule::k_their | Rule::k_my));
        is_plural && (p.as_rule() == Rule::event_np || p.as_rule() == Rule::attacks && has_owner())
    })?;
    let note =
        "of the first write `after Berserker attacks`; behind them all a later Phase: `in the Movement Phase, …`";
    Some((at, Doubt { code: codes::HOW_MANY, message: "after the first of them, or after all?", note }))
}

/// `My other Servant`: the sentence does not say other than whom.
fn find_my_other_servant(all: &[Phrase<'_>]) -> Option<(usize, Doubt)> {
    all.first().filter(|whole| whole.text_may_have([Rule::k_other]))?;
    let at = all.iter().position(|p| {
        let is_possessive = p.clone().into_inner().any(|p| matches!(p.as_rule(), Rule::k_my | Rule::k_our));
        p.as_rule() == Rule::every && is_possessive && contains_pair(p, |p| p.as_rule() == Rule::k_other)
    })?;
    Some((at, whom_doubt("which one is the other?", "write the name")))
}

/// `If both my Servants are here`: a condition asks about one of them.
fn find_several_own_people(all: &[Phrase<'_>]) -> Option<(usize, Doubt)> {
    let is_deed = |p: &Phrase<'_>| {
        matches!(
            p.as_rule(),
            Rule::act_phrase
                | Rule::attacked
                | Rule::damaged
                | Rule::by_attack
                | Rule::by_damage
                | Rule::killed
                | Rule::by_killing
                | Rule::seen
        )
    };
    let at = all.iter().position(|p| {
        if p.as_rule() != Rule::about {
            return false;
        }
        let Some(subject) = p.clone().into_inner().next() else { return false };
        let words = subject.as_str().trim().to_ascii_lowercase();
        let is_own = words.split_whitespace().any(|word| matches!(word, "my" | "our"));
        let is_plural = ["servants", "partners", "familiars"].iter().any(|word| words.ends_with(word));
        let is_negated =
            ["none", "neither", "no ", "any ", "one ", "either "].iter().any(|word| words.starts_with(word));
        let means_all =
            words.starts_with("both") || words.starts_with("all") || contains_pair(p, |p| p.as_rule() == Rule::k_both);
        // It is unclear whose partners a Servant's fellow Servants are.
        is_own && is_plural && !is_negated && (means_all || words.ends_with("partners") || !contains_pair(p, is_deed))
    })?;
    let note = "write the names: `If Saber is here and Archer is here, …`, or `one of my Servants`";
    Some((at, Doubt { code: codes::HOW_MANY, message: "one of them, or all of them?", note }))
}

/// `If Rin has half my Health`: a fraction is of the subject's own maximum.
fn find_unclear_fraction(all: &[Phrase<'_>]) -> Option<(usize, Doubt)> {
    let at = all.iter().position(|p| {
        if !matches!(p.as_rule(), Rule::about | Rule::my_number) {
            return false;
        }
        let Some(subject) = p.clone().into_inner().next() else { return false };
        let is_own = matches!(subject.as_rule(), Rule::k_my) || contains_pair(&subject, |p| p.as_rule() == Rule::self_);
        let is_possessive = |p: &Phrase<'_>| p.as_rule() == Rule::whose;
        p.clone().into_inner().flatten().filter(is_possessive).any(|possessive| {
            let mine = contains_pair(&possessive, |p| matches!(p.as_rule(), Rule::k_my | Rule::k_our));
            let theirs = contains_pair(&possessive, |p| p.as_rule() == Rule::k_their);
            (mine && !is_own) || (theirs && is_own)
        })
    })?;
    Some((
        at,
        whom_doubt(
            "whose maximum? a part is asked of one's own",
            "write `If Rin has 50% or less of their maximum Health`, or a number",
        ),
    ))
}

/// `Use Surge twice while I have 30 Mana`: is the condition asked once, or before each use?
fn find_repeated_while(all: &[Phrase<'_>]) -> Option<(usize, Doubt)> {
    let is_lasting = |p: &Phrase<'_>| {
        p.as_rule() == Rule::o_so_long || (p.as_rule() == Rule::k_if && starts_with_any(p, &["while"]))
    };
    let at = all.iter().position(is_lasting)?;
    let is_repeated = |p: &Phrase<'_>| match p.as_rule() {
        Rule::so_often => !contains_pair(p, |p| p.as_rule() == Rule::o_once),
        Rule::so_many | Rule::shares => true,
        _ => false,
    };
    let has_purchase = all.iter().any(|p| p.as_rule() == Rule::d_buy);
    (!has_purchase && all.iter().any(is_repeated)).then(|| {
        (
            at,
            whom_doubt(
                "is this asked once, or each time anew?",
                "write `If C, A 2 times.`, or an order of one for each: `If C, A.`",
            ),
        )
    })
}
