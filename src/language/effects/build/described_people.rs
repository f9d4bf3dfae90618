//! Resolves people whom a sentence describes by a deed or a role: a killer, a summoner, `the Master`. Also rejects
//! conditions that ask about the very deed of the trigger.

use super::ambiguity::{add_rewrite_note, replace_part};
use super::lost_words::{canonical_if_lossless, effect_from_sentences};
use super::tenses::IsUnderstood;
use super::{Node, child, nonsense_error};
use crate::language::condition::{
    Act, Condition, Deed, Group, Predicate, Property, Relation, Side, SkillKind, Who, Written,
};
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{Operation, Sentence, Trigger};
use crate::language::effect_text::canonical;
use crate::language::effects::parse;
use crate::language::parser::Rule;
use crate::language::visit::VisitMut;

/// Checks, and binds, the people of a sentence that has been read.
pub(super) fn check_people(pair: &Node<'_>, sentences: &mut [Sentence]) -> Result<(), Vec<Diagnostic>> {
    reject_role_without_owner(pair, &|sentences| parse(sentences).is_ok())?;
    reject_second_summoner(pair, sentences)?;
    reject_deed_of_trigger(pair, sentences)?;
    reject_target_without_attack(pair, sentences)?;
    reject_death_before_turn(pair, sentences)?;
    if pair.descendants([Rule::k_attacker]).any(|p| p.as_str().trim().eq_ignore_ascii_case("killer")) {
        sentences.iter_mut().for_each(bind_killer);
    }
    Ok(())
}

/// Rejects `the attack's target` where the sentence names no attacks that would each have a target.
fn reject_target_without_attack(pair: &Node<'_>, sentences: &[Sentence]) -> Result<(), Vec<Diagnostic>> {
    let is_about_struck = |sentence: &Sentence| match &sentence.operation {
        Operation::Standing(standing) => {
            standing.is_about_struck_target() && !sentence.at_use && sentence.trigger.is_none()
        }
        Operation::Immediate(_) | Operation::Clause(_) => false,
    };
    let Some(words) = pair.descendants([Rule::k_of_attack]).next() else {
        return Ok(());
    };
    if sentences.iter().all(is_about_struck) {
        return Ok(());
    }
    let why =
        "the target of which attack? of the skill's own say `the target`, of those that strike the user `the user`";
    Err(nonsense_error(&words, why))
}

/// `When the user dies, their killer …`: turns the death into a kill of the user, by whatever means (A082). A sentence
/// without a killer still waits for the death.
fn bind_killer(sentence: &mut Sentence) {
    let is_attacker = |who: &Who<Written>| *who == Who::Attacker;
    let asked = sentence.condition.iter().flat_map(super::antecedents::people_in_condition);
    if !sentence.operation.people().into_iter().chain(asked).any(|who| who.mentions(&is_attacker)) {
        return;
    }
    let Some(Trigger::When(deed) | Trigger::Limited(_, deed)) = &mut sentence.trigger else { return };
    if deed.act == Act::Dies {
        let dead = std::mem::replace(&mut deed.who, Who::Any(Group::ANYBODY));
        deed.act = Act::Kills(Some(dead));
    }
    sentence.operation.people_mut().into_iter().for_each(|who| AttackerToDoer.visit_who(who));
    sentence.condition.iter_mut().for_each(|condition| AttackerToDoer.visit_condition(condition));
}

/// Replaces the attacker with whoever did the deed.
struct AttackerToDoer;

impl VisitMut<'_, Written> for AttackerToDoer {
    fn visit_who(&mut self, who: &mut Who<Written>) {
        match who {
            Who::Attacker => *who = Who::Antecedent,
            other => self.walk_who(other),
        }
    }
}

