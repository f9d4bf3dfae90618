//! Pronouns that could mean more than one person: `she`, `his`, `their own Master`. `He` and `she` mean the owner,
//! where nobody else could be meant; `their` behind a verb belongs to its clause.

use super::ambiguity::{add_rewrite_note, check_their_after_killer};
use super::lost_words::{canonical_if_lossless, effect_from_sentences};
use super::{Node, child, nonsense_error};
use crate::language::condition::{Act, Predicate, Who, Written};
use crate::language::conditions;
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{Sentence, Trigger};
use crate::language::effects::parse;
use crate::language::parser::Rule;
use crate::vocabulary::text::capitalise;

/// `When the user is attacked by a Servant, its Master …`: rejects it, for `its` belongs to the skill or to something
/// that is no person, and not to the user.
fn reject_its(sentence: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let trigger =
        sentence.clone().into_inner().find(|p| matches!(p.as_rule(), Rule::effect_trigger | Rule::when_behind));
    let Some(about) = trigger.and_then(|waits| waits.into_inner().flatten().find(|p| p.as_rule() == Rule::about))
    else {
        return Ok(());
    };
    let is_about_familiar =
        lowercase_text(&about).contains("this familiar") || lowercase_text(&about).contains("this creature");
    let is_about_user = match conditions::grammatical_subject(&about) {
        Some(Who::User) => true,
        Some(Who::Related(_, of)) => *of == Who::User,
        Some(_) | None => false,
    };
    let is_its = |p: &Node<'_>| lowercase_text(p).split_whitespace().next() == Some("its");
    let is_behind = |p: &Node<'_>| p.as_span().start >= about.as_span().end;
    match sentence
        .descendants([Rule::k_their, Rule::their_role])
        .find(|p| is_its(p) && is_behind(p))
        .filter(|_| is_about_user && !is_about_familiar)
    {
        Some(word) => Err(nonsense_error(&word, "whose? say `the attacker's`, `their`, or the name of whom it is")),
        None => Ok(()),
    }
}

/// `When an opponent enters, the user restores 10 Mana and learns their true name`, `and cannot attack the user or
/// their Master`: rejects it, for `their` could be of either of two.
fn reject_their_after_joined(sentence: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let about = sentence.descendants([Rule::about]).next();
    let has_trigger =
        sentence.clone().into_inner().any(|p| matches!(p.as_rule(), Rule::effect_trigger | Rule::when_behind));
    let is_about_another = has_trigger
        && about.and_then(|about| conditions::grammatical_subject(&about)).is_some_and(|subject| subject != Who::User);
    for more in sentence.clone().into_inner().filter(|p| p.as_rule() == Rule::joined) {
        let within = || more.clone().into_inner().flatten();
        let is_elided = within().any(|p| p.as_rule() == Rule::elided);
        let names_one = within().any(|p| matches!(p.as_rule(), Rule::the_user | Rule::the_target));
        let possessive = within().find(|p| matches!(p.as_rule(), Rule::k_their | Rule::their_role));
        if let Some(possessive) = possessive.filter(|_| is_elided && (names_one || is_about_another)) {
            return Err(nonsense_error(&possessive, "whose? say `the user's`, `the target's` or whose it is"));
        }
    }
    Ok(())
}

/// `The target loses 5 Mana for each Turn they have been in battle`: rejects it, for the user's Turns are counted.
fn reject_their_turns(sentence: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let of_battle = sentence.descendants([Rule::turns_of_battle, Rule::hits_taken]).next();
    let pronoun_pair = of_battle.filter(|counted| counted.clone().into_inner().any(|p| p.as_rule() == Rule::k_they));
    let first = sentence.descendants([Rule::effect_who]).next();
    match pronoun_pair.filter(|_| first.is_none_or(|who| lowercase_text(&who) != "the user")) {
        Some(word) => Err(nonsense_error(
            &word,
            "whose are counted? write `the user`: `… the user has been in battle`, `… that hit the user`",
        )),
        None => Ok(()),
    }
}

