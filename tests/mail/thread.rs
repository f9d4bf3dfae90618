//! A War by forum: a whole thread, saved as a page of any board or as text.

use std::fs::{self, FileTimes};
use std::time::{Duration, SystemTime};

use crate::cli::Desk;

use super::{post as mail, sent, words};

/// A post: its number, poster, time of day on 24 November (UTC), what is quoted, what is said, when it was edited.
type Said<'a> = (u32, &'a str, &'a str, &'a str, &'a [&'a str], &'a str);

/// The thread that every board shows.
const THREAD: [Said<'static>; 8] = [
    (1, "KatGM", "10:00", "", &["Night 1 begins. Saber: is an example."], ""),
    (2, "Alys 42", "20:00", "", &["Saber:", "Scout Clock House.", "Iris: Stay."], ""),
    (3, "Zed", "20:01", "", &["Saber: Move to Market."], ""),
    (4, "Bert", "20:02", "Saber: Move to Market.", &["Nice plan!", "Lancer: Stay.", "Edmund: Stay."], "21:00"),
    (5, "Bert", "20:30", "", &["Anybody for tea?"], ""),
    (6, "ALYS 42", "22:00", "Lancer: Move to Market.", &["Saber: Stay."], ""),
    (7, "Alys 42", "23:45", "", &["Saber: Scout Market."], ""),
    (8, "Bert", "22:30", "", &["Edmund: Move to Market."], "23:50"),
];

/// How a board writes a post and the page around it.
type Board = (&'static str, fn(&Said<'_>) -> String);

fn lines(said: &Said<'_>) -> String {
    said.4.join("<br />\n")
}

fn quoted(said: &Said<'_>, before: &str, behind: &str) -> String {
    if said.3.is_empty() { String::new() } else { format!("{before}{}{behind}", said.3) }
}

fn edited(said: &Said<'_>, before: &str, behind: &str) -> String {
    if said.5.is_empty() { String::new() } else { format!("{before}{}{behind}", said.5) }
}

/// `8:00 PM` of `20:00`.
fn half_day(time: &str) -> String {
    let (hour, minute) = time.split_once(':').unwrap();
    let hour: u32 = hour.parse().unwrap();
    let half = if hour < 12 { "AM" } else { "PM" };
    format!("{}:{minute} {half}", if hour.is_multiple_of(12) { 12 } else { hour % 12 })
}

