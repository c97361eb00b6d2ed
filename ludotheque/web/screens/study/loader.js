/** Brings a position or a game to the study board: by options, as a text, from a file, or with the position editor. */

import { button, fill, freshId, h } from '../../lib/dom.js';
import { pick, t } from '../../lib/texts.js';
import { radioGroup, selectField, textField } from '../../ui/fields.js';

/**
 * @import {GameCard, OptionValue} from '../../lib/types.js'
 *
 * @typedef {object} Handlers
 * @property {(options: Record<string, OptionValue>) => void} start
 * @property {(text: string) => void} load  a position or a record
 * @property {(editing: boolean) => void} edit  whether clicks on cells change the position
 */

const MAX_LENGTH = 65_536;
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
      h(
        'p',
        { class: 'row' },
        button(t('study.show'), () => this.handlers.load(this.text.value), 'primary'),
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
    this.text.value = (await chosen.text()).slice(0, MAX_LENGTH);
    file.value = '';
    this.handlers.load(this.text.value);
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
