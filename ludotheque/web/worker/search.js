/** The worker that searches. It has a Python of its own, because a search answers nothing until it ends. */

import { startPython } from './python.js';

/** @import {FromSearcher, ToSearcher} from './messages.js' */

/** @param {FromSearcher} message */
function tell(message) {
  postMessage(message, { transfer: message.result ? [message.result.buffer] : [] });
}

async function start() {
  const python = await startPython();
  const boot = python.pyimport('ludotheque.browser.boot');
  return /** @type {(job: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>} */ (boot.search);
}

const search = start();
search.catch((error) => {
  console.error(error);
  tell({ id: 0, result: null });
});
addEventListener('message', async ({ data }) => {
  const { id, job } = /** @type {ToSearcher} */ (data);
  try {
    tell({ id, result: (await search)(job) });
  } catch (error) {
    console.error(error);
    tell({ id, result: null });
  }
});
