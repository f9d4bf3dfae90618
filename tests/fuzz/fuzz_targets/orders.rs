//! Any bytes whatever, mailed as orders, give diagnostics or a plan.

#![no_main]

use std::path::Path;
use std::sync::LazyLock;

use grail_referee::campaign::game::load_war::load;
use grail_referee::language::order_text;
use grail_referee::language::span::Source;
use grail_referee::orders::check;
use grail_referee::orders::order_receipt::render_receipt;
use grail_referee::perception::view::View;
use grail_referee::perception::view_of::build_view;
use grail_referee::vocabulary::ids::SeatId;
use libfuzzer_sys::fuzz_target;

/// What the first seat of the example War may know.
static VIEW: LazyLock<View> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let loaded = load(&root.join("campaigns/nine-bridges"), &[root.clone()]);
    build_view(&loaded.expect("the example War is sound").war, SeatId(0))
});

fuzz_target!(|bytes: &[u8]| {
    let source = Source::new("orders.txt", String::from_utf8_lossy(bytes));
    let checked = check(&source, &VIEW);
    let _ = render_receipt(&source, &VIEW, &checked);
    // What could be read is said back in words that read the same.
    for order in &checked.plan {
        let words = order_text::order(order);
        let again = Source::new("again.txt", format!("{}:\n{words}", order.actor.text));
        let again = check(&again, &VIEW);
        assert!(again.plan.iter().any(|o| order_text::order(o) == words), "{words}");
    }
});
