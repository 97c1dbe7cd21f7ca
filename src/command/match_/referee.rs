//! One game: two engines, a board that knows the rules, clocks.

use std::time::Duration;

use crate::game::{ByColor, Color, Game};
use crate::othello::notation::transcript;
use crate::othello::{Move, Position, Scoring};

use super::clock::GameClock;
use super::fault::{Fault, Termination};
use super::limit::Limit;
use super::opening;
use super::record::{Discs, GameRecord, MoveRecord, Winner, move_text};
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
    opening: &Position,
    sides: &mut ByColor<Side<'_>>,
    patience: Patience,
) -> Result<(GameRecord, Option<Color>), Fault> {
    let date = jiff::Timestamp::now().strftime("%Y-%m-%d %H:%M:%S").to_string();
    let mut position = opening.clone();
    let mut moves = Vec::new();
    let end = play_moves(&mut position, &mut moves, sides, patience);
    let counts = position.counts();
    let (result, termination, fault, dead) = match end {
        Ok(()) => {
            let outcome = position.final_score(Scoring::Winner).outcome();
            (Winner::from(outcome), Termination::Normal, None, None)
        }
        Err((_, Fault::Interrupted)) => return Err(Fault::Interrupted),
        Err((loser, fault)) => {
            let dead = fault.is_deadly().then_some(loser);
            let winner = if loser == Color::Black { Winner::White } else { Winner::Black };
            let Fault::Loss(termination, words) = fault else { return Err(Fault::Interrupted) };
            (winner, termination, Some(words), dead)
        }
    };
    let record = GameRecord {
        game,
        pair,
        black: sides.black.name.to_owned(),
        white: sides.white.name.to_owned(),
        date,
        setup: opening::set_up(opening),
        opening: transcript::write(opening, true),
        moves,
        result,
        termination,
        fault,
        discs: Discs { black: counts.black, white: counts.white },
    };
    Ok((record, dead))
}

fn play_moves(
    position: &mut Position,
    moves: &mut Vec<MoveRecord>,
    sides: &mut ByColor<Side<'_>>,
    patience: Patience,
) -> Result<(), Lost> {
    let origin = position.origin();
    for color in Color::ALL {
        let side = &mut sides[color];
        let begun = match &mut side.wire {
            Ok(wire) => wire.new_game(&origin),
            Err(fault) => Err(fault.clone()),
        };
        begun.map_err(|fault| (color, fault))?;
    }
    let mut clocks = ByColor::from_fn(|color| GameClock::new(sides[color].limit));
    while !position.is_over() {
        let color = position.side_to_move();
        let side = &mut sides[color];
        let at_fault = |fault| (color, fault);
        if position.must_pass() && !side.sends_passes {
            moves.push(MoveRecord {
                r#move: move_text(Move::Pass),
                time: 0.0,
                note: Default::default(),
            });
            position.play(Move::Pass).map_err(|error| at_fault(illegal("pass", error)))?;
            continue;
        }
        let allowance = match (side.limit, &clocks[color]) {
            (_, Some(clock)) => clock.view().remaining + patience.margin,
            (Limit::MoveTime(time), None) => time + patience.margin,
            _ => patience.unlimited_move,
        };
        let views = ByColor::from_fn(|color| clocks[color].map(|clock| clock.view()));
        let turn = Turn { position, clocks: views, allowance };
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
        let mv: Move = text.parse().map_err(|error| at_fault(illegal(&text, error)))?;
        position.play(mv).map_err(|error| at_fault(illegal(&text, error)))?;
        let time = (elapsed.as_secs_f64() * 1e6).round() / 1e6;
        moves.push(MoveRecord { r#move: move_text(mv), time, note });
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
