//! `grail calc`: calculates the damage of an attack with the night's own damage function.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::campaign::error::CampaignError;
use crate::campaign::folder::Folder;
use crate::campaign::game::packet::Packet;
use crate::campaign::game::play::Game;
use crate::campaign::game::sheets::{SheetFile, parse_sheet, read_sheet};
use crate::language::diagnostic::nearest;
use crate::language::effects;
use crate::language::fields;
use crate::language::span::Source;
use crate::night::calculator::{
    Assumption, DamageRange, Duel, Estimate, NoAnswer, Party, RankRange, add_attack, plain_attack, unknown_sheet,
};
use crate::sheet::skill::{EffectLine, Skill};
use crate::sheet::{Sheet, SheetKind};
use crate::vocabulary::damage::Damage;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::progression::Progression;
use crate::vocabulary::stat::Stat;
use crate::vocabulary::switches::Switches;
use crate::vocabulary::target::TargetKind;

use super::explain::render_term;
use super::failure::{CommandResult, Failure};
use super::ui::Ui;

/// Calculates the damage of an attack as the night would, with its receipt.
///
/// SKILL is a skill of the attacker's sheet, or damage as a sheet writes it (`25 Physical`). Sheets
/// come from --sheet, from a player's --packet, or from a --campaign with the position as it stands.
/// What is said with --with (the attacker) and --against (the target) goes before: `STR=B+`,
/// `LCK=C..A` for a rank that lies between two, `MAR=?` for one that is not known, `Health=6/20`,
/// `Kind=Master`, `Alignment=Chaotic Evil`, the name of a skill or Command Spell in force, or a sentence of
/// the effect language. Where something is not known the least and the most are shown.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  grail calc \"25 Physical\" --str B+ --end E
  grail calc \"Gilded Edge\" --sheet campaigns/nine-bridges/sheets/saber.yaml --end C..A
  grail calc \"30 Magical\" --mae A++ --mar ? --with LCK=A --against \"The user gains Flight ranked C.\"
  grail calc \"Bear Swipe\" Berserker Saber --campaign campaigns/nine-bridges")]
pub(super) struct CalcArgs {
    /// A skill of the attacker, or damage: `25 Physical`.
    skill: String,
    /// Who attacks; without it the one sheet that has the skill.
    attacker: Option<String>,
    /// Who takes the hit.
    target: Option<String>,
    /// Sheets.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    sheet: Vec<PathBuf>,
    /// A player's packet: what it does not know counts as unknown.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sheet", "campaign"])]
    packet: Option<PathBuf>,
    /// A campaign's folder: the position after its last night.
    #[arg(long, value_name = "DIR", conflicts_with = "sheet", requires = "target")]
    campaign: Option<PathBuf>,
    /// Something about the attacker; may be given several times.
    #[arg(long, value_name = "WORDS")]
    with: Vec<String>,
    /// Something about the target; may be given several times.
    #[arg(long, value_name = "WORDS")]
    against: Vec<String>,
    /// The attacker's STR: `B+`, `C..A` or `?`.
    #[arg(long, value_name = "RANKS")]
    str: Option<String>,
    /// The attacker's MAE.
    #[arg(long, value_name = "RANKS")]
    mae: Option<String>,
    /// The target's END.
    #[arg(long, value_name = "RANKS")]
    end: Option<String>,
    /// The target's MAR.
    #[arg(long, value_name = "RANKS")]
    mar: Option<String>,
    /// The attacker's Health: `60`, `6/20`, `30%` or `?`.
    #[arg(long, value_name = "HEALTH")]
    health: Option<String>,
    /// Uses the skill in its upgraded form.
    #[arg(long)]
    upgraded: bool,
}

/// A fighter before the duel is set up.
struct Fighter {
    sheet: Sheet,
    /// Whether its sheet is known.
    has_known_sheet: bool,
    /// Its current Health, if that is not the maximum.
    health: Option<Exact>,
    /// Its own skills that are active.
    active: Vec<String>,
}

