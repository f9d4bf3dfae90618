//! How long a Night takes: checking orders, resolving twenty characters, rendering their updates; and how long the
//! library takes to be read, its sentences by themselves.
//!
//! `cargo bench` measures the second Night of the example War, the one with the most orders, and
//! the checking of made-up order files (`cargo bench -- lines`): 40 lines, and 100,000 lines as the
//! 2,500 files of 40 that they would come in. `cargo bench -- scenarios` runs the whole conformance suite,
//! which should take less than two seconds.
#![expect(
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "a benchmark reads its files and stops where something is wrong"
)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use grail_referee::campaign::folder::Folder;
use grail_referee::campaign::game::checked_orders::CheckedOrders;
use grail_referee::campaign::game::load_war::load;
use grail_referee::campaign::game::pages::{PageMaker, RenderedPage};
use grail_referee::campaign::game::play::{Game, PlayedNight};
use grail_referee::campaign::game::story_file::Story;
use grail_referee::event::apply::apply;
use grail_referee::event::detail::{RulingVerdict, StateChange};
use grail_referee::event::kind::Referee;
use grail_referee::event::{Cause, Event, EventId};
use grail_referee::language::effect::Effect;
use grail_referee::language::effects;
use grail_referee::language::orders::parse;
use grail_referee::language::span::Source;
use grail_referee::mail::letter_pictures::render_pictures;
use grail_referee::night::rulings::Rulings;
use grail_referee::night::{SeatPlan, resolve};
use grail_referee::orders::{check, name_book};
use grail_referee::perception::view::View;
use grail_referee::perception::view_of::build_view;
use grail_referee::scenario::run_with_library;
use grail_referee::sheet::Sheet;
use grail_referee::sheet::load_sheet::{Defaults, load as load_sheets};
use grail_referee::sheet::skill::{EffectLine, Skill};
use grail_referee::updates::markup::Form;
use grail_referee::vocabulary::ids::{CharacterId, SeatId, TeamId};
use grail_referee::vocabulary::phase::Phase;
use grail_referee::war::War;
use grail_referee::war::setup::{Seat, SkillRef};

/// The program's own.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}

/// The example War before its second Night, and that Night played once.
fn second_night() -> (Game, PlayedNight) {
    let folder = Folder::open("campaigns/nine-bridges").expect("the example War is there");
    let game = Game::open(folder).expect("it was started");
    let first = game.play(game.loaded.war.clone(), 1).expect("its first Night resolves");
    let second = game.play(first.resolution.war, 2).expect("its second Night resolves");
    (game, second)
}

#[divan::bench]
fn check_one_order_file(bencher: Bencher) {
    let (_, played) = second_night();
    let orders = played.orders.first().expect("somebody ordered");
    let view = build_view(&played.war_before, orders.seat);
    bencher.bench(|| check(black_box(&orders.source), black_box(&view)));
}

#[divan::bench]
fn check_all_order_files(bencher: Bencher) {
    let (_, played) = second_night();
    bencher.bench(|| {
        for orders in &played.orders {
            let view = build_view(&played.war_before, orders.seat);
            black_box(check(&orders.source, &view));
        }
    });
}

/// What an order file of so many lines holds: sentences of every form, names of the seat's own View.
fn letter(view: &View, lines: usize, seed: usize) -> Source {
    let own = view.own.iter().find(|own| own.skills.iter().any(|s| s.is_basic_attack)).expect("somebody attacks");
    let attack = &own.skills.iter().find(|s| s.is_basic_attack).expect("a basic attack").names[0];
    let others: Vec<&str> = view.known.iter().map(|known| known.name.as_str()).collect();
    let mut text = format!("{}:\n", own.name);
    for line in seed..seed + lines - 1 {
        let (a, b) = (others[line % others.len()], others[(line + 1) % others.len()]);
        let place = &view.locations[line % view.locations.len()].name;
        text.push_str(&match line % 8 {
            0 => format!("  Attack {a}.\n"),
            1 => format!("  Use {attack} on {a} 2 times.\n"),
            2 => format!("  If {a} attacks me first, attack {a}; otherwise, attack {b}.\n"),
            3 => format!("  When {a} enters this location, use {attack} on {a}.\n"),
            4 => format!("  At the end of the Attacking Phase, if {a} is dead, attack {b}.\n"),
            5 => format!("  If I have 100 or less Health and {a} is in {place}, stay.\n"),
            6 => format!("  If two or more opponents are here, use {attack} on the opponent who attacked me first.\n"),
            _ => format!("  Attack {a} as though I had AGI E, if {b} is not here.\n"),
        });
    }
    Source::new("orders.txt", text)
}

