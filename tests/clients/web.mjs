// Plays, analyses and solves in the page, in both languages, at the size of a phone and without a network.
//
//   node web.mjs TOOLS BROWSER ENGINE OUT_DIR         (the files of web.sh in OUT_DIR)
//
// The page is that of src/web/build.sh in OUT_DIR/page or, if there is none, that of chuhe play.
//
// Writes pictures of the page to OUT_DIR.

import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { launch, makeMove, NativeEngine, serve, servePlay, waitForText } from "./web_page.mjs";

const [tools, executablePath, native, out] = process.argv.slice(2);
const LEVEL = "3";
/** A game that is not over by then is resigned, in plies. */
const LONGEST_GAME = 200;
/** Mates in one and two, and the first in three. */
const PUZZLES = 25;

const isNative = !existsSync(`${out}/page`);
const server = isNative ? await servePlay(native) : await serve(`${out}/page`);
const browser = await launch(tools, executablePath, server.url);
const engine = new NativeEngine(native);
const stored = (page, key) => page.evaluate((key) => JSON.parse(localStorage.getItem(key)), key);
const gameMoves = async (page) => (await stored(page, "chuhe.game")).record.moves.map(({ move }) => move);
const picture = (page, name, options = {}) => page.screenshot({ path: `${out}/web-${name}.png`, ...options });
const waitForPlies = (page, plies) => page.waitForFunction(
  (plies) => JSON.parse(localStorage.getItem("chuhe.game")).record.moves.length >= plies || document.querySelector("#play-message .result"), plies);

/** A new page answers the first move. */
async function answersSoon() {
  const start = performance.now();
  const { page, close } = await browser.open();
  await makeMove(page, "play-board", "h2e2");
  await waitForPlies(page, 2);
  console.log(`web: the engine has answered ${((performance.now() - start) / 1000).toFixed(1)} s after the page was opened`);
  assert.equal((await gameMoves(page)).length, 2);
  // The score for an offer of a draw is kept.
  const { score } = await stored(page, "chuhe.game");
  await page.reload();
  await waitForText(page, "play-message", /Your move/);
  assert.deepEqual([typeof score, (await stored(page, "chuhe.game")).score], ["number", score]);
  // An unfinished game is lost only if the player agrees.
  page.refuses = true;
  const moves = await gameMoves(page);
  const asks = async (button) => {
    const question = page.waitForEvent("dialog");
    await page.click(button);
    assert.match((await question).message(), /unfinished game in Play/);
  };
  await asks("#new-game");
  await page.click("#show-analysis");
  await asks("#play-from-here");
  await page.click("#show-play");
  await waitForText(page, "play-message", /Your move/);
  assert.deepEqual(await gameMoves(page), moves);
  page.refuses = false;
  await page.selectOption("#clock", "1");
  await page.selectOption("#side", "black");
  await asks("#new-game");
  await waitForText(page, "clocks", /Red [45]:.*Black [45]:/);
  await waitForPlies(page, 1);
  assert.match(await page.locator("#play-board [role=gridcell]").first().getAttribute("aria-label"), /^i0, red rook/);
  await close();
}

