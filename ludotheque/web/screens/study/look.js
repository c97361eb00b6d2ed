/** What the study board asks the server: positions with the moves that may follow, and a game as text. */

import { get, post } from '../../lib/api.js';

/**
 * @import {GameInfo, Line, Look, RecordText, TableReplay} from '../../lib/types.js'
 * @import {Variations} from './variations.js'
 */

/** @param {Line} line @param {number} [since] */
export async function lookAt(line, since = 0) {
  return /** @type {Look} */ (await post('/api/study/look', { ...line, since }));
}

/** Loads what the address asks for: the game of a table, a position, or the start. @param {string} game */
export async function lookAtAddress(game) {
  const query = new URLSearchParams(location.search);
  const [table, position] = [query.get('table'), query.get('position')];
  if (table && /^[\w-]+$/.test(table)) {
    const { record } = /** @type {TableReplay} */ (await get(`/api/tables/${table}/replay`));
    return { look: await lookAt({ record }), ply: Number(query.get('ply') ?? Infinity) };
  }
  const options = JSON.parse(query.get('options') ?? '{}');
  const line = { game, options, moves: /** @type {[number, string][]} */ ([]) };
  return { look: await lookAt(position ? { ...line, position } : line), ply: 0 };
}

/** Returns a game with all its variations as text. @param {GameInfo} info @param {string} position @param {Variations} variations */
export async function recordText({ game, options }, position, variations) {
  const request = { game, options, position, ...variations.request() };
  return /** @type {RecordText} */ (await post('/api/study/record', request)).record;
}
