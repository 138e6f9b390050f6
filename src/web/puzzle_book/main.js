// @ts-check
/** The puzzle book: an overview of the puzzles of the page, and one puzzle with a board. */

import { byId, field, fill, showTexts } from "chuhe/dom.js";
import { chooseLanguage, languageTag, otherLanguage, preferredLanguage } from "chuhe/language.js";
import { choose } from "chuhe/puzzle_book/filter.js";
import { Overview } from "chuhe/puzzle_book/overview.js";
import { makeSheets, removeSheets } from "chuhe/puzzle_book/printing.js";
import { clearProgress, isSolved, readProgress, saveProgress } from "chuhe/puzzle_book/progress.js";
import { PuzzleView } from "chuhe/puzzle_book/puzzle_view.js";
import { difficultyOf, isSolvable, readRecords } from "chuhe/puzzle_book/record.js";
import { TEXTS } from "chuhe/puzzle_book/texts.js";

const SELECTS = /** @type {const} */ (["status", "length", "pattern", "difficulty", "progress", "sort"]);

const records = readRecords(byId("results").textContent ?? "");
let language = preferredLanguage();
let texts = TEXTS[language];
/** The puzzles of the overview, in its order. @type {number[]} */
let shown = [];
/** The puzzle that is open; null in the overview. @type {number | null} */
let opened = null;

const overview = new Overview(records);
const view = new PuzzleView(records[0], (record, progress) => saveProgress(record.fen ?? "", progress));

/** Fills the lists of the filters with what occurs, in the language of the page. */
function fillFilters() {
  const distinct = (/** @type {(record: typeof records[0]) => any} */ valueOf) =>
    [...new Set(records.map(valueOf))].filter((value) => value !== null);
  /** @type {Record<string, string>} */
  const patterns = Object.fromEntries(records.flatMap((record) =>
    record.patterns.map((name, index) => [name, language === "zh" ? record.patterns_zh[index] : name])));
  const statuses = /** @type {Record<string, string>} */ (texts.statuses);
  const lengths = distinct((record) => record.mate_in).sort((a, b) => a - b);
  /** @type {Record<typeof SELECTS[number], [string, string][]>} */
  const choices = {
    status: distinct((record) => record.status).map((status) => [status, statuses[status] ?? status]),
    length: lengths.map((length) => [String(length), String(length)]),
    pattern: Object.entries(patterns).sort(([, a], [, b]) => a.localeCompare(b, languageTag(language))),
    difficulty: distinct(difficultyOf).sort().map((level) => [String(level), texts.difficulties[level]]),
    progress: Object.entries(texts.progresses),
    sort: Object.entries(texts.orders),
  };
  for (const id of SELECTS) {
    const all = id === "sort" ? [] : [["", texts.all]];
    fill(id, [...all, ...choices[id]], field(id).value || (id === "sort" ? "line" : ""));
  }
}

/** The puzzles of the overview that the reader can solve. */
const exercises = () => shown.filter((index) => isSolvable(records[index]));

function showOverview() {
  const progressOf = readProgress();
  const [status, length, pattern, difficulty, progress, sort] = SELECTS.map((id) => field(id).value);
  const filter = { find: field("find").value, status, length, pattern, difficulty, progress, sort, unique: field("unique").checked };
  shown = choose(records, filter, progressOf);
  overview.show(shown, { language, answers: field("answers").checked, letters: field("letters").checked, progressOf });
  byId("count").textContent = texts.count(shown.length, records.length);
  const solvable = exercises();
  const done = solvable.filter((index) => isSolved(progressOf(records[index].fen))).length;
  Object.assign(byId("bar"), { max: Math.max(1, solvable.length), value: done });
  byId("done").textContent = texts.done(done, solvable.length);
}

/** Shows what the address names: a puzzle by its number, or the overview. */
function followAddress() {
  const number = Number(location.hash.slice(1));
  opened = Number.isInteger(number) && number >= 1 && number <= records.length ? number - 1 : null;
  byId("overview").hidden = opened !== null;
  byId("puzzle").hidden = opened === null;
  if (opened === null) {
    view.close();
    showOverview();
    return;
  }
  view.open(records[opened], { language, notation: language === "zh" ? "chinese" : "iccs", letters: field("letters").checked });
  const place = shown.indexOf(opened);
  for (const [id, index] of /** @type {const} */ ([["previous", place - 1], ["next", place + 1]])) {
    const button = /** @type {HTMLButtonElement} */ (byId(id));
    button.disabled = place < 0 || shown[index] === undefined;
    button.onclick = () => {
      location.hash = String(shown[index] + 1);
    };
  }
}

function showLanguage() {
  texts = TEXTS[language];
  document.title = `${texts.title} · Chuhe 楚河`;
  showTexts(texts, language);
  fillFilters();
  // The puzzle that is open stays one of those shown.
  if (opened === null) {
    showOverview();
  }
  followAddress();
}

byId("language").onclick = () => {
  language = otherLanguage(language);
  chooseLanguage(language);
  showLanguage();
};
byId("filters").oninput = showOverview;
byId("filters").onsubmit = (event) => event.preventDefault();
byId("clear").onclick = () => {
  if (confirm(texts.clearQuestion)) {
    clearProgress(records.map(({ fen }) => fen));
    showOverview();
  }
};
byId("print").onclick = () => window.print();
window.addEventListener("beforeprint", () => {
  const printed = opened === null ? exercises() : [opened];
  makeSheets(printed.map((index) => records[index]), Number(field("sheet").value), language, field("letters").checked);
});
window.addEventListener("afterprint", removeSheets);
window.addEventListener("hashchange", () => {
  const left = opened;
  followAddress();
  if (opened !== null) {
    window.scrollTo(0, 0);
    byId("name").focus({ preventScroll: true });
  } else if (left !== null && shown.includes(left)) {
    overview.focus(left);
  } else if (left !== null) {
    // The filters may leave out a puzzle that has been solved.
    field("find").focus();
  }
});
showLanguage();
