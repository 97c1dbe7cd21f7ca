//! Small services that know nothing of games.

pub mod aligned;
pub mod cpu_time;
pub mod cpuid;
mod hugepage;
pub mod log_sink;
pub mod memory;
pub(crate) mod prefetch;
pub mod weights_file;
