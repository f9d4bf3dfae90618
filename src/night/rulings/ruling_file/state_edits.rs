//! Parses what a ruling adds and tells: `add`, `effects`, `tell`.

use crate::event::changes::{self, KeySubject};
use crate::event::detail::StateChange;
use crate::language::condition::{Condition, Name};
use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::effect::{Clause, Effect, Immediate, Modifier, Operation, Sentence, Verb};
use crate::language::fields;
use crate::language::visit::Visit;
use crate::sheet::SheetKind;
use crate::sheet::effect_sentences::load_sentences;
use crate::sheet::reader::MapReader;
use crate::sheet::skill::EffectLine;
use crate::sheet::yaml::{Node, Scalar};
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};

use crate::language::condition::Written;
use crate::night::rulings::{Audience, GmText, StateEdits};

use super::{RulingContext, code};

/// The key for every seat, and the public page.
const EVERYBODY: &str = "everybody";

/// Parses `add`: by character, location, `everybody`. A team's name means its Master.
pub(super) fn parse_add(node: &Node, context: &RulingContext<'_>, edits: &mut StateEdits) {
    let Some(mut map) = MapReader::new(node, "what is added", context.diagnostics) else { return };
    for (key, value) in map.remaining_entries() {
        if key.text() == Some(EVERYBODY) {
            parse_add_to_everybody(value, context, edits);
            continue;
        }
        match context.names().find_subject(key, &[EVERYBODY]) {
            Some(KeySubject::Character(who)) => parse_add_to_character(who, value, context, edits),
            Some(KeySubject::Location(at)) => parse_add_to_location(at, value, context, edits),
            Some(KeySubject::War) => {
                let fault = Diagnostic::error(changes::code::SUBJECT, key.span, "nothing can be added to `war`");
                context.diagnostics.report(fault.note("`set: { war: … }` says what is so"));
            }
            None => {}
        }
    }
    map.finish();
}

fn parse_add_to_everybody(node: &Node, context: &RulingContext<'_>, edits: &mut StateEdits) {
    let Some(mut map) = MapReader::new(node, "`everybody`", context.diagnostics) else { return };
    parse_text(&mut map, Audience::Everybody, edits);
    map.finish();
}

fn parse_add_to_location(at: LocationId, node: &Node, context: &RulingContext<'_>, edits: &mut StateEdits) {
    let what = format!("`{}`", context.war.setup.location(at).name);
    let Some(mut map) = MapReader::new(node, what, context.diagnostics) else { return };
    let items = map.node("items").map(list_or_single).unwrap_or_default();
    edits
        .changes
        .extend(items.iter().filter_map(|n| context.names().read_item(n)).map(|i| StateChange::DroppedAdded(at, i)));
    parse_text(&mut map, Audience::Location(at), edits);
    map.finish();
}

fn parse_add_to_character(who: CharacterId, node: &Node, context: &RulingContext<'_>, edits: &mut StateEdits) {
    let Some(mut map) = MapReader::new(node, format!("`{}`", context.war.character(who).name), context.diagnostics)
    else {
        return;
    };
    let changes = &mut edits.changes;
    changes.extend(map.read("health", fields::number).map(|n| StateChange::HealthBy(who, n)));
    changes.extend(map.read("mana", fields::number).map(|n| StateChange::ManaBy(who, n)));
    let cp = map.read("cp", fields::number);
    let spells = map.read("command_spells", fields::number);
    if context.war.character(who).kind == SheetKind::Master {
        changes.extend(cp.map(|n| StateChange::CpBy(who, n)));
        changes.extend(
            spells.and_then(|n| parse_spell_count(n, node, context)).map(|n| StateChange::CommandSpellsBy(who, n)),
        );
    } else {
        for key in [cp.map(|_| "cp"), spells.map(|_| "command_spells")].into_iter().flatten() {
            let at = node.get(key).map_or(node.span, |n| n.span);
            let message = format!("only a Master has `{key}`");
            context.diagnostics.report(Diagnostic::error(changes::code::NOT_FOR_KIND, at, message));
        }
    }
    let statuses = map.node("statuses").map(list_or_single).unwrap_or_default();
    let statuses = statuses.iter().filter_map(|n| context.diagnostics.read(n, fields::status));
    changes.extend(statuses.map(|status| StateChange::StatusAdded(who, status)));
    let items = map.node("items").map(list_or_single).unwrap_or_default();
    changes.extend(
        items.iter().filter_map(|n| context.names().read_item(n)).map(|item| StateChange::ItemAdded(who, item)),
    );
    if let Some(node) = map.node("effects") {
        let lines = parse_effects(node, Some(who), context);
        if !lines.is_empty() {
            edits.sentences.push((who, lines));
        }
    }
    parse_text(&mut map, Audience::Character(who), edits);
    map.finish();
}

