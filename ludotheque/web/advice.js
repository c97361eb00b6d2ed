/**
 * Good decisions, marked on the board: a line over the cells of each, and a badge with its rank. Each rank has a shape
 * of its own besides its number, and a place of its own on a cell, so that several can be told apart where they meet.
 *
 * @import {Point} from './types.js'
 * @import {Stage} from './stage.js'
 *
 * @typedef {{ path: string }} Advised   best first
 */

import { readPath } from './clicks.js';
import { UNIT, svg } from './drawing.js';
import { spotOffset } from './targets.js';

/** Circle, square, triangle. */
const SHAPES = ['M-19 0a19 19 0 1 0 38 0a19 19 0 1 0-38 0Z', 'M-17-17H17V17H-17Z', 'M0-25L24 17H-24Z'];
/** @type {Point[]} */
const CORNERS = [
  [-29, -29],
  [29, -29],
  [-29, 29],
];
export const MOST_ADVISED = SHAPES.length;

/** @param {Stage} stage @param {readonly Advised[]} advised */
export function drawAdvice(stage, advised) {
  const ways = advised.slice(0, MOST_ADVISED).map(({ path }) => way(stage, path));
  const lines = ways.map((one, rank) =>
    svg('g', { class: `advised line-${rank + 1}` }, ...one.lines.flatMap(([from, to]) => stroke(from, to))),
  );
  const badges = ways.flatMap(({ ends }, rank) => ends.map((place) => badge(place, rank)));
  // The best line lies on top of the others, and no line on a badge.
  return [...lines.reverse(), ...badges];
}

/**
 * Where a decision goes: lines between its steps, and where it ends (every cell of a set).
 * @param {Stage} stage @param {string} path
 */
function way(stage, path) {
  /** @type {[Point, Point][]} */
  const lines = [];
  /** @type {Point[]} */
  let before = [];
  for (const step of readPath(path)) {
    const places = [...step.members].map((token) => placeOf(stage, token, before.at(-1))).filter((place) => place !== null);
    if (!places.length) continue;
    const from = before.at(-1);
    if (from && before.length === 1) lines.push(...places.map((to) => /** @type {[Point, Point]} */ ([from, to])));
    before = places;
  }
  return { lines, ends: before };
}

/** @param {Stage} stage @param {string} token @param {Point | undefined} before @returns {Point | null} */
function placeOf(stage, token, before) {
  const word = stage.info.words[token];
  if (word?.place && before) {
    const [dx, dy] = spotOffset(word, stage.geometry.flip, UNIT);
    return [before[0] + dx, before[1] + dy];
  }
  return stage.target(token)?.place ?? null;
}

/** @param {Point} from @param {Point} to */
function stroke([x1, y1], [x2, y2]) {
  return ['halo', 'ink'].map((name) => svg('line', { class: name, x1, y1, x2, y2 }));
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
