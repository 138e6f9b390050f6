//! Fake XBoard engines (CECP) for the other tests, correct and faulty.

use std::io::BufRead;

use chuhe::board::{Board, Move};

use crate::fakes::{Behaviour, choose_move, fake_engines, is_started_as_engine, send};

fake_engines! {
    xboard: Behaviour::Greedy;
    /// Claims a draw in a game that is not drawn.
    xboard_claims_draw: Behaviour::Fault(|_| send("1/2-1/2 {Draw by agreement}"));
    /// Rejects a legal move.
    xboard_rejects_move: Behaviour::Scores(-1);
    /// Announces `reuse=0` and plays one game only.
    xboard_plays_one_game: Behaviour::Resigns;
}

fn run(behaviour: Behaviour) {
    if !is_started_as_engine() {
        return;
    }
    let mut input = std::io::stdin().lock();
    let mut board = Board::startpos();
    let (mut games, mut searches) = (0, 0);
    let mut line = String::new();
    send("\n# a banner");
    while input.read_line(&mut line).is_ok_and(|read| read > 0) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["protover", "2"] => {
                let reuse = u8::from(!matches!(behaviour, Behaviour::Resigns));
                send(&format!(
                    "feature setboard=1 usermove=1 ping=1 reuse={reuse} variants=\"normal,xiangqi\"\n\
                     feature option=\"Style -combo wild /// *tame\"\nfeature done=1"
                ));
            }
            ["new"] => {
                (board, searches) = (Board::startpos(), 0);
                games += 1;
                assert!(games == 1 || !matches!(behaviour, Behaviour::Resigns));
            }
            ["ping", number] => send(&format!("pong {number}")),
            ["setboard", placement, side, quiet, number] => {
                assert!(!placement.contains(['n', 'N', 'b', 'B']));
                // `Board::from_fen` reads the letters of both customs.
                let fen = format!("{placement} {side} - - {quiet} {number}");
                board = Board::from_fen(&fen).unwrap();
            }
            ["usermove", text] => {
                let mv: Move = text.parse().unwrap();
                assert!(board.is_legal_move(mv));
                let _ = board.make(mv);
                if matches!(behaviour, Behaviour::Scores(_)) && searches == 2 {
                    send(&format!("Illegal move: {mv}"));
                }
            }
            ["go"] => {
                searches += 1;
                let mv = choose_move(&board, false);
                match behaviour {
                    Behaviour::Fault(fault) if searches == 3 => fault(&mut input),
                    Behaviour::Resigns if searches == 3 => send("resign"),
                    _ => {
                        send(&format!("3 17 1 99 {mv}\nmove {mv}"));
                        let _ = board.make(mv);
                    }
                }
            }
            ["quit"] => break,
            _ => {}
        }
        line.clear();
    }
    std::process::exit(0);
}