/** A whole game against a level by clicks, with the moves of the native engine. */
async function playsAGame() {
  const { page, close } = await browser.open();
  await page.selectOption("#level", LEVEL);
  await page.click("#new-game");
  await page.click("#play-hint");
  await waitForText(page, "play-message", /Hint: /);
  // It stays in another language, with its arrow.
  await page.click("#language");
  await waitForText(page, "play-message", /^提示：.+。$/);
  assert.equal(await page.locator("#play-board .chuhe-arrow").count(), 1);
  await page.click("#language");
  let moves = [];
  let isTakenBack = false;
  while (!(await page.locator("#play-message .result").count()) && moves.length < LONGEST_GAME) {
    const move = await engine.bestMove(moves, "go nodes 30000");
    await makeMove(page, "play-board", move);
    await waitForPlies(page, moves.length + 2);
    moves = await gameMoves(page);
    if (moves.length === 6 && !isTakenBack) {
      isTakenBack = true;
      await page.click("#take-back");
      // The engine's move is read out.
      await waitForText(page, "play-message", /^[A-Za-z+\-\d.]{4}\. (Check\. )?Your move/);
      // A hint is for the present position, also if an earlier one is looked at.
      await page.locator("#play-moves button").first().click();
      await page.click("#play-hint");
      await waitForText(page, "play-message", /Hint: /);
      assert.equal(await page.locator("#play-moves button").last().getAttribute("aria-current"), "true");
      moves = await gameMoves(page);
      assert.equal(moves.length, 4);
    }
  }
  if (moves.length >= LONGEST_GAME) {
    await page.click("#resign");
  }
  const result = await page.locator("#play-message .result").textContent();
  console.log(`web: ${moves.length} plies against level ${LEVEL}: ${result}`);
  await page.reload();
  assert.equal(await page.locator("#play-message .result").textContent(), result);
  await picture(page, "play");
  await page.click("#analyse-game");
  await page.locator("#moves button").nth(moves.length - 1).waitFor();
  assert.equal(await page.locator("#moves button").count(), moves.length);
  await close();
}

/** A move that is taken back gives back its time, and a game lost on time. */
async function givesTimeBack() {
  const { page, close } = await browser.open();
  await page.clock.install();
  await page.selectOption("#clock", "1");
  await page.click("#new-game");
  await page.clock.fastForward("02:00");
  await makeMove(page, "play-board", "h2e2");
  await waitForPlies(page, 2);
  await page.clock.fastForward("10:00");
  await waitForText(page, "play-message", /Black wins: out of time/);
  await page.reload();
  await page.click("#take-back");
  await waitForText(page, "play-message", /Your move/);
  await waitForText(page, "clocks", /Black 5:00.*Red [45]:/);
  await close();
}

/** A perpetual chase is judged, and the ruling is shown move by move. */
async function judgesAChase() {
  const { page, close } = await browser.open();
  await page.selectOption("#side", "both");
  await page.click("#show-analysis");
  await page.fill("#fen", "3k5/9/9/9/9/9/8R/2c6/9/5K3 w");
  await page.click("#fen-form button");
  await page.waitForFunction(() => document.getElementById("fen").value.startsWith("3k5/9/9/9/9/9/8R/2c6/9/5K3 w - -"));
  await page.click("#play-from-here");
  const cycle = ["i3i2", "c2c3", "i2i3", "c3c2"];
  for (const move of [...cycle, ...cycle]) {
    await waitForText(page, "play-message", /to move/);
    await makeMove(page, "play-board", move);
  }
  await waitForText(page, "play-message", /Black wins/);
  const rows = await page.locator(".ruling li").allTextContents();
  assert.equal(rows.length, 4);
  assert.match(rows[0], /red rook.*chase.*attacks black cannon c2/);
  await picture(page, "chase");
  await page.click("#language");
  assert.match(await page.locator("#play-message").textContent(), /黑胜.*长捉.*捉/s);
  await page.click("#analyse-game");
  await page.click("#to-end");
  await waitForText(page, "analysis-result", /黑胜.*长捉.*捉/);
  assert.equal(await page.locator("#analysis-result li").count(), 4);
  await picture(page, "ruling");
  await page.click("#back");
  await page.locator("#analysis-result").waitFor({ state: "hidden" });
  await close();
}

