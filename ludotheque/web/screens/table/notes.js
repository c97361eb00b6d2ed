/** The notes of a guided first game: a word about each new thing, one at a time. */

import { fill, h, icon } from '../../lib/dom.js';
import { change, current } from '../../lib/settings.js';
import { pick, t } from '../../lib/texts.js';
import { announce } from '../../ui/announce.js';
import { NoteQueue } from './note-queue.js';

/**
 * @import {NoteJson, State, TableInfo} from '../../lib/types.js'
 */

/** The browser remembers the notes of so many tables. */
const MAX_TABLES = 20;

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
