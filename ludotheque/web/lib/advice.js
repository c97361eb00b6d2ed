/** What a board asks while a player clicks: why a click leads nowhere, and what a move would do. The page knows no rules. */

import { post } from './api.js';

/**
 * @import {Explanation, Previews} from './types.js'
 *
 * @typedef {object} Advice
 * @property {(clicks: string[]) => Promise<Explanation>} explain
 * @property {(moves: string[]) => Promise<Previews>} preview
 */

/**
 * Returns the advice for the last position of a game.
 * @param {() => object} line @param {() => number} player @returns {Advice}
 */
export function studyAdvice(line, player) {
  const ask = (/** @type {string} */ what, /** @type {object} */ about) =>
    post(`/api/study/${what}`, { ...line(), player: player(), ...about });
  return {
    explain: async (clicks) => /** @type {Explanation} */ (await ask('explain', { clicks })),
    preview: async (moves) => /** @type {Previews} */ (await ask('preview', { candidates: moves })),
  };
}

/**
 * Returns the advice for a seat at a table.
 * @param {string} id @param {() => number | null} seat @returns {Advice}
 */
export function tableAdvice(id, seat) {
  const ask = (/** @type {string} */ what, /** @type {object} */ about) =>
    post(`/api/tables/${id}/${what}`, { seat: seat() ?? 0, ...about });
  return {
    explain: async (clicks) => /** @type {Explanation} */ (await ask('explain', { clicks })),
    preview: async (moves) => /** @type {Previews} */ (await ask('preview', { candidates: moves })),
  };
}
