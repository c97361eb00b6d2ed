/** Fields of forms. */

import { freshId, h } from '../lib/dom.js';
import { change, current } from '../lib/settings.js';
import { t } from '../lib/texts.js';

/**
 * One of several values, as radio buttons.
 * @template {string | number} V
 * @param {string} legend
 * @param {[value: V, label: string][]} items
 * @param {V} chosen
 * @param {(value: V) => void} onchange
 */
export function radioGroup(legend, items, chosen, onchange) {
  const name = freshId('choice');
  return h(
    'fieldset',
    { class: 'choice' },
    h('legend', null, legend),
    h(
      'div',
      { class: 'chips' },
      items.map(([value, label]) =>
        h(
          'label',
          { class: 'chip' },
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
 * One of several values, as a drop-down list.
 * @param {string} label @param {[value: string, label: string][]} items @param {string} chosen
 * @param {(value: string) => void} onchange
 */
export function selectField(label, items, chosen, onchange) {
  const id = freshId('list');
  /** @param {Event} event */
  const changed = (event) => onchange(/** @type {HTMLSelectElement} */ (event.target).value);
  const select = h(
    'select',
    { id, onchange: changed },
    items.map(([value, text]) => h('option', { value, selected: value === chosen }, text)),
  );
  return h('div', { class: 'field' }, h('label', { htmlFor: id }, label), select);
}

/**
 * @param {string} label @param {string} value @param {(value: string) => void} oninput
 * @param {Record<string, unknown>} [more]
 */
export function textField(label, value, oninput, more = {}) {
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

/** The field for your own name, which this browser remembers. */
export function ownNameField() {
  return textField(t('setup.name'), current().name, (name) => change({ name }), {
    autocomplete: 'nickname',
    placeholder: t('setup.name_hint'),
  });
}

/**
 * @param {string} label @param {number} value @param {[low: number, high: number]} range
 * @param {(value: number) => void} oninput
 */
export function numberField(label, value, [low, high], oninput) {
  /** @param {string} text */
  const typed = (text) => oninput(Math.min(high, Math.max(low, Math.round(Number(text) || 0))));
  return textField(label, String(value), typed, {
    type: 'number',
    min: String(low),
    max: String(high),
    required: true,
    inputMode: 'numeric',
  });
}

/** @param {string} label @param {boolean} checked @param {(checked: boolean) => void} onchange @param {string} [note] */
export function checkbox(label, checked, onchange, note) {
  /** @param {Event} event */
  const changed = (event) => onchange(/** @type {HTMLInputElement} */ (event.target).checked);
  return h(
    'label',
    { class: 'checkbox' },
    h('input', { type: 'checkbox', checked, onchange: changed }),
    h('span', null, label, note && h('small', null, note)),
  );
}
