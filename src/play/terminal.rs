//! A game in a terminal: reads lines of the player, writes the board, the engine's moves and the result.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use super::clock::GameClock;
use super::command::{self, CommandError, PlayerCommand};
use crate::board::{Board, Color, Move};
use crate::columns::printable;
use crate::notation::Notation;
use crate::notation::text_diagram::{self, CharacterSet, TextDiagramOptions, check_text};
use crate::protocol::Options;
use crate::protocol::adjudication::Adjudicator;
use crate::protocol::lines::{InputLine, next_line};
use crate::rules::report::{Report, ReportLanguage};
use crate::rules::{Game, Outcome, judge};
use crate::search::score::ScoreText;
use crate::search::{Engine, Level, Limits, Request, SearchResult, Settings};

/// The time for a move in a game without a clock.
const THINKING_TIME: Duration = Duration::from_secs(1);
/// The nodes of a search for a hint or for the answer to a draw offer.
const HINT_NODES: u64 = 200_000;

const GAME_OVER: &str = "the game is over: new begins another, undo goes back, help shows more";

/// How a game is played and shown.
#[derive(Clone, Debug)]
pub struct PlaySettings {
    /// The position in which a game begins.
    pub start: Board,
    /// The side of the player.
    pub player: Color,
    /// The engine's settings, among them its level and the rules.
    pub engine: Settings,
    /// Time for the game and increment for each move; `None` for a game without a clock.
    pub clock: Option<(Duration, Duration)>,
    /// The notation of moves that are shown.
    pub notation: Notation,
    /// The characters of the board.
    pub characters: CharacterSet,
    /// True if the board is seen from the engine's side.
    pub flip: bool,
    /// The text before each line of the player; empty if nobody sees it.
    pub prompt: &'static str,
    /// The language of verdicts.
    pub report_language: ReportLanguage,
    /// Translates the lines of an English text to the language of the player.
    pub translate: fn(&str) -> String,
}

/// A game of a person against the engine.
#[derive(Debug)]
pub struct TerminalGame<W> {
    settings: PlaySettings,
    engine: Engine,
    game: Game,
    clock: Option<GameClock>,
    /// The clocks before each move of the game.
    earlier_clocks: Vec<GameClock>,
    is_over: bool,
    out: W,
}

impl<W: Write> TerminalGame<W> {
    /// Creates a game that writes to `out`.
    pub fn new(settings: PlaySettings, out: W) -> TerminalGame<W> {
        TerminalGame {
            engine: Engine::new(settings.engine.clone()),
            game: Game::new(settings.start.clone()),
            clock: None,
            earlier_clocks: Vec::new(),
            is_over: false,
            settings,
            out,
        }
    }

    /// Plays until `quit` or the end of the input.
    ///
    /// # Errors
    /// If the input cannot be read or the output cannot be written.
    pub fn run(mut self, mut input: impl BufRead) -> io::Result<()> {
        let (player, level) = (self.settings.player, self.settings.engine.level);
        let level = describe(level);
        self.say(format_args!(
            "You play {player} against {level}. Enter a move, or help."
        ))?;
        writeln!(self.out)?;
        self.begin()?;
        loop {
            write!(self.out, "{}", self.settings.prompt)?;
            self.out.flush()?;
            let parsed = match next_line(&mut input)? {
                None => return Ok(()),
                // Only a line that was too long has no text. One that is not UTF-8 is no move.
                Some(InputLine {
                    text,
                    error: Some(error),
                }) if text.is_empty() => Err(CommandError::Invalid(error)),
                Some(line) if line.text.trim().is_empty() => continue,
                Some(line) => command::parse(self.game.board(), &line.text),
            };
            match parsed {
                Ok(command) => {
                    if self.perform(command)?.is_break() {
                        return self.out.flush();
                    }
                }
                // After the game no move is legal for the player, whatever the board says.
                Err(CommandError::NotAMove(_)) if self.is_over => self.say(GAME_OVER)?,
                Err(error) => self.say(printable(&error.to_string()))?,
            }
        }
    }

