/** Which address belongs to which screen. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { matchRoute } from '../../../ludotheque/web/lib/router.js';

const routes = JSON.parse(readFileSync(new URL('../../../ludotheque/web/routes.json', import.meta.url), 'utf-8'));

test('an address leads to its screen, with or without a slash at the end', () => {
  assert.deepEqual(matchRoute(routes, '/'), { screen: 'home', value: '' });
  assert.deepEqual(matchRoute(routes, '/new/malawi'), { screen: 'setup', value: 'malawi' });
  assert.deepEqual(matchRoute(routes, '/t/Ab_c-9/'), { screen: 'table', value: 'Ab_c-9' });
});

test('any other address leads nowhere', () => {
  for (const path of ['/nowhere', '/rules', '/rules/', '/rules/a/b', '/rules/a.b', '/x/rules/a', '//']) {
    assert.equal(matchRoute(routes, path), null, path);
  }
});
