// Compares the moves of the pages' `position.js` with the counts of `chuhe perft` and with TEXTS (columns `fen move chinese wxf`, every
// legal move of some positions, see tests/library/notation.rs), and the notations of `notation.js` with TEXTS.
//
//   node position.mjs ROOT TEXTS

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const [root, texts] = process.argv.slice(2);
const { legalMoves, parseFen, playMove, toFen } = await import(`${root}/src/web/position.js`);
const { writeMove } = await import(`${root}/src/web/notation.js`);

const perft = (position, depth) => {
  const moves = legalMoves(position);
  return depth === 1 ? moves.length : moves.reduce((sum, move) => sum + perft(playMove(position, move), depth - 1), 0);
};

const rows = readFileSync(`${root}/positions/perft.tsv`, "utf8").split("\n").filter((line) => /^[^#f]/.test(line));
for (const row of rows) {
  const [fen, ...counts] = row.split("\t");
  const position = parseFen(fen);
  assert.equal(toFen(position), fen.split(" ").slice(0, 2).join(" "));
  for (const depth of [1, 2, 3]) {
    assert.equal(perft(position, depth), Number(counts[depth - 1]), `${fen}, depth ${depth}`);
  }
}
for (const fen of ["", "9/9 w", "4k4/9/9/9/9/9/9/9/9/4K5 w", "4k4/9/9/9/9/9/9/9/9/4X4 w", "4k4/9/9/9/9/9/9/9/9/9 w", "4k4/9/9/9/9/9/9/9/9/4K4 x"]) {
  assert.throws(() => parseFen(fen), /FEN|side/, fen);
}
console.log(`position: ${rows.length} positions agree with perft`);

/** @type {Map<string, Map<string, { chinese: string, wxf: string }>>} */
const positions = new Map();
for (const row of readFileSync(texts, "utf8").trimEnd().split("\n").slice(1)) {
  const [fen, move, chinese, wxf] = row.split("\t");
  positions.set(fen, (positions.get(fen) ?? new Map()).set(move, { chinese, wxf }));
}
let count = 0;
for (const [fen, moves] of positions) {
  const position = parseFen(fen);
  assert.deepEqual(legalMoves(position).sort(), [...moves.keys()].sort(), fen);
  for (const [move, { chinese, wxf }] of moves) {
    assert.equal(writeMove(position, move, "chinese"), chinese, `${fen} ${move}`);
    assert.equal(writeMove(position, move, "wxf"), wxf, `${fen} ${move}`);
    count += 1;
  }
}
assert(count > 0);
console.log(`position: ${count} moves of ${positions.size} positions are those of chuhe, and so are their Chinese and WXF notations`);
