// @ts-check
/** A puzzle with its board: the reader makes moves, and the page answers. */

import { Board } from "chuhe/board.js";
import { byId, enable } from "chuhe/dom.js";
import { isLost, legalMoves, parseFen, playMove } from "chuhe/position.js";
import { Attempt } from "chuhe/puzzle_book/attempt.js";
import { moveText, taskOf } from "chuhe/puzzle_book/facts.js";
import { isSolvable, nameOf, placeOf } from "chuhe/puzzle_book/record.js";
import { showSolution } from "chuhe/puzzle_book/solution.js";

/**
 * @typedef {import("chuhe/puzzle_book/record.js").PuzzleRecord} PuzzleRecord
 * @typedef {import("chuhe/puzzle_book/progress.js").Progress} Progress
 * @typedef {import("chuhe/puzzle_book/texts.js").Texts} Texts
 * @typedef {import("chuhe/language.js").Language} Language
 */

/** How long a move is shown before the reply, or before it is taken back, in milliseconds. */
const PAUSE = 500;

export class PuzzleView {
  /** @type {Attempt | null} */
  #attempt = null;
  /** @type {PuzzleRecord} */
  #record;
  /** @type {Texts} */
  #texts;
  /** @type {Language} */
  #language = "en";
  #hints = 0;
  /** @type {number | undefined} */
  #timer;

  /**
   * @param {PuzzleRecord} record
   * @param {Texts} texts
   * @param {(record: PuzzleRecord, progress: Progress) => void} onprogress receives the progress when the reader solves or gives up
   */
  constructor(record, texts, onprogress) {
    this.#record = record;
    this.#texts = texts;
    this.onprogress = onprogress;
    this.board = new Board(byId("board"), { onmove: (move) => this.#tryMove(move) });
    byId("hint").onclick = () => this.#giveHint();
    byId("give-up").onclick = () => this.#giveUp();
    byId("again").onclick = () => {
      this.#start();
      this.board.focus();
    };
  }

  /** Shows a puzzle from its start. @param {PuzzleRecord} record @param {Texts} texts @param {Language} language @param {boolean} letters */
  open(record, texts, language, letters) {
    this.#record = record;
    this.#texts = texts;
    this.#language = language;
    this.board.update({ language, letters });
    byId("name").textContent = nameOf(record, texts.line);
    byId("place").textContent = record.id ? placeOf(record, texts.line) : "";
    byId("task").textContent = record.error ?? taskOf(record, texts);
    this.#start();
  }

  #start() {
    clearTimeout(this.#timer);
    const record = this.#record;
    const isOpen = isSolvable(record);
    this.#attempt = isOpen ? new Attempt(record) : null;
    this.#hints = 0;
    byId("board").hidden = record.fen === null;
    byId("solution").replaceChildren();
    byId("known").textContent = isOpen ? this.#limits() : "";
    this.#say(isOpen ? this.#texts.start : "");
    if (record.fen !== null) {
      const position = parseFen(record.fen);
      this.board.update({ position, flipped: !position.red, last: null, arrows: [], marks: [], legal: isOpen ? legalMoves(position) : [] });
    }
    const isAwaited = record.status === "awaited";
    enable({ hint: isOpen, "give-up": isOpen, again: !isAwaited });
    if (!isOpen && record.fen !== null && !isAwaited) {
      this.#showSolution([]);
    }
  }

  /** What the reader should know about the answers of the page. */
  #limits() {
    if (this.#record.status === "draw") {
      return this.#texts.oneDraw;
    }
    if (this.#record.status !== "mate") {
      return this.#texts.firstMoveOnly;
    }
    return this.#record.lines === undefined ? this.#texts.mainLineOnly : "";
  }

  /** @param {string} message */
  #say(message) {
    byId("message").textContent = message;
  }

  /** @param {string} move */
  #tryMove(move) {
    const attempt = this.#attempt;
    const solution = attempt?.solution;
    if (!attempt || !solution) {
      return;
    }
    const { kind, mateIn } = attempt.judge(move);
    const name = this.#nameOf(move);
    this.board.update({ position: playMove(attempt.position, move), last: move, legal: [], arrows: [], marks: [] });
    this.#hints = 0;
    if (kind === "right" || kind === "mate") {
      attempt.play(move);
      this.#continue(name, this.#texts.right);
    } else if (kind === "alternative") {
      attempt.play(solution);
      if (attempt.record.status !== "mate") {
        this.#finish(this.#texts.otherBest(name));
        return;
      }
      const solutionName = moveText(attempt.record, attempt.moves, this.#language);
      this.#continue(solutionName, () => this.#texts.alternative(name, solutionName));
    } else {
      attempt.hasHelp = true;
      const { slower, wrong, unknown } = this.#texts;
      this.#say(kind === "slower" && mateIn !== undefined ? slower(name, mateIn) : (kind === "wrong" ? wrong : unknown)(name));
      this.#later(() => this.#showTurn());
    }
  }

  /**
   * Replies to the reader's move, or ends the puzzle.
   * @param {string} name of the move
   * @param {(move: string, reply: string) => string} textOf
   */
  #continue(name, textOf) {
    const attempt = /** @type {Attempt} */ (this.#attempt);
    if (isLost(attempt.position)) {
      this.#finish(this.#texts.mate(name));
      return;
    }
    const reply = attempt.reply();
    if (reply === null) {
      this.#finish(this.#texts.solved);
      return;
    }
    this.#say(textOf(name, moveText(attempt.record, attempt.moves, this.#language)));
    this.#later(() => {
      this.#showTurn();
      if (attempt.endsByRepetition) {
        this.#finish(this.#texts.repetition);
      } else if (attempt.solution === null) {
        this.#finish(this.#texts.solved);
      }
    });
  }

  /** Shows the position of the attempt, in which the reader is to move. */
  #showTurn() {
    const attempt = /** @type {Attempt} */ (this.#attempt);
    this.board.update({ position: attempt.position, last: attempt.moves.at(-1) ?? null, legal: legalMoves(attempt.position) });
  }

  /** @param {string} message */
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
      this.board.update({ marks: [{ square }] });
      this.#say(this.#texts.hintPiece(square));
    } else {
      this.board.update({ arrows: [{ move: solution }] });
      this.#say(this.#texts.hintMove(this.#nameOf(solution)));
    }
  }

  #giveUp() {
    this.#say(this.#texts.gaveUp);
    this.onprogress(this.#record, "shown");
    const moves = this.#attempt?.moves ?? [];
    this.#end(moves)(moves.length + 1);
  }

  /** Ends the attempt and shows the solution. Returns what `showSolution` returns. @param {string[]} moves */
  #end(moves) {
    clearTimeout(this.#timer);
    this.#attempt = null;
    enable({ hint: false, "give-up": false });
    this.board.update({ legal: [], arrows: [], marks: [] });
    return this.#showSolution(moves);
  }

  /** @param {string[]} moves */
  #showSolution(moves) {
    const show = (/** @type {import("chuhe/position.js").Position} */ position, /** @type {string | null} */ last) =>
      this.board.update({ position, last, legal: [] });
    return showSolution(byId("solution"), this.#record, this.#texts, this.#language, show, moves);
  }

  /** @param {() => void} action */
  #later(action) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(action, PAUSE);
  }

  /** The name of a move of the reader. @param {string} move */
  #nameOf(move) {
    return moveText(this.#record, [...(this.#attempt?.moves ?? []), move], this.#language);
  }
}
