//! Tallies: what the parts of one deed did to each character, added up before it becomes words.

use crate::event::Vantage;
use crate::perception::lexicon::Lexicon;
use crate::perception::perceive::manner_of;
use crate::perception::perceived::{Figure, NumberChange, Perceived, SeenAct};
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;

use super::consequence::{Consequence, health_left};
use super::value_words;

/// What a deed did to one character, collected before it becomes words.
#[derive(Clone, Debug, Default)]
pub(super) struct ConsequenceTally {
    pub(super) figures: Vec<Figure>,
    pub(super) for_whom: Vec<Figure>,
    also_shielded: Vec<Figure>,
    amounts: Vec<Exact>,
    hits: u32,
    printed: Option<(Exact, Option<DamageType>)>,
    statuses: Vec<String>,
    ineffective_statuses: Vec<String>,
    cured: Vec<String>,
    changes: Vec<NumberChange>,
    restored: Option<(Exact, Exact)>,
    loss: Option<(Exact, Exact)>,
    pub(super) consequence: Consequence,
}

/// Adds what a part of a deed did to the tally of the character it affected.
pub(super) fn add_to_tally(tallies: &mut Vec<ConsequenceTally>, part: &Perceived, lexicon: &Lexicon) {
    let targets = part.objects.clone();
    let (who, for_whom) = match (part.act, part.interceptor) {
        (SeenAct::Hit, Some(interceptor)) => (Some(interceptor), targets),
        (SeenAct::StatusEnded, _) => (part.actor, Vec::new()),
        _ => (targets.first().copied(), Vec::new()),
    };
    let who = who.unwrap_or(Figure::Someone);
    let index =
        // Two figures known only by kind may be two characters.
        tallies.iter().position(|t| {
            t.figures.first() == Some(&who)
                && t.for_whom == for_whom
                && t.consequence.spared_by.is_none()
                // An observer of low ACT may not tell two deeds apart, but the body does: hits of two damage types
                // stay separate.
                && (t.consequence.kind.is_none() || part.damage.is_none_or(|d| t.consequence.kind == Some(d.name())))
                && !matches!(who, Figure::OfKind(_))
        });
    let index = index.unwrap_or_else(|| {
        tallies.push(ConsequenceTally { figures: vec![who], for_whom, ..ConsequenceTally::default() });
        tallies.len() - 1
    });
    let Some(tally) = tallies.get_mut(index) else { return };
    let status = || {
        let turns =
            part.count.map(|n| format!(" for about {n} Turn{}", if n == 1 { "" } else { "s" })).unwrap_or_default();
        let damage_note = part.rough_damage.map(|damage| format!(", about {damage} damage each")).unwrap_or_default();
        let severity = part.severity.map(value_words::severity_word).unwrap_or_default();
        let ailment_words = part.ailment.map(|kind| format!("{severity}{}{turns}{damage_note}", kind.name()));
        let own = part.affliction.as_ref().map(|a| a.full_text.clone().unwrap_or_else(|| format!("{}{turns}", a.name)));
        part.status.map(value_words::status_words).or(ailment_words).or(own)
    };
    if part.interceptor.is_some() && part.vantage != Vantage::Victim {
        // Whoever was struck knows why.
        tally.consequence.stance = tally.consequence.stance.or(part.reason.map(value_words::why_words));
    }
    match part.act {
        SeenAct::Hit | SeenAct::Damaged => {
            tally.hits += 1;
            tally.consequence.is_struck = true;
            tally.consequence.is_hurt |= part.act == SeenAct::Damaged;
            tally.amounts.extend(part.amount);
            tally.changes.extend(part.changed_by.iter().filter(|c| !tally.changes.contains(c)).collect::<Vec<_>>());
            tally.consequence.kind = part.damage.map(|d| d.name()).or(tally.consequence.kind);
            tally.printed = tally.printed.or(part.printed.map(|printed| (printed, part.damage)));
            let manner = part.damage.map(manner_of).or(part.manner);
            tally.consequence.force =
                part.force.map(|f| value_words::force_words(f, manner)).or(tally.consequence.force);
            tally.consequence.left = part.health_left.map(|l| l.to_string()).or(tally.consequence.left.take());
            tally.consequence.wound = part
                .wound
                .and_then(|seen| value_words::wound_words(seen, lexicon.possessive_pronoun(&[who])))
                .or(tally.consequence.wound.take());
            tally.consequence.gauge = health_left(part).or(tally.consequence.gauge.take());
        }
        SeenAct::Shielded => tally.consequence.spared_by = part.interceptor.map(|_| String::new()),
        SeenAct::Negated => tally.consequence.is_negated = true,
        SeenAct::StatusReceived => tally.statuses.extend(status()),
        SeenAct::StatusIgnored => tally.ineffective_statuses.extend(status_name(part)),
        SeenAct::StatusEnded => tally.cured.extend(status_name(part)),
        SeenAct::Restored => {
            tally.consequence.was_restored = true;
            tally.restored = add_health_and_mana(tally.restored, part);
        }
        SeenAct::Lost => {
            tally.consequence.was_drained = true;
            tally.loss = add_health_and_mana(tally.loss, part);
        }
        _ => {}
    }
    if let (SeenAct::Shielded, Some(by)) = (part.act, part.interceptor) {
        tally.for_whom = vec![by];
    }
}

/// The name of a status, whether of the rules or of a sheet.
pub(super) fn status_name(p: &Perceived) -> Option<String> {
    p.ailment.map(|kind| kind.name().to_owned()).or_else(|| p.affliction.as_ref().map(|a| a.name.clone()))
}

