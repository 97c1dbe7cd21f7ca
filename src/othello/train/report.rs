//! What an evaluation is worth: its errors by ply, as text, CSV and a picture.
//!
//! Owns the table and its forms; must not know where the positions come from.

use std::fmt::Write;

use rayon::prelude::*;

use super::samples::Set;
use crate::othello::eval::{Evaluator, Tracked};

/// Discs placed after the start: 0 to 60.
const N_PLIES: usize = 61;

/// The errors of one ply, or of all.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Row {
    n: u64,
    sum: f64,
    absolute: f64,
    square: f64,
}

impl Row {
    fn add(&mut self, error: f64) {
        self.n += 1;
        self.sum += error;
        self.absolute += error.abs();
        self.square += error * error;
    }

    fn plus(self, other: Row) -> Row {
        Row {
            n: self.n + other.n,
            sum: self.sum + other.sum,
            absolute: self.absolute + other.absolute,
            square: self.square + other.square,
        }
    }

    /// Returns how many positions were judged.
    #[must_use]
    pub fn n(&self) -> u64 {
        self.n
    }

    /// Returns the mean error.
    ///
    /// # Units
    /// Discs.
    #[must_use]
    pub fn bias(&self) -> f64 {
        self.sum / self.n.max(1) as f64
    }

    /// Returns the mean absolute error.
    ///
    /// # Units
    /// Discs.
    #[must_use]
    pub fn mae(&self) -> f64 {
        self.absolute / self.n.max(1) as f64
    }

    /// Returns the root of the mean square error.
    ///
    /// # Units
    /// Discs.
    #[must_use]
    pub fn rmse(&self) -> f64 {
        (self.square / self.n.max(1) as f64).sqrt()
    }
}

/// The errors on one set of positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// What the set is called.
    pub name: String,
    /// By discs placed after the start.
    rows: Vec<Row>,
}

impl Table {
    /// Judges all positions of some sets.
    #[must_use]
    pub fn new(name: &str, sets: &[Set], evaluator: &Evaluator) -> Self {
        let of_set = |set: &Set| {
            let mut rows = vec![Row::default(); N_PLIES];
            for (board, label) in set.iter() {
                let ply = 60usize.saturating_sub(board.n_empties() as usize);
                rows[ply].add(
                    f64::from(evaluator.evaluate(&Tracked::new(board)).0 - i32::from(label))
                        / 128.0,
                );
            }
            rows
        };
        let parts: Vec<Vec<Row>> = sets.par_iter().map(of_set).collect();
        let rows = (0..N_PLIES)
            .map(|ply| parts.iter().map(|rows| rows[ply]).fold(Row::default(), Row::plus))
            .collect();
        Table { name: name.to_owned(), rows }
    }

    /// Returns the errors at a ply.
    #[must_use]
    pub fn row(&self, ply: usize) -> Row {
        self.rows.get(ply).copied().unwrap_or_default()
    }

    /// Returns the errors on the whole set.
    #[must_use]
    pub fn total(&self) -> Row {
        self.rows.iter().copied().fold(Row::default(), Row::plus)
    }

    fn plies(&self) -> impl Iterator<Item = (usize, Row)> + '_ {
        self.rows.iter().copied().enumerate().filter(|(_, row)| row.n > 0)
    }
}

/// Writes tables for people.
#[must_use]
pub fn text(tables: &[Table]) -> String {
    let mut out = String::new();
    for table in tables {
        let _ = writeln!(out, "{}\n ply  positions    bias     MAE    RMSE", table.name);
        let line = |name: &str, row: Row| {
            let (bias, mae, rmse) = (row.bias(), row.mae(), row.rmse());
            format!("{name:>4} {:>10} {bias:>+7.2} {mae:>7.3} {rmse:>7.3}\n", row.n)
        };
        for (ply, row) in table.plies() {
            out += &line(&ply.to_string(), row);
        }
        out += &line("all", table.total());
    }
    out
}

/// Writes tables for programs: `set,ply,positions,bias,mae,rmse`.
///
/// # Errors
/// Never, in memory.
pub fn csv(tables: &[Table]) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["set", "ply", "positions", "bias", "mae", "rmse"])?;
    for table in tables {
        for (ply, row) in table.plies() {
            writer.write_record([
                table.name.clone(),
                ply.to_string(),
                row.n.to_string(),
                format!("{:.4}", row.bias()),
                format!("{:.4}", row.mae()),
                format!("{:.4}", row.rmse()),
            ])?;
        }
    }
    writer.flush()?;
    writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))
}

/// Lines that can be told apart by everybody, repeated beyond their number.
const COLORS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00"];

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 50.0;
const BOTTOM: f64 = 400.0;
const TOP: f64 = 20.0;
const RIGHT: f64 = 740.0;

