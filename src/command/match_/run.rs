//! A match from the command line to the last table.

use std::collections::HashSet;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::command::output::{self, Output};

use super::args::MatchArgs;
use super::fault::Fault;
use super::files::{self, GameFile};
use super::game::GameRules;
use super::limit::Limit;
use super::opening::Openings;
use super::plot;
use super::process;
use super::record::{EngineRecord, GameRecord, Header, VERSION};
use super::schedule::{self, Job};
use super::spec::{self, EngineSpec, Proto};
use super::table::{self, Sprt, Verdict};
use super::tally::Tally;
use super::wire::Patience;
use super::worker::{Shared, Team};

/// The exit status after an interruption.
const INTERRUPTED: u8 = 130;

/// Games of a pairing where neither their number nor openings are given.
const DEFAULT_GAMES: u64 = 4;

/// How often the picture is drawn while games are played.
const PLOT_EVERY: Duration = Duration::from_secs(30);

/// Plays a match.
pub(super) fn play(args: &MatchArgs, game: &str) -> anyhow::Result<ExitCode> {
    let game = GameRules::read(game.parse()?, args.rules.as_deref(), args.size, args.komi)?;
    let specs = spec::read(&args.engines, &game, args.limit())?;
    let openings = Openings::read(&game, args.openings.as_deref(), args.order, args.seed)?;
    let sprt = super::sprt(args, specs.len())?;
    warn_of_fractions(&specs);
    let header = header(args, game, &specs, &openings)?;
    let finished = match &args.resume {
        Some(path) => resume(path, &header)?,
        None => Vec::new(),
    };
    let pairings = schedule::pairings(specs.len(), args.gauntlet);
    let mut jobs = schedule::jobs(&pairings, header.games, openings.positions.len(), args.shard);
    let total = jobs.len();
    let done: HashSet<u64> = finished.iter().map(|game| game.game).collect();
    jobs.retain(|job| !done.contains(&job.game));

    let stop = Arc::new(AtomicBool::new(false));
    listen(&stop).context("listening for interruptions")?;
    let shared = Arc::new(Shared {
        game: header.game.clone(),
        specs,
        openings,
        patience: Patience {
            start: args.start_timeout,
            reply: args.reply_timeout,
            unlimited_move: args.move_timeout,
            margin: Duration::from_millis(args.timemargin),
        },
        stderr_dir: args.stderr_dir.clone(),
        queue: Mutex::new(jobs.iter().copied().collect()),
        stop: Arc::clone(&stop),
    });
    // A description that cannot work is told before any file is touched.
    let Some(team) = start_all(&shared, &jobs)? else { return Ok(ExitCode::from(INTERRUPTED)) };
    check_set_ups(&shared, &team)?;
    let mut files = Vec::new();
    if let Some(path) = &args.resume {
        files.push(GameFile::open(path, &header, &finished, true)?);
    }
    let mut opened: HashSet<&std::path::Path> =
        args.resume.iter().map(|path| path.as_path()).collect();
    for path in args.games_out.iter().filter(|path| opened.insert(path)) {
        files.push(GameFile::open(path, &header, &finished, false)?);
    }
    let mut board = Scoreboard::new(args, header, sprt, files, finished, total)?;
    let (sender, results) = channel();
    let mut team = Some(team);
    let threads: Vec<_> = (0..args.concurrency.min(jobs.len()))
        .map(|index| {
            let (shared, sender) = (Arc::clone(&shared), sender.clone());
            let team = team.take().unwrap_or_default();
            let body = move || shared.work(team, &sender);
            std::thread::Builder::new().name(format!("match {}", index + 1)).spawn(body)
        })
        .collect::<Result<_, _>>()
        .context("starting a thread")?;
    drop((sender, team));
    let counted = board.count(&results, &shared);
    if counted.is_err() {
        stop.store(true, Ordering::Relaxed);
    }
    let failed = threads.into_iter().map(|thread| thread.join()).filter(Result::is_err).count();
    counted?;
    if failed > 0 {
        bail!(
            "{failed} threads that play ended by a defect of this program; finished games are kept"
        );
    }
    board.finish()?;
    let interrupted = stop.load(Ordering::Relaxed);
    Ok(if interrupted { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// Refuses set-up positions for engines that cannot be told them.
fn check_set_ups(shared: &Shared, team: &Team) -> anyhow::Result<()> {
    let openings = &shared.openings.positions;
    let Some(number) = openings.iter().position(|opening| !opening.set_up().is_empty()) else {
        return Ok(());
    };
    for (spec, wire) in shared.specs.iter().zip(team) {
        if let Some(Err(lack)) = wire.as_ref().map(|wire| wire.takes_set_ups()) {
            bail!(
                "engine '{}' cannot be told opening {}, a position that is set up: {lack}; \
                 give openings as moves from the start of a game",
                spec.name,
                number + 1
            );
        }
    }
    Ok(())
}

/// Says where an engine cannot be told the time it has.
fn warn_of_fractions(specs: &[EngineSpec]) {
    let whole = |time: Duration| time.subsec_nanos() == 0;
    for spec in specs.iter().filter(|spec| spec.proto == Proto::Gtp) {
        let fine = match spec.limit {
            Limit::MoveTime(time) => whole(time),
            Limit::Clock(control) => whole(control.base) && whole(control.increment),
            _ => true,
        };
        if !fine {
            let (name, limit) = (&spec.name, spec.limit);
            output::complain(format_args!(
                "heibai: '{name}': GTP tells whole seconds, {limit} is rounded unless it has kata-time_settings"
            ));
        }
    }
}

fn header(
    args: &MatchArgs,
    game: GameRules,
    specs: &[EngineSpec],
    openings: &Openings,
) -> anyhow::Result<Header> {
    let default = match &openings.record {
        None => DEFAULT_GAMES,
        Some(_) => 2 * openings.positions.len() as u64,
    };
    let games = args.games.unwrap_or(default);
    if !games.is_multiple_of(2) {
        bail!(
            "--games {games}: an even number is needed, each opening is played with both colours"
        );
    }
    Ok(Header {
        version: VERSION,
        game,
        engines: specs.iter().map(EngineRecord::from).collect(),
        gauntlet: args.gauntlet,
        games,
        openings: openings.record.clone(),
        order: args.order.name().to_owned(),
        seed: args.seed,
        scoring: args.scoring.name().to_owned(),
        timemargin: args.timemargin,
        shard: args.shard.map(|shard| shard.to_string()),
    })
}

/// Reads the games that need not be played again.
fn resume(path: &std::path::Path, header: &Header) -> anyhow::Result<Vec<GameRecord>> {
    let Some((recorded, games)) = files::read(path)? else { return Ok(Vec::new()) };
    let differences = recorded.differences(header);
    if !differences.is_empty() {
        bail!("--resume {}: recorded and now differ in {}", path.display(), differences.join("; "));
    }
    let mut seen = HashSet::new();
    if let Some(game) = games.iter().find(|game| !seen.insert(game.game)) {
        bail!("--resume {}: game {} is there twice", path.display(), game.game);
    }
    Ok(games)
}

/// Starts every engine that will play, or says why one does not start; `None` if interrupted.
fn start_all(shared: &Shared, jobs: &[Job]) -> anyhow::Result<Option<Team>> {
    let mut team = Team::new();
    for (engine, spec) in shared.specs.iter().enumerate() {
        let plays = jobs.iter().any(|job| job.black == engine || job.white == engine);
        team.push(match plays.then(|| shared.start(engine)).transpose() {
            Ok(wire) => wire,
            Err(Fault::Interrupted) => return Ok(None),
            Err(Fault::Loss(_, words)) => bail!("engine '{}': {words}", spec.name),
        });
    }
    Ok(Some(team))
}

/// SIGINT and SIGTERM: the first ends the match in order, the second at once.
fn listen(stop: &Arc<AtomicBool>) -> Result<(), ctrlc::Error> {
    let stop = Arc::clone(stop);
    ctrlc::set_handler(move || {
        if stop.swap(true, Ordering::Relaxed) {
            process::end_all();
            std::process::exit(i32::from(INTERRUPTED));
        }
    })
}

/// Counts, prints and records finished games.
struct Scoreboard<'a> {
    args: &'a MatchArgs,
    header: Header,
    sprt: Option<Sprt>,
    files: Vec<GameFile>,
    games: Vec<GameRecord>,
    tally: Tally,
    bar: ProgressBar,
    output: Output,
    begun: Instant,
    /// Games that were played before.
    resumed: usize,
    drawn: Instant,
}

impl<'a> Scoreboard<'a> {
    fn new(
        args: &'a MatchArgs,
        header: Header,
        sprt: Option<Sprt>,
        files: Vec<GameFile>,
        games: Vec<GameRecord>,
        total: usize,
    ) -> anyhow::Result<Self> {
        let mut tally = Tally::new(&header);
        for game in &games {
            tally.add(game);
        }
        let bar = progress(total as u64);
        bar.set_position(games.len() as u64);
        let mut output = Output::new();
        if !games.is_empty() {
            output.line(format_args!("resumed: {} of {total} games were finished", games.len()))?;
            output.flush()?;
        }
        let (begun, resumed) = (Instant::now(), games.len());
        Ok(Scoreboard {
            args,
            header,
            sprt,
            files,
            games,
            tally,
            bar,
            output,
            begun,
            resumed,
            drawn: begun,
        })
    }

    /// Takes games until all threads are done.
    fn count(&mut self, results: &Receiver<GameRecord>, shared: &Shared) -> anyhow::Result<()> {
        if self.is_decided() {
            shared.close();
        }
        loop {
            match results.recv_timeout(Duration::from_millis(500)) {
                Ok(game) => self.add(game, shared)?,
                Err(RecvTimeoutError::Timeout) => self.bar.tick(),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    }

    fn add(&mut self, game: GameRecord, shared: &Shared) -> anyhow::Result<()> {
        // Recorded first: what is printed is not lost any more.
        for file in &mut self.files {
            file.add(&game)?;
        }
        let pairing = self.tally.add(&game);
        if let (Some(loser), Some(fault), true) =
            (game.loser_by_fault(), &game.fault, game.termination.is_fault())
        {
            let ending = game.termination.count_name(1);
            self.print(&format!("game {}: {loser} loses by {ending}: {fault}", game.game))?;
        }
        self.games.push(game);
        self.bar.inc(1);
        let Some(pairing) = pairing else { return Ok(()) };
        let line =
            table::pair_line(&self.tally, pairing, self.sprt.as_ref(), self.games_per_hour());
        self.print(&line)?;
        if self.is_decided() {
            shared.close();
        }
        if let Some(path) = &self.args.plot
            && self.drawn.elapsed() >= PLOT_EVERY
        {
            plot::write(path, &self.header, &self.games)?;
            self.drawn = Instant::now();
        }
        Ok(())
    }

    /// Returns whether the sequential test has come to an end.
    fn is_decided(&self) -> bool {
        let score = self.tally.pairing(0, 1);
        self.sprt.zip(score).is_some_and(|(sprt, score)| sprt.judge(&score).1 != Verdict::Open)
    }

    fn games_per_hour(&self) -> f64 {
        let played = self.games.len() - self.resumed;
        played as f64 * 3600.0 / self.begun.elapsed().as_secs_f64().max(1e-3)
    }

    fn print(&mut self, line: &str) -> anyhow::Result<()> {
        let output = &mut self.output;
        self.bar.suspend(|| output.line(format_args!("{line}")).and_then(|()| output.flush()))?;
        Ok(())
    }

    fn finish(mut self) -> anyhow::Result<()> {
        self.bar.finish_and_clear();
        if let Some(path) = &self.args.plot {
            plot::write(path, &self.header, &self.games)?;
        }
        let table = table::final_table(&self.tally, self.sprt.as_ref());
        self.output.line(format_args!("\n{} games", self.tally.games()))?;
        self.output.write_all(table.as_bytes())?;
        self.output.flush()?;
        Ok(())
    }
}

/// Builds the bar: hidden unless standard error is a terminal.
fn progress(total: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(total);
    bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(5));
    if let Ok(style) =
        ProgressStyle::with_template("{bar:30} {pos}/{len} games {elapsed}, {eta} left")
    {
        bar.set_style(style);
    }
    bar
}