/** Finds a mate, and refuses wrong positions and files without losing the game. */
async function analyses() {
  const { page, close } = await browser.open();
  await page.click("#show-analysis");
  await page.fill("#fen", "3k5/9/R8/9/9/9/9/9/9/1R2K4 w");
  await page.click("#fen-form button");
  await waitForText(page, "lines", /\+#1/);
  await page.selectOption("#line-count", "3");
  await page.waitForFunction(() => document.querySelectorAll("#lines li").length === 3);
  assert(await page.locator("#analysis-board .chuhe-arrow").count() >= 2);
  // The lines that the stopped search still sends are not shown.
  await page.selectOption("#line-count", "1");
  await page.waitForTimeout(1000);
  assert.equal(await page.locator("#lines li").count(), 1);
  await makeMove(page, "analysis-board", "a7a8");
  for (const [action, message] of [
    [() => page.fill("#fen", "4k4/9 w").then(() => page.click("#fen-form button")), /the FEN has 2 ranks/],
    [() => drop(page, "large.pgn"), /large\.pgn was not opened: the file has 53 MB/],
    [() => drop(page, "broken.xqf"), /broken\.xqf was not opened: /],
  ]) {
    await action();
    await waitForText(page, "notice", message);
    assert.equal(await page.locator("#moves button").count(), 1);
  }
  await page.click("#edit");
  await page.click("#editor-pieces button:has-text('red cannon')");
  await page.click("#editor-board [role=gridcell][aria-label^='e4']");
  await picture(page, "editor");
  await page.click("#editor-done");
  await page.waitForFunction(() => document.getElementById("fen").value.includes("4C4"));
  await close();
}

/** Drops a file of OUT_DIR on the page; `large.pgn` is one of 50 MiB. */
async function drop(page, name) {
  const file = name === "large.pgn" ? null : readFileSync(`${out}/${name}`).toString("base64");
  await page.evaluate(([name, file]) => {
    const bytes = file === null ? new Uint8Array(50 << 20) : Uint8Array.from(atob(file), (character) => character.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], name));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
  }, [name, file]);
}

/** Opens a PGN and an XQF, saves them, reviews the game, and finds a better move. */
async function reviewsFiles() {
  const { page, close } = await browser.open({ acceptDownloads: true });
  await page.click("#show-analysis");
  for (const name of ["game.pgn", "game.xqf"]) {
    await drop(page, name);
    await waitForText(page, "notice", new RegExp(`${name}: one game`));
    await waitForText(page, "moves", /开局.*1\. C2\.5.*中炮 <img src=x>.*C8\.5/);
    assert.equal(await page.locator("#moves .variation button").count(), 2);
  }
  for (const [id, magic] of [["save-pgn", "[Event"], ["save-xqf", "XQ"]]) {
    const waiting = page.waitForEvent("download");
    await page.click(`#${id}`);
    const saved = readFileSync(await (await waiting).path());
    assert(saved.includes(magic), id);
    // A variation without comments begins with the move that it varies.
    assert(id === "save-xqf" || (saved.includes("中炮 <img src=x>") && saved.includes("跳马")));
  }
  await page.click("#review");
  await waitForText(page, "review-message", /Reviewed/);
  await page.click("#next-mistake");
  await waitForText(page, "review-message", /Better: /);
  await picture(page, "review");
  const ply = (await stored(page, "chuhe.analysis")).moves.length;
  await page.click("#retry");
  await waitForText(page, "review-message", /Find a better move/);
  // Messages change with the language.
  await page.click("#language");
  await waitForText(page, "review-message", /请找出更好的着法/);
  await waitForText(page, "notice", /game\.xqf：1 盘棋/);
  await page.click("#language");
  await waitForText(page, "review-message", /Find a better move/);
  const record = (await stored(page, "chuhe.analysis")).record;
  const line = [];
  for (let parent = null, index; (index = record.moves.findIndex((move) => move.parent === parent)) >= 0; parent = index) {
    line.push(record.moves[index].move);
  }
  const before = line.slice(0, ply - 1);
  // While a move is judged no other can be made, and it is forgotten when the user goes elsewhere.
  const buttons = await page.locator("#moves button").count();
  await makeMove(page, "analysis-board", ply % 2 === 1 ? "a3a4" : "a6a5");
  await page.waitForFunction(() =>
    document.getElementById("review-message")?.textContent?.includes("judges the move") && document.querySelector("#analysis-board .chuhe-movable") === null);
  await page.click("#to-start");
  await waitForText(page, "depth", /depth/);
  assert.equal(await page.locator("#moves button").count(), buttons);
  await page.click("#next-mistake");
  await page.click("#retry");
  await waitForText(page, "review-message", /Find a better move/);
  await makeMove(page, "analysis-board", await engine.bestMove(before, "go nodes 200000"));
  await waitForText(page, "review-message", /is the best move|as good as the best/);
  // The better move is a variation, here the main line; the next mistake is the next of the reviewed game.
  await page.click("#promote");
  await page.click("#next-mistake");
  const { moves } = await stored(page, "chuhe.analysis");
  assert(moves.length > ply, moves.join());
  assert.deepEqual(moves, line.slice(0, moves.length));
  await page.click("#language");
  await waitForText(page, "moves", /炮二平五/);
  await page.reload();
  await waitForText(page, "moves", /炮二平五.*中炮/);
  await close();
}

