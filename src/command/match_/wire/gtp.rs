//! GTP version 2 from the manager's side.
//!
//! Coordinates are the board's own: `D3` is the square d3. No ids are sent: some engines keep one for ever.

use std::fmt::Write;
use std::time::{Duration, Instant};

use crate::game::{Color, Game};
use crate::othello::bitboard::squares;
use crate::othello::{Move, Position};

use super::{Note, Patience, Reply, Turn, Wire};
use crate::command::match_::fault::{Fault, Termination};
use crate::command::match_::limit::{Limit, TimeControl};
use crate::command::match_::process::Process;
use crate::command::match_::spec::EngineSpec;

/// GoGui's commands for a board and its side to move.
const SET_UP: &str = "gogui-setup";
const SET_UP_SIDE: &str = "gogui-setup_player";

/// An engine that speaks GTP.
pub(super) struct Gtp {
    process: Process,
    patience: Patience,
    sends_passes: bool,
    limit: Limit,
    /// The commands it lists.
    known: Vec<String>,
    /// Plies of the game it knows.
    told: usize,
}

impl Gtp {
    /// Asks for the commands, chooses the game and the level.
    pub(super) fn start(
        process: Process,
        spec: &EngineSpec,
        patience: Patience,
    ) -> Result<Self, Fault> {
        let mut gtp = Gtp {
            process,
            patience,
            sends_passes: spec.sends_passes,
            limit: spec.limit,
            known: Vec::new(),
            told: 0,
        };
        let list = gtp.ask("list_commands", patience.start)?.unwrap_or_default();
        gtp.known = list.split_whitespace().map(str::to_owned).collect();
        if gtp.knows("set_game") {
            gtp.demand("set_game Othello")?;
        }
        for line in &spec.init {
            gtp.demand(line)?;
        }
        gtp.set_limit()?;
        Ok(gtp)
    }

    /// Sets a limit that is no time by whichever command the engine has for it.
    fn set_limit(&mut self) -> Result<(), Fault> {
        let (commands, value): (&[&str], u64) = match self.limit {
            Limit::Level(level) => (&["level", "set_level"], u64::from(level)),
            Limit::Depth(depth) => (&["set_depth", "depth"], u64::from(depth)),
            Limit::Nodes(nodes) => (&["kata-set-param maxVisits"], nodes),
            Limit::Clock(_) | Limit::MoveTime(_) | Limit::Own => return Ok(()),
        };
        let known = |command: &&&str| self.knows(command.split(' ').next().unwrap_or_default());
        let Some(command) = commands.iter().find(known) else {
            return Err(Fault::protocol(format!(
                "it lists no command to set {} ({}): set it by cmd= or init= and give limit=own",
                self.limit,
                commands.join(" or ")
            )));
        };
        self.demand(&format!("{command} {value}")).map(drop)
    }

    /// Sets up a position that is not the start of a game.
    fn set_up(&mut self, origin: &Position) -> Result<(), Fault> {
        let discs = origin.discs();
        let mut line = SET_UP.to_owned();
        for color in Color::ALL {
            for square in squares(discs[color]) {
                // Writing to a string cannot fail.
                let _ = write!(line, " {} {}", letter(color), vertex(Move::Place(square)));
            }
        }
        self.demand(&line)?;
        self.demand(&format!("{SET_UP_SIDE} {}", letter(origin.side_to_move()))).map(drop)
    }

    fn knows(&self, command: &str) -> bool {
        self.known.iter().any(|known| known == command)
    }

    /// Sends a command; `Err` inside holds the words of a refusal.
    fn ask(&mut self, command: &str, patience: Duration) -> Result<Result<String, String>, Fault> {
        self.ask_timed(command, patience, Duration::ZERO).map(|(_, reply)| reply)
    }

    /// As [`Gtp::ask`], with the time the answer took.
    fn ask_timed(
        &mut self,
        command: &str,
        patience: Duration,
        more: Duration,
    ) -> Result<(Duration, Result<String, String>), Fault> {
        let begun = Instant::now();
        self.process.send(command)?;
        let silent = || Fault::silence(format!("no answer to {command}"));
        let deadline = begun + patience + more;
        // Lines before the reply are chatter.
        let (at, first) = loop {
            let (at, line) = self.process.next(deadline)?.ok_or_else(silent)?;
            if line.starts_with(['=', '?']) {
                break (at, line);
            }
        };
        let mut text = first[1..].trim().to_owned();
        loop {
            let (_, line) = self.process.next(deadline)?.ok_or_else(silent)?;
            if line.trim().is_empty() {
                break;
            }
            text.push('\n');
            text.push_str(&line);
        }
        let reply = if first.starts_with('=') { Ok(text) } else { Err(text) };
        Ok((at.saturating_duration_since(begun), reply))
    }

