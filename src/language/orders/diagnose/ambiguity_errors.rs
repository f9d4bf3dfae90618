//! Diagnostics for words that leave open whom they mean, or how many.

use crate::language::conditions::{Ambiguity, AmbiguousWords, LostDenial};
use crate::language::diagnostic::Diagnostic;
use crate::language::orders::codes;
use crate::language::orders::sentence::order_builder::OrderBuilder;

impl OrderBuilder<'_> {
    /// The error for a `nobody` that denies nothing in its place.
    pub(in crate::language::orders) fn lost_denial_error(&self, lost: &LostDenial<'_>) -> Diagnostic {
        let span = self.reader.original_span(&lost.words);
        if lost.in_condition {
            let message = "`nobody` and `no X` deny a whole statement; in this place they deny nothing";
            return Diagnostic::error(codes::LOST_DENIAL, span, message)
                .note("write `If nobody attacks X, …`, `If X does not attack Y, …`");
        }
        Diagnostic::error(codes::NOBODY_AS_TARGET, span, "nobody is no target: an order names somebody (A255)")
            .note("what is not ordered is not done; who is to do nothing stays")
            .suggest(Some("Stay.".to_owned()))
    }

    /// The error for words that leave open whom a condition means, or how many.
    pub(in crate::language::orders) fn ambiguity_error(&self, unclear: &AmbiguousWords<'_>) -> Diagnostic {
        let (code, message, note) = match unclear.ambiguity {
            Ambiguity::OneOrAll => (
                codes::HOW_MANY,
                "whether something is so of all of them cannot be asked: it would be asked of one",
                "name them: `If Lancer is here and Archer is here, …`; or count them: `If 3 or more opponents are here, …`",
            ),
            Ambiguity::ScopeOfDenial => (
                codes::HOW_MANY,
                "is this not so of any of them, or not so of one of them?",
                "write `If neither Lancer nor Archer is here, …`, `If no opponent is here, …`, or `If Lancer is not here or Archer is not here, …`",
            ),
            Ambiguity::WholeTeam => (
                codes::HOW_MANY,
                "is this so of all of them, or of one of them?",
                "name them: `If Saber is here and Rin is here, …`, `If Saber is here or Rin is here, …`",
            ),
            Ambiguity::OtherThanWhom => (
                codes::WHOM,
                "other than whom? an order reads this as anybody but whoever acts",
                "name them, or count them: `If Lancer is here and exactly one opponent is here, …`",
            ),
            Ambiguity::Hurt => (
                codes::HOW_MANY,
                "hurt: damaged this Turn, or with less than full Health?",
                "write `If {own} was damaged, …` or `If {own} has less than 100% of their maximum Health, …`",
            ),
            Ambiguity::Fighting => (
                codes::NOT_UNDERSTOOD,
                "fighting: in battle, or a blow of this Turn?",
                "write `If {own} is in battle, …` or `If Lancer attacks {own}, …`",
            ),
            Ambiguity::First => (
                codes::WHOM,
                "first of what? it can be asked whom somebody attacks first",
                "write `If Lancer attacks me first, …`",
            ),
            Ambiguity::DeadOfAKind => (
                codes::WHOM,
                "the dead are asked after by name",
                "write `If Lancer is dead, …`, or wait for it: `If an enemy Servant dies, …`",
            ),
            Ambiguity::NoSubject => (
                codes::WHOM,
                "of whom is this asked? the order names somebody else",
                "write `If I am poisoned, …`, `If Rin has less than 50 Health, …`",
            ),
            Ambiguity::Reflexive => (
                codes::WHOM,
                "whom? an order reads this as whoever acts",
                "write the name: `If Lancer attacks Lancer, …`",
            ),
            Ambiguity::ConditionOrOrder => (
                codes::WHOM,
                "who does this? behind `and` it would be said of whom the condition speaks of",
                "an order of its own stands in a sentence of its own; of another it is said `uses`, `attacks`",
            ),
            Ambiguity::SharedObject => (
                codes::WHOM,
                "whom, or where? of the first verb nothing is said",
                "say it of both: `If Archer attacks Rin or kills Rin, …`, `If Lancer enters Park or leaves Park, …`",
            ),
            Ambiguity::OrAnd => (
                codes::HOW_MANY,
                "`and` and `or` stand beside each other: which of them go together?",
                "write two orders: `If Lancer is here, use Excalibur on Lancer and Illya; otherwise, use Excalibur on Archer and Illya.`",
            ),
            Ambiguity::HowOften => (
                codes::HOW_MANY,
                "how often they did it, or how often it is to be done?",
                "how often it is done stands first: `Attack twice whoever attacked me`",
            ),
            Ambiguity::AnyOfSeveral => (
                codes::HOW_MANY,
                "one of them, or all of them?",
                "write `an opponent`, `every opponent`, `up to 2 opponents`",
            ),
        };
        let note = self.reader.context.fill_placeholders(note);
        Diagnostic::error(code, self.reader.original_span(&unclear.words), message).note(note)
    }
}
