// Uses the puzzle book and the review page in headless Chromium, without a network, in both languages and at the size of a phone.
//
//   node page.mjs TOOLS BROWSER OUT_DIR           (page.html and page_review.html in OUT_DIR, see page.sh)
//
// Writes pictures of the pages to OUT_DIR.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { launch, makeMove, waitForText } from "./web_page.mjs";

const [tools, executablePath, out] = process.argv.slice(2);

const html = readFileSync(`${out}/page.html`, "utf8");
const [head, rest] = html.split('id="results">\n');
const [lines] = rest.split("</script>");
const records = lines.trim().split("\n").map((line) => JSON.parse(line)).sort((a, b) => a.line - b.line);
const numberOf = (test) => {
  const index = records.findIndex(test);
  assert(index >= 0, `no puzzle with ${test}`);
  return index + 1;
};

const browser = await launch(tools, executablePath, pathToFileURL(`${out}/`).href);
const { checkAccessibility } = browser;
const open = (file, options, prepare) => browser.open({ offline: true, ...options }, file, prepare);
const cell = (page, square) => page.locator(`#board [role=gridcell][aria-label^="${square}"]`);
const move = (page, text) => makeMove(page, "board", text);
const drag = (page, text) => cell(page, text.slice(0, 2)).dragTo(cell(page, text.slice(2)));
const message = (page) => page.locator("#message").textContent();
const says = (page, pattern) => waitForText(page, "message", pattern);

/** The squares and pieces of the board as texts. */
const board = (page) => page.locator("#board [role=gridcell]").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));

const isTree = (record) => record.status === "mate" && record.mate_in === 3 && record.fen.includes(" w ");
const isCooked = (record) => record.audit?.found.some(({ line, fast }) => line.length === 0 && fast.length > 0) && record.mate_in > 1;

