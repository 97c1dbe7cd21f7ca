//! From a command's arguments to what it asks for.

use std::fmt::Write as _;
use std::time::Duration;

use crate::engine::{ExportFormat, Goal};
use crate::game::{Color, TimeSettings};
use crate::protocol::gtp::argument::{
    SYNTAX, color, count, game_move, maybe_color, number, seconds, vertex, with_points,
};
use crate::protocol::gtp::name::Name;
use crate::protocol::gtp::{Form, Gtp, gogui};
use crate::protocol::token::Tokens;
use crate::protocol::{Command, ProtocolError, Purpose, Think, ugi};

type Words<'a> = std::str::SplitWhitespace<'a>;

/// How many best lines an analysis shows unless it is told otherwise.
const LINES: usize = 5;
/// An analysis tells its progress this often unless it is told otherwise.
const INTERVAL: Duration = Duration::from_secs(1);
/// Nor more often than this.
const SHORTEST: Duration = Duration::from_millis(10);

/// The rules of Go as KataGo describes rules.
const RULES: &str = concat!(
    r#"{"friendlyPassOk":true,"hasButton":false,"ko":"SIMPLE","scoring":"TERRITORY","#,
    r#""suicide":false,"tax":"SEKI","whiteHandicapBonus":"0"}"#
);

const fn text(text: String) -> Result<Command, ProtocolError> {
    Ok(Command::Say(text))
}

/// What KataGo calls the most nodes of a search.
const MAX_VISITS: &str = "maxVisits";
/// What it shows of it where there is no such limit.
const NO_MAXIMUM: u64 = 1 << 50;

/// Reads a command's arguments, sets how it will be answered and limits its search, if it is one for a move.
pub(super) fn command(gtp: &mut Gtp, name: Name, words: &str) -> Result<Command, ProtocolError> {
    let mut command = arguments(gtp, name, words)?;
    if let Command::Think(think) = &mut command
        && think.purpose != Purpose::Analyse
    {
        think.goal = gtp.depth.map(Goal::Depth);
        think.nodes = gtp.nodes;
    }
    Ok(command)
}

