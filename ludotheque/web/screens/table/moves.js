/** The list of moves at a table, in notation or in words. */

import { get } from '../../lib/api.js';
import { fill, h } from '../../lib/dom.js';
import { current, watch } from '../../lib/settings.js';
import { t } from '../../lib/texts.js';
import { moveRow, moveRows, moveTable, wordsList, wordsSwitch } from '../../ui/history.js';

/**
 * @import {State, TableInfo, TableReplay} from '../../lib/types.js'
 * @import {Entry} from '../../ui/history.js'
 */

const WIDE = matchMedia('(min-width: 60rem)');

/** The list is at its end when fewer pixels than this are below. */
const NEAR_END = 5;

/** @param {TableInfo} info */
export function moveList(info) {
  const count = h('span', { class: 'count' });
  const body = h('tbody');
  const scroller = moveTable(info, body);
  const words = new MovesInWords(info);
  const element = h(
    'details',
    { class: 'moves', open: WIDE.matches },
    h('summary', null, t('moves.title'), ' ', count),
    scroller,
    words.element,
    wordsSwitch(),
  );
  WIDE.onchange = () => (element.open = WIDE.matches);

  const toEnd = () => [element, scroller].forEach((box) => (box.scrollTop = box.scrollHeight));
  let atEnd = true;
  element.addEventListener('scroll', () => {
    atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END;
  });
  // A longer sentence above leaves the list less room. If its end was in sight, it stays in sight.
  new ResizeObserver(() => atEnd && toEnd()).observe(element);

  /** @param {State} state */
  function update(state) {
    const rows = moveRows(state.moves);
    const last = state.moves.length - 1;
    count.textContent = state.moves.length ? `(${state.moves.length})` : '';
    fill(
      body,
      rows.length
        ? rows.map((row) => moveRow(info, row, (entry) => cell(entry, entry.place === last)))
        : h('tr', null, h('td', { colSpan: info.sides.length, class: 'none' }, t('moves.none'))),
    );
    void words.update(state).then(toEnd);
    scroller.hidden = current().words;
    // The rest of the panel is drawn with the same state and may change the height of the list.
    requestAnimationFrame(toEnd);
  }
  const unwatch = watch(() => {
    scroller.hidden = current().words;
    void words.refresh().then(toEnd);
  });
  return { element, update, leave: unwatch };
}

/** The sentences of all moves. The server tells them on demand. */
class MovesInWords {
  element = h('div', { class: 'words-list', hidden: true });
  /** @type {State | null} */
  #state = null;
  #drawn = '';

  /** @param {TableInfo} info */
  constructor(info) {
    this.info = info;
  }

  /** @param {State} state */
  update(state) {
    this.#state = state;
    return this.refresh();
  }

  async refresh() {
    this.element.hidden = !current().words;
    const moves = JSON.stringify(this.#state?.moves);
    if (this.element.hidden || moves === this.#drawn) return;
    const replay = /** @type {TableReplay | null} */ (await get(`/api/tables/${this.info.id}/replay`).catch(() => null));
    if (!replay || moves !== JSON.stringify(this.#state?.moves)) return;
    this.#drawn = moves;
    fill(this.element, wordsList(this.info, replay.plies));
  }
}

/** A move that is still secret has no text. @param {Entry} entry @param {boolean} isLast */
function cell({ text }, isLast) {
  const secret = text === null;
  return h('td', { class: secret ? 'secret' : '', 'aria-current': isLast ? 'true' : null }, text ?? t('moves.secret'));
}
