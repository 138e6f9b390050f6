// @ts-check
/** What is known about a puzzle, in words. */

import { element } from "chuhe/dom.js";
import { PUNCTUATION } from "chuhe/language.js";
import { writeLine, writeMove } from "chuhe/notation.js";
import { parseFen, playMove } from "chuhe/position.js";
import { proofNodes } from "chuhe/puzzle_book/record.js";
import { TEXTS } from "chuhe/puzzle_book/texts.js";

/**
 * @typedef {import("chuhe/puzzle_book/record.js").PuzzleRecord} PuzzleRecord
 * @typedef {import("chuhe/language.js").Language} Language
 * @typedef {import("chuhe/notation.js").Notation} Notation
 */

/** The side to move, as the first word of a sentence. @param {PuzzleRecord} record @param {Language} language */
export const sideOf = (record, language) => TEXTS[language].sides[/ b\b/.test(record.fen ?? "") ? 1 : 0];

/** What the reader is to do. @param {PuzzleRecord} record @param {Language} language */
export function taskOf(record, language) {
  const { task } = TEXTS[language];
  const side = sideOf(record, language);
  if (record.status === "awaited") {
    return task.awaited(side);
  }
  if (record.lost_in !== undefined) {
    return task.lost(side, record.lost_in);
  }
  if (record.status === "none") {
    return record.reason === "length" ? task.noMateIn(side, record.no_mate_in) : task.noMate(side);
  }
  if (record.status === "draw" && record.pv.length === 0) {
    return task.drawn;
  }
  if (record.pv.length === 0 || record.status === "unsolved") {
    return task.none(side);
  }
  if (record.status === "claimed" && record.mate_in !== null) {
    return task.claimed(side, record.mate_in);
  }
  if (["draw", "holds"].includes(record.status)) {
    return task.draw(side);
  }
  return record.mate_in === null ? task.best(side) : task.mate(side, record.mate_in);
}

/** The result in a word or two. @param {PuzzleRecord} record @param {Language} language */
export function resultOf(record, language) {
  const texts = TEXTS[language];
  const names = /** @type {Record<string, string>} */ (texts.statuses);
  if (record.status === "claimed" && record.mate_in !== null) {
    return texts.claimedIn(record.mate_in);
  }
  if (record.lost_in !== undefined) {
    return texts.matedIn(record.lost_in);
  }
  return record.status === "mate" && record.mate_in !== null ? texts.mateIn(record.mate_in) : names[record.status] ?? record.status;
}

/**
 * The text of the last of some moves.
 * @param {PuzzleRecord} record
 * @param {string[]} moves
 * @param {Notation} notation
 */
export const moveText = (record, moves, notation) =>
  writeMove(moves.slice(0, -1).reduce(playMove, parseFen(record.fen ?? "")), moves[moves.length - 1], notation);

/** The names of the mating patterns. @param {PuzzleRecord} record @param {Language} language */
function patternNames(record, language) {
  return language === "zh" ? record.patterns_zh : record.patterns.map((name, index) => `${name} (${record.patterns_zh[index]})`);
}

/** The facts that do not depend on a line. @param {PuzzleRecord} record @param {Language} language */
export function factsOf(record, language) {
  const { facts } = TEXTS[language];
  const words = [...patternNames(record, language)];
  if (record.unique !== null) {
    words.push(record.unique ? facts.oneKey : facts.otherKeys);
  }
  if (record.verified) {
    words.push(facts.verified);
  }
  if (record.status === "mate") {
    words.push(record.shortest ? facts.shortest : facts.notShortest);
  }
  if (record.repetition && record.status === "mate") {
    words.push(facts.repetition);
  }
  words.push(...Object.entries(record.score ?? {}).map(([kind, value]) => facts.score(kind, value)));
  if (record.right !== null) {
    words.push(record.right ? facts.right : facts.notRight);
  }
  if (record.holds_for !== undefined) {
    words.push(facts.holdsFor(record.holds_for));
  }
  if (["claimed", "none", "unsolved"].includes(record.status) && record.no_mate_in > 0) {
    words.push(facts.noMateIn(record.no_mate_in));
  }
  words.push(facts.nodes(proofNodes(record)), facts.time(record.ms));
  words.push(...Object.entries(record.given).map(([name, operand]) => `${name} ${operand}`));
  return words.join(" · ");
}

/**
 * The audit: counts, the other moves that mate as fast, and those that do not, which can be unfolded.
 * @param {PuzzleRecord} record
 * @param {Language} language
 * @param {Notation} notation
 * @returns {HTMLElement[]}
 */
export function auditOf(record, language, notation) {
  const { audit } = record;
  if (audit === undefined) {
    return [];
  }
  const { kinds, counts, after, summary, others } = TEXTS[language].audit;
  const { colon, listComma } = PUNCTUATION[language];
  /** @type {HTMLElement[]} */
  const defects = [];
  /** @type {HTMLElement[]} */
  const slower = [];
  for (const position of audit.found) {
    const line = writeLine(parseFen(record.fen ?? ""), position.line, notation);
    for (const [kind, moves, rows] of /** @type {const} */ ([
      [position.kind, position.fast, defects], ["slower", position.slower, slower], ["undecided", position.undecided, slower],
    ])) {
      const name = kinds[kind] ?? kind;
      const names = moves.map(({ move }) => moveText(record, [...position.line, move], notation));
      if (names.length > 0) {
        const group = line.length > 0 ? after(name, line.join(" ")) : name;
        rows.push(element("p", { className: "quiet" }, group + colon + names.join(listComma)));
      }
    }
  }
  const numbers = Object.entries(counts)
    .map(([name, text]) => /** @type {[string, number]} */ ([text, audit[/** @type {keyof typeof counts} */ (name)]]))
    .filter(([, count]) => count > 0)
    .map(([text, count]) => `${text} ${count}`);
  const head = element("p", { className: "quiet" }, [summary(audit.positions), ...numbers].join(" · "));
  const unfolded = element("details", { className: "quiet" }, element("summary", {}, others), ...slower);
  return [head, ...defects, ...(slower.length > 0 ? [unfolded] : [])];
}
