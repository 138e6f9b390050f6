// @ts-check
/**
 * Diagrams of positions as SVG, with the shapes of `chuhe show`. Colours are the variables of `board.css`.
 */

import { GROUND, HEIGHT, LABELS, LEFT, PIECES, STEP, TOP, WIDTH } from "chuhe/glyphs.js";
import { fileOf, isRed, rankOf, squareAt, squaresOf } from "chuhe/position.js";

/**
 * @typedef {import("chuhe/position.js").Position} Position
 *
 * @typedef {object} Arrow
 * @property {string} move
 * @property {"hint" | "best" | "bad"} [kind] the colour; by default that of a hint
 *
 * @typedef {object} Diagram
 * @property {Position} position
 * @property {boolean} [flipped] whether black is at the bottom
 * @property {boolean} [letters] whether the pieces have letters instead of characters
 * @property {string | null} [last] the last move
 * @property {number | null} [check] the square of a general in check
 * @property {number | null} [selected] the square of the piece to be moved
 * @property {number[]} [destinations] the squares that it can reach
 * @property {number | null} [cursor] the square that the keyboard is on
 * @property {Arrow[]} [arrows]
 * @property {string[]} [marks] the names of the squares with rings
 * @property {string} [label] the text alternative; without it the picture is hidden from screen readers
 */

const NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * An SVG element.
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {Element[]} children
 * @returns {SVGElement}
 */
export function svgElement(name, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(NAMESPACE, name));
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, String(value));
  }
  element.append(...children);
  return element;
}

/** The point of a square. @param {number} square @param {boolean} [flipped] @returns {[number, number]} */
function pointOf(square, flipped = false) {
  const [column, row] = flipped ? [8 - fileOf(square), rankOf(square)] : [fileOf(square), 9 - rankOf(square)];
  return [LEFT + STEP * column, TOP + STEP * row];
}

/** Adds the empty boards and the pieces to the document once, to be shown by `use`. */
function addSymbols() {
  if (document.getElementById("chuhe-board")) {
    return;
  }
  const group = (/** @type {string} */ id, /** @type {string} */ shapes, className = "") => {
    const made = svgElement("g", { id, class: className });
    made.innerHTML = shapes;
    return made;
  };
  const pieces = Object.entries(PIECES).map(([letter, path]) =>
    group(`chuhe-${letter}`, `${DISC}<path d="${path}"/>`, isRed(letter) ? "chuhe-red" : "chuhe-black"));
  const boards = LABELS.map((labels, index) => group(index === 0 ? "chuhe-board" : "chuhe-board-flipped", GROUND + labels));
  const symbols = svgElement("svg", { width: 0, height: 0, class: "chuhe-symbols", "aria-hidden": "true" },
    svgElement("defs", {}, ...boards, ...pieces));
  document.body.append(symbols);
}

const DISC = '<circle r="44" class="chuhe-disc"/><circle r="38.5" class="chuhe-ring"/>';

/** Draws a diagram. Its pieces have the attribute `data-square`. @param {Diagram} diagram @returns {SVGElement} */
export function drawDiagram(diagram) {
  addSymbols();
  const { flipped = false, last = null, label } = diagram;
  const at = (/** @type {number} */ square) => pointOf(square, flipped);
  const circle = (/** @type {number} */ square, /** @type {number} */ r, /** @type {string} */ name) => {
    const [cx, cy] = at(square);
    return svgElement("circle", { cx, cy, r, class: name });
  };
  const svg = svgElement("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chuhe-diagram" });
  if (label === undefined) {
    svg.setAttribute("aria-hidden", "true");
  } else {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", label);
  }
  svg.append(svgElement("use", { href: flipped ? "#chuhe-board-flipped" : "#chuhe-board" }));
  if (last) {
    svg.append(circle(squaresOf(last)[0], 22, "chuhe-last"));
  }
  if (typeof diagram.check === "number") {
    svg.append(circle(diagram.check, 52, "chuhe-check"));
  }
  diagram.position.cells.forEach((piece, square) => {
    if (piece !== null) {
      svg.append(drawPiece(piece, square, at(square), diagram.letters ?? false));
    }
  });
  if (last) {
    svg.append(svgElement("path", { d: cornerMarks(at(squaresOf(last)[1])), class: "chuhe-last" }));
  }
  if (typeof diagram.selected === "number") {
    svg.append(circle(diagram.selected, 46, "chuhe-selected"));
  }
  for (const square of diagram.destinations ?? []) {
    const captures = diagram.position.cells[square] !== null;
    svg.append(circle(square, captures ? 47 : 15, captures ? "chuhe-capture" : "chuhe-destination"));
  }
  for (const square of diagram.marks ?? []) {
    svg.append(circle(squareAt(square), 47, "chuhe-mark"));
  }
  for (const { move, kind = "hint" } of diagram.arrows ?? []) {
    const [from, to] = squaresOf(move).map(at);
    svg.append(svgElement("path", { d: arrowPath(from, to), class: `chuhe-arrow chuhe-${kind}` }));
  }
  if (typeof diagram.cursor === "number") {
    const [x, y] = at(diagram.cursor);
    svg.append(svgElement("rect", { x: x - 48, y: y - 48, width: 96, height: 96, rx: 8, class: "chuhe-cursor" }));
  }
  return svg;
}

/**
 * @param {string} piece
 * @param {number} square
 * @param {[number, number]} point
 * @param {boolean} letters
 */
function drawPiece(piece, square, [x, y], letters) {
  const group = svgElement("g", { transform: `translate(${x} ${y})`, "data-square": square });
  if (!letters) {
    group.append(svgElement("use", { href: `#chuhe-${piece}` }));
    return group;
  }
  group.setAttribute("class", isRed(piece) ? "chuhe-red" : "chuhe-black");
  group.innerHTML = DISC;
  const letter = svgElement("text", { class: "chuhe-letter", dy: "0.35em" });
  letter.textContent = piece.toUpperCase();
  group.append(letter);
  return group;
}

/** The corners around a point as a path. @param {[number, number]} point */
function cornerMarks([x, y]) {
  const [far, arm] = [47, 17];
  const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([right, down]) =>
    `M${x + right * far} ${y + down * (far - arm)}v${down * arm}h${-right * arm}`);
  return corners.join("");
}

/** An arrow between two points, as one outline, so that its opacity is even. @param {[number, number]} from @param {[number, number]} to */
function arrowPath(from, to) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const [tail, neck, tip] = [20, length - 42, length - 4];
  /** Distances along the arrow, and to its right. @type {[number, number][]} */
  const points = [[tail, -7], [neck, -8.5], [neck - 4, -24], [tip, 0], [neck - 4, 24], [neck, 8.5], [tail, 7]];
  const placed = points.map(([along, aside]) => [from[0] + dx * along - dy * aside, from[1] + dy * along + dx * aside]);
  return `M${placed.map((point) => point.map((part) => part.toFixed(1)).join(" ")).join("L")}Z`;
}
