//! From lines to commands; lists of stones are read over several lines.

use crate::engine::{Choice, PositionFormat};
use crate::protocol::gomocup::opening::Soosorv;
use crate::protocol::gomocup::stones::{SIZES, Spot, Stones};
use crate::protocol::gomocup::{Asked, Gomocup, INTERVAL, Swap2};
use crate::protocol::token::quote;
use crate::protocol::{Command, ProtocolError, Purpose, Think};

/// The field of a line that names a stone of the brain's own, of the opponent, a point not to be played on.
const OWN: i64 = 1;
const OTHER: i64 = 2;
const WALL: i64 = 3;

/// What a list of stones is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum List {
    Board,
    YxBoard,
    Swap2,
    Block,
    Unblock,
    Path,
    UndoPath,
    /// A step with the number of fifth moves.
    Soosorv(Soosorv, usize),
    /// What is not supported, and whether that is told.
    Skip(bool),
}

/// A list that has begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    list: List,
    listed: Vec<(Spot, Option<i64>)>,
    /// The first line that was not understood.
    bad: Option<String>,
}

/// Returns the command's word in lower case and what follows it.
fn cut(line: &str) -> (String, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word.to_ascii_lowercase(), rest.trim())
}

pub(super) fn line(gomocup: &mut Gomocup, line: &str) -> Result<Command, ProtocolError> {
    let (word, rest) = cut(line);
    if word.is_empty() {
        return Ok(Command::Empty);
    }
    if word == "info" {
        return info(gomocup, rest);
    }
    if let Some(mut reading) = gomocup.reading.take() {
        if word == "done" {
            return done(gomocup, reading);
        }
        // A command in the midst of a list ends it: the manager has given it up.
        if !word.starts_with(|c: char| c.is_ascii_alphabetic()) {
            take(&mut reading, line, gomocup.size());
            gomocup.reading = Some(reading);
            return Ok(Command::Empty);
        }
    }
    if word.starts_with("yx") {
        gomocup.told.yixin = true;
        return yixin(gomocup, &word, rest);
    }
    match word.as_str() {
        "start" => {
            let mut words = rest.split_whitespace();
            let (width, height) = (words.next().unwrap_or_default(), words.next());
            // Two numbers are Yixin's form.
            gomocup.told.yixin |= height.is_some();
            start(gomocup, "START", width, height.unwrap_or(width))
        }
        "rectstart" => {
            let (width, height) = rest.split_once([',', ' ']).unwrap_or((rest, ""));
            start(gomocup, "RECTSTART", width.trim(), height.trim())
        }
        "restart" => {
            let size = begun(gomocup)?.size;
            gomocup.stones = Some(Stones::new(size));
            gomocup.blocked.clear();
            gomocup.paths.clear();
            gomocup.asked = Asked::Say("OK".to_owned());
            let mut commands = vec![Command::NewGame];
            commands.extend(gomocup.told.again());
            Ok(Command::All(commands))
        }
        "begin" => {
            if begun(gomocup)?.count() > 0 {
                return Err(ProtocolError::Fixed("BEGIN: there are stones already, RESTART first"));
            }
            think(gomocup, None)
        }
        "turn" => {
            put(gomocup, "TURN", rest)?;
            think(gomocup, None)
        }
        "play" => {
            let spot = put(gomocup, "PLAY", rest)?;
            gomocup.asked = Asked::Say(spot.to_string());
            position(gomocup)
        }
        "takeback" => {
            let spot = spot(gomocup, "TAKEBACK", rest)?;
            if !begun(gomocup)?.lift(spot) {
                return Err(unexpected("TAKEBACK", "a point with a stone", rest));
            }
            gomocup.asked = Asked::Say("OK".to_owned());
            position(gomocup)
        }
        "board" => begin_list(gomocup, List::Board),
        "swap2board" => begin_list(gomocup, List::Swap2),
        "about" => {
            gomocup.asked = Asked::Say(String::new());
            Ok(Command::Say(format!(
                "name=\"Heibai\", version=\"{}\", author=\"the Heibai authors\", country=\"CN\"",
                env!("CARGO_PKG_VERSION")
            )))
        }
        "stop" => Ok(Command::Empty),
        "end" => Ok(Command::Quit),
        _ => Err(ProtocolError::UnknownCommand(quote(line.trim()))),
    }
}