/// Rejects `If the Master is here`: to the tree it would be any Master, and whose is not said.
pub(super) fn reject_role_without_owner(pair: &Node<'_>, reads: IsUnderstood<'_>) -> Result<(), Vec<Diagnostic>> {
    let all = pair.descendants([Rule::subject, Rule::object]);
    let is_definite = |p: &Node<'_>| p.as_rule() == Rule::every && child(p, Rule::k_the).is_some();
    let mut words = all.flat_map(|p| p.into_inner().flatten().collect::<Vec<_>>()).filter(is_definite);
    let Some((word, role)) = words.find_map(|word| find_bare_role(&word).map(|role| (word, role))) else {
        return Ok(());
    };
    let why = format!("which {role}? any of them would do: say whose");
    let faults = nonsense_error(&word, &why);
    let replaced_by = |words: &str| replace_part(pair, &word, words).filter(|said| reads(said));
    let of_user =
        matches!(role.as_str(), "Master" | "Servant").then(|| replaced_by(&format!("the user's {role}"))).flatten();
    let faults = add_rewrite_note(faults, "of the user's", of_user);
    let article = if role.starts_with(['a', 'e', 'o']) { "an" } else { "a" };
    Err(add_rewrite_note(faults, "of any", replaced_by(&format!("{article} {role}"))))
}

/// The only word of a group that is not described further; the familiar of a summoning is the user's, so it is left
/// out.
fn find_bare_role(every: &Node<'_>) -> Option<String> {
    let group = child(every, Rule::group)?;
    let word = group.as_str().trim();
    ["Master", "Servant", "opponent", "enemy", "ally"]
        .into_iter()
        .find(|role| word.eq_ignore_ascii_case(role))
        .map(str::to_owned)
}

/// `While this familiar is in the same location as its summoner, the summoner's …`: rejects it, for `its` is bound to
/// the familiar.
fn reject_second_summoner(pair: &Node<'_>, sentences: &[Sentence]) -> Result<(), Vec<Diagnostic>> {
    let is_summoner_of_summoner = |who: &Who<Written>| match who {
        Who::Related(Relation::Summoner, of) => matches!(**of, Who::Related(Relation::Summoner, _)),
        _ => false,
    };
    let names_second_summoner = |sentence: &Sentence| {
        let asked = sentence.condition.iter().flat_map(super::antecedents::people_in_condition);
        sentence.operation.people().into_iter().chain(asked).any(|who| who.mentions(&is_summoner_of_summoner))
    };
    if !sentences.iter().any(names_second_summoner) {
        return Ok(());
    }
    let mut rewritten = sentences.to_vec();
    for sentence in &mut rewritten {
        sentence.operation.people_mut().into_iter().for_each(|who| ToOwnSummoner.visit_who(who));
        sentence.condition.iter_mut().for_each(|condition| ToOwnSummoner.visit_condition(condition));
    }
    let faults = nonsense_error(pair, "whose summoner? only familiars have one: say whose");
    Err(add_rewrite_note(faults, "of the user's", canonical_if_lossless(canonical(&effect_from_sentences(&rewritten)))))
}

/// Replaces the summoner of a summoner with the user's summoner.
struct ToOwnSummoner;

impl VisitMut<'_, Written> for ToOwnSummoner {
    fn visit_who(&mut self, who: &mut Who<Written>) {
        match who {
            Who::Related(Relation::Summoner, of) if matches!(**of, Who::Related(Relation::Summoner, _)) => {
                *who = Who::related(Relation::Summoner, Who::User);
            }
            other => self.walk_who(other),
        }
    }
}

