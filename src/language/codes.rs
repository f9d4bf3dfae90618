//! The codes of diagnostics on orders, with their meanings. Other modules list their codes with the same macro; `grail
//! rules E202` explains one code, `grail rules codes` lists all.
//!
//! `E1xx`: the text cannot be read. `E2xx`: a name or header is wrong. `E3xx`: an order is not allowed. `W…`: the order
//! will be carried out, but may not do what its author means. `H…`: a remark. A code is never given a second meaning.

use super::diagnostic::Diagnostic;
use super::span::Span;

/// Defines a constant for each code, and the `CATALOGUE` of codes with their meanings.
macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $code:literal;)+) => {
        $($(#[doc = $doc])+ pub const $name: &str = $code;)+

        /// Every code with its meaning, in the order of the list.
        pub const CATALOGUE: &[(&str, &str)] = &[$(($code, concat!($($doc),+))),+];
    };
}
pub(crate) use codes;

codes! {
    /// The order file is larger than a letter may be.
    TEXT_TOO_LONG = "E101";
    /// One order is longer than an order may be.
    ORDER_TOO_LONG = "E102";
    /// Conditions, parentheses or targets are nested too deeply, or there are too many to try.
    TOO_COMPLEX = "E103";
    /// A quote is opened and not closed before the next blank line.
    UNCLOSED_QUOTE = "E104";
    /// The order is not English that the grammar knows; what was expected is said.
    NOT_UNDERSTOOD = "E105";
    /// Nobody is named to carry the order out: no block `Name:` stands above it.
    NO_ACTOR = "E106";
    /// An `if` stands both before and behind an order.
    TWO_IFS = "E107";
    /// `otherwise` without an `if` it could belong to.
    OTHERWISE_WITHOUT_IF = "E108";
    /// A header line has a value of the wrong form, or is given twice.
    BAD_HEADER = "E109";
    /// One order speaks of the actions of two characters.
    TWO_ACTORS = "E110";
    /// A verb that is no order's: `kill`, `follow`, `dodge`.
    OTHER_VERB = "E112";
    /// Names are joined by `and` in a condition.
    AND_BETWEEN_NAMES = "E113";
    /// More orders than a file may hold.
    TOO_MANY_ORDERS = "E114";
    /// One action has two delays that cannot both hold.
    TWO_DELAYS = "E115";
    /// A part of an order stands twice: targets, `to`, times, paying.
    TWICE_THE_SAME = "E116";
    /// A time stands behind an event, and could be the event's or the order's.
    WHOSE_TIME = "E117";
    /// A word with a colon, in the middle of a character's orders, that is nobody's name: `Daytime:`.
    LABEL = "E118";
    /// Two orders stand on one line without a full stop between them.
    TWO_ORDERS = "E119";
    /// A line break was read as the end of an order: the full stop is missing.
    MISSING_FULL_STOP = "W101";
    /// A name with `@` before it.
    MENTION = "W102";
    /// A block begun in another way than with a name and a colon: `Saber ->`, `Orders for Saber:`.
    ARROW = "W103";
    /// `whenever` and `each time` are read as `when`: an order fires once a Turn (A064).
    FIRES_ONCE = "W104";
    /// Words beside a coloured statement of the Logic Game that are no order.
    BESIDE_COLOUR = "W105";
    /// Words above all heads that are no order: a greeting.
    PROSE = "W106";
    /// A condition or a phase with a colon is of the one order behind it, not of those below.
    ONE_ORDER_ALONE = "W107";
    /// `After the Attacking Phase` is read as at its end, behind all that is not delayed.
    AFTER_PHASE = "W108";
    /// `First, …` behind other orders, or an order behind `Finally, …`: they are done as they stand in the letter.
    OUT_OF_SEQUENCE = "W109";
    /// Words in brackets that are no part of an order: a note for the GM.
    NOTE = "H102";
    /// A phrase that this kind of order does not take.
    NOT_OF_THIS_ORDER = "E120";
    /// Several skills in one order, and targets that could be any one's of them.
    SAY_EACH = "E121";
    /// The text has no orders at all.
    NO_ORDERS = "H101";
    /// Orders stand below the line that begins a signature.
    BELOW_SIGNATURE = "E620";

    /// The block names nobody of this seat.
    UNKNOWN_ACTOR = "E201";
    /// No character of this name is known.
    UNKNOWN_CHARACTER = "E202";
    /// There is no location of this name.
    UNKNOWN_LOCATION = "E203";
    /// The character has no skill of this name; in a condition, none of this name has been seen.
    UNKNOWN_SKILL = "E204";
    /// There is no item of this name.
    UNKNOWN_ITEM = "E205";
    /// There is no Command Spell of this name.
    UNKNOWN_SPELL = "E206";
    /// There is no team of this name.
    UNKNOWN_TEAM = "E207";
    /// The header names another War.
    OTHER_WAR = "E208";
    /// The header names another Night.
    OTHER_NIGHT = "E209";
    /// The header names another team.
    OTHER_TEAM = "E210";
    /// The token is not this seat's.
    WRONG_TOKEN = "E211";
    /// The block's character is dead.
    DEAD_ACTOR = "E212";
    /// A name is used for something it does not name: a location where a character must stand.
    WRONG_KIND_OF_NAME = "E213";
    /// `they`, `that character` with nobody it could mean.
    NOBODY_MEANT = "E214";
    /// Words that only a sheet may use: `the target`, `the user pays …`.
    SHEET_WORDS = "E215";

    /// A condition rests on an act not yet made: `would`, `will` (R198).
    WOULD = "E301";
    /// A Passive is always on and cannot be ordered (R108).
    PASSIVE = "E302";
    /// More targets than the skill may have (R119).
    TOO_MANY_TARGETS = "E303";
    /// The same target twice in one use (R375).
    DUPLICATE_TARGET = "E304";
    /// No target of a kind that the skill must have (R120).
    TARGET_MISSING = "E305";
    /// A delay to a place earlier than the action's own (R202).
    DELAY_TOO_EARLY = "E306";
    /// The action cannot be delayed: scouting, moving, `Leave Spirit Form!` (A058).
    NO_DELAY = "E307";
    /// A delay into a phase in which no such action can happen (A057).
    DELAY_INTO_PHASE = "E308";
    /// A Full Turn skill beside other actions (R088, A047).
    FULL_TURN = "E309";
    /// A second scouting on one day (R235).
    SECOND_SCOUT = "E310";
    /// The location is not one move away (R273).
    NOT_ADJACENT = "E311";
    /// Gold text is the GM's alone (R400).
    GOLD = "E312";
    /// The order is not one for a character of this kind.
    WRONG_ACTOR_KIND = "E313";
    /// The item is not held.
    ITEM_NOT_HELD = "E314";
    /// What a Command Spell must be given is missing or of the wrong kind.
    SPELL_OBJECT = "E316";
    /// The character has no basic attack (A045).
    NO_BASIC_ATTACK = "E317";
    /// No Command Spell is left, or the one commanded is no Servant of the caster (R156, R161).
    CANNOT_COMMAND = "E318";
    /// A target of a kind that the skill cannot have.
    WRONG_TARGET_KIND = "E319";
    /// A payment or a choice that the skill does not offer, or the choice it asks for is missing.
    NOT_OFFERED = "E320";
    /// What costs no points would be done as often as possible.
    NO_END = "E321";
    /// `Nobody` or `no X` where somebody must stand (A255).
    NOBODY_AS_TARGET = "E351";
    /// `Nobody` or `no X` in a place of a condition where it denies nothing.
    LOST_DENIAL = "E352";
    /// Words of a condition that do not fit each other: `if no opponent fails`.
    NO_CONDITION = "E353";
    /// A condition leaves open how many of those it speaks of it means: `every opponent is here`, `two opponents are
    /// here`, `I have 50 Mana`.
    HOW_MANY = "E361";
    /// A condition leaves open whom it means: `nobody else`, `first`, `an enemy Servant is dead`.
    WHOM = "E362";
    /// A place beside a skill of long reach could be where it is used or where its target is (R091); somebody could be
    /// seen here or where one scouts (R197).
    HERE_OR_THERE = "E363";
    /// `If C, do nothing` beside other orders, which stand all the same.
    UNCHANGED_BY_NOTHING = "E364";
    /// An order that the words of a Command Spell in the same letter forbid (R171).
    FORBIDDEN_BY_COMMAND = "E365";
    /// A statement of the Logic Game that cannot be made so: without words, to oneself, on a condition.
    STATEMENT = "E331";
    /// What has one moment of its own, which no phase holds, cannot be put off (A058).
    ONE_MOMENT = "E341";
    /// There is no such statement in the Logic Game's log.
    NO_STATEMENT = "E332";
    /// A statement of the Logic Game that cannot be answered, countered or corrected so (R390, R393, R394).
    NOT_THAT_STATEMENT = "E333";
    /// The seat is banned from the Logic Game or takes no part in it (R386, R397).
    BANNED = "E334";
    /// This kind of order is read but not carried out by this version.
    NOT_CARRIED_OUT = "E390";

    /// A condition rests on a number the character cannot know (R200).
    HIDDEN_NUMBER = "W301";
    /// A condition rests on an attribute of a skill or a rank the character may not know (R199).
    HIDDEN_ATTRIBUTE = "W302";
    /// The orders as written need more Action or Support Points than there are.
    NOT_ENOUGH_AP = "W303";
    /// The orders as written need more Mana, Health or Combat Points than there are.
    NOT_ENOUGH_MANA = "W304";
    /// More than the first Turn of a battle allows (R254, R256).
    FIRST_TURN = "W305";
    /// A character that was in battle may not scout (R234).
    SCOUT_AFTER_BATTLE = "W306";
    /// The cost as written would leave the character without Mana or Health: it would die (R022, R014).
    WOULD_KILL = "W307";
    /// A delay to the action's own place: no delay.
    NO_REAL_DELAY = "W308";
    /// A character that is known to be dead.
    DEAD_TARGET = "W309";
    /// A skill while in Spirit Form, or a change of form that is none (R247).
    SPIRIT_FORM = "W310";
    /// An effect that is not active would be ended.
    NOT_ACTIVE = "W311";
    /// More than one move or action where a character has one.
    SECOND_ACTION = "W312";
    /// Fleeing in a first Turn of battle, or from no battle (R271).
    FLEE_TOO_EARLY = "W313";
    /// A delay to an AGI that is not lower than the character's own (R204).
    AGI_NOT_LOWER = "W314";
    /// The location is not one move away from where the character stands now, but a skill of these orders may change
    /// that.
    NOT_ADJACENT_NOW = "W315";
    /// No Servant of the Master's yet, who may be one by then (R152).
    SERVANT_BY_THEN = "W319";
    /// Red about what is not decided yet: the GM may set it aside (A248).
    UNDECIDED = "W331";
    /// A contract that is there already, or that is not there to be broken or to shield by.
    CONTRACT_AS_IT_IS = "W317";
    /// A disqualified Master, who can have their first Servant back and nobody else (R138, R141).
    DISQUALIFIED = "W318";
    /// More Command Spells without a condition than are left (A262).
    TOO_MANY_SPELLS = "E354";
    /// `Anyone` as a target of what strikes nobody: an opponent (A255).
    OPPONENTS_MEANT = "W352";
    /// A blow at one's own side, by name (A255).
    OWN_SIDE = "W353";
    /// A name as a target where an alliance or ceasefire is declared: it is struck, ally or not (A255).
    PERHAPS_ALLY = "W354";
    /// The Command Spell that breaks every contract (R137, R157, A262).
    LAST_SPELL = "W355";
    /// More Command Spells on conditions than are left (A262).
    SPELLS_RUN_OUT = "W356";
    /// `Stay` beside a move.
    STAYS_AND_GOES = "W357";
    /// A purchase or a service where it is not had (R372).
    NOT_HAD_HERE = "W358";
    /// A number that always or never is so.
    CERTAIN_NUMBER = "W359";
    /// An order that stands though the one below it, which would change it, is not understood.
    UNCHANGED = "W360";
    /// `and` and `or` beside each other without brackets (A240).
    UNBRACKETED = "W351";
    /// A condition that its place makes true whatever happens (A254).
    ALWAYS_SO = "W341";
    /// A condition that its place makes false whatever happens (A254).
    NEVER_SO = "W342";
    /// An order below a move that hangs on a condition does not wait for the move.
    BELOW_A_CONDITION = "W343";
    /// `A and B`, of which the phases put B first (R202). With `then` it is an error.
    TURNED_ROUND = "W361";
    /// A condition speaks of a state that was: what is asked is whether it is so at the order's place (A253).
    PAST_STATE = "W371";
    /// Those who did something, as targets: as many as the skill has (R119, A150).
    STRIKES_ONE = "W372";
    /// A condition asks who is at another place, which is known of a place scouted alone (R197).
    PLACE_NOT_SEEN = "W373";
    /// An order waits for a deed of its own actor's that is ordered nowhere.
    NOT_ORDERED = "W374";
    /// Below a move, a blow at somebody who was last seen where the move begins.
    LEFT_BEHIND = "W375";
    /// What follows `until he is dead` is done where he is not dead too.
    AFTER_UNTIL = "W378";
    /// A blow at somebody that waits until they have left, fled or died.
    GONE_BY_THEN = "W379";
    /// What heals or shields waits for the blow it is to help against: it comes behind it.
    BEHIND_THE_BLOW = "W380";
    /// A box that is not ticked beside one that is: a box is a bullet, and its line an order.
    EMPTY_BOX = "W377";
    /// What has an upkeep is ended by not paying it (R365).
    HAS_UPKEEP = "E366";
    /// Words without a name mean somebody in another location, where they find nobody (A148).
    OUT_OF_SIGHT = "W381";
    /// `If Archer attacks Caster first` asks whether Archer has by then, not whom Archer attacks before others (A237).
    FIRST_BY_THEN = "W382";
    /// Whoever asks how many are there does not count, and others of the seat do: `3 or more characters are here`.
    COUNTS_OTHERS = "W383";
    /// Words of "Obey me!" that the program does not carry out: the GM is asked (R171, A138).
    LEFT_TO_GM = "W384";
    /// Two orders for the two cases of one condition, asked at two moments: both may be done (A253).
    BOTH_CASES = "W385";
    /// One sentence moves several, who are not in one place: each goes by themself (R273).
    APART = "W386";
    /// More is ordered at an Advanced Hospital than the one purchase that it makes a Turn with a character (R338).
    ONE_PURCHASE = "W387";
    /// An order below a move that is not accepted: it stays one of the second round (R219, R220, A235).
    BELOW_A_REFUSED_MOVE = "W388";
}

/// The error for a quote that is not closed.
pub(crate) fn unclosed_quote(at: Span) -> Diagnostic {
    Diagnostic::error(UNCLOSED_QUOTE, at, "this quote is not closed")
        .note("a quotation ends before the next blank line")
}

/// The error for a heading that names no character.
pub(crate) fn heading_without_name(at: Span, words: &str) -> Diagnostic {
    Diagnostic::error(LABEL, at, format!("`{words}` heads nobody's orders"))
        .note("a heading has a character's name; what stands below goes on with the block; one `#` begins a remark")
}

/// The warning for an empty checkbox.
pub(crate) fn empty_box(at: Span) -> Diagnostic {
    Diagnostic::warning(EMPTY_BOX, at, "this box is empty, and what stands behind it is ordered too")
        .note("take the line out, or put `#` before it")
}

/// The warning for an `@` before a name.
pub(crate) fn name_with_at_sign(at: Span) -> Diagnostic {
    Diagnostic::warning(MENTION, at, "a name needs no `@`")
}

#[cfg(test)]
mod tests {
    use super::CATALOGUE;

    #[test]
    fn no_code_is_given_twice() {
        let mut codes: Vec<_> = CATALOGUE.iter().map(|(code, _)| code).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), CATALOGUE.len());
    }
}
