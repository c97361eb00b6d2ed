/** The reader's mistakes: only own ones are kept, solved ones make room first, and there is a bound. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

globalThis.localStorage = { getItem: () => null, setItem: () => {} };
globalThis.addEventListener = () => {};
const { isReviewed, keepMistakes, keyOf, markMistake, MAX_MISTAKES, mistakes } = await import('../../../ludotheque/web/lib/mistakes.js');

const plies = Array.from({ length: 9 }, (_, ply) => ({ player: ply ? (ply - 1) % 2 : null, move: ply ? `m${ply}` : null }));
const played = (table) => ({ table, start: 's', game: { game: 'g', options: {} }, plies });
const point = (turn) => ({ turn, player: (turn - 1) % 2, move: `m${turn}`, before: 0.6, after: 0.2, better: {} });

test('only the own turning points are kept, with the moves before them', () => {
  keepMistakes(played('a'), [point(3), point(4)], [0]);
  assert.deepEqual(mistakes().map((one) => one.point.turn), [3]);
  assert.deepEqual(mistakes()[0].moves, [[0, 'm1'], [1, 'm2']]);
  assert.ok(isReviewed('a'));
});

test('a solved mistake stays solved when its game is looked through again', () => {
  markMistake(keyOf('a', 3));
  keepMistakes(played('a'), [point(3), point(5)], [0]);
  assert.deepEqual(mistakes().map(({ solved }) => solved), [true, false]);
});

test('solved ones make room first, then old ones', () => {
  for (let at = 0; at < MAX_MISTAKES - 1; at += 1) keepMistakes(played(`t${at}`), [point(1)], [0]);
  assert.equal(mistakes().length, MAX_MISTAKES);
  assert.ok(!mistakes().some(({ solved }) => solved));
  assert.equal(mistakes().at(-1).table, 'a');
  keepMistakes(played('last'), [point(1)], [0]);
  assert.equal(mistakes().length, MAX_MISTAKES);
  assert.equal(mistakes()[0].table, 'last');
  assert.ok(!mistakes().some(({ table }) => table === 'a'));
});
