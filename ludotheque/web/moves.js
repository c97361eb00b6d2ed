/** The list of decisions, a column for each side. */

import { fill, h } from './dom.js';
import { pick, t } from './texts.js';

/**
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').TableInfo} TableInfo
 */

const WIDE = matchMedia('(min-width: 60rem)');

/** @param {TableInfo} info */
export function moveList(info) {
  const count = h('span', { class: 'count' });
  const body = h('tbody');
  const scroller = h(
    'div',
    { class: 'scroller', tabIndex: 0, role: 'region', 'aria-label': t('moves.title') },
    h(
      'table',
      null,
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          h('th', { scope: 'col' }, t('moves.number')),
          info.sides.map((side) => h('th', { scope: 'col' }, pick(side))),
        ),
      ),
      body,
    ),
  );
  const element = h(
    'details',
    { class: 'moves', open: WIDE.matches },
    h('summary', null, t('moves.title'), ' ', count),
    scroller,
  );
  WIDE.onchange = () => (element.open = WIDE.matches);

  const toEnd = () => [element, scroller].forEach((box) => (box.scrollTop = box.scrollHeight));
  let atEnd = true;
  element.addEventListener('scroll', () => (atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < 5));
  // Longer sentences above leave the list less room; whoever looks at its end goes on doing so.
  new ResizeObserver(() => atEnd && toEnd()).observe(element);

  /** @param {State} state */
  function update(state) {
    const lines = rows(state.moves);
    count.textContent = state.moves.length ? `(${state.moves.length})` : '';
    fill(
      body,
      lines.length
        ? lines.map((line, number) => row(info, line, number, state.moves.length - 1))
        : h('tr', null, h('td', { colSpan: info.sides.length + 1, class: 'none' }, t('moves.none'))),
    );
    // What else is shown with a state may leave the list another height.
    requestAnimationFrame(toEnd);
  }
  return { element, update };
}

/** @typedef {{ text: string | null, place: number }} Entry  `place`: which decision of the game it is */

/** Decisions side by side as long as they go around the table. @param {State['moves']} moves */
export function rows(moves) {
  /** @type {Map<number, Entry>[]} */
  const lines = [];
  let before = Infinity;
  moves.forEach(([player, text], place) => {
    if (player <= before) lines.push(new Map());
    lines.at(-1)?.set(player, { text, place });
    before = player;
  });
  return lines;
}

/** @param {TableInfo} info @param {Map<number, Entry>} line @param {number} number @param {number} last */
function row(info, line, number, last) {
  return h(
    'tr',
    null,
    h('th', { scope: 'row' }, String(number + 1)),
    info.sides.map((_, seat) => {
      const entry = line.get(seat);
      if (!entry) return h('td');
      const words = entry.text ?? t('moves.chosen');
      return h(
        'td',
        { class: entry.text === null ? 'secret' : '', 'aria-current': entry.place === last ? 'true' : null },
        words,
      );
    }),
  );
}
