//! One line of a page, as a template gets it: what happened and its consequences, in words and numbers, without ids.
//!
//! A use of a skill, its hits, the statuses that follow them and the effects that begin make one line. The same deed
//! done several times in a row also makes one line, with the number of times.

use serde::Serialize;

use crate::event::Vantage;
use crate::event::detail::DeathCause;
use crate::perception::effect_summary::without_time;
use crate::perception::lexicon::Lexicon;
use crate::perception::perceived::{Figure, Perceived, SeenAct, Why};
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rank::{Acuity, RankLetter};

use super::consequence::{Consequence, Gauge, health_left};
use super::markup::MarkedText;
use super::tally::{ConsequenceTally, add_to_tally, build_consequence, merge_tallies, status_name};
use super::value_words;

/// A line that tells what happened. A field that the reader did not learn is absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct EventLine {
    /// The line in words, see [`super::sentences`]; empty until the narrator fills it in.
    pub text: MarkedText,
    /// Its slot on the page, by which the GM can replace it: `Attacking Phase, Park, 2`.
    pub slot: String,
    /// The kind of act, see [`value_words::act_word`].
    pub act: &'static str,
    #[serde(rename = "attack", skip_serializing_if = "std::ops::Not::not")]
    pub is_attack: bool,
    /// Who did it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actor: Option<String>,
    /// The actors one by one, if there were several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub actors: Vec<String>,
    /// The characters it was done to, as one phrase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objects: Option<String>,
    /// The characters it was done to, one by one, if there were several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<String>,
    /// Whether it was done only to the doer.
    #[serde(rename = "on_self", skip_serializing_if = "std::ops::Not::not")]
    pub is_on_self: bool,
    /// Whether it was to bring its target to the doer, and the target was there already.
    #[serde(rename = "there_already", skip_serializing_if = "std::ops::Not::not")]
    pub is_target_there_already: bool,
    /// Who stood between attacker and target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interceptor: Option<String>,
    /// The name of the skill or item.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill: Option<String>,
    /// Whether it is a Noble Phantasm.
    #[serde(rename = "noble", skip_serializing_if = "std::ops::Not::not")]
    pub is_noble_phantasm: bool,
    /// The letter of the Noble Phantasm's rank, if an onlooker could tell it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<&'static str>,
    /// `blow`, `shot`, `spell` or `strange`; `weapon` or `light` when no more is made out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub manner: Option<&'static str>,
    /// The type of damage.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damage: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill_type: Option<&'static str>,
    /// Whether it was an area skill.
    #[serde(rename = "area", skip_serializing_if = "std::ops::Not::not")]
    pub is_area: bool,
    /// Whether it came from another location.
    #[serde(rename = "afar", skip_serializing_if = "std::ops::Not::not")]
    pub is_afar: bool,
    /// How often it was done in a row, if more than once and if that could be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<String>,
    /// What it looked like, or a ruling's reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// Where it happened.
    #[serde(rename = "place", skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// The location they came from or went to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub far: Option<String>,
    /// The direction it came from, if no more is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub travel: Option<&'static str>,
    /// Why it happened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// One or two numbers with their units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<String>,
    /// What the number is made up of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made_of: Option<String>,
    /// What it cost in Health, Mana and Combat Points, for a reader who may know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paid: Option<String>,
    /// The reader's own Health afterwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<String>,
    /// How hurt somebody looked afterwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wound: Option<String>,
    /// `her`, `his` or `their`: of whoever it was done to.
    #[serde(skip)]
    pub possessive: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// Whether the reader's Home Base gave the alarm because of it.
    #[serde(rename = "alarm", skip_serializing_if = "std::ops::Not::not")]
    pub raises_alarm: bool,
    /// Whether it happened by day, before the Night's phases.
    #[serde(rename = "by_day", skip_serializing_if = "std::ops::Not::not")]
    pub is_by_day: bool,
    /// A count: AP, Command Spells left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// The phase; only for deaths and lost contracts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<&'static str>,
    /// Whether none of the reader's characters saw it, so that only its consequence shows it.
    #[serde(rename = "unseen", skip_serializing_if = "std::ops::Not::not")]
    pub is_unseen: bool,
    /// The last Night that an effect is in force.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<u32>,
    /// What an effect concerns, and for about how long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub works: Option<String>,
    /// What an effect does, in its sheet's words, for whoever has the sheet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub does: Option<String>,
    /// Whether an onlooker noticed that an effect of it goes on (R059).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub lasts: bool,
    /// Items found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub items: Option<String>,
    /// Locations that the observer is told of.
    #[serde(rename = "places", skip_serializing_if = "Option::is_none")]
    pub locations: Option<String>,
    /// What a stranger was called until now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alias: Option<String>,
    /// Those of the reader's own who had died in a battle that was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallen: Option<String>,
    /// The Health left to those it struck.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gauges: Vec<Gauge>,
    /// Its consequences, one entry for each character affected.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<Consequence>,
}

