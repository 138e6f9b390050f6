// @ts-check
/** The result of a game by the rules, with its explanation. */

import { pieceName } from "chuhe/board.js";
import { element } from "chuhe/dom.js";
import { PUNCTUATION } from "chuhe/language.js";
import { TEXTS } from "chuhe/app/texts.js";

/**
 * @typedef {import("chuhe/app/game_tree.js").GameTree} GameTree
 * @typedef {import("chuhe/app/main.js").App} App
 * @typedef {import("chuhe/language.js").Language} Language
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
 * @property {string[]} [names] the names of the moves of the cycle
 */

/** The result as it stands in a game file. @param {Result | null} result */
export const resultTag = (result) => (result === null ? "*" : { red: "1-0", black: "0-1", draw: "1/2-1/2" }[result.outcome]);

/**
 * Judges a game in its current position by the rules. Resolves to null if it goes on, and rejects with the error of the engine.
 * @param {App} app @param {GameTree} tree @returns {Promise<Result | null>}
 */
export async function judgeGame(app, tree) {
  const [fen, moves] = [tree.fen, tree.moves()];
  const verdict = await app.engine.request({ request: "judge", rules: app.settings.rules, fen, moves });
  if (verdict.outcome === "undecided") {
    return null;
  }
  const cycle = verdict.cycle?.length ?? 0;
  const names = cycle > 0 ? (await app.names.line(fen, moves)).slice(-cycle) : [];
  return { outcome: verdict.outcome, verdict, names };
}

/** Shows a result, and what each move of a repetition did. @param {Result} result @param {Language} language @returns {HTMLElement[]} */
export function describeResult({ outcome, ended, verdict, names = [] }, language) {
  const texts = TEXTS[language];
  const { colon, bracketed } = PUNCTUATION[language];
  const reason = ended !== undefined ? texts.reasons[ended] : language === "zh" ? verdict?.reason_zh : verdict?.reason;
  /** @type {HTMLElement[]} */
  const parts = [element("p", { className: "result" }, `${texts.outcomes[outcome]}${colon}${reason}`)];
  const cycle = verdict?.cycle ?? [];
  if (cycle.length > 0) {
    const rows = cycle.map((move, index) =>
      element("li", {}, `${names[index] ?? move.move}${bracketed(pieceName(move.piece, language))}${colon}${describeMove(move, language)}`));
    parts.push(element("p", {}, texts.ruling), element("ol", { className: "ruling" }, ...rows));
    if ((verdict?.rounds ?? 1) > 1) {
      parts.push(element("p", { className: "quiet" }, texts.rounds(verdict?.rounds ?? 1)));
    }
  }
  return parts;
}

/** @param {{ act: string, chases: Chase[] }} move @param {Language} language */
function describeMove({ act, chases }, language) {
  const texts = TEXTS[language];
  const name = (/** @type {string} */ piece) => pieceName(piece, language);
  const targets = chases.map(({ by, from, target, square }) => texts.chases(name(by), from, name(target), square));
  return [texts.acts[act] ?? act, ...targets].join(PUNCTUATION[language].comma);
}
