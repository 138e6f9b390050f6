// @ts-check
/** The curve of a game: red's expected points after each move. A click chooses a move. */

import { svgElement } from "chuhe/diagram.js";
import { pointsOfRed } from "chuhe/review/record.js";

const [WIDTH, HEIGHT, RIM] = [600, 150, 8];
const CLASSES = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" };

/**
 * Draws the curve.
 * @param {import("chuhe/review/record.js").ReviewedMove[]} moves
 * @param {number} ply the move that is marked
 * @param {string} label
 * @param {(ply: number) => void} onchoose
 * @returns {SVGElement}
 */
export function drawCurve(moves, ply, label, onchoose) {
  const x = (/** @type {number} */ at) => RIM + ((WIDTH - 2 * RIM) * at) / Math.max(1, moves.length);
  const y = (/** @type {number} */ points) => RIM + (HEIGHT - 2 * RIM) * (1 - points);
  const svg = svgElement("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", role: "img", "aria-label": label });
  const points = moves.map((move, index) => `${x(index + 1).toFixed(1)} ${y(pointsOfRed(move)).toFixed(1)}`);
  if (points.length > 0) {
    svg.append(svgElement("path", { class: "area", d: `M${x(1)} ${HEIGHT}L${points.join("L")}L${x(moves.length)} ${HEIGHT}Z` }));
  }
  svg.append(svgElement("path", { class: "middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` }));
  if (points.length > 0) {
    svg.append(svgElement("path", { class: "course", d: `M${points.join("L")}` }));
  }
  svg.append(svgElement("path", { class: "now", d: `M${x(ply)} 0V${HEIGHT}` }));
  moves.forEach((move, index) => {
    if (move.mark !== "") {
      svg.append(svgElement("circle", { class: CLASSES[move.mark], cx: x(index + 1), cy: y(pointsOfRed(move)), r: 6 }));
    }
  });
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const at = (WIDTH * (event.clientX - box.left)) / box.width;
    onchoose(Math.round(((at - RIM) / (WIDTH - 2 * RIM)) * moves.length));
  });
  return svg;
}
