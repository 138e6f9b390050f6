// @ts-check
/** The solution of a puzzle, to step through, with a choice of the defences. */

import { element, replaceChildren } from "chuhe/dom.js";
import { playMove, parseFen } from "chuhe/position.js";
import { auditOf, factsOf, moveText } from "chuhe/puzzle_book/facts.js";
import { lineAfter, treeAfter } from "chuhe/puzzle_book/record.js";
import { TEXTS } from "chuhe/puzzle_book/texts.js";

/**
 * @typedef {import("chuhe/puzzle_book/record.js").PuzzleRecord} PuzzleRecord
 * @typedef {import("chuhe/puzzle_book/puzzle_view.js").ViewOptions} ViewOptions
 * @typedef {import("chuhe/language.js").Language} Language
 * @typedef {import("chuhe/notation.js").Notation} Notation
 * @typedef {import("chuhe/position.js").Position} Position
 */

/**
 * Shows the solution in an element. Returns the function that shows the position after a number of plies, or the present one again.
 * @param {HTMLElement} host
 * @param {PuzzleRecord} record
 * @param {() => ViewOptions} optionsOfPage
 * @param {(position: Position, last: string | null) => void} show shows a position of the line on the board
 * @param {string[]} moves the moves of the reader's line, to whose end the solution is opened; empty for the start
 */
export function showSolution(host, record, optionsOfPage, show, moves) {
  let line = lineAfter(record, moves);
  let step = moves.length;
  const goTo = (target = step) => {
    step = Math.min(target, line.length);
    render();
    show(line.slice(0, step).reduce(playMove, parseFen(record.fen ?? "")), line[step - 1] ?? null);
  };
  const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {number} */ target) => {
    const disabled = target < 0 || target > line.length || target === step;
    return element("button", { type: "button", "aria-label": label, disabled, onclick: () => goTo(target) }, text);
  };
  const render = () => {
    const { language, notation } = optionsOfPage();
    const texts = TEXTS[language];
    const text = element("p", { className: "line" });
    line.forEach((_, index) => {
      const name = moveText(record, line.slice(0, index + 1), notation);
      const number = index % 2 === 0 ? `${index / 2 + 1}. ` : "";
      text.append(element("button", { type: "button", "aria-current": index === step - 1, onclick: () => goTo(index + 1) }, number + name), " ");
    });
    const steps = element("div", { className: "buttons" },
      button("|◀", texts.toStart, 0), button("◀", texts.back, step - 1),
      button("▶", texts.on, step + 1), button("▶|", texts.toEnd, line.length));
    /** @type {HTMLElement[]} */
    const parts = line.length > 0 ? [element("h3", {}, texts.solution), steps, text, ...defences(language, notation)] : [];
    if (treeAfter(record, line.slice(0, step)) === "repetition") {
      parts.push(element("p", { className: "quiet" }, texts.facts.repetition));
    }
    parts.push(...auditOf(record, language, notation), element("p", { className: "quiet" }, factsOf(record, language)));
    replaceChildren(host, ...parts);
  };
  /** The replies to the winner's move just shown, if there are several. @param {Language} language @param {Notation} notation */
  const defences = (language, notation) => {
    const before = line.slice(0, step % 2 === 1 ? step : step - 1);
    const tree = step > 0 ? treeAfter(record, before) : null;
    const replies = tree === null || tree === "repetition" ? [] : Object.keys(tree);
    if (replies.length < 2) {
      return [];
    }
    const choices = replies.map((reply) => {
      const chosen = () => {
        line = lineAfter(record, [...before, reply]);
        goTo(before.length + 1);
      };
      const name = moveText(record, [...before, reply], notation);
      return element("button", { type: "button", "aria-pressed": line[before.length] === reply, onclick: chosen }, name);
    });
    return [element("div", { className: "buttons defences" }, TEXTS[language].defences, ...choices)];
  };
  render();
  return goTo;
}
