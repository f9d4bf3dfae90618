//! Rejects orders whose words say more than their tree keeps: whose item it is, who gets what is bought, what caused an
//! event, what is done once each.

use super::Checker;
use super::action_checks::is_attack;
use super::canonical_names;
use super::phrases::{has_words, outside_quotes};
use crate::language::codes;
use crate::language::condition::{Condition, Predicate, Who, Written};
use crate::language::order::{Action, ActionKind, Order, PactStep, SpellObject, Target, Times};
use crate::perception::view::OwnCharacter;
use crate::vocabulary::sex::Sex;
use crate::vocabulary::skill_type::SkillType;

/// What is asked about an order, and what to write.
struct Doubt {
    code: &'static str,
    message: String,
    note: &'static str,
}

impl Checker<'_> {
    /// Rejects an order with a word that its tree does not keep.
    pub(super) fn reject_dropped_words(&mut self, order: &Order<Written>, words: &str, actor: &OwnCharacter) {
        let unquoted = outside_quotes(&words.to_lowercase());
        let doubt = find_foreign_owner(order, &unquoted, actor)
            .or_else(|| find_receiver_of_purchase(order, &unquoted))
            .or_else(|| find_cause(order, &unquoted))
            .or_else(|| find_count_of_description(&unquoted))
            .or_else(|| find_count_of_their_deed(order, &unquoted))
            .or_else(|| self.find_company_elsewhere(order, &unquoted, actor))
            .or_else(|| find_once_each(order, &unquoted, actor))
            .or_else(|| find_condition_of_delay(order, &unquoted))
            .or_else(|| find_form_left(order, &unquoted))
            .or_else(|| find_duration(order, &unquoted, actor))
            .or_else(|| find_blow_back(order, &unquoted))
            .or_else(|| find_anyone_who_did(order, &unquoted))
            .or_else(|| find_delay_of_attack(order, &unquoted, actor))
            .or_else(|| find_condition_of_manner(order, &unquoted))
            .or_else(|| find_fixed_phrase(order, &unquoted));
        if let Some(Doubt { code, message, note }) = doubt {
            self.push_error(code, order.span, message).notes.push(note.to_owned());
        }
    }
}

impl Checker<'_> {
    /// `If no opponent is with Lancer, …`, `If Lancer is with Saber, …` of a Saber who is elsewhere: what is read of
    /// one place, the actor's, and means another or counts the one it names.
    fn find_company_elsewhere(&self, order: &Order<Written>, words: &str, actor: &OwnCharacter) -> Option<Doubt> {
        let says_with =
            ["is with", "are with", "'s with", "is without", "was with"].iter().any(|with| has_words(words, with));
        let is_open = |condition: &Condition<Written>| {
            let statements = condition.statements();
            let places: Vec<&Who<Written>> = statements
                .iter()
                .filter_map(|asked| match asked {
                    Predicate::IsIn(who, None) => Some(who),
                    _ => None,
                })
                .collect();
            let is_elsewhere = |who: &&&Who<Written>| match who {
                Who::Named(name) => {
                    self.view.own(&name.text).is_some_and(|own| !canonical_names::same_name(&own.at, &actor.at))
                }
                _ => false,
            };
            let names_foe =
                |who: &&&Who<Written>| matches!(who, Who::Named(name) if self.view.own(&name.text).is_none());
            let is_group = |who: &&&Who<Written>| matches!(who, Who::Any(_) | Who::UpTo(..));
            let denies_actor = places.contains(&&Who::User) && places.len() > 1;
            places.len() > 1
                && (denies_actor
                    || places.iter().any(|who| is_elsewhere(&who))
                    || (places.iter().any(|who| is_group(&who)) && places.iter().any(|who| names_foe(&who))))
        };
        (says_with && order.body.conditions().any(is_open)).then(|| Doubt {
            code: codes::WHOM,
            message: "with whom, and where?".to_owned(),
            note: "of one place: `If Lancer is in the same location as Saber, …`; of those here, by name: `If Lancer is here \
                   and Archer is not here, …`",
        })
    }
}

/// `Use his Splint.`: an owner of the item who is not the actor. `Saber uses her Splint` is plain.
fn find_foreign_owner(order: &Order<Written>, words: &str, actor: &OwnCharacter) -> Option<Doubt> {
    let items = order.body.actions().filter_map(|action| match &action.kind {
        ActionKind::UseItem { item, .. } | ActionKind::Drop(item) | ActionKind::Give { item, .. } => Some(&item.text),
        _ => None,
    });
    let names_actor = has_words(words, &actor.name.to_lowercase());
    for item in items {
        for (owner, sex) in [("his", Some(Sex::Male)), ("her", Some(Sex::Female)), ("their", None)] {
            let is_actor = names_actor && (sex.is_none() || actor.sex.is_none_or(|own| Some(own) == sex));
            let owns_item =
                item.to_lowercase().split([' ', '-']).any(|word| has_words(words, &format!("{owner} {word}")));
            if owns_item && !is_actor {
                let message = format!("whose? `{owner}` is somebody else's, and one uses and gives one's own items");
                return Some(Doubt { code: codes::WHOM, message, note: "write `my`, or leave the word out" });
            }
        }
    }
    None
}

