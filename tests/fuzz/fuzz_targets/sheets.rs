//! Any bytes whatever, given as a sheet or as sentences of one, load or are refused.

#![no_main]

use grail_referee::language::effect_text::canonical;
use grail_referee::language::effects::parse;
use grail_referee::language::span::Source;
use grail_referee::sheet::load_sheet::{Defaults, load};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let _ = load(&Source::new("sheet.yaml", text.clone()), Defaults::Sheet);
    // A sentence that is understood is said back in words that read the same.
    for sentence in text.lines() {
        if let Ok(effect) = parse(sentence) {
            let words = canonical(&effect);
            assert_eq!(parse(&words).as_ref(), Ok(&effect), "{sentence}\n{words}");
        }
    }
});