/** A comment is kept as it is typed, does not swallow the next click, and stays in its game. */
async function keepsComments() {
  const { page, close } = await browser.open();
  await page.click("#show-analysis");
  // What the engine says does not push the moves away.
  const top = () => page.locator("#moves").evaluate((moves) => moves.getBoundingClientRect().top);
  const before = await top();
  await waitForText(page, "depth", /depth/);
  assert.equal(await top(), before);
  await drop(page, "game.pgn");
  await waitForText(page, "moves", /C2\.5/);
  const comment = page.locator("#comment");
  const move = page.locator("#moves button").first();
  await comment.pressSequentially("before a click");
  await move.click({ delay: 100 });
  assert.equal(await move.getAttribute("aria-current"), "true");
  await comment.pressSequentially("before a reload");
  await page.reload();
  await waitForText(page, "moves", /before a click.*C2\.5.*before a reload/);
  assert.match(await comment.inputValue(), /before a reload/);
  const variation = page.locator("#moves .variation button").first();
  await variation.click();
  await page.reload();
  assert.equal(await variation.getAttribute("aria-current"), "true");
  await comment.pressSequentially("before a file");
  await drop(page, "game.xqf");
  await waitForText(page, "notice", /game\.xqf/);
  assert.equal(await comment.inputValue(), "开局");
  // Text can be dropped into the field.
  assert(await comment.evaluate((field) =>
    field.dispatchEvent(new DragEvent("dragover", { dataTransfer: new DataTransfer(), bubbles: true, cancelable: true }))));
  await close();
}

/** A page in which nothing is played leaves the game to the page in which it is played; so does the analysis. */
async function leavesTheGameToAnotherPage() {
  const { page, close } = await browser.open();
  await page.selectOption("#side", "both");
  await page.click("#new-game");
  const other = await page.context().newPage();
  await other.goto(server.url);
  await makeMove(page, "play-board", "h2e2");
  await waitForPlies(page, 1);
  await other.reload();
  assert.deepEqual(await gameMoves(page), ["h2e2"]);
  await page.click("#show-analysis");
  await makeMove(page, "analysis-board", "b2e2");
  await other.click("#show-analysis");
  await page.reload();
  await waitForText(page, "moves", /^1\. C8\.5/);
  await close();
}

/** Reviewed games that are over show the winner, and each game of a file keeps its comments. */
async function showsTheWinners() {
  const { page, close } = await browser.open();
  await page.click("#show-analysis");
  // A search would go on with a game that is over by the rules.
  await page.click("#engine");
  await drop(page, "over.pgn");
  for (const [game, evaluation] of [["0", "+#0"], ["1", "−R0"], ["2", "+R0"]]) {
    await page.selectOption("#games", game);
    await page.fill("#comment", `the comment ${game}`);
    await page.locator("#comment").blur();
    await page.click("#review");
    await waitForText(page, "review-message", /Reviewed/);
    await page.click("#to-end");
    await page.waitForFunction((text) => document.getElementById("bar").textContent === text, evaluation);
  }
  await page.selectOption("#games", "0");
  await waitForText(page, "moves", /the comment 0/);
  // A win by rule is a score beyond all evaluations.
  const scores = await page.evaluate(async () => {
    const { parseInfo } = await import("chuhe/app/engine_client.js");
    const { evaluate } = await import("chuhe/app/evaluation.js");
    return [29000, 29996, -29996].map((cp) => evaluate(parseInfo(`info depth 4 score cp ${cp} pv h2e2`).score, true).text);
  });
  assert.deepEqual(scores, ["+290.00", "+R4", "−R4"]);
  // A part that comes after a review was stopped is not shown.
  const message = await page.evaluate(async () => {
    const { GameTree } = await import("chuhe/app/game_tree.js");
    const { Review } = await import("chuhe/app/review.js");
    let send;
    const engine = { stop: () => {}, request: (request, onpart) => new Promise(() => (send = onpart)) };
    const review = new Review({ texts: { reviewing: () => "reviewed" }, engine, settings: {} }, () => {});
    const tree = new GameTree();
    tree.play("h2e2");
    review.start(tree);
    review.stop();
    send({ ply: 1, side: "red", mark: "", best: null, before: { cp: 0 }, after: { cp: 0 }, points: 0.5 });
    return document.getElementById("review-message").textContent;
  });
  assert.equal(message, "");
  await close();
}

