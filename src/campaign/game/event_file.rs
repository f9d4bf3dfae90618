//! `events.jsonl`: a header, then one event in each line.

use serde_json::{Value, json};

use crate::campaign::error::{CampaignError, Result};
use crate::event::Event;
use crate::war::War;
use crate::war::naming::with_names;

use super::FORMAT;

/// Renders the log of a night; `war` is the position after it, which has every name.
pub fn render_log(war: &War, night: u32, events: &[Event], engine: &str) -> Result<String> {
    let mut out = json!({ "format": FORMAT, "engine": engine, "war": war.setup.title, "night": night }).to_string();
    out.push('\n');
    for event in events {
        out.push_str(&event_to_json(war, event)?.to_string());
        out.push('\n');
    }
    Ok(out)
}

/// An event as JSON, with names in place of ids.
pub fn event_to_json(war: &War, event: &Event) -> Result<Value> {
    serde_json::to_value(event)
        .map(|tree| with_names(tree, war))
        .map_err(|e| CampaignError::internal(format!("event {} could not be written: {e}", event.id.0)))
}
