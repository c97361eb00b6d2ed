/** Brings a position or a game to the study board: by options, as a text, from a file, or with the position editor. */

import { button, fill, freshId, h } from '../../lib/dom.js';
import { pick, t } from '../../lib/texts.js';
import { radioGroup, selectField, textField } from '../../ui/fields.js';
import { isRecord, splitGames } from './games.js';

/**
 * @import {GameCard, OptionValue} from '../../lib/types.js'
 * @import {GameText} from './games.js'
 *
 * @typedef {object} Handlers
 * @property {(options: Record<string, OptionValue>) => void} start
 * @property {(text: string) => void} load  a position or a record
 * @property {(editing: boolean) => void} edit  whether clicks on cells change the position
 */

/** How many characters a file or a pasted text may have. */
const MAX_LENGTH = 1 << 23;
/** How many games of a file are listed. */
const MAX_GAMES = 500;
/** Stands for the cell in the pattern of an entry. */
const CELL = '•';

export class Loader {
  /** @type {Record<string, OptionValue>} */
  options = {};
  /** The field of the position text that clicks change. Without one, the editor is closed. */
  #field = '';
  #pattern = CELL;

  /** @param {Handlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    const id = freshId('text');
    this.text = h('textarea', { id, rows: 5, spellcheck: false, autocomplete: 'off', maxLength: MAX_LENGTH });
    this.alert = h('div', { class: 'alert', role: 'alert' });
    this.games = h('div', { class: 'games' });
    this.optionFields = h('div', { class: 'form' });
    this.editor = h('div', { class: 'form' });
    const read = () => void this.#read(file);
    const file = h('input', { type: 'file', hidden: true, accept: '.txt,text/plain', onchange: read });
    this.element = h(
      'details',
      { class: 'about loader', ontoggle: () => !this.element.open && this.closeEditor() },
      h('summary', null, t('study.load')),
      h('div', { class: 'field' }, h('label', { htmlFor: id }, t('study.text')), this.text),
      h('p', { class: 'hint' }, t('study.text_note')),
      this.alert,
      this.games,
      h(
        'p',
        { class: 'row' },
        button(t('study.show'), () => this.#show(this.text.value), 'primary'),
        button(t('study.file'), () => file.click(), 'small'),
        file,
        button(t('study.start'), () => this.handlers.start(this.options), 'small'),
      ),
      this.editor,
      this.optionFields,
    );
  }

  /** Says what is wrong with the text, which stays as it is. @param {string} message */
  showError(message) {
    fill(this.alert, message);
    if (message) this.element.open = true;
  }

  /** The titles of all games by their ids. @type {Record<string, string>} */
  titles = {};

  /** Sets the game on the board. @param {GameCard} card @param {Record<string, OptionValue>} options */
  setGame(card, options) {
    this.options = { ...options };
    fill(
      this.optionFields,
      card.options.map((option) => {
        /** @type {[number, string][]} */
        const items = option.labels.map((label, place) => [place, pick(label)]);
        const chosen = Math.max(0, option.values.indexOf(/** @type {OptionValue} */ (options[option.name])));
        return radioGroup(pick(option.text), items, chosen, (place) => {
          this.options = { ...this.options, [option.name]: /** @type {OptionValue} */ (option.values[place]) };
          this.handlers.start(this.options);
        });
      }),
    );
  }

  /** Sets the position on the board. @param {string} text */
  setPosition(text) {
    this.text.value = text;
    if (!this.editing) this.#drawEditor();
  }

