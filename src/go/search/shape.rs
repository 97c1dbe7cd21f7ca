//! What the eight points around an empty one say about it, looked up by their code.
//!
//! Owns the table of shapes: eyes, points with a free neighbour, and the local patterns worth a reply. Must not know
//! boards. A code has two bits for each point around: 0 empty, 1 black, 2 white, 3 edge; right, up, left, down, then
//! the corners between them.

use std::sync::OnceLock;

use crate::game::Color;

/// A neighbour is empty.
pub(super) const OPEN: u8 = 1;
const BLACK_EYE: u8 = 2;
const WHITE_EYE: u8 = 4;
/// A move here makes a known local shape, by either side.
pub(super) const BLACK_PATTERN: u8 = 8;
pub(super) const WHITE_PATTERN: u8 = 16;

/// Returns the bit of an eye of `color`.
pub(super) const fn eye(color: Color) -> u8 {
    match color {
        Color::Black => BLACK_EYE,
        Color::White => WHITE_EYE,
    }
}

/// Returns the bit of a pattern for a move of `color`.
pub(super) const fn pattern(color: Color) -> u8 {
    match color {
        Color::Black => BLACK_PATTERN,
        Color::White => WHITE_PATTERN,
    }
}

const CODES: usize = 1 << 16;

/// The shapes of every code.
pub(super) struct Shapes {
    flags: Vec<u8>,
    /// The colour whose stones alone are beside the point, by the four neighbours; 0 if there is none or both.
    owner: [u8; 256],
}

impl Shapes {
    #[inline(always)]
    pub(super) fn of(&self, code: u16) -> u8 {
        self.flags[usize::from(code)]
    }

    #[inline(always)]
    pub(super) fn beside(&self, code: u16) -> u8 {
        self.owner[usize::from(code & 0xff)]
    }
}

/// Returns the table, built at the first call.
pub(super) fn shapes() -> &'static Shapes {
    static SHAPES: OnceLock<Shapes> = OnceLock::new();
    SHAPES.get_or_init(|| {
        let flags = (0..CODES).map(|code| flags(&cells(code))).collect();
        let mut owner = [0; 256];
        for (code, owner) in owner.iter_mut().enumerate() {
            let cells = cells(code);
            let has = |color| cells[..4].contains(&color);
            *owner = u8::from(has(1) && !has(2)) + 2 * u8::from(has(2) && !has(1));
        }
        Shapes { flags, owner }
    })
}

/// The points around: four neighbours counter-clockwise from the right, then the corner after each.
type Ring = [u8; 8];

fn cells(code: usize) -> Ring {
    std::array::from_fn(|i| (code >> (2 * i) & 3) as u8)
}

fn flags(ring: &Ring) -> u8 {
    let mut flags = 0;
    if ring[..4].contains(&0) {
        flags |= OPEN;
    }
    if is_eye(ring, 1) {
        flags |= BLACK_EYE;
    }
    if is_eye(ring, 2) {
        flags |= WHITE_EYE;
    }
    if is_pattern(ring, 1) {
        flags |= BLACK_PATTERN;
    }
    if is_pattern(ring, 2) {
        flags |= WHITE_PATTERN;
    }
    flags
}

/// An eye has own stones or the edge all around, and of its corners the opponent has at most one, none at the edge.
fn is_eye(ring: &Ring, own: u8) -> bool {
    let walled = ring[..4].iter().all(|&cell| cell == own || cell == 3);
    let hostile = ring[4..].iter().filter(|&&cell| cell == 3 - own).count();
    let at_edge = ring[4..].contains(&3);
    walled && hostile + usize::from(at_edge) < 2
}

/// Whether a move of `own` makes a shape that good games are full of: a hane, a cut, a block at the edge.
///
/// # Source
/// The kinds of shapes follow S. Gelly, Y. Wang, R. Munos and O. Teytaud, "Modification of UCT with patterns in
/// Monte-Carlo Go", INRIA RR-6062 (2006), figures 5 to 9; the conditions are our own.
fn is_pattern(ring: &Ring, own: u8) -> bool {
    // Each shape is looked for in the eight ways a board can be turned and mirrored, and with colours exchanged:
    // what is good for one side is good for the other to prevent.
    (0..8).any(|way| {
        let turned = turn(ring, way);
        let swapped = turned.map(|cell| if cell == 1 || cell == 2 { 3 - cell } else { cell });
        let edge = turned[1] == 3 && turned[4] == 3 && turned[5] == 3;
        if edge {
            at_edge(&turned, own) || at_edge(&swapped, 3 - own)
        } else if turned.contains(&3) {
            false
        } else {
            inside(&turned, own) || inside(&swapped, 3 - own)
        }
    })
}

