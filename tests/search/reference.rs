//! The plain searches: the article's drawn tree, and alpha-beta against minimax on many positions.

use std::cell::RefCell;

use crate::random_positions::{Random, playout, scattered};
use chuhe::board::{Board, PieceKind};
use chuhe::eval::Score;
use chuhe::search::reference::{GameTree, Leaf, Position, alpha_beta, alpha_beta_within, minimax};
use chuhe::search::score::{INFINITY, MATE, is_decisive};
use chuhe::search::see::value;

/// A tree drawn on paper: names, and at the leaves scores from the view of the root's side.
struct Node {
    name: &'static str,
    score: Option<Score>,
    children: Vec<Node>,
}

fn leaf(name: &'static str, score: Score) -> Node {
    Node {
        name,
        score: Some(score),
        children: Vec::new(),
    }
}

fn node<const N: usize>(name: &'static str, children: [Node; N]) -> Node {
    Node {
        name,
        score: None,
        children: children.into(),
    }
}

/// A place in a drawn tree, and the leaves evaluated so far.
struct Drawn {
    root: Node,
    path: Vec<usize>,
    evaluated: RefCell<Vec<&'static str>>,
}

impl Drawn {
    fn new(root: Node) -> Drawn {
        Drawn {
            root,
            path: Vec::new(),
            evaluated: RefCell::default(),
        }
    }

    fn here(&self) -> &Node {
        self.path
            .iter()
            .fold(&self.root, |node, &child| &node.children[child])
    }

    fn evaluated(&self) -> Vec<&'static str> {
        self.evaluated.borrow().clone()
    }
}

impl GameTree for Drawn {
    type Move = &'static str;

    fn moves(&self) -> Vec<&'static str> {
        self.here().children.iter().map(|node| node.name).collect()
    }

    fn captures(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn in_check(&self) -> bool {
        false
    }

    fn make(&mut self, mv: &'static str) {
        let children = &self.here().children;
        let child = children.iter().position(|node| node.name == mv);
        self.path.push(child.expect("a child of this node"));
    }

    fn undo(&mut self) {
        self.path.pop();
    }

    fn evaluate(&self) -> Score {
        let node = self.here();
        self.evaluated.borrow_mut().push(node.name);
        let score = node.score.expect("only leaves are evaluated");
        if self.path.len().is_multiple_of(2) {
            score
        } else {
            -score
        }
    }
}

/// The tree of the article: the root R maximises, a and b minimise, and so on by turns.
///
/// ```text
/// R -+- a -+- c -+- g -- r 0, s 5
///    |     |     +- h -- t -3, u
///    |     +- d -+- i -- v 3
///    |           +- j -- w, x
///    |           +- k -- y, z
///    +- b -+- e -+- n -- E 0, F, G
///          |     +- o -- H 1, I 2
///          +- f -+- P -- J 6, K 8
///                +- q -- M, N
/// ```
///
/// The article draws no scores where the search never looks. Those given here would, as far as they
/// can, change the answer if they were mistaken for something that counts.
fn article_tree() -> Drawn {
    Drawn::new(node(
        "R",
        [
            node(
                "a",
                [
                    node(
                        "c",
                        [
                            node("g", [leaf("r", 0), leaf("s", 5)]),
                            node("h", [leaf("t", -3), leaf("u", 9)]),
                        ],
                    ),
                    node(
                        "d",
                        [
                            node("i", [leaf("v", 3)]),
                            node("j", [leaf("w", -9), leaf("x", 9)]),
                            node("k", [leaf("y", 9), leaf("z", 9)]),
                        ],
                    ),
                ],
            ),
            node(
                "b",
                [
                    node(
                        "e",
                        [
                            node("n", [leaf("E", 0), leaf("F", 9), leaf("G", -9)]),
                            node("o", [leaf("H", 1), leaf("I", 2)]),
                        ],
                    ),
                    node(
                        "f",
                        [
                            node("P", [leaf("J", 6), leaf("K", 8)]),
                            node("q", [leaf("M", 9), leaf("N", -9)]),
                        ],
                    ),
                ],
            ),
        ],
    ))
}

const BEST_LINE: [&str; 4] = ["b", "e", "o", "H"];

#[test]
fn article_tree_by_minimax() {
    let mut tree = article_tree();
    let found = minimax(&mut tree, 4, Leaf::Evaluate);
    assert_eq!((found.score, found.pv), (1, BEST_LINE.to_vec()));
    assert_eq!(tree.evaluated().len(), 18);
    assert_eq!(found.nodes, 1 + 2 + 4 + 9 + 18);
}