/// Merges tallies: an interceptor's tally also lists whom they shielded, and characters that cannot be told apart
/// are counted.
pub(super) fn merge_tallies(tallies: Vec<ConsequenceTally>) -> Vec<ConsequenceTally> {
    if !tallies.iter().any(|t| t.consequence.spared_by.is_some()) {
        return tallies;
    }
    let (spared, mut struck): (Vec<ConsequenceTally>, Vec<ConsequenceTally>) =
        tallies.into_iter().partition(ConsequenceTally::was_only_spared);
    let mut gathered: Vec<ConsequenceTally> = Vec::new();
    for tally in spared {
        let by = tally.for_whom.first().filter(|f| f.identity().is_some());
        if let Some(taker) =
            struck.iter_mut().find(|t| by.is_some() && t.consequence.is_struck && t.figures.first() == by)
        {
            taker.also_shielded.extend(tally.figures);
            taker.consequence.stance = taker.consequence.stance.or(tally.consequence.stance);
        } else if let Some(same_tally) = gathered.iter_mut().find(|t| by.is_none() && t.is_indistinguishable(&tally)) {
            same_tally.figures.extend(tally.figures);
            same_tally.for_whom.extend(tally.for_whom);
        } else {
            gathered.push(tally);
        }
    }
    for tally in struck {
        let is_by_kind = matches!(tally.figures.first(), Some(Figure::OfKind(_))) && !tally.amounts.is_empty();
        match gathered
            .iter_mut()
            .find(|t| is_by_kind && t.consequence.kind == tally.consequence.kind && t.is_indistinguishable(&tally))
        {
            Some(twin) => {
                twin.figures.extend(tally.figures);
                twin.amounts.extend(tally.amounts);
                twin.hits += tally.hits;
            }
            None => gathered.push(tally),
        }
    }
    gathered
}

impl ConsequenceTally {
    /// Whether nothing happened to them except that somebody stood before them.
    fn was_only_spared(&self) -> bool {
        self.consequence.spared_by.is_some()
            && !self.consequence.is_struck
            && self.statuses.is_empty()
            && self.ineffective_statuses.is_empty()
    }

    /// Whether the same happened to both and neither can be told from the other.
    fn is_indistinguishable(&self, other: &ConsequenceTally) -> bool {
        let plain = |t: &ConsequenceTally| {
            let words = &t.consequence;
            let has_more = words.left.is_some() || words.wound.is_some() || words.is_negated || words.was_drained;
            let more = words.was_restored
                || !t.statuses.is_empty()
                || !t.ineffective_statuses.is_empty()
                || !t.cured.is_empty();
            !has_more && !more
        };
        let (words, others) = (&self.consequence, &other.consequence);
        (words.is_struck, words.spared_by.is_some()) == (others.is_struck, others.spared_by.is_some())
            && self.figures.first() == other.figures.first()
            && self.for_whom.first() == other.for_whom.first()
            && plain(self)
            && plain(other)
    }
}

fn add_health_and_mana(before: Option<(Exact, Exact)>, part: &Perceived) -> Option<(Exact, Exact)> {
    let (health, mana) = (part.amount?, part.second_amount.unwrap_or_default());
    let (h, m) = before.unwrap_or_default();
    Some((h + health, m + mana))
}

pub(super) fn build_consequence(tally: ConsequenceTally, countable: bool, lexicon: &Lexicon) -> Consequence {
    let ConsequenceTally {
        figures: who,
        for_whom,
        also_shielded: also,
        amounts,
        hits,
        printed,
        statuses,
        ineffective_statuses: unmoved,
        cured,
        changes,
        ..
    } = tally;
    let (restored, lost, mut result) = (tally.restored, tally.loss, tally.consequence);
    result.who = value_words::figures_phrase(&who, lexicon).unwrap_or_default();
    result.also = value_words::figures_phrase(&also, lexicon);
    let others = value_words::figures_phrase(&for_whom, lexicon);
    if result.spared_by.is_some() {
        result.spared_by = others;
    } else {
        result.for_whom = others;
    }
    result.hits = Some(hits).filter(|n| *n > 1 && countable);
    result.damage = value_words::join_amounts(&amounts);
    let changes: Vec<String> = changes.iter().filter_map(|c| value_words::number_change_words(*c, lexicon)).collect();
    let printed_if_other = printed.filter(|(printed, _)| amounts.iter().any(|amount| amount != printed));
    result.printed = printed_if_other.map(|(printed, kind)| value_words::printed_damage_words(printed, kind));
    result.because = value_words::join_with_and(&changes);
    result.total = (amounts.len() > 1).then(|| amounts.into_iter().sum::<Exact>().to_string());
    // A character that is down keeps no statuses.
    let down = result.left.as_deref() == Some("0") || result.gauge.as_ref().is_some_and(|(percent, _)| *percent == 0);
    result.statuses = value_words::join_with_and(&statuses).filter(|_| !down);
    result.unmoved = value_words::join_with_and(&unmoved);
    result.cured = value_words::join_with_and(&cured);
    result.restored = restored.and_then(|(h, m)| value_words::health_and_mana(Some(h), Some(m)));
    result.lost = lost.and_then(|(h, m)| value_words::health_and_mana(Some(h), Some(m)));
    result.has_more = result.spared_by.is_some()
        || result.is_negated
        || result.was_restored
        || result.was_drained
        || [&result.statuses, &result.unmoved, &result.cured].into_iter().any(Option::is_some);
    result
}
