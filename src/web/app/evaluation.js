// @ts-check
/** Scores as text and as a bar. */

import { element } from "chuhe/dom.js";

/**
 * @typedef {import("chuhe/app/engine_client.js").Score} Score
 * @typedef {{ text: string, share: number }} Evaluation a score from red's view as text, and red's expected share of the point, from 0 to 1
 */

/** Centipawns at which a side scores about 73 % of the points, so that the bar is neither flat nor full. */
const SCALE = 300;

/** Evaluates a score. @param {Score} score @param {boolean} red whether it is from red's view @returns {Evaluation} */
export function evaluate(score, red) {
  const sign = red ? 1 : -1;
  const signed = (/** @type {number} */ value) => (value > 0 ? "+" : value < 0 ? "−" : "");
  if ("cp" in score) {
    const value = sign * score.cp;
    return { text: `${signed(value)}${(Math.abs(value) / 100).toFixed(2)}`, share: 1 / (1 + Math.exp(-value / SCALE)) };
  }
  const [letter, count] = "mate" in score ? ["#", score.mate] : ["R", score.rule];
  const wins = isWon(score) === red;
  return { text: `${wins ? "+" : "−"}${letter}${Math.abs(count)}`, share: wins ? 1 : 0 };
}

/** Whether a mate or rule is a win. At 0 the game is over: without `wins`, the side to move has been mated. @param {Score} score */
export function isWon(score) {
  const count = "mate" in score ? score.mate : "rule" in score ? score.rule : 0;
  return count === 0 ? score.wins ?? false : count > 0;
}

/** The score of a review, whose mates count plies, with moves instead. @param {Score} score @returns {Score} */
export const withMoves = (score) => ("mate" in score ? { ...score, mate: Math.sign(score.mate) * Math.ceil(Math.abs(score.mate) / 2) } : score);

/** Shows an evaluation in a bar, red's part at red's side of the board. @param {HTMLElement} bar @param {Evaluation | null} evaluation @param {boolean} flipped @param {(score: string) => string} labelOf */
export function showBar(bar, evaluation, flipped, labelOf) {
  const share = evaluation?.share ?? 0.5;
  const part = element("div", { className: "bar-red" });
  part.style.height = `${100 * share}%`;
  bar.classList.toggle("flipped", flipped);
  bar.setAttribute("aria-label", labelOf(evaluation?.text ?? "–"));
  bar.replaceChildren(part, element("span", {}, evaluation?.text ?? ""));
}
