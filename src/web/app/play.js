// @ts-check
/** A game against the engine, or between two people at the page. */

import { Board } from "chuhe/board.js";
import { byId, element, enable, field, fill } from "chuhe/dom.js";
import { PUNCTUATION } from "chuhe/language.js";
import { writeMove } from "chuhe/notation.js";
import { inCheck, legalMoves, squaresOf } from "chuhe/position.js";
import { load, save } from "chuhe/storage.js";
import { Clock, clockText } from "chuhe/app/clock.js";
import { isWon } from "chuhe/app/evaluation.js";
import { GameTree } from "chuhe/app/game_tree.js";
import { showMoves } from "chuhe/app/move_list.js";
import { playSound } from "chuhe/app/sound.js";
import { describeResult, judgeGame, resultTag } from "chuhe/app/verdict.js";

/**
 * @typedef {import("chuhe/app/main.js").App} App
 * @typedef {import("chuhe/app/verdict.js").Result} Result
 * @typedef {"red" | "black" | "both"} Side
 */

const KEY = "chuhe.game";
const STRONGEST = 20;
/** The time of the engine for a move without a clock, in milliseconds. */
const MOVE_TIME = 1000;
const HINT_TIME = 1500;
const TIME_CONTROLS = [null, { minutes: 5, increment: 5 }, { minutes: 10, increment: 10 }, { minutes: 30, increment: 10 }];
/** The engine agrees to a draw after so many plies, with at most this score for itself, in centipawns. */
const DRAW_PLIES = 40;
const DRAW_SCORE = 20;

/** The score of a forced win, in centipawns. Infinity could not be kept as JSON. */
const FORCED_WIN = 30_000;

/** A score in centipawns. @param {import("chuhe/app/engine_client.js").Score} score */
const centipawns = (score) => ("cp" in score ? score.cp : isWon(score) ? FORCED_WIN : -FORCED_WIN);

export class PlayView {
  #tree = new GameTree();
  #level = 3;
  /** @type {Side} */
  #side = "red";
  /** The index of the time control. */
  #control = 0;
  /** @type {Clock | null} */
  #clock = null;
  /** The milliseconds left to red and to black at the beginning of each turn. @type {[number, number][]} */
  #earlierTimes = [];
  /** @type {Result | null} */
  #result = null;
  /** The engine's score of its last move, in centipawns from its own view. @type {number | null} */
  #score = null;
  /** The number of the position for which the engine or the judge works; a later answer to another one is ignored. */
  #turn = 0;
  #flipped = false;
  /** An earlier position that the player looks at. @type {import("chuhe/app/game_tree.js").Node | null} */
  #shown = null;
  /** What is said instead of whose move it is, in the language of the page. @type {(() => string) | null} */
  #message = null;
  /** The move of the hint that is shown. @type {string | null} */
  #hintMove = null;
  /** False once another page has kept the game, until this page changes it again. */
  #isLatest = true;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.board = new Board(byId("play-board"), { onmove: (move) => this.#play(move) });
    byId("new-game").onclick = () => this.mayBegin() && this.newGame();
    byId("take-back").onclick = () => this.#takeBack();
    byId("play-hint").onclick = () => this.#hint();
    byId("offer-draw").onclick = () => this.#offerDraw();
    byId("resign").onclick = () => confirm(app.texts.resignQuestion) && this.#finish({ outcome: this.#opponent(), ended: "resignation" });
    byId("play-flip").onclick = () => {
      this.#flipped = !this.#flipped;
      this.render();
    };
    byId("analyse-game").onclick = () => app.analyse(this.#record());
    setInterval(() => this.#tick(), 200);
    addEventListener("pagehide", () => app.settings.view === "play" && this.#keep());
    addEventListener("storage", ({ key }) => {
      this.#isLatest &&= key !== KEY;
    });
    this.#restore();
  }

  /** Shows the view and lets the engine go on. A hint and an answer stay. */
  enter() {
    if (this.#message === this.#thinking) {
      this.#message = null;
    }
    this.render();
    if (this.#result === null) {
      this.#startTurn();
    }
  }

  /** Stops the engine and the clock, and keeps the game. */
  leave() {
    this.#turn += 1;
    this.app.engine.stop();
    this.#clock?.pause();
    this.#keep();
  }

  get #position() {
    return this.#tree.current.position;
  }

  /** Whether the player makes the next move. */
  get #isPlayersTurn() {
    return this.#isPlayers(this.#position);
  }

