/** What happened since the reader moved last. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Story } from '../../../../ludotheque/web/screens/table/story.js';

/** @param {number} moves @param {number} seat @param {string} told */
const state = (moves, seat, told) =>
  /** @type {any} */ ({ moves: Array(moves).fill([0, 'x']), revealed: [[seat, 'x']], told: [{ en: told }] });

/** @param {Story} story */
const texts = (story) => story.sentences.map(({ en }) => en).join(' ');

test('the answer of the opponent does not hide what the own move did', () => {
  const story = new Story();
  story.add(state(1, 0, 'own'), [0]);
  story.add(state(2, 1, 'answer'), [0]);
  story.add(state(2, 1, 'answer'), [0]);
  assert.equal(texts(story), 'own answer');
  story.add(state(3, 0, 'next'), [0]);
  assert.equal(texts(story), 'next');
});

test('with three players both answers are read', () => {
  const story = new Story();
  for (const seat of [0, 1, 2]) story.add(state(seat + 1, seat, `${seat}`), [0]);
  assert.equal(texts(story), '0 1 2');
});

test('onlookers read the last two, and nothing that was taken back', () => {
  const story = new Story();
  for (const number of [1, 2, 3]) story.add(state(number, number % 2, `${number}`), []);
  assert.equal(texts(story), '2 3');
  story.add(state(1, 1, '1'), []);
  assert.equal(texts(story), '1');
});
