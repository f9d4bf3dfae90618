//! Replaces names as written by the View's names. An unknown name is an error with the nearest known name as
//! suggestion.

use std::borrow::Cow;
use std::convert::Infallible;

use grail_wordings::have_same_letters;

use super::Checker;
use crate::language::codes;
use crate::language::condition::{Act, Condition, Name, Predicate, Property, Who, Written};
use crate::language::diagnostic::{Diagnostic, nearest, within_words};
use crate::language::name_book::NameKind;
use crate::language::order::{Action, ActionKind, Body, Branch, NOBLE_PHANTASM, Order, SpellObject, Target};
use crate::language::orders::normalized_letters;
use crate::language::rename::{self, Rename, SkillRole};
use crate::perception::view::{OwnCharacter, SkillCard, View};
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::target::TargetKind;

/// How many places are listed where somebody names one that is not known.
const MOST_PLACES_LISTED: usize = 20;
/// The services of the IGM (R328–R333).
pub const SERVICES: [&str; 4] = ["Fast Healing", "True Healing", INSTANT_TELEPORT, "Memory Erase"];
/// The service that teleports the person who requests it (R332, A204).
pub(super) const INSTANT_TELEPORT: &str = "Instant Teleport";

/// The letters and digits of a name in lower case.
fn letters_and_digits(name: &str) -> impl Iterator<Item = char> {
    normalized_letters(name).filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
}

/// Whether two names are equal apart from letter case and punctuation.
pub(super) fn same_name(a: &str, b: &str) -> bool {
    a == b || have_same_letters(a, b).unwrap_or_else(|| letters_and_digits(a).eq(letters_and_digits(b)))
}

/// The card of a character's skill, found by any of its names.
pub(super) fn find_skill_card<'a>(actor: &'a OwnCharacter, name: &str) -> Option<&'a SkillCard> {
    find_card(&actor.skills, name)
}

/// The card of a skill or an item, found by any of its names.
pub(super) fn find_card<'a>(cards: &'a [SkillCard], name: &str) -> Option<&'a SkillCard> {
    cards.iter().find(|card| card.names.iter().any(|known| same_name(known, name)))
}

/// Returns the order with the View's names, and reports faults to the checker.
pub(super) fn canonical_order(
    order: &Order<Written>,
    actor: &OwnCharacter,
    checker: &mut Checker<'_>,
) -> Order<Written> {
    let mut canonicalizer = NameCanonicalizer { actor, checker };
    let mut order = Cow::Borrowed(order);
    let is_bare_spell =
        |kind: &ActionKind<Written>| matches!(kind, ActionKind::Command { object: SpellObject::None, .. });
    if order.body.actions().any(|a| is_bare_spell(&a.kind)) {
        order.to_mut().body.branches.iter_mut().for_each(|branch| canonicalizer.merge_flight_into_spell(branch));
        let statements: Vec<_> =
            order.body.conditions().flat_map(|condition| condition.statements()).cloned().collect();
        for action in order.to_mut().body.actions_mut() {
            canonicalizer.split_spell_object(&mut action.kind);
            canonicalizer.command_only_servant(&mut action.kind, &statements);
        }
    }
    let ended: Vec<_> = order.body.actions().map(|action| canonicalizer.as_it_ends(&order.body, action)).collect();
    if ended.iter().any(Option::is_some) {
        for (action, kind) in order.to_mut().body.actions_mut().zip(ended) {
            action.kind = kind.unwrap_or_else(|| action.kind.clone());
        }
    }
    if order.body.branches.iter().any(|branch| canonicalizer.has_untargeted_attack(branch)) {
        order.to_mut().body.branches.iter_mut().for_each(|branch| canonicalizer.add_shared_target(branch));
    }
    if order.body.actions().any(|action| canonicalizer.is_field_without_location(&action.kind)) {
        for action in order.to_mut().body.actions_mut() {
            canonicalizer.add_location_of_user(&mut action.kind);
        }
    }
    let Ok(bound) = rename::order(&order, &mut canonicalizer);
    bound
}

