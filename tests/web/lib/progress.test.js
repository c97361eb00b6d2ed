/** What practice leaves in the browser: it lasts, comes back on its day, stays small, and survives a broken store. */

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

const KEY = 'ludotheque-practice';
const items = new Map();
let closed = false;
Object.assign(globalThis, {
  localStorage: {
    getItem: (key) => {
      if (closed) throw new Error('closed');
      return items.get(key) ?? null;
    },
    setItem: (key, value) => {
      if (closed) throw new Error('closed');
      items.set(key, value);
    },
  },
  addEventListener: () => {},
});

const progress = await import('../../../ludotheque/web/lib/progress.js');
const { MAX_CARDS, MAX_SCORES, readPractice, writePractice } = await import('../../../ludotheque/web/lib/practice.js');
const { setClock, today } = await import('../../../ludotheque/web/lib/now.js');

const DAY = 86_400_000;
/** @param {number} day */
const goTo = (day) => setClock(() => day * DAY + DAY / 2);

beforeEach(() => {
  items.clear();
  closed = false;
  goTo(1000);
});

test('a day is a day of UTC', () => {
  setClock(() => Date.parse('2026-03-01T23:59:59Z'));
  const before = today();
  setClock(() => Date.parse('2026-03-02T00:00:00Z'));
  assert.equal(today(), before + 1);
});

test('a failed puzzle comes back the next day, in its game only, until it is solved', () => {
  progress.markFailed('one', 'a');
  progress.markSolved('one', 'a');
  assert.deepEqual(progress.duePuzzles('one'), []);
  goTo(1001);
  assert.deepEqual(progress.duePuzzles('one'), ['a'], 'to solve it on the day of the failure is not enough');
  assert.deepEqual(progress.duePuzzles('on'), []);
  progress.markSolved('one', 'a');
  assert.deepEqual(progress.duePuzzles('one'), []);
  goTo(1004);
  assert.deepEqual(progress.duePuzzles('one'), ['a']);
  progress.markFailed('one', 'a');
  goTo(1005);
  assert.deepEqual(progress.duePuzzles('one'), ['a'], 'a failure starts again');
});

test('those that wait longest come first', () => {
  progress.markFailed('one', 'late');
  goTo(1001);
  progress.markFailed('one', 'later');
  goTo(1010);
  assert.deepEqual(progress.duePuzzles('one'), ['late', 'later']);
});

test('a puzzle that was never failed does not come back', () => {
  progress.markSolved('one', 'a');
  goTo(1050);
  assert.deepEqual(progress.duePuzzles('one'), []);
});

test('a store that cannot be read counts as empty', () => {
  const good = { version: 1, cards: { 'one/a': { step: 0, due: 1 } }, daily: { day: 1, streak: 1 }, scores: { all: [3] } };
  items.set(KEY, JSON.stringify(good));
  assert.deepEqual(progress.duePuzzles('one'), ['a']);
  const broken = [
    '{',
    'null',
    '7',
    JSON.stringify({ ...good, version: 2 }),
    JSON.stringify({ ...good, cards: [] }),
    JSON.stringify({ ...good, cards: { 'one/a': { step: 9, due: 1 } } }),
    JSON.stringify({ ...good, cards: { 'one/a': null } }),
    JSON.stringify({ ...good, daily: null }),
    JSON.stringify({ ...good, scores: { all: ['3'] } }),
    JSON.stringify({ ...good, scores: { all: 3 } }),
  ];
  for (const text of broken) {
    items.set(KEY, text);
    assert.deepEqual(progress.duePuzzles('one'), [], text);
    assert.equal(progress.dailyProgress().streak, 0, text);
    progress.markFailed('one', 'b');
    goTo(today() + 1);
    assert.deepEqual(progress.duePuzzles('one'), ['b'], text);
  }
});

test('the store stays small, and the soonest puzzles are kept', () => {
  const cards = Object.fromEntries(Array.from({ length: MAX_CARDS + 50 }, (_, at) => [`one/${at}`, { step: 0, due: 2000 - at }]));
  writePractice({ ...readPractice(), cards });
  const kept = Object.values(readPractice().cards);
  assert.equal(kept.length, MAX_CARDS);
  assert.equal(Math.max(...kept.map(({ due }) => due)), 1950);
});

test('without storage the page remembers', () => {
  closed = true;
  progress.markFailed('one', 'a');
  goTo(1001);
  assert.deepEqual(progress.duePuzzles('one'), ['a']);
});

test('only the puzzle of today counts for the streak', () => {
  const games = [{ id: 'one', title: {}, puzzles: [{ id: 'a', stars: 1, usual: true }, { id: 'b', stars: 1, usual: true }] }];
  progress.markDaily(games, 'one', 'b');
  assert.deepEqual(progress.dailyProgress(), { done: false, streak: 0 });
  progress.markDaily(games, 'one', 'a');
  assert.deepEqual(progress.dailyProgress(), { done: true, streak: 1 });
  goTo(1001);
  assert.deepEqual(progress.dailyProgress(), { done: false, streak: 1 });
  progress.markDaily(games, 'one', 'b');
  assert.deepEqual(progress.dailyProgress(), { done: true, streak: 2 });
});

test('the best scores are kept, by kind of run', () => {
  assert.equal(progress.addScore('all-3', 0), false, 'no record without a solved puzzle');
  const scores = [4, 9, 9, 2, 7];
  assert.deepEqual(scores.map((score) => progress.addScore('all-3', score)), [true, true, false, false, false]);
  assert.deepEqual(progress.bestScores('all-3'), [9, 9, 7].slice(0, MAX_SCORES));
  assert.deepEqual(progress.bestScores('all-5'), []);
});
