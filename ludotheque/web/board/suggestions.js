/**
 * Suggested moves on the board: a line over the cells of each, and a badge with its rank. Each rank has its own shape and
 * its own corner of a cell, so that several moves stay distinct where they meet.
 *
 * @import {Point} from '../lib/types.js'
 * @import {Scene} from './scene.js'
 *
 * @typedef {{ path: string }} Suggestion   best first
 */

import { readPath } from './clicks.js';
import { n, svg, UNIT } from './drawing.js';
import { spotOffset } from './targets.js';

/** Circle, square, triangle. */
const SHAPES = ['M-19 0a19 19 0 1 0 38 0a19 19 0 1 0-38 0Z', 'M-17-17H17V17H-17Z', 'M0-25L24 17H-24Z'];
/** @type {Point[]} */
const CORNERS = [
  [-29, -29],
  [29, -29],
  [-29, 29],
];
/** The length of an arrow's head, in picture units. */
const HEAD = 26;
export const MAX_SUGGESTIONS = SHAPES.length;

/** @param {Scene} scene @param {readonly Suggestion[]} suggested */
export function drawSuggestions(scene, suggested) {
  const routes = suggested.slice(0, MAX_SUGGESTIONS).map(({ path }) => routeOf(scene, path));
  const lines = routes.map((one, rank) =>
    svg('g', { class: `suggested line-${rank + 1}` }, ...one.lines.flatMap(([from, to]) => arrow(from, to))),
  );
  const badges = routes.flatMap(({ ends }, rank) => ends.map((place) => badge(place, rank)));
  // The best line lies above the others. The badges lie above all lines.
  return [...lines.reverse(), ...badges];
}

/**
 * Returns the lines between the steps of a move, and the places where it ends (every cell of a set).
 * @param {Scene} scene @param {string} path
 */
function routeOf(scene, path) {
  /** @type {[Point, Point][]} */
  const lines = [];
  /** @type {Point[]} */
  let before = [];
  for (const step of readPath(path)) {
    const places = [...step.members].map((token) => placeOf(scene, token, before.at(-1))).filter((place) => place !== null);
    if (!places.length) continue;
    const from = before.at(-1);
    if (from && before.length === 1) lines.push(...places.map((to) => /** @type {[Point, Point]} */ ([from, to])));
    before = places;
  }
  return { lines, ends: before };
}

/** @param {Scene} scene @param {string} token @param {Point | undefined} before @returns {Point | null} */
function placeOf(scene, token, before) {
  const spot = scene.info.tokens[token];
  if (spot?.place && before) {
    const [dx, dy] = spotOffset(spot, scene.geometry.flip, UNIT);
    return [before[0] + dx, before[1] + dy];
  }
  return scene.target(token)?.place ?? null;
}

/** An arrow is a line with a head that ends in the middle of its goal. @param {Point} from @param {Point} to */
function arrow([x1, y1], [x2, y2]) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [neckX, neckY] = [x2 - HEAD * dx, y2 - HEAD * dy];
  const wings = [1, -1].map((side) => `${n(neckX - (side * dy * HEAD) / 2)} ${n(neckY + (side * dx * HEAD) / 2)}`);
  const head = `M${x2} ${y2}L${wings[0]}L${wings[1]}Z`;
  return ['halo', 'ink'].flatMap((name) => [
    svg('line', { class: name, x1, y1, x2: n(neckX), y2: n(neckY) }),
    svg('path', { class: `${name} head`, d: head }),
  ]);
}

/** @param {Point} place @param {number} rank */
function badge([x, y], rank) {
  const [dx, dy] = /** @type {Point} */ (CORNERS[rank]);
  return svg(
    'g',
    { class: 'badge', transform: `translate(${x + dx} ${y + dy})` },
    svg('path', { d: /** @type {string} */ (SHAPES[rank]) }),
    svg('text', { x: 0, y: rank === 2 ? 3 : 1 }, `${rank + 1}`),
  );
}
