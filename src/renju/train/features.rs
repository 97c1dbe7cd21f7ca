//! A position as the numbers that its score is linear in.

use crate::game::Color;
use crate::renju::eval::{self, code};
use crate::renju::pattern::Field;

/// Features of one side to move: Black's codes, White's codes, the sets of threats.
pub(super) const PER_SIDE: usize = 2 * code::COUNT + eval::MASKS;
/// All features, those of Black to move first.
pub(super) const COUNT: usize = 2 * PER_SIDE;

/// A feature and how often it counts for the side to move, negative against it.
pub(super) type Feature = (u16, i16);

/// Returns the features of the field with `side` to move, each once, in order.
pub(super) fn of(field: &Field, side: Color) -> Vec<Feature> {
    let of_key = &code::codes().of_key;
    let mut counts = vec![0i16; PER_SIDE];
    for point in field.board().empties() {
        for color in Color::ALL {
            let code = usize::from(of_key[usize::from(field.key(point, color))]);
            counts[color.index() * code::COUNT + code] += if color == side { 1 } else { -1 };
        }
    }
    counts[2 * code::COUNT + eval::mask(field, side)] += 1;
    let base = (side.index() * PER_SIDE) as u16;
    (base..).zip(counts).filter(|(_, count)| *count != 0).collect()
}
