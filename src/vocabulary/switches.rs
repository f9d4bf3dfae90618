//! The switches a GM may turn in `war.yaml`, and only these. Each names its ruling; the first
//! value is the default.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Why a switch could not be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SwitchError {
    /// There is no such switch.
    UnknownSwitch,
    /// The switch has no such value; here are those it has.
    UnknownValue(&'static [&'static str]),
}

macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant),+ }

        impl $name {
            /// The spellings in `war.yaml`, the default first.
            pub const VALUES: &'static [&'static str] = &[$($text),+];

            /// The value of a spelling.
            #[must_use]
            pub fn parse(text: &str) -> Option<Self> {
                match text { $($text => Some($name::$variant),)+ _ => None }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($name::$variant => $text),+ })
            }
        }
    };
}

choice! {
    /// How percentages combine (A002).
    Stack { /** One bracket. */ Additive = "additive", /** A factor each. */ Multiplicative = "multiplicative" }
}
choice! {
    /// What "greater than two full ranks" means (A012).
    RankGap { /** 20 points a letter, 3 a subrank. */ Numeric = "numeric", /** Three letters apart. */ Letters = "letters" }
}
choice! {
    /// Combat Points for damage beyond the victim's Health (A024).
    Overkill { /** The whole figure. */ Full = "full", /** Only what was left. */ Capped = "capped" }
}
choice! {
    /// What counts against the first Turn's limit (A037).
    FirstTurnCount { /** All spent this Turn. */ WholeTurn = "whole_turn", /** Only from contact on. */ FromContact = "from_contact" }
}
choice! {
    /// Several actions of one character in one phase (A053).
    SamePhase { /** As one block. */ Block = "block", /** Taking turns. */ RoundRobin = "round_robin" }
}
choice! {
    /// Who goes last among those delayed to the same time (A060).
    DelayTie { /** The faster. */ FasterLast = "faster_last", /** The slower. */ SlowerLast = "slower_last" }
}
choice! {
    /// The end of a War nobody won (A070).
    NoWinner { /** A draw. */ Draw = "draw", /** The GM decides. */ Gm = "gm" }
}
choice! {
    /// Who gets the credit for a kill (A082).
    KillCredit { /** Whose event brought Health to 0. */ LastEvent = "last_event", /** Most damage over the Turn. */ MostDamageTurn = "most_damage_turn" }
}
choice! {
    /// What first-round participants may do in the second round (A104).
    Round2 { /** Be targeted and intercept. */ TargetsOnly = "targets_only", /** Nothing. */ Excluded = "excluded", /** Act, if attacked. */ MayReact = "may_react" }
}
choice! {
    /// Which of several Servants shields the Master (A116).
    ProtectDefault { /** The one with the most Health. */ HighestHealth = "highest_health", /** The first contracted. */ ContractOrder = "contract_order" }
}
choice! {
    /// An area skill on Servant and Master together (A117).
    ProtectArea { /** The Servant is hit once. */ Absorb = "absorb", /** Twice. */ DoubleHit = "double_hit" }
}
choice! {
    /// When "Get behind me!" would kill the Master (A125).
    BehindCancel { /** The spell ends. */ SpellEnds = "spell_ends", /** That one hit is not taken. */ SingleHit = "single_hit" }
}
choice! {
    /// Whom a Surprise Attack disables (A140).
    SurpriseScope { /** Opponents in the location. */ Location = "location", /** The targets. */ Targets = "targets" }
}
choice! {
    /// How a Surprise Attack is detected (A143).
    SurpriseDetect { /** By ACT. */ Act = "act", /** Only as sheets say. */ SheetOnly = "sheet_only" }
}
choice! {
    /// When an attacking flyer may be targeted (A144).
    FlightExposed { /** From its first attack on. */ AfterAttack = "after_attack", /** All Turn. */ WholeTurn = "whole_turn" }
}
choice! {
    /// Combat Points for what familiars do (A177).
    CpFamiliars { /** None. */ None = "none", /** To the summoner's Master. */ Summoner = "summoner" }
}
choice! {
    /// How far one may scout (A194).
    ScoutRange { /** Anywhere. */ Any = "any", /** Next door. */ Adjacent = "adjacent" }
}
choice! {
    /// Whether the IGM repeats a piece (A199).
    IgmRepeat { /** Never. */ Never = "never", /** Once a player. */ PerPlayer = "per_player" }
}
choice! {
    /// The caster's team at a Reality Marble (A218).
    MarbleOwnTeam { /** Pushed out. */ Pushed = "pushed", /** Taken in. */ Included = "included" }
}
choice! {
    /// A seat without orders (A234).
    Silence { /** Idle. */ Idle = "idle", /** Repeats the last orders. */ Repeat = "repeat" }
}
choice! {
    /// When an `if` of something that happens is asked, where it has no `otherwise` (A253).
    IfEvent { /** It waits for that. */ Waits = "waits", /** Once, at the order's place. */ Asked = "asked" }
}
choice! {
    /// What an illegal conditional does (A236).
    IllegalConditional { /** Nothing at all. */ Drop = "drop", /** Its `otherwise` runs. */ Otherwise = "otherwise" }
}