/// The only target, if it is a character by name.
fn single_named_target(targets: &[Target<Written>]) -> Option<&Name> {
    match targets {
        [Target::Character(Who::Named(name))] => Some(name),
        _ => None,
    }
}

struct NameCanonicalizer<'a, 'v> {
    actor: &'a OwnCharacter,
    checker: &'a mut Checker<'v>,
}

impl NameCanonicalizer<'_, '_> {
    /// `Use "Flee this battle now!" and flee to the Bridge`: merges the flight into the spell that causes it.
    fn merge_flight_into_spell(&self, branch: &mut Branch<Written>) {
        let [spell, movement] = branch.actions.as_mut_slice() else { return };
        let ActionKind::Command { spell: name, object: object @ SpellObject::None, .. } = &mut spell.kind else {
            return;
        };
        if let (SpellObjectKind::Location, ActionKind::Flee(destination) | ActionKind::Move(destination), true) =
            (required_spell_object(self.checker.view, &name.text), &movement.kind, movement.delay.is_none())
        {
            *object = SpellObject::Location(destination.clone());
            branch.actions.truncate(1);
        }
    }

    /// Whether one of several attacks names no target.
    fn has_untargeted_attack(&self, branch: &Branch<Written>) -> bool {
        branch.actions.len() > 1 && branch.actions.iter().skip(1).any(|action| self.is_untargeted_attack(&action.kind))
    }

    /// `Attack Lancer twice and then use Surge`: adds the target that all attacks before it share, if that is one by
    /// name.
    fn add_shared_target(&self, branch: &mut Branch<Written>) {
        let mut shared_target: Option<Name> = None;
        for index in 0..branch.actions.len() {
            let Some(action) = branch.actions.get_mut(index) else { return };
            if self.is_untargeted_attack(&action.kind)
                && let (Some(name), ActionKind::Use { targets, .. }) = (&shared_target, &mut action.kind)
            {
                targets.push(Target::Character(Who::Named(Name { text: name.text.clone(), span: name.span })));
            }
            let target = match &action.kind {
                ActionKind::Attack { targets, .. } => single_named_target(targets),
                ActionKind::Use { skill, targets, .. } if self.inflicts_damage(&skill.text) => {
                    single_named_target(targets)
                }
                _ => None,
            };
            match (target, &shared_target) {
                (Some(name), None) if index == 0 => shared_target = Some(name.clone()),
                (Some(name), Some(known)) if same_name(&name.text, &known.text) => {}
                _ => return,
            }
        }
    }

    /// Whether an attacking skill is used without a target.
    fn is_untargeted_attack(&self, kind: &ActionKind<Written>) -> bool {
        matches!(kind, ActionKind::Use { skill, targets, destination: None, .. } if targets.is_empty() && self.inflicts_damage(&skill.text))
    }

    /// Whether a Bounded Field is cast and no location is named, as in `Put up the Veil`. It targets a location, which
    /// can only be that of its user if it reaches no other (R091, R113).
    fn is_field_without_location(&self, kind: &ActionKind<Written>) -> bool {
        let ActionKind::Use { skill, targets, destination: None, .. } = kind else { return false };
        targets.is_empty()
            && find_skill_card(self.actor, &skill.text).is_some_and(|card| {
                card.kind == SkillType::BoundedField
                    && card.targets == [TargetKind::Location]
                    && !card.reaches_elsewhere
            })
    }

    /// Adds the location of the user to such a use.
    fn add_location_of_user(&self, kind: &mut ActionKind<Written>) {
        if self.is_field_without_location(kind)
            && let ActionKind::Use { targets, .. } = kind
        {
            targets.push(Target::Here);
        }
    }

    fn inflicts_damage(&self, skill: &str) -> bool {
        find_skill_card(self.actor, skill).is_some_and(|card| card.damage.is_some())
    }

