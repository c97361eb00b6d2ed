/** Failed puzzles come back: after 1, 3, 7, 16 and 35 days, and a failure starts again. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { afterFailure, afterSuccess, INTERVALS, isDue } from '../../../ludotheque/web/lib/repetition.js';

test('a failed puzzle is due tomorrow and not before', () => {
  const card = afterFailure(100);
  assert.equal(isDue(card, 100), false);
  assert.equal(isDue(card, 101), true);
  assert.equal(isDue(card, 150), true, 'it waits');
});

test('each success on its day puts it off for longer, and after the last one it is known', () => {
  let card = afterFailure(0);
  let day = 0;
  const waits = [];
  while (card) {
    waits.push(card.due - day);
    day = card.due;
    card = afterSuccess(card, day);
  }
  assert.deepEqual(waits, [1, 3, 7, 16, 35]);
  assert.deepEqual(waits, INTERVALS);
});

test('a puzzle that is solved late waits from that day on', () => {
  assert.equal(afterSuccess(afterFailure(0), 20)?.due, 23);
});

test('a success before its day changes nothing', () => {
  const card = afterFailure(10);
  assert.deepEqual(afterSuccess(card, 10), card);
});

test('a failure starts again at any step', () => {
  let card = afterFailure(0);
  for (let round = 0; round < 3; round += 1) card = afterSuccess(card, card.due) ?? assert.fail();
  assert.deepEqual(afterFailure(card.due), { step: 0, due: card.due + 1 });
});
