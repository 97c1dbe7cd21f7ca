//! A game's answers, detached from the engine.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::engine::{EngineError, ExportFormat, Status, StopFlag, View};
use crate::game::{Color, Game as _, Outcome};
use crate::go::engine::verdict::{Judgement, Verdict};
use crate::go::komi::points;
use crate::go::{Board, Ending, Phase, Point, PointSet, Position, fen, sgf};

/// A snapshot of the game.
pub(super) struct GoView {
    position: Position,
    judgement: Arc<Judgement>,
}

impl GoView {
    pub(super) fn new(position: Position, judgement: Arc<Judgement>) -> Self {
        GoView { position, judgement }
    }

    fn verdict(&self) -> &Verdict {
        self.judgement.of(&self.position, &StopFlag::new())
    }

    /// Returns the end without a count, if there is one.
    fn ending(&self) -> Option<Ending> {
        match self.position.phase() {
            Phase::Ended(ending) if ending != Ending::Confirmed => Some(ending),
            _ => None,
        }
    }

    /// Writes the score as protocols and records do.
    fn score(&self) -> String {
        match self.ending().and_then(sgf::ending_result) {
            Some(result) => result.to_owned(),
            None => margin_text(self.verdict().lead),
        }
    }

    /// Lists the chains whose stones are in `stones`, one a line.
    fn chains(&self, stones: &PointSet) -> String {
        let chains = self.position.board().chains().into_iter();
        let lines = chains.filter(|chain| chain.stones.is_subset(stones)).map(|chain| {
            chain.stones.iter().map(|at| at.to_string()).collect::<Vec<_>>().join(" ")
        });
        lines.collect::<Vec<_>>().join("\n")
    }
}

fn margin_text(lead: i32) -> String {
    match lead {
        0 => "0".to_owned(),
        1.. => format!("B+{}", points(lead)),
        _ => format!("W+{}", points(-lead)),
    }
}

impl View for GoView {
    fn status(&self) -> Status {
        let (outcome, result) = match self.position.phase() {
            Phase::Playing => (None, None),
            Phase::Stopped | Phase::Ended(Ending::Confirmed) => {
                let lead = self.verdict().lead;
                (Some(Outcome::from_difference(lead)), Some(margin_text(lead)))
            }
            Phase::Ended(ending) => (Some(ending.outcome()), Some(ending.to_string())),
        };
        let side_to_move = self.position.side_to_move();
        Status { side_to_move, must_pass: false, outcome, result }
    }

    fn legal(&self) -> Vec<String> {
        self.position.legal_moves().iter().map(ToString::to_string).collect()
    }

    fn legal_for(&self, color: Color) -> Vec<String> {
        if self.position.phase() != Phase::Playing {
            return Vec::new();
        }
        let board = self.position.board();
        let legal = board.points().filter(|&point| board.is_legal(color, point));
        legal.map(|point| point.to_string()).chain(["pass".to_owned()]).collect()
    }

    fn render(&self) -> String {
        let board = self.position.board();
        let letters: String = letters(board).iter().map(|letter| format!(" {letter}")).collect();
        let mut text = format!("  {letters}\n");
        for row in (0..board.height()).rev() {
            let cells = (0..board.width()).map(|column| {
                let color = Point::new(column, row).and_then(|at| board.color_at(at));
                format!(" {}", color.map_or('.', Color::letter))
            });
            // Writing to a string cannot fail, here and below.
            let _ = writeln!(text, "{:>2}{}", row + 1, cells.collect::<String>());
        }
        let _ = writeln!(text, "fen {}", fen::write(&self.position));
        let (black, white) = (board.prisoners(Color::Black), board.prisoners(Color::White));
        let _ = writeln!(text, "prisoners black {black} white {white}");
        let _ = writeln!(text, "komi {}", self.position.komi());
        let status = self.status();
        let _ = match (&status.result, self.position.phase()) {
            (Some(result), Phase::Stopped) => write!(text, "stopped {result}"),
            (Some(result), _) => write!(text, "result {result}"),
            (None, _) => write!(text, "side {}", status.side_to_move),
        };
        text
    }

    fn export(&self, format: ExportFormat) -> Result<String, EngineError> {
        match format {
            ExportFormat::Fen => Ok(fen::write(&self.position)),
            ExportFormat::Transcript => {
                let moves = super::moves(&self.position);
                Ok(moves.into_iter().map(|(_, mv)| mv).collect::<Vec<_>>().join(" "))
            }
            ExportFormat::Sgf => {
                let is_open = self.position.phase() == Phase::Playing;
                let result = (!is_open).then(|| self.score());
                Ok(sgf::write(&self.position, "Black", "White", result.as_deref()))
            }
            ExportFormat::Ggf => Err(EngineError::Unsupported("GGF".to_owned())),
        }
    }

