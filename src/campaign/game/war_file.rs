//! `war.yaml`: title, seed, teams and their seats, focus characters, switches (docs/gm-guide.md).
//!
//! The frozen copy in `nights/000` has the same form, without players, addresses and tokens.

use std::path::Path;

use crate::campaign::error::{CampaignError, FaultyFile, Result};
use crate::campaign::folder::{file_name, read_text};
use crate::campaign::random;
use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::fields::ParseResult;
use crate::language::span::{Source, Span};
use crate::sheet::reader::{Diagnostics, MapReader};
use crate::sheet::yaml::{self, Node};
use crate::vocabulary::seed::Seed;
use crate::vocabulary::switches::{SwitchError, Switches};
use crate::vocabulary::text::collapse_whitespace;

use super::mail_file::{self, MailSettings};
use super::{FORMAT, code};

/// A parsed `war.yaml`.
#[derive(Clone, Debug, Default)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct WarFile {
    pub title: String,
    /// The seed of all random draws. `None` if it is left out: `grail start` then generates one.
    pub seed: Option<Seed>,
    /// The deadline as written: the pages of a night print it, and the mail commands parse it (`23:00 Europe/London`).
    pub deadline: Option<String>,
    /// The first focus character (R380).
    pub focus_primary: Option<SpannedText>,
    /// The second focus character, who replaces the first (R383).
    pub focus_secondary: Option<SpannedText>,
    /// The teams in the order written.
    pub teams: Vec<TeamEntry>,
    pub switches: Switches,
    /// The hints that the IGM begins with, besides those on the sheets (R326).
    pub hints: Vec<HintEntry>,
    /// The GM's contact: the digest goes there, and only their letters rule.
    pub gm: Option<Contact>,
    /// How letters are sent and when orders are late.
    pub mail: MailSettings,
}

/// A text with its span in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpannedText {
    /// The text.
    pub text: String,
    /// Its span.
    pub span: Span,
}

/// A hint of the IGM's (R326).
#[derive(Clone, Debug, Default)]
pub struct HintEntry {
    /// The Servant it is about.
    pub servant: SpannedText,
    /// The words of the hint.
    pub text: String,
}

/// A team of the file.
#[derive(Clone, Debug, Default)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct TeamEntry {
    pub name: SpannedText,
    /// The path of its Master's sheet.
    pub master: SpannedText,
    /// The paths of its Servants' sheets in contract order.
    pub servants: Vec<SpannedText>,
    /// The location of its Home Base.
    pub home: SpannedText,
    pub seats: Vec<SeatEntry>,
}

/// A seat of the file.
#[derive(Clone, Debug, Default)]
pub struct SeatEntry {
    /// Its name: the team's, the one under `seat`, or the player's.
    pub name: SpannedText,
    /// Its own characters.
    pub characters: Vec<SpannedText>,
    /// The player's contact.
    pub contact: Contact,
}

/// The player of a seat and how to reach them. It leaves `war.yaml` only in letters to them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contact {
    /// The player's name.
    pub player: Option<String>,
    /// Their address.
    pub email: Option<String>,
    /// Other addresses of theirs; letters go only to `email`.
    pub other_addresses: Vec<String>,
    /// The token that proves that orders are theirs (R232).
    pub token: Option<String>,
    /// Their forum names.
    pub forum: Vec<String>,
    /// Ranges of nights in which they are silent, the last one included; nobody waits for them then.
    pub absent: Vec<(u32, u32)>,
    /// The substitute, who may order for them and reads what they read.
    pub substitute: Option<Box<Contact>>,
}

impl Contact {
    /// Whether nobody waits for their orders on a night.
    pub fn is_absent(&self, night: u32) -> bool {
        self.absent.iter().any(|(from, to)| (*from..=*to).contains(&night))
    }

    /// The player, then the substitute.
    pub fn people(&self) -> impl Iterator<Item = &Contact> {
        std::iter::once(self).chain(self.substitute.as_deref())
    }
}

impl WarFile {
    /// All seats.
    pub fn seats(&self) -> impl Iterator<Item = &SeatEntry> {
        self.teams.iter().flat_map(|team| &team.seats)
    }

    /// The contact of a seat's player.
    pub fn contact_of(&self, seat: &str) -> Option<&Contact> {
        self.seats().find(|s| s.name.text.eq_ignore_ascii_case(seat)).map(|s| &s.contact)
    }
}

/// Loads the `war.yaml` at a path; faults are an error.
pub fn load(path: &Path) -> Result<WarFile> {
    let source = Source::new(path.display().to_string(), read_text(path)?);
    let diagnostics = Diagnostics::default();
    let war = parse_war_file(&source, &diagnostics);
    if diagnostics.has_errors() {
        return Err(CampaignError::Faults(vec![FaultyFile { source, diagnostics: diagnostics.into_sorted() }]));
    }
    Ok(war)
}

