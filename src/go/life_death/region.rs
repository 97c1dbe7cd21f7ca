//! A part of the board that is searched by itself: its points as bits, and the rules of play inside it.
//!
//! Owns the position inside a region ([`State`]) and its moves, with the ko rule of confirmation. Knows nothing of
//! what is asked about a position.
//!
//! What lies around a region never changes: stones that cannot be captured, or no point at all. A zone is a region
//! cut out of a larger board for one side to prove something in: whatever lies around it is taken to be the other
//! side's and alive, and the prover may not lose a chain that reaches the border. Nothing played outside can then
//! help the other side more than the zone already assumes, so that a proof in the zone holds on the board.

use super::field::{Cell, Field};
use super::proof::Scope;
use crate::game::{ByColor, Color};

/// The most points of a region.
pub const MAX_CELLS: usize = 62;

/// A move, or a pass.
///
/// # Shape
/// Below 64 a cell to play on; [`Move::PASS`]; from 128 a pass that names the ko whose last taker stands on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(pub u8);

impl Move {
    /// A pass that names no ko.
    pub const PASS: Move = Move(64);

    /// Returns a stone on `cell`.
    #[must_use]
    pub fn play(cell: usize) -> Move {
        Move(cell as u8)
    }

    /// Returns the pass for the ko whose last taker stands on `cell`.
    #[must_use]
    pub fn pass_for(cell: usize) -> Move {
        Move(128 + cell as u8)
    }

    /// Returns the cell played on; `None` for a pass.
    #[must_use]
    pub fn cell(self) -> Option<usize> {
        (self.0 < 64).then_some(self.0 as usize)
    }

    /// Returns the cell of the taker in the ko passed for.
    #[must_use]
    pub fn ko(self) -> Option<usize> {
        (self.0 >= 128).then(|| (self.0 - 128) as usize)
    }
}

/// Bans on retaking kos: at most eight, each the stone that took and the direction of the point it took on.
///
/// # Shape
/// One byte each, `(cell * 4 + direction) + 1`, largest first from the low end; 0 for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bans(u64);

impl Bans {
    /// Yields `(taker, direction of the point taken)`.
    pub fn iter(self) -> impl Iterator<Item = (usize, usize)> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let byte = (rest & 0xFF) as usize;
            rest >>= 8;
            byte.checked_sub(1).map(|code| (code >> 2, code & 3))
        })
    }

    /// Returns these bans and one more; `None` when there is no room.
    fn with(self, taker: usize, direction: usize) -> Option<Bans> {
        if self.0 >> 56 != 0 {
            return None;
        }
        let new = (taker << 2 | direction) as u64 + 1;
        let mut low = 0;
        let mut shift = 0;
        // Those above the new one keep their places, the others move up by one.
        while (self.0 >> shift) & 0xFF > new {
            low |= self.0 & (0xFF << shift);
            shift += 8;
        }
        Some(Bans(low | new << shift | (self.0 & !low) << 8))
    }

    /// Returns the bans for which `keep` holds.
    fn retain(self, keep: impl Fn(usize, usize) -> bool) -> Bans {
        if self.0 == 0 {
            return self;
        }
        let (mut kept, mut shift) = (0, 0);
        for (taker, direction) in self.iter() {
            if keep(taker, direction) {
                kept |= ((taker << 2 | direction) as u64 + 1) << shift;
                shift += 8;
            }
        }
        Bans(kept)
    }

    /// Returns whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// A position inside a region: stones, bans and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The cells of each colour.
    pub stones: ByColor<u64>,
    /// The kos that may not be retaken.
    pub bans: Bans,
    /// Who moves.
    pub to_move: Color,
}

/// What a move led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    /// The position after it and the stones it took.
    State(State, u64),
    /// It is not allowed.
    Illegal,
    /// More bans than a [`State`] holds.
    Overflow,
}

/// The fixed facts of a region.
#[derive(Clone, Debug)]
pub struct Region {
    scope: Scope,
    /// The points of each cell: one, or a chain of the prover's that reaches the border and must not be lost.
    points: Vec<Vec<usize>>,
    /// The cell of each point of the board.
    cells: Vec<u8>,
    neighbours: Vec<[u8; 4]>,
    adjacent: Vec<u64>,
    walls: ByColor<u64>,
    border: u64,
    prover: Option<Color>,
    /// Who has a threat elsewhere for every ko, and retakes at once.
    threats: Option<Color>,
}

