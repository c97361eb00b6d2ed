/**
 * What changed between two sets of pieces, and how it is shown: short, and only where it explains.
 *
 * @import {FlightJson, PieceJson, Point} from './types.js'
 *
 * @typedef {{from: number, to: number}} Slide   indices of the piece before and after
 * @typedef {{slides: Slide[], gone: number[], come: number[]}} Change
 */

/** Milliseconds for one leg of a move, for a piece that leaves, and how long revealed secrets lie open first. */
export const LEG = 180;
const LEAVE = 190;
const APPEAR = 160;
export const REVEAL = 900;
/** One after the other flies so much later; what carries words must be read. */
const NEXT = 90;
const READING = 900;

/** @type {Keyframe[]} */
const FADE = [{ opacity: 0 }, { opacity: 1 }];

/** How pieces come whose symbol says so (`data-comes`); the others fade in. @type {Record<string, Keyframe[]>} */
const COMES = {
  grow: [
    { opacity: 0, transform: 'scale(.35)' },
    { opacity: 1, transform: 'scale(1)' },
  ],
};

/** How they go (`data-goes`); the others fade away. @type {Record<string, Keyframe[]>} */
const GOES = {
  lift: [
    { opacity: 1, transform: 'translate(0, 0) scale(1)' },
    { opacity: 0, transform: 'translate(0, -26px) scale(1.15)' },
  ],
  topple: [
    { opacity: 1, transform: 'rotate(0deg)', transformOrigin: '50% 90%' },
    { opacity: 1, transform: 'rotate(60deg)', transformOrigin: '50% 90%', offset: 0.7 },
    { opacity: 0, transform: 'rotate(85deg)', transformOrigin: '50% 90%' },
  ],
};

export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Pieces are the same when symbol and place are; of the others, each new one came from the nearest old one that looks
 * alike. What stands where something takes off or lands does not move: it only looks different afterwards.
 * @param {readonly PieceJson[]} before @param {readonly PieceJson[]} after @param {readonly FlightJson[]} [flights]
 * @returns {Change}
 */
export function difference(before, after, flights = []) {
  const old = new Set(before.keys());
  const fresh = new Set(after.keys());
  /** @param {PieceJson} a @param {PieceJson} b */
  const distance = (a, b) => (a[0] === b[0] ? Math.hypot(a[1] - b[1], a[2] - b[2]) : Infinity);
  const still = (/** @type {PieceJson} */ [, x, y]) => isEnd(flights, x, y);
  for (const to of after.keys()) {
    for (const from of old) {
      if (distance(at(before, from), at(after, to)) > 0.001) continue;
      old.delete(from);
      fresh.delete(to);
      break;
    }
  }
  const leavers = [...old].filter((from) => !still(at(before, from)));
  const comers = [...fresh].filter((to) => !still(at(after, to)));
  const pairs = comers.flatMap((to) => leavers.map((from) => ({ from, to, far: distance(at(before, from), at(after, to)) })));
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

/** Whether something flies from or to this place. @param {readonly FlightJson[]} flights @param {number} x @param {number} y */
export function isEnd(flights, x, y) {
  /** @param {number} endX @param {number} endY */
  const here = (endX, endY) => Math.hypot(endX - x, endY - y) < 0.001;
  return flights.some(([, startX, startY, endX, endY]) => here(startX, startY) || here(endX, endY));
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

/**
 * When what slides through these stops, a leg after the other, comes by a place.
 * @param {readonly Point[]} stops @param {Point} place
 */
export function passing(stops, [x, y]) {
  let [when, nearest] = [0, Infinity];
  for (const [leg, [endX, endY]] of stops.slice(1).entries()) {
    const [startX, startY] = /** @type {Point} */ (stops[leg]);
    const [dx, dy] = [endX - startX, endY - startY];
    const along = Math.min(1, Math.max(0, ((x - startX) * dx + (y - startY) * dy) / (dx * dx + dy * dy || 1)));
    const far = Math.hypot(startX + along * dx - x, startY + along * dy - y);
    if (far >= nearest) continue;
    [when, nearest] = [(leg + along) * LEG, far];
  }
  return when;
}

/** @param {SVGElement} element @param {string | undefined} how @param {number} delay */
export function appear(element, how, delay) {
  const stops = COMES[how ?? ''] ?? FADE;
  return element.animate(stops, { duration: APPEAR, delay, easing: 'ease-out', fill: 'backwards' });
}

/**
 * Takes a piece off the board, and its element away afterwards.
 * @param {SVGElement} element @param {string | undefined} how @param {number} delay
 */
export function leave(element, how, delay) {
  const stops = GOES[how ?? ''] ?? [...FADE].reverse();
  return vanishing(element, element.animate(stops, { duration: LEAVE, delay, easing: 'ease-in', fill: 'both' }));
}

/** When the flight with this number begins. @param {number} number @param {string} words */
const takeOff = (number, words) => (words ? 0 : number * NEXT);

/** When the flight with this number ends. @param {number} number @param {string} words */
export const landing = (number, words) => takeOff(number, words) + (words ? READING : LEG);

/**
 * Flies from an offset to its place, where it vanishes.
 * @param {SVGElement} element @param {Point} offset @param {number} number @param {string} words
 */
export function fly(element, [x, y], number, words) {
  const delay = takeOff(number, words);
  const stops = [
    { opacity: 1, transform: `translate(${x}px, ${y}px)` },
    { opacity: 1, transform: 'translate(0, 0)', offset: 0.8 },
    { opacity: 0, transform: 'translate(0, 0)' },
  ];
  const timing = { duration: landing(number, words) - delay, delay, easing: 'ease-out' };
  return vanishing(element, element.animate(stops, { ...timing, fill: 'both' }));
}

/** @param {SVGElement} element @param {Animation} motion */
function vanishing(element, motion) {
  const away = () => element.remove();
  motion.finished.then(away, away);
  return motion;
}

/** "No." @param {SVGElement} element */
export function shake(element) {
  if (calm()) return;
  const stops = [0, -7, 6, -4, 0].map((x) => ({ transform: `translate(${x}px, 0)` }));
  element.animate(stops, { duration: 190 });
}
