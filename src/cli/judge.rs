//! `chuhe judge`: the verdict of the rules on a game, and its reason.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use tracing::info;

use super::Failure;
use super::args::{NotationArgs, RulesArgs, played};
use super::output::print_json;
use crate::board::Board;
use crate::games::cases;
use crate::rules::report::{Report, over_before};
use crate::rules::{ClassifiedMove, Reason, RuleSet, Verdict, judge};

/// Judge a game: mate, stalemate, repetition, natural limit, and why.
///
/// The last position is judged, and told if the game was over before. For a repetition, a table
/// tells what each of the moves judged did: gave check, threatened mate (kill), chased a piece, or one of the
/// things that are always allowed (exchange, offer, block, follow, idle). What these words mean,
/// and how the rule sets differ, stands in docs/rules.md.
///
/// With a FILE, cases are checked: four columns separated by tabs, a position, the moves that
/// lead in, the moves of the cycle (repeated until the game is decided) and the winner: red,
/// black or draw. Cases that come out otherwise are printed, and then a count. `-` reads standard
/// input.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct JudgeArgs {
    /// A file of cases.
    #[arg(value_name = "FILE", conflicts_with_all = ["fen", "moves", "json"])]
    file: Option<PathBuf>,

    /// The position in which the game began; the usual one when not given.
    #[arg(long, value_name = "FEN", value_parser = Board::from_diagram)]
    fen: Option<Board>,

    /// The moves played from it, such as "h2e2 h9g7", "C2.5 H8+7" or "炮二平五 马８进７".
    #[arg(long, value_name = "MOVES", num_args = 1..)]
    moves: Vec<String>,

    #[command(flatten)]
    rules: RulesArgs,

    #[command(flatten)]
    notation: NotationArgs,

    /// Print JSON, one object, for a program to read.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  chuhe judge --moves \"b0c2 b9c7 c2b0 c7b9 b0c2 b9c7 c2b0 c7b9\"
  chuhe judge --fen \"4k4/9/9/9/9/9/9/9/3R5/5K3 w\" --repeat-count 2 --moves \"d1e1 e9d9 e1d1 d9e9\"
  chuhe judge --rules simple --json --fen \"3k5/9/3P5/9/9/9/9/9/4R4/4K4 b\"
  chuhe judge --rules chinese cases.tsv

JSON:
  {\"outcome\":\"black\",\"reason\":\"...\",\"rule\":\"perpetual-check\",\"rules\":\"asian\",
   \"occurrences\":3,\"offences\":{\"red\":\"check\",\"black\":\"none\"},\"rounds\":2,\"cycle\":[
   {\"move\":\"d1e1\",\"side\":\"red\",\"piece\":\"R\",\"act\":\"check\",\"check\":true,\"kill\":false,\"chases\":[]},
   ...],\"over_after\":null}

  outcome is red, black, draw or undecided. rule names what decided: checkmate, stalemate,
  perpetual-check, perpetual-chase, chase-of-pinned-rook, perpetual-attack, mutual-check,
  mutual-chase, mutual-attack, repetition, natural-limit, bare-generals, no-attackers or
  in-progress. A chase is {\"by\":\"R\",\"from\":\"c7\",\"target\":\"n\",\"square\":\"c5\",
  \"false_roots\":false}. offences are none, chase, chase-of-pinned-rook, attack or check; they,
  occurrences and rounds are null, and cycle is empty, unless a repetition decides. rounds tells how often
  the moves of cycle were played. over_after is the number of moves after which the game was over
  before its last position, if it was. act is check, kill, chase, capture, exchange, offer, block, follow or idle.

Exit codes:
  0  judged; with a FILE, all cases came out as they say
  1  some case did not, or could not be read
  2  wrong usage or input";

impl JudgeArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let rules = self.rules.rule_set();
        let mut out = io::stdout().lock();
        if let Some(file) = &self.file {
            return check_cases(&mut out, file, &rules);
        }
        let start = self.fen.clone().unwrap_or_else(Board::startpos);
        let game = played(start, &self.moves)?;
        info!(fen = game.board().to_fen(), ?rules, "judge");
        let verdict = judge(&game, &rules);
        let before = over_before(&game, &rules);
        if self.json {
            let over_after = before.map(|(moves, _)| moves);
            let record = VerdictRecord::new(&verdict, &rules, over_after);
            return print_json(&mut out, &record);
        }
        let notation = self.notation.notation();
        let report = Report {
            verdict: &verdict,
            before,
            texts: &notation.write_line(game.start(), game.moves()),
            hanzi: true,
        };
        write!(out, "{report}")?;
        Ok(out.flush()?)
    }
}

