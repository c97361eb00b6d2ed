/** Which moves are accepted at a turning point. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { goodMoves } from '../../../ludotheque/web/ui/good-moves.js';

const candidate = (text, chance, weight = null) => ({ text, chance, weight, path: text, kind: '', proven: false, distance: null, line: [text] });
const texts = (point, candidates) => goodMoves(point, candidates).map(({ text }) => text);

test('the better move is always accepted, also without other candidates', () => {
  assert.deepEqual(texts({ better: candidate('a', 0.7), move: 'z' }, []), ['a']);
});

test('a move that is as good is accepted, a worse one is not, none comes twice', () => {
  const candidates = [candidate('b', 0.71), candidate('a', 0.7), candidate('c', 0.69), candidate('d', 0.5)];
  assert.deepEqual(texts({ better: candidate('a', 0.7), move: 'z' }, candidates), ['a', 'b', 'c']);
});

test('every part of a mixed strategy is good', () => {
  const candidates = [candidate('a', 0.6, 0.5), candidate('b', 0.4, 0.5), candidate('c', 0.4, 0)];
  assert.deepEqual(texts({ better: candidate('a', 0.6, 0.5), move: 'z' }, candidates), ['a', 'b']);
});

test('the move of the game is never accepted', () => {
  const candidates = [candidate('a', 0.7), candidate('z', 0.7)];
  assert.deepEqual(texts({ better: candidate('a', 0.7), move: 'z' }, candidates), ['a']);
});
