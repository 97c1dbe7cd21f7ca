//! Othello behind the session's contract: glue between options, notation, search and view.
//!
//! Owns nothing but the present position, the options' values and the [`Searcher`]. Must not decide rules,
//! search or time.

mod choice;
mod listen;
mod options;
mod text;
mod view;

use std::path::Path;

use crate::engine::{
    BestMove, Engine, EngineError, GameWords, Goal, Limits, Observer, OptionSpec, PositionText,
    StopFlag, View, bad_value,
};
use crate::game::{Color, Game};
use crate::othello::bench;
use crate::othello::eval::{Evaluator, file::WeightsError};
use crate::othello::notation::board_text::{self, infer_side};
use crate::othello::perft::perft_until;
use crate::othello::search::{Request, Searcher};
use crate::othello::{Move, Position};
use choice::Choice;
use listen::Listen;
use options::Values;
use view::OthelloView;

/// What takes one call of [`Engine::play`] back.
#[derive(Clone, Debug)]
enum Past {
    /// So many plies.
    Plies(usize),
    /// A game that became a set-up.
    Game(Box<Position>),
}

/// The Othello engine.
///
/// # Examples
/// ```
/// use heibai::engine::{Engine, Goal, Limits, StopFlag, info::Silent};
/// use heibai::othello::OthelloEngine;
///
/// let mut engine = OthelloEngine::new();
/// engine.play(None, "f5").unwrap();
/// let limits = Limits { goal: Goal::Depth(2), ..Limits::default() };
/// let best = engine.search(&limits, &StopFlag::new(), &mut Silent).unwrap();
/// assert!(engine.view().legal().contains(&best.mv.unwrap()));
/// ```
#[derive(Debug)]
pub struct OthelloEngine {
    position: Position,
    /// What takes each call of `play` back.
    past: Vec<Past>,
    values: Values,
    searcher: Searcher,
    choice: Choice,
}

impl OthelloEngine {
    /// What protocols call the game.
    pub const WORDS: GameWords = GameWords {
        name: "othello",
        title: "Othello",
        aliases: &["reversi"],
        skips_i: false,
        is_go: false,
    };

    /// Builds an engine at the start of a game; table and threads are allocated when first needed.
    #[must_use]
    pub fn new() -> Self {
        let values = Values::default();
        OthelloEngine {
            position: Position::start(),
            past: Vec::new(),
            searcher: Searcher::new(values.config()),
            choice: Choice::new(values.seed),
            values,
        }
    }

    /// Returns the position as it stands.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    fn root_moves(position: &Position, names: &[String]) -> Result<u64, EngineError> {
        if names.is_empty() {
            return Ok(!0);
        }
        let mut squares = 0;
        for name in names {
            let mv = text::parse_move(name)?;
            position.check(mv).map_err(|reason| text::illegal(name, reason))?;
            squares |= mv.square().map_or(!0, |square| square.bit());
        }
        Ok(squares)
    }

    /// Reads the evaluation from a file; the built-in one if `file` is empty.
    fn load_evaluator(&mut self, file: &str) -> Result<(), EngineError> {
        let evaluator = match file.trim() {
            "" | "<empty>" => Evaluator::default(),
            file => Evaluator::load(Path::new(file)).map_err(|error| {
                // The path may be as long as a line and is quoted once, shortened.
                let reason = match error {
                    WeightsError::File { source, .. } => source.to_string(),
                    error => error.to_string(),
                };
                let expected = format!("a file of evaluation weights ({reason})");
                bad_value(options::EVAL_FILE, expected, Some(file))
            })?,
        };
        self.searcher.set_evaluator(evaluator);
        file.trim().clone_into(&mut self.values.eval_file);
        Ok(())
    }
}

/// Returns the position itself, or one set up with the same discs and the turn given to `color`.
pub(super) fn turned_to(position: &Position, color: Color) -> Position {
    if color == position.side_to_move() {
        return position.clone();
    }
    Position::new(position.board().pass(), color)
}

