/** Bringing a position or a game to the study board: by options, as text, from a file, or cell by cell. */

import { button, fill, freshId, h } from './dom.js';
import { choice, line, unfolding } from './fields.js';
import { pick, t } from './texts.js';

/**
 * @typedef {import('./types.js').GameCard} GameCard
 * @typedef {import('./types.js').OptionValue} OptionValue
 *
 * @typedef {object} Wishes  what the study board does with what is brought
 * @property {(options: Record<string, OptionValue>) => void} start
 * @property {(text: string) => void} load  a position or a record
 * @property {(editing: boolean) => void} edit  cells are clicked to set a position up
 */

const LONGEST = 65_536;
/** Stands for the cell in how an entry is written. */
const CELL = '•';

export class Loader {
  /** @type {Record<string, OptionValue>} */
  options = {};
  #field = '';
  #entry = CELL;

  /** @param {Wishes} wishes */
  constructor(wishes) {
    this.wishes = wishes;
    const id = freshId('text');
    this.text = h('textarea', { id, rows: 5, spellcheck: false, autocomplete: 'off', maxLength: LONGEST });
    this.trouble = h('div', { class: 'alert', role: 'alert' });
    this.choices = h('div', { class: 'form' });
    this.hand = h('div', { class: 'form' });
    const read = () => void this.#read(file);
    const file = h('input', { type: 'file', hidden: true, accept: '.txt,text/plain', onchange: read });
    this.element = h(
      'details',
      { class: 'about loader', ontoggle: () => !this.element.open && this.stop() },
      h('summary', null, t('study.load')),
      h('div', { class: 'field' }, h('label', { htmlFor: id }, t('study.text')), this.text),
      h('p', { class: 'hint' }, t('study.text_why')),
      this.trouble,
      h(
        'p',
        { class: 'row' },
        button(t('study.show'), () => this.wishes.load(this.text.value), 'primary'),
        button(t('study.file'), () => file.click(), 'small'),
        file,
        button(t('study.start'), () => this.wishes.start(this.options), 'small'),
      ),
      this.hand,
      this.choices,
    );
  }

  /** Says what is wrong with what was brought; it stays where it is. @param {string} words */
  complain(words) {
    fill(this.trouble, words);
    if (words) this.element.open = true;
  }

  /** The game that is on the board. @param {GameCard} card @param {Record<string, OptionValue>} options */
  lay(card, options) {
    this.options = { ...options };
    fill(
      this.choices,
      card.options.map((option) => {
        /** @type {[number, string][]} */
        const items = option.labels.map((label, place) => [place, pick(label)]);
        const chosen = Math.max(0, option.values.indexOf(/** @type {OptionValue} */ (options[option.name])));
        return choice(pick(option.words), items, chosen, (place) => {
          this.options = { ...this.options, [option.name]: /** @type {OptionValue} */ (option.values[place]) };
          this.wishes.start(this.options);
        });
      }),
    );
  }

  /** The position that is on the board. @param {string} text */
  follow(text) {
    this.text.value = text;
    if (!this.editing) this.#offerHand();
  }

  /** @param {HTMLInputElement} file */
  async #read(file) {
    const chosen = file.files?.[0];
    if (!chosen) return;
    this.text.value = (await chosen.text()).slice(0, LONGEST);
    file.value = '';
    this.wishes.load(this.text.value);
  }

  // --- by hand: a position text is lists of entries, and an entry belongs to a cell ---------------------------------

  /** Whether clicks on cells set the position up. */
  get editing() {
    return this.#field !== '';
  }

  stop() {
    if (!this.editing) return;
    this.#field = '';
    this.wishes.edit(false);
    this.#offerHand();
  }

  /** The fields of the text, as written. */
  #fields() {
    return this.text.value.split(/\s+/).filter(Boolean).map((word) => /** @type {[string, string]} */ (split(word, '=')));
  }

  #offerHand() {
    if (!this.editing) {
      fill(this.hand, button(t('study.hand'), () => this.#begin(), 'small'));
      return;
    }
    const names = this.#fields().map(([name]) => name);
    const lists = names.filter((name) => name !== 'turn' && name !== 'end');
    fill(
      this.hand,
      h('p', { class: 'hint' }, t('study.hand_why')),
      unfolding(t('study.field'), lists.map((name) => [name, name]), this.#field, (name) => this.#choose(name)),
      line(t('study.entry', { sign: CELL }), this.#entry, (typed) => (this.#entry = typed || CELL)),
      button(t('study.hand_done'), () => this.stop(), 'small'),
    );
  }

  #begin() {
    const first = this.#fields().find(([name]) => name !== 'turn' && name !== 'end')?.[0];
    if (!first) return;
    this.#choose(first);
    this.wishes.edit(true);
  }

  /** @param {string} name */
  #choose(name) {
    this.#field = name;
    const sample = this.#entries(name)[0] ?? '';
    // How entries look is learned from one that is there: `a1*2` makes `•*2`.
    this.#entry = sample.replace(/[a-z]\d+/, CELL) || CELL;
    this.#offerHand();
  }

  /** @param {string} name */
  #entries(name) {
    const value = this.#fields().find(([known]) => known === name)?.[1] ?? '-';
    return value === '-' ? [] : value.split(',');
  }

  /** A cell was clicked: its entry comes or goes. @param {string} cell */
  toggle(cell) {
    const of = new RegExp(`(^|[^a-z0-9])${cell}($|[^0-9])`, 'i');
    const entries = this.#entries(this.#field);
    const kept = entries.filter((entry) => !of.test(entry));
    if (kept.length === entries.length) kept.push(this.#entry.replace(CELL, cell));
    const words = this.#fields().map(([name, value]) => `${name}=${name === this.#field ? kept.join(',') || '-' : value}`);
    this.text.value = words.join(' ');
    this.wishes.load(this.text.value);
  }
}

/** @param {string} word @param {string} sign */
function split(word, sign) {
  const place = word.indexOf(sign);
  return place < 0 ? [word, ''] : [word.slice(0, place), word.slice(place + 1)];
}
