/** What this browser remembers: kept, applied at once, and safe against values of another version. */

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

const PLACE = '../../../ludotheque/web/lib/settings.js';
let copies = 0;

/** A page with this in its storage. Each one has its own module. */
async function page({ stored = null, touch = false, closed = false } = {}) {
  const items = new Map(stored === null ? [] : [['ludotheque', stored]]);
  const listeners = {};
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => {
        if (closed) throw new Error('closed');
        items.set(key, value);
      },
    },
    addEventListener: (name, listener) => (listeners[name] = listener),
    matchMedia: () => ({ matches: touch }),
    document: { documentElement: { dataset: {} } },
  });
  copies += 1;
  const settings = await import(`${PLACE}?${copies}`);
  return { ...settings, items, listeners, dataset: document.documentElement.dataset };
}

beforeEach(() => delete globalThis.document);

test('a first visit has the defaults, and each choice begins with its own', async () => {
  const { current, CHOICES } = await page();
  for (const [name, values] of Object.entries(CHOICES)) assert.equal(current()[name], values[0], name);
});

test('a change is kept for the next visit, and others stay as they were', async () => {
  const first = await page();
  first.change({ speed: 'slow' });
  first.change({ board: 'ink' });
  const second = await page({ stored: first.items.get('ludotheque') });
  assert.equal(second.current().speed, 'slow');
  assert.equal(second.current().board, 'ink');
});

test('a value that this version does not know counts as none', async () => {
  const { current } = await page({ stored: JSON.stringify({ speed: 'warp', board: 7, theme: 'dark' }) });
  assert.equal(current().speed, 'normal');
  assert.equal(current().board, 'wood');
  assert.equal(current().theme, 'dark');
});

test('what cannot be read or written does no harm', async () => {
  for (const stored of ['{', '"text"', 'null', '[1]']) assert.equal((await page({ stored })).current().theme, 'auto', stored);
  const { change, current } = await page({ closed: true });
  change({ coordinates: false });
  assert.equal(current().coordinates, false);
});

test('watchers hear of changes here and in other tabs, until they stop', async () => {
  const { change, current, watch, items, listeners } = await page();
  const heard = [];
  const stop = watch(() => heard.push(current().speed));
  change({ speed: 'fast' });
  items.set('ludotheque', JSON.stringify({ speed: 'none' }));
  listeners.storage({ key: 'ludotheque' });
  listeners.storage({ key: 'other' });
  stop();
  change({ speed: 'slow' });
  assert.deepEqual(heard, ['fast', 'none']);
});

test('moves wait for a button on touch screens, unless the reader decides', async () => {
  for (const touch of [true, false]) {
    const { change, confirming } = await page({ touch });
    assert.equal(confirming(), touch);
    change({ confirm: true });
    assert.equal(confirming(), true);
    change({ confirm: false });
    assert.equal(confirming(), false);
    change({ confirm: null });
    assert.equal(confirming(), touch);
  }
});

test('the look is on the page as soon as it is applied', async () => {
  const { applyTheme, change, dataset } = await page();
  change({ theme: 'dark', board: 'ink', coordinates: false });
  applyTheme();
  assert.deepEqual(dataset, { theme: 'dark', board: 'ink', coordinates: 'off' });
  change({ theme: 'auto', coordinates: true });
  applyTheme();
  assert.deepEqual(dataset, { board: 'ink', coordinates: 'on' });
});
