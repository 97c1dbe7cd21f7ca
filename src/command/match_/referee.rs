//! One game: two engines, a board that knows the rules, clocks.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::game::{ByColor, Color};

use super::board::count::{self, Count, Presumed};
use super::board::{Board, Ending};
use super::clock::GameClock;
use super::fault::{Fault, Termination};
use super::limit::Limit;
use super::record::{Discs, GameRecord, MoveRecord, Winner};
use super::wire::{Patience, Reply, Turn, Wire};

/// A side of a game.
pub(super) struct Side<'a> {
    pub(super) name: &'a str,
    pub(super) limit: Limit,
    pub(super) sends_passes: bool,
    /// The engine, or why it could not be started.
    pub(super) wire: Result<&'a mut Box<dyn Wire>, Fault>,
}

/// The engine at fault, and the fault.
type Lost = (Color, Fault);

/// Plays a game from `opening`; the second value names the side that can be talked to no more.
///
/// # Errors
/// The match was interrupted; the game counts for nothing.
pub(super) fn play(
    (game, pair): (u64, u64),
    opening: &Board,
    sides: &mut ByColor<Side<'_>>,
    patience: Patience,
    interrupted: &AtomicBool,
) -> Result<(GameRecord, Option<Color>), Fault> {
    let date = jiff::Timestamp::now().strftime("%Y-%m-%d %H:%M:%S").to_string();
    let mut board = opening.clone();
    let mut moves = Vec::new();
    let end = play_moves(&mut board, &mut moves, sides, patience)
        .and_then(|()| finish(&board, sides, interrupted));
    let (Ended { winner, reason, score, presumed }, termination, fault, dead) = match end {
        Ok(ended) => (ended, Termination::Normal, None, None),
        Err((_, Fault::Interrupted)) => return Err(Fault::Interrupted),
        Err((loser, fault)) => {
            let dead = fault.is_deadly().then_some(loser);
            let winner = if loser == Color::Black { Winner::White } else { Winner::Black };
            let Fault::Loss(termination, words) = fault else { return Err(Fault::Interrupted) };
            let ended = Ended { winner, reason: None, score: None, presumed: None };
            (ended, termination, Some(words), dead)
        }
    };
    let discs = board.othello().ok().map(|position| {
        let counts = position.counts();
        Discs { black: counts.black, white: counts.white }
    });
    let record = GameRecord {
        game,
        pair,
        black: sides.black.name.to_owned(),
        white: sides.white.name.to_owned(),
        date,
        setup: opening.set_up(),
        opening: opening.moves(),
        moves,
        result: winner,
        termination,
        fault,
        discs,
        reason,
        score,
        presumed,
    };
    Ok((record, dead))
}

/// What is said of a game that ended by its rules.
struct Ended {
    winner: Winner,
    reason: Option<String>,
    score: Option<String>,
    presumed: Option<Presumed>,
}

/// Says who has won, after a count where one is needed.
fn finish(
    board: &Board,
    sides: &mut ByColor<Side<'_>>,
    interrupted: &AtomicBool,
) -> Result<Ended, Lost> {
    if let Some(Ending { winner, reason }) = board.ending() {
        return Ok(Ended { winner, reason, score: None, presumed: None });
    }
    let Some(game) = board.go() else {
        let reason = Some("not finished".to_owned());
        return Ok(Ended { winner: Winner::Draw, reason, score: None, presumed: None });
    };
    let count = count::count(game.position(), interrupted, || {
        let mut lists = ByColor::default();
        for color in Color::ALL {
            if let Ok(wire) = &mut sides[color].wire {
                lists[color] = wire.dead_stones(board).map_err(|fault| (color, fault))?;
            }
        }
        Ok(lists)
    });
    let Count { winner, score, presumed } = count?;
    if interrupted.load(Ordering::Relaxed) {
        return Err((Color::Black, Fault::Interrupted));
    }
    let reason = Some("two passes".to_owned());
    Ok(Ended { winner, reason, score: Some(score), presumed: Some(presumed) })
}

fn play_moves(
    board: &mut Board,
    moves: &mut Vec<MoveRecord>,
    sides: &mut ByColor<Side<'_>>,
    patience: Patience,
) -> Result<(), Lost> {
    let origin = board.clone();
    for color in Color::ALL {
        let side = &mut sides[color];
        let begun = match &mut side.wire {
            Ok(wire) => wire.new_game(&origin),
            Err(fault) => Err(fault.clone()),
        };
        begun.map_err(|fault| (color, fault))?;
    }
    let mut clocks = ByColor::from_fn(|color| GameClock::new(sides[color].limit));
    while !board.is_over() {
        let color = board.side_to_move();
        let side = &mut sides[color];
        let at_fault = |fault| (color, fault);
        if board.must_pass() && !side.sends_passes {
            let pass = "pass".to_owned();
            board.play(&pass).map_err(|error| at_fault(illegal(&pass, error)))?;
            moves.push(MoveRecord { r#move: pass, time: 0.0, note: Default::default() });
            continue;
        }
        let allowance = match (side.limit, &clocks[color]) {
            (_, Some(clock)) => clock.view().remaining + patience.margin,
            (Limit::MoveTime(time), None) => time + patience.margin,
            _ => patience.unlimited_move,
        };
        let views = ByColor::from_fn(|color| clocks[color].map(|clock| clock.view()));
        let turn = Turn { board, clocks: views, allowance };
        let reply = match &mut side.wire {
            Ok(wire) => wire.go(&turn),
            Err(fault) => Err(fault.clone()),
        };
        let Reply { mv: text, elapsed, note } = reply.map_err(at_fault)?;
        if elapsed > allowance {
            return Err(at_fault(late(
                elapsed,
                allowance.saturating_sub(patience.margin),
                side.limit,
            )));
        }
        board.play(&text).map_err(|error| at_fault(illegal(&text, error)))?;
        let time = (elapsed.as_secs_f64() * 1e6).round() / 1e6;
        let played = board.last_move().unwrap_or(text);
        moves.push(MoveRecord { r#move: played, time, note });
        if let Some(clock) = &mut clocks[color] {
            clock.press(elapsed);
        }
    }
    Ok(())
}

fn illegal(text: &str, error: impl std::fmt::Display) -> Fault {
    let text: String = text.chars().take(40).flat_map(char::escape_debug).collect();
    Fault::Loss(Termination::Illegal, format!("'{text}': {error}"))
}

fn late(elapsed: Duration, had: Duration, limit: Limit) -> Fault {
    let words =
        format!("{:.3} s used, {:.3} s left ({limit})", elapsed.as_secs_f64(), had.as_secs_f64());
    Fault::Loss(Termination::Time, words)
}
