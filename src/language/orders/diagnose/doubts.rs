//! Ambiguous wordings of an order: each is refused with the two ways to say it.
//!
//! Each doubt is one test of one pair of the sentence. The ambiguities that orders share with the conditions of sheets
//! are found by [`ambiguities`](crate::language::conditions::ambiguities).

pub(in crate::language::orders) mod name_doubts;
mod sentence_doubts;

use crate::language::orders::people::sentence_words::is_one_of;
use crate::language::orders::{Rule, codes};
use crate::language::pairs::{Pair, Pairs};
use crate::language::prepare::split::{begins_order, order_behind};

/// An ambiguity: the question it leaves open, and what to write.
pub(in crate::language::orders) struct Doubt {
    pub(in crate::language::orders) code: &'static str,
    pub(in crate::language::orders) message: &'static str,
    pub(in crate::language::orders) note: &'static str,
}

/// The first ambiguous words of a sentence.
pub(in crate::language::orders) fn first_doubt<'i>(sentence: &Pairs<'i, Rule>) -> Option<(Pair<'i, Rule>, Doubt)> {
    let all: Vec<_> = sentence.clone().flatten().collect();
    let of_phrase = all.iter().find_map(|pair| find_phrase_doubt(pair).map(|doubt| (pair.clone(), doubt)));
    of_phrase
        .or_else(|| sentence_doubts::first_doubt(&all))
        .or_else(|| find_definite_group(&all))
        .or_else(|| find_pronoun_after_two(&all))
        .or_else(|| find_he_and_she(&all))
}

/// `Attack another Servant`, `…, then attack somebody else`: other than whom?
const OTHER_THAN_WHOM: (&str, &str, &str) = (
    codes::WHOM,
    "other than whom? an order reads this as anybody but whoever acts",
    "name whom to leave out: `every opponent except Lancer`, or write `an opponent`, `every opponent`",
);

/// `If Lancer and Archer attack me twice`, `If Lancer attacks Rin or me twice`: how often each?
const HOW_OFTEN_EACH: (&str, &str, &str) = (
    codes::HOW_MANY,
    "how often each of them, or all together?",
    "it is counted of one, by name: `If Lancer attacks me at least 2 times and Archer attacks me at least 2 times, …`",
);

/// `Rin or me`: whether an object offers an alternative.
fn has_alternative(object: &Pair<'_, Rule>) -> bool {
    object.as_rule() == Rule::object && has_child(object, Rule::k_or)
}

/// `uses a spell`: whether the kind of a use is `spell`.
fn says_spell(kind: &Pair<'_, Rule>) -> bool {
    let is_spell =
        |p: &Pair<'_, Rule>| p.as_rule() == Rule::k_skill && p.as_str().to_ascii_lowercase().starts_with("spell");
    kind.clone().into_inner().any(|p| is_spell(&p))
}

