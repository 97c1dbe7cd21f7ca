//! A position's answers, detached from the engine.

use std::fmt::Write as _;

use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use crate::engine::{EngineError, ExportFormat, Status, StopFlag, View};
use crate::game::{Color, Game as _, Outcome};
use crate::renju::engine::opening::Opener;
use crate::renju::engine::text::behind;
use crate::renju::engine::{turn, turned_to};
use crate::renju::eval::Evaluator;
use crate::renju::opening::Step;
use crate::renju::pattern::{Field, Threat};
use crate::renju::record::Sheet;
use crate::renju::search::{Config, Searcher};
use crate::renju::{Action, ParsePointError, Point, Position, forbidden, notation, record, sgf};

/// The most moves a side is taken to have still to make.
const MOVES: u32 = 40;

/// The nodes and the plies of a search behind `ask turn`, for each action: nobody waits for it.
const TURN_NODES: u64 = 20_000;
const LEVEL: u32 = 8;

/// A snapshot of the position.
pub(super) struct RenjuView {
    position: Position,
    evaluator: Evaluator,
}

impl RenjuView {
    pub(super) fn new(position: Position, evaluator: Evaluator) -> Self {
        RenjuView { position, evaluator }
    }

    fn actions(position: &Position) -> Vec<String> {
        let actions = match position.rules().strict {
            true => position.safe_actions(),
            false => position.actions(),
        };
        actions.iter().map(ToString::to_string).collect()
    }

    fn row(&self, row: u8) -> impl Iterator<Item = char> + '_ {
        let board = self.position.board();
        let stone = move |col| Point::new(col, row).and_then(|point| board.get(point));
        (0..board.size()).map(move |col| stone(col).map_or('.', Color::letter))
    }

    /// Names the points forbidden to Black with what they would make.
    fn forbidden(&self) -> String {
        let found = match self.position.rules().rule.has_forbidden() {
            true => forbidden::points(self.position.board()),
            false => Vec::new(),
        };
        let words: Vec<String> =
            found.iter().map(|(point, kind)| format!("{point} {kind}")).collect();
        words.join(" ")
    }

    /// Says what a small search would do until the other player's turn.
    fn turn(&self) -> String {
        let config = Config { threads: 1, hash_mib: 1 };
        let mut searcher = Searcher::with_evaluator(config, self.evaluator.clone());
        let (stop, mut rng) = (StopFlag::new(), ChaCha8Rng::seed_from_u64(0));
        let actions = turn::play(&self.position, |position| {
            let mut opener = Opener::new(&mut searcher, &stop, Some(TURN_NODES), LEVEL);
            match opener.choose(position, &[], &mut rng) {
                Some(choice) => Some(choice.action),
                None => opener.stone(position),
            }
        });
        turn::words(&actions)
    }

    /// Says what the opening wants.
    fn wants(&self) -> String {
        let words: Vec<&str> = self
            .position
            .steps()
            .map(|step| match step {
                Step::Place { stone: Color::Black, .. } => "a black stone",
                Step::Place { .. } => "a white stone",
                Step::Swap { .. } => "swap or noswap",
                Step::Declare { .. } => "declare",
                Step::Offer { .. } => "offer",
                Step::Choose { .. } => "choose",
                Step::Branch { .. } => "",
            })
            .collect();
        words.join(", ")
    }
}

impl View for RenjuView {
    fn status(&self) -> Status {
        let conclusion = self.position.conclusion();
        let only_pass = || self.position.actions() == [Action::Pass];
        Status {
            side_to_move: self.position.actor(),
            must_pass: conclusion.is_none() && only_pass(),
            outcome: self.position.outcome(),
            result: conclusion.map(|conclusion| conclusion.to_string()),
        }
    }

    fn legal(&self) -> Vec<String> {
        Self::actions(&self.position)
    }

    fn render(&self) -> String {
        let board = self.position.board();
        let letters: Vec<String> =
            (0..board.size()).map(|col| char::from(b'a' + col).to_string()).collect();
        let mut text = format!("   {}\n", letters.join(" "));
        for row in (0..board.size()).rev() {
            let cells: Vec<String> = self.row(row).map(String::from).collect();
            // Writing to a string cannot fail, here and below.
            let _ = writeln!(text, "{:>2} {}", row + 1, cells.join(" "));
        }
        let _ = writeln!(text, "fen {}", notation::write_position(&self.position));
        let count = |color| board.stones(color).count();
        let (black, white) = (count(Color::Black), count(Color::White));
        let _ = writeln!(text, "stones black {black} white {white} empty {}", board.n_empties());
        let rules = self.position.rules();
        let _ = writeln!(text, "rule {} opening {}", rules.rule.name(), rules.opening.name());
        match self.position.conclusion() {
            Some(conclusion) => text.push_str(&format!("result {conclusion}")),
            None => {
                let _ = write!(text, "side {}", self.position.actor());
                let wants = self.wants();
                if !wants.is_empty() {
                    let _ = write!(text, "\nopening wants {wants}");
                }
                if self.position.next_stone() == Color::Black {
                    let _ = write!(text, "\nforbidden {}", self.forbidden());
                    text.truncate(text.trim_end().len());
                }
            }
        }
        text
    }

    fn export(&self, format: ExportFormat) -> Result<String, EngineError> {
        match format {
            ExportFormat::Fen => Ok(notation::write_position(&self.position)),
            ExportFormat::Transcript => Ok(notation::write_actions(&self.position)),
            ExportFormat::Sgf => Ok(sgf::write(&self.position, &Sheet::of(&self.position))),
            ExportFormat::Ggf => Err(EngineError::Unsupported("ggf".to_owned())),
        }
    }