fn arguments(gtp: &mut Gtp, name: Name, arguments: &str) -> Result<Command, ProtocolError> {
    let mut words = arguments.split_whitespace();
    let about = |gtp: &mut Gtp| {
        gtp.form = Form::About(name);
        Ok(Command::Facts)
    };
    match name {
        Name::ProtocolVersion => text("2".to_owned()),
        Name::Program => text("Heibai".to_owned()),
        Name::Version => text(env!("CARGO_PKG_VERSION").to_owned()),
        Name::KnownCommand => {
            let known = words.next().and_then(|word| Name::known_for(word, gtp.is_go()));
            text(known.is_some().to_string())
        }
        Name::ListCommands => text(Name::list(gtp.is_go())),
        Name::Quit => Ok(Command::Quit),
        Name::BoardSize => {
            let size = board_size(&mut words)?;
            Ok(Command::BoardSize { width: size, height: size })
        }
        Name::RectangularBoardSize => match (board_size(&mut words), board_size(&mut words)) {
            (Ok(width), Ok(height)) => Ok(Command::BoardSize { width, height }),
            _ => Err(SYNTAX),
        },
        Name::ClearBoard => Ok(Command::NewGame),
        Name::Komi => {
            number(words.next()).map_err(|_| ProtocolError::Fixed("komi not a float"))?;
            arguments.split_whitespace().next().unwrap_or_default().clone_into(&mut gtp.komi);
            if gtp.is_go() {
                let value = Some(gtp.komi.clone());
                return Ok(Command::SetOption { name: "Komi".to_owned(), value });
            }
            text(String::new())
        }
        Name::GetKomi if gtp.is_go() => ask("komi"),
        Name::GetKomi => text(gtp.komi.clone()),
        Name::FixedHandicap => handicap(gtp, "fixed", &mut words),
        Name::PlaceFreeHandicap => handicap(gtp, "free", &mut words),
        Name::SetFreeHandicap => {
            let vertices: Result<Vec<_>, _> =
                words.map(|word| vertex(Some(word), gtp.skips_i())).collect();
            let vertices = vertices.map_err(|_| ProtocolError::Fixed("bad vertex list"))?;
            Ok(Command::Action(format!("handicap at {}", vertices.join(" "))))
        }
        Name::FinalStatusList => {
            gtp.form = Form::Vertices;
            match words.next() {
                Some(status @ ("alive" | "seki" | "dead")) => ask(&format!("status {status}")),
                _ => Err(ProtocolError::Fixed("invalid status")),
            }
        }
        Name::Captures => ask(&format!("captures {}", color(words.next())?)),
        Name::KgsRules | Name::KataSetRules => match words.next() {
            Some(rules) if rules.eq_ignore_ascii_case("japanese") => text(String::new()),
            None => Err(SYNTAX),
            _ => Err(ProtocolError::Fixed("unsupported rules")),
        },
        Name::KataGetRules => text(RULES.to_owned()),
        Name::KgsGenMoveCleanup => {
            let think = think(Some(color(words.next())?), Purpose::Play);
            Ok(Command::Think(Think { goal: Some(Goal::CleanUp), ..think }))
        }
        Name::Resume => Ok(Command::Action(match words.next() {
            None => "resume".to_owned(),
            color_word => format!("resume {}", color(color_word)?),
        })),
        Name::Action => {
            gtp.form = Form::Words;
            Ok(Command::Action(with_points(arguments, gtp.skips_i())?))
        }
        Name::Ask => {
            // A record sheet is a document, with the letters that players write.
            if words.next() != Some("sheet") {
                gtp.form = Form::Words;
            }
            ask(&with_points(arguments, gtp.skips_i())?)
        }
        Name::GoguiPlaySequence => {
            let mut moves = Vec::new();
            while let Some(word) = words.next() {
                moves.push((color(Some(word))?, vertex(words.next(), gtp.skips_i())?));
            }
            Ok(Command::PlayAll(moves))
        }
        Name::GoguiSetup => stones("setup", &mut words, gtp.skips_i()),
        Name::SetPosition => stones("position", &mut words, gtp.skips_i()),
        Name::GoguiSetupPlayer => Ok(Command::Action(format!("turn {}", color(words.next())?))),
        Name::Play => {
            let color = color(words.next())?;
            let mv = game_move(words, gtp.is_go(), gtp.skips_i())?;
            Ok(Command::Play { color: Some(color), mv })
        }
        Name::Undo => Ok(Command::Undo),
        Name::Level | Name::SetLevel => {
            let level = words.next().filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
            let value = Some(level.ok_or(SYNTAX)?.to_owned());
            Ok(Command::SetOption { name: "Level".to_owned(), value })
        }
        Name::SetDepth => {
            let depth = count(words.next())?;
            gtp.depth = (depth > 0).then_some(depth);
            text(String::new())
        }
        Name::KataListParams => text(MAX_VISITS.to_owned()),
        Name::KataGetParam => {
            known_parameter(words.next())?;
            text(gtp.nodes.unwrap_or(NO_MAXIMUM).to_string())
        }
        Name::KataSetParam => {
            known_parameter(words.next())?;
            let number: Option<u64> = words.next().and_then(|word| word.parse().ok());
            let number = number.filter(|&number| number > 0).ok_or(SYNTAX)?;
            gtp.nodes = (number < NO_MAXIMUM).then_some(number);
            text(String::new())
        }
        Name::CpuTime | Name::GomillCpuTime => Ok(Command::CpuTime),
        Name::GenMove => Ok(Command::Think(think(Some(color(words.next())?), Purpose::Play))),
        Name::RegGenMove => Ok(Command::Think(think(Some(color(words.next())?), Purpose::Choose))),
        Name::KataSearch => Ok(Command::Think(think(maybe_color(words.next()), Purpose::Choose))),
        Name::KataSearchCancellable => {
            let think = think(maybe_color(words.next()), Purpose::Choose);
            Ok(Command::Think(Think { cancellable: true, ..think }))
        }
        Name::LzAnalyze => analyse(gtp, words, Form::Lz, Purpose::Analyse),
        Name::LzGenMoveAnalyze => analyse(gtp, words, Form::Lz, Purpose::Play),
        Name::KataAnalyze | Name::Analyze => {
            analyse(gtp, words, Form::Kata { root: false }, Purpose::Analyse)
        }
        Name::KataGenMoveAnalyze | Name::GenMoveAnalyze => {
            analyse(gtp, words, Form::Kata { root: false }, Purpose::Play)
        }
        Name::TimeSettings => time_settings(&mut words).map(Command::Time),
        Name::KgsTimeSettings | Name::KataTimeSettings => {
            named_time(&mut words, name).map(Command::Time)
        }
        Name::KataListTimeSettings => {
            text("none absolute canadian byoyomi fischer fischer-capped".to_owned())
        }
        Name::TimeLeft => {
            let (color, left) = (color(words.next())?, seconds(words.next())?);
            let count = match words.next() {
                Some(word) => count(Some(word))?,
                None => 0,
            };
            Ok(Command::TimeLeft { color, left, count })
        }
        Name::LoadSgf => load(arguments),
        Name::PrintSgf => {
            let file = Some(arguments).filter(|file| !file.is_empty()).map(str::to_owned);
            Ok(Command::Write { format: ExportFormat::Sgf, file })
        }
        Name::ShowBoard => {
            gtp.form = Form::About(name);
            Ok(Command::Show)
        }
        Name::ListGames => {
            let titles: Vec<&str> = gtp.games.iter().map(|words| words.title).collect();
            text(titles.join("\n"))
        }
        Name::SetGame if arguments.is_empty() => Err(SYNTAX),
        Name::SetGame => {
            let asked = gtp.games.iter().find(|words| words.is_called(arguments));
            match asked {
                Some(asked) if gtp.played.is_none_or(|played| played == *asked) => {
                    Ok(Command::NewGame)
                }
                Some(asked) => {
                    let value = Some(asked.name.to_owned());
                    Ok(Command::SetOption { name: "Game".to_owned(), value })
                }
                None => Err(ProtocolError::Fixed("unsupported game")),
            }
        }
        Name::ListStones | Name::AllLegal => {
            gtp.color = color(words.next())?;
            about(gtp)
        }
        Name::FinalScore if gtp.is_go() => ask("score"),
        Name::FinalScore
        | Name::MoveHistory
        | Name::LastMove
        | Name::GoguiBoard
        | Name::GoguiBoardSize
        | Name::GoguiLegalMoves
        | Name::GoguiSideToMove
        | Name::GoguiFinalResult => about(gtp),
        Name::GoguiGameId => text(gtp.title().to_owned()),
        Name::GoguiAnalyzeCommands if gtp.is_go() => text(gogui::ANALYZE_COMMANDS_GO.to_owned()),
        Name::GoguiAnalyzeCommands => text(gogui::ANALYZE_COMMANDS.to_owned()),
        Name::GoguiInterrupt | Name::Stop => text(String::new()),
        Name::GoguiSigint => Ok(Command::ProcessId),
        Name::ClearCache => Ok(Command::SetOption { name: "Clear Hash".to_owned(), value: None }),
        Name::SetOption => ugi::set_option(Tokens::new(arguments)),
    }
}