fn find_phrase_doubt(pair: &Pair<'_, Rule>) -> Option<Doubt> {
    let (code, message, note) = match pair.as_rule() {
        Rule::k_ground => {
            (codes::WHOM, "in which? an order names the place", "write the name of the location, or `here`")
        }
        Rule::about_all if contains_pair(pair, |p| p.as_rule() == Rule::same_place && !has_child(p, Rule::object)) => (
            codes::WHOM,
            "in the same place as each other, or as whoever acts?",
            "write `If Rin and Lancer are here, …`, `If Rin is in Park and Lancer is in Park, …`",
        ),
        Rule::about_all if contains_pair(pair, |p| p.as_rule() == Rule::k_else || is_another(p)) => {
            (codes::WHOM, "other than whom?", "count them: `If 2 or more opponents attack me, …`, or name them")
        }
        Rule::whoever | Rule::who_did | Rule::all_who_did
            if contains_pair(pair, |p| p.as_rule() == Rule::uses && count_names(p) > 1) =>
        {
            (
                codes::HOW_MANY,
                "whoever used one of several skills cannot be asked for",
                "write an order for each: `If Lancer uses Gae Bolg, …`",
            )
        }
        Rule::about if contains_pair(pair, |p| p.as_rule() == Rule::up_to) => (
            codes::HOW_MANY,
            "none of them as well, and no more? this would hold of one of them",
            "count them: `If at most 2 opponents are here, …`",
        ),
        Rule::who_did | Rule::all_who_did if names_several(pair) => (
            codes::HOW_MANY,
            "one of them, or everybody who does it?",
            "write `whoever attacks Rin`, who may be several, or `the opponent who attacks Rin first`",
        ),
        Rule::do_command | Rule::do_use_spell_on | Rule::do_spell_quoted if names_attacker_as_defended(pair) => (
            codes::WHOM,
            "whom is the Servant to defend? `against` says from whom",
            "write `Command Saber \"Defend Rin!\"`",
        ),
        Rule::whoever | Rule::who_did | Rule::all_who_did
            if contains_pair(pair, |p| {
                p.as_rule() == Rule::my_team && p.as_str().to_ascii_lowercase().contains("both")
            }) =>
        {
            (codes::HOW_MANY, "whoever did it to one of us, or to each?", "write `whoever attacked Rin`")
        }
        Rule::bare_text if contains_another_order(pair) => (
            codes::NOT_UNDERSTOOD,
            "does the message go on, or does another order begin?",
            "put the message in quotes: `Tell Blue: \"…\"`, and end it with a full stop",
        ),
        Rule::np if names_target_after_deed(pair) => (
            codes::WHOM,
            "a target of its own, or one of those they turned on?",
            "write `on` before it, or an order for each",
        ),
        Rule::np if contains_pair(pair, is_singular_possessive) => {
            (codes::HOW_MANY, "which of them?", "write `an opponent`, `every opponent`, or the name")
        }
        Rule::np if contains_pair(pair, is_both_opponents) => {
            (codes::HOW_MANY, "which two?", "write the names, `Lancer and Archer`, or `every opponent`")
        }
        Rule::verb_clause | Rule::use_skill | Rule::use_thing if has_count_after_exceptions(pair) => (
            codes::WHOM,
            "is the last of these excepted too, or is it struck so often?",
            "write an order for each: `Use SKILL on everyone except A. Use SKILL on B 2 times.`",
        ),
        Rule::about if denies_but_one(pair) => (
            codes::WHOM,
            "did that one do it and nobody else, or did nobody at all as well?",
            "write `If Lancer attacks me, …`, or `If no opponent except Lancer attacks me, …`, which holds of nobody too",
        ),
        Rule::verb_clause | Rule::use_skill | Rule::use_thing if has_shared_until(pair) => (
            codes::HOW_MANY,
            "until one of them is dead, or all?",
            "write an order for each: `Attack Lancer until he is dead.`",
        ),
        Rule::verb_phrase if asks_about_whole_war(pair) => (
            codes::WHOSE_TIME,
            "ever in the War, or this Turn? an order asks of this Turn alone",
            "write `If Lancer has attacked me, …` or `If Lancer has not attacked me, …`",
        ),
        Rule::verb_phrase if asks_about_earlier_use(pair) => (
            codes::WHOSE_TIME,
            "in the War, or this Turn? an order asks of this Turn alone",
            "write `If Lancer has used \"Gae Bolg\" this Turn, …` or `If Lancer has not used \"Gae Bolg\" this Turn, …`",
        ),
        Rule::group if is_ally_of_an_enemy(pair) => {
            (codes::WHOM, "an enemy's ally, or one's own?", "write `an ally`, `an opponent`, or the name")
        }
        Rule::about if has_whole_group_as_subject(pair) => (
            codes::HOW_MANY,
            "one of them, or all? whether something is so of all of them cannot be asked",
            "write `an opponent`, `2 or more opponents`, or the names: `Lancer and Archer`",
        ),
        Rule::use_kind if says_spell(pair) => (
            codes::NOT_UNDERSTOOD,
            "a spell is a skill that costs Mana (A046): what a skill costs nobody sees",
            "write `uses a skill`, `uses a Magical attack`, or the name of the skill",
        ),
        Rule::np if contains_pair(pair, is_another) => OTHER_THAN_WHOM,
        Rule::plain_order if says_else_after_action(pair) => OTHER_THAN_WHOM,
        Rule::whoever | Rule::who_did | Rule::all_who_did if contains_pair(pair, |p| p.as_rule() == Rule::k_they) => {
            (codes::WHOM, "whom does the word mean within what somebody does?", "write the name, or `me`")
        }
        Rule::written_number if has_thousands_separator(pair) => {
            (codes::NOT_UNDERSTOOD, "a thousand, or one with decimals?", "write `1000`")
        }
        Rule::spell_object if contains_pair(pair, is_reflexive) => {
            (codes::WHOM, "whose self, the Servant's or the Master's?", "write the name, or `me`")
        }
        Rule::verb_clause | Rule::use_thing if has_ambiguous_get(pair) => (
            codes::NOT_UNDERSTOOD,
            "is this bought, or handed over?",
            "write `Buy Splint.`, or with the name of whoever holds it `Rin gives Splint to me.`",
        ),
        Rule::about
            if has_neither_as_subject(pair)
                && contains_pair(pair, |p| p.as_rule() == Rule::verb_phrase && says_plain_number(p)) =>
        {
            (
                codes::HOW_MANY,
                "less than that, or any other number?",
                "write `If neither Rin nor I have 50 or more Health, …`",
            )
        }
        Rule::verb_phrase if denies_a_plain_number(pair) => (
            codes::HOW_MANY,
            "less than that, or any other number?",
            "write `If I have less than 50 Health, …` or `If I do not have exactly 50 Health, …`",
        ),
        Rule::verb_phrase if has_ambiguous_s(pair) => (
            codes::NOT_UNDERSTOOD,
            "is it, or has it? with `already` both could be meant",
            "write `If Lancer has attacked, …` or `If Lancer is attacked, …`",
        ),
        Rule::attacks if lacks_fight_target(pair) => {
            (codes::WHOM, "whom do they fight? each other, or anybody?", "write `If Lancer attacks Archer, …`")
        }
        Rule::tail_if
            if starts_with_any(pair, &["while", ", while"])
                && contains_pair(pair, |p| p.as_rule() == Rule::act_phrase) =>
        {
            (
                codes::NOT_UNDERSTOOD,
                "at the same time, or only if? `while` is said of what lasts",
                "write an order for each of them, or `A if Rin attacks Archer.`",
            )
        }
        Rule::about_all if contains_pair(pair, |p| p.as_rule() == Rule::tallied) => HOW_OFTEN_EACH,
        Rule::verb_phrase if has_child(pair, Rule::tallied) && contains_pair(pair, has_alternative) => HOW_OFTEN_EACH,
        Rule::plain_order if has_count_after_event(pair) => (
            codes::HOW_MANY,
            "how often they do it, or how often this is done?",
            "of them: `When Lancer attacks me at least 2 times, …`; of the order it stands first: `Attack Lancer 2 times when …`",
        ),
        Rule::tail_delay if contains_pair(pair, |p| p.as_rule() == Rule::event_np && has_child(p, Rule::object)) => (
            codes::WHOM,
            "is the blow before it meant, or whom the order is for?",
            "put it first: `After Lancer's attack on Rin, use Surge on Lancer.`",
        ),
        Rule::plain_order if has_condition_on_part(pair) => (
            codes::WHOM,
            "is this asked of the whole order, or of what stands behind the comma alone?",
            "write `If C, A; otherwise, B.`, or put the condition first",
        ),
        Rule::plain_order if has_pronoun_after_moment(pair) => (
            codes::WHOM,
            "whom does the word mean, of those the order and its moment name?",
            "write the name in its place",
        ),
        _ => return None,
    };
    Some(Doubt { code, message, note })
}

