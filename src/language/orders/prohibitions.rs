//! What must not be done: kept by default, or part of the order beside it.
//!
//! | module | holds |
//! | --- | --- |
//! | `prohibition` | what a sentence forbids |
//! | `forbidden_actions` | the actions that are forbidden |
//! | `of_lists` | prohibitions of several things, and of what is spent |
//! | `of_order_above` | a prohibition that is part of the order above |
//! | `of_other_cases` | what is not done in all other cases |
//! | `order_below` | an order below a prohibition that may lean on it |
//! | `words` | words of prohibitions, and words beside them that add nothing |

mod forbidden_actions;
mod of_lists;
pub(super) mod of_order_above;
pub(super) mod of_other_cases;
mod order_below;
pub(super) mod prohibition;
pub(super) mod words;