const BOARDS: [Board; 8] = [
    ("phpBB", |s| {
        format!(
            "<div id=\"p{0}\" class=\"post has-profile bg2\"><div class=\"inner\"><dl class=\"postprofile\"><dt><a href=\"./memberlist.php?u=9\" class=\"username\">{1}</a></dt><dd>Posts: 12</dd></dl>\
             <div class=\"postbody\"><h3><a href=\"#p{0}\">Re: Orders</a></h3><p class=\"author\"><a class=\"unread\" href=\"#p{0}\">Post</a> <span class=\"responsive-hide\">by <strong><a class=\"username\">{1}</a></strong> &raquo; </span>Tue Nov 24, 2026 {2}</p>\
             <div class=\"content\">{3}{4}</div>{5}<div class=\"signature\">Iris: Move to Market.</div></div></div></div>",
            s.0,
            s.1,
            half_day(s.2).to_lowercase(),
            quoted(s, "<blockquote><div><cite>Zed wrote: <a href=\"#\">↑</a></cite>", "</div></blockquote>"),
            lines(s),
            edited(
                s,
                &format!("<div class=\"notice\">Last edited by <a class=\"username\">{}</a> on Tue Nov 24, 2026 ", s.1),
                ", edited 1 time in total.</div>"
            )
        )
    }),
    ("XenForo", |s| {
        format!(
            "<article class=\"message message--post js-post\" data-author=\"{1}\" data-content=\"post-{0}\" id=\"js-post-{0}\"><header><time class=\"u-dt\" dir=\"auto\" datetime=\"2026-11-24T{2}:00+0000\" data-time=\"1\" title=\"x\">Tuesday</time></header>\
             <div class=\"message-body js-selectToQuote\"><div class=\"bbWrapper\">{3}{4}</div></div>{5}<aside class=\"message-signature\"><div class=\"bbWrapper\">Iris: Move to Market.</div></aside></article>",
            s.0,
            s.1,
            s.2,
            quoted(
                s,
                "<blockquote class=\"bbCodeBlock bbCodeBlock--expandable bbCodeBlock--quote\"><div class=\"bbCodeBlock-title\">Zed said:</div><div class=\"bbCodeBlock-content\">",
                "</div></blockquote>"
            ),
            lines(s),
            edited(
                s,
                "<div class=\"message-lastEdit\">Last edited: <time datetime=\"2026-11-24T",
                ":00+0000\">Tuesday</time></div>"
            )
        )
    }),
    ("vBulletin", |s| {
        format!(
            "<li class=\"postbitlegacy postbitim postcontainer old\" id=\"post_{0}\"><div class=\"posthead\"><span class=\"date\">11-24-2026,&nbsp;<span class=\"time\">{2}</span></span></div>\
             <div class=\"userinfo\"><a class=\"username offline popupctrl\" href=\"m\"><strong>{1}</strong></a></div>\
             <div id=\"post_message_{0}\"><blockquote class=\"postcontent restore\">{3}{4}</blockquote></div>{5}<blockquote class=\"signature restore\">Iris: Move to Market.</blockquote></li>",
            s.0,
            s.1,
            half_day(s.2),
            quoted(
                s,
                "<div class=\"bbcode_container\"><div class=\"bbcode_quote\"><div class=\"bbcode_postedby\">Originally Posted by <strong>Zed</strong></div><div class=\"message\">",
                "</div></div></div>"
            ),
            lines(s),
            edited(
                s,
                &format!("<blockquote class=\"postcontent lastedited\">Last edited by {}; 11-24-2026 at ", s.1),
                ".</blockquote>"
            )
        )
    }),
    ("SMF", |s| {
        format!(
            "<div class=\"windowbg\"><div class=\"post_wrapper\"><div class=\"poster\"><h4><a href=\"u=9\" title=\"x\">{1}</a></h4><ul><li>Posts: 12</li></ul></div><div class=\"postarea\"><div class=\"keyinfo\"><h5><a href=\"#\">Re: Orders</a></h5>\
             <div class=\"smalltext\">&#171; <strong>Reply #{0} on:</strong> November 24, 2026, {2} &#187;</div></div><div class=\"post\"><div class=\"inner\" id=\"msg_{0}\">{3}{4}</div></div></div>\
             <div class=\"moderatorbar\">{5}<div class=\"signature\">Iris: Move to Market.</div></div></div></div>",
            s.0,
            s.1,
            half_day(s.2).replace(' ', ":00 "),
            quoted(
                s,
                "<div class=\"quoteheader\"><a href=\"#\">Quote from: Zed on Today</a></div><blockquote class=\"bbc_standard_quote\">",
                "</blockquote><div class=\"quotefooter\"></div>"
            ),
            lines(s),
            edited(
                s,
                "<div class=\"smalltext modified\">&#171; <em>Last Edit: November 24, 2026, ",
                &format!(" by {}</em> &#187;</div>", s.1)
            )
        )
    }),
    ("MyBB", |s| {
        format!(
            "<div class=\"post classic\" id=\"post_{0}\"><div class=\"post_author\"><div class=\"author_information\"><strong><span class=\"largetext\"><a href=\"m\">{1}</a></span></strong></div></div>\
             <div class=\"post_content\"><div class=\"post_head\"><span class=\"post_date\">11-24-2026, {2} {5}</span></div><div class=\"post_body scaleimages\" id=\"pid_{0}\">{3}{4}</div><div class=\"signature\">Iris: Move to Market.</div></div></div>",
            s.0,
            s.1,
            half_day(s.2),
            quoted(s, "<blockquote class=\"mycode_quote\"><cite>Zed Wrote:</cite>", "</blockquote>"),
            lines(s),
            edited(
                s,
                "<span class=\"post_edit\">(This post was last edited: 11-24-2026, ",
                &format!(" by <a>{}</a>.)</span>", s.1)
            )
        )
    }),
    ("ProBoards", |s| {
        let stamp = |time: &str| {
            format!("{}000", format!("2026-11-24T{time}:00Z").parse::<jiff::Timestamp>().unwrap().as_second())
        };
        let mut edit = s.5.to_owned();
        if !edit.is_empty() {
            edit = format!(
                "<div class=\"edited_by\">Last Edit: <abbr class=\"o-timestamp time\" data-timestamp=\"{}\">x</abbr></div>",
                stamp(s.5)
            );
        }
        format!(
            "<tr id=\"post-{0}\" class=\"post item\"><td class=\"left-panel\"><div class=\"mini-profile\"><a href=\"u\" class=\"user-link user-9 group-0\" itemprop=\"url\"><span itemprop=\"name\">{1}</span></a></div></td>\
             <td class=\"content\"><abbr class=\"o-timestamp time\" data-timestamp=\"{2}\" title=\"x\">Nov 24</abbr><article><div class=\"message\">{3}{4}</div></article>{5}<div class=\"signature\">Iris: Move to Market.</div></td></tr>",
            s.0,
            s.1,
            stamp(s.2),
            quoted(
                s,
                "<div class=\"quote\" author=\"@zed\"><div class=\"quote_body\"><div class=\"quote_header\">Zed said:</div>",
                "</div></div>"
            ),
            lines(s),
            edit
        )
    }),
    ("Discourse", |s| {
        format!(
            "<div class=\"topic-post\"><article id=\"post_{0}\" data-post-id=\"90{0}\" class=\"boxed\"><div class=\"names trigger-user-card\"><span class=\"first username\"><a href=\"/u/x\">{1}</a></span></div>\
             <div class=\"post-infos\">{5}<span title=\"x\" class=\"relative-date\" data-time=\"{2}000\">1h</span></div><div class=\"cooked\">{3}<p>{4}</p></div></article></div>",
            s.0,
            s.1,
            format!("2026-11-24T{}:00Z", s.2).parse::<jiff::Timestamp>().unwrap().as_second(),
            quoted(
                s,
                "<aside class=\"quote\" data-username=\"Zed\"><div class=\"title\">Zed:</div><blockquote><p>",
                "</p></blockquote></aside>"
            ),
            lines(s),
            edited(
                s,
                "<div class=\"post-info edits\"><button title=\"post last edited on Nov 24, 2026 ",
                "\">edited</button></div>"
            )
        )
    }),
    ("GameFAQs", |s| {
        format!(
            "<table class=\"board message\"><tr class=\"left\"><td class=\"msg\" id=\"{0}\"><div class=\"msg_infobox\"><a href=\"/u\" class=\"post_author name\"><b>{1}</b></a> <span class=\"post_time\" title=\"11/24/2026 {2}\">Posted 3 hours ago</span>{5}</div>\
             <div class=\"msg_body newbeta\" name=\"{0}\">{3}{4}<div class=\"sig\">---<br />Iris: Move to Market.</div></div></td></tr></table>",
            s.0,
            s.1,
            half_day(s.2).replace(' ', ":00 "),
            quoted(s, "<blockquote><strong>Zed posted...</strong><br />", "</blockquote>"),
            lines(s),
            edited(s, "<span class=\"edited\">(edited 11/24/2026 ", ")</span>")
        )
    }),
];

