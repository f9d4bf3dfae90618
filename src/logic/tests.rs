//! Tests of the ledger.

use super::*;

const RED: SeatId = SeatId(0);
const BLUE: SeatId = SeatId(1);

fn blue(ledger: &Ledger, night: u32, posted: bool) -> Statement {
    let to = Some(Addressee { name: "Rin".to_owned(), person: RED });
    let mut statement = said(ledger, Colour::Blue, BLUE, night);
    (statement.to, statement.is_posted) = (to, posted);
    statement.duty = ledger.duty_created_by(&statement);
    statement
}

fn said(ledger: &Ledger, colour: Colour, by: SeatId, night: u32) -> Statement {
    Statement {
        number: ledger.next_number(),
        night,
        colour,
        author: Author::Person(by),
        text: "So it is.".to_owned(),
        to: None,
        reply: None,
        with: Vec::new(),
        is_posted: false,
        correction: None,
        set_aside: None,
        duty: None,
    }
}

fn state(ledger: &mut Ledger, statement: Statement) {
    let night = statement.night;
    ledger.apply(&LedgerStep::Stated(statement), night);
}

fn failures(ledger: &mut Ledger, night: u32) -> Vec<LedgerStep> {
    let due: Vec<OpenDuty> = ledger.open_duties().filter(|owed| owed.due_night <= night).collect();
    let mut steps = Vec::new();
    for owed in due {
        let penalty = ledger.penalty_for(owed);
        ledger.apply(&LedgerStep::Failed { statement: owed.statement, who: owed.debtor }, night);
        ledger.apply(&penalty, night);
        steps.push(penalty);
    }
    steps
}

#[test]
fn a_blue_is_due_by_the_next_update_that_follows_it() {
    let mut ledger = Ledger::default();
    state(&mut ledger, blue(&Ledger::default(), 3, false));
    assert_eq!(ledger.open_duties().collect::<Vec<_>>(), [OpenDuty { statement: 1, debtor: RED, due_night: 4 }]);
    let posted = blue(&ledger, 3, true);
    state(&mut ledger, posted);
    assert_eq!(ledger.open_duties().map(|o| o.due_night).collect::<Vec<_>>(), [4, 3]);
}

#[test]
fn the_first_failure_of_a_war_is_a_warning_and_each_later_one_a_strike() {
    let mut ledger = Ledger::default();
    for night in 1..=4 {
        let statement = blue(&ledger, night, false);
        state(&mut ledger, statement);
        let steps = failures(&mut ledger, night + 1);
        let warned = matches!(steps.as_slice(), [LedgerStep::Warned { who: RED, .. }]);
        let struck = matches!(steps.as_slice(), [LedgerStep::Struck { who: RED, strikes: 1, .. }]);
        assert!(if night == 1 { warned } else { struck }, "night {night}: {steps:?}");
        assert!(failures(&mut ledger, night + 1).is_empty(), "each blue fails once");
    }
    assert!(ledger.must_be_banned(RED));
    ledger.apply(&LedgerStep::Banned { who: RED }, 6);
    assert!(!ledger.must_be_banned(RED) && !ledger.takes_part(RED));
    assert_eq!(blue(&ledger, 7, false).duty, None, "the banned owe nothing");
}

#[test]
fn what_is_set_aside_answers_nothing() {
    let mut ledger = Ledger::default();
    let first = blue(&ledger, 1, false);
    state(&mut ledger, first);
    let counter = Statement { reply: Some(StatementRelation::Counters(1)), ..said(&ledger, Colour::Blue, RED, 2) };
    state(&mut ledger, counter);
    assert_eq!(ledger.open_duties().count(), 0);
    ledger.apply(&LedgerStep::SetAside { statement: 2, reason: "No.".to_owned() }, 3);
    assert_eq!(ledger.open_duties().collect::<Vec<_>>(), [OpenDuty { statement: 1, debtor: RED, due_night: 4 }]);
    ledger.apply(&LedgerStep::SetAside { statement: 1, reason: "No.".to_owned() }, 3);
    assert_eq!(ledger.open_duties().count(), 0);
}

#[test]
fn an_answer_by_somebody_else_frees_nobody() {
    let mut ledger = Ledger::default();
    let first = blue(&ledger, 1, false);
    state(&mut ledger, first);
    let answer = Statement { reply: Some(StatementRelation::Answers(1)), ..said(&ledger, Colour::Red, SeatId(2), 2) };
    state(&mut ledger, answer);
    assert_eq!(ledger.open_duties().count(), 1);
}

#[test]
fn the_red_of_the_banned_is_guaranteed_no_longer() {
    let mut ledger = Ledger::default();
    let red = said(&ledger, Colour::Red, RED, 1);
    state(&mut ledger, red);
    let guaranteed = |ledger: &Ledger| ledger.is_guaranteed(&ledger.statements[0]);
    assert!(guaranteed(&ledger));
    ledger.apply(&LedgerStep::Struck { who: RED, strikes: 3, why: PenaltyReason::Intended(1) }, 2);
    ledger.apply(&LedgerStep::Banned { who: RED }, 2);
    assert!(!guaranteed(&ledger));
    ledger.apply(&LedgerStep::Cleared { who: RED, reason: "A slip.".to_owned() }, 3);
    assert!(guaranteed(&ledger) && ledger.persons.is_empty());
}
