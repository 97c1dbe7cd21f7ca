//! Sharing one search among threads: young brothers wait, their owner helps.
//!
//! Owns split points and who works at them; must not know how a move is searched. Once the first move of a
//! node is searched, the node may be opened as a [`SplitPoint`]; idle threads join it and take moves one by
//! one. A thread that has no more moves at its own split point helps those who still work below it.
//!
//! # Source
//! Feldmann's young brothers wait concept; the helpful owner follows Edax and Stockfish 5.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::Pv;
use super::ordering::Candidates;
use super::params::Selectivity;
use crate::othello::Square;
use crate::othello::eval::Tracked;

/// Locks a mutex; a panic elsewhere has already ended the search, what it left is still whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a search is within, whichever thread does it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Nesting {
    /// So many searches that forecast deeper ones.
    pub(super) probcut: u32,
    /// One that orders moves: its best lines are not played out.
    pub(super) shallow: bool,
}

/// The best move of a split point so far.
#[derive(Clone, Debug)]
pub(super) struct SplitBest {
    pub(super) score: i32,
    pub(super) square: Option<Square>,
    pub(super) pv: Pv,
}

/// A node whose remaining moves several threads search.
#[derive(Debug)]
pub(super) struct SplitPoint {
    pub(super) at: Tracked,
    pub(super) depth: u32,
    pub(super) selectivity: Selectivity,
    /// How many ProbCut searches are around the node.
    pub(super) nesting: Nesting,
    pub(super) beta: i32,
    /// Whether the node has an open window, so that a move that beats alpha is searched again.
    pub(super) is_pv: bool,
    alpha: AtomicI32,
    moves: Candidates,
    next: AtomicUsize,
    best: Mutex<SplitBest>,
    helpers: AtomicUsize,
    cut: AtomicBool,
    parent: Option<Arc<SplitPoint>>,
}

impl SplitPoint {
    #[expect(clippy::too_many_arguments, reason = "built in one place, each field named there")]
    pub(super) fn new(
        parent: Option<Arc<SplitPoint>>,
        at: Tracked,
        depth: u32,
        selectivity: Selectivity,
        nesting: Nesting,
        (alpha, beta): (i32, i32),
        is_pv: bool,
        moves: Candidates,
        first: usize,
        best: SplitBest,
    ) -> Self {
        SplitPoint {
            at,
            depth,
            selectivity,
            nesting,
            beta,
            is_pv,
            alpha: AtomicI32::new(alpha),
            moves,
            next: AtomicUsize::new(first),
            best: Mutex::new(best),
            helpers: AtomicUsize::new(0),
            cut: AtomicBool::new(false),
            parent,
        }
    }

    /// Returns whether this node or one above it has been refuted.
    pub(super) fn is_cut(&self) -> bool {
        let mut point = self;
        loop {
            if point.cut.load(Ordering::Relaxed) {
                return true;
            }
            match &point.parent {
                Some(parent) => point = parent,
                None => return false,
            }
        }
    }

    /// Returns the present lower end of the window.
    pub(super) fn alpha(&self) -> i32 {
        self.alpha.load(Ordering::Relaxed)
    }

    /// Takes the next move to search.
    pub(super) fn take(&self) -> Option<&super::ordering::Candidate> {
        if self.next.load(Ordering::Relaxed) >= self.moves.len() {
            return None;
        }
        self.moves.get(self.next.fetch_add(1, Ordering::Relaxed))
    }

