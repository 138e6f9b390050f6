// @ts-check
/** Elements of a page. Text is never read as HTML. */

import { languageTag, otherLanguage } from "chuhe/language.js";

/**
 * An element with properties and children.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Partial<Record<string, any>>} [properties] the attribute `role` and those with a hyphen, and properties such as `className` or `onclick`
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "role" || key.includes("-")) {
      made.setAttribute(key, String(value));
    } else {
      Object.assign(made, { [key]: value });
    }
  }
  made.append(...children);
  return made;
}

/** The buttons in an element. @param {Element} host */
export const buttonsOf = (host) => [...host.querySelectorAll("button")];

/** Moves the focus to a button or, if it is disabled, to the one before it that is not, else to the one after it. @param {HTMLButtonElement} button */
function focusEnabled(button) {
  const beside = buttonsOf(button.parentElement ?? button).filter((other) => other === button || !other.disabled);
  const index = beside.indexOf(button);
  const chosen = button.disabled ? beside[index - 1] ?? beside[index + 1] : button;
  chosen?.focus({ preventScroll: true });
}

/**
 * Replaces the children of an element. If one of its buttons has the focus, the one in its place gets it: with the same number in the child with
 * the same number. What was unfolded stays unfolded.
 * @param {Element} host
 * @param {Node[]} children
 */
export function replaceChildren(host, ...children) {
  const unfolded = [...host.querySelectorAll("details")].map(({ open }) => open);
  const part = [...host.children].findIndex((child) => child.contains(document.activeElement));
  const buttonsIn = (/** @type {Element | undefined} */ child) => (child instanceof HTMLButtonElement ? [child] : child === undefined ? [] : buttonsOf(child));
  const index = buttonsIn(host.children[part]).findIndex((button) => button === document.activeElement);
  host.replaceChildren(...children);
  [...host.querySelectorAll("details")].forEach((details, number) => {
    details.open = unfolded[number] ?? false;
  });
  const button = buttonsIn(host.children[part])[index];
  if (button !== undefined) {
    focusEnabled(button);
  }
}

/** The element with an id, which the page has. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error(`the page has no element ${id}`);
  }
  return found;
}

/** A field with an id. @param {string} id */
export const field = (id) => /** @type {HTMLInputElement} */ (byId(id));

/** Fills a list with values and texts, and chooses a value. @param {string} id @param {string[][]} choices @param {string} value */
export function fill(id, choices, value) {
  const list = element("select", {}, ...choices.map(([value, text]) => element("option", { value }, text)));
  // A choice in a list that is open would be lost with its options.
  if (list.innerHTML !== byId(id).innerHTML) {
    byId(id).replaceChildren(...list.children);
  }
  field(id).value = value;
}

/** Enables or disables buttons by their ids; one that loses the focus thereby passes it on. @param {Record<string, boolean>} buttons */
export function enable(buttons) {
  const focused = document.activeElement;
  for (const [id, isEnabled] of Object.entries(buttons)) {
    /** @type {HTMLButtonElement} */ (byId(id)).disabled = !isEnabled;
  }
  if (focused instanceof HTMLButtonElement && focused.disabled) {
    focusEnabled(focused);
  }
}

/**
 * Shows a page in a language: writes its texts into the elements that name them in `data-text`, or for `aria-label` and `placeholder` in
 * `data-label` and `data-placeholder`. The button `language` then names the other language.
 * @param {Record<string, any>} texts
 * @param {import("chuhe/language.js").Language} language
 */
export function showTexts(texts, language) {
  const other = otherLanguage(language);
  document.documentElement.lang = languageTag(language);
  Object.assign(byId("language"), { textContent: other === "zh" ? "中文" : "English", lang: languageTag(other) });
  /** @type {NodeListOf<HTMLElement>} */
  const named = document.querySelectorAll("[data-text], [data-label], [data-placeholder]");
  for (const found of named) {
    const { text, label, placeholder } = found.dataset;
    if (text) {
      found.textContent = texts[text];
    }
    if (label) {
      found.setAttribute("aria-label", texts[label]);
    }
    if (placeholder) {
      found.setAttribute("placeholder", texts[placeholder]);
    }
  }
}
