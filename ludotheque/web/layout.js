/** Where everything lies on the game screen. */

import { timeWords } from './clock.js';
import { h, icon } from './dom.js';
import { line, tick } from './fields.js';
import { change, confirming } from './settings.js';
import { tableLinks } from './sharing.js';
import { pick, t } from './texts.js';

/**
 * @typedef {import('./types.js').TableInfo} TableInfo
 *
 * @typedef {HTMLElement & {
 *   info: TableInfo, language: string, texts: import('./types.js').Texts,
 *   flipped: boolean, confirming: boolean, locked: boolean, muted: boolean,
 *   advise(advised: readonly import('./advice.js').Advised[]): void,
 *   show(state: import('./types.js').State): void, commit(): void, cancel(): void, refuse(words: string): void,
 * }} Board
 */

/**
 * The elements of the screen; the order here is the order in which they are read and reached by keys.
 * @param {TableInfo} info @param {import('./players.js').Players} players
 * @param {HTMLElement} moves @param {HTMLElement} curtain
 * @param {() => void} turn @param {(seat: number, name: string) => void} rename
 */
export function layTable(info, players, moves, curtain, turn, rename) {
  const board = /** @type {Board} */ (document.createElement('ludo-board'));
  const line = h('p', { class: 'line', role: 'status' });
  const banner = h('p', { class: 'watching' });
  const card = h('div', { class: 'instead' });
  const sentence = h('p', { class: 'sentence' });
  const buttons = h('div', { class: 'decide' });
  const trouble = h('div', { class: 'alert', role: 'alert' });
  const offers = h('div', { class: 'offers' });
  const claim = h('div', { class: 'offers' });
  const notes = h('ul', { class: 'notes' });
  const aim = h(
    'p',
    { class: 'aim', hidden: true },
    `${pick(info.tagline)} `,
    h('a', { href: `/rules/${info.game}`, target: '_blank' }, t('home.rules')),
    ' · ',
    h('a', { href: `/learn/${info.game}`, target: '_blank' }, t('home.lessons')),
  );
  const actions = h('div', { class: 'row' });
  const advice = h('p', { class: 'engine-says', role: 'status' });
  const now = h(
    'section',
    { class: 'now', 'aria-label': t('table.now') },
    sentence,
    buttons,
    trouble,
    advice,
    offers,
    claim,
    notes,
    aim,
  );
  const flip = h(
    'button',
    {
      type: 'button',
      class: 'button small round',
      title: t('table.flip'),
      'aria-label': t('table.flip'),
      onclick: turn,
    },
    icon('flip'),
  );
  const names = info.mine.map((seat) => nameLine(info, seat, rename));
  const links = h('div');
  const element = h(
    'div',
    { class: 'table' },
    h('h1', { class: 'for-ears' }, pick(info.title)),
    line,
    banner,
    players.far,
    h('div', { class: 'stage' }, board, card),
    players.near,
    now,
    moves,
    h('div', { class: 'tools' }, h('div', { class: 'row' }, flip, actions), about(info, names, links)),
    curtain,
  );
  const [left, bottom, right, top] = info.board.extent;
  element.style.setProperty('--ratio', String((right - left) / (top - bottom)));
  return {
    element,
    board,
    line,
    banner,
    card,
    sentence,
    buttons,
    trouble,
    offers,
    claim,
    notes,
    aim,
    actions,
    advice,
    now,
    flip,
    names,
    links,
  };
}

/**
 * The name of one's seat, to be changed at any time.
 * @param {TableInfo} info @param {number} seat @param {(seat: number, name: string) => void} rename
 */
function nameLine(info, seat, rename) {
  const label = info.mine.length > 1 ? t('setup.name_of', { side: pick(info.sides[seat]) }) : t('setup.name');
  /** @param {Event} event */
  const onchange = (event) => rename(seat, /** @type {HTMLInputElement} */ (event.target).value.trim());
  return line(label, '', () => {}, { onchange, autocomplete: 'nickname', placeholder: t('setup.name_hint') });
}

/** What is seldom needed, folded. @param {TableInfo} info @param {HTMLElement[]} names @param {HTMLElement} links */
function about(info, names, links) {
  links.append(tableLinks(info));
  return h(
    'details',
    { class: 'about' },
    h('summary', null, t('table.about')),
    h(
      'ul',
      { class: 'plain' },
      h('li', null, timeWords(info.time)),
      info.option_words.map((words) => h('li', null, pick(words))),
    ),
    h(
      'p',
      { class: 'row' },
      h('a', { href: `/rules/${info.game}`, target: '_blank' }, t('table.rules')),
      h('a', { href: `/api/tables/${info.id}/record`, download: `${info.game}-${info.id}.txt` }, t('table.record')),
    ),
    tick(t('table.confirm'), confirming(), (wanted) => change({ confirm: wanted }), t('table.confirm_why')),
    names,
    links,
  );
}
