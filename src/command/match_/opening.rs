//! Openings from a file.

use std::path::Path;

use anyhow::{Context, bail};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::args::Order;
use super::board::Board;
use super::game::GameRules;
use super::record::OpeningsRecord;

/// The openings of a match, in the order they are played.
pub(super) struct Openings {
    pub(super) positions: Vec<Board>,
    /// What identifies the file's contents; nothing without a file.
    pub(super) record: Option<OpeningsRecord>,
}

impl Openings {
    /// Reads the openings, or takes the start of a game where there is no file.
    ///
    /// # Errors
    /// The file cannot be read, is empty, or a line is no position that can be played on.
    pub(super) fn read(
        rules: &GameRules,
        file: Option<&Path>,
        order: Order,
        seed: u64,
    ) -> anyhow::Result<Self> {
        let Some(file) = file else {
            return Ok(Openings { positions: vec![Board::start(rules)], record: None });
        };
        let text = std::fs::read_to_string(file)
            .with_context(|| format!("openings {}", file.display()))?;
        let mut positions =
            parse(rules, &text).with_context(|| format!("openings {}", file.display()))?;
        let mut digest = flate2::Crc::new();
        for position in &positions {
            digest.update(describe(position).as_bytes());
            digest.update(b"\n");
        }
        let record = OpeningsRecord { count: positions.len() as u64, crc32: digest.sum() };
        if order == Order::Random {
            positions.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        }
        Ok(Openings { positions, record: Some(record) })
    }
}

fn parse(rules: &GameRules, text: &str) -> anyhow::Result<Vec<Board>> {
    let mut positions = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', '%']) {
            continue;
        }
        let position = Board::read(rules, line).with_context(|| format!("line {}", index + 1))?;
        if position.is_over() {
            bail!("line {}: the game is over", index + 1);
        }
        positions.push(position);
    }
    if positions.is_empty() {
        bail!("no opening in it");
    }
    Ok(positions)
}

fn describe(position: &Board) -> String {
    format!("{} {}", position.set_up(), position.moves())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::match_::game::GameName;

    #[test]
    fn openings_are_read_in_every_form() {
        let board = "--------------------X------XXX-----XO---------------------------";
        let text =
            format!("# remark\nf5d6c4\r\n\n% other\n{board} O; +2;\n(;GM[Othello]B[F5]W[D6];)\n");
        let positions = parse(&GameRules::Othello, &text).unwrap();
        let found: Vec<String> = positions.iter().map(describe).collect();
        assert_eq!(found, [" f5d6c4".to_owned(), format!("{board} O "), " f5d6".to_owned()]);
        let fail = |text: &str| format!("{:#}", parse(&GameRules::Othello, text).unwrap_err());
        assert!(fail("f5\nf5a1\n").starts_with("line 2: column 3: expected a legal move"));
        assert_eq!(fail("\n# only this\n"), "no opening in it");
        assert_eq!(fail(&format!("{} X\n", "X".repeat(64))), "line 1: the game is over");
    }

    #[test]
    fn openings_of_other_games_are_lists_of_moves() {
        let renju = GameRules::read(GameName::Renju, None, None, None).unwrap();
        let positions = parse(&renju, "h8h9j10\nh8, I9  i10\n").unwrap();
        let found: Vec<String> = positions.iter().map(Board::moves).collect();
        assert_eq!(found, ["h8 h9 j10", "h8 i9 i10"]);
        let go = GameRules::read(GameName::Go, None, Some(9), None).unwrap();
        let positions = parse(&go, "# a remark\nE5 c3 pass g7\n").unwrap();
        assert_eq!(positions[0].moves(), "e5 c3 pass g7");
        let fail = |rules, text| format!("{:#}", parse(rules, text).unwrap_err());
        assert_eq!(fail(&renju, "h8 h9\nh8 h8"), "line 2: move 2, 'h8': the point is occupied");
        assert!(fail(&renju, "h8 pass").starts_with("line 1: move 2, 'pass': "));
        assert!(fail(&go, "e5 z3").starts_with("line 1: move 2, 'z3': "));
        assert_eq!(fail(&go, "pass pass"), "line 1: the game is over");
    }
}
