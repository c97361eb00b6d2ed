/** The moves of a game: as states for the board, in words, and as a table. */

import { fill, h } from '../lib/dom.js';
import { pick, t } from '../lib/texts.js';

/**
 * @import {BoardState, GameInfo, Ply, Turn} from '../lib/types.js'
 *
 * @typedef {{ text: string | null, place: number }} Entry   a move, and its number in the game from 0 on
 */

/**
 * Returns what the board shows of the last of these plies, and which moves are possible there.
 * @param {readonly Ply[]} line @param {Turn | null} [turn] @param {BoardState['result']} [result] @returns {BoardState}
 */
export function boardState(line, turn = null, result = null) {
  const ply = /** @type {Ply} */ (line.at(-1));
  return {
    viewpoint: turn?.player ?? null,
    pieces: ply.pieces,
    moves: line.slice(1).map((one) => [one.player ?? 0, one.move]),
    last: ply.last,
    traces: ply.traces,
    motions: ply.motions,
    revealed: ply.revealed,
    told: ply.told,
    dangers: turn?.dangers ?? [],
    task: turn?.task ?? null,
    legal_moves: turn?.legal_moves ?? null,
    combination: turn?.combination ?? null,
    ticket: turn ? ply.ply : null,
    result,
  };
}

/** Returns "Black: a6-a4", or that this is the start. @param {GameInfo} info @param {Ply} ply */
export function plyText(info, ply) {
  if (ply.player === null) return t('replay.start');
  return t('replay.move', { side: pick(info.sides[ply.player]), move: ply.move ?? '' });
}

/** Moves stand in one row as long as they go around the table. @param {BoardState['moves']} moves */
export function moveRows(moves) {
  /** @type {Map<number, Entry>[]} */
  const rows = [];
  let before = Infinity;
  moves.forEach(([player, text], place) => {
    if (player <= before) rows.push(new Map());
    rows.at(-1)?.set(player, { text, place });
    before = player;
  });
  return rows;
}

/** The table of moves has a column for each side. @param {GameInfo} info @param {HTMLElement} body */
export function moveTable(info, body) {
  const sides = info.sides.map((side) => h('th', { scope: 'col' }, pick(side)));
  const head = h('thead', null, h('tr', null, h('th', { scope: 'col' }, t('moves.number')), sides));
  return h(
    'div',
    { class: 'scroller', tabIndex: 0, role: 'region', 'aria-label': t('moves.title') },
    h('table', null, head, body),
  );
}

/** @param {GameInfo} info @param {Map<number, Entry>} row @param {number} number @param {(entry: Entry) => HTMLElement} cell */
export function moveRow(info, row, number, cell) {
  const cells = info.sides.map((_, seat) => {
    const entry = row.get(seat);
    return entry ? cell(entry) : h('td');
  });
  return h('tr', null, h('th', { scope: 'row' }, String(number + 1)), cells);
}

/**
 * A table of moves in which a click on a move goes there.
 * @param {GameInfo} info @param {(ply: number) => void} go
 */
export function historyTable(info, go) {
  const body = h('tbody');
  /** @type {Map<number, HTMLElement>} */
  const cells = new Map();
  const scroller = moveTable(info, body);

  /** @param {Entry} entry */
  function cell({ text, place }) {
    const found = h('td', null, h('button', { type: 'button', class: 'ply', onclick: () => go(place + 1) }, text ?? ''));
    cells.set(place + 1, found);
    return found;
  }

  /** @param {readonly Ply[]} plies the first one is the start */
  function setPlies(plies) {
    cells.clear();
    const rows = moveRows(plies.slice(1).map((ply) => [ply.player ?? 0, ply.move]));
    fill(body, rows.map((row, number) => moveRow(info, row, number, cell)));
  }

  /** @param {number} ply */
  function mark(ply) {
    for (const [place, found] of cells) {
      if (place === ply) found.setAttribute('aria-current', 'true');
      else found.removeAttribute('aria-current');
    }
    // Only the list scrolls, not the page around it. The list must be on the page for that.
    requestAnimationFrame(() => (scroller.scrollTop = (cells.get(ply)?.offsetTop ?? 0) - scroller.clientHeight / 2));
  }
  return { element: scroller, setPlies, mark };
}
