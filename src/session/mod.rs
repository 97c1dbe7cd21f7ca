//! One client served from first line to last: the state machine between protocol and engine.
//!
//! Owns every thread but the search pool's, the clock and the engine's turn; must not know any concrete game
//! outside `registry`, nor any protocol's words. Entry point: [`Session`]. A reader thread cuts lines, a
//! worker thread searches, a writer thread prints; this module's thread alone decides, one event at a time.
//! Reading order: `event`, `state`, this file, `jobs`, `game`, `review`, `worker`, `reader`, `settings`, `signal`,
//! [`registry`].
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::todo,
    clippy::unimplemented
)]

mod event;
mod game;
mod jobs;
mod reader;
pub mod registry;
mod review;
mod settings;
mod signal;
mod state;
mod worker;

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use crate::clock::{Clock, GameClock, SystemClock};
use crate::engine::{
    Engine, EngineError, OptionSpec, PositionFormat, PositionText, View, read_choice,
};
use crate::game::Color;
use crate::protocol::token::quote;
use crate::protocol::{Answer, Command, Dialect, Front, HelpTopic, Out, Query, Reply};
use crate::util::cpu_time;
use event::Event;
use game::{Pending, Step};
use review::Review;
use settings::Settings;
use state::{Job, Phase, Waiting};
use worker::Task;

/// Events waiting for the session beyond which reader and worker wait for it.
const MAX_EVENTS: usize = 24;
/// Commands waiting behind a search beyond which they are refused.
const MAX_WAITING: usize = 10_000;
/// What the commands waiting behind a search may take before further ones are refused.
///
/// # Units
/// Bytes.
const MAX_WAITING_BYTES: usize = 16 << 20;
/// What the log shows of a line, in bytes; a line that cannot be cut there is shown whole.
const MAX_LOGGED: usize = 4096;
/// How long open searches may take to answer once the client has said goodbye.
const GOODBYE: Duration = Duration::from_millis(600);
/// How long a ruling that was asked for may still take once the client has said goodbye: what has been proved by then is
/// worth waiting for.
const RULING: Duration = Duration::from_millis(400);
/// How long the last lines may take to be written.
const LAST_LINES: Duration = Duration::from_millis(300);

/// Builds a fresh engine, at start and after a panic.
pub type Builder = Box<dyn Fn() -> Box<dyn Engine> + Send>;

/// A position as it was set up, to set it up again.
struct Origin {
    format: PositionFormat,
    text: String,
    moves: Vec<String>,
}

/// Serves one client.
///
/// # Examples
/// ```
/// use heibai::protocol::Front;
/// use heibai::session::{Session, registry};
///
/// let builder = registry::builder("othello").unwrap();
/// let session = Session::new(Front::named("ugi").unwrap(), builder, &[]).unwrap();
/// session.run(&b"isready\nquit\n"[..], std::io::sink()).unwrap();
/// ```
pub struct Session {
    front: Front,
    builder: Builder,
    /// `None` while the worker has it.
    engine: Option<Box<dyn Engine>>,
    view: Box<dyn View>,
    options: Vec<OptionSpec>,
    settings: Settings,
    /// What rebuilds the engine's state after a panic.
    origin: Option<Origin>,
    changes: Vec<(String, Option<String>)>,
    clock: Arc<dyn Clock>,
    job: Option<Job>,
    jobs: u64,
    waiting: VecDeque<Waiting>,
    /// What they take together.
    waiting_bytes: usize,
    /// Lines whose turn has not come, in protocols that answer one after the other.
    pending: VecDeque<Pending>,
    /// How many of them, from the first on, are to be searched no further than they must.
    hurried: usize,
    /// While commands are done of which the last alone is answered: whether one of them was refused.
    refused: Option<bool>,
    /// The command that waits until the position is judged, and whether a stop came behind it.
    behind: Option<(Command, bool)>,
    /// The review that is under way.
    review: Option<Review>,
    /// What was played since the set-up, and both sides' clocks.
    steps: Vec<Step>,
    game_clock: GameClock,
    /// Whether SIGINT ends a search and not the process.
    listens: bool,
    /// Once the client has said goodbye: when to go even if a search is still open.
    leaving: Option<Duration>,
}

