//! Every kernel compiled for this processor equals the portable one, and that one a walk by hand.

use heibai::othello::kernel::{self, portable};
use proptest::prelude::*;

use crate::portable::boards;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn flip_matches_portable((player, opponent) in boards(), square in 0usize..64) {
        let (player, opponent) = (player & !(1 << square), opponent & !(1 << square));
        prop_assert_eq!(
            kernel::flip(square, player, opponent),
            portable::flip(square, player, opponent)
        );
    }

    #[test]
    fn mobility_matches_portable((player, opponent) in boards()) {
        prop_assert_eq!(kernel::mobility(player, opponent), portable::mobility(player, opponent));
    }

    #[test]
    fn count_last_flips_match_portable(player: u64, square in 0usize..64) {
        let player = player & !(1 << square);
        prop_assert_eq!(
            kernel::count_last_flips(square, player),
            portable::count_last_flips(square, player)
        );
    }

    #[test]
    fn mobility_is_where_a_flip_is((player, opponent) in boards()) {
        let moves = portable::mobility(player, opponent);
        for square in 0..64 {
            let empty = (player | opponent) & (1 << square) == 0;
            let legal = empty && portable::flip(square, player, opponent) != 0;
            prop_assert_eq!(moves & (1 << square) != 0, legal);
        }
    }
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// The AVX2 kernel is tested where a wider one is in use, too.
    #[test]
    #[allow(unsafe_code)]
    fn avx2_flip_matches_portable((player, opponent) in boards(), square in 0usize..64) {
        let (player, opponent) = (player & !(1 << square), opponent & !(1 << square));
        // SAFETY: compiled only where AVX2 is present.
        let flipped = unsafe { kernel::avx2::flip(square, player, opponent) };
        prop_assert_eq!(flipped, portable::flip(square, player, opponent));
    }
}