/// `If a Master enters, attack the Master`: that one, or any?
fn find_definite_group<'i>(all: &[Pair<'i, Rule>]) -> Option<(Pair<'i, Rule>, Doubt)> {
    let is_condition = |p: &&Pair<'_, Rule>| matches!(p.as_rule(), Rule::condition | Rule::unsaid_of | Rule::on_event);
    let is_person = |p: &Pair<'_, Rule>| matches!(p.as_rule(), Rule::who_one) && !starts_with_any(p, &["my ", "our "]);
    let has_person = all.iter().filter(is_condition).any(|p| contains_pair(p, is_person));
    let mut targets = all.iter().filter(|p| p.as_rule() == Rule::np).flat_map(|p| p.clone().into_inner().flatten());
    let is_definite = |p: &Pair<'_, Rule>| {
        p.as_rule() == Rule::every && starts_with_any(p, &["the "]) && !contains_pair(p, is_plural)
    };
    let words = targets.find(is_definite).filter(|_| has_person)?;
    let doubt = Doubt {
        code: codes::WHOM,
        message: "the one just spoken of, or any?",
        note: "write `that Master`, `that opponent`, or `a Master`, `an opponent`",
    };
    Some((words, doubt))
}

/// `If Lancer attacks Rin and she dies`: which of the two?
fn find_pronoun_after_two<'i>(all: &[Pair<'i, Rule>]) -> Option<(Pair<'i, Rule>, Doubt)> {
    let mut names_two = false;
    for about in all.iter().filter(|p| p.as_rule() == Rule::about) {
        let mut inner = about.clone().into_inner();
        let subject = inner.next()?;
        if names_two && contains_pair(&subject, |p| p.as_rule() == Rule::k_they) {
            let doubt = Doubt {
                code: codes::WHOM,
                message: "whom does the word mean here? two were spoken of before it",
                note: "write the name in its place",
            };
            return Some((subject, doubt));
        }
        let is_own = |p: &Pair<'i, Rule>| p.as_rule() == Rule::self_ || p.as_rule() == Rule::my_team;
        let object = inner.flat_map(|p| p.into_inner().flatten()).find(|p| p.as_rule() == Rule::object);
        names_two |= !contains_pair(&subject, is_own) && object.is_some_and(|object| !contains_pair(&object, is_own));
    }
    None
}

