// @ts-check
/**
 * The records of reviewed games: what `chuhe analyze GAME --json` writes (docs/games.md), with the start.
 *
 * @typedef {{ cp?: number, mate?: number, rule?: number }} Score
 *
 * @typedef {object} ReviewedMove
 * @property {number} ply
 * @property {number} number
 * @property {"red" | "black"} side
 * @property {string} move
 * @property {Score} before
 * @property {Score} after
 * @property {number} cost
 * @property {"" | "?!" | "?" | "??"} mark
 * @property {string[]} pv
 * @property {number} points the expected points of the side that moves, after its move
 *
 * @typedef {object} Summary
 * @property {number} moves
 * @property {number} loss
 * @property {number} accuracy
 * @property {number} inaccuracies
 * @property {number} mistakes
 * @property {number} blunders
 *
 * @typedef {object} ReviewedGame
 * @property {string} title
 * @property {string} fen
 * @property {ReviewedMove[]} moves
 * @property {Summary} red
 * @property {Summary} black
 */

/** Reads the records, one on a line: of each game its start, its moves and its summary. @param {string} text @returns {ReviewedGame[]} */
export function readGames(text) {
  /** @type {any[]} */
  const games = [];
  for (const line of text.split("\n").filter((line) => line.trim())) {
    const record = JSON.parse(line);
    if (record.type === "start") {
      games.push({ title: record.title, fen: record.fen, moves: [] });
    } else if (record.type === "move") {
      games.at(-1).moves.push(record);
    } else {
      Object.assign(games.at(-1), { red: record.red, black: record.black });
    }
  }
  return games;
}

/** The expected points of red after a move, from 0 to 1. @param {ReviewedMove} move */
export const pointsOfRed = (move) => (move.side === "red" ? move.points : 1 - move.points);

/** Whether a mate or rule is a win for red. At 0 the game is over, and the points show who has won. @param {number} count @param {ReviewedMove} move */
const isWonByRed = (count, move) => (count === 0 ? move.points > 0.5 : count > 0) === (move.side === "red");

/** A score from red's view. @param {Score} score @param {ReviewedMove} move @param {import("chuhe/review/texts.js").Texts} texts */
export function scoreText(score, move, texts) {
  if (score.mate !== undefined) {
    const side = texts.sides[isWonByRed(score.mate, move) ? 0 : 1];
    return score.mate === 0 ? texts.hasWon(side) : texts.mates(side, Math.ceil(Math.abs(score.mate) / 2));
  }
  if (score.rule !== undefined) {
    return texts.winsByRule(texts.sides[isWonByRed(score.rule, move) ? 0 : 1]);
  }
  const value = (score.cp ?? 0) * (move.side === "red" ? 1 : -1);
  return value > 0 ? `+${value}` : String(value);
}
