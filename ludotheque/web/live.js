/**
 * The live line to a table. It comes back by itself when it breaks; a request that was not answered is sent again
 * with the same key, and the server carries it out once.
 */

/**
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Refused} Refused
 * @typedef {import('./types.js').Gone} Gone
 * @typedef {import('./types.js').PageMessage} PageMessage
 * @typedef {import('./types.js').ServerMessage} ServerMessage
 *
 * @typedef {object} Listener
 * @property {(state: State, fresh: boolean) => void} state  fresh: the first one since the line came up
 * @property {(refused: Refused) => void} refused
 * @property {(gone: Gone) => void} gone
 * @property {(up: boolean) => void} line
 */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8_000;
/** The server's pulse comes every 15 s: two missed, and the line is dead even if nobody said so. */
const SILENCE = 35_000;
const OPENING = 10_000;

export class Live {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, PageMessage>} */
  #unanswered = new Map();
  /** @type {number | null} the seat whose view is shown here after a hand-over */
  #faced = null;
  #tries = 0;
  #closed = false;
  #fresh = true;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #watchdog;

  /** @param {string} table @param {Listener} listener */
  constructor(table, listener) {
    this.table = table;
    this.listener = listener;
    this.hurry = () => this.#hurry();
    addEventListener('online', this.hurry);
    document.addEventListener('visibilitychange', this.hurry);
    this.#connect();
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#watchdog);
    removeEventListener('online', this.hurry);
    document.removeEventListener('visibilitychange', this.hurry);
    this.#socket?.close();
  }

  /** Ask for something; the key under which the answer will come. @param {object} request without its key */
  send(request) {
    const key = freshKey();
    const message = /** @type {PageMessage} */ ({ ...request, key });
    this.#unanswered.set(key, message);
    this.#say(message);
    return key;
  }

  /** Show the view of this seat from now on. @param {number} seat */
  face(seat) {
    this.#faced = seat;
    this.#say({ type: 'face', seat });
  }

  get faced() {
    return this.#faced;
  }

  /** @param {PageMessage} message */
  #say(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect() {
    clearTimeout(this.#retry);
    const secure = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${secure}://${location.host}/api/tables/${this.table}/live`);
    this.#socket = socket;
    this.#fresh = true;
    this.#expect(OPENING);
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) => this.#heard(event);
    socket.onclose = () => this.#lost(socket);
  }

  #opened() {
    this.#expect(SILENCE);
    // Whoever was at the device before the line broke still is.
    if (this.#faced !== null) this.#say({ type: 'face', seat: this.#faced });
    for (const message of this.#unanswered.values()) this.#say(message);
  }

  /** Without a message in this time, the line counts as broken. @param {number} ms */
  #expect(ms) {
    clearTimeout(this.#watchdog);
    const socket = this.#socket;
    this.#watchdog = setTimeout(() => socket && this.#drop(socket), ms);
  }

  /** A dead line may take minutes to close by itself; it is not waited for. @param {WebSocket} socket */
  #drop(socket) {
    socket.close();
    this.#lost(socket);
  }

  /** @param {WebSocket} socket */
  #lost(socket) {
    if (this.#closed || socket !== this.#socket) return;
    this.#socket = null;
    clearTimeout(this.#watchdog);
    this.listener.line(false);
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries);
    this.#tries += 1;
    // Spread over time, so that a restarted server is not met by everybody at once.
    this.#retry = setTimeout(() => this.#connect(), wait * (0.5 + Math.random()));
  }

  /** The network is back, or somebody looks at the page again: do not wait for the next try. */
  #hurry() {
    if (this.#closed || document.visibilityState === 'hidden') return;
    this.#tries = 0;
    if (!this.#socket) this.#connect();
  }

  /** @param {MessageEvent} event */
  #heard(event) {
    if (event.target !== this.#socket || this.#closed) return;
    this.#expect(SILENCE);
    const message = /** @type {ServerMessage} */ (JSON.parse(event.data));
    if (message.type === 'pulse') this.#say({ type: 'pulse', id: message.id });
    else if (message.type === 'state') this.#told(message);
    else if (message.type === 'refused') {
      this.#unanswered.delete(message.key);
      this.listener.refused(message);
    } else if (message.type === 'gone') {
      this.close();
      this.listener.gone(message);
    }
  }

  /** @param {State} state */
  #told(state) {
    const fresh = this.#fresh;
    this.#fresh = false;
    this.#tries = 0;
    if (state.accepted) this.#unanswered.delete(state.accepted);
    // The server drew the curtain: the next to look must say who he is.
    if (state.facing === null && !fresh) this.#faced = null;
    this.listener.line(true);
    this.listener.state(state, fresh);
  }
}

/** `crypto.randomUUID` is missing where the page came over plain HTTP, as it does in a home network. */
function freshKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
