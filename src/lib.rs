#![deny(unsafe_code, unsafe_op_in_unsafe_fn, clippy::undocumented_unsafe_blocks)]
#![deny(rustdoc::broken_intra_doc_links, clippy::print_stdout, clippy::dbg_macro, clippy::todo)]
#![warn(missing_docs, unreachable_pub)]
//! Heibai (黑白): an engine backend for the black-and-white stone games.

pub mod clock;
pub mod command;
pub mod engine;
pub mod game;
pub mod othello;
pub mod protocol;
pub mod session;
pub mod util;
