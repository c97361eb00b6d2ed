/**
 * The connection to a table. It is made again when it breaks. A request without an answer is sent again with the same
 * key, and the server carries it out once.
 */

import { connect } from '../../lib/reach.js';

/**
 * @import {Gone, Refused, ServerMessage, SocketMessage, State} from '../../lib/types.js'
 * @import {Socket} from '../../lib/reach.js'
 *
 * @typedef {object} Listener
 * @property {(state: State, first: boolean) => void} state  first: no state came before on this connection
 * @property {(refused: Refused) => void} refused
 * @property {(gone: Gone) => void} gone
 * @property {() => void} outdated  the server speaks another version of the messages than this page
 * @property {(connected: boolean) => void} connected
 */

/** The version of the messages that this page understands. @type {State['v']} */
const VERSION = 2;
/** Milliseconds before the first new try, and the most before any other. */
const MIN_DELAY = 400;
const MAX_DELAY = 8_000;
/** The server sends a ping every 15 s. After two missed ones the connection is dead, even if nothing closed it. */
const MAX_SILENCE = 35_000;
const MAX_OPENING = 10_000;

export class Connection {
  /** @type {Socket | null} */
  #socket = null;
  /** @type {Map<string, SocketMessage>} */
  #unanswered = new Map();
  /** The seat whose view is shown here after a handover. @type {number | null} */
  #seat = null;
  #tries = 0;
  #closed = false;
  #first = true;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #watchdog;
  #reconnect = () => this.#connectNow();

  /** @param {string} table @param {Listener} listener */
  constructor(table, listener) {
    this.table = table;
    this.listener = listener;
    addEventListener('online', this.#reconnect);
    document.addEventListener('visibilitychange', this.#reconnect);
    this.#connect();
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#watchdog);
    removeEventListener('online', this.#reconnect);
    document.removeEventListener('visibilitychange', this.#reconnect);
    this.#socket?.close();
  }

  /** Sends a request and returns the key of its answer. @param {object} request without its key */
  send(request) {
    const key = freshKey();
    const message = /** @type {SocketMessage} */ ({ ...request, key });
    this.#unanswered.set(key, message);
    this.#write(message);
    return key;
  }

  /** Asks for the view of this seat from now on. @param {number} seat */
  handOver(seat) {
    this.#seat = seat;
    this.#write({ type: 'handover', seat });
  }

  get seat() {
    return this.#seat;
  }

  /** @param {SocketMessage} message */
  #write(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect() {
    clearTimeout(this.#retry);
    const socket = connect(`/api/tables/${this.table}/live?v=${VERSION}`);
    this.#socket = socket;
    this.#first = true;
    this.#expectMessage(MAX_OPENING);
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) => this.#received(event);
    socket.onclose = () => this.#lost(socket);
  }

  #opened() {
    this.#expectMessage(MAX_SILENCE);
    // The same player is at the device as before the connection broke.
    if (this.#seat !== null) this.#write({ type: 'handover', seat: this.#seat });
    for (const message of this.#unanswered.values()) this.#write(message);
  }

  /** Without a message within this time, the connection counts as broken. @param {number} ms */
  #expectMessage(ms) {
    clearTimeout(this.#watchdog);
    const socket = this.#socket;
    this.#watchdog = setTimeout(() => socket && this.#drop(socket), ms);
  }

  /** Gives a dead connection up at once. Closing it may take minutes. @param {Socket} socket */
  #drop(socket) {
    socket.close();
    this.#lost(socket);
  }

  /** @param {Socket} socket */
  #lost(socket) {
    if (this.#closed || socket !== this.#socket) return;
    this.#socket = null;
    clearTimeout(this.#watchdog);
    this.listener.connected(false);
    const delay = Math.min(MAX_DELAY, MIN_DELAY * 2 ** this.#tries);
    this.#tries += 1;
    // The random part keeps all pages from connecting at once after a restart of the server.
    this.#retry = setTimeout(() => this.#connect(), delay * (0.5 + Math.random()));
  }

  /** Does not wait for the next try when the network is back or the page is looked at again. */
  #connectNow() {
    if (this.#closed || document.visibilityState === 'hidden') return;
    this.#tries = 0;
    if (!this.#socket) this.#connect();
  }

  /** @param {{ target: unknown, data: string }} event */
  #received(event) {
    if (event.target !== this.#socket || this.#closed) return;
    this.#expectMessage(MAX_SILENCE);
    const message = /** @type {ServerMessage} */ (JSON.parse(event.data));
    if (message.v !== VERSION && message.type !== 'gone') {
      this.close();
      this.listener.outdated();
    } else if (message.type === 'ping') this.#write({ type: 'ping', id: message.id });
    else if (message.type === 'state') this.#receivedState(message);
    else if (message.type === 'refused') {
      this.#unanswered.delete(message.key);
      this.listener.refused(message);
    } else if (message.type === 'gone') {
      this.close();
      this.listener.gone(message);
    }
  }

  /** @param {State} state */
  #receivedState(state) {
    const first = this.#first;
    this.#first = false;
    this.#tries = 0;
    if (state.accepted) this.#unanswered.delete(state.accepted);
    // The server hides the board. The next player must say who they are.
    if (state.viewpoint === null && !first) this.#seat = null;
    this.listener.connected(true);
    this.listener.state(state, first);
  }
}

/** Returns a random key. `crypto.randomUUID` is missing where the page came over plain HTTP, as in a home network. */
function freshKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
