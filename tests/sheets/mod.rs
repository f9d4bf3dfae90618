//! Sheets: those that must load, and those that must fail with the right words.

mod broken;
mod shipped;
mod whole;
