//! Renju behind the session's contract: glue between options, text, rules and the search.
//!
//! Owns the present position, the options' values, the [`Searcher`] and the randomness. Must not decide rules or moves:
//! those are the [`Position`]'s, the search's and, in openings, `opening`'s.

mod balance;
mod choice;
mod listen;
mod opening;
mod options;
mod text;
mod turn;
mod view;

use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use std::path::Path;

use crate::engine::{
    BestMove, Choice, Engine, EngineError, GameWords, Limits, Observer, OptionSpec, PositionText,
    StopFlag, View, bad_value,
};
use crate::game::{Color, perft_until};
use crate::renju::eval::Evaluator;
use crate::renju::eval::file::WeightsError;
use crate::renju::search::{Request, Searcher};
use crate::renju::{Action, Board, Point, Position, Rules, bench};
use listen::Listen;
use opening::Opener;
use options::Values;
use view::RenjuView;

/// A turn of an opening has no more actions that are searched for: three stones, or a swap and two.
const TURN_PARTS: u64 = 4;

/// What takes one call of [`Engine::play`] back.
#[derive(Clone, Debug)]
enum Past {
    /// So many actions.
    Actions(usize),
    /// The game as it was.
    Game(Box<Position>),
}

/// The Renju engine.
///
/// # Examples
/// ```
/// use heibai::engine::{Engine, Limits, StopFlag, info::Silent};
/// use heibai::renju::RenjuEngine;
/// let mut engine = RenjuEngine::new();
/// engine.play(None, "h8").unwrap();
/// let limits = Limits { nodes: Some(500), ..Limits::default() };
/// let best = engine.search(&limits, &StopFlag::new(), &mut Silent).unwrap();
/// assert!(engine.view().legal().contains(&best.mv.unwrap()));
/// ```
#[derive(Debug)]
pub struct RenjuEngine {
    position: Position,
    past: Vec<Past>,
    values: Values,
    searcher: Searcher,
    rng: ChaCha8Rng,
}

impl RenjuEngine {
    /// What protocols call the game.
    pub const WORDS: GameWords =
        GameWords { name: "renju", title: "Renju", aliases: &[], skips_i: false, is_go: false };

    /// Builds an engine at the start of a game by the document's rules.
    #[must_use]
    pub fn new() -> Self {
        let values = Values::default();
        RenjuEngine {
            position: Position::new(values.rules),
            past: Vec::new(),
            searcher: Searcher::new(values.config()),
            rng: ChaCha8Rng::seed_from_u64(values.seed.cast_unsigned()),
            values,
        }
    }

    /// Returns the position as it stands.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns what a new game is played by.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.values.rules
    }

    /// Reads the evaluation from a file; the built-in one if `file` is empty.
    fn load_evaluator(&mut self, file: &str) -> Result<(), EngineError> {
        let evaluator = match file.trim() {
            "" | "<empty>" => Evaluator::default(),
            file => match Evaluator::load(Path::new(file)) {
                Ok((evaluator, _)) => evaluator,
                Err(error) => {
                    // The path may be as long as a line and is quoted once, shortened.
                    let reason = match error {
                        WeightsError::File { source, .. } => source.to_string(),
                        error => error.to_string(),
                    };
                    let expected = format!("a file of evaluation weights ({reason})");
                    return Err(bad_value(options::EVAL_FILE, expected, Some(file)));
                }
            },
        };
        self.searcher.set_evaluator(evaluator);
        file.trim().clone_into(&mut self.values.eval_file);
        Ok(())
    }

    /// Searches for the stone that `position` wants next, among `points` if there are any.
    fn search_stone(
        &mut self,
        position: &Position,
        points: Vec<Point>,
        limits: &Limits,
        stop: &StopFlag,
        listen: &mut Listen<'_>,
    ) -> (Option<Action>, Option<Action>) {
        let wanted = limits.lines.unwrap_or(self.values.multi_pv);
        let variety = self.values.variety;
        let request = Request {
            goal: limits.goal,
            level: self.values.level,
            multi_pv: if variety == 0 { wanted } else { wanted.max(choice::LINES) },
            nodes: limits.nodes,
            root_moves: points,
        };
        let (board, side) = (position.board(), position.next_stone());
        let rule = position.rules().rule;
        let report = self.searcher.search(board, side, rule, &request, stop, listen);
        listen.finish(&report);
        let line = choice::among(&report.lines, variety, &mut self.rng);
        let mut moves = line.into_iter().flat_map(|line| line.pv.iter().copied());
        let mv = moves.next().map(Action::Place).filter(|&mv| position.check(mv).is_ok());
        let mut after = position.clone();
        // What is expected must be allowed once the stone is there.
        let ponder = moves.next().map(Action::Place).filter(|&reply| {
            mv.is_some_and(|mv| after.play(mv).is_ok()) && after.check(reply).is_ok()
        });
        (mv, ponder)
    }

    /// Chooses one action for the player to act, and the one expected after it; there is no conclusion yet.
    fn decide(
        &mut self,
        position: &Position,
        allowed: &[Action],
        limits: &Limits,
        stop: &StopFlag,
        listen: &mut Listen<'_>,
    ) -> (Option<Action>, Option<Action>) {
        let claim = Action::Claim(None);
        let claims = position.check(claim).is_ok() && position.actor() == Color::White;
        if claims && (allowed.is_empty() || allowed.contains(&claim)) {
            listen.choice(crate::renju::search::WIN, vec![claim.to_string()]);
            return (Some(claim), None);
        }
        let points: Vec<Point> = allowed
            .iter()
            .filter_map(|action| match action {
                Action::Place(point) => Some(*point),
                _ => None,
            })
            .collect();
        if position.steps().next().is_some() {
            let (nodes, level) = (limits.nodes, self.values.level);
            let mut opener = Opener::new(&mut self.searcher, stop, nodes, level);
            if let Some(choice) = opener.choose(position, allowed, &mut self.rng)
                && position.check(choice.action).is_ok()
            {
                listen.add(choice.nodes);
                listen.choice(choice.score, vec![choice.action.to_string()]);
                return (Some(choice.action), None);
            }
        }
        let only_words = !allowed.is_empty() && points.is_empty();
        if !only_words
            && let (Some(mv), ponder) = self.search_stone(position, points, limits, stop, listen)
        {
            return (Some(mv), ponder);
        }
        // No stone may be put, or only what is no stone was asked for: passing is for those who have nothing else.
        let fallback = match allowed.first() {
            Some(&action) => Some(action),
            None if position.check(Action::Pass).is_ok() => Some(Action::Pass),
            None => position.safe_actions().first().copied(),
        };
        listen.choice(0, fallback.iter().map(ToString::to_string).collect());
        (fallback, None)
    }

    fn push(&mut self, position: Position) {
        let before = self.position.history().len();
        self.past.push(Past::Actions(position.history().len() - before));
        self.position = position;
    }
}