/// `Mend Rin after she is attacked by Lancer, unless he is dead`: orders do not distinguish `he` from `she`.
fn find_he_and_she<'i>(all: &[Pair<'i, Rule>]) -> Option<(Pair<'i, Rule>, Doubt)> {
    all.first().filter(|whole| whole.text_may_have([Rule::k_they, Rule::k_their]))?;
    let doers: &Vec<_> = &all.iter().filter(|p| p.as_rule() == Rule::doer).map(Pair::as_span).collect();
    let find_pronoun = |words: &'static [&'static str]| {
        all.iter().find(move |p| {
            let is_doer = || p.as_rule() == Rule::k_they && doers.contains(&p.as_span());
            matches!(p.as_rule(), Rule::k_they | Rule::k_their) && is_one_of(p.as_str().trim(), words) && !is_doer()
        })
    };
    let (_, her) = (find_pronoun(&["he", "him", "his"])?, find_pronoun(&["she", "her", "hers"])?);
    let doubt = Doubt {
        code: codes::WHOM,
        message: "of `he` and `she` in one sentence an order does not know who is who",
        note: "write the names in their place",
    };
    Some((her.clone(), doubt))
}

/// `the Servants who attacked Rin`: whether the words may describe several.
fn names_several(who: &Pair<'_, Rule>) -> bool {
    let says_first = contains_pair(who, |p| matches!(p.as_rule(), Rule::k_first | Rule::k_first_before));
    let group = who.clone().into_inner().find(|p| p.as_rule() == Rule::group);
    !says_first && group.is_some_and(|group| contains_pair(&group, is_plural))
}

/// `Tell Tokiomi that we come in peace, then use Gandr on him`: whether an order could begin within the message.
fn contains_another_order(text: &Pair<'_, Rule>) -> bool {
    order_behind(text.as_str(), &[" and ", " then ", " but ", "; ", ", "], begins_order)
}

