//! Which help topic explains a diagnostic on orders.

use super::codes;
use super::order_guide::{GuideTopic, find_topic};

/// Each topic, with the codes that it explains.
const CODES_BY_TOPIC: [(&str, &[&str]); 16] = [
    (
        "writing",
        &[
            codes::TEXT_TOO_LONG,
            codes::ORDER_TOO_LONG,
            codes::TOO_COMPLEX,
            codes::UNCLOSED_QUOTE,
            codes::NOT_UNDERSTOOD,
            codes::NO_ACTOR,
            codes::BAD_HEADER,
            codes::TWO_ACTORS,
            codes::OTHER_VERB,
            codes::TOO_MANY_ORDERS,
            codes::TWICE_THE_SAME,
            codes::LABEL,
            codes::TWO_ORDERS,
            codes::MISSING_FULL_STOP,
            codes::MENTION,
            codes::ARROW,
            codes::PROSE,
            codes::ONE_ORDER_ALONE,
            codes::AFTER_PHASE,
            codes::OUT_OF_SEQUENCE,
            codes::NOTE,
            codes::NOT_OF_THIS_ORDER,
            codes::NO_ORDERS,
            codes::BELOW_SIGNATURE,
            codes::UNKNOWN_ACTOR,
            codes::UNKNOWN_CHARACTER,
            codes::OTHER_WAR,
            codes::OTHER_NIGHT,
            codes::OTHER_TEAM,
            codes::WRONG_TOKEN,
            codes::DEAD_ACTOR,
            codes::WRONG_ACTOR_KIND,
            codes::NOT_CARRIED_OUT,
            codes::EMPTY_BOX,
            codes::TURNED_ROUND,
            codes::AFTER_UNTIL,
            codes::UNCHANGED,
        ],
    ),
    ("scouting", &[codes::SECOND_SCOUT, codes::SCOUT_AFTER_BATTLE]),
    ("attacking", &[codes::NO_BASIC_ATTACK, codes::NO_END, codes::NOT_ENOUGH_AP, codes::FIRST_TURN]),
    (
        "skills",
        &[
            codes::SAY_EACH,
            codes::UNKNOWN_SKILL,
            codes::SHEET_WORDS,
            codes::PASSIVE,
            codes::FULL_TURN,
            codes::NOT_OFFERED,
            codes::NOT_ENOUGH_MANA,
            codes::WOULD_KILL,
            codes::SECOND_ACTION,
        ],
    ),
    (
        "targets",
        &[
            codes::WRONG_KIND_OF_NAME,
            codes::NOBODY_MEANT,
            codes::TOO_MANY_TARGETS,
            codes::DUPLICATE_TARGET,
            codes::TARGET_MISSING,
            codes::WRONG_TARGET_KIND,
            codes::NOBODY_AS_TARGET,
            codes::DEAD_TARGET,
            codes::OPPONENTS_MEANT,
            codes::OWN_SIDE,
            codes::PERHAPS_ALLY,
            codes::STRIKES_ONE,
            codes::WHOM,
            codes::HERE_OR_THERE,
            codes::OUT_OF_SIGHT,
        ],
    ),
    (
        "conditions",
        &[
            codes::TWO_IFS,
            codes::OTHERWISE_WITHOUT_IF,
            codes::AND_BETWEEN_NAMES,
            codes::WOULD,
            codes::UNCHANGED_BY_NOTHING,
            codes::LOST_DENIAL,
            codes::NO_CONDITION,
            codes::HOW_MANY,
            codes::HIDDEN_NUMBER,
            codes::HIDDEN_ATTRIBUTE,
            codes::CERTAIN_NUMBER,
            codes::UNBRACKETED,
            codes::BOTH_CASES,
            codes::ALWAYS_SO,
            codes::NEVER_SO,
            codes::PAST_STATE,
            codes::PLACE_NOT_SEEN,
            codes::NOT_ORDERED,
            codes::LEFT_BEHIND,
            codes::GONE_BY_THEN,
            codes::BEHIND_THE_BLOW,
            codes::FIRST_BY_THEN,
            codes::COUNTS_OTHERS,
            codes::FIRES_ONCE,
        ],
    ),
    (
        "delays",
        &[
            codes::TWO_DELAYS,
            codes::WHOSE_TIME,
            codes::DELAY_TOO_EARLY,
            codes::NO_DELAY,
            codes::DELAY_INTO_PHASE,
            codes::ONE_MOMENT,
            codes::NO_REAL_DELAY,
            codes::AGI_NOT_LOWER,
        ],
    ),
    (
        "command-spells",
        &[
            codes::FORBIDDEN_BY_COMMAND,
            codes::LEFT_TO_GM,
            codes::UNKNOWN_SPELL,
            codes::SPELL_OBJECT,
            codes::CANNOT_COMMAND,
            codes::TOO_MANY_SPELLS,
            codes::LAST_SPELL,
            codes::SPELLS_RUN_OUT,
        ],
    ),
    (
        "moving",
        &[
            codes::UNKNOWN_LOCATION,
            codes::NOT_ADJACENT,
            codes::NOT_ADJACENT_NOW,
            codes::FLEE_TOO_EARLY,
            codes::STAYS_AND_GOES,
            codes::APART,
            codes::BELOW_A_CONDITION,
            codes::BELOW_A_REFUSED_MOVE,
        ],
    ),
    ("spirit-form", &[codes::SPIRIT_FORM]),
    ("effects", &[codes::NOT_ACTIVE, codes::HAS_UPKEEP]),
    ("items", &[codes::UNKNOWN_ITEM, codes::ITEM_NOT_HELD, codes::ONE_PURCHASE]),
    ("places", &[codes::NOT_HAD_HERE]),
    ("contracts", &[codes::UNKNOWN_TEAM, codes::SERVANT_BY_THEN, codes::CONTRACT_AS_IT_IS, codes::DISQUALIFIED]),
    ("words", &[codes::BESIDE_COLOUR]),
    (
        "logic-game",
        &[
            codes::GOLD,
            codes::STATEMENT,
            codes::NO_STATEMENT,
            codes::NOT_THAT_STATEMENT,
            codes::BANNED,
            codes::UNDECIDED,
        ],
    ),
];

/// Returns the topic that explains a code; `None` if the code is not about orders.
pub fn topic_of(code: &str) -> Option<&'static GuideTopic> {
    let (name, _) = CODES_BY_TOPIC.iter().find(|(_, codes)| codes.iter().any(|of| of.eq_ignore_ascii_case(code)))?;
    find_topic(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::order_guide::TOPICS;

    #[test]
    fn every_code_about_orders_has_one_topic() {
        for (code, _) in codes::CATALOGUE {
            let topics = CODES_BY_TOPIC.iter().filter(|(_, codes)| codes.contains(code)).count();
            assert_eq!(topics, 1, "{code}");
            assert!(topic_of(code).is_some(), "{code}");
        }
        assert!(CODES_BY_TOPIC.iter().all(|(name, _)| find_topic(name).is_some()));
        assert_eq!(TOPICS.len(), CODES_BY_TOPIC.len());
    }
}
