//! The build script. Compiles the grammars of this folder into the reader that `src/engine.rs` includes, and lists
//! their rules for `src/rule.rs`.
//!
//! pest defines the language, and its own machine has the last word on every text that is refused.
//! What is understood is found by this reader: the same rules, as pest's optimizer leaves them, as
//! plain functions over bytes. Of each rule and each alternative it knows with which bytes it can
//! begin, so that most of them are never tried. A test holds the two to the same trees.
#![expect(clippy::expect_used, clippy::panic, reason = "a grammar that cannot be compiled ends the build")]
#![expect(clippy::disallowed_methods, reason = "a build reads the grammars and writes what it made of them")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use pest::error::Error;
use pest_meta::ast::RuleType;
use pest_meta::optimizer::{self, OptimizedExpr as Expr, OptimizedRule};
use pest_meta::{parser, validator};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let folder = fs::read_dir(".").expect("the grammars are there");
    let mut paths: Vec<_> = folder.map(|entry| entry.expect("a grammar").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "pest"));
    paths.sort();
    paths.iter().for_each(|path| println!("cargo::rerun-if-changed={}", path.display()));
    let texts: Vec<_> = paths.iter().map(|path| fs::read_to_string(path).expect("a grammar")).collect();
    let grammar = texts.join("\n");
    let rules = parse_rules(&grammar).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let compiler = Compiler::new(&rules);
    let out = env::var("OUT_DIR").expect("cargo says where");
    let write =
        |file: &str, text: &str| fs::write(Path::new(&out).join(file), text).expect("cargo's folder can be written");
    write("engine.rs", &compiler.whole(&rules));
    write("rule.rs", &rule_enum(&rules));
    write("rules.txt", &rules.iter().map(encoded).collect::<String>());
}

/// Reads the rules and optimizes each by itself. For all of them together, pest would look at every choice for rules
/// that use its stack, through all rules below it, which takes most of a build; no rule of these grammars uses it.
fn parse_rules(grammar: &str) -> Result<Vec<OptimizedRule>, Vec<Error<parser::Rule>>> {
    let pairs = parser::parse(parser::Rule::grammar_rules, grammar).map_err(|error| vec![error])?;
    validator::validate_pairs(pairs.clone())?;
    let rules = parser::consume_rules(pairs)?;
    Ok(rules.into_iter().flat_map(|rule| optimizer::optimize(vec![rule])).collect())
}

/// A rule as `src/machine.rs` decodes it: pest takes seconds to check the grammars, so that it is done here alone.
fn encoded(rule: &OptimizedRule) -> String {
    let kind = match rule.ty {
        RuleType::Normal => 'n',
        RuleType::Silent => 's',
        RuleType::Atomic => 'a',
        RuleType::CompoundAtomic | RuleType::NonAtomic => panic!("`{}`: its kind is not compiled", rule.name),
    };
    format!("{kind}{}{}", encoded_text(&rule.name), encoded_expr(&rule.expr))
}

/// An expression: a letter of its kind, then its parts.
fn encoded_expr(expr: &Expr) -> String {
    match expr {
        Expr::Str(text) => format!("\"{}", encoded_text(text)),
        Expr::Insens(text) => format!("^{}", encoded_text(text)),
        Expr::Range(a, b) => format!("-{}{}", encoded_text(a), encoded_text(b)),
        Expr::Ident(name) => format!(".{}", encoded_text(name)),
        Expr::PosPred(inner) => format!("&{}", encoded_expr(inner)),
        Expr::NegPred(inner) => format!("!{}", encoded_expr(inner)),
        Expr::Seq(a, b) => format!("~{}{}", encoded_expr(a), encoded_expr(b)),
        Expr::Choice(a, b) => format!("|{}{}", encoded_expr(a), encoded_expr(b)),
        Expr::Opt(inner) => format!("?{}", encoded_expr(inner)),
        Expr::Rep(inner) => format!("*{}", encoded_expr(inner)),
        Expr::RepOnce(inner) => format!("+{}", encoded_expr(inner)),
        Expr::Skip(ends) => format!("<{}:{}", ends.len(), ends.iter().map(|end| encoded_text(end)).collect::<String>()),
        other => panic!("`{other}` is not compiled"),
    }
}