pub(super) fn run(ui: &Ui, args: &CalcArgs) -> CommandResult {
    let mut remarks = Vec::new();
    let mut duel = match &args.campaign {
        Some(folder) => duel_in_campaign(folder, args)?,
        None => duel_of_sheets(args, &mut remarks)?,
    };
    if args.upgraded {
        duel.upgrade();
    }
    for (party, words) in given_values(args) {
        apply_value(&mut duel, party, &words)?;
    }
    let answer = duel.answer().map_err(|why| match why {
        NoAnswer::TooMany => usage_failure("too much is not known: give some of the ranks, as in `--against LCK=C`"),
        NoAnswer::LostDigits => CampaignError::internal("a product needs more digits than a number holds").into(),
    })?;
    ui.text(&render_answer(&duel, &answer))?;
    ui.json(&answer_to_json(&duel, &answer))?;
    remarks.iter().for_each(|remark| ui.status(remark));
    Ok(())
}

/// All values that are given for the two fighters, the short options first.
fn given_values(args: &CalcArgs) -> Vec<(Party, String)> {
    let named = [
        (Party::Attacker, "STR", &args.str),
        (Party::Attacker, "MAE", &args.mae),
        (Party::Target, "END", &args.end),
        (Party::Target, "MAR", &args.mar),
        (Party::Attacker, "Health", &args.health),
    ];
    let short = named.into_iter().filter_map(|(party, key, value)| Some((party, format!("{key}={}", value.as_ref()?))));
    let with = args.with.iter().map(|words| (Party::Attacker, words.clone()));
    short.chain(with).chain(args.against.iter().map(|words| (Party::Target, words.clone()))).collect()
}

/// Sets up the duel in a campaign's War at its current position.
fn duel_in_campaign(folder: &std::path::Path, args: &CalcArgs) -> Result<Duel, Failure> {
    let game = Game::open(Folder::open(folder)?)?;
    let mut war = game.war_before(game.folder.last_resolved_night()?.number + 1)?;
    let find = |name: &Option<String>| {
        let name = name.as_deref().unwrap_or_default();
        war.character_named(name)
            .ok_or_else(|| unknown_fighter_failure(name, war.characters.iter().map(|c| c.name.as_str())))
    };
    let (attacker, target) = (find(&args.attacker)?, find(&args.target)?);
    if attacker == target {
        return Err(usage_failure("the attacker and the target are the same"));
    }
    let sheet = war.character(attacker).sheet;
    let skill = match war.setup.find_skill(sheet, &args.skill) {
        Some(skill) => skill,
        None => {
            let damage = parse_damage(&args.skill, Some(war.sheet(attacker)))?;
            add_attack(&mut war, attacker, damage)
        }
    };
    require_damage(war.skill(skill), &args.skill)?;
    Ok(Duel::in_war(war, attacker, target, skill))
}

/// Sets up the duel of two sheets, each of which may be unknown.
fn duel_of_sheets(args: &CalcArgs, remarks: &mut Vec<String>) -> Result<Duel, Failure> {
    let (mut known, packet) = read_known_fighters(args)?;
    let packet = packet.as_ref();
    let attacker_name = args.attacker.clone().or_else(|| find_only_owner(&known, &args.skill));
    let mut attacker = take_fighter(&mut known, packet, attacker_name.as_deref().unwrap_or("the attacker"))?;
    let mut target = take_fighter(&mut known, packet, args.target.as_deref().unwrap_or("the target"))?;
    if attacker.sheet.name.eq_ignore_ascii_case(&target.sheet.name) {
        return Err(usage_failure("the attacker and the target are the same"));
    }
    let skill_index = match attacker.sheet.skill_index(&args.skill) {
        Some(skill_index) => skill_index,
        None => {
            let damage = parse_damage(&args.skill, attacker.has_known_sheet.then_some(&attacker.sheet))?;
            attacker.sheet.skills.push(plain_attack(&args.skill, Some(damage)));
            attacker.sheet.skills.len() - 1
        }
    };
    if let Some(skill) = attacker.sheet.skills.get(skill_index) {
        require_damage(skill, &args.skill)?;
    }
    // Luck is left out for a fighter without a sheet, unless a packet says that it is just not known.
    match (attacker.has_known_sheet, target.has_known_sheet) {
        (true, false) => copy_luck(&attacker.sheet, &mut target.sheet),
        (false, true) => copy_luck(&target.sheet, &mut attacker.sheet),
        (true, true) | (false, false) => {}
    }
    let (sides, parts) = ([Party::Attacker, Party::Target], [&attacker, &target]);
    let mut duel = Duel::between(attacker.sheet.clone(), target.sheet.clone(), skill_index, Switches::default())
        .map_err(|faults| usage_failure(&faults.join("; ")))?;
    remarks.extend(remark_on_unknown(&parts, packet.is_some()));
    for (party, fighter) in sides.into_iter().zip(parts) {
        apply_known_facts(&mut duel, party, fighter, packet.is_some(), remarks);
    }
    Ok(duel)
}