    /// `Cancel "Get behind me!"`, `Cancel Rain Manipulation`: a Command Spell is released, and what has an upkeep ends
    /// by not paying that (R365). `None` for any other action, and for one at a time at which no upkeep is paid.
    fn as_it_ends(&self, body: &Body<Written>, action: &Action<Written>) -> Option<ActionKind<Written>> {
        let (ActionKind::Cancel(name) | ActionKind::StopPaying(name)) = &action.kind else { return None };
        if let Some(card) = find_skill_card(self.actor, &name.text) {
            let has_time = !body.delay_of(action).is_none();
            let waits = body.branches.iter().flat_map(|branch| &branch.guards).any(Condition::waits_for_event);
            return (card.cost.upkeep.is_some() && !has_time && !waits).then(|| ActionKind::StopPaying(name.clone()));
        }
        let is_named = |card: &SkillCard| card.names.iter().any(|spell| same_name(spell, &name.text));
        self.checker.view.command_spells.iter().any(is_named).then(|| ActionKind::Release(name.clone()))
    }

    /// Splits `Command Saber "Defend Rin!"` into the spell `"Defend X!"` and its object Rin.
    fn split_spell_object(&self, kind: &mut ActionKind<Written>) {
        let ActionKind::Command { spell, object: object @ SpellObject::None, .. } = kind else { return };
        let cards = &self.checker.view.command_spells;
        if cards.iter().flat_map(|c| &c.names).any(|n| same_name(n, &spell.text)) {
            return;
        }
        // `"Obey me! Do not attack Illya."` contains the spell and what it orders.
        let words: String = normalized_letters(&spell.text).collect();
        for name in cards
            .iter()
            .flat_map(|c| &c.names)
            .filter(|name| matches!(required_spell_object(self.checker.view, name), SpellObjectKind::Text))
        {
            let rest =
                words.get(..name.len()).filter(|start| start.eq_ignore_ascii_case(name)).and(words.get(name.len()..));
            if let Some(text) = rest.map(|text| text.trim().trim_end_matches('.')).filter(|text| !text.is_empty()) {
                *object = SpellObject::Text(text.to_owned());
                spell.text.clone_from(name);
                return;
            }
        }
        for pattern in cards.iter().flat_map(|c| &c.names) {
            let Some((before, after)) = pattern.split_once(" X") else { continue };
            let written: String = normalized_letters(&spell.text).collect();
            let lower = written.to_lowercase();
            let Some(rest) = lower.strip_prefix(&before.to_lowercase()) else { continue };
            let inner = rest.strip_suffix(&after.to_lowercase()).unwrap_or(rest);
            let start = lower.len() - rest.len();
            if let Some(name) = written.get(start..start + inner.len()).map(str::trim)
                && !name.is_empty()
            {
                *object = SpellObject::Character(Who::Named(Name { text: name.to_owned(), span: spell.span }));
                spell.text.clone_from(pattern);
                return;
            }
        }
    }

    /// `Use "You can't escape!" on Lancer`, `Use "Withstand it!" on her`: a Master with one Servant commands that
    /// Servant.
    fn command_only_servant(&self, kind: &mut ActionKind<Written>, statements: &[Predicate<Written>]) {
        let ActionKind::Command { servant, spell, object: object @ SpellObject::None } = kind else { return };
        let [only] = self.actor.servants.as_slice() else { return };
        let is_only_servant = |who: &Who<Written>| matches!(who, Who::Named(name) if same_name(&name.text, only));
        if is_only_servant(servant) || matches!(servant, Who::Related(..)) {
            return;
        }
        let own = || Who::Named(Name { text: only.clone(), span: spell.span });
        match (required_spell_object(self.checker.view, &spell.text), &*servant) {
            (SpellObjectKind::Character, Who::Named(_) | Who::Antecedent) => {
                *object = SpellObject::Character(std::mem::replace(servant, own()));
            }
            (SpellObjectKind::Location, Who::Named(location))
                if self.checker.names.is(&location.text, NameKind::Location) =>
            {
                *object = SpellObject::Location(location.clone());
                *servant = own();
            }
            // The condition is about that Servant only.
            (SpellObjectKind::Nothing, Who::Antecedent)
                if !statements.is_empty()
                    && statements.iter().all(|statement| statement.subject().is_some_and(is_only_servant)) =>
            {
                *servant = own();
            }
            _ => {}
        }
    }

