// @ts-check
/** The review of games: board, curve, moves with their marks, and the mistakes to be tried again. */

import { Board } from "chuhe/board.js";
import { showCurve } from "chuhe/curve.js";
import { buttonsOf, byId, element, enable, field, fill, showTexts } from "chuhe/dom.js";
import { chooseLanguage, otherLanguage, preferredLanguage } from "chuhe/language.js";
import { writeLine } from "chuhe/notation.js";
import { isLost, legalMoves, parseFen, playMove } from "chuhe/position.js";
import { pointsOfRed, readGames, scoreText } from "chuhe/review/record.js";
import { TEXTS } from "chuhe/review/texts.js";

/** @typedef {import("chuhe/position.js").Position} Position */

const games = readGames(byId("games").textContent ?? "");
let game = games[0];
let language = preferredLanguage();
let texts = TEXTS[language];
/** The number of moves played on the board. */
let ply = 0;
let isFlipped = false;
/** Whether the reader looks for a better move than that of `ply`. */
let isTrying = false;

const board = new Board(byId("board"), { onmove: tryMove });

/** The position after some plies of the game. @param {number} plies */
const positionAfter = (plies) => game.moves.slice(0, plies).map(({ move }) => move).reduce(playMove, parseFen(game.fen));

/** The texts of a line. @param {Position} position @param {string[]} moves */
const lineTexts = (position, moves) => writeLine(position, moves, language === "zh" ? "chinese" : "iccs");

/** Expected points with two digits. @param {number} cost */
const pointsText = (cost) => cost.toFixed(2);

/** Shows the position after some plies. @param {number} plies */
function goTo(plies) {
  ply = Math.max(0, Math.min(game.moves.length, plies));
  isTrying = false;
  const move = game.moves[ply - 1];
  const arrows = move?.mark && move.pv.length > 0 ? [{ move: move.pv[0], kind: /** @type {const} */ ("best") }] : [];
  board.update({ position: positionAfter(ply), last: move?.move ?? null, legal: [], marks: [], arrows });
  byId("message").textContent = move === undefined ? texts.startOfGame : describe(move);
  showBetter();
  showState();
}

/** @param {import("chuhe/review/record.js").ReviewedMove} move */
function describe(move) {
  const [name] = lineTexts(positionAfter(ply - 1), [move.move]);
  const played = texts.played(name + move.mark, scoreText(move.before, move, texts), scoreText(move.after, move, texts));
  const costs = move.mark === "" ? [] : [texts.costs(pointsText(move.cost))];
  return [played, ...costs].join(language === "zh" ? "" : " ");
}

/** Shows the best line before the move; a click on a move of it shows the position after it. */
function showBetter() {
  const move = game.moves[ply - 1];
  const start = positionAfter(Math.max(0, ply - 1));
  if (move === undefined || move.pv.length === 0) {
    byId("better").replaceChildren();
    return;
  }
  const names = lineTexts(start, move.pv);
  const buttons = names.map((name, index) => element("button", {
    type: "button",
    onclick: () => {
      const line = move.pv.slice(0, index + 1);
      board.update({ position: line.reduce(playMove, start), last: line[index], legal: [], arrows: [], marks: [] });
    },
  }, name));
  byId("better").replaceChildren(element("p", { className: "line" }, move.mark === "" ? texts.best : texts.better, " ", ...buttons));
}

/** Shows which move is current, and which buttons can be used. */
function showState() {
  const points = game.moves.map((move) => ({ share: pointsOfRed(move), mark: move.mark }));
  showCurve(byId("curve"), [{ share: null, mark: "" }, ...points], ply, texts.curve, goTo);
  buttonsOf(byId("moves")).forEach((button, index) => {
    button.setAttribute("aria-current", String(index + 1 === ply));
    if (index + 1 === ply) {
      byId("moves").scrollTop = button.offsetTop - byId("moves").offsetTop - byId("moves").clientHeight / 2;
    }
  });
  enable({ start: ply > 0, back: ply > 0, on: ply < game.moves.length, end: ply < game.moves.length, try: Boolean(game.moves[ply - 1]?.mark) });
  byId("try").hidden = isTrying;
  byId("hint").hidden = byId("give-up").hidden = !isTrying;
}

/** Goes to the next mistake of the chosen side, and asks for the better move. */
function nextMistake() {
  const side = field("side").value;
  const isOne = (/** @type {import("chuhe/review/record.js").ReviewedMove} */ move) => move.mark !== "" && (side === "" || move.side === side);
  const found = game.moves.find((move, index) => index >= ply && isOne(move));
  if (found === undefined) {
    byId("message").textContent = texts.noMistake;
    return;
  }
  ply = found.ply;
  tryAgain();
}

