//! The portable kernels equal a walk over the squares, written here without bitboards.

use heibai::othello::kernel::portable;
use proptest::prelude::*;

/// What lies on a square.
#[derive(Clone, Copy, PartialEq)]
enum Disc {
    None,
    Player,
    Opponent,
}

fn at(player: u64, opponent: u64, column: i32, row: i32) -> Option<Disc> {
    if !(0..8).contains(&column) || !(0..8).contains(&row) {
        return None;
    }
    let bit = 1u64 << (8 * row + column);
    Some(match (player & bit != 0, opponent & bit != 0) {
        (true, _) => Disc::Player,
        (_, true) => Disc::Opponent,
        _ => Disc::None,
    })
}

/// Turns what a disc on `square` brackets, one step after the other in each direction.
fn walk(square: usize, player: u64, opponent: u64) -> u64 {
    let (column, row) = (square as i32 % 8, square as i32 / 8);
    let mut flipped = 0;
    for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
        let mut run = 0;
        for step in 1.. {
            let (x, y) = (column + step * dx, row + step * dy);
            match at(player, opponent, x, y) {
                Some(Disc::Opponent) => run |= 1u64 << (8 * y + x),
                Some(Disc::Player) => {
                    flipped |= run;
                    break;
                }
                Some(Disc::None) | None => break,
            }
        }
    }
    flipped
}

/// Disjoint discs on about a quarter to all of the squares.
pub(crate) fn boards() -> impl Strategy<Value = (u64, u64)> {
    (any::<u64>(), any::<u64>(), any::<u64>(), 0..4u8).prop_map(|(a, b, c, fill)| {
        let taken = match fill {
            0 => a & b,
            1 => a,
            2 => a | b,
            _ => !0,
        };
        (taken & c, taken & !c)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn flip_equals_the_walk((player, opponent) in boards()) {
        for square in 0..64 {
            let (player, opponent) = (player & !(1 << square), opponent & !(1 << square));
            let flipped = portable::flip(square, player, opponent);
            prop_assert_eq!(flipped, walk(square, player, opponent), "square {}", square);
        }
    }

    #[test]
    fn mobility_equals_the_walk((player, opponent) in boards()) {
        let legal = (0..64).filter(|&square| {
            (player | opponent) & (1 << square) == 0 && walk(square, player, opponent) != 0
        });
        let legal = legal.fold(0u64, |set, square| set | 1 << square);
        prop_assert_eq!(portable::mobility(player, opponent), legal);
    }

    #[test]
    fn count_last_flips_equal_the_walk(player: u64) {
        for square in 0..64 {
            let player = player & !(1 << square);
            let opponent = !player & !(1 << square);
            let counts = [(player, opponent), (opponent, player)]
                .map(|(own, other)| walk(square, own, other).count_ones());
            prop_assert_eq!(portable::count_last_flips(square, player), counts, "square {}", square);
        }
    }
}
