/**
 * What can be clicked and focused on a board, and the ways between: arrow keys go by geometry, so that they serve
 * squares, honeycombs and points alike, from either side.
 *
 * @import {Point, Word} from './types.js'
 *
 * @typedef {{sort: 'cell' | 'piece' | 'spot', token: string, place: Point, element: SVGGElement}} Target
 *   a cell, a piece that stands for a choice, or a spot beside a cell; `place` in picture units
 * @typedef {{places: Point[], radius: number, box: {x: number, y: number, width: number, height: number}}} Spread
 */

/** @type {Record<string, Point>} */
export const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** Nearer than this along the arrow is not a step, in picture units. */
const LEAST_STEP = 5;

/**
 * The next target in a direction. `rail` is where, across the direction, the walk began: without it, going straight
 * up a honeycomb would drift to one side.
 * @param {readonly Target[]} targets @param {Target} from @param {Point} direction @param {number} rail
 * @returns {Target | null}
 */
export function nearest(targets, from, [dx, dy], rail) {
  let best = null;
  let least = Infinity;
  for (const target of targets) {
    const [x, y] = [target.place[0] - from.place[0], target.place[1] - from.place[1]];
    const along = x * dx + y * dy;
    if (target === from || along < LEAST_STEP) continue;
    const across = Math.abs((dx ? target.place[1] : target.place[0]) - rail);
    // Within 45 degrees first; only where nothing lies there, whatever is on that side.
    const cost = along + 1.5 * across + (across > along ? 1e4 : 0);
    if (cost < least) [best, least] = [target, cost];
  }
  return best;
}

/** Between neighbouring spots, in parts of their size. */
const GAP = 1.1;
const MARGIN = 6;

/**
 * Where the spots of choice words lie: as the words say, but spread until none touches another at the size that a
 * finger needs, and moved inside the picture.
 * @param {Point} anchor   the middle of the cell @param {readonly Point[]} offsets   picture units, y downwards
 * @param {number} radius @param {number} width @param {number} height @returns {Spread}
 */
export function spread(anchor, offsets, radius, width, height) {
  const scale = Math.max(1, radius / room(offsets));
  const reach = radius + MARGIN;
  const xs = offsets.map(([x]) => anchor[0] + x * scale);
  const ys = offsets.map(([, y]) => anchor[1] + y * scale);
  const [left, right] = [Math.min(...xs) - reach, Math.max(...xs) + reach];
  const [top, bottom] = [Math.min(...ys) - reach, Math.max(...ys) + reach];
  const shiftX = inside(left, right, width);
  const shiftY = inside(top, bottom, height);
  return {
    places: xs.map((x, number) => [x + shiftX, /** @type {number} */ (ys[number]) + shiftY]),
    radius,
    box: { x: left + shiftX, y: top + shiftY, width: right - left, height: bottom - top },
  };
}

/** How large spots can be that lie just where the words say. @param {readonly Point[]} offsets */
export function room(offsets) {
  const gaps = offsets.flatMap((a, i) => offsets.slice(i + 1).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1])));
  return Math.min(...gaps, Infinity) / (2 * GAP);
}

/** How far to move a stretch so that it lies between 0 and the end. @param {number} low @param {number} high @param {number} end */
function inside(low, high, end) {
  if (low < 0) return -low;
  return high > end ? end - high : 0;
}

/** The offset of a word's spot in picture units. @param {Word} word @param {boolean} flip @param {number} unit @returns {Point} */
export function spotOffset(word, flip, unit) {
  const [dx, dy] = word.place ?? [0, 0];
  return flip ? [-dx * unit, dy * unit] : [dx * unit, -dy * unit];
}