    fn perform(&mut self, command: PlayerCommand) -> io::Result<ControlFlow<()>> {
        let is_in_game = matches!(
            command,
            PlayerCommand::Play(_) | PlayerCommand::Resign | PlayerCommand::OfferDraw
        );
        match command {
            _ if is_in_game && self.is_over => {
                self.say(GAME_OVER)?;
            }
            PlayerCommand::Play(mv) => self.player_moves(mv)?,
            PlayerCommand::Undo => self.undo()?,
            PlayerCommand::Hint => self.hint()?,
            PlayerCommand::Resign => {
                let winner = !self.settings.player;
                self.end(format_args!("you resign: {winner} wins"))?;
            }
            PlayerCommand::OfferDraw => self.answer_draw_offer()?,
            PlayerCommand::New => self.begin()?,
            PlayerCommand::Flip => {
                self.settings.flip = !self.settings.flip;
                self.show_board()?;
            }
            PlayerCommand::Board => self.show_board()?,
            PlayerCommand::Level(level) => {
                if let Some(level) = level {
                    self.settings.engine.level = level;
                    self.engine.set(self.settings.engine.clone());
                }
                self.say(describe(self.settings.engine.level))?;
            }
            PlayerCommand::Side(player) => {
                self.settings.player = player;
                self.say(format_args!("you play {player}"))?;
                self.reply()?;
            }
            PlayerCommand::Help => self.say(command::help())?,
            PlayerCommand::Quit => return Ok(ControlFlow::Break(())),
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Begins a new game.
    fn begin(&mut self) -> io::Result<()> {
        self.game = Game::new(self.settings.start.clone());
        let clock = self.settings.clock;
        self.clock = clock.map(|(base, increment)| GameClock::new(base, increment));
        self.earlier_clocks.clear();
        self.is_over = false;
        self.engine.clear();
        self.show_board()?;
        if !self.is_decided()? {
            self.reply()?;
        }
        Ok(())
    }

    fn player_moves(&mut self, mv: Move) -> io::Result<()> {
        if self.play(mv)? {
            self.reply()?;
        }
        Ok(())
    }

    /// Plays the engine's move if it is to move.
    fn reply(&mut self) -> io::Result<()> {
        if self.is_over || self.game.board().side() == self.settings.player {
            return Ok(());
        }
        let clock = self.clock.as_ref();
        let limits = Limits {
            clock: clock.map(|clock| clock.of(self.game.board().side())),
            movetime: clock.is_none().then_some(THINKING_TIME),
            ..Limits::default()
        };
        if let Some(mv) = self.search(limits).best {
            self.play(mv)?;
        }
        Ok(())
    }

    /// Plays a move, and shows one of the engine with the board. Returns true if the game goes on.
    fn play(&mut self, mv: Move) -> io::Result<bool> {
        let side = self.game.board().side();
        if let Some(clock) = &mut self.clock {
            let before = clock.clone();
            if !clock.stop(side) {
                self.end(format_args!("the time of {side} is up: {} wins", !side))?;
                return Ok(false);
            }
            self.earlier_clocks.push(before);
        }
        let text = self.settings.notation.write(self.game.board(), mv);
        // Moves come from the parser or the search, which return legal ones.
        let played = self.game.play(mv);
        debug_assert!(played.is_ok());
        if side != self.settings.player {
            self.show_board()?;
            self.say(format_args!("Chuhe plays {text}"))?;
        }
        if self.is_decided()? {
            return Ok(false);
        }
        if let Some(clock) = &mut self.clock {
            clock.start();
        }
        Ok(true)
    }

    /// Returns true if the rules decide the game, and then shows the verdict.
    fn is_decided(&mut self) -> io::Result<bool> {
        let verdict = judge(&self.game, &self.settings.engine.rules);
        if verdict.outcome == Outcome::Undecided {
            return Ok(false);
        }
        // The board before the first move, or after a move of the engine, has been shown.
        let is_players_move = self.game.board().side() != self.settings.player;
        if is_players_move && !self.game.moves().is_empty() {
            self.show_board()?;
        }
        let (start, moves) = (self.game.start(), self.game.moves());
        let report = Report {
            verdict: &verdict,
            earlier_end: None,
            texts: &self.settings.notation.write_line(start, moves),
            language: self.settings.report_language,
        };
        write!(self.out, "{report}")?;
        self.is_over = true;
        Ok(true)
    }

    fn end(&mut self, result: impl std::fmt::Display) -> io::Result<()> {
        self.is_over = true;
        self.say(result)
    }

    /// Shows a message in the language of the player.
    fn say(&mut self, message: impl std::fmt::Display) -> io::Result<()> {
        let message = (self.settings.translate)(&message.to_string());
        writeln!(self.out, "{message}")
    }

    /// Takes back moves until the player is to move before the move that was last played, with the clocks of that moment.
    fn undo(&mut self) -> io::Result<()> {
        let moves = self.game.moves();
        let was_player_to_move = self.game.board().side() == self.settings.player;
        let count = if was_player_to_move { 2 } else { 1 };
        let Some(kept) = moves.len().checked_sub(count) else {
            return self.say("there is no move of yours to take back");
        };
        let mut game = Game::new(self.game.start().clone());
        for &mv in &moves[..kept] {
            let _ = game.play(mv);
        }
        self.game = game;
        self.is_over = false;
        self.earlier_clocks.truncate(kept + 1);
        if let Some(mut clock) = self.earlier_clocks.pop() {
            clock.start();
            self.clock = Some(clock);
        }
        self.show_board()
    }

    /// Searches with the full strength, from the view of the side to move.
    fn analyse(&mut self) -> SearchResult {
        self.search(Limits {
            full_strength: true,
            ..Limits::of_nodes(HINT_NODES)
        })
    }

    fn search(&mut self, limits: Limits) -> SearchResult {
        let request = Request::new(self.game.clone(), limits);
        self.engine.search(request, |_| {})
    }

    fn hint(&mut self) -> io::Result<()> {
        let result = self.analyse();
        let Some(mv) = result.best else {
            return self.say("there is no legal move");
        };
        let text = self.settings.notation.write(self.game.board(), mv);
        let score = ScoreText(result.score);
        self.say(format_args!("{text}, score {score}"))
    }

    /// Accepts a draw as the protocols do, by the score for the engine.
    fn answer_draw_offer(&mut self) -> io::Result<()> {
        let score = -self.analyse().score;
        let board = self.game.board();
        let answer = Adjudicator::default().adjudicate(board, score, true, &Options::default());
        match answer {
            Some(_) => self.end("Chuhe accepts: a draw"),
            None => self.say("Chuhe declines the draw"),
        }
    }

    /// Shows the board, a check and the clocks.
    fn show_board(&mut self) -> io::Result<()> {
        let board = self.game.board();
        let options = TextDiagramOptions {
            characters: self.settings.characters,
            flip: (self.settings.player == Color::Black) != self.settings.flip,
        };
        for line in text_diagram::draw(board, options) {
            writeln!(self.out, "{line}")?;
        }
        writeln!(self.out)?;
        if board.in_check() {
            let check = format!("check  {}", check_text(board));
            self.say(check)?;
        }
        match &self.clock {
            Some(clock) => {
                let clock = format!("clock  {clock}");
                self.say(clock)
            }
            None => Ok(()),
        }
    }
}

/// The name of a level, with its measured strength.
fn describe(level: Level) -> String {
    let number = level.number();
    match level.elo() {
        Some(elo) => format!("level {number} (Elo {elo})"),
        None => format!("level {number} (full strength)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_taken_back_gives_back_a_game_lost_on_time() {
        let hour = Duration::from_secs(3600);
        let settings = PlaySettings {
            start: Board::startpos(),
            player: Color::Red,
            engine: Settings {
                level: Level::new(0).unwrap_or_default(),
                ..Settings::with_hash_mib(1)
            },
            clock: Some((hour, Duration::from_secs(60))),
            notation: Notation::Iccs,
            characters: CharacterSet::Ascii,
            flip: false,
            prompt: "",
            report_language: ReportLanguage::Both,
            translate: str::to_owned,
        };
        let mut game = TerminalGame::new(settings, Vec::new());
        game.begin().unwrap();
        game.player_moves("h2e2".parse().unwrap()).unwrap();
        assert_eq!(game.game.moves().len(), 2);
        assert!(game.clock.as_ref().unwrap().of(Color::Red).remaining > hour);
        game.clock = Some(GameClock::new(Duration::ZERO, Duration::ZERO));
        game.player_moves("h0g2".parse().unwrap()).unwrap();
        assert!(game.is_over);
        game.undo().unwrap();
        assert!(!game.is_over && game.game.moves().is_empty());
        assert_eq!(game.clock.as_ref().unwrap().of(Color::Red).remaining, hour);
        let text = String::from_utf8(game.out).unwrap();
        assert!(
            text.contains("the time of red is up: black wins\n"),
            "{text}"
        );
        assert!(text.ends_with("clock  red 60:00, black 60:00\n"), "{text}");
    }
}
