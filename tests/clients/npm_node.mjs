// Uses the npm package in Node: a game between two workers, requests, stops, errors, and the benchmark.
//
//   node npm_node.mjs ENGINE               (in a folder where the package is installed)

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { Worker } from "node:worker_threads";

import { Engine, loadFiles } from "chuhe";

const native = process.argv[2];
const BENCH_DEPTH = 7;

/** A player that keeps the messages of an engine until they are asked for. */
class Client {
  messages = [];
  wake = () => {};

  constructor(post) {
    this.post = post;
  }

  receive(message) {
    this.messages.push(message);
    this.wake();
  }

  /** Waits for a message that passes the test, and drops those before it. */
  async next(test) {
    for (;;) {
      while (this.messages.length > 0) {
        const message = this.messages.shift();
        assert(!message.fatal, JSON.stringify(message));
        if (test(message)) {
          return message;
        }
      }
      await new Promise((resolve) => (this.wake = resolve));
    }
  }

  /** Sends lines, and waits for a line that begins with one of the words. */
  line(lines, ...words) {
    this.post(lines);
    return this.next((message) => typeof message === "string" && words.includes(message.split(" ")[0]));
  }

  /** Sends a request, and waits for its last reply. */
  async request(request) {
    this.post(request);
    const id = request.id ?? null;
    return this.next((message) => message.id === id && (message.result !== undefined || message.error !== undefined));
  }
}

function startWorker() {
  const worker = new Worker(new URL(import.meta.resolve("chuhe/worker.js")));
  const client = new Client((message) => worker.postMessage(message));
  worker.on("message", (message) => client.receive(message));
  client.worker = worker;
  return client;
}

const red = startWorker();
const black = startWorker();

// A whole game: red by UCI, black by UCCI.
await red.line("uci", "uciok");
await black.line("ucci", "ucciok");
const moves = [];
let verdict;
do {
  const [player, position] =
    moves.length % 2 === 0 ? [red, "position startpos"] : [black, "position startpos"];
  const played = moves.length > 0 ? ` moves ${moves.join(" ")}` : "";
  const [word, move] = (await player.line(`${position}${played}\ngo nodes 1500`, "bestmove", "nobestmove")).split(" ");
  assert.equal(word, "bestmove");
  moves.push(move);
  verdict = (await black.request({ id: "game", request: "judge", moves })).result;
} while (verdict.outcome === "undecided");
console.log(`npm: a game of ${moves.length} plies: ${verdict.outcome}, ${verdict.reason}`);

// A puzzle, notation, and a review.
const puzzle = { id: 1, request: "solve", fen: "3k5/9/R8/9/9/9/9/9/9/1R2K4 w", nodes: 1_000_000, unique: true };
const solved = (await red.request(puzzle)).result;
assert.deepEqual([solved.status, solved.mate_in, solved.verified], ["mate", 1, true]);
const texts = (await red.request({ id: 2, request: "notation", moves: ["炮二平五", "H8+7"] })).result;
assert.deepEqual(texts.moves[1], { iccs: "h9g7", chinese: "马８进７", wxf: "H8+7" });
red.post({ id: 3, request: "review", moves: moves.slice(0, 4), nodes: 1000 });
for (let ply = 1; ply <= 4; ply++) {
  assert.equal((await red.next((message) => message.id === 3)).move.ply, ply);
}
assert.equal((await red.next((message) => message.id === 3)).result.type, "game");

// Messages are handled during a search and a proof.
red.post("position startpos\ngo infinite");
await red.next((message) => /^info depth/.test(message));
await red.line("isready", "readyok");
await red.line("stop", "bestmove");
red.post("position startpos moves h2e2\ngo ponder movetime 50");
await red.next((message) => /^info depth 5/.test(message));
await red.line("isready", "readyok");
await new Promise((resolve) => setTimeout(resolve, 200));
assert(!red.messages.some((message) => /^bestmove/.test(message)), "a move while pondering");
await red.line("ponderhit", "bestmove");
black.post("setoption batch off\nposition startpos\ngo infinite");
await black.next((message) => /^info depth/.test(message));
await black.line("stop", "bestmove");
red.post({ id: 4, request: "solve", movetime: 3_600_000 });
await red.line("isready", "readyok");
assert.equal((await red.request({ id: 4, request: "stop" })).error, "stopped");
red.post({ id: 5, request: "review", moves: ["h2e2", "h9g7"], movetime: 3_600_000 });
await red.line("isready", "readyok");
assert.equal((await red.request({ id: 5, request: "stop" })).error, "stopped");
await red.line("perft 7\nisready", "readyok");
red.post("stop");
await red.next((message) => /perft was stopped/.test(message));

