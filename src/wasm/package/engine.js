// Chuhe in WebAssembly: loads the module, and runs its work in slices between which messages are handled.
//
// The module calls `pause` from within a search or a proof. Its call stack is then suspended, by the host where that has
// WebAssembly's JavaScript Promise Integration (JSPI), otherwise by code that Binaryen's Asyncify has added to the module.

/** The longest time that work runs before messages are handled, in milliseconds. */
const SLICE = 12;
/** The longest message of lines, in UTF-16 code units, and the longest request, in bytes. */
const LONGEST_LINES = 1 << 20;
const LONGEST_REQUEST = 6 << 20;
/** Room for the call stack of suspended work, in bytes. */
const SAVED_STACK = 1 << 20;

/** The states of Binaryen's Asyncify. */
const UNWINDING = 1;
const REWINDING = 2;

/** A module with one SIMD instruction, which only WebAssembly with SIMD accepts. */
const SIMD_PROBE = Uint8Array.of(
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11,
);

/** Calls a function as soon as waiting messages have been handled. Timers of browsers would wait for 4 ms. */
const runSoon =
  globalThis.setImmediate ??
  (() => {
    const { port1, port2 } = new MessageChannel();
    const waiting = [];
    port1.onmessage = () => waiting.shift()();
    return (run) => {
      waiting.push(run);
      port2.postMessage(0);
    };
  })();

