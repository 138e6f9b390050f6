// @ts-check
/** An attempt of the reader at a puzzle: judges moves by the record and chooses the replies. */

import { isLost, parseFen, playMove } from "chuhe/position.js";
import { isOnMainLine, nextMove, treeAfter } from "chuhe/puzzle_book/record.js";

/**
 * @typedef {import("chuhe/puzzle_book/record.js").PuzzleRecord} PuzzleRecord
 * @typedef {import("chuhe/position.js").Position} Position
 *
 * @typedef {object} Judgement
 * @property {"right" | "mate" | "alternative" | "slower" | "wrong" | "unknown"} kind `alternative`: it mates as fast, and the line goes on with
 *   the move of the solution; `slower`: it mates in more moves; `wrong`: it is proved not to mate as fast; `unknown`: it is not the move of the
 *   solution, and others were not examined
 * @property {number} [mateIn] the moves to the mate of a slower move
 */

export class Attempt {
  /** @type {string[]} */
  moves = [];
  /** @type {Position} */
  position;
  /** Whether hints were used or wrong moves were made. */
  hasHelp = false;

  /** @param {PuzzleRecord} record a puzzle that can be solved */
  constructor(record) {
    this.record = record;
    this.position = parseFen(record.fen ?? "");
  }

  /** The move of the solution; null if the puzzle is solved. @returns {string | null} */
  get solution() {
    // Only the first move is known to be best without a mate.
    const isKnown = this.record.status === "mate" || this.moves.length === 0;
    return isKnown && !this.endsByRepetition ? nextMove(this.record, this.moves) : null;
  }

  /** Whether the defender has lost by repeating a position. */
  get endsByRepetition() {
    return treeAfter(this.record, this.moves) === "repetition";
  }

  /** Judges a legal move without making it. @param {string} move @returns {Judgement} */
  judge(move) {
    const { record, moves } = this;
    if (isLost(playMove(this.position, move))) {
      return { kind: "mate" };
    }
    if (move === this.solution) {
      return { kind: "right" };
    }
    if (moves.length === 0 && record.status !== "mate" && record.best?.includes(move)) {
      return { kind: "alternative" };
    }
    const here = record.audit?.found.find(({ line }) => line.join() === moves.join());
    const isIn = (/** @type {import("chuhe/puzzle_book/record.js").OtherMove[] | undefined} */ list) => list?.find((other) => other.move === move);
    if (isIn(here?.fast)) {
      return { kind: "alternative" };
    }
    const slower = isIn(here?.slower);
    if (slower !== undefined) {
      return { kind: "slower", mateIn: slower.mate_in };
    }
    const isExamined = record.audit !== undefined && record.audit.left_out === 0 && isOnMainLine(record, moves);
    const isUnique = record.unique === true && moves.length === 0;
    return { kind: isUnique || (isExamined && !isIn(here?.undecided)) ? "wrong" : "unknown" };
  }

  /** Makes a move. @param {string} move */
  play(move) {
    this.moves.push(move);
    this.position = playMove(this.position, move);
  }

  /** Makes the defender's reply after a move of the winner. Returns it; null if the puzzle is solved. @returns {string | null} */
  reply() {
    const reply = isLost(this.position) || this.record.status !== "mate" ? null : nextMove(this.record, this.moves);
    if (reply !== null) {
      this.play(reply);
    }
    return reply;
  }
}
