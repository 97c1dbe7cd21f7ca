//! The single integration test binary.

mod cli;
mod kernels;
mod laws;
mod notation;
mod perft;
mod portable;
mod random_game;
mod rules_othello;
mod solver;
mod tidy;
