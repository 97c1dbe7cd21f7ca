//! Choosing a move by tree search and random games.
//!
//! Owns the fast board, random games, the tree and its threads; must not know protocols, sessions or clocks. Entry
//! point: [`Searcher`]. Reading order: `fast`, `shape`, `tactics`, `policy` (random games); `tree`, `prior`, `worker`;
//! `decide` (which move, and when to pass), `presume` (which stones look dead).

mod decide;
mod fast;
mod params;
mod policy;
mod presume;
mod prior;
mod rng;
mod shape;
mod tactics;
mod tree;
mod worker;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

pub use self::decide::choose;
pub use self::fast::{Fast, PASS};
pub use self::policy::{Game, Policy};
pub use self::presume::presumed_dead;
pub use self::rng::Rng;

use self::params::Params;
use self::tree::{ROOT, Tree};
use self::worker::{Shared, Worker};
use crate::engine::{Iteration, StopFlag};
use crate::game::Color;
use crate::go::{Komi, Move, Point, PointSet, Position};

/// What a [`Searcher`] is built with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Search threads, at least 1.
    pub threads: usize,
    /// Memory for the tree.
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
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The most games that are played.
    pub games: Option<u64>,
    /// How many best lines are told; 0 = 1.
    pub lines: usize,
    /// The moves it may choose from; empty = all.
    pub moves: Vec<Move>,
    /// Whose move is searched; `None` = the side to move.
    pub side: Option<Color>,
    /// Where the random numbers start.
    pub seed: u64,
}

/// One move with what was found of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Games played with it.
    pub visits: u64,
    /// The share of them that was won.
    pub rate: f64,
    /// The mean lead of the side that moves.
    ///
    /// # Units
    /// Points, komi counted.
    pub lead: f64,
    /// The moves, the first of them the line's own.
    pub pv: Vec<Move>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// A line for every move, the most promising first; at least one.
    pub lines: Vec<Line>,
    /// Games played.
    pub games: u64,
    /// Moves made in them.
    pub plies: u64,
    /// The deepest the tree was descended.
    pub deepest: u32,
    /// How often Black had each point of the board in the end, less how often White had it, from -1 to 1.
    pub owners: Vec<(Point, f64)>,
}

impl Report {
    /// Returns the points that a side owns in at least so many of the games.
    #[must_use]
    pub fn owned(&self, color: Color, share: f64) -> PointSet {
        let sign = if color == Color::Black { 1.0 } else { -1.0 };
        let sure = self.owners.iter().filter(|&&(_, owner)| sign * owner >= 2.0 * share - 1.0);
        sure.map(|&(point, _)| point).collect()
    }
}

/// Listens to a search; called on the searching thread.
pub trait Listener {
    /// Takes the lines found so far, the games played and how full the tree is in thousandths.
    fn lines(&mut self, _lines: &[Line], _games: u64, _deepest: u32, _hashfull: u32) {}

    /// Decides, from time to time, whether the search goes on.
    fn iteration(&mut self, _iteration: &Iteration) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl Listener for () {}

/// Where the tree's root stands in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key {
    hash: u64,
    ko: Option<(Color, Point)>,
    side: Color,
    komi: Komi,
    size: (u8, u8),
    passes: u32,
    prisoners: [usize; 2],
}

impl Key {
    fn new(position: &Position, side: Color) -> Self {
        let board = position.board();
        Key {
            hash: board.hash(),
            ko: board.ko(),
            side,
            komi: position.komi(),
            size: (board.width(), board.height()),
            passes: passes(position),
            prisoners: Color::ALL.map(|color| board.prisoners(color)),
        }
    }
}

/// Counts the passes a position ends in.
fn passes(position: &Position) -> u32 {
    let last = position.plies().next_back();
    u32::from(last.is_some_and(|ply| ply.mv == Move::Pass))
}

/// What a searcher allocates when it is first needed.
struct Machine {
    tree: Tree,
    /// Where a branch is copied to when a game goes on.
    spare: Tree,
    /// The helpers; `None` with one thread.
    pool: Option<rayon::ThreadPool>,
    /// What the tree was grown for.
    key: Option<Key>,
}

