//! A game kept move by move: plays, takes back, searches for a side, keeps both clocks, loads and saves.

use std::fs::File;
use std::io::Read;
use std::time::Duration;

use crate::clock::{GameClock, TimeControl};
use crate::engine::{
    BestMove, Choice, EngineError, ExportFormat, Goal, Info, Limits, PositionFormat, PositionText,
};
use crate::game::Color;
use crate::protocol::{
    Command, Dialect, Facts, ProtocolError, Purpose, Reply, SearchState, Think, Urgency,
};
use crate::session::state::{Job, Phase};
use crate::session::worker::{SharedManager, Work};
use crate::session::{Origin, Ports, Session};

/// The largest file that is loaded.
const MAX_FILE: u64 = 16 << 20;
/// The lines of one iteration come in one after the other; they are told once no more can be expected.
const SETTLE: Duration = Duration::from_millis(5);

/// A move or an action since the position was set up, to do it again.
pub(super) enum Step {
    /// A move.
    Move {
        /// Whose.
        color: Option<Color>,
        /// What.
        mv: String,
        /// Whether a turn of the other side was left out.
        out_of_turn: bool,
    },
    /// What the game alone has beside moves.
    Action(String),
}

/// A line whose turn has not come, in protocols that answer one after the other.
pub(super) enum Pending {
    /// It came as it is.
    Line(String),
    /// It is refused, but its number may be read.
    Bad(ProtocolError, String),
}

impl Pending {
    /// Returns what it takes in memory, more or less.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Pending::Line(line) | Pending::Bad(_, line) => line.len(),
        }
    }
}

/// For whom and what for a search runs, where the session keeps the game.
pub(super) struct Turn {
    color: Color,
    purpose: Purpose,
    choice: Choice,
    cancellable: bool,
    cancelled: bool,
    progress: Option<Progress>,
}

/// What a search has told and the client has not heard.
struct Progress {
    interval: Duration,
    lines: Vec<Info>,
    elapsed: Duration,
    /// When the first of the lines came that are still to be told.
    since: Option<Duration>,
    told: Option<Duration>,
}

impl Progress {
    fn due(&self) -> Option<Duration> {
        let next = self.told.map(|told| told + self.interval);
        self.since.map(|since| (since + SETTLE).max(next.unwrap_or_default()))
    }

    fn take(&mut self, info: Info, elapsed: Duration, now: Duration) {
        // The line takes its rank; of those it moves down, the last goes unless it is its own older form.
        let rank = (info.multi_pv as usize).saturating_sub(1);
        let most = self.lines.len().max(rank + 1);
        let mv = info.pv.first();
        self.lines.retain(|line| line.pv.first() != mv);
        self.lines.insert(rank.min(self.lines.len()), info);
        self.lines.truncate(most);
        self.elapsed = elapsed;
        self.since = self.since.or(Some(now));
    }

    fn tell(&mut self, now: Duration) -> Reply {
        self.since = None;
        self.told = Some(now);
        Reply::Progress { lines: self.lines.clone(), elapsed: self.elapsed }
    }
}

impl Turn {
    /// Takes progress in; nothing of it is told yet.
    pub(super) fn progress(&mut self, info: Info, elapsed: Duration, now: Duration) {
        if let Some(progress) = &mut self.progress {
            progress.take(info, elapsed, now);
        }
    }

    /// Returns when progress is to be told next.
    pub(super) fn due(&self) -> Option<Duration> {
        self.progress.as_ref().and_then(Progress::due)
    }

    /// Returns whether the next line that arrives cancels the search.
    pub(super) fn is_cancellable(&self) -> bool {
        self.cancellable
    }

    /// Returns whose move is searched.
    pub(super) fn color(&self) -> Color {
        self.color
    }
}

