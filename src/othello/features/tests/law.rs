//! Laws on random positions: symmetry, and plain definitions written out square by square.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::othello::bitboard::symmetry;

/// A position from a random game.
fn any_position() -> impl Strategy<Value = Position> {
    prop::collection::vec(any::<u8>(), 0..70).prop_map(|choices| play_out(&choices))
}

/// A position from a random game with at most `empties` empty squares, or the end of a shorter game.
fn late_position(empties: u32) -> impl Strategy<Value = Position> {
    (prop::collection::vec(any::<u8>(), 80), 0..=empties).prop_map(|(choices, empties)| {
        let mut position = play_out(&choices);
        while position.n_empties() < empties && position.undo() {}
        position
    })
}

/// Black's view as a plain grid: 1 black, -1 white, 0 empty.
type Grid = [[i32; 8]; 8];

/// The nth square of an edge, as rank and file.
type Line = fn(i32) -> (i32, i32);

fn grid(position: &Position) -> Grid {
    let discs = position.discs();
    let mut grid = [[0; 8]; 8];
    for square in Square::all() {
        let black = i32::from(discs.black & square.bit() != 0);
        let white = i32::from(discs.white & square.bit() != 0);
        grid[usize::from(square.rank())][usize::from(square.file())] = black - white;
    }
    grid
}

fn at(grid: &Grid, rank: i32, file: i32) -> Option<i32> {
    Some(*grid.get(usize::try_from(rank).ok()?)?.get(usize::try_from(file).ok()?)?)
}

fn directions() -> impl Iterator<Item = (i32, i32)> {
    (-1..=1).flat_map(|dr| (-1..=1).map(move |df| (dr, df))).filter(|&step| step != (0, 0))
}

fn all() -> impl Iterator<Item = (i32, i32)> {
    (0..8).flat_map(|rank| (0..8).map(move |file| (rank, file)))
}

/// Returns the discs turned in each direction that turns any.
fn runs(grid: &Grid, rank: i32, file: i32, side: i32) -> Vec<Vec<(i32, i32)>> {
    let mut runs = Vec::new();
    if at(grid, rank, file) != Some(0) {
        return runs;
    }
    for (dr, df) in directions() {
        let run: Vec<(i32, i32)> = (1..)
            .map(|n| (rank + n * dr, file + n * df))
            .take_while(|&(r, f)| at(grid, r, f) == Some(-side))
            .collect();
        let n = run.len() as i32 + 1;
        if n > 1 && at(grid, rank + n * dr, file + n * df) == Some(side) {
            runs.push(run);
        }
    }
    runs
}

fn play(grid: &Grid, rank: i32, file: i32, side: i32) -> Grid {
    let mut after = *grid;
    for (r, f) in runs(grid, rank, file, side).concat().into_iter().chain([(rank, file)]) {
        after[r as usize][f as usize] = side;
    }
    after
}

fn legal(grid: &Grid, side: i32) -> Vec<(i32, i32)> {
    all().filter(|&(rank, file)| !runs(grid, rank, file, side).is_empty()).collect()
}

fn can_move(grid: &Grid, side: i32) -> bool {
    !legal(grid, side).is_empty()
}

fn touches(grid: &Grid, rank: i32, file: i32, what: i32) -> bool {
    directions().any(|(dr, df)| at(grid, rank + dr, file + df) == Some(what))
}

fn collect(keep: impl Fn(i32, i32) -> bool) -> u64 {
    all()
        .filter(|&(r, f)| keep(r, f))
        .fold(0, |set, (r, f)| set | Square::at(f as u8, r as u8).bit())
}