/// `my enemy`: whether a singular possessive is used as `every`.
fn is_singular_possessive(who: &Pair<'_, Rule>) -> bool {
    who.as_rule() == Rule::every && starts_with_any(who, &["my ", "our "]) && !contains_pair(who, is_plural)
}

/// `both opponents`: whether the words mean two unnamed opponents.
fn is_both_opponents(who: &Pair<'_, Rule>) -> bool {
    who.as_rule() == Rule::every
        && starts_with_any(who, &["both "])
        && contains_pair(who, |p| p.as_rule() == Rule::k_opponent)
}

/// `Attack Lancer and Archer until they are dead`: whether several targets share one `until`.
fn has_shared_until(clause: &Pair<'_, Rule>) -> bool {
    let is_plural_target = |p: &Pair<'_, Rule>| {
        matches!(p.as_rule(), Rule::o_and | Rule::every | Rule::some | Rule::up_to | Rule::my_team)
    };
    let names = clause.descendants([Rule::np]);
    contains_pair(clause, |p| p.as_rule() == Rule::until_dead)
        && names.into_iter().any(|np| contains_pair(&np, is_plural_target))
}

/// `"Defend X!" against Lancer`: whether the object of a defence is the attacker.
fn names_attacker_as_defended(command: &Pair<'_, Rule>) -> bool {
    let object = command.clone().into_inner().find(|p| p.as_rule() == Rule::spell_object);
    object.is_some_and(|object| starts_with_any(&object, &["against"]))
        && command.as_str().to_ascii_lowercase().contains("defend")
}

/// `Servants`, `enemies`: whether a kind is in the plural.
fn is_plural(kind: &Pair<'_, Rule>) -> bool {
    kind.as_rule() == Rule::kind && kind.as_str().trim_end().ends_with('s')
}

/// `has never attacked me`, `has ever attacked me`: whether the words may ask about the whole War.
fn asks_about_whole_war(phrase: &Pair<'_, Rule>) -> bool {
    let says_ever = |p: &Pair<'_, Rule>| match p.as_rule() {
        Rule::k_adverb => starts_with_any(p, &["ever"]),
        Rule::k_not | Rule::k_never => starts_with_any(p, &["never"]),
        _ => false,
    };
    phrase.clone().into_inner().any(|p| p.as_rule() == Rule::have) && contains_pair(phrase, says_ever)
}

/// `has already used Gae Bolg`, `still hasn't used a Command Spell`: whether the words may ask about the whole War.
fn asks_about_earlier_use(phrase: &Pair<'_, Rule>) -> bool {
    let says_already = |p: &Pair<'_, Rule>| p.as_rule() == Rule::k_adverb && starts_with_any(p, &["already", "still"]);
    contains_pair(phrase, |p| p.as_rule() == Rule::uses) && contains_pair(phrase, says_already)
}

/// `an enemy ally`: whether a group is both an enemy and an ally.
fn is_ally_of_an_enemy(group: &Pair<'_, Rule>) -> bool {
    contains_pair(group, |p| p.as_rule() == Rule::k_enemy) && contains_pair(group, |p| p.as_rule() == Rule::k_ally)
}

/// `the opponents attack me`, `my opponents have attacked`: whether the subject is all of a group.
fn has_whole_group_as_subject(about: &Pair<'_, Rule>) -> bool {
    let Some(subject) = about.clone().into_inner().next() else { return false };
    let every = subject.into_inner().flatten().find(|p| p.as_rule() == Rule::every);
    every.is_some_and(|every| starts_with_any(&every, &["the ", "my ", "our "]) && contains_pair(&every, is_plural))
}