/// Takes up what Yixin-Board adds.
fn yixin(gomocup: &mut Gomocup, word: &str, rest: &str) -> Result<Command, ProtocolError> {
    match word {
        "yxboard" => begin_list(gomocup, List::YxBoard),
        // The line itself has ended the search already.
        "yxstop" => Ok(Command::Empty),
        "yxshowforbid" => {
            begun(gomocup)?;
            gomocup.asked = Asked::Forbidden;
            Ok(Command::All(vec![position(gomocup)?, Command::Ask("forbidden".to_owned())]))
        }
        "yxhashclear" => {
            begun(gomocup)?;
            let mut commands = vec![Command::NewGame];
            commands.extend(gomocup.told.again());
            commands.push(position(gomocup)?);
            Ok(Command::All(commands))
        }
        "yxnbest" => {
            let lines = rest.parse::<usize>().ok().filter(|&lines| lines > 0);
            let lines = lines.ok_or_else(|| unexpected("yxnbest", "a number above 0", rest))?;
            think(gomocup, Some(lines.min(usize::from(*SIZES.end()).pow(2))))
        }
        "yxblock" => begin_list(gomocup, List::Block),
        "yxblockundo" => begin_list(gomocup, List::Unblock),
        "yxblockreset" => {
            gomocup.blocked.clear();
            Ok(Command::Empty)
        }
        "yxblockpath" => begin_list(gomocup, List::Path),
        "yxblockpathundo" => begin_list(gomocup, List::UndoPath),
        "yxblockpathreset" => {
            gomocup.paths.clear();
            Ok(Command::Empty)
        }
        "yxswap2step1" | "yxswap2step2" | "yxswap2step3" => {
            let wanted = match word {
                "yxswap2step1" => 0,
                "yxswap2step2" => 3,
                _ => 5,
            };
            if begun(gomocup)?.count() != wanted {
                return Err(ProtocolError::Fixed("yxswap2step: expected 0, 3 or 5 stones"));
            }
            swap2(gomocup, Swap2::Yixin)
        }
        "yxdraw" => say(gomocup, "MESSAGE DRAW REJECT"),
        "yxresign" => Ok(Command::Empty),
        "yxshowinfo" => {
            say(gomocup, "MESSAGE INFO MAX_THREAD_NUM 256\nMESSAGE INFO MAX_HASH_SIZE 26")
        }
        "yxsearchdefend" => {
            let points = usize::from(begun(gomocup)?.size).pow(2);
            think(gomocup, Some(points))
        }
        "yxbalanceone" => balance(gomocup, "yxbalanceone", false, rest),
        "yxbalancetwo" => balance(gomocup, "yxbalancetwo", true, rest),
        "yxquerydatabaseall" | "yxquerydatabaseone" | "yxquerydatabasetext" => {
            begin_list(gomocup, List::Skip(false))
        }
        "yxdeletedatabaseone" => begin_list(gomocup, List::Skip(true)),
        word => match Soosorv::of_word(word) {
            Some(step) => {
                let fifth = match rest.parse() {
                    Ok(fifth) => fifth,
                    Err(_) if !step.has_number() => 0,
                    Err(_) => return Err(unexpected("yxsoosorvstep", "a number", rest)),
                };
                match step.has_list() {
                    true => begin_list(gomocup, List::Soosorv(step, fifth)),
                    false => soosorv(gomocup, step, fifth, &[]),
                }
            }
            None => Err(ProtocolError::UnknownCommand(quote(word))),
        },
    }
}

fn say(gomocup: &mut Gomocup, text: &str) -> Result<Command, ProtocolError> {
    gomocup.asked = Asked::Say(String::new());
    Ok(Command::Say(text.to_owned()))
}

fn info(gomocup: &mut Gomocup, rest: &str) -> Result<Command, ProtocolError> {
    let (key, value) = cut(rest);
    let mut commands = gomocup.told.take(&key, value)?;
    gomocup.asked = Asked::Info;
    if gomocup.stones.is_none() {
        // The engine is not here yet; START tells it what it needs.
        commands.retain(|command| !matches!(command, Command::SetOption { .. }));
    }
    Ok(match commands.pop() {
        None => Command::Empty,
        Some(command) if commands.is_empty() => command,
        Some(command) => {
            commands.push(command);
            Command::All(commands)
        }
    })
}

