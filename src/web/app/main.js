// @ts-check
/** The page: its three views, the settings, and the engine that they share. */

import { byId, field, fill, showTexts } from "chuhe/dom.js";
import { chooseLanguage, otherLanguage, preferredLanguage } from "chuhe/language.js";
import { load, save } from "chuhe/storage.js";
import { AnalysisView } from "chuhe/app/analysis.js";
import { EngineClient } from "chuhe/app/engine_client.js";
import { NativeEngine } from "chuhe/app/native_engine.js";
import { PlayView } from "chuhe/app/play.js";
import { PuzzlesView } from "chuhe/app/puzzles.js";
import { TEXTS } from "chuhe/app/texts.js";
import { TEXTS as PUZZLE_TEXTS } from "chuhe/puzzle_book/texts.js";

/**
 * @typedef {(typeof VIEWS)[number]} ViewName
 * @typedef {import("chuhe/notation.js").Notation} Notation
 * @typedef {{ theme: string, letters: boolean, sound: boolean, rules: string, notation: Notation | "", view: ViewName, threads: number | null }} Settings
 */

const KEY = "chuhe.settings";
const VIEWS = /** @type {const} */ (["play", "analysis", "puzzles"]);
/** @type {Settings} */
const DEFAULTS = { theme: "auto", letters: false, sound: false, rules: "asian", notation: "", view: "play", threads: null };
/** Whether the program that serves the page runs the engine (`chuhe play`), and not a worker with WebAssembly. */
const IS_NATIVE = document.documentElement.dataset.engine === "native";
/** The options of a search, unless it has others. The native engine has a hash table already. @type {Record<string, string | number>} */
const OPTIONS = { ...(IS_NATIVE ? {} : { Hash: 64 }), MultiPV: 1, "Skill Level": 20 };
/** The names of the rules of repetition in UCI. @type {Record<string, string>} */
const RULE_OPTIONS = { asian: "AsianRule", chinese: "ChineseRule", simple: "AllowChase" };
/** The extensions of files with puzzles; those of others are opened by the view that is shown. */
const PUZZLE_FILES = /\.(epd|fen)$/i;

/** The rules of the style sheets for dark colours. @type {CSSMediaRule[] | null} */
let darkRules = null;

/** Uses the colours of a theme: the rules for dark colours hold always, never, or as the system has it. @param {string} theme */
function applyTheme(theme) {
  const asSystem = "(prefers-color-scheme: dark)";
  const isDark = (/** @type {CSSRule} */ rule) => rule instanceof CSSMediaRule && rule.media.mediaText === asSystem;
  darkRules ??= /** @type {CSSMediaRule[]} */ ([...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].filter(isDark)));
  for (const rule of darkRules) {
    rule.media.mediaText = /** @type {Record<string, string>} */ ({ dark: "all", light: "not all" })[theme] ?? asSystem;
  }
  document.documentElement.dataset.theme = theme;
}

/** What the views share. */
export class App {
  language = preferredLanguage();
  /** @type {Settings} */
  settings = { ...DEFAULTS, ...load(KEY) };
  /** The threads of the native engine, the most that the user can choose; null for the engine in WebAssembly, which has one. @type {number | null} */
  maxThreads = null;
  /** Whether the page shows that the connection to the program is lost. */
  #isLost = false;
  engine = new EngineClient(() => (IS_NATIVE ? this.#connect() : this.#startWorker()));
  /** The message above the views. */
  #notice = () => "";

  constructor() {
    this.play = new PlayView(this);
    this.analysis = new AnalysisView(this);
    this.puzzles = new PuzzlesView(this);
    this.engine.onlost = (error) => {
      if (!this.#isLost) {
        this.notify(() => this.texts.engineLost(error));
      }
      this.#view.enter();
    };
    this.engine.onname = () => this.analysis.showEngine();
    this.#listen();
    this.#showLanguage();
    this.show(this.settings.view);
  }

  get texts() {
    return TEXTS[this.language];
  }

  /** The notation of moves: what the user has chosen, else that of the language. @returns {Notation} */
  get notation() {
    return this.settings.notation || (this.language === "zh" ? "chinese" : "wxf");
  }

  /** The threads of a search: what the user has chosen, or the most if that is less or nothing is chosen; undefined before they are known. */
  get threads() {
    const counts = [this.settings.threads, this.maxThreads].filter((count) => count !== null);
    return counts.length > 0 ? Math.min(...counts) : undefined;
  }

  /** Starts the engine in the browser. */
  #startWorker() {
    const worker = new Worker(new URL("engine/worker.js", document.baseURI), { type: "module" });
    worker.onerror = ({ message }) => {
      const data = { id: null, error: message || this.texts.notLoaded, fatal: true };
      worker.onmessage?.(new MessageEvent("message", { data }));
    };
    return worker;
  }

  /** Connects to the program that serves the page. */
  #connect() {
    const onopen = (/** @type {import("chuhe/app/native_engine.js").Greeting} */ { threads }) => {
      this.maxThreads = threads;
      if (this.#isLost) {
        this.#isLost = false;
        this.notify();
      }
      if ((this.settings.threads ?? 0) > threads) {
        // A search may already be running with more threads.
        this.#view.enter();
      }
    };
    const onlost = () => {
      this.#isLost = true;
      this.notify(() => this.texts.connectionLost);
      return this.texts.noAnswer;
    };
    return new NativeEngine(onopen, onlost);
  }

