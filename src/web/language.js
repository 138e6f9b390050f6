// @ts-check
/**
 * The language of a page: Chinese if the browser prefers it, else English, unless the reader has chosen.
 *
 * A page has a table of texts `{ en, zh }` with the same keys in both; a text with a value is a function. The table of `zh` has the type
 * of `en`, so that the type check finds a text that is missing.
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

/** The value of the attribute `lang`. @param {Language} language */
export const languageTag = (language) => (language === "zh" ? "zh-CN" : "en");
