//! Writes the source file of the weights of the evaluation.

use std::fmt::Write;

use crate::eval::Tapered;
use crate::eval::values::FAMILIES;
use crate::eval::weight::{Family, Numbers};
use crate::eval::weights::COUNT;

/// The source file that this program was built with.
const BUILT_IN: &str = include_str!("../../eval/values.rs");
/// The line that opens the list of weight families.
const FIRST_LINE: &str = "weights! {\n";
/// The most entries on a line.
const PER_LINE: usize = 6;

/// The text of `src/eval/values.rs` with other values. The head of the file and the doc comments are kept.
pub fn write(values: &[Tapered; COUNT]) -> String {
    let head = BUILT_IN.split(FIRST_LINE).next().unwrap_or_default();
    let mut text = format!("{head}{FIRST_LINE}");
    for (index, family) in FAMILIES.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        for line in family.doc {
            // The text of a doc comment begins with a blank.
            let _ = writeln!(text, "    ///{line}");
        }
        write_family(&mut text, family, &values[family.first..][..family.count()]);
    }
    text.push_str("}\n");
    text
}

fn write_family(text: &mut String, family: &Family, values: &[Tapered]) {
    let name = family.name;
    let texts = |of: fn(&Tapered) -> String| values.iter().map(of).collect::<Vec<_>>();
    let _ = match family.numbers {
        Numbers::Pairs(_) => {
            let pairs = texts(|value| format!("({}, {})", value.mg(), value.eg()));
            writeln!(text, "    pairs {name} = [{}];", list(&pairs))
        }
        Numbers::Plain(_) => {
            let numbers = texts(|value| value.mg().to_string());
            writeln!(text, "    plain {name} = [{}];", list(&numbers))
        }
        Numbers::Board(..) => {
            let (mg, eg) = (texts(|v| v.mg().to_string()), texts(|v| v.eg().to_string()));
            let width = widest(&mg).max(widest(&eg));
            let [mg, eg] = [mg, eg].map(|half| lines(&half, 5, width, ["[", "]"]));
            writeln!(text, "    board {name} = [\n{mg}    ] [\n{eg}    ];")
        }
    };
}

/// The length of the longest entry.
fn widest(entries: &[String]) -> usize {
    entries.iter().map(String::len).max().unwrap_or(0)
}

/// Formats entries on lines of equal length; a single entry has no line of its own.
fn list(entries: &[String]) -> String {
    if let [only] = entries {
        return only.clone();
    }
    let lines_needed = entries.len().div_ceil(PER_LINE);
    let per_line = entries.len().div_ceil(lines_needed);
    let lines = lines(entries, per_line, widest(entries), ["", ""]);
    format!("\n{lines}    ")
}

/// Formats entries on lines of `per_line` entries, each of this width.
fn lines(entries: &[String], per_line: usize, width: usize, [open, close]: [&str; 2]) -> String {
    let padded = entries.iter().map(|entry| format!("{entry:>width$}"));
    let padded: Vec<String> = padded.collect();
    let lines = padded.chunks(per_line);
    let lines = lines.map(|line| format!("        {open}{}{close},\n", line.join(", ")));
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::values::TEMPO;
    use crate::eval::weights::VALUES;

    #[test]
    fn built_in_weights_give_the_source_file() {
        assert_eq!(write(&VALUES), BUILT_IN);
    }

    #[test]
    fn other_values_are_written_in_the_same_layout() {
        let values = VALUES.map(|value| Tapered::new(-value.mg() - 1_000, value.eg()));
        let text = write(&values);
        assert_eq!(text.lines().count(), BUILT_IN.lines().count());
        assert!(text.lines().all(|line| line.len() <= 100), "{text}");
        let tempo = values[TEMPO.single().index()];
        let written = format!("pairs TEMPO = [({}, {})]", tempo.mg(), tempo.eg());
        assert!(tempo.mg() < -900 && text.contains(&written), "{text}");
    }
}
