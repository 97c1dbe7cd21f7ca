//! The match as a picture: score over games with its 95 % band, mean evaluation against ply. Plain SVG.

use std::fmt::Write;
use std::path::Path;

use anyhow::Context;

use crate::game::Color;

use super::record::{GameRecord, Header};
use super::tally::Tally;

const WIDTH: f64 = 860.0;
const PANEL: f64 = 300.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 40.0;
const GAP: f64 = 70.0;
const COLORS: [&str; 6] = ["#1f5fa8", "#c0392b", "#2e8b57", "#8e44ad", "#d68910", "#555555"];

/// An evaluation that is further from even counts as this.
const MOST: f64 = 64.0;

/// The most points of a line.
const MAX_POINTS: usize = 800;

/// A panel with its axes.
struct Panel {
    top: f64,
    x: (f64, f64),
    y: (f64, f64),
}

impl Panel {
    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        let across = (x - self.x.0) / (self.x.1 - self.x.0);
        let up = ((y - self.y.0) / (self.y.1 - self.y.0)).clamp(0.0, 1.0);
        (LEFT + across * (WIDTH - LEFT - RIGHT), self.top + (1.0 - up) * PANEL)
    }

    fn points(&self, line: &[(f64, f64)]) -> String {
        let mut text = String::new();
        for &(x, y) in line {
            let (x, y) = self.at(x, y);
            let _ = write!(text, "{x:.1},{y:.1} ");
        }
        text.trim_end().to_owned()
    }

    fn frame(&self, svg: &mut String, title: &str, below: &str, unit: &str) {
        let (width, bottom) = (WIDTH - LEFT - RIGHT, self.top + PANEL);
        let _ = writeln!(
            svg,
            "<rect x=\"{LEFT}\" y=\"{}\" width=\"{width}\" height=\"{PANEL}\" fill=\"none\" stroke=\"#888\"/>\n\
             <text x=\"{LEFT}\" y=\"{}\" font-weight=\"bold\">{title}</text>\n\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{below}</text>",
            self.top,
            self.top - 10.0,
            WIDTH - RIGHT,
            bottom + 34.0,
        );
        for step in 0..=4 {
            let part = f64::from(step) / 4.0;
            let (x, y) =
                (self.x.0 + part * (self.x.1 - self.x.0), self.y.0 + part * (self.y.1 - self.y.0));
            let (_, line) = self.at(self.x.0, y);
            let (column, _) = self.at(x, self.y.0);
            let _ = writeln!(
                svg,
                "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{line:.1}\" y2=\"{line:.1}\" stroke=\"#ddd\"/>\n\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{y:.0}{unit}</text>\n\
                 <text x=\"{column:.1}\" y=\"{}\" text-anchor=\"middle\">{x:.0}</text>",
                WIDTH - RIGHT,
                LEFT - 6.0,
                line + 4.0,
                bottom + 16.0,
            );
        }
    }
}

