// @ts-check
/**
 * The records of puzzles: what `chuhe solve --format jsonl` writes (docs/solve.md), `best`, `game` and `error_zh`.
 *
 * @typedef {{ [move: string]: Tree | "repetition" }} Tree the moves from a position, each with the tree after it; `{}` after a mate
 *
 * @typedef {object} OtherMove
 * @property {string} move
 * @property {string} zh
 * @property {number} [mate_in]
 *
 * @typedef {object} AuditedPosition
 * @property {string[]} line
 * @property {string[]} line_zh
 * @property {string} kind
 * @property {OtherMove[]} fast
 * @property {OtherMove[]} slower
 * @property {OtherMove[]} undecided
 *
 * @typedef {object} Audit
 * @property {number} positions
 * @property {number} left_out
 * @property {number} cooks
 * @property {number} duals
 * @property {number} minor_duals
 * @property {number} slower
 * @property {number} undecided
 * @property {number} slower_undecided
 * @property {number} [nodes]
 * @property {AuditedPosition[]} found
 *
 * @typedef {object} PuzzleRecord
 * @property {string} id
 * @property {string} [file]
 * @property {number} line
 * @property {string | null} fen
 * @property {string} status also `awaited`, while the engine of a page solves the puzzle
 * @property {string} [reason] with `none`: `length`, `no-mate`, `draw` or `mated`
 * @property {number} [lost_in]
 * @property {number} [holds_for]
 * @property {number | null} mate_in
 * @property {string | null} key
 * @property {string[]} pv
 * @property {string[]} pv_zh
 * @property {string[]} patterns
 * @property {string[]} patterns_zh
 * @property {boolean | null} unique
 * @property {boolean} shortest
 * @property {number} no_mate_in
 * @property {boolean} verified
 * @property {boolean} repetition
 * @property {Record<string, number> | null} score
 * @property {boolean | null} right
 * @property {number} nodes
 * @property {number} ms
 * @property {{ search_nodes: number }} [difficulty] of `chuhe puzzles`
 * @property {Record<string, string>} given
 * @property {string[]} [best] the moves of `bm`, in coordinates
 * @property {Tree} [lines]
 * @property {Audit} [audit]
 * @property {boolean} [game] whether `line` is the number of a game
 * @property {string | null} error
 * @property {string} [error_zh]
 */

import { writeLine } from "chuhe/notation.js";
import { parseFen } from "chuhe/position.js";
import { TEXTS } from "chuhe/puzzle_book/texts.js";

/** @typedef {import("chuhe/language.js").Language} Language */

/** A record whose solution is that of the file, where the search disagrees with it: its `bm`, or none with only `am`. @param {PuzzleRecord} record */
function withSolutionOfFile(record) {
  const { status, right, fen, best } = record;
  if (!["best", "holds"].includes(status) || right !== false || fen === null) {
    return record;
  }
  const pv = best?.slice(0, 1) ?? [];
  return { ...record, key: pv[0] ?? null, pv, pv_zh: writeLine(parseFen(fen), pv, "chinese"), score: null };
}

/**
 * Reads the records, one on a line. Files have the order of their first records. The records of each are sorted by line, because those of
 * `--ordered=false` are written as they are found.
 * @param {string} text
 * @returns {PuzzleRecord[]}
 */
export function readRecords(text) {
  /** @type {PuzzleRecord[]} */
  const records = text.split("\n").filter((line) => line.trim()).map((line) => withSolutionOfFile(JSON.parse(line)));
  const files = [...new Set(records.map(({ file }) => file))];
  return records.sort((one, other) => files.indexOf(one.file) - files.indexOf(other.file) || one.line - other.line);
}

/** Whether the reader can solve a puzzle: its first move is known, and is not that of an unproved mate or of a lost position. @param {PuzzleRecord} record */
export const isSolvable = (record) => record.pv.length > 0 && !["claimed", "unsolved"].includes(record.status);

/** The tree after some moves; null without one. @param {PuzzleRecord} record @param {string[]} moves @returns {Tree | "repetition" | null} */
export function treeAfter(record, moves) {
  const root = /** @type {Tree | "repetition" | null} */ (record.lines ?? null);
  return moves.reduce((at, move) => (at === null || at === "repetition" ? null : at[move] ?? null), root);
}

/** Whether the principal variation starts with some moves. @param {PuzzleRecord} record @param {string[]} moves */
export const isOnMainLine = (record, moves) => moves.every((move, index) => record.pv[index] === move);

/**
 * The move of the solution after some moves: of the winner, or the longest defence; null at the end.
 * @param {PuzzleRecord} record
 * @param {string[]} moves
 * @returns {string | null}
 */
export function nextMove(record, moves) {
  if (isOnMainLine(record, moves)) {
    return record.pv[moves.length] ?? null;
  }
  const tree = treeAfter(record, moves);
  const replies = tree === null || tree === "repetition" ? [] : Object.entries(tree);
  const depths = replies.map(([, after]) => depth(after));
  return replies[depths.indexOf(Math.max(...depths))]?.[0] ?? null;
}

/** The line of the solution that starts with some moves. @param {PuzzleRecord} record @param {string[]} moves */
export function lineAfter(record, moves) {
  const line = moves.slice();
  for (let move = nextMove(record, line); move !== null; move = nextMove(record, line)) {
    line.push(move);
  }
  return line;
}

/** The plies of the longest line of a tree. @param {Tree | "repetition"} tree @returns {number} */
function depth(tree) {
  return tree === "repetition" ? 0 : Math.max(0, ...Object.values(tree).map((after) => 1 + depth(after)));
}

/** The name of a puzzle: its id, or where it stands in the input. @param {PuzzleRecord} record @param {Language} language */
export const nameOf = (record, language) => record.id || placeOf(record, language);

/** Where a puzzle stands in the input. @param {PuzzleRecord} record @param {Language} language */
export function placeOf(record, language) {
  const { game, line } = TEXTS[language];
  return (record.file ? `${record.file}, ` : "") + (record.game ? game : line)(record.line);
}

/** The error of a puzzle; null without one. @param {PuzzleRecord} record @param {Language} language */
export const errorOf = ({ error, error_zh }, language) => (language === "zh" && error_zh !== undefined ? error_zh : error);

/** The nodes from which a puzzle has the next difficulty. */
const DIFFICULTY_NODES = [1_000, 10_000, 100_000];

/** The nodes of the proof, without the audit. @param {PuzzleRecord} record */
export const proofNodes = ({ nodes, audit }) => nodes - (audit?.nodes ?? 0);

/** The nodes that finding the first move takes, if they are known, else those of the proof. @param {PuzzleRecord} record */
export const nodesOf = (record) => record.difficulty?.search_nodes ?? proofNodes(record);

/** How hard a puzzle is, from 0 to 3, by its nodes. @param {PuzzleRecord} record */
export const difficultyOf = (record) => DIFFICULTY_NODES.filter((nodes) => nodesOf(record) >= nodes).length;