impl Session {
    /// Takes a line of a protocol that answers one after the other.
    pub(super) fn take_in(&mut self, ports: &Ports, pending: Pending) {
        let urgency = match &pending {
            Pending::Line(line) => self.front.urgency(line),
            Pending::Bad(..) => Urgency::None,
        };
        let mut ends = matches!(urgency, Urgency::Interrupt | Urgency::Hurry);
        if let (Some(_), Pending::Line(line)) = (&self.job, &pending) {
            match urgency {
                Urgency::Beside => return self.beside(ports, line),
                Urgency::Clear => return self.clear(ports),
                _ => {}
            }
        }
        if urgency == Urgency::Hurry {
            self.hurried = self.pending.len();
        }
        if let Some(job) = &mut self.job {
            ends |= job.phase != Phase::Limited;
            if let Some(turn) = job.turn.as_mut().filter(|turn| turn.is_cancellable()) {
                turn.cancelled = true;
                ends = true;
            }
        }
        if ends {
            self.end_job(ports, "another line");
        }
        let pending = self.bounded(pending);
        self.waiting_bytes += pending.bytes();
        self.pending.push_back(pending);
        self.drain(ports);
        if urgency == Urgency::Quit {
            self.leave(ports);
        }
    }

    /// Keeps a line for later.
    pub(super) fn hold(&mut self, line: String) {
        let pending = self.bounded(Pending::Line(line));
        self.waiting_bytes += pending.bytes();
        self.pending.push_back(pending);
    }

    /// Takes the lines in that were kept while a position was judged; so many of them came before a stop.
    pub(super) fn hear_again(&mut self, ports: &Ports) {
        if self.front.is_serial() {
            return;
        }
        let stopped = std::mem::take(&mut self.hurried);
        for (number, pending) in (1..).zip(std::mem::take(&mut self.pending)) {
            self.waiting_bytes = self.waiting_bytes.saturating_sub(pending.bytes());
            match pending {
                Pending::Line(line) => self.hear(ports, line),
                Pending::Bad(error, _) => self.reply(ports, &Reply::Error(error.to_string())),
            }
            if number == stopped {
                self.stop_all(ports, "stop");
            }
        }
    }

    /// Answers a line while a search runs.
    fn beside(&mut self, ports: &Ports, line: &str) {
        match self.front.parse(line) {
            Ok(command) => self.answer(ports, command),
            Err(error) => self.reply(ports, &Reply::Error(error.to_string())),
        }
    }

    /// Ends the search and forgets what waits behind it.
    fn clear(&mut self, ports: &Ports) {
        self.waiting_bytes = 0;
        self.hurried = 0;
        self.pending.clear();
        self.end_job(ports, "stop");
    }

    /// Tells what is being searched.
    pub(super) fn search_state(&self) -> Reply {
        Reply::SearchState(self.job.as_ref().map(|job| SearchState {
            nodes: job.nodes,
            elapsed: self.clock.now().saturating_sub(job.started),
        }))
    }

    /// Keeps of a line too many only what numbers its answer.
    fn bounded(&self, pending: Pending) -> Pending {
        match pending {
            Pending::Line(line)
                if self.pending.len() >= super::MAX_WAITING
                    || self.waiting_bytes + line.len() > super::MAX_WAITING_BYTES =>
            {
                let head = line.chars().take(16).collect();
                Pending::Bad(ProtocolError::Fixed("too many commands wait"), head)
            }
            pending => pending,
        }
    }

    /// Runs a line whose turn has come.
    pub(super) fn run_line(&mut self, ports: &Ports, pending: Pending) {
        let stopped = self.leaving.is_some() || self.hurried > 0;
        self.hurried = self.hurried.saturating_sub(1);
        match pending {
            Pending::Line(line) => match self.front.parse(&line) {
                Ok(command) => self.execute(ports, command, stopped),
                Err(error) => self.reply(ports, &Reply::Error(error.to_string())),
            },
            Pending::Bad(error, line) => {
                if self.front.parse(&line) != Ok(Command::Empty) {
                    self.reply(ports, &Reply::Error(error.to_string()));
                }
            }
        }
    }

    /// Answers for every line that waits although nothing can be carried out any more.
    pub(super) fn refuse_pending(&mut self, ports: &Ports) {
        for pending in std::mem::take(&mut self.pending) {
            let line = match pending {
                Pending::Line(line) | Pending::Bad(_, line) => line,
            };
            match self.front.parse(&line) {
                Ok(Command::Empty) => {}
                Ok(Command::Quit) => self.reply(ports, &Reply::Done),
                _ => self.reply(ports, &Reply::Error("the session is over".to_owned())),
            }
        }
    }

