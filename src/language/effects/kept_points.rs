//! What somebody keeps of what a sentence before takes: `This cannot reduce their Health below 1`.

use super::continuations::read_canonical;
use super::passages::PassageSentence;
use crate::language::condition::Resource;
use crate::language::effect::{Immediate, Operation, Verb, Who};
use crate::vocabulary::exact::Exact;

/// What is kept, as a sentence says it.
struct Kept {
    /// Whether it is said of the sentence before, and not of the whole skill.
    of_effect: bool,
    /// Who keeps it; `None` is whoever the sentence before takes it from.
    whose: Option<Who>,
    resource: Resource,
    least: Exact,
}

/// `This effect cannot reduce the target's Mana below 1`, after a sentence by which they lose Mana or Health.
pub(super) fn keep_least(before: &PassageSentence, piece: &str) -> Option<Vec<PassageSentence>> {
    let kept = parse_kept(piece)?;
    let mut effect = before.effect.clone();
    let sentences = effect.plain_sentences_mut()?;
    let mut taken = sentences.iter_mut().filter_map(|one| {
        let Operation::Immediate(Immediate { who, verb }) = &mut one.operation else { return None };
        let (resource, keeps) = match verb {
            Verb::Lose { resource, keeps, .. } => (*resource, keeps),
            Verb::Damage { keeps, .. } => (Resource::Health, keeps),
            _ => return None,
        };
        let is_meant = kept.whose.as_ref().is_none_or(|whose| whose == who);
        // A skill that strikes somebody may reduce their Health by more than this sentence.
        let is_of_sentence = kept.of_effect || *who == Who::User;
        (is_meant && is_of_sentence && resource == kept.resource && keeps.is_none()).then_some(keeps)
    });
    let (Some(keeps), None) = (taken.next(), taken.next()) else { return None };
    *keeps = Some(kept.least);
    Some(vec![read_canonical(&effect)?])
}

/// Splits off a clause that says what is kept: `…, though this cannot reduce their Health below 1`.
pub(super) fn split_kept(text: &str) -> Option<(&str, String)> {
    let joints = [", but ", ", though ", ", although ", "; ", ", and ", " but ", " though "];
    joints.iter().find_map(|joint| {
        let (head, rest) = text.rsplit_once(joint)?;
        parse_kept(rest).map(|_| (head, rest.to_owned()))
    })
}

fn parse_kept(piece: &str) -> Option<Kept> {
    let text = piece.trim().trim_end_matches('.').to_lowercase();
    parse_bound(&text).or_else(|| parse_survival(&text))
}

/// `this damage cannot reduce their Health below 1`, `their Health will not drop below 1 because of this`.
fn parse_bound(text: &str) -> Option<Kept> {
    const SUBJECTS: [&str; 7] =
        ["this effect ", "this loss ", "this damage ", "this recoil ", "this skill ", "this ", "it "];
    const NEVER: [&str; 6] = ["cannot ", "can never ", "can not ", "will never ", "will not ", "never "];
    const TAKES: [&str; 6] = ["reduce ", "lower ", "bring ", "drop ", "take ", "decrease "];
    const BECAUSE: [&str; 5] = [" because of this", " by this", " this way", " as a result", " due to this"];
    let strip_any = |text: &str, heads: &[&str]| -> Option<String> {
        heads.iter().find_map(|head| text.strip_prefix(head).map(str::to_owned))
    };
    let (of_effect, said) = match SUBJECTS.iter().find_map(|subject| Some((*subject, text.strip_prefix(*subject)?))) {
        Some((subject, said)) => (subject != "this skill ", strip_any(&strip_any(said, &NEVER)?, &TAKES)?),
        None => {
            let rest = BECAUSE.iter().find_map(|because| text.strip_suffix(because))?;
            let (whose, fall) = NEVER.iter().find_map(|never| rest.split_once(&format!(" {never}")))?;
            let least = strip_any(fall, &["fall ", "drop ", "go ", "be reduced ", "sink "])?;
            (true, format!("{whose} {least}"))
        }
    };
    let (what, least) = said.split_once(" below ").or_else(|| said.split_once(" under "))?;
    let (whose, vital) = what.rsplit_once(' ').unwrap_or(("their", what));
    let least = least.strip_suffix(" health").unwrap_or(least);
    let (whose, resource) = match (what, vital) {
        ("them", _) => ("their", Resource::Health),
        (_, "health") => (whose, Resource::Health),
        (_, "mana") => (whose, Resource::Mana),
        _ => return None,
    };
    Some(Kept { of_effect, whose: read_owner(whose)?, resource, least: Exact::whole(least.parse().ok()?) })
}

/// `if this would kill the user, they are left with 1 Health`.
fn parse_survival(text: &str) -> Option<Kept> {
    let rest = ["if this damage would ", "if this would "].iter().find_map(|head| text.strip_prefix(head))?;
    let (death, then) = rest.split_once(", ")?;
    let whom = death.strip_prefix("kill ").or_else(|| death.strip_prefix("be fatal to "))?;
    let whose = match whom {
        "them" => None,
        "the user" | "the caster" => Some(Who::User),
        "the target" => Some(Who::Target),
        _ => return None,
    };
    let left =
        ["they are left with ", "they survive with ", "they are instead left with ", "they instead survive with "]
            .iter()
            .find_map(|head| then.strip_prefix(head))?;
    let left = left.strip_suffix(" instead").unwrap_or(left);
    let least = Exact::whole(left.strip_suffix(" health")?.parse().ok()?);
    Some(Kept { of_effect: true, whose, resource: Resource::Health, least })
}

/// Whose points: `None` within is whoever they are taken from.
fn read_owner(whose: &str) -> Option<Option<Who>> {
    match whose {
        "their" => Some(None),
        "the target's" => Some(Some(Who::Target)),
        "the user's" | "the caster's" => Some(Some(Who::User)),
        _ => None,
    }
}
