//! The single integration test binary.

mod cassio;
mod cli;
mod client;
mod clock;
mod convert;
mod go_board;
mod gtp;
mod hostile;
mod kernels;
mod laws;
mod match_;
mod nboard;
mod notation;
mod perft;
mod portable;
mod protocol_md;
mod random_game;
mod renju_engine;
mod renju_game;
mod renju_record;
mod rules_othello;
mod rules_renju;
mod session;
mod solver;
mod stability;
mod tidy;
