// @ts-check
/** The texts of the review page in both languages. */

import { both, byLanguage } from "chuhe/language.js";

export const TEXTS = byLanguage({
  title: both("Game review", "复盘"),
  game: both("Game", "棋局"),
  moves: both("Moves", "着法"),
  sides: both(["Red", "Black"], ["红方", "黑方"]),
  both: both("both sides", "双方"),
  columns: both(["", "moves", "accuracy", "average loss", "?!", "?", "??"], ["", "着数", "准确率", "平均损失", "?!", "?", "??"]),
  mates: both((/** @type {string} */ side, /** @type {number} */ moves) => `${side} mates in ${moves}`, (side, moves) => `${side} ${moves} 步杀`),
  hasWon: both((/** @type {string} */ side) => `${side} has won`, (side) => `${side}胜`),
  winsByRule: both((/** @type {string} */ side) => `${side} wins by rule`, (side) => `${side}按规则取胜`),
  toStart: both("to the start", "回到开头"),
  back: both("back", "后退"),
  on: both("forward", "前进"),
  toEnd: both("to the end", "到结尾"),
  flip: both("Flip the board", "翻转棋盘"),
  startOfGame: both("The start of the game. Scores are from red's view.", "棋局开始。分数从红方的角度计。"),
  played: both(
    (/** @type {string} */ move, /** @type {string} */ before, /** @type {string} */ after) =>
      `${move}: the score goes from ${before} to ${after}.`,
    (move, before, after) => `${move}：分数由 ${before} 变为 ${after}。`,
  ),
  costs: both((/** @type {string} */ points) => `It loses ${points} expected points.`, (points) => `损失期望得分 ${points}。`),
  better: both("Better:", "更好："),
  best: both("Best line:", "最佳变例："),
  mistakesOf: both("Mistakes of", "失误方"),
  nextMistake: both("Next mistake", "下一个失误"),
  noMistake: both("No other mistake follows.", "后面没有失误了。"),
  tryIt: both("Find the better move", "找出更好的着法"),
  hint: both("Hint", "提示"),
  giveUp: both("Show the move", "看答案"),
  task: both(
    (/** @type {string} */ side, /** @type {string} */ move) => `${side} played ${move}. Find the better move.`,
    (side, move) => `${side}走了 ${move}。请找出更好的着法。`,
  ),
  right: both((/** @type {string} */ move) => `${move} is the best move.`, (move) => `${move} 是最佳着法。`),
  same: both(
    (/** @type {string} */ move, /** @type {string} */ points) => `${move} was played, and loses ${points} expected points. Try again.`,
    (move, points) => `${move} 是实战的着法，损失期望得分 ${points}。再试试。`,
  ),
  other: both(
    (/** @type {string} */ move) => `${move} is not the engine's move. Others were not examined. Try again.`,
    (move) => `${move} 不是引擎的着法；引擎没有分析别的着法。再试试。`,
  ),
  mate: both((/** @type {string} */ move) => `${move} is mate.`, (move) => `${move} 成杀。`),
  hintPiece: both((/** @type {string} */ square) => `Move the piece on ${square}.`, (square) => `请走 ${square} 的棋子。`),
  curve: both("The course of the game, high where red stands better", "形势曲线：红方占优时在上"),
});

/** @typedef {(typeof TEXTS)["en"]} Texts */
