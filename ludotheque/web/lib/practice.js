/**
 * What practice leaves in this browser: the puzzles that come back, the streak of daily puzzles, the best scores.
 *
 * The store has a version and a bounded size. A store that cannot be read counts as empty.
 */

import { INTERVALS } from './repetition.js';

/**
 * @import {Card} from './repetition.js'
 *
 * @typedef {object} Practice
 * @property {Record<string, Card>} cards  by game and puzzle
 * @property {{ day: number, streak: number }} daily  the last day whose puzzle was solved, and the days in a row
 * @property {Record<string, number[]>} scores  by kind of run: the best scores, the best one first
 */

const KEY = 'ludotheque-practice';
export const VERSION = 1;
export const MAX_CARDS = 500;
export const MAX_SCORES = 3;
const MAX_RUNS = 50;
/** No streak, score or number of a day is larger. */
const LARGEST = 1_000_000;

/** What was written last. It is read where the storage is closed. @type {string | null} */
let written = null;

/** @returns {Practice} */
export function readPractice() {
  try {
    return parsed(localStorage.getItem(KEY));
  } catch {
    return parsed(written);
  }
}

/** @param {Practice} practice */
export function writePractice(practice) {
  written = JSON.stringify({ version: VERSION, ...bounded(practice) });
  try {
    localStorage.setItem(KEY, written);
  } catch {
    // The storage is full or closed. The page goes on without it.
  }
}

/** @returns {Practice} */
function empty() {
  return { cards: {}, daily: { day: 0, streak: 0 }, scores: {} };
}

/** @param {string | null} text @returns {Practice} */
function parsed(text) {
  try {
    const found = JSON.parse(text ?? 'null');
    if (!isPractice(found)) return empty();
    return { cards: found.cards, daily: found.daily, scores: found.scores };
  } catch {
    return empty();
  }
}

/** Leaves out the cards with the latest days, and the scores that are not among the best. @param {Practice} practice @returns {Practice} */
function bounded({ cards, daily, scores }) {
  const soonest = Object.entries(cards).sort(([, one], [, other]) => one.due - other.due);
  const best = Object.entries(scores).map(([run, list]) => [run, [...list].sort((a, b) => b - a).slice(0, MAX_SCORES)]);
  return {
    cards: Object.fromEntries(soonest.slice(0, MAX_CARDS)),
    daily,
    scores: Object.fromEntries(best.slice(-MAX_RUNS)),
  };
}

/** @param {any} found @returns {found is Practice} */
function isPractice(found) {
  return (
    found?.version === VERSION &&
    isRecord(found.cards, isCard) &&
    isCount(found.daily?.day) &&
    isCount(found.daily?.streak) &&
    isRecord(found.scores, (list) => Array.isArray(list) && list.every(isCount))
  );
}

/** @param {unknown} found @param {(value: any) => boolean} test */
function isRecord(found, test) {
  return typeof found === 'object' && found !== null && !Array.isArray(found) && Object.values(found).every(test);
}

/** @param {any} card */
function isCard(card) {
  return isCount(card?.due) && isCount(card.step) && card.step < INTERVALS.length;
}

/** @param {unknown} value */
function isCount(value) {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < LARGEST;
}