/// Renders the remark on what is not counted for fighters without a sheet; `None` if both have one.
fn remark_on_unknown(fighters: &[&Fighter], by_packet: bool) -> Option<String> {
    let names: Vec<&str> = fighters.iter().filter(|f| !f.has_known_sheet).map(|f| f.sheet.name.as_str()).collect();
    if names.is_empty() {
        return None;
    }
    let luck = if by_packet { "" } else { ", no difference of luck" };
    let names = names.join(" and ");
    Some(format!("Of {names} only what is said is counted: full Health, no ability or Flight, nothing in force{luck}."))
}

/// Gives one fighter the luck of the other.
fn copy_luck(from: &Sheet, to: &mut Sheet) {
    if let Some(rank) = from.stats.main_rank(Stat::LCK) {
        to.stats.set_main_rank(Stat::LCK, rank);
    }
}

/// Writes into the duel what is known of a fighter, before any given value.
fn apply_known_facts(duel: &mut Duel, party: Party, fighter: &Fighter, by_packet: bool, remarks: &mut Vec<String>) {
    let name = &fighter.sheet.name;
    if let Some(health) = fighter.health {
        duel.set_health(party, health, None);
    }
    for skill in &fighter.active {
        let own = fighter.sheet.skill_index(skill).and_then(|index| fighter.sheet.skills.get(index));
        let targets_only_self =
            own.is_some_and(|skill| skill.targets.iter().all(|target| *target == TargetKind::SelfTarget));
        if !targets_only_self || !duel.put_in_force(party, skill) {
            remarks.push(format!(
                "{name}'s {skill} is active, and is counted only if it is said with --with or --against."
            ));
        }
    }
    if fighter.has_known_sheet {
        return;
    }
    let stats: &[Stat] = match (party, by_packet) {
        (_, true) => &Stat::MAIN,
        (Party::Attacker, false) => &[Stat::STR, Stat::MAE],
        (Party::Target, false) => &[Stat::END, Stat::MAR],
    };
    for stat in stats {
        duel.set_rank(party, *stat, RankRange::unknown());
    }
}

/// The fighters whose sheets are known, and the packet that they come from.
fn read_known_fighters(args: &CalcArgs) -> Result<(Vec<Fighter>, Option<Packet>), Failure> {
    let without_faults = |found: Result<SheetFile, _>| {
        found.map(|file| file.sheet).map_err(|faulty| Failure::from(CampaignError::Faults(vec![faulty])))
    };
    if let Some(path) = &args.packet {
        let packet = Packet::read_packet(path)?;
        let mut fighters = Vec::new();
        for own in &packet.view.own {
            let Some(text) = packet.sheets.get(&own.name) else { continue };
            let mut sheet =
                without_faults(parse_sheet(Source::new(format!("the packet's sheet of {}", own.name), text.clone())))?;
            sheet.name.clone_from(&own.name);
            fighters.push(Fighter {
                sheet,
                has_known_sheet: true,
                health: Some(own.health),
                active: own.active.clone(),
            });
        }
        return Ok((fighters, Some(packet)));
    }
    let mut fighters = Vec::new();
    for path in &args.sheet {
        fighters.push(Fighter {
            sheet: without_faults(read_sheet(path)?)?,
            has_known_sheet: true,
            health: None,
            active: Vec::new(),
        });
    }
    Ok((fighters, None))
}

/// The attacker if none is named: the owner of the only sheet that has the skill.
fn find_only_owner(known: &[Fighter], skill: &str) -> Option<String> {
    let mut owners = known.iter().filter(|fighter| fighter.sheet.skill_index(skill).is_some());
    match (owners.next(), owners.next()) {
        (Some(owner), None) => Some(owner.sheet.name.clone()),
        _ => None,
    }
}

/// Finds the fighter of a name: one with a sheet, otherwise an unknown one. With a packet, the name must be one that
/// the seat knows.
fn take_fighter(known: &mut Vec<Fighter>, packet: Option<&Packet>, name: &str) -> Result<Fighter, Failure> {
    if let Some(index) = known.iter().position(|fighter| fighter.sheet.name.eq_ignore_ascii_case(name)) {
        return Ok(known.swap_remove(index));
    }
    let mut sheet = unknown_sheet(name);
    let is_own_name = !matches!(name, "the attacker" | "the target");
    if let Some(packet) = packet.filter(|_| is_own_name) {
        let view = &packet.view;
        let found = view.known.iter().find(|other| other.name.eq_ignore_ascii_case(name));
        let found = found.ok_or_else(|| unknown_fighter_failure(name, view.character_names()))?;
        sheet.name.clone_from(&found.name);
        if let Some(kind) = found.kind {
            set_kind(&mut sheet, kind);
        }
    }
    Ok(Fighter { sheet, has_known_sheet: false, health: None, active: Vec::new() })
}

