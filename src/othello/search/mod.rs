//! Choosing a move: iterative deepening over the parallel search, and the exact solver at its end.
//!
//! Owns table, threads and the root; must not know protocols, sessions or clocks. Entry point: [`Searcher`].
//! Reading order: `schedule` (which depths), `root`, `pvs`, `probcut`, `error_model`, `ordering`, `parallel`, `tt`, `worker`.

pub mod error_model;
#[cfg(test)]
mod garbage;
mod history;
mod ordering;
mod parallel;
pub(crate) mod params;
mod probcut;
mod probcut_fit;
mod pvs;
mod root;
mod schedule;
mod tt;
mod worker;

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use self::history::History;
use self::parallel::Hub;
use self::root::Root;
use self::tt::Table;
use self::worker::{Shared, Worker};
use crate::engine::{Bound, Goal, Iteration, StopFlag};
use crate::othello::endgame::Solver;
use crate::othello::eval::Evaluator;
use crate::othello::ordering_weights::OrderingWeights;
use crate::othello::{Board, Move, Score};

/// A line of moves: no game has more plies, passes included.
type Pv = ArrayVec<Move, 128>;

/// Makes `pv` the move `first` followed by `tail`.
fn extend_pv(pv: &mut Pv, first: Move, tail: &Pv) {
    pv.clear();
    pv.push(first);
    let room = pv.remaining_capacity();
    pv.extend(tail.iter().copied().take(room));
}

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
    /// The level, 1 to 60, for [`Goal::Level`].
    pub level: u32,
    /// The probability in percent for selective midgame searches: 73 87 95 98 99 100.
    pub selectivity: u32,
    /// How many best lines are wanted, each with its own score.
    pub multi_pv: usize,
    /// The most nodes it may visit.
    pub nodes: Option<u64>,
    /// The squares the root may choose from; `!0` = all.
    pub root_moves: u64,
}

impl Default for Request {
    fn default() -> Self {
        Request {
            goal: Goal::Level,
            level: 21,
            selectivity: 73,
            multi_pv: 1,
            nodes: None,
            root_moves: !0,
        }
    }
}

/// One root move with its line, or the verdict on a finished game (empty line).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The score, side to move's view; for [`Goal::Wld`] only its sign means something.
    pub score: Score,
    /// What the score proves.
    pub bound: Bound,
    /// Plies searched.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// Percent; 100 = nothing pruned.
    pub selectivity: u32,
    /// The moves, passes included, the root move first.
    pub pv: Vec<Move>,
}

impl Line {
    /// Returns whether the score is the exact result of the game.
    #[must_use]
    pub fn is_exact(&self, n_empties: u32) -> bool {
        self.bound == Bound::Exact && self.selectivity == 100 && self.depth >= n_empties
    }
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The best lines, best first; at least one.
    pub lines: Vec<Line>,
    /// Nodes visited: every move made and every pass.
    pub nodes: u64,
    /// Whether the goal was reached, rather than a limit or the stop flag.
    pub complete: bool,
}

/// Listens to a search; called on the searching thread.
pub trait Listener {
    /// Takes the lines found so far (`line.pv` of each is legal), best first, and the nodes visited.
    fn lines(&mut self, _lines: &[Line], _nodes: u64, _hashfull: u32) {}