/// How far a Long-ranged attack reaches, in moves (A152).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaxDistance {
    /// Everywhere.
    Unlimited,
    /// At most so many moves away.
    Moves(u32),
}

impl MaxDistance {
    const VALUES: &'static [&'static str] = &["unlimited", "a number"];

    fn parse(text: &str) -> Option<Self> {
        if text == "unlimited" { Some(MaxDistance::Unlimited) } else { text.parse().ok().map(MaxDistance::Moves) }
    }
}

impl fmt::Display for MaxDistance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MaxDistance::Unlimited => f.write_str("unlimited"),
            MaxDistance::Moves(n) => write!(f, "{n}"),
        }
    }
}

macro_rules! switches {
    ($($(#[$doc:meta])* $field:ident : $type:ty = $default:expr, $name:literal, $values:expr, $parse:expr;)+) => {
        /// All switches of a War (the table at the head of RULINGS.md).
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Switches { $($(#[$doc])* pub $field: $type),+ }

        impl Default for Switches {
            fn default() -> Self { Switches { $($field: $default),+ } }
        }

        impl Switches {
            /// The names of all switches, in the order of the table.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// Turns a switch.
            ///
            /// # Errors
            /// [`SwitchError`] when there is no such switch, or no such value.
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), SwitchError> {
                match name {
                    $($name => match $parse(value) {
                        Some(value) => { self.$field = value; Ok(()) }
                        None => Err(SwitchError::UnknownValue($values)),
                    },)+
                    _ => Err(SwitchError::UnknownSwitch),
                }
            }

            /// The switches that differ from their default, with their values.
            #[must_use]
            pub fn changed(&self) -> Vec<(&'static str, String)> {
                let default = Switches::default();
                let mut changed = Vec::new();
                $(if self.$field != default.$field { changed.push(($name, self.$field.to_string())); })+
                changed
            }
        }
    };
}

const BOOL: &[&str] = &["true", "false"];

fn parse_bool(text: &str) -> Option<bool> {
    text.parse().ok()
}

switches! {
    /// A skill with a clause on its user's own Health is exempt from the low-Health penalty (A001).
    skill_clause_replaces: bool = true, "low_health.skill_clause_replaces", BOOL, parse_bool;
    /// How percentages combine (A002).
    stack: Stack = Stack::Additive, "damage.stack", Stack::VALUES, Stack::parse;
    /// What "greater than two full ranks" means (A012).
    rank_gap: RankGap = RankGap::Numeric, "rank_gap", RankGap::VALUES, RankGap::parse;
    /// Combat Points for overkill (A024).
    overkill: Overkill = Overkill::Full, "cp.overkill", Overkill::VALUES, Overkill::parse;
    /// What counts against the first Turn's limit (A037).
    first_turn_count: FirstTurnCount = FirstTurnCount::WholeTurn, "first_turn.count", FirstTurnCount::VALUES, FirstTurnCount::parse;
    /// Several actions of one character in one phase (A053).
    same_phase: SamePhase = SamePhase::Block, "orders.same_phase", SamePhase::VALUES, SamePhase::parse;
    /// Who goes last among the delayed (A060).
    delay_tie: DelayTie = DelayTie::FasterLast, "delay.tie", DelayTie::VALUES, DelayTie::parse;
    /// Command Spells before the other Instants (A068).
    command_spells_first: bool = false, "instant.command_spells_first", BOOL, parse_bool;
    /// The end of a War nobody won (A070).
    no_winner: NoWinner = NoWinner::Draw, "war.no_winner", NoWinner::VALUES, NoWinner::parse;
    /// Credit for a kill (A082).
    kill_credit: KillCredit = KillCredit::LastEvent, "kill.credit", KillCredit::VALUES, KillCredit::parse;
    /// Regeneration after a battle left by Spirit Form (A090).
    spirit_regen_after_battle: bool = true, "spirit.regen_after_battle", BOOL, parse_bool;
    /// A Long-ranged hit from elsewhere stops a mover (A099).
    longranged_pins: bool = true, "retreat.longranged_pins", BOOL, parse_bool;
    /// First-round participants in the second round (A104).
    round2: Round2 = Round2::TargetsOnly, "round2.participants", Round2::VALUES, Round2::parse;
    /// Which Servant shields the Master (A116).
    protect_default: ProtectDefault = ProtectDefault::HighestHealth, "protect.default", ProtectDefault::VALUES, ProtectDefault::parse;
    /// Area skills on Servant and Master (A117).
    protect_area: ProtectArea = ProtectArea::Absorb, "protect.area", ProtectArea::VALUES, ProtectArea::parse;
    /// "Get behind me!" that would kill (A125).
    behind_cancel: BehindCancel = BehindCancel::SpellEnds, "cs.behind_cancel", BehindCancel::VALUES, BehindCancel::parse;
    /// Whom a Surprise Attack disables (A140).
    surprise_scope: SurpriseScope = SurpriseScope::Location, "surprise.scope", SurpriseScope::VALUES, SurpriseScope::parse;
    /// How a Surprise Attack is detected (A143).
    surprise_detect: SurpriseDetect = SurpriseDetect::Act, "surprise.detect", SurpriseDetect::VALUES, SurpriseDetect::parse;
    /// When an attacking flyer is exposed (A144).
    flight_exposed: FlightExposed = FlightExposed::AfterAttack, "flight.exposed", FlightExposed::VALUES, FlightExposed::parse;
    /// Reach of Long-ranged attacks (A152).
    long_range: MaxDistance = MaxDistance::Unlimited, "long_range.max_distance", MaxDistance::VALUES, MaxDistance::parse;
    /// Forced contracts with a dead Master's Servant (A161).
    contract_force: bool = true, "contract.force", BOOL, parse_bool;
    /// Combat Points for familiars (A177).
    cp_familiars: CpFamiliars = CpFamiliars::None, "cp.familiars", CpFamiliars::VALUES, CpFamiliars::parse;
    /// Seal marks are public (I10).
    seal_public: bool = true, "seal.public", BOOL, parse_bool;
    /// How far one may scout (A194).
    scout_range: ScoutRange = ScoutRange::Any, "scout.range", ScoutRange::VALUES, ScoutRange::parse;
    /// Whether the IGM repeats a piece (A199).
    igm_repeat: IgmRepeat = IgmRepeat::Never, "igm.repeat", IgmRepeat::VALUES, IgmRepeat::parse;
    /// The caster's team at a Reality Marble (A218).
    marble_own_team: MarbleOwnTeam = MarbleOwnTeam::Pushed, "marble.own_team", MarbleOwnTeam::VALUES, MarbleOwnTeam::parse;
    /// A seat without orders (A234).
    silence: Silence = Silence::Idle, "orders.silence", Silence::VALUES, Silence::parse;
    /// What an illegal conditional does (A236).
    illegal_conditional: IllegalConditional = IllegalConditional::Drop, "conditional.illegal", IllegalConditional::VALUES, IllegalConditional::parse;
    /// When an `if` of something that happens is asked (A253).
    if_event: IfEvent = IfEvent::Waits, "orders.if_event", IfEvent::VALUES, IfEvent::parse;
    /// A Master reads what their Servant perceived (I15).
    bond_shares_perception: bool = true, "bond.shares_perception", BOOL, parse_bool;
}

/// Written as the map of what differs from the defaults, as in `war.yaml`.
impl Serialize for Switches {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.changed())
    }
}

impl<'de> Deserialize<'de> for Switches {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut switches = Switches::default();
        for (name, value) in std::collections::BTreeMap::<String, String>::deserialize(deserializer)? {
            switches
                .set(&name, &value)
                .map_err(|e| serde::de::Error::custom(format!("switch `{name}: {value}`: {e:?}")))?;
        }
        Ok(switches)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_30_switches_and_each_is_set_by_name() {
        assert_eq!(Switches::NAMES.len(), 30);
        let mut switches = Switches::default();
        assert_eq!(switches.set("damage.stack", "multiplicative"), Ok(()));
        assert_eq!(switches.set("long_range.max_distance", "2"), Ok(()));
        assert_eq!(switches.set("rank_gap", "floored"), Err(SwitchError::UnknownValue(RankGap::VALUES)));
        assert_eq!(switches.set("rank.gap", "letters"), Err(SwitchError::UnknownSwitch));
        assert_eq!(
            switches.changed(),
            [("damage.stack", "multiplicative".to_owned()), ("long_range.max_distance", "2".to_owned())]
        );
    }
}