#[test]
fn article_tree_by_alpha_beta() {
    let mut tree = article_tree();
    let found = alpha_beta(&mut tree, 4, Leaf::Evaluate);
    assert_eq!((found.score, found.pv), (1, BEST_LINE.to_vec()));
    // u, all after v, F and G, M and N are missing.
    let seen = ["r", "s", "t", "v", "E", "H", "I", "J", "K"];
    assert_eq!(tree.evaluated(), seen);
    // With them j, k and q are missing from the nine of the third level.
    assert_eq!(found.nodes, 1 + 2 + 4 + 6 + 9);
}

/// Alpha-beta that tells a position only what its parent is sure of, and not what was passed down
/// to the parent: no deep cut-offs.
fn shallow(tree: &mut Drawn, depth: u32, beta: Score) -> Score {
    if depth == 0 {
        return tree.evaluate();
    }
    let mut best = -INFINITY;
    for mv in tree.moves() {
        tree.make(mv);
        best = best.max(-shallow(tree, depth - 1, -best));
        tree.undo();
        if best >= beta {
            break;
        }
    }
    best
}

/// At n the parent e knows nothing yet; that the root is sure of 0 is what makes F and G needless.
#[test]
fn only_the_deep_cutoff_spares_f_and_g() {
    let mut tree = article_tree();
    assert_eq!(shallow(&mut tree, 4, INFINITY), 1);
    let seen = ["r", "s", "t", "v", "E", "F", "G", "H", "I", "J", "K"];
    // G is -9 here, so n is worth less than the search above believes; the answer is the same.
    assert_eq!(tree.evaluated(), seen);
}

fn material(board: &Board) -> Score {
    let us = board.side();
    PieceKind::ALL
        .iter()
        .map(|&kind| {
            value(kind) * (board.count(us, kind) as Score - board.count(!us, kind) as Score)
        })
        .sum()
}

/// Material and a little that differs from position to position, so that scores seldom tie.
fn speckled(board: &Board) -> Score {
    material(board) + (board.key() % 61) as Score - 30
}

type Evaluation = fn(&Board) -> Score;
const EVALUATIONS: [Evaluation; 2] = [material, speckled];

/// Nodes of both searches, summed over positions.
#[derive(Default)]
struct Sum {
    positions: u64,
    full: u64,
    cut: u64,
}

impl Sum {
    fn compare(&mut self, board: &Board, evaluation: Evaluation, depth: u32, leaf: Leaf) -> Score {
        let mut position = Position::new(board.clone(), evaluation);
        let full = minimax(&mut position, depth, leaf);
        let cut = alpha_beta(&mut position, depth, leaf);
        assert_eq!(position.board(), board, "undone");
        assert_eq!(cut.score, full.score, "depth {depth}: {board:?}");
        assert_eq!(cut.pv, full.pv, "depth {depth}: {board:?}");
        assert!(cut.nodes <= full.nodes, "depth {depth}: {board:?}");
        self.positions += 1;
        self.full += full.nodes;
        self.cut += cut.nodes;
        full.score
    }

    fn report(&self, what: &str) {
        let Sum {
            positions,
            full,
            cut,
        } = self;
        println!(
            "{what}: {positions} positions, minimax {full} nodes, alpha-beta {cut}: 1/{:.1}",
            *full as f64 / *cut as f64
        );
    }
}

/// Some positions of random games, and some more of those in check.
fn game_positions(random: &mut Random, games: usize) -> Vec<Board> {
    let mut chosen = Vec::new();
    for _ in 0..games {
        let positions = playout(random, 160);
        let checks = positions.iter().filter(|board| board.in_check()).take(3);
        chosen.extend(positions.iter().step_by(23).chain(checks).cloned());
    }
    chosen
}

fn sparse_positions(random: &mut Random, count: usize, pieces: usize) -> Vec<Board> {
    (0..count)
        .map(|_| {
            let pieces = 2 + random.below(pieces - 1);
            scattered(random, pieces, None)
        })
        .collect()
}