/// No neighbour in that direction.
const NONE: u8 = u8::MAX;

impl Region {
    /// Builds the region of `scope`; `None` if it has more than [`MAX_CELLS`] cells, or is a zone in which a chain of the
    /// prover's has no liberty.
    ///
    /// In a zone, each chain of the prover's that reaches the border is one cell: it is never taken while the proof
    /// holds.
    #[must_use]
    pub fn new(field: &Field, scope: &Scope) -> Option<Region> {
        let prover = scope.around.map(|color| !color);
        let mut inside = vec![false; field.n_points()];
        scope.points.iter().for_each(|point| inside[*point] = true);
        let is_wall = |point: usize| scope.walls.binary_search(&point).is_ok();
        let is_outside = |point: usize| {
            let open = matches!(field.cell(point), Cell::Empty | Cell::Stone(_));
            open && !inside[point] && !is_wall(point)
        };
        let mut cells = vec![NONE; field.n_points()];
        let mut points: Vec<Vec<usize>> = Vec::new();
        for &point in &scope.points {
            if cells[point] != NONE {
                continue;
            }
            let mut cell = vec![point];
            if prover.is_some() && field.cell(point).color() == prover {
                let same = |p: usize| inside[p] && field.cell(p) == field.cell(point);
                let chain = field.connected(point, same);
                if chain.iter().any(|point| field.neighbours(*point).any(is_outside)) {
                    cell = chain;
                }
            }
            if points.len() == MAX_CELLS {
                return None;
            }
            cell.iter().for_each(|point| cells[*point] = points.len() as u8);
            points.push(cell);
        }
        let n = points.len();
        let mut region = Region {
            neighbours: vec![[NONE; 4]; n],
            adjacent: vec![0; n],
            walls: ByColor::default(),
            border: 0,
            prover,
            threats: None,
            scope: scope.clone(),
            points,
            cells,
        };
        for cell in 0..n {
            for &point in &region.points[cell] {
                for (direction, beside) in field.neighbours(point).enumerate() {
                    let bit = 1 << cell;
                    match (region.cells[beside], field.cell(beside)) {
                        (NONE, Cell::Wall(color)) => region.walls[color] |= bit,
                        (NONE, Cell::Off) => {}
                        (NONE, _) if is_wall(beside) => {
                            prover.into_iter().for_each(|color| region.walls[color] |= bit);
                        }
                        (NONE, _) => {
                            debug_assert!(prover.is_some(), "a closed region ends at walls");
                            prover.into_iter().for_each(|color| region.walls[!color] |= bit);
                            region.border |= bit;
                        }
                        (other, _) if usize::from(other) == cell => {}
                        (other, _) => {
                            region.neighbours[cell][direction] = other;
                            region.adjacent[cell] |= 1 << other;
                        }
                    }
                }
            }
        }
        // A chain of the prover's must have a liberty that the zone shows: those outside may be filled at any time.
        let start = region.start(field, Color::Black);
        let breathes = |cell: usize, color: Color| {
            let chain = region.chain(1 << cell, start.stones[color]);
            region.is_immortal(chain, color) || region.liberties(&start, cell, color) > 0
        };
        let sound = prover.is_none_or(|color| {
            (0..n).all(|cell| start.stones[color] >> cell & 1 == 0 || breathes(cell, color))
        });
        sound.then_some(region)
    }

    /// Gives a side a threat elsewhere for every ko: it retakes at once, as in problems; in confirmation nobody does.
    #[must_use]
    pub fn with_threats(self, threats: Option<Color>) -> Region {
        Region { threats, ..self }
    }

    /// Returns the part of the board this is.
    #[must_use]
    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// Returns the point of the board that stands for `cell`.
    #[must_use]
    pub fn point(&self, cell: usize) -> usize {
        self.points[cell][0]
    }

    /// Returns the number of cells.
    #[must_use]
    pub fn n_cells(&self) -> usize {
        self.points.len()
    }

    /// Returns the cell of a point of the board.
    #[must_use]
    pub fn cell(&self, point: usize) -> Option<usize> {
        self.cells.get(point).filter(|cell| **cell != NONE).map(|cell| usize::from(*cell))
    }

    /// Returns the side that proves in a zone; `None` for a region that ends at walls.
    #[must_use]
    pub fn prover(&self) -> Option<Color> {
        self.prover
    }

