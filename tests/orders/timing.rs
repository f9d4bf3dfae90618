use std::time::Instant;
use super::view::view;
use grail_referee::language::orders::parse;
use grail_referee::language::span::Source;
use grail_referee::orders::{check, name_book};
#[test]
fn timing() {
    let order = "If Lancer attacks Caster's Master first and two or more opponents are here, use Rapid Cut on Lancer at the end of the Attacking Phase; otherwise, attack Caster.\n";
    let text = format!("Saber:\n{}", order.repeat(40));
    let simple = format!("Saber:\n{}", "Use Rapid Cut on Caster 2 times.\n".repeat(40));
    let v = view();
    for _ in 0..3 {
        let t = Instant::now(); for _ in 0..20 { std::hint::black_box(name_book(&v)); } println!("book {:?}", t.elapsed() / 20);
        let b = name_book(&v);
        for text in [&text, &simple] {
            let s = Source::new("x", text.clone());
            let t = Instant::now(); for _ in 0..20 { std::hint::black_box(parse(&s, &b)); } println!("parse {:?}", t.elapsed() / 20);
            let t = Instant::now(); for _ in 0..20 { std::hint::black_box(check(&s, &v)); } println!("check {:?}", t.elapsed() / 20);
        }
    }
}