/// A War by forum: its deadline is on 24 November at 23:00, and no night but the first is near.
fn by_forum() -> Desk {
    let desk = Desk::with_war();
    desk.edit("war/war.yaml", "name: Alice,", "name: Alice, forum: Alys 42,");
    desk.edit("war/war.yaml", "name: Bob,", "name: Bob, forum: [Bertie, Bert],");
    desk.edit("war/war.yaml", "switches:", "gm: { name: Kat, forum: KatGM }\nswitches:");
    desk.grail(["start", "war"]).done();
    fs::remove_dir_all(desk.path("war/nights/001/orders")).unwrap();
    desk.write("war/nights/001/deadline.yaml", "due: \"2026-11-24T23:00:00+00:00[UTC]\"\n");
    desk
}

/// Writes a thread as it was saved at a time of 24 November, or a day later.
fn save(desk: &Desk, name: &str, text: &str, day_later: bool) {
    desk.write(name, text);
    let at =
        "2026-11-24T22:40:00Z".parse::<jiff::Timestamp>().unwrap().as_second() + if day_later { 86_400 } else { 0 };
    let at = SystemTime::UNIX_EPOCH + Duration::from_secs(u64::try_from(at).unwrap());
    fs::File::options()
        .append(true)
        .open(desk.path(name))
        .unwrap()
        .set_times(FileTimes::new().set_modified(at))
        .unwrap();
}

