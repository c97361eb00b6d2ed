/** The list of moves at a table. */

import { fill, h } from '../../lib/dom.js';
import { t } from '../../lib/texts.js';
import { moveRow, moveRows, moveTable } from '../../ui/history.js';

/**
 * @import {State, TableInfo} from '../../lib/types.js'
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
  const element = h(
    'details',
    { class: 'moves', open: WIDE.matches },
    h('summary', null, t('moves.title'), ' ', count),
    scroller,
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
        ? rows.map((row, number) => moveRow(info, row, number, (entry) => cell(entry, entry.place === last)))
        : h('tr', null, h('td', { colSpan: info.sides.length + 1, class: 'none' }, t('moves.none'))),
    );
    // The rest of the panel is drawn with the same state and may change the height of the list.
    requestAnimationFrame(toEnd);
  }
  return { element, update };
}

/** A move that is still secret has no text. @param {Entry} entry @param {boolean} isLast */
function cell({ text }, isLast) {
  const secret = text === null;
  return h('td', { class: secret ? 'secret' : '', 'aria-current': isLast ? 'true' : null }, text ?? t('moves.secret'));
}
