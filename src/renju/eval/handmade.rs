//! Weights chosen by hand: what the fitted ones begin with and are measured against.

use super::code::codes;
use super::{MASKS, UNIT, Weights};
use crate::renju::pattern::class::Class;

/// What one line of a point is worth to the colour that would put the stone there.
fn line(class: Class) -> f64 {
    match class {
        Class::Dead | Class::Overline => 0.0,
        Class::BlockedOne => 0.2,
        Class::One => 0.8,
        Class::BlockedTwo => 1.0,
        Class::TwoA => 2.5,
        Class::TwoB => 3.0,
        Class::TwoC => 3.5,
        Class::BlockedThree => 4.0,
        Class::Three => 7.0,
        Class::OpenThree => 8.0,
        Class::Four => 9.0,
        Class::StraightFour => 30.0,
        Class::DoubleFour => 2.0,
        Class::Five => 40.0,
    }
}

/// What several lines that meet are worth beyond their own.
fn together(classes: &[Class; 4], restricted: bool) -> f64 {
    let count = |wanted: &[Class]| classes.iter().filter(|class| wanted.contains(class)).count();
    let fours = count(&[Class::Four, Class::StraightFour]);
    let threes = count(&[Class::Three, Class::OpenThree]);
    let twos = count(&[Class::TwoA, Class::TwoB, Class::TwoC, Class::BlockedThree]);
    match (fours, threes, twos) {
        (2.., ..) if restricted => -15.0,
        (2.., ..) => 40.0,
        (1, 1.., _) => 45.0,
        (1, _, 1..) => 8.0,
        (_, 2.., _) if restricted => -10.0,
        (_, 2.., _) => 25.0,
        (_, 1, 1..) => 6.0,
        (.., 2..) => 4.0,
        _ => 0.0,
    }
}

pub(super) fn weights() -> Weights {
    let mut weights = Weights::zero();
    for (code, classes) in codes().classes.iter().enumerate() {
        for color in 0..2 {
            let restricted = color == 0;
            let alone: f64 = classes.iter().copied().map(line).sum();
            let overline = restricted && classes.contains(&Class::Overline);
            let worth = if overline { 0.0 } else { alone + together(classes, restricted) };
            for to_move in 0..2 {
                let turn = if to_move == color { 1.04 } else { 0.96 };
                weights.points[color][code][to_move] =
                    (f64::from(UNIT) * worth * turn).round() as i16;
            }
        }
    }
    for side in 0..2 {
        for mask in 0..MASKS {
            let has = |bit: usize, worth: i16| if mask >> bit & 1 != 0 { worth } else { 0 };
            // In the order of `mask`: own threats count for, the other's against.
            weights.masks[side][mask] =
                20 + has(0, 120) + has(1, 10) + has(2, 60 * side as i16) + has(3, 20)
                    - has(4, 150)
                    - has(5, 60)
                    - has(7, 20);
        }
    }
    weights
}
