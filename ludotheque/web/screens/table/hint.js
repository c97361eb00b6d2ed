/** The move that the engine would play. This browser looks for it if it can, else the server does. */

import { getText, post } from '../../lib/api.js';
import { searchesHere } from '../../lib/reach.js';

/** @import {AnalysisJson} from '../../lib/types.js' */

/** How long this browser looks. */
const SECONDS = 1;

/** @param {string} id of the table @param {number} seat */
export async function getHint(id, seat) {
  const found = searchesHere() ? await searched(id, seat).catch(() => null) : null;
  return /** @type {AnalysisJson} */ (found ?? (await post(`/api/tables/${id}/hint`, { seat })));
}

/** A game with a secret is refused here, because its record does not say what the position is. @param {string} id @param {number} player */
async function searched(id, player) {
  const record = await getText(`/api/tables/${id}/record`);
  return post('/api/study/analyse', { record, player, seconds: SECONDS, lines: 1 });
}
