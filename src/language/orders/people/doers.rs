//! Determines who acts in an order: `Saber uses …`, `I …`, `Saber and I …`.

use super::pronoun_words::{Gender, PronounRole, UNNAMED_PEOPLE, parse_pronoun};
use super::sentence_words::{Token, tokenize};
use crate::language::condition::Name;
use crate::language::diagnostic::Diagnostic;
use crate::language::orders::diagnose::order_error::OrderError;
use crate::language::orders::sentence::order_builder::OrderBuilder;
use crate::language::orders::{NameBook, NameKind, Rule, codes};
use crate::language::pairs::Pair;

impl OrderBuilder<'_> {
    /// Reads the subject of a clause: `Saber uses …`. One sentence orders for one character, except for those who move
    /// together.
    pub(in crate::language::orders) fn read_doer(&mut self, pair: Pair<'_, Rule>) -> Result<(), OrderError> {
        let span = self.reader.original_span(&pair);
        let has_child = |rules: &[Rule]| pair.clone().into_inner().any(|p| rules.contains(&p.as_rule()));
        let first_person = has_child(&[Rule::k_i, Rule::k_me, Rule::k_us, Rule::both_of_us]);
        let says_we = has_child(&[Rule::k_us, Rule::both_of_us]);
        let mut names =
            pair.clone().into_inner().filter(|p| p.as_rule() == Rule::name).map(|p| self.reader.build_name(p));
        let named = names.next();
        let others: Vec<Name> = names.collect();
        // `Rin and I flee to the Mall; otherwise we both stay`: the same two.
        let mut all = named.iter().chain(&others);
        let names_both =
            (first_person || all.clone().any(|who| self.is_writer(who))) && all.any(|who| self.is_fellow(who));
        let are_both = self.was_said_of_both() && (says_we || names_both);
        self.says_we |= are_both;
        // `If C, I flee to the Church; otherwise, we flee to the Mall.`
        if first_person && self.first_person && says_we != self.says_we && !are_both {
            let message = "you alone, or both of you? this sentence says both";
            return Err(Diagnostic::error(codes::TWO_ACTORS, span, message)
                .note("give each an order of their own")
                .into());
        }
        self.says_we |= says_we;
        // `Saber attacks Lancer, but I flee` has two actors.
        if (first_person && self.doer.is_some() && !are_both) || (!first_person && named.is_some() && self.first_person)
        {
            let message = "this sentence orders for more than one character";
            return Err(Diagnostic::error(codes::TWO_ACTORS, span, message)
                .note("one order is one character's: end it with a full stop")
                .into());
        }
        self.first_person |= first_person;
        let Some(first) = named else {
            // `If Rin reaches the Church, she …` in Rin's block: nobody else was mentioned.
            let is_own = |head: &Name| {
                !self.names_in_conditions.is_empty()
                    && self.names_in_conditions.iter().all(|name| name.text.eq_ignore_ascii_case(&head.text))
            };
            let is_actor_mentioned =
                self.block_actor.as_ref().is_some_and(is_own) || self.is_pronoun_for_actor(pair.as_str());
            // `He moves to Bridge.`: the sentences before are not searched for a person.
            if has_child(&[Rule::k_they]) && self.doer.is_none() && !is_actor_mentioned {
                return Err(Diagnostic::error(codes::WHOM, span, "who is to do this?")
                    .note("name the character, or leave the word out")
                    .into());
            }
            return Ok(());
        };
        if first_person {
            // `Rin and I` among Rin's orders: who is the other one?
            if self.is_writer(&first) {
                let message = format!("`{}` is whose order this is: who is the other one?", first.text);
                return Err(Diagnostic::error(codes::WHOM, span, message).note("name the other one").into());
            }
            self.has_several_subjects = true;
            self.companions.push(first);
            return Ok(());
        }
        self.has_several_subjects |= !others.is_empty();
        self.companions.extend(others);
        match &self.doer {
            Some(doer) if !doer.text.eq_ignore_ascii_case(&first.text) => Err(Diagnostic::error(
                codes::TWO_ACTORS,
                first.span,
                format!("this order is `{}`'s; `{}` needs one of its own", doer.text, first.text),
            )
            .note("one order is one character's: end it with a full stop")
            .into()),
            Some(_) => Ok(()),
            // `Move to the Church, and Saber moves to the Bridge`: the first action is not Saber's.
            None if self.follows_clause_of_another(&first) => {
                let whose = self.block_actor.as_ref().map_or_else(String::new, |head| format!(" is `{}`'s", head.text));
                let message = format!("what stands before{whose}; `{}` needs an order of its own", first.text);
                Err(Diagnostic::error(codes::TWO_ACTORS, first.span, message)
                    .note("one order is one character's: end it with a full stop")
                    .into())
            }
            None => {
                self.doer = Some(first);
                Ok(())
            }
        }
    }

    /// Whether what was ordered so far was ordered for the writer and the only other character of their own.
    fn was_said_of_both(&self) -> bool {
        let by_name = || {
            self.companions.iter().any(|one| self.is_fellow(one)) && self.doer.iter().all(|doer| self.is_writer(doer))
        };
        self.says_we || by_name()
    }

    /// Whether this is the character whose orders are read.
    fn is_writer(&self, who: &Name) -> bool {
        self.block_actor.as_ref().is_some_and(|head| head.text.eq_ignore_ascii_case(&who.text))
    }

    /// Whether this is the only other character of the writer's own.
    fn is_fellow(&self, who: &Name) -> bool {
        let fellow = self.block_actor.as_ref().and_then(|head| self.names.fellow(&head.text));
        fellow.is_some_and(|fellow| fellow.eq_ignore_ascii_case(&who.text))
    }

    /// `Saber attacks Lancer and flee to the Bridge`, in Rin's orders: rejects an imperative beside what somebody else
    /// does. Behind `have Saber attack …` it is Saber's.
    pub(in crate::language::orders) fn reject_imperative_beside_doer(
        &mut self,
        action: &Pair<'_, Rule>,
    ) -> Result<(), OrderError> {
        const LEADS: [Rule; 6] =
            [Rule::doer, Rule::using_np, Rule::o_request, Rule::o_noise, Rule::o_have, Rule::o_will];
        let parts = || action.clone().into_inner();
        let leads = || parts().take_while(|part| LEADS.contains(&part.as_rule()));
        if leads().any(|part| part.as_rule() == Rule::doer) {
            self.doer_takes_infinitive = leads().any(|part| matches!(part.as_rule(), Rule::o_have | Rule::o_will));
            return Ok(());
        }
        let is_of_another = match (&self.doer, &self.block_actor) {
            (Some(doer), Some(head)) => !doer.text.eq_ignore_ascii_case(&head.text),
            _ => false,
        };
        let verb = parts().find(|part| !LEADS.contains(&part.as_rule()));
        let word = verb.as_ref().and_then(|verb| verb.as_str().split_whitespace().next()).unwrap_or_default();
        let is_third_person = word.ends_with('s') && !word.ends_with("ss");
        let is_verb = word.starts_with(|c: char| c.is_ascii_alphabetic());
        if !is_of_another || self.doer_takes_infinitive || is_third_person || !is_verb {
            return Ok(());
        }
        let message = format!("who is to `{word}`, whoever is named before it or whose orders these are?");
        Err(Diagnostic::error(codes::TWO_ACTORS, self.reader.original_span(action), message)
            .note("give each an order of their own, or repeat the name")
            .into())
    }

    /// Whether `she` means the block's character: `If Lancer is here, she uses Cut on him`, in the orders of Saber.
    fn is_pronoun_for_actor(&self, word: &str) -> bool {
        let head = self.block_actor.as_ref().filter(|_| !self.names_in_conditions.is_empty());
        head.is_some_and(|head| can_only_mean_actor(word, &head.text, self.names, self.sentence, self.sentence_before))
    }

    /// Whether an own character acts behind a clause that belongs to another: to the block's character, or to nobody
    /// yet.
    fn follows_clause_of_another(&self, named: &Name) -> bool {
        let is_block_actor = self.block_actor.as_ref().is_some_and(|head| head.text.eq_ignore_ascii_case(&named.text));
        self.has_unnamed_clause && !is_block_actor && self.names.is(&named.text, NameKind::Own)
    }
}