impl EventLine {
    /// Whether it tells such an act.
    pub(super) fn tells(&self, act: SeenAct) -> bool {
        self.act == value_words::act_word(act)
    }

    /// Sets several actors.
    pub(super) fn set_actors(&mut self, who: &[Figure], lexicon: &Lexicon) {
        self.actor = value_words::figures_phrase(who, lexicon);
        self.actors = value_words::names_of_several(who, lexicon);
    }

    /// Sets several targets.
    pub(super) fn set_targets(&mut self, whom: &[Figure], lexicon: &Lexicon) {
        self.objects = value_words::figures_phrase(whom, lexicon);
        self.targets = value_words::names_of_several(whom, lexicon);
        self.gauges.iter_mut().for_each(|gauge| gauge.who = self.objects.clone().unwrap_or_default());
    }
}

/// Builds the lines for the deeds of a scene.
pub fn event_lines<D: AsRef<[Perceived]>>(deeds: &[D], lexicon: &Lexicon) -> Vec<EventLine> {
    let mut lines: Vec<EventLine> = Vec::new();
    let mut rest = deeds;
    while let Some((first, others)) = rest.split_first() {
        let first = first.as_ref();
        let together_count = others.iter().take_while(|next| happened_together(first, next.as_ref())).count();
        let repetition_count = others.iter().take_while(|next| is_repetition(first, next.as_ref())).count();
        let (run, after) = rest.split_at(together_count.max(repetition_count) + 1);
        rest = after;
        let run_of_lines = if together_count > 0 { vec![joint_line(run, lexicon)] } else { run_lines(run, lexicon) };
        for line in run_of_lines {
            // Events seen so dimly that they cannot be told apart are told once.
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    lines
}

/// Whether deed `b` repeats deed `a`.
fn is_repetition(a: &[Perceived], b: &[Perceived]) -> bool {
    let (Some(a), Some(b)) = (a.first(), b.first()) else { return false };
    a.act == SeenAct::Used
        && a.is_attack
        && (a.act, a.is_attack, a.actor, &a.objects, a.skill, a.is_upgraded, a.manner, a.is_afar, &a.words)
            == (b.act, b.is_attack, b.actor, &b.objects, b.skill, b.is_upgraded, b.manner, b.is_afar, &b.words)
}

/// Whether two did the same at once, so that one sentence tells of both: they came together, were noticed together,
/// or are the reader's own who found one battle.
fn happened_together(a: &[Perceived], b: &[Perceived]) -> bool {
    let ([a], [b]) = (a, b) else { return false };
    let is_comparable = a.act != SeenAct::ScoutNoticed || a.objects == b.objects;
    let is_same_act = is_comparable
        && (a.act, a.location, a.other_location, a.travel) == (b.act, b.location, b.other_location, b.travel);
    is_same_act && matches!(a.act, SeenAct::Entered | SeenAct::Left | SeenAct::ScoutNoticed | SeenAct::BattleFound)
}

/// The line for what several did at once, in the words of the keenest observer.
fn joint_line<D: AsRef<[Perceived]>>(run: &[D], lexicon: &Lexicon) -> EventLine {
    let parts = || run.iter().flat_map(|d| d.as_ref());
    let Some(best) = parts().reduce(|best, next| if next.acuity > best.acuity { next } else { best }) else {
        return EventLine::default();
    };
    let mut line = event_line(best, lexicon);
    if best.act == SeenAct::BattleFound {
        // What the keenest observer missed, the others add.
        let is_seen = |who: Option<CharacterId>| who.is_none() || best.wounds.iter().any(|(f, _)| f.identity() == who);
        let missed = parts().flat_map(|p| &p.wounds).filter(|(figure, _)| !is_seen(figure.identity()));
        let mut wounds = best.wounds.clone();
        missed.for_each(|(figure, wound)| {
            if !wounds.iter().any(|(known, _)| known.identity() == figure.identity()) {
                wounds.push((*figure, *wound));
            }
        });
        line.objects = value_words::fighters_with_wounds(&wounds, lexicon).or(line.objects);
    } else {
        let actors: Vec<Figure> = parts().filter_map(|p| p.actor).collect();
        line.set_actors(&actors, lexicon);
    }
    line
}

/// The line for a deed done once or several times in a row, and a line each for parts that do not belong to it.
fn run_lines<D: AsRef<[Perceived]>>(run: &[D], lexicon: &Lexicon) -> Vec<EventLine> {
    let all_parts = || run.iter().flat_map(|d| d.as_ref());
    let Some(first) = all_parts().next() else { return Vec::new() };
    let parts = all_parts();
    let spell = all_parts().find(|p| p.act == SeenAct::CommandSpell);
    let head = spell.unwrap_or(first);
    let stands_alone =
        !matches!(head.act, SeenAct::Used | SeenAct::CommandSpell | SeenAct::Hit) && all_parts().count() == 1;
    if stands_alone {
        return vec![event_line(head, lexicon)];
    }
    let mut line = event_line(head, lexicon);
    if head.act == SeenAct::Hit && head.is_afar && head.vantage != Vantage::Own {
        // To a bystander, a hit from elsewhere is an attack.
        line.act = value_words::act_word(SeenAct::Used);
        let mut struck: Vec<Figure> = Vec::new();
        for figure in all_parts().filter(|p| matches!(p.act, SeenAct::Hit | SeenAct::Shielded)).flat_map(|p| &p.objects)
        {
            if figure.identity().is_none() || !struck.contains(figure) {
                struck.push(*figure);
            }
        }
        line.set_targets(&struck, lexicon);
    } else if !matches!(head.act, SeenAct::Used | SeenAct::CommandSpell) {
        // The use itself was not perceived, only its consequences.
        line.act = "came_of_it";
    }
    let countable = head.acuity >= Acuity::C || head.actor.is_some_and(|f| f.identity().is_some());
    line.times = u32::try_from(run.len()).ok().filter(|n| *n > 1 && countable).map(value_words::times_words);
    let costs = run.iter().filter_map(|d| d.as_ref().iter().find_map(|p| p.paid));
    line.paid = costs.reduce(|sum, paid| sum.plus(&paid)).and_then(|paid| value_words::paid_words(&paid));
    let mut tallies: Vec<ConsequenceTally> = Vec::new();
    let mut separate_lines: Vec<EventLine> = Vec::new();
    for part in parts {
        match part.act {
            SeenAct::Used | SeenAct::CommandSpell => {}
            SeenAct::EffectBegan => {
                line.lasts |= part.vantage == Vantage::Present;
                line.works = line.works.or_else(|| part.words.clone());
                line.does = line.does.or_else(|| describe_effect(part, lexicon));
                if part.count.is_some() {
                    line.until = part.count;
                }
            }
            SeenAct::Hit
            | SeenAct::Damaged
            | SeenAct::Shielded
            | SeenAct::Negated
            | SeenAct::StatusReceived
            | SeenAct::StatusIgnored
            | SeenAct::StatusEnded
            | SeenAct::Restored
            | SeenAct::Lost => {
                add_to_tally(&mut tallies, part, lexicon);
            }
            _ => separate_lines.push(event_line(part, lexicon)),
        }
    }
    if line.until.is_some() {
        // An effect's last Night says more exactly than anything else how long it is in force.
        line.works = line.works.map(|works| without_time(&works).to_owned());
    }
    // The onlookers' text of a hit is about whoever took it.
    if let ([taken], Some(use_line)) = (tallies.as_slice(), Some(head).filter(|head| head.act == SeenAct::Used))
        && !taken.for_whom.is_empty()
        && taken.for_whom == use_line.objects
    {
        let part = Perceived { objects: taken.figures.clone(), ..use_line.clone() };
        line.words = use_line.words.as_deref().map(|words| describe_look(words, &part, lexicon));
    }
    line.results = merge_tallies(tallies).into_iter().map(|t| build_consequence(t, countable, lexicon)).collect();
    let shown = |result: &Consequence| {
        let (percent, words) = result.gauge.clone()?;
        Some(Gauge { who: result.who.clone(), percent, words })
    };
    line.gauges = line.results.iter().filter_map(shown).collect();
    if let Some(first) = line.results.first_mut() {
        // `It` is the use. If the use was not perceived, there is nothing that `it` could refer to.
        first.is_first = line.act != "came_of_it";
    }
    let effect_only = line.act == "came_of_it" && line.results.is_empty();
    if effect_only {
        line.act = value_words::act_word(head.act);
    }
    std::iter::once(line).chain(separate_lines).collect()
}

/// What a lasting effect does, as one phrase with the names of those it means.
fn describe_effect(part: &Perceived, lexicon: &Lexicon) -> Option<String> {
    let (user, target) = names_of_user_and_target(part, lexicon);
    let with_names = |sentence: &String| value_words::replace_user_and_target(sentence, user, target);
    value_words::join_sentences(&part.effect_sentences.iter().map(with_names).collect::<Vec<_>>())
}

/// What a use looked like, with the names of its user and its target.
fn describe_look(words: &str, part: &Perceived, lexicon: &Lexicon) -> String {
    let (user, target) = names_of_user_and_target(part, lexicon);
    value_words::replace_people_seen(words, user, target)
}

/// The names of the user and of the target, if the reader has one name for each.
fn names_of_user_and_target<'l>(part: &Perceived, lexicon: &'l Lexicon) -> (Option<&'l str>, Option<&'l str>) {
    let target = if let [one] = part.objects.as_slice() { Some(lexicon.figure_name(*one)) } else { None };
    (part.actor.map(|figure| lexicon.figure_name(figure)), target)
}

/// The line for one perceived event.
pub fn event_line(perceived: &Perceived, lexicon: &Lexicon) -> EventLine {
    let p = perceived;
    // Two figures known only by kind may be two characters; only an identified figure is certainly the doer.
    let is_doer = |f: &Figure| f.identity().is_some() && Some(*f) == p.actor;
    let others: Vec<Figure> = p.objects.iter().copied().filter(|f| !is_doer(f)).collect();
    let is_on_self = !p.objects.is_empty() && others.is_empty();
    let locations: Vec<&str> = p.known_locations.iter().map(|id| lexicon.location_name(*id)).collect();
    let items: Vec<&str> = p.items.iter().filter_map(|item| lexicon.skill_name(*item, false)).collect();
    let fallen: Vec<Figure> = p.fallen.iter().map(|who| Figure::Known(*who)).collect();
    let recognised = || p.objects.first().and_then(|f| f.identity()).and_then(|id| lexicon.former_alias(id));
    let possessive = |(percent, words): (u8, String)| {
        let who = value_words::figures_phrase(&p.objects, lexicon)?;
        Some(Gauge { who, percent, words })
    };
    EventLine {
        text: MarkedText::default(),
        slot: String::new(),
        act: value_words::act_word(p.act),
        is_attack: p.is_attack,
        actor: p.actor.map(|f| lexicon.figure_name(f).to_owned()),
        actors: Vec::new(),
        objects: value_words::fighters_with_wounds(&p.wounds, lexicon)
            .or_else(|| value_words::figures_phrase(if is_on_self { &p.objects } else { &others }, lexicon)),
        targets: value_words::names_of_several(&others, lexicon),
        is_on_self,
        is_target_there_already: p.is_target_there_already,
        interceptor: p.interceptor.map(|f| lexicon.figure_name(f).to_owned()),
        skill: p.skill.and_then(|s| lexicon.skill_name(s, p.is_upgraded)).map(str::to_owned),
        is_noble_phantasm: p.is_noble_phantasm,
        rank: p.rank.map(RankLetter::name),
        manner: p.manner.map(value_words::manner_word),
        damage: p.damage.map(|d| d.name()),
        skill_type: p.skill_type.map(|t| t.name()),
        is_area: p.is_area_skill,
        is_afar: p.is_afar,
        fallen: value_words::figures_phrase(&fallen, lexicon),
        times: None,
        words: p.words.as_deref().map(|words| describe_look(words, p, lexicon)),
        location: p.location.map(|id| lexicon.location_name(id).to_owned()),
        far: p.other_location.map(|id| lexicon.location_name(id).to_owned()),
        direction: p.direction.map(|id| lexicon.location_name(id).to_owned()),
        travel: p.travel.map(value_words::travel_words),
        // Wounds are the usual cause of death in a fight and need no mention.
        reason: p.reason.filter(|why| *why != Why::Died(DeathCause::Wounds)).map(value_words::why_words),
        amount: match p.act {
            SeenAct::Regenerated
            | SeenAct::UpkeepPaid
            | SeenAct::Drained
            | SeenAct::Restored
            | SeenAct::Lost
            | SeenAct::CivilianConsumed
            | SeenAct::MasterConsumed => value_words::health_and_mana(p.amount, p.second_amount),
            _ => p.amount.map(|a| a.to_string()),
        },
        made_of: None,
        paid: p.paid.and_then(|paid| value_words::paid_words(&paid)),
        left: p.health_left.map(|l| l.to_string()),
        wound: p.wound.and_then(|seen| value_words::wound_words(seen, lexicon.possessive_pronoun(&p.objects))),
        possessive: Some(lexicon.possessive_pronoun(&p.objects)),
        status: p.status.map(|s| s.to_string()).or(status_name(p)),
        raises_alarm: false,
        is_by_day: p.phase == Phase::DailyMove,
        count: p.count,
        phase: matches!(p.act, SeenAct::Died | SeenAct::Freed).then(|| p.phase.name()),
        is_unseen: false,
        until: None,
        works: None,
        does: None,
        lasts: false,
        items: value_words::join_with_and(&items),
        locations: value_words::join_with_and(&locations),
        alias: if p.act == SeenAct::Recognised { recognised().map(str::to_owned) } else { None },
        gauges: health_left(p).into_iter().filter_map(possessive).collect(),
        results: Vec::new(),
    }
}
