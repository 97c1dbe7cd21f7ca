//! The single integration test binary.

mod kernels;
mod solver;
mod tidy;