fn page(board: &Board, posts: &[Said<'_>]) -> String {
    let posts: String = posts.iter().map(board.1).collect();
    format!(
        "<!DOCTYPE html>\n<html><head><title>Orders</title></head><body><div id=\"page\">\n{posts}</div></body></html>\n"
    )
}

/// What holds for a seat, without the remarks of the file.
fn holds(desk: &Desk, seat: &str) -> String {
    let text = fs::read_to_string(desk.path(&format!("war/nights/001/orders/{seat}.txt"))).unwrap_or_default();
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    lines.join(" ")
}

#[test]
fn a_thread_of_every_board_is_read_by_poster_and_the_last_post_before_the_deadline_holds() {
    for board in &BOARDS {
        let desk = by_forum();
        save(&desk, "thread.html", &page(board, &THREAD), true);
        let run = desk.grail(["orders", "import", "war", "--thread", "thread.html", "--zone", "UTC"]).done();
        let all = format!("{}\n{}", run.out, run.err);
        let told = |what: &str| assert!(all.contains(what), "{}: no {what:?} in\n{all}", board.0);
        told(&format!("thread.html, {}: 8 posts.", board.0));
        told("`Zed` posts what may be orders, and is nobody in war.yaml");
        told("by Bert: Anybody for tea?");
        told("set aside, Red: it came after the deadline");
        assert_eq!(holds(&desk, "red"), "Saber: Stay Iris: Stay", "{}", board.0);
        assert_eq!(holds(&desk, "blue"), "Lancer: Stay Edmund: Stay", "{}: {all}", board.0);
        if board.0 != "phpBB" {
            continue;
        }
        let letters = desk.grail(["letters", "war", "--all"]).done().out;
        assert_eq!(letters.lines().filter(|line| !line.starts_with(' ')).count(), 5, "{}: {letters}", board.0);
        // Once more, it is all known.
        desk.grail(["orders", "import", "war", "--thread", "thread.html", "--zone", "UTC"])
            .done()
            .says(["0 new letters, 5 taken"]);
    }
}

#[test]
fn an_edited_post_says_what_it_says_now_and_one_edited_too_late_nothing() {
    let desk = by_forum();
    let board = &BOARDS[1];
    save(&desk, "first.html", &page(board, &THREAD[..6]), false);
    desk.grail(["orders", "import", "war", "--thread", "first.html"]).done();
    assert_eq!(holds(&desk, "blue"), "Lancer: Stay Edmund: Stay");
    let mut now = THREAD;
    now[3] = (4, "Bert", "20:02", "", &["Lancer: Scout Market."], "22:10");
    save(&desk, "second.html", &page(board, &now), true);
    desk.grail(["orders", "import", "war", "--thread", "second.html"]).done();
    assert_eq!(holds(&desk, "blue"), "Lancer: Scout Market", "what was edited away holds no longer");
    let mut late = now;
    late[3] = (4, "Bert", "20:02", "", &["Lancer: Move to Chapel."], "23:10");
    save(&desk, "third.html", &page(board, &late), true);
    desk.grail(["orders", "import", "war", "--thread", "third.html"]).done().prints(["set aside, Blue: it came after"]);
    assert_eq!(holds(&desk, "blue"), "Lancer: Scout Market");
    desk.grail(["letters", "war"]).done().prints(["post js-post-4 by Bert, edited 2026-11-24 23:10:00"]);
}

#[test]
fn a_thread_as_text_is_read_and_what_nobody_can_tell_is_set_aside() {
    let desk = by_forum();
    let text = "The War of the Two Lanterns\n\nPost by KatGM » Tue Nov 24, 2026 10:00 am\nNight 1 begins.\n\nAlys 42\n#2 · Nov 24, 2026 8:00 PM\nSaber: Stay.\nIris: Stay.\n\n\
                Zed\n#3 · Nov 24, 2026 8:01 PM\nSaber: Move to Market.\n\nBert\n#4 · Nov 24, 2026 8:02 PM\nLancer: Stay.\nAlys 42 wrote:\nSaber: Move to Market.\nEdmund: Stay.\n";
    save(&desk, "thread.txt", text, true);
    let run = desk.grail(["orders", "import", "war", "--thread", "thread.txt", "--zone", "UTC"]).done();
    let run = run.says(["thread.txt, text: 4 posts.", "`Zed` posts what may be orders"]);
    run.prints(["accepted, Red", "set aside, Blue: it quotes somebody"]);
    assert_eq!(holds(&desk, "red"), "Saber: Stay Iris: Stay");
    desk.write("empty.html", "<html><body><p>No thread.</p></body></html>");
    let empty = desk.grail(["orders", "import", "war", "--thread", "empty.html"]);
    empty.ends(1).says(["no posts that can be told apart"]);
    desk.edit("war/war.yaml", "forum: [Bertie, Bert]", "forum: alys 42");
    let twice = desk.grail(["orders", "import", "war", "--thread", "thread.txt"]);
    twice.ends(1).says(["two people of war.yaml post as"]);
}

#[test]
fn the_updates_of_a_night_come_as_posts_in_one_text() {
    let desk = by_forum();
    desk.grail(["resolve", "war"]).done();
    let run = desk.grail(["updates", "war", "1", "--posts"]).done();
    let heads: Vec<&str> = run.out.lines().filter(|line| line.starts_with("===== ")).collect();
    let wanted = [
        "===== for everybody: the thread =====",
        "===== for Blue alone: a message to Bertie =====",
        "===== for Red alone: a message to Alys 42 =====",
    ];
    assert_eq!(heads, wanted);
    assert_eq!(run.out.matches("[spoiler=").count(), run.out.matches("[/spoiler]").count());
    assert!(run.out.contains("[spoiler=WHAT HAPPENED]"), "{}", run.out);
    assert!(!desk.grail(["updates", "war", "1", "--posts", "--no-spoilers"]).done().out.contains("spoiler"));
    // They name the moment that holds, as letters do.
    desk.grail(["deadline", "war", "--to", "2099-12-03 20:30"]).done();
    let moved = desk.grail(["updates", "war", "1", "--posts"]).done();
    assert_eq!(moved.out.matches("Orders for Night 2 are due Thursday 3 December, 20:30").count(), 3, "{}", moved.out);
    let short = desk.grail(["updates", "war", "1", "--posts", "--longest", "400", "--form", "gamefaqs"]).done();
    assert!(short.out.contains("a message to Alys 42, 2 of "), "{}", short.out);
    let page = desk.grail(["updates", "war", "1", "--posts", "--form", "html"]);
    page.ends(2).says(["bbcode or gamefaqs"]);
}

#[test]
fn a_post_may_ask_as_a_letter_may_and_the_answer_goes_to_its_poster_alone() {
    let desk = by_forum();
    mail(&desk, "by: maildir, maildir: sent");
    let posts = [
        (2, "Alys 42", "20:00", "", &["Saber:", "Scout Clock House.", "Iris: Stay."][..], ""),
        (3, "Bert", "20:10", "", &["Can I get an extension?"], ""),
        (4, "Alys 42", "20:20", "", &["Please cancel Saber's orders.", "What are my orders?"], ""),
        (5, "Bert", "20:30", "", &["ready"], ""),
        (6, "Alys 42", "20:40", "", &["My new address is eve@example.net"], ""),
        (7, "Bert", "20:50", "", &["I am ready."], ""),
        (8, "Zed", "20:55", "", &["Please withdraw all my orders."], ""),
    ];
    save(&desk, "thread.html", &page(&BOARDS[0], &posts), true);
    let run = desk.grail(["orders", "import", "war", "--thread", "thread.html", "--zone", "UTC", "--send"]).done();
    let run = run.prints(["answered, Red", "it asks: to withdraw orders, its orders", "it asks: for more time"]);
    run.says(["by Bert: ready", "by Alys 42: My new address"]);
    assert_eq!(holds(&desk, "red"), "Iris: Stay");
    let letters = sent(&desk);
    let told =
        |whom: &str, what: &str| letters.iter().filter(|(to, l)| to.contains(whom) && words(l).contains(what)).count();
    assert_eq!(told("alice@", "What you ordered for Saber is withdrawn."), 1);
    assert_eq!(told("bob@", "The GM is asked for more time"), 1);
    assert!(letters.iter().all(|(to, _)| to.contains("alice@") || to.contains("bob@")), "nobody else has one");
    desk.grail(["status", "war"]).done().prints(["Ready: Blue."]);
    desk.grail(["letters", "war"]).done().prints(["Can I get an extension?"]);
    // Once more nothing is asked, and a post that was changed says what it says now.
    let mut later = posts;
    later[5] = (7, "Bert", "20:50", "", &["I thought I was ready, and am not."], "21:30");
    save(&desk, "later.html", &page(&BOARDS[0], &later), true);
    desk.grail(["orders", "import", "war", "--thread", "later.html", "--zone", "UTC", "--send"]).done();
    assert_eq!(sent(&desk).iter().filter(|(_, l)| words(l).contains("asked for more time")).count(), 1);
    let status = desk.grail(["status", "war"]).done().out;
    assert!(!status.contains("Ready: "), "{status}");
}

#[test]
fn what_a_poster_without_an_address_asks_for_is_the_gm_s_to_tell() {
    let desk = by_forum();
    desk.edit("war/war.yaml", "email: bob@example.org, ", "");
    let posts = [(3, "Bert", "20:10", "", &["When are orders due?"][..], "")];
    save(&desk, "thread.html", &page(&BOARDS[0], &posts), true);
    let run = desk.grail(["orders", "import", "war", "--thread", "thread.html", "--zone", "UTC"]).done();
    run.prints(["set aside, Blue", "it asks: how things stand", "for you to tell them: It is night 1 of"]);
    desk.grail(["letters", "war"]).done().says(["1 of them awaits you"]);
}

#[test]
fn the_age_of_a_post_is_told_by_what_the_war_has_written_and_by_no_file_s_date() {
    let desk = by_forum();
    desk.grail(["resolve", "war"]).done();
    assert!(desk.read("war/nights/001/played.yaml").contains("\nplayed: \"20"));
    let played = "format: 1\nplayed: \"2026-11-24T20:10:00Z\"\n";
    desk.write("war/nights/001/played.yaml", played);
    desk.write("war/nights/002/deadline.yaml", "due: \"2026-11-24T23:00:00+00:00[Europe/London]\"\n");
    let posts = [
        (2, "Alys 42", "20:00", "", &["Saber: Scout Clock House."][..], ""),
        (3, "Bert", "20:20", "", &["Lancer: Stay."], ""),
    ];
    save(&desk, "thread.html", &page(&BOARDS[0], &posts), false);
    let import =
        || desk.grail(["orders", "import", "war", "--thread", "thread.html", "--zone", "UTC", "--dry-run"]).done();
    // Played again, copied, unpacked from a backup: the file is of another day, and the night is not.
    desk.grail(["reopen", "war", "1"]).done();
    assert_eq!(desk.read("war/nights/001/played.yaml"), played);
    for date in ["2026-11-24T21:00:00Z", "2026-11-01T21:00:00Z"] {
        let at = u64::try_from(date.parse::<jiff::Timestamp>().unwrap().as_second()).unwrap();
        let at = SystemTime::UNIX_EPOCH + Duration::from_secs(at);
        let state = fs::File::options().append(true).open(desk.path("war/nights/001/state.yaml")).unwrap();
        state.set_times(FileTimes::new().set_modified(at)).unwrap();
        let run = import().says(["1 post of players are older than the end of night 1"]);
        assert!(run.out.contains("accepted, Blue") && !run.out.contains("Red"), "{date}: {}", run.out);
    }
    // Where nobody wrote it down, the GM looks.
    fs::remove_file(desk.path("war/nights/001/played.yaml")).unwrap();
    let run =
        import().prints(["set aside, Red: nobody can tell whether it was posted before the last night was played"]);
    run.prints(["set aside, Blue"]);
}