/// `Buy her a Splint.`: who gets it, where the tree has a purchase alone.
fn find_receiver_of_purchase(order: &Order<Written>, words: &str) -> Option<Doubt> {
    const RECEIVERS: [&str; 5] = ["her", "him", "them", "us", "you"];
    let buys = order.body.actions().any(|action| matches!(action.kind, ActionKind::Buy { .. }));
    let gives = order.body.actions().any(|action| matches!(action.kind, ActionKind::Give { .. }));
    let receiver = RECEIVERS.into_iter().find(|receiver| has_words(words, &format!("buy {receiver}")))?;
    (buys && !gives).then(|| Doubt {
        code: codes::WHOM,
        message: format!("who gets it? `{receiver}` says that the buyer gives it to somebody"),
        note: "write `Buy a Splint for Saber`, or `Buy a Splint and give it to Saber`",
    })
}

/// `Use Guard when my Health drops below 200 because of Lancer.`: a cause in a condition, which asks only for the
/// event.
fn find_cause(order: &Order<Written>, words: &str) -> Option<Doubt> {
    const ENDS: [&str; 5] = [".", "!", ",", ";", ""];
    let (_, cause) = words.split_once(" because of ").filter(|_| order.body.is_conditional())?;
    // A longer reason is a note: `because of his low Health`.
    let words_of_cause = cause.split_whitespace().count();
    let is_person = words_of_cause == 1 && ENDS.iter().any(|end| cause.trim_end().ends_with(end));
    is_person.then(|| Doubt {
        code: codes::WHOSE_TIME,
        message: "a condition asks whether something happens, and not because of whom".to_owned(),
        note: "write who does it: `when Lancer attacks me`, `if Lancer kills Rin`",
    })
}

/// `At the end of the Attacking Phase, attack anyone who attacked Rin.`: one of them, or all who did?
fn find_anyone_who_did(order: &Order<Written>, words: &str) -> Option<Doubt> {
    let is_past = |target: &Target<Written>| matches!(target, Target::Character(Who::WhoDid(deed)) if deed.is_past);
    let strikes_doer = order.body.actions().flat_map(|action| action.kind.targets()).any(is_past);
    let says_any =
        ["anyone who", "anybody who", "any enemy who", "any opponent who", "any enemy that", "any opponent that"]
            .iter()
            .any(|any| has_words(words, any));
    (strikes_doer && says_any).then(|| Doubt {
        code: codes::HOW_MANY,
        message: "one of those who did, or all of them?".to_owned(),
        note: "one: `whoever attacked Rin first`; each: an order for each, by name: `If A has attacked Rin, attack A.`",
    })
}

/// `Use Rain Manipulation just for tonight.`, `Tonight, ally with Green.`: a time for what goes on until it is ended.
fn find_duration(order: &Order<Written>, words: &str, actor: &OwnCharacter) -> Option<Doubt> {
    const DURATIONS: [&str; 12] = [
        "for this turn",
        "for tonight",
        "for this night",
        "for now",
        "just tonight",
        "just this turn",
        "just this night",
        "only tonight",
        "only this turn",
        "tonight only",
        "this turn only",
        "this night only",
    ];
    const TIMES: [&str; 3] = ["tonight", "this turn", "this night"];
    /// What is obeyed is done anew each Night.
    const ONCE: [&str; 6] = ["twice", "thrice", "now", "at once", "immediately", "right away"];
    let says = |times: &[&str]| times.iter().any(|time| has_words(words, time));
    let has_end = |action: &Action<Written>| match &action.kind {
        ActionKind::Command { object: SpellObject::Text(obeyed), .. } => {
            let obeyed = obeyed.to_lowercase();
            let is_once = obeyed.trim_end_matches(|c: char| !c.is_alphanumeric()).ends_with(" once");
            says(&DURATIONS)
                || says(&TIMES)
                || is_once
                || TIMES.iter().chain(&ONCE).any(|time| has_words(&obeyed, time))
        }
        // `from tonight on` says when it begins.
        ActionKind::Pact(PactStep::Ally | PactStep::Ceasefire, _) => {
            let begins = ["from tonight", "as of tonight", "effective", "starting", "beginning"];
            says(&DURATIONS) || (says(&TIMES) && !says(&begins))
        }
        ActionKind::Command { .. } | ActionKind::EnterSpiritForm | ActionKind::StopPaying(_) => says(&DURATIONS),
        ActionKind::Use { skill, .. } => {
            let card = canonical_names::find_skill_card(actor, &skill.text);
            says(&DURATIONS)
                && card.is_some_and(|card| card.kind == SkillType::BoundedField || card.cost.upkeep.is_some())
        }
        _ => false,
    };
    order.body.actions().any(has_end).then(|| Doubt {
        code: codes::NOT_OF_THIS_ORDER,
        message: "this lasts until it is ended, and not for a time".to_owned(),
        note: "leave the time out, and end it in the letter of another Night: `Stop paying for SKILL.`, \
               `Release SPELL.`, `End the alliance with MASTER.`",
    })
}

