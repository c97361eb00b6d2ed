/** Sentences for screen readers. They are added one by one, so that none replaces the one before. */

import { h } from '../lib/dom.js';

/** The live region. It must be on the page from the start. */
export const region = h('div', { class: 'visually-hidden', role: 'status', 'aria-live': 'polite', 'aria-atomic': 'false' });

/** Milliseconds for which a sentence stays. */
const KEPT = 8000;

/** @param {string} text */
export function announce(text) {
  if (!text) return;
  const line = h('p', null, text);
  region.append(line);
  setTimeout(() => line.remove(), KEPT);
}
