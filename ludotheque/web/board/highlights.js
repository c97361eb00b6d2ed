/**
 * Which cells are marked after the clicks so far.
 *
 * @import {BoardState, Kind} from '../lib/types.js'
 * @import {Matcher, Next} from './clicks.js'
 *
 * @typedef {'ring' | 'dot' | 'crosshair' | 'careful' | 'frame' | 'member' | 'danger' | 'decided'} Shape
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
  member: 'board.can_choose',
  danger: 'board.danger',
  decided: 'board.decided',
};

/** @param {string} token @param {Shape} shape @param {string} classes @returns {Highlight} */
const highlight = (token, shape, classes) => ({ token, shape, classes });

/** Marks the cells that have been clicked. @param {Matcher} matcher @returns {Highlight[]} */
export function chosenHighlights(matcher) {
  return matcher.clicks.map((token) => highlight(token, 'ring', 'chosen'));
}

/**
 * Marks the cells that a lesson points at, what threatens the player, and what decided the game.
 * @param {BoardState} state @returns {Highlight[]}
 */
export function markedHighlights(state) {
  return [
    ...(state.result?.cells ?? []).map((token) => highlight(token, 'decided', '')),
    ...state.dangers.flatMap(({ cells }) => cells.map((token) => highlight(token, 'danger', ''))),
    ...(state.marked ?? []).map((token) => highlight(token, 'frame', 'marked')),
  ];
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
 * A ring marks a cell on the way, a plus one of several in any order. Where a move can end there is a dot, or a crosshair
 * if it takes a piece. A warning marks a place where every move is a bad bargain.
 * @param {string} token @param {Next} next @param {Kinds} kinds @param {boolean} first @returns {Highlight[]}
 */
function highlightsFor(token, next, kinds, first) {
  const possible = [...next.kinds].map((kind) => kinds[kind]);
  const costly = possible.every((kind) => kind?.costly);
  const warning = costly ? [highlight(token, 'careful', 'target badge')] : [];
  if (next.several) return [highlight(token, 'member', 'choosable'), ...warning];
  if (first && !next.ends) return [highlight(token, 'ring', 'choosable'), ...warning];
  if (possible.some((kind) => kind?.captures)) return [highlight(token, 'crosshair', 'target'), ...warning];
  return [highlight(token, costly ? 'careful' : 'dot', 'target')];
}

/** A board on which more cells than this can be chosen is drawn without a mark on each. */
const MAX_MARKS = 30;

/** Leaves marks out that say the same of nearly every cell. @param {readonly Highlight[]} highlights */
export function withoutNoise(highlights) {
  const choosable = highlights.filter(({ classes }) => classes === 'choosable');
  return choosable.length > MAX_MARKS ? highlights.filter(({ classes }) => classes !== 'choosable') : highlights;
}
