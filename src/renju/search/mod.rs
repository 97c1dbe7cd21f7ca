//! Choosing a move: iterative deepening over a parallel alpha-beta search with wins by fours at every node.
//!
//! Owns table, threads and the root; must not know protocols, sessions or clocks. Entry point: [`Searcher`].
//! Reading order: `root`, `pvs`, `moves`, `history`, `params`, `tt`, `worker`, `vct`.
//!
//! # Source
//! The order of features by what they are worth follows the notes of Rapfi's author on his search.

mod history;
mod moves;
mod params;
mod pvs;
mod root;
mod tt;
mod vct;
mod worker;

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use self::root::Root;
use self::tt::Table;
use self::worker::{Memory, Shared, Worker};
use crate::engine::{Bound, Goal, Iteration, StopFlag};
use crate::game::Color;
use crate::renju::eval::Evaluator;
use crate::renju::pattern::Field;
use crate::renju::{Board, Point, Rule};

/// The score of a win on the spot; one that takes `n` plies scores `n` less.
pub const WIN: i32 = 30_000;
/// Scores from here on are wins that are proved.
pub const PROVED: i32 = WIN - 1_000;

/// Plies from the root to the deepest node.
const MAX_PLY: usize = 128;

/// A line of moves.
type Pv = ArrayVec<Point, MAX_PLY>;

/// What a [`Searcher`] is built with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Search threads, at least 1.
    pub threads: usize,
    /// Size of the transposition table.
    ///
    /// # Units
    /// MiB.
    pub hash_mib: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config { threads: 1, hash_mib: 64 }
    }
}

/// What is asked of one search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// How far it goes.
    pub goal: Goal,
    /// The level, 1 to 60, for [`Goal::Level`]: plies searched.
    pub level: u32,
    /// How many best lines are wanted, each with its own score.
    pub multi_pv: usize,
    /// The most nodes it may visit, those of the searches by fours among them.
    pub nodes: Option<u64>,
    /// The points the root may choose from; empty = all.
    pub root_moves: Vec<Point>,
}

impl Default for Request {
    fn default() -> Self {
        Request { goal: Goal::Level, level: 21, multi_pv: 1, nodes: None, root_moves: Vec::new() }
    }
}

/// One root move with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The score, side to move's view.
    ///
    /// # Units
    /// 1/100 point; from [`PROVED`] on a win in [`WIN`] less the score plies.
    pub score: i32,
    /// What the score proves.
    pub bound: Bound,
    /// Plies searched.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// The moves, the root move first.
    pub pv: Vec<Point>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The best lines, best first; none where no stone may be put.
    pub lines: Vec<Line>,
    /// Nodes visited: every position looked at.
    pub nodes: u64,
    /// Whether the goal was reached, rather than a limit or the stop flag.
    pub complete: bool,
}

/// Listens to a search; called on the searching thread.
pub trait Listener {
    /// Takes the lines found so far, best first, and the nodes visited.
    fn lines(&mut self, _lines: &[Line], _nodes: u64, _hashfull: u32) {}

    /// Decides, when an iteration ends, whether another one begins.
    fn iteration(&mut self, _iteration: &Iteration) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl Listener for () {}

/// Stack of a search thread.
///
/// # Units
/// Bytes.
const STACK_SIZE: usize = 16 << 20;

/// What a searcher allocates when it is first needed.
#[derive(Debug)]
struct Machine {
    table: Table,
    /// One a thread, the calling thread's first.
    memory: Vec<Memory>,
    /// The helpers; `None` with one thread.
    pool: Option<rayon::ThreadPool>,
}

impl Machine {
    fn new(config: Config) -> Self {
        let threads = config.threads.max(1);
        let pool = (threads > 1).then(|| {
            rayon::ThreadPoolBuilder::new()
                .num_threads(threads - 1)
                .stack_size(STACK_SIZE)
                .thread_name(|i| format!("renju-{}", i + 1))
                .build()
        });
        let pool = match pool {
            Some(Err(error)) => {
                log::warn!("no search threads: {error}; searching with one");
                None
            }
            Some(Ok(pool)) => Some(pool),
            None => None,
        };
        let memory = (0..threads).map(|_| Memory::new()).collect();
        Machine { table: Table::new(config.hash_mib), memory, pool }
    }
}

/// A search with its table and threads, reused from search to search.
///
/// # Examples
/// ```
/// use heibai::engine::{Goal, StopFlag};
/// use heibai::game::Color;
/// use heibai::renju::search::{Config, Request, Searcher};
/// use heibai::renju::{Board, Point, Rule};
/// let points = |text: &str| text.split(' ').map(|p| p.parse().unwrap()).collect::<Vec<Point>>();
/// let board = Board::with_stones(15, points("g8 h8 i8"), points("g7 h7")).unwrap();
/// let mut searcher = Searcher::new(Config { threads: 1, hash_mib: 1 });
/// let request = Request { goal: Goal::Depth(4), ..Request::default() };
/// let report =
///     searcher.search(&board, Color::Black, Rule::Renju, &request, &StopFlag::new(), &mut ());
/// assert!(report.lines[0].score > heibai::renju::search::PROVED, "an open three wins");
/// ```
#[derive(Debug)]
pub struct Searcher {
    config: Config,
    evaluator: Evaluator,
    machine: Option<Machine>,
    /// What the table is about.
    about: Option<(Rule, u8)>,
}

impl Searcher {
    /// Builds a searcher; table and threads are allocated by the first search or [`Searcher::prepare`].
    #[must_use]
    pub fn new(config: Config) -> Self {
        Searcher::with_evaluator(config, Evaluator::default())
    }

