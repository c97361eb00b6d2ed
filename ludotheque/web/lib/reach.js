/**
 * Who answers a request: the server, a file of the site, or the program in this browser.
 *
 * A site of files has no server. What never changes lies there as files, which `site.json` lists. The program in this
 * browser (`program/program.js`) answers everything else, with the same messages as a server.
 *
 * With a server, the program keeps the tables that were begun without a network, and it searches. While the server cannot
 * be reached, it answers for it.
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

/** @type {Promise<Record<string, string>> | null} */
let files = null;
/** @type {Promise<Program> | null} */
let program = null;
let loaded = false;
/** Gigabytes of memory that a device should have for searches. */
const MEMORY = 4;

/** The program in this browser. It is loaded when it is first wanted, and again after a failure. @returns {Promise<Program>} */
export function getProgram() {
  program ??= import('../program/program.js').then(({ startProgram }) => {
    const started = startProgram(forget);
    void started.ready.then(() => (loaded = program !== null));
    return started;
  });
  return program;
}

function forget() {
  program = null;
  loaded = false;
}

/** The files of the site that answer paths, by path. @returns {Promise<Record<string, string>>} */
function getFiles() {
  files ??= fetch(at('/web/site.json'))
    .then((answer) => answer.json())
    .catch((error) => {
      files = null;
      throw error;
    });
  return /** @type {Promise<Record<string, string>>} */ (files);
}

/** Fetches a file. Simple web servers compress nothing, so large files are packed. @param {string} file @param {RequestInit} init */
async function fetchFile(file, init) {
  const answer = await fetch(at(file), init);
  if (!answer.ok || !answer.body || !file.endsWith('.packed')) return answer;
  return new Response(answer.body.pipeThrough(new DecompressionStream('gzip')));
}

/**
 * Answers a request as `fetch` does.
 * @param {string} path @param {RequestInit} init @returns {Promise<Response>}
 */
export async function reach(path, init) {
  if (SITE && path.startsWith('/api/')) {
    const file = (await getFiles())[path];
    return file ? fetchFile(file, init) : (await getProgram()).ask(path, init);
  }
  if (HERE.test(path) || (SEARCHES.test(path) && searchesHere())) return (await getProgram()).ask(path, init);
  try {
    return await fetch(at(path), { credentials: 'same-origin', ...init });
  } catch (error) {
    if (!PROGRAM || init.signal?.aborted || !path.startsWith('/api/') || THERE.test(path)) throw error;
    if (NEW_TABLE.test(path)) rememberTables();
    return (await getProgram()).ask(path, init);
  }
}

/** Requests for a new table. */
const NEW_TABLE = /^\/api\/(tables|games\/[\w-]+\/first-game)$/;
/** Under this name the browser notes that the program keeps tables beside those of the server. */
const KEPT = 'ludotheque-here';

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

/** Tables that this browser keeps; their names begin with a word of their own. */
const HERE = /^\/api\/tables\/local\w+(\/|$)|^\/api\/here\//;
/** Tables that the server keeps. The program cannot answer for them. */
const THERE = /^\/api\/tables\/./;
/** What takes long. With a server, it is left to this browser as soon as the program is loaded. */
const SEARCHES = /^\/api\/study\/(analyse|annotate)$|^\/api\/games\/[\w-]+\/endings\//;

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
  if (SITE || HERE.test(path)) return new LateSocket(getProgram().then((found) => found.connect(path)));
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return /** @type {Socket} */ (new WebSocket(`${scheme}://${location.host}${at(path)}`));
}

/** A socket of the program, which may not be there yet. @implements {Socket} */
class LateSocket {
  /** @type {number} */
  readyState = WebSocket.CONNECTING;
  /** @type {Socket['onopen']} */
  onopen = null;
  /** @type {Socket['onmessage']} */
  onmessage = null;
  /** @type {Socket['onclose']} */
  onclose = null;
  /** @type {Socket | null} */
  #real = null;

  /** @param {Promise<Socket>} coming */
  constructor(coming) {
    coming.then((socket) => this.#open(socket)).catch(() => this.#ended());
  }

  /** @param {Socket} socket */
  #open(socket) {
    if (this.readyState === WebSocket.CLOSED) {
      socket.close();
      return;
    }
    this.#real = socket;
    this.readyState = WebSocket.OPEN;
    socket.onmessage = ({ data }) => this.onmessage?.({ target: this, data });
    socket.onclose = () => this.#ended();
    this.onopen?.();
  }

  #ended() {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose?.();
  }

  /** @param {string} text */
  send(text) {
    this.#real?.send(text);
  }

  close() {
    this.#real?.close();
    this.#ended();
  }
}

/**
 * The address of a picture. One that the program draws becomes an address of the page's own.
 * @param {string} path @returns {string | Promise<string>}
 */
export function pictureAt(path) {
  return (SITE && path.startsWith('/api/')) || HERE.test(path) ? drawnAt(path) : at(path);
}

/** @param {string} path */
async function drawnAt(path) {
  const file = SITE && (await getFiles())[path];
  if (file) return at(file);
  const answer = await (await getProgram()).ask(path, {});
  if (!answer.ok) throw new Error(`no picture: ${path}`);
  return URL.createObjectURL(await answer.blob());
}
