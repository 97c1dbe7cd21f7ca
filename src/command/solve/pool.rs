//! What reader, workers, timer and printer share: the queue of problems, and the searches that run.
//!
//! A position with few empty squares is solved by one thread, so that many are solved at once; one with
//! [`ALL_THREADS_FROM`] empty squares or more gets every thread, after those at work have finished what they hold.
//! To keep threads busy such a position may be overtaken by [`OVERTAKERS`] smaller ones.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::engine::StopFlag;
use crate::othello::eval::Evaluator;
use crate::othello::search::{Config, Request, Searcher};

use super::WINDOW;
use super::problem::Problem;

/// Empty squares from which one position gets all threads.
pub(super) const ALL_THREADS_FROM: u32 = 22;
/// Smaller positions that may overtake one that needs all threads.
const OVERTAKERS: usize = 256;

/// Work for one worker.
#[derive(Debug)]
pub(super) enum Job {
    /// Positions to solve alone, one after the other.
    Alone(Vec<Problem>),
    /// A position to solve with all threads while the other workers rest.
    Together(Problem),
}

#[derive(Debug, Default)]
struct Queue {
    /// Positions for one thread.
    small: VecDeque<Problem>,
    /// Positions for all threads.
    large: VecDeque<Problem>,
    /// Small positions handed out while a large one waited.
    overtaken: usize,
    /// Workers that solve small positions.
    busy: usize,
    /// Whether a large position is being solved.
    together: bool,
    /// Whether nothing more will come.
    closed: bool,
    /// Positions done with, printed or not.
    retired: u64,
}

/// A search that runs.
#[derive(Debug)]
struct Running {
    stop: StopFlag,
    deadline: Option<Instant>,
}

/// What all threads of a run share.
#[derive(Debug)]
pub(super) struct Pool {
    /// Worker threads.
    pub(super) threads: usize,
    /// What is asked about every position.
    pub(super) request: Request,
    /// The most time for a position.
    max_time: Option<Duration>,
    evaluator: Evaluator,
    hash_mib: usize,
    queue: Mutex<Queue>,
    /// Signalled when there may be a job to take.
    work: Condvar,
    /// Signalled when there may be room for the reader.
    room: Condvar,
    /// One for each worker.
    running: Vec<Mutex<Option<Running>>>,
    interrupted: AtomicBool,
}