fn start(
    gomocup: &mut Gomocup,
    command: &'static str,
    width: &str,
    height: &str,
) -> Result<Command, ProtocolError> {
    let number = |text: &str| text.parse::<u8>().ok().filter(|size| SIZES.contains(size));
    let size = number(width).filter(|_| width == height);
    let Some(size) = size else {
        let expected = format!("a square of {} to {} lines", SIZES.start(), SIZES.end());
        let found = if width == height { width.to_owned() } else { format!("{width}x{height}") };
        return Err(unexpected(command, &expected, &found));
    };
    gomocup.stones = Some(Stones::new(size));
    gomocup.blocked.clear();
    gomocup.paths.clear();
    gomocup.asked = Asked::Say("OK".to_owned());
    let set = |name: &str, value: &str| Command::SetOption {
        name: name.to_owned(),
        value: Some(value.to_owned()),
    };
    let mut commands = vec![
        set("Game", "renju"),
        set("Rule", gomocup.told.rule.unwrap_or("freestyle")),
        set("Opening", "free"),
        set("Forbidden", "loss"),
        set("Passes", "false"),
        set("Move Limit", "0"),
        set("Size", &size.to_string()),
        Command::NewGame,
    ];
    commands.extend(gomocup.told.again());
    Ok(Command::All(commands))
}

fn begun(gomocup: &mut Gomocup) -> Result<&mut Stones, ProtocolError> {
    gomocup.stones.as_mut().ok_or(ProtocolError::Fixed("no board, START first"))
}

fn unexpected(command: &'static str, expected: &str, found: &str) -> ProtocolError {
    if found.is_empty() {
        return ProtocolError::Missing { command, expected: expected.to_owned() };
    }
    ProtocolError::Unexpected {
        command,
        expected: expected.to_owned(),
        found: quote(found),
        column: command.len() + 2,
    }
}

fn spot(gomocup: &mut Gomocup, command: &'static str, text: &str) -> Result<Spot, ProtocolError> {
    let size = begun(gomocup)?.size;
    match Spot::read(text, size) {
        Some((spot, None)) => Ok(spot),
        _ => Err(unexpected(command, &format!("x,y from 0,0 to {0},{0}", size - 1), text)),
    }
}

/// Puts a stone of the colour that is next.
fn put(gomocup: &mut Gomocup, command: &'static str, text: &str) -> Result<Spot, ProtocolError> {
    let spot = spot(gomocup, command, text)?;
    if !begun(gomocup)?.put(spot) {
        return Err(unexpected(command, "a free point", text));
    }
    Ok(spot)
}

/// Makes the stones the engine's position.
fn position(gomocup: &mut Gomocup) -> Result<Command, ProtocolError> {
    let text = begun(gomocup)?.fen();
    Ok(Command::Position { format: PositionFormat::Fen, text, moves: Vec::new() })
}

/// Asks for a move, and for so many best lines.
fn think(gomocup: &mut Gomocup, lines: Option<usize>) -> Result<Command, ProtocolError> {
    let stones = begun(gomocup)?.clone();
    let ends = gomocup.paths.iter().filter_map(|path| stones.end_of(path));
    let avoided: Vec<Spot> = gomocup.blocked.iter().copied().chain(ends).collect();
    let (size, text, color) = (stones.size, stones.fen(), stones.next);
    gomocup.asked = Asked::Move;
    Ok(Command::Think(Think {
        position: Some((PositionFormat::Fen, text)),
        goal: gomocup.told.goal(),
        nodes: gomocup.told.nodes(),
        color: Some(color),
        interval: Some(INTERVAL),
        lines,
        avoided: avoided.iter().map(|spot| spot.to_engine(size)).collect(),
        ..Think::new(Purpose::Play)
    }))
}

/// Asks for one stone, or two, that leave a position of a given value.
fn balance(
    gomocup: &mut Gomocup,
    command: &'static str,
    two: bool,
    rest: &str,
) -> Result<Command, ProtocolError> {
    let value = if rest.is_empty() { Some(0) } else { rest.parse::<i32>().ok() };
    let value = value.ok_or_else(|| unexpected(command, "a value", rest))?;
    let asked = think(gomocup, None)?;
    gomocup.asked = Asked::Balance;
    Ok(match asked {
        Command::Think(think) => {
            Command::Think(Think { choice: Choice::Balanced { two, value }, ..think })
        }
        other => other,
    })
}

/// Asks for all that the engine does in an opening until the other player's turn; `game` is what has been done.
fn turn(gomocup: &Gomocup, opening: &str, game: String) -> Command {
    let value = Some(opening.to_owned());
    Command::All(vec![
        Command::SetOption { name: "Opening".to_owned(), value },
        Command::Think(Think {
            position: Some((PositionFormat::Qipu, game)),
            goal: gomocup.told.goal(),
            nodes: gomocup.told.nodes(),
            choice: Choice::Turn,
            ..Think::new(Purpose::Play)
        }),
    ])
}