    /// Builds a searcher with an evaluation of its own.
    #[must_use]
    pub fn with_evaluator(config: Config, evaluator: Evaluator) -> Self {
        Searcher { config, evaluator, machine: None, about: None }
    }

    /// Returns what it was built with.
    #[must_use]
    pub fn config(&self) -> Config {
        self.config
    }

    /// Changes threads and table size; what the table holds is forgotten if either changes.
    pub fn configure(&mut self, config: Config) {
        if config != self.config {
            self.config = config;
            self.machine = None;
        }
    }

    /// Returns the evaluation it searches with.
    #[must_use]
    pub fn evaluator(&self) -> &Evaluator {
        &self.evaluator
    }

    /// Changes the evaluation; what the table holds is forgotten.
    pub fn set_evaluator(&mut self, evaluator: Evaluator) {
        self.evaluator = evaluator;
        self.clear();
    }

    /// Allocates table and threads now.
    pub fn prepare(&mut self) {
        self.machine.get_or_insert_with(|| Machine::new(self.config));
    }

    /// Forgets everything that searches have found.
    pub fn clear(&mut self) {
        if let Some(machine) = &mut self.machine {
            machine.table.clear();
            machine.memory.iter_mut().for_each(Memory::clear);
        }
    }

    /// Searches `board` for `side`, who is to move; nobody has five in a row.
    ///
    /// # Panics
    /// A helper thread panicked; the other threads have then been stopped.
    /// # Determinism
    /// With one thread, the same searches in the same order give the same report.
    pub fn search(
        &mut self,
        board: &Board,
        side: Color,
        rule: Rule,
        request: &Request,
        stop: &StopFlag,
        listener: &mut dyn Listener,
    ) -> Report {
        if self
            .about
            .replace((rule, board.size()))
            .is_some_and(|about| about != (rule, board.size()))
        {
            self.clear();
        }
        self.prepare();
        let machine = self.machine.get_or_insert_with(|| Machine::new(self.config));
        machine.table.age();
        let field = Field::new(board, rule, self.evaluator.values(rule));
        let shared = Shared::new(&machine.table, &self.evaluator, stop, request.nodes);
        let mut memory = machine.memory.iter_mut();
        let Some(own) = memory.next() else {
            unreachable!("there is memory for at least one thread")
        };
        let mut worker = Worker::new(&shared, own, field.clone(), side);
        match &machine.pool {
            None => Root::new(&mut worker, request).run(listener),
            Some(pool) => pool.in_place_scope(|scope| {
                for (number, own) in memory.enumerate() {
                    let (shared, field) = (&shared, field.clone());
                    scope.spawn(move |_| {
                        let guard = CloseDown(shared);
                        let mut helper = Worker::new(shared, own, field, side);
                        root::help(&mut helper, request, number as i32);
                        helper.report_nodes();
                        std::mem::forget(guard);
                    });
                }
                let guard = CloseDown(&shared);
                let report = Root::new(&mut worker, request).run(listener);
                drop(guard);
                report
            }),
        }
    }
}

/// Ends the search on every thread when dropped: at the end of the root's work, or when a thread panics.
struct CloseDown<'a>(&'a Shared<'a>);

impl Drop for CloseDown<'_> {
    fn drop(&mut self) {
        self.0.halt();
    }
}
