/** The worker that searches, as the program sees it. It starts with the first search, or a little after the program. */

/** @import {FromSearcher, ToSearcher} from './messages.js' */

/** Milliseconds after which the worker starts without a search, so that the first one finds it ready. */
const EARLY = 500;

export class Searcher {
  #last = 0;
  /** @type {Map<number, { resolve: (result: Uint8Array<ArrayBuffer>) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();
  /** @type {Worker | null} */
  #worker = null;

  /** Starts the worker soon. */
  prepare() {
    setTimeout(() => this.#start(), EARLY);
  }

  /** Returns the result of a job. Both are bytes that only Python understands. @param {Uint8Array<ArrayBuffer>} job */
  run(job) {
    const worker = this.#start();
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      /** @type {ToSearcher} */
      const message = { id, job };
      worker.postMessage(message, [job.buffer]);
    });
  }

  #start() {
    if (!this.#worker) {
      this.#worker = new Worker(new URL('./search.js', import.meta.url), { type: 'module', name: 'search' });
      this.#worker.onmessage = ({ data }) => this.#hear(data);
      this.#worker.onerror = () => this.#fail();
    }
    return this.#worker;
  }

  /** @param {FromSearcher} message */
  #hear({ id, result }) {
    if (id === 0) {
      this.#fail();
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (result) waiting?.resolve(result);
    else waiting?.reject(new Error('the search failed'));
  }

  /** The worker could not start, or has died. The next search starts another one. */
  #fail() {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(new Error('the search failed'));
    this.#waiting.clear();
  }
}
