//! Go games in Smart Game Format.
//!
//! Owns what the properties mean for Go; the syntax is [`crate::game::sgf`]'s. Set-ups (`AB`, `AW`, `AE`) may stand
//! anywhere in the main line, a pass is written `[]` and read as `[tt]` too where the board has no such point, and
//! a move behind two passes is a game resumed.

use std::fmt::Write as _;

use crate::game::sgf::{self, Node, Place, SyntaxError, Value};
use crate::game::{Color, PlayError};
use crate::go::point::MAX_SIZE;
use crate::go::position::Event;
use crate::go::{ActionError, Board, Ending, Move, Phase, Point, Position, SizeError};

/// One game.
#[derive(Clone, Debug, PartialEq)]
pub struct SgfGame {
    /// The position after the last move, with its history and komi.
    pub position: Position,
    /// Black's name, empty if it was not given.
    pub black: String,
    /// White's name, empty if it was not given.
    pub white: String,
    /// The result as it is written, empty if it was not given.
    pub result: String,
}

/// Why a text is no game of Go.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SgfError {
    /// It is no game at all.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The board cannot have this size.
    #[error("line {}, column {}: '{token}': {reason}", place.line, place.column)]
    Size {
        /// Where.
        place: Place,
        /// The size as written.
        token: String,
        /// Why not.
        reason: SizeError,
    },
    /// A move breaks a rule.
    #[error("line {}, column {}: illegal move '{token}': {reason}", place.line, place.column)]
    IllegalMove {
        /// Where.
        place: Place,
        /// The move as written.
        token: String,
        /// Which rule.
        reason: PlayError,
    },
    /// Stones cannot be set up like this.
    #[error("line {}, column {}: '{token}': {reason}", place.line, place.column)]
    SetUp {
        /// Where.
        place: Place,
        /// The first point as written.
        token: String,
        /// Why not.
        reason: ActionError,
    },
}

fn expected(value: &Value, expected: &'static str) -> SgfError {
    let found = value.text.chars().take(20).flat_map(char::escape_debug).collect();
    SgfError::Syntax(SyntaxError { place: value.place, expected, found })
}

fn token(value: &Value) -> String {
    value.text.chars().take(20).flat_map(char::escape_debug).collect()
}

/// Reads the main line of the first game.
///
/// # Errors
/// Which line and token is not understood, is another game or breaks a rule.
///
/// # Examples
/// ```
/// use heibai::game::Color;
/// use heibai::go::sgf;
/// let game = sgf::parse("(;GM[1]SZ[9]KM[6.5];B[ee];W[tt](;B[cc])(;B[gg]))").unwrap();
/// let last = game.position.plies().last().unwrap();
/// assert_eq!((last.color, last.mv.to_string()), (Color::Black, "c7".to_owned()));
/// let error = sgf::parse("(;SZ[9];B[ee]\n;W[ee])").unwrap_err().to_string();
/// assert_eq!(error, "line 2, column 4: illegal move 'ee': the square is occupied");
/// ```
pub fn parse(text: &str) -> Result<SgfGame, SgfError> {
    let nodes = sgf::main_line(text)?;
    let position = position_of(&nodes)?;
    let word = |name: &str| {
        first(&nodes, name).map_or(String::new(), |value| value.text.trim().to_owned())
    };
    Ok(SgfGame { position, black: word("PB"), white: word("PW"), result: word("RE") })
}

/// Returns the first value of the first property of a name.
fn first<'a>(nodes: &'a [Node], name: &str) -> Option<&'a Value> {
    let mut properties = nodes.iter().flat_map(|node| &node.properties);
    properties.find(|property| property.name == name).and_then(|found| found.values.first())
}

/// Plays what nodes say.
fn position_of(nodes: &[Node]) -> Result<Position, SgfError> {
    let first = |name: &str| first(nodes, name);
    if let Some(game) = first("GM").filter(|game| game.text.trim() != "1") {
        return Err(expected(game, "the game 1, Go"));
    }
    let board = match first("SZ") {
        Some(value) => size(value)?,
        None => Board::default(),
    };
    let mut position = Position::from_board(board, Color::Black);
    if let Some(value) = first("KM").filter(|value| !value.text.trim().is_empty()) {
        let komi = value.text.parse().map_err(|_| expected(value, "a number of points"))?;
        position.set_komi(komi);
    }
    let handicap = match first("HA").filter(|value| !value.text.trim().is_empty()) {
        Some(value) => {
            let stones = value.text.trim().parse::<u32>();
            stones.map_err(|_| expected(value, "a number of handicap stones"))?
        }
        None => 0,
    };
    for node in nodes {
        set_up(&mut position, node, handicap)?;
        moves(&mut position, node)?;
    }
    Ok(position)
}

/// A problem of life and death.
#[derive(Clone, Debug, PartialEq)]
pub struct SgfProblem {
    /// The position, its side to move the one that plays first.
    pub position: Position,
    /// A stone of the chain in question.
    pub target: Point,
}

