//! Go behind the session's contract: glue between options, records, the player and the view.
//!
//! Owns nothing but the present game, the options' values and the player's randomness. Must not decide rules,
//! search or time.

mod action;
mod options;
mod verdict;
mod view;

use std::sync::{Arc, OnceLock};

use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use crate::engine::{
    BestMove, Bound, Engine, EngineError, GameWords, Goal, Info, Iteration, Limits, Observer,
    OptionSpec, PositionFormat, PositionText, SearchValue, StopFlag, View,
};
use crate::game::{Color, PlayError, perft_until};
use crate::go::choice::choose;
use crate::go::{Board, Event, Move, ParseMoveError, Phase, Position, fen, sgf};
use options::Values;
use verdict::Verdict;
use view::GoView;

/// The positions of `bench`, each with the depth its moves are counted to.
const BENCH: [(&str, u32); 3] =
    [("3/3/3 b", 6), ("1xo1/xoxo/1xo1/4 b", 4), ("9/9/9/9/9/9/9/9/9 b", 2)];

/// The Go engine: exact rules and a player that looks one move ahead.
///
/// # Examples
/// ```
/// use heibai::engine::{Engine, Limits, StopFlag, info::Silent};
/// use heibai::go::GoEngine;
///
/// let mut engine = GoEngine::new();
/// engine.play(None, "q16").unwrap();
/// let best = engine.search(&Limits::default(), &StopFlag::new(), &mut Silent).unwrap();
/// assert!(engine.view().legal().contains(&best.mv.unwrap()));
/// ```
#[derive(Debug)]
pub struct GoEngine {
    position: Position,
    values: Values,
    rng: ChaCha8Rng,
    /// What the present position is worth, once somebody has asked.
    verdict: Arc<OnceLock<Verdict>>,
}

impl GoEngine {
    /// What protocols call the game.
    pub const WORDS: GameWords = GameWords {
        name: "go",
        title: "Go",
        aliases: &["baduk", "weiqi", "igo"],
        skips_i: true,
        is_go: true,
    };

    /// Builds an engine at the start of a game on 19 columns and rows.
    #[must_use]
    pub fn new() -> Self {
        let values = Values::default();
        GoEngine {
            position: values.start(),
            rng: ChaCha8Rng::seed_from_u64(values.seed.cast_unsigned()),
            values,
            verdict: Arc::default(),
        }
    }

    /// Returns the game as it stands.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Puts another game in place of this one, under the options as they are.
    fn replace(&mut self, mut position: Position) {
        position.set_strict(self.values.is_strict);
        self.position = position;
        self.verdict = Arc::default();
    }

    fn play_for(&mut self, color: Option<Color>, mv: &str) -> Result<(), EngineError> {
        let parsed = parse_move(mv)?;
        let is_over = self.position.phase() != Phase::Playing;
        if let (Move::Pass, Some(color), true) = (parsed, color, is_over) {
            return self.position.pass_again(color).map_err(|_| illegal(mv, PlayError::Over));
        }
        let color = color.unwrap_or(self.position.side_to_move());
        self.position.play_as(color, parsed).map_err(|reason| illegal(mv, reason))?;
        self.verdict = Arc::default();
        Ok(())
    }
}

impl Default for GoEngine {
    fn default() -> Self {
        Self::new()
    }
}

fn parse_move(text: &str) -> Result<Move, EngineError> {
    text.parse().map_err(|error: ParseMoveError| {
        let quoted = error.0.chars().flat_map(char::escape_debug).collect();
        EngineError::Syntax(ParseMoveError(quoted).to_string())
    })
}

fn illegal(mv: &str, reason: PlayError) -> EngineError {
    EngineError::IllegalMove { mv: mv.to_owned(), reason: reason.to_string() }
}

