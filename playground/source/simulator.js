// The simulator as promises: a worker with the module, which is replaced when a run is ended.

/** The bytes of the module, which the page has compressed in base64. */
async function unpack(id) {
  const text = document.getElementById(id).textContent.trim();
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

let wasm = null, script = null;

function load() {
  wasm ??= unpack('module');
  script ??= URL.createObjectURL(new Blob([document.getElementById('worker').textContent], {type: 'text/javascript'}));
}

export class Stopped extends Error {}

export class Simulator {
  constructor() {
    this.start();
  }
  start() {
    load();
    this.waiting = new Map();
    this.next = 0;
    this.worker = new Worker(script);
    this.worker.onmessage = ({data: {id, answer, error}}) => {
      const {resolve, reject} = this.waiting.get(id);
      this.waiting.delete(id);
      if (error === undefined) resolve(answer);
      else reject(new Error(error));
    };
    this.ready = wasm.then((bytes) => this.post('start', bytes));
    this.ready.catch(() => {});  // reported where it is awaited
  }
  post(kind, value) {
    return new Promise((resolve, reject) => {
      this.waiting.set(++this.next, {resolve, reject});
      this.worker.postMessage({id: this.next, kind, value});
    });
  }
  /** Asks the worker: `kind` is one of its answers. */
  async ask(kind, value = {}) {
    await this.ready;
    return this.post(kind, {files: {}, ...value});
  }
  get busy() {
    return this.waiting.size > 0;
  }
  /** Ends what runs, which is rejected with Stopped. */
  stop() {
    const waiting = [...this.waiting.values()];
    this.worker.terminate();
    this.start();
    for (const {reject} of waiting) reject(new Stopped());
  }
}