/// A text behind the number of its bytes.
fn encoded_text(text: &str) -> String {
    format!("{}:{text}", text.len())
}

/// The type with every rule, in the grammars' order, and the rules in the order of their names.
fn rule_enum(rules: &[OptimizedRule]) -> String {
    let mut names: Vec<&str> = ["EOI"].into_iter().chain(rules.iter().map(|rule| rule.name.as_str())).collect();
    let (count, variants, in_order) = (names.len(), names.join(", "), format!("{names:?}"));
    names.sort_unstable();
    let by_name: String = names.iter().map(|name| format!("({name:?}, Rule::{name}), ")).collect();
    format!(
        "/// A rule of the grammars.\n#[allow(non_camel_case_types, missing_docs)]\n\
         #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]\npub enum Rule {{ {variants} }}\n\
         const NAMES: [&str; {count}] = {in_order};\n\
         const BY_NAME: [(&str, Rule); {count}] = [{by_name}];\n"
    )
}

/// Most operations of the effect language begin with somebody, and most words for somebody may be a group: read once
/// where they stand.
const ASKED_BY_MANY: [&str; 2] = ["effect_who", "group"];

/// With which bytes something can begin, and whether it can be empty (predicates are).
#[derive(Clone, Copy, PartialEq)]
struct First {
    bytes: [bool; 256],
    empty: bool,
}

impl First {
    const NONE: First = First { bytes: [false; 256], empty: false };
    const EMPTY: First = First { bytes: [false; 256], empty: true };

    fn of(bytes: impl IntoIterator<Item = u8>) -> First {
        let mut first = First::NONE;
        bytes.into_iter().for_each(|b| first.bytes[usize::from(b)] = true);
        first
    }

    /// The bytes that UTF-8 begins the characters from `a` to `b` with.
    fn range(a: char, b: char) -> First {
        let lead = |c: char| c.to_string().into_bytes()[0];
        First::of(lead(a)..=lead(b))
    }

    fn or(mut self, other: First) -> First {
        (0..256).for_each(|b| self.bytes[b] |= other.bytes[b]);
        First { empty: self.empty || other.empty, ..self }
    }

    fn and(mut self, other: First) -> First {
        (0..256).for_each(|b| self.bytes[b] &= other.bytes[b]);
        First { empty: self.empty && other.empty, ..self }
    }

    /// Whether a look at the next byte can rule it out.
    fn tells(&self) -> bool {
        !self.empty && self.bytes.contains(&false)
    }

    /// A constant of the engine's `Set`.
    fn constant(&self) -> String {
        let mut words = [0_u64; 5];
        (0..256).filter(|b| self.bytes[*b]).for_each(|b| words[b / 64] |= 1 << (b % 64));
        format!("{words:?}")
    }
}

struct Compiler<'a> {
    firsts: BTreeMap<&'a str, First>,
    types: BTreeMap<&'a str, RuleType>,
}

