/** The tables on the start page: those open to everyone, your own, and those that are over. */

import { get } from '../../lib/api.js';
import { h, refill } from '../../lib/dom.js';
import { capitalize } from '../../lib/format.js';
import { keepsTables } from '../../lib/reach.js';
import { formatList, language, pick, sentenceOf, t } from '../../lib/texts.js';
import { agoText, spanText } from '../../ui/since.js';
import { timeText } from '../../ui/time.js';
import { hostName, opponents, playersToMove } from './names.js';

/**
 * @import {Summary} from '../../lib/types.js'
 */

/** How many tables of a list are shown at once. The others are folded away. */
const MAX_SHOWN = 6;
/** How many finished games are listed. */
const MAX_FINISHED = 6;

export class TableLists {
  /** What is drawn now. */
  #drawn = '';

  constructor() {
    this.above = h('div', { class: 'lists' });
    this.below = h('div', { class: 'lists' });
  }

  /** Shows the tables as they are now. Lists without a change are left alone. */
  async update() {
    const paths = ['/api/mine', ...(keepsTables() ? ['/api/here/mine'] : [])];
    const [open, ...lists] = await Promise.all(['/api/open', ...paths].map(tables));
    const mine = [...new Map(lists.flat().map((table) => [table.id, table])).values()];
    // The words "for 2 hours" change while the tables stay the same.
    const drawn = JSON.stringify([mine, open, Math.floor(Date.now() / 60_000)]);
    if (this.#drawn === drawn) return;
    this.#drawn = drawn;
    const running = mine.filter((table) => table.phase !== 'over').sort(byUrgency);
    const over = mine.filter((table) => table.phase === 'over').slice(0, MAX_FINISHED);
    const joinable = open.filter((table) => table.mine.length === 0);
    refill(this.above, [
      section(t('home.open'), joinable, openRow),
      section(t('home.mine'), running, runningRow),
    ]);
    refill(this.below, [section(t('home.over'), over, finishedRow)]);
  }
}

/** Without these lists the games are still worth showing. @param {string} path @returns {Promise<Summary[]>} */
async function tables(path) {
  const answer = /** @type {{ tables: Summary[] } | null} */ (await get(path).catch(() => null));
  return answer?.tables ?? [];
}

/** Your turn first, then the games in play, then those that wait; the latest change first. @param {Summary} a @param {Summary} b */
function byUrgency(a, b) {
  /** @param {Summary} table */
  const rank = (table) => (table.your_turn ? 0 : table.phase === 'playing' ? 1 : 2);
  return rank(a) - rank(b) || b.updated.localeCompare(a.updated);
}

/** @param {string} title @param {Summary[]} tables @param {(table: Summary) => HTMLElement} row */
function section(title, tables, row) {
  if (!tables.length) return null;
  const rows = tables.map((table) => h('li', null, row(table)));
  const rest = rows.splice(MAX_SHOWN);
  return h(
    'section',
    { class: 'tables' },
    h('h2', null, title),
    h('ul', null, rows),
    rest.length > 0 &&
      h('details', null, h('summary', null, t('home.more', { count: rest.length })), h('ul', null, rest)),
  );
}

/**
 * One table: a picture, what it is, and a button.
 * @param {Summary} table @param {{ kind: string, label: string, href?: string, picture?: string, lines: (string | false)[] }} shown
 */
function row(table, { kind, label, href = `/t/${table.id}`, picture, lines }) {
  const src = picture ?? `/api/tables/${table.id}/picture.svg?${table.seq}`;
  const [how, ...more] = lines.filter(Boolean);
  return h(
    'a',
    { class: `table-row ${kind}`, href },
    h('img', { src, alt: '', width: 80, height: 80, loading: 'lazy' }),
    h(
      'span',
      { class: 'what' },
      h('strong', null, pick(table.title)),
      h('span', { class: 'how' }, how),
      more.map((line) => h('span', { class: 'who' }, line)),
    ),
    h('span', { class: 'button small' }, label),
  );
}

/** @param {Summary} table */
function openRow(table) {
  const free = table.sides.flatMap((side, seat) => (table.kinds[seat] === 'open' ? [pick(side)] : []));
  return row(table, {
    kind: 'open',
    label: t('home.join'),
    picture: `/api/games/${table.game}/portrait.svg`,
    lines: [
      capitalize(t('home.invites', { name: hostName(table) }), language()),
      t('home.free', { count: free.length, sides: formatList(free) }),
      conditions(table),
    ],
  });
}

/** The clock, and the options that are not the usual ones. @param {Summary} table */
function conditions(table) {
  return [timeText(table.time), ...table.changed_options.map(pick)].join(' · ');
}

/** @param {Summary} table */
function runningRow(table) {
  if (table.phase === 'open') {
    const lines = [t('home.waiting'), opponents(table), conditions(table)];
    return row(table, { kind: 'open', label: t('home.see'), lines });
  }
  const span = table.waiting_since && spanText(table.waiting_since, Date.now(), language());
  const since = span ? ` · ${t('home.since', { span })}` : '';
  const lines = [turn(table) + since, opponents(table)];
  return table.your_turn
    ? row(table, { kind: 'yours', label: t('home.play_on'), lines })
    : row(table, { kind: 'theirs', label: t('home.see'), lines });
}

/** Whose turn it is. @param {Summary} table */
function turn(table) {
  if (table.your_turn && table.mine.length === 1) return t('home.your_turn');
  const thinks = table.to_act.every((seat) => table.kinds[seat] === 'computer');
  const name = playersToMove(table);
  return capitalize(thinks ? t('table.thinks', { name }) : t('home.their_turn', { name }), language());
}

/** @param {Summary} table */
function finishedRow(table) {
  const ended = capitalize(agoText(table.updated, Date.now(), language()), language());
  return row(table, {
    kind: 'over',
    label: t('home.look'),
    href: `/replay/${table.id}`,
    lines: [sentenceOf(table.result), table.reason !== null && sentenceOf(table.reason), `${opponents(table)} · ${ended}`],
  });
}
