//! From one clause to its actions: a verb with its phrases, and orders with words of their own.
//!
//! | module | holds |
//! | --- | --- |
//! | `verb_frame` | a verb with its phrases |
//! | `order_actions`, `attack_actions` | from a frame to actions |
//! | `fixed_orders`, `purchases` | orders with words of their own; purchases |
//! | `uses` | uses of skills, items and services |
//! | `things` | skills, spells and items by name |

pub(super) mod attack_actions;
pub(super) mod fixed_orders;
pub(super) mod order_actions;
pub(super) mod purchases;
pub(super) mod things;
pub(super) mod uses;
pub(super) mod verb_frame;
