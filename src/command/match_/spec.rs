//! Engines as they are described on the command line.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};

use super::args::{EngineWords, positive_seconds};
use super::game::GameRules;
use super::limit::Limit;

/// The protocol an engine speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proto {
    Ugi,
    Uci,
    Gtp,
    Nboard,
    Gomocup,
}

impl Proto {
    const NAMES: [(&'static str, Proto); 5] = [
        ("ugi", Proto::Ugi),
        ("uci", Proto::Uci),
        ("gtp", Proto::Gtp),
        ("nboard", Proto::Nboard),
        ("gomocup", Proto::Gomocup),
    ];

    /// Returns the name, in lower case.
    pub(super) fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, proto)| *proto == self).map_or("", |(name, _)| name)
    }
}

/// One engine of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EngineSpec {
    pub(super) name: String,
    /// The program and its arguments.
    pub(super) command: Vec<String>,
    pub(super) proto: Proto,
    pub(super) dir: Option<PathBuf>,
    /// Whether passes are sent and asked for.
    pub(super) sends_passes: bool,
    /// Options of UGI and UCI.
    pub(super) options: Vec<(String, String)>,
    /// Lines sent after the start.
    pub(super) init: Vec<String>,
    pub(super) limit: Limit,
}

impl EngineSpec {
    /// Returns the program as it is started: relative to the folder the engine runs in, if it has a slash.
    pub(super) fn program(&self) -> PathBuf {
        let program = Path::new(self.command.first().map_or("", String::as_str));
        match &self.dir {
            Some(dir) if program.components().count() > 1 && program.is_relative() => {
                dir.join(program)
            }
            _ => program.to_owned(),
        }
    }
}

/// What the words of one engine set.
#[derive(Clone, Default)]
struct Draft {
    name: Option<String>,
    command: Option<String>,
    proto: Option<Proto>,
    dir: Option<PathBuf>,
    sends_passes: Option<bool>,
    options: Vec<(String, String)>,
    init: Vec<String>,
    limit: Option<Limit>,
}

impl Draft {
    fn set(&mut self, word: &str) -> anyhow::Result<()> {
        let (key, value) =
            word.split_once('=').with_context(|| format!("expected KEY=VALUE, found '{word}'"))?;
        if let Some(option) = key.strip_prefix("option.") {
            self.options.retain(|(name, _)| !name.eq_ignore_ascii_case(option));
            self.options.push((option.to_owned(), value.to_owned()));
            return Ok(());
        }
        if value.is_empty() || value.contains('\n') {
            bail!("'{key}=' needs a value on one line");
        }
        let number = |most: u64| {
            let number = value.parse::<u64>().ok().filter(|n| *n <= most);
            number.with_context(|| format!("'{word}': expected a whole number up to {most}"))
        };
        match key {
            "name" if value.chars().any(|c| c.is_control() || "/\\".contains(c)) => {
                bail!("'{word}': a name holds no slash and no control character")
            }
            "name" => self.name = Some(value.to_owned()),
            "cmd" => self.command = Some(value.to_owned()),
            "dir" => self.dir = Some(value.into()),
            "init" => self.init.push(value.to_owned()),
            "proto" => {
                let known = Proto::NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(value));
                let known = known.with_context(|| {
                    format!("'{word}': expected ugi, uci, gtp, nboard or gomocup")
                })?;
                self.proto = Some(known.1);
            }
            "pass" => {
                self.sends_passes = Some(match value {
                    "send" => true,
                    "omit" => false,
                    _ => bail!("'{word}': expected send or omit"),
                });
            }
            "tc" => self.limit = Some(Limit::Clock(value.parse().map_err(|e: String| anyhow!(e))?)),
            "st" => {
                let time = positive_seconds(value).map_err(|error| anyhow!("'{word}': {error}"))?;
                self.limit = Some(Limit::MoveTime(time));
            }
            "depth" => self.limit = Some(Limit::Depth(number(60)?.max(1) as u32)),
            "nodes" => self.limit = Some(Limit::Nodes(number(u64::MAX)?.max(1))),
            "level" => self.limit = Some(Limit::Level(number(99)? as u32)),
            "limit" if value == "own" => self.limit = Some(Limit::Own),
            _ => bail!(
                "'{word}': expected name, cmd, proto, dir, pass, option.NAME, init, tc, st, depth, nodes, level or limit=own"
            ),
        }
        Ok(())
    }

    fn finish(self, game: &GameRules, common: Option<Limit>) -> anyhow::Result<EngineSpec> {
        let text = self.command.context("cmd=COMMAND is missing")?;
        let command = shlex::split(&text).filter(|words| !words.is_empty());
        let command = command.with_context(|| format!("cmd='{text}': a quote is left open"))?;
        let stem =
            Path::new(&command[0]).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let limit = self.limit.or(common);
        let spec = EngineSpec {
            name: self.name.or(stem).context("name=NAME is missing")?,
            command,
            proto: self.proto.unwrap_or(Proto::Ugi),
            dir: self.dir,
            sends_passes: self.sends_passes.unwrap_or(true),
            options: self.options,
            init: self.init,
            limit: limit
                .context("no limit: give --tc, --st, --depth, --nodes or --level, or limit=own")?,
        };
        let has_options = matches!(spec.proto, Proto::Ugi | Proto::Uci);
        if let (false, Some((name, _))) = (has_options, spec.options.first()) {
            bail!("option.{name}: {} has no options; send a line by init=", spec.proto.name());
        }
        let played = match spec.proto {
            Proto::Nboard => game.is_othello(),
            Proto::Gomocup => matches!(game, GameRules::Renju { .. }),
            Proto::Ugi | Proto::Uci | Proto::Gtp => true,
        };
        if !played {
            bail!("proto={}: {} is not played by it", spec.proto.name(), game.title());
        }
        if !spec.sends_passes && !game.is_othello() {
            bail!("pass=omit: passes of {} are never left out", game.title());
        }
        match (spec.proto, spec.limit) {
            (Proto::Gomocup, Limit::Level(_)) => {
                bail!("Gomocup knows no {}: give another limit or limit=own", spec.limit)
            }
            (Proto::Nboard, Limit::Nodes(_) | Limit::Clock(_) | Limit::MoveTime(_)) => {
                bail!("NBoard knows no {}: give depth=N or limit=own", spec.limit)
            }
            _ => Ok(spec),
        }
    }
}

