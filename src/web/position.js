// @ts-check
/**
 * Positions of xiangqi: FEN, legal moves, check and mate.
 *
 * A square is a number from 0 (a0, at red's left) to 89 (i9): 9 * rank + file. Pieces are the letters of FEN, upper case for red.
 * A move is the text of its two squares, as "h2e2". Positions are never changed: `playMove` returns a new one.
 */

/**
 * @typedef {object} Position
 * @property {(string | null)[]} cells the piece on each square
 * @property {boolean} red whether red is to move
 */

export const START_FEN = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

const FILES = 9;
const RANKS = 10;

/** The rank of a square. @param {number} square */
export const rankOf = (square) => Math.floor(square / FILES);

/** The file of a square. @param {number} square */
export const fileOf = (square) => square % FILES;

/** The name of a square, as "e0". @param {number} square */
export const squareName = (square) => "abcdefghi"[fileOf(square)] + rankOf(square);

/** The square with a name. @param {string} name */
export const squareAt = (name) => FILES * Number(name[1]) + (name.charCodeAt(0) - 97);

/** The squares of a move: from, to. @param {string} move @returns {[number, number]} */
export const squaresOf = (move) => [squareAt(move), squareAt(move.slice(2))];

/** Whether a piece is red. @param {string} piece */
export const isRed = (piece) => piece < "a";

/**
 * Reads a FEN: the placement and, unless it is red, the side to move. Other fields are ignored.
 *
 * Throws an error if the text does not describe ten ranks of nine squares with both generals. Whether pieces stand where they can
 * stand is not examined.
 * @param {string} fen
 * @returns {Position}
 */
export function parseFen(fen) {
  const [placement, side = "w"] = fen.trim().split(/\s+/);
  const ranks = placement.split("/");
  if (ranks.length !== RANKS) {
    throw new Error(`the FEN has ${ranks.length} ranks, a board has ${RANKS}`);
  }
  const cells = ranks.reverse().flatMap((text, rank) => {
    const row = [...text].flatMap((letter) =>
      /[1-9]/.test(letter) ? Array(Number(letter)).fill(null) : [pieceOf(letter)]);
    if (row.length !== FILES) {
      throw new Error(`rank ${rank} of the FEN has ${row.length} files, a rank has ${FILES}`);
    }
    return row;
  });
  for (const general of "Kk") {
    if (cells.filter((piece) => piece === general).length !== 1) {
      throw new Error(`the FEN needs exactly one ${general}, a general of ${general === "K" ? "red" : "black"}`);
    }
  }
  if (!/^[wrb]$/i.test(side)) {
    throw new Error(`'${side}' is not a side to move: expected w or r for red, b for black`);
  }
  return { cells, red: side.toLowerCase() !== "b" };
}

/** The piece of a letter; H is a horse and E an elephant too. @param {string} letter */
function pieceOf(letter) {
  const piece = { H: "N", h: "n", E: "B", e: "b" }[letter] ?? letter;
  if (!/^[KABNRCP]$/i.test(piece)) {
    throw new Error(`'${letter}' in the FEN is not a piece (expected K A B N R C P, E or H)`);
  }
  return piece;
}

/** The placement and the side to move as FEN. @param {Position} position */
export function toFen({ cells, red }) {
  const ranks = [];
  for (let rank = RANKS - 1; rank >= 0; rank--) {
    const row = cells.slice(FILES * rank, FILES * (rank + 1));
    ranks.push(row.map((piece) => piece ?? "1").join("").replace(/1+/g, (gap) => String(gap.length)));
  }
  return `${ranks.join("/")} ${red ? "w" : "b"}`;
}

/** The position after a move, which is not examined. @param {Position} position @param {string} move @returns {Position} */
export function playMove(position, move) {
  const [from, to] = squaresOf(move);
  const cells = position.cells.slice();
  cells[to] = cells[from];
  cells[from] = null;
  return { cells, red: !position.red };
}

/** The legal moves of the side to move. @param {Position} position @returns {string[]} */
export function legalMoves(position) {
  /** @type {string[]} */
  const moves = [];
  const cells = position.cells.slice();
  cells.forEach((piece, from) => {
    if (piece === null || isRed(piece) !== position.red) {
      return;
    }
    for (const to of destinations(position.cells, from, piece)) {
      const captured = cells[to];
      cells[to] = piece;
      cells[from] = null;
      if (!isAttacked(cells, position.red)) {
        moves.push(squareName(from) + squareName(to));
      }
      cells[from] = piece;
      cells[to] = captured;
    }
  });
  return moves;
}