fn parse_spell_count(number: Exact, node: &Node, context: &RulingContext<'_>) -> Option<i32> {
    let count = number.as_whole().and_then(|n| i32::try_from(n).ok());
    if count.is_none() {
        let at = node.get("command_spells").map_or(node.span, |n| n.span);
        context.diagnostics.report(Diagnostic::error(
            changes::code::RANGE,
            at,
            format!("`{number}` is no number of spells"),
        ));
    }
    count
}

fn parse_text(map: &mut MapReader<'_>, to: Audience, edits: &mut StateEdits) {
    let words = map.text("text").filter(|words| !words.is_empty());
    edits.texts.extend(words.map(|text| GmText { audience: to, text }));
}

/// Returns the items of a list, or a single node as a list of one.
fn list_or_single(node: &Node) -> &[Node] {
    node.items().unwrap_or(std::slice::from_ref(node))
}

/// Parses who is told: seats, teams, characters, `everybody`.
pub(super) fn parse_readers(node: &Node, context: &RulingContext<'_>) -> Vec<CharacterId> {
    let war = context.war;
    let reader_of_seat = |seat: usize| {
        let seat = crate::vocabulary::ids::SeatId::at(seat);
        let seat_characters = || war.seat_characters(seat);
        seat_characters().find(|id| war.character(*id).is_alive()).or_else(|| seat_characters().next())
    };
    let mut readers: Vec<CharacterId> = Vec::new();
    for node in list_or_single(node) {
        let found: Option<Vec<CharacterId>> = context.diagnostics.read(node, |text| {
            let name = text.trim();
            let seats = || 0..war.setup.seats.len();
            if name.eq_ignore_ascii_case(EVERYBODY) {
                return Ok(seats().filter_map(reader_of_seat).collect());
            }
            if let Some(seat) = war.setup.seat_named(name) {
                return Ok(reader_of_seat(seat.index()).into_iter().collect());
            }
            if let Some(team) = war.setup.team_named(name) {
                return Ok(seats().filter(|s| war.setup.seats[*s].team == team).filter_map(reader_of_seat).collect());
            }
            if let Some(who) = war.character_named(name) {
                return Ok(vec![who]);
            }
            let seats = war.setup.seats.iter().map(|s| s.name.as_str());
            let teams = war.setup.teams.iter().map(|t| t.name.as_str());
            let people = war.characters.iter().map(|c| c.name.as_str());
            let names = seats.chain(teams).chain(people).chain([EVERYBODY]);
            let at = crate::language::span::Span::new(0, text.len());
            let fault = Diagnostic::error(changes::code::NAME, at, format!("nobody to tell is called `{name}`"));
            Err(vec![fault.suggest(nearest(name, names))])
        });
        readers.extend(found.unwrap_or_default());
    }
    readers.sort_unstable();
    readers.dedup();
    readers
}

/// Parses `effects`: one sentence, a list of them, or `no effect`. `owner` is `the user` in them.
pub(super) fn parse_effects(node: &Node, owner: Option<CharacterId>, context: &RulingContext<'_>) -> Vec<EffectLine> {
    let no_effect_words = ["no effect", "none", "nothing"];
    if node
        .text()
        .is_some_and(|t| no_effect_words.iter().any(|n| t.trim().trim_end_matches('.').eq_ignore_ascii_case(n)))
    {
        return Vec::new();
    }
    let is_single = node.sentence().is_some();
    let lines =
        load_sentences(if is_single { std::slice::from_ref(node) } else { list_or_single(node) }, context.diagnostics);
    for (line, at) in &lines {
        check_sentence(line, at, owner, context);
    }
    lines.into_iter().map(|(line, _)| line).collect()
}

