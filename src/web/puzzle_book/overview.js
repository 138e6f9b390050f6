// @ts-check
/** The overview: a card for each puzzle. Cards are made once and reordered; a diagram is drawn when its card comes into view. */

import { byId, element } from "chuhe/dom.js";
import { drawDiagram } from "chuhe/diagram.js";
import { parseFen } from "chuhe/position.js";
import { factsOf, resultOf, sideOf } from "chuhe/puzzle_book/facts.js";
import { errorOf, nameOf } from "chuhe/puzzle_book/record.js";
import { TEXTS } from "chuhe/puzzle_book/texts.js";

/**
 * @typedef {import("chuhe/puzzle_book/record.js").PuzzleRecord} PuzzleRecord
 * @typedef {import("chuhe/puzzle_book/progress.js").Progress} Progress
 * @typedef {import("chuhe/language.js").Language} Language
 *
 * @typedef {object} Look
 * @property {Language} language
 * @property {boolean} answers whether the solutions are shown
 * @property {boolean} letters whether pieces have letters
 * @property {(fen: string | null) => Progress | null} progressOf
 */

export class Overview {
  /** @type {HTMLLIElement[]} */
  #cards;
  /** What each card shows, to be compared. @type {string[]} */
  #shown = [];
  /** The puzzles whose cards have been in view. @type {Set<number>} */
  #seen = new Set();
  /** @type {number[]} */
  #order = [];
  /** @type {Look | null} */
  #look = null;

  /** @param {PuzzleRecord[]} records */
  constructor(records) {
    this.records = records;
    /** @type {Map<Element, number>} */
    const indices = new Map();
    const observer = new IntersectionObserver((entries) => {
      for (const { target } of entries.filter(({ isIntersecting }) => isIntersecting)) {
        const index = indices.get(target) ?? 0;
        observer.unobserve(target);
        this.#seen.add(index);
        this.#drawPicture(index);
      }
    }, { rootMargin: "400px" });
    this.#cards = records.map((_, index) => {
      const card = element("li", {});
      indices.set(card, index);
      observer.observe(card);
      return card;
    });
    byId("cards").append(...this.#cards);
  }

  /** Shows some puzzles in an order. @param {number[]} indices @param {Look} look */
  show(indices, look) {
    this.#look = look;
    const chosen = new Set(indices);
    this.#cards.forEach((card, index) => {
      card.hidden = !chosen.has(index);
      const record = this.records[index];
      const key = [look.language, look.answers, look.letters, look.progressOf(record.fen)].join();
      if (this.#shown[index] !== key) {
        this.#shown[index] = key;
        card.replaceChildren(...contents(record, index, look));
        this.#drawPicture(index);
      }
    });
    if (indices.join() !== this.#order.join()) {
      byId("cards").append(...indices.map((index) => this.#cards[index]));
      this.#order = indices;
    }
  }

  /** Moves the keyboard focus to a puzzle, and scrolls to it. @param {number} index */
  focus(index) {
    this.#cards[index].querySelector("a")?.focus();
  }

  /** Draws the diagram of a card that has been in view. @param {number} index */
  #drawPicture(index) {
    const { fen, key } = this.records[index];
    const look = this.#look;
    if (fen !== null && look !== null && this.#seen.has(index)) {
      const position = parseFen(fen);
      const arrows = look.answers && key !== null ? [{ move: key }] : [];
      const picture = drawDiagram({ position, flipped: !position.red, letters: look.letters, arrows });
      this.#cards[index].querySelector(".picture")?.replaceChildren(picture);
    }
  }
}

/** The contents of a card, with an empty picture. @param {PuzzleRecord} record @param {number} index @param {Look} look @returns {Node[]} */
function contents(record, index, { language, answers, progressOf }) {
  const texts = TEXTS[language];
  const name = element("span", { className: "name" }, nameOf(record, language));
  const message = errorOf(record, language);
  if (record.fen === null) {
    return [name, element("p", { className: "bad" }, message ?? texts.statuses.invalid)];
  }
  const progress = progressOf(record.fen);
  const badges = element("span", { className: "badges" }, element("span", {}, sideOf(record, language)), element("span", {}, resultOf(record, language)));
  if (progress !== null) {
    badges.append(element("span", { className: progress === "shown" ? "" : "done" }, texts.marks[progress]));
  }
  const link = element("a", { href: `#${index + 1}` }, name, element("span", { className: "picture" }), badges);
  const line = language === "zh" ? record.pv_zh : record.pv;
  const facts = element("p", { className: "quiet" }, factsOf(record, language));
  const solution = answers ? [element("p", { className: "line" }, line.join(" ")), facts] : [];
  const error = message === null ? [] : [element("p", { className: "bad" }, message)];
  return [link, ...solution, ...error];
}
