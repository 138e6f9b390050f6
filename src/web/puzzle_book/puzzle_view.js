// @ts-check
/** A puzzle with its board: the reader makes moves, and the page answers. */

import { Board } from "chuhe/board.js";
import { byId, enable } from "chuhe/dom.js";
import { isLost, legalMoves, parseFen, playMove } from "chuhe/position.js";
import { Attempt } from "chuhe/puzzle_book/attempt.js";
import { moveText, taskOf } from "chuhe/puzzle_book/facts.js";
import { errorOf, isSolvable, nameOf, placeOf } from "chuhe/puzzle_book/record.js";
import { showSolution } from "chuhe/puzzle_book/solution.js";
import { TEXTS } from "chuhe/puzzle_book/texts.js";

/**
 * @typedef {import("chuhe/puzzle_book/record.js").PuzzleRecord} PuzzleRecord
 * @typedef {import("chuhe/puzzle_book/progress.js").Progress} Progress
 *
 * @typedef {object} ViewOptions
 * @property {import("chuhe/language.js").Language} language
 * @property {import("chuhe/notation.js").Notation} notation
 * @property {boolean} letters whether pieces have letters
 */

/** How long a move is shown before the reply, or before it is taken back, in milliseconds. */
const PAUSE = 500;

export class PuzzleView {
  /** @type {Attempt | null} */
  #attempt = null;
  /** @type {PuzzleRecord} */
  #record;
  /** @type {ViewOptions} */
  #options = { language: "en", notation: "iccs", letters: false };
  #hints = 0;
  /** @type {number | undefined} */
  #timer;
  /** The message in the language of the page; null while no puzzle is open. @type {(() => string) | null} */
  #message = null;
  /** Shows the solution again, or a position of it; null while it is not shown. @type {((ply?: number) => void) | null} */
  #goTo = null;

