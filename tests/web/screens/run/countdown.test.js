/** The clock of a run: it ends in time, and speaks seldom. */

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { setClock } from '../../../../ludotheque/web/lib/now.js';
import { clockText, Countdown } from '../../../../ludotheque/web/screens/run/countdown.js';

let time = 0;
setClock(() => time);
let countdown = new Countdown({ tick: () => {}, announce: () => {}, end: () => {} });
afterEach(() => countdown.stop());

/** Runs a clock of this length, with a look every quarter of a second. */
function watch(seconds, step = 250) {
  const seen = { shown: [], announced: [], ends: 0 };
  countdown = new Countdown({
    tick: (left) => seen.shown.push(left),
    announce: (left) => seen.announced.push(left),
    end: () => (seen.ends += 1),
  });
  countdown.start(seconds);
  for (let passed = 0; passed < seconds * 1000 && !seen.ends; passed += step) {
    time += step;
    countdown.look();
  }
  return seen;
}

test('the time falls from its length to nothing, and ends once', () => {
  const { shown, ends } = watch(180);
  assert.equal(shown[0], 180);
  assert.equal(shown.at(-1), 0);
  assert.deepEqual(shown, [...shown].sort((one, other) => other - one));
  assert.equal(ends, 1);
});

test('a screen reader hears of the time twice', () => {
  assert.deepEqual(watch(180).announced, [60, 10]);
  assert.deepEqual(watch(300).announced, [60, 10]);
});

test('after a sleep only the latest is said', () => {
  assert.deepEqual(watch(180, 175_000).announced, [5]);
});

test('the clock is read as minutes and seconds', () => {
  assert.deepEqual([180, 65, 9, 0].map(clockText), ['3:00', '1:05', '0:09', '0:00']);
});
