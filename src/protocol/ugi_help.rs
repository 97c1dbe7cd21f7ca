//! What UGI's `help` says: the one list of its commands.

use crate::protocol::HelpTopic;

struct Entry {
    name: &'static str,
    usage: &'static str,
    summary: &'static str,
    details: &'static [&'static str],
}

/// Every command; the parser knows no others.
const COMMANDS: [Entry; 20] = [
    Entry {
        name: "ugi",
        usage: "ugi",
        summary: "name, author and options, closed by 'ugiok'",
        details: &[],
    },
    Entry { name: "uci", usage: "uci", summary: "the same, closed by 'uciok'", details: &[] },
    Entry {
        name: "isready",
        usage: "isready",
        summary: "answers 'readyok', also during a search",
        details: &[
            "Idle, it first allocates what the options ask for, which a first 'go' would else wait for.",
        ],
    },
    Entry {
        name: "uginewgame",
        usage: "uginewgame",
        summary: "back to the start, everything learned forgotten",
        details: &[],
    },
    Entry { name: "ucinewgame", usage: "ucinewgame", summary: "the same", details: &[] },
    Entry {
        name: "setoption",
        usage: "setoption name N [value V]",
        summary: "sets an option; 'help options' lists them",
        details: &[
            "Names in any case, blanks allowed. A number out of range is clamped with an 'info string'.",
            "During a search the change waits until the search ends.",
        ],
    },
    Entry {
        name: "position",
        usage: "position startpos|fen B S|obf L|qipu G [moves M...]",
        summary: "sets a position up and plays moves from it",
        details: &[
            "startpos: the start of a game; 'position moves f5 d6' is short for it.",
            "fen: 64 squares a1 to h8 (X * B black, O W white in any case, - . empty), then the side to move.",
            "obf: a line of a problem file, its scores are skipped.",
            "qipu: set-up in brackets, capital letter = black disc, small = white, then moves.",
            "Each takes the forms of the others, move lists, GGF games and boards of the server as well.",
            "Moves in any case; forced passes may be left out. What is refused changes nothing.",
        ],
    },
    Entry {
        name: "go",
        usage: "go [depth|nodes|movetime|wtime|btime|winc|binc|movestogo N] [infinite|ponder] [exact|wld] [searchmoves M...]",
        summary: "searches and answers 'bestmove'",
        details: &[
            "Alone: plays at the option Level, 5 seconds at most.",
            "depth N: N plies. nodes N: about N nodes at most. exact: the exact score. wld: win, loss or draw.",
            "movetime N: N milliseconds for this move.",
            "wtime, winc or p1time, p1inc: Black's clock; btime, binc or p2time, p2inc: White's; milliseconds.",
            "movestogo N: moves until the clocks are refilled.",
            "infinite: no answer before 'stop'. ponder: none before 'ponderhit' or 'stop'.",
            "searchmoves: chooses among these moves only.",
        ],
    },
    Entry {
        name: "stop",
        usage: "stop",
        summary: "ends the search, which answers 'bestmove'",
        details: &["Ends perft and bench as well, and every search still waiting behind."],
    },
    Entry {
        name: "ponderhit",
        usage: "ponderhit",
        summary: "the expected move was played: the clock of 'go ponder' starts",
        details: &[],
    },
    Entry {
        name: "query",
        usage: "query p1turn|gameover|result",
        summary: "answers 'response' and one word",
        details: &[
            "p1turn, gameover: true or false. result: p1win, p2win, draw or none. p1 is Black.",
        ],
    },
    Entry { name: "d", usage: "d", summary: "draws the position", details: &[] },
    Entry {
        name: "eval",
        usage: "eval",
        summary: "the static evaluation with its parts",
        details: &[],
    },
    Entry {
        name: "features",
        usage: "features",
        summary: "the position in the game's own terms; 'help features' explains them",
        details: &[],
    },
    Entry {
        name: "action",
        usage: "action WORDS",
        summary: "does what the game alone has beside moves, such as a handicap in Go",
        details: &["Which words there are, the game's chapter of the protocol tells."],
    },
    Entry {
        name: "ask",
        usage: "ask WORDS",
        summary: "asks what the game alone knows of the position, such as the captures in Go",
        details: &["Which words there are, the game's chapter of the protocol tells."],
    },
    Entry {
        name: "perft",
        usage: "perft N",
        summary: "counts the positions N plies below this one",
        details: &["A pass is a ply."],
    },
    Entry {
        name: "bench",
        usage: "bench",
        summary: "searches the fixed benchmark and prints its node count",
        details: &[],
    },
    Entry {
        name: "help",
        usage: "help [COMMAND|features|options]",
        summary: "explains",
        details: &[],
    },
    Entry {
        name: "quit",
        usage: "quit",
        summary: "answers what is still open and ends",
        details: &["The end of the input does the same."],
    },
];

/// Returns a command's own spelling, or `None` if there is no such command.
pub(super) fn command(text: &str) -> Option<&'static str> {
    COMMANDS.iter().find(|entry| entry.name.eq_ignore_ascii_case(text)).map(|entry| entry.name)
}

/// Returns the help on one command or all.
pub(super) fn lines(topic: &HelpTopic) -> Vec<String> {
    let line = |entry: &Entry| format!("{} - {}", entry.usage, entry.summary);
    match topic {
        HelpTopic::Command(name) => COMMANDS
            .iter()
            .filter(|entry| entry.name == *name)
            .flat_map(|entry| {
                std::iter::once(line(entry)).chain(entry.details.iter().map(|&d| d.to_owned()))
            })
            .collect(),
        _ => COMMANDS.iter().map(line).collect(),
    }
}
