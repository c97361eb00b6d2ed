/** The players of a new game: a side and an opponent for two, a row for each seat for more. */

import { h } from '../../lib/dom.js';
import { INVITATIONS } from '../../lib/root.js';
import { pick, t } from '../../lib/texts.js';
import { checkbox, radioGroup, selectField, textField } from '../../ui/fields.js';

/**
 * @import {GameCard, Level, NewSeat} from '../../lib/types.js'
 * @import {Draft, Mode} from './setup.js'
 */

/** The side of a player who lets the server choose. */
export const RANDOM = -1;

/** @param {GameCard} game @param {Mode} mode @param {Level[]} levels @param {Draft} draft @param {number} count */
export function seatFields(game, mode, levels, draft, count) {
  if (count > 2) return seatRows(game, mode, levels, draft, count);
  if (mode === 'table') return nameFields(game, draft, count);
  const sides = game.sides.slice(0, count);
  return [
    mode === 'computer' &&
      radioGroup(
        t('setup.level'),
        levels.map((level) => [level.number, `${level.number} · ${pick(level.name)}`]),
        draft.level,
        (level) => (draft.level = level),
      ),
    radioGroup(
      t('setup.side'),
      [...sides.map((side, seat) => /** @type {[number, string]} */ ([seat, pick(side)])), [RANDOM, t('setup.random')]],
      draft.side,
      (side) => (draft.side = side),
    ),
  ];
}

/** @param {GameCard} game @param {Draft} draft @param {number} count */
function nameFields(game, draft, count) {
  const fields = game.sides.slice(0, count).map((side, seat) => nameField(pick(side), draft, seat));
  return [h('div', { class: 'fields' }, fields), shuffleField(draft)];
}

/** @param {string} side @param {Draft} draft @param {number} seat */
function nameField(side, draft, seat) {
  const label = t('setup.name_of', { side });
  return textField(label, draft.names[seat] ?? '', (name) => (draft.names[seat] = name), { placeholder: side });
}

/** @param {Draft} draft */
function shuffleField(draft) {
  return checkbox(t('setup.shuffle'), draft.shuffle, (wanted) => (draft.shuffle = wanted));
}

/** @param {GameCard} game @param {Mode} mode @param {Level[]} levels @param {Draft} draft @param {number} count */
function seatRows(game, mode, levels, draft, count) {
  const computers = levels.map(({ number, name }) => {
    const label = t('setup.computer', { level: number, name: pick(name) });
    return /** @type {[string, string]} */ ([String(number), label]);
  });
  /** @type {[string, string][]} */
  const players = [['me', t(mode === 'table' ? 'setup.here' : 'setup.me')], ...computers];
  if (INVITATIONS === '') players.push(['open', t('setup.open')]);
  const rows = game.sides.slice(0, count).map((side, seat) =>
    h(
      'div',
      { class: 'fields' },
      selectField(pick(side), players, draft.seats[seat] ?? 'me', (player) => (draft.seats[seat] = player)),
      mode === 'table' && nameField(pick(side), draft, seat),
    ),
  );
  return [h('p', { class: 'hint' }, t('setup.seats')), ...rows, shuffleField(draft)];
}

/**
 * Returns the seats of the draft as the server wants them.
 * @param {Mode} mode @param {Draft} draft @param {number} count
 */
export function newSeats(mode, draft, count) {
  if (count > 2) return draft.seats.slice(0, count).map(newSeat);
  const other = { computer: String(draft.level), table: 'me', invite: 'open' }[mode];
  const own = Math.max(0, draft.side);
  return [0, 1].map((seat) => newSeat(seat === own ? 'me' : other));
}

/** @param {string} player "me", "open" or the level of a computer @returns {NewSeat} */
function newSeat(player) {
  if (player === 'me' || player === 'open') return { who: player };
  return { who: 'computer', level: Number(player) };
}
