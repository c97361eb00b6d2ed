/** Which marks a board shows. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { matcherFor } from '../../../ludotheque/web/board/clicks.js';
import { allHighlights, markedHighlights, withoutNoise } from '../../../ludotheque/web/board/highlights.js';

/** @param {string[]} paths each "path:kind" */
function matcher(paths) {
  const legalMoves = paths.map((line) => line.split(':')).map(([path, kind]) => [path, path, kind]);
  return matcherFor(/** @type {any} */ (legalMoves), null, { confirming: false, needsConfirm: () => false });
}

const kinds = /** @type {any} */ ({
  move: {},
  share: {},
  strike: { captures: true },
  secret: { captures: true, confirm: true },
  hopeless: { captures: true, confirm: true, costly: true },
  costly: { confirm: true, costly: true },
});

/** @param {readonly {token: string, shape: string}[]} marks */
const shapes = (marks) => marks.map(({ token, shape }) => `${token} ${shape}`).sort();

test('a member of a set looks different from a piece to choose', () => {
  const clicks = matcher(['c1 c3:move', 'a1 a3:move', 'c1 give a1+b1:share']);
  assert.deepEqual(shapes(allHighlights(clicks, kinds)), ['a1 ring', 'c1 ring']);
  clicks.click('c1');
  clicks.click('give');
  assert.deepEqual(shapes(allHighlights(clicks, kinds)), ['a1 member', 'b1 member', 'c1 ring', 'give ring']);
});

test('a bad bargain is marked before the click, a secret move is not one', () => {
  assert.deepEqual(shapes(allHighlights(matcher(['d4:secret']), kinds)), ['d4 crosshair']);
  assert.deepEqual(shapes(allHighlights(matcher(['d4:hopeless']), kinds)), ['d4 careful', 'd4 crosshair']);
  const clicks = matcher(['c1 c2:costly', 'c1 c3:move', 'c1 c3 c4:costly']);
  clicks.click('c1');
  assert.deepEqual(shapes(allHighlights(clicks, kinds)), ['c1 ring', 'c2 careful', 'c3 dot']);
});

test('where nearly every cell can be chosen, none is marked', () => {
  const many = matcher(Array.from({ length: 64 }, (_, number) => `x${number} ne:move`));
  assert.equal(withoutNoise(allHighlights(many, kinds)).length, 0);
  const few = allHighlights(matcher(['a1 ne:move', 'b1 ne:move']), kinds);
  assert.equal(withoutNoise(few).length, 2);
});

test('dangers, what decided the game, and what a lesson points at', () => {
  const state = /** @type {any} */ ({ result: { cells: ['a6'] }, dangers: [{ cells: ['b1'], text: {} }], marked: ['c3'] });
  assert.deepEqual(shapes(markedHighlights(state)), ['a6 decided', 'b1 danger', 'c3 frame']);
});
