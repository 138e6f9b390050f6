// @ts-check
/** The board editor: pieces are placed on the squares that the user chooses. */

import { Board, pieceName } from "chuhe/board.js";
import { byId, element, field, fill, replaceChildren } from "chuhe/dom.js";
import { parseFen, START_FEN, toFen } from "chuhe/position.js";

/** @typedef {import("chuhe/app/main.js").App} App @typedef {import("chuhe/position.js").Position} Position */

const PIECES = "KABNRCPkabnrcp";

/** @param {string | null} piece */
const isGeneral = (piece) => piece === "K" || piece === "k";

export class Editor {
  /** @type {Position} */
  #position = parseFen(START_FEN);
  /** The piece that is placed; null to take pieces away. @type {string | null} */
  #piece = "R";

  /** @param {App} app @param {(fen: string) => Promise<() => string>} ondone uses the position; returns the text why it is refused, empty if it is not */
  constructor(app, ondone) {
    this.app = app;
    this.dialog = /** @type {HTMLDialogElement} */ (byId("editor"));
    this.board = new Board(byId("editor-board"), { onsquare: (square) => this.#set(square, this.#piece) });
    byId("editor-clear").onclick = () => {
      this.#position = { ...this.#position, cells: this.#position.cells.map((piece) => (isGeneral(piece) ? piece : null)) };
      this.#render();
    };
    byId("editor-start").onclick = () => {
      this.#position = parseFen(START_FEN);
      this.#render();
    };
    field("editor-side").onchange = () => {
      this.#position = { ...this.#position, red: field("editor-side").value === "red" };
      this.#render();
    };
    byId("editor-cancel").onclick = () => this.dialog.close();
    byId("editor-done").onclick = async () => {
      const refusal = await ondone(`${toFen(this.#position)} - - 0 1`);
      byId("editor-message").textContent = refusal();
      if (refusal() === "") {
        this.app.notify();
        this.dialog.close();
      }
    };
  }

  /** Opens the editor with a position. @param {Position} position */
  open(position) {
    this.#position = position;
    this.#render();
    this.dialog.showModal();
  }

  #render() {
    byId("editor-message").textContent = "";
    const { texts, language, settings } = this.app;
    const { red } = this.#position;
    replaceChildren(byId("editor-pieces"), ...[...PIECES, null].map((piece) => {
      const choose = () => {
        this.#piece = piece;
        this.#render();
      };
      const name = piece === null ? texts.empty : pieceName(piece, language);
      return element("button", { type: "button", "aria-pressed": piece === this.#piece, onclick: choose }, name);
    }));
    fill("editor-side", [["red", texts.redMoves], ["black", texts.blackMoves]], red ? "red" : "black");
    this.board.update({ position: this.#position, language, letters: settings.letters });
  }

  /** Sets the piece on a square. Each side keeps one general: it moves to the square, and is not replaced by another piece. @param {number} square @param {string | null} piece */
  #set(square, piece) {
    const cells = this.#position.cells.slice();
    if (isGeneral(cells[square]) && cells[square] !== piece) {
      return;
    }
    if (isGeneral(piece)) {
      cells[cells.indexOf(piece)] = null;
    }
    cells[square] = piece;
    this.#position = { ...this.#position, cells };
    this.#render();
  }
}
