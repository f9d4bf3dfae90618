//! How long a Night takes: checking orders, resolving twenty characters, rendering their updates.
//!
//! `cargo bench` measures the second Night of the example War, the one with the most orders.

#![expect(clippy::expect_used, reason = "a benchmark without its War has nothing to say")]

use std::collections::BTreeMap;

use divan::{Bencher, black_box};
use grail_referee::campaign::folder::Folder;
use grail_referee::campaign::game::pages;
use grail_referee::campaign::game::play::{Game, Played};
use grail_referee::night::ruling::Rulings;
use grail_referee::night::{SeatPlan, resolve};

fn main() {
    divan::main();
}

/// The example War before its second Night, and that Night played once.
fn second_night() -> (Game, Played) {
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
    let view = grail_referee::perception::view_of::view(&played.before, orders.seat);
    bencher.bench(|| grail_referee::orders::check(black_box(&orders.source), black_box(&view)));
}

#[divan::bench]
fn check_all_order_files(bencher: Bencher) {
    let (_, played) = second_night();
    bencher.bench(|| {
        for orders in &played.orders {
            let view = grail_referee::perception::view_of::view(&played.before, orders.seat);
            black_box(grail_referee::orders::check(&orders.source, &view));
        }
    });
}

#[divan::bench]
fn resolve_a_night_of_twenty(bencher: Bencher) {
    let (_, played) = second_night();
    let plans: Vec<SeatPlan> = played.orders.iter().map(|o| o.plan.clone()).collect();
    let rulings = Rulings::default();
    bencher.bench(|| resolve(black_box(&played.before), black_box(&plans), &rulings));
}

#[divan::bench]
fn render_all_updates(bencher: Bencher) {
    let (_, played) = second_night();
    bencher.bench(|| {
        pages::pages(&played.before, &played.resolution, &played.orders, None, BTreeMap::new()).map(|p| p.len())
    });
}

#[divan::bench]
fn load_the_campaign(bencher: Bencher) {
    bencher.bench(|| {
        let folder = Folder::open("campaigns/nine-bridges").expect("the example War is there");
        Game::open(folder).map(|g| g.loaded.war.characters.len())
    });
}