  /** @param {HTMLInputElement} file */
  async #read(file) {
    const chosen = file.files?.[0];
    if (!chosen) return;
    const text = (await chosen.text()).slice(0, MAX_LENGTH);
    file.value = '';
    this.#show(text);
  }

  /** Loads a text. From several games, the reader chooses one. @param {string} text */
  #show(text) {
    const games = isRecord(text) ? splitGames(text) : [];
    fill(this.games);
    this.text.value = text;
    if (games.length < 2) return this.handlers.load(text);
    this.text.value = '';
    fill(this.alert);
    const more = games.length - MAX_GAMES;
    const items = games.slice(0, MAX_GAMES).map((game, place) => h('li', null, this.#choice(game, place + 1)));
    fill(
      this.games,
      h('p', { tabIndex: -1 }, t('study.games', { count: games.length })),
      h('ol', { class: 'scroller' }, items),
      more > 0 && h('p', { class: 'hint' }, t('study.games_more', { count: more })),
    );
    this.games.querySelector('p')?.focus();
  }

  /** A button that loads one game of a file. @param {GameText} game @param {number} number */
  #choice({ text, headers }, number) {
    const { Game = '', Event, Date, Result } = headers;
    const players = Object.keys(headers).filter((name) => /^Player\d+$/.test(name)).sort().map((name) => headers[name]);
    const told = [players.join(' – '), Event, this.titles[Game] ?? Game, Date, Result].filter(Boolean);
    const one = button(`${number}. `, () => {
      for (const other of this.games.querySelectorAll('button')) other.removeAttribute('aria-current');
      one.setAttribute('aria-current', 'true');
      this.text.value = text;
      this.handlers.load(text);
    }, 'small');
    const parts = told.length ? told : [t('study.unnamed')];
    one.append(...parts.flatMap((part, place) => [place ? ' · ' : '', h('span', null, part)]));
    return one;
  }

  // --- the editor: a position text has fields with lists of entries, and an entry belongs to a cell -----------------

  /** Whether clicks on cells change the position. */
  get editing() {
    return this.#field !== '';
  }

  closeEditor() {
    if (!this.editing) return;
    this.#field = '';
    this.handlers.edit(false);
    this.#drawEditor();
  }

  /** Returns the fields of the text, each with its name and value. */
  #fields() {
    return this.text.value.split(/\s+/).filter(Boolean).map(splitField);
  }

  /** Returns the names of the fields that are lists. */
  #lists() {
    return this.#fields().map(([name]) => name).filter((name) => name !== 'turn' && name !== 'end');
  }

  #drawEditor() {
    if (!this.editing) {
      fill(this.editor, button(t('study.edit'), () => this.#openEditor(), 'small'));
      return;
    }
    const lists = this.#lists();
    fill(
      this.editor,
      h('p', { class: 'hint' }, t('study.edit_note')),
      selectField(t('study.field'), lists.map((name) => [name, name]), this.#field, (name) => this.#choose(name)),
      textField(t('study.entry', { sign: CELL }), this.#pattern, (typed) => (this.#pattern = typed || CELL)),
      button(t('study.edit_done'), () => this.closeEditor(), 'small'),
    );
  }

  #openEditor() {
    const [first] = this.#lists();
    if (!first) return;
    this.#choose(first);
    this.handlers.edit(true);
  }

  /** @param {string} field */
  #choose(field) {
    this.#field = field;
    const sample = this.#entries(field)[0] ?? '';
    // The pattern comes from an entry of the list: `a1*2` makes `•*2`.
    this.#pattern = sample.replace(/[a-z]\d+/, CELL) || CELL;
    this.#drawEditor();
  }

  /** @param {string} field */
  #entries(field) {
    const value = this.#fields().find(([name]) => name === field)?.[1] ?? '-';
    return value === '-' ? [] : value.split(',');
  }

  /** Adds the entry of a cell, or removes it. @param {string} cell */
  toggle(cell) {
    const ofCell = new RegExp(`(^|[^a-z0-9])${cell}($|[^0-9])`, 'i');
    const entries = this.#entries(this.#field);
    const kept = entries.filter((entry) => !ofCell.test(entry));
    if (kept.length === entries.length) kept.push(this.#pattern.replace(CELL, cell));
    const fields = this.#fields().map(([name, value]) => `${name}=${name === this.#field ? kept.join(',') || '-' : value}`);
    this.text.value = fields.join(' ');
    this.handlers.load(this.text.value);
  }
}

/** @param {string} text such as `turn=0` @returns {[name: string, value: string]} */
function splitField(text) {
  const place = text.indexOf('=');
  return place < 0 ? [text, ''] : [text.slice(0, place), text.slice(place + 1)];
}
