//! The switches a GM may turn in `war.yaml`, and only these. Each names its ruling.

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

/// A type that a switch can have.
trait SwitchValue: Sized {
    /// The spellings in `war.yaml`.
    const VALUES: &'static [&'static str];
    /// The meaning of each of them.
    const MEANINGS: &'static [&'static str];

    /// Parses a spelling.
    fn parse(text: &str) -> Option<Self>;
}

macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[doc = $meaning:literal])+ $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[doc = $meaning])+ $variant),+ }

        impl SwitchValue for $name {
            const VALUES: &'static [&'static str] = &[$($text),+];
            const MEANINGS: &'static [&'static str] = &[$(concat!($($meaning),+)),+];

            fn parse(text: &str) -> Option<Self> {
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
    Stack { /** They add up in one bracket. */ Additive = "additive", /** Each is a factor of its own. */ Multiplicative = "multiplicative" }
}
choice! {
    /// What "greater than two full ranks" means (A012).
    RankGap { /** More than 40 points: 20 a letter, 3 a subrank. */ Numeric = "numeric", /** At least three letters apart. */ Letters = "letters" }
}
choice! {
    /// Combat Points for damage beyond the victim's Health (A024).
    Overkill { /** For the whole damage. */ Full = "full", /** For the Health that was left. */ Capped = "capped" }
}
choice! {
    /// What counts against the first Turn's limit (A037).
    FirstTurnCount { /** All that are spent in that Turn. */ WholeTurn = "whole_turn", /** Only those spent from first contact on. */ FromContact = "from_contact" }
}
choice! {
    /// Several actions of one character in one phase (A053).
    SamePhase { /** All in its place in the order. */ Block = "block", /** Taking turns with the others. */ RoundRobin = "round_robin" }
}
choice! {
    /// Who goes last among those delayed to the same time (A060).
    DelayTie { /** The faster one. */ FasterLast = "faster_last", /** The slower one. */ SlowerLast = "slower_last" }
}
choice! {
    /// The end of a War nobody won (A070).
    NoWinner { /** In a draw. */ Draw = "draw", /** As the GM decides. */ Gm = "gm" }
}
choice! {
    /// Who gets the credit for a kill (A082).
    KillCredit { /** The one that brought Health to 0; in a batch the one with the largest share. */ LastEvent = "last_event", /** The one with the most damage over the Turn. */ MostDamageTurn = "most_damage_turn" }
}
choice! {
    /// What first-round participants may do in the second round (A104).
    Round2 { /** Be aimed at, and intercept. */ TargetsOnly = "targets_only", /** Nothing. */ Excluded = "excluded", /** Act as well, if attacked. */ MayReact = "may_react" }
}
choice! {
    /// Which of several Servants shields the Master (A116).
    ProtectDefault { /** The one with the most Health. */ HighestHealth = "highest_health", /** The one contracted first. */ ContractOrder = "contract_order" }
}
choice! {
    /// An area skill on Servant and Master together (A117).
    ProtectArea { /** The Servant is hit once, the Master not at all. */ Absorb = "absorb", /** The Servant takes both hits. */ DoubleHit = "double_hit" }
}
choice! {
    /// When "Get behind me!" would kill the Master (A125).
    BehindCancel { /** The spell ends before the fatal hit. */ SpellEnds = "spell_ends", /** The Master is spared that hit alone, and the spell goes on. */ SingleHit = "single_hit" }
}
choice! {
    /// Whom a Surprise Attack disables (A140).
    SurpriseScope { /** All opponents in the location. */ Location = "location", /** Its targets. */ Targets = "targets" }
}
choice! {
    /// How a Surprise Attack is detected (A143).
    SurpriseDetect { /** By an ACT that is at least the user's; by anybody, where the user was in battle there in the last Turn. */ Act = "act", /** Only as sheets say. */ SheetOnly = "sheet_only" }
}
choice! {
    /// When an attacking flyer may be targeted (A144).
    FlightExposed { /** From its first attack of the Turn on. */ AfterAttack = "after_attack", /** All Turn. */ WholeTurn = "whole_turn" }
}
choice! {
    /// Combat Points for what familiars do (A177).
    CpFamiliars { /** Nobody. */ None = "none", /** The summoner's Master. */ Summoner = "summoner" }
}
choice! {
    /// How far one may scout (A194).
    ScoutRange { /** Anywhere. */ Any = "any", /** To adjacent locations. */ Adjacent = "adjacent" }
}
choice! {
    /// Whether the IGM repeats a piece (A199).
    IgmRepeat { /** Never. */ Never = "never", /** Once to each player. */ PerPlayer = "per_player" }
}
choice! {
    /// The caster's team at a Reality Marble (A218).
    MarbleOwnTeam { /** It is pushed out. */ Pushed = "pushed", /** It is taken in. */ Included = "included" }
}
choice! {
    /// A seat without orders (A234).
    Silence { /** They stay and shield. */ Idle = "idle", /** They repeat their last orders. */ Repeat = "repeat" }
}
choice! {
    /// When an `if` of something that happens is asked, where it has no `otherwise` (A253).
    IfEvent { /** It waits for that to happen. */ Waits = "waits", /** Once, at the order's place. */ Asked = "asked" }
}
choice! {
    /// What an illegal conditional does (A236).
    IllegalConditional { /** It is dropped whole. */ Drop = "drop", /** Its `otherwise` is carried out. */ Otherwise = "otherwise" }
}

