//! Pronouns that could mean more than one person: `she`, `his`, `their own Master`. `He` and `she` mean the owner,
//! where nobody else could be meant; `their` behind a verb belongs to its clause.

use super::ambiguity::{add_rewrite_note, check_their_after_killer};
use super::lost_words::{effect_from_sentences, read_back};
use super::{Node, child, nonsense};
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
    let waits = sentence.clone().into_inner().find(|p| matches!(p.as_rule(), Rule::effect_trigger | Rule::when_behind));
    let Some(about) = waits.and_then(|waits| waits.into_inner().flatten().find(|p| p.as_rule() == Rule::about)) else {
        return Ok(());
    };
    let of_familiar =
        lowercase_text(&about).contains("this familiar") || lowercase_text(&about).contains("this creature");
    let of_user = match conditions::grammatical_subject(&about) {
        Some(Who::User) => true,
        Some(Who::Related(_, of)) => *of == Who::User,
        Some(_) | None => false,
    };
    let its = |p: &Node<'_>| lowercase_text(p).split_whitespace().next() == Some("its");
    let behind = |p: &Node<'_>| p.as_span().start >= about.as_span().end;
    match sentence
        .within([Rule::k_their, Rule::their_role])
        .find(|p| its(p) && behind(p))
        .filter(|_| of_user && !of_familiar)
    {
        Some(word) => Err(nonsense(&word, "whose? say `the attacker's`, `their`, or the name of whom it is")),
        None => Ok(()),
    }
}

/// `When an opponent enters, the user restores 10 Mana and learns their true name`, `and cannot attack the user or
/// their Master`: rejects it, for `their` could be of either of two.
fn reject_their_after_joined(sentence: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let about = sentence.within([Rule::about]).next();
    let waits = sentence.clone().into_inner().any(|p| matches!(p.as_rule(), Rule::effect_trigger | Rule::when_behind));
    let of_other = waits
        && about.and_then(|about| conditions::grammatical_subject(&about)).is_some_and(|subject| subject != Who::User);
    for more in sentence.clone().into_inner().filter(|p| p.as_rule() == Rule::joined) {
        let within = || more.clone().into_inner().flatten();
        let elided = within().any(|p| p.as_rule() == Rule::elided);
        let names_one = within().any(|p| matches!(p.as_rule(), Rule::the_user | Rule::the_target));
        let own = within().find(|p| matches!(p.as_rule(), Rule::k_their | Rule::their_role));
        if let Some(own) = own.filter(|_| elided && (names_one || of_other)) {
            return Err(nonsense(&own, "whose? say `the user's`, `the target's` or whose it is"));
        }
    }
    Ok(())
}

/// `The target loses 5 Mana for each Turn they have been in battle`: rejects it, for the user's Turns are counted.
fn reject_their_turns(sentence: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let of_battle = sentence.within([Rule::turns_of_battle, Rule::hits_taken]).next();
    let they = of_battle.filter(|of| of.clone().into_inner().any(|p| p.as_rule() == Rule::k_they));
    let first = sentence.within([Rule::effect_who]).next();
    match they.filter(|_| first.is_none_or(|who| lowercase_text(&who) != "the user")) {
        Some(word) => Err(nonsense(
            &word,
            "whose are counted? write `the user`: `… the user has been in battle`, `… that hit the user`",
        )),
        None => Ok(()),
    }
}

