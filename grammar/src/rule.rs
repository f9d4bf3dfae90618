//! The rules of the grammars by name.

use std::fmt;

include!(concat!(env!("OUT_DIR"), "/rule.rs"));

/// How many rules there are.
pub(crate) const COUNT: usize = NAMES.len();

impl Rule {
    /// The rule of a name, as it stands in the grammars.
    pub fn named(name: &str) -> Option<Rule> {
        let place = BY_NAME.binary_search_by(|(of, _)| (*of).cmp(name)).ok()?;
        BY_NAME.get(place).map(|(_, rule)| *rule)
    }

    /// Its name, as it stands in the grammars.
    pub fn name(self) -> &'static str {
        NAMES.get(self as usize).copied().unwrap_or_default()
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
