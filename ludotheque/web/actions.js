/** What one may do besides deciding: give up, offer, take back, claim, play again. */

import { post } from './api.js';
import { button, h } from './dom.js';
import { go } from './navigate.js';
import { nameOf } from './players.js';
import { listed, pick, t } from './texts.js';

/**
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').TableInfo} TableInfo
 * @typedef {import('./types.js').OfferKind} OfferKind
 *
 * What the parts of the table screen need of it.
 * @typedef {object} Desk
 * @property {TableInfo} info
 * @property {State} state
 * @property {(request: object) => void} send
 * @property {(error: unknown) => void} fail
 * @property {(seat: number) => void} hint
 */

/** @type {OfferKind[]} */
const OFFERS = ['draw', 'takeback', 'rematch'];

/** For whom this browser acts: whoever looks, else whoever must decide, else the first seat. @param {State} state */
export function actor(state) {
  const { facing, mine, to_act } = state;
  if (facing !== null && mine.includes(facing)) return facing;
  return to_act.find((seat) => mine.includes(seat)) ?? mine[0] ?? null;
}

/** Offers of others, with their answers; own offers that wait. @param {Desk} desk */
export function offerBox({ info, state, send }) {
  const seat = actor(state);
  if (seat === null) return [];
  return OFFERS.filter((what) => state.offers[what].length).map((what) => {
    const others = state.offers[what].filter((one) => !state.mine.includes(one));
    if (!others.length) return h('p', { class: 'offer' }, t(`offers.${what}_waits`));
    const who = listed(others.map((one) => nameOf(info, state, one)));
    return h(
      'div',
      { class: 'offer' },
      h('p', null, t(`offers.${what}_comes`, { name: who })),
      what !== 'rematch' &&
        h(
          'div',
          { class: 'row' },
          button(t('offers.accept'), () => send({ type: 'offer', seat, what })),
          button(t('offers.decline'), () => send({ type: 'decline', seat, what }), 'quiet'),
        ),
    );
  });
}

/** An absent opponent: how long to wait, then what may be claimed. @param {Desk} desk @param {number | null} seconds */
export function claimBox({ info, state, send }, seconds) {
  const seat = actor(state);
  const away = state.to_act.filter((one) => !state.seats[one]?.here).map((one) => nameOf(info, state, one));
  if (seat === null || !away.length) return [];
  if (state.may.includes('claim')) {
    return [
      h(
        'div',
        { class: 'offer' },
        h('p', null, t('claim.now', { name: listed(away) })),
        h(
          'div',
          { class: 'row' },
          button(t('claim.win'), () => send({ type: 'claim', seat, as: 'win' })),
          button(t('claim.draw'), () => send({ type: 'claim', seat, as: 'draw' }), 'quiet'),
        ),
      ),
    ];
  }
  if (seconds === null) return [];
  return [h('p', { class: 'offer' }, t('claim.soon', { name: listed(away), count: seconds }))];
}

/** The row of quiet buttons. @param {Desk} desk */
export function actionButtons(desk) {
  const { state, send } = desk;
  const seat = actor(state);
  if (seat === null) return [];
  /** @param {OfferKind} what */
  const offer = (what) => {
    const asked = state.offers[what].length > 0;
    return (
      state.may.includes(what) &&
      !asked &&
      button(t(`actions.${what}`), () => send({ type: 'offer', seat, what }), 'small')
    );
  };
  return [
    mayAskHint(state, seat) && button(t('hint.ask'), () => desk.hint(seat), 'small'),
    offer('takeback'),
    offer('draw'),
    // Who may still call the game off need not lose it.
    state.may.includes('abort')
      ? button(t('actions.abort'), () => leaveTable(desk), 'small')
      : state.may.includes('resign') && button(t('actions.resign'), () => askResign(desk, seat), 'small'),
  ];
}

/** Nobody but computers plays against this seat, and it owes a decision. @param {State} state @param {number} seat */
function mayAskHint(state, seat) {
  const others = state.seats.filter((_, number) => number !== seat);
  return state.phase === 'playing' && state.due !== null && others.every(({ kind }) => kind === 'computer');
}

/** The one thing to do after the end. @param {Desk} desk */
export function rematchButton({ state, send }) {
  if (state.next) return h('a', { class: 'button primary', href: `/t/${state.next}` }, t('actions.next'));
  const seat = actor(state);
  const asked = state.offers.rematch.some((one) => state.mine.includes(one));
  if (seat === null || asked || !state.may.includes('rematch')) return null;
  return button(t('actions.rematch'), () => send({ type: 'offer', seat, what: 'rematch' }), 'primary');
}

/** @param {Desk} desk @param {number} seat */
function askResign({ info, state, send }, seat) {
  const shared = state.mine.length > 1;
  const words = shared ? t('actions.resign_for', { name: nameOf(info, state, seat) }) : t('actions.resign_sure');
  ask(words, t('actions.resign'), () => send({ type: 'resign', seat }));
}

/** Leave before the start: an open table is closed, a seat given back. @param {Desk} desk */
export async function leaveTable({ info, fail }) {
  try {
    await post(`/api/tables/${info.id}/leave`, {});
    go('/');
  } catch (error) {
    fail(error);
  }
}

/**
 * A question that must be answered before anything else.
 * @param {string} words @param {string} yes @param {() => void} act
 */
export function ask(words, yes, act) {
  const title = h('h2', { id: 'question' }, words);
  const dialog = h(
    'dialog',
    { class: 'question', 'aria-labelledby': title.id, onclose: () => dialog.remove() },
    title,
    h(
      'div',
      { class: 'row' },
      button(t('actions.no'), () => dialog.close()),
      button(
        yes,
        () => {
          dialog.close();
          act();
        },
        'danger',
      ),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** Whoever must decide, as part of a sentence. @param {Desk} desk */
export function waitedFor({ info, state }) {
  const several = state.seats.filter((seat) => seat.kind === 'computer').length > 1;
  /** @param {number} seat */
  const called = (seat) => {
    if (state.seats[seat]?.kind !== 'computer') return nameOf(info, state, seat);
    return several ? t('players.computer_as', { side: pick(info.sides[seat]) }) : t('players.computer_within');
  };
  return listed(state.to_act.map(called));
}
