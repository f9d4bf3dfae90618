//! stub
use super::condition::{Condition, Written};
use super::effect::Effect;
use super::fields::Read;
/// stub
pub fn parse(text: &str) -> Read<Effect> {
    Ok(Effect::Gm(text.to_owned()))
}
/// stub
pub fn requirements(_text: &str) -> Read<Vec<Condition<Written>>> {
    Ok(Vec::new())
}