/// Parses a `war.yaml`; faults are reported to `diagnostics`.
pub fn parse_war_file(source: &Source, diagnostics: &Diagnostics) -> WarFile {
    let mut war = WarFile::default();
    let Some(node) = parse_single_document(source, diagnostics) else { return war };
    let Some(mut map) = MapReader::new(&node, "war.yaml", diagnostics) else { return war };
    read_engine_keys(&mut map);
    war.title = map.read_required("title", parse_name).unwrap_or_default();
    war.seed = map.node("seed").and_then(|node| {
        let seed = diagnostics.read(node, parse_seed);
        if matches!(seed, Some(Seed::Number(_))) {
            let message = "this seed can be guessed, and with it what is drawn";
            let fault = Diagnostic::warning(code::WEAK_SEED, node.span, message);
            diagnostics.report(fault.note("leave `seed` out: `grail start` draws one of 128 bits"));
        }
        seed
    });
    war.deadline = map.text("deadline");
    if let Some(mut focus) = map.map("focus") {
        war.focus_primary = focus.node("primary").and_then(|n| parse_spanned_name(n, diagnostics));
        war.focus_secondary = focus.node("secondary").and_then(|n| parse_spanned_name(n, diagnostics));
        focus.finish();
    }
    if let Some(teams) = map.required("teams") {
        let items = diagnostics.items(teams).unwrap_or_default();
        if items.is_empty() && teams.items().is_some() {
            diagnostics.report(Diagnostic::error(code::EMPTY, teams.span, "a war needs teams, and there are none"));
        }
        war.teams = items.iter().filter_map(|node| parse_team(node, diagnostics)).collect();
    }
    if let Some(switches) = map.map("switches") {
        read_switches(switches, &mut war.switches);
    }
    if let Some(mut igm) = map.map("igm") {
        war.hints = igm.items("hints").iter().filter_map(|node| parse_hint(node, diagnostics)).collect();
        igm.finish();
    }
    if let Some(mut gm) = map.map("gm") {
        war.gm = Some(contact(&mut gm));
        gm.finish();
    }
    if let Some(mail) = map.map("mail") {
        war.mail = mail_file::parse_mail_settings(mail);
    }
    map.finish();
    check_distinct_seats(&war, diagnostics);
    war
}

/// Parses the only YAML document of a file.
pub(super) fn parse_single_document(source: &Source, diagnostics: &Diagnostics) -> Option<Node> {
    match yaml::parse(source) {
        Err(found) => found.into_iter().for_each(|fault| diagnostics.report(fault)),
        Ok(documents) if documents.is_empty() => {
            diagnostics.report(Diagnostic::error(code::EMPTY, Span::new(0, 0), "the file is empty"));
        }
        Ok(mut documents) => return Some(documents.remove(0)),
    }
    None
}

/// Reads the keys that the engine writes into its own copies, and that a GM may write.
pub(super) fn read_engine_keys(map: &mut MapReader<'_>) {
    map.read("format", |text| {
        if text == FORMAT.to_string() {
            return Ok(());
        }
        let message = format!("format `{text}` is not known: this engine reads format {FORMAT}");
        Err(vec![Diagnostic::error(code::FORMAT, Span::new(0, text.len()), message)])
    });
    map.node("engine");
}

/// Parses a name: white space is folded, and it must not be empty.
pub(super) fn parse_name(text: &str) -> ParseResult<String> {
    let folded = collapse_whitespace(text);
    if folded.is_empty() {
        return Err(vec![Diagnostic::error(code::EMPTY, Span::new(0, text.len()), "a name is empty")]);
    }
    Ok(folded)
}

/// Parses a name with its span.
pub(super) fn parse_spanned_name(node: &Node, diagnostics: &Diagnostics) -> Option<SpannedText> {
    diagnostics.read(node, parse_name).map(|text| SpannedText { text, span: node.span })
}

fn parse_seed(text: &str) -> ParseResult<Seed> {
    text.parse().map_err(|()| {
        let message = format!("`{text}` is no seed: leave `seed` out, or write a whole number up to {}", u64::MAX);
        vec![Diagnostic::error(code::SEED, Span::new(0, text.len()), message)]
    })
}

/// Parses `{ of: Saber, hint: "…" }`.
fn parse_hint(node: &Node, diagnostics: &Diagnostics) -> Option<HintEntry> {
    let mut map = MapReader::new(node, "the hint", diagnostics)?;
    let character = map.required("of").and_then(|n| parse_spanned_name(n, diagnostics));
    let words = map.read_required("hint", parse_name);
    map.finish();
    Some(HintEntry { servant: character?, text: words? })
}