/// Draws the games, in the order of their numbers.
pub(super) fn draw(header: &Header, games: &[GameRecord]) -> String {
    let height = TOP + 2.0 * PANEL + GAP + 50.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    let names: Vec<&str> = header.engines.iter().map(|engine| engine.name.as_str()).collect();
    let two = names.len() == 2;
    let shown = if two { 1 } else { names.len() };

    let scores =
        Panel { top: TOP, x: (0.0, (games.len().max(1).div_ceil(4) * 4) as f64), y: (0.0, 100.0) };
    let title = match names[..] {
        [first, second] => format!("Score of {} against {}", escape(first), escape(second)),
        _ => "Score of each engine".to_owned(),
    };
    scores.frame(&mut svg, &title, "games", "%");
    for engine in 0..shown {
        let (line, band) = running_score(header, games, engine);
        let color = COLORS[engine % COLORS.len()];
        if two && !band.is_empty() {
            let outline: Vec<(f64, f64)> = band
                .iter()
                .map(|&(x, low, _)| (x, low))
                .chain(band.iter().rev().map(|&(x, _, high)| (x, high)))
                .collect();
            let points = scores.points(&outline);
            let _ = writeln!(
                svg,
                "<polygon points=\"{points}\" fill=\"{color}\" fill-opacity=\"0.15\"/>"
            );
        }
        let points = scores.points(&line);
        let _ = writeln!(
            svg,
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\"/>"
        );
    }

    let curves: Vec<Vec<(f64, f64)>> =
        names.iter().map(|name| mean_evaluation(header, games, name)).collect();
    let most = curves.iter().flatten().map(|point| point.1.abs()).fold(4.0, f64::max);
    let reach = (most / 4.0).ceil() * 4.0;
    let last = curves.iter().flatten().map(|point| point.0).fold(60.0, f64::max);
    let last = (last / 4.0).ceil() * 4.0;
    let values = Panel { top: TOP + PANEL + GAP, x: (0.0, last), y: (-reach, reach) };
    let (title, below) = match header.game.is_othello() {
        true => ("Mean evaluation in discs, each engine's own view", "discs on the board less 4"),
        false => ("Mean evaluation in points, each engine's own view", "moves"),
    };
    values.frame(&mut svg, title, below, "");
    for (engine, (curve, name)) in curves.iter().zip(&names).enumerate() {
        let color = COLORS[engine % COLORS.len()];
        let points = values.points(curve);
        let y = values.top + 18.0 + 16.0 * engine as f64;
        let _ = writeln!(
            svg,
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\"/>\n\
             <text x=\"{}\" y=\"{y}\" fill=\"{color}\">{}</text>",
            LEFT + 10.0,
            escape(name),
        );
    }
    svg + "</svg>\n"
}

/// A point of a line: what it stands over and its height.
type Point = (f64, f64);

/// Returns an engine's score in percent after each game, and its 95 % interval where there is one.
fn running_score(
    header: &Header,
    games: &[GameRecord],
    engine: usize,
) -> (Vec<Point>, Vec<(f64, f64, f64)>) {
    let mut tally = Tally::new(header);
    let step = games.len().div_ceil(MAX_POINTS).max(1);
    let (mut line, mut band) = (Vec::new(), Vec::new());
    for (index, game) in games.iter().enumerate() {
        tally.add(game);
        if (index + 1) % step != 0 && index + 1 != games.len() {
            continue;
        }
        let x = (index + 1) as f64;
        let score = tally.total(engine);
        if score.games() == 0 {
            continue;
        }
        let (mine, theirs) = score.half_points();
        line.push((x, 100.0 * mine as f64 / (mine + theirs) as f64));
        if let Some(estimate) = score.estimate().filter(|_| score.games() >= 4) {
            let (mean, deviation) = estimate.score;
            let reach = 1.96 * deviation;
            band.push((x, 100.0 * (mean - reach), 100.0 * (mean + reach)));
        }
    }
    (line, band)
}

/// Returns the mean of an engine's evaluations by how far the game had gone.
fn mean_evaluation(header: &Header, games: &[GameRecord], name: &str) -> Vec<Point> {
    let mut sums: Vec<(f64, u32)> = Vec::new();
    for game in games {
        let Ok((board, opening)) = game.board(&header.game) else { continue };
        let own = if game.black == name { Color::Black } else { Color::White };
        if own == Color::White && game.white != name {
            continue;
        }
        let plies = board.plies().into_iter().zip(board.progress()).skip(opening);
        for ((ply, progress), record) in plies.zip(&game.moves) {
            if let (true, Some(score)) = (ply.color == own, record.note.score) {
                if sums.len() <= progress {
                    sums.resize(progress + 1, (0.0, 0));
                }
                sums[progress].0 += score.clamp(-MOST, MOST);
                sums[progress].1 += 1;
            }
        }
    }
    let mean = |(ply, &(sum, count)): (usize, &(f64, u32))| {
        (count > 0).then(|| (ply as f64, sum / f64::from(count)))
    };
    sums.iter().enumerate().filter_map(mean).collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Draws to a file.
///
/// # Errors
/// The file cannot be written.
pub(super) fn write(path: &Path, header: &Header, games: &[GameRecord]) -> anyhow::Result<()> {
    let mut games = games.to_vec();
    games.sort_by_key(|game| game.game);
    std::fs::write(path, draw(header, &games)).with_context(|| path.display().to_string())
}