/// `Attack Lancer and use Excalibur on everyone else`: whether `else` follows another action.
fn says_else_after_action(order: &Pair<'_, Rule>) -> bool {
    let mut actions = order.clone().into_inner().filter(|p| p.as_rule() == Rule::order_action);
    let has_several = order.clone().into_inner().filter(|p| p.as_rule() == Rule::order_action).count() > 1;
    let is_another_of_group =
        |p: &Pair<'_, Rule>| p.as_rule() == Rule::some && contains_pair(p, |p| p.as_rule() == Rule::k_else);
    actions.any(|action| {
        let targets = action.into_inner().flatten().filter(|p| p.as_rule() == Rule::np);
        targets.into_iter().any(|np| {
            contains_pair(&np, is_another_of_group)
                || (has_several && contains_pair(&np, |p| p.as_rule() == Rule::k_else))
        })
    })
}

/// `Attack Lancer when he attacks me twice`: whether a number behind an event could belong to the order.
fn has_count_after_event(order: &Pair<'_, Rule>) -> bool {
    let is_bound = |p: &Pair<'_, Rule>| matches!(p.as_rule(), Rule::lead_bound | Rule::tail_bound | Rule::k_for_nth);
    let is_plain_count = |p: &Pair<'_, Rule>| p.as_rule() == Rule::tallied && !contains_pair(p, is_bound);
    let is_open_count = |p: &Pair<'_, Rule>| {
        p.as_rule() == Rule::verb_phrase
            && p.clone().into_inner().any(|p| is_plain_count(&p))
            && !has_child(p, Rule::have)
    };
    let is_tail = |p: &Pair<'_, Rule>| matches!(p.as_rule(), Rule::tail_delay | Rule::tail_if | Rule::also_unless);
    order.clone().into_inner().flatten().any(|p| is_tail(&p) && contains_pair(&p, is_open_count))
}

/// `1.000`: whether a number may be grouped by thousands.
fn has_thousands_separator(number: &Pair<'_, Rule>) -> bool {
    number.as_str().trim().split_once('.').is_some_and(|(_, behind)| behind.len() == 3)
}

/// `another Servant`, `the other Master`: whether a word leaves somebody out.
pub(super) fn is_another(pair: &Pair<'_, Rule>) -> bool {
    match pair.as_rule() {
        Rule::k_other => true,
        Rule::k_an => starts_with_any(pair, &["another"]),
        _ => false,
    }
}

fn is_reflexive(pair: &Pair<'_, Rule>) -> bool {
    pair.as_rule() == Rule::self_ && starts_with_any(pair, &["herself", "himself", "itself", "themselves"])
}

/// `Saber gets the Splint`: whether `get` may mean a purchase or a gift.
fn has_ambiguous_get(clause: &Pair<'_, Rule>) -> bool {
    let is_purchase = clause.clone().into_inner().any(|p| p.as_rule() == Rule::d_buy);
    let words = clause.as_str().to_ascii_lowercase();
    let mut words = words.split_whitespace();
    is_purchase
        && words.next().is_some_and(|verb| verb.starts_with("get"))
        && words.next().is_some_and(|word| word == "the")
}

/// `do not have 50 Health`, without `exactly` or `less than`: whether a plain number is denied.
fn denies_a_plain_number(phrase: &Pair<'_, Rule>) -> bool {
    let is_denied = phrase.clone().into_inner().any(|p| match p.as_rule() {
        Rule::do_not => true,
        Rule::have => contains_pair(&p, |p| matches!(p.as_rule(), Rule::k_not | Rule::k_have_not)),
        _ => false,
    });
    is_denied && says_plain_number(phrase)
}

/// `neither Rin nor I`: whether the subject is denied.
fn has_neither_as_subject(about: &Pair<'_, Rule>) -> bool {
    about.clone().into_inner().next().is_some_and(|subject| starts_with_any(&subject, &["neither "]))
}

/// `has 50 Health`, without `more` or `less`: whether a plain number is stated.
fn says_plain_number(phrase: &Pair<'_, Rule>) -> bool {
    let is_plain_level = |p: &Pair<'_, Rule>| {
        let is_bound = |p: &Pair<'_, Rule>| {
            matches!(p.as_rule(), Rule::lead_bound | Rule::tail_bound | Rule::k_full | Rule::k_no | Rule::level)
        };
        p.as_rule() == Rule::level_of && !contains_pair(p, is_bound)
    };
    contains_pair(phrase, is_plain_level)
}

