//! Fuzzing over pipes: after ten thousand lines of noise no reply is lost.

use fastrand::Rng;

use crate::harness::{Engine, after};

const LINES: usize = 10_000;
const CHUNK: usize = 200;

/// Valid lines of both protocols, which are mutated.
const BOTH: &[&str] = &[
    "isready",
    "isready",
    "isready",
    "stop",
    "stop",
    "ponderhit",
    "position startpos",
    "position startpos moves h2e2 h9g7 h0g2 i9h9",
    "position fen r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "position fen 3k1P3/9/3R5/9/9/9/9/9/9/4K4 b - - 0 1",
    "go depth 2",
    "go depth 0",
    "go nodes 200",
    "go ponder depth 1",
    "go infinite",
];

/// Further valid lines of UCCI.
const UCCI: &[&str] = &[
    "ucci",
    "ponderhit draw",
    "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves b2e2",
    "position fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - 99 120 moves d0d1 e9e8",
    "banmoves h2e2 b2e2",
    "banmoves",
    "go time 0.01 increment 0 opptime 3 oppincrement 0",
    "go time 0.02 movestogo 1",
    "go draw depth 1",
    "go",
    "probe startpos moves h2e2",
    "probe fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1",
    "setoption newgame",
    "setoption multipv 3",
    "setoption multipv 1",
    "setoption ponder on",
    "setoption debug on",
    "setoption debug off",
    "setoption usemillisec true",
    "setoption pruning small",
    "setoption pruning large",
    "setoption knowledge none",
    "setoption knowledge large",
    "setoption randomness medium",
    "setoption style risky",
    "setoption nullmove fixed",
    "setoption overhead 20",
    "setoption resign on",
    "setoption bookfiles C:\\BOOK.DAT",
    "setoption bookfiles builtin",
    "setoption usebook on",
    "setoption bookdepth 1",
    "setoption name style value solid",
];

/// Further valid lines of UCI.
const UCI: &[&str] = &[
    "uci",
    "ucinewgame",
    "debug on",
    "debug off",
    "fen rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r moves b2e2",
    "position fen 3k5/R8/9/9/9/9/9/9/9/1R3K3 w - - 0 1",
    "go wtime 10 btime 10 winc 0 binc 0",
    "go wtime 20 btime 20 movestogo 1",
    "go movetime 10",
    "go mate 1",
    "go mate 2 movetime 20",
    "go searchmoves h2e2 b2e2 depth 1",
    "go perft 2",
    "perft 1",
    "d",
    "eval",
    "judge",
    "help",
    "setoption name Clear Hash",
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 1",
    "setoption name UCI_ShowWDL value true",
    "setoption name Repetition Rule value ChineseRule",
    "setoption name Sixty Move Rule value false",
    "setoption name Stop On Mate value true",
    "setoption name UCI_Variant value chess",
    "setoption name Null Move value fixed",
    "setoption name Move Overhead value 20",
    "setoption name EvalFile value C:\\pikafish.nnue",
];

const NUMBERS: &str = "-1 0 1 65536 2147483648 4294967296 18446744073709551616 1e9 0.001 -0.5 NaN";

fn mutate(line: &str, rng: &mut Rng) -> Vec<u8> {
    let mut bytes = line.as_bytes().to_vec();
    for _ in 0..rng.usize(1..4) {
        let at = rng.usize(0..=bytes.len());
        match rng.u8(0..8) {
            0 if at < bytes.len() => drop(bytes.remove(at)),
            1 => bytes.insert(at, rng.u8(..)),
            2 if at < bytes.len() => bytes[at] ^= 1 << rng.u8(0..8),
            3 => bytes.truncate(at),
            4 => bytes.splice(at..at, *b"\0").for_each(drop),
            5 => bytes.extend_from_within(at..),
            6 => {
                let mut words: Vec<&[u8]> = bytes.split(|byte| *byte == b' ').collect();
                let (one, other) = (rng.usize(0..words.len()), rng.usize(0..words.len()));
                words.swap(one, other);
                bytes = words.join(&b' ');
            }
            _ => {
                let numbers: Vec<&str> = NUMBERS.split(' ').collect();
                let number = numbers[rng.usize(0..numbers.len())].as_bytes();
                let mut words: Vec<&[u8]> = bytes.split(|byte| *byte == b' ').collect();
                let last = words.len() - 1;
                words[last] = number;
                bytes = words.join(&b' ');
            }
        }
    }
    bytes
}

