//! Depth-first proof-number search (df-pn): long mates by force.
//!
//! **Idea.** A mate in twenty is out of reach for a search that tries one length after the other. Where every move
//! forces, the tree is narrow. The shortest way to a proof is then to expand, again and again, the leaf that helps most:
//! the *most proving* one. Each node carries two numbers: how many leaves must still be proved for a proof, and how many
//! disproved for a disproof (Allis 1994). Df-pn does this depth first, with a threshold for each number, and keeps the
//! tree in a bounded table (Nagai 2002).
//!
//! **Extensions of the textbook algorithm.**
//! - A threshold is a quarter above the second best child (1 + epsilon, Pawlewicz & Lew 2007).
//! - The sum over children counts the largest in full and one for each other (weak proof numbers, Ueda et al. 2008),
//!   because many children share the positions below them.
//! - The first numbers of a position depend on the mobility of both sides, or on the hash table of the playing search
//!   (`initial`).
//! - All children are prefetched from the table before the first is read.
//! - A position that repeats on its path is judged by the rules (`path`). Proofs and disproofs that depend on such a
//!   verdict hold on their path alone, and the table knows that (`table`).
//!
//! **Limits.** A disproof says only that the allowed moves ([`Forcing`](super::Forcing)) do not mate. A proof is a mate,
//! but not necessarily the shortest.

mod expand;
mod extract;
mod initial;
mod node;
mod path;
mod search;
mod simulate;
mod table;

pub(super) use search::LONGEST_LINE;
pub use search::{ProofMode, ProofNumbers};
