// @ts-check
/** The moves of a game with variations, as buttons. */

import { buttonsOf, element, replaceChildren } from "chuhe/dom.js";
import { writeMove } from "chuhe/notation.js";

/**
 * @typedef {import("chuhe/app/game_tree.js").GameTree} GameTree
 * @typedef {import("chuhe/app/game_tree.js").Node} Node
 * @typedef {import("chuhe/notation.js").Notation} Notation
 */

/** The signs of annotations. @type {Record<number, string>} */
const SIGNS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

/**
 * Shows the moves of a game in an element.
 * @param {HTMLElement} host
 * @param {GameTree} tree
 * @param {Notation} notation
 * @param {(node: Node) => void} onchoose
 * @param {Node} [shown] the position that is shown
 */
export function showMoves(host, tree, notation, onchoose, shown = tree.current) {
  /** @type {Node[]} */
  const nodes = [];
  // The number of the first move, the last field of the FEN.
  const first = Number(tree.fen.split(/\s+/)[5]) || 1;
  const move = (/** @type {Node} */ node, /** @type {boolean} */ isFirst) => {
    nodes.push(node);
    const ply = tree.path(node).length - 1 + (tree.root.position.red ? 0 : 1);
    const number = ply % 2 === 0 ? `${first + ply / 2}. ` : isFirst ? `${first + (ply - 1) / 2}… ` : "";
    const name = writeMove(/** @type {Node} */ (node.parent).position, node.move ?? "", notation);
    const sign = node.review?.mark || node.nags.map((nag) => SIGNS[nag] ?? "").join("");
    const button = element("button", { type: "button", "aria-current": node === shown }, number + name + sign);
    button.classList.toggle("mistake", Boolean(node.review?.mark));
    return button;
  };
  const comment = (/** @type {string} */ text) => (text === "" ? [] : [element("span", { className: "comment" }, text)]);
  const withComments = (/** @type {Node} */ node, /** @type {boolean} */ isFirst) => [...comment(node.before), move(node, isFirst), ...comment(node.comment), " "];
  /** The moves after a position, with their variations. @param {Node} from @param {boolean} isFirst @returns {(HTMLElement | string)[]} */
  const line = (from, isFirst) => {
    const parts = [];
    for (let at = from; at.children.length > 0; at = at.children[0]) {
      const [main, ...others] = at.children;
      parts.push(...withComments(main, isFirst));
      parts.push(...others.map((other) => element("div", { className: "variation" }, ...withComments(other, true), ...line(other, false))));
      isFirst = main.comment !== "" || others.length > 0;
    }
    return parts;
  };
  const list = element("div", {}, ...comment(tree.root.comment), ...line(tree.root, true));
  host.onclick = ({ target }) => {
    const index = buttonsOf(host).findIndex((button) => button.contains(/** @type {globalThis.Node} */ (target)));
    if (index >= 0) {
      onchoose(nodes[index]);
    }
  };
  // A button that is replaced between press and release would not be clicked.
  if (list.innerHTML === host.innerHTML) {
    return;
  }
  replaceChildren(host, ...list.childNodes);
  const button = host.querySelector("[aria-current=true]");
  if (button instanceof HTMLElement) {
    host.scrollTop = button.offsetTop - host.clientHeight / 2;
  }
}
