// @ts-check
/** The analysis of positions and games, with variations and files. */

import { Board } from "chuhe/board.js";
import { showCurve } from "chuhe/curve.js";
import { byId, element, enable, field, fill } from "chuhe/dom.js";
import { writeLine } from "chuhe/notation.js";
import { legalMoves } from "chuhe/position.js";
import { load, save } from "chuhe/storage.js";
import { Editor } from "chuhe/app/editor.js";
import { evaluate, showBar } from "chuhe/app/evaluation.js";
import { chooseFile, fileFields, saveFile } from "chuhe/app/files.js";
import { GameTree } from "chuhe/app/game_tree.js";
import { showMoves } from "chuhe/app/move_list.js";
import { Review } from "chuhe/app/review.js";
import { describeResult, judgeGame } from "chuhe/app/verdict.js";

/**
 * @typedef {import("chuhe/app/main.js").App} App
 * @typedef {import("chuhe/app/engine_client.js").Info} Info
 * @typedef {import("chuhe/app/game_tree.js").Node} Node
 * @typedef {import("chuhe/app/game_tree.js").GameRecord} GameRecord
 */

const KEY = "chuhe.analysis";
/** How often the lines of a search are shown, in milliseconds. */
const REFRESH = 200;

/** The players of a game or, if none is known, its event. @param {GameRecord} record */
function nameOf({ tags = [] }) {
  const tag = (/** @type {string} */ name) => tags.find(([other]) => other === name)?.[1] || "?";
  const players = `${tag("Red")} – ${tag("Black")}`;
  return players === "? – ?" ? tag("Event") : players;
}

export class AnalysisView {
  #tree = new GameTree();
  /** The games of the file that is open. @type {GameRecord[]} */
  #games = [];
  /** The game of the file that is shown. */
  #index = 0;
  #flipped = false;
  #isEngineOn = true;
  #lineCount = 1;
  /** The lines of the position that is shown, by rank. @type {Info[]} */
  #infos = [];
  /** @type {number | undefined} */
  #refresh;
  /** The position whose result is shown. @type {Node | null} */
  #judged = null;
  /** Whether the field of the FEN has what the user has typed. */
  #hasTypedFen = false;
  /** Whether the view is shown. */
  #isShown = false;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.board = new Board(byId("analysis-board"), { onmove: (move) => this.#play(move) });
    this.review = new Review(app, () => this.render());
    this.editor = new Editor(app, (fen) => this.#setFen(fen));
    this.#listen();
    this.#restore();
  }

