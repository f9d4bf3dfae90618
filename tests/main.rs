//! The one integration binary: a module a feature.

mod orders;
