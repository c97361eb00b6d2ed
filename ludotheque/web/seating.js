/** Who sits where: a side and an opponent where there are two, a row for each seat at a larger table. */

import { h } from './dom.js';
import { choice, line, tick, unfolding } from './fields.js';
import { pick, t } from './texts.js';

/**
 * @typedef {import('./types.js').GameCard} GameCard
 * @typedef {import('./types.js').Level} Level
 * @typedef {import('./types.js').SeatWish} SeatWish
 * @typedef {import('./setup.js').Draft} Draft
 * @typedef {import('./setup.js').Mode} Mode
 */

/** The side of whoever leaves it to chance. */
export const LOT = -1;

/** @param {GameCard} game @param {Mode} mode @param {Level[]} levels @param {Draft} draft @param {number} count */
export function seatFields(game, mode, levels, draft, count) {
  if (count > 2) return rows(game, mode, levels, draft, count);
  if (mode === 'table') return names(game, draft, count);
  const sides = game.sides.slice(0, count);
  return [
    mode === 'computer' &&
      choice(
        t('setup.level'),
        levels.map((level) => [level.number, `${level.number} · ${pick(level.name)}`]),
        draft.level,
        (level) => (draft.level = level),
      ),
    choice(
      t('setup.side'),
      [...sides.map((side, seat) => /** @type {[number, string]} */ ([seat, pick(side)])), [LOT, t('setup.lot')]],
      draft.side,
      (side) => (draft.side = side),
    ),
  ];
}

/** @param {GameCard} game @param {Draft} draft @param {number} count */
function names(game, draft, count) {
  const lines = game.sides
    .slice(0, count)
    .map((side, seat) =>
      line(t('setup.name_of', { side: pick(side) }), draft.names[seat] ?? '', (name) => (draft.names[seat] = name), {
        placeholder: pick(side),
      }),
    );
  return [
    h('div', { class: 'fields' }, lines),
    tick(t('setup.shuffle'), draft.shuffle, (wanted) => (draft.shuffle = wanted)),
  ];
}

/** @param {GameCard} game @param {Mode} mode @param {Level[]} levels @param {Draft} draft @param {number} count */
function rows(game, mode, levels, draft, count) {
  /** @type {[string, string][]} */
  const people = [
    ['me', t(mode === 'table' ? 'setup.here' : 'setup.me')],
    ...levels.map(
      (level) =>
        /** @type {[string, string]} */ ([
          String(level.number),
          t('setup.computer', { level: level.number, name: pick(level.name) }),
        ]),
    ),
    ['open', t('setup.open')],
  ];
  const seats = game.sides.slice(0, count).map((side, seat) =>
    h(
      'div',
      { class: 'fields' },
      unfolding(pick(side), people, draft.seats[seat] ?? 'me', (who) => (draft.seats[seat] = who)),
      mode === 'table' &&
        line(t('setup.name_of', { side: pick(side) }), draft.names[seat] ?? '', (name) => (draft.names[seat] = name), {
          placeholder: pick(side),
        }),
    ),
  );
  return [
    h('p', { class: 'hint' }, t('setup.seats')),
    ...seats,
    tick(t('setup.shuffle'), draft.shuffle, (wanted) => (draft.shuffle = wanted)),
  ];
}

/** @param {Mode} mode @param {Draft} draft @param {number} count @returns {SeatWish[]} */
export function seatWishes(mode, draft, count) {
  if (count > 2) return draft.seats.slice(0, count).map(seated);
  const other = { computer: String(draft.level), table: 'me', invite: 'open' }[mode];
  const mine = Math.max(0, draft.side);
  return [0, 1].map((seat) => seated(seat === mine ? 'me' : other));
}

/** @param {string} who @returns {SeatWish} */
function seated(who) {
  if (who === 'me' || who === 'open') return { who };
  return { who: 'computer', level: Number(who) };
}
