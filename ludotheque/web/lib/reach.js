/**
 * Who answers a request: the server, a file of the site, or the program in this browser.
 *
 * A site of files has no server. With a server, the program keeps the tables that were begun without a network, and it
 * searches. While the server cannot be reached, it answers for it. What only then is needed is in `program/`.
 */

import { at, PROGRAM, SITE } from './root.js';

/**
 * @import {Program} from '../program/program.js'
 *
 * What a table's connection needs of a WebSocket.
 * @typedef {object} Socket
 * @property {number} readyState
 * @property {(() => void) | null} onopen
 * @property {((event: { target: unknown, data: string }) => void) | null} onmessage
 * @property {(() => void) | null} onclose
 * @property {(text: string) => void} send
 * @property {() => void} close
 */

/** Tables that this browser keeps; their names begin with a word of their own. */
const HERE = /^\/api\/tables\/local\w+(\/|$)|^\/api\/here\//;
/** Tables that the server keeps. The program cannot answer for them. */
const THERE = /^\/api\/tables\/./;
/** Requests for a new table. */
const NEW_TABLE = /^\/api\/(tables|games\/[\w-]+\/first-game)$/;
/** What takes long. With a server, it is left to this browser as soon as the program is loaded. */
const SEARCHES = /^\/api\/study\/(analyse|annotate)$|^\/api\/games\/[\w-]+\/endings\//;
/** Gigabytes of memory that a device should have for searches. */
const MEMORY = 4;
/** Under this name the browser notes that the program keeps tables beside those of the server. */
const KEPT = 'ludotheque-here';

/** @type {Promise<Program> | null} */
let program = null;
/** The program, as soon as its worker runs. @type {Program | null} */
let running = null;
let loaded = false;

/** The program in this browser. It is loaded when it is first wanted, and again after a failure. @returns {Promise<Program>} */
export function getProgram() {
  program ??= import('../program/program.js').then(({ startProgram }) => {
    running = startProgram(() => {
      program = running = null;
      loaded = false;
    });
    void running.ready.then(() => (loaded = running !== null));
    return running;
  });
  return program;
}

/** Whether the program answers a request and no server is asked. @param {string} path */
function isHere(path) {
  return path.startsWith('/api/') && (SITE || HERE.test(path) || (SEARCHES.test(path) && searchesHere()));
}

/**
 * Answers a request as `fetch` does.
 * @param {string} path @param {RequestInit} init @returns {Promise<Response>}
 */
export async function reach(path, init) {
  if (isHere(path)) return (await import('../program/answers.js')).answer(path, init);
  try {
    return await fetch(at(path), { credentials: 'same-origin', ...init });
  } catch (error) {
    if (!PROGRAM || init.signal?.aborted || !path.startsWith('/api/') || THERE.test(path)) throw error;
    if (NEW_TABLE.test(path)) rememberTables();
    return (await getProgram()).ask(path, init);
  }
}

function rememberTables() {
  try {
    localStorage.setItem(KEPT, 'yes');
  } catch {
    // Without storage the program keeps no tables either.
  }
}

/** Whether this browser keeps tables beside those of the server. */
export function keepsTables() {
  try {
    return !SITE && PROGRAM && localStorage.getItem(KEPT) !== null;
  } catch {
    return false;
  }
}

/**
 * Whether the program searches for this page, because it is loaded. If not, it is loaded from now on, unless the device is
 * weak or its owner saves data.
 */
export function searchesHere() {
  if (!PROGRAM || isFrugal()) return false;
  void getProgram();
  return loaded;
}

/** @typedef {{ deviceMemory?: number, connection?: { saveData?: boolean } }} Device */
function isFrugal() {
  const { deviceMemory = MEMORY, connection } = /** @type {Device} */ (navigator);
  return deviceMemory < MEMORY || connection?.saveData === true;
}

/** Connects to a table, as a WebSocket does. @param {string} path @returns {Socket} */
export function connect(path) {
  if (isHere(path)) return running?.connect(path) ?? closedSocket();
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return /** @type {Socket} */ (new WebSocket(`${scheme}://${location.host}${at(path)}`));
}

/** A socket that closes at once. Its owner tries again, and the program starts meanwhile. @returns {Socket} */
function closedSocket() {
  void getProgram();
  /** @type {Socket} */
  const socket = { readyState: 3, onopen: null, onmessage: null, onclose: null, send: () => {}, close: () => {} };
  setTimeout(() => socket.onclose?.());
  return socket;
}

/**
 * The address of a picture. One that the program draws becomes an address of the page's own.
 * @param {string} path @returns {string | Promise<string>}
 */
export function pictureAt(path) {
  return isHere(path) ? import('../program/answers.js').then(({ drawnAt }) => drawnAt(path)) : at(path);
}