fn check_cases(out: &mut impl Write, path: &Path, rules: &RuleSet) -> Result<(), Failure> {
    let (name, text) = match path.as_os_str() == "-" {
        true => ("standard input".to_owned(), io::read_to_string(io::stdin())),
        false => (path.display().to_string(), fs::read_to_string(path)),
    };
    let text = text.map_err(|error| Failure::Input(format!("{name}: {error}")))?;
    let checked = cases::check(&text, rules);
    for finding in &checked.findings {
        writeln!(out, "{finding}")?;
    }
    let (cases, agree, unsound) = (checked.cases, checked.agree, checked.unsound);
    let differ = cases - agree - unsound;
    let plural = if cases == 1 { "" } else { "s" };
    writeln!(
        out,
        "{cases} case{plural}: {agree} agree, {differ} do not, {unsound} could not be judged"
    )?;
    out.flush()?;
    match cases {
        0 => Err(Failure::Work(format!("{name}: there is no case in it"))),
        _ if agree == cases => Ok(()),
        _ => Err(Failure::Work(format!(
            "{name}: {differ} of {cases} cases do not agree, {unsound} could not be judged"
        ))),
    }
}

/// A verdict. Programs depend on the names: add some, rename none.
#[derive(Debug, Serialize)]
struct VerdictRecord {
    outcome: &'static str,
    reason: String,
    rule: &'static str,
    rules: &'static str,
    occurrences: Option<u32>,
    offences: Option<OffencesRecord>,
    rounds: Option<usize>,
    cycle: Vec<MoveRecord>,
    over_after: Option<usize>,
}

#[derive(Debug, Serialize)]
struct OffencesRecord {
    red: &'static str,
    black: &'static str,
}

#[derive(Debug, Serialize)]
struct MoveRecord {
    #[serde(rename = "move")]
    mv: String,
    side: String,
    piece: char,
    act: &'static str,
    check: bool,
    kill: bool,
    chases: Vec<ChaseRecord>,
}

#[derive(Debug, Serialize)]
struct ChaseRecord {
    by: char,
    from: String,
    target: char,
    square: String,
    false_roots: bool,
}

impl VerdictRecord {
    /// The record of a verdict on the last position of a game that was over after `over_after` moves, if it was.
    fn new(verdict: &Verdict, rules: &RuleSet, over_after: Option<usize>) -> VerdictRecord {
        let repeated = match &verdict.reason {
            Reason::Repetition(repeated) => Some(repeated),
            _ => None,
        };
        let cycle = repeated.iter().flat_map(|repeated| &repeated.cycle);
        VerdictRecord {
            outcome: verdict.outcome.name(),
            reason: verdict.reason.to_string(),
            rule: verdict.reason.rule(),
            rules: rules.repetition.name(),
            occurrences: repeated.map(|repeated| repeated.occurrences),
            offences: repeated.map(|repeated| {
                let [red, black] = repeated.offences.map(|offence| offence.name());
                OffencesRecord { red, black }
            }),
            rounds: repeated.map(|repeated| repeated.rounds),
            cycle: cycle.map(record).collect(),
            over_after,
        }
    }
}

fn record(played: &ClassifiedMove) -> MoveRecord {
    let chases = played.chases.iter().map(|chase| ChaseRecord {
        by: chase.attacker.letter(),
        from: chase.from.to_string(),
        target: chase.target.letter(),
        square: chase.square.to_string(),
        false_roots: chase.false_roots,
    });
    MoveRecord {
        mv: played.mv.to_string(),
        side: played.piece.color().to_string(),
        piece: played.piece.letter(),
        act: played.class.name(),
        check: played.check,
        kill: played.kill,
        chases: chases.collect(),
    }
}
