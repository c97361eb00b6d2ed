/** Lines that branch, and what the study board takes for a record. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Variations, isRecord } from '../../ludotheque/web/variations.js';

/** @param {number} ply @param {string | null} move */
const at = (ply, move) => /** @type {any} */ ({ ply, player: move ? (ply + 1) % 2 : null, move });

/** @param {string[]} moves */
function line(...moves) {
  const plies = [at(0, null), ...moves.map((move, place) => at(place + 1, move))];
  return Variations.of(/** @type {any} */ ({ plies, turns: [], result: null }));
}

test('a line is kept in order', () => {
  const variations = line('a', 'b', 'c');
  assert.deepEqual(variations.decisions, [[0, 'a'], [1, 'b'], [0, 'c']]);
  assert.equal(variations.here.turns?.length, 0);
  variations.go(variations.start);
  assert.deepEqual(variations.decisions, []);
  assert.equal(variations.start.recent?.ply.move, 'a');
});

test('another decision branches off, the same one is found again', () => {
  const variations = line('a', 'b', 'c');
  const second = /** @type {any} */ (variations.here.before?.before);
  variations.go(second);
  const other = variations.add(at(2, 'x'));
  assert.equal(second.after.length, 2);
  assert.equal(second.recent, other);
  variations.go(second);
  assert.equal(variations.add(at(2, 'x')), other);
  assert.equal(second.after.length, 2);
});

test('what is cut takes all after it along', () => {
  const variations = line('a', 'b', 'c');
  variations.go(/** @type {any} */ (variations.start.after[0]));
  variations.cut();
  assert.equal(variations.here, variations.start);
  assert.equal(variations.start.after.length, 0);
  variations.cut();
  assert.equal(variations.here, variations.start);
});

test('records are told from positions', () => {
  for (const record of ['[Game "malawi"]', '  [Game', '1. a1-a3', '{A comment.} 1. a1-a3']) assert.ok(isRecord(record), record);
  for (const position of ['turn=0 white=a1', '', 'nonsense']) assert.ok(!isRecord(position), position);
});
