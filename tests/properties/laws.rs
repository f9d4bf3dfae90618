//! What must hold of every Night.

use std::collections::{BTreeMap, BTreeSet};

use grail_referee::campaign::game::event_file;
use grail_referee::event::apply::apply;
use grail_referee::event::detail::Travel;
use grail_referee::event::kind::{
    Combat, Contracts, Effects, EventKind, Knowledge, Movement, Possessions, Referee, Resources, Statuses,
};
use grail_referee::event::number_receipts::{Receipt, Term, TermSource};
use grail_referee::event::{Event, OrderRef};
use grail_referee::language::effect::{Clause, Duration, Effect, Modifier, Operation, Portion, Standing};
use grail_referee::night::rulings::Rulings;
use grail_referee::night::{Resolution, SeatPlan, resolve};
use grail_referee::perception::report::{Report, build_reports};
use grail_referee::sheet::SheetKind;
use grail_referee::updates::page::personal_page;
use grail_referee::updates::render::Templates;
use grail_referee::vocabulary::exact::Exact;
use grail_referee::vocabulary::ids::{CharacterId, LocationId, SeatId};
use grail_referee::vocabulary::phase::Phase;
use grail_referee::vocabulary::status::Status;
use grail_referee::vocabulary::switches::{CpFamiliars, Overkill};
use grail_referee::war::War;
use grail_referee::war::active_skill::Until;
use grail_referee::war::naming::{from_tree, to_tree, with_marks};
use grail_referee::war::setup::{SheetId, SkillRef};

/// Checks a Night by all laws; the texts say which are broken.
pub(crate) fn broken(before: &War, plans: &[SeatPlan], night: &Resolution) -> Vec<String> {
    checked(before, plans, night, usize::MAX)
}

/// The same, but of the log's lines one of each kind, for Nights by the thousand.
pub(crate) fn broken_in_short(before: &War, plans: &[SeatPlan], night: &Resolution) -> Vec<String> {
    checked(before, plans, night, 1)
}

fn checked(before: &War, plans: &[SeatPlan], night: &Resolution, most: usize) -> Vec<String> {
    let mut broken = Vec::new();
    if let Err(how) = lines(night, most) {
        broken.push(format!("an event is what its line says: {how}"));
    }
    for (law, check) in LAWS {
        if let Err(how) = check(before, plans, night) {
            broken.push(format!("{law}: {how}"));
        }
    }
    broken
}

type Law = fn(&War, &[SeatPlan], &Resolution) -> Result<(), String>;

const LAWS: [(&str, Law); 13] = [
    ("the engine finds no fault with itself", no_fault),
    ("the log is in order", in_order),
    ("applying the log gives the position", replays),
    ("nobody spends what they have not", nothing_overspent),
    ("numbers stay in their bounds", in_bounds),
    ("receipts come to their damage", receipts),
    ("Combat Points are conserved", combat_points),
    ("a contract is the same from both its ends", contracts),
    ("every order is answered once", answered),
    ("no effect outlives its end", none_outlived),
    ("a position is what its file says", round_trip),
    ("a heading names who was there", headings),
    ("pages are whole sentences", sentences),
];

fn holds(yes: bool, how: impl FnOnce() -> String) -> Result<(), String> {
    if yes { Ok(()) } else { Err(how()) }
}

fn no_fault(_: &War, _: &[SeatPlan], night: &Resolution) -> Result<(), String> {
    let fault = night.events.iter().find(|e| matches!(e.kind, EventKind::Referee(Referee::Fault { .. })));
    holds(fault.is_none(), || format!("{fault:?}"))
}

