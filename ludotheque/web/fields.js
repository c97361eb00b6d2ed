/** Parts of forms: radio buttons as a row of tokens, lines of text, ticks. */

import { freshId, h } from './dom.js';

/**
 * One of several, as radio buttons that look like tokens.
 * @template {string | number} V
 * @param {string} legend
 * @param {[value: V, label: string][]} items
 * @param {V} chosen
 * @param {(value: V) => void} onchange
 */
export function choice(legend, items, chosen, onchange) {
  const name = freshId('choice');
  return h(
    'fieldset',
    { class: 'choice' },
    h('legend', null, legend),
    h(
      'div',
      { class: 'tokens' },
      items.map(([value, label]) =>
        h(
          'label',
          { class: 'token' },
          h('input', {
            type: 'radio',
            name,
            value: String(value),
            checked: value === chosen,
            onchange: () => onchange(value),
          }),
          h('span', null, label),
        ),
      ),
    ),
  );
}

/**
 * One of several, as a list that unfolds.
 * @param {string} label @param {[value: string, label: string][]} items @param {string} chosen
 * @param {(value: string) => void} onchange
 */
export function unfolding(label, items, chosen, onchange) {
  const id = freshId('list');
  /** @param {Event} event */
  const changed = (event) => onchange(/** @type {HTMLSelectElement} */ (event.target).value);
  const select = h(
    'select',
    { id, onchange: changed },
    items.map(([value, words]) => h('option', { value, selected: value === chosen }, words)),
  );
  return h('div', { class: 'field' }, h('label', { htmlFor: id }, label), select);
}

/**
 * @param {string} label @param {string} value @param {(value: string) => void} oninput
 * @param {Record<string, unknown>} [more]
 */
export function line(label, value, oninput, more = {}) {
  const id = freshId('line');
  /** @param {Event} event */
  const typed = (event) => oninput(/** @type {HTMLInputElement} */ (event.target).value);
  return h(
    'div',
    { class: 'field' },
    h('label', { htmlFor: id }, label),
    h('input', { id, type: 'text', value, maxLength: 24, autocomplete: 'off', oninput: typed, ...more }),
  );
}

/**
 * @param {string} label @param {number} value @param {[low: number, high: number]} range
 * @param {(value: number) => void} oninput
 */
export function amount(label, value, [low, high], oninput) {
  /** @param {string} words */
  const typed = (words) => oninput(Math.min(high, Math.max(low, Math.round(Number(words) || 0))));
  return line(label, String(value), typed, {
    type: 'number',
    min: String(low),
    max: String(high),
    required: true,
    inputMode: 'numeric',
  });
}

/** @param {string} label @param {boolean} checked @param {(checked: boolean) => void} onchange @param {string} [why] */
export function tick(label, checked, onchange, why) {
  /** @param {Event} event */
  const changed = (event) => onchange(/** @type {HTMLInputElement} */ (event.target).checked);
  return h(
    'label',
    { class: 'tick' },
    h('input', { type: 'checkbox', checked, onchange: changed }),
    h('span', null, label, why && h('small', null, why)),
  );
}