/// The threads around the session while it runs.
struct Ports {
    out: Out,
    tasks: Sender<Task>,
    events: SyncSender<Event>,
}

impl Session {
    /// Builds a session whose engine has `options` set.
    ///
    /// # Errors
    /// An option is unknown or its value not understood.
    pub fn new(
        front: Front,
        builder: Builder,
        options: &[(&str, &str)],
    ) -> Result<Self, EngineError> {
        let engine = builder();
        let mut session = Session {
            front,
            view: engine.view(),
            options: Vec::new(),
            engine: Some(engine),
            builder,
            settings: Settings::default(),
            origin: None,
            changes: Vec::new(),
            clock: Arc::new(SystemClock::new()),
            job: None,
            jobs: 0,
            waiting: VecDeque::new(),
            waiting_bytes: 0,
            pending: VecDeque::new(),
            hurried: 0,
            refused: None,
            behind: None,
            review: None,
            steps: Vec::new(),
            game_clock: GameClock::default(),
            listens: false,
            leaving: None,
        };
        for &(name, value) in options {
            if let Some(note) = session.change(name, Some(value))? {
                log::warn!("{note}");
            }
        }
        session.tell_game();
        session.refresh();
        Ok(session)
    }

    /// Serves the client until it quits, ends its input or closes its end of the output.
    ///
    /// # Errors
    /// The system refuses a thread.
    pub fn run(
        mut self,
        input: impl Read + Send + 'static,
        output: impl Write + Send + 'static,
    ) -> std::io::Result<()> {
        let (sender, events) = sync_channel(MAX_EVENTS);
        let closed = sender.clone();
        let out = Out::new(output, move || drop(closed.send(Event::Closed)))?;
        let tasks = worker::start(sender.clone(), Arc::clone(&self.clock))?;
        start_reader(input, sender.clone())?;
        let ports = Ports { out, tasks, events: sender };
        self.serve(&ports, &events);
        if !ports.out.finish(LAST_LINES) {
            log::warn!("the client does not read: its last lines are lost");
        }
        Ok(())
    }

    fn serve(&mut self, ports: &Ports, events: &Receiver<Event>) {
        while !(self.leaving.is_some() && self.is_idle()) {
            let event = match self.next_deadline() {
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(at) => events.recv_timeout(at.saturating_sub(self.clock.now())),
            };
            match event {
                Ok(Event::Line(line)) => {
                    log::trace!("> {}", line.get(..MAX_LOGGED).unwrap_or(&line));
                    self.line(ports, line);
                }
                Ok(Event::Bad(error, line)) if self.leaving.is_none() => {
                    if self.front.is_serial() {
                        self.take_in(ports, Pending::Bad(error, line));
                    } else {
                        self.reply(ports, &Reply::Error(error.to_string()));
                    }
                }
                Ok(Event::Bad(..)) => {}
                Ok(Event::Interrupt) => self.end_job(ports, "interrupt"),
                Ok(Event::Eof) => self.leave(ports),
                Ok(Event::Closed) | Err(RecvTimeoutError::Disconnected) => return,
                Ok(Event::Info { job, info, elapsed }) => {
                    self.progress(ports, job, info, elapsed);
                }
                Ok(Event::Done(done)) => self.done(ports, done),
                Err(RecvTimeoutError::Timeout) => {
                    if self.leaving.is_some_and(|at| self.clock.now() >= at) {
                        return self.abandon(ports);
                    }
                    self.time_out();
                }
            }
            // Events can come faster than the deadline is looked at by a time-out alone.
            self.time_out();
            self.tell_progress(ports);
        }
    }

