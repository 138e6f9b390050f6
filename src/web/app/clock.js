// @ts-check
/** Two chess clocks in one. */

/** The time of a game. @typedef {{ minutes: number, increment: number }} TimeControl */

export class Clock {
  /** The milliseconds left to red and to black. @type {[number, number]} */
  #left;
  /** @type {0 | 1 | null} */
  #side = null;
  #since = 0;
  #increment;

  /** @param {TimeControl} control @param {[number, number]} [left] the milliseconds left, in a game that goes on */
  constructor({ minutes, increment }, left) {
    this.#increment = 1000 * increment;
    this.#left = left ?? [60_000 * minutes, 60_000 * minutes];
  }

  /** The milliseconds left to red and to black, not below 0. @returns {[number, number]} */
  get left() {
    const left = /** @type {[number, number]} */ ([...this.#left]);
    if (this.#side !== null) {
      left[this.#side] = Math.max(0, left[this.#side] - (performance.now() - this.#since));
    }
    return left;
  }

  /** The side whose time is over: 0 for red, 1 for black; null if neither is. */
  get flagged() {
    const side = this.left.findIndex((left) => left <= 0);
    return side < 0 ? null : side;
  }

  /** The words of `go` for the times of both sides. */
  get go() {
    const [red, black] = this.left.map((left) => Math.max(1, Math.round(left)));
    return `go wtime ${red} btime ${black} winc ${this.#increment} binc ${this.#increment}`;
  }

  /** Starts the clock of a side. The other one, if it ran, has made a move. @param {boolean} red */
  start(red) {
    const side = red ? 0 : 1;
    if (this.#side === side) {
      return;
    }
    if (this.#side !== null) {
      this.pause();
      this.#left[1 - side] += this.#increment;
    }
    this.#side = side;
    this.#since = performance.now();
  }

  /** Stops both clocks. */
  pause() {
    this.#left = this.left;
    this.#side = null;
  }
}

/** A time as `4:05`, below ten seconds as `9.3`. @param {number} milliseconds */
export function clockText(milliseconds) {
  if (milliseconds < 10_000) {
    return (Math.floor(milliseconds / 100) / 10).toFixed(1);
  }
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