/// `The target's Bounded Field is cancelled if it is in this location`: rejects it, for `it` is the field, of which
/// nothing is asked, and so it is with an attack. `They` of a field that is nobody's is nobody.
fn reject_it_of_thing(sentence: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let is_about_familiar = ["familiar", "creature"].iter().any(|word| lowercase_text(sentence).contains(word));
    let is_about_ground = sentence.contains_any([Rule::cancelled]);
    if is_about_familiar || !(is_about_ground || sentence.contains_any([Rule::attack_quota, Rule::negated])) {
        return Ok(());
    }
    let has_trigger = sentence.contains_any([Rule::effect_trigger, Rule::when_behind]);
    let is_nobodys = sentence.contains_any([Rule::kind_here]) && !has_trigger;
    for about in sentence.descendants([Rule::effect_if]).flat_map(|asked| asked.descendants([Rule::about])) {
        let Some(subject) = child(&about, Rule::subject) else { continue };
        let word = lowercase_text(&subject);
        if word == "it" || (is_nobodys && ["they", "he", "she"].contains(&word.as_str())) {
            let why = "of whom is this asked? write `the user`, `the target`, or who it is: a field or an attack is not asked about";
            return Err(nonsense_error(&subject, why));
        }
    }
    Ok(())
}

/// Rejects unclear pronouns in the words of a sentence. In a list: whose is `their` in `an opponent or their Master`?
pub(super) fn check_pronouns(sentence: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    for asked in sentence.clone().into_inner().filter(|p| p.as_rule() == Rule::effect_if) {
        check_their_after_killer(sentence, &asked)?;
    }
    reject_its(sentence)?;
    reject_their_after_joined(sentence)?;
    reject_their_turns(sentence)?;
    reject_it_of_thing(sentence)?;
    for list in sentence.descendants([Rule::effect_who, Rule::subject, Rule::object, Rule::about_all]) {
        let is_person = |p: &Node<'_>| matches!(p.as_rule(), Rule::effect_one | Rule::who_one);
        let all: Vec<Node<'_>> = list.into_inner().filter(is_person).collect();
        let begins_with_their = |p: &Node<'_>| {
            let first = p.clone().into_inner().next();
            first.is_some_and(|p| matches!(p.as_rule(), Rule::k_their | Rule::their_role))
        };
        let is_clear = |p: &Node<'_>| {
            let said = lowercase_text(p);
            let is_owner = ["the user", "the caster", "the holder", "the wielder"].contains(&said.as_str());
            is_owner || ["the target", "the attacker", "they"].contains(&said.as_str()) || begins_with_their(p)
        };
        for pair in all.windows(2) {
            if let [before, own_one] = pair
                && begins_with_their(own_one)
                && !is_clear(before)
            {
                return Err(nonsense_error(
                    own_one,
                    "`their` could be either of two, of whoever stands before it or of the user: say whose",
                ));
            }
        }
    }
    Ok(())
}

/// `If an opponent attacks their Master`: rejects it if nothing in the tree binds `their` to the subject of the
/// clause.
pub(super) fn reject_their_of_clause(sentence: &Node<'_>, sentences: &[Sentence]) -> Result<(), Vec<Diagnostic>> {
    for about in sentence.descendants([Rule::about]) {
        let mut inner = about.clone().into_inner();
        let (Some(subject), Some(rest)) = (inner.next(), inner.last()) else { continue };
        let is_pronoun = |p: &Node<'_>| matches!(p.as_rule(), Rule::their_role | Rule::that_one);
        let Some(their) = rest.descendants([Rule::their_role]).find(|p| !is_later_in_list(sentence, p)) else {
            continue;
        };
        let has_pronoun = is_pronoun(&subject) || subject.contains_any([Rule::their_role, Rule::that_one]);
        let is_bound_to_subject = |who: &Who<Written>| match who {
            Who::Related(_, of) => conditions::grammatical_subject(&about).is_some_and(|subject| **of == subject),
            _ => false,
        };
        if has_pronoun || sentences.iter().any(|sentence| names_in_question(sentence, &is_bound_to_subject)) {
            continue;
        }
        let role = child(&their, Rule::role).map_or("Master", |role| role.as_str().trim());
        let why = format!(
            "whose {role}? `{}` could be of `{}`, or of somebody else",
            lowercase_text(&their),
            lowercase_text(&subject)
        );
        let of_user = super::ambiguity::replace_if_understood(sentence, &their, &format!("the user's {role}"))
            .and_then(canonical_if_lossless);
        return Err(add_rewrite_note(nonsense_error(&their, &why), "of the user's", of_user));
    }
    Ok(())
}

/// Whether a word stands behind another person in a list, and so belongs to that person.
fn is_later_in_list(sentence: &Node<'_>, word: &Node<'_>) -> bool {
    let mut lists = sentence.descendants([Rule::object]);
    lists.any(|list| list.into_inner().skip(1).any(|p| p.as_span().start == word.as_span().start))
}

