// @ts-check
/**
 * The board on a page: a diagram whose pieces are moved by dragging, clicks, touch or keys.
 *
 * Arrow keys move a cursor, Enter and the space bar choose, Escape cancels. Screen readers find a grid whose cells name square and piece.
 * `board.css` contains the colours and sizes; the board is as wide as its element.
 *
 *     const board = new Board(byId("board"), { onmove: (move) => play(move) });
 *     board.update({ position, legal: legalMoves(position), last: "h2e2", language: "en" });
 */

import { drawDiagram } from "chuhe/diagram.js";
import { element } from "chuhe/dom.js";
import { HEIGHT, LEFT, STEP, TOP, WIDTH } from "chuhe/glyphs.js";
import { both, byLanguage, PUNCTUATION } from "chuhe/language.js";
import { PIECE_NAMES } from "chuhe/notation.js";
import { generalOf, inCheck, isRed, parseFen, squareAt, squareName, squaresOf, START_FEN } from "chuhe/position.js";

/**
 * @typedef {import("chuhe/position.js").Position} Position
 * @typedef {import("chuhe/language.js").Language} Language
 *
 * @typedef {object} BoardState
 * @property {Position} position
 * @property {string[]} legal the moves that the reader may make; none by default
 * @property {string | null} last the last move
 * @property {boolean} flipped whether black is at the bottom
 * @property {boolean} letters whether the pieces have letters instead of characters
 * @property {import("chuhe/diagram.js").Arrow[]} arrows
 * @property {string[]} marks the names of the squares with rings
 * @property {Language} language
 */

const NAMES = byLanguage({
  board: both("Xiangqi board", "象棋棋盘"),
  sides: both(["red ", "black "], ["红", "黑"]),
  pieces: both(
    /** @type {Record<string, string>} */ ({ K: "general", A: "advisor", B: "elephant", N: "horse", R: "rook", C: "cannon", P: "pawn" }),
    PIECE_NAMES,
  ),
  empty: both("empty", "空"),
  selected: both("chosen", "已选中"),
  destination: both("can be moved to", "可走到"),
  check: both("in check", "被将军"),
  last: both("last move", "上一着"),
});

/** The name of a piece, as "red general". @param {string} piece @param {Language} language */
export function pieceName(piece, language) {
  const { sides, pieces } = NAMES[language];
  return sides[isRed(piece) ? 0 : 1] + (pieces[piece] ?? pieces[piece.toUpperCase()]);
}

/** @type {Record<string, [number, number]>} */
const ARROW_KEYS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
const DRAG_PIXELS = 5;
let boards = 0;

export class Board {
  /** @type {BoardState} */
  #state;
  /** @type {number | null} */
  #selected = null;
  /** The index of the cell that the keyboard is on, from the top left. */
  #cursor = 85;
  #cursorIsShown = false;
  /**
   * The press of a pointer: its square, its place, whether the piece was selected before, and how far it is dragged, in pixels.
   * @type {{ square: number, x: number, y: number, deselects: boolean, dragged: [number, number] | null } | null}
   */
  #press = null;
  #host;
  #grid;
  /** @type {HTMLElement[]} */
  #cells = [];
  #onmove;
  /** @type {((square: number) => void) | null} */
  #onsquare;