/// Checks that a sentence says what happens or holds, and that everybody and everything it names exists.
fn check_sentence(line: &EffectLine, at: &Scalar, owner: Option<CharacterId>, context: &RulingContext<'_>) {
    let report_fault = |fault| context.diagnostics.report_in_scalar(at, [fault]);
    let span = crate::language::span::Span::new(0, at.text.len());
    let sentence = match &line.effect {
        Effect::Gm(_)
        | Effect::Sentence(Sentence {
            operation: Operation::Immediate(Immediate { verb: Verb::AskGm(_), .. }), ..
        }) => {
            let fault = Diagnostic::error(code::SENTENCE, span, "the GM cannot ask the GM");
            return report_fault(
                fault.note("say what comes of it: `add: { NAME: { text: … } }` tells somebody in your words"),
            );
        }
        Effect::Sentence(sentence) if sentence.condition.as_ref().is_some_and(Condition::is_about_skill_use) => {
            return report_fault(Diagnostic::error(
                code::SENTENCE,
                span,
                "nobody chooses or pays in a ruling: say what happens",
            ));
        }
        Effect::Sentence(sentence) => sentence,
        // The options are read separately, each as a sentence.
        Effect::Choice(_) | Effect::Several(_) => return,
    };
    if let Operation::Clause(clause) = &sentence.operation
        && !matches!(clause, Clause::Lasts(_) | Clause::DoesNotStack | Clause::StacksUpTo(_))
    {
        let fault = Diagnostic::error(code::SENTENCE, span, "this speaks of the use of a skill, and a ruling is none");
        report_fault(fault.note("say what happens to somebody, as in `The target loses 20 Health.`"));
    }
    if let (Some(Modifier::Upgrade(name)), Some(owner)) = (sentence.operation.modifier(), owner)
        && context.war.setup.find_skill(context.war.character(owner).sheet, name).is_none()
    {
        let message = format!("`{}` has no skill `{name}`", context.war.character(owner).name);
        let own_names = context.war.sheet(owner).skills.iter().flat_map(|s| s.name.values()).map(String::as_str);
        report_fault(Diagnostic::error(changes::code::NAME, span, message).suggest(nearest(name, own_names)));
    }
    if let (Some(Modifier::Grant(skill)), Some(owner)) = (sentence.operation.modifier(), owner)
        && context.war.find_granted_by_ruling(owner, skill).is_none()
    {
        let fault = Diagnostic::error(changes::code::NAME, span, format!("nobody has a skill `{skill}`"));
        let skill_names = context.war.setup.sheets.iter().flat_map(|s| &s.skills).flat_map(|s| s.name.values());
        report_fault(fault.suggest(nearest(skill, skill_names.map(String::as_str))));
    }
    let mut names = NameChecker { context, missing: Vec::new() };
    sentence.operation.people().into_iter().for_each(|who| names.visit_who(who));
    sentence.condition.iter().for_each(|condition| names.visit_condition(condition));
    names.missing.into_iter().for_each(report_fault);
}

/// Collects faults for the names in a sentence that do not exist.
struct NameChecker<'a> {
    context: &'a RulingContext<'a>,
    missing: Vec<Diagnostic>,
}

impl NameChecker<'_> {
    fn report_missing<'n>(&mut self, name: &Name, what: &str, known_names: impl Iterator<Item = &'n str>) {
        let fault = Diagnostic::error(changes::code::NAME, name.span, format!("there is no {what} `{}`", name.text));
        self.missing.push(fault.suggest(nearest(&name.text, known_names)));
    }
}

impl Visit<'_, Written> for NameChecker<'_> {
    fn visit_character(&mut self, name: &Name) {
        let war = self.context.war;
        if war.character_named(&name.text).is_none() {
            self.report_missing(name, "character", war.characters.iter().map(|c| c.name.as_str()));
        }
    }

    fn visit_location(&mut self, name: &Name) {
        let setup = &self.context.war.setup;
        if setup.location_named(&name.text).is_none() {
            self.report_missing(name, "location", setup.locations.iter().map(|l| l.name.as_str()));
        }
    }

    fn visit_skill(&mut self, name: &Name) {
        let sheets = &self.context.war.setup.sheets;
        let skill_names = || sheets.iter().flat_map(|s| &s.skills).flat_map(|s| s.name.values()).map(String::as_str);
        if !skill_names().any(|known| known.eq_ignore_ascii_case(&name.text)) {
            self.report_missing(name, "skill", skill_names());
        }
    }
}