/// Whether the condition, the trigger or the end of a sentence names somebody who passes the test.
fn names_in_question(sentence: &Sentence, test: &dyn Fn(&Who<Written>) -> bool) -> bool {
    let asked = sentence.condition.iter().flat_map(super::antecedents::people_in_condition);
    let deeds = sentence.trigger.as_ref().and_then(Trigger::deed).into_iter().chain(&sentence.ending_deed);
    let test = |who: &Who<Written>| test(who);
    asked.into_iter().any(|who| who.mentions(&test)) || deeds.into_iter().any(|deed| deed.mentions(&test))
}

/// Rejects `The target loses 10 Mana if they attacked them`: nobody does that to themselves.
pub(super) fn reject_deed_to_oneself(sentence: &Node<'_>, sentences: &[Sentence]) -> Result<(), Vec<Diagnostic>> {
    if !sentence.contains_any([Rule::k_they, Rule::k_their]) {
        return Ok(());
    }
    let is_done_to_doer = |who: &Who<Written>, act: &Act<Written>| {
        let whom = match act {
            Act::Attacks(whom) | Act::AttacksWith(_, whom) | Act::Hits(_, whom) => whom.as_ref(),
            Act::Damages(_, whom) | Act::Kills(whom) => whom.as_ref(),
            _ => None,
        };
        whom == Some(who) && who.group().is_none()
    };
    let statements =
        sentences.iter().flat_map(|sentence| sentence.condition.iter()).flat_map(|condition| condition.statements());
    let deeds = statements
        .filter_map(Predicate::deed)
        .chain(sentences.iter().filter_map(|sentence| sentence.ending_deed.as_ref()));
    if deeds.into_iter().any(|deed| is_done_to_doer(&deed.who, &deed.act)) {
        return Err(nonsense_error(
            sentence,
            "who does this to whom? both words mean the same character here: say who each is",
        ));
    }
    Ok(())
}

/// `The target loses 10 Mana if they attacked her`: the owner, or somebody the sentence names?
pub(super) fn reject_he_or_she(sentence: &Node<'_>, sentences: &[Sentence]) -> Result<(), Vec<Diagnostic>> {
    let is_gendered = |p: &Node<'_>| {
        let word = lowercase_text(p);
        let first = word.split_whitespace().next().unwrap_or_default().to_owned();
        ["he", "she", "him", "his", "her"].contains(&&*first)
    };
    let words: Vec<Node<'_>> = sentence.descendants([Rule::k_they, Rule::k_their]).filter(is_gendered).collect();
    let Some(word) = words.first() else { return Ok(()) };
    let with_user = replace_pronouns(sentence, &words, ["the user", "the user's"]);
    let reads_as_they = with_user.as_ref().is_some_and(|owner| {
        let with_they = replace_pronouns(sentence, &words, ["they", "their"]);
        with_they.is_some_and(|they| parse(&they).ok() == parse(owner).ok())
    });
    if reads_as_they {
        return Ok(());
    }
    let why = format!("`{}` could be the user, or somebody else of whom this speaks: say who", lowercase_text(word));
    let faults = add_rewrite_note(nonsense_error(word, &why), "of the user", with_user.and_then(canonical_if_lossless));
    let nobody_else_is_they = sentences
        .iter()
        .all(|sentence| !names_in_question(sentence, &Who::says_they) && !super::antecedents::says_they(sentence));
    let canonical_text = if nobody_else_is_they {
        crate::language::effect_text::canonical(&effect_from_sentences(sentences))
    } else {
        String::new()
    };
    Err(add_rewrite_note(
        faults,
        "of the other",
        Some(canonical_text).filter(|canonical_text| !canonical_text.is_empty()).and_then(canonical_if_lossless),
    ))
}

/// The sentence with `who` in place of each pronoun, and `whose` in place of each possessive.
fn replace_pronouns(sentence: &Node<'_>, words: &[Node<'_>], [who, whose]: [&str; 2]) -> Option<String> {
    let (text, start) = (sentence.as_str(), sentence.as_span().start);
    let mut rewritten = String::new();
    let mut position = 0;
    for word in words {
        let span = word.as_span();
        rewritten.push_str(text.get(position..span.start.checked_sub(start)?)?);
        rewritten.push_str(if word.as_rule() == Rule::k_their { whose } else { who });
        position = span.start.checked_sub(start)? + word.as_str().trim_end().len();
    }
    rewritten.push_str(text.get(position..)?);
    let rewritten = rewritten.trim();
    (!rewritten.is_empty()).then(|| capitalise(rewritten))
}

fn lowercase_text(pair: &Node<'_>) -> String {
    pair.as_str().trim().to_lowercase().replace('\u{2019}', "'")
}