  /**
   * @param {PuzzleRecord} record
   * @param {(record: PuzzleRecord, progress: Progress) => void} onprogress receives the progress when the reader solves or gives up
   */
  constructor(record, onprogress) {
    this.#record = record;
    this.onprogress = onprogress;
    this.board = new Board(byId("board"), { onmove: (move) => this.#tryMove(move) });
    byId("hint").onclick = () => this.#giveHint();
    byId("give-up").onclick = () => this.#giveUp();
    byId("again").onclick = () => {
      this.#start();
      this.board.focus();
    };
  }

  /**
   * Shows a puzzle from its start; the one that is open already goes on with the options.
   * @param {PuzzleRecord} record
   * @param {ViewOptions} options
   */
  open(record, options) {
    const { language, letters } = options;
    const isOpen = record === this.#record && this.#message !== null;
    this.#record = record;
    this.#options = options;
    this.board.update({ language, letters });
    byId("name").textContent = nameOf(record, language);
    byId("place").textContent = record.id ? placeOf(record, language) : "";
    const error = isSolvable(record) ? null : errorOf(record, language);
    byId("task").textContent = error ?? taskOf(record, language);
    byId("known").textContent = isSolvable(record) ? this.#limits() : "";
    if (isOpen) {
      byId("message").textContent = this.#message?.() ?? "";
      this.#goTo?.();
    } else {
      this.#start();
    }
  }

  /** Ends the attempt: the puzzle starts anew when it is opened again. */
  close() {
    clearTimeout(this.#timer);
    this.#message = null;
  }

  get #texts() {
    return TEXTS[this.#options.language];
  }

  #start() {
    clearTimeout(this.#timer);
    const record = this.#record;
    const isOpen = isSolvable(record);
    this.#attempt = isOpen ? new Attempt(record) : null;
    this.#hints = 0;
    this.#goTo = null;
    byId("board").hidden = record.fen === null;
    byId("solution").replaceChildren();
    this.#say(() => (isOpen ? this.#texts.start : ""));
    if (record.fen !== null) {
      const position = parseFen(record.fen);
      this.board.update({ position, flipped: !position.red, last: null, arrows: [], marks: [], legal: isOpen ? legalMoves(position) : [] });
    }
    enable({ hint: isOpen, "give-up": isOpen, again: isOpen });
    if (!isOpen && record.fen !== null && record.status !== "awaited") {
      this.#showSolution([]);
    }
  }

  /** What the reader should know about the answers of the page. */
  #limits() {
    if (this.#record.status === "draw") {
      return this.#texts.oneDraw;
    }
    if (this.#record.status !== "mate") {
      // A move of the file comes from no search.
      return this.#record.right === false ? "" : this.#texts.firstMoveOnly;
    }
    return this.#record.lines === undefined ? this.#texts.mainLineOnly : "";
  }

  /** @param {() => string} message */
  #say(message) {
    this.#message = message;
    byId("message").textContent = message();
  }

  /** @param {string} move */
  #tryMove(move) {
    const attempt = this.#attempt;
    const solution = attempt?.solution;
    if (!attempt || !solution) {
      return;
    }
    const { kind, mateIn } = attempt.judge(move);
    const name = this.#namer([...attempt.moves, move]);
    this.board.update({ position: playMove(attempt.position, move), last: move, legal: [], arrows: [], marks: [] });
    this.#hints = 0;
    if (kind === "right" || kind === "mate") {
      attempt.play(move);
      this.#continue(name, (reply) => this.#texts.right(name(), reply));
    } else if (kind === "alternative") {
      attempt.play(solution);
      if (attempt.record.status !== "mate") {
        this.#finish(() => this.#texts.otherBest(name()));
        return;
      }
      const solutionName = this.#namer([...attempt.moves]);
      this.#continue(solutionName, () => this.#texts.alternative(name(), solutionName()));
    } else {
      attempt.hasHelp = true;
      this.#say(() => {
        const { slower, wrong, unknown } = this.#texts;
        return kind === "slower" && mateIn !== undefined ? slower(name(), mateIn) : (kind === "wrong" ? wrong : unknown)(name());
      });
      this.#later(() => this.#showTurn());
    }
  }

  /**
   * Replies to the reader's move, or ends the puzzle.
   * @param {() => string} name of the move
   * @param {(reply: string) => string} textOf
   */
  #continue(name, textOf) {
    const attempt = /** @type {Attempt} */ (this.#attempt);
    if (isLost(attempt.position)) {
      this.#finish(() => this.#texts.mate(name()));
      return;
    }
    const reply = attempt.reply();
    if (reply === null) {
      this.#finish(() => this.#texts.solved);
      return;
    }
    const replyName = this.#namer([...attempt.moves]);
    this.#say(() => textOf(replyName()));
    this.#later(() => {
      this.#showTurn();
      if (attempt.endsByRepetition) {
        this.#finish(() => this.#texts.repetition);
      } else if (attempt.solution === null) {
        this.#finish(() => this.#texts.solved);
      }
    });
  }

  /** Shows the position of the attempt, in which the reader is to move. */
  #showTurn() {
    const attempt = /** @type {Attempt} */ (this.#attempt);
    this.board.update({ position: attempt.position, last: attempt.moves.at(-1) ?? null, legal: legalMoves(attempt.position) });
  }

  /** @param {() => string} message */
  #finish(message) {
    const attempt = /** @type {Attempt} */ (this.#attempt);
    this.#say(message);
    this.onprogress(this.#record, attempt.hasHelp ? "helped" : "solved");
    this.#end(attempt.moves);
  }

  #giveHint() {
    const attempt = this.#attempt;
    const solution = attempt?.solution;
    if (!attempt || !solution) {
      return;
    }
    attempt.hasHelp = true;
    this.#hints += 1;
    const square = solution.slice(0, 2);
    if (this.#hints === 1) {
      this.board.update({ marks: [square] });
      this.#say(() => this.#texts.hintPiece(square));
    } else {
      this.board.update({ arrows: [{ move: solution }] });
      const name = this.#namer([...attempt.moves, solution]);
      this.#say(() => this.#texts.hintMove(name()));
    }
  }

  #giveUp() {
    this.#say(() => this.#texts.gaveUp);
    this.onprogress(this.#record, "shown");
    const moves = this.#attempt?.moves ?? [];
    this.#end(moves);
    this.#goTo?.(moves.length + 1);
    /** @type {HTMLElement | null} */ (byId("solution").querySelector("[aria-current=true]"))?.focus({ preventScroll: true });
  }

  /** Ends the attempt and shows the solution. @param {string[]} moves */
  #end(moves) {
    clearTimeout(this.#timer);
    this.#attempt = null;
    enable({ hint: false, "give-up": false });
    this.board.update({ legal: [], arrows: [], marks: [] });
    this.#showSolution(moves);
  }

  /** @param {string[]} moves */
  #showSolution(moves) {
    const show = (/** @type {import("chuhe/position.js").Position} */ position, /** @type {string | null} */ last) =>
      this.board.update({ position, last, legal: [] });
    this.#goTo = showSolution(byId("solution"), this.#record, () => this.#options, show, moves);
  }

  /** @param {() => void} action */
  #later(action) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(action, PAUSE);
  }

  /** A function that names the last of some moves in the notation of the page. @param {string[]} moves */
  #namer(moves) {
    const record = this.#record;
    return () => moveText(record, moves, this.#options.notation);
  }
}
