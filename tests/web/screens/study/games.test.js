/** Files of many games, and how a record is told from a position. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isRecord, splitGames } from '../../../../ludotheque/web/screens/study/games.js';

const GOOD = '[Game "malawi"]\n[Player0 "A \\"B\\""]\n[Result "*"]\n\n{One.} 1. a1-a3 {Two [x]} (1. b1-b3)\n';
const EMPTY = '[Game "assaut"]\n[Result "*"]\n';

/** @param {string} text */
const games = (text) => splitGames(text).map(({ headers }) => headers.Game);

test('records are told from positions', () => {
  for (const record of ['[Game "malawi"]', '  [Game', '1. a1-a3', '{A comment.} 1. a1-a3']) assert.ok(isRecord(record), record);
  for (const position of ['turn=0 white=a1', '', 'nonsense']) assert.ok(!isRecord(position), position);
});

test('games are found, whatever stands between them', () => {
  for (const between of ['', '\n', '\r\n\r\n']) {
    const found = games(`\uFEFF${[GOOD, EMPTY, EMPTY, GOOD].join(between)}`);
    assert.deepEqual(found, ['malawi', 'assaut', 'assaut', 'malawi']);
  }
  assert.deepEqual(splitGames('\n \n'), []);
  assert.equal(splitGames(GOOD + EMPTY).map(({ text }) => text.trim()).join('\n'), (GOOD + EMPTY).trim());
});

test('headers are read', () => {
  assert.deepEqual(splitGames(GOOD)[0]?.headers, { Game: 'malawi', Player0: 'A "B"', Result: '*' });
});

test('a comment may look like another game', () => {
  const comment = GOOD.replace('Two', `Two\n\n${EMPTY}`);
  assert.deepEqual(games(comment + EMPTY), ['malawi', 'assaut']);
});

test('a comment that is never closed hides no other game', () => {
  const broken = GOOD.replace('x]}', 'x]');
  assert.deepEqual(games(broken + GOOD + EMPTY), ['malawi', 'malawi', 'assaut']);
  assert.deepEqual(games(broken + EMPTY + EMPTY), ['malawi', 'assaut', 'assaut']);
});