/** Whether the side to move is in check. @param {Position} position */
export const inCheck = (position) => isAttacked(position.cells, position.red);

/** Whether the side to move has no legal move, with which it has lost, in check or not. @param {Position} position */
export const isLost = (position) => legalMoves(position).length === 0;

/** The square of a side's general. @param {Position} position @param {boolean} red */
export const generalOf = (position, red) => position.cells.indexOf(red ? "K" : "k");

/** The steps of files and ranks along lines, and diagonally. @type {[number, number][]} */
const STRAIGHT = [[1, 0], [-1, 0], [0, 1], [0, -1]];
/** @type {[number, number][]} */
const DIAGONAL = [[1, 1], [1, -1], [-1, 1], [-1, -1]];

/** The square at a distance from another; -1 outside the board. @param {number} square @param {number} files @param {number} ranks */
function offset(square, files, ranks) {
  const [file, rank] = [fileOf(square) + files, rankOf(square) + ranks];
  return file >= 0 && file < FILES && rank >= 0 && rank < RANKS ? FILES * rank + file : -1;
}

/** Whether a square is in a side's palace. @param {number} square @param {boolean} red */
function inPalace(square, red) {
  const [file, rank] = [fileOf(square), rankOf(square)];
  return file >= 3 && file <= 5 && (red ? rank <= 2 : rank >= 7);
}

/** Whether a square is on a side's own half. @param {number} square @param {boolean} red */
const onOwnHalf = (square, red) => (rankOf(square) <= 4) === red;

/**
 * The squares to which a piece can move, whether or not its general is attacked afterwards.
 * @param {(string | null)[]} cells
 * @param {number} from
 * @param {string} piece
 * @returns {number[]}
 */
function destinations(cells, from, piece) {
  const red = isRed(piece);
  const isFree = (/** @type {number} */ to) => to >= 0 && (cells[to] === null || isRed(cells[to]) !== red);
  const steps = (/** @type {[number, number][]} */ list) => list.map(([file, rank]) => offset(from, file, rank)).filter(isFree);
  switch (piece.toUpperCase()) {
    case "K":
      return steps(STRAIGHT).filter((to) => inPalace(to, red));
    case "A":
      return steps(DIAGONAL).filter((to) => inPalace(to, red));
    case "B":
      return DIAGONAL.filter(([file, rank]) => cells[offset(from, file, rank)] === null)
        .map(([file, rank]) => offset(from, 2 * file, 2 * rank))
        .filter((to) => isFree(to) && onOwnHalf(to, red));
    case "N":
      return STRAIGHT.filter(([file, rank]) => cells[offset(from, file, rank)] === null)
        .flatMap(([file, rank]) => [1, -1].map((side) => offset(from, 2 * file + side * rank, 2 * rank + side * file)))
        .filter(isFree);
    case "P":
      return steps(onOwnHalf(from, red) ? [[0, red ? 1 : -1]] : [[0, red ? 1 : -1], [1, 0], [-1, 0]]);
    default:
      return STRAIGHT.flatMap(([file, rank]) => slide(cells, from, file, rank, piece.toUpperCase() === "C")).filter(isFree);
  }
}

/**
 * The squares that a rook or a cannon reaches in a direction, with the piece that it may capture there.
 * @param {(string | null)[]} cells
 * @param {number} from
 * @param {number} file
 * @param {number} rank
 * @param {boolean} cannon
 */
function slide(cells, from, file, rank, cannon) {
  const reached = [];
  let to = offset(from, file, rank);
  for (; to >= 0 && cells[to] === null; to = offset(to, file, rank)) {
    reached.push(to);
  }
  if (cannon && to >= 0) {
    do {
      to = offset(to, file, rank);
    } while (to >= 0 && cells[to] === null);
  }
  return to >= 0 ? [...reached, to] : reached;
}

/**
 * Whether a side's general is attacked, by a piece or by the other general on an open file.
 * @param {(string | null)[]} cells
 * @param {boolean} red
 */
function isAttacked(cells, red) {
  const [general, other, rook] = red ? "Kkr" : "kKR";
  const target = cells.indexOf(general);
  // Generals attack each other as rooks do.
  return cells.some((piece, from) => piece !== null && isRed(piece) !== red
    && destinations(cells, from, piece === other ? rook : piece).includes(target));
}
