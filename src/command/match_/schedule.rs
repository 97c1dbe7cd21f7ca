//! Who plays whom, from which opening, in which order.

use crate::command::shard::Shard;

/// One game to play. Numbers count from 1 over the whole match, whichever part of it is played here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Job {
    pub(super) game: u64,
    pub(super) pair: u64,
    /// Index of the opening.
    pub(super) opening: usize,
    /// Index of the engine that plays Black.
    pub(super) black: usize,
    /// Index of the engine that plays White.
    pub(super) white: usize,
}

/// Returns the pairings, by index.
pub(super) fn pairings(n_engines: usize, gauntlet: bool) -> Vec<(usize, usize)> {
    let firsts = if gauntlet { 0..1 } else { 0..n_engines };
    firsts.flat_map(|first| (first + 1..n_engines).map(move |second| (first, second))).collect()
}

/// Lists the games: round by round every pairing plays one opening, each twice with colours changed.
pub(super) fn jobs(
    pairings: &[(usize, usize)],
    games_each: u64,
    n_openings: usize,
    shard: Option<Shard>,
) -> Vec<Job> {
    let mut jobs = Vec::new();
    let mut pair = 0;
    for round in 0..games_each / 2 {
        for &(first, second) in pairings {
            pair += 1;
            if shard.is_some_and(|shard| !shard.contains(pair)) {
                continue;
            }
            let opening = (round % n_openings.max(1) as u64) as usize;
            jobs.push(Job { game: 2 * pair - 1, pair, opening, black: first, white: second });
            jobs.push(Job { game: 2 * pair, pair, opening, black: second, white: first });
        }
    }
    jobs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_with_both_colours() {
        assert_eq!(pairings(3, false), [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(pairings(3, true), [(0, 1), (0, 2)]);
        let jobs = jobs(&pairings(3, false), 4, 5, None);
        assert_eq!(jobs.len(), 12);
        for (first, second) in [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)] {
            let met: Vec<usize> = jobs
                .iter()
                .filter(|job| (job.black, job.white) == (first, second))
                .map(|job| job.opening)
                .collect();
            assert_eq!(met, [0, 1]);
        }
        let numbers: Vec<u64> = jobs.iter().map(|job| job.game).collect();
        assert_eq!(numbers, (1..=12).collect::<Vec<_>>());
    }

    #[test]
    fn shards_make_the_whole() {
        let pairings = pairings(2, false);
        let whole = jobs(&pairings, 14, 3, None);
        let mut parts: Vec<Job> = (1..=3)
            .flat_map(|index| jobs(&pairings, 14, 3, Some(Shard { index, count: 3 })))
            .collect();
        parts.sort_by_key(|job| job.game);
        assert_eq!(parts, whole);
    }
}
