//! Small services that know nothing of games.

pub mod aligned;
pub mod cpuid;
mod hugepage;
pub(crate) mod prefetch;
