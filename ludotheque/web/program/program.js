/**
 * The program in this browser, as the page sees it: it answers requests and holds connections to tables, as a server does.
 *
 * It runs in a worker (`worker/program.js`). Every request and every connection has a number, which its answers carry.
 */

import { at, SITE } from '../lib/root.js';
import { Loading } from './loading.js';

/**
 * @import {Socket} from '../lib/reach.js'
 * @import {FromWorker, ToWorker} from '../worker/messages.js'
 *
 * @typedef {{ head: (status: number, type: string) => void, chunk: (data: Uint8Array<ArrayBuffer>) => void, end: () => void, failed: () => void }} Asker
 */

/** Starts the program. The reader sees how far it is. @param {() => void} onfail called when it has ended */
export function startProgram(onfail) {
  const worker = new Worker(at('/web/worker/program.js'), { type: 'module', name: 'ludotheque' });
  return new Program(worker, new Loading(!SITE), onfail);
}

export class Program {
  #last = 0;
  /** @type {Map<number, Asker>} */
  #askers = new Map();
  /** @type {Map<number, ProgramSocket>} */
  #sockets = new Map();
  #failed = false;
  /** @type {() => void} */
  #settle = () => {};
  /** Settled when the program is there, or has failed. @type {Promise<void>} */
  ready = new Promise((resolve) => (this.#settle = resolve));

  /** @param {Worker} worker @param {Loading} loading @param {() => void} onfail */
  constructor(worker, loading, onfail) {
    this.worker = worker;
    this.loading = loading;
    this.onfail = onfail;
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = () => this.#fail();
  }

  /** Answers a request as `fetch` does. @param {string} path @param {RequestInit} init @returns {Promise<Response>} */
  ask(path, init) {
    const id = ++this.#last;
    const { signal, method = 'GET', body } = init;
    return new Promise((resolve, reject) => {
      if (signal?.aborted || this.#failed) {
        reject(signal?.reason ?? new TypeError('the program has ended'));
        return;
      }
      /** @type {ReadableStreamDefaultController | null} */
      let stream = null;
      const done = () => this.#askers.delete(id);
      const abort = () => {
        if (!done()) return;
        this.#tell({ type: 'abort', id });
        stream?.error(signal?.reason);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', abort);
      this.#askers.set(id, {
        head: (status, type) => {
          const content = new ReadableStream({ start: (controller) => void (stream = controller), cancel: abort });
          resolve(new Response(content, { status, headers: { 'content-type': type } }));
        },
        chunk: (data) => stream?.enqueue(data),
        end: () => {
          done();
          signal?.removeEventListener('abort', abort);
          stream?.close();
        },
        failed: () => {
          done();
          stream?.error(new TypeError('the program has ended'));
          reject(new TypeError('the program has ended'));
        },
      });
      this.#tell({ type: 'ask', id, method, path, body: typeof body === 'string' ? body : '' });
    });
  }

  /** Connects to a table. @param {string} path @returns {Socket} */
  connect(path) {
    const id = ++this.#last;
    const socket = new ProgramSocket((message) => this.#tell({ id, ...message }), () => this.#sockets.delete(id));
    this.#sockets.set(id, socket);
    this.#tell({ type: 'open', id, path });
    setTimeout(() => socket.onopen?.());
    return socket;
  }

  /** @param {ToWorker} message */
  #tell(message) {
    this.worker.postMessage(message);
  }

  /** @param {FromWorker} message */
  #hear(message) {
    if (message.type === 'progress') this.loading.show(message.loaded, message.total);
    else if (message.type === 'ready') this.#begin();
    else if (message.type === 'failed') this.#fail();
    else if (message.type === 'head') this.#askers.get(message.id)?.head(message.status, message.contentType);
    else if (message.type === 'chunk') this.#askers.get(message.id)?.chunk(message.data);
    else if (message.type === 'end') this.#askers.get(message.id)?.end();
    else if (message.type === 'message') this.#sockets.get(message.id)?.hear(message.text);
    else if (message.type === 'closed') this.#sockets.get(message.id)?.ended();
  }

  #begin() {
    performance.mark('ludotheque ready');
    this.loading.end();
    this.#settle();
  }

  /** Nothing can be answered any more, because a file is missing or the device has too little memory. */
  #fail() {
    if (this.#failed) return;
    this.#failed = true;
    this.worker.terminate();
    this.loading.fail();
    this.#settle();
    this.onfail();
    for (const asker of [...this.#askers.values()]) asker.failed();
    for (const socket of [...this.#sockets.values()]) socket.ended();
  }
}

/** A connection to a table of the program. @implements {Socket} */
class ProgramSocket {
  /** @type {number} */
  readyState = WebSocket.OPEN;
  /** @type {Socket['onopen']} */
  onopen = null;
  /** @type {Socket['onmessage']} */
  onmessage = null;
  /** @type {Socket['onclose']} */
  onclose = null;

  /**
   * @param {(message: { type: 'send', text: string } | { type: 'close' }) => void} tell
   * @param {() => void} forget
   */
  constructor(tell, forget) {
    this.tell = tell;
    this.forget = forget;
  }

  /** @param {string} text */
  send(text) {
    this.tell({ type: 'send', text });
  }

  close() {
    if (this.readyState === WebSocket.CLOSED) return;
    this.tell({ type: 'close' });
    this.ended();
  }

  /** @param {string} data */
  hear(data) {
    this.onmessage?.({ target: this, data });
  }

  ended() {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.forget();
    this.onclose?.();
  }
}
