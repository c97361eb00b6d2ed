/** The lessons that the reader has finished in this browser. */

import { change, current } from './settings.js';

/** @param {string} game @returns {string[]} */
export function learned(game) {
  return current().lessons[game] ?? [];
}

/** @param {string} game @param {string} lesson */
export function markLearned(game, lesson) {
  if (learned(game).includes(lesson)) return;
  change({ lessons: { ...current().lessons, [game]: [...learned(game), lesson] } });
}