/// Locks; a thread that panicked left nothing half done behind these locks.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Pool {
    pub(super) fn new(
        threads: usize,
        hash_mib: usize,
        request: Request,
        max_time: Option<Duration>,
        evaluator: Evaluator,
    ) -> Self {
        Pool {
            threads,
            request,
            max_time,
            evaluator,
            hash_mib,
            queue: Mutex::default(),
            work: Condvar::new(),
            room: Condvar::new(),
            running: (0..threads).map(|_| Mutex::default()).collect(),
            interrupted: AtomicBool::new(false),
        }
    }

    /// Builds a search with the evaluation asked for.
    pub(super) fn searcher(&self, config: Config) -> Searcher {
        Searcher::with_evaluator(config, self.evaluator.clone())
    }

    /// Returns what the search of a single worker is built with: half of the memory is theirs.
    pub(super) fn config_alone(&self) -> Config {
        let share =
            if self.threads == 1 { self.hash_mib } else { self.hash_mib / 2 / self.threads };
        Config { threads: 1, hash_mib: share.max(1) }
    }

    /// Returns what the search with all threads is built with: it has the other half.
    pub(super) fn config_together(&self) -> Config {
        Config { threads: self.threads, hash_mib: (self.hash_mib / 2).max(1) }
    }

    /// Queues `problems` and empties the list; waits while too many are under way.
    ///
    /// Returns `false` once interrupted.
    pub(super) fn push(&self, problems: &mut Vec<Problem>) -> bool {
        let Some(last) = problems.last() else { return !self.is_interrupted() };
        if !self.wait_for_room(last.number) {
            return false;
        }
        let mut queue = lock(&self.queue);
        for problem in problems.drain(..) {
            if self.threads > 1 && problem.board.n_empties() >= ALL_THREADS_FROM {
                queue.large.push_back(problem);
            } else {
                queue.small.push_back(problem);
            }
        }
        drop(queue);
        self.work.notify_all();
        true
    }

    /// Waits until the position with `number` may be under way.
    ///
    /// Returns `false` once interrupted.
    pub(super) fn wait_for_room(&self, number: u64) -> bool {
        let mut queue = lock(&self.queue);
        while number > queue.retired + WINDOW && !self.is_interrupted() {
            queue = self.room.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
        !self.is_interrupted()
    }

    /// Notes that `count` more positions are done with.
    pub(super) fn retire(&self, count: u64) {
        if count > 0 {
            lock(&self.queue).retired += count;
            self.room.notify_one();
        }
    }

    /// Notes that nothing more will be queued.
    pub(super) fn close(&self) {
        lock(&self.queue).closed = true;
        self.work.notify_all();
    }

    /// Takes work, waiting for it; `None` when there will be none. Each job taken is given back to
    /// [`Pool::finish`].
    pub(super) fn take(&self) -> Option<Job> {
        let mut queue = lock(&self.queue);
        loop {
            if self.is_interrupted() {
                return None;
            }
            let due = !queue.large.is_empty()
                && (queue.small.is_empty() || queue.overtaken >= OVERTAKERS);
            if due && queue.busy == 0 && !queue.together {
                queue.together = true;
                queue.overtaken = 0;
                return queue.large.pop_front().map(Job::Together);
            }
            if !due && !queue.small.is_empty() && !queue.together {
                let problems = self.take_small(&mut queue);
                queue.busy += 1;
                if !queue.large.is_empty() {
                    queue.overtaken += problems.len();
                }
                return Some(Job::Alone(problems));
            }
            if queue.closed && queue.small.is_empty() && queue.large.is_empty() {
                return None;
            }
            queue = self.work.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes the next small position, with a few more where each is a matter of microseconds.
    fn take_small(&self, queue: &mut Queue) -> Vec<Problem> {
        let share = queue.small.len().div_ceil(self.threads);
        let mut taken = Vec::new();
        while let Some(next) = queue.small.front()
            && taken.len() < burst(next.board.n_empties()).min(share)
        {
            taken.extend(queue.small.pop_front());
        }
        taken
    }

    /// Gives a job back.
    pub(super) fn finish(&self, together: bool) {
        let mut queue = lock(&self.queue);
        if together {
            queue.together = false;
        } else {
            queue.busy -= 1;
        }
        drop(queue);
        self.work.notify_all();
    }

    /// Registers a search of `worker` and returns the flag that ends it.
    pub(super) fn begin(&self, worker: usize) -> StopFlag {
        let stop = StopFlag::new();
        let deadline = self.max_time.and_then(|time| Instant::now().checked_add(time));
        *lock(&self.running[worker]) = Some(Running { stop: stop.clone(), deadline });
        // Looked at after registering: an interruption either finds the flag or is found here.
        if self.is_interrupted() {
            stop.raise();
        }
        stop
    }

    /// Notes that `worker` searches no more.
    pub(super) fn end(&self, worker: usize) {
        *lock(&self.running[worker]) = None;
    }

    /// Ends every search, and the run with what is solved so far.
    pub(super) fn interrupt(&self) {
        self.interrupted.store(true, Ordering::SeqCst);
        for slot in &self.running {
            if let Some(running) = &*lock(slot) {
                running.stop.raise();
            }
        }
        // Taken once so that nobody is between looking at the flag and going to sleep.
        drop(lock(&self.queue));
        self.work.notify_all();
        self.room.notify_all();
    }

    /// Returns whether the run was interrupted.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::SeqCst)
    }

    /// Ends each search whose time is over; runs until the program ends.
    pub(super) fn watch_deadlines(&self) {
        let tick = self.max_time.unwrap_or(Duration::MAX) / 50;
        let tick = tick.clamp(Duration::from_millis(1), Duration::from_millis(20));
        loop {
            std::thread::sleep(tick);
            let now = Instant::now();
            for slot in &self.running {
                if let Some(Running { stop, deadline: Some(deadline) }) = &*lock(slot)
                    && *deadline <= now
                {
                    stop.raise();
                }
            }
        }
    }
}

/// Returns how many positions a worker takes at once: about a millisecond's worth.
const fn burst(n_empties: u32) -> usize {
    match n_empties {
        0..=8 => 64,
        9..=11 => 16,
        12..=13 => 4,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(threads: usize) -> Pool {
        Pool::new(threads, 64, Request::default(), None, Evaluator::default())
    }

    fn problem(number: u64, n_empties: usize) -> Problem {
        let text = format!("{}{} X", "X".repeat(64 - n_empties), "-".repeat(n_empties));
        Problem::read(number, number, &text).unwrap()
    }

    fn numbers(job: Option<Job>) -> Vec<u64> {
        match job {
            Some(Job::Alone(problems)) => problems.iter().map(|problem| problem.number).collect(),
            Some(Job::Together(problem)) => vec![problem.number],
            None => Vec::new(),
        }
    }

    #[test]
    fn large_positions_wait_until_nobody_is_busy() {
        let pool = pool(2);
        assert!(pool.push(&mut vec![problem(1, 20), problem(2, 30), problem(3, 20)]));
        pool.close();
        assert_eq!(numbers(pool.take()), [1]);
        assert_eq!(numbers(pool.take()), [3]);
        pool.finish(false);
        pool.finish(false);
        let job = pool.take();
        assert!(matches!(job, Some(Job::Together(Problem { number: 2, .. }))), "{job:?}");
        pool.finish(true);
        assert!(pool.take().is_none());
    }

    #[test]
    fn large_positions_are_overtaken_a_limited_number_of_times() {
        let pool = pool(2);
        assert!(pool.push(&mut vec![problem(1, 30)]));
        let mut more: Vec<_> = (2..2000).map(|number| problem(number, 20)).collect();
        assert!(pool.push(&mut more));
        for expected in 2..2 + OVERTAKERS as u64 {
            assert_eq!(numbers(pool.take()), [expected]);
            pool.finish(false);
        }
        assert_eq!(numbers(pool.take()), [1]);
    }

    #[test]
    fn tiny_positions_are_taken_by_the_handful() {
        let pool = pool(2);
        assert!(pool.push(&mut (1..=40).map(|number| problem(number, 6)).collect()));
        assert_eq!(numbers(pool.take()).len(), 20);
        assert_eq!(numbers(pool.take()).len(), 10);
    }

    #[test]
    fn one_thread_solves_everything_alone() {
        let pool = pool(1);
        assert!(pool.push(&mut vec![problem(1, 30)]));
        assert!(matches!(pool.take(), Some(Job::Alone(_))));
        assert_eq!(pool.config_alone(), Config { threads: 1, hash_mib: 64 });
    }

    #[test]
    fn interruption_raises_every_flag_and_ends_the_run() {
        let pool = pool(2);
        let before = pool.begin(0);
        pool.interrupt();
        let after = pool.begin(1);
        assert!(before.is_raised() && after.is_raised());
        assert!(pool.take().is_none());
        assert!(!pool.push(&mut vec![problem(1, 6)]));
        assert!(!pool.wait_for_room(u64::MAX));
    }

    #[test]
    fn deadlines_stop_their_search_alone() {
        let time = Duration::from_millis(5);
        let pool = std::sync::Arc::new(Pool::new(
            2,
            64,
            Request::default(),
            Some(time),
            Evaluator::default(),
        ));
        let stop = pool.begin(0);
        let watcher = std::sync::Arc::clone(&pool);
        std::thread::spawn(move || watcher.watch_deadlines());
        let started = Instant::now();
        while !stop.is_raised() {
            assert!(started.elapsed() < Duration::from_secs(20), "the deadline passed unnoticed");
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(started.elapsed() >= time / 2);
        assert!(!pool.is_interrupted());
    }
}