/// `he's already attacked`: whether `'s` may be `is` or `has`.
fn has_ambiguous_s(phrase: &Pair<'_, Rule>) -> bool {
    let mut inner = phrase.clone().into_inner();
    let is_contracted =
        inner.clone().any(|p| p.as_rule() == Rule::be && p.as_str().trim_start().starts_with(['\'', '\u{2019}']));
    let says_already =
        contains_pair(phrase, |p| p.as_rule() == Rule::k_adverb && starts_with_any(p, &["already", "just", "ever"]));
    is_contracted
        && says_already
        && inner.any(|p| matches!(p.as_rule(), Rule::attacked | Rule::damaged | Rule::killed | Rule::used))
}

/// `Lancer and Archer fight`: whether `fight` has no object.
fn lacks_fight_target(attacks: &Pair<'_, Rule>) -> bool {
    starts_with_any(attacks, &["fight", "fought"]) && !has_child(attacks, Rule::object)
}

/// `Attack Lancer, twice if he attacks Rin`: whether a comma sets off a part of the order and a condition follows it
/// without a comma.
fn has_condition_on_part(order: &Pair<'_, Rule>) -> bool {
    const PARTS: [Rule; 10] = [
        Rule::so_often,
        Rule::using_np,
        Rule::tail_delay,
        Rule::moment,
        Rule::on_np,
        Rule::in_np,
        Rule::at_np,
        Rule::with_np,
        Rule::for_np,
        Rule::to_np,
    ];
    let mut parts = order.clone().into_inner().peekable();
    while let Some(part) = parts.next() {
        let has_condition =
            parts.peek().is_some_and(|next| next.as_rule() == Rule::tail_if && !starts_with_any(next, &[","]));
        if part.as_rule() != Rule::order_action || !has_condition {
            continue;
        }
        let from = part.as_span().start;
        let is_set_off = part.clone().into_inner().flatten().any(|p| {
            let before = part.as_str().get(..p.as_span().start - from).unwrap_or_default();
            let follows_comma = before.trim_end().ends_with(',') || starts_with_any(&p, &[","]);
            PARTS.contains(&p.as_rule()) && follows_comma
        });
        if is_set_off {
            return true;
        }
    }
    false
}

/// `Attack Lancer after Rin attacks if she is here`: whether a pronoun may mean the target or the person of the moment.
fn has_pronoun_after_moment(order: &Pair<'_, Rule>) -> bool {
    let inner = order.clone().into_inner();
    // If the order and its moment name the same person, the pronoun is clear.
    let marks = inner.clone().filter(|p| p.as_rule() == Rule::order_action).flat_map(|p| p.into_inner().flatten());
    let mut marks = marks.filter(|p| p.as_rule() == Rule::mark && is_person(p)).map(|p| p.as_str().trim().to_owned());
    if let Some(first) = marks.next()
        && marks.all(|other| other == first)
    {
        return false;
    }
    let waits_for_named = inner.clone().filter(|p| p.as_rule() == Rule::order_action).any(|action| {
        let is_event = |p: &Pair<'_, Rule>| matches!(p.as_rule(), Rule::on_event | Rule::on_event_until);
        let is_named = |p: &Pair<'_, Rule>| p.as_rule() == Rule::the_named || p.as_rule() == Rule::name;
        action
            .into_inner()
            .flatten()
            .any(|p| is_event(&p) && contains_pair(&p, |p| p.as_rule() == Rule::subject && contains_pair(p, is_named)))
    });
    waits_for_named
        && inner
            .filter(|p| p.as_rule() == Rule::tail_if)
            .any(|tail| contains_pair(&tail, |p| p.as_rule() == Rule::k_they))
}

/// Whether a mark stands for a person (`person_mark` of the grammar).
fn is_person(mark: &Pair<'_, Rule>) -> bool {
    mark.as_str().trim().chars().next().is_some_and(|c| ('\u{F2000}'..='\u{F3FFF}').contains(&c))
}