fn set_kind(sheet: &mut Sheet, kind: SheetKind) {
    sheet.kind = kind;
    if kind == SheetKind::Master {
        sheet.health = Exact::whole(150);
    }
}

/// Parses damage that is written in place of a skill.
fn parse_damage(text: &str, attacker: Option<&Sheet>) -> Result<Damage, Failure> {
    if let Ok(Progression { base, upgraded: None }) = fields::damages(text) {
        return Ok(base);
    }
    let mut why = match attacker {
        Some(sheet) => format!("`{text}` is neither a skill of {} nor damage such as `25 Physical`", sheet.name),
        None => format!("`{text}` is no damage such as `25 Physical`, and no sheet at hand has a skill of that name"),
    };
    let names =
        attacker.into_iter().flat_map(|sheet| &sheet.skills).flat_map(|skill| skill.name.values()).map(String::as_str);
    if let Some(name) = nearest(text, names) {
        why.push_str(&format!("; did you mean `{name}`?"));
    }
    Err(usage_failure(&why))
}

fn require_damage(skill: &Skill, name: &str) -> CommandResult {
    if skill.damage_types(false).chain(skill.damage_types(true)).next().is_some() {
        Ok(())
    } else {
        Err(usage_failure(&format!("`{name}` inflicts no damage")))
    }
}

fn unknown_fighter_failure<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Failure {
    let hint = nearest(name, names).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    usage_failure(&format!("nobody is called `{name}`{hint}"))
}

fn usage_failure(text: &str) -> Failure {
    Failure::Usage(text.to_owned())
}

/// Applies a given value to a fighter.
fn apply_value(duel: &mut Duel, party: Party, words: &str) -> CommandResult {
    let is_sentence = words.trim_end().ends_with('.');
    let several = words.split(',').count() > 1 && words.split(',').all(|part| part.contains('='));
    if several && !is_sentence {
        return words.split(',').try_for_each(|part| apply_value(duel, party, part));
    }
    match words.split_once('=') {
        Some((key, value)) if !is_sentence => apply_key_value(duel, party, key.trim(), value.trim()),
        _ if duel.put_in_force(party, words.trim()) => Ok(()),
        _ => {
            let effect = effects::parse(words).map_err(|faults| {
                let source = Source::new("--with or --against", words);
                let rendered: String = faults.iter().map(|fault| fault.render(&source)).collect();
                usage_failure(&format!(
                    "neither a skill in force nor a sentence that is understood:\n{}",
                    rendered.trim_end()
                ))
            })?;
            duel.add_ability(party, EffectLine::split_effect(words.trim(), effect).collect());
            Ok(())
        }
    }
}

fn apply_key_value(duel: &mut Duel, party: Party, key: &str, value: &str) -> CommandResult {
    let wrong_value = |what: &str| usage_failure(&format!("`{key}={value}`: {what}"));
    if let Some(stat) = Stat::parse(key).filter(|stat| Stat::MAIN.contains(stat)) {
        let range =
            parse_ranks(value).ok_or_else(|| wrong_value("write a rank, two with `..` between them, or `?`"))?;
        duel.set_rank(party, stat, range);
        return Ok(());
    }
    match key.to_lowercase().as_str() {
        "health" if value == "?" => duel.mark_health_unknown(party),
        "health" => {
            let maximum = duel.sheet_mut(party).health;
            let (now, maximum) =
                parse_health(value, maximum).ok_or_else(|| wrong_value("write `60`, `6/20`, `30%` or `?`"))?;
            duel.set_health(party, now, maximum);
        }
        "kind" => {
            let kinds =
                [("master", SheetKind::Master), ("servant", SheetKind::Servant), ("familiar", SheetKind::Familiar)];
            let found = kinds.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(value));
            duel.set_kind(party, found.ok_or_else(|| wrong_value("a kind is Master, Servant or familiar"))?.1);
        }
        "class" => duel.sheet_mut(party).class = Some(value.to_owned()),
        "alignment" => duel.sheet_mut(party).alignment = Some(value.to_owned()),
        _ => {
            let keys = Stat::MAIN.map(Stat::name).into_iter().chain(["Health", "Kind", "Class", "Alignment"]);
            let keys: Vec<&str> = keys.collect();
            return Err(wrong_value(&format!("what can be said is {}", keys.join(", "))));
        }
    }
    Ok(())
}

