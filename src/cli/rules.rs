//! `grail rules`: the rules of the book, the rulings, and the scenarios that test them.
#![expect(clippy::disallowed_methods, reason = "the scenarios may lie beside the program or not")]

pub(super) mod code_pages;

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use crate::campaign::game::load_war::read_source_file;
use crate::language::span::Source;
use crate::rules::{BookRuling, RuleEntry, RuleKind, rules, rulings};
use crate::scenario::{ScenarioCitation, cited_rules, embedded_scenario_files};
use crate::vocabulary::rule_id::RuleId;
use crate::vocabulary::switches::{Switch, Switches};

use super::failure::{CommandResult, Failure};
use super::scenario::find_scenario_files;
use super::ui::{Ui, counted};

/// Looks rules up: in short, with rulings, switches and the scenarios that hold them.
///
/// Asks for an id (`R018`, `A012`, `I10`) or a word; without one all rules are listed. R are the rules
/// of the book, A what was ruled where it is silent, I who may know what. The code of a diagnostic
/// (`E202`) is explained as well; `codes` lists them all, `switches` what a War may set otherwise.
/// `--coverage` lists what no scenario holds.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  grail rules R018\n  grail rules Flight\n  grail rules E202\n  grail rules switches\n  \
                        grail rules --coverage"
)]
pub(super) struct RulesArgs {
    /// An id, a code, a word of the rules, `switches` or `codes`.
    #[arg(value_name = "ID|CODE|WORD")]
    asked: Option<String>,
    /// List the rules and rulings that no scenario is about.
    #[arg(long, conflicts_with = "asked")]
    coverage: bool,
    /// Where scenarios lie; without it those in `tests/scenarios` here, else those the program was built with.
    #[arg(long, value_name = "FOLDER")]
    scenarios: Option<PathBuf>,
}

/// A scenario with its file.
struct CitingScenario {
    file: String,
    scenario: ScenarioCitation,
}

pub(super) fn run(ui: &Ui, args: &RulesArgs) -> CommandResult {
    match args.asked.as_deref() {
        Some("switches") => return show_switches(ui),
        Some("codes") => {
            ui.text(&code_pages::all_codes().iter().map(code_pages::Code::render_line).collect::<String>())?;
            return ui.json(&code_pages::all_codes().iter().map(code_pages::Code::to_json).collect::<Vec<_>>());
        }
        Some(asked) => {
            if let Some(code) = code_pages::find_code(asked) {
                ui.text(&code.render_page())?;
                return ui.json(&code.to_json());
            }
        }
        None => {}
    }
    look_up(ui, args)
}

/// Shows the rules and rulings that are asked for.
fn look_up(ui: &Ui, args: &RulesArgs) -> CommandResult {
    let here = Some(PathBuf::from("tests/scenarios")).filter(|folder| folder.is_dir());
    let holdings = match args.scenarios.as_ref().or(here.as_ref()) {
        Some(folder) => collect_scenarios(&read_scenarios(folder)?, folder),
        None => collect_scenarios(&embedded_scenario_files(), Path::new("")),
    };
    if args.coverage {
        return list_untested(ui, &holdings);
    }
    let query = args.asked.as_deref().unwrap_or("");
    let (found_rules, found_rulings) = find_rules(query)?;
    if args.asked.is_none() {
        let lines = found_rules.iter().map(|rule| format!("{} {:<8} {}\n", rule.id, rule.kind.word(), rule.text));
        ui.text(&lines.collect::<String>())?;
    } else {
        let rules = found_rules.iter().map(|rule| render_rule(rule, &holdings));
        let rulings = found_rulings.iter().map(|ruling| render_ruling(ruling, &holdings));
        ui.text(&rules.chain(rulings).collect::<Vec<_>>().join("\n"))?;
    }
    let rules = found_rules.iter().map(|rule| rule_to_json(rule, &holdings));
    let rulings = found_rulings.iter().map(|ruling| ruling_to_json(ruling, &holdings));
    ui.json(&rules.chain(rulings).collect::<Vec<_>>())
}

/// Shows every switch of `war.yaml`: what it decides, its values and its default.
fn show_switches(ui: &Ui) -> CommandResult {
    let mut pages = Vec::new();
    for switch in Switches::explained() {
        let mut page = format!("{}  {}\n", switch.name, switch.about);
        for (value, meaning) in &switch.values {
            let default = if *value == switch.default { " (default)" } else { "" };
            page.push_str(&format!("      {value:<16} {meaning}{default}\n"));
        }
        pages.push(page);
    }
    ui.text("Set in war.yaml before the War begins, as in `switches: { damage.stack: multiplicative }`.\n\n")?;
    ui.text(&pages.join("\n"))?;
    let switch_to_json = |switch: &Switch| {
        let values = switch.values.iter().map(|(value, meaning)| json!({ "value": value, "meaning": meaning }));
        let values = values.collect::<Vec<_>>();
        json!({ "name": switch.name, "about": switch.about, "values": values, "default": switch.default })
    };
    ui.json(&Switches::explained().iter().map(switch_to_json).collect::<Vec<_>>())
}

/// Reads the scenario files of a folder.
fn read_scenarios(folder: &Path) -> Result<Vec<Source>, Failure> {
    let files = find_scenario_files(folder)?;
    if files.is_empty() {
        return Err(Failure::Usage(format!("there is no scenario (`*.yaml`) in the folder `{}`", folder.display())));
    }
    Ok(files.iter().map(|file| read_source_file(file)).collect::<Result<_, _>>()?)
}

