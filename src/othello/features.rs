//! The documents' strategic terms, counted on a position.
