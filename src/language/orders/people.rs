//! Who acts, and whom pronouns, possessives and team names mean.
//!
//! | module | holds |
//! | --- | --- |
//! | `doers`, `companions`, `bound_conditions`, `continued_actor` | who acts, who goes along and on what conditions, and whether a sentence goes on about another |
//! | `antecedents`, `pronouns`, `pronoun_words` | whom pronouns mean |
//! | `replace_pronouns`, `elliptic_verbs` | names in the place of pronouns; verbs left out |
//! | `attackers` | whoever attacked, behind a passive |
//! | `teams` | a team in the place of a person |
//! | `answers`, `sentence_words` | what `if he has not` answers; the words of a sentence |

pub(super) mod answers;
pub(super) mod antecedents;
pub(super) mod attackers;
mod bound_conditions;
pub(super) mod companions;
pub(super) mod continued_actor;
pub(super) mod doers;
pub(super) mod elliptic_verbs;
pub(super) mod pronoun_words;
pub(super) mod pronouns;
pub(super) mod replace_pronouns;
pub(super) mod sentence_words;
pub(super) mod teams;