/// Reads all engines; `common` is the limit of those without their own.
///
/// # Errors
/// A word is not understood, something is missing, fewer than two engines, or two with one name.
pub(super) fn read(
    words: &EngineWords,
    game: &GameRules,
    common: Option<Limit>,
) -> anyhow::Result<Vec<EngineSpec>> {
    let mut each = Draft::default();
    for word in &words.each {
        each.set(word).context("--each")?;
    }
    let mut specs: Vec<EngineSpec> = Vec::new();
    for (index, words) in words.engines.iter().enumerate() {
        let mut draft = each.clone();
        let result = words.iter().try_for_each(|word| draft.set(word));
        let spec = result
            .and_then(|()| draft.finish(game, common))
            .with_context(|| format!("--engine number {} ({})", index + 1, words.join(" ")))?;
        if specs.iter().any(|other| other.name == spec.name) {
            bail!("two engines are called '{}': give one another name=", spec.name);
        }
        specs.push(spec);
    }
    if specs.len() < 2 {
        bail!("a match needs two --engine or more, found {}", specs.len());
    }
    Ok(specs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(engines: &[&[&str]], each: &[&str]) -> EngineWords {
        let own = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        EngineWords { engines: engines.iter().map(|words| own(words)).collect(), each: own(each) }
    }

    #[test]
    fn engines_are_read_with_defaults() {
        let words = words(
            &[
                &["cmd=./bin/heibai --level '5 6'", "option.hash=32", "dir=here", "st=0.5"],
                &["name=B", "cmd=rhino", "proto=GTP", "pass=omit", "init=a b=c"],
            ],
            &["level=3"],
        );
        let mut words = words;
        words.each.push("option.Hash=16".to_owned());
        words.engines[1].push("option.Hash=1".to_owned());
        let error = read(&words, &GameRules::Othello, None).unwrap_err();
        assert!(format!("{error:#}").contains("gtp has no options"), "{error:#}");
        words.each.pop();
        words.engines[1].pop();
        let specs = read(&words, &GameRules::Othello, Some(Limit::Depth(9))).unwrap();
        assert_eq!(specs[0].name, "heibai");
        assert_eq!(specs[0].command, ["./bin/heibai", "--level", "5 6"]);
        assert_eq!(specs[0].program(), Path::new("here/./bin/heibai"));
        assert_eq!(specs[0].options, [("hash".to_owned(), "32".to_owned())]);
        assert_eq!(
            (specs[0].limit.to_string(), specs[0].sends_passes),
            ("st=0.5".to_owned(), true)
        );
        assert_eq!((specs[1].limit, specs[1].sends_passes), (Limit::Level(3), false));
        assert_eq!(
            (specs[1].program(), &specs[1].init),
            (PathBuf::from("rhino"), &vec!["a b=c".to_owned()])
        );
    }

    #[test]
    fn what_is_wrong_is_named() {
        let fail = |engine: &[&str]| {
            let error =
                read(&words(&[engine, &["cmd=b", "limit=own"]], &[]), &GameRules::Othello, None)
                    .unwrap_err();
            format!("{error:#}")
        };
        for (engine, part) in [
            (&["cmd"][..], "expected KEY=VALUE, found 'cmd'"),
            (&["name=a"], "cmd=COMMAND is missing"),
            (&["cmd=a"], "no limit"),
            (&["cmd=a 'b", "depth=1"], "a quote is left open"),
            (&["cmd=a", "proto=xboard"], "expected ugi, uci, gtp, nboard or gomocup"),
            (&["cmd=a", "depth=99"], "up to 60"),
            (&["cmd=a", "proto=gomocup", "depth=1"], "Othello is not played by it"),
            (&["cmd=a", "proto=nboard", "st=1"], "NBoard knows no st=1"),
            (&["cmd=x/b", "limit=own"], "two engines are called 'b'"),
            (&["cmd=a", "speed=1"], "'speed=1': expected name"),
            (&["name=a/b", "cmd=a"], "no slash"),
        ] {
            assert!(fail(engine).contains(part), "{engine:?}: {}", fail(engine));
        }
        let alone =
            read(&words(&[&["cmd=a", "limit=own"]], &[]), &GameRules::Othello, None).unwrap_err();
        assert!(alone.to_string().contains("found 1"));
    }
}