impl Engine for GoEngine {
    fn game(&self) -> &'static str {
        Self::WORDS.name
    }

    fn new_game(&mut self) {
        let (width, height) = (self.position.board().width(), self.position.board().height());
        let mut position = Board::rectangle(width, height)
            .map_or_else(|_| self.values.start(), |b| Position::from_board(b, Color::Black));
        position.set_komi(self.values.komi);
        self.rng = ChaCha8Rng::seed_from_u64(self.values.seed.cast_unsigned());
        self.replace(position);
    }

    fn set_position(&mut self, text: &PositionText<'_>, moves: &[&str]) -> Result<(), EngineError> {
        let syntax = |error: &dyn std::fmt::Display| EngineError::Syntax(error.to_string());
        let is_sgf = text.text.trim_start().starts_with('(');
        let (mut position, has_komi) = match text.format {
            PositionFormat::Start => (self.values.start(), true),
            PositionFormat::Sgf => {
                (sgf::parse(text.text).map_err(|error| syntax(&error))?.position, true)
            }
            PositionFormat::Any if is_sgf => {
                (sgf::parse(text.text).map_err(|error| syntax(&error))?.position, true)
            }
            PositionFormat::Fen | PositionFormat::Any => {
                let parsed = fen::parse(text.text);
                let parsed = parsed.map_err(|error| syntax(&format!("position: {error}")))?;
                (parsed, false)
            }
            PositionFormat::Obf | PositionFormat::Qipu => {
                return Err(EngineError::Unsupported("this form of a position".to_owned()));
            }
        };
        if !has_komi {
            position.set_komi(self.values.komi);
        }
        position.set_strict(self.values.is_strict);
        for mv in moves {
            let parsed = parse_move(mv)?;
            position.play(parsed).map_err(|reason| illegal(mv, reason))?;
        }
        self.replace(position);
        Ok(())
    }

    fn play(&mut self, color: Option<Color>, mv: &str) -> Result<(), EngineError> {
        self.play_for(color, mv)
    }

    fn play_out_of_turn(&mut self, color: Color, mv: &str) -> Result<(), EngineError> {
        self.play_for(Some(color), mv)
    }

    fn action(&mut self, text: &str) -> Result<String, EngineError> {
        let answer = action::run(&mut self.position, text)?;
        self.verdict = Arc::default();
        Ok(answer)
    }

    fn set_size(&mut self, width: usize, height: usize) -> Result<(), EngineError> {
        let small = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
        let board = Board::rectangle(small(width), small(height))
            .map_err(|error| EngineError::Refused(error.to_string()))?;
        if width == height {
            self.values.size = board.width();
        }
        let mut position = Position::from_board(board, Color::Black);
        position.set_komi(self.values.komi);
        self.replace(position);
        Ok(())
    }

    fn undo(&mut self) -> Result<(), EngineError> {
        if !self.position.undo() {
            return Err(EngineError::NothingToUndo);
        }
        self.verdict = Arc::default();
        Ok(())
    }

    fn view(&self) -> Box<dyn View> {
        Box::new(GoView::new(self.position.clone(), Arc::clone(&self.verdict)))
    }

    fn options(&self) -> Vec<OptionSpec> {
        self.values.list()
    }

    fn set_option(
        &mut self,
        name: &str,
        value: Option<&str>,
    ) -> Result<Option<String>, EngineError> {
        let before = self.values.clone();
        let note = self.values.set(name, value)?;
        if self.values.seed != before.seed {
            self.rng = ChaCha8Rng::seed_from_u64(self.values.seed.cast_unsigned());
        }
        if self.values.size != before.size {
            self.replace(self.values.start());
        }
        self.position.set_komi(match name.eq_ignore_ascii_case(options::KOMI) {
            true => self.values.komi,
            false => self.position.komi(),
        });
        self.position.set_strict(self.values.is_strict);
        self.verdict = Arc::default();
        Ok(note)
    }

    fn prepare(&mut self) {}

    fn search(
        &mut self,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<BestMove, EngineError> {
        let color = limits.side.unwrap_or(self.position.side_to_move());
        let mut allowed = Vec::new();
        for name in &limits.search_moves {
            let mv = parse_move(name)?;
            self.position.check_as(color, mv).map_err(|reason| illegal(name, reason))?;
            allowed.push(mv);
        }
        let is_allowed = |mv: Move| allowed.is_empty() || allowed.contains(&mv);
        let clean_up = limits.goal == Goal::CleanUp;
        let point = |point| is_allowed(Move::Place(point));
        let choice = choose(&self.position, color, clean_up, point, stop, &mut self.rng);
        let legal = self.position.phase() == Phase::Playing;
        let chosen = choice.point.map_or(Move::Pass, Move::Place);
        // Where a pass was ruled out, anything is better than it.
        let mv = match is_allowed(chosen) {
            true => chosen,
            false => allowed.first().copied().unwrap_or(Move::Pass),
        };
        let sign = if color == Color::Black { 1 } else { -1 };
        observer.info(&Info {
            depth: 1,
            seldepth: 1,
            selectivity: 100,
            value: SearchValue::Centi(sign * choice.estimate.lead),
            bound: Bound::Exact,
            nodes: choice.judged,
            hashfull: 0,
            multi_pv: 1,
            pv: if legal { vec![mv.to_string()] } else { Vec::new() },
        });
        let iteration = Iteration {
            depth: 1,
            best_move_changed: false,
            score_drop: 0,
            only_move: false,
            solving: false,
        };
        // There is no second iteration to begin.
        let _ = observer.iteration(&iteration);
        Ok(BestMove { mv: legal.then(|| mv.to_string()), ponder: None })
    }

    fn perft(&self, depth: u32, stop: &StopFlag) -> Option<u64> {
        perft_until(&mut self.position.clone(), depth, &|| stop.is_raised())
    }

    fn bench(&mut self, stop: &StopFlag) -> Option<u64> {
        let mut nodes = 0;
        for (text, depth) in BENCH {
            let mut position = fen::parse(text).ok()?;
            nodes += perft_until(&mut position, depth, &|| stop.is_raised())?;
        }
        Some(nodes)
    }
}

/// Returns the moves since the start, passes among them.
fn moves(position: &Position) -> Vec<(Color, String)> {
    let events = position.events();
    let plies = events.filter_map(|event| match event {
        Event::Ply(ply) => Some((ply.color, ply.mv.to_string())),
        _ => None,
    });
    plies.collect()
}