/// Parses `B+`, `C..A` (both included), `?`.
fn parse_ranks(text: &str) -> Option<RankRange> {
    if text == "?" {
        return Some(RankRange::unknown());
    }
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let (least, most) = (fields::rank(least).ok()?, fields::rank(most).ok()?);
    Some(RankRange { least: least.min(most), most: most.max(least) })
}

/// Parses `60`, `6/20`, `30%`: Health, and the maximum if it is given.
fn parse_health(text: &str, maximum: Exact) -> Option<(Exact, Option<Exact>)> {
    let number = |text: &str| fields::number(text).ok().filter(|n| *n > Exact::ZERO);
    if let Some((now, maximum)) = text.split_once('/') {
        return Some((number(now)?, Some(number(maximum)?)));
    }
    if let Some(percent) = text.strip_suffix('%') {
        let part = number(percent)?.times(Exact::percent(1)).ok()?;
        return Some((maximum.times(part).ok()?, None));
    }
    Some((number(text)?, None))
}

/// Renders the answer for people.
fn render_answer(duel: &Duel, answer: &DamageRange) -> String {
    let (least, most) = (&answer.least, &answer.most);
    let name = |party| &duel.war().character(duel.who(party)).name;
    let title = format!("{} by {} on {}", duel.skill_name(), name(Party::Attacker), name(Party::Target));
    if least.total == most.total {
        return format!("{title}: {} damage\n{}", least.total, render_estimate(duel, least, ""));
    }
    format!(
        "{title}: {} to {} damage\n{}{}",
        least.total,
        most.total,
        render_estimate(duel, least, "least: "),
        render_estimate(duel, most, "most: ")
    )
}

/// Renders one receipt, as `grail explain` prints it.
fn render_estimate(duel: &Duel, outcome: &Estimate, label: &str) -> String {
    let receipt = &outcome.receipt;
    let mut out = format!("  {label}{} [{}]", receipt.formula(), outcome.formula_rule());
    if outcome.hits != 1 {
        out.push_str(&format!(" in each of {} hits: {}", outcome.hits, outcome.total));
    }
    out.push('\n');
    for term in receipt.flat.iter().chain(&receipt.percents) {
        out.push_str(&format!("      {}\n", render_term(duel.war(), *term)));
    }
    if !label.is_empty() && !outcome.assumptions.is_empty() {
        out.push_str(&format!("      with {}\n", render_assumptions(duel, outcome).join(", ")));
    }
    out
}

/// Renders the assumed values of what is not known: `Saber's END A`.
fn render_assumptions(duel: &Duel, outcome: &Estimate) -> Vec<String> {
    let words = outcome.assumptions.iter().map(|(party, taken)| {
        let name = &duel.war().character(duel.who(*party)).name;
        match taken {
            Assumption::Rank(stat, rank) => format!("{name}'s {stat} {rank}"),
            Assumption::Health(health) => format!("{name}'s Health {health}"),
        }
    });
    words.collect()
}

/// Renders the answer as JSON.
fn answer_to_json(duel: &Duel, answer: &DamageRange) -> serde_json::Value {
    let name = |party| &duel.war().character(duel.who(party)).name;
    let estimate_to_json = |outcome: &Estimate| {
        let receipt = &outcome.receipt;
        let terms = receipt.flat.iter().chain(&receipt.percents).map(|term| render_term(duel.war(), *term));
        json!({
            "damage": outcome.total.to_string(),
            "hits": outcome.hits,
            "each": receipt.amount.to_string(),
            "type": receipt.kind.to_string(),
            "formula": receipt.formula(),
            "rule": outcome.formula_rule().to_string(),
            "changes": terms.collect::<Vec<_>>(),
            "with": render_assumptions(duel, outcome),
        })
    };
    json!({
        "skill": duel.skill_name(),
        "attacker": name(Party::Attacker),
        "target": name(Party::Target),
        "least": estimate_to_json(&answer.least),
        "most": estimate_to_json(&answer.most),
    })
}
