//! What a character looks like (I03, I04), from a vague shape to an understood character. A Servant's true name stays
//! hidden behind its class (R003).

use crate::sheet::SheetKind;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rank::Acuity;
use crate::vocabulary::sex::Sex;
use crate::war::War;

/// What an observer of some ACT makes out of a character. Each field is filled only from the ACT in its comment
/// upward.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Master, Servant or familiar (all ACT).
    pub sheet_kind: Option<SheetKind>,
    /// The sex, as the sheet has it (D).
    pub sex: Option<String>,
    /// Appearance (C).
    pub appearance: Option<String>,
    /// What is in their hands (C).
    pub weapon: Option<String>,
    /// Clues: one from B, all from A.
    pub clues: Vec<String>,
    /// A Servant's class (A).
    pub class: Option<String>,
    /// Personality (A, R060).
    pub personality: Option<String>,
    /// What drives them: the alignment (EX).
    pub alignment: Option<String>,
}

impl Look {
    /// A few words that set a stranger apart: `the woman with a long halberd`; `None` when too little was made out.
    pub fn brief_description(&self) -> Option<String> {
        let weapon = self.weapon.as_deref().and_then(distinguishing_weapon);
        let person = match self.sex.as_deref().and_then(Sex::parse) {
            Some(Sex::Female) => "woman",
            Some(Sex::Male) => "man",
            None => match self.sheet_kind {
                Some(SheetKind::Servant) => "Servant",
                Some(SheetKind::Master) => "Master",
                Some(SheetKind::Familiar) => "familiar",
                Some(SheetKind::Library) | None => "stranger",
            },
        };
        match (weapon, &self.sex) {
            (Some(in_hand), _) => Some(format!("the {person} with {in_hand}")),
            (None, Some(_)) => Some(format!("the {person}")),
            (None, None) => None,
        }
    }
}

/// The first thing named in a character's hands, if it sets the character apart; `None` for what everybody has, as
/// `his voice`.
fn distinguishing_weapon(weapon: &str) -> Option<String> {
    let first_thing = weapon.split([',', ';', '.', '(']).next()?.trim();
    let unremarkable = ["his ", "her ", "their ", "its ", "none", "nothing"];
    let lowercase = first_thing.to_lowercase();
    if first_thing.is_empty() || unremarkable.iter().any(|word| lowercase.starts_with(word)) {
        return None;
    }
    let has_article = ["A ", "An ", "The "].iter().any(|word| first_thing.starts_with(word));
    Some(if has_article {
        lowercase.chars().take(1).chain(first_thing.chars().skip(1)).collect()
    } else {
        first_thing.to_owned()
    })
}

/// What a character looks like to an observer of this ACT, without anything that only the true name tells.
pub fn look_at(war: &War, who: CharacterId, acuity: Acuity) -> Look {
    let sheet = war.sheet(who);
    let text_from = |min_acuity: Acuity, text: &Option<String>| text.clone().filter(|_| acuity >= min_acuity);
    Look {
        sheet_kind: Some(war.character(who).kind),
        sex: text_from(Acuity::D, &sheet.sex),
        appearance: text_from(Acuity::C, &sheet.appearance),
        weapon: text_from(Acuity::C, &sheet.weapon),
        clues: match acuity {
            Acuity::None | Acuity::E | Acuity::D | Acuity::C => Vec::new(),
            Acuity::B => sheet.clues.first().cloned().into_iter().collect(),
            Acuity::A | Acuity::EX => sheet.clues.clone(),
        },
        class: text_from(Acuity::A, &sheet.class),
        personality: text_from(Acuity::A, &sheet.personality),
        alignment: text_from(Acuity::EX, &sheet.alignment),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stranger_is_told_by_what_they_hold_as_far_as_it_was_seen() {
        let description = |sex: Option<&str>, weapon: Option<&str>| {
            let look = Look {
                sheet_kind: Some(SheetKind::Servant),
                sex: sex.map(str::to_owned),
                weapon: weapon.map(str::to_owned),
                ..Look::default()
            };
            look.brief_description()
        };
        assert_eq!(description(Some("Female"), Some("A long halberd.")).unwrap(), "the woman with a long halberd");
        assert_eq!(description(Some("Male"), Some("a sword, and a hook")).unwrap(), "the man with a sword");
        assert_eq!(description(Some("Male"), Some("his voice")).unwrap(), "the man");
        assert_eq!(description(None, Some("Gae Bolg")).unwrap(), "the Servant with Gae Bolg");
        assert_eq!(description(Some("Female"), None).unwrap(), "the woman");
        assert_eq!(description(None, None), None);
    }
}
