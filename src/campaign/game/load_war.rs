//! Loads a War from `war.yaml`, `map.yaml` and the sheets they name, and reports all faults at once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::campaign::error::{CampaignError, FaultyFile, Result};
use crate::campaign::folder::{file_name, read_text, read_text_if_there};
use crate::campaign::random;
use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::span::{Source, Span};
use crate::sheet::SheetKind;
use crate::sheet::reader::Diagnostics;
use crate::war::War;
use crate::war::new_war::{PlannedTeam, WarPlan, build_war, find_hint_faults};

use super::map_file::{self, MapFile};
use super::sheets::{self, SheetFile, SheetSearch};
use super::war_file::{self, SpannedText, TeamEntry, WarFile};
use super::{code, common_sheets};

/// A War before its first Night, with the files it came from.
#[derive(Debug)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct LoadedWar {
    pub war: War,
    /// The parsed `war.yaml`.
    pub file: WarFile,
    /// The text of `war.yaml`.
    pub war_source: Source,
    /// The text of `map.yaml`.
    pub map_source: Source,
    /// The sheets of each team: its Master's, then its Servants', in the order of the file.
    pub teams: Vec<Vec<SheetFile>>,
    pub familiars: Vec<SheetFile>,
    /// The libraries of Command Spells, items and services.
    pub shelves: Vec<(&'static str, SheetFile)>,
    /// The text of the visibility table.
    pub visibility_table: Source,
    /// Whether the folder has its own visibility table.
    pub has_own_table: bool,
    /// Warnings and hints.
    pub warnings: Vec<FaultyFile>,
}

/// Loads the War of a folder; sheets are searched for there, then in `library`, then among the program's own.
///
/// # Errors
/// [`CampaignError::Missing`] without `war.yaml` or `map.yaml`; [`CampaignError::Faults`] with every
/// fault of every file.
pub fn load(folder: &Path, library: &[PathBuf]) -> Result<LoadedWar> {
    let shelves = SheetSearch {
        roots: std::iter::once(folder).chain(library.iter().map(PathBuf::as_path)).map(Path::to_owned).collect(),
    };
    let war_source = read_required(&folder.join("war.yaml"), "it names the teams")?;
    let map_source = read_required(&folder.join("map.yaml"), "it has the locations")?;
    let (war_faults, map_faults) = (Diagnostics::default(), Diagnostics::default());
    let file = war_file::parse_war_file(&war_source, &war_faults);
    let map = map_file::parse_map(&map_source, &map_faults);

    let mut reader = SheetReading { shelves, diagnostics: &war_faults, files: BTreeMap::new() };
    let teams = file.teams.iter().map(|team| reader.read_team(team)).collect::<Result<Vec<_>>>()?;
    let familiars = reader.read_familiars(&teams)?;
    let common = common_sheets::read_common_sheets(folder)?;
    let written = common_sheets::visibility_table(folder)?;
    let mut files = reader.files;

    check_names(&file, &teams, &war_faults);
    check_homes(&file, &map, &war_faults);
    check_servants(&file, &war_faults);
    check_hints(&file, &teams, &war_faults);
    let mut report = vec![
        FaultyFile { source: war_source.clone(), diagnostics: war_faults.into_sorted() },
        FaultyFile { source: map_source.clone(), diagnostics: map_faults.into_sorted() },
    ];
    let mut shelves = Vec::new();
    for (name, sheet) in common {
        match sheet {
            Ok(sheet) => shelves.push((name, sheet)),
            Err(faulty) => _ = files.insert(PathBuf::from(&faulty.source.name), faulty),
        }
    }
    let visibility_table =
        written.visibility_table.map_err(|faulty| files.insert(PathBuf::from(&faulty.source.name), faulty)).ok();
    report.extend(files.into_values());
    report.retain(|file| !file.diagnostics.is_empty());
    if report.iter().any(FaultyFile::has_errors) {
        return Err(CampaignError::Faults(report));
    }
    let teams: Vec<Vec<SheetFile>> = teams.into_iter().map(|sheets| sheets.into_iter().flatten().collect()).collect();
    let mut plan = plan_war(&file, &map, &teams, &familiars, &shelves)?;
    plan.visibility_table = visibility_table.map(Arc::new);
    let war = build_war(plan).map_err(|faults| {
        let diagnostics = faults.into_iter().map(|text| Diagnostic::error(code::WAR, Span::new(0, 0), text)).collect();
        CampaignError::Faults(vec![FaultyFile { source: war_source.clone(), diagnostics }])
    })?;
    let (visibility_table, has_own_table) = (written.source, written.is_own);
    Ok(LoadedWar {
        war,
        file,
        war_source,
        map_source,
        teams,
        familiars,
        shelves,
        visibility_table,
        has_own_table,
        warnings: report,
    })
}