/// `When an opponent dies, … if the user killed it`: rejects it. A condition asks about what came before the deed of
/// the trigger, and must say so: `… if they have already attacked the user`.
fn reject_deed_of_trigger(pair: &Node<'_>, sentences: &mut [Sentence]) -> Result<(), Vec<Diagnostic>> {
    let text = pair.as_str().to_ascii_lowercase();
    let asks_earlier = ["before", "already", "previous", "earlier"].iter().any(|word| text.contains(word));
    let asks_now = !asks_earlier && !text.contains("this turn");
    if asks_earlier {
        sentences.iter_mut().for_each(mark_earlier_deeds);
    }
    let find_deed_of_trigger = |sentence: &Sentence| {
        let awaited = sentence.trigger.as_ref().and_then(Trigger::deed)?;
        let mut asked = sentence.condition.iter().flat_map(Condition::statements).filter_map(Predicate::deed);
        let could_be_trigger = |deed: &&Deed<Written>| {
            is_other_side_of_deed(awaited, deed)
                || (asks_now && is_manner_of_deed(awaited, deed))
                || (!asks_earlier && could_be_same_deed(awaited, deed))
        };
        asked.find(could_be_trigger).cloned()
    };
    let Some(asked) = sentences.iter().find_map(find_deed_of_trigger) else { return Ok(()) };
    let mut rewritten = sentences.to_owned();
    for sentence in &mut rewritten {
        let is_only_condition =
            matches!(&sentence.condition, Some(Condition::Is(Predicate::Did(deed))) if *deed == asked);
        let Some(Trigger::When(waited) | Trigger::Limited(_, waited)) = &mut sentence.trigger else { continue };
        if is_only_condition {
            let mut active = Deed { is_past: false, ..asked.clone() };
            if is_other_side_of_deed(waited, &asked) {
                active.act.object_mut().into_iter().for_each(|whom| *whom = waited.who.clone());
            } else {
                active.who = waited.who.clone();
            }
            (*waited, sentence.condition) = (active, None);
        }
    }
    let canonical_text =
        (rewritten != sentences).then(|| canonical(&effect_from_sentences(&rewritten))).and_then(canonical_if_lossless);
    let why = "who did the very deed that this waits for is not asked behind it: wait for who does it";
    Err(add_rewrite_note(nonsense_error(pair, why), "of who does it", canonical_text))
}

/// Marks a deed in the condition as one that came before, if it could be the deed of the trigger.
fn mark_earlier_deeds(sentence: &mut Sentence) {
    let Some(awaited) = sentence.trigger.as_ref().and_then(Trigger::deed).cloned() else { return };
    for statement in sentence.condition.iter_mut().flat_map(Condition::statements_mut) {
        if let Predicate::Did(deed) = statement
            && could_be_same_deed(&awaited, deed)
        {
            deed.is_past = true;
        }
    }
}

/// Whether the deed asked about is the other side of the trigger: somebody dies, and somebody killed them.
fn is_other_side_of_deed(waited: &Deed<Written>, asked: &Deed<Written>) -> bool {
    let Some(whom) = asked.object() else { return false };
    let is_same_person = whom.says_they() || *whom == waited.who;
    let fits_act = match waited.act {
        Act::Dies => matches!(asked.act, Act::Kills(_)),
        Act::IsDamaged => matches!(asked.act, Act::Damages(..) | Act::Hits(..)),
        Act::IsAttacked => matches!(asked.act, Act::Attacks(_) | Act::AttacksWith(..)),
        _ => false,
    };
    is_same_person && fits_act
}

/// `When an opponent attacks, … if they attacked the user`, `When an ally is attacked, … if the user intercepts`:
/// whether the blow or death asked about could be the one of the trigger.
fn could_be_same_deed(waited: &Deed<Written>, asked: &Deed<Written>) -> bool {
    let (Some((doer, done_to)), Some((other, other_to))) = (doer_and_victim(waited), doer_and_victim(asked)) else {
        return false;
    };
    let may_be = |one: Option<&Who<Written>>, other: Option<&Who<Written>>| match (one, other) {
        (Some(one), Some(other)) => could_be_same_person(one, other),
        _ => true,
    };
    let same_kind = match (is_blow(&waited.act), is_blow(&asked.act)) {
        (true, true) => true,
        (false, false) => matches!((&waited.act, &asked.act), (Act::Dies | Act::Kills(_), Act::Dies | Act::Kills(_))),
        _ => false,
    };
    // Nobody strikes themselves.
    let is_reversed = (doer.is_some() && doer == other_to) || (other.is_some() && other == done_to);
    same_kind && waited != asked && !is_reversed && may_be(doer, other) && may_be(done_to, other_to)
}

const fn is_blow(act: &Act<Written>) -> bool {
    match act {
        Act::Attacks(_) | Act::AttacksWith(..) | Act::Hits(..) | Act::Damages(..) => true,
        Act::IsAttacked | Act::IsDamaged | Act::Intercepts => true,
        Act::Kills(_) | Act::Dies | Act::Uses(..) | Act::UsesKind(_) | Act::UsesNoblePhantasm => false,
        Act::UsesCommandSpell | Act::Enters(_) | Act::Leaves(_) | Act::Acts | Act::Flees => false,
        Act::EntersSpiritForm | Act::LeavesSpiritForm => false,
    }
}

