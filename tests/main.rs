//! The single integration test binary.
mod kernels;
