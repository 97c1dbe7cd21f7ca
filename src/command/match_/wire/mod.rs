//! The client side of the protocols engines speak, one file a protocol.

mod gtp;
mod nboard;
mod ugi;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::game::ByColor;
use crate::othello::Position;

use super::clock::ClockView;
use super::fault::Fault;
use super::process::Process;
use super::spec::{EngineSpec, Proto};

/// How long answers may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// From the start to the first answer.
    pub(super) start: Duration,
    /// Any other answer, and a move after its time is over.
    pub(super) reply: Duration,
    /// A move that no clock limits.
    pub(super) unlimited_move: Duration,
    /// How late a move may be.
    pub(super) margin: Duration,
}

/// What an engine is told with its turn.
pub(super) struct Turn<'a> {
    pub(super) position: &'a Position,
    pub(super) clocks: ByColor<Option<ClockView>>,
    /// After so long the move is late.
    pub(super) allowance: Duration,
}

/// What an engine told about its move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Note {
    /// Plies.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(super) depth: Option<u32>,
    /// Discs, the mover's view.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(super) score: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(super) nodes: Option<u64>,
}

/// An engine's answer to its turn.
#[derive(Debug)]
pub(super) struct Reply {
    /// The move as it was written.
    pub(super) mv: String,
    /// From the command to the answer.
    pub(super) elapsed: Duration,
    pub(super) note: Note,
}

/// An engine that has been started, behind its protocol.
pub(super) trait Wire: Send {
    /// Begins a game from `origin`, the position that was set up before the moves of the opening.
    ///
    /// # Errors
    /// The engine does not take it.
    fn new_game(&mut self, origin: &Position) -> Result<(), Fault>;

    /// Says whether a game may begin from any position, or why not.
    ///
    /// # Errors
    /// What the engine lacks.
    fn takes_set_ups(&self) -> Result<(), String> {
        Ok(())
    }

    /// Asks for a move.
    ///
    /// # Errors
    /// None came. A late one is no error here.
    fn go(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault>;
}

/// Starts an engine and sets it up.
///
/// # Errors
/// It does not start, or does not answer, or refuses what it is told.
pub(super) fn start(
    spec: &EngineSpec,
    patience: Patience,
    log: Option<std::fs::File>,
    stop: &Arc<AtomicBool>,
) -> Result<Box<dyn Wire>, Fault> {
    let process = Process::start(spec, log, stop)?;
    Ok(match spec.proto {
        Proto::Ugi | Proto::Uci => Box::new(ugi::Ugi::start(process, spec, patience)?),
        Proto::Gtp => Box::new(gtp::Gtp::start(process, spec, patience)?),
        Proto::Nboard => Box::new(nboard::Nboard::start(process, spec, patience)?),
    })
}