/// The number of names that are direct children of a pair.
fn count_names(pair: &Pair<'_, Rule>) -> usize {
    pair.clone().into_inner().filter(|p| matches!(p.as_rule(), Rule::name | Rule::mark)).count()
}

pub(super) fn contains_pair<'i>(pair: &Pair<'i, Rule>, test: impl Fn(&Pair<'i, Rule>) -> bool) -> bool {
    pair.clone().into_inner().flatten().any(|p| test(&p))
}

fn has_child(pair: &Pair<'_, Rule>, rule: Rule) -> bool {
    pair.clone().into_inner().any(|p| p.as_rule() == rule)
}

/// Whether the text of a pair begins with one of the words, in any letter case.
pub(super) fn starts_with_any(pair: &Pair<'_, Rule>, words: &[&str]) -> bool {
    let text = pair.as_str().trim_start().to_ascii_lowercase();
    words.iter().any(|word| text.starts_with(word))
}

/// `Whoever attacked Rin and Archer`: whether somebody is named behind a deed with neither `on` nor a comma.
fn names_target_after_deed(np: &Pair<'_, Rule>) -> bool {
    let (start, text) = (np.as_span().start, np.as_str());
    let parts: Vec<_> = np.clone().into_inner().filter(|part| part.as_rule() == Rule::np_one).collect();
    parts.windows(2).any(|two| {
        let [before, behind] = two else { return false };
        let is_deed =
            contains_pair(before, |p| matches!(p.as_rule(), Rule::whoever | Rule::who_did | Rule::all_who_did));
        let joint = text.get(before.as_span().end - start..behind.as_span().start - start);
        is_deed && joint.is_some_and(|joint| !joint.contains(',') && !joint.to_ascii_lowercase().contains("on"))
    })
}

/// `Attack everyone except Lancer, and Archer twice`: whether a number follows an exception of several.
fn has_count_after_exceptions(clause: &Pair<'_, Rule>) -> bool {
    let excepts_several = |p: &Pair<'_, Rule>| {
        p.as_rule() == Rule::but_these && p.clone().into_inner().filter(|p| p.as_rule() == Rule::who_one).count() > 1
    };
    contains_pair(clause, excepts_several) && contains_pair(clause, |p| p.as_rule() == Rule::so_often)
}

/// `No one but Lancer attacks me`, `attacked by nobody but Lancer`: whether the words may or may not assert that Lancer
/// does.
fn denies_but_one(about: &Pair<'_, Rule>) -> bool {
    let words = about.as_str().to_ascii_lowercase();
    let but_one = ["no one but ", "nobody but ", "no-one but ", "none but "].iter().any(|lead| words.contains(lead));
    let is_deed =
        |p: &Pair<'_, Rule>| matches!(p.as_rule(), Rule::act_phrase | Rule::attacked | Rule::damaged | Rule::by_attack);
    (but_one && contains_pair(about, is_deed)) || excepts_in_passive_or_object(about, &words)
}

/// `Nobody except Lancer is hit`, `Lancer attacks nobody except me`: an exception from what is suffered. Of what is
/// done, `nobody except Lancer attacks me` says that Lancer does.
fn excepts_in_passive_or_object(about: &Pair<'_, Rule>, words: &str) -> bool {
    const NOBODY: [&str; 6] = ["nobody ", "no one ", "no-one ", "no opponent ", "no enemy ", "no character "];
    const EXCEPTIONS: [&str; 3] = ["except ", "other than ", "besides "];
    let leads = NOBODY.iter().flat_map(|nobody| EXCEPTIONS.map(|except| format!("{nobody}{except}")));
    let at = leads.filter_map(|lead| words.find(&lead)).min();
    let is_suffered = |p: &Pair<'_, Rule>| matches!(p.as_rule(), Rule::attacked | Rule::damaged | Rule::by_attack);
    at.is_some_and(|at| at > 0 || contains_pair(about, is_suffered))
}