/** Asks for a better move than that of `ply`. */
function tryAgain() {
  const move = game.moves[ply - 1];
  const position = positionAfter(ply - 1);
  const before = game.moves[ply - 2]?.move ?? null;
  isTrying = true;
  isFlipped = move.side === "black";
  board.update({
    position, last: before, legal: legalMoves(position), flipped: isFlipped, marks: [], arrows: [{ move: move.move, kind: "bad" }],
  });
  byId("message").textContent = texts.task(texts.sides[move.side === "red" ? 0 : 1], lineTexts(position, [move.move])[0] + move.mark);
  byId("better").replaceChildren();
  showState();
  board.focus();
}

/** Judges a move of the reader. @param {string} played */
function tryMove(played) {
  const move = game.moves[ply - 1];
  const position = positionAfter(ply - 1);
  const [name] = lineTexts(position, [played]);
  const isMate = isLost(playMove(position, played));
  if (!isMate && played !== move.pv[0]) {
    board.update({ position, legal: legalMoves(position) });
    byId("message").textContent = played === move.move ? texts.same(name, pointsText(move.cost)) : texts.other(name);
    return;
  }
  isTrying = false;
  board.update({ position: playMove(position, played), last: played, legal: [], arrows: [], marks: [] });
  byId("message").textContent = isMate ? texts.mate(name) : texts.right(name);
  showBetter();
  showState();
}

function showHint() {
  const square = game.moves[ply - 1].pv[0].slice(0, 2);
  board.update({ marks: [square] });
  byId("message").textContent = texts.hintPiece(square);
}

/** Shows the title, the summary and the moves of the game. */
function showGame() {
  byId("name").textContent = game.title;
  const rows = [game.red, game.black].map(({ moves, accuracy, loss, inaccuracies, mistakes, blunders }, index) => {
    const rates = moves === 0 ? ["–", "–"] : [`${accuracy.toFixed(1)}%`, loss.toFixed(0)];
    const values = [moves, ...rates, inaccuracies, mistakes, blunders];
    return element("tr", {}, element("th", { scope: "row" }, texts.sides[index]), ...values.map((value) => element("td", {}, String(value))));
  });
  const heads = texts.columns.map((text) => (text ? element("th", { scope: "col" }, text) : element("td", {})));
  byId("summary").replaceChildren(element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows));
  const names = lineTexts(parseFen(game.fen), game.moves.map(({ move }) => move));
  byId("moves").replaceChildren(...game.moves.map((move, index) => {
    const number = `${move.number}.${move.side === "black" ? ".." : ""} `;
    const mark = move.mark ? [element("b", {}, move.mark)] : [];
    return element("li", {}, element("button", { type: "button", onclick: () => goTo(index + 1) }, number, names[index], ...mark));
  }));
  goTo(Math.min(ply, game.moves.length));
}

function showLanguage() {
  const wasTrying = isTrying;
  texts = TEXTS[language];
  document.title = `${texts.title} · Chuhe 楚河`;
  showTexts(texts, language);
  fill("side", [["", texts.both], ["red", texts.sides[0]], ["black", texts.sides[1]]], field("side").value);
  board.update({ language });
  showGame();
  if (wasTrying) {
    const flipped = isFlipped;
    tryAgain();
    isFlipped = flipped;
    board.update({ flipped });
    byId("language").focus();
  }
}

byId("choice").hidden = games.length < 2;
fill("game", games.map(({ title }, index) => [String(index), `${index + 1}. ${title}`]), "0");
byId("game").onchange = () => {
  game = games[Number(field("game").value)];
  ply = 0;
  showGame();
};
byId("language").onclick = () => {
  language = otherLanguage(language);
  chooseLanguage(language);
  showLanguage();
};
byId("start").onclick = () => goTo(0);
byId("back").onclick = () => goTo(ply - 1);
byId("on").onclick = () => goTo(ply + 1);
byId("end").onclick = () => goTo(game.moves.length);
byId("flip").onclick = () => {
  isFlipped = !isFlipped;
  board.update({ flipped: isFlipped });
};
byId("next").onclick = nextMistake;
byId("try").onclick = tryAgain;
byId("hint").onclick = showHint;
byId("give-up").onclick = () => {
  goTo(ply);
  byId("next").focus();
};
showLanguage();
