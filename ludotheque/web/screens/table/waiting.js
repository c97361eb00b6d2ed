/** Before the start: the host sees the invitation link, an invited player sees a form to join. */

import { errorText, post } from '../../lib/api.js';
import { button, h } from '../../lib/dom.js';
import { capitalize } from '../../lib/format.js';
import { go } from '../../lib/router.js';
import { current } from '../../lib/settings.js';
import { loadStyles } from '../../lib/styles.js';
import { language, pick, sentenceOf, t } from '../../lib/texts.js';
import { ownNameField, radioGroup } from '../../ui/fields.js';
import { timeText } from '../../ui/time.js';
import { actingSeat, leaveTable } from './actions.js';
import { fullName } from './players.js';
import { linkField, tableLinks } from './share.js';

/**
 * @import {State, TableInfo} from '../../lib/types.js'
 * @import {TableContext} from './actions.js'
 */

/** Most players never see this card, so its styles are loaded with the first one. */
const STYLES = '/web/screens/table/waiting.css';

/** Returns the key in the address, if the player came by an invitation link. */
export function joinKey() {
  return /^#join=(.+)$/.exec(location.hash)?.[1] ?? null;
}

/** @param {TableContext} context */
export function waitingCard(context) {
  const { info, state } = context;
  if (actingSeat(state) !== null) return inviteCard(context);
  if (joinKey() || info.public) return joinCard(context);
  return card(context, t('waiting.others'), h('p', null, t('waiting.starts')));
}

/**
 * A card with a picture of the game, who plays it and how, and what can be done.
 * @param {TableContext} context @param {string} title @param {...import('../../lib/dom.js').Child} content
 */
function card({ info, state }, title, ...content) {
  const picture = h('img', { src: `/api/games/${info.game}/portrait.svg`, alt: '', width: 320, height: 320 });
  const element = h(
    'section',
    { class: 'card waiting', hidden: true },
    h('div', { class: 'waiting-art' }, picture),
    h(
      'div',
      { class: 'waiting-text' },
      h('h2', null, title),
      conditions(info, state),
      ...content,
    ),
  );
  void loadStyles(STYLES).then(() => (element.hidden = false));
  return element;
}

/** Who plays which side, the clock, and the options. @param {TableInfo} info @param {State} state */
function conditions(info, state) {
  const players = state.seats.map((seat, place) => {
    const side = pick(info.sides[place]);
    return h('li', null, seat.kind === 'open' ? t('waiting.side', { side }) : fullName(info, state, place));
  });
  const options = info.changed_options.map((text) => h('li', null, pick(text)));
  return h('ul', { class: 'conditions' }, players, h('li', null, timeText(info.time)), options);
}

/** @param {TableContext} context */
function inviteCard(context) {
  const { info, state } = context;
  const open = state.seats.filter((seat) => seat.kind === 'open').length;
  const game = pick(info.title);
  return card(
    context,
    t('waiting.yours', { game }),
    info.links.invite &&
      linkField(t('waiting.link'), info.links.invite, { primary: true, title: t('waiting.message', { game }) }),
    h('p', null, `${t('waiting.title', { count: open })}. ${t('waiting.starts')}`, info.public && ` ${t('waiting.listed')}`),
    h('details', null, h('summary', null, t('waiting.more')), tableLinks(info)),
    button(t('actions.cancel'), () => leaveTable(context), 'quiet'),
  );
}

/** @param {TableContext} context */
function joinCard(context) {
  const { info, state } = context;
  const free = state.seats.flatMap((seat, place) => (seat.kind === 'open' ? [place] : []));
  /** @type {[number, string][]} */
  const sides = free.map((place) => [place, pick(info.sides[place])]);
  const host = state.seats.find((seat) => seat.kind === 'human');
  const name = host?.name || t('players.somebody');
  const game = pick(info.title);
  return card(
    context,
    host ? capitalize(t('waiting.invited', { name, game }), language()) : t('waiting.free', { game }),
    joinForm(info.id, sides),
    h(
      'p',
      { class: 'tagline' },
      `${pick(info.tagline)} `,
      h('a', { href: `/rules/${info.game}`, target: '_blank' }, t('table.rules')),
    ),
  );
}

/** @param {string} id @param {[number, string][]} sides the free seats */
function joinForm(id, sides) {
  let seat = sides[0]?.[0] ?? null;
  const alert = h('p', { class: 'alert', role: 'alert' });
  const submit = h('button', { class: 'button primary', type: 'submit' }, t('waiting.join'));
  /** @param {Event} event */
  const join = async (event) => {
    event.preventDefault();
    submit.disabled = true;
    try {
      await post(`/api/tables/${id}/join`, { name: current().name.trim(), key: joinKey(), seat });
      // The address needs its key no more. A new connection is made for the player in the seat.
      go(`/t/${id}`, { replace: true });
    } catch (error) {
      alert.textContent = sentenceOf(errorText(error));
      submit.disabled = false;
    }
  };
  return h(
    'form',
    { class: 'form', onsubmit: join },
    sides.length > 1 && radioGroup(t('setup.side'), sides, seat ?? 0, (place) => (seat = place)),
    ownNameField(),
    alert,
    h('div', { class: 'row' }, submit),
  );
}