    /// Returns the cells of `points` as bits; points outside are left out.
    #[must_use]
    pub fn mask(&self, points: &[usize]) -> u64 {
        points.iter().filter_map(|point| self.cell(*point)).fold(0, |mask, cell| mask | 1 << cell)
    }

    /// Returns the position of the board inside the region, without bans.
    #[must_use]
    pub fn start(&self, field: &Field, to_move: Color) -> State {
        let mut stones = ByColor::<u64>::default();
        for cell in 0..self.n_cells() {
            if let Some(color) = field.cell(self.point(cell)).color() {
                stones[color] |= 1 << cell;
            }
        }
        State { stones, bans: Bans::default(), to_move }
    }

    fn around(&self, mut cells: u64) -> u64 {
        let mut found = 0;
        while cells != 0 {
            found |= self.adjacent[cells.trailing_zeros() as usize];
            cells &= cells - 1;
        }
        found
    }

    /// Returns the cells of `stones` that hang together with `seed`.
    #[must_use]
    pub fn chain(&self, seed: u64, stones: u64) -> u64 {
        let mut chain = seed;
        let mut new = seed;
        while new != 0 {
            new = self.around(new) & stones & !chain;
            chain |= new;
        }
        chain
    }

    /// Returns whether a chain of `color` touches a wall of its own, so that it cannot be captured.
    #[must_use]
    pub fn is_immortal(&self, chain: u64, color: Color) -> bool {
        chain & self.walls[color] != 0
    }

    /// Returns whether a chain reaches the border of a zone.
    #[must_use]
    pub fn touches_border(&self, chain: u64) -> bool {
        chain & self.border != 0
    }

    /// Returns whether taking `taken` loses a zone to the prover: they reached its border.
    ///
    /// `after` is the position after the move, its side to move the one whose stones were taken.
    #[must_use]
    pub fn is_lost(&self, after: &State, taken: u64) -> bool {
        taken != 0 && self.prover == Some(after.to_move) && self.touches_border(taken)
    }

    /// Returns how many liberties the chain of `color` on `cell` has.
    #[must_use]
    pub fn liberties(&self, state: &State, cell: usize, color: Color) -> u32 {
        let stones = state.stones;
        let chain = self.chain(1 << cell, stones[color]);
        (self.around(chain) & !(stones.black | stones.white)).count_ones()
    }

    /// Appends every move that may be legal: all empty cells, then passes.
    ///
    /// A side with kos to pass for passes for one of them: a pass that names none leaves it worse off.
    pub fn moves(&self, state: &State, moves: &mut Vec<Move>) {
        moves.clear();
        let mut empty = self.all() & !(state.stones.black | state.stones.white);
        while empty != 0 {
            moves.push(Move(empty.trailing_zeros() as u8));
            empty &= empty - 1;
        }
        let theirs = state.stones[!state.to_move];
        let before = moves.len();
        for (taker, _) in state.bans.iter() {
            if theirs >> taker & 1 != 0 {
                moves.push(Move::pass_for(taker));
            }
        }
        if moves.len() == before {
            moves.push(Move::PASS);
        }
    }

    /// Plays `mv`, which [`Region::moves`] gave.
    #[must_use]
    pub fn play(&self, state: &State, mv: Move) -> Played {
        let (me, other) = (state.to_move, !state.to_move);
        let Some(cell) = mv.cell() else {
            let bans = match mv.ko() {
                Some(passed) => state.bans.retain(|taker, _| taker != passed),
                None => state.bans,
            };
            return Played::State(State { bans, to_move: other, ..*state }, 0);
        };
        let bit = 1u64 << cell;
        let mine = state.stones[me] | bit;
        let mut theirs = state.stones[other];
        let mut taken = 0;
        let mut beside = self.adjacent[cell] & theirs;
        while beside != 0 {
            let chain = self.chain(beside & beside.wrapping_neg(), theirs);
            beside &= !chain;
            let has_liberty =
                self.is_immortal(chain, other) || self.around(chain) & !(mine | theirs) != 0;
            if !has_liberty {
                taken |= chain;
            }
        }
        theirs &= !taken;
        let chain = self.chain(bit, mine);
        let liberties = self.around(chain) & !(mine | theirs);
        let immortal = self.is_immortal(chain, me);
        if liberties == 0 && !immortal {
            return Played::Illegal;
        }
        // At the border of a zone the prover's stone may have more liberties than the zone shows: no ko to rely on.
        let hidden = self.prover == Some(me) && self.touches_border(bit);
        let is_ko =
            taken.count_ones() == 1 && chain == bit && !immortal && !hidden && liberties == taken;
        if is_ko
            && state.bans.iter().any(|(taker, direction)| {
                1 << taker == taken && usize::from(self.neighbours[taker][direction]) == cell
            })
        {
            return Played::Illegal;
        }
        // A ban ends when its taker is gone or no longer alone, or a stone stands where it took.
        let mut bans = state.bans.retain(|taker, direction| {
            let alone = (mine & self.adjacent[taker] == 0 && mine >> taker & 1 != 0)
                || (theirs & self.adjacent[taker] == 0 && theirs >> taker & 1 != 0);
            alone && usize::from(self.neighbours[taker][direction]) != cell
        });
        if is_ko && self.threats != Some(other) {
            let from = taken.trailing_zeros() as u8;
            let direction = self.neighbours[cell].iter().position(|n| *n == from);
            match direction.and_then(|direction| bans.with(cell, direction)) {
                Some(more) => bans = more,
                None => return Played::Overflow,
            }
        }
        let mut stones = ByColor::default();
        stones[me] = mine;
        stones[other] = theirs;
        Played::State(State { stones, bans, to_move: other }, taken)
    }

