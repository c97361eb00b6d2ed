/** The difficulty of a puzzle, as stars for the eye and as a number for the ear. */

import { h } from '../lib/dom.js';
import { t } from '../lib/texts.js';

export const MAX_STARS = 5;

/** Returns the stars as text. @param {number} count */
export function starText(count) {
  return '★'.repeat(count) + '☆'.repeat(MAX_STARS - count);
}

/** @param {number} count */
export function starsOf(count) {
  return h(
    'span',
    { class: 'star-row' },
    h('span', { 'aria-hidden': 'true' }, starText(count)),
    h('span', { class: 'visually-hidden' }, t('puzzles.difficulty_of', { count, all: MAX_STARS })),
  );
}
