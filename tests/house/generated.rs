//! The documents that are made of tables: `docs/rules.md` and `docs/who-learns-what.md`.
//!
//! After a change of a table `GRAIL_DOCS=renew cargo test --test integration generated` writes them anew.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use grail_referee::rules::{BookRuling, RuleEntry, RuleKind, rules, rulings};
use grail_referee::scenario::cited_rules;
use grail_referee::vocabulary::rule_id::RuleId;
use grail_referee::vocabulary::switches::Switches;

use crate::cli::repository;

const AGAIN: &str = "GRAIL_DOCS=renew cargo test --test integration generated";

/// Holds a document to what is made of the tables, or keeps that in its place.
fn holds(name: &str, made: &str) {
    let path = repository().join("docs").join(name);
    if std::env::var("GRAIL_DOCS").is_ok_and(|word| word == "renew") {
        fs::write(path, made).unwrap();
        return;
    }
    let kept = fs::read_to_string(path).unwrap_or_default();
    let differs = kept.lines().zip(made.lines()).find(|(kept, made)| kept != made);
    assert!(kept == made, "docs/{name} is stale: write it anew by `{AGAIN}`. It first differs in\n{differs:#?}");
}

fn text_of(path: &str) -> String {
    fs::read_to_string(repository().join(path)).unwrap()
}

#[test]
fn the_rules_are_those_of_the_tables() {
    holds("rules.md", &rules_page());
}

#[test]
fn who_learns_what_is_what_the_table_says() {
    holds("who-learns-what.md", &perception_page());
}

/// Of each rule and ruling the files of scenarios that are about it.
fn scenarios() -> BTreeMap<RuleId, Vec<String>> {
    let mut of: BTreeMap<RuleId, Vec<String>> = BTreeMap::new();
    for source in crate::scenarios::files() {
        for id in cited_rules(&source).into_iter().flat_map(|scenario| scenario.rules) {
            let files = of.entry(id).or_default();
            if files.last() != Some(&source.name) {
                files.push(source.name.clone());
            }
        }
    }
    of
}

/// The first three files, as links.
fn held(id: RuleId, scenarios: &BTreeMap<RuleId, Vec<String>>) -> String {
    let Some(files) = scenarios.get(&id) else { return String::new() };
    let name = |file: &str| file.rsplit('/').next().unwrap_or_default().trim_end_matches(".yaml").to_owned();
    let links: Vec<String> = files.iter().take(3).map(|file| format!("[{}](../{file})", name(file))).collect();
    let more = if files.len() > 3 { " and others" } else { "" };
    format!("  - Scenarios: {}{more}.\n", links.join(", "))
}

fn rules_page() -> String {
    let scenarios = scenarios();
    let (rules, rulings) = (rules(), rulings());
    let mut page = format!(
        "<!-- Made of src/rules/*.txt, src/vocabulary/switches.rs and tests/scenarios. Do not edit: {AGAIN} -->\n\
         # The rules in short\n\n\
         What stands in brackets behind an event, a number or a fault (`[R089, A030, I13]`) is said here, in our own \
         words. `grail rules R089` prints the same, and `grail rules Flight` finds what speaks of a word.\n\n\
         - **R001 to R430** are the rules of the rulebook, in its order.\n\
         - **A001 to A{:03}** are rulings: what the program does where the rulebook is silent, unclear or contradicts \
         itself. Some can be turned by a switch in `war.yaml`.\n\
         - **I01 to I24** say who may know what. How that looks event by event is in \
         [who-learns-what.md](who-learns-what.md).\n\n\
         Behind each rule stands who sees to it: *engine*, a module under `src/`; *data*, a sheet or a file under \
         `sheets/common/`; *gm*, the GM, outside the program; *flavour*, nobody, because nothing follows from it. A \
         scenario is a small War in one file that holds the rule; `grail scenario FILE` plays it. A GM who rules \
         otherwise in one case says so in `rulings.yaml` ([gm-guide.md](gm-guide.md)).\n\n\
         [The rules](#the-rules) · [The rulings](#the-rulings) · [Who may know what](#who-may-know-what) · \
         [The switches](#the-switches)\n\n## The rules\n",
        rulings.iter().filter(|ruling| matches!(ruling.id, RuleId::A(_))).count()
    );
    let file = text_of("src/rules/rules.txt");
    each_line(&file, &mut page, |id, page| {
        let rule = rules.iter().find(|rule| rule.id == id).unwrap();
        rule_entry(rule, &rulings, &scenarios, page);
    });
    page.push_str("\n## The rulings\n");
    let file = text_of("src/rules/rulings.txt");
    let (on_rules, on_knowledge) = file.split_once("# Who may know what\n").unwrap();
    let entry = |id: RuleId, page: &mut String| {
        let ruling = rulings.iter().find(|ruling| ruling.id == id).unwrap();
        ruling_entry(ruling, &rules, &scenarios, page);
    };
    each_line(on_rules, &mut page, entry);
    page.push_str("\n## Who may know what\n\n");
    each_line(on_knowledge, &mut page, entry);
    switches(&rulings, &mut page);
    page
}

