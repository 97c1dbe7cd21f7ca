//! The values of every position that can arise on a very small board, by going through all of them again and again.
//!
//! Owns the slow truth that the search is tested against.

use std::collections::HashMap;

use crate::go::solve::tiny::{Grid, Tiny};

/// A side that has passed so much more often than the other goes round a circle and wins it.
const MOST_PASSES: i8 = 10;

/// A position with Black's passes less White's on the way to it.
type Spot = (Tiny, i8);

/// Returns the value of every position that arises from `start`, as Black's lead.
pub(super) fn values(grid: &Grid, start: Tiny) -> Vec<(Tiny, i32)> {
    let mut numbers = HashMap::from([((start.key(), 0), 0_u32)]);
    let mut spots: Vec<Spot> = vec![(start, 0)];
    let mut moves: Vec<Vec<u32>> = Vec::new();
    let mut i = 0;
    while i < spots.len() {
        let (position, passes) = spots[i];
        i += 1;
        let mut next = Vec::new();
        if passes.abs() < MOST_PASSES {
            if !position.passed {
                let more = if position.side == 0 { 1 } else { -1 };
                next.push((position.pass(), passes + more));
            }
            let mut empty = position.empty(grid);
            while empty != 0 {
                let placed = position.place(grid, empty.trailing_zeros() as u8);
                next.extend(placed.map(|position| (position, passes)));
                empty &= empty - 1;
            }
        }
        let found = next.into_iter().map(|spot| {
            *numbers.entry((spot.0.key(), spot.1)).or_insert_with(|| {
                spots.push(spot);
                (spots.len() - 1) as u32
            })
        });
        moves.push(found.collect());
    }
    let points = grid.points() as i32;
    // Nothing is forced at first; what is forced in a few moves is then found out, and in a few more.
    let end = |spot: &Spot| match spot.1 {
        MOST_PASSES => Some(points),
        passes if passes == -MOST_PASSES => Some(-points),
        _ => spot.0.passed.then(|| spot.0.area(grid)),
    };
    let mut low = vec![-points - 1; spots.len()];
    let mut high = vec![points + 1; spots.len()];
    let mut changes = true;
    while changes {
        changes = false;
        for (number, spot) in spots.iter().enumerate().rev() {
            let values = |of: &[i32]| {
                let next = moves[number].iter().map(|&next| of[next as usize]).chain(end(spot));
                if spot.0.side == 0 { next.max() } else { next.min() }
            };
            let (Some(l), Some(h)) = (values(&low), values(&high)) else { continue };
            changes |= (l, h) != (low[number], high[number]);
            (low[number], high[number]) = (l, h);
        }
    }
    // What nobody forces is a draw.
    let value = |number: usize| match (low[number], high[number]) {
        (low @ 1.., _) => low,
        (_, high @ ..=-1) => high,
        _ => 0,
    };
    let all = spots.iter().enumerate().filter(|(_, (_, passes))| *passes == 0);
    all.map(|(number, &(position, _))| (position, value(number))).collect()
}
