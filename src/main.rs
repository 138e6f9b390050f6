use chuhe::board::{Board, perft::perft};
use chuhe::rules::Game;
use chuhe::search::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    if args[1] == "perft" {
        let t = std::time::Instant::now();
        let n = perft(&mut Board::startpos(), args[2].parse().unwrap());
        println!(
            "{n} {:?} {:.1} Mnps",
            t.elapsed(),
            n as f64 / t.elapsed().as_secs_f64() / 1e6
        );
        return;
    }
    let board = args
        .get(2)
        .map_or(Board::startpos(), |f| Board::from_fen(f).unwrap());
    let mut e = Engine::new(Settings {
        hash_mib: 64,
        ..Settings::default()
    });
    let o = e.search(
        Request::new(
            Game::new(board),
            Limits {
                depth: Some(args[1].parse().unwrap()),
                ..Limits::default()
            },
        ),
        |ev| {
            if let Event::Line(l) = ev {
                println!(
                    "{} {} {} {} {:?} {:?}",
                    l.depth, l.seldepth, l.score, l.nodes, l.elapsed, l.pv
                )
            }
        },
    );
    println!(
        "{:?} {:.0} knps",
        o.best,
        o.nodes as f64 / o.elapsed.as_secs_f64() / 1e3
    );
}