    fn all(&self) -> u64 {
        (1 << self.n_cells()) - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(rows: &[&str]) -> (Region, State) {
        let field = Field::parse(rows).unwrap();
        let points: Vec<usize> = (0..field.n_points())
            .filter(|p| matches!(field.cell(*p), Cell::Empty | Cell::Stone(_)))
            .collect();
        let region = Region::new(&field, &Scope::closed(&points)).unwrap();
        let state = region.start(&field, Color::White);
        (region, state)
    }

    fn after(region: &Region, state: &State, point: usize) -> Option<State> {
        match region.play(state, Move::play(region.cell(point).unwrap())) {
            Played::State(state, _) => Some(state),
            _ => None,
        }
    }

    #[test]
    fn region_bans_a_ko_until_it_is_passed_for() {
        // White b2 in the middle of walls takes on c2's left.
        let (region, state) = whole(&["#WB#", "WX.B", "#WB#"]);
        let taken = after(&region, &state, 6).unwrap();
        assert_eq!(taken.bans.iter().count(), 1);
        assert!(after(&region, &taken, 5).is_none());
        let mut moves = Vec::new();
        region.moves(&taken, &mut moves);
        let pass = *moves.last().unwrap();
        assert_eq!(pass.ko(), region.cell(6));
        let Played::State(passed, 0) = region.play(&taken, pass) else { panic!("a pass is legal") };
        assert!(passed.bans.is_empty());
        // Passing once more changes nothing but the side; then the ko may be taken back, and the ban turns round.
        let Played::State(again, _) = region.play(&passed, Move::PASS) else { panic!("legal") };
        let back = after(&region, &again, 5).unwrap();
        assert_eq!(back.bans.iter().count(), 1);
        assert!(after(&region, &back, 6).is_none());
    }

    #[test]
    fn region_refuses_suicide_and_takes_first() {
        let (region, state) = whole(&[".XW", "XXW", "WWW"]);
        // Taking three stones is no suicide, and no ko.
        let taken = after(&region, &state, 0).unwrap();
        assert_eq!(taken.stones.black, 0);
        assert!(taken.bans.is_empty());
        let (region, state) = whole(&[".BX", "B.B", "X.W"]);
        assert!(after(&region, &state, 0).is_none());
    }

    #[test]
    fn bans_are_a_set_whatever_the_order() {
        let mut one = Bans::default();
        let mut two = Bans::default();
        for taker in [3, 9, 5, 61, 0] {
            one = one.with(taker, 2).unwrap();
        }
        for taker in [0, 61, 3, 5, 9] {
            two = two.with(taker, 2).unwrap();
        }
        assert_eq!(one, two);
        let takers: Vec<usize> = one.iter().map(|(taker, _)| taker).collect();
        assert_eq!(takers, [61, 9, 5, 3, 0]);
        let less = one.retain(|taker, _| taker != 9);
        assert_eq!(less.with(9, 2), Some(one));
        let full = (0..8).fold(Bans::default(), |bans, taker| bans.with(taker, 1).unwrap());
        assert_eq!(full.with(20, 0), None);
    }
}
