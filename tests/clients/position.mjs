// Compares the moves of the pages' `position.js` with the counts of `chuhe perft`.
//
//   node position.mjs ROOT

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const root = process.argv[2];
const { legalMoves, parseFen, playMove, toFen } = await import(`${root}/src/web/position.js`);

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
