// Uses the npm package in a page of headless Chromium, served without special headers: plays some moves, stops a search, and
// compares the benchmark with the native program.
//
//   node npm_page.mjs TOOLS BROWSER ENGINE MODULES       (an index.html and the package in MODULES, see npm.sh)

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { launch, serve } from "./web_page.mjs";

const [tools, executablePath, native, modules] = process.argv.slice(2);
const BENCH_DEPTH = 9;

/** Runs in the page. */
async function inPage(depth) {
  const { Engine, loadFiles, moduleName } = await import("/chuhe/engine.js");
  const wait = (listen, post, lines, test) =>
    new Promise((resolve) => {
      const seen = [];
      listen((message) => seen.push(message) && test(message) && resolve(seen));
      post(lines);
    });
  const worker = new Worker("/chuhe/worker.js", { type: "module" });
  const listen = (receive) => (worker.onmessage = ({ data }) => receive(data));
  const send = (lines, test) => wait(listen, (lines) => worker.postMessage(lines), lines, test);
  await send("uci", (line) => line === "uciok");
  const moves = [];
  while (moves.length < 6) {
    const position = moves.length > 0 ? `position startpos moves ${moves.join(" ")}` : "position startpos";
    const lines = await send(`${position}\ngo nodes 3000`, (line) => line.startsWith("bestmove"));
    moves.push(lines.at(-1).split(" ")[1]);
  }
  await send("position startpos\ngo infinite", (line) => line.startsWith("info depth 6"));
  const start = performance.now();
  await send("stop", (line) => line.startsWith("bestmove"));
  const stopped = performance.now() - start;
  // The first benchmark runs while the browser still compiles, the second is measured.
  const bench = async (send) => {
    const isLast = (line) => line.startsWith("nodes/s");
    await send(`bench ${depth - 1}`, isLast);
    return send(`bench ${depth}`, isLast);
  };
  const benches = { [moduleName()]: await bench(send) };
  const files = await loadFiles({ module: "chuhe-simd.wasm" });
  let receive;
  const engine = await Engine.create((message) => receive(message), files);
  const sendHere = (lines, test) => wait((to) => (receive = to), (lines) => engine.postMessage(lines), lines, test);
  benches["chuhe-simd.wasm"] = await bench(sendHere);
  return { moves, stopped, benches };
}

const server = await serve(modules);
const browser = await launch(tools, executablePath, server.url);
const { page, close } = await browser.open();
const found = await page.evaluate(inPage, BENCH_DEPTH);
await close();
await browser.close();
server.close();

assert.equal(found.moves.length, 6);
console.log(`npm: in the page ${found.moves.join(" ")}; a search stopped after ${found.stopped.toFixed(0)} ms`);
const lines = execFileSync(native, { input: `bench ${BENCH_DEPTH}\n`, encoding: "utf8" }).trim().split("\n");
const rows = (lines) => lines.filter((line) => /^ *\d+ +\d|^nodes /.test(line)).map((line) => line.trim());
const speed = (lines) => Number(lines.at(-1).split(/ +/)[1]);
for (const [module, bench] of Object.entries(found.benches)) {
  assert.deepEqual(rows(bench), rows(lines), module);
  const percent = ((100 * speed(bench)) / speed(lines)).toFixed(0);
  console.log(`npm: in the page ${module} ${speed(bench)} nodes/s, native ${speed(lines)}: ${percent} %`);
}
