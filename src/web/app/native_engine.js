// @ts-check
/** The engine of `chuhe play`, the program that serves the page: its messages are server-sent events, and messages to it are posted. */

/** @typedef {{ page: number, threads: number, max_threads: number }} Greeting the number of the page, and the threads of the engine and of the machine */

/** A transport of `EngineClient`, which connects anew when the program does not answer. */
export class NativeEngine {
  /** @type {((event: any) => any) | null} */
  onmessage = null;
  #events = new EventSource("engine/events");
  /** Where messages are posted, once the connection is open. @type {Promise<string>} */
  #folder;
  /** Settled when all messages have been posted, which happens in their order. @type {Promise<unknown>} */
  #posted;

  /** @param {(greeting: Greeting) => void} onopen @param {() => string} onlost is called when the program does not answer; returns the error for the requests that run */
  constructor(onopen, onlost) {
    this.#folder = new Promise((resolve) => {
      this.#events.addEventListener("page", ({ data }) => {
        const greeting = /** @type {Greeting} */ (JSON.parse(data));
        resolve(`engine/${greeting.page}`);
        onopen(greeting);
      });
    });
    this.#posted = this.#folder;
    this.#events.onmessage = ({ data }) => this.onmessage?.({ data: JSON.parse(data) });
    this.#events.onerror = () => this.onmessage?.({ data: { id: null, error: onlost(), fatal: true } });
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
    this.#events.close();
  }
}