fn parse_team(node: &Node, diagnostics: &Diagnostics) -> Option<TeamEntry> {
    let mut map = MapReader::new(node, "the team", diagnostics)?;
    let name = map.required("name").and_then(|n| parse_spanned_name(n, diagnostics)).unwrap_or_default();
    if !name.text.is_empty() {
        map.set_label(format!("team `{}`", name.text));
    }
    let mut required = |key| map.required(key).and_then(|n| parse_spanned_name(n, diagnostics)).unwrap_or_default();
    let (master, home) = (required("master"), required("home"));
    let servants = map.items("servants").iter().filter_map(|n| parse_spanned_name(n, diagnostics)).collect();
    let seats = parse_team_seats(&mut map, &name);
    map.finish();
    Some(TeamEntry { name, master, servants, home, seats })
}

/// Parses the seats of a team: `player:` is one seat with the team's name, `players:` are several with names of their
/// own.
fn parse_team_seats(map: &mut MapReader<'_>, team: &SpannedText) -> Vec<SeatEntry> {
    let faults = map.faults();
    let (one, several) = (map.node("player"), map.node("players"));
    match (one, several) {
        (None, None) => vec![SeatEntry { name: team.clone(), ..SeatEntry::default() }],
        (Some(node), None) => {
            let mut seat = SeatEntry { name: team.clone(), ..SeatEntry::default() };
            if let Some(mut player) = MapReader::new(node, "the player", faults) {
                seat.contact = contact(&mut player);
                player.finish();
            }
            vec![seat]
        }
        (None, Some(node)) => faults
            .items(node)
            .unwrap_or_default()
            .iter()
            .filter_map(|item| {
                let mut player = MapReader::new(item, "the player", faults)?;
                let seat = player.node("seat").and_then(|n| parse_spanned_name(n, faults));
                let characters =
                    player.items("characters").iter().filter_map(|n| parse_spanned_name(n, faults)).collect::<Vec<_>>();
                let contact = contact(&mut player);
                let own = contact.player.clone().map(|text| SpannedText { text, span: item.span });
                player.finish();
                let Some(name) = seat.or(own) else {
                    faults.report(Diagnostic::error(code::SEAT, item.span, "a player without a `name`"));
                    return None;
                };
                Some(SeatEntry { name, characters, contact })
            })
            .collect(),
        (Some(_), Some(node)) => {
            let message = "a team has `player` or `players`, not both";
            faults.report(Diagnostic::error(code::SEAT, node.span, message));
            Vec::new()
        }
    }
}

fn contact(map: &mut MapReader<'_>) -> Contact {
    let absent = map.texts("absent");
    let absent =
        absent.iter().filter_map(|text| map.faults().unwrap_or_report(map.span(), parse_nights(text))).collect();
    let substitute = map.map("substitute").map(|mut other| {
        let found = contact(&mut other);
        other.finish();
        Box::new(found)
    });
    Contact {
        player: map.read("name", parse_name),
        email: map.text("email"),
        other_addresses: map.texts("also"),
        forum: map.texts("forum"),
        token: map.node("token").and_then(|node| parse_token(node, map.faults())),
        absent,
        substitute,
    }
}

/// Parses a token, and warns of a weak one.
fn parse_token(node: &Node, diagnostics: &Diagnostics) -> Option<String> {
    let token = diagnostics.read(node, |text| Ok(text.trim().to_owned()))?;
    if random::is_weak(&token) {
        let fault = Diagnostic::warning(code::WEAK_TOKEN, node.span, "this token can be guessed");
        diagnostics
            .report(fault.note("`grail seat CAMPAIGN SEAT --new-token` draws one of 80 bits and writes it here"));
    }
    Some(token)
}

/// Parses `3` or `3-5`.
fn parse_nights(text: &str) -> ParseResult<(u32, u32)> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    match (from.trim().parse(), to.trim().parse()) {
        (Ok(from), Ok(to)) if from <= to => Ok((from, to)),
        _ => {
            let message = format!("`{text}` is no night and no stretch of nights: write `3` or `3-5`");
            Err(vec![Diagnostic::error(code::SEAT, Span::new(0, 0), message)])
        }
    }
}

fn read_switches(mut map: MapReader<'_>, switches: &mut Switches) {
    let faults = map.faults();
    for (key, value) in map.remaining_entries() {
        let name = key.text().unwrap_or_default();
        let Some(text) = faults.read(value, |text| Ok(text.to_owned())) else { continue };
        match switches.set(name, &text) {
            Ok(()) => {}
            Err(SwitchError::UnknownSwitch) => {
                let message = format!("there is no switch `{name}`");
                let near = nearest(name, Switches::NAMES.iter().copied());
                let mut fault = Diagnostic::error(code::SWITCH, key.span, message).suggest(near);
                if near.is_none() {
                    fault = fault.note(format!("the switches are {}", Switches::NAMES.join(", ")));
                }
                faults.report(fault);
            }
            Err(SwitchError::UnknownValue(values)) => faults.report(
                Diagnostic::error(code::SWITCH_VALUE, value.span, format!("switch `{name}` has no value `{text}`"))
                    .note(format!("its values are {}", values.join(", ")))
                    .suggest(nearest(&text, values.iter().copied())),
            ),
        }
    }
    map.finish();
}

