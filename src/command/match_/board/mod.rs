//! The board of a match, of whichever game: turns, legality, the end and the record.
//!
//! Owns everything in a match that depends on the game's rules. Must not know engines, protocols or clocks. Moves are
//! words as the games write them, a pass is `pass`. Reading order: this file, `go`, `count`.

pub(super) mod count;
mod go;

use anyhow::{anyhow, bail};

use super::game::GameRules;
use super::record::Winner;
use crate::engine::PositionFormat;
use crate::game::{Color, Game};
use crate::othello::notation::{ParsedPosition, board_text, parse_position, transcript};
use crate::othello::{self, Scoring};
use crate::renju::{self, Action};
use go::GoGame;

/// A move as words tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ply {
    pub(super) color: Color,
    pub(super) mv: String,
}

impl Ply {
    pub(super) fn is_pass(&self) -> bool {
        self.mv == "pass"
    }
}

/// How a game ended by its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ending {
    pub(super) winner: Winner,
    /// Why, where the rules have several reasons.
    pub(super) reason: Option<String>,
}

/// A game in progress with its history.
#[derive(Clone, Debug)]
pub(super) enum Board {
    Othello(othello::Position),
    Renju(Box<renju::Position>),
    Go(Box<GoGame>),
}

impl Board {
    /// Returns the start of a game.
    pub(super) fn start(rules: &GameRules) -> Self {
        match rules {
            GameRules::Othello => Board::Othello(othello::Position::start()),
            GameRules::Renju { .. } => Board::Renju(Box::new(renju::Position::new(rules.renju()))),
            GameRules::Go { size, .. } => Board::Go(Box::new(GoGame::new(*size, rules.komi()))),
        }
    }

    /// Reads a position with the moves that lead to it: of Othello in any form, of other games a list of moves.
    ///
    /// # Errors
    /// It is not understood, or a move is not legal.
    pub(super) fn read(rules: &GameRules, text: &str) -> anyhow::Result<Self> {
        if rules.is_othello() {
            let ParsedPosition { position, .. } = parse_position(PositionFormat::Any, text)?;
            return Ok(Board::Othello(position));
        }
        let mut board = Board::start(rules);
        board.play_list(text)?;
        Ok(board)
    }

    /// Sets up what [`Board::set_up`] wrote, nothing being the start of a game.
    ///
    /// # Errors
    /// It is not understood.
    pub(super) fn restore(rules: &GameRules, set_up: &str) -> anyhow::Result<Self> {
        if set_up.is_empty() {
            return Ok(Board::start(rules));
        }
        if !rules.is_othello() {
            bail!("{} begins on an empty board, found '{set_up}'", rules.title());
        }
        let ParsedPosition { position, .. } = parse_position(PositionFormat::Fen, set_up)?;
        Ok(Board::Othello(position))
    }

    /// Writes the set-up, nothing for the start of a game.
    pub(super) fn set_up(&self) -> String {
        match self {
            Board::Othello(position) => {
                let origin = position.origin();
                let is_start = origin == othello::Position::start();
                if is_start { String::new() } else { board_text::write(&origin) }
            }
            Board::Renju(_) | Board::Go(_) => String::new(),
        }
    }

    /// Writes the moves since the set-up, passes among them.
    pub(super) fn moves(&self) -> String {
        match self {
            Board::Othello(position) => transcript::write(position, true),
            Board::Renju(_) | Board::Go(_) => {
                self.plies().into_iter().map(|ply| ply.mv).collect::<Vec<_>>().join(" ")
            }
        }
    }

    /// Plays a list of moves, as [`Board::moves`] writes it.
    ///
    /// # Errors
    /// A move is not understood or not legal.
    pub(super) fn play_list(&mut self, text: &str) -> anyhow::Result<()> {
        if let Board::Othello(position) = self {
            return transcript::play(position, text).map_err(Into::into);
        }
        let separated = |c: char| c.is_whitespace() || c == ',';
        let words = text.split(separated).filter(|word| !word.is_empty());
        for (index, word) in words.flat_map(points).enumerate() {
            self.play(word).map_err(|error| anyhow!("move {}, '{word}': {error}", index + 1))?;
        }
        Ok(())
    }

    /// Returns the plies since the set-up, oldest first.
    pub(super) fn plies(&self) -> Vec<Ply> {
        match self {
            Board::Othello(position) => position
                .history()
                .iter()
                .map(|ply| Ply { color: ply.side, mv: ply.mv.to_string() })
                .collect(),
            Board::Renju(position) => {
                let ply = |(color, point): (Color, Option<renju::Point>)| Ply {
                    color,
                    mv: point.map_or("pass".to_owned(), |point| point.to_string()),
                };
                position.moves().map(ply).collect()
            }
            Board::Go(game) => game.plies(),
        }
    }

    /// Returns the last move.
    pub(super) fn last_move(&self) -> Option<String> {
        match self {
            Board::Othello(position) => position.history().last().map(|ply| ply.mv.to_string()),
            Board::Renju(_) => self.plies().pop().map(|ply| ply.mv),
            Board::Go(game) => game.position().plies().next_back().map(|ply| ply.mv.to_string()),
        }
    }

    /// Returns how far the game had gone before each ply: discs placed in Othello, else plies.
    pub(super) fn progress(&self) -> Vec<usize> {
        match self {
            Board::Othello(position) => {
                let placed = |ply: &othello::position::Ply| {
                    60usize.saturating_sub(ply.board.n_empties() as usize)
                };
                position.history().iter().map(placed).collect()
            }
            Board::Renju(_) | Board::Go(_) => (0..self.plies().len()).collect(),
        }
    }

