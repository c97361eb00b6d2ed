/**
 * What can be clicked and focused on a board. Arrow keys follow the geometry, so that they work on squares, hexagons and
 * points, from either side.
 *
 * @import {Point, Token} from '../lib/types.js'
 *
 * @typedef {{sort: 'cell' | 'piece' | 'spot', token: string, place: Point, element: SVGGElement}} Target
 *   a cell, a piece in a tray, or a spot beside a cell; `place` is in picture units
 * @typedef {{places: Point[], radius: number, box: {x: number, y: number, width: number, height: number}, aside: boolean}} Spread
 */

/** @type {Record<string, Point>} */
export const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** A target must be this far along the arrow, in picture units. */
const MIN_STEP = 5;

/**
 * Returns the next target in a direction. `rail` is the coordinate across the direction where the walk began. It keeps
 * a walk straight up a board of hexagons from drifting to one side.
 * @param {readonly Target[]} targets @param {Target} from @param {Point} direction @param {number} rail
 * @returns {Target | null}
 */
export function nearest(targets, from, [dx, dy], rail) {
  let best = null;
  let least = Infinity;
  for (const target of targets) {
    const [x, y] = [target.place[0] - from.place[0], target.place[1] - from.place[1]];
    const along = x * dx + y * dy;
    if (target === from || along < MIN_STEP) continue;
    const across = Math.abs((dx ? target.place[1] : target.place[0]) - rail);
    // Targets within 45 degrees come first, then any other on that side.
    const cost = along + 1.5 * across + (across > along ? 1e4 : 0);
    if (cost < least) [best, least] = [target, cost];
  }
  return best;
}

/** The distance between neighbouring spots, in parts of their size. */
const GAP = 1.1;
const MARGIN = 6;

/**
 * Returns where the spots around a cell lie. They are spread until they do not touch at the size that a finger needs. Spots
 * that do not fit into the cell then lie aside, above or below, and hide none of its neighbours.
 * @param {Point} anchor   the middle of the cell @param {readonly Point[]} offsets   picture units, y downwards
 * @param {number} radius @param {number} width @param {number} height @returns {Spread}
 */
export function spread(anchor, offsets, radius, width, height) {
  const scale = Math.max(1, radius / maxRadius(offsets));
  const reach = radius + MARGIN;
  const xs = offsets.map(([x]) => anchor[0] + x * scale);
  const ys = offsets.map(([, y]) => anchor[1] + y * scale);
  const [left, right] = [Math.min(...xs) - reach, Math.max(...xs) + reach];
  const [top, bottom] = [Math.min(...ys) - reach, Math.max(...ys) + reach];
  const aside = scale > 1 && offsets.length > 1;
  const shiftX = inside(left, right, width);
  const shiftY = aside ? away(anchor[1], top, bottom, height) : inside(top, bottom, height);
  return {
    places: xs.map((x, number) => [x + shiftX, /** @type {number} */ (ys[number]) + shiftY]),
    radius,
    box: { x: left + shiftX, y: top + shiftY, width: right - left, height: bottom - top },
    aside,
  };
}

/** How far from the middle of a cell its neighbours end, in picture units. */
const NEIGHBOURS = 160;

/**
 * Returns how far to move a range so that it lies above or below the neighbours, on the side with more room.
 * @param {number} middle @param {number} low @param {number} high @param {number} end
 */
function away(middle, low, high, end) {
  const shift = middle > end / 2 ? middle - NEIGHBOURS - high : middle + NEIGHBOURS - low;
  return shift + inside(low + shift, high + shift, end);
}

/** Returns how large spots can be without being spread. @param {readonly Point[]} offsets */
export function maxRadius(offsets) {
  const gaps = offsets.flatMap((a, i) => offsets.slice(i + 1).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1])));
  return Math.min(...gaps, Infinity) / (2 * GAP);
}

/**
 * Returns how far to move a range so that it lies between 0 and the end.
 * @param {number} low @param {number} high @param {number} end
 */
function inside(low, high, end) {
  if (low < 0) return -low;
  return high > end ? end - high : 0;
}

/**
 * Returns the offset of a spot in picture units.
 * @param {Token} spot @param {boolean} flip @param {number} unit @returns {Point}
 */
export function spotOffset(spot, flip, unit) {
  const [dx, dy] = spot.place ?? [0, 0];
  return flip ? [-dx * unit, dy * unit] : [dx * unit, -dy * unit];
}
