//! Doubts about statements that the GM should look at: red that the engine knows to be untrue, sentences that cannot be
//! decided, quotes from a sheet.
//!
//! A sentence that parses as a condition is evaluated on the position that the orders were written for. Any other
//! sentence is skipped silently, and so is one that the position alone does not decide, such as past deeds or the
//! numbers of a Turn.

use crate::language::condition::{Condition, Measured, Predicate, Property, Resource, Who, Written};
use crate::language::name_book::{NameBook, NameKind};
use crate::language::orders::parse_statement as as_condition;
use crate::logic::step::StatementDoubt;
use crate::logic::{Colour, Statement};
use crate::orders::logic_statements::{find_undecided_sentence, sentences};
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::text::collapse_whitespace;
use crate::war::War;
use crate::war::evaluate::{EvalContext, characters_meant, condition_holds};

/// The fewest letters that count as a quote from a sheet; shorter matches happen by chance.
const MIN_LETTERS: usize = 30;

/// Returns the doubts about a statement.
pub(super) fn doubts(war: &War, statement: &Statement, speaker: Option<CharacterId>) -> Vec<StatementDoubt> {
    let mut doubts = Vec::new();
    if statement.colour == Colour::Red {
        let names = build_name_book(war, speaker);
        let untrue_sentences = sentences(&statement.text).filter(|sentence| is_untrue(war, sentence, &names, speaker));
        doubts.extend(untrue_sentences.map(|sentence| StatementDoubt::Untrue(sentence.to_owned())));
        doubts.extend(
            find_undecided_sentence(&statement.text).map(|sentence| StatementDoubt::Undecided(sentence.to_owned())),
        );
    }
    if statement.colour != Colour::Gold {
        doubts.extend(find_sheet_quote(war, &statement.text).map(StatementDoubt::SheetWords));
    }
    doubts
}

/// Returns a book of every name in the War.
fn build_name_book(war: &War, speaker: Option<CharacterId>) -> NameBook {
    let mut names = NameBook::new();
    for id in war.ids() {
        let kind = if Some(id) == speaker { NameKind::Own } else { NameKind::Character };
        names.add(&war.character(id).name, kind);
    }
    war.setup.locations.iter().for_each(|location| names.add(&location.name, NameKind::Location));
    names
}

/// Whether the position contradicts a sentence.
fn is_untrue(war: &War, sentence: &str, names: &NameBook, speaker: Option<CharacterId>) -> bool {
    let (Some(user), Some(condition)) = (speaker, as_condition(sentence, names)) else { return false };
    let context = EvalContext::of(user, None, None);
    position_decides(war, &condition, context) && !condition_holds(war, &condition, context)
}

/// Whether the position alone decides if a condition holds.
fn position_decides(war: &War, condition: &Condition<Written>, context: EvalContext<'_>) -> bool {
    condition.statements().into_iter().all(|predicate| match predicate {
        Predicate::Has(who, what) => means_somebody(war, who, context) && persists_between_nights(what),
        Predicate::IsIn(who, Some(location)) => {
            means_somebody(war, who, context) && war.setup.location_named(&location.text).is_some()
        }
        Predicate::IsIn(_, None)
        | Predicate::IsWith(..)
        | Predicate::IsOne(..)
        | Predicate::Among(..)
        | Predicate::Did(_)
        | Predicate::DidOften(..)
        | Predicate::Becomes(..)
        | Predicate::Count(..)
        | Predicate::Active(..)
        | Predicate::Holds(..)
        | Predicate::Detects(..)
        | Predicate::Night(..)
        | Predicate::SecondRound
        | Predicate::MoveCancelled(_)
        | Predicate::OwnSkillFailed(_)
        | Predicate::Pays(..)
        | Predicate::Chooses(_)
        | Predicate::UseInflicts(..)
        | Predicate::UseTargets(..)
        | Predicate::Ranks(_)
        | Predicate::Sheet(_)
        | Predicate::InLastTurn(..)
        | Predicate::HadDamage(..)
        | Predicate::DealtMore { .. }
        | Predicate::Would(_) => false,
    })
}

/// Whether words mean an existing character.
fn means_somebody(war: &War, who: &Who<Written>, context: EvalContext<'_>) -> bool {
    let named = match who {
        Who::User | Who::Named(_) => true,
        Who::Related(relation, of) => !relation.is_of_several() && means_somebody(war, of, context),
        Who::OneOf(list) => list.iter().all(|member| means_somebody(war, member, context)),
        Who::Target | Who::SecondTarget | Who::Attacker | Who::Antecedent | Who::WhoDid(_) | Who::WhomDid(_) => false,
        Who::Any(_) | Who::Every(_) | Who::UpTo(..) => false,
    };
    named && !characters_meant(war, who, context).is_empty()
}

/// Whether a property keeps its value between two Nights.
const fn persists_between_nights(property: &Property) -> bool {
    match property {
        Property::Has(Resource::ActionPoints | Resource::SupportPoints, ..)
        | Property::BesideUser(Measured::Number(Resource::ActionPoints | Resource::SupportPoints), _)
        | Property::InBattle
        | Property::InFirstTurnOfBattle
        | Property::InTurnOfBattle { .. }
        | Property::DamagedByUser => false,
        Property::Ranked(..)
        | Property::Has(Resource::Health | Resource::Mana | Resource::CombatPoints | Resource::CommandSpells, ..)
        | Property::BesideUser(..)
        | Property::InSpiritForm
        | Property::AffectedBy(_)
        | Property::AffectedByNamed(_)
        | Property::AffectedByAnyStatus
        | Property::Dead
        | Property::Alive
        | Property::Masterless
        | Property::AtHome
        | Property::HasFlight
        | Property::HasAbility(_) => true,
    }
}

/// Returns the first sentence of a sheet that a text quotes.
fn find_sheet_quote(war: &War, text: &str) -> Option<String> {
    let normalize = |text: &str| collapse_whitespace(&text.to_lowercase());
    let plain_text = normalize(text);
    let of_sheets = war.setup.sheets.iter().filter(|sheet| sheet.kind != crate::sheet::SheetKind::Library);
    let texts = of_sheets.flat_map(|sheet| &sheet.skills).flat_map(|skill| {
        let effects = skill.effects.iter().map(|line| line.text.as_str());
        effects.chain(std::iter::once(skill.description.as_str()))
    });
    let mut quotes = texts
        .map(|text| text.trim().trim_end_matches('.'))
        .filter(|text| text.chars().count() >= MIN_LETTERS && plain_text.contains(&normalize(text)));
    quotes.next().map(str::to_owned)
}