/** Redraws during a press, a drag or a choice by keys lose nothing. */
async function keepsPressesAndFocus() {
  const { page, close } = await browser.open();
  await page.click("#show-analysis");
  await drop(page, "game.pgn");
  await waitForText(page, "moves", /C2\.5/);
  // The text of the focused element, and whether it is the current or the chosen one.
  const focused = () => page.evaluate(() => {
    const { textContent, attributes } = document.activeElement;
    return [textContent, (attributes["aria-current"] ?? attributes["aria-pressed"])?.value];
  });
  const redrawn = async (selector, press, check) => {
    await page.evaluate((selector) => (document.querySelector(selector).isOld = true), selector);
    await press();
    await page.waitForFunction((selector) => !document.querySelector(selector).isOld, selector);
    await check();
  };
  const move = page.locator("#moves button").nth(1);
  await move.focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll("#moves button")[1].ariaCurrent === "true");
  assert.deepEqual(await focused(), [await move.textContent(), "true"]);
  await move.evaluate((button) => (button.isOld = true));
  await page.click("#analysis-flip");
  await page.click("#analysis-flip");
  await waitForText(page, "depth", /depth/);
  assert.equal(await move.evaluate((button) => button.isOld), true);

  // The engine shows its lines every 200 ms.
  await page.click("#to-start");
  await page.locator("#curve").waitFor();
  const curve = await page.locator("#curve").boundingBox();
  await page.mouse.move(curve.x + curve.width - 3, curve.y + 10);
  await redrawn("#curve svg", () => page.mouse.down(), () => page.mouse.up());
  await page.waitForFunction(() => document.getElementById("on").disabled);
  await page.click("#to-start");
  const square = await page.locator("#analysis-board [role=gridcell][aria-label^='h2']").boundingBox();
  await redrawn("#analysis-board svg", async () => {
    await page.mouse.move(square.x + 9, square.y + 9);
    await page.mouse.down();
    await page.mouse.move(square.x + 49, square.y - 31);
  }, async () => {
    await redrawn("#analysis-board svg", () => {}, async () => {
      assert.equal(await page.locator("#analysis-board [data-square][style*=translate]").count(), 1);
      await page.mouse.up();
    });
  });

  const grid = "#analysis-board [role=grid]";
  const keys = await page.evaluate((grid) => [{ altKey: true }, { ctrlKey: true }, { metaKey: true }, {}].map((held) =>
    document.querySelector(grid).dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", cancelable: true, ...held }))), grid);
  assert.deepEqual(keys, [true, true, true, false]);
  // A piece that is chosen stays so while a review shows its results.
  await page.click("#to-start");
  await page.click("#review");
  await waitForText(page, "review-message", /Move 1 of/);
  const pawn = page.locator("#analysis-board [role=gridcell][aria-label^='c3']");
  await pawn.click();
  await waitForText(page, "review-message", /Move [3-9] of|Reviewed/);
  assert.match(await pawn.getAttribute("aria-label"), /chosen/);
  await page.keyboard.press("Escape");
  // So does a FEN that is being typed.
  await page.fill("#fen", "4k4/");
  await waitForText(page, "review-message", /Reviewed/);
  await waitForText(page, "depth", /depth/);
  await page.selectOption("#line-count", "2");
  assert.equal(await page.inputValue("#fen"), "4k4/");
  await page.click("#edit");
  assert.equal(await page.getAttribute("#editor-side", "aria-label"), "Side to move");
  await page.locator("#editor-pieces button").nth(3).focus();
  await page.keyboard.press("Enter");
  assert.deepEqual(await focused(), ["red horse", "true"]);
  // A press that is released outside the board does not stop the cursor.
  await page.locator("#editor-board [role=gridcell][aria-label^='e4']").hover();
  await page.mouse.down();
  await page.mouse.move(1, 1);
  await page.mouse.up();
  await page.keyboard.press("ArrowUp");
  const cursor = await page.getAttribute("#editor-board [role=grid]", "aria-activedescendant");
  assert.match(await page.getAttribute(`#${cursor}`, "aria-label"), /^e5/);
  await page.focus("#editor-board [role=grid]");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#editor").isVisible(), false);
  await close();
}

/** A file of puzzles is shown before the engine has solved the first, which cannot be played yet. */
async function showsPuzzlesBeforeTheyAreSolved() {
  const { page, close } = await browser.open();
  await page.click("#show-puzzles");
  await waitForText(page, "message", /Drag a piece/);
  writeFileSync(`${out}/games.pgn`, '[FEN "3k5/9/R8/9/9/9/9/9/9/1R2K4 w - - 0 1"]\n\n1. b0b8 *\n\n1. h2h9 zz *\n');
  await drop(page, "games.pgn");
  await waitForText(page, "notice", /One game was skipped: game 2: /);
  await waitForText(page, "name", /^game 1$/);
  await waitForText(page, "message", /Drag a piece/);
  assert.equal(await page.textContent("#name"), "game 1");
  await page.click("#show-play");
  await drop(page, "long.epd");
  await waitForText(page, "message", /The engine solves/);
  await page.waitForFunction(() => !document.getElementById("puzzles").hidden);
  assert.match(await page.textContent("#message"), /The engine solves/);
  assert.match(await page.locator("#board [role=gridcell]").first().getAttribute("aria-label"), /^a9, black rook/);
  assert.equal(await page.locator("#board .chuhe-movable").count(), 0);
  for (const id of ["hint", "give-up", "again"]) {
    assert(await page.locator(`#${id}`).isDisabled(), id);
  }
  await page.click("#own-puzzles");
  await waitForText(page, "message", /Drag a piece/);
  assert(await page.locator("#again").isEnabled());
  // The attempt goes on in another language.
  await page.click("#hint");
  await page.click("#language");
  await waitForText(page, "message", /请走/);
  await waitForText(page, "solved-count", /^楚河习题：/);
  await close();
}

/** Solves puzzles with the moves that the hints name. */
async function solvesPuzzles() {
  const { page, close } = await browser.open();
  await page.clock.install();
  await page.click("#show-puzzles");
  await waitForText(page, "message", /Drag a piece/);
  await page.click("#hint");
  await page.click("#hint");
  await waitForText(page, "message", /is [A-Z]\d[+.-]\d/);
  // The settings choose the notation of moves.
  await page.click("#show-settings");
  await page.selectOption("#notation", "iccs");
  await page.click("#close-settings");
  await waitForText(page, "message", /is [a-i]\d[a-i]\d/);
  await page.click("#again");
  for (let index = 0; index < PUZZLES; index++) {
    await waitForText(page, "message", /Drag a piece/);
    while (!/Solved|The solution|mate\. Solved/.test(await page.textContent("#message"))) {
      await page.click("#hint");
      await page.click("#hint");
      const [move] = /[a-i]\d[a-i]\d/.exec(await page.textContent("#message"));
      await makeMove(page, "board", move);
      await page.clock.runFor(1000);
    }
    if (index === 3) {
      await page.click("#solution .buttons button:first-child");
      await waitForText(page, "solution", /Audit of 1 position.* · 1 node ·/);
      await picture(page, "puzzles");
    }
    await page.click("#next");
  }
  assert.match(await page.textContent("#solved-count"), new RegExp(`${PUZZLES} of `));
  await page.reload();
  await waitForText(page, "solved-count", new RegExp(`${PUZZLES} of `));
  await close();
}

/** At the size of a phone, by touch, in Chinese, in dark colours; then without the server, unless that runs the engine. */
async function worksOnAPhoneAndOffline() {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "zh-CN", colorScheme: "dark" };
  const { page, close } = await browser.open(phone);
  assert.equal(await page.locator("html").getAttribute("lang"), "zh-CN");
  await makeMove(page, "play-board", "h2e2", "tap");
  await waitForPlies(page, 2);
  for (const view of ["play", "analysis", "puzzles"]) {
    await page.tap(`#show-${view}`);
    if (view === "puzzles") {
      await waitForText(page, "message", /拖动棋子/);
      await page.evaluate(() => (document.querySelector("#puzzle-list option").textContent = "name_without_blanks".repeat(9)));
    }
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert(width <= 390, `${view} is ${width} pixels wide`);
    await picture(page, `phone-${view}`, { fullPage: true });
  }
  await page.tap("#show-analysis");
  await page.fill("#fen", "4k4/9 w");
  await page.tap("#fen-form button");
  await waitForText(page, "notice", /没有完成：FEN 有 2 行，棋盘有 10 行/);
  if (isNative) {
    return close();
  }
  await page.evaluate(() => navigator.serviceWorker.ready);
  server.close();
  await page.tap("#show-play");
  await page.reload();
  const moves = await gameMoves(page);
  assert.equal(moves.length, 2);
  // The reply may have blocked any move chosen in advance.
  await makeMove(page, "play-board", await engine.bestMove(moves, "go nodes 1000"), "tap");
  await waitForPlies(page, 4);
  await close();
}

