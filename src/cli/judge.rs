//! `chuhe judge`: the verdict of the rules on a game, and its reason.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use tracing::info;

use super::Failure;
use super::args::{GameArgs, NotationArgs, RulesArgs, parse_diagram};
use super::game_file::{format_of, parse, read_bytes};
use super::output::{print_json, stdout, write_game_heading};
use crate::columns::counted;
use crate::games::game_file::GameFormat;
use crate::games::{cases, encoding};
use crate::json::VerdictRecord;
use crate::locale;
use crate::rules::report::{Report, ReportLanguage, earlier_end};
use crate::rules::{Game, judge};
use crate::solve::mating_patterns;

/// Judge a game: mate, stalemate, repetition, natural limit, and why.
///
/// The verdict is on the last position; a game that was over before is reported. For a repetition, a table
/// shows what each of its moves did: gave check, threatened mate (kill), chased a piece, or one of the
/// things that are always allowed (exchange, offer, block, follow, idle). docs/rules.md explains these
/// words and the rule sets.
///
/// A FILE of games in a format of `chuhe convert` gives a verdict on each game. Any other FILE is a list
/// of rule cases with four columns separated by tabs: a position, the moves before the cycle, the moves of the cycle (repeated
/// until the game is decided), and the winner: red, black or draw. The command prints the cases with another
/// winner, and a count. `-` reads standard input.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES, mut_arg("fen", |fen| fen.value_parser(parse_diagram)))]
pub struct JudgeArgs {
    /// A file of games or of rule cases.
    #[arg(value_name = "FILE", conflicts_with_all = ["fen", "moves"])]
    file: Option<PathBuf>,

    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    rules: RulesArgs,

    #[command(flatten)]
    notation: NotationArgs,

