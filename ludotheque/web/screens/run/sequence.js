/** The puzzles of a run, in order of difficulty. */

/**
 * @import {IndexedGame} from '../../lib/types.js'
 *
 * @typedef {{ game: string, id: string, stars: number }} RunPuzzle
 */

/** How many puzzles of a difficulty come before the next one. */
export const PER_STEP = 4;

/**
 * Returns the puzzles of a run: a few of each difficulty in rising order, and then the others, the hardest first. Only
 * puzzles with the usual rules are taken.
 * @param {readonly IndexedGame[]} games @param {() => number} [random]
 * @returns {RunPuzzle[]}
 */
export function runSequence(games, random = Math.random) {
  const all = shuffled(
    games.flatMap(({ id: game, puzzles }) =>
      puzzles.flatMap(({ id, stars, usual }) => (usual ? [{ game, id, stars }] : [])),
    ),
    random,
  );
  const difficulties = [...new Set(all.map(({ stars }) => stars))].sort();
  const byStars = difficulties.map((wanted) => all.filter(({ stars }) => stars === wanted));
  const rising = byStars.flatMap((group) => group.slice(0, PER_STEP));
  const rest = byStars.map((group) => group.slice(PER_STEP)).reverse();
  return [...rising, ...rest.flat()];
}

/** @template T @param {T[]} items @param {() => number} random @returns {T[]} */
function shuffled(items, random) {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