/// Who does a blow or a death, and who suffers it, as far as the words say.
type DoerAndVictim<'a> = (Option<&'a Who<Written>>, Option<&'a Who<Written>>);

fn doer_and_victim(deed: &Deed<Written>) -> Option<DoerAndVictim<'_>> {
    match &deed.act {
        Act::Attacks(_) | Act::AttacksWith(..) | Act::Hits(..) | Act::Damages(..) | Act::Kills(_) => {
            Some((Some(&deed.who), deed.object()))
        }
        Act::IsAttacked | Act::IsDamaged | Act::Dies => Some((None, Some(&deed.who))),
        // Whoever intercepts is struck in another's place.
        Act::Intercepts => Some((None, None)),
        Act::Uses(..) | Act::UsesKind(_) | Act::UsesNoblePhantasm | Act::UsesCommandSpell => None,
        Act::Enters(_) | Act::Leaves(_) | Act::Acts | Act::Flees => None,
        Act::EntersSpiritForm | Act::LeavesSpiritForm => None,
    }
}

/// Whether two words can mean one character: not the user and an opponent, and not people of two sides.
fn could_be_same_person(one: &Who<Written>, other: &Who<Written>) -> bool {
    let side = |who: &Who<Written>| match who {
        Who::Any(group) | Who::Every(group) => Some(group.side),
        _ => None,
    };
    match (side(one), side(other)) {
        (Some(one), Some(other)) => one == other || one == Side::Anyone || other == Side::Anyone,
        (Some(Side::Opponents), None) => *other != Who::User,
        (None, Some(Side::Opponents)) => *one != Who::User,
        (Some(_), None) | (None, Some(_)) => true,
        (None, None) => one == other || one.says_they() || other.says_they(),
    }
}

/// `When an opponent uses a skill, … if they used a Noble Phantasm`: whether the condition asks how the deed of the
/// trigger was done.
fn is_manner_of_deed(waited: &Deed<Written>, asked: &Deed<Written>) -> bool {
    let is_same_doer = asked.who.says_they() || asked.who == waited.who;
    is_same_doer
        && match waited.act {
            Act::UsesKind(SkillKind::Any) | Act::Acts => {
                matches!(asked.act, Act::UsesNoblePhantasm | Act::UsesKind(_) | Act::Uses(..) | Act::Attacks(_))
            }
            Act::Attacks(_) | Act::AttacksWith(..) | Act::Hits(..) | Act::Damages(..) => {
                matches!(asked.act, Act::AttacksWith(..) | Act::UsesNoblePhantasm | Act::UsesKind(_) | Act::Uses(..))
            }
            Act::Leaves(_) => asked.act == Act::Flees,
            Act::Uses(..) | Act::UsesKind(_) | Act::UsesNoblePhantasm | Act::UsesCommandSpell | Act::Kills(_) => false,
            Act::Enters(_) | Act::Dies | Act::IsAttacked | Act::IsDamaged | Act::Flees | Act::Intercepts => false,
            Act::EntersSpiritForm | Act::LeavesSpiritForm => false,
        }
}

/// Rejects `… at the end of the next Turn unless the user dies`: whoever has died before is meant too.
fn reject_death_before_turn(pair: &Node<'_>, sentences: &[Sentence]) -> Result<(), Vec<Diagnostic>> {
    let mut dead = sentences.to_vec();
    for sentence in &mut dead {
        let is_later = matches!(sentence.trigger, Some(Trigger::Once(..)));
        let asked = sentence.condition.iter_mut().filter(|_| is_later).flat_map(Condition::statements_mut);
        for statement in asked {
            if let Predicate::Did(Deed { who, act: Act::Dies, .. }) = statement {
                *statement = Predicate::Has(who.clone(), Property::Dead);
            }
        }
    }
    if dead == sentences {
        return Ok(());
    }
    let why = "only in that Turn, or by then? what is so by then is a state";
    Err(add_rewrite_note(
        nonsense_error(pair, why),
        "by then",
        canonical_if_lossless(canonical(&effect_from_sentences(&dead))),
    ))
}