    fn next_deadline(&self) -> Option<Duration> {
        let job = self.job.as_ref();
        let search = job.and_then(|job| job.deadline);
        let progress = job.and_then(|job| job.turn.as_ref()).and_then(game::Turn::due);
        search.into_iter().chain(progress).chain(self.leaving).min()
    }

    fn is_idle(&self) -> bool {
        self.job.is_none() && self.waiting.is_empty() && self.pending.is_empty()
    }

    fn reply(&mut self, ports: &Ports, reply: &Reply) {
        if let Some(refused) = &mut self.refused {
            match reply {
                Reply::Error(_) | Reply::Refused(_) => *refused = true,
                Reply::Note(_) | Reply::Failure(_) => {}
                _ => return,
            }
        }
        let mut reply = reply;
        let dropped = Reply::Error("too much is unread, the answer is dropped".to_owned());
        if reply.is_dispensable() && !ports.out.has_room() {
            log::warn!("the client does not read: an answer is dropped");
            if !self.front.is_serial() {
                return;
            }
            reply = &dropped;
        }
        for line in self.front.write(reply) {
            ports.out.line(line);
        }
    }

    fn line(&mut self, ports: &Ports, line: String) {
        if self.leaving.is_some() {
            return;
        }
        self.hear(ports, line);
    }

    /// Takes a line in, also one that came before the client said goodbye.
    fn hear(&mut self, ports: &Ports, line: String) {
        if self.front.is_serial() {
            return self.take_in(ports, Pending::Line(line));
        }
        match self.front.parse(&line) {
            // What is asked while a position is judged is answered in order, refusals among it.
            Ok(command) if self.behind.is_some() && !state::is_urgent(&command) => self.hold(line),
            Err(_) if self.behind.is_some() => self.hold(line),
            Ok(command) if self.front.is_serial() => self.execute(ports, command, false),
            Ok(command) => self.accept(ports, command),
            Err(error) => self.reply(ports, &Reply::Error(error.to_string())),
        }
    }

    /// Answers a command at once or puts it in line.
    fn accept(&mut self, ports: &Ports, command: Command) {
        let busy = self.job.is_some();
        match command {
            Command::Stop => self.stop_all(ports, "stop"),
            Command::PonderHit => self.ponder_hit(ports),
            Command::Quit => self.leave(ports),
            command if state::needs_engine(&command) => {
                if busy && matches!(command, Command::SetOption { .. }) {
                    let note = "the option is set when the search has ended";
                    self.reply(ports, &Reply::Note(note.to_owned()));
                }
                let withheld = self.job.as_ref().is_some_and(|job| job.phase != Phase::Limited);
                if withheld && state::interrupts(&command) {
                    self.end_job(ports, "another command");
                }
                self.queue(ports, command);
            }
            command
                if state::reads_position(&command)
                    && (self.must_judge(&command)
                        || self
                            .waiting
                            .iter()
                            .any(|next| state::changes_position(&next.command))) =>
            {
                self.queue(ports, command);
            }
            command => self.answer(ports, command),
        }
    }

    fn queue(&mut self, ports: &Ports, command: Command) {
        let bytes = state::size(&command);
        if self.waiting.len() >= MAX_WAITING || self.waiting_bytes + bytes > MAX_WAITING_BYTES {
            let text = "too many commands wait for the search to end, this one is dropped";
            return self.reply(ports, &Reply::Error(text.to_owned()));
        }
        self.waiting_bytes += bytes;
        self.waiting.push_back(Waiting { command, bytes, stopped: false });
        self.drain(ports);
    }

    /// Runs what waits until a job starts.
    fn drain(&mut self, ports: &Ports) {
        while self.job.is_none() {
            if let Some(Waiting { command, bytes, stopped }) = self.waiting.pop_front() {
                self.waiting_bytes -= bytes;
                self.execute(ports, command, stopped || self.leaving.is_some());
            } else if let Some(pending) = self.pending.pop_front() {
                self.waiting_bytes = self.waiting_bytes.saturating_sub(pending.bytes());
                self.run_line(ports, pending);
            } else {
                return;
            }
        }
    }

