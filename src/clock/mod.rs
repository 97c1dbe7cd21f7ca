//! Time: what clocks say, how much of it a move may use, and a clock that tests can turn.
//!
//! Must not know any game, protocol or thread.
