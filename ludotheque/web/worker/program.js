/** The program in a worker: it keeps tables and answers the page as a server does. A second worker searches. */

import { startPython } from './python.js';
import { Searcher } from './searcher.js';
import { Store } from './store.js';

/**
 * @import {FromWorker, ToWorker} from './messages.js'
 *
 * What the program's `Desk` offers; `browser/desk.py` explains it.
 * @typedef {object} Desk
 * @property {(id: number, method: string, path: string, body: string) => void} ask
 * @property {(id: number) => void} abort
 * @property {(id: number, path: string) => void} open
 * @property {(id: number, text: string) => void} send
 * @property {(id: number) => void} close
 * @property {(table: string) => void} news
 */

/** @param {FromWorker} message */
function tell(message) {
  postMessage(message);
}

/** @param {Desk} desk @param {ToWorker} message */
function carryOut(desk, message) {
  if (message.type === 'ask') desk.ask(message.id, message.method, message.path, message.body);
  else if (message.type === 'abort') desk.abort(message.id);
  else if (message.type === 'open') desk.open(message.id, message.path);
  else if (message.type === 'send') desk.send(message.id, message.text);
  else desk.close(message.id);
}

async function start() {
  const store = new Store();
  const searcher = new Searcher();
  const python = await startPython((loaded, total) => tell({ type: 'progress', loaded, total }));
  const boot = python.pyimport('ludotheque.browser.boot');
  const search = (/** @type {Uint8Array<ArrayBuffer>} */ job) => searcher.run(job);
  const desk = /** @type {Desk} */ (await boot.start(store, search, tell));
  store.onnews = (table) => desk.news(table);
  tell({ type: 'ready' });
  return desk;
}

const desk = start();
desk.catch((error) => {
  console.error(error);
  tell({ type: 'failed' });
});
addEventListener('message', ({ data }) => void desk.then((ready) => carryOut(ready, data), () => {}));
