/**
 * The tables of this browser, in its database. `browser/store.py` says what each function does.
 *
 * `events` holds the events of all tables, each under its table and its number. `tables` holds a row for each table, and
 * `notes` what else is kept. Pages tell each other what they have written.
 */

const NAME = 'ludotheque';
const VERSION = 1;
const CHANNEL = 'ludotheque-tables';

/**
 * @typedef {{ id: string, phase: string, updated: number }} Row
 * @typedef {{ table: string, first: number, row: Row, events: [string, number, string][] }} Update
 */

export class Store {
  #database = open();
  #channel = new BroadcastChannel(CHANNEL);
  /** Called with the name of a table to which another page has written. @type {(table: string) => void} */
  onnews = () => {};

  constructor() {
    this.#channel.onmessage = ({ data }) => this.onnews(data);
  }

  /** @param {string} text */
  async append(text) {
    const { updates } = /** @type {{ updates: Update[] }} */ (JSON.parse(text));
    const change = (await this.#database).transaction(['events', 'tables'], 'readwrite', { durability: 'strict' });
    const written = finished(change);
    const events = change.objectStore('events');
    for (const { table, first, row, events: added } of updates) {
      if (first > 0 && !(await asked(events.getKey([table, first - 1])))) {
        change.abort();
        break;
      }
      added.forEach((event, number) => events.add(event, [table, first + number]));
      change.objectStore('tables').put(row, table);
    }
    const kept = await written;
    if (kept) for (const { table } of updates) this.#channel.postMessage(table);
    return kept;
  }

  /** @param {string} table @param {number} first */
  async load(table, first) {
    const events = (await this.#database).transaction('events').objectStore('events');
    return JSON.stringify(await asked(events.getAll(IDBKeyRange.bound([table, first], [table, Infinity]))));
  }

  async list() {
    const tables = (await this.#database).transaction('tables').objectStore('tables');
    return JSON.stringify(await asked(tables.getAll()));
  }

  /** @param {string} name */
  async get(name) {
    const notes = (await this.#database).transaction('notes').objectStore('notes');
    return /** @type {string | undefined} */ (await asked(notes.get(name)));
  }

  /** @param {string} name @param {string} value */
  async put(name, value) {
    const change = (await this.#database).transaction('notes', 'readwrite');
    change.objectStore('notes').put(value, name);
    await finished(change);
  }
}

/** @returns {Promise<IDBDatabase>} */
async function open() {
  const opening = indexedDB.open(NAME, VERSION);
  opening.onupgradeneeded = () => {
    for (const name of ['events', 'tables', 'notes']) opening.result.createObjectStore(name);
  };
  return asked(opening);
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function asked(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database failed'));
  });
}

/**
 * Whether a transaction was carried out. It was not when an event of that number is kept already, or the one before it is
 * not. Every other fault is an error.
 * @param {IDBTransaction} change @returns {Promise<boolean>}
 */
function finished(change) {
  return new Promise((resolve, reject) => {
    change.oncomplete = () => resolve(true);
    change.onabort = () => {
      if (!change.error || change.error.name === 'ConstraintError') resolve(false);
      else reject(change.error);
    };
  });
}