    /// Runs a command about the game; the engine is here.
    pub(super) fn keep_game(&mut self, ports: &Ports, command: Command) {
        let reply = match command {
            Command::BoardSize { width, height } => match self.resize(width, height) {
                Ok(()) => Reply::Done,
                Err(_) => Reply::Error("unacceptable size".to_owned()),
            },
            Command::Action(text) => match self.act(text) {
                Ok(answer) => Reply::Text(answer),
                Err(error) => Reply::Refused(error),
            },
            Command::Play { color, mv } => {
                self.answer_for(|session| session.play(color, mv, false))
            }
            Command::PlayAll(moves) => self.answer_for(|session| session.play_all(moves)),
            Command::Undo => self.answer_for(Session::undo),
            Command::Time(settings) => {
                self.game_clock = GameClock::new(settings);
                self.reply(ports, &Reply::Done);
                // Whoever agrees on time will ask for moves: their clock is not to pay for the first one's needs.
                if let Some(engine) = &mut self.engine {
                    engine.prepare();
                }
                return;
            }
            Command::TimeLeft { color, left, count } => {
                self.game_clock.set(color, left, count);
                Reply::Done
            }
            Command::Load { file, before } => match self.load(&file, before) {
                Ok(()) => Reply::Done,
                Err(error) => Reply::Error(format!("cannot load file: {error}")),
            },
            Command::Write { format, file } => self.write(format, file.as_deref()),
            _ => return,
        };
        self.reply(ports, &reply);
    }

    fn answer_for(&mut self, act: impl FnOnce(&mut Self) -> Result<(), EngineError>) -> Reply {
        match act(self) {
            Ok(()) => Reply::Done,
            Err(error) => Reply::Refused(error),
        }
    }

    /// Goes back to the start of a game, and the clocks with it.
    pub(super) fn new_game(&mut self) {
        self.origin = None;
        self.steps.clear();
        self.game_clock.restart();
        if let Some(engine) = &mut self.engine {
            engine.new_game();
        }
        self.refresh();
    }

    fn play(
        &mut self,
        color: Option<Color>,
        mv: String,
        out_of_turn: bool,
    ) -> Result<(), EngineError> {
        let step = Step::Move { color, mv, out_of_turn };
        let Some(engine) = &mut self.engine else { return Ok(()) };
        step.play(engine.as_mut())?;
        self.steps.push(step);
        self.refresh();
        Ok(())
    }

    fn play_all(&mut self, moves: Vec<(Color, String)>) -> Result<(), EngineError> {
        for (played, (color, mv)) in moves.into_iter().enumerate() {
            if let Err(error) = self.play(Some(color), mv, false) {
                for _ in 0..played {
                    self.undo()?;
                }
                return Err(error);
            }
        }
        Ok(())
    }

    fn act(&mut self, text: String) -> Result<String, EngineError> {
        let Some(engine) = &mut self.engine else { return Ok(String::new()) };
        let answer = engine.action(&text)?;
        self.steps.push(Step::Action(text));
        self.refresh();
        Ok(answer)
    }

    /// Goes back to the start of a game on a board of another size, and the clocks with it.
    fn resize(&mut self, width: usize, height: usize) -> Result<(), EngineError> {
        if let Some(engine) = &mut self.engine {
            engine.set_size(width, height)?;
        }
        self.steps.clear();
        self.game_clock.restart();
        self.refresh();
        self.origin_is_here();
        Ok(())
    }

    fn undo(&mut self) -> Result<(), EngineError> {
        let Some(engine) = &mut self.engine else { return Ok(()) };
        engine.undo()?;
        let stepped = self.steps.pop().is_some();
        self.refresh();
        if !stepped {
            self.origin_is_here();
        }
        Ok(())
    }

    /// Makes the position as it stands what an engine is rebuilt from.
    fn origin_is_here(&mut self) {
        self.steps.clear();
        let text = self.view.export(ExportFormat::Fen);
        self.origin =
            text.ok().map(|text| Origin { format: PositionFormat::Fen, text, moves: Vec::new() });
    }

