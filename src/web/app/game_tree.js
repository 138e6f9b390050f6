// @ts-check
/** A game with variations, and the position in it that is shown. */

import { parseFen, playMove, START_FEN } from "chuhe/position.js";

/**
 * @typedef {import("chuhe/position.js").Position} Position
 *
 * @typedef {object} Node a position of the game
 * @property {string | null} move the move that leads to it; null for the start
 * @property {Node | null} parent
 * @property {Node[]} children the first continues the line, the others begin variations
 * @property {Position} position
 * @property {string} before the comment before a variation
 * @property {string} comment
 * @property {number[]} nags
 * @property {import("chuhe/app/evaluation.js").Evaluation} [evaluation] from red's view
 * @property {{ mark: string, best: string | null }} [review] the finding of the review
 *
 * @typedef {object} GameRecord a game as the requests `read_games` and `write_games` have it
 * @property {[string, string][]} [tags]
 * @property {string} [fen]
 * @property {string} [comment]
 * @property {{ parent: number | null, move: string, before?: string, comment?: string, nags?: number[] }[]} [moves]
 */

/** @param {string | null} move @param {Node | null} parent @param {Position} position @returns {Node} */
const makeNode = (move, parent, position) => ({ move, parent, children: [], position, before: "", comment: "", nags: [] });

/** Two comments as one. @param {string} first @param {string} second */
const joined = (first, second) => [first, second].filter((text) => text !== "").join("\n");

export class GameTree {
  /** @type {[string, string][]} */
  tags = [];

  /** @param {string} [fen] the position at the start. Throws an error if it is not a FEN. */
  constructor(fen = `${START_FEN} - - 0 1`) {
    this.fen = fen;
    this.root = makeNode(null, null, parseFen(fen));
    this.current = this.root;
  }

  /** Goes on with a move, which is added unless it is there. @param {string} move */
  play(move) {
    this.current = this.child(this.current, move);
  }

  /** The position after a move, which is added unless it is there. @param {Node} parent @param {string} move @returns {Node} */
  child(parent, move) {
    const known = parent.children.find((child) => child.move === move);
    if (known !== undefined) {
      return known;
    }
    const made = makeNode(move, parent, playMove(parent.position, move));
    parent.children.push(made);
    return made;
  }

  /** The positions from the first move to one, without the start. @param {Node} [node] @returns {Node[]} */
  path(node = this.current) {
    const path = [];
    for (let at = node; at.parent !== null; at = at.parent) {
      path.push(at);
    }
    return path.reverse();
  }

  /** The moves to a position. @param {Node} [node] @returns {string[]} */
  moves(node = this.current) {
    return this.path(node).map(({ move }) => move ?? "");
  }

  /** The positions of a line from one on, without it. @param {Node} [from] @returns {Node[]} */
  line(from = this.root) {
    const line = [];
    for (let at = from.children[0]; at !== undefined; at = at.children[0]) {
      line.push(at);
    }
    return line;
  }

  /** Removes the position that is shown, with all that follows; its parent is then shown. */
  remove() {
    const { current } = this;
    if (current.parent !== null) {
      current.parent.children = current.parent.children.filter((child) => child !== current);
      this.current = current.parent;
    }
  }

  /** Makes the variation of the position that is shown the line of the game. */
  promote() {
    for (const at of this.path()) {
      const siblings = /** @type {Node} */ (at.parent).children;
      siblings.unshift(...siblings.splice(siblings.indexOf(at), 1));
    }
  }

  /** The game without what the page adds. @returns {GameRecord} */
  toRecord() {
    // The positions with the indices of their parents, which come before them.
    const nodes = this.root.children.map((child) => /** @type {[Node, number | null]} */ ([child, null]));
    for (const [index, [{ children }]] of nodes.entries()) {
      nodes.push(...children.map((child) => /** @type {[Node, number | null]} */ ([child, index])));
    }
    const moves = nodes.map(([{ move, before, comment, nags }, parent]) => ({ parent, move: move ?? "", before, comment, nags }));
    return { tags: this.tags, fen: this.fen, comment: this.root.comment, moves };
  }

  /** The game of a record, at its start. @param {GameRecord} record */
  static fromRecord({ tags = [], fen, comment = "", moves = [] }) {
    const tree = new GameTree(fen || undefined);
    tree.tags = tags;
    tree.root.comment = comment;
    /** @type {Node[]} */
    const nodes = [];
    for (const { parent, move, before = "", comment = "", nags = [] } of moves) {
      const node = tree.child(parent === null ? tree.root : nodes[parent], move);
      // A variation may begin with the move that it varies.
      node.before = joined(node.before, before);
      node.comment = joined(node.comment, comment);
      node.nags = [...node.nags, ...nags];
      nodes.push(node);
    }
    return tree;
  }
}
