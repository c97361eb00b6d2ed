/**
 * Which cells are marked after the clicks so far.
 *
 * @import {BoardState, Kind} from '../lib/types.js'
 * @import {Matcher, Next} from './clicks.js'
 *
 * @typedef {'ring' | 'dot' | 'crosshair' | 'careful' | 'frame'} Shape
 * @typedef {{token: string, shape: Shape, classes: string}} Highlight
 * @typedef {Record<string, Kind>} Kinds
 */

/** The meaning of each mark, as a key of the page's texts. @type {Record<Shape, string>} */
export const MEANINGS = {
  ring: 'board.can_choose',
  dot: 'board.target',
  crosshair: 'board.captures',
  careful: 'board.careful',
  frame: 'board.marked',
};

/** @param {string} token @param {Shape} shape @param {string} classes @returns {Highlight} */
const highlight = (token, shape, classes) => ({ token, shape, classes });

/** Marks the cells that have been clicked. @param {Matcher} matcher @returns {Highlight[]} */
export function chosenHighlights(matcher) {
  return matcher.clicks.map((token) => highlight(token, 'ring', 'chosen'));
}

/** Marks the cells that a lesson points at. @param {BoardState} state @returns {Highlight[]} */
export function markedHighlights(state) {
  return (state.marked ?? []).map((token) => highlight(token, 'frame', 'marked'));
}

/**
 * Marks what can be clicked now, and what has been.
 * @param {Matcher} matcher @param {Kinds} kinds @returns {Highlight[]}
 */
export function allHighlights(matcher, kinds) {
  const first = !matcher.clicks.length;
  return [...[...matcher.next()].flatMap(([token, next]) => highlightsFor(token, next, kinds, first)), ...chosenHighlights(matcher)];
}

/**
 * Marks the same, and faintly what a first click on this token would make possible.
 * @param {Matcher} matcher @param {Kinds} kinds @param {string} token
 */
export function previewHighlights(matcher, kinds, token) {
  const now = allHighlights(matcher, kinds);
  if (matcher.clicks.length || !matcher.next().has(token)) return now;
  const after = [...matcher.next(token)].flatMap(([next, meaning]) => highlightsFor(next, meaning, kinds, false));
  const reached = new Set(after.map((mark) => mark.token));
  const others = now.filter((mark) => !reached.has(mark.token));
  return [...others, ...after.map((mark) => ({ ...mark, classes: `${mark.classes} faint` }))];
}

/**
 * A ring marks a cell on the way. Where a move can end there is a dot, or a crosshair if it takes a piece, or a warning if
 * every move that ends there needs a confirmation.
 * @param {string} token @param {Next} next @param {Kinds} kinds @param {boolean} first @returns {Highlight[]}
 */
function highlightsFor(token, next, kinds, first) {
  if (next.several || (first && !next.ends)) return [highlight(token, 'ring', 'choosable')];
  const possible = [...next.kinds].map((kind) => kinds[kind]);
  const confirm = possible.every((kind) => kind?.confirm);
  if (possible.some((kind) => kind?.captures)) {
    const crosshair = highlight(token, 'crosshair', 'target');
    // A first click that needs a confirmation makes a secret move, which costs nothing.
    return confirm && !first ? [crosshair, highlight(token, 'careful', 'target badge')] : [crosshair];
  }
  return [highlight(token, confirm ? 'careful' : 'dot', 'target')];
}
