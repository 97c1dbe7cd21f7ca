//! Openings from a file.

use std::path::Path;

use anyhow::{Context, bail};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::engine::PositionFormat;
use crate::game::Game;
use crate::othello::Position;
use crate::othello::notation::{board_text, parse_position, transcript};

use super::args::Order;
use super::record::OpeningsRecord;

/// The openings of a match, in the order they are played.
pub(super) struct Openings {
    pub(super) positions: Vec<Position>,
    /// What identifies the file's contents; nothing without a file.
    pub(super) record: Option<OpeningsRecord>,
}

impl Openings {
    /// Reads the openings, or takes the start of a game where there is no file.
    ///
    /// # Errors
    /// The file cannot be read, is empty, or a line is no position that can be played on.
    pub(super) fn read(file: Option<&Path>, order: Order, seed: u64) -> anyhow::Result<Self> {
        let Some(file) = file else {
            return Ok(Openings { positions: vec![Position::start()], record: None });
        };
        let text = std::fs::read_to_string(file)
            .with_context(|| format!("openings {}", file.display()))?;
        let mut positions = parse(&text).with_context(|| format!("openings {}", file.display()))?;
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

fn parse(text: &str) -> anyhow::Result<Vec<Position>> {
    let mut positions = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', '%']) {
            continue;
        }
        let parsed = parse_position(PositionFormat::Any, line)
            .with_context(|| format!("line {}", index + 1))?;
        if parsed.position.is_over() {
            bail!("line {}: the game is over", index + 1);
        }
        positions.push(parsed.position);
    }
    if positions.is_empty() {
        bail!("no opening in it");
    }
    Ok(positions)
}

/// Writes the set-up, nothing for the start of a game.
pub(super) fn set_up(position: &Position) -> String {
    let origin = position.origin();
    if origin == Position::start() { String::new() } else { board_text::write(&origin) }
}

fn describe(position: &Position) -> String {
    format!("{} {}", set_up(position), transcript::write(position, true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_read_in_every_form() {
        let board = "--------------------X------XXX-----XO---------------------------";
        let text =
            format!("# remark\nf5d6c4\r\n\n% other\n{board} O; +2;\n(;GM[Othello]B[F5]W[D6];)\n");
        let positions = parse(&text).unwrap();
        let found: Vec<String> = positions.iter().map(describe).collect();
        assert_eq!(found, [" f5d6c4".to_owned(), format!("{board} O "), " f5d6".to_owned()]);
        let fail = |text: &str| format!("{:#}", parse(text).unwrap_err());
        assert!(fail("f5\nf5a1\n").starts_with("line 2: column 3: expected a legal move"));
        assert_eq!(fail("\n# only this\n"), "no opening in it");
        assert_eq!(fail(&format!("{} X\n", "X".repeat(64))), "line 1: the game is over");
    }
}
