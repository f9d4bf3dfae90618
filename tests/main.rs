//! The one integration binary: one module a feature.

mod sheets;