/// Stack of a search thread.
///
/// # Units
/// Bytes.
const STACK_SIZE: usize = 8 << 20;

impl Machine {
    fn new(config: Config) -> Self {
        let pool = (config.threads > 1).then(|| {
            rayon::ThreadPoolBuilder::new()
                .num_threads(config.threads - 1)
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
        let half = config.hash_mib / 2;
        Machine { tree: Tree::new(half), spare: Tree::new(half), pool, key: None }
    }

    /// Makes the tree's root stand for a position: by going down the moves played since, or anew.
    fn set_root(&mut self, position: &Position, side: Color, root: &Fast) {
        let key = Key::new(position, side);
        if self.key == Some(key) {
            return;
        }
        match self.key.replace(key).and_then(|old| self.descend(position, side, old, root)) {
            Some(node) => {
                self.spare.take_over(&self.tree, node);
                std::mem::swap(&mut self.tree, &mut self.spare);
            }
            None => self.tree.clear(),
        }
    }

    /// Finds the node of a position that came a few moves behind the one the tree was grown for.
    fn descend(&self, position: &Position, side: Color, old: Key, board: &Fast) -> Option<u32> {
        if position.side_to_move() != side {
            return None;
        }
        let mut earlier = position.clone();
        let mut moves = Vec::new();
        while moves.len() < 4 {
            let ply = earlier.plies().next_back()?;
            if !earlier.undo() || earlier.side_to_move() != ply.color {
                return None;
            }
            moves.push(ply.mv);
            if Key::new(&earlier, earlier.side_to_move()) == old {
                let indices =
                    moves.iter().rev().map(|mv| mv.point().map_or(PASS, |at| board.index(at)));
                return indices.into_iter().try_fold(ROOT, |node, mv| self.tree.child(node, mv));
            }
        }
        None
    }
}

/// A search with its tree and threads, reused from search to search.
///
/// # Examples
/// ```
/// use heibai::engine::StopFlag;
/// use heibai::go::Position;
/// use heibai::go::search::{Config, Request, Searcher};
/// let mut searcher = Searcher::new(Config { threads: 1, hash_mib: 1 });
/// let request = Request { games: Some(200), ..Request::default() };
/// let report = searcher.search(&Position::new(5).unwrap(), &request, &StopFlag::new(), &mut ());
/// assert_eq!(report.games, 200);
/// assert!(report.lines[0].pv[0].point().is_some());
/// ```
pub struct Searcher {
    config: Config,
    params: Params,
    machine: Option<Machine>,
}

impl std::fmt::Debug for Searcher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Searcher").field("config", &self.config).finish_non_exhaustive()
    }
}

impl Searcher {
    /// Builds a searcher; tree and threads are allocated by the first search or [`Searcher::prepare`].
    #[must_use]
    pub fn new(config: Config) -> Self {
        Searcher { config, params: Params::default(), machine: None }
    }

    /// Returns what it was built with.
    #[must_use]
    pub fn config(&self) -> Config {
        self.config
    }

    /// Changes threads and memory; the tree is forgotten if either changes.
    pub fn configure(&mut self, config: Config) {
        if config != self.config {
            self.config = config;
            self.machine = None;
        }
    }

    /// Allocates tree and threads now.
    pub fn prepare(&mut self) {
        self.machine.get_or_insert_with(|| Machine::new(self.config));
    }

    /// Forgets the tree.
    pub fn clear(&mut self) {
        if let Some(machine) = &mut self.machine {
            machine.key = None;
        }
    }