    /// Sends a command that must succeed.
    fn demand(&mut self, command: &str) -> Result<String, Fault> {
        let reply = self.ask(command, self.patience.reply)?;
        reply.map_err(|words| Fault::protocol(format!("'{command}' was refused: {words}")))
    }

    /// Sets the clock of a game.
    fn set_time(&mut self) -> Result<(), Fault> {
        let line = if self.knows("kata-time_settings") {
            match self.limit {
                Limit::Clock(TimeControl { moves: Some(moves), base, .. }) => {
                    let base = base.as_secs_f64();
                    format!("kata-time_settings canadian 0 {base} {moves}")
                }
                Limit::Clock(TimeControl { base, increment, .. }) if increment.is_zero() => {
                    format!("kata-time_settings absolute {}", base.as_secs_f64())
                }
                Limit::Clock(TimeControl { base, increment, .. }) => {
                    format!(
                        "kata-time_settings fischer {} {}",
                        base.as_secs_f64(),
                        increment.as_secs_f64()
                    )
                }
                Limit::MoveTime(time) => {
                    format!("kata-time_settings byoyomi 0 {} 1", time.as_secs_f64())
                }
                _ => return Ok(()),
            }
        } else {
            match self.limit {
                Limit::Clock(TimeControl { moves: Some(moves), base, .. }) => {
                    format!("time_settings 0 {} {moves}", base.as_secs())
                }
                // With an increment, the reading that Othello's engines share: main time, gain, no stones.
                Limit::Clock(TimeControl { base, increment, .. }) => {
                    format!("time_settings {} {} 0", base.as_secs(), increment.as_secs())
                }
                Limit::MoveTime(time) => format!("time_settings 0 {} 1", time.as_secs().max(1)),
                _ => return Ok(()),
            }
        };
        self.demand(&line).map(drop)
    }

    fn tell_time(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        if !self.knows("time_left") {
            return Ok(());
        }
        let fine = self.knows("kata-time_settings");
        for color in Color::ALL {
            let Some(clock) = turn.clocks[color] else { continue };
            let left =
                if fine { clock.remaining.as_secs_f64() } else { clock.remaining.as_secs() as f64 };
            let moves = clock.moves_to_go.unwrap_or(0);
            self.demand(&format!("time_left {} {left} {moves}", letter(color)))?;
        }
        Ok(())
    }

    /// Plays the plies it does not know yet.
    fn catch_up(&mut self, position: &Position) -> Result<(), Fault> {
        for ply in position.history().iter().skip(self.told) {
            if ply.mv != Move::Pass || self.sends_passes {
                self.demand(&format!("play {} {}", letter(ply.side), vertex(ply.mv)))?;
            }
        }
        self.told = position.history().len();
        Ok(())
    }
}

impl Wire for Gtp {
    fn new_game(&mut self, origin: &Position) -> Result<(), Fault> {
        self.told = 0;
        self.demand("boardsize 8")?;
        self.demand("clear_board")?;
        if *origin != Position::start() {
            self.set_up(origin)?;
        }
        self.set_time()
    }

    fn takes_set_ups(&self) -> Result<(), String> {
        match [SET_UP, SET_UP_SIDE].into_iter().find(|command| !self.knows(command)) {
            Some(missing) => Err(format!("it does not list {missing}")),
            None => Ok(()),
        }
    }

    fn go(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        self.process.forget_pending();
        self.catch_up(turn.position)?;
        self.tell_time(turn)?;
        let command = format!("genmove {}", letter(turn.position.side_to_move()));
        let (elapsed, reply) = self.ask_timed(&command, turn.allowance, self.patience.reply)?;
        let mv =
            reply.map_err(|words| Fault::protocol(format!("'{command}' was refused: {words}")))?;
        if mv.eq_ignore_ascii_case("resign") {
            return Err(Fault::Loss(Termination::Resign, "it resigned".to_owned()));
        }
        self.told += 1;
        Ok(Reply { mv, elapsed, note: Note::default() })
    }
}

fn letter(color: Color) -> char {
    match color {
        Color::Black => 'b',
        Color::White => 'w',
    }
}

fn vertex(mv: Move) -> String {
    match mv {
        Move::Place(square) => square.to_string().to_uppercase(),
        Move::Pass => "pass".to_owned(),
    }
}