    /// Runs a command whose turn has come; the engine is here.
    fn execute(&mut self, ports: &Ports, command: Command, stopped: bool) {
        // In the midst of several commands that have one answer nothing can be put off.
        if self.must_judge(&command) && self.refused.is_none() {
            return self.judge(ports, command, stopped);
        }
        match command {
            Command::All(commands) => return self.execute_all(ports, commands, stopped),
            Command::Go(go) => return self.go(ports, &go, stopped),
            Command::Perft(depth) => return self.perft(ports, depth, stopped),
            Command::Bench => return self.bench(ports, stopped),
            Command::Think(think) => return self.begin(ports, think, stopped),
            Command::Quit => {
                self.reply(ports, &Reply::Done);
                return self.leave(ports);
            }
            Command::NewGame => {
                self.new_game();
                return self.reply(ports, &Reply::Done);
            }
            Command::SetOption { name, value } => match self.change(&name, value.as_deref()) {
                Ok(note) => {
                    if let Some(note) = note {
                        self.reply(ports, &Reply::Note(note));
                    }
                    self.reply(ports, &Reply::Done);
                }
                Err(error) => self.reply(ports, &Reply::Error(error.to_string())),
            },
            Command::Position { format, text, moves } => {
                let origin = Origin { format, text, moves };
                match self.engine.as_deref_mut().map(|engine| set_up(engine, &origin)) {
                    Some(Err(error)) => self.reply(ports, &Reply::Error(error.to_string())),
                    _ => {
                        self.origin = Some(origin);
                        self.steps.clear();
                        self.reply(ports, &Reply::Done);
                    }
                }
            }
            Command::BoardSize { .. }
            | Command::Action(_)
            | Command::Play { .. }
            | Command::PlayAll(_)
            | Command::Undo
            | Command::Time(_)
            | Command::TimeLeft { .. }
            | Command::Load { .. }
            | Command::Write { .. } => return self.keep_game(ports, command),
            command => return self.answer(ports, command),
        }
        self.refresh();
    }

    /// Runs commands of which the last is answered, or the first that is refused.
    fn execute_all(&mut self, ports: &Ports, mut commands: Vec<Command>, stopped: bool) {
        let last = commands.pop();
        for command in commands {
            self.refused = Some(false);
            self.execute(ports, command, stopped);
            if self.refused.take() == Some(true) {
                return;
            }
        }
        if let Some(last) = last {
            self.execute(ports, last, stopped);
        }
    }

    /// Answers what the snapshot of the position can answer.
    fn answer(&mut self, ports: &Ports, command: Command) {
        let reply = match command {
            Command::Identify { ack } => Reply::Identity { options: self.options.clone(), ack },
            Command::Ping => {
                self.reply(ports, &Reply::Ready);
                if let Some(engine) = &mut self.engine {
                    engine.prepare();
                }
                return;
            }
            Command::IsReady => {
                if let Some(engine) = &mut self.engine {
                    engine.prepare();
                }
                Reply::Ready
            }
            Command::Query(query) => {
                let status = self.view.status();
                Reply::Answer(match query {
                    Query::FirstPlayerTurn => Answer::Truth(status.side_to_move == Color::Black),
                    Query::GameOver => Answer::Truth(status.is_over()),
                    Query::Result => Answer::Result(status.outcome),
                })
            }
            Command::Show => Reply::Text(self.view.render()),
            Command::Evaluate => Reply::Text(self.view.evaluate()),
            Command::Features => Reply::Text(self.view.describe()),
            Command::Help(HelpTopic::Features) => Reply::Text(self.view.describe_help()),
            Command::Help(HelpTopic::Options) => Reply::OptionHelp(self.options.clone()),
            Command::Help(topic) => Reply::Help(topic),
            Command::Say(text) => Reply::Text(text),
            Command::Facts => self.facts(),
            Command::Ask(question) => match self.view.ask(&question) {
                // Whose lines are not answered one by one would wait for a line that never comes.
                Ok(text) if text.is_empty() && !self.front.is_serial() => {
                    Reply::Text("none".to_owned())
                }
                Ok(text) => Reply::Text(text),
                Err(error) => Reply::Refused(error),
            },
            Command::SearchState => self.search_state(),
            Command::CpuTime => match cpu_time::used() {
                Some(used) => Reply::Text(format!("{:.3}", used.as_secs_f64())),
                None => Reply::Refused(EngineError::Unsupported("the processor time".to_owned())),
            },
            Command::ProcessId => {
                if !std::mem::replace(&mut self.listens, true) {
                    signal::listen(ports.events.clone());
                }
                Reply::Text(std::process::id().to_string())
            }
            _ => return,
        };
        self.reply(ports, &reply);
    }

