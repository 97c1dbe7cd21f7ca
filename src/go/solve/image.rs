//! The symmetries of a small board.
//!
//! Owns the images of a position and which of them stands for all; must not know searching.

use crate::go::solve::tiny::{Grid, NONE, Tiny};

/// Fewer stones than this on the board: a position is known by the smallest of its mirrored and turned images.
const SYMMETRIC: u32 = 17;

/// A board mirrored or turned.
struct Image {
    /// Where each point goes.
    points: [u8; 30],
    /// Where the points of each eight go, for every set of them.
    sets: [[u32; 256]; 4],
}

/// The ways to mirror and turn a board; the board itself first.
pub(super) struct Images(Vec<Image>);

impl Images {
    pub(super) fn new(grid: &Grid) -> Self {
        let (width, height) = (grid.width, grid.height);
        let ways = if width == height { 8 } else { 4 };
        let images = (0..ways).map(|way| {
            let mut points = [0; 30];
            for index in 0..grid.points() {
                let (mut x, mut y) = (index % width, index / width);
                if way & 1 != 0 {
                    x = width - 1 - x;
                }
                if way & 2 != 0 {
                    y = height - 1 - y;
                }
                if way & 4 != 0 {
                    (x, y) = (y, x);
                }
                points[index as usize] = (y * width + x) as u8;
            }
            let mut sets = [[0; 256]; 4];
            for index in 0..grid.points() as usize {
                for set in (0..256).filter(|set| set >> (index % 8) & 1 == 1) {
                    sets[index / 8][set] |= 1_u32 << points[index];
                }
            }
            Image { points, sets }
        });
        Images(images.collect())
    }

    /// Returns all images of a position; where there are fewer than eight the rest are the position itself.
    #[inline(always)]
    pub(super) fn all(&self, position: &Tiny) -> [Tiny; 8] {
        let mut all = [*position; 8];
        for (turned, image) in all.iter_mut().zip(&self.0).skip(1) {
            *turned = image.of(position);
        }
        all
    }

    /// Returns what [`Images::key`] does for the position after a move, of which `turned` are the images before it.
    ///
    /// # Cost
    /// A fraction of that of [`Images::key`] where no stone is taken.
    #[inline(always)]
    pub(super) fn key_after(
        &self,
        turned: &[Tiny; 8],
        before: &Tiny,
        mv: u8,
        after: &Tiny,
    ) -> (u64, u8) {
        let own = usize::from(before.side);
        if mv == NONE || after.stones[own ^ 1] != before.stones[own ^ 1] {
            return self.key(after);
        }
        let [black, white] = after.stones;
        let mut smallest = (after.key(), 0);
        if (black | white).count_ones() < SYMMETRIC {
            for ((image, turned), number) in self.0.iter().zip(turned).zip(0..).skip(1) {
                let mut position = Tiny { stones: turned.stones, ..*after };
                position.stones[own] |= 1 << image.points[usize::from(mv)];
                smallest = smallest.min((position.key(), number));
            }
        }
        smallest
    }

    /// Returns the key of a position, and the number of the image that it is the key of.
    #[inline(always)]
    pub(super) fn key(&self, position: &Tiny) -> (u64, u8) {
        let [black, white] = position.stones;
        let mut smallest = (position.key(), 0);
        if (black | white).count_ones() < SYMMETRIC {
            for (image, number) in self.0.iter().zip(0..).skip(1) {
                smallest = smallest.min((image.of(position).key(), number));
            }
        }
        smallest
    }

    /// Returns a position's smallest image, and its key.
    pub(super) fn smallest(&self, position: &Tiny) -> (Tiny, u64) {
        let images = self.0.iter().skip(1).map(|image| {
            let position = image.of(position);
            (position, position.key())
        });
        let itself = (*position, position.key());
        std::iter::once(itself).chain(images).min_by_key(|&(_, key)| key).unwrap_or(itself)
    }

    /// Returns how the image shows a move.
    pub(super) fn turned(&self, mv: u8, image: u8) -> u8 {
        self.0[usize::from(image)].points.get(usize::from(mv)).map_or(mv, |&at| at)
    }

    /// Returns the move that the image shows as `mv`.
    pub(super) fn turned_back(&self, mv: u8, image: u8) -> u8 {
        let points = &self.0[usize::from(image)].points;
        points.iter().position(|&turned| turned == mv).map_or(mv, |at| at as u8)
    }
}

impl Image {
    #[inline(always)]
    fn of(&self, position: &Tiny) -> Tiny {
        let turn = |set: u32| {
            let bytes = set.to_le_bytes().map(usize::from);
            self.sets[0][bytes[0]]
                | self.sets[1][bytes[1]]
                | self.sets[2][bytes[2]]
                | self.sets[3][bytes[3]]
        };
        let ko = match position.ko {
            NONE => NONE,
            at => self.points[usize::from(at)],
        };
        Tiny { stones: position.stones.map(turn), ko, ..*position }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every image of a position has its key, and the moves of one are those of the other turned.
    #[test]
    fn images_of_a_position_share_its_key() {
        for (width, height, ways) in [(4, 4, 8), (5, 4, 4)] {
            let grid = Grid::new(width, height).unwrap();
            let images = Images::new(&grid);
            assert_eq!(images.0.len(), ways);
            let mut position =
                Tiny { stones: [0b1_0010, 0b1000_0100], ko: NONE, side: 1, passed: false };
            for ko in [NONE, 0, 9] {
                position.ko = ko;
                let (key, smallest) = images.key(&position);
                for image in &images.0 {
                    assert_eq!(images.key(&image.of(&position)).0, key);
                }
                let turned = images.all(&position);
                for mv in (0..16).chain([NONE]) {
                    let after = match mv {
                        NONE => Some(position.pass()),
                        _ if position.empty(&grid) >> mv & 1 == 0 => None,
                        _ => position.place(&grid, mv),
                    };
                    let Some(after) = after else { continue };
                    assert_eq!(
                        images.key_after(&turned, &position, mv, &after),
                        images.key(&after)
                    );
                }
                for mv in [0, 5, 9, NONE] {
                    assert_eq!(images.turned_back(images.turned(mv, smallest), smallest), mv);
                }
            }
        }
    }
}