#[test]
fn alpha_beta_is_minimax() {
    let mut random = Random(11);
    let mut positions = game_positions(&mut random, 40);
    positions.extend(sparse_positions(&mut random, 150, 8));
    let checks = positions.iter().filter(|board| board.in_check()).count();
    assert!(positions.len() >= 300 && checks >= 40, "{checks}");

    let mut decisive = 0;
    for depth in 1..=3 {
        let mut sum = Sum::default();
        for (number, board) in positions.iter().enumerate() {
            let evaluation = EVALUATIONS[number % 2];
            let score = sum.compare(board, evaluation, depth, Leaf::Evaluate);
            decisive += usize::from(is_decisive(score));
        }
        sum.report(&format!("depth {depth}"));
        assert!(depth == 1 || sum.cut < sum.full);
    }
    assert!(decisive > 10, "mates are among them");
}

#[test]
fn alpha_beta_is_minimax_at_depth_4() {
    let mut random = Random(12);
    let mut sum = Sum::default();
    let positions = sparse_positions(&mut random, 300, 5);
    for (number, board) in positions.iter().enumerate() {
        sum.compare(board, EVALUATIONS[number % 2], 4, Leaf::Evaluate);
    }
    sum.report("depth 4, sparse");
    assert!(sum.cut < sum.full / 5);
}

#[test]
fn quiescence_with_bounds_is_quiescence_without() {
    let mut random = Random(13);
    let mut positions = sparse_positions(&mut random, 300, 16);
    positions.extend(game_positions(&mut random, 10));
    for evasions in [0, 1, 3] {
        let leaf = Leaf::Quiescence { evasions };
        // Minimax follows every order of every exchange: only where there are few pieces.
        for (depth, most_pieces) in [(0, 18), (1, 17), (2, 12)] {
            let mut sum = Sum::default();
            for (number, board) in positions.iter().enumerate() {
                if board.occupied().len() <= most_pieces {
                    sum.compare(board, EVALUATIONS[number % 2], depth, leaf);
                }
            }
            sum.report(&format!("quiescence, {evasions} evasions, depth {depth}"));
            assert!(sum.positions >= 150 && sum.cut < sum.full);
        }
    }
}

/// What a window promises: exact inside, a bound on the right side outside.
#[test]
fn windows() {
    let mut random = Random(14);
    let mut outside = 0;
    for board in sparse_positions(&mut random, 100, 8) {
        let mut position = Position::new(board, speckled as Evaluation);
        for leaf in [Leaf::Evaluate, Leaf::Quiescence { evasions: 2 }] {
            let truth = alpha_beta(&mut position, 2, leaf).score;
            for _ in 0..8 {
                let alpha = truth - 60 + random.below(120) as Score;
                let beta = alpha + 1 + random.below(40) as Score;
                let score = alpha_beta_within(&mut position, 2, leaf, alpha, beta).score;
                if truth <= alpha {
                    assert!(truth <= score && score <= alpha);
                } else if truth >= beta {
                    assert!(beta <= score && score <= truth);
                } else {
                    assert_eq!(score, truth);
                }
                outside += usize::from(truth <= alpha || truth >= beta);
            }
        }
    }
    assert!(outside > 400, "{outside}");
}

/// The horizon: the rook takes a defended pawn on the last ply, and only quiescence sees the
/// answer.
#[test]
fn quiescence_sees_over_the_horizon() {
    let board = Board::from_fen("3k5/9/2n6/4p4/9/9/4R4/9/9/5K3 w").unwrap();
    let now = material(&board);
    let mut position = Position::new(board, material as Evaluation);
    let plain = alpha_beta(&mut position, 1, Leaf::Evaluate);
    assert_eq!(plain.score, now + value(PieceKind::Pawn));
    let quiet = alpha_beta(&mut position, 1, Leaf::Quiescence { evasions: 0 });
    assert_eq!(quiet.score, now);
}

/// A mate by a capture at the horizon: seen only while the check may be answered by evasions.
#[test]
fn quiescence_finds_mate_by_evasions() {
    // The rook takes the horse with check along the back rank; the other rook holds the next rank.
    let board = Board::from_fen("3k3n1/R8/9/9/7R1/9/9/9/9/4K4 w").unwrap();
    let mut position = Position::new(board, material as Evaluation);
    let blind = alpha_beta(&mut position, 0, Leaf::Quiescence { evasions: 0 });
    assert!(!is_decisive(blind.score));
    let seeing = alpha_beta(&mut position, 0, Leaf::Quiescence { evasions: 1 });
    assert_eq!(seeing.score, MATE - 1);
    assert_eq!(seeing.pv, ["h5h9".parse().unwrap()]);
}