/// `Attack Lancer back.`: an answer to what he does, or a blow whatever he does.
fn find_blow_back(order: &Order<Written>, words: &str) -> Option<Doubt> {
    const VERBS: [&str; 5] = ["attack", "hit", "strike", "shoot", "cut"];
    let waits = order.body.is_conditional()
        || !order.body.read_at.is_none()
        || order.body.actions().any(|action| !action.delay.is_none())
        || order.body.actions().flat_map(|action| action.kind.people()).any(|who| matches!(who, Who::WhoDid(_)));
    let ends = words.trim_end_matches(|c: char| !c.is_alphanumeric()).ends_with(" back");
    let strikes_back = VERBS.iter().any(|verb| has_words(words, &format!("{verb} back")))
        || ends && VERBS.iter().any(|verb| words.starts_with(&format!("{verb} ")));
    (strikes_back && !waits).then(|| Doubt {
        code: codes::WHOSE_TIME,
        message: "`back`: as an answer to an attack, or whatever they do?".to_owned(),
        note: "as an answer: `If Lancer attacks me, attack Lancer.`; whatever they do: leave the word out",
    })
}

/// `If I am not in Spirit Form, attack Lancer, otherwise leave it.`: the form is left, or nothing is done.
fn find_form_left(order: &Order<Written>, words: &str) -> Option<Doubt> {
    let leaves = order.body.actions().any(|action| action.kind == ActionKind::LeaveSpiritForm);
    let is_open = has_words(words, "leave it") && has_words(words, "spirit form") && !leaves;
    is_open.then(|| Doubt {
        code: codes::WHOM,
        message: "`leave it`: the Spirit Form, or is nothing done?".to_owned(),
        note: "write `otherwise, leave Spirit Form`, or leave the words out: what is not ordered is not done",
    })
}

/// `Attack the first opponent to attack me twice.`: a number that belongs to the description or to the action.
fn find_count_of_description(words: &str) -> Option<Doubt> {
    const COUNTS: [&str; 4] = ["twice", "three times", "two times", "2 times"];
    let (_, described) = words.split_once(" to attack ").filter(|(before, _)| has_words(before, "the first"))?;
    let count = COUNTS.into_iter().find(|count| has_words(described, count))?;
    Some(Doubt {
        code: codes::HOW_MANY,
        message: format!("`{count}`: is this how often they attack, or how often you do?"),
        note: "write `Attack twice the opponent who attacks me first`, or `If an opponent attacks me twice, attack them`",
    })
}

/// `Attack whoever Lancer attacks twice.`: a number that belongs to the description or to the action.
fn find_count_of_their_deed(order: &Order<Written>, words: &str) -> Option<Doubt> {
    const COUNTS: [&str; 3] = ["twice", "times", "thrice"];
    let is_counted = |action: &Action<Written>| {
        let is_struck = |target: &Target<Written>| matches!(target, Target::Character(Who::WhomDid(_)));
        action.kind.facts().times != Times::ONCE && action.kind.targets().iter().any(is_struck)
    };
    let deed = ["attack", "hit", "strike"].iter().filter_map(|verb| words.rfind(verb)).max()?;
    let behind = words.get(deed..).unwrap_or_default();
    (order.body.actions().any(is_counted) && COUNTS.iter().any(|count| has_words(behind, count))).then(|| Doubt {
        code: codes::HOW_MANY,
        message: "is this how often they are attacked, or how often you attack?".to_owned(),
        note: "how often you do: `Attack twice whoever Lancer attacks.`; how often they are attacked: by name, `If Lancer \
               attacks Archer twice, attack Archer.`",
    })
}

