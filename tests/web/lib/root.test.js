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
  assert.equal(below('/ludo/rules/x', '', '/ludo'), '/rules/x');
  assert.equal(below('/ludo/', '', '/ludo'), '/');
  assert.equal(below('/ludo', '', '/ludo'), '/');
  assert.equal(below('/ludothek/', '', '/ludo'), null);
  assert.equal(below('/rules/x', '?a', ''), '/rules/x');
});

const FOLDERS = ['/t/', '/replay/'];

test('in a site of files every address is that of a file', () => {
  for (const [path, address] of Object.entries({
    '/': '/',
    '/rules/x#A': '/rules/x/#A',
    '/new/x?mode=table': '/new/x/?mode=table',
    '/puzzles': '/puzzles/',
    '/t/Ab_c-9': '/t/?Ab_c-9',
    '/replay/abc?a=1#12': '/replay/?abc&a=1#12',
    '/t/?Ab_c-9': '/t/?Ab_c-9',
    '/trap/x': '/trap/x/',
    '/web/lib/x.js': '/web/lib/x.js',
    '/api/games': '/api/games',
    '/sw.js': '/sw.js',
    'https://example.org/a': 'https://example.org/a',
  })) {
    const expected = address.startsWith('/') ? `/ludo${address}` : address;
    assert.equal(at(path, '/ludo', FOLDERS), expected, path);
  }
});

test('and leads back to the path', () => {
  assert.equal(below('/ludo/t/', '?Ab_c-9&a=1', '/ludo', FOLDERS), '/t/Ab_c-9');
  assert.equal(below('/ludo/t/', '', '/ludo', FOLDERS), '/t/');
  assert.equal(below('/ludo/rules/x/', '?a=1', '/ludo', FOLDERS), '/rules/x/');
});
