// Pages in headless Chromium: files, served from a folder, or by chuhe play, and an engine that plays against one.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, resolve } from "node:path";
import { createInterface } from "node:readline";

const TYPES = {
  ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".svg": "image/svg+xml", ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** Serves a folder on a port of this machine. */
export async function serve(folder) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    try {
      const name = path.endsWith("/") ? `${path}index.html` : path;
      const file = await readFile(join(folder, name));
      response.setHeader("Content-Type", TYPES[extname(name)] ?? "application/octet-stream").end(file);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${server.address().port}/`, close };
}

/** Serves the page by `chuhe play` with these options, which ends by itself after the last page. */
export async function servePlay(engine, options = []) {
  const program = spawn(engine, ["play", "--no-open", ...options], { stdio: ["ignore", "pipe", "inherit"] });
  process.once("exit", () => program.kill());
  const ended = new Promise((resolve) => program.on("exit", resolve));
  const lines = createInterface({ input: program.stdout });
  const [, url] = /(http:\S+)/.exec(await new Promise((resolve) => lines.once("line", resolve)));
  return { url, ended, close: () => program.kill() };
}

/** A browser whose pages fail when closed if they had errors, or requests outside `url`, a host or a folder that ends in a slash. */
export async function launch(tools, executablePath, url) {
  const require = createRequire(resolve(tools, "package.json"));
  const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
  const browser = await require("playwright-core").chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const open = async (options = {}, file = "", prepare = () => {}) => {
    // The policy of the page refuses the script of axe.
    const context = await browser.newContext({ locale: "en-US", viewport: { width: 1280, height: 900 }, bypassCSP: options.axe ?? false, ...options });
    await context.addInitScript(prepare);
    const page = await context.newPage();
    const errors = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && errors.push(message.text()));
    page.on("request", (request) => request.url().startsWith(url) || /^(blob|data):/.test(request.url()) || errors.push(request.url()));
    page.on("dialog", (dialog) => (page.refuses ? dialog.dismiss() : dialog.accept()));
    await page.goto(url + file);
    return { page, close: async () => {
      assert.deepEqual(errors, []);
      await context.close();
    } };
  };
  const checkAccessibility = async (page, name) => {
    await page.evaluate(axe);
    const violations = await page.evaluate(async () => (await window.axe.run()).violations);
    const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
    assert.deepEqual(serious.map(({ id, nodes }) => [id, nodes[0].html]), [], name);
  };
  return { open, checkAccessibility, newPage: () => browser.newPage(), close: () => browser.close() };
}

/** Clicks the squares of moves on a board, or touches them. */
export async function makeMove(page, board, move, act = "click") {
  for (const square of [move.slice(0, 2), move.slice(2)]) {
    await page.locator(`#${board} [role=gridcell][aria-label^="${square}"]`)[act]();
  }
}

/** Waits for a text in an element. */
export async function waitForText(page, id, pattern) {
  try {
    await page.waitForFunction(([id, source]) => new RegExp(source, "s").test(document.getElementById(id).textContent), [id, pattern.source]);
  } catch (error) {
    const [text, notice, fen] = await page.evaluate((id) =>
      [id, "notice", "fen"].map((id) => document.getElementById(id)?.textContent || document.getElementById(id)?.value), id);
    throw new Error(`#${id} has the text '${text}'; the notice is '${notice}', the FEN '${fen}'`, { cause: error });
  }
}

/** The engine of the command line, which answers by UCI. */
export class NativeEngine {
  constructor(path) {
    this.process = spawn(path, { stdio: ["pipe", "pipe", "inherit"] });
    this.lines = createInterface({ input: this.process.stdout });
    this.process.stdin.write("uci\n");
  }

  /** The best move after some moves. */
  bestMove(moves, go) {
    return new Promise((found) => {
      const listen = (line) => {
        if (line.startsWith("bestmove")) {
          this.lines.off("line", listen);
          found(line.split(" ")[1]);
        }
      };
      this.lines.on("line", listen);
      this.process.stdin.write(`position startpos moves ${moves.join(" ")}\n${go}\n`);
    });
  }

  close() {
    this.process.stdin.end("quit\n");
  }
}