fn in_order(before: &War, _: &[SeatPlan], night: &Resolution) -> Result<(), String> {
    for (event, number) in night.events.iter().zip(1u32..) {
        holds(event.id.0 == number, || format!("event {number} is called {}", event.id.0))?;
        let parent = event.parent.is_none_or(|p| p < event.id && p.0 > 0);
        holds(parent, || format!("event {number} follows from {:?}", event.parent))?;
    }
    for pair in night.events.windows(2) {
        if let [a, b] = pair {
            holds(a.phase <= b.phase && a.batch <= b.batch, || format!("{a:?}\nstands before\n{b:?}"))?;
        }
    }
    let known = before.characters.len();
    let strange = night
        .events
        .iter()
        .flat_map(|e| &e.observations)
        .find(|s| s.observer.index() >= known.max(night.war.characters.len()));
    holds(strange.is_none(), || format!("{strange:?}"))
}

fn replays(before: &War, _: &[SeatPlan], night: &Resolution) -> Result<(), String> {
    let mut war = before.clone();
    night.events.iter().for_each(|event| apply(&mut war, event));
    holds(war == night.war, || "the position has changed without an event".to_owned())
}

fn nothing_overspent(before: &War, _: &[SeatPlan], night: &Resolution) -> Result<(), String> {
    let mut war = before.clone();
    let (mut begun, mut batch, mut paid) = (before.clone(), 0, BTreeMap::new());
    for event in &night.events {
        if event.phase == Phase::Initial && event.batch != batch {
            (begun, batch, paid) = (war.clone(), event.batch, BTreeMap::new());
        }
        match &event.kind {
            EventKind::Effects(Effects::SkillUsed { user, paid, payer, .. }) => {
                let character = war.character(*user);
                let turn = &character.turn;
                let affords = paid.ap <= turn.ap
                    && paid.sp <= turn.sp
                    && (!paid.takes_turn_action || turn.has_turn_action)
                    && (!paid.takes_move_action || turn.has_move_action)
                    && paid.mana <= character.mana.at_least_zero()
                    && (paid.health.is_zero() || paid.health <= character.health)
                    && payer.is_none_or(|m| paid.cp <= war.character(m).cp());
                holds(affords, || format!("{} with {turn:?}, {} Mana: {event:?}", character.name, character.mana))?;
                holds(!turn.uses_full_turn, || format!("{} has spent the Turn: {event:?}", character.name))?;
                holds(character.is_alive(), || format!("{} is dead: {event:?}", character.name))?;
            }
            // What is lost may go below 0 (R022, R023), what is paid may not: of what there was before the batch, in
            // which effects take and give at the same time (A085), with what is paid in it besides.
            EventKind::Resources(Resources::UpkeepPaid { who, mana, health, .. }) => {
                let character = begun.character(*who);
                let all = paid.entry(*who).or_insert((Exact::ZERO, Exact::ZERO));
                *all = (all.0 + *mana, all.1 + *health);
                let able = all.0 <= character.mana && (health.is_zero() || all.1 <= character.health);
                holds(able, || format!("{} pays with {} Mana: {event:?}", character.name, character.mana))?;
            }
            EventKind::Movement(Movement::SpiritForm { who, entered, sp, .. }) => {
                let character = war.character(*who);
                holds(*sp <= character.turn.sp, || format!("no SP: {event:?}"))?;
                holds(character.is_in_spirit_form != *entered, || format!("no change: {event:?}"))?;
            }
            EventKind::Movement(Movement::Left { who, how, from, to }) => {
                let character = war.character(*who);
                // A familiar has none: it goes with its summoner (A230).
                let familiar = character.kind == SheetKind::Familiar;
                let by_foot = *how != Travel::Skill && !familiar;
                holds(character.is_alive() && character.at == *from, || format!("from elsewhere: {event:?}"))?;
                holds(!by_foot || character.turn.has_move_action, || format!("no Move Action: {event:?}"))?;
                // Or further, where a skill lets them (family 16).
                let near = war.setup.distance(*from, *to).is_some_and(|moves| moves <= war.move_range(*who));
                // An item takes the Move Action and leads anywhere (R348, R349).
                let anywhere = matches!(how, Travel::Warp | Travel::Escape);
                holds(!by_foot || near || anywhere, || format!("too far: {event:?}"))?;
            }
            EventKind::Contracts(Contracts::SpellSpent { master, left, .. }) => {
                let had = war.character(*master).mastery.as_ref().map_or(0, |m| m.command_spells);
                holds(had == left + 1, || format!("had {had}: {event:?}"))?;
            }
            EventKind::Possessions(Possessions::ItemSpent { who, item }) => {
                holds(war.character(*who).items.contains(item), || format!("not held: {event:?}"))?;
            }
            EventKind::Combat(Combat::Died { who, .. }) => {
                holds(war.character(*who).is_alive(), || format!("dead already: {event:?}"))?;
            }
            _ => {}
        }
        apply(&mut war, event);
    }
    Ok(())
}

