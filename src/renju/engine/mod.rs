//! Renju behind the session's contract: glue between options, text, rules and the player.
//!
//! Owns the present position, the options' values and the player's randomness. Must not decide rules or moves: those are
//! the [`Position`]'s and [`player`]'s.

mod options;
pub mod player;
mod text;
mod view;

use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use crate::engine::{
    BestMove, Bound, Engine, EngineError, GameWords, Info, Limits, Observer, OptionSpec,
    PositionText, SearchValue, StopFlag, View,
};
use crate::game::{Color, perft_until};
use crate::renju::{Action, Board, Position, Rules, fuzz};
use options::Values;
use view::RenjuView;

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
/// let best = engine.search(&Limits::default(), &StopFlag::new(), &mut Silent).unwrap();
/// assert!(engine.view().legal().contains(&best.mv.unwrap()));
/// ```
#[derive(Clone, Debug)]
pub struct RenjuEngine {
    position: Position,
    past: Vec<Past>,
    values: Values,
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
        Box::new(RenjuView::new(self.position.clone()))
    }

    fn options(&self) -> Vec<OptionSpec> {
        self.values.list()
    }

    fn set_option(
        &mut self,
        name: &str,
        value: Option<&str>,
    ) -> Result<Option<String>, EngineError> {
        let Values { rules, seed } = self.values;
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

    fn prepare(&mut self) {}

    fn search(
        &mut self,
        limits: &Limits,
        _stop: &StopFlag,
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
        let chosen = player::choose(&position, &allowed, &mut self.rng);
        let mv = chosen.map(|choice| choice.action.to_string());
        observer.info(&Info {
            depth: u32::from(mv.is_some()),
            seldepth: u32::from(mv.is_some()),
            selectivity: 100,
            value: SearchValue::Centi(chosen.map_or(0, |choice| choice.score)),
            bound: Bound::Exact,
            nodes: chosen.map_or(0, |choice| choice.looked_at),
            hashfull: 0,
            multi_pv: 1,
            pv: mv.iter().cloned().collect(),
        });
        Ok(BestMove { mv, ponder: None })
    }

    fn perft(&self, depth: u32, stop: &StopFlag) -> Option<u64> {
        perft_until(&mut self.position.clone(), depth, &|| stop.is_raised())
    }

    fn bench(&mut self, stop: &StopFlag) -> Option<u64> {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut nodes = 0;
        for _ in 0..50 {
            if stop.is_raised() {
                return None;
            }
            let board: Board = fuzz::random_board(&mut rng, 15);
            let position = Position::set_up(Rules::document(), board, Color::Black);
            nodes += player::choose(&position, &[], &mut rng).map_or(0, |choice| choice.looked_at);
        }
        Some(nodes)
    }
}