  /** Shows a message above the views, in the language of the page; none by default. @param {() => string} [message] */
  notify(message = () => "") {
    this.#notice = message;
    byId("notice").textContent = message();
  }

  get #view() {
    return this[this.settings.view];
  }

  /** Searches with the usual options. @param {import("chuhe/app/engine_client.js").Search} search @param {(info: import("chuhe/app/engine_client.js").Info) => void} [oninfo] */
  search(search, oninfo) {
    const rule = RULE_OPTIONS[this.settings.rules];
    const { threads } = this;
    const options = { ...OPTIONS, ...(threads !== undefined && { Threads: threads }), "Repetition Rule": rule, ...search.options };
    return this.engine.search({ ...search, options }, oninfo);
  }

  /** Searches in so many threads from now on. @param {number} threads */
  useThreads(threads) {
    this.#set({ threads });
  }

  /** Opens a game in the analysis. @param {import("chuhe/app/game_tree.js").GameRecord} record */
  analyse(record) {
    this.analysis.show(record);
    this.show("analysis");
  }

  /** Begins a game from a position, unless the player keeps an unfinished game. @param {string} fen */
  playFrom(fen) {
    if (!this.play.mayBegin()) {
      return;
    }
    this.notify();
    this.show("play");
    this.play.newGame(fen);
  }

  /** Shows a view. @param {ViewName} name */
  show(name) {
    this.#view.leave();
    this.#set({ view: name });
    for (const view of VIEWS) {
      byId(view).hidden = view !== name;
      byId(`show-${view}`).setAttribute("aria-current", view === name ? "page" : "false");
    }
    this.#view.enter();
  }

  /** @param {Partial<Settings>} changes */
  #set(changes) {
    this.settings = { ...this.settings, ...changes };
    save(KEY, this.settings);
    applyTheme(this.settings.theme);
  }

  #listen() {
    for (const view of VIEWS) {
      byId(`show-${view}`).onclick = () => {
        this.notify();
        this.show(view);
      };
    }
    byId("language").onclick = () => {
      this.language = otherLanguage(this.language);
      chooseLanguage(this.language);
      this.#showLanguage();
      this.#view.enter();
    };
    const settings = /** @type {HTMLDialogElement} */ (byId("settings"));
    byId("show-settings").onclick = () => settings.showModal();
    byId("close-settings").onclick = () => settings.close();
    settings.onchange = ({ target }) => {
      this.#set({
        theme: field("theme").value,
        letters: field("pieces").value === "letters",
        notation: target === field("notation") ? /** @type {Notation} */ (field("notation").value) : this.settings.notation,
        rules: field("rules").value,
        sound: field("sound").checked,
      });
      this.#view.enter();
    };
    /** Whether text is dragged over a field, which takes it. @param {DragEvent} event */
    const isForField = ({ dataTransfer, target }) =>
      !dataTransfer?.types.includes("Files") && target instanceof Element && target.matches("input[type=text], textarea");
    document.addEventListener("dragover", (event) => isForField(event) || event.preventDefault());
    document.addEventListener("drop", (event) => {
      if (isForField(event)) {
        return;
      }
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) {
        this.#open(file);
      }
    });
  }

  /** Opens a file that was dropped on the page. @param {File} file */
  #open(file) {
    if (PUZZLE_FILES.test(file.name) || this.settings.view === "puzzles") {
      this.puzzles.open(file);
    } else {
      this.show("analysis");
      this.analysis.open(file);
    }
  }

  #showLanguage() {
    const { texts, settings } = this;
    document.title = `${texts.title} · ${texts.title === "楚河" ? "Chuhe" : "楚河"}`;
    showTexts({ ...PUZZLE_TEXTS[this.language], ...texts }, this.language);
    fill("theme", Object.entries(texts.themes), settings.theme);
    fill("pieces", Object.entries(texts.pieceKinds), settings.letters ? "letters" : "characters");
    fill("notation", Object.entries(texts.notations), this.notation);
    fill("rules", Object.entries(texts.ruleSets), settings.rules);
    field("sound").checked = settings.sound;
    this.notify(this.#notice);
  }
}

new App();
// Without a secure address there is no service worker; the page then needs its server, as with the native engine.
if (!IS_NATIVE) {
  navigator.serviceWorker?.register(new URL("service_worker.js", document.baseURI));
}