    /// The name as the View writes it; `None` if it is of none of these kinds.
    fn find_known_name(&self, name: &Name, kinds: &[NameKind]) -> Option<Name> {
        let names = self.checker.names;
        let is_of_kind = kinds.iter().any(|kind| names.is(&name.text, *kind));
        let text = names.canonical(&name.text).filter(|_| is_of_kind)?;
        Some(Name { text: text.to_owned(), span: name.span })
    }

    /// What a name in the wrong place is, in words; `None` if it is unknown.
    fn describe_kind(&self, name: &str) -> Option<&'static str> {
        const WORDS: [(NameKind, &str); 8] = [
            (NameKind::Own, "a character"),
            (NameKind::Character, "a character"),
            (NameKind::Location, "a location"),
            (NameKind::Skill, "a skill"),
            (NameKind::Item, "an item"),
            (NameKind::CommandSpell, "a Command Spell"),
            (NameKind::Team, "a team"),
            (NameKind::Service, "a service of the IGM"),
        ];
        WORDS.into_iter().find(|(kind, _)| self.checker.names.is(name, *kind)).map(|(_, words)| words)
    }

    /// Reports that a name is unknown or of another kind, and returns it unchanged.
    fn report_unknown(&mut self, name: &Name, code: &'static str, expected: &str, kinds: &[NameKind]) -> Name {
        let diagnostic = match self.describe_kind(&name.text) {
            Some(actual) => {
                let message = format!("`{}` is {actual}; {expected} must stand here", name.text);
                let diagnostic = Diagnostic::error(codes::WRONG_KIND_OF_NAME, name.span, message);
                let is_of = |kind| self.checker.names.is(&name.text, kind);
                if is_of(NameKind::Team) && kinds.contains(&NameKind::Character) {
                    diagnostic.note("a team is told by its Master: `Use SKILL on Illya's team.`, `If Illya is here, …`")
                } else if is_of(NameKind::Skill) && kinds == [NameKind::CommandSpell] {
                    diagnostic.note(format!("an effect is ended so: `Cancel {}.`", name.text))
                } else {
                    diagnostic
                }
            }
            None => {
                let names = self.checker.names;
                let candidates = || kinds.iter().flat_map(|kind| names.of_kind(*kind));
                let noun = expected.split_once(' ').map_or(expected, |(_, word)| word);
                let near = nearest(&name.text, candidates()).or_else(|| within_words(&name.text, candidates()));
                let diagnostic = Diagnostic::error(code, name.span, format!("no {noun} `{}` is known", name.text));
                let places: Vec<&str> = names.of_kind(NameKind::Location).collect();
                match kinds == [NameKind::Location] && near.is_none() && places.len() <= MOST_PLACES_LISTED {
                    true => diagnostic.note(format!("the places that you know: {}", places.join(", "))),
                    false => diagnostic.suggest(near),
                }
            }
        };
        self.checker.push_diagnostic(diagnostic);
        name.clone()
    }

    /// The name in a list that is equal apart from punctuation and letter case.
    fn find_listed<'n>(name: &Name, names: impl Iterator<Item = &'n String>) -> Option<Name> {
        let mut shelf = names.filter(|n| same_name(n, &name.text));
        shelf.next().map(|text| Name { text: text.clone(), span: name.span })
    }

    /// Resolves `my Noble Phantasm` to the only one its user has; reports none or several.
    fn resolve_noble_phantasm(&mut self, name: &Name) -> Name {
        let actor = self.actor;
        let own = actor.skills.iter().filter(|card| card.is_noble_phantasm);
        let names: Vec<&String> = own.filter_map(|card| card.names.first()).collect();
        if let [only] = names.as_slice() {
            return Name { text: (*only).clone(), span: name.span };
        }
        let message = match names.as_slice() {
            [] => format!("`{}` has no Noble Phantasm", actor.name),
            _ => format!("`{}` has {} Noble Phantasms: which one?", actor.name, names.len()),
        };
        let diagnostic = Diagnostic::error(codes::UNKNOWN_SKILL, name.span, message);
        self.checker.push_diagnostic(
            names.iter().fold(diagnostic, |diagnostic, name| diagnostic.note(format!("write `Use {name}`"))),
        );
        name.clone()
    }

    fn resolve_own_skill(&mut self, name: &Name) -> Name {
        if name.text == NOBLE_PHANTASM {
            return self.resolve_noble_phantasm(name);
        }
        let actor = self.actor;
        if let Some(found) =
            Self::find_listed(name, actor.skills.iter().flat_map(|card| &card.names).chain(&actor.active))
        {
            return found;
        }
        let view = self.checker.view;
        let spells = view.command_spells.iter().flat_map(|card| &card.names);
        let other =
            view.own.iter().find(|own| own.skills.iter().flat_map(|c| &c.names).any(|n| same_name(n, &name.text)));
        let diagnostic = if let Some(spell) = Self::find_listed(name, spells) {
            let message = format!("`{}` is a Command Spell", spell.text);
            Diagnostic::error(codes::WRONG_KIND_OF_NAME, name.span, message).note(format!(
                "write `Command SERVANT \"{}\"{}`",
                spell.text,
                required_spell_object(view, &spell.text).form()
            ))
        } else if name.text.eq_ignore_ascii_case("it") {
            let message = "`it`: in the place of the order above, or once more?";
            Diagnostic::error(codes::WHOM, name.span, message)
                .note("in its place: one order, `If C, A; otherwise, B.`; once more: name the skill again")
        } else if let Some(other) = other {
            let message = format!("`{}` has no skill `{}`; it is `{}`'s", actor.name, name.text, other.name);
            Diagnostic::error(codes::UNKNOWN_SKILL, name.span, message)
        } else {
            let own = actor.skills.iter().flat_map(|card| &card.names).map(String::as_str);
            Diagnostic::error(codes::UNKNOWN_SKILL, name.span, format!("`{}` has no skill `{}`", actor.name, name.text))
                .suggest(nearest(&name.text, own))
        };
        self.checker.push_diagnostic(diagnostic);
        name.clone()
    }

    /// Resolves the name of a skill in a condition: one's own skills, or skills seen and named before (A239).
    fn resolve_seen_skill(&mut self, name: &Name) -> Name {
        let view = self.checker.view;
        let own = view.own.iter().flat_map(|own| own.skills.iter().flat_map(|card| &card.names).chain(&own.active));
        let shelves = view.command_spells.iter().chain(&view.items).flat_map(|card| &card.names);
        let all = own.chain(&view.seen_skills).chain(shelves);
        match Self::find_listed(name, all.clone()) {
            Some(found) => found,
            None => {
                let suggestion = nearest(&name.text, all.map(String::as_str));
                self.checker.push_diagnostic(
                    Diagnostic::error(codes::UNKNOWN_SKILL, name.span, format!("no skill `{}` is known", name.text))
                        .note("a condition may speak of skills that this seat has seen by name (A239)")
                        .suggest(suggestion),
                );
                name.clone()
            }
        }
    }
}

