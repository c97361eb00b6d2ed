/** Answers without a server: what never changes lies on a site as files, which `answers.json` lists; the program has the rest. */

import { getProgram } from '../lib/reach.js';
import { at, SITE } from '../lib/root.js';

/** @type {Promise<Record<string, string>> | null} */
let files = null;

/** The files of the site that answer paths, by path. @returns {Promise<Record<string, string>>} */
function getFiles() {
  files ??= fetch(at('/web/answers.json'))
    .then((answer) => answer.json())
    .catch((error) => {
      files = null;
      throw error;
    });
  return /** @type {Promise<Record<string, string>>} */ (files);
}

/** Answers a request as `fetch` does. @param {string} path @param {RequestInit} init @returns {Promise<Response>} */
export async function answer(path, init) {
  const file = SITE && (await getFiles())[path];
  return file ? fetchFile(file, init) : (await getProgram()).ask(path, init);
}

/** Fetches a file. Simple web servers compress nothing, so large files are packed. @param {string} file @param {RequestInit} init */
async function fetchFile(file, init) {
  const answer = await fetch(at(file), init);
  if (!answer.ok || !answer.body || !file.endsWith('.packed')) return answer;
  return new Response(answer.body.pipeThrough(new DecompressionStream('gzip')));
}

/** The address of a picture. @param {string} path */
export async function drawnAt(path) {
  const file = SITE && (await getFiles())[path];
  if (file) return at(file);
  const drawn = await (await getProgram()).ask(path, {});
  if (!drawn.ok) throw new Error(`no picture: ${path}`);
  return URL.createObjectURL(await drawn.blob());
}
