/** What the board says in words. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { matcherFor } from '../../../ludotheque/web/board/clicks.js';
import { alternatives, changeText, currentTask, targetLabel } from '../../../ludotheque/web/board/descriptions.js';

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
  const tokens = { give: { label: { fr: 'donner', en: 'give rings' }, place: [0, 0], symbol: 'ring' } };
  const info = /** @type {any} */ ({ tokens, kinds: { move: kind('move to a cell'), share: kind('choose {left:pawn|pawns}') } });
  const paths = ['c1 c2:move', 'c1 a1+d1:share', 'e1 e2:move', 'e1 e2 e3:move', 'f1 give a1:share', 'f1 f2:move'].map((line) => line.split(':'));
  const legalMoves = /** @type {any} */ (paths.map(([path, name]) => [path, path, name]));
  const matcher = matcherFor(legalMoves, null, { confirming: false, needsConfirm: () => false });
  const now = () => currentTask(matcher, info, { fr: 'Choisissez.', en: 'Choose.' }, 'en', texts);
  assert.deepEqual(now(), { sentence: 'Choose.', confirm: null, cancel: false });
  matcher.click('c1');
  assert.deepEqual(now(), { sentence: 'Move to a cell or choose 2\u00a0pawns.', confirm: null, cancel: true });
  matcher.click('a1');
  assert.equal(now().sentence, 'Choose 1\u00a0pawn.');
  matcher.cancel();
  matcher.click('f1');
  assert.equal(now().sentence, 'Give rings or move to a cell.', 'a button says what it does');
  matcher.cancel();
  matcher.click('e1');
  matcher.click('e2');
  assert.deepEqual(now(), { sentence: 'Board.or_press|move to a cell|Do it.', confirm: 'Do it', cancel: true });
});

const sides = [{ en: 'White' }, { en: 'Black' }];

test('what happened is told in the words of the game, a secret move only as made', () => {
  const info = /** @type {any} */ ({ sides });
  /** @param {[number, string | null][]} moves @param {string[]} told */
  const state = (moves, told) => /** @type {any} */ ({ moves, told: told.map((en) => ({ en })) });
  const before = state([[0, 'a1-a3']], ['White: the pawn on a1 moves to a3.']);
  const told = ['Black: a6 strikes a3.', 'The pawn on a3 loses 2 rings.'];
  assert.equal(changeText(before, state([[0, 'a1-a3'], [1, 'a6xa3']], told), info, 'en', texts), told.join(' '));
  assert.equal(changeText(before, state([[0, 'a1-a3'], [1, null]], told), info, 'en', texts), 'board.has_chosen|Black');
  assert.equal(changeText(before, before, info, 'en', texts), '');
  assert.equal(changeText(before, state([], []), info, 'en', texts), 'board.taken_back');
});

test('the label of a cell: its name, its pieces, its meaning, a danger, what a move would do', () => {
  const info = /** @type {any} */ ({
    board: { cells: [{ name: 'a1', x: 0, y: 0 }] },
    tokens: {},
    symbols: { white: { en: 'white pawn' } },
  });
  const state = /** @type {any} */ ({
    pieces: [['white', 0, 0, 0, '', '']],
    traces: [],
    last: ['a1'],
    dangers: [{ cells: ['a1'], text: {} }],
    result: null,
  });
  const about = { token: 'a1', number: 0, chosen: false, shape: /** @type {const} */ ('dot'), told: 'One park.' };
  assert.equal(
    targetLabel(about, state, info, 'en', texts),
    'a1, white pawn, board.target, board.danger, board.last_move, One park.',
  );
});
