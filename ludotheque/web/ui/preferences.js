/** The preferences: a dialog for everything that this browser remembers of how its reader likes the page. */

import { button, fill, h } from '../lib/dom.js';
import { languages, wantedLanguage } from '../lib/languages.js';
import { change, CHOICES, current } from '../lib/settings.js';
import { language, t } from '../lib/texts.js';
import { checkbox, radioGroup, selectField } from './fields.js';

/** More languages than this are offered as a list. */
const MAX_LANGUAGE_CHIPS = 3;

/** The speeds from slow to fast. */
const SPEEDS = /** @type {const} */ (['slow', 'normal', 'fast', 'none']);

/** When moves wait for a button, as the setting has it. @type {Record<string, boolean | null>} */
const CONFIRM = { auto: null, always: true, never: false };

/** Every change holds at once. The dialog is built when it is opened, and again in another language. */
export function makePreferences() {
  const element = h('dialog', { class: 'preferences', onclick: closeOutside });
  let shown = '';

  function draw() {
    shown = language();
    const title = h('h2', { id: 'preferences' }, t('preferences.title'));
    const close = button(t('preferences.close'), () => element.close(), 'primary');
    element.setAttribute('aria-labelledby', title.id);
    fill(element, h('div', { class: 'form' }, title, ...fields(), h('p', { class: 'row' }, close)));
  }

  function open() {
    draw();
    element.showModal();
  }

  /** Keeps the focus where it is when the language changes. */
  function update() {
    if (!element.open || shown === language()) return;
    const controls = () => /** @type {HTMLElement[]} */ ([...element.querySelectorAll('input, select, button')]);
    const place = controls().findIndex((one) => one === document.activeElement);
    draw();
    controls()[place]?.focus();
  }
  return { element, open, update };
}

/** A click beside the dialog closes it. @param {MouseEvent} event */
function closeOutside(event) {
  const { target, currentTarget } = event;
  if (target === currentTarget && currentTarget instanceof HTMLDialogElement) currentTarget.close();
}

function fields() {
  const { theme, board, speed, confirm, coordinates, sound } = current();
  const when = Object.keys(CONFIRM).find((name) => CONFIRM[name] === confirm) ?? 'auto';
  return [
    languageField(),
    radioGroup(t('preferences.theme'), named('theme', CHOICES.theme), theme, (value) => change({ theme: value })),
    radioGroup(t('preferences.board'), named('board', CHOICES.board), board, (value) => change({ board: value })),
    checkbox(t('preferences.coordinates'), coordinates, (value) => change({ coordinates: value })),
    radioGroup(t('preferences.speed'), named('speed', SPEEDS), speed, (value) => change({ speed: value })),
    radioGroup(t('preferences.confirm'), named('confirm', Object.keys(CONFIRM)), when, (value) => {
      change({ confirm: CONFIRM[value] ?? null });
    }),
    checkbox(t('preferences.sound'), sound, (value) => change({ sound: value })),
  ];
}

/**
 * Returns values with their labels.
 * @template {string} V @param {string} setting @param {readonly V[]} values @returns {[V, string][]}
 */
function named(setting, values) {
  return values.map((value) => [value, t(`preferences.${setting}_${value}`)]);
}

function languageField() {
  /** @type {[string, string][]} */
  const items = languages().map(({ code, name }) => [code, name]);
  const choose = (/** @type {string} */ code) => change({ language: code });
  const field = items.length > MAX_LANGUAGE_CHIPS ? selectField : radioGroup;
  return field(t('site.language'), items, wantedLanguage(), choose);
}