/// Draws mean absolute errors (full lines) and root mean square errors (broken lines) by ply, as SVG.
#[must_use]
pub fn svg(tables: &[Table]) -> String {
    let most = tables.iter().flat_map(Table::plies).map(|(_, row)| row.rmse()).fold(1.0, f64::max);
    let top = most.ceil();
    let x = |ply: f64| LEFT + ply / 60.0 * (RIGHT - LEFT);
    let y = |discs: f64| BOTTOM - discs / top * (BOTTOM - TOP);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    let mut text = |x: f64, y: f64, anchor: &str, text: &str| {
        let _ =
            writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>");
    };
    for ply in (0..=60).step_by(10) {
        text(x(f64::from(ply)), BOTTOM + 16.0, "middle", &ply.to_string());
    }
    let step = (top / 8.0).ceil() as usize;
    let marks: Vec<f64> = (0..=top as usize).step_by(step.max(1)).map(|mark| mark as f64).collect();
    for &mark in &marks {
        text(LEFT - 6.0, y(mark) + 4.0, "end", &mark.to_string());
    }
    text((LEFT + RIGHT) / 2.0, BOTTOM + 34.0, "middle", "discs placed after the start");
    for (i, table) in tables.iter().enumerate() {
        let total = table.total();
        let (mae, rmse) = (total.mae(), total.rmse());
        let legend =
            format!("{}: MAE {mae:.2} (full), RMSE {rmse:.2} (broken)", escaped(&table.name));
        text(LEFT + 30.0, TOP + 14.0 + 16.0 * i as f64, "start", &legend);
    }
    for &mark in &marks {
        let y = y(mark);
        let _ = writeln!(out, "<path d=\"M{LEFT},{y:.1}H{RIGHT}\" stroke=\"#dddddd\"/>");
    }
    for (i, table) in tables.iter().enumerate() {
        let color = COLORS[i % COLORS.len()];
        let y_key = TOP + 10.0 + 16.0 * i as f64;
        let x_key = LEFT + 8.0;
        let _ = writeln!(
            out,
            "<path d=\"M{x_key},{y_key:.1}h16\" stroke=\"{color}\" stroke-width=\"2\"/>"
        );
        for (is_square, dashes) in [(false, ""), (true, " stroke-dasharray=\"4 3\"")] {
            let measure = |row: &Row| if is_square { row.rmse() } else { row.mae() };
            let points: Vec<String> = table
                .plies()
                .map(|(ply, row)| format!("{:.1},{:.1}", x(ply as f64), y(measure(&row))))
                .collect();
            let _ = writeln!(
                out,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\"{dashes}/>",
                points.join(" ")
            );
        }
    }
    out + "</svg>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Board;
    use crate::othello::eval::file::Provenance;
    use crate::othello::eval::weights::{N_STAGES, StageWeights, Weights};

    fn table() -> Table {
        let mut stage = StageWeights::zero();
        stage.constant = 256;
        let weights = Weights { stages: vec![stage; N_STAGES] };
        let evaluator = Evaluator::patterns(weights, Provenance::default());
        let (_, child) = Board::START.children().next().unwrap();
        let mut set = Set::default();
        set.push(child, 128);
        set.push(child.symmetric(1), 640);
        set.push(Board::START, 256);
        Table::new("own <games>", &[set, Set::default()], &evaluator)
    }

    #[test]
    fn errors_are_counted_by_ply() {
        let table = table();
        let row = table.row(1);
        assert_eq!((row.n(), row.bias(), row.mae()), (2, -1.0, 2.0));
        assert!((row.rmse() - 5f64.sqrt()).abs() < 1e-12);
        assert_eq!((table.row(0).n(), table.row(0).mae()), (1, 0.0));
        assert_eq!(table.total().n(), 3);
    }

    #[test]
    fn every_form_tells_the_same() {
        let tables = [table()];
        assert_eq!(
            text(&tables),
            "own <games>\n ply  positions    bias     MAE    RMSE\n   0          1   +0.00   0.000   0.000\n   \
             1          2   -1.00   2.000   2.236\n all          3   -0.67   1.333   1.826\n"
        );
        let csv = String::from_utf8(csv(&tables).unwrap()).unwrap();
        assert_eq!(csv.lines().nth(2), Some("own <games>,1,2,-1.0000,2.0000,2.2361"));
        let svg = svg(&tables);
        assert!(svg.contains("own &lt;games&gt;: MAE 1.33"));
        assert_eq!(svg.matches("<polyline").count(), 2);
        assert!(svg.ends_with("</svg>\n"));
    }
}