/// Reads pairs of colour and vertex behind the word of an action.
fn stones(word: &str, words: &mut Words<'_>, skips_i: bool) -> Result<Command, ProtocolError> {
    let mut action = word.to_owned();
    while let Some(word) = words.next() {
        // Writing to a string cannot fail.
        let _ = write!(action, " {} {}", color(Some(word))?, vertex(words.next(), skips_i)?);
    }
    Ok(Command::Action(action))
}

fn known_parameter(word: Option<&str>) -> Result<(), ProtocolError> {
    let known = word.ok_or(SYNTAX)?.eq_ignore_ascii_case(MAX_VISITS);
    if known { Ok(()) } else { Err(ProtocolError::Fixed("unknown parameter")) }
}

/// Reads a number of columns and rows; one that no board can have becomes another such one.
fn board_size(words: &mut Words<'_>) -> Result<usize, ProtocolError> {
    let word = words.next().ok_or(SYNTAX)?;
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ProtocolError::Fixed("boardsize not an integer"));
    }
    Ok(word.parse().unwrap_or(0))
}

fn ask(question: &str) -> Result<Command, ProtocolError> {
    Ok(Command::Ask(question.to_owned()))
}

fn handicap(gtp: &mut Gtp, kind: &str, words: &mut Words<'_>) -> Result<Command, ProtocolError> {
    gtp.form = Form::Vertices;
    let stones = words.next().ok_or(SYNTAX)?;
    match stones.parse::<u32>() {
        Ok(stones) => Ok(Command::Action(format!("handicap {kind} {stones}"))),
        Err(_) => Err(ProtocolError::Fixed("invalid number of stones")),
    }
}

fn think(color: Option<Color>, purpose: Purpose) -> Think {
    Think { color, ..Think::new(purpose) }
}