impl Rename<Written, Written> for NameCanonicalizer<'_, '_> {
    type Fault = Infallible;

    fn character(&mut self, name: &Name) -> Result<Name, Infallible> {
        const KINDS: [NameKind; 2] = [NameKind::Own, NameKind::Character];
        let known = self.find_known_name(name, &KINDS);
        Ok(known.unwrap_or_else(|| self.report_unknown(name, codes::UNKNOWN_CHARACTER, "a character", &KINDS)))
    }

    fn location(&mut self, name: &Name) -> Result<Name, Infallible> {
        const KINDS: [NameKind; 1] = [NameKind::Location];
        let known = self.find_known_name(name, &KINDS);
        Ok(known.unwrap_or_else(|| self.report_unknown(name, codes::UNKNOWN_LOCATION, "a location", &KINDS)))
    }

    fn skill(&mut self, name: &Name, role: SkillRole) -> Result<Name, Infallible> {
        let view = self.checker.view;
        Ok(match role {
            SkillRole::Own => self.resolve_own_skill(name),
            SkillRole::Seen => self.resolve_seen_skill(name),
            SkillRole::Item => {
                let held = view.own.iter().flat_map(|own| &own.items);
                let all = view.items.iter().flat_map(|card| &card.names).chain(held);
                match Self::find_listed(name, all) {
                    Some(found) => found,
                    None => self.report_unknown(name, codes::UNKNOWN_ITEM, "an item", &[NameKind::Item]),
                }
            }
            SkillRole::Spell => {
                let all = view.command_spells.iter().flat_map(|card| &card.names);
                match Self::find_listed(name, all) {
                    Some(found) => found,
                    None => {
                        self.report_unknown(name, codes::UNKNOWN_SPELL, "a Command Spell", &[NameKind::CommandSpell])
                    }
                }
            }
            SkillRole::Service => match SERVICES.into_iter().find(|s| same_name(s, &name.text)) {
                Some(text) => Name { text: text.to_owned(), span: name.span },
                None => self.report_unknown(name, codes::UNKNOWN_ITEM, "a service of the IGM", &[NameKind::Service]),
            },
        })
    }

