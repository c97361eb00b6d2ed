/** The reader's mistakes: turning points of their own finished games, kept in this browser, the latest first. */

import { change, current } from './settings.js';

/**
 * @import {OptionValue, Ply, TurningPointJson} from './types.js'
 *
 * A turning point, with the game before it.
 * @typedef {object} Mistake
 * @property {string} table
 * @property {string} game
 * @property {Record<string, OptionValue>} options
 * @property {string} start  the position at the start of the game
 * @property {[number, string][]} moves
 * @property {TurningPointJson} point
 * @property {boolean} solved
 *
 * @typedef {object} PlayedGame
 * @property {string} table
 * @property {string} start
 * @property {{ game: string, options: Record<string, OptionValue> }} game
 * @property {readonly Pick<Ply, 'player' | 'move'>[]} plies  the first one is the start
 */

/** More mistakes than this are not kept. Solved ones make room first, then old ones. */
export const MAX_MISTAKES = 60;
const MAX_REVIEWED = 200;

/** @returns {readonly Mistake[]} */
export function mistakes() {
  return current().mistakes;
}

/** Whether the mistakes of a table are known. @param {string} table */
export function isReviewed(table) {
  return current().reviewed.includes(table);
}

/** @param {string} table @param {number} turn */
export function keyOf(table, turn) {
  return `${table}-${turn}`;
}

/** Keeps the turning points of these players. @param {PlayedGame} played @param {readonly TurningPointJson[]} points @param {readonly number[]} mine */
export function keepMistakes(played, points, mine) {
  const { table, start, plies } = played;
  const { game, options } = played.game;
  const known = new Map(mistakes().map((one) => [keyOf(one.table, one.point.turn), one]));
  const found = points
    .filter(({ player }) => mine.includes(player))
    .map((point) => {
      const moves = plies.slice(1, point.turn).map((ply) => /** @type {[number, string]} */ ([ply.player ?? 0, ply.move ?? '']));
      const solved = known.get(keyOf(table, point.turn))?.solved ?? false;
      return { table, game, options, start, moves, point, solved };
    });
  const others = mistakes().filter((one) => one.table !== table);
  const reviewed = [table, ...current().reviewed.filter((one) => one !== table)].slice(0, MAX_REVIEWED);
  change({ mistakes: bounded([...found, ...others]), reviewed });
}

/** @param {Mistake[]} all the latest first */
function bounded(all) {
  const kept = [...all];
  while (kept.length > MAX_MISTAKES) {
    const place = kept.map(({ solved }) => solved).lastIndexOf(true);
    kept.splice(place < 0 ? kept.length - 1 : place, 1);
  }
  return kept;
}

/** Notes that the reader has found a better move. @param {string} key */
export function markMistake(key) {
  change({ mistakes: mistakes().map((one) => (keyOf(one.table, one.point.turn) === key ? { ...one, solved: true } : one)) });
}

/** Forgets all mistakes. Their games are not looked through again. */
export function forgetMistakes() {
  change({ mistakes: [] });
}
