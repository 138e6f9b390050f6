// A worker with one engine: a Web Worker (of type "module"), or a worker thread of Node.

import { Engine } from "./engine.js";

const port = globalThis.process?.getBuiltinModule?.("node:worker_threads").parentPort ?? globalThis;
const post = (message) => port.postMessage(message);

// Messages that arrive before the engine is loaded wait.
let waiting = [];
let receive = (message) => waiting.push(message);

const listen = (event) => receive(port === globalThis ? event.data : event);
port === globalThis ? port.addEventListener("message", listen) : port.on("message", listen);

Engine.create(post)
  .then((engine) => {
    receive = (message) => engine.postMessage(message);
  })
  .catch((error) => {
    receive = () => post({ id: null, error: `the engine cannot be loaded: ${error.message}`, fatal: true });
    receive();
  })
  .finally(() => waiting.forEach((message) => receive(message)));
