// @ts-check
/** The engine of `chuhe play`, the program that serves the page: its messages are server-sent events, and messages to it are posted. */

/** @typedef {{ page: number, threads: number }} Greeting the number of the page, and the threads of a search */

/** The time before the program is asked again after it has not answered, in milliseconds. */
const RETRY_TIME = 2000;

/** A transport of `EngineClient`. */
export class NativeEngine {
  /** @type {((event: any) => any) | null} */
  onmessage = null;
  /** @type {EventSource | null} */
  #events = null;
  #isOpen = false;
  #hasEnded = false;
  /** Where messages are posted, once the connection is open. @type {Promise<string>} */
  #folder;
  /** @type {(folder: string) => void} */
  #open = () => {};
  /** Settled when all messages have been posted, which happens in their order. @type {Promise<unknown>} */
  #posted;

  /** @param {(greeting: Greeting) => void} onopen @param {() => string} onlost is called when the program does not answer; returns the error for the requests that run */
  constructor(onopen, onlost) {
    this.#folder = new Promise((resolve) => {
      this.#open = resolve;
    });
    this.#posted = this.#folder;
    this.#connect(onopen, onlost);
  }

  /** @param {(greeting: Greeting) => void} onopen @param {() => string} onlost */
  #connect(onopen, onlost) {
    const events = new EventSource("engine/events");
    this.#events = events;
    events.addEventListener("page", ({ data }) => {
      const greeting = /** @type {Greeting} */ (JSON.parse(data));
      this.#isOpen = true;
      this.#open(`engine/${greeting.page}`);
      onopen(greeting);
    });
    events.onmessage = ({ data }) => this.onmessage?.({ data: JSON.parse(data) });
    events.onerror = () => {
      events.close();
      if (this.#hasEnded) {
        return;
      }
      const error = onlost();
      if (this.#isOpen) {
        this.onmessage?.({ data: { id: null, error, fatal: true } });
      } else {
        setTimeout(() => this.#hasEnded || this.#connect(onopen, onlost), RETRY_TIME);
      }
    };
  }

  /** Sends lines of UCI as text, or a request as an object. @param {any} message */
  postMessage(message) {
    const [kind, body] = typeof message === "string" ? ["lines", message] : ["requests", JSON.stringify(message)];
    this.#posted = this.#posted.then(async () => {
      const response = await fetch(`${await this.#folder}/${kind}`, { method: "POST", body });
      if (!response.ok) {
        // A search would wait without end for an engine that does not receive its lines.
        this.onmessage?.({ data: { id: message.id ?? null, error: (await response.text()).trim(), fatal: kind === "lines" } });
      }
    }).catch(() => {
      // The connection is lost, which the events show as well.
    });
  }

  terminate() {
    this.#hasEnded = true;
    this.#events?.close();
  }
}
