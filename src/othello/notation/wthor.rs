//! WTHOR databases of tournament games.
//!
//! Owns the bytes of a file of games; names of players and tournaments stand in files of their own. Entry point:
//! [`Database::parse`].
//!
//! A file is a header of 16 bytes (date of making, number of games u32, a number u16 not used here, year of the
//! games u16, board size u8 with 0 for 8, type u8, empties of the theoretical scores u8, one byte not used) and
//! records of 68 (tournament, black and white u16, Black's discs u8, Black's discs under best play u8, 60 moves
//! `row * 10 + column`, passes left out, 0 behind the last), all little-endian.
//!
//! # Source
//! "Format de la base WTHOR", Fédération Française d'Othello.

use crate::game::{Game, PlayError};
use crate::othello::{Move, Position, Scoring, Square};

const RECORD_SIZE: usize = 68;

/// Why a file of games is not understood, or a game breaks the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WthorError {
    /// The file ends within the header or a record.
    #[error("expected {expected} bytes for {games} games, found {found}")]
    Length {
        /// As the header says.
        games: u32,
        /// So many bytes that makes.
        expected: usize,
        /// As it is.
        found: usize,
    },
    /// The games are not played on 8 by 8 squares.
    #[error("expected board size 8, found {0}")]
    BoardSize(u8),
    /// A number names no square.
    #[error("move {number}: expected row and column from 1 to 8, found '{token}'")]
    Square {
        /// Which move of the game, from 1, passes not counted.
        number: usize,
        /// The number in the file.
        token: u8,
    },
    /// A move breaks the rules.
    #[error("move {number}: expected a legal move, found '{square}': {reason}")]
    IllegalMove {
        /// Which move of the game, from 1, passes not counted.
        number: usize,
        /// The move.
        square: Square,
        /// The rule it breaks.
        reason: PlayError,
    },
    /// The game does not begin at the start.
    #[error("expected a game from the start, found a set-up")]
    SetUp,
}

/// A file of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Database {
    /// The year the games were played in.
    pub year: u16,
    /// With how many empties the theoretical scores were found.
    pub solved_empties: u8,
    /// The games.
    pub games: Vec<Record>,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The tournament's number.
    pub tournament: u16,
    /// Black's number.
    pub black: u16,
    /// White's number.
    pub white: u16,
    /// Black's discs at the end, the empties to the winner.
    pub black_score: u8,
    /// Black's discs had both played best from [`Database::solved_empties`] on.
    pub theoretical_score: u8,
    /// The moves: `row * 10 + column`, 0 behind the last.
    pub moves: [u8; 60],
}

impl Database {
    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// The file is shorter or longer than its header says, or not of Othello on 8 by 8 squares.
    pub fn parse(bytes: &[u8]) -> Result<Self, WthorError> {
        let short = WthorError::Length { games: 0, expected: 16, found: bytes.len() };
        let (header, records) = bytes.split_first_chunk::<16>().ok_or(short)?;
        let [_, _, _, _, n0, n1, n2, n3, _, _, year0, year1, size, _, solved_empties, _] = *header;
        let n_games = u32::from_le_bytes([n0, n1, n2, n3]);
        if size != 8 && size != 0 {
            return Err(WthorError::BoardSize(size));
        }
        let (chunks, rest) = records.as_chunks::<RECORD_SIZE>();
        if chunks.len() as u64 != u64::from(n_games) || !rest.is_empty() {
            return Err(WthorError::Length {
                games: n_games,
                expected: (n_games as usize).saturating_mul(RECORD_SIZE).saturating_add(16),
                found: bytes.len(),
            });
        }
        Ok(Database {
            year: u16::from_le_bytes([year0, year1]),
            solved_empties,
            games: chunks.iter().map(Record::from_bytes).collect(),
        })
    }

    /// Writes the bytes of a file; the date of making is left out.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; 4];
        bytes.extend((self.games.len() as u32).to_le_bytes());
        bytes.extend([0, 0]);
        bytes.extend(self.year.to_le_bytes());
        bytes.extend([8, 0, self.solved_empties, 0]);
        for game in &self.games {
            for number in [game.tournament, game.black, game.white] {
                bytes.extend(number.to_le_bytes());
            }
            bytes.extend([game.black_score, game.theoretical_score]);
            bytes.extend(game.moves);
        }
        bytes
    }
}

impl Record {
    fn from_bytes(bytes: &[u8; RECORD_SIZE]) -> Self {
        let [t0, t1, b0, b1, w0, w1, black_score, theoretical_score, moves @ ..] = *bytes;
        Record {
            tournament: u16::from_le_bytes([t0, t1]),
            black: u16::from_le_bytes([b0, b1]),
            white: u16::from_le_bytes([w0, w1]),
            black_score,
            theoretical_score,
            moves,
        }
    }

