//! The numbers by which a player withdraws orders are those of the plan that they were last sent: exactly these orders
//! go, or none, and the answer says which.

use std::collections::BTreeMap;

use grail_referee::campaign::folder::Folder;
use grail_referee::campaign::game::play::Game;
use grail_referee::mail::intake::{Intake, IntakeContext as Settings, IntakeResult, SeatProof};
use grail_referee::mail::letter_templates::LetterTemplates;
use grail_referee::mail::mailed_war::MailedWar;
use grail_referee::mail::reply::RequestReply;
use grail_referee::mail::sources::RawLetter;

use crate::cli::Desk;

use super::letter_of;

/// An order of a plan: its number, whose it is and what it says.
type Numbered = (usize, String);

/// The orders of a plan as an answer prints it.
fn orders_of(plan: &str) -> Vec<Numbered> {
    let mut actor = "";
    let mut found = Vec::new();
    for line in plan.lines() {
        if let Some((number, said)) = line.trim_start().split_once(". ")
            && let Ok(number) = number.parse()
        {
            let said = said.split(" [").next().unwrap().trim_end_matches('.');
            found.push((number, format!("{actor}: {said}")));
        } else if let Some(name) = line.strip_suffix(':') {
            actor = name;
        }
    }
    found
}

/// A letter on its way: what it says beside its token, and the answer that it answers.
#[derive(Clone)]
struct Written {
    body: String,
    numbers: Vec<usize>,
    answers: Option<String>,
}

/// An answer: its id, the plan in it and when it went out.
struct Answer {
    id: String,
    plan: Vec<Numbered>,
    at: i64,
}

/// A War that has just begun.
struct Table {
    game: Game,
    referee: MailedWar,
    templates: LetterTemplates,
}

/// Red's correspondence with it.
#[derive(Default)]
struct Post {
    now: i64,
    answers: Vec<Answer>,
    answered: BTreeMap<String, (String, i64)>,
    plan: Vec<Numbered>,
    /// The plan as the last letter with orders left it.
    ordered: Vec<Numbered>,
    written: usize,
    /// How many withdrawals were done, and how many were not.
    outcomes: [usize; 2],
}

impl Post {
    /// Takes letters in, all in one import; the answers go out, or wait for the next one that does.
    fn import(&mut self, table: &Table, letters: &[Written], unsent: &mut Vec<Answer>, sends: bool, told: &mut String) {
        let settings = Settings { now: self.now, answered: self.answered.clone(), ..Settings::default() };
        let mut intake = Intake::new(&table.game.folder, &table.referee, &table.templates, settings).unwrap();
        for letter in letters {
            self.written += 1;
            let raw = letter_of("alice", 1, u32::try_from(self.written).unwrap(), &letter.body);
            let thread = letter.answers.as_ref().map(|id| format!("In-Reply-To: <{id}>\nContent-Type"));
            let raw =
                raw.replace("Night: 1\n", "").replacen("Content-Type", thread.as_deref().unwrap_or("Content-Type"), 1);
            told.push_str(&format!("--- at {}, answers {:?}\n{}\n", self.now, letter.answers, letter.body));
            let raw = RawLetter { bytes: raw.into_bytes(), source: "letter".to_owned(), arrived: Some(self.now) };
            let IntakeResult::New(entry, _) = intake.import_letter(&raw, SeatProof::Letter).unwrap() else {
                panic!("known: {told}")
            };
            let receipt = entry.answer.as_ref().unwrap().receipt.as_ref().unwrap();
            let after = orders_of(&receipt.plan);
            let says: Vec<&String> = receipt
                .says
                .iter()
                .filter_map(|one| if let RequestReply::Said(said) = one { Some(said) } else { None })
                .collect();
            told.push_str(&format!("says {says:#?}\nplan:\n{}\n", receipt.plan));
            if !letter.numbers.is_empty() {
                self.judge(letter, &says, &after, told);
            }
            self.plan = after;
            if letter.body.contains(":\n") {
                self.ordered.clone_from(&self.plan);
            }
            let id = format!("answer.{}@example.org", self.written);
            let plan = self.plan.clone();
            unsent.push(Answer { id: id.clone(), plan, at: self.now });
            self.answered.insert(id, (entry.id.clone(), i64::MAX));
        }
        intake.update_order_files().unwrap();
        intake.change.commit().unwrap();
        self.now += 60;
        if sends {
            for answer in unsent.drain(..) {
                let Some((_, at)) = self.answered.get_mut(&answer.id) else { panic!("{told}") };
                *at = self.now;
                told.push_str(&format!("sent {} at {}\n", answer.id, self.now));
                self.answers.push(Answer { at: self.now, ..answer });
            }
            self.now += 60;
        }
    }

