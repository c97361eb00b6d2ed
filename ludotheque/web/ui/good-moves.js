/**
 * Which moves are good enough at a turning point.
 *
 * @import {CandidateJson, TurningPointJson} from '../lib/types.js'
 */

/** Moves whose chances differ by less than this are equally good. */
export const EQUAL = 0.03;

/**
 * Returns the moves to accept: the better one, and those that are as good. The move of the game is never among them.
 * @param {Pick<TurningPointJson, 'better' | 'move'>} point @param {readonly CandidateJson[]} candidates
 */
export function goodMoves({ better, move }, candidates) {
  const others = candidates.filter(({ text, chance, weight }) => text !== better.text && (weight || chance > better.chance - EQUAL));
  return [better, ...others].filter(({ text }) => text !== move);
}
