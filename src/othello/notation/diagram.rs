//! The numbered diagram of a game: each square shows which move was played there.

use std::fmt::Write as _;

use crate::game::Color;
use crate::othello::{Move, Position, Square};

/// Draws the game: squares numbered in the order of the moves, discs of the set-up as `X` (Black) and `O` (White),
/// discs that were turned not shown.
///
/// Passes have no number; they, and White making the first move, are told below the board.
///
/// # Examples
/// ```
/// use heibai::othello::notation::{diagram, transcript};
/// let text = diagram::write(&transcript::parse("f5f6").unwrap().position);
/// assert_eq!(text.lines().nth(5), Some("5  .  .  .  X  O  1  .  ."));
/// ```
#[must_use]
pub fn write(position: &Position) -> String {
    let origin = position.origin();
    let discs = origin.discs();
    let mut numbers = [0_u32; 64];
    let mut remarks = Vec::new();
    let mut number = 0;
    for ply in position.history() {
        let Move::Place(square) = ply.mv else {
            let side = capitalised(ply.side);
            remarks.push(match number {
                0 => format!("{side} passes at the start"),
                number => format!("{side} passes after {number}"),
            });
            continue;
        };
        if number == 0 && ply.side == Color::White {
            remarks.push("White plays 1".to_owned());
        }
        number += 1;
        if let Some(entry) = numbers.get_mut(square.index()) {
            *entry = number;
        }
    }
    let mut text = String::from(" ");
    for file in 'a'..='h' {
        // Writing to a string cannot fail, here and below.
        let _ = write!(text, "  {file}");
    }
    for rank in 0..8 {
        let _ = write!(text, "\n{}", rank + 1);
        for file in 0..8 {
            let square = Square::at(file, rank);
            let bit = square.bit();
            let _ = match numbers.get(square.index()).copied().unwrap_or(0) {
                0 if discs.black & bit != 0 => write!(text, "  X"),
                0 if discs.white & bit != 0 => write!(text, "  O"),
                0 => write!(text, "  ."),
                number => write!(text, "{number:>3}"),
            };
        }
    }
    for remark in remarks {
        let _ = write!(text, "\n{remark}");
    }
    text
}

fn capitalised(side: Color) -> &'static str {
    match side {
        Color::Black => "Black",
        Color::White => "White",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::othello::notation::{board_text, transcript};

    /// The documents' example of a whole game's diagram.
    const GAME: &str = "f5f6e6f4e3c5c4e7c6e2f3f2g4g5h5d6d7b5f8b3b6d3g6d8c8e8c3f7a3a6c2h4e1b4h6g3g7c1d1f1g8d2a5b1a4a2g2b2a1h8h3h2c7h7a7b7b8a8g1h1";

    #[test]
    fn every_move_of_a_whole_game_has_its_number() {
        let position = transcript::parse(GAME).unwrap().position;
        let text = write(&position);
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(rows[0], "   a  b  c  d  e  f  g  h");
        assert_eq!(rows[4], "4 45 34  7  O  X  4 13 32");
        let mut numbers: Vec<u32> = rows[1..9]
            .iter()
            .flat_map(|row| row.split_whitespace().skip(1))
            .filter_map(|cell| cell.parse().ok())
            .collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=60).collect::<Vec<_>>());
        for (number, name) in (1..).zip(GAME.as_bytes().chunks(2)) {
            let (file, rank) = (usize::from(name[0] - b'a'), usize::from(name[1] - b'1'));
            assert_eq!(rows[rank + 1][3 * file + 1..3 * file + 4].trim(), number.to_string());
        }
    }

    #[test]
    fn set_ups_passes_and_the_first_side_are_told() {
        let mut position = board_text::parse(&format!("OX{} X", "-".repeat(62))).unwrap().position;
        position.play(Move::Pass).unwrap();
        position.play("c1".parse().unwrap()).unwrap();
        let text = write(&position);
        assert_eq!(text.lines().nth(1), Some("1  O  X  1  .  .  .  .  ."));
        assert!(text.ends_with("\nBlack passes at the start\nWhite plays 1"), "{text}");
    }
}
