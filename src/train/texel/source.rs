//! The source file of the numbers, written as it is laid out.

use std::fmt::Write;

use crate::eval::Tapered;
use crate::eval::values::FAMILIES;
use crate::eval::weight::{Family, Shape};
use crate::eval::weights::COUNT;

/// The file that the program is built with.
const BUILT_IN: &str = include_str!("../../eval/values.rs");
/// What the families begin with in it.
const OPENING: &str = "weights! {\n";
/// The most entries on a line.
const PER_LINE: usize = 6;

/// The text of `src/eval/values.rs` with other values: what stands above the families and above each
/// of them stays.
///
/// ```
/// use chuhe::eval::weights::VALUES;
/// let text = chuhe::train::texel::source::write(&VALUES);
/// assert!(text.contains("pairs TEMPO = [("));
/// ```
pub fn write(values: &[Tapered; COUNT]) -> String {
    let head = BUILT_IN.split(OPENING).next().unwrap_or_default();
    let mut text = format!("{head}{OPENING}");
    for (index, family) in FAMILIES.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        for line in family.doc {
            // What a doc comment says begins with its blank.
            let _ = writeln!(text, "    ///{line}");
        }
        write_family(&mut text, family, &values[family.first..][..family.count()]);
    }
    text.push_str("}\n");
    text
}

fn write_family(text: &mut String, family: &Family, values: &[Tapered]) {
    let name = family.name;
    let _ = match family.shape {
        Shape::Pairs(_) => {
            let pairs = values.iter().map(|v| format!("({}, {})", v.mg(), v.eg()));
            writeln!(text, "    pairs {name} = [{}];", list(pairs.collect()))
        }
        Shape::Plain(_) => {
            let numbers = values.iter().map(|v| v.mg().to_string());
            writeln!(text, "    plain {name} = [{}];", list(numbers.collect()))
        }
        Shape::Board(..) => {
            let halves = [Tapered::mg, Tapered::eg].map(|half| {
                let numbers = values.iter().map(|&value| half(value).to_string());
                numbers.collect::<Vec<_>>()
            });
            let width = widest(halves.iter().flatten());
            let [mg, eg] = halves.map(|half| board(&half, width));
            writeln!(text, "    board {name} = [\n{mg}    ] [\n{eg}    ];")
        }
    };
}

fn widest<'a>(entries: impl Iterator<Item = &'a String>) -> usize {
    entries.map(String::len).max().unwrap_or(0)
}

/// Entries on lines that are equally long; one entry by itself needs no line.
fn list(entries: Vec<String>) -> String {
    if let [only] = &entries[..] {
        return only.clone();
    }
    let lines = entries.len().div_ceil(PER_LINE);
    let width = widest(entries.iter());
    let mut text = "\n".to_owned();
    for line in entries.chunks(entries.len().div_ceil(lines)) {
        let line: Vec<String> = line
            .iter()
            .map(|entry| format!("{entry:>width$}"))
            .collect();
        let _ = writeln!(text, "        {},", line.join(", "));
    }
    text + "    "
}

/// Ranks of five files.
fn board(numbers: &[String], width: usize) -> String {
    let mut text = String::new();
    for rank in numbers.chunks(5) {
        let rank: Vec<String> = rank
            .iter()
            .map(|number| format!("{number:>width$}"))
            .collect();
        let _ = writeln!(text, "        [{}],", rank.join(", "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::values::TEMPO;
    use crate::eval::weights::VALUES;

    #[test]
    fn the_built_in_file_is_what_would_be_written() {
        assert_eq!(write(&VALUES), BUILT_IN);
    }

    #[test]
    fn other_values_are_written_in_the_same_layout() {
        let mut values = VALUES;
        for value in &mut values {
            *value = Tapered::new(-value.mg() - 1_000, value.eg());
        }
        let text = write(&values);
        assert_eq!(text.lines().count(), BUILT_IN.lines().count());
        assert!(text.lines().all(|line| line.len() <= 100), "{text}");
        let tempo = values[TEMPO.single().index()];
        let written = format!("pairs TEMPO = [({}, {})]", tempo.mg(), tempo.eg());
        assert!(tempo.mg() < -900 && text.contains(&written), "{text}");
    }
}