/// Whether `he` or `she` can only mean the block's character: neither the sentence nor the one before names anybody
/// else who could be meant.
pub(in crate::language::orders) fn can_only_mean_actor(
    word: &str,
    head: &str,
    names: &NameBook,
    sentence: &str,
    before: &str,
) -> bool {
    let Some((gender @ (Gender::He | Gender::She), PronounRole::Subject, _)) = parse_pronoun(word.trim(), "") else {
        return false;
    };
    let (sentence, before) = (tokenize(sentence), tokenize(before));
    let is_person = |name: &&str| names.is(name, NameKind::Own) || names.is(name, NameKind::Character);
    let is_unnamed_person =
        |token: Token<'_>| token.is(UNNAMED_PEOPLE) || token.is(&["master", "servant", "partner", "familiar"]);
    let named = sentence.iter().chain(&before).filter_map(|(_, _, token)| match token {
        Token::Mark(mark) => names.marked(*mark),
        Token::Word(_) | Token::Stop(_) | Token::Quote(_) => None,
    });
    let mut others = named.filter(is_person).filter(|name| !name.eq_ignore_ascii_case(head));
    let others_differ_in_sex =
        others.all(|name| names.sex(name).is_some_and(|other_sex| !gender.fits_sex(Some(other_sex))));
    let sex = names.sex(head);
    let unnamed = sentence.iter().any(|(_, _, token)| is_unnamed_person(*token));
    sex.is_some() && gender.fits_sex(sex) && others_differ_in_sex && !unnamed
}
