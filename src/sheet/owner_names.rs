//! Finds the owner of a sheet in its sentences: `Lancer restores 30 Mana` on Lancer's sheet is said of the user.

use super::import::labels::CLASSES;
use super::import::owner::Owner;
use super::statuses::SheetStatuses;
use super::{Sheet, SheetKind};
use crate::language::effects;
use crate::language::name_book::is_word_of_the_language;

/// What the sentences of a sheet may name besides the words of the language.
pub(super) struct SheetNames {
    /// The statuses defined under headings of their own.
    pub(super) statuses: SheetStatuses,
    /// The owner of the sheet.
    pub(super) owner: OwnerNames,
}

/// The names by which the sentences of a sheet call its owner.
#[derive(Default)]
pub(super) struct OwnerNames {
    owner: Owner,
    class: Option<String>,
}

impl OwnerNames {
    /// The class, name and true name of a Master or Servant. A familiar is `this familiar`; a library has no owner.
    pub(super) fn of_sheet(sheet: &Sheet) -> OwnerNames {
        if !matches!(sheet.kind, SheetKind::Master | SheetKind::Servant) {
            return OwnerNames::default();
        }
        // A Servant called by a class, whose sheet has no `class:`, is of that class.
        let named_class = || CLASSES.into_iter().find(|class| class.eq_ignore_ascii_case(sheet.name.trim()));
        let class = sheet.class.as_deref().or_else(|| named_class().filter(|_| sheet.kind == SheetKind::Servant));
        OwnerNames::new(class, &[Some(&sheet.name), sheet.true_name.as_ref()])
    }

    /// A name that is a word of the language (`Night`) would be found where it is none.
    pub(super) fn new(class: Option<&str>, names: &[Option<&String>]) -> OwnerNames {
        let is_name = |name: &&String| !is_word_of_the_language(&name.trim().to_lowercase());
        let called = names.iter().copied().flatten().filter(is_name).cloned();
        let called: Vec<String> = called.chain(class.map(str::to_owned)).collect();
        OwnerNames { owner: Owner::new(&called, "", Vec::new(), &[]), class: class.map(str::to_owned) }
    }

    /// The sentences with the user in place of the owner's names. `None` where the owner is not named, where they are
    /// understood as they stand, or where another class is named: `Sabers and Lancer` may be two classes.
    pub(super) fn say_user(&self, text: &str) -> Option<String> {
        let said = self.owner.replace_names_with_user(text);
        let is_own = |class: &str| self.class.as_deref().is_some_and(|own| own.eq_ignore_ascii_case(class));
        let names_others = CLASSES.into_iter().any(|class| !is_own(class) && text.contains(class));
        (said != text && !names_others && effects::read_if_understood(text).is_none()).then_some(said)
    }
}
