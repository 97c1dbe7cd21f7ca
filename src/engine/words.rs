//! What a game is called and how its moves are written, for protocols that have words of their own for it.

/// What a protocol must know of a game.
#[derive(Debug, PartialEq, Eq)]
pub struct GameWords {
    /// Its name here, in lower case, as [`Engine::game`](crate::engine::Engine::game) returns it.
    pub name: &'static str,
    /// Its name as GTP programs write it.
    pub title: &'static str,
    /// Other names that clients know it by, in lower case.
    pub aliases: &'static [&'static str],
    /// Whether the letters of the columns leave out the i, as those of GTP do.
    pub skips_i: bool,
    /// Whether it is the game that GTP was made for, with handicaps, komi and dead stones.
    pub is_go: bool,
}

impl GameWords {
    /// Returns whether the game is called `name`, in any case.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        let mut names = self.aliases.iter().chain([&self.name]);
        names.any(|known| known.eq_ignore_ascii_case(name))
    }
}