impl<'a> Compiler<'a> {
    fn new(rules: &'a [OptimizedRule]) -> Compiler<'a> {
        let mut compiler = Compiler { firsts: BTreeMap::new(), types: BTreeMap::new() };
        for rule in rules {
            compiler.firsts.insert(&rule.name, First::NONE);
            compiler.types.insert(&rule.name, rule.ty);
        }
        // Rules use one another: until nothing changes.
        loop {
            let mut changed = false;
            for rule in rules {
                let first = compiler.first(&rule.expr, rule.ty != RuleType::Atomic);
                changed |= compiler.firsts.insert(&rule.name, first) != Some(first);
            }
            if !changed {
                return compiler;
            }
        }
    }

    fn first(&self, expr: &Expr, spaced: bool) -> First {
        match expr {
            Expr::Str(text) if text.is_empty() => First::EMPTY,
            Expr::Str(text) => First::of(text.bytes().take(1)),
            Expr::Insens(text) => {
                let byte = text.as_bytes()[0];
                First::of([byte.to_ascii_lowercase(), byte.to_ascii_uppercase()])
            }
            Expr::Range(a, b) => First::range(letter(a), letter(b)),
            Expr::Ident(name) => match name.as_str() {
                "SOI" | "EOI" => First::EMPTY,
                "ANY" => First::of(0..=255),
                "ASCII_DIGIT" => First::of(b'0'..=b'9'),
                "ASCII_ALPHANUMERIC" => First::of((0..128_u8).filter(u8::is_ascii_alphanumeric)),
                "LETTER" => First::of((0..=255_u8).filter(|b| b.is_ascii_alphabetic() || *b >= 128)),
                "UPPERCASE_LETTER" => First::of((0..=255_u8).filter(|b| b.is_ascii_uppercase() || *b >= 128)),
                "NUMBER" => First::of((0..=255_u8).filter(|b| b.is_ascii_digit() || *b >= 128)),
                _ => *self.firsts.get(name.as_str()).unwrap_or_else(|| panic!("no rule `{name}` is compiled")),
            },
            Expr::PosPred(_) | Expr::NegPred(_) | Expr::Skip(_) => First::EMPTY,
            Expr::Seq(head, tail) => {
                let rest = self.first(tail, spaced);
                // `&^"a" ~ (…)`: what is looked for first rules out the rest.
                if let (Expr::PosPred(ahead), false, false) = (&**head, spaced, rest.empty) {
                    let ahead = self.first(ahead, spaced);
                    return if ahead.empty { rest } else { ahead.and(rest) };
                }
                let head = self.first(head, spaced);
                let space = if spaced { self.firsts["WHITESPACE"] } else { First::NONE };
                match head.empty {
                    true => First { empty: false, ..head }.or(space).or(rest),
                    false => head,
                }
            }
            Expr::Choice(a, b) => self.first(a, spaced).or(self.first(b, spaced)),
            Expr::Opt(inner) | Expr::Rep(inner) => First { empty: true, ..self.first(inner, spaced) },
            Expr::RepOnce(inner) => self.first(inner, spaced),
            other => panic!("`{other}` is not compiled"),
        }
    }

    /// The code of an expression: true if it matched; else nothing of the text is consumed.
    fn code(&self, expr: &Expr, spaced: bool) -> String {
        let skip = if spaced { "p.space::<S>() && " } else { "" };
        match expr {
            Expr::Str(text) => format!("p.text({text:?})"),
            Expr::Insens(text) => format!("p.word({text:?})"),
            Expr::Range(a, b) => format!("p.range({:?}, {:?})", letter(a), letter(b)),
            Expr::Ident(name) => match name.as_str() {
                "SOI" => "(p.at == 0)".to_owned(),
                "EOI" => format!("p.end::<{}>()", mode(spaced)),
                "ANY" => "p.letter(|_| true)".to_owned(),
                "ASCII_DIGIT" => "p.byte(|b| b.is_ascii_digit())".to_owned(),
                "ASCII_ALPHANUMERIC" => "p.byte(|b| b.is_ascii_alphanumeric())".to_owned(),
                "LETTER" | "UPPERCASE_LETTER" | "NUMBER" => format!("p.letter(pest::unicode::{name})"),
                _ => format!("r_{name}::<{}>(p)", mode(spaced)),
            },
            Expr::PosPred(inner) => format!("p.ahead(|p| {})", self.code(inner, spaced)),
            Expr::NegPred(inner) => format!("!p.ahead(|p| {})", self.code(inner, spaced)),
            Expr::Seq(head, tail) => {
                let mut code = self.code(head, spaced);
                let mut rest = &**tail;
                while let Expr::Seq(head, tail) = rest {
                    write!(code, " && {skip}{}", self.code(head, spaced)).expect("a string takes it");
                    rest = tail;
                }
                format!("p.all(|p| {code} && {skip}{})", self.code(rest, spaced))
            }
            Expr::Choice(head, tail) => {
                let mut all = vec![&**head];
                let mut rest = &**tail;
                while let Expr::Choice(head, tail) = rest {
                    all.push(head);
                    rest = tail;
                }
                all.push(rest);
                let alternative = |expr: &&Expr| {
                    let first = self.first(expr, spaced);
                    let guarded = first.tells() && !matches!(expr, Expr::Ident(_));
                    let guard = if guarded { format!("p.begins(&{}) && ", first.constant()) } else { String::new() };
                    format!("{guard}{}", self.code(expr, spaced))
                };
                let all: Vec<String> = all.iter().map(alternative).collect();
                format!("({})", all.join(" || "))
            }
            Expr::Opt(inner) => format!("p.maybe(|p| {})", self.code(inner, spaced)),
            Expr::Rep(inner) => format!("p.maybe(|p| p.some::<{}>(|p| {}))", mode(spaced), self.code(inner, spaced)),
            Expr::RepOnce(inner) => format!("p.some::<{}>(|p| {})", mode(spaced), self.code(inner, spaced)),
            Expr::Skip(ends) => format!("p.up_to(&{ends:?})"),
            other => panic!("`{other}` is not compiled"),
        }
    }

    fn whole(&self, rules: &[OptimizedRule]) -> String {
        let mut out = String::new();
        let mut entries = String::new();
        for OptimizedRule { name, ty, expr } in rules {
            let body = self.code(expr, *ty != RuleType::Atomic);
            let code = match (ty, name.as_str()) {
                (_, "WHITESPACE") => body,
                (RuleType::Silent, _) if flat(expr) => body,
                (RuleType::Silent, _) => format!("p.deeper(|p| {body})"),
                (RuleType::Normal, name) if ASKED_BY_MANY.contains(&name) => {
                    format!("p.once::<S>(Rule::{name}, |p| {body})")
                }
                (RuleType::Normal, _) => format!("p.tree::<S>(Rule::{name}, |p| {body})"),
                (RuleType::Atomic, _) => format!("p.leaf::<S>(Rule::{name}, |p| {body})"),
                (RuleType::CompoundAtomic | RuleType::NonAtomic, _) => panic!("`{name}`: its kind is not compiled"),
            };
            let first = self.firsts[name.as_str()];
            let guard = if first.tells() { format!("p.begins(&{}) && ", first.constant()) } else { String::new() };
            // The look at the next byte stands where the rule is called, the rest in one place.
            writeln!(
                out,
                "#[inline(always)] fn r_{name}<const S: bool>(p: &mut Engine<'_>) -> bool {{ {guard}b_{name}::<S>(p) }}\n\
                 fn b_{name}<const S: bool>(p: &mut Engine<'_>) -> bool {{ {code} }}"
            )
            .expect("a string takes it");
            writeln!(entries, "Rule::{name} => r_{name}::<true>(p),").expect("a string takes it");
        }
        let words = words(rules);
        format!(
            "{out}\n/// Every word of the grammars.\npub const WORDS: [&str; {}] = {words:?};\n\
             /// Reads by any rule.\nfn start(rule: Rule, p: &mut Engine<'_>) -> bool {{ match rule {{\n{entries}\
             Rule::EOI => p.end::<true>(),\n}} }}\n",
            words.len()
        )
    }
}

/// Whether white space may stand between the parts: never within an atomic rule, else as the caller has it.
fn mode(spaced: bool) -> &'static str {
    if spaced { "S" } else { "false" }
}

/// Whether an expression asks no rules but pest's own.
fn flat(expr: &Expr) -> bool {
    expr.iter_top_down().all(|e| !matches!(e, Expr::Ident(name) if name.chars().any(|c| c.is_ascii_lowercase())))
}

/// The words that may be written in any letter case, in small letters where one writes them so.
fn words(rules: &[OptimizedRule]) -> Vec<String> {
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    for expr in rules.iter().flat_map(|rule| rule.expr.iter_top_down()) {
        if let Expr::Insens(word) = expr
            && word.len() > 1
            && word.bytes().all(|b| b.is_ascii_alphabetic())
        {
            let kept = found.entry(word.to_ascii_lowercase()).or_insert_with(|| word.clone());
            *kept = kept.clone().max(word);
        }
    }
    found.into_values().collect()
}

fn letter(text: &str) -> char {
    text.chars().next().expect("a range has ends")
}
