pub mod event;
pub mod language;
pub mod night;
pub mod perception;
pub mod scenario;
pub mod sheet;
pub mod vocabulary;
pub mod war;