/// The properties that may mark the chain in question, the first that does counts.
const MARKS: [&str; 4] = ["MA", "TR", "SQ", "CR"];

/// Reads a problem: what the first nodes set up, and the stone that a mark (`MA`, `TR`, `SQ` or `CR`) stands on.
/// Moves that follow are its solution and are not looked at.
///
/// # Errors
/// Which line and token is not understood, or that no stone is marked.
///
/// # Examples
/// ```
/// use heibai::game::Color;
/// use heibai::go::sgf;
/// let problem = sgf::problem("(;SZ[5]AB[ba][bb][ab]AW[ca][cb][cc][bc][ac]MA[ba]PL[W];W[aa])").unwrap();
/// assert_eq!(problem.target.to_string(), "b5");
/// assert_eq!(problem.position.side_to_move(), Color::White);
/// ```
pub fn problem(text: &str) -> Result<SgfProblem, SgfError> {
    let nodes = sgf::main_line(text)?;
    let is_move = |node: &Node| node.properties.iter().any(|p| p.name == "B" || p.name == "W");
    let first: Vec<Node> = nodes.into_iter().take_while(|node| !is_move(node)).collect();
    let mut position = position_of(&first)?;
    let marks = MARKS.iter().flat_map(|&name| {
        let properties = first.iter().flat_map(|node| &node.properties);
        properties.filter(move |property| property.name == name).flat_map(|found| &found.values)
    });
    let mut target = None;
    for value in marks {
        let stones = points(value, position.board())?;
        target = target.or(stones.into_iter().find(|&at| position.board().color_at(at).is_some()));
    }
    let Some(target) = target else {
        let place = Place { line: 1, column: 1 };
        let expected = "a stone marked by MA, TR, SQ or CR";
        return Err(SyntaxError { place, expected, found: String::new() }.into());
    };
    let turn = first.iter().flat_map(|node| &node.properties).any(|p| p.name == "PL");
    if !turn {
        // Black plays first unless it is said otherwise.
        position = Position::from_board(position.board().clone(), Color::Black);
    }
    Ok(SgfProblem { position, target })
}

fn size(value: &Value) -> Result<Board, SgfError> {
    let text = value.text.trim();
    let (width, height) = text.split_once(':').unwrap_or((text, text));
    let number = |text: &str| {
        let number = text.trim().parse::<u32>().ok();
        number.map(|number| u8::try_from(number).unwrap_or(u8::MAX))
    };
    let sizes = number(width).zip(number(height));
    let (width, height) = sizes.ok_or_else(|| expected(value, "a board size"))?;
    Board::rectangle(width, height).map_err(|reason| SgfError::Size {
        place: value.place,
        token: token(value),
        reason,
    })
}

/// Reads a point of two letters, column and row from the top left.
fn point(text: &str, board: &Board) -> Option<Point> {
    let &[column, row] = text.trim().as_bytes() else { return None };
    let index = |letter: u8| match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        _ => None,
    };
    let row = board.height().checked_sub(index(row)? + 1)?;
    Point::new(index(column)?, row).filter(|&point| board.contains(point))
}

/// Reads a point or a rectangle of points given by two corners.
fn points(value: &Value, board: &Board) -> Result<Vec<Point>, SgfError> {
    let text = value.text.trim();
    let (first, last) = text.split_once(':').unwrap_or((text, text));
    let corners = point(first, board).zip(point(last, board));
    let (first, last) = corners.ok_or_else(|| expected(value, "a point of the board"))?;
    let columns = first.column().min(last.column())..=first.column().max(last.column());
    let rows = first.row().min(last.row())..=first.row().max(last.row());
    let all =
        rows.flat_map(|row| columns.clone().filter_map(move |column| Point::new(column, row)));
    Ok(all.collect())
}

/// Carries out what a node sets up.
fn set_up(position: &mut Position, node: &Node, handicap: u32) -> Result<(), SgfError> {
    let mut stones = Vec::new();
    let (mut first, mut turn) = (None, None);
    for property in &node.properties {
        let color = match property.name.as_str() {
            "AB" => Some(Color::Black),
            "AW" => Some(Color::White),
            "AE" => None,
            "PL" => {
                turn = property.values.first();
                continue;
            }
            _ => continue,
        };
        first = first.or(property.values.first());
        for value in &property.values {
            let points = points(value, position.board())?;
            stones.extend(points.into_iter().map(|point| (color, point)));
        }
    }
    let side = match turn {
        Some(value) => match value.text.trim().to_ascii_lowercase().as_str() {
            "b" | "black" | "1" => Some(Color::Black),
            "w" | "white" | "2" => Some(Color::White),
            _ => return Err(expected(value, "the side to move (B or W)")),
        },
        None => None,
    };
    let Some(value) = first.or(turn) else { return Ok(()) };
    let is_start = position.is_fresh();
    let black = stones.iter().filter(|(color, _)| *color == Some(Color::Black)).count();
    let given = if is_start && handicap as usize == black { handicap } else { 0 };
    let side = side.unwrap_or(match given {
        2.. => Color::White,
        _ => position.side_to_move(),
    });
    if position.phase() == Phase::Stopped {
        // What is marked behind the stop is no part of the game.
        return Ok(());
    }
    position.set_up(stones, given, side).map_err(|reason| SgfError::SetUp {
        place: value.place,
        token: token(value),
        reason,
    })
}