/** Reads a file of the package: by `fetch`, or from the disk in Node. */
async function read(url) {
  if (url.protocol === "file:") {
    // Bundlers for pages cannot resolve an import of a module of Node.
    return globalThis.process.getBuiltinModule("node:fs/promises").readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${url}: ${response.status} ${response.statusText}`);
  }
  return new Uint8Array(await response.arrayBuffer());
}

/** Returns the name of the fastest module that this host can run. */
export function moduleName() {
  if (!WebAssembly.validate(SIMD_PROBE)) {
    return "chuhe.wasm";
  }
  return WebAssembly.Suspending ? "chuhe-simd-jspi.wasm" : "chuhe-simd.wasm";
}

/** Returns the URL of a file of the package. Bundlers find the files by these expressions. */
function packageUrl(name) {
  const urls = {
    "chuhe-simd-jspi.wasm": new URL("./chuhe-simd-jspi.wasm", import.meta.url),
    "chuhe-simd.wasm": new URL("./chuhe-simd.wasm", import.meta.url),
    "chuhe.wasm": new URL("./chuhe.wasm", import.meta.url),
    "chuhe.nnue": new URL("./chuhe.nnue", import.meta.url),
  };
  return urls[name] ?? new URL(name, urls["chuhe.nnue"]);
}

/** Reads and compiles the files of an engine, which several engines may share. */
export async function loadFiles({ base, module = moduleName() } = {}) {
  const urls = [module, "chuhe.nnue"].map((name) => (base ? new URL(name, base) : packageUrl(name)));
  const [code, network] = await Promise.all(urls.map(read));
  const compiled = await WebAssembly.compile(code).catch((error) => {
    throw new Error(`${urls[0]}: ${error.message}`);
  });
  return { module: compiled, network };
}

/** An engine in this thread. */
export class Engine {
  /** Creates an engine. `onmessage` receives its messages. Rejects if a file cannot be read or used. */
  static async create(onmessage, files) {
    const { module, network } = files ?? (await loadFiles());
    const engine = new Engine(onmessage);
    const hasAsyncify = WebAssembly.Module.exports(module).some(({ name }) => name === "asyncify_get_state");
    const imports = { chuhe: engine.#imports(hasAsyncify) };
    const { exports } = await WebAssembly.instantiate(module, imports);
    engine.#start(exports, network);
    return engine;
  }

  #onmessage;
  #exports;
  /** Runs the work of the module until it ends. */
  #runWork;
  #running = false;
  /** Whether a message arrived that may have brought work. */
  #hasMessage = false;
  /** Whether the module is working in `chuhe_run`, where alone it can be suspended. */
  #working = false;
  /** When the slice began. */
  #sliceStart = 0;
  /** What ended the engine. */
  #error = null;

  constructor(onmessage) {
    // The receiver may send a message in turn, which the module can only take when it is not sending.
    this.#onmessage = (message) => queueMicrotask(() => onmessage(message));
  }

  #imports(hasAsyncify) {
    const { pause, run } = hasAsyncify ? this.#asyncify() : this.#promiseIntegration();
    this.#runWork = run;
    return {
      now: () => performance.now(),
      pause,
      send_line: (text, length) => this.#onmessage(this.#text(text, length)),
      send_reply: (text, length) => this.#onmessage(JSON.parse(this.#text(text, length))),
      send_panic: (text, length) => {
        this.#error = this.#text(text, length);
      },
    };
  }

  #start(exports, network) {
    this.#exports = exports;
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    try {
      if (exports.chuhe_start(...this.#copy(network), seed)) {
        return;
      }
    } catch (error) {
      this.#error ??= String(error);
    }
    throw new Error(this.#error);
  }

  /** Sends a message to the engine: lines of UCCI or UCI as a string, or a request as an object. */
  postMessage(message) {
    if (this.#error !== null) {
      return this.#fail();
    }
    const isRequest = typeof message !== "string";
    const refuse = (english, chinese) =>
      this.#onmessage({ id: message?.id ?? null, error: message?.lang === "zh" ? chinese : english });
    let text = message;
    if (isRequest) {
      try {
        text = JSON.stringify(message) ?? String(message);
      } catch (error) {
        return refuse(`not a request: ${error.message}`, `不是请求：${error.message}`);
      }
    } else if (text.length > LONGEST_LINES) {
      return refuse(`a message of more than ${LONGEST_LINES} characters was ignored`);
    }
    // A request that is cut off here is too long in any case.
    const bytes = new TextEncoder().encode(text.slice(0, LONGEST_REQUEST + 1));
    if (bytes.length > LONGEST_REQUEST) {
      const longest = LONGEST_REQUEST;
      return refuse(`a request of more than ${longest} bytes was ignored`, `超过 ${longest} 字节的请求没有处理`);
    }
    try {
      this.#exports.chuhe_receive(...this.#copy(bytes), isRequest);
      this.#run();
    } catch (error) {
      this.#end(error);
    }
  }

  /** Runs the work of the engine, unless it runs already. */
  async #run() {
    this.#hasMessage = true;
    if (this.#running) {
      return;
    }
    this.#running = true;
    try {
      while (this.#hasMessage) {
        this.#hasMessage = false;
        this.#sliceStart = performance.now();
        this.#working = true;
        await this.#runWork();
        this.#working = false;
      }
    } catch (error) {
      this.#end(error);
    }
    this.#running = false;
  }

  /** True if the work is not to be suspended yet. */
  #continues(milliseconds) {
    return !this.#working || (milliseconds === 0 && performance.now() - this.#sliceStart < SLICE);
  }

  /** Handles messages, and begins the next slice about so many milliseconds later. */
  async #nextSlice(milliseconds) {
    this.#working = false;
    this.#exports.chuhe_report();
    await new Promise((resume) => (milliseconds > 0 ? setTimeout(resume, milliseconds) : runSoon(resume)));
    this.#sliceStart = performance.now();
    this.#working = true;
  }

  /** Returns the functions that suspend and run the work by JSPI. */
  #promiseIntegration() {
    const pause = (milliseconds) => (this.#continues(milliseconds) ? undefined : this.#nextSlice(milliseconds));
    return {
      pause: new WebAssembly.Suspending(pause),
      run: () => WebAssembly.promising(this.#exports.chuhe_run)(),
    };
  }

  /** Returns the functions that suspend and run the work by Asyncify. */
  #asyncify() {
    // The address of the saved call stack, and the milliseconds that `pause` asked for.
    let stack = 0;
    let wait = 0;
    const pause = (milliseconds) => {
      const exports = this.#exports;
      if (exports.asyncify_get_state() === REWINDING) {
        exports.asyncify_stop_rewind();
      } else if (!this.#continues(milliseconds)) {
        wait = milliseconds;
        exports.asyncify_start_unwind(stack);
      }
    };
    const run = async () => {
      const exports = this.#exports;
      if (stack === 0) {
        stack = exports.chuhe_allocate(8 + SAVED_STACK);
        const ends = [stack + 8, stack + 8 + SAVED_STACK];
        new Uint32Array(exports.memory.buffer, stack, 2).set(ends);
      }
      exports.chuhe_run();
      while (exports.asyncify_get_state() === UNWINDING) {
        exports.asyncify_stop_unwind();
        await this.#nextSlice(wait);
        exports.asyncify_start_rewind(stack);
        exports.chuhe_run();
      }
    };
    return { pause, run };
  }

  /** Ends the engine after a trap, since the module cannot be used any longer. */
  #end(error) {
    this.#error ??= String(error);
    this.#fail();
  }

  #fail() {
    this.#onmessage({ id: null, error: `the engine has ended: ${this.#error}`, fatal: true });
  }

  /** Copies bytes into memory of the module; returns address and length. */
  #copy(bytes) {
    const address = this.#exports.chuhe_allocate(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, address, bytes.length).set(bytes);
    return [address, bytes.length];
  }

  /** Decodes text in memory of the module. */
  #text(address, length) {
    return new TextDecoder().decode(new Uint8Array(this.#exports.memory.buffer, address, length));
  }
}
