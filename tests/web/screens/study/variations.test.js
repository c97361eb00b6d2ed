/** The tree of variations, and how a record is told from a position. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Variations, isRecord } from '../../../../ludotheque/web/screens/study/variations.js';

/** @param {number} ply @param {string | null} move */
const at = (ply, move) => /** @type {any} */ ({ ply, player: move ? (ply + 1) % 2 : null, move });

/** @param {string[]} moves */
function line(...moves) {
  const plies = [at(0, null), ...moves.map((move, place) => at(place + 1, move))];
  return Variations.of(/** @type {any} */ ({ plies, to_move: [], result: null }));
}

test('a line is kept in order', () => {
  const variations = line('a', 'b', 'c');
  assert.deepEqual(variations.moves, [[0, 'a'], [1, 'b'], [0, 'c']]);
  assert.equal(variations.current.toMove?.length, 0);
  variations.go(variations.root);
  assert.deepEqual(variations.moves, []);
  assert.equal(variations.root.lastChild?.ply.move, 'a');
});

test('another move branches off, the same one is found again', () => {
  const variations = line('a', 'b', 'c');
  const second = /** @type {any} */ (variations.current.parent?.parent);
  variations.go(second);
  const other = variations.add(at(2, 'x'));
  assert.equal(second.children.length, 2);
  assert.equal(second.lastChild, other);
  variations.go(second);
  assert.equal(variations.add(at(2, 'x')), other);
  assert.equal(second.children.length, 2);
});

test('a removed move takes all moves after it along', () => {
  const variations = line('a', 'b', 'c');
  variations.go(/** @type {any} */ (variations.root.children[0]));
  variations.remove();
  assert.equal(variations.current, variations.root);
  assert.equal(variations.root.children.length, 0);
  variations.remove();
  assert.equal(variations.current, variations.root);
});

test('records are told from positions', () => {
  for (const record of ['[Game "malawi"]', '  [Game', '1. a1-a3', '{A comment.} 1. a1-a3']) assert.ok(isRecord(record), record);
  for (const position of ['turn=0 white=a1', '', 'nonsense']) assert.ok(!isRecord(position), position);
});