/// Rejects unclear pronouns in the words of a sentence. In a list: whose is `their` in `an opponent or their Master`?
pub(super) fn check_pronouns(sentence: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    for asked in sentence.clone().into_inner().filter(|p| p.as_rule() == Rule::effect_if) {
        check_their_after_killer(sentence, &asked)?;
    }
    reject_its(sentence)?;
    reject_their_after_joined(sentence)?;
    reject_their_turns(sentence)?;
    for list in sentence.within([Rule::effect_who, Rule::subject, Rule::object, Rule::about_all]) {
        let one = |p: &Node<'_>| matches!(p.as_rule(), Rule::effect_one | Rule::who_one);
        let all: Vec<Node<'_>> = list.into_inner().filter(one).collect();
        let own = |p: &Node<'_>| {
            let first = p.clone().into_inner().next();
            first.is_some_and(|p| matches!(p.as_rule(), Rule::k_their | Rule::their_role))
        };
        let clear = |p: &Node<'_>| {
            let said = lowercase_text(p);
            let owner = ["the user", "the caster", "the holder", "the wielder"].contains(&said.as_str());
            owner || ["the target", "the attacker", "they"].contains(&said.as_str()) || own(p)
        };
        for pair in all.windows(2) {
            if let [before, own_one] = pair
                && own(own_one)
                && !clear(before)
            {
                return Err(nonsense(
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
pub(super) fn reject_their_of_clause(sentence: &Node<'_>, said: &[Sentence]) -> Result<(), Vec<Diagnostic>> {
    for about in sentence.within([Rule::about]) {
        let mut inner = about.clone().into_inner();
        let (Some(subject), Some(rest)) = (inner.next(), inner.last()) else { continue };
        let whose = |p: &Node<'_>| matches!(p.as_rule(), Rule::their_role | Rule::that_one);
        let Some(their) = rest.within([Rule::their_role]).find(|p| !is_later_in_list(sentence, p)) else { continue };
        let pronoun = whose(&subject) || subject.holds([Rule::their_role, Rule::that_one]);
        let of_subject = |who: &Who<Written>| match who {
            Who::Related(_, of) => conditions::grammatical_subject(&about).is_some_and(|subject| **of == subject),
            _ => false,
        };
        if pronoun || said.iter().any(|sentence| names_in_question(sentence, &of_subject)) {
            continue;
        }
        let role = child(&their, Rule::role).map_or("Master", |role| role.as_str().trim());
        let why = format!(
            "whose {role}? `{}` could be of `{}`, or of somebody else",
            lowercase_text(&their),
            lowercase_text(&subject)
        );
        let of_user = super::ambiguity::replace_if_understood(sentence, &their, &format!("the user's {role}"))
            .and_then(read_back);
        return Err(add_rewrite_note(nonsense(&their, &why), "of the user's", of_user));
    }
    Ok(())
}

/// Whether a word stands behind another person in a list, and so belongs to that person.
fn is_later_in_list(sentence: &Node<'_>, word: &Node<'_>) -> bool {
    let mut lists = sentence.within([Rule::object]);
    lists.any(|list| list.into_inner().skip(1).any(|p| p.as_span().start == word.as_span().start))
}

/// Whether the condition, the trigger or the end of a sentence names somebody who passes the test.
fn names_in_question(sentence: &Sentence, test: &dyn Fn(&Who<Written>) -> bool) -> bool {
    let asked = sentence.condition.iter().flat_map(super::antecedents::people_in_condition);
    let deeds = sentence.trigger.as_ref().and_then(Trigger::deed).into_iter().chain(&sentence.until);
    let test = |who: &Who<Written>| test(who);
    asked.into_iter().any(|who| who.mentions(&test)) || deeds.into_iter().any(|deed| deed.mentions(&test))
}

/// Rejects `The target loses 10 Mana if they attacked them`: nobody does that to themselves.
pub(super) fn reject_deed_to_oneself(sentence: &Node<'_>, said: &[Sentence]) -> Result<(), Vec<Diagnostic>> {
    if !sentence.holds([Rule::k_they, Rule::k_their]) {
        return Ok(());
    }
    let both = |who: &Who<Written>, act: &Act<Written>| {
        let whom = match act {
            Act::Attacks(whom) | Act::AttacksWith(_, whom) | Act::Hits(_, whom) => whom.as_ref(),
            Act::Damages(_, whom) | Act::Kills(whom) => whom.as_ref(),
            _ => None,
        };
        whom == Some(who) && who.group().is_none()
    };
    let asked = said.iter().flat_map(|sentence| sentence.condition.iter()).flat_map(|condition| condition.statements());
    let deeds = asked.filter_map(Predicate::deed).chain(said.iter().filter_map(|sentence| sentence.until.as_ref()));
    if deeds.into_iter().any(|deed| both(&deed.who, &deed.act)) {
        return Err(nonsense(
            sentence,
            "who does this to whom? both words mean the same character here: say who each is",
        ));
    }
    Ok(())
}

/// `The target loses 10 Mana if they attacked her`: the owner, or somebody the sentence names?
pub(super) fn reject_he_or_she(sentence: &Node<'_>, said: &[Sentence]) -> Result<(), Vec<Diagnostic>> {
    let gendered = |p: &Node<'_>| {
        let word = lowercase_text(p);
        let first = word.split_whitespace().next().unwrap_or_default().to_owned();
        ["he", "she", "him", "his", "her"].contains(&&*first)
    };
    let words: Vec<Node<'_>> = sentence.within([Rule::k_they, Rule::k_their]).filter(gendered).collect();
    let Some(word) = words.first() else { return Ok(()) };
    let owner = replace_pronouns(sentence, &words, ["the user", "the user's"]);
    let same = owner.as_ref().is_some_and(|owner| {
        let they = replace_pronouns(sentence, &words, ["they", "their"]);
        they.is_some_and(|they| parse(&they).ok() == parse(owner).ok())
    });
    if same {
        return Ok(());
    }
    let why = format!("`{}` could be the user, or somebody else of whom this speaks: say who", lowercase_text(word));
    let faults = add_rewrite_note(nonsense(word, &why), "of the user", owner.and_then(read_back));
    let nobody_else_is_they = said
        .iter()
        .all(|sentence| !names_in_question(sentence, &Who::says_they) && !super::antecedents::says_they(sentence));
    let canonical_text = if nobody_else_is_they {
        crate::language::effect_text::canonical(&effect_from_sentences(said))
    } else {
        String::new()
    };
    Err(add_rewrite_note(
        faults,
        "of the other",
        Some(canonical_text).filter(|canonical_text| !canonical_text.is_empty()).and_then(read_back),
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