fn corners(grid: &Grid, side: i32) -> BTreeSet<(i32, i32)> {
    let corners = [(0, 0), (0, 7), (7, 0), (7, 7)];
    corners.into_iter().filter(|&(r, f)| !runs(grid, r, f, side).is_empty()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn discs_follow_their_definitions(position in any_position()) {
        let grid = grid(&position);
        let features = Features::of(&position);
        for (color, side) in [(Color::Black, 1), (Color::White, -1)] {
            let own = |r, f| at(&grid, r, f) == Some(side);
            let d = features.discs[color];
            prop_assert_eq!(d.all, collect(own));
            prop_assert_eq!(d.frontier, collect(|r, f| own(r, f) && touches(&grid, r, f, 0)));
            prop_assert_eq!(d.internal, collect(|r, f| own(r, f) && !touches(&grid, r, f, 0)));
            prop_assert_eq!(
                d.potential_mobility,
                collect(|r, f| at(&grid, r, f) == Some(0) && touches(&grid, r, f, -side))
            );
            // The distance from the rim, and along it from the nearer corner.
            let from_rim = |n: i32| n.min(7 - n);
            let ring = |n| collect(move |r, f| own(r, f) && from_rim(r).min(from_rim(f)) == n);
            let rim = |n| {
                let along = move |r, f| from_rim(r).min(from_rim(f)) == 0 && from_rim(r).max(from_rim(f)) == n;
                collect(move |r, f| own(r, f) && along(r, f))
            };
            prop_assert_eq!((d.edge, d.second_ring), (ring(0), ring(1)));
            prop_assert_eq!([d.corners, d.c_squares, d.a_squares, d.b_squares], [rim(0), rim(1), rim(2), rim(3)]);
            prop_assert_eq!(d.x_squares, collect(|r, f| own(r, f) && from_rim(r) == 1 && from_rim(f) == 1));
        }
        prop_assert_eq!(features.centre(), collect(|r, f| at(&grid, r, f) != Some(0) && !touches(&grid, r, f, 0)));
    }

    #[test]
    fn moves_follow_their_definitions(position in any_position()) {
        let grid = grid(&position);
        let features = Features::of(&position);
        for (color, side) in [(Color::Black, 1), (Color::White, -1)] {
            let m = &features.moves[color];
            let legal = |r, f| !runs(&grid, r, f, side).is_empty();
            prop_assert_eq!(m.legal, collect(legal));
            prop_assert_eq!(m.quiet, collect(|r, f| {
                let after = play(&grid, r, f, side);
                legal(r, f) && runs(&grid, r, f, side).concat().iter().all(|&(r, f)| !touches(&after, r, f, 0))
            }));
            let before = corners(&grid, -side);
            prop_assert_eq!(m.liberties, collect(|r, f| {
                legal(r, f) && corners(&play(&grid, r, f, side), -side).is_subset(&before)
            }));
            prop_assert_eq!(m.pass_forcing, collect(|r, f| {
                let after = play(&grid, r, f, side);
                legal(r, f) && !can_move(&after, -side) && can_move(&after, side)
            }));
            let valued = |value: &dyn Fn(i32, i32) -> usize| -> Vec<(Square, u32)> {
                all().filter(|&(r, f)| legal(r, f))
                    .map(|(r, f)| (Square::at(f as u8, r as u8), value(r, f) as u32))
                    .collect()
            };
            let mut influence = valued(&|r, f| runs(&grid, r, f, side).len());
            influence.retain(|&(_, n)| n >= 2);
            prop_assert_eq!(&m.influence, &influence);
            let mut turned = valued(&|r, f| runs(&grid, r, f, side).concat().len());
            let most = turned.iter().map(|&(_, n)| n).max();
            turned.retain(|&(_, n)| Some(n) == most);
            prop_assert_eq!(&m.maximum_disc, &turned);
        }
    }

    #[test]
    fn stoner_traps_follow_their_definition(position in any_position()) {
        let grid = grid(&position);
        let features = Features::of(&position);
        let edges: [(Edge, Line); 4] = [
            (Edge::North, |n| (0, n)),
            (Edge::East, |n| (n, 7)),
            (Edge::South, |n| (7, n)),
            (Edge::West, |n| (n, 0)),
        ];
        for (color, side) in [(Color::Black, 1), (Color::White, -1)] {
            let mut expected = Vec::new();
            for (edge, line) in edges {
                let ends = [line(0), line(7)];
                let discs: Vec<i32> = (1..7).map(|n| at(&grid, line(n).0, line(n).1).unwrap()).collect();
                let open = ends.iter().all(|&(r, f)| at(&grid, r, f) == Some(0));
                let six = discs.iter().sum::<i32>().abs() == 6;
                let takes = |grid: &Grid| ends.iter().any(|&(r, f)| !runs(grid, r, f, side).is_empty());
                if !open || six || !discs.contains(&-side) || takes(&grid) {
                    continue;
                }
                for (r, f) in legal(&grid, side) {
                    let after = play(&grid, r, f, side);
                    let replies = legal(&after, -side);
                    let falls = if replies.is_empty() {
                        takes(&after)
                    } else {
                        replies.iter().all(|&(r, f)| takes(&play(&after, r, f, -side)))
                    };
                    let corner = [0, 7].contains(&r) && [0, 7].contains(&f);
                    if falls && !corner {
                        expected.push(Trap { square: Square::at(f as u8, r as u8), edge });
                    }
                }
            }
            prop_assert_eq!(&features.traps[color], &expected);
        }
    }

    #[test]
    fn regions_part_the_empty_squares(position in any_position()) {
        let features = Features::of(&position);
        let mut left = position.board().empties();
        for region in &features.regions {
            prop_assert_eq!(region.squares & !left, 0);
            left &= !region.squares;
            prop_assert_eq!(crate::othello::bitboard::neighbours(region.squares) & left, 0);
            for color in Color::ALL {
                prop_assert_eq!(region.playable[color], features.moves[color].legal & region.squares != 0);
            }
        }
        prop_assert_eq!(left, 0);
        for color in Color::ALL {
            for square in squares(features.moves[color].legal) {
                let mut own = Position::from_discs(position.discs(), color).unwrap();
                own.play(Move::Place(square)).unwrap();
                let even = Features::of(&own).regions.iter().all(Region::is_even);
                prop_assert_eq!(features.moves[color].parity & square.bit() != 0, even);
            }
        }
    }

    #[test]
    fn tempo_is_black_moves_minus_white_moves(position in late_position(12)) {
        let grid = grid(&position);
        for region in Features::of(&position).regions.iter().filter(|region| region.size() <= 5) {
            let inside: Vec<(i32, i32)> = squares(region.squares)
                .map(|square| (i32::from(square.rank()), i32::from(square.file())))
                .collect();
            let tempo = region.tempo.unwrap();
            prop_assert_eq!(tempo.black, plain_tempo(&grid, &inside, 1, false));
            prop_assert_eq!(tempo.white, -plain_tempo(&grid, &inside, -1, false));
        }
    }

    #[test]
    fn stable_discs_are_those_no_play_turns(position in late_position(6)) {
        let stable = Features::of(&position).stable;
        prop_assert!(stable.exhaustive);
        let mut turned = 0;
        turn_all(&mut position.clone(), &mut turned);
        let discs = position.discs();
        prop_assert_eq!(stable.discs.black, discs.black & !turned);
        prop_assert_eq!(stable.discs.white, discs.white & !turned);
    }

    #[test]
    fn stable_bound_is_a_bound(position in late_position(8)) {
        let stable = Features::of(&position).stable;
        let bound = stability::lower_bound(position.discs());
        prop_assert!(stable.exhaustive);
        for color in Color::ALL {
            prop_assert_eq!(bound[color] & !stable.discs[color], 0);
        }
    }

    #[test]
    fn features_follow_the_board_under_symmetry(position in any_position(), index in 0..8usize) {
        let image = Position::new(position.board().symmetric(index), position.side_to_move());
        let (here, there) = (Features::of(&position), Features::of(&image));
        let turn = |set: u64| symmetry(set, index);
        let valued = |list: &[(Square, u32)]| -> BTreeSet<(Square, u32)> {
            list.iter().map(|&(square, n)| (Square::lowest(turn(square.bit())).unwrap(), n)).collect()
        };
        for color in Color::ALL {
            let (a, b) = (here.discs[color], there.discs[color]);
            let sets = |d: Discs| [
                d.all, d.potential_mobility, d.frontier, d.internal, d.edge, d.second_ring, d.corners,
                d.a_squares, d.b_squares, d.c_squares, d.x_squares,
            ];
            prop_assert_eq!(sets(a).map(turn), sets(b));
            let (a, b) = (&here.moves[color], &there.moves[color]);
            let sets = |m: &Moves| [m.legal, m.quiet, m.liberties, m.pass_forcing, m.parity];
            prop_assert_eq!(sets(a).map(turn), sets(b));
            prop_assert_eq!(valued(&a.influence), b.influence.iter().copied().collect());
            prop_assert_eq!(valued(&a.maximum_disc), b.maximum_disc.iter().copied().collect());
            prop_assert_eq!(turn(here.stable.discs[color]), there.stable.discs[color]);
            let traps = |features: &Features, image: &dyn Fn(u64) -> u64| -> BTreeSet<(u64, u64)> {
                let trap = |t: &Trap| (image(t.square.bit()), image(t.edge.squares()));
                features.traps[color].iter().map(trap).collect()
            };
            prop_assert_eq!(traps(&here, &turn), traps(&there, &|set| set));
        }
        prop_assert_eq!(turn(here.centre()), there.centre());
        for region in &here.regions {
            let same = there.regions.iter().find(|other| other.squares == turn(region.squares)).unwrap();
            prop_assert_eq!((region.playable, region.tempo), (same.playable, same.tempo));
        }
    }
}

/// Returns Black's moves minus White's in `inside` under best play, `side` to play.
fn plain_tempo(grid: &Grid, inside: &[(i32, i32)], side: i32, skipped: bool) -> i32 {
    let results = inside
        .iter()
        .filter(|&&(r, f)| !runs(grid, r, f, side).is_empty())
        .map(|&(r, f)| side + plain_tempo(&play(grid, r, f, side), inside, -side, false));
    let best = if side > 0 { results.max() } else { results.min() };
    match best {
        Some(best) => best,
        None if skipped => 0,
        None => plain_tempo(grid, inside, -side, true),
    }
}

/// Adds every disc that any play from `position` turns.
fn turn_all(position: &mut Position, turned: &mut u64) {
    for mv in position.legal_moves() {
        if let Some(square) = mv.square() {
            *turned |= position.board().flips(square);
        }
        position.play(mv).unwrap();
        turn_all(position, turned);
        position.undo();
    }
}
