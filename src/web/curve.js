// @ts-check
/** The curve of a game: red's expected share of the points in each position. A click chooses a position. */

import { svgElement } from "chuhe/diagram.js";

const [WIDTH, HEIGHT, RIM] = [600, 112, 8];
/** The classes of the marked moves. @type {Record<string, string>} */
const CLASSES = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" };

/**
 * Shows the curve in an element.
 * @param {HTMLElement} host
 * @param {{ share: number | null, mark: string }[]} points the start, and the position after each move; a share from 0 to 1 where it is known
 * @param {number} current the index of the position that is shown
 * @param {string} label
 * @param {(index: number) => void} onchoose
 */
export function showCurve(host, points, current, label, onchoose) {
  const last = points.length - 1;
  const x = (/** @type {number} */ index) => RIM + ((WIDTH - 2 * RIM) * index) / Math.max(1, last);
  const known = points.flatMap(({ share, mark }, index) => (share === null ? [] : [{ x: x(index), y: RIM + (HEIGHT - 2 * RIM) * (1 - share), mark }]));
  const svg = svgElement("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", role: "img", "aria-label": label, preserveAspectRatio: "none" });
  const add = (/** @type {string} */ name, /** @type {string} */ d) => svg.append(svgElement("path", { class: name, d }));
  const course = known.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  if (known.length > 0) {
    add("area", `M${known[0].x} ${HEIGHT}L${course}L${known[known.length - 1].x} ${HEIGHT}Z`);
  }
  add("middle", `M0 ${HEIGHT / 2}H${WIDTH}`);
  if (known.length > 0) {
    add("course", `M${course}`);
  }
  add("now", `M${x(current)} 0V${HEIGHT}`);
  for (const { x, y, mark } of known.filter(({ mark }) => mark !== "")) {
    svg.append(svgElement("circle", { class: CLASSES[mark], cx: x, cy: y, r: 6 }));
  }
  host.onclick = (event) => {
    const box = host.getBoundingClientRect();
    const at = (WIDTH * (event.clientX - box.left)) / box.width;
    const index = Math.round(((at - RIM) / (WIDTH - 2 * RIM)) * last);
    onchoose(Math.min(last, Math.max(0, index)));
  };
  host.replaceChildren(svg);
}