    fn team(&mut self, name: &Name) -> Result<Name, Infallible> {
        // A recipient is addressed by the team's name or by a character's.
        let known = self.find_known_name(name, &[NameKind::Team, NameKind::Character, NameKind::Own]);
        Ok(known.unwrap_or_else(|| self.report_unknown(name, codes::UNKNOWN_TEAM, "a team", &[NameKind::Team])))
    }

    fn target(&mut self, target: &Target<Written>) -> Result<Target<Written>, Infallible> {
        const PEOPLE: [NameKind; 2] = [NameKind::Own, NameKind::Character];
        if let Target::Character(Who::Named(name)) | Target::Location(name) = target {
            if let Some(found) = self.find_known_name(name, &PEOPLE) {
                return Ok(Target::Character(Who::Named(found)));
            }
            if let Some(found) = self.find_known_name(name, &[NameKind::Location]) {
                return Ok(Target::Location(found));
            }
            let kinds = [NameKind::Own, NameKind::Character, NameKind::Location];
            let name = self.report_unknown(name, codes::UNKNOWN_CHARACTER, "a character", &kinds);
            return Ok(Target::Character(Who::Named(name)));
        }
        rename::plain_target(target, self)
    }
}

/// The object that a Command Spell requires.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SpellObjectKind {
    Nothing,
    Character,
    Location,
    Text,
}

impl SpellObjectKind {
    /// How the object is written behind the spell.
    pub(super) const fn form(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::Character => " for CHARACTER",
            Self::Location => " to LOCATION",
            Self::Text => ": \"ORDER\"",
        }
    }
}

/// The object that a spell requires beside its Servant. The words of "Obey me!" are not on its card.
pub(super) fn required_spell_object(view: &View, spell: &str) -> SpellObjectKind {
    if same_name(spell, "Obey me!") {
        return SpellObjectKind::Text;
    }
    let card = find_card(&view.command_spells, spell);
    let targets = card.map_or(&[][..], |card| &card.targets[..]);
    if targets.contains(&TargetKind::Location) {
        SpellObjectKind::Location
    } else if targets.len() > 1 {
        SpellObjectKind::Character
    } else {
        SpellObjectKind::Nothing
    }
}

/// `If Archer has died`: asks whether Archer is dead, whichever Night it happened. `If Archer dies`, and words about
/// this Turn, ask only about this Turn.
pub(super) fn read_died_as_dead(order: &mut Order<Written>, words: &str) {
    const HAS_DIED: [&str; 4] = [" died", " been killed", " fallen", " perished"];
    const THIS_TURN: [&str; 7] = [" dies", " die ", " is killed", " are killed", "this turn", "this night", "tonight"];
    let words = words.to_lowercase();
    let contains_any = |list: &[&str]| list.iter().any(|phrase| words.contains(phrase));
    if !contains_any(&HAS_DIED) || contains_any(&THIS_TURN) {
        return;
    }
    let guards = order.body.branches.iter_mut().flat_map(|branch| &mut branch.guards);
    for statement in guards.flat_map(Condition::statements_mut) {
        // For a group the condition asks who died this Turn.
        if let Predicate::Did(deed) = statement
            && deed.act == Act::Dies
            && deed.who.group().is_none()
        {
            *statement = Predicate::Has(deed.who.clone(), Property::Dead);
        }
    }
}
