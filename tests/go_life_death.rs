//! Confirmation of life and death: the record file and its proofs.

use heibai::game::Color;
use heibai::go::life_death::{Budget, Field, audit, confirm};
use heibai::go::score::Territory;
use serde_json::Value;

/// Chains that a record calls alive though a proof shows them dead: the eye between them is false, and after the ko at
/// `cd` one move captures either.
const REFUTED: [(&str, &str); 2] = [("J89-08t", "da"), ("J89-08t", "ce")];

#[test]
fn life_death_of_the_record_file() {
    let text = include_str!("data/go/life_and_death.jsonl");
    let (mut boards, mut known, mut unknown) = (0, 0, Vec::new());
    for line in text.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let Some(rows) = record["board"].as_array() else { continue };
        boards += 1;
        let id = record["id"].as_str().unwrap();
        let rows: Vec<&str> = rows.iter().map(|row| row.as_str().unwrap()).collect();
        let field = Field::parse(&rows).unwrap();
        // Twenty-eight points and hardly a wall: beyond what a test may take.
        let states = if id == "J89-08t" { 20_000 } else { 400_000 };
        let found = confirm(&field, &Budget { states, ..Budget::default() });
        assert_eq!(audit(&field, &found), Ok(()), "{id}");
        for string in record["strings"].as_array().unwrap() {
            let at = string["at"].as_str().unwrap();
            let chain = found.at(field.point(at).unwrap()).unwrap();
            assert_eq!(chain.chain.points.len() as u64, string["stones"].as_u64().unwrap());
            match chain.status.is_alive() {
                None => unknown.push(format!("{id} {at}")),
                Some(alive) => {
                    known += 1;
                    let expected = string["expect"] == "alive" && !REFUTED.contains(&(id, at));
                    assert_eq!(alive, expected, "{id} {at}");
                }
            }
        }
        let territory = Territory::new(&field, &found.lives());
        if !territory.unknown {
            let points = |key: &str| record["territory_points"][key].as_u64().unwrap() as u32;
            let [black, white] = Color::ALL.map(|color| territory.counts[color]);
            let found = [black.territory, black.dead, white.territory, white.dead];
            let expected = ["B", "B_prisoners", "W", "W_prisoners"].map(points);
            assert_eq!(found, expected, "{id}");
        }
    }
    let beyond = ["aa", "da", "ce"].map(|at| format!("J89-08t {at}"));
    assert_eq!((boards, known, unknown), (21, 38, beyond.to_vec()));
}
