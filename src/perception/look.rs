//! What somebody looks like (I03, I04): from a vague shape to a character understood.
//! Who a Servant truly is stays behind its class (R003).

use crate::sheet::SheetKind;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rank::Acuity;
use crate::war::War;

/// What eyes of some acuity make of somebody; every field only as far as they go.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Master, Servant or familiar (all ACT).
    pub kind: Option<SheetKind>,
    /// A man, a woman (D).
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

/// What somebody looks like to eyes of this acuity. Nothing that only the true name tells.
pub fn look(war: &War, who: CharacterId, acuity: Acuity) -> Look {
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
