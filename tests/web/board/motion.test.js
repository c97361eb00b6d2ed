/** How pieces move from one state to the next. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { LEG, difference, landing, passing } from '../../../ludotheque/web/board/motion.js';

test('a jumped piece leaves when the jumper is over it, in order', () => {
  /** @type {[number, number][]} */
  const way = [[0, 0], [200, 0], [200, 200]];
  assert.equal(passing(way, [100, 0]), LEG / 2);
  assert.equal(passing(way, [200, 100]), LEG * 1.5);
  assert.equal(passing(way, [200, 200]), LEG * 2);
});

test('a piece that none passes leaves at once', () => {
  assert.equal(passing([], [100, 0]), 0);
  assert.equal(passing([[0, 0], [0, 0]], [300, 0]), 0);
});

test('rings land one after the other, points all at once', () => {
  const rings = [0, 1, 2].map((number) => landing(number, ''));
  assert.deepEqual(rings, [...new Set(rings)].sort((a, b) => a - b));
  assert.equal(landing(0, '+1'), landing(3, '+2'));
});

test('a stack that gives its rings away does not slide', () => {
  /** @param {number} x @param {number} rings @returns {import('../../../ludotheque/web/lib/types.js').PieceJson} */
  const stack = (x, rings) => [`rings-${rings}`, x, 0, x, '', ''];
  const [before, after] = [[stack(0, 2), stack(3, 1)], [stack(3, 2), stack(5, 1)]];
  assert.equal(difference(before, after).slides.length, 2, 'as far as one can see');
  const change = difference(before, after, [['ring', 0, 0, 3, 0, ''], ['ring', 0, 0, 5, 0, '']]);
  assert.deepEqual(change, { slides: [], gone: [0, 1], come: [0, 1] });
});

test('pieces that stay stay; the nearest alike slides; others come and go', () => {
  /** @type {any} */
  const before = [['pawn', 0, 0, 0, '', ''], ['pawn', 3, 0, 3, '', ''], ['ring', 3, 0, 3, '', '']];
  /** @type {any} */
  const after = [['pawn', 0, 0, 0, '', ''], ['pawn', 4, 0, 4, '', ''], ['tower', 1, 1, 7, '', '']];
  assert.deepEqual(difference(before, after), { slides: [{ from: 1, to: 1 }], gone: [2], come: [2] });
});
