// @ts-check
/**
 * The language of a page: Chinese if the browser prefers it, else English, unless the reader has chosen.
 *
 * A page has pairs of texts, from which `byLanguage` makes the tables of both languages; a text with a value is a function. The Chinese
 * text of a pair has the type of the English one, so that the type check finds a text that is missing.
 */

import { load, save } from "chuhe/storage.js";

/** @typedef {"en" | "zh"} Language */

const KEY = "chuhe.language";

/** The language of the reader. @returns {Language} */
export function preferredLanguage() {
  const chosen = load(KEY);
  if (chosen === "en" || chosen === "zh") {
    return chosen;
  }
  return /^zh\b/i.test(navigator.language) ? "zh" : "en";
}

/** Keeps the language that the reader has chosen. @param {Language} language */
export const chooseLanguage = (language) => save(KEY, language);

/** The other language. @param {Language} language @returns {Language} */
export const otherLanguage = (language) => (language === "en" ? "zh" : "en");

/** The value of the attribute `lang`. @param {Language} language */
export const languageTag = (language) => (language === "zh" ? "zh-CN" : "en");

/**
 * A text, or a table of texts, in both languages.
 * @template T
 * @param {T} en
 * @param {NoInfer<T>} zh
 * @returns {{ en: T, zh: T }}
 */
export const both = (en, zh) => ({ en, zh: /** @type {any} */ (zh) });

/**
 * The texts of a page by language.
 * @template {Record<string, { en: any, zh: any }>} Pairs
 * @param {Pairs} pairs
 * @returns {Record<Language, { [Name in keyof Pairs]: Pairs[Name]["en"] }>}
 */
export function byLanguage(pairs) {
  const texts = (/** @type {Language} */ language) =>
    Object.fromEntries(Object.entries(pairs).map(([name, pair]) => [name, pair[language]]));
  return /** @type {any} */ ({ en: texts("en"), zh: texts("zh") });
}

/** The punctuation of texts that are composed. */
export const PUNCTUATION = byLanguage({
  colon: both(": ", "："),
  comma: both(", ", "，"),
  /** Between the members of a list. */
  listComma: both(", ", "、"),
  bracketed: both((/** @type {string} */ text) => ` (${text})`, (text) => `（${text}）`),
});
