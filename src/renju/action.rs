//! What a player may do: put a stone, pass, swap, declare, offer, choose, claim, offer a draw, resign.

use std::fmt;

use crate::renju::{Kind, Point};

/// The most fifth moves offered at once.
const MOST: usize = 12;

/// A few points in the order they were named.
///
/// # Examples
/// ```
/// use heibai::renju::{Point, Points};
/// let mut points = Points::default();
/// assert!(points.push(Point::centre(15)));
/// assert_eq!(points.to_string(), "h8");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Points {
    points: [Option<Point>; MOST],
}

impl Points {
    /// Adds a point; `false` if there is no room.
    pub fn push(&mut self, point: Point) -> bool {
        match self.points.iter_mut().find(|free| free.is_none()) {
            Some(free) => {
                *free = Some(point);
                true
            }
            None => false,
        }
    }

    /// Returns the points.
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        self.points.iter().flatten().copied()
    }

    /// Returns how many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Returns whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.points[0].is_none()
    }

    /// Returns whether a point is among them.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        self.iter().any(|known| known == point)
    }
}

impl FromIterator<Point> for Points {
    /// Takes the first points, as many as there is room for.
    fn from_iter<I: IntoIterator<Item = Point>>(iter: I) -> Self {
        let mut points = Points::default();
        for point in iter {
            points.push(point);
        }
        points
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.iter().map(|point| point.to_string()).collect();
        f.pad(&names.join(" "))
    }
}

impl fmt::Debug for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Puts a stone of the colour that is next.
    Place(Point),
    /// Gives the turn up.
    Pass,
    /// Exchanges the colours.
    Swap,
    /// Leaves the colours as they are.
    NoSwap,
    /// Says how many fifth moves will be offered.
    Declare(u8),
    /// Offers fifth moves.
    Offer(Points),
    /// Keeps one of the fifth moves offered.
    Choose(Point),
    /// White points out a forbidden stone, any that can still be claimed or the one named.
    Claim(Option<Point>),
    /// Offers a draw after one's own move, or accepts the opponent's offer.
    Draw,
    /// The side to move gives up.
    Resign,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Action::Place(point) => point.to_string(),
            Action::Pass => "pass".to_owned(),
            Action::Swap => "swap".to_owned(),
            Action::NoSwap => "noswap".to_owned(),
            Action::Declare(count) => format!("declare {count}"),
            Action::Offer(points) => format!("offer {points}"),
            Action::Choose(point) => format!("choose {point}"),
            Action::Claim(None) => "claim".to_owned(),
            Action::Claim(Some(point)) => format!("claim {point}"),
            Action::Draw => "draw".to_owned(),
            Action::Resign => "resign".to_owned(),
        };
        f.pad(&text)
    }
}

/// Why an action was refused; nothing has then changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// The point lies outside the board.
    #[error("the point is outside the board")]
    Outside,
    /// The point holds a stone.
    #[error("the point is occupied")]
    Occupied,
    /// The opening prescribes another place.
    #[error("the opening wants a stone within the {0}×{0} points around the centre")]
    OutsideOpening(u8),
    /// The opening prescribes another action.
    #[error("the opening wants {0}")]
    WrongStep(&'static str),
    /// So many fifth moves are wanted.
    #[error("the opening wants {0} fifth moves")]
    WrongCount(u8),
    /// The number declared is out of range.
    #[error("the opening wants a number from {0} to {1}")]
    OutOfRange(u8, u8),
    /// Two fifth moves look the same.
    #[error("the fifth moves {0} and {1} are symmetric")]
    Symmetric(Point, Point),
    /// The point was not offered.
    #[error("the point was not offered")]
    NotOffered,
    /// The opening is over.
    #[error("the opening is over")]
    NoStep,
    /// One may not pass now.
    #[error("a pass is not allowed here")]
    NoPass,
    /// There is no forbidden stone to point out, or its claim has lapsed.
    #[error("there is no forbidden stone to claim")]
    NothingToClaim,
    /// The board is full: White claims or passes.
    #[error("the board is full, only a claim or a pass is left")]
    Full,
    /// A draw is offered after one's own move only.
    #[error("a draw is offered after one's own move and before pressing the clock")]
    DrawTooLate,
    /// One side has offered too often.
    #[error("too many draws have been offered, at most {0} more than the opponent's")]
    TooManyOffers(u8),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// A row of five, or for White of more.
    Five,
    /// A forbidden stone, pointed out or in strict play.
    Forbidden(Kind),
    /// Resignation.
    Resignation,
    /// The time was used up.
    Time,
    /// A player came too late.
    Absence,
    /// A second violation.
    Violations,
    /// Both players agreed on the result.
    Agreement,
    /// Both passed in succession.
    Passes,
    /// No empty point is left.
    FullBoard,
    /// A draw was offered and accepted.
    DrawOffer,
    /// The number of stones that ends a game was reached.
    MoveLimit,
    /// Both clocks had run out and nobody knows which first.
    BothFlags,
    /// The board was disturbed and cannot be set up again.
    Disturbed,
}

impl Reason {
    /// Every reason with its words.
    const WORDS: [(Reason, &'static str); 15] = [
        (Reason::Five, "five"),
        (Reason::Forbidden(Kind::Overline), "forbidden overline"),
        (Reason::Forbidden(Kind::FourFour), "forbidden 44"),
        (Reason::Forbidden(Kind::ThreeThree), "forbidden 33"),
        (Reason::Resignation, "resignation"),
        (Reason::Time, "time"),
        (Reason::Absence, "absence"),
        (Reason::Violations, "two violations"),
        (Reason::Agreement, "agreement"),
        (Reason::Passes, "two passes"),
        (Reason::FullBoard, "full board"),
        (Reason::DrawOffer, "draw offer"),
        (Reason::MoveLimit, "move limit"),
        (Reason::BothFlags, "both flags"),
        (Reason::Disturbed, "disturbed board"),
    ];

    /// Returns the words.
    #[must_use]
    pub fn words(self) -> &'static str {
        Reason::WORDS.iter().find(|(reason, _)| *reason == self).map_or("", |(_, words)| words)
    }

    /// Reads the words.
    #[must_use]
    pub fn from_words(words: &str) -> Option<Self> {
        let found = Reason::WORDS.iter().find(|(_, known)| known.eq_ignore_ascii_case(words));
        found.map(|&(reason, _)| reason)
    }
}
