pub mod event;
pub mod language;
pub mod night;
pub mod perception;
pub mod sheet;
pub mod updates;
pub mod vocabulary;
pub mod war;
