/**
 * The notes of a first game that wait to be read.
 *
 * The server names the notes for what a state shows. The first one stays on the screen until the reader has read it or
 * moves. The others go when the reader moves, and come again when their moment does.
 */

export class NoteQueue {
  /** @type {string[]} */
  #waiting = [];
  /** @type {number | null} */
  #ticket = null;

  /** @param {(id: string) => boolean} isKnown @param {(id: string) => void} remember */
  constructor(isKnown, remember) {
    this.isKnown = isKnown;
    this.remember = remember;
  }

  /** The note to show. @returns {string | null} */
  get first() {
    return this.#waiting[0] ?? null;
  }

  /** Adds what a state brings. @param {{ ticket: number | null, notes?: readonly string[] }} state */
  add({ ticket, notes = [] }) {
    // The reader has moved. What they saw before is behind them.
    if (this.#ticket !== null && ticket !== this.#ticket) {
      if (this.first) this.remember(this.first);
      this.#waiting = [];
    }
    this.#ticket = ticket;
    const fresh = notes.filter((id) => !this.isKnown(id) && !this.#waiting.includes(id));
    this.#waiting.push(...fresh);
  }

  /** The reader has read the shown note. */
  next() {
    const read = this.#waiting.shift();
    if (read) this.remember(read);
  }
}