impl Default for OthelloEngine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine for OthelloEngine {
    fn game(&self) -> &'static str {
        Self::WORDS.name
    }

    fn new_game(&mut self) {
        self.position = Position::start();
        self.past.clear();
        self.searcher.clear();
    }

    fn set_position(&mut self, text: &PositionText<'_>, moves: &[&str]) -> Result<(), EngineError> {
        let mut position = text::parse_position(text)?;
        if let Err(error) = text::play_moves(&mut position, moves) {
            position = text::parse_with_moves(text, moves).ok_or(error)?;
        }
        self.position = position;
        self.past.clear();
        Ok(())
    }

    fn action(&mut self, text: &str) -> Result<String, EngineError> {
        let mut words = text.split_whitespace();
        let word = words.next().unwrap_or_default();
        let (discs, side) = match word {
            "setup" | "position" => (text::parse_stones(&mut words)?, None),
            "turn" => (self.position.discs(), Some(text::parse_color(words.next())?)),
            _ => return Err(EngineError::Unsupported(format!("'{word}'"))),
        };
        if word != "position" && !self.position.history().is_empty() {
            return Err(EngineError::Refused("board not empty".to_owned()));
        }
        let set_up = board_text::set_up(discs, side.unwrap_or_else(|| infer_side(discs, None)));
        let before = std::mem::replace(&mut self.position, set_up);
        self.past.push(Past::Game(Box::new(before)));
        Ok(String::new())
    }

    fn play(&mut self, color: Option<Color>, mv: &str) -> Result<(), EngineError> {
        let parsed = text::parse_move(mv)?;
        if color.is_some() && parsed == Move::Pass && self.position.is_over() {
            self.past.push(Past::Plies(0));
            return Ok(());
        }
        let mut position = self.position.clone();
        if color.is_some_and(|color| color != position.side_to_move()) {
            let reason = "it is the other side's turn".to_owned();
            position
                .play(Move::Pass)
                .map_err(|_| EngineError::IllegalMove { mv: mv.to_owned(), reason })?;
        }
        position.play_with_passes(parsed).map_err(|reason| text::illegal(mv, reason))?;
        self.past.push(Past::Plies(position.history().len() - self.position.history().len()));
        self.position = position;
        Ok(())
    }

    fn play_out_of_turn(&mut self, color: Color, mv: &str) -> Result<(), EngineError> {
        let position = &self.position;
        if color == position.side_to_move() || position.must_pass() || position.is_over() {
            return self.play(Some(color), mv);
        }
        let parsed = text::parse_move(mv)?;
        let mut turned = turned_to(position, color);
        turned.play(parsed).map_err(|reason| text::illegal(mv, reason))?;
        if parsed == Move::Pass {
            // Two passes leave everything as it was.
            self.past.push(Past::Plies(0));
        } else {
            let before = std::mem::replace(&mut self.position, turned);
            self.past.push(Past::Game(Box::new(before)));
        }
        Ok(())
    }

    fn undo(&mut self) -> Result<(), EngineError> {
        match self.past.pop() {
            Some(Past::Game(before)) => self.position = *before,
            Some(Past::Plies(plies)) => {
                for _ in 0..plies {
                    self.position.undo();
                }
            }
            None if self.position.undo() => {}
            None => return Err(EngineError::NothingToUndo),
        }
        Ok(())
    }

    fn view(&self) -> Box<dyn View> {
        let evaluator = self.searcher.evaluator().clone();
        Box::new(OthelloView::new(self.position.clone(), self.values.scoring, evaluator))
    }

    fn options(&self) -> Vec<OptionSpec> {
        self.values.list()
    }

    fn set_option(
        &mut self,
        name: &str,
        value: Option<&str>,
    ) -> Result<Option<String>, EngineError> {
        if name.eq_ignore_ascii_case(options::CLEAR_HASH) {
            self.searcher.clear();
            return Ok(None);
        }
        if name.eq_ignore_ascii_case(options::EVAL_FILE) {
            return self.load_evaluator(value.unwrap_or_default()).map(|()| None);
        }
        let seed = self.values.seed;
        let note = self.values.set(name, value)?;
        if self.values.seed != seed {
            self.choice = Choice::new(self.values.seed);
        }
        Ok(note)
    }

    fn prepare(&mut self) {
        let config = self.values.config();
        if config != self.searcher.config() {
            self.searcher.configure(config);
        }
        self.searcher.prepare();
    }

    fn search(
        &mut self,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<BestMove, EngineError> {
        let position =
            turned_to(&self.position, limits.side.unwrap_or(self.position.side_to_move()));
        let root_moves = Self::root_moves(&position, &limits.search_moves)?;
        self.prepare();
        let proving = matches!(limits.goal, Goal::Exact | Goal::Wld | Goal::Solve);
        let variety = if proving { 0 } else { self.values.variety };
        let wanted = limits.lines.unwrap_or(self.values.multi_pv);
        let request = Request {
            goal: limits.goal,
            level: self.values.level,
            selectivity: limits.selectivity.unwrap_or(self.values.selectivity),
            multi_pv: if variety == 0 { wanted } else { wanted.max(choice::LINES) },
            nodes: limits.nodes,
            root_moves,
        };
        let mut listen = Listen::new(observer, limits.goal, wanted);
        let report = self.searcher.search(position.board(), &request, stop, &mut listen);
        listen.finish(&report);
        let line = self.choice.among(&report.lines, variety);
        let mut moves = line.map(|line| line.pv.iter()).into_iter().flatten();
        let first = moves.next().copied().filter(|&mv| position.check(mv).is_ok());
        // Whatever a search brings back, the answer is a legal move.
        let mv = first.or_else(|| position.legal_moves().first().copied());
        let ponder = first.and_then(|_| moves.next());
        Ok(BestMove { mv: mv.map(|mv| mv.to_string()), ponder: ponder.map(ToString::to_string) })
    }

    fn perft(&self, depth: u32, stop: &StopFlag) -> Option<u64> {
        perft_until(self.position.board(), depth, stop)
    }

    fn bench(&mut self, stop: &StopFlag) -> Option<u64> {
        let mut searcher = Searcher::new(bench::CONFIG);
        bench::run(&mut searcher, stop, &mut |_, _| {})
    }
}
