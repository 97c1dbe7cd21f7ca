//! A game of Go in a match: what ends it beside two passes.

use crate::command::match_::board::{Ending, Ply};
use crate::command::match_::record::Winner;
use crate::game::Color;
use crate::go::{Ending as GoEnding, Komi, Move, Phase, Position};

/// A position that comes back for the third time with the same side to move ends the game without result.
const TIMES: usize = 3;

/// So many plies for each point of the board and the game ends without result.
const PLIES_A_POINT: usize = 4;

/// A game with the positions it has been through.
#[derive(Clone, Debug)]
pub(in crate::command::match_) struct GoGame {
    position: Position,
    /// After each stone: the stones' hash and the side to move.
    seen: Vec<(u64, Color)>,
    plies: usize,
}

impl GoGame {
    /// Starts a game; a size that no board has becomes the usual one.
    pub(super) fn new(size: u8, komi: Komi) -> Self {
        let position = Position::new(size);
        let mut position = position.unwrap_or_else(|_| crate::game::Game::start());
        position.set_komi(komi);
        GoGame { position, seen: Vec::new(), plies: 0 }
    }

    /// Returns the position.
    pub(in crate::command::match_) fn position(&self) -> &Position {
        &self.position
    }

    pub(super) fn plies(&self) -> Vec<Ply> {
        let plies = self.position.plies();
        plies.map(|ply| Ply { color: ply.color, mv: ply.mv.to_string() }).collect()
    }

    fn has_no_result(&self) -> bool {
        let last = self.seen.last();
        let times = self.seen.iter().filter(|seen| Some(*seen) == last).count();
        times >= TIMES || self.plies >= PLIES_A_POINT * self.position.board().points().count()
    }

    pub(super) fn is_over(&self) -> bool {
        self.position.phase() != Phase::Playing || self.has_no_result()
    }

    pub(super) fn play(&mut self, text: &str) -> Result<(), String> {
        let mv: Move = text.to_ascii_lowercase().parse().map_err(|error| format!("{error}"))?;
        self.position.play(mv).map_err(|error| error.to_string())?;
        self.plies += 1;
        if let Move::Place(_) = mv {
            self.seen.push((self.position.board().hash(), self.position.side_to_move()));
        }
        Ok(())
    }

    /// Returns how the game ended, unless it goes on or has to be counted.
    pub(super) fn ending(&self) -> Option<Ending> {
        let drawn = |reason: &str| Ending { winner: Winner::Draw, reason: Some(reason.to_owned()) };
        match self.position.phase() {
            Phase::Stopped | Phase::Ended(GoEnding::Confirmed) => None,
            Phase::Ended(ending) => {
                Some(Ending { winner: ending.outcome().into(), reason: Some(ending.to_string()) })
            }
            Phase::Playing if self.has_no_result() => Some(drawn("no result")),
            Phase::Playing => None,
        }
    }
}