    /// Decides, when an iteration ends, whether another one begins.
    fn iteration(&mut self, _iteration: &Iteration) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl Listener for () {}

/// Stack of a search thread; the deepest line needs well under a quarter of it.
///
/// # Units
/// Bytes.
const STACK_SIZE: usize = 8 << 20;

/// The cache of a thread's solver of the last empties: what the second-level cache of a core holds. Larger ones
/// find more and cost more.
///
/// # Units
/// KiB.
const SOLVER_CACHE_KIB: usize = 1024;

/// A larger table is not cleared but replaced, which takes no time before it is used.
///
/// # Units
/// MiB.
const CLEARED_MIB: usize = 32;

/// How often an idle helper with a core of its own looks for work before it sleeps.
const SPINS: u32 = 4000;

/// What one thread keeps from search to search.
#[derive(Debug)]
struct ThreadMemory {
    solver: Solver,
    history: History,
}

/// What a searcher allocates when it is first needed.
#[derive(Debug)]
struct Machine {
    table: Table,
    /// One a thread, the calling thread's first.
    memory: Vec<ThreadMemory>,
    /// The helpers; `None` with one thread.
    pool: Option<rayon::ThreadPool>,
    /// How often an idle helper looks for work before it sleeps: not at all where others need the core.
    spins: u32,
}

impl Machine {
    fn new(config: Config) -> Self {
        let threads = config.threads.max(1);
        let memory = (0..threads)
            .map(|_| ThreadMemory {
                solver: Solver::new(SOLVER_CACHE_KIB),
                history: History::new(),
            })
            .collect();
        let pool = (threads > 1).then(|| {
            rayon::ThreadPoolBuilder::new()
                .num_threads(threads - 1)
                .stack_size(STACK_SIZE)
                .thread_name(|i| format!("search-{}", i + 1))
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
        let spins = match std::thread::available_parallelism() {
            Ok(cores) if threads <= cores.get() => SPINS,
            _ => 0,
        };
        Machine { table: Table::new(config.hash_mib), memory, pool, spins }
    }
}

/// A search with its table and threads, reused from search to search.
///
/// # Examples
/// ```
/// use heibai::engine::{Goal, StopFlag};
/// use heibai::othello::Board;
/// use heibai::othello::search::{Config, Request, Searcher};
/// let mut searcher = Searcher::new(Config { threads: 1, hash_mib: 1 });
/// let request = Request { goal: Goal::Depth(4), ..Request::default() };
/// let report = searcher.search(Board::START, &request, &StopFlag::new(), &mut ());
/// assert!(report.complete);
/// assert_eq!(report.lines[0].depth, 4);
/// ```
#[derive(Debug)]
pub struct Searcher {
    config: Config,
    evaluator: Evaluator,
    ordering: OrderingWeights,
    machine: Option<Machine>,
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
        Searcher { config, evaluator, ordering: OrderingWeights::DEFAULT, machine: None }
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

    /// Changes how moves are ordered.
    pub fn set_ordering(&mut self, weights: OrderingWeights) {
        self.ordering = weights;
    }

    /// Allocates table and threads and unpacks the evaluation's weights now.
    pub fn prepare(&mut self) {
        self.evaluator = self.evaluator.ready();
        self.machine.get_or_insert_with(|| Machine::new(self.config));
    }

    /// Forgets everything the table holds.
    pub fn clear(&mut self) {
        if let Some(machine) = &mut self.machine {
            if machine.table.mib() > CLEARED_MIB {
                machine.table = Table::new(self.config.hash_mib);
            } else {
                machine.table.clear();
            }
            for memory in &mut machine.memory {
                memory.solver.clear();
                memory.history.clear();
            }
        }
    }

    /// Searches `board` for the side to move.
    ///
    /// # Panics
    /// A helper thread panicked; the other threads have then been stopped.
    /// # Determinism
    /// With one thread, the same searches in the same order give the same report.
    pub fn search(
        &mut self,
        board: Board,
        request: &Request,
        stop: &StopFlag,
        listener: &mut dyn Listener,
    ) -> Report {
        self.prepare();
        let machine = self.machine.get_or_insert_with(|| Machine::new(self.config));
        machine.table.age();
        let hub = Hub::new(machine.spins);
        let OrderingWeights { near_end, above } = self.ordering;
        let shared = Shared::new(&machine.table, &self.evaluator, above, hub, stop, request.nodes);
        for memory in &mut machine.memory {
            memory.solver.weights = near_end;
        }
        let mut memory = machine.memory.iter_mut();
        let Some(own) = memory.next() else {
            unreachable!("there is memory for at least one thread")
        };
        let mut worker = Worker::new(&shared, &mut own.solver, &mut own.history);
        match &machine.pool {
            None => Root::new(&mut worker, board, request).run(listener),
            Some(pool) => pool.in_place_scope(|scope| {
                for own in memory {
                    let shared = &shared;
                    scope.spawn(move |_| {
                        let guard = CloseDown(shared);
                        let mut helper = Worker::new(shared, &mut own.solver, &mut own.history);
                        helper.help();
                        helper.report_nodes();
                        std::mem::forget(guard);
                    });
                }
                let guard = CloseDown(&shared);
                let report = Root::new(&mut worker, board, request).run(listener);
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
        self.0.hub.close_down();
    }
}
