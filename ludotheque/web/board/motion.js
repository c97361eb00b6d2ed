/**
 * What changed between two sets of pieces, and how it moves.
 *
 * @import {MotionJson, PieceJson, Point} from '../lib/types.js'
 *
 * @typedef {{from: number, to: number}} Slide   indices of the piece before and after
 * @typedef {{slides: Slide[], gone: number[], come: number[]}} Change
 */

/** Milliseconds for one leg of a move, and for a piece that leaves or appears. */
export const LEG = 180;
const LEAVE = 190;
const APPEAR = 160;
/** Milliseconds for each step of a revealed secret, and for what decided a game. */
const REVEAL = 1500;
const DECIDED = 900;
/** Milliseconds between the starts of two motions, and for a motion with a text to read. */
const NEXT = 90;
const READING = 900;

/** @type {Keyframe[]} */
const FADE = [{ opacity: 0 }, { opacity: 1 }];

/** How pieces appear whose symbol has `data-comes`. The others fade in. @type {Record<string, Keyframe[]>} */
const COMES = {
  grow: [
    { opacity: 0, transform: 'scale(.35)' },
    { opacity: 1, transform: 'scale(1)' },
  ],
};

/** How pieces leave whose symbol has `data-goes`. The others fade out. @type {Record<string, Keyframe[]>} */
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

/** How fast everything moves, as the reader wants it: 2 is half as fast, 0 stands still. */
const pace = { factor: 1 };

/** @param {number} factor */
export function setPace(factor) {
  pace.factor = factor;
}

export const reducedMotion = () => pace.factor === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Waits. @param {number} ms */
const wait = (ms) => new Promise((done) => setTimeout(done, reducedMotion() ? 0 : ms * pace.factor));

/** Waits while one step of a revealed secret is looked at. Without motion there is still time to read. */
export const revealPause = () => new Promise((done) => setTimeout(done, REVEAL * (pace.factor || 1)));
/** Waits while what decided a game is looked at. */
export const decidedPause = () => wait(DECIDED);

/**
 * Returns which pieces slide, leave and appear. Pieces with the same symbol and place are the same. Each other new piece
 * comes from the nearest old one with its symbol. A piece at the end of a motion does not slide.
 * @param {readonly PieceJson[]} before @param {readonly PieceJson[]} after @param {readonly MotionJson[]} [motions]
 * @returns {Change}
 */
export function difference(before, after, motions = []) {
  const old = new Set(before.keys());
  const fresh = new Set(after.keys());
  /** @param {PieceJson} a @param {PieceJson} b */
  const distance = (a, b) => (a[0] === b[0] ? Math.hypot(a[1] - b[1], a[2] - b[2]) : Infinity);
  const still = (/** @type {PieceJson} */ [, x, y]) => isEnd(motions, x, y);
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

/**
 * Whether a motion begins or ends at this place.
 * @param {readonly MotionJson[]} motions @param {number} x @param {number} y
 */
export function isEnd(motions, x, y) {
  /** @param {number} endX @param {number} endY */
  const here = (endX, endY) => Math.hypot(endX - x, endY - y) < 0.001;
  return motions.some(([, startX, startY, endX, endY]) => here(startX, startY) || here(endX, endY));
}

/** @template T @param {readonly T[]} list @param {number} index */
const at = (list, index) => /** @type {T} */ (list[index]);

/**
 * Moves an element at the reader's pace.
 * @param {SVGElement} element @param {Keyframe[]} stops @param {KeyframeAnimationOptions & {duration: number}} timing
 */
function animate(element, stops, timing) {
  const slower = { ...timing, duration: timing.duration * pace.factor, delay: (timing.delay ?? 0) * pace.factor };
  return element.animate(stops, slower);
}

/**
 * Slides an element through these offsets to its place.
 * @param {SVGElement} element @param {Point[]} offsets   in picture units, beginning with the start
 */
export function slide(element, offsets) {
  const stops = [...offsets, [0, 0]].map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)`, easing: 'ease-in-out' }));
  return animate(element, stops, { duration: LEG * offsets.length });
}

/**
 * Returns when a piece that slides through these stops passes a place.
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
  return animate(element, stops, { duration: APPEAR, delay, easing: 'ease-out', fill: 'backwards' });
}

/**
 * Takes a piece off the board, then removes its element.
 * @param {SVGElement} element @param {string | undefined} how @param {number} delay
 */
export function leave(element, how, delay) {
  const stops = GOES[how ?? ''] ?? [...FADE].reverse();
  return vanishing(element, animate(element, stops, { duration: LEAVE, delay, easing: 'ease-in', fill: 'both' }));
}

/** Returns when the motion with this number begins. @param {number} number @param {string} label */
const takeOff = (number, label) => (label ? 0 : number * NEXT);

/** Returns when the motion with this number ends. @param {number} number @param {string} label */
export const landing = (number, label) => takeOff(number, label) + (label ? READING : LEG);

/**
 * Flies from an offset to its place and vanishes there.
 * @param {SVGElement} element @param {Point} offset @param {number} number @param {string} label
 */
export function fly(element, [x, y], number, label) {
  const delay = takeOff(number, label);
  const stops = [
    { opacity: 1, transform: `translate(${x}px, ${y}px)` },
    { opacity: 1, transform: 'translate(0, 0)', offset: 0.8 },
    { opacity: 0, transform: 'translate(0, 0)' },
  ];
  const timing = { duration: landing(number, label) - delay, delay, easing: 'ease-out' };
  return vanishing(element, animate(element, stops, { ...timing, fill: 'both' }));
}

/** @param {SVGElement} element @param {Animation} motion */
function vanishing(element, motion) {
  const away = () => element.remove();
  motion.finished.then(away, away);
  return motion;
}

/** Shakes an element to say no. @param {SVGElement} element */
export function shake(element) {
  if (reducedMotion()) return;
  const stops = [0, -7, 6, -4, 0].map((x) => ({ transform: `translate(${x}px, 0)` }));
  element.animate(stops, { duration: 190 });
}
