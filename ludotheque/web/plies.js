/** The plies of a game: as states for the board, in words, and as a list to click on. */

import { fill, h } from './dom.js';
import { rows } from './moves.js';
import { pick, t } from './texts.js';

/**
 * @typedef {import('./types.js').BoardState} BoardState
 * @typedef {import('./types.js').GameInfo} GameInfo
 * @typedef {import('./types.js').Ply} Ply
 * @typedef {import('./types.js').Turn} Turn
 */

/**
 * What the board shows of the last of these plies, and what may be decided there.
 * @param {readonly Ply[]} line @param {Turn | null} [turn] @param {BoardState['result']} [result] @returns {BoardState}
 */
export function boardState(line, turn = null, result = null) {
  const ply = /** @type {Ply} */ (line.at(-1));
  return {
    facing: turn?.player ?? null,
    pieces: ply.pieces,
    moves: line.slice(1).map((one) => [one.player ?? 0, one.move]),
    last: ply.last,
    traces: ply.traces,
    flights: ply.flights,
    shown: ply.shown,
    task: turn?.task ?? null,
    choices: turn?.choices ?? null,
    family: turn?.family ?? null,
    due: turn ? ply.ply : null,
    result,
  };
}

/** "Black: a6-a4", or where nothing is decided yet, that this is the start. @param {GameInfo} info @param {Ply} ply */
export function plyWords(info, ply) {
  if (ply.player === null) return t('replay.start');
  return t('replay.decided', { side: pick(info.sides[ply.player]), move: ply.move ?? '' });
}

/**
 * A list of decisions, a column for each side; clicking one goes there.
 * @param {GameInfo} info @param {(ply: number) => void} go
 */
export function plyTable(info, go) {
  const body = h('tbody');
  /** @type {Map<number, HTMLElement>} */
  const places = new Map();
  const scroller = h(
    'div',
    { class: 'scroller', role: 'region', 'aria-label': t('moves.title'), tabIndex: 0 },
    h('table', null, h('thead', null, heads(info)), body),
  );

  /** @param {readonly Ply[]} plies the first without a decision */
  function lay(plies) {
    places.clear();
    const lines = rows(plies.slice(1).map((ply) => [ply.player ?? 0, ply.move]));
    /** @param {{ text: string | null, place: number } | undefined} entry */
    const cell = (entry) => {
      if (!entry) return h('td');
      const act = () => go(entry.place + 1);
      const found = h('td', null, h('button', { type: 'button', class: 'ply', onclick: act }, entry.text ?? ''));
      places.set(entry.place + 1, found);
      return found;
    };
    const line = (/** @type {Map<number, any>} */ entries, /** @type {number} */ number) =>
      h('tr', null, h('th', { scope: 'row' }, String(number + 1)), ...info.sides.map((_, seat) => cell(entries.get(seat))));
    fill(body, lines.map(line));
  }

  /** @param {number} ply */
  function mark(ply) {
    for (const [place, cell] of places) {
      if (place === ply) cell.setAttribute('aria-current', 'true');
      else cell.removeAttribute('aria-current');
    }
    // Only the list scrolls, not the page around it, and not before it is on the page.
    requestAnimationFrame(() => (scroller.scrollTop = (places.get(ply)?.offsetTop ?? 0) - scroller.clientHeight / 2));
  }
  return { element: scroller, lay, mark };
}

/** @param {GameInfo} info */
function heads(info) {
  return h(
    'tr',
    null,
    h('th', { scope: 'col' }, t('moves.number')),
    info.sides.map((side) => h('th', { scope: 'col' }, pick(side))),
  );
}
