/** Paths below a prefix. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { at, below, rootOf } from '../../../ludotheque/web/lib/root.js';

test('the root follows from the address of a script', () => {
  assert.equal(rootOf('https://example.org/web/lib/root.js'), '');
  assert.equal(rootOf('https://example.org/ludo/web/lib/root.js'), '/ludo');
  assert.equal(rootOf('https://example.org/a/b/web/lib/root.js'), '/a/b');
  assert.equal(rootOf(import.meta.url), '');
});

test('paths of ours get the root, others do not', () => {
  assert.equal(at('/rules/x#A', '/ludo'), '/ludo/rules/x#A');
  assert.equal(at('/', '/ludo'), '/ludo/');
  assert.equal(at('#content', '/ludo'), '#content');
  assert.equal(at('blob:x', '/ludo'), 'blob:x');
  assert.equal(at('/rules/x', ''), '/rules/x');
});

test('the root is taken off again', () => {
  assert.equal(below('/ludo/rules/x', '/ludo'), '/rules/x');
  assert.equal(below('/ludo/', '/ludo'), '/');
  assert.equal(below('/ludo', '/ludo'), '/');
  assert.equal(below('/ludothek/', '/ludo'), null);
  assert.equal(below('/rules/x', ''), '/rules/x');
});