fn noise(sense: &[&'static str], rng: &mut Rng) -> Vec<u8> {
    let sense = |rng: &mut Rng| sense[rng.usize(0..sense.len())];
    match rng.u8(0..10) {
        0..4 => sense(rng).as_bytes().to_vec(),
        4..8 => {
            let line = sense(rng);
            mutate(line, rng)
        }
        8 => [sense(rng), sense(rng)].join(" ").into_bytes(),
        _ => {
            // Now and then longer than a line may be.
            let most = if rng.u8(0..50) == 0 { 200_000 } else { 60 };
            let length = rng.usize(0..most);
            (0..length).map(|_| rng.u8(..)).collect()
        }
    }
}

/// False for lines that quit, write files, close the input or run for ever.
fn is_harmless(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_ascii_lowercase();
    let counts = ["perft", "bench"].iter().any(|word| text.contains(word));
    !text.contains("quit")
        && !text.contains("batch")
        && !text.contains("log")
        && (!counts || text.len() < 12)
}

fn is_isready(line: &[u8]) -> bool {
    // Other lines that are not UTF-8, or have a NUL, are refused.
    let text = std::str::from_utf8(line).ok();
    let text = text.filter(|text| !text.contains('\0'));
    let text = text.map(|text| text.trim_start_matches('\u{feff}'));
    text.and_then(|text| text.split_ascii_whitespace().next()) == Some("isready")
}

#[test]
fn ucci_survives_ten_thousand_lines() {
    fuzz(Engine::ucci(), &[BOTH, UCCI].concat(), 2004);
}

#[test]
fn uci_survives_ten_thousand_lines() {
    fuzz(Engine::uci(), &[BOTH, UCI].concat(), 2000);
}

fn fuzz(mut engine: Engine, sense: &[&'static str], seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let (mut sent, mut readyoks, mut answers) = (0, 0, 0);
    while sent < LINES {
        let mut chunk = Vec::new();
        let mut expected = 0;
        for _ in 0..CHUNK {
            let bytes = noise(sense, &mut rng);
            // A line's end within makes two lines of one.
            for line in bytes
                .split(|byte| *byte == b'\n')
                .filter(|line| is_harmless(line))
            {
                expected += usize::from(is_isready(line));
                chunk.extend_from_slice(line);
                chunk.push(b'\n');
                sent += 1;
            }
            if rng.u8(0..4) == 0 {
                chunk.extend_from_slice(b"stop\n");
            }
        }
        chunk.extend_from_slice(b"stop\nisready\n");
        expected += 1;
        engine.send_bytes(&chunk);
        let mut received = 0;
        while received < expected {
            let line = engine.read_line();
            received += usize::from(line == "readyok");
            answers += usize::from(line.contains("bestmove "));
        }
        readyoks += received;
    }
    // It was not all nonsense.
    assert!(
        readyoks > LINES / 50 && answers > LINES / 50,
        "{readyoks} {answers}"
    );

    // Afterwards the engine still plays a legal move.
    engine.stop_all();
    engine.send("setoption multipv 1");
    engine.send("position startpos moves h2e2");
    let mv = engine.best_move("go nodes 50");
    assert!(after("h2e2").is_legal_move(mv));
    let output = engine.quit();
    assert!(output.iter().all(|line| line == "bye"), "{output:?}");
}