/// Collects the scenarios of these files, which are named by their paths below the folder.
fn collect_scenarios(files: &[Source], folder: &Path) -> Vec<CitingScenario> {
    let citations_of = |source: &Source| {
        let path = Path::new(&source.name);
        let relative = path.strip_prefix(folder).ok().filter(|path| !path.as_os_str().is_empty()).unwrap_or(path);
        let file = relative.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
        cited_rules(source).into_iter().map(move |scenario| CitingScenario { file: file.clone(), scenario })
    };
    files.iter().flat_map(citations_of).collect()
}

/// Finds what is asked for: one id, or all rules and rulings with the word.
fn find_rules(query: &str) -> Result<(Vec<RuleEntry>, Vec<BookRuling>), Failure> {
    let (mut rules, mut rulings) = (rules(), rulings());
    match RuleId::parse(&query.to_ascii_uppercase()) {
        Some(id) => {
            rules.retain(|rule| rule.id == id);
            rulings.retain(|ruling| ruling.id == id);
        }
        None => {
            let word = query.to_lowercase();
            rules.retain(|rule| rule.text.to_lowercase().contains(&word));
            let about =
                |ruling: &BookRuling| ruling.switch == Some(query) || ruling.text.to_lowercase().contains(&word);
            rulings.retain(about);
        }
    }
    if rules.is_empty() && rulings.is_empty() {
        return Err(Failure::Usage(format!(
            "no rule is called `{query}` or speaks of it; `grail rules` lists them all"
        )));
    }
    Ok((rules, rulings))
}

fn render_rule(rule: &RuleEntry, holdings: &[CitingScenario]) -> String {
    let by = if rule.implemented_in.is_empty() {
        rule.kind.word().to_owned()
    } else {
        format!("{}: {}", rule.kind.word(), rule.implemented_in)
    };
    let mut page = format!("{}  {}\n      {by}\n", rule.id, rule.text);
    let all = rulings();
    for ruling in all.iter().filter(|ruling| rule.rulings.contains(&ruling.id)) {
        page.push_str(&format!("      {}  {}{}\n", ruling.id, ruling.text, render_switch(ruling)));
    }
    page + &render_scenarios_citing(rule.id, holdings)
}

fn render_ruling(ruling: &BookRuling, holdings: &[CitingScenario]) -> String {
    let all = rules();
    let rule_ids: Vec<String> =
        all.iter().filter(|r| r.rulings.contains(&ruling.id)).map(|r| r.id.to_string()).collect();
    let rule_list = if rule_ids.is_empty() { String::new() } else { format!("      on {}\n", rule_ids.join(", ")) };
    format!(
        "{}  {}{}\n{rule_list}{}",
        ruling.id,
        ruling.text,
        render_switch(ruling),
        render_scenarios_citing(ruling.id, holdings)
    )
}

fn render_switch(ruling: &BookRuling) -> String {
    ruling.switch.map_or_else(String::new, |switch| format!(" Switch: {switch}."))
}

fn render_scenarios_citing(id: RuleId, holdings: &[CitingScenario]) -> String {
    scenarios_citing(id, holdings)
        .map(|h| format!("      {}:{} {}\n", h.file, h.scenario.line, h.scenario.title))
        .collect()
}

fn scenarios_citing(id: RuleId, holdings: &[CitingScenario]) -> impl Iterator<Item = &CitingScenario> {
    holdings.iter().filter(move |holding| holding.scenario.rules.contains(&id))
}

fn scenarios_to_json(id: RuleId, holdings: &[CitingScenario]) -> Value {
    let to_json = |citing: &CitingScenario| json!({ "file": citing.file, "line": citing.scenario.line, "scenario": citing.scenario.title });
    scenarios_citing(id, holdings).map(to_json).collect()
}

fn rule_to_json(rule: &RuleEntry, holdings: &[CitingScenario]) -> Value {
    json!({
        "id": rule.id, "kind": rule.kind.word(), "place": rule.implemented_in, "text": rule.text,
        "rulings": rule.rulings, "scenarios": scenarios_to_json(rule.id, holdings),
    })
}

fn ruling_to_json(ruling: &BookRuling, holdings: &[CitingScenario]) -> Value {
    json!({
        "id": ruling.id, "text": ruling.text, "switch": ruling.switch,
        "scenarios": scenarios_to_json(ruling.id, holdings),
    })
}

/// Lists the rules that the referee carries out, and the rulings, that no scenario tests.
fn list_untested(ui: &Ui, holdings: &[CitingScenario]) -> CommandResult {
    let is_tested = |id: RuleId| scenarios_citing(id, holdings).next().is_some();
    let rules: Vec<RuleEntry> =
        rules().into_iter().filter(|r| r.kind == RuleKind::Engine && !is_tested(r.id)).collect();
    let rulings: Vec<BookRuling> = rulings().into_iter().filter(|r| !is_tested(r.id)).collect();
    ui.text(&rules.iter().map(|r| format!("{}  {}\n", r.id, r.text)).collect::<String>())?;
    ui.text(&rulings.iter().map(|r| format!("{}  {}\n", r.id, r.text)).collect::<String>())?;
    ui.status(&format!(
        "{} by no scenario: {} that the referee carries out, {}.",
        counted(rules.len() + rulings.len(), "point"),
        counted(rules.len(), "rule"),
        counted(rulings.len(), "ruling")
    ));
    ui.json(&json!({
        "rules": rules.iter().map(|r| r.id).collect::<Vec<_>>(),
        "rulings": rulings.iter().map(|r| r.id).collect::<Vec<_>>(),
    }))
}
