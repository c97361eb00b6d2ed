/** Before the start: the host sees the invitation link, an invited player sees a form to join. */

import { errorText, post } from '../../lib/api.js';
import { button, h } from '../../lib/dom.js';
import { go } from '../../lib/router.js';
import { current } from '../../lib/settings.js';
import { formatList, pick, sentenceOf, t } from '../../lib/texts.js';
import { ownNameField, radioGroup } from '../../ui/fields.js';
import { timeText } from '../../ui/time.js';
import { actingSeat, leaveTable } from './actions.js';
import { nameOf } from './players.js';
import { linkField, tableLinks } from './share.js';

/**
 * @import {TableContext} from './actions.js'
 */

/** Returns the key in the address, if the player came by an invitation link. */
export function joinKey() {
  return /^#join=(.+)$/.exec(location.hash)?.[1] ?? null;
}

/** @param {TableContext} context */
export function waitingCard(context) {
  const { info, state } = context;
  if (actingSeat(state) !== null) return inviteCard(context);
  if (joinKey() || info.public) return joinCard(context);
  return h(
    'section',
    { class: 'card waiting' },
    h('h2', null, t('waiting.others')),
    h('p', null, t('waiting.starts')),
  );
}

/** @param {TableContext} context */
function inviteCard(context) {
  const { info, state } = context;
  const open = state.seats.filter((seat) => seat.kind === 'open').length;
  return h(
    'section',
    { class: 'card waiting' },
    h('h2', null, t('waiting.title', { count: open })),
    info.links.invite &&
      linkField(t('waiting.link'), info.links.invite, {
        primary: true,
        title: t('waiting.message', { game: pick(info.title) }),
      }),
    h('p', null, t('waiting.starts'), info.public ? ` ${t('waiting.listed')}` : ''),
    h('details', null, h('summary', null, t('waiting.more')), tableLinks(info)),
    button(t('actions.cancel'), () => leaveTable(context), 'quiet'),
  );
}

/** @param {TableContext} context */
function joinCard({ info, state }) {
  const hosts = state.seats.flatMap((seat, place) => (seat.kind === 'human' ? [nameOf(info, state, place)] : []));
  const free = state.seats.flatMap((seat, place) => (seat.kind === 'open' ? [place] : []));
  /** @type {[number, string][]} */
  const sides = free.map((place) => [place, pick(info.sides[place])]);
  const game = pick(info.title);
  const title = hosts.length
    ? t('waiting.invited', { name: formatList(hosts), game })
    : t('waiting.free', { game });
  return h(
    'section',
    { class: 'card waiting' },
    h('h2', null, title),
    h(
      'ul',
      { class: 'plain' },
      free.length < 2 && h('li', null, t('waiting.side', { side: sides[0]?.[1] ?? '' })),
      h('li', null, timeText(info.time)),
      info.option_texts.map((text) => h('li', null, pick(text))),
    ),
    h('p', null, h('a', { href: `/rules/${info.game}`, target: '_blank' }, t('table.rules'))),
    joinForm(info.id, sides),
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