/// Chapters become headings, and what begins with an id what is made of it. What stands before the first chapter is
/// about the file.
fn each_line(file: &str, page: &mut String, mut entry: impl FnMut(RuleId, &mut String)) {
    let mut blank = false;
    for line in file.lines() {
        match line.strip_prefix("# ") {
            Some(chapter) if blank => write!(page, "\n### {chapter}\n\n").unwrap(),
            _ => {}
        }
        if let Some(id) = line.split_whitespace().next().and_then(RuleId::parse) {
            entry(id, page);
        }
        blank = line.is_empty();
    }
}

fn rule_entry(rule: &RuleEntry, rulings: &[BookRuling], scenarios: &BTreeMap<RuleId, Vec<String>>, page: &mut String) {
    let by = match rule.kind {
        RuleKind::Engine | RuleKind::Data => format!("{}, `{}`", rule.kind.word(), rule.implemented_in),
        RuleKind::Gm | RuleKind::Flavour => rule.kind.word().to_owned(),
    };
    writeln!(page, "- <a id=\"{0}\"></a>**{0}** {1} *({by})*", rule.id, rule.text).unwrap();
    for ruling in rulings.iter().filter(|ruling| rule.rulings.contains(&ruling.id)) {
        writeln!(page, "  - [{0}](#{0}) {1}{2}", ruling.id, ruling.text, switch(ruling)).unwrap();
    }
    page.push_str(&held(rule.id, scenarios));
}

fn ruling_entry(
    ruling: &BookRuling,
    rules: &[RuleEntry],
    scenarios: &BTreeMap<RuleId, Vec<String>>,
    page: &mut String,
) {
    let on = rules.iter().filter(|rule| rule.rulings.contains(&ruling.id));
    let on: Vec<String> = on.map(|rule| format!("[{0}](#{0})", rule.id)).collect();
    let on = if on.is_empty() { String::new() } else { format!(" *(on {})*", on.join(", ")) };
    writeln!(page, "- <a id=\"{0}\"></a>**{0}** {1}{2}{on}", ruling.id, ruling.text, switch(ruling)).unwrap();
    page.push_str(&held(ruling.id, scenarios));
}

fn switch(ruling: &BookRuling) -> String {
    ruling.switch.map_or_else(String::new, |switch| format!(" Switch: [`{switch}`](#the-switches)."))
}

fn switches(rulings: &[BookRuling], page: &mut String) {
    page.push_str(
        "\n## The switches\n\nA GM turns them in `war.yaml` before the War begins, as in `switches: { damage.stack: \
         multiplicative }`. `grail rules switches` prints this list.\n\n| switch | decides | values |\n| --- | --- | --- \
         |\n",
    );
    for switch in Switches::explained() {
        let ruling = rulings.iter().find(|ruling| ruling.switch == Some(switch.name)).unwrap();
        assert!(switch.about.ends_with(&format!("({}).", ruling.id)), "{}: it turns {}", switch.name, ruling.id);
        let value = |(value, meaning): &(&str, &str)| {
            let default = if *value == switch.default { " *(default)*" } else { "" };
            format!("`{value}`{default}: {meaning}")
        };
        let values: Vec<String> = switch.values.iter().map(value).collect();
        writeln!(page, "| `{}` | {} | {} |", switch.name, switch.about, values.join("<br>")).unwrap();
    }
}

/// A row of the table of perception, as its file writes it.
#[derive(Default)]
struct Row {
    name: String,
    about: String,
    /// What stands under `rules`, `hides`, `own`, `victim`, and under each ACT of `seen`.
    cells: Vec<(String, String)>,
}

