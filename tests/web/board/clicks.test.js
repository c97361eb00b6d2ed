/** How clicks become moves. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { matcherFor, readPath } from '../../../ludotheque/web/board/clicks.js';

/** @param {string[]} paths each "path:kind"; the text is the path @param {{confirming?: boolean, confirm?: string[]}} [options] */
function list(paths, { confirming = false, confirm = [] } = {}) {
  const legalMoves = paths.map((line) => line.split(':')).map(([path = '', kind = 'move']) => [path, path, kind]);
  return matcherFor(/** @type {any} */ (legalMoves), null, { confirming, needsConfirm: (kind) => confirm.includes(kind) });
}

/** @param {number} count @param {string[]} cells */
function combination(count, cells) {
  return matcherFor(null, { cells, count, prefix: '+', kind: 'guard' }, { confirming: false, needsConfirm: () => true });
}

/** @param {import('../../../ludotheque/web/board/clicks.js').Matcher} matcher @param {string} tokens */
const clicked = (matcher, tokens) => tokens.split(' ').map((token) => matcher.click(token));

/** @param {import('../../../ludotheque/web/board/clicks.js').Matcher} matcher */
const lit = (matcher) => [...matcher.next().keys()].sort().join(' ');

test('a path is read into steps, sets and hidden sets', () => {
  const steps = readPath('d4 ne ?c3+f6');
  assert.deepEqual(steps.map(({ members }) => [...members]), [['d4'], ['ne'], ['c3', 'f6']]);
  assert.deepEqual(steps.map(({ quiet }) => quiet), [false, false, true]);
  assert.equal(readPath('d4 ?').at(-1)?.members.size, 0);
});

test('ordered steps: what may come next is lit, and the only move is sent', () => {
  const matcher = list(['a1 a3', 'a1 b2', 'c1 c2']);
  assert.equal(lit(matcher), 'a1 c1');
  assert.equal(matcher.click('a1'), 'step');
  assert.equal(lit(matcher), 'a3 b2');
  assert.equal(matcher.click('b2'), 'send');
  assert.deepEqual(matcher.move, { text: 'a1 b2', kind: 'move' });
});

test('a set may be clicked in any order, and a member put back', () => {
  const matcher = list(['c1 a1+d1:share', 'c1 a1+e1:share', 'c1 c3']);
  clicked(matcher, 'c1 d1');
  assert.equal(lit(matcher), 'a1');
  assert.equal(matcher.click('d1'), 'back');
  assert.deepEqual(matcher.clicks, ['c1']);
  assert.deepEqual(clicked(matcher, 'e1 a1'), ['step', 'send']);
  assert.equal(matcher.move?.text, 'c1 a1+e1');
});

test('a cell of the set that is also a first step is taken as a member', () => {
  const matcher = list(['c1 a1+d1', 'a1 a3']);
  clicked(matcher, 'c1 a1');
  assert.deepEqual(matcher.clicks, ['c1', 'a1']);
});

test('a move that longer ones begin with waits; the last cell again sends it', () => {
  const matcher = list(['c5 c3:capture', 'c5 c3 e3:capture', 'c5 c3 e3 e5:capture']);
  assert.deepEqual(clicked(matcher, 'c5 c3'), ['step', 'step']);
  assert.equal(matcher.move?.text, 'c5 c3');
  assert.ok(matcher.more);
  assert.equal(matcher.click('c3'), 'send');
  matcher.cancel();
  assert.deepEqual(clicked(matcher, 'c5 c3 e3 e5'), ['step', 'step', 'step', 'send']);
});

test('a circular path may come back to where it began', () => {
  const matcher = list(['c5 c3', 'c5 c3 e3 c5']);
  assert.deepEqual(clicked(matcher, 'c5 c3 e3 c5'), ['step', 'step', 'step', 'send']);
});

test('what is costly never goes by a second click', () => {
  const matcher = list(['c5 c3:costly', 'c5 c3 e3:capture'], { confirm: ['costly'] });
  clicked(matcher, 'c5 c3');
  assert.equal(matcher.click('c3'), 'back');
  assert.deepEqual(matcher.clicks, ['c5']);
});

test('kinds that ask, and players who want to confirm, get the button', () => {
  assert.equal(list(['d4:attack'], { confirm: ['attack'] }).click('d4'), 'step');
  const matcher = list(['a1 a3', 'a1 b2', 'c1 c2'], { confirming: true });
  assert.deepEqual(clicked(matcher, 'a1 a3'), ['step', 'step']);
  assert.equal(matcher.move?.text, 'a1 a3');
  assert.deepEqual([...matcher.siblings()], ['b2']);
  assert.equal(matcher.click('b2'), 'step');
  assert.equal(matcher.move?.text, 'a1 b2');
});

