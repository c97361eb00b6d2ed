/** The puzzles of a run: harder and harder, each once, with the usual rules. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PER_STEP, runSequence } from '../../../../ludotheque/web/screens/run/sequence.js';

/** @param {string} id @param {number[]} counts puzzles by stars */
const game = (id, counts) => ({
  id,
  title: {},
  puzzles: counts.flatMap((count, at) =>
    Array.from({ length: count }, (_, number) => ({ id: `${id}${at}${number}`, stars: at + 1, usual: number % 3 !== 2 })),
  ),
});
const GAMES = [game('a', [9, 9, 9, 9, 9]), game('b', [3, 0, 9, 1, 0])];
const names = (list) => list.map(({ game, id }) => `${game}/${id}`);

test('every puzzle with the usual rules comes once, and no other', () => {
  const usual = GAMES.flatMap(({ id: game, puzzles }) => puzzles.filter(({ usual }) => usual).map(({ id }) => `${game}/${id}`));
  assert.deepEqual(names(runSequence(GAMES)).sort(), usual.sort());
});

test('the difficulty rises in steps, then the hardest are left', () => {
  const stars = runSequence(GAMES).map((puzzle) => puzzle.stars);
  const rising = stars.slice(0, 5 * PER_STEP);
  assert.deepEqual(rising, [1, 2, 3, 4, 5].flatMap((one) => Array(PER_STEP).fill(one)));
  const rest = stars.slice(5 * PER_STEP);
  assert.deepEqual(rest, [...rest].sort((one, other) => other - one));
});

test('a difficulty with few puzzles is no gap', () => {
  const stars = runSequence([GAMES[1]]).map((puzzle) => puzzle.stars);
  assert.deepEqual(stars.slice(0, 6), [1, 1, 3, 3, 3, 3]);
});

test('another run has another order', () => {
  let seed = 1;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  assert.notDeepEqual(names(runSequence(GAMES, random)), names(runSequence(GAMES, random)));
});