    /// Takes the moves of a game and Black's discs, the empties to the winner once it is over; names and the score
    /// of best play are left open.
    ///
    /// # Errors
    /// The game begins at a set-up.
    pub fn from_game(position: &Position) -> Result<Self, WthorError> {
        if position.origin() != Position::start() {
            return Err(WthorError::SetUp);
        }
        let mut moves = [0; 60];
        let squares = position.history().iter().filter_map(|ply| ply.mv.square());
        for (slot, square) in moves.iter_mut().zip(squares) {
            let index = square.index() as u8;
            *slot = 10 * (index / 8 + 1) + index % 8 + 1;
        }
        let score = if position.is_over() {
            position.final_score(Scoring::Winner).half_discs().black / 2
        } else {
            position.counts().black
        };
        let black_score = u8::try_from(score).unwrap_or(64);
        Ok(Record {
            tournament: 0,
            black: 0,
            white: 0,
            black_score,
            theoretical_score: black_score,
            moves,
        })
    }

    /// Plays the game from the start; passes are put in, but for one at the end.
    ///
    /// # Errors
    /// The first move that is none, or not legal.
    pub fn replay(&self) -> Result<Position, WthorError> {
        let mut position = Position::start();
        for (i, &token) in self.moves.iter().take_while(|&&token| token != 0).enumerate() {
            let number = i + 1;
            let (row, column) = (token / 10, token % 10);
            if !(1..=8).contains(&row) || !(1..=8).contains(&column) {
                return Err(WthorError::Square { number, token });
            }
            let square = Square::at(column - 1, row - 1);
            position
                .play_with_passes(Move::Place(square))
                .map_err(|reason| WthorError::IllegalMove { number, square, reason })?;
        }
        Ok(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::notation::transcript;

    /// A championship game that ends 63 to 1; White passes near the end.
    const GAME: &str = "f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3g3h5h2d2c5c6b4e3b5f2c8d8b6c7f1g8b7a3e8g7d1a4a6a8c2b8e2a7a5b3h8h7a2a1b2b1h1c1g2e1g1";

    fn file(moves: &[u8], games: u32) -> Vec<u8> {
        let mut bytes = vec![20, 25, 1, 2];
        bytes.extend(games.to_le_bytes());
        bytes.extend([0, 0, 0xE9, 0x07, 8, 0, 24, 0]);
        bytes.extend([1, 0, 2, 1, 3, 0, 63, 40]);
        bytes.extend(moves);
        bytes.resize(16 + RECORD_SIZE, 0);
        bytes
    }

    fn numbers() -> Vec<u8> {
        let text = GAME.as_bytes();
        text.chunks(2).map(|mv| (mv[1] - b'0') * 10 + mv[0] - b'a' + 1).collect()
    }

    #[test]
    fn a_game_is_read_and_its_passes_put_in() {
        let database = Database::parse(&file(&numbers(), 1)).unwrap();
        assert_eq!((database.year, database.solved_empties), (2025, 24));
        let record = &database.games[0];
        assert_eq!((record.tournament, record.black, record.white), (1, 258, 3));
        assert_eq!((record.black_score, record.theoretical_score), (63, 40));
        let position = record.replay().unwrap();
        assert_eq!(transcript::write(&position, false), GAME);
        assert!(position.history().iter().any(|ply| ply.mv == Move::Pass));
        assert_eq!(position.counts().black, 63);
    }

    #[test]
    fn what_is_written_is_read_back() {
        let position = transcript::parse(GAME).unwrap().position;
        let record = Record::from_game(&position).unwrap();
        assert_eq!((record.black_score, record.moves.to_vec()), (63, numbers()));
        let database = Database { year: 2026, solved_empties: 0, games: vec![record; 3] };
        assert_eq!(Database::parse(&database.to_bytes()), Ok(database.clone()));
        assert_eq!(database.games[2].replay().unwrap(), position);
        let set_up = Position::new(position.board(), crate::game::Color::Black);
        assert_eq!(Record::from_game(&set_up), Err(WthorError::SetUp));
    }

    #[test]
    fn damaged_files_are_refused() {
        let good = file(&numbers(), 1);
        for length in [0, 15, 16, 83] {
            let error = Database::parse(&good[..length]).unwrap_err();
            assert!(matches!(error, WthorError::Length { .. }), "{length}: {error}");
        }
        assert!(matches!(Database::parse(&file(&[], 2)), Err(WthorError::Length { .. })));
        let mut small = good.clone();
        small[12] = 10;
        assert_eq!(Database::parse(&small), Err(WthorError::BoardSize(10)));
    }

    #[test]
    fn wrong_moves_are_named() {
        let replay = |moves: &[u8]| Database::parse(&file(moves, 1)).unwrap().games[0].replay();
        assert_eq!(replay(&[56, 90]), Err(WthorError::Square { number: 2, token: 90 }));
        assert_eq!(replay(&[56, 19]), Err(WthorError::Square { number: 2, token: 19 }));
        let error = replay(&[56, 11]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "move 2: expected a legal move, found 'a1': it turns no disc"
        );
    }
}
