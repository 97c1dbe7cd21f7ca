//! GTP version 2 from the manager's side.
//!
//! Coordinates are the board's own, `D3` is the square d3, with the letter i left out. No ids are sent: some engines keep
//! one for ever.

use std::fmt::Write;
use std::time::{Duration, Instant};

use crate::game::Color;
use crate::othello::bitboard::squares;

use super::{Note, Patience, Reply, Turn, Wire};
use crate::command::match_::board::Board;
use crate::command::match_::board::count::DeadList;
use crate::command::match_::fault::{Fault, Termination};
use crate::command::match_::game::GameRules;
use crate::command::match_::limit::{Limit, TimeControl};
use crate::command::match_::process::Process;
use crate::command::match_::spec::EngineSpec;

/// GoGui's commands for a board and its side to move.
const SET_UP: &str = "gogui-setup";
const SET_UP_SIDE: &str = "gogui-setup_player";

/// Heibai's command for its options.
const OPTION: &str = "heibai-setoption";

/// The command for the stones that are dead.
const STATUS: &str = "final_status_list";

/// An engine that speaks GTP.
pub(super) struct Gtp {
    process: Process,
    game: GameRules,
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
        game: &GameRules,
        spec: &EngineSpec,
        patience: Patience,
    ) -> Result<Self, Fault> {
        let mut gtp = Gtp {
            process,
            game: game.clone(),
            patience,
            sends_passes: spec.sends_passes,
            limit: spec.limit,
            known: Vec::new(),
            told: 0,
        };
        gtp.list(patience.start)?;
        if gtp.knows("set_game") {
            gtp.demand(&format!("set_game {}", game.title()))?;
            if !game.is_othello() {
                // Another game has other commands.
                gtp.list(patience.reply)?;
            }
        }
        gtp.tell_rules()?;
        for line in &spec.init {
            gtp.demand(line)?;
        }
        gtp.set_limit()?;
        Ok(gtp)
    }

    /// Asks for the commands.
    fn list(&mut self, patience: Duration) -> Result<(), Fault> {
        let list = self.ask("list_commands", patience)?.unwrap_or_default();
        self.known = list.split_whitespace().map(str::to_owned).collect();
        Ok(())
    }

    /// Tells the rules by whichever command the engine has for them.
    fn tell_rules(&mut self) -> Result<(), Fault> {
        if let GameRules::Go { rules, .. } = &self.game {
            let commands = ["kata-set-rules", "kgs-rules"];
            if let Some(command) = commands.into_iter().find(|command| self.knows(command)) {
                let line = format!("{command} {rules}");
                self.demand(&line)?;
            }
        } else if self.knows(OPTION) {
            for (name, value) in super::options_of(&self.game) {
                self.demand(&format!("{OPTION} name {name} value {value}"))?;
            }
        }
        Ok(())
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
    fn set_up(&mut self, board: &Board) -> Result<(), Fault> {
        let position = board.othello().map_err(|error| Fault::protocol(error.to_string()))?;
        let origin = position.origin();
        let discs = origin.discs();
        let mut line = SET_UP.to_owned();
        for color in Color::ALL {
            for square in squares(discs[color]) {
                // Writing to a string cannot fail.
                let _ = write!(line, " {} {}", letter(color), self.vertex(&square.to_string()));
            }
        }
        self.demand(&line)?;
        let side = crate::game::Game::side_to_move(&origin);
        self.demand(&format!("{SET_UP_SIDE} {}", letter(side))).map(drop)
    }

    /// Writes a move of the board as a vertex.
    fn vertex(&self, mv: &str) -> String {
        match mv.as_bytes() {
            _ if mv == "pass" => mv.to_owned(),
            &[letter @ b'i'..=b'y', ..] if !self.skips_i() => {
                format!("{}{}", char::from(letter + 1).to_ascii_uppercase(), &mv[1..])
            }
            _ => mv.to_uppercase(),
        }
    }

    /// Reads a vertex as a move of the board; what is none stays as it is.
    fn mv(&self, vertex: &str) -> String {
        let lower = vertex.to_ascii_lowercase();
        match lower.as_bytes() {
            &[letter @ b'j'..=b'z', ref row @ ..]
                if !self.skips_i() && row.iter().all(u8::is_ascii_digit) =>
            {
                format!("{}{}", char::from(letter - 1), &lower[1..])
            }
            // No vertex has this letter.
            [b'i', ..] => vertex.to_owned(),
            _ => lower,
        }
    }

    /// Returns whether the board's own columns leave out the letter i.
    fn skips_i(&self) -> bool {
        matches!(self.game, GameRules::Go { .. })
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
                // Without a word for an increment, Go's engines are told of it by time_left alone: their byo-yomi
                // without stones is no limit at all.
                Limit::Clock(TimeControl { base, .. }) if self.skips_i() => {
                    format!("time_settings {} 0 0", base.as_secs().max(1))
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
    fn catch_up(&mut self, board: &Board) -> Result<(), Fault> {
        let plies = board.plies();
        for ply in plies.iter().skip(self.told) {
            if !ply.is_pass() || self.sends_passes {
                let line = format!("play {} {}", letter(ply.color), self.vertex(&ply.mv));
                self.demand(&line)?;
            }
        }
        self.told = plies.len();
        Ok(())
    }
}

impl Wire for Gtp {
    fn new_game(&mut self, origin: &Board) -> Result<(), Fault> {
        self.told = 0;
        self.demand(&format!("boardsize {}", self.game.size()))?;
        self.demand("clear_board")?;
        if let GameRules::Go { komi, .. } = &self.game {
            let line = format!("komi {komi}");
            self.demand(&line)?;
        }
        if !origin.set_up().is_empty() {
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
        self.catch_up(turn.board)?;
        self.tell_time(turn)?;
        let command = format!("genmove {}", letter(turn.board.side_to_move()));
        let (elapsed, reply) = self.ask_timed(&command, turn.allowance, self.patience.reply)?;
        let mv =
            reply.map_err(|words| Fault::protocol(format!("'{command}' was refused: {words}")))?;
        if mv.eq_ignore_ascii_case("resign") {
            return Err(Fault::Loss(Termination::Resign, "it resigned".to_owned()));
        }
        self.told += 1;
        Ok(Reply { mv: self.mv(mv.trim()), elapsed, note: Note::default() })
    }

    fn dead_stones(&mut self, board: &Board) -> Result<DeadList, Fault> {
        if !self.knows(STATUS) {
            return Ok(None);
        }
        self.catch_up(board)?;
        // An engine may have to think about it as about a move; a refusal tells nothing.
        let patience = self.patience.unlimited_move;
        let reply = self.ask(&format!("{STATUS} dead"), patience)?;
        let list = reply.ok();
        Ok(list.map(|list| list.split_whitespace().map(|vertex| self.mv(vertex)).collect()))
    }
}

fn letter(color: Color) -> char {
    match color {
        Color::Black => 'b',
        Color::White => 'w',
    }
}
