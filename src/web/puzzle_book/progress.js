// @ts-check
/** The progress of the reader, kept in the browser by position, so that it holds for every page with the puzzle. */

import { load, save } from "chuhe/storage.js";

/**
 * `solved`: without help; `helped`: after a hint or a wrong move; `shown`: the reader gave up.
 * @typedef {"solved" | "helped" | "shown"} Progress
 */

const KEY = "chuhe.puzzles";

/** The placement and the side to move. @param {string} fen */
const positionKey = (fen) => fen.split(" ", 2).join(" ");

/** The progress with all puzzles, by position. @returns {Record<string, Progress>} */
function all() {
  const kept = load(KEY);
  return typeof kept === "object" && kept !== null && !Array.isArray(kept) ? kept : {};
}

/** A function from positions to progress, as it is now. @returns {(fen: string | null) => Progress | null} */
export function readProgress() {
  const kept = all();
  return (fen) => (fen === null ? null : kept[positionKey(fen)] ?? null);
}

/** Whether the reader has solved a puzzle, with help or without. @param {Progress | null} progress */
export const isSolved = (progress) => progress === "solved" || progress === "helped";

/** Keeps the progress with a position, unless a better one is kept. @param {string} fen @param {Progress} progress */
export function saveProgress(fen, progress) {
  const kept = all();
  const key = positionKey(fen);
  /** @type {(Progress | undefined)[]} */
  const order = [undefined, "shown", "helped", "solved"];
  if (order.indexOf(progress) > order.indexOf(kept[key])) {
    save(KEY, { ...kept, [key]: progress });
  }
}

/** Forgets the progress with some positions. @param {(string | null)[]} fens */
export function clearProgress(fens) {
  const kept = all();
  for (const fen of fens) {
    delete kept[positionKey(fen ?? "")];
  }
  save(KEY, kept);
}
