//! The stones a manager has told of, and points as it writes them: `x,y` from 0, the top left corner being `0,0`.

use std::fmt::Write as _;

use crate::game::Color;

/// The sizes a board may have.
pub(super) const SIZES: std::ops::RangeInclusive<u8> = 5..=20;

/// A point as managers count them: columns from the left, rows from the top, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) x: u8,
    pub(super) y: u8,
}

impl Spot {
    /// Reads two numbers apart by a comma or blanks, and what follows them; `None` outside the board.
    pub(super) fn read(text: &str, size: u8) -> Option<(Spot, Option<i64>)> {
        let words = text.split([',', ' ', '\t']).map(str::trim).filter(|word| !word.is_empty());
        let mut numbers = words.map(|word| word.parse::<i64>().ok());
        let mut next = || numbers.next().flatten();
        let on_board = |number: i64| u8::try_from(number).ok().filter(|&number| number < size);
        let (x, y) = (next().and_then(on_board)?, next().and_then(on_board)?);
        let field = match numbers.next() {
            None => None,
            Some(field) => Some(field?),
        };
        numbers.next().is_none().then_some((Spot { x, y }, field))
    }

    /// Reads a point in the engine's words, `h8`.
    pub(super) fn of_engine(text: &str, size: u8) -> Option<Spot> {
        let (letter, row) = text.split_at_checked(1)?;
        let x = letter.bytes().next()?.to_ascii_lowercase().checked_sub(b'a')?;
        let y = size.checked_sub(row.parse().ok()?)?;
        (x < size && y < size).then_some(Spot { x, y })
    }

    /// Writes the point in the engine's words.
    pub(super) fn to_engine(self, size: u8) -> String {
        format!("{}{}", char::from(b'a' + self.x), u16::from(size) - u16::from(self.y))
    }
}

impl std::fmt::Display for Spot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// The stones on the board, in the order they came, and the colour of the next one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stones {
    pub(super) size: u8,
    stones: Vec<(Spot, Color)>,
    pub(super) next: Color,
}

impl Stones {
    pub(super) fn new(size: u8) -> Self {
        Stones { size, stones: Vec::new(), next: Color::Black }
    }

    pub(super) fn count(&self) -> usize {
        self.stones.len()
    }

    pub(super) fn holds(&self, spot: Spot) -> bool {
        self.stones.iter().any(|&(known, _)| known == spot)
    }

    /// Puts a stone of the next colour; `false` where one stands.
    pub(super) fn put(&mut self, spot: Spot) -> bool {
        let free = !self.holds(spot);
        if free {
            self.stones.push((spot, self.next));
            self.next = !self.next;
        }
        free
    }

    /// Takes a stone off; its colour is next. `false` where none stands.
    pub(super) fn lift(&mut self, spot: Spot) -> bool {
        let Some(at) = self.stones.iter().position(|&(known, _)| known == spot) else {
            return false;
        };
        self.next = self.stones.remove(at).1;
        true
    }

    /// Takes the stones over that a manager lists as one's own and the other side's; one's own colour is next.
    ///
    /// Black is the side with more stones, where both have as many the one that is next.
    pub(super) fn take_over(&mut self, listed: &[(Spot, bool)]) {
        let own = listed.iter().filter(|(_, own)| *own).count();
        let color = if own * 2 < listed.len() { Color::White } else { Color::Black };
        self.stones =
            listed.iter().map(|&(spot, own)| (spot, if own { color } else { !color })).collect();
        self.next = color;
    }

    /// Returns the last of the moves of `path`, Black's first, if the moves before it and nothing else stand here.
    pub(super) fn end_of(&self, path: &[Spot]) -> Option<Spot> {
        let (&last, before) = path.split_last()?;
        let colors = [Color::Black, Color::White].into_iter().cycle();
        let stands = |pair: (&Spot, Color)| self.stones.contains(&(*pair.0, pair.1));
        (before.len() == self.stones.len() && before.iter().zip(colors).all(stands)).then_some(last)
    }