/// Reads `[color] [interval] {interval N | minmoves N | maxmoves N | avoid|allow COLOR V,V DEPTH | word value}`.
fn analyse(
    gtp: &mut Gtp,
    words: Words<'_>,
    form: Form,
    purpose: Purpose,
) -> Result<Command, ProtocolError> {
    let mut words = words.peekable();
    let mut think = think(maybe_color(words.peek().copied()), purpose);
    if think.color.is_some() {
        words.next();
    }
    if purpose == Purpose::Play && think.color.is_none() {
        return Err(SYNTAX);
    }
    let mut interval = INTERVAL;
    let (mut least, mut most) = (None, None);
    let mut root = false;
    // Bare, the interval is in hundredths of a second, as behind its own word.
    let centis = |word| seconds(word).map(|seconds| (seconds / 100).max(SHORTEST));
    if words.peek().is_some_and(|word| word.parse::<f64>().is_ok()) {
        interval = centis(words.next())?;
    }
    while let Some(word) = words.next() {
        match word.to_ascii_lowercase().as_str() {
            "interval" => interval = centis(words.next())?,
            "minmoves" => least = Some(count(words.next())? as usize),
            "maxmoves" => most = Some(count(words.next())? as usize),
            "rootinfo" => root = words.next().is_some_and(|word| word.eq_ignore_ascii_case("true")),
            which @ ("allow" | "avoid") => {
                let whose = color(words.next())?;
                let vertices = words.next().ok_or(SYNTAX)?.split(',');
                let vertices: Result<Vec<_>, _> =
                    vertices.map(|word| vertex(Some(word), gtp.skips_i())).collect();
                count(words.next())?;
                // What the other side may do is left to it.
                if think.color.is_none_or(|color| color == whose) {
                    let list =
                        if which == "allow" { &mut think.allowed } else { &mut think.avoided };
                    list.extend(vertices?);
                }
            }
            // What other engines can tell besides (`ownership true`) is left out.
            other if other.chars().all(char::is_alphabetic) => {
                words.next().ok_or(SYNTAX)?;
            }
            _ => return Err(SYNTAX),
        }
    }
    let shown = if purpose == Purpose::Analyse { Some(LINES) } else { None };
    let lines = most.or(shown).map(|lines| lines.max(least.unwrap_or(0))).or(least);
    think.lines = lines.map(|lines| lines.max(1));
    think.interval = Some(interval);
    gtp.form = match form {
        Form::Kata { .. } => Form::Kata { root },
        form => form,
    };
    Ok(Command::Think(think))
}

/// Reads `main overtime stones`, where no stones mean what engine managers mean by it: so much for each move,
/// or so much gained with each.
fn time_settings(words: &mut Words<'_>) -> Result<TimeSettings, ProtocolError> {
    let (main, period) = (seconds(words.next())?, seconds(words.next())?);
    let stones = count(words.next())?;
    Ok(match (main.is_zero(), period.is_zero(), stones) {
        (_, true, _) => TimeSettings::Absolute(main),
        (true, false, 0) => TimeSettings::PerMove(period),
        (false, false, 0) => {
            TimeSettings::Fischer { main, increment: period, limit: None, most: None }
        }
        _ => TimeSettings::Canadian { main, period, stones },
    })
}

fn named_time(words: &mut Words<'_>, name: Name) -> Result<TimeSettings, ProtocolError> {
    let kind = words.next().ok_or(SYNTAX)?.to_ascii_lowercase();
    let mut time = || seconds(words.next());
    Ok(match kind.as_str() {
        "none" => TimeSettings::Unlimited,
        "absolute" => TimeSettings::Absolute(time()?),
        "canadian" | "byoyomi" => {
            let (main, period) = (time()?, time()?);
            let count = count(words.next())?.max(1);
            match kind.as_str() {
                _ if period.is_zero() => TimeSettings::Absolute(main),
                "canadian" => TimeSettings::Canadian { main, period, stones: count },
                _ => TimeSettings::ByoYomi { main, period, periods: count },
            }
        }
        "fischer" if name == Name::KataTimeSettings => {
            TimeSettings::Fischer { main: time()?, increment: time()?, limit: None, most: None }
        }
        "fischer-capped" if name == Name::KataTimeSettings => {
            let (main, increment, limit, most) = (time()?, time()?, time()?, time()?);
            TimeSettings::Fischer { main, increment, limit: Some(limit), most: Some(most) }
        }
        _ => return Err(SYNTAX),
    })
}

/// Reads a file's name, blanks allowed, and perhaps the move before which to stop.
fn load(arguments: &str) -> Result<Command, ProtocolError> {
    let (file, before) = match arguments.rsplit_once(char::is_whitespace) {
        Some((file, last)) => match last.parse() {
            Ok(before) => (file.trim(), Some(before)),
            Err(_) => (arguments, None),
        },
        None => (arguments, None),
    };
    if file.is_empty() {
        return Err(SYNTAX);
    }
    Ok(Command::Load { file: file.to_owned(), before })
}
