/** How clicks become decisions: `node --test tests/web/`. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { matcherFor, readPath } from '../../ludotheque/web/clicks.js';
import { asSentence, either, fillLeft, whatToDo } from '../../ludotheque/web/sentences.js';
import { nearest, spread } from '../../ludotheque/web/targets.js';
import { difference } from '../../ludotheque/web/motion.js';

/** @param {string[]} paths each "path:kind"; the text is the path @param {{confirming?: boolean, asks?: string[]}} [manner] */
function list(paths, { confirming = false, asks = [] } = {}) {
  const choices = paths.map((line) => line.split(':')).map(([path = '', kind = 'move']) => [path, path, kind]);
  return matcherFor(/** @type {any} */ (choices), null, { confirming, asks: (kind) => asks.includes(kind) });
}

/** @param {number} count @param {string[]} cells */
function family(count, cells) {
  return matcherFor(null, { cells, count, before: '+', kind: 'guard' }, { confirming: false, asks: () => true });
}

/** @param {import('../../ludotheque/web/clicks.js').Matcher} matcher @param {string} tokens */
const clicked = (matcher, tokens) => tokens.split(' ').map((token) => matcher.click(token));

/** @param {import('../../ludotheque/web/clicks.js').Matcher} matcher */
const lit = (matcher) => [...matcher.next().keys()].sort().join(' ');

test('a path is read into steps, sets and quiet sets', () => {
  const steps = readPath('d4 ne ?c3+f6');
  assert.deepEqual(steps.map(({ members }) => [...members]), [['d4'], ['ne'], ['c3', 'f6']]);
  assert.deepEqual(steps.map(({ quiet }) => quiet), [false, false, true]);
  assert.equal(readPath('d4 ?').at(-1)?.members.size, 0);
});

test('ordered steps: what may come next is lit, and the only decision is sent', () => {
  const matcher = list(['a1 a3', 'a1 b2', 'c1 c2']);
  assert.equal(lit(matcher), 'a1 c1');
  assert.equal(matcher.click('a1'), 'step');
  assert.equal(lit(matcher), 'a3 b2');
  assert.equal(matcher.click('b2'), 'send');
  assert.deepEqual(matcher.decision, { text: 'a1 b2', kind: 'move' });
});

test('a set may be clicked in any order, and a member put back', () => {
  const matcher = list(['c1 a1+d1:share', 'c1 a1+e1:share', 'c1 c3']);
  clicked(matcher, 'c1 d1');
  assert.equal(lit(matcher), 'a1');
  assert.equal(matcher.click('d1'), 'back');
  assert.deepEqual(matcher.clicks, ['c1']);
  assert.deepEqual(clicked(matcher, 'e1 a1'), ['step', 'send']);
  assert.equal(matcher.decision?.text, 'c1 a1+e1');
});

test('a cell of the set that is also a first step is taken as a member', () => {
  const matcher = list(['c1 a1+d1', 'a1 a3']);
  clicked(matcher, 'c1 a1');
  assert.deepEqual(matcher.clicks, ['c1', 'a1']);
});

test('a decision that longer ones begin with waits; the last cell again sends it', () => {
  const matcher = list(['c5 c3:capture', 'c5 c3 e3:capture', 'c5 c3 e3 e5:capture']);
  assert.deepEqual(clicked(matcher, 'c5 c3'), ['step', 'step']);
  assert.equal(matcher.decision?.text, 'c5 c3');
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
  const matcher = list(['c5 c3:costly', 'c5 c3 e3:capture'], { asks: ['costly'] });
  clicked(matcher, 'c5 c3');
  assert.equal(matcher.click('c3'), 'back');
  assert.deepEqual(matcher.clicks, ['c5']);
});

test('kinds that ask, and players who want to confirm, get the button', () => {
  assert.equal(list(['d4:attack'], { asks: ['attack'] }).click('d4'), 'step');
  const matcher = list(['a1 a3', 'a1 b2', 'c1 c2'], { confirming: true });
  assert.deepEqual(clicked(matcher, 'a1 a3'), ['step', 'step']);
  assert.equal(matcher.decision?.text, 'a1 a3');
  assert.deepEqual([...matcher.siblings()], ['b2']);
  assert.equal(matcher.click('b2'), 'step');
  assert.equal(matcher.decision?.text, 'a1 b2');
});

test('another first step starts anew, the same one takes itself back, anything else is wrong', () => {
  const matcher = list(['a1 a3', 'c1 c2']);
  assert.deepEqual(clicked(matcher, 'a1 c1'), ['step', 'anew']);
  assert.deepEqual(matcher.clicks, ['c1']);
  assert.equal(matcher.click('f6'), 'wrong');
  assert.deepEqual(matcher.clicks, ['c1']);
  assert.equal(matcher.click('c1'), 'back');
  assert.deepEqual(matcher.clicks, []);
});

test('a quiet set is not lit, ends only by the button, and does not tell when it is found', () => {
  const marks = ['d4 ne ?', 'd4 ne ?c3', 'd4 ne ?f6', 'd4 ne ?c3+f6', 'd4 sw ?', 'c3 ne'].map((path) => `${path}:mark`);
  const matcher = list(marks);
  assert.deepEqual(clicked(matcher, 'd4 ne'), ['step', 'step']);
  assert.ok(matcher.quiet);
  assert.equal(lit(matcher), '');
  assert.equal(matcher.decision?.text, 'd4 ne ?');
  assert.equal(matcher.click('h8'), 'wrong');
  assert.deepEqual(clicked(matcher, 'f6 c3'), ['step', 'step']);
  assert.equal(matcher.decision?.text, 'd4 ne ?c3+f6');
  assert.equal(matcher.click('f6'), 'back');
  assert.equal(matcher.decision?.text, 'd4 ne ?c3');
  assert.equal(matcher.click('d4'), 'back');
  assert.deepEqual(clicked(matcher, 'd4 ne sw'), ['step', 'step', 'step']);
  assert.equal(matcher.decision?.text, 'd4 sw ?');
});

