/** What the board says in words. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { matcherFor } from '../../../ludotheque/web/board/clicks.js';
import { alternatives, currentTask } from '../../../ludotheque/web/board/descriptions.js';

/** @type {import('../../../ludotheque/web/lib/types.js').Texts} */
const texts = (key, values = {}) =>
  key === 'board.or' ? `${values.first} or ${values.last}` : [key, ...Object.values(values)].join('|');

test('clauses become a list', () => {
  assert.equal(alternatives(['a', 'b', 'c'], texts), 'a, b or c');
  assert.equal(alternatives(['a', 'b'], texts), 'a or b');
  assert.equal(alternatives(['a'], texts), 'a');
  assert.equal(alternatives(['a; b', 'c'], texts), 'c or a; b', 'a clause with a semicolon goes last');
  assert.equal(alternatives(['a, b', 'c'], texts), 'a, b, or c', 'a comma separates clauses with commas');
});

test('the sentence follows the clicks', () => {
  /** @param {string} then */
  const kind = (then) => ({ then: { fr: then, en: then }, do: { fr: 'Ok', en: 'Do it' }, captures: false, confirm: false });
  const info = /** @type {any} */ ({ kinds: { move: kind('move to a cell'), share: kind('choose {left:pawn|pawns}') } });
  const paths = ['c1 c2:move', 'c1 a1+d1:share', 'e1 e2:move', 'e1 e2 e3:move'].map((line) => line.split(':'));
  const legalMoves = /** @type {any} */ (paths.map(([path, name]) => [path, path, name]));
  const matcher = matcherFor(legalMoves, null, { confirming: false, needsConfirm: () => false });
  const now = () => currentTask(matcher, info, { fr: 'Choisissez.', en: 'Choose.' }, 'en', texts);
  assert.deepEqual(now(), { sentence: 'Choose.', confirm: null, cancel: false });
  matcher.click('c1');
  assert.deepEqual(now(), { sentence: 'Move to a cell or choose 2\u00a0pawns.', confirm: null, cancel: true });
  matcher.click('a1');
  assert.equal(now().sentence, 'Choose 1\u00a0pawn.');
  matcher.cancel();
  matcher.click('e1');
  matcher.click('e2');
  assert.deepEqual(now(), { sentence: 'Board.or_press|move to a cell|Do it.', confirm: 'Do it', cancel: true });
});
