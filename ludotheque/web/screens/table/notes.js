/**
 * The notes of a guided first game: a word about each new thing, one at a time.
 *
 * The server names the notes for what a state shows. A note stays until the reader has read it or moves on. A note that
 * had to wait longer comes again when its moment does.
 */

import { fill, h, icon } from '../../lib/dom.js';
import { change, current } from '../../lib/settings.js';
import { pick, t } from '../../lib/texts.js';
import { announce } from '../../ui/announce.js';

/**
 * @import {NoteJson, State, TableInfo} from '../../lib/types.js'
 */

/** The browser remembers the notes of so many tables. */
const MAX_TABLES = 20;

/** The ids of notes that wait, the shown one first. */
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

export class Notes {
  /** The note on the screen. @type {string | null} */
  #shown = null;
  /** The table under which this browser remembers what was shown: the first one of a series. */
  #table;

  /** @param {TableInfo} info @param {() => void} toBoard what takes the focus after the last note */
  constructor(info, toBoard) {
    this.info = info;
    this.toBoard = toBoard;
    this.element = h('aside', { class: 'note-place', 'aria-label': t('first_game.notes') });
    this.#table = info.id;
    this.queue = new NoteQueue(
      (id) => known(this.#table).includes(id),
      (id) => remember(this.#table, id),
    );
  }

  /** The board shows a state. @param {State} state */
  add(state) {
    if (!this.info.notes.length) return;
    this.#table = state.series?.[0]?.table ?? this.info.id;
    this.queue.add(state);
    this.#draw();
  }

  #draw() {
    const id = this.queue.first;
    if (id === this.#shown) return;
    this.#shown = id;
    const note = this.info.notes.find((one) => one.id === id);
    fill(this.element, note && this.#box(note));
    if (note) announce(pick(note.text));
  }

  /** @param {NoteJson} note */
  #box(note) {
    const read = h('button', { type: 'button', class: 'button small', onclick: () => this.#read() });
    read.append(icon('check'), h('span', null, t('first_game.read')));
    return h('div', { class: 'note' }, h('p', null, pick(note.text), ' ', this.#link(note)), read);
  }

  /** Where to learn more: the idea of the course, or the ruling. @param {NoteJson} note */
  #link({ idea, ruling }) {
    const { game } = this.info;
    if (idea) {
      const label = t('first_game.lesson', { title: pick(idea.title) });
      return h('a', { href: `/learn/${game}#${idea.id}`, target: '_blank' }, label);
    }
    return ruling && h('a', { href: `/rules/${game}#${ruling}`, target: '_blank' }, t('table.ruling', { id: ruling }));
  }

  #read() {
    this.queue.next();
    this.#draw();
    const next = this.element.querySelector('button');
    if (next) next.focus({ preventScroll: true });
    else this.toBoard();
  }
}

/** @param {string} table */
function known(table) {
  return current().notes[table] ?? [];
}

/** @param {string} table @param {string} note */
function remember(table, note) {
  const others = Object.entries(current().notes).filter(([id]) => id !== table);
  change({ notes: Object.fromEntries([...others.slice(1 - MAX_TABLES), [table, [...known(table), note]]]) });
}
