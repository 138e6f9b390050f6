// @ts-check
/** Keeps the files of the page, so that it works without a network. `build.sh` writes the version and the files below. */

const VERSION = "VERSION";
/** @type {string[]} */
const FILES = [];

const worker = /** @type {any} */ (globalThis);

worker.addEventListener("install", (/** @type {any} */ event) => {
  // The cache of the browser may have files of an earlier version.
  const requests = FILES.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(requests)).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const removeOld = caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith("chuhe-") && name !== VERSION).map((name) => caches.delete(name))));
  event.waitUntil(removeOld.then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method === "GET") {
    event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
  }
});
