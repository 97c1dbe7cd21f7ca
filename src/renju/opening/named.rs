//! The 26 named openings, recognised however the board is turned.

use crate::renju::Point;
use crate::renju::opening::symmetry::turned;

/// How the two black stones of an opening stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// On one line with one point between: 间.
    Gap,
    /// A knight's move apart: 桂.
    Knight,
    /// Next to each other on a line: 连.
    Adjacent,
}

impl Relation {
    /// Returns the document's word.
    #[must_use]
    pub const fn chinese(self) -> &'static str {
        match self {
            Relation::Gap => "间",
            Relation::Knight => "桂",
            Relation::Adjacent => "连",
        }
    }

    /// Returns the relation of two stones, if it is one of these.
    #[must_use]
    pub fn of(a: Point, b: Point) -> Option<Self> {
        let (dx, dy) = (a.col().abs_diff(b.col()), a.row().abs_diff(b.row()));
        match (dx.min(dy), dx.max(dy)) {
            (0 | 2, 2) => Some(Relation::Gap),
            (1, 2) => Some(Relation::Knight),
            (0 | 1, 1) => Some(Relation::Adjacent),
            _ => None,
        }
    }
}

/// A named opening.
///
/// # Examples
/// ```
/// use heibai::renju::opening::named;
/// let point = |text: &str| text.parse().unwrap();
/// let opening = named::recognise([point("h8"), point("g8"), point("g9")], 15).unwrap();
/// assert_eq!((opening.code(), opening.romaji, opening.chinese), ("D4".into(), "Kagetsu", "花月"));
/// assert!(!opening.is_star() && opening.is_direct);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// Whether White's stone touches the first along a row or column (直指) rather than a diagonal (斜指).
    pub is_direct: bool,
    /// 1 to 13 among those.
    pub number: u8,
    /// Column and row of the third stone from the centre, the second being above or right above it.
    third: (i8, i8),
    /// The Japanese name.
    pub romaji: &'static str,
    /// The Chinese name.
    pub chinese: &'static str,
}

impl Named {
    /// Returns `D1` to `D13` or `I1` to `I13`.
    #[must_use]
    pub fn code(&self) -> String {
        format!("{}{}", if self.is_direct { 'D' } else { 'I' }, self.number)
    }

    /// Returns how the black stones stand to each other.
    #[must_use]
    pub fn relation(&self) -> Relation {
        let (x, y) = (self.third.0.unsigned_abs(), self.third.1.unsigned_abs());
        match (x.min(y), x.max(y)) {
            (_, 0 | 1) => Relation::Adjacent,
            (1, _) => Relation::Knight,
            _ => Relation::Gap,
        }
    }

    /// Returns whether the name ends in 星, star, as those of a gap do, and not in 月, moon.
    #[must_use]
    pub fn is_star(&self) -> bool {
        self.relation() == Relation::Gap
    }

    /// Returns the three stones around the centre of a board.
    #[must_use]
    pub fn stones(&self, size: u8) -> [Point; 3] {
        let centre = Point::centre(size);
        let at = |x: i8, y: i8| centre.offset(i32::from(x), i32::from(y), size).unwrap_or(centre);
        [centre, at(i8::from(!self.is_direct), 1), at(self.third.0, self.third.1)]
    }
}

const fn direct(number: u8, third: (i8, i8), romaji: &'static str, chinese: &'static str) -> Named {
    Named { is_direct: true, number, third, romaji, chinese }
}

const fn indirect(
    number: u8,
    third: (i8, i8),
    romaji: &'static str,
    chinese: &'static str,
) -> Named {
    Named { is_direct: false, number, third, romaji, chinese }
}

/// All of them, direct ones first.
///
/// # Source
/// The diagrams of the document, numbered as RIF does.
pub const ALL: [Named; 26] = [
    direct(1, (0, 2), "Kansei", "寒星"),
    direct(2, (1, 2), "Keigetsu", "溪月"),
    direct(3, (2, 2), "Sosei", "疏星"),
    direct(4, (1, 1), "Kagetsu", "花月"),
    direct(5, (2, 1), "Zangetsu", "残月"),
    direct(6, (1, 0), "Ugetsu", "雨月"),
    direct(7, (2, 0), "Kinsei", "金星"),
    direct(8, (0, -1), "Shogetsu", "松月"),
    direct(9, (1, -1), "Kyugetsu", "丘月"),
    direct(10, (2, -1), "Shingetsu", "新月"),
    direct(11, (0, -2), "Zuisei", "瑞星"),
    direct(12, (1, -2), "Sangetsu", "山月"),
    direct(13, (2, -2), "Yusei", "游星"),
    indirect(1, (2, 2), "Chosei", "长星"),
    indirect(2, (2, 1), "Kyogetsu", "峡月"),
    indirect(3, (2, 0), "Kosei", "恒星"),
    indirect(4, (2, -1), "Suigetsu", "水月"),
    indirect(5, (2, -2), "Ryusei", "流星"),
    indirect(6, (1, 0), "Ungetsu", "云月"),
    indirect(7, (1, -1), "Hogetsu", "浦月"),
    indirect(8, (1, -2), "Rangetsu", "岚月"),
    indirect(9, (0, -1), "Gingetsu", "银月"),
    indirect(10, (0, -2), "Myojo", "明星"),
    indirect(11, (-1, -1), "Shagetsu", "斜月"),
    indirect(12, (-1, -2), "Meigetsu", "名月"),
    indirect(13, (-2, -2), "Suisei", "彗星"),
];

/// Returns the opening that three stones make, black, white and black, whichever of the eight ways the board is seen.
///
/// The two black stones may have been put in either order only if the first is on the centre.
#[must_use]
pub fn recognise(stones: [Point; 3], size: u8) -> Option<&'static Named> {
    (0..8).find_map(|which| {
        let seen = stones.map(|stone| turned(stone, which, size));
        ALL.iter().find(|named| named.stones(size) == seen)
    })
}