/// Shapes away from the edge, in a ring with X = 1 to be cut, held or turned around.
fn inside(ring: &Ring, own: u8) -> bool {
    let [right, up, left, down, up_right, up_left, down_left, down_right] = *ring;
    let (x, o) = (1, 2);
    // Hane: X above stands between corner stones and nothing is below.
    let hane = up == x && left == 0 && right == 0 && down == 0;
    let over = up_left == o || up_right == o;
    if hane && over && up_left != x && up_right != x {
        return true;
    }
    // Hane on a stone that stands free, towards the open side.
    if up == x
        && up_left == o
        && left == 0
        && down == 0
        && right != x
        && up_right == 0
        && right == 0
    {
        return true;
    }
    // Hane against a wall: the corner stone has a friend beside the point.
    if up == x && up_left == o && left == 0 && right == o && down == 0 {
        return own == o;
    }
    // A cut through two stones that touch at a corner, unless it is blunted from behind.
    if up == x && left == x && up_left == o && right != x && down != x {
        return !(right == o && down == o);
    }
    // A keima-like cut: stones left and right of the point, each of one side, and an enemy above.
    if up == x && left == o && down_left == x && down == 0 && right == 0 {
        return true;
    }
    // The point between two stones of a side that the other may cut or connect.
    let crosscut = up == x && down == x && left == o && right != x;
    crosscut && down_right != x && up_right != x && own == o
}

/// Shapes on the first line, the edge above.
fn at_edge(ring: &Ring, own: u8) -> bool {
    let [right, _, left, down, _, _, down_left, down_right] = *ring;
    let (x, o) = (1, 2);
    // Turning or blocking beside an enemy stone with a friend behind.
    if left == x && down == o && right == 0 {
        return true;
    }
    // Hane underneath along the edge.
    if left == 0 && down == x && down_left == o && right == 0 && down_right != x {
        return true;
    }
    // Pushing in under two stones of different sides.
    if down == o && left == x && right == x {
        return own == x;
    }
    // A stone at the edge is met from the side.
    down == 0 && left == x && down_left == o && right == 0 || (down == x && right == o && left == 0)
}

/// Turns a ring by quarters and mirrors it.
fn turn(ring: &Ring, way: usize) -> Ring {
    let quarter = way & 3;
    let mut turned = [0; 8];
    for i in 0..4 {
        let from = (i + quarter) & 3;
        turned[i] = ring[from];
        turned[4 + i] = ring[4 + from];
    }
    if way & 4 == 0 {
        return turned;
    }
    // Mirrored left to right.
    let [right, up, left, down, up_right, up_left, down_left, down_right] = turned;
    [left, up, right, down, up_left, up_right, down_right, down_left]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(ring: Ring) -> u16 {
        ring.iter().enumerate().map(|(i, &cell)| u16::from(cell) << (2 * i)).sum()
    }

    #[test]
    fn eyes_may_lose_one_corner_inside_and_none_at_the_edge() {
        let is = |ring| shapes().of(code(ring)) & eye(Color::Black) != 0;
        assert!(is([1, 1, 1, 1, 1, 1, 1, 2]));
        assert!(!is([1, 1, 1, 1, 1, 2, 1, 2]));
        assert!(is([1, 3, 1, 1, 3, 3, 1, 0]));
        assert!(!is([1, 3, 1, 1, 3, 3, 1, 2]));
        assert!(!is([1, 1, 1, 0, 1, 1, 1, 1]));
    }

    #[test]
    fn shapes_do_not_change_when_the_board_is_turned() {
        for start in (0..CODES).step_by(37) {
            let ring = cells(start);
            for way in 0..8 {
                let turned = turn(&ring, way);
                assert_eq!(shapes().of(code(ring)), shapes().of(code(turned)), "{ring:?} {way}");
            }
        }
    }

    #[test]
    fn exchanged_colours_exchange_the_patterns() {
        for start in (0..CODES).step_by(41) {
            let ring = cells(start);
            let swapped = ring.map(|cell| if cell == 1 || cell == 2 { 3 - cell } else { cell });
            let black = shapes().of(code(ring)) & BLACK_PATTERN != 0;
            let white = shapes().of(code(swapped)) & WHITE_PATTERN != 0;
            assert_eq!(black, white, "{ring:?}");
        }
    }
}
