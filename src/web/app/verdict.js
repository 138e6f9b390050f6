// @ts-check
/** The result of a game by the rules, with its explanation. */

import { pieceName } from "chuhe/board.js";
import { element } from "chuhe/dom.js";
import { PUNCTUATION } from "chuhe/language.js";
import { writeLine } from "chuhe/notation.js";

/**
 * @typedef {import("chuhe/app/game_tree.js").GameTree} GameTree
 * @typedef {import("chuhe/app/main.js").App} App
 *
 * @typedef {object} Chase
 * @property {string} by
 * @property {string} from
 * @property {string} target
 * @property {string} square
 *
 * @typedef {object} Verdict what the request `judge` returns
 * @property {"red" | "black" | "draw" | "undecided"} outcome
 * @property {string} reason
 * @property {string} reason_zh
 * @property {number | null} [rounds]
 * @property {{ move: string, piece: string, act: string, chases: Chase[] }[]} [cycle]
 *
 * @typedef {object} Result how a game ended: by a verdict, or without one
 * @property {"red" | "black" | "draw"} outcome
 * @property {"resignation" | "time" | "agreed"} [ended]
 * @property {Verdict} [verdict]
 */

/** The result as it stands in a game file. @param {Result | null} result */
export const resultTag = (result) => (result === null ? "*" : { red: "1-0", black: "0-1", draw: "1/2-1/2" }[result.outcome]);

/**
 * Judges a game in its current position by the rules. Resolves to null if it goes on, and rejects with the error of the engine.
 * @param {App} app @param {GameTree} tree @returns {Promise<Result | null>}
 */
export async function judgeGame(app, tree) {
  const verdict = await app.engine.request({ request: "judge", rules: app.settings.rules, fen: tree.fen, moves: tree.moves() });
  return verdict.outcome === "undecided" ? null : { outcome: verdict.outcome, verdict };
}

/**
 * Shows the result of a game in its current position, and what each move of a repetition did.
 * @param {App} app @param {GameTree} tree @param {Result} result @returns {HTMLElement[]}
 */
export function describeResult(app, tree, { outcome, ended, verdict }) {
  const { texts, language, notation } = app;
  const { colon, bracketed } = PUNCTUATION[language];
  const reason = ended !== undefined ? texts.reasons[ended] : language === "zh" ? verdict?.reason_zh : verdict?.reason;
  /** @type {HTMLElement[]} */
  const parts = [element("p", { className: "result" }, `${texts.outcomes[outcome]}${colon}${reason}`)];
  const cycle = verdict?.cycle ?? [];
  if (cycle.length > 0) {
    const names = writeLine(tree.root.position, tree.moves(), notation).slice(-cycle.length);
    const rows = cycle.map((move, index) =>
      element("li", {}, `${names[index]}${bracketed(pieceName(move.piece, language))}${colon}${describeMove(move, app)}`));
    parts.push(element("p", {}, texts.ruling), element("ol", { className: "ruling" }, ...rows));
    if ((verdict?.rounds ?? 1) > 1) {
      parts.push(element("p", { className: "quiet" }, texts.rounds(verdict?.rounds ?? 1)));
    }
  }
  return parts;
}

/** @param {{ act: string, chases: Chase[] }} move @param {App} app */
function describeMove({ act, chases }, { texts, language }) {
  const name = (/** @type {string} */ piece) => pieceName(piece, language);
  const targets = chases.map(({ by, from, target, square }) => texts.chases(name(by), from, name(target), square));
  return [texts.acts[act] ?? act, ...targets].join(PUNCTUATION[language].comma);
}