/// Returns the position itself, or one set up with the same stones and the turn given to `color`.
fn turned_to(position: &Position, color: Color) -> Position {
    if color == position.actor() || position.conclusion().is_some() {
        return position.clone();
    }
    Position::set_up(position.rules(), position.board().clone(), color)
}

impl Clone for RenjuEngine {
    /// The copy has found nothing yet.
    fn clone(&self) -> Self {
        let evaluator = self.searcher.evaluator().clone();
        RenjuEngine {
            position: self.position.clone(),
            past: self.past.clone(),
            values: self.values.clone(),
            searcher: Searcher::with_evaluator(self.values.config(), evaluator),
            rng: self.rng.clone(),
        }
    }
}

impl Default for RenjuEngine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine for RenjuEngine {
    fn game(&self) -> &'static str {
        Self::WORDS.name
    }

    fn new_game(&mut self) {
        self.position = Position::new(self.values.rules);
        self.past.clear();
        self.searcher.clear();
        self.rng = ChaCha8Rng::seed_from_u64(self.values.seed.cast_unsigned());
    }

    fn set_position(&mut self, text: &PositionText<'_>, moves: &[&str]) -> Result<(), EngineError> {
        let mut position = text::parse_position(self.values.rules, text)?;
        text::play(&mut position, &moves.join(" "))?;
        self.position = position;
        self.past.clear();
        Ok(())
    }

    fn play(&mut self, color: Option<Color>, mv: &str) -> Result<(), EngineError> {
        let action = text::parse_action(mv)?;
        let is_over = self.position.conclusion().is_some();
        if color.is_some() && action == Action::Pass && is_over {
            self.past.push(Past::Actions(0));
            return Ok(());
        }
        let own = |color: Color| match action {
            // The first player puts stones of both colours in an opening.
            Action::Place(_) => color == self.position.next_stone(),
            Action::Draw | Action::Claim(_) | Action::Resign => true,
            _ => color == self.position.actor(),
        };
        if !is_over && color.is_some_and(|color| !own(color)) {
            let reason = "it is the other side's turn".to_owned();
            return Err(EngineError::IllegalMove { mv: mv.to_owned(), reason });
        }
        let mut position = self.position.clone();
        position.play(action).map_err(|refusal| text::illegal(mv, refusal))?;
        self.push(position);
        Ok(())
    }

    fn play_out_of_turn(&mut self, color: Color, mv: &str) -> Result<(), EngineError> {
        let action = text::parse_action(mv)?;
        let moves = matches!(action, Action::Place(_) | Action::Pass);
        let own = self.position.next_stone() == color || self.position.steps().next().is_some();
        if !moves || own || self.position.conclusion().is_some() {
            return self.play(Some(color), mv);
        }
        let mut passed = self.position.clone();
        if passed.play(Action::Pass).is_ok() && passed.conclusion().is_none() {
            passed.play(action).map_err(|refusal| text::illegal(mv, refusal))?;
            self.push(passed);
            return Ok(());
        }
        let mut turned = turned_to(&self.position, color);
        turned.play(action).map_err(|refusal| text::illegal(mv, refusal))?;
        let before = std::mem::replace(&mut self.position, turned);
        self.past.push(Past::Game(Box::new(before)));
        Ok(())
    }

    fn undo(&mut self) -> Result<(), EngineError> {
        match self.past.pop() {
            Some(Past::Game(before)) => self.position = *before,
            Some(Past::Actions(actions)) => {
                for _ in 0..actions {
                    self.position.undo();
                }
            }
            None if self.position.undo() => {}
            None => return Err(EngineError::NothingToUndo),
        }
        Ok(())
    }

    fn view(&self) -> Box<dyn View> {
        Box::new(RenjuView::new(self.position.clone(), self.searcher.evaluator().clone()))
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
        let Values { rules, seed, .. } = self.values;
        let note = self.values.set(name, value)?;
        if self.values.seed != seed {
            self.rng = ChaCha8Rng::seed_from_u64(self.values.seed.cast_unsigned());
        }
        if self.values.rules == rules {
            return Ok(note);
        }
        let begun = self.position.board().n_stones() > 0;
        self.position = Position::new(self.values.rules);
        self.past.clear();
        Ok(note.or_else(|| begun.then(|| format!("option '{name}': a new game begins"))))
    }

    fn action(&mut self, text: &str) -> Result<String, EngineError> {
        let mut position = self.position.clone();
        let told = text::act(&mut position, text)?;
        let before = std::mem::replace(&mut self.position, position);
        self.past.push(Past::Game(Box::new(before)));
        Ok(told)
    }

    fn set_size(&mut self, width: usize, height: usize) -> Result<(), EngineError> {
        let size = u8::try_from(width).ok().filter(|size| Board::new(*size).is_ok());
        let Some(size) = size.filter(|_| width == height) else {
            return Err(EngineError::Unsupported(format!("a board of {width}x{height}")));
        };
        self.values.rules.size = size;
        self.new_game();
        Ok(())
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
        let side = limits.side.unwrap_or(self.position.actor());
        let position = match self.position.steps().next() {
            // The steps of an opening are the script's, whoever is asked.
            Some(_) => self.position.clone(),
            None => turned_to(&self.position, side),
        };
        let mut allowed = Vec::new();
        for name in &limits.search_moves {
            let action = text::parse_action(name)?;
            position.check(action).map_err(|refusal| text::illegal(name, refusal))?;
            allowed.push(action);
        }
        self.prepare();
        let mut listen = Listen::new(observer, limits.lines.unwrap_or(self.values.multi_pv));
        // A game can end in the middle of an opening, by resignation or agreement.
        if position.conclusion().is_some() {
            listen.choice(0, Vec::new());
            return Ok(BestMove::default());
        }
        let (mv, ponder) = match limits.choice {
            Choice::Best => {
                let (mv, ponder) = self.decide(&position, &allowed, limits, stop, &mut listen);
                (mv.map(|mv| mv.to_string()), ponder.map(|ponder| ponder.to_string()))
            }
            Choice::Turn => {
                let nodes = limits.nodes.map(|nodes| nodes.div_ceil(TURN_PARTS));
                let limits = Limits { nodes, ..limits.clone() };
                let actions = turn::play(&position, |position| {
                    self.decide(position, &[], &limits, stop, &mut listen).0
                });
                ((!actions.is_empty()).then(|| turn::words(&actions)), None)
            }
            Choice::Balanced { two, value } => {
                let (nodes, level) = (Some(limits.nodes.unwrap_or(u64::MAX)), self.values.level);
                let mut opener = Opener::new(&mut self.searcher, stop, nodes, level);
                let found = opener.balance(&position, &allowed, two, value);
                listen.add(opener.spent());
                let stones: Vec<Action> = found
                    .iter()
                    .flat_map(|found| found.stones.iter().copied().map(Action::Place))
                    .collect();
                let worth = found.map_or(0, |found| found.worth);
                listen.choice(worth, stones.iter().map(ToString::to_string).collect());
                ((!stones.is_empty()).then(|| turn::words(&stones)), None)
            }
        };
        Ok(BestMove { mv, ponder })
    }
    fn perft(&self, depth: u32, stop: &StopFlag) -> Option<u64> {
        perft_until(&mut self.position.clone(), depth, &|| stop.is_raised())
    }

    fn bench(&mut self, stop: &StopFlag) -> Option<u64> {
        let mut searcher = Searcher::new(bench::CONFIG);
        bench::run(&mut searcher, stop, &mut |_, _| {})
    }
}