/// Checks that seats differ in file names and tokens, and that none is called `public`, the name of the public page.
fn check_distinct_seats(war: &WarFile, diagnostics: &Diagnostics) {
    let seats: Vec<&SeatEntry> = war.seats().filter(|seat| !seat.name.text.is_empty()).collect();
    let gm_token = war.gm.as_ref().and_then(|gm| gm.token.as_ref());
    for (number, seat) in seats.iter().enumerate() {
        let file = file_name(&seat.name.text);
        let tokens = |seat: &SeatEntry| seat.contact.people().filter_map(|c| c.token.clone()).collect::<Vec<_>>();
        let own_tokens = tokens(seat);
        if gm_token.is_some_and(|token| own_tokens.iter().any(|own_token| own_token.eq_ignore_ascii_case(token))) {
            let message = format!("seat `{}` has the GM's token: a token tells who writes", seat.name.text);
            diagnostics.report(Diagnostic::error(code::TWICE, seat.name.span, message));
        }
        if seats
            .iter()
            .take(number)
            .any(|s| tokens(s).iter().any(|t| own_tokens.iter().any(|own_token| own_token.eq_ignore_ascii_case(t))))
        {
            let message = format!("seat `{}` has another seat's token: a token tells whose orders are", seat.name.text);
            diagnostics.report(Diagnostic::error(code::TWICE, seat.name.span, message));
        }
        if file == "public" {
            let message = "`public` cannot be a seat: its updates would be everybody's";
            diagnostics.report(Diagnostic::error(code::SEAT, seat.name.span, message));
        }
        if let Some(other) = seats.iter().take(number).find(|s| file_name(&s.name.text) == file) {
            let message =
                format!("seats `{}` and `{}` would share the file `{file}.txt`", other.name.text, seat.name.text);
            diagnostics.report(Diagnostic::error(code::TWICE, seat.name.span, message));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults_of(text: &str) -> Vec<String> {
        let source = Source::new("war.yaml", text);
        let diagnostics = Diagnostics::default();
        parse_war_file(&source, &diagnostics);
        let line = |d: &Diagnostic| {
            let (line, column) = source.line_column(d.span.start);
            format!("{line}:{column} {} {} ({})", d.code, d.message, d.suggestion.as_deref().unwrap_or("-"))
        };
        diagnostics.into_sorted().iter().map(line).collect()
    }

    #[test]
    fn a_seat_is_the_team_s_or_each_player_s_own() {
        let text = "title: T\nseed: 1\nteams:\n  - { name: Red, master: m, servants: [s], home: H, player: { name: Al, token: t } }\n  \
                    - { name: Blue, master: m, home: H, players: [{ name: Bo, characters: [Rin] }, { seat: Cy, name: Di }] }\n";
        let diagnostics = Diagnostics::default();
        let war = parse_war_file(&Source::new("war.yaml", text), &diagnostics);
        let codes: Vec<&str> = diagnostics.into_sorted().iter().map(|fault| fault.code).collect();
        assert_eq!(codes, [code::WEAK_SEED, code::WEAK_TOKEN], "a number and one letter can be guessed");
        assert_eq!(war.seats().map(|s| s.name.text.as_str()).collect::<Vec<_>>(), ["Red", "Bo", "Cy"]);
        assert_eq!(war.contact_of("red").and_then(|c| c.token.as_deref()), Some("t"));
        assert_eq!(war.contact_of("Cy").and_then(|c| c.player.as_deref()), Some("Di"));
    }

    #[test]
    fn every_fault_is_told_at_once_with_its_place() {
        assert_eq!(
            faults_of(
                "titel: T\nseed: x\nteams:\n  - { name: Red, master: m, home: H }\n  - { name: rED, master: m, home: H, player: {}, players: [] }\n  \
                 - { name: red, master: m, home: H }\nswitches: { damage.stak: additive, rank_gap: leters }\n"
            ),
            [
                "1:1 E221 war.yaml has no key `titel` (title)",
                "2:7 E401 `x` is no seed: leave `seed` out, or write a whole number up to 18446744073709551615 (-)",
                "5:59 E404 a team has `player` or `players`, not both (-)",
                "6:13 E405 seats `Red` and `red` would share the file `red.txt` (-)",
                "7:13 E402 there is no switch `damage.stak` (damage.stack)",
                "7:46 E403 switch `rank_gap` has no value `leters` (letters)",
            ]
        );
    }
}