test('another first step starts again, the same one takes itself back, anything else is wrong', () => {
  const matcher = list(['a1 a3', 'c1 c2']);
  assert.deepEqual(clicked(matcher, 'a1 c1'), ['step', 'restart']);
  assert.deepEqual(matcher.clicks, ['c1']);
  assert.equal(matcher.click('f6'), 'wrong');
  assert.deepEqual(matcher.clicks, ['c1']);
  assert.equal(matcher.click('c1'), 'back');
  assert.deepEqual(matcher.clicks, []);
});

test('a hidden set is not lit, ends only by the button, and does not show when it is found', () => {
  const marks = ['d4 ne ?', 'd4 ne ?c3', 'd4 ne ?f6', 'd4 ne ?c3+f6', 'd4 sw ?', 'c3 ne'].map((path) => `${path}:mark`);
  const matcher = list(marks);
  assert.deepEqual(clicked(matcher, 'd4 ne'), ['step', 'step']);
  assert.ok(matcher.quiet);
  assert.equal(lit(matcher), '');
  assert.equal(matcher.move?.text, 'd4 ne ?');
  assert.equal(matcher.click('h8'), 'wrong');
  assert.deepEqual(clicked(matcher, 'f6 c3'), ['step', 'step']);
  assert.equal(matcher.move?.text, 'd4 ne ?c3+f6');
  assert.equal(matcher.click('f6'), 'back');
  assert.equal(matcher.move?.text, 'd4 ne ?c3');
  assert.equal(matcher.click('d4'), 'back');
  assert.deepEqual(clicked(matcher, 'd4 ne sw'), ['step', 'step', 'step']);
  assert.equal(matcher.move?.text, 'd4 sw ?');
});

test('a combination: a number of these cells, then the button', () => {
  const matcher = combination(2, ['a1', 'b1', 'c1']);
  assert.equal(matcher.click('h8'), 'wrong');
  assert.deepEqual(clicked(matcher, 'c1 a1'), ['step', 'step']);
  assert.deepEqual(matcher.move, { text: '+a1,c1', kind: 'guard' });
  assert.equal(lit(matcher), '');
  assert.equal(matcher.click('b1'), 'full');
  assert.equal(matcher.click('c1'), 'back');
  assert.deepEqual(matcher.kinds.map(({ kind, left }) => [kind, left]), [['guard', 1]]);
});

test('a button between a piece and the rest: another piece is a new start, not a member', () => {
  const matcher = list(['c1 give a1+d1:share', 'c1 c3', 'a1 a3']);
  assert.deepEqual(clicked(matcher, 'c1 a1'), ['step', 'restart']);
  assert.deepEqual(['c1', 'a1', 'a3', 'd1', 'give'].map((token) => matcher.accepts(token)), [true, true, true, false, false]);
  assert.deepEqual(clicked(matcher, 'c1 give a1'), ['restart', 'step', 'step']);
  assert.equal(matcher.kinds[0]?.left, 1);
  assert.deepEqual(list(['c1 give a1+d1:share']).kinds[0]?.token, 'c1');
});

test('the move that one more click would make', () => {
  const matcher = list(['d4 ne', 'd4 sw', 'e4 n e5']);
  matcher.click('d4');
  assert.equal(matcher.moveAfter('sw')?.text, 'd4 sw');
  assert.equal(matcher.moveAfter('n'), null);
});

test('a combination of one: another cell takes its place', () => {
  const matcher = combination(1, ['a1', 'b1']);
  assert.deepEqual(clicked(matcher, 'a1 b1'), ['step', 'step']);
  assert.equal(matcher.move?.text, '+b1');
});

test('the first click may end a move, or be one of several', () => {
  const next = list(['c4:build', 'c4 d5', 'e1+f1:place']).next();
  assert.deepEqual([next.get('c4')?.ends, next.get('e1')?.ends], [true, false]);
  assert.deepEqual([next.get('c4')?.several, next.get('e1')?.several], [false, true]);
});

test('no moves: nothing is lit, every click is wrong', () => {
  const matcher = list([]);
  assert.equal(lit(matcher), '');
  assert.equal(matcher.click('a1'), 'wrong');
});
