use chuhe::board::{Board, perft::perft};
fn main() {
    let depth = std::env::args().nth(1).unwrap().parse().unwrap();
    let t = std::time::Instant::now();
    let n = perft(&mut Board::startpos(), depth);
    println!(
        "{n} {:?} {:.1} Mnps",
        t.elapsed(),
        n as f64 / t.elapsed().as_secs_f64() / 1e6
    );
}
