//! What counting, estimating and deciding must give.
