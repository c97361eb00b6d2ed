/**
 * Who answers a request: the server, a file of the site, or the program in this browser.
 *
 * A site of files has no server. What never changes lies there as files, which `/site.json` lists. The program in this
 * browser (`program/program.js`) answers everything else, with the same messages as a server.
 */

import { at, SITE } from './root.js';

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

/** The program in this browser. It is loaded when it is first wanted, and again after a failure. @returns {Promise<Program>} */
export function getProgram() {
  program ??= import('../program/program.js').then(({ startProgram }) => startProgram(() => (program = null)));
  return program;
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

/** Answers a request as `fetch` does. @param {string} path @param {RequestInit} init @returns {Promise<Response>} */
export async function reach(path, init) {
  if (!SITE || !path.startsWith('/api/')) return fetch(at(path), { credentials: 'same-origin', ...init });
  const file = (await getFiles())[path];
  return file ? fetchFile(file, init) : (await getProgram()).ask(path, init);
}

/** Connects to a table, as a WebSocket does. @param {string} path @returns {Socket} */
export function connect(path) {
  if (SITE) return new LateSocket(getProgram().then((found) => found.connect(path)));
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
  return SITE && path.startsWith('/api/') ? drawnAt(path) : at(path);
}

/** @param {string} path */
async function drawnAt(path) {
  const file = (await getFiles())[path];
  if (file) return at(file);
  const answer = await (await getProgram()).ask(path, {});
  if (!answer.ok) throw new Error(`no picture: ${path}`);
  return URL.createObjectURL(await answer.blob());
}