async function solves(locale, texts) {
  const { page, close } = await open("page.html", { locale });
  assert.equal(await page.locator("html").getAttribute("lang"), texts.lang);
  assert.equal(await page.locator("#cards li:visible").count(), records.length);
  assert.equal(await page.locator("#cards img").count(), 0);
  assert.match(await page.locator("#cards").textContent(), /<\/script><img src=x/);
  await checkAccessibility(page, "overview");
  await page.screenshot({ path: `${out}/page-${locale}.png` });

  // A puzzle is solved after a wrong move and hints, by drag and by clicks.
  const record = records[numberOf(isTree) - 1];
  await page.goto(`${page.url()}#${numberOf(isTree)}`);
  const start = await board(page);
  const wrong = await page.evaluate(async ([fen, key]) => {
    const { isLost, legalMoves, parseFen, playMove } = await import("chuhe/position.js");
    const position = parseFen(fen);
    return legalMoves(position).find((move) => move !== key && !isLost(playMove(position, move)));
  }, [record.fen, record.key]);
  await move(page, wrong);
  assert.notDeepEqual(await board(page), start);
  await says(page, texts.wrong);
  await page.waitForFunction(() => document.querySelector(".chuhe-movable") !== null);
  await page.locator("#hint").click();
  assert.match(await message(page), new RegExp(record.key.slice(0, 2)));
  await page.locator("#hint").click();
  assert.equal(await page.locator("#board .chuhe-arrow").count(), 1);
  await page.screenshot({ path: `${out}/page-puzzle-${locale}.png` });
  await checkAccessibility(page, "puzzle");
  // The attempt goes on in another language.
  await page.locator("#language").click();
  assert.doesNotMatch(await message(page), texts.hint);
  await page.locator("#language").click();
  assert.match(await message(page), texts.hint);
  assert.equal(await page.locator("#board .chuhe-arrow").count(), 1);
  for (let ply = 0; ply < record.pv.length; ply += 2) {
    await page.waitForFunction(() => document.querySelector(".chuhe-movable") !== null);
    await (ply === 0 ? drag : move)(page, record.pv[ply]);
  }
  await says(page, texts.solved);
  assert.equal(await page.locator("#solution .line button").count(), record.pv.length);

  // The solution can be stepped through, with another defence.
  await page.locator("#solution .buttons button").first().click();
  await page.locator("#solution .line button").nth(0).click();
  const defences = page.locator("#solution .defences button");
  if (await defences.count() > 1) {
    await defences.last().click();
    assert.equal(await defences.last().getAttribute("aria-pressed"), "true");
    assert.equal(await page.evaluate(() => document.activeElement.ariaPressed), "true");
  }
  const steps = page.locator("#solution .buttons").first().locator("button");
  await steps.last().click();
  assert.equal(await steps.nth(1).evaluate((button) => button === document.activeElement), true);
  await checkAccessibility(page, "solution");

  // Another move that mates as fast is accepted.
  const cooked = records[numberOf(isCooked) - 1];
  await page.evaluate((number) => (location.hash = number), numberOf(isCooked));
  await move(page, cooked.audit.found.find(({ line }) => line.length === 0).fast[0].move);
  await says(page, texts.alternative);

  // Giving up shows the first move.
  await page.locator("#again").click();
  await page.locator("#give-up").click();
  assert.equal(await page.locator("#solution .line button[aria-current=true]").count(), 1);
  assert.equal(await page.evaluate(() => document.activeElement.ariaCurrent), "true");

  // The overview comes back to the puzzle, and another language keeps the focus on its button.
  await page.locator("[data-text=allPuzzles]").click();
  await page.waitForFunction((number) => document.activeElement?.getAttribute("href") === `#${number}`, numberOf(isCooked), { timeout: 10_000 });
  await page.locator("#language").click();
  await page.locator("#language").click();
  assert.equal(await page.evaluate(() => document.activeElement.id), "language");

  // A mate in one by the keyboard.
  const one = records[numberOf((record) => record.mate_in === 1 && record.fen.includes(" w ")) - 1];
  await page.evaluate((number) => (location.hash = number), numberOf((record) => record === one));
  await page.locator("#again").click();
  const press = async (key, times) => {
    for (let count = 0; count < times; count++) {
      await page.keyboard.press(key);
    }
  };
  for (const square of [one.key.slice(0, 2), one.key.slice(2)]) {
    await press("ArrowLeft", 8);
    await press("ArrowDown", 9);
    await press("ArrowRight", square.charCodeAt(0) - 97);
    await press("ArrowUp", Number(square[1]));
    await press("Enter", 1);
  }
  await says(page, texts.mate);

  // The progress survives a reload, in the overview too.
  await page.goto(page.url().split("#")[0]);
  await page.reload();
  assert.deepEqual(await page.locator("#cards .badges .done").allTextContents(), [texts.solvedMark, texts.helpedMark].filter(Boolean));
  await page.selectOption("#progress", "done");
  assert.equal(await page.locator("#cards li:visible").count(), 2);
  await page.selectOption("#progress", "");
  await page.selectOption("#length", "2");
  assert.equal(await page.locator("#cards li:visible").count(), records.filter((record) => record.mate_in === 2).length);
  await page.locator("#find").fill("no puzzle has such a name");
  assert.equal(await page.locator("#cards li:visible").count(), 0);
  await page.locator("#language").click();
  assert.notEqual(await page.locator("html").getAttribute("lang"), texts.lang);
  await close();
}

await solves("en-US", {
  lang: "en", wrong: /Try again/, hint: /The move is/, solved: /Solved/, alternative: /mates just as fast/, mate: /is mate/, solvedMark: "solved", helpedMark: "solved with help",
});
await solves("zh-CN", {
  lang: "zh-CN", wrong: /再试试/, hint: /应走/, solved: /解出了/, alternative: /杀得一样快/, mate: /杀。解出了/, solvedMark: "已解出", helpedMark: "经提示或重试解出",
});

