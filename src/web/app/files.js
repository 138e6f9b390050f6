// @ts-check
/** Files that the user opens and saves. */

import { element } from "chuhe/dom.js";

/** The largest file that is opened, in bytes: what fits into a request of the engine. */
const MAX_BYTES = 4 << 20;

/** The bytes of a file as Base64. @param {Blob} file @returns {Promise<string>} */
function toBase64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** The fields of a request for a file. Throws an error if it is too large. @param {File} file @param {import("chuhe/app/texts.js").Texts} texts */
export async function fileFields(file, texts) {
  if (file.size > MAX_BYTES) {
    throw new Error(texts.tooLarge(Math.ceil(file.size / 1e6)));
  }
  return { file: await toBase64(file), name: file.name };
}

/** Saves a file whose contents are Base64. @param {string} base64 @param {string} name */
export function saveFile(base64, name) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const href = URL.createObjectURL(new Blob([bytes]));
  element("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** Lets the user choose a file. @param {(file: File) => void} onfile */
export function chooseFile(onfile) {
  const input = element("input", { type: "file" });
  input.onchange = () => input.files?.[0] && onfile(input.files[0]);
  input.click();
}
