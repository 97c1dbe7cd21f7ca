//! Reading and writing positions and games: one file a notation.
//!
//! Every parser is total and says what it did not understand and where. Must not know sessions or protocols.