async function isAccessible() {
  for (const colorScheme of ["light", "dark"]) {
    const { page, close } = await browser.open({ colorScheme, axe: true });
    for (const view of ["play", "analysis", "puzzles"]) {
      await page.click(`#show-${view}`);
      await browser.checkAccessibility(page, `${view} in ${colorScheme} colours`);
    }
    await page.click("#show-settings");
    await browser.checkAccessibility(page, `settings in ${colorScheme} colours`);
    await close();
  }
}

/** The page says which engine runs; the native one searches in as many threads as the user chooses. */
async function namesTheEngine() {
  const { page, close } = await browser.open();
  await page.click("#show-analysis");
  await waitForText(page, "engine-name", isNative ? /^Chuhe .* on this computer$/ : /^Chuhe .* in this browser/);
  assert.equal(await page.locator("#threads-field").isVisible(), isNative);
  if (isNative) {
    await page.selectOption("#threads", "1");
    await waitForText(page, "depth", /depth/);
    assert.equal((await stored(page, "chuhe.settings")).threads, 1);
  }
  await close();
}

/** The page searches in no more threads than the program, whatever the browser has kept. */
async function keepsToTheThreadsOfTheProgram() {
  const single = await servePlay(native, ["--threads", "1"]);
  const page = await browser.newPage();
  await page.addInitScript(() => localStorage.setItem("chuhe.settings", JSON.stringify({ view: "analysis", threads: 2 })));
  const sent = [];
  page.on("request", (request) => sent.push(request.postData()));
  await page.goto(single.url);
  await waitForText(page, "depth", /\d/);
  assert.deepEqual(await page.locator("#threads option").allTextContents(), ["1"]);
  assert.equal(sent.join("\n").match(/Threads value \d+/g)?.at(-1), "Threads value 1");
  await page.context().close();
  single.close();
}

