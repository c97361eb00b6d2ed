/** The elements of the table screen, and their places. */

import { createBoard, setRatio } from '../../board/create.js';
import { h, iconButton } from '../../lib/dom.js';
import { change, confirming } from '../../lib/settings.js';
import { pick, t } from '../../lib/texts.js';
import { makeDock } from '../../ui/dock.js';
import { checkbox, textField } from '../../ui/fields.js';
import { timeText } from '../../ui/time.js';

/**
 * @import {TableInfo} from '../../lib/types.js'
 */

/**
 * Returns the elements of the screen. They are read and reached by keys in this order.
 * @param {TableInfo} info @param {import('./players.js').Players} players
 * @param {HTMLElement} moves @param {HTMLElement} handover @param {HTMLElement} notes
 * @param {() => void} flipBoard @param {(seat: number, name: string) => void} rename
 * @param {() => void} openLinks called when the reader opens the box with the links
 */
export function tableLayout(info, players, moves, handover, notes, flipBoard, rename, openLinks) {
  const board = createBoard(info);
  const card = h('div', { class: 'instead' });
  const connection = h('p', { class: 'connection', role: 'status' });
  const banner = h('p', { class: 'watching' });
  const actions = h('div', { class: 'row' });
  const flip = iconButton('flip', t('table.flip'), flipBoard);
  const names = info.mine.map((seat) => nameField(info, seat, rename));
  const links = h('div');
  const panel = panelParts(info, notes);
  const element = h(
    'div',
    { class: info.notes.length ? 'game-screen table guided' : 'game-screen table' },
    h('h1', { class: 'visually-hidden' }, pick(info.title)),
    connection,
    banner,
    players.far,
    h('div', { class: 'board-area' }, board, card),
    players.near,
    panel.panel,
    moves,
    h('div', { class: 'tools' }, h('div', { class: 'row' }, flip, actions), about(info, names, links, openLinks)),
    handover,
  );
  setRatio(element, info);
  return { element, board, connection, banner, card, ...panel, actions, flip, names, links };
}

/** The panel says what happened and what to do now. @param {TableInfo} info @param {HTMLElement} notes */
function panelParts(info, notes) {
  const docked = {
    notes,
    alert: h('div', { class: 'alert', role: 'alert' }),
    offers: h('div', { class: 'offers' }),
    claim: h('div', { class: 'offers' }),
    buttons: h('div', { class: 'move-buttons' }),
  };
  const parts = {
    told: h('ul', { class: 'told', 'aria-label': t('table.told') }),
    sentence: h('p', { class: 'sentence' }),
    dangers: h('ul', { class: 'dangers' }),
    dock: makeDock(...Object.values(docked)),
    hint: h('p', { class: 'engine-hint', role: 'status' }),
    remarks: h('ul', { class: 'remarks' }),
    intro: h(
      'p',
      { class: 'intro', hidden: true },
      `${pick(info.goal)} `,
      h('a', { href: `/rules/${info.game}`, target: '_blank' }, t('home.rules')),
      info.extras.includes('lessons') && [
        ' · ',
        h('a', { href: `/learn/${info.game}`, target: '_blank' }, t('home.lessons')),
      ],
    ),
  };
  const panel = h('section', { class: 'panel', 'aria-label': t('table.now') }, ...Object.values(parts));
  return { ...parts, ...docked, panel };
}

/**
 * The name of a seat, which its player can change at any time.
 * @param {TableInfo} info @param {number} seat @param {(seat: number, name: string) => void} rename
 */
function nameField(info, seat, rename) {
  const label = info.mine.length > 1 ? t('setup.name_of', { side: pick(info.sides[seat]) }) : t('setup.name');
  /** @param {Event} event */
  const onchange = (event) => rename(seat, /** @type {HTMLInputElement} */ (event.target).value.trim());
  return textField(label, '', () => {}, { onchange, autocomplete: 'nickname', placeholder: t('setup.name_hint') });
}

/**
 * A folded box for what is seldom needed.
 * @param {TableInfo} info @param {HTMLElement[]} names @param {HTMLElement} links @param {() => void} open
 */
function about(info, names, links, open) {
  return h(
    'details',
    { class: 'about', ontoggle: open },
    h('summary', null, t('table.about')),
    h('p', null, pick(info.goal)),
    h(
      'ul',
      { class: 'plain' },
      h('li', null, timeText(info.time)),
      info.option_texts.map((text) => h('li', null, pick(text))),
    ),
    h(
      'p',
      { class: 'row' },
      h('a', { href: `/rules/${info.game}`, target: '_blank' }, t('table.rules')),
      h('a', { href: `/api/tables/${info.id}/record`, download: `${info.game}-${info.id}.txt` }, t('table.record')),
    ),
    checkbox(t('table.confirm'), confirming(), (wanted) => change({ confirm: wanted }), t('table.confirm_note')),
    names,
    links,
  );
}
