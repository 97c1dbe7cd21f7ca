//! A position's answers, detached from the engine.

use std::fmt::Write as _;

use crate::engine::{EngineError, ExportFormat, Status, View};
use crate::game::{Color, Game};
use crate::othello::engine::{text, turned_to};
use crate::othello::eval::Evaluator;
use crate::othello::notation::{board_text, ggf, sgf, transcript};
use crate::othello::{Position, Scoring, Square};

/// A snapshot of the position.
pub(super) struct OthelloView {
    position: Position,
    scoring: Scoring,
    evaluator: Evaluator,
}

impl OthelloView {
    pub(super) fn new(position: Position, scoring: Scoring, evaluator: Evaluator) -> Self {
        OthelloView { position, scoring, evaluator }
    }
}

impl View for OthelloView {
    fn status(&self) -> Status {
        let over = self.position.is_over();
        Status {
            side_to_move: self.position.side_to_move(),
            must_pass: self.position.must_pass(),
            outcome: self.position.outcome(),
            result: over.then(|| self.position.final_score(self.scoring).to_string()),
        }
    }

    fn legal(&self) -> Vec<String> {
        self.position.legal_moves().iter().map(ToString::to_string).collect()
    }

    fn render(&self) -> String {
        let discs = self.position.discs();
        let mut text = String::from("  a b c d e f g h\n");
        for rank in 0..8 {
            let row = (0..8).map(|file| {
                let bit = Square::at(file, rank).bit();
                match (discs.black & bit != 0, discs.white & bit != 0) {
                    (true, _) => " X",
                    (_, true) => " O",
                    _ => " -",
                }
            });
            // Writing to a string cannot fail, here and below.
            let _ = writeln!(text, "{}{}", rank + 1, row.collect::<String>());
        }
        let counts = self.position.counts();
        let status = self.status();
        let _ = writeln!(text, "fen {}", board_text::write(&self.position));
        let _ = writeln!(
            text,
            "discs black {} white {} empty {}",
            counts.black,
            counts.white,
            self.position.n_empties()
        );
        let _ = match status.result {
            Some(result) => write!(text, "result {result} {}", self.scoring.name()),
            None => write!(text, "side {}\nlegal {}", status.side_to_move, self.legal().join(" ")),
        };
        text
    }

    fn export(&self, format: ExportFormat) -> Result<String, EngineError> {
        match format {
            ExportFormat::Fen => Ok(board_text::write(&self.position)),
            ExportFormat::Transcript => Ok(transcript::write(&self.position, true)),
            ExportFormat::Ggf => Ok(ggf::write(&self.position, "Black", "White")),
            ExportFormat::Sgf => Ok(sgf::write(&self.position, "Black", "White")),
        }
    }

    fn legal_for(&self, color: Color) -> Vec<String> {
        turned_to(&self.position, color).legal_moves().iter().map(ToString::to_string).collect()
    }

    fn rows(&self) -> Vec<String> {
        let discs = self.position.discs();
        let letter = |square: Square| match square.bit() {
            bit if discs.black & bit != 0 => Color::Black.letter(),
            bit if discs.white & bit != 0 => Color::White.letter(),
            _ => '.',
        };
        (0..8).map(|rank| (0..8).map(|file| letter(Square::at(file, rank))).collect()).collect()
    }

    fn moves(&self) -> Vec<(Color, String)> {
        self.position.history().iter().map(|ply| (ply.side, ply.mv.to_string())).collect()
    }

    fn margin(&self) -> Option<i32> {
        let over = self.position.is_over();
        over.then(|| self.position.final_score(self.scoring).difference().0 * 100)
    }

    fn describe(&self) -> String {
        text::describe(&self.position)
    }

    fn describe_help(&self) -> String {
        text::describe_help()
    }

    fn evaluate(&self) -> String {
        text::evaluate(&self.position, &self.evaluator)
    }

    fn pace(&self) -> Vec<u32> {
        let empties = self.position.n_empties();
        (0..=empties)
            .rev()
            .step_by(2)
            .map(weight)
            .take(empties.div_ceil(2).max(1) as usize)
            .collect()
    }
}

/// What a move with `empties` squares left deserves: openings are easy, the middle game decides, and what
/// is left of a game is solved in little time.
fn weight(empties: u32) -> u32 {
    match empties {
        53.. => 4,
        45..=52 => 8,
        20..=44 => 12,
        16..=19 => 6,
        12..=15 => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawing_shows_board_counts_and_moves() {
        let view = OthelloView::new(Position::start(), Scoring::Winner, Evaluator::default());
        let text = view.render();
        assert_eq!(text.lines().count(), 13, "{text}");
        assert!(text.contains("4 - - - O X - - -"), "{text}");
        assert!(text.ends_with("side black\nlegal d3 c4 f5 e6"), "{text}");
    }

    #[test]
    fn pace_covers_the_moves_a_side_has_left() {
        let view = OthelloView::new(Position::start(), Scoring::Winner, Evaluator::default());
        assert_eq!(view.pace().len(), 30);
    }
}
