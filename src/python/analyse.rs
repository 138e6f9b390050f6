//! Searches: runs them and turns their lines into objects.

use std::sync::mpsc::channel;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::board::iccs;
use super::results::construct;
use super::wait::receive;
use crate::board::Move;
use crate::eval::Score;
use crate::search::score::{ScoreKind, ScoreText, classify};
use crate::search::{Bound as ScoreBound, Engine, Event, PvLine, Request, SearchResult};

#[derive(IntoPyObject)]
struct ScoreFields {
    value: i32,
    cp: Option<i32>,
    mate: Option<i32>,
    rule: Option<i32>,
    text: String,
}

#[derive(IntoPyObject)]
struct LineFields<'py> {
    depth: u32,
    seldepth: u32,
    rank: usize,
    score: Bound<'py, PyAny>,
    bound: &'static str,
    nodes: u64,
    time: f64,
    pv: Bound<'py, PyTuple>,
}

#[derive(IntoPyObject)]
struct AnalysisFields<'py> {
    best: Option<String>,
    ponder: Option<String>,
    score: Bound<'py, PyAny>,
    depth: u32,
    nodes: u64,
    time: f64,
    pv: Bound<'py, PyTuple>,
    lines: Bound<'py, PyTuple>,
}

/// Searches, calls `on_line` with each line, and returns an `Analysis`.
pub fn run<'py>(
    py: Python<'py>,
    engine: &mut Engine,
    request: Request,
    on_line: Option<&Bound<'py, PyAny>>,
    stop: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (sender, mut events) = channel();
    let search = engine.start(request, move |event| {
        // The receiver outlives the search.
        let _ = sender.send(event);
    });
    // The last line of each rank, and the result.
    let (mut lines, mut result): (Vec<PvLine>, _) = (Vec::new(), None);
    let received = receive(
        py,
        &mut events,
        stop,
        || search.stop(),
        |event| {
            match event {
                Event::Line(line) => {
                    if let Some(on_line) = on_line {
                        on_line.call1((line_object(py, &line)?,))?;
                    }
                    lines.retain(|other| other.rank != line.rank);
                    lines.push(line);
                }
                Event::CurrentMove { .. } => {}
                Event::Finished(found) => result = Some(found),
            }
            Ok(())
        },
    );
    py.detach(|| search.wait());
    received?;
    let result =
        result.ok_or_else(|| PyRuntimeError::new_err("the search ended without a result"))?;
    lines.sort_by_key(|line| line.rank);
    analysis_object(py, &result, &lines)
}

fn analysis_object<'py>(
    py: Python<'py>,
    result: &SearchResult,
    lines: &[PvLine],
) -> PyResult<Bound<'py, PyAny>> {
    let lines = lines.iter().map(|line| line_object(py, line));
    let lines: Vec<_> = lines.collect::<PyResult<_>>()?;
    let fields = AnalysisFields {
        best: result.best.map(|mv| mv.to_string()),
        ponder: result.ponder.map(|mv| mv.to_string()),
        score: score_object(py, result.score)?,
        depth: result.depth,
        nodes: result.nodes,
        time: result.elapsed.as_secs_f64(),
        pv: moves(py, &result.pv)?,
        lines: PyTuple::new(py, lines)?,
    };
    construct(py, "Analysis", fields)
}

fn line_object<'py>(py: Python<'py>, line: &PvLine) -> PyResult<Bound<'py, PyAny>> {
    let fields = LineFields {
        depth: line.depth,
        seldepth: line.seldepth,
        rank: line.rank,
        score: score_object(py, line.score)?,
        bound: match line.bound {
            ScoreBound::Exact => "exact",
            ScoreBound::Lower => "lower",
            ScoreBound::Upper => "upper",
        },
        nodes: line.nodes,
        time: line.elapsed.as_secs_f64(),
        pv: moves(py, &line.pv)?,
    };
    construct(py, "Line", fields)
}

fn score_object(py: Python<'_>, score: Score) -> PyResult<Bound<'_, PyAny>> {
    let (cp, mate, rule) = match classify(score) {
        ScoreKind::Evaluation(cp) => (Some(cp), None, None),
        ScoreKind::Mate(plies) => (None, Some(plies), None),
        ScoreKind::Rule(plies) => (None, None, Some(plies)),
    };
    let fields = ScoreFields {
        value: score,
        cp,
        mate,
        rule,
        text: ScoreText(score).to_string(),
    };
    construct(py, "Score", fields)
}

/// Moves as a tuple of their texts.
pub fn moves<'py>(py: Python<'py>, moves: &[Move]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, iccs(moves))
}
