/** What happened since the reader moved last. A quick answer of the opponent must not hide what the own move did. */

/**
 * @import {BoardState, Text} from '../../lib/types.js'
 *
 * @typedef {{ moves: number, own: boolean, told: readonly Text[] }} Chapter
 *   the sentences of the moves that became public together, and how many moves there were then
 */

/** Onlookers read so many of the last chapters. */
const MAX_CHAPTERS = 2;

export class Story {
  /** @type {Chapter[]} */
  #chapters = [];

  /** Adds what a state tells, unless it is known. @param {BoardState} state @param {readonly number[]} mine */
  add({ moves, revealed, told }, mine) {
    const known = this.#chapters.filter((chapter) => chapter.moves < moves.length);
    const own = revealed.some(([seat]) => mine.includes(seat));
    this.#chapters = told.length ? [...known, { moves: moves.length, own, told }] : known;
    const last = this.#chapters.map((chapter) => chapter.own).lastIndexOf(true);
    this.#chapters = this.#chapters.slice(last < 0 ? -MAX_CHAPTERS : last);
  }

  /** @returns {readonly Text[]} */
  get sentences() {
    return this.#chapters.flatMap(({ told }) => told);
  }
}
