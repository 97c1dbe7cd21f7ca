//! `heibai` without a subcommand: one client served line by line.

use std::path::PathBuf;
use std::process::ExitCode;

/// What a client's session is set up with.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The protocol to speak from the start.
    pub protocol: Option<String>,
    /// The game.
    pub game: String,
    /// Search threads.
    pub threads: Option<usize>,
    /// Table memory in MiB.
    pub hash_mib: Option<usize>,
    /// The level to play at.
    pub level: Option<u32>,
    /// A file of evaluation weights.
    pub eval: Option<PathBuf>,
}

/// Serves the client on standard input and output until it leaves.
///
/// # Errors
/// The options cannot be met.
pub fn run(options: ServeOptions) -> anyhow::Result<ExitCode> {
    anyhow::bail!("no session for {} in this build", options.game)
}