// By touch on a phone in the dark, where the browser keeps nothing.
{
  const refuse = () => Object.defineProperty(window, "localStorage", { get: () => { throw new Error("refused"); } });
  const options = { locale: "zh-CN", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "dark" };
  const { page, close } = await open("page.html", options, refuse);
  await page.screenshot({ path: `${out}/page-phone.png` });
  assert(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page is wider than the screen");
  const number = numberOf((record) => record.mate_in === 1);
  await page.selectOption("#progress", "open");
  await page.evaluate((number) => (location.hash = number), number);
  await makeMove(page, "board", records[number - 1].key, "tap");
  await says(page, /解出了/);
  await page.screenshot({ path: `${out}/page-puzzle-phone.png`, fullPage: true });
  await page.evaluate(() => (document.getElementById("name").textContent = "name_without_blanks".repeat(9)));
  assert(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the puzzle is wider than the screen");
  await checkAccessibility(page, "phone");
  await page.evaluate(() => (location.hash = ""));
  // The puzzle is no longer among those shown, so the focus is on the filters.
  await page.waitForFunction(() => document.activeElement.id === "find");
  assert.equal(await page.locator("#cards .badges .done").count(), 1);
  await close();
}

// The moves of `bm` are accepted, other moves are not known.
{
  const { page, close } = await open("page.html");
  const kinds = await page.evaluate(async () => {
    const { START_FEN } = await import("chuhe/position.js");
    const { Attempt } = await import("chuhe/puzzle_book/attempt.js");
    const attempt = new Attempt({ status: "best", fen: START_FEN, pv: ["h2e2"], best: ["h2e2", "c3c4", "b0c2"] });
    return ["h2e2", "c3c4", "b0c2", "g3g4"].map((move) => attempt.judge(move).kind);
  });
  assert.deepEqual(kinds, ["right", "alternative", "alternative", "unknown"]);

  // Where the search disagrees with the file, the solution is that of the file. Files and lines have the order of the input.
  const { solutions, places, found, tasks, nodes } = await page.evaluate(async () => {
    const { START_FEN } = await import("chuhe/position.js");
    const { isSolvable, nodesOf, readRecords } = await import("chuhe/puzzle_book/record.js");
    const { choose } = await import("chuhe/puzzle_book/filter.js");
    const { taskOf } = await import("chuhe/puzzle_book/facts.js");
    const common = { fen: `${START_FEN} - - 0 1`, pv: ["h2e2"], pv_zh: ["炮二平五"], patterns: [], patterns_zh: [], given: {}, error: null, mate_in: null };
    const read = (...records) => readRecords(records.map((record) => JSON.stringify({ ...common, ...record })).join("\n"));
    const search = { status: "best", right: false };
    const lines = read({ ...search, line: 2, file: "b" }, { ...search, line: 1, file: "b", best: ["b9c7"] }, { line: 3, file: "a", status: "best", pv_zh: ["车６进６"], id: "兵六进一" }, { ...search, line: 4, file: "a", status: "holds" });
    const filter = { find: "", status: "", length: "", pattern: "", difficulty: "", progress: "", sort: "line", unique: false };
    const none = { ...common, pv: [], pv_zh: [], status: "none", no_mate_in: 5 };
    return {
      solutions: lines.map((record) => isSolvable(record) && record.pv[0]),
      places: lines.map(({ file, line }) => file + line),
      found: ["车6进6", "兵6进1", "炮2平5", "null"].map((find) => choose(lines, { ...filter, find }, () => null).length),
      tasks: [{ status: "awaited" }, { lost_in: 2 }, { reason: "length" }, { reason: "draw" }, { status: "holds", pv: ["h2e2"] }]
        .map((record) => taskOf({ ...none, ...record }, "en")),
      nodes: [{ nodes: 9 }, { nodes: 9, audit: { nodes: 7 } }, { nodes: 9, difficulty: { search_nodes: 3 } }].map(nodesOf),
    };
  });
  assert.deepEqual(solutions, ["b9c7", false, "h2e2", false]);
  assert.deepEqual(places, ["b1", "b2", "a3", "a4"]);
  assert.deepEqual(found, [1, 1, 0, 0]);
  assert.deepEqual(tasks, [
    "Red to move.", "Red to move is mated in 2.", "Red to move. There is no mate in 5.", "Red to move. There is no mate.", "Red to move and draw.",
  ]);
  assert.deepEqual(nodes, [9, 2, 3]);
  await close();
}

// Printed are the puzzles that can be solved: four on a sheet, or six, and the solutions.
{
  const { page, close } = await open("page.html", { locale: "en-US" });
  const diagrams = records.filter(({ pv, status }) => pv.length > 0 && !["claimed", "unsolved"].includes(status)).length;
  assert.equal(await page.locator("#done").textContent(), `0 of ${diagrams} solved`);
  for (const [perSheet, name] of [["4", "four"], ["6", "six"]]) {
    await page.selectOption("#sheet", perSheet);
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    assert.equal(await page.locator(`.sheet.${name}`).count(), Math.ceil(diagrams / Number(perSheet)));
    assert.equal(await page.locator(".sheet svg").count(), diagrams);
    assert.equal(await page.locator(".solutions li").count(), diagrams);
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  }
  await page.pdf({ path: `${out}/page.pdf`, preferCSSPageSize: true });
  await close();
}

// A thousand puzzles: only diagrams in view are drawn.
{
  const many = Array.from({ length: 1000 }, (_, index) => JSON.stringify({ ...records[index % records.length], line: index + 1 }));
  const data = many.join("\n").replaceAll("<", "\\u003c");
  writeFileSync(`${out}/page_many.html`, `${head}id="results">\n${data}\n${rest.slice(lines.length)}`);
  const begin = performance.now();
  const { page, close } = await open("page_many.html", { locale: "en-US" });
  await page.locator("#cards svg").first().waitFor();
  const opened = performance.now() - begin;
  assert(await page.locator("#cards svg").count() < 200);
  const filtered = await page.evaluate(() => {
    const begin = performance.now();
    const length = document.getElementById("length");
    length.value = "3";
    length.dispatchEvent(new Event("input", { bubbles: true }));
    document.body.getBoundingClientRect();
    return performance.now() - begin;
  });
  console.log(`page: 1000 puzzles open in ${opened.toFixed(0)} ms and are filtered in ${filtered.toFixed(0)} ms`);
  await close();
}

// The review of a game: its moves, the next mistake, a wrong move and the better one.
for (const [locale, texts] of [
  ["en-US", { start: /start of the game/, task: /Find the better move/, other: /not the engine's move/, right: /is the best move/ }],
  ["zh-CN", { start: /棋局开始/, task: /请找出更好的着法/, other: /不是引擎的着法/, right: /是最佳着法/ }],
]) {
  const { page, close } = await open("page_review.html", { locale });
  await says(page, texts.start);
  assert.match(await page.locator("#name").textContent(), /^甲 <b> - 乙 <\/script>/);
  assert.equal(await page.locator("#moves button").count(), 5);
  await page.locator("#moves button").nth(2).click();
  assert.equal(await page.locator("#board .chuhe-arrow").count(), 1);
  assert.match(await message(page), /\?\?/);
  await page.locator("#better button").first().click();
  await page.screenshot({ path: `${out}/page-review-${locale}.png` });
  await checkAccessibility(page, "review");
  await page.locator("#start").click();
  await page.selectOption("#side", "red");
  await page.locator("#next").click();
  await says(page, texts.task);
  await page.locator("#language").click();
  assert.equal(await page.evaluate(() => document.activeElement.id), "language");
  assert.equal(await page.locator("#better button").count(), 0, "the answer after a change of the language");
  assert(await page.locator("#hint").isVisible());
  await page.locator("#language").click();
  await says(page, texts.task);
  await move(page, "a3a4");
  await says(page, texts.other);
  await page.locator("#hint").click();
  const square = (await message(page)).match(/[a-i][0-9]/)[0];
  const best = await page.evaluate(() => document.getElementById("games").textContent.split("\n").filter(Boolean).map((line) => JSON.parse(line))
    .find((record) => record.mark === "??").best);
  assert.equal(square, best.slice(0, 2));
  await move(page, best);
  await says(page, texts.right);
  await checkAccessibility(page, "better move");
  await page.selectOption("#game", "1");
  assert.equal(await page.locator("#moves button").count(), 1);
  assert.match(await page.locator("#summary tr").last().textContent(), /0––000$/, "a side without moves");
  const curve = await page.locator("#curve").boundingBox();
  await page.locator("#curve").click({ position: { x: curve.width - 12, y: 20 } });
  assert(await page.locator("#on").isDisabled(), "a click at the end of the curve");
  // Games that are over: by mate, by a perpetual check of red, and by a perpetual chase of black.
  for (const [game, end] of Object.entries({ 2: /to Red has won\./, 3: /to Black wins by rule\./, 4: /to Red wins by rule\./ })) {
    await page.selectOption("#game", game);
    await page.locator("#end").click();
    assert.equal(await page.evaluate(() => document.activeElement.id), "back");
    assert(locale !== "en-US" || end.test(await message(page)), await message(page));
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => (document.querySelector("#game option").textContent = "name_without_blanks".repeat(9)));
  assert(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the review is wider than the screen");
  await close();
}

await browser.close();
console.log(`page: ${records.length} puzzles and a review in two languages, by mouse, keys and touch`);
