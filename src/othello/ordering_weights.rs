//! How much the signs of a good move count when moves are ordered.
//!
//! Owns the numbers and their names; must not know who orders by them. They were fitted by `heibai train ordering`.

/// Weights of the signs by which moves are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderingWeights {
    /// Near the end, where no evaluation is asked.
    pub near_end: NearEnd,
    /// Above, beside the evaluation.
    pub above: Above,
}

/// Weights from 7 to 11 empties.
///
/// # Units
/// Only their ratios matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NearEnd {
    /// Against each move the other side will have, a corner twice.
    pub mobility: i32,
    /// For a square in a quadrant with an odd number of empty ones.
    pub parity: i32,
    /// For a corner.
    pub corner: i32,
}

/// Weights beside an evaluation.
///
/// # Units
/// 1/128 disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Above {
    /// Against each move the other side will have, a corner twice.
    pub mobility: i32,
    /// Against each empty square next to the own discs.
    pub potential: i32,
    /// For each stable corner disc.
    pub corner_stability: i32,
    /// For a square in a quadrant with an odd number of empty ones, up to 30 empties.
    pub parity: i32,
    /// For each point of the square's own value.
    pub square: i32,
    /// For a square that refuted all it was tried against.
    pub history: i32,
}

impl OrderingWeights {
    /// How many weights there are.
    pub const N: usize = 9;

    /// Their names, in the order of [`OrderingWeights::to_array`].
    pub const NAMES: [&str; Self::N] = [
        "near_end.mobility",
        "near_end.parity",
        "near_end.corner",
        "above.mobility",
        "above.potential",
        "above.corner_stability",
        "above.parity",
        "above.square",
        "above.history",
    ];

    /// The weights the program plays with.
    pub const DEFAULT: OrderingWeights =
        OrderingWeights::from_array([16, 6, 10, 256, 32, 128, 64, 4, 128]);

    /// Returns the weights with these values.
    #[must_use]
    pub const fn from_array(values: [i32; Self::N]) -> Self {
        let [
            near_mobility,
            near_parity,
            corner,
            mobility,
            potential,
            stability,
            parity,
            square,
            history,
        ] = values;
        OrderingWeights {
            near_end: NearEnd { mobility: near_mobility, parity: near_parity, corner },
            above: Above {
                mobility,
                potential,
                corner_stability: stability,
                parity,
                square,
                history,
            },
        }
    }

    /// Returns the values, in the order of [`OrderingWeights::NAMES`].
    #[must_use]
    pub const fn to_array(self) -> [i32; Self::N] {
        let OrderingWeights { near_end, above } = self;
        [
            near_end.mobility,
            near_end.parity,
            near_end.corner,
            above.mobility,
            above.potential,
            above.corner_stability,
            above.parity,
            above.square,
            above.history,
        ]
    }
}

impl Default for OrderingWeights {
    fn default() -> Self {
        OrderingWeights::DEFAULT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_and_their_values_are_the_same() {
        let values = std::array::from_fn(|i| i as i32 + 1);
        assert_eq!(OrderingWeights::from_array(values).to_array(), values);
    }
}
