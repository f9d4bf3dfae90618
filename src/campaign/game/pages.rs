//! The pages of a night: each seat's update and the public one.
//!
//! May import [`crate::updates`] and what that may.

use crate::campaign::error::Result;
use crate::night::Resolution;
use crate::war::War;

use super::load::Loaded;

/// The pages of a night by file name: each seat's, and `public`.
///
/// # Errors
/// When a template fails.
pub fn pages(before: &War, resolution: &Resolution, loaded: &Loaded) -> Result<Vec<(String, String)>> {
    let _ = (before, resolution, loaded);
    Ok(Vec::new())
}
