//! `state.yaml`: the position after a night, exactly as the engine wrote it.
//!
//! The file has a hash of the War, so that a truncated or edited file is refused. The hash is no secret and no
//! protection against a forger; it catches accidents.

use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use crate::campaign::error::{CampaignError, Result, Unreadable};
use crate::campaign::folder::{NightFolder, read_text};
use crate::campaign::night_files::to_yaml;
use crate::war::War;
use crate::war::naming;
use crate::war::setup::Setup;

use super::{ENGINE, FORMAT};

/// The contents of the file, in this order.
#[derive(Serialize)]
struct StateFile<'a> {
    format: u32,
    engine: &'a str,
    night: u32,
    start: &'a str,
    hash: String,
    war: &'a Value,
}

/// The signature in the engine's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// The version of the engine that writes.
    pub engine: String,
    /// The hash of night 000 that the War began with.
    pub start: String,
}

impl Stamp {
    /// This engine's stamp.
    pub fn of_this_engine(start: String) -> Stamp {
        Stamp { engine: ENGINE.to_owned(), start }
    }
}

/// Renders the position after a night.
pub fn render_state(war: &War, night: u32, stamp: &Stamp) -> Result<String> {
    let tree = naming::to_tree(war).map_err(|e| CampaignError::internal(format!("a war could not be written: {e}")))?;
    let hash = hash(&tree.to_string());
    to_yaml(&StateFile { format: FORMAT, engine: &stamp.engine, night, start: &stamp.start, hash, war: &tree })
}

/// Reads the position after a night.
///
/// # Errors
/// [`CampaignError::Unreadable`] for an unknown format, another night's file, and a truncated or edited one.
pub fn read_state(night: &NightFolder, setup: Arc<Setup>) -> Result<(Stamp, War)> {
    let path = night.state_file();
    let (stamp, written, tree) = parse_state_file(&path, &read_text(&path)?, night.number)?;
    let unreadable = |why| CampaignError::Unreadable { path: path.clone(), why };
    if written != hash(&tree.to_string()) {
        let detail = naming::with_marks(tree.clone(), &setup, &character_names(&tree)).err().map(|e| e.to_string());
        return Err(unreadable(Unreadable::Edited { detail }));
    }
    let war = naming::from_tree(tree, setup).map_err(|detail| unreadable(Unreadable::OtherShape { detail }))?;
    Ok((stamp, war))
}

/// Parses the file into the stamp, the written hash, and the War's tree.
fn parse_state_file(path: &Path, text: &str, night: u32) -> Result<(Stamp, String, Value)> {
    let unreadable = |why| CampaignError::Unreadable { path: path.to_owned(), why };
    let broken = |detail: String| unreadable(Unreadable::Broken { detail });
    let mut file: Value = serde_yaml::from_str(text).map_err(|e| broken(e.to_string()))?;
    let written = |key: &str| match file.get(key) {
        Some(Value::String(text)) => Ok(text.clone()),
        Some(Value::Number(number)) => Ok(number.to_string()),
        _ => Err(broken(format!("it has no `{key}`"))),
    };
    let format = written("format")?;
    if format != FORMAT.to_string() {
        return Err(unreadable(Unreadable::Format { found: format, known: FORMAT }));
    }
    let stamp = Stamp { engine: written("engine")?, start: written("start")? };
    let hash = written("hash")?;
    let found: u32 = written("night")?.parse().map_err(|_| broken("its `night` is no number".to_owned()))?;
    if found != night {
        return Err(unreadable(Unreadable::WrongNight { found }));
    }
    match file.get_mut("war").map(Value::take) {
        Some(tree @ Value::Object(_)) => Ok((stamp, hash, tree)),
        _ => Err(broken("it has no `war`".to_owned())),
    }
}

fn character_names(tree: &Value) -> Vec<String> {
    let list = tree.get("characters").and_then(Value::as_array);
    list.into_iter().flatten().filter_map(|c| Some(c.get("name")?.as_str()?.to_owned())).collect()
}

/// The hash of a text, in 16 hexadecimal digits.
pub fn hash(text: &str) -> String {
    format!("{:016x}", fnv_1a(text.as_bytes()))
}

/// The 64-bit FNV-1a hash: short, and the same in every release of every library.
fn fnv_1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(fnv_1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv_1a(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