    fn change(&mut self, name: &str, value: Option<&str>) -> Result<Option<String>, EngineError> {
        if let Some(result) = self.settings.set(name, value) {
            return result;
        }
        if name.eq_ignore_ascii_case(settings::GAME) {
            let game = read_choice(settings::GAME, value, &registry::games())?;
            self.switch(game);
            return Ok(None);
        }
        let Some(engine) = &mut self.engine else { return Ok(None) };
        let note = engine.set_option(name, value).map_err(|error| match error {
            EngineError::UnknownOption(name) => EngineError::UnknownOption(quote(&name)),
            error => error,
        })?;
        // Only the last value counts when an engine is rebuilt.
        self.changes.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.changes.push((name.to_owned(), value.map(str::to_owned)));
        Ok(note)
    }

    /// Takes a new snapshot of what the engine would answer.
    fn refresh(&mut self) {
        if let Some(engine) = &self.engine {
            self.view = engine.view();
            self.options = engine.options();
            self.options.extend(self.settings.options(engine.game(), &registry::games()));
        }
    }

    /// Puts a fresh engine for another game in place of this one, with what it has of the same options.
    fn switch(&mut self, game: &str) {
        if self.engine.as_ref().is_some_and(|engine| engine.game() == game) {
            return;
        }
        let Some(builder) = registry::builder(game) else { return };
        self.builder = builder;
        self.origin = None;
        self.steps.clear();
        self.game_clock.restart();
        self.rebuild();
    }

    /// Tells the protocol which game is played.
    fn tell_game(&mut self) {
        if let Some(engine) = &self.engine {
            self.front.set_game(&registry::all_words(), registry::words(engine.game()));
        }
    }

    /// Builds an engine in place of one that was lost, with the same options and position.
    fn rebuild(&mut self) {
        let mut engine = (self.builder)();
        let known = engine.options();
        let is_known = |name: &str| known.iter().any(|spec| spec.name.eq_ignore_ascii_case(name));
        for (name, value) in self.changes.iter().filter(|(name, _)| is_known(name)) {
            if let Err(error) = engine.set_option(name, value.as_deref()) {
                log::error!("rebuilding the engine: {error}");
            }
        }
        if let Some(origin) = &self.origin
            && let Err(error) = set_up(engine.as_mut(), origin)
        {
            log::error!("rebuilding the engine: {error}");
        }
        self.engine = Some(engine);
        self.tell_game();
        self.replay();
        self.refresh();
    }
}

fn set_up(engine: &mut dyn Engine, origin: &Origin) -> Result<(), EngineError> {
    let moves: Vec<&str> = origin.moves.iter().map(String::as_str).collect();
    engine.set_position(&PositionText { format: origin.format, text: &origin.text }, &moves)
}

fn start_reader(
    input: impl Read + Send + 'static,
    events: SyncSender<Event>,
) -> std::io::Result<()> {
    let read = move || reader::read_lines(input, |event| events.send(event).is_ok());
    thread::Builder::new().name("reader".into()).spawn(read).map(drop)
}
