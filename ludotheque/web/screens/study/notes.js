/** The notes of a move on the study board: its glyphs and comments, and what to do with its variation. */

import { button, fill, freshId, h, refill } from '../../lib/dom.js';
import { t } from '../../lib/texts.js';
import { splitComments } from './variations.js';

/**
 * @import {GameNode, Variations} from './variations.js'
 *
 * @typedef {object} Handlers
 * @property {() => void} noted  the notes of the current move have changed
 * @property {() => void} promote
 * @property {() => void} remove  delete the variation of the current move
 */

/** The glyphs with a sign, and the keys of their names. @type {[glyph: string, key: string][]} */
const GLYPHS = [
  ['!!', 'excellent'],
  ['!', 'good'],
  ['!?', 'interesting'],
  ['?!', 'dubious'],
  ['?', 'mistake'],
  ['??', 'blunder'],
];

/** Returns what a glyph means; nothing for a number. @param {string} glyph */
export function glyphName(glyph) {
  const key = GLYPHS.find(([sign]) => sign === glyph)?.[1];
  return key ? t(`study.${key}`) : '';
}

export class Notes {
  /** @type {GameNode | null} */
  #node = null;

  /** @param {Handlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    const id = freshId('comment');
    this.legend = h('legend');
    this.glyphs = h('div', { class: 'row glyphs', role: 'group', 'aria-label': t('study.glyphs') });
    this.text = h('textarea', { id, rows: 3, oninput: () => this.#write() });
    this.actions = h('div', { class: 'row' });
    this.element = h(
      'fieldset',
      { class: 'notes' },
      this.legend,
      this.glyphs,
      h('div', { class: 'field' }, h('label', { htmlFor: id }, t('study.comment')), this.text),
      h('p', { class: 'hint' }, t('study.comment_note')),
      this.actions,
    );
  }

  /** Shows the notes of the current move. @param {Variations} variations */
  show(variations) {
    const { current } = variations;
    // What the reader is writing stays as it is.
    if (current !== this.#node) this.text.value = current.comments.join('\n\n');
    this.#node = current;
    const { ply, move } = current.ply;
    fill(this.legend, move ? t('study.note', { move: `${ply}. ${move}` }) : t('study.note_start'));
    this.glyphs.hidden = !current.parent;
    this.#drawGlyphs();
    refill(this.actions, variations.variation ? [
      button(t('study.promote'), this.handlers.promote, 'small'),
      button(t('study.remove_variation'), this.handlers.remove, 'small'),
    ] : []);
  }

  #drawGlyphs() {
    const chosen = this.#node?.glyphs ?? [];
    refill(this.glyphs, GLYPHS.map(([glyph]) => {
      const one = button(glyph, () => this.#toggle(glyph), 'small');
      one.title = glyphName(glyph);
      one.setAttribute('aria-label', one.title);
      one.setAttribute('aria-pressed', String(chosen.includes(glyph)));
      return one;
    }));
  }

  /** A move has one of these glyphs at most. Numbers from a file stay. @param {string} glyph */
  #toggle(glyph) {
    const node = this.#node;
    if (!node) return;
    const others = node.glyphs.filter((one) => !glyphName(one));
    node.glyphs = node.glyphs.includes(glyph) ? others : [glyph, ...others];
    this.#drawGlyphs();
    this.handlers.noted();
  }

  #write() {
    if (!this.#node) return;
    this.#node.comments = splitComments(this.text.value);
    this.handlers.noted();
  }
}
