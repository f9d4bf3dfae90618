//! No text panics, none takes long.
