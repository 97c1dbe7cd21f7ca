//! Points that a side keeps whatever the other plays, on small boards.
//!
//! Owns a test of unconditional life on sets of bits and what territory follows from it; must not know searching.

use crate::go::solve::tiny::Grid;

/// Chains of one side on a board of 30 points are no more than this.
const CHAINS: usize = 16;

/// Returns the points that `own` has for certain: chains that live though their side always passes, and what they
/// enclose where the other side has no room for two eyes.
///
/// # Source
/// D. B. Benson, "Life in the game of Go", Information Sciences 10 (1976); the points without room as in E. van der
/// Werf, J. Uiterwijk and J. van den Herik, "Solving Go on small boards", ICGA Journal 26 (2003).
pub(super) fn certain(grid: &Grid, own: u32, empty: u32) -> u32 {
    let alive = alive(grid, own, empty);
    if alive == 0 {
        return 0;
    }
    let mut certain = alive;
    let mut open = grid.all & !alive;
    let near = grid.beside(alive);
    while open != 0 {
        let region = grid.flood(open & open.wrapping_neg(), open);
        open &= !region;
        // An eye of the other side needs a point that no living stone stands beside.
        let room = region & !near;
        let is_tight = match room.count_ones() {
            0 | 1 => true,
            2 => grid.beside(room) & room != 0,
            _ => false,
        };
        if is_tight {
            certain |= region;
        }
    }
    certain
}

/// Returns the stones of `own` that live though their side always passes.
fn alive(grid: &Grid, own: u32, empty: u32) -> u32 {
    let near = grid.beside(own);
    let mut regions = [0_u32; MOST_REGIONS];
    let mut m = 0;
    let mut open = grid.all & !own;
    while open != 0 && m < MOST_REGIONS {
        let region = grid.flood(open & open.wrapping_neg(), grid.all & !own);
        open &= !region;
        // No eye has an empty point that is beside no stone.
        if region & empty != 0 && region & empty & !near == 0 {
            regions[m] = region;
            m += 1;
        }
    }
    if m < 2 {
        return 0;
    }
    let mut chains = [0_u32; CHAINS];
    let mut n = 0;
    let mut open = own;
    while open != 0 && n < CHAINS {
        let chain = grid.flood(open & open.wrapping_neg(), own);
        open &= !chain;
        // A chain with a single liberty has no two eyes.
        if (grid.beside(chain) & empty).count_ones() >= 2 {
            chains[n] = chain;
            n += 1;
        }
    }
    let mut left = own;
    loop {
        let mut alive = 0;
        for &chain in &chains[..n] {
            if chain & left == 0 {
                continue;
            }
            let near = grid.beside(chain);
            // Vital: every empty point is beside the chain, and only living chains are around.
            let vital = |region: &&u32| {
                **region & empty & !near == 0
                    && **region & near != 0
                    && grid.beside(**region) & own & !left == 0
            };
            if regions[..m].iter().filter(vital).count() >= 2 {
                alive |= chain;
            }
        }
        if alive == left || alive == 0 {
            return alive;
        }
        left = alive;
    }
}

/// Parts of a small board without stones of one side are no more than this.
const MOST_REGIONS: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Color;
    use crate::go::Board;
    use crate::go::benson::pass_alive;
    use crate::go::ruling::{field, point};

    fn sets(grid: &Grid, board: &Board) -> (u32, u32) {
        let set = |color| {
            board.stones(color).iter().fold(0, |set, point| set | 1_u32 << grid.index(point))
        };
        let (black, white) = (set(Color::Black), set(Color::White));
        (black, grid.all & !(black | white))
    }

    #[test]
    fn life_is_what_the_referee_calls_it() {
        let mut random = 7_u64;
        let mut living = 0;
        let grid = Grid::new(5, 4).unwrap();
        for _ in 0..4000 {
            let mut board = Board::rectangle(5, 4).unwrap();
            for at in board.points().collect::<Vec<_>>() {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let color = match random >> 60 {
                    0..=2 => None,
                    3..=4 => Some(Color::White),
                    _ => Some(Color::Black),
                };
                if let Some(color) = color.filter(|&color| board.is_legal(color, at)) {
                    board.play_unchecked(color, at);
                }
            }
            let (own, empty) = sets(&grid, &board);
            let shape = field(&board);
            let expected = pass_alive(&shape, Color::Black);
            let expected = (0..shape.n_points())
                .filter(|&at| expected[at])
                .filter_map(|at| point(&shape, at))
                .fold(0, |set, at| set | 1_u32 << grid.index(at));
            assert_eq!(alive(&grid, own, empty), expected, "on\n{board}");
            living += usize::from(expected != 0);
        }
        assert!(living > 50, "{living} boards with life");
    }

    #[test]
    fn points_without_room_belong_to_the_living() {
        let board: Board = ". X . X . \n X X X X X \n . . . . . \n . . . . .".parse().unwrap();
        let grid = Grid::new(5, 4).unwrap();
        let (own, empty) = sets(&grid, &board);
        // Below the living chain there is a whole row that it does not touch.
        assert_eq!(certain(&grid, own, empty).count_ones(), 10);
        let board: Board = ". X . X . \n X X X X X \n . . . . .".parse().unwrap();
        let grid = Grid::new(5, 3).unwrap();
        let (own, empty) = sets(&grid, &board);
        assert_eq!(certain(&grid, own, empty), grid.all);
    }
}
