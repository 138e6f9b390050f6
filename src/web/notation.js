// @ts-check
/** Moves in Chinese notation, 炮二平五, as `src/notation/chinese.rs` writes them. */

import { fileOf, isRed, playMove, rankOf, squaresOf } from "chuhe/position.js";

/** @typedef {import("chuhe/position.js").Position} Position */

const NUMERALS = ["一二三四五六七八九", "１２３４５６７８９"];
/** The Chinese names of the pieces. */
export const PIECE_NAMES = /** @type {Record<string, string>} */ ({
  K: "帅", A: "仕", B: "相", N: "马", R: "车", C: "炮", P: "兵", k: "将", a: "士", b: "象", n: "马", r: "车", c: "炮", p: "卒",
});

/** The text of a legal move. @param {Position} position @param {string} move */
export function chineseMove(position, move) {
  const [from, to] = squaresOf(move);
  const piece = position.cells[from] ?? "";
  const red = isRed(piece);
  const numeral = (/** @type {number} */ number) => NUMERALS[red ? 0 : 1][number - 1];
  const file = (/** @type {number} */ square) => (red ? 9 - fileOf(square) : fileOf(square) + 1);
  const order = orderOf(position, from, piece, file);
  const name = order === null ? PIECE_NAMES[piece] + numeral(file(from)) : order + PIECE_NAMES[piece];
  const ranks = (rankOf(to) - rankOf(from)) * (red ? 1 : -1);
  const direction = ranks === 0 ? "平" : ranks > 0 ? "进" : "退";
  // A distance along a file, else the file that is reached.
  const last = ranks !== 0 && file(from) === file(to) ? Math.abs(ranks) : file(to);
  return name + direction + numeral(last);
}

/** The texts of a line. @param {Position} position @param {string[]} moves @returns {string[]} */
export function chineseLine(position, moves) {
  return moves.map((move) => {
    const text = chineseMove(position, move);
    position = playMove(position, move);
    return text;
  });
}

/**
 * The character that tells a piece from others of its kind on its file; null where the file is written.
 * @param {Position} position
 * @param {number} from
 * @param {string} piece
 * @param {(square: number) => number} file
 */
function orderOf({ cells }, from, piece, file) {
  /** The squares of its kind on each file, by the number of the file, the front one first. @type {number[][]} */
  const files = Array.from({ length: 10 }, () => []);
  cells.forEach((other, square) => {
    if (other === piece) {
      files[file(square)].push(square);
    }
  });
  if (isRed(piece)) {
    files.forEach((squares) => squares.reverse());
  }
  const tandem = files.filter((squares) => squares.length > 1);
  const own = files[file(from)];
  if (own.length === 1 || /[AB]/i.test(piece)) {
    return null;
  }
  if (tandem.length > 1 || own.length > 3) {
    return NUMERALS[0][tandem.flat().indexOf(from)];
  }
  return ["前", "中", "后"][own.indexOf(from) === 0 ? 0 : from === own.at(-1) ? 2 : 1];
}
