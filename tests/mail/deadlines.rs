//! When orders are due, by the commands: a calendar over the change of clocks, the time of grace, reminders by the
//! clock.

use std::fs::{self, FileTimes};
use std::time::{Duration, SystemTime};

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, Zoned};

use crate::cli::Desk;

use super::{by_maildir, deliver, letter_of, post, sent, words};

/// Makes the start, or a night, as though it had been played at a moment.
fn played_at(desk: &Desk, night: u32, moment: &str) {
    let at = moment.parse::<Timestamp>().unwrap().as_second();
    let at = SystemTime::UNIX_EPOCH + Duration::from_secs(u64::try_from(at).unwrap());
    let file = desk.path(&format!("war/nights/{night:03}/state.yaml"));
    fs::File::options().append(true).open(file).unwrap().set_times(FileTimes::new().set_modified(at)).unwrap();
}

/// When the first night's orders are due if the War began at a moment, as the command says it.
fn due(settings: &str, deadline: &str, began: &str) -> (String, String) {
    let desk = Desk::started();
    post(&desk, settings);
    desk.edit("war/war.yaml", "deadline: \"23:00 Europe/London\"", &format!("deadline: \"{deadline}\""));
    played_at(&desk, 0, began);
    let said = desk.grail(["deadline", "war"]).done().out;
    let json = desk.grail(["deadline", "war", "--format", "json"]).done().out;
    let exact = json.split("\"due\": \"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    (said.trim().replace("Orders for night 1 are due ", ""), exact)
}

#[test]
fn a_calendar_of_weekdays_keeps_its_time_of_day_when_clocks_change_in_either_direction() {
    let sundays = "by: maildir, maildir: sent, days: [Sunday]";
    for (began, said, exact) in [
        // The clocks of London went forward on 28 March 2027, and back on 31 October: the week before, the day, the
        // week after.
        ("2027-03-18T12:00:00Z", "Sunday 21 March, 21:00 Europe/London.", "2027-03-21T21:00:00+00:00[Europe/London]"),
        ("2027-03-27T08:00:00Z", "Sunday 28 March, 21:00 Europe/London.", "2027-03-28T21:00:00+01:00[Europe/London]"),
        ("2027-03-28T21:00:00Z", "Sunday 4 April, 21:00 Europe/London.", "2027-04-04T21:00:00+01:00[Europe/London]"),
        ("2027-10-23T12:00:00Z", "Sunday 24 October, 21:00 Europe/London.", "2027-10-24T21:00:00+01:00[Europe/London]"),
        ("2027-10-30T12:00:00Z", "Sunday 31 October, 21:00 Europe/London.", "2027-10-31T21:00:00+00:00[Europe/London]"),
        ("2027-10-31T21:00:00Z", "Sunday 7 November, 21:00 Europe/London.", "2027-11-07T21:00:00+00:00[Europe/London]"),
    ] {
        assert_eq!(due(sundays, "21:00 Europe/London", began), (said.to_owned(), exact.to_owned()), "{began}");
    }
    // A time of day that the clocks skip is the one behind the gap, one that they show twice the first.
    let night = "02:30 Europe/Berlin";
    let (_, skipped) = due(sundays, night, "2027-03-27T08:00:00Z");
    assert_eq!(skipped, "2027-03-28T03:30:00+02:00[Europe/Berlin]");
    let (_, twice) = due(sundays, night, "2027-10-30T08:00:00Z");
    assert_eq!(twice, "2027-10-31T02:30:00+02:00[Europe/Berlin]");
    // No holiday, and twelve hours at the least behind the night before.
    let rules = "by: maildir, maildir: sent, days: [Monday, Thursday], holidays: [2027-12-24 to 2028-01-02]";
    let (said, _) = due(rules, "21:00 Europe/London", "2027-12-23T12:00:00Z");
    assert_eq!(said, "Monday 3 January, 21:00 Europe/London.");
    let (said, _) = due(rules, "21:00 Europe/London", "2027-12-20T10:00:00Z");
    assert_eq!(said, "Thursday 23 December, 21:00 Europe/London.");
}

#[test]
fn more_time_is_so_much_time_whatever_the_clocks_do_and_a_moment_is_one_that_they_show() {
    let desk = by_maildir();
    let set = |to: &str| desk.grail(["deadline", "war", "--to", to]).done().out;
    let exact = || desk.read("war/nights/001/deadline.yaml");
    set("2027-03-27 23:00");
    desk.grail(["deadline", "war", "--extend", "24h"]).done().prints(["Monday 29 March, 00:00 Europe/London"]);
    set("2027-10-30 23:00");
    desk.grail(["deadline", "war", "--extend", "24h"]).done().prints(["Sunday 31 October, 22:00 Europe/London"]);
    set("2027-03-28 01:30");
    assert!(exact().contains("2027-03-28T02:30:00+01:00"), "{}", exact());
    set("2027-10-31 01:30");
    assert!(exact().contains("2027-10-31T01:30:00+01:00"), "{}", exact());
}

/// Sets when the first night's orders are due, so many minutes from now.
fn due_in(desk: &Desk, minutes: i64) {
    let at = Zoned::now().checked_add(SignedDuration::from_mins(minutes)).unwrap();
    desk.write("war/nights/001/deadline.yaml", &format!("due: \"{}\"\n", at.with_time_zone(TimeZone::UTC)));
}

#[test]
fn by_the_clock_the_silent_are_reminded_once_when_it_is_time_and_the_night_is_played_behind_the_time_of_grace() {
    let desk = by_maildir();
    fs::remove_dir_all(desk.path("war/nights/001/orders")).unwrap();
    post(&desk, "by: maildir, maildir: sent, inbox: inbox, remind: 2 hours, grace: 30 minutes, silence: 2");
    let run = || desk.grail(["night", "war", "--when-due", "--send"]).done();
    let reminded = || -> Vec<String> {
        let all = sent(&desk).into_iter().filter(|(_, letter)| words(letter).contains("no orders have come"));
        all.map(|(to, _)| to).collect()
    };
    due_in(&desk, 180);
    run().says(["nothing is played before"]);
    assert!(reminded().is_empty(), "three hours before nobody is");
    deliver(&desk, "1700000001.a", &letter_of("alice", 1, 1, "Saber: Stay.\nIris: Stay.\n"));
    due_in(&desk, 90);
    for _ in 0..2 {
        run().says(["nothing is played before"]);
        assert!(matches!(&reminded()[..], [to] if to.contains("bob@")), "{:?}", reminded());
    }
    // In the time of grace nothing is played, and what comes is in time.
    due_in(&desk, -10);
    let now = Timestamp::now().as_second();
    deliver(&desk, &format!("{}.b", now - 60), &letter_of("bob", 1, 1, "Lancer: Stay.\n"));
    run().says(["the time of grace runs, and 20 minutes are left"]);
    assert!(desk.read("war/nights/001/orders/blue.txt").contains("Stay"));
    desk.grail(["status", "war"]).done().prints(["Orders of night 1 from: Blue, Red."]);
    due_in(&desk, -31);
    deliver(&desk, &format!("{now}.c"), &letter_of("bob", 1, 2, "Lancer: Scout Market.\n"));
    run().prints(["set aside, Blue", "it came after the deadline"]).says(["Night 1 is resolved"]);
    assert!(!desk.read("war/nights/001/orders/blue.txt").contains("Market"));
}

#[test]
fn a_deadline_that_was_moved_holds_whoever_has_ordered_until_everybody_is_ready_and_no_later_one_falls_before_it() {
    let desk = by_maildir();
    post(&desk, "by: maildir, maildir: sent, inbox: inbox, when_ready: true");
    let clock = || desk.grail(["night", "war", "--when-due", "--send"]).done();
    due_in(&desk, 90);
    desk.grail(["deadline", "war", "--extend", "72h"]).done();
    let announced = desk.read("war/nights/001/deadline.yaml");
    assert!(announced.contains("extended: true") && announced.contains("moved: "), "{announced}");
    // Orders of everybody lie there, and those who asked for time have it.
    clock().says(["nothing is played before. The deadline was moved: it is waited for"]);
    desk.grail(["night", "war", "--send"]).ends(1).says(["not everybody has written since that they are ready"]);
    deliver(&desk, "1700000001.a", &letter_of("alice", 1, 1, "I am ready.\n"));
    clock().says(["nothing is played before"]);
    deliver(&desk, "1700000002.b", &letter_of("bob", 1, 1, "I am ready.\n"));
    clock().says(["Night 1 is resolved"]);
    let due = |text: &str| -> Timestamp {
        let at = text.lines().find_map(|line| line.strip_prefix("due: \"")).unwrap();
        at.trim_end_matches('"').parse::<Zoned>().unwrap().timestamp()
    };
    let next = desk.read("war/nights/002/deadline.yaml");
    assert!(due(&next) >= due(&announced), "{next} lies before {announced}");
}

#[test]
fn a_page_names_the_moment_that_holds_and_not_the_usual_time_of_day() {
    fn said<const N: usize>(usual: &str, change: [&str; N]) -> Vec<String> {
        let desk = by_maildir();
        desk.grail(["resolve", "war"]).done();
        assert!(desk.read("war/nights/001/updates/red.txt").contains(usual));
        desk.grail(change).done();
        desk.grail(["mail", "war", "1", "--send"]).done();
        let updates = sent(&desk).into_iter().filter(|(_, letter)| letter.subject.contains("night 1"));
        let texts: Vec<String> = updates.map(|(_, letter)| words(&letter).to_owned()).collect();
        assert_eq!(texts.len(), 4, "to each player their own and the public one");
        texts
    }
    let usual = "Orders for Night 2 are due by 23:00 Europe/London.";
    for text in said(usual, ["deadline", "war", "--to", "2099-12-03 20:30"]) {
        assert!(text.contains("Orders for Night 2 are due Thursday 3 December, 20:30 Europe/London."), "{text}");
        assert!(!text.contains(usual), "{text}");
    }
    for text in said(usual, ["deadline", "war", "--pause"]) {
        assert!(text.contains("Orders for Night 2 are put off until further word.") && !text.contains(usual), "{text}");
    }
    for text in said(usual, ["status", "war"]) {
        assert!(text.contains(usual), "{text}");
    }
}

#[test]
fn pages_written_again_name_the_moment_that_holds_and_go_out_by_the_one_that_holds_then() {
    let desk = by_maildir();
    desk.grail(["resolve", "war"]).done();
    desk.grail(["deadline", "war", "--to", "2099-12-03 23:00"]).done();
    // The usual time of another day: shown with the day.
    let shown = desk.grail(["updates", "war", "1", "--seat", "Red"]).done().out;
    assert!(shown.contains("Orders for Night 2 are due Thursday 3 December, 23:00 Europe/London."), "{shown}");
    desk.grail(["deadline", "war", "--to", "2099-12-03 20:30"]).done();
    desk.grail(["updates", "war", "1", "--write"]).done();
    for page in ["red.txt", "red.html", "public.txt"] {
        let text = desk.read(&format!("war/nights/001/updates/{page}"));
        assert!(
            text.contains("Orders for Night 2 are due Thursday 3 December, 20:30 Europe/London."),
            "{page}: {text}"
        );
    }
    desk.grail(["replay", "war"]).done();
    desk.grail(["deadline", "war", "--to", "2099-12-04 20:30"]).done();
    let run = desk.grail(["mail", "war", "1", "--send"]).done();
    assert!(!run.err.contains("is not what the program writes"), "{}", run.err);
    let raw: String =
        desk.files("war/sent/new").iter().map(|(_, raw)| String::from_utf8_lossy(raw).into_owned()).collect();
    assert!(
        raw.contains("text/html") && !raw.contains("3 December"),
        "the page goes out beside the text, as it is now"
    );
    let told = sent(&desk).into_iter().filter(|(_, letter)| words(letter).contains("due Friday 4 December, 20:30"));
    assert!(told.count() >= 4);
}

/// Waits until the clock shows another second.
fn wait_for_next_second() {
    let begun = Zoned::now().timestamp().as_second();
    while Zoned::now().timestamp().as_second() == begun {
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn the_time_that_a_player_asks_for_is_granted_by_the_command_that_the_request_names() {
    let desk = by_maildir();
    let ask = "Can I get an extension?\n";
    deliver(&desk, "1700000001.a", &letter_of("alice", 1, 1, ask));
    deliver(&desk, "1700000002.b", &letter_of("bob", 1, 1, &format!("{ask}May Lancer walk alone?\n")));
    desk.grail(["orders", "import", "war"]).done();
    let command = "`grail deadline war --extend \"24 hours\" --send` grants it.";
    let status = desk.grail(["status", "war"]).done().out;
    assert!(status.contains("puts it aside): 2") && status.matches(command).count() == 2, "{status}");
    desk.grail(["letters", "war"]).done().prints([command]).says(["2 of them await you"]);
    // What comes in the second of a grant is asked after it: times are kept in seconds.
    wait_for_next_second();
    desk.grail(["deadline", "war", "--extend", "24 hours", "--send"]).done();
    // What else was asked awaits the GM still, and nothing is granted twice.
    let left = desk.grail(["letters", "war"]).done().says(["1 of them awaits you"]).out;
    assert!(left.contains("May Lancer walk alone?") && !left.contains("grants it"), "{left}");
    desk.grail(["letters", "war", "--all"]).done().prints(["more time was granted"]);
    // A deadline that comes earlier grants nothing.
    let other = by_maildir();
    deliver(&other, "1700000001.a", &letter_of("alice", 1, 1, ask));
    other.grail(["orders", "import", "war"]).done();
    let soon = Zoned::now().checked_add(SignedDuration::from_mins(5)).unwrap().with_time_zone(TimeZone::UTC);
    other.grail(["deadline", "war", "--to", &soon.strftime("%Y-%m-%d %H:%M").to_string()]).done();
    other.grail(["letters", "war"]).done().says(["1 of them awaits you"]);
}

#[test]
fn no_deadline_is_set_that_has_gone_by_and_a_day_alone_means_the_war_s_time_of_day() {
    let desk = by_maildir();
    for change in [&["--to", "2020-01-01 23:00"][..], &["--to", "2020-01-01"], &["--to", "2020-01-01 23:00", "--send"]]
    {
        let run = desk.grail_of(&[&["deadline", "war"], change].concat());
        run.ends(2).says(["1 January", "has gone by", "--early"]);
    }
    desk.write("war/nights/001/deadline.yaml", "due: \"2020-01-01T23:00:00+00:00[Europe/London]\"\n");
    desk.grail(["deadline", "war", "--extend", "1h"]).ends(2).says(["2 January", "has gone by"]);
    assert!(!desk.path("war/nights/001/outbox.yaml").exists() && sent(&desk).is_empty());
    let set = |to: &str| desk.grail(["deadline", "war", "--to", to]).done().out;
    assert_eq!(set("2099-07-01"), "Orders for night 1 are due Wednesday 1 July, 23:00 Europe/London.\n");
    assert_eq!(set("2099-07-01 21:00"), "Orders for night 1 are due Wednesday 1 July, 21:00 Europe/London.\n");
    desk.edit("war/war.yaml", "deadline: \"23:00 Europe/London\"", "deadline: sunset");
    desk.grail(["deadline", "war", "--to", "2099-07-02"]).ends(1).says(["has no time of day"]);
}

#[test]
fn a_night_that_goes_on_gives_nobody_less_time_than_before() {
    let desk = by_maildir();
    let due = |change: &[&str]| desk.grail_of(&[&["deadline", "war"], change].concat()).done().out;
    let granted = due(&["--extend", "96 hours"]);
    desk.grail(["deadline", "war", "--pause"]).done().prints(["Night 1 is put off."]);
    assert_eq!(due(&["--resume"]), granted);
    // What has gone by gives nobody time.
    desk.write("war/nights/001/deadline.yaml", "due: \"2026-01-01T10:00:00+00:00[Europe/London]\"\n");
    due(&["--pause"]);
    assert!(!due(&["--resume"]).contains("January"));
}