    fn rows(&self) -> Vec<String> {
        let board = self.position.board();
        let cell = |column, row| {
            let color = Point::new(column, row).and_then(|point| board.color_at(point));
            color.map_or('.', Color::letter)
        };
        let columns = 0..board.width();
        let row = |row| columns.clone().map(|column| cell(column, row)).collect();
        (0..board.height()).map(row).collect()
    }

    fn moves(&self) -> Vec<(Color, String)> {
        super::moves(&self.position)
    }

    fn margin(&self) -> Option<i32> {
        let is_counted =
            matches!(self.position.phase(), Phase::Stopped | Phase::Ended(Ending::Confirmed));
        is_counted.then(|| self.verdict().lead)
    }

    fn describe(&self) -> String {
        let board = self.position.board();
        let mut text = format!("size {}x{}", board.width(), board.height());
        let _ = write!(text, "\nkomi {}", self.position.komi());
        let _ = write!(text, "\nhandicap {}", self.position.handicap());
        for color in Color::ALL {
            let own = board.chains().into_iter().filter(|chain| chain.color == color);
            let chains: Vec<_> = own.collect();
            let atari = chains.iter().filter(|chain| chain.liberties.len() == 1).count();
            let stones: usize = chains.iter().map(|chain| chain.stones.len()).sum();
            let _ = write!(
                text,
                "\n{color}: stones {stones} chains {} atari {atari} prisoners {}",
                chains.len(),
                board.prisoners(color)
            );
        }
        let ko = board.ko().map_or("none".to_owned(), |(color, at)| format!("{at} for {color}"));
        let _ = write!(text, "\nko {ko}");
        let repeated = if self.position.is_repeated() { "yes" } else { "no" };
        let _ = write!(text, "\nrepeated {repeated}");
        text
    }

    fn describe_help(&self) -> String {
        [
            "size: columns and rows.",
            "komi: points that White gets for moving second.",
            "handicap: stones that Black was given before the first move.",
            "stones, chains: what stands on the board, connected along lines.",
            "atari: chains with a single liberty.",
            "prisoners: stones that the side has captured.",
            "ko: where a stone may not be retaken on the next move, and by whom.",
            "repeated: whether the same stones stood on the board before; no result can then be agreed on.",
        ]
        .join("\n")
    }

    fn evaluate(&self) -> String {
        format!("evaluation {}", self.score())
    }

    /// A ruling takes long, an estimate does not.
    fn is_judged(&self) -> bool {
        self.judgement.is_known(&self.position)
    }

    fn pace(&self) -> Vec<u32> {
        let board = self.position.board();
        let empty = board.points().filter(|&point| board.is_empty(point)).count();
        vec![1; (empty / 3).max(5)]
    }

    fn ask(&self, question: &str) -> Result<String, EngineError> {
        let words: Vec<&str> = question.split_whitespace().collect();
        let board = self.position.board();
        match words[..] {
            ["komi"] => Ok(self.position.komi().to_string()),
            ["handicap"] => Ok(self.position.handicap().to_string()),
            ["captures", "black"] => Ok(board.prisoners(Color::Black).to_string()),
            ["captures", "white"] => Ok(board.prisoners(Color::White).to_string()),
            ["score"] => Ok(self.score()),
            ["liberties", name] => {
                let point = name.parse::<Point>().map_err(|_| syntax("a point", name))?;
                Ok(board.liberties(point).to_string())
            }
            ["status", status] => {
                let Verdict { dead, seki, .. } = self.verdict();
                let all = board.stones(Color::Black).union(&board.stones(Color::White));
                let stones = match status {
                    "dead" => *dead,
                    "seki" => *seki,
                    "alive" => all.difference(dead).difference(seki),
                    _ => return Err(syntax("alive, dead or seki", status)),
                };
                Ok(self.chains(&stones))
            }
            ["presumed"] => Ok(self.chains(&self.verdict().presumed)),
            ["repeated"] => Ok(self.position.is_repeated().to_string()),
            _ => {
                let expected = "komi, handicap, captures C, score, status S, presumed, liberties V or repeated";
                Err(syntax(expected, question))
            }
        }
    }
}

fn syntax(expected: &str, found: &str) -> EngineError {
    let found: String = found.chars().take(40).flat_map(char::escape_debug).collect();
    EngineError::Syntax(format!("ask: expected {expected}, found '{found}'"))
}

/// Returns the letters of the columns.
fn letters(board: &Board) -> Vec<char> {
    ('a'..='z').filter(|&letter| letter != 'i').take(usize::from(board.width())).collect()
}
