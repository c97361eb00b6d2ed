/**
 * What changed between two sets of pieces, and how it is shown: short, and only where it explains.
 *
 * @import {PieceJson, Point} from './types.js'
 *
 * @typedef {{from: number, to: number}} Slide   indices of the piece before and after
 * @typedef {{slides: Slide[], gone: number[], come: number[]}} Change
 */

/** Milliseconds for one leg of a move, for a piece that leaves, and how long revealed secrets lie open first. */
export const LEG = 180;
const LEAVE = 190;
const APPEAR = 160;
export const REVEAL = 900;

export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Pieces are the same when symbol and place are; of the others, each new one came from the nearest old one that looks
 * alike.
 * @param {readonly PieceJson[]} before @param {readonly PieceJson[]} after @returns {Change}
 */
export function difference(before, after) {
  const old = new Set(before.keys());
  const fresh = new Set(after.keys());
  /** @param {PieceJson} a @param {PieceJson} b */
  const distance = (a, b) => (a[0] === b[0] ? Math.hypot(a[1] - b[1], a[2] - b[2]) : Infinity);
  for (const to of after.keys()) {
    for (const from of old) {
      if (distance(at(before, from), at(after, to)) > 0.001) continue;
      old.delete(from);
      fresh.delete(to);
      break;
    }
  }
  const pairs = [...fresh].flatMap((to) => [...old].map((from) => ({ from, to, far: distance(at(before, from), at(after, to)) })));
  /** @type {Slide[]} */
  const slides = [];
  for (const { from, to, far } of pairs.sort((a, b) => a.far - b.far)) {
    if (far === Infinity || !old.has(from) || !fresh.has(to)) continue;
    old.delete(from);
    fresh.delete(to);
    slides.push({ from, to });
  }
  return { slides, gone: [...old], come: [...fresh] };
}

/** @template T @param {readonly T[]} list @param {number} index */
const at = (list, index) => /** @type {T} */ (list[index]);

/**
 * Slides an element through these offsets from its place to rest at its place.
 * @param {SVGElement} element @param {Point[]} offsets   in picture units, the start first
 */
export function slide(element, offsets) {
  const stops = [...offsets, [0, 0]].map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)`, easing: 'ease-in-out' }));
  return element.animate(stops, { duration: LEG * offsets.length });
}

/** @param {SVGElement} element */
export function appear(element) {
  return element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: APPEAR, easing: 'ease-out' });
}

/** Lifts a piece off the board; the element is taken away afterwards. @param {SVGElement} element @param {number} delay */
export function leave(element, delay) {
  const stops = [
    { opacity: 1, transform: 'translate(0, 0)' },
    { opacity: 0, transform: 'translate(0, 14px)' },
  ];
  const motion = element.animate(stops, { duration: LEAVE, delay, easing: 'ease-in', fill: 'both' });
  motion.finished.then(
    () => element.remove(),
    () => element.remove(),
  );
  return motion;
}

/** "No." @param {SVGElement} element */
export function shake(element) {
  if (calm()) return;
  const stops = [0, -7, 6, -4, 0].map((x) => ({ transform: `translate(${x}px, 0)` }));
  element.animate(stops, { duration: 190 });
}
