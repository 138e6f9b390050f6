//! Depth-first proof-number search (df-pn): long mates by force.
//!
//! **Idea.** A mate in twenty is out of reach for a search by increasing length, but where every move forces, the tree is
//! narrow. Proof-number search repeatedly expands the leaf that contributes most to a proof, the *most proving* one. Each node
//! has two numbers: how many leaves must still be proved for a proof, and how many disproved for a disproof (Allis 1994).
//! Df-pn does this depth first, with a threshold for each number, and keeps the tree in a bounded table (Nagai 2002).
//!
//! **Extensions of the textbook algorithm.**
//! - The threshold of a child is a quarter above the number of the second best child (1 + epsilon, Pawlewicz & Lew 2007).
//! - The sum over children counts the largest in full and one for each other (weak proof numbers, Ueda et al. 2008),
//!   because many children share the positions below them.
//! - The first numbers of a position depend on the mobility of both sides, or on the hash table of the alpha-beta search
//!   (`initial`).
//! - All children are prefetched from the table before the first is read.
//! - A position that repeats on its path is judged by the rules (`path`). Proofs and disproofs that depend on such a
//!   verdict hold on their path alone, and are stored with a key of that path (`table`).
//!
//! **Limits.** A disproof means only that the allowed moves ([`Forcing`](super::Forcing)) do not mate. A proof is a mate,
//! but not necessarily the shortest.

mod expand;
mod extract;
mod initial;
mod node;
mod path;
mod search;
mod simulate;
mod table;

pub(super) use search::MAX_PATH;
pub use search::{DfpnSolver, ProofMode};
