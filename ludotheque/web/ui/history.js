/** The moves of a game: as states for the board, in words, and as a table. */

import { fill, h } from '../lib/dom.js';
import { change, current } from '../lib/settings.js';
import { pick, t } from '../lib/texts.js';
import { checkbox } from './fields.js';

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

/**
 * Returns what happened in a ply, in sentences. A move that was secret has none until it is revealed.
 * @param {GameInfo} info @param {Ply} ply
 */
export function toldSentences(info, ply) {
  return ply.told.length || ply.player === null ? ply.told.map(pick) : [plyText(info, ply)];
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
  return moveScroller(h('table', null, h('thead', null, h('tr', null, sides)), body));
}

/** @param {HTMLElement} list */
function moveScroller(list) {
  return h('div', { class: 'scroller', tabIndex: 0, role: 'region', 'aria-label': t('moves.title') }, list);
}

/**
 * Each move has the number that it has everywhere: on the slider, in the analysis, on the study board, in the file.
 * @param {GameInfo} info @param {Map<number, Entry>} row @param {(entry: Entry) => HTMLElement} cell
 */
export function moveRow(info, row, cell) {
  const cells = info.sides.map((_, seat) => {
    const entry = row.get(seat);
    if (!entry) return h('td');
    const found = cell(entry);
    found.dataset.number = String(entry.place + 1);
    return found;
  });
  return h('tr', null, cells);
}

/** The switch between moves in notation and in words. Watch the settings to follow it. */
export function wordsSwitch() {
  const element = checkbox(t('moves.words'), current().words, (words) => change({ words }));
  element.classList.add('words');
  return element;
}

/**
 * Returns the moves in words, one item a ply. A click on a move goes there, if that is possible.
 * @param {GameInfo} info @param {readonly Ply[]} plies the first one is the start @param {(ply: number) => void} [go]
 */
export function wordsList(info, plies, go) {
  const items = plies.slice(1).map((ply) => {
    const number = h('span', { class: 'place' }, `${ply.ply}.`);
    const text = h('span', null, toldSentences(info, ply).join(' '));
    if (!go) return h('li', null, h('div', { class: 'ply' }, number, text));
    return h('li', null, h('button', { type: 'button', class: 'ply', onclick: () => go(ply.ply) }, number, text));
  });
  return h('ol', { class: 'in-words' }, items);
}

/**
 * The list of moves, in notation or in words. A click on a move goes there.
 * @param {GameInfo} info @param {(ply: number) => void} go
 */
export function historyTable(info, go) {
  const body = h('tbody');
  const inNotation = moveTable(info, body);
  const inWords = moveScroller(h('ol'));
  const element = h('div', { class: 'history' }, wordsSwitch(), inNotation, inWords);
  /** The elements of each ply, in both lists. @type {Map<number, HTMLElement[]>} */
  const items = new Map();
  let marked = 0;

  /** @param {Entry} entry */
  function cell({ text, place }) {
    const found = h('td', null, h('button', { type: 'button', class: 'ply', onclick: () => go(place + 1) }, text ?? ''));
    items.set(place + 1, [found]);
    return found;
  }

  /** @param {readonly Ply[]} plies the first one is the start */
  function setPlies(plies) {
    items.clear();
    const rows = moveRows(plies.slice(1).map((ply) => [ply.player ?? 0, ply.move]));
    fill(body, rows.map((row) => moveRow(info, row, cell)));
    const list = wordsList(info, plies, go);
    for (const [place, item] of [...list.children].entries()) items.get(place + 1)?.push(/** @type {HTMLElement} */ (item));
    fill(inWords, list);
  }

  /** Shows one of the two lists. */
  function applySettings() {
    const { words } = current();
    [inNotation.hidden, inWords.hidden] = [words, !words];
    mark(marked);
  }

  /** @param {number} ply */
  function mark(ply) {
    marked = ply;
    for (const [place, found] of items) {
      for (const item of found) {
        if (place === ply) item.setAttribute('aria-current', 'true');
        else item.removeAttribute('aria-current');
      }
    }
    // Only the list scrolls, not the page around it. The list must be on the page for that.
    requestAnimationFrame(() => [inNotation, inWords].forEach((scroller, place) => scrollTo(scroller, items.get(ply)?.[place])));
  }
  applySettings();
  return { element, setPlies, mark, applySettings };
}

/** Brings an item to the middle of its list. @param {HTMLElement} scroller @param {HTMLElement | undefined} item */
function scrollTo(scroller, item) {
  const top = item ? item.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop : 0;
  scroller.scrollTop = top - scroller.clientHeight / 2;
}
