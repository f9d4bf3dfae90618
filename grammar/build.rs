//! The build script. Compiles the grammars of this folder into the tables that `src/tables.rs` includes, and lists
//! their rules for `src/rule.rs`.
//!
//! pest defines the language, and its own machine has the last word on every text that is refused.
//! What is understood is found by the reader of `src/engine.rs`: the same rules, as pest's optimizer leaves them, as
//! tables. Of each rule it knows with which bytes it can begin, and of each choice which alternatives a byte leaves, so
//! that most of them are never tried. A test holds the two to the same trees.
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
    let tables = Compiler::new(&rules).tables(&rules);
    let out = env::var("OUT_DIR").expect("cargo says where");
    let write =
        |file: &str, text: &str| fs::write(Path::new(&out).join(file), text).expect("cargo's folder can be written");
    write("tables.rs", &tables);
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

/// With which bytes something can begin, one bit each, and whether it can be empty (predicates are).
#[derive(Clone, Copy, PartialEq)]
struct First {
    bytes: [u64; 4],
    empty: bool,
}

impl First {
    const NONE: First = First { bytes: [0; 4], empty: false };
    const EMPTY: First = First { bytes: [0; 4], empty: true };

    fn of(bytes: impl IntoIterator<Item = u8>) -> First {
        let mut first = First::NONE;
        bytes.into_iter().for_each(|b| first.bytes[usize::from(b >> 6)] |= 1 << (b & 63));
        first
    }

    /// The bytes that UTF-8 begins the characters from `a` to `b` with.
    fn range(a: char, b: char) -> First {
        let lead = |c: char| c.to_string().into_bytes()[0];
        First::of(lead(a)..=lead(b))
    }

    fn or(self, other: First) -> First {
        First { bytes: std::array::from_fn(|i| self.bytes[i] | other.bytes[i]), empty: self.empty || other.empty }
    }

    fn and(self, other: First) -> First {
        First { bytes: std::array::from_fn(|i| self.bytes[i] & other.bytes[i]), empty: self.empty && other.empty }
    }

    /// Whether a look at the next byte can rule it out.
    fn tells(&self) -> bool {
        !self.empty && self.bytes != [u64::MAX; 4]
    }
}

struct Compiler<'a> {
    firsts: BTreeMap<&'a str, First>,
    nodes: Table,
    sets: Table,
    /// The alternatives of each choice: the set of bytes that it can begin with, and its node.
    choices: Vec<Vec<(usize, usize)>>,
}

/// Lines of a table, each kept once.
#[derive(Default)]
struct Table {
    lines: Vec<String>,
    places: BTreeMap<String, usize>,
}

impl Table {
    /// The place of a line.
    fn place(&mut self, line: String) -> usize {
        let (lines, places) = (&mut self.lines, &mut self.places);
        *places.entry(line).or_insert_with_key(|line| {
            lines.push(line.clone());
            lines.len() - 1
        })
    }
}

