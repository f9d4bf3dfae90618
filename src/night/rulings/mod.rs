//! The GM's rulings for a Night (`rulings.yaml`, R008): `ruling_file` parses them, `apply_rulings` carries them out,
//! `obeyed_commands` makes Servants obey their commands.

pub mod ruling_file;

pub(super) mod apply_rulings;
pub(super) mod obeyed_commands;

use crate::event::detail::StateChange;
use crate::event::{EventId, OrderRef};
use crate::logic::entry::LogicEntry;
use crate::sheet::skill::EffectLine;
use crate::vocabulary::ids::{CharacterId, LocationId, TeamId};
use crate::vocabulary::phase::Phase;
use crate::war::War;
use crate::war::setup::SkillRef;

/// All rulings of a Night, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rulings {
    /// One entry for each ruling.
    pub entries: Vec<Ruling>,
    /// The GM's entries for the Logic Game (`logic.yaml`).
    pub logic: Vec<LogicEntry>,
}

/// A ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// What is ruled.
    pub kind: RulingKind,
    /// Why. Only the GM reads it, and those who are told.
    pub reason: String,
    /// Who is told the reason.
    pub tell: Vec<CharacterId>,
}

/// What a ruling says.
#[expect(missing_docs, reason = "the variant's comment says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulingKind {
    /// The state changes (`set`), or gets additions (`add`).
    Change {
        /// When it takes effect.
        moment: RulingMoment,
        /// What is set and added.
        edits: StateEdits,
    },
    /// An answer to a question that the Night asks (`decide`).
    Decide { question: Question, answer: Answer },
    /// An order or a skill is forbidden (`forbid`, `undo`).
    Forbid {
        thing: ForbiddenThing,
        /// The event that the ruling undoes.
        undoes: Option<EventId>,
    },
    /// An order happens that the check or the rules refuse (`allow`).
    Allow(OrderRef),
}

/// What is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForbiddenThing {
    /// An order.
    Order(OrderRef),
    /// Every use of a skill, item or Command Spell by somebody, this Night.
    Skill(CharacterId, SkillRef),
}

/// What a ruling sets, adds and tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StateEdits {
    /// What is set or added, in the order written.
    pub changes: Vec<StateChange>,
    /// Sentences of the effect language; `the user` and `the target` are this character.
    pub sentences: Vec<(CharacterId, Vec<EffectLine>)>,
    /// Words of the GM, each for certain readers.
    pub texts: Vec<GmText>,
}

/// Words of the GM for somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct GmText {
    pub audience: Audience,
    pub text: String,
}

/// Who reads a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// One character.
    Character(CharacterId),
    /// Everybody at a location at that time.
    Location(LocationId),
    /// Every seat, and the public page.
    Everybody,
}

/// An answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The team that has won; `None` if nobody has.
    Winner(Option<TeamId>),
    /// Whether what is asked is true.
    Fulfilled(bool),
    /// What comes of what is asked.
    Effects {
        /// Sentences of the effect language, said by the skill that asks; `the user` and `the target` are its own.
        effects: Vec<EffectLine>,
        /// What is set and added besides.
        edits: StateEdits,
        /// The orders that are not carried out.
        forbids: Vec<OrderRef>,
    },
}

/// When a ruling takes effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RulingMoment {
    /// Before the Turn begins.
    Start,
    /// Before a phase.
    Before(Phase),
    /// After the Turn has ended.
    End,
}

/// A question that a Night can ask the GM.
#[expect(missing_docs, reason = "the variant's comment says what its fields are")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// `end/N`: who wins the War that ended on Night N without a team (A070).
    End { night: u32 },
    /// `ending/Rin/1`: whether an ending on a Master's sheet is fulfilled (R401).
    Ending {
        master: CharacterId,
        /// Which of the sheet's endings, from 1.
        number: u16,
    },
    /// `puzzle/Rin`: whether a winner has solved the closing puzzle (R402).
    Puzzle { master: CharacterId },
    /// `instant/Saber/Oath of Silence/1`: what comes of a skill with a sentence for the GM.
    Used {
        /// The phase it works in.
        phase: Phase,
        user: CharacterId,
        skill: SkillRef,
        /// Which use in this phase, from 1.
        number: u32,
    },
    /// `always/Saber/Knight's Oath`: what an ability with a sentence for the GM means in this War; asked once.
    Always { owner: CharacterId, skill: SkillRef },
    /// `obey/Saber`: which of a Servant's orders a command in force forbids, and what the command makes it do (A138).
    Obeyed { servant: CharacterId },
}

impl Question {
    /// Returns the key by which the GM answers it.
    #[must_use]
    pub fn key(self, war: &War) -> String {
        let name_of = |who: CharacterId| &war.character(who).name;
        let skill = |name_of_skill: SkillRef| &war.skill(name_of_skill).name.base;
        match self {
            Question::End { night } => format!("end/{night}"),
            Question::Ending { master, number } => format!("ending/{}/{number}", name_of(master)),
            Question::Puzzle { master } => format!("puzzle/{}", name_of(master)),
            Question::Used { phase, user, skill: used, number } => {
                format!("{}/{}/{}/{number}", phase_slug(phase), name_of(user), skill(used))
            }
            Question::Always { owner, skill: ability } => format!("always/{}/{}", name_of(owner), skill(ability)),
            Question::Obeyed { servant } => format!("obey/{}", name_of(servant)),
        }
    }
}

/// Returns a phase as it stands in a key: `instant`, `2nd attacking`.
pub fn phase_slug(phase: Phase) -> String {
    phase.name().trim_end_matches(" Phase").to_lowercase()
}

impl Rulings {
    /// Whether the GM allows an order in spite of the rules.
    pub fn allows(&self, order: OrderRef) -> bool {
        self.entries.iter().any(|ruling| ruling.kind == RulingKind::Allow(order))
    }

    /// Whether the GM forbids an order.
    pub fn forbids(&self, order: OrderRef) -> bool {
        self.is_forbidden(ForbiddenThing::Order(order))
    }

    /// Whether the GM forbids somebody a skill.
    pub fn forbids_skill(&self, who: CharacterId, skill: SkillRef) -> bool {
        self.is_forbidden(ForbiddenThing::Skill(who, skill))
    }

    fn is_forbidden(&self, thing: ForbiddenThing) -> bool {
        self.entries
            .iter()
            .any(|ruling| matches!(ruling.kind, RulingKind::Forbid { thing: forbidden, .. } if forbidden == thing))
    }
}
