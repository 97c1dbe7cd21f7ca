//! Work in pieces, a file each, spread over threads with a searcher each.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::dataset::DatasetError;
use crate::othello::eval::Evaluator;
use crate::othello::search::{Config, Searcher};

/// A table larger than one game needs would cost its clearing.
pub(super) const CONFIG: Config = Config { threads: 1, hash_mib: 4 };

/// Returns what tells an evaluation from others.
pub(super) fn name(evaluator: &Evaluator) -> String {
    match evaluator.provenance() {
        None => "built in".to_owned(),
        Some(provenance) => format!("{provenance:?}"),
    }
}

/// Does every piece, in order as threads become free. A piece that fails does not keep others from being done.
///
/// # Errors
/// One of the errors of the pieces, or no threads could be started.
pub(super) fn run<T: Sync>(
    pieces: &[T],
    threads: usize,
    evaluator: &Evaluator,
    work: impl Fn(&T, &mut Searcher) -> Result<(), DatasetError> + Sync,
) -> anyhow::Result<()> {
    let next = AtomicUsize::new(0);
    let failed: Mutex<Option<DatasetError>> = Mutex::new(None);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(16 << 20)
        .thread_name(|i| format!("train-{i}"))
        .build()?;
    pool.broadcast(|_| {
        let mut searcher = Searcher::with_evaluator(CONFIG, evaluator.clone());
        while let Some(piece) = pieces.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let (Err(error), Ok(mut failed)) = (work(piece, &mut searcher), failed.lock()) {
                failed.get_or_insert(error);
            }
        }
    });
    failed.into_inner().ok().flatten().map_or(Ok(()), |error| Err(error.into()))
}
