/** The tree of variations, with its notes. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { splitComments, Variations } from '../../../../ludotheque/web/screens/study/variations.js';

/** @param {number} ply @param {string | null} move @param {object} [more] */
const at = (ply, move, more = {}) =>
  /** @type {any} */ ({ ply, player: move ? (ply + 1) % 2 : null, move, comments: [], glyphs: [], variations: [], ...more });

/** @param {string[]} moves */
function line(...moves) {
  const plies = [at(0, null), ...moves.map((move, place) => at(place + 1, move))];
  return Variations.of(/** @type {any} */ ({ plies, to_move: [], result: null, headers: {} }));
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

/** A game with a variation that has one itself, and notes. */
function tree() {
  const inner = { comments: [], plies: [at(3, 'z')] };
  const outer = { comments: ['Or'], plies: [at(2, 'x'), at(3, 'y', { glyphs: ['$14'], variations: [inner] })] };
  const plies = [
    at(0, null, { comments: ['First.'] }),
    at(1, 'a'),
    at(2, 'b', { glyphs: ['?'], comments: ['one', 'two'], variations: [outer] }),
    at(3, 'c'),
  ];
  const result = { returns: [1, -1], reason: 'resigned' };
  return Variations.of(/** @type {any} */ ({ plies, to_move: [], result, headers: { Event: 'E' } }));
}

/** @param {string} move @param {any} [more] */
const noted = (move, player = 0, more = {}) => ({ player, move, comments: [], glyphs: [], variations: [], ...more });

test('a record becomes a tree, and the tree the same record', () => {
  const variations = tree();
  assert.deepEqual(variations.moves, [[0, 'a'], [1, 'b'], [0, 'c']]);
  const { variations: _, ...x } = noted('x', 1);
  const { variations: __, ...z } = noted('z');
  const outer = { comments: ['Or'], moves: [x, noted('y', 0, { glyphs: ['$14'], variations: [{ comments: [], moves: [z] }] })] };
  assert.deepEqual(variations.request(), {
    headers: { Event: 'E' },
    comments: ['First.'],
    moves: [noted('a'), noted('b', 1, { glyphs: ['?'], comments: ['one', 'two'], variations: [outer] }), noted('c')],
    result: [1, -1],
    reason: 'resigned',
  });
});

test('a result from away ends with the game that had it', () => {
  const variations = tree();
  const last = variations.current;
  variations.add(at(4, 'd'));
  assert.equal(variations.request().result, undefined);
  variations.remove();
  assert.equal(variations.current, last);
  assert.deepEqual(variations.request().result, [1, -1]);
});

test('a variation is promoted step by step', () => {
  const variations = tree();
  const a = /** @type {any} */ (variations.root.children[0]);
  assert.equal(variations.variation, null);
  const [b, x] = a.children;
  const [y, z] = x.children;
  variations.go(z);
  assert.equal(variations.variation, z);
  variations.promote();
  assert.deepEqual(x.children, [z, y]);
  assert.equal(variations.variation, x);
  variations.promote();
  assert.deepEqual(a.children, [x, b]);
  assert.equal(variations.variation, null);
  variations.promote();
  const [, played] = /** @type {any[]} */ (variations.request().moves);
  assert.equal(played.move, 'x');
  assert.deepEqual(played.comments, ['Or'], 'what stood before the variation stands behind its first move');
  assert.deepEqual(played.variations.map((/** @type {any} */ line) => line.moves[0].move), ['b']);
});

test('a variation is removed from its first move on', () => {
  const variations = tree();
  const a = /** @type {any} */ (variations.root.children[0]);
  variations.go(a.children[1].children[0]);
  variations.remove(variations.variation ?? undefined);
  assert.equal(variations.current, a);
  assert.equal(a.children.length, 1);
});

test('an empty line begins another comment', () => {
  assert.deepEqual(splitComments(' one \n \n\ntwo\nlines\n'), ['one', 'two\nlines']);
  assert.deepEqual(splitComments(' \n\n'), []);
});