  /**
   * @param {HTMLElement} host the element that the board fills
   * @param {{ onmove?: (move: string) => void, onsquare?: (square: number) => void }} [options] `onmove` receives each
   *   move that the reader makes; the board shows it after the next `update`. `onsquare` receives each square that the reader chooses, and
   *   no move is made
   */
  constructor(host, { onmove = () => {}, onsquare } = {}) {
    this.#host = host;
    this.#onmove = onmove;
    this.#onsquare = onsquare ?? null;
    this.#state = { position: parseFen(START_FEN), legal: [], last: null, flipped: false, letters: false, arrows: [], marks: [], language: "en" };
    this.#grid = this.#makeGrid();
    host.classList.add("chuhe-board");
    host.replaceChildren(drawDiagram(this.#state), this.#grid);
    this.#listen();
    this.#render();
  }

  /** Shows other values; those that are not named stay. Another position or other legal moves cancel the selection. @param {Partial<BoardState>} changes */
  update(changes) {
    const { position, legal } = this.#state;
    this.#state = { ...this.#state, ...changes };
    if (position !== this.#state.position || legal.join() !== this.#state.legal.join()) {
      this.#selected = null;
    }
    this.#render();
  }

  /** Moves the keyboard focus to the board. */
  focus() {
    this.#grid.focus();
  }

  #makeGrid() {
    const id = `chuhe-board-${boards++}`;
    const rows = Array.from({ length: 10 }, (_, row) => {
      const cells = Array.from({ length: 9 }, (_, column) => element("div", { id: `${id}-${row}-${column}`, role: "gridcell" }));
      this.#cells.push(...cells);
      return element("div", { role: "row" }, ...cells);
    });
    const grid = element("div", { className: "chuhe-squares", tabIndex: 0, role: "grid" }, ...rows);
    const percent = (/** @type {number} */ part, /** @type {number} */ whole) => `${(100 * part) / whole}%`;
    Object.assign(grid.style, {
      left: percent(LEFT - STEP / 2, WIDTH),
      top: percent(TOP - STEP / 2, HEIGHT),
      width: percent(9 * STEP, WIDTH),
      height: percent(10 * STEP, HEIGHT),
    });
    return grid;
  }

  /** The square of the cell with an index from the top left. It is its own inverse: the same for the cell of a square. @param {number} index */
  #turn(index) {
    const [row, column] = [Math.floor(index / 9), index % 9];
    return this.#state.flipped ? 9 * row + 8 - column : 9 * (9 - row) + column;
  }

  #render() {
    const { position, last, language } = this.#state;
    const check = inCheck(position) ? generalOf(position, position.red) : null;
    const destinations = this.#destinations();
    const cursor = this.#cursorIsShown ? this.#turn(this.#cursor) : null;
    const diagram = drawDiagram({ ...this.#state, check, selected: this.#selected, destinations, cursor });
    this.#host.firstElementChild?.replaceWith(diagram);
    const names = NAMES[language];
    this.#grid.setAttribute("aria-label", names.board);
    this.#grid.setAttribute("aria-activedescendant", this.#cells[this.#cursor].id);
    this.#cells.forEach((cell, index) => {
      const square = this.#turn(index);
      const piece = position.cells[square];
      const words = [squareName(square), piece === null ? names.empty : pieceName(piece, language)];
      words.push(...(square === this.#selected ? [names.selected] : []), ...(square === check ? [names.check] : []));
      words.push(...(destinations.includes(square) ? [names.destination] : []));
      words.push(...(last && squaresOf(last).includes(square) ? [names.last] : []));
      cell.setAttribute("aria-label", words.join(PUNCTUATION[language].comma));
      cell.setAttribute("aria-selected", String(square === this.#selected));
      cell.classList.toggle("chuhe-movable", this.#canMove(square));
    });
    this.#showDragged();
  }

  #destinations() {
    const from = this.#selected === null ? null : squareName(this.#selected);
    return this.#state.legal.filter((move) => move.slice(0, 2) === from).map((move) => squareAt(move.slice(2)));
  }

  /** @param {number} square */
  #canMove(square) {
    return this.#state.legal.some((move) => move.startsWith(squareName(square)));
  }

  /** Chooses a square: passes it to `onsquare`, or else makes a move to it, selects its piece or cancels the selection. @param {number} square */
  #choose(square) {
    if (this.#onsquare !== null) {
      this.#onsquare(square);
      return;
    }
    const from = this.#selected;
    if (from !== null && this.#destinations().includes(square)) {
      this.#move(from, square);
    } else {
      this.#select(square !== from && this.#canMove(square) ? square : null);
    }
  }

  /** @param {number | null} square */
  #select(square) {
    this.#selected = square;
    this.#render();
  }

