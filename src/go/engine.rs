//! Go behind the session's contract: glue between options, records, the player and the view.
//!
//! Owns nothing but the present game, the options' values and the player's randomness. Must not decide rules,
//! search or time.

mod action;
mod listen;
mod options;
mod verdict;
mod view;

use std::sync::Arc;

use crate::engine::{
    BestMove, Engine, EngineError, GameWords, Goal, Limits, Observer, OptionSpec, PositionFormat,
    PositionText, StopFlag, View,
};
use crate::game::{Color, PlayError, perft_until};
use crate::go::bench;
use crate::go::choice::clean_up;
use crate::go::estimate::estimate_until;
use crate::go::search::{Report, Request, Searcher, choose};
use crate::go::{Board, Event, Move, ParseMoveError, Phase, Position, fen, sgf};
use listen::Listen;
use options::Values;
use verdict::Judgement;
use view::GoView;

/// What is answered in place of a move by a player that gives up.
const RESIGN: &str = "resign";
/// No side gives up before so many games were played, and so many of them with the move that it would play: where all is
/// lost no move is tried much more than others.
const LEAST_GAMES: u64 = 500;
const LEAST_TRIED: u64 = 50;

/// The Go engine: exact rules, and a player by tree search and random games.
///
/// # Examples
/// ```
/// use heibai::engine::{Engine, Limits, StopFlag, info::Silent};
/// use heibai::go::GoEngine;
///
/// let mut engine = GoEngine::new();
/// engine.play(None, "q16").unwrap();
/// let limits = Limits { nodes: Some(50), ..Limits::default() };
/// let best = engine.search(&limits, &StopFlag::new(), &mut Silent).unwrap();
/// assert!(engine.view().legal().contains(&best.mv.unwrap()));
/// ```
#[derive(Debug)]
pub struct GoEngine {
    position: Position,
    values: Values,
    searcher: Searcher,
    /// How many searches there were: each has random numbers of its own.
    searches: u64,
    /// What the present position is worth, once somebody has asked.
    verdict: Arc<Judgement>,
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
            searcher: Searcher::new(values.config()),
            searches: 0,
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
        if mv.eq_ignore_ascii_case(RESIGN) {
            let color = color.unwrap_or(self.position.side_to_move());
            let done = self.position.resign(color);
            return done.map_err(|error| EngineError::Refused(error.to_string()));
        }
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
        self.searches = 0;
        self.searcher.clear();
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
        if name.eq_ignore_ascii_case(options::CLEAR_HASH) {
            self.searcher.clear();
            return Ok(None);
        }
        let before = self.values.clone();
        let note = self.values.set(name, value)?;
        if self.values.seed != before.seed {
            self.searches = 0;
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

    fn prepare(&mut self) {
        self.searcher.configure(self.values.config());
        self.searcher.prepare();
    }

    fn search(
        &mut self,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Result<BestMove, EngineError> {
        let color = limits.side.unwrap_or(self.position.side_to_move());
        let mut moves = Vec::new();
        for name in &limits.search_moves {
            let mv = parse_move(name)?;
            self.position.check_as(color, mv).map_err(|reason| illegal(name, reason))?;
            moves.push(mv);
        }
        self.prepare();
        let shown = limits.lines.unwrap_or(self.values.multi_pv);
        let mut listen = Listen::new(observer, shown);
        if self.position.phase() != Phase::Playing {
            // A ruling takes its time; an estimate ends when it is told to.
            let lead = match self.verdict.known() {
                Some(verdict) => verdict.lead,
                None => estimate_until(&self.position, stop).lead,
            };
            let sign = if color == Color::Black { 1 } else { -1 };
            listen.verdict(sign * lead);
            return Ok(BestMove::default());
        }
        if limits.goal == Goal::CleanUp {
            let allowed = |point| moves.is_empty() || moves.contains(&Move::Place(point));
            if let Some(point) = clean_up(&self.position, color, allowed, stop) {
                listen.verdict(0);
                return Ok(BestMove { mv: Some(point.to_string()), ponder: None });
            }
        }
        let request = Request {
            games: options::games(limits, self.values.level),
            lines: shown,
            moves,
            side: Some(color),
            seed: self.values.seed.cast_unsigned().wrapping_add(self.searches << 40),
        };
        self.searches += 1;
        let report = self.searcher.search(&self.position, &request, stop, &mut listen);
        listen.finish(&report);
        let chosen = choose(&self.position, color, &report);
        // The search leaves out moves that fill own eyes; where no other is allowed, they must do.
        let chosen = match request.moves.first() {
            Some(&first) if !request.moves.contains(&chosen) => first,
            _ => chosen,
        };
        if resigns(&report, self.values.resign) {
            return Ok(BestMove { mv: Some(RESIGN.to_owned()), ponder: None });
        }
        let line = report.lines.iter().find(|line| line.pv.first() == Some(&chosen));
        let ponder = line.and_then(|line| line.pv.get(1)).map(ToString::to_string);
        Ok(BestMove { mv: Some(chosen.to_string()), ponder })
    }

    fn judge(&self, stop: &StopFlag) {
        self.verdict.of(&self.position, stop);
    }

    fn perft(&self, depth: u32, stop: &StopFlag) -> Option<u64> {
        perft_until(&mut self.position.clone(), depth, &|| stop.is_raised())
    }

    fn bench(&mut self, stop: &StopFlag) -> Option<u64> {
        let mut searcher = Searcher::new(bench::CONFIG);
        bench::run(&mut searcher, stop, &mut |_, _| {})
    }
}

/// Returns whether a side whose best move wins less than `percent` of the games gives up; with 0 it never does.
fn resigns(report: &Report, percent: u32) -> bool {
    let is_sure = |visits| report.games >= LEAST_GAMES && visits >= LEAST_TRIED;
    let best = report.lines.first();
    best.is_some_and(|line| is_sure(line.visits) && line.rate * 100.0 < f64::from(percent))
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
