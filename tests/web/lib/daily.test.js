/** The puzzle of the day: from the date alone, the games in turn, and no puzzle twice before all others. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { dailyPuzzle, streakAfter, streakOn } from '../../../ludotheque/web/lib/daily.js';

const puzzle = (id, usual = true) => ({ id, stars: 1, usual });
const GAMES = [
  { id: 'one', title: {}, puzzles: ['a', 'b', 'c'].map((id) => puzzle(id)).concat(puzzle('x', false)) },
  { id: 'two', title: {}, puzzles: ['d', 'e', 'f'].map((id) => puzzle(id)) },
  { id: 'three', title: {}, puzzles: [puzzle('y', false)] },
];
const DAYS = 6;
const days = (first) => Array.from({ length: DAYS }, (_, at) => dailyPuzzle(GAMES, first + at));

test('every puzzle with the usual rules has its day before one comes again', () => {
  for (const first of [0, 7, 20_000]) {
    const names = days(first).map((daily) => daily?.puzzle.id);
    assert.deepEqual([...names].sort(), ['a', 'b', 'c', 'd', 'e', 'f']);
  }
});

test('the games take turns', () => {
  const games = days(20_000).map((daily) => daily?.game.id);
  for (let at = 1; at < games.length; at += 1) assert.notEqual(games[at], games[at - 1]);
});

test('the order in which the server lists them does not matter', () => {
  const turned = GAMES.map((game) => ({ ...game, puzzles: [...game.puzzles].reverse() })).reverse();
  for (let day = 0; day < DAYS; day += 1) {
    assert.equal(dailyPuzzle(turned, day)?.puzzle.id, dailyPuzzle(GAMES, day)?.puzzle.id);
  }
});

test('without puzzles there is none', () => {
  assert.equal(dailyPuzzle([], 5), null);
  assert.equal(dailyPuzzle(GAMES.slice(2), 5), null);
});

test('a streak grows day by day, once a day, and ends with a day left out', () => {
  let daily = { day: 0, streak: 0 };
  for (const day of [10, 10, 11, 12]) daily = streakAfter(daily, day);
  assert.deepEqual(daily, { day: 12, streak: 3 });
  assert.equal(streakOn(daily, 13), 3, 'today can still be added');
  assert.equal(streakOn(daily, 14), 0);
  assert.deepEqual(streakAfter(daily, 14), { day: 14, streak: 1 });
});
