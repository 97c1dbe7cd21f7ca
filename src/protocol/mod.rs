//! Protocols: text to commands and events to text, one file a dialect.
//!
//! Must not touch search, threads or clocks; only `out` writes to standard output.
