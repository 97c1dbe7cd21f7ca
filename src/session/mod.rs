//! One client served from first line to last: the state machine between protocol and engine.
//!
//! Owns every thread but the search pool's, the clock and the engine's turn; must not know any concrete game
//! outside `registry`, nor any protocol's words.
