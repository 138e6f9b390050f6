//! The function `judge`, and rule sets.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use super::board::PyBoard;
use super::errors::exception;
use super::numbers::field_in_range;
use super::results::{construct, tuple};
use crate::rules::report::earlier_end;
use crate::rules::ruleset::{MOVE_LIMIT, REPEAT_COUNT};
use crate::rules::{
    Chase, ClassifiedMove, JudgedRepetition, MoveClass, ParseRulesError, Reason, RuleSet, judge,
};

/// An argument that is a `RuleSet`.
pub struct RuleSetArgument(pub RuleSet);

impl<'py> FromPyObject<'_, 'py> for RuleSetArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<RuleSetArgument> {
        let Ok(repetition) = object.getattr("repetition") else {
            let kind = object.get_type();
            let error = format!("expected a RuleSet, not {kind}");
            return Err(PyTypeError::new_err(error));
        };
        let name = repetition.extract::<String>().map_err(|error| {
            PyTypeError::new_err(format!("repetition: {}", error.value(object.py())))
        })?;
        let repetition: Result<_, ParseRulesError> = name.parse();
        Ok(RuleSetArgument(RuleSet {
            repetition: repetition.map_err(exception::<PyValueError>)?,
            repeat_count: field_in_range(&object, "repeat_count", &REPEAT_COUNT)? as u32,
            move_limit: field_in_range(&object, "move_limit", &MOVE_LIMIT)? as u16,
        }))
    }
}

/// Raises an error if a field of a `RuleSet` is wrong.
#[pyfunction]
#[pyo3(name = "_check_rule_set")]
pub fn check_rule_set(rules: RuleSetArgument) {
    let _ = rules;
}

/// Judges the game that led to the position of a board: mate, stalemate, repetition, natural limit, material.
///
/// 裁决走到这个局面的对局：将死、困毙、循环、自然限着、子力不足。
#[pyfunction]
#[pyo3(name = "judge", signature = (board, rules = None))]
pub fn judge_board<'py>(
    py: Python<'py>,
    board: PyRef<'py, PyBoard>,
    rules: Option<RuleSetArgument>,
) -> PyResult<Bound<'py, PyAny>> {
    let (game, rules) = (board.game(), rules.map(|rules| rules.0).unwrap_or_default());
    drop(board);
    let (verdict, earlier_end) = py.detach(|| (judge(&game, &rules), earlier_end(&game, &rules)));
    let repetition = match &verdict.reason {
        Reason::Repetition(judged) => Some(repetition(py, judged)?),
        _ => None,
    };
    construct!(py, "Verdict", {
        "outcome": verdict.outcome.name(),
        "rule": verdict.reason.rule(),
        "reason": verdict.reason.to_string(),
        "reason_zh": verdict.reason.chinese(),
        "repetition": repetition,
        "over_after": earlier_end.map(|(moves, _)| moves),
    })
}

fn repetition<'py>(py: Python<'py>, judged: &JudgedRepetition) -> PyResult<Bound<'py, PyAny>> {
    let cycle = judged.cycle.iter();
    let cycle = cycle.map(|classified| cycle_move(py, classified));
    let [red_offence, black_offence] = judged.offences.map(|offence| offence.name());
    construct!(py, "Repetition", {
        "rules": judged.rules.name(),
        "occurrences": judged.occurrences,
        "red_offence": red_offence,
        "black_offence": black_offence,
        "rounds": judged.rounds,
        "cycle": tuple(py, cycle)?,
    })
}

fn cycle_move<'py>(py: Python<'py>, classified: &ClassifiedMove) -> PyResult<Bound<'py, PyAny>> {
    let chase = |chase: &Chase| {
        construct!(py, "Chase", {
            "attacker": chase.attacker.letter(),
            "from_square": chase.from.to_string(),
            "target": chase.target.letter(),
            "square": chase.square.to_string(),
            "false_roots": chase.false_roots,
        })
    };
    construct!(py, "CycleMove", {
        "move": classified.mv.to_string(),
        "side": classified.piece.color().to_string(),
        "piece": classified.piece.letter(),
        "move_class": classified.class.name(),
        "is_check": classified.class == MoveClass::Check,
        "is_kill": classified.class == MoveClass::Kill,
        "chases": tuple(py, classified.chases.iter().map(chase))?,
    })
}
