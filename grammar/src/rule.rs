//! The rules of the grammars by name.

use std::fmt;

include!(concat!(env!("OUT_DIR"), "/rule.rs"));

impl Rule {
    /// The rule of a name, as it stands in the grammars.
    pub fn named(name: &str) -> Option<Rule> {
        let place = RULES.binary_search_by(|(of, _)| (*of).cmp(name)).ok()?;
        RULES.get(place).map(|(_, rule)| *rule)
    }

    /// Its name, as it stands in the grammars.
    pub fn name(self) -> &'static str {
        RULES.get(self as usize).map_or("", |(name, _)| name)
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
