//! The subcommands of the command line, one file each.

pub mod demo;
pub mod serve;
