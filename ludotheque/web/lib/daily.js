/** The puzzle of the day: one for all games, from the date alone, so that it is the same for everybody. */

/**
 * @import {IndexedGame, IndexedPuzzle} from './types.js'
 *
 * @typedef {{ game: IndexedGame, puzzle: IndexedPuzzle }} Daily
 */

/**
 * Returns the puzzle of a day. The games take turns. No puzzle comes again before all others of its game had their day.
 * @param {readonly IndexedGame[]} games @param {number} day @returns {Daily | null}
 */
export function dailyPuzzle(games, day) {
  const usual = games
    .map((game) => ({ game, puzzles: game.puzzles.filter((puzzle) => puzzle.usual).sort(byId) }))
    .filter(({ puzzles }) => puzzles.length > 0)
    .sort((one, other) => byId(one.game, other.game));
  const turn = usual[day % usual.length];
  // The ids of puzzles have no order of difficulty.
  const puzzle = turn?.puzzles[Math.floor(day / usual.length) % turn.puzzles.length];
  return turn && puzzle ? { game: turn.game, puzzle } : null;
}

/** @param {{ id: string }} one @param {{ id: string }} other */
function byId(one, other) {
  return one.id < other.id ? -1 : 1;
}

/**
 * Returns the streak after the puzzle of a day was solved.
 * @param {{ day: number, streak: number }} before @param {number} day
 */
export function streakAfter(before, day) {
  if (before.day === day) return before;
  return { day, streak: before.day === day - 1 ? before.streak + 1 : 1 };
}

/** Returns the days in a row up to today or yesterday. @param {{ day: number, streak: number }} daily @param {number} day */
export function streakOn(daily, day) {
  return daily.day >= day - 1 ? daily.streak : 0;
}
