//! The thread that searches: takes the engine, runs one job, hands the engine back.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::clock::{Clock, TimeManager};
use crate::engine::{Engine, Info, Iteration, Limits, Observer, StopFlag};
use crate::session::event::{Done, Event, Finished};

/// The time manager of a search, shared with the session, which starts it at a ponderhit.
pub(super) type SharedManager = Arc<Mutex<Option<TimeManager>>>;

/// What is to be done.
pub(super) enum Work {
    Search(Limits, SharedManager),
    Perft(u32),
    Bench,
    /// What the answers about the position need.
    Judge,
}

/// One job with all it needs.
pub(super) struct Task {
    pub(super) job: u64,
    pub(super) engine: Box<dyn Engine>,
    pub(super) work: Work,
    pub(super) stop: StopFlag,
    pub(super) started: Duration,
}

/// Starts the worker; it ends when the sender is dropped.
pub(super) fn start(
    events: SyncSender<Event>,
    clock: Arc<dyn Clock>,
) -> std::io::Result<Sender<Task>> {
    let (tasks, queue) = channel();
    thread::Builder::new()
        .name("worker".into())
        .stack_size(16 << 20)
        .spawn(move || serve(&queue, &events, &clock))?;
    Ok(tasks)
}

fn serve(queue: &Receiver<Task>, events: &SyncSender<Event>, clock: &Arc<dyn Clock>) {
    while let Ok(Task { job, mut engine, work, stop, started }) = queue.recv() {
        let run = AssertUnwindSafe(|| match work {
            Work::Search(limits, manager) => {
                let mut watch = Watch { job, events, clock, started, manager };
                engine.prepare();
                Finished::Search(engine.search(&limits, &stop, &mut watch))
            }
            Work::Perft(depth) => Finished::Perft(depth, engine.perft(depth, &stop)),
            Work::Bench => Finished::Bench(engine.bench(&stop)),
            Work::Judge => {
                engine.judge(&stop);
                Finished::Judged
            }
        });
        let (engine, result) = match catch_unwind(run) {
            Ok(result) => (Some(engine), result),
            Err(panic) => {
                let message = message(panic.as_ref());
                // What a panic has left of an engine may panic again while it is dropped.
                let _ = catch_unwind(AssertUnwindSafe(|| drop(engine)));
                (None, Finished::Panicked(message))
            }
        };
        let elapsed = clock.now().saturating_sub(started);
        if events.send(Event::Done(Done { job, engine, result, elapsed })).is_err() {
            return;
        }
    }
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "unknown panic".to_owned())
}

/// Carries progress to the session and asks the time manager between iterations.
struct Watch<'a> {
    job: u64,
    events: &'a SyncSender<Event>,
    clock: &'a Arc<dyn Clock>,
    started: Duration,
    manager: SharedManager,
}

impl Observer for Watch<'_> {
    fn info(&mut self, info: &Info) {
        let elapsed = self.clock.now().saturating_sub(self.started);
        // A session that is gone needs no progress.
        let _ = self.events.send(Event::Info { job: self.job, info: info.clone(), elapsed });
    }

    fn iteration(&mut self, iteration: &Iteration) -> ControlFlow<()> {
        let mut manager = self.manager.lock().unwrap_or_else(PoisonError::into_inner);
        match manager.as_mut() {
            Some(manager) => manager.iteration(iteration, self.clock.now()),
            None => ControlFlow::Continue(()),
        }
    }
}
