/** The list of puzzles: the usual rules first, filters, and what comes next. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { filtered, groups, nextPuzzle, ordered } from '../../../../ludotheque/web/screens/puzzles/choice.js';

const card = (id, stars, theme, ...special) => ({ id, stars, theme, goal: 'win', special: special.map((en) => ({ en })) });
const PUZZLES = [
  card('a', 1, 'x', 'odd'),
  card('b', 1, 'y'),
  card('c', 2, 'x'),
  card('d', 2, 'y', 'even'),
  card('e', 3, 'x', 'odd'),
  card('f', 3, 'x'),
];
const ids = (puzzles) => puzzles.map(({ id }) => id).join('');
const all = { stars: 0, theme: '', due: false };

test('puzzles with the usual rules come first, then those with the same options together', () => {
  assert.equal(ids(ordered(PUZZLES)), 'bcfaed');
  assert.deepEqual(groups(ordered(PUZZLES)).map(ids), ['bcf', 'ae', 'd']);
});

test('filters by stars and theme work together; those that are due stand alone', () => {
  assert.equal(ids(filtered(PUZZLES, all, [])), 'abcdef');
  assert.equal(ids(filtered(PUZZLES, { ...all, stars: 2 }, [])), 'cd');
  assert.equal(ids(filtered(PUZZLES, { ...all, theme: 'x' }, [])), 'acef');
  assert.equal(ids(filtered(PUZZLES, { ...all, stars: 3, theme: 'y' }, [])), '');
  assert.equal(ids(filtered(PUZZLES, { stars: 1, theme: 'y', due: true }, ['e', 'a'])), 'ae');
});

test('next comes one that fits and is not solved, from here on and round', () => {
  const fitting = filtered(PUZZLES, { ...all, theme: 'x' }, []);
  assert.equal(nextPuzzle(PUZZLES, fitting, 'c', [])?.id, 'e');
  assert.equal(nextPuzzle(PUZZLES, fitting, 'f', [])?.id, 'a');
  assert.equal(nextPuzzle(PUZZLES, fitting, 'c', ['c', 'e', 'f'])?.id, 'a');
  assert.equal(nextPuzzle(PUZZLES, fitting, 'c', ['a', 'c', 'e', 'f'])?.id, 'd', 'else any other');
  assert.equal(nextPuzzle(PUZZLES, fitting, 'c', ['a', 'b', 'c', 'd', 'e', 'f']), undefined);
});
