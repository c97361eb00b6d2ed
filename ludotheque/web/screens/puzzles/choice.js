/** Which puzzles of a game are listed, and in which order. */

/**
 * @import {PuzzleCard} from '../../lib/types.js'
 *
 * What the reader wants to see. 0 stars are all of them, and so is no theme. `due` are those that come back today.
 * @typedef {{ stars: number, theme: string, due: boolean }} Filter
 */

/** Returns the puzzles with the usual rules first, then those with special options, those with the same ones together. @param {PuzzleCard[]} puzzles */
export function ordered(puzzles) {
  const order = [...new Set(puzzles.map(variant))].sort((one, other) => Number(one !== USUAL) - Number(other !== USUAL));
  return order.flatMap((name) => puzzles.filter((puzzle) => variant(puzzle) === name));
}

/** The options of puzzles with the usual rules. */
const USUAL = '[]';

/** Returns the special options of a puzzle as one text. @param {PuzzleCard} puzzle */
function variant({ special }) {
  return JSON.stringify(special);
}

/** Returns those that fit. @param {PuzzleCard[]} puzzles @param {Filter} filter @param {string[]} due */
export function filtered(puzzles, { stars, theme, due: onlyDue }, due) {
  if (onlyDue) return puzzles.filter(({ id }) => due.includes(id));
  return puzzles.filter((puzzle) => (!stars || puzzle.stars === stars) && (!theme || puzzle.theme === theme));
}

/** Returns the puzzles in groups with the same rules. @param {PuzzleCard[]} puzzles */
export function groups(puzzles) {
  const names = [...new Set(puzzles.map(variant))];
  return names.map((name) => puzzles.filter((puzzle) => variant(puzzle) === name));
}

/**
 * Returns the puzzle after one of them that is not done, if possible among those that fit.
 * @param {PuzzleCard[]} puzzles @param {PuzzleCard[]} fitting @param {string} after @param {string[]} done
 */
export function nextPuzzle(puzzles, fitting, after, done) {
  const here = puzzles.findIndex(({ id }) => id === after);
  const ahead = [...puzzles.slice(here + 1), ...puzzles.slice(0, Math.max(0, here))].filter(({ id }) => !done.includes(id));
  return ahead.find((puzzle) => fitting.includes(puzzle)) ?? ahead[0];
}
