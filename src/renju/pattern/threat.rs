//! What a stone makes along all four lines together.

use crate::renju::pattern::class::Class;

/// What a stone on an empty point threatens, from the least on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Threat {
    /// Nothing that matters.
    Nothing,
    /// Ones and blocked twos.
    Weak,
    /// One open two or blocked three.
    Two,
    /// Several of them.
    Twos,
    /// An open three.
    Three,
    /// An open three and something smaller.
    ThreeMore,
    /// Several open threes.
    Threes,
    /// A four.
    Four,
    /// A four and an open two or blocked three.
    FourMore,
    /// A four and an open three.
    FourThree,
    /// A four that one stone cannot stop: a straight one, or several.
    StraightFour,
    /// A row that wins.
    Five,
    /// An overline or two fours, where they are forbidden.
    Forbidden,
}

impl Threat {
    /// How many there are.
    pub const COUNT: usize = 13;

    /// Every threat, the least first.
    pub const ALL: [Threat; Threat::COUNT] = [
        Threat::Nothing,
        Threat::Weak,
        Threat::Two,
        Threat::Twos,
        Threat::Three,
        Threat::ThreeMore,
        Threat::Threes,
        Threat::Four,
        Threat::FourMore,
        Threat::FourThree,
        Threat::StraightFour,
        Threat::Five,
        Threat::Forbidden,
    ];

    /// Returns the threat of a table's entry.
    #[must_use]
    pub(super) fn of_entry(entry: u8) -> Self {
        Threat::ALL[usize::from(entry & 15).min(Threat::COUNT - 1)]
    }
}

/// Returns what the classes along four lines come to, with Black's forbidden shapes or without.
#[must_use]
pub fn threat_of(classes: &[Class; 4], forbidden: bool) -> Threat {
    let key = classes.iter().fold(0, |key, &class| key << 4 | class as u16);
    Threat::of_entry(entry(key, forbidden))
}

/// Marks an entry whose threes may make the point a forbidden double-three.
pub(super) const DOUBTFUL: u8 = 0x40;

/// Builds the table by the classes of the four directions, four bits each.
pub(super) fn table(forbidden: bool) -> Vec<u8> {
    (0..=u16::MAX).map(|key| entry(key, forbidden)).collect()
}

fn entry(key: u16, forbidden: bool) -> u8 {
    let mut count = [0u8; Class::COUNT];
    for direction in 0..4 {
        count[Class::of_bits(key >> (4 * direction)) as usize] += 1;
    }
    let count = |class: Class| count[class as usize];
    if count(Class::Five) > 0 {
        return Threat::Five as u8;
    }
    let straight = count(Class::StraightFour);
    let fours = count(Class::Four) + straight + 2 * count(Class::DoubleFour);
    if forbidden && (count(Class::Overline) > 0 || fours > 1) {
        return Threat::Forbidden as u8;
    }
    let threes = count(Class::Three) + count(Class::OpenThree);
    let twos =
        count(Class::TwoA) + count(Class::TwoB) + count(Class::TwoC) + count(Class::BlockedThree);
    let weak = count(Class::One) + count(Class::BlockedTwo);
    let threat = match (fours, threes, twos) {
        (1.., ..) if straight > 0 || fours > 1 => Threat::StraightFour,
        (1, 1.., _) => Threat::FourThree,
        (1, _, 1..) => Threat::FourMore,
        (1, ..) => Threat::Four,
        (_, 2.., _) => Threat::Threes,
        (_, 1, 1..) => Threat::ThreeMore,
        (_, 1, _) => Threat::Three,
        (.., 2..) => Threat::Twos,
        (.., 1) => Threat::Two,
        _ if weak > 0 => Threat::Weak,
        _ => Threat::Nothing,
    };
    let doubtful = if forbidden && threes > 1 { DOUBTFUL } else { 0 };
    threat as u8 | doubtful
}
