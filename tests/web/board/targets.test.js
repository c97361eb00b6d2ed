/** Arrow keys and spots. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { nearest, spread } from '../../../ludotheque/web/board/targets.js';

test('arrows walk straight up a board of hexagons', () => {
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

test('spots that do not fit into their cell lie aside and hide no neighbour', () => {
  const around = /** @type {[number, number][]} */ ([[-30, -30], [0, -30], [30, -30], [-30, 0], [30, 0], [-30, 30], [0, 30], [30, 30]]);
  for (const middle of [50, 250, 450, 550, 750, 950]) {
    const { box, aside } = spread([450, middle], around, 47, 1000, 1000);
    assert.ok(aside);
    assert.ok(box.y >= 0 && box.y + box.height <= 1000);
    assert.ok(box.y >= middle + 150 || box.y + box.height <= middle - 150, `${middle}: ${box.y} to ${box.y + box.height}`);
  }
  assert.ok(!spread([450, 450], around, 10, 1000, 1000).aside);
});
