/** A plot as the server drew it, and the numbers behind it in a table. */

import { h } from './dom.js';
import { pick, speaks, t } from './texts.js';

/** @param {import('./types.js').PlotJson} plot */
export function plotOf(plot) {
  const drawn = new DOMParser().parseFromString(plot.svg[speaks()], 'image/svg+xml').documentElement;
  const [name, ...numbers] = plot.columns.map((column) => h('th', { scope: 'col' }, pick(column)));
  const lines = plot.rows.map(([first, ...rest]) =>
    h('tr', null, h('th', { scope: 'row' }, pick(first)), rest.map((cell) => h('td', null, pick(cell)))),
  );
  const table = h(
    'table',
    null,
    h('caption', { class: 'for-ears' }, pick(plot.title)),
    h('thead', null, h('tr', null, name, numbers)),
    h('tbody', null, lines),
  );
  // A wide table scrolls within itself, by keys too.
  const frame = h('div', { class: 'numbers', tabIndex: 0, role: 'region', 'aria-label': pick(plot.title) }, table);
  return h(
    'figure',
    { class: 'plotted' },
    h('figcaption', null, pick(plot.title)),
    document.importNode(drawn, true),
    h('details', null, h('summary', null, t('strategy.numbers')), frame),
  );
}
