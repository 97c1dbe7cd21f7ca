//! Codes of a point's patterns without their order: what lies along four lines is worth the same however the board is
//! turned.

use std::sync::OnceLock;

use crate::renju::pattern::class::Class;

/// Ways to choose four classes when their order does not matter.
pub const COUNT: usize = 3060;
const _: () = assert!(
    COUNT == Class::COUNT * (Class::COUNT + 1) * (Class::COUNT + 2) * (Class::COUNT + 3) / 24
);

/// Codes and what they stand for.
pub struct Codes {
    /// By the classes along the four directions, four bits each.
    pub of_key: Vec<u16>,
    /// The classes of each code, the greatest first.
    pub classes: Vec<[Class; 4]>,
}

/// Returns the codes.
#[must_use]
pub fn codes() -> &'static Codes {
    static CODES: OnceLock<Codes> = OnceLock::new();
    CODES.get_or_init(|| {
        let mut classes = Vec::with_capacity(COUNT);
        let mut of_sorted = vec![0; 1 << 16];
        for a in 0..Class::COUNT {
            for b in 0..=a {
                for c in 0..=b {
                    for d in 0..=c {
                        of_sorted[a << 12 | b << 8 | c << 4 | d] = classes.len() as u16;
                        classes.push([a, b, c, d].map(|class| Class::ALL[class]));
                    }
                }
            }
        }
        let of_key = (0..=u16::MAX)
            .map(|key| {
                let mut four = [0, 4, 8, 12].map(|shift| Class::of_bits(key >> shift) as usize);
                four.sort_unstable_by(|a, b| b.cmp(a));
                of_sorted[four[0] << 12 | four[1] << 8 | four[2] << 4 | four[3]]
            })
            .collect();
        Codes { of_key, classes }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_do_not_know_the_order_of_the_lines() {
        let codes = codes();
        assert_eq!(codes.classes.len(), COUNT);
        assert_eq!(codes.of_key[0x1234], codes.of_key[0x4312]);
        assert_ne!(codes.of_key[0x1234], codes.of_key[0x1233]);
        for (code, classes) in codes.classes.iter().enumerate() {
            let key = classes.iter().fold(0u16, |key, &class| key << 4 | class as u16);
            assert_eq!(usize::from(codes.of_key[usize::from(key)]), code);
        }
    }
}
