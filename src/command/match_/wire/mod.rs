//! The client side of the protocols engines speak, one file a protocol.

mod gomocup;
mod gtp;
mod nboard;
mod ugi;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::game::ByColor;

use super::board::Board;
use super::board::count::DeadList;
use super::clock::ClockView;
use super::fault::Fault;
use super::game::GameRules;
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
    pub(super) board: &'a Board,
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
    /// Discs or points, the mover's view.
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
    /// Begins a game from the set-up of `origin`, whose moves are told later.
    ///
    /// # Errors
    /// The engine does not take it.
    fn new_game(&mut self, origin: &Board) -> Result<(), Fault>;

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

    /// Asks which stones are dead after two passes; `None` if the protocol or the engine does not tell.
    ///
    /// # Errors
    /// No answer came.
    fn dead_stones(&mut self, _board: &Board) -> Result<DeadList, Fault> {
        Ok(None)
    }
}

/// Starts an engine and sets it up.
///
/// # Errors
/// It does not start, or does not answer, or refuses what it is told.
pub(super) fn start(
    game: &GameRules,
    spec: &EngineSpec,
    patience: Patience,
    log: Option<std::fs::File>,
    stop: &Arc<AtomicBool>,
) -> Result<Box<dyn Wire>, Fault> {
    let process = Process::start(spec, log, stop)?;
    Ok(match spec.proto {
        Proto::Ugi | Proto::Uci => Box::new(ugi::Ugi::start(process, game, spec, patience)?),
        Proto::Gtp => Box::new(gtp::Gtp::start(process, game, spec, patience)?),
        Proto::Gomocup => Box::new(gomocup::Gomocup::start(process, game, spec, patience)?),
        Proto::Nboard => Box::new(nboard::Nboard::start(process, spec, patience)?),
    })
}

/// Lists the options by which Heibai knows a game's rules, with what they are to be here.
fn options_of(game: &GameRules) -> Vec<(&'static str, String)> {
    match game {
        GameRules::Othello => Vec::new(),
        GameRules::Renju { rules, size } => vec![
            ("Rule", rules.clone()),
            ("Size", size.to_string()),
            ("Opening", "free".to_owned()),
            ("Forbidden", "loss".to_owned()),
            ("Passes", "false".to_owned()),
        ],
        GameRules::Go { size, komi, .. } => {
            vec![("Board Size", size.to_string()), ("Komi", komi.clone())]
        }
    }
}
