/** Before the start: the invitation for whoever waits, a chair for whoever was invited. */

import { actor, leaveTable } from './actions.js';
import { post, wordsOf } from './api.js';
import { timeWords } from './clock.js';
import { button, h } from './dom.js';
import { choice, line } from './fields.js';
import { go } from './navigate.js';
import { nameOf } from './players.js';
import { change, current } from './settings.js';
import { linkField, tableLinks } from './sharing.js';
import { listed, pick, t, whole } from './texts.js';

/**
 * @typedef {import('./actions.js').Desk} Desk
 * @typedef {import('./types.js').State} State
 */

/** The join key in the address, if one came by an invitation. */
export function joinKey() {
  return /^#join=(.+)$/.exec(location.hash)?.[1] ?? null;
}

/** @param {Desk} desk */
export function waitingCard(desk) {
  const { info, state } = desk;
  if (actor(state) !== null) return inviteCard(desk);
  if (joinKey() || info.public) return joinCard(desk);
  return h(
    'section',
    { class: 'card waiting' },
    h('h2', null, t('waiting.others')),
    h('p', null, t('waiting.by_itself')),
  );
}

/** @param {Desk} desk */
function inviteCard(desk) {
  const { info, state } = desk;
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
    h('p', null, t('waiting.by_itself'), info.public ? ` ${t('waiting.listed')}` : ''),
    h('details', null, h('summary', null, t('waiting.more')), tableLinks(info)),
    button(t('actions.cancel'), () => leaveTable(desk), 'quiet'),
  );
}

/** @param {Desk} desk */
function joinCard({ info, state }) {
  const hosts = state.seats.flatMap((seat, place) => (seat.kind === 'human' ? [nameOf(info, state, place)] : []));
  const free = state.seats.flatMap((seat, place) => (seat.kind === 'open' ? [place] : []));
  /** @type {[number, string][]} */
  const sides = free.map((place) => [place, pick(info.sides[place])]);
  let wanted = free[0] ?? null;
  const trouble = h('p', { class: 'alert', role: 'alert' });
  const sit = h('button', { class: 'button primary', type: 'submit' }, t('waiting.sit'));
  /** @param {Event} event */
  const join = async (event) => {
    event.preventDefault();
    sit.disabled = true;
    try {
      await post(`/api/tables/${info.id}/join`, { name: current().name.trim(), key: joinKey(), seat: wanted });
      // The key has done its work; and the line must be made anew, as the holder of a seat.
      go(`/t/${info.id}`, { replace: true });
    } catch (error) {
      trouble.textContent = whole(wordsOf(error));
      sit.disabled = false;
    }
  };
  return h(
    'section',
    { class: 'card waiting' },
    h(
      'h2',
      null,
      hosts.length
        ? t('waiting.invited', { name: listed(hosts), game: pick(info.title) })
        : t('waiting.free', { game: pick(info.title) }),
    ),
    h(
      'ul',
      { class: 'plain' },
      free.length < 2 && h('li', null, t('waiting.side', { side: sides[0]?.[1] ?? '' })),
      h('li', null, timeWords(info.time)),
      info.option_words.map((words) => h('li', null, pick(words))),
    ),
    h('p', null, h('a', { href: `/rules/${info.game}`, target: '_blank' }, t('table.rules'))),
    h(
      'form',
      { class: 'form', onsubmit: join },
      free.length > 1 && choice(t('setup.side'), sides, free[0] ?? 0, (place) => (wanted = place)),
      line(t('setup.name'), current().name, (name) => change({ name }), {
        autocomplete: 'nickname',
        placeholder: t('setup.name_hint'),
      }),
      trouble,
      h('div', { class: 'row' }, sit),
    ),
  );
}
