// @ts-check
/** The review of a game: marks the mistakes, and lets the user find the better moves. */

import { byId } from "chuhe/dom.js";
import { writeMove } from "chuhe/notation.js";
import { evaluate, withMoves } from "chuhe/app/evaluation.js";

/**
 * @typedef {import("chuhe/app/main.js").App} App
 * @typedef {import("chuhe/app/game_tree.js").GameTree} GameTree
 * @typedef {import("chuhe/app/game_tree.js").Node} Node
 */

/** The time for each position, and for the judgement of the user's move, in milliseconds. */
const TIME = 300;
const RETRY_TIME = 800;
/** The share of the point by which a move may be worse than the best and is as good. */
const TOLERANCE = 0.03;

export class Review {
  /** @type {AbortController | null} */
  #running = null;
  /** The nodes of the line that was reviewed last. @type {Node[]} */
  #line = [];
  /** The mistake for which the user looks for a better move. @type {Node | null} */
  retried = null;
  /** Whether the user's move is being judged. */
  isJudging = false;
  /** The message in the language of the page. */
  #message = () => "";
  /** The message at the end of the review. */
  #summary = () => "";

  /** @param {App} app @param {() => void} onchange shows the game again */
  constructor(app, onchange) {
    this.app = app;
    this.onchange = onchange;
  }

  get isRunning() {
    return this.#running !== null;
  }

  /** Stops the review. */
  stop() {
    this.#running?.abort();
    this.#running = null;
    this.#summary = () => "";
    this.endRetry();
  }

  /** Ends the search for a better move. */
  endRetry() {
    this.retried = null;
    this.#showMessage(this.#summary);
  }

  /** @param {() => string} message */
  #showMessage(message) {
    this.#message = message;
    byId("review-message").textContent = message();
  }

  /** Reviews the line of a game through the position that is shown. @param {GameTree} tree */
  async start(tree) {
    const { app } = this;
    this.stop();
    app.engine.stop();
    const line = [...tree.path(), ...tree.line(tree.current)];
    this.#line = line;
    const running = new AbortController();
    this.#running = running;
    this.#showMessage(() => app.texts.reviewing(0, line.length));
    this.onchange();
    const onpart = (/** @type {any} */ part) => {
      if (running.signal.aborted) {
        return;
      }
      const node = line[part.ply - 1];
      const red = part.side === "red";
      node.review = { mark: part.mark, best: part.best };
      const before = /** @type {Node} */ (node.parent);
      before.evaluation = evaluate(withMoves(part.before), red);
      node.evaluation = evaluate(withMoves({ ...part.after, wins: part.points > 0.5 }), red);
      this.#showMessage(() => app.texts.reviewing(part.ply, line.length));
      this.onchange();
    };
    try {
      const moves = line.map(({ move }) => move);
      const summary = await app.engine.request({ request: "review", fen: tree.fen, moves, rules: app.settings.rules, movetime: TIME }, onpart, running.signal);
      running.signal.throwIfAborted();
      this.#summary = () => {
        const [red, black] = [summary.red, summary.black].map((side) => app.texts.mistakes(side.inaccuracies, side.mistakes, side.blunders));
        return app.texts.reviewed(red, black);
      };
      this.#showMessage(this.#summary);
    } catch (error) {
      if (!running.signal.aborted) {
        this.#showMessage(() => app.texts.error(/** @type {Error} */ (error).message));
      }
    }
    this.#running = this.#running === running ? null : this.#running;
    this.onchange();
  }

  /** The next mistake in the reviewed line after the position that is shown, or the first. @param {GameTree} tree @returns {Node | null} */
  nextMistake(tree) {
    // Nodes that were removed, or are of another game, are not there.
    /** @param {Node} node @returns {boolean} */
    const isThere = (node) => node.parent === null ? node === tree.root : node.parent.children.includes(node) && isThere(node.parent);
    const ahead = this.#line.slice(tree.path().length);
    return [...ahead, ...this.#line].find((node) => node.review?.mark && isThere(node)) ?? null;
  }

  /** Shows what the review found about the current move, or else the message. @param {GameTree} tree */
  describe(tree) {
    const { review, parent, move } = tree.current;
    if (this.isRunning || this.retried !== null || !review?.mark || review.best === null || parent === null || move === null) {
      byId("review-message").textContent = this.#message();
      return;
    }
    const { texts, notation } = this.app;
    const [name, best] = [move, review.best].map((move) => writeMove(parent.position, move, notation));
    byId("review-message").textContent = texts.mistakeIs(name, texts.marks[review.mark] ?? review.mark, best);
  }

  /** Goes back before the mistake that is shown, so that the user can find a better move. @param {GameTree} tree */
  retry(tree) {
    const mistake = tree.current;
    const { review, parent, move } = mistake;
    if (!review?.mark || parent === null || move === null) {
      return;
    }
    const { app } = this;
    this.retried = mistake;
    app.engine.stop();
    tree.current = parent;
    this.#showMessage(() => {
      const side = app.texts.sideNames[parent.position.red ? 0 : 1];
      return app.texts.retryTask(side, writeMove(parent.position, move, app.notation));
    });
  }

  /** Judges the user's move in place of the mistake. @param {GameTree} tree @param {string} move @returns {Promise<boolean>} whether it is good */
  async judge(tree, move) {
    const mistake = /** @type {Node} */ (this.retried);
    const { app } = this;
    const { position } = tree.current;
    const best = mistake.review?.best ?? move;
    const name = () => writeMove(position, move, app.notation);
    if (move === best) {
      this.retried = null;
      this.#showMessage(() => app.texts.retryRight(name()));
      return true;
    }
    this.#showMessage(() => app.texts.judging);
    /** @type {Map<string, number>} */
    const shares = new Map();
    this.isJudging = true;
    this.onchange();
    const go = `go movetime ${RETRY_TIME} searchmoves ${best} ${move}`;
    try {
      await app.search({ fen: tree.fen, moves: tree.moves(), go, options: { MultiPV: 2 } }, ({ pv, score }) => {
        shares.set(pv[0], evaluate(score, true).share);
      });
    } finally {
      this.isJudging = false;
    }
    // The user may have gone elsewhere meanwhile.
    if (this.retried !== mistake || tree.current !== mistake.parent) {
      return false;
    }
    const isGood = move !== mistake.move && (shares.get(move) ?? 0) >= (shares.get(best) ?? 1) - TOLERANCE;
    this.retried = isGood ? null : mistake;
    this.#showMessage(() => (isGood ? app.texts.retryGood : app.texts.retryWrong)(name()));
    return isGood;
  }
}
