//! Who holds Black at first: drawn by stones, by spin, by table or by lot.

use rand::Rng;
use rand::seq::SliceRandom;

use crate::game::Color;

/// What a drawing by stones decides (猜先, 双变单不变).
///
/// # Examples
/// ```
/// use heibai::renju::pairing::{Colours, nigiri};
/// assert_eq!(nigiri(3, 4), Colours::Stay);
/// assert_eq!(nigiri(3, 5), Colours::Exchange);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colours {
    /// They stay as they were.
    Stay,
    /// They are exchanged.
    Exchange,
}

/// Both players show stones: an odd number together leaves the colours, an even one exchanges them (the reverse of Go).
#[must_use]
pub const fn nigiri(one: u32, other: u32) -> Colours {
    if one % 2 == other % 2 { Colours::Exchange } else { Colours::Stay }
}

/// What the winner of a spin may say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spin {
    /// He takes Black.
    TakesBlack,
    /// He takes White.
    TakesWhite,
    /// The other must choose, and chooses this colour for himself.
    OtherTakes(Color),
}

impl Spin {
    /// Returns the winner's colour.
    #[must_use]
    pub fn winner_holds(self) -> Color {
        match self {
            Spin::TakesBlack => Color::Black,
            Spin::TakesWhite => Color::White,
            Spin::OtherTakes(color) => !color,
        }
    }
}

/// One game of a tournament, players counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pairing {
    /// Who holds Black at first.
    pub black: usize,
    /// Who holds White at first.
    pub white: usize,
}

/// Returns the rounds of a round robin: everybody meets everybody once; with an odd number one rests each round.
///
/// Everybody holds each colour as often as the other, or once more.
///
/// # Source
/// The Berger tables of chess tournaments.
#[must_use]
pub fn round_robin(players: usize) -> Vec<Vec<Pairing>> {
    let even = players + players % 2;
    if players < 2 {
        return Vec::new();
    }
    let ring = even - 1;
    (0..ring)
        .map(|round| {
            let mut games = Vec::new();
            // One sits still, the others go round by half a turn each round.
            let home = round * (even / 2) % ring;
            let still = if round % 2 == 0 { (home, ring) } else { (ring, home) };
            games.push(Pairing { black: still.0, white: still.1 });
            for step in 1..even / 2 {
                let (up, down) = ((home + step) % ring, (home + ring - step) % ring);
                games.push(Pairing { black: up, white: down });
            }
            games.retain(|game| game.black < players && game.white < players);
            games
        })
        .collect()
}

/// Draws who meets whom and who holds Black; with an odd number the last drawn rests.
///
/// # Determinism
/// The same generator in the same state draws the same.
pub fn drawn(players: usize, rng: &mut impl Rng) -> Vec<Pairing> {
    let mut order: Vec<usize> = (0..players).collect();
    order.shuffle(rng);
    let pair = |pair: &[usize]| match *pair {
        [black, white] => Some(Pairing { black, white }),
        _ => None,
    };
    order.chunks(2).filter_map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng as _;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn everybody_meets_everybody_with_both_colours() {
        for players in 2..=11 {
            let rounds = round_robin(players);
            assert_eq!(rounds.len(), players - 1 + players % 2);
            let mut met = std::collections::HashSet::new();
            let mut black = vec![0i32; players];
            let mut white = vec![0i32; players];
            for round in &rounds {
                let mut seats = std::collections::HashSet::new();
                for game in round {
                    assert!(seats.insert(game.black) && seats.insert(game.white));
                    assert!(met.insert((game.black.min(game.white), game.black.max(game.white))));
                    black[game.black] += 1;
                    white[game.white] += 1;
                }
            }
            assert_eq!(met.len(), players * (players - 1) / 2);
            for player in 0..players {
                assert!((black[player] - white[player]).abs() <= 1, "{players}: {player}");
            }
        }
        assert!(round_robin(1).is_empty());
    }

    #[test]
    fn spins_and_draws_decide_for_everybody() {
        assert_eq!(Spin::TakesBlack.winner_holds(), Color::Black);
        assert_eq!(Spin::TakesWhite.winner_holds(), Color::White);
        assert_eq!(Spin::OtherTakes(Color::Black).winner_holds(), Color::White);
        let games = drawn(9, &mut ChaCha8Rng::seed_from_u64(1));
        let seats: std::collections::HashSet<usize> =
            games.iter().flat_map(|game| [game.black, game.white]).collect();
        assert_eq!((games.len(), seats.len()), (4, 8));
        assert_eq!(games, drawn(9, &mut ChaCha8Rng::seed_from_u64(1)));
    }
}