    /// Searches a position.
    ///
    /// # Panics
    /// A helper thread panicked; the other threads have then been stopped.
    /// # Determinism
    /// With one thread, the same searches in the same order give the same report.
    pub fn search(
        &mut self,
        position: &Position,
        request: &Request,
        stop: &StopFlag,
        listener: &mut dyn Listener,
    ) -> Report {
        let side = request.side.unwrap_or(position.side_to_move());
        let root = Fast::new(position.board());
        let machine = self.machine.get_or_insert_with(|| Machine::new(self.config));
        machine.set_root(position, side, &root);
        let mut recent = position.plies().rev().take(2);
        let mut last = || {
            let mv = recent.next().and_then(|ply| ply.mv.point());
            mv.map_or(PASS, |point| root.index(point))
        };
        let last = [last(), last()];
        let shared = Shared {
            tree: &machine.tree,
            root: &root,
            side,
            last,
            passes: passes(position),
            komi: position.komi().0,
            tries_pass: root.empties().len() * 5 < root.points().count() * 3,
            params: &self.params,
            barred: barred(&root, &request.moves),
            games: AtomicU64::new(0),
            most_games: request.games.unwrap_or(u64::MAX),
            stop,
            halt: AtomicBool::new(false),
        };
        let mut workers: Vec<Worker<'_>> = (0..self.config.threads.max(1) as u64)
            .map(|i| Worker::new(&shared, request.seed.wrapping_add(i << 32)))
            .collect();
        let lines = request.lines.max(1);
        if let Some((first, helpers)) = workers.split_first_mut() {
            match &machine.pool {
                None => lead_search(&shared, first, lines, listener),
                Some(pool) => pool.in_place_scope(|scope| {
                    let shared = &shared;
                    for helper in helpers {
                        scope.spawn(move |_| {
                            let guard = CloseDown(shared);
                            helper.run(u64::MAX);
                            drop(guard);
                        });
                    }
                    let guard = CloseDown(shared);
                    lead_search(shared, first, lines, listener);
                    drop(guard);
                }),
            }
        }
        let games = workers.iter().map(|worker| u64::from(worker.counted)).sum::<u64>();
        let owners = root.points().filter_map(|index| {
            let sum: i32 = workers.iter().map(|worker| worker.owners[usize::from(index)]).sum();
            Some((root.point(index)?, f64::from(sum) / games.max(1) as f64))
        });
        Report {
            lines: decide::lines(&shared, usize::MAX),
            games,
            plies: workers.iter().map(|worker| worker.plies).sum(),
            deepest: workers.iter().map(|worker| worker.deepest).max().unwrap_or(0),
            owners: owners.collect(),
        }
    }
}

/// Marks the moves that the root must leave alone.
fn barred(root: &Fast, allowed: &[Move]) -> Vec<bool> {
    let mut barred = vec![!allowed.is_empty(); root.len()];
    for mv in allowed {
        barred[usize::from(mv.point().map_or(PASS, |point| root.index(point)))] = false;
    }
    barred
}

/// So many games, divided by the points of the board, are played at most between two reports.
const REPORT: u64 = 300_000;

/// Plays games on the calling thread and tells from time to time what was found.
fn lead_search(
    shared: &Shared<'_>,
    worker: &mut Worker<'_>,
    lines: usize,
    listener: &mut dyn Listener,
) {
    worker.open_root();
    let (width, height) = shared.root.size();
    let most = (REPORT / u64::from(width * height)).max(64);
    let mut next = 64;
    let mut best: Option<Line> = None;
    let mut depth = 0;
    while !shared.is_over() {
        worker.run(8);
        let games = shared.games.load(Relaxed);
        if games < next {
            continue;
        }
        next = games + (games / 4).min(most);
        depth += 1;
        let found = decide::lines(shared, lines);
        listener.lines(&found, games, worker.deepest, shared.tree.fullness());
        let now = found.into_iter().next();
        let drop = match (&best, &now) {
            (Some(before), Some(now)) => ((before.lead - now.lead) * 100.0).max(0.0) as i32,
            _ => 0,
        };
        let first = |line: &Option<Line>| line.as_ref().and_then(|line| line.pv.first().copied());
        let iteration = Iteration {
            depth,
            best_move_changed: first(&best) != first(&now),
            score_drop: drop,
            only_move: false,
            solving: false,
        };
        best = now;
        if listener.iteration(&iteration).is_break() {
            return;
        }
    }
}

/// Ends the search on every thread when dropped: at the end of the first one's work, or when a thread panics.
struct CloseDown<'a>(&'a Shared<'a>);

impl Drop for CloseDown<'_> {
    fn drop(&mut self) {
        self.0.halt.store(true, Relaxed);
    }
}
