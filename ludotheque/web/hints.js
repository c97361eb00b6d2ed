/**
 * Which marks the clicks call for: pure, from a matcher and the kinds of decisions.
 *
 * @import {BoardState, Kind} from './types.js'
 * @import {Matcher, Next} from './clicks.js'
 *
 * @typedef {'ring' | 'dot' | 'crosshair' | 'careful' | 'frame'} Shape
 * @typedef {{token: string, shape: Shape, classes: string}} Hint
 * @typedef {Record<string, Kind>} Kinds
 */

/** What a mark means, as a key of the page's texts. @type {Record<Shape, string>} */
export const MEANINGS = {
  ring: 'board.can_choose',
  dot: 'board.target',
  crosshair: 'board.takes',
  careful: 'board.careful',
  frame: 'board.marked',
};

/** @param {string} token @param {Shape} shape @param {string} classes @returns {Hint} */
const hint = (token, shape, classes) => ({ token, shape, classes });

/** What has been clicked. @param {Matcher} matcher @returns {Hint[]} */
export function chosenHints(matcher) {
  return matcher.clicks.map((token) => hint(token, 'ring', 'chosen'));
}

/** What a teacher points at. @param {BoardState} state @returns {Hint[]} */
export function markedHints(state) {
  return (state.marked ?? []).map((token) => hint(token, 'frame', 'marked'));
}

/** What may be clicked now, and what has been. @param {Matcher} matcher @param {Kinds} kinds @returns {Hint[]} */
export function allHints(matcher, kinds) {
  const first = !matcher.clicks.length;
  return [...[...matcher.next()].flatMap(([token, next]) => hintsFor(token, next, kinds, first)), ...chosenHints(matcher)];
}

/**
 * The same with, faintly, what a first click on this token would make possible.
 * @param {Matcher} matcher @param {Kinds} kinds @param {string} token
 */
export function previewHints(matcher, kinds, token) {
  const now = allHints(matcher, kinds);
  if (matcher.clicks.length || !matcher.next().has(token)) return now;
  const after = [...matcher.next(token)].flatMap(([next, meaning]) => hintsFor(next, meaning, kinds, false));
  const reached = new Set(after.map((mark) => mark.token));
  const others = now.filter((mark) => !reached.has(mark.token));
  return [...others, ...after.map((mark) => ({ ...mark, classes: `${mark.classes} faint` }))];
}

/**
 * A ring for what is chosen on the way; for where a decision may end, a dot, a crosshair when it takes something, and a
 * warning when every way to end there is of a kind that asks first.
 * @param {string} token @param {Next} next @param {Kinds} kinds @param {boolean} first @returns {Hint[]}
 */
function hintsFor(token, next, kinds, first) {
  if (next.several || (first && !next.ends)) return [hint(token, 'ring', 'choosable')];
  const possible = [...next.kinds].map((kind) => kinds[kind]);
  const asks = possible.every((kind) => kind?.asks);
  if (possible.some((kind) => kind?.takes)) {
    const crosshair = hint(token, 'crosshair', 'target');
    // A first click that asks is a secret, not a price.
    return asks && !first ? [crosshair, hint(token, 'careful', 'target badge')] : [crosshair];
  }
  return [hint(token, asks ? 'careful' : 'dot', 'target')];
}