    /// Enters the score of a move.
    pub(super) fn enter(&self, square: Square, score: i32, pv: &Pv) {
        let mut best = lock(&self.best);
        if score <= best.score || self.cut.load(Ordering::Relaxed) {
            return;
        }
        best.score = score;
        best.square = Some(square);
        if score > self.alpha() {
            best.pv.clone_from(pv);
            self.alpha.store(score, Ordering::Relaxed);
            if score >= self.beta {
                self.cut.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Returns the best move, once everybody has left.
    pub(super) fn result(&self) -> SplitBest {
        lock(&self.best).clone()
    }

    /// Returns whether a thread is still at work here besides the owner.
    pub(super) fn has_helpers(&self) -> bool {
        self.helpers.load(Ordering::Acquire) != 0
    }

    fn is_joinable(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.moves.len() && !self.is_cut()
    }

    fn is_below(&self, ancestor: &SplitPoint) -> bool {
        let mut point = self.parent.as_ref();
        while let Some(above) = point {
            if std::ptr::eq(&raw const **above, ancestor) {
                return true;
            }
            point = above.parent.as_ref();
        }
        false
    }
}

/// A thread's place at a split point; leaving is certain, also by a panic.
#[derive(Debug)]
pub(super) struct Seat(pub(super) Arc<SplitPoint>);

impl Drop for Seat {
    fn drop(&mut self) {
        self.0.helpers.fetch_sub(1, Ordering::Release);
    }
}

#[derive(Debug, Default)]
struct Board {
    open: Vec<Arc<SplitPoint>>,
    closed_down: bool,
}

/// Where split points are offered and idle threads wait.
#[derive(Debug)]
pub(super) struct Hub {
    board: Mutex<Board>,
    offered: Condvar,
    /// Threads without work.
    idle: AtomicUsize,
    /// How often an idle thread looks for work before it sleeps.
    spins: u32,
    /// Grows with every offer, for threads that spin.
    offers: AtomicUsize,
}

impl Hub {
    /// Builds the meeting place of some threads, which look for work `spins` times before they sleep.
    pub(super) fn new(spins: u32) -> Self {
        Hub {
            board: Mutex::default(),
            offered: Condvar::new(),
            idle: AtomicUsize::new(0),
            spins,
            offers: AtomicUsize::new(0),
        }
    }

    /// Returns whether a thread waits for work.
    #[inline]
    pub(super) fn has_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) != 0
    }

    /// Offers a split point to idle threads.
    pub(super) fn open(&self, point: &Arc<SplitPoint>) {
        lock(&self.board).open.push(point.clone());
        self.offers.fetch_add(1, Ordering::Relaxed);
        self.offered.notify_all();
    }

    /// Withdraws a split point: nobody joins any more.
    pub(super) fn close(&self, point: &Arc<SplitPoint>) {
        lock(&self.board).open.retain(|open| !Arc::ptr_eq(open, point));
    }

    /// Sends every idle thread home.
    pub(super) fn close_down(&self) {
        lock(&self.board).closed_down = true;
        self.offered.notify_all();
    }

    fn seat(board: &Board, suits: impl Fn(&SplitPoint) -> bool) -> Option<Seat> {
        let point = board
            .open
            .iter()
            .filter(|point| point.is_joinable() && suits(point))
            .max_by_key(|point| point.depth)?;
        point.helpers.fetch_add(1, Ordering::Relaxed);
        Some(Seat(point.clone()))
    }

    /// Waits for work; `None` when the search is over.
    pub(super) fn wait_for_seat(&self) -> Option<Seat> {
        let _idle = Idle::new(&self.idle);
        loop {
            let seen = self.offers.load(Ordering::Relaxed);
            let mut board = lock(&self.board);
            if board.closed_down {
                return None;
            }
            if let Some(seat) = Self::seat(&board, |_| true) {
                return Some(seat);
            }
            if self.spins > 0 {
                drop(board);
                for _ in 0..self.spins {
                    if self.offers.load(Ordering::Relaxed) != seen {
                        break;
                    }
                    std::hint::spin_loop();
                }
                board = lock(&self.board);
                if board.closed_down {
                    return None;
                }
                if let Some(seat) = Self::seat(&board, |_| true) {
                    return Some(seat);
                }
            }
            drop(self.offered.wait(board).unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// Waits until the helpers of `point` have left, or finds work below it.
    pub(super) fn wait_below(&self, point: &SplitPoint) -> Option<Seat> {
        let _idle = Idle::new(&self.idle);
        let mut rounds = 0;
        while point.has_helpers() {
            let seen = self.offers.load(Ordering::Relaxed);
            if let Some(seat) = Self::seat(&lock(&self.board), |open| open.is_below(point)) {
                return Some(seat);
            }
            for _ in 0..self.spins.max(1) {
                if !point.has_helpers() || self.offers.load(Ordering::Relaxed) != seen {
                    break;
                }
                std::hint::spin_loop();
            }
            rounds += 1;
            if self.spins == 0 || rounds > 4 {
                std::thread::yield_now();
            }
        }
        None
    }
}

/// Counts a thread as idle while it lives.
struct Idle<'a>(&'a AtomicUsize);

impl<'a> Idle<'a> {
    fn new(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Idle(count)
    }
}

impl Drop for Idle<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