fn in_bounds(before: &War, _: &[SeatPlan], night: &Resolution) -> Result<(), String> {
    for id in night.war.ids() {
        let character = night.war.character(id);
        let told = || {
            format!("{}: Health {}, Mana {}, {} CP", character.name, character.health, character.mana, character.cp())
        };
        let most = night.war.maxima(id);
        holds(character.health <= most.health && character.mana <= most.mana, || {
            format!("over the maximum, {}", told())
        })?;
        holds(!character.cp().is_negative(), || format!("below nothing, {}", told()))?;
        if character.is_alive() {
            let lives = character.health > Exact::ZERO
                && (character.kind != SheetKind::Servant || character.mana > Exact::ZERO);
            holds(lives, || format!("alive with {}", told()))?;
        }
        if let Some(was) = before.characters.get(id.index()).and_then(|c| c.death.as_ref()) {
            holds(character.death.as_ref() == Some(was), || format!("{} died twice or never", character.name))?;
            holds(before.character(id).at == character.at, || format!("{} walks in death", character.name))?;
        }
        let turn = &character.turn;
        holds(turn.ap == 0 && turn.sp == 0 || night.war.ended.is_some(), || {
            format!("{} keeps points", character.name)
        })?;
    }
    Ok(())
}

/// Base + flat, times the stats, times the bracket (A002).
fn fold(receipt: &Receipt) -> Option<Exact> {
    let mut amount = (receipt.base + receipt.flat.iter().map(|t| t.amount).sum()).at_least_zero();
    if let Some(s) = receipt.stats {
        let stats = Exact::ONE + s.attack_rank.value(s.attack) - s.defence_value();
        amount = amount.times(stats.at_least_zero()).ok()?;
    }
    let brackets: Vec<Exact> = if receipt.is_multiplicative {
        receipt.percents.iter().map(|t| Exact::ONE + t.amount).collect()
    } else {
        vec![receipt.percents.iter().map(|t| t.amount).sum::<Exact>() + Exact::ONE]
    };
    let whole = brackets.into_iter().try_fold(amount, |sum, bracket| sum.times(bracket.at_least_zero()).ok())?;
    let through = receipt.most.map_or(whole, |most| whole.min(most.amount));
    let absorbed: Exact = receipt.absorbed.iter().map(|term| term.amount).sum();
    Some(through - absorbed - receipt.spared.unwrap_or_default())
}

/// The part of a blow that is inflicted at once, where the rest comes later.
fn part_at_once(war: &War, skill: SkillRef) -> Option<Portion> {
    war.skill(skill).clauses().find_map(|(clause, _)| match clause {
        Clause::Splits { part, .. } => Some(*part),
        _ => None,
    })
}

/// A receipt without what Command Spells on whoever takes the blow do to it: to what comes later they do it later.
fn before_spells(receipt: &Receipt) -> Receipt {
    let mut receipt = receipt.clone();
    let stays = |term: &Term| !matches!(term.source, TermSource::Skill { skill, .. } if skill.sheet == SheetId::SPELLS);
    receipt.flat.retain(stays);
    receipt.percents.retain(stays);
    receipt
}

