/** Spans of time in words. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { agoText, elapsed, spanText } from '../../../ludotheque/web/ui/since.js';

const THEN = '2026-03-01T12:00:00+00:00';
/** @param {number} seconds */
const after = (seconds) => Date.parse(THEN) + seconds * 1000;

test('the largest unit that fits is used, and never rounded up', () => {
  assert.equal(elapsed(THEN, after(59)), null);
  assert.deepEqual(elapsed(THEN, after(60)), { count: 1, unit: 'minute' });
  assert.deepEqual(elapsed(THEN, after(3599)), { count: 59, unit: 'minute' });
  assert.deepEqual(elapsed(THEN, after(7199)), { count: 1, unit: 'hour' });
  assert.deepEqual(elapsed(THEN, after(86_400 * 40)), { count: 40, unit: 'day' });
});

test('a clock that is late gives no negative span', () => {
  assert.equal(elapsed(THEN, after(-5000)), null);
  assert.equal(spanText(THEN, after(-5000), 'en'), null);
});

test('spans are written as each language does', () => {
  const plain = (/** @type {string | null} */ text) => text?.replace(/\s/g, ' ');
  assert.equal(plain(spanText(THEN, after(7200), 'en')), '2 hours');
  assert.equal(plain(spanText(THEN, after(7200), 'fr')), '2 heures');
  assert.equal(plain(spanText(THEN, after(86_400), 'fr')), '1 jour');
  assert.equal(plain(agoText(THEN, after(7200), 'en')), '2 hours ago');
  assert.equal(plain(agoText(THEN, after(86_400), 'en')), 'yesterday');
  assert.equal(plain(agoText(THEN, after(7200), 'fr')), 'il y a 2 heures');
});
