/** The lessons that the reader has done and the puzzles that they have solved, in this browser. */

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

/** @param {string} game @returns {string[]} */
export function solved(game) {
  return current().puzzles[game] ?? [];
}

/** @param {string} game @param {string} puzzle */
export function markSolved(game, puzzle) {
  if (solved(game).includes(puzzle)) return;
  change({ puzzles: { ...current().puzzles, [game]: [...solved(game), puzzle] } });
}
