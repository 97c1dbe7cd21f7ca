//! Small services that know nothing of games.

pub mod aligned;
mod hugepage;
pub(crate) mod prefetch;
pub mod cpuid;
