pub mod event;
pub mod language;
pub mod perception;
pub mod sheet;
pub mod vocabulary;
pub mod war;