test('a family: so many of these cells, then the button', () => {
  const matcher = family(2, ['a1', 'b1', 'c1']);
  assert.equal(matcher.click('h8'), 'wrong');
  assert.deepEqual(clicked(matcher, 'c1 a1'), ['step', 'step']);
  assert.deepEqual(matcher.decision, { text: '+a1,c1', kind: 'guard' });
  assert.equal(lit(matcher), '');
  assert.equal(matcher.click('b1'), 'full');
  assert.equal(matcher.click('c1'), 'back');
  assert.deepEqual(matcher.kinds, [{ kind: 'guard', left: 1 }]);
});

test('a family of one: another cell takes its place', () => {
  const matcher = family(1, ['a1', 'b1']);
  assert.deepEqual(clicked(matcher, 'a1 b1'), ['step', 'step']);
  assert.equal(matcher.decision?.text, '+b1');
});

test('the first click may end a decision, or be one of several', () => {
  const next = list(['c4:build', 'c4 d5', 'e1+f1:place']).next();
  assert.deepEqual([next.get('c4')?.ends, next.get('e1')?.ends], [true, false]);
  assert.deepEqual([next.get('c4')?.several, next.get('e1')?.several], [false, true]);
});

test('no decisions: nothing is lit, every click is wrong', () => {
  const matcher = list([]);
  assert.equal(lit(matcher), '');
  assert.equal(matcher.click('a1'), 'wrong');
});

test('counted nouns and lists in both languages', () => {
  assert.equal(fillLeft('choose {left:pawn|pawns}', 1, 'en'), 'choose 1 pawn');
  assert.equal(fillLeft('choose {left:pawn|pawns}', 0, 'en'), 'choose 0 pawns');
  assert.equal(fillLeft('choisir {left:pion|pions}', 0, 'fr'), 'choisir 0 pion');
  assert.equal(either(['a', 'b', 'c'], 'fr'), 'a, b ou c');
  assert.equal(either(['a', 'b'], 'en'), 'a or b');
  assert.equal(asSentence('élargir'), 'Élargir.');
});

test('the sentence follows the clicks', () => {
  /** @param {string} then */
  const kind = (then) => ({ then: { fr: then, en: then }, do: { fr: 'Ok', en: 'Do it' }, takes: false, asks: false });
  const info = /** @type {any} */ ({ kinds: { move: kind('move to a cell'), share: kind('choose {left:pawn|pawns}') } });
  /** @type {import('../../ludotheque/web/types.js').Texts} */
  const texts = (key, values = {}) => [key, ...Object.values(values)].join('|');
  const matcher = list(['c1 c2', 'c1 a1+d1:share', 'e1 e2', 'e1 e2 e3']);
  const now = () => whatToDo(matcher, info, { fr: 'Choisissez.', en: 'Choose.' }, 'en', texts);
  assert.deepEqual(now(), { sentence: 'Choose.', confirm: null, cancel: false });
  matcher.click('c1');
  assert.deepEqual(now(), { sentence: 'Move to a cell or choose 2 pawns.', confirm: null, cancel: true });
  matcher.click('a1');
  assert.equal(now().sentence, 'Choose 1 pawn.');
  matcher.cancel();
  clicked(matcher, 'e1 e2');
  assert.deepEqual(now(), { sentence: 'Board.or_press|move to a cell|Do it.', confirm: 'Do it', cancel: true });
});

test('arrows walk straight up a honeycomb', () => {
  /** @type {[string, number, number][]} */
  const cells = [['a1', 50, 200], ['b1', 0, 113], ['b2', 100, 113], ['c1', 50, 26]];
  const targets = /** @type {any[]} */ (cells.map(([token, x, y]) => ({ token, place: [x, y] })));
  const first = nearest(targets, targets[0], [0, -1], 50);
  assert.equal(first?.token, 'b1');
  assert.equal(nearest(targets, targets[1], [0, -1], 50)?.token, 'c1');
  assert.equal(nearest(targets, targets[1], [1, 0], 113)?.token, 'b2');
  assert.equal(nearest(targets, targets[3], [0, -1], 50), null);
});

test('spots are spread to the size of a finger, inside the picture', () => {
  const { places, box } = spread([95, 5], [[-30, 0], [0, 0], [30, 0]], 40, 1000, 500);
  const [a, b] = places;
  assert.ok(a && b && Math.hypot(a[0] - b[0], a[1] - b[1]) >= 80);
  assert.ok(box.x >= 0 && box.y >= 0);
});

test('pieces that stay stay; the nearest alike slides; others come and go', () => {
  /** @type {any} */
  const before = [['pawn', 0, 0, 0, '', ''], ['pawn', 3, 0, 3, '', ''], ['ring', 3, 0, 3, '', '']];
  /** @type {any} */
  const after = [['pawn', 0, 0, 0, '', ''], ['pawn', 4, 0, 4, '', ''], ['tower', 1, 1, 7, '', '']];
  assert.deepEqual(difference(before, after), { slides: [{ from: 1, to: 1 }], gone: [2], come: [2] });
});
