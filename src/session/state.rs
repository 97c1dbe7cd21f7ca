//! What the session is doing: one job at the worker, the commands waiting behind it.

use std::sync::PoisonError;
use std::time::Duration;

use crate::clock::{Budget, TimeControl, TimeManager};
use crate::engine::{BestMove, Goal, Limits, StopFlag};
use crate::game::Color;
use crate::protocol::{Command, Go};
use crate::session::game::Turn;
use crate::session::worker::SharedManager;

/// When a search may answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// As soon as it has an answer.
    Limited,
    /// After a stop.
    Infinite,
    /// After a ponderhit, which starts the clock, or a stop.
    Pondering,
}

/// What the worker is doing.
pub(super) struct Job {
    pub(super) id: u64,
    /// For whom and what for it searches, where the session keeps the game.
    pub(super) turn: Option<Turn>,
    /// Whether it owes a best move.
    pub(super) is_search: bool,
    pub(super) phase: Phase,
    pub(super) stop: StopFlag,
    pub(super) started: Duration,
    /// The clock that a ponderhit starts.
    pub(super) control: TimeControl,
    /// Whether the client named the goal: then only the end of its time cuts the search short.
    pub(super) goal_is_given: bool,
    pub(super) manager: SharedManager,
    /// When the stop flag is raised.
    pub(super) deadline: Option<Duration>,
    /// The answer of a search that has ended before it may answer.
    pub(super) held: Option<BestMove>,
    /// Lines of progress passed on.
    pub(super) told: u64,
    /// For the log: depth and nodes of the last progress, and what ended the search.
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) budget: Option<Budget>,
    pub(super) reason: &'static str,
}

impl Job {
    /// Starts the clock of a search that answers when it can.
    pub(super) fn manage(&mut self, manager: Option<TimeManager>) {
        self.budget = manager.as_ref().and_then(TimeManager::budget);
        self.deadline = manager.as_ref().and_then(TimeManager::deadline);
        let manager = manager.filter(|_| !self.goal_is_given);
        *self.manager.lock().unwrap_or_else(PoisonError::into_inner) = manager;
    }

    /// Raises the stop flag; the first reason given stays.
    pub(super) fn end(&mut self, reason: &'static str) {
        if !self.stop.is_raised() {
            self.reason = reason;
            self.stop.raise();
        }
        self.phase = Phase::Limited;
        self.deadline = None;
    }
}

/// A command whose turn has not come.
pub(super) struct Waiting {
    pub(super) command: Command,
    /// What it takes, in bytes.
    pub(super) bytes: usize,
    /// Whether a stop that came after it ends its search at once.
    pub(super) stopped: bool,
}

/// Returns the bytes that a waiting command takes, about.
pub(super) fn size(command: &Command) -> usize {
    let words = |words: &[String]| words.iter().map(|word| word.len() + 48).sum::<usize>();
    let text = match command {
        Command::SetOption { name, value } => name.len() + value.as_ref().map_or(0, String::len),
        Command::Position { text, moves, .. } => text.len() + words(moves),
        Command::Go(go) => words(&go.search_moves),
        Command::PlayAll(moves) => moves.iter().map(|(_, mv)| mv.len() + 48).sum(),
        Command::Action(text) | Command::Ask(text) => text.len(),
        _ => 0,
    };
    text + size_of::<Waiting>()
}

/// Returns whether a command may only run while the engine is here, and in order.
pub(super) fn needs_engine(command: &Command) -> bool {
    matches!(
        command,
        Command::NewGame
            | Command::SetOption { .. }
            | Command::Position { .. }
            | Command::Go(_)
            | Command::Perft(_)
            | Command::Bench
            | Command::Think(_)
            | Command::Load { .. }
            | Command::Write { .. }
            | Command::Time(_)
            | Command::TimeLeft { .. }
    ) || changes_position(command)
}

/// Returns whether a command ends an infinite search, so that a client that forgets `stop` never hangs.
pub(super) fn interrupts(command: &Command) -> bool {
    needs_engine(command) && !matches!(command, Command::SetOption { .. })
}

/// Returns whether a command's answer depends on the position.
pub(super) fn reads_position(command: &Command) -> bool {
    matches!(
        command,
        Command::Ask(_)
            | Command::Show
            | Command::Query(_)
            | Command::Evaluate
            | Command::Features
            | Command::Facts
    )
}

/// Returns whether a command is answered at once although a position is being judged.
pub(super) fn is_urgent(command: &Command) -> bool {
    matches!(
        command,
        Command::IsReady | Command::Ping | Command::Stop | Command::PonderHit | Command::Quit
    )
}

/// Returns whether a command's answer may need what [`crate::engine::Engine::judge`] works out.
pub(super) fn needs_judgement(command: &Command) -> bool {
    let is_other = matches!(command, Command::Go(_) | Command::Think(_) | Command::Write { .. });
    is_other || reads_position(command) && !matches!(command, Command::Features)
}

/// Returns whether a command changes the position.
pub(super) fn changes_position(command: &Command) -> bool {
    matches!(
        command,
        Command::Position { .. }
            | Command::NewGame
            | Command::BoardSize { .. }
            | Command::Action(_)
            | Command::Play { .. }
            | Command::PlayAll(_)
            | Command::Undo
            | Command::Load { .. }
    )
}

/// Turns what a client asks for into the engine's limits and the clock of `side`.
///
/// A `go` without any limit may take `move_time`.
pub(super) fn plan(go: &Go, side: Color, move_time: Duration) -> (Limits, TimeControl, Phase) {
    let phase = match (go.infinite, go.ponder) {
        (true, _) => Phase::Infinite,
        (_, true) => Phase::Pondering,
        _ => Phase::Limited,
    };
    let clock = match (go.time[side], go.increment[side]) {
        (None, None) => None,
        (time, increment) => Some((time.unwrap_or(0), increment.unwrap_or(0))),
    };
    let control = match (go.movetime, clock) {
        (Some(movetime), _) => TimeControl::per_move(movetime),
        (None, Some((time, increment))) => TimeControl::clock(time, increment, go.moves_to_go),
        (None, None) => TimeControl::Unlimited,
    };
    let bare = go.goal.is_none()
        && go.nodes.is_none()
        && phase != Phase::Infinite
        && control == TimeControl::Unlimited;
    let goal = match go.goal {
        Some(goal) => goal,
        None if bare => Goal::Level,
        None => Goal::Deepen,
    };
    let control = if bare { TimeControl::PerMove(move_time) } else { control };
    let limits = Limits {
        goal,
        nodes: go.nodes,
        search_moves: go.search_moves.clone(),
        ..Limits::default()
    };
    (limits, control, phase)
}
