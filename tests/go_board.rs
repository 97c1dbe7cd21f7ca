//! The Go board against a slow twin that walks over every chain afresh.

use heibai::game::{Color, PlayError};
use heibai::go::{Board, Point, PointSet};
use proptest::prelude::*;

type Spot = (usize, usize);

/// A board as the rules tell it, without anything kept from move to move but the ko.
#[derive(Clone)]
pub(crate) struct Twin {
    pub(crate) cells: Vec<Vec<Option<Color>>>,
    pub(crate) prisoners: [usize; 2],
    /// Who may not play where.
    pub(crate) ko: Option<(Color, Spot)>,
}

impl Twin {
    pub(crate) fn new(width: usize, height: usize) -> Self {
        Twin { cells: vec![vec![None; width]; height], prisoners: [0; 2], ko: None }
    }

    fn around(&self, (x, y): Spot) -> Vec<Spot> {
        let mut around = Vec::new();
        if x > 0 {
            around.push((x - 1, y));
        }
        if y > 0 {
            around.push((x, y - 1));
        }
        if x + 1 < self.cells[0].len() {
            around.push((x + 1, y));
        }
        if y + 1 < self.cells.len() {
            around.push((x, y + 1));
        }
        around
    }

    /// Returns the stones of the chain at a point and its liberties.
    fn chain(&self, start: Spot) -> (Vec<Spot>, Vec<Spot>) {
        let color = self.cells[start.1][start.0];
        let (mut stones, mut liberties) = (vec![start], Vec::new());
        let mut next = 0;
        while let Some(&stone) = stones.get(next) {
            next += 1;
            for beside in self.around(stone) {
                let cell = self.cells[beside.1][beside.0];
                if cell == color && !stones.contains(&beside) {
                    stones.push(beside);
                } else if cell.is_none() && !liberties.contains(&beside) {
                    liberties.push(beside);
                }
            }
        }
        (stones, liberties)
    }

    /// Plays a move, or returns why it may not be played; the twin is then spoilt.
    pub(crate) fn play(&mut self, color: Color, at: Spot) -> Result<usize, PlayError> {
        if self.cells[at.1][at.0].is_some() {
            return Err(PlayError::Occupied);
        }
        if self.ko == Some((color, at)) {
            return Err(PlayError::Ko);
        }
        self.cells[at.1][at.0] = Some(color);
        let mut captured = Vec::new();
        for beside in self.around(at) {
            if self.cells[beside.1][beside.0] == Some(!color) {
                let (stones, liberties) = self.chain(beside);
                if liberties.is_empty() {
                    for &(x, y) in &stones {
                        self.cells[y][x] = None;
                    }
                    captured.extend(stones);
                }
            }
        }
        let (stones, liberties) = self.chain(at);
        if liberties.is_empty() {
            return Err(PlayError::Suicide);
        }
        self.prisoners[color.index()] += captured.len();
        self.ko = match (&captured[..], stones.len(), liberties.len()) {
            (&[taken], 1, 1) => Some((!color, taken)),
            _ => None,
        };
        Ok(captured.len())
    }
}

fn point((x, y): Spot) -> Point {
    Point::new(x as u8, y as u8).expect("a point")
}

/// Checks all that the board says of its points against the twin.
fn check(board: &Board, twin: &Twin) {
    let mut chains = 0;
    for (y, row) in twin.cells.iter().enumerate() {
        for (x, &cell) in row.iter().enumerate() {
            let here = point((x, y));
            assert_eq!(board.color_at(here), cell, "{here} on\n{board}");
            for color in Color::ALL {
                let expected = twin.clone().play(color, (x, y)).err();
                assert_eq!(board.check(color, here).err(), expected, "{color} {here} on\n{board}");
            }
            let Some(color) = cell else { continue };
            let (stones, liberties) = twin.chain((x, y));
            let set =
                |points: &[Spot]| -> PointSet { points.iter().map(|&at| point(at)).collect() };
            let chain = board.chain_at(here).expect("a chain");
            assert_eq!(chain.color, color);
            assert_eq!(chain.stones, set(&stones), "{here} on\n{board}");
            assert_eq!(chain.liberties, set(&liberties), "{here} on\n{board}");
            assert_eq!(board.liberties(here), liberties.len());
            assert_eq!(board.chain_stones(here).collect::<PointSet>(), chain.stones);
            let single = (liberties.len() == 1).then(|| point(liberties[0]));
            assert_eq!(board.atari(here), single, "{here} on\n{board}");
            chains += usize::from(chain.stones.first() == Some(here));
        }
    }
    assert_eq!(board.chains().len(), chains);
    assert_eq!(board.ko(), twin.ko.map(|(color, at)| (color, point(at))));
    for color in Color::ALL {
        assert_eq!(board.prisoners(color), twin.prisoners[color.index()]);
    }
}

fn of_size(width: u8, height: u8) -> Board {
    Board::rectangle(width, height).expect("a size")
}

/// Plays random legal moves, mostly in turn, and checks the board after each and on the way back.
fn compare(width: u8, height: u8, choices: &[u32], every: usize) {
    let mut board = of_size(width, height);
    let mut twin = Twin::new(usize::from(width), usize::from(height));
    let mut way = Vec::new();
    let mut color = Color::Black;
    for (ply, &choice) in choices.iter().enumerate() {
        let mut legal = board.points().filter(|&at| board.is_legal(color, at)).collect::<Vec<_>>();
        if !legal.is_empty() {
            let at = legal.swap_remove(choice as usize % legal.len());
            let before = board.clone();
            let change = board.play(color, at).expect("a legal move");
            let spot = (usize::from(at.column()), usize::from(at.row()));
            assert_eq!(twin.play(color, spot), Ok(change.captured()), "{color} {at} on\n{before}");
            way.push((before, change));
        } else {
            board.lift_ko();
            twin.ko = None;
        }
        if ply % every == 0 {
            check(&board, &twin);
        }
        if choice >> 29 != 0 {
            color = !color;
        }
    }
    let end = board.clone();
    let from_text: Board = end.to_string().parse().expect("a board prints as one");
    assert_eq!(from_text.hash(), end.hash(), "the hash is that of the stones alone");
    for (before, change) in way.into_iter().rev() {
        board.undo(change);
        assert_eq!(board, before);
        assert_eq!(board.hash(), before.hash());
        assert_eq!(board.chains(), before.chains());
    }
    assert_eq!(board.hash(), of_size(width, height).hash());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn go_board_matches_the_twin(
        width in 2u8..=9,
        height in 2u8..=9,
        choices in prop::collection::vec(any::<u32>(), 0..250),
    ) {
        compare(width, height, &choices, 1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3))]

    #[test]
    fn go_board_matches_the_twin_where_it_is_large(
        size in prop::sample::select(vec![13u8, 19, 21, 25]),
        choices in prop::collection::vec(any::<u32>(), 1200),
    ) {
        compare(size, size, &choices, 40);
    }
}

#[test]
fn go_board_sizes_are_2_to_25() {
    for size in 0..=255 {
        assert_eq!(Board::new(size).is_ok(), (2..=25).contains(&size), "{size}");
    }
    let board = of_size(7, 3);
    assert_eq!((board.points().count(), board.width(), board.height()), (21, 7, 3));
    assert_eq!(board.clone().play(Color::Black, point((7, 0))), Err(PlayError::Outside));
    let corner: Vec<String> =
        board.neighbours(point((6, 2))).map(|point| point.to_string()).collect();
    assert_eq!(corner, ["f3", "g2"]);
}
