/** Values and nouns in sentences. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { asSentence, capitalize, format, plural } from '../../../ludotheque/web/lib/format.js';

test('values are filled in, gaps without a value stay', () => {
  assert.equal(format('{name} offers a draw.', { name: 'Anna' }, 'en'), 'Anna offers a draw.');
  assert.equal(format('{at} of {all}', { at: 0 }, 'en'), '0 of {all}');
});

test('nouns are counted as each language does', () => {
  const pawns = (/** @type {number} */ count) => format('{count:pawn|pawns}', { count }, 'en').replace('\u00a0', ' ');
  assert.deepEqual([0, 1, 2].map(pawns), ['0 pawns', '1 pawn', '2 pawns']);
  const pions = (/** @type {number} */ count) => format('{count:pion|pions}', { count }, 'fr').replace('\u00a0', ' ');
  assert.deepEqual([0, 1, 2, 1_000_000].map(pions), ['0 pion', '1 pion', '2 pions', '1000000 pions']);
});

test('languages with more forms list them in the order zero, one, two, few, many, other', () => {
  const polish = ['pionek', 'pionki', 'pionków', 'pionka'];
  assert.deepEqual([1, 3, 5, 1.5].map((count) => plural(polish, count, 'pl')), polish);
  const arabic = ['zero', 'one', 'two', 'few', 'many', 'other'];
  assert.deepEqual([0, 1, 2, 3, 11, 100].map((count) => plural(arabic, count, 'ar')), arabic);
  assert.equal(plural(['手'], 3, 'ja'), '手');
});

test('sentences begin with a capital and end with a full stop', () => {
  assert.equal(asSentence('élargir'), 'Élargir.');
  assert.equal(asSentence('Already one!'), 'Already one!');
  assert.equal(asSentence('a6 touches none of your huts'), 'a6 touches none of your huts.', 'the name of a cell stays');
  assert.equal(asSentence(''), '');
  assert.equal(capitalize('istanbul', 'tr'), 'İstanbul');
});
