//! pest's own machine, with the grammars in it as `build.rs` left them.

use std::num::NonZeroUsize;
use std::sync::LazyLock;

use pest_meta::ast::RuleType;
use pest_meta::optimizer::{OptimizedExpr as Expr, OptimizedRule};
use pest_vm::Vm;

/// The most steps pest may take over one text; a person's sentence takes a few thousand.
const MOST_STEPS: usize = 400_000;

/// The machine. What `build.rs` wrote is whole; were it not, the machine would know fewer rules.
pub(crate) static MACHINE: LazyLock<Vm> = LazyLock::new(|| {
    pest::set_call_limit(NonZeroUsize::new(MOST_STEPS));
    let mut code = Code(include_str!(concat!(env!("OUT_DIR"), "/rules.txt")));
    Vm::new(std::iter::from_fn(|| code.rule()).chain([letter_rule()]).collect())
});

/// `LETTER` as a rule of its own, which stands before the machine's. That looks for the name of the property among all
/// of them at each letter: half of the time that a text took. Here it does so beyond ASCII alone.
fn letter_rule() -> OptimizedRule {
    let range = |first: char, last: char| Expr::Range(first.to_string(), last.to_string());
    let any_of = |choices: Vec<Expr>| {
        choices.into_iter().rev().reduce(|rest, first| Expr::Choice(Box::new(first), Box::new(rest)))
    };
    // Without the spaces among them: between the parts of a sequence the machine passes over spaces.
    let beyond_ascii = any_of(vec![
        range('\u{80}', '\u{9F}'),
        range('\u{A1}', '\u{2001}'),
        range('\u{200B}', '\u{202E}'),
        range('\u{2030}', '\u{10FFFF}'),
    ]);
    // Together these are all letters.
    let by_table =
        any_of(["CASED_LETTER", "MODIFIER_LETTER", "OTHER_LETTER"].map(|name| Expr::Ident(name.to_owned())).into());
    let other_letter = beyond_ascii
        .zip(by_table)
        .map(|(beyond_ascii, by_table)| Expr::Seq(Box::new(Expr::PosPred(Box::new(beyond_ascii))), Box::new(by_table)));
    let letters = [range('a', 'z'), range('A', 'Z')].into_iter().chain(other_letter).collect();
    let expr = any_of(letters).unwrap_or_else(|| Expr::Str(String::new()));
    OptimizedRule { name: "LETTER".to_owned(), ty: RuleType::Silent, expr }
}

/// What is left of the rules as `build.rs` encodes them.
struct Code(&'static str);

impl Code {
    fn rule(&mut self) -> Option<OptimizedRule> {
        let ty = match self.letter()? {
            's' => RuleType::Silent,
            'a' => RuleType::Atomic,
            _ => RuleType::Normal,
        };
        Some(OptimizedRule { name: self.text()?, ty, expr: self.expr()? })
    }

    fn expr(&mut self) -> Option<Expr> {
        Some(match self.letter()? {
            '"' => Expr::Str(self.text()?),
            '^' => Expr::Insens(self.text()?),
            '-' => Expr::Range(self.text()?, self.text()?),
            '.' => Expr::Ident(self.text()?),
            '&' => Expr::PosPred(self.part()?),
            '!' => Expr::NegPred(self.part()?),
            '~' => Expr::Seq(self.part()?, self.part()?),
            '|' => Expr::Choice(self.part()?, self.part()?),
            '?' => Expr::Opt(self.part()?),
            '*' => Expr::Rep(self.part()?),
            '+' => Expr::RepOnce(self.part()?),
            _ => Expr::Skip((0..self.number()?).map(|_| self.text()).collect::<Option<_>>()?),
        })
    }

    fn part(&mut self) -> Option<Box<Expr>> {
        self.expr().map(Box::new)
    }

    fn letter(&mut self) -> Option<char> {
        let letter = self.0.chars().next()?;
        self.0 = self.0.get(letter.len_utf8()..)?;
        Some(letter)
    }

    /// A number up to its colon.
    fn number(&mut self) -> Option<usize> {
        let (number, rest) = self.0.split_once(':')?;
        self.0 = rest;
        number.parse().ok()
    }

    fn text(&mut self) -> Option<String> {
        let (text, rest) = self.number().and_then(|length| self.0.split_at_checked(length))?;
        self.0 = rest;
        Some(text.to_owned())
    }
}
