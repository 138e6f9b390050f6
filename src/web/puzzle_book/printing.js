// @ts-check
/** The printed book: diagrams, four or six on a sheet, and the solutions at the end. */

import { drawDiagram } from "chuhe/diagram.js";
import { byId, element } from "chuhe/dom.js";
import { PUNCTUATION } from "chuhe/language.js";
import { parseFen } from "chuhe/position.js";
import { taskOf } from "chuhe/puzzle_book/facts.js";
import { nameOf } from "chuhe/puzzle_book/record.js";
import { TEXTS } from "chuhe/puzzle_book/texts.js";

/**
 * @typedef {import("chuhe/puzzle_book/record.js").PuzzleRecord} PuzzleRecord
 * @typedef {import("chuhe/language.js").Language} Language
 */

/**
 * Makes the sheets, which are shown only in print.
 * @param {PuzzleRecord[]} records
 * @param {number} perSheet 4 or 6
 * @param {Language} language
 * @param {boolean} letters
 */
export function makeSheets(records, perSheet, language, letters) {
  const printed = records.filter(({ fen }) => fen !== null);
  const sheets = [];
  for (let first = 0; first < printed.length; first += perSheet) {
    const figures = printed.slice(first, first + perSheet).map((record, index) => {
      const position = parseFen(record.fen ?? "");
      const caption = `${first + index + 1}. ${taskOf(record, language)}`;
      return element("figure", {}, drawDiagram({ position, flipped: !position.red, letters, label: caption }), element("figcaption", {}, caption));
    });
    sheets.push(element("div", { className: `sheet ${perSheet === 4 ? "four" : "six"}` }, ...figures));
  }
  const items = printed.map((record, index) => {
    const line = language === "zh" ? record.pv_zh : record.pv;
    return element("li", {}, `${index + 1}. ${nameOf(record, language)}${PUNCTUATION[language].colon}${line.join(" ")}`);
  });
  const solutions = element("div", { className: "solutions" }, element("h2", {}, TEXTS[language].solutions), element("ol", {}, ...items));
  byId("sheets").replaceChildren(...sheets, solutions);
}

/** Removes the sheets. */
export const removeSheets = () => byId("sheets").replaceChildren();