/// How far a Long-ranged attack reaches, in moves (A152).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaxDistance {
    /// Everywhere.
    Unlimited,
    /// At most so many moves away.
    Moves(u32),
}

impl SwitchValue for MaxDistance {
    const VALUES: &'static [&'static str] = &["unlimited", "a number"];
    const MEANINGS: &'static [&'static str] = &["Everywhere.", "At most so many moves away."];

    fn parse(text: &str) -> Option<Self> {
        if text == "unlimited" { Some(MaxDistance::Unlimited) } else { text.parse().ok().map(MaxDistance::Moves) }
    }
}

impl SwitchValue for bool {
    const VALUES: &'static [&'static str] = &["true", "false"];
    const MEANINGS: &'static [&'static str] = &["Yes.", "No."];

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok()
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

/// A switch with its explanation for a GM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    /// Its name in `war.yaml`: `damage.stack`.
    pub name: &'static str,
    /// What it decides, with the ruling that it changes.
    pub about: &'static str,
    /// Its values, each with its meaning.
    pub values: Vec<(&'static str, &'static str)>,
    /// The value where nothing is set.
    pub default: String,
}

macro_rules! switches {
    ($(#[doc = $doc:literal] $field:ident : $type:ty = $default:expr, $name:literal;)+) => {
        /// All switches of a War (`grail rules switches` explains them).
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Switches { $(#[doc = $doc] pub $field: $type),+ }

        impl Default for Switches {
            fn default() -> Self { Switches { $($field: $default),+ } }
        }

        impl Switches {
            /// The names of all switches, in the order of their rulings.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// Every switch with its values, for a GM to read.
            pub fn explained() -> Vec<Switch> {
                let default = Switches::default();
                vec![$(Switch {
                    name: $name,
                    about: $doc.trim_ascii(),
                    values: meanings::<$type>(),
                    default: default.$field.to_string(),
                }),+]
            }

            /// Sets a switch.
            ///
            /// # Errors
            /// [`SwitchError`] when there is no such switch or no such value.
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), SwitchError> {
                match name {
                    $($name => match SwitchValue::parse(value) {
                        Some(value) => { self.$field = value; Ok(()) }
                        None => Err(SwitchError::UnknownValue(<$type as SwitchValue>::VALUES)),
                    },)+
                    _ => Err(SwitchError::UnknownSwitch),
                }
            }

            /// The switches that differ from their default, with their values.
            pub fn changed(&self) -> Vec<(&'static str, String)> {
                let default = Switches::default();
                let mut changed = Vec::new();
                $(if self.$field != default.$field { changed.push(($name, self.$field.to_string())); })+
                changed
            }
        }
    };
}

/// The values of a type, each with its meaning.
fn meanings<S: SwitchValue>() -> Vec<(&'static str, &'static str)> {
    S::VALUES.iter().copied().zip(S::MEANINGS.iter().map(|meaning| meaning.trim_ascii())).collect()
}

switches! {
    /// Whether a skill with a clause about its user's own Health is free of the low-Health penalty (A001).
    skill_clause_replaces: bool = true, "low_health.skill_clause_replaces";
    /// How several percentages on one damage combine (A002).
    stack: Stack = Stack::Additive, "damage.stack";
    /// What "more than two full ranks above" means for AGI and LCK (A012).
    rank_gap: RankGap = RankGap::Numeric, "rank_gap";
    /// How many Combat Points damage beyond the victim's last Health brings (A024).
    overkill: Overkill = Overkill::Full, "cp.overkill";
    /// Which points count against the limit of a battle's first Turn (A037).
    first_turn_count: FirstTurnCount = FirstTurnCount::WholeTurn, "first_turn.count";
    /// How several actions of one character in one phase are carried out (A053).
    same_phase: SamePhase = SamePhase::Block, "orders.same_phase";
    /// Who goes last among those delayed to the same moment (A060).
    delay_tie: DelayTie = DelayTie::FasterLast, "delay.tie";
    /// Whether Command Spells come before the other Instants (A068).
    command_spells_first: bool = false, "instant.command_spells_first";
    /// How a War ends that nobody can win any more (A070).
    no_winner: NoWinner = NoWinner::Draw, "war.no_winner";
    /// Which team a kill is credited to (A082).
    kill_credit: KillCredit = KillCredit::LastEvent, "kill.credit";
    /// Whether a Servant that entered Spirit Form in battle regenerates in the next Initial Phase (A090).
    spirit_regen_after_battle: bool = true, "spirit.regen_after_battle";
    /// Whether a Long-ranged hit from another location stops a mover (A099).
    longranged_pins: bool = true, "retreat.longranged_pins";
    /// What those who fought in the first combat round may do in the second (A104).
    round2: Round2 = Round2::TargetsOnly, "round2.participants";
    /// Which of several Servants shields the Master, where no order says (A116).
    protect_default: ProtectDefault = ProtectDefault::HighestHealth, "protect.default";
    /// What happens when one area skill takes a Servant and the Master it shields (A117).
    protect_area: ProtectArea = ProtectArea::Absorb, "protect.area";
    /// What happens when "Get behind me!" would kill the Master (A125).
    behind_cancel: BehindCancel = BehindCancel::SpellEnds, "cs.behind_cancel";
    /// Whom a Surprise Attack keeps from acting (A140).
    surprise_scope: SurpriseScope = SurpriseScope::Location, "surprise.scope";
    /// How a Surprise Attack is detected (A143).
    surprise_detect: SurpriseDetect = SurpriseDetect::Act, "surprise.detect";
    /// When a flyer that attacks can be aimed at by the Flightless (A144).
    flight_exposed: FlightExposed = FlightExposed::AfterAttack, "flight.exposed";
    /// How far Long-ranged attacks reach (A152).
    long_range: MaxDistance = MaxDistance::Unlimited, "long_range.max_distance";
    /// Whether a dead Master's Servant that cannot protect that Master can be forced into a contract (A161).
    contract_force: bool = true, "contract.force";
    /// Who gains Combat Points for what familiars do (A177).
    cp_familiars: CpFamiliars = CpFamiliars::None, "cp.familiars";
    /// Whether the public update names those whom the Seal has marked (I10).
    seal_public: bool = true, "seal.public";
    /// How far one may scout (A194).
    scout_range: ScoutRange = ScoutRange::Any, "scout.range";
    /// Whether the IGM gives a piece of information more than once (A199).
    igm_repeat: IgmRepeat = IgmRepeat::Never, "igm.repeat";
    /// What a Reality Marble does to its caster's own team (A218).
    marble_own_team: MarbleOwnTeam = MarbleOwnTeam::Pushed, "marble.own_team";
    /// What the characters of a seat without orders do (A234).
    silence: Silence = Silence::Idle, "orders.silence";
    /// What becomes of an order whose condition is illegal (A236).
    illegal_conditional: IllegalConditional = IllegalConditional::Drop, "conditional.illegal";
    /// When an `if` about something that happens is asked, where it has no `otherwise` (A253).
    if_event: IfEvent = IfEvent::Waits, "orders.if_event";
    /// Whether a Master elsewhere reads what their Servant perceived (I15).
    bond_shares_perception: bool = true, "bond.shares_perception";
}

/// Serialised as the map of what differs from the defaults, as in `war.yaml`.
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