    /// Print JSON, an object for each game, for a program to read.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  chuhe judge --moves \"b0c2 b9c7 c2b0 c7b9 b0c2 b9c7 c2b0 c7b9\"
  chuhe judge --fen \"4k4/9/9/9/9/9/9/9/3R5/5K3 w\" --repeat-count 2 --moves \"d1e1 e9d9 e1d1 d9e9\"
  chuhe judge --rules simple --json --fen \"3k5/9/3P5/9/9/9/9/9/4R4/4K4 b\"
  chuhe judge game.pgn
  chuhe judge --rules chinese cases.tsv

JSON:
  {\"outcome\":\"black\",\"reason\":\"...\",\"reason_zh\":\"...\",\"rule\":\"perpetual-check\",\"rules\":\"asian\",\"patterns\":[],\"patterns_zh\":[],
   \"occurrences\":3,\"offences\":{\"red\":\"check\",\"black\":\"none\"},\"rounds\":2,\"cycle\":[
   {\"move\":\"d1e1\",\"side\":\"red\",\"piece\":\"R\",\"act\":\"check\",\"check\":true,\"kill\":false,\"chases\":[]},
   ...],\"over_after\":null}

  outcome is red, black, draw or undecided. rule names what decided: checkmate, stalemate,
  perpetual-check, perpetual-chase, chase-of-pinned-rook, perpetual-attack, mutual-check,
  mutual-chase, mutual-attack, repetition, natural-limit, bare-generals, no-attackers or
  in-progress. reason_zh is the reason in Chinese. patterns and patterns_zh are the names of mating patterns (docs/patterns.md). A chase is {\"by\":\"R\",\"from\":\"c7\",\"target\":\"n\",\"square\":\"c5\",
  \"false_roots\":false}. offences are none, chase, chase-of-pinned-rook, attack or check; they,
  occurrences and rounds are null, and cycle is empty, unless a repetition decides. rounds is
  how often the moves of cycle were played. over_after is the number of moves after which the game
  was over before its last position, if it was. game is the number of the game in a FILE. act is
  check, kill, chase, capture, exchange, offer, block, follow or idle.

Exit codes:
  0  judged; with a FILE of cases, all have the winner that they name
  1  a case has another winner, or could not be judged
  2  wrong usage or input";

/// The language of reports: Chinese, or English with the Chinese terms.
pub fn report_language() -> ReportLanguage {
    match locale::is_chinese() {
        true => ReportLanguage::Chinese,
        false => ReportLanguage::Both,
    }
}

impl JudgeArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let mut out = stdout();
        let Some(path) = &self.file else {
            return self.judge(&mut out, &self.game.game()?, None);
        };
        let bytes = read_bytes(path)?;
        // The columns of a rule case, which begins with a FEN, are separated by tabs; a game may have some, too.
        let is_case = |line: &[u8]| {
            let tab = line.iter().position(|&byte| byte == b'\t');
            tab.is_some_and(|tab| line[..tab].contains(&b'/'))
        };
        let has_case = bytes.split(|&byte| byte == b'\n').any(is_case);
        let find_format = match has_case {
            true => GameFormat::detect,
            false => format_of,
        };
        let Some(format) = find_format(path, &bytes, GameFormat::READ) else {
            return self.check_cases(&mut out, &path.display().to_string(), &bytes, has_case);
        };
        let games = parse(path, &bytes, format, None, None)?;
        for (number, tree) in (1..).zip(&games) {
            if !self.json {
                write_game_heading(&mut out, number, tree)?;
            }
            self.judge(&mut out, &tree.game(usize::MAX), Some(number))?;
        }
        Ok(())
    }

    /// Prints the verdict on a game, which has this number in its file.
    fn judge(
        &self,
        out: &mut impl Write,
        game: &Game,
        number: Option<usize>,
    ) -> Result<(), Failure> {
        let rules = self.rules.rule_set();
        info!(fen = game.board().to_fen(), ?rules, "judge");
        let verdict = judge(game, &rules);
        let earlier_end = earlier_end(game, &rules);
        let patterns = mating_patterns(game.start(), game.moves());
        if self.json {
            let over_after = earlier_end.map(|(moves, _)| moves);
            let mut record = VerdictRecord::new(&verdict, &rules, over_after, &patterns);
            record.game = number;
            return print_json(out, &record);
        }
        let notation = self.notation.notation();
        let report = Report {
            verdict: &verdict,
            earlier_end,
            texts: &notation.write_line(game.start(), game.moves()),
            language: report_language(),
        };
        write!(out, "{report}")?;
        for pattern in patterns {
            let text = format!("pattern  {} ({})", pattern.zh, pattern.name);
            writeln!(out, "{}", locale::text(&text))?;
        }
        Ok(out.flush()?)
    }

    /// Judges rule cases and prints those with another winner. `has_case` is true if some line has the form of one.
    fn check_cases(
        &self,
        out: &mut impl Write,
        name: &str,
        bytes: &[u8],
        has_case: bool,
    ) -> Result<(), Failure> {
        let wrong = |what: &str| Err(Failure::Input(format!("{name}: {what}")));
        if self.json && has_case {
            return wrong("--json is for games; this is a file of rule cases");
        }
        let check = |text: &str| cases::check(text, &self.rules.rule_set(), report_language());
        let checked = encoding::decode(bytes).ok().map(|(text, _)| check(&text));
        let Some(checked) = checked.filter(|checked| has_case || checked.cases == 0) else {
            return wrong(
                "neither a game file (.pgn, .xqf, .cbr, .cbl, .ubb, .txt) nor rule cases \
                 (FEN, lead, cycle, winner, separated by tabs)",
            );
        };
        if checked.cases == 0 {
            return wrong("there is no case in it");
        }
        for finding in &checked.findings {
            writeln!(out, "{}", locale::text(finding))?;
        }
        let (cases, agree, invalid) = (checked.cases, checked.agree, checked.invalid);
        let differ = cases - agree - invalid;
        let all = counted(cases as u64, "case");
        let count = format!("{all}: {agree} agree, {differ} do not, {invalid} could not be judged");
        writeln!(out, "{}", locale::text(&count))?;
        out.flush()?;
        if agree == cases {
            return Ok(());
        }
        Err(Failure::Work(format!(
            "{name}: {differ} of {cases} cases do not agree, {invalid} could not be judged"
        )))
    }
}