fn perception_page() -> String {
    let file = text_of("sheets/common/perception.yaml");
    let mut page = format!(
        "<!-- Made of sheets/common/perception.yaml. Do not edit: {AGAIN} -->\n\
         # Who learns what\n\n\
         What happens in a Night is told to nobody as it is: everybody reads what their own characters could perceive. \
         How much that is, is decided by this table, which the program reads from `sheets/common/perception.yaml`; the \
         general rules behind it are [I01 to I24](rules.md#who-may-know-what). A GM may change it: copy the file into \
         the campaign's `sheets/common/` before `grail start`, and look at it with `grail sheet check`.\n\n\
         Each sort of event has a table of its own below. Its rows are the readers:\n\n\
         - **own**: whoever did it, or whose own affair it is, and their team beside them;\n\
         - **victim**: the body it was done to, besides what its eyes tell by the other rows;\n\
         - **N/A, E, D, C, B, A, EX**: whoever is in the same location, by their ACT. The ranks add up: D learns what E \
         learns and its own more. A rank without a row learns what the one before it does; before the first row the \
         event is not noticed;\n\
         - **hides**: what those whom such an attack strikes do not learn by the row of the attack itself.\n\n\
         *Looks like* decides the sentence that is printed (the headings of `templates/sentences.txt`); *learns* is what \
         may stand in it. A `-` under *looks like* means: as at the rank below.\n\n\
         Not in the table, because no table decides it: who stands where, is hidden, scouts or is told from afar; what \
         somebody looks like and who they are to a reader; what is ever only a character's own, its Health and its \
         orders.\n\n\
         ## What can be learned\n\n| word | what it tells |\n| --- | --- |\n"
    );
    let (head, body) = file.split_once("# Not here").unwrap();
    for (word, meaning) in learnable(head) {
        writeln!(page, "| `{word}` | {meaning} |").unwrap();
    }
    let mut row = Row::default();
    let mut comment: Vec<&str> = Vec::new();
    for line in body.lines().skip_while(|line| !line.starts_with("# ----")) {
        if let Some(chapter) = line.strip_prefix("# ---- ") {
            finish(&mut row, &mut page);
            write!(page, "\n## {}\n", chapter.trim_end_matches([' ', '-'])).unwrap();
        } else if let Some(words) = line.strip_prefix("# ") {
            comment.push(words);
        } else if let Some(name) = line.strip_suffix(':').filter(|name| !name.starts_with(' ')) {
            finish(&mut row, &mut page);
            row = Row { name: name.to_owned(), about: comment.join(" "), cells: Vec::new() };
            comment.clear();
        } else if let Some((key, value)) = line.trim().split_once(": ").filter(|(key, _)| is_reader(key)) {
            row.cells.push((key.to_owned(), value.to_owned()));
        } else if let Some((_, value)) = row.cells.last_mut().filter(|_| line.starts_with("    ")) {
            value.push(' ');
            value.push_str(line.trim());
        }
    }
    finish(&mut row, &mut page);
    page
}

fn is_reader(key: &str) -> bool {
    ["rules", "hides", "own", "victim", "N/A", "E", "D", "C", "B", "A", "EX"].contains(&key)
}

/// The words under "What can be learned" of the file's head, each with its meaning.
fn learnable(head: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for line in head.split("# What can be learned:").nth(1).unwrap().lines() {
        let Some(line) = line.strip_prefix("#   ") else { continue };
        match line.split_once(' ').filter(|(word, _)| !word.is_empty()) {
            Some((word, meaning)) => found.push((word.to_owned(), meaning.trim().to_owned())),
            None => {
                let last = found.last_mut().unwrap();
                last.1 = format!("{} {}", last.1, line.trim());
            }
        }
    }
    found
}

/// Writes a row's table.
fn finish(row: &mut Row, page: &mut String) {
    let row = std::mem::take(row);
    if row.name.is_empty() {
        return;
    }
    let ids = row.cells.iter().find(|(reader, _)| reader == "rules").map(|(_, ids)| ids.as_str()).unwrap_or_default();
    let ids: Vec<String> =
        ids.trim_matches(['[', ']']).split(", ").map(|id| format!("[{id}](rules.md#{id})")).collect();
    write!(page, "\n### {}\n\n{} ({})\n\n", row.name, row.about, ids.join(", ")).unwrap();
    page.push_str("| reader | looks like | learns |\n| --- | --- | --- |\n");
    for (reader, value) in row.cells.iter().filter(|(reader, _)| reader != "rules") {
        let inside = |key: &str, until: &[char]| {
            let rest = value.split_once(&format!("{key}: "))?.1;
            Some(rest.trim_start_matches('[').split(until).next().unwrap_or_default().trim().to_owned())
        };
        let looks = inside("as", &[',', '}']).unwrap_or_else(|| "-".to_owned());
        let learns = if reader == "hides" {
            format!("not: {}", value.trim_matches(['[', ']']))
        } else {
            inside("learns", &[']']).unwrap_or_default()
        };
        let (looks, learns) =
            if value == "own" { ("as *own*".to_owned(), "as *own*".to_owned()) } else { (looks, learns) };
        writeln!(page, "| {reader} | {looks} | {learns} |").unwrap();
    }
}