// Bad input gets a message, and the engine goes on.
for (const [message, error] of [
  [{ id: 5, request: "play" }, "unknown request \"play\""],
  [{ id: 5, request: "judge", moves: ["h2e2", "h0g2"] }, "moves: move 2 of the list, h0g2, is not legal for black"],
  [{ id: 5, request: "solve", fen: "9".repeat(100_000) }, "fen: "],
  [{ id: 5, request: "judge", moves: "h2e2" }, "moves: expected an array"],
  [[1, 2], "not JSON: invalid type: sequence"],
  [7, "not JSON: invalid type: integer"],
  [{ id: 5, request: "judge", fen: "x".repeat(1 << 19) }, "a request of more than"],
  [{ id: 5, request: "solve", nodes: 1000n }, "not a request: "],
  [{ id: 5, lang: "zh", request: "solve", nodes: 1000n }, "不是请求："],
  // More bytes than the most, and fewer characters.
  [{ id: 5, request: "read_games", file: "车".repeat(3 << 20) }, "a request of more than 6291456 bytes"],
  [{ id: 5, lang: "zh", request: "read_games", file: "车".repeat(3 << 20) }, "超过 6291456 字节的请求没有处理"],
  ["x".repeat(1 << 21), "a message of more than"],
]) {
  red.post(message);
  const reply = await red.next((reply) => reply.error !== undefined);
  assert(reply.error.startsWith(error), JSON.stringify(reply));
  assert.equal(reply.id, message.id ?? null, error);
}
red.post("position fen 4k4/9 w");
await red.next((message) => /the FEN has 2 ranks/.test(message));
red.post(`position startpos moves ${"h2e2 ".repeat(20_000)}`);
await red.next((message) => /a line of more than 65536 bytes was ignored/.test(message));
red.post("setoption name Hash value 65536");
await red.next((message) => /the hash table has \d+ MiB instead of 65536/.test(message));
await red.line("position startpos\ngo depth 4", "bestmove");
await red.line("isready", "readyok");
red.post("quit");
assert.match((await red.request({ request: "judge" })).result.outcome, /undecided/);
red.post("isready");
await red.next((message) => /the engine has ended after quit/.test(message.error));
await Promise.all([red.worker.terminate(), black.worker.terminate()]);

// Files that cannot be used: half a network, and a page in place of a module.
const files = await loadFiles();
const half = { ...files, network: files.network.slice(0, 99) };
await assert.rejects(Engine.create(() => {}, half), /network: cut off at byte 99/);
const installed = new URL(".", import.meta.resolve("chuhe/worker.js"));
const broken = new URL("broken/", import.meta.url);
cpSync(installed, broken, { recursive: true });
writeFileSync(new URL("chuhe.nnue", broken), half.network);
writeFileSync(new URL("chuhe.wasm", broken), "<!doctype html>");
await assert.rejects(loadFiles({ base: broken, module: "chuhe.wasm" }), /broken\/chuhe\.wasm: .*expected magic word/);
const failing = new Worker(new URL("worker.js", broken));
const failure = await new Promise((resolve) => failing.once("message", resolve));
assert(failure.fatal && /network: cut off at byte 99/.test(failure.error), JSON.stringify(failure));
await failing.terminate();

// Bundlers find the files by literal URLs, and import no module of Node.
const script = readFileSync(new URL("engine.js", installed), "utf8");
for (const file of readdirSync(installed).filter((file) => /\.(wasm|nnue)$/.test(file))) {
  assert(script.includes(`"${file}": new URL("./${file}", import.meta.url)`), file);
}
assert(!script.includes("import("));
assert(!/new URL\([^"][^)]*import\.meta\.url/.test(script));

// After a panic each message is answered by the error.
const trap = await WebAssembly.compile(readFileSync(new URL("npm_trap.wasm", import.meta.url)));
const traps = [];
const panicking = await Engine.create((message) => traps.push(message), { ...files, module: trap });
panicking.postMessage("uci");
panicking.postMessage("isready");
await new Promise((resolve) => setTimeout(resolve));
assert.deepEqual(traps, Array(2).fill({ id: null, error: "the engine has ended: panicked in a test", fatal: true }));

// The benchmark has the rows of the native program: nodes, move and score of each position.
const rows = (text) => text.split("\n").filter((line) => /^ *\d+ +\d|^nodes /.test(line)).map((line) => line.trim());
const expected = rows(execFileSync(native, { input: `bench ${BENCH_DEPTH}\n`, encoding: "utf8" }));
assert(expected.length > 20);
for (const module of ["chuhe-simd.wasm", "chuhe.wasm"]) {
  const client = new Client();
  const engine = await Engine.create((message) => client.receive(message), await loadFiles({ module }));
  engine.postMessage(`bench ${BENCH_DEPTH}`);
  const lines = [];
  await client.next((message) => lines.push(message) && /^nodes\/s/.test(message));
  assert.deepEqual(rows(lines.join("\n")), expected, module);
  console.log(`npm: ${module} searches as the native program, ${expected.at(-1)}`);
}
