/** What the moves that are one click away would do. The server is asked once for all of them. */

/**
 * @import {BoardJson, PieceJson, PreviewJson} from '../lib/types.js'
 * @import {Advice} from '../lib/advice.js'
 */

/** The most moves that are asked for at once. */
const MAX_ASKED = 16;

/**
 * Returns what the chosen cells would get: this symbol on each.
 * @param {BoardJson} board @param {readonly string[]} chosen @param {string} symbol @returns {PieceJson[]}
 */
export function ghostsOn(board, chosen, symbol) {
  if (!symbol) return [];
  return board.cells.filter(({ name }) => chosen.includes(name)).map(({ x, y }) => [symbol, x, y, -1, '', '']);
}

export class MovePreviews {
  /** The answers by the texts of the moves. @type {Map<string, PreviewJson | null>} */
  #known = new Map();
  #asked = '';

  /** Forgets everything, because the position is another one. */
  clear() {
    this.#known.clear();
    this.#asked = '';
  }

  /** @param {string | undefined} move */
  of(move) {
    return (move !== undefined && this.#known.get(move)) || null;
  }

  /**
   * Asks what these moves would do, unless they are known, and calls back when an answer has come.
   * @param {NonNullable<Advice['preview']>} preview @param {readonly string[]} moves @param {() => void} then
   */
  async ask(preview, moves, then) {
    const unknown = moves.filter((move) => !this.#known.has(move)).slice(0, MAX_ASKED);
    const asked = unknown.join(' ');
    if (!asked || asked === this.#asked) return;
    this.#asked = asked;
    // Without an answer the moves can still be made.
    const answers = await preview(unknown).catch(() => []);
    if (asked !== this.#asked) return;
    for (const [number, move] of unknown.entries()) this.#known.set(move, answers[number] ?? null);
    then();
  }
}