/// Asks for a step of the opening Soosorv-8.
fn soosorv(
    gomocup: &mut Gomocup,
    step: Soosorv,
    fifth: usize,
    moves: &[Spot],
) -> Result<Command, ProtocolError> {
    let size = begun(gomocup)?.size;
    let text = step.game(moves, fifth, size).ok_or(ProtocolError::Fixed(
        "yxsoosorvstep: expected no move, 3, 4, or 4 and up to 8 fifth ones, by the step",
    ))?;
    gomocup.asked = Asked::Soosorv(step);
    Ok(turn(gomocup, "soosorv8", text))
}

/// Asks for a turn of the opening swap2.
fn swap2(gomocup: &mut Gomocup, style: Swap2) -> Result<Command, ProtocolError> {
    let text = begun(gomocup)?.line();
    gomocup.asked = Asked::Swap2(style);
    Ok(turn(gomocup, "swap2", text))
}

fn begin_list(gomocup: &mut Gomocup, list: List) -> Result<Command, ProtocolError> {
    begun(gomocup)?;
    gomocup.reading = Some(Reading { list, listed: Vec::new(), bad: None });
    Ok(Command::Empty)
}

/// Takes a line of a list in; what is wrong with it is told at the end.
fn take(reading: &mut Reading, line: &str, size: u8) {
    let most = usize::from(size).pow(2);
    let spot = match Spot::read(line, size) {
        Some((_, Some(field))) if ![OWN, OTHER, WALL].contains(&field) => None,
        Some((_, None)) if matches!(reading.list, List::Board | List::YxBoard) => None,
        spot => spot,
    };
    let known = |spot: Spot| reading.listed.iter().any(|&(known, _)| known == spot);
    match spot {
        Some((spot, field)) if !known(spot) && reading.listed.len() < most => {
            reading.listed.push((spot, field));
        }
        _ if reading.bad.is_some() || matches!(reading.list, List::Skip(_)) => {}
        _ => reading.bad = Some(quote(line.trim())),
    }
}

fn done(gomocup: &mut Gomocup, reading: Reading) -> Result<Command, ProtocolError> {
    let Reading { list, listed, bad } = reading;
    if let Some(bad) = bad {
        let command = match list {
            List::Swap2 => "SWAP2BOARD",
            _ => "BOARD",
        };
        return Err(unexpected(command, "x,y,1 or x,y,2 on the board, each point once", &bad));
    }
    let spots = |field| {
        let of_field = listed.iter().filter(move |&&(_, known)| known == Some(field));
        of_field.map(|&(spot, _)| spot)
    };
    match list {
        List::Board | List::YxBoard => {
            let stones: Vec<(Spot, bool)> = listed
                .iter()
                .filter(|&&(_, field)| field != Some(WALL))
                .map(|&(spot, field)| (spot, field == Some(OWN)))
                .collect();
            begun(gomocup)?.take_over(&stones);
            if list == List::Board {
                gomocup.blocked = spots(WALL).collect();
                return think(gomocup, None);
            }
            position(gomocup)
        }
        List::Swap2 => {
            if ![0, 3, 5].contains(&listed.len()) {
                return Err(ProtocolError::Fixed("SWAP2BOARD: expected 0, 3 or 5 stones"));
            }
            let size = begun(gomocup)?.size;
            let mut stones = Stones::new(size);
            for (spot, _) in listed {
                stones.put(spot);
            }
            gomocup.stones = Some(stones);
            swap2(gomocup, Swap2::Gomocup)
        }
        List::Block => {
            let new = listed.iter().map(|&(spot, _)| spot);
            let new: Vec<Spot> = new.filter(|spot| !gomocup.blocked.contains(spot)).collect();
            gomocup.blocked.extend(new);
            Ok(Command::Empty)
        }
        List::Unblock => {
            gomocup.blocked.retain(|spot| !listed.iter().any(|(known, _)| known == spot));
            Ok(Command::Empty)
        }
        List::Path => {
            let path: Vec<Spot> = listed.iter().map(|&(spot, _)| spot).collect();
            if !path.is_empty() && !gomocup.paths.contains(&path) {
                gomocup.paths.push(path);
            }
            Ok(Command::Empty)
        }
        List::UndoPath => {
            let path: Vec<Spot> = listed.iter().map(|&(spot, _)| spot).collect();
            gomocup.paths.retain(|known| *known != path);
            Ok(Command::Empty)
        }
        List::Soosorv(step, fifth) => {
            let moves: Vec<Spot> = listed.iter().map(|&(spot, _)| spot).collect();
            soosorv(gomocup, step, fifth, &moves)
        }
        List::Skip(true) => Err(ProtocolError::Fixed("this command is not supported")),
        List::Skip(false) => Ok(Command::Empty),
    }
}