    /// What the law says of a withdrawal, with the plan behind it.
    fn judge(&mut self, letter: &Written, says: &[&String], after: &[Numbered], told: &str) {
        let bare = |plan: &[Numbered]| plan.iter().map(|(_, said)| said.clone()).collect::<Vec<_>>();
        let refused = says.iter().any(|said| said.contains("Nothing was withdrawn"));
        // What the letter orders beside stands anew: only what it leaves alone is compared.
        let anew =
            |said: &String| said.split(':').next().is_some_and(|actor| letter.body.contains(&format!("{actor}:")));
        let mut wanted: Vec<String> = bare(&self.plan).into_iter().filter(|said| !anew(said)).collect();
        let mut left: Vec<String> = bare(after).into_iter().filter(|said| !anew(said)).collect();
        if !refused {
            let last = self.answers.iter().filter(|answer| !answer.plan.is_empty()).max_by_key(|answer| answer.at);
            for number in &letter.numbers {
                // Before the first plan went out a letter's own numbers are those that it will have.
                let of = last.map_or(&self.ordered, |answer| &answer.plan);
                let (_, meant) = of.iter().find(|(n, _)| n == number).unwrap_or_else(|| panic!("no {number}: {told}"));
                assert!(says.iter().any(|said| said.contains(&format!("Order {number} "))), "{told}");
                if !anew(meant) {
                    let place = wanted.iter().position(|said| said == meant);
                    wanted.remove(place.unwrap_or_else(|| panic!("{meant} was not there to be withdrawn: {told}")));
                }
            }
        }
        // A plan without an order that holds is not shown: what is not accepted comes and goes with the others.
        let not_accepted = |said: &String| said.contains(": not accepted: ");
        wanted.retain(|said| !left.is_empty() || !not_accepted(said));
        left.retain(|said| !self.plan.is_empty() || !not_accepted(said));
        wanted.sort();
        left.sort();
        assert_eq!(wanted, left, "{told}");
        self.outcomes[usize::from(refused)] += 1;
        let last = self.answers.iter().max_by_key(|answer| answer.at);
        // What nobody could misread is done: the plan is the one that was sent, and the letter no copy.
        if let Some(last) = last
            && refused
            && bare(&last.plan) == bare(&self.plan)
            && letter.answers.as_ref() == Some(&last.id)
            && letter.numbers.iter().all(|n| last.plan.iter().any(|(number, _)| number == n))
        {
            assert!(
                says.iter().any(|said| said.contains("would not say the same")),
                "refused without a reason: {told}"
            );
        }
    }
}

/// Orders that may stand beside each other.
const ORDERS: [&str; 7] = [
    "Scout Market.",
    "Stay.",
    "Say: \"Hello.\"",
    "Say: \"Beware.\"",
    "Use Rapid Cut on Lancer.",
    "Atack Lancer.",
    "Stay.",
];

fn correspond(seed: u64) -> [usize; 2] {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut draw = move |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from((state >> 11) % n as u64).unwrap()
    };
    let desk = Desk::started();
    std::fs::remove_dir_all(desk.path("war/nights/001/orders")).unwrap();
    let game = Game::open(Folder::open(desk.path("war")).unwrap()).unwrap();
    let referee = MailedWar::load(&game).unwrap();
    let templates = LetterTemplates::new(BTreeMap::new()).unwrap();
    let table = Table { game, referee, templates };
    let mut post = Post { now: 1_700_000_000, ..Post::default() };
    let (mut told, mut unsent, mut before) = (format!("seed {seed}\n"), Vec::new(), Vec::<Written>::new());
    for _ in 0..8 {
        let mut letters = Vec::new();
        for _ in 0..1 + draw(2) {
            let thread = |draw: &mut dyn FnMut(usize) -> usize| match (post.answers.len(), draw(4)) {
                (0, _) | (_, 0) => None,
                (n, 1) => post.answers.get(draw(n)).map(|answer| answer.id.clone()),
                (_, _) => post.answers.last().map(|answer| answer.id.clone()),
            };
            let orders = |draw: &mut dyn FnMut(usize) -> usize| {
                let mut text = String::new();
                for name in ["Saber", "Iris"] {
                    if draw(2) == 0 {
                        let said: Vec<&str> = (0..1 + draw(3)).map(|_| ORDERS[draw(ORDERS.len())]).collect();
                        text.push_str(&format!("{name}:\n  {}\n", said.join("\n  ")));
                    }
                }
                text
            };
            let letter = match draw(10) {
                0..=2 => Written { body: orders(&mut draw), numbers: Vec::new(), answers: thread(&mut draw) },
                3 if !before.is_empty() => before[draw(before.len())].clone(),
                kind => {
                    let mut numbers: Vec<usize> = (0..1 + draw(2)).map(|_| 1 + draw(5)).collect();
                    numbers.dedup();
                    let asks = match numbers.as_slice() {
                        [one] => format!("Please withdraw order {one}.\n"),
                        all => format!(
                            "Please withdraw orders {}.\n",
                            all.iter().map(usize::to_string).collect::<Vec<_>>().join(" and ")
                        ),
                    };
                    let body = if kind == 4 { format!("{}{asks}", orders(&mut draw)) } else { asks };
                    Written { body, numbers, answers: thread(&mut draw) }
                }
            };
            if !letter.numbers.is_empty() {
                before.push(letter.clone());
            }
            if !letter.body.is_empty() {
                letters.push(letter);
            }
        }
        let sends = draw(3) > 0;
        post.import(&table, &letters, &mut unsent, sends, &mut told);
    }
    post.outcomes
}

#[test]
fn a_withdrawal_takes_the_orders_of_the_plan_that_was_sent_last_or_none() {
    let mut outcomes = [0, 0];
    for seed in 1..=std::env::var("GRAIL_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(crate::cases(12, 400)) {
        let of = correspond(seed);
        (outcomes[0], outcomes[1]) = (outcomes[0] + of[0], outcomes[1] + of[1]);
    }
    assert!(outcomes.iter().all(|number| *number >= 8), "done, and not done: {outcomes:?}");
}
