#![deny(unsafe_code, unsafe_op_in_unsafe_fn, clippy::undocumented_unsafe_blocks)]
#![deny(rustdoc::broken_intra_doc_links, clippy::print_stdout, clippy::dbg_macro, clippy::todo)]
#![warn(missing_docs, unreachable_pub)]
//! Heibai (黑白): an engine backend for the black-and-white stone games.
//!
//! This page is the map of the code: what there is, in which order to read it, and the rules that hold everywhere.
//! What goes over the wire is specified in `protocol.md`; how to use the program is told in `README.md`.
//!
//! # Bird's eye
//!
//! A client writes lines. [`session`] reads them on a thread of its own and has a dialect of [`protocol`] turn each
//! into a command. The session holds one engine behind the trait [`engine::Engine`], which hides which game is
//! played. A `go` hands the engine to a worker thread that searches; what it finds comes back to the session as
//! events, is turned into lines by the dialect and written by one writer. While the worker has the engine, the
//! session answers from a snapshot, an [`engine::View`], and watches the time by a [`clock`].
//!
//! The subcommands of [`command`] are the other way in: they take files and arguments, call a game's search directly
//! and print rows.
//!
//! ```text
//! main → cli, command → session → protocol → engine, game (types only)
//!            │             ├────→ clock
//!            ↓             ↓
//!         othello, go  (session: through its registry alone)
//!            ↓
//!         engine (contract) → game (words) → util
//! ```
//!
//! # Code map
//!
//! In the order of dependence, lowest first; each module's head says more.
//!
//! - [`util`]: small services that know nothing of games: the check of the processor at start-up ([`util::cpuid`]),
//!   large zeroed tables ([`util::aligned`]), the log's thread ([`util::log_sink`]).
//! - [`game`]: the words all games share: colours, results, spellings of a pass, and the trait [`game::Game`] for
//!   generic code that is compiled once for each game (perft, laws that tests check).
//! - [`engine`]: the contract between session and game: positions as text, limits, progress, options, the stop flag.
//!   [`engine::Engine`] is chosen at run time, [`game::Game`] at compile time; the two stay apart on purpose.
//! - [`othello`]: the game. Squares, bitboards and boards; kernels for the innermost operations, each with a portable
//!   twin; positions with history; notations; the terms in which players describe a position; the evaluation
//!   ([`othello::eval`]): hand-chosen terms, or pattern weights read from a file; search, with the exact solver at its
//!   end; the engine that puts them behind the contract.
//! - [`go`]: the game by the Japanese rules: points, boards with chains and liberties, positions with their history,
//!   records, the referee of life and death, and an engine that plays by tree search and random games ([`go::search`]).
//! - [`renju`]: the second game, and plain gomoku. Boards, forbidden moves by table and by definition, opening scripts,
//!   the state of a game with claims, passes and offers, records; line patterns, wins by fours, an evaluation with its
//!   training, and the search.
//! - [`clock`]: clocks as clients tell them, both sides' clocks over a game, and how much of the time left a move may
//!   use.
//! - [`protocol`]: text to commands and events to text, one file or folder a dialect: UGI, and GTP.
//! - [`session`]: the state machine that serves one client, its threads and its registry of games.
//! - [`command`]: one file or folder for each subcommand; the command line itself is described in [`cli`].
//!
//! # Invariants
//!
//! Those on structure are checked by `tests/tidy.rs`, the others by tests of their own.
//!
//! 1. Search reads no clock and no input and prints nothing: it polls a [`engine::StopFlag`] and calls an observer.
//! 2. Protocol code is text to values and values to text and never panics, whatever the bytes; only its writer of
//!    standard output has a thread.
//! 3. The session owns every other thread but those of the search's pool, the clock, and the engine's turn.
//! 4. Rules cores do no input or output and cannot fail once a value has been built: whatever comes from outside is
//!    checked where it is parsed.
//! 5. The same position, options and node limit give the same node count with one thread; the total over fixed
//!    positions (`heibai bench`) is the signature of the search, and a commit that changes it says so.
//! 6. An exact score is right whatever the table holds, however many threads search and whatever was searched before.
//! 7. Standard output is written by one file for the protocol and one for the commands; everything else that has
//!    something to say returns it, or logs it to standard error.
//! 8. `unsafe` stands in few listed files, a counted number of times, each with the reason why it is sound.
//! 9. No game names another. Only the session's registry and the commands name a game at all.
//! 10. A search that panics ends its own search: the session reports it and still answers with a legal move.
//!
//! # Deliberately absent
//!
//! - A search generic over the games: what good searches of these games share is the clock and the thread pool, not
//!   the tree. Code is shared once two games have the same.
//! - A workspace of crates: layers are kept by `tests/tidy.rs`, and everything can be inlined into everything.
//! - A build script, downloads and files needed at run time: the program is one file.
//! - Dispatch of small kernels at run time: a flip takes less time than the choice would. A binary is built for one
//!   kind of processor and says so when started on a lesser one.
//! - An opinion about when to resign, unless an option asks for it, or any chat: that is the client's.

pub mod cli;
pub mod clock;
pub mod command;
pub mod engine;
pub mod game;
pub mod go;
pub mod othello;
pub mod protocol;
pub mod renju;
pub mod session;
pub mod util;
