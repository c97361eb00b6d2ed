/** Words for screen readers: a polite live region that queues, so that no sentence swallows the one before. */

import { h } from './dom.js';

/** The element that must be on the page from the start. */
export const region = h('div', { class: 'for-ears', role: 'status', 'aria-live': 'polite', 'aria-atomic': 'false' });

const KEPT_MS = 8000;

/** @param {string} words */
export function announce(words) {
  if (!words) return;
  const line = h('p', null, words);
  region.append(line);
  setTimeout(() => line.remove(), KEPT_MS);
}
