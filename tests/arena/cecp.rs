//! An engine that speaks XBoard's protocol, sound or not, for other tests to start.

use std::io::BufRead;

use chuhe::board::{Board, Move};

use crate::fakes::{Manners, chosen, is_asked_for, say};

#[test]
#[ignore = "an engine for other tests"]
fn xboard() {
    run(Manners::Greedy);
}

/// Says that a game is drawn which is not.
#[test]
#[ignore = "an engine for other tests"]
fn xboard_claims() {
    run(Manners::Fault(|_| say("1/2-1/2 {Draw by agreement}")));
}

/// Refuses a move that is right.
#[test]
#[ignore = "an engine for other tests"]
fn xboard_refuses() {
    run(Manners::Says(-1));
}

/// Plays one game and no more.
#[test]
#[ignore = "an engine for other tests"]
fn xboard_once() {
    run(Manners::Resigns);
}

fn run(manners: Manners) {
    if !is_asked_for() {
        return;
    }
    let mut input = std::io::stdin().lock();
    let mut board = Board::startpos();
    let (mut games, mut asked) = (0, 0);
    let mut line = String::new();
    say("\n# a banner");
    while input.read_line(&mut line).is_ok_and(|read| read > 0) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["protover", "2"] => {
                let reuse = u8::from(!matches!(manners, Manners::Resigns));
                say(&format!(
                    "feature setboard=1 usermove=1 ping=1 reuse={reuse} variants=\"normal,xiangqi\"\n\
                     feature option=\"Style -combo wild /// *tame\"\nfeature done=1"
                ));
            }
            ["new"] => {
                (board, asked) = (Board::startpos(), 0);
                games += 1;
                assert!(games == 1 || !matches!(manners, Manners::Resigns));
            }
            ["ping", number] => say(&format!("pong {number}")),
            ["setboard", placement, side, quiet, number] => {
                assert!(!placement.contains(['n', 'N', 'b', 'B']));
                // Our own reader knows both customs.
                let fen = format!("{placement} {side} - - {quiet} {number}");
                board = Board::from_fen(&fen).unwrap();
            }
            ["usermove", text] => {
                let mv: Move = text.parse().unwrap();
                assert!(board.is_legal_move(mv));
                let _ = board.make(mv);
                if matches!(manners, Manners::Says(_)) && asked == 2 {
                    say(&format!("Illegal move: {mv}"));
                }
            }
            ["go"] => {
                asked += 1;
                let mv = chosen(&board, false);
                match manners {
                    Manners::Fault(fault) if asked == 3 => fault(&mut input),
                    Manners::Resigns if asked == 3 => say("resign"),
                    _ => {
                        say(&format!("3 17 1 99 {mv}\nmove {mv}"));
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