/** Another site, even if it knew the address, can neither read the page nor send to its engine. */
async function isClosedToOtherSites() {
  const { page, close } = await browser.open();
  await page.click("#show-analysis");
  await waitForText(page, "depth", /depth/);
  const site = createServer((request, response) => response.setHeader("Content-Type", "text/html").end("<p>another site"));
  await new Promise((listening) => site.listen(0, "127.0.0.1", listening));
  const other = await browser.newPage();
  await other.goto(`http://localhost:${site.address().port}/`);
  const got = await other.evaluate(async (url) => {
    const isDone = (promise) => promise.then((response) => response.type, () => "refused");
    const loads = (element) => new Promise((resolve) => {
      element.onload = () => resolve("loaded");
      element.onerror = () => resolve("refused");
      document.body.append(element);
    });
    return {
      cors: await isDone(fetch(url)),
      noCors: await isDone(fetch(url, { mode: "no-cors" })),
      image: await loads(Object.assign(new Image(), { src: `${url}icon.svg` })),
      script: await loads(Object.assign(document.createElement("script"), { src: `${url}app/sound.js` })),
      post: await isDone(fetch(`${url}engine/1/lines`, { method: "POST", body: "quit" })),
      events: await new Promise((resolve) => {
        const events = new EventSource(`${url}engine/events`);
        events.onopen = () => resolve("open");
        events.onerror = () => resolve("refused");
      }),
    };
  }, server.url);
  assert.deepEqual(new Set(Object.values(got)), new Set(["refused"]), JSON.stringify(got));
  // A post that needs no permission is sent, and is refused by its origin: the engine goes on.
  await other.evaluate((url) => Promise.all(Array.from({ length: 9 }, (_, page) =>
    fetch(`${url}engine/${page + 1}/lines`, { method: "POST", mode: "no-cors", body: "quit" }).catch(() => {}))), server.url);
  await page.fill("#fen", "3k5/9/R8/9/9/9/9/9/9/1R2K4 w");
  await page.click("#fen-form button");
  await waitForText(page, "lines", /\+#1/);
  await other.context().close();
  site.close();
  site.closeAllConnections();
  await close();
}

/** The program ends some seconds after its page, but not when the page is loaded again. */
async function endsWithThePage() {
  const { page, close } = await browser.open();
  await waitForText(page, "play-message", /Your move/);
  await page.reload();
  await makeMove(page, "play-board", "h2e2");
  await waitForPlies(page, 2);
  await close();
  assert.equal(await server.ended, 0);
}

/** A page whose program has ended says so, also in the place of a review that ran. */
async function showsALostConnection() {
  const lost = await servePlay(native);
  const page = await browser.newPage();
  await page.goto(lost.url);
  await waitForText(page, "play-message", /Your move|请走棋/);
  await page.click("#show-analysis");
  // Its review takes a minute.
  writeFileSync(`${out}/long.pgn`, "b0c2 b9c7 c2b0 c7b9 ".repeat(50));
  await drop(page, "long.pgn");
  await waitForText(page, "notice", /long\.pgn/);
  await page.click("#review");
  lost.close();
  await waitForText(page, "notice", /chuhe play/);
  await waitForText(page, "review-message", /chuhe play/);
  await page.click("#show-puzzles");
  await waitForText(page, "notice", /was not opened|没有打开/);
  await page.context().close();
}

/** A fifth page waits until one of the four before it is closed, and then does what was asked meanwhile. */
async function waitsForAPlace() {
  const full = await servePlay(native);
  const pages = [];
  for (let count = 0; count < 5; count++) {
    const page = await browser.newPage();
    pages.push(page);
    await page.goto(full.url);
    await waitForText(page, ...(count < 4 ? ["play-message", /Your move|请走棋/] : ["notice", /four pages|四个网页/]));
  }
  const fifth = pages.pop();
  await fifth.click("#show-analysis");
  writeFileSync(`${out}/wait.pgn`, "b0c2 b9c7");
  await drop(fifth, "wait.pgn");
  await pages[0].context().close();
  await waitForText(fifth, "notice", /wait\.pgn/);
  for (const page of [...pages.slice(1), fifth]) {
    await page.context().close();
  }
  full.close();
}

const checks = [answersSoon, givesTimeBack, leavesTheGameToAnotherPage, judgesAChase, analyses, reviewsFiles, keepsComments, showsTheWinners,
  keepsPressesAndFocus, showsPuzzlesBeforeTheyAreSolved, solvesPuzzles, isAccessible, playsAGame, namesTheEngine, worksOnAPhoneAndOffline,
  ...(isNative ? [keepsToTheThreadsOfTheProgram, isClosedToOtherSites, endsWithThePage, showsALostConnection, waitsForAPlace] : [])];
const wanted = process.env.CHECKS?.split(" ");
try {
  for (const check of checks.filter(({ name }) => wanted?.includes(name) ?? true)) {
    const start = performance.now();
    await check();
    console.log(`web: ${check.name} (${((performance.now() - start) / 1000).toFixed(0)} s)`);
  }
} finally {
  engine.close();
  await browser.close();
  server.close();
}
