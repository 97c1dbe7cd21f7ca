//! The threads that solve.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use crate::othello::search::{Report, Searcher};

use super::pool::{Job, Pool};
use super::problem::{Failure, Outcome, Problem};
use super::row::Row;
use super::{Message, spawn};

/// The search that uses all threads, built when the first position needs it.
type Together = Arc<Mutex<Option<Searcher>>>;

/// Starts the workers.
pub(super) fn spawn_all(pool: &Arc<Pool>, results: &Sender<Message>) -> std::io::Result<()> {
    let together = Together::default();
    for index in 0..pool.threads {
        let (pool, results, together) = (Arc::clone(pool), results.clone(), Arc::clone(&together));
        spawn(&format!("solve {index}"), move || {
            work(index, &pool, &together, &results);
            let _ = results.send(Message::WorkerDone);
        })?;
    }
    Ok(())
}

fn work(index: usize, pool: &Pool, together: &Together, results: &Sender<Message>) {
    // Kept from position to position: what the table knows stays true.
    let mut alone = pool.searcher(pool.config_alone());
    while let Some(job) = pool.take() {
        let (outcomes, was_together) = match job {
            Job::Alone(problems) => {
                let solve = |problem: &Problem| solve(problem, &mut alone, index, pool);
                (problems.iter().map(solve).collect(), false)
            }
            Job::Together(problem) => {
                let mut shared = together.lock().unwrap_or_else(PoisonError::into_inner);
                let searcher = shared.get_or_insert_with(|| pool.searcher(pool.config_together()));
                (vec![solve(&problem, searcher, index, pool)], true)
            }
        };
        pool.finish(was_together);
        if results.send(Message::Outcomes(outcomes)).is_err() {
            return;
        }
    }
}

fn solve(problem: &Problem, searcher: &mut Searcher, index: usize, pool: &Pool) -> Outcome {
    let number = problem.number;
    let goal = pool.request.goal;
    if pool.is_interrupted() {
        return Outcome { number, result: Err(Failure::Abandoned) };
    }
    if problem.board.is_over() {
        return Outcome { number, result: Ok(Row::finished(problem, goal)) };
    }
    // Memory and weights are not what a position's time is for.
    searcher.prepare();
    let stop = pool.begin(index);
    let started = Instant::now();
    let report = catch_unwind(AssertUnwindSafe(|| {
        searcher.search(problem.board, &pool.request, &stop, &mut ())
    }));
    let time = started.elapsed();
    pool.end(index);
    let result = match report {
        Ok(Report { complete: false, .. }) if pool.is_interrupted() => Err(Failure::Abandoned),
        Ok(report) => Ok(Row::new(problem, &report, time, goal, pool.request.multi_pv > 1)),
        Err(_panic) => {
            // What the panic left behind is not trusted.
            *searcher = pool.searcher(searcher.config());
            Err(Failure::Bad(format!(
                "position {number}, line {}: the search failed",
                problem.line
            )))
        }
    };
    Outcome { number, result }
}