fn a_view() -> View {
    let war = load(Path::new("campaigns/nine-bridges"), &[PathBuf::from(".")]).expect("the example War is sound").war;
    let seats = 0..u16::try_from(war.setup.seats.len()).expect("few seats");
    let views = seats.map(|seat| build_view(&war, SeatId(seat)));
    views.max_by_key(|view| view.known.len()).expect("a seat")
}

#[divan::bench]
fn lines_of_a_file_of_40(bencher: Bencher) {
    let view = a_view();
    let file = letter(&view, 40, 0);
    let checked = check(&file, &view);
    assert!(!checked.has_errors(), "{}", checked.diagnostics[0].render(&file));
    bencher.counter(ItemsCount::new(40_usize)).bench(|| check(black_box(&file), black_box(&view)));
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn lines_of_100_000(bencher: Bencher) {
    let view = a_view();
    let files: Vec<Source> = (0..2500).map(|n| letter(&view, 40, n * 7)).collect();
    bencher
        .counter(ItemsCount::new(100_000_usize))
        .bench(|| files.iter().map(|file| check(black_box(file), &view).plan.len()).sum::<usize>());
}

/// Of which: the names of a View made ready.
#[divan::bench]
fn lines_names_alone(bencher: Bencher) {
    let view = a_view();
    bencher.bench(|| name_book(black_box(&view)));
}

/// Of which: reading, without what the View has to say.
#[divan::bench]
fn lines_reading_alone(bencher: Bencher) {
    let view = a_view();
    let names = name_book(&view);
    let file = letter(&view, 40, 0);
    bencher.counter(ItemsCount::new(40_usize)).bench(|| parse(black_box(&file), &names));
}

#[divan::bench]
fn resolve_a_night_of_twenty(bencher: Bencher) {
    let (_, played) = second_night();
    let plans: Vec<SeatPlan> = played.orders.iter().map(|o| o.plan.clone()).collect();
    let rulings = Rulings::default();
    bencher.bench(|| resolve(black_box(&played.war_before), black_box(&plans), &rulings));
}

/// How many pages the second Night has in some forms: the public one and one a seat.
fn print(game: &Game, played: &PlayedNight, forms: &[Form]) -> usize {
    printed(game, played, forms).len()
}

fn printed(game: &Game, played: &PlayedNight, forms: &[Form]) -> Vec<RenderedPage> {
    let page_maker = PageMaker {
        war_before: &played.war_before,
        resolution: &played.resolution,
        orders: &played.orders,
        deadline: game.loaded.file.deadline.as_deref(),
        templates: BTreeMap::new(),
        story: &Story::default(),
    };
    let pages = page_maker.make_pages().expect("the pages are told");
    pages.render_all(forms).expect("the pages are printed")
}

/// The map of a page as its letter shows it.
#[divan::bench]
fn draw_a_map_as_png(bencher: Bencher) {
    let (game, played) = second_night();
    let pages = printed(&game, &played, &[Form::Html]);
    let red = pages.iter().find(|page| page.name == "red").expect("Red has a page");
    bencher.bench(|| render_pictures(black_box(&red.text)).len());
}

#[divan::bench]
fn updates_as_text(bencher: Bencher) {
    let (game, played) = second_night();
    bencher.bench(|| print(&game, &played, &[Form::Text]));
}

#[divan::bench]
fn updates_in_all_forms(bencher: Bencher) {
    let (game, played) = second_night();
    bencher.bench(|| print(&game, &played, &Form::ALL));
}

/// Twenty players for twenty characters: 21 updates.
fn of_twenty_seats() -> (Game, PlayedNight) {
    let (mut game, played) = second_night();
    let mut setup = (*played.war_before.setup).clone();
    let seats = setup.teams.iter().zip(0u16..).flat_map(|(team, number)| {
        let own = std::iter::once(team.master).chain(team.servants.iter().copied());
        own.map(move |id| (id, number))
    });
    setup.seats = seats
        .map(|(id, team)| Seat {
            name: played.war_before.character(id).name.clone(),
            team: TeamId(team),
            own_characters: vec![id],
        })
        .collect();
    let own_seat =
        |id| setup.seats.iter().zip(0u16..).find(|(seat, _)| seat.own_characters.contains(&id)).map(|(_, n)| SeatId(n));
    setup.own_seats = played.war_before.ids().map(own_seat).collect();
    // Each player's part of what their team ordered.
    let part = |(seat, number): (&Seat, u16)| {
        let of = |checked: &CheckedOrders| {
            let mine = checked.plan.orders.iter().filter(|order| order.actor.text == seat.name);
            let orders: Vec<_> = mine.cloned().collect();
            let (seat, count, source) = (SeatId(number), orders.len(), checked.source.clone());
            let plan = SeatPlan { seat, orders, refused: Vec::new(), count };
            (count > 0).then_some(CheckedOrders { seat, source, plan, faulty: Vec::new(), diagnostics: Vec::new() })
        };
        played.orders.iter().find_map(of)
    };
    let orders: Vec<CheckedOrders> = setup.seats.iter().zip(0u16..).filter_map(part).collect();
    let setup = Arc::new(setup);
    let seats = setup.seats.len();
    let mut before = played.war_before.clone();
    before.setup = setup.clone();
    before.seats.resize_with(seats, Default::default);
    Arc::get_mut(&mut game.loaded).expect("nobody else holds it").war.setup = setup;
    let plans: Vec<SeatPlan> = orders.iter().map(|o| o.plan.clone()).collect();
    let resolution = resolve(&before, &plans, &Rulings::default());
    (game, PlayedNight { war_before: before, resolution, orders, ..played })
}

#[divan::bench]
fn updates_21_as_text(bencher: Bencher) {
    let (game, played) = of_twenty_seats();
    bencher.bench(|| print(&game, &played, &[Form::Text]));
}

#[divan::bench]
fn updates_21_in_all_forms(bencher: Bencher) {
    let (game, played) = of_twenty_seats();
    bencher.bench(|| print(&game, &played, &Form::ALL));
}

/// The sheets of the library, each a file with its text.
fn library() -> Vec<Source> {
    let mut files: Vec<PathBuf> = ["common", "servants", "masters", "familiars"]
        .into_iter()
        .flat_map(|folder| fs::read_dir(Path::new("sheets").join(folder)).expect("the library is there"))
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.sort();
    // Who learns what is no sheet.
    files.retain(|path| !path.ends_with("perception.yaml"));
    let read = |path: &PathBuf| fs::read_to_string(path).expect("a sheet is text");
    files.iter().map(|path| Source::new(path.to_string_lossy(), read(path))).collect()
}

/// Every sheet of the library, read from its text.
#[divan::bench]
fn load_the_library(bencher: Bencher) {
    let files = library();
    bencher.bench(|| {
        files
            .iter()
            .map(|file| load_sheets(black_box(file), Defaults::Sheet).map_or(0, |loaded| loaded.sheets.len()))
            .sum::<usize>()
    });
}

/// The library's sentences, each read into its tree.
#[divan::bench]
fn sentences_of_the_library(bencher: Bencher) {
    let sheets: Vec<Sheet> =
        library().iter().flat_map(|file| load_sheets(file, Defaults::Sheet).expect("it is sound").sheets).collect();
    let lines = sheets.iter().flat_map(|sheet| &sheet.skills).flat_map(|skill| &skill.effects);
    let sentences: Vec<&str> = lines.map(|line| line.text.as_str()).collect();
    bencher
        .counter(ItemsCount::new(sentences.len()))
        .bench(|| sentences.iter().filter(|sentence| effects::parse(black_box(sentence)).is_ok()).count());
}

/// The second Night of the example War with a hundred sentences of skills in force in it, besides the abilities'.
#[divan::bench]
fn resolve_a_night_of_a_hundred_effects(bencher: Bencher) {
    let (_, played) = second_night();
    let mut war = played.war_before.clone();
    let in_force = |war: &War| war.active_skills.iter().map(|active| active.parts.len()).sum::<usize>();
    let mut left = 100_usize.saturating_sub(in_force(&war));
    let lasting = |skill: &Skill| {
        let lasts = |line: &&EffectLine| matches!(&line.effect, Effect::Sentence(rule) if rule.is_in_force());
        if skill.is_passive() { 0 } else { skill.effects.iter().filter(lasts).count() }
    };
    let mut used: BTreeMap<CharacterId, Vec<SkillRef>> = BTreeMap::new();
    while left > 0 {
        for who in war.living() {
            let sheet = war.character(who).sheet;
            for (skill, place) in war.sheet(who).skills.iter().zip(0u16..).filter(|(skill, _)| lasting(skill) > 0) {
                if left > 0 {
                    used.entry(who).or_default().push(SkillRef { sheet, skill_index: place });
                    left = left.saturating_sub(lasting(skill));
                }
            }
        }
    }
    let changes = used.into_iter().map(|(who, skills)| StateChange::Active(who, skills)).collect();
    let (verdict, reason, told) = (RulingVerdict::Set, String::new(), Vec::new());
    let kind = Referee::Ruled { verdict, changes, reason, told };
    let (id, phase, cause) = (EventId(0), Phase::TurnEnd, Cause::Rule);
    let (rules, observations) = (Vec::new(), Vec::new());
    apply(
        &mut war,
        &Event { id, phase, batch: 0, parent: None, cause, rules, location: None, kind: kind.into(), observations },
    );
    assert!(in_force(&war) >= 100, "{} effects in force", in_force(&war));
    let plans: Vec<SeatPlan> = played.orders.iter().map(|o| o.plan.clone()).collect();
    let rulings = Rulings::default();
    bencher.bench(|| resolve(black_box(&war), black_box(&plans), &rulings));
}

#[divan::bench]
fn load_the_campaign(bencher: Bencher) {
    bencher.bench(|| {
        let folder = Folder::open("campaigns/nine-bridges").expect("the example War is there");
        Game::open(folder).map(|g| g.loaded.war.characters.len())
    });
}

/// Every scenario of the conformance suite, read and played.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn scenarios_all_together(bencher: Bencher) {
    let chapters = fs::read_dir("tests/scenarios").expect("the scenarios are there");
    let files = chapters.flatten().filter_map(|chapter| fs::read_dir(chapter.path()).ok()).flatten();
    let mut paths: Vec<PathBuf> = files.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "yaml"));
    paths.sort();
    let files: Vec<Source> = paths
        .iter()
        .map(|path| Source::new(path.display().to_string(), fs::read_to_string(path).expect("a file of text")))
        .collect();
    let shelf = |path: &str| fs::read_to_string(path).ok();
    let count: usize = files.iter().map(|file| run_with_library(file, &shelf).scenarios.len()).sum();
    bencher
        .counter(ItemsCount::new(count))
        .bench(|| files.iter().filter(|file| run_with_library(black_box(file), &shelf).passes()).count());
}
