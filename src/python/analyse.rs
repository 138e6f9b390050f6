//! Searches: runs them and turns their lines into objects.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::board::iccs;
use super::results::{construct, tuple};
use super::wait;
use crate::board::Move;
use crate::eval::Score;
use crate::search::score::{ScoreKind, ScoreText, classify};
use crate::search::{Engine, Event, PvLine, Request, SearchResult};

/// Searches, calls `on_line` with each line, and returns an `Analysis`.
pub fn run<'py>(
    py: Python<'py>,
    engine: &mut Engine,
    request: Request,
    on_line: Option<&Bound<'py, PyAny>>,
    stop: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    // The last line of each rank.
    let mut lines: Vec<PvLine> = Vec::new();
    let report = |event| {
        if let Event::Line(line) = event {
            if let Some(on_line) = on_line {
                on_line.call1((line_object(py, &line)?,))?;
            }
            lines.retain(|other| other.rank != line.rank);
            lines.push(line);
        }
        Ok(())
    };
    let result = wait::run(py, stop, report, |flag, send| {
        engine.search_until(request, flag, send)
    })?;
    lines.sort_by_key(|line| line.rank);
    analysis_object(py, &result, &lines)
}

fn analysis_object<'py>(
    py: Python<'py>,
    result: &SearchResult,
    lines: &[PvLine],
) -> PyResult<Bound<'py, PyAny>> {
    let lines = lines.iter().map(|line| line_object(py, line));
    construct!(py, "Analysis", {
        "best": result.best.map(|mv| mv.to_string()),
        "ponder": result.ponder.map(|mv| mv.to_string()),
        "score": score_object(py, result.score)?,
        "depth": result.depth,
        "nodes": result.nodes,
        "time": result.elapsed.as_secs_f64(),
        "pv": moves(py, &result.pv)?,
        "lines": tuple(py, lines)?,
    })
}

fn line_object<'py>(py: Python<'py>, line: &PvLine) -> PyResult<Bound<'py, PyAny>> {
    construct!(py, "Line", {
        "depth": line.depth,
        "seldepth": line.seldepth,
        "rank": line.rank,
        "score": score_object(py, line.score)?,
        "bound": line.bound.name(),
        "nodes": line.nodes,
        "time": line.elapsed.as_secs_f64(),
        "pv": moves(py, &line.pv)?,
    })
}

fn score_object(py: Python<'_>, score: Score) -> PyResult<Bound<'_, PyAny>> {
    let (cp, mate, rule) = match classify(score) {
        ScoreKind::Evaluation(cp) => (Some(cp), None, None),
        ScoreKind::Mate(plies) => (None, Some(plies), None),
        ScoreKind::Rule(plies) => (None, None, Some(plies)),
    };
    construct!(py, "Score", {
        "value": score,
        "cp": cp,
        "mate": mate,
        "rule": rule,
        "text": ScoreText(score).to_string(),
    })
}

/// Moves as a tuple of their texts.
pub fn moves<'py>(py: Python<'py>, moves: &[Move]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, iccs(moves))
}
