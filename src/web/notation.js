// @ts-check
/** Moves in ICCS, Chinese and WXF notation, as `src/notation` writes them. */

import { fileOf, isRed, playMove, rankOf, squaresOf } from "chuhe/position.js";

/**
 * @typedef {import("chuhe/position.js").Position} Position
 * @typedef {"iccs" | "chinese" | "wxf"} Notation
 *
 * @typedef {object} Description what Chinese and WXF notation say about a move
 * @property {string} piece
 * @property {number} file its file, from 1 at the right of its side
 * @property {number} order its order among its kind on the file, 1 for the front one
 * @property {number} count the number of its kind on the file
 * @property {number} number its number among all of its kind that share a file with another
 * @property {number} tandemFiles the number of files with several of its kind
 * @property {number} direction 0 forward, 1 back, 2 along the rank
 * @property {number} last the distance along a file, else the file that is reached
 */

const NUMERALS = ["一二三四五六七八九", "１２３４５６７８９"];
/** The Chinese names of the pieces. */
export const PIECE_NAMES = /** @type {Record<string, string>} */ ({
  K: "帅", A: "仕", B: "相", N: "马", R: "车", C: "炮", P: "兵", k: "将", a: "士", b: "象", n: "马", r: "车", c: "炮", p: "卒",
});
/** The letters of WXF that FEN does not have. @type {Record<string, string>} */
const WXF_LETTERS = { B: "E", N: "H" };

/** The text of a legal move. @param {Position} position @param {string} move @param {Notation} notation */
export function writeMove(position, move, notation) {
  return notation === "iccs" ? move : (notation === "chinese" ? chineseText : wxfText)(describe(position, move));
}

/** The texts of a line. @param {Position} position @param {string[]} moves @param {Notation} notation @returns {string[]} */
export function writeLine(position, moves, notation) {
  return moves.map((move) => {
    const text = writeMove(position, move, notation);
    position = playMove(position, move);
    return text;
  });
}

/** @param {Position} position @param {string} move @returns {Description} */
function describe({ cells }, move) {
  const [from, to] = squaresOf(move);
  const piece = cells[from] ?? "";
  const red = isRed(piece);
  const file = (/** @type {number} */ square) => (red ? 9 - fileOf(square) : fileOf(square) + 1);
  /** The squares of its kind on each file, by the number of the file, the front one first. @type {number[][]} */
  const files = Array.from({ length: 10 }, () => []);
  cells.forEach((other, square) => {
    if (other === piece) {
      files[file(square)].push(square);
    }
  });
  if (red) {
    files.forEach((squares) => squares.reverse());
  }
  const own = files[file(from)];
  const tandem = files.filter((squares) => squares.length > 1);
  const ranks = (rankOf(to) - rankOf(from)) * (red ? 1 : -1);
  return {
    piece,
    file: file(from),
    order: own.indexOf(from) + 1,
    count: own.length,
    number: tandem.flat().indexOf(from) + 1,
    tandemFiles: tandem.length,
    direction: ranks > 0 ? 0 : ranks < 0 ? 1 : 2,
    last: file(from) === file(to) ? Math.abs(ranks) : file(to),
  };
}

/** Whether a piece is named by its file: it is alone there, or its kind always is. @param {Description} description */
const isNamedByFile = ({ piece, count }) => count === 1 || /[AB]/i.test(piece);

/** @param {Description} description */
function chineseText(description) {
  const { piece, file, order, count, number, tandemFiles, direction, last } = description;
  const numeral = (/** @type {number} */ number) => NUMERALS[isRed(piece) ? 0 : 1][number - 1];
  const place = tandemFiles > 1 || count > 3 ? NUMERALS[0][number - 1] : ["前", "中", "后"][order === 1 ? 0 : order === count ? 2 : 1];
  const name = isNamedByFile(description) ? PIECE_NAMES[piece] + numeral(file) : place + PIECE_NAMES[piece];
  return name + "进退平"[direction] + numeral(last);
}

/** @param {Description} description */
const wxfText = (description) => wxfPiece(description) + "+-."[description.direction] + description.last;

/** @param {Description} description */
function wxfPiece(description) {
  const { piece, file, order, count, tandemFiles, direction } = description;
  const kind = piece.toUpperCase();
  const letter = WXF_LETTERS[kind] ?? kind;
  const isMiddle = 2 * order === count + 1;
  if (isNamedByFile(description) || (isMiddle && tandemFiles === 1)) {
    return letter + file;
  }
  if (isMiddle) {
    // By order and file, 11 and 33 would be other pawns; 21 and 23 are unambiguous.
    return `${direction !== 2 && (file === 1 || file === 3) ? 2 : file}${file}`;
  }
  const sign = 2 * order <= count ? "+" : "-";
  const isOutermost = order === 1 || order === count;
  return (tandemFiles > 1 ? file : count > 3 && isOutermost ? sign : letter) + sign;
}