fn receipts(_: &War, _: &[SeatPlan], night: &Resolution) -> Result<(), String> {
    for event in &night.events {
        match &event.kind {
            EventKind::Combat(Combat::Hit { receipt, skill, .. }) if let Some(later) = receipt.later => {
                let part = part_at_once(&night.war, *skill).ok_or("no sentence splits it")?;
                let of = |whole: Option<Exact>| Some((part.of(whole?).ok()?, whole?));
                let (struck, spared) = (of(fold(receipt)), of(fold(&before_spells(receipt))));
                let rest = |(at_once, whole): (Exact, Exact)| whole - at_once == later.amount;
                // A spell on whoever strikes changes all of it.
                let sound = struck.is_some_and(|(at_once, _)| at_once == receipt.amount)
                    && (struck.is_some_and(rest) || spared.is_some_and(rest));
                holds(sound, || receipt.formula())?;
            }
            EventKind::Combat(Combat::Hit { receipt, .. }) | EventKind::Combat(Combat::Damaged { receipt, .. }) => {
                holds(fold(receipt) == Some(receipt.amount) && receipt.later.is_none(), || receipt.formula())?;
            }
            EventKind::Statuses(Statuses::PoisonTicked { receipt, damage, .. }) => {
                holds(fold(receipt) == Some(*damage) && receipt.amount == *damage, || receipt.formula())?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Every damage between people who were no partners is booked to both Masters, and nothing else is (R279, R285).
/// Who did how much damage to whom, if an event tells of damage.
fn damage_told(event: &Event) -> Option<(Option<CharacterId>, CharacterId, Exact)> {
    match &event.kind {
        EventKind::Combat(Combat::Hit { attacker, taker, receipt, .. }) => {
            Some((Some(*attacker), *taker, receipt.amount))
        }
        EventKind::Statuses(Statuses::PoisonTicked { who, damage, by, .. }) => Some((*by, *who, *damage)),
        EventKind::Combat(Combat::Damaged { who, by, receipt, .. }) => Some((Some(*by), *who, receipt.amount)),
        _ => None,
    }
}

/// What each batch does to each character, and the Health they had before.
fn damage_of_batches(before: &War, night: &Resolution) -> BTreeMap<(u32, CharacterId), (Exact, Exact)> {
    let mut war = before.clone();
    let mut batches = BTreeMap::new();
    for event in &night.events {
        if let Some((_, on, amount)) = damage_told(event) {
            let had = war.character(on).health.at_least_zero();
            batches.entry((event.batch, on)).or_insert((Exact::ZERO, had)).0 += amount;
        }
        apply(&mut war, event);
    }
    batches
}

fn combat_points(before: &War, _: &[SeatPlan], night: &Resolution) -> Result<(), String> {
    let batches = damage_of_batches(before, night);
    let mut war = before.clone();
    let mut due: BTreeMap<CharacterId, Vec<(u32, Exact, bool)>> = BTreeMap::new();
    let mut paid: BTreeMap<CharacterId, Vec<(u32, Exact, bool)>> = BTreeMap::new();
    for event in &night.events {
        if let Some((by, on, amount)) = damage_told(event) {
            let switches = &war.setup.switches;
            // Blows of one batch share in the Health that it took (A024).
            let damage = match batches.get(&(event.batch, on)) {
                Some((all, had)) if switches.overkill == Overkill::Capped && all > had => {
                    had.truncated_share(amount, *all)
                }
                _ => amount,
            };
            let partners =
                by.is_some_and(|by| war.are_partners(by, on) || war.character(by).turn.partners.contains(&on));
            let familiars_earn = switches.cp_familiars == CpFamiliars::Summoner;
            let is_familiar = |id: CharacterId| war.character(id).kind == SheetKind::Familiar;
            let giver = by.filter(|by| !is_familiar(*by) || familiars_earn).and_then(|by| war.master_of(by));
            let taker = war.master_of(on).filter(|_| !is_familiar(on));
            if !partners {
                giver.iter().for_each(|m| due.entry(*m).or_default().push((event.id.0, damage, false)));
                taker.iter().for_each(|m| due.entry(*m).or_default().push((event.id.0, damage, true)));
            }
        }
        if let EventKind::Resources(Resources::CombatPoints { master, amount, terms }) = &event.kind {
            let mut sum = Exact::ZERO;
            for term in terms {
                sum += if term.is_received {
                    term.damage.times(Exact::new(5, 1)).map_err(|e| e.to_string())?
                } else {
                    term.damage.times(term.factor).map_err(|e| e.to_string())?
                };
            }
            holds(sum == *amount, || format!("{amount} is no sum of {terms:?}"))?;
            let list = terms.iter().map(|t| (t.event.0, t.damage, t.is_received));
            paid.entry(*master).or_default().extend(list);
        }
        apply(&mut war, event);
    }
    // The dead earn nothing (R284), and what comes to nothing is not told.
    due.retain(|master, terms| night.war.character(*master).is_alive() && terms.iter().any(|(_, d, _)| !d.is_zero()));
    holds(due == paid, || format!("due {due:?}\npaid {paid:?}"))
}

/// Whom a Master calls their Servant calls them its Master, and lives; nobody serves two (A156).
fn contracts(_: &War, _: &[SeatPlan], night: &Resolution) -> Result<(), String> {
    let war = &night.war;
    for id in war.living() {
        let character = war.character(id);
        for servant in war.servants_of(id) {
            let other = war.character(*servant);
            holds(other.is_alive() && other.master == Some(id), || {
                format!("{} is not {}'s", other.name, character.name)
            })?;
        }
        if let Some(master) = character.master {
            let times = war.servants_of(master).iter().filter(|s| **s == id).count();
            holds(times == 1 && war.character(master).is_alive(), || format!("{} serves nobody", character.name))?;
        }
    }
    Ok(())
}

fn answered(_: &War, plans: &[SeatPlan], night: &Resolution) -> Result<(), String> {
    let ordered: BTreeSet<OrderRef> = plans
        .iter()
        .flat_map(|plan| plan.orders.iter().map(|o| (plan.seat, o.number)))
        .map(|(seat, number)| OrderRef { seat, number: u16::try_from(number).unwrap_or(u16::MAX) })
        .collect();
    let mut answered = BTreeSet::new();
    for event in &night.events {
        if let EventKind::Referee(Referee::OrderOutcome { order, .. }) = &event.kind {
            holds(answered.insert(*order), || format!("twice: {order:?}"))?;
        }
    }
    holds(ordered == answered, || {
        let missing: Vec<_> = ordered.difference(&answered).collect();
        format!("not answered: {missing:?}; nobody's: {:?}", answered.difference(&ordered).collect::<Vec<_>>())
    })
}

/// What a sentence says of how long it lasts; of a skill's own word where the sentence has none (R374).
fn told_to_last(war: &War, skill: SkillRef, line: u16) -> Option<Duration> {
    let skill = war.skill(skill);
    let own = match skill.effects.get(usize::from(line)).map(|line| &line.effect) {
        // Points are given as a Turn begins: those of the next Turns (R080, A035).
        Some(Effect::Sentence(rule)) => match (&rule.operation, rule.duration) {
            (
                Operation::Standing(Standing { modifier: Modifier::EachTurn { .. }, .. }),
                Some(Duration::Turns(turns)),
            ) => Some(Duration::Turns(turns + 1)),
            (_, duration) => duration,
        },
        _ => None,
    };
    own.or_else(|| {
        skill.clauses().find_map(|(clause, only_if)| match clause {
            Clause::Lasts(duration) if only_if.is_none() => Some(*duration),
            _ => None,
        })
    })
}

/// Nothing is in force whose time is over: not by what was noted down when it began, nor by what its sentence says;
/// nor what its dead user no longer pays for (R359), nor a status, a share of a blow or a hunt without a Turn left.
fn none_outlived(_: &War, _: &[SeatPlan], night: &Resolution) -> Result<(), String> {
    let war = &night.war;
    if war.ended.is_some() {
        return Ok(());
    }
    for active in &war.active_skills {
        let told = || format!("after Night {}: {active:?}", war.night);
        holds(!active.until.is_over_after(war.night), told)?;
        holds(active.upkeep.is_none() || war.character(active.user).is_alive(), told)?;
        for part in &active.parts {
            holds(!part.until.is_over_after(war.night), told)?;
            // What was left behind when something happened lasts from then on, a status from the next Turn (A075).
            let turns = match told_to_last(war, active.skill, part.line).filter(|_| active.is_skill()) {
                Some(Duration::Turns(turns)) => turns,
                Some(Duration::ThisTurn) => 1,
                Some(Duration::Battle | Duration::Indefinitely) | None => continue,
            };
            holds(part.until == Until::Open || active.since + turns > war.night + 1, told)?;
        }
    }
    for id in war.living() {
        let character = war.character(id);
        let over = |status: &Status| matches!(status, Status::Poison { turns: 0, .. } | Status::Stun { turns: 0 });
        let spent =
            character.statuses.iter().any(|on| over(&on.status)) || character.lingering.iter().any(|l| l.turns == 0);
        holds(!spent, || format!("{}: {:?}, {:?}", character.name, character.statuses, character.lingering))?;
    }
    Ok(())
}

fn round_trip(_: &War, _: &[SeatPlan], night: &Resolution) -> Result<(), String> {
    let war = &night.war;
    let tree = to_tree(war).map_err(|e| e.to_string())?;
    let yaml = serde_yaml::to_string(&tree).map_err(|e| e.to_string())?;
    let read: serde_json::Value = serde_yaml::from_str(&yaml).map_err(|e| e.to_string())?;
    holds(read == tree, || "YAML changes the tree".to_owned())?;
    let again = from_tree(read, war.setup.clone())?;
    holds(again == *war, || "the position read is another".to_owned())
}

/// The log's lines say the events, of each kind at most so many.
fn lines(night: &Resolution, most: usize) -> Result<(), String> {
    let war = &night.war;
    let mut seen = Vec::new();
    let names: Vec<String> = war.characters.iter().map(|c| c.name.clone()).collect();
    for event in &night.events {
        if most < usize::MAX {
            let kind = std::mem::discriminant(&event.kind);
            if seen.iter().filter(|seen| **seen == kind).count() >= most {
                continue;
            }
            seen.push(kind);
        }
        let text = event_file::event_to_json(war, event).map_err(|e| e.to_string())?.to_string();
        let tree = serde_json::from_str(&text).map_err(|e| e.to_string())?;
        let marked = with_marks(tree, &war.setup, &names).map_err(|e| e.to_string())?;
        let read: Event = serde_json::from_value(marked).map_err(|e| format!("{e}: {text}"))?;
        holds(read == *event, || format!("the event read is another: {text}"))?;
    }
    Ok(())
}

/// Resolves a Night twice; it must come out the same.
pub(crate) fn resolved_nights(before: &War, plans: &[SeatPlan]) -> Result<Resolution, String> {
    let rulings = Rulings::default();
    let (once, again) = (resolve(before, plans, &rulings), resolve(before, plans, &rulings));
    let same = once.events == again.events && once.war == again.war && once.pending == again.pending;
    if same { Ok(once) } else { Err("resolved twice, it comes out otherwise".to_owned()) }
}

/// Whom a page names over a scene was at that place at some time of that phase, or scouted it.
fn headings(before: &War, _: &[SeatPlan], night: &Resolution) -> Result<(), String> {
    let mut war = before.clone();
    let mut there: BTreeSet<(Phase, CharacterId, LocationId)> = BTreeSet::new();
    for event in &night.events {
        let stand = |war: &War| war.ids().map(|id| (event.phase, id, war.character(id).at)).collect::<Vec<_>>();
        there.extend(stand(&war));
        apply(&mut war, event);
        there.extend(stand(&war));
        match &event.kind {
            EventKind::Knowledge(Knowledge::Scouted { scout: who, at, .. })
            | EventKind::Knowledge(Knowledge::FoundSealed { scout: who, at, .. }) => {
                there.insert((event.phase, *who, *at));
            }
            _ => {}
        }
    }
    for report in build_reports(before, &night.war, &night.events) {
        for scene in &report.scenes {
            let stranger = scene.own_witnesses.iter().find(|id| !there.contains(&(scene.phase, **id, scene.location)));
            holds(stranger.is_none(), || {
                let who = stranger.map_or("", |id| &night.war.character(*id).name);
                format!("{who} was not where {:?} was told of place {:?}", scene.phase, scene.location)
            })?;
        }
    }
    Ok(())
}

/// No passage of a page has a stop too many, a hole, or an `it` with nothing before it.
fn sentences(before: &War, _: &[SeatPlan], night: &Resolution) -> Result<(), String> {
    let templates = Templates::new(BTreeMap::new()).expect("the shipped templates are sound");
    for report in build_reports(before, &night.war, &night.events) {
        let mut page = personal_page(&report, &[], None);
        templates.fill_in_personal(&mut page);
        for deed in page.phases.iter().flat_map(|p| &p.scenes).flat_map(|s| &s.deeds) {
            let text = deed.text.text();
            let slips = ["..", "  ", " .", " ,", "{", "}", "()", "1 tenths", ": .", "?."];
            let slip = slips.into_iter().find(|slip| text.replace("...", "…").contains(slip));
            holds(slip.is_none(), || format!("{slip:?} in {text}"))?;
            let dangling = ["It did ", "It struck ", "It had no effect "].into_iter().any(|it| text.starts_with(it));
            holds(!dangling, || format!("what is `It`? {text}"))?;
        }
        // Of a name that was merely heard of nothing is told but the name (I03).
        let merely_heard =
            report.known_people.iter().filter(|person| !person.knowledge.is_recognised && person.character.is_none());
        for name in merely_heard.map(|person| &person.knowledge.name) {
            let dossier = page.known.iter().find(|line| line.name == *name);
            let told = dossier.is_some_and(|line| {
                line.look.is_some() || line.seen.is_some() || line.health.is_some() || line.skills.is_some()
            });
            holds(!told, || format!("a dossier of `{name}`, whom {} has not met under that name", page.seat))?;
        }
        let linked = report.known_people.iter().filter(|person| person.character.is_some());
        for person in linked {
            let known = person.knowledge.is_recognised || person.knowledge.name.starts_with("Stranger-");
            holds(known, || format!("{} cannot say who `{}` is", page.seat, person.knowledge.name))?;
        }
    }
    Ok(())
}

/// No skill is nobody's on a page of a seat that a page of tonight or before told who uses it; `told` keeps what was.
/// Returns the seats with what they keep in mind.
pub(crate) fn whose_skills(
    before: &War,
    night: &Resolution,
    told: &mut BTreeSet<(SeatId, String)>,
) -> Result<Vec<Report>, String> {
    let reports = build_reports(before, &night.war, &night.events);
    for report in &reports {
        for part in report.scenes.iter().flat_map(|scene| scene.event_groups.iter().flatten()) {
            if let (Some(skill), true) = (part.skill, part.actor.is_some_and(|actor| actor.identity().is_some())) {
                told.insert((report.seat, night.war.skill(skill).name.base.clone()));
            }
        }
        let wrong = report.skills.iter().find(|name| told.contains(&(report.seat, (*name).clone())));
        holds(wrong.is_none(), || {
            format!("a page of {} told who uses `{}`", report.lexicon.seat, wrong.map_or("", String::as_str))
        })?;
    }
    Ok(reports)
}