  /** Whether the player moves in a position. @param {import("chuhe/position.js").Position} position */
  #isPlayers({ red }) {
    return this.#side === "both" || (this.#side === "red") === red;
  }

  #opponent() {
    const playerIsRed = this.#side === "both" ? this.#position.red : this.#side === "red";
    return playerIsRed ? "black" : "red";
  }

  /** Whether a new game may begin: asks the player if there are moves of a game that is not finished. */
  mayBegin() {
    const isUnfinished = this.#result === null && this.#tree.current.parent !== null;
    return !isUnfinished || confirm(this.app.texts.newGameQuestion);
  }

  /** Begins a game with the choices of the player. @param {string} [fen] the position at the start */
  newGame(fen) {
    this.#level = Number(field("level").value);
    this.#side = /** @type {Side} */ (field("side").value);
    this.#control = Number(field("clock").value);
    this.#flipped = this.#side === "black";
    this.#start(new GameTree(fen));
    this.#beginTurn();
    this.board.focus();
  }

  /** @param {GameTree} tree @param {[number, number]} [left] */
  #start(tree, left) {
    this.app.engine.stop();
    const control = TIME_CONTROLS[this.#control] ?? null;
    this.#isLatest = true;
    this.#tree = tree;
    this.#clock = control === null ? null : new Clock(control, left);
    this.#earlierTimes = [];
    this.#result = null;
    this.#score = null;
  }

  /** @param {string} move */
  #play(move) {
    const captures = this.#position.cells[squaresOf(move)[1]] !== null;
    this.#isLatest = true;
    this.#tree.play(move);
    if (this.app.settings.sound) {
      playSound(captures);
    }
    this.#beginTurn();
  }

  /** Begins the turn after a change of the position. */
  #beginTurn() {
    this.#shown = null;
    this.#message = null;
    this.#hintMove = null;
    this.#startTurn();
  }

  /** Judges the position, then waits for the player or lets the engine move. */
  async #startTurn() {
    const turn = ++this.#turn;
    this.#clock?.start(this.#position.red);
    if (this.#clock !== null) {
      this.#earlierTimes[this.#tree.moves().length] ??= this.#clock.left;
    }
    this.#keep();
    this.render();
    if (!(await this.#judge(turn)) || this.#isPlayersTurn) {
      return;
    }
    const { move, info } = await this.app.search({
      ...this.#searched(),
      go: this.#clock?.go ?? `go movetime ${MOVE_TIME}`,
      options: { "Skill Level": this.#level },
    });
    if (turn === this.#turn && move !== null) {
      this.#score = info === null ? null : centipawns(info.score);
      this.#play(move);
    }
  }

  #searched() {
    return { fen: this.#tree.fen, moves: this.#tree.moves() };
  }

  /** Whether the game goes on. @param {number} turn */
  async #judge(turn) {
    try {
      const result = await judgeGame(this.app, this.#tree);
      if (turn !== this.#turn) {
        return false;
      }
      if (result !== null) {
        this.#finish(result);
      }
      return result === null;
    } catch (error) {
      if (turn === this.#turn) {
        this.app.notify(() => this.app.texts.error(/** @type {Error} */ (error).message));
      }
      return false;
    }
  }

  /** @param {Result} result */
  #finish(result) {
    this.#isLatest = true;
    this.#hintMove = null;
    this.#result = result;
    this.leave();
    this.render();
  }

  /** Takes back the player's last move, with the engine's reply and the time of both. */
  #takeBack() {
    this.#isLatest = true;
    const isUndone = () => this.#tree.current.parent === null || this.#isPlayersTurn;
    do {
      this.#tree.remove();
    } while (!isUndone());
    const [left] = this.#earlierTimes.splice(this.#tree.moves().length);
    const control = TIME_CONTROLS[this.#control] ?? null;
    if (control !== null && left !== undefined) {
      this.#clock = new Clock(control, left);
    }
    this.#result = null;
    this.app.engine.stop();
    this.#beginTurn();
  }

  async #hint() {
    const turn = this.#turn;
    this.#showMessage(this.#thinking);
    const { move } = await this.app.search({ ...this.#searched(), go: `go movetime ${HINT_TIME}` });
    if (turn !== this.#turn || move === null) {
      return;
    }
    // The player may look at an earlier position.
    this.#shown = null;
    this.#hintMove = move;
    this.render();
    this.#showMessage(() => this.app.texts.hintIs(writeMove(this.#position, move, this.app.notation)));
  }

  #offerDraw() {
    const isEven = this.#score !== null && this.#score <= DRAW_SCORE && this.#tree.moves().length >= DRAW_PLIES;
    if (this.#side === "both" || isEven) {
      this.#finish({ outcome: "draw", ended: "agreed" });
    } else {
      this.#showMessage(() => this.app.texts.refused);
    }
  }

  #thinking = () => this.app.texts.thinking;

  /** @param {() => string} message */
  #showMessage(message) {
    this.#message = message;
    byId("play-message").textContent = message();
  }

  /** Shows the clocks and ends the game of a side whose time is over. */
  #tick() {
    if (this.#clock === null || this.#result !== null) {
      return;
    }
    this.#showClocks();
    const { flagged } = this.#clock;
    // In another page the game may have gone on.
    if (flagged !== null && this.#isLatest) {
      this.#finish({ outcome: flagged === 0 ? "black" : "red", ended: "time" });
    }
  }

  #showClocks() {
    const left = this.#clock?.left;
    const order = this.#flipped ? [0, 1] : [1, 0];
    byId("clocks").hidden = left === undefined;
    byId("clocks").replaceChildren(...order.map((side) => {
      const runs = this.#result === null && this.#position.red === (side === 0);
      return element("span", { className: runs ? "clock runs" : "clock" }, `${this.app.texts.sideNames[side]} ${clockText(left?.[side] ?? 0)}`);
    }));
  }

  render() {
    const { texts, settings, language, notation } = this.app;
    const position = this.#position;
    const isOpen = this.#result === null;
    const shown = this.#shown ?? this.#tree.current;
    this.board.update({
      position: shown.position, language, letters: settings.letters, flipped: this.#flipped, last: shown.move, marks: [],
      arrows: this.#hintMove === null || this.#shown !== null ? [] : [{ move: this.#hintMove }],
      legal: isOpen && this.#isPlayersTurn && this.#shown === null ? legalMoves(position) : [],
    });
    this.#fillChoices();
    this.#showClocks();
    const hasMoves = this.#tree.current.parent !== null;
    enable({
      "take-back": this.#tree.path().some(({ parent }) => parent !== null && this.#isPlayers(parent.position)),
      "play-hint": isOpen && this.#isPlayersTurn,
      "offer-draw": isOpen && hasMoves && this.#isPlayersTurn,
      resign: isOpen && hasMoves,
      "analyse-game": hasMoves,
    });
    const turn = this.#isPlayersTurn ? (this.#side === "both" ? texts.moveOf(texts.sideNames[position.red ? 0 : 1]) : texts.yourMove) : texts.thinking;
    const { parent, move } = this.#tree.current;
    // Screen readers read the last move with the message.
    const lastMove = parent !== null && move !== null && this.#isPlayersTurn ? texts.lastMove(writeMove(parent.position, move, notation)) : "";
    const message = this.#message?.() ?? `${lastMove}${inCheck(position) ? `${texts.check} ` : ""}${turn}`;
    byId("play-message").replaceChildren(...(this.#result === null ? [message] : describeResult(this.app, this.#tree, this.#result)));
    const look = (/** @type {import("chuhe/app/game_tree.js").Node} */ node) => {
      this.#shown = node === this.#tree.current ? null : node;
      this.render();
    };
    showMoves(byId("play-moves"), this.#tree, notation, look, shown);
  }

  #fillChoices() {
    const { texts, language } = this.app;
    const names = /** @type {Record<number, string>} */ ({ 0: texts.levels.first, [STRONGEST]: texts.levels.last });
    const levelName = (/** @type {number} */ level) => level + (level in names ? PUNCTUATION[language].bracketed(names[level]) : "");
    const levels = Array.from({ length: STRONGEST + 1 }, (_, level) => [String(level), levelName(level)]);
    const clocks = TIME_CONTROLS.map((control, index) => [String(index), control === null ? texts.noClock : texts.clockName(control.minutes, control.increment)]);
    // What the player has chosen for the next game stays.
    fill("level", levels, field("level").value || String(this.#level));
    fill("side", Object.entries(texts.sides), field("side").value || this.#side);
    fill("clock", clocks, field("clock").value || String(this.#control));
  }

  #record() {
    const record = this.#tree.toRecord();
    const names = { red: this.#side === "black" ? "Chuhe" : "", black: this.#side === "red" ? "Chuhe" : "" };
    record.tags = [["Red", names.red], ["Black", names.black], ["Result", resultTag(this.#result)]];
    return record;
  }

  #keep() {
    if (!this.#isLatest) {
      return;
    }
    const left = this.#clock?.left;
    save(KEY, { record: this.#tree.toRecord(), level: this.#level, side: this.#side, control: this.#control, left, earlierTimes: this.#earlierTimes, score: this.#score, result: this.#result, flipped: this.#flipped });
  }

  /** Goes on with the game of the last visit. */
  #restore() {
    const kept = load(KEY);
    try {
      const tree = GameTree.fromRecord(kept.record);
      [this.#level, this.#side, this.#control, this.#flipped] = [kept.level, kept.side, kept.control, kept.flipped];
      this.#start(tree, kept.left);
      this.#earlierTimes = kept.earlierTimes ?? [];
      this.#score = kept.score ?? null;
      this.#result = kept.result;
      tree.current = tree.line().at(-1) ?? tree.root;
    } catch {
      // There is none, or another version of the page has kept it.
    }
  }
}
