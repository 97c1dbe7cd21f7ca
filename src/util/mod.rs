//! Small services that know nothing of games.
