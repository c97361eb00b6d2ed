/** What players can do besides moving: resign, offer a draw, take back, claim, play again. */

import { post } from '../../lib/api.js';
import { button, h } from '../../lib/dom.js';
import { go } from '../../lib/router.js';
import { formatList, pick, t } from '../../lib/texts.js';
import { nameOf } from './players.js';

/**
 * @import {Offered, State, TableInfo} from '../../lib/types.js'
 *
 * What the parts of the table screen get.
 * @typedef {object} TableContext
 * @property {TableInfo} info
 * @property {State} state
 * @property {(request: object) => void} send
 * @property {(error: unknown) => void} fail
 * @property {(seat: number) => void} hint
 */

/** @type {Offered[]} */
const OFFERS = ['draw', 'takeback', 'rematch'];

/**
 * Returns the seat that this browser acts for: the shown one, else the one to move, else the first.
 * @param {State} state
 */
export function actingSeat(state) {
  const { viewpoint, mine, to_act } = state;
  if (viewpoint !== null && mine.includes(viewpoint)) return viewpoint;
  return to_act.find((seat) => mine.includes(seat)) ?? mine[0] ?? null;
}

/** The offers of others with buttons to answer, and your own offers. @param {TableContext} context */
export function offerBox(context) {
  const { info, state, send } = context;
  const seat = actingSeat(state);
  if (seat === null) return [];
  const declined = declinedText(context);
  const answers = declined ? [h('p', { class: 'offer' }, declined)] : [];
  const open = OFFERS.filter((what) => state.offers[what].length).map((what) => {
    const others = state.offers[what].filter((one) => !state.mine.includes(one));
    if (!others.length) return h('p', { class: 'offer' }, t(`offers.${what}_sent`));
    const name = formatList(others.map((one) => nameOf(info, state, one)));
    return h(
      'div',
      { class: 'offer' },
      h('p', null, t(`offers.${what}_received`, { name })),
      what !== 'rematch' &&
        h(
          'div',
          { class: 'row' },
          button(t('offers.accept'), () => send({ type: 'offer', seat, what })),
          button(t('offers.decline'), () => send({ type: 'decline', seat, what }), 'quiet'),
        ),
    );
  });
  return [...answers, ...open];
}

/** Tells who has just declined what; nothing where it was declined here. @param {TableContext} context */
export function declinedText({ info, state }) {
  if (!state.declined) return '';
  const [what, seat] = state.declined;
  return state.mine.includes(seat) ? '' : t(`offers.${what}_declined`, { name: nameOf(info, state, seat) });
}

/**
 * For an absent opponent: how long to wait, then what can be claimed.
 * @param {TableContext} context @param {number | null} seconds
 */
export function claimBox({ info, state, send }, seconds) {
  const seat = actingSeat(state);
  const absent = state.to_act.filter((one) => !state.seats[one]?.present).map((one) => nameOf(info, state, one));
  if (seat === null || !absent.length) return [];
  const name = formatList(absent);
  if (state.actions.includes('claim')) {
    return [
      h(
        'div',
        { class: 'offer' },
        h('p', null, t('claim.now', { name })),
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
  return [h('p', { class: 'offer' }, t('claim.soon', { name, count: seconds }))];
}

/** The row of small buttons. @param {TableContext} context */
export function actionButtons(context) {
  const { state, send } = context;
  const seat = actingSeat(state);
  if (seat === null) return [];
  /** @param {Offered} what */
  const offer = (what) => {
    const offered = state.offers[what].length > 0;
    return (
      state.actions.includes(what) &&
      !offered &&
      button(t(`actions.${what}`), () => send({ type: 'offer', seat, what }), 'small')
    );
  };
  return [
    canAskHint(state, seat) && button(t('hint.ask'), () => context.hint(seat), 'small'),
    offer('takeback'),
    offer('draw'),
    // A game that can still be cancelled need not be resigned.
    state.actions.includes('abort')
      ? button(t('actions.abort'), () => leaveTable(context), 'small')
      : state.actions.includes('resign') && button(t('actions.resign'), () => askResign(context, seat), 'small'),
  ];
}

/** Whether it is this seat's turn, and all its opponents are computers. @param {State} state @param {number} seat */
function canAskHint(state, seat) {
  const others = state.seats.filter((_, number) => number !== seat);
  return state.phase === 'playing' && state.ticket !== null && others.every(({ kind }) => kind === 'computer');
}

/** The main button after the end of a game. @param {TableContext} context */
export function rematchButton({ state, send }) {
  if (state.next) return h('a', { class: 'button primary', href: `/t/${state.next}` }, t('actions.next'));
  const seat = actingSeat(state);
  const offered = state.offers.rematch.some((one) => state.mine.includes(one));
  if (seat === null || offered || !state.actions.includes('rematch')) return null;
  return button(t('actions.rematch'), () => send({ type: 'offer', seat, what: 'rematch' }), 'primary');
}

/** @param {TableContext} context @param {number} seat */
function askResign({ info, state, send }, seat) {
  const shared = state.mine.length > 1;
  const question = shared ? t('actions.resign_for', { name: nameOf(info, state, seat) }) : t('actions.resign_sure');
  ask(question, t('actions.resign'), () => send({ type: 'resign', seat }));
}

/** Leaves before the start. A host cancels the table; a guest gives the seat back. @param {TableContext} context */
export async function leaveTable({ info, fail }) {
  try {
    await post(`/api/tables/${info.id}/leave`, {});
    go('/');
  } catch (error) {
    fail(error);
  }
}

/**
 * Asks a question that must be answered before anything else.
 * @param {string} question @param {string} yes @param {() => void} act
 */
export function ask(question, yes, act) {
  const title = h('h2', { id: 'question' }, question);
  const confirm = () => {
    dialog.close();
    act();
  };
  const dialog = h(
    'dialog',
    { class: 'question', 'aria-labelledby': title.id, onclose: () => dialog.remove() },
    title,
    h('div', { class: 'row' }, button(t('actions.no'), () => dialog.close()), button(yes, confirm, 'danger')),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** Returns the names of the players to move, as part of a sentence. @param {TableContext} context */
export function playersToMove({ info, state }) {
  const several = state.seats.filter((seat) => seat.kind === 'computer').length > 1;
  /** @param {number} seat */
  const name = (seat) => {
    if (state.seats[seat]?.kind !== 'computer') return nameOf(info, state, seat);
    return several ? t('players.computer_as', { side: pick(info.sides[seat]) }) : t('players.computer_within');
  };
  return formatList(state.to_act.map(name));
}
