//! What Yixin-Board asks for in openings: the steps of Soosorv-8.
//!
//! Owns the words of these steps; the engine knows the opening and is asked what a player does in it.
//!
//! # Source
//! Yixin-Board's main program, as clients of it describe what it sends and reads.

use std::fmt::Write as _;

use crate::protocol::gomocup::stones::Spot;

/// The moves that stand when one asks for the fourth, and for the fifth ones.
const THREE: usize = 3;
const FOUR: usize = 4;

/// The most fifth moves.
const MOST_FIFTH: usize = 8;

/// A step: 1 three stones, 2 whether to swap, 3 the fourth stone and a number, 4 whether to swap, 5 the fifth moves,
/// 6 which of them is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Soosorv(u8);

impl Soosorv {
    /// Reads the step's number at the end of its word.
    pub(super) fn of_word(word: &str) -> Option<Self> {
        let number = word.strip_prefix("yxsoosorvstep")?.parse().ok()?;
        (1..=6).contains(&number).then_some(Soosorv(number))
    }

    /// Returns whether a list of moves follows.
    pub(super) fn has_list(self) -> bool {
        self.0 > 1
    }

    /// Returns whether the number of fifth moves is told with the word.
    pub(super) fn has_number(self) -> bool {
        matches!(self.0, 4 | 5)
    }

    /// Writes the game so far in the engine's words; `None` if not as many moves are listed as this step needs.
    pub(super) fn game(self, moves: &[Spot], fifth: usize, size: u8) -> Option<String> {
        let fifth = if self.0 == 6 { moves.len().checked_sub(FOUR)? } else { fifth };
        let (wanted, is_counted) = match self.0 {
            1 => (0, true),
            2 | 3 => (THREE, true),
            4 | 5 => (FOUR, (1..=MOST_FIFTH).contains(&fifth)),
            _ => (moves.len(), (1..=MOST_FIFTH).contains(&fifth)),
        };
        if moves.len() != wanted || !is_counted {
            return None;
        }
        let mut text = String::new();
        for (at, spot) in moves.iter().enumerate() {
            match at {
                THREE => text.push_str("noswap "),
                FOUR => {
                    // Writing to a string cannot fail, here and below.
                    let _ = write!(text, "declare {fifth} noswap offer ");
                }
                _ => {}
            }
            let _ = write!(text, "{} ", spot.to_engine(size));
        }
        match self.0 {
            3 => text.push_str("noswap"),
            4 => {
                let _ = write!(text, "declare {fifth}");
            }
            5 => {
                let _ = write!(text, "declare {fifth} noswap");
            }
            _ => {}
        }
        Some(text.trim_end().to_owned())
    }

    /// Tells what the engine does until the other player's turn, as far as this step asks.
    pub(super) fn answer(self, turn: &str, size: u8) -> Vec<String> {
        let actions: Vec<&str> = turn.split(", ").collect();
        let spots = |text: &str| -> Vec<Spot> {
            text.split(' ').filter_map(|word| Spot::of_engine(word, size)).collect()
        };
        let behind = |word: &str| actions.iter().find_map(|action| action.strip_prefix(word));
        let told = |words: String| format!("MESSAGE SOOSORV {words}");
        let swap = if actions.first() == Some(&"swap") { 'Y' } else { 'N' };
        match self.0 {
            1 => {
                let stones = actions.iter().flat_map(|action| spots(action));
                let stones = (1..=THREE).zip(stones);
                stones.map(|(at, spot)| told(format!("MOVE{at} {} {}", spot.x, spot.y))).collect()
            }
            2 => vec![told(format!("SWAP1 {swap}"))],
            3 => {
                let stone = actions.iter().find_map(|action| spots(action).pop());
                let fifth = behind("declare ").unwrap_or("1");
                stone
                    .map(|spot| told(format!("MOVE4 {} {} {fifth}", spot.x, spot.y)))
                    .into_iter()
                    .collect()
            }
            4 => vec![told(format!("SWAP2 {swap}"))],
            5 => {
                let offered = behind("offer ").map(spots).unwrap_or_default();
                let offered =
                    offered.iter().map(|spot| told(format!("MOVE5 {} {}", spot.x, spot.y)));
                let (first, last) =
                    (told("MOVE5 REFRESH".to_owned()), told("MOVE5 DONE".to_owned()));
                std::iter::once(first).chain(offered).chain([last]).collect()
            }
            _ => {
                let kept = behind("choose ").map(spots).unwrap_or_default();
                kept.iter().map(|spot| told(format!("MOVE5 C {} {}", spot.x, spot.y))).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(number: u8) -> Soosorv {
        Soosorv::of_word(&format!("yxsoosorvstep{number}")).unwrap()
    }

    #[test]
    fn soosorv_games_are_written_as_the_opening_wants_them() {
        let spot = |x: u8, y: u8| Spot { x, y };
        let moves = [spot(7, 7), spot(8, 6), spot(9, 5), spot(0, 0), spot(3, 3), spot(4, 4)];
        for (number, listed, fifth, expected) in [
            (1, 0, 0, Some("")),
            (2, 3, 0, Some("h8 i9 j10")),
            (3, 3, 0, Some("h8 i9 j10 noswap")),
            (4, 4, 3, Some("h8 i9 j10 noswap a15 declare 3")),
            (5, 4, 3, Some("h8 i9 j10 noswap a15 declare 3 noswap")),
            (6, 6, 0, Some("h8 i9 j10 noswap a15 declare 2 noswap offer d12 e11")),
            (2, 2, 0, None),
            (4, 4, 0, None),
            (4, 4, 9, None),
            (5, 3, 2, None),
            (6, 4, 0, None),
            (6, 3, 0, None),
        ] {
            let game = step(number).game(moves.get(..listed).unwrap(), fifth, 15);
            assert_eq!(game.as_deref(), expected, "{number} {listed} {fifth}");
        }
        for word in ["yxsoosorvstep0", "yxsoosorvstep7", "yxsoosorvstep", "yxsoosorv1"] {
            assert_eq!(Soosorv::of_word(word), None, "{word}");
        }
    }

    #[test]
    fn soosorv_answers_are_those_of_the_board() {
        for (number, turn, expected) in [
            (1, "h8, i9, j10", &["MOVE1 7 7", "MOVE2 8 6", "MOVE3 9 5"][..]),
            (2, "swap", &["SWAP1 Y"]),
            (2, "noswap, a15, declare 2", &["SWAP1 N"]),
            (3, "a15, declare 2", &["MOVE4 0 0 2"]),
            (4, "noswap, offer d12 e11", &["SWAP2 N"]),
            (5, "offer d12 e11", &["MOVE5 REFRESH", "MOVE5 3 3", "MOVE5 4 4", "MOVE5 DONE"]),
            (6, "choose e11, f10", &["MOVE5 C 4 4"]),
        ] {
            let expected: Vec<String> =
                expected.iter().map(|words| format!("MESSAGE SOOSORV {words}")).collect();
            assert_eq!(step(number).answer(turn, 15), expected, "{number} {turn}");
        }
    }
}
