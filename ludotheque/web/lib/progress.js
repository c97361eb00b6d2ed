/** What the reader has practised in this browser: puzzles, days and runs. */

import { dailyPuzzle, streakAfter, streakOn } from './daily.js';
import { today } from './now.js';
import { readPractice, writePractice } from './practice.js';
import { afterFailure, afterSuccess, isDue } from './repetition.js';
import { change, current } from './settings.js';

/** @import {IndexedGame} from './types.js' */

/** @param {string} game @returns {string[]} */
export function solved(game) {
  return current().puzzles[game] ?? [];
}

/** Notes that a puzzle was solved without help. If it was due, it comes back later. @param {string} game @param {string} puzzle */
export function markSolved(game, puzzle) {
  if (!solved(game).includes(puzzle)) {
    change({ puzzles: { ...current().puzzles, [game]: [...solved(game), puzzle] } });
  }
  const practice = readPractice();
  const key = cardKey(game, puzzle);
  const { [key]: card, ...others } = practice.cards;
  if (!card) return;
  const next = afterSuccess(card, today());
  writePractice({ ...practice, cards: next ? { ...others, [key]: next } : others });
}

/** Notes that a puzzle was failed or shown. It comes back tomorrow. @param {string} game @param {string} puzzle */
export function markFailed(game, puzzle) {
  const practice = readPractice();
  writePractice({ ...practice, cards: { ...practice.cards, [cardKey(game, puzzle)]: afterFailure(today()) } });
}

/** Returns the puzzles of a game that are due today, those that wait longest first. @param {string} game @returns {string[]} */
export function duePuzzles(game) {
  return Object.entries(readPractice().cards)
    .filter(([key, card]) => key.startsWith(cardKey(game, '')) && isDue(card, today()))
    .sort(([, one], [, other]) => one.due - other.due)
    .map(([key]) => key.slice(cardKey(game, '').length));
}

/** @param {string} game @param {string} puzzle */
function cardKey(game, puzzle) {
  return `${game}/${puzzle}`;
}

// The puzzle of the day.

/** Notes a solved puzzle, if it is the one of today. @param {readonly IndexedGame[]} games @param {string} game @param {string} puzzle */
export function markDaily(games, game, puzzle) {
  const daily = dailyPuzzle(games, today());
  if (daily?.game.id !== game || daily.puzzle.id !== puzzle) return;
  const practice = readPractice();
  writePractice({ ...practice, daily: streakAfter(practice.daily, today()) });
}

/** Returns whether the puzzle of today is solved, and on how many days in a row. */
export function dailyProgress() {
  const { daily } = readPractice();
  return { done: daily.day === today(), streak: streakOn(daily, today()) };
}

// Runs against the clock.

/** @param {string} run @returns {number[]} */
export function bestScores(run) {
  return readPractice().scores[run] ?? [];
}

/** Keeps a score if it is among the best. Returns whether it is better than all before. @param {string} run @param {number} score */
export function addScore(run, score) {
  const practice = readPractice();
  const before = bestScores(run);
  if (score > 0) {
    const { [run]: _, ...others } = practice.scores;
    writePractice({ ...practice, scores: { ...others, [run]: [...before, score] } });
  }
  return score > Math.max(0, ...before);
}