fn read_required(path: &Path, what: &str) -> Result<Source> {
    match read_text_if_there(path)? {
        Some(text) => Ok(Source::new(path.display().to_string(), text)),
        None => Err(CampaignError::Missing { path: path.to_owned(), hint: format!("{what}; see `grail new --help`") }),
    }
}

/// The state of reading sheets.
struct SheetReading<'a> {
    shelves: SheetSearch,
    /// Faults of `war.yaml`.
    diagnostics: &'a Diagnostics,
    /// Faults and warnings of sheets, by file.
    files: BTreeMap<PathBuf, FaultyFile>,
}

impl SheetReading<'_> {
    /// Reads the sheets of a team: its Master's first.
    fn read_team(&mut self, team: &TeamEntry) -> Result<Vec<Option<SheetFile>>> {
        let mut sheets = vec![self.read_sheet(&team.master, SheetKind::Master)?];
        for servant in &team.servants {
            sheets.push(self.read_sheet(servant, SheetKind::Servant)?);
        }
        Ok(sheets)
    }

    fn read_sheet(&mut self, named: &SpannedText, kind: SheetKind) -> Result<Option<SheetFile>> {
        if named.text.is_empty() {
            return Ok(None);
        }
        let Some(source) = self.shelves.find(&named.text)? else {
            let nearby = self.shelves.nearby_paths(&named.text);
            let message = format!("there is no sheet `{}`", named.text);
            let fault = Diagnostic::error(code::SHEET_FILE, named.span, message);
            self.diagnostics.report(match self.shelves.stands_elsewhere(&named.text) {
                Some(folder) => fault.note(format!(
                    "it stands in `{0}`: run the command from there (`cd {0}`), or copy the sheet into the campaign",
                    folder.display()
                )),
                None => fault
                    .note("paths are relative to the campaign, or to the working directory; `sheets/servants/saber.yaml` is the library's")
                    .suggest(nearest(&named.text, nearby.iter().map(String::as_str))),
            });
            return Ok(None);
        };
        let Some(file) = self.parse_sheet(source) else { return Ok(None) };
        if file.sheet.kind != kind {
            let message = format!(
                "`{}` is a {}, where a {} must stand",
                file.sheet.name,
                kind_label(file.sheet.kind),
                kind_label(kind)
            );
            self.diagnostics.report(Diagnostic::error(code::SHEET_KIND, named.span, message));
        }
        Ok(Some(file))
    }

    fn parse_sheet(&mut self, source: Source) -> Option<SheetFile> {
        let path = PathBuf::from(&source.name);
        match sheets::parse_sheet(source) {
            Ok(file) => {
                if !file.warnings.is_empty() {
                    let warned = FaultyFile { source: file.source.clone(), diagnostics: file.warnings.clone() };
                    self.files.insert(path, warned);
                }
                Some(file)
            }
            Err(faulty) => {
                self.files.insert(path, faulty);
                None
            }
        }
    }

    /// Reads the familiars that the sheets name, and those that these name, each once.
    fn read_familiars(&mut self, teams: &[Vec<Option<SheetFile>>]) -> Result<Vec<SheetFile>> {
        let mut wanted: Vec<(Source, String)> = teams.iter().flatten().flatten().flat_map(named_familiars).collect();
        let mut found: Vec<SheetFile> = Vec::new();
        while let Some((by, name)) = wanted.pop() {
            let known = found.iter().find(|f| f.sheet.name.eq_ignore_ascii_case(&name)).map(|f| f.source.clone());
            let fault = |code, message: String| Diagnostic::error(code, sheets::familiar_span(&by, &name), message);
            let Some(source) = self.shelves.find_familiar(Path::new(&by.name), &name)? else {
                let message = format!("there is no sheet of a familiar `{name}`");
                self.report_fault(
                    &by,
                    fault(code::SHEET_FILE, message).note("it is looked for beside this sheet and in sheets/familiars"),
                );
                continue;
            };
            if let Some(known) = known {
                // It is the same file, or a copy of it beside another sheet.
                if known.text != source.text {
                    let message = format!("two familiars are called `{name}`: `{}` and `{}`", known.name, source.name);
                    self.report_fault(&by, fault(code::SHEET_FILE, message));
                }
                continue;
            }
            let Some(file) = self.parse_sheet(source) else { continue };
            if file.sheet.kind != SheetKind::Familiar || !file.sheet.name.eq_ignore_ascii_case(&name) {
                let message = format!("`{}` is no sheet of a familiar `{name}`", file.source.name);
                self.report_fault(&by, fault(code::SHEET_KIND, message));
                continue;
            }
            wanted.extend(named_familiars(&file));
            found.push(file);
        }
        found.sort_by(|a, b| a.sheet.name.cmp(&b.sheet.name));
        Ok(found)
    }

    fn report_fault(&mut self, source: &Source, fault: Diagnostic) {
        let entry = self.files.entry(PathBuf::from(&source.name));
        entry.or_insert_with(|| FaultyFile { source: source.clone(), diagnostics: Vec::new() }).diagnostics.push(fault);
    }
}

