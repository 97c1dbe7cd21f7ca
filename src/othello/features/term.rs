//! The terms: their names in English and Chinese, and what each means.

/// One term of Othello strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// Discs on the board.
    Discs,
    /// Legal moves.
    Mobility,
    /// Empty squares beside opposing discs.
    PotentialMobility,
    /// External discs.
    Frontier,
    /// Internal discs.
    Internal,
    /// All internal discs.
    Centre,
    /// Discs in the middle and on the two outer rings.
    CentreControl,
    /// Corners held.
    Corners,
    /// A-squares held.
    ASquares,
    /// B-squares held.
    BSquares,
    /// C-squares held.
    CSquares,
    /// X-squares held.
    XSquares,
    /// Moves that open nothing.
    QuietMoves,
    /// Moves that turn discs in several directions.
    Influence,
    /// Moves that give no corner.
    Liberties,
    /// Moves that turn the most discs.
    MaximumDisc,
    /// Moves that take the opponent's turn.
    PassForcing,
    /// Regions of empty squares.
    Regions,
    /// Moves that leave even regions.
    ParityMoves,
    /// Discs that cannot be turned.
    Stable,
    /// Balance of the four edges.
    Edges,
    /// Attacks on weak edges.
    StonerTraps,
    /// Moves gained in a region.
    Tempo,
    /// Runs of moves along edges.
    EdgeCreeping,
}

impl Term {
    /// The terms in the order they are printed and explained.
    pub const ALL: [Term; 24] = [
        Term::Discs,
        Term::Mobility,
        Term::PotentialMobility,
        Term::Frontier,
        Term::Internal,
        Term::Centre,
        Term::CentreControl,
        Term::Corners,
        Term::ASquares,
        Term::BSquares,
        Term::CSquares,
        Term::XSquares,
        Term::QuietMoves,
        Term::Influence,
        Term::Liberties,
        Term::MaximumDisc,
        Term::PassForcing,
        Term::Regions,
        Term::ParityMoves,
        Term::Stable,
        Term::Edges,
        Term::StonerTraps,
        Term::Tempo,
        Term::EdgeCreeping,
    ];

    /// Returns the English name, which opens the term's line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.entry().0
    }

    /// Returns the Chinese name.
    #[must_use]
    pub const fn chinese(self) -> &'static str {
        self.entry().1
    }

    /// Returns what the term means, in one sentence.
    #[must_use]
    pub const fn definition(self) -> &'static str {
        self.entry().2
    }

    const fn entry(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Term::Discs => ("discs", "棋子", "The discs on the board."),
            Term::Mobility => ("mobility", "行動力", "The number of legal moves."),
            Term::PotentialMobility => {
                ("potential mobility", "潛在行動力", "The empty squares beside an opposing disc.")
            }
            Term::Frontier => (
                "frontier",
                "邊界、邊緣子",
                "The external discs: own discs with an empty neighbour.",
            ),
            Term::Internal => ("internal discs", "內部子", "Own discs without an empty neighbour."),
            Term::Centre => ("centre", "中心", "All internal discs, of both sides together."),
            Term::CentreControl => (
                "centre control",
                "控制中心",
                "Own internal discs (many are wanted), against own discs on the edge and on the \
                 second ring, one step from it (few are wanted).",
            ),
            Term::Corners => ("corners", "角", "Own discs on a1, h1, a8 and h8."),
            Term::ASquares => {
                ("A-squares", "A點", "Own edge discs two squares from a corner, as on c1 or a3.")
            }
            Term::BSquares => {
                ("B-squares", "B點", "Own discs in the middle of an edge, as on d1 or e1.")
            }
            Term::CSquares => {
                ("C-squares", "C位", "Own edge discs beside a corner, as on b1 or a2.")
            }
            Term::XSquares => ("X-squares", "星位", "Own discs on b2, g2, b7 and g7."),
            Term::QuietMoves => (
                "quiet moves",
                "安靜步",
                "Legal moves after which no turned disc touches an empty square.",
            ),
            Term::Influence => (
                "influence",
                "效應",
                "Legal moves that turn discs in two or more directions, with the number of \
                 directions.",
            ),
            Term::Liberties => (
                "liberties",
                "自由",
                "Legal moves after which the opponent has no corner that he could not take before.",
            ),
            Term::MaximumDisc => (
                "maximum-disc moves",
                "多子策略",
                "The legal moves that turn the most discs, with that number.",
            ),
            Term::PassForcing => (
                "pass-forcing moves",
                "逼棄着",
                "Legal moves after which the opponent has no move and must pass.",
            ),
            Term::Regions => (
                "regions",
                "區域",
                "Empty squares joined through sides and corners, with their size, their parity \
                 and who has a legal move there.",
            ),
            Term::ParityMoves => {
                ("parity moves", "奇偶性", "Legal moves after which every region is even.")
            }
            Term::Stable => (
                "stable discs",
                "穩定子",
                "Discs that no further play can turn: all of them with at most 8 empty squares, \
                 else at least (>=) those that full lines and stable neighbours hold.",
            ),
            Term::Edges => (
                "edges",
                "不平衡邊",
                "Whether an edge is balanced, by six discs of one colour on b to g or 2 to 7 with \
                 both corners empty, or not; north is row 1, east column h, south row 8, west \
                 column a.",
            ),
            Term::StonerTraps => (
                "Stoner traps",
                "斯通納陷阱、四通陷阱",
                "Moves off the corners against an unbalanced edge that holds an opposing disc, both \
                 corners empty and not yet open to the trapper, after which every reply leaves him \
                 a corner of that edge.",
            ),
            Term::Tempo => (
                "tempo",
                "獲得餘裕手",
                "In each region of at most 8 squares, the starter's moves minus the other side's \
                 under best play inside the region, a side without a move there skipping; first \
                 with Black starting, then with White.",
            ),
            Term::EdgeCreeping => (
                "edge creeping",
                "爬邊",
                "Three or more moves of one side in succession on at most two edges that leave one \
                 of them unbalanced; found in a game, by the command analyse.",
            ),
        }
    }
}

/// Returns every term with its Chinese name and its meaning, one a line.
///
/// # Examples
/// ```
/// use heibai::othello::features;
/// assert!(features::help().lines().any(|line| line == "mobility (行動力): The number of legal moves."));
/// ```
#[must_use]
pub fn help() -> String {
    let line = |term: &Term| format!("{} ({}): {}", term.name(), term.chinese(), term.definition());
    Term::ALL.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_explains_every_term_once() {
        let help = help();
        assert_eq!(help.lines().count(), Term::ALL.len());
        for (index, term) in Term::ALL.iter().enumerate() {
            assert_eq!(*term as usize, index, "{term:?} is out of order");
            let head = format!("{} ({}): ", term.name(), term.chinese());
            assert_eq!(help.lines().filter(|line| line.starts_with(&head)).count(), 1, "{head}");
            assert!(!term.chinese().is_ascii());
            assert!(term.definition().ends_with('.'));
        }
    }
}
