//! The reference searches: the article's drawn tree, and alpha-beta against minimax on many positions.

use std::cell::RefCell;

use crate::random_positions::{Random, playout, scattered};
use chuhe::board::{Board, PieceKind};
use chuhe::eval::Score;
use chuhe::search::reference::{
    EvaluatedBoard, GameState, Leaf, alpha_beta, alpha_beta_within, minimax,
};
use chuhe::search::score::{INFINITY, MATE, is_decisive};
use chuhe::search::see::value;

/// A node of a drawn tree: its name, its children, and at leaves the score from the view of the root's side.
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

/// A drawn tree, the current node, and the leaves evaluated so far.
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

impl GameState for Drawn {
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
/// The article gives no scores for leaves that alpha-beta does not visit. Those given here would change the result, where possible,
/// if the search used them.
fn article_tree() -> Drawn {
    let g = node("g", [leaf("r", 0), leaf("s", 5)]);
    let h = node("h", [leaf("t", -3), leaf("u", 9)]);
    let c = node("c", [g, h]);
    let i = node("i", [leaf("v", 3)]);
    let j = node("j", [leaf("w", -9), leaf("x", 9)]);
    let k = node("k", [leaf("y", 9), leaf("z", 9)]);
    let d = node("d", [i, j, k]);
    let a = node("a", [c, d]);
    let n = node("n", [leaf("E", 0), leaf("F", 9), leaf("G", -9)]);
    let o = node("o", [leaf("H", 1), leaf("I", 2)]);
    let e = node("e", [n, o]);
    let p = node("P", [leaf("J", 6), leaf("K", 8)]);
    let q = node("q", [leaf("M", 9), leaf("N", -9)]);
    let f = node("f", [p, q]);
    let b = node("b", [e, f]);
    Drawn::new(node("R", [a, b]))
}

const BEST_LINE: [&str; 4] = ["b", "e", "o", "H"];

#[test]
fn minimax_evaluates_all_leaves_of_the_article_tree() {
    let mut tree = article_tree();
    let found = minimax(&mut tree, 4, Leaf::Evaluate);
    assert_eq!((found.score, found.pv), (1, BEST_LINE.to_vec()));
    assert_eq!(tree.evaluated().len(), 18);
    assert_eq!(found.nodes, 1 + 2 + 4 + 9 + 18);
}

#[test]
fn alpha_beta_skips_the_leaves_that_the_article_names() {
    let mut tree = article_tree();
    let found = alpha_beta(&mut tree, 4, Leaf::Evaluate);
    assert_eq!((found.score, found.pv), (1, BEST_LINE.to_vec()));
    // u, all after v, F and G, M and N are missing.
    let seen = ["r", "s", "t", "v", "E", "H", "I", "J", "K"];
    assert_eq!(tree.evaluated(), seen);
    // With them j, k and q are missing from the nine of the third level.
    assert_eq!(found.nodes, 1 + 2 + 4 + 6 + 9);
}

/// Alpha-beta without deep cut-offs: a child gets the bound of its parent only, not those of older ancestors.
fn without_deep_cutoffs(tree: &mut Drawn, depth: u32, beta: Score) -> Score {
    if depth == 0 {
        return tree.evaluate();
    }
    let mut best = -INFINITY;
    for mv in tree.moves() {
        tree.make(mv);
        best = best.max(-without_deep_cutoffs(tree, depth - 1, -best));
        tree.undo();
        if best >= beta {
            break;
        }
    }
    best
}

/// At n its parent e has no bound yet; only the root's bound of 0 makes F and G unnecessary.
#[test]
fn only_the_deep_cutoff_skips_f_and_g() {
    let mut tree = article_tree();
    assert_eq!(without_deep_cutoffs(&mut tree, 4, INFINITY), 1);
    let seen = ["r", "s", "t", "v", "E", "F", "G", "H", "I", "J", "K"];
    // G is -9 here, so the score of n is lower than without F and G; the result is the same.
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

/// Material plus a small number that differs by position, so that few scores are equal.
fn perturbed_material(board: &Board) -> Score {
    material(board) + (board.key() % 61) as Score - 30
}

type Evaluation = fn(&Board) -> Score;
const EVALUATIONS: [Evaluation; 2] = [material, perturbed_material];

/// Nodes of both searches, summed over positions.
#[derive(Default)]
struct Sum {
    positions: u64,
    full: u64,
    cut: u64,
}

impl Sum {
    fn compare(&mut self, board: &Board, evaluation: Evaluation, depth: u32, leaf: Leaf) -> Score {
        let mut position = EvaluatedBoard::new(board.clone(), evaluation);
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

/// Returns positions of random games, with additional ones in check.
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
fn alpha_beta_returns_the_score_of_minimax() {
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
fn alpha_beta_returns_the_score_of_minimax_at_depth_4() {
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
fn quiescence_with_bounds_returns_the_score_without_bounds() {
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

/// Inside the window the score is exact, outside it is a bound on the same side.
#[test]
fn scores_are_exact_inside_the_window_and_bounds_outside() {
    let mut random = Random(14);
    let mut outside = 0;
    for board in sparse_positions(&mut random, 100, 8) {
        let mut position = EvaluatedBoard::new(board, perturbed_material as Evaluation);
        for leaf in [Leaf::Evaluate, Leaf::Quiescence { evasions: 2 }] {
            let exact = alpha_beta(&mut position, 2, leaf).score;
            for _ in 0..8 {
                let alpha = exact - 60 + random.below(120) as Score;
                let beta = alpha + 1 + random.below(40) as Score;
                let score = alpha_beta_within(&mut position, 2, leaf, alpha, beta).score;
                if exact <= alpha {
                    assert!(exact <= score && score <= alpha);
                } else if exact >= beta {
                    assert!(beta <= score && score <= exact);
                } else {
                    assert_eq!(score, exact);
                }
                outside += usize::from(exact <= alpha || exact >= beta);
            }
        }
    }
    assert!(outside > 400, "{outside}");
}

/// The horizon effect: the rook captures a defended pawn on the last ply, and only quiescence search finds the recapture.
#[test]
fn quiescence_finds_the_recapture_beyond_the_horizon() {
    let board = Board::from_fen("3k5/9/2n6/4p4/9/9/4R4/9/9/5K3 w").unwrap();
    let now = material(&board);
    let mut position = EvaluatedBoard::new(board, material as Evaluation);
    let plain = alpha_beta(&mut position, 1, Leaf::Evaluate);
    assert_eq!(plain.score, now + value(PieceKind::Pawn));
    let quiet = alpha_beta(&mut position, 1, Leaf::Quiescence { evasions: 0 });
    assert_eq!(quiet.score, now);
}

/// A mate by a capture at the horizon is found only if evasions are searched.
#[test]
fn quiescence_finds_mate_by_evasions() {
    // The rook captures the horse with check along the back rank; the other rook controls the next rank.
    let board = Board::from_fen("3k3n1/R8/9/9/7R1/9/9/9/9/4K4 w").unwrap();
    let mut position = EvaluatedBoard::new(board, material as Evaluation);
    let without_evasions = alpha_beta(&mut position, 0, Leaf::Quiescence { evasions: 0 });
    assert!(!is_decisive(without_evasions.score));
    let with_evasions = alpha_beta(&mut position, 0, Leaf::Quiescence { evasions: 1 });
    assert_eq!(with_evasions.score, MATE - 1);
    assert_eq!(with_evasions.pv, ["h5h9".parse().unwrap()]);
}