fn named_familiars(file: &SheetFile) -> Vec<(Source, String)> {
    file.sheet.familiars.iter().map(|name| (file.source.clone(), name.clone())).collect()
}

fn kind_label(kind: SheetKind) -> &'static str {
    match kind {
        SheetKind::Master => "Master",
        SheetKind::Servant => "Servant",
        SheetKind::Familiar => "familiar",
        SheetKind::Library => "library",
    }
}

/// Checks that every name is given once, and that every name that is used is given.
fn check_names(file: &WarFile, teams: &[Vec<Option<SheetFile>>], diagnostics: &Diagnostics) {
    let mut names: Vec<&str> = Vec::new();
    for (entry, sheets) in file.teams.iter().zip(teams) {
        let paths = std::iter::once(&entry.master).chain(&entry.servants);
        for (path, sheet) in paths.zip(sheets) {
            let Some(sheet) = sheet else { continue };
            let name = sheet.sheet.name.as_str();
            // Their sheets must differ in file names too.
            if let Some(other) = names.iter().find(|n| file_name(n) == file_name(name)) {
                let message = format!("two characters are called `{name}`");
                let is_same_name = other.eq_ignore_ascii_case(name);
                let message =
                    if is_same_name { message } else { format!("the names `{other}` and `{name}` are too much alike") };
                diagnostics.report(Diagnostic::error(code::TWICE, path.span, message));
            }
            names.push(name);
        }
    }
    for (number, team) in file.teams.iter().enumerate() {
        let name = &team.name.text;
        if !name.is_empty() && file.teams.iter().take(number).any(|t| t.name.text.eq_ignore_ascii_case(name)) {
            diagnostics.report(Diagnostic::error(
                code::TWICE,
                team.name.span,
                format!("two teams are called `{name}`"),
            ));
        }
    }
    // A sheet that could not be parsed may be the one that is named.
    if teams.iter().flatten().any(Option::is_none) {
        return;
    }
    let focus = file.focus_primary.iter().chain(&file.focus_secondary);
    let hinted = file.hints.iter().map(|hint| &hint.servant);
    for named in focus.chain(file.seats().flat_map(|seat| &seat.characters)).chain(hinted) {
        if !names.iter().any(|n| n.eq_ignore_ascii_case(&named.text)) {
            let message = format!("nobody is called `{}`", named.text);
            let near = nearest(&named.text, names.iter().copied());
            diagnostics.report(Diagnostic::error(code::CHARACTER, named.span, message).suggest(near));
        }
    }
}

