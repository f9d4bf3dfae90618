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
    pub kind: Option<SheetKind>,
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
        let in_hand = self.weapon.as_deref().and_then(distinguishing_weapon);
        let person = match self.sex.as_deref().and_then(Sex::parse) {
            Some(Sex::Female) => "woman",
            Some(Sex::Male) => "man",
            None => match self.kind {
                Some(SheetKind::Servant) => "Servant",
                Some(SheetKind::Master) => "Master",
                Some(SheetKind::Familiar) => "familiar",
                Some(SheetKind::Library) | None => "stranger",
            },
        };
        match (in_hand, &self.sex) {
            (Some(in_hand), _) => Some(format!("the {person} with {in_hand}")),
            (None, Some(_)) => Some(format!("the {person}")),
            (None, None) => None,
        }
    }
}

/// The first thing named in a character's hands, if it sets the character apart; `None` for what everybody has, as
/// `his voice`.
fn distinguishing_weapon(weapon: &str) -> Option<String> {
    let first = weapon.split([',', ';', '.', '(']).next()?.trim();
    let unremarkable = ["his ", "her ", "their ", "its ", "none", "nothing"];
    let lowercase = first.to_lowercase();
    if first.is_empty() || unremarkable.iter().any(|word| lowercase.starts_with(word)) {
        return None;
    }
    let article = ["A ", "An ", "The "].iter().any(|word| first.starts_with(word));
    Some(if article { lowercase.chars().take(1).chain(first.chars().skip(1)).collect() } else { first.to_owned() })
}

/// What a character looks like to an observer of this ACT, without anything that only the true name tells.
pub fn look_at(war: &War, who: CharacterId, acuity: Acuity) -> Look {
    let sheet = war.sheet(who);
    let from = |least: Acuity, text: &Option<String>| text.clone().filter(|_| acuity >= least);
    Look {
        kind: Some(war.character(who).kind),
        sex: from(Acuity::D, &sheet.sex),
        appearance: from(Acuity::C, &sheet.appearance),
        weapon: from(Acuity::C, &sheet.weapon),
        clues: match acuity {
            Acuity::None | Acuity::E | Acuity::D | Acuity::C => Vec::new(),
            Acuity::B => sheet.clues.first().cloned().into_iter().collect(),
            Acuity::A | Acuity::EX => sheet.clues.clone(),
        },
        class: from(Acuity::A, &sheet.class),
        personality: from(Acuity::A, &sheet.personality),
        alignment: from(Acuity::EX, &sheet.alignment),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stranger_is_told_by_what_they_hold_as_far_as_it_was_seen() {
        let told = |sex: Option<&str>, weapon: Option<&str>| {
            let look = Look {
                kind: Some(SheetKind::Servant),
                sex: sex.map(str::to_owned),
                weapon: weapon.map(str::to_owned),
                ..Look::default()
            };
            look.brief_description()
        };
        assert_eq!(told(Some("Female"), Some("A long halberd.")).unwrap(), "the woman with a long halberd");
        assert_eq!(told(Some("Male"), Some("a sword, and a hook")).unwrap(), "the man with a sword");
        assert_eq!(told(Some("Male"), Some("his voice")).unwrap(), "the man");
        assert_eq!(told(None, Some("Gae Bolg")).unwrap(), "the Servant with Gae Bolg");
        assert_eq!(told(Some("Female"), None).unwrap(), "the woman");
        assert_eq!(told(None, None), None);
    }
}