    pub(super) fn side_to_move(&self) -> Color {
        match self {
            Board::Othello(position) => position.side_to_move(),
            Board::Renju(position) => position.actor(),
            Board::Go(game) => game.position().side_to_move(),
        }
    }

    /// Returns whether the side to move has nothing but a pass.
    pub(super) fn must_pass(&self) -> bool {
        matches!(self, Board::Othello(position) if position.must_pass())
    }

    pub(super) fn is_over(&self) -> bool {
        match self {
            Board::Othello(position) => position.is_over(),
            Board::Renju(position) => position.conclusion().is_some(),
            Board::Go(game) => game.is_over(),
        }
    }

    /// Plays a move as an engine wrote it.
    ///
    /// # Errors
    /// It is no move or not legal; the words say why.
    pub(super) fn play(&mut self, text: &str) -> Result<(), String> {
        match self {
            Board::Othello(position) => {
                let mv: othello::Move = text.parse().map_err(|e| format!("{e}"))?;
                position.play(mv).map_err(|error| error.to_string())
            }
            Board::Renju(position) => {
                let point = text.to_ascii_lowercase().parse().map_err(|e| format!("{e}"))?;
                position.play(Action::Place(point)).map_err(|error| error.to_string())
            }
            Board::Go(game) => game.play(text),
        }
    }

    /// Returns how the game ended by its rules, unless it goes on or has to be counted.
    pub(super) fn ending(&self) -> Option<Ending> {
        match self {
            Board::Othello(position) => position.is_over().then(|| Ending {
                winner: position.final_score(Scoring::Winner).outcome().into(),
                reason: None,
            }),
            Board::Renju(position) => position.conclusion().map(|end| Ending {
                winner: end.outcome.into(),
                reason: Some(end.reason.words().to_owned()),
            }),
            Board::Go(game) => game.ending(),
        }
    }

    /// Returns the game of Go.
    pub(super) fn go(&self) -> Option<&GoGame> {
        if let Board::Go(game) = self { Some(game) } else { None }
    }

    /// Returns the game of Othello.
    ///
    /// # Errors
    /// It is another game.
    pub(super) fn othello(&self) -> anyhow::Result<&othello::Position> {
        match self {
            Board::Othello(position) => Ok(position),
            _ => Err(anyhow!("the game is not Othello")),
        }
    }
}

/// Cuts a word of points written together, `h8h9j10`, into points; another word stays.
fn points(word: &str) -> Vec<&str> {
    let starts: Vec<usize> =
        word.char_indices().filter(|&(_, c)| c.is_ascii_alphabetic()).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([word.len()]);
    let parts: Vec<&str> =
        starts.iter().zip(ends).filter_map(|(&start, end)| word.get(start..end)).collect();
    let is_point = |part: &&str| {
        let digits = part.get(1..).unwrap_or_default();
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let whole = starts.first() == Some(&0) && parts.iter().all(is_point);
    if whole { parts } else { vec![word] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::match_::game::GameName;

    fn start(game: GameName, size: Option<u8>) -> Board {
        Board::start(&GameRules::read(game, None, size, None).unwrap())
    }

    #[test]
    fn board_of_renju_ends_by_five_and_by_a_forbidden_stone() {
        let mut board = start(GameName::Renju, None);
        board.play_list("h8i9 j10").unwrap();
        assert_eq!((board.ending(), board.side_to_move()), (None, Color::White));
        let mut five = start(GameName::Renju, None);
        five.play_list("h8 a1 i8 a2 j8 a3 k8 a4 L8").unwrap();
        let ending = five.ending().unwrap();
        assert_eq!((ending.winner, ending.reason.as_deref()), (Winner::Black, Some("five")));
        assert!(five.is_over() && five.last_move().as_deref() == Some("l8"));
        let mut three = start(GameName::Renju, None);
        three.play_list("h7 a1 h6 a15 g8 o1 f8 o15 h8").unwrap();
        let ending = three.ending().unwrap();
        assert_eq!(
            (ending.winner, ending.reason.as_deref()),
            (Winner::White, Some("forbidden 33"))
        );
        for wrong in ["pass", "swap", "draw", "h16", "h8", "", "claim"] {
            assert!(board.play(wrong).is_err(), "{wrong}");
        }
        assert_eq!(board.play("h8"), Err("the point is occupied".to_owned()));
    }

    #[test]
    fn board_of_go_refuses_what_the_rules_do_and_ends_without_result() {
        let mut board = start(GameName::Go, Some(4));
        // A ko is taken and may not be retaken at once.
        board.play_list("C4 B4 D3 A3 C2 B2 pass C3 B3").unwrap();
        assert_eq!(board.play("C3"), Err("a ko is not taken back on the next move".to_owned()));
        assert_eq!(board.play("B3"), Err("the square is occupied".to_owned()));
        assert!(board.play("I3").is_err() && board.play("swap").is_err());
        assert_eq!((board.plies().len(), board.side_to_move()), (9, Color::White));
        let mut long = start(GameName::Go, Some(2));
        long.play_list("a1 b2").unwrap();
        for ply in 0.. {
            let moves = ["a2", "b1", "a1", "b2", "pass"];
            if long.is_over() {
                break;
            }
            assert!(ply < 100 && moves.iter().any(|mv| long.play(mv).is_ok()));
        }
        let ending = long.ending().unwrap();
        assert_eq!((ending.winner, ending.reason.as_deref()), (Winner::Draw, Some("no result")));
    }

    #[test]
    fn points_written_together_are_cut() {
        assert_eq!(points("h8h9j10"), ["h8", "h9", "j10"]);
        assert_eq!(
            (points("pass"), points("h"), points("8")),
            (vec!["pass"], vec!["h"], vec!["8"])
        );
    }
}
