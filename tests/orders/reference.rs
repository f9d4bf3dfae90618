//! REFERENCE's sentences and illegal samples as order files.