    /// Plays what was played since the set-up on an engine that was rebuilt.
    pub(super) fn replay(&mut self) {
        let Some(engine) = &mut self.engine else { return };
        for step in &self.steps {
            if let Err(error) = step.play(engine.as_mut()) {
                log::error!("rebuilding the engine: {error}");
            }
        }
    }

    fn load(&mut self, file: &str, before: Option<u32>) -> Result<(), String> {
        let text = read_file(file).map_err(|error| error.to_string())?;
        let Some(engine) = &mut self.engine else { return Err("no engine".to_owned()) };
        engine
            .set_position(&PositionText { format: PositionFormat::Sgf, text: &text }, &[])
            .map_err(|error| error.to_string())?;
        if let Some(before) = before {
            let plies = engine.view().moves().len();
            let kept = usize::try_from(before).unwrap_or(usize::MAX).saturating_sub(1);
            for _ in kept..plies {
                engine.undo().map_err(|error| error.to_string())?;
            }
        }
        self.refresh();
        self.origin_is_here();
        self.game_clock.restart();
        Ok(())
    }

    fn write(&self, format: ExportFormat, file: Option<&str>) -> Reply {
        let text = match self.view.export(format) {
            Ok(text) => text,
            Err(error) => return Reply::Refused(error),
        };
        let Some(file) = file else { return Reply::Text(text) };
        match std::fs::write(file, text + "\n") {
            Ok(()) => Reply::Done,
            Err(error) => Reply::Error(format!("cannot write file: {error}")),
        }
    }

    pub(super) fn facts(&self) -> Reply {
        Reply::Facts(Box::new(Facts {
            status: self.view.status(),
            legal: self.view.legal(),
            legal_for: Color::ALL.map(|color| self.view.legal_for(color)),
            rows: self.view.rows(),
            moves: self.view.moves(),
            margin: self.view.margin(),
        }))
    }

    /// Sets up what is to be searched, if that is said, and starts the search or the review.
    pub(super) fn begin(&mut self, ports: &Ports, mut think: Think, stopped: bool) {
        if let Some((format, text)) = think.position.take() {
            let origin = Origin { format, text, moves: Vec::new() };
            let Some(engine) = self.engine.as_deref_mut() else { return };
            if let Err(error) = super::set_up(engine, &origin) {
                return self.reply(ports, &Reply::Refused(error));
            }
            self.origin = Some(origin);
            self.steps.clear();
            self.refresh();
        }
        if think.goal == Some(Goal::CleanUp) && self.view.status().is_over() {
            let color = think.color.map_or(String::new(), |color| format!(" {}", !color));
            if let Err(error) = self.act(format!("resume{color}")) {
                return self.reply(ports, &Reply::Refused(error));
            }
        }
        match think.purpose {
            Purpose::Review => self.review(ports, think, stopped),
            _ => self.think(ports, think, stopped),
        }
    }

    /// Starts a search for a side.
    pub(super) fn think(&mut self, ports: &Ports, think: Think, stopped: bool) {
        let color = think.color.unwrap_or(self.view.status().side_to_move);
        // Lines that wait already have arrived during the search.
        let overtaken = !self.pending.is_empty();
        if think.cancellable && overtaken {
            return self.reply(ports, &Reply::Cancelled);
        }
        let analyses = think.purpose == Purpose::Analyse;
        let mut control =
            if analyses { TimeControl::Unlimited } else { self.game_clock.control(color) };
        let mut goal = Goal::Deepen;
        if let Some(given) = think.goal {
            // A clock that was agreed on limits it all the same, here and below.
            goal = given;
        } else if think.nodes.is_some() {
            goal = Goal::Deepen;
        } else if !analyses && control == TimeControl::Unlimited {
            (goal, control) = (Goal::Level, TimeControl::PerMove(self.settings.move_time));
        }
        let now = self.clock.now();
        let ends_at_once = stopped || (analyses && overtaken);
        let phase = if analyses && !ends_at_once { Phase::Infinite } else { Phase::Limited };
        let progress = think.interval.map(|interval| Progress {
            interval,
            lines: Vec::new(),
            elapsed: Duration::ZERO,
            since: None,
            told: None,
        });
        let turn = Turn {
            color,
            purpose: think.purpose,
            choice: think.choice,
            cancellable: think.cancellable,
            cancelled: false,
            progress,
        };
        if turn.progress.is_some() {
            let points = self.view.rows();
            let empties = points.iter().flat_map(|row| row.chars()).filter(|&c| c == '.').count();
            self.reply(ports, &Reply::Begin { empties: empties as u32 });
        }
        let job = self.job(now);
        let mut job = Job { is_search: true, phase, control, turn: Some(turn), ..job };
        if phase == Phase::Limited {
            job.manage(self.manager(&control, now));
        }
        if matches!(goal, Goal::Deepen | Goal::Depth(_))
            && job.budget.is_some_and(|budget| budget.hard.is_zero())
        {
            goal = Goal::Depth(1);
        }
        let limits = Limits {
            goal,
            nodes: think.nodes,
            search_moves: self.choice_of(color, &think),
            side: Some(color),
            selectivity: think.selectivity,
            lines: think.lines,
            choice: think.choice,
        };
        let work = Work::Search(limits, SharedManager::clone(&job.manager));
        self.start(ports, job, work, ends_at_once);
    }