/// `Use Excalibur on Lancer and Archer once each.`: one use of a skill for many targets, or one for each.
fn find_once_each(order: &Order<Written>, words: &str, actor: &OwnCharacter) -> Option<Doubt> {
    let says_each = has_words(words, "once each") || has_words(words, "each once");
    let is_of_many = |action: &Action<Written>| match &action.kind {
        ActionKind::Use { skill, .. } => {
            canonical_names::find_skill_card(actor, &skill.text).is_some_and(|card| card.max_targets != 1)
        }
        _ => false,
    };
    let uses = order.body.actions().filter(|action| is_of_many(action)).count();
    (says_each && uses > 1).then(|| Doubt {
        code: codes::HOW_MANY,
        message: "one use that strikes each of them once, or one use for each?".to_owned(),
        note: "one use: `Use Excalibur on Lancer and Archer`; several: an order for each",
    })
}

/// `Delay Guard to the end of the Phase unless C.`: a condition of the delay, or of what is done.
fn find_condition_of_delay(order: &Order<Written>, words: &str) -> Option<Doubt> {
    const DELAYS: [&str; 5] = ["delay", "postpone", "keep", "save", "hold"];
    let has_guard = order.body.branches.iter().any(|branch| !branch.guards.is_empty());
    let has_delay = !order.body.read_at.is_none() || order.body.actions().any(|action| !action.delay.is_none());
    let verb = DELAYS.into_iter().find(|verb| {
        let begins = |joint: &str| words.contains(&format!("{joint}{verb} "));
        words.trim_start().starts_with(&format!("{verb} ")) || begins(", ") || begins(". ")
    })?;
    let has_if = ["if", "unless"].iter().any(|word| has_words(words, word));
    let is_one_branch = order.body.branches.len() == 1;
    (has_guard && has_delay && has_if && is_one_branch).then(|| Doubt {
        code: codes::WHOSE_TIME,
        message: format!("`{verb}`: is it done at all on this condition, or only done later?"),
        note: "write `If C, A at the end of the Attacking Phase.`, and behind it `; otherwise, A.` if it is done in any case",
    })
}

/// `Attack Lancer, with Surge if Archer is here.`: a condition of the skill that is set off, or of the attack.
fn find_condition_of_manner(order: &Order<Written>, words: &str) -> Option<Doubt> {
    let (_, manner) = words.split_once(", with ")?;
    let manner = manner.split([',', ';', '.']).next().unwrap_or_default();
    let asks = ["if", "unless"].iter().any(|head| has_words(manner, head));
    let is_use = order.body.actions().any(|action| matches!(action.kind, ActionKind::Use { .. }));
    (asks && is_use && order.body.branches.len() == 1).then(|| Doubt {
        code: codes::WHOM,
        message: "on this condition with this skill, and otherwise without, or only on this condition at all?"
            .to_owned(),
        note: "write `If C, use Surge on Lancer; otherwise, attack Lancer.`, or `If C, use Surge on Lancer.`",
    })
}

/// `Delay my attack to AGI D. Then use Guard.`: the delay of an attack, put on something else.
fn find_delay_of_attack(order: &Order<Written>, words: &str, actor: &OwnCharacter) -> Option<Doubt> {
    const DELAYED: [&str; 8] = [
        "delay my attack",
        "delay my attacks",
        "delay the attack",
        "delay the attacks",
        "delay her attack",
        "delay his attack",
        "slow my attack",
        "slow my attacks",
    ];
    let says_attack = DELAYED.iter().any(|said| has_words(words, said));
    let is_other = |action: &Action<Written>| !is_attack(&action.kind, actor);
    (says_attack && order.body.actions().any(is_other)).then(|| Doubt {
        code: codes::WHOSE_TIME,
        message: "which attack is delayed? this order makes none at that time".to_owned(),
        note: "write the time in each order: `Attack Lancer at AGI D.` `Use Guard.`",
    })
}

/// Phrases whose reading is narrower or wider than the words.
fn find_fixed_phrase(order: &Order<Written>, words: &str) -> Option<Doubt> {
    let asks_equality = has_words(words, "as high as") && !has_words(words, "at least as high as");
    let is_conditional = order.body.is_conditional();
    let asks_battle = |phrases: [&str; 2]| phrases.iter().any(|phrase| has_words(words, phrase));
    if asks_equality && is_conditional {
        return Some(Doubt {
            code: codes::HOW_MANY,
            message: "`as high as`: exactly as high, or at least as high?".to_owned(),
            note: "write `is lower than mine`, `is at least mine`",
        });
    }
    if is_conditional && asks_battle(["no battle here", "no fight here"]) {
        return Some(Doubt {
            code: codes::WHOM,
            message: "is nobody here in battle, or are you not?".to_owned(),
            note: "write `If nobody here is in battle`, or `If I am not in battle`",
        });
    }
    asks_battle(["in battle with me", "in battle with us"]).then(|| Doubt {
        code: codes::WHOM,
        message: "whom somebody fights is not asked: a battle is of all who fight at a location (A103)".to_owned(),
        note: "write `an opponent in battle here`, or `whoever attacked me`",
    })
}