/// Plays a node's moves.
fn moves(position: &mut Position, node: &Node) -> Result<(), SgfError> {
    for property in &node.properties {
        let color = match property.name.as_str() {
            "B" => Color::Black,
            "W" => Color::White,
            _ => continue,
        };
        // Of several values of a move only the first can be one.
        let Some(value) = property.values.first() else { continue };
        let board = position.board();
        let mv = match value.text.trim() {
            "" => Move::Pass,
            "tt" if board.width() <= 19 && board.height() <= 19 => Move::Pass,
            text => {
                let point = point(text, board);
                Move::Place(point.ok_or_else(|| expected(value, "a point of the board"))?)
            }
        };
        if position.phase() == Phase::Stopped {
            if mv == Move::Pass {
                continue;
            }
            // The side that did not ask for it moves first.
            let resumed = position.resume(!color);
            debug_assert_eq!(resumed, Ok(()));
        }
        position.play_as(color, mv).map_err(|reason| SgfError::IllegalMove {
            place: value.place,
            token: token(value),
            reason,
        })?;
    }
    Ok(())
}

/// Writes a point as two letters.
fn letters(point: Point, board: &Board) -> String {
    let letter = |index: u8| char::from(b'a' + index.min(MAX_SIZE));
    [letter(point.column()), letter(board.height() - 1 - point.row())].iter().collect()
}

/// Writes a game with its main line alone; `result` in the format's words (`B+3.5`, `W+R`, `Void`, `0`), nothing
/// while it goes on.
#[must_use]
pub fn write(position: &Position, black: &str, white: &str, result: Option<&str>) -> String {
    let board = position.board();
    let size = match (board.width(), board.height()) {
        (width, height) if width == height => width.to_string(),
        (width, height) => format!("{width}:{height}"),
    };
    let mut text = format!(
        "(;FF[4]GM[1]CA[UTF-8]AP[Heibai:{}]SZ[{size}]KM[{}]RU[Japanese]PB[{}]PW[{}]",
        env!("CARGO_PKG_VERSION"),
        position.komi(),
        sgf::escape(black),
        sgf::escape(white)
    );
    // Writing to a string cannot fail, here and below.
    if position.handicap() > 0 {
        let _ = write!(text, "HA[{}]", position.handicap());
    }
    if let Some(result) = result {
        let _ = write!(text, "RE[{}]", sgf::escape(result));
    }
    let start = position.at_start();
    let stones = start
        .board()
        .points()
        .filter_map(|point| start.board().color_at(point).map(|color| (Some(color), point)));
    let stones: Vec<_> = stones.collect();
    let mut is_root = stones.is_empty();
    put(&mut text, &stones, board);
    if start.side_to_move() == Color::White {
        text.push_str("PL[W]");
    }
    for event in position.events() {
        match event {
            Event::Ply(ply) => {
                let color = if ply.color == Color::Black { 'B' } else { 'W' };
                let value = ply.mv.point().map_or(String::new(), |point| letters(point, board));
                let _ = write!(text, ";{color}[{value}]");
                is_root = false;
            }
            Event::SetUp { points, side, .. } => {
                if !std::mem::take(&mut is_root) {
                    text.push(';');
                }
                put(&mut text, points, board);
                text.push_str(if *side == Color::Black { "PL[B]" } else { "PL[W]" });
            }
            Event::PassedAgain(_) | Event::Resumed(_) | Event::Ended(_) => {}
        }
    }
    text.push(')');
    text
}

/// Writes points that are given stones or emptied.
fn put(text: &mut String, points: &[(Option<Color>, Point)], board: &Board) {
    for (name, color) in [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)] {
        let mut named = false;
        for (_, point) in points.iter().filter(|(given, _)| *given == color) {
            if !std::mem::replace(&mut named, true) {
                text.push_str(name);
            }
            let _ = write!(text, "[{}]", letters(*point, board));
        }
    }
}

/// Returns the words of the format for an end without a count.
#[must_use]
pub const fn ending_result(ending: Ending) -> Option<&'static str> {
    match ending {
        Ending::Confirmed => None,
        Ending::Resigned(Color::White) => Some("B+R"),
        Ending::Resigned(Color::Black) => Some("W+R"),
        Ending::Violated(Color::White, _) => Some("B+F"),
        Ending::Violated(Color::Black, _) => Some("W+F"),
        Ending::NoResult | Ending::BothLose => Some("Void"),
    }
}