    fn legal_for(&self, color: Color) -> Vec<String> {
        if self.position.actor() == color || self.position.steps().next().is_some() {
            return self.legal();
        }
        Self::actions(&turned_to(&self.position, color))
    }

    fn rows(&self) -> Vec<String> {
        (0..self.position.board().size()).map(|row| self.row(row).collect()).collect()
    }

    fn moves(&self) -> Vec<(Color, String)> {
        let entries = self.position.history().iter();
        entries
            .map(|entry| match entry.stone {
                Some((point, color)) => (color, point.to_string()),
                None => (entry.actor, entry.action.to_string()),
            })
            .collect()
    }

    /// A win counts one point.
    fn margin(&self) -> Option<i32> {
        self.position.outcome().map(|outcome| match outcome {
            Outcome::Win(Color::Black) => 100,
            Outcome::Win(Color::White) => -100,
            Outcome::Draw => 0,
        })
    }

    fn describe(&self) -> String {
        let mut lines = Vec::new();
        if let Some(named) = self.position.opening() {
            let kind = if named.is_star() { "star" } else { "moon" };
            lines.push(format!(
                "opening {} {} {} {kind} {}",
                named.code(),
                named.romaji,
                named.chinese,
                named.relation().chinese()
            ));
        }
        lines.push(format!("forbidden {}", self.forbidden()));
        let rule = self.position.rules().rule;
        let board = self.position.board();
        for color in Color::ALL {
            let fives: Vec<String> = board
                .empties()
                .filter(|&point| forbidden::wins(board, point, color, rule))
                .map(|point| point.to_string())
                .collect();
            lines.push(format!("fives {color} {}", fives.join(" ")));
        }
        let claims: Vec<String> = self
            .position
            .claims()
            .iter()
            .flat_map(|(point, kinds)| kinds.iter().map(move |kind| format!("{point} {kind}")))
            .collect();
        lines.push(format!("claims {}", claims.join(" ")));
        if let Some(color) = self.position.draw_offer() {
            lines.push(format!("draw offered by {color}"));
        }
        let [black, white] = Color::ALL.map(|color| self.position.violations(color));
        if black + white > 0 {
            lines.push(format!("violations black {black} white {white}"));
        }
        let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
        lines.join("\n")
    }

    fn ask(&self, question: &str) -> Result<String, EngineError> {
        let mut words = question.split_whitespace();
        let first = words.next().unwrap_or_default().to_ascii_lowercase();
        let answer = match first.as_str() {
            "forbidden" => self.forbidden(),
            "kind" => {
                let word =
                    words.next().ok_or_else(|| behind("kind", "a point such as h8", None))?;
                let point: Point = word
                    .parse()
                    .map_err(|error: ParsePointError| EngineError::Syntax(error.to_string()))?;
                let mut board = self.position.board().clone();
                if !board.is_empty(point) {
                    return Err(EngineError::Refused(format!("{point} is not an empty point")));
                }
                let kinds = forbidden::kinds(&mut board, point);
                match forbidden::kind(&mut board, point) {
                    kind if kind.is_forbidden() => {
                        kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(" ")
                    }
                    kind => kind.name().to_owned(),
                }
            }
            "turn" => self.turn(),
            "sheet" => {
                let sheet = Sheet::of(&self.position);
                record::write(&self.position, &sheet).trim_end().to_owned()
            }
            "fifth" => {
                let points = self.position.distinct_fifth_moves();
                points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
            }
            _ => {
                let known = "'forbidden', 'kind POINT', 'fifth', 'turn' or 'sheet'";
                return Err(behind("ask", known, Some(&first)));
            }
        };
        if let Some(more) = words.next() {
            return Err(behind(&first, "nothing more", Some(more)));
        }
        Ok(if answer.is_empty() { "none".to_owned() } else { answer })
    }

    fn describe_help(&self) -> String {
        "opening: number, names, star or moon of the first three stones, and how the black ones stand: 间 a gap, 桂 a \
         knight's move, 连 adjacent\n\
         forbidden: points on which Black would make two threes (33), two fours (44) or six and more (overline)\n\
         fives: points on which a side would make five\n\
         claims: forbidden stones that White may still point out\n\
         draw: who has offered one\n\
         violations: how many each side's player has committed; the second loses"
            .to_owned()
    }

    fn evaluate(&self) -> String {
        if self.position.conclusion().is_some() {
            return "evaluation 0 the game is over".to_owned();
        }
        let side = self.position.next_stone();
        let rule = self.position.rules().rule;
        let field = Field::new(self.position.board(), rule, self.evaluator.values(rule));
        let points = |score: i32| format!("{:+.2}", f64::from(score) / 100.0);
        let mut text =
            format!("evaluation {} for {side}", points(self.evaluator.evaluate(&field, side)));
        for color in Color::ALL {
            let counts: Vec<String> = [
                (Threat::Five, "five"),
                (Threat::StraightFour, "straight four"),
                (Threat::FourThree, "four and three"),
                (Threat::Threes, "threes"),
            ]
            .iter()
            .map(|&(threat, name)| format!("{name} {}", field.count(color, threat)))
            .collect();
            // Writing to a string cannot fail.
            let _ = write!(text, "\n{color} could make: {}", counts.join(", "));
        }
        text
    }

    fn pace(&self) -> Vec<u32> {
        let moves = self.position.board().n_empties().div_ceil(2).clamp(1, MOVES);
        vec![1; moves as usize]
    }
}
