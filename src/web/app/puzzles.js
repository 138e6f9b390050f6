// @ts-check
/** Puzzles: the engine proves each when it is opened, and the user solves it as in the puzzle book. */

import { byId, enable, field, fill } from "chuhe/dom.js";
import { PUNCTUATION } from "chuhe/language.js";
import { load, save } from "chuhe/storage.js";
import { isSolved, readProgress, saveProgress } from "chuhe/puzzle_book/progress.js";
import { PuzzleView } from "chuhe/puzzle_book/puzzle_view.js";
import { nameOf, placeOf } from "chuhe/puzzle_book/record.js";
import { chooseFile, fileFields } from "chuhe/app/files.js";

/**
 * @typedef {import("chuhe/app/main.js").App} App
 * @typedef {{ line: number, game?: boolean, id: string, fen: string }} Puzzle
 */

const KEY = "chuhe.puzzle-file";
const OWN_FILE = "puzzles.epd";
/** The time of a proof, in milliseconds. */
const TIME = 20_000;

export class PuzzlesView {
  /** @type {Puzzle[]} */
  #puzzles = [];
  /** The name of the file; empty for Chuhe's own puzzles. */
  #name = "";
  #index = 0;
  /** @type {PuzzleView | null} */
  #view = null;
  /** The results of the engine, by rules and position. @type {Map<string, any>} */
  #records = new Map();
  /** @type {AbortController | null} */
  #solving = null;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    byId("open-puzzles").onclick = () => chooseFile((file) => this.open(file));
    byId("own-puzzles").onclick = () => this.#openOwn();
    byId("previous").onclick = () => this.#show(this.#index - 1);
    byId("next").onclick = () => this.#show(this.#index + 1);
    field("puzzle-list").onchange = () => this.#show(Number(field("puzzle-list").value));
  }

  async enter() {
    const kept = load(KEY);
    if (this.#puzzles.length === 0 && kept?.name && Array.isArray(kept.puzzles)) {
      [this.#puzzles, this.#name, this.#index] = [kept.puzzles, kept.name, kept.index];
    }
    if (this.#puzzles.length === 0) {
      await this.#openOwn(kept?.index);
    } else {
      await this.#show(this.#index);
    }
  }

  leave() {
    this.#solving?.abort();
  }

  /** Reads Chuhe's own puzzles, which may be others than at the last visit, and shows one. @param {number} [index] */
  async #openOwn(index = 0) {
    const file = fetch(OWN_FILE).then(async (response) => new File([await response.blob()], OWN_FILE));
    if (!(await this.#read(file, ""))) {
      return;
    }
    this.#index = this.#puzzles[index] === undefined ? 0 : index;
    // Another view may have been chosen meanwhile.
    if (this.app.settings.view === "puzzles") {
      await this.#show(this.#index);
    }
  }

  /** Opens a file of puzzles, unless it has none, and shows the view. @param {File} file */
  async open(file) {
    if (await this.#read(file, file.name)) {
      this.app.show("puzzles");
    }
  }

  /** Reads a file of puzzles. Returns whether it has some. @param {File | Promise<File>} file @param {string} name empty for Chuhe's own puzzles */
  async #read(file, name) {
    const { app } = this;
    try {
      const result = await app.engine.request({ request: "read_puzzles", ...(await fileFields(await file, app.texts)) });
      /** @type {Puzzle[]} */
      const puzzles = result.puzzles.filter((/** @type {Partial<Puzzle>} */ { fen }) => fen !== undefined);
      const [skipped] = result.puzzles.filter((/** @type {Partial<Puzzle>} */ { fen }) => fen === undefined);
      const fault = () => (skipped === undefined ? "" : placeOf(skipped, app.language) + PUNCTUATION[app.language].colon + skipped.error);
      if (puzzles.length === 0) {
        throw new Error(fault() || app.texts.noPuzzles);
      }
      [this.#puzzles, this.#name, this.#index] = [puzzles, name, 0];
      app.notify(() => fault() && app.texts.skipped(result.puzzles.length - puzzles.length, skipped.game, fault()));
      return true;
    } catch (error) {
      app.notify(() => app.texts.fileError(name || app.texts.ownPuzzles, /** @type {Error} */ (error).message));
      return false;
    }
  }

  /** Shows a puzzle, solved by the engine. @param {number} index */
  async #show(index) {
    const puzzle = this.#puzzles[index];
    if (puzzle === undefined) {
      return;
    }
    const { texts, language, notation, settings } = this.app;
    const options = { language, notation, letters: settings.letters };
    if (index !== this.#index) {
      this.#view?.close();
    }
    this.#index = index;
    this.#solving?.abort();
    const solving = new AbortController();
    this.#solving = solving;
    save(KEY, { puzzles: this.#name && this.#puzzles, name: this.#name, index });
    this.#showList();
    const awaited = /** @type {any} */ ({ ...puzzle, status: "awaited", pv: [], error: null });
    this.#view ??= new PuzzleView(awaited, (record, progress) => {
      saveProgress(record.fen ?? "", progress);
      this.#showList();
    });
    const key = `${settings.rules} ${puzzle.fen}`;
    const known = this.#records.get(key);
    if (known === undefined) {
      this.#view.open(awaited, options);
      byId("message").textContent = texts.solving;
    }
    try {
      this.app.engine.stop();
      const record = known ?? (await this.app.engine.request({ request: "solve", fen: puzzle.fen, rules: settings.rules, lines: true, unique: true, movetime: TIME }, undefined, solving.signal));
      if (solving.signal.aborted) {
        return;
      }
      this.#records.set(key, record);
      Object.assign(record, { id: puzzle.id, line: puzzle.line, game: puzzle.game });
      this.#view.open(record, options);
      if (record.status === "mate" && record.audit === undefined) {
        await this.#audit(record, solving.signal);
      }
    } catch (error) {
      if (!solving.signal.aborted) {
        byId("message").textContent = texts.error(/** @type {Error} */ (error).message);
      }
    }
  }

  /** Finds the other moves that mate, which are right too, while the user thinks. @param {any} record @param {AbortSignal} signal */
  async #audit(record, signal) {
    const { engine, settings } = this.app;
    const request = { request: "solve", fen: record.fen, rules: settings.rules, audit: "main", movetime: TIME };
    const { audit, unique, pv } = await engine.request(request, undefined, signal);
    // The audit follows the line of the mate, which must be the one that the page has.
    if (pv.join() === record.pv.join()) {
      // The nodes of a record include those of its audit.
      Object.assign(record, { audit, unique, nodes: record.nodes + (audit?.nodes ?? 0) });
    }
  }

  /** Shows the list of puzzles with the progress. */
  #showList() {
    const { texts, language } = this.app;
    const progressOf = readProgress();
    const solved = this.#puzzles.filter(({ fen }) => isSolved(progressOf(fen))).length;
    byId("solved-count").textContent = texts.solvedCount(this.#name || texts.ownPuzzles, solved, this.#puzzles.length);
    Object.assign(byId("solved-bar"), { max: this.#puzzles.length, value: solved });
    fill("puzzle-list", this.#puzzles.map((puzzle, index) => {
      const name = nameOf(/** @type {any} */ (puzzle), language);
      return [String(index), `${isSolved(progressOf(puzzle.fen)) ? "✓ " : ""}${name}`];
    }), String(this.#index));
    enable({ previous: this.#index > 0, next: this.#index + 1 < this.#puzzles.length });
  }
}