impl<'a> Compiler<'a> {
    fn new(rules: &'a [OptimizedRule]) -> Compiler<'a> {
        let (nodes, sets, choices) = Default::default();
        let firsts = rules.iter().map(|rule| (rule.name.as_str(), First::NONE)).collect();
        let mut compiler = Compiler { firsts, nodes, sets, choices };
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

    /// The place of an expression among the nodes.
    fn node(&mut self, expr: &Expr, spaced: bool) -> usize {
        let line = match expr {
            Expr::Str(text) => format!("Text({text:?})"),
            Expr::Insens(text) => format!("Word({:?})", text.to_ascii_lowercase()),
            Expr::Range(a, b) => format!("Range({:?}, {:?})", letter(a), letter(b)),
            Expr::Ident(name) => match name.as_str() {
                "SOI" => "Start".to_owned(),
                "EOI" => "End".to_owned(),
                "ANY" => "Any".to_owned(),
                "ASCII_DIGIT" => "Digit".to_owned(),
                "ASCII_ALPHANUMERIC" => "Alphanumeric".to_owned(),
                "LETTER" | "UPPERCASE_LETTER" | "NUMBER" => format!("Letter(pest::unicode::{name})"),
                _ => format!("Rule(Rule::{name})"),
            },
            Expr::PosPred(inner) => format!("Ahead({})", self.node(inner, spaced)),
            Expr::NegPred(inner) => format!("NotAhead({})", self.node(inner, spaced)),
            Expr::Opt(inner) => format!("Maybe({})", self.node(inner, spaced)),
            Expr::Rep(inner) => {
                let some = format!("Some({})", self.node(inner, spaced));
                format!("Maybe({})", self.nodes.place(some))
            }
            Expr::RepOnce(inner) => format!("Some({})", self.node(inner, spaced)),
            Expr::Skip(ends) => format!("UpTo(&{ends:?})"),
            Expr::Seq(head, tail) => {
                let mut parts = vec![self.node(head, spaced)];
                let mut rest = &**tail;
                while let Expr::Seq(head, tail) = rest {
                    parts.push(self.node(head, spaced));
                    rest = tail;
                }
                parts.push(self.node(rest, spaced));
                let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
                format!("All(&[{}])", parts.join(", "))
            }
            Expr::Choice(head, tail) => {
                let mut parts = vec![self.alternative(head, spaced)];
                let mut rest = &**tail;
                while let Expr::Choice(head, tail) = rest {
                    parts.push(self.alternative(head, spaced));
                    rest = tail;
                }
                parts.push(self.alternative(rest, spaced));
                let known = self.choices.iter().position(|choice| *choice == parts);
                let choice = known.unwrap_or_else(|| {
                    self.choices.push(parts);
                    self.choices.len() - 1
                });
                format!("Either({choice})")
            }
            other => panic!("`{other}` is not compiled"),
        };
        self.nodes.place(line)
    }

    /// An alternative: the bytes that it can begin with, and its node.
    fn alternative(&mut self, expr: &Expr, spaced: bool) -> (usize, usize) {
        let first = self.first(expr, spaced);
        (self.set(first), self.node(expr, spaced))
    }

    /// The place of a set of bytes. Of what a look at the next byte cannot rule out, the set has all, and the end too.
    fn set(&mut self, first: First) -> usize {
        let [a, b, c, d] = if first.tells() { first.bytes } else { [u64::MAX; 4] };
        self.sets.place(format!("[{a}, {b}, {c}, {d}, {}]", u64::from(!first.tells())))
    }

    /// The class of each byte, and of the end behind them. Bytes that all sets treat alike are of one class.
    fn classes(&self) -> Vec<usize> {
        let mut classes: BTreeMap<Vec<bool>, usize> = BTreeMap::new();
        let sets: Vec<[u64; 5]> = self.sets.lines.iter().map(|line| set_of_line(line)).collect();
        let of_byte = |byte: usize| {
            let held: Vec<bool> = sets.iter().map(|set| set[byte >> 6] >> (byte & 63) & 1 == 1).collect();
            let next = classes.len();
            *classes.entry(held).or_insert(next)
        };
        (0..=256).map(of_byte).collect()
    }

    /// For each choice and each class of bytes, the number of the list of alternatives that it leaves; and the lists.
    fn choices(&self, classes: &[usize]) -> (Vec<Vec<usize>>, Table) {
        let sets: Vec<[u64; 5]> = self.sets.lines.iter().map(|line| set_of_line(line)).collect();
        let count = classes.iter().max().map_or(0, |last| last + 1);
        let sample = |class: usize| classes.iter().position(|of| *of == class).expect("every class has a byte");
        let samples: Vec<usize> = (0..count).map(sample).collect();
        let mut lists = Table::default();
        let left = |choice: &Vec<(usize, usize)>, byte: usize| -> Vec<usize> {
            let begins = |set: usize| sets[set][byte >> 6] >> (byte & 63) & 1 == 1;
            choice.iter().filter(|(set, _)| begins(*set)).map(|(_, node)| *node).collect()
        };
        let of_choice =
            |choice| samples.iter().map(|byte| lists.place(format!("&{:?}", left(choice, *byte)))).collect();
        (self.choices.iter().map(of_choice).collect(), lists)
    }

    /// The rule that an expression begins with, and the set of bytes with which it goes on behind it; `None` if it
    /// begins with none, or a look at the byte behind it says nothing.
    fn lead(&mut self, expr: &'a Expr, rules: &[OptimizedRule]) -> Option<(&'a str, usize)> {
        let Expr::Seq(head, tail) = expr else { return None };
        let Expr::Ident(name) = &**head else { return None };
        let behind = self.first(tail, true);
        let is_rule = rules.iter().any(|rule| rule.name == *name);
        (is_rule && behind.tells()).then(|| (name.as_str(), self.set(behind)))
    }

    /// The tables of all rules.
    fn tables(mut self, rules: &'a [OptimizedRule]) -> String {
        let mut codes = String::from("RuleCode { first: 0, kind: Kind::End, body: 0, lead: None },");
        self.set(First::EMPTY);
        for OptimizedRule { name, ty, expr } in rules {
            let kind = match ty {
                RuleType::Silent if flat(expr) => "Plain",
                RuleType::Silent => "Silent",
                RuleType::Normal => "Tree",
                RuleType::Atomic => "Leaf",
                RuleType::CompoundAtomic | RuleType::NonAtomic => panic!("`{name}`: its kind is not compiled"),
            };
            let (first, body) = (self.set(self.firsts[name.as_str()]), self.node(expr, *ty != RuleType::Atomic));
            let lead = if *ty == RuleType::Atomic { None } else { self.lead(expr, rules) };
            let lead = lead.map_or("None".to_owned(), |(rule, set)| format!("Some((Rule::{rule}, {set}))"));
            write!(codes, "RuleCode {{ first: {first}, kind: Kind::{kind}, body: {body}, lead: {lead} }},")
                .expect("a string takes it");
        }
        let words = words(rules);
        let classes = self.classes();
        let (choices, lists) = self.choices(&classes);
        format!(
            "/// The rules, as `Rule` counts them.\npub(crate) static CODES: [RuleCode; {}] = [{codes}];\n\
             /// The expressions of all rules.\npub(crate) static NODES: [Node; {}] = [{}];\n\
             /// Sets of bytes.\npub(crate) static SETS: [Set; {}] = [{}];\n\
             /// The class of each byte, and of the end.\npub(crate) static CLASSES: [u8; 257] = {classes:?};\n\
             /// For each choice, the list of alternatives that each class leaves.\n\
             pub(crate) static CHOICES: [[u16; {}]; {}] = {choices:?};\n\
             /// Lists of alternatives.\npub(crate) static LISTS: [&[u16]; {}] = [{}];\n\
             /// Every word of the grammars.\npub const WORDS: [&str; {}] = {words:?};\n",
            rules.len() + 1,
            self.nodes.lines.len(),
            self.nodes.lines.iter().map(|line| format!("Node::{line},")).collect::<String>(),
            self.sets.lines.len(),
            self.sets.lines.join(", "),
            choices.first().map_or(0, Vec::len),
            choices.len(),
            lists.lines.len(),
            lists.lines.join(", "),
            words.len()
        )
    }
}

/// The set of a line of the table of sets.
fn set_of_line(line: &str) -> [u64; 5] {
    let numbers = line.trim_matches(['[', ']']).split(", ").map(|number| number.parse().expect("a set has numbers"));
    numbers.collect::<Vec<u64>>().try_into().expect("a set has five")
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