    /// Returns the moves a search may choose from, empty for all.
    fn choice_of(&self, color: Color, think: &Think) -> Vec<String> {
        if think.allowed.is_empty() && think.avoided.is_empty() {
            return Vec::new();
        }
        let mut legal = self.view.legal_for(color);
        legal.retain(|mv| think.allowed.is_empty() || think.allowed.contains(mv));
        legal.retain(|mv| !think.avoided.contains(mv));
        legal
    }

    /// Tells the progress that is due.
    pub(super) fn tell_progress(&mut self, ports: &Ports) {
        let now = self.clock.now();
        let Some(turn) = self.job.as_mut().and_then(|job| job.turn.as_mut()) else { return };
        if turn.due().is_none_or(|due| due > now) {
            return;
        }
        let Some(progress) = &mut turn.progress else { return };
        let reply = progress.tell(now);
        for line in self.front.write(&reply) {
            ports.out.droppable(line);
        }
    }

    /// Ends a search for a side: tells what is left of its progress, plays its choice and answers.
    pub(super) fn end_turn(&mut self, ports: &Ports, turn: Turn, best: BestMove, used: Duration) {
        if let Some(mut progress) = turn.progress.filter(|progress| progress.since.is_some()) {
            let reply = progress.tell(used);
            self.reply(ports, &reply);
        }
        if turn.cancelled {
            return self.reply(ports, &Reply::Cancelled);
        }
        if turn.purpose == Purpose::Review {
            return self.reviewed(ports);
        }
        if turn.purpose == Purpose::Play {
            // What a move loses on its way to the client is off the client's clock too.
            self.game_clock.spend(turn.color, used + self.settings.overhead);
            let mv = best.mv.clone().unwrap_or_else(|| "pass".to_owned());
            // Of several moves not all are of one side's stones.
            let played = match turn.choice {
                Choice::Best => self.play(Some(turn.color), mv, true),
                _ => mv.split(", ").try_for_each(|mv| self.play(None, mv.to_owned(), false)),
            };
            if let Err(error) = played {
                return self.reply(ports, &Reply::Refused(error));
            }
        }
        self.reply(ports, &Reply::BestMove(best));
    }
}

impl Step {
    fn play(&self, engine: &mut dyn crate::engine::Engine) -> Result<(), EngineError> {
        match self {
            Step::Move { color: Some(color), mv, out_of_turn: true } => {
                engine.play_out_of_turn(*color, mv)
            }
            Step::Move { color, mv, .. } => engine.play(*color, mv),
            Step::Action(text) => engine.action(text).map(drop),
        }
    }
}

/// Reads a file of bounded size; bytes that are no UTF-8 are replaced.
fn read_file(name: &str) -> std::io::Result<String> {
    let file = File::open(name)?;
    let data = file.metadata()?;
    if !data.is_file() {
        return Err(std::io::Error::other("not a file"));
    }
    if data.len() > MAX_FILE {
        return Err(std::io::Error::other("the file is too large"));
    }
    let mut bytes = Vec::new();
    file.take(MAX_FILE).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
