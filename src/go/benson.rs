//! Chains that no sequence of the opponent's moves can capture though their owner never answers: Benson's test.
//!
//! Owns the static test alone; knows no search.

use crate::game::Color;

use super::life_death::{Cell, Field};

/// Returns, point by point, which stones of `color` are alive unconditionally; its walls are.
///
/// A region is a part of the board without stones of `color`. It is *vital* to a chain if each of its empty points
/// is next to the chain. Chains with fewer than two vital regions drop out, then regions that touch a chain which
/// dropped out, until nothing changes; what is left is alive. A chain next to a wall of its own colour is alive.
///
/// # Source
/// D. B. Benson, "Life in the game of Go", Information Sciences 10 (1976), 17–29.
/// # Examples
/// ```
/// use heibai::game::Color;
/// use heibai::go::benson::pass_alive;
/// use heibai::go::life_death::Field;
/// let field = Field::parse(&[".O.O.", "OOOO.", "....."]).unwrap();
/// assert_eq!(pass_alive(&field, Color::White).iter().filter(|alive| **alive).count(), 6);
/// ```
#[must_use]
pub fn pass_alive(field: &Field, color: Color) -> Vec<bool> {
    let n = field.n_points();
    let stone = |point: usize| field.cell(point) == Cell::Stone(color);
    let chains: Vec<Vec<usize>> = field
        .chains()
        .into_iter()
        .filter(|chain| chain.color == color)
        .map(|chain| chain.points)
        .collect();
    let mut chain_of = vec![None; n];
    for (index, chain) in chains.iter().enumerate() {
        chain.iter().for_each(|point| chain_of[*point] = Some(index));
    }
    let regions: Vec<Region> = regions(field, color)
        .into_iter()
        .map(|points| Region::new(field, &points, &chain_of))
        .collect();
    let next_to_wall = |chain: &Vec<usize>| {
        let mut around = chain.iter().flat_map(|point| field.neighbours(*point));
        around.any(|point| field.cell(point) == Cell::Wall(color))
    };
    let anchored: Vec<bool> = chains.iter().map(next_to_wall).collect();
    let mut alive = vec![true; chains.len()];
    let mut sound = vec![true; regions.len()];
    loop {
        let enough = |chain: usize| {
            let vital = regions.iter().zip(&sound);
            anchored[chain] || vital.filter(|(r, ok)| **ok && r.vital.contains(&chain)).count() >= 2
        };
        let left: Vec<bool> = (0..chains.len()).map(|c| alive[c] && enough(c)).collect();
        let done = left == alive;
        alive = left;
        if done {
            break;
        }
        for (region, sound) in regions.iter().zip(&mut sound) {
            *sound = region.touched.iter().all(|chain| alive[*chain]);
        }
    }
    (0..n)
        .map(|point| {
            field.cell(point) == Cell::Wall(color)
                || (stone(point) && chain_of[point].is_some_and(|chain| alive[chain]))
        })
        .collect()
}

/// A part of the board without stones of one colour.
struct Region {
    /// The chains beside it.
    touched: Vec<usize>,
    /// Those that each of its empty points is next to.
    vital: Vec<usize>,
}

impl Region {
    fn new(field: &Field, points: &[usize], chain_of: &[Option<usize>]) -> Self {
        let beside = |point: usize| field.neighbours(point).filter_map(|next| chain_of[next]);
        let mut touched: Vec<usize> = points.iter().flat_map(|point| beside(*point)).collect();
        touched.sort_unstable();
        touched.dedup();
        let mut vital = touched.clone();
        for &point in points.iter().filter(|point| field.cell(**point) == Cell::Empty) {
            vital.retain(|chain| beside(point).any(|next| next == *chain));
        }
        // A region without an empty point lets nobody move, and in one with a wall of the other side that side may
        // play even on the last point: neither is an eye.
        let wall = |point: &usize| matches!(field.cell(*point), Cell::Wall(_));
        if points.iter().any(wall) || !points.iter().any(|p| field.cell(*p) == Cell::Empty) {
            vital.clear();
        }
        Region { touched, vital }
    }
}

/// Returns the parts of the board without stones or walls of `color`.
fn regions(field: &Field, color: Color) -> Vec<Vec<usize>> {
    let open =
        |point: usize| field.cell(point) != Cell::Off && field.cell(point).color() != Some(color);
    let mut seen = vec![false; field.n_points()];
    let mut regions = Vec::new();
    for point in 0..field.n_points() {
        if open(point) && !seen[point] {
            let region = field.connected(point, open);
            region.iter().for_each(|point| seen[*point] = true);
            regions.push(region);
        }
    }
    regions
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alive(rows: &[&str], color: Color) -> usize {
        let field = Field::parse(rows).unwrap();
        pass_alive(&field, color).iter().filter(|alive| **alive).count()
    }

    #[test]
    fn benson_wants_two_vital_regions() {
        assert_eq!(alive(&[".XX.", "XXXX", "...."], Color::Black), 6);
        assert_eq!(alive(&["..XX", "XXXX", "....", "...."], Color::Black), 0);
        // An eye whose wall is not alive itself is none.
        assert_eq!(alive(&[".XO.", "XXO.", "X.X.", "XXO."], Color::Black), 0);
        // Two chains that share two eyes.
        assert_eq!(alive(&["#X.X#", "#X#X#", "#X.X#"], Color::Black), 6);
        assert_eq!(alive(&["X.XO", ".XXO", "XXO.", "OO.."], Color::Black), 6);
    }

    #[test]
    fn benson_takes_an_enemy_stone_into_an_eye() {
        assert_eq!(alive(&["O.X.", "XXXX"], Color::Black), 5);
        assert_eq!(alive(&["O..X.", "XXXXX"], Color::Black), 6);
        // Every empty point must be next to the chain.
        assert_eq!(alive(&["...X.", "...XX", "XXXX#"], Color::Black), 0);
    }

    #[test]
    fn benson_trusts_walls() {
        assert_eq!(alive(&["BX.", "...", "X.."], Color::Black), 2);
        // The point beside the white wall is no eye.
        assert_eq!(alive(&["OX.XW", ".XXXW", "WWWWW"], Color::Black), 0);
    }
}
