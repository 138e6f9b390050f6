// @ts-check
/** The moves of a game with variations, as buttons. */

import { buttonsOf, element, replaceChildren } from "chuhe/dom.js";
import { chineseLine } from "chuhe/notation.js";
import { parseFen } from "chuhe/position.js";

/**
 * @typedef {import("chuhe/app/game_tree.js").GameTree} GameTree
 * @typedef {import("chuhe/app/game_tree.js").Node} Node
 * @typedef {import("chuhe/app/main.js").App} App
 * @typedef {"chinese" | "wxf" | "iccs"} Notation
 */

/** The signs of annotations. @type {Record<number, string>} */
const SIGNS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

/** The most lines whose names are kept. */
const MOST_KEPT = 2000;

/** Names of moves in the notation of the page. Those in WXF come from the engine and are kept. */
export class MoveNames {
  /** @type {Map<string, string[]>} */
  #wxf = new Map();

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** The names of a line. @param {string} fen @param {string[]} moves @returns {Promise<string[]>} */
  async line(fen, moves) {
    const { engine, notation } = this.app;
    if (notation === "iccs") {
      return moves;
    }
    if (notation === "chinese") {
      return chineseLine(parseFen(fen), moves);
    }
    const key = `${fen} ${moves.join(" ")}`;
    const kept = this.#wxf.get(key);
    if (kept !== undefined) {
      return kept;
    }
    const result = await engine.request({ request: "notation", fen, moves });
    const names = result.moves.map((/** @type {{ wxf: string }} */ move) => move.wxf);
    if (this.#wxf.size >= MOST_KEPT) {
      this.#wxf.clear();
    }
    this.#wxf.set(key, names);
    return names;
  }

  /** The names of moves that follow a position of a game. @param {GameTree} tree @param {Node} node @param {string[]} moves */
  async after(tree, node, moves) {
    const before = tree.moves(node);
    return (await this.line(tree.fen, [...before, ...moves])).slice(before.length);
  }

  /** The names of all moves of a game. @param {GameTree} tree @returns {Promise<Map<Node, string>>} */
  async all(tree) {
    const names = new Map();
    const nodes = [tree.root];
    for (const node of nodes) {
      if (node.children.length === 0) {
        const path = tree.path(node);
        const line = await this.line(tree.fen, tree.moves(node));
        path.forEach((at, index) => names.set(at, line[index]));
      }
      nodes.push(...node.children);
    }
    return names;
  }
}

/**
 * Shows the moves of a game in an element.
 * @param {HTMLElement} host
 * @param {GameTree} tree
 * @param {Map<Node, string>} names
 * @param {(node: Node) => void} onchoose
 * @param {Node} [shown] the position that is shown
 */
export function showMoves(host, tree, names, onchoose, shown = tree.current) {
  /** @type {Node[]} */
  const nodes = [];
  const move = (/** @type {Node} */ node, /** @type {boolean} */ isFirst) => {
    nodes.push(node);
    const ply = tree.path(node).length - 1 + (tree.root.position.red ? 0 : 1);
    const number = ply % 2 === 0 ? `${ply / 2 + 1}. ` : isFirst ? `${(ply + 1) / 2}… ` : "";
    const sign = node.review?.mark || node.nags.map((nag) => SIGNS[nag] ?? "").join("");
    const button = element("button", { type: "button", "aria-current": node === shown },
      `${number}${names.get(node) ?? node.move}${sign}`);
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
