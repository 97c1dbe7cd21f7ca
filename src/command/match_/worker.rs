//! Threads that play: each keeps its engines from game to game and starts one again that failed.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};

use crate::game::ByColor;

use super::fault::Fault;
use super::game::GameRules;
use super::opening::Openings;
use super::process;
use super::record::GameRecord;
use super::referee::{self, Side};
use super::schedule::Job;
use super::spec::EngineSpec;
use super::wire::{self, Patience, Wire};

/// The engines of a thread, those that run.
pub(super) type Team = Vec<Option<Box<dyn Wire>>>;

/// What the threads share.
pub(super) struct Shared {
    pub(super) game: GameRules,
    pub(super) specs: Vec<EngineSpec>,
    pub(super) openings: Openings,
    pub(super) patience: Patience,
    pub(super) stderr_dir: Option<PathBuf>,
    /// Games still to be played.
    pub(super) queue: Mutex<std::collections::VecDeque<Job>>,
    /// Raised to end the match at once.
    pub(super) stop: Arc<AtomicBool>,
}

impl Shared {
    /// Starts an engine.
    pub(super) fn start(&self, engine: usize) -> Result<Box<dyn Wire>, Fault> {
        let spec = &self.specs[engine];
        let log = self.stderr_dir.as_ref().map(|folder| process::open_log(folder, &spec.name));
        let log = log.transpose().map_err(|error| Fault::crash(format!("its log: {error}")))?;
        wire::start(&self.game, spec, self.patience, log, &self.stop)
    }

    fn next(&self) -> Option<Job> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }

    /// Takes the games off that nobody has begun.
    pub(super) fn close(&self) {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Plays until there is nothing left or the match is interrupted.
    pub(super) fn work(&self, mut team: Team, results: &Sender<GameRecord>) {
        team.resize_with(self.specs.len(), || None);
        while let Some(job) = self.next() {
            let Ok(record) = self.play(job, &mut team) else { return };
            if results.send(record).is_err() {
                return;
            }
        }
    }

    fn play(&self, job: Job, team: &mut Team) -> Result<GameRecord, Fault> {
        let players = ByColor { black: job.black, white: job.white };
        let mut wires = ByColor::from_fn(|color| {
            let engine = players[color];
            team[engine].take().map_or_else(|| self.start(engine), Ok)
        });
        let ByColor { black, white } = &mut wires;
        let side = |engine: usize, wire| {
            let spec = &self.specs[engine];
            Side { name: &spec.name, limit: spec.limit, sends_passes: spec.sends_passes, wire }
        };
        let mut sides = ByColor {
            black: side(job.black, black.as_mut().map_err(|fault| fault.clone())),
            white: side(job.white, white.as_mut().map_err(|fault| fault.clone())),
        };
        let opening = &self.openings.positions[job.opening];
        let (record, dead) =
            referee::play((job.game, job.pair), opening, &mut sides, self.patience, &self.stop)?;
        for (color, wire) in
            [(crate::game::Color::Black, wires.black), (crate::game::Color::White, wires.white)]
        {
            if let (Ok(wire), true) = (wire, dead != Some(color)) {
                team[players[color]] = Some(wire);
            }
        }
        Ok(record)
    }
}