  /** @param {number} from @param {number} to */
  #move(from, to) {
    this.#select(null);
    this.#onmove(squareName(from) + squareName(to));
  }

  #listen() {
    const grid = this.#grid;
    grid.addEventListener("pointerdown", (event) => this.#pointerDown(event));
    grid.addEventListener("pointermove", (event) => this.#pointerMove(event));
    grid.addEventListener("pointerup", (event) => this.#pointerUp(event));
    grid.addEventListener("pointercancel", () => {
      this.#press = null;
      this.#render();
    });
    grid.addEventListener("keydown", (event) => this.#keyDown(event));
    grid.addEventListener("focus", () => this.#showCursor(grid.matches(":focus-visible")));
    grid.addEventListener("blur", () => this.#showCursor(false));
  }

  /** @param {boolean} isShown */
  #showCursor(isShown) {
    this.#cursorIsShown = isShown;
    if (this.#press === null) {
      this.#render();
    }
  }

  /** The square under a pointer; null outside the board. @param {PointerEvent} event */
  #squareUnder(event) {
    const box = this.#grid.getBoundingClientRect();
    const column = Math.floor((9 * (event.clientX - box.left)) / box.width);
    const row = Math.floor((10 * (event.clientY - box.top)) / box.height);
    return column >= 0 && column < 9 && row >= 0 && row < 10 ? this.#turn(9 * row + column) : null;
  }

  /** @param {PointerEvent} event */
  #pointerDown(event) {
    const square = this.#squareUnder(event);
    if (square === null || event.button !== 0 || !event.isPrimary) {
      return;
    }
    this.#cursorIsShown = false;
    this.#cursor = this.#turn(square);
    const deselects = square === this.#selected;
    const isMove = this.#destinations().includes(square);
    // A release outside the board ends the press, too.
    this.#grid.setPointerCapture(event.pointerId);
    if (this.#canMove(square) && !isMove) {
      this.#select(square);
    }
    this.#press = { square, x: event.clientX, y: event.clientY, deselects, dragged: null };
  }

  /** @param {PointerEvent} event */
  #pointerMove(event) {
    const press = this.#press;
    if (press === null || !event.isPrimary || this.#selected !== press.square) {
      return;
    }
    const [right, down] = [event.clientX - press.x, event.clientY - press.y];
    if (press.dragged !== null || Math.hypot(right, down) >= DRAG_PIXELS) {
      press.dragged = [right, down];
      this.#showDragged();
    }
  }

  /** Moves the piece that is dragged to the pointer, before all others. */
  #showDragged() {
    const press = this.#press;
    if (press === null || press.dragged === null || this.#selected !== press.square) {
      return;
    }
    const piece = this.#host.querySelector(`[data-square="${press.square}"]`);
    const scale = WIDTH / this.#host.getBoundingClientRect().width;
    const [right, down] = press.dragged.map((pixels) => pixels * scale);
    piece?.parentElement?.append(piece);
    piece?.setAttribute("style", `translate: ${right}px ${down}px`);
  }

  /** @param {PointerEvent} event */
  #pointerUp(event) {
    const press = this.#press;
    if (press === null || !event.isPrimary) {
      return;
    }
    this.#press = null;
    const square = this.#squareUnder(event);
    if (press.dragged === null) {
      // The press has selected the piece already; a second one cancels the selection.
      if (square === press.square && (square !== this.#selected || press.deselects)) {
        this.#choose(square);
      }
    } else if (square !== null && this.#destinations().includes(square)) {
      this.#move(press.square, square);
    } else {
      this.#render();
    }
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    const step = ARROW_KEYS[event.key];
    if (step !== undefined) {
      const [row, column] = [Math.floor(this.#cursor / 9) + step[0], (this.#cursor % 9) + step[1]];
      this.#cursor = 9 * Math.min(9, Math.max(0, row)) + Math.min(8, Math.max(0, column));
      this.#showCursor(true);
    } else if (event.key === "Enter" || event.key === " ") {
      this.#choose(this.#turn(this.#cursor));
    } else if (event.key === "Escape" && this.#selected !== null) {
      this.#select(null);
    } else {
      return;
    }
    event.preventDefault();
  }
}