/// Checks the IGM's hints. A hint about an unknown name is reported as an unknown name.
fn check_hints(file: &WarFile, teams: &[Vec<Option<SheetFile>>], diagnostics: &Diagnostics) {
    // A sheet that could not be parsed may be the one that is named.
    if teams.iter().flatten().any(Option::is_none) {
        return;
    }
    let sheets: Vec<_> = teams.iter().flatten().flatten().map(|file| &file.sheet).collect();
    let is_sheet_named = |name: &str, kind: Option<SheetKind>| {
        sheets.iter().any(|sheet| sheet.name.eq_ignore_ascii_case(name) && kind.is_none_or(|kind| sheet.kind == kind))
    };
    let hints: Vec<_> = file.hints.iter().map(|hint| (hint.servant.text.clone(), hint.text.clone())).collect();
    let is_servant = |name: &str| is_sheet_named(name, Some(SheetKind::Servant)) || !is_sheet_named(name, None);
    for (number, message) in find_hint_faults(&hints, is_servant) {
        let span = file.hints.get(number).map_or(Span::new(0, 0), |hint| hint.servant.span);
        diagnostics.report(Diagnostic::error(code::WAR, span, message));
    }
}

/// Checks that every home is a location, and of one team (A174).
fn check_homes(file: &WarFile, map: &MapFile, diagnostics: &Diagnostics) {
    for (number, team) in file.teams.iter().enumerate() {
        let home = &team.home;
        if home.text.is_empty() || map.locations.is_empty() {
            continue;
        }
        if !map.has(&home.text) {
            let message = format!("there is no location `{}`", home.text);
            let fault = Diagnostic::error(code::LOCATION, home.span, message).suggest(map.nearest_name(&home.text));
            diagnostics.report(fault);
        }
        let other = file.teams.iter().take(number).find(|t| t.home.text.eq_ignore_ascii_case(&home.text));
        if let Some(other) = other {
            let message = format!("`{}` is the home of team `{}` already (A174)", home.text, other.name.text);
            diagnostics.report(Diagnostic::error(code::HOME, home.span, message));
        }
    }
}

/// Warns of a Master that does not begin with exactly one Servant.
fn check_servants(file: &WarFile, diagnostics: &Diagnostics) {
    for team in file.teams.iter().filter(|team| team.servants.len() != 1) {
        let count = match team.servants.len() {
            0 => "no Servant".to_owned(),
            n => format!("{n} Servants"),
        };
        let message = format!("team `{}` begins with {count}: a Master has exactly one (R001)", team.name.text);
        let fault = Diagnostic::warning(code::SERVANTS, team.name.span, message);
        diagnostics
            .report(fault.note("more are won in the War; all that stand here count as first contracts (R138, R157)"));
    }
}

fn plan_war(
    file: &WarFile,
    map: &MapFile,
    teams: &[Vec<SheetFile>],
    familiars: &[SheetFile],
    shelves: &[(&'static str, SheetFile)],
) -> Result<WarPlan> {
    let text = |placed: &SpannedText| placed.text.clone();
    let sheet_of = |name| shelves.iter().find(|(n, _)| *n == name).map(|(_, file)| file.sheet.clone());
    let mut planned = Vec::new();
    for (entry, sheets) in file.teams.iter().zip(teams) {
        let [master, servants @ ..] = sheets.as_slice() else {
            return Err(CampaignError::internal(format!("team `{}` lost its Master's sheet", entry.name.text)));
        };
        planned.push(PlannedTeam {
            name: text(&entry.name),
            master: master.sheet.clone(),
            servants: servants.iter().map(|s| s.sheet.clone()).collect(),
            home: text(&entry.home),
            seats: entry.seats.iter().map(|s| (text(&s.name), s.characters.iter().map(text).collect())).collect(),
        });
    }
    Ok(WarPlan {
        title: file.title.clone(),
        seed: file.seed.map_or_else(random::random_seed, Ok)?,
        focus_primary: file.focus_primary.as_ref().map(text),
        focus_secondary: file.focus_secondary.as_ref().map(text),
        switches: file.switches.clone(),
        locations: map.planned_locations(),
        water: map.water.clone(),
        teams: planned,
        familiars: familiars.iter().map(|f| f.sheet.clone()).collect(),
        spells: sheet_of(common_sheets::SPELLS),
        items: sheet_of(common_sheets::ITEMS).map(|items| match sheet_of(common_sheets::SERVICES) {
            Some(services) => items.extended_with(&services),
            None => items,
        }),
        hints: file.hints.iter().map(|hint| (hint.servant.text.clone(), hint.text.clone())).collect(),
        visibility_table: None,
        allows_shared_homes: false,
    })
}

/// Reads a file that people write, for diagnostics that show it.
pub fn read_source_file(path: &Path) -> Result<Source> {
    Ok(Source::new(path.display().to_string(), read_text(path)?))
}
