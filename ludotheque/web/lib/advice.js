/** What the server says about clicks: why one leads nowhere, and what moves would do. The page knows no rules. */

import { post } from './api.js';

/**
 * @import {Explanation, Previews} from './types.js'
 *
 * @typedef {object} Advice
 * @property {(clicks: readonly string[]) => Promise<Explanation>} explain   why the last of these clicks leads nowhere
 * @property {(moves: readonly string[]) => Promise<Previews['previews']>} [preview]   what each of these moves would do
 */

/**
 * Returns the advice for a seat at a table.
 * @param {string} id @param {() => number | null} seat @returns {Advice}
 */
export function tableAdvice(id, seat) {
  return adviceFrom(`/api/tables/${id}`, () => ({ seat: seat() }));
}

/**
 * Returns the advice for a player in the last position of a line.
 * @param {() => object} line @param {() => number} player @returns {Advice}
 */
export function studyAdvice(line, player) {
  return adviceFrom('/api/study', () => ({ ...line(), player: player() }));
}

/** @param {string} address @param {() => object} where @returns {Advice} */
function adviceFrom(address, where) {
  /** @param {string} what @param {object} asked */
  const ask = (what, asked) => post(`${address}/${what}`, { ...where(), ...asked });
  return {
    explain: async (clicks) => /** @type {Explanation} */ (await ask('explain', { clicks })),
    preview: async (moves) => /** @type {Previews} */ (await ask('preview', { candidates: moves })).previews,
  };
}
