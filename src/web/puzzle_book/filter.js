// @ts-check
/** Which puzzles the overview shows, and in what order. */

import { isSolved } from "chuhe/puzzle_book/progress.js";
import { difficultyOf, isSolvable, nodesOf } from "chuhe/puzzle_book/record.js";

/**
 * @typedef {import("chuhe/puzzle_book/record.js").PuzzleRecord} PuzzleRecord
 * @typedef {import("chuhe/puzzle_book/progress.js").Progress} Progress
 *
 * @typedef {object} Filter an empty text fits every puzzle
 * @property {string} find
 * @property {string} status
 * @property {string} length moves to the mate
 * @property {string} pattern
 * @property {string} difficulty
 * @property {string} progress `done`, `open` or empty
 * @property {boolean} unique whether only puzzles with one key fit
 * @property {string} sort a name of `ORDERS`
 */

const NUMERALS = "一二三四五六七八九";

/** The values by which puzzles are sorted. @type {Record<string, (record: PuzzleRecord) => number | null>} */
const ORDERS = {
  shortest: (record) => record.mate_in,
  longest: (record) => (record.mate_in === null ? null : -record.mate_in),
  easiest: nodesOf,
  hardest: (record) => -nodesOf(record),
};

/**
 * The indices of the puzzles that fit, in the chosen order.
 * @param {PuzzleRecord[]} records
 * @param {Filter} filter
 * @param {(fen: string | null) => Progress | null} progressOf
 */
export function choose(records, filter, progressOf) {
  const find = simplified(filter.find.trim());
  const fits = (/** @type {PuzzleRecord} */ record) => {
    const isDone = isSolved(progressOf(record.fen));
    return (!filter.status || record.status === filter.status)
      && (!filter.length || String(record.mate_in) === filter.length)
      && (!filter.pattern || record.patterns.includes(filter.pattern))
      && (!filter.difficulty || String(difficultyOf(record)) === filter.difficulty)
      && (!filter.progress || (filter.progress === "done" ? isDone : !isDone && isSolvable(record)))
      && (!filter.unique || record.unique === true)
      && (!find || textOf(record).includes(find));
  };
  const indices = [...records.keys()].filter((index) => fits(records[index]));
  if (filter.sort === "id") {
    return indices.sort((a, b) => records[a].id.localeCompare(records[b].id, undefined, { numeric: true }));
  }
  const order = ORDERS[filter.sort];
  // Puzzles without the value come last.
  const value = (/** @type {number} */ index) => order(records[index]) ?? Infinity;
  return order === undefined ? indices : indices.sort((a, b) => (value(a) === value(b) ? 0 : value(a) - value(b)));
}

/** A text without differences of case, width and numerals: of `车６进６` as of `车6进6`. @param {string} text */
const simplified = (text) => text.normalize("NFKC").toLowerCase().replace(/[一二三四五六七八九]/g, (numeral) => String(NUMERALS.indexOf(numeral) + 1));

/** @param {PuzzleRecord} record */
function textOf({ id, file, pv, pv_zh, patterns, patterns_zh, given, error, error_zh }) {
  return simplified([id, file, ...pv, ...pv_zh, ...patterns, ...patterns_zh, ...Object.values(given), error, error_zh].join(" "));
}