  #listen() {
    const { app } = this;
    const goTo = (/** @type {() => Node | undefined} */ target) => () => this.#goTo(target() ?? this.#tree.current);
    byId("to-start").onclick = goTo(() => this.#tree.root);
    byId("back").onclick = goTo(() => this.#tree.current.parent ?? undefined);
    byId("on").onclick = goTo(() => this.#tree.current.children[0]);
    byId("to-end").onclick = goTo(() => this.#tree.line(this.#tree.current).at(-1));
    byId("analysis-flip").onclick = () => {
      this.#flipped = !this.#flipped;
      this.render();
    };
    byId("engine").onclick = () => {
      this.#isEngineOn = !this.#isEngineOn;
      this.#keep();
      this.#update();
    };
    field("line-count").onchange = () => {
      this.#lineCount = Number(field("line-count").value);
      this.#keep();
      this.#update();
    };
    field("threads").onchange = () => {
      app.useThreads(Number(field("threads").value));
      this.#update();
    };
    byId("promote").onclick = () => {
      this.#tree.promote();
      this.#changed();
    };
    byId("remove").onclick = () => {
      this.review.endRetry();
      this.#tree.remove();
      this.#changed();
    };
    field("comment").oninput = () => {
      this.#tree.current.comment = field("comment").value;
      this.#keep();
      this.#showMoves();
    };
    field("fen").oninput = () => {
      this.#hasTypedFen = true;
    };
    byId("fen-form").onsubmit = (event) => {
      event.preventDefault();
      this.#setFen(field("fen").value).then((refusal) => app.notify(refusal));
    };
    byId("edit").onclick = () => this.editor.open(this.#tree.current.position);
    byId("play-from-here").onclick = async () => app.playFrom(await this.#fen());
    byId("open").onclick = () => chooseFile((file) => this.open(file));
    byId("save-pgn").onclick = () => this.#save("pgn");
    byId("save-xqf").onclick = () => this.#save("xqf");
    field("games").onchange = () => {
      this.#games[this.#index] = this.#tree.toRecord();
      this.#openGame(Number(field("games").value));
    };
    byId("review").onclick = () => {
      if (this.review.isRunning) {
        this.review.stop();
        this.#update();
      } else {
        this.review.start(this.#tree).then(() => this.#update());
      }
    };
    byId("next-mistake").onclick = () => this.#goTo(this.review.nextMistake(this.#tree) ?? this.#tree.current);
    byId("retry").onclick = () => {
      this.review.retry(this.#tree);
      this.#changed();
    };
    document.addEventListener("keydown", (event) => this.#keyDown(event));
  }

  enter() {
    this.#isShown = true;
    this.#update();
  }

  leave() {
    this.#isShown = false;
    this.review.stop();
    this.app.engine.stop();
  }

  /** Opens a game. @param {GameRecord} record */
  show(record) {
    this.#games = [record];
    this.#openGame(0);
  }

  /** Opens a file of games. @param {File} file */
  async open(file) {
    const { app } = this;
    try {
      const { games } = await app.engine.request({ request: "read_games", ...(await fileFields(file, app.texts)) });
      if (games.length === 0) {
        throw new Error(app.texts.emptyFile);
      }
      this.#games = games;
      this.#openGame(0);
      app.notify(() => app.texts.opened(file.name, games.length));
    } catch (error) {
      app.notify(() => app.texts.fileError(file.name, /** @type {Error} */ (error).message));
    }
  }

  /** @param {number} index */
  #openGame(index) {
    this.review.stop();
    this.#index = index;
    this.#tree = GameTree.fromRecord(this.#games[index]);
    byId("games-field").hidden = this.#games.length < 2;
    fill("games", this.#games.map((game, index) => [String(index), `${index + 1}. ${nameOf(game)}`]), String(index));
    this.#changed();
  }

  /** @param {"pgn" | "xqf"} format */
  async #save(format) {
    const { app } = this;
    try {
      const request = { request: "write_games", format, notation: app.notation, games: [this.#tree.toRecord()] };
      const { file } = await app.engine.request(request);
      saveFile(file, `chuhe.${format}`);
    } catch (error) {
      app.notify(() => app.texts.error(/** @type {Error} */ (error).message));
    }
  }

  /** Begins a game from a position. Returns the text why the engine refuses it, which is empty if it does not. @param {string} fen */
  async #setFen(fen) {
    try {
      const result = await this.app.engine.request({ request: "notation", fen: fen.trim() });
      this.show({ fen: result.fen });
      return () => "";
    } catch (error) {
      // The user of the page does not see the name of the field.
      const message = /** @type {Error} */ (error).message.replace(/^fen(: |：)/, "");
      return () => this.app.texts.error(message);
    }
  }

  /** @param {string} move */
  async #play(move) {
    if (this.review.retried !== null && !(await this.review.judge(this.#tree, move))) {
      this.render();
      return;
    }
    this.#tree.play(move);
    this.#changed();
  }

  /** @param {Node} node */
  #goTo(node) {
    if (!this.review.isRunning) {
      this.review.endRetry();
    }
    this.#tree.current = node;
    this.#changed();
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    const isElsewhere = event.target instanceof HTMLElement && event.target.closest("input, textarea, select, [role=grid], dialog");
    const id = /** @type {Record<string, string>} */ ({ ArrowLeft: "back", ArrowRight: "on", Home: "to-start", End: "to-end" })[event.key];
    if (this.#isShown && !isElsewhere && id !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey) {
      byId(id).click();
      event.preventDefault();
    }
  }

  /** Shows what the user has changed, which replaces a FEN that is not used yet. */
  #changed() {
    this.#hasTypedFen = false;
    this.#keep();
    this.#update();
  }

  /** Shows everything, and analyses the position that is shown now. Nothing is kept: another page may have changed the game. */
  #update() {
    this.#infos = [];
    this.render();
    // While a better move is looked for, only the user's moves are searched.
    if (this.#isShown && !this.review.isRunning && this.review.retried === null) {
      this.#search();
    }
  }

  #search() {
    const node = this.#tree.current;
    const isOver = legalMoves(node.position).length === 0;
    if (isOver) {
      node.evaluation = evaluate({ mate: 0, wins: false }, node.position.red);
      this.#showEvaluation();
    }
    if (isOver || !this.#isEngineOn) {
      this.app.engine.stop();
      return;
    }
    const search = { fen: this.#tree.fen, moves: this.#tree.moves(), go: "go infinite", options: { MultiPV: this.#lineCount } };
    this.app.search(search, (info) => {
      if (this.#tree.current !== node) {
        return;
      }
      this.#infos[info.rank - 1] = info;
      if (info.rank === 1) {
        node.evaluation = evaluate(info.score, node.position.red);
      }
      this.#refresh ??= setTimeout(() => {
        this.#refresh = undefined;
        this.#showEvaluation();
      }, REFRESH);
    });
  }

  render() {
    const { texts, settings, language } = this.app;
    const tree = this.#tree;
    const { position, move, comment } = tree.current;
    this.board.update({ position, last: move, language, letters: settings.letters, flipped: this.#flipped, legal: this.review.isJudging ? [] : legalMoves(position) });
    byId("engine").setAttribute("aria-pressed", String(this.#isEngineOn));
    fill("line-count", ["1", "2", "3", "5"].map((count) => [count, count]), String(this.#lineCount));
    byId("lines").style.minHeight = `${this.#isEngineOn ? this.#lineCount : 0}lh`;
    this.showEngine();
    if (field("comment").value !== comment) {
      field("comment").value = comment;
    }
    this.#showFen();
    this.#showResult();
    byId("review").textContent = this.review.isRunning ? texts.stopReview : texts.review;
    const [isMove, hasNext] = [move !== null, tree.current.children.length > 0];
    enable({
      review: tree.root.children.length > 0,
      "next-mistake": this.review.nextMistake(tree) !== null,
      retry: !this.review.isRunning && Boolean(tree.current.review?.mark),
      back: isMove, "to-start": isMove, on: hasNext, "to-end": hasNext, promote: isMove, remove: isMove,
    });
    this.#showMoves();
    this.#showEvaluation();
    this.review.describe(tree);
  }

  #showMoves() {
    showMoves(byId("moves"), this.#tree, this.app.notation, (node) => this.#goTo(node));
  }

  /** Shows which engine runs, and how many threads it can have. */
  showEngine() {
    const { texts, engine, maxThreads, threads } = this.app;
    byId("engine-name").textContent = engine.name === "" ? "" : maxThreads === null ? texts.engineInBrowser(engine.name) : texts.engineOnComputer(engine.name);
    byId("threads-field").hidden = maxThreads === null;
    if (maxThreads !== null && threads !== undefined) {
      // Powers of two, what is chosen, and the most.
      const powers = Array.from({ length: 8 }, (_, power) => 2 ** power).filter((count) => count < maxThreads);
      const counts = [...new Set([...powers, threads, maxThreads])].sort((a, b) => a - b);
      fill("threads", counts.map((count) => [String(count), String(count)]), String(threads));
    }
  }

  /** Shows the position as FEN, unless the user has typed one. */
  async #showFen() {
    const node = this.#tree.current;
    const fen = await this.#fen();
    if (node === this.#tree.current && !this.#hasTypedFen) {
      field("fen").value = fen;
    }
  }

  /** Shows how the game ends in the position that is shown, by the rules. */
  async #showResult() {
    const node = this.#tree.current;
    if (node !== this.#judged) {
      this.#judged = node;
      byId("analysis-result").replaceChildren();
    }
    const result = await judgeGame(this.app, this.#tree).catch(() => null);
    if (node === this.#tree.current) {
      byId("analysis-result").replaceChildren(...(result === null ? [] : describeResult(this.app, this.#tree, result)));
    }
  }

  /** The position that is shown, with its counters. */
  async #fen() {
    const result = await this.app.engine.request({ request: "notation", fen: this.#tree.fen, moves: this.#tree.moves() });
    return result.fen;
  }

  /** The start and the positions of the line through the one that is shown. */
  #shownLine() {
    return [this.#tree.root, ...this.#tree.path(), ...this.#tree.line(this.#tree.current)];
  }

  /** Shows the bar, the curve, and the lines of the engine. */
  #showEvaluation() {
    const { texts, notation } = this.app;
    const tree = this.#tree;
    const node = tree.current;
    const { position, evaluation, review } = node;
    showBar(byId("bar"), evaluation ?? null, this.#flipped, texts.evaluation);
    const points = this.#shownLine().map((node) => ({ share: node.evaluation?.share ?? null, mark: node.review?.mark ?? "" }));
    byId("curve").hidden = points.filter(({ share }) => share !== null).length < 2;
    showCurve(byId("curve"), points, tree.path().length, texts.curve, (index) => this.#goTo(this.#shownLine()[index] ?? this.#tree.current));
    const infos = this.#infos.filter(Boolean);
    /** @type {{ move: string, kind: "hint" | "best" | "bad" }[]} */
    const arrows = infos.slice().reverse().map(({ pv, rank }) => ({ move: pv[0], kind: rank === 1 ? "best" : "hint" }));
    if (this.review.retried === null && review?.mark && node.move !== null) {
      arrows.push({ move: node.move, kind: "bad" });
    }
    this.board.update({ arrows: this.review.retried === null ? arrows : [] });
    byId("lines").replaceChildren(...infos.map(({ score, pv }) =>
      element("li", {}, element("b", {}, evaluate(score, position.red).text), ` ${writeLine(position, pv, notation).join(" ")}`)));
    const [first] = infos;
    byId("depth").textContent = first ? texts.depth(first.depth, first.nps) : "";
  }

  #keep() {
    save(KEY, { record: this.#tree.toRecord(), moves: this.#tree.moves(), isEngineOn: this.#isEngineOn, lineCount: this.#lineCount });
  }

  /** Goes on with the game of the last visit. */
  #restore() {
    const kept = load(KEY);
    try {
      this.#tree = GameTree.fromRecord(kept.record);
      kept.moves?.forEach((/** @type {string} */ move) => this.#tree.play(move));
      [this.#isEngineOn, this.#lineCount] = [kept.isEngineOn, kept.lineCount];
    } catch {
      // There is none, or another version of the page has kept it.
    }
  }
}
