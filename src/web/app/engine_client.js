// @ts-check
/** The engine of the page: searches in UCI, and requests in JSON, which `docs/browser.md` describes. */

/**
 * @typedef {({ cp: number } | { mate: number } | { rule: number }) & { wins?: boolean }} Score from the view of one side; mate and rule count
 *   plies in replies to requests, and mate counts moves in searches; `wins` says whether that side has won by a mate or rule of 0
 *
 * @typedef {object} Info
 * @property {number} depth
 * @property {number} rank the place of the line among several, from 1
 * @property {Score} score from the view of the side to move
 * @property {number} nps nodes per second
 * @property {string[]} pv the line
 *
 * @typedef {object} SearchResult
 * @property {string | null} move the best move; null if the search was stopped before it began, or there is no move
 * @property {Info | null} info the last line of the best move
 *
 * @typedef {object} Search
 * @property {string} fen
 * @property {string[]} moves the moves from that position
 * @property {string} go the command, such as `go movetime 1000`
 * @property {Record<string, string | number>} [options] the options of UCI to set before
 *
 * @typedef {object} Transport what carries messages to an engine and back; a worker is one
 * @property {(message: any) => void} postMessage
 * @property {((event: any) => any) | null} onmessage
 * @property {() => void} terminate
 */

/** UCI has a win by rule as this number of centipawns minus the plies to it, and evaluations are at most `MAX_EVAL`. */
const RULE_WIN = 30_000;
const MAX_EVAL = 29_000;

/** The score of a number of centipawns. @param {number} value @returns {Score} */
function scoreOf(value) {
  const plies = Math.sign(value) * (RULE_WIN - Math.abs(value));
  return Math.abs(value) > MAX_EVAL ? { rule: plies, wins: value > 0 } : { cp: value };
}

/** Reads a line `info ... pv ...`; null for any other. @param {string} line @returns {Info | null} */
export function parseInfo(line) {
  const words = line.split(" ");
  const pv = words.indexOf("pv");
  const score = words.indexOf("score");
  if (words[0] !== "info" || pv < 0 || score < 0) {
    return null;
  }
  const number = (/** @type {string} */ name) => {
    const index = words.indexOf(name);
    return index < 0 ? 0 : Number(words[index + 1]);
  };
  const value = Number(words[score + 2]);
  return {
    depth: number("depth"),
    rank: number("multipv") || 1,
    score: words[score + 1] === "mate" ? { mate: value } : scoreOf(value),
    nps: number("nps"),
    pv: words.slice(pv + 1),
  };
}

/** The time before an engine that could not be loaded is loaded again, in milliseconds. */
const RETRY_TIME = 2000;

export class EngineClient {
  /** @type {Transport} */
  #transport;
  #start;
  /** Whether the engine has sent a line. */
  #hasAnswered = false;
  #lastId = 0;
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void, onpart: (part: any) => void }>} */
  #requests = new Map();
  /** The number of calls of `stop`. */
  #stops = 0;
  /** @type {{ resolve: (result: SearchResult) => void, oninfo: (info: Info) => void, best: Info | null } | null} */
  #running = null;
  /** Settled when all searches have ended. @type {Promise<unknown>} */
  #idle = Promise.resolve();
  /** The engine's name and version, once it has sent them. */
  name = "";
  onname = () => {};
  /** Receives the error of an engine that has ended; a new one has been started. @type {(error: string) => void} */
  onlost = () => {};

  /** @param {() => Transport} start starts an engine */
  constructor(start) {
    this.#start = start;
    this.#transport = this.#connect();
  }

  #connect() {
    this.#hasAnswered = false;
    const transport = this.#start();
    transport.onmessage = ({ data }) => (typeof data === "string" ? this.#line(data) : this.#reply(data));
    transport.postMessage("uci");
    return transport;
  }

  /**
   * Sends a request. Rejects with the error of the reply, in the language of the page.
   * @param {Record<string, unknown>} request
   * @param {(part: any) => void} [onpart] receives the replies before the last
   * @param {AbortSignal} [signal] stops the request
   * @returns {Promise<any>}
   */
  request(request, onpart = () => {}, signal) {
    const id = ++this.#lastId;
    signal?.addEventListener("abort", () => this.#transport.postMessage({ id, request: "stop" }));
    return new Promise((resolve, reject) => {
      this.#requests.set(id, { resolve, reject, onpart });
      this.#transport.postMessage({ id, lang: document.documentElement.lang.slice(0, 2), ...request });
    });
  }

  /** Searches a position, after the searches before have been stopped. @param {Search} search @param {(info: Info) => void} [oninfo] @returns {Promise<SearchResult>} */
  search({ fen, moves, go, options = {} }, oninfo = () => {}) {
    this.stop();
    const stops = this.#stops;
    const lines = Object.entries(options).map(([name, value]) => `setoption name ${name} value ${value}`);
    lines.push(`position fen ${fen}${moves.length > 0 ? ` moves ${moves.join(" ")}` : ""}`, go);
    const result = this.#idle.then(() => {
      if (stops !== this.#stops) {
        return { move: null, info: null };
      }
      /** @type {Promise<SearchResult>} */
      const ended = new Promise((resolve) => {
        this.#running = { resolve, oninfo, best: null };
      });
      this.#transport.postMessage(lines.join("\n"));
      return ended;
    });
    this.#idle = result;
    return result;
  }

  /** Stops the search that runs, and those that wait. `oninfo` receives nothing more. */
  stop() {
    this.#stops += 1;
    if (this.#running !== null) {
      this.#running.oninfo = () => {};
      this.#transport.postMessage("stop");
    }
  }

  /** @param {string} line */
  #line(line) {
    this.#hasAnswered = true;
    if (line.startsWith("id name ")) {
      this.name = line.slice("id name ".length);
      this.onname();
    }
    const running = this.#running;
    if (running === null) {
      return;
    }
    if (line.startsWith("bestmove")) {
      this.#running = null;
      const move = line.split(" ")[1];
      running.resolve({ move: /^[a-i]\d[a-i]\d$/.test(move) ? move : null, info: running.best });
      return;
    }
    const info = parseInfo(line);
    if (info !== null) {
      running.best = info.rank === 1 ? info : running.best;
      running.oninfo(info);
    }
  }

  /** @param {{ id: any, result?: any, move?: any, error?: string, fatal?: boolean }} reply */
  #reply(reply) {
    if (reply.fatal) {
      this.#transport.onmessage = null;
      this.#transport.terminate();
      // An engine that has sent nothing could not be loaded, and is not loaded again at once.
      setTimeout(() => this.#restart(reply.error ?? ""), this.#hasAnswered ? 0 : RETRY_TIME);
      return;
    }
    const request = this.#requests.get(reply.id);
    if (reply.move !== undefined && reply.result === undefined) {
      request?.onpart(reply.move);
      return;
    }
    this.#requests.delete(reply.id);
    if (reply.error === undefined) {
      request?.resolve(reply.result);
    } else {
      request?.reject(new Error(reply.error));
    }
  }

  /** Starts a new engine in place of one that has ended. @param {string} error */
  #restart(error) {
    const requests = [...this.#requests.values()];
    this.#requests.clear();
    this.#running?.resolve({ move: null, info: null });
    this.#running = null;
    this.#transport = this.#connect();
    requests.forEach(({ reject }) => reject(new Error(error)));
    this.onlost(error);
  }
}
