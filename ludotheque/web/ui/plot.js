/** A plot as the server drew it, and a table of its figures. */

import { h } from '../lib/dom.js';
import { language, pick, t } from '../lib/texts.js';

/** @param {import('../lib/types.js').PlotJson} plot */
export function plotOf(plot) {
  const drawn = new DOMParser().parseFromString(plot.svg[language()] ?? '', 'image/svg+xml').documentElement;
  const [name, ...numbers] = plot.columns.map((column) => h('th', { scope: 'col' }, pick(column)));
  const rows = plot.rows.map(([first, ...rest]) =>
    h('tr', null, h('th', { scope: 'row' }, pick(first)), rest.map((cell) => h('td', null, pick(cell)))),
  );
  const table = h(
    'table',
    null,
    h('caption', { class: 'visually-hidden' }, pick(plot.title)),
    h('thead', null, h('tr', null, name, numbers)),
    h('tbody', null, rows),
  );
  // A wide table scrolls inside its frame, by keys too.
  const frame = h('div', { class: 'numbers', tabIndex: 0, role: 'region', 'aria-label': pick(plot.title) }, table);
  return h(
    'figure',
    { class: 'plot-figure' },
    h('figcaption', null, pick(plot.title)),
    document.importNode(drawn, true),
    h('details', null, h('summary', null, t('strategy.figures')), frame),
  );
}
