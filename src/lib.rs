pub mod language;
pub mod orders;
pub mod perception;
pub mod sheet;
pub mod vocabulary;