    /// Writes rows from the top, `x` Black, `o` White, and the colour that is next.
    pub(super) fn fen(&self) -> String {
        let mut text = String::new();
        for y in 0..self.size {
            let mut empty = 0;
            if y > 0 {
                text.push('/');
            }
            for x in 0..self.size {
                let spot = Spot { x, y };
                match self.stones.iter().find(|&&(known, _)| known == spot) {
                    None => empty += 1,
                    Some((_, color)) => {
                        if empty > 0 {
                            // Writing to a string cannot fail, here and below.
                            let _ = write!(text, "{empty}");
                            empty = 0;
                        }
                        text.push(color.letter().to_ascii_lowercase());
                    }
                }
            }
            if empty > 0 {
                let _ = write!(text, "{empty}");
            }
        }
        text.push_str(if self.next == Color::Black { " b" } else { " w" });
        text
    }

    /// Writes the stones in the order they came, in the engine's words.
    pub(super) fn line(&self) -> String {
        let words: Vec<String> =
            self.stones.iter().map(|(spot, _)| spot.to_engine(self.size)).collect();
        words.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_counted_from_the_top_left() {
        for (text, engine) in [("0,0", "a15"), ("14,14", "o1"), ("7,7", "h8"), (" 8 , 0 ", "i15")] {
            let spot = Spot::read(text, 15).map(|(spot, _)| spot);
            assert_eq!(spot.map(|spot| spot.to_engine(15)).as_deref(), Some(engine), "{text}");
            assert_eq!(Spot::of_engine(engine, 15), spot);
        }
        for text in
            ["", "7", "15,0", "0,15", "-1,0", "a,b", "7,7,1,1", "7,7,x", "999999999999999999999,1"]
        {
            assert_eq!(Spot::read(text, 15), None, "{text}");
        }
        for text in ["", "h", "h0", "h16", "p1", "é1", "h-1"] {
            assert_eq!(Spot::of_engine(text, 15), None, "{text}");
        }
    }

    #[test]
    fn a_path_ends_where_its_other_moves_stand() {
        let spot = |x, y| Spot { x, y };
        let path = [spot(7, 7), spot(8, 8), spot(9, 9)];
        let mut stones = Stones::new(15);
        assert_eq!((stones.end_of(&path), stones.end_of(&path[..1])), (None, Some(spot(7, 7))));
        // In another order the same stones stand, but not with the colours exchanged.
        stones.take_over(&[(spot(8, 8), false), (spot(7, 7), true)]);
        assert_eq!(stones.end_of(&path), Some(spot(9, 9)));
        stones.take_over(&[(spot(8, 8), true), (spot(7, 7), false)]);
        assert_eq!((stones.end_of(&path), stones.end_of(&[])), (None, None));
    }

    #[test]
    fn stones_are_written_as_the_engine_reads_them() {
        let mut stones = Stones::new(5);
        for (x, y) in [(2, 2), (3, 1), (0, 4)] {
            assert!(stones.put(Spot { x, y }));
        }
        assert!(!stones.put(Spot { x: 2, y: 2 }));
        assert_eq!(stones.fen(), "5/3o1/2x2/5/x4 w");
        assert_eq!(stones.line(), "c3 d4 a1");
        assert!(stones.lift(Spot { x: 0, y: 4 }));
        assert_eq!(stones.fen(), "5/3o1/2x2/5/5 b");
        let listed = [
            (Spot { x: 0, y: 0 }, false),
            (Spot { x: 1, y: 0 }, true),
            (Spot { x: 2, y: 0 }, false),
        ];
        stones.take_over(&listed);
        assert_eq!(stones.fen(), "xox2/5/5/5/5 w");
        stones.take_over(&listed[..2]);
        assert_eq!(stones.fen(), "ox3/5/5/5/5 b");
    }
}
