//! The innermost operations on bitboards, chosen at compile time for the target processor.
//!
//! Owns the choice between the kernels; each equals [`portable`] on every input.

pub mod portable;

pub use portable::{count_last_flip, flip, mobility};
