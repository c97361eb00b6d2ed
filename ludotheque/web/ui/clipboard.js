/** Copying to the clipboard. */

import { h } from '../lib/dom.js';
import { t } from '../lib/texts.js';
import { announce } from './announce.js';

/** Milliseconds for which a button says that it has copied. */
const SHOWN = 2500;

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Field */

/**
 * Copies the content of a field. The button says for a moment whether that worked.
 * @param {Field} field @param {HTMLButtonElement} button @param {string} done what the button says
 */
export async function copyField(field, button, done) {
  const label = button.textContent;
  button.textContent = (await write(field)) ? done : t('sharing.by_hand');
  announce(button.textContent);
  setTimeout(() => (button.textContent = label), SHOWN);
}

/** Copies a text of any length. @param {string} text @param {HTMLButtonElement} button */
export async function copyText(text, button) {
  const field = h('textarea', { class: 'visually-hidden', value: text });
  button.after(field);
  await copyField(field, button, t('sharing.copied_text'));
  field.remove();
}

/** @param {Field} field */
async function write(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // Browsers have no clipboard where the page came over plain HTTP, as in a home network. The old way works there.
    field.select();
    return document.execCommand('copy');
  }
}
