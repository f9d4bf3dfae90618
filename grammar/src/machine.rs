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
    Vm::new(std::iter::from_fn(|| code.rule()).collect())
});

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
